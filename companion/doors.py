"""The public names of a package, each fetched from its module when it is first asked for.

A page that shows a list of games needs no rule of the game: what nobody asks for is not loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def doors(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """A package's `__getattr__`, from the names of each of its modules, with spaces between."""
    homes = {name: module for module, each in names.items() for name in each.split()}

    def fetch(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return fetch
