"""Scoring game records without a screen: files in, score sheets out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.report.odd_hands import odd_hands
from companion.report.score_table import completed_of, result_table
from companion.rules.board import Board
from companion.rules.boards import Boards
from companion.rules.errors import Malformed
from companion.rules.final_tally import Tally
from companion.rules.record import MAX_RECORD_BYTES, Record, read_record
from companion.rules.state import GameState
from companion.rules.winning import verdict
from companion.rules.wording import phrase


def read_file(path: Path, boards: Boards) -> Record:
    """The record in a file; `Refused` with a sentence whatever is wrong with it."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise Malformed(
            phrase("cannot be read: {reason}", reason=error.strerror or type(error).__name__)
        ) from error
    if len(content) > MAX_RECORD_BYTES:
        raise Malformed(
            phrase(
                "larger than the {size} MB a record may have", size=MAX_RECORD_BYTES // 1024 // 1024
            )
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed(phrase("not text in UTF-8")) from None
    return read_record(text, boards)


def answer(file: str, state: GameState, result: Tally) -> dict[str, object]:
    """A tally as one JSON object."""
    return {
        "file": file,
        "map": state.setup.board.id,
        "players": [
            {
                "name": player.name,
                "routes": player.route_points,
                "tickets": player.ticket_points,
                "tickets_completed": player.tickets_completed,
                "stations": player.station_points,
                "longest_route": player.longest_route.length,
                "longest_route_bonus": player.longest_route_bonus,
                "globetrotter_bonus": player.globetrotter_bonus,
                "grand_tour_bonus": player.grand_tour_bonus,
                "total": player.total,
                "trains_left": player.trains_left,
            }
            for player in result.players
        ],
        "winners": list(result.winners),
    }


def sheet(file: str, state: GameState, result: Tally) -> str:
    """A tally as a table with a column per player, winners first, and what looks odd in it."""
    rows = list(_rows(state, result))
    label_width = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    lines = [f"{file}: {state.setup.board.name}", ""]
    for label, cells in rows:
        columns = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(f"  {label.ljust(label_width)}  {'  '.join(columns)}")
    questions = [each for asked in odd_hands(state).values() for each in asked]
    lines += ["", *(f"  {sentence}" for sentence in (verdict(result), *questions)), ""]
    return "\n".join(lines)


def _rows(state: GameState, result: Tally) -> Iterator[tuple[str, list[str]]]:
    """The rows of the result's table and what else the scorer tells, each with its cells."""
    table, players = result_table(state, result), result.ranking
    yield "", [player.name for player in players]
    for row in table.rows:
        yield str(row.title), [row.text(cell) for cell in row.cells]
    yield "Tickets completed", [str(completed_of(player)) for player in players]
    yield "Longest route, spaces", [str(player.longest_route.length) for player in players]
    yield "Trains left", [str(player.trains_left) for player in players]


def board_line(board: Board) -> str:
    """What a board has, in one line."""
    spaces = sum(route.length * len(route.tracks) for route in board.routes.values())
    return (
        f"{board.id}: {board.name}, {len(board.routes)} routes with {spaces} train spaces,"
        f" {board.ticket_count} tickets"
    )
