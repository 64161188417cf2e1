"""What must not be lost: games, players, learned tickets and settings, on disk.

Everything is reached through a `Shelf`, an open folder:

    with Shelf.open(folder) as shelf:
        kept = shelf.games.begin(setup)
        kept = shelf.games.save(kept, kept.game.record(event))
        shelf.games.finish(kept)
        shelf.history.all()

Whatever returns is on disk; whatever could not be kept raises a `Refused` with a sentence.
"""

from companion.store.arrivals import Arrival, Arrivals
from companion.store.errors import AlreadyOpen, LeftAlone, Newer, NoSuchGame, NotSaved
from companion.store.files import write_file
from companion.store.history import PastGame
from companion.store.kept_game import KeptGame
from companion.store.learned_rows import KnownPlayer
from companion.store.settings import LARGEST_TEXT, SMALLEST_TEXT, Settings, Theme
from companion.store.shelf import Shelf

__all__ = [
    "LARGEST_TEXT",
    "SMALLEST_TEXT",
    "AlreadyOpen",
    "Arrival",
    "Arrivals",
    "KeptGame",
    "KnownPlayer",
    "LeftAlone",
    "Newer",
    "NoSuchGame",
    "NotSaved",
    "PastGame",
    "Settings",
    "Shelf",
    "Theme",
    "write_file",
]
