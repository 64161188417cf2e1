"""Navigation between pages: the current page, the back stack, and requests passed to pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.ui.kit import debounce
from companion.ui.kit.layout import layout_now
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.setup import Setup
    from companion.table.snapshot import Answer
    from companion.ui.context import AppContext
    from companion.ui.device import FileSource
    from companion.ui.page import Page

PageName = Literal[
    "home",
    "plain_home",
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
    "player",
    "boards",
    "board_statistics",
    "settings",
    "corrections",
    "own_tickets",
    "import",
    "about",
    "rules",
    "other_phones",
]

PAGES: Mapping[PageName, tuple[str, str]] = {
    "home": ("home", "HomePage"),
    "plain_home": ("plain_home", "PlainHomePage"),
    "new_game": ("new_game.page", "NewGamePage"),
    "table": ("table.page", "TablePage"),
    "find": ("find", "FindPage"),
    "log": ("log", "LogPage"),
    "check": ("check", "CheckPage"),
    "tickets": ("tickets.page", "TicketsPage"),
    "result": ("result.page", "ResultPage"),
    "reveal": ("result.reveal", "RevealPage"),
    "past_games": ("past_games.page", "PastGamesPage"),
    "players": ("players", "PlayersPage"),
    "player": ("player", "PlayerPage"),
    "boards": ("boards", "BoardsPage"),
    "board_statistics": ("board_statistics", "BoardStatisticsPage"),
    "settings": ("settings", "SettingsPage"),
    "corrections": ("corrections", "CorrectionsPage"),
    "own_tickets": ("own_tickets", "OwnTicketsPage"),
    "import": ("import_file", "ImportPage"),
    "about": ("about", "AboutPage"),
    "rules": ("rules", "RulesPage"),
    "other_phones": ("other_phones", "OtherPhonesPage"),
}
"""Module and class of every page, imported when first opened: imports are most of a start."""

KEEP_AWAKE: frozenset[PageName] = frozenset(
    ("table", "find", "log", "check", "tickets", "reveal", "rules")
)
"""Pages on which the screen stays on."""

CORRECTING: frozenset[PageName] = frozenset(("table", "find", "log"))
"""Pages on which the correction of an entry goes on; Find opens the route that it needs."""


class OpenRoute(NamedTuple):
    """Open a route's claim sheet on the table page."""

    route: str


class OpenCity(NamedTuple):
    """Open a city's sheet on the table page."""

    city: str


class ShowConnection(NamedTuple):
    """Show on the table page whether two cities or countries are connected."""

    one: str
    other: str


class ShowEntry(NamedTuple):
    """Highlight an entry on the board."""

    entry: int


class OpenEntry(NamedTuple):
    """Open the sheet of an entry in the log."""

    entry: int


class ChangeEntry(NamedTuple):
    """Replace an entry on the table page, then return."""

    entry: int


class InsertBefore(NamedTuple):
    """Insert a forgotten entry before another one on the table page, then return."""

    entry: int


class AddEntryFor(NamedTuple):
    """Add a player's missing entry on the table page, then return."""

    player: str


class PlayAgain(NamedTuple):
    """Prepare a new game with the setup of an earlier one."""

    setup: Setup


class ShowGames(NamedTuple):
    """List the past games of a player, or on a board and variant, None for all variants."""

    player: str | None = None
    board: tuple[str, str | None] | None = None


class ShowPlayer(NamedTuple):
    """Show the statistics of a player, or their tickets in the current game."""

    name: str


class ShowBoard(NamedTuple):
    """Show the statistics of a board and variant, None for all variants."""

    board: str
    variant: str | None


class PlayOn(NamedTuple):
    """Prepare a new game on a board."""

    board: str


class OpenFiles(NamedTuple):
    """Show the contents of files to import, or the files of a folder."""

    sources: tuple[FileSource, ...]


Request = (
    OpenRoute
    | OpenCity
    | ShowConnection
    | ShowEntry
    | OpenEntry
    | ChangeEntry
    | InsertBefore
    | AddEntryFor
    | PlayAgain
    | ShowGames
    | ShowPlayer
    | ShowBoard
    | PlayOn
    | OpenFiles
)


