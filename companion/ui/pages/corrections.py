"""Where the keeper's boards are printed differently: every correction, and the way back."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.report.route_facts import route_as_printed
from companion.rules.board import Board, RouteCorrection
from companion.rules.wording import Phrase, phrase
from companion.table import printed_board
from companion.table.session import Answer
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


@register_events("on_revoke")
class CorrectionCard(Card):
    """One route: as printed, and as the app would have it."""

    title = StringProperty("")
    board_name = StringProperty("")
    printed = StringProperty("")
    bundled = StringProperty("")


class CorrectionsPage(Page):
    """Every correction of every board."""

    anything = BooleanProperty(False)
    """Whether something has been corrected."""

    def __init__(self, context: AppContext) -> None:
        self._refusal: Phrase | None = None
        """Why the current game refused the last correction."""
        super().__init__(context)

    def refresh(self, _: Snapshot | None) -> None:
        """List what has been corrected."""
        rows = self.ids.rows
        rows.clear_widgets()
        for board in self.context.boards.values():
            for correction in self.context.store.learned.corrections(board):
                rows.add_widget(self._card(board, correction))
        self.anything = bool(rows.children)

    def handle_answer(self, answer: Answer) -> bool:
        """Keep the refusal; `revoke` shows its own notification, with its own Undo."""
        self._refusal = answer.refusal
        return True

    def revoke(self, board: Board, correction: RouteCorrection) -> None:
        """Go back to the route as the app has it."""
        route = board.routes[correction.route]
        if self._print(board, printed_board.as_bundled(route)):
            line = phrase("Taken back: {route}", route=board.title(route))
            self.tell(line, offer=translator.tr("Undo"), act=lambda: self._again(board, correction))

    def _again(self, board: Board, correction: RouteCorrection) -> None:
        if self._print(board, correction):
            route = board.title(board.routes[correction.route])
            printed = route_as_printed(correction)
            self.tell(phrase("{route}: {printed}, from now on", route=route, printed=printed))

    def _print(self, board: Board, correction: RouteCorrection) -> bool:
        """Take a route to be printed so, in the game on the table too; False and told if not."""
        plays = self._plays(board)
        if plays:
            self.session.correct_board(correction)
        keeps = self._refusal if plays else None
        if keeps is not None or not plays:
            learned = self.context.store.learned
            if not self.attempt(lambda: printed_board.keep(learned, board, correction)):
                return False
        self.redraw()
        if keeps is not None:
            line = phrase("The game on the table keeps it: {reason}", reason=keeps)
            self.tell(line, refused=True)
        return keeps is None

    def _plays(self, board: Board) -> bool:
        """Whether a game on that board is in progress on the table."""
        now = self.session.snapshot
        return now is not None and not now.finished and now.board.id == board.id

    def _card(self, board: Board, correction: RouteCorrection) -> CorrectionCard:
        route = board.routes[correction.route]
        card = CorrectionCard(
            title=translator.render(board.title(route)),
            board_name=translator.render(board.called),
            printed=translator.render(route_as_printed(correction)),
            bundled=translator.render(route_as_printed(route)),
        )
        card.bind(on_revoke=lambda _: self.revoke(board, correction))
        return card


load("pages/corrections")
