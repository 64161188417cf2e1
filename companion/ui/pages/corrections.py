"""Where the keeper's boards are printed differently: every correction, and the way back."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import ObjectProperty, StringProperty

from companion.report.route_facts import route_as_printed
from companion.rules import Board, Phrase, RouteCorrection
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.widgets import bar, notice, tapping
from companion.ui.widgets.page import Card, Page


class CorrectionCard(Card):
    """One route: as printed, and as the app would have it."""

    title = StringProperty("")
    board_name = StringProperty("")
    printed = StringProperty("")
    bundled = StringProperty("")

    __events__ = ("on_revoke",)

    def on_revoke(self) -> None:
        """Something to bind to."""


class CorrectionsPage(Page):
    """Dispatches `on_revoke` with a board and a correction."""

    corrections = ObjectProperty(())
    """Pairs of a bundled board and a correction of it."""

    __events__ = ("on_back", "on_revoke")

    def __init__(self, **properties: object) -> None:
        self.undo: Callable[[], None] = lambda: None
        """Takes the last revocation back."""
        super().__init__(**properties)
        self.bind(corrections=self._show)
        words.bind(say=self._show)

    def on_pre_enter(self, *_: object) -> None:
        """Come without an old answer."""
        self.ids.notice.clear()

    def _show(self, *_: object) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        for board, correction in self.corrections:
            route = board.routes[correction.route]
            card = CorrectionCard(
                title=board.title(route),
                board_name=board.name,
                printed=words.told(route_as_printed(correction)),
                bundled=words.told(route_as_printed(route)),
            )
            card.bind(
                on_revoke=lambda _, board=board, correction=correction: self.dispatch(
                    "on_revoke", board, correction
                )
            )
            rows.add_widget(card)

    def tell(self, line: Phrase, refused: bool = False) -> None:
        """Answer what was done."""
        self.ids.notice.tell(words.told(line), refused=refused, undoable=not refused)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_revoke(self, board: Board, correction: RouteCorrection) -> None:
        """Something to bind to."""


_NEEDED = (bar, notice, tapping)
"""Modules whose widgets the kv file names."""

load("pages/corrections")
