"""What a guest receives before the result is the same whatever the other players hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http.client import HTTPResponse
from itertools import islice
from pathlib import Path

import pytest

from companion.rules.board import Board
from companion.rules.events import Ticket, TicketsTaken
from companion.table.edits import printed_cards
from companion.web.views import MOST_TICKETS
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable, shared_table


class Listener(Guest):
    """A guest who keeps everything that the server sends, without random values and times."""

    def __init__(self, table: SharedTable) -> None:
        super().__init__(table)
        self.received: list[str] = []

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[HTTPResponse, bytes]:
        """Send a request and keep the answer."""
        answer, content = super().send(method, path, body, headers)
        fields = [field for field in answer.getheaders() if field[0] != "Date"]
        text = repr((answer.status, fields, content))
        # Ids of game and board, receipts, secrets, and the random part of a version.
        self.received.append(re.sub(r"\b[0-9a-f]{8,}\b", "random", text))
        return answer, content

    def look(self) -> None:
        """Ask for everything that a guest can see."""
        self.get("table", board=self.get("board")["id"])
        self.get("search", letters="an")
        for name in self.table.session.now.setup.names:
            self.get("player", name=name)
        for route in islice(self.table.session.now.board.routes, 3):
            self.get("route", id=route)

    def hand_in(self, cards: list[str]) -> None:
        """Evaluate tickets, hand them in and look."""
        ending = self.get("table")["ending"]
        assert self.post("hand", {"tickets": cards})[0] == 200
        assert (
            self.post(
                "hand-in", {"game": ending["game"], "tickets": cards, "last": ending["receipt"]}
            )[0]
            == 200
        )
        self.look()


def every_card(board: Board) -> list[str]:
    """The ids of all printed cards, each as often as it exists."""
    return [id for id, card in printed_cards(board).items() for _ in range(board.copies(card))]


def probed(
    folder: Path, name: str, others: list[list[str]]
) -> tuple[list[str], list[tuple[Ticket, ...]]]:
    """What the first player receives who hands in all cards, and what of them waits each time."""
    game = recorded_game(name)
    board, names = game.setup.board, game.setup.names
    cards, deck = printed_cards(board), every_card(board)
    lots = [deck[start : start + MOST_TICKETS] for start in range(0, len(deck), MOST_TICKETS)]
    events = [event for event in game.events if not isinstance(event, TicketsTaken)]
    with shared_table(folder) as table:
        waiting: list[tuple[Ticket, ...]] = []

        def probe() -> None:
            for lot in lots:
                guest.hand_in(lot)
                waiting.append(table.session.now.waiting_tickets(names[0]))

        table.begin(game.setup)
        guest = Listener(table)
        guest.take_seat(names[0])
        guest.look()
        table.play(*events[:20])
        # The keeper enters tickets in the middle of the game.
        table.session.collect_tickets()
        for player, hand in zip(names[1:], others, strict=True):
            for id in hand[:2]:
                table.session.take_ticket(player, cards[id])
        probe()
        table.play(*events[20:])
        guest.look()
        # The keeper decides, and enters the rest and a card that is not printed.
        for ticket in table.session.now.waiting_tickets(names[0]):
            table.session.decide(names[0], accept=False, ticket=ticket)
        guest.look()
        for player, hand in zip(names[1:], others, strict=True):
            other = Guest(table)
            other.take_seat(player)
            ending = other.get("table")["ending"]
            sent = {"game": ending["game"], "tickets": hand, "last": ending["receipt"]}
            assert other.post("hand-in", sent)[0] == 200
        table.session.take_ticket(names[1], _new_card(board, cards[others[0][0]].start))
        probe()
        guest.hand_in(deck[:1])
    return guest.received, waiting


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param("heart-of-africa-full", marks=pytest.mark.soak), "switzerland-full"]
)
def test_probing_tells_nothing_about_the_tickets_of_others(tmp_path: Path, name: str) -> None:
    game = recorded_game(name)
    copies = every_card(game.setup.board)
    deck = list(dict.fromkeys(copies))
    twice_first = sorted(deck, key=copies.count, reverse=True)
    hands = [
        [cards[4 * n : 4 * n + 4] for n in range(len(game.setup.names) - 1)]
        for cards in (twice_first, deck[::-1])
    ]
    first, second = (probed(tmp_path / str(n), name, each) for n, each in enumerate(hands))
    assert first[0] == second[0]
    assert first[1] != second[1]


def _new_card(board: Board, start: str) -> Ticket:
    """A card that is not printed, from a given end."""
    pairs = {card.pairs for card in printed_cards(board).values()}
    made = (Ticket(start, end, 9) for end in board.ticket_ends if end != start)
    return next(each for each in made if each.pairs not in pairs)
