"""Recorded games give the numbers of their score sheets, which were computed manually."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.report.words.tickets import ticket_questions
from companion.rules.boards import TRAIN_COLORS, bundled_boards
from companion.rules.errors import EntryRefused
from companion.rules.events import PlayerLeft, TurnPassed
from companion.rules.final_tally import PlayerTally, Tally, tally
from companion.rules.score_parts import GrandTourPart
from companion.rules.turns import open_turns
from tests.support.games import GAMES, recorded_game

NAMES = sorted(path.stem for path in GAMES.glob("*.json"))
BOARDS = bundled_boards()

every_game = pytest.mark.parametrize("name", NAMES)


def result(name: str) -> Tally:
    return tally(recorded_game(name).state)


def sheet(name: str) -> str:
    return (GAMES / f"{name}.md").read_text(encoding="utf-8").replace("−", "-")


def player_sections(name: str) -> dict[str, str]:
    """The section of a sheet about each player, by name."""
    parts = re.split(r"^## ", sheet(name), flags=re.MULTILINE)[1:]
    colors = "|".join(TRAIN_COLORS)
    titles = (re.match(rf"(.+) \((?:{colors})\)\n", part) for part in parts)
    return {title[1]: part for title, part in zip(titles, parts, strict=True) if title}


def by_player(name: str) -> Iterator[tuple[PlayerTally, str]]:
    """Every player's tally with their section of the sheet."""
    parts = player_sections(name)
    players = result(name).players
    assert list(parts) == [player.name for player in players]
    return ((player, parts[player.name]) for player in players)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def result_table(name: str) -> list[dict[str, str]]:
    rows = [
        cells(line) for line in sheet(name).partition("## Result")[2].splitlines() if "|" in line
    ]
    heading, _, *players = rows
    return [dict(zip(heading, row, strict=True)) for row in players]


def numbers(player: PlayerTally) -> dict[str, str]:
    whole = {
        "routes": player.points("routes"),
        "tickets": player.points("tickets"),
        "tickets_completed": player.tickets_completed,
        "stations": player.points("stations"),
        "longest_route": player.longest_route.length,
        "longest_route_bonus": player.points("longest_route"),
        "globetrotter_bonus": player.points("globetrotter"),
        "grand_tour_bonus": player.points("grand_tour"),
        "total": player.total,
        "trains_left": player.trains_left,
    }
    return {"name": player.name} | {part: str(number) for part, number in whole.items()}


def stated(name: str, what: str) -> str:
    found = re.search(rf"^{what}: (.+)$", sheet(name), flags=re.MULTILINE)
    assert found, f"{name}.md does not say “{what}: …”"
    return found[1]


def test_every_record_has_a_score_sheet_and_vice_versa() -> None:
    assert NAMES
    assert sorted(path.stem for path in GAMES.glob("*.md")) == NAMES


@every_game
def test_replayed_game_has_the_numbers_of_its_sheet(name: str) -> None:
    assert [numbers(player) for player in result(name).players] == result_table(name)


@every_game
def test_replayed_game_has_the_winners_of_its_sheet(name: str) -> None:
    assert ", ".join(result(name).winners) == stated(name, "Winners")
    assert result(name).decided_by == stated(name, "Decided by")


@every_game
def test_claims_have_the_points_of_the_sheet(name: str) -> None:
    for player, part in by_player(name):
        rows = [cells(line) for line in part.splitlines() if re.match(r"\| \d", line)]
        assert [(claim.entry + 1, claim.points) for claim in player.claims] == [
            (int(entry), int(points.rpartition("=")[2])) for entry, _, _, points, *_ in rows
        ]


@every_game
def test_tickets_have_the_points_of_the_sheet(name: str) -> None:
    for player, part in by_player(name):
        assert [result.points for result in player.tickets] == [
            int(points) for points in re.findall(r"^- .+: \*\*([+-]\d+)\*\*\.", part, re.MULTILINE)
        ]


@every_game
def test_grand_tour_has_the_points_of_the_sheet(name: str) -> None:
    if recorded_game(name).setup.board.bonuses.grand_tour:
        for player, part in by_player(name):
            found = re.search(r"^Grand Tour: (\d+) tickets? = \*\*(\d+)\*\*\.$", part, re.MULTILINE)
            assert found, f"{name}.md lacks the Grand Tour points of {player.name}"
            grand_tour = player.part(GrandTourPart)
            assert [len(grand_tour.tours), grand_tour.points] == list(map(int, found.groups()))


