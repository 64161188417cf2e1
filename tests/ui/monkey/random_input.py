"""Random input for the monkey test: unusual texts, window sizes, keys, entries."""

from __future__ import annotations

from random import Random

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed
from companion.rules.setup import Player, Setup
from companion.table.snapshot import Snapshot
from companion.ui import keyboard
from companion.ui.navigator import PageName
from tests.support.legal_events import legal_events, legal_tracks

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (412, 915),
    (568, 320),
    (844, 390),
    (932, 430),
    (1280, 800),
)
"""In dp, the smallest phone first."""

TEXTS = (
    "👩‍👩‍👧‍👦",
    "🏳️‍🌈🚂",
    "می‌خواهم",
    "Ana\u00a0Maria",
    "\u202eanA",
    "\u200f\u200eJo",
    "x" * 200,
    "é́́́",
    "\x07\x00\x1b",
    "\n\t",
    "[b]Ana[/b]",
    "%s {player} \\",
    "‘’“”",
    "par",
    "ber mos",
    "sud 12",
    "99999999",
    "-1",
    "٣",
    " ",
    "ẞß",
    "漢字かな交じり文",
    "Ana",
    "ana",
    "Peter",
)
"""Texts typed into the focused field."""

KEYS: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    *(("Escape", keyboard.ESCAPE, ()),) * 3,
    *(("Tab", keyboard.TAB, ()),) * 3,
    ("Tab backwards", keyboard.TAB, ("shift",)),
    *(("Enter", keyboard.ENTER, ()),) * 4,
    ("Enter of the keypad", keyboard.KEYPAD_ENTER, ()),
    *(("Undo", keyboard.Z, ("ctrl",)),) * 2,
    ("Redo", keyboard.Y, ("ctrl",)),
    ("Redo", keyboard.Z, ("ctrl", "shift")),
    ("Find", keyboard.F, ("ctrl",)),
    ("/", keyboard.SLASH, ()),
    ("Backspace", 8, ()),
    ("Delete", 127, ()),
    ("select all", ord("a"), ("ctrl",)),
    ("cut", ord("x"), ("ctrl",)),
    ("paste", ord("v"), ("ctrl",)),
    ("a letter", ord("q"), ()),
    ("+", keyboard.PLUS, ()),
    ("-", keyboard.MINUS, ()),
    ("left", keyboard.LEFT, ()),
    ("right", keyboard.RIGHT, ()),
    ("up", keyboard.UP, ()),
    ("down", keyboard.DOWN, ()),
)
"""Name, key code and modifiers; frequent keys are repeated."""

LINKS: dict[str, tuple[PageName, ...]] = {
    "home": (
        *("new_game", "past_games", "players"),
        *("settings", "corrections", "own_tickets", "about"),
    ),
    "table": ("find", "log", "check", "tickets", "result"),
    "check": ("tickets", "result"),
    "tickets": ("result",),
    "result": ("reveal",),
}
"""The pages that can be opened from a page."""

NAMES = ("Ana", "Peter", "ana-maria", "Zoë 🚂", "می‌خواهم", "Jo\u00a0Li", "Ш", "x" * 60)


def random_setup(random: Random) -> Setup:
    """A setup with random players on a random board."""
    board = random.choice(list(bundled_boards().values()))
    count = random.randint(board.fewest_players, board.most_players)
    names, colors = random.sample(NAMES, count), random.sample(board.train_colors, count)
    return Setup(board, tuple(map(Player, names, colors)))


def random_entry(now: Snapshot, random: Random) -> Event | None:
    """A legal entry, mostly a claim; None if there is none."""
    tracks = legal_tracks(now.state, now.player)
    if tracks and random.random() < 0.8:
        route, track = random.choice(tracks)
        return RouteClaimed(now.player, route.id, track)
    offered = list(legal_events(now.state, now.player))
    return random.choice(offered) if offered else None
