"""The result: the score table, the explanations of its cells, and the steps of the reveal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import claimed_tracks
from companion.report.statistics.score_curve import sole_leader
from companion.report.words.outcome import short_verdict, verdict
from companion.report.words.part_report import Explanation, ExplanationRow, Fill, RevealStep
from companion.report.words.routes import routes_and_trains
from companion.report.words.score_parts import part_report
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import ROUTES
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    format_number,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)

TOTAL = "total"
"""The row of the totals, in place of the id of a score part."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's points for one part."""

    player: str
    points: int
    note: Phrase | None = None
    """A note of a word or two on the points."""


@dataclass(frozen=True, slots=True)
class ScoreTableRow:
    """All players' points for one part."""

    part: str
    """The id of the score part, or `TOTAL`."""
    title: Phrase
    cells: tuple[Cell, ...]
    """One per player, in the order of the table."""
    has_sign: bool = False
    """Whether points are printed with their sign, and 0 as a dash."""
    fill: Fill = "accent"
    """How the part is painted in the columns."""

    def text(self, cell: Cell) -> str:
        """A cell's points as text."""
        if not self.has_sign:
            return format_number(cell.points)
        return format_signed(cell.points) if cell.points else "–"


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of all players by part."""

    players: tuple[Player, ...]
    """Winners first."""
    rows: tuple[ScoreTableRow, ...]
    """One per score part the game has."""
    total: ScoreTableRow

    def column(self, number: int) -> tuple[tuple[Fill, int], ...]:
        """The fill and the points of each part of a player's column, from the bottom up."""
        return tuple((row.fill, row.cells[number].points) for row in self.rows)


def score_table(state: GameState, result: Tally) -> ScoreTable:
    """The score table of a tally."""
    order = result.ranking
    people = {player.name: player for player in state.setup.players}
    rows = []
    for part in result.part_ids:
        report = part_report(part)
        cells = tuple(
            Cell(player.name, player.points(part), report.note(player)) for player in order
        )
        rows.append(ScoreTableRow(part, report.title, cells, report.has_sign, report.fill))
    totals = tuple(Cell(player.name, player.total) for player in order)
    return ScoreTable(
        tuple(people[player.name] for player in order),
        tuple(rows),
        ScoreTableRow(TOTAL, phrase("Total"), totals),
    )


def explain(state: GameState, result: Tally, part: str, name: str) -> Explanation:
    """Explains a player's points for a score part, or their total (`TOTAL`)."""
    player = next(each for each in result.players if each.name == name)
    if part == TOTAL:
        return _explain_total(state, result, player)
    return part_report(part).explain(state, result, player)


def explain_board(result: Tally) -> Explanation:
    """All players' routes, one row per player."""
    rows = (
        ExplanationRow(
            untranslated(player.name),
            routes_and_trains(player),
            format_number(player.points(ROUTES.id)),
            Highlight(claimed_tracks(player)),
            player=player.name,
        )
        for player in result.ranking
    )
    return Explanation(
        None,
        phrase("The board"),
        phrase("Tap a player to see their routes."),
        NO_HIGHLIGHT,
        tuple(rows),
    )


def _explain_total(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    highlight = Highlight(claimed_tracks(player))
    rows = []
    for row in score_table(state, result).rows:
        cell = next(each for each in row.cells if each.player == player.name)
        rows.append(ExplanationRow(row.title, cell.note, row.text(cell), highlight, part=row.part))
    return Explanation(
        player.name,
        phrase("{player}: {points}", player=player.name, points=points_phrase(player.total)),
        plural_phrase("{count} train left", "{count} trains left", player.trains_left),
        highlight,
        tuple(rows),
    )


def reveal(state: GameState, result: Tally) -> tuple[RevealStep, ...]:
    """All steps; the last one has the totals and the order of the tally."""
    totals = dict.fromkeys(state.setup.names, 0)
    order = state.setup.names
    leader: str | None = None
    steps = []
    for step in _part_steps(state, result):
        for name, points in step.gains.items():
            totals[name] += points
        # The sort is stable: a player who only draws level overtakes nobody.
        order = tuple(sorted(order, key=lambda name: -totals[name]))
        ahead = sole_leader(totals)
        overtakes = ahead if ahead and leader and ahead != leader else None
        leader = ahead or leader
        steps.append(replace(step, totals=dict(totals), order=order, new_leader=overtakes))
    ranking = tuple(player.name for player in result.ranking)
    steps.append(
        RevealStep(short_verdict(result), verdict(result), totals=dict(totals), order=ranking)
    )
    return tuple(steps)


def _part_steps(state: GameState, result: Tally) -> Iterator[RevealStep]:
    for part in result.part_ids:
        for step in part_report(part).reveal(state, result):
            yield replace(step, part=part)
