"""Entering tickets at the end of a game, by real touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.ui.pages.tickets.ticket_offer import OfferRow
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import outside, too_small, torn
from tests.ui.ticket_page import cards, finish, pick, screen

DULUTH_OMAHA = Ticket("duluth", "omaha", 5)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One phone for all evenings in here: what it learns in one, it knows in the next."""
    phone = HastyPhone(tmp_path_factory.mktemp("phone") / "kept")
    yield phone
    phone.close()


# By letters


def test_a_card_of_a_deck_takes_three_letters_and_one_tap(phone: Phone) -> None:
    finish(phone, "usa", 3)
    phone.type("l mi")
    phone.press("Los Angeles – Miami")
    assert phone.taps == 1
    assert cards(phone, "Ana") == (Ticket("los-angeles", "miami", 19),)


def test_order_and_accents_do_not_matter(phone: Phone) -> None:
    finish(phone, "europe", 2)
    for letters in ("edi ath", "ath edi", "ATH  edinb"):
        phone.type(letters)
        phone.button("Athína – Edinburgh")
        phone.press("Clear")
    phone.type("kiev pet")
    phone.button("Kyïv – Petrograd")
    phone.press("Clear")


def test_a_card_somebody_holds_is_named_with_its_holder(phone: Phone) -> None:
    held = TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19),))
    finish(phone, "usa", 3, held)
    phone.press("Ana")
    phone.type("l mi")
    offered = [widget.title for widget in phone.shown() if isinstance(widget, OfferRow)]
    assert offered.index("Las Vegas – Miami") < offered.index("Los Angeles – Miami")
    assert phone.reads("Peter has it")
    phone.press("Los Angeles – Miami")
    assert phone.reads("Peter has the ticket Los Angeles – Miami already.")
    assert cards(phone, "Ana") == ()


