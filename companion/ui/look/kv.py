"""Loading kv files: each module loads the file that describes its widgets, once.

All kv files can use `theme`, `translator` and `dp` without importing them. A module whose widgets a
kv file names is imported as `_`: importing registers its widget classes in Kivy's factory.

A rule of a subclass, or of one widget, replaces the rule of a base class for the same property.
Kivy alone would keep both, and whichever reacted last to a change would win. The exception are
properties whose names canvas instructions have too, see `CANVAS_NAMES`.
"""

from __future__ import annotations

from kivy.lang import Builder
from kivy.lang.parser import ParserRule, global_idmap
from kivy.metrics import dp

from companion.bundled import bundled
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

KV = bundled("kv")

CANVAS_NAMES = frozenset(("pos", "size", "width", "points", "radius", "rgba", "rounded_rectangle"))
"""Properties of canvas instructions in kv files; Kivy would remove their bindings as well."""

global_idmap.update(dp=dp, theme=theme, translator=translator)


def load(name: str) -> None:
    """Load `kv/<name>.kv`, unless it is loaded already: Kivy would apply its rules twice."""
    path = str(KV / f"{name}.kv")
    if path not in Builder.files:
        loaded = len(Builder.rules)
        Builder.load_file(path)
        for _, rule in Builder.rules[loaded:]:
            _replace_base_rules(rule)


def _replace_base_rules(rule: ParserRule) -> None:
    """Treat each `name:` of a rule and its children as `-name:`, which removes earlier rules."""
    for name, value in rule.properties.items():
        value.ignore_prev |= name not in CANVAS_NAMES
    for child in rule.children:
        _replace_base_rules(child)
