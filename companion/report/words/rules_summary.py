"""The rules of a board at a glance, generated from its data, variant and number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from companion.report.words.pieces import last_round_rule, trains_each
from companion.report.words.result import tie_breaker_name
from companion.report.words.routes import ROUTE_COLOR_NAMES
from companion.report.words.score_parts import district_places, grand_tour_rule
from companion.report.words.setup import dealing_facts, later_draws, most_tracks
from companion.rules.board import Board, TerrainType
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.terrain import cards_left
from companion.rules.wording import (
    Phrase,
    comma_separated,
    phrase,
    plural_phrase,
    points_phrase,
    translatable,
)


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A heading with sentences, or with the points by length."""

    title: Phrase
    lines: tuple[Phrase, ...] = ()
    columns: tuple[tuple[int, int], ...] = ()
    """Pairs of a route's length and its points."""
    terrains: tuple[TerrainType, ...] = ()
    """The terrain types that the first lines are about, one each."""


def rules_summary(state: GameState) -> tuple[RuleSection, ...]:
    """The sections that apply to a game, in the order in which a game needs them."""
    setup = state.setup
    board = setup.board
    sections = (
        RuleSection(phrase("At the start"), tuple(_start(setup))),
        RuleSection(phrase("Drawing cards"), tuple(_drawing(board))),
        RuleSection(phrase("Points by length"), columns=tuple(sorted(board.route_points.items()))),
        RuleSection(phrase("Routes"), tuple(_routes(setup))),
        RuleSection(
            phrase("Doubling"),
            tuple(_doubling(state)),
            terrains=board.terrain.types if board.terrain else (),
        ),
        RuleSection(phrase("Stations"), tuple(_stations(board))),
        RuleSection(phrase("The end"), tuple(_end(setup))),
        RuleSection(phrase("Bonuses"), tuple(_bonuses(setup))),
        RuleSection(phrase("Districts"), tuple(_districts(board))),
        RuleSection(
            phrase("Grand Tour"), (grand_tour_rule(board),) if board.bonuses.grand_tour else ()
        ),
        RuleSection(phrase("If there is a tie"), (_tie(setup),)),
    )
    return tuple(section for section in sections if section.lines or section.columns)


def _start(setup: Setup) -> Iterator[Phrase]:
    board = setup.board
    yield trains_each(board)
    if board.stations_per_player:
        yield plural_phrase(
            "{count} station each", "{count} stations each", board.stations_per_player
        )
    yield (
        phrase("4 train cards each, 5 face up")
        if board.piece == "train"
        else phrase("2 transportation cards each, 5 face up")
    )
    yield from dealing_facts(setup)
    yield later_draws(board)
    if not setup.board.variants and {card.deck for card in board.tickets} == {"short", "long"}:
        yield phrase("Draw tickets from the short deck, the long deck or both.")
    yield (
        phrase("The most experienced traveller starts; turns go clockwise.")
        if board.piece == "train"
        else phrase("The youngest player starts; turns go clockwise.")
    )


def _drawing(board: Board) -> Iterator[Phrase]:
    if board.terrain:
        yield phrase("Draw two cards in a turn: train cards, terrain cards or one of each.")
    if board.piece != "train":
        yield phrase("If you draw a face-up multicoloured card, it is your only card in this turn.")
    elif board.locomotive_ends_turn:
        yield phrase("If you draw a face-up locomotive, it is your only card in this turn.")


def _routes(setup: Setup) -> Iterator[Phrase]:
    board = setup.board
    routes = board.routes.values()
    if most_tracks(board) > 1:
        yield _double_routes(setup)
        yield phrase("Nobody may have two tracks of the same route.")
    if board.mountain_points:
        yield phrase(
            "Each mountain takes one more train and scores {points}.",
            points=points_phrase(board.mountain_points),
        )
    if board.crossings:
        yield phrase("Of two routes that cross, only one can be claimed.")
    if board.has_track_beds:
        yield phrase(
            "A grey track bed gets its colour from a tile. It does not matter for the score, so "
            "the app does not know it."
        )
    if any(route.ferry for route in routes):
        yield phrase("A ferry needs the locomotives printed on it.")
    if any(route.tunnel for route in routes):
        yield phrase("A tunnel may cost up to 3 extra cards.")
        yield phrase(
            "Turn over 3 train cards: each one of the colour you played, and each locomotive, "
            "costs one more card. After locomotives alone, only locomotives count."
        )
        yield phrase("Without these cards you take yours back, and your turn is over.")


def _double_routes(setup: Setup) -> Phrase:
    count = len(setup.players)
    if setup.both_tracks_open:
        return plural_phrase(
            "{count} player: all tracks of a route can be claimed.",
            "{count} players: all tracks of a route can be claimed.",
            count,
        )
    return plural_phrase(
        "{count} player: one claimed track of a route closes its other tracks.",
        "{count} players: one claimed track of a route closes its other tracks.",
        count,
    )


