"""What must hold whatever was done: memory is disk, the page says what is, nothing grows."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.store.saved_game import local_time
from companion.store.store import Store
from companion.table.snapshot import Snapshot
from companion.ui.game.player_tabs import PlayerTab
from companion.ui.kit.sheet import Sheet
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.page import Page
from companion.ui.pages.result.score_grid import PlayerHead
from companion.ui.pages.table.scoreboard import PlayerCard
from tests.support.phone import Phone

ABOUT_THE_TABLE = ("table", "check", "tickets", "result")
"""Pages that name every player of the game on the table, and nobody else."""

FOLLOWED = {"the theme": theme, "the words": translator, "the window": Window}
"""What outlives every app, with those who want to know of its changes."""

_NOT_FOR_PEOPLE = re.compile(r"Traceback|object at 0x|\{[a-z_]+\}")
_TYPED = "{player}"
"""What looks like it and was typed by hand."""


def wrong(phone: Phone) -> Iterator[str]:
    """Everything that is not as it should be."""
    if phone.app.context is None:
        yield "the app has given up"
        return
    yield from unlike_disk(phone)
    page, now = phone.navigator.page, phone.session.snapshot
    if phone.navigator.screens.children != [page]:
        yield "several pages are in sight"
    if now is not None:
        if (page.can_undo, page.can_redo) != (now.can_undo, now.can_redo):
            yield "Undo and Redo are not offered as they can be done"
        if page.name in ABOUT_THE_TABLE:
            yield from unlike_table(page, now)
    lying = [sheet for sheet in page.ids.layer.children if not sheet.leaving]
    if lying != ([page.sheet] if page.sheet is not None else []):
        yield f"the page knows of {page.sheet}, and over it lie {lying}"
    for text in phone.texts():
        if _NOT_FOR_PEOPLE.search(text) and _TYPED not in text:
            yield f"nobody can read {text!r}"


def unlike_disk(phone: Phone) -> Iterator[str]:
    """Where what is in memory is not what somebody else would read."""
    disk = Store(phone.folder, bundled_boards(), local_time)
    now, store = phone.session.snapshot, phone.context.store
    if now is not None:
        try:
            saved = disk.games.open(now.saved.id)
        except Refused as problem:
            yield f"the game on the table cannot be read: {problem}"
        else:
            if saved != now.saved:
                yield f"the disk has {saved}, the table {now.saved}"
    if disk.settings.read() != phone.context.preferences.settings:
        yield f"the disk has {disk.settings.read()}, the app {phone.context.preferences.settings}"
    if store.games.is_finished_loaded:
        files = {path.stem for path in (phone.folder / "finished").glob("*.json")}
        listed = {past.id for past in store.games.finished()}
        if files != listed:
            yield f"the past games {files ^ listed} are on disk or in the list, not both"
    for told in (*disk.notices, *store.notices):
        yield f"it is said that {told}"


def unlike_table(page: Page, now: Snapshot) -> Iterator[str]:
    """Where a page about the game on the table says something else."""
    found = [each for each in page.walk() if isinstance(each, PlayerCard | PlayerTab | PlayerHead)]
    named = {(each.name, each.color_name) for each in found}
    if found and named != set(now.setup.colors.items()):
        yield f"{page.name} shows {named}, at the table sit {now.setup.colors}"
    for each in found:
        if isinstance(each, PlayerCard) and each.score != now.state.player(each.name).route_points:
            yield f"{each.name} is shown with {each.score} points"
    board = page.ids.get("board")
    if page.name == "table" and board is not None and board.board is not now.board:
        yield "another board is drawn than lies on the table"


def living(phone: Phone) -> dict[str, int]:
    """How much is alive: widgets of each kind, whoever follows theme, words or window, timers."""
    # What waits for its time holds on to what it waits for.
    phone.wait(3)
    gc.collect()
    for source in FOLLOWED.values():
        # Followers that have died are forgotten when there is something to tell them.
        for name in source.properties():
            source.property(name).dispatch(source)
    phone.wait(3)
    gc.collect()
    counts: dict[str, int] = {}
    for each in gc.get_objects():
        # Not `isinstance`, which asks what a weak proxy stands for.
        if issubclass(type(each), Widget):
            kind = next((kind for kind in (Page, Sheet) if isinstance(each, kind)), Widget)
            counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
    for name, source in FOLLOWED.items():
        counts[f"followers of {name}"] = sum(
            len(source.get_property_observers(each)) for each in source.properties()
        )
    counts["timers"] = len(Clock.get_events())
    return counts


def grown(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    """What there is more of than before."""
    return {
        name: (before.get(name, 0), count)
        for name, count in after.items()
        if count > before.get(name, 0)
    }
