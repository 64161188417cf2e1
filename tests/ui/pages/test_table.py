"""Keeping score at the table, by real touches."""

from __future__ import annotations

import pytest

from companion.drawing.palette import contrast
from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.record import read_record
from companion.ui.keys import ENTER, ESCAPE, Z
from companion.ui.look.theme import theme
from tests.ui.finished import lay_recorded
from tests.ui.phone import Phone
from tests.ui.tables import lay


def on_disk(phone: Phone) -> tuple[object, ...]:
    """The events of the only game in progress, as its file has them."""
    (path,) = (phone.folder / "in_progress").glob("*.json")
    return read_record(path.read_text(encoding="utf-8"), bundled_boards()).game.events


def test_a_claim_takes_two_taps_and_is_on_disk_when_it_is_told(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.taps = 0
    phone.tap_route("duluth--helena")
    phone.press("Claim for Ana  +15")
    assert phone.taps == 2
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.reads("Ana: Duluth – Helena +15")
    assert phone.table.player == "Peter"


def test_a_drag_from_city_to_city_claims_at_once(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.taps = 0
    phone.connect("helena", "duluth")
    assert phone.taps == 1
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_a_drag_asks_where_the_tracks_differ_in_colour(phone: Phone) -> None:
    lay(phone, "usa", 4)
    phone.connect("denver", "salt-lake-city")
    assert on_disk(phone) == ()
    phone.press("yellow")
    phone.press("Claim for Ana  +4")
    ((claim),) = on_disk(phone)
    assert isinstance(claim, RouteClaimed)
    route = bundled_boards()["usa"].routes[claim.route]
    assert route.tracks[claim.track] == "yellow"


def test_a_doubled_claim_takes_three_taps(phone: Phone) -> None:
    cards = [TerrainDrawn("Ana", "mountain"), TerrainDrawn("Peter", "mountain", 2)]
    lay(phone, "heart-of-africa", 3, *cards)
    phone.taps = 0
    phone.tap_route("cape-town--port-elizabeth")
    assert phone.reads("1 Mountain card + 1 locomotive = 2, a tie with Peter")
    assert phone.reads("Without a locomotive it is not possible: Ana has 1 Mountain card, Peter 2.")
    phone.press("Double with 1 locomotive")
    phone.press("Claim for Ana  +8")
    assert phone.taps == 3
    claim = on_disk(phone)[-1]
    assert isinstance(claim, RouteClaimed)
    assert claim.doubled == Doubling(0, 1)


def test_a_gap_no_locomotives_can_close_is_told(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 3, TerrainDrawn("Peter", "mountain", 15), TurnPassed("Peter"))
    phone.session.choose("Ana")
    phone.tap_route("cape-town--port-elizabeth")
    assert phone.reads("It cannot be doubled: ")
    assert phone.reads(", and there are only 14 locomotives.")
    assert not phone.buttons("Double with 15 locomotives")


def test_black_claims_with_an_edge_that_is_seen_in_the_dark(phone: Phone) -> None:
    lay(phone, "usa", 5)
    phone.session.choose("Lu")
    phone.context.preferences.change("theme", "dark")
    phone.tap_route("duluth--helena")
    edge = tuple(phone.button("Claim for Lu  +15").outline)
    assert edge[:3] != theme.player("black")[:3]
    assert contrast(edge, theme.palette.surface) >= 1.5


def test_the_header_says_when_all_turns_are_over(phone: Phone) -> None:
    lay_recorded(phone, "usa-full")
    assert phone.reads("All turns are over · ")


def test_a_terrain_card_takes_one_tap(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    phone.taps = 0
    phone.press("+1 Jungle")
    assert phone.taps == 1
    assert on_disk(phone) == (TerrainDrawn("Ana", "jungle"),)
    assert phone.table.player == "Ana"


def test_holding_a_terrain_button_takes_a_card_back(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2, TerrainDrawn("Ana", "jungle", 2))
    button = phone.button("+1 Jungle")
    phone.hold(button, 0.6)
    assert on_disk(phone)[-1] == TerrainDrawn("Ana", "jungle", -1)
    assert len(on_disk(phone)) == 2


def test_a_second_tap_at_once_counts_as_one(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2)
    button = phone.button("+1 Desert")
    phone.tap(button)
    phone.tap(button)
    assert on_disk(phone) == (TerrainDrawn("Ana", "desert"),)


def test_undo_takes_one_tap_and_redo_brings_it_back(phone: Phone) -> None:
    lay(phone, "usa", 2, RouteClaimed("Ana", "duluth--helena"))
    phone.taps = 0
    phone.press("Undo")
    assert phone.taps == 1
    assert on_disk(phone) == ()
    phone.press("Redo")
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)


def test_the_line_that_answers_an_entry_has_undo_in_it(phone: Phone) -> None:
    lay(phone, "usa", 2)
    phone.connect("helena", "duluth")
    notice = phone.table.ids.notice
    phone.tap(notice.children[0])
    phone.commit()
    assert on_disk(phone) == ()


def test_next_passes_the_turn_and_a_tap_on_a_name_gives_it(phone: Phone) -> None:
    lay(phone, "europe", 3)
    phone.press("Next")
    assert on_disk(phone) == (TurnPassed("Ana"),)
    assert phone.table.player == "Peter"
    phone.press("Maya")
    assert phone.table.player == "Maya"
    phone.connect("paris", "brest")
    assert on_disk(phone)[-1] == RouteClaimed("Maya", "brest--paris")


def test_a_city_shows_its_routes_and_takes_a_station(phone: Phone) -> None:
    lay(phone, "europe", 3)
    phone.tap_city("paris")
    assert phone.reads("Marseille")
    phone.press("Build a station for Ana (1 card)")
    assert on_disk(phone) == (StationBuilt("Ana", "paris"),)
    phone.tap_city("paris")
    assert phone.reads("Peter cannot build in Paris: Ana has a station there.")


def test_a_city_sheet_leads_to_a_claim(phone: Phone) -> None:
    lay(phone, "europe", 3)
    phone.tap_city("paris")
    phone.press("Brest")
    phone.press("Claim for Ana  +4")
    assert on_disk(phone) == (RouteClaimed("Ana", "brest--paris"),)


def test_typing_letters_finds_a_route(phone: Phone) -> None:
    lay(phone, "europe", 3)
    phone.press("Find")
    phone.type("kob sto")
    phone.press("København – Stockholm")
    phone.press("Claim for Ana  +4")
    ((claim),) = on_disk(phone)
    assert isinstance(claim, RouteClaimed)
    assert claim.route == "kobenhavn--stockholm"


def test_a_claim_for_somebody_else_is_chosen_in_the_sheet(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    phone.press("Maya")
    phone.press("Claim for Maya  +15")
    assert on_disk(phone) == (RouteClaimed("Maya", "duluth--helena"),)


def test_what_is_not_possible_says_why_before_it_is_tapped(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_route("duluth--helena")
    assert phone.reads("Peter cannot claim Duluth – Helena: Ana has this track.")
    assert not phone.button("Claim for Peter  +15").enabled


def test_a_score_explains_itself(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.press("Score of Ana")
    assert phone.reads("Ana: 15 points")
    assert phone.reads("Duluth – Helena")
    assert phone.reads("39 trains left")


def test_terrain_is_set_right_in_the_players_sheet(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 2, TerrainDrawn("Peter", "jungle", 2))
    phone.press("Score of Peter")
    phone.press("One Jungle & Forest less")
    assert on_disk(phone)[-1] == TerrainDrawn("Peter", "jungle", -1)
    assert phone.now.state.players["Peter"].terrain["jungle"] == 1


def test_the_last_round_is_announced_counted_down_and_leads_to_the_tally(phone: Phone) -> None:
    board = bundled_boards()["usa"]
    routes = [id for id in board.routes if board.routes[id].length == 6][:7]
    lay(phone, "usa", 2, *[RouteClaimed("Ana", id) for id in routes])
    assert phone.now.state.players["Ana"].trains == 3
    phone.press("Ana")
    phone.connect("portland", "seattle")
    assert phone.reads("The last round begins: one more turn for everybody.")
    assert phone.reads("Last round: one turn each for Ana and Peter.")
    phone.press("Next")
    assert phone.reads("Last round: one turn each for Ana.")
    phone.press("Next")
    assert phone.reads("Everybody has had the last turn.")
    phone.button("Final tally")


def test_the_back_key_closes_a_sheet_then_the_screen_then_leaves(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.key(ESCAPE)
    assert phone.table.sheet is None
    assert phone.screen == "table"
    assert phone.key(ESCAPE)
    assert phone.screen == "home"
    assert not phone.navigator.back()


def test_enter_claims_and_control_z_undoes(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.key(ENTER)
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.key(Z, "ctrl")
    assert on_disk(phone) == ()


def test_the_phone_can_be_turned_in_the_middle_of_a_claim(phone: Phone) -> None:
    lay(phone, "heart-of-africa", 3, TerrainDrawn("Ana", "mountain", 2))
    phone.tap_route("cape-town--port-elizabeth")
    phone.press("Double with 1 Mountain card")
    phone.resize(844, 390)
    phone.commit()
    phone.press("Claim for Ana  +8")
    claim = on_disk(phone)[-1]
    assert isinstance(claim, RouteClaimed)
    assert claim.doubled == Doubling(1, 0)


def test_killed_in_the_middle_of_a_sheet_it_opens_where_it_was(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_route("helena--seattle")
    phone.die()
    phone.start()
    assert phone.screen == "table"
    assert phone.table.sheet is None
    assert on_disk(phone) == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.now.state.players["Ana"].route_points == 15
    phone.press("Undo")
    assert on_disk(phone) == ()


def test_a_game_that_cannot_be_read_any_more_opens_at_home(phone: Phone) -> None:
    lay(phone, "usa", 3)
    (path,) = (phone.folder / "in_progress").glob("*.json")
    phone.die()
    path.write_text("{", encoding="utf-8")
    phone.start()
    assert phone.screen == "home"


def test_who_was_at_home_at_the_tickets_or_at_the_result_is_there_again(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.press("Finish")
    phone.press("Tickets")
    phone.die()
    phone.start()
    assert phone.screen == "tickets"
    phone.press("Next: Peter")
    phone.press("Next: Maya")
    phone.press("Result")
    phone.die()
    phone.start()
    assert phone.screen == "result"
    for page in ("tickets", "table"):
        phone.navigator.back()
        assert phone.screen == page
    phone.navigator.reset_to("home")
    phone.die()
    phone.start()
    assert phone.screen == "home"


@pytest.mark.parametrize("board", sorted(bundled_boards()))
def test_a_drag_beside_a_city_pans_and_claims_nothing(phone: Phone, board: str) -> None:
    lay(phone, board, 3)
    view = phone.table.ids.board
    x, y = view.center
    phone.drag((x + 3, y + 60), (x + 90, y + 120))
    assert on_disk(phone) == ()
    assert phone.table.sheet is None
