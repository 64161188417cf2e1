"""The language in force: every visible word goes through here and follows a change at once."""

from __future__ import annotations

import gettext
from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, ObjectProperty, StringProperty

from companion.bundled import bundled
from companion.rules import ENGLISH, Phrase
from companion.rules.wording import say as phrase_of
from companion.rules.wording import say_count as count_of
from companion.rules.wording import say_of as phrase_about

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
"""Languages in their own words."""

LANGUAGES = {
    code: name
    for code, name in NAMES.items()
    if code == "en" or gettext.find(DOMAIN, LOCALES, [code])
}
"""What can be chosen: English, and what there are words for."""

ALSO = {"no": "nb", "nn": "nb"}
"""Languages whose speakers read another of them."""


def spoken_for(code: str) -> str:
    """The language to speak where somebody, or a phone, asks for one."""
    code = ALSO.get(code, code)
    return code if code in LANGUAGES else "en"


class Words(EventDispatcher):
    """Says things in the chosen language.

    `say`, `count` and `told` are properties that hold functions: a kv rule that calls
    `words.say("…")` is bound to the property and evaluated again when the language changes. All of
    them follow `catalog`, so whoever hears of one change finds the others changed too.
    """

    language = StringProperty("en")
    catalog = ObjectProperty(ENGLISH)
    """Where the translations come from."""

    def _say(self) -> Callable[..., str]:
        catalog = self.catalog
        return lambda text, /, **values: phrase_of(text, **values).told(catalog)

    def _count(self) -> Callable[..., str]:
        catalog = self.catalog
        return lambda one, many, /, count, **values: count_of(one, many, count, **values).told(
            catalog
        )

    def _say_of(self) -> Callable[..., str]:
        catalog = self.catalog
        return lambda context, text, /, **values: phrase_about(context, text, **values).told(
            catalog
        )

    def _told(self) -> Callable[[Phrase], str]:
        catalog = self.catalog
        return lambda phrase: phrase.told(catalog)

    say = AliasProperty(_say, bind=("catalog",))
    """`say("Find route")` or `say("{player} to move", player="Ana")`."""
    say_of = AliasProperty(_say_of, bind=("catalog",))
    """`say_of("step", "Next")`: the same English word means something else elsewhere."""
    count = AliasProperty(_count, bind=("catalog",))
    """`count("{count} claim", "{count} claims", 3)`."""
    told = AliasProperty(_told, bind=("catalog",))
    """`told(phrase)`: a sentence of the rules in the chosen language."""

    def on_language(self, *_: object) -> None:
        """Fetch the other language's words."""
        self.catalog = (
            ENGLISH
            if self.language == "en"
            else gettext.translation(DOMAIN, LOCALES, [self.language], fallback=True)
        )

    def speak(self, language: str) -> None:
        """Speak another language from now on."""
        self.language = language


words = Words()
"""The one voice of the running app."""
