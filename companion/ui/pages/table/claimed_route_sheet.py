"""The sheet of a claimed route: owner, entry, doubling and points; change or remove the claim."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, StringProperty

from companion.report import route_facts
from companion.rules.board import Route
from companion.rules.events import UNCHECKED, RouteClaimed
from companion.rules.state import Claim, GameState
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Column
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


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


@register_events("on_change", "on_remove", "on_doubled", "on_other_track", "on_board_differs")
class ClaimedRouteSheet(Sheet):
    """Dispatches `on_change` and `on_remove` with an entry, or the other actions.

    While a finished board is counted also `on_doubled`, with an entry and its new event.
    """

    title = StringProperty("")
    other_track_free = BooleanProperty(False)
    """Whether the selected player may claim the other track."""
    is_triple = BooleanProperty(False)
    """Whether the route has three tracks."""

    def __init__(self, snapshot: Snapshot, route: Route, tracks: Sequence[int]) -> None:
        super().__init__()
        self._route, self._tracks = route, tracks
        self.is_triple = len(route.tracks) == 3
        self._fill(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Update the sheet."""
        self._fill(snapshot)

    def _fill(self, snapshot: Snapshot) -> None:
        state, render = snapshot.state, translator.render
        self.title = render(snapshot.board.route_title(self._route))
        self.other_track_free = bool(route_facts.free_tracks(state, snapshot.player, self._route))
        claims = self.ids.claims
        claims.clear_widgets()
        for player, claim in claims_of(state, self._route):
            if claim.track in self._tracks:
                shown = ClaimedTrack(
                    owner=player,
                    color_name=state.setup.colors[player],
                    points=f"+{claim.points}",
                    can_double=state.setup.counted and snapshot.board.terrain is not None,
                    doubled=claim.doubled is not None,
                    facts=render(route_facts.claim_facts(snapshot.board, claim)),
                    entry=translator.tr(
                        "Entry {number} of {count}",
                        number=claim.entry + 1,
                        count=len(snapshot.game.events),
                    ),
                )
                shown.bind(
                    on_change=lambda _, entry=claim.entry: self.dispatch("on_change", entry),
                    on_remove=lambda _, entry=claim.entry: self.dispatch("on_remove", entry),
                    on_doubled=lambda _, player=player, claim=claim: self.dispatch(
                        "on_doubled", claim.entry, _with_other_doubling(player, claim)
                    ),
                )
                claims.add_widget(shown)


def _with_other_doubling(player: str, claim: Claim) -> RouteClaimed:
    """The event of a claim, doubled if it was not and the other way round."""
    doubled = UNCHECKED if claim.doubled is None else None
    return RouteClaimed(player, claim.route.id, claim.track, doubled)


def claims_of(state: GameState, route: Route) -> tuple[tuple[str, Claim], ...]:
    """The claims of a route's tracks with their players, in the order of the tracks."""
    claims = (
        (name, claim)
        for name, player in state.players.items()
        for claim in player.claims
        if claim.route.id == route.id
    )
    return tuple(sorted(claims, key=lambda each: each[1].track))


load("pages/table/claimed_route_sheet")
