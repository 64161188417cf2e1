"""The cards a table plays with: the deck, as this table has it printed, and what is not in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.events import Ticket
from companion.rules.game import Game
from companion.store.store import Store
from companion.table import hands
from companion.table.ticket_memory import TicketMemory
from tests.support.games import AFRICA, SUDAN, setup
from tests.support.stores import open_store

DECK = tuple(card.ticket for card in AFRICA.tickets)
CAPE_PRETORIA = Ticket("cape-town", "pretoria", 7)


class Table:
    """A game whose tickets are remembered as they are entered."""

    def __init__(self, store: Store) -> None:
        self.game = Game.begin(setup(AFRICA))
        self._memory = TicketMemory(store.learned)

    def turn_to(self, game: Game) -> None:
        self._memory.follow(self.game.state, game.state)
        self.game = game

    @property
    def cards(self) -> tuple[Ticket, ...]:
        return self._memory.cards(AFRICA)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


def test_the_deck_is_known_from_the_start(store: Store) -> None:
    table = Table(store)
    assert table.cards == DECK
    table.turn_to(hands.taken(table.game, "Ana", CAPE_PRETORIA))
    assert table.cards == DECK
    assert store.learned.tickets(AFRICA) == []


def test_a_card_that_is_not_in_the_deck_is_known_from_its_first_entry(store: Store) -> None:
    table = Table(store)
    table.turn_to(hands.taken(table.game, "Ana", SUDAN))
    assert table.cards == (*DECK, SUDAN)
    assert Table(store).cards == (*DECK, SUDAN)


def test_a_slip_is_not_remembered(store: Store) -> None:
    table = Table(store)
    table.turn_to(hands.taken(table.game, "Ana", SUDAN))
    table.turn_to(table.game.undo())
    assert table.cards == DECK


def test_a_card_known_before_stays_known_when_it_is_taken_back(store: Store) -> None:
    store.learned.remember_ticket(AFRICA, SUDAN)
    table = Table(store)
    table.turn_to(hands.taken(table.game, "Ana", SUDAN))
    table.turn_to(table.game.undo())
    assert table.cards == (*DECK, SUDAN)


def test_another_value_makes_a_card_the_tables_own_in_its_place(store: Store) -> None:
    table = Table(store)
    place = DECK.index(CAPE_PRETORIA)
    table.turn_to(hands.taken(table.game, "Ana", CAPE_PRETORIA))
    table.turn_to(hands.revalued(table.game, "Ana", CAPE_PRETORIA, 9))
    own = Ticket("cape-town", "pretoria", 9)
    assert table.cards == (*DECK[:place], own, *DECK[place + 1 :])
    table.turn_to(table.game.undo())
    assert table.cards == DECK
    assert store.learned.tickets(AFRICA) == []
