"""A game: its setup and its log, with undo, redo and corrections of what was entered wrongly.

A game never changes. Recording, undoing or correcting makes a new one, so a refusal leaves the
old one as it was. What can be undone and redone are chains of steps, each of which knows only what
it would put back: the log on its other side is replayed when somebody goes there.
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
from companion.rules.event_description import describe_event
from companion.rules.replaying import after
from companion.rules.state import GameState, start
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.rules.events import Event
    from companion.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class _Log:
    """Entries with the state before the first and after each."""

    events: tuple[Event, ...]
    states: tuple[GameState, ...]

    @classmethod
    def empty(cls, setup: Setup) -> _Log:
        return cls((), (start(setup),))

    def first(self, count: int) -> _Log:
        return _Log(self.events[:count], self.states[: count + 1])

    def and_then(self, events: Iterable[Event]) -> _Log:
        log, states = list(self.events), list(self.states)
        for event in events:
            try:
                states.append(after(states[-1], event))
            except Refused as reason:
                raise EntryRefused(reason.phrase, len(log), reason) from reason
            log.append(event)
        return _Log(tuple(log), tuple(states))


class _Step(NamedTuple):
    """The way to the game before an entry or a correction, or after one that was undone."""

    setup: Setup
    entry: int
    """Where in the log it begins to differ."""
    events: tuple[Event, ...]
    """What stands there on the other side."""
    instead_of: int
    """How many entries stand there on this side."""
    beyond: _Step | None
    """The step after it."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game at one table, as far as it has been entered."""

    setup: Setup
    _log: _Log
    _past: _Step | None = field(default=None, compare=False, repr=False)
    _future: _Step | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup, events: Iterable[Event] = ()) -> Game:
        """A game with its first entries; `EntryRefused` tells which of them breaks a rule."""
        return cls(setup, _Log.empty(setup).and_then(events))

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
            raise NothingToUndo(phrase("Nothing is left to undo."))
        step = self._past or _Step(self.setup, len(self.events) - 1, (), 1, None)
        log, back = self._over(step, self._future)
        return Game(step.setup, log, step.beyond, back)

    def redo(self) -> Game:
        """The game as it was before the last undo."""
        step = self._future
        if step is None:
            raise NothingToRedo(phrase("Nothing is left to redo."))
        log, back = self._over(step, self._past)
        return Game(step.setup, log, back, step.beyond)

    def _over(self, step: _Step, beyond: _Step | None) -> tuple[_Log, _Step]:
        """The log on the other side of a step, and the step that leads back from there."""
        rest = step.entry + step.instead_of
        # Where the setup differs, so does the log from its first entry on.
        before = self._log.first(step.entry) if step.entry else _Log.empty(step.setup)
        log = before.and_then((*step.events, *self.events[rest:]))
        replaced = self.events[step.entry : rest]
        return log, _Step(self.setup, step.entry, replaced, len(step.events), beyond)

    def rewritten(self, setup: Setup, events: Iterable[Event]) -> Game:
        """The same evening told differently: other names, another printed board, all re-checked."""
        log = Game.begin(setup, events)._log
        return Game(setup, log, _Step(self.setup, 0, self.events, len(log.events), self._past))

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
            raise NoSuchEntry(phrase("The log has no entry {number}.", number=entry + 1))

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
                phrase(
                    "Entry {number} ({entry}) would then break a rule: {reason}",
                    number=number + 1,
                    entry=describe_event(self.setup.board, self.events[number]),
                    reason=broken.cause.phrase,
                ),
                number,
                broken.cause,
            ) from None
        replaced = self.events[entry:rest]
        return Game(self.setup, log, _Step(self.setup, entry, replaced, len(new), self._past))
