"""Where the files lie that come with Railkeeper."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def bundled(name: str) -> Path:
    """The folder `data/maps`, say, or a file.

    An installed package has it inside; in a checkout and on a phone it lies beside the package.
    """
    inside = _PACKAGE / name
    return inside if inside.exists() else _PACKAGE.parent / name
