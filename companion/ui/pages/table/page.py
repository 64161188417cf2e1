"""The table: the page of the evening. It shows the game and turns what is touched into entries."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.report import announcements, entries, route_facts
from companion.rules.board import Route
from companion.rules.errors import Refused
from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.state import GameState
from companion.table.session import Answer
from companion.table.snapshot import Snapshot
from companion.ui import keys
from companion.ui.context import AppContext
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.layout import layout_now
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import (
    AddEntryFor,
    ChangeEntry,
    InsertBefore,
    OpenRoute,
    Request,
    ShowEntry,
)
from companion.ui.pages.table import board_keys
from companion.ui.pages.table.board_page import NOTHING, BoardPage, Sight
from companion.ui.pages.table.city_sheet import CitySheet, RoutesSheet
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.correction_sheet import CorrectionSheet
from companion.ui.pages.table.free_spot import free_spot
from companion.ui.pages.table.player_sheet import PlayerSheet
from companion.ui.pages.table.seat_sheet import SeatSheet


class TablePage(BoardPage):
    """The game as it is kept, or as it was where an entry is being corrected."""

    state = ObjectProperty(None, allownone=True)
    """The `GameState` that is shown."""
    player = StringProperty("")
    """Who makes the next entry."""
    title = StringProperty("")
    subtitle = StringProperty("")
    banner = StringProperty("")
    """What everybody should know now: the last round, the end, a correction under way."""
    banner_button = StringProperty("")
    turn_at = ObjectProperty((1, 1))
    """The spot of the board that is free for the button that turns it."""
    about_player = BooleanProperty(False)
    """Whether all but the board gives way to a player's sheet."""
    beside = BooleanProperty(False)
    """Whether the scoreboard stands beside the board."""

    def __init__(self, context: AppContext) -> None:
        self._shown = ""
        """The id of the game that was shown last."""
        self._errand = False
        """Whether the keeper came to set one thing right."""
        self._not_dealt = ""
        """The id of the game whose first terrain cards shall not be asked for."""
        super().__init__(context)
        board = self.ids.board
        board.bind(
            on_route=lambda _, tracks: self._tapped_routes(tracks),
            on_city=lambda _, city: self.open_city(city),
            on_connect=lambda _, route: self._connected(route),
            on_connect_refused=lambda _, route, reason: self._not_connected(route, reason),
            on_background=lambda _: self.look_at(NOTHING),
        )
        find_spot = Clock.create_trigger(self._find_spot)
        board.bind(size=find_spot, board=find_spot, turned=find_spot)

    # Lifecycle hooks

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the game as it is now."""
        if snapshot is None:
            return
        other_table = self._shown != snapshot.saved.id
        self._shown = snapshot.saved.id
        board = self.ids.board
        self.state, self.player = snapshot.state, snapshot.player
        self.ids.scoreboard.show(snapshot.state, snapshot.player)
        self.ids.dock.show(snapshot.board)
        self.ids.deal.show(snapshot, skipped=self._not_dealt == snapshot.saved.id)
        self._describe(snapshot)
        board.state, board.player = snapshot.state, snapshot.player
        board.turned = snapshot.saved.turned
        if board.board is not snapshot.board:
            # It takes the room that is left: laid out before that is known, it would be in vain.
            layout_now(self)
            board.board = snapshot.board
        if other_table:
            board.show_all()
        if self.sheet is not None:
            self.sheet.show(snapshot)

    def open_with(self, request: Request) -> None:
        """Open what somebody came for."""
        match request:
            case OpenRoute(id):
                self.open_route(self.state.setup.board.routes[id])
            case ChangeEntry(entry):
                self._errand = True
                self.session.correct(entry)
                self._reopen_entry()
            case InsertBefore(entry):
                self._errand = True
                self.session.insert_before(entry)
            case AddEntryFor(player):
                self._errand = True
                self._add_for(player)
            case ShowEntry(entry):
                self._errand = False
                self._show_entry(entry)
            case _:
                super().open_with(request)

    def handle_answer(self, answer: Answer) -> bool:
        """Close the sheet; after a correction, return to the page that asked for it."""
        if answer.accepted and answer.action not in ("looked", "board turned"):
            if not isinstance(self.sheet, PlayerSheet):
                self.close_sheet()
                self.look_at(NOTHING)
            if self._on_errand:
                self._errand = False
                self.context.navigator.back(answer)
                return True
        claim = answer.event if isinstance(answer.event, RouteClaimed) else None
        self._told_of = (claim.route, claim.track) if claim else None
        return False

    def handle_back(self) -> bool:
        """Stop correcting; False if the page was opened for the correction."""
        if self.session.snapshot is None or self.session.now.correcting is None:
            return False
        self.session.back_to_now()
        return not self._on_errand

    @property
    def _on_errand(self) -> bool:
        return self._errand and self.context.navigator.came_from not in (None, "home")

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Move the board, find a route, press the sheet's button."""
        if key == keys.ENTER:
            return self.confirm()
        if key == keys.SLASH or (key == keys.F and modifiers & {"ctrl", "meta"}):
            self.context.navigator.go("find")
            return True
        return board_keys.moved(self.ids.board, key)

    # What is shown

    def _find_spot(self, *_: object) -> None:
        if self.sheet is None:
            self.turn_at = free_spot(self.ids.board, self.ids.turn.width)

    def _describe(self, snapshot: Snapshot) -> None:
        self.title = translator.render(snapshot.board.called)
        self.subtitle = translator.render(announcements.standing(snapshot))
        told = announcements.announcement(snapshot)
        self.banner = translator.render(told) if told else ""
        if snapshot.correcting is not None:
            self.banner_button = translator.tr("Cancel")
        else:
            self.banner_button = translator.tr("Final tally") if snapshot.state.over else ""

    # What is entered

    def enter(self, event: Event) -> None:
        """Record an event."""
        self.session.enter(event)

    def draw(self, terrain: str, count: int = 1) -> None:
        """A terrain card for the player whose turn it is, or one fewer."""
        self.enter(TerrainDrawn(self.player, terrain, count))

    def deal(self, player: str, terrain: str) -> None:
        """A player's first terrain card."""
        ignore_touches()
        self.enter(TerrainDrawn(player, terrain))

    def skip_deal(self) -> None:
        """Ask for no first cards in this game."""
        self._not_dealt = self.session.now.saved.id
        self.redraw()

    def next_player(self) -> None:
        """End the turn with nothing to score."""
        self.enter(TurnPassed(self.player))

    def give_turn(self, name: str) -> None:
        """Let somebody else make the next entry."""
        self.session.choose(name)

    def banner_tapped(self) -> None:
        """Do what the banner offers."""
        if self.session.now.correcting is None:
            self.context.navigator.go("check")
        else:
            self.go_back()

    def _add_for(self, player: str) -> None:
        """Let what is missing of a player be entered: in the last round, before that began."""
        now = self.session.now
        if now.state.last_turns is not None and player not in now.state.last_turns:
            begins = next(
                entry
                for entry, state in enumerate(now.game.states[1:])
                if state.last_turns is not None
            )
            self.session.insert_before(begins)
        self.session.choose(player)

    # Sheets

    def open_route(self, route: Route, track: int | None = None) -> None:
        """Open a route's claim sheet."""
        sheet = ClaimSheet(self.state, self.player, route, track)
        self._open_claim(sheet, route)

    def _open_claim(self, sheet: ClaimSheet, route: Route) -> None:
        sheet.bind(
            on_claim=lambda _, event: self.enter(event),
            on_differs=lambda _: self.open_correction(route),
            track=lambda _, track: self.look_at(Sight(tracks=((route.id, int(track)),))),
        )
        self.open_sheet_about(sheet, Sight(tracks=((route.id, int(sheet.track)),)))

    def _reopen_entry(self) -> None:
        """Begin a correction with what was entered."""
        entered = self.session.now.entered
        if isinstance(entered, RouteClaimed):
            sheet = ClaimSheet.of(self.state, entered)
            self._open_claim(sheet, self._route(entered.route))
        elif isinstance(entered, StationBuilt):
            self.open_city(entered.city)

    def open_correction(self, route: Route) -> None:
        """Open the sheet that sets a route as it is printed."""
        sheet = CorrectionSheet(self.state.setup.board, route)
        sheet.bind(on_correct=lambda _, correction: self.session.correct_board(correction))
        self.open_sheet_about(sheet, Sight(tracks=(route.id,)))

    def open_city(self, city: str) -> None:
        """Open a city's sheet."""
        sheet = CitySheet(self.state, self.player, city)
        sheet.bind(
            on_route=lambda _, route: self.open_route(route),
            on_station=lambda _, event: self.enter(event),
        )
        self.open_sheet_about(sheet, Sight(places=(city,)))

    def explain(self, name: str) -> None:
        """Open a player's sheet: where every point came from."""
        sheet = PlayerSheet(self.session.now, name)
        sheet.bind(
            on_terrain=lambda _, event: self.enter(event),
            on_show=lambda _, sight: self.look_at(sight),
            on_seat=lambda _: self.open_seat(name),
        )
        self.open_sheet_about(sheet, Sight(player=name))
        self.about_player = True

    def open_seat(self, name: str) -> None:
        """Open the sheet that gives a player another name, colour or seat."""
        sheet = SeatSheet(self.session.now, name)
        sheet.bind(
            on_seated=lambda _, seated: self.session.change_players(seated),
            on_leave=lambda _: self.enter(PlayerLeft(name)),
        )
        self.open_sheet_about(sheet, Sight(player=name))

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.about_player = False
        super()._closed(sheet)

    def confirm(self) -> bool:
        """Do what the open sheet's button does, for who has a keyboard."""
        if isinstance(self.sheet, ClaimSheet) and self.sheet.button.enabled:
            self.sheet.claim()
            return True
        return False

    def _tapped_routes(self, tracks: tuple[tuple[str, int], ...]) -> None:
        routes = tuple(dict.fromkeys(self._route(id) for id, _ in tracks))
        if len(routes) == 1:
            self.open_route(routes[0], tracks[0][1])
            return
        sheet = RoutesSheet(self.state, self.player, routes)
        sheet.bind(on_route=lambda _, route: self.open_route(route))
        self.open_sheet_about(sheet, Sight(tracks=tuple(route.id for route in routes)))

    def _show_entry(self, entry: int) -> None:
        """Show where on the board an entry lies."""
        told = entries.entry(self.session.now.game, entry)
        self.look_at(Sight.of(told.event))
        if isinstance(told.event, RouteClaimed):
            self._told_of = (told.event.route, told.event.track)
        self.tell(told.line)

    def _route(self, id: str) -> Route:
        state: GameState = self.state
        return state.setup.board.routes[id]

    def _connected(self, id: str) -> None:
        route = self._route(id)
        track = route_facts.nothing_to_choose(self.state, self.player, route)
        if track is None:
            self.open_route(route)
        else:
            self.enter(RouteClaimed(self.player, id, track))

    def _not_connected(self, id: str, reason: Refused) -> None:
        self._told_of = (id, 0)
        self.tell(reason.phrase, refused=True)


load("pages/table/page")
