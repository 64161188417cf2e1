"""The sheets of a player: routes, cards and points; name, colour, turn order, leaving."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight
from companion.report.words.players import pieces_left, player_rows
from companion.report.words.setup import TRAIN_COLOR_NAMES
from companion.rules.errors import Refused
from companion.rules.events import PlayerLeft, TerrainDrawn
from companion.rules.names import check_name
from companion.rules.state import GameState
from companion.rules.wording import points_phrase
from companion.table import edits
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui.game.players import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import PointsRow
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

MAX_HEIGHT_SHARE = 0.5
"""Share of the window's height, so that the board stays visible."""


@register_events("on_step")
class TerrainStepper(BoxLayout):
    """The number of terrain cards of one type, with − and + buttons."""

    title = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    count = NumericProperty(0)


@register_events("on_show", "on_settings", "on_other_points")
class PlayerSheet(Sheet):
    """Dispatches `on_show` with a highlight, `on_settings` and `on_other_points`."""

    title = StringProperty("")
    color_name = StringProperty("blue")
    summary = StringProperty("")

    def __init__(self, session: GameSession, player: str) -> None:
        super().__init__(most_of_height=MAX_HEIGHT_SHARE)
        self._session, self.player = session, player
        self.show(session.now)

    def show_from_phone(self, snapshot: Snapshot) -> None:
        """Show the numbers; the rows stay where they are."""
        self.show(snapshot, with_rows=False)

    def show(self, snapshot: Snapshot, with_rows: bool = True) -> None:
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
        if not with_rows:
            return
        # A player who left has discarded the cards.
        self.ids.terrain.disabled, self.ids.terrain.opacity = player.left, 0.4 if player.left else 1
        no_routes = PointsRow(title=translator.tr("No routes claimed yet."), enabled=False)
        set_children(self.ids.rows, list(self._rows(snapshot)) or [no_routes])

    def _fill_terrain(self, state: GameState) -> None:
        rows = self.ids.terrain
        terrain = state.setup.terrain
        kinds = terrain.types if terrain else ()

        def stepper(id: str) -> TerrainStepper:
            def step(_: TerrainStepper, by: int) -> None:
                self._session.enter(TerrainDrawn(self.player, id, by))

            return TerrainStepper(terrain_color=theme.terrain(id), on_step=step)

        # The rows stay, because a button may be pressed again already.
        if not rows.children:
            set_children(rows, (stepper(kind.id) for kind in kinds))
        for kind, row in zip(kinds, reversed(rows.children), strict=True):
            row.title = translator.tr(kind.name)
            row.count = state.players[self.player].terrain[kind.id]

    def _rows(self, snapshot: Snapshot) -> Iterator[PointsRow]:
        for each in player_rows(snapshot.game, snapshot.state, self.player):
            yield PointsRow(
                title=translator.render(each.title),
                detail=translator.render(each.detail) if each.detail else "",
                points=each.points,
                on_tap=lambda row, shown=each.highlight: self._choose(row, shown),
            )

    def _choose(self, row: PointsRow, highlight: Highlight) -> None:
        """Show the row on the board; a second tap shows all routes of the player again."""
        chosen = not row.chosen
        for each in self.ids.rows.children:
            each.chosen = each is row and chosen
        self.dispatch("on_show", highlight if chosen else Highlight(player=self.player))


class PlayerSettingsSheet(Sheet):
    """Changes a player's name, colour or position in the turn order, or that they leave."""

    player = StringProperty("")
    seat = NumericProperty(0)
    """The position in the turn order, from 0."""
    seats = ListProperty()
    """The positions to choose from, with their texts."""
    can_rename = BooleanProperty(False)
    can_leave = BooleanProperty(True)
    leave_text = StringProperty("")
    """The text of the button for a player who stops playing."""

    def __init__(self, session: GameSession, player: str) -> None:
        now = session.now
        self._session, self._setup = session, now.setup
        self._renamed = now.setup.players
        super().__init__(player=player)
        self.seat = now.setup.names.index(player)
        self.seats = [(seat, str(seat + 1)) for seat in range(len(now.setup.players))]
        has_left = now.state.players[player].left
        self.can_leave = not has_left and not now.setup.counted
        self.leave_text = (
            # Translators: the button “Leave the game early”, once the player has done that.
            translator.tr("Has left the game")
            if has_left
            # Translators: a button for a player who stops playing.
            else translator.tr("Leave the game early")
        )
        chips = (
            PlayerChip(
                text=translator.render(TRAIN_COLOR_NAMES[color]),
                color_name=color,
                chosen=color == now.setup.colors[player],
                on_tap=lambda chip: self._recolor(chip.color_name),
            )
            for color in now.board.train_colors
        )
        set_children(self.ids.colors, chips)

    def validate_name(self, text: str) -> None:
        """Check the typed name and show why it is not allowed."""
        self.refuse("")
        try:
            name = check_name(text)
            self._renamed = edits.rename_player(self._setup, self.player, name)
        except Refused as problem:
            self.can_rename = False
            self.refuse(translator.render(problem.phrase))
        else:
            self.can_rename = name != self.player

    def rename(self) -> None:
        """Change the name to the typed one."""
        if self.can_rename:
            self._session.change_players(self._renamed)

    def set_seat(self, seat: int) -> None:
        """Change the position in the turn order."""
        self.refuse("")
        if seat != self.seat:
            self._session.change_players(edits.move_player(self._setup, self.player, seat))

    def leave(self) -> None:
        """Enter that the player stops playing."""
        self._session.enter(PlayerLeft(self.player))

    def _recolor(self, color: str) -> None:
        self.refuse("")
        if color != self._setup.colors[self.player]:
            self._session.change_players(edits.recolor_player(self._setup, self.player, color))


load("pages/table/player_sheets")
