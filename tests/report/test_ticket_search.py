"""Suggestions for ticket cards."""

from __future__ import annotations

import json
from functools import cache, partial

import pytest

from companion.report.search.text import OTHER_NAMES, matched_letters, names_of_ends, normalized
from companion.report.search.tickets import (
    TicketSuggestion,
    possible_ends,
    single_suggestion,
    suggest_between,
    suggest_tickets,
    suggestion_caption,
    ticket_end_at,
)
from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.rules.graph import shortest_distance
from tests.support.boards import EUROPE, SWITZERLAND

AFRICA = bundled_boards()["heart-of-africa"]
USA = bundled_boards()["usa"]
DECK = [card.ticket for card in USA.tickets]


@cache
def known_tickets(board_id: str, letters: str) -> list[Ticket]:
    """The suggested cards of a board's deck, the best first."""
    board = bundled_boards()[board_id]
    found = suggest_tickets(board, [card.ticket for card in board.tickets], {}, letters)
    return [each.ticket for each in found if each.is_known]


@pytest.mark.slow
def test_three_letters_find_every_card_of_every_deck() -> None:
    for board in bundled_boards().values():
        assert len(board.tickets) >= 18
        # Three ends of Germany begin with “Fr”, and two with “Sch”.
        top = 3 if board.id == "germany" else 2
        for card in (each.ticket for each in board.tickets):
            one, other = (normalized(board.ticket_ends[end].name) for end in (card.start, card.end))
            title = board.ticket_title(card)
            assert card in known_tickets(board.id, one[:3]), title
            assert card in known_tickets(board.id, other[:3]), title
            typed = (one[:3], other[:3], f"{one[0]} {other[:2]}", f"{one[:2]} {other[0]}")
            assert any(card in known_tickets(board.id, letters)[:top] for letters in typed), title


def test_order_case_and_accents_do_not_matter() -> None:
    deck = [card.ticket for card in EUROPE.tickets]
    for query in ("edi ath", "ath edi", "ATH  edinb"):
        first = suggest_tickets(EUROPE, deck, {}, query)[0].ticket
        assert str(EUROPE.ticket_title(first)) == "Athína – Edinburgh"
    first = suggest_tickets(EUROPE, deck, {}, "kiev pet")[0].ticket
    assert str(EUROPE.ticket_title(first)) == "Kyïv – Petrograd"


def test_matched_letters_are_marked() -> None:
    fits_of = partial(matched_letters, query="la mi")
    marked = [
        "".join(letter for letter, fits in zip(name, fits_of(name), strict=True) if fits)
        for name in ("Las Vegas", "Los Angeles", "Miami", "Salt Lake City", "Boston")
    ]
    assert marked == ["La", "LA", "Mi", "La", ""]


def test_ends_have_former_names() -> None:
    assert "Kiev" in names_of_ends(bundled_boards()["europe"], "kyiv").others


def test_known_cards_precede_new_cards_and_single_ends() -> None:
    met = Ticket("durban", "luanda", 14)
    found = suggest_tickets(AFRICA, [met], {}, "du lu")
    assert found[0] == TicketSuggestion("durban", met, is_known=True)
    assert [each.is_known for each in found] == sorted(
        (each.is_known for each in found), reverse=True
    )
    single = suggest_tickets(AFRICA, [met], {}, "lua")
    assert single == (
        TicketSuggestion("durban", met, is_known=True),
        TicketSuggestion("luanda"),
    )


def test_note_names_difference_from_deck() -> None:
    def note(*cards: Ticket, letters: str = "cap pre") -> str:
        return str(suggestion_caption(AFRICA, suggest_tickets(AFRICA, cards, {}, letters)[0]))

    assert note(Ticket("pretoria", "cape-town", 7)) == "None"
    assert note(Ticket("cape-town", "pretoria", 9)) == ("your own value; 7 in the app’s deck")
    assert (
        note(Ticket("cape-town", "sudan", 9), letters="cap sud")
        == "not in the app’s deck, entered before"
    )
    assert note(letters="cap sud") == "not in the app’s deck"
    assert note(letters="cap") == "a ticket from here to…"


def test_card_of_another_deck_follows_the_deck_and_is_marked() -> None:
    big = EUROPE.in_variant("big-cities")
    cards = [card.ticket for card in (*big.tickets, *big.other_tickets)]
    found = [each for each in suggest_tickets(big, cards, {}, "ath") if each.is_known]
    others = [each.is_of_other_deck for each in found]
    assert others == sorted(others)
    assert {True, False} == set(others)
    assert {str(suggestion_caption(big, each)) for each in found} == {"None", "not in this deck"}
    alone = single_suggestion(suggest_tickets(big, cards, {}, "cad fra"))
    assert alone is not None
    assert alone.is_of_other_deck


def test_new_card_is_worth_the_shortest_distance() -> None:
    (card,) = [each for each in suggest_tickets(AFRICA, (), {}, "lua zom") if each.card]
    assert not card.is_known
    assert card.ticket.points == shortest_distance(AFRICA, "luanda", "zomba")


def test_no_new_cards_while_cards_of_the_deck_match() -> None:
    assert all(each.is_known for each in suggest_tickets(USA, DECK, {}, "la mi"))
    assert [each.is_known for each in suggest_tickets(USA, DECK, {}, "lit mia")] == [False]


