"""A scenario run without a crash: the calls it makes and the content after each step."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from tests.store.crash.call_library import CallLibrary
from tests.store.crash.child_process import Confirm, run_in_child
from tests.store.crash.observation import (
    Content,
    Observation,
    Sandbox,
    difference,
    reopen_and_observe,
)
from tests.store.crash.scenarios import CARELESS, SCENARIOS, Scenario

LIBRARY = CallLibrary()


@dataclass(frozen=True)
class Findings:
    """The result of testing one scenario."""

    name: str
    tried: int
    wrong: list[str]


@dataclass(frozen=True)
class Call:
    """One line of the log: a system call, or its effect."""

    number: int
    what: str
    inode: int
    path: str
    """Relative to the watched folder."""
    other: str
    content: bytes


@dataclass(frozen=True)
class Crash:
    """Differences allowed from the reference after a crash."""

    killed: bool = False
    """The step after the confirmed ones may be done; data learned with it may be missing."""
    failed: bool = False
    """Data learned with a step may be missing: a failure becomes a notice, not a refusal."""
    failing: bool = False
    """Deleting temporary files failed too."""
    blind: bool = False
    """Reading failed, so that later steps may have done less."""


@dataclass(frozen=True)
class Reference:
    """The calls and the content of a scenario without a crash."""

    name: str
    scenario: Scenario
    prepared: Sandbox
    known: frozenset[str]
    inodes: Mapping[PurePath, int]
    """Every file and folder the scenario starts with."""
    states: list[Observation]
    """The content at the start, and after every confirmed step."""
    log: list[Call]
    """Every call with its effect, and a mark for every confirmed step."""

    def calls(self, kinds: tuple[str, ...]) -> list[Call]:
        """The calls of these kinds, in order."""
        return [each for each in self.log if each.what in kinds]

    def misfit(self, seen: Observation, confirmed: int, crash: Crash) -> str | None:
        """Why this content is wrong after so many confirmed steps; None if it is right."""
        if crash.blind:
            return self._lost(seen.content)
        allowed = [self._allowed(seen.content, confirmed, crash, learned=not crash.failed)]
        if confirmed + 1 < len(self.states):
            if crash.killed:
                allowed.append(self._allowed(seen.content, confirmed + 1, crash, learned=False))
            if confirmed + 1 in self.scenario.gradual and self._is_between(seen, confirmed):
                return None
        if seen.content in allowed:
            return None
        return " — ".join(difference(each, seen.content) for each in allowed)

    def _is_between(self, seen: Observation, confirmed: int) -> bool:
        """Whether a step is done in part: nothing is missing, and nothing is there beyond it."""
        before, after = (self.states[number].content for number in (confirmed, confirmed + 1))
        return all(
            texts in (before[kind], after[kind])
            or set(before[kind]) <= set(texts) <= set(after[kind])
            for kind, texts in seen.content.items()
        )

    def _lost(self, seen: Content) -> str | None:
        """Content that no step changes and that is missing."""
        for kind in seen:
            unchanged = set.intersection(*(set(state.content[kind]) for state in self.states))
            if not unchanged <= set(seen[kind]):
                return f"{kind}: {len(unchanged - set(seen[kind]))} unchanged ones are missing"
        return None

    def _allowed(self, seen: Content, step: int, crash: Crash, *, learned: bool) -> Content:
        """The content after a step, adjusted for data that may be missing or left over."""
        allowed = dict(self.states[step].content)
        for kind in self.scenario.learned if not learned else ():
            if any(seen[kind] == each.content[kind] for each in self.states[:step]):
                allowed[kind] = seen[kind]
        if crash.killed or crash.failing:
            names = {each.split()[0] for state in self.states for each in state.content["outside"]}
            left = [each for each in seen["outside"] if each.split()[0] not in names]
            allowed["outside"] = sorted([*allowed["outside"], *left])
        return allowed

    def unexpected_notices(self, seen: Observation) -> list[str]:
        """Notices that are neither in the reference nor the beginning of one there."""
        usual = [notice for state in self.states for notice in state.notices]
        return [
            notice for notice in seen.notices if not any(each.startswith(notice) for each in usual)
        ]


WRITING = (
    "open", "write", "sync", "rename", "link", "symlink", "unlink", "rmdir", "mkdir", "chmod",
    "truncate",
)  # fmt: skip
"""The calls that change something, as the library names them."""
READING = ("look", "read")
"""The calls that only read."""


def copy_sandbox(sandbox: Sandbox, root: Path) -> Sandbox:
    """A copy at another path, in place of an earlier one."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(sandbox.root, root, symlinks=True)
    return Sandbox(root)


def run_reference(name: str, root: Path) -> Reference:
    """Run a scenario without a crash."""
    scenario = {**SCENARIOS, **CARELESS}[name]
    sandbox = Sandbox(root / "prepared")
    sandbox.root.mkdir()
    scenario.prepare(sandbox)
    known = sandbox.ids()
    inspected, used = root / "inspected", copy_sandbox(sandbox, root / "used")
    log = root / "log"
    paths = (used.root, *used.root.rglob("*"))
    inodes = {PurePath(path.relative_to(used.root)): path.lstat().st_ino for path in paths}

    def work(confirm: Confirm) -> list[Observation]:
        states = [reopen_and_observe(copy_sandbox(sandbox, inspected), known)]
        LIBRARY.log_to(log)
        LIBRARY.watch(used.root)
        for number, _ in enumerate(scenario.steps(used), start=1):
            confirm()
            LIBRARY.mark(str(number))
            states.append(reopen_and_observe(copy_sandbox(used, inspected), known))
        return states

    ended = run_in_child(work)
    if ended.error:
        raise AssertionError(f"{name}, without a crash: {ended.error}")
    first: Observation = ended.result[0]
    for kind, number in scenario.expected.items():
        assert len(first.content[kind]) == number, f"{name}, before the first step: {first}"
    calls = [_call(line, f"{used.root}") for line in log.read_text().splitlines()]
    return Reference(name, scenario, sandbox, known, inodes, ended.result, calls)


def _call(line: str, root: str) -> Call:
    number, what, inode, path, other, content = line.split("\t")
    path, other = (each.removeprefix(root).removeprefix("/") for each in (path, other))
    return Call(int(number), what, int(inode), path, other, bytes.fromhex(content))
