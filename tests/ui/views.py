"""Every screen and sheet there is, by name, each with the way to it.

The layout test walks this list and the tour takes a picture of everything on it, so a screen that
is added here is looked at by both.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, PlayerLeft, RouteClaimed, TerrainDrawn, TicketsTaken
from companion.rules.game import Game
from companion.rules.record import Record, read_record
from companion.rules.setup import Player, Setup
from companion.ui.navigator import PageName
from companion.ui.pages.log import LogPage
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.support.stores import open_store
from tests.ui.phone import Phone

SIZES = ((320, 568), (360, 640), (390, 844), (412, 915), (844, 390), (1280, 800))
"""Windows to look at, in dp: small to large, upright and on its side."""

GAMES = Path(__file__).parents[1] / "games"

FIVE = (
    Player("Ana", "blue"),
    Player("Peter", "red"),
    Player("Maximiliane", "green"),
    Player("Jo", "yellow"),
    Player("Bartholomew", "black"),
)
"""As many as can play, two of them with names that hardly fit anywhere."""

THREE = (Player("Ana", "purple"), Player("Maximiliane", "white"), Player("Jo", "black"))
"""The same with trains of another box."""


@dataclass(frozen=True)
class View:
    """Something to look at."""

    name: str
    """As in the names of its pictures."""
    show: Callable[[Phone], None]
    """Brings a phone there from wherever it is."""

    def __str__(self) -> str:
        return self.name


def open_view(phone: Phone, view: View) -> None:
    """Bring a phone to a view, with nothing else on its shelf."""
    if phone.screen == "trouble":
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
    phone.commit()


# Games to look at


@lru_cache
def recorded(name: str) -> Record:
    """One of the recorded games."""
    return read_record((GAMES / f"{name}.json").read_text(encoding="utf-8"), bundled_boards())


def lay(phone: Phone, game: Game) -> None:
    """Lay a game on the table as if it had been kept so far."""
    games = phone.context.store.games
    saved = games.save(games.begin(game.setup), game)
    phone.session.open(saved.id)
    phone.navigator.reset_to("home", "table")
    phone.commit()


def after(name: str, entries: int | None = None) -> Game:
    """A recorded game after so many entries, or once the last route is claimed."""
    game = recorded(name).game
    played = [event for event in game.events if not isinstance(event, TicketsTaken)]
    return Game.begin(game.setup, tuple(played[:entries]))


def whole(name: str) -> Game:
    """A recorded game with everybody's tickets."""
    return recorded(name).game


def among_five(board: str, *events: Event) -> Game:
    """A game of five on a board."""
    return Game.begin(Setup(bundled_boards()[board], FIVE), events)


AFRICA = among_five(
    "heart-of-africa",
    TerrainDrawn("Ana", "mountain", 2),
    TerrainDrawn("Peter", "mountain", 2),
    TerrainDrawn("Bartholomew", "jungle", 12),
    RouteClaimed("Maximiliane", "addis-ababa--port-florence"),
)


PAIR = ("mo-i-rana--trondheim-tunnel", "mo-i-rana--trondheim-ferry")
NORDIC = Game.begin(Setup(bundled_boards()["nordic-countries"], THREE))


# Ways


def at_table(game: Game, *then: Callable[[Phone], object]) -> Callable[[Phone], None]:
    """The way to a game on the table, and on from there."""

    def show(phone: Phone) -> None:
        lay(phone, game)
        for step in then:
            step(phone)
            phone.commit()

    return show


def route(id: str, player: str | None = None, way: int = 0) -> Callable[[Phone], None]:
    """Open a route's claim sheet, for a player, with a way to double chosen."""

    def show(phone: Phone) -> None:
        phone.table.open_route(phone.now.board.routes[id])
        sheet = phone.table.sheet
        assert isinstance(sheet, ClaimSheet)
        if player is not None:
            sheet.choose_player(player)
        sheet.way = way

    return show


def routes(*ids: str) -> Callable[[Phone], None]:
    """Ask which of some routes a tap meant."""
    return lambda phone: phone.table.ids.board.dispatch("on_route", tuple((id, 0) for id in ids))


def city(id: str) -> Callable[[Phone], None]:
    """Open a city's sheet."""
    return lambda phone: phone.table.open_city(id)


