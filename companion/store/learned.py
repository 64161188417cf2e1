"""What the app learns at the table: who plays on what, which tickets exist, how it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from companion.rules.errors import Refused
from companion.rules.format import Format
from companion.rules.names import name_key
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import phrase, plural_phrase
from companion.store.database import Database, Row, Tables, add, drop, parsed, put
from companion.store.errors import UnusableFile
from companion.store.learned_rows import (
    KINDS,
    KnownPlayer,
    board_from,
    board_row,
    correction_from,
    correction_row,
    player_from,
    player_row,
    renaming_from,
    renaming_row,
    ticket_from,
    ticket_row,
    together,
)
from companion.store.renaming import Renaming, following

if TYPE_CHECKING:
    from companion.rules.board import Board, RouteCorrection
    from companion.rules.events import Ticket
    from companion.rules.setup import Player
    from companion.store.notices import Notices

LEARNED = Format("railkeeper-learned", phrase("The file of players, tickets and corrections"))


class Learned:
    """What is offered again next time."""

    def __init__(self, database: Database, notices: Notices, now: Callable[[], datetime]) -> None:
        self.database = database
        """The file."""
        self._notices = notices
        self._now = now
        self._renamings: Sequence[Renaming] | None = None

    # Players

    def players(self) -> list[KnownPlayer]:
        """Everybody who has played, the latest first; whatever the case, a name is one person."""
        players: dict[str, KnownPlayer] = {}
        for player in self.database.rows("players", player_from):
            key = name_key(player.name)
            players[key] = together(players[key], player) if key in players else player
        return sorted(players.values(), key=lambda player: player.last_played, reverse=True)

    def meet(self, players: Iterable[Player], board: str, when: datetime) -> None:
        """Remember who sits at the table with which colour, and which board lies on it."""
        with self.database.changing() as tables:
            put(tables, "boards", board_row(board, when), lambda row: row.get("board") == board)
            for player in players:
                # The latest colour goes first: of two as frequent, it is the usual one.
                _meet(tables, KnownPlayer(player.name, {player.color: 1}, when))

    def boards(self) -> list[str]:
        """The ids of the boards that have been played on, the latest first."""
        rows = self.database.rows("boards", board_from)
        return [id for id, _ in sorted(rows, key=lambda row: row[1], reverse=True)]

    def forget_player(self, name: str) -> None:
        """Do not offer a name again."""
        with self.database.changing() as tables:
            drop(tables, "players", _same_player(name))

    # Changes of names

    def renamings(self) -> Sequence[Renaming]:
        """Every name that was changed for good, in order."""
        if self._renamings is None:
            # Nobody changes one between reading them and holding them for those of now.
            with self.database.one_at_a_time:
                try:
                    rows = [(row.doc_id, row) for row in self.database.table("renamings")]
                except UnusableFile:
                    # Not now; the next time they are asked for they may be there.
                    return ()
                found = parsed(rows, renaming_from)
                self._renamings = tuple(sorted(found, key=lambda each: each.number))
        return self._renamings

    def rename(self, name: str, to: str | None) -> None:
        """Change a name for good, or forget it; what was known of both is put together."""
        with self.database.changing() as tables:
            renamings = tables.setdefault("renamings", {})
            renamings[str(following(map(int, renamings), self._now()))] = renaming_row(name, to)
            rows = list(tables.get("players", {}).values())
            known = [player for player in parsed(rows, player_from) if _is(player, name)]
            drop(tables, "players", _same_player(name))
            for player in known if to is not None else ():
                _meet(tables, KnownPlayer(to or "", player.colors, player.last_played))
        self._renamings = None

    # Tickets

    def tickets(self, board: Board) -> list[Ticket]:
        """The cards met at this table that the bundled deck does not have, or not so printed."""
        rows = self.database.rows("tickets", ticket_from)
        return [ticket for id, ticket in rows if id == board.id and _is_own_card(board, ticket)]

    def remember_ticket(self, board: Board, ticket: Ticket) -> None:
        """Remember a card, or correct the value of one that is known.

        A card just as the bundled deck has it needs no remembering, nor what was known instead.
        """
        self.correct_ticket(board, ticket, ticket)

    def correct_ticket(self, board: Board, ticket: Ticket, right: Ticket) -> None:
        """Remember a card with other ends or another value than it was remembered with."""
        if not _is_card(board, right):
            raise Refused(
                phrase("{board} has no such ticket to remember.", board=board.display_name)
            )
        with self.database.changing() as tables:
            drop(tables, "tickets", _same_card(board, ticket))
            _learn_card(tables, board, right)

    def meet_tickets(self, board: Board, tickets: Iterable[Ticket]) -> None:
        """Remember the cards that are not known yet."""
        known = {ticket.pairs for ticket in self.tickets(board)}
        new = [
            ticket
            for ticket in tickets
            if ticket.pairs not in known and _is_own_card(board, ticket)
        ]
        if not new:
            return
        with self.database.changing() as tables:
            for ticket in new:
                _learn_card(tables, board, ticket)

    def forget_ticket(self, board: Board, ticket: Ticket) -> None:
        """Do not offer a card again."""
        with self.database.changing() as tables:
            drop(tables, "tickets", _same_card(board, ticket))

    # Corrections

    def corrections(self, board: Board) -> list[RouteCorrection]:
        """Where the keeper's board differs from the bundled one."""
        rows = self.database.rows("corrections", correction_from)
        return [each for id, each in rows if id == board.id and _is_possible(board, each)]

    def corrected(self, board: Board) -> Board:
        """The board as the keeper has it."""
        from companion.rules.corrections import apply_corrections

        return apply_corrections(board, self.corrections(board))

    def correct(self, board: Board, correction: RouteCorrection) -> None:
        """Correct a route for every later game; `Refused` if it could not be so."""
        from companion.rules.corrections import apply_corrections

        apply_corrections(board, [correction])
        row = correction_row(board.id, correction)
        with self.database.changing() as tables:
            put(tables, "corrections", row, _same_route(board, correction.route))

    def forget_correction(self, board: Board, route: str) -> None:
        """Go back to the bundled length and colours of a route."""
        with self.database.changing() as tables:
            drop(tables, "corrections", _same_route(board, route))

    # All of it, for opening, export and import

    def check(self) -> None:
        """Tell of rows that cannot be read; they stay in the file but are not offered."""
        tables = self.database.storage.read() or {}
        broken = sum(
            len(tables.get(table, ())) - len(rows) for table, rows in _checked(tables).items()
        )
        if broken:
            self._notices.tell(
                plural_phrase(
                    "{count} remembered player, ticket or correction could not be read.",
                    "{count} remembered players, tickets or corrections could not be read.",
                    broken,
                )
            )

    def rows(self) -> dict[str, list[Row]]:
        """The rows of every table."""
        return {table: self.database.rows(table, kind.checked) for table, kind in KINDS.items()}

    def new_among(
        self, tables: Mapping[str, Any], boards: Mapping[str, Board]
    ) -> dict[str, list[Row]]:
        """The rows from elsewhere that are in order and speak of something new.

        What no board here can have would not be offered, so it is not new.
        """
        new = _new_among(tables, self.rows())
        return {
            table: [row for row in rows if _is_offered(table, row, boards)]
            for table, rows in new.items()
        }


