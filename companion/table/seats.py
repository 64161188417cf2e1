"""Players during a game: renamed, recoloured or seated elsewhere, with the whole log following."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.table import seating

Seated = tuple[tuple[str, Player], ...]
"""Everybody's name so far, and who they are from now on."""


def changed(game: Game, seated: Sequence[tuple[str, Player]]) -> Game:
    """The same game with these people, in this order; refused if the rules then forbid an entry.

    Each is named with the name so far, so that everything entered follows.
    """
    names = {before: player.name for before, player in seated}
    setup = replace(game.setup, players=tuple(player for _, player in seated))
    events = (replace(event, player=names[event.player]) for event in game.events)
    return game.replace_all(setup, events)


def renamed(setup: Setup, player: str, name: str) -> Seated:
    """The same people, one of them under another name; `Refused` if it cannot be one here."""
    place = setup.names.index(player)
    return _seated(replace(setup, players=seating.named(setup.players, place, name)), setup.names)


def recolored(setup: Setup, player: str, color: str) -> Seated:
    """The same people, one of them in another colour; who had it gets theirs."""
    place = setup.names.index(player)
    return _seated(
        replace(setup, players=seating.colored(setup.players, place, color)), setup.names
    )


def reseated(setup: Setup, player: str, place: int) -> Seated:
    """The same people, one of them at another place of the turn order, counted from 0."""
    moved = next(each for each in setup.players if each.name == player)
    others = [each for each in setup.players if each.name != player]
    others.insert(place, moved)
    return tuple((each.name, each) for each in others)


def _seated(setup: Setup, before: Sequence[str]) -> Seated:
    return tuple(zip(before, setup.players, strict=True))
