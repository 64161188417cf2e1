"""The headline of the result page, the columns above the table, the board and the score curve."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from kivy.graphics.context import get_context
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.palette import LIGHT, PLAYERS, Rgba
from companion.report.words.score_parts import PART_REPORTS
from companion.rules.final_tally import tally
from companion.rules.score_parts import PARTS
from companion.store.store import Store
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.look.theme import theme
from companion.ui.pages.past_games.rows import PastGameRow
from companion.ui.pages.result.score_chart import ScoreCell, ScoreColumn
from tests.support.games import recorded_game, shared_game, without_tickets
from tests.support.phone import FastPhone
from tests.support.result import choose, result_page
from tests.support.table import show_game, show_result
from tests.support.widgets import track_on_screen


def columns(phone: FastPhone) -> dict[str, ScoreColumn]:
    """The columns by player."""
    table = result_page(phone).ids.table
    return {each.name: each for each in table.walk() if isinstance(each, ScoreColumn)}


def center_x(widget: Widget) -> float:
    x, _ = widget.to_window(*widget.center)
    return float(x)


# Columns


def test_column_stands_above_the_numbers_of_its_player(phone: FastPhone) -> None:
    for name, sizes in (
        ("europe-full", ((320, 568), (844, 390))),
        ("heart-of-africa-full", ((1280, 800),)),
    ):
        game = show_result(phone, name)
        for size in sizes:
            phone.set_size(*size)
            table = result_page(phone).ids.table
            cells = [each for each in table.walk() if isinstance(each, ScoreCell)]
            assert len(cells) == len(game.setup.names) * len(tally(game.state).part_ids)
            for cell in cells:
                column = columns(phone)[cell.name_for_readers.rpartition(", ")[2]]
                assert center_x(cell) == pytest.approx(center_x(column), abs=0.5)
                assert center_x(cell) == pytest.approx(center_x(column.ids.bar), abs=0.5)
                assert cell.to_window(0, cell.top)[1] <= column.to_window(0, column.y)[1] + 1


def test_heights_of_parts_are_in_proportion_to_their_points(phone: FastPhone) -> None:
    game = show_result(phone, "europe-full")
    heights = [
        ((upper - lower) / points, upper - lower)
        for column in columns(phone).values()
        for (_, points), lower, upper in column.ids.bar.drawn
    ]
    assert len(heights) == sum(
        1 for player in tally(game.state).players for part in player.parts if part.points
    )
    assert min(share for share, _ in heights) == pytest.approx(max(share for share, _ in heights))
    assert all(height > 0 for _, height in heights)


def test_negative_part_hangs_below_the_base_line(phone: FastPhone) -> None:
    show_result(phone, "usa-open-turns")
    bar = columns(phone)["Bo"].ids.bar
    (routes, tickets) = bar.drawn
    assert (routes[0][0], routes[1]) == ("solid", 0)
    assert (tickets[0], tickets[2]) == (("hatched", -5), 0)
    assert tickets[1] < 0
    assert bar.y <= bar.base + tickets[1] < bar.base
    bases = {column.ids.bar.base for column in columns(phone).values()}
    assert len(bases) == 1


def test_routes_are_solid_tickets_hatched_and_other_parts_accented() -> None:
    patterns = {part.id: PART_REPORTS[part.id].pattern for part in PARTS}
    assert patterns.pop("routes") == "solid"
    assert patterns.pop("tickets") == "hatched"
    assert {*patterns.values()} == {"accent"}


def test_parts_are_painted_in_their_colours(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    check_colors(phone)
    # As when Android has discarded all textures.
    get_context().reload()
    phone.wait_until_idle()
    check_colors(phone)


def check_colors(phone: FastPhone) -> None:
    """Check the colours in the column of a player."""
    width, _, pixels = phone.render_pixels()

    def color_at(x: float, y: float) -> Rgba:
        start = (round(y) * width + round(x)) * 4
        red, green, blue = (value / 255 for value in pixels[start : start + 3])
        return red, green, blue, 1.0

    bar = columns(phone)["Maya"].ids.bar
    center, base = bar.to_window(bar.center_x, bar.base)
    routes, tickets, bonus = (
        (base + lower + (upper - lower) * 0.5, upper - lower) for _, lower, upper in bar.drawn
    )
    green = PLAYERS["green"]
    assert color_at(center, routes[0]) == pytest.approx(green, abs=0.02)
    assert color_at(center, bonus[0]) == pytest.approx(LIGHT.accent, abs=0.02)
    height = tickets[1] / 4
    stripes = {
        color_at(center + dp(step), tickets[0] + up)
        for step in range(-8, 9)
        for up in (-height, 0, height)
    }
    assert any(each == pytest.approx(green, abs=0.02) for each in stripes)
    assert any(each[0] > green[0] + 0.3 for each in stripes)


# Headline


def accent_buttons(phone: FastPhone) -> list[str]:
    """The visible buttons in the accent colour."""
    accents = [tuple(theme.accent), tuple(theme.bar_accent)]
    return [
        each.name_for_readers
        for each in phone.visible_widgets()
        if isinstance(each, Tappable) and tuple(each.fill) in accents
    ]


def test_hero_has_one_accent_button_which_opens_its_page(phone: FastPhone) -> None:
    for game, main, page in (
        (recorded_game("usa-full"), "Reveal step by step", "reveal"),
        (shared_game(), "Reveal step by step", "reveal"),
        (recorded_game("usa-open-turns"), "They only drew cards", "result"),
        (recorded_game("usa-shared"), "Continue on the board", "table"),
        (without_tickets("usa-left", "Lin"), "Enter tickets", "tickets"),
    ):
        show_game(phone, game)
        for size in ((320, 568), (844, 390)) if main == "Enter tickets" else ((390, 844),):
            phone.set_size(*size)
            assert accent_buttons(phone) == [main]
            assert phone.button("Reveal step by step")
            assert phone.button("Score curve")
        phone.press(main)
        assert phone.screen == page


def test_missing_tickets_make_it_a_score_so_far_also_after_filing(phone: FastPhone) -> None:
    show_game(phone, without_tickets("usa-left", "Lin"))
    headline = result_page(phone).ids.headline
    assert phone.shows("Score so far")
    assert phone.shows("No tickets entered for Lin")
    assert phone.shows("Nobody has won yet; Rosa leads with 109.")
    assert (headline.color_names, headline.score) == ([], "")
    choose(phone, "Move to Past games as unfinished")
    assert phone.shows("Moved to Past games as not played to the end.")
    assert phone.shows("No tickets entered for Lin")
    assert (headline.color_names, headline.score) == ([], "")


def test_unfinished_past_game_can_be_resumed_from_the_hero(phone: FastPhone) -> None:
    show_result(phone, "usa-shared")
    choose(phone, "Move to Past games as unfinished")
    assert accent_buttons(phone) == ["Resume this game"]
    phone.press("Resume this game")
    assert phone.screen == "table"
    assert not phone.now.is_finished


def test_score_curve_button_scrolls_to_the_curve_with_markers(phone: FastPhone) -> None:
    game = show_result(phone, "heart-of-africa-full")
    card, scroll = result_page(phone).ids.curve_card, result_page(phone).ids.scroll
    assert card.to_window(0, card.top)[1] < scroll.y
    phone.press("Score curve")
    phone.wait(0.5)
    assert card.to_window(0, card.y)[1] >= scroll.y
    assert card.to_window(0, card.top)[1] <= scroll.top
    # Markers of every player repeat along the curves.
    chart = result_page(phone).ids.curve
    for player in game.setup.players:
        markers = [(x, y) for color, x, y in chart.markers if color == player.color]
        assert len(markers) >= 4
        *along, last = sorted(markers)
        assert all(chart.x < x < last[0] and chart.y < y < chart.top for x, y in along)
    starts = {color: x for color, x, _ in reversed(chart.markers)}
    assert len({*starts.values()}) == len(starts)


# Board and curve


def test_free_routes_fade_and_claimed_ones_do_not(phone: FastPhone) -> None:
    game = show_result(phone, "usa-full")
    page = result_page(phone)
    page.ids.scroll.scroll_to(page.ids.board, padding=dp(20), animate=False)
    phone.wait_until_idle()
    (board,) = (each for each in page.ids.board.walk() if isinstance(each, BoardView))

    def colors() -> dict[str, bytes]:
        """The pixel in the middle of every single route."""
        width, _, pixels = phone.render_pixels()
        found = {}
        for route in game.setup.board.routes.values():
            if len(route.tracks) == 1:
                x, y = board.to_window(*track_on_screen(board, route.id, 0))
                start = (round(y) * width + round(x)) * 4
                found[route.id] = pixels[start : start + 3]
        return found

    faded = colors()
    board.fades_free = False
    phone.wait_until_idle()
    normal = colors()
    board.fades_free = True
    routes = game.setup.board.routes
    claimed = {id for id in faded if game.state.track_owners(routes[id])[0]}
    assert claimed
    assert {id for id in faded if faded[id] == normal[id]} >= claimed
    changed = {id for id in faded if faded[id] != normal[id]}
    assert len(changed) > 0.6 * len(faded.keys() - claimed)


def test_result_and_past_games_show_the_same_time(tmp_path: Path) -> None:
    start, minutes = datetime.now().astimezone() - timedelta(minutes=30), count()

    class LaterPhone(FastPhone):
        """A phone whose clock advances by a minute whenever it is read."""

        open_store = staticmethod(
            partial(Store.open, now=lambda: start + timedelta(minutes=next(minutes)))
        )

    phone = LaterPhone(tmp_path / "data")
    show_result(phone, "usa-full")
    times = [time_in(result_page(phone).subtitle)]
    choose(phone, "Finish and move to Past games")
    times.append(time_in(result_page(phone).subtitle))
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    (row,) = (each for each in phone.visible_widgets() if isinstance(each, PastGameRow))
    times.append(time_in(row.detail))
    assert len({*times}) == 1
    phone.close()


def time_in(text: str) -> str:
    """The time of day in a text."""
    (time,) = re.findall(r"\d\d:\d\d", text)
    return str(time)
