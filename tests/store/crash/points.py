"""Crash points: a scenario interrupted at each of its system calls."""

from __future__ import annotations

import errno
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.rules.errors import Refused
from tests.store.crash.call_library import AFTER, BEFORE, HALFWAY, ON, ONCE, Interruption
from tests.store.crash.child_process import ChildResult, Confirm, run_in_child
from tests.store.crash.observation import (
    Observation,
    Sandbox,
    continue_all_games,
    observe,
    reopen_and_observe,
)
from tests.store.crash.reference import (
    LIBRARY,
    READING,
    WRITING,
    Crash,
    Findings,
    Reference,
    copy_sandbox,
)

ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)
READ_ERRORS = (errno.EIO, errno.EACCES)
KILLS = (BEFORE, HALFWAY, AFTER)
SECOND_INTERRUPTIONS = (
    *(Interruption(number, BEFORE) for number in range(1, 30)),
    *(Interruption(1, ON, error) for error in ERRORS),
)
"""Interruptions of the first start after a kill."""


@dataclass(frozen=True)
class Outcome:
    """How the scenario ended in the child process."""

    refused: str | None
    seen: Observation | None
    """The content of the running store after a refusal."""
    blind: bool
    """Whether reading failed, and this became a notice or a refusal."""


def interruptions(reference: Reference) -> Iterator[Interruption]:
    """Every interruption of a scenario."""
    for call in reference.calls(READING):
        yield Interruption(call.number, ON, errno.EIO)
        yield from (Interruption(call.number, ONCE, error) for error in READ_ERRORS)
    for call in reference.calls(WRITING):
        for how in KILLS:
            if how != HALFWAY or call.what == "write":
                yield Interruption(call.number, how)
        for how in (ONCE, ON):
            yield from (Interruption(call.number, how, error) for error in ERRORS)


def run_interrupted(reference: Reference, sandbox: Sandbox, at: Interruption) -> ChildResult:
    """Run a scenario with an interruption."""

    def work(confirm: Confirm) -> Outcome:
        LIBRARY.watch(sandbox.root)
        LIBRARY.interrupt(at)
        refused = None
        try:
            for _ in reference.scenario.steps(sandbox):
                confirm()
        except Refused as problem:
            refused = str(problem)
        blind = LIBRARY.has_failed_reading()
        LIBRARY.stop()
        if not sandbox.store:
            return Outcome(refused, None, blind)
        blind &= refused is not None or bool(sandbox.store.notices)
        seen = observe(sandbox, sandbox.store, reference.known)
        return Outcome(refused, seen if refused is not None else None, blind)

    return run_in_child(work)


def failures(
    reference: Reference, root: Path, at: Interruption, second: Interruption | None
) -> list[str]:
    """Failures after an interruption, and perhaps a second one at the next start."""
    sandbox = copy_sandbox(reference.prepared, root / "crashed")
    ended = run_interrupted(reference, sandbox, at)
    if ended.error:
        return [ended.error]
    outcome: Outcome | None = ended.result
    crash = Crash(
        killed=outcome is None,
        failed=outcome is not None,
        failing=at.how == ON,
        blind=outcome is not None and outcome.blind,
    )
    found = []
    if outcome and not crash.blind:
        if not outcome.refused and ended.confirmed + 1 < len(reference.states):
            found.append("ended early")
        if outcome.seen:
            misfit = reference.misfit(outcome.seen, ended.confirmed, crash)
            found += [f"the running store shows {misfit}"] if misfit else []
    if second:
        again = run_in_child(lambda _: open_interrupted(sandbox, reference, second))
        found += [f"opened with {second}: {again.error}"] if again.error else []
    found += failures_in(reference, sandbox, ended.confirmed, crash)
    how = f"refused ({outcome.refused}), " if outcome and outcome.refused else ""
    return [how + each for each in found]


def open_interrupted(sandbox: Sandbox, reference: Reference, at: Interruption) -> None:
    """Open the store with an interruption: a refusal is the worst that may happen."""
    LIBRARY.watch(sandbox.root)
    LIBRARY.interrupt(at)
    with suppress(Refused):
        observe(sandbox, sandbox.open(), reference.known)


def failures_in(reference: Reference, sandbox: Sandbox, confirmed: int, crash: Crash) -> list[str]:
    """Failures of a data folder after so many confirmed steps and a crash."""

    def work(_: Confirm) -> list[str]:
        seen = reopen_and_observe(sandbox, reference.known)
        misfit = reference.misfit(seen, confirmed, crash)
        found = [f"opened afterwards: {misfit}"] if misfit else []
        found += [f"notice afterwards: {each}" for each in reference.unexpected_notices(seen)]
        if not found:
            continue_all_games(sandbox)
        return found

    ended = run_in_child(work)
    return [f"opened afterwards: {ended.error}"] if ended.error else ended.result


def explore(reference: Reference, root: Path, each: int | None, chance: random.Random) -> Findings:
    """Interrupt a scenario at every point, or at some."""
    choices = list(interruptions(reference))
    if each is not None and each < len(choices):
        choices = chance.sample(choices, each)
    wrong = []
    calls = {call.number: call for call in reference.calls((*WRITING, *READING))}
    for at in choices:
        second = chance.choice((None, *SECOND_INTERRUPTIONS)) if at.how in KILLS else None
        call = calls[at.number]
        for what in failures(reference, root, at, second):
            after = f", then {second}" if second else ""
            wrong.append(f"{at} ({call.what} {call.path}){after}: {what}")
    return Findings(reference.name, len(choices), wrong)
