"""Log entries as text: the event, its points and the player's score after it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.event_description import describe_event
from companion.rules.events import Event, OtherPoints, RouteClaimed
from companion.rules.game import Game
from companion.rules.wording import Phrase, format_number, format_signed


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log as text."""

    index: int
    """Its index in the log, from 0."""
    event: Event
    description: Phrase
    points: str
    """Points for the event, with their sign; empty if there are none."""
    score_after: str
    """The player's score after a claim or other points; empty for other events."""


def log_entry(game: Game, index: int) -> LogEntry:
    """The entry at an index of the log."""
    event = game.events[index]
    points = entry_points(game, index)
    after = game.states[index + 1].players[event.player].score
    return LogEntry(
        index,
        event,
        describe_event(game.setup.board, event),
        format_signed(points) if points else "",
        format_number(after) if isinstance(event, RouteClaimed | OtherPoints) else "",
    )


def entry_points(game: Game, index: int) -> int:
    """The points an entry gave its player."""
    name = game.events[index].player
    before, after = game.states[index].players[name], game.states[index + 1].players[name]
    return after.score - before.score
