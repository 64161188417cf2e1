"""The players' sheets of the table page, and starting cards."""

from __future__ import annotations

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.rules.events import PlayerLeft, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.ui.kit.fields import NameField
from tests.support.phone import Phone
from tests.support.table import start_game
from tests.support.widgets import route_area

STARTING_CARDS = "Each player’s first terrain card"


def events(phone: Phone) -> tuple[object, ...]:
    """The entered events."""
    return phone.now.game.events


# The first terrain card


def test_starting_cards_take_one_tap_each(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3)
    phone.context.preferences.change("language", "de")
    phone.wait_until_idle()
    phone.button("Ana: Gebirge")
    assert not phone.shows("Mountain")
    phone.context.preferences.change("language", "en")
    phone.wait_until_idle()
    phone.press("Ana: Mountain")
    assert phone.buttons("Ana: Mountain") == []
    phone.press("Undo")
    assert events(phone) == ()
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
    assert not phone.shows(STARTING_CARDS)
    assert phone.table.player == "Ana"


def test_starting_card_from_a_phone_is_no_longer_asked_for(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    assert phone.session.enter_from_phone(TerrainDrawn("Peter", "jungle"), "card").accepted
    phone.wait_until_idle()
    assert phone.shows(STARTING_CARDS)
    assert phone.buttons("Ana: Mountain")
    assert not phone.buttons("Peter: Mountain")


def test_starting_cards_are_asked_for_until_they_are_skipped_or_the_game_goes_on(
    phone: Phone,
) -> None:
    start_game(phone, "heart-of-africa", 2)
    assert phone.shows(STARTING_CARDS)
    phone.press("Skip")
    assert events(phone) == ()
    assert not phone.shows(STARTING_CARDS)
    phone.press("Log")
    phone.press("Back")
    assert not phone.shows(STARTING_CARDS)
    start_game(phone, "heart-of-africa", 2)
    assert phone.shows(STARTING_CARDS)
    phone.session.enter(TurnPassed("Ana"))
    phone.wait_until_idle()
    assert not phone.shows(STARTING_CARDS)
    start_game(phone, "europe", 3)
    assert not phone.shows(STARTING_CARDS), "a board without terrain"


# A player's sheet


def test_player_sheet_highlights_the_players_routes_and_single_rows(phone: Phone) -> None:
    claims = [RouteClaimed("Ana", id) for id in ("brest--paris", "paris--zurich", "athina--sofia")]
    start_game(phone, "europe", 3, StationBuilt("Ana", "paris"), *claims)
    (card,) = [card for card in phone.table.ids.scoreboard.cards if card.longest_route]
    assert (card.name, card.longest_route) == ("Ana", 6)
    board = phone.table.ids.board
    phone.open_player("Ana")
    assert board.highlight == Highlight(player="Ana")
    assert board.height - board.inset_bottom > 200
    phone.press("Brest – Paris")
    assert board.highlight.tracks == (("brest--paris", 0),)
    area = route_area(board, "brest--paris", 0)
    assert area.bottom > phone.table.covered
    phone.press("Paris")
    assert board.highlight == Highlight(places=("paris",), player="Ana")
    phone.press("Paris")
    assert board.highlight == Highlight(player="Ana"), "a second tap shows all routes"
    phone.press("Longest route")
    assert sorted(board.highlight.trail) == [("brest--paris", 0), ("paris--zurich", 0)]
    phone.close_sheet()
    assert board.highlight == NO_HIGHLIGHT


# Another name, colour or seat


def open_settings(phone: Phone, name: str) -> None:
    """Open the settings sheet of a player."""
    phone.open_player(name)
    phone.press("Name, colour, turn order")


def field(phone: Phone) -> NameField:
    """The name field of the open sheet."""
    return next(widget for widget in phone.visible_widgets() if isinstance(widget, NameField))


def test_renaming_a_player_changes_all_entries_unless_the_name_is_refused(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
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
    field(phone).text = "Anna"
    phone.wait()
    phone.press("Rename")
    assert phone.shows("Ana is now called Anna.")
    assert events(phone) == (RouteClaimed("Anna", "duluth--helena"),)
    phone.press("Undo")
    assert events(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_sheet_closes_when_undo_takes_back_the_name_of_its_player(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Ana")
    field(phone).text = "Anna"
    phone.wait()
    phone.press("Rename")
    phone.open_player("Anna")
    assert phone.table.sheet is not None
    phone.session.undo()
    phone.wait_until_idle()
    assert phone.table.sheet is None


def test_another_colour_or_seat_is_chosen_on_the_sheet(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Ana")
    phone.press("red")
    assert phone.now.setup.colors == {"Ana": "red", "Peter": "blue", "Maya": "green"}
    assert phone.shows("Colours changed.")
    phone.table.close_sheet()
    phone.wait_until_idle()
    open_settings(phone, "Maya")
    phone.press("1")
    assert phone.now.setup.names == ("Maya", "Ana", "Peter")
    assert phone.shows("Turn order: Maya, Ana, Peter")
    assert [card.name for card in phone.table.ids.scoreboard.cards] == [
        "Maya",
        "Ana",
        "Peter",
    ]


def test_player_who_left_gets_no_turns_and_the_last_two_cannot_leave(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    open_settings(phone, "Peter")
    phone.press("Leave the game early")
    assert events(phone) == (PlayerLeft("Peter"),)
    assert phone.shows("has left")
    phone.press("Next")
    assert phone.table.player == "Maya"
    open_settings(phone, "Maya")
    phone.press("Leave the game early")
    assert len(events(phone)) == 2
    assert phone.table.sheet is not None
    assert phone.shows("Maya cannot leave: at least 2 players must stay.")
