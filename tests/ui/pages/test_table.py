"""The table page: entries by touch and keyboard."""

from __future__ import annotations

import pytest

from companion.drawing.palette import contrast
from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.record import read_record
from companion.ui.keys import ENTER, ESCAPE, Z
from companion.ui.look.theme import theme
from tests.support.phone import Phone
from tests.support.stores import IN_PROGRESS_FILES
from tests.support.table import open_recorded_game, start_game


def on_disk(phone: Phone) -> tuple[object, ...]:
    """The events in the record of the only game in progress."""
    (path,) = phone.folder.glob(IN_PROGRESS_FILES)
    return read_record(path.read_text(encoding="utf-8"), bundled_boards()).game.events


def test_claim_takes_two_taps_and_is_on_disk_when_confirmed(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.taps = 0
    phone.tap_route("duluth--helena")
    phone.press("Claim for Ana  +15")
    assert phone.taps == 2
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.shows("Ana: Duluth – Helena +15")
    assert phone.table.player == "Peter"


def test_drag_between_cities_claims_at_once(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.taps = 0
    phone.drag_between("helena", "duluth")
    assert phone.taps == 1
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_drag_opens_the_sheet_if_track_colours_differ(phone: Phone) -> None:
    start_game(phone, "usa", 4)
    phone.drag_between("denver", "salt-lake-city")
    assert on_disk(phone) == ()
    phone.press("yellow")
    phone.press("Claim for Ana  +4")
    ((claim),) = on_disk(phone)
    assert isinstance(claim, RouteClaimed)
    route = bundled_boards()["usa"].routes[claim.route]
    assert route.tracks[claim.track] == "yellow"


def test_doubled_claim_takes_three_taps(phone: Phone) -> None:
    cards = [TerrainDrawn("Ana", "mountain"), TerrainDrawn("Peter", "mountain", 2)]
    start_game(phone, "heart-of-africa", 3, *cards)
    phone.taps = 0
    phone.tap_route("cape-town--port-elizabeth")
    assert phone.shows("Doubling needs a locomotive: Ana has 1 Mountain card (Peter: 2).")
    phone.press("Double with 1 locomotive")
    assert phone.shows("1 Mountain card + 1 locomotive = 2, a tie with Peter")
    phone.press("Claim for Ana  +8")
    assert phone.taps == 3
    claim = on_disk(phone)[-1]
    assert isinstance(claim, RouteClaimed)
    assert claim.doubled == Doubling(0, 1)


def test_gap_too_large_to_double_is_explained(phone: Phone) -> None:
    start_game(
        phone, "heart-of-africa", 3, TerrainDrawn("Peter", "mountain", 15), TurnPassed("Peter")
    )
    phone.session.choose("Ana")
    phone.tap_route("cape-town--port-elizabeth")
    assert phone.shows("It cannot be doubled: ")
    assert phone.shows(", and there are only 14 locomotives.")
    assert not phone.buttons("Double with 15 locomotives")


def test_black_claim_button_has_an_outline_in_dark_theme(phone: Phone) -> None:
    start_game(phone, "usa", 5)
    phone.session.choose("Lu")
    phone.context.preferences.change("theme", "dark")
    phone.tap_route("duluth--helena")
    edge = tuple(phone.button("Claim for Lu  +15").outline)
    assert edge[:3] != theme.player("black")[:3]
    assert contrast(edge, theme.palette.surface) >= 1.5


def test_header_shows_when_all_turns_are_over(phone: Phone) -> None:
    open_recorded_game(phone, "usa-full")
    assert phone.shows("All turns played · ")


def test_terrain_card_takes_one_tap(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2)
    phone.taps = 0
    phone.press("+1 Jungle")
    assert phone.taps == 1
    assert on_disk(phone) == (TerrainDrawn("Ana", "jungle"),)
    assert phone.table.player == "Ana"


def test_holding_a_terrain_button_draws_one_card(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2, TerrainDrawn("Ana", "jungle", 2))
    phone.hold(phone.button("+1 Jungle"), 1.2)
    assert on_disk(phone)[1:] == (TerrainDrawn("Ana", "jungle"),)


def test_undo_and_redo_take_one_tap(phone: Phone) -> None:
    start_game(phone, "usa", 2, RouteClaimed("Ana", "duluth--helena"))
    phone.taps = 0
    phone.press("Undo")
    assert phone.taps == 1
    assert on_disk(phone) == ()
    phone.press("Redo")
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_notification_of_an_entry_has_undo(phone: Phone) -> None:
    start_game(phone, "usa", 2)
    phone.drag_between("helena", "duluth")
    notice = phone.table.ids.notice
    phone.tap(notice.children[0])
    phone.wait_until_idle()
    assert on_disk(phone) == ()


def test_second_claim_in_a_row_is_reported_and_can_be_undone(phone: Phone) -> None:
    start_game(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    phone.session.choose("Ana")
    phone.wait_until_idle()
    phone.drag_between("duluth", "helena")
    assert phone.shows("Ana: Duluth – Helena +15 · Ana again")
    phone.press("Undo")
    assert len(phone.now.state.players["Ana"].claims) == 1


def test_next_passes_the_turn_and_a_tap_selects_a_player(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.press("Next")
    assert on_disk(phone) == (TurnPassed("Ana"),)
    assert phone.table.player == "Peter"
    phone.press("Maya")
    assert phone.table.player == "Maya"
    phone.drag_between("paris", "brest")
    assert on_disk(phone)[-1] == RouteClaimed("Maya", "brest--paris")


def test_city_sheet_lists_routes_and_builds_a_station(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.tap_city("paris")
    assert phone.shows("Marseille")
    phone.press("Build a station for Ana (1 card)")
    assert on_disk(phone) == (StationBuilt("Ana", "paris"),)
    phone.tap_city("paris")
    assert phone.shows("Peter cannot build in Paris: Ana has a station there.")


def test_city_sheet_leads_to_a_claim(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.tap_city("paris")
    phone.press("Brest")
    phone.press("Claim for Ana  +4")
    assert on_disk(phone) == (RouteClaimed("Ana", "brest--paris"),)


def test_typing_letters_finds_a_route(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.press("Find")
    phone.type("kob sto")
    phone.press("København – Stockholm")
    phone.press("Claim for Ana  +4")
    ((claim),) = on_disk(phone)
    assert isinstance(claim, RouteClaimed)
    assert claim.route == "kobenhavn--stockholm"


def test_claim_for_another_player_is_chosen_in_the_sheet(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    phone.press("Maya")
    phone.press("Claim for Maya  +15")
    assert on_disk(phone) == (RouteClaimed("Maya", "duluth--helena"),)


def test_impossible_claim_shows_the_reason_before_a_tap(phone: Phone) -> None:
    start_game(phone, "usa", 4, RouteClaimed("Ana", "denver--salt-lake-city", 0))
    phone.tap_route("denver--salt-lake-city", 1)
    phone.press("Ana")
    assert phone.shows("Ana cannot claim Denver – Salt Lake City: ")
    assert not phone.button("Claim for Ana  +4").enabled


def test_player_sheet_lists_the_routes_with_points(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.open_player("Ana")
    assert phone.shows("Ana: 15 points")
    assert phone.shows("Duluth – Helena")
    assert phone.shows("39 trains left")


def test_terrain_is_corrected_in_the_players_sheet(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 2, TerrainDrawn("Peter", "jungle", 2))
    phone.open_player("Peter")
    phone.press("One fewer Jungle & Forest card")
    assert on_disk(phone)[-1] == TerrainDrawn("Peter", "jungle", -1)
    assert phone.now.state.players["Peter"].terrain["jungle"] == 1


def test_last_round_is_announced_and_leads_to_the_tally(phone: Phone) -> None:
    board = bundled_boards()["usa"]
    routes = [id for id in board.routes if board.routes[id].length == 6][:7]
    start_game(phone, "usa", 2, *[RouteClaimed("Ana", id) for id in routes])
    assert phone.now.state.players["Ana"].trains == 3
    phone.press("Ana")
    phone.drag_between("portland", "seattle")
    assert phone.shows("The last round begins: one more turn for everybody.")
    assert phone.shows("Last round. Still to play: Peter and Ana.")
    phone.press("Next")
    assert phone.shows("Last round. Still to play: Ana.")
    phone.press("Next")
    assert phone.shows("All turns played")
    phone.press("Final tally")
    assert phone.screen == "check"


def test_back_key_closes_sheet_then_page_then_asks_before_quitting(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.key(ESCAPE)
    assert phone.table.sheet is None
    assert phone.screen == "table"
    assert phone.key(ESCAPE)
    assert phone.screen == "home"
    assert phone.key(ESCAPE)
    assert phone.shows("Press again to quit")


def test_enter_claims_and_control_z_undoes(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.key(ENTER)
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.key(Z, "ctrl")
    assert on_disk(phone) == ()


def test_rotating_keeps_the_claim_sheet(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3, TerrainDrawn("Ana", "mountain", 2))
    phone.tap_route("cape-town--port-elizabeth")
    phone.press("Double with 1 Mountain card")
    phone.resize(844, 390)
    phone.wait_until_idle()
    phone.press("Claim for Ana  +8")
    claim = on_disk(phone)[-1]
    assert isinstance(claim, RouteClaimed)
    assert claim.doubled == Doubling(1, 0)


def test_killed_app_reopens_on_the_same_game(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_route("helena--seattle")
    phone.kill()
    phone.start()
    assert phone.screen == "table"
    assert phone.table.sheet is None
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.now.state.players["Ana"].route_points == 15
    phone.press("Undo")
    assert on_disk(phone) == ()


def test_unreadable_last_game_opens_home(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    (path,) = phone.folder.glob(IN_PROGRESS_FILES)
    phone.kill()
    path.write_text("{", encoding="utf-8")
    phone.start()
    assert phone.screen == "home"


def test_app_reopens_on_home_tickets_or_result(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.press("Finish")
    phone.press("Tickets")
    phone.kill()
    phone.start()
    assert phone.screen == "tickets"
    phone.press("Next: Peter")
    phone.press("Next: Maya")
    phone.press("Result")
    phone.kill()
    phone.start()
    assert phone.screen == "result"
    for page in ("tickets", "table"):
        phone.navigator.back()
        assert phone.screen == page
    phone.navigator.reset_to("home")
    phone.kill()
    phone.start()
    assert phone.screen == "home"


@pytest.mark.parametrize("board", sorted(bundled_boards()))
def test_drag_beside_a_city_pans_and_claims_nothing(phone: Phone, board: str) -> None:
    start_game(phone, board, 3)
    view = phone.table.ids.board
    x, y = view.center
    phone.drag((x + 3, y + 60), (x + 90, y + 120))
    assert on_disk(phone) == ()
    assert phone.table.sheet is None


def test_next_is_highlighted_after_the_second_terrain_card(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3)
    phone.table.skip_starting_cards()
    phone.wait_until_idle()
    dock = phone.table.ids.dock
    for card, highlighted in enumerate((False, False, True, True), start=1):
        phone.press("+1 Desert")
        assert dock.suggests_next == highlighted, card
    assert phone.now.player == "Ana", "the turn does not pass by itself"
    phone.press("Next")
    assert not dock.suggests_next
