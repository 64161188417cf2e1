"""The rules for drawing terrain cards, and counts of cards drawn and held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.rules.board import TerrainType
from companion.rules.event_description import has_terrain_cards, terrain_cards
from companion.rules.events import (
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.state import GameState, PlayerState
from companion.rules.turns import has_turn, why_no_turn
from companion.rules.wording import Phrase, phrase, plural_phrase, translatable

if TYPE_CHECKING:
    from companion.rules.game import Game


def why_not_draw(state: GameState, event: TerrainDrawn) -> Phrase | None:
    """Why a draw exceeds the deck or the player's cards, or comes too late."""
    player = state.players[event.player]
    board = state.setup.board
    if board.terrain is None:
        return phrase(
            "{player} cannot draw terrain: {board} has no terrain cards.",
            player=event.player,
            board=board.display_name,
        )
    if state.setup.counted:
        return phrase(
            "{player} cannot draw terrain: a counted game has no terrain cards.",
            player=event.player,
        )
    kind = board.terrain.by_id(event.terrain)
    if kind is None:
        return phrase(
            "{player} cannot draw “{terrain}”: {board} has no such terrain.",
            player=event.player,
            terrain=event.terrain,
            board=board.display_name,
        )
    if player.left:
        return why_no_turn(state, event.player)
    if not has_turn(state, event.player):
        return phrase(
            "Too late for {terrain}: {player} has already had their last turn. To add an"
            " earlier draw, open the log, tap the entry that followed it and add the draw"
            " before it.",
            terrain=translatable(kind.short),
            player=event.player,
        )
    if event.count == 0:
        return phrase(
            "{player} cannot draw 0 {terrain} cards.",
            player=event.player,
            terrain=translatable(kind.short),
        )
    if player.terrain[kind.id] + event.count < 0:
        return _too_few_to_take_back(player, kind, -event.count)
    if event.count > cards_left(state, kind):
        return _too_few_left(state, event, kind)
    return None


def _too_few_to_take_back(player: PlayerState, kind: TerrainType, taken: int) -> Phrase:
    count = player.terrain[kind.id]
    if not count:
        have = has_terrain_cards(player.name, kind, 0)
        return phrase("{have}, so none can be given back.", have=have)
    return phrase(
        "{player} has only {cards} and cannot give back {taken}.",
        player=player.name,
        cards=terrain_cards(kind, count),
        taken=taken,
    )


def _too_few_left(state: GameState, event: TerrainDrawn, kind: TerrainType) -> Phrase:
    drawn, left = terrain_cards(kind, event.count), cards_left(state, kind)
    if not left:
        return phrase(
            "{player} cannot draw {cards}: none are left.",
            player=event.player,
            cards=drawn,
        )
    return plural_phrase(
        "{player} cannot draw {cards}: only {count} is left.",
        "{player} cannot draw {cards}: only {count} are left.",
        left,
        player=event.player,
        cards=drawn,
    )


def cards_left(state: GameState, kind: TerrainType) -> int:
    """How many cards of a terrain type no player has."""
    terrain = state.setup.terrain
    if terrain is None:
        return 0
    return terrain.cards_per_type - sum(
        player.terrain[kind.id] for player in state.players.values()
    )


def terrain_leaders(state: GameState) -> Mapping[str, tuple[str, ...]]:
    """The players with most cards of each terrain type; empty if no player has any."""
    leaders: dict[str, tuple[str, ...]] = {}
    terrain = state.setup.terrain
    for kind in terrain.types if terrain else ():
        counts = {name: player.terrain[kind.id] for name, player in state.players.items()}
        most = max(counts.values())
        leaders[kind.id] = tuple(name for name, count in counts.items() if count == most > 0)
    return leaders


DRAWS_PER_TURN = 2
"""Cards a turn allows. Entries are often made late, so a third is reported, not refused."""


def cards_this_turn(game: Game, player: str) -> int:
    """How many cards a player drew since the last turn ended, not counting the starting cards.

    A turn of drawing is not followed by an entry that ends it: a draw by another player shows that
    it has ended.
    """
    terrain = game.setup.terrain
    dealt = terrain.dealt_at_start if terrain else 0
    drawn = 0
    for event in game.events:
        match event:
            case TerrainDrawn() if event.player == player:
                starting = min(dealt, max(event.count, 0))
                dealt -= starting
                drawn += event.count - starting
            case TerrainDrawn():
                drawn = 0
            case TicketsTaken() | OtherPoints() | PlayerLeft():
                pass
            case RouteClaimed() | StationBuilt() | TurnPassed():
                dealt = drawn = 0
    return max(drawn, 0)


def has_drawn_all(game: Game, player: str) -> bool:
    """Whether a player has drawn as many cards as a turn allows, so that the turn should end."""
    return game.state.turn is not None and cards_this_turn(game, player) >= DRAWS_PER_TURN


def without_starting_cards(game: Game) -> tuple[str, ...]:
    """The players who lack the cards dealt at the start; empty once a turn has ended."""
    terrain = game.setup.terrain
    has_begun = not all(isinstance(event, TerrainDrawn | OtherPoints) for event in game.events)
    if terrain is None or has_begun:
        return ()
    return tuple(
        name
        for name, player in game.state.players.items()
        if sum(player.terrain.values()) < terrain.dealt_at_start
    )
