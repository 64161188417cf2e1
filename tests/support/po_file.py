"""A po file whose texts change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog

from tools import translations
from tools.translatable_texts import Text

PLACE = ["Where: the table."]


@dataclass
class PoFile:
    """A small po file whose texts change, written and read again with each change."""

    file: Path
    language: str = "de"

    def start(self, translated: dict[Text, tuple[str, ...]]) -> None:
        """Write the first translations."""
        catalog = Catalog(self.language, header_comment="# Words.")
        for text, forms in translated.items():
            plural = text.plural is not None
            id = (text.text, text.plural or "") if plural else text.text
            string = forms if plural else forms[0]
            catalog.add(id, string, auto_comments=PLACE, context=text.context)
        self.file.write_bytes(translations.catalog_bytes(catalog))
        self.change(translated)

    def change(self, texts: Iterable[Text]) -> None:
        """Update the file after these became the texts of the app."""
        old = self.read()
        comments = dict.fromkeys(texts, PLACE)
        replaced = translations.replaced_texts(translations.known_texts([old]), comments)
        new = translations.updated(old, comments, replaced)
        self.file.write_bytes(translations.catalog_bytes(new))

    def read(self) -> Catalog:
        """The catalogue in the file."""
        return translations.read_catalog(self.file, self.language)

    def entry(self, text: Text) -> tuple[object, bool, list[str]]:
        """The translation of a text, whether it is marked, and the previous English."""
        message = self.read().get(text.text, text.context)
        assert message is not None
        return message.string, message.fuzzy, message.previous_id

    def review(self, text: Text) -> None:
        """Remove the mark of a translation, as a translator does."""
        catalog = self.read()
        message = catalog.get(text.text, text.context)
        assert message is not None
        message.flags.discard("fuzzy")
        self.file.write_bytes(translations.catalog_bytes(catalog))
