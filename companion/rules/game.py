"""A game: its setup and its event log, with undo, redo and corrections of earlier entries.

`Game` is immutable. Recording, undoing or correcting returns a new game, so a refused change leaves
the old game as it was. Undo and redo are linked lists of steps; a step stores only the entries it
replaces, and the states after it are computed again when the step is applied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from companion.rules.apply import apply_event
from companion.rules.errors import EntryRefused, Refused
from companion.rules.event_description import describe_event
from companion.rules.events import Event
from companion.rules.setup import Setup
from companion.rules.state import GameState, initial_state
from companion.rules.wording import phrase

Entry = tuple[Event, str]
"""An event and the id that a player's phone gave it; an empty id if the score keeper entered it."""


def _by_keeper(events: Iterable[Event]) -> tuple[Entry, ...]:
    return tuple((event, "") for event in events)


class _Log(NamedTuple):
    """Entries with the state before the first and after each of them."""

    entries: tuple[Entry, ...]
    states: tuple[GameState, ...]

    def followed_by(self, start: int, new: Iterable[Entry]) -> _Log:
        """The log with other entries from `start` on; `EntryRefused` names an illegal one."""
        entries, states = list(self.entries[:start]), list(self.states[: start + 1])
        for entry in new:
            try:
                states.append(apply_event(states[-1], entry[0]))
            except Refused as reason:
                raise EntryRefused(reason.phrase, len(entries), reason) from reason
            entries.append(entry)
        return _Log(tuple(entries), tuple(states))


def _empty_log(setup: Setup) -> _Log:
    return _Log((), (initial_state(setup),))


class _Step(NamedTuple):
    """An undo or redo step: the setup and the entries that it puts back."""

    setup: Setup
    entry: int
    """The first log entry that the step replaces, from 0."""
    entries: tuple[Entry, ...]
    """The entries that the step puts there."""
    replaced: int
    """How many entries of the current log they replace."""
    next_step: _Step | None = None
    """The step that can be undone or redone after this one."""


@dataclass(frozen=True)
class Game:
    """One game: setup, log of events, and the steps that undo and redo can take."""

    setup: Setup
    _log: _Log
    _past: _Step | None = field(default=None, compare=False, repr=False)
    _future: _Step | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup, events: Iterable[Event] = ()) -> Game:
        """A new game with these events, which the keeper has entered."""
        return cls.replay(setup, _by_keeper(events))

    @classmethod
    def replay(cls, setup: Setup, entries: Iterable[Entry]) -> Game:
        """A new game with these entries, each read only if those before it are legal."""
        return cls(setup, _empty_log(setup).followed_by(0, entries))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The events with their phone ids."""
        return self._log.entries

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The log of events."""
        return tuple(event for event, _ in self._log.entries)

    @cached_property
    def phone_ids(self) -> tuple[str, ...]:
        """For each event the id that a player's phone gave it; empty if the keeper entered it."""
        return tuple(phone_id for _, phone_id in self._log.entries)

    @property
    def state(self) -> GameState:
        """The state after the last event."""
        return self._log.states[-1]

    @property
    def states(self) -> tuple[GameState, ...]:
        """The state before the first event and after each event."""
        return self._log.states

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry or a correction to undo."""
        return self._past is not None or bool(self.events)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self._future is not None

    def record(self, *events: Event, phone_id: str = "") -> Game:
        """The game with more events at the end of the log, as one undo step."""
        entries = tuple((event, phone_id) for event in events)
        return self._with_entries(len(self.events), entries, len(self.events))

    def undo(self) -> Game:
        """The game as it was before the last entry or correction."""
        if not self.can_undo:
            raise Refused(phrase("Nothing left to undo."))
        step = self._past or _Step(self.setup, len(self.events) - 1, (), 1)
        log, back = self._apply_step(step, self._future)
        return Game(step.setup, log, step.next_step, back)

    def redo(self) -> Game:
        """The game as it was before the last undo."""
        step = self._future
        if step is None:
            raise Refused(phrase("Nothing left to redo."))
        log, back = self._apply_step(step, self._past)
        return Game(step.setup, log, back, step.next_step)

    def _apply_step(self, step: _Step, next_step: _Step | None) -> tuple[_Log, _Step]:
        """The log after a step, and the step that reverts it."""
        entries, rest = self._log.entries, step.entry + step.replaced
        # A step with another setup replaces the log from its first entry on.
        log = self._log if step.entry else _empty_log(step.setup)
        log = log.followed_by(step.entry, (*step.entries, *entries[rest:]))
        replaced = entries[step.entry : rest]
        return log, _Step(self.setup, step.entry, replaced, len(step.entries), next_step)

    def replace_all(self, setup: Setup, entries: Iterable[Entry]) -> Game:
        """The game with another setup and log, as one undo step; every event is checked again."""
        step = _Step(setup, 0, tuple(entries), len(self.events))
        return Game(setup, *self._apply_step(step, self._past))

    def change(self, entry: int, *events: Event) -> Game:
        """The game with other events, now the keeper's, in place of an entry; checks later ones."""
        self._check_entry(entry, len(self.events))
        return self._with_entries(entry, _by_keeper(events), entry + 1)

    def remove(self, entry: int) -> Game:
        """The game without one entry; later events are checked again."""
        self._check_entry(entry, len(self.events))
        return self._with_entries(entry, (), entry + 1)

    def insert(self, entry: int, event: Event) -> Game:
        """The game with an event inserted before an entry; later events are checked again."""
        self._check_entry(entry, len(self.events) + 1)
        return self._with_entries(entry, _by_keeper((event,)), entry)

    def _check_entry(self, entry: int, count: int) -> None:
        if not 0 <= entry < count:
            raise Refused(phrase("The log has no entry {number}.", number=entry + 1))

    def _with_entries(self, entry: int, new: tuple[Entry, ...], rest: int) -> Game:
        """The game with the entries `new` in place of those from `entry` up to `rest`."""
        step = _Step(self.setup, entry, new, rest - entry)
        try:
            return Game(self.setup, *self._apply_step(step, self._past))
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