def add_rows(tables: Tables, coming: Mapping[str, Any]) -> None:
    """Take in the rows from elsewhere that are in order and speak of something new."""
    for table, rows in _new_among(coming, _checked(tables)).items():
        add(tables, table, rows)


def _checked(tables: Tables) -> dict[str, list[Row]]:
    return {
        table: list(parsed(tables.get(table, {}).values(), kind.checked))
        for table, kind in KINDS.items()
    }


def _new_among(tables: Mapping[str, Any], known: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    new = {}
    for table, kind in KINDS.items():
        given = tables.get(table)
        rows = parsed(given if isinstance(given, list) else (), kind.checked)
        by_key = {kind.key(row): row for row in rows}
        for row in known[table]:
            by_key.pop(kind.key(row), None)
        new[table] = list(by_key.values())
    return new


def _meet(tables: Tables, met: KnownPlayer) -> None:
    same = _same_player(met.name)
    known = parsed([row for row in tables.get("players", {}).values() if same(row)], player_from)
    for player in known:
        met = together(met, player)
    put(tables, "players", player_row(met), same)


def _is(player: KnownPlayer, name: str) -> bool:
    return name_key(player.name) == name_key(name)


def _same_player(name: str) -> Callable[[Row], bool]:
    return lambda row: isinstance(row.get("name"), str) and name_key(row["name"]) == name_key(name)


def _is_card(board: Board, ticket: Ticket) -> bool:
    """Whether this can be a card of the board that is learned: one of several values is none."""
    return (
        not ticket.other_ends
        and {ticket.start, ticket.end} <= board.ticket_ends.keys()
        and ticket.start != ticket.end
        and MIN_TICKET_POINTS <= ticket.points <= MAX_TICKET_POINTS
    )


def _is_own_card(board: Board, ticket: Ticket) -> bool:
    """Whether a card is this table's own: the bundled deck does not have it, or not so printed."""
    return _is_card(board, ticket) and not board.has_card(ticket)


def _is_offered(table: str, row: Row, boards: Mapping[str, Board]) -> bool:
    """Whether a row is offered once it is here: a board may not be here, or refuse it."""
    if table == "players":
        return True
    board = boards.get(row["board"])
    if board is None or table == "boards":
        return board is not None
    if table == "tickets":
        return _is_own_card(board, ticket_from(row)[1])
    return _is_possible(board, correction_from(row)[1])


def _is_possible(board: Board, correction: RouteCorrection) -> bool:
    from companion.rules.corrections import apply_corrections

    try:
        apply_corrections(board, [correction])
    except Refused:
        return False
    return True


def _learn_card(tables: Tables, board: Board, ticket: Ticket) -> None:
    if board.has_card(ticket):
        drop(tables, "tickets", _same_card(board, ticket))
    else:
        put(tables, "tickets", ticket_row(board.id, ticket), _same_card(board, ticket))


def _same_card(board: Board, ticket: Ticket) -> Callable[[Row], bool]:
    ends = {ticket.start, ticket.end}
    return lambda row: (
        row.get("board") == board.id and {str(row.get("from")), str(row.get("to"))} == ends
    )


def _same_route(board: Board, route: str) -> Callable[[Row], bool]:
    return lambda row: row.get("board") == board.id and row.get("route") == route
