"""The dock: terrain buttons or Final tally, Next, Find, Log, Finish; starting cards, open turns."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.report.words.games import why_not_over
from companion.rules.board import TerrainType
from companion.rules.terrain import has_drawn_all, without_starting_cards
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator


class DockButton(Tappable):
    """An icon with a word below or beside it."""

    beside = BooleanProperty(False)
    """Whether the word is beside the icon."""
    icon = StringProperty("")
    text = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))


class TerrainButton(Tappable):
    """Button for a terrain: each tap draws a card."""

    terrain = StringProperty("")
    text = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    one_line_width = NumericProperty(0)
    """The width at which both texts fit in one line."""
    one_line = BooleanProperty(False)
    """Whether both texts are in one line."""


class FinalTallyButton(TextButton):
    """Takes the place of the terrain buttons when the game is over."""


@register_events("on_draw", "on_next", "on_find", "on_log", "on_finish")
class Dock(Panel):
    """Terrain buttons or Final tally in the upper row, and buttons to other pages."""

    wide = BooleanProperty(False)
    """Whether it is at the side of the board."""
    suggests_next = BooleanProperty(False)
    """Whether the selected player has drawn all cards of a turn: Next is highlighted."""
    counting = BooleanProperty(False)
    """Whether a finished board is counted, so that Next selects the next player."""
    roomy = BooleanProperty(False)
    """Whether all buttons are in one row, their icons beside the words."""
    is_over = BooleanProperty(False)
    """Whether Final tally is in the upper row."""
    column_width = NumericProperty(0)
    """The width of a button at the side."""

    def show(self, snapshot: Snapshot) -> None:
        """Show the terrain buttons of the game, or Final tally; a pressed button is kept."""
        setup, is_playing = snapshot.setup, snapshot.correcting is None
        self.counting = setup.counted
        self.suggests_next = (
            is_playing
            and setup.terrain is not None
            and has_drawn_all(snapshot.game, snapshot.player)
        )
        row = self.ids.upper
        self.is_over = is_over = snapshot.state.is_over and is_playing and not setup.counted
        kinds = setup.terrain.types if setup.terrain and not is_over else ()
        texts = [translator.tr(kind.short) for kind in kinds]
        if is_over:
            texts.append(translator.tr("Final tally"))
        if [button.text for button in reversed(row.children)] == texts:
            return
        row.clear_widgets()
        if is_over:
            button = FinalTallyButton(text=texts[0])
            button.bind(on_tap=lambda _: self.dispatch("on_finish"))
            row.add_widget(button)
        for kind, text in zip(kinds, texts, strict=False):
            self._add_terrain_button(kind, text)

    def _add_terrain_button(self, kind: TerrainType, text: str) -> None:
        button = TerrainButton(terrain=kind.id, text=text, terrain_color=theme.terrain(kind.id))
        button.bind(
            on_tap=lambda button: self.dispatch("on_draw", button.terrain),
            one_line_width=self._fit,
            width=self._fit,
        )
        self.ids.upper.add_widget(button)

    def _fit(self, *_: object) -> None:
        """Use one line on all terrain buttons, or two on all."""
        buttons = [each for each in self.ids.upper.children if isinstance(each, TerrainButton)]
        one_line = all(button.one_line_width <= button.width for button in buttons)
        for button in buttons:
            button.one_line = one_line


MIN_BOARD_HEIGHT = 150
"""The height that stays free for the board, in dp."""


class TerrainCardButton(Tappable):
    """A terrain card to choose."""

    text = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))


class StartingCardRow(BoxLayout):
    """A player and a button for each terrain card."""

    name = StringProperty("")
    color_name = StringProperty("blue")


@register_events("on_card", "on_skip")
class StartingCardsPanel(Panel):
    """Dispatches `on_card` with a player and a terrain; hidden when every player has a card."""

    max_height = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._shown: tuple[str, ...] = ()
        """The players of the rows, and the language."""
        super().__init__(**properties)

    def show(self, snapshot: Snapshot, skipped: bool) -> None:
        """Show a row for each player without a card."""
        hidden = skipped or snapshot.correcting is not None or snapshot.is_finished
        missing = () if hidden else without_starting_cards(snapshot.game)
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
        for kind in terrain.types if terrain else ():
            color = theme.terrain(kind.id)
            card = TerrainCardButton(text=translator.tr(kind.short), terrain_color=color)
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
