"""Every page and sheet by name, with a function that opens it.

The layout test checks each view and `tools/tour.py` takes a picture of each.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.events import (
    PlayerLeft,
    RouteClaimed,
)
from companion.store.files import GAMES
from companion.store.learned import ROW_KINDS
from companion.ui.look.translator import translator
from tests.support.board_files import remove_boards
from tests.support.games import recorded_game, shared_game
from tests.support.history_views import HISTORY_VIEWS, description
from tests.support.imported_boards import (
    import_preview,
    map_preview,
    new_game_on_imported_board,
)
from tests.support.network import CABLE, OTHER_WIFI, WIFI
from tests.support.page_views import PAGE_VIEWS
from tests.support.phone import FastPhone, Phone
from tests.support.sharing import from_phone, handed_in, shared
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
from tests.support.view_steps import (
    at_table,
    city,
    claimed,
    connected,
    correction,
    damaged_file,
    entry,
    explained,
    finish,
    game_on_each_board,
    insertion,
    letters,
    log_entry,
    log_of,
    new_game,
    one_game_of,
    player_settings,
    player_sheet,
    remembered_players,
    revealed,
    route,
    routes,
    screen,
    startup_error,
    tallied_games,
    with_past_games,
    without_turn_offer,
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


def open_view(phone: FastPhone, view: View) -> None:
    """Open a view in an app without games, boards or anything that earlier views left."""
    if phone.screen == "startup_error":
        phone.close()
        gc.collect()
        phone.start()
    for file in (phone.folder / GAMES).iterdir():
        file.unlink()
    store = phone.context.store
    remove_boards(store)
    for kind in ROW_KINDS:
        store.learned.clear(kind)
    # What was removed, or could not be read, is listed until the app is closed.
    for kept in (
        store.notices,
        store.games._removed,
        store.games._unreadable,
        store.imported_boards._removed,
    ):
        kept.clear()
    store.players.forgotten.clear()
    store._import_folder_path.unlink(missing_ok=True)
    if phone.context.preferences.settings.drag_hint_seen:
        phone.context.preferences.change("drag_hint_seen", False)
    phone.reset_pages()
    if phone.context.is_sharing:
        phone.context.sharing.switch_off()
    phone.device.addresses = (WIFI,)
    phone.navigator.reset_to("home")
    view.show(phone)
    phone.wait_until_idle()


# Functions that open a view


OMAR = ("montreal--vancouver", "new-york--seattle", "nashville--portland")
"""Cards of a player in the recorded game on the USA board."""

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
    View("new-game-imported", new_game_on_imported_board),
    View("import-board", import_preview()),
    View("import-map", map_preview),
    View("import-board-errors", import_preview(errors=True)),
    View("table-africa", at_table(after("heart-of-africa-full", 60))),
    View("table-usa", at_table(after("usa-full", 45))),
    View("table-europe", at_table(after("europe-full", 40))),
    View("table-nordic", at_table(after("nordic-countries-full", 40))),
    View("table-switzerland", at_table(after("switzerland-full", 45))),
    View("table-india", at_table(after("india-full", 70))),
    View("table-london", at_table(recorded_game("london-full"))),
    View("table-france", at_table(recorded_game("france-full"))),
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
    View(
        "table-shared",
        at_table(after("europe-full", 40), shared(), lambda phone: phone.session.undo()),
    ),
    View(
        "table-phones",
        at_table(
            AFRICA,
            shared("Ana", "Maximiliane", "Bartholomew"),
            from_phone(RouteClaimed("Ana", "cape-town--port-elizabeth")),
        ),
    ),
    View(
        "claim-taken",
        at_table(
            AFRICA,
            shared("Peter"),
            route("cape-town--port-elizabeth", option=1),
            from_phone(RouteClaimed("Peter", "cape-town--port-elizabeth")),
        ),
    ),
    View(
        "log-phones",
        at_table(
            AFRICA,
            shared("Ana"),
            from_phone(RouteClaimed("Ana", "cape-town--port-elizabeth")),
            lambda phone: phone.navigator.go("log"),
        ),
    ),
    View("other-phones-off", at_table(AFRICA, screen("other_phones"))),
    View("other-phones-no-network", at_table(AFRICA, shared(networks=()), screen("other_phones"))),
    View("other-phones", at_table(AFRICA, shared("Jo", "Maximiliane"), screen("other_phones"))),
    View(
        "other-phones-moved",
        at_table(AFRICA, shared(networks=(CABLE, OTHER_WIFI)), screen("other_phones")),
    ),
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
    View(
        "tickets-handed-in",
        at_table(after("usa-full"), shared(), screen("tickets"), handed_in("Omar", *OMAR)),
    ),
    View(
        "tickets-two-lists",
        at_table(
            after("usa-full"),
            shared(),
            screen("tickets"),
            handed_in("Omar", *OMAR, mine="atlanta--chicago"),
        ),
    ),
    View(
        "tickets-held-card",
        at_table(
            after("usa-full"),
            shared(),
            screen("tickets"),
            handed_in("Omar", *OMAR, taken=OMAR[0]),
        ),
    ),
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
        "result-menu",
        at_table(shared_game(), screen("result"), lambda phone: phone.press(translator.tr("Menu"))),
    ),
    View(
        "result-share",
        at_table(
            shared_game(), screen("result"), lambda phone: phone.press(translator.tr("Share"))
        ),
    ),
    View("result-india", at_table(recorded_game("india-grand-tour"), screen("result"))),
    View(
        "grand-tour",
        at_table(
            recorded_game("india-grand-tour"), screen("result"), explained("grand_tour", "Ravi")
        ),
    ),
    View("result-london", at_table(recorded_game("london-full"), screen("result"))),
    View(
        "districts",
        at_table(recorded_game("london-full"), screen("result"), explained("districts", "Omar")),
    ),
    View("reveal", at_table(recorded_game("europe-full"), screen("result"), screen("reveal"))),
    View(
        "reveal-five",
        at_table(recorded_game("usa-full"), screen("result"), screen("reveal"), revealed(4)),
    ),
    View(
        "reveal-winner", at_table(shared_game(), screen("result"), screen("reveal"), revealed(99))
    ),
    View("past-games", with_past_games("past_games")),
    View("plain-home", with_past_games("plain_home")),
    View("players", with_past_games("players")),
    *(View(name, show) for name, show in HISTORY_VIEWS.items()),
    *(View(name, show) for name, show in PAGE_VIEWS.items()),
    View(
        "result-description", at_table(recorded_game("europe-full"), screen("result"), description)
    ),
    View("settings", screen("settings")),
    View("about", screen("about")),
    View("startup-error", startup_error),
)
"""In the order in which a game reaches them."""
