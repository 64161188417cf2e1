"""The claim sheet: points of a route, its doubling options, and the player."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.report.words.doubling import claim_choices, doubling_obstacle, lost_doubling
from companion.report.words.routes import (
    reminders,
    track_facts,
    track_name,
)
from companion.rules.apply import why_refused
from companion.rules.board import Route
from companion.rules.claims import (
    DoublingOffer,
    claim_points,
    claimable_tracks,
    doubling_offer,
    track_kinds,
    why_not_claim,
)
from companion.rules.events import Doubling, RouteClaimed
from companion.rules.state import GameState
from companion.rules.wording import format_signed
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui.game.routes import ColorChip
from companion.ui.kit.buttons import ChipLook, Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import BAR_AND_BOARD, MOST_OF_HEIGHT, Sheet
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator


class ClaimOption(Tappable):
    """One option of a claim, plain or doubled, with its points."""

    points = StringProperty("")
    title = StringProperty("")
    chosen = BooleanProperty(False)


class ClaimPlayerChip(ChipLook, Tappable):
    """A player; the chips of all players share one line."""

    text = StringProperty("")
    color_name = StringProperty("blue")
    name_size = NumericProperty(16)
    """The font size of the name, the same on all chips."""
    stacked = BooleanProperty(False)
    """Whether the marker is above the name."""


class ClaimPlayers(BoxLayout):
    """The chips of all players who can claim, in one row."""

    def do_layout(self, *arguments: object) -> None:
        """Give all names one size at which they fit, with the markers above them if necessary."""
        names, gaps = [chip.text for chip in self.children], dp(4) * (len(self.children) - 1)
        for size, stacked in ((theme.body, False), (theme.small, False), (theme.small, True)):
            margins = dp(10 if stacked else 34)
            # Kivy divides a row inexactly, and cuts a name that lacks a fraction of a pixel.
            widths = [max(theme.touch, line_width(name, size) + margins) + 0.01 for name in names]
            if sum(widths) + gaps <= self.width:
                break
        for chip, width in zip(self.children, widths, strict=True):
            chip.name_size, chip.stacked, chip.size_hint_max_x = size, stacked, width
        super().do_layout(*arguments)


class ClaimButton(TextButton):
    """The Claim button, in the player's colour."""

    color_name = StringProperty("")


