"""Data learned from games: players and their colours, boards, tickets, board corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tinydb import where

from companion.rules.errors import Refused, UnusableFile
from companion.rules.json_reader import Format, JsonObject
from companion.rules.names import name_key, read_name
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS, unknown_end
from companion.rules.wording import phrase
from companion.store.database import Database, parse_rows
from companion.store.errors import stopped_import
from companion.store.players import Renaming, next_number
from companion.store.saved_game import parse_time
from companion.store.threads import Cancelled, never_cancelled

if TYPE_CHECKING:
    from companion.rules.board import Board, RouteCorrection
    from companion.rules.events import Ticket
    from companion.rules.setup import Player, Setup

LEARNED = Format("railkeeper-learned", phrase("The file with players, tickets and corrections"))

Row = dict[str, Any]
"""A row of a table."""
MOST_PLAYERS, MOST_BOARDS = 500, 100
MOST_TICKETS, MOST_CORRECTIONS = 300, 600
"""Rows of each board; a page with many more would take minutes."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
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
        rows = self.database.rows("players", player_from)
        players = {name_key(player.name): player for player in rows}
        return sorted(players.values(), key=lambda player: player.last_played, reverse=True)

    def remember_players(
        self, players: Iterable[Player], board: str, when: datetime, variant: str = ""
    ) -> None:
        """Remember the players of a new game with their colours, and its board and variant."""
        with self.database.transaction():
            self._boards.upsert(board_row(board, when, variant), where("board") == board)
            for player in players:
                # The latest colour comes first: of two equally frequent ones it is the usual.
                self._remember(KnownPlayer(player.name, {player.color: 1}, when))
            excess = len(self._players) - MOST_PLAYERS
            if excess > 0:
                rows = sorted(self._players, key=lambda row: str(row.get("last_played", "")))
                self._players.remove(doc_ids=[row.doc_id for row in rows[:excess]])

    def remember_setup(self, setup: Setup, when: datetime) -> None:
        """Remember the players of a new game, its board and its variant."""
        self.remember_players(setup.players, setup.board.id, when, setup.board.variant_id)

    def boards(self) -> dict[str, str]:
        """The boards that have been played on, the latest first: id and last variant of each."""
        rows = sorted(self.database.rows("boards", board_from), key=lambda row: row[1])
        return {id: variant for id, _, variant in reversed(rows)}

    def _remember(self, player: KnownPlayer) -> None:
        """Add a player, or the games of the player to those of the same name."""
        is_same = _is_called(player.name)
        for known in parse_rows(self._players.search(is_same), player_from):
            player = merge_players(player, known)
        self._players.upsert(player_row(player), is_same)

    # Renamings

    def renamings(self) -> Sequence[Renaming]:
        """Every renaming, in order."""
        # The lock keeps `rename` from writing between this read and the assignment.
        with self.database.lock:
            if self._read_renamings is None:
                try:
                    found = list(parse_rows(self._renamings, renaming_from))
                except UnusableFile:
                    # Not cached: the file may be readable the next time.
                    return ()
                self._read_renamings = tuple(sorted(found, key=lambda each: each.number))
            return self._read_renamings

    def rename(self, name: str, to: str) -> None:
        """Rename a player, or merge them with a known player."""
        with self.database.transaction():
            self._log_renaming(name, to)
            rows = self._players.search(_is_called(name))
            if name_key(name) == name_key(to) or not self._players.contains(_is_called(to)):
                self._players.update({"name": to}, _is_called(name))
                return
            self._players.remove(_is_called(name))
            for player in parse_rows(rows, player_from):
                self._remember(KnownPlayer(to, player.colors, player.last_played))

    def forget_player(self, name: str) -> list[Row]:
        """Neither offer nor count a player; their rows, for `restore_players`."""
        with self.database.transaction():
            self._log_renaming(name, None)
            rows = [dict(row) for row in self._players.search(_is_called(name))]
            self._players.remove(_is_called(name))
        return rows

    def restore_players(self, rows: Iterable[Row], name: str | None) -> None:
        """Offer removed names again, and count the games of a forgotten player."""
        with self.database.transaction():
            if name is not None:
                self._log_renaming(name, name)
            for player in parse_rows(rows, player_from):
                self._remember(player)

    def _log_renaming(self, name: str, to: str | None) -> None:
        number = next_number(self.renamings(), self._now())
        self._renamings.insert({"name": name, "to": to, "number": number})
        self._read_renamings = None

    def rename_in_game(self, player: Player, renamed: Player) -> None:
        """Offer a player of one game by another name.

        The old name stays known for the player's other games; without any it is not offered.
        """
        with self.database.transaction():
            is_same = _is_called(player.name)
            for known in parse_rows(self._players.search(is_same), player_from):
                colors = {**known.colors, player.color: known.colors.get(player.color, 0) - 1}
                others = {color: count for color, count in colors.items() if count > 0}
                if others and sum(known.colors.values()) > 1:
                    self._players.update({"colors": others}, is_same)
                else:
                    self._players.remove(is_same)
            self._remember(KnownPlayer(renamed.name, {renamed.color: 1}, self._now()))

    # Tickets

    def tickets(self, board: Board) -> list[Ticket]:
        """The learned cards that the bundled deck lacks or prints with another value."""
        rows = self.database.rows("tickets", ticket_from)
        return [ticket for id, ticket in rows if id == board.id and _is_own_card(board, ticket)]

    def remember_ticket(self, board: Board, ticket: Ticket) -> None:
        """Remember a card, or correct the value of a learned one.

        A card exactly as in the bundled deck is not stored, and replaces a learned one.
        """
        self.correct_ticket(board, ticket, ticket)

    def correct_ticket(self, board: Board, ticket: Ticket, right: Ticket) -> None:
        """Correct the ends or the value of a learned card."""
        unknown = unknown_end(board, right)
        if unknown is not None:
            raise Refused(
                phrase(
                    "{board} has no city or country “{end}”.",
                    board=board.display_name,
                    end=unknown,
                )
            )
        if not _is_card(board, right):
            raise Refused(phrase("{board} has no such ticket.", board=board.display_name))
        with self.database.transaction():
            self._tickets.remove(_is_ticket(board.id, ticket.start, ticket.end))
            self._store_ticket(board, right)

    def remember_tickets(self, board: Board, tickets: Iterable[Ticket]) -> None:
        """Remember the cards that are not learned yet."""
        known = {ticket.pairs for ticket in self.tickets(board)}
        new = [
            ticket
            for ticket in tickets
            if ticket.pairs not in known and _is_own_card(board, ticket)
        ]
        if new:
            with self.database.transaction():
                for ticket in new:
                    self._store_ticket(board, ticket)

    def forget_ticket(self, board: Board, ticket: Ticket) -> None:
        """Stop offering a learned card."""
        with self.database.transaction():
            self._tickets.remove(_is_ticket(board.id, ticket.start, ticket.end))

    def _store_ticket(self, board: Board, ticket: Ticket) -> None:
        is_same = _is_ticket(board.id, ticket.start, ticket.end)
        if board.has_card(ticket):
            self._tickets.remove(is_same)
            return
        if self._tickets.count(_is_of(board.id) & ~is_same) >= MOST_TICKETS:
            raise Refused(
                phrase(
                    "{board} already has {most} tickets of your own. Remove some to add others.",
                    board=board.display_name,
                    most=MOST_TICKETS,
                )
            )
        self._tickets.upsert(ticket_row(board.id, ticket), is_same)

    # Corrections

    def corrections(self, board: Board) -> list[RouteCorrection]:
        """The corrections of a bundled board that the keeper made."""
        rows = self.database.rows("corrections", correction_from)
        return [each for id, each in rows if id == board.id and _is_possible(board, each)]

    def with_corrections(self, board: Board) -> Board:
        """The board with the keeper's corrections."""
        from companion.rules.board_checks import apply_corrections

        return apply_corrections(board, self.corrections(board))

    def correct(self, board: Board, correction: RouteCorrection) -> None:
        """Correct a route for every later game; `Refused` if the correction is impossible."""
        from companion.rules.board_checks import apply_corrections

        apply_corrections(board, [correction])
        with self.database.transaction():
            self._corrections.upsert(
                correction_row(board.id, correction), _is_correction(board.id, correction.route)
            )

    def forget_correction(self, board: Board, route: str) -> None:
        """Restore the bundled length and colours of a route."""
        with self.database.transaction():
            self._corrections.remove(_is_correction(board.id, route))

    # Whole tables

    def board_ids(self, table: str) -> set[str]:
        """The ids of the boards that have rows in a table."""
        return {row["board"] for row in self.database.rows(table, TABLES[table].checked)}

    def clear(self, table: str) -> list[Row]:
        """Empty a table; its rows, for `put_back`."""
        with self.database.transaction():
            rows = [dict(row) for row in self.database.table(table)]
            self.database.table(table).truncate()
        return rows

    def put_back(self, table: str, rows: Iterable[Row]) -> None:
        """Undo `clear`, without changing what was learned since."""
        self.merge({table: list(rows)})

    def rows(self) -> dict[str, list[Row]]:
        """The rows of every table that is exported, also with fields that are unknown here."""
        return {name: self.database.rows(name, dict) for name in TABLES}

    def new_rows(
        self,
        tables: Mapping[str, Any],
        find_board: Callable[[str], Board | None] | None = None,
        cancelled: Cancelled = never_cancelled,
    ) -> tuple[dict[str, list[Row]], int]:
        """The rows of an import that are not known yet and fit a board, and how many are too many.

        `Stopped` if cancelled.
        """
        new: dict[str, list[Row]] = {}
        excess = 0
        for name, table in TABLES.items():
            given, new[name] = tables.get(name), []
            known = self.database.rows(name, table.checked)
            keys = {table.key(row) for row in known}
            sizes = Counter(row.get("board") if table.is_per_board else None for row in known)
            for row in parse_rows(given if isinstance(given, list) else (), table.checked):
                if cancelled():
                    raise stopped_import()
                key = table.key(row)
                if key in keys or (find_board and not _is_offered(name, row, find_board)):
                    continue
                keys.add(key)
                group = row.get("board") if table.is_per_board else None
                sizes[group] += 1
                if sizes[group] <= table.most:
                    new[name].append(row)
                else:
                    excess += 1
        return new, excess

    def merge(self, imported: Mapping[str, Any]) -> None:
        """Add the well-formed rows that are not known yet, in one write."""
        with self.database.transaction():
            for table, rows in self.new_rows(imported)[0].items():
                self.database.table(table).insert_multiple(rows)


