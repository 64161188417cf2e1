"""The players' scores over the course of a game, and the changes of lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.events import RouteClaimed
from companion.rules.final_tally import Tally
from companion.rules.game import Game
from companion.rules.wording import Phrase, phrase, plural_phrase


@dataclass(frozen=True, slots=True)
class LeadChange:
    """A player overtook the sole leader."""

    step: int
    """The index in the scores."""
    player: str
    """The new leader."""


@dataclass(frozen=True, slots=True)
class ScoreCurve:
    """The score curves of a game."""

    scores: Mapping[str, tuple[int, ...]]
    """Each player's score before the first claim, after every claim, and after the tally."""
    colors: Mapping[str, str]
    """Each player's train colour."""
    lead_changes: tuple[LeadChange, ...]

    @property
    def steps(self) -> int:
        """The number of claims, plus one for the tally."""
        return len(next(iter(self.scores.values()))) - 1

    @property
    def lowest(self) -> int:
        """The lowest score of any player."""
        return min(map(min, self.scores.values()))

    @property
    def highest(self) -> int:
        """The highest score of any player."""
        return max(map(max, self.scores.values()))

    def summary(self) -> Phrase:
        """How often the lead changed, and when last."""
        if not self.lead_changes:
            return phrase("The lead never changed hands.")
        last = self.lead_changes[-1]
        times = plural_phrase(
            "The lead changed hands once",
            "The lead changed hands {count} times",
            len(self.lead_changes),
        )
        if last.step == self.steps:
            return phrase(
                "{times}; {player} took it last, in the final tally.",
                times=times,
                player=last.player,
            )
        return phrase(
            "{times}; {player} took it last, with claim {number}.",
            times=times,
            number=last.step,
            player=last.player,
        )


def lead_change_count(curve: ScoreCurve) -> Phrase | None:
    """How often the lead changed, in a few words; None if it never did."""
    count = len(curve.lead_changes)
    # Translators: at the foot of the picture of a result, after a list of score parts.
    return (
        plural_phrase("lead changed once", "lead changed {count} times", count) if count else None
    )


def score_curve(game: Game, result: Tally) -> ScoreCurve:
    """The score curves of a game with this tally."""
    claims = [
        number for number, event in enumerate(game.events, 1) if isinstance(event, RouteClaimed)
    ]
    states = [game.states[number] for number in (0, *claims)]
    scores = {
        player.name: (*(state.players[player.name].score for state in states), player.total)
        for player in result.players
    }
    changes = _lead_changes(scores, result.winners if result.final else ())
    return ScoreCurve(scores, game.setup.colors, changes)


def _lead_changes(
    scores: Mapping[str, tuple[int, ...]], winners: tuple[str, ...]
) -> tuple[LeadChange, ...]:
    changes: list[LeadChange] = []
    leader: str | None = None
    steps = tuple(zip(*scores.values(), strict=True))
    for step, now in enumerate(steps):
        ahead = sole_leader(dict(zip(scores, now, strict=True)))
        if step == len(steps) - 1 and len(winners) == 1:
            # A tie-breaker decides between equal totals.
            ahead = winners[0]
        if ahead is None:
            continue
        if leader is not None and ahead != leader:
            changes.append(LeadChange(step, ahead))
        leader = ahead
    return tuple(changes)


def sole_leader(scores: Mapping[str, int]) -> str | None:
    """The player with more points than all others, if there is one."""
    most = max(scores.values())
    leaders = [name for name, score in scores.items() if score == most]
    return leaders[0] if len(leaders) == 1 else None
