"""The tickets page at the end of a game."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, Ticket
from companion.rules.record import read_record
from companion.ui.pages.tickets.page import TicketsPage
from tests.support.phone import Phone
from tests.support.table import enter_game, setup


def tickets_page(phone: Phone) -> TicketsPage:
    """The tickets page."""
    page = phone.page("tickets")
    assert isinstance(page, TicketsPage)
    return page


def show_tickets(phone: Phone, board: str, players: int, *events: Event) -> None:
    """Start a game, enter some events and go to the tickets page; resets the tap count."""
    enter_game(phone, setup(board, players), *events)
    phone.navigator.reset_to("home", "table", "check", "tickets")
    phone.wait_until_idle()
    phone.taps = 0


def saved_tickets(phone: Phone, player: str) -> tuple[Ticket, ...]:
    """A player's tickets in the record on disk."""
    path = phone.folder / "games" / f"{phone.now.saved.id}.json"
    game = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    return game.state.players[player].tickets


def tap_place(phone: Phone, place: str) -> None:
    """Tap a place on the tickets page's board."""
    board = tickets_page(phone).input.picker
    assert board
    phone.tap_at(*board.to_window(*board.place_on_screen(place)))
    phone.wait(board.double_tap_time + 0.02)
    phone.wait_until_idle()
