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
from companion.report.words.bonuses import BONUS_REPORTS
from companion.report.words.part_report import ExplanationRow, PartReport, RevealStep, Tone
from companion.report.words.routes import claim_facts, routes_and_trains
from companion.report.words.tickets import completed_of, completed_tickets, explain_ticket
from companion.rules.events import OtherPoints
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import EXTRA, ROUTES, STATIONS, TICKETS, OtherPointsPart
from companion.rules.state import GameState
from companion.rules.ticket_results import StationUse, TicketResult
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_signed,
    phrase,
    plural_phrase,
    untranslated,
)


def _route_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    board = state.setup.board
    for claim in player.claims:
        facts = claim_facts(board, claim)
        yield ExplanationRow(
            board.route_title(claim.route),
            phrase("{facts} · entry {number}", facts=facts, number=claim.entry + 1),
            format_signed(claim.points),
            Highlight(((claim.route.id, claim.track),)),
        )


def _reveal_routes(_: GameState, result: Tally) -> Iterator[RevealStep]:
    yield RevealStep(_ROUTES.title, phrase("Points scored during the game."), _ROUTES.gains(result))


_ROUTES = PartReport(
    ROUTES.id,
    phrase("Routes"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("routes"),
    caption=lambda player: plural_phrase("{count} route", "{count} routes", len(player.claims)),
    summary=lambda _, __, player: routes_and_trains(player),
    rows=_route_rows,
    reveal=_reveal_routes,
    highlight=lambda _, player: Highlight(claimed_tracks(player)),
    fill="solid",
    has_sign=False,
    is_always_listed=True,
)


def _ticket_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    board = state.setup.board
    for each in player.tickets:
        yield ExplanationRow(
            untranslated(board.ticket_title(each.ticket)),
            explain_ticket(board, each),
            format_signed(each.points),
            ticket_highlight(state, player, each),
            _ticket_tone(each),
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
            _ticket_tone(ticket),
            format_signed(ticket.points),
        )


def _ticket_tone(ticket: TicketResult) -> Tone:
    return "completed" if ticket.completed else "failed"


_TICKETS = PartReport(
    TICKETS.id,
    phrase("Tickets"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("tickets"),
    caption=completed_of,
    summary=lambda _, __, player: completed_tickets(player),
    rows=_ticket_rows,
    reveal=_reveal_tickets,
    highlight=tickets_highlight,
    fill="hatched",
    is_always_listed=True,
    has_step_buttons=True,
)


def _stations_summary(*_: object) -> Phrase:
    return phrase(
        "Each built station lets its owner use one route of another player, for tickets only. "
        "The choice shown scores the most."
    )


def _stations_highlight(state: GameState, player: PlayerTally) -> Highlight:
    routes = (use.borrowed.route.id for use in player.stations if use.borrowed.route)
    borrowed = tracks_of(state, player, routes)
    return Highlight(borrowed, borrowed, tuple(use.borrowed.city for use in player.stations))


def _station_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    board, points = state.setup.board, player.points(STATIONS.id)
    left = board.stations_per_player - len(player.stations)
    yield ExplanationRow(
        plural_phrase("{count} station not built", "{count} stations not built", left),
        plural_phrase(
            "{count} point per station",
            "{count} points per station",
            board.bonuses.unused_station,
        ),
        format_signed(points) if points else "–",
        NO_HIGHLIGHT,
    )
    for use in player.stations:
        yield _station_row(state, player, use)


def _station_row(state: GameState, player: PlayerTally, use: StationUse) -> ExplanationRow:
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
        _STATIONS.title,
        plural_phrase(
            "{count} point for each station not built.",
            "{count} points for each station not built.",
            state.setup.board.bonuses.unused_station,
        ),
        _STATIONS.gains(result),
    )


_STATIONS = PartReport(
    STATIONS.id,
    phrase("Stations left"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("unused stations"),
    caption=lambda player: plural_phrase("{count} built", "{count} built", len(player.stations)),
    summary=_stations_summary,
    rows=_station_rows,
    reveal=_reveal_stations,
    highlight=_stations_highlight,
)


def _extra_entries(player: PlayerTally) -> tuple[OtherPoints, ...]:
    part = player.part(OtherPointsPart)
    return part.entries if part else ()


def _extra_caption(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} entry", "{count} entries", len(_extra_entries(player)))


def _extra_rows(_: GameState, __: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    for entry in _extra_entries(player):
        title, points = untranslated(entry.description), format_signed(entry.points)
        yield ExplanationRow(title, None, points, NO_HIGHLIGHT)


def _extra_summary(*_: object) -> Phrase:
    return phrase("Points that the app does not know the rules for, as you entered them.")


def _reveal_extra(_: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per player who has other points."""
    for player in result.players:
        entries = _extra_entries(player)
        if entries:
            yield RevealStep(
                phrase("{player}: {part}", player=player.name, part=_EXTRA.title),
                comma_separated([entry.description for entry in entries]),
                {player.name: player.points(EXTRA.id)},
            )


_EXTRA = PartReport(
    EXTRA.id,
    phrase("Other points"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("other points"),
    caption=_extra_caption,
    summary=_extra_summary,
    rows=_extra_rows,
    reveal=_reveal_extra,
)


_REPORTS: Mapping[str, PartReport] = {
    report.id: report for report in (_ROUTES, _TICKETS, _STATIONS, *BONUS_REPORTS, _EXTRA)
}


def part_report(part_id: str) -> PartReport:
    """The report on a score part."""
    return _REPORTS[part_id]
