"""Plays a recorded game in the packaged or installed app; runs in a separate process.

The app is started by its main.py, or by the function of the installed command, and driven by Kivy's
clock. At the end the results and the names of all opened files are printed as JSON.
"""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.context import AppContext

HERE = Path.cwd()
opened: set[str] = set()


def watch(event: str, details: tuple[object, ...]) -> None:
    if event == "open" and isinstance(details[0], str):
        path = Path(details[0])
        if path.is_absolute() and HERE in path.parents:
            opened.add(path.relative_to(HERE).as_posix())


def session(record_file: str) -> Iterator[None]:
    """The steps of the game, one frame each."""
    from kivy.app import App

    from companion.report.translation import LANGUAGES
    from companion.rules.boards import bundled_boards
    from companion.rules.record import read_record
    from companion.ui.navigator import PAGES

    app = App.get_running_app()
    from companion.report.words.score_parts import PART_REPORTS
    from companion.rules.score_parts import PARTS

    text = Path(record_file).read_text(encoding="utf-8")
    played = read_record(text, bundled_boards()).game
    yield
    context = app.context
    context.sessions.begin(replace(played.setup, board=bundled_boards()[played.setup.board.id]))
    context.navigator.reset_to("home", "table")
    for event in played.events:
        before = context.session.now
        context.session.enter(event)
        if context.session.now is before:
            raise SystemExit(f"refused: {event}")
        yield
    for page in PAGES:
        context.navigator.go(page)
        yield
        context.navigator.back()
    yield from guests(context)
    drawn(context)
    # Every board is offered, also those with house rules.
    asked = context.navigator.get_page("new_game")
    for board in asked.boards:
        asked.choose_board(board)
        yield
    for language in LANGUAGES:
        context.preferences.change("language", language)
        yield
    context.session.finish()
    yield
    # The game has no other score parts than its board.
    for part in PARTS:
        PART_REPORTS[part.id]
    # A second instance finds the folder locked and shows an error page.
    type(app)(app.folder).build()
    yield
    print(
        json.dumps(
            {
                "totals": {each.name: each.total for each in context.session.now.tally.players},
                "opened": sorted(opened),
                "strangers": [
                    name for name in ("docutils", "pytest", "requests") if find_spec(name)
                ],
                "history": len(context.store.games.finished()),
            }
        )
    )
    app.stop()


def guests(context: AppContext) -> Iterator[None]:
    """Share the game, and request every file and view as the browser of a guest does."""
    from threading import Thread
    from urllib.request import ProxyHandler, build_opener

    from companion.ui.device import NetworkAddress
    from companion.ui.device.network import reachable_addresses

    # A desktop would use a library that is not on a phone.
    assert reachable_addresses([NetworkAddress("127.0.0.1", "lo")]) == ()
    addresses = (NetworkAddress("127.0.0.1", "wlan0"),)
    context.device.network_addresses = lambda: addresses  # type: ignore[method-assign]
    context.sharing.switch_on()
    context.navigator.go("other_phones")
    opener, link = build_opener(ProxyHandler({})), context.sharing.link
    state = context.session.now.state
    route, player = next(iter(state.setup.board.routes)), next(iter(state.players))
    paths = ("", "guest.css", "guest.js", "icon.svg", "colors.css", "texts", "board", "table")
    views = ("names", f"route?id={route}", f"player?name={player}")

    def request() -> None:
        for path in (*paths, *views):
            with opener.open(f"{link}/{path}", timeout=20) as answer:
                answer.read()

    thread = Thread(target=request)
    thread.start()
    while thread.is_alive():
        yield
    context.navigator.go("tickets")
    yield
    context.navigator.back()
    context.sharing.switch_off()
    context.navigator.back()
    yield


def drawn(context: AppContext) -> None:
    """Read every drawing, and draw a board as after an import."""
    from companion.drawing.auto_layout import draw_board
    from companion.drawing.drawing_data import drawing_for
    from companion.rules.boards import bundled_boards

    # The pages draw thumbnails one by one, and only those that are on the screen.
    for board in bundled_boards().values():
        drawing_for(board)
    draw_board(context.session.now.board, lambda _: None, lambda: True)


def main(record_file: str) -> None:
    """Start the app as on a phone, if the current folder has its files, and play the game."""
    sys.addaudithook(watch)
    packaged = Path("main.pyc").exists()
    if packaged:
        sys.path.insert(0, str(HERE))
    sys.argv = ["railkeeper"]
    from kivy.clock import Clock

    steps = session(record_file)
    Clock.schedule_interval(lambda _: next(steps, None), 0)
    if packaged:
        runpy.run_path("main.pyc", run_name="__main__")
    else:
        from companion.start import start

        start()


if __name__ == "__main__":
    main(sys.argv[1])
