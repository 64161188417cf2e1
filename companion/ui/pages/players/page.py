"""The list of all players: games, wins, average and best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report.figure_texts import average_phrase
from companion.report.statistics import PlayerFigures
from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.rules.wording import phrase, plural_phrase
from companion.store.learned import KnownPlayer
from companion.store.players import ForgottenNames
from companion.ui.history_page import HistoryPage
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import ShowPlayer
from companion.ui.pages.players.known_player_sheet import KnownPlayerSheet


class PlayerStatisticsCard(Tappable):
    """The statistics of one player, with a menu button."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    games = StringProperty("")
    wins = StringProperty("")
    average = StringProperty("")
    best = StringProperty("")
    open_menu = ObjectProperty(None, allownone=True)
    """Called by the menu button."""
    open_page = ObjectProperty(None, allownone=True)
    """Called by a tap on the card."""

    def on_tap(self) -> None:
        """Open the player's page."""
        self.open_page()


class PlayersPage(HistoryPage):
    """A card for each player."""

    rows = ListProperty()
    """The properties of the cards."""
    has_names = BooleanProperty(False)
    """Whether names are suggested for new games."""

    def fill(self) -> None:
        """Show the statistics, then the players who have not finished a game."""
        people = self.context.history.players()
        known = self.context.store.learned.players()
        self.has_names = bool(known)
        self.can_undo = bool(self.context.store.players.forgotten())
        with_games = {name_key(player.name) for player in people}
        without_games = [player for player in known if name_key(player.name) not in with_games]
        self.rows = [
            *(self._forgotten_row(each) for each in self.context.store.players.forgotten()),
            *self._player_rows(people, without_games),
        ]

    def _player_rows(
        self, people: Sequence[PlayerFigures], without_games: Sequence[KnownPlayer]
    ) -> list[dict[str, object]]:
        return [
            {
                **row,
                "open_menu": partial(self.open_player, row["name"]),
                "open_page": partial(self.open_page, row["name"]),
            }
            for row in (
                *map(_row, people),
                *map(_empty_row, without_games),
            )
        ]

    def open_page(self, name: str) -> None:
        """Open the page with all statistics of a player."""
        self.context.navigator.go("player", ShowPlayer(name))

    def open_player(self, name: str) -> None:
        """Open the sheet that renames, merges or forgets a player."""
        others = [
            Player(row["name"], row["color_name"])
            for row in self.rows
            if row.get("name", name) != name
        ]
        sheet = KnownPlayerSheet(name, sorted(others, key=lambda other: name_key(other.name)))
        sheet.bind(
            on_rename=lambda _, to: self.rename(name, to.strip()),
            on_choose=lambda sheet, into: self._ask_merge(sheet, name, into),
            on_merge=lambda _, into: self.merge(name, into),
            on_forget=lambda _: self.forget(name),
        )
        self.open_sheet(sheet)

    def rename(self, name: str, to: str) -> None:
        """Rename a player in every game."""
        if self._change(lambda: self.context.store.players.rename(name, to)):
            line = phrase("{name} is now called {player}", name=name, player=to)
            self.notify(line, button=translator.tr("Undo"), act=lambda: self.rename(to, name))

    def _ask_merge(self, sheet: KnownPlayerSheet, name: str, into: str) -> None:
        """Ask before merging; a merge that is not possible is refused at once."""
        if self.attempt(lambda: self.context.store.players.check_merge(name, into)):
            sheet.ask_merge(into)

    def merge(self, name: str, into: str) -> None:
        """Replace a name by another player's name in every game."""
        if self._change(lambda: self.context.store.players.merge(name, into)):
            self.notify(phrase("{name} is now called {player}", name=name, player=into))

    def forget(self, name: str) -> None:
        """Remove a player from statistics and suggestions; the games stay."""
        self._change(lambda: self.context.store.players.forget(name))

    def clear_names(self) -> None:
        """Suggest none of the remembered names any more; the games stay."""
        self.attempt(self.context.store.players.forget_all)
        self.redraw()

    def restore(self, forgotten: ForgottenNames) -> None:
        """Undo `forget` or `clear_names`, until the app is closed."""
        self._change(lambda: self.context.store.players.restore(forgotten))

    def undo(self) -> None:
        """Restore the names forgotten last."""
        self.restore(self.context.store.players.forgotten()[-1])

    def _forgotten_row(self, forgotten: ForgottenNames) -> dict[str, object]:
        (first, *_), count = forgotten.names, len(forgotten.names)
        line = (
            phrase("{player} will no longer be suggested.", player=first)
            if forgotten.is_player
            else plural_phrase(
                "{count} name will no longer be suggested.",
                "{count} names will no longer be suggested.",
                count,
            )
        )
        return {
            "viewclass": "ActionRow",
            "text": translator.render(line),
            "button": translator.tr("Undo"),
            "act": partial(self.restore, forgotten),
        }

    def _change(self, change: Callable[[], None]) -> bool:
        """Change the stored players; a refusal is shown on the open sheet."""
        if not self.attempt(change):
            return False
        self.context.sessions.reload()
        self.close_sheet()
        self.redraw()
        return True


def _row(player: PlayerFigures) -> dict[str, str]:
    overall = player.overall
    return {
        "name": player.name,
        "color_name": player.color,
        "games": str(overall.games),
        "wins": str(overall.wins),
        "average": format_average(overall.average),
        "best": format_average(overall.best),
    }


def _empty_row(player: KnownPlayer) -> dict[str, str]:
    return {
        "name": player.name,
        "color_name": player.color,
        "games": "0",
        "wins": "0",
        "average": "–",
        "best": "–",
    }


def format_average(points: float) -> str:
    """Points or an average, rounded half up to one decimal."""
    return str(translator.render(average_phrase(points)))


load("pages/players/page")
