"""The guests' page in every language, on the narrowest phone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.report.translation import LANGUAGES, catalog
from companion.table.edits import printed_cards
from companion.web.guest_app import TEXTS
from tests.support.browser import Tab, running_browsers
from tests.support.games import recorded_game
from tests.support.guest_entries import close_panel
from tests.support.guests import SharedTable, shared_table
from tools.translations import GAPS_ALLOWED

WIDTH = 320
_TOO_WIDE = """
    const visible = [...document.querySelectorAll('body *')]
        .filter(each => each.getClientRects().length && !each.closest('svg'))
    return visible.filter(each => each.getBoundingClientRect().right > innerWidth + 1)
        .map(each => `${each.tagName} ${each.id} ${each.textContent.slice(0, 60)}`)
"""
_CUT = """
    return [...document.querySelectorAll('button, h1, h2, p, small')]
        .filter(each => each.getClientRects().length && each.scrollWidth > each.clientWidth + 1)
        .map(each => `${each.tagName} ${each.id} ${each.textContent.slice(0, 60)}`)
"""
_TOO_SMALL = """
    return [...document.querySelectorAll('button, select, .choice')]
        .filter(each => each.getClientRects().length)
        .filter(each => Math.min(each.offsetWidth, each.offsetHeight) < 48)
        .map(each => `${each.id} ${each.textContent} ${each.offsetWidth} x ${each.offsetHeight}`)
"""
_TAP = "document.querySelector(arguments[0]).click()"
_TAP_TRACK = """
    const tracks = [...document.querySelector(arguments[0]).children]
    const number = tracks.findIndex(each => each.childElementCount)
    const touched = document.querySelectorAll('#touch polyline')[number]
    touched.dispatchEvent(new MouseEvent('click', {bubbles: true}))
"""
_NOT_UNDER_THEIR_PLAYER = """
    const middle = each => each.getBoundingClientRect().x + each.getBoundingClientRect().width / 2
    const columns = [...document.querySelectorAll('#scores thead th')]
    return [...document.querySelectorAll('#scores tbody tr')].flatMap(row =>
        columns.filter((each, number) => Math.abs(middle(each) - middle(row.cells[number + 1])) > 1)
            .map(each => `${row.textContent} ${each.textContent}`))
"""


def problems(tab: Tab) -> list[str]:
    scripts = (_TOO_WIDE, _CUT, _TOO_SMALL, _NOT_UNDER_THEIR_PLAYER)
    return [problem for script in scripts for problem in tab.run(script)]


def open_in(tab: Tab, table: SharedTable, language: str) -> None:
    tab.open(table.address)
    tickets = f"tickets {table.session.now.saved.id}"
    hand = list(printed_cards(table.session.now.board))[:3]
    tab.run(
        "localStorage.clear(); localStorage.setItem('language', arguments[0]);"
        "localStorage.setItem(arguments[1], JSON.stringify(arguments[2]))",
        language,
        tickets,
        hand,
    )
    tab.reload()
    tab.wait_for("document.querySelector('#seat-list .seat')")
    assert tab.run("return document.documentElement.lang") == language


@pytest.mark.slow
def test_page_fits_in_a_long_language(tmp_path: Path) -> None:
    check_page_in(("de",), tmp_path)


@pytest.mark.slow
def test_panels_fit_on_a_narrow_phone(tmp_path: Path) -> None:
    with running_browsers("en") as (browser,), shared_table(tmp_path) as table:
        tab = browser.tabs[0]
        tab.resize(WIDTH, 568)
        table.play_recorded("heart-of-africa-full", 60)
        open_in(tab, table, "de")
        tab.click(".seat", table.session.now.player)
        tab.wait_for("document.querySelector('#own-player .player')")
        found = []
        for panel in ("#own-player .player", "#me", "#title", "#free", "#claimed"):
            tab.run(_TAP_TRACK if panel in ("#free", "#claimed") else _TAP, panel)
            tab.wait_for("!document.querySelector('#details').hidden")
            assert tab.text("#details-body")
            found += problems(tab)
            close_panel(tab)
        assert found == []


@pytest.mark.soak
def test_page_fits_in_every_language(tmp_path: Path) -> None:
    check_page_in(LANGUAGES, tmp_path)


def check_page_in(languages: Iterable[str], tmp_path: Path) -> None:
    game = recorded_game("heart-of-africa-full")
    player = game.setup.names[0]
    found: dict[str, list[str]] = {}
    with running_browsers("en") as (browser,), shared_table(tmp_path) as table:
        tab = browser.tabs[0]
        tab.resize(WIDTH, 568)
        table.open(game)
        assert table.session.show_result().accepted
        for language in languages:
            words = catalog(language)
            open_in(tab, table, language)
            seen = problems(tab)
            assert tab.text("#seats-title") == TEXTS["who"].render(words)
            tab.click(".seat", player)
            tab.wait_for("document.querySelector('#me').textContent === arguments[0]", player)
            for page in ("table", "tickets", "result"):
                tab.click(f"#tabs [data-tab={page}]")
                if page == "tickets":
                    tab.wait_for("document.querySelectorAll('#hand li').length === 3")
                seen += problems(tab)
            shown = tab.text("#tabs").split("\n")
            assert shown == [TEXTS[name].render(words) for name in ("table", "myTickets", "result")]
            if seen:
                found[language] = seen
            table.remove(player)
        assert browser.console() == []
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_page_is_translated(language: str) -> None:
    words = catalog(language)
    same = [text for text in TEXTS.values() if text.render(words) == text.render(catalog("en"))]
    # Some words are the same in both languages.
    assert language == "en" or len(same) < 6 or GAPS_ALLOWED
