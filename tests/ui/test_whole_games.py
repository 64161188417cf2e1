"""Whole games entered by touch, from the first start to the result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report.search.text import normalized
from companion.rules.board import Route
from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.record import read_record
from companion.rules.wording import format_number
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.route_sheets import CitySheet, ClaimedRouteSheet, RouteChoiceSheet
from companion.ui.pages.tickets.ticket_input import SuggestionRow
from tests.support.games import recorded_game
from tests.support.new_game import NewGamePhone
from tests.support.phone import Phone
from tests.support.random_games import THOROUGHNESS
from tests.support.sessions import accepted
from tests.support.stores import IN_PROGRESS_FILES

GAMES = {"heart-of-africa-full": 41, "europe-big-cities": 24}
"""Two games with the number of first entries that contain all kinds; others are for `make soak`."""
LAST = 2
"""Number of entries at the end of a game that are always made by touch."""
OTHER_GAMES = tuple(
    name
    for name in (*(f"{board}-full" for board in bundled_boards()), "usa-mega")
    if name not in GAMES
)


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[NewGamePhone]:
    phone = NewGamePhone(tmp_path / "data")
    yield phone
    phone.close()


def begin(phone: NewGamePhone, game: Game) -> None:
    """Fill in the New game page by touch."""
    screen = phone.new_game_page
    assert phone.screen == "new_game", "a first start goes straight to it"
    phone.choose_board(game.setup.board.id)
    if game.setup.board.variant_id:
        phone.choose_variant(game.setup.board.variant_id)
    for _ in range(len(game.setup.players) - 2):
        screen.ids.scroll.scroll_y = 0
        phone.wait_until_idle()
        phone.press("Add a player")
        phone.wait(0.3)
    screen.ids.scroll.scroll_y = 0
    phone.wait_until_idle()
    for row, player in zip(screen.ids.list.rows, game.setup.players, strict=True):
        phone.tap(row.ids.field)
        phone.wait(0.2)
        phone.type(player.name)
    phone.start_game()
    assert phone.screen == "table"


def enter(phone: Phone, event: Event, number: int) -> None:
    """Enter one event by touch."""
    if phone.table.player != event.player and phone.buttons(event.player):
        phone.press(event.player)
    match event:
        case TurnPassed():
            phone.press("Next")
        case TerrainDrawn():
            draw(phone, event)
        case StationBuilt():
            phone.tap_city(event.city)
            phone.tap(phone.table.sheet.ids.station.children[0])  # type: ignore[union-attr]
            phone.wait_until_idle()
        case RouteClaimed():
            claim(phone, event, by_letters=number % 10 == 0)
        case PlayerLeft():
            raise AssertionError("nobody leaves these games early")
        case TicketsTaken():
            raise AssertionError("tickets come after the last round")
        case OtherPoints():
            raise AssertionError("nobody gets other points in these games")


def draw(phone: Phone, event: TerrainDrawn) -> None:
    """Draw cards with the dock, or take them back on the player's sheet; the first when asked."""
    starting = phone.buttons(f"{event.player}: {event.terrain.capitalize()}")
    if starting and event.count == 1:
        phone.tap(starting[0])
        phone.wait_until_idle()
    elif event.count > 0:
        for _ in range(event.count):
            phone.press(f"+1 {event.terrain.capitalize()}")
    else:
        terrain = phone.now.board.terrain
        assert terrain
        name = next(kind.name for kind in terrain.types if kind.id == event.terrain)
        phone.open_player(event.player)
        for _ in range(-event.count):
            phone.press(f"One fewer {name} card")
        phone.close_sheet()


