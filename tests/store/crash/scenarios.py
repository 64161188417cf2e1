"""Scenarios: every kind of operation of the store, step by step.

A scenario prepares a sandbox and then acts, yielding after each confirmed step. After a crash the
data folder must be as after the last confirmed step or as after the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.rules.board import Board, RouteCorrection
from companion.rules.errors import Refused
from companion.rules.setup import Player
from companion.store.archive import shared_record, write_archive
from companion.store.errors import NoSuchFile
from companion.store.files import read_chunks, write_file
from companion.store.guest_access import GuestAccess
from companion.store.importing import Importer
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.store.crash.observation import Sandbox
from tests.store.crash.sandboxes import (
    ARCHIVE,
    empty,
    missing,
    small_store,
    store_and_archive,
    truncated,
)
from tests.support.board_files import small_island
from tests.support.saved_games import AFRICA, FIRST, SECOND, SUDAN, THIRD, USA, setup
from tests.support.stores import FINISHED_FILES, IN_PROGRESS_FILES, saved_games

Steps = Iterator[None]


@dataclass(frozen=True)
class Scenario:
    """One kind of operation."""

    prepare: Callable[[Sandbox], None]
    act: Callable[[Sandbox, Store], Steps]
    """Acts on the store, which is opened before."""
    learned: tuple[str, ...] = ()
    """Tables learned with a step; after a crash they may be missing."""
    gradual: tuple[int, ...] = ()
    """Numbers of the steps that may be done in part after a crash: imports of several games."""
    expected: Mapping[str, int] = field(default_factory=dict)
    """Number of things of a kind before the first step."""

    def steps(self, sandbox: Sandbox) -> Steps:
        """Open the store, then act."""
        store = sandbox.open()
        yield
        yield from self.act(sandbox, store)


def open_and_list(_: Sandbox, store: Store) -> Steps:
    saved_games(store)
    store.games.finished()
    yield


def a_game(store: Store, board: Board = USA) -> SavedGame:
    """The game in progress on a board."""
    return first(each for each in saved_games(store) if each.game.setup.board.id == board.id)


def a_finished_game(store: Store) -> SavedGame:
    """The finished game with the most events; `Refused` if an interrupted read hides one."""
    games = [store.games.open(listed.id) for listed in store.games.finished()]
    if store.games.unreadable_finished():
        raise NoSuchFile()
    return first(sorted(games, key=lambda saved: -len(saved.game.events)))


def first(games: Iterable[SavedGame]) -> SavedGame:
    """The first game; `Refused` if an interrupted read hides all of them."""
    for saved in games:
        return saved
    raise NoSuchFile()


def begin(_: Sandbox, store: Store) -> Steps:
    store.games.begin(setup(USA, Player("Zoe", "green"), Player("Ana", "blue")))
    yield


def save(_: Sandbox, store: Store) -> Steps:
    """Save an entry, an undo and another undo."""
    saved = a_game(store)
    for game in (saved.game.record(THIRD), saved.game, saved.game.undo()):
        saved = store.games.save(saved, game)
        yield


def play_whole_game(_: Sandbox, store: Store) -> Steps:
    saved = store.games.begin(setup())
    yield
    for event in (FIRST, SECOND):
        saved = store.games.save(saved, saved.game.record(event))
        yield
    store.games.finish(saved)
    yield


def finish(_: Sandbox, store: Store) -> Steps:
    store.games.finish(a_game(store))
    yield


def finish_with_tickets(_: Sandbox, store: Store) -> Steps:
    store.games.finish(a_game(store, AFRICA))
    yield


def reopen(_: Sandbox, store: Store) -> Steps:
    """Reopen a finished game, continue it and finish it again."""
    saved = store.games.reopen(a_finished_game(store))
    yield
    saved = store.games.save(saved, saved.game.record(THIRD))
    yield
    store.games.finish(saved)
    yield


def correct(_: Sandbox, store: Store) -> Steps:
    saved = a_finished_game(store)
    store.games.save(saved, saved.game.record(THIRD))
    yield


def remove_finished(sandbox: Sandbox, store: Store) -> Steps:
    return _remove_and_restore(sandbox, store, a_finished_game(store).id)


def remove_in_progress(sandbox: Sandbox, store: Store) -> Steps:
    return _remove_and_restore(sandbox, store, a_game(store).id)


def remove_in_africa(sandbox: Sandbox, store: Store) -> Steps:
    # The only game on its board: an interrupted list cannot show another one instead.
    return _remove_and_restore(sandbox, store, a_game(store, AFRICA).id)


def _remove_and_restore(sandbox: Sandbox, store: Store, id: str) -> Steps:
    store.games.remove(id)
    yield
    store.games.restore(id)
    yield
    store.games.remove(id)
    yield
    sandbox.open()
    yield


def learn(_: Sandbox, store: Store) -> Steps:
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
    store.players.forget("Peter")
    yield


def correct_board(_: Sandbox, store: Store) -> Steps:
    store.learned.correct(USA, RouteCorrection("boston--montreal", 3, ("grey", "grey")))
    yield


def change_settings(_: Sandbox, store: Store) -> Steps:
    store.settings.change(language="fr", theme="light", vibration=False)
    yield


def run_import(store: Store, path: Path) -> None:
    """Import a file; `Refused` if a part of it could not be imported."""
    result = Importer(store).run(Importer(store).preview(path))
    if result.problem is not None:
        raise Refused(result.problem)


def import_archive(sandbox: Sandbox, store: Store) -> Steps:
    """Import an archive twice, continue one of its games, remove another and forget a player."""
    run_import(store, sandbox.outside / ARCHIVE)
    yield
    run_import(store, sandbox.outside / ARCHIVE)
    yield
    imported = first(each for each in saved_games(store) if each.game.events == (THIRD,))
    store.games.save(imported, imported.game.record(SECOND))
    yield
    finished = (store.games.open(each.id) for each in store.games.finished())
    store.games.remove(first(each for each in finished if each.game.events == (THIRD, SECOND)).id)
    yield
    store.players.forget("Zoe")
    yield


def rename_players(_: Sandbox, store: Store) -> Steps:
    """Rename a player, merge two players, forget one."""
    store.players.rename("Peter", "Petra")
    yield
    saved = a_game(store)
    store.games.save(saved, saved.game.undo())
    yield
    saved = a_finished_game(store)
    store.games.save(saved, saved.game.record(THIRD))
    yield
    store.players.merge("Petra", "Zoe")
    yield
    store.players.forget("Ana")
    yield
    store.players.restore(store.players.forgotten[-1])
    yield


def save_metadata(_: Sandbox, store: Store) -> Steps:
    """Save the orientation of the board, the player chosen to act next, title and note."""
    store.games.save_metadata(replace(a_game(store), selected=2))
    yield
    store.games.save_metadata(replace(a_game(store), turned=1))
    yield
    store.games.save_metadata(replace(a_finished_game(store), turned=2))
    yield
    store.games.save_metadata(replace(a_finished_game(store), title="Final", note="Late train"))
    yield


def export(sandbox: Sandbox, store: Store) -> Steps:
    """Export the whole store, a game in progress and a finished game."""
    write_file(sandbox.outside / ARCHIVE, read_chunks(write_archive(store)))
    yield
    write_file(sandbox.outside / "game.json", shared_record(store.games.open(a_game(store).id)))
    yield
    saved = a_finished_game(store)
    write_file(sandbox.outside / "game.json", shared_record(store.games.open(saved.id)))
    yield


def import_removed_games(sandbox: Sandbox, store: Store) -> Steps:
    """Import a removed finished game and a removed game in progress, and remove one again."""
    archive = sandbox.outside / "all.json"
    write_file(archive, read_chunks(write_archive(store)))
    yield
    finished, in_progress = a_finished_game(store).id, a_game(store).id
    store.games.remove(finished)
    yield
    store.games.remove(in_progress)
    yield
    run_import(store, archive)
    yield
    store.games.remove(finished)
    yield
    store.games.restore(finished)
    yield


ALL = {"in progress": 2, "finished": 2, "players": 2}
"""The content of the small store."""
COPIES = {"in progress": 4, "finished": 0, "players": 2}
"""The same if only the backup copies of its files are left."""


def share_with_guests(_: Sandbox, store: Store) -> Steps:
    """Switch sharing on, give a guest a seat, switch it off."""
    file = store.guest_access
    access = GuestAccess("abcdefgh2345", "192.168.1.20", 8080, {})
    file.write(access)
    yield
    file.write(replace(access, seats={"Ana": "0f" * 16}))
    yield
    file.delete()
    yield


def save_ending(_: Sandbox, store: Store) -> Steps:
    """Save the ending of a game for guests, and change it with an entry."""
    saved = store.games.save_metadata(replace(a_game(store), ending={"stage": "collecting"}))
    yield
    saved = replace(saved, ending={"stage": "shown", "hand_ins": {}})
    store.games.save(saved, saved.game.undo())
    yield


def import_boards(sandbox: Sandbox, store: Store) -> Steps:
    """Import a board, update it, remove it, restore it and remove it again."""
    store.imported_boards.add(small_island())
    yield
    store.imported_boards.add(small_island(name="Update"))
    yield
    store.imported_boards.remove("small-island")
    yield
    store.imported_boards.restore("small-island")
    yield
    store.imported_boards.remove("small-island")
    yield
    sandbox.open()
    yield


SCENARIOS: Mapping[str, Scenario] = {
    "first start": Scenario(empty, open_and_list),
    "first game": Scenario(empty, play_whole_game, learned=("players", "boards")),
    "open": Scenario(small_store, open_and_list),
    "begin": Scenario(small_store, begin, learned=("players", "boards")),
    "save": Scenario(small_store, save),
    "whole game": Scenario(small_store, play_whole_game, learned=("players", "boards")),
    "finish": Scenario(small_store, finish),
    "finish with tickets": Scenario(small_store, finish_with_tickets, learned=("tickets",)),
    "reopen": Scenario(small_store, reopen),
    "correct": Scenario(small_store, correct),
    "remove finished": Scenario(small_store, remove_finished),
    "remove in progress": Scenario(small_store, remove_in_progress),
    "learn": Scenario(small_store, learn),
    "correct board": Scenario(small_store, correct_board),
    "players": Scenario(small_store, rename_players),
    "orientation and selected player": Scenario(small_store, save_metadata),
    "settings": Scenario(small_store, change_settings),
    "guests": Scenario(small_store, share_with_guests),
    "ending for guests": Scenario(small_store, save_ending),
    "import": Scenario(store_and_archive, import_archive, gradual=(2,)),
    "import removed games": Scenario(small_store, import_removed_games, gradual=(5,)),
    "imported boards": Scenario(small_store, import_boards),
    "export": Scenario(small_store, export),
    "damaged game": Scenario(truncated(IN_PROGRESS_FILES), finish, expected=ALL),
    "damaged finished game": Scenario(truncated(FINISHED_FILES), correct, expected=ALL),
    "damaged finished game, reopened": Scenario(truncated(FINISHED_FILES), reopen, expected=ALL),
    "damaged settings": Scenario(truncated("settings.json"), change_settings, expected=ALL),
    "damaged learned data": Scenario(truncated("learned.json"), learn, expected=ALL),
    "only copies": Scenario(missing("games/*.json", "*.json"), open_and_list, expected=COPIES),
    "only copies, finished": Scenario(
        missing("games/*.json"), finish_with_tickets, expected=COPIES
    ),
    "only copies, removed": Scenario(missing("games/*.json"), remove_in_africa, expected=COPIES),
}


class Careless(Scenario):
    """A scenario that must fail, as a proof that the tests find failures; it opens no store."""

    def steps(self, sandbox: Sandbox) -> Steps:
        """Write in place and without fsync."""
        (sandbox.outside / "notes.txt").write_text("first, second, third")
        yield
        (sandbox.outside / "notes.txt").rename(sandbox.outside / "kept.txt")
        yield


CARELESS: Mapping[str, Scenario] = {"careless": Careless(empty, open_and_list)}
