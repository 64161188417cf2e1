"""Time of computing the drawing of a board, compared with counting all contacts once.

Run with `make bench`.
"""

from __future__ import annotations

from time import process_time

from companion.drawing.auto_layout import compute_drawing
from companion.drawing.board_layout import lay_out
from companion.drawing.drawing_data import DrawingData
from companion.rules.board import Board
from tests.bench.measuring import expected, format_time, title
from tests.drawing.contacts import contacts
from tests.support.generated_boards import generated_board

MAX_SECONDS = 10
"""CPU seconds for a board with 120 routes."""
MAX_RATIO = 60
"""Time of the whole search, compared with counting the contacts of all cars once."""
MAX_CROWDED_SECONDS = 20
"""CPU seconds for the largest board, with all cars on top of each other."""


def main() -> None:
    title("Computing the drawing of a board, against counting its contacts once")
    board = generated_board(52, 120)
    search, drawing = _search(board)
    layout = lay_out(board, drawing)
    begun = process_time()
    found = sum(map(len, contacts(layout).values()))
    counting = process_time() - begun
    print(f"120 routes: {format_time(search)}; counting {found} contacts: {format_time(counting)}")
    expected("a drawing of 120 routes", search, MAX_SECONDS, "s")
    expected("compared with counting the contacts", search / counting, MAX_RATIO, "times")
    crowded, _ = _search(generated_board(300, 600, side=0.55))
    expected("a drawing of 600 crowded routes", crowded, MAX_CROWDED_SECONDS, "s")


def _search(board: Board) -> tuple[float, DrawingData]:
    begun = process_time()
    drawing = compute_drawing(board, lambda _: None, lambda: False)
    return process_time() - begun, drawing


if __name__ == "__main__":
    main()
