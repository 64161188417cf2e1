"""The app's current language: texts in Python and kv are translated here."""

from __future__ import annotations

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, ObjectProperty, StringProperty

from companion.report.translation import catalog
from companion.rules.wording import ENGLISH, Phrase, context_phrase, phrase, plural_phrase


def _translating(make: Callable[..., Phrase]) -> AliasProperty:
    """A property that holds a function, which makes a phrase and translates it."""

    def translate(translator: Translator) -> Callable[..., str]:
        current = translator.catalog
        return lambda *parts, **values: make(*parts, **values).render(current)

    return AliasProperty(translate, bind=("catalog",))


class Translator(EventDispatcher):
    """Translates texts into the current language.

    `tr`, `tr_plural`, `tr_context` and `render` are Kivy properties that hold functions, so that a
    kv rule such as `text: translator.tr("Undo")` is evaluated again when the language changes.
    """

    language = StringProperty("en")
    """Setting it changes the texts of the whole app."""
    catalog = ObjectProperty(ENGLISH)
    """The translations of `language`."""

    tr = _translating(phrase)
    """`tr("Find route")` or `tr("{player} to move", player="Ana")`."""
    tr_context = _translating(context_phrase)
    """`tr_context("step", "Next")`, for an English word that has several translations."""
    tr_plural = _translating(plural_phrase)
    """`tr_plural("{count} claim", "{count} claims", 3)`."""
    render = _translating(lambda phrase: phrase)
    """`render(phrase)`: a `Phrase` in the current language."""

    def on_language(self, *_: object) -> None:
        """Load the catalogue of the new language."""
        self.catalog = catalog(self.language)


translator = Translator()
"""The translator of the running app."""
