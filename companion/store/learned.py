"""Data learned from games: players and their colours, boards, tickets, board corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from tinydb import where

from companion.rules.boards import TRAIN_COLORS
from companion.rules.errors import Refused
from companion.rules.json_reader import Format, JsonObject
from companion.rules.names import name_key, read_name
from companion.rules.setup import Player
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS, unknown_end
from companion.rules.wording import phrase, untranslated
from companion.store.database import Database, parse_rows
from companion.store.players import Renaming, next_number
from companion.store.saved_game import parse_time

if TYPE_CHECKING:
    from companion.rules.board import Board, RouteCorrection
    from companion.rules.events import Ticket

LEARNED = Format("railkeeper-learned", phrase("The file with players, tickets and corrections"))

Row = dict[str, Any]
"""A learned fact as the file holds it."""


class KnownPlayer(NamedTuple):
    """A player of an earlier game."""

    name: str
    colors: Mapping[str, int]
    """Number of games by colour."""
    last_played: datetime

    @property
    def color(self) -> str:
        """The most frequent colour."""
        return max(self.colors, key=lambda color: self.colors[color])


class Learned:
    """The file of learned data, offered again in later games."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self._players, self._boards, self._tickets, self._corrections, self._renamings = (
            database.table(name)
            for name in ("players", "boards", "tickets", "corrections", "renamings")
        )
        self._now = now
        self._read_renamings: Sequence[Renaming] | None = None

    # Players

    def players(self) -> list[KnownPlayer]:
        """The known players, the one who played last first; upper and lower case are one name."""
        found = self.database.rows("players", _known_player)
        players = {name_key(player.name): player for player in found}
        return sorted(players.values(), key=lambda player: player.last_played, reverse=True)

    def remember_players(
        self, players: Iterable[Player], board: str, when: datetime, variant: str = ""
    ) -> None:
        """Remember the players of a new game with their colours, and its board and variant."""
        with self.database.transaction():
            row = {"board": board, "last_played": when.isoformat(), "variant": variant}
            self._boards.upsert(row, where("board") == board)
            for player in players:
                self._remember(KnownPlayer(player.name, {player.color: 1}, when))
            excess = len(self._players) - ROW_KINDS["players"].most
            if excess > 0:
                rows = sorted(self._players, key=lambda row: str(row.get("last_played", "")))
                self._players.remove(doc_ids=[row.doc_id for row in rows[:excess]])

    def boards(self) -> dict[str, str]:
        """The boards that have been played on, the latest first: id and last variant of each."""
        rows = sorted(self._checked("boards"), key=_last_played)
        return {row["board"]: row["variant"] for row in reversed(rows)}

    def boards_played(self) -> dict[str, datetime]:
        """When each board was played on last."""
        return {row["board"]: _last_played(row) for row in self._checked("boards")}

    def rotation(self, board: str) -> int:
        """The quarter turns of a board in the last game on it."""
        turns: dict[str, int] = {row["board"]: row["turned"] for row in self._checked("boards")}
        return turns.get(board, 0)

    def remember_rotation(self, board: str, turned: int) -> None:
        """Rotate a board in the next game on it, too; it has been played on before."""
        with self.database.transaction():
            self._boards.update({"turned": turned}, where("board") == board)

    def _remember(self, player: KnownPlayer) -> None:
        """Add a player, or the games of the player to those of the same name."""
        is_same = _is_called(player.name)
        for known in parse_rows(self._players.search(is_same), _known_player):
            # The latest colour comes first: of two equally frequent ones it is the usual.
            colors = {
                color: player.colors.get(color, 0) + known.colors.get(color, 0)
                for color in (*player.colors, *known.colors)
            }
            latest = max(player, known, key=lambda each: each.last_played)
            player = latest._replace(colors=colors)
        self._players.upsert(
            {
                "name": player.name,
                "colors": dict(player.colors),
                "last_played": player.last_played.isoformat(),
            },
            is_same,
        )

    # Renamings

    def renamings(self) -> Sequence[Renaming]:
        """Every renaming, in order."""
        # The lock keeps `rename` from writing between this read and the assignment.
        with self.database.lock:
            if self._read_renamings is None:
                found = self.database.rows("renamings", _renaming)
                self._read_renamings = tuple(sorted(found, key=lambda each: each.number))
            return self._read_renamings

    def rename(self, name: str, to: str) -> None:
        """Rename a player, or merge them with a known player."""
        with self.database.transaction():
            self.log_renaming(name, to)
            if name_key(name) == name_key(to) or not self._players.contains(_is_called(to)):
                self._players.update({"name": to}, _is_called(name))
            else:
                self.add_players(self.remove_players(name), to)

    def log_renaming(self, name: str, to: str | None) -> None:
        """Add a renaming, which games follow when they are read."""
        number = next_number(self.renamings(), self._now())
        self._renamings.insert({"name": name, "to": to, "number": number})
        self._read_renamings = None

    def remove_players(self, name: str) -> list[Row]:
        """Do not offer a name any more; its rows, for `add_players`."""
        rows = [dict(row) for row in self._players.search(_is_called(name))]
        self._players.remove(_is_called(name))
        return rows

    def add_players(self, rows: Iterable[Row], name: str = "") -> None:
        """Offer the players in these rows, under another name if there is one."""
        for player in parse_rows(rows, _known_player):
            self._remember(player._replace(name=name or player.name))

    def rename_in_game(self, player: Player, renamed: Player) -> None:
        """Offer a player by another name; the old one stays if the player has other games."""
        with self.database.transaction():
            is_same = _is_called(player.name)
            for known in parse_rows(self._players.search(is_same), _known_player):
                colors: Counter[str] = Counter(known.colors)
                colors[player.color] -= 1
                if colors.total() > 0:
                    self._players.update({"colors": dict(+colors)}, is_same)
                else:
                    self._players.remove(is_same)
            self._remember(KnownPlayer(renamed.name, {renamed.color: 1}, self._now()))

    # Tickets

    def tickets(self, board: Board) -> list[Ticket]:
        """The learned cards that the bundled deck lacks or prints with another value."""
        return [_ticket(row) for row in self._rows_of(board, "tickets")]

    def remember_ticket(self, board: Board, ticket: Ticket) -> None:
        """Remember a card or its value; one exactly as in the bundled deck is removed instead."""
        is_same, most = _is_ticket(board, ticket), ROW_KINDS["tickets"].most
        row = {"board": board.id, "from": ticket.start, "to": ticket.end, "points": ticket.points}
        with self.database.transaction():
            if board.has_card(ticket):
                self._tickets.remove(is_same)
            elif self._tickets.count((where("board") == board.id) & ~is_same) < most:
                self._tickets.upsert(row, is_same)
            else:
                raise Refused(
                    phrase(
                        "{board} already has {most} tickets of your own. "
                        "Remove some to add others.",
                        board=board.display_name,
                        most=most,
                    )
                )

    def forget_ticket(self, board: Board, ticket: Ticket) -> None:
        """Stop offering a learned card."""
        with self.database.transaction():
            self._tickets.remove(_is_ticket(board, ticket))

    # Corrections

    def corrections(self, board: Board) -> list[RouteCorrection]:
        """The corrections of a bundled board that the keeper made."""
        return [_correction(row) for row in self._rows_of(board, "corrections")]

    def with_corrections(self, board: Board) -> Board:
        """The board with the keeper's corrections."""
        from companion.rules.board_checks import apply_corrections

        return apply_corrections(board, self.corrections(board))

    def correct(self, board: Board, correction: RouteCorrection) -> None:
        """Correct a route for every later game; `Refused` if the correction is impossible."""
        from companion.rules.board_checks import apply_corrections

        apply_corrections(board, [correction])
        row = {"board": board.id, **asdict(correction)}
        with self.database.transaction():
            self._corrections.upsert(row, _is_correction(board, correction.route))

    def forget_correction(self, board: Board, route: str) -> None:
        """Restore the bundled length and colours of a route."""
        with self.database.transaction():
            self._corrections.remove(_is_correction(board, route))

    # All rows of a kind

    def _checked(self, kind: str) -> list[Row]:
        return self.database.rows(kind, ROW_KINDS[kind].check)

    def _rows_of(self, board: Board, kind: str) -> list[Row]:
        """The rows of a kind that a board accepts."""
        fits = ROW_KINDS[kind].fits
        rows = (row for row in self._checked(kind) if row["board"] == board.id)
        return [row for row in rows if fits(board, row)]

    def board_ids(self, kind: str) -> set[str]:
        """The ids of the boards that have rows of a kind."""
        return {row["board"] for row in self._checked(kind)}

    def clear(self, kind: str) -> list[Row]:
        """Remove all rows of a kind; they are returned, and `merge` adds them again."""
        with self.database.transaction():
            rows = [dict(row) for row in self.database.table(kind)]
            self.database.table(kind).truncate()
        return rows

    def rows(self) -> dict[str, list[Row]]:
        """The rows of every kind that is exported, also with fields that are unknown here."""
        return {name: self.database.rows(name, dict) for name in ROW_KINDS}

    def new_rows(
        self,
        rows: Mapping[str, Any],
        find_board: Callable[[str], Board | None] | None = None,
    ) -> tuple[dict[str, list[Row]], int]:
        """The rows of an import that are new and fit a board, and how many are too many."""
        new: dict[str, list[Row]] = {name: [] for name in ROW_KINDS}
        excess = 0
        for name, kind in ROW_KINDS.items():
            known = self._checked(name)
            keys = {kind.key(row) for row in known}
            # The limit counts the rows of each board; a player has none.
            sizes = Counter(row.get("board") for row in known)
            for row in parse_rows(rows.get(name, ()), kind.check):
                if kind.key(row) in keys:
                    continue
                if find_board and "board" in row:
                    board = find_board(row["board"])
                    if board is None or not kind.fits(board, row):
                        continue
                keys.add(kind.key(row))
                sizes[row.get("board")] += 1
                if sizes[row.get("board")] <= kind.most:
                    new[name].append(row)
                else:
                    excess += 1
        return new, excess

    def merge(self, imported: Mapping[str, Any]) -> None:
        """Add the well-formed rows that are not known yet, in one write."""
        with self.database.transaction():
            for kind, rows in self.new_rows(imported)[0].items():
                self.database.table(kind).insert_multiple(rows)


