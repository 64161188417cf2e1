"""A page that was open once does no work while it is out of sight."""

from __future__ import annotations

import pytest
from kivy.uix.widget import Widget

from companion.rules import GameState, RouteClaimed, Tally, tally
from companion.table import snapshot
from companion.ui.navigation import PAGES
from tests.ui.hasty import HastyPhone
from tests.ui.tables import lay


def test_a_claim_counts_at_most_once_and_rebuilds_no_row_of_a_hidden_page(
    phone: HastyPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    for name in PAGES:
        phone.ways.go(name)
        phone.settle()
    phone.ways.home("table")
    phone.settle()
    tallies: list[GameState] = []

    def counted(state: GameState) -> Tally:
        tallies.append(state)
        return tally(state)

    monkeypatch.setattr(snapshot, "tally", counted)
    made: list[Widget] = []
    made_by_kivy = Widget.__init__

    def noted(self: Widget, **properties: object) -> None:
        made.append(self)
        made_by_kivy(self, **properties)

    monkeypatch.setattr(Widget, "__init__", noted)
    hidden = {
        name: list(phone.page(name).walk()) for name in PAGES if name not in ("table", "home")
    }
    assert phone.evening.enter(RouteClaimed("Peter", "dieppe--paris")).accepted
    phone.settle()
    assert len(tallies) <= 1
    for name, widgets in hidden.items():
        page = phone.page(name)
        assert list(page.walk()) == widgets, name
        assert not [widget for widget in made if page in _above(widget)], name


def _above(widget: Widget) -> list[Widget]:
    found = []
    while widget is not None and widget.parent is not widget:
        found.append(widget)
        widget = widget.parent
    return found
