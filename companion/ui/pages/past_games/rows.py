"""The list of past games: filter chips, a bar of wins, headings of months, a card per game."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.report.search.games import GameFilter
from companion.report.statistics.players import PlayerFigures, statistics
from companion.report.words.boards import game_board_name
from companion.report.words.games import (
    date_in_month,
    deleted_games,
    duration,
    month_heading,
    past_game_outcome,
    unreadable_game,
)
from companion.rules.wording import format_number, phrase
from companion.store.games import GameRepository
from companion.store.saved_game import FinishedGame, UnreadableGame, by_date
from companion.ui.board.thumbnail import Scene
from companion.ui.kit.buttons import Chip, Tappable
from companion.ui.kit.containers import Card, WrapRow
from companion.ui.kit.layout import set_children
from companion.ui.kit.text import Text
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.ui.pages.past_games.page import PastGamesPage


class FilterChip(Chip):
    """A chip with a small icon after the text."""

    def on_kv_post(self, _: Widget) -> None:
        """Move the icon."""
        picture = self.ids.picture
        picture.side = dp(16)
        self.remove_widget(picture)
        self.add_widget(picture)


class FilterChips(WrapRow):
    """Shows what each filter is set to; a tap opens its options.

    The chips are in one line if they fit, maybe in smaller letters, else in several.
    """

    filters = ListProperty()
    """Name, text and whether it is active, of each filter."""
    page = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.update_trigger = Clock.create_trigger(self._show, -1)
        self.fbind("filters", self.update_trigger)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self.fbind("width", self._fit_soon)
        theme.bind(text_scale=self._apply_text_size)

    def _show(self, *_: object) -> None:
        chips = [
            FilterChip(
                text=text,
                icon="down",
                chosen=active,
                on_tap=lambda chip, name=name: self.page.open_filter(name, chip),
            )
            for name, text, active in self.filters
        ]
        # Active filters first.
        chips.sort(key=lambda chip: not chip.chosen)
        if chips and chips[0].chosen:
            # Translators: a button that removes the filters of a list.
            everything = FilterChip(text=translator.tr("Show all"), icon="cross")
            everything.bind(on_tap=lambda _: self.page.show_all())
            chips.insert(sum(chip.chosen for chip in chips), everything)
        set_children(self, chips)
        self._fit()

    def _apply_text_size(self, *_: object) -> None:
        self._fit_soon()

    def _fit(self, *_: object) -> None:
        """Choose the largest letters with which the chips are in one line."""
        for size, padding in ((theme.body, 16), (min(theme.small, sp(15)), 8)):
            for chip in self.children:
                chip.font_size, chip.min_padding = size, (dp(padding), dp(10))
            if sum(chip.width + self.spacing[0] for chip in self.children) <= self.width:
                return


NARROWEST = 48
"""The least width of a segment, in dp: that of a touch target."""
GAP = 3
"""The space between segments, in dp."""


class WinsSegment(Tappable):
    """The wins of a player; a tap lists their games."""

    text = StringProperty("")
    """The player's name; it is shortened."""
    number = StringProperty("")
    color_name = StringProperty("")
    """The train colour; empty for the segment of all others."""


