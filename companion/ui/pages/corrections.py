"""The keeper's corrections of the bundled boards."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.report.words.routes import route_as_printed
from companion.rules.board import Board, RouteCorrection
from companion.rules.wording import phrase
from companion.table import edits
from companion.table.snapshot import Answer, Snapshot
from companion.ui.kit.containers import Card
from companion.ui.kit.layout import set_children
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class CorrectionCard(Card):
    """One route as printed and as bundled, with a button that removes the correction."""

    title = StringProperty("")
    board_name = StringProperty("")
    printed = StringProperty("")
    bundled = StringProperty("")
    remove = ObjectProperty()
    """Called by the button."""


class CorrectionsPage(Page):
    """Every correction, board by board."""

    has_corrections = BooleanProperty(False)

    def refresh(self, _: Snapshot | None) -> None:
        """List the corrections."""
        learned = self.context.store.learned
        cards = [
            self._card(board, correction)
            for board in self.context.boards.readable(learned.board_ids("corrections"))
            for correction in learned.corrections(board)
        ]
        set_children(self.ids.rows, cards)
        self.has_corrections = bool(cards)

    def handle_answer(self, _: Answer) -> bool:
        """Show nothing: `remove` shows its own notification, with its own Undo."""
        return True

    def remove(self, board: Board, correction: RouteCorrection) -> None:
        """Remove a correction, with Undo in the notification."""
        route = board.routes[correction.route]
        if self._apply(board, edits.bundled_values(route)):
            line = phrase("Correction removed: {route}", route=board.route_title(route))
            self.notify(
                line, button=translator.tr("Undo"), act=lambda: self._restore(board, correction)
            )

    def _restore(self, board: Board, correction: RouteCorrection) -> None:
        if self._apply(board, correction):
            route = board.route_title(board.routes[correction.route])
            printed = route_as_printed(correction)
            self.notify(phrase("{route}: now {printed}", route=route, printed=printed))

    def _apply(self, board: Board, correction: RouteCorrection) -> bool:
        """Store a correction and apply it to the current game; False if one of them is refused.

        It is stored even if the claims of the current game do not allow it.
        """
        in_use = self._is_in_use(board)
        refusal = self.session.correct_board(correction).refusal if in_use else None
        if refusal is not None or not in_use:
            learned = self.context.store.learned
            if not self.attempt(lambda: edits.remember_correction(learned, board, correction)):
                return False
        self.redraw()
        if refusal is not None:
            line = phrase("The game in progress is unchanged: {reason}", reason=refusal)
            self.notify(line, refused=True)
        return refusal is None

    def _is_in_use(self, board: Board) -> bool:
        """Whether the current game is on this board and not finished."""
        now = self.context.snapshot
        return now is not None and not now.is_finished and now.board.id == board.id

    def _card(self, board: Board, correction: RouteCorrection) -> CorrectionCard:
        route = board.routes[correction.route]
        return CorrectionCard(
            title=translator.render(board.route_title(route)),
            board_name=translator.render(board.display_name),
            printed=translator.render(route_as_printed(correction)),
            bundled=translator.render(route_as_printed(route)),
            remove=partial(self.remove, board, correction),
        )


load("pages/corrections")
