"""The rules at a glance follow the board, the number of players, house rules and terrain."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from companion.report.words.rules_summary import rules_summary
from companion.report.words.setup import dealing, first_tickets, later_draws
from companion.rules.board import Board, Bonuses
from companion.rules.events import TerrainDrawn
from companion.rules.game import Game
from tests.support.boards import AFRICA, EUROPE, FRANCE, GERMANY, LONDON, NEW_YORK, USA, game
from tests.support.games import NAMES, recorded_game

FACE_UP_LOCOMOTIVE = "If you draw a face-up locomotive, it is your only card in this turn."


def texts(played: Game) -> dict[str, list[str]]:
    sections = rules_summary(played.state)
    assert len({str(section.title) for section in sections}) == len(sections)
    return {
        str(section.title): [
            *(str(line) for line in section.lines),
            *(f"{number}: {points}" for number, points in section.columns),
        ]
        for section in sections
    }


def test_europe_names_stations_of_one_colour_ferries_and_tunnels() -> None:
    shown = texts(game(EUROPE, count=3))
    assert shown["At the start"] == [
        "45 trains each",
        "3 stations each",
        "4 train cards each, 5 face up",
        "3 tickets and 1 long ticket each, keep 2 or more",
        "Later: draw 3 tickets, keep 1 or more",
        "The most experienced traveller starts; turns go clockwise.",
    ]
    assert shown["Drawing cards"] == [FACE_UP_LOCOMOTIVE]
    assert shown["Stations"][0] == "In order, they cost 1, 2, 3 cards of one colour."
    assert shown["Stations"][-1] == "Each station that you did not build scores 4 points."
    assert shown["Routes"][0] == "3 players: one claimed track of a route closes its other tracks."
    assert shown["Routes"][-3:] == [
        "A tunnel may cost up to 3 extra cards.",
        "Turn over 3 train cards: each one of the colour you played, and each locomotive, "
        "costs one more card. After locomotives alone, only locomotives count.",
        "Without these cards you take yours back, and your turn is over.",
    ]
    assert shown["Bonuses"] == [
        "Longest route: 10 points; in a tie, for each tied player",
        "The longest route may pass a city again, but counts each train once.",
        "Stations do not count for the longest route.",
    ]
    assert shown["If there is a tie"] == [
        "most completed tickets, fewest stations built, the longest route, then a shared victory"
    ]
    assert "Doubling" not in shown
    assert "8: 21" in shown["Points by length"]


def test_africa_names_terrain_and_the_cards_left() -> None:
    played = game(AFRICA, TerrainDrawn("Ana", "desert", 2), count=4)
    shown = texts(played)
    assert "Desert & Savanna: yellow, orange, red routes" in shown["Doubling"]
    assert "Length 1 to 3: discard 1 card." in shown["Doubling"]
    assert "Length 4 to 6: discard 2 cards." in shown["Doubling"]
    assert "Terrain cards are worth nothing at the end." in shown["Doubling"]
    assert any(
        line.startswith("On your own turn, locomotives") and line.endswith("They are discarded.")
        for line in shown["Doubling"]
    )
    assert shown["Drawing cards"] == [
        "Draw two cards in a turn: train cards, terrain cards or one of each.",
        FACE_UP_LOCOMOTIVE,
    ]
    assert shown["The end"][-3:] == [
        "A ticket to a country is completed at any of its places.",
        "The entrances of a country are not connected with each other.",
        "Only Madagascar: its two places are connected by the route between them.",
    ]
    assert shown["Doubling"][-1] == "Not in front of anybody: Desert 13, Jungle 15, Mountain 15"
    assert shown["Bonuses"] == [
        "Globetrotter, most completed tickets: 10 points; in a tie, for each tied player"
    ]
    assert str(dealing(played.setup)) == (
        "4 tickets each, keep 2 or more · 1 terrain card each · 2 terrain cards face up"
        " · double routes: both tracks"
    )
    counted = Game.begin(replace(played.setup, counted=True))
    assert "Not in front" not in texts(counted)["Doubling"][-1]


def test_terrain_has_signs() -> None:
    sections = {str(section.title): section for section in rules_summary(game(AFRICA).state)}
    doubling = sections["Doubling"]
    for terrain, line in zip(doubling.terrains, doubling.lines, strict=False):
        assert str(line).startswith(terrain.name)


def test_face_up_locomotive_is_like_any_other_card_on_two_boards() -> None:
    for name in ("nordic-countries-full", "switzerland-full"):
        assert "Drawing cards" not in texts(recorded_game(name))


def test_india_explains_grand_tours_and_switzerland_tickets_with_several_ends() -> None:
    several = (
        "A ticket with several destinations scores the highest value you reach. If you reach none,"
        " you lose the lowest."
    )
    assert texts(recorded_game("india-full"))["Grand Tour"] == [
        "Completed tickets whose cities are linked by two separate paths (no route used twice). "
        "Points for one ticket, for two and so on: 5, 10, 20, 30, 40."
    ]
    assert texts(recorded_game("switzerland-full"))["The end"][-1] == several
    assert several not in texts(game(AFRICA))["The end"]


def test_limit_of_long_tickets_is_named_where_more_are_dealt() -> None:
    mega = game(EUROPE.in_variant("mega"))
    limit = "5 tickets and 2 long tickets each, keep 3 or more, at most 1 long ticket"
    assert limit in texts(mega)["At the start"]
    assert str(dealing(mega.setup)).startswith(f"{limit} · ")
    assert "at most" not in str(dealing(game(EUROPE).setup))


def test_limit_is_named_where_long_tickets_are_dealt_with_the_others() -> None:
    dealt = replace(USA.start_tickets, keep_long=2)
    assert str(first_tickets(replace(USA, start_tickets=dealt))) == (
        "3 tickets each, keep 2 or more, at most 2 long tickets"
    )


@pytest.mark.parametrize(
    ("count", "line"),
    [
        (3, "3 players: one claimed track of a route closes its other tracks."),
        (4, "4 players: all tracks of a route can be claimed."),
    ],
)
def test_germany_names_triple_routes_and_passengers(count: int, line: str) -> None:
    shown = texts(game(GERMANY, count=count))
    assert "Draw tickets from the short deck, the long deck or both." in shown["At the start"]
    assert shown["Routes"][0] == line
    assert shown["If there is a tie"] == [
        "most completed tickets, passengers in the 2017 edition (not tracked by the app),"
        " then a shared victory"
    ]


def test_london_names_buses_and_every_district() -> None:
    shown = texts(game(LONDON))
    assert shown["At the start"][0] == "17 buses each"
    assert shown["The end"][0] == (
        "When somebody ends a turn with 2 buses or fewer, everybody has one more turn."
    )
    assert shown["Districts"] == [
        "A district scores for everybody whose routes connect all its places with each other.",
        "1 point: British Museum, Covent Garden",
        "2 points: Big Ben, Buckingham Palace, Piccadilly Circus, Trafalgar Square",
        "3 points: Elephant & Castle, Globe Theatre, Waterloo",
        "4 points: Brick Lane, St Paul's, The Charterhouse, Tower of London",
        "5 points: Baker Street, Hyde Park, King's Cross, Regent's Park",
    ]
    assert "Bonuses" not in shown
    assert "Districts" not in texts(game(NEW_YORK))


def test_new_york_names_taxis() -> None:
    shown = texts(game(NEW_YORK))
    assert shown["At the start"][0] == "15 taxis each"
    assert shown["At the start"][1] == "2 transportation cards each, 5 face up"
    assert shown["At the start"][-1] == "The youngest player starts; turns go clockwise."
    assert shown["Drawing cards"] == [
        "If you draw a face-up multicoloured card, it is your only card in this turn."
    ]
    assert "2 taxis or fewer" in shown["The end"][0]


def test_france_names_crossings_and_tiles() -> None:
    shown = texts(game(FRANCE))["Routes"]
    assert "Of two routes that cross, only one can be claimed." in shown
    assert any("colour from a tile" in line for line in shown)
    assert not any("tile" in line or "cross" in line for line in texts(game(USA))["Routes"])


def test_board_without_tie_breakers_has_a_shared_victory() -> None:
    assert texts(game(replace(USA, tie_breakers=())))["If there is a tie"] == ["a shared victory"]


def test_cards_to_double_are_named_for_runs_of_lengths() -> None:
    assert AFRICA.terrain is not None
    terrain = replace(AFRICA.terrain, cards_to_double={1: 1, 2: 2, 3: 1, 4: 2, 5: 2, 6: 3})
    shown = texts(game(replace(AFRICA, terrain=terrain)))["Doubling"]
    assert [line for line in shown if line.startswith("Length")] == [
        "Length 1: discard 1 card.",
        "Length 2: discard 2 cards.",
        "Length 3: discard 1 card.",
        "Length 4 to 5: discard 2 cards.",
        "Length 6: discard 3 cards.",
    ]


def test_house_rule_appears_among_bonuses_and_tie_breakers() -> None:
    shown = texts(game(AFRICA, longest_route=True))
    assert shown["Bonuses"][0] == "Longest route: 10 points; in a tie, for each tied player"
    assert "the longest route" in shown["If there is a tie"][0]
    assert shown["Bonuses"][-1] == (
        "The longest route may pass a city again, but counts each train once."
    )
    assert len(texts(game(AFRICA))["Bonuses"]) == len(shown["Bonuses"]) - 2


@pytest.mark.parametrize("name", NAMES)
def test_every_bonus_of_a_board_is_named(name: str) -> None:
    played = recorded_game(name)
    sections = {str(section.title) for section in rules_summary(played.state)}
    bonuses = played.setup.board.bonuses
    shown = " ".join(line for lines in texts(played).values() for line in lines)
    named = {
        "longest_route": "Longest route",
        "globetrotter": "Globetrotter",
        "unused_station": "did not build",
        "grand_tour": "5, 10, 20, 30, 40",
        "most_cities": "Most cities in one network",
        "attraction": "tourist attraction",
    }
    assert named.keys() == {field.name for field in fields(Bonuses)}
    for field, words in named.items():
        assert (words in shown) == bool(getattr(bonuses, field)) or field == "longest_route"
    assert ("Grand Tour" in sections) == bool(bonuses.grand_tour)


@pytest.mark.parametrize(("board", "tickets"), [(USA, 3), (AFRICA, 4)])
def test_later_draws(board: Board, tickets: int) -> None:
    assert str(later_draws(board)) == f"Later: draw {tickets} tickets, keep 1 or more"
