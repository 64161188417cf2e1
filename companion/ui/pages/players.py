"""The list of all players: games, wins, average and best; rename, merge, forget."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report.statistics.players import PlayerFigures
from companion.report.statistics.words import average_phrase
from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.rules.wording import phrase, plural_phrase
from companion.store.learned import KnownPlayer
from companion.store.players import ForgottenNames
from companion.table.player_list import suggest
from companion.ui.game.players import more_names, player_chips
from companion.ui.game.statistics import HistoryPage
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import MenuItem, MenuSheet, Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import ShowPlayer


class KnownPlayerSheet(Sheet):
    """Renames, merges or forgets a player; a merge is confirmed, as it has no Undo."""

    player = StringProperty("")
    more_names = StringProperty("")
    """A sentence about players without a chip."""
    other = StringProperty("")
    """The player to merge with, which is to be confirmed; empty for none."""

    def __init__(self, page: PlayersPage, player: str, others: Iterable[Player]) -> None:
        super().__init__(player=player)
        self._page, self._others = page, tuple(others)
        self.ids.field.text = player
        for widget in (self.ids.warning, self.ids.confirm):
            widget.parent.remove_widget(widget)
            self.pin(widget)
        self.show_others()

    def show_others(self) -> None:
        """Show chips of the players to merge with; of many, those with the typed letters."""
        typed = self.ids.field.text.strip()
        shown = suggest(self._others, "" if typed == self.player else typed)
        self.more_names = more_names(len(self._others) - len(shown))
        row = self.ids.others
        if [other.name for other in shown] != [chip.text for chip in reversed(row.children)]:
            set_children(row, player_chips(shown, self._ask_merge))

    def edit_name(self) -> None:
        """Follow a change of the text in the field."""
        self.reset()
        self.show_others()

    def rename(self) -> None:
        """Change the name to the one in the field."""
        self.reset()
        self._page.rename(self.player, self.ids.field.text.strip())

    def reset(self) -> None:
        """Drop an old refusal and an old question, because something else is done now."""
        self.refuse("")
        self.other = ""

    def on_other(self, *_: object) -> None:
        """Mark the player to merge with."""
        for chip in self.ids.others.children:
            chip.chosen = chip.text == self.other

    def _ask_merge(self, other: str) -> None:
        """Ask before merging; a merge that is not possible is refused at once."""
        self.reset()
        players = self._page.context.store.players
        if self._page.attempt(lambda: players.check_merge(self.player, other)):
            self.other = other

    def merge(self) -> None:
        """Merge with the chosen player."""
        self._page.merge(self.player, self.other)

    def forget(self) -> None:
        """Forget the player; the page then shows a row with Undo."""
        self.reset()
        self._page.forget(self.player)


class PlayerStatisticsCard(Tappable):
    """The statistics of one player, with a menu button."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    numbers = ListProperty(("", "", "", ""))
    """Games, wins, average and best score."""
    page = ObjectProperty(None, allownone=True)


class PlayersPage(HistoryPage):
    """A card for each player."""

    rows = ListProperty()
    """The properties of the cards."""
    has_names = BooleanProperty(False)
    """Whether names are suggested for new games."""

    def show_history(self) -> None:
        """Show the statistics, then the players who have not finished a game."""
        people = self.context.history.players()
        known = self.context.store.learned.players()
        self.has_names = bool(known)
        self.can_undo = bool(self.context.store.players.forgotten)
        with_games = {name_key(player.name) for player in people}
        without_games = [player for player in known if name_key(player.name) not in with_games]
        rows = (*map(_row, people), *map(_empty_row, without_games))
        self.rows = [
            *(self._forgotten_row(each) for each in self.context.store.players.forgotten),
            *({**row, "page": self} for row in rows),
        ]
        self.is_empty = not self.rows
        self.hint = "" if self.rows else translator.tr("Nobody has played yet.")

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
        others.sort(key=lambda other: name_key(other.name))
        self.open_sheet(KnownPlayerSheet(self, name, others))

    def rename(self, name: str, to: str) -> None:
        """Rename a player in every game."""
        if self._change(lambda: self.context.store.players.rename(name, to)):
            line = phrase("{name} is now called {player}", name=name, player=to)
            self.notify(line, button=translator.tr("Undo"), act=lambda: self.rename(to, name))

    def merge(self, name: str, into: str) -> None:
        """Replace a name by another player's name in every game."""
        if self._change(lambda: self.context.store.players.merge(name, into)):
            self.notify(phrase("{name} is now called {player}", name=name, player=into))

    def forget(self, name: str) -> None:
        """Remove a player from statistics and suggestions; the games stay."""
        if self._change(lambda: self.context.store.players.forget(name)):
            self.ids.list.to_top()

    def open_menu(self) -> None:
        """Open the menu of the page."""
        text = translator.tr("Stop suggesting any names")
        item = MenuItem("remove", text, self.clear_names)
        self.open_sheet(MenuSheet(item, anchor=self.ids.menu))

    def clear_names(self) -> None:
        """Suggest none of the remembered names any more; the games stay."""
        self.attempt(self.context.store.players.forget_all)
        self.redraw()
        self.ids.list.to_top()

    def restore(self, forgotten: ForgottenNames) -> None:
        """Undo `forget` or `clear_names`, until the app is closed."""
        self._change(lambda: self.context.store.players.restore(forgotten))

    def undo(self) -> None:
        """Restore the names forgotten last."""
        self.restore(self.context.store.players.forgotten[-1])

    def _forgotten_row(self, forgotten: ForgottenNames) -> dict[str, object]:
        (first, *_), count = forgotten.names, len(forgotten.names)
        line = (
            phrase(
                "{player} will no longer be suggested or counted; past games stay.", player=first
            )
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


def _row(player: PlayerFigures) -> dict[str, object]:
    overall = player.overall
    points = (overall.average, overall.best)
    average, best = (translator.render(average_phrase(each)) for each in points)
    numbers = (str(overall.games), str(overall.wins), average, best)
    return {"name": player.name, "color_name": player.color, "numbers": numbers}


def _empty_row(player: KnownPlayer) -> dict[str, object]:
    return {"name": player.name, "color_name": player.color, "numbers": ("0", "0", "–", "–")}


load("pages/players")
