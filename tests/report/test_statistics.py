"""Statistics of players over past games."""

from __future__ import annotations

from datetime import datetime, timezone

from companion.report.statistics.players import Figures, player_statistics, statistics
from companion.rules.setup import Player
from companion.store.saved_game import FinishedGame, PlayerResult

COLORS = {"Ana": "blue", "ANA": "blue", "Peter": "red", "Maya": "green"}


def game(day: int, board: str, *winners: str, **scores: int) -> FinishedGame:
    return FinishedGame(
        id=f"{day:032x}",
        board=board,
        players=tuple(Player(name, COLORS[name]) for name in scores),
        date=datetime(2026, 5, day, tzinfo=timezone.utc),
        scores=scores,
        winners=winners,
        results={
            name: PlayerResult(
                1 if name in winners else 2, {"routes": points, "tickets": 0}, 0, 0, 0, 0
            )
            for name, points in scores.items()
        },
    )


HISTORY = (
    game(1, "usa", "Ana", Ana=120, Peter=95),
    game(2, "europe", "Peter", Ana=101, Peter=102, Maya=-4),
    game(3, "usa", "Ana", "Maya", Ana=88, Maya=88),
)


def boards_of(name: str, *more: FinishedGame) -> dict[tuple[str, str], Figures]:
    """The figures of a player by board and variant."""
    found = player_statistics((*HISTORY, *more), name)
    assert found is not None
    return dict(found.boards)


def test_figures_have_games_wins_average_and_best() -> None:
    ana, maya, peter = statistics(HISTORY)
    assert ana.overall == Figures(games=3, wins=2, average=103.0, best=120)
    assert peter.overall == Figures(games=2, wins=1, average=98.5, best=102)
    assert maya.overall == Figures(games=2, wins=1, average=42.0, best=88)


def test_shared_victory_is_a_win_for_each_winner() -> None:
    maya = next(each for each in statistics(HISTORY) if each.name == "Maya")
    assert maya.overall.wins == 1
    assert boards_of("Maya")["usa", ""] == Figures(games=1, wins=1, average=88.0, best=88)


def test_game_not_played_to_the_end_is_not_counted() -> None:
    stopped = game(4, "usa", "Peter", Ana=10, Peter=300)._replace(final=False)
    assert statistics((*HISTORY, stopped)) == statistics(HISTORY)
    assert statistics((stopped,)) == ()


def test_boards_are_separate_and_sorted_by_games() -> None:
    assert list(boards_of("Ana").items()) == [
        (("usa", ""), Figures(games=2, wins=2, average=104.0, best=120)),
        (("europe", ""), Figures(games=1, wins=0, average=101.0, best=101)),
    ]


def test_variants_of_a_board_are_separate() -> None:
    mega = game(5, "usa", "Ana", Ana=150, Peter=90)._replace(variant="mega")
    boards = boards_of("Ana", mega)
    assert boards["usa", "mega"] == Figures(games=1, wins=1, average=150.0, best=150)
    assert boards["usa", ""] == Figures(games=2, wins=2, average=104.0, best=120)


def test_players_are_sorted_by_wins_then_games() -> None:
    assert [player.name for player in statistics(HISTORY)] == ["Ana", "Maya", "Peter"]


def test_color_is_that_of_the_latest_game() -> None:
    later = FinishedGame(
        "f" * 32,
        "usa",
        (Player("Ana", "black"), Player("Peter", "red")),
        datetime(2026, 6, 1, tzinfo=timezone.utc),
        {"Ana": 1, "Peter": 2},
        ("Peter",),
    )
    colors = {player.name: player.color for player in statistics((*HISTORY, later))}
    assert colors == {"Ana": "black", "Peter": "red", "Maya": "green"}


def test_no_games_give_no_players() -> None:
    assert statistics(()) == ()


def test_names_differing_in_case_are_one_player_spelled_as_last() -> None:
    people = statistics((*HISTORY, game(4, "usa", "ANA", ANA=90, Peter=95)))
    assert [(each.name, each.overall.games) for each in people] == [
        ("ANA", 4),
        ("Peter", 3),
        ("Maya", 2),
    ]


def test_forgotten_player_is_not_counted_in_those_games() -> None:
    forgotten = [each._replace(forgotten=("Ana",)) for each in HISTORY[:2]]
    people = {each.name: each.overall for each in statistics((*forgotten, HISTORY[2]))}
    assert people["Ana"] == Figures(games=1, wins=1, average=88.0, best=88)
    assert people["Peter"].games == 2


def test_unknown_figures_are_none() -> None:
    found = player_statistics(HISTORY, "Peter")
    assert found is not None
    assert (found.tickets, found.longest_route, found.doubling) == (None,) * 3
    assert found.minutes == ()
    assert player_statistics(HISTORY, "Zoe") is None
