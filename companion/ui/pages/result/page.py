"""The result page: outcome, score table with explanations, what can be sent, playing again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.report.export.message import bg_stats_link, file_name, played_on, result_message
from companion.report.statistics.score_curve import score_curve
from companion.report.words.boards import short_board_name
from companion.report.words.games import duration, relative_date, short_date, winner_lacks
from companion.report.words.part_report import Explanation
from companion.report.words.result import explain, explain_board, headline, score_table
from companion.report.words.tickets import hand_questions, ticket_questions
from companion.rules.turns import open_turns
from companion.rules.wording import Phrase, format_number
from companion.store.archive import shared_record
from companion.table.session import GameSession
from companion.table.snapshot import Answer, Snapshot
from companion.ui.board.view import BoardView
from companion.ui.context import AppContext
from companion.ui.kit.buttons import PrimaryButton
from companion.ui.kit.sheet import MenuItem, MenuSheet, Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import PlayAgain, ShowPlayer
from companion.ui.page import Page
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.result.share_picture import share_picture


class DescriptionSheet(Sheet):
    """Edits the title and the note of a game."""

    def __init__(self, session: GameSession) -> None:
        # More than usual, because the result does not matter here.
        super().__init__(most_of_height=0.75)
        self._session, saved = session, session.now.saved
        self.ids.title.text, self.ids.note.text = saved.title, saved.note
        self.pin(PrimaryButton(text=translator.tr("Save"), on_tap=lambda _: self._save()))

    def _save(self) -> None:
        self._session.describe(self.ids.title.text, self.ids.note.text)


class ResultPage(Page):
    """Shows the tally of the current game; files it and starts the next one."""

    subtitle = StringProperty("")
    has_curve = BooleanProperty(True)
    """Whether the order of the claims is known: not in a counted game."""
    short_subtitle = StringProperty("")
    curve_summary = StringProperty("")
    board_aspect = NumericProperty(1.0)
    """Width by height of the board."""
    has_winner = BooleanProperty(True)
    """Whether the game is over and nothing is missing, or it was filed so."""
    title = StringProperty("")
    """The keeper's title of the game."""
    note = StringProperty("")
    questions = StringProperty("")
    """Questions about tickets, one per line."""

    def __init__(self, context: AppContext) -> None:
        self._explanation_view: ExplanationView | None = None
        super().__init__(context)
        self._board = BoardView(disabled=True, fades_free=True)
        self.ids.board.add_widget(self._board)
        # An id of kv alone does not keep a widget that is without a parent for a moment.
        self._board_button: Widget = self.ids.board.__self__
        self.bind(wide=self._place_board)
        self._place_board()

    def _place_board(self, *_: object) -> None:
        """Put the board beside the score table on a wide page, else below it."""
        self._board_button.parent.remove_widget(self._board_button)
        (self.ids.side if self.wide else self.ids.content).add_widget(self._board_button, index=1)

    def opening(self) -> None:
        """Scroll to the top and close an explanation."""
        self._close_explanation()
        self.ids.scroll.to_top()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the tally of the current game."""
        if snapshot is None:
            return
        game, result = snapshot.game, snapshot.tally
        played = played_on(snapshot.saved)
        when = relative_date(played, datetime.now().astimezone())
        board, minutes = snapshot.board, snapshot.saved.minutes_played
        took = duration(minutes) if minutes else None
        self.subtitle = _joined(board.display_name, when, took)
        self.short_subtitle = _joined(short_board_name(board), short_date(played))
        self.title, self.note = snapshot.saved.title, snapshot.saved.note
        asked = ticket_questions(game.state, snapshot.waiting_players)
        self.questions = "\n".join(translator.render(each) for each in asked)
        self.board_aspect = snapshot.board.aspect
        self.ids.table.show(score_table(game.state, result))
        self.has_curve = not snapshot.setup.counted
        curve = score_curve(game, result)
        self.ids.curve.show(curve)
        self.curve_summary = translator.render(curve.summary())
        self._board.board, self._board.state = snapshot.board, game.state
        self._board.show_all()
        self._show_headline(snapshot)
        if self._open_explanation is not None:
            self._open_explanation.show_rows()

    def _show_headline(self, snapshot: Snapshot) -> None:
        top, tr = self.ids.headline, translator.tr
        outcome = headline(snapshot.tally, winner_lacks(snapshot.game.state))
        self.has_winner = bool(outcome.winners)
        top.title, top.why = map(translator.render, (outcome.title, outcome.why))
        top.score = "" if outcome.score is None else format_number(outcome.score)
        top.color_names = [snapshot.setup.colors[name] for name in outcome.winners]
        go = self.context.navigator.go
        reveal = MenuItem(
            "play", tr("Reveal step by step"), lambda: self.decide_hand_ins(lambda: go("reveal"))
        )
        curve = MenuItem("curve", tr("Score curve"), self.show_curve)
        next_step = () if outcome.winners else (self._next_step(snapshot),)
        top.ids.buttons.show((*next_step, reveal, curve))

    def _next_step(self, snapshot: Snapshot) -> MenuItem:
        """What brings a game without a winner closer to its end."""
        tr, go = translator.tr, self.context.navigator.go
        if snapshot.is_finished:
            return MenuItem("board", tr("Resume this game"), self.resume)
        if open_turns(snapshot.state):
            only_drew = tr("They only drew cards")
            return MenuItem("check", only_drew, self.session.end_open_turns)
        if not snapshot.state.is_over:
            return MenuItem("board", tr("Continue on the board"), self.go_to_board)
        return MenuItem("plus", tr("Enter tickets"), lambda: go("tickets"))

    def handle_answer(self, answer: Answer) -> bool:
        """Close the sheet with a saved title; show the result of a game that is now decided."""
        if answer.action == "described" and answer.accepted:
            self.close_sheet()
        is_decision = answer.action == "hand-in decided"
        if is_decision or (answer.changes_game and answer.action != "reopened"):
            self.context.show_result()
        return False

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
        """Go to the home page, and file the game if it is decided."""
        self._leave(lambda: self.context.navigator.reset_to("home"))

    def play_again(self) -> None:
        """Set up the next game with the same players, and file this one if it is decided."""
        again = PlayAgain(self.session.next_setup())
        self._leave(lambda: self.context.navigator.go("new_game", again))

    def _leave(self, navigate: Callable[[], None]) -> None:
        """Go to another page, which then shows that the game was filed, with Undo."""
        now = self.session.now
        if not now.is_decided or now.is_finished:
            navigate()
            return

        def file() -> None:
            navigate()
            if self.session.now.is_decided:
                self.session.finish()

        self.decide_hand_ins(file)

    def go_to_board(self) -> None:
        """Go to the board of a game in progress."""
        self.context.navigator.reset_to("home", "table")

    def open_questioned_tickets(self) -> None:
        """Open the tickets of the first player whom a question is about."""
        now = self.session.now
        players = now.state.players
        asked = (name for name in players if hand_questions(now.state, players[name]))
        player = next(iter((*now.waiting_players, *asked)))
        self.context.navigator.go("tickets", ShowPlayer(player))

    def show_curve(self) -> None:
        """Scroll to the score curve."""
        self.ids.scroll.scroll_to(self.ids.curve_card, padding=dp(12))

    def open_menu(self) -> None:
        """Open the menu: filing, resuming, corrections."""
        now, tr, go = self.session.now, translator.tr, self.context.navigator.go
        if now.is_finished:
            # Translators: continue playing a past game.
            file_or_resume = MenuItem("board", tr("Resume this game"), self.resume)
        elif now.tally.final:
            file_or_resume = MenuItem("finish", tr("Finish and move to Past games"), self.file)
        else:
            file_or_resume = MenuItem("finish", tr("Move to Past games as unfinished"), self.file)
        self.open_sheet(
            MenuSheet(
                file_or_resume,
                MenuItem("text", tr("Title and note"), self.open_description),
                MenuItem("change", tr("Correct tickets"), lambda: go("tickets")),
                MenuItem("log", tr("Correct a log entry"), lambda: go("log")),
                anchor=self.ids.menu,
            )
        )

    def open_description(self) -> None:
        """Open the sheet that edits the title and the note."""
        self.open_sheet(DescriptionSheet(self.session))

    def open_share_menu(self) -> None:
        """Open the menu of what can be shared."""
        tr = translator.tr
        self.open_sheet(
            MenuSheet(
                MenuItem("picture", tr("Share picture"), self.share_picture),
                MenuItem("text", tr("Share text"), self.share_text),
                MenuItem("export", tr("Share the game file"), self.share_record),
                MenuItem("export", tr("Send to BG Stats"), self.send_to_bg_stats),
                anchor=self.ids.share,
            )
        )

    def file(self) -> None:
        """Move the game to the past games, once no tickets wait for a decision."""
        self.decide_hand_ins(self.session.finish)

    def resume(self) -> None:
        """Make a past game a game in progress again and go to its board."""
        answer = self.session.reopen()
        if answer.accepted:
            self.go_to_board()
            self.context.navigator.page.receive(answer)

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
        now = self.session.now
        self._show_explanation(explain_board(now.game.state, now.tally))

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


def _joined(*facts: Phrase | None) -> str:
    return " · ".join(translator.render(fact) for fact in facts if fact is not None)


load("pages/result")
