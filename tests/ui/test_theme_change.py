"""A change of the theme and back leaves every colour and text size as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.lang import Builder
from kivy.uix.widget import Widget

from companion.ui.look import kv
from companion.ui.look.theme import theme
from tests.support.phone import FastPhone
from tests.support.views import VIEWS, View, open_view

LOOK = ("color", "fill", "outline", "font_size", "height", "opacity")
SHOWN = (
    "home",
    "new-game-five",
    "table-africa",
    "claim-africa",
    "find",
    "log",
    "check",
    "tickets-usa",
    "result-africa",
    "past-games",
    "settings",
    "about",
)


def look(phone: FastPhone) -> list[tuple[str, object]]:
    """The name and look of every widget of the current page."""
    widgets = list(phone.navigator.page.walk(restrict=True))
    return [
        (f"{type(widget).__name__}.{name}", _plain(getattr(widget, name)))
        for widget in widgets
        for name in LOOK
        if hasattr(widget, name)
    ]


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("view", [view for view in VIEWS if view.name in SHOWN], ids=str)
def test_look_is_the_same_after_another_theme(phone: FastPhone, view: View) -> None:
    open_view(phone, view)
    before = look(phone)
    for dark, scale in ((True, 1.3), (False, 1.0)):
        theme.apply(dark, scale)
        phone.wait_until_idle()
    changed = {old: new for old, new in zip(before, look(phone), strict=True) if old != new}
    assert not changed


def test_rule_of_a_subclass_replaces_that_of_its_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kv, "KV", tmp_path)
    path = tmp_path / "replaced.kv"
    path.write_text(
        "<RuleBase@Widget>:\n    width: self.height\n"
        "<RuleSubclass@RuleBase>:\n    width: 2 * self.height\n"
        "<RuleParent@BoxLayout>:\n    RuleSubclass:\n        width: 7\n",
        encoding="utf-8",
    )
    kv.load("replaced")
    try:
        from kivy.factory import Factory

        widgets: list[Widget] = [Factory.RuleBase(), Factory.RuleSubclass()]
        widgets += Factory.RuleParent().children
        for widget in widgets:
            widget.height = 50
        assert [widget.width for widget in widgets] == [50, 100, 7]
    finally:
        Builder.unload_file(str(path))
