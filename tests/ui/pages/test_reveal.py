"""The reveal page: every step by touch, automatic play, the train, reduced motion, the way out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.animation import Animation

from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal, reveal_column
from companion.rules.events import TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.names import MAX_NAME_LENGTH
from companion.rules.wording import format_number
from companion.table.edits import change_players
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.look.theme import theme
from companion.ui.pages.result.headline import MarkerDiscs
from companion.ui.pages.result.reveal import PAUSE_SECONDS, STEP_SECONDS, RevealPage
from tests.support.games import recorded_game
from tests.support.layout_checks import layout_defects
from tests.support.phone import FastPhone
from tests.support.table import open_game, open_recorded_game, show_result


def begin(phone: FastPhone, name: str) -> list[RevealStep]:
    game = show_result(phone, name)
    phone.press("Reveal step by step")
    assert phone.screen == "reveal"
    return list(reveal(game.state, tally(game.state)))


def reveal_page(phone: FastPhone) -> RevealPage:
    page = phone.page("reveal")
    assert isinstance(page, RevealPage)
    return page


def points(phone: FastPhone) -> dict[str, str]:
    """The totals above the columns."""
    return {column.name: column.points for column in reveal_page(phone).ids.columns.children}


def points_after(steps: list[RevealStep], names: tuple[str, ...]) -> dict[str, str]:
    """What they are after some steps."""
    return {
        name: format_number(sum(round(points) for _, points in reveal_column(steps, name)))
        for name in names
    }


def with_25_tickets() -> Game:
    """A game of five players with 25 tickets; one has the longest possible name."""
    game = recorded_game("usa-full")
    held = {ticket.pairs for player in game.state.players.values() for ticket in player.tickets}
    free = [each.ticket for each in game.setup.board.tickets if each.ticket.pairs not in held]
    for name, ticket in zip(game.setup.names, free[:4], strict=False):
        game = game.record(TicketsTaken(name, (ticket,)))
    assert sum(len(player.tickets) for player in game.state.players.values()) == 25
    first, second, third, *others = game.setup.players
    third = replace(third, name=MAX_NAME_LENGTH * "W")
    return change_players(game, (first, second, third, *others))


@pytest.mark.parametrize(
    "size",
    [
        (320, 568),
        *(
            pytest.param(size, marks=pytest.mark.soak)
            for size in ((360, 640), (390, 844), (844, 390), (1280, 800))
        ),
    ],
    ids=str,
)
def test_five_players_with_25_tickets(phone: FastPhone, size: tuple[int, int]) -> None:
    game = with_25_tickets()
    names, result = game.setup.names, tally(game.state)
    phone.set_size(*size)
    open_game(phone, game, "tickets", "result")
    phone.press("Reveal step by step")
    steps = list(reveal(game.state, result))
    for number, step in enumerate(steps, 1):
        assert phone.shows(f"{number} of {len(steps)}")
        assert phone.shows(str(step.title))
        assert points(phone) == points_after(steps[:number], names)
        assert layout_defects() == []
        if number < len(steps):
            # The button and a tap on the board do the same.
            phone.press(("Next", "Next step")[number % 2])
    assert points(phone) == {player.name: format_number(player.total) for player in result.players}
    assert phone.shows(f"{result.winners[0]} wins")
    phone.press("Show the result")
    assert phone.screen == "result"


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("usa-shared", ((390, 844),)),
        pytest.param(
            "europe-tickets",
            ((320, 568), (390, 844), (844, 390), (1280, 800)),
            marks=pytest.mark.soak,
        ),
    ],
    ids=["few steps", "many steps"],
)
def test_back_and_skip_at_every_step(
    phone: FastPhone, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    open_recorded_game(phone, name)
    count = len(reveal(phone.now.game.state, phone.now.tally))
    for size in sizes:
        phone.set_size(*size)
        for number in range(count):
            for button, screen in (("Back", "tickets"), ("Skip", "result")):
                phone.navigator.reset_to("home", "table", "tickets")
                phone.navigator.go("reveal")
                for _ in range(number):
                    reveal_page(phone).advance()
                phone.wait_until_idle()
                is_last = number == count - 1
                phone.press("Show the result" if is_last and button == "Skip" else button)
                assert phone.screen == screen
                assert not Animation._instances


def test_skip_leads_to_the_result_and_changes_nothing(phone: FastPhone) -> None:
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


def test_play_pauses_and_stops_at_the_winner(phone: FastPhone) -> None:
    steps = begin(phone, "usa-left")
    page = reveal_page(phone)
    phone.press("Play")
    assert page.number == 1
    phone.wait(STEP_SECONDS + PAUSE_SECONDS)
    assert page.number == 2
    phone.press("Pause")
    phone.wait(4 * (STEP_SECONDS + PAUSE_SECONDS))
    assert (page.number, page.progress) == (2, 1)
    phone.press("Play")
    phone.wait((len(steps) + 1) * (STEP_SECONDS + PAUSE_SECONDS))
    assert phone.shows("Rosa wins")
    assert points(phone) == points_after(steps, phone.now.setup.names)
    assert phone.screen == "reveal"
    assert not any(button.enabled for button in phone.buttons("Pause") + phone.buttons("Play"))


def test_reveal_of_another_game_begins_with_its_own_players(phone: FastPhone) -> None:
    open_game(phone, with_25_tickets(), "result")
    phone.press("Reveal step by step")
    page = reveal_page(phone)
    for _ in range(3):
        page.advance()
    steps = begin(phone, "usa-left")
    assert points(phone) == points_after(steps[:1], phone.now.setup.names)


def test_quick_taps_on_next_stop_at_the_winner_until_the_disc_has_landed(
    phone: FastPhone,
) -> None:
    steps = begin(phone, "usa-left")
    page, button = reveal_page(phone), phone.button("Next")
    spot = button.to_window(*button.center)
    for _ in range(len(steps) + 2):
        phone.tap_at(*spot)
        phone.wait(IGNORE_TIME + 0.1)
    assert (phone.screen, page.at_end) == ("reveal", True)
    phone.wait(STEP_SECONDS)
    phone.press("Show the result")
    assert phone.screen == "result"


def board_pixels(phone: FastPhone) -> bytes:
    """The drawn board, without the columns and the texts."""
    width, _, pixels = phone.render_pixels()
    view = reveal_page(phone).ids.view
    left, bottom = view.to_window(*view.pos)
    rows = range(round(bottom), round(bottom + view.height))
    start, end = round(left) * 4, round(left + view.width) * 4
    return b"".join(pixels[row * width * 4 :][start:end] for row in rows)


def test_column_grows_while_a_train_runs(phone: FastPhone) -> None:
    steps = begin(phone, "usa-full")
    page, seen = reveal_page(phone), []
    number, step = next(
        (number, step) for number, step in enumerate(steps) if step.tone == "completed"
    )
    ((name, gain),) = step.gains.items()
    before = points_after(steps[:number], phone.now.setup.names)[name]
    while page.number < number:
        page.advance()
    for seconds in (0.8, 0.3, STEP_SECONDS):
        phone.wait(seconds)
        seen.append((int(points(phone)[name]), board_pixels(phone)))
    shown, pictures = zip(*seen, strict=True)
    assert int(before) < shown[0] < shown[1] < shown[2] == int(before) + gain
    assert len(set(pictures)) == 3


@pytest.mark.parametrize("tone", ["completed", "failed"])
def test_train_stops_at_the_end_of_a_ticket_or_at_its_gap(phone: FastPhone, tone: str) -> None:
    steps = begin(phone, "usa-full")
    page, board = reveal_page(phone), phone.now.setup.board
    number, step = next(
        (number, step)
        for number, step in enumerate(steps)
        if step.tone == tone and len(step.highlight.trail) > 1
    )
    while page.number < number:
        page.advance()
    phone.wait(STEP_SECONDS)
    phone.wait_until_idle()
    place = step.highlight.places[0]
    for route, _ in step.highlight.trail:
        place = board.routes[route].other_end(place)
    assert (place in step.highlight.places) == (tone == "completed")
    view = page.ids.view.children[0]
    x, y = map(round, view.to_window(*view.place_on_screen(place)))
    width, _, pixels = phone.render_pixels()
    start = (y * width + x) * 4
    light = [round(255 * each) for each in theme.accent[:3]]
    assert list(pixels[start : start + 3]) == pytest.approx(light, abs=12)


def test_reduced_motion_shows_one_step_per_tap(phone: FastPhone) -> None:
    phone.context.preferences.change("reduced_motion", True)
    steps = begin(phone, "usa-full")
    names = phone.now.setup.names
    assert not any(button.enabled for button in phone.buttons("Play"))
    for number in (2, 3, 4):
        reveal_page(phone).advance()
        assert not Animation._instances
        assert points(phone) == points_after(steps[:number], names)
    phone.wait(0.3)
    before = board_pixels(phone)
    phone.wait(STEP_SECONDS + PAUSE_SECONDS)
    assert reveal_page(phone).number == 3
    assert board_pixels(phone) == before


def test_disc_of_the_winner_falls_onto_the_board(phone: FastPhone) -> None:
    steps = begin(phone, "usa-full")
    page = reveal_page(phone)
    (disc,) = (each for each in page.walk() if isinstance(each, MarkerDiscs) and each.disc > 64)
    for _ in steps[:-1]:
        assert not disc.color_names
        page.advance()
    assert disc.color_names == [phone.now.setup.colors["Lena"]]
    assert disc.y == pytest.approx(page.ids.view.top)
    phone.wait(STEP_SECONDS + 0.3)
    assert disc.center_y == pytest.approx(page.ids.view.center_y)
    assert page.ids.view.y < disc.y < disc.top < page.ids.view.top
