"""Which tickets a player has completed, by which walk, and which stations helped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.borrowing import Borrowed, best_borrowing
from companion.rules.missing_spaces import MissingSpacesSearch
from companion.rules.network import Walk, walk_between

if TYPE_CHECKING:
    from companion.rules.board import Board, Route
    from companion.rules.events import Ticket
    from companion.rules.state import GameState, PlayerState


@dataclass(frozen=True, slots=True)
class TicketResult:
    """A ticket at the end of the game, and why it counts as it does."""

    ticket: Ticket
    completed: bool
    walk: Walk | None
    """The walk that completes it or, if it is not completed, the one that lacks fewest spaces;
    None if the routes of other players leave no walk."""
    missing: int
    """Train spaces of that walk the player does not have."""
    end: str
    """The ticket end that walk leads to: of several reached ends the one with the most points."""
    could_borrow: tuple[Borrowed, ...] = ()
    """If it is not completed, the routes of that walk that unused stations could borrow."""

    @property
    def points(self) -> int:
        """The ticket's value, negative if it is not completed."""
        return self.ticket.points_by_end[self.end] if self.completed else -self.ticket.penalty


@dataclass(frozen=True, slots=True)
class StationUse:
    """A built station at the end of the game."""

    borrowed: Borrowed
    serves: tuple[Ticket, ...]
    """The tickets whose walk uses the borrowed route."""


def ticket_results(
    state: GameState, player: PlayerState
) -> tuple[tuple[TicketResult, ...], tuple[StationUse, ...]]:
    """All tickets of a player, scored with the best use of the stations, and that use."""
    borrowings = best_borrowing(state, player)
    usable = _usable(player, borrowings)
    idle = [borrowed.city for borrowed in borrowings if borrowed.route is None]
    search = MissingSpacesSearch(state, player.name, usable, idle)
    results = tuple(_ticket_result(state, ticket, usable, search) for ticket in player.tickets)
    uses = []
    for borrowed in borrowings:
        serves = (
            result.ticket
            for result in results
            if result.completed
            and result.walk
            and borrowed.route
            and borrowed.route.id in result.walk.routes
        )
        uses.append(StationUse(borrowed, tuple(serves)))
    return results, tuple(uses)


def ticket_completions(state: GameState, player: PlayerState) -> tuple[tuple[Ticket, bool], ...]:
    """Each ticket of a player and whether it is completed, without searching for missing spaces."""
    usable = _usable(player, best_borrowing(state, player))
    board = state.setup.board
    return tuple(
        (ticket, _completing(board, ticket, usable) is not None) for ticket in player.tickets
    )


def _usable(player: PlayerState, borrowings: Iterable[Borrowed]) -> set[str]:
    """The ids of the player's own and borrowed routes."""
    borrowed = {each.route.id for each in borrowings if each.route}
    return {route.id for route in player.routes} | borrowed


def _completing(board: Board, ticket: Ticket, usable: set[str]) -> tuple[Walk, str] | None:
    """The walk that completes a ticket and the end it leads to; None if it is not completed."""

    def spaces_used(route: Route) -> int | None:
        return route.length if route.id in usable else None

    for end in ticket.points_by_end:
        done = walk_between(board, spaces_used, ticket.start, end)
        if done is not None:
            return done[1], end
    return None


def _ticket_result(
    state: GameState, ticket: Ticket, usable: set[str], search: MissingSpacesSearch
) -> TicketResult:
    done = _completing(state.setup.board, ticket, usable)
    if done is not None:
        return TicketResult(ticket, True, done[0], 0, done[1])
    lacking = [
        (found, end)
        for end in ticket.points_by_end
        if (found := search.fewest(ticket.start, end)) is not None
    ]
    if not lacking:
        return TicketResult(ticket, False, None, 0, ticket.end)
    fewest, end = min(lacking, key=lambda each: (each[0].spaces, len(each[0].borrowed)))
    return TicketResult(ticket, False, fewest.walk, fewest.spaces, end, fewest.borrowed)