def score(player: str) -> Callable[[Phone], None]:
    """Open a player's sheet."""
    return lambda phone: phone.table.explain(player)


def seat(player: str) -> Callable[[Phone], None]:
    """Open what gives a player another name, colour or seat."""
    return lambda phone: phone.table.open_seat(player)


def entry(event: Event) -> Callable[[Phone], object]:
    """Make an entry, or try to."""
    return lambda phone: phone.table.enter(event)


def correction(index: int) -> Callable[[Phone], object]:
    """Begin to correct an entry."""
    return lambda phone: phone.session.correct(index)


def insertion(index: int) -> Callable[[Phone], object]:
    """Begin to add what was forgotten before an entry."""
    return lambda phone: phone.session.insert_before(index)


def screen(name: PageName) -> Callable[[Phone], None]:
    """Go to a screen."""
    return lambda phone: phone.navigator.go(name)


def letters(text: str) -> Callable[[Phone], None]:
    """Type into the field of the screen."""
    return lambda phone: phone.type(text)


def tour_of(player: str) -> Callable[[Phone], None]:
    """Look at the first ticket of a player's Grand Tour."""

    def show(phone: Phone) -> None:
        phone.page("result").explain("grand_tour", player)
        phone.commit()
        view = next(each for each in phone.shown() if isinstance(each, ExplanationView))
        view.selected = 0

    return show


def log_of(player: str) -> Callable[[Phone], None]:
    """Show only one player's entries."""

    def show(phone: Phone) -> None:
        page = phone.page("log")
        assert isinstance(page, LogPage)
        page.show_only(player)

    return show


def log_entry(index: int) -> Callable[[Phone], None]:
    """Open what can be done with an entry."""
    return lambda phone: phone.page("log").open_entry(index)


def games_on_the_shelf(phone: Phone) -> None:
    """Home with a game on every board."""
    for name, entries in (("usa-full", 20), ("heart-of-africa-full", 30), ("europe-full", 25)):
        lay(phone, after(name, entries))
    phone.navigator.reset_to("home")


def one_game_of(name: str) -> Callable[[Phone], None]:
    """Home with one game."""

    def show(phone: Phone) -> None:
        lay(phone, after(name))
        phone.navigator.reset_to("home")

    return show


def damage(phone: Phone) -> None:
    """Home with a file that cannot be read."""
    games_on_the_shelf(phone)
    broken = phone.folder / "in_progress" / f"{'0' * 32}.json"
    broken.write_text("{", encoding="utf-8")
    phone.navigator.reset_to("home")
    broken.unlink(missing_ok=True)


def looked_back(name: PageName) -> Callable[[Phone], None]:
    """A screen about finished games, with one on every board."""

    def show(phone: Phone) -> None:
        for game in ("usa-full", "heart-of-africa-full", "europe-full"):
            lay(phone, whole(game))
            phone.session.finish()
        phone.navigator.reset_to("home", name)

    return show


def new_game(board: str, *players: Player, unfolded: bool = False) -> Callable[[Phone], None]:
    """A game about to begin."""

    def show(phone: Phone) -> None:
        phone.navigator.go("new_game")
        asked = phone.page("new_game")
        asked.prefill(players, bundled_boards().summary(board))
        if asked.house_rules is not None:
            asked.house_rules.unfolded = unfolded

    return show


def trouble(phone: Phone) -> None:
    """The app, opened while another copy has the folder."""
    phone.close()
    # The pages of the closed app go now, and not in the middle of a frame.
    gc.collect()
    with open_store(phone.folder):
        phone.start()


