"""Export and import: one game as a record, everything as an archive.

An archive is a text file with a JSON object on each line: what was learned and set on the first,
then a record per game. So every game is judged alone, and half an archive is half the games.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from companion.rules import Board, write_record
from companion.rules.wording import say
from companion.store.arrivals import ARCHIVE, Arrival, Arrivals, read_arrivals
from companion.store.errors import LeftAlone, NoSuchGame
from companion.store.files import all_or_nothing, delete_file, write_file
from companion.store.history import History
from companion.store.kept_game import KeptGame
from companion.store.learned import Learned
from companion.store.notices import Notices
from companion.store.record_folder import RecordFolder
from companion.store.settings import SettingsFile


class Exchange:
    """The way in and out for games."""

    def __init__(
        self,
        root: Path,
        boards: Mapping[str, Board],
        in_progress: RecordFolder,
        finished: RecordFolder,
        history: History,
        learned: Learned,
        settings: SettingsFile,
        notices: Notices,
    ) -> None:
        self._boards = boards
        self._in_progress = in_progress
        self._finished = finished
        self._history = history
        self._learned = learned
        self._settings = settings
        self._notices = notices
        self._lists = [root / f"{name}.json" for name in ("history", "learned", "settings")]
        self._arriving = root / "arriving.jsonl"

    def game(self, id: str) -> str:
        """The text of a record file, of a game in progress or a finished one."""
        kept = self._find(id)
        if kept is None:
            raise NoSuchGame(say("This game is not there any more."))
        return write_record(kept.record)

    def everything(self) -> str:
        """The text of an archive file."""
        games = chain(self._values(self._in_progress), self._values(self._finished))
        return _archive(self._learned.rows(), self._settings.changed(), games)

    def look_at(self, path: Path) -> Arrivals:
        """What would come in from a record or an archive; nothing is changed by looking."""
        arrivals = read_arrivals(path, self._boards, self._find)
        settings = {
            name: value
            for name, value in arrivals.settings.items()
            if name not in self._settings.changed()
        }
        return arrivals.only(self._learned.new_among(arrivals.learned), settings)

    def take_in(self, arrivals: Arrivals) -> None:
        """Import what is new, all of it or, with `NotSaved`, nothing. What is here stays."""
        coming = (each for each in arrivals.coming if not self._is_here(each.id))
        games = (json.loads(arrival.record) for arrival in coming)
        # Once this file is written the import happens, even if the app is killed meanwhile.
        write_file(self._arriving, _archive(arrivals.learned, arrivals.settings, games))
        self.complete()

    def complete(self) -> None:
        """Carry out an import that has been decided on, if there is one."""
        if not self._arriving.exists():
            return
        try:
            arrivals = self.look_at(self._arriving)
            # Nothing of this was here before, so what a kill left of it may go too.
            new = [self._folder(each).file(each.id) for each in arrivals.games if each.id]
            with all_or_nothing(new, self._lists):
                for arrival in arrivals.coming:
                    self._folder(arrival).write_value(arrival.id, json.loads(arrival.record))
                self._learned.add(arrivals.learned)
                if arrivals.settings:
                    self._settings.change(**arrivals.settings)
                self._history.mend()
        finally:
            delete_file(self._arriving)

    def _is_here(self, id: str) -> bool:
        return any(folder.file(id).exists() for folder in (self._in_progress, self._finished))

    def _folder(self, arrival: Arrival) -> RecordFolder:
        return self._finished if arrival.finished else self._in_progress

    def _find(self, id: str) -> KeptGame | None:
        for folder in (self._in_progress, self._finished):
            if folder.file(id).exists():
                return folder.read(id)
        return None

    def _values(self, folder: RecordFolder) -> Iterator[dict[str, Any]]:
        for id in sorted(folder.ids()):
            try:
                yield folder.read_value(id)
            except NoSuchGame:
                continue
            except LeftAlone as problem:
                self._notices.tell(problem.phrase)


def _archive(
    learned: Mapping[str, Any], settings: Mapping[str, object], games: Iterable[Any]
) -> str:
    lines = [json.dumps(game) for game in games]
    header = {
        "format": ARCHIVE.stamp,
        "games": len(lines),
        "learned": dict(learned),
        "settings": dict(settings),
    }
    return "\n".join([json.dumps(header), *lines, ""])
