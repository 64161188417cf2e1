"""The languages of the app and their translation catalogues."""

from __future__ import annotations

import gettext

from companion.bundled import bundled
from companion.rules.wording import ENGLISH, Catalog

LOCALES = bundled("data/locales")
DOMAIN = "railkeeper"

NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pl": "Polski",
    "nl": "Nederlands",
    "fi": "Suomi",
    "da": "Dansk",
    "nb": "Norsk bokmål",
    "sv": "Svenska",
    "is": "Íslenska",
}
"""Each language's name in that language."""

LANGUAGES = {
    code: name
    for code, name in NAMES.items()
    if code == "en" or gettext.find(DOMAIN, LOCALES, [code])
}
"""English, and the languages whose catalogue is compiled."""

FALLBACKS = {"no": "nb", "nn": "nb"}
"""Language codes without a catalogue whose speakers read another language of the app."""


def supported_language(code: str) -> str:
    """The language of the app to use when a phone or browser asks for `code`."""
    code = FALLBACKS.get(code, code)
    return code if code in LANGUAGES else "en"


def catalog(code: str) -> Catalog:
    """The translations of a language."""
    if code == "en":
        return ENGLISH
    return gettext.translation(DOMAIN, LOCALES, [code], fallback=True)
