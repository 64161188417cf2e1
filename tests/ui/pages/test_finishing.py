"""From the last ticket to the result, by touch."""

from __future__ import annotations

from companion.rules import RouteClaimed, Ticket, TicketsTaken
from tests.ui.phone import Phone
from tests.ui.tables import lay


def test_the_last_players_tickets_lead_to_the_reveal_and_then_to_the_result(phone: Phone) -> None:
    lay(
        phone,
        "usa",
        2,
        RouteClaimed("Ana", "boston--montreal"),
        TicketsTaken("Ana", (Ticket("boston", "miami", 12),)),
    )
    phone.press("Finish")
    phone.press("Tickets")
    assert not any(each.enabled for each in phone.buttons("Reveal it step by step"))
    phone.press("Next: Peter")
    phone.press("Reveal it step by step")
    assert phone.screen == "ceremony"
    phone.press("Skip")
    assert phone.screen == "result"


def test_a_look_at_the_standing_in_between_ends_no_game(phone: Phone) -> None:
    lay(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    phone.app.go("result")
    phone.settle()
    assert phone.app.kept is not None
    assert phone.app.kept.finished is None
    phone.app.go_home()
    phone.settle()
    assert [game.board.id for game in phone.app.screen("home").games] == ["usa"]
