"""The result: who won and why, every part with its reason, and what comes after."""

from __future__ import annotations

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
from companion.report import message
from companion.report.headline import headline
from companion.report.odd_hands import odd_hands
from companion.report.reasons import Reason, reason, whole_board
from companion.report.score_curve import score_curve
from companion.report.score_table import Part, result_table
from companion.report.when import in_words
from companion.rules.record import write_record
from companion.rules.state import GameState
from companion.rules.wording import phrase
from companion.table.session import Answer
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.game.marker import Marker
from companion.ui.game.still_board import StillBoard
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import PlayAgain
from companion.ui.page import Page
from companion.ui.pages.result.reason_view import ReasonView
from companion.ui.pages.result.share_picture import share_picture


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
    """The tally of the game on the table; to finish it, or to begin the next, is asked for here."""

    subtitle = StringProperty("")
    curve_summary = StringProperty("")
    aspect = NumericProperty(1.0)
    """Width by height of the board."""
    finished = BooleanProperty(False)
    """Whether it lies among the past games."""
    questions = StringProperty("")
    """About hands that do not fit what was dealt, a line each."""
    brief = BooleanProperty(False)
    """Whether there is no room for many words on the buttons."""
    share_words = ObjectProperty(("", ""))
    """What the buttons for the picture and the text say."""

    def __init__(self, context: AppContext) -> None:
        self._reasons: ReasonView | None = None
        super().__init__(context)
        self._board = StillBoard()
        self.bind(wide=self._turned)
        self._turned()

    def _turned(self, *_: object) -> None:
        """Put the board beside the table of parts, or below it."""
        if self._board.parent is not None:
            self._board.parent.remove_widget(self._board)
        (self.ids.beside if self.wide else self.ids.below).add_widget(self._board)

    # Lifecycle hooks

    def opening(self) -> None:
        """Come with the winner in sight."""
        self._close_reasons()
        self.ids.scroll.scroll_y = 1

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the tally of the game as it stands; nothing is finished by looking."""
        if snapshot is None:
            return
        game, result = snapshot.game, snapshot.tally
        when = in_words(message.played_on(snapshot.saved), datetime.now().astimezone())
        self.subtitle = f"{translator.render(snapshot.board.called)} · {translator.render(when)}"
        self.finished = snapshot.finished
        asked = odd_hands(game.state).values()
        self.questions = "\n".join(translator.render(each) for hand in asked for each in hand)
        self.aspect = snapshot.board.aspect
        self.ids.table.show(result_table(game.state, result))
        curve = score_curve(game, result)
        self.ids.curve.show(curve)
        self.curve_summary = translator.render(curve.summary())
        self._board.board, self._board.state = snapshot.board, game.state
        self._board.show_all()
        outcome, card = headline(result), self.ids.winner
        card.title, card.why = translator.render(outcome.title), translator.render(outcome.why)
        card.color_names = [snapshot.setup.colors[name] for name in result.winners]
        if self._reasons is not None and self._reasons.parent is not None:
            self._reasons.say_again()

    def handle_answer(self, answer: Answer) -> bool:
        """Offer to undo finishing or reopening the game."""
        if answer.accepted and answer.action == "finished":
            line = phrase("The game is among the past games now.")
            self.tell(line, offer=translator.tr("Undo"), act=self.session.reopen)
            return True
        if answer.accepted and answer.action == "reopened":
            line = phrase("The game is in progress again.")
            self.tell(line, offer=translator.tr("Undo"), act=self.session.finish)
            return True
        return False

    def handle_back(self) -> bool:
        """Go back to the table of parts; False if that is what is shown."""
        return self._close_reasons()

    def _close_reasons(self) -> bool:
        if self._reasons is None or self._reasons.parent is None:
            return False
        self._reasons.go()
        self.ids.page.opacity = 1
        return True

    def notice_spot(self) -> tuple[float, float, float]:
        """Above the buttons, where they are to be seen."""
        middle, room, bottom = super().notice_spot()
        explains = self._reasons is not None and self._reasons.parent is not None
        return middle, room, bottom if explains else self.ids.dock.top + dp(4)

    # What comes after

    def go_home(self) -> None:
        """Start again from home."""
        self.context.navigator.reset_to("home")

    def play_again(self) -> None:
        """The next game of the same people; this one is over then."""
        now = self.session.now
        if not now.finished and _played_out(now.state):
            self.session.finish()
            if not self.session.now.finished:
                return
        self.context.navigator.go("new_game", PlayAgain(self.session.next_setup()))

    def share_picture(self) -> None:
        """Give the result out as a picture."""
        now = self.session.now
        content = share_picture(now.saved, now.tally, translator.catalog)
        self.context.device.share_file(message.file_name(now.saved, "png"), content, self.tell)

    def share_text(self) -> None:
        """Give the result out as a message."""
        now = self.session.now
        self.context.device.share_text(
            message.message(now.saved, now.tally, translator.catalog), self.tell
        )

    def share_record(self) -> None:
        """Give the game out as a file that any Railkeeper reads."""
        saved = self.session.now.saved
        content = write_record(saved.record).encode("utf-8")
        self.context.device.share_file(message.file_name(saved, "json"), content, self.tell)

    def send_to_bg_stats(self) -> None:
        """Fill the play in where it is counted with others."""
        link = message.bg_stats_link(self.session.now.saved, translator.catalog)
        self.context.device.open_link(link, self.tell)

    # Reasons

    def explain(self, part: Part, player: str) -> None:
        """Show why a cell says what it says."""
        now = self.session.now
        self._look_at(reason(now.game.state, now.tally, part, player))

    def explain_board(self) -> None:
        """Show the whole board."""
        self._look_at(whole_board(self.session.now.tally))

    def _look_at(self, reason: Reason) -> None:
        if self._reasons is None:
            self._reasons = ReasonView(wide=self.wide)
            self.bind(wide=self._reasons.setter("wide"))
            self._reasons.bind(
                on_leave=lambda _: self.step_back(),
                on_part=lambda view, part: self.explain(part, view.reason.player),
            )
        self._reasons.come(self.ids.reasons, self.session.now.game.state, reason)
        self.ids.page.opacity = 0


def _played_out(state: GameState) -> bool:
    """Whether the game is over, or counted; a look at the standing in between ends nothing."""
    return state.over or any(player.tickets for player in state.players.values())


load("pages/result/page")
