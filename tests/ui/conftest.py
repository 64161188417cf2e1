"""A real window without a screen, and hands to touch it with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

# Kivy reads these when it is first imported, which no test module does before this one.
os.environ.update(
    KIVY_NO_ARGS="1",
    KIVY_NO_CONFIG="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_METRICS_DENSITY="1",
    KIVY_METRICS_FONTSCALE="1",
    SDL_VIDEODRIVER="offscreen",
    LANG="en_US.UTF-8",
    LP_NUM_THREADS="1",
)

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
