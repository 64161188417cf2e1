"""The result: who won and why, every part with its reason, and what comes after."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report.headline import headline
from companion.report.reasons import Reason, reason, whole_board
from companion.report.score_curve import score_curve
from companion.report.score_table import Part, result_table
from companion.rules import Game, Tally
from companion.ui.board import view
from companion.ui.look.kv import load
from companion.ui.look.palette import Rgba, contrast
from companion.ui.look.theme import theme
from companion.ui.look.words import words
from companion.ui.pages.result import curve_chart, score_table
from companion.ui.pages.result.reason_view import ReasonView
from companion.ui.widgets import bar, notice, page_row
from companion.ui.widgets.marker import Marker
from companion.ui.widgets.page import Card, Page


class StillBoard(view.BoardView):
    """A board to look at; touches go to what it stands on."""

    def on_touch_down(self, touch: object) -> bool:  # noqa: ARG002
        """Take no touch."""
        return False


class WinnerCard(Card):
    """Who won and by what."""

    title = StringProperty("")
    why = StringProperty("")
    color_names = ListProperty()
    """The colours of who won."""

    def on_color_names(self, *_: object) -> None:
        """Draw the winners' markers."""
        row = self.ids.markers
        row.clear_widgets()
        for color in self.color_names:
            row.add_widget(Marker(color_name=color, size_hint=(None, 1), width=row.height))

    def frame(self, color_names: list[str], surface: Rgba, otherwise: Rgba) -> Rgba:
        """The winner's colour, unless it would not be seen on the card."""
        color = theme.player(color_names[0]) if color_names else otherwise
        return color if contrast(color, surface) >= 1.5 else otherwise


class ResultPage(Page):
    """Shows a tally; what somebody wants to do with it is dispatched."""

    subtitle = StringProperty("")
    game = ObjectProperty(None, allownone=True)
    """The `Game` that was played."""
    result = ObjectProperty(None, allownone=True)
    """Its `Tally`."""
    table = ObjectProperty(None, allownone=True)
    """The `ResultTable` of it."""
    curve = ObjectProperty(None, allownone=True)
    curve_summary = StringProperty("")
    brief = BooleanProperty(False)
    """Whether there is no room for many words on the buttons."""
    share_words = ObjectProperty(("", ""))
    """What the buttons for the picture and the text say."""

    __events__ = (
        "on_back",
        "on_ceremony",
        "on_correct_tickets",
        "on_correct_log",
        "on_home",
        "on_play_again",
        "on_share_picture",
        "on_share_text",
        "on_share_record",
        "on_bg_stats",
    )

    def __init__(self, **properties: object) -> None:
        self._reasons: ReasonView | None = None
        super().__init__(**properties)
        self._board = StillBoard()
        words.bind(say=self._describe)
        self.bind(wide=self._turned)
        self._turned()

    def _turned(self, *_: object) -> None:
        """Put the board beside the table of parts, or below it."""
        if self._board.parent is not None:
            self._board.parent.remove_widget(self._board)
        (self.ids.beside if self.wide else self.ids.below).add_widget(self._board)

    def show(self, game: Game, result: Tally) -> None:
        """Show a result from its top."""
        self.close_sheet()
        self.ids.notice.clear()
        self.game, self.result = game, result
        self.table = result_table(game.state, result)
        self.curve = score_curve(game, result)
        self._board.board, self._board.state = game.setup.board, game.state
        self._board.show_all()
        self.ids.scroll.scroll_y = 1
        self._describe()

    def tell(self, text: str, refused: bool = False) -> None:
        """Say what has become of something."""
        self.ids.notice.tell(text, refused=refused)

    def _describe(self, *_: object) -> None:
        if self.result is None:
            return
        outcome, card = headline(self.result), self.ids.winner
        card.title, card.why = words.told(outcome.title), words.told(outcome.why)
        colors = self.game.setup.colors
        card.color_names = [colors[name] for name in self.result.winners]
        self.curve_summary = words.told(self.curve.summary())

    # Reasons

    def explain(self, part: Part, player: str) -> None:
        """Show why a cell says what it says."""
        self._look_at(reason(self.game.state, self.result, part, player))

    def explain_board(self) -> None:
        """Show the whole board."""
        self._look_at(whole_board(self.result))

    def _look_at(self, reason: Reason) -> None:
        if self._reasons is None:
            self._reasons = ReasonView(wide=self.wide)
            self.bind(wide=self._reasons.setter("wide"))
            self._reasons.bind(
                on_leave=lambda _: self.close_sheet(),
                on_part=lambda view, part: self.explain(part, view.reason.player),
            )
        self._reasons.come(self.ids.layer, self.game.state, reason)
        self.ids.page.opacity = 0

    def close_sheet(self) -> bool:
        """Go back to the table of parts; False if that is what is shown."""
        if self._reasons is None or self._reasons.parent is None:
            return False
        self._reasons.go()
        self.ids.page.opacity = 1
        return True

    # What is dispatched

    def on_back(self) -> None:
        """Something to bind to."""

    def on_ceremony(self) -> None:
        """Something to bind to."""

    def on_correct_tickets(self) -> None:
        """Something to bind to."""

    def on_correct_log(self) -> None:
        """Something to bind to."""

    def on_home(self) -> None:
        """Something to bind to."""

    def on_play_again(self) -> None:
        """Something to bind to."""

    def on_share_picture(self) -> None:
        """Something to bind to."""

    def on_share_text(self) -> None:
        """Something to bind to."""

    def on_share_record(self) -> None:
        """Something to bind to."""

    def on_bg_stats(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, curve_chart, notice, page_row, score_table)
"""Modules whose widgets the kv file names."""

load("pages/result/page")
