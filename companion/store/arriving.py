"""An import on its way in: written whole beside everything else, then given its places.

What comes in is first written into a folder of its own, as it will be kept. Then this folder gets
another name, and that is the import: before, nothing has happened; afterwards its files are only
given their places, now or when the app is next opened. A place that is taken stays as it is. In
the end the folder gets its first name back, under which nothing can happen, and is cleared away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.rules.errors import Malformed, Refused
from companion.rules.wording import Phrase, phrase
from companion.store.arrivals import ImportPreview, text_at
from companion.store.database import UNREADABLE, Database, Tables
from companion.store.errors import NotSaved, Stopped
from companion.store.files import (
    clear_away,
    files_in,
    fsync_folder,
    make_lasting,
    read_file,
    write_new,
)
from companion.store.learned import Learned, add_rows
from companion.store.records import FOLDERS, ON_THE_WAY, Records, nothing_to_do
from companion.store.saved_game import is_id
from companion.store.settings import SettingsFile, add_settings

if TYPE_CHECKING:
    from companion.store.history import History
    from companion.store.notices import Notices
    from companion.store.past_list import PastList
    from companion.store.work import Cancelled, Progress

GAMES, HISTORY, _ = FOLDERS
BESIDE = "beside.json"


class Arriving:
    """The folder of what comes in."""

    def __init__(
        self,
        root: Path,
        records: Records,
        past_list: PastList,
        history: History,
        learned: Learned,
        settings: SettingsFile,
        notices: Notices,
    ) -> None:
        self._root = root
        self._notices = notices
        self._arriving, self._arrived = (root / name for name in ON_THE_WAY)
        self._records = records
        self._past_list = past_list
        self._history = history
        self._learned = learned
        self._settings = settings

    def take_in(
        self, arrivals: ImportPreview, progress: Progress, cancelled: Cancelled
    ) -> Phrase | None:
        """Bring in what is new, all of it or, with `NotSaved` or `Stopped`, nothing.

        If some of it finds no place now, why, in a sentence.
        """
        self.clear()
        self.complete()
        if self._arrived.exists():
            raise NotSaved(phrase("Not saved: {reason}.", reason=phrase("another import waits")))
        if not any(arrivals.things):
            return None
        try:
            self._write(arrivals, progress, cancelled)
            self._past_list.doubt(*(each.id for each in arrivals.coming if each.finished))
            self._arriving.rename(self._arrived)
        except OSError as error:
            self.clear()
            raise NotSaved.because(error) from error
        except BaseException:
            self.clear()
            raise
        fsync_folder(self._root)
        return self.complete()

    def clear(self) -> None:
        """Remove what was written for an import that was never decided on, or is over."""
        clear_away(self._arriving)

    def complete(self) -> Phrase | None:
        """Give their places to the files of an import that was decided on, if there is one.

        What finds no place now is told, and tried again before anything is listed.
        """
        self._records.catch_up = nothing_to_do
        if not self._arrived.is_dir():
            return None
        try:
            self._place(HISTORY)
            self._place(GAMES)
            self._take_over()
            self.clear()
            self._arrived.rename(self._arriving)
        except (OSError, Refused) as error:
            return self.put_off(error, self.complete)
        self.clear()
        return None

    def put_off(self, error: OSError | Refused, again: Callable[[], object]) -> Phrase:
        """Tell, in a sentence, that an import that was decided on is not complete; try later."""
        self._records.catch_up = again
        problem = error if isinstance(error, Refused) else NotSaved.because(error)
        sentence = phrase(
            "An import is not complete yet; the rest follows as soon as it can. {problem}",
            problem=problem.phrase,
        )
        self._notices.tell(sentence)
        return sentence

    def _write(self, arrivals: ImportPreview, progress: Progress, cancelled: Cancelled) -> None:
        """Write everything that comes in, for good."""
        folders = (self._arriving, self._arriving / GAMES, self._arriving / HISTORY)
        for folder in folders:
            # What could not be cleared away from here must not come in as well.
            folder.mkdir(mode=0o700)
        paths: list[Path] = []
        of = 2 * len(arrivals.coming)
        for path in chain(self._prepared(arrivals), self._games(arrivals)):
            _check(cancelled)
            progress(len(paths), of)
            paths.append(path)
        # All at the end: by then most of it is on disk, which is cheaper than one by one.
        for done, path in enumerate(paths, start=len(paths)):
            _check(cancelled)
            progress(min(done, of), of)
            make_lasting(path)
        for folder in folders:
            fsync_folder(folder)

    def _prepared(self, arrivals: ImportPreview) -> Iterator[Path]:
        """Write what comes with the games, each file as it will be afterwards."""
        learned, settings = dict(arrivals.learned), dict(arrivals.settings)
        marks = {}
        for name, database, add, coming in self._parts(learned, settings):
            if any(rows != [] for rows in coming.values()):
                path = self._arriving / name
                marks[name] = database.prepare(path, _adding(add, coming))
                yield path
        beside = {"learned": learned, "settings": settings, "marks": marks}
        path = self._arriving / BESIDE
        write_new(path, json.dumps(beside).encode("ascii"), lasting=False)
        yield path

    def _games(self, arrivals: ImportPreview) -> Iterator[Path]:
        """Write the games."""
        if not arrivals.coming:
            return
        with arrivals.path.open("rb") as file:
            for arrival in arrivals.coming:
                text = text_at(file, arrival)
                if text is None:
                    raise Malformed(
                        phrase("{file} has changed meanwhile.", file=arrivals.path.name)
                    )
                folder = HISTORY if arrival.finished else GAMES
                path = self._arriving / folder / f"{arrival.id}.json"
                write_new(path, text.encode("utf-8"), lasting=False)
                yield path

    def _place(self, name: str) -> None:
        """Give the files of one folder their places."""
        folder = self._records.past if name == HISTORY else self._records.going
        placed = []
        try:
            for path in files_in(self._arrived / name, ".json"):
                id = path.stem
                if is_id(id) and not self._records.has(id):
                    path.replace(folder.file(id))
                    placed.append(id)
        finally:
            # Whatever becomes of the others, these are here.
            fsync_folder(folder.path)
            if folder is self._records.past:
                self._history.welcome(placed)

    def _take_over(self) -> None:
        """Take over what came with the games."""
        try:
            beside: Any = json.loads(read_file(self._arrived / BESIDE))
            parts = (dict(beside[name]) for name in ("learned", "settings", "marks"))
            learned, settings, marks = parts
        except (FileNotFoundError, *UNREADABLE):
            return
        for name, database, add, coming in self._parts(learned, settings):
            prepared = self._arrived / name
            if prepared.exists() and not database.take_over(prepared, marks.get(name, "")):
                # Something was learned or set since, and both count; or this was damaged.
                with database.changing() as tables:
                    add(tables, coming)
        self._settings.read_again()

    def _parts(
        self, learned: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> tuple[tuple[str, Database, _Add, Mapping[str, Any]], ...]:
        """The files that something comes into, with how it does."""
        return (
            ("learned.json", self._learned.database, add_rows, learned),
            ("settings.json", self._settings.database, add_settings, settings),
        )


_Add = Callable[[Tables, Mapping[str, Any]], None]


def _adding(add: _Add, coming: Mapping[str, Any]) -> Callable[[Tables], None]:
    return lambda tables: add(tables, coming)


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise Stopped(phrase("Stopped. Nothing was imported."))
