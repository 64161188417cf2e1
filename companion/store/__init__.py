"""What must not be lost: games, players, learned tickets and settings, on disk.

Everything is reached through a `Shelf`, an open folder:

    with Shelf.open(folder) as shelf:
        kept = shelf.games.begin(setup)
        kept = shelf.games.save(kept, kept.game.record(event))
        kept = shelf.games.finish(kept)
        shelf.history.all()

Whatever returns is on disk; whatever could not be kept raises a `Refused` with a sentence.
"""

from typing import TYPE_CHECKING

from companion.doors import doors

if TYPE_CHECKING:
    from companion.store.arrivals import Arrival, Arrivals, BroughtIn, Things
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

__getattr__ = doors(
    __name__,
    {
        "arrivals": "Arrival Arrivals BroughtIn Things",
        "errors": (
            "AlreadyOpen BeyondRepair LeftAlone Newer NoSuchGame NotSaved NotUnderstood Stopped"
        ),
        "files": "write_file",
        "heads": "PastGame WaitingGame",
        "kept_game": "KeptGame",
        "learned_rows": "KnownPlayer",
        "place": "Place",
        "records": "UnreadableGame",
        "settings": "LARGEST_TEXT SMALLEST_TEXT Settings Theme",
        "shelf": "Shelf",
    },
)