def test_held_cards_follow_free_ones_and_name_the_holder() -> None:
    held = {Ticket("los-angeles", "miami", 1).pairs: "Peter"}
    found = suggest_tickets(USA, DECK, held, "l mi")
    first_held = next(place for place, each in enumerate(found) if each.holder)
    assert not any(each.holder or not each.is_known for each in found[:first_held])
    assert USA.ticket_title(found[first_held].ticket) == "Los Angeles – Miami"
    assert str(suggestion_caption(USA, found[first_held])) == "Peter has it"
    from_there = suggest_tickets(USA, DECK, held, "", "los-angeles")
    assert [each.holder for each in from_there].count("Peter") == 1
    assert suggest_between(USA, DECK, held, "miami", "los-angeles") is None


def test_held_card_is_not_suggested_as_new() -> None:
    held = {Ticket("los-angeles", "miami", 1).pairs: "Peter"}
    for query in ("los mia", "los mia 19", "los mia 7"):
        found = [
            each
            for each in suggest_tickets(USA, DECK, held, query)
            if each.card and not each.holder
        ]
        assert all(
            {each.ticket.start, each.ticket.end} != {"los-angeles", "miami"} for each in found
        ), query


@pytest.mark.parametrize("query", ["lua bei 12", "12 lua bei", "bei 12 lua"])
def test_typed_value_is_that_of_a_new_card(query: str) -> None:
    card = suggest_tickets(AFRICA, (), {}, query)[0]
    assert ({card.ticket.start, card.ticket.end}, card.ticket.points, card.has_typed_value) == (
        {"luanda", "beira"},
        12,
        True,
    )


def test_typed_value_selects_among_cards_of_the_deck() -> None:
    matching = {each.ticket for each in suggest_tickets(USA, DECK, {}, "mia") if each.is_known}
    assert len(matching) > 3
    for card in matching:
        found = [
            each.ticket
            for each in suggest_tickets(USA, DECK, {}, f"mia {card.points}")
            if each.card
        ]
        assert card in [each for each in found if each.points == card.points]
        assert found[0].points == card.points
        assert set(found) < matching


def test_typed_value_that_differs_from_the_deck_is_another_printing() -> None:
    assert AFRICA.card(Ticket("cape-town", "pretoria", 7))
    deck = [card.ticket for card in AFRICA.tickets]
    card = suggest_tickets(AFRICA, deck, {}, "cap pre 9")[0]
    assert (card.ticket.points, card.has_typed_value) == (9, True)
    assert str(suggestion_caption(AFRICA, card)) == "your own value; 7 in the app’s deck"


def test_impossible_typed_value_is_ignored() -> None:
    (card,) = [each for each in suggest_tickets(AFRICA, (), {}, "lua zom 99") if each.card]
    assert not card.has_typed_value


@pytest.mark.parametrize(
    ("board", "query", "end"),
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
def test_names_in_other_languages_find_the_end(board: str, query: str, end: str) -> None:
    found = suggest_tickets(bundled_boards()[board], (), {}, query)
    assert [each.start for each in found] == [end]


@pytest.mark.slow
def test_every_bundled_name_finds_its_end() -> None:
    others = json.loads(OTHER_NAMES.read_text(encoding="utf-8"))
    for board in bundled_boards().values():
        for end, names in others[board.id].items():
            for name in names:
                found = suggest_tickets(board, (), {}, name)
                assert end in [each.start for each in found if not each.card], name


def test_with_one_end_chosen_only_the_other_is_searched() -> None:
    found = suggest_tickets(USA, DECK, {}, "", "miami")
    assert len(found) == len(USA.ticket_ends) - 1
    assert all("miami" in (each.ticket.start, each.ticket.end) for each in found)
    best = suggest_tickets(USA, DECK, {}, "tor", "miami")[0]
    assert best == TicketSuggestion("miami", Ticket("miami", "toronto", 10), is_known=True)


def test_entrance_belongs_to_its_country_and_way_station_to_no_ticket_end() -> None:
    assert ticket_end_at(AFRICA, "sudan-west") == "sudan"
    assert ticket_end_at(AFRICA, "durban") == "durban"
    assert ticket_end_at(AFRICA, "way-station-kalahari") is None


@pytest.mark.parametrize(
    ("board", "letters", "title"),
    [
        # Cape Town has a name in another language that begins with d.
        ("heart-of-africa", "bo d", "Bondo – Douala"),
        # A new card, because the deck does not have it.
        ("europe", "am ess", "Amsterdam – Essen"),
        ("usa", "dul elp", "Duluth – El Paso"),
        ("usa", "dul", None),
        ("usa", "xyz", None),
    ],
)
def test_single_suggestion_is_the_only_one_of_the_best_rank(
    board: str, letters: str, title: str | None
) -> None:
    found = bundled_boards()[board]
    deck = [card.ticket for card in found.tickets]
    chosen = single_suggestion(suggest_tickets(found, deck, {}, letters))
    assert (chosen and found.ticket_title(chosen.ticket)) == title


def test_possible_ends_are_those_of_cards_that_can_still_be_had() -> None:
    classic = USA.in_variant("classic")
    cards = [each.ticket for each in (*classic.tickets, *classic.other_tickets)]
    assert possible_ends(classic, cards, {}, "seattle") == {"los-angeles", "new-york"}
    held = {card.pairs for card in cards if {card.start, card.end} == {"seattle", "new-york"}}
    assert possible_ends(classic, cards, held, "seattle") == {"los-angeles"}
    learned = Ticket("seattle", "miami", 21)
    assert "miami" in possible_ends(classic, (*cards, learned), {}, "seattle")


def test_country_is_no_possible_end_of_another_one_on_its_card() -> None:
    card = next(each.ticket for each in SWITZERLAND.tickets if each.ticket.other_ends)
    end = card.other_ends[0][0]
    assert possible_ends(SWITZERLAND, [card], {}, end) == {card.start}
    assert possible_ends(SWITZERLAND, [card], {}, card.start) == {*card.points_by_end}
