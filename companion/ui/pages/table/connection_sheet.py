"""The sheet that answers whether two cities are connected for a player."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.words.routes import (
    connection_highlight,
    describe_connection,
    find_connection,
    missing_routes,
    name_of,
)
from companion.rules.state import GameState
from companion.rules.wording import phrase
from companion.table.snapshot import Snapshot
from companion.ui.game.players import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_show")
class ConnectionSheet(Sheet):
    """Dispatches `on_show` with the walk on the board when another player is chosen."""

    title = StringProperty("")
    answer = StringProperty("")
    missing = StringProperty("")
    """The routes that the player would have to claim."""

    def __init__(self, state: GameState, player: str, one: str, other: str) -> None:
        super().__init__()
        self._ends = one, other
        self._player = player
        self.highlight: Highlight = NO_HIGHLIGHT
        """The walk on the board."""
        self._fill(state)

    def show(self, snapshot: Snapshot) -> None:
        """Answer again; close the sheet if Undo has renamed its player."""
        if self._player in snapshot.state.players:
            self._fill(snapshot.state)
        else:
            self.close()

    def _fill(self, state: GameState) -> None:
        board, render = state.setup.board, translator.render
        one, other = (name_of(board, end) for end in self._ends)
        self.title = render(phrase("{one} – {other}", one=one, other=other))
        found = find_connection(state, self._player, *self._ends)
        self.answer = render(describe_connection(self._player, found))
        routes = missing_routes(state, self._player, found)
        self.missing = render(routes) if routes else ""
        self.highlight = connection_highlight(state, self._player, found, *self._ends)
        chips = self.ids.players
        chips.clear_widgets()
        for player in state.setup.players:
            chip = PlayerChip(
                text=player.name,
                color_name=player.color,
                chosen=player.name == self._player,
                repeats=True,
            )
            chip.bind(on_tap=lambda chip: self._choose(state, chip.text))
            chips.add_widget(chip)

    def _choose(self, state: GameState, player: str) -> None:
        self._player = player
        self._fill(state)
        self.dispatch("on_show", self.highlight)


load("pages/table/connection_sheet")
