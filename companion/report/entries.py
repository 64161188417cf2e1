"""The entries of a log in words: what happened, what it brought, where the score stood then."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import Event, RouteClaimed
from companion.rules.game import Game
from companion.rules.telling import describe_event
from companion.rules.wording import Phrase, format_number, format_signed


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    index: int
    """Where it stands, counted from 0."""
    event: Event
    line: Phrase
    points: str
    """What it brought, with its sign; nothing where it brought nothing."""
    running: str
    """The player's points after it, for a claim."""


def entry(game: Game, index: int) -> Entry:
    """An entry of the log."""
    event = game.events[index]
    points = brought(game, index)
    after = game.states[index + 1].players[event.player].route_points
    return Entry(
        index,
        event,
        describe_event(game.setup.board, event),
        format_signed(points) if points else "",
        format_number(after) if isinstance(event, RouteClaimed) else "",
    )


def brought(game: Game, index: int) -> int:
    """What an entry brought who made it."""
    name = game.events[index].player
    before, after = game.states[index].players[name], game.states[index + 1].players[name]
    return after.route_points - before.route_points