# Rows, which are checked when they are read: a file may come from elsewhere


def player_row(player: KnownPlayer) -> Row:
    """The row of a player."""
    return {
        "name": player.name,
        "colors": dict(player.colors),
        "last_played": player.last_played.isoformat(),
    }


def player_from(row: Row) -> KnownPlayer:
    """The player in a row."""
    from companion.rules.boards import TRAIN_COLORS

    fields = JsonObject(row, phrase("a player"))
    colors = fields.child("colors")
    known = {name: colors.integer(name, 1, 10**6) for name in colors.keys}
    if not known or not set(known) <= set(TRAIN_COLORS):
        fields.fail(phrase("“colors” should be players’ colours"))
    return KnownPlayer(read_name(fields, "name"), known, _last_played(fields))


def merge_players(first: KnownPlayer, second: KnownPlayer) -> KnownPlayer:
    """One player from two rows; the spelling that was used last is the name."""
    latest = max(first, second, key=lambda player: player.last_played)
    counts = Counter(dict.fromkeys(first.colors, 0))
    counts.update(first.colors)
    counts.update(second.colors)
    return KnownPlayer(latest.name, dict(counts), latest.last_played)


def board_row(board: str, last_played: datetime, variant: str = "") -> Row:
    """The row of a board that was played on; the variant is empty if it is the first."""
    return {"board": board, "last_played": last_played.isoformat(), "variant": variant}


