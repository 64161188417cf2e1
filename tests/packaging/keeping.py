"""Keeps a game on disk with the standard library and TinyDB; run on every Python there is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from companion.rules import bundled_boards, read_record, tally
from companion.store import Shelf


def main(record_file: str, folder: str) -> None:
    """Enter a recorded game, open it again, finish it, and print who has how many points."""
    played = read_record(Path(record_file).read_text(encoding="utf-8"), bundled_boards()).game
    shelf = Shelf.open(Path(folder))
    kept = shelf.games.begin(replace(played.setup, board=bundled_boards()[played.setup.board.id]))
    for event in played.events:
        kept = shelf.games.save(kept, kept.game.record(event))
    shelf.close()

    shelf = Shelf.open(Path(folder))
    shelf.games.finish(shelf.games.open(kept.id))
    (past,) = shelf.history.all()
    for player in tally(shelf.history.open(past.id).game.state).players:
        print(player.name, player.total)
    shelf.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
