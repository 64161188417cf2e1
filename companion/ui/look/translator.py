"""The app's current language: texts in Python and kv are translated here."""

from __future__ import annotations

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, ObjectProperty, StringProperty

from companion.report.translation import catalog
from companion.rules.wording import ENGLISH, Phrase, context_phrase, phrase, plural_phrase


class Translator(EventDispatcher):
    """Translates texts into the current language.

    `tr`, `tr_plural`, `tr_context` and `render` are Kivy properties that hold functions, so that a
    kv rule such as `text: translator.tr("Undo")` is evaluated again when the language changes.
    """

    language = StringProperty("en")
    """Setting it changes the texts of the whole app."""
    catalog = ObjectProperty(ENGLISH)
    """The translations of `language`."""

    def _tr(self) -> Callable[..., str]:
        current = self.catalog
        return lambda text, /, **values: phrase(text, **values).render(current)

    def _tr_plural(self) -> Callable[..., str]:
        current = self.catalog
        return lambda one, many, /, count, **values: plural_phrase(
            one, many, count, **values
        ).render(current)

    def _tr_context(self) -> Callable[..., str]:
        current = self.catalog
        return lambda context, text, /, **values: context_phrase(context, text, **values).render(
            current
        )

    def _render(self) -> Callable[[Phrase], str]:
        current = self.catalog
        return lambda phrase: phrase.render(current)

    tr = AliasProperty(_tr, bind=("catalog",))
    """`tr("Find route")` or `tr("{player} to move", player="Ana")`."""
    tr_context = AliasProperty(_tr_context, bind=("catalog",))
    """`tr_context("step", "Next")`, for an English word that has several translations."""
    tr_plural = AliasProperty(_tr_plural, bind=("catalog",))
    """`tr_plural("{count} claim", "{count} claims", 3)`."""
    render = AliasProperty(_render, bind=("catalog",))
    """`render(phrase)`: a `Phrase` in the current language."""

    def on_language(self, *_: object) -> None:
        """Load the catalogue of the new language."""
        self.catalog = catalog(self.language)


translator = Translator()
"""The translator of the running app."""
