"""The claim sheet: what a route scores, every way to double it, and for whom."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report import color_words, route_facts
from companion.rules.board import Route
from companion.rules.doubling import DoublingOffer, claim_points, doubling_offer
from companion.rules.events import Doubling, RouteClaimed
from companion.rules.offers import why_not_claim
from companion.rules.state import GameState
from companion.table.snapshot import Snapshot
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.buttons import Chip, Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class ClaimOption(Tappable):
    """One way to make a claim, with its points and its reason."""

    points = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    chosen = BooleanProperty(False)


class ClaimButton(TextButton):
    """The one that claims, in the colour of who claims."""

    color_name = StringProperty("")


@register_events("on_claim", "on_differs")
class ClaimSheet(Sheet):
    """Asks what is left to choose about a claim and dispatches `on_claim` with the event."""

    state = ObjectProperty()
    player = StringProperty("")
    route = ObjectProperty()
    track = NumericProperty(0)
    way = NumericProperty(0)
    """Which option is chosen: 0 is plain, the others double."""

    title = StringProperty("")
    facts = StringProperty("")
    reminder = StringProperty("")
    obstacle = StringProperty("")
    track_color = StringProperty("grey")

    def __init__(self, state: GameState, player: str, route: Route, track: int | None) -> None:
        super().__init__()
        self.state, self.player, self.route = state, player, route
        self.track = self._best_track(track)
        self.button = ClaimButton()
        self.button.bind(on_tap=lambda _: self.claim())
        self.pin(self.button)
        for name in ("player", "track", "way"):
            self.fbind(name, self._fill)
        self._fill()

    @classmethod
    def of(cls, state: GameState, claim: RouteClaimed) -> ClaimSheet:
        """The sheet as it was when a claim was made, so that only what was wrong is touched."""
        sheet = cls(state, claim.player, state.setup.board.routes[claim.route], claim.track)
        navigator = sheet.offer.navigator if sheet.offer else ()
        chosen = (number for number, way in enumerate(navigator, 1) if way.play == claim.doubled)
        sheet.way = next(chosen, 0)
        return sheet

    def show(self, snapshot: Snapshot) -> None:
        """Bring everything up to date, the choices as they were made."""
        self.state = snapshot.state
        self._fill()

    def _best_track(self, wanted: int | None = None) -> int:
        """The track asked for if it can be had, else one that can be."""
        free = route_facts.free_tracks(self.state, self.player, self.route)
        if wanted is not None and (wanted in free or not free):
            return wanted
        return free[0] if free else 0

    def choose_player(self, name: str) -> None:
        """Claim for somebody else."""
        self.player = name
        self.way = 0
        self.track = self._best_track(int(self.track))

    def choose_track(self, track: int) -> None:
        """Claim the other track."""
        self.way = 0
        self.track = track

    def claim(self) -> None:
        """Make the chosen claim."""
        self.dispatch("on_claim", self._event())

    def _event(self) -> RouteClaimed:
        return RouteClaimed(self.player, self.route.id, int(self.track), self._chosen_doubling())

    @property
    def offer(self) -> DoublingOffer | None:
        """The ways to double this claim; None on a board without terrain."""
        return doubling_offer(self.state, self.player, self.route, int(self.track))

    def _chosen_doubling(self) -> Doubling | None:
        navigator = self.offer.navigator if self.offer else ()
        return navigator[int(self.way) - 1].play if 0 < self.way <= len(navigator) else None

    def _fill(self, *_: object) -> None:
        state: GameState = self.state
        route: Route = self.route
        track = int(self.track)
        board = state.setup.board
        tell = translator.render
        self.title = tell(board.title(route))
        self.facts = tell(route_facts.track_facts(board, route, track))
        self.reminder = " ".join(tell(each) for each in route_facts.reminders(route, track))
        self.track_color = route.tracks[track]
        reason = why_not_claim(state, self.player, route, track)
        self.refusal = tell(reason.phrase) if reason else ""
        self.button.color_name = state.setup.colors[self.player]
        self.button.enabled = reason is None
        self._fill_tracks()
        self._fill_options(legal=reason is None)
        self._fill_players()
        points = claim_points(state, route, self._chosen_doubling() is not None)
        self.button.text = translator.tr(
            "Claim for {player}  +{points}", player=self.player, points=points
        )

    def _fill_tracks(self) -> None:
        row = self.ids.tracks
        row.clear_widgets()
        free = route_facts.free_tracks(self.state, self.player, self.route)
        if len({self.route.tracks[track] for track in free}) < 2:
            return
        for track in free:
            name = translator.render(color_words.ROUTE_COLORS[self.route.tracks[track]])
            chip = Chip(text=name, chosen=track == self.track)
            chip.bind(on_tap=lambda _, track=track: self.choose_track(track))
            row.add_widget(chip)

    def _fill_options(self, legal: bool) -> None:
        rows = self.ids.options
        rows.clear_widgets()
        self.obstacle = ""
        offer = self.offer
        if offer is None or not legal:
            return
        plain = str(claim_points(self.state, self.route, doubled=False))
        # Translators: claiming without doubling.
        options = [(plain, translator.tr("Plain"), translator.tr("No terrain is played."))]
        for way in offer.navigator:
            detail = translator.tr("{reason}. {cost}", reason=way.reason, cost=way.cost)
            options.append((str(way.points), translator.render(way.title), detail))
        for number, (points, title, detail) in enumerate(options):
            option = ClaimOption(
                points=points, title=title, detail=detail, chosen=number == self.way
            )
            option.bind(on_tap=lambda _, number=number: setattr(self, "way", number))
            rows.add_widget(option)
        self.obstacle = translator.render(offer.obstacle) if offer.obstacle else ""

    def _fill_players(self) -> None:
        row, people = self.ids.players, self.state.setup.players
        shown = [(chip.text, chip.color_name) for chip in reversed(row.children)]
        if shown != [(player.name, player.color) for player in people]:
            row.clear_widgets()
            for player in people:
                chip = PlayerChip(text=player.name, color_name=player.color)
                chip.bind(on_tap=lambda _, name=player.name: self.choose_player(name))
                row.add_widget(chip)
        for chip in row.children:
            chip.chosen = chip.text == self.player


load("pages/table/claim_sheet")
