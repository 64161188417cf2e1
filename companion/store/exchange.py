"""Export and import: one game as a record, everything as an archive.

An archive is a text file with a JSON object on each line: what was learned and set on the first,
then a record per game. So every game is judged alone, and half an archive is half the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.board import Board
from companion.rules.errors import Malformed, Refused
from companion.rules.json_reader import encode_json
from companion.rules.record import record_to_json, write_record
from companion.rules.wording import phrase
from companion.store.arrivals import (
    ARCHIVE,
    ImportPreview,
    ImportResult,
    Reader,
    Things,
    read_arrivals,
)
from companion.store.errors import NoSuchGame, NotSaved, NotUnderstood, Stopped, UnusableFile
from companion.store.files import fsync_folder, new_file
from companion.store.records import FIRST_VERSION
from companion.store.renaming import Renaming, followed, latest
from companion.store.saved_game import SUMMARY, SavedGame, content_id
from companion.store.work import Cancelled, Progress, never, unwatched

if TYPE_CHECKING:
    from companion.store.arriving import Arriving
    from companion.store.learned import Learned
    from companion.store.notices import Notices
    from companion.store.records import RecordFolder, Records
    from companion.store.settings import SettingsFile


class Exchange:
    """The way in and out for games. All of it may run in any thread, one thing at a time."""

    def __init__(
        self,
        root: Path,
        boards: Mapping[str, Board],
        records: Records,
        arriving: Arriving,
        learned: Learned,
        settings: SettingsFile,
        notices: Notices,
    ) -> None:
        self._boards = boards
        self._records = records
        self._arriving = arriving
        self._learned = learned
        self._settings = settings
        self._notices = notices
        self._first = root / FIRST_VERSION
        # Named like what writing leaves unfinished: it goes when the folder is opened again.
        self._leaving = root / "everything.json.new"

    # Out

    def game(self, id: str) -> str:
        """The text of a record file, of a game in progress or a finished one."""
        saved = self._records.where(id).read(id)
        return write_record(replace(saved, renamed=0).record)

    def everything(self, progress: Progress = unwatched, cancelled: Cancelled = never) -> Path:
        """An archive file, which stays until the next one is asked for or the folder is opened.

        Game after game is written, so that no more than one is in memory. `Stopped` if it was
        cancelled, `NotSaved` if there is no room for it.
        """
        try:
            return self._written(self._leaving, progress, cancelled)
        except NotSaved as problem:
            # What can only be read can still be taken along.
            from tempfile import gettempdir

            try:
                elsewhere = Path(gettempdir()) / self._leaving.name
            except OSError:
                raise problem from None
            return self._written(elsewhere, progress, cancelled)

    def _written(self, path: Path, progress: Progress, cancelled: Cancelled) -> Path:
        folders = (self._records.going, self._records.past)
        learned, settings = self._learned.rows(), self._settings.changed()

        def head(games: int) -> bytes:
            header = {
                "format": ARCHIVE.stamp,
                "games": games,
                "learned": learned,
                "settings": settings,
            }
            return encode_json(header)

        try:
            # Everything or nothing: a folder that cannot be seen into is not an empty one.
            places = [(folder, id) for folder in folders for id in sorted(folder.all_ids())]
            with new_file(path) as file:
                # There are at most so many, and fewer need no more room.
                most = head(len(places))
                file.write(most + b"\n")
                count = 0
                for done, (folder, id) in enumerate(places):
                    if cancelled():
                        raise Stopped(phrase("Stopped. Nothing was saved."))
                    progress(done, len(places))
                    line = self._line(folder, id)
                    if line is not None:
                        file.write(line + b"\n")
                        count += 1
                file.seek(0)
                file.write(head(count).ljust(len(most)))
        except (OSError, Stopped) as problem:
            with suppress(OSError):
                path.unlink()
            if isinstance(problem, Stopped):
                raise
            raise NotSaved.because(problem) from problem
        return path

    def _line(self, folder: RecordFolder, id: str) -> bytes | None:
        try:
            value = folder.read_value(id)
            if folder is self._records.past:
                # A copy from before it was finished does not know that it was.
                value = {"finished": value.get("changed"), **value}
            ours = (SUMMARY, "renamed")
            return encode_json({name: value[name] for name in value if name not in ours})
        except NoSuchGame:
            return None
        except Malformed as problem:
            self._notices.tell(NotUnderstood.because(problem.phrase).phrase)
        except UnusableFile as problem:
            self._notices.tell(problem.phrase)
        return None

    # In

    def look_at(
        self, path: Path, progress: Progress = unwatched, cancelled: Cancelled = never
    ) -> ImportPreview:
        """What would come in from a record or an archive; nothing is changed by looking.

        Progress is counted in bytes. `Stopped` if it was cancelled.
        """
        renamings = self._learned.renamings()
        reader = Reader(self._boards, latest(renamings), _Here(self._records, renamings))
        return self._by_now(read_arrivals(path, reader, progress, cancelled))

    def take_in(
        self, arrivals: ImportPreview, progress: Progress = unwatched, cancelled: Cancelled = never
    ) -> ImportResult:
        """Import what is new, all of it or, with `NotSaved`, nothing. What is here stays.

        Progress is counted in games. `Stopped` if it was cancelled: then nothing has come in.
        """
        before = self._by_now(arrivals)
        problem = self._arriving.take_in(before, progress, cancelled)
        rest = self._by_now(before)
        came = (was - still for was, still in zip(before.things, rest.things, strict=True))
        return ImportResult(Things(*came), rest, problem)

    def _by_now(self, arrivals: ImportPreview) -> ImportPreview:
        """What a file holds, as it stands now: what is here by now does not come in."""
        games = (
            each._replace(standing="there") if each.comes and self._records.has(each.id) else each
            for each in arrivals.games
        )
        learned = self._learned.new_among(arrivals.learned, self._boards)
        changed = self._settings.changed()
        settings = {
            name: arrivals.settings[name] for name in arrivals.settings if name not in changed
        }
        return replace(arrivals, games=tuple(games), learned=learned, settings=settings)

    def complete(self) -> None:
        """Carry out an import that has been decided on, if there is one."""
        self._arriving.clear()
        self._arriving.complete()
        if self._first.exists():
            # As the first version of the app decided on one.
            try:
                self.take_in(self.look_at(self._first))
                self._first.unlink()
                fsync_folder(self._first.parent)
            except (OSError, NotSaved) as error:
                self._arriving.put_off(error, self.complete)
            except Refused as problem:
                self._notices.tell(problem.phrase)


class _Here:
    """What is here, as an import asks for it."""

    def __init__(self, records: Records, renamings: Sequence[Renaming]) -> None:
        self._records = records
        self._renamings = renamings

    def content(self, id: str) -> str | None:
        """The content id of a game, empty if it cannot be read; None if no game has the id."""
        try:
            return content_id(self._records.where(id).read_value(id))
        except NoSuchGame:
            return None
        except UnusableFile:
            return ""

    def is_same(self, id: str, saved: SavedGame) -> bool:
        """Whether a game is the same as another, however it is written and whoever was renamed."""
        renamed = followed(record_to_json(replace(saved, renamed=0).record), self._renamings)
        try:
            here = self._records.where(id).read(id).content_id()
        except (UnusableFile, NoSuchGame):
            return False
        return here in (saved.content_id(), content_id(renamed))
