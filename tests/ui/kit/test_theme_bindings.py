"""Widgets bound to the theme are released."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from tests.support.touch import Finger


def thumbnail() -> Widget:
    from companion.rules.boards import bundled_boards
    from companion.ui.board.thumbnail import BoardThumbnail, empty_board

    boards = bundled_boards()
    return BoardThumbnail(scene=empty_board(boards.__getitem__, boards.summary("usa")))


def tabs() -> Widget:
    from companion.ui.game.players import PlayerTabs

    made = PlayerTabs()
    made.players = [("Ana", "blue", False, "2 tickets", "2")]
    return made


def marker() -> Widget:
    from companion.ui.game.symbols import Marker

    return Marker(color_name="blue")


def followers() -> int:
    from companion.ui.look.theme import theme

    # What an earlier test file left is not collected while it is frozen.
    gc.unfreeze()
    gc.collect()
    for name in theme.properties():
        theme.property(name).dispatch(theme)
    return sum(len(theme.get_property_observers(name)) for name in theme.properties())


def test_removed_widgets_are_unbound_from_the_theme(finger: Finger) -> None:
    kinds = (thumbnail, tabs, marker)
    for made in kinds:
        finger.show(made())
    finger.clear_window()
    before = followers()
    for made in kinds * 12:
        finger.show(made())
        finger.clear_window()
    # What an earlier test left may go meanwhile, but never as many as twelve of these would add.
    assert followers() <= before
