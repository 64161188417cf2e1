"""The players at the table: their sheet, another name, colour or seat, their first cards."""

from __future__ import annotations

from companion.rules.events import Doubling, PlayerLeft, RouteClaimed, StationBuilt, TerrainDrawn
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.kit.name_field import NameField
from tests.ui.phone import Phone
from tests.ui.tables import lay


def events(phone: Phone) -> tuple[object, ...]:
    """What has been entered."""
    return phone.now.game.events


# The first terrain card


def test_the_first_cards_are_asked_for_with_one_tap_each(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 3)
    phone.taps = 0
    phone.press("Peter: Jungle")
    phone.press("Ana: Mountain")
    phone.press("Maya: Mountain")
    assert phone.taps == 3
    assert events(phone) == (
        TerrainDrawn("Peter", "jungle"),
        TerrainDrawn("Ana", "mountain"),
        TerrainDrawn("Maya", "mountain"),
    )
    assert phone.reads("Maya: +1 Mountain, 1 now")
    assert not phone.reads("The first card of each player")
    assert phone.table.player == "Ana"


def test_a_first_card_is_undone_and_asked_for_again(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    phone.press("Ana: Mountain")
    assert phone.buttons("Ana: Mountain") == []
    phone.press("Undo")
    assert events(phone) == ()
    phone.button("Ana: Mountain")


def test_the_first_cards_speak_the_language_of_the_rest(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    phone.context.preferences.change("language", "de")
    phone.commit()
    try:
        phone.button("Ana: Gebirge")
        assert not phone.reads("Mountain")
    finally:
        phone.context.preferences.change("language", "en")


def test_two_nervous_taps_do_not_deal_to_the_next_in_line(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    card = phone.button("Ana: Mountain")
    x, y = card.to_window(*card.center)
    phone.tap_at(x, y)
    phone.tap_at(x, y)
    assert events(phone) == (TerrainDrawn("Ana", "mountain"),)
    phone.wait(IGNORE_TIME + phone.pace)
    phone.press("Peter: Mountain")
    assert len(events(phone)) == 2


def test_the_first_cards_can_be_skipped_and_are_not_asked_for_again(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    phone.press("Skip")
    assert events(phone) == ()
    assert not phone.reads("The first card of each player")
    phone.press("Log")
    phone.press("Back")
    assert not phone.reads("The first card of each player")


def test_whoever_begins_to_play_is_not_asked_any_more(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    phone.press("Next")
    assert not phone.reads("The first card of each player")


def test_no_first_card_is_asked_for_where_none_is_dealt(phone: Phone) -> None:
    lay(phone, "europe", 3)
    assert not phone.reads("The first card of each player")


# A player's sheet


def test_a_players_routes_stand_out_while_the_sheet_is_open(phone: Phone) -> None:
    lay(
        phone,
        "usa",
        3,
        RouteClaimed("Ana", "duluth--helena"),
        RouteClaimed("Peter", "el-paso--houston"),
    )
    board = phone.table.ids.board
    phone.press("Score of Ana")
    assert board.highlight_player == "Ana"
    assert board.height - board.inset_bottom > 200
    phone.close_sheet()
    assert board.highlight_player is None


def test_an_entry_of_the_sheet_is_shown_on_the_board_and_a_second_tap_shows_all(
    phone: Phone,
) -> None:
    lay(phone, "europe", 3, StationBuilt("Ana", "paris"), RouteClaimed("Ana", "brest--paris"))
    board = phone.table.ids.board
    phone.press("Score of Ana")
    phone.press("Brest – Paris")
    assert board.lit == (("brest--paris", 0),)
    area = board.rect_of_route("brest--paris", 0)
    assert area.bottom > phone.table.covered
    phone.press("Paris")
    assert (board.lit, board.marked_places) == ((), ("paris",))
    phone.press("Paris")
    assert (board.marked_places, board.highlight_player) == ((), "Ana")


def test_the_sheet_says_with_what_a_claim_was_doubled(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    lay(phone, "heart-of-africa", 3, claim)
    phone.press("Score of Ana")
    assert phone.reads("doubled with 1 locomotive")


def test_the_longest_route_is_drawn_along_its_tracks_at_a_tap(phone: Phone) -> None:
    claims = [RouteClaimed("Ana", id) for id in ("duluth--helena", "helena--seattle")]
    lay(phone, "usa", 3, *claims, RouteClaimed("Ana", "el-paso--houston"))
    (card,) = [card for card in phone.table.ids.scoreboard.children if card.longest]
    assert (card.name, card.longest) == ("Ana", 12)
    phone.press("Score of Ana")
    phone.press("Longest route")
    trail = phone.table.ids.board.trail
    assert sorted(trail) == [("duluth--helena", 0), ("helena--seattle", 0)]
    phone.close_sheet()
    assert phone.table.ids.board.trail == ()


# Another name, colour or seat


def seat(phone: Phone, name: str) -> None:
    """Open what can be changed about a player."""
    phone.press(f"Score of {name}")
    phone.press("Name, colour, seat")


def field(phone: Phone) -> NameField:
    """Where the name is typed."""
    return next(widget for widget in phone.shown() if isinstance(widget, NameField))


def test_a_player_is_renamed_and_all_entries_follow(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    seat(phone, "Ana")
    field(phone).text = "Anna"
    phone.wait()
    phone.press("Rename")
    assert phone.reads("Ana is Anna now.")
    assert events(phone) == (RouteClaimed("Anna", "duluth--helena"),)
    phone.press("Undo")
    assert events(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_a_bad_name_is_refused_where_it_is_typed(phone: Phone) -> None:
    lay(phone, "usa", 3)
    seat(phone, "Ana")
    for name, reason in (
        ("", "Every player needs a name."),
        ("peter", "Two players are called"),
        ("x" * 61, "is too long for a name"),
    ):
        field(phone).text = name
        phone.wait()
        assert phone.reads(reason)
        assert not phone.button("Rename").enabled
    assert phone.now.setup.names == ("Ana", "Peter", "Maya")


def test_a_colour_that_somebody_has_is_swapped(phone: Phone) -> None:
    lay(phone, "usa", 3)
    seat(phone, "Ana")
    phone.press("red")
    assert phone.now.setup.colors == {"Ana": "red", "Peter": "blue", "Maya": "green"}
    assert phone.reads("The colours have changed.")


def test_another_seat_changes_the_order_of_turns(phone: Phone) -> None:
    lay(phone, "usa", 3)
    seat(phone, "Maya")
    phone.press("1")
    assert phone.now.setup.names == ("Maya", "Ana", "Peter")
    assert phone.reads("The order of turns: Maya, Ana, Peter")
    assert [card.name for card in reversed(phone.table.ids.scoreboard.children)] == [
        "Maya",
        "Ana",
        "Peter",
    ]


def test_whoever_leaves_the_table_gets_no_more_turns_and_is_seen_to_have_left(
    phone: Phone,
) -> None:
    lay(phone, "usa", 3)
    seat(phone, "Peter")
    phone.press("Leaves the table")
    assert events(phone) == (PlayerLeft("Peter"),)
    assert phone.reads("has left")
    phone.press("Next")
    assert phone.table.player == "Maya"


def test_the_last_two_cannot_leave_and_the_sheet_says_why(phone: Phone) -> None:
    lay(phone, "usa", 2)
    seat(phone, "Peter")
    phone.press("Leaves the table")
    assert events(phone) == ()
    assert phone.table.sheet is not None
    assert phone.reads("Peter cannot leave the table: 2 players stay at least.")
