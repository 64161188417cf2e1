"""Power loss: the states a disk may be in, computed from the system calls of a scenario.

Synced data is there. A file that was not synced has its last content, its synced content, half of
the new content, or zeros. Of the names made, moved or removed since the last sync of their folder
any subset is there; a move is one step, durable once its target folder is synced. No file system
in use loses more.
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

from tests.store.crash.observation import Sandbox
from tests.store.crash.points import failures_in
from tests.store.crash.reference import Call, Crash, Findings, Reference

MOST = 400
"""States tried per call; of more, a random selection."""

Names = Mapping[PurePath, bytes | None]
"""Paths with the content of the file, None for a folder."""

_Any = TypeVar("_Any")


@dataclass(eq=False)
class Inode:
    """A file or a folder, independent of its name."""

    folder: bool = False
    now: bytes = b""
    synced: bytes = b""

    def contents(self) -> list[bytes]:
        """The contents it may have after a power loss."""
        if self.now == self.synced:
            return [self.now]
        saved = self.synced if self.now.startswith(self.synced) else b""
        new = self.now[len(saved) :]
        half, zeros = saved + new[: len(new) // 2], saved + bytes(len(new))
        return list(dict.fromkeys((self.now, self.synced, half, zeros)))


@dataclass
class Change:
    """Names made, moved or removed in one step."""

    names: Mapping[PurePath, Inode | None]
    durable: bool = False

    def synced(self, folder: PurePath) -> None:
        """Mark the change as durable if it is in this folder."""
        made = [path for path, inode in self.names.items() if inode]
        self.durable |= any(path.parent == folder for path in made or self.names)

    def __str__(self) -> str:
        return " → ".join(f"{path}{'' if inode else ' gone'}" for path, inode in self.names.items())


@dataclass(frozen=True)
class State:
    """A state of the disk after a power loss."""

    confirmed: int
    """Number of steps confirmed before."""
    names: Names
    lost: str
    """The changes that are lost."""
    why: str


class Disk:
    """The durable names and contents, and the changes that are not durable yet."""

    def __init__(self, reference: Reference) -> None:
        self._names: dict[PurePath, Inode] = {}
        self._inodes: dict[int, Inode] = {}
        self._changes: list[Change] = []
        for name, inode in reference.inodes.items():
            path = reference.prepared.root / name
            content = b"" if path.is_dir() else path.read_bytes()
            self._names[name] = self._inodes[inode] = Inode(path.is_dir(), content, content)

    def apply(self, call: Call) -> bool:
        """Apply the effect of a call; whether it had one."""
        path, other = PurePath(call.path), PurePath(call.other)
        match call.what:
            case "create" | "folder":
                inode = self._inodes[call.inode] = Inode(folder=call.what == "folder")
                self._change({path: inode})
            case "content":
                self._inodes[call.inode].now = call.content
            case "moved":
                self._change({path: None, other: self._inodes[call.inode]})
            case "linked":
                self._change({other: self._inodes[call.inode]})
            case "gone":
                self._change({path: None})
            case "synced":
                self._sync(path, self._inodes[call.inode])
            case "pointed":
                raise AssertionError("the model knows no links")
            case _:
                return False
        return True

    def _change(self, names: Mapping[PurePath, Inode | None]) -> None:
        self._changes.append(Change(names))

    def _sync(self, path: PurePath, inode: Inode) -> None:
        inode.synced = inode.now
        if inode.folder:
            for change in self._changes:
                change.synced(path)
        while self._changes and self._changes[0].durable:
            _rename(self._names, self._changes.pop(0))

    def states(self, chance: random.Random) -> Iterator[tuple[Names, str, str]]:
        """The states after a power loss now, each with a description of the loss."""
        unsure = [change for change in self._changes if not change.durable]
        for saved in _some(list(product((True, False), repeat=len(unsure))), MOST, chance):
            lost = [change for change, there in zip(unsure, saved, strict=True) if not there]
            names = dict(self._names)
            for change in self._changes:
                if change not in lost:
                    _rename(names, change)
            reached = {path: inode for path, inode in names.items() if _is_reached(path, names)}
            files = [inode for inode in dict.fromkeys(reached.values()) if not inode.folder]
            choices = list(product(*(inode.contents() for inode in files)))
            for contents in _some(choices, max(MOST // 2 ** len(unsure), 4), chance):
                held = dict(zip(files, contents, strict=True))
                state = {path: held.get(inode) for path, inode in reached.items()}
                old = [
                    path for path in reached if held.get(reached[path], b"") != reached[path].now
                ]
                yield state, f"lost {_listed(lost)}", f"not whole {_listed(old)}"


def _rename(names: dict[PurePath, Inode], change: Change) -> None:
    for path, inode in change.names.items():
        if inode is None:
            names.pop(path, None)
        else:
            names[path] = inode
    if len(change.names) > 1:
        # The content of a folder moves with it.
        before, after = change.names
        for path in [path for path in names if before in path.parents]:
            names[after / path.relative_to(before)] = names.pop(path)


def _is_reached(path: PurePath, names: Mapping[PurePath, Inode]) -> bool:
    return all(parent in names and names[parent].folder for parent in path.parents)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def _some(choices: list[_Any], most: int, chance: random.Random) -> list[_Any]:
    """All choices, or the first, the last and a random selection."""
    if len(choices) <= most:
        return choices
    return [choices[0], choices[-1], *chance.sample(choices[1:-1], most - 2)]


def all_states(reference: Reference, chance: random.Random) -> list[State]:
    """Every state after a power loss at any moment of a scenario."""
    disk = Disk(reference)
    confirmed = 0
    found: dict[object, State] = {}
    for call in reference.log:
        if call.what == "mark":
            confirmed = int(call.other)
        elif not disk.apply(call):
            continue
        for names, lost, old in disk.states(chance):
            state = State(confirmed, names, lost, f"after call {call.number}, {lost}, {old}")
            found.setdefault((confirmed, frozenset(names.items())), state)
    return list(found.values())


def _varied(states: list[State], count: int, chance: random.Random) -> list[State]:
    """A selection of states with as many different losses as possible."""
    chance.shuffle(states)
    seen: Counter[str] = Counter()
    turns: list[tuple[int, int, State]] = []
    for state in states:
        turns.append((seen[state.lost], len(turns), state))
        seen[state.lost] += 1
    return [state for _, _, state in sorted(turns, key=lambda turn: turn[:2])[:count]]


def explore(reference: Reference, root: Path, each: int | None, chance: random.Random) -> Findings:
    """Open the store in every state after a power loss, or in some."""
    states = all_states(reference, chance)
    if each is not None and each < len(states):
        states = _varied(states, each, chance)
    wrong = [
        f"{state.why}: {what}"
        for state in states
        for what in failures_in(
            reference, build(root / "crashed", state.names), state.confirmed, Crash(killed=True)
        )
    ]
    return Findings(reference.name, len(states), wrong)


def build(root: Path, names: Names) -> Sandbox:
    """A sandbox with just these files."""
    shutil.rmtree(root, ignore_errors=True)
    for path, content in sorted(names.items()):
        if content is None:
            (root / path).mkdir()
        else:
            (root / path).write_bytes(content)
    return Sandbox(root)
