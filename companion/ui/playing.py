"""Makes the screens of the evening: the table, the log and the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

from companion.rules import Route
from companion.ui.correcting import correct_at_table
from companion.ui.pages.find import FindPage
from companion.ui.pages.log import LogPage
from companion.ui.pages.table.page import TablePage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def table(app: RailkeeperApp) -> TablePage:
    """The game on the table."""
    screen = TablePage()

    def refresh() -> None:
        if screen.keeping is not app.keeping:
            screen.keeping = app.keeping

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_find=lambda _: app.go("find"),
        on_log=lambda _: app.go("log"),
        on_finish=lambda _: app.go("check"),
        on_settings=lambda _: app.go("settings"),
        on_entered=lambda _: app.buzz(),
        on_differs=lambda _, correction: correct_at_table(app, correction),
    )
    return screen


def log(app: RailkeeperApp) -> LogPage:
    """What was entered."""
    screen = LogPage()

    def refresh() -> None:
        if screen.keeping is not app.keeping:
            screen.keeping = app.keeping

    screen.refresh = refresh
    screen.bind(on_back=lambda _: app.back(), on_correct=lambda _: app.go_home("table"))
    return screen


def find(app: RailkeeperApp) -> FindPage:
    """A route by letters of its ends."""
    screen = FindPage()

    def refresh() -> None:
        at_table = app.screen("table")
        screen.ask(at_table.keeping.state, at_table.player)

    def found(route: Route) -> None:
        app.back()
        app.screen("table").open_route(route)

    screen.refresh = refresh
    screen.bind(on_back=lambda _: app.back(), on_route=lambda _, route: found(route))
    return screen


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {
    "table": table,
    "log": log,
    "find": find,
}
"""How each of them is made."""
