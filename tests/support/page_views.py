"""Functions that open views of own tickets, corrections, imports and single sheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
from companion.rules.setup import Player, Setup
from companion.ui.navigator import OpenFiles
from tests.support.games import GAMES, recorded_game
from tests.support.phone import Phone
from tests.support.tickets import tickets_page
from tests.support.view_games import FIVE, game_of_five
from tests.support.view_steps import (
    at_table,
    game_on_each_board,
    letters,
    new_game,
    screen,
    with_past_games,
)

USA = bundled_boards()["usa"]
CLAIMS = (RouteClaimed("Ana", "brest--paris"), RouteClaimed("Peter", "dieppe--london"))
EUROPE = game_of_five("europe", *CLAIMS, TicketsTaken("Ana", (Ticket("athina", "edinburgh", 21),)))


def deleted_game(phone: Phone) -> None:
    """Home after a game was deleted."""
    game_on_each_board(phone)
    phone.wait_until_idle()
    page = phone.page("home")
    page.delete_game(phone.context.store.games.in_progress()[0])


def long_name(phone: Phone) -> None:
    """Home with a name of the greatest length on a small card."""
    players = (Player("W" * 60, "blue"), Player("Bo", "red"))
    phone.context.store.games.begin(Setup(USA, players))
    phone.context.store.games.begin(Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
    phone.navigator.reset_to("home")


def colour_choice(phone: Phone) -> None:
    """The New game page with an open choice of colours."""
    new_game("heart-of-africa", *FIVE[:3], expanded=True)(phone)
    phone.page("new_game").ids.list.rows[0].dispatch("on_marker")


def own_tickets(phone: Phone) -> None:
    """Learned tickets of three boards."""
    for board, ticket in (
        ("usa", Ticket("little-rock", "miami", 12)),
        ("europe", Ticket("amsterdam", "berlin", 5)),
        ("heart-of-africa", Ticket("cape-town", "pretoria", 9)),
    ):
        phone.context.store.learned.remember_ticket(bundled_boards()[board], ticket)
    phone.navigator.go("own_tickets")


def corrections(phone: Phone) -> None:
    """A corrected route."""
    correction = RouteCorrection("duluth--helena", 5, ("red",))
    phone.context.store.learned.correct(USA, correction)
    phone.navigator.go("corrections")
    phone.wait_until_idle()
    # Other views have the routes of the bundled board.
    phone.context.store.learned.forget_correction(USA, correction.route)


def route_correction(phone: Phone) -> None:
    """The sheet that corrects a route to the printed board."""
    phone.table.open_route_correction(phone.now.board.routes["duluth--helena"])


def expanded(phone: Phone) -> None:
    """Check, with the routes of a player."""
    page = phone.page("check")
    page.toggle(next(card for card in page._cards if card.name == "Ana"))


def player_editor(phone: Phone) -> None:
    """The sheet to rename or merge a player."""
    with_past_games("players")(phone)
    phone.wait_until_idle()
    phone.page("players").open_player("Maya")


def value_card(phone: Phone) -> None:
    """The value of a ticket that the deck does not have."""
    tickets_page(phone).input.choose_single()


def ticket_sheet(phone: Phone) -> None:
    """The sheet of an entered ticket."""
    tickets_page(phone).open_ticket(tickets_page(phone)._tally.tickets[0])


def explained_tickets(phone: Phone) -> None:
    """The explanation of a player's tickets."""
    phone.page("result").explain("tickets", "Clara")


def import_folder(phone: Phone) -> None:
    """The files of a folder."""
    folder = phone.folder / "files"
    folder.mkdir(exist_ok=True)
    for name in ("game.json", "Everything of the last ten years with many players.json"):
        (folder / name).write_bytes(b" " * 2400)
    phone.navigator.go("import", OpenFiles((folder,)))


def import_archive(phone: Phone, *, imported: bool = False) -> None:
    """The games of an archive with a repeated and a damaged game."""
    names = ("usa-full", "heart-of-africa-full", "europe-full")
    games = [json.loads((GAMES / f"{name}.json").read_bytes()) for name in names]
    header = {"format": "railkeeper-archive/1", "games": 5}
    lines = [json.dumps(each) for each in (header, *games, games[0])]
    path = phone.folder / "archive.json"
    path.write_text("\n".join([*lines, "{"]), encoding="utf-8")
    phone.navigator.go("import", OpenFiles((path,)))
    phone.wait_until_idle()
    if imported:
        phone.page("import").import_new()
        phone.wait_until_idle()


def imported_archive(phone: Phone) -> None:
    """The same archive after its games were imported."""
    import_archive(phone, imported=True)


PAGE_VIEWS: Mapping[str, Callable[[Phone], None]] = {
    "home-deleted": deleted_game,
    "home-long-name": long_name,
    "new-game-colours": colour_choice,
    "check-routes": at_table(EUROPE, screen("check"), expanded),
    "tickets-value": at_table(EUROPE, screen("tickets"), letters("lis sof"), value_card),
    "tickets-sheet": at_table(EUROPE, screen("tickets"), ticket_sheet),
    "result-explained": at_table(recorded_game("europe-full"), screen("result"), explained_tickets),
    "player-editor": player_editor,
    "own-tickets": own_tickets,
    "corrections": corrections,
    "route-correction": at_table(game_of_five("usa"), route_correction),
    "import-files": import_folder,
    "import-archive": import_archive,
    "imported": imported_archive,
}
"""By name of the view, the function that opens it."""
