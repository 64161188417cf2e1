"""From the last ticket to the result."""

from __future__ import annotations

from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
from tests.support.phone import Phone
from tests.support.result import choose
from tests.support.table import start_game


def test_tickets_of_the_last_player_lead_to_reveal_and_result(phone: Phone) -> None:
    start_game(
        phone,
        "usa",
        2,
        RouteClaimed("Ana", "boston--montreal"),
        TicketsTaken("Ana", (Ticket("boston", "miami", 12),)),
    )
    phone.finish()
    assert phone.shows("The game is not over yet. You can enter tickets now and change them later.")
    phone.press("Tickets")
    assert not any(each.enabled for each in phone.buttons("Reveal step by step"))
    phone.press("Next: Peter")
    phone.press("Reveal step by step")
    assert phone.screen == "reveal"
    phone.press("Skip")
    assert phone.screen == "result"


def test_viewing_the_result_does_not_finish_the_game_and_finishing_can_be_undone(
    phone: Phone,
) -> None:
    start_game(phone, "usa", 2, TicketsTaken("Ana", (Ticket("boston", "miami", 12),)))
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.now.saved is not None
    assert phone.now.saved.finished is None
    assert len(phone.context.store.games.in_progress()) == 1
    assert phone.context.store.games.finished() == []
    choose(phone, "Move to Past games as unfinished")
    assert phone.context.store.games.in_progress() == []
    assert len(phone.context.store.games.finished()) == 1
    phone.press("Undo")
    assert len(phone.context.store.games.in_progress()) == 1
    assert phone.context.store.games.finished() == []
