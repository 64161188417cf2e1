"""Known ticket cards: the deck, learned values, and learned cards."""

from __future__ import annotations

from companion.rules.events import Ticket
from companion.rules.game import Game
from companion.store.store import Store
from companion.table import edits
from companion.table.edits import KnownTickets
from tests.support.saved_games import AFRICA, SUDAN, setup

DECK = tuple(card.ticket for card in AFRICA.tickets)
CAPE_PRETORIA = Ticket("cape-town", "pretoria", 7)


class LearningGame:
    """A game whose tickets are learned when they are entered."""

    def __init__(self, store: Store) -> None:
        self.game = Game.begin(setup(AFRICA))
        self._known = KnownTickets(store.learned)

    def change_to(self, game: Game) -> None:
        self._known.update(self.game.state, game.state)
        self.game = game

    @property
    def cards(self) -> tuple[Ticket, ...]:
        return self._known.cards(AFRICA)


def test_deck_is_known_from_the_start(store: Store) -> None:
    playing = LearningGame(store)
    assert playing.cards == DECK
    playing.change_to(edits.add_ticket(playing.game, "Ana", CAPE_PRETORIA))
    assert playing.cards == DECK
    assert store.learned.tickets(AFRICA) == []


def test_entered_card_outside_the_deck_is_learned(store: Store) -> None:
    playing = LearningGame(store)
    playing.change_to(edits.add_ticket(playing.game, "Ana", SUDAN))
    assert playing.cards == (*DECK, SUDAN)
    assert LearningGame(store).cards == (*DECK, SUDAN)


def test_removed_card_is_forgotten(store: Store) -> None:
    playing = LearningGame(store)
    playing.change_to(edits.add_ticket(playing.game, "Ana", SUDAN))
    playing.change_to(playing.game.undo())
    assert playing.cards == DECK


def test_card_learned_earlier_stays_known(store: Store) -> None:
    store.learned.remember_ticket(AFRICA, SUDAN)
    playing = LearningGame(store)
    playing.change_to(edits.add_ticket(playing.game, "Ana", SUDAN))
    playing.change_to(playing.game.undo())
    assert playing.cards == (*DECK, SUDAN)


def test_changed_value_replaces_deck_card(store: Store) -> None:
    playing = LearningGame(store)
    place = DECK.index(CAPE_PRETORIA)
    playing.change_to(edits.add_ticket(playing.game, "Ana", CAPE_PRETORIA))
    playing.change_to(edits.change_value(playing.game, "Ana", CAPE_PRETORIA, 9))
    own = Ticket("cape-town", "pretoria", 9)
    assert playing.cards == (*DECK[:place], own, *DECK[place + 1 :])
    playing.change_to(playing.game.undo())
    assert playing.cards == DECK
    assert store.learned.tickets(AFRICA) == []