@every_game
def test_districts_have_the_points_of_the_sheet(name: str) -> None:
    if recorded_game(name).setup.board.districts:
        for player, part in by_player(name):
            found = re.search(r"^Districts: .+ = \*\*(\d+)\*\*\.$", part, re.MULTILINE)
            assert found, f"{name}.md lacks the district points of {player.name}"
            assert player.points("districts") == int(found[1])


@every_game
def test_stations_borrow_the_routes_of_the_sheet(name: str) -> None:
    board = recorded_game(name).setup.board
    for player, part in by_player(name):
        uses = [use.borrowed for use in player.stations]
        assert [
            (
                board.places[use.city].name,
                f"{board.route_title(use.route)} of {use.owner}" if use.route else "nothing",
            )
            for use in uses
        ] == re.findall(r"^- ([^:\n]+) borrows (nothing|.+ of [^.:]+)[.:]", part, re.MULTILINE)


@every_game
def test_ticket_questions_are_those_of_the_sheet(name: str) -> None:
    asked = [str(each) for each in ticket_questions(recorded_game(name).state)]
    part = sheet(name).partition("\nQuestions:\n")[2]
    assert asked == re.findall(r"^- (.+)$", part, re.MULTILINE)


@every_game
def test_players_leave_as_in_the_sheet(name: str) -> None:
    left = {
        event.player: entry
        for entry, event in enumerate(recorded_game(name).events, 1)
        if isinstance(event, PlayerLeft)
    }
    for player, part in by_player(name):
        found = re.findall(r"^Left the table with entry (\d+)\.$", part, re.MULTILINE)
        assert [int(entry) for entry in found] == [
            entry for who, entry in left.items() if who == player.name
        ]


@every_game
def test_tickets_are_cards_of_the_deck(name: str) -> None:
    game = recorded_game(name)
    deck = [card.ticket for card in game.setup.board.tickets]
    held = [ticket for player in game.state.players.values() for ticket in player.tickets]
    assert not deck or set(held) <= set(deck)


def test_every_board_has_two_games_and_a_finished_one() -> None:
    games = [recorded_game(name) for name in NAMES]
    recorded = Counter(game.setup.board.id for game in games)
    finished = {game.setup.board.id for game in games if game.state.is_over}
    assert {board for board, count in recorded.items() if count >= 2} == set(BOARDS)
    assert finished == set(BOARDS)


def test_every_decision_has_a_game() -> None:
    decisions = {"points", "shared"}.union(*(board.tie_breakers for board in BOARDS.values()))
    assert {result(name).decided_by for name in NAMES} == decisions


def test_house_rule_tie_early_leaver_and_ticket_question_have_a_game() -> None:
    games = {name: recorded_game(name) for name in NAMES}
    by_house_rule = [
        name
        for name, game in games.items()
        if result(name).decided_by not in ("points", "shared", *game.setup.board.tie_breakers)
    ]
    left = [
        name for name, game in games.items() if game.state.remaining_players != game.setup.names
    ]
    odd = [name for name, game in games.items() if ticket_questions(game.state)]
    assert by_house_rule == ["heart-of-africa-house-rule"]
    assert left == ["heart-of-africa-left", "usa-left"]
    assert "europe-hands" in odd


def test_game_with_open_last_turns_is_final_once_they_are_entered() -> None:
    game = recorded_game("usa-open-turns")
    assert open_turns(game.state) == ("Bo", "Cy")
    assert not tally(game.state).final
    ended = game.record(TurnPassed("Bo"), TurnPassed("Cy"))
    assert tally(ended.state) == replace(tally(game.state), final=True)
    assert ended.undo().events == game.events


def test_leaver_with_most_terrain_cards_does_not_prevent_doubling() -> None:
    game = recorded_game("heart-of-africa-left")
    left = next(entry for entry, event in enumerate(game.events) if isinstance(event, PlayerLeft))
    held = [game.states[left].players[name].terrain["mountain"] for name in game.setup.names]
    assert held == [4, 2, 0]
    with pytest.raises(EntryRefused, match=r"Ole cannot double Beira – Durban: .*Nia: 4"):
        game.remove(left)


def test_every_number_of_players_has_a_recorded_game() -> None:
    recorded = {len(recorded_game(name).setup.players) for name in NAMES}
    fewest = min(board.fewest_players for board in BOARDS.values())
    most = max(board.most_players for board in BOARDS.values())
    assert recorded == set(range(fewest, most + 1))
