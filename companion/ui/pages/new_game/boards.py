"""The boards of the New game page: carousel, variants, imported boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import floor
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.rules.wording import translatable
from companion.ui.board.thumbnail import empty_board
from companion.ui.kit.buttons import Chip, Tappable, TextButton
from companion.ui.kit.containers import Heading, HorizontalScroll, Stack
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import layout_now
from companion.ui.kit.text import SecondaryText, fit_font_size, line_width
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import BoardSummary


CARD_MARGIN = 8
"""Around the texts of a card, in dp."""
CARD_GAP = 8
"""Between two cards, in dp."""
MAX_WIDTH = 116
"""Width of a card in which every name must fit, in dp; longer names get smaller letters."""
NEXT_CARD_SHARE = 0.45
"""Share of the next card that is visible, to show that the carousel scrolls."""
FIRST_CARDS = 3
"""Cards in the first frame: as many as a phone shows. More would delay it."""
MAX_COLUMNS = 3
"""Cards in a row where the carousel does not scroll."""


class BoardCard(Tappable):
    """A board's thumbnail and name."""

    board = ObjectProperty()
    """The `BoardSummary` of the board."""
    scene = ObjectProperty()
    """The `Scene` of its thumbnail."""
    chosen = BooleanProperty(False)
    name_size = NumericProperty(13)
    """The font size of the name, the same on all cards."""
    mark: BoardMark | None = None
    """Only on the card of an imported board."""

    def name_height(self, size: float) -> float:
        """The height of the name and the space below it, the same on all cards."""
        return float(size * 1.35 + dp(CARD_MARGIN) * 1.5)


class BoardMark(SecondaryText):
    """Marks a board that the keeper imported."""


@register_events("on_choose")
class BoardCarousel(HorizontalScroll):
    """All boards, in one row that scrolls or in several that do not."""

    scrolls = BooleanProperty(True)
    margin = NumericProperty(0)
    """Before the first and after the last card of a row that scrolls."""
    max_picture_height = NumericProperty(dp(120))

    def __init__(self, **properties: object) -> None:
        self._boards: list[BoardSummary] = []
        """All boards, also those whose cards are added after the first frame."""
        self._chosen = ""
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._fit, -1)
        for name in ("width", "margin", "max_picture_height", "scrolls"):
            self.fbind(name, self._arrange)

    def show(
        self,
        read: Callable[[str], Board],
        summaries: Sequence[BoardSummary],
        chosen: BoardSummary,
    ) -> None:
        """Show the boards and scroll to the chosen one; `read` is called to paint them."""
        self._chosen = chosen.id
        if self._boards == list(summaries):
            self._mark_chosen()
            return
        is_first, self._boards = not self._boards, list(summaries)
        self._show_cards(read, FIRST_CARDS if is_first else len(summaries))
        if is_first:
            # Scheduled twice, because the first callback runs before the first frame.
            Clock.schedule_once(
                lambda _: Clock.schedule_once(lambda _: self._show_cards(read, len(self._boards)))
            )

    def on_width(self, *_: object) -> None:
        """Show the chosen card, for example after a rotation."""
        self._mark_chosen(animate=False)

    def _show_cards(self, read: Callable[[str], Board], count: int) -> None:
        """Show the first `count` cards; those that only move keep their thumbnails."""
        before = {card.board.id: card for card in self.ids.row.children}
        self.ids.row.clear_widgets()
        for board in self._boards[:count]:
            card = before.get(board.id)
            if card is None or card.board != board:
                card = BoardCard(board=board, scene=empty_board(read, board))
                card.bind(on_tap=lambda card: self.dispatch("on_choose", card.board))
                if board.imported:
                    card.mark = BoardMark()
                    card.mark.bind(height=self._fit)
                    card.add_widget(card.mark)
            self.ids.row.add_widget(card)
        self._mark_chosen(animate=False)

    def _mark_chosen(self, animate: bool = True) -> None:
        """Mark the chosen card and scroll to it; without animation in the next frame."""
        for card in self.ids.row.children:
            was_chosen, card.chosen = card.chosen, card.board.id == self._chosen
            if card.chosen and not (was_chosen and animate):
                show = partial(self.scroll_to_card, card, animate=animate)
                Clock.schedule_once(lambda _, show=show: show(), 0 if animate else -1)
        self._fit()

    def scroll_to_card(self, card: BoardCard, animate: bool = True) -> None:
        """Scroll to a card that is cut off, so that no card is cut off at the left."""
        if not card.parent:
            return
        if not animate:
            layout_now(self)
        row, step = self.ids.row, card.width + dp(CARD_GAP)
        hidden = row.width - self.width
        first = last = card.x - row.x - self.margin
        last -= (floor((self.width - self.margin) / step) - 1) * step
        before = self.scroll_x * hidden
        if hidden <= 0 or last <= before <= first:
            return
        Animation.stop_all(self, "scroll_x")
        to = min(1, max(0, first if before > first else last) / hidden)
        if animate:
            Animation(scroll_x=to, d=0.15, t="out_quad").start(self)
        else:
            self.scroll_x = to

    def _fit(self, *_: object) -> None:
        row = self.ids.row
        if not row.children:
            return
        gap, count = dp(CARD_GAP), len(self._boards)
        longest = max(
            line_width(translator.render(board.short_display_name), theme.small, bold=True)
            for board in self._boards
        )
        least = min(dp(MAX_WIDTH), longest + dp(CARD_MARGIN) * 2 + 1)
        room = self.width - self.margin * (1 if self.scrolls else 2)
        if self.scrolls:
            whole = max(1, floor((room - least * NEXT_CARD_SHARE) / (least + gap)))
            each = (room - whole * gap) / (whole + NEXT_CARD_SHARE)
            if whole >= count:
                each = (room - self.margin - (count - 1) * gap) / count
            row.cols = count
        else:
            row.cols = min(MAX_COLUMNS, max(1, floor((room + gap) / (least + gap))))
            each = (room - (row.cols - 1) * gap) / row.cols
        row.col_default_width = each
        # A long name of an imported board is shortened.
        name_size = min(
            fit_font_size(
                translator.render(board.short_display_name),
                theme.small,
                each - dp(CARD_MARGIN) * 2 - 2,
                bold=True,
                lines=1,
            )
            for board in self._boards
            if not board.imported
        )
        for card in row.children:
            card.name_size = name_size
        marks = (card.mark.height for card in row.children if card.mark)
        name_height = row.children[0].ids.name.height + max(marks, default=0)
        row.row_default_height = name_height + min(each, self.max_picture_height)


