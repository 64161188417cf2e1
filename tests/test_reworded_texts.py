"""Translations are carried over when an English text changes."""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog

from tests.support.po_file import PoFile
from tests.support.random_games import THOROUGHNESS
from tools import translations
from tools.translatable_texts import Text

LANGUAGES = translations.languages()


@pytest.fixture
def po(tmp_path: Path) -> PoFile:
    return PoFile(tmp_path / "words.po")


SAVED = Text("The game was saved.")
BORROWS = Text("borrows {route} of {owner}, for {tickets}")
AWAY = Text("Throw away")
TRAINS = Text("{count} train is left", "{count} trains are left")


def test_unchanged_texts_leave_the_file_as_it_is(po: PoFile) -> None:
    po.start({SAVED: ("Gespeichert.",), TRAINS: ("{count} Waggon", "{count} Waggons")})
    before = po.file.read_bytes()
    po.change([SAVED, TRAINS])
    assert po.file.read_bytes() == before
    assert b"fuzzy" not in before


def test_changed_wording_keeps_the_translation_marked(po: PoFile) -> None:
    po.start({BORROWS: ("leiht {route} von {owner}",), SAVED: ("Gespeichert.",)})
    new = Text("borrows {route} from {owner}, for {tickets}")
    po.change([new, SAVED])
    assert po.entry(new) == ("leiht {route} von {owner}", True, [BORROWS.text])
    assert po.entry(SAVED) == ("Gespeichert.", False, [])
    assert f'#| msgid "{BORROWS.text}"\n' in po.file.read_text()
    before = po.file.read_bytes()
    po.change([new, SAVED])
    assert po.file.read_bytes() == before


def test_unrelated_new_text_takes_over_nothing(po: PoFile) -> None:
    po.start({AWAY: ("Wegwerfen",)})
    new = Text("{player} has had the last turn.")
    po.change([new])
    assert po.entry(new) == ("", False, [])
    assert "Wegwerfen" not in po.file.read_text()


def test_text_split_in_two_gives_both_its_translation(po: PoFile) -> None:
    po.start({SAVED: ("Gespeichert.",)})
    one, other = Text("The first game was saved."), Text("The game was saved there.")
    po.change([one, other])
    for text in (one, other):
        assert po.entry(text) == ("Gespeichert.", True, [SAVED.text])


def test_text_split_by_context_gives_both_its_translation(po: PoFile) -> None:
    plain = Text("Tickets")
    title, sentence = Text("Tickets", context="title"), Text("Tickets", context="sentence")
    po.start({plain: ("Zielkarten",)})
    po.change([title, sentence])
    for text in (title, sentence):
        assert po.entry(text) == ("Zielkarten", True, ["Tickets"])
    po.start({plain: ("Zielkarten",)})
    po.change([plain, sentence])
    assert po.entry(plain) == ("Zielkarten", False, [])
    assert po.entry(sentence) == ("Zielkarten", True, ["Tickets"])


def test_text_changed_twice_keeps_the_first_english(po: PoFile) -> None:
    po.start({SAVED: ("Gespeichert.",)})
    po.change([Text("The game has been saved.")])
    last = Text("Your game has been saved.")
    po.change([last])
    assert po.entry(last) == ("Gespeichert.", True, [SAVED.text])


def test_reviewed_text_that_changes_again_names_the_english_of_its_review(po: PoFile) -> None:
    second, third = Text("The game has been saved."), Text("Your game has been saved.")
    po.start({SAVED: ("Gespeichert.",)})
    po.change([second])
    po.review(second)
    po.change([second])
    assert po.entry(second) == ("Gespeichert.", False, [])
    po.change([third])
    assert po.entry(third) == ("Gespeichert.", True, [second.text])


def test_text_changed_back_is_not_marked(po: PoFile) -> None:
    po.start({SAVED: ("Gespeichert.",)})
    before = po.file.read_bytes()
    po.change([Text("The game has been saved.")])
    po.change([SAVED])
    assert po.file.read_bytes() == before