def board_from(row: Row) -> tuple[str, datetime, str]:
    """The board's id in a row, when the last game on it began, and its variant."""
    fields = JsonObject(row, phrase("a board"))
    variant = fields.text("variant") if row.get("variant") else ""
    return fields.text("board"), _last_played(fields), variant


def _last_played(fields: JsonObject) -> datetime:
    when = parse_time(fields.text("last_played"))
    if when is None:
        fields.fail(phrase("“last_played” should be a date and time"))
    return when


def renaming_from(row: Row) -> Renaming:
    """The renaming in a row."""
    fields = JsonObject(row, phrase("a player"))
    to = None if fields.raw("to") is None else read_name(fields, "to")
    return Renaming(read_name(fields, "name"), to, fields.integer("number", 1, 10**15))


def ticket_row(board: str, ticket: Ticket) -> Row:
    """The row of a card."""
    return {"board": board, "from": ticket.start, "to": ticket.end, "points": ticket.points}


def ticket_from(row: Row) -> tuple[str, Ticket]:
    """The board's id and the card in a row."""
    from companion.rules.events import Ticket

    fields = JsonObject(row, phrase("a ticket"))
    points = fields.integer("points", MIN_TICKET_POINTS, MAX_TICKET_POINTS)
    return fields.text("board"), Ticket(fields.text("from"), fields.text("to"), points)


