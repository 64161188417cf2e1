"""Every page and sheet by name, with a function that opens it.

The layout test checks each view and `tools/tour.py` takes a picture of each.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
)
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.store.saved_game import local_time
from companion.ui.navigator import PageName
from companion.ui.pages.log import LogPage
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.support.games import recorded_game, shared_game
from tests.support.history_views import HISTORY_VIEWS, description
from tests.support.phone import Phone
from tests.support.stores import open_store
from tests.support.table import open_game
from tests.support.view_games import (
    AFRICA,
    CARDS,
    COUNTED_FIVE,
    FIVE,
    NORDIC,
    OTHER_POINTS,
    PAIR,
    PORT,
    SALT_LAKE,
    THREE,
    after,
    as_counted,
    game_of_five,
)

SIZES = ((320, 568), (360, 640), (390, 844), (412, 915), (844, 390), (1280, 800))
"""Window sizes in dp: small to large, portrait and landscape."""


@dataclass(frozen=True)
class View:
    """A page or sheet in a certain state."""

    name: str
    """Part of the file name of its pictures."""
    show: Callable[[Phone], None]
    """Opens it on a phone, from any page."""

    def __str__(self) -> str:
        return self.name


def open_view(phone: Phone, view: View) -> None:
    """Open a view on a phone whose other games are deleted first."""
    if phone.screen == "startup_error":
        phone.close()
        gc.collect()
        phone.start()
    for saved in phone.context.store.games.in_progress():
        phone.context.store.games.remove(saved.id)
    for past in phone.context.store.games.finished():
        phone.context.store.games.remove(past.id)
    phone.context.store.notices.clear()
    phone.navigator.reset_to("home")
    view.show(phone)
    phone.wait_until_idle()


# Functions that open a view


def connected(one: str, other: str) -> Callable[[Phone], None]:
    """Opens the answer whether two cities are connected."""
    return lambda phone: phone.table.show_connection(one, other)


def without_turn_offer(phone: Phone) -> None:
    """Dismisses the offer to turn the board."""
    phone.table.dismiss_turn_offer()


def at_table(game: Game, *then: Callable[[Phone], object]) -> Callable[[Phone], None]:
    """Open a game on the table page, then call each function in `then`."""

    def show(phone: Phone) -> None:
        open_game(phone, game)
        for step in then:
            step(phone)
            phone.wait_until_idle()

    return show


def route(id: str, player: str | None = None, option: int = 0) -> Callable[[Phone], None]:
    """Open a route's claim sheet for a player with a doubling option selected."""

    def show(phone: Phone) -> None:
        phone.table.open_route(phone.now.board.routes[id])
        sheet = phone.table.sheet
        assert isinstance(sheet, ClaimSheet)
        if player is not None:
            sheet.choose_player(player)
        sheet.option = option

    return show


def claimed(id: str) -> Callable[[Phone], None]:
    """Open the sheet of a claimed route."""
    return lambda phone: phone.table.open_route(phone.now.board.routes[id], 0)


def routes(*ids: str) -> Callable[[Phone], None]:
    """Open the sheet that asks which route a tap meant."""
    return lambda phone: phone.table.ids.board.dispatch("on_route", tuple((id, 0) for id in ids))


def city(id: str) -> Callable[[Phone], None]:
    """Open a city's sheet."""
    return lambda phone: phone.table.open_city(id)


def player_sheet(player: str) -> Callable[[Phone], None]:
    """Open a player's sheet."""
    return lambda phone: phone.table.open_player(player)


def player_settings(player: str) -> Callable[[Phone], None]:
    """Open the sheet that changes a player's name, colour or seat."""
    return lambda phone: phone.table.open_player_settings(player)


def entry(event: Event) -> Callable[[Phone], object]:
    """Make an entry, which may be refused."""
    return lambda phone: phone.table.enter(event)


def finish(phone: Phone) -> None:
    """Press Finish."""
    phone.table.finish()


def correction(index: int) -> Callable[[Phone], object]:
    """Begin to correct an entry."""
    return lambda phone: phone.session.correct(index)


def insertion(index: int) -> Callable[[Phone], object]:
    """Begin to insert an entry before another one."""
    return lambda phone: phone.session.insert_before(index)


def screen(name: PageName) -> Callable[[Phone], None]:
    """Go to a page."""
    return lambda phone: phone.navigator.go(name)


def letters(text: str) -> Callable[[Phone], None]:
    """Type into the focused text field."""
    return lambda phone: phone.type(text)


def grand_tour(player: str) -> Callable[[Phone], None]:
    """Open the explanation of a player's Grand Tour and select the first ticket."""

    def show(phone: Phone) -> None:
        phone.page("result").explain("grand_tour", player)
        phone.wait_until_idle()
        reasons = next(
            each for each in phone.visible_widgets() if isinstance(each, ExplanationView)
        )
        reasons.selected = 0

    return show


def log_of(player: str) -> Callable[[Phone], None]:
    """Filter the log by a player."""

    def show(phone: Phone) -> None:
        page = phone.page("log")
        assert isinstance(page, LogPage)
        page.filter_by(player)

    return show


