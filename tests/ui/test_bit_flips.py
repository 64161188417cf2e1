"""A flipped bit in any file: every page opens, and nothing readable is lost."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.ui.bit_flips import BitFlips, flip_bits


def test_random_bits(tmp_path: Path) -> None:
    flips = BitFlips(tmp_path)
    chosen = random.Random(7).sample(list(flips.all()), 12)
    assert flip_bits(flips, chosen) == (12, [])
    assert flips.starts > 2


@pytest.mark.soak
def test_every_bit_of_a_colour_in_the_header(tmp_path: Path) -> None:
    flips = BitFlips(tmp_path)
    chosen = [
        flip
        for flip in flips.all()
        if re.fullmatch(r"games/\w+\.json", flip[0]) and flips.is_in_color(flip)
    ]
    assert len(chosen) == 8 * len("blue")
    assert flip_bits(flips, chosen) == (len(chosen), [])
