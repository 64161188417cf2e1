"""The score of everybody over the game, and where the lead changed hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.events import RouteClaimed
from companion.rules.final_tally import Tally
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.rules.wording import Phrase, phrase, plural_phrase


@dataclass(frozen=True, slots=True)
class Line:
    """One player's score: before the first claim, after each, and after the tally."""

    player: Player
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeadChange:
    """Somebody overtook who had led alone."""

    step: int
    """Where in the scores."""
    player: str
    """Who leads from here on."""


@dataclass(frozen=True, slots=True)
class ScoreCurve:
    """The course of a game."""

    lines: tuple[Line, ...]
    """In turn order."""
    lead_changes: tuple[LeadChange, ...]

    @property
    def steps(self) -> int:
        """How often somebody scored, the tally included."""
        return len(self.lines[0].scores) - 1

    @property
    def lowest(self) -> int:
        """The lowest score anybody had."""
        return min(min(line.scores) for line in self.lines)

    @property
    def highest(self) -> int:
        """The highest score anybody had."""
        return max(max(line.scores) for line in self.lines)

    def summary(self) -> Phrase:
        """How often the lead changed, and when for the last time."""
        if not self.lead_changes:
            return phrase("The lead never changed hands.")
        last = self.lead_changes[-1]
        times = plural_phrase(
            "The lead changed hands once",
            "The lead changed hands {count} times",
            len(self.lead_changes),
        )
        if last.step == self.steps:
            return phrase("{times}, last in the tally: {player}.", times=times, player=last.player)
        return phrase(
            "{times}, last with claim {number}: {player}.",
            times=times,
            number=last.step,
            player=last.player,
        )


def score_curve(game: Game, result: Tally) -> ScoreCurve:
    """The curve of a game that ended in this tally."""
    claims = [
        number for number, event in enumerate(game.events, 1) if isinstance(event, RouteClaimed)
    ]
    states = [game.states[number] for number in (0, *claims)]
    totals = {player.name: player.total for player in result.players}
    lines = tuple(
        Line(
            player,
            (*(state.players[player.name].route_points for state in states), totals[player.name]),
        )
        for player in game.setup.players
    )
    return ScoreCurve(lines, _lead_changes(lines, result.winners))


def _lead_changes(lines: tuple[Line, ...], winners: tuple[str, ...]) -> tuple[LeadChange, ...]:
    changes: list[LeadChange] = []
    leader: str | None = None
    for step in range(len(lines[0].scores)):
        ahead = alone_ahead({line.player.name: line.scores[step] for line in lines})
        if step == len(lines[0].scores) - 1 and len(winners) == 1:
            # A tie breaker decides between equal scores too.
            ahead = winners[0]
        if ahead is None:
            continue
        if leader is not None and ahead != leader:
            changes.append(LeadChange(step, ahead))
        leader = ahead
    return tuple(changes)


def alone_ahead(scores: Mapping[str, int]) -> str | None:
    """Who has more than everybody else, if somebody has."""
    most = max(scores.values())
    leaders = [name for name, score in scores.items() if score == most]
    return leaders[0] if len(leaders) == 1 else None
