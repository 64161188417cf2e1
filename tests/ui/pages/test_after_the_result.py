"""The result page: finishing, correcting, playing again, sharing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.record import read_record
from companion.ui.kit.menu_sheet import MenuRow
from tests.support.games import recorded_game, shared_game
from tests.support.layout_checks import widget_boxes
from tests.support.phone import FastPhone
from tests.support.result import choose, displayed_points, result_page, share
from tests.support.table import open_recorded_game, show_game, show_result


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One app for all tests of the module."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    yield phone
    phone.close()


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


def test_finish_moves_game_to_the_history(phone: FastPhone) -> None:
    open_recorded_game(phone, "usa-full")
    id = phone.now.saved.id
    phone.navigator.go("result")
    assert id in {saved.id for saved in phone.context.store.games.in_progress()}
    phone.wait_until_idle()
    choose(phone, "Finish and move to Past games")
    assert id in {past.id for past in phone.context.store.games.finished()}
    assert id not in {saved.id for saved in phone.context.store.games.in_progress()}


def test_menu_offers_what_fits_the_game(phone: FastPhone) -> None:
    show_result(phone, "usa-full")
    phone.press("Menu")
    corrections = ["Title and note", "Correct tickets", "Correct a log entry"]
    assert menu(phone) == ["Finish and move to Past games", *corrections]
    phone.press("Finish and move to Past games")
    assert result_page(phone).sheet is None
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
    assert result_page(phone).ids.hero.score == "93"
    past = next(past for past in phone.context.store.games.finished() if past.id == id)
    assert past.winners == ("Ana",)
    assert past.scores["Peter"] == 86
    assert displayed_points(phone)["Total, Peter"] == "86"


def test_notification_covers_no_button(phone: FastPhone) -> None:
    show_result(phone, "usa-shared")
    for size in ((390, 844), (844, 390)):
        phone.set_size(*size)
        result_page(phone).share_text()
        notice, again = result_page(phone).ids.notice, result_page(phone).ids.again
        assert notice.text
        assert notice.y >= again.top


def test_play_again_takes_two_taps_and_rotates_the_players(phone: FastPhone) -> None:
    game = show_result(phone, "usa-full")
    id = phone.now.saved.id
    phone.taps = 0
    phone.press("Play again with the same players")
    assert id in {past.id for past in phone.context.store.games.finished()}
    phone.start_game()
    assert phone.taps == 2
    assert phone.screen == "table"
    assert phone.now.game.events == ()
    assert phone.now.game.setup.names == (*game.setup.names[1:], game.setup.names[0])
    assert phone.table.player == game.setup.names[1]


@pytest.fixture
def shared(phone: FastPhone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder to which a desktop saves shared files."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    show_result(phone, "heart-of-africa-full")
    return tmp_path / "shared"


def test_shared_picture_is_a_png_of_fixed_size(phone: FastPhone, shared: Path) -> None:
    share(phone, "Share picture")
    (path,) = shared.iterdir()
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1080, 1350)
    assert phone.shows(path.name)


def test_shared_record_contains_the_game(phone: FastPhone, shared: Path) -> None:
    share(phone, "Share the game file")
    (path,) = shared.iterdir()
    game = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    assert game.events == recorded_game("heart-of-africa-full").events


def test_desktop_copies_text_and_link_to_the_clipboard(phone: FastPhone, shared: Path) -> None:
    from kivy.core.clipboard import Clipboard

    share(phone, "Share text")
    assert "Maya wins with 143 points" in Clipboard.paste()
    share(phone, "Send to BG Stats")
    assert Clipboard.paste().startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert not shared.exists()
