"""Invariants: memory equals disk, the page shows the current game, no objects leak."""

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
from companion.ui.game.players import PlayerTab
from companion.ui.kit.sheet import Sheet
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.page import Page
from companion.ui.pages.result.score_chart import ScoreColumn
from companion.ui.pages.table.scoreboard import PlayerCard
from tests.support.phone import Phone
from tests.support.stores import FINISHED_FILES

GAME_PAGES = ("table", "check", "tickets", "result")
"""Pages that name exactly the players of the current game."""

OBSERVED = {"the theme": theme, "the translator": translator, "the window": Window}
"""Objects that outlive an app, whose observers must not."""

_TECHNICAL = re.compile(r"Traceback|object at 0x|\{[a-z_]+\}")
_TYPED = "{player}"
"""Part of a text in `random_input` that looks technical."""


def violations(phone: Phone) -> Iterator[str]:
    """Every broken invariant."""
    if phone.app.context is None:
        yield "the app has no context"
        return
    yield from differences_from_disk(phone)
    page, now = phone.navigator.page, phone.context.snapshot
    if phone.navigator.screens.children != [page]:
        yield "several pages are visible"
    if now is not None:
        # On the lists of games Undo restores a deleted game.
        is_list = page.name in ("home", "past_games")
        if not is_list and (page.can_undo, page.can_redo) != (now.can_undo, now.can_redo):
            yield "the Undo or Redo button does not match the game"
        if page.name in GAME_PAGES:
            yield from differences_from_game(page, now)
    shown = [sheet for sheet in page.ids.layer.children if not sheet.leaving]
    if shown != ([page.sheet] if page.sheet is not None else []):
        yield f"the page has the sheet {page.sheet} and shows {shown}"
    for text in phone.texts():
        if _TECHNICAL.search(text) and _TYPED not in text:
            yield f"technical text {text!r}"


def differences_from_disk(phone: Phone) -> Iterator[str]:
    """Differences between the app's memory and its files."""
    disk = Store(phone.folder, bundled_boards(), local_time)
    now, store = phone.context.snapshot, phone.context.store
    if now is not None:
        try:
            saved = disk.games.open(now.saved.id)
        except Refused as problem:
            yield f"the current game cannot be read: {problem}"
        else:
            if saved != now.saved:
                yield f"the disk has {saved}, the session {now.saved}"
    if disk.settings.read() != phone.context.preferences.settings:
        yield f"the disk has {disk.settings.read()}, the app {phone.context.preferences.settings}"
    if store.games.is_finished_loaded:
        files = {path.name[:32] for path in phone.folder.glob(FINISHED_FILES)}
        listed = {past.id for past in store.games.finished()}
        if files != listed:
            yield f"the past games {files ^ listed} are on disk or in the list, not both"
    for notice in (*disk.notices, *store.notices):
        yield f"notice: {notice}"


def differences_from_game(page: Page, now: Snapshot) -> Iterator[str]:
    """Differences between a page and the current game."""
    found = [each for each in page.walk() if isinstance(each, PlayerCard | PlayerTab | ScoreColumn)]
    named = {(each.name, each.color_name) for each in found}
    if found and named != set(now.setup.colors.items()):
        yield f"{page.name} shows {named}, the game has {now.setup.colors}"
    for each in found:
        if isinstance(each, PlayerCard) and each.score != now.state.players[each.name].route_points:
            yield f"{each.name} is shown with {each.score} points"
    board = page.ids.get("board")
    if page.name == "table" and board is not None and board.board is not now.board:
        yield "the board of another game is drawn"


def count_objects(phone: Phone) -> dict[str, int]:
    """Numbers of widgets, observers of the theme, translator and window, and timers."""
    # Scheduled events hold references to widgets.
    phone.wait(3)
    # What an earlier test file left is neither collected nor counted while it is frozen.
    gc.unfreeze()
    gc.collect()
    for source in OBSERVED.values():
        # Kivy removes dead observers when a property is dispatched.
        for name in source.properties():
            source.property(name).dispatch(source)
    phone.wait(3)
    gc.collect()
    counts: dict[str, int] = {}
    for each in gc.get_objects():
        # Not `isinstance`, which follows weak proxies.
        if issubclass(type(each), Widget):
            kind = next((kind for kind in (Page, Sheet) if isinstance(each, kind)), Widget)
            counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
    for name, source in OBSERVED.items():
        counts[f"observers of {name}"] = sum(
            len(source.get_property_observers(each)) for each in source.properties()
        )
    counts["timers"] = len(Clock.get_events())
    return counts


def increases(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    """The counts that have increased, before and after."""
    return {
        name: (before.get(name, 0), count)
        for name, count in after.items()
        if count > before.get(name, 0)
    }
