"""The table: the screen of the evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.report import route_facts
from companion.rules import (
    Event,
    GameState,
    Phrase,
    Route,
    RouteClaimed,
    RouteCorrection,
    TerrainDrawn,
    TurnPassed,
    told,
)
from companion.rules.wording import listed, say
from companion.ui.board import view
from companion.ui.keeping import Keeping
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.table import dock, scoreboard
from companion.ui.pages.table.city_sheet import CitySheet, RoutesSheet
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.correction_sheet import CorrectionSheet
from companion.ui.pages.table.player_sheet import PlayerSheet
from companion.ui.widgets import bar, notice
from companion.ui.widgets.sheet import Sheet


class TablePage(Screen):
    """Shows a game as it is kept and turns what is touched into entries."""

    keeping = ObjectProperty(None, allownone=True, rebind=True)
    """The `Keeping` of the game on the table."""
    player = StringProperty("")
    """Who makes the next entry."""
    title = StringProperty("")
    subtitle = StringProperty("")
    banner = StringProperty("")
    """What everybody should know now: the last round, the end, a correction under way."""
    banner_button = StringProperty("")
    wide = BooleanProperty(False)
    """Whether the scoreboard stands beside the board."""
    covered = NumericProperty(0)
    covered_side = NumericProperty(0)
    """How much of the window's height, or of its width, an open sheet covers."""

    __events__ = (
        "on_back",
        "on_find",
        "on_log",
        "on_finish",
        "on_settings",
        "on_differs",
        "on_entered",
    )

    def __init__(self, **properties: object) -> None:
        self.sheet: Sheet | None = None
        super().__init__(**properties)
        Window.bind(size=self._turned)
        words.bind(say=self._describe)
        self._turned()
        view = self.ids.board
        view.bind(
            on_route=lambda _, tracks: self._tapped_routes(tracks),
            on_city=lambda _, city: self.open_city(city),
            on_connect=lambda _, route: self._connected(route),
            size=self._refocus,
            inset_bottom=self._refocus,
        )

    # What is shown

    def on_keeping(self, *_: object) -> None:
        """Lay a game on the table."""
        keeping: Keeping = self.keeping
        keeping.bind(state=self._show, on_told=self._told, on_refused=self._refused)
        self.ids.board.board = keeping.state.setup.board
        self.ids.dock.board = keeping.state.setup.board
        self.ids.notice.clear()
        self.close_sheet()
        self._show()
        self.ids.board.show_all()

    def _show(self, *_: object) -> None:
        self.player = self.keeping.acting
        self.ids.board.state = self.keeping.state
        self.ids.scoreboard.state = self.keeping.state
        if isinstance(self.sheet, PlayerSheet):
            self.sheet.show(self.keeping.state)
        self._describe()

    def on_player(self, *_: object) -> None:
        """Show whose turn it is."""
        self.ids.board.player = self.player
        self._describe()

    def _describe(self, *_: object) -> None:
        if self.keeping is None:
            return
        state: GameState = self.keeping.state
        self.title = state.setup.board.name
        claims = sum(len(player.claims) for player in state.players.values())
        turn = words.say("{player}’s turn", player=self.player)
        self.subtitle = f"{turn} · {words.count('{count} claim', '{count} claims', claims)}"
        self.banner, self.banner_button = self._announcement(state)

    def _announcement(self, state: GameState) -> tuple[str, str]:
        moment = self.keeping.moment
        if moment is not None:
            entry = told(state.setup.board, self.keeping.game.events[moment.entry])
            line = (
                say(
                    "Correcting entry {number} ({entry}): enter what really happened.",
                    number=moment.entry + 1,
                    entry=entry,
                )
                if moment.replaces
                else say(
                    "Adding before entry {number} ({entry}): enter what was forgotten.",
                    number=moment.entry + 1,
                    entry=entry,
                )
            )
            return words.told(line), words.say("Cancel")
        if state.over:
            return words.say("Everybody has had the last turn."), words.say("Final tally")
        if state.last_turns is not None:
            return (
                words.told(
                    say(
                        "Last round: one turn each for {players}.", players=listed(state.last_turns)
                    )
                ),
                "",
            )
        return "", ""

    def _turned(self, *_: object) -> None:
        self.wide = Window.width > Window.height

    # What is entered

    def enter(self, event: Event) -> bool:
        """Give an entry to the game; a sheet that asked for it closes."""
        if not self.keeping.enter(event):
            return False
        if not isinstance(self.sheet, PlayerSheet):
            self.close_sheet()
        return True

    def draw(self, terrain: str, count: int = 1) -> None:
        """A terrain card for the player whose turn it is, or one fewer."""
        self.enter(TerrainDrawn(self.player, terrain, count))

    def next_player(self) -> None:
        """End the turn with nothing to score."""
        self.enter(TurnPassed(self.player))

    def give_turn(self, name: str) -> None:
        """Let somebody else make the next entry."""
        self.player = name

    def banner_tapped(self) -> None:
        """Do what the banner offers."""
        if self.keeping.moment is not None:
            self.keeping.back_to_now()
        else:
            self.dispatch("on_finish")

    # Sheets

    def open_route(self, route: Route, track: int | None = None) -> None:
        """Open a route's claim sheet."""
        sheet = ClaimSheet(self.keeping.state, self.player, route, track)
        sheet.bind(
            on_claim=lambda _, event: self.enter(event),
            on_differs=lambda _: self.open_correction(route),
        )
        self.ids.board.lit = (route.id,)
        self._open(sheet, lambda: self.ids.board.focus(routes=(route.id,)))

    def open_correction(self, route: Route) -> None:
        """Open the sheet that sets a route as it is printed."""
        sheet = CorrectionSheet(self.keeping.state.setup.board, route)
        sheet.bind(on_correct=lambda _, correction: self.dispatch("on_differs", correction))
        self.ids.board.lit = (route.id,)
        self._open(sheet, lambda: self.ids.board.focus(routes=(route.id,)))

    def open_city(self, city: str) -> None:
        """Open a city's sheet."""
        sheet = CitySheet(self.keeping.state, self.player, city)
        sheet.bind(
            on_route=lambda _, route: self.open_route(route),
            on_station=lambda _, event: self.enter(event),
        )
        self.ids.board.marked_places = (city,)
        self._open(sheet, lambda: self.ids.board.focus(places=(city,)))

    def explain(self, name: str) -> None:
        """Open a player's sheet: where every point came from."""
        sheet = PlayerSheet(self.keeping.state, name)
        sheet.bind(on_terrain=lambda _, event: self.enter(event))
        self._open(sheet)

    def confirm(self) -> bool:
        """Do what the open sheet's button does, for who has a keyboard."""
        if isinstance(self.sheet, ClaimSheet) and not self.sheet.refusal:
            self.sheet.claim()
            return True
        return False

    def close_sheet(self) -> bool:
        """Close what lies over the board; False if nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def _open(self, sheet: Sheet, focus: Callable[[], None] = lambda: None) -> None:
        """Open a sheet and bring what it speaks of into the part it leaves free."""
        lit, marked = self.ids.board.lit, self.ids.board.marked_places
        self.close_sheet()
        self.ids.board.lit, self.ids.board.marked_places = lit, marked
        self.sheet = sheet
        self._focus = focus
        sheet.bind(on_closed=self._closed, covered=self._covered, covered_side=self._covered)
        sheet.open(self.ids.layer)
        self._covered(sheet)

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.sheet = None
            self.ids.board.lit = self.ids.board.marked_places = ()
            self.covered = self.covered_side = 0
            self.ids.board.unfocus()

    def _covered(self, sheet: Sheet, *_: object) -> None:
        if sheet is self.sheet:
            self.covered, self.covered_side = sheet.covered, sheet.covered_side
            self._refocus()

    def _refocus(self, *_: object) -> None:
        """Keep what the open sheet speaks of in sight, also when the phone is turned."""
        if self.sheet is not None and min(self.ids.board.size) >= 1:
            self._focus()

    def _tapped_routes(self, tracks: tuple[tuple[str, int], ...]) -> None:
        routes = tuple(dict.fromkeys(self._route(id) for id, _ in tracks))
        if len(routes) == 1:
            self.open_route(routes[0], tracks[0][1])
            return
        sheet = RoutesSheet(self.keeping.state, self.player, routes)
        sheet.bind(on_route=lambda _, route: self.open_route(route))
        self.ids.board.lit = tuple(route.id for route in routes)
        self._open(sheet, lambda: self.ids.board.focus(routes=tuple(each.id for each in routes)))

    def _route(self, id: str) -> Route:
        routes: Mapping[str, Route] = self.keeping.state.setup.board.routes
        return routes[id]

    def _connected(self, id: str) -> None:
        route = self._route(id)
        track = route_facts.nothing_to_choose(self.keeping.state, self.player, route)
        if track is None:
            self.open_route(route)
        else:
            self.enter(RouteClaimed(self.player, id, track))

    # What is told

    def _told(self, _: Keeping, line: Phrase, before: GameState) -> None:
        state: GameState = self.keeping.state
        text = words.told(line)
        if state.last_round and not before.last_round:
            text = f"{text}. {words.say('The last round begins: one more turn for everybody.')}"
        self.ids.notice.tell(text, undoable=self.keeping.can_undo)
        self.dispatch("on_entered")

    def _refused(self, _: Keeping, reason: Phrase) -> None:
        self.ids.notice.tell(words.told(reason), refused=True)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_find(self) -> None:
        """Something to bind to."""

    def on_log(self) -> None:
        """Something to bind to."""

    def on_finish(self) -> None:
        """Something to bind to."""

    def on_settings(self) -> None:
        """Something to bind to."""

    def on_differs(self, correction: RouteCorrection) -> None:
        """Something to bind to."""

    def on_entered(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, dock, notice, scoreboard, view)
"""Modules whose widgets the kv file names."""

load("pages/table/page")
