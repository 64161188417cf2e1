"""The result page: outcome, score table with explanations, sharing, playing again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.drawing.palette import Rgba, contrast
from companion.report.bg_stats import bg_stats_link
from companion.report.dates import relative_date
from companion.report.duration import duration
from companion.report.explanation import explain, explain_board
from companion.report.missing_entries import why_not_over
from companion.report.outcome import headline
from companion.report.parts.report_types import Explanation
from companion.report.score_curve import score_curve
from companion.report.score_table import score_table
from companion.report.sharing import file_name, played_on, result_message
from companion.report.ticket_questions import ticket_questions
from companion.rules.ending import is_complete, open_turns
from companion.store.exporting import shared_record
from companion.table.answer import Answer
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.context import AppContext
from companion.ui.game.marker import Marker
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import PlayAgain
from companion.ui.page import Page
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.result.share_picture import share_picture


class WinnerCard(Card):
    """The headline with the markers of the winners, or why the game is not over."""

    title = StringProperty("")
    why = StringProperty("")
    color_names = ListProperty()
    """The colours of the winners."""

    def on_color_names(self, *_: object) -> None:
        """Draw the winners' markers."""
        row = self.ids.markers
        row.clear_widgets()
        for color in self.color_names:
            row.add_widget(Marker(color_name=color, size_hint=(None, 1), width=row.height))

    def outline_color(self, color_names: list[str], surface: Rgba, fallback: Rgba) -> Rgba:
        """The winner's colour, or the fallback if its contrast with the card is too low."""
        color = theme.player(color_names[0]) if color_names else fallback
        return color if contrast(color, surface) >= 1.5 else fallback


