"""The games that were played: a list that stays quick however long it grows."""

from __future__ import annotations

from datetime import datetime

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.graphics import Line as GraphicLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.boards import board_name
from companion.report.when import in_words
from companion.rules.errors import Refused
from companion.rules.setup import Player
from companion.rules.wording import Phrase, listed, phrase, unsigned
from companion.store.heads import PastGame
from companion.store.history import History
from companion.table.snapshot import Snapshot
from companion.ui.game.marker import Marker
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.text_block import TextBlock
from companion.ui.kivy_compat import layout_trigger
from companion.ui.look.icons import Icon
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.page import Page


class RowButton(Tappable):
    """A picture at the end of a row."""

    def __init__(self) -> None:
        self._icon = Icon(size=(dp(20), dp(20)))
        super().__init__(size_hint_x=None, width=theme.touch)
        self.add_widget(self._icon)

    def offer(self, name: str, icon: str) -> None:
        """Show what it is for."""
        self.name_for_readers = name
        self._icon.icon, self._icon.color = icon, theme.text_muted

    def do_layout(self, *_: object) -> None:
        """Have it in the middle."""
        self._icon.center = self.center


class PastGameRow(Tappable):
    """One game; a tap opens it. A deleted one keeps its place, with the way back in it.

    Made and laid out by hand: a screen full of rows is most of what the page costs.
    """

    id = StringProperty("")
    color_name = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    players = StringProperty("")
    deleted = BooleanProperty(False)
    unreadable = BooleanProperty(False)
    """Whether there is only its file to be taken along."""
    look = ObjectProperty(None)
    """The language and the theme in force: with others it is written anew."""
    page = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        self._marker = Marker(size=(dp(20), dp(20)))
        self._lines = TextBlock()
        self._button = RowButton()
        super().__init__(corner=0, **properties)
        with self.canvas.after:
            self._edge_ink = Color()
            self._edge_line = GraphicLine(width=dp(0.5))
        for part in (self._marker, self._lines, self._button):
            self.add_widget(part)
        self._button.bind(on_tap=self.turn)
        self._lines.fbind("height", layout_trigger(self))
        self.update_trigger = Clock.create_trigger(self._write, -1)
        for name in ("color_name", "title", "detail", "players", "deleted", "unreadable", "look"):
            self.fbind(name, self.update_trigger)
        self._write()

    def _write(self, *_: object) -> None:
        self.name_for_readers = self.title
        self._marker.color_name = self.color_name
        ink = theme.text_muted if self.deleted else theme.text
        self._lines.lines = (
            (self.title, theme.body, ink, True),
            (self.detail, theme.small, theme.text_muted),
            (self.players, theme.small, ink),
        )
        self._edge_ink.rgba = theme.line
        if self.deleted:
            self._button.offer(translator.tr("Undo"), "undo")
        elif self.unreadable:
            self._button.offer(translator.tr("Export its file"), "export")
        else:
            self._button.offer(translator.tr("Delete"), "remove")

    def do_layout(self, *_: object) -> None:
        """Put the sign, the lines and the button beside each other."""
        gap, line, button = dp(12), self._lines, self._button
        self._marker.x = self.x + max(dp(16), (self.width - dp(720)) / 2)
        button.right = self.right - max(dp(4), (self.width - dp(744)) / 2)
        line.x = self._marker.right + gap
        line.width = button.x - gap - line.x
        self.height = max(dp(72), line.height + dp(16))
        for part in (self._marker, line, button):
            part.y = self.y + (self.height - part.height) / 2
        self._edge_line.points = (self.x + dp(16), self.y, self.right - dp(16), self.y)

    def on_tap(self) -> None:
        """Open the game; what could not be read may be by now, and if not, it is said why."""
        if not self.deleted:
            self.page.open_game(self.id)

    def turn(self, *_: object) -> None:
        """Delete it, or bring it back; take along what cannot be read."""
        if self.unreadable:
            self.page.export(self.id)
        elif self.deleted:
            self.page.bring_back(self.id)
        else:
            self.page.delete(self.id)


