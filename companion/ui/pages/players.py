"""The list of all players: games, wins, average and best; rename, merge, forget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from companion.ui.game.players import PlayerChip
from companion.ui.game.statistics import HistoryPage
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import ShowPlayer


@register_events("on_rename", "on_choose", "on_merge", "on_forget")
class KnownPlayerSheet(Sheet):
    """Dispatches the change; merging and forgetting need a second tap, as they have no Undo.

    `on_choose` passes the player to merge with, so that the page can refuse before it asks.
    """

    player = StringProperty("")
    merge_into = StringProperty("")
    """The player to merge with, once chosen."""
    more_names = StringProperty("")
    """A sentence about players without a chip."""
    warning = StringProperty("")
    """The consequences of the chosen change."""
    confirm_text = StringProperty("")
    """The text of the confirm button; without one it is hidden."""

    def __init__(self, player: str, others: Iterable[Player]) -> None:
        super().__init__()
        self.player = player
        self._others = tuple(others)
        self.ids.field.text = player
        for widget in (self.ids.warning, self.ids.confirm):
            widget.parent.remove_widget(widget)
            self.pin(widget)
        self.show_others()

    def show_others(self) -> None:
        """Show chips of the players to merge with; of many, those with the typed letters."""
        typed = self.ids.field.text.strip()
        shown = suggest(self._others, "" if typed == self.player else typed)
        hidden = len(self._others) - len(shown)
        self.more_names = (
            translator.tr_plural(
                "{count} more name: type to find it.",
                "{count} more names: type to find one.",
                hidden,
            )
            if hidden
            else ""
        )
        row = self.ids.others
        if [other.name for other in shown] != [chip.text for chip in reversed(row.children)]:
            chips = (PlayerChip(text=other.name, color_name=other.color) for other in shown)
            set_children(row, chips)
            for chip in row.children:
                chip.bind(on_tap=lambda chip: self._choose(chip.text))

    def edit_name(self) -> None:
        """Follow a change of the text in the field."""
        self.reset()
        self.show_others()

    def rename(self) -> None:
        """Dispatch the name in the field."""
        self.reset()
        self.dispatch("on_rename", self.ids.field.text)

    def reset(self) -> None:
        """Drop an old refusal and an old question, because something else is done now."""
        self.refuse("")
        self.merge_into = self.warning = self.confirm_text = ""

    def _choose(self, other: str) -> None:
        self.reset()
        self.dispatch("on_choose", other)

    def ask_merge(self, other: str) -> None:
        """Explain merging and show the confirm button."""
        self.merge_into = other
        self.warning = translator.tr(
            "{one} and {other} become one person, called {other}. This cannot be undone.",
            one=self.player,
            other=other,
        )
        self.confirm_text = translator.tr("Merge permanently")

    def ask_forget(self) -> None:
        """Explain forgetting and show the confirm button."""
        self.reset()
        self.warning = translator.tr(
            "{player} will no longer be suggested or counted; past games stay. This cannot be "
            "undone.",
            player=self.player,
        )
        self.confirm_text = translator.tr("Forget permanently")

    def confirm(self) -> None:
        """Dispatch the explained change."""
        if self.merge_into:
            self.dispatch("on_merge", self.merge_into)
        else:
            self.dispatch("on_forget")


class PlayerStatisticsCard(Tappable):
    """The statistics of one player, with a menu button."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    numbers = ListProperty(("", "", "", ""))
    """Games, wins, average and best score."""
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the player's page."""
        self.page.open_page(self.name)


class PlayersPage(HistoryPage):
    """A card for each player."""

    rows = ListProperty()
    """The properties of the cards."""
    hint = StringProperty("")
    """Why the list is empty."""
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
        self.rows = [
            *(self._forgotten_row(each) for each in self.context.store.players.forgotten),
            *self._player_rows(people, without_games),
        ]
        self.hint = "" if self.rows else translator.tr("Nobody has played yet.")

    def _player_rows(
        self, people: Sequence[PlayerFigures], without_games: Sequence[KnownPlayer]
    ) -> list[dict[str, object]]:
        rows = (*map(_row, people), *map(_empty_row, without_games))
        return [{**row, "page": self} for row in rows]

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
        self.restore(self.context.store.players.forgotten[-1])

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


def _row(player: PlayerFigures) -> dict[str, object]:
    overall = player.overall
    points = (overall.average, overall.best)
    average, best = (translator.render(average_phrase(each)) for each in points)
    numbers = (str(overall.games), str(overall.wins), average, best)
    return {"name": player.name, "color_name": player.color, "numbers": numbers}


def _empty_row(player: KnownPlayer) -> dict[str, object]:
    return {"name": player.name, "color_name": player.color, "numbers": ("0", "0", "–", "–")}


load("pages/players")
