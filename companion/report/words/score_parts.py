"""The texts about each score part: what it is, a player's reasons for its points, its reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import (
    claimed_tracks,
    combined,
    end_places,
    passed_routes,
    ticket_highlight,
    tickets_highlight,
    tracks_of,
)
from companion.report.words.part_report import (
    ExplanationRow,
    PartReport,
    RevealStep,
    Tone,
    at_once,
    player_by_player,
)
from companion.report.words.routes import claim_facts, routes_and_trains
from companion.report.words.tickets import (
    completed_of,
    completed_tickets,
    explain_ticket,
    walk_text,
)
from companion.rules.board import Board, District
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import (
    ATTRACTIONS,
    DISTRICTS,
    EXTRA,
    GLOBETROTTER,
    GRAND_TOUR,
    LONGEST_ROUTE,
    MOST_CITIES,
    ROUTES,
    STATIONS,
    TICKETS,
    AttractionsPart,
    ConnectedDistrict,
    DistrictsPart,
    GrandTour,
    GrandTourPart,
    MostCitiesPart,
    OtherPointsPart,
)
from companion.rules.state import GameState
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


_ROUTES: PartReport = PartReport(
    ROUTES.id,
    phrase("Routes"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("routes"),
    caption=lambda player: plural_phrase("{count} route", "{count} routes", len(player.claims)),
    summary=lambda state, _, player: routes_and_trains(state.setup.board, player),
    rows=_route_rows,
    reveal=lambda _, result: at_once(_ROUTES, result, phrase("Points scored during the game.")),
    highlight=lambda _, player: Highlight(claimed_tracks(player)),
    pattern="solid",
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
    """One step per ticket, in rounds: one of each player, then the next one of each.

    A player's failed tickets come first, and low values before high ones. The train of a failed
    ticket stops at the gap; if that is right at the start, it comes from the other end.
    """
    board = state.setup.board
    held: list[tuple[int, PlayerTally, TicketResult]] = []
    for player in result.players:
        hand = sorted(player.tickets, key=lambda each: (each.completed, abs(each.points)))
        held += [(number, player, ticket) for number, ticket in enumerate(hand)]
    for _, player, ticket in sorted(held, key=itemgetter(0)):
        title = board.ticket_title(ticket.ticket)
        highlight, passed = ticket_highlight(state, player, ticket), passed_routes(player, ticket)
        if not passed:
            passed = passed_routes(player, ticket, back=True)
            highlight = replace(highlight, places=highlight.places[::-1])
        yield RevealStep(
            phrase("{player}: {ticket}", player=player.name, ticket=title),
            explain_ticket(board, ticket),
            {player.name: ticket.points},
            replace(highlight, trail=tracks_of(state, player, passed, ticket.could_borrow)),
            _ticket_tone(ticket),
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
    pattern="hatched",
    is_always_listed=True,
    has_step_buttons=True,
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
    points = sum(each.points for each in player.tickets if each.ticket in use.serves)
    tracks = tracks_of(state, player, (borrowed.route.id,))
    return ExplanationRow(
        city,
        phrase(
            # Translators: {points} have a sign and are no points for the station itself.
            "borrows {route} from {owner}, for {tickets} ({points}, counted with the tickets)",
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
            tickets=served,
            points=format_signed(points),
        ),
        "",
        Highlight(tracks, tracks, (borrowed.city,)),
        "completed",
    )


_STATIONS: PartReport = PartReport(
    STATIONS.id,
    phrase("Stations left"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("unused stations"),
    caption=lambda player: plural_phrase("{count} built", "{count} built", len(player.stations)),
    summary=lambda *_: phrase(
        "Each built station lets its owner use one route of another player, for tickets only. "
        "The choice shown scores the most."
    ),
    rows=_station_rows,
    reveal=lambda state, result: at_once(
        _STATIONS,
        result,
        plural_phrase(
            "{count} point for each station not built.",
            "{count} points for each station not built.",
            state.setup.board.bonuses.unused_station,
        ),
    ),
    highlight=_stations_highlight,
)


def _most_of(
    id: str,
    title: Phrase,
    cause: Phrase,
    count: Callable[[PlayerTally], int],
    caption: Callable[[int], Phrase],
    amount: Callable[[int], Phrase],
    highlight: Callable[[GameState, PlayerTally], Highlight],
    detail: Callable[[GameState, PlayerTally], Phrase | None] = lambda *_: None,
) -> PartReport:
    """The report on a bonus for those who have the most of something.

    `count` counts it; `caption` words a number of it in the score table, `amount` in a sentence.
    """

    def summary(_: GameState, result: Tally, player: PlayerTally) -> Phrase:
        most, own = max(map(count, result.players)), count(player)
        if most == 0:
            return phrase("Nobody gets this bonus.")
        if own == most:
            return phrase("{amount}, nobody has more", amount=amount(own))
        return phrase("{amount}, {fewer} fewer than needed", amount=amount(own), fewer=most - own)

    def rows(state: GameState, result: Tally, _: PlayerTally) -> Iterator[ExplanationRow]:
        for each in sorted(result.players, key=lambda player: -count(player)):
            points = each.points(id)
            yield ExplanationRow(
                phrase("{player}: {amount}", player=each.name, amount=caption(count(each))),
                detail(state, each),
                format_signed(points) if points else "–",
                highlight(state, each),
                player=each.name,
            )

    def reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
        winners = [player for player in result.players if player.points(id)]
        most = max(map(count, result.players))
        highlights = [highlight(state, player) for player in winners]
        shown = highlights[0] if len(winners) == 1 else combined(highlights)
        yield from at_once(report, result, amount(most), shown)

    report = PartReport(
        id,
        title,
        cause,
        caption=lambda player: caption(count(player)),
        summary=summary,
        rows=rows,
        reveal=reveal,
        highlight=highlight,
    )
    return report


def _longest_route_highlight(state: GameState, player: PlayerTally) -> Highlight:
    tracks = tracks_of(state, player, player.longest_route.routes)
    return Highlight(tracks, places=end_places(player.longest_route), trail=tracks)


_LONGEST_ROUTE = _most_of(
    LONGEST_ROUTE.id,
    phrase("Longest route"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("the longest route"),
    count=lambda player: player.longest_route.length,
    caption=lambda count: plural_phrase("{count} space", "{count} spaces", count),
    amount=lambda count: plural_phrase("{count} space in a row", "{count} spaces in a row", count),
    highlight=_longest_route_highlight,
    detail=lambda state, player: untranslated(
        walk_text(state.setup.board, player.longest_route.places)
    ),
)

_GLOBETROTTER = _most_of(
    GLOBETROTTER.id,
    phrase("Globetrotter"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("the Globetrotter bonus"),
    count=lambda player: player.tickets_completed,
    caption=lambda count: plural_phrase("{count} completed", "{count} completed", count),
    amount=lambda count: plural_phrase(
        "{count} ticket completed", "{count} tickets completed", count
    ),
    highlight=tickets_highlight,
)


def _most_cities_highlight(state: GameState, player: PlayerTally) -> Highlight:
    part = player.part(MostCitiesPart)
    return Highlight(tracks_of(state, player, part.routes), places=part.cities)


_MOST_CITIES = _most_of(
    MOST_CITIES.id,
    phrase("Most connected cities"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("most connected cities"),
    count=lambda player: len(player.part(MostCitiesPart).cities),
    caption=lambda count: plural_phrase("{count} city", "{count} cities", count),
    amount=lambda count: plural_phrase(
        "{count} city in one network", "{count} cities in one network", count
    ),
    highlight=_most_cities_highlight,
)


def grand_tour_rule(board: Board) -> Phrase:
    """What a Grand Tour is, and its points."""
    points = [str(each) for each in board.bonuses.grand_tour.values()]
    return phrase(
        "Completed tickets whose cities are linked by two separate paths (no route used twice). "
        "Points for one ticket, for two and so on: {points}.",
        points=comma_separated(points),
    )


def _grand_tour_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    board = state.setup.board
    for tour in player.part(GrandTourPart).tours:
        one, other = (walk_text(board, walk.places) for walk in tour.walks)
        yield ExplanationRow(
            untranslated(board.ticket_title(tour.ticket)),
            phrase("{one}, and {other}", one=one, other=other),
            "",
            _tour_highlight(state, player, tour),
            "completed",
        )


def _tour_highlight(state: GameState, player: PlayerTally, tour: GrandTour) -> Highlight:
    """Both walks; the trail goes back along the second if it starts where the first ends."""
    one, other = tour.walks
    back = other.routes[::-1] if end_places(one) == end_places(other) else ()
    return Highlight(
        tracks_of(state, player, one.routes + other.routes),
        places=tuple(dict.fromkeys(end_places(one) + end_places(other))),
        trail=tracks_of(state, player, (*one.routes, *back)),
    )


def _grand_tour_steps(state: GameState, player: PlayerTally) -> Iterator[RevealStep]:
    """One step per ticket that adds points."""
    board = state.setup.board
    bonuses = board.bonuses
    for number, tour in enumerate(player.part(GrandTourPart).tours[: len(bonuses.grand_tour)]):
        title = board.ticket_title(tour.ticket)
        yield RevealStep(
            phrase("{player}: {ticket}", player=player.name, ticket=title),
            phrase("Grand Tour: two separate paths link its cities."),
            {player.name: bonuses.for_grand_tours(number + 1) - bonuses.for_grand_tours(number)},
            _tour_highlight(state, player, tour),
            "completed",
        )


_GRAND_TOUR = PartReport(
    GRAND_TOUR.id,
    phrase("Grand Tour"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("the Grand Tour bonus"),
    caption=lambda player: plural_phrase(
        "{count} ticket", "{count} tickets", len(player.part(GrandTourPart).tours)
    ),
    summary=lambda state, *_: grand_tour_rule(state.setup.board),
    rows=_grand_tour_rows,
    reveal=player_by_player(_grand_tour_steps),
    nobody=phrase("Tickets whose cities are linked by two separate paths (no route used twice)."),
    highlight=lambda state, player: combined(
        _tour_highlight(state, player, tour) for tour in player.part(GrandTourPart).tours
    ),
    has_step_buttons=True,
)


def _attractions_caption(player: PlayerTally) -> Phrase:
    return plural_phrase(
        "{count} reached", "{count} reached", len(player.part(AttractionsPart).places)
    )


def _attractions_summary(state: GameState, _: Tally, player: PlayerTally) -> Phrase:
    points = points_phrase(state.setup.board.bonuses.attraction)
    return phrase(
        "Each attraction that {player}’s routes reach scores {points}.",
        player=player.name,
        points=points,
    )


def _attraction_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    board = state.setup.board
    for place in player.part(AttractionsPart).places:
        title, points = board.places[place].display_name, format_signed(board.bonuses.attraction)
        yield ExplanationRow(title, None, points, Highlight(places=(place,)))


def _attraction_steps(_: GameState, player: PlayerTally) -> Iterator[RevealStep]:
    if player.part(AttractionsPart).places:
        yield RevealStep(
            phrase("{player}: {part}", player=player.name, part=_ATTRACTIONS.title),
            _attractions_caption(player),
            {player.name: player.points(ATTRACTIONS.id)},
            Highlight(places=player.part(AttractionsPart).places),
        )


_ATTRACTIONS: PartReport = PartReport(
    ATTRACTIONS.id,
    phrase("Attractions"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("attractions"),
    caption=_attractions_caption,
    summary=_attractions_summary,
    rows=_attraction_rows,
    reveal=player_by_player(_attraction_steps),
    nobody=phrase("Nobody reached an attraction."),
    highlight=lambda _, player: Highlight(places=player.part(AttractionsPart).places),
)


def district_places(board: Board, district: District) -> Phrase:
    """The names of a district's places."""
    return comma_separated([board.places[place].display_name for place in district.places])