def test_plural_text_keeps_all_forms(po: PoFile) -> None:
    forms = ("{count} Waggon", "{count} Waggons")
    po.start({TRAINS: forms})
    new = Text("{count} train left", "{count} trains left")
    po.change([new])
    assert po.entry(new) == (forms, True, [TRAINS.text, TRAINS.plural])
    only_plural = Text("{count} train left", "{count} trains are left")
    po.change([only_plural])
    assert po.entry(only_plural) == (forms, True, [TRAINS.text, TRAINS.plural])


def test_other_context_is_not_taken_over_by_a_reworded_text(po: PoFile) -> None:
    route, trains = Text("dark yellow", context="route"), Text("dark yellow", context="trains")
    po.start({route: ("dunkelgelb",), trains: ("Dunkelgelb",)})
    new = Text("darker yellow", context="trains")
    po.change([route, new])
    assert po.entry(new) == ("Dunkelgelb", True, [trains.text])
    assert po.entry(route) == ("dunkelgelb", False, [])


def test_removed_text_leaves_the_file(po: PoFile) -> None:
    po.start({SAVED: ("Gespeichert.",), AWAY: ("Wegwerfen",)})
    po.change([SAVED])
    assert [message.id for message in po.read() if message.id] == [SAVED.text]


def test_previous_text_is_on_one_line_and_read_from_several(po: PoFile) -> None:
    before = Text("A “quoted” \\ backslash - " + "very " * 30 + "long text.", context="note")
    after = Text(before.text.replace("text", "sentence"), context="note")
    po.start({before: ("Lang.",)})
    po.change([after])
    text = po.file.read_text()
    line = next(line for line in text.splitlines() if line.startswith("#|"))
    assert line == '#| msgid "' + before.text.replace("\\", "\\\\") + '"'
    start, end = line[:60], line[60:]
    wrapped = f'#| msgctxt "other"\n{start}"\n#| "{end}'
    po.file.write_text(text.replace(line, wrapped))
    assert po.entry(after) == ("Lang.", True, [before.text])


def test_marked_and_incomplete_translations_are_not_compiled(po: PoFile) -> None:
    new = Text("The game has been saved.")
    po.start({SAVED: ("Gespeichert.",), AWAY: ("Wegwerfen",), TRAINS: ("{count} Waggon", "")})
    po.change([new, AWAY, TRAINS])
    compiled = gettext.GNUTranslations(BytesIO(translations.compiled(po.read())))
    assert compiled.gettext(new.text) == new.text
    assert compiled.gettext(AWAY.text) == "Wegwerfen"
    assert compiled.ngettext(TRAINS.text, str(TRAINS.plural), 0) == TRAINS.plural


@pytest.mark.parametrize("seed", range(THOROUGHNESS))
def test_any_reworded_text_is_carried_over_and_back(seed: int) -> None:
    random = Random(seed)
    chosen = LANGUAGES if THOROUGHNESS > 1 else ("de", "pl")
    old = {each: translations.read_catalog(translations.po_file(each), each) for each in chosen}
    known = translations.known_texts(old.values())
    after: dict[Text, list[str]] = {text: ["Where: home."] for text in known}
    comments, before = dict(after), {}
    for text in random.sample(sorted(known, key=str), 40):
        words = [*text.text.split(" "), "indeed"]
        random.shuffle(words)
        new = text._replace(text=" ".join(words))
        before[new] = text
        after[new] = after.pop(text)
    for catalog in old.values():
        changed = translations.updated(catalog, after, before)
        old_content, new_content = content(catalog), content(changed)
        for text in after:
            string, is_marked = old_content[before.get(text, text)]
            assert new_content[text] == (string, is_marked or (text in before and any(string)))
        back = {text: new for new, text in before.items()}
        assert content(translations.updated(changed, comments, back)) == content(catalog)


def content(catalog: Catalog) -> dict[Text, tuple[tuple[str, ...], bool]]:
    """The translation of every text, and whether it is marked."""
    found = {}
    for message in catalog:
        one, *many = [message.id] if isinstance(message.id, str) else message.id
        forms = [message.string] if isinstance(message.string, str) else [*(message.string or ())]
        if one:
            text = Text(one, many[0] if many else None, message.context)
            found[text] = (tuple(forms) if all(forms) else (), message.fuzzy)
    return found
