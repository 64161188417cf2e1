"""The result page of a phone."""

from __future__ import annotations

from companion.ui.kit.page_row import PageRow
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.result.score_grid import ScoreCell
from tests.support.phone import Phone


def result_page(phone: Phone) -> ResultPage:
    """The result page."""
    page: ResultPage = phone.page("result")
    return page


def scroll_to(phone: Phone, text: str) -> None:
    """Scroll a row of the page into view."""
    page = result_page(phone).ids.scroll
    row = next(row for row in page.walk() if isinstance(row, PageRow) and row.text == text)
    page.scroll_to(row, padding=160, animate=False)
    phone.wait_until_idle()


def displayed_points(phone: Phone) -> dict[str, str]:
    """The points in every cell, by row and player."""
    return {
        cell.name_for_readers: cell.points
        for cell in result_page(phone).ids.table.walk()
        if isinstance(cell, ScoreCell)
    }
