"""Loading kv files: each module loads the file that describes its widgets, once.

All kv files can use `theme`, `translator` and `dp` without importing them. A module whose widgets a
kv file names is imported as `_`: importing registers its widget classes in Kivy's factory.
"""

from __future__ import annotations

from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.metrics import dp

from companion.bundled import bundled
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

KV = bundled("kv")

global_idmap.update(dp=dp, theme=theme, translator=translator)


def load(name: str) -> None:
    """Load `kv/<name>.kv`, unless it is loaded already: Kivy would apply its rules twice."""
    path = str(KV / f"{name}.kv")
    if path not in Builder.files:
        Builder.load_file(path)
