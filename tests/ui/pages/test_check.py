"""The Check the table page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TurnPassed
from tests.support.phone import FastPhone, Phone
from tests.support.table import start_game
from tests.support.widgets import buttons_too_small, overflowing_texts, widgets_outside_window

CLAIMS = (
    RouteClaimed("Ana", "calgary--helena"),
    RouteClaimed("Peter", "duluth--helena"),
    RouteClaimed("Ana", "calgary--vancouver"),
    RouteClaimed("Ana", "boston--montreal"),
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One phone for all tests of this module."""
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


def events(phone: Phone) -> tuple[object, ...]:
    saved = phone.now.saved
    assert saved
    return phone.context.store.games.open(saved.id).game.events


def table_of(phone: Phone, name: str) -> list[str]:
    """The texts of a player's table of route lengths."""
    card = next(each for each in phone.page("check")._cards if each.name == name)
    return [cell.text for cell in reversed(card.ids.lengths.children)]


def test_trains_stations_and_routes_by_length_are_shown(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    assert phone.screen == "check"
    assert phone.shows("36 trains left")
    assert phone.shows("39 trains left")
    assert not phone.shows("stations left")
    assert table_of(phone, "Ana") == [
        *("Length", "1", "2", "3", "4", "5", "6"),
        *("Routes", "–", "1", "1", "1", "–", "–"),
    ]
    phone.press("3 routes")
    assert phone.shows("Calgary – Vancouver")
    assert not phone.shows("Duluth – Helena")
    phone.press("3 routes")
    assert not phone.shows("Calgary – Vancouver")


def test_doubled_claim_shows_its_cards(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    start_game(phone, "heart-of-africa", 2, claim)
    phone.press("Finish")
    phone.press("1 route")
    assert phone.shows("3 black · Mountain & Cliff · doubled with 1 locomotive")


def test_stations_are_counted_on_boards_with_stations(phone: Phone) -> None:
    start_game(
        phone, "europe", 2, StationBuilt("Ana", "paris"), RouteClaimed("Peter", "brest--paris")
    )
    phone.press("Finish")
    assert phone.shows("2 stations left")
    assert phone.shows("3 stations left")
    phone.press("0 routes")
    assert phone.shows("Paris")


def test_correcting_a_claim_returns_to_check(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("3 routes")
    phone.press("Calgary – Helena")
    phone.press("Change this entry")
    assert phone.screen == "table"
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
    phone.press("Finish")
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
    phone.press("Finish")
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


def test_entry_is_removed_on_the_page(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Duluth – Helena")
    phone.press("Remove this entry")
    assert phone.screen == "check"
    assert phone.shows("45 trains left")
    assert phone.shows("Removed: Peter: Duluth – Helena")


def test_cancelled_correction_returns_to_check(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Duluth – Helena")
    phone.press("Change this entry")
    phone.press("Back")
    assert phone.screen == "table"
    phone.press("Back")
    assert phone.screen == "check"
    assert events(phone) == CLAIMS


def test_going_home_during_a_correction_stays_home(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Add what is missing")
    phone.navigator.reset_to("home", "table")
    phone.drag_between("portland", "seattle")
    phone.wait(0.05)
    assert phone.screen == "table"


def test_check_leads_to_log_and_tickets(phone: Phone) -> None:
    start_game(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("Log")
    assert phone.screen == "log"
    phone.press("Back")
    assert phone.screen == "check"
    phone.press("Tickets")
    assert phone.screen == "tickets"
    phone.press("Back")
    assert phone.screen == "check"
    phone.press("Back")
    assert phone.screen == "table"


@pytest.mark.parametrize(
    ("size", "scale"), [((320, 568), 1.3), ((844, 390), 1.3), ((1280, 800), 1.0)]
)
def test_page_fits(phone: Phone, size: tuple[int, int], scale: float) -> None:
    phone.context.preferences.change("text_size", scale)
    try:
        phone.resize(*size)
        claims = [RouteClaimed("Ana", "brest--paris"), RouteClaimed("Peter", "dieppe--london")]
        start_game(phone, "europe", 5, *claims)
        phone.navigator.go("check")
        phone.navigator.page._toggle("Ana")
        phone.wait_until_idle()
        shown = phone.navigator.page
        assert buttons_too_small(shown) == []
        assert overflowing_texts(shown) == []
        assert widgets_outside_window(shown) == []
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)
