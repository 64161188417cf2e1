"""The setup of a game: board, players in turn order, house rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.rules.names import check_name, name_key
from companion.rules.wording import join_names, phrase

if TYPE_CHECKING:
    from companion.rules.board import Board, Terrain, TieBreaker
    from companion.rules.boards import BoardSummary


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name and train colour."""

    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Setup:
    """Board, players and house rules of a game."""

    board: Board
    players: tuple[Player, ...]
    """In turn order, their names trimmed."""
    longest_route_house_rule: bool = False
    """Whether the longest route gets a bonus on a board whose rulebook has none."""
    counted: bool = False
    """Whether only the final board is counted: no turns, no last round, no terrain cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", checked_players(self.board, self.players))
        if self.longest_route_house_rule and not self.longest_route_bonus:
            raise Refused(
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
        """Whether enough players take part for both tracks of a double route to be used."""
        return len(self.players) >= self.board.double_tracks_from_players

    @property
    def terrain(self) -> Terrain | None:
        """The terrain cards of this game; None on a board without them and while counting."""
        return None if self.counted else self.board.terrain

    @property
    def tie_breakers(self) -> tuple[TieBreaker, ...]:
        """The tie-breakers in order; a house rule's longest route comes last."""
        if self._longest_route_by_house_rule:
            return (*self.board.tie_breakers, "longest_route")
        # Without the bonus nobody holds the longest route.
        unused = () if self.longest_route_bonus else ("longest_route",)
        return tuple(each for each in self.board.tie_breakers if each not in unused)

    @property
    def longest_route_bonus(self) -> int:
        """Points for the longest route in this game."""
        if self._longest_route_by_house_rule:
            return self.board.longest_route_house_rule
        return self.board.bonuses.longest_route

    @property
    def _longest_route_by_house_rule(self) -> bool:
        return self.longest_route_house_rule and not self.board.bonuses.longest_route


def checked_players(board: Board | BoardSummary, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players with trimmed names; `Refused` if number, names or colours are wrong."""
    if not board.fewest_players <= len(players) <= board.most_players:
        raise Refused(
            phrase(
                "{board} is for {fewest} to {most} players, not {count}.",
                board=board.display_name,
                fewest=board.fewest_players,
                most=board.most_players,
                count=len(players),
            )
        )
    players = tuple(replace(each, name=check_name(each.name)) for each in players)
    for player in players:
        if player.color not in board.train_colors:
            raise Refused(
                phrase(
                    "{player} cannot have the colour “{color}”: {board} has no such trains.",
                    player=player.name,
                    color=player.color,
                    board=board.display_name,
                )
            )
    pairs = tuple(combinations(players, 2))
    for one, other in pairs:
        if name_key(one.name) == name_key(other.name):
            raise Refused(phrase("Two players are called {player}.", player=other.name))
    for one, other in pairs:
        if one.color == other.color:
            names = join_names([one.name, other.name])
            raise Refused(phrase("{players} have the same colour.", players=names))
    return players
