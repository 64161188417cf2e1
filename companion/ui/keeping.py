"""The game being kept: what is entered is checked, saved, and only then told.

The screens ask this for the state they show and give it every entry; it knows no widget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ObjectProperty

from companion.rules import Event, Game, GameState, Phrase, Refused, claim_points, told
from companion.rules.events import RouteClaimed
from companion.rules.wording import say


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in the log that is being corrected."""

    entry: int
    """Which entry, counted from 0."""
    replaces: bool
    """Whether what is entered takes the entry's place, or goes in before it."""


class Keeping(EventDispatcher):
    """One game and everything that can be done to it."""

    state = ObjectProperty(None, allownone=True)
    """The `GameState` to show: now, or before the entry that is being corrected."""
    moment = ObjectProperty(None, allownone=True)
    """The `Moment` that is being corrected, or None for now."""
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)

    __events__ = ("on_told", "on_refused")

    def __init__(self, game: Game, save: Callable[[Game], None]) -> None:
        self.game = game
        """As it stands, saved."""
        self._save = save
        super().__init__()
        self._show()

    @property
    def acting(self) -> str:
        """Who makes the next entry unless somebody else is chosen."""
        state: GameState = self.state
        moment: Moment | None = self.moment
        if moment is not None and moment.replaces:
            return self.game.events[moment.entry].player
        return state.turn or state.setup.names[0]

    def enter(self, event: Event) -> bool:
        """Record an event where one is being corrected, or at the end; False if it is refused."""
        moment = self.moment
        if moment is None:
            return self._try(lambda: self.game.record(event), event)
        if moment.replaces:
            return self._try(lambda: self.game.change(moment.entry, event), event)
        return self._try(lambda: self.game.insert(moment.entry, event), event)

    def remove(self, entry: int) -> bool:
        """Take an entry out of the log; False if a later one needs it."""
        taken = told(self.game.setup.board, self.game.events[entry])
        return self._take(lambda: self.game.remove(entry), say("Removed: {entry}", entry=taken))

    def apply(self, change: Callable[[Game], Game], line: Phrase) -> bool:
        """Make any other change of the game, told in a line; False if it is refused."""
        return self._take(lambda: change(self.game), line)

    def undo(self) -> None:
        """Go back one step."""
        undone = self._take(self.game.undo, say("Undone."))
        if undone:
            self.moment = None

    def redo(self) -> None:
        """Go forward again."""
        self._take(self.game.redo, say("Done again."))

    def correct(self, entry: int, replaces: bool) -> None:
        """Begin to change an entry, or to add one before it."""
        self.moment = Moment(entry, replaces)
        self._show()

    def back_to_now(self) -> None:
        """Stop correcting."""
        self.moment = None
        self._show()

    def _try(self, make: Callable[[], Game], event: Event) -> bool:
        entry = told(self.game.setup.board, event)
        points = self._points(event)
        line = say("{entry} {points}", entry=entry, points=f"+{points}") if points else entry
        return self._take(make, line)

    def _points(self, event: Event) -> int:
        state: GameState = self.state
        if not isinstance(event, RouteClaimed):
            return 0
        route = state.setup.board.routes[event.route]
        return claim_points(state, route, event.doubled is not None)

    def _take(self, make: Callable[[], Game], line: Phrase) -> bool:
        """Turn to a new version of the game: made, saved, shown, told, in this order."""
        try:
            game = make()
            self._save(game)
        except Refused as reason:
            self.dispatch("on_refused", reason.phrase)
            return False
        before = self.game.state
        self.game = game
        self.moment = None
        self._show()
        self.dispatch("on_told", line, before)
        return True

    def _show(self) -> None:
        moment = self.moment
        self.state = self.game.state if moment is None else self.game.states[moment.entry]
        self.can_undo, self.can_redo = self.game.can_undo, self.game.can_redo

    def on_told(self, line: Phrase, before: GameState) -> None:
        """What was entered, and the state before it, for who listens."""

    def on_refused(self, reason: Phrase) -> None:
        """Why nothing was entered, for who listens."""
