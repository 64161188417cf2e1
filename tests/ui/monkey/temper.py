"""What a monkey may come up with: odd texts, sizes of windows, keys."""

from __future__ import annotations

from random import Random

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed
from companion.rules.setup import Player, Setup
from companion.table.snapshot import Snapshot
from companion.ui import keys
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
"""What is typed into whatever has the keyboard."""

KEYS: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    *(("Escape", keys.ESCAPE, ()),) * 3,
    *(("Tab", keys.TAB, ()),) * 3,
    ("Tab backwards", keys.TAB, ("shift",)),
    *(("Enter", keys.ENTER, ()),) * 4,
    ("Enter of the keypad", keys.KEYPAD_ENTER, ()),
    *(("Undo", keys.Z, ("ctrl",)),) * 2,
    ("Redo", keys.Y, ("ctrl",)),
    ("Redo", keys.Z, ("ctrl", "shift")),
    ("Find", keys.F, ("ctrl",)),
    ("/", keys.SLASH, ()),
    ("Backspace", 8, ()),
    ("Delete", 127, ()),
    ("everything marked", ord("a"), ("ctrl",)),
    ("cut", ord("x"), ("ctrl",)),
    ("paste", ord("v"), ("ctrl",)),
    ("a letter", ord("q"), ()),
    ("+", keys.PLUS, ()),
    ("-", keys.MINUS, ()),
    ("left", keys.LEFT, ()),
    ("right", keys.RIGHT, ()),
    ("up", keys.UP, ()),
    ("down", keys.DOWN, ()),
)
"""What each is called, its number and what is held down with it; the likelier, the more often."""

WAYS: dict[str, tuple[PageName, ...]] = {
    "home": ("new_game", "past_games", "players", "settings", "corrections", "cards", "about"),
    "table": ("find", "log", "check", "tickets", "result"),
    "check": ("tickets", "result"),
    "tickets": ("result",),
    "result": ("reveal",),
}
"""Where one can go from a page."""

NAMES = ("Ana", "Peter", "ana-maria", "Zoë 🚂", "می‌خواهم", "Jo\u00a0Li", "Ш", "x" * 60)


def another_table(chance: Random) -> Setup:
    """A game of anybody on any board."""
    board = chance.choice(list(bundled_boards().values()))
    count = chance.randint(board.fewest_players, board.most_players)
    names, colors = chance.sample(NAMES, count), chance.sample(board.train_colors, count)
    return Setup(board, tuple(map(Player, names, colors)))


def something_to_enter(now: Snapshot, chance: Random) -> Event | None:
    """An entry that the rules allow now, mostly a claim; None once there is none."""
    tracks = legal_tracks(now.state, now.player)
    if tracks and chance.random() < 0.8:
        route, track = chance.choice(tracks)
        return RouteClaimed(now.player, route.id, track)
    offered = list(legal_events(now.state, now.player))
    return chance.choice(offered) if offered else None
