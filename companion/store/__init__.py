"""What must not be lost: games, players, learned tickets and settings, on disk.

Everything is reached through a `Shelf`, an open folder:

    with Shelf.open(folder) as shelf:
        kept = shelf.games.begin(setup)
        kept = shelf.games.save(kept, kept.game.record(event))
        kept = shelf.games.finish(kept)
        shelf.history.page(0, 20)

Whatever returns is on disk; whatever could not be kept raises a `Refused` with a sentence.
"""

from companion.store.arrivals import Arrival, Arrivals
from companion.store.arriving import BroughtIn
from companion.store.errors import (
    AlreadyOpen,
    BeyondRepair,
    LeftAlone,
    Newer,
    NoSuchGame,
    NotSaved,
    NotUnderstood,
    Stopped,
)
from companion.store.files import write_file
from companion.store.heads import PastGame, WaitingGame
from companion.store.kept_game import KeptGame
from companion.store.learned_rows import KnownPlayer
from companion.store.place import Place
from companion.store.records import UnreadableGame
from companion.store.settings import LARGEST_TEXT, SMALLEST_TEXT, Settings, Theme
from companion.store.shelf import Shelf

__all__ = [
    "LARGEST_TEXT",
    "SMALLEST_TEXT",
    "AlreadyOpen",
    "Arrival",
    "Arrivals",
    "BeyondRepair",
    "BroughtIn",
    "KeptGame",
    "KnownPlayer",
    "LeftAlone",
    "Newer",
    "NoSuchGame",
    "NotSaved",
    "NotUnderstood",
    "PastGame",
    "Place",
    "Settings",
    "Shelf",
    "Stopped",
    "Theme",
    "UnreadableGame",
    "WaitingGame",
    "write_file",
]