VIEWS = (
    View("home-empty", lambda _: None),
    View("home", games_on_the_shelf),
    View("home-africa", one_game_of("heart-of-africa-full")),
    View("home-usa", one_game_of("usa-full")),
    View("home-damaged", damage),
    View("new-game", new_game("usa")),
    View("new-game-nordic", new_game("nordic-countries", *THREE)),
    View("new-game-africa", new_game("heart-of-africa", *FIVE[:3])),
    View("new-game-five", new_game("heart-of-africa", *FIVE, unfolded=True)),
    View("table-africa", at_table(after("heart-of-africa-full", 60))),
    View("table-usa", at_table(after("usa-full", 45))),
    View("table-europe", at_table(after("europe-full", 40))),
    View("table-nordic", at_table(after("nordic-countries-full", 40))),
    View("table-switzerland", at_table(after("switzerland-full", 45))),
    View("table-india", at_table(after("india-full", 70))),
    View("table-empty", at_table(among_five("usa"))),
    View("table-five", at_table(AFRICA)),
    View("table-first-cards", at_table(among_five("heart-of-africa"))),
    View(
        "table-left",
        at_table(
            among_five("europe", RouteClaimed("Ana", "brest--paris")), entry(PlayerLeft("Peter"))
        ),
    ),
    View("table-entry", at_table(AFRICA, entry(RouteClaimed("Ana", "cape-town--port-elizabeth")))),
    View(
        "table-refusal",
        at_table(AFRICA, entry(RouteClaimed("Ana", "addis-ababa--port-florence"))),
    ),
    View("table-last-round", at_table(after("heart-of-africa-full", 80))),
    View("table-over", at_table(after("heart-of-africa-full"))),
    View("table-correction", at_table(after("europe-full", 40), correction(12))),
    View("table-insertion", at_table(AFRICA, insertion(3))),
    View("claim-africa", at_table(AFRICA, route("cape-town--port-elizabeth", way=1))),
    View("claim-usa", at_table(among_five("usa"), route("denver--salt-lake-city"))),
    View("claim-europe", at_table(among_five("europe"), route("palermo--smyrna"))),
    View("claim-nordic", at_table(NORDIC, route("helsinki--stockholm"))),
    View("claim-refused", at_table(AFRICA, route("addis-ababa--port-florence", "Bartholomew"))),
    View("city-africa", at_table(AFRICA, city("pretoria"))),
    View("city-usa", at_table(after("usa-full", 45), city("denver"))),
    View("city-europe", at_table(after("europe-full", 40), city("paris"))),
    View("routes", at_table(after("europe-full", 40), routes("athina--smyrna", "palermo--smyrna"))),
    View("routes-nordic", at_table(NORDIC, routes(*PAIR))),
    View("player-africa", at_table(after("heart-of-africa-full", 60), score("Ana"))),
    View("player-usa", at_table(after("usa-full"), score("Omar"))),
    View("player-europe", at_table(among_five("europe"), score("Maximiliane"))),
    View("player-seat", at_table(AFRICA, seat("Maximiliane"))),
    View("find", at_table(after("europe-full", 40), screen("find"))),
    View("find-letters", at_table(after("usa-full", 45), screen("find"), letters("san"))),
    View("log", at_table(after("heart-of-africa-full"), screen("log"))),
    View("log-empty", at_table(among_five("europe"), screen("log"))),
    View("log-player", at_table(AFRICA, screen("log"), log_of("Bartholomew"))),
    View("log-entry", at_table(after("heart-of-africa-full"), screen("log"), log_entry(11))),
    View("check", at_table(after("heart-of-africa-full"), screen("check"))),
    View("tickets-none", at_table(after("usa-full"), screen("tickets"))),
    View("tickets-letters", at_table(whole("usa-full"), screen("tickets"), letters("n"))),
    View("tickets-africa", at_table(whole("heart-of-africa-full"), screen("tickets"))),
    View("tickets-usa", at_table(whole("usa-full"), screen("tickets"))),
    View("tickets-switzerland", at_table(whole("switzerland-full"), screen("tickets"))),
    View("result-africa", at_table(whole("heart-of-africa-full"), screen("result"))),
    View("result-europe", at_table(whole("europe-full"), screen("result"))),
    View("result-usa", at_table(whole("usa-full"), screen("result"))),
    View("result-nordic", at_table(whole("nordic-countries-full"), screen("result"))),
    View("result-switzerland", at_table(whole("switzerland-full"), screen("result"))),
    View("result-india", at_table(whole("india-grand-tour"), screen("result"))),
    View("grand-tour", at_table(whole("india-grand-tour"), screen("result"), tour_of("Ravi"))),
    View("reveal", at_table(whole("europe-full"), screen("result"), screen("reveal"))),
    View("past-games", looked_back("past_games")),
    View("players", looked_back("players")),
    View("settings", screen("settings")),
    View("about", screen("about")),
    View("trouble", trouble),
)
"""In the order in which an evening comes upon them."""
