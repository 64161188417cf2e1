"""The finished games: a list that is quick to read, and a record for each.

The records are the truth. The list is made from them, and made good from them if the app was
killed between writing the one and the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from tinydb import TinyDB, where

from companion.rules import Game, Malformed, Player, Refused, tally
from companion.rules.format import Format
from companion.rules.wording import say
from companion.store.database import parsed, read_rows
from companion.store.errors import LeftAlone, NoSuchGame
from companion.store.kept_game import KeptGame, is_id, moment
from companion.store.notices import Notices
from companion.store.record_folder import RecordFolder

HISTORY = Format("railkeeper-history", say("The list of past games"))


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as the list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    date: datetime
    """When it was finished."""
    duration: timedelta | None
    """Time at the table, if that is known."""
    scores: Mapping[str, int]
    """Final points by name."""
    winners: tuple[str, ...]


class History:
    """What was played."""

    def __init__(
        self,
        folder: RecordFolder,
        in_progress: RecordFolder,
        removed: RecordFolder,
        database: TinyDB,
        notices: Notices,
    ) -> None:
        self._folder = folder
        self._in_progress = in_progress
        self._removed = removed
        self._list = database.table("games")
        self._database = database
        self._notices = notices
        self._rows_removed: dict[str, dict[str, Any]] = {}

    def all(self) -> list[PastGame]:
        """Every finished game, the latest first, without reading their records."""
        games = read_rows(self._database, "games", _past_game)
        return sorted(games, key=lambda past: past.date, reverse=True)

    def open(self, id: str) -> KeptGame:
        """The whole of a finished game."""
        return self._folder.read(id)

    def change(self, kept: KeptGame, game: Game) -> KeptGame:
        """Correct a finished game: a ticket that was read wrongly, say."""
        changed = replace(kept, game=game)
        # Until the new scores are listed, the row says not to trust it: see `mend`.
        self._list.update({"unsure": True}, where("id") == kept.id)
        self._folder.write(changed)
        self._list.upsert(self._row(changed) | {"unsure": False}, where("id") == kept.id)
        return changed

    def reopen(self, kept: KeptGame) -> KeptGame:
        """Take a finished game back into progress, as if it had never been finished."""
        again = replace(kept, finished=None)
        self._folder.move(kept.id, self._in_progress)
        self._in_progress.write(again)
        self._list.remove(where("id") == kept.id)
        return again

    def receive(self, kept: KeptGame, source: RecordFolder) -> None:
        """Take over the file of a game that has just been finished."""
        row = self._row(kept)
        source.move(kept.id, self._folder)
        try:
            self._list.upsert(row, where("id") == kept.id)
        except Refused:
            self._folder.move(kept.id, source)
            raise

    def remove(self, id: str) -> None:
        """Remove a game; it can be brought back until the app is closed."""
        row = self._list.get(where("id") == id)
        if row is None:
            raise NoSuchGame(say("This game is not there any more."))
        # The list first: killed in between, the game is back rather than lost.
        self._list.remove(where("id") == id)
        self._rows_removed[id] = dict(row)
        if self._folder.file(id).exists():
            self._folder.move(id, self._removed)

    def bring_back(self, id: str) -> PastGame:
        """Undo `remove`."""
        row = self._rows_removed.get(id)
        if row is None:
            raise NoSuchGame(say("This game is not there any more."))
        if self._removed.file(id).exists():
            self._removed.move(id, self._folder)
        self._list.upsert(row, where("id") == id)
        del self._rows_removed[id]
        return _past_game(row)

    def mend(self) -> int:
        """List the records that are not listed, reading only those; how many there were."""
        rows = self._list.all()
        listed = {
            past.id: row.doc_id
            for row in rows
            for past in parsed([row], _past_game)
            if not row.get("unsure")
        }
        trusted = set(listed.values())
        doubtful = [row.doc_id for row in rows if row.doc_id not in trusted]
        missing = sorted(self._folder.ids() - listed.keys())
        found = [row for id in missing if (row := self._row_of(id))]
        if doubtful:
            self._list.remove(doc_ids=doubtful)
        if found:
            self._list.insert_multiple(found)
        return len(found)

    def _row_of(self, id: str) -> dict[str, Any] | None:
        try:
            return self._row(self._folder.read(id))
        except NoSuchGame:
            return None
        except LeftAlone as problem:
            self._notices.tell(problem.phrase)
            return None

    def _row(self, kept: KeptGame) -> dict[str, Any]:
        setup = kept.game.setup
        result = tally(kept.game.state)
        date = kept.finished or kept.changed
        return {
            "id": kept.id,
            "board": setup.board.id,
            "players": [[player.name, player.color] for player in setup.players],
            "date": date.isoformat(),
            "seconds": int(kept.played.total_seconds()) or None,
            "scores": [player.total for player in result.players],
            "winners": list(result.winners),
        }


def _past_game(row: Mapping[str, Any]) -> PastGame:
    players = tuple(Player(name, color) for name, color in row["players"])
    date, seconds = moment(row["date"]), row["seconds"]
    if not is_id(row["id"]) or date is None:
        raise Malformed(say("not a past game"))
    return PastGame(
        id=row["id"],
        board=row["board"],
        players=players,
        date=date,
        duration=None if seconds is None else timedelta(seconds=seconds),
        scores=dict(zip((player.name for player in players), row["scores"], strict=True)),
        winners=tuple(row["winners"]),
    )
