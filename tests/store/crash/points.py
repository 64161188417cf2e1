"""Crash points: a scenario stopped at each of its calls, and what is kept then."""

from __future__ import annotations

import errno
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.rules.errors import Refused
from tests.store.crash.children import Confirm, Ended, in_a_child
from tests.store.crash.observing import Place, Seen, go_on, look, says_more_is_to_come, seen_in
from tests.store.crash.preload import AFTER, BEFORE, HALFWAY, ON, ONCE, End
from tests.store.crash.running import ASKED, CALLS, MADE, Found, Reference, Stop, copied

ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)
UNREAD = (errno.EIO, errno.EACCES)
KILLS = (BEFORE, HALFWAY, AFTER)
AFTERWARDS = (
    *(End(number, BEFORE) for number in range(1, 30)),
    *(End(1, ON, error) for error in ERRORS),
)
"""What may befall the app again when it is opened after a kill."""


@dataclass(frozen=True)
class Stopped:
    """How the scenario ended in the child."""

    refused: str | None
    seen: Seen | None
    """What the running app sees after a refusal, unless it says itself that more is to come."""
    blind: bool
    """Whether it was reading that failed, and either this was told or something refused."""


def ends(reference: Reference) -> Iterator[End]:
    """Every way to stop a scenario."""
    for call in reference.calls(ASKED):
        yield End(call.number, ON, errno.EIO)
        yield from (End(call.number, ONCE, error) for error in UNREAD)
    for call in reference.calls(MADE):
        for how in KILLS:
            if how != HALFWAY or call.what == "write":
                yield End(call.number, how)
        for how in (ONCE, ON):
            yield from (End(call.number, how, error) for error in ERRORS)


def stopped(reference: Reference, place: Place, end: End) -> Ended:
    """Run a scenario that is stopped."""

    def work(confirm: Confirm) -> Stopped:
        CALLS.watch(place.root)
        CALLS.end(end)
        refused = None
        try:
            for _ in reference.scenario.act(place):
                confirm()
        except Refused as problem:
            refused = str(problem)
        blind = CALLS.blinded()
        CALLS.nothing()
        if not place.store:
            return Stopped(refused, None, blind)
        blind &= refused is not None or bool(place.store.notices)
        seen = seen_in(place, place.store, reference.known)
        judged = refused is not None and not says_more_is_to_come(seen)
        return Stopped(refused, seen if judged else None, blind)

    return in_a_child(work)


def wrong_after(reference: Reference, root: Path, end: End, then: End | None) -> list[str]:
    """What is wrong once a scenario has been stopped, and perhaps the next opening too."""
    place = copied(reference.prepared, root / "crashed")
    ended = stopped(reference, place, end)
    if ended.wrong:
        return [ended.wrong]
    result: Stopped | None = ended.result
    stop = Stop(
        killed=result is None,
        failed=result is not None,
        failing=end.how == ON,
        blind=result is not None and result.blind,
    )
    found = []
    if result and not stop.blind:
        if not result.refused and ended.confirmed + 1 < len(reference.states):
            found.append("ended early")
        if result.seen:
            misfit = reference.misfit(result.seen, ended.confirmed, stop)
            found += [f"the running app sees {misfit}"] if misfit else []
    if then:
        again = in_a_child(lambda _: opened_badly(place, reference, then))
        found += [f"opened with {then}: {again.wrong}"] if again.wrong else []
    found += wrong_in(reference, place, ended.confirmed, stop)
    how = f"refused ({result.refused}), " if result and result.refused else ""
    return [how + each for each in found]


def opened_badly(place: Place, reference: Reference, then: End) -> None:
    """Open the folder while something is still wrong: that may be refused, and nothing worse."""
    CALLS.watch(place.root)
    CALLS.end(then)
    with suppress(Refused):
        seen_in(place, place.open(), reference.known)


def wrong_in(reference: Reference, place: Place, confirmed: int, stop: Stop) -> list[str]:
    """What is wrong with a folder in which so many steps were confirmed."""

    def work(_: Confirm) -> list[str]:
        seen = look(place, reference.known)
        misfit = reference.misfit(seen, confirmed, stop)
        found = [f"opened afterwards: {misfit}"] if misfit else []
        found += [f"told afterwards: {each}" for each in reference.alarming(seen)]
        if not found:
            go_on(place)
        return found

    ended = in_a_child(work)
    return [f"opened afterwards: {ended.wrong}"] if ended.wrong else ended.result


def explore(reference: Reference, root: Path, each: int | None, chance: random.Random) -> Found:
    """Stop a scenario in every way there is, or in some of them."""
    choices = list(ends(reference))
    if each is not None and each < len(choices):
        choices = chance.sample(choices, each)
    wrong = []
    calls = {call.number: call for call in reference.calls((*MADE, *ASKED))}
    for end in choices:
        then = chance.choice((None, *AFTERWARDS)) if end.how in KILLS else None
        call = calls[end.number]
        for what in wrong_after(reference, root, end, then):
            after = f", then {then}" if then else ""
            wrong.append(f"{end} ({call.what} {call.path}){after}: {what}")
    return Found(reference.name, len(choices), wrong)
