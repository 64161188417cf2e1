"""Everything the store does, one scenario for each kind.

A scenario prepares a folder and then acts step by step, yielding whenever something has been
confirmed: opened, saved, put away. Whatever stops it in between, the folder must then be as it was
after the last confirmed step or as it would have been after the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.rules.board import Board, RouteCorrection
from companion.rules.setup import Player
from companion.rules.wording import phrase
from companion.store.errors import NoSuchGame
from companion.store.files import read_chunks, write_file
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.store.crash.folders import (
    THIRD,
    an_archive,
    an_evening,
    damaged,
    half_an_import,
    missing,
    nothing,
    of_the_first_numbers,
    of_the_first_version,
)
from tests.store.crash.observing import Place
from tests.support.games import AFRICA, FIRST, SECOND, SUDAN, USA, setup

Steps = Iterator[None]


@dataclass(frozen=True)
class Scenario:
    """One kind of thing that happens to a folder."""

    prepare: Callable[[Place], None]
    act: Callable[[Place], Steps]
    beside: tuple[str, ...] = ()
    """What is learned on the way; cut short, it may be missing where the rest is done."""
    demand: Mapping[str, int] = field(default_factory=dict)
    """How many of a kind must be there when it begins, whatever was prepared."""


def opened(place: Place) -> Steps:
    """Nothing but opening and looking."""
    store = place.open()
    yield
    saved_games(store)
    store.games.finished()
    yield


def carried_on(place: Place) -> Steps:
    """Looking, finishing what was begun, and correcting what was finished."""
    store = place.open()
    yield
    store.games.finished()
    yield
    store.games.finish(a_game(store))
    yield
    saved = a_past_game(store)
    store.games.save(saved, saved.game.undo())
    yield


def a_game(store: Store, board: Board = USA) -> SavedGame:
    """The game in progress on a board."""
    return shown(each for each in saved_games(store) if each.game.setup.board.id == board.id)


def a_past_game(store: Store) -> SavedGame:
    """The past game with the most entries; of some nothing but the line in the list is left."""
    games = []
    for past in store.games.finished():
        with suppress(NoSuchGame):
            games.append(store.games.open(past.id))
    return shown(sorted(games, key=lambda saved: -len(saved.game.events)))


def shown(games: Iterable[SavedGame]) -> SavedGame:
    """The first; where a file cannot be read just now there may be none, and nothing to do."""
    for saved in games:
        return saved
    raise NoSuchGame(phrase("It is not shown."))


def begin(place: Place) -> Steps:
    store = place.open()
    yield
    store.games.begin(setup(USA, Player("Zoe", "green"), Player("Ana", "blue")))
    yield


def save(place: Place) -> Steps:
    """An entry, a second, and back again."""
    store = place.open()
    yield
    saved = a_game(store)
    for game in (saved.game.record(THIRD), saved.game, saved.game.undo()):
        saved = store.games.save(saved, game)
        yield


def a_whole_game(place: Place) -> Steps:
    store = place.open()
    yield
    saved = store.games.begin(setup())
    yield
    for event in (FIRST, SECOND):
        saved = store.games.save(saved, saved.game.record(event))
        yield
    store.games.finish(saved)
    yield


def finish(place: Place) -> Steps:
    store = place.open()
    yield
    store.games.finish(a_game(store))
    yield


def finish_with_tickets(place: Place) -> Steps:
    store = place.open()
    yield
    store.games.finish(a_game(store, AFRICA))
    yield


def reopen(place: Place) -> Steps:
    """A past game is taken up again, played on and put away once more."""
    store = place.open()
    yield
    saved = store.games.reopen(a_past_game(store))
    yield
    saved = store.games.save(saved, saved.game.record(THIRD))
    yield
    store.games.finish(saved)
    yield


def correct(place: Place) -> Steps:
    store = place.open()
    yield
    saved = a_past_game(store)
    store.games.save(saved, saved.game.record(THIRD))
    yield


def remove(place: Place) -> Steps:
    store = place.open()
    yield
    id = a_past_game(store).id
    store.games.remove(id)
    yield
    store.games.restore(id)
    yield
    store.games.remove(id)
    yield
    place.open()
    yield


def discard(place: Place) -> Steps:
    store = place.open()
    yield
    id = a_game(store).id
    store.games.remove(id)
    yield
    store.games.restore(id)
    yield
    store.games.remove(id)
    yield
    place.open()
    yield


def learn(place: Place) -> Steps:
    store = place.open()
    yield
    store.learned.remember_ticket(AFRICA, SUDAN)
    yield
    store.learned.remember_ticket(AFRICA, replace(SUDAN, points=21))
    yield
    store.learned.forget_ticket(AFRICA, SUDAN)
    yield
    store.learned.correct(USA, RouteCorrection("calgary--helena", 3, ("grey",)))
    yield
    store.learned.forget_correction(USA, "calgary--helena")
    yield
    store.learned.forget_player("Peter")
    yield


def correct_board(place: Place) -> Steps:
    store = place.open()
    yield
    store.learned.correct(USA, RouteCorrection("boston--montreal", 3, ("grey", "grey")))
    yield


def change_settings(place: Place) -> Steps:
    store = place.open()
    yield
    store.settings.change(language="fr", theme="light", vibration=False)
    yield


def take_in(place: Place) -> Steps:
    """An archive comes in, and life goes on at once with what came."""
    store = place.open()
    yield
    arrivals = store.importer.preview(place.outside / "archive.railkeeper")
    yield
    store.importer.run(arrivals)
    yield
    going = shown(each for each in saved_games(store) if each.game.events == (THIRD,))
    store.games.save(going, going.game.record(SECOND))
    yield
    yield from part(store)


def first_import(place: Place) -> Steps:
    """What the first version had decided on comes in at the start."""
    store = place.open()
    yield
    yield from part(store)


def part(store: Store) -> Steps:
    """A past game that came in goes again, and somebody who came with it."""
    past = (store.games.open(each.id) for each in store.games.finished())
    store.games.remove(shown(each for each in past if each.game.events == (THIRD, SECOND)).id)
    yield
    store.learned.forget_player("Zoe")
    yield


def rename_people(place: Place) -> Steps:
    """Who played is renamed, put together with somebody else, and forgotten."""
    store = place.open()
    yield
    store.players.rename("Peter", "Petra")
    yield
    saved = a_game(store)
    store.games.save(saved, saved.game.undo())
    yield
    saved = a_past_game(store)
    store.games.save(saved, saved.game.record(THIRD))
    yield
    store.players.merge("Petra", "Zoe")
    yield
    store.players.forget("Ana")
    yield


def turn_board(place: Place) -> Steps:
    """How the board lies is noted, of a game in progress and of a past one."""
    store = place.open()
    yield
    store.games.save_orientation(a_game(store), 1)
    yield
    store.games.save_orientation(a_past_game(store), 2)
    yield


def export(place: Place) -> Steps:
    """Everything, and one game, into files that others read."""
    store = place.open()
    yield
    write_file(place.outside / "archive.railkeeper", read_chunks(store.exporter.archive()))
    yield
    write_file(place.outside / "game.json", store.exporter.record(a_game(store).id))
    yield
    write_file(place.outside / "game.json", store.exporter.record(a_past_game(store).id))
    yield


def careless(place: Place) -> Steps:
    """Writing as one should not: in place, and without waiting for the disk."""
    (place.outside / "notes.txt").write_text("first, second, third")
    yield
    (place.outside / "notes.txt").rename(place.outside / "kept.txt")
    yield


def take_in_again(place: Place) -> Steps:
    """A past game and one in progress, removed, come in again from a file; one is removed again."""
    store = place.open()
    write_file(place.outside / "all.railkeeper", read_chunks(store.exporter.archive()))
    yield
    past, going = a_past_game(store).id, a_game(store).id
    store.games.remove(past)
    yield
    store.games.remove(going)
    yield
    store.importer.run(store.importer.preview(place.outside / "all.railkeeper"))
    yield
    store.games.remove(past)
    yield
    store.games.restore(past)
    yield


ALL = {"games": 2, "history": 2, "players": 2}
"""What an evening leaves."""

SCENARIOS: Mapping[str, Scenario] = {
    "first start": Scenario(nothing, opened),
    "first evening": Scenario(nothing, a_whole_game, beside=("players", "boards")),
    "open": Scenario(an_evening, opened),
    "begin": Scenario(an_evening, begin, beside=("players", "boards")),
    "save": Scenario(an_evening, save),
    "whole game": Scenario(an_evening, a_whole_game, beside=("players", "boards")),
    "finish": Scenario(an_evening, finish),
    "finish with tickets": Scenario(an_evening, finish_with_tickets, beside=("tickets",)),
    "reopen": Scenario(an_evening, reopen),
    "correct": Scenario(an_evening, correct),
    "remove": Scenario(an_evening, remove),
    "discard": Scenario(an_evening, discard),
    "learn": Scenario(an_evening, learn),
    "correct board": Scenario(an_evening, correct_board),
    "people": Scenario(an_evening, rename_people),
    "turned board": Scenario(an_evening, turn_board),
    "settings": Scenario(an_evening, change_settings),
    "import": Scenario(an_archive, take_in),
    "import again": Scenario(an_evening, take_in_again),
    "first import": Scenario(half_an_import, first_import, demand={"games": 3, "history": 4}),
    "export": Scenario(an_evening, export),
    "damaged game": Scenario(damaged("games/*.json"), finish, demand=ALL),
    "damaged past game": Scenario(damaged("history/*.json"), correct, demand=ALL),
    "damaged past game reopened": Scenario(damaged("history/*.json"), reopen, demand=ALL),
    "damaged list": Scenario(damaged("history.*"), finish, demand=ALL),
    "damaged settings": Scenario(damaged("settings.json"), change_settings, demand=ALL),
    "damaged learning": Scenario(damaged("learned.json"), learn, demand=ALL),
    "only copies": Scenario(missing("*/*.json", "*.json"), opened, demand=ALL),
    "only copies, reopened": Scenario(missing("*/*.json"), reopen, demand=ALL),
    "only copies, removed": Scenario(missing("*/*.json"), remove, demand=ALL),
    "lost list": Scenario(missing("history.*"), carried_on, demand=ALL),
    "first version": Scenario(
        of_the_first_version, carried_on, demand={"games": 1, "history": 4, "players": 2}
    ),
    "first formats": Scenario(of_the_first_numbers, opened, demand={"games": 1, "players": 2}),
}

TRAPS: Mapping[str, Scenario] = {"careless": Scenario(nothing, careless)}
"""What must be found out, or nothing else is proven."""