# Rows, which are checked when they are read: a file may come from elsewhere


def _colors(fields: JsonObject, name: str) -> dict[str, int]:
    colors = fields.child(name)
    counts = {color: colors.integer(color, 1, 10**6) for color in colors.keys}
    if not counts or not set(counts) <= set(TRAIN_COLORS):
        raise ValueError("not players' colours")
    return counts


def _time(fields: JsonObject, name: str) -> str:
    when = parse_time(fields.raw(name))
    if when is None:
        raise ValueError("not a time")
    return when.isoformat()


def _last_played(row: Row) -> datetime:
    return datetime.fromisoformat(row["last_played"])


def _known_player(row: Row) -> KnownPlayer:
    row = ROW_KINDS["players"].check(row)
    return KnownPlayer(row["name"], row["colors"], _last_played(row))


def _renaming(row: Row) -> Renaming:
    fields = JsonObject(row, untranslated("a row"))
    to = None if fields.raw("to") is None else read_name(fields, "to")
    return Renaming(read_name(fields, "name"), to, fields.integer("number", 1, 10**15))


def _ticket(row: Row) -> Ticket:
    from companion.rules.events import Ticket

    return Ticket(row["from"], row["to"], row["points"])


def _correction(row: Row) -> RouteCorrection:
    from companion.rules.board import RouteCorrection

    return RouteCorrection(row["route"], row["length"], tuple(row["tracks"]))


