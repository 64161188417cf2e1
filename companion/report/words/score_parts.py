"""Texts about routes, tickets, stations and other points, and the reports on all score parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import (
    claimed_tracks,
    ticket_highlight,
    tickets_highlight,
    tracks_of,
)
from companion.report.words.bonuses import ATTRACTIONS_REPORT as ATTRACTIONS_REPORT
from companion.report.words.bonuses import GLOBETROTTER_REPORT as GLOBETROTTER_REPORT
from companion.report.words.bonuses import GRAND_TOUR_REPORT as GRAND_TOUR_REPORT
from companion.report.words.bonuses import LONGEST_ROUTE_REPORT as LONGEST_ROUTE_REPORT
from companion.report.words.bonuses import MOST_CITIES_REPORT as MOST_CITIES_REPORT
from companion.report.words.part_report import (
    Explanation,
    ExplanationRow,
    PartReport,
    RevealStep,
    Tone,
)
from companion.report.words.routes import claim_facts, routes_and_trains
from companion.report.words.tickets import completed_of, completed_tickets, explain_ticket
from companion.rules.board import Board
from companion.rules.events import OtherPoints
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import EXTRA, ROUTES, STATIONS, TICKETS, OtherPointsPart
from companion.rules.state import Claim, GameState
from companion.rules.ticket_results import StationUse, TicketResult
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def _routes_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} route", "{count} routes", len(player.claims))


def _explain_routes(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board = state.setup.board
    return Explanation(
        player.name,
        phrase(
            "{player}: routes, {points}",
            player=player.name,
            points=points_phrase(player.points(ROUTES.id)),
        ),
        routes_and_trains(player),
        Highlight(claimed_tracks(player)),
        tuple(_explain_claim(board, claim) for claim in player.claims),
    )


def _explain_claim(board: Board, claim: Claim) -> ExplanationRow:
    facts = claim_facts(board, claim)
    return ExplanationRow(
        board.route_title(claim.route),
        phrase("{facts} · entry {number}", facts=facts, number=claim.entry + 1),
        format_signed(claim.points),
        Highlight(((claim.route.id, claim.track),)),
    )


def _reveal_routes(_: GameState, result: Tally) -> Iterator[RevealStep]:
    yield RevealStep(
        ROUTES_REPORT.title,
        phrase("Points scored during the game."),
        {player.name: player.points(ROUTES.id) for player in result.players},
    )


ROUTES_REPORT = PartReport(
    title=phrase("Routes"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("routes"),
    note=_routes_note,
    explain=_explain_routes,
    reveal=_reveal_routes,
    fill="solid",
    has_sign=False,
    is_always_shared=True,
)


def _explain_tickets(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board = state.setup.board
    return Explanation(
        player.name,
        phrase(
            "{player}: tickets, {points}",
            player=player.name,
            points=points_phrase(player.points(TICKETS.id)),
        ),
        completed_tickets(player),
        tickets_highlight(state, player),
        tuple(
            ExplanationRow(
                untranslated(board.ticket_title(each.ticket)),
                explain_ticket(board, each),
                format_signed(each.points),
                ticket_highlight(state, player, each),
                _tickets_tone(each),
            )
            for each in player.tickets
        ),
        has_step_buttons=True,
    )


def _reveal_tickets(state: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per ticket: failed ones first, and low values before high ones."""
    board = state.setup.board
    held = [(player, ticket) for player in result.players for ticket in player.tickets]
    held.sort(key=lambda each: (each[1].completed, abs(each[1].points)))
    for player, ticket in held:
        title = board.ticket_title(ticket.ticket)
        yield RevealStep(
            phrase("{player}: {ticket}", player=player.name, ticket=title),
            explain_ticket(board, ticket),
            {player.name: ticket.points},
            ticket_highlight(state, player, ticket),
            _tickets_tone(ticket),
            format_signed(ticket.points),
        )


def _tickets_tone(ticket: TicketResult) -> Tone:
    return "completed" if ticket.completed else "failed"


TICKETS_REPORT = PartReport(
    title=phrase("Tickets"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("tickets"),
    note=completed_of,
    explain=_explain_tickets,
    reveal=_reveal_tickets,
    fill="hatched",
    is_always_shared=True,
)


def _stations_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} built", "{count} built", len(player.stations))


