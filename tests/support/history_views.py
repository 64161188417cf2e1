"""Functions that open the views of past games and statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.ui.look.translator import translator
from companion.ui.navigator import PageName, ShowBoard, ShowPlayer
from tests.support.history import write_history
from tests.support.phone import Phone
from tests.support.stores import FINISHED_FILES


def history_of(count: int, *then: Callable[[Phone], object]) -> Callable[[Phone], None]:
    """Import a number of past games, then call each function in `then`."""

    def show(phone: Phone) -> None:
        for old in phone.folder.glob(FINISHED_FILES):
            old.unlink()
            old.with_name(f"{old.name[:32]}.before").unlink(missing_ok=True)
        write_history(phone.folder, count)
        for step in then:
            step(phone)
            phone.wait_until_idle()

    return show


def player_page(name: str) -> Callable[[Phone], None]:
    """Open the statistics of a player and select the last point of the chart."""

    def show(phone: Phone) -> None:
        phone.navigator.go("player", ShowPlayer(name))
        phone.wait_until_idle()
        chart = phone.page("player").ids.points
        chart.select(len(chart.games) - 1)

    return show


def board_page(board: str) -> Callable[[Phone], None]:
    """Open the statistics of a board."""

    def show(phone: Phone) -> None:
        phone.navigator.go("board_statistics", ShowBoard(board, ""))
        # The headers are read in one thread, then the games are replayed in another.
        phone.wait_until_idle()
        phone.wait_until_idle()

    return show


def filtered(phone: Phone) -> None:
    """Past games of a player, with the search field."""
    page = phone.page("past_games")
    page.set_filter("player", "Maximiliane")
    page.toggle_search()


def filter_options(phone: Phone) -> None:
    """The options of the player filter."""
    phone.press(translator.tr("Everybody"))


def description(phone: Phone) -> None:
    """The sheet with title and note of a game."""
    phone.page("result").open_description()


def screen(name: PageName) -> Callable[[Phone], None]:
    """Go to a page."""
    return lambda phone: phone.navigator.go(name)


HISTORY_VIEWS: Mapping[str, Callable[[Phone], None]] = {
    "past-games-none": screen("past_games"),
    "past-games-one": history_of(1, screen("past_games")),
    "past-games-three": history_of(3, screen("past_games")),
    "past-games-many": history_of(60, screen("past_games")),
    "past-games-filtered": history_of(60, screen("past_games"), filtered),
    "past-games-options": history_of(60, screen("past_games"), filter_options),
    "player-statistics": history_of(60, player_page("Clara")),
    "player-statistics-one": history_of(1, player_page("Ana")),
    "boards": history_of(60, screen("boards")),
    "board-statistics": history_of(60, board_page("usa")),
}
"""By name of the view, the function that opens it."""