class Navigator:
    """Shows one page at a time and calls its lifecycle methods; hidden pages are not updated."""

    def __init__(self, page_changed: Callable[[PageName], None] = lambda _: None) -> None:
        self.screens = ScreenManager(transition=NoTransition())
        """The widget that displays the current page."""
        self._page_changed = page_changed
        self._context: AppContext | None = None
        self._back_stack: list[PageName] = []
        self.is_returning = False
        """Whether the page being opened is reached by `back`."""
        self.redraw_for_phone = Clock.create_trigger(self._redraw_when_untouched)

    def attach(self, context: AppContext) -> None:
        """Set the context of all pages, and follow the language and the theme."""
        self._context = context
        for page in self.screens.screens:
            page.context = context
        translator.bind(catalog=self._redraw)
        theme.bind(version=self._redraw)

    def close(self) -> None:
        """Stop following the language and the theme."""
        translator.unbind(catalog=self._redraw)
        theme.unbind(version=self._redraw)

    @property
    def context(self) -> AppContext:
        """The context that pages are created with."""
        assert self._context is not None
        return self._context

    @property
    def name(self) -> PageName:
        """The name of the current page."""
        name: PageName = self.screens.current
        return name

    @property
    def page(self) -> Page:
        """The current page."""
        page: Page = self.screens.current_screen
        return page

    @property
    def previous_page(self) -> PageName | None:
        """The page that `back` returns to."""
        return self._back_stack[-1] if self._back_stack else None

    def is_open(self, name: PageName) -> bool:
        """Whether a page is the current one or on the back stack."""
        return name == self.name or name in self._back_stack

    def get_page(self, name: PageName) -> Page:
        """The page of that name, created on first use."""
        if not self.screens.has_screen(name):
            module, cls = PAGES[name]
            new = getattr(import_module(f"companion.ui.pages.{module}"), cls)(self.context)
            new.name = name
            self.screens.add_widget(new)
        page: Page = self.screens.get_screen(name)
        return page

    def go(self, name: PageName, request: Request | None = None) -> None:
        """Open a page on top of the current one."""
        if self.screens.current_screen is not None and self.name != name:
            self._back_stack.append(self.name)
        self._show(name, request)

    def replace(self, name: PageName) -> None:
        """Open a page in place of the current one."""
        self._show(name)

    def reset_to(self, *pages: PageName) -> None:
        """Replace the back stack by these pages and show the last one."""
        home: PageName = "plain_home" if self.context.is_plain else "home"
        *self._back_stack, last = (home if name == "home" else name for name in pages)
        self._show(last)

    def back(self, answer: Answer | None = None) -> bool:
        """Leave what was begun on the page, otherwise the page; False if the stack is empty.

        With an `answer` the page is left at once, and the previous page receives the answer.
        """
        if answer is None and self.screens.current_screen and self.page.step_back():
            return True
        if not self._back_stack:
            return False
        self.is_returning = True
        try:
            self._show(self._back_stack.pop())
        finally:
            self.is_returning = False
        if answer is not None:
            self.page.receive(answer)
        return True

    def back_for(self, request: Request) -> None:
        """Return to the previous page with a request."""
        self._show(self._back_stack.pop(), request)

    def receive(self, answer: Answer) -> None:
        """Pass the answer to a command to the current page, and redraw it if the game changed."""
        if self.screens.current_screen is None:
            return
        # The answer first: it may close a sheet, which then need not be redrawn.
        page = self.page
        page.receive(answer)
        is_change = answer.before is not None and answer.after is not answer.before
        if is_change and self.page is page:
            if answer.from_phone:
                self.redraw_for_phone()
            else:
                page.redraw()

    def _redraw_when_untouched(self, _: float) -> None:
        """Redraw the page after an entry from a phone; nothing moves while a finger is down."""
        # A mouse pointer above the window is among them all the time.
        if any(each.is_touch for each in EventLoop.touches):
            self.redraw_for_phone()
        elif self.screens.current_screen is not None and self._context is not None:
            self.page.redraw(from_phone=True)

    def _show(self, name: PageName, request: Request | None = None) -> None:
        if self.screens.current_screen is not None:
            self.page.close()
            debounce.ignore_touches()
        page = self.get_page(name)
        page.pos, page.size = self.screens.pos, self.screens.size
        page.open()
        layout_now(page)
        self.screens.current = name
        self._page_changed(name)
        if request is not None:
            page.open_with(request)

    def _redraw(self, *_: object) -> None:
        """Redraw the current page after a change of language or theme."""
        if self._context is not None and self.screens.current_screen is not None:
            self.page.redraw()