class ResultPage(Page):
    """Shows the tally of the current game; files it and starts the next one."""

    subtitle = StringProperty("")
    has_curve = BooleanProperty(True)
    """Whether the order of the claims is known: not in a counted game."""
    curve_summary = StringProperty("")
    board_aspect = NumericProperty(1.0)
    """Width by height of the board."""
    finished = BooleanProperty(False)
    """Whether the game is a past game."""
    final = BooleanProperty(True)
    """Whether the game is over."""
    has_open_turns = BooleanProperty(False)
    """Whether somebody still has a turn in the last round."""
    questions = StringProperty("")
    """Questions about tickets, one per line."""
    has_short_labels = BooleanProperty(False)
    """Whether the buttons are too narrow for long labels."""
    share_labels = ObjectProperty(("", ""))
    """The labels of the buttons that share the picture and the text."""

    def __init__(self, context: AppContext) -> None:
        self._explanation_view: ExplanationView | None = None
        self._navigate: Callable[[], None] | None = None
        """Called once the game has been filed or reopened."""
        super().__init__(context)
        self._board = BoardView(disabled=True)
        self.bind(wide=self._place_board)
        self._place_board()

    def _place_board(self, *_: object) -> None:
        """Put the board beside the score table on a wide page, else below it."""
        if self._board.parent is not None:
            self._board.parent.remove_widget(self._board)
        (self.ids.beside if self.wide else self.ids.below).add_widget(self._board)

    def opening(self) -> None:
        """Scroll to the top and close an explanation."""
        self._close_explanation()
        self.ids.scroll.scroll_y = 1

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the tally of the current game."""
        if snapshot is None:
            return
        game, result = snapshot.game, snapshot.tally
        when = relative_date(played_on(snapshot.saved), datetime.now().astimezone())
        facts = (snapshot.board.display_name, when, duration(snapshot.saved))
        self.subtitle = " · ".join(translator.render(fact) for fact in facts if fact is not None)
        self.finished, self.final = snapshot.finished, result.final
        players = open_turns(game.state)
        self.has_open_turns = bool(players)
        asked = ticket_questions(game.state)
        self.questions = "\n".join(translator.render(each) for each in asked)
        self.board_aspect = snapshot.board.aspect
        self.ids.table.show(score_table(game.state, result))
        self.has_curve = not snapshot.setup.counted
        curve = score_curve(game, result)
        self.ids.curve.show(curve)
        self.curve_summary = translator.render(curve.summary())
        self._board.board, self._board.state = snapshot.board, game.state
        self._board.show_all()
        outcome, card = headline(result), self.ids.winner
        # The title of the page says already that this is the score so far.
        title = outcome.title if result.final else why_not_over(players)
        card.title, card.why = translator.render(title), translator.render(outcome.why)
        winners = result.winners if result.final else ()
        card.color_names = [snapshot.setup.colors[name] for name in winners]
        if self._open_explanation is not None:
            self._open_explanation.refresh()

    def handle_answer(self, answer: Answer) -> bool:
        """After filing or reopening on the way to another page, go there and show the answer."""
        navigate, self._navigate = self._navigate, None
        if navigate is None or (answer.action == "reopened" and not answer.accepted):
            return False
        navigate()
        self.context.navigator.page.receive(answer)
        return True

    def handle_back(self) -> bool:
        """Close the explanation; False if none is open."""
        return self._close_explanation()

    def _close_explanation(self) -> bool:
        if self._open_explanation is None:
            return False
        self._open_explanation.close()
        self.ids.page.opacity = 1
        return True

    def notice_position(self) -> tuple[float, float, float]:
        """Above the buttons, unless an explanation covers them."""
        middle, room, bottom = super().notice_position()
        return middle, room, bottom if self._open_explanation else self.ids.dock.top + dp(4)

    def go_home(self) -> None:
        """Go to the home page, and file the game if it is complete."""
        self._leave(lambda: self.context.navigator.reset_to("home"))

    def play_again(self) -> None:
        """Set up the next game with the same players, and file this one if it is complete."""
        again = PlayAgain(self.session.next_setup())
        self._leave(lambda: self.context.navigator.go("new_game", again))

    def _leave(self, navigate: Callable[[], None]) -> None:
        now = self.session.now
        if now.finished or not is_complete(now.game.state):
            navigate()
        else:
            self._navigate = navigate
            self.session.finish()

    def resume(self) -> None:
        """Make a past game a game in progress again and go to its board."""
        self._navigate = lambda: self.context.navigator.reset_to("home", "table")
        self.session.reopen()

    def share_picture(self) -> None:
        """Share the result as a picture."""
        now = self.session.now
        content = share_picture(now.saved, now.tally, translator.catalog)
        self.context.device.share_file(file_name(now.saved, "png"), content, self.notify)

    def share_text(self) -> None:
        """Share the result as a text message."""
        now = self.session.now
        text = result_message(now.saved, now.tally, translator.catalog)
        self.context.device.share_text(text, self.notify)

    def share_record(self) -> None:
        """Share the game record as a file."""
        saved = self.session.now.saved
        content = shared_record(saved).encode("utf-8")
        self.context.device.share_file(file_name(saved, "json"), content, self.notify)

    def send_to_bg_stats(self) -> None:
        """Open BG Stats with this play filled in."""
        link = bg_stats_link(self.session.now.saved, translator.catalog)
        self.context.device.open_link(link, self.notify)

    def explain(self, part: str, player: str) -> None:
        """Explain a cell of the score table."""
        now = self.session.now
        self._show_explanation(explain(now.game.state, now.tally, part, player))

    def explain_board(self) -> None:
        """Show all players' routes on a large board."""
        self._show_explanation(explain_board(self.session.now.tally))

    @property
    def _open_explanation(self) -> ExplanationView | None:
        view = self._explanation_view
        return view if view is not None and view.parent is not None else None

    def _show_explanation(self, explanation: Explanation) -> None:
        view = self._explanation_view
        if view is None:
            view = self._explanation_view = ExplanationView(wide=self.wide)
            self.bind(wide=view.setter("wide"))
            view.bind(
                on_close=lambda _: self.step_back(),
                on_part=lambda view, part: self.explain(part, view.explanation.player),
            )
        view.open(self.ids.layers, self.session.now.game.state, explanation)
        self.ids.page.opacity = 0


load("pages/result/page")
