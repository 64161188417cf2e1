"""Private Kivy attributes: each still does what `companion.ui.kivy_compat` uses it for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import kivy
import pytest
from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.ui import kivy_compat
from tests.support.touch import Finger

ROOT = Path(__file__).parents[2]


class CountingLayout(BoxLayout):
    def __init__(self, **properties: object) -> None:
        self.layouts = 0
        super().__init__(**properties)

    def do_layout(self, *arguments: object) -> None:
        self.layouts += 1
        super().do_layout(*arguments)


def tall_list(finger: Finger, cls: type[ScrollView] = ScrollView) -> ScrollView:
    view = cls(size_hint=(None, None), size=(300, 400), do_scroll_x=False)
    view.add_widget(Widget(size_hint_y=None, height=2000))
    finger.show(view)
    return view


def test_layout_trigger_schedules_do_layout(finger: Finger) -> None:
    layout = CountingLayout()
    finger.show(layout)
    before = layout.layouts
    kivy_compat.layout_trigger(layout)()
    assert layout.layouts == before
    finger.frame()
    assert layout.layouts == before + 1


def test_scroll_trigger_schedules_update_from_scroll(finger: Finger) -> None:
    updates = []

    class CountingView(ScrollView):
        def update_from_scroll(self, *arguments: object) -> None:
            updates.append(self)
            super().update_from_scroll(*arguments)

    view = tall_list(finger, CountingView)
    updates.clear()
    kivy_compat.scroll_trigger(view)()
    assert updates == []
    finger.frame()
    assert updates == [view]


def test_delayed_updates_draw_a_text_and_lay_out_children_at_once() -> None:
    label, layout = Label(), BoxLayout(size=(200, 100))
    child = Widget()
    layout.add_widget(child)
    label.text = "Longer than before"
    for widget in (label, layout):
        for trigger in kivy_compat.delayed_updates(widget):
            if trigger.is_triggered:
                trigger.cancel()
                trigger.get_callback()(0)
    assert label.texture_size[0] > 100
    assert child.size == [200, 100]


@pytest.mark.parametrize(
    ("widget", "count"),
    [(Label, 1), (BoxLayout, 1), (GridLayout, 1), (StackLayout, 1), (ScrollView, 1), (Widget, 0)],
)
def test_every_kind_of_widget_delays_with_one_trigger(widget: type[Widget], count: int) -> None:
    assert len(list(kivy_compat.delayed_updates(widget()))) == count


def test_core_label_draws_in_its_own_font_size() -> None:
    label = Label(text="Width", font_size=40)
    label.texture_update()
    usual = label.texture_size[0]
    kivy_compat.core_label(label).options["font_size"] = 20
    label.texture_update()
    assert label.texture_size[0] < usual * 0.6


def test_scroll_bounds_follow_the_scroll_position(finger: Finger) -> None:
    view = tall_list(finger)
    view.scroll_y = 0.5
    view.children[0].height = 4000
    kivy_compat.update_scroll_bounds(view)
    assert (view.effect_y.min, view.effect_y.max) == (0, -(4000 - 400))
    assert view.effect_y.value == pytest.approx(view.effect_y.max * view.scroll_y)


def test_abandoned_touch_is_no_longer_that_of_the_scroll_view(finger: Finger) -> None:
    view = tall_list(finger)
    touch = UnitTestTouch(*view.center)
    assert kivy_compat.scroll_state(view, touch) is None
    touch.touch_down()
    state = kivy_compat.scroll_state(view, touch)
    assert state is not None
    assert state["mode"] == "unknown"
    before = view.scroll_y
    kivy_compat.abandon_touch(view, touch)
    touch.touch_move(touch.x, touch.y + 100)
    finger.frame()
    touch.touch_up()
    finger.wait()
    assert view.scroll_y == before


def test_text_renderer_is_wrapped_for_all_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoreLabel, "_render_text", CoreLabel._render_text)
    drawn: list[str] = []

    def wrap(render: kivy_compat.Render) -> kivy_compat.Render:
        def note(label: object, text: str, x: int, y: int) -> None:
            drawn.append(text)
            render(label, text, x, y)

        return note

    kivy_compat.wrap_text_renderer(wrap)
    label = CoreLabel(text="Ana")
    label.refresh()
    # Kivy draws a text when its texture is first used.
    label.texture.bind()
    assert drawn == ["Ana"]


def test_core_label_names_its_font_file_in_its_options() -> None:
    label = CoreLabel(text="Ana", font_size=12)
    assert Path(label.options["font_name_r"]).is_file()


def test_private_kivy_attributes_are_used_in_kivy_compat_only() -> None:
    private = {
        name
        for cls in (ScrollView, Label, TextInput, BoxLayout, GridLayout, StackLayout, CoreLabel)
        for name in (*dir(cls), *(vars(cls()) if cls is not CoreLabel else ()))
        if re.match(r"_[a-z]", name)
    }
    used = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        if path.name == "kivy_compat.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} | {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }
        used += [
            f"{path.relative_to(ROOT)}:{node.lineno} {node.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr in private - own
        ]
    for path in sorted((ROOT / "kv").rglob("*.kv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            used += [
                f"{path.relative_to(ROOT)}:{number} {name}"
                for name in re.findall(r"\._[a-z]\w*", line)
            ]
    assert used == []


def test_kivy_is_the_version_whose_private_attributes_were_read() -> None:
    assert kivy.__version__.startswith("2.3")


def test_android_moves_the_window_above_the_keyboard_not_kivy() -> None:
    # Otherwise the window would be moved twice; the height would come from a deprecated call.
    assert Window._get_android_kheight() == 0
