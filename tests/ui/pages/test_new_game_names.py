"""Names for a game that is about to begin: offered, typed, judged where they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.ui import keys
from companion.ui.game.player_chip import PlayerChip
from tests.ui.begun import FIVE, KNOWN, LONG, Begun
from tests.ui.reading import press_enter, texts


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Begun]:
    """A phone that has met some people."""
    phone = Begun(tmp_path / "kept")
    phone.knows(*KNOWN)
    yield phone
    phone.close()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Begun]:
    """A phone that has met nobody."""
    phone = Begun(tmp_path / "kept")
    phone.commit()
    yield phone
    phone.close()


def chips(phone: Begun) -> dict[str, PlayerChip]:
    """The names on offer."""
    found = reversed(phone.asked.ids.chips.children)
    return {chip.text: chip for chip in found}


def test_no_hint_could_be_taken_for_a_name(phone: Begun) -> None:
    assert [row.ids.field.hint_text for row in phone.rows()] == ["Who begins?", "Who else?"]


def test_a_name_is_offered_once_whatever_its_case(phone: Begun) -> None:
    phone.knows(("ana", "red"), ("ANA", "red"))
    assert [name.casefold() for name in chips(phone)].count("ana") == 1
    phone.write(0, "aNa")
    assert [chip.chosen for chip in chips(phone).values() if chip.text.casefold() == "ana"] == [
        True
    ]


def test_a_name_is_seen_from_its_beginning_whoever_stood_there_before(phone: Begun) -> None:
    phone.knows((LONG, "red"))
    for name in (LONG, "Ana"):
        phone.tap(chips(phone)[name])
        phone.commit()
    fields = [row.ids.field for row in phone.rows()]
    assert [field.text for field in fields[:2]] == [LONG, "Ana"]
    assert fields[0].scroll_x == 0
    phone.tap(chips(phone)[LONG])
    phone.commit()
    assert fields[0].text == "Ana"
    assert fields[0].scroll_x == 0


def test_names_are_typed_one_after_the_other_with_enter(fresh: Begun) -> None:
    fresh.write(0, "Zoë ")
    press_enter(fresh)
    fresh.type("Ben")
    assert fresh.rows()[1].ids.field.focus
    press_enter(fresh)
    assert fresh.rows()[2].ids.field.focus
    fresh.type("Eve")
    press_enter(fresh)
    press_enter(fresh)
    assert not any(row.ids.field.focus for row in fresh.rows())
    fresh.press("Start")
    assert fresh.begun().names == ("Zoë", "Ben", "Eve")


def test_enter_after_the_last_who_can_play_is_the_end(phone: Begun) -> None:
    phone.prefill(FIVE)
    phone.tap(phone.rows()[-1].ids.field)
    phone.commit()
    press_enter(phone)
    assert len(phone.rows()) == 5
    assert not any(row.ids.field.focus for row in phone.rows())


def test_an_empty_row_beyond_two_does_not_keep_a_game_from_starting(phone: Begun) -> None:
    phone.press("Ana")
    phone.press("Peter")
    phone.press_in_sight("Add a player")
    assert len(phone.rows()) == 3
    phone.press("Start")
    assert phone.begun().names == ("Ana", "Peter")


def test_the_keyboard_goes_when_the_game_begins(phone: Begun) -> None:
    phone.press("Ana")
    phone.write(1, "Ben")
    field = phone.rows()[1].ids.field
    assert field.focus
    # A finger takes the focus away itself; the ring of a keyboard does not.
    phone.asked.start()
    phone.commit()
    assert phone.screen == "table"
    assert not field.focus


def test_tab_leads_from_a_name_on_to_everything_else(fresh: Begun) -> None:
    fresh.write(0, "Zoë")
    stops = []
    for _ in range(3):
        if not Window.dispatch("on_key_down", keys.TAB, 43, "\t", []):
            fresh.key(keys.TAB)
        stops += [
            widget.name_for_readers
            for widget in fresh.shown()
            if getattr(widget, "has_focus", False)
        ]
    assert stops == ["Remove", "Colour: red"]
    assert fresh.rows()[1].ids.field.focus


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ana", "Two players are called ana."),
        ("x" * 61, "is too long for a name"),
        ("A\u202eb", "cannot be shown on one line"),
    ],
    ids=["twin", "long", "turned round"],
)
def test_what_is_no_name_is_refused_under_its_field(
    phone: Begun, typed: str, sentence: str
) -> None:
    phone.press("Ana")
    phone.write(1, typed)
    problem = next(text for text in texts(phone.rows()[1]) if sentence in text)
    assert phone.texts().count(problem) == 1
    assert not phone.button("Start").enabled
    phone.rows()[1].ids.field.text = "Ben"
    phone.commit()
    assert not phone.reads(sentence)
    assert phone.button("Start").enabled
