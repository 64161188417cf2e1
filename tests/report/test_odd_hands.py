"""Hands that do not fit what was dealt get a quiet question."""

from __future__ import annotations

from companion.report.odd_hands import odd_hands
from companion.rules.board import Board
from companion.rules.events import Event, Ticket, TicketsTaken
from tests.support.boards import EUROPE, USA, game, tickets

LONG = [card.ticket for card in EUROPE.tickets if card.deck == "long"]
SHORT = [card.ticket for card in EUROPE.tickets if card.deck != "long"]


def asked(board: Board, *events: Event) -> dict[str, list[str]]:
    found = odd_hands(game(board, *events).state)
    return {name: [str(each) for each in questions] for name, questions in found.items()}


def hand(player: str, *cards: Ticket) -> TicketsTaken:
    return TicketsTaken(player, cards)


def test_nobody_is_asked_before_any_ticket_is_shown() -> None:
    assert asked(USA) == {}


def test_a_hand_of_one_ticket_may_lack_one() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert asked(USA, tickets("Ana", ("los-angeles", "miami", 20)), two) == {
        "Ana": ["Ana has 1 ticket: is one missing?"]
    }


def test_an_empty_hand_is_asked_about_once_somebody_has_shown_theirs() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert asked(USA, two) == {"Ana": ["Ana has no tickets: are they missing?"]}


def test_two_tickets_fit() -> None:
    assert asked(EUROPE, hand("Ana", LONG[0], SHORT[0]), hand("Peter", *SHORT[1:3])) == {}


def test_a_second_long_ticket_may_be_somebody_elses() -> None:
    assert asked(EUROPE, hand("Ana", *LONG[:2]), hand("Peter", *SHORT[:2])) == {
        "Ana": ["Ana has 2 long tickets, and 1 is dealt: is one somebody else’s?"]
    }


def test_a_long_ticket_with_another_value_is_still_a_long_one() -> None:
    one, other = LONG[:2]
    worth = tickets("Ana", (one.end, one.start, one.points + 1), (other.start, other.end, 21))
    assert list(asked(EUROPE, worth, hand("Peter", *SHORT[:2]))) == ["Ana"]


def test_a_board_that_deals_no_long_tickets_asks_about_none() -> None:
    mystery = [card.ticket for card in USA.tickets][:3]
    assert asked(USA, hand("Ana", *mystery[:2]), hand("Peter", *mystery[2:])) == {
        "Peter": ["Peter has 1 ticket: is one missing?"]
    }
