"""Texts about bonuses: longest route, Globetrotter, Grand Tour, most cities, attractions."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report.highlights import end_places, tickets_highlight, tracks_of, walk_tracks
from companion.report.words.part_report import (
    Explanation,
    ExplanationRow,
    PartReport,
    RevealStep,
    comparison_row,
)
from companion.report.words.tickets import completed_tickets, walk_text
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import (
    ATTRACTIONS,
    GLOBETROTTER,
    GRAND_TOUR,
    LONGEST_ROUTE,
    MOST_CITIES,
    AttractionsPart,
    GrandTour,
    GrandTourPart,
    MostCitiesPart,
)
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def _longest_route_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} space", "{count} spaces", player.longest_route.length)


def _explain_longest_route(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    board, points = state.setup.board, player.points(LONGEST_ROUTE.id)
    by_length = sorted(result.players, key=lambda each: -each.longest_route.length)
    length, longest = player.longest_route.length, by_length[0].longest_route.length
    if points:
        summary = plural_phrase(
            "{count} space in a row, nobody has more",
            "{count} spaces in a row, nobody has more",
            length,
        )
    else:
        summary = plural_phrase(
            "{count} space in a row, {fewer} fewer than the longest",
            "{count} spaces in a row, {fewer} fewer than the longest",
            length,
            fewer=longest - length,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: longest route, {points}", player=player.name, points=points_phrase(points)
        ),
        summary,
        _longest_route_highlight(state, player),
        tuple(
            comparison_row(
                each,
                LONGEST_ROUTE.id,
                phrase("{player}: {spaces}", player=each.name, spaces=_longest_route_note(each)),
                _longest_route_highlight(state, each),
                untranslated(walk_text(board, each.longest_route.places)),
            )
            for each in by_length
        ),
    )


def _longest_route_highlight(state: GameState, player: PlayerTally) -> Highlight:
    walk = player.longest_route
    return Highlight(
        tracks_of(state, player, walk.routes),
        places=end_places(walk),
        trail=walk_tracks(state, player.name, walk),
    )


def _reveal_longest_route(state: GameState, result: Tally) -> Iterator[RevealStep]:
    holders = [player for player in result.players if player.points(LONGEST_ROUTE.id)]
    yield RevealStep(
        LONGEST_ROUTE_REPORT.title,
        plural_phrase(
            "{count} space in a row.",
            "{count} spaces in a row.",
            holders[0].longest_route.length if holders else 0,
        ),
        {player.name: player.points(LONGEST_ROUTE.id) for player in holders},
        Highlight(
            tuple(
                track
                for player in holders
                for track in tracks_of(state, player, player.longest_route.routes)
            )
        ),
    )


def _longest_route_rule(setup: Setup) -> Phrase | None:
    bonus = setup.longest_route_bonus
    if not bonus:
        return None
    return phrase(
        "Longest route: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


LONGEST_ROUTE_REPORT = PartReport(
    title=phrase("Longest route"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the longest route"),
    note=_longest_route_note,
    explain=_explain_longest_route,
    reveal=_reveal_longest_route,
    rule=_longest_route_rule,
)


def _globetrotter_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} completed", "{count} completed", player.tickets_completed)


def _explain_globetrotter(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    points = player.points(GLOBETROTTER.id)
    by_count = sorted(result.players, key=lambda each: -each.tickets_completed)
    most = by_count[0].tickets_completed
    if most == 0:
        summary = phrase("Nobody completed a ticket, so nobody gets the bonus.")
    elif points:
        summary = phrase("Nobody completed more tickets.")
    else:
        summary = plural_phrase(
            "{count} completed ticket would have earned the bonus.",
            "{count} completed tickets would have earned the bonus.",
            most,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: Globetrotter, {points}", player=player.name, points=points_phrase(points)
        ),
        summary,
        tickets_highlight(state, player),
        tuple(
            comparison_row(
                each,
                GLOBETROTTER.id,
                phrase(
                    "{player}: {completed}", player=each.name, completed=completed_tickets(each)
                ),
                tickets_highlight(state, each),
            )
            for each in by_count
        ),
    )


def _reveal_globetrotter(_: GameState, result: Tally) -> Iterator[RevealStep]:
    winners = [player for player in result.players if player.points(GLOBETROTTER.id)]
    yield RevealStep(
        GLOBETROTTER_REPORT.title,
        plural_phrase(
            "{count} ticket completed.",
            "{count} tickets completed.",
            winners[0].tickets_completed if winners else 0,
        ),
        {player.name: player.points(GLOBETROTTER.id) for player in winners},
    )


def _globetrotter_rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.globetrotter
    if not bonus:
        return None
    return phrase(
        "Globetrotter, most completed tickets: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


GLOBETROTTER_REPORT = PartReport(
    title=phrase("Globetrotter"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the Globetrotter bonus"),
    note=_globetrotter_note,
    explain=_explain_globetrotter,
    reveal=_reveal_globetrotter,
    rule=_globetrotter_rule,
)


def grand_tours(player: PlayerTally) -> tuple[GrandTour, ...]:
    """A player's Grand Tours; empty if the game does not have them."""
    part = player.part(GrandTourPart)
    return part.tours if part else ()


