"""The result page of a phone."""

from __future__ import annotations

from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.result.score_chart import ScoreCell, ScoreColumn
from tests.support.phone import Phone


def result_page(phone: Phone) -> ResultPage:
    """The result page."""
    page: ResultPage = phone.page("result")
    return page


def choose(phone: Phone, text: str) -> None:
    """Open the menu and tap one of its rows."""
    phone.press("Menu")
    phone.press(text)


def share(phone: Phone, text: str) -> None:
    """Open the menu of the Share button and tap one of its rows."""
    phone.press("Share")
    phone.press(text)


def displayed_points(phone: Phone) -> dict[str, str]:
    """The points in every cell and above every column, by row and player."""
    return {
        cell.name_for_readers: cell.points
        for cell in result_page(phone).ids.table.walk()
        if isinstance(cell, ScoreCell | ScoreColumn)
    }
