"""The page where tickets are entered, at the end of a game laid on a phone's table."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, Ticket
from companion.rules.record import read_record
from companion.ui.pages.tickets.page import TicketsPage
from tests.ui.phone import Phone
from tests.ui.tables import lay


def screen(phone: Phone) -> TicketsPage:
    """The page."""
    page = phone.page("tickets")
    assert isinstance(page, TicketsPage)
    return page


def finish(phone: Phone, board: str, players: int, *events: Event) -> None:
    """A game whose last turn is over, with the tickets about to be shown."""
    lay(phone, board, players, *events)
    phone.navigator.go("check")
    phone.navigator.go("tickets")
    phone.commit()
    phone.taps = 0


def cards(phone: Phone, player: str) -> tuple[Ticket, ...]:
    """What a player holds, as the file on disk has it."""
    path = phone.folder / "in_progress" / f"{phone.now.saved.id}.json"
    game = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    return game.state.players[player].tickets


def pick(phone: Phone, place: str) -> None:
    """Tap a place on the board of the tickets."""
    board = screen(phone).entry.picker
    assert board
    phone.tap_at(*board.to_window(*board.place_on_screen(place)))
    phone.wait(board.double_tap_time + 0.02)
    phone.commit()
