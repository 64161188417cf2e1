"""`make words` updates and compiles the catalogues and prints what changed."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from tests.support.po_file import PoFile
from tools import translations
from tools.translatable_texts import Text, all_texts

pytestmark = pytest.mark.slow


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PoFile:
    """The only language, complete and correct, in a folder of its own."""
    monkeypatch.setattr(translations, "LOCALES", tmp_path)
    po = PoFile(translations.po_file("de"))
    po.file.parent.mkdir(parents=True)
    po.start({text: (text.text, text.plural or "") for text in all_texts()})
    return po


def replace_translation(po: PoFile, text: str, string: str) -> None:
    """Change a translation in the file."""
    catalog = po.read()
    message = catalog.get(text)
    assert message is not None
    message.string = string
    po.file.write_bytes(translations.catalog_bytes(catalog))


def test_gaps_are_counted_and_fail_only_if_they_are_not_allowed(
    german: PoFile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for allowed in (True, False):
        monkeypatch.setattr(translations, "GAPS_ALLOWED", allowed)
        assert translations.main([]) == 0
    assert capsys.readouterr().out == ""
    replace_translation(german, "Undo", "")
    for allowed in (True, False):
        monkeypatch.setattr(translations, "GAPS_ALLOWED", allowed)
        assert translations.main(["--list"]) == (0 if allowed else 1)
        assert capsys.readouterr().out == "de: 1 missing, 0 marked\nde: missing: Undo\n"


def test_wrong_translation_fails(german: PoFile, capsys: pytest.CaptureFixture[str]) -> None:
    replace_translation(german, "Undo", "{number} zurück")
    assert translations.main([]) == 1
    assert capsys.readouterr().out == "de: other names in braces: Undo\n"


def test_reworded_and_removed_texts_are_printed_and_carried_over(
    german: PoFile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "GAPS_ALLOWED", False)
    texts = {text: (text.text, text.plural or "") for text in all_texts()}
    del texts[Text("Undo")], texts[Text("Redo")]
    german.file.unlink()
    german.start({**texts, Text("Undo."): ("Zurück",), Text("Shout"): ("Rufen",)})
    assert translations.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "replaced: Undo.",
        "    with: Undo",
        "     new: Redo",
        " removed: Shout",
        "de: 1 missing, 1 marked",
    ]
    assert german.entry(Text("Undo")) == ("Zurück", True, ["Undo."])
    compiled = gettext.translation(translations.DOMAIN, translations.LOCALES, ["de"])
    assert compiled.gettext("Undo") == "Undo"
