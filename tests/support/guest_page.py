"""The guests' page in a browser, compared with the game in the app."""

from __future__ import annotations

import json
from typing import Any

from companion.drawing.painting import track_looks
from companion.report.translation import catalog
from companion.report.words.answers import log_entry
from companion.report.words.players import turn_summary
from companion.rules.events import TicketsTaken
from companion.rules.state import GameState
from companion.rules.wording import format_number
from companion.table.snapshot import Snapshot
from tests.support.browser import Tab

_SHOWN = """
    const all = selector => [...document.querySelectorAll(selector)]
    const texts = selector => all(selector).map(each => each.textContent)
    const parts = (selector, least) => all(selector).map(each => each.childElementCount >= least)
    const cards = all('#side .player')
    const ofPlayers = selector => Object.fromEntries(
        cards.map(each => [each.dataset.name, each.querySelector(selector).textContent]))
    return JSON.stringify({
        status: texts('#status')[0],
        banner: document.getElementById('banner').textContent !== '',
        names: ofPlayers('strong'),
        scores: ofPlayers('.score'),
        trains: ofPlayers('.facts > :first-child'),
        terrain: ofPlayers('.terrain'),
        last: document.getElementById('last').hidden ? [] : texts('#last > :not(.disc)'),
        owners: all('#touch polyline')
            .map(each => (each.getAttribute('aria-label') ?? '').split(', ').pop()),
        bands: parts('#claimed > g', 1),
        markers: parts('#markers > g', 1),
        stations: parts('#places > g', 4),
    })
"""


def shown_on_page(tab: Tab) -> Any:
    """What a page shows of the game."""
    return json.loads(tab.run(_SHOWN))


def expected_on_page(snapshot: Snapshot, language: str) -> dict[str, object]:
    """What a page should show of the game."""
    state, words = snapshot.state, catalog(language)
    looks = track_looks(snapshot.board, state).values()
    claimed = [look.owner is not None for look in looks]
    return {
        "status": turn_summary(snapshot).render(words),
        "banner": state.is_last_round and not state.is_over,
        "names": {name: name for name in state.players},
        "scores": {name: format_number(each.score) for name, each in state.players.items()},
        "trains": {name: str(each.trains) for name, each in state.players.items()},
        "terrain": {
            name: "".join(str(count) for count in each.terrain.values())
            for name, each in state.players.items()
        },
        "last": _last(snapshot, language),
        "owners": _owners(state, words.gettext("free"), words.gettext("closed")),
        "bands": claimed,
        "markers": claimed,
        "stations": [place in state.station_owners for place in snapshot.board.places],
    }


def _last(snapshot: Snapshot, language: str) -> list[str]:
    game = snapshot.game
    public = [n for n, event in enumerate(game.events) if not isinstance(event, TicketsTaken)]
    if not public:
        return []
    entry = log_entry(game, public[-1])
    return [entry.description.render(catalog(language)), entry.points]


def _owners(state: GameState, free: str, closed: str) -> list[str]:
    return [
        owner or (closed if state.is_closed(route) else free)
        for route in state.setup.board.routes.values()
        for owner in state.track_owners(route)
    ]