def claim(phone: Phone, event: RouteClaimed, by_letters: bool) -> None:
    board = phone.now.state.setup.board
    route = board.routes[event.route]
    if by_letters:
        phone.press("Find")
        phone.type(str(board.route_title(route)).replace(" – ", " "))
        tap_row(phone, route)
    else:
        phone.tap_route(event.route, event.track)
    if isinstance(phone.table.sheet, CitySheet):
        # A route of one space may be closer to its city than a finger can tell.
        tap_row(phone, route)
    if isinstance(phone.table.sheet, RouteChoiceSheet):
        phone.press(str(board.route_title(route)))
    if isinstance(phone.table.sheet, ClaimedRouteSheet):
        # Found by letters, an equal track was claimed instead of the one in the record.
        phone.press("Claim the other track")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet), f"no claim sheet for {event}"
    assert sheet.route is route
    if sheet.track != event.track and sheet.ids.tracks.children:
        sheet.choose_track(event.track)
    if event.doubled is not None:
        options = list(reversed(sheet.ids.options.children))
        assert sheet.offer is not None
        phone.tap(options[1 + sheet.offer.plays.index(event.doubled)])
    phone.tap(sheet.button)
    phone.wait_until_idle()


def tap_row(phone: Phone, route: Route) -> None:
    """Tap the row of a route in a list."""
    rows = (each for each in phone.visible_widgets() if getattr(each, "route", None) is route)
    phone.tap(next(rows))
    phone.wait_until_idle()


def take(phone: Phone, ticket: Ticket) -> tuple[int, int]:
    """Enter a ticket by three letters; returns the number of letters and taps."""
    board, before = phone.now.state.setup.board, phone.taps
    one, *others = (
        normalized(board.ticket_ends[end].name) for end in (ticket.start, *ticket.points_by_end)
    )
    letters = f"{one[0]} {others[0][:2]}"
    phone.type(letters)
    offered = (each for each in phone.visible_widgets() if isinstance(each, SuggestionRow))
    phone.tap(next(each for each in offered if each.title == board.ticket_title(ticket)))
    phone.wait_until_idle()
    return len(letters.replace(" ", "")), phone.taps - before


def score(result: Tally) -> object:
    """The scores, winners and tie-breaker, to compare."""
    parts = (
        (
            each.name,
            each.total,
            *((part.id, part.points) for part in each.parts),
        )
        for each in result.players
    )
    return [*parts], result.winners, result.decided_by


@pytest.mark.parametrize(
    "name", [*GAMES, *(pytest.param(name, marks=pytest.mark.soak) for name in OTHER_GAMES)]
)
def test_whole_game_by_touch_equals_the_record_on_disk(phone: NewGamePhone, name: str) -> None:
    game = recorded_game(name)
    begin(phone, game)
    events = [event for event in game.events if not isinstance(event, TicketsTaken)]
    first = len(events) if THOROUGHNESS > 1 else GAMES.get(name, len(events))
    for number, event in enumerate(events):
        if first <= number < len(events) - LAST:
            assert accepted(phone.session.enter, event), event
        else:
            enter(phone, event, number)
    (path,) = phone.folder.glob(IN_PROGRESS_FILES)
    saved = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    expected = Game.begin(game.setup, events).state
    assert (saved.setup.board, saved.setup.names) == (game.setup.board, game.setup.names)
    assert saved.state.players.keys() == expected.players.keys()
    for player, state in expected.players.items():
        assert saved.state.players[player].route_points == state.route_points
        assert saved.state.players[player].trains == state.trains
        assert saved.state.players[player].terrain == state.terrain
        assert saved.state.players[player].stations == state.stations
    assert saved.state.owners.keys() == expected.owners.keys()
    assert saved.state.is_over
    assert phone.shows("All turns played")
    phone.press("Final tally")
    phone.press("Tickets")
    for player in game.setup.names:
        if player != game.setup.names[0]:
            phone.press(f"Next: {player}")
        for ticket in game.state.players[player].tickets:
            assert take(phone, ticket) == (3, 1), f"letters and taps for {ticket}"
    saved = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    assert score(tally(saved.state)) == score(tally(game.state))
    phone.press("Result")
    assert all(phone.shows(format_number(each.total)) for each in tally(game.state).players)
