"""Board files for tests: one that is imported, the example of the documentation, mutations."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from companion.rules.board import Board
from companion.rules.board_file import CheckedFile, check_board_value, read_board_value
from companion.rules.boards import MAPS, bundled_boards
from companion.rules.errors import Malformed
from companion.rules.json_reader import BOARD_LIMITS, read_json
from companion.store.store import Store
from tests.support.boards import island_data

DOCUMENT = Path(__file__).parents[2] / "docs" / "boards.md"
STAMP = {"format": "railkeeper-board/1"}


def imported_island() -> dict[str, Any]:
    """A board file that uses most fields, as it would be imported."""
    data = STAMP | island_data() | {"house_rules": {"longest_route": 5}, "long_decks": ["all"]}
    data["bonuses"]["grand_tour"] = {"1": 5, "2": 9}
    data["routes"][0] |= {"ferry": [0, 1], "mountain": 1}
    several = {"id": "several", "from": "hill", "deck": "all"}
    data["tickets"].append(several | {"points_by_end": {"lake": 5, "harbour": 3}})
    rules = ("bonuses", "start_tickets", "draw_tickets", "tie_breakers")
    variant = {"id": "first", "name": "First", "decks": ["all"], "ticket_count": 3}
    data["variants"] = [variant | {name: deepcopy(data[name]) for name in rules}]
    data |= {"piece": "taxi", "track_beds": True, "locomotive_ends_turn": False}
    data["crossings"] = [["hill--lake", "lake--mill"]]
    data["districts"] = [{"points": 3, "places": ["hill", "lake", "ford"]}]
    data["drawing"] = {
        "routes": {"hill--lake": {"bend": [1, -0.5], "shorter": [0, 0.5]}},
        "land": [[[0, 0], [1, 0.5], [0.2, 1]]],
    }
    return data | {"ticket_count": 3}


def documented_example() -> str:
    """The board file in the documentation."""
    found = re.search("```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def bundled_data() -> dict[str, dict[str, Any]]:
    """The bundled board files by id, as they would be imported."""
    return {
        id: STAMP | json.loads((MAPS / f"{id}.json").read_text("utf-8")) | {"id": f"my-{id}"}
        for id in bundled_boards()
    }


def small_island(**changes: Any) -> dict[str, Any]:
    """The board of the documentation, with other fields."""
    data: dict[str, Any] = json.loads(documented_example())
    return data | changes


def large_board(number: int) -> dict[str, Any]:
    """A board with as many places and routes as a bundled one."""
    return bundled_data()["europe"] | {"id": f"fan-{number}", "name": f"Fan Europe {number}"}


def grid_board(side: int, tracks: int, length: int) -> dict[str, Any]:
    """A board with a square of places; equal routes connect each one with its neighbours."""
    ids = {(x, y): f"p{x}-{y}" for x in range(side) for y in range(side)}
    pairs = [((x, y), end) for x, y in ids for end in ((x + 1, y), (x, y + 1)) if end in ids]
    return small_island(
        id=f"grid-{len(pairs)}-{tracks}-{length}",
        trains_per_player=45,
        route_points={str(length): 1},
        ticket_count=0,
        tickets=[],
        places=[
            {"id": id, "name": id, "x": (x + 0.5) / side, "y": (y + 0.5) / side}
            for (x, y), id in ids.items()
        ],
        routes=[
            {
                "id": f"{ids[start]}--{ids[end]}",
                "from": ids[start],
                "to": ids[end],
                "length": length,
                "tracks": ["grey"] * tracks,
            }
            for start, end in pairs
        ],
    )


OVERSIZED = (grid_board(6, 3, 99), grid_board(17, 2, 16))
"""60 routes of 3 tracks with 99 spaces, and 544 of 2 with 16: each has more than 17,000 spaces."""


def check_imported_board(content: bytes, bundled: Container[str]) -> CheckedFile:
    """The board in the content of a file, or all errors."""
    try:
        return check_board_value(read_json(content, BOARD_LIMITS), bundled)
    except Malformed as problem:
        return CheckedFile(None, [problem])


def read_imported_board(content: bytes, bundled: Container[str]) -> Board:
    """The board in the content of a file; raises the first error."""
    return read_board_value(read_json(content, BOARD_LIMITS), bundled)


def write_board(folder: Path, board: dict[str, Any]) -> Path:
    """Write a board file, named after its id."""
    path = folder / f"{board['id']}.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return path


def add_boards(store: Store, *boards: dict[str, Any]) -> None:
    """Import boards without computing their drawings."""
    for board in boards:
        store.imported_boards.add(board)


def remove_boards(store: Store) -> None:
    """Remove every imported board."""
    for id in store.imported_boards.ids():
        store.imported_boards.remove(id)


WORDS = ["", " ", "hill", "mill", "grey", "pink", "all", "big_city", "\u202e", "\ud800", "x" * 201]
VALUES = [None, True, False, 0, 1, -1, 2, 3, 5, 61, 10**30, 0.5, -0.5, 1e300, [], {}, [1], {"1": 1}]


def mutated(data: dict[str, Any], seed: int) -> Any:
    """A board file with one to three random changes; the same seed gives the same file."""
    random = Random(seed)
    tree = {"": deepcopy(data)}
    for _ in range(random.randint(1, 3)):
        places = list(_places(tree))
        # Most values are in the long lists; half of the changes are elsewhere.
        top = [place for place in places if isinstance(place[1], str)]
        holder, key = random.choice(random.choice([places, top]))
        match random.randrange(6):
            case 0 if holder is not tree:
                del holder[key]
            case 1:
                holder[key] = random.choice(VALUES)
            case 2:
                holder[key] = random.choice(WORDS)
            case 3 if isinstance(holder, list):
                holder.append(deepcopy(holder[key]))
            case 3:
                holder[random.choice([*WORDS, *holder])] = deepcopy(holder[key])
            case 4:
                other, other_key = random.choice(places)
                holder[key] = deepcopy(other[other_key])
            case _:
                if isinstance(holder[key], int | float):
                    holder[key] += random.choice([-1, 1, 10])
    return tree[""]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object in a tree with each of its keys."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