def log_entry(index: int) -> Callable[[Phone], None]:
    """Open the sheet of an entry of the log."""
    return lambda phone: phone.page("log").open_entry(index)


def game_on_each_board(phone: Phone) -> None:
    """Home with three games in progress."""
    for name, entries in (("usa-full", 20), ("heart-of-africa-full", 30), ("europe-full", 25)):
        open_game(phone, after(name, entries))
    phone.navigator.reset_to("home")


def one_game_of(name: str) -> Callable[[Phone], None]:
    """Home with one game in progress."""

    def show(phone: Phone) -> None:
        open_game(phone, after(name))
        phone.navigator.reset_to("home")

    return show


def tallied_games(phone: Phone) -> None:
    """Home with games in progress whose tally has begun."""
    for name in ("usa-left", "heart-of-africa-left", "usa-open-turns"):
        open_game(phone, recorded_game(name))
    phone.navigator.reset_to("home")


def damaged_file(phone: Phone) -> None:
    """Home with a notice about a damaged file."""
    game_on_each_board(phone)
    broken = phone.folder / "in_progress" / f"{'0' * 32}.json"
    broken.write_text("{", encoding="utf-8")
    phone.navigator.reset_to("home")
    broken.unlink(missing_ok=True)


def with_past_games(name: PageName) -> Callable[[Phone], None]:
    """A page about finished games, with four of them, one not played to the end."""

    def show(phone: Phone) -> None:
        for game in ("usa-full", "heart-of-africa-full", "usa-open-turns", "europe-full"):
            open_game(phone, recorded_game(game))
            phone.session.finish()
        phone.navigator.reset_to("home", name)

    return show


def new_game(board: str, *players: Player, expanded: bool = False) -> Callable[[Phone], None]:
    """The New game page with a board and players."""

    def show(phone: Phone) -> None:
        phone.navigator.go("new_game")
        page = phone.page("new_game")
        page.prefill(players, bundled_boards().summary(board))
        page.house_rules.expanded = expanded

    return show


def remembered_players(phone: Phone) -> None:
    """The New game page with four players, and more players of earlier games."""
    names = [Player(f"Guest {number}", "red") for number in range(1, 13)]
    for player in (*FIVE, *names):
        phone.context.store.learned.remember_players([player], "usa", local_time())
    new_game("usa", *FIVE[:4])(phone)


def startup_error(phone: Phone) -> None:
    """The app, started while another process has locked the data folder."""
    phone.close()
    # Collect the pages of the closed app now, not in the middle of a frame.
    gc.collect()
    with open_store(phone.folder):
        phone.start()


