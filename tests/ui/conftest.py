"""Fixtures with a real off-screen window."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.off_screen import use_off_screen_window

# Environment variables must be set before any test module imports Kivy.
use_off_screen_window(LP_NUM_THREADS="1")

if TYPE_CHECKING:
    from tests.support.phone import Phone
    from tests.support.touch import Finger


_MODULES_PER_FULL_COLLECTION = 4
_modules = count(1)


@pytest.fixture(scope="module", autouse=True)
def collected_garbage() -> Iterator[None]:
    """Collect garbage after each module, and then look only at what is created later.

    Beside the million objects of all pages, Python seldom looks for old garbage. Looking through
    all of them takes as long as several tests.
    """
    yield
    if next(_modules) % _MODULES_PER_FULL_COLLECTION == 0:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_reported_exception() -> Iterator[None]:
    """Fail if an exception has left a thumbnail or a row blank."""
    from companion.ui.errors import reported
    from tests.support.touch import release_memory

    reported.clear()
    yield
    release_memory()
    assert not reported


@pytest.fixture
def finger() -> Iterator[Finger]:
    """Touches on an empty window of a phone's size."""
    from tests.support.touch import Finger

    finger = Finger(390, 844)
    yield finger
    finger.clear_window()


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """The app, opened for the first time."""
    from tests.support.phone import FastPhone

    phone = FastPhone(tmp_path / "data")
    yield phone
    phone.close()
