"""How long a game took, and when its times make no sense."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from companion.report.words.games import duration
from companion.rules.events import OtherPoints
from companion.rules.game import Game
from companion.store.saved_game import SavedGame
from tests.support.boards import USA, game
from tests.support.games import shared_game

START = datetime(2026, 3, 7, 19, 0, tzinfo=timezone.utc)


def played(minutes: int, game: Game, hours_since: int = 20) -> SavedGame:
    saved = SavedGame.new(game, START)
    changed = START + timedelta(hours=hours_since)
    return replace(saved, changed=changed, played=timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(5, "5 min"), (59, "59 min"), (60, "1 h 0 min"), (74, "1 h 14 min"), (720, "12 h 0 min")],
)
def test_duration_in_words(minutes: int, text: str) -> None:
    assert played(minutes, game(USA)).minutes_played == minutes
    assert str(duration(minutes)) == text


@pytest.mark.parametrize("minutes", [0, 4, 721, 10**6])
def test_time_that_is_no_game_is_not_shown(minutes: int) -> None:
    assert played(minutes, game(USA)).minutes_played is None


def test_longer_than_the_game_existed_is_not_shown() -> None:
    assert played(74, game(USA), hours_since=1).minutes_played is None


def test_counted_and_undated_games_have_no_duration() -> None:
    counted = Game.begin(replace(game(USA).setup, counted=True))
    assert played(74, counted).minutes_played is None
    assert replace(played(74, game(USA)), started=None).minutes_played is None


def test_changes_after_the_end_do_not_count() -> None:
    over = shared_game()
    saved = replace(SavedGame.new(over, START), played=timedelta(minutes=40))
    later = over.record(OtherPoints("Ana", 5, "Wager"))
    assert saved.with_game(later, START + timedelta(minutes=10)).played == saved.played
    filed = replace(SavedGame.new(game(USA), START), finished=START)
    changed = filed.game.record(OtherPoints("Ana", 5, "Wager"))
    assert filed.with_game(changed, START + timedelta(minutes=10)).played == timedelta()
