"""The reveal page: its steps in order, by touch and by itself."""

from __future__ import annotations

from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal
from companion.rules.final_tally import tally
from tests.support.phone import FastPhone
from tests.support.table import open_recorded_game, show_result


def begin(phone: FastPhone, name: str) -> list[RevealStep]:
    game = show_result(phone, name)
    phone.press("Reveal step by step")
    assert phone.screen == "reveal"
    return list(reveal(game.state, tally(game.state)))


def totals(phone: FastPhone) -> dict[str, int]:
    rows = sorted(phone.page("reveal").ids.ranking.children, key=lambda row: -row.y)
    return {row.name: round(row.total) for row in rows}


def test_next_button_shows_every_step_then_the_result(phone: FastPhone) -> None:
    steps = begin(phone, "europe-tickets")
    for number, step in enumerate(steps, 1):
        phone.wait(0.6)
        assert totals(phone) == dict(step.totals)
        assert tuple(totals(phone)) == step.order
        assert phone.shows(f"{number} of {len(steps)}")
        if number < len(steps):
            # The button and a tap on the board do the same.
            phone.press(("Next", "Next step")[number % 2])
    phone.press("Show the result")
    assert phone.screen == "result"


def test_play_pauses_and_stops_at_the_winner(phone: FastPhone) -> None:
    steps = begin(phone, "usa-left")
    phone.press("Play")
    phone.wait(2.6)
    phone.press("Pause")
    shown = phone.page("reveal").number
    phone.wait(6.0)
    assert phone.page("reveal").number == shown > 0
    phone.press("Play")
    phone.wait(3.0 * len(steps))
    assert phone.shows("Rosa wins")
    assert totals(phone) == dict(steps[-1].totals)
    assert phone.screen == "reveal"


def test_skip_replaces_the_reveal_by_the_result_and_changes_nothing(phone: FastPhone) -> None:
    open_recorded_game(phone, "usa-full")
    phone.navigator.go("reveal")
    phone.wait_until_idle()
    before = phone.now
    phone.press("Next")
    phone.press("Skip")
    assert phone.screen == "result"
    assert phone.shows("Lena wins")
    assert phone.now is before
    phone.navigator.back()
    assert phone.screen == "table"
