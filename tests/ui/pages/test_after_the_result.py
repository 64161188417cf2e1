"""The result page: finishing, correcting, playing again, sharing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.record import read_record
from companion.ui.kit.sheet import MenuRow
from tests.support.games import shared_game
from tests.support.layout_checks import widget_boxes
from tests.support.phone import FastPhone
from tests.support.result import choose, displayed_points, result_page, share
from tests.support.table import show_game, show_result


def menu(phone: FastPhone) -> list[str]:
    """The rows of the open menu."""
    sheet = result_page(phone).sheet
    assert sheet is not None
    rows = [row for row in sheet.walk() if isinstance(row, MenuRow)]
    return [row.text for row in sorted(rows, key=lambda row: -row.y)]


@pytest.fixture(autouse=True)
def _upright(phone: FastPhone) -> Iterator[None]:
    yield
    phone.set_size(390, 844)


def test_menu_finishes_the_game_and_offers_corrections(phone: FastPhone) -> None:
    show_result(phone, "usa-full")
    id, games = phone.now.saved.id, phone.context.store.games
    assert id in {saved.id for saved in games.in_progress()}
    phone.press("Menu")
    corrections = ["Title and note", "Correct tickets", "Correct a log entry"]
    assert menu(phone) == ["Finish and move to Past games", *corrections]
    phone.press("Finish and move to Past games")
    assert result_page(phone).sheet is None
    assert id in {past.id for past in games.finished()}
    assert id not in {saved.id for saved in games.in_progress()}
    phone.press("Menu")
    assert menu(phone) == ["Resume this game", *corrections]
    phone.press("Correct tickets")
    assert phone.screen == "tickets"
    phone.session.reopen()


def test_layout_returns_after_a_rotation(phone: FastPhone) -> None:
    show_result(phone, "usa-full")
    before = widget_boxes()
    for size in ((844, 390), (390, 844)):
        phone.set_size(*size)
    assert widget_boxes() == before


def test_correction_updates_history_and_result(
    phone: FastPhone,
) -> None:
    game = shared_game()
    show_game(phone, game)
    choose(phone, "Finish and move to Past games")
    id = phone.now.saved.id
    choose(phone, "Correct a log entry")
    assert phone.screen == "log"
    last = max(claim.entry for claim in game.state.players["Peter"].claims)
    phone.page("log").open_entry(last)
    phone.wait_until_idle()
    phone.press("Remove this entry")
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert phone.screen == "result"
    assert phone.shows("Ana wins")
    assert result_page(phone).ids.headline.score == "93"
    past = next(past for past in phone.context.store.games.finished() if past.id == id)
    assert past.winners == ("Ana",)
    assert past.scores["Peter"] == 86
    assert displayed_points(phone)["Total, Peter"] == "86"


def test_text_link_picture_and_game_file_are_shared(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A desktop copies text and link to the clipboard and saves files."""
    from kivy.core.clipboard import Clipboard

    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "shared"
    game = show_result(phone, "heart-of-africa-full")
    share(phone, "Share text")
    assert "Maya wins with 143 points" in Clipboard.paste()
    share(phone, "Send to BG Stats")
    assert Clipboard.paste().startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert not folder.exists()
    share(phone, "Share picture")
    (picture,) = folder.iterdir()
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1080, 1350)
    assert phone.shows(picture.name)
    phone.wait_until_idle()
    share(phone, "Share picture")
    assert list(folder.iterdir()) == [picture]
    picture.unlink()
    share(phone, "Share the game file")
    (record,) = folder.iterdir()
    shared = read_record(record.read_text(encoding="utf-8"), bundled_boards()).game
    assert shared.events == game.events
