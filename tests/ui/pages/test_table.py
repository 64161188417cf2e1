"""The table page: entries by touch and keyboard."""

from __future__ import annotations

from companion.drawing.palette import contrast
from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.record import read_record
from companion.ui.keyboard import ENTER, ESCAPE, Z
from companion.ui.look.theme import theme
from tests.support.phone import Phone
from tests.support.stores import IN_PROGRESS_FILES
from tests.support.table import start_game

HELENA = RouteClaimed("Ana", "duluth--helena")


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
    assert on_disk(phone) == (HELENA,)
    assert phone.shows("Ana: Duluth – Helena +15")
    assert phone.table.player == "Peter"
    phone.tap_route("helena--seattle")
    phone.press("Maya")
    phone.press("Claim for Maya  +15")
    assert on_disk(phone)[-1] == RouteClaimed("Maya", "helena--seattle"), "chosen in the sheet"


def test_drag_between_cities_claims_at_once_with_undo_and_redo(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.taps = 0
    phone.drag_between("helena", "duluth")
    assert phone.taps == 1
    assert on_disk(phone) == (HELENA,)
    phone.tap(phone.table.ids.notice.children[0])
    phone.wait_until_idle()
    assert on_disk(phone) == (), "undone by the notification"
    phone.taps = 0
    phone.press("Redo")
    assert on_disk(phone) == (HELENA,)
    phone.tap(phone.buttons("Undo")[0])
    phone.wait_until_idle()
    assert phone.taps == 2
    assert on_disk(phone) == ()
    phone.session.redo()
    phone.wait_until_idle()
    phone.drag_between("helena", "duluth")
    assert on_disk(phone) == (HELENA,)
    assert phone.shows("Peter cannot claim Duluth – Helena: Ana has this track.")
    assert phone.table.ids.notice.refused


def test_drag_opens_the_sheet_if_track_colours_differ(phone: Phone) -> None:
    start_game(phone, "usa", 4)
    board = phone.table.ids.board
    tracks = bundled_boards()["usa"].routes["denver--salt-lake-city"].tracks
    phone.drag_between("denver", "salt-lake-city")
    assert on_disk(phone) == ()
    phone.press("yellow")
    chosen = tracks.index("yellow")
    assert board.highlight.tracks == (("denver--salt-lake-city", chosen),), "not the other track"
    phone.press("Claim for Ana  +4")
    assert board.highlight.tracks == ()
    assert on_disk(phone) == (RouteClaimed("Ana", "denver--salt-lake-city", chosen),)
    phone.tap_route("denver--salt-lake-city", 1 - chosen)
    assert board.highlight.tracks == (("denver--salt-lake-city", 1 - chosen),)
    phone.press("Ana")
    assert phone.shows("Ana cannot claim Denver – Salt Lake City: ")
    assert not phone.button("Claim for Ana  +4").enabled


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


def test_black_claim_button_has_an_outline_in_dark_theme(phone: Phone) -> None:
    start_game(phone, "usa", 5)
    phone.session.choose("Lu")
    phone.context.preferences.change("theme", "dark")
    phone.tap_route("duluth--helena")
    edge = tuple(phone.button("Claim for Lu  +15").outline)
    assert edge[:3] != theme.player("black")[:3]
    assert contrast(edge, theme.palette.surface) >= 1.5


def test_terrain_card_takes_one_tap_and_the_second_highlights_next(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3)
    phone.table.skip_starting_cards()
    phone.wait_until_idle()
    dock = phone.table.ids.dock
    phone.taps = 0
    phone.press("+1 Jungle")
    assert phone.taps == 1
    assert on_disk(phone) == (TerrainDrawn("Ana", "jungle"),)
    assert not dock.suggests_next, "a card at the beginning is the starting card"
    phone.hold(phone.button("+1 Jungle"), 1.2)
    assert on_disk(phone) == (TerrainDrawn("Ana", "jungle"),) * 2, "holding draws one"
    phone.wait_until_idle()
    assert not dock.suggests_next
    for _ in range(2):
        phone.press("+1 Desert")
        assert dock.suggests_next
    assert phone.now.player == "Ana", "the turn does not pass by itself"
    phone.press("Next")
    assert not dock.suggests_next


def test_next_passes_the_turn_and_a_tap_selects_a_player(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.press("Next")
    assert on_disk(phone) == (TurnPassed("Ana"),)
    assert phone.table.player == "Peter"
    phone.press("Maya")
    assert phone.table.player == "Maya"
    phone.drag_between("paris", "brest")
    assert on_disk(phone)[-1] == RouteClaimed("Maya", "brest--paris")


def test_city_sheet_and_letters_lead_to_a_station_and_claims(phone: Phone) -> None:
    start_game(phone, "europe", 3)
    phone.tap_city("paris")
    assert phone.shows("Marseille")
    phone.press("Build a station for Ana (1 card)")
    assert on_disk(phone) == (StationBuilt("Ana", "paris"),)
    phone.tap_city("paris")
    assert phone.shows("Peter cannot build in Paris: Ana has a station there.")
    phone.press("Brest")
    phone.press("Claim for Peter  +4")
    assert on_disk(phone)[-1] == RouteClaimed("Peter", "brest--paris")
    phone.press("Find")
    phone.type("kob sto")
    phone.press("København – Stockholm")
    phone.press("Claim for Maya  +4")
    claim = on_disk(phone)[-1]
    assert isinstance(claim, RouteClaimed)
    assert claim.route == "kobenhavn--stockholm"


def test_player_sheet_lists_routes_and_corrects_terrain(phone: Phone) -> None:
    claim = RouteClaimed("Peter", "cape-town--port-elizabeth")
    start_game(phone, "heart-of-africa", 2, TerrainDrawn("Peter", "jungle", 2), claim)
    phone.open_player("Peter")
    assert phone.shows("Peter: 4 points")
    assert phone.shows("Cape Town – Port Elizabeth")
    assert phone.shows("42 trains left")
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
    assert phone.shows("All turns played · ")
    phone.press("Final tally")
    assert phone.screen == "check"


def test_enter_claims_control_z_undoes_and_back_leaves_step_by_step(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.key(ENTER)
    assert on_disk(phone) == (HELENA,)
    assert phone.key(Z, "ctrl")
    assert on_disk(phone) == ()
    phone.tap_route("duluth--helena")
    assert phone.key(ESCAPE)
    assert phone.table.sheet is None
    assert phone.screen == "table"
    assert phone.key(ESCAPE)
    assert phone.screen == "home"
    assert phone.key(ESCAPE)
    assert phone.shows("Press again to quit")


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


def test_killed_app_reopens_on_the_same_game_unless_it_is_unreadable(phone: Phone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.tap_route("helena--seattle")
    phone.reopen()
    assert phone.screen == "table"
    assert phone.table.sheet is None
    assert on_disk(phone) == (HELENA,)
    assert phone.now.state.players["Ana"].route_points == 15
    phone.press("Undo")
    assert on_disk(phone) == ()
    (path,) = phone.folder.glob(IN_PROGRESS_FILES)
    phone.kill()
    for file in (path.parent).iterdir():
        file.write_text("{", encoding="utf-8")
    phone.start()
    assert phone.screen == "home"


def test_app_reopens_on_home_tickets_or_result(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.finish()
    phone.press("Tickets")
    phone.reopen()
    assert phone.screen == "tickets"
    phone.press("Next: Peter")
    phone.press("Next: Maya")
    phone.press("Result")
    phone.reopen()
    assert phone.screen == "result"
    for page in ("tickets", "table"):
        phone.navigator.back()
        assert phone.screen == page
    phone.navigator.reset_to("home")
    phone.reopen()
    assert phone.screen == "home"


def test_drag_beside_a_city_pans_and_claims_nothing(phone: Phone) -> None:
    for board in ("heart-of-africa", "europe"):
        start_game(phone, board, 3)
        view = phone.table.ids.board
        x, y = view.center
        phone.drag((x + 3, y + 60), (x + 90, y + 120))
        assert phone.now.game.events == ()
        assert phone.table.sheet is None