class WinsCard(Card):
    """A bar with the wins; players for whom there is no room share its last segment."""

    wins = ListProperty()
    """The `PlayerFigures` of those who won, most wins first."""
    page = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.update_trigger = Clock.create_trigger(self._show, -1)
        for name in ("wins", "width"):
            self.fbind(name, self.update_trigger)
        theme.bind(version=self._show)

    def _show(self, *_: object) -> None:
        wins: list[PlayerFigures] = list(self.wins)
        room = self.width - self.padding[0] - self.padding[2]
        most = max(1, int((room + dp(GAP)) // dp(NARROWEST + GAP)))
        shown = wins if len(wins) <= most else wins[: most - 1]
        segments = [self._segment(each.name, each.overall.wins, each.color) for each in shown]
        others = sum(each.overall.wins for each in wins[len(shown) :])
        if others:
            segments.append(
                WinsSegment(
                    number=f"+{others}",
                    size_hint_x=others,
                    name_for_readers=translator.tr("Players"),
                    on_tap=lambda _: self.page.context.navigator.replace("players"),
                )
            )
        set_children(self.ids.bar, segments)

    def _segment(self, name: str, count: int, color: str) -> WinsSegment:
        return WinsSegment(
            text=name,
            number=str(count),
            size_hint_x=count,
            color_name=color,
            # Translators: read aloud for a part of a bar.
            name_for_readers=translator.tr_plural(
                "{player}: {count} win", "{player}: {count} wins", count, player=name
            ),
            on_tap=lambda _: self.page.set_filter("player", name),
        )


class MonthHeading(Text):
    """The heading above the games of a month."""


class PastGameRow(Tappable):
    """A finished game; a tap opens its result. A deleted game keeps its row, with Undo."""

    id = StringProperty("")
    color_name = StringProperty("")
    """The train colour of the winner or leader; empty if the game cannot be read."""
    title = StringProperty("")
    """The outcome."""
    own_title = StringProperty("")
    """The keeper's title of the game."""
    detail = StringProperty("")
    scores = ObjectProperty(())
    """Train colour, name and points of the other players."""
    scene = ObjectProperty(None, allownone=True)
    """The `Scene` of its thumbnail."""
    mark = StringProperty("")
    """A text on the thumbnail of a deleted game; the others stay, so that it keeps its height."""
    is_deleted = BooleanProperty(False)
    """Whether the game is deleted."""
    button = ObjectProperty(("remove", "", None))
    """The icon, the text for screen readers and the action of the button."""
    text_color = ColorProperty((0, 0, 0, 1))
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the game."""
        if not self.is_deleted:
            self.page.open_game(self.id)

    def picture_width(self, width: float, scene: Scene | None) -> float:
        """The width of the thumbnail; a game that cannot be read has none."""
        return max(dp(64), min(dp(120), width * 0.25)) if scene is not None else 0.0


class Rows:
    """The properties of the rows; the texts of a row are made when it becomes visible."""

    def __init__(
        self,
        page: PastGamesPage,
        shown: list[FinishedGame],
        games: GameRepository,
        conditions: GameFilter,
    ) -> None:
        self._page = page
        removed = conditions.apply(games.removed_finished(), page.board_name)
        collapsed = [game for game in removed if game.id in page.collapsed]
        removed = [game for game in removed if game not in collapsed]
        self._deleted = frozenset(game.id for game in removed)
        self._wins = [each for each in statistics(shown) if each.overall.wins]
        unreadable = games.unreadable_finished()
        self._header_only = frozenset(game.id for game in unreadable)
        """Games whose header can be read but whose record cannot."""
        self._now = datetime.now().astimezone()
        self._rows: list[UnreadableGame | datetime | FinishedGame | int | None] = []
        """Unreadable games, None for the bar of wins, months, games, how many are collapsed."""
        if not conditions.is_active:
            listed = {game.id for game in shown}
            self._rows += [each for each in unreadable if each.id not in listed]
        if self._wins:
            self._rows.append(None)
        month = None
        for game in by_date((*shown, *removed)) if removed else shown:
            local = game.date.astimezone()
            if (local.year, local.month) != month:
                month = local.year, local.month
                self._rows.append(local)
            self._rows.append(game)
        if collapsed:
            self._rows.append(len(collapsed))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> dict[str, object]:
        content = self._rows[index]
        if content is None:
            return {"viewclass": "WinsCard", "wins": self._wins, "page": self._page}
        if isinstance(content, datetime):
            return {"viewclass": "MonthHeading", "text": translator.render(month_heading(content))}
        if isinstance(content, int):
            return {
                "viewclass": "ActionRow",
                "text": translator.render(deleted_games(content)),
                "button": translator.tr("Show"),
                "act": self._page.show_deleted,
            }
        if isinstance(content, FinishedGame):
            return self._game(content, deleted=content.id in self._deleted)
        return {
            **self._row(content.id, deleted=False, unreadable=True),
            "title": translator.render(unreadable_game(content)),
            "detail": translator.render(content.problem),
        }

    def _game(self, game: FinishedGame, deleted: bool) -> dict[str, object]:
        facts = (
            game_board_name(self._page.context.boards, game),
            date_in_month(game.date.astimezone(), self._now),
            duration(game.minutes) if game.minutes else None,
            None if game.final else phrase("Not played to the end"),
        )
        # The title names the winner or leader with the points.
        named = game.winners[0] if len(game.winners) == 1 else ""
        ranked = sorted(game.players, key=lambda player: game.results[player.name].rank)
        others = [each for each in ranked if each.name != named]
        return {
            **self._row(game.id, deleted, not deleted and game.id in self._header_only),
            "title": translator.render(past_game_outcome(game)),
            "own_title": game.title,
            "detail": " · ".join(translator.render(fact) for fact in facts if fact is not None),
            "scores": [
                (each.color, f"{each.name} {format_number(game.scores[each.name])}")
                for each in others
            ],
            "color_name": next(each.color for each in ranked if each.name == game.winners[0]),
            "scene": self._page.scene(game, deleted),
        }

    def _row(self, id: str, deleted: bool, unreadable: bool) -> dict[str, object]:
        """The properties of every row, without those of a game that can be read."""
        icon, name, act = "remove", translator.tr("Delete"), self._page.delete
        if deleted:
            icon, name, act = "undo", translator.tr("Undo"), self._page.restore
        elif unreadable:
            icon, name, act = "export", translator.tr("Share file"), self._page.export
        return {
            "id": id,
            "own_title": "",
            "scores": (),
            "color_name": "",
            "scene": None,
            "mark": translator.tr("Deleted") if deleted else "",
            "is_deleted": deleted,
            "button": (icon, name, partial(act, id)),
            "page": self._page,
        }
