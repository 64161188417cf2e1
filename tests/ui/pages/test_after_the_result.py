"""What comes after the result: finishing, correcting, playing again, sharing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from kivy.core.image import Image

from companion.drawing.palette import LIGHT, contrast
from companion.report.score_table import Part
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import read_record
from companion.rules.setup import Player
from companion.store.saved_game import SavedGame, local_time
from companion.ui.kit.page_row import PageRow
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.result.score_grid import ScoreCell
from companion.ui.pages.result.share_picture import share_picture
from tests.support.games import recorded_game as recorded
from tests.support.phone import HastyPhone
from tests.support.table import lay_recorded, show_result

PARTS: dict[str, Part] = {
    "routes": "routes",
    "tickets": "tickets",
    "stations": "stations",
    "longest_route_bonus": "longest_route",
    "globetrotter_bonus": "globetrotter",
    "total": "total",
}
"""What the score keeper without a screen calls the parts."""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One app for all of it."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _upright(phone: HastyPhone) -> Iterator[None]:
    yield
    phone.turn(390, 844)


def screen(phone: HastyPhone) -> ResultPage:
    found: ResultPage = phone.page("result")
    return found


def scroll_to(phone: HastyPhone, words: str) -> None:
    """Bring a row of the page into sight."""
    page = screen(phone).ids.scroll
    row = next(row for row in page.walk() if isinstance(row, PageRow) and row.text == words)
    page.scroll_to(row, padding=160, animate=False)
    phone.commit()


def numbers_on_screen(phone: HastyPhone) -> dict[str, str]:
    """Every cell by its row and player."""
    return {
        cell.name_for_readers: cell.points
        for cell in screen(phone).ids.table.walk()
        if isinstance(cell, ScoreCell)
    }


# After


def test_a_game_is_in_the_history_once_the_keeper_wishes_it(phone: HastyPhone) -> None:
    lay_recorded(phone, "usa-full")
    id = phone.now.saved.id
    phone.navigator.go("result")
    assert id in {saved.id for saved in phone.context.store.games.all()}
    phone.commit()
    phone.press("Finish: put it among the past games")
    assert id in {past.id for past in phone.context.store.history.all()}
    assert id not in {saved.id for saved in phone.context.store.games.all()}


def test_a_row_that_does_not_apply_leaves_no_gap_and_all_others_stay_as_high(
    phone: HastyPhone,
) -> None:
    show_result(phone, "usa-full")
    rows = [row for row in screen(phone).walk(restrict=True) if isinstance(row, PageRow)]
    before = [row.height for row in rows]
    assert before.count(0) == 1
    for size in ((844, 390), (390, 844)):
        phone.turn(*size)
    assert [row.height for row in rows] == before
    phone.press("Finish: put it among the past games")
    assert len({row.height for row in rows}) == 1
    phone.session.reopen()
    phone.commit()
    assert [row.height for row in rows] == before


def test_correcting_a_claim_after_the_result_updates_history_and_result(
    phone: HastyPhone,
) -> None:
    game = show_result(phone, "usa-shared")
    phone.press("Finish: put it among the past games")
    id = phone.now.saved.id
    scroll_to(phone, "Correct an entry of the log")
    phone.press("Correct an entry of the log")
    assert phone.screen == "log"
    last = max(claim.entry for claim in game.state.players["Diego"].claims)
    phone.page("log").open_entry(last)
    phone.commit()
    phone.press("Remove this entry")
    assert phone.navigator.back()
    phone.commit()
    assert phone.screen == "result"
    assert phone.reads("Wanda wins with 24")
    past = next(past for past in phone.context.store.history.all() if past.id == id)
    assert past.winners == ("Wanda",)
    assert past.scores["Diego"] == 22
    assert numbers_on_screen(phone)["Total, Diego"] == "22"


def test_the_line_that_answers_lies_on_no_button_and_no_tap_goes_through_it(
    phone: HastyPhone,
) -> None:
    show_result(phone, "usa-shared")
    for size in ((390, 844), (844, 390)):
        phone.turn(*size)
        screen(phone).share_text()
        notice, again = screen(phone).ids.notice, screen(phone).ids.again
        assert notice.text
        assert notice.y >= again.top
        phone.tap(notice)
        assert phone.screen == "result"
        assert not notice.text


def test_playing_again_is_two_taps_and_the_next_player_starts(phone: HastyPhone) -> None:
    game = show_result(phone, "usa-full")
    id = phone.now.saved.id
    phone.taps = 0
    phone.press("Play again with the same players")
    assert id in {past.id for past in phone.context.store.history.all()}
    phone.press("Start")
    assert phone.taps == 2
    assert phone.screen == "table"
    assert phone.now.game.events == ()
    assert phone.now.game.setup.names == (*game.setup.names[1:], game.setup.names[0])
    assert phone.table.player == game.setup.names[1]


# Sharing


@pytest.fixture
def shared(phone: HastyPhone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where a desktop puts what is shared."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    show_result(phone, "heart-of-africa-full")
    return tmp_path / "shared"


def test_the_picture_is_a_file_as_wide_as_a_phone(phone: HastyPhone, shared: Path) -> None:
    phone.press("Share picture")
    (path,) = shared.iterdir()
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width == 1080
    assert 1080 < height < 3000
    assert phone.reads(path.name)


@pytest.mark.parametrize("color", ["white", "black"])
def test_a_winner_s_marker_stands_out_from_the_card_it_is_drawn_on(
    phone: HastyPhone, color: str
) -> None:
    phone.commit()
    game = recorded("nordic-countries-full")
    winner = tally(game.state).winners[0]
    others = [other for other in ("white", "black", "purple") if other != color]
    players = tuple(
        Player(name, color if name == winner else others.pop()) for name in game.setup.names
    )
    game = Game.begin(replace(game.setup, players=players), game.events)
    saved = SavedGame.begun(game, local_time())
    picture = Image(BytesIO(share_picture(saved, tally(game.state))), ext="png", keep_data=True)
    # Through the middle of the card, from within its edge to beyond the marker.
    row = [picture.read_pixel(x, 278)[:3] for x in range(66, 190)]
    card = row[-1]
    assert card == pytest.approx(LIGHT.surface[:3], abs=0.01)
    assert max(contrast((*pixel, 1.0), (*card, 1.0)) for pixel in row) > 4.5


def test_the_record_file_is_the_game(phone: HastyPhone, shared: Path) -> None:
    scroll_to(phone, "Share the record file")
    phone.press("Share the record file")
    (path,) = shared.iterdir()
    game = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    assert game.events == recorded("heart-of-africa-full").events


def test_text_and_link_leave_through_the_clipboard_of_a_desktop(
    phone: HastyPhone, shared: Path
) -> None:
    from kivy.core.clipboard import Clipboard

    phone.press("Share text")
    assert "Maya wins with 143 points" in Clipboard.paste()
    # The line lies on the last row until it has been read.
    phone.tap(screen(phone).ids.notice)
    scroll_to(phone, "Send to BG Stats")
    phone.press("Send to BG Stats")
    assert Clipboard.paste().startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert not shared.exists()
