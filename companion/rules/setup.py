"""How a game begins: the board, who plays in which order, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from companion.rules.errors import InvalidSetup
from companion.rules.names import check_name, name_key
from companion.rules.wording import Phrase, join_names, phrase

if TYPE_CHECKING:
    from companion.rules.board import Board, TieBreaker


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table."""

    name: str
    color: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table may agree on beyond the rulebook, with what holds if it does not."""

    longest_route: bool = False
    """Give the longest route's bonus too, on a board that does not have it by itself."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is settled before the first turn."""

    board: Board
    players: tuple[Player, ...]
    """In turn order, their names trimmed."""
    house_rules: HouseRules = field(default_factory=HouseRules)

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", checked_players(self.board, self.players))
        if self.house_rules.longest_route and not self.longest_route_bonus:
            raise InvalidSetup(
                phrase(
                    "{board} has no house rule for the longest route.",
                    board=self.board.display_name,
                )
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return tuple(player.name for player in self.players)

    @property
    def colors(self) -> dict[str, str]:
        """Each player's colour, by name."""
        return {player.name: player.color for player in self.players}

    @property
    def both_tracks_open(self) -> bool:
        """Whether enough people play for both tracks of a double route to be used."""
        return len(self.players) >= self.board.double_tracks_from_players

    @property
    def tie_breakers(self) -> tuple[TieBreaker, ...]:
        """What decides between equal totals, first to last; a house rule's bonus after all."""
        of_board = self.board.tie_breakers
        return (*of_board, "longest_route") if self._longest_route_by_house_rule else of_board

    @property
    def longest_route_bonus(self) -> int:
        """Points for the longest route in this game."""
        if self._longest_route_by_house_rule:
            return self.board.house_rules.longest_route
        return self.board.bonuses.longest_route

    @property
    def _longest_route_by_house_rule(self) -> bool:
        return self.house_rules.longest_route and not self.board.bonuses.longest_route


class PlayerLimits(Protocol):
    """What a board's box says about who can play: a `Board` or its `BoardSummary`."""

    @property
    def display_name(self) -> Phrase:
        """The board's name."""
        ...

    @property
    def fewest_players(self) -> int:
        """How many it takes."""
        ...

    @property
    def most_players(self) -> int:
        """How many can play."""
        ...

    @property
    def train_colors(self) -> tuple[str, ...]:
        """The colours of its trains."""
        ...


def checked_players(box: PlayerLimits, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players with their names trimmed; `InvalidSetup` or `InvalidName` if they cannot play so."""
    if not box.fewest_players <= len(players) <= box.most_players:
        raise InvalidSetup(
            phrase(
                "{board} takes {fewest} to {most} players, not {count}.",
                board=box.display_name,
                fewest=box.fewest_players,
                most=box.most_players,
                count=len(players),
            )
        )
    players = tuple(replace(each, name=check_name(each.name)) for each in players)
    for player in players:
        if player.color not in box.train_colors:
            raise InvalidSetup(
                phrase(
                    "{player} cannot have the colour “{color}”: {board} has no such trains.",
                    player=player.name,
                    color=player.color,
                    board=box.display_name,
                )
            )
    twin = _first_duplicate(players, lambda player: name_key(player.name))
    if twin:
        raise InvalidSetup(phrase("Two players are called {player}.", player=twin[1].name))
    twin = _first_duplicate(players, lambda player: player.color)
    if twin:
        raise InvalidSetup(
            phrase(
                "{players} have the same colour.",
                players=join_names([player.name for player in twin]),
            )
        )
    return players


def _first_duplicate(
    players: tuple[Player, ...], key: Callable[[Player], str]
) -> tuple[Player, Player] | None:
    seen: dict[str, Player] = {}
    for player in players:
        if key(player) in seen:
            return seen[key(player)], player
        seen[key(player)] = player
    return None
