"""Check the board: trains, stations and routes per player, to compare with the real board."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.drawing.highlight import Highlight
from companion.report.words.pieces import trains_left
from companion.report.words.routes import claim_facts
from companion.rules.events import OtherPoints, StationBuilt
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import format_signed
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.game.entry_sheet import EntryPage
from companion.ui.game.other_points_sheet import OtherPointsSheet
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.containers import Card, Column
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import PointsRow
from companion.ui.kit.text import SecondaryText, Text
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import AddEntryFor


class PlayerPiecesCard(Card):
    """One player's trains, stations and routes by length."""

    page = ObjectProperty()
    name = StringProperty("")
    color_name = StringProperty("blue")
    trains = StringProperty("")
    stations = StringProperty("")
    routes = StringProperty("")
    """How many there are, and the sum of other points if there are any."""
    expanded = BooleanProperty(False)
    """Whether each route is listed."""

    def show(self, game: Game) -> None:
        """Update the counts and rows."""
        state = game.state
        player = state.players[self.name]
        self.trains = translator.render(trains_left(state.setup.board, player.trains))
        if state.setup.board.stations_per_player:
            self.stations = translator.tr_plural(
                "{count} station left", "{count} stations left", player.stations_left
            )
        self.routes = translator.tr_plural("{count} route", "{count} routes", len(player.claims))
        if player.other_points:
            points = format_signed(player.score - player.route_points)
            self.routes += f" · {translator.tr('Other points')}\N{NO-BREAK SPACE}{points}"
        self._fill_lengths(state)
        set_children(self.ids.pieces, self._pieces(game) if self.expanded else ())

    def _fill_lengths(self, state: GameState) -> None:
        """Show the number of routes of each length."""
        lengths = [route.length for route in state.players[self.name].routes]
        possible = sorted({route.length for route in state.setup.board.routes.values()})
        counts = [str(lengths.count(length) or "–") for length in possible]
        self.ids.lengths.cols = len(possible) + 1
        set_children(
            self.ids.lengths,
            (
                SecondaryText(text=translator.tr("Length"), wraps=False, size_hint_y=1),
                *(SecondaryText(text=str(length), halign="center") for length in possible),
                SecondaryText(text=translator.tr("Routes"), wraps=False, size_hint_y=1),
                *(Text(text=count, bold=True, halign="center") for count in counts),
            ),
        )

    def _pieces(self, game: Game) -> Iterator[Widget]:
        """A row for each route, the longest first, then for each station and other points."""
        board, player = game.setup.board, game.state.players[self.name]
        for claim in sorted(player.claims, key=lambda claim: -claim.route.length):
            title = translator.render(board.route_title(claim.route))
            detail = translator.render(claim_facts(board, claim))
            yield self._piece(claim.entry, title, detail, str(claim.route.length))
        for entry, event in enumerate(game.events):
            if isinstance(event, StationBuilt) and event.player == self.name:
                title = translator.render(board.places[event.city].display_name)
                yield self._piece(entry, title, translator.tr("station"))
            elif isinstance(event, OtherPoints) and event.player == self.name:
                detail, points = translator.tr("other points"), format_signed(event.points)
                yield self._piece(entry, event.description, detail, points)
        yield SecondaryButton(
            icon="plus",
            text=translator.tr("Add what is missing"),
            on_tap=lambda _: self.page.add_entry_for(self.name),
        )
        yield SecondaryButton(
            icon="plus",
            text=translator.tr("Other points for {player}", player=self.name),
            on_tap=lambda _: self.page.open_other_points(self.name),
        )

    def _piece(self, entry: int, title: str, detail: str, number: str = "") -> PointsRow:
        return PointsRow(
            title=title,
            detail=detail,
            points=number,
            on_tap=lambda _: self.page.open_entry(entry),
        )


class CheckPage(EntryPage):
    """A card for each player; a wrong entry is corrected on the table page."""

    hint = StringProperty("")
    """Explains that tickets can be entered before the game is over."""

    def __init__(self, context: AppContext) -> None:
        self._listed: tuple[str, tuple[Player, ...]] | None = None
        """The game's id and the players of the cards."""
        self._cards: list[PlayerPiecesCard] = []
        self._emphasised: str | None = None
        """The player whose routes were listed last."""
        super().__init__(context)
        self.bind(wide=self._place_cards, roomy=self._place_cards)

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
            self._listed, self._emphasised = listed, None
            self._cards = [
                PlayerPiecesCard(name=player.name, color_name=player.color, page=self)
                for player in snapshot.setup.players
            ]
            self._place_cards()
        for card in self._cards:
            card.show(snapshot.game)
        self.show_board()

    def list_highlight(self) -> Highlight:
        """The routes of the player whose routes were listed last."""
        return Highlight(player=self._emphasised)

    def _place_cards(self, *_: object) -> None:
        """Put the cards into one column or two, without the board beside them."""
        count = 2 if self.wide and not self.roomy else 1
        columns = [Column(pos_hint={"top": 1}) for _ in range(count)]
        set_children(self.ids.columns, columns)
        for number, card in enumerate(self._cards):
            if card.parent:
                card.parent.remove_widget(card)
            columns[number % len(columns)].add_widget(card)

    def toggle(self, card: PlayerPiecesCard) -> None:
        """List a player's routes, or no longer."""
        card.expanded = not card.expanded
        self._emphasised = card.name if card.expanded else None
        card.show(self.session.now.game)
        self.show_board()

    def add_entry_for(self, player: str) -> None:
        """Open the table page to add an entry that is missing."""
        self.context.navigator.go("table", AddEntryFor(player))

    def open_other_points(self, player: str) -> None:
        """Open the sheet that enters other points."""
        sheet = OtherPointsSheet(self.session.now, player)
        sheet.bind(on_save=lambda _, event: self.session.enter(event))
        self.open_sheet(sheet)


load("pages/check")
