"""A large screen without a player shows the layout for a television."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import running_browsers
from tests.support.games import recorded_game
from tests.support.guests import shared_table

GAME = recorded_game("usa-full")

_SIZES = """
    return [...document.querySelectorAll(arguments[0])].filter(each => each.getClientRects().length)
        .map(each => parseFloat(getComputedStyle(each).fontSize))
"""
_OUTSIDE = """
    return [...document.querySelectorAll('header, #board, .player, #strip *')]
        .filter(each => each.getClientRects().length)
        .filter(each => each.getBoundingClientRect().bottom > innerHeight + 1
            || each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML)
"""


@pytest.mark.slow
def test_television_shows_the_scores_until_the_phone_layout_is_chosen(tmp_path: Path) -> None:
    with running_browsers("en") as (browser,), shared_table(tmp_path) as table:
        table.begin(GAME.setup)
        table.play(*GAME.events[:60])
        tab = browser.tabs[0]
        tab.resize(1920, 1080)
        tab.open(table.address)
        tab.wait_for("document.querySelector('#names text')")
        assert tab.run("return document.querySelector('#seats').hidden")
        assert min(tab.run(_SIZES, ".score")) > 100
        assert min(tab.run(_SIZES, "#turn, .player strong, .facts, #claims span, #join")) >= 30
        assert tab.text("#turn") == f"{table.session.now.player}’s turn"
        assert tab.run("return document.querySelectorAll('#claims li').length") == 3
        assert tab.run(_OUTSIDE) == []
        code, tabs = (
            f"document.querySelector('{part}').getClientRects().length"
            for part in ("#join", "#tabs")
        )
        assert tab.run(f"return {code}")
        assert not tab.run(f"return {tabs}")
        tab.click("#code")
        tab.wait_for(f"!{code}")
        # One tap shows the pages for phones, which first ask who the guest is.
        tab.click("#to-phone")
        tab.click(".seat", GAME.setup.names[0])
        tab.wait_for("document.querySelector('#own-player .player')")
        assert tab.run(f"return {tabs}")
        assert browser.console() == []
