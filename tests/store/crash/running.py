"""A scenario run once in peace, so that it is known what it does and what should come of it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from tests.store.crash.children import Confirm, in_a_child
from tests.store.crash.observing import Kept, Place, Seen, difference, harmless, look
from tests.store.crash.preload import Calls
from tests.store.crash.scenarios import SCENARIOS, TRAPS, Scenario

CALLS = Calls()


@dataclass(frozen=True)
class Found:
    """What came of exploring one scenario."""

    name: str
    tried: int
    wrong: list[str]


@dataclass(frozen=True)
class Call:
    """One line of the notes: a call that was made, or what came of it."""

    number: int
    what: str
    inode: int
    path: str
    """Below the folder that was watched."""
    other: str
    content: bytes


@dataclass(frozen=True)
class Stop:
    """What kind of thing went wrong."""

    killed: bool = False
    """The step after the confirmed ones may be done; what is learned beside it may be missing."""
    failed: bool = False
    """What is only learned beside a step may be missing: it is told, not refused."""
    failing: bool = False
    """Nothing could be cleared away either."""
    blind: bool = False
    """Something could not be read, so what was done meanwhile may be less than usual."""


@dataclass(frozen=True)
class Reference:
    """What a scenario does when nothing goes wrong."""

    name: str
    scenario: Scenario
    prepared: Place
    known: frozenset[str]
    inodes: Mapping[PurePath, int]
    """Every name the scenario began with."""
    states: list[Seen]
    """What is kept at first, and after every confirmed step."""
    notes: list[Call]
    """Every call and what came of it, with a mark for every confirmed step."""

    def calls(self, kinds: tuple[str, ...]) -> list[Call]:
        """The calls of these kinds, in order."""
        return [each for each in self.notes if each.what in kinds]

    def misfit(self, seen: Seen, confirmed: int, stop: Stop) -> str | None:
        """Why this cannot be what is kept after so many confirmed steps."""
        if stop.blind:
            return self._lost(seen.saved)
        allowed = [self._allowed(seen.saved, confirmed, stop, learned=not stop.failed)]
        if stop.killed and confirmed + 1 < len(self.states):
            allowed.append(self._allowed(seen.saved, confirmed + 1, stop, learned=False))
        if seen.saved in allowed:
            return None
        return " — ".join(difference(each, seen.saved) for each in allowed)

    def _lost(self, seen: Kept) -> str | None:
        """What nobody touched and yet is gone."""
        for kind in seen:
            untouched = set.intersection(*(set(state.saved[kind]) for state in self.states))
            if not untouched <= set(seen[kind]):
                return f"{kind}: {len(untouched - set(seen[kind]))} gone that nobody touched"
        return None

    def _allowed(self, seen: Kept, step: int, stop: Stop, *, learned: bool) -> Kept:
        """What should be kept after a step, but for what may be missing or left over."""
        allowed = dict(self.states[step].saved)
        for kind in self.scenario.beside if not learned else ():
            if any(seen[kind] == each.saved[kind] for each in self.states[:step]):
                allowed[kind] = seen[kind]
        if stop.killed or stop.failing:
            names = {each.split()[0] for state in self.states for each in state.saved["outside"]}
            left = [each for each in seen["outside"] if each.split()[0] not in names]
            allowed["outside"] = sorted([*allowed["outside"], *left])
        return allowed

    def alarming(self, seen: Seen) -> list[str]:
        """What was told that is not told in peace, or not as the beginning of what is told then."""
        usual = [told for state in self.states for told in state.told]
        return [
            told
            for told in seen.told
            if not harmless(told) and not any(each.startswith(told) for each in usual)
        ]


MADE = (
    "open", "write", "sync", "rename", "link", "symlink", "unlink", "rmdir", "mkdir", "chmod",
    "truncate",
)  # fmt: skip
"""The calls that change something, as the library names them."""
ASKED = ("look", "read")
"""Those that only read."""


def copied(place: Place, root: Path) -> Place:
    """The same somewhere else, in place of what was there."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(place.root, root, symlinks=True)
    return Place(root)


def prepared(name: str, root: Path) -> Reference:
    """Run a scenario in peace."""
    scenario = {**SCENARIOS, **TRAPS}[name]
    place = Place(root / "prepared")
    place.root.mkdir()
    scenario.prepare(place)
    known = place.ids()
    quiet, busy = root / "quiet", copied(place, root / "busy")
    noted = root / "notes"
    paths = (busy.root, *busy.root.rglob("*"))
    inodes = {PurePath(path.relative_to(busy.root)): path.lstat().st_ino for path in paths}

    def work(confirm: Confirm) -> list[Seen]:
        states = [look(copied(place, quiet), known)]
        CALLS.note_into(noted)
        CALLS.watch(busy.root)
        for number, _ in enumerate(scenario.act(busy), start=1):
            confirm()
            CALLS.mark(str(number))
            states.append(look(copied(busy, quiet), known))
        return states

    ended = in_a_child(work)
    if ended.wrong:
        raise AssertionError(f"{name}, in peace: {ended.wrong}")
    first: Seen = ended.result[0]
    for kind, number in scenario.demand.items():
        assert len(first.saved[kind]) == number, f"{name}, opened in peace: {first}"
    lines = noted.read_text().splitlines()
    notes = [_call(line, f"{busy.root}") for line in lines]
    return Reference(name, scenario, place, known, inodes, ended.result, notes)


def _call(line: str, root: str) -> Call:
    number, what, inode, path, other, content = line.split("\t")
    path, other = (each.removeprefix(root).removeprefix("/") for each in (path, other))
    return Call(int(number), what, int(inode), path, other, bytes.fromhex(content))
