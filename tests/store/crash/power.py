"""Power loss: what a disk may hold after one, worked out from the calls a scenario made.

What was synced is there. Of what was not, anything may be: the content of a file as it last was,
as it was synced, half of what is new, or zeros as long; of the names that were made, moved or
removed any subset, except that a move is one step, which lasts once the folder it went to is
synced. That is more than any file system in use does to us.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path, PurePath
from typing import TypeVar

from tests.store.crash.observing import Place
from tests.store.crash.points import wrong_in
from tests.store.crash.running import Call, Found, Reference, Stop

MOST = 400
"""How many states are looked at for one moment; where there are more, some are chosen."""

Names = Mapping[PurePath, bytes | None]
"""Every name with the content of the file, None for a folder."""

_Any = TypeVar("_Any")


@dataclass(eq=False)
class Thing:
    """A file or a folder, whatever it is called."""

    folder: bool = False
    now: bytes = b""
    synced: bytes = b""

    def contents(self) -> list[bytes]:
        """What it may hold once the power is back."""
        if self.now == self.synced:
            return [self.now]
        saved = self.synced if self.now.startswith(self.synced) else b""
        new = self.now[len(saved) :]
        half, zeros = saved + new[: len(new) // 2], saved + bytes(len(new))
        return list(dict.fromkeys((self.now, self.synced, half, zeros)))


@dataclass
class Change:
    """Names that were made, moved or removed in one step."""

    names: Mapping[PurePath, Thing | None]
    lasts: bool = False

    def synced(self, folder: PurePath) -> None:
        """This folder has been synced since."""
        made = [path for path, thing in self.names.items() if thing]
        self.lasts |= any(path.parent == folder for path in made or self.names)

    def __str__(self) -> str:
        return " → ".join(f"{path}{'' if thing else ' gone'}" for path, thing in self.names.items())


@dataclass(frozen=True)
class State:
    """What the disk may hold after a power loss."""

    confirmed: int
    """How many steps were confirmed before."""
    names: Names
    lost: str
    """The changes that did not reach the disk."""
    why: str


class Disk:
    """What is on the disk, and what is still on the way there."""

    def __init__(self, reference: Reference) -> None:
        self._names: dict[PurePath, Thing] = {}
        self._things: dict[int, Thing] = {}
        self._changes: list[Change] = []
        for name, inode in reference.inodes.items():
            path = reference.prepared.root / name
            content = b"" if path.is_dir() else path.read_bytes()
            self._names[name] = self._things[inode] = Thing(path.is_dir(), content, content)

    def apply(self, call: Call) -> bool:
        """Note what came of a call; whether the disk may hold something else since."""
        path, other = PurePath(call.path), PurePath(call.other)
        match call.what:
            case "create" | "folder":
                thing = self._things[call.inode] = Thing(folder=call.what == "folder")
                self._change({path: thing})
            case "content":
                self._things[call.inode].now = call.content
            case "moved":
                self._change({path: None, other: self._things[call.inode]})
            case "linked":
                self._change({other: self._things[call.inode]})
            case "gone":
                self._change({path: None})
            case "synced":
                self._sync(path, self._things[call.inode])
            case "pointed":
                raise AssertionError("the model knows no links")
            case _:
                return False
        return True

    def _change(self, names: Mapping[PurePath, Thing | None]) -> None:
        self._changes.append(Change(names))

    def _sync(self, path: PurePath, thing: Thing) -> None:
        thing.synced = thing.now
        if thing.folder:
            for change in self._changes:
                change.synced(path)
        while self._changes and self._changes[0].lasts:
            _rename(self._names, self._changes.pop(0))

    def states(self, chance: random.Random) -> Iterator[tuple[Names, str, str]]:
        """What the disk may hold if the power goes now, and how it came to that."""
        unsure = [change for change in self._changes if not change.lasts]
        for saved in _some(list(product((True, False), repeat=len(unsure))), MOST, chance):
            lost = [change for change, there in zip(unsure, saved, strict=True) if not there]
            names = dict(self._names)
            for change in self._changes:
                if change not in lost:
                    _rename(names, change)
            reached = {path: thing for path, thing in names.items() if _is_reached(path, names)}
            files = [thing for thing in dict.fromkeys(reached.values()) if not thing.folder]
            choices = list(product(*(thing.contents() for thing in files)))
            for contents in _some(choices, max(MOST // 2 ** len(unsure), 4), chance):
                held = dict(zip(files, contents, strict=True))
                state = {path: held.get(thing) for path, thing in reached.items()}
                old = [
                    path for path in reached if held.get(reached[path], b"") != reached[path].now
                ]
                yield state, f"lost {_listed(lost)}", f"not whole {_listed(old)}"


def _rename(names: dict[PurePath, Thing], change: Change) -> None:
    for path, thing in change.names.items():
        if thing is None:
            names.pop(path, None)
        else:
            names[path] = thing
    if len(change.names) > 1:
        # What lies in a folder goes with it.
        before, after = change.names
        for path in [path for path in names if before in path.parents]:
            names[after / path.relative_to(before)] = names.pop(path)


def _is_reached(path: PurePath, names: Mapping[PurePath, Thing]) -> bool:
    return all(parent in names and names[parent].folder for parent in path.parents)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def _some(choices: list[_Any], most: int, chance: random.Random) -> list[_Any]:
    """All, or the first, the last and some between."""
    if len(choices) <= most:
        return choices
    return [choices[0], choices[-1], *chance.sample(choices[1:-1], most - 2)]


def all_states(reference: Reference, chance: random.Random) -> list[State]:
    """Every state a power loss may leave."""
    disk = Disk(reference)
    confirmed = 0
    found: dict[object, State] = {}
    for call in reference.notes:
        if call.what == "mark":
            confirmed = int(call.other)
        elif not disk.apply(call):
            continue
        for names, lost, old in disk.states(chance):
            state = State(confirmed, names, lost, f"after call {call.number}, {lost}, {old}")
            found.setdefault((confirmed, frozenset(names.items())), state)
    return list(found.values())


def _varied(states: list[State], count: int, chance: random.Random) -> list[State]:
    """Some states, no two of which lost the same while there are others."""
    chance.shuffle(states)
    seen: Counter[str] = Counter()
    turns: list[tuple[int, int, State]] = []
    for state in states:
        turns.append((seen[state.lost], len(turns), state))
        seen[state.lost] += 1
    return [state for _, _, state in sorted(turns, key=lambda turn: turn[:2])[:count]]


def explore(reference: Reference, root: Path, each: int | None, chance: random.Random) -> Found:
    """Open what a power loss may leave of a scenario: every state, or some."""
    states = all_states(reference, chance)
    if each is not None and each < len(states):
        states = _varied(states, each, chance)
    wrong = [
        f"{state.why}: {what}"
        for state in states
        for what in wrong_in(
            reference, built(root / "crashed", state.names), state.confirmed, Stop(killed=True)
        )
    ]
    return Found(reference.name, len(states), wrong)


def built(root: Path, names: Names) -> Place:
    """A folder that holds just this."""
    shutil.rmtree(root, ignore_errors=True)
    for path, content in sorted(names.items()):
        if content is None:
            (root / path).mkdir()
        else:
            (root / path).write_bytes(content)
    return Place(root)
