"""Painting a page while guests are connected sends nothing and writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

from companion.table.snapshot import Answer
from companion.ui.app import SUCCESS_DELAY
from companion.ui.navigator import PAGES
from tests.support.phone import FastPhone
from tests.support.views import VIEWS, View, open_view

ALL = [view for view in VIEWS if view.name != "startup-error"]
NAMES = (
    "home",
    "plain-home",
    "new-game",
    "table-africa",
    "find",
    "log",
    "check",
    "tickets-usa",
    "result-europe",
    "reveal",
    "past-games-one",
    "players",
    "player-statistics-one",
    "boards",
    "board-statistics",
    "settings",
    "corrections",
    "own-tickets",
    "import-files",
    "about",
    "rules-africa",
    "other-phones",
)
"""A view of each page; `make soak` takes all. Sheets close when their page is painted again."""
PAINTED = ALL if os.environ.get("THOROUGHNESS") else [view for view in ALL if view.name in NAMES]


def files(folder: Path) -> dict[Path, tuple[int, int]]:
    """Every file of the app with its time and inode, both of which a write changes."""
    found = ((path, path.stat()) for path in folder.rglob("*") if path.is_file())
    return {path: (about.st_mtime_ns, about.st_ino) for path, about in found}


def painted(phone: FastPhone, view: View) -> list[str]:
    """What painting a view again sends or writes."""
    open_view(phone, view)
    sharing, sessions = phone.context.sharing, phone.context.sessions
    sharing.switch_on()
    shared = sharing.session
    for name in shared.now.setup.names if shared else ():
        if name not in sharing.seats:
            sharing.take_seat(name)
    phone.wait_until_idle()
    assert sharing._server is not None or not phone.device.addresses
    publications = sharing._server._publications if sharing._server else None
    version = publications.current.version if publications else ""
    before, answers = files(phone.folder), list[Answer]()
    sessions.listen(answers.append)
    page = phone.navigator.page
    page.open()
    page.redraw()
    phone.wait_until_idle()
    sessions.stop_listening(answers.append)
    after = files(phone.folder)
    changed = [path for path in {*before, *after} if before.get(path) != after.get(path)]
    sent = [] if publications is None or publications.current.version == version else ["guests"]
    return [*sent, *(answer.action for answer in answers), *(path.name for path in changed)]


def test_painting_any_view_sends_and_writes_nothing(phone: FastPhone) -> None:
    phone.wait(SUCCESS_DELAY + 0.1)
    found, pages = {}, set()
    for view in PAINTED:
        found[view.name] = painted(phone, view)
        pages.add(phone.screen)
    assert {name: what for name, what in found.items() if what} == {}
    assert pages == set(PAGES)