VIEWS = (
    View("home-empty", lambda _: None),
    View("home", game_on_each_board),
    View("home-africa", one_game_of("heart-of-africa-full")),
    View("home-usa", one_game_of("usa-full")),
    View("home-missing", tallied_games),
    View("home-damaged", damaged_file),
    View("new-game", new_game("usa")),
    View("new-game-nordic", new_game("nordic-countries", *THREE)),
    View("new-game-africa", new_game("heart-of-africa", *FIVE[:3])),
    View("new-game-five", new_game("heart-of-africa", *FIVE, expanded=True)),
    View("new-game-known", remembered_players),
    View("table-africa", at_table(after("heart-of-africa-full", 60))),
    View("table-usa", at_table(after("usa-full", 45))),
    View("table-europe", at_table(after("europe-full", 40))),
    View("table-nordic", at_table(after("nordic-countries-full", 40))),
    View("table-switzerland", at_table(after("switzerland-full", 45))),
    View("table-india", at_table(after("india-full", 70))),
    View("table-empty", at_table(game_of_five("usa"))),
    View("table-five", at_table(AFRICA)),
    View("table-first-cards", at_table(game_of_five("heart-of-africa"))),
    View(
        "table-left",
        at_table(
            game_of_five("europe", RouteClaimed("Ana", "brest--paris")), entry(PlayerLeft("Peter"))
        ),
    ),
    View("table-entry", at_table(AFRICA, entry(RouteClaimed("Ana", "cape-town--port-elizabeth")))),
    View(
        "table-refusal",
        at_table(AFRICA, entry(RouteClaimed("Ana", "addis-ababa--port-florence"))),
    ),
    View("table-chosen", at_table(AFRICA, lambda phone: phone.session.choose("Bartholomew"))),
    View("table-menu", at_table(AFRICA, lambda phone: phone.table.open_menu())),
    View("table-last-round", at_table(after("heart-of-africa-full", 80))),
    View("table-over", at_table(after("heart-of-africa-full"))),
    View("counting-five", at_table(COUNTED_FIVE)),
    View(
        "counting-doubled",
        at_table(as_counted(after("heart-of-africa-full")), claimed("cape-town--port-elizabeth")),
    ),
    View("table-hint", at_table(game_of_five("europe"), without_turn_offer)),
    View("other-points", at_table(OTHER_POINTS, lambda phone: phone.table.open_other_points("Jo"))),
    View("connected", at_table(after("europe-full", 40), connected("paris", "wien"))),
    View("rules-africa", at_table(AFRICA, screen("rules"))),
    View("find-two", at_table(after("usa-full", 45), screen("find"), letters("denv new o"))),
    View("check-other-points", at_table(OTHER_POINTS, screen("check"))),
    View("open-turns", at_table(recorded_game("usa-open-turns"), finish)),
    View("table-correction", at_table(after("europe-full", 40), correction(12))),
    View("table-insertion", at_table(AFRICA, insertion(3))),
    View("claim-africa", at_table(AFRICA, route("cape-town--port-elizabeth", option=1))),
    View("claim-usa", at_table(game_of_five("usa"), route("denver--salt-lake-city"))),
    View("claim-europe", at_table(game_of_five("europe"), route("palermo--smyrna"))),
    View("claim-nordic", at_table(NORDIC, route("helsinki--stockholm"))),
    View("claim-asia", at_table(game_of_five("legendary-asia"), route("moscow--perm"))),
    View("claim-ways", at_table(CARDS, route("leopoldville--way-station-lower-congo", option=2))),
    View("claim-refused", at_table(PORT, route("cape-town--port-elizabeth", "Bartholomew"))),
    View("claimed-africa", at_table(AFRICA, claimed("addis-ababa--port-florence"))),
    View("claimed-usa", at_table(SALT_LAKE, claimed("denver--salt-lake-city"))),
    View("city-africa", at_table(AFRICA, city("pretoria"))),
    View("city-usa", at_table(after("usa-full", 45), city("denver"))),
    View("city-europe", at_table(after("europe-full", 40), city("paris"))),
    View("routes", at_table(after("europe-full", 40), routes("athina--smyrna", "palermo--smyrna"))),
    View("routes-nordic", at_table(NORDIC, routes(*PAIR))),
    View("player-africa", at_table(after("heart-of-africa-full", 60), player_sheet("Ana"))),
    View("player-usa", at_table(after("usa-full"), player_sheet("Omar"))),
    View("player-europe", at_table(game_of_five("europe"), player_sheet("Maximiliane"))),
    View("player-settings", at_table(AFRICA, player_settings("Maximiliane"))),
    View("find", at_table(after("europe-full", 40), screen("find"))),
    View("find-letters", at_table(after("usa-full", 45), screen("find"), letters("san"))),
    View("log", at_table(after("heart-of-africa-full"), screen("log"))),
    View("log-empty", at_table(game_of_five("europe"), screen("log"))),
    View("log-player", at_table(AFRICA, screen("log"), log_of("Bartholomew"))),
    View("log-entry", at_table(after("heart-of-africa-full"), screen("log"), log_entry(11))),
    View("check", at_table(after("heart-of-africa-full"), screen("check"))),
    View("tickets-none", at_table(after("usa-full"), screen("tickets"))),
    View("tickets-letters", at_table(recorded_game("usa-full"), screen("tickets"), letters("n"))),
    View("tickets-africa", at_table(recorded_game("heart-of-africa-full"), screen("tickets"))),
    View("tickets-usa", at_table(recorded_game("usa-full"), screen("tickets"))),
    View("tickets-switzerland", at_table(recorded_game("switzerland-full"), screen("tickets"))),
    View("result-africa", at_table(recorded_game("heart-of-africa-full"), screen("result"))),
    View("result-europe", at_table(recorded_game("europe-full"), screen("result"))),
    View("result-usa", at_table(recorded_game("usa-full"), screen("result"))),
    View("result-nordic", at_table(recorded_game("nordic-countries-full"), screen("result"))),
    View("result-switzerland", at_table(recorded_game("switzerland-full"), screen("result"))),
    View("result-asia", at_table(recorded_game("legendary-asia-full"), screen("result"))),
    View("result-so-far", at_table(recorded_game("usa-open-turns"), screen("result"))),
    View("result-shared", at_table(shared_game(), screen("result"))),
    View("result-tickets", at_table(after("usa-full"), screen("result"))),
    View(
        "result-menu", at_table(shared_game(), screen("result"), lambda phone: phone.press("Menu"))
    ),
    View(
        "result-share",
        at_table(shared_game(), screen("result"), lambda phone: phone.press("Share")),
    ),
    View("result-india", at_table(recorded_game("india-grand-tour"), screen("result"))),
    View(
        "grand-tour",
        at_table(recorded_game("india-grand-tour"), screen("result"), grand_tour("Ravi")),
    ),
    View("reveal", at_table(recorded_game("europe-full"), screen("result"), screen("reveal"))),
    View("past-games", with_past_games("past_games")),
    View("players", with_past_games("players")),
    *(View(name, show) for name, show in HISTORY_VIEWS.items()),
    View(
        "result-description", at_table(recorded_game("europe-full"), screen("result"), description)
    ),
    View("settings", screen("settings")),
    View("about", screen("about")),
    View("startup-error", startup_error),
)
"""In the order in which a game reaches them."""
