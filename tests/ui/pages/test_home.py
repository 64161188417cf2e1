"""The home screen under a finger."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from companion.report.when import in_words
from companion.rules import Game, Player, RouteClaimed, Setup, bundled_boards
from companion.ui.look.theme import theme
from companion.ui.pages.home import GameCard, HomePage, LargeGame, SmallGame
from tests.ui.finger import Finger
from tests.ui.reading import drawn, outside, press, tappable, texts, too_small, torn

SIZES = ((320, 568), (844, 390), (1280, 800))
NOW = datetime(2026, 3, 11, 21, 0)
"""A Wednesday."""


def card(board: str, when: datetime) -> GameCard:
    players = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))
    game = Game.begin(Setup(bundled_boards()[board], players))
    if board == "usa":
        game = game.record(RouteClaimed("Ana", "boston--montreal"))
    return GameCard(f"{board}-game", game.setup.board, game.state, when)


def opened_doors(finger: Finger, screen: HomePage) -> list[str]:
    opened: list[str] = []
    for event in ("on_new_game", "on_past_games", "on_settings", "on_about"):
        screen.bind(**{event: lambda *_, event=event: opened.append(event)})
    for name in ("New game", "Past games", "Settings", "About"):
        press(finger, screen, name)
    return opened


def three_games() -> tuple[GameCard, ...]:
    today = datetime.now()
    return (
        card("europe", today - timedelta(days=3)),
        card("usa", today),
        card("heart-of-africa", today - timedelta(days=1)),
    )


def test_the_newest_game_stands_first_and_largest_with_its_players_and_scores(
    finger: Finger,
) -> None:
    screen = HomePage(games=three_games())
    finger.show(screen)
    large = [widget for widget in drawn(screen) if isinstance(widget, LargeGame)]
    small = [widget for widget in drawn(screen) if isinstance(widget, SmallGame)]
    assert [widget.game.id for widget in large] == ["usa-game"]
    assert [widget.game.id for widget in small] == ["heart-of-africa-game", "europe-game"]
    assert {"Ana", "2", "Peter", "0", "Maya"} <= set(texts(large[0]))
    assert large[0].height > 2 * small[0].height


def test_a_tap_goes_on_with_the_game_it_shows(finger: Finger) -> None:
    screen, chosen = HomePage(games=three_games()), []
    screen.bind(on_continue=lambda _, game: chosen.append(game))
    finger.show(screen)
    press(finger, screen, "Continue USA (10th Anniversary)")
    press(finger, screen, "Continue The Heart of Africa")
    assert chosen == ["usa-game", "heart-of-africa-game"]


def test_every_door_can_be_opened_with_and_without_a_game(finger: Finger) -> None:
    for games in ((), three_games()):
        screen = HomePage(games=games)
        finger.show(screen)
        assert opened_doors(finger, screen) == [
            "on_new_game",
            "on_past_games",
            "on_settings",
            "on_about",
        ]
        finger.leave()


def test_a_sentence_about_a_damaged_file_stays_until_it_is_dismissed(finger: Finger) -> None:
    screen = HomePage(notices=("One game could not be read.", "The settings are gone."))
    finger.show(screen)
    assert {"One game could not be read.", "The settings are gone."} <= set(texts(screen))
    press(finger, screen, "Dismiss")
    assert screen.notices == ("The settings are gone.",)
    assert "One game could not be read." not in texts(screen)


def test_a_finished_game_disappears_when_the_games_change(finger: Finger) -> None:
    screen = HomePage(games=three_games())
    finger.show(screen)
    screen.games = screen.games[:1]
    finger.wait()
    assert tappable(screen, "Continue Europe")
    assert "The Heart of Africa" not in texts(screen)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (datetime(2026, 3, 11, 20, 14), "today 20:14"),
        (datetime(2026, 3, 10, 9, 5), "yesterday 09:05"),
        (datetime(2026, 3, 6, 20, 0), "Friday 20:00"),
        (datetime(2026, 3, 4, 20, 0), "4 March 2026"),
        (datetime(2025, 12, 31, 23, 59), "31 December 2025"),
        (datetime(2026, 3, 12, 1, 0), "12 March 2026"),
    ],
)
def test_moments_are_told_as_people_speak_of_them(moment: datetime, words: str) -> None:
    assert str(in_words(moment, NOW)) == words


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_home_fits_every_window(finger: Finger, size: tuple[int, int], scale: float) -> None:
    theme.text_scale = scale
    try:
        finger.resize(*size)
        for games in ((), three_games()):
            screen = HomePage(games=games, notices=("One game could not be read.",))
            finger.show(screen)
            assert too_small(screen) == []
            assert torn(screen) == []
            assert outside(screen) == []
            finger.leave()
    finally:
        theme.text_scale = 1.0
