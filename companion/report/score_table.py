"""The final tally as a table: a row for every part this game has, winners first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import Phrase, format_number, format_signed, phrase, plural_phrase

Part = Literal[
    "routes", "tickets", "stations", "longest_route", "globetrotter", "grand_tour", "total"
]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one part brought one player."""

    player: str
    points: int
    note: Phrase | None = None
    """What the points are for, in a word or two."""


@dataclass(frozen=True, slots=True)
class Row:
    """One part of everybody's total."""

    part: Part
    title: Phrase
    cells: tuple[Cell, ...]
    """One per player, in the table's order."""

    def text(self, cell: Cell) -> str:
        """A cell's points as they are printed: with a sign where they come on top."""
        if self.part in ("routes", "total"):
            return format_number(cell.points)
        return format_signed(cell.points) if cell.points else "–"


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Everybody's result, part by part."""

    players: tuple[Player, ...]
    """Winners first."""
    rows: tuple[Row, ...]
    """The total last."""

    def row(self, part: Part) -> Row | None:
        """The row of a part, if this game has it."""
        return next((row for row in self.rows if row.part == part), None)

    def points(self, part: Part, player: str) -> int:
        """What a part brought a player; 0 if this game does not have it."""
        row = self.row(part)
        return 0 if row is None else next(c.points for c in row.cells if c.player == player)


def result_table(state: GameState, result: Tally) -> ResultTable:
    """The table of a tally."""
    board, order = state.setup.board, result.ranking
    people = {player.name: player for player in state.setup.players}

    def row(part: Part, title: Phrase) -> Row:
        return Row(part, title, tuple(_cell(part, player) for player in order))

    rows = [row("routes", phrase("Routes")), row("tickets", phrase("Tickets"))]
    if board.bonuses.unused_station:
        rows.append(row("stations", phrase("Stations left")))
    if state.setup.longest_route_bonus:
        rows.append(row("longest_route", phrase("Longest route")))
    if board.bonuses.globetrotter:
        rows.append(row("globetrotter", phrase("Globetrotter")))
    if board.bonuses.grand_tour:
        rows.append(row("grand_tour", phrase("Grand Tour")))
    rows.append(row("total", phrase("Total")))
    return ResultTable(tuple(people[player.name] for player in order), tuple(rows))


def _cell(part: Part, player: PlayerTally) -> Cell:
    match part:
        case "routes":
            note = plural_phrase("{count} route", "{count} routes", len(player.claims))
            return Cell(player.name, player.route_points, note)
        case "tickets":
            return Cell(player.name, player.ticket_points, completed_of(player))
        case "stations":
            count = len(player.stations)
            note = plural_phrase("{count} built", "{count} built", count)
            return Cell(player.name, player.station_points, note)
        case "longest_route":
            spaces = player.longest_route.length
            note = plural_phrase("{count} space", "{count} spaces", spaces)
            return Cell(player.name, player.longest_route_bonus, note)
        case "globetrotter":
            count = player.tickets_completed
            note = plural_phrase("{count} completed", "{count} completed", count)
            return Cell(player.name, player.globetrotter_bonus, note)
        case "grand_tour":
            note = plural_phrase("{count} ticket", "{count} tickets", len(player.grand_tours))
            return Cell(player.name, player.grand_tour_bonus, note)
        case "total":
            return Cell(player.name, player.total)


def completed_of(player: PlayerTally) -> Phrase:
    """How many of a player's tickets were completed."""
    return phrase("{done} of {all}", done=player.tickets_completed, all=len(player.tickets))
