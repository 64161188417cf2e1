"""A real window without a screen, and hands to touch it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.off_screen import off_screen

# No test module imports Kivy before this one.
off_screen(LP_NUM_THREADS="1")

if TYPE_CHECKING:
    from tests.ui.finger import Finger
    from tests.ui.phone import Phone


@pytest.fixture
def finger() -> Iterator[Finger]:
    """Touches on an empty window of a phone's size."""
    from tests.ui.finger import Finger

    finger = Finger(390, 844)
    yield finger
    finger.leave()


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """The app, opened for the first time."""
    from tests.ui.hasty import HastyPhone

    phone = HastyPhone(tmp_path / "kept")
    yield phone
    phone.close()
