"""Sandboxes that scenarios start from: empty, with a small store, or with damaged files."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.board import RouteCorrection
from companion.rules.events import Ticket
from companion.rules.setup import Player
from companion.store.archive import write_archive
from companion.store.files import write_file
from tests.store.crash.observation import Sandbox
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    THIRD,
    USA,
    finish,
    play,
    tickets,
)

ARCHIVE = "archive.json"


def empty(sandbox: Sandbox) -> None:
    """The app has never run."""
    sandbox.outside.mkdir()


def small_store(sandbox: Sandbox) -> None:
    """Two finished games, two in progress, learned data and settings, all with backup copies."""
    sandbox.outside.mkdir()
    store = sandbox.open(hours=0)
    store.settings.change(language="de")
    store.settings.change(theme="dark")
    finish(store, FIRST)
    finish(store, SECOND, FIRST)
    play(store, FIRST, SECOND)
    play(store, tickets("Ana", SUDAN), board=AFRICA)
    store.learned.remember_ticket(AFRICA, Ticket("cape-town", "tchad", 24))
    store.learned.correct(USA, RouteCorrection("calgary--helena", 5, ("grey",)))
    sandbox.close()


def store_and_archive(sandbox: Sandbox) -> None:
    """The small store, and an archive of another store."""
    other = Sandbox(sandbox.outside / "elsewhere")
    other.root.mkdir(parents=True)
    store = other.open(hours=0.5)
    for events in ((THIRD,), (THIRD, SECOND)):
        finish(store, *events)
    play(store, THIRD)
    changed = store.games.in_progress()[0].date
    store.learned.remember_players((Player("Zoe", "green"),), "usa", changed)
    store.settings.change(vibration=False)
    archive = write_archive(store).read_text(encoding="utf-8")
    other.close()
    for path in sorted(sandbox.outside.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    sandbox.outside.rmdir()
    small_store(sandbox)
    write_file(sandbox.outside / ARCHIVE, archive)


def truncated(*names: str) -> Callable[[Sandbox], None]:
    """The small store with some files cut in half."""

    def prepare(sandbox: Sandbox) -> None:
        small_store(sandbox)
        for name in names:
            for path in sorted(sandbox.folder.glob(name)):
                content = path.read_bytes()
                path.write_bytes(content[: len(content) // 2])

    return prepare


def missing(*names: str) -> Callable[[Sandbox], None]:
    """The small store without some files."""

    def prepare(sandbox: Sandbox) -> None:
        small_store(sandbox)
        for path in [path for name in names for path in sandbox.folder.glob(name)]:
            path.unlink()

    return prepare
