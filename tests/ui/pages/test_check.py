"""Checking the table before the tickets, by real touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TurnPassed
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import outside, too_small, torn
from tests.ui.tables import lay

CLAIMS = (
    RouteClaimed("Ana", "calgary--helena"),
    RouteClaimed("Peter", "duluth--helena"),
    RouteClaimed("Ana", "calgary--vancouver"),
    RouteClaimed("Ana", "boston--montreal"),
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One phone for every game in here."""
    phone = HastyPhone(tmp_path_factory.mktemp("phone") / "kept")
    yield phone
    phone.close()


def events(phone: Phone) -> tuple[object, ...]:
    saved = phone.now.saved
    assert saved
    return phone.context.store.games.open(saved.id).game.events


def table_of(phone: Phone, name: str) -> list[str]:
    """The lines of a player's table of lengths."""
    card = next(each for each in phone.page("check")._cards if each.name == name)
    return [cell.text for cell in reversed(card.ids.lengths.children)]


def test_trains_stations_and_routes_by_length_are_shown(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    assert phone.screen == "check"
    assert phone.reads("36 trains left")
    assert phone.reads("39 trains left")
    assert not phone.reads("stations left")
    assert table_of(phone, "Ana") == [
        *("Length", "1", "2", "3", "4", "5", "6"),
        *("Routes", "–", "1", "1", "1", "–", "–"),
    ]
    phone.press("3 routes")
    assert phone.reads("Calgary – Vancouver")
    assert not phone.reads("Duluth – Helena")
    phone.press("3 routes")
    assert not phone.reads("Calgary – Vancouver")


def test_a_doubled_claim_says_with_what(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    lay(phone, "heart-of-africa", 2, claim)
    phone.press("Finish")
    phone.press("1 route")
    assert phone.reads("3 black · Mountain & Cliff · doubled with 1 locomotive")


def test_stations_are_counted_where_there_are_some(phone: Phone) -> None:
    lay(phone, "europe", 2, StationBuilt("Ana", "paris"), RouteClaimed("Peter", "brest--paris"))
    phone.press("Finish")
    assert phone.reads("2 stations left")
    assert phone.reads("3 stations left")
    phone.press("0 routes")
    assert phone.reads("Paris")


def test_a_wrong_claim_is_changed_at_the_table_and_checking_goes_on(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("3 routes")
    phone.press("Calgary – Helena")
    phone.press("Change this entry")
    assert phone.screen == "table"
    assert phone.reads("Correcting entry 1 (Ana: Calgary – Helena): enter what really happened.")
    phone.close_sheet()
    phone.connect("calgary", "winnipeg")
    assert phone.screen == "check"
    assert phone.reads("Ana: Calgary – Winnipeg +15")
    assert phone.reads("34 trains left")
    assert events(phone) == (RouteClaimed("Ana", "calgary--winnipeg"), *CLAIMS[1:])
    phone.press("Undo")
    assert phone.reads("36 trains left")
    assert events(phone) == CLAIMS


def test_a_forgotten_claim_is_added_for_the_player_who_made_it(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Something is missing here")
    assert phone.screen == "table"
    assert phone.table.player == "Peter"
    phone.connect("portland", "seattle")
    assert phone.screen == "check"
    assert events(phone)[-1] == RouteClaimed("Peter", "portland--seattle")
    assert phone.reads("38 trains left")


def test_a_claim_forgotten_in_a_game_that_is_over_goes_in_before_the_last_round(
    phone: Phone,
) -> None:
    routes = bundled_boards()["usa"].routes.values()
    long = [route.id for route in routes if route.length == 6][:7]
    lay(
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
    phone.press("Something is missing here")
    assert phone.table.player == "Peter"
    phone.connect("charleston", "raleigh")
    assert phone.screen == "check"
    assert events(phone)[8:] == (
        RouteClaimed("Peter", "charleston--raleigh"),
        RouteClaimed("Ana", "portland--seattle"),
        TurnPassed("Peter"),
        TurnPassed("Ana"),
    )
    assert phone.reads("42 trains left")


def test_an_entry_is_removed_without_leaving(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Duluth – Helena")
    phone.press("Remove this entry")
    assert phone.screen == "check"
    assert phone.reads("45 trains left")
    assert phone.reads("Removed: Peter: Duluth – Helena")


def test_cancelling_a_correction_leads_back_by_back(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Duluth – Helena")
    phone.press("Change this entry")
    phone.press("Back")
    assert phone.screen == "table"
    phone.press("Back")
    assert phone.screen == "check"
    assert events(phone) == CLAIMS


def test_whoever_goes_home_from_a_correction_is_not_called_back(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
    phone.press("Finish")
    phone.press("1 route")
    phone.press("Something is missing here")
    phone.navigator.reset_to("home", "table")
    phone.connect("portland", "seattle")
    phone.wait(0.05)
    assert phone.screen == "table"


def test_the_log_is_one_tap_away_and_the_tickets_too(phone: Phone) -> None:
    lay(phone, "usa", 2, *CLAIMS)
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
def test_everything_fits(phone: Phone, size: tuple[int, int], scale: float) -> None:
    phone.context.preferences.change("text_size", scale)
    try:
        phone.resize(*size)
        claims = [RouteClaimed("Ana", "brest--paris"), RouteClaimed("Peter", "dieppe--london")]
        lay(phone, "europe", 5, *claims)
        phone.navigator.go("check")
        phone.navigator.page._fold("Ana")
        phone.commit()
        shown = phone.navigator.page
        assert too_small(shown) == []
        assert torn(shown) == []
        assert outside(shown) == []
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)
