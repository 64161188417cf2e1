"""A game: its setup and its log, with undo, redo and corrections of what was entered wrongly.

A game never changes. Recording, undoing or correcting makes a new one, so a refusal leaves the
old one as it was. What can be undone is a chain of steps: an entry at the end is undone by a
shorter log, so only corrections keep the log they replaced.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.errors import (
    EntryRefused,
    NoSuchEntry,
    NothingToRedo,
    NothingToUndo,
    Refused,
)
from companion.rules.replaying import after
from companion.rules.state import GameState, start
from companion.rules.telling import told
from companion.rules.wording import say

if TYPE_CHECKING:
    from companion.rules.events import Event
    from companion.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class _Log:
    """Entries with the state before the first and after each."""

    events: tuple[Event, ...]
    states: tuple[GameState, ...]

    def first(self, count: int) -> _Log:
        return _Log(self.events[:count], self.states[: count + 1])

    def extends(self, other: _Log) -> bool:
        """Whether this is the other log with one more entry."""
        return len(self.states) > 1 and self.states[-2] is other.states[-1]

    def and_then(self, events: Iterable[Event]) -> _Log:
        log, states = list(self.events), list(self.states)
        for event in events:
            try:
                states.append(after(states[-1], event))
            except Refused as reason:
                raise EntryRefused(reason.phrase, len(log), reason) from reason
            log.append(event)
        return _Log(tuple(log), tuple(states))


class _Version(NamedTuple):
    """A game as it was before a step, or after one that was undone."""

    setup: Setup
    log: _Log | None
    """None where the log of the version after it without its last entry is meant."""
    entry: tuple[Event, GameState] | None
    """The one entry that this version has more than the one before it, and what it led to."""
    beyond: _Version | None
    """The version one step further away."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game at one table, as far as it has been entered."""

    setup: Setup
    _log: _Log
    _past: _Version | None = field(default=None, compare=False, repr=False)
    _future: _Version | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup, events: Iterable[Event] = ()) -> Game:
        """A game with its first entries; `EntryRefused` tells which of them breaks a rule."""
        return cls(setup, _Log((), (start(setup),)).and_then(events))

    @property
    def events(self) -> tuple[Event, ...]:
        """The log."""
        return self._log.events

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        return self._log.states[-1]

    @property
    def states(self) -> tuple[GameState, ...]:
        """Where it stood before the first entry and after each."""
        return self._log.states

    @property
    def can_undo(self) -> bool:
        """Whether something was entered that can be undone."""
        return self._past is not None or bool(self.events)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return self._future is not None

    def record(self, event: Event) -> Game:
        """The game with one more entry."""
        return self._corrected(len(self.events), (event,), len(self.events))

    def undo(self) -> Game:
        """The game as it was before the last entry or correction."""
        if not self.can_undo:
            raise NothingToUndo(say("Nothing is left to undo."))
        past = self._past
        log = past.log if past else None
        setup = past.setup if past else self.setup
        if log is None:
            log = self._log.first(len(self.events) - 1)
        return Game(setup, log, past.beyond if past else None, self._version(log, self._future))

    def redo(self) -> Game:
        """The game as it was before the last undo."""
        future = self._future
        if future is None:
            raise NothingToRedo(say("Nothing is left to redo."))
        log = future.log
        if log is None:
            assert future.entry
            event, state = future.entry
            log = _Log((*self.events, event), (*self.states, state))
        return Game(future.setup, log, self._step_to(log), future.beyond)

    def _version(self, before: _Log, beyond: _Version | None) -> _Version:
        """What comes again after a step back to `before`."""
        if self._log.extends(before):
            return _Version(self.setup, None, (self.events[-1], self.state), beyond)
        return _Version(self.setup, self._log, None, beyond)

    def _step_to(self, log: _Log) -> _Version:
        """What a step to another log leaves behind."""
        shorter = log.extends(self._log)
        return _Version(self.setup, None if shorter else self._log, None, self._past)

    def rewritten(self, setup: Setup, events: Iterable[Event]) -> Game:
        """The same evening told differently: other names, another printed board, all re-checked."""
        log = Game.begin(setup, events)._log
        return Game(setup, log, _Version(self.setup, self._log, None, self._past))

    def change(self, entry: int, *events: Event) -> Game:
        """The game with other events at a place of the log (from 0), the rest re-checked."""
        self._check_entry(entry, len(self.events))
        return self._corrected(entry, events, entry + 1)

    def remove(self, entry: int) -> Game:
        """The game without an entry of the log, the rest re-checked."""
        self._check_entry(entry, len(self.events))
        return self._corrected(entry, (), entry + 1)

    def insert(self, entry: int, event: Event) -> Game:
        """The game with a forgotten event put in before an entry, the rest re-checked."""
        self._check_entry(entry, len(self.events) + 1)
        return self._corrected(entry, (event,), entry)

    def _check_entry(self, entry: int, count: int) -> None:
        if not 0 <= entry < count:
            raise NoSuchEntry(say("The log has no entry {number}.", number=entry + 1))

    def _corrected(self, entry: int, new: tuple[Event, ...], rest: int) -> Game:
        """The game with `new` for the entries from `entry` up to `rest`."""
        try:
            log = self._log.first(entry).and_then((*new, *self.events[rest:]))
        except EntryRefused as broken:
            later = broken.entry - entry - len(new)
            if later < 0:
                raise broken.cause from None
            number = rest + later
            raise EntryRefused(
                say(
                    "Entry {number} ({entry}) would then break a rule: {reason}",
                    number=number + 1,
                    entry=told(self.setup.board, self.events[number]),
                    reason=broken.cause.phrase,
                ),
                number,
                broken.cause,
            ) from None
        return Game(self.setup, log, self._step_to(log))
