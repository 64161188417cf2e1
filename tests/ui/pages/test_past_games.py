"""The past games page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui.kit.buttons import Tappable
from companion.ui.pages.past_games.rows import PastGameRow
from tests.support.games import recorded_game, tied_game
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import open_game

PLAYED = (tied_game(), recorded_game("heart-of-africa-full"), recorded_game("europe-full"))


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """A phone with three finished games."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    for game in PLAYED:
        open_game(phone, game)
        assert accepted(phone.session.finish)
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _at_the_list(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.press("Past games")
    phone.wait(0.5)


def rows(phone: FastPhone) -> dict[str, PastGameRow]:
    """The visible rows by title, without deleted games."""
    found = (row for row in phone.visible_widgets() if isinstance(row, PastGameRow))
    return {row.title: row for row in found if not row.is_deleted}


def delete(phone: FastPhone, title: str) -> str:
    """Delete a game by its row's button; returns its id."""
    row = rows(phone)[title]
    id = str(row.id)
    buttons = (child for child in row.walk() if isinstance(child, Tappable))
    phone.tap(next(each for each in buttons if each.name_for_readers == "Delete"))
    phone.wait(0.5)
    return id


def test_list_shows_winner_board_date_and_players(phone: FastPhone) -> None:
    found = rows(phone)
    assert set(found) == {
        "Edith won with 118",
        "Maya won with 143",
        "Peter won with 116",
    }
    europe = found["Edith won with 118"]
    assert europe.detail.startswith("Europe · today ")
    assert [text for _, text in europe.scores] == ["Clara 111", "Bruno 87"]
    assert phone.shows("3 games since ")


def test_deleted_game_keeps_its_row_and_is_restored_by_undo(phone: FastPhone) -> None:
    below = rows(phone)["Peter won with 116"]
    before = below.to_window(*below.pos)
    removed = delete(phone, "Maya won with 143")
    assert len(rows(phone)) == 2
    row = rows(phone)["Peter won with 116"]
    assert row.to_window(*row.pos) == before
    assert phone.shows("Deleted")
    assert phone.shows("2 games")
    assert removed not in {past.id for past in phone.context.store.games.finished()}
    phone.press("Maya won with 143")
    assert phone.screen == "past_games", "it does not open"
    phone.press("Undo")
    phone.wait(0.5)
    assert "Maya won with 143" in rows(phone)
    assert removed in {past.id for past in phone.context.store.games.finished()}


def test_deleted_games_can_be_restored_after_leaving_the_page(phone: FastPhone) -> None:
    for title in ("Edith won with 118", "Maya won with 143"):
        delete(phone, title)
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.press("Past games")
    assert phone.shows("2 deleted games")
    assert not phone.buttons("Undo")
    phone.press("Show")
    for _ in range(2):
        phone.press("Undo")
    assert len(rows(phone)) == 3
    assert len(phone.context.store.games.finished()) == 3


def test_tap_opens_the_result_and_deleting_the_current_game_closes_it(phone: FastPhone) -> None:
    phone.press("Edith won with 118")
    assert phone.screen == "result"
    assert phone.shows("Edith wins")
    assert phone.navigator.back()
    assert phone.screen == "past_games"
    phone.wait_until_idle()
    delete(phone, "Maya won with 143")
    assert phone.context.snapshot is not None
    delete(phone, "Edith won with 118")
    assert phone.context.snapshot is None
    for _ in range(2):
        phone.press("Undo")


def test_long_history_creates_only_visible_rows(phone: FastPhone) -> None:
    page = phone.page("past_games")
    page.ids.list.data = list(page.ids.list.data) * 1500
    phone.wait(0.5)
    assert len(page.ids.list.data) >= 4500
    made = [widget for widget in page.walk() if isinstance(widget, PastGameRow)]
    assert 0 < len(made) < 40


def test_tabs_replace_the_page_and_back_leaves_all_of_them(phone: FastPhone) -> None:
    for tab, page in (("Players", "players"), ("Boards", "boards"), ("Games", "past_games")):
        phone.press(tab)
        assert phone.screen == page
    phone.press("Players")
    assert phone.navigator.back()
    assert phone.screen == "home"


def test_unreadable_game_is_listed_and_can_be_exported(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone.close()
    strange = phone.folder / "games" / f"{'7' * 32}.finished.json"
    strange.write_text('{"format": "railkeeper/99", "of": "tomorrow"}', encoding="utf-8")
    phone.start()
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert phone.shows("A game made with a newer version of Railkeeper.")
    assert len(rows(phone)) > 1
    phone.press("A game made with a newer version of Railkeeper.")
    assert phone.screen == "past_games"
    assert phone.shows("A game file was made with a newer version of Railkeeper. Update the app")
    phone.press("Share file")
    (shared,) = (tmp_path / "shared").iterdir()
    assert shared.read_bytes() == strange.read_bytes()
    strange.unlink()
