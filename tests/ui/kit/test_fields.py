"""Text fields and phone keyboards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.ui.kit.fields import NameField, TextField
from tests.support.touch import Finger

ROOT = Path(__file__).resolve().parents[3]
SHIFT = 304
WHOLE_NAMES = ["Zoë", "ẞß", "Đặng Thị", "محمد", "Ἀθηνᾶ", "李小龙", "👩‍👩‍👧 Ana", "é", "🇮🇸"]


@pytest.fixture(params=[NameField, TextField])
def field(request: pytest.FixtureRequest, finger: Finger) -> Iterator[NameField]:
    field = request.param(width=300, pos=(20, 400))
    finger.show(field)
    field.focus = True
    finger.wait()
    yield field
    field.focus = False


@pytest.mark.parametrize("name", WHOLE_NAMES)
def test_text_entered_at_once_is_kept(field: NameField, name: str) -> None:
    Window.dispatch("on_textinput", name)
    assert field.text == name


@pytest.mark.parametrize("name", WHOLE_NAMES)
def test_text_entered_in_pieces_is_kept(field: NameField, name: str) -> None:
    for piece in name:
        Window.dispatch("on_textinput", piece)
    assert field.text == name


@pytest.mark.parametrize("kind", [NameField, TextField])
def test_letters_before_the_first_frame_of_a_field_are_kept(
    kind: type[NameField], finger: Finger
) -> None:
    field = kind(width=300, pos=(20, 400))
    Window.add_widget(field)
    field.focus = True
    Window.dispatch("on_key_down", SHIFT, 0, "", ["shift"])
    Window.dispatch("on_textinput", "P")
    Window.dispatch("on_key_up", SHIFT, 0)
    Window.dispatch("on_textinput", "eter")
    assert field.text == "Peter"
    finger.wait()
    assert field.text == "Peter"
    field.focus = False


def test_field_asks_for_a_text_keyboard_without_suggestions(field: NameField) -> None:
    assert (field.input_type, field.keyboard_suggestions) == ("text", False)


def test_all_text_inputs_are_name_fields() -> None:
    sources = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "kv").rglob("*.kv")]
    made_of = re.compile(r"^class .*\bTextInput\b|^\s*TextInput:|\bTextInput\(", re.MULTILINE)
    made = {path.name for path in sources if made_of.search(path.read_text("utf-8"))}
    assert made == {"fields.py"}