def _grand_tour_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} ticket", "{count} tickets", len(grand_tours(player)))


def _explain_grand_tour(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, tours = state.setup.board, grand_tours(player)
    most = len(board.bonuses.grand_tour)
    steps = [
        phrase("{count} or more: {points}", count=count, points=points)
        if count == most
        else phrase("{count}: {points}", count=count, points=points)
        for count, points in board.bonuses.grand_tour.items()
    ]
    routes = (route for tour in tours for walk in tour.walks for route in walk.routes)
    return Explanation(
        player.name,
        phrase(
            "{player}: Grand Tour, {points}",
            player=player.name,
            points=points_phrase(player.points(GRAND_TOUR.id)),
        ),
        phrase(
            "Completed tickets whose cities are linked by two separate paths (no route used "
            "twice). Points by number of tickets – {steps}.",
            steps=comma_separated(steps),
        ),
        Highlight(tracks_of(state, player, routes)),
        tuple(_explain_tour(state, player, tour) for tour in tours),
        has_step_buttons=True,
    )


def _explain_tour(state: GameState, player: PlayerTally, tour: GrandTour) -> ExplanationRow:
    board = state.setup.board
    one, other = (walk_text(board, walk.places) for walk in tour.walks)
    return ExplanationRow(
        untranslated(board.ticket_title(tour.ticket)),
        phrase("{one}, and {other}", one=one, other=other),
        "",
        _grand_tour_highlight(state, player, tour),
        "completed",
    )


def _grand_tour_highlight(state: GameState, player: PlayerTally, tour: GrandTour) -> Highlight:
    """Both walks; the trail goes back along the second if it starts where the first ends."""
    one, other = tour.walks
    is_round_trip = end_places(one) == end_places(other)
    return Highlight(
        tracks_of(state, player, one.routes + other.routes),
        places=tuple(dict.fromkeys(end_places(one) + end_places(other))),
        trail=walk_tracks(state, player.name, one, other if is_round_trip else None),
    )


def _reveal_grand_tour(state: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per ticket that adds points, or one step without points if there is none."""
    board, has_tours = state.setup.board, False
    for player in result.players:
        for number, tour in enumerate(grand_tours(player)[: len(board.bonuses.grand_tour)]):
            has_tours = True
            before, now = map(board.bonuses.for_grand_tours, (number, number + 1))
            yield RevealStep(
                phrase(
                    "{player}: {ticket}",
                    player=player.name,
                    ticket=board.ticket_title(tour.ticket),
                ),
                phrase("Grand Tour: two separate paths link its cities."),
                {player.name: now - before},
                _grand_tour_highlight(state, player, tour),
                "completed",
            )
    if not has_tours:
        yield RevealStep(
            GRAND_TOUR_REPORT.title,
            phrase("Tickets whose cities are linked by two separate paths (no route used twice)."),
        )


GRAND_TOUR_REPORT = PartReport(
    title=phrase("Grand Tour"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the Grand Tour bonus"),
    note=_grand_tour_note,
    explain=_explain_grand_tour,
    reveal=_reveal_grand_tour,
)


def _most_cities_count(player: PlayerTally) -> int:
    part = player.part(MostCitiesPart)
    return len(part.cities) if part else 0


def _most_cities_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} city", "{count} cities", _most_cities_count(player))


def _most_cities_highlight(state: GameState, player: PlayerTally) -> Highlight:
    part = player.part(MostCitiesPart)
    if part is None:
        return Highlight()
    return Highlight(tracks_of(state, player, part.routes), places=part.cities)


def _explain_most_cities(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    points = player.points(MOST_CITIES.id)
    by_count = sorted(result.players, key=lambda each: -_most_cities_count(each))
    most = _most_cities_count(by_count[0])
    if most == 0:
        summary = phrase("Nobody claimed a route, so nobody gets it.")
    elif points:
        summary = phrase("Nobody connected more cities in one network.")
    else:
        summary = plural_phrase(
            "{count} connected city would have been enough.",
            "{count} connected cities would have been enough.",
            most,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: most connected cities, {points}",
            player=player.name,
            points=points_phrase(points),
        ),
        summary,
        _most_cities_highlight(state, player),
        tuple(
            comparison_row(
                each,
                MOST_CITIES.id,
                phrase("{player}: {cities}", player=each.name, cities=_most_cities_note(each)),
                _most_cities_highlight(state, each),
            )
            for each in by_count
        ),
    )


def _reveal_most_cities(state: GameState, result: Tally) -> Iterator[RevealStep]:
    winners = [player for player in result.players if player.points(MOST_CITIES.id)]
    yield RevealStep(
        MOST_CITIES_REPORT.title,
        plural_phrase(
            "{count} city in one network.",
            "{count} cities in one network.",
            _most_cities_count(winners[0]) if winners else 0,
        ),
        {player.name: player.points(MOST_CITIES.id) for player in winners},
        _most_cities_highlight(state, winners[0]) if len(winners) == 1 else Highlight(),
    )


def _most_cities_rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.most_cities
    if not bonus:
        return None
    return phrase(
        "Most cities in one network: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


MOST_CITIES_REPORT = PartReport(
    title=phrase("Most connected cities"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("most connected cities"),
    note=_most_cities_note,
    explain=_explain_most_cities,
    reveal=_reveal_most_cities,
    rule=_most_cities_rule,
)


def _attractions_places(player: PlayerTally) -> tuple[str, ...]:
    part = player.part(AttractionsPart)
    return part.places if part else ()


def _attractions_note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} reached", "{count} reached", len(_attractions_places(player)))


def _explain_attractions(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, reached = state.setup.board, _attractions_places(player)
    return Explanation(
        player.name,
        phrase(
            "{player}: attractions, {points}",
            player=player.name,
            points=points_phrase(player.points(ATTRACTIONS.id)),
        ),
        phrase(
            "Each attraction that {player}’s routes reach scores {points}.",
            player=player.name,
            points=points_phrase(board.bonuses.attraction),
        ),
        Highlight(places=reached),
        tuple(
            ExplanationRow(
                board.places[place].display_name,
                None,
                format_signed(board.bonuses.attraction),
                Highlight(places=(place,)),
            )
            for place in reached
        ),
    )


def _reveal_attractions(_: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per player who reached an attraction, or one step without points."""
    players = [player for player in result.players if _attractions_places(player)]
    for player in players:
        yield RevealStep(
            phrase("{player}: {part}", player=player.name, part=ATTRACTIONS_REPORT.title),
            _attractions_note(player),
            {player.name: player.points(ATTRACTIONS.id)},
            Highlight(places=_attractions_places(player)),
        )
    if not players:
        yield RevealStep(ATTRACTIONS_REPORT.title, phrase("Nobody reached an attraction."))


def _attractions_rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.attraction
    if not bonus:
        return None
    return phrase(
        "Each tourist attraction at one of your routes: {points}", points=points_phrase(bonus)
    )


ATTRACTIONS_REPORT = PartReport(
    title=phrase("Attractions"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("attractions"),
    note=_attractions_note,
    explain=_explain_attractions,
    reveal=_reveal_attractions,
    rule=_attractions_rule,
)
