"""The sheet that gives a player another name, colour or seat, or lets them leave the table."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report import color_words
from companion.rules.errors import Refused
from companion.rules.names import check_name
from companion.rules.setup import Setup
from companion.table import seats
from companion.table.snapshot import Snapshot
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_seated", "on_leave")
class SeatSheet(Sheet):
    """Dispatches `on_seated` with everybody as they are from now on, or `on_leave`."""

    player = StringProperty("")
    setup = ObjectProperty()
    place = NumericProperty(0)
    """Where in the turn order, counted from 0."""
    can_rename = BooleanProperty(False)
    stays = BooleanProperty(True)

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        self._renamed: seats.Seated = ()
        super().__init__(player=player, setup=snapshot.setup)
        self.place = snapshot.setup.names.index(player)
        self.stays = not snapshot.state.players[player].left
        self._fill_colors()

    def type(self, text: str) -> None:
        """Say at once whether what is typed can be the name."""
        self.refuse("")
        setup: Setup = self.setup
        try:
            name = check_name(text)
            self._renamed = seats.renamed(setup, self.player, name)
        except Refused as problem:
            self.can_rename = False
            self.refuse(translator.render(problem.phrase))
        else:
            self.can_rename = name != self.player

    def rename(self) -> None:
        """Take what is typed as the name."""
        if self.can_rename:
            self.dispatch("on_seated", self._renamed)

    def sit(self, place: int) -> None:
        """Take another place in the turn order."""
        if place != self.place:
            self.dispatch("on_seated", seats.reseated(self.setup, self.player, place))

    def _fill_colors(self) -> None:
        setup: Setup = self.setup
        own = setup.colors[self.player]
        for color in setup.board.train_colors:
            chip = PlayerChip(
                text=translator.render(color_words.TRAIN_COLORS[color]),
                color_name=color,
                chosen=color == own,
            )
            chip.bind(on_tap=lambda chip: self._recolor(chip.color_name))
            self.ids.colors.add_widget(chip)

    def _recolor(self, color: str) -> None:
        setup: Setup = self.setup
        if color != setup.colors[self.player]:
            self.dispatch("on_seated", seats.recolored(setup, self.player, color))


load("pages/table/seat_sheet")
