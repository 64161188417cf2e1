"""The sheets of cities and routes: claimed, to be corrected, or connecting two cities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.words.routes import (
    ROUTE_COLOR_NAMES,
    claim_facts,
    connection_highlight,
    describe_connection,
    find_connection,
    missing_routes,
    name_of,
    places_of,
    route_as_printed,
    station_offer,
)
from companion.rules.apply import why_refused
from companion.rules.board import Route, RouteCorrection
from companion.rules.boards import ROUTE_COLORS
from companion.rules.claims import claimable_tracks
from companion.rules.events import UNCHECKED, RouteClaimed, StationBuilt
from companion.rules.state import Claim, GameState
from companion.rules.wording import Phrase, phrase
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.game.players import player_chips
from companion.ui.game.routes import ColorChip, RouteRow, route_row
from companion.ui.kit.buttons import Chip, PrimaryButton, SecondaryButton
from companion.ui.kit.containers import Column, WrapRow
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.text import SecondaryText
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_route", "on_connected")
class CitySheet(Sheet):
    """A city's routes, and building a station; dispatches `on_route` and `on_connected`."""

    title = StringProperty("")
    station_refusal = StringProperty("")
    """Why no station can be built here."""

    def __init__(self, session: GameSession, city: str) -> None:
        super().__init__()
        self._session, self._city = session, city
        self.show(session.now)

    def show(self, snapshot: Snapshot) -> None:
        """Show whether a station can be built, and the routes."""
        state, player, board, city = snapshot.state, snapshot.player, snapshot.board, self._city
        self.title = translator.render(board.places[city].display_name)
        self.ids.station.clear_widgets()
        if board.stations_per_player:
            self._show_station(state, player, city)
        neighbours = (
            (translator.render(board.places[route.other_end(city)].display_name), route)
            for route in board.routes_at[city]
        )
        rows = sorted(neighbours, key=lambda each: each[0])
        _list_routes(self, snapshot, rows)

    def _show_station(self, state: GameState, player: str, city: str) -> None:
        event = StationBuilt(player, city)
        reason = why_refused(state, event)
        if reason is not None:
            self.station_refusal = translator.render(reason)
            return
        button = SecondaryButton(
            icon="station",
            text=translator.render(station_offer(state, player)),
            on_tap=lambda _: self._session.enter(event),
        )
        self.ids.station.add_widget(button)


def _list_routes(sheet: Sheet, snapshot: Snapshot, routes: Iterable[tuple[str, Route]]) -> None:
    """Fill a sheet that dispatches `on_route` with a row for each title and route."""
    state, player, choose = snapshot.state, snapshot.player, partial(sheet.dispatch, "on_route")
    rows = (RouteRow(**route_row(state, player, route, title, choose)) for title, route in routes)
    set_children(sheet.ids.routes, rows)


class ConnectionQuestion:
    """Asks for a second city on the board, then calls `answer` with both; nothing is stored."""

    def __init__(
        self,
        board: BoardView,
        changed: Callable[[], None],
        answer: Callable[[str, str], None],
    ) -> None:
        self._board, self._changed, self._answer = board, changed, answer
        self._first = ""
        """The first city, while the second one is chosen."""

    @property
    def text(self) -> Phrase | None:
        """The question; None while none is asked."""
        if not self._first:
            return None
        name = name_of(self._board.board, self._first)
        return phrase("Connected to {city}? Tap the other city.", city=name)

    def ask(self, city: str) -> None:
        """Let the next tap on the board choose the second city."""
        self._first, self._board.places_to_pick = city, self._board.board.places
        self._changed()

    def cancel(self) -> bool:
        """Stop asking; False if nothing was asked."""
        if not self._first:
            return False
        self._first, self._board.places_to_pick = "", None
        self._changed()
        return True

    def choose(self, city: str) -> bool:
        """Answer for the two cities; False if nothing was asked."""
        first = self._first
        if first and city not in places_of(self._board.board, first):
            self.cancel()
            self._answer(first, city)
        return bool(first)


