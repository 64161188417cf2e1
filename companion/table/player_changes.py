"""Changing the players of a game in progress: name, colour, turn order; the log follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.table import lineup

PlayerChanges = tuple[tuple[str, Player], ...]
"""Pairs of a player's current name and the player after the change, in the new turn order."""


def change_players(game: Game, changes: Sequence[tuple[str, Player]]) -> Game:
    """The game with changed players; refused if a rule then forbids an entry."""
    names = {before: player.name for before, player in changes}
    setup = replace(game.setup, players=tuple(player for _, player in changes))
    events = (replace(event, player=names[event.player]) for event in game.events)
    return game.replace_all(setup, events)


def rename_player(setup: Setup, player: str, name: str) -> PlayerChanges:
    """The change that renames a player; `Refused` if the name is not allowed in this game."""
    index = setup.names.index(player)
    return _changes(setup, lineup.rename(setup.players, index, name))


def recolor_player(setup: Setup, player: str, color: str) -> PlayerChanges:
    """The change that gives a player a colour; the player who had it gets the old one."""
    index = setup.names.index(player)
    return _changes(setup, lineup.set_color(setup.players, index, color))


def move_player(setup: Setup, player: str, index: int) -> PlayerChanges:
    """The change that moves a player to another position of the turn order, counted from 0."""
    moved = next(each for each in setup.players if each.name == player)
    others = [each for each in setup.players if each.name != player]
    others.insert(index, moved)
    return tuple((each.name, each) for each in others)


def _changes(setup: Setup, players: tuple[Player, ...]) -> PlayerChanges:
    changed = replace(setup, players=players)
    return tuple(zip(setup.names, changed.players, strict=True))
