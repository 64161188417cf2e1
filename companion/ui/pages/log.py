"""The log: every entry, newest first, each open to change."""

from __future__ import annotations

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.rules import Event, GameState, RouteClaimed, TicketsTaken, told
from companion.ui.keeping import Keeping
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.widgets import bar, notice, recycling, wrap_row
from companion.ui.widgets.page import Page
from companion.ui.widgets.player_chip import PlayerChip
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.tapping import Chip, SoftButton, Tappable


class LogRow(Tappable):
    """One entry; tapped, it opens what can be done with it."""

    number = StringProperty("")
    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")
    running = StringProperty("")
    index = ObjectProperty(0)
    log = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Tell the screen which entry it is."""
        self.log.open_entry(self.index)


class EntrySheet(Sheet):
    """What can be done with an entry of the log."""

    title = StringProperty("")

    __events__ = ("on_change", "on_remove", "on_insert")

    def offer(self, icon: str, text: str, event: str) -> None:
        """Add one thing to do."""
        button = SoftButton(icon=icon, text=text)
        button.bind(on_tap=lambda _: self.dispatch(event))
        self.add_widget(button)

    def on_change(self) -> None:
        """Something to bind to."""

    def on_remove(self) -> None:
        """Something to bind to."""

    def on_insert(self) -> None:
        """Something to bind to."""


class LogPage(Page):
    """Shows the log of a game; dispatches `on_correct` when the table is needed for a change."""

    keeping = ObjectProperty(None, allownone=True, rebind=True)
    only = StringProperty("")
    """The player whose entries are shown; all if empty."""
    rows = ListProperty()

    __events__ = ("on_back", "on_correct")

    def __init__(self, **properties: object) -> None:
        self.sheet: Sheet | None = None
        super().__init__(**properties)
        words.bind(say=self._fill)

    def on_keeping(self, *_: object) -> None:
        """Show another game."""
        self.only = ""
        self.keeping.bind(
            state=self._fill,
            on_told=lambda _, line, __: self._tell(words.told(line)),
            on_refused=lambda _, reason: self._tell(words.told(reason), refused=True),
        )
        self._fill()

    def _tell(self, text: str, refused: bool = False) -> None:
        undoable = not refused and self.keeping.can_undo
        self.ids.notice.tell(text, refused=refused, undoable=undoable)

    def on_pre_enter(self, *_: object) -> None:
        """Come with the newest entry in sight."""
        self.ids.notice.clear()
        self.ids.list.scroll_y = 1

    def on_only(self, *_: object) -> None:
        """Show one player's entries, or everybody's."""
        self._fill()

    def _fill(self, *_: object) -> None:
        if self.keeping is None:
            return
        keeping: Keeping = self.keeping
        self._fill_players()
        rows = []
        for index, event in enumerate(keeping.game.events):
            if not self.only or event.player == self.only:
                rows.append(self._row(index, event))
        self.rows = rows[::-1]

    def _row(self, index: int, event: Event) -> dict[str, object]:
        game = self.keeping.game
        state: GameState = game.states[index + 1]
        player = state.players[event.player]
        gained = player.route_points - game.states[index].players[event.player].route_points
        return {
            "number": str(index + 1),
            "entry": words.told(told(state.setup.board, event)),
            "color_name": state.setup.colors[event.player],
            "points": f"+{gained}" if gained else "",
            "running": str(player.route_points) if isinstance(event, RouteClaimed) else "",
            "index": index,
            "log": self,
        }

    def _fill_players(self) -> None:
        row = self.ids.players
        row.clear_widgets()
        everybody = Chip(text=words.say("Everybody"), chosen=not self.only)
        everybody.bind(on_tap=lambda _: setattr(self, "only", ""))
        row.add_widget(everybody)
        for player in self.keeping.game.setup.players:
            chip = PlayerChip(
                text=player.name, color_name=player.color, chosen=player.name == self.only
            )
            chip.bind(on_tap=lambda chip: setattr(self, "only", chip.text))
            row.add_widget(chip)

    def open_entry(self, index: int) -> None:
        """Offer what can be done with an entry."""
        event = self.keeping.game.events[index]
        sheet = EntrySheet(title=words.told(told(self.keeping.game.setup.board, event)))
        if not isinstance(event, TicketsTaken):
            sheet.offer("undo", words.say("Change this entry"), "on_change")
        sheet.offer("insert", words.say("Add a forgotten entry before it"), "on_insert")
        sheet.offer("remove", words.say("Remove this entry"), "on_remove")
        sheet.bind(
            on_change=lambda _: self._correct(index, replaces=True),
            on_insert=lambda _: self._correct(index, replaces=False),
            on_remove=lambda _: self._remove(index),
            on_closed=lambda _: setattr(self, "sheet", None),
        )
        self.sheet = sheet
        sheet.open(self.ids.layer)

    def close_sheet(self) -> bool:
        """Close what lies over the log; False if nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def _correct(self, index: int, replaces: bool) -> None:
        self.close_sheet()
        self.keeping.correct(index, replaces)
        self.dispatch("on_correct")

    def _remove(self, index: int) -> None:
        self.close_sheet()
        self.keeping.remove(index)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_correct(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, notice, recycling, wrap_row)
"""Modules whose widgets the kv file names."""

load("pages/log")
