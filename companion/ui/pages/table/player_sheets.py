"""The sheets of a player: routes, cards and points; name, colour, turn order, leaving."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight
from companion.report.words.players import pieces_left, player_rows
from companion.report.words.setup import TRAIN_COLOR_NAMES
from companion.rules.errors import Refused
from companion.rules.events import TerrainDrawn
from companion.rules.names import check_name
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import points_phrase
from companion.table import edits
from companion.table.snapshot import Snapshot
from companion.ui.game.players import PlayerChip
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

MAX_HEIGHT_SHARE = 0.5
"""Share of the window's height, so that the board stays visible."""


class PointsRow(Divided, Tappable):
    """A route, station or the longest route with its points; a tap shows it on the board."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_step")
class TerrainStepper(BoxLayout):
    """The number of terrain cards of one type, with − and + buttons."""

    title = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    count = NumericProperty(0)


@register_events("on_terrain", "on_show", "on_settings", "on_other_points")
class PlayerSheet(Sheet):
    """Dispatches `on_terrain`, `on_show` with a highlight, `on_settings`, `on_other_points`."""

    title = StringProperty("")
    color_name = StringProperty("blue")
    summary = StringProperty("")

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        super().__init__(most_of_height=MAX_HEIGHT_SHARE)
        self.player = player
        self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Show the player; close the sheet if Undo has renamed that one."""
        state = snapshot.state
        if self.player not in state.players:
            self.close()
            return
        player = state.players[self.player]
        self.title = translator.tr(
            "{player}: {points}",
            player=self.player,
            points=translator.render(points_phrase(player.score)),
        )
        self.color_name = state.setup.colors[self.player]
        self.summary = " · ".join(
            translator.render(each) for each in pieces_left(state, self.player)
        )
        self._fill_terrain(state)
        # A player who left has discarded the cards.
        self.ids.terrain.disabled, self.ids.terrain.opacity = player.left, 0.4 if player.left else 1
        self.ids.rows.clear_widgets()
        self._show_rows(snapshot)

    def _fill_terrain(self, state: GameState) -> None:
        rows = self.ids.terrain
        terrain = state.setup.terrain
        kinds = terrain.types if terrain else ()
        if not rows.children:
            for kind in kinds:
                row = TerrainStepper(terrain_color=theme.terrain(kind.id))
                row.bind(
                    on_step=lambda _, by, id=kind.id: self.dispatch(
                        "on_terrain", TerrainDrawn(self.player, id, by)
                    )
                )
                rows.add_widget(row)
        # The rows stay, because a button may be pressed again already.
        for kind, row in zip(kinds, reversed(rows.children), strict=True):
            row.title = translator.tr(kind.name)
            row.count = state.players[self.player].terrain[kind.id]

    def _show_rows(self, snapshot: Snapshot) -> None:
        for each in player_rows(snapshot.game, snapshot.state, self.player):
            row = PointsRow(
                title=translator.render(each.title),
                detail=translator.render(each.detail) if each.detail else "",
                points=each.points,
            )
            row.bind(on_tap=lambda row, shown=each.highlight: self._choose(row, shown))
            self.ids.rows.add_widget(row)
        if not self.ids.rows.children:
            self.ids.rows.add_widget(
                PointsRow(title=translator.tr("No routes claimed yet."), enabled=False)
            )

    def _choose(self, row: PointsRow, highlight: Highlight) -> None:
        """Show the row on the board; a second tap shows all routes of the player again."""
        chosen = not row.chosen
        for each in self.ids.rows.children:
            each.chosen = each is row and chosen
        self.dispatch("on_show", highlight if chosen else Highlight(player=self.player))


@register_events("on_change", "on_leave")
class PlayerSettingsSheet(Sheet):
    """Dispatches `on_change` with the new players, or `on_leave`."""

    player = StringProperty("")
    setup = ObjectProperty()
    seat = NumericProperty(0)
    """The position in the turn order, from 0."""
    seats = ListProperty()
    """The positions to choose from, with their texts."""
    can_rename = BooleanProperty(False)
    can_leave = BooleanProperty(True)
    leave_text = StringProperty("")
    """The text of the button for a player who stops playing."""

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        self._renamed: edits.PlayerChanges = ()
        super().__init__(player=player, setup=snapshot.setup)
        self.seat = snapshot.setup.names.index(player)
        self.seats = [(seat, str(seat + 1)) for seat in range(len(snapshot.setup.players))]
        has_left = snapshot.state.players[player].left
        self.can_leave = not has_left and not snapshot.setup.counted
        self.leave_text = (
            # Translators: the button “Leave the game early”, once the player has done that.
            translator.tr("Has left the game")
            if has_left
            # Translators: a button for a player who stops playing.
            else translator.tr("Leave the game early")
        )
        self._fill_colors()

    def validate_name(self, text: str) -> None:
        """Check the typed name and show why it is not allowed."""
        self.refuse("")
        setup: Setup = self.setup
        try:
            name = check_name(text)
            self._renamed = edits.rename_player(setup, self.player, name)
        except Refused as problem:
            self.can_rename = False
            self.refuse(translator.render(problem.phrase))
        else:
            self.can_rename = name != self.player

    def rename(self) -> None:
        """Dispatch the new name."""
        if self.can_rename:
            self.dispatch("on_change", self._renamed)

    def set_seat(self, seat: int) -> None:
        """Dispatch another position in the turn order."""
        self.refuse("")
        if seat != self.seat:
            self.dispatch("on_change", edits.move_player(self.setup, self.player, seat))

    def _fill_colors(self) -> None:
        setup: Setup = self.setup
        own = setup.colors[self.player]
        for color in setup.board.train_colors:
            chip = PlayerChip(
                text=translator.render(TRAIN_COLOR_NAMES[color]),
                color_name=color,
                chosen=color == own,
            )
            chip.bind(on_tap=lambda chip: self._recolor(chip.color_name))
            self.ids.colors.add_widget(chip)

    def _recolor(self, color: str) -> None:
        self.refuse("")
        setup: Setup = self.setup
        if color != setup.colors[self.player]:
            self.dispatch("on_change", edits.recolor_player(setup, self.player, color))


load("pages/table/player_sheets")
