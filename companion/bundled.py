"""Paths of the files that are installed with the app."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def bundled(name: str) -> Path:
    """The path of a bundled file or folder such as `data/maps`.

    An installed package contains it; in a checkout and on a phone it is next to the package.
    """
    inside = _PACKAGE / name
    return inside if inside.exists() else _PACKAGE.parent / name