@register_events("on_show")
class ConnectionSheet(Sheet):
    """Dispatches `on_show` with the walk on the board when another player is chosen."""

    title = StringProperty("")
    answer = StringProperty("")
    missing = StringProperty("")
    """The routes that the player would have to claim."""

    def __init__(self, snapshot: Snapshot, one: str, other: str) -> None:
        super().__init__()
        self._ends = one, other
        self._player = snapshot.player
        self.highlight: Highlight = NO_HIGHLIGHT
        """The walk on the board."""
        self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Answer for the chosen player; close the sheet if Undo has renamed that one."""
        state, board, render = snapshot.state, snapshot.board, translator.render
        if self._player not in state.players:
            self.close()
            return
        one, other = (name_of(board, end) for end in self._ends)
        self.title = render(phrase("{one} – {other}", one=one, other=other))
        found = find_connection(state, self._player, *self._ends)
        self.answer = render(describe_connection(self._player, found))
        routes = missing_routes(state, self._player, found)
        self.missing = render(routes) if routes else ""
        self.highlight = connection_highlight(state, self._player, found, *self._ends)
        choose = partial(self._choose, snapshot)
        chips = player_chips(state.setup.players, choose, self._player, repeats=True)
        set_children(self.ids.players, chips)

    def _choose(self, snapshot: Snapshot, player: str) -> None:
        self._player = player
        self.show(snapshot)
        self.dispatch("on_show", self.highlight)


@register_events("on_route")
class RouteChoiceSheet(Sheet):
    """The routes a tap may have meant; dispatches `on_route` for the chosen one."""

    def __init__(self, snapshot: Snapshot, routes: tuple[Route, ...]) -> None:
        super().__init__()
        self._routes = routes
        self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Show the routes with their owners."""
        titles = (translator.render(snapshot.board.route_title(each)) for each in self._routes)
        rows = zip(titles, self._routes, strict=True)
        _list_routes(self, snapshot, rows)


@register_events("on_change", "on_remove", "on_doubled")
class ClaimedTrack(Column):
    """One claim with its buttons."""

    owner = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")
    facts = StringProperty("")
    can_double = BooleanProperty(False)
    """Whether the claim can be marked as doubled: while a finished board is counted."""
    doubled = BooleanProperty(False)
    entry = StringProperty("")
    """Which entry of the log it is."""

    def icon_beside(self, icon: str, text_width: float, width: float) -> str:
        """The icon of a button, unless long words in large letters leave no room for it."""
        return icon if text_width + dp(60) < width else ""


@register_events("on_change", "on_other_track", "on_board_differs")
class ClaimedRouteSheet(Sheet):
    """Removes claims and, in a counted game, doubles them; dispatches `on_change` with an entry."""

    title = StringProperty("")
    other_track_free = BooleanProperty(False)
    """Whether the selected player may claim the other track."""
    other_track = StringProperty("")
    """The text of the button that claims it."""

    def __init__(self, session: GameSession, route: Route, tracks: Sequence[int]) -> None:
        super().__init__()
        self._session, self._route, self._tracks = session, route, tracks
        self.show(session.now)

    def show(self, snapshot: Snapshot) -> None:
        """Show the claims."""
        state = snapshot.state
        self.title = translator.render(snapshot.board.route_title(self._route))
        self.other_track_free = bool(claimable_tracks(state, snapshot.player, self._route))
        self.other_track = (
            translator.tr("Claim another track")
            if len(self._route.tracks) == 3
            else translator.tr("Claim the other track")
        )
        claims = state.claims_of(self._route)
        shown = (claims[track] for track in sorted(claims) if track in self._tracks)
        set_children(self.ids.claims, (self._claim(snapshot, *each) for each in shown))

    def _claim(self, snapshot: Snapshot, player: str, claim: Claim) -> ClaimedTrack:
        # A switch: a claim that was not doubled will be, and the other way round.
        doubled = UNCHECKED if claim.doubled is None else None
        switched = RouteClaimed(player, claim.route.id, claim.track, doubled)
        return ClaimedTrack(
            owner=player,
            color_name=snapshot.setup.colors[player],
            points=f"+{claim.points}",
            can_double=snapshot.setup.counted and snapshot.board.terrain is not None,
            doubled=claim.doubled is not None,
            facts=translator.render(claim_facts(snapshot.board, claim)),
            entry=translator.tr(
                "Entry {number} of {count}",
                number=claim.entry + 1,
                count=len(snapshot.game.events),
            ),
            on_change=lambda _: self.dispatch("on_change", claim.entry),
            on_remove=lambda _: self._session.remove(claim.entry),
            on_doubled=lambda _: self._session.change(claim.entry, switched),
        )


