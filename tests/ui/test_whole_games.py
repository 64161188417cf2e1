"""Whole games kept by real touches, from the first start to the result."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report.search import normalized
from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Event,
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
from companion.rules.record import Record, read_record
from companion.ui.pages.table.city_sheet import RoutesSheet
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.tickets.ticket_offer import OfferRow
from tests.ui.begun import Begun
from tests.ui.phone import Phone

GAMES = Path(__file__).parents[1] / "games"


def recorded(name: str) -> Record:
    return read_record((GAMES / f"{name}.json").read_text(encoding="utf-8"), bundled_boards())


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Begun]:
    phone = Begun(tmp_path / "kept")
    yield phone
    phone.close()


def begin(phone: Begun, game: Game) -> None:
    """Fill in the new-game screen by hand."""
    screen = phone.asked
    assert phone.screen == "new_game", "a first start goes straight to it"
    phone.choose(game.setup.board.id)
    for _ in range(len(game.setup.players) - 2):
        screen.ids.scroll.scroll_y = 0
        phone.commit()
        phone.press("Add a player")
        phone.wait(0.3)
    screen.ids.scroll.scroll_y = 0
    phone.commit()
    for row, player in zip(screen.ids.list.rows, game.setup.players, strict=True):
        phone.tap(row.ids.field)
        phone.wait(0.2)
        phone.type(player.name)
    phone.press("Start")
    assert phone.screen == "table"


def keep(phone: Phone, event: Event, number: int) -> None:
    """Enter one event as a score keeper would."""
    if phone.table.player != event.player:
        phone.press(event.player)
    match event:
        case TurnPassed():
            phone.press("Next")
        case TerrainDrawn():
            button = phone.button(f"+1 {event.terrain.capitalize()}")
            for _ in range(abs(event.count)):
                phone.wait(0.3)
                if event.count > 0:
                    phone.tap(button)
                else:
                    phone.hold(button, 0.55)
        case StationBuilt():
            phone.tap_city(event.city)
            phone.tap(phone.table.sheet.ids.station.children[0])  # type: ignore[union-attr]
            phone.commit()
        case RouteClaimed():
            claim(phone, event, by_letters=number % 10 == 0)
        case PlayerLeft():
            raise AssertionError("nobody leaves these games early")
        case TicketsTaken():
            raise AssertionError("tickets come after the last round")


def claim(phone: Phone, event: RouteClaimed, by_letters: bool) -> None:
    board = phone.now.state.setup.board
    route = board.routes[event.route]
    if by_letters:
        phone.press("Find")
        phone.type(str(board.route_title(route)).replace(" – ", " "))
        row = next(each for each in phone.shown() if getattr(each, "route", None) is route)
        phone.tap(row)
        phone.commit()
    else:
        phone.tap_route(event.route, event.track)
    if isinstance(phone.table.sheet, RoutesSheet):
        phone.press(str(board.route_title(route)))
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet), f"no claim sheet for {event}"
    assert sheet.route is route
    if sheet.track != event.track and len(set(route.tracks)) == 2:
        sheet.choose_track(event.track)
    if event.doubled is not None:
        options = list(reversed(sheet.ids.options.children))
        plays = [
            (way.play.terrain, way.play.locomotives)
            for way in sheet.offer.options  # type: ignore[union-attr]
        ]
        phone.tap(options[1 + plays.index((event.doubled.terrain, event.doubled.locomotives))])
    phone.tap(sheet.button)
    phone.commit()


def take(phone: Phone, ticket: Ticket) -> tuple[int, int]:
    """Enter a card by a letter of one end and two of the other; the letters and taps it took."""
    board, before = phone.now.state.setup.board, phone.taps
    one, *others = (
        normalized(board.ticket_ends[end].name) for end in (ticket.start, *ticket.points_by_end)
    )
    letters = f"{one[0]} {others[0][:2]}"
    phone.type(letters)
    offered = (each for each in phone.shown() if isinstance(each, OfferRow))
    phone.tap(next(each for each in offered if each.title == board.ticket_title(ticket)))
    phone.commit()
    return len(letters.replace(" ", "")), phone.taps - before


def score(result: Tally) -> object:
    """What a score sheet says."""
    parts = (
        (
            each.name,
            each.total,
            each.points("routes"),
            each.points("tickets"),
            each.points("globetrotter"),
        )
        for each in result.players
    )
    return [*parts], result.winners, result.decided_by


@pytest.mark.parametrize(
    "name",
    [
        f"{board}-full"
        for board in bundled_boards()
        # They ask for nothing that the others do not: with patience they are kept too.
        if board not in ("usa", "nordic-countries") or os.environ.get("PATIENCE")
    ],
)
def test_a_whole_game_by_touch_is_the_game_on_disk(phone: Begun, name: str) -> None:
    game = recorded(name).game
    begin(phone, game)
    events = [event for event in game.events if not isinstance(event, TicketsTaken)]
    for number, event in enumerate(events):
        keep(phone, event, number)
    (path,) = (phone.folder / "in_progress").glob("*.json")
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
    assert phone.reads("Everybody has had the last turn.")
    phone.press("Finish")
    phone.press("Tickets")
    for player in game.setup.names:
        if player != game.setup.names[0]:
            phone.press(f"Next: {player}")
        for ticket in game.state.players[player].tickets:
            assert take(phone, ticket) == (3, 1), f"letters and taps for {ticket}"
    saved = read_record(path.read_text(encoding="utf-8"), bundled_boards()).game
    assert score(tally(saved.state)) == score(tally(game.state))
    phone.press("Result")
    assert all(phone.reads(str(each.total)) for each in tally(game.state).players)
