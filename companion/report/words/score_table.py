"""The score table: a row per score part and one for the total, a column per player."""

from __future__ import annotations

from dataclasses import dataclass

from companion.report.words.part_report import Fill
from companion.report.words.score_parts import part_report
from companion.rules.final_tally import Tally
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import Phrase, format_number, format_signed, phrase

TOTAL = "total"
"""The last row, in place of the id of a score part."""


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
    part_rows: tuple[ScoreTableRow, ...]
    """One per score part the game has."""
    total: ScoreTableRow

    def column(self, number: int) -> tuple[tuple[Fill, int], ...]:
        """The fill and the points of each part of a player's column, from the bottom up."""
        return tuple((row.fill, row.cells[number].points) for row in self.part_rows)

    @property
    def rows(self) -> tuple[ScoreTableRow, ...]:
        """All rows, the total last."""
        return (*self.part_rows, self.total)


def score_table(state: GameState, result: Tally) -> ScoreTable:
    """The score table of a tally."""
    order = result.ranking
    people = {player.name: player for player in state.setup.players}
    part_rows = []
    for part in result.part_ids:
        report = part_report(part)
        cells = tuple(
            Cell(player.name, player.points(part), report.note(player)) for player in order
        )
        part_rows.append(ScoreTableRow(part, report.title, cells, report.has_sign, report.fill))
    totals = tuple(Cell(player.name, player.total) for player in order)
    return ScoreTable(
        tuple(people[player.name] for player in order),
        tuple(part_rows),
        ScoreTableRow(TOTAL, phrase("Total"), totals),
    )
