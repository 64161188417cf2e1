"""The lifecycle contract of pages, as documented in `companion.ui.page.Page`."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.rules.events import RouteClaimed
from companion.rules.setup import Setup
from companion.ui.navigator import PAGES, PageName, PlayAgain
from companion.ui.page import Page
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import start_game

CALLED_BY_NAVIGATOR = ("open", "redraw", "receive", "step_back", "close")
"""Not overridden by any page."""
HOOKS = (
    "opening", "refresh", "open_with", "handle_answer", "handle_back", "handle_key", "closing",
)  # fmt: skip
"""Overridden by pages and called by `Page` and the navigator only."""
UI = Path(__file__).parents[2] / "companion" / "ui"
CALLERS = (UI / "page.py", UI / "navigator.py", UI / "keyboard.py")


def page_class(name: PageName) -> type[Page]:
    module, cls = PAGES[name]
    found: type[Page] = getattr(import_module(f"companion.ui.pages.{module}"), cls)
    return found


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every hook called from now on: the name of the page and the hook."""
    calls: list[tuple[str, str]] = []

    def record(cls: type[Page], hook: str) -> None:
        original = getattr(cls, hook)

        def recorded(page: Page, *arguments: Any) -> Any:
            calls.append((page.name, hook))
            return original(page, *arguments)

        monkeypatch.setattr(cls, hook, recorded)

    for name in PAGES:
        for hook in HOOKS:
            record(page_class(name), hook)
    return calls


def test_pages_are_opened_refreshed_and_closed_in_this_order(
    phone: FastPhone, calls: list[tuple[str, str]]
) -> None:
    start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    # Hidden pages keep their size until they are opened again.
    phone.set_size(1280, 800)
    phone.navigator.go("rules")
    phone.navigator.reset_to("home")
    phone.set_size(390, 844)
    for name in PAGES:
        if name == "home":
            continue
        calls.clear()
        phone.navigator.go(name)
        assert calls == [("home", "closing"), (name, "opening"), (name, "refresh")]
        phone.wait_until_idle()
        calls.clear()
        phone.navigator.back()
        closing = [(name, "handle_back"), (name, "closing")]
        assert calls == [*closing, ("home", "opening"), ("home", "refresh")]


def test_request_follows_the_first_refresh(phone: FastPhone, calls: list[tuple[str, str]]) -> None:
    start_game(phone, "europe", 3)
    setup: Setup = phone.now.setup
    calls.clear()
    phone.navigator.go("new_game", PlayAgain(setup))
    assert [hook for name, hook in calls if name == "new_game"] == [
        "opening", "refresh", "open_with",
    ]  # fmt: skip


def test_only_the_current_page_receives_an_answer_and_is_refreshed_after_it(
    phone: FastPhone, calls: list[tuple[str, str]]
) -> None:
    start_game(phone, "europe", 3)
    phone.navigator.go("log")
    calls.clear()
    assert accepted(phone.session.enter, RouteClaimed("Ana", "brest--paris"))
    assert calls == [("log", "handle_answer"), ("log", "refresh")]


def test_refused_command_is_answered_without_a_refresh(
    phone: FastPhone, calls: list[tuple[str, str]]
) -> None:
    start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--paris"))
    calls.clear()
    assert not accepted(phone.session.enter, RouteClaimed("Ana", "brest--paris"))
    assert calls == [("table", "handle_answer")]


def test_change_of_language_refreshes_the_current_page_only(
    phone: FastPhone, calls: list[tuple[str, str]]
) -> None:
    start_game(phone, "europe", 3)
    phone.navigator.go("log")
    calls.clear()
    phone.context.preferences.change("language", "de")
    phone.context.preferences.change("language", "en")
    assert calls == [("log", "refresh")] * 2


def test_pages_override_hooks_only() -> None:
    overridden = [
        (name, each)
        for name in PAGES
        for each in CALLED_BY_NAVIGATOR
        if getattr(page_class(name), each) is not vars(Page)[each]
    ]
    assert overridden == []


def test_hooks_are_called_by_the_base_class_and_the_navigator_only() -> None:
    wrong = [
        f"{path.relative_to(UI)}:{call.lineno} {call.func.attr}"
        for path in UI.rglob("*.py")
        if path not in CALLERS
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in HOOKS
        and ast.unparse(call.func.value).split(".")[-1] in ("self", "page")
    ]
    assert wrong == []