def _explain_stations(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, points = state.setup.board, player.points(STATIONS.id)
    left = board.stations_per_player - len(player.stations)
    not_built = ExplanationRow(
        plural_phrase("{count} station not built", "{count} stations not built", left),
        plural_phrase(
            "{count} point per station",
            "{count} points per station",
            board.bonuses.unused_station,
        ),
        format_signed(points) if points else "–",
        NO_HIGHLIGHT,
    )
    routes = (use.borrowed.route.id for use in player.stations if use.borrowed.route)
    borrowed = tracks_of(state, player, routes)
    return Explanation(
        player.name,
        phrase("{player}: stations, {points}", player=player.name, points=points_phrase(points)),
        phrase(
            "Each built station lets its owner use one route of another player, for tickets only. "
            "The choice shown scores the most."
        ),
        Highlight(borrowed, borrowed, tuple(use.borrowed.city for use in player.stations)),
        (not_built, *(_explain_station(state, player, use) for use in player.stations)),
    )


def _explain_station(state: GameState, player: PlayerTally, use: StationUse) -> ExplanationRow:
    board, borrowed = state.setup.board, use.borrowed
    city = board.places[borrowed.city].display_name
    could = use.could_borrow
    if could is not None and could.route is not None:
        tracks = tracks_of(state, player, (could.route.id,), (could,))
        detail = phrase(
            "could borrow {route} from {owner}, but that completes no ticket",
            route=board.route_title(could.route),
            owner=could.owner,
        )
        return ExplanationRow(city, detail, "", Highlight(tracks, tracks, (could.city,)))
    if borrowed.route is None:
        detail = phrase("borrows nothing: no other player’s route would help")
        return ExplanationRow(city, detail, "", Highlight(places=(borrowed.city,)))
    served = comma_separated([board.ticket_title(ticket) for ticket in use.serves])
    tracks = tracks_of(state, player, (borrowed.route.id,))
    return ExplanationRow(
        city,
        phrase(
            "borrows {route} from {owner}, for {tickets}",
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
            tickets=served,
        ),
        format_signed(sum(each.points for each in player.tickets if each.ticket in use.serves)),
        Highlight(tracks, tracks, (borrowed.city,)),
        "completed",
    )


def _reveal_stations(state: GameState, result: Tally) -> Iterator[RevealStep]:
    yield RevealStep(
        STATIONS_REPORT.title,
        plural_phrase(
            "{count} point for each station not built.",
            "{count} points for each station not built.",
            state.setup.board.bonuses.unused_station,
        ),
        {
            player.name: points
            for player in result.players
            if (points := player.points(STATIONS.id))
        },
    )


STATIONS_REPORT = PartReport(
    title=phrase("Stations left"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("unused stations"),
    note=_stations_note,
    explain=_explain_stations,
    reveal=_reveal_stations,
)


def _extra_entries(player: PlayerTally) -> tuple[OtherPoints, ...]:
    part = player.part(OtherPointsPart)
    return part.entries if part else ()


def _extra_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} entry", "{count} entries", len(_extra_entries(player)))


def _explain_extra(_: GameState, __: Tally, player: PlayerTally) -> Explanation:
    return Explanation(
        player.name,
        phrase(
            "{player}: other points, {points}",
            player=player.name,
            points=points_phrase(player.points(EXTRA.id)),
        ),
        phrase("Points that the app does not know the rules for, as you entered them."),
        NO_HIGHLIGHT,
        tuple(
            ExplanationRow(
                untranslated(entry.description), None, format_signed(entry.points), NO_HIGHLIGHT
            )
            for entry in _extra_entries(player)
        ),
    )


def _reveal_extra(_: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per player who has other points."""
    for player in result.players:
        entries = _extra_entries(player)
        if entries:
            yield RevealStep(
                phrase("{player}: {part}", player=player.name, part=EXTRA_REPORT.title),
                comma_separated([entry.description for entry in entries]),
                {player.name: player.points(EXTRA.id)},
            )


EXTRA_REPORT = PartReport(
    title=phrase("Other points"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("other points"),
    note=_extra_note,
    explain=_explain_extra,
    reveal=_reveal_extra,
)


_REPORTS: Mapping[str, PartReport] = {
    "routes": ROUTES_REPORT,
    "tickets": TICKETS_REPORT,
    "stations": STATIONS_REPORT,
    "longest_route": LONGEST_ROUTE_REPORT,
    "globetrotter": GLOBETROTTER_REPORT,
    "grand_tour": GRAND_TOUR_REPORT,
    "most_cities": MOST_CITIES_REPORT,
    "attractions": ATTRACTIONS_REPORT,
    "extra": EXTRA_REPORT,
}


def part_report(part_id: str) -> PartReport:
    """The report on a score part."""
    return _REPORTS[part_id]
