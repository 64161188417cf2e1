"""The Check the board page."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TurnPassed
from tests.support.phone import FastPhone, Phone
from tests.support.table import start_game
from tests.support.widgets import track_on_screen

CLAIMS = (
    RouteClaimed("Ana", "calgary--helena"),
    RouteClaimed("Peter", "duluth--helena"),
    RouteClaimed("Ana", "calgary--vancouver"),
    RouteClaimed("Ana", "boston--montreal"),
)

WIEN = "budapest--wien"


def events(phone: Phone) -> tuple[object, ...]:
    saved = phone.now.saved
    assert saved
    return phone.context.store.games.open(saved.id).game.events


def table_of(phone: Phone, name: str) -> list[str]:
    """The texts of a player's table of route lengths."""
    card = next(each for each in phone.page("check")._cards if each.name == name)
    return [cell.text for cell in reversed(card.ids.lengths.children)]


def test_trains_stations_and_routes_by_length_are_shown(phone: Phone) -> None:
    claims = [
        RouteClaimed("Ana", id)
        for id in ("brest--paris", "brest--dieppe", "brest--pamplona", "kobenhavn--stockholm")
    ]
    start_game(
        phone, "europe", 2, *claims, StationBuilt("Ana", "paris"), RouteClaimed("Peter", WIEN)
    )
    phone.finish()
    assert phone.screen == "check"
    for text in ("33 trains left", "2 stations left", "44 trains left", "3 stations left"):
        assert phone.shows(text)
    assert table_of(phone, "Ana") == [
        *("Length", "1", "2", "3", "4", "6", "8"),
        *("Routes", "–", "1", "2", "1", "–", "–"),
    ]
    phone.press("4 routes")
    assert phone.shows("Brest – Dieppe")
    assert phone.shows("station")
    assert not phone.shows("Budapest – Wien")
    phone.press("4 routes")
    assert not phone.shows("Brest – Dieppe")


def test_board_without_stations_counts_none_and_a_doubled_claim_shows_its_cards(
    phone: Phone,
) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    start_game(phone, "heart-of-africa", 2, claim)
    phone.finish()
    assert not phone.shows("stations left")
    phone.press("1 route")
    assert phone.shows("3 black · Mountain & Cliff · doubled with 1 locomotive")


def test_correcting_a_claim_returns_to_check_also_when_cancelled(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.finish()
    phone.press("3 routes")
    phone.press("Calgary – Helena")
    phone.press("Change this entry")
    assert phone.screen == "table"
    phone.press("Back")
    assert phone.screen == "table"
    phone.press("Back")
    assert phone.screen == "check"
    assert events(phone) == CLAIMS
    phone.press("Calgary – Helena")
    phone.press("Change this entry")
    assert phone.shows("Correcting entry 1 (Ana: Calgary – Helena): enter what really happened.")
    phone.close_sheet()
    phone.drag_between("calgary", "winnipeg")
    assert phone.screen == "check"
    assert phone.shows("Ana: Calgary – Winnipeg +15")
    assert phone.shows("34 trains left")
    assert events(phone) == (RouteClaimed("Ana", "calgary--winnipeg"), *CLAIMS[1:])
    phone.press("Undo")
    assert phone.shows("36 trains left")
    assert events(phone) == CLAIMS


def test_missing_claim_is_added_for_its_player(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.finish()
    phone.press("1 route")
    phone.press("Add what is missing")
    assert phone.screen == "table"
    assert phone.table.player == "Peter"
    phone.drag_between("portland", "seattle")
    assert phone.screen == "check"
    assert events(phone)[-1] == RouteClaimed("Peter", "portland--seattle")
    assert phone.shows("38 trains left")


def test_missing_claim_of_a_finished_game_is_inserted_before_the_last_round(
    phone: Phone,
) -> None:
    routes = bundled_boards()["usa"].routes.values()
    long = [route.id for route in routes if route.length == 6][:7]
    start_game(
        phone,
        "usa",
        2,
        *(RouteClaimed("Ana", id) for id in long),
        RouteClaimed("Peter", "dallas--houston"),
        RouteClaimed("Ana", "portland--seattle"),
        TurnPassed("Peter"),
        TurnPassed("Ana"),
    )
    assert phone.now.state.is_over
    phone.finish()
    phone.press("1 route")
    phone.press("Add what is missing")
    assert phone.table.player == "Peter"
    phone.drag_between("charleston", "raleigh")
    assert phone.screen == "check"
    assert events(phone)[8:] == (
        RouteClaimed("Peter", "charleston--raleigh"),
        RouteClaimed("Ana", "portland--seattle"),
        TurnPassed("Peter"),
        TurnPassed("Ana"),
    )
    assert phone.shows("42 trains left")


def test_going_home_during_a_correction_stays_home(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.finish()
    phone.press("1 route")
    phone.press("Add what is missing")
    phone.navigator.reset_to("home", "table")
    phone.drag_between("portland", "seattle")
    phone.wait(0.05)
    assert phone.screen == "table"


def test_entry_is_removed_and_log_and_tickets_are_reached(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.finish()
    phone.press("1 route")
    phone.press("Duluth – Helena")
    phone.press("Remove this entry")
    assert phone.screen == "check"
    assert phone.shows("45 trains left")
    assert phone.shows("Removed: Peter: Duluth – Helena")
    for page in ("log", "tickets"):
        phone.press(page.capitalize())
        assert phone.screen == page
        phone.press("Back")
        assert phone.screen == "check"
    phone.press("Back")
    assert phone.screen == "table"


def test_large_window_emphasises_the_player_whose_routes_are_listed(phone: FastPhone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.set_size(1280, 800)
    phone.finish()
    (board,) = phone.page("check").ids.beside.children
    assert board.highlight.player is None
    phone.press("3 routes")
    assert board.highlight.player == "Ana"
    phone.tap_at(*board.to_window(*track_on_screen(board, "duluth--helena", 0)))
    phone.wait_until_idle()
    assert phone.shows("Peter: Duluth – Helena")
    assert phone.page("check").sheet is not None
    phone.set_size(390, 844)
