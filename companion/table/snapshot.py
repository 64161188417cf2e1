"""An immutable snapshot of a game, and the answer to a command of its session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.rules.board import Board
from companion.rules.events import Event, Ticket, TicketsTaken
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.turns import is_decided
from companion.rules.wording import Phrase, phrase
from companion.store.saved_game import SavedGame
from companion.table.ending import Ending, HandIn, tickets_of


@dataclass(frozen=True, slots=True)
class Correction:
    """The log entry that is being corrected."""

    entry: int
    """The entry, from 0."""
    replaces: bool
    """Whether the next event replaces the entry, or is inserted before it."""

    def without_entries(self, removed: Sequence[int]) -> Correction | None:
        """The correction after entries were removed; None if it replaces one of them."""
        if self.replaces and self.entry in removed:
            return None
        return replace(self, entry=self.entry - sum(entry < self.entry for entry in removed))


@dataclass(frozen=True)
class Snapshot:
    """The current game, the player who acts next, and the entry being corrected."""

    saved: SavedGame
    """The game as saved on disk."""
    player: str
    """The player of the next entry."""
    cards: tuple[Ticket, ...]
    """Every ticket card known for this board."""
    correcting: Correction | None = None
    ending: Ending = field(default_factory=Ending)
    """What is saved about the end of the game on the players' phones."""

    @property
    def game(self) -> Game:
        """The whole game, including entries after the one being corrected."""
        return self.saved.game

    @property
    def setup(self) -> Setup:
        """Board, players and house rules."""
        return self.game.setup

    @property
    def board(self) -> Board:
        """The board of the game, with its corrections."""
        return self.game.setup.board

    @property
    def state(self) -> GameState:
        """The state after the last entry, or before the entry being corrected."""
        at = self.correcting
        return self.game.state if at is None else self.game.states[at.entry]

    @property
    def entered(self) -> Event | None:
        """The event that the next entry replaces; None unless an entry is being replaced."""
        at = self.correcting
        return self.game.events[at.entry] if at is not None and at.replaces else None

    @property
    def is_finished(self) -> bool:
        """Whether the game is among the finished games."""
        return self.saved.finished is not None

    @property
    def can_undo(self) -> bool:
        """Whether undo does something: it leaves a correction, or undoes the last change."""
        return self.correcting is not None or self.game.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self.correcting is None and self.game.can_redo

    @cached_property
    def is_decided(self) -> bool:
        """Whether the game has a winner."""
        return is_decided(self.game.state)

    @property
    def is_result_shown(self) -> bool:
        """Whether guests see the result."""
        return self.ending.stage == "shown" and self.is_decided

    @property
    def can_hand_in(self) -> bool:
        """Whether players can hand in tickets from their phones."""
        stage = self.ending.stage
        collects = stage == "collecting" or (stage == "playing" and self.game.state.is_over)
        return collects and not self.is_finished

    @property
    def why_no_phone_entries(self) -> Phrase | None:
        """Why no phone can enter anything now."""
        if self.is_finished:
            return phrase("This game is finished. Nothing can be entered any more.")
        if self.correcting is not None:
            return phrase("The score keeper is correcting the game. Please try again soon.")
        return None

    def phone_entry_to_take_back(self, player: str) -> str:
        """The id of the last entry if this player's phone made it; otherwise empty."""
        game = self.game
        is_own = bool(game.events) and game.events[-1].player == player
        return game.phone_ids[-1] if is_own else ""

    @cached_property
    def hand_ins(self) -> Mapping[str, HandIn]:
        """What players handed in, by name; without lists that were undone."""
        return {
            name: each
            for name, each in self.ending.hand_ins.items()
            if name in self.setup.names and each.is_valid(self.game, name)
        }

    @property
    def waiting_players(self) -> tuple[str, ...]:
        """The players of whose tickets something waits for the keeper's decision."""
        return tuple(name for name, each in self.hand_ins.items() if each.waiting)

    def waiting_tickets(self, player: str) -> tuple[Ticket, ...]:
        """The cards of a player that wait for the keeper's decision."""
        hand_in = self.hand_ins.get(player)
        return tickets_of(self.board, self.cards, hand_in.waiting) if hand_in else ()

    @cached_property
    def tally(self) -> Tally:
        """The final tally of the current state, computed once."""
        return tally(self.game.state)


def player_to_move(game: Game) -> str:
    """The player whose turn it is; after the end the first who has not left."""
    return game.state.turn or game.state.remaining_players[0]


def selection_to_save(game: Game, player: str) -> int:
    """What to save for a player who acts next: 0 for the one whose turn it is, see `SavedGame`."""
    return 0 if player == player_to_move(game) else game.setup.names.index(player) + 1


def selected_player(saved: SavedGame) -> str:
    """The player chosen to act next, or the one whose turn it is."""
    game = saved.game
    return game.setup.names[saved.selected - 1] if saved.selected else player_to_move(game)


_GameAction = Literal["begun", "opened", "closed", "finished", "reopened", "described"]
_LogAction = Literal[
    "entered", "taken back", "changed", "inserted", "removed", "undone", "redone", "turns ended"
]
_TicketAction = Literal["ticket taken", "ticket dropped", "ticket revalued", "ticket moved"]
_SetupAction = Literal["players changed", "board corrected"]
_ViewAction = Literal["board turned", "player chosen", "view changed"]
_EndAction = Literal[
    "tickets collected", "tickets handed in", "hand-in decided", "reveal started", "result shown"
]
Action = Literal[_GameAction, _LogAction, _TicketAction, _SetupAction, _ViewAction, _EndAction]
"""The command; "view changed" if it changes only what the keeper's pages show."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command: the snapshots before and after it, or why it was refused."""

    action: Action
    before: Snapshot | None
    """None if the command opened the game."""
    after: Snapshot | None
    """The same as `before` if the command was refused; None if it closed the game."""
    event: Event | None = None
    """The event that was entered, changed, removed or undone."""
    entry: int | None = None
    """The log entry of that event, from 0."""
    ticket: Ticket | None = None
    """The ticket that was changed, with its new value."""
    refusal: Phrase | None = None
    """Why the command was refused; None if it was accepted."""
    conflict: int | None = None
    """The later entry that would break a rule, from 0, if that is why it was refused."""
    revert: Callable[[], Answer] | None = field(default=None, compare=False)
    """The command that reverts this one; None if none does."""
    from_phone: bool = False
    """Whether a player's phone sent the command."""

    @property
    def accepted(self) -> bool:
        """Whether the command was carried out."""
        return self.refusal is None

    @property
    def game(self) -> str:
        """The id of the game; empty if it could not be begun or opened."""
        snapshot = self.after or self.before
        return snapshot.saved.id if snapshot else ""

    @property
    def needs_decision(self) -> bool:
        """Whether tickets were handed in that wait for the keeper's decision."""
        return (
            self.action == "tickets handed in"
            and self.after is not None
            and isinstance(self.event, TicketsTaken)
            and self.event.player in self.after.waiting_players
        )

    @property
    def changes_game(self) -> bool:
        """Whether it changed the log, the players or the board, or filed or resumed the game."""
        before, after = self.before, self.after
        moves = ("finished", "reopened")
        if before is None or after is None:
            return False
        is_edit = before.game is not after.game and self.action != "opened"
        return self.action in moves or is_edit
