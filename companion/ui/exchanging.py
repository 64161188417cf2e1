"""Takes everything out of the app in one file, and makes the screen that brings such a file in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from companion.rules import Refused
from companion.rules.wording import say
from companion.store.arrivals import Arrivals
from companion.ui.device import Tell
from companion.ui.look.words import words
from companion.ui.pages.arrivals import ArrivalsPage, FoundFile, brought_in

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def export(app: RailkeeperApp, tell: Tell) -> None:
    """Give everything out of the app; `tell` is told what became of it."""
    try:
        content = app.shelf.exchange.everything().encode("utf-8")
    except Refused as problem:
        tell(problem.phrase, refused=True)
        return
    app.device.share_file(f"railkeeper-{date.today():%Y-%m-%d}.json", content, tell)


def open_import(app: RailkeeperApp, tell: Tell) -> None:
    """Let somebody choose a file and show what is in it; `tell` is told why that cannot be."""

    def show(chosen: Path) -> None:
        screen = app.screen("import")
        screen.leave_file()
        screen.folder = None if chosen.is_file() else chosen
        app.go("import")
        if chosen.is_file():
            screen.dispatch("on_file", chosen)

    app.device.incoming(show, tell)


def arrivals(app: RailkeeperApp) -> ArrivalsPage:
    """What would come in."""
    screen = ArrivalsPage()

    def refresh() -> None:
        screen.files = tuple(sorted(_found(screen.folder), key=lambda file: file.changed)[::-1])

    def soon(work: Callable[[], None]) -> None:
        # Every game of a file is replayed: with hundreds of them that takes a while.
        screen.tell(words.say("One moment …"))
        Clock.schedule_once(lambda _: work())

    def look(path: Path) -> None:
        try:
            screen.show_file(path, app.shelf.exchange.look_at(path))
        except Refused as problem:
            screen.tell(words.told(problem.phrase), refused=True)

    def take_in(coming: Arrivals) -> None:
        try:
            app.shelf.exchange.take_in(coming)
        except Refused as problem:
            screen.tell(words.told(problem.phrase), refused=True)
            return
        app.apply_settings()
        screen.arrivals = _taken_in(coming)
        screen.tell(words.told(say("Imported: {things}.", things=brought_in(coming))))

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_file=lambda _, path: soon(lambda: look(path)),
        on_take_in=lambda _, coming: soon(lambda: take_in(coming)),
    )
    return screen


def _taken_in(arrivals: Arrivals) -> Arrivals:
    """The same file once all of it is here."""
    games = (
        game if game.standing == "broken" else game._replace(standing="there")
        for game in arrivals.games
    )
    return Arrivals(tuple(games), {}, {})


def _found(folder: Path | None) -> Iterator[FoundFile]:
    """The files of a folder that may hold games and have a name that can be shown."""
    for path in folder.glob("*.json") if folder is not None else ():
        try:
            facts = path.stat()
        except OSError:
            continue
        if S_ISREG(facts.st_mode) and path.name.isprintable():
            changed = datetime.fromtimestamp(facts.st_mtime).astimezone()
            yield FoundFile(path, changed, facts.st_size)


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {"import": arrivals}
"""How the screen is made."""
