"""The ways between pages: which is in sight, how one came there, and what it was come for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.ui.kit import debounce
from companion.ui.kit.layout import layout_now
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.setup import Setup
    from companion.table.session import Answer
    from companion.ui.context import AppContext
    from companion.ui.page import Page

PageName = Literal[
    "home",
    "new_game",
    "table",
    "find",
    "log",
    "check",
    "tickets",
    "result",
    "reveal",
    "past_games",
    "players",
    "settings",
    "corrections",
    "cards",
    "import",
    "about",
]

PAGES: Mapping[PageName, tuple[str, str]] = {
    "home": ("home", "HomePage"),
    "new_game": ("new_game.page", "NewGamePage"),
    "table": ("table.page", "TablePage"),
    "find": ("find", "FindPage"),
    "log": ("log", "LogPage"),
    "check": ("check", "CheckPage"),
    "tickets": ("tickets.page", "TicketsPage"),
    "result": ("result.page", "ResultPage"),
    "reveal": ("reveal", "RevealPage"),
    "past_games": ("past_games", "PastGamesPage"),
    "players": ("players.page", "PlayersPage"),
    "settings": ("settings", "SettingsPage"),
    "corrections": ("corrections", "CorrectionsPage"),
    "cards": ("cards", "CardsPage"),
    "import": ("import_file", "ImportPage"),
    "about": ("about", "AboutPage"),
}
"""Module and class of every page, imported when it is first needed: that is most of a start."""

AT_THE_TABLE: frozenset[PageName] = frozenset(("table", "find", "log", "check", "tickets"))
"""Pages during which the phone should not go dark."""


class OpenRoute(NamedTuple):
    """Come to the table for a route's claim sheet."""

    route: str


class ShowEntry(NamedTuple):
    """Come to the table to see where an entry lies on the board."""

    entry: int


class SetRight(NamedTuple):
    """Come to the table to put something else in an entry's place, and go back when it is done."""

    entry: int


class AddBefore(NamedTuple):
    """Come to the table to enter what was forgotten before an entry, and go back."""

    entry: int


class AddFor(NamedTuple):
    """Come to the table to enter what is missing of a player, and go back."""

    player: str


class PlayAgain(NamedTuple):
    """Begin a game like another."""

    setup: Setup


class LookInto(NamedTuple):
    """See what a file holds, or which files lie in a folder."""

    path: Path


Request = OpenRoute | ShowEntry | SetRight | AddBefore | AddFor | PlayAgain | LookInto


class Navigator:
    """Shows one page at a time; what happens at the table is shown by the page in sight alone."""

    def __init__(self, moved: Callable[[PageName], None] = lambda _: None) -> None:
        self.screens = ScreenManager(transition=NoTransition())
        """Where the page in sight is shown."""
        self._moved = moved
        self._house: AppContext | None = None
        self._trail: list[PageName] = []
        self.coming_back = False
        """Whether the page that arrives has been there before, and another was left for it."""
        translator.bind(catalog=self._again)
        theme.bind(version=self._again)

    def attach(self, context: AppContext) -> None:
        """Make pages for this house from now on."""
        self._house = context

    def close(self) -> None:
        """Lead nowhere any more."""
        translator.unbind(catalog=self._again)
        theme.unbind(version=self._again)

    @property
    def context(self) -> AppContext:
        """What the pages are made for."""
        assert self._house is not None
        return self._house

    @property
    def name(self) -> PageName:
        """Which page is in sight."""
        name: PageName = self.screens.current
        return name

    @property
    def page(self) -> Page:
        """The page in sight."""
        page: Page = self.screens.current_screen
        return page

    @property
    def came_from(self) -> PageName | None:
        """Where `back` leads."""
        return self._trail[-1] if self._trail else None

    def passed(self, name: PageName) -> bool:
        """Whether a page is in sight, or on the way back."""
        return name == self.name or name in self._trail

    def made(self, name: PageName) -> Page:
        """A page, made when it is first needed."""
        if not self.screens.has_screen(name):
            module, cls = PAGES[name]
            made = getattr(import_module(f"companion.ui.pages.{module}"), cls)(self.context)
            made.name = name
            self.screens.add_widget(made)
        page: Page = self.screens.get_screen(name)
        return page

    def go(self, name: PageName, request: Request | None = None) -> None:
        """Go on to a page; `back` returns from it."""
        if self.screens.current_screen is not None and self.name != name:
            self._trail.append(self.name)
        self._show(name, request)

    def replace(self, name: PageName) -> None:
        """Go on to a page that takes this one's place."""
        self._show(name)

    def reset_to(self, *pages: PageName) -> None:
        """Replace the back stack by these pages and show the last one."""
        self._trail = list(pages[:-1])
        self._show(pages[-1])

    def back(self, telling: Answer | None = None) -> bool:
        """Leave what was begun on the page, else the page; False with nowhere to go back to."""
        if telling is None and self.screens.current_screen and self.page.step_back():
            return True
        if not self._trail:
            return False
        self.coming_back = True
        try:
            self._show(self._trail.pop())
        finally:
            self.coming_back = False
        if telling is not None:
            self.page.hear(telling)
        return True

    def back_for(self, request: Request) -> None:
        """Leave the page for where one came from, with a wish."""
        self._show(self._trail.pop(), request)

    def hear(self, answer: Answer) -> None:
        """Something came of a wish: the page in sight shows and tells it."""
        if self.screens.current_screen is None:
            return
        # First what closes: a sheet that has had its answer need not be brought up to date.
        page = self.page
        page.hear(answer)
        if answer.after is not answer.before and self.page is page:
            page.show(answer.after)

    def _show(self, name: PageName, request: Request | None = None) -> None:
        if self.screens.current_screen is not None:
            self.page.leave()
            debounce.ignore_touches()
        page = self.made(name)
        page.pos, page.size = self.screens.pos, self.screens.size
        page.arrive()
        page.show(self.context.snapshot)
        layout_now(page)
        self.screens.current = name
        self._moved(name)
        if request is not None:
            page.open_with(request)

    def _again(self, *_: object) -> None:
        """Show the same in another language or look."""
        if self._house is not None and self.screens.current_screen is not None:
            self.page.show(self.context.snapshot)
