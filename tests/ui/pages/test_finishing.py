"""From the last ticket to the result, by touch."""

from __future__ import annotations

from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
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
    assert phone.screen == "reveal"
    phone.press("Skip")
    assert phone.screen == "result"


def test_who_looks_for_it_is_told_that_tickets_can_be_entered_before_the_end(phone: Phone) -> None:
    lay(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    phone.press("Finish")
    assert phone.reads("The game is not over yet: tickets can be entered now and changed later.")


def test_a_look_at_the_standing_in_between_ends_no_game(phone: Phone) -> None:
    lay(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    phone.navigator.go("result")
    phone.commit()
    assert phone.now.saved is not None
    assert phone.now.saved.finished is None
    phone.navigator.reset_to("home")
    phone.commit()
    assert [game.board for game in phone.context.store.games.in_progress()] == ["usa"]
    assert phone.context.store.games.finished() == []


def test_finishing_is_a_wish_and_can_be_taken_back(phone: Phone) -> None:
    lay(phone, "usa", 2, TicketsTaken("Ana", (Ticket("boston", "miami", 12),)))
    phone.navigator.go("result")
    phone.commit()
    assert phone.context.store.games.finished() == []
    phone.press("Finish: put it among the past games")
    assert phone.context.store.games.in_progress() == []
    assert len(phone.context.store.games.finished()) == 1
    phone.press("Undo")
    assert len(phone.context.store.games.in_progress()) == 1
    assert phone.context.store.games.finished() == []
