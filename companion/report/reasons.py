"""Why a cell of the final tally says what it says, and where to see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.drawing.highlight import Highlight
from companion.report import route_facts
from companion.report.highlights import (
    claimed,
    ends,
    ticket_highlight,
    ticket_reason,
    told_walk,
    tour_highlight,
    toured,
    tracks_of,
    trail,
)
from companion.report.score_table import Part, result_table
from companion.rules.board import Board
from companion.rules.final_tally import PlayerTally, StationUse, Tally
from companion.rules.state import Claim, GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_number,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)

Tone = Literal["plain", "completed", "failed"]


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that counted, and how it is seen on the board."""

    title: Phrase
    detail: Phrase | None
    points: str
    highlight: Highlight
    tone: Tone = "plain"
    player: str | None = None
    """Whose it is, where a reason compares players."""
    part: Part | None = None
    """The part of the tally it sums up, which has a reason of its own."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Everything behind one cell."""

    player: str | None
    """Whose cell it is; None for the whole board."""
    title: Phrase
    summary: Phrase
    highlight: Highlight
    """All of it at once."""
    grounds: tuple[Ground, ...]
    one_by_one: bool = False
    """Whether the grounds are there to be stepped through."""


def reason(state: GameState, result: Tally, part: Part, name: str) -> Reason:
    """The reason for what a part brought a player."""
    player = next(each for each in result.players if each.name == name)
    match part:
        case "routes":
            return _routes(state, player)
        case "tickets":
            return _tickets(state, player)
        case "stations":
            return _stations(state, player)
        case "longest_route":
            return _longest_route(state, result, player)
        case "globetrotter":
            return _globetrotter(state, result, player)
        case "grand_tour":
            return _grand_tour(state, player)
        case "total":
            return _total(state, result, player)


def whole_board(result: Tally) -> Reason:
    """Everybody's routes, to look at one after the other."""
    grounds = (
        Ground(
            untranslated(player.name),
            _routes_and_trains(player),
            format_number(player.route_points),
            Highlight(claimed(player)),
            player=player.name,
        )
        for player in result.ranking
    )
    return Reason(
        None,
        phrase("The board"),
        phrase("Tap a player to see their routes."),
        Highlight(),
        tuple(grounds),
    )


def _routes(state: GameState, player: PlayerTally) -> Reason:
    board = state.setup.board
    return Reason(
        player.name,
        phrase(
            "{player}: routes, {points}",
            player=player.name,
            points=points_phrase(player.route_points),
        ),
        _routes_and_trains(player),
        Highlight(claimed(player)),
        tuple(_claim(board, claim) for claim in player.claims),
    )


def _routes_and_trains(player: PlayerTally) -> Phrase:
    spaces = sum(claim.route.length for claim in player.claims)
    return phrase(
        "{routes} · {trains}",
        routes=plural_phrase("{count} route", "{count} routes", len(player.claims)),
        trains=plural_phrase("{count} train used", "{count} trains used", spaces),
    )


def _claim(board: Board, claim: Claim) -> Ground:
    facts = route_facts.claim_facts(board, claim)
    return Ground(
        board.route_title(claim.route),
        phrase("{facts} · entry {number}", facts=facts, number=claim.entry + 1),
        format_signed(claim.points),
        Highlight(((claim.route.id, claim.track),)),
    )


def _tickets(state: GameState, player: PlayerTally) -> Reason:
    board = state.setup.board
    results = player.tickets
    highlights = [ticket_highlight(state, player, each) for each in results if each.completed]
    grounds = tuple(
        Ground(
            untranslated(board.ticket_title(each.ticket)),
            ticket_reason(board, each),
            format_signed(each.points),
            ticket_highlight(state, player, each),
            "completed" if each.completed else "failed",
        )
        for each in results
    )
    return Reason(
        player.name,
        phrase(
            "{player}: tickets, {points}",
            player=player.name,
            points=points_phrase(player.ticket_points),
        ),
        _completed(player),
        Highlight(
            tuple(dict.fromkeys(track for highlight in highlights for track in highlight.tracks)),
            tuple(dict.fromkeys(track for highlight in highlights for track in highlight.borrowed)),
        ),
        grounds,
        one_by_one=True,
    )


def _stations(state: GameState, player: PlayerTally) -> Reason:
    board = state.setup.board
    left = board.stations_per_player - len(player.stations)
    unused = Ground(
        plural_phrase("{count} station not built", "{count} stations not built", left),
        plural_phrase(
            "{count} point each",
            "{count} points each",
            board.bonuses.unused_station,
        ),
        format_signed(player.station_points) if player.station_points else "–",
        Highlight(),
    )
    lent = (use.borrowed.route.id for use in player.stations if use.borrowed.route)
    borrowed = tracks_of(state, player, lent)
    return Reason(
        player.name,
        phrase(
            "{player}: stations, {points}",
            player=player.name,
            points=points_phrase(player.station_points),
        ),
        phrase(
            "Each built station may use one route of another player, for tickets only. "
            "This is the choice that brings most."
        ),
        Highlight(borrowed, borrowed, tuple(use.borrowed.city for use in player.stations)),
        (unused, *(_station(state, player, use) for use in player.stations)),
    )


