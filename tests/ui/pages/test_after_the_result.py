"""The result page: finishing, correcting, playing again, sharing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from kivy.core.image import Image

from companion.drawing.palette import LIGHT, contrast
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import read_record
from companion.rules.setup import Player
from companion.store.saved_game import SavedGame, local_time
from companion.ui.kit.page_row import PageRow
from companion.ui.pages.result.share_picture import share_picture
from tests.support.games import recorded_game, shared_game
from tests.support.phone import FastPhone
from tests.support.result import displayed_points, result_page, scroll_to
from tests.support.table import open_recorded_game, show_game, show_result


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One app for all tests of the module."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    yield phone
    phone.close()


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
    phone.press("Finish and move to Past games")
    assert id in {past.id for past in phone.context.store.games.finished()}
    assert id not in {saved.id for saved in phone.context.store.games.in_progress()}


def test_hidden_row_has_no_height_and_other_rows_keep_theirs(
    phone: FastPhone,
) -> None:
    show_result(phone, "usa-full")
    rows = [row for row in result_page(phone).walk(restrict=True) if isinstance(row, PageRow)]
    before = [row.height for row in rows]
    assert before.count(0) == 1
    for size in ((844, 390), (390, 844)):
        phone.set_size(*size)
    assert [row.height for row in rows] == before
    phone.press("Finish and move to Past games")
    assert len({row.height for row in rows}) == 1
    phone.session.reopen()
    phone.wait_until_idle()
    assert [row.height for row in rows] == before


def test_correction_updates_history_and_result(
    phone: FastPhone,
) -> None:
    game = shared_game()
    show_game(phone, game)
    phone.press("Finish and move to Past games")
    id = phone.now.saved.id
    scroll_to(phone, "Correct a log entry")
    phone.press("Correct a log entry")
    assert phone.screen == "log"
    last = max(claim.entry for claim in game.state.players["Peter"].claims)
    phone.page("log").open_entry(last)
    phone.wait_until_idle()
    phone.press("Remove this entry")
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert phone.screen == "result"
    assert phone.shows("Ana wins with 93")
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


def test_shared_picture_is_a_png_of_fixed_width(phone: FastPhone, shared: Path) -> None:
    phone.press("Share picture")
    (path,) = shared.iterdir()
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width == 1080
    assert 1080 < height < 3000
    assert phone.shows(path.name)


@pytest.mark.parametrize("color", ["white", "black"])
def test_winner_marker_has_contrast_on_the_picture(phone: FastPhone, color: str) -> None:
    phone.wait_until_idle()
    game = recorded_game("nordic-countries-full")
    winner = tally(game.state).winners[0]
    others = [other for other in ("white", "black", "purple") if other != color]
    players = tuple(
        Player(name, color if name == winner else others.pop()) for name in game.setup.names
    )
    game = Game.begin(replace(game.setup, players=players), game.events)
    saved = SavedGame.new(game, local_time())
    picture = Image(BytesIO(share_picture(saved, tally(game.state))), ext="png", keep_data=True)
    # Through the middle of the card, from within its edge to beyond the marker.
    row = [picture.read_pixel(x, 278)[:3] for x in range(66, 190)]
    card = row[-1]
    assert card == pytest.approx(LIGHT.surface[:3], abs=0.01)
    assert max(contrast((*pixel, 1.0), (*card, 1.0)) for pixel in row) > 4.5


def test_shared_record_contains_the_game(phone: FastPhone, shared: Path) -> None:
    scroll_to(phone, "Share the game file")
    phone.press("Share the game file")
    (path,) = shared.iterdir()
    game = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    assert game.events == recorded_game("heart-of-africa-full").events


def test_desktop_copies_text_and_link_to_the_clipboard(phone: FastPhone, shared: Path) -> None:
    from kivy.core.clipboard import Clipboard

    phone.press("Share text")
    assert "Maya wins with 143 points" in Clipboard.paste()
    scroll_to(phone, "Send to BG Stats")
    phone.press("Send to BG Stats")
    assert Clipboard.paste().startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert not shared.exists()
