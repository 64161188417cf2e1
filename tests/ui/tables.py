"""Games laid on the table of a phone."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Event
from companion.rules.setup import HouseRules, Player, Setup
from tests.support.sessions import accepted
from tests.ui.phone import Phone

NAMES = ("Ana", "Peter", "Maya", "Jo", "Lu")


def setup(board: str, players: int, house_rules: HouseRules | None = None) -> Setup:
    """The first so many of the players, on a board."""
    found = bundled_boards()[board]
    people = tuple(map(Player, NAMES[:players], found.train_colors))
    return Setup(found, people, house_rules or HouseRules())


def lay(phone: Phone, board: str, players: int, *events: Event) -> None:
    """Begin a game and enter some events, as if the keeper had."""
    phone.session.begin(setup(board, players))
    phone.navigator.reset_to("home", "table")
    for event in events:
        assert accepted(phone.session.enter, event), event
    phone.table.ids.notice.clear()
    phone.commit()
