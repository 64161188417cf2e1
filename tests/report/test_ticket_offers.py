"""What a few letters mean when a ticket is entered."""

from __future__ import annotations

import json
from functools import partial

import pytest

from companion.report.finding import fitting_letters, plain
from companion.report.ticket_offers import Offer, card_between, end_at, note, offers
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.rules.network import shortest_distance
from companion.rules.other_names import NAMES, names_of_ends

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
        tops = [offer for each in typed for offer in offers(found, deck, {}, each)[:2]]
        assert card in [top.ticket for top in tops if top.known], found.ticket_title(card)


@pytest.mark.parametrize("board", bundled_boards().values(), ids=lambda board: board.id)
def test_every_card_of_a_deck_is_found_by_three_letters_of_either_end(board: Board) -> None:
    deck = [card.ticket for card in board.tickets]
    assert len(deck) >= 40
    for card in deck:
        for end in (card.start, card.end):
            letters = plain(board.ticket_ends[end].name)[:3]
            found = [each.ticket for each in offers(board, deck, {}, letters) if each.known]
            assert card in found, (letters, board.ticket_title(card))


def test_the_letters_that_fit_are_marked() -> None:
    fits_of = partial(fitting_letters, query="la mi")
    marked = [
        "".join(letter for letter, fits in zip(name, fits_of(name), strict=True) if fits)
        for name in ("Las Vegas", "Los Angeles", "Miami", "Salt Lake City", "Boston")
    ]
    assert marked == ["La", "LA", "Mi", "La", ""]


def test_names_of_an_end_include_old_spellings() -> None:
    assert "Kiev" in names_of_ends(bundled_boards()["europe"], "kyiv").others


def test_known_cards_come_first_then_new_ones_then_single_ends() -> None:
    met = Ticket("durban", "luanda", 14)
    found = offers(AFRICA, [met], {}, "du lu")
    assert found[0] == Offer("durban", "luanda", 14, known=True, own=True)
    assert [offer.known for offer in found] == sorted((o.known for o in found), reverse=True)
    single = offers(AFRICA, [met], {}, "lua")
    assert single == (Offer("durban", "luanda", 14, known=True, own=True), Offer("luanda"))


def test_an_offer_says_where_it_differs_from_the_deck() -> None:
    def said(*cards: Ticket, letters: str = "cap pre") -> str:
        return str(note(AFRICA, offers(AFRICA, cards, {}, letters)[0]))

    assert said(Ticket("pretoria", "cape-town", 7)) == "None"
    assert said(Ticket("cape-town", "pretoria", 9)) == ("as your cards have it; the deck says 7")
    assert said(Ticket("cape-town", "sudan", 9), letters="cap sud") == "not in the deck, remembered"
    assert said(letters="cap sud") == "not in the deck"
    assert said(letters="cap") == "another card from here"


def test_a_new_card_is_suggested_at_the_shortest_distance() -> None:
    (card,) = [each for each in offers(AFRICA, (), {}, "lua zom") if each.end]
    assert not card.known
    assert card.points == shortest_distance(AFRICA, "luanda", "zomba")


def test_new_cards_are_not_offered_while_cards_of_the_deck_fit() -> None:
    assert all(offer.known for offer in offers(USA, DECK, {}, "la mi"))
    assert [offer.known for offer in offers(USA, DECK, {}, "lit mia")] == [False]


def test_a_card_that_is_held_is_named_with_its_holder_after_those_that_are_free() -> None:
    held = {Ticket("los-angeles", "miami", 1).pairs: "Peter"}
    found = offers(USA, DECK, held, "l mi")
    first_held = next(place for place, offer in enumerate(found) if offer.holder)
    assert not any(offer.holder or not offer.known for offer in found[:first_held])
    assert USA.ticket_title(found[first_held].ticket) == "Los Angeles – Miami"
    assert str(note(USA, found[first_held])) == "Peter has it"
    from_there = offers(USA, DECK, held, "", "los-angeles")
    assert [offer.holder for offer in from_there].count("Peter") == 1
    assert card_between(USA, DECK, held, "miami", "los-angeles") is None


