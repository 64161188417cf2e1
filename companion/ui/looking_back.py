"""Makes the screens of what was played: the result, its ceremony, past games and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

from companion.report import message
from companion.report.reveal import ceremony as steps_of
from companion.report.statistics import statistics
from companion.report.when import in_words
from companion.rules import GameState, Phrase, Refused, tally
from companion.rules.wording import listed, say
from companion.ui.look.words import words
from companion.ui.pages.past_games import PastGamesPage
from companion.ui.pages.players import PlayersPage
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.result.share_picture import share_picture
from companion.ui.pages.reveal import CeremonyPage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def result(app: RailkeeperApp) -> ResultPage:
    """Who won and why."""
    screen = ResultPage()

    def refresh() -> None:
        if app.keeping is None or app.kept is None:
            return
        game = app.keeping.game
        problem = _refusal(app.finish) if _played_out(game.state) else None
        screen.show(game, tally(game.state))
        when = in_words(message.played_on(app.kept), datetime.now().astimezone())
        screen.subtitle = f"{game.setup.board.name} · {words.told(when)}"
        if problem is not None:
            screen.tell(words.told(problem), refused=True)

    def tell(phrase: Phrase, /, *, refused: bool = False) -> None:
        screen.tell(words.told(phrase), refused=refused)

    def picture() -> None:
        assert app.kept is not None
        name = message.file_name(app.kept, "png")
        content = share_picture(app.kept, screen.result, words.catalog)
        app.device.share_file(name, content, tell)

    def text() -> None:
        assert app.kept is not None
        app.device.share_text(message.message(app.kept, screen.result, words.catalog), tell)

    def record() -> None:
        assert app.kept is not None
        try:
            content = app.shelf.exchange.game(app.kept.id).encode("utf-8")
        except Refused as problem:
            tell(problem.phrase, refused=True)
        else:
            app.device.share_file(message.file_name(app.kept, "json"), content, tell)

    def bg_stats() -> None:
        assert app.kept is not None
        app.device.open_link(message.bg_stats_link(app.kept, words.catalog), tell)

    def again() -> None:
        problem = _refusal(app.play_again)
        if problem is not None:
            screen.tell(words.told(problem), refused=True)

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_home=lambda _: app.go_home(),
        on_ceremony=lambda _: app.go("ceremony"),
        on_correct_tickets=lambda _: app.go("tickets"),
        on_correct_log=lambda _: app.go("log"),
        on_play_again=lambda _: again(),
        on_share_picture=lambda _: picture(),
        on_share_text=lambda _: text(),
        on_share_record=lambda _: record(),
        on_bg_stats=lambda _: bg_stats(),
    )
    return screen


def _played_out(state: GameState) -> bool:
    """Whether the game is over, or counted; a look at the standing in between ends nothing."""
    return state.over or any(player.tickets for player in state.players.values())


def ceremony(app: RailkeeperApp) -> CeremonyPage:
    """The result, step by step."""
    screen = CeremonyPage()

    def refresh() -> None:
        if app.keeping is not None:
            state = app.keeping.game.state
            result = tally(state)
            screen.begin(state, steps_of(state, result), result.winners)

    def done() -> None:
        app.back()
        if app.screens.current != "result":
            app.go("result")

    screen.refresh = refresh
    screen.bind(on_done=lambda _: done())
    return screen


def past_games(app: RailkeeperApp) -> PastGamesPage:
    """What was played."""
    screen = PastGamesPage()
    removed: list[str] = []

    def refresh() -> None:
        screen.games = tuple(app.shelf.history.all())

    def open_game(id: str) -> None:
        try:
            app.open_past(id)
        except Refused as problem:
            screen.tell(words.told(problem.phrase), refused=True)

    def remove(id: str) -> None:
        game = next(game for game in screen.games if game.id == id)
        try:
            app.shelf.history.remove(id)
        except Refused as problem:
            screen.tell(words.told(problem.phrase), refused=True)
            return
        removed.append(id)
        screen.games = tuple(game for game in screen.games if game.id != id)
        names = listed([player.name for player in game.players])
        screen.tell(words.told(say("Deleted: {players}", players=names)), undoable=True)

    def bring_back() -> None:
        if removed:
            problem = _refusal(lambda: app.shelf.history.bring_back(removed.pop()))
            refresh()
            screen.tell(words.told(problem or say("Undone.")), refused=problem is not None)

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_players=lambda _: app.go("players"),
        on_open=lambda _, id: open_game(id),
        on_remove=lambda _, id: remove(id),
        on_undo=lambda _: bring_back(),
    )
    return screen


def players(app: RailkeeperApp) -> PlayersPage:
    """Who played, and how well."""
    screen = PlayersPage()

    def refresh() -> None:
        screen.people = statistics(app.shelf.history.all())

    screen.refresh = refresh
    screen.bind(on_back=lambda _: app.back())
    return screen


def _refusal(act: Callable[[], object]) -> Phrase | None:
    """Do something; the reason if it is refused."""
    try:
        act()
    except Refused as problem:
        return problem.phrase
    return None


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {
    "result": result,
    "ceremony": ceremony,
    "past_games": past_games,
    "players": players,
}
"""How each of them is made."""