@register_events("on_board_differs")
class ClaimSheet(Sheet):
    """Asks for track, doubling and player of a claim; dispatches `on_board_differs`."""

    state = ObjectProperty()
    player = StringProperty("")
    route = ObjectProperty()
    track = NumericProperty(0)
    option = NumericProperty(0)
    """The chosen option: 0 is not doubled, the others are doubled."""

    title = StringProperty("")
    lines = NumericProperty(0)
    """The most lines of the title and of the facts; 0 for any number."""
    facts = StringProperty("")
    reminder = StringProperty("")
    details = ListProperty()
    """Per option: the reason and the cost."""
    detail = StringProperty("")
    """That of the chosen option."""
    most_options = NumericProperty(0)
    all_details = ListProperty()
    obstacles = ListProperty()
    """The same for all players: there is room for the most, so that the chips stay in place."""
    length = NumericProperty(0)
    lost = StringProperty("")
    """That the doubling of the corrected claim is not kept."""
    obstacle = StringProperty("")
    track_color = StringProperty("grey")

    def __init__(self, session: GameSession, route: Route, track: int | None) -> None:
        super().__init__()
        now = session.now
        self._session = session
        self._replaced = now.entered
        """The entry that is corrected."""
        self._corrected = now.entered if isinstance(now.entered, RouteClaimed) else None
        """The same if it is a claim."""
        self.state, self.route, self.player = now.state, route, now.player
        self._latest = now.state
        """The state by which the claim is checked; phones may have changed it since."""
        self.track = self._best_track(track)
        self.players = ClaimPlayers()
        self.button = ClaimButton(on_tap=lambda _: self.claim())
        self.pin(self.players, above=True)
        self.pin(self.button)
        for name in now.state.remaining_players:
            chip = ClaimPlayerChip(text=name, color_name=now.setup.colors[name])
            chip.bind(on_tap=lambda chip: self.choose_player(chip.text))
            self.players.add_widget(chip)
        self._choose_recorded()
        for name in ("player", "track", "option"):
            self.fbind(name, self._show_choices)
        self._show_choices()

    def on_height(self, *_: object) -> None:
        """Take more room than other sheets, but leave some of the board visible."""
        free = 1 - dp(BAR_AND_BOARD) / max(1, self.height)
        self.most_of_height = max(MOST_OF_HEIGHT, free)

    def show(self, snapshot: Snapshot) -> None:
        """Update the sheet; close it if Undo has renamed its player."""
        if self.player in snapshot.state.players:
            self.state = self._latest = snapshot.state
            self._show_choices()
        else:
            self.close()

    def show_from_phone(self, snapshot: Snapshot) -> None:
        """Keep all choices, but disable the button if the rules refuse the claim now."""
        self._latest = snapshot.state
        self._check_claim()

    def _best_track(self, wanted: int | None = None) -> int:
        """The wanted track if it is free, otherwise a free one."""
        free = claimable_tracks(self.state, self.player, self.route)
        if wanted is not None and (wanted in free or not free):
            return wanted
        return free[0] if free else 0

    def choose_player(self, name: str) -> None:
        """Claim for another player."""
        self.player = name
        self.track = self._best_track(int(self.track))
        self._choose_recorded()

    def choose_track(self, track: int) -> None:
        """Claim another track."""
        self.track = track
        self._choose_recorded()

    def _choose_recorded(self) -> None:
        """Choose the doubling of the corrected claim if it is legal, otherwise the plain claim."""
        kept = self._kept_doubling()
        self.option = 0 if kept is None else 1 + self._plays.index(kept)

    def _kept_doubling(self) -> Doubling | None:
        offer = self.offer
        return offer.equivalent(self._recorded) if offer and self._recorded else None

    @property
    def _recorded(self) -> Doubling | None:
        """The doubling of the corrected claim."""
        return self._corrected.doubled if self._corrected else None

    def claim(self) -> None:
        """Enter the claim."""
        self._session.enter(self._claim())

    def _claim(self) -> RouteClaimed:
        doubled = self._chosen_doubling()
        return RouteClaimed(self.player, self.route.id, int(self.track), doubled)

    def _check_claim(self) -> None:
        reason = why_refused(self._latest, self._claim())
        self.refuse(translator.render(reason) if reason else "")
        self.button.enabled = reason is None

    @property
    def offer(self) -> DoublingOffer | None:
        """The options to double this claim; None on a board without terrain."""
        return self._offer_to(self.player)

    def _offer_to(self, player: str) -> DoublingOffer | None:
        is_same = self._corrected is not None and self._corrected.route == self.route.id
        recorded = self._recorded if is_same else None
        return doubling_offer(self.state, player, self.route, int(self.track), recorded)

    @property
    def _plays(self) -> tuple[Doubling, ...]:
        return self.offer.plays if self.offer else ()

    def _chosen_doubling(self) -> Doubling | None:
        if self.state.setup.counted:
            return self._recorded
        plays = self._plays
        return plays[int(self.option) - 1] if 0 < self.option <= len(plays) else None

    def _show_choices(self, *_: object) -> None:
        state: GameState = self.state
        route: Route = self.route
        track = int(self.track)
        board = state.setup.board
        render = translator.render
        self.title = render(board.route_title(route))
        self.facts = render(track_facts(board, route, track))
        self.reminder = " ".join(render(each) for each in reminders(board, route, track))
        self.track_color, self.length = route.tracks[track], route.length
        self.button.color_name = state.setup.colors[self.player]
        self._show_tracks()
        self._show_options()
        self._check_claim()
        for chip in self.players.children:
            chip.chosen = chip.text == self.player
        doubled = self._chosen_doubling() is not None
        points = claim_points(board, route, track, doubled=doubled)
        self.button.text = (
            translator.tr("Save the correction  {points}", points=format_signed(points))
            if self._replaced
            # Translators: a button: the player claims the route for this many points.
            else translator.tr("Claim for {player}  +{points}", player=self.player, points=points)
        )

    def _show_tracks(self) -> None:
        free = claimable_tracks(self.state, self.player, self.route)
        has_choice = len(set(track_kinds(self.route, free))) > 1
        chips = (
            ColorChip(
                color_name=self.route.tracks[track],
                text=translator.render(track_name(self.route, track)),
                count=self.route.length,
                chosen=track == self.track,
                repeats=True,
                on_tap=lambda _, track=track: self.choose_track(track),
            )
            for track in free
        )
        set_children(self.ids.tracks, chips if has_choice else ())

    def _show_options(self) -> None:
        state, track, render = self.state, int(self.track), translator.render
        ways = {
            player: (claim_choices(state, self.route, track, offer), doubling_obstacle(offer))
            for player in state.remaining_players
            if why_not_claim(state, player, self.route, track) is None
            and (offer := self._offer_to(player))
        }
        self.most_options = max((len(choices) for choices, _ in ways.values()), default=0)
        self.obstacles = [render(obstacle) for _, obstacle in ways.values() if obstacle]
        self.all_details = [
            render(each.detail) for choices, _ in ways.values() for each in choices if each.detail
        ]
        choices, obstacle = ways.get(self.player, ((), None))
        self.details = [render(each.detail) for each in choices if each.detail]
        self.detail = next(iter(self.details[int(self.option) :]), "")
        self.obstacle = render(obstacle) if obstacle else ""
        rows = (
            ClaimOption(
                points=str(choice.points),
                title=render(choice.title),
                chosen=number == self.option,
                on_tap=lambda _, number=number: setattr(self, "option", number),
            )
            for number, choice in enumerate(choices)
        )
        set_children(self.ids.options, rows)
        corrected, lost = self._corrected, None
        if choices and corrected and self._kept_doubling() is None:
            lost = lost_doubling(state.setup.board, corrected)
        self.lost = render(lost) if lost else ""


load("pages/table/claim_sheet")
