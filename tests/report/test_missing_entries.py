"""What a game lacks before it has a winner and can be filed, in words."""

from __future__ import annotations

from pathlib import Path

from companion.report.words.games import missing_entries, winner_lacks
from companion.rules.game import Game
from tests.support.games import recorded_game, without_tickets
from tests.support.stores import open_store

COMPLETE = "usa-left"
"""A recorded game that is over, with tickets of Rosa, Ben and Lin."""
LACKING = {
    "No tickets entered for Lin": without_tickets(COMPLETE, "Lin"),
    "No tickets entered for Rosa and Lin": without_tickets(COMPLETE, "Rosa", "Lin"),
    "No tickets have been entered": without_tickets(COMPLETE, "Rosa", "Ben", "Lin"),
    "Bo and Cy still have a turn": recorded_game("usa-open-turns"),
    "The last round has not begun": recorded_game("usa-shared"),
}


def listed(folder: Path, game: Game) -> list[str]:
    """What the only game in progress lacks, from its header."""
    with open_store(folder) as store:
        store.games.save(store.games.begin(game.setup), game)
        (header,) = store.games.in_progress()
        return [str(each) for each in missing_entries(header)]


def test_game_in_progress_says_what_it_lacks(tmp_path: Path) -> None:
    for number, (text, game) in enumerate(LACKING.items()):
        assert listed(tmp_path / str(number), game)[0] == text


def test_complete_game_is_not_in_past_games_yet(tmp_path: Path) -> None:
    expected = ["Complete, but not in Past games yet"]
    assert listed(tmp_path, recorded_game(COMPLETE)) == expected


def test_game_being_played_lacks_nothing(tmp_path: Path) -> None:
    game = recorded_game(COMPLETE)
    assert listed(tmp_path, Game.begin(game.setup, game.events[:5])) == []


def test_game_has_a_winner_once_it_lacks_nothing() -> None:
    for text, game in LACKING.items():
        assert str(winner_lacks(game.state)) == text
    assert winner_lacks(recorded_game(COMPLETE).state) is None
