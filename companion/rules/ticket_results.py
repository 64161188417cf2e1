"""Which tickets a player has completed, by which walk, and which stations helped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from companion.rules.borrowing import Borrowed, best_borrowing
from companion.rules.connection import MissingSpaces, MissingSpacesSearch
from companion.rules.graph import ShortestWalks, Walk, shortest_walks

if TYPE_CHECKING:
    from companion.rules.board import Board, Route
    from companion.rules.events import Ticket
    from companion.rules.state import GameState, PlayerState


@dataclass(frozen=True, slots=True)
class TicketResult:
    """A ticket at the end of the game, and why it counts as it does."""

    ticket: Ticket
    completing: tuple[Walk, str] | None
    """The walk that completes it and the end it leads to; None if it is not completed."""
    _open_tickets: _OpenTickets = field(repr=False, compare=False)

    @property
    def completed(self) -> bool:
        """Whether own and borrowed routes connect the ends."""
        return self.completing is not None

    @property
    def points(self) -> int:
        """The ticket's value, negative if it is not completed."""
        if self.completing is None:
            return -self.ticket.penalty
        return self.ticket.points_by_end[self.completing[1]]

    @property
    def walk(self) -> Walk | None:
        """The walk that completes it or, if it is not completed, the one that lacks fewest spaces.

        None if the routes of other players leave no walk.
        """
        if self.completing is not None:
            return self.completing[0]
        return self._lacking.walk if self._lacking else None

    @property
    def missing(self) -> int:
        """Train spaces of that walk the player does not have."""
        return self._lacking.spaces if self._lacking else 0

    @property
    def end(self) -> str:
        """The ticket end that walk leads to: of several reached ends the one with most points."""
        if self.completing is not None:
            return self.completing[1]
        return self._lacking.end if self._lacking else self.ticket.end

    @property
    def could_borrow(self) -> tuple[Borrowed, ...]:
        """If it is not completed, the routes of that walk that unused stations could borrow.

        A station has the same route for all tickets.
        """
        return self._lacking.borrowed if self._lacking else ()

    @property
    def _lacking(self) -> MissingSpaces | None:
        return None if self.completed else self._open_tickets.lacking[self.ticket]


@dataclass(frozen=True, slots=True)
class StationUse:
    """A built station at the end of the game."""

    borrowed: Borrowed
    serves: tuple[Ticket, ...]
    """The tickets whose walk uses the borrowed route."""
    _open_tickets: _OpenTickets = field(repr=False, compare=False)

    @property
    def could_borrow(self) -> Borrowed | None:
        """If it borrows nothing, the route it could borrow for tickets that are not completed."""
        return self._open_tickets.could_borrow.get(self.borrowed.city)


def ticket_results(
    state: GameState, player: PlayerState
) -> tuple[tuple[TicketResult, ...], tuple[StationUse, ...]]:
    """All tickets of a player, scored with the best use of the stations, and that use."""
    borrowings = best_borrowing(state, player)
    usable = _usable(player, borrowings)
    completing = _Completing(state.setup.board, usable)
    walks = [(ticket, completing.walk(ticket)) for ticket in player.tickets]
    open_tickets = _OpenTickets(
        state,
        player.name,
        usable,
        tuple(borrowed.city for borrowed in borrowings if borrowed.route is None),
        tuple(ticket for ticket, walk in walks if walk is None),
    )
    uses = []
    for borrowed in borrowings:
        serves = (
            ticket
            for ticket, done in walks
            if done and borrowed.route and borrowed.route.id in done[0].routes
        )
        uses.append(StationUse(borrowed, tuple(serves), open_tickets))
    results = (TicketResult(ticket, walk, open_tickets) for ticket, walk in walks)
    return tuple(results), tuple(uses)


def ticket_completions(state: GameState, player: PlayerState) -> tuple[tuple[Ticket, bool], ...]:
    """Each ticket of a player and whether it is completed."""
    results, _ = ticket_results(state, player)
    return tuple((result.ticket, result.completed) for result in results)


def _usable(player: PlayerState, borrowings: Iterable[Borrowed]) -> frozenset[str]:
    """The ids of the player's own and borrowed routes."""
    borrowed = {each.route.id for each in borrowings if each.route}
    return frozenset(route.id for route in player.routes) | borrowed


class _Completing:
    """Finds the walks over a player's own and borrowed routes that complete tickets."""

    def __init__(self, board: Board, usable: frozenset[str]) -> None:
        self._board = board
        self._usable = usable
        self._walks: dict[str, ShortestWalks] = {}
        """By ticket end, because many tickets may have the same one."""

    def walk(self, ticket: Ticket) -> tuple[Walk, str] | None:
        """The walk that completes a ticket and the end it leads to; None if it is not completed."""
        ends = self._board.ticket_ends
        if ticket.start not in self._walks:
            starts = ends[ticket.start].places
            self._walks[ticket.start] = shortest_walks(self._board, self._spaces_used, starts)
        for end in ticket.points_by_end:
            done = self._walks[ticket.start].to(ends[end].places)
            if done is not None:
                return done[1], end
        return None

    def _spaces_used(self, route: Route) -> int | None:
        return route.length if route.id in self._usable else None


@dataclass(frozen=True)
class _OpenTickets:
    """The tickets of a player that are not completed.

    What they lack is searched when it is first shown: with hundreds of tickets that takes longer
    than the score.
    """

    state: GameState
    player: str
    usable: frozenset[str]
    idle: tuple[str, ...]
    """The cities of the stations that borrow nothing."""
    tickets: tuple[Ticket, ...]

    @cached_property
    def lacking(self) -> Mapping[Ticket, MissingSpaces | None]:
        """The walk with which each ticket lacks fewest spaces; None if there is none.

        The ticket with the highest value decides first what the stations could borrow.
        """
        search = MissingSpacesSearch(self.state, self.player, self.usable, self.idle)
        lacking = {}
        for ticket in sorted(self.tickets, key=lambda ticket: -ticket.points):
            found = lacking[ticket] = search.fewest(ticket.start, ticket.points_by_end)
            if found is not None:
                search.decide(found.borrowed)
        return lacking

    @cached_property
    def could_borrow(self) -> Mapping[str, Borrowed]:
        """The route that each station could borrow, by city; only stations that help a ticket."""
        lacking = (found for found in self.lacking.values() if found is not None)
        return {borrowed.city: borrowed for found in lacking for borrowed in found.borrowed}
