"""Finding routes by a few letters."""

from __future__ import annotations

import pytest

from companion.report.finding import find_routes, plain
from companion.rules import bundled_boards


def titles(board: str, letters: str) -> list[str]:
    found = bundled_boards()[board]
    return [str(found.title(route)) for route in find_routes(found, letters)]


@pytest.mark.parametrize(
    ("board", "letters", "title"),
    [
        ("europe", "kob sto", "København – Stockholm"),
        ("europe", "sto kob", "København – Stockholm"),
        ("europe", "kiev smo", "Kyïv – Smolensk"),
        ("europe", "ath sar", "Athína – Sarajevo"),
        ("europe", "vienna munich", "München – Wien"),
        ("europe", "moskau petersburg", "Moskva – Petrograd"),
        ("usa", "la pho", "Los Angeles – Phoenix"),
        ("usa", "ny bos", "Boston – New York"),
        ("usa", "MONTREAL  boston", "Boston – Montréal"),
        ("heart-of-africa", "cape eliz", "Cape Town – Port Elizabeth"),
        ("heart-of-africa", "mocamb zom", "Moçambique – Zomba"),
    ],
)
def test_the_route_meant_comes_first(board: str, letters: str, title: str) -> None:
    assert titles(board, letters)[0] == title


def test_letters_of_one_end_find_all_its_routes() -> None:
    board = bundled_boards()["usa"]
    assert len(titles("usa", "miami")) == len(board.routes_at["miami"])


def test_every_typed_word_must_fit() -> None:
    assert titles("usa", "boston xyz") == []


def test_no_letters_find_everything() -> None:
    assert len(titles("usa", "")) == len(bundled_boards()["usa"].routes)


def test_two_words_of_one_city_are_one_end() -> None:
    assert all("San Francisco" in title for title in titles("usa", "san fra"))


def test_accents_capitals_and_signs_do_not_matter() -> None:
    assert plain("Dar-es-Salaam") == "dar es salaam"
    assert plain("København Łódź Kyïv") == "kobenhavn lodz kyiv"
    assert plain("Mikligarður Þrándheimur") == "mikligardur thrandheimur"


def test_an_entrance_is_found_by_what_its_country_is_called_elsewhere() -> None:
    assert titles("heart-of-africa", "tschad") == titles("heart-of-africa", "tchad")


@pytest.mark.parametrize("board", sorted(bundled_boards()))
def test_every_route_is_found_by_its_own_title(board: str) -> None:
    found = bundled_boards()[board]
    for route in found.routes.values():
        title = str(found.title(route))
        assert title in titles(board, title)[:4]
