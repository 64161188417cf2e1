"""Questions about tickets that do not match what was dealt."""

from __future__ import annotations

from companion.report.ticket_questions import ticket_questions
from companion.rules.board import Board
from companion.rules.events import Event, Ticket, TicketsTaken
from tests.support.boards import EUROPE, USA, game, tickets

LONG = [card.ticket for card in EUROPE.tickets if card.deck == "long"]
SHORT = [card.ticket for card in EUROPE.tickets if card.deck != "long"]


def questions(board: Board, *events: Event) -> dict[str, list[str]]:
    found = ticket_questions(game(board, *events).state)
    return {name: [str(each) for each in texts] for name, texts in found.items()}


def hand(player: str, *cards: Ticket) -> TicketsTaken:
    return TicketsTaken(player, cards)


def test_no_questions_before_first_ticket() -> None:
    assert questions(USA) == {}


def test_single_ticket_is_questioned() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert questions(USA, tickets("Ana", ("los-angeles", "miami", 20)), two) == {
        "Ana": ["Ana has 1 ticket: is one missing?"]
    }


def test_missing_tickets_are_questioned_once_another_player_has_some() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert questions(USA, two) == {"Ana": ["Ana has no tickets: not entered yet?"]}


def test_two_tickets_are_not_questioned() -> None:
    assert questions(EUROPE, hand("Ana", LONG[0], SHORT[0]), hand("Peter", *SHORT[1:3])) == {}


def test_second_long_ticket_is_questioned() -> None:
    assert questions(EUROPE, hand("Ana", *LONG[:2]), hand("Peter", *SHORT[:2])) == {
        "Ana": [
            "Ana has 2 long tickets, but each player gets only 1: does one belong to somebody else?"
        ]
    }


def test_long_ticket_with_another_value_counts_as_long() -> None:
    one, other = LONG[:2]
    worth = tickets("Ana", (one.end, one.start, one.points + 1), (other.start, other.end, 21))
    assert list(questions(EUROPE, worth, hand("Peter", *SHORT[:2]))) == ["Ana"]


def test_no_question_about_long_tickets_on_boards_without_them() -> None:
    mystery = [card.ticket for card in USA.tickets][:3]
    assert questions(USA, hand("Ana", *mystery[:2]), hand("Peter", *mystery[2:])) == {
        "Peter": ["Peter has 1 ticket: is one missing?"]
    }