def _is_own_card(board: Board, ticket: Ticket) -> bool:
    """Whether the board can have a card that its deck lacks or prints with another value."""
    is_known = unknown_end(board, ticket) is None and ticket.start != ticket.end
    return is_known and not board.has_card(ticket)


def _is_possible(board: Board, row: Row) -> bool:
    from companion.rules.board_checks import apply_corrections

    try:
        apply_corrections(board, [_correction(row)])
    except Refused:
        return False
    return True


class RowKind(NamedTuple):
    """How the rows of a kind that is exported and imported are checked and compared."""

    fields: Mapping[str, Callable[[JsonObject, str], Any]]
    """Reads each field; one of `PARSE_ERRORS` if it is malformed."""
    key: Callable[[Row], Hashable]
    """Equal for two rows about the same thing."""
    most: int
    """The most rows; if they name a board, of each board."""
    fits: Callable[[Board, Row], bool] = lambda *_: True
    """Whether the board that a row names accepts it."""

    def check(self, row: Row) -> Row:
        """The row without unknown fields; one of `PARSE_ERRORS` if it is malformed."""
        fields = JsonObject(row, untranslated("a row"))
        return {name: read(fields, name) for name, read in self.fields.items()}


_TEXT = JsonObject.text
ROW_KINDS: Mapping[str, RowKind] = {
    "players": RowKind(
        {"name": read_name, "colors": _colors, "last_played": _time},
        lambda row: name_key(row["name"]),
        most=500,
    ),
    "boards": RowKind(
        {
            "board": _TEXT,
            "last_played": _time,
            "variant": lambda row, name: row.text(name) if row.has(name) and row.raw(name) else "",
            "turned": lambda row, name: row.integer(name, 0, 3) if row.has(name) else 0,
        },
        lambda row: row["board"],
        most=1,
    ),
    "tickets": RowKind(
        {
            **dict.fromkeys(("board", "from", "to"), _TEXT),
            "points": lambda row, name: row.integer(name, MIN_TICKET_POINTS, MAX_TICKET_POINTS),
        },
        lambda row: (row["board"], frozenset((row["from"], row["to"]))),
        most=300,
        fits=lambda board, row: _is_own_card(board, _ticket(row)),
    ),
    "corrections": RowKind(
        {
            **dict.fromkeys(("board", "route"), _TEXT),
            "length": lambda row, name: row.integer(name, 1, 99),
            "tracks": lambda row, name: list(row.texts(name)),
        },
        lambda row: (row["board"], row["route"]),
        most=600,
        fits=_is_possible,
    ),
}
"""What is exported and imported; a page with many more rows would take minutes."""


# Conditions of TinyDB, which does not declare their types


def _is_called(name: str) -> Any:
    key = name_key(name)
    return where("name").test(lambda each: isinstance(each, str) and name_key(each) == key)


def _is_ticket(board: Board, ticket: Ticket) -> Any:
    ends = [ticket.start, ticket.end]
    has_ends = where("from").one_of(ends) & where("to").one_of(ends)
    return (where("board") == board.id) & has_ends


def _is_correction(board: Board, route: str) -> Any:
    return (where("board") == board.id) & (where("route") == route)
