"""The dock: terrain buttons or Final tally, Next, Find, Log, Finish; starting cards, open turns."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.report.words.games import why_not_over
from companion.rules.terrain import has_drawn_all, without_starting_cards
from companion.table.snapshot import Snapshot
from companion.ui import keyboard
from companion.ui.kit.buttons import Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.surface import Panel
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.pages.table.scoreboard import row_size


class DockButton(Tappable):
    """An icon with a word below or beside it."""

    beside = BooleanProperty(False)
    """Whether the word is beside the icon."""
    icon = StringProperty("")
    text = StringProperty("")
    font_size = NumericProperty(13)
    """The same for all buttons of the row."""
    color = ColorProperty((0, 0, 0, 1))


class TerrainButton(Tappable):
    """Button for a terrain: each tap draws a card."""

    dock = ObjectProperty(rebind=True)
    terrain = StringProperty("")
    text = StringProperty("")


class FinalTallyButton(TextButton):
    """Takes the place of the terrain buttons when the game is over."""


class EdgePanel(Panel):
    """A panel at the edge of the window, with a line towards the board."""

    wide = BooleanProperty(False)
    """Whether it is beside the board."""


@register_events("on_draw", "on_next", "on_find", "on_log", "on_finish")
class Dock(EdgePanel):
    """Terrain buttons or Final tally in the upper row, and buttons to other pages."""

    suggests_next = BooleanProperty(False)
    """Whether the selected player has drawn all cards of a turn: Next is highlighted."""
    next_text = StringProperty("")
    """The text of Next, which selects the next player while a finished board is counted."""
    roomy = BooleanProperty(False)
    """Whether all buttons are in one row."""
    next_elsewhere = BooleanProperty(False)
    """Whether the scoreboard has Next: the dock is one row, and Finish is in the menu."""
    shown = BooleanProperty(True)
    """Whether it is shown; it is not while the first terrain cards are dealt."""
    has_finish = BooleanProperty(True)
    """Whether it has the button Finish or Final tally."""
    beside = BooleanProperty(False)
    """Whether the icons are beside the words, where a wide row has room."""
    names = ListProperty()
    """The texts of the upper buttons."""
    share = NumericProperty(1)
    """The share of the theme's text sizes that fits: less if the buttons are in a column."""
    name_size = NumericProperty(13)
    """The font size of the upper buttons."""
    words = ListProperty()
    """The texts of the lower buttons."""
    word_size = NumericProperty(13)
    """The font size of the lower buttons."""
    gap = NumericProperty(8)
    """Between the buttons, in dp."""
    column_width = NumericProperty(0)
    """The width of a button at the side."""

    def on_kv_post(self, _: Widget) -> None:
        """Keep the lower buttons, also those that are left out."""
        ids = self.ids
        self._buttons = [ids[name].__self__ for name in ("next", "find", "log", "finish")]
        for name in ("wide", "roomy", "next_elsewhere", "next_text"):
            self.fbind(name, self._arrange)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take no touch while it is not shown."""
        return bool(self.shown and super().on_touch_down(touch))

    def show(self, snapshot: Snapshot) -> None:
        """Show the terrain buttons of the game, or Final tally; a pressed button is kept."""
        setup, is_playing = snapshot.setup, snapshot.correcting is None
        row = self.ids.upper
        is_over = snapshot.state.is_over and is_playing and not setup.counted
        self.next_text = (
            ""
            if is_over
            else translator.tr("Next player")
            if setup.counted
            # Translators: a short button: the turn passes to the next player.
            else translator.tr("Next")
        )
        self.suggests_next = (
            is_playing
            and setup.terrain is not None
            and has_drawn_all(snapshot.game, snapshot.player)
        )
        kinds = setup.terrain.types if setup.terrain and not is_over else ()
        tally = translator.tr("Final tally")
        names = [tally] if is_over else [translator.tr(kind.short) for kind in kinds]
        if self.names == names:
            return
        self.names = names
        row.clear_widgets()
        if is_over:
            button = FinalTallyButton(text=tally, on_tap=lambda _: self.dispatch("on_finish"))
            row.add_widget(button)
        for kind, name in zip(kinds, names, strict=False):
            button = TerrainButton(dock=self, terrain=kind.id, text=name)
            button.bind(on_tap=lambda button: self.dispatch("on_draw", button.terrain))
            row.add_widget(button)
        self._arrange()

    def text_size(
        self, texts: Sequence[str], size: float, width: float, buttons: Sequence[Widget]
    ) -> float:
        """One font size for the texts of the buttons of a row, or a column at the side."""
        count = 1 if self.wide else max(1, len(buttons))
        room = (width - dp(self.gap) * (count - 1)) / count - dp(5)
        return row_size(" ".join(texts).split(), size * self.share, room)

    def width_for(self, names: Sequence[str], size: float, least: float) -> float:
        """The width of a column at the side in which no word of the upper buttons is broken."""
        words = " ".join(names).split()
        widest = max(line_width(word, size, bold=True) for word in words) if words else 0
        return max(least, widest + float(dp(12)))

    def press(self, key: int) -> None:
        """Do what a key means: N is Next, 1 is the first terrain button."""
        kinds = [each.terrain for each in self.ids.upper.children if hasattr(each, "terrain")]
        if key == keyboard.N:
            self.dispatch("on_next")
        elif (index := key - keyboard.ONE) < len(kinds):
            self.dispatch("on_draw", kinds[::-1][index])

    def _arrange(self, *_: object) -> None:
        """Divide the dock between the upper buttons and the others."""
        upper, lower = self.ids.upper, self.ids.lower
        following, find, log, finish = self._buttons
        is_over, has_upper = not self.next_text, bool(upper.children)
        leaves_out_finish = is_over or self.next_elsewhere or (self.wide and has_upper)
        buttons = [find, log] if leaves_out_finish else [find, log, finish]
        if not (is_over or self.next_elsewhere):
            buttons.insert(0, following)
        if lower.children[::-1] != buttons:
            set_children(lower, buttons)
        self.has_finish = is_over or not leaves_out_finish
        in_one_row = self.roomy or self.next_elsewhere
        self.ids.parts.orientation = "horizontal" if in_one_row else "vertical"
        if not has_upper:
            upper.size_hint_x, upper.width = None, 0
        else:
            # The names of terrains are longer than the words beside them.
            share = 1.25 if self.next_elsewhere else 1
            upper.size_hint_x = share * max(2, len(upper.children)) if in_one_row else 1
        lower.size_hint_x = len(buttons) if in_one_row else 1


class TerrainCardButton(Tappable):
    """A terrain card to choose."""

    terrain = StringProperty("")
    text = StringProperty("")
    row_texts = ListProperty()
    """The texts of all cards of the row, which have one size."""


class StartingCardRow(BoxLayout):
    """A player and a button for each terrain card."""

    name = StringProperty("")
    color_name = StringProperty("blue")


@register_events("on_card", "on_skip")
class StartingCardsPanel(EdgePanel):
    """Dispatches `on_card` with a player and a terrain; hidden when every player has a card."""

    max_height = NumericProperty(0)
    is_asking = BooleanProperty(False)
    """Whether a player has no card."""

    def __init__(self, **properties: object) -> None:
        self._shown: tuple[str, ...] = ()
        """The players of the rows, and the language."""
        super().__init__(**properties)

    def show(self, snapshot: Snapshot, skipped: bool) -> None:
        """Show a row for each player without a card."""
        hidden = skipped or snapshot.correcting is not None or snapshot.is_finished
        missing = () if hidden else without_starting_cards(snapshot.game)
        self.is_asking = bool(missing)
        rows, language = self.ids.rows, translator.language
        if (*missing, language) == self._shown:
            return
        self._shown = (*missing, language)
        rows.clear_widgets()
        for name in missing:
            rows.add_widget(self._row(snapshot, name))

    def _row(self, snapshot: Snapshot, name: str) -> StartingCardRow:
        row = StartingCardRow(name=name, color_name=snapshot.setup.colors[name])
        terrain = snapshot.setup.terrain
        kinds = terrain.types if terrain else ()
        texts = [translator.tr(kind.short) for kind in kinds]
        for kind, text in zip(kinds, texts, strict=True):
            card = TerrainCardButton(terrain=kind.id, text=text, row_texts=texts)
            card.name_for_readers = translator.tr("{player}: {deed}", player=name, deed=card.text)
            card.bind(on_tap=lambda _, id=kind.id: self.dispatch("on_card", name, id))
            row.add_widget(card)
        return row


@register_events("on_turns_over", "on_score")
class OpenTurnsSheet(Sheet):
    """Dispatches `on_turns_over` if the players only drew cards, `on_score` to see the score."""

    title = StringProperty("")

    def __init__(self, players: Sequence[str]) -> None:
        super().__init__()
        self.title = translator.render(why_not_over(players))


load("pages/table/dock")
