"""Font fallback for names in any script."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy import kivy_data_dir
from kivy.base import EventLoop
from kivy.core.text import Label

from companion.report.export.message import result_message
from companion.rules.boards import PLAYER_COLORS, bundled_boards
from companion.rules.events import RouteClaimed
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.ui.look import font_fallback as fonts
from companion.ui.look.font_fallback import Run, has_characters, install_font_fallback, runs
from tests.support.phone import FastPhone
from tests.support.table import open_game

ROBOTO, DEJAVU = (
    str(Path(kivy_data_dir) / "fonts" / name) for name in ("Roboto-Regular.ttf", "DejaVuSans.ttf")
)
"""Fonts bundled with Kivy: the default of the app, and one that covers more scripts."""


@pytest.fixture(autouse=True)
def font_fallback() -> None:
    EventLoop.ensure_window()
    install_font_fallback()


def pixels(text: str, font: str = ROBOTO) -> bytes:
    label = Label(text=text, font_size=30, font_name=font)
    label.refresh()
    return bytes(label.texture.pixels)


def test_coverage_of_a_font_file() -> None:
    assert has_characters(ROBOTO, "ÞЖ")
    assert not has_characters(ROBOTO, "ש")
    assert has_characters(DEJAVU, "ש")


@pytest.mark.parametrize("content", [b"", b"ttcf", b"\0\1\0\0\xff\xff", b"x" * 500])
def test_invalid_font_file_covers_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "font.ttf").write_bytes(content)
    assert not has_characters(str(tmp_path / "font.ttf"), "A")
    assert not has_characters(str(tmp_path / "none.ttf"), "A")


def test_removed_font_file_falls_back_to_the_bundled_font(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = (Run("ქ", "/nowhere/missing.ttf"),)
    monkeypatch.setattr(fonts, "runs", lambda *_: missing)
    assert Label(font_name=ROBOTO, font_size=30).get_extents("ქ")[0] > 0
    assert pixels("ქ")


def test_latin_text_needs_no_fallback() -> None:
    asked = runs.cache_info()
    assert Label(font_name=ROBOTO).get_extents("Þórður, Łukasz & Zoë … “+4” − 1½")[0] > 0
    assert runs.cache_info() == asked


def test_only_the_foreign_part_uses_the_fallback_font() -> None:
    parts = runs("Ana: ქეთი +4", ROBOTO)
    assert [run.text for run in parts] == ["Ana: ", "ქეთი ", "+4"]
    assert [run.font is None for run in parts] == [True, False, True]
    assert has_characters(str(parts[1].font), "ქ")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("שרה", "הרש"),
        ("Ana, שרה כהן: 4", "Ana, ןהכ הרש: 4"),
        ("שרה, משה", "הרש, השמ"),
        ("مُنى", "ىنمُ"),
        ("Ana", "Ana"),
    ],
)
def test_right_to_left_name_is_reversed_in_place(text: str, seen: str) -> None:
    assert "".join(run.text for run in runs(text, ROBOTO)) == seen


def test_character_in_no_font_uses_the_bundled_font() -> None:
    assert runs("A\U000e0fffB", ROBOTO)[0] == Run("A\U000e0fffB", None)


def test_fallback_text_is_drawn_and_measured_completely() -> None:
    wide = [Label(font_name=font, font_size=30).get_extents("ქეთი") for font in (ROBOTO, DEJAVU)]
    assert wide[0][0] == pytest.approx(wide[1][0], rel=0.5)
    assert pixels("ქეთი") != pixels("ქეტი"), "boxes would all look alike"
    assert pixels("Ana") == pixels("Ana", ROBOTO)


def test_names_in_many_scripts_are_shown_and_shared_as_typed(
    tmp_path: Path,
) -> None:
    names = ("محمد علي", "שרה כהן", "ქეთი", "Ольга")
    phone = FastPhone(tmp_path / "data")
    players = tuple(map(Player, names, PLAYER_COLORS))
    game = Game.begin(Setup(bundled_boards()["usa"], players))
    open_game(phone, game.record(RouteClaimed(names[0], "denver--helena")))
    phone.navigator.go("log")
    phone.wait_until_idle()
    assert phone.shows(f"{names[0]}: Denver – Helena")
    sent = result_message(phone.now.saved, tally(phone.now.state))
    assert all(name in sent for name in names)
    phone.close()