def test_a_held_card_is_not_offered_as_a_new_one() -> None:
    held = {Ticket("los-angeles", "miami", 1).pairs: "Peter"}
    for line in ("los mia", "los mia 19", "los mia 7"):
        found = [each for each in offers(USA, DECK, held, line) if each.end and not each.holder]
        assert all({each.start, each.end} != {"los-angeles", "miami"} for each in found), line


@pytest.mark.parametrize("line", ["lua bei 12", "12 lua bei", "bei 12 lua"])
def test_a_value_in_the_line_is_that_of_a_new_card(line: str) -> None:
    card = offers(AFRICA, (), {}, line)[0]
    assert ({card.start, card.end}, card.points, card.typed) == ({"luanda", "beira"}, 12, True)


def test_a_value_in_the_line_chooses_among_cards_of_the_deck() -> None:
    fitting = {offer.ticket for offer in offers(USA, DECK, {}, "mia") if offer.known}
    assert len(fitting) > 3
    for card in fitting:
        found = [offer.ticket for offer in offers(USA, DECK, {}, f"mia {card.points}") if offer.end]
        assert card in [each for each in found if each.points == card.points]
        assert found[0].points == card.points
        assert set(found) < fitting


def test_another_value_than_the_deck_has_is_this_tables_own_printing() -> None:
    assert AFRICA.card(Ticket("cape-town", "pretoria", 7))
    deck = [card.ticket for card in AFRICA.tickets]
    card = offers(AFRICA, deck, {}, "cap pre 9")[0]
    assert (card.points, card.typed) == (9, True)
    assert str(note(AFRICA, card)) == "as your cards have it; the deck says 7"


def test_a_value_no_card_has_is_asked_for() -> None:
    (card,) = [each for each in offers(AFRICA, (), {}, "lua zom 99") if each.end]
    assert not card.typed


@pytest.mark.parametrize(
    ("board", "line", "end"),
    [
        ("europe", "vienna", "wien"),
        ("europe", "moscow", "moskva"),
        ("europe", "istanbul", "constantinople"),
        ("europe", "kopenhagen", "kobenhavn"),
        ("europe", "mikligardur", "constantinople"),
        ("heart-of-africa", "tschad", "tchad"),
        ("heart-of-africa", "kinshasa", "leopoldville"),
        ("heart-of-africa", "hofdaborg", "cape-town"),
        ("usa", "nola", "new-orleans"),
    ],
)
def test_other_languages_names_find_the_printed_ones(board: str, line: str, end: str) -> None:
    found = offers(bundled_boards()[board], (), {}, line)
    assert [each.start for each in found] == [end]


@pytest.mark.parametrize("board", bundled_boards().values(), ids=lambda board: board.id)
def test_every_other_name_finds_its_city(board: Board) -> None:
    deck = [card.ticket for card in board.tickets]
    for end, names in json.loads(NAMES.read_text(encoding="utf-8"))[board.id].items():
        for name in names:
            single = [each.start for each in offers(board, deck, {}, name) if not each.end]
            assert end in single, name


def test_with_one_end_settled_only_the_other_is_looked_for() -> None:
    found = offers(USA, DECK, {}, "", "miami")
    assert len(found) == len(USA.ticket_ends) - 1
    assert all("miami" in (offer.start, offer.end) for offer in found)
    best = offers(USA, DECK, {}, "tor", "miami")[0]
    assert best == Offer("miami", "toronto", 10, known=True)


def test_an_entrance_stands_for_its_country_and_a_way_station_for_nothing() -> None:
    assert end_at(AFRICA, "sudan-west") == "sudan"
    assert end_at(AFRICA, "durban") == "durban"
    assert end_at(AFRICA, "way-station-kalahari") is None
