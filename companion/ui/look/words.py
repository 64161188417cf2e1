"""The language in force: every visible word goes through here and follows a change at once."""

from __future__ import annotations

import gettext

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.bundled import bundled
from companion.rules import ENGLISH, Language, Phrase
from companion.rules.wording import say as phrase_of
from companion.rules.wording import say_count as count_of

LOCALES = bundled("data/locales")
DOMAIN = "railkeeper"

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""What can be chosen, each in its own words."""


class Words(EventDispatcher):
    """Says things in the chosen language.

    `say` and `count` are properties that hold functions: a kv rule that calls `words.say("…")`
    is bound to the property and evaluated again when the language changes.
    """

    language = StringProperty("en")
    say = ObjectProperty()
    """`say("Find route")` or `say("{player} to move", player="Ana")`."""
    count = ObjectProperty()
    """`count("{count} claim", "{count} claims", 3)`."""
    told = ObjectProperty()
    """`told(phrase)`: a sentence of the rules in the chosen language."""

    def __init__(self) -> None:
        super().__init__()
        self.catalog: Language = ENGLISH
        """Where the translations come from."""
        self.bind(language=self._switch)
        self._switch()

    def _switch(self, *_: object) -> None:
        self.catalog = (
            ENGLISH
            if self.language == "en"
            else gettext.translation(DOMAIN, LOCALES, [self.language], fallback=True)
        )
        catalog = self.catalog

        def told(phrase: Phrase) -> str:
            return phrase.told(catalog)

        def say(text: str, /, **values: object) -> str:
            return told(phrase_of(text, **values))

        def count(one: str, many: str, /, count: int, **values: object) -> str:
            return told(count_of(one, many, count, **values))

        # `say` last: who follows it may use the others.
        self.told, self.count, self.say = told, count, say


words = Words()
"""The one voice of the running app."""