def test_letters_that_fit_nothing_get_a_sentence(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.type("mia xyz")
    assert phone.reads("No ticket fits these letters.")
    phone.press("Clear")
    assert not phone.reads("No ticket fits these letters.")


def test_a_value_in_the_line_leaves_nothing_to_ask(phone: Phone) -> None:
    finish(phone, "heart-of-africa", 2)
    phone.type("bei cab 12")
    phone.press("Beira – Cabinda")
    assert phone.taps == 1
    assert cards(phone, "Ana") == (Ticket("beira", "cabinda", 12),)
    screen(phone).session.drop_ticket("Ana", Ticket("beira", "cabinda", 12))


def test_what_a_city_is_called_elsewhere_finds_its_cards(phone: Phone) -> None:
    finish(phone, "europe", 2)
    phone.type("vienna paris")
    phone.press("Paris – Wien")
    assert cards(phone, "Ana") == (Ticket("paris", "wien", 8),)


def test_enter_takes_the_one_match_there_is_and_none_of_several(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.type("dul")
    screen(phone).entry.take_only()
    assert cards(phone, "Ana") == ()
    phone.type(" elp")
    screen(phone).entry.take_only()
    assert cards(phone, "Ana") == (Ticket("duluth", "el-paso", 10),)


def test_a_card_that_is_in_no_deck_is_entered_with_its_value(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.type("lit mia")
    phone.press("Little Rock – Miami")
    assert screen(phone).entry.value is not None
    phone.press("One more")
    phone.press("Enter for Ana")
    assert cards(phone, "Ana") == (Ticket("little-rock", "miami", 10),)


# A card the deck does not have


def test_a_new_card_takes_at_most_six_taps_and_is_known_next_time(phone: Phone) -> None:
    finish(phone, "heart-of-africa", 2)
    phone.type("lua")
    phone.press("Luanda – …")
    phone.type("zom")
    phone.press("Luanda – Zomba")
    suggested = int(screen(phone).entry.value.points)
    phone.press("One more")
    phone.press("One more")
    phone.press("Enter for Ana")
    assert phone.taps <= 6
    card = Ticket("luanda", "zomba", suggested + 2)
    assert cards(phone, "Ana") == (card,)

    finish(phone, "heart-of-africa", 2)
    phone.type("l zo")
    phone.press("Luanda – Zomba")
    assert phone.taps == 1
    assert cards(phone, "Ana") == (card,)


def test_both_ends_in_one_go_ask_only_for_the_value(phone: Phone) -> None:
    finish(phone, "heart-of-africa", 2)
    phone.type("dur lua")
    phone.press("Durban – Luanda")
    phone.type("21")
    phone.press("Enter for Ana")
    assert phone.taps == 2
    assert cards(phone, "Ana") == (Ticket("durban", "luanda", 21),)


def test_a_slip_is_not_remembered_but_a_corrected_value_is(phone: Phone) -> None:
    board = bundled_boards()["heart-of-africa"]
    finish(phone, "heart-of-africa", 2)
    phone.type("bei cab")
    phone.press("Beira – Cabinda")
    phone.press("Enter for Ana")
    (card,) = cards(phone, "Ana")
    assert card in phone.context.store.learned.tickets(board)
    phone.press("Beira – Cabinda")
    phone.press("One more")
    assert Ticket("beira", "cabinda", card.points + 1) in phone.context.store.learned.tickets(board)
    phone.press("Remove")
    known = [each.pairs for each in phone.context.store.learned.tickets(board)]
    assert card.pairs not in known


# On the board


def test_two_taps_on_the_board_enter_a_card_of_the_deck(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.press("On the board")
    pick(phone, "seattle")
    assert phone.reads("From Seattle to …")
    pick(phone, "new-york")
    assert cards(phone, "Ana") == (Ticket("new-york", "seattle", 20),)
    assert phone.taps == 3


def test_a_country_is_picked_by_any_of_its_entrances(phone: Phone) -> None:
    finish(phone, "heart-of-africa", 2)
    phone.press("On the board")
    pick(phone, "sudan-west")
    pick(phone, "pretoria")
    phone.press("Enter for Ana")
    assert [{card.start, card.end} for card in cards(phone, "Ana")] == [{"sudan", "pretoria"}]


def test_a_card_that_is_taken_is_refused_with_its_holder(phone: Phone) -> None:
    finish(phone, "usa", 2, TicketsTaken("Peter", (Ticket("new-york", "seattle", 20),)))
    phone.press("On the board")
    pick(phone, "seattle")
    pick(phone, "new-york")
    assert phone.reads("Peter has the ticket Seattle – New York already.")
    assert cards(phone, "Ana") == ()


# What is shown


def walk(*routes: str) -> list[RouteClaimed]:
    return [RouteClaimed("Ana", route) for route in routes]


def test_walk_shortfall_and_total_follow_every_entry(phone: Phone) -> None:
    finish(phone, "usa", 2, *walk("duluth--omaha", "denver--omaha"))
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.reads("stops at Denver: 4 spaces short")
    assert phone.reads("Ana: 0 of 1 completed, −10")
    phone.press("Back")
    assert phone.screen == "check"
    phone.session.enter(RouteClaimed("Ana", "denver--santa-fe"))
    phone.session.enter(RouteClaimed("Ana", "el-paso--santa-fe"))
    phone.press("Tickets")
    assert phone.reads("Ana: 1 of 1 completed, +10")
    assert phone.reads("Duluth · Omaha · Denver · Santa Fe · El Paso")


def test_a_long_walk_leaves_its_middle_out(phone: Phone) -> None:
    routes = ("boston--new-york", "new-york--washington", "raleigh--washington")
    held = TicketsTaken("Ana", (Ticket("boston", "miami", 12),))
    finish(phone, "usa", 2, *walk(*routes, "charleston--raleigh", "charleston--miami"), held)
    assert phone.reads("Boston · New York · Washington · … · Miami")


def test_a_ticket_the_others_cut_off_says_so(phone: Phone) -> None:
    around = ("charleston--miami", "atlanta--miami", "miami--new-orleans")
    taken = [RouteClaimed("Peter", route) for route in around]
    finish(phone, "usa", 2, *taken, TicketsTaken("Ana", (Ticket("boston", "miami", 12),)))
    assert phone.reads("cut off")


def test_one_more_ticket_changes_what_a_station_borrows(phone: Phone) -> None:
    finish(
        phone,
        "europe",
        2,
        RouteClaimed("Ana", "dieppe--london"),
        RouteClaimed("Ana", "berlin--frankfurt"),
        RouteClaimed("Peter", "dieppe--paris"),
        RouteClaimed("Peter", "frankfurt--paris"),
        StationBuilt("Ana", "paris"),
        TicketsTaken("Ana", (Ticket("london", "paris", 3),)),
    )
    assert phone.reads("station in Paris: Dieppe – Paris of Peter")
    assert phone.reads("Ana: 1 of 1 completed, +3")
    phone.type("ber par")
    phone.press("Berlin – Paris")
    phone.press("Enter for Ana")
    assert phone.reads("station in Paris: Frankfurt – Paris of Peter")
    assert not phone.reads("Dieppe – Paris of Peter")
    points = cards(phone, "Ana")[1].points
    assert phone.reads(f"Ana: 1 of 2 completed, +{points - 3}")
    phone.press("Undo")
    assert phone.reads("station in Paris: Dieppe – Paris of Peter")


def test_the_walk_is_lit_on_the_board(phone: Phone) -> None:
    held = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))
    finish(phone, "usa", 2, *walk("duluth--omaha", "denver--omaha"), held)
    phone.press("Duluth – El Paso")
    phone.press("Show on the board")
    assert phone.taps == 2
    board = screen(phone).entry.picker
    assert board
    assert {"duluth--omaha", "denver--omaha"} <= {route for route, _ in board.highlight.tracks}
    assert set(board.highlight.places) == {"duluth", "el-paso"}


# What is set right


def test_value_move_and_remove_take_one_tap_each_and_are_undone(phone: Phone) -> None:
    held = Ticket("los-angeles", "miami", 19)
    finish(phone, "usa", 3, TicketsTaken("Ana", (held, Ticket("duluth", "el-paso", 10))))
    phone.press("Los Angeles – Miami")
    phone.press("Worth 20")
    assert cards(phone, "Ana")[0].points == 20
    phone.press("One less")
    assert cards(phone, "Ana")[0] == held
    phone.press("Maya")
    assert [{card.start, card.end} for card in cards(phone, "Ana")] == [{"duluth", "el-paso"}]
    assert cards(phone, "Maya") == (held,)
    phone.press("Undo")
    assert cards(phone, "Ana")[0] == held
    assert cards(phone, "Maya") == ()
    phone.press("Duluth – El Paso")
    phone.press("Remove")
    assert cards(phone, "Ana") == (held,)
    phone.press("Undo")
    assert len(cards(phone, "Ana")) == 2
    phone.press("Redo")
    assert cards(phone, "Ana") == (held,)


def test_a_card_of_several_in_one_entry_moves_alone_and_in_one_step(phone: Phone) -> None:
    pair = (Ticket("boston", "miami", 12), Ticket("duluth", "el-paso", 10))
    finish(phone, "usa", 2, TicketsTaken("Ana", pair))
    phone.press("Boston – Miami")
    phone.press("Peter")
    assert (cards(phone, "Ana"), cards(phone, "Peter")) == (pair[1:], pair[:1])
    phone.press("Undo")
    assert (cards(phone, "Ana"), cards(phone, "Peter")) == (pair, ())


# Ways


def test_the_players_follow_in_turn_order_up_to_the_result(phone: Phone) -> None:
    finish(phone, "usa", 3)
    for name in ("Peter", "Maya"):
        phone.press(f"Next: {name}")
        assert screen(phone).player == name
    assert phone.reads("3 of 3 · Maya")
    phone.press("Peter")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert len(cards(phone, "Peter")) == 1
    phone.press("Next: Maya")
    phone.press("Result")
    assert phone.screen == "result"


def test_killed_it_goes_on_with_who_was_given_the_last_ticket(phone: Phone) -> None:
    finish(phone, "usa", 3)
    phone.press("Next: Peter")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    phone.die()
    phone.start()
    assert phone.reads("2 of 3 · Peter")


def test_a_ticket_is_set_right_after_the_result(phone: Phone) -> None:
    finish(phone, "usa", 2, *walk("duluth--omaha"), TicketsTaken("Ana", (DULUTH_OMAHA,)))
    phone.press("Next: Peter")
    phone.press("Result")
    phone.press("Finish: put it among the past games")
    phone.press("Back")
    assert phone.screen == "tickets"
    phone.press("Ana")
    phone.press("Duluth – Omaha")
    phone.press("One more")
    assert phone.context.store.games.finished()[0].scores["Ana"] == 2 + 6 + 10


def test_back_leaves_what_was_begun_one_step_at_a_time(phone: Phone) -> None:
    finish(phone, "heart-of-africa", 2)
    phone.press("On the board")
    pick(phone, "durban")
    pick(phone, "ujiji")
    for step in ("value", "board", "letters"):
        assert phone.screen == "tickets", step
        phone.press("Back")
    assert phone.screen == "check"


def test_what_the_screen_adds_up_is_the_tally(phone: Phone) -> None:
    held = (Ticket("boston", "miami", 12), DULUTH_OMAHA)
    finish(phone, "usa", 2, *walk("duluth--omaha"), TicketsTaken("Ana", held))
    saved = phone.now.saved
    assert saved
    points = tally(saved.game.state).players[0].points("tickets")
    assert points == -7
    assert phone.reads("Ana: 1 of 2 completed, −7")


@pytest.mark.parametrize(("size", "scale"), [((320, 568), 1.3), ((844, 390), 1.0)])
def test_everything_fits(phone: Phone, size: tuple[int, int], scale: float) -> None:
    phone.context.preferences.change("text_size", scale)
    try:
        phone.resize(*size)
        finish(phone, "europe", 5, TicketsTaken("Ana", (Ticket("athina", "edinburgh", 21),)))
        for letters in ("", "co", "lis sof"):
            phone.type(letters)
            _check(phone)
            screen(phone).entry.clear()
        phone.type("lis sof")
        screen(phone).entry.take_only()
        phone.commit()
        _check(phone)
        phone.press("Cancel")
        screen(phone).entry.clear()
        screen(phone).open_ticket(screen(phone)._mine.tickets[0])
        phone.commit()
        _check(phone)
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)


def _check(phone: Phone) -> None:
    shown = phone.navigator.page
    assert too_small(shown) == []
    assert torn(shown) == []
    assert outside(shown) == []
