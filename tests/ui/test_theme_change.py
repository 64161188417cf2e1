"""A change of the theme and back leaves every colour and text size as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.graphics import RoundedRectangle
from kivy.lang import Builder
from kivy.lang.parser import ParserRule
from kivy.uix.widget import Widget

from companion.drawing.palette import DARK, LIGHT, TERRAIN, terrain_line
from companion.rules.events import TerrainDrawn
from companion.ui.kit.virtual_list import VirtualList
from companion.ui.look import kv
from companion.ui.look.theme import theme
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.support.touch import Finger
from tests.support.views import VIEWS, View, open_view

LOOK = ("color", "fill", "outline", "font_size", "height", "opacity")
SHOWN = ("home", "claim-africa", "result-africa")
OTHERS = (
    "new-game-five",
    "find",
    "log",
    "check",
    "tickets-usa",
    "past-games",
    "settings",
    "about",
)
"""Views for `make soak`."""


def look(phone: FastPhone) -> list[tuple[str, object]]:
    """The name and look of every widget of the current page.

    Without the content of long lists, whose height is estimated.
    """
    widgets = [
        widget
        for widget in phone.navigator.page.walk(restrict=True)
        if not isinstance(widget.parent, VirtualList)
    ]
    return [
        (f"{type(widget).__name__}.{name}", _plain(getattr(widget, name)))
        for widget in widgets
        for name in LOOK
        if hasattr(widget, name)
    ]


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(view, marks=[pytest.mark.soak] if view.name in OTHERS else [])
        for view in VIEWS
        if view.name in (*SHOWN, *OTHERS)
    ],
    ids=str,
)
def test_look_is_the_same_after_another_theme(phone: FastPhone, view: View) -> None:
    open_view(phone, view)
    before = look(phone)
    for dark, scale in ((True, 1.3), (False, 1.0)):
        theme.apply(dark, scale)
        phone.wait_until_idle()
    changed = {old: new for old, new in zip(before, look(phone), strict=True) if old != new}
    assert not changed


def test_outlines_of_terrain_buttons_follow_the_theme(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 2, TerrainDrawn("Ana", "desert"))
    buttons = phone.table.ids.dock.ids.upper.children
    assert buttons
    try:
        for dark, palette in ((True, DARK), (False, LIGHT)):
            theme.apply(dark, 1.0)
            phone.wait_until_idle()
            for button in buttons:
                assert tuple(button.outline) == terrain_line(TERRAIN[button.terrain], palette)
    finally:
        theme.apply(False, 1.0)


def test_rule_of_a_subclass_replaces_that_of_its_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kv, "KV", tmp_path)
    path = tmp_path / "replaced.kv"
    path.write_text(
        "<RuleBase@Widget>:\n    x: self.height\n"
        "<RuleSubclass@RuleBase>:\n    x: 2 * self.height\n"
        "<RuleParent@Widget>:\n    RuleSubclass:\n        x: 7\n",
        encoding="utf-8",
    )
    kv.load("replaced")
    try:
        from kivy.factory import Factory

        widgets: list[Widget] = [Factory.RuleBase(), Factory.RuleSubclass()]
        widgets += Factory.RuleParent().children
        for widget in widgets:
            widget.height = 50
        assert [widget.x for widget in widgets] == [50, 100, 7]
    finally:
        Builder.unload_file(str(path))


def test_properties_of_canvas_instructions_are_not_replaced() -> None:

    def canvases(rule: ParserRule) -> list[ParserRule]:
        own = (rule.canvas_before, rule.canvas_root, rule.canvas_after)
        nested = (canvas for child in rule.children for canvas in canvases(child))
        return [*(canvas for canvas in own if canvas is not None), *nested]

    drawn = [
        each
        for _, rule in Builder.rules
        if str(kv.KV) in str(rule.ctx.filename)
        for canvas in canvases(rule)
        for each in canvas.children
    ]
    names = {name for each in drawn for name in each.properties}
    assert names
    assert names <= kv.CANVAS_NAMES


def test_switch_is_drawn_where_it_is(finger: Finger) -> None:
    from companion.ui.kit.fields import SwitchLever

    lever = SwitchLever()
    finger.show(lever)
    shapes = [each for each in lever.canvas.children if isinstance(each, RoundedRectangle)]
    lever.size, lever.pos = (60, 30), (100, 200)
    finger.wait()
    assert [(shape.pos, shape.size) for shape in shapes] == [((100, 200), (60, 30))]
