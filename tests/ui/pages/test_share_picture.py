"""The share picture: its size on every board, and that no text is cut off or covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from kivy.core.image import Image

from companion.drawing.geometry import Area
from companion.drawing.palette import LIGHT, contrast
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.store.saved_game import SavedGame, local_time
from companion.ui.pages.result.share_picture import HEIGHT, WIDTH, SharePicture, share_picture
from tests.support.games import NAMES, recorded_game, shared_game
from tests.support.phone import FastPhone
from tests.support.random_games import random_game

LONG = (
    "Maximiliane Wilhelmine von Hohenstaufen und zu Bartholomäusau",
    "Wilhelmina-Alexandrina-Konstantinopolitana",
    "Jo",
    "Bartholomew Featherstonehaugh",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
TWO_BOARDS = ("heart-of-africa", "europe")
GAMES = ("heart-of-africa-full", "europe-full", "usa-open-turns")
SHORT = ("Ana", "Bo", "Cy", "Di", "Ed")


@pytest.fixture(scope="module", autouse=True)
def _window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A window: textures need one."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    phone.wait_until_idle()
    yield
    phone.close()


@cache
def played(board: str, count: int) -> Game:
    """A random game that is over, if 400 random entries end it."""
    found = bundled_boards()[board]
    return random_game(found, 7, min(count, found.most_players), 400)


def renamed(game: Game, names: tuple[str, ...]) -> Game:
    """A game whose players have other names."""
    new = dict(zip(game.setup.names, (name[:60] for name in names), strict=False))
    players = tuple(Player(new[each.name], each.color) for each in game.setup.players)
    events = [replace(event, player=new[event.player]) for event in game.events]
    return Game.begin(replace(game.setup, players=players), events)


def drawn(game: Game, result: Tally | None = None) -> SharePicture:
    """The picture of a past game."""
    now = local_time()
    saved = replace(SavedGame.new(game, now), finished=now)
    return SharePicture(saved, result or tally(game.state))


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    return width, height


def defects(picture: SharePicture) -> list[str]:
    """Texts that are not within header, board or panel, and texts that overlap."""
    board = picture.board
    parts = (Area(0, board.top, WIDTH, HEIGHT), board, Area(0, 0, WIDTH, board.bottom))
    found = [
        f"cut off: {text}"
        for text in picture.texts
        if not any(_contains(part, text.area) for part in parts)
    ]
    return found + [
        f"{one.text!r} and {other.text!r} overlap"
        for one, other in combinations(picture.texts, 2)
        if _overlap(one.area, other.area)
    ]


def _contains(outer: Area, inner: Area) -> bool:
    return (
        outer.left <= inner.left
        and outer.bottom <= inner.bottom
        and inner.right <= outer.right
        and inner.top <= outer.top
    )


def _overlap(one: Area, other: Area) -> bool:
    # The font's line spacing may overlap by a few pixels, its letters do not.
    slack = 12
    return (
        min(one.right, other.right) - max(one.left, other.left) > slack
        and min(one.top, other.top) - max(one.bottom, other.bottom) > slack
    )


def test_picture_is_4_to_5() -> None:
    png = drawn(recorded_game("europe-full")).png()
    assert size_of(png) == (WIDTH, HEIGHT) == (1080, 1350)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(board, marks=() if board in TWO_BOARDS else pytest.mark.soak)
        for board in sorted(bundled_boards())
    ],
)
def test_no_text_is_cut_off_or_covered(board: str) -> None:
    for count, names in ((5, LONG), (2, SHORT)) if board in TWO_BOARDS else ((5, LONG),):
        game = renamed(played(board, count), names)
        assert defects(drawn(game)) == []
        result = tally(game.state)
        everybody = dict.fromkeys(game.setup.names, 1)
        shared = replace(result, ranks=everybody, decided_by="shared", tied=game.setup.names)
        assert defects(drawn(game, shared)) == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in GAMES else pytest.mark.soak) for name in NAMES],
)
def test_parts_add_up_to_the_totals(name: str) -> None:
    game = recorded_game(name)
    picture = drawn(game)
    texts = [text.text for text in picture.texts]
    assert defects(picture) == []
    for player in tally(game.state).players:
        assert player.name in texts
        total = str(player.total).replace("-", "−")
        sums = [texts[at + 1] for at, text in enumerate(texts) if text == total]
        assert any(_value(text) == player.total for text in sums)


def _value(sum_of_parts: str) -> int | None:
    """The value of “81 + 52 − 4”."""
    terms = sum_of_parts.replace("− ", "-").replace("−", "-").replace("+ ", "").split(" ")
    try:
        return sum(map(int, terms))
    except ValueError:
        return None


def test_negative_part_is_subtracted() -> None:
    texts = [text.text for text in drawn(recorded_game("usa-open-turns")).texts]
    assert "12 − 5" in texts


def test_picture_names_winner_score_margin_and_changes_of_lead() -> None:
    texts = [text.text for text in drawn(recorded_game("heart-of-africa-full")).texts]
    assert {"Maya wins", "143", "10 ahead of Ana, thanks to tickets"} <= {*texts}
    assert "Routes + Tickets + Globetrotter · lead changed 4 times" in texts


def test_picture_of_a_shared_victory_names_both_winners() -> None:
    texts = [text.text for text in drawn(shared_game()).texts]
    assert {"Ana and Peter share the victory", "93"} <= {*texts}


def test_picture_without_a_winner_says_what_is_missing() -> None:
    game = recorded_game("usa-open-turns")
    texts = [text.text for text in drawn(game).texts]
    assert {"Score so far", "Bo and Cy still have a turn"} <= {*texts}
    assert not any("wins" in text for text in texts)


@pytest.mark.parametrize("color", [pytest.param("white", marks=pytest.mark.soak), "black"])
def test_winner_marker_has_contrast_on_its_disc(color: str) -> None:
    game = recorded_game("nordic-countries-full")
    winner = tally(game.state).winners[0]
    others = [other for other in ("white", "black", "purple") if other != color]
    players = tuple(
        Player(name, color if name == winner else others.pop()) for name in game.setup.names
    )
    game = Game.begin(replace(game.setup, players=players), game.events)
    saved = SavedGame.new(game, local_time())
    picture = Image(BytesIO(share_picture(saved, tally(game.state))), ext="png", keep_data=True)
    # Through the middle of the disc, within its ring.
    row = [picture.read_pixel(x, 118)[:3] for x in range(66, 178)]
    assert row[0] == pytest.approx(LIGHT.surface[:3], abs=0.01)
    assert max(contrast((*pixel, 1.0), LIGHT.surface) for pixel in row) > 4.5
