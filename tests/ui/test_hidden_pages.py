"""No work is done for hidden pages or while nothing changes."""

from __future__ import annotations

import pytest
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.drawing.palette import DARK
from companion.rules.board import Board
from companion.rules.events import RouteClaimed
from companion.rules.final_tally import Tally, tally
from companion.rules.state import GameState
from companion.table import snapshot
from companion.ui.board import pictures
from companion.ui.kit.notification import DURATION
from companion.ui.navigator import PAGES
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import start_game


def test_claim_tallies_at_most_once_and_does_not_touch_hidden_pages(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    for name in PAGES:
        phone.navigator.go(name)
        phone.wait_until_idle()
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()
    tallies: list[GameState] = []

    def counted(state: GameState) -> Tally:
        tallies.append(state)
        return tally(state)

    monkeypatch.setattr(snapshot, "tally", counted)
    created: list[Widget] = []
    original_init = Widget.__init__

    def record(self: Widget, **properties: object) -> None:
        created.append(self)
        original_init(self, **properties)

    monkeypatch.setattr(Widget, "__init__", record)
    hidden = {
        name: list(phone.page(name).walk()) for name in PAGES if name not in ("table", "home")
    }
    assert accepted(phone.session.enter, RouteClaimed("Peter", "dieppe--paris"))
    phone.wait_until_idle()
    assert len(tallies) <= 1
    for name, widgets in hidden.items():
        page = phone.page(name)
        assert list(page.walk()) == widgets, name
        assert not [widget for widget in created if page in _ancestors(widget)], name


def test_thumbnails_and_boards_of_hidden_pages_wait_until_their_page_is_shown(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()
    phone.navigator.go("settings")
    rendered: list[str] = []
    original = pictures.render_board

    def render(board: Board, *arguments: object) -> Texture:
        rendered.append(board.id)
        return original(board, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pictures, "render_board", render)
    board = phone.table.ids.board
    canvas = board._canvas
    phone.context.preferences.change("theme", "dark")
    phone.set_size(844, 390)
    phone.wait(1)
    assert rendered == []
    assert board._canvas is canvas
    phone.navigator.go("new_game")
    for _ in phone.context.boards:
        # One thumbnail is rendered per frame.
        phone.wait()
    assert sorted(rendered) == sorted(phone.context.boards)
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()
    assert board._canvas._palette is DARK


def test_idle_table_draws_no_frames(phone: FastPhone) -> None:
    start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    phone.tap_route("dieppe--paris")
    phone.close_sheet()
    phone.wait(DURATION + 1)
    drawn = []
    for number in range(60):
        phone.frame()
        # Like the event loop: draw only after a change.
        if Window.canvas.needs_redraw:
            Window.dispatch("on_draw")
            drawn.append(number)
    assert [number for number in drawn if number > 10] == []


def _ancestors(widget: Widget) -> list[Widget]:
    found = []
    while widget is not None and widget.parent is not widget:
        found.append(widget)
        widget = widget.parent
    return found