def _district_highlight(
    state: GameState, player: PlayerTally, connected: ConnectedDistrict
) -> Highlight:
    tracks = tracks_of(state, player, connected.routes)
    return Highlight(tracks, places=connected.district.places)


def _district_rows(state: GameState, _: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    """All districts, also those that are not connected."""
    board = state.setup.board
    connected = {each.district: each for each in player.part(DistrictsPart).districts}
    for district in board.districts:
        found = connected.get(district)
        yield ExplanationRow(
            district_places(board, district),
            phrase("connected") if found else phrase("not connected"),
            format_signed(district.points) if found else "–",
            _district_highlight(state, player, found)
            if found
            else Highlight(places=district.places),
            "completed" if found else "plain",
        )


def _district_steps(state: GameState, player: PlayerTally) -> Iterator[RevealStep]:
    for each in player.part(DistrictsPart).districts:
        yield RevealStep(
            phrase("{player}: {part}", player=player.name, part=_DISTRICTS.title),
            district_places(state.setup.board, each.district),
            {player.name: each.district.points},
            _district_highlight(state, player, each),
            "completed",
        )


_DISTRICTS: PartReport = PartReport(
    DISTRICTS.id,
    phrase("Districts"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("districts"),
    caption=lambda player: plural_phrase(
        "{count} connected", "{count} connected", len(player.part(DistrictsPart).districts)
    ),
    summary=lambda _, __, player: phrase(
        "A district scores if {player}’s routes connect all its places with each other.",
        player=player.name,
    ),
    rows=_district_rows,
    reveal=player_by_player(_district_steps),
    nobody=phrase("Nobody connected a district."),
    highlight=lambda state, player: combined(
        _district_highlight(state, player, each) for each in player.part(DistrictsPart).districts
    ),
    has_step_buttons=True,
)


def _extra_rows(_: GameState, __: Tally, player: PlayerTally) -> Iterator[ExplanationRow]:
    for each in player.part(OtherPointsPart).entries:
        title, points = untranslated(each.description), format_signed(each.points)
        yield ExplanationRow(title, None, points, NO_HIGHLIGHT)


def _extra_steps(_: GameState, player: PlayerTally) -> Iterator[RevealStep]:
    entries = player.part(OtherPointsPart).entries
    if entries:
        yield RevealStep(
            phrase("{player}: {part}", player=player.name, part=_EXTRA.title),
            comma_separated([each.description for each in entries]),
            {player.name: player.points(EXTRA.id)},
        )


_EXTRA: PartReport = PartReport(
    EXTRA.id,
    phrase("Other points"),
    # Translators: a part of the score that decided, after “thanks to”.
    phrase("other points"),
    caption=lambda player: plural_phrase(
        "{count} entry", "{count} entries", len(player.part(OtherPointsPart).entries)
    ),
    summary=lambda *_: phrase(
        "Points that the app does not know the rules for, as you entered them."
    ),
    rows=_extra_rows,
    reveal=player_by_player(_extra_steps),
)


PART_REPORTS: Mapping[str, PartReport] = {
    report.id: report
    for report in (
        *(_ROUTES, _TICKETS, _STATIONS, _LONGEST_ROUTE, _GLOBETROTTER, _GRAND_TOUR),
        *(_MOST_CITIES, _ATTRACTIONS, _DISTRICTS, _EXTRA),
    )
}
"""By the id of the score part."""
