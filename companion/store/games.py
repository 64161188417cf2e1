"""The repository of games: every record, in progress, finished or removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Any

from companion.rules.boards import Boards
from companion.rules.errors import NewerVersion, UnusableFile
from companion.rules.json_reader import RECORD
from companion.rules.setup import Setup
from companion.store.errors import (
    PARSE_ERRORS,
    Cancelled,
    NoSuchFile,
    Progress,
    already_there,
    never_cancelled,
    no_progress,
    reading,
)
from companion.store.files import GAMES, DataFolder, one_at_a_time
from companion.store.json_folder import (
    IN_USE,
    REMOVED,
    JsonFolder,
    with_checksums,
)
from companion.store.learned import Learned
from companion.store.players import Renaming, apply_renamings, last_number
from companion.store.saved_game import (
    ID_PATTERN,
    SUMMARY,
    FinishedGame,
    GameInProgress,
    SavedGame,
    UnreadableGame,
    by_date,
    by_last_change,
    listed_game,
    record_parts,
)

if TYPE_CHECKING:
    from companion.rules.game import Game

IN_PROGRESS, FINISHED = IN_USE, ".finished.json"
"""The ends of the names of record files, which alone decide the status of a game."""


@one_at_a_time("load_finished_headers")
class GameRepository:
    """Saved games, each a record file in one folder with its status in the file name.

    Finishing writes the record with its results, then renames it: killed in between, the game is
    still in progress. Reopening, removing and restoring are one rename.

    Lists show the headers of the records. The headers of finished games stay in memory; each
    write drops the header of its game, and the next list reads it again.
    """

    def __init__(
        self, folder: DataFolder, boards: Boards, learned: Learned, now: Callable[[], datetime]
    ) -> None:
        self._notices = folder.notices
        self._folder = JsonFolder(folder, GAMES, ID_PATTERN, RECORD, FINISHED)
        self._boards = boards
        self._learned = learned
        self._now = now
        self._unreadable: dict[str, UnreadableGame] = {}
        self._removed: dict[str, GameInProgress | FinishedGame | None] = {}
        """The games removed since the start, as lists show them."""
        self._headers: dict[str, FinishedGame | None] = {}
        """Finished games as lists show them; None for one that cannot be read."""
        self._headers_complete = False
        """Whether `load_finished_headers` has run to its end with the renamings below."""
        self._headers_renamings: Sequence[Renaming] = ()
        self.lock = RLock()
        """Held during each operation."""
        self.clean_up = self._folder.clean_up
        self.content = self._folder.content

    # Games in progress

    def in_progress(self) -> list[GameInProgress]:
        """Every game in progress, the one changed last first; none if they cannot be listed."""
        games = [self._listed(id, IN_PROGRESS) for id in self._visible_ids(IN_PROGRESS)]
        return by_last_change(game for game in games if isinstance(game, GameInProgress))

    def has_games_in_progress(self) -> bool:
        """Whether there may be a game in progress, without reading one."""
        return bool(self._visible_ids(IN_PROGRESS))

    def unreadable_in_progress(self) -> list[UnreadableGame]:
        """The games in progress that could not be read when they were listed or opened."""
        return self._unreadable_games(IN_PROGRESS)

    def removed_in_progress(self) -> list[GameInProgress]:
        """The games in progress that were removed and can be restored."""
        return [game for game in self._removed.values() if isinstance(game, GameInProgress)]

    # Finished games

    def finished(self) -> list[FinishedGame]:
        """Every finished game, the latest first; `UnusableFile` if they cannot be listed."""
        self.load_finished_headers()
        return by_date(game for game in self._headers.values() if game is not None)

    @property
    def is_finished_loaded(self) -> bool:
        """Whether `finished` has little to read, so that a page need not start a thread."""
        return self._headers_complete and self._headers_renamings == self._learned.renamings()

    def load_finished_headers(
        self, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
    ) -> bool:
        """Read the headers that `finished` needs; False if cancelled.

        May run in another thread; other operations can run between two headers. What it has read
        before a cancellation is not read again.
        """
        with self.lock:
            missing = self._missing_headers()
        for done, id in enumerate(missing):
            if cancelled():
                self._headers_complete = False
                return False
            progress(done, len(missing))
            with self.lock:
                self._load_header(id)
        self._headers_complete = True
        return True

    def unreadable_finished(self) -> list[UnreadableGame]:
        """The finished games that could not be read when they were listed or opened."""
        return self._unreadable_games(FINISHED)

    def removed_finished(self) -> list[FinishedGame]:
        """The finished games that were removed and can be restored."""
        return [game for game in self._removed.values() if isinstance(game, FinishedGame)]

    # One game

    def open(self, id: str) -> SavedGame:
        """A game; `NoSuchFile` if there is none, `UnusableFile` if it cannot be read."""
        return self._read(id, self._status(id))

    def has(self, id: str) -> bool:
        """Whether a game in progress or finished has this id; removed games do not count."""
        return self._folder.status(id) in (IN_PROGRESS, FINISHED)

    def listed(self, id: str) -> GameInProgress | FinishedGame | None:
        """A game as lists show it; None if it cannot be read, `NoSuchFile` if there is none."""
        return self._listed(id, self._status(id))

    def begin(self, setup: Setup) -> SavedGame:
        """Begin a game on the board with the keeper's corrections and last rotation."""
        from companion.rules.game import Game

        game = Game.begin(replace(setup, board=self._learned.with_corrections(setup.board)))
        saved = SavedGame.new(game, self._now(), last_number(self._learned.renamings()))
        saved = replace(saved, turned=self._learned.rotation(setup.board.id))
        self._folder.write(saved.id, IN_PROGRESS, record_content(saved))
        with self._notices.instead_of_refusal():
            board = setup.board
            self._learned.remember_players(setup.players, board.id, self._now(), board.variant_id)
        return saved

    def save(self, saved: SavedGame, game: Game) -> SavedGame:
        """Save an entry, an undo or a correction, in a game in progress or a finished one."""
        if saved.finished is None:
            return self.save_metadata(saved.with_game(game, self._now()))
        return self.save_metadata(replace(saved, game=game))

    def save_metadata(self, saved: SavedGame) -> SavedGame:
        """Save a game with other metadata, such as orientation or title; this is no entry."""
        status = IN_PROGRESS if saved.finished is None else FINISHED
        if self._status(saved.id) != status:
            # Another thread has finished or reopened it.
            raise NoSuchFile()
        self._folder.write(saved.id, status, record_content(saved))
        self._headers.pop(saved.id, None)
        return saved

    def finish(self, saved: SavedGame) -> SavedGame:
        """Finish a game at the time of its last entry."""
        if self._status(saved.id) != IN_PROGRESS:
            raise already_there()
        finished = replace(saved, finished=saved.changed)
        self._folder.write(saved.id, IN_PROGRESS, record_content(finished))
        self._folder.set_status(saved.id, FINISHED)
        return finished

    def reopen(self, saved: SavedGame) -> SavedGame:
        """Make a finished game a game in progress again."""
        if self._status(saved.id) != FINISHED:
            raise NoSuchFile()
        self._folder.set_status(saved.id, IN_PROGRESS)
        self._headers.pop(saved.id, None)
        return replace(saved, finished=None)

    def remove(self, id: str) -> None:
        """Remove a game; `restore` brings it back until the app is closed."""
        status = self._status(id)
        game = self._listed(id, status)
        self._folder.remove(id)
        self._removed[id] = game
        self._headers.pop(id, None)

    def restore(self, id: str) -> None:
        """Undo `remove`; `Refused` if the game was imported again in the meantime."""
        self._folder.restore(id)
        del self._removed[id]

    # Export and import

    def ids(self) -> list[str]:
        """The ids of all games in progress and finished; `OSError` if they cannot be listed."""
        found = self._folder.statuses()
        ids = sorted(found)
        return [id for status in (IN_PROGRESS, FINISHED) for id in ids if found[id] == status]

    def exported_record(self, id: str) -> Mapping[str, Any]:
        """The record of a game for an archive, without replaying its events."""
        from companion.rules.record import without_phone_id

        status = self._status(id)

        def parse(value: dict[str, Any]) -> Mapping[str, Any]:
            events = [without_phone_id(event) for event in value["events"]]
            return self._renamed({**value, "events": events})

        value = self._folder.read_as(id, parse)
        left_out = {SUMMARY, "renamed", "ending"}
        left_out |= {"finished"} if status == IN_PROGRESS else set()
        # A backup copy from before the game was finished is not marked as finished.
        finished = {"finished": value.get("changed")} if status == FINISHED else {}
        return finished | {name: value[name] for name in value if name not in left_out}

    def add(self, game: GameInProgress | FinishedGame, content: bytes) -> None:
        """Save the file of an imported game under an id that no game has."""
        if self.has(game.id):
            raise already_there()
        status = FINISHED if isinstance(game, FinishedGame) else IN_PROGRESS
        self._folder.add(game.id, status, content)
        self._removed.pop(game.id, None)
        # Thousands may follow: the next list reads them in a thread.
        self._headers_complete = False

    # Reading

    def _listed(self, id: str, status: str) -> GameInProgress | FinishedGame | None:
        """A game for a list; None if it is not there or cannot be read."""
        is_finished, is_known = status == FINISHED, id in self._unreadable
        # A finished game whose header is good stays in its list, also if its events are not.
        if is_finished or not is_known:
            with suppress(OSError, *PARSE_ERRORS):
                header = self._folder.first_line(id, status)
                if header is not None:
                    return listed_game(
                        self._renamed(header), id, self._boards, is_finished=is_finished
                    )
        try:
            saved = self._read(id, status)
        except NoSuchFile:
            return None
        except UnusableFile as problem:
            if not is_finished and not is_known and not isinstance(problem, NewerVersion):
                self._notices.add(problem.phrase)
            return None
        return listed_game(record_parts(saved)[0], id, self._boards, is_finished=is_finished)

    def _read(self, id: str, status: str) -> SavedGame:
        """A game, finished or not as the name of its file says."""
        from companion.rules.record import record_from_json

        def parse(value: dict[str, Any]) -> SavedGame:
            record = record_from_json(self._renamed(value), self._boards)
            return SavedGame.from_record(record, id)

        try:
            saved = self._folder.read_as(id, parse)
        except UnusableFile as problem:
            is_newer = isinstance(problem, NewerVersion)
            self._unreadable[id] = UnreadableGame(id, problem.phrase, is_newer)
            raise
        if self._unreadable.pop(id, None) is not None:
            self._headers.pop(id, None)
        finished = (saved.finished or saved.changed) if status == FINISHED else None
        return replace(saved, finished=finished)

    def _renamed(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        return apply_renamings(value, self._learned.renamings())

    def _missing_headers(self) -> set[str]:
        """The finished games whose header is not in memory; drops headers of other games."""
        renamings = self._learned.renamings()
        if renamings != self._headers_renamings:
            self._headers.clear()
            self._headers_renamings = renamings
        with reading(GAMES):
            found = self._folder.statuses()
        ids = {id for id, status in found.items() if status == FINISHED}
        for id in self._headers.keys() - ids:
            del self._headers[id]
        return ids - self._headers.keys()

    def _load_header(self, id: str) -> None:
        """Read the header of a finished game, unless it was moved or removed in the meantime."""
        if self._folder.status(id) == FINISHED:
            game = self._listed(id, FINISHED)
            assert not isinstance(game, GameInProgress)
            self._headers[id] = game

    def _status(self, id: str) -> str:
        status = self._folder.existing(id)
        if status.endswith(REMOVED):
            raise NoSuchFile()
        return status

    def _visible_ids(self, status: str) -> list[str]:
        """The ids of the games with a status; none if the folder cannot be listed."""
        with suppress(OSError):
            return [id for id, each in self._folder.statuses().items() if each == status]
        return []

    def _unreadable_games(self, status: str) -> list[UnreadableGame]:
        games = sorted(self._unreadable.items())
        return [game for id, game in games if self._folder.status(id) == status]


def record_content(saved: SavedGame) -> bytes:
    """The content of a game's file."""
    return with_checksums(*record_parts(saved))
