"""Score part: points by the number of completed tickets whose ends two disjoint walks join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.disjoint_walks import disjoint_walks
from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.events import Ticket
    from companion.rules.final_tally import PlayerTally
    from companion.rules.network import Walk
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class GrandTour:
    """A completed ticket with two walks between its ends over own routes that share no route."""

    ticket: Ticket
    walks: tuple[Walk, Walk]


@dataclass(frozen=True, slots=True)
class GrandTourPart(ScorePart):
    """The points for a player's Grand Tours together."""

    tours: tuple[GrandTour, ...]


def _applies_to(state: GameState) -> bool:
    return bool(state.setup.board.bonuses.grand_tour)


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[GrandTourPart]:
    bonuses = state.setup.board.bonuses
    found = [_tours(state, player) for player in players]
    return [GrandTourPart(RULE.id, bonuses.for_grand_tours(len(tours)), tours) for tours in found]


def _tours(state: GameState, player: PlayerTally) -> tuple[GrandTour, ...]:
    ends, routes = state.setup.board.ticket_ends, state.players[player.name].routes
    tours = []
    for result in player.tickets:
        if not result.completed:
            continue
        walks = disjoint_walks(routes, ends[result.ticket.start].places, ends[result.end].places)
        if walks is not None:
            tours.append(GrandTour(result.ticket, walks))
    return tuple(tours)


RULE = PartRule("grand_tour", _score, _applies_to)