class PastGamesPage(Page):
    """Every finished game, the latest first, and those deleted since the app was opened."""

    count = NumericProperty(0)
    """How many games there are."""

    def opening(self) -> None:
        """Begin at the top, but come back to where one was."""
        if not self.context.navigator.coming_back:
            self.ids.list.to_top()

    def refresh(self, _: Snapshot | None) -> None:
        """List what was played."""
        history = self.context.store.history
        if not history.is_loaded:
            # Where the list is lost, every game must be looked at.
            self.run_in_background(history.load, self._loaded)
            return
        self.count = len(history)
        self.ids.list.data = _Rows(self, history)

    def _loaded(self, _: bool) -> None:
        if self.context.store.history.is_loaded:
            self.redraw()

    def look_again(self) -> None:
        """List what was played without a game that is not there after all."""
        Clock.schedule_once(lambda _: self.redraw())

    def open_game(self, id: str) -> None:
        """Look at a game's result."""
        if self.attempt(lambda: self.session.open_finished(id)):
            self.context.navigator.go("result")
        else:
            self.redraw()

    def delete(self, id: str) -> None:
        """Take a game out of the list; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.context.store.history.remove(id)):
            on_table = self.session.snapshot
            if on_table is not None and on_table.saved.id == id:
                self.session.clear()
        self.redraw()

    def bring_back(self, id: str) -> None:
        """Undo `delete`."""
        self.attempt(lambda: self.context.store.history.bring_back(id))
        self.redraw()

    def export(self, id: str) -> None:
        """Give the file of a game out of the app as it is, so that another version may read it."""
        try:
            content = self.context.store.history.content(id)
        except Refused as problem:
            self.tell(problem.phrase, refused=True)
        else:
            self.context.device.share_file(f"{id}.json", content, self.tell)


class _Rows:
    """What the rows show: a game is read and put into words when its row comes into sight."""

    def __init__(self, page: PastGamesPage, history: History) -> None:
        self._page = page
        self._history = history
        self._ids = history.order()
        self._deleted = frozenset(history.removed)
        unreadable, listed = history.unreadable(), frozenset(self._ids)
        self._unreadable = [game for game in unreadable if game.id not in listed]
        self._results = frozenset(game.id for game in unreadable)
        """Games of which the result is known, and nothing else can be read."""
        self._now = datetime.now().astimezone()

    def __len__(self) -> int:
        return len(self._unreadable) + len(self._ids)

    def __getitem__(self, index: int) -> dict[str, object]:
        if index < len(self._unreadable):
            problem = self._unreadable[index]
            title = translator.tr("A game that this version cannot read.")
            return self._row(problem.id, title, translator.render(problem.problem), unreadable=True)
        id = self._ids[index - len(self._unreadable)]
        game = self._history.game(id)
        if game is None:
            self._page.look_again()
            return self._row(id, "", "", unreadable=True)
        return self._game(game, deleted=id in self._deleted)

    def _game(self, game: PastGame, deleted: bool) -> dict[str, object]:
        when = translator.render(in_words(game.date.astimezone(), self._now))
        detail = f"{translator.render(board_name(self._page.context.boards, game.board))} · {when}"
        players = " · ".join(
            f"{player.name} {unsigned(game.scores[player.name])}" for player in _ranked(game)
        )
        if deleted:
            # No longer than what stood there, so that nothing below it moves.
            title = translator.tr(
                "Deleted: {players}", players=translator.render(listed(game.winners))
            )
            return self._row(game.id, title, detail, players, deleted=True)
        colors = {player.name: player.color for player in game.players}
        color = colors[game.winners[0]] if game.winners else ""
        unreadable = game.id in self._results
        title = translator.render(_outcome(game))
        return self._row(game.id, title, detail, players, color, unreadable=unreadable)

    def _row(
        self,
        id: str,
        title: str,
        detail: str,
        players: str = "",
        color: str = "",
        deleted: bool = False,
        unreadable: bool = False,
    ) -> dict[str, object]:
        return {
            "id": id,
            "title": title,
            "detail": detail,
            "players": players,
            "color_name": color,
            "deleted": deleted,
            "unreadable": unreadable,
            "look": (translator.language, theme.version),
            "page": self._page,
        }


def _outcome(game: PastGame) -> Phrase:
    players, points = listed(game.winners), unsigned(max(game.scores.values()))
    if len(game.winners) > 1:
        return phrase("{players}: shared victory with {points}", players=players, points=points)
    return phrase("{players}: won with {points}", players=players, points=points)


def _ranked(game: PastGame) -> list[Player]:
    return sorted(
        game.players,
        key=lambda player: (player.name not in game.winners, -game.scores[player.name]),
    )


load("pages/past_games")
