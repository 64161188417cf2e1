"""The board as fragments for a web page: the same shapes as the SVG, in the colours of a theme."""

from __future__ import annotations

import re

import pytest

from companion.drawing.painting import place_looks, track_looks
from companion.drawing.palette import DARK, LIGHT
from companion.drawing.svg import ThemedBoard, board_svg
from tests.support.games import recorded_game

SHAPES = re.compile(r'(<(rect|circle|polygon)( [\w-]+="[\w #(),.-]*")*/>)*')
COLOR = re.compile(r"var\(--c([0-9a-f]{6})([0-9a-f]{6})\)")


@pytest.mark.parametrize("name", ["heart-of-africa-full", "europe-full", "legendary-asia-full"])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_fragments_are_the_shapes_of_the_svg_in_both_themes(name: str, palette: object) -> None:
    dark = palette is DARK
    state = recorded_game(name).state
    board = state.setup.board
    themed = ThemedBoard(board)
    whole = board_svg(board, state, DARK if dark else LIGHT)
    fragments = [themed.background]
    for track, look in track_looks(board, state).items():
        fragments += themed.track(track, look)
    fragments += [themed.place(id, look) for id, look in place_looks(board, state).items()]
    text = COLOR.sub(r"#\2" if dark else r"#\1", "".join(fragments))
    elements = re.findall(r"<[^>]+>", text)
    assert elements
    assert set(elements) <= set(re.findall(r"<[^>]+>", whole))


def test_fragments_contain_no_text_and_no_other_elements() -> None:
    state = recorded_game("europe-full").state
    themed = ThemedBoard(state.setup.board)
    looks = track_looks(state.setup.board, state)
    for made in (themed.track(track, look) for track, look in looks.items()):
        for fragment in made:
            assert (
                re.sub(r"<(rect|circle|polygon)( [\w-]+=\"[\w #(),.-]*\")*/>", "", fragment) == ""
            )
