"""The sheet that changes a player's name, colour or seat, or lets the player leave."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report import color_names
from companion.rules.errors import Refused
from companion.rules.names import check_name
from companion.rules.setup import Setup
from companion.table import player_changes
from companion.table.snapshot import Snapshot
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_change", "on_leave")
class PlayerSettingsSheet(Sheet):
    """Dispatches `on_change` with the new players, or `on_leave`."""

    player = StringProperty("")
    setup = ObjectProperty()
    seat = NumericProperty(0)
    """The position in the turn order, counted from 0."""
    can_rename = BooleanProperty(False)
    is_playing = BooleanProperty(True)
    """Whether the player has not left the game."""

    can_leave = BooleanProperty(True)

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        self._renamed: player_changes.PlayerChanges = ()
        super().__init__(player=player, setup=snapshot.setup)
        self.seat = snapshot.setup.names.index(player)
        self.is_playing = not snapshot.state.players[player].left
        self.can_leave = self.is_playing and not snapshot.setup.counted
        self._fill_colors()

    def validate_name(self, text: str) -> None:
        """Check the typed name and show why it is not allowed."""
        self.refuse("")
        setup: Setup = self.setup
        try:
            name = check_name(text)
            self._renamed = player_changes.rename_player(setup, self.player, name)
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
            self.dispatch("on_change", player_changes.move_player(self.setup, self.player, seat))

    def _fill_colors(self) -> None:
        setup: Setup = self.setup
        own = setup.colors[self.player]
        for color in setup.board.train_colors:
            chip = PlayerChip(
                text=translator.render(color_names.TRAIN_COLOR_NAMES[color]),
                color_name=color,
                chosen=color == own,
            )
            chip.bind(on_tap=lambda chip: self._recolor(chip.color_name))
            self.ids.colors.add_widget(chip)

    def _recolor(self, color: str) -> None:
        self.refuse("")
        setup: Setup = self.setup
        if color != setup.colors[self.player]:
            self.dispatch("on_change", player_changes.recolor_player(setup, self.player, color))


load("pages/table/player_settings_sheet")
