"""The title and the note of a game on its result page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.games import recorded_game
from tests.support.phone import FastPhone
from tests.support.result import choose, result_page
from tests.support.table import open_game


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[FastPhone]:
    """A phone on the result of a finished game."""
    phone = FastPhone(tmp_path / "data")
    open_game(phone, recorded_game("europe-full"))
    phone.session.finish()
    phone.navigator.reset_to("home", "past_games", "result")
    phone.wait_until_idle()
    yield phone
    phone.close()


def write(phone: FastPhone, title: str, note: str) -> None:
    """Type a title and a note and save them."""
    choose(phone, "Title and note")
    sheet = result_page(phone).sheet
    assert sheet is not None
    for field, text in ((sheet.ids.title, title), (sheet.ids.note, note)):
        field.text = ""
        field.focus = True
        phone.type(text)
    phone.press("Save")
    phone.wait_until_idle()


def test_title_and_note_are_saved_shown_listed_and_removed(phone: FastPhone) -> None:
    write(phone, "Grand final", "Edith built three stations.")
    assert result_page(phone).sheet is None
    assert phone.shows("Grand final")
    assert phone.shows("Edith built three stations.")
    (game,) = phone.context.store.games.finished()
    assert (game.title, game.note) == ("Grand final", "Edith built three stations.")
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert phone.shows("Grand final")
    phone.page("past_games").open_game(game.id)
    phone.wait_until_idle()
    write(phone, "", "")
    (game,) = phone.context.store.games.finished()
    assert (game.title, game.note) == ("", "")
    assert not phone.shows("Grand final")


def test_title_that_is_too_long_is_refused_on_the_sheet(phone: FastPhone) -> None:
    write(phone, "x" * 61, "")
    assert phone.shows("is too long: it has 61 characters; the limit is 60.")
    assert result_page(phone).sheet is not None
    (game,) = phone.context.store.games.finished()
    assert game.title == ""
