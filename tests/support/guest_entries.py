"""A player enters turns and hands in tickets by touch on the page of a phone."""

from __future__ import annotations

from companion.rules.board import Board
from companion.rules.events import (
    Event,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TurnPassed,
)
from companion.rules.record import doubling_to_json
from tests.support.browser import Browser, Tab, wait_for
from tests.support.guests import Guest, SharedTable

_TOUCH = """(() => {
    const target = [...document.querySelectorAll(arguments[0])][arguments[1]]
    const matrix = target?.getScreenCTM()
    const box = target?.getBBox()
    const points = target?.getPointAtLength
        ? [...Array(19).keys()].map(
            n => target.getPointAtLength(target.getTotalLength() * (n + 1) / 20))
        : [{x: box.x + box.width / 2, y: box.y + box.height / 2}]
    for (const {x, y} of points) {
        const left = Math.round(x * matrix.a + matrix.e)
        const top = Math.round(y * matrix.d + matrix.f)
        const isHit = ([dx, dy]) => document.elementFromPoint(left + dx, top + dy) === target
        if ([[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]].every(isHit)) return [left, top]
    }
    return 'covered'
})()"""
"""A point of the board at which a track or a city is touched."""


def join(browser: Browser, table: SharedTable, player: str) -> Tab:
    """Open the page and choose a player."""
    tab = browser.tabs[0]
    tab.resize(390, 844)
    tab.open(table.address)
    tab.click("#seat-list .seat", player)
    tab.wait_for(
        "document.querySelector('#own-player .player')?.dataset.name === arguments[0]", player
    )
    return tab


def is_entered_on_phone(event: Event) -> bool:
    """Whether players enter events of this kind themselves."""
    by_phone = isinstance(event, RouteClaimed | StationBuilt | TerrainDrawn | TurnPassed)
    return by_phone and getattr(event, "count", 1) > 0


def said(tab: Tab) -> str:
    """What the page says, as soon as it says something."""
    return str(tab.wait_for("document.querySelector('#said').textContent"))


def play(tab: Tab, table: SharedTable, event: Event) -> None:
    """Enter an event of the page's player, and wait until it is in the log."""
    before = len(table.session.now.game.events)
    close_panel(tab)
    # The banner of the last round moves the board.
    version = table.server._publications.current.version
    tab.wait_for("document.body.dataset.version === arguments[0]", version)
    taps = 1
    match event:
        case RouteClaimed():
            open_route(tab, table, event.route)
            _choose(tab, table, event)
            tab.click(".enter:not(:disabled)")
        case StationBuilt():
            open_city(tab, table, event.city)
            tab.click(".enter:not(:disabled)")
        case TerrainDrawn():
            taps = event.count
            for _ in range(taps):
                tap_terrain(tab, table, event.terrain)
        case TurnPassed():
            tab.click("#own-buttons button:last-child:not(:disabled)")
        case _:
            raise ValueError(event)
    wait_for_entries(tab, table, before + taps)
    # What was said, with the new score.
    tab.wait_for("document.querySelector('#said').textContent")


def close_panel(tab: Tab) -> None:
    """Close the panel, which also closes by itself after it has confirmed an entry."""
    tab.run(
        "if (!document.querySelector('#details').hidden) document.querySelector('#close').click()"
    )


def wait_for_entries(tab: Tab, table: SharedTable, count: int) -> None:
    """Wait until the log has so many entries and the page has been told."""
    wait_for(lambda: len(table.session.now.game.events) >= count, "the entry", tab.browser.idle)
    assert len(table.session.now.game.events) == count


def open_route(tab: Tab, table: SharedTable, route: str) -> None:
    """Touch a track of a route, and wait for its panel."""
    board = table.session.now.board
    tracks = [each for each in board.routes.values() for _ in each.tracks]
    number = next(n for n, each in enumerate(tracks) if each.id == route)
    _open(tab, "#touch polyline", number, str(board.route_title(board.routes[route])))


def open_city(tab: Tab, table: SharedTable, city: str) -> None:
    """Touch a city, and wait for its panel."""
    board = table.session.now.board
    _open(tab, "#cities circle", list(board.places).index(city), board.places[city].name)


def _open(tab: Tab, selector: str, number: int, title: str) -> None:
    close_panel(tab)
    place = tab.wait_for(_TOUCH, selector, number)
    if place == "covered":
        tab.run("document.querySelectorAll(arguments[0])[arguments[1]].focus()", selector, number)
        tab.press("\ue007")
    else:
        tab.tap(*place)
    tab.wait_for(
        "!document.querySelector('#details').hidden"
        " && !document.querySelector('#details-body').inert"
        " && document.querySelector('#details-title').textContent === arguments[0]",
        title,
    )


def _choose(tab: Tab, table: SharedTable, event: RouteClaimed) -> None:
    """Choose the track and how it is doubled."""
    details = Guest(table, secret=table.seats[event.player]).get("route", id=event.route)
    tracks = [track for track in details["tracks"] if track.get("options")]
    same = [track for track in tracks if track["track"] == event.track] or tracks[:1]
    if len(tracks) > 1:
        _tap_choice(tab, "track", tracks.index(same[0]))
    options = [option["double"] for option in same[0]["options"]]
    wanted = doubling_to_json(event.doubled)
    if len(options) > 1:
        _tap_choice(tab, "option", options.index(wanted))


def _tap_choice(tab: Tab, name: str, number: int) -> None:
    place = tab.run(
        """const input = document.querySelectorAll(`input[name=${arguments[0]}]`)[arguments[1]]
        input.closest('label').scrollIntoView({block: 'center'})
        const area = input.getBoundingClientRect()
        return [area.x + area.width / 2, area.y + area.height / 2]""",
        name,
        number,
    )
    tab.tap(*place)
    tab.wait_for(
        "document.querySelectorAll(`input[name=${arguments[0]}]`)[arguments[1]].checked",
        name,
        number,
    )


def tap_terrain(tab: Tab, table: SharedTable, terrain: str) -> None:
    """Tap the button that enters a terrain card."""
    kinds = table.session.now.state.setup.terrain
    assert kinds is not None
    number = [kind.id for kind in kinds.types].index(terrain) + 1
    tab.click(f"#own-buttons button:nth-child({number})")


def open_tab(tab: Tab, name: str) -> None:
    """Open one of the three tabs of the page."""
    tab.click(f"#tabs [data-tab={name}]")


def note_ticket(tab: Tab, board: Board, ticket: Ticket) -> None:
    """Search for a ticket by letters of both ends and choose the first one found."""
    count = int(tab.run("return document.querySelectorAll('#hand li').length"))
    letters = " ".join(board.ticket_ends[end].name[:5] for end in (ticket.start, ticket.end))
    tab.click("#search")
    tab.press(*letters)
    tab.wait_for("document.querySelector('#found button')")
    tab.click("#found button")
    tab.wait_for("document.querySelectorAll('#hand li').length === arguments[0]", count + 1)


def hand_in(tab: Tab) -> None:
    """Hand in the tickets that were noted."""
    tab.click("#hand-in-button")


def wait_until_handed_in(tab: Tab, text: str = "Handed in.") -> None:
    """Wait until the page says so, or something else, about handing in."""
    tab.wait_for(
        "document.querySelector('#hand-in-notice').textContent.startsWith(arguments[0])", text
    )
