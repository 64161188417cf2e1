"""The table page: shows the game and turns touches into entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.drawing.highlight import (
    NO_HIGHLIGHT,
    Highlight,
    event_highlight,
    tracks_of_routes,
)
from companion.report.words.answers import log_entry
from companion.report.words.boards import short_board_name
from companion.report.words.players import banner_text, turn_summary
from companion.rules.board import Route
from companion.rules.claims import claimable_tracks, only_choice
from companion.rules.events import (
    OtherPoints,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.state import GameState
from companion.rules.turns import has_turn, open_turns
from companion.table.snapshot import Answer, Snapshot
from companion.ui import keyboard
from companion.ui.board.view import DOUBLE_TAP_TIME
from companion.ui.context import AppContext
from companion.ui.game.other_points_sheet import OtherPointsSheet
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.layout import layout_now
from companion.ui.kit.rows import ActionRow
from companion.ui.kit.sheet import MenuItem, MenuSheet, Sheet
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import (
    AddEntryFor,
    ChangeEntry,
    InsertBefore,
    OpenCity,
    OpenRoute,
    Request,
    ShowConnection,
    ShowEntry,
)
from companion.ui.page import Page
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.dock import OpenTurnsSheet
from companion.ui.pages.table.hints import DragHint, TurnOffer
from companion.ui.pages.table.player_sheets import PlayerSettingsSheet, PlayerSheet
from companion.ui.pages.table.route_sheets import (
    CitySheet,
    ClaimedRouteSheet,
    ConnectionQuestion,
    ConnectionSheet,
    RouteChoiceSheet,
    RouteCorrectionSheet,
)

MIN_TITLE_WIDTH = 140
"""If the icon of a shared game leaves less for the title, the menu has a dot instead; in dp."""
MIN_BOARD = (120, 120)
"""The least width and height of the board beside a sheet, in dp; for it, the scores are hidden."""
MIN_BOARD_WITH_CARDS = 150
"""The least height of the board above the starting cards, in dp."""
_COMMANDS = frozenset(("ctrl", "meta", "alt"))
"""Modifiers with which a letter or digit means something else."""
_PAN_STEP = 60
"""Distance an arrow key moves the board, in dp."""
_PAN = {
    keyboard.RIGHT: (-_PAN_STEP, 0),
    keyboard.LEFT: (_PAN_STEP, 0),
    keyboard.UP: (0, -_PAN_STEP),
    keyboard.DOWN: (0, _PAN_STEP),
}
_ZOOM = {
    keyboard.PLUS: 1.25,
    keyboard.EQUALS: 1.25,
    keyboard.KEYPAD_PLUS: 1.25,
    keyboard.MINUS: 0.8,
    keyboard.KEYPAD_MINUS: 0.8,
}


class TablePage(Page):
    """The current state of the game, or the state before an entry that is being corrected."""

    state = ObjectProperty(None, allownone=True)
    """The `GameState` shown."""
    player = StringProperty("")
    """The player who acts next."""
    banner = StringProperty("")
    """The last round, the end of the game, a question, or a correction in progress."""
    banner_button = StringProperty("")
    has_banner = BooleanProperty(False)
    """Whether the banner is shown."""
    scores_height = NumericProperty(0)
    """The height of a scoreboard above the board; 0 if a sheet needs the room."""
    side_by_side = BooleanProperty(False)
    """Whether the scoreboard is beside the board."""
    side_width = NumericProperty(0)
    """The width of the scoreboard beside the board."""
    dock_beside = BooleanProperty(False)
    """Whether the dock is beside the board."""
    board_margin = NumericProperty(0)
    """The width at the right of the board that a sheet covers."""
    board_inset = NumericProperty(0)
    """The height at the bottom of the board that a sheet covers."""
    max_cards_height = NumericProperty(0)
    """The greatest height of the starting cards."""
    has_phones_button = BooleanProperty(False)
    """Whether the bar has a button for a shared game."""
    has_menu_dot = BooleanProperty(False)
    """Whether the menu button has a dot instead of it."""

    def __init__(self, context: AppContext) -> None:
        self._game_id = ""
        """The game shown last."""
        self._opened_for_entry = False
        """Whether another page opened this one for a single entry."""
        self._skipped_starting_cards = ""
        """The id of the game whose starting cards are not asked for."""
        self._kept_player = ""
        """Who stays selected while a sheet is open, whatever phones enter; empty for nobody."""
        self._release_player = Clock.create_trigger(self._follow_turn)
        super().__init__(context)
        ids, board = self.ids, self.ids.board
        self.question = ConnectionQuestion(board, self.redraw, self.show_connection)
        self.turn_offer, self.drag_hint = TurnOffer(self, board), DragHint(self, board)
        ids.hints.add_widget(self.turn_offer)
        ids.hints.add_widget(self.drag_hint)
        self._update_hints = update = Clock.create_trigger(self._show_hints)
        board.bind(
            size=update,
            board=update,
            turned=update,
            on_route=lambda _, tracks: self._routes_tapped(tracks),
            on_city=lambda _, city: self.open_city(city),
            on_connect=lambda _, route: self._drag_ended(route),
            on_connect_refused=lambda _, __, reason: self.notify(reason, refused=True),
            on_background=lambda _: self.show_highlight(NO_HIGHLIGHT),
        )
        board.bind(size=self._focus_again, inset_bottom=self._focus_again)
        self.turn_offer.bind(shown=update)
        self.bind(sheet=update, banner=update)
        ids.middle.bind(pos=self.place_notice_soon, size=self.place_notice_soon)
        for name in ("size", "sheet", "covered", "covered_side"):
            self.fbind(name, self._arrange)
        for part in (ids.bar, ids.scoreboard, ids.dock, ids.starting_cards, ids.column, ids.banner):
            part.bind(size=self._arrange)
        ids.starting_cards.bind(is_asking=self._arrange)
        ids.dock.bind(has_finish=self._arrange)
        self._arrange()

    # Lifecycle

    def opening(self) -> None:
        """Open the page without a highlight."""
        self.show_highlight(NO_HIGHLIGHT)

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the current state of the game."""
        if snapshot is None:
            return
        other_game = self._game_id != snapshot.saved.id
        self._game_id = snapshot.saved.id
        board = self.ids.board
        self.state, self.player = snapshot.state, snapshot.player
        phones = [name for name in snapshot.setup.names if self.context.enters_on_phone(name)]
        self.ids.scoreboard.show(snapshot.state, snapshot.player, phones)
        self.ids.dock.show(snapshot)
        skipped = self._skipped_starting_cards == snapshot.saved.id
        self.ids.starting_cards.show(snapshot, skipped)
        self.ids.last_entries.show(snapshot.game)
        self._describe(snapshot)
        if board.board is not snapshot.board:
            # The final size first: laying out a board takes 100 ms.
            board.board = None
            layout_now(self)
        board.state, board.player = snapshot.state, snapshot.player
        board.turned = snapshot.saved.turned
        # A route that is tapped twice shows its claim, and neighbours are tapped quickly.
        board.double_tap_time = 0 if snapshot.setup.counted else DOUBLE_TAP_TIME
        board.board = snapshot.board
        if other_game:
            board.show_all()
        self._update_hints()

    def displayed(self, snapshot: Snapshot | None) -> Snapshot | None:
        """The snapshot with the player who stays selected while a sheet is open."""
        if self.sheet is None:
            self._kept_player = ""
        if snapshot is None or self._kept_player not in snapshot.state.remaining_players:
            return snapshot
        return replace(snapshot, player=self._kept_player)

    def _follow_turn(self, _: float) -> None:
        """Select who acts next according to the game, once no sheet is open."""
        if self.sheet is None and self._kept_player:
            self.redraw()

    def open_with(self, request: Request) -> None:
        """Open the requested route or entry."""
        match request:
            case OpenRoute(id):
                self.open_route(self.state.setup.board.routes[id])
            case OpenCity(id):
                self.open_city(id)
            case ShowConnection(one, other):
                self.show_connection(one, other)
            case ChangeEntry(entry):
                self._opened_for_entry = True
                self._change_entry(entry)
            case InsertBefore(entry):
                self._opened_for_entry = True
                self.session.insert_before(entry)
            case AddEntryFor(player):
                self._opened_for_entry = True
                self._add_for(player)
            case ShowEntry(entry):
                self._opened_for_entry = False
                self.show_entry(entry)
            case _:
                super().open_with(request)

    def handle_answer(self, answer: Answer) -> bool:
        """Close the sheet; after a requested entry, go back to the page before."""
        if answer.from_phone:
            self._kept_player = self._kept_player or self.player
            return False
        if answer.action == "player chosen":
            self._kept_player = ""
        if answer.accepted and isinstance(answer.event, RouteClaimed):
            self.drag_hint.dismiss()
        if answer.action == "view changed" and answer.after and answer.after.correcting is None:
            self.close_sheet()
        if answer.changes_game:
            if not isinstance(self.sheet, PlayerSheet):
                self.close_sheet()
                self.show_highlight(NO_HIGHLIGHT)
            if self._returns_after_entry:
                self._opened_for_entry = False
                self.context.navigator.back(answer)
                return True
        return False

    def handle_back(self) -> bool:
        """Stop asking or correcting; False if the page was opened for the correction."""
        if self.question.cancel():
            return True
        if self.context.snapshot is None or self.session.now.correcting is None:
            return False
        self.session.cancel_correction()
        return not self._returns_after_entry

    def cancel_correction(self) -> None:
        """Close the sheet, stop correcting and return to the page that asked for it."""
        self.close_sheet()
        self.go_back()

    @property
    def _returns_after_entry(self) -> bool:
        return self._opened_for_entry and self.context.navigator.previous_page not in (None, "home")

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Pan and zoom the board, open Find, press the sheet's button or one of the dock."""
        if key == keyboard.ENTER:
            return self.confirm()
        if key in keyboard.ENTRY_KEYS and self.sheet is None and not modifiers & _COMMANDS:
            self.ids.dock.press(key)
            return True
        if key == keyboard.SLASH or (key == keyboard.F and modifiers & {"ctrl", "meta"}):
            self.context.navigator.go("find")
            return True
        board = self.ids.board
        if key in _PAN:
            board.pan_by(*map(dp, _PAN[key]))
        elif key in _ZOOM:
            board.zoom_at(board.center_x, board.center_y, _ZOOM[key])
        return key in _PAN or key in _ZOOM

    def closing(self) -> None:
        """Stop the drag that is shown and the question for a second city."""
        self.drag_hint.stop()
        self.question.cancel()

    # Display

    def _describe(self, snapshot: Snapshot) -> None:
        bar, render = self.ids.bar, translator.render
        bar.title = render(snapshot.board.display_name)
        bar.short_title = render(short_board_name(snapshot.board))
        bar.subtitle = render(turn_summary(snapshot))
        bar.short_subtitle = render(turn_summary(snapshot, is_short=True))
        announcement = self.question.text or banner_text(snapshot)
        self.banner = render(announcement) if announcement else ""
        self._arrange()

    def act_on_banner(self) -> None:
        """Do what the button of the banner says."""
        if self.question.text is None and self.session.now.correcting is None:
            self.finish()
        else:
            self.go_back()

    def _arrange(self, *_: object) -> None:
        """Divide the window among the parts of the page and the open sheet."""
        ids = self.ids
        self.side_by_side = self.width > self.height
        self.dock_beside = self.side_by_side and not self.roomy
        self.side_width = min(dp(360), max(dp(260), self.width * 0.3))
        dock_width, dock_height = (ids.dock.width, 0) if self.dock_beside else (0, ids.dock.height)
        board_width, board_height = map(dp, MIN_BOARD)
        left = self.height - self.covered - ids.bar.height - ids.scoreboard.height
        is_player_sheet = isinstance(self.sheet, PlayerSheet)
        is_dealing = ids.starting_cards.is_asking
        ids.dock.shown = not is_dealing
        is_low = self.covered > 0 and left < board_height
        needs_room = is_player_sheet or is_dealing or is_low
        hides_scores = needs_room and not self.side_by_side
        self.scores_height = 0 if hides_scores else ids.scoreboard.height
        # A player's sheet shows the score and needs no banner.
        # Any sheet names the entry that is corrected.
        now = self.context.snapshot
        is_correcting = now is not None and now.correcting is not None
        is_named = self.sheet is not None and is_correcting
        hides_banner = (
            (hides_scores and not is_dealing)
            or is_player_sheet
            or self.covered_side > 0
            or is_named
        )
        self.has_banner = bool(self.banner) and not hides_banner
        if self.question.text is not None or is_correcting:
            self.banner_button = translator.tr("Cancel")
        else:
            leads_to_tally = self.banner and not ids.dock.has_finish
            self.banner_button = translator.tr("Finish") if leads_to_tally else ""
        room = self.width - self.side_width - dock_width - board_width
        margin = max(0, min(self.covered_side - dock_width, room))
        self.board_margin = margin if self.dock_beside else 0
        cards_height = 0 if self.side_by_side else ids.starting_cards.height
        self.board_inset = max(0, self.covered - cards_height - dock_height)
        above_cards = ids.banner.height + dp(MIN_BOARD_WITH_CARDS)
        self.max_cards_height = 0 if self.covered else ids.column.height - above_cards
        title_width = (
            ids.bar.width
            - dp(8)
            - theme.touch * (4 if ids.undo.is_narrow and not self.can_redo else 5)
        )
        is_sharing, fits = self.context.is_sharing, title_width >= dp(MIN_TITLE_WIDTH)
        self.has_phones_button = is_sharing and fits
        self.has_menu_dot = is_sharing and not fits

    def banner_button_width(self, text_width: float, banner_width: float) -> float:
        """The width of the banner's button, at most half of the banner."""
        return min(text_width + dp(26), banner_width / 2) if text_width else 0

    def notice_position(self) -> tuple[float, float, float]:
        """At the lower edge of the board."""
        middle = self.ids.middle
        return middle.center_x, middle.width, middle.y + dp(8)

    def _show_hints(self, *_: object) -> None:
        """Show what is to be learned about the board, while nothing else is asked."""
        ids = self.ids
        is_asked = self.sheet or self.banner or ids.starting_cards.height
        is_free = ids.board.layout is not None and not is_asked
        self.turn_offer.update(is_free)
        self.drag_hint.update(is_free and not self.turn_offer.shown)

    def show_highlight(self, highlight: Highlight) -> None:
        """Highlight tracks and places on the board and bring them into view."""
        board = self.ids.board
        board.highlight = highlight
        self._focus_again()
        if not highlight.has_location:
            board.unfocus()

    def _focus_again(self, *_: object) -> None:
        """Keep the highlighted part in view, also after a rotation of the phone."""
        board = self.ids.board
        if min(board.size) >= 1:
            board.focus(board.highlight)

    # Entries

    def draw(self, terrain: str) -> None:
        """Draw a terrain card for the selected player."""
        self.session.enter(TerrainDrawn(self.player, terrain))

    def enter_starting_card(self, player: str, terrain: str) -> None:
        """Enter a player's starting terrain card."""
        ignore_touches()
        self.session.enter(TerrainDrawn(player, terrain))

    def skip_starting_cards(self) -> None:
        """Do not ask for starting cards in this game."""
        self._skipped_starting_cards = self.session.now.saved.id
        self.redraw()

    def next_player(self) -> None:
        """End the turn of the selected player; while counting, select the next one."""
        names = self.state.setup.names
        if self.state.setup.counted:
            self.session.choose(names[(names.index(self.player) + 1) % len(names)])
        else:
            self.session.enter(TurnPassed(self.player))

    def finish(self) -> None:
        """Go to the final tally; ask first about last turns that have not been entered."""
        players = open_turns(self.session.now.game.state)
        if not players:
            self.context.navigator.go("check")
            return
        sheet = OpenTurnsSheet(players)
        sheet.bind(
            on_turns_over=lambda _: self._end_open_turns(),
            on_score=lambda _: self.context.navigator.go("check"),
        )
        self.open_sheet_about(sheet)

    def _end_open_turns(self) -> None:
        """Enter the last turns; the check page shows the outcome, with Undo."""
        self.context.navigator.go("check")
        self.session.end_open_turns()

    def _add_for(self, player: str) -> None:
        """Prepare a missing entry: before the last round or leaving if the player has no turn."""
        now = self.session.now
        if not has_turn(now.state, player):
            first = next(
                entry
                for entry, state in enumerate(now.game.states[1:])
                if state.last_turns is not None or state.players[player].left
            )
            self.session.insert_before(first)
        self.session.choose(player)

    # Sheets

    def open_sheet_about(self, sheet: Sheet, highlight: Highlight = NO_HIGHLIGHT) -> None:
        """Open a sheet and bring what it is about into the part of the board it leaves free."""
        now = self.session.now
        if now.correcting is not None:
            # The sheet may hide the banner.
            text, button = translator.render(banner_text(now)), translator.tr("Cancel")
            row = ActionRow(text=text, button=button, act=self.cancel_correction, padding=0)
            sheet.add_widget(row, index=len(sheet.ids.content.children))
        self.open_sheet(sheet)
        self.show_highlight(highlight)

    def on_sheet(self, *_: object) -> None:
        """Remove the highlight with the sheet."""
        if self.sheet is None:
            self.show_highlight(NO_HIGHLIGHT)
            self._release_player()

    def open_menu(self) -> None:
        """Open the menu."""
        tr, go = translator.tr, self.context.navigator.go
        finish = (MenuItem("finish", tr("Finish"), self.finish),)
        items = (
            *(() if self.ids.dock.has_finish else finish),
            MenuItem("turn", tr("Rotate the board"), self.turn_offer.turn, repeats=True),
            MenuItem("phones", tr("Other phones"), lambda: go("other_phones")),
            MenuItem("info", tr("Rules at a glance"), lambda: go("rules")),
            MenuItem("settings", tr("Settings"), lambda: go("settings")),
        )
        self.open_sheet(MenuSheet(*items, anchor=self.ids.menu))

    def open_route(self, route: Route, track: int | None = None) -> None:
        """Open a route's claim sheet, or its claims if the track is not free.

        While a finished board is counted, a free track is claimed at once.
        """
        free = claimable_tracks(self.state, self.player, route)
        if self.state.setup.counted and self.session.now.correcting is None:
            chosen = track if track in free else None
            if track is None:
                chosen = only_choice(self.state, self.player, route)
            if chosen is not None:
                self.close_sheet()
                self.session.enter(RouteClaimed(self.player, route.id, chosen))
                return
        claimed: list[int] = sorted(self.state.claims_of(route))
        if claimed and (not free if track is None else track not in free):
            self._open_claimed(route, (track,) if track in claimed else claimed)
        else:
            self._open_claim(ClaimSheet(self.session, route, track))

    def _open_claimed(self, route: Route, tracks: Sequence[int]) -> None:
        sheet = ClaimedRouteSheet(self.session, route, tracks)
        sheet.bind(
            on_change=lambda _, entry: self._change_entry(entry),
            on_other_track=lambda _: self.open_route(route),
            on_board_differs=lambda _: self.open_route_correction(route),
        )
        self.open_sheet_about(sheet, Highlight(tracks=tuple((route.id, each) for each in tracks)))

    def _change_entry(self, entry: int) -> None:
        """Correct an entry: open the sheet with its choices."""
        self.session.correct(entry)
        entered = self.session.now.entered
        if isinstance(entered, RouteClaimed):
            route = self._route(entered.route)
            self._open_claim(ClaimSheet(self.session, route, entered.track))
        elif isinstance(entered, StationBuilt):
            self.open_city(entered.city)
        elif isinstance(entered, OtherPoints):
            self.open_other_points(entered.player, entered)

    def _open_claim(self, sheet: ClaimSheet) -> None:
        route = sheet.route
        if self._kept_player:
            sheet.choose_player(self._kept_player)
        sheet.bind(
            on_board_differs=lambda _: self.open_route_correction(route),
            track=lambda _, track: self.show_highlight(Highlight(tracks=((route.id, int(track)),))),
        )
        self.open_sheet_about(sheet, Highlight(tracks=((route.id, int(sheet.track)),)))

    def open_route_correction(self, route: Route) -> None:
        """Open the sheet that corrects a route to the printed board."""
        sheet = RouteCorrectionSheet(self.session, route)
        self.open_sheet_about(sheet, Highlight(tracks=tracks_of_routes(route)))

    def open_city(self, city: str) -> None:
        """Open a city's sheet, or answer whether it is connected to the one chosen before."""
        if self.question.choose(city):
            return
        sheet = CitySheet(self.session, city)
        sheet.bind(
            on_route=lambda _, route: self.open_route(route),
            on_connected=lambda _: self._ask_connected(city),
        )
        self.open_sheet_about(sheet, Highlight(places=(city,)))

    def _ask_connected(self, city: str) -> None:
        self.close_sheet()
        self.question.ask(city)

    def show_connection(self, one: str, other: str) -> None:
        """Open the answer for the selected player, with the walk on the board."""
        sheet = ConnectionSheet(self.session.now, one, other)
        sheet.bind(on_show=lambda _, highlight: self.show_highlight(highlight))
        self.open_sheet_about(sheet, sheet.highlight)

    def open_player(self, name: str) -> None:
        """Open a player's sheet."""
        sheet = PlayerSheet(self.session, name)
        sheet.bind(
            on_show=lambda _, highlight: self.show_highlight(highlight),
            on_settings=lambda _: self.open_player_settings(name),
            on_other_points=lambda _: self.open_other_points(name),
        )
        self.open_sheet_about(sheet, Highlight(player=name))

    def open_other_points(self, player: str, recorded: OtherPoints | None = None) -> None:
        """Open the sheet that enters points of a player which no rule covers."""
        sheet = OtherPointsSheet(self.session.now, player, recorded)
        sheet.bind(on_save=lambda _, event: self.session.enter(event))
        self.open_sheet_about(sheet, Highlight(player=player))

    def open_player_settings(self, name: str) -> None:
        """Open the sheet that changes a player's name, colour or seat."""
        self.open_sheet_about(PlayerSettingsSheet(self.session, name), Highlight(player=name))

    def confirm(self) -> bool:
        """Press the Claim button of an open claim sheet; False if there is none."""
        if isinstance(self.sheet, ClaimSheet) and self.sheet.button.enabled:
            self.sheet.claim()
            return True
        return False

    def _routes_tapped(self, tracks: tuple[tuple[str, int], ...]) -> None:
        routes = tuple(dict.fromkeys(self._route(id) for id, _ in tracks))
        if len(routes) == 1:
            self.open_route(routes[0], tracks[0][1])
            return
        sheet = RouteChoiceSheet(self.session.now, routes)
        sheet.bind(on_route=lambda _, route: self.open_route(route))
        self.open_sheet_about(sheet, Highlight(tracks=tracks_of_routes(*routes)))

    def show_entry(self, entry: int) -> None:
        """Show an entry on the board."""
        shown = log_entry(self.session.now.game, entry)
        self.show_highlight(event_highlight(shown.event))
        self.notify(shown.description)

    def _route(self, id: str) -> Route:
        state: GameState = self.state
        return state.setup.board.routes[id]

    def _drag_ended(self, id: str) -> None:
        """Claim a route after a drag, or open its claim sheet if there is a choice."""
        route = self._route(id)
        track = only_choice(self.state, self.player, route)
        entered = self.session.now.entered
        was_doubled = isinstance(entered, RouteClaimed) and entered.doubled is not None
        if track is None or was_doubled:
            self.open_route(route, track)
        else:
            self.session.enter(RouteClaimed(self.player, id, track))


load("pages/table/page")
