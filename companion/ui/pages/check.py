"""Check the table: what the app believes lies on the board, to compare with the plastic there."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.report import route_facts
from companion.rules import Game, GameState, Phrase, StationBuilt, told
from companion.ui.keeping import Keeping
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.log import EntrySheet
from companion.ui.widgets import bar, marker, notice, page_row
from companion.ui.widgets.page import Card, Column, Page
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.tapping import SoftButton, Tappable
from companion.ui.widgets.text import QuietText, Text


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


class TableText(QuietText):
    """What a line of a table is about."""


class PlayerCheck(Card):
    """One player's pieces, counted the way one counts them on a table."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    trains = StringProperty("")
    stations = StringProperty("")
    routes = StringProperty("")
    open = BooleanProperty(False)
    """Whether every single route is shown."""

    __events__ = ("on_fold", "on_entry", "on_missing")

    def show(self, game: Game, open: bool) -> None:
        """Bring everything up to date."""
        state = game.state
        player = state.players[self.name]
        self.open = open
        self.trains = words.count("{count} train left", "{count} trains left", player.trains)
        if state.setup.board.stations_per_player:
            self.stations = words.count(
                "{count} station left", "{count} stations left", player.stations_left
            )
        self.routes = words.count("{count} route", "{count} routes", len(player.claims))
        self._fill_lengths(state)
        self._fill_pieces(game)

    def _fill_lengths(self, state: GameState) -> None:
        """How many routes there are of each length: the quickest thing to count."""
        lengths = [route.length for route in state.players[self.name].routes]
        grid = self.ids.lengths
        grid.clear_widgets()
        possible = sorted({route.length for route in state.setup.board.routes.values()})
        grid.cols = len(possible) + 1
        grid.add_widget(TableText(text=words.say("Length")))
        for length in possible:
            grid.add_widget(QuietText(text=str(length), halign="center"))
        grid.add_widget(TableText(text=words.say("Routes")))
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
            facts = route_facts.track_facts(board, claim.route, claim.track)
            self._add(
                claim.entry, board.title(claim.route), words.told(facts), str(claim.route.length)
            )
        for entry, event in enumerate(game.events):
            if isinstance(event, StationBuilt) and event.player == self.name:
                self._add(entry, board.places[event.city].name, words.say("station"), "")
        missing = SoftButton(icon="plus", text=words.say("Something is missing here"))
        missing.bind(on_tap=lambda _: self.dispatch("on_missing"))
        rows.add_widget(missing)

    def _add(self, entry: int, title: str, detail: str, count: str) -> None:
        row = LaidRow(title=title, detail=detail, count=count)
        row.bind(on_tap=lambda _: self.dispatch("on_entry", entry))
        self.ids.pieces.add_widget(row)

    def on_fold(self) -> None:
        """Something to bind to."""

    def on_entry(self, entry: int) -> None:
        """Something to bind to."""

    def on_missing(self) -> None:
        """Something to bind to."""


class CheckPage(Page):
    """Dispatches `on_correct` and `on_missing` where the table is needed to set something right."""

    keeping = ObjectProperty(None, allownone=True, rebind=True)
    """The `Keeping` of the game."""

    __events__ = ("on_back", "on_tickets", "on_log", "on_correct", "on_missing")

    def __init__(self, **properties: object) -> None:
        self.sheet: Sheet | None = None
        self._open: set[str] = set()
        super().__init__(**properties)
        words.bind(say=self._show)
        self.bind(wide=lambda *_: self._lay())

    def on_keeping(self, *_: object) -> None:
        """Check another game."""
        keeping: Keeping = self.keeping
        keeping.bind(
            state=self._show,
            on_told=lambda _, line, __: self.tell(line),
            on_refused=lambda _, reason: self.tell(reason, refused=True),
        )
        self._open = set()
        self._lay()

    def on_pre_leave(self, *_: object) -> None:
        """Take no answer along."""
        self.ids.notice.clear()

    def _lay(self) -> None:
        """One card for each player, in one column or two."""
        if self.keeping is None:
            return
        columns = self.ids.columns
        columns.clear_widgets()
        stacks = [Column(pos_hint={"top": 1}) for _ in range(2 if self.wide else 1)]
        for stack in stacks:
            columns.add_widget(stack)
        self._cards = []
        for number, player in enumerate(self.keeping.game.setup.players):
            card = PlayerCheck(name=player.name, color_name=player.color)
            card.bind(
                on_fold=lambda card: self._fold(card.name),
                on_entry=lambda _, entry: self.open_entry(entry),
                on_missing=lambda card: self.dispatch("on_missing", card.name),
            )
            stacks[number % len(stacks)].add_widget(card)
            self._cards.append(card)
        self._show()

    def _show(self, *_: object) -> None:
        if self.keeping is not None:
            for card in self._cards:
                card.show(self.keeping.game, card.name in self._open)

    def _fold(self, name: str) -> None:
        self._open ^= {name}
        self._show()

    def open_entry(self, entry: int) -> None:
        """Offer what can be done with an entry."""
        keeping: Keeping = self.keeping
        event = keeping.game.events[entry]
        sheet = EntrySheet(title=words.told(told(keeping.game.setup.board, event)))
        sheet.offer("undo", words.say("Change this entry"), "on_change")
        sheet.offer("remove", words.say("Remove this entry"), "on_remove")
        sheet.bind(
            on_change=lambda _: self._leave_for(entry),
            on_remove=lambda _: self._remove(entry),
            on_closed=lambda _: setattr(self, "sheet", None),
        )
        self.sheet = sheet
        sheet.open(self.ids.layer)

    def _leave_for(self, entry: int) -> None:
        self.close_sheet()
        self.dispatch("on_correct", entry)

    def _remove(self, entry: int) -> None:
        self.close_sheet()
        self.keeping.remove(entry)

    def close_sheet(self) -> bool:
        """Close what lies over the screen; False if nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def tell(self, line: Phrase, refused: bool = False) -> None:
        """Answer what was done."""
        undoable = not refused and self.keeping.can_undo
        self.ids.notice.tell(words.told(line), refused=refused, undoable=undoable)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_tickets(self) -> None:
        """Something to bind to."""

    def on_log(self) -> None:
        """Something to bind to."""

    def on_correct(self, entry: int) -> None:
        """Something to bind to."""

    def on_missing(self, player: str) -> None:
        """Something to bind to."""


_NEEDED = (bar, marker, notice, page_row)
"""Modules whose widgets the kv file names."""

load("pages/check")