class SmallButton(TextButton):
    """A button with an icon in small letters."""


@register_events("on_variant", "on_share", "on_remove")
class BoardOptions(Stack):
    """The variants of the chosen board, buttons for an imported one, and removed boards.

    Below the boards, or beside them if they are in several rows.
    """

    margin = NumericProperty(0)
    is_beside = BooleanProperty(False)

    def show(self, board: BoardSummary, is_stored: bool) -> None:
        """Show the options of a board; one that is stored can be shared and removed."""
        tr, row = translator.tr, self.ids.row
        row.clear_widgets()
        if is_stored or (self.is_beside and board.variants):
            name = translator.render(board.short_display_name) if self.is_beside else ""
            row.add_widget(Heading(text=name))
        if is_stored:
            # Translators: a button: shares the file of an imported board.
            self._add_button("export", tr("Share"), tr("Share board"), "on_share")
            self._add_button("remove", tr("Remove"), tr("Remove board"), "on_remove")
        self.ids.variants.show(board)

    def _add_button(self, icon: str, text: str, name: str, event: str) -> None:
        button = SmallButton(icon=icon, text=text, on_tap=lambda _: self.dispatch(event))
        button.name_for_readers = name
        self.ids.row.add_widget(button)


@register_events("on_choose")
class VariantChoice(HorizontalScroll):
    """A row of chips, one per variant, that scrolls; dispatches `on_choose` with a variant's id."""

    margin = NumericProperty(0)
    """Before the first and after the last chip."""
    wraps = BooleanProperty(False)
    """Whether there are several rows instead."""
    row_width = NumericProperty(0)
    """The width of all chips."""

    def show(self, board: BoardSummary) -> None:
        """Show the variants of a board."""
        row = self.ids.row
        names = [translator.render(translatable(name)) for _, name in board.variants]
        if [chip.text for chip in reversed(row.children)] != names:
            row.clear_widgets()
            self.scroll_x = 0
            for (id, _), name in zip(board.variants, names, strict=True):
                chip = Chip(text=name, repeats=True)
                chip.bind(on_tap=lambda _, id=id: self.dispatch("on_choose", id), width=self._fit)
                row.add_widget(chip)
            self._fit()
        for chip, (id, _) in zip(reversed(row.children), board.variants, strict=True):
            was_chosen, chip.chosen = chip.chosen, board.in_variant(id).variant == board.variant
            if chip.chosen and not was_chosen:
                Clock.schedule_once(lambda _, chip=chip: self._scroll_to(chip))

    def _fit(self, *_: object) -> None:
        chips = self.ids.row.children
        self.row_width = sum(chip.width + dp(8) for chip in chips) + self.margin * 2

    def _scroll_to(self, chip: Chip) -> None:
        if chip.parent and self.parent and not self.wraps:
            self.scroll_to(chip, padding=dp(32), animate={"d": 0.15, "t": "out_quad"})
