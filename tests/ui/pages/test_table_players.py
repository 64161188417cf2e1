"""The players' sheets of the table page, and starting cards."""

from __future__ import annotations

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.rules.events import Doubling, PlayerLeft, RouteClaimed, StationBuilt, TerrainDrawn
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.kit.name_field import NameField
from tests.support.phone import Phone
from tests.support.table import start_game
from tests.support.widgets import route_area


def events(phone: Phone) -> tuple[object, ...]:
    """The entered events."""
    return phone.now.game.events


# The first terrain card


def test_starting_cards_take_one_tap_each(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3)
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
    assert phone.shows("Maya: +1 Mountain, 1 now")
    assert not phone.shows("Each player’s first terrain card")
    assert phone.table.player == "Ana"


def test_undone_starting_card_is_asked_for_again(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    phone.press("Ana: Mountain")
    assert phone.buttons("Ana: Mountain") == []
    phone.press("Undo")
    assert events(phone) == ()
    phone.button("Ana: Mountain")


def test_starting_cards_panel_follows_the_language(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    phone.context.preferences.change("language", "de")
    phone.wait_until_idle()
    try:
        phone.button("Ana: Gebirge")
        assert not phone.shows("Mountain")
    finally:
        phone.context.preferences.change("language", "en")


def test_double_tap_enters_one_starting_card(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    card = phone.button("Ana: Mountain")
    x, y = card.to_window(*card.center)
    phone.tap_at(x, y)
    phone.tap_at(x, y)
    assert events(phone) == (TerrainDrawn("Ana", "mountain"),)
    phone.wait(IGNORE_TIME + phone.frame_time)
    phone.press("Peter: Mountain")
    assert len(events(phone)) == 2


def test_skipped_starting_cards_are_not_asked_for_again(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    phone.press("Skip")
    assert events(phone) == ()
    assert not phone.shows("Each player’s first terrain card")
    phone.press("Log")
    phone.press("Back")
    assert not phone.shows("Each player’s first terrain card")


def test_first_claim_hides_the_starting_cards_panel(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    phone.press("Next")
    assert not phone.shows("Each player’s first terrain card")


def test_boards_without_terrain_ask_for_no_starting_cards(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    assert not phone.shows("Each player’s first terrain card")


# A player's sheet


def test_player_sheet_highlights_the_players_routes(phone: Phone) -> None:
    start_game(
        phone,
        "usa",
        3,
        RouteClaimed("Ana", "duluth--helena"),
        RouteClaimed("Peter", "el-paso--houston"),
    )
    board = phone.table.ids.board
    phone.open_player("Ana")
    assert board.highlight == Highlight(player="Ana")
    assert board.height - board.inset_bottom > 200
    phone.close_sheet()
    assert board.highlight == NO_HIGHLIGHT


def test_tap_on_a_row_highlights_it_and_a_second_tap_all_routes(
    phone: Phone,
) -> None:
    start_game(
        phone, "europe", 3, StationBuilt("Ana", "paris"), RouteClaimed("Ana", "brest--paris")
    )
    board = phone.table.ids.board
    phone.open_player("Ana")
    phone.press("Brest – Paris")
    assert board.highlight.tracks == (("brest--paris", 0),)
    area = route_area(board, "brest--paris", 0)
    assert area.bottom > phone.table.covered
    phone.press("Paris")
    assert board.highlight == Highlight(places=("paris",), player="Ana")
    phone.press("Paris")
    assert board.highlight == Highlight(player="Ana")


def test_player_sheet_shows_how_a_claim_was_doubled(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    start_game(phone, "heart-of-africa", 3, claim)
    phone.open_player("Ana")
    assert phone.shows("doubled with 1 locomotive")


def test_tap_on_longest_route_highlights_its_tracks(phone: Phone) -> None:
    claims = [RouteClaimed("Ana", id) for id in ("duluth--helena", "helena--seattle")]
    start_game(phone, "usa", 3, *claims, RouteClaimed("Ana", "el-paso--houston"))
    (card,) = [card for card in phone.table.ids.scoreboard.children if card.longest_route]
    assert (card.name, card.longest_route) == ("Ana", 12)
    phone.open_player("Ana")
    phone.press("Longest route")
    trail = phone.table.ids.board.highlight.trail
    assert sorted(trail) == [("duluth--helena", 0), ("helena--seattle", 0)]
    phone.close_sheet()
    assert phone.table.ids.board.highlight.trail == ()


# Another name, colour or seat


def open_settings(phone: Phone, name: str) -> None:
    """Open the settings sheet of a player."""
    phone.open_player(name)
    phone.press("Name, colour, turn order")


def field(phone: Phone) -> NameField:
    """The name field of the open sheet."""
    return next(widget for widget in phone.visible_widgets() if isinstance(widget, NameField))


def test_renaming_a_player_changes_all_entries(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    open_settings(phone, "Ana")
    field(phone).text = "Anna"
    phone.wait()
    phone.press("Rename")
    assert phone.shows("Ana is now called Anna.")
    assert events(phone) == (RouteClaimed("Anna", "duluth--helena"),)
    phone.press("Undo")
    assert events(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_renamed_player_is_offered_by_the_new_name_in_the_next_game(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Ana")
    field(phone).text = "Anna"
    phone.wait()
    phone.press("Rename")
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.press("New game")
    chips = {chip.text for chip in phone.page("new_game").ids.known.ids.chips.children}
    assert chips == {"Anna", "Maya", "Peter"}


def test_bad_name_is_refused_on_the_settings_sheet(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Ana")
    for name, reason in (
        ("", "Every player needs a name."),
        ("peter", "Two players are called"),
        ("x" * 61, "is too long for a name"),
    ):
        field(phone).text = name
        phone.wait()
        assert phone.shows(reason)
        assert not phone.button("Rename").enabled
    assert phone.now.setup.names == ("Ana", "Peter", "Maya")


def test_choosing_a_taken_colour_swaps_it(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Ana")
    phone.press("red")
    assert phone.now.setup.colors == {"Ana": "red", "Peter": "blue", "Maya": "green"}
    assert phone.shows("Colours changed.")


def test_another_seat_changes_the_turn_order(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Maya")
    phone.press("1")
    assert phone.now.setup.names == ("Maya", "Ana", "Peter")
    assert phone.shows("Turn order: Maya, Ana, Peter")
    assert [card.name for card in reversed(phone.table.ids.scoreboard.children)] == [
        "Maya",
        "Ana",
        "Peter",
    ]


def test_player_who_left_gets_no_turns_and_is_marked(
    phone: Phone,
) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Peter")
    phone.press("Leave the game early")
    assert events(phone) == (PlayerLeft("Peter"),)
    assert phone.shows("has left")
    phone.press("Next")
    assert phone.table.player == "Maya"


def test_last_two_players_cannot_leave(phone: Phone) -> None:
    start_game(phone, "usa", 2)
    open_settings(phone, "Peter")
    phone.press("Leave the game early")
    assert events(phone) == ()
    assert phone.table.sheet is not None
    assert phone.shows("Peter cannot leave: at least 2 players must stay.")
