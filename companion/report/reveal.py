"""The reveal of a result, step by step: routes, tickets, bonuses, winner.

It only tells what the tally has found out: the last step has the tally's totals and order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.drawing.highlight import Highlight
from companion.report.highlights import ticket_highlight, ticket_reason, tour_highlight, tracks_of
from companion.report.reasons import Tone
from companion.report.score_curve import alone_ahead
from companion.rules.final_tally import PlayerTally, Tally, TicketResult
from companion.rules.state import GameState
from companion.rules.winning import verdict
from companion.rules.wording import Phrase, phrase, plural_phrase

StepKind = Literal[
    "routes", "ticket", "stations", "longest_route", "globetrotter", "grand_tour", "winner"
]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is revealed."""

    kind: StepKind
    title: Phrase
    detail: Phrase
    gains: Mapping[str, int]
    """What it brings, by player; who is not named gets nothing."""
    totals: Mapping[str, int]
    """What everybody has after it."""
    order: tuple[str, ...]
    """The players after it, who leads first."""
    highlight: Highlight
    """What the board shows."""
    tone: Tone = "plain"
    takes_the_lead: str | None = None
    """Who overtakes everybody with it."""


@dataclass(frozen=True, slots=True)
class _Turned:
    """What a step tells, before the totals are counted."""

    kind: StepKind
    title: Phrase
    detail: Phrase
    gains: Mapping[str, int]
    highlight: Highlight
    tone: Tone = "plain"


def reveal(state: GameState, result: Tally) -> tuple[Step, ...]:
    """Every step of the reveal."""
    names = state.setup.names
    totals = dict.fromkeys(names, 0)
    order = names
    leader: str | None = None
    steps = []
    for turned in _turned(state, result):
        for name, points in turned.gains.items():
            totals[name] += points
        # Equals keep their order: nobody is overtaken by who only draws level.
        order = tuple(sorted(order, key=lambda name: -totals[name]))
        ahead = alone_ahead(totals)
        overtakes = ahead if ahead and leader and ahead != leader else None
        leader = ahead or leader
        if turned.kind == "winner":
            order, overtakes = tuple(player.name for player in result.ranking), None
        steps.append(
            Step(
                turned.kind,
                turned.title,
                turned.detail,
                turned.gains,
                dict(totals),
                order,
                turned.highlight,
                turned.tone,
                overtakes,
            )
        )
    return tuple(steps)


def _turned(state: GameState, result: Tally) -> Iterator[_Turned]:
    players = result.players
    yield _Turned(
        "routes",
        phrase("Routes"),
        phrase("What everybody has scored during the game."),
        {player.name: player.route_points for player in players},
        Highlight(),
    )
    for player, ticket in _in_order(players):
        yield _ticket(state, player, ticket)
    yield from _bonuses(state, players)
    yield _Turned("winner", _winner(result), verdict(result), {}, Highlight())


def _in_order(players: tuple[PlayerTally, ...]) -> list[tuple[PlayerTally, TicketResult]]:
    """Failed tickets first, then the others; small ones before large ones in both."""
    held = [(player, ticket) for player in players for ticket in player.tickets]
    return sorted(held, key=lambda each: (each[1].completed, abs(each[1].points)))


def _ticket(state: GameState, player: PlayerTally, ticket: TicketResult) -> _Turned:
    board = state.setup.board
    return _Turned(
        "ticket",
        phrase("{player}: {ticket}", player=player.name, ticket=board.ticket_title(ticket.ticket)),
        ticket_reason(board, ticket),
        {player.name: ticket.points},
        ticket_highlight(state, player, ticket),
        "completed" if ticket.completed else "failed",
    )


def _bonuses(state: GameState, players: tuple[PlayerTally, ...]) -> Iterator[_Turned]:
    bonuses = state.setup.board.bonuses
    if bonuses.unused_station:
        yield _Turned(
            "stations",
            phrase("Stations left"),
            plural_phrase(
                "{count} point for each that was not built.",
                "{count} points for each that was not built.",
                bonuses.unused_station,
            ),
            {player.name: player.station_points for player in players if player.station_points},
            Highlight(),
        )
    if state.setup.longest_route_bonus:
        holders = [player for player in players if player.holds_longest_route]
        yield _Turned(
            "longest_route",
            phrase("Longest route"),
            plural_phrase(
                "{count} space without a break.",
                "{count} spaces without a break.",
                holders[0].longest_route.length if holders else 0,
            ),
            {player.name: player.longest_route_bonus for player in holders},
            Highlight(
                tuple(
                    track
                    for player in holders
                    for track in tracks_of(state, player, player.longest_route.routes)
                )
            ),
        )
    if bonuses.globetrotter:
        trotters = [player for player in players if player.globetrotter_bonus]
        yield _Turned(
            "globetrotter",
            phrase("Globetrotter"),
            plural_phrase(
                "{count} ticket completed.",
                "{count} tickets completed.",
                trotters[0].tickets_completed if trotters else 0,
            ),
            {player.name: player.globetrotter_bonus for player in trotters},
            Highlight(),
        )
    if bonuses.grand_tour:
        yield from _grand_tours(state, players)


def _grand_tours(state: GameState, players: tuple[PlayerTally, ...]) -> Iterator[_Turned]:
    """One ticket after the other, with what it adds to those before; or that nobody has one."""
    board, nobody = state.setup.board, True
    for player in players:
        tours = [(each, tour) for each in player.grand_tours if (tour := each.tour)]
        for number, (result, tour) in enumerate(tours[: len(board.bonuses.grand_tour)]):
            nobody = False
            before, now = map(board.bonuses.for_grand_tours, (number, number + 1))
            yield _Turned(
                "grand_tour",
                phrase(
                    "{player}: {ticket}",
                    player=player.name,
                    ticket=board.ticket_title(result.ticket),
                ),
                phrase("Grand Tour: two walks join its ends and share no route."),
                {player.name: now - before},
                tour_highlight(state, player, tour),
                "completed",
            )
    if nobody:
        yield _Turned(
            "grand_tour",
            phrase("Grand Tour"),
            phrase("Tickets whose ends are joined by two walks that share no route."),
            {},
            Highlight(),
        )


def _winner(result: Tally) -> Phrase:
    if result.decided_by == "shared":
        return phrase("A shared victory")
    return phrase("{player} wins", player=result.winners[0])
