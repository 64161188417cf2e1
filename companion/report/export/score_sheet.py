"""Score sheets for the command line: a game record as a text table or as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from companion.report.words.result import score_table, verdict
from companion.report.words.tickets import completed_of, ticket_questions
from companion.rules.board import Board
from companion.rules.final_tally import Tally
from companion.rules.state import GameState


def score_json(file: str, state: GameState, result: Tally) -> dict[str, object]:
    """A tally as a JSON object; the points of each score part have its id."""
    rows = score_table(state, result).rows
    points = {(row.part, cell.player): cell.points for row in rows for cell in row.cells}
    return {
        "file": file,
        "map": state.setup.board.id,
        **({"variant": state.setup.board.variant_id} if state.setup.board.variant_id else {}),
        "players": [
            {
                "name": player.name,
                "total": player.total,
                "parts": {row.part: points[row.part, player.name] for row in rows},
                "tickets_completed": player.tickets_completed,
                "longest_route_spaces": player.longest_route.length,
                "trains_left": player.trains_left,
            }
            for player in result.players
        ],
        "winners": list(result.winners),
        "final": result.final,
    }


def score_sheet(file: str, state: GameState, result: Tally) -> str:
    """A tally as a text table with a column per player, winners first, verdict and questions."""
    rows = list(_rows(state, result))
    label_width = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    lines = [f"{file}: {state.setup.board.display_name}", ""]
    for label, cells in rows:
        columns = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(f"  {label.ljust(label_width)}  {'  '.join(columns)}")
    sentences = (verdict(result), *ticket_questions(state))
    lines += ["", *(f"  {sentence}" for sentence in sentences), ""]
    return "\n".join(lines)


def _rows(state: GameState, result: Tally) -> Iterator[tuple[str, list[str]]]:
    """The rows of the score table and some counts: each a label and its cells."""
    table, players = score_table(state, result), result.ranking
    yield "", [player.name for player in players]
    for row in (*table.rows, table.total):
        yield str(row.title), [row.text(cell) for cell in row.cells]
    yield "Completed tickets", [str(completed_of(player)) for player in players]
    yield "Longest route in spaces", [str(player.longest_route.length) for player in players]
    yield "Trains left", [str(player.trains_left) for player in players]


def board_summary(board: Board) -> str:
    """A board's numbers of routes, train spaces and tickets in one line, then its variants."""
    spaces = sum(route.length * len(route.tracks) for route in board.routes.values())
    lines = [
        f"{board.id}: {board.name}, {len(board.routes)} routes with {spaces} train spaces,"
        f" {board.ticket_count} tickets",
        *(
            f"  {variant.id}: {variant.name}, {board.in_variant(variant.id).ticket_count} tickets"
            for variant in board.variants
        ),
    ]
    return "\n".join(lines)
