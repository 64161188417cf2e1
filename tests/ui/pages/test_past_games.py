"""Past games and players, by real touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.ui.pages.past_games import PastGameRow
from tests.ui.finished import show_result
from tests.ui.hasty import HastyPhone

PLAYED = ("usa-shared", "heart-of-africa-full", "europe-full")


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """An app with a few games in its history."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    for name in PLAYED:
        show_result(phone, name)
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _at_the_list(phone: HastyPhone) -> None:
    phone.app.go_home()
    phone.settle()
    phone.press("Past games")
    phone.wait(0.5)


def rows(phone: HastyPhone) -> dict[str, PastGameRow]:
    """The games in sight, by what they are headed with."""
    return {row.title: row for row in phone.shown() if isinstance(row, PastGameRow)}


def test_the_list_has_winner_board_date_and_players(phone: HastyPhone) -> None:
    found = rows(phone)
    assert set(found) == {
        "Edith: won with 118",
        "Maya: won with 143",
        "Wanda and Diego: shared victory with 24",
    }
    europe = found["Edith: won with 118"]
    assert europe.detail.startswith("Europe · today ")
    assert europe.players == "Edith 118 · Clara 111 · Bruno 87"
    assert phone.reads("3 games")


def test_a_game_opens_to_its_result_and_back_leads_to_the_list(phone: HastyPhone) -> None:
    phone.press("Maya: won with 143")
    assert phone.screen == "result"
    assert phone.reads("Maya wins with 143")
    assert phone.app.back()
    assert phone.screen == "past_games"


def test_a_deleted_game_is_gone_until_undo_brings_it_back(phone: HastyPhone) -> None:
    row = rows(phone)["Edith: won with 118"]
    removed = row.id
    phone.tap(next(child for child in row.children if getattr(child, "icon", "") == "remove"))
    phone.wait(0.5)
    assert len(rows(phone)) == 2
    assert "Edith: won with 118" not in rows(phone)
    assert phone.reads("Deleted: Clara, Bruno and Edith")
    assert phone.screen == "past_games"
    assert removed not in {past.id for past in phone.app.shelf.history.all()}
    phone.press("Undo")
    phone.wait(0.5)
    assert "Edith: won with 118" in rows(phone)
    assert removed in {past.id for past in phone.app.shelf.history.all()}


def test_thousands_of_games_need_only_as_many_rows_as_fit(phone: HastyPhone) -> None:
    screen = phone.app.screen("past_games")
    screen.games = screen.games * 1500
    phone.wait(0.5)
    assert phone.reads("4500 games")
    made = [widget for widget in screen.walk() if isinstance(widget, PastGameRow)]
    assert 0 < len(made) < 40


def test_players_have_their_figures_overall_and_per_board(phone: HastyPhone) -> None:
    phone.press("Players")
    assert phone.screen == "players"
    assert phone.reads("Wanda")
    assert phone.reads("USA (10th Anniversary): 1 game · 1 win · average 24 · best 24")
    assert phone.app.back()
    assert phone.screen == "past_games"
