"""The missing spaces of a ticket on the tickets page."""

from __future__ import annotations

from pathlib import Path

from companion.rules.events import RouteClaimed, StationBuilt, Ticket, TicketsTaken
from tests.support.phone import FastPhone
from tests.support.tickets import show_tickets


def test_route_that_a_station_could_borrow_is_shown_and_not_missing(tmp_path: Path) -> None:
    phone = FastPhone(tmp_path / "data")
    show_tickets(
        phone,
        "europe",
        2,
        RouteClaimed("Peter", "pamplona--paris"),
        StationBuilt("Ana", "pamplona"),
        RouteClaimed("Ana", "lisboa--madrid"),
        TicketsTaken("Ana", (Ticket("lisboa", "paris", 9),)),
    )
    assert phone.shows("gets as far as Madrid, 3 spaces missing")
    assert phone.shows("station in Pamplona: could borrow Pamplona – Paris from Peter")
    phone.close()