class RouteCorrectionSheet(Sheet):
    """Corrects a route to the printed board."""

    title = StringProperty("")
    bundled = StringProperty("")
    """The route in the app's data."""
    length = NumericProperty(1)
    tracks = ListProperty(["grey"])
    track_counts = ListProperty()
    """The numbers of tracks to choose from, with their texts."""

    def __init__(self, session: GameSession, route: Route) -> None:
        super().__init__()
        self._session, self.route = session, route
        self.title = translator.render(session.now.board.route_title(route))
        self.length, self.tracks = route.length, list(route.tracks)
        # Only a route that has three tracks in the app's data can have three.
        self.track_counts = [
            (1, translator.tr("One track")),
            (2, translator.tr("Two tracks")),
            (3, translator.tr("Three tracks")),
        ][: max(2, len(route.tracks))]
        self.button = PrimaryButton(
            text=translator.tr("Use for this board from now on"), on_tap=lambda _: self.correct()
        )
        self.pin(self.button)
        self.bind(length=self._show_choices, tracks=self._show_choices)
        self._show_choices()

    def correct(self) -> None:
        """Use the chosen length and colours for this board."""
        correction = RouteCorrection(self.route.id, int(self.length), tuple(self.tracks))
        self._session.correct_board(correction)

    def set_tracks(self, count: int) -> None:
        """Set the number of tracks; added ones have the colour of the last."""
        self.tracks = [*self.tracks, self.tracks[-1], self.tracks[-1]][:count]

    def set_color(self, track: int, color: str) -> None:
        """Set the colour of a track."""
        self.tracks = [*self.tracks[:track], color, *self.tracks[track + 1 :]]

    def _show_choices(self, *_: object) -> None:
        self.refuse("")
        self.bundled = translator.tr(
            "In the app: {route}", route=translator.render(route_as_printed(self.route))
        )
        printed = (int(self.length), tuple(self.tracks))
        self.button.enabled = printed != (self.route.length, self.route.tracks)
        lengths = (
            Chip(
                text=str(length),
                chosen=length == self.length,
                on_tap=lambda _, length=length: setattr(self, "length", length),
            )
            for length in sorted(self._session.now.board.route_points)
        )
        set_children(self.ids.lengths, lengths)
        rows = self.ids.track_colors
        rows.clear_widgets()
        titles = ("", translator.tr("The other track"), translator.tr("The third track"))
        for track, title in zip(range(len(self.tracks)), titles, strict=False):
            row = WrapRow()
            set_children(row, self._color_chips(track))
            if title:
                rows.add_widget(SecondaryText(text=title))
            rows.add_widget(row)

    def _color_chips(self, track: int) -> Iterator[ColorChip]:
        for color in ROUTE_COLORS:
            yield ColorChip(
                color_name=color,
                text=translator.render(ROUTE_COLOR_NAMES[color]),
                chosen=color == self.tracks[track],
                on_tap=lambda chip: self.set_color(track, chip.color_name),
            )


load("pages/table/route_sheets")
