"""What a scenario begins with: folders as an evening, an earlier version or damage left them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from companion.rules.board import RouteCorrection
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.setup import Player
from companion.store.files import write_file
from tests.store.crash.observing import Place
from tests.support.games import AFRICA, FIRST, SECOND, SUDAN, USA, finish, play, tickets

THIRD = RouteClaimed("Ana", "atlanta--nashville")
SAMPLES = Path(__file__).parents[1] / "versions"


def nothing(place: Place) -> None:
    """A machine on which the app has never run."""
    place.outside.mkdir()


def an_evening(place: Place) -> None:
    """A little of everything; each file was written twice, so that each has a copy."""
    place.outside.mkdir()
    store = place.open(hours=0)
    store.settings.change(language="de")
    store.settings.change(theme="dark")
    finish(store, FIRST)
    finish(store, SECOND, FIRST)
    play(store, FIRST, SECOND)
    play(store, tickets("Ana", SUDAN), board=AFRICA)
    store.learned.remember_ticket(AFRICA, Ticket("cape-town", "tchad", 24))
    store.learned.correct(USA, RouteCorrection("calgary--helena", 5, ("grey",)))
    place.close()


def an_archive(place: Place) -> None:
    """The same, and an archive from elsewhere that waits to come in."""
    other = Place(place.outside / "elsewhere")
    other.root.mkdir(parents=True)
    store = other.open(hours=0.5)
    for events in ((THIRD,), (THIRD, SECOND)):
        finish(store, *events)
    play(store, THIRD)
    store.learned.remember_players((Player("Zoe", "green"),), "usa", saved_games(store)[0].changed)
    store.settings.change(vibration=False)
    archive = store.exporter.archive().read_text(encoding="utf-8")
    other.close()
    for path in sorted(place.outside.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    place.outside.rmdir()
    an_evening(place)
    write_file(place.outside / "archive.railkeeper", archive)


def half_an_import(place: Place) -> None:
    """An import that an earlier version had decided on, and then was killed."""
    an_archive(place)
    (place.outside / "archive.railkeeper").rename(place.folder / "arriving.jsonl")


def damaged(*names: str) -> Callable[[Place], None]:
    """An evening's folder with half of some files."""

    def prepare(place: Place) -> None:
        an_evening(place)
        for name in names:
            for path in sorted(place.folder.glob(name)):
                content = path.read_bytes()
                path.write_bytes(content[: len(content) // 2])

    return prepare


def missing(*names: str) -> Callable[[Place], None]:
    """An evening's folder without some files."""

    def prepare(place: Place) -> None:
        an_evening(place)
        for path in [path for name in names for path in place.folder.glob(name)]:
            path.unlink()

    return prepare


def of_the_first_numbers(place: Place) -> None:
    """A folder as the first version of every format wrote it."""
    place.outside.mkdir()
    for name, to in (
        ("railkeeper", "games/c0ffeec0ffeec0ffeec0ffeec0ffee00.json"),
        ("railkeeper-history", "history.json"),
        ("railkeeper-learned", "learned.json"),
        ("railkeeper-settings", "settings.json"),
    ):
        path = place.folder / to
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((SAMPLES / f"{name}.1.json").read_bytes())


def of_the_first_version(place: Place) -> None:
    """A folder that the first version of the app left: games, copies, damage and all."""
    place.outside.mkdir()
    shutil.copytree(SAMPLES / "first", place.folder)
