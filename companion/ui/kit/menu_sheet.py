"""A sheet with a list of actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kivy.properties import StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.rows import Divided
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load


class MenuItem(NamedTuple):
    """One action of a menu."""

    icon: str
    text: str
    act: Callable[[], object]
    repeats: bool = False
    """Whether the menu stays open, because the action may be wanted several times."""


class MenuRow(Divided, Tappable):
    """An icon and a text; a tap calls the action."""

    icon = StringProperty("")
    text = StringProperty("")


class MenuSheet(Sheet):
    """Calls the action of the chosen row, and closes before that unless the action repeats."""

    def __init__(self, *items: MenuItem) -> None:
        super().__init__(spacing=0)
        for item in items:
            row = MenuRow(
                icon=item.icon,
                text=item.text,
                repeats=item.repeats,
                has_divider=item is not items[-1],
            )
            row.bind(on_tap=lambda _, item=item: self._choose(item))
            self.add_widget(row)

    def _choose(self, item: MenuItem) -> None:
        if not item.repeats:
            self.close()
        item.act()


load("kit/menu_sheet")
