"""Prints the section of CHANGELOG.md for a tag: `python -m tools.release_notes v0.9.0`.

It fails if the tag is not the version of the app, or if the section has no date yet.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from companion import __version__

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"


def release_notes(changelog: str, tag: str, version: str = __version__) -> str:
    """The section of the changelog for a tag, without its heading."""
    if tag != f"v{version}":
        sys.exit(f"The tag is {tag}, but companion/__init__.py has version {version}.")
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n"
    section = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if section is None:
        sys.exit(f"CHANGELOG.md has no section “[{version}] - ” with a date.")
    return section[1].strip()


if __name__ == "__main__":
    print(release_notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1]))