def correction_row(board: str, correction: RouteCorrection) -> Row:
    """The row of a correction."""
    return {
        "board": board,
        "route": correction.route,
        "length": correction.length,
        "tracks": list(correction.tracks),
    }


def correction_from(row: Row) -> tuple[str, RouteCorrection]:
    """The board's id and the correction in a row."""
    from companion.rules.board import RouteCorrection

    fields = JsonObject(row, phrase("a correction"))
    length = fields.integer("length", 1, 99)
    return fields.text("board"), RouteCorrection(
        fields.text("route"), length, fields.texts("tracks")
    )


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """How the rows of a table of an archive are checked and compared."""

    checked: Callable[[Row], Row]
    """The row without unknown fields; one of `PARSE_ERRORS` if it is malformed."""
    key: Callable[[Row], Hashable]
    """Equal for two rows about the same thing."""
    most: int
    is_per_board: bool = False
    """Whether `most` is the limit for each board."""


TABLES: Mapping[str, ImportedTable] = {
    "players": ImportedTable(
        lambda row: player_row(player_from(row)), lambda row: name_key(row["name"]), MOST_PLAYERS
    ),
    "tickets": ImportedTable(
        lambda row: ticket_row(*ticket_from(row)),
        lambda row: (row["board"], frozenset((row["from"], row["to"]))),
        MOST_TICKETS,
        is_per_board=True,
    ),
    "corrections": ImportedTable(
        lambda row: correction_row(*correction_from(row)),
        lambda row: (row["board"], row["route"]),
        MOST_CORRECTIONS,
        is_per_board=True,
    ),
    "boards": ImportedTable(
        lambda row: board_row(*board_from(row)), lambda row: row["board"], MOST_BOARDS
    ),
}
"""The tables that are exported and imported."""


# Conditions of TinyDB, which does not declare their types


def _is_called(name: str) -> Any:
    key = name_key(name)
    return where("name").test(lambda each: isinstance(each, str) and name_key(each) == key)


def _is_ticket(board: str, *ends: str) -> Any:
    both = list(ends)
    return _is_of(board) & where("from").one_of(both) & where("to").one_of(both)


def _is_correction(board: str, route: str) -> Any:
    return _is_of(board) & (where("route") == route)


def _is_of(board: str) -> Any:
    return where("board") == board


def _is_card(board: Board, ticket: Ticket) -> bool:
    """Whether a card can be learned: one value, and two different ends that the board has."""
    return (
        not ticket.other_ends
        and unknown_end(board, ticket) is None
        and ticket.start != ticket.end
        and MIN_TICKET_POINTS <= ticket.points <= MAX_TICKET_POINTS
    )


def _is_own_card(board: Board, ticket: Ticket) -> bool:
    """Whether the bundled deck lacks a card or prints it with another value."""
    return _is_card(board, ticket) and not board.has_card(ticket)


def _is_offered(table: str, row: Row, find_board: Callable[[str], Board | None]) -> bool:
    """Whether the app would use a row: its board exists and accepts it."""
    if table == "players":
        return True
    board = find_board(row["board"])
    if board is None or table == "boards":
        return board is not None
    if table == "tickets":
        return _is_own_card(board, ticket_from(row)[1])
    return _is_possible(board, correction_from(row)[1])


def _is_possible(board: Board, correction: RouteCorrection) -> bool:
    from companion.rules.board_checks import apply_corrections

    try:
        apply_corrections(board, [correction])
    except Refused:
        return False
    return True
