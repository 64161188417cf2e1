"""Suggestions for typed letters: known tickets, and ends of new ones."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.search import matched_letters
from companion.report.ticket_search import TicketSuggestion, single_suggestion, suggestion_note
from companion.rules.board import Board
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class SuggestionRow(Divided, Tappable):
    """One suggestion, with the matching letters in bold."""

    title = StringProperty("")
    letters = ObjectProperty(())
    """The letters of the title, each with whether it matches."""
    note = StringProperty("")
    points = StringProperty("")
    known = BooleanProperty(True)
    """Whether the ticket is in the deck or was entered before."""
    held = BooleanProperty(False)
    """Whether a player has the ticket already."""
    suggestion = ObjectProperty(None, allownone=True)

    def show(self, board: Board, suggestion: TicketSuggestion, letters: str) -> None:
        """Show another suggestion."""
        if suggestion.end is None:
            names = (board.ticket_ends[suggestion.start].name, "…")
        else:
            names = board.ticket_names(suggestion.ticket)
        marked = [tuple(zip(name, matched_letters(name, letters), strict=True)) for name in names]
        remark = suggestion_note(board, suggestion)
        self.note = translator.render(remark) if remark else ""
        dash = tuple((letter, False) for letter in " – ")
        self.title, self.letters = " – ".join(names), (*marked[0], *dash, *marked[1])
        self.points = (
            "" if suggestion.end is None or suggestion.other_ends else str(suggestion.points)
        )
        if suggestion.end is not None and not (suggestion.is_known or suggestion.has_typed_value):
            self.points += "?"
        self.suggestion, self.known = suggestion, suggestion.is_known
        self.held = bool(suggestion.holder)


@register_events("on_choose")
class SuggestionList(Panel):
    """Suggestions on a card; dispatches `on_choose` for the one tapped."""

    has_rows = BooleanProperty(False)
    content_height = NumericProperty(0)
    """The height of all rows."""

    def __init__(self, **properties: object) -> None:
        self._spare: list[SuggestionRow] = []
        super().__init__(**properties)

    def show(self, board: Board, suggestions: tuple[TicketSuggestion, ...], letters: str) -> None:
        """Show other suggestions; rows are reused, as creating them takes 50 ms per letter."""
        rows = self.ids.rows
        while len(rows.children) > len(suggestions):
            self._spare.append(rows.children[0])
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(suggestions):
            rows.add_widget(self._spare.pop() if self._spare else self._new_row())
        for row, suggestion in zip(reversed(rows.children), suggestions, strict=True):
            row.show(board, suggestion, letters)
            row.has_divider = suggestion is not suggestions[-1]
        self.has_rows = bool(suggestions)
        self.ids.scroll.scroll_y = 1

    def _new_row(self) -> SuggestionRow:
        row = SuggestionRow()
        row.bind(on_tap=lambda row: self.dispatch("on_choose", row.suggestion))
        return row

    @property
    def single(self) -> TicketSuggestion | None:
        """The suggestion that Enter chooses, if there is only one."""
        return single_suggestion([row.suggestion for row in self.ids.rows.children])


load("pages/tickets/ticket_suggestions")
