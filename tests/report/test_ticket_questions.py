"""Questions about tickets that do not match what was dealt."""

from __future__ import annotations

from pathlib import Path

from companion.report.words.tickets import hand_questions, ticket_questions, total
from companion.rules.board import Board
from companion.rules.events import Event, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from tests.support.boards import (
    EUROPE,
    SWITZERLAND,
    USA,
    game,
    island_data,
    read_board_data,
    tickets,
)

LONG = [card.ticket for card in EUROPE.tickets if card.deck == "long"]
SHORT = [card.ticket for card in EUROPE.tickets if card.deck != "long"]


def questions(board: Board, *events: Event) -> list[str]:
    return [str(each) for each in ticket_questions(game(board, *events).state)]


def hand(player: str, *cards: Ticket) -> TicketsTaken:
    return TicketsTaken(player, cards)


def test_one_question_if_nobody_has_tickets() -> None:
    assert questions(USA) == ["Nobody has any tickets: not entered yet?"]


def test_no_question_where_no_ticket_must_be_kept(tmp_path: Path) -> None:
    deal = {"start_tickets": {"deal": 2, "keep": 0}}
    assert questions(read_board_data(tmp_path, island_data() | deal)) == []


def test_hand_without_tickets_is_questioned() -> None:
    state = game(USA).state
    asked = hand_questions(state, state.players["Peter"])
    assert [str(each) for each in asked] == ["Peter has no tickets: not entered yet?"]


def test_single_ticket_is_questioned() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert questions(USA, tickets("Ana", ("los-angeles", "miami", 19)), two) == [
        "Ana has 1 ticket: is one missing?"
    ]


def test_missing_tickets_are_questioned_once_another_player_has_some() -> None:
    two = tickets("Peter", ("boston", "miami", 12), ("chicago", "santa-fe", 9))
    assert questions(USA, two) == ["Ana has no tickets: not entered yet?"]


def test_player_who_has_no_tickets_is_not_questioned() -> None:
    assert questions(USA, hand("Ana")) == ["Peter has no tickets: not entered yet?"]
    assert questions(USA, hand("Ana"), hand("Peter")) == []
    ana, _ = tally(game(USA, hand("Ana")).state).players
    assert str(total(ana)) == "Ana: no tickets yet"
    assert str(total(ana, has_none=True)) == "Ana has no tickets."


def test_two_tickets_are_not_questioned() -> None:
    assert questions(EUROPE, hand("Ana", LONG[0], SHORT[0]), hand("Peter", *SHORT[1:3])) == []


def test_second_long_ticket_is_questioned() -> None:
    assert questions(EUROPE, hand("Ana", *LONG[:2]), hand("Peter", *SHORT[:2])) == [
        "Ana has 2 long tickets, but may keep only 1: does one belong to somebody else?"
    ]


def test_long_ticket_with_another_value_counts_as_long() -> None:
    one, other = LONG[:2]
    worth = tickets("Ana", (one.end, one.start, 19), (other.start, other.end, other.points))
    asked = questions(EUROPE, worth, hand("Peter", *SHORT[:2]))
    assert asked[0].startswith("Ana has 2 long tickets")


def test_number_of_long_tickets_is_not_questioned_without_a_limit(tmp_path: Path) -> None:
    data = island_data()
    data["start_tickets"] = {"deal": 1, "deal_long": 1, "keep": 1}
    data["tickets"] = [each | {"deck": "long"} for each in data["tickets"]]
    board = read_board_data(tmp_path, data)
    one, other, *_ = (card.ticket for card in board.tickets)
    assert questions(board, hand("Ana", one, other), tickets("Peter", ("mill", "lake", 3))) == []


def test_value_that_differs_from_the_deck_is_questioned() -> None:
    cards = tickets("Ana", ("miami", "boston", 15), ("chicago", "santa-fe", 9))
    two = tickets("Peter", ("los-angeles", "miami", 19), ("calgary", "phoenix", 13))
    assert questions(USA, cards, two) == [
        "Ana: Miami – Boston is worth 15 here, 12 in the app’s deck: is that right?"
    ]


def test_ticket_that_is_not_in_the_deck_has_no_value_to_compare() -> None:
    cards = tickets("Ana", ("boston", "montreal", 15), ("chicago", "santa-fe", 9))
    two = tickets("Peter", ("los-angeles", "miami", 19), ("calgary", "phoenix", 13))
    assert questions(USA, cards, two) == []


def test_each_value_of_a_ticket_with_several_ends_is_compared() -> None:
    card = next(each.ticket for each in SWITZERLAND.tickets if each.ticket.other_ends)
    regular = [each.ticket for each in SWITZERLAND.tickets if not each.ticket.other_ends]
    end, points = card.other_ends[0]
    changed = Ticket.to_one_of(card.start, {**card.points_by_end, end: points + 1})
    names = [SWITZERLAND.ticket_ends[id].name for id in (card.start, end)]
    assert questions(
        SWITZERLAND, hand("Ana", changed, *regular[:1]), hand("Peter", *regular[1:3])
    ) == [
        f"Ana: {names[0]} – {names[1]} is worth {points + 1} here, {points} in the app’s deck:"
        " is that right?"
    ]


def test_no_question_about_long_tickets_on_boards_without_them() -> None:
    mystery = [card.ticket for card in USA.tickets][:3]
    assert questions(USA, hand("Ana", *mystery[:2]), hand("Peter", *mystery[2:])) == [
        "Peter has 1 ticket: is one missing?"
    ]
