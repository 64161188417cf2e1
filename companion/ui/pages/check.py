"""Check the table: trains, stations and routes per player, to compare with the real board."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.report.words.routes import claim_facts
from companion.rules.events import OtherPoints, StationBuilt
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import format_signed
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.entry_page import EntryPage
from companion.ui.game.other_points_sheet import OtherPointsSheet
from companion.ui.kit.buttons import SecondaryButton, Tappable
from companion.ui.kit.containers import Card, Column
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.text import SecondaryText, Text
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import AddEntryFor


class PieceRow(Divided, Tappable):
    """A claimed route, a station or other points; a tap opens the sheet of its entry."""

    title = StringProperty("")
    detail = StringProperty("")
    count = StringProperty("")
    """The length of a route, or other points; empty for a station."""


class ExpandRow(Tappable):
    """A row whose tap shows or hides the rows below it."""

    text = StringProperty("")
    expanded = BooleanProperty(False)


class OtherPointsRow(Tappable):
    """The sum of a player's other points; a tap opens the sheet that enters some."""

    player = StringProperty("")
    points = StringProperty("")


class RowHeading(SecondaryText):
    """The heading of a table row."""


@register_events("on_expand", "on_entry", "on_missing", "on_other_points")
class PlayerPiecesCard(Card):
    """One player's trains, stations and routes by length."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    trains = StringProperty("")
    stations = StringProperty("")
    routes = StringProperty("")
    other_points = StringProperty("")
    """The sum of other points, with its sign; empty if there are none."""
    expanded = BooleanProperty(False)
    """Whether each route is listed."""

    def show(self, game: Game, expanded: bool) -> None:
        """Update the counts and rows."""
        state = game.state
        player = state.players[self.name]
        self.expanded = expanded
        self.trains = translator.tr_plural(
            "{count} train left", "{count} trains left", player.trains
        )
        if state.setup.board.stations_per_player:
            self.stations = translator.tr_plural(
                "{count} station left", "{count} stations left", player.stations_left
            )
        self.routes = translator.tr_plural("{count} route", "{count} routes", len(player.claims))
        given = player.other_points
        self.other_points = format_signed(player.score - player.route_points) if given else ""
        self._fill_lengths(state)
        self._fill_pieces(game)

    def _fill_lengths(self, state: GameState) -> None:
        """Fill the table with the number of routes of each length."""
        lengths = [route.length for route in state.players[self.name].routes]
        grid = self.ids.lengths
        grid.clear_widgets()
        possible = sorted({route.length for route in state.setup.board.routes.values()})
        grid.cols = len(possible) + 1
        grid.add_widget(RowHeading(text=translator.tr("Length")))
        for length in possible:
            grid.add_widget(SecondaryText(text=str(length), halign="center"))
        grid.add_widget(RowHeading(text=translator.tr("Routes")))
        for length in possible:
            count = lengths.count(length)
            grid.add_widget(Text(text=str(count) if count else "–", bold=True, halign="center"))

    def _fill_pieces(self, game: Game) -> None:
        rows = self.ids.pieces
        rows.clear_widgets()
        if not self.expanded:
            return
        board = game.setup.board
        player = game.state.players[self.name]
        for claim in sorted(player.claims, key=lambda claim: -claim.route.length):
            facts = claim_facts(board, claim)
            self._add(
                claim.entry,
                translator.render(board.route_title(claim.route)),
                translator.render(facts),
                str(claim.route.length),
            )
        for entry, event in enumerate(game.events):
            if isinstance(event, StationBuilt) and event.player == self.name:
                self._add(
                    entry,
                    translator.render(board.places[event.city].display_name),
                    translator.tr("station"),
                    "",
                )
            elif isinstance(event, OtherPoints) and event.player == self.name:
                points = format_signed(event.points)
                self._add(entry, event.description, translator.tr("other points"), points)
        missing = SecondaryButton(icon="plus", text=translator.tr("Add what is missing"))
        missing.bind(on_tap=lambda _: self.dispatch("on_missing"))
        rows.add_widget(missing)

    def _add(self, entry: int, title: str, detail: str, count: str) -> None:
        row = PieceRow(title=title, detail=detail, count=count)
        row.bind(on_tap=lambda _: self.dispatch("on_entry", entry))
        self.ids.pieces.add_widget(row)


class CheckPage(EntryPage):
    """A card for each player; a wrong entry is corrected on the table page."""

    hint = StringProperty("")
    """Explains that tickets can be entered before the game is over."""

    def __init__(self, context: AppContext) -> None:
        self._listed: tuple[str, tuple[Player, ...]] | None = None
        """The game's id and the players of the cards."""
        self._cards: list[PlayerPiecesCard] = []
        self._expanded: set[str] = set()
        """Players whose routes are listed."""
        super().__init__(context)
        self.bind(wide=lambda *_: self._create_cards())

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Update the cards, and create them for another game or other players."""
        if snapshot is None:
            return
        self.hint = (
            ""
            if snapshot.state.is_over or snapshot.is_finished
            else translator.tr(
                "The game is not over yet. You can enter tickets now and change them later."
            )
        )
        listed = (snapshot.saved.id, snapshot.setup.players)
        if listed != self._listed:
            self._listed = listed
            self._expanded.clear()
            self._create_cards()
        for card in self._cards:
            card.show(snapshot.game, card.name in self._expanded)

    def _create_cards(self) -> None:
        """Create a card for each player, in one column or two."""
        snapshot = self.context.snapshot
        columns = self.ids.columns
        columns.clear_widgets()
        stacks = [Column(pos_hint={"top": 1}) for _ in range(2 if self.wide else 1)]
        for stack in stacks:
            columns.add_widget(stack)
        self._cards = []
        for number, player in enumerate(snapshot.setup.players if snapshot else ()):
            card = PlayerPiecesCard(name=player.name, color_name=player.color)
            card.bind(
                on_expand=lambda card: self._toggle(card.name),
                on_entry=lambda _, entry: self.open_entry(entry),
                on_other_points=lambda card: self._open_other_points(card.name),
                on_missing=lambda card: self.context.navigator.go("table", AddEntryFor(card.name)),
            )
            stacks[number % len(stacks)].add_widget(card)
            self._cards.append(card)
            if snapshot is not None:
                card.show(snapshot.game, card.name in self._expanded)

    def _open_other_points(self, player: str) -> None:
        sheet = OtherPointsSheet(self.session.now, player)
        sheet.bind(on_save=lambda _, event: self.session.enter(event))
        self.open_sheet(sheet)

    def _toggle(self, name: str) -> None:
        self._expanded ^= {name}
        self.redraw()


load("pages/check")
