"""Time to the first frame, compared with an empty Kivy app: `python -m tests.bench.start`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from tests.bench.measuring import FLAT, expected, format_time, title
from tests.bench.store import FilledStore
from tests.support.board_files import add_boards, large_board
from tests.support.stores import open_store

STARTS = 9
MAX_RATIO, MAX_MEMORY = 1.7, 40
"""Time and memory in MB compared with an empty Kivy app."""
TABLE = "the table, late in a game"
FEW, MANY = "Home, 100 past games", "Home, 1,000 past games"
BUNDLED, IMPORTED = "New game", "New game, 20 imported"


class Start(NamedTuple):
    """Time, CPU time and memory until the first frame."""

    time: float
    """Elapsed seconds."""
    work: float
    """CPU seconds."""
    memory: float
    """MB at the first frame."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        homes = {
            "Home, 1 game": _data_folder(folder / "one", finished=0, in_progress=1),
            "Home, 20 games": _data_folder(folder / "twenty", finished=0, in_progress=20),
            FEW: _data_folder(folder / "few", finished=100, in_progress=1),
            MANY: _data_folder(folder / "many", finished=1_000, in_progress=1),
            BUNDLED: _folder_with_boards(folder / "bundled", 0),
            IMPORTED: _folder_with_boards(folder / "imported", 20),
            TABLE: _data_folder(folder / "table", finished=0, in_progress=1, page="table"),
        }
        for home in homes.values():
            # Once before measuring, so that all modules are compiled.
            _start(home, "--stay")
        title(f"The first frame, in turns, median of {STARTS}")
        taken: dict[str, list[Start]] = {"an empty Kivy app": [], "first start, New game": []}
        taken |= {name: [] for name in homes}
        for number in range(STARTS):
            taken["an empty Kivy app"].append(_start())
            taken["first start, New game"].append(_start(folder / f"first-{number}"))
            for name, home in homes.items():
                taken[name].append(_start(home))
    _report({name: _median(runs) for name, runs in taken.items()})


def _report(medians: dict[str, Start]) -> None:
    empty, *_ = medians.values()
    print(f"{'':<26}{'time':>10}{'times':>8}{'work':>10}{'times':>8}{'memory':>10}{'more':>8}")
    for name, each in medians.items():
        print(
            f"{name:<26}{format_time(each.time):>10}{each.time / empty.time:>8.2f}"
            f"{format_time(each.work):>10}{each.work / empty.work:>8.2f}"
            f"{each.memory:>7.0f} MB{each.memory - empty.memory:>+8.0f}"
        )
    print()
    for name, each in list(medians.items())[1:]:
        if name == TABLE:
            # It loads a whole game and draws a board, so it has no limit.
            continue
        expected(f"{name}: time", each.time / empty.time, MAX_RATIO, "times")
        expected(f"{name}: memory", each.memory - empty.memory, MAX_MEMORY, "MB more")
    expected(f"{MANY}: time", medians[MANY].time / medians[FEW].time, FLAT, "times with 100")
    more = medians[IMPORTED].time / medians[BUNDLED].time
    expected(f"{IMPORTED}: time", more, FLAT, "times without imported boards")


def _median(runs: list[Start]) -> Start:
    return Start(*(median(column) for column in zip(*runs, strict=True)))


def _data_folder(folder: Path, finished: int, in_progress: int, page: str = "home") -> Path:
    """A data folder with games, closed while a page was open."""
    ours = FilledStore(folder, finished, in_progress - 1)
    ours.store.last_location.write("" if page == "home" else ours.saved.id, page)
    ours.store.close()
    return folder


def _folder_with_boards(folder: Path, count: int) -> Path:
    """A data folder without games, which opens New game, and with imported boards."""
    with open_store(folder) as store:
        add_boards(store, *(large_board(number) for number in range(count)))
    return folder


def _start(*arguments: str | Path) -> Start:
    begun = monotonic()
    program = [sys.executable, "-m", "tests.bench.first_frame", *map(str, arguments)]
    process = subprocess.run(program, capture_output=True, text=True, check=True)
    shown, work, memory = map(float, process.stdout.split())
    return Start(shown - begun, work, memory)


if __name__ == "__main__":
    main()
