"""The types a report on a score part consists of: texts, explanation and reveal steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import Phrase, format_signed

Tone = Literal["plain", "completed", "failed"]
Fill = Literal["solid", "hatched", "accent"]
"""How a part is painted in the columns above the score table."""


@dataclass(frozen=True, slots=True)
class ExplanationRow:
    """One item of an explanation: a claim, a ticket, a station, a player, a score part."""

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


def comparison_row(
    player: PlayerTally,
    part: str,
    title: Phrase,
    highlight: Highlight,
    detail: Phrase | None = None,
) -> ExplanationRow:
    """The row of one player, where a bonus goes to those who have the most of something."""
    points = player.points(part)
    shown = format_signed(points) if points else "–"
    return ExplanationRow(title, detail, shown, highlight, player=player.name)


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One step of the reveal."""

    title: Phrase
    detail: Phrase
    gains: Mapping[str, int] = field(default_factory=dict)
    """The points the step adds, by player; players without points may be left out."""
    highlight: Highlight = NO_HIGHLIGHT
    tone: Tone = "plain"
    points: str = ""
    """Points to print next to the title."""
    part: str | None = None
    """The id of the score part; None for the step that names the winner."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """The points of all players after the step. Like the fields below, `reveal` fills it in."""
    order: tuple[str, ...] = ()
    """The players after the step, the leader first."""
    new_leader: str | None = None
    """The player who overtakes all others with this step."""


@dataclass(frozen=True, slots=True)
class PartReport:
    """The texts about one score part."""

    title: Phrase
    """Names the part in score tables, messages and the reveal."""
    cause: Phrase
    """Names the part in the headline, after “thanks to”."""
    note: Callable[[PlayerTally], Phrase]
    """A note of a word or two on the points: “3 routes”."""
    explain: Callable[[GameState, Tally, PlayerTally], Explanation]
    reveal: Callable[[GameState, Tally], Iterable[RevealStep]]
    has_sign: bool = True
    """Whether points are printed with their sign."""
    fill: Fill = "accent"
    rule: Callable[[Setup], Phrase | None] = lambda _: None
    """The bonus in one line for the rules at a glance; None if the game does not have it."""
    is_always_shared: bool = False
    """Whether a shared message lists the part for players without points too."""
