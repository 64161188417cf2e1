"""The end of a game on the players' phones: collecting tickets, what was handed in, the result.

A list that is handed in is entered at once, unless the keeper has entered other tickets for that
player. Then it waits, and the keeper chooses between the two. A card that another player has waits
as well. The player is told only that the tickets were handed in, because anything else depends on
what the others hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.turns import is_decided
from companion.store.saved_game import new_id
from companion.table import edits
from companion.table.edits import handed_in_cards, keeper_edited, player_renames, printed_cards

EndingStage = Literal["playing", "collecting", "revealing", "shown"]
"""What the keeper does: "shown" if guests see the result."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """The last tickets that a player handed in, and what of them the keeper has to decide."""

    receipt: str
    """Random; the next list names it, so that a repeated request is recognised."""
    entered: tuple[str, ...] = ()
    """The ids of the cards that were entered."""
    waiting: tuple[str, ...] = ()
    """The ids of cards that another player has, or of a whole list that differs from what the
    keeper entered."""
    replaces: bool = False
    """Whether the waiting cards are a whole list."""

    def is_valid(self, game: Game, player: str) -> bool:
        """Whether the cards that were entered are still there, maybe changed by the keeper."""
        if not self.entered or keeper_edited(game, player):
            return True
        printed = printed_cards(game.setup.board)
        return handed_in_cards(game, player) == {printed[id].pairs for id in self.entered}


@dataclass(frozen=True, slots=True)
class Ending:
    """What the session saves about the end of a game, as metadata in the file of its game."""

    stage: EndingStage = "playing"
    hand_ins: Mapping[str, HandIn] = field(default_factory=dict)
    """By the player's name."""

    @classmethod
    def from_json(cls, saved: Mapping[str, Any], game: Game) -> Ending:
        """The ending in a file; ignores what is malformed and cards that the board lacks."""
        stage: Any = saved.get("stage")
        hand_ins = saved.get("hand_ins")
        found = {
            name: HandIn(
                receipt,
                _known(game.setup.board, each.get("entered")),
                _known(game.setup.board, each.get("waiting")),
                each.get("replaces") is True,
            )
            for name, each in (hand_ins.items() if isinstance(hand_ins, dict) else ())
            if isinstance(each, dict) and isinstance(receipt := each.get("receipt"), str)
        }
        known: EndingStage = stage if stage in get_args(EndingStage) else "playing"
        return cls(known, found).follow(game, game)

    def to_json(self) -> dict[str, Any]:
        """The ending as the file of its game holds it; empty if nothing has happened."""
        return {} if self == Ending() else asdict(self)

    def with_hand_in(self, player: str, hand_in: HandIn) -> Ending:
        """The ending after a player handed in tickets, or the keeper decided about them."""
        return replace(self, hand_ins={**self.hand_ins, player: hand_in})

    def follow(self, before: Game, after: Game) -> Ending:
        """The ending after a change of the game: with new names, and no result if undecided."""
        renames = player_renames(before.setup, after.setup)
        renamed = {old.name: new.name for old, new in renames}
        hand_ins = {renamed.get(name, name): each for name, each in self.hand_ins.items()}
        return replace(self if is_decided(after.state) else self.reopened(), hand_ins=hand_ins)

    def reopened(self) -> Ending:
        """The ending without the result: tickets are collected again."""
        is_closed = self.stage in ("revealing", "shown")
        return replace(self, stage="collecting") if is_closed else self


def tickets_of(board: Board, known: Sequence[Ticket], ids: Sequence[str]) -> tuple[Ticket, ...]:
    """The cards with these ids, with the values that the keeper has corrected."""
    values = {card.pairs: card for card in known}
    printed = printed_cards(board)
    return tuple(values.get(printed[id].pairs, printed[id]) for id in ids)


def split_cards(
    state: GameState, player: str, ids: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of the cards that the player can have, and of those that another player has."""
    board = state.setup.board
    printed = printed_cards(board)
    others = (each for name, each in state.players.items() if name != player)
    taken = Counter(ticket.pairs for each in others for ticket in each.tickets)
    free: list[str] = []
    held: list[str] = []
    for id in ids:
        taken[printed[id].pairs] += 1
        is_held = taken[printed[id].pairs] > board.copies(printed[id])
        (held if is_held else free).append(id)
    return tuple(free), tuple(held)


def enter_hand_in(
    ending: Ending, game: Game, known: Sequence[Ticket], player: str, cards: Sequence[str]
) -> tuple[Ending, Game]:
    """The ending and the game after a player handed in these cards; the same game if they wait."""
    free, held = split_cards(game.state, player, cards)
    tickets = tickets_of(game.setup.board, known, free)
    hand_in = HandIn(new_id(), free, held)
    had = game.state.players[player].tickets
    if Counter(each.pairs for each in tickets) != Counter(each.pairs for each in had):
        if keeper_edited(game, player):
            hand_in = HandIn(hand_in.receipt, (), tuple(cards), replaces=True)
        else:
            game = edits.hand_in(game, player, tickets)
    return ending.with_hand_in(player, hand_in), game


def _known(board: Board, ids: object) -> tuple[str, ...]:
    printed = printed_cards(board)
    listed = ids if isinstance(ids, list | tuple) else ()
    return tuple(id for id in listed if isinstance(id, str) and id in printed)
