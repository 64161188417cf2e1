"""What the app learns at the table: who plays, which tickets exist, how a board is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tinydb import TinyDB, where
from tinydb.queries import QueryInstance

from companion.rules import Board, Player, Refused, RouteCorrection, Ticket, corrected
from companion.rules.format import Format
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
from companion.rules.wording import say, say_count
from companion.store.database import parsed, read_rows
from companion.store.learned_rows import (
    KINDS,
    KnownPlayer,
    Row,
    correction_from,
    correction_row,
    player_from,
    player_row,
    ticket_from,
    ticket_row,
)
from companion.store.notices import Notices

LEARNED = Format("railkeeper-learned", say("The file of players, tickets and corrections"))


class Learned:
    """What is offered again next time."""

    def __init__(self, database: TinyDB, notices: Notices) -> None:
        self._database = database
        self._players = database.table("players")
        self._tickets = database.table("tickets")
        self._corrections = database.table("corrections")
        self._notices = notices

    # Players

    def players(self) -> list[KnownPlayer]:
        """Everybody who has played, the latest first."""
        players = read_rows(self._database, "players", player_from)
        return sorted(players, key=lambda player: player.last_played, reverse=True)

    def meet(self, players: Iterable[Player], when: datetime) -> None:
        """Remember who sits at the table with which colour."""
        known = {player.name: player.colors for player in self.players()}
        for player in players:
            colors = dict(known.get(player.name, {}))
            # The latest colour goes first: of two as frequent, it is the usual one.
            count = colors.pop(player.color, 0) + 1
            row = player_row(KnownPlayer(player.name, {player.color: count, **colors}, when))
            self._players.upsert(row, where("name") == player.name)

    def forget_player(self, name: str) -> None:
        """Do not offer a name again."""
        self._players.remove(where("name") == name)

    # Tickets

    def tickets(self, board: Board) -> list[Ticket]:
        """The cards met at this table that the bundled deck does not have, or not so printed."""
        rows = read_rows(self._database, "tickets", ticket_from)
        cards = [ticket for id, ticket in rows if id == board.id and _is_card(board, ticket)]
        return [card for card in cards if not board.has_card(card)]

    def remember_ticket(self, board: Board, ticket: Ticket) -> None:
        """Remember a card, or correct the value of one that is known.

        A card just as the bundled deck has it needs no remembering, nor what was known instead.
        """
        if not _is_card(board, ticket):
            raise Refused(say("{board} has no such ticket to remember.", board=board.name))
        if board.has_card(ticket):
            self.forget_ticket(board, ticket)
        else:
            self._tickets.upsert(ticket_row(board.id, ticket), _same_card(board, ticket))

    def correct_ticket(self, board: Board, ticket: Ticket, right: Ticket) -> None:
        """Remember a card with other ends or another value than it was remembered with."""
        self.remember_ticket(board, right)
        # The right one first: killed in between, both are known rather than none.
        if right.pairs != ticket.pairs:
            self.forget_ticket(board, ticket)

    def meet_tickets(self, board: Board, tickets: Iterable[Ticket]) -> None:
        """Remember the cards that are not known yet."""
        known = {ticket.pairs for ticket in self.tickets(board)}
        for ticket in tickets:
            met = ticket.pairs in known or board.has_card(ticket)
            if not met and _is_card(board, ticket):
                self.remember_ticket(board, ticket)

    def forget_ticket(self, board: Board, ticket: Ticket) -> None:
        """Do not offer a card again."""
        self._tickets.remove(_same_card(board, ticket))

    # Corrections

    def corrections(self, board: Board) -> list[RouteCorrection]:
        """Where the keeper's board differs from the bundled one."""
        rows = read_rows(self._database, "corrections", correction_from)
        return [each for id, each in rows if id == board.id and _is_possible(board, each)]

    def corrected(self, board: Board) -> Board:
        """The board as the keeper has it."""
        return corrected(board, self.corrections(board))

    def correct(self, board: Board, correction: RouteCorrection) -> None:
        """Correct a route for every later game; `Refused` if it could not be so."""
        corrected(board, [correction])
        row = correction_row(board.id, correction)
        self._corrections.upsert(row, _same_route(board, correction.route))

    def forget_correction(self, board: Board, route: str) -> None:
        """Go back to the bundled length and colours of a route."""
        self._corrections.remove(_same_route(board, route))

    # All of it, for opening, export and import

    def check(self) -> None:
        """Tell of rows that cannot be read; they stay in the file but are not offered."""
        broken = sum(
            len(self._database.table(table)) - len(rows) for table, rows in self.rows().items()
        )
        if broken:
            self._notices.tell(
                say_count(
                    "{count} remembered player, ticket or correction could not be read.",
                    "{count} remembered players, tickets or corrections could not be read.",
                    broken,
                )
            )

    def rows(self) -> dict[str, list[Row]]:
        """The rows of every table."""
        return {
            table: read_rows(self._database, table, kind.checked) for table, kind in KINDS.items()
        }

    def new_among(self, tables: Mapping[str, Any]) -> dict[str, list[Row]]:
        """The rows from elsewhere that are in order and speak of something new."""
        known = self.rows()
        new = {}
        for table, kind in KINDS.items():
            given = tables.get(table)
            rows = parsed(given if isinstance(given, list) else (), kind.checked)
            by_key = {kind.key(row): row for row in rows}
            for row in known[table]:
                by_key.pop(kind.key(row), None)
            new[table] = list(by_key.values())
        return new

    def add(self, tables: Mapping[str, list[Row]]) -> None:
        """Take in rows that are new."""
        for table, rows in tables.items():
            if rows:
                self._database.table(table).insert_multiple(rows)


def _is_card(board: Board, ticket: Ticket) -> bool:
    """Whether this can be a card of the board that is learned: one of several values is none."""
    return (
        not ticket.others
        and {ticket.start, ticket.end} <= board.ticket_ends.keys()
        and ticket.start != ticket.end
        and FEWEST_POINTS <= ticket.points <= MOST_POINTS
    )


def _is_possible(board: Board, correction: RouteCorrection) -> bool:
    try:
        corrected(board, [correction])
    except Refused:
        return False
    return True


def _same_card(board: Board, ticket: Ticket) -> QueryInstance:
    there = (where("from") == ticket.start) & (where("to") == ticket.end)
    back = (where("from") == ticket.end) & (where("to") == ticket.start)
    same: QueryInstance = (where("board") == board.id) & (there | back)
    return same


def _same_route(board: Board, route: str) -> QueryInstance:
    same: QueryInstance = (where("board") == board.id) & (where("route") == route)
    return same
