"""What a few letters mean when a ticket is entered."""

from __future__ import annotations

from functools import partial

import pytest

from companion.report.finding import fitting_letters, plain
from companion.report.ticket_offers import Offer, card_between, end_at, names_of, note, offers
from companion.rules import Board, Ticket, bundled_boards, shortest_distance

AFRICA = bundled_boards()["heart-of-africa"]
USA = bundled_boards()["usa"]
DECK = [card.ticket for card in USA.tickets]


@pytest.mark.parametrize("board", bundled_boards())
def test_three_letters_bring_every_card_of_a_deck_to_the_top(board: str) -> None:
    found = bundled_boards()[board]
    deck = [card.ticket for card in found.tickets]
    for card in deck:
        one, other = (plain(found.ticket_ends[end].name) for end in (card.start, card.end))
        typed = (f"{one[0]} {other[:2]}", f"{one[:2]} {other[0]}", one[:3], other[:3])
        tops = [offer for each in typed for offer in offers(found, deck, (), each)[:2]]
        assert card in [top.ticket for top in tops if top.known], found.ticket_title(card)


@pytest.mark.parametrize("board", bundled_boards().values(), ids=lambda board: board.id)
def test_every_card_of_a_deck_is_found_by_three_letters_of_either_end(board: Board) -> None:
    deck = [card.ticket for card in board.tickets]
    assert len(deck) >= 40
    for card in deck:
        for end in (card.start, card.end):
            letters = plain(board.ticket_ends[end].name)[:3]
            found = [each.ticket for each in offers(board, deck, (), letters) if each.known]
            assert card in found, (letters, board.ticket_title(card))


def test_the_letters_that_fit_are_marked() -> None:
    fits_of = partial(fitting_letters, query="la mi")
    marked = [
        "".join(letter for letter, fits in zip(name, fits_of(name), strict=True) if fits)
        for name in ("Las Vegas", "Los Angeles", "Miami", "Salt Lake City", "Boston")
    ]
    assert marked == ["La", "LA", "Mi", "La", ""]


def test_names_of_an_end_include_old_spellings() -> None:
    assert "Kiev" in names_of(bundled_boards()["europe"], "kyiv")


def test_known_cards_come_first_then_new_ones_then_single_ends() -> None:
    met = Ticket("durban", "luanda", 14)
    found = offers(AFRICA, [met], (), "du lu")
    assert found[0] == Offer("durban", "luanda", 14, known=True, own=True)
    assert [offer.known for offer in found] == sorted((o.known for o in found), reverse=True)
    single = offers(AFRICA, [met], (), "lua")
    assert single == (Offer("durban", "luanda", 14, known=True, own=True), Offer("luanda"))


def test_an_offer_says_where_it_differs_from_the_deck() -> None:
    def said(*cards: Ticket, letters: str = "cap pre") -> str:
        return str(note(AFRICA, offers(AFRICA, cards, (), letters)[0]))

    assert said(Ticket("pretoria", "cape-town", 7)) == "None"
    assert said(Ticket("cape-town", "pretoria", 9)) == ("as your cards have it; the deck says 7")
    assert said(Ticket("cape-town", "sudan", 9), letters="cap sud") == "not in the deck, remembered"
    assert said(letters="cap sud") == "not in the deck"
    assert said(letters="cap") == "another card from here"


def test_a_new_card_is_suggested_at_the_shortest_distance() -> None:
    (card,) = [each for each in offers(AFRICA, (), (), "lua zom") if each.end]
    assert not card.known
    assert card.points == shortest_distance(AFRICA, "luanda", "zomba")


def test_new_cards_are_not_offered_while_cards_of_the_deck_fit() -> None:
    assert all(offer.known for offer in offers(USA, DECK, (), "la mi"))
    assert [offer.known for offer in offers(USA, DECK, (), "lit mia")] == [False]


def test_a_card_that_is_held_is_not_even_offered_as_a_new_one() -> None:
    held = {Ticket("los-angeles", "miami", 1).pairs}
    found = offers(USA, DECK, held, "los mia")
    assert all({offer.start, offer.end} != {"los-angeles", "miami"} for offer in found)
    assert card_between(USA, DECK, held, "miami", "los-angeles") is None


def test_with_one_end_settled_only_the_other_is_looked_for() -> None:
    found = offers(USA, DECK, (), "", "miami")
    assert len(found) == len(USA.ticket_ends) - 1
    assert all("miami" in (offer.start, offer.end) for offer in found)
    best = offers(USA, DECK, (), "tor", "miami")[0]
    assert best == Offer("miami", "toronto", 10, known=True)


def test_an_entrance_stands_for_its_country_and_a_way_station_for_nothing() -> None:
    assert end_at(AFRICA, "sudan-west") == "sudan"
    assert end_at(AFRICA, "durban") == "durban"
    assert end_at(AFRICA, "way-station-kalahari") is None
