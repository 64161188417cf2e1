"""The texts about one score part: title, reasons for its points, steps of the reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.state import GameState
from companion.rules.wording import Phrase

Tone = Literal["plain", "completed", "failed"]
Pattern = Literal["solid", "hatched", "accent", "failed"]
"""How a part is painted in the columns above the score table and, if it is a ticket that failed, in
those of the reveal."""


@dataclass(frozen=True, slots=True)
class ExplanationRow:
    """A claim, a ticket, a station, a player or a score part, and its points."""

    title: Phrase
    detail: Phrase | None
    points: str
    highlight: Highlight
    """The item on the board."""
    tone: Tone = "plain"
    player: str | None = None
    """The player the row is about, where an explanation compares players."""
    part: str | None = None
    """The id of the score part the row sums up, which has its own explanation."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason for one cell of the score table."""

    player: str | None
    """The player of the cell; None if the explanation is about the whole board."""
    title: Phrase
    summary: Phrase
    highlight: Highlight
    """All rows on the board together."""
    rows: tuple[ExplanationRow, ...]
    has_step_buttons: bool = False
    """Whether buttons step through the rows."""


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One step of the reveal."""

    title: Phrase
    detail: Phrase
    gains: Mapping[str, int] = field(default_factory=dict)
    """The points the step adds, by player; players without points may be left out."""
    highlight: Highlight = NO_HIGHLIGHT
    """Its trail is what the train runs along, from the first of its places."""
    tone: Tone = "plain"
    part: str | None = None
    """The id of the score part; None for the step that names the winner. Like the field below,
    `reveal` fills it in."""
    new_leader: str | None = None
    """The player who overtakes all others with this step."""


@dataclass(frozen=True, slots=True)
class PartReport:
    """The texts about one score part."""

    id: str
    """The id of the score part."""
    title: Phrase
    """Names the part in score tables, messages and the reveal."""
    cause: Phrase
    """Names the part in the headline, after “thanks to”."""
    caption: Callable[[PlayerTally], Phrase]
    """A word or two about the points: “3 routes”."""
    summary: Callable[[GameState, Tally, PlayerTally], Phrase]
    """The sentence above the reasons."""
    rows: Callable[[GameState, Tally, PlayerTally], Iterable[ExplanationRow]]
    """The reasons for a player's points."""
    reveal: Callable[[GameState, Tally], Iterable[RevealStep]]
    highlight: Callable[[GameState, PlayerTally], Highlight] = lambda *_: NO_HIGHLIGHT
    """All that a player has points for."""
    has_sign: bool = True
    """Whether points are printed with their sign."""
    pattern: Pattern = "accent"
    nobody: Phrase | None = None
    """Says in the reveal that nobody has points, if there is no step then."""
    is_always_listed: bool = False
    """Whether a message lists the part for players without points too."""
    has_step_buttons: bool = False
    """Whether buttons step through the reasons."""


def at_once(
    report: PartReport, result: Tally, detail: Phrase, highlight: Highlight = NO_HIGHLIGHT
) -> Iterable[RevealStep]:
    """One step with the points of all players who have some."""
    gains = {each.name: points for each in result.players if (points := each.points(report.id))}
    return (RevealStep(report.title, detail, gains, highlight),)


def player_by_player(
    steps: Callable[[GameState, PlayerTally], Iterable[RevealStep]],
) -> Callable[[GameState, Tally], Iterable[RevealStep]]:
    """The steps of each player in turn order."""
    return lambda state, result: [
        step for player in result.players for step in steps(state, player)
    ]
