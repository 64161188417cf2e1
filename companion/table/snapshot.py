"""The table at one moment: everything a page shows of the game, in one value that never changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion.rules.board import Board
from companion.rules.events import Event, Ticket
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.state import GameState

if TYPE_CHECKING:
    from companion.store.saved_game import SavedGame


@dataclass(frozen=True, slots=True)
class Correction:
    """A place in the log that is being set right."""

    entry: int
    """Which entry, counted from 0."""
    replaces: bool
    """Whether what is entered takes the entry's place, or goes in before it."""


@dataclass(frozen=True)
class Snapshot:
    """The game on the table as it is now."""

    saved: SavedGame
    """As it lies on disk."""
    player: str
    """Who makes the next entry unless somebody else is chosen."""
    cards: tuple[Ticket, ...]
    """Every ticket card that is known for this board."""
    correcting: Correction | None = None

    @property
    def game(self) -> Game:
        """The whole game, whatever is being corrected."""
        return self.saved.game

    @property
    def setup(self) -> Setup:
        """Board, players and house rules."""
        return self.game.setup

    @property
    def board(self) -> Board:
        """The board as it lies on the table."""
        return self.game.setup.board

    @property
    def state(self) -> GameState:
        """Where the game stands, or stood before the entry that is being corrected."""
        at = self.correcting
        return self.game.state if at is None else self.game.states[at.entry]

    @property
    def entered(self) -> Event | None:
        """What stands in the log where something else is being entered in its place."""
        at = self.correcting
        return self.game.events[at.entry] if at is not None and at.replaces else None

    @property
    def finished(self) -> bool:
        """Whether it lies among the past games."""
        return self.saved.finished is not None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back: out of a correction, or before the last entry."""
        return self.correcting is not None or self.game.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return self.correcting is None and self.game.can_redo

    @cached_property
    def tally(self) -> Tally:
        """The final tally of the game as it stands, worked out once."""
        return tally(self.game.state)
