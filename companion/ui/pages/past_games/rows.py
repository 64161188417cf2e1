"""The content of the list of past games: a bar of wins, then the games by month."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from companion.report.board_names import game_board_name
from companion.report.dates import month_heading, relative_date
from companion.report.duration import duration
from companion.report.game_filter import GameFilter, wins_of
from companion.report.missing_entries import unreadable_game
from companion.report.outcome import past_game_outcome
from companion.rules.setup import Player
from companion.rules.wording import format_number
from companion.store.games import GameRepository
from companion.store.record_header import FinishedGame, UnreadableGame, by_date
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.ui.pages.past_games.page import PastGamesPage


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
        self._deleted = frozenset(game.id for game in removed)
        self._wins = wins_of(shown)
        unreadable = games.unreadable_finished()
        self._header_only = frozenset(game.id for game in unreadable)
        """Games whose header can be read but whose record cannot."""
        self._now = datetime.now().astimezone()
        self._rows: list[UnreadableGame | datetime | FinishedGame | None] = []
        """Unreadable games, None for the bar of wins, months, and games."""
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

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> dict[str, object]:
        content = self._rows[index]
        if content is None:
            return {"viewclass": "WinsCard", "wins": self._wins, "page": self._page}
        if isinstance(content, datetime):
            return {"viewclass": "MonthHeading", "text": translator.render(month_heading(content))}
        if isinstance(content, FinishedGame):
            return self._game(content, deleted=content.id in self._deleted)
        title = translator.render(unreadable_game(content))
        return self._row(content.id, title, translator.render(content.problem), unreadable=True)

    def _game(self, game: FinishedGame, deleted: bool) -> dict[str, object]:
        facts = (
            game_board_name(self._page.context.boards, game),
            relative_date(game.date.astimezone(), self._now),
            duration(game.minutes),
        )
        detail = " · ".join(translator.render(fact) for fact in facts if fact is not None)
        shown = [each for each in _ranked(game) if not game.final or each.name != _first(game)]
        scores = [
            (each.color, f"{each.name} {format_number(game.scores[each.name])}") for each in shown
        ]
        colors = {player.name: player.color for player in game.players}
        row: dict[str, object] = {
            "scores": scores,
            "own_title": game.title,
            "color_name": colors[game.winners[0]] if game.final else "",
            "scene": self._page.scene(game, deleted),
        }
        title = translator.render(past_game_outcome(game))
        unreadable = not deleted and game.id in self._header_only
        return self._row(game.id, title, detail, **row, deleted=deleted, unreadable=unreadable)

    def _row(self, id: str, title: str, detail: str, **more: object) -> dict[str, object]:
        return {
            "id": id,
            "title": title,
            "own_title": "",
            "detail": detail,
            "scores": (),
            "color_name": "",
            "scene": None,
            "deleted": False,
            "unreadable": False,
            "page": self._page,
            **more,
        }


def _first(game: FinishedGame) -> str:
    """The winner who is named in the title with the points."""
    return game.winners[0] if len(game.winners) == 1 else ""


def _ranked(game: FinishedGame) -> list[Player]:
    return sorted(game.players, key=lambda player: game.results[player.name].rank)