def _station(state: GameState, player: PlayerTally, use: StationUse) -> Ground:
    board, borrowed = state.setup.board, use.borrowed
    city = board.places[borrowed.city].display_name
    if borrowed.route is None:
        detail = phrase("borrows nothing: no route of the others would help")
        return Ground(city, detail, "", Highlight((), (), (borrowed.city,)), "plain")
    served = comma_separated([board.ticket_title(ticket) for ticket in use.serves])
    tracks = tracks_of(state, player, (borrowed.route.id,))
    return Ground(
        city,
        phrase(
            "borrows {route} of {owner}, for {tickets}",
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
            tickets=served,
        ),
        format_signed(sum(each.points for each in player.tickets if each.ticket in use.serves)),
        Highlight(tracks, tracks, (borrowed.city,)),
        "completed",
    )


def _longest_route(state: GameState, result: Tally, player: PlayerTally) -> Reason:
    board = state.setup.board
    by_length = sorted(result.players, key=lambda each: -each.longest_route.length)
    walk = player.longest_route
    longest = by_length[0].longest_route.length
    if player.holds_longest_route:
        summary = plural_phrase(
            "{count} space without a break, nobody has more",
            "{count} spaces without a break, nobody has more",
            walk.length,
        )
    else:
        summary = plural_phrase(
            "{count} space without a break, {fewer} fewer than the longest",
            "{count} spaces without a break, {fewer} fewer than the longest",
            walk.length,
            fewer=longest - walk.length,
        )
    return Reason(
        player.name,
        phrase(
            "{player}: longest route, {points}",
            player=player.name,
            points=points_phrase(player.longest_route_bonus),
        ),
        summary,
        _longest_highlight(state, player),
        tuple(
            Ground(
                phrase(
                    "{player}: {spaces}",
                    player=each.name,
                    spaces=plural_phrase(
                        "{count} space", "{count} spaces", each.longest_route.length
                    ),
                ),
                untranslated(told_walk(board, each.longest_route.places)),
                format_signed(each.longest_route_bonus) if each.longest_route_bonus else "–",
                _longest_highlight(state, each),
                player=each.name,
            )
            for each in by_length
        ),
    )


def _longest_highlight(state: GameState, player: PlayerTally) -> Highlight:
    walk = player.longest_route
    tracks = tracks_of(state, player, walk.routes)
    return Highlight(tracks, (), ends(walk.places), trail(state, player.name, walk))


def _globetrotter(state: GameState, result: Tally, player: PlayerTally) -> Reason:
    by_count = sorted(result.players, key=lambda each: -each.tickets_completed)
    most = by_count[0].tickets_completed
    if most == 0:
        summary = phrase("Nobody completed a ticket, so nobody has it.")
    elif player.globetrotter_bonus:
        summary = phrase("Nobody completed more tickets.")
    else:
        summary = plural_phrase(
            "{count} ticket completed would have been enough.",
            "{count} tickets completed would have been enough.",
            most,
        )
    return Reason(
        player.name,
        phrase(
            "{player}: Globetrotter, {points}",
            player=player.name,
            points=points_phrase(player.globetrotter_bonus),
        ),
        summary,
        _tickets(state, player).highlight,
        tuple(
            Ground(
                phrase("{player}: {completed}", player=each.name, completed=_completed(each)),
                None,
                format_signed(each.globetrotter_bonus) if each.globetrotter_bonus else "–",
                _tickets(state, each).highlight,
                player=each.name,
            )
            for each in by_count
        ),
    )


def _grand_tour(state: GameState, player: PlayerTally) -> Reason:
    board = state.setup.board
    tours = [(each, tour) for each in player.grand_tours if (tour := each.tour)]
    steps = [
        phrase("{count}: {points}", count=count, points=points)
        for count, points in board.bonuses.grand_tour.items()
    ]
    return Reason(
        player.name,
        phrase(
            "{player}: Grand Tour, {points}",
            player=player.name,
            points=points_phrase(player.grand_tour_bonus),
        ),
        phrase(
            "Completed tickets whose ends are joined by two walks that share no route. "
            "Points by their number: {steps}.",
            steps=comma_separated(steps),
        ),
        Highlight(tracks_of(state, player, toured(player))),
        tuple(
            Ground(
                untranslated(board.ticket_title(each.ticket)),
                phrase(
                    "{one}, and {other}",
                    one=told_walk(board, one.places),
                    other=told_walk(board, other.places),
                ),
                "",
                tour_highlight(state, player, (one, other)),
                "completed",
            )
            for each, (one, other) in tours
        ),
        one_by_one=True,
    )


def _total(state: GameState, result: Tally, player: PlayerTally) -> Reason:
    routes = Highlight(claimed(player))
    grounds = []
    for row in result_table(state, result).rows:
        if row.part == "total":
            continue
        cell = next(each for each in row.cells if each.player == player.name)
        grounds.append(Ground(row.title, cell.note, row.text(cell), routes, part=row.part))
    return Reason(
        player.name,
        phrase("{player}: {points}", player=player.name, points=points_phrase(player.total)),
        plural_phrase("{count} train left", "{count} trains left", player.trains_left),
        routes,
        tuple(grounds),
    )


def _completed(player: PlayerTally) -> Phrase:
    return phrase(
        "{done} of {all} completed", done=player.tickets_completed, all=len(player.tickets)
    )
