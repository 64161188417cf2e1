"""Saves a game with the standard library and TinyDB only; run on every supported Python."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import read_record
from tests.support.stores import open_store


def main(record_file: str, folder: str) -> None:
    """Enter a recorded game, open it again, finish it, and print who has how many points."""
    played = read_record(Path(record_file).read_text(encoding="utf-8"), bundled_boards()).game
    store = open_store(Path(folder))
    saved = store.games.begin(replace(played.setup, board=bundled_boards()[played.setup.board.id]))
    for event in played.events:
        saved = store.games.save(saved, saved.game.record(event))
    store.close()

    store = open_store(Path(folder))
    store.games.finish(store.games.open(saved.id))
    (finished,) = store.games.finished()
    for player in tally(store.games.open(finished.id).game.state).players:
        print(player.name, player.total)
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
