"""Makes the screens that lead from the last turn to the result, and connects them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from companion.rules import Game, GameState, Phrase, Refused
from companion.table.ticket_memory import TicketMemory
from companion.ui.correcting import corrections
from companion.ui.keeping import Keeping
from companion.ui.pages.check import CheckPage
from companion.ui.pages.tickets.page import TicketsPage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp

DETOUR = ("table", "find", "log", "settings")
"""Where one may go from the check to set something right."""


def check(app: RailkeeperApp) -> CheckPage:
    """What should lie on the table."""
    screen = CheckPage()
    away = False

    def refresh() -> None:
        keeping = app.keeping
        assert keeping
        if screen.keeping is not keeping:
            screen.keeping = keeping
            keeping.bind(on_told=lambda keeping, line, _: come_back(keeping, line))
        keeping.back_to_now()

    def leave(for_screen: str) -> None:
        nonlocal away
        app.go(for_screen)
        away = True

    def moved(_: object, current: str) -> None:
        nonlocal away
        away = away and current in DETOUR

    def come_back(keeping: Keeping, line: Phrase) -> None:
        """Once what was wrong is set right at the table, go on checking."""
        if away and app.screens.current == "table" and keeping is app.keeping:
            Clock.schedule_once(lambda _: arrive(line))

    def arrive(line: Phrase) -> None:
        app.go_home("table", "check")
        screen.tell(line)

    def correct(entry: int) -> None:
        leave("table")
        app.screen("table").keeping.correct(entry, replaces=True)

    def add(player: str) -> None:
        leave("table")
        table = app.screen("table")
        state: GameState = table.keeping.state
        if state.last_turns is not None and player not in state.last_turns:
            table.keeping.correct(_last_round_begins(table.keeping.game), replaces=False)
        table.give_turn(player)

    app.screens.bind(current=moved)
    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_tickets=lambda _: app.go("tickets"),
        on_log=lambda _: leave("log"),
        on_correct=lambda _, entry: correct(entry),
        on_missing=lambda _, player: add(player),
    )
    return screen


def _last_round_begins(game: Game) -> int:
    """The entry that brought on the last round; in it, nobody has a turn to spare."""
    return next(
        entry for entry, state in enumerate(game.states[1:]) if state.last_turns is not None
    )


def tickets(app: RailkeeperApp) -> TicketsPage:
    """The tickets of every player."""
    screen = TicketsPage()

    def refresh() -> None:
        keeping = app.keeping
        assert keeping
        if screen.keeping is not keeping:
            memory = TicketMemory(app.shelf.learned)
            screen.cards = memory.cards(keeping.game.setup.board)
            screen.keeping = keeping
            keeping.bind(on_told=lambda keeping, _, before: learn(memory, keeping, before))
        keeping.back_to_now()

    def learn(memory: TicketMemory, keeping: Keeping, before: GameState) -> None:
        try:
            memory.follow(before, keeping.game.state)
        except Refused as problem:
            app.shelf.notices.tell(problem.phrase)
        screen.cards = memory.cards(keeping.game.setup.board)

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_result=lambda _: app.go("result"),
        on_ceremony=lambda _: app.go("ceremony"),
    )
    return screen


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {
    "check": check,
    "tickets": tickets,
    "corrections": corrections,
}
"""How each of them is made."""