def _doubling(state: GameState) -> Iterator[Phrase]:
    terrain = state.setup.board.terrain
    if terrain is None:
        return
    for kind in terrain.types:
        yield phrase(
            # Translators: the colours of the routes that a terrain card can double.
            "{terrain}: {colors} routes",
            terrain=translatable(kind.name),
            colors=comma_separated([ROUTE_COLOR_NAMES[color] for color in kind.colors]),
        )
    yield phrase(
        "Before discarding, you need at least as many face-up cards of the terrain as each other "
        "player; a tie is enough."
    )
    for shortest, longest, cards in _runs(terrain.cards_to_double):
        if shortest == longest:
            yield plural_phrase(
                "Length {length}: discard {count} card.",
                "Length {length}: discard {count} cards.",
                cards,
                length=shortest,
            )
        else:
            yield plural_phrase(
                "Length {shortest} to {longest}: discard {count} card.",
                "Length {shortest} to {longest}: discard {count} cards.",
                cards,
                shortest=shortest,
                longest=longest,
            )
    yield phrase(
        "On your own turn, locomotives from your hand count as terrain cards, also for the "
        "comparison. They are discarded."
    )
    yield phrase("Terrain cards are worth nothing at the end.")
    if state.setup.terrain is not None:
        left = [
            phrase(
                "{terrain} {count}", terrain=translatable(kind.short), count=cards_left(state, kind)
            )
            for kind in terrain.types
        ]
        yield phrase("Not in front of anybody: {cards}", cards=comma_separated(left))


def _runs(numbers: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Runs of equal numbers by length: the first and last length, and the number."""
    for number, lengths in groupby(sorted(numbers), key=lambda length: numbers[length]):
        run = tuple(lengths)
        yield run[0], run[-1], number


def _stations(board: Board) -> Iterator[Phrase]:
    if not board.stations_per_player:
        return
    costs = [str(number) for number in range(1, board.stations_per_player + 1)]
    yield phrase("In order, they cost {costs} cards of one colour.", costs=comma_separated(costs))
    yield phrase(
        "At the end each one lets you use one route of one other player at its city, "
        "for tickets only."
    )
    yield phrase(
        "Each station that you did not build scores {points}.",
        points=points_phrase(board.bonuses.unused_station),
    )


def _end(setup: Setup) -> Iterator[Phrase]:
    yield last_round_rule(setup.board)
    yield phrase("Completed tickets score their value; the others lose it.")
    board = setup.board
    if board.countries:
        yield phrase("A ticket to a country is completed at any of its places.")
        yield phrase("The entrances of a country are not connected with each other.")
    joined = {
        country
        for route in board.routes.values()
        if (country := board.places[route.start].country) is not None
        and country == board.places[route.end].country
    }
    for id in sorted(joined):
        yield phrase(
            "Only {country}: its two places are connected by the route between them.",
            country=board.countries[id].name,
        )
    if any(card.ticket.other_ends for card in board.tickets):
        yield phrase(
            "A ticket with several destinations scores the highest value you reach. If you reach "
            "none, you lose the lowest."
        )


def _bonuses(setup: Setup) -> Iterator[Phrase]:
    bonuses = setup.board.bonuses
    for bonus, points in (
        (phrase("Longest route"), setup.longest_route_bonus),
        (phrase("Globetrotter, most completed tickets"), bonuses.globetrotter),
        (phrase("Most cities in one network"), bonuses.most_cities),
    ):
        if points:
            yield phrase(
                "{bonus}: {points}; in a tie, for each tied player",
                bonus=bonus,
                points=points_phrase(points),
            )
    if bonuses.attraction:
        yield phrase(
            "Each tourist attraction on one of your routes: {points}",
            points=points_phrase(bonuses.attraction),
        )
    if setup.longest_route_bonus:
        yield phrase("The longest route may pass a city again, but counts each train once.")
        if setup.board.stations_per_player:
            yield phrase("Stations do not count for the longest route.")


def _districts(board: Board) -> Iterator[Phrase]:
    if board.districts:
        yield phrase(
            "A district scores for everybody whose routes connect all its places with each other."
        )
    for district in board.districts:
        points = points_phrase(district.points)
        yield phrase("{points}: {places}", points=points, places=district_places(board, district))


def _tie(setup: Setup) -> Phrase:
    criteria = [tie_breaker_name(by) for by in setup.tie_breakers]
    if setup.board.has_passengers:
        # Translators: a tie-breaker, in a list.
        criteria.append(phrase("passengers in the 2017 edition (not tracked by the app)"))
    if not criteria:
        return phrase("a shared victory")
    return phrase("{criteria}, then a shared victory", criteria=comma_separated(criteria))
