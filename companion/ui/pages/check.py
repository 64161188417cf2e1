"""Check the table: what the app believes lies on the board, to compare with the plastic there."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.report import route_facts
from companion.rules.events import StationBuilt
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.entry_page import EntryPage
from companion.ui.kit.buttons import SecondaryButton, Tappable
from companion.ui.kit.containers import Card, Column
from companion.ui.kit.events import register_events
from companion.ui.kit.text import SecondaryText, Text
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import AddEntryFor


class LaidRow(Tappable):
    """Something that lies on the board; tapped, it opens what can be done with its entry."""

    title = StringProperty("")
    detail = StringProperty("")
    count = StringProperty("")
    """How many spaces it takes, for a route."""


class FoldRow(Tappable):
    """Shows or hides what belongs to it."""

    text = StringProperty("")
    open = BooleanProperty(False)


class TableText(SecondaryText):
    """What a line of a table is about."""


@register_events("on_fold", "on_entry", "on_missing")
class PlayerCheck(Card):
    """One player's pieces, counted the way one counts them on a table."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    trains = StringProperty("")
    stations = StringProperty("")
    routes = StringProperty("")
    open = BooleanProperty(False)
    """Whether every single route is shown."""

    def show(self, game: Game, open: bool) -> None:
        """Bring everything up to date."""
        state = game.state
        player = state.players[self.name]
        self.open = open
        self.trains = translator.tr_plural(
            "{count} train left", "{count} trains left", player.trains
        )
        if state.setup.board.stations_per_player:
            self.stations = translator.tr_plural(
                "{count} station left", "{count} stations left", player.stations_left
            )
        self.routes = translator.tr_plural("{count} route", "{count} routes", len(player.claims))
        self._fill_lengths(state)
        self._fill_pieces(game)

    def _fill_lengths(self, state: GameState) -> None:
        """How many routes there are of each length: the quickest thing to count."""
        lengths = [route.length for route in state.players[self.name].routes]
        grid = self.ids.lengths
        grid.clear_widgets()
        possible = sorted({route.length for route in state.setup.board.routes.values()})
        grid.cols = len(possible) + 1
        grid.add_widget(TableText(text=translator.tr("Length")))
        for length in possible:
            grid.add_widget(SecondaryText(text=str(length), halign="center"))
        grid.add_widget(TableText(text=translator.tr("Routes")))
        for length in possible:
            count = lengths.count(length)
            grid.add_widget(Text(text=str(count) if count else "–", bold=True, halign="center"))

    def _fill_pieces(self, game: Game) -> None:
        rows = self.ids.pieces
        rows.clear_widgets()
        if not self.open:
            return
        board = game.setup.board
        player = game.state.players[self.name]
        for claim in sorted(player.claims, key=lambda claim: -claim.route.length):
            facts = route_facts.claim_facts(board, claim)
            self._add(
                claim.entry,
                translator.render(board.title(claim.route)),
                translator.render(facts),
                str(claim.route.length),
            )
        for entry, event in enumerate(game.events):
            if isinstance(event, StationBuilt) and event.player == self.name:
                self._add(
                    entry,
                    translator.render(board.places[event.city].called),
                    translator.tr("station"),
                    "",
                )
        missing = SecondaryButton(icon="plus", text=translator.tr("Something is missing here"))
        missing.bind(on_tap=lambda _: self.dispatch("on_missing"))
        rows.add_widget(missing)

    def _add(self, entry: int, title: str, detail: str, count: str) -> None:
        row = LaidRow(title=title, detail=detail, count=count)
        row.bind(on_tap=lambda _: self.dispatch("on_entry", entry))
        self.ids.pieces.add_widget(row)


class CheckPage(EntryPage):
    """A card for each player; what differs is set right at the table, and one comes back."""

    early = StringProperty("")
    """What can be done here while the game goes on."""

    def __init__(self, context: AppContext) -> None:
        self._laid: tuple[str, tuple[Player, ...]] | None = None
        """Which game the cards were laid for, and for whom."""
        self._cards: list[PlayerCheck] = []
        self._open: set[str] = set()
        """Whose routes are unfolded."""
        super().__init__(context)
        self.bind(wide=lambda *_: self._lay())

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Bring every card up to date."""
        if snapshot is None:
            return
        going_on = not snapshot.state.over and not snapshot.finished
        self.early = (
            translator.tr("The game is not over yet: tickets can be entered now and changed later.")
            if going_on
            else ""
        )
        table = (snapshot.saved.id, snapshot.setup.players)
        if table != self._laid:
            self._laid = table
            self._open.clear()
            self._lay()
        for card in self._cards:
            card.show(snapshot.game, card.name in self._open)

    def _lay(self) -> None:
        """One card for each player, in one column or two."""
        snapshot = self.session.snapshot
        columns = self.ids.columns
        columns.clear_widgets()
        stacks = [Column(pos_hint={"top": 1}) for _ in range(2 if self.wide else 1)]
        for stack in stacks:
            columns.add_widget(stack)
        self._cards = []
        for number, player in enumerate(snapshot.setup.players if snapshot else ()):
            card = PlayerCheck(name=player.name, color_name=player.color)
            card.bind(
                on_fold=lambda card: self._fold(card.name),
                on_entry=lambda _, entry: self.open_entry(entry),
                on_missing=lambda card: self.context.navigator.go("table", AddEntryFor(card.name)),
            )
            stacks[number % len(stacks)].add_widget(card)
            self._cards.append(card)
            if snapshot is not None:
                card.show(snapshot.game, card.name in self._open)

    def _fold(self, name: str) -> None:
        self._open ^= {name}
        self.redraw()


load("pages/check")
