"""The players of a new game, edited before it begins: add, remove, rename, recolour, reorder.

A player with an empty name is a free place. No two of them ever have the same colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from companion.rules.boards import TRAIN_COLORS
from companion.rules.names import name_key, why_not_name
from companion.rules.setup import Player
from companion.rules.wording import Phrase, phrase

if TYPE_CHECKING:
    from companion.store.learned import KnownPlayer

Players = tuple[Player, ...]
"""Players in turn order; an empty name marks a free place."""


MOST_SUGGESTED = 12
"""Names that are suggested at a time: a chip for each of hundreds would take seconds."""


_Person = TypeVar("_Person", Player, "KnownPlayer")


def suggest(people: Sequence[_Person], typed: str = "") -> tuple[_Person, ...]:
    """The first people; of many, those whose name contains the typed letters."""
    if len(people) <= MOST_SUGGESTED:
        return tuple(people)
    letters = name_key(typed)
    return tuple(
        islice((each for each in people if letters in name_key(each.name)), MOST_SUGGESTED)
    )


def pad(players: Players, minimum: int, colors: Sequence[str]) -> Players:
    """Add free places until there are `minimum` places."""
    while len(players) < minimum:
        players = add_empty(players, colors)
    return players


def add_empty(players: Players, colors: Sequence[str]) -> Players:
    """Add a free place at the end, in the first colour that is not used."""
    return (*players, Player("", _unused_color(players, colors)))


def rename(players: Players, index: int, name: str) -> Players:
    """Rename a player; an empty name makes it a free place."""
    return (*players[:index], replace(players[index], name=name), *players[index + 1 :])


def index_of(players: Players, name: str) -> int | None:
    """The index of a name, ignoring case; None if there is none."""
    key = name_key(name)
    return next((n for n, player in enumerate(players) if name_key(player.name) == key), None)


def why_not_name_at(players: Players, index: int) -> Phrase | None:
    """Why the name of a player is not allowed; None if it is allowed or empty."""
    name = players[index].name
    if not name.strip():
        return None
    reason = why_not_name(name)
    if reason is None and index_of(players, name) != index:
        return phrase("Two players are called {player}.", player=name.strip())
    return reason


def add_player(players: Players, name: str, usual_color: str, colors: Sequence[str]) -> Players:
    """Add a player on the first free place or a new one, in the usual colour if it is unused."""
    empty = index_of(players, "")
    if empty is None:
        players, empty = add_empty(players, colors), len(players)
    used = {player.color for player in players if player.name.strip()}
    if usual_color in colors and usual_color not in used:
        players = set_color(players, empty, usual_color)
    return rename(players, empty, name)


def remove_player(players: Players, index: int, minimum: int, colors: Sequence[str]) -> Players:
    """Remove a player; free places keep the number of places at `minimum`."""
    return pad(players[:index] + players[index + 1 :], minimum, colors)


def set_color(players: Players, index: int, color: str) -> Players:
    """Set the colour of a player; the one who had it gets the old colour."""
    old = players[index].color
    return tuple(
        replace(player, color=color)
        if n == index
        else replace(player, color=old)
        if player.color == color
        else player
        for n, player in enumerate(players)
    )


def start_with(players: Players, index: int) -> Players:
    """Rotate the turn order so that the player at `index` begins."""
    return players[index:] + players[:index]


def without_empty(players: Players, minimum: int) -> Players:
    """The named players first, and only as many free places as `minimum` needs."""
    named = tuple(player for player in players if player.name.strip())
    empty = tuple(player for player in players if not player.name.strip())
    return named + empty[: max(0, minimum - len(named))]


def use_colors(players: Players, colors: Sequence[str]) -> Players:
    """Replace the colours that another board does not have."""
    for index, player in enumerate(players):
        if player.color not in colors:
            recolored = replace(player, color=_unused_color(players, colors))
            players = (*players[:index], recolored, *players[index + 1 :])
    return players


def _unused_color(players: Players, colors: Sequence[str]) -> str:
    """A colour that nobody has; one of another board if there are more players than colours."""
    used = {player.color for player in players}
    return next(color for color in (*colors, *TRAIN_COLORS) if color not in used)
