"""Searching routes by typed letters."""

from __future__ import annotations

import json

import pytest

from companion.report.search.text import (
    OTHER_NAMES,
    find_place,
    find_routes,
    find_single_route,
    normalized,
)
from companion.rules.boards import bundled_boards


def titles(board: str, letters: str) -> list[str]:
    found = bundled_boards()[board]
    return [str(found.route_title(route)) for route in find_routes(found, letters)]


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
def test_best_match_is_first(board: str, letters: str, title: str) -> None:
    assert titles(board, letters)[0] == title


def test_place_is_found_if_all_words_name_only_one() -> None:
    europe = bundled_boards()["europe"]
    assert find_place(europe, "par") == "paris"
    assert find_place(europe, "vienna") == "wien"
    for query in ("", "b", "paris brest", "xyz"):
        assert find_place(europe, query) is None, query


def test_one_end_finds_all_its_routes() -> None:
    board = bundled_boards()["usa"]
    assert len(titles("usa", "miami")) == len(board.routes_at["miami"])


def test_every_typed_word_must_match() -> None:
    assert titles("usa", "boston xyz") == []


def test_empty_query_finds_all_routes() -> None:
    assert len(titles("usa", "")) == len(bundled_boards()["usa"].routes)


def test_two_words_can_match_one_city() -> None:
    assert all("San Francisco" in title for title in titles("usa", "san fra"))


def test_normalized_drops_accents_capitals_and_punctuation() -> None:
    assert normalized("Dar-es-Salaam") == "dar es salaam"
    assert normalized("København Łódź Kyïv") == "kobenhavn lodz kyiv"
    assert normalized("Mikligarður Þrándheimur") == "mikligardur thrandheimur"


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Wien", "Wien"),
        ("Vienna", "Wien"),
        ("Vienne", "Wien"),
        ("Wiedeń", "Wien"),
        ("Vínarborg", "Wien"),
        ("Copenhague", "København"),
        ("Kaupmannahofn", "København"),
        ("Moskwa", "Moskva"),
        ("Athena", "Athína"),
    ],
)
def test_city_is_found_by_names_in_other_languages(name: str, printed: str) -> None:
    assert all(printed in title for title in titles("europe", name))
    assert titles("europe", name)


@pytest.mark.slow
def test_every_bundled_name_finds_its_place_or_country_first() -> None:
    others = json.loads(OTHER_NAMES.read_text(encoding="utf-8"))
    for board in bundled_boards().values():
        for id, names in others[board.id].items():
            places = {each.id for each in board.places.values() if id in (each.id, each.country)}
            for name in names:
                first = find_routes(board, name)[0]
                assert places & {first.start, first.end}, f"{name} is not {id}"


def test_way_station_is_found_by_its_neighbours() -> None:
    board = bundled_boards()["heart-of-africa"]
    found = find_routes(board, "way bul win")
    assert {"way-station-kalahari"} == set.intersection(
        *({route.start, route.end} for route in found)
    )


def test_entrance_is_found_by_other_names_of_its_country() -> None:
    assert titles("heart-of-africa", "tschad") == titles("heart-of-africa", "tchad")


@pytest.mark.slow
def test_route_is_found_by_its_title() -> None:
    for board in bundled_boards().values():
        for route in board.routes.values():
            title = str(board.route_title(route))
            assert title in titles(board.id, title)[:4]


@pytest.mark.parametrize(
    ("board", "letters", "title"),
    [
        # Frankfurt is also "Frankfurt am Main", but no printed name begins with "am".
        ("europe", "am ess", "Amsterdam – Essen"),
        ("europe", "ess am", "Amsterdam – Essen"),
        ("usa", "bos mon", "Boston – Montréal"),
        ("europe", "vienna munich", "München – Wien"),
        ("usa", "bos", None),
        ("usa", "xyz", None),
        ("usa", "", None),
    ],
)
def test_single_route_is_the_only_one_of_the_best_rank(
    board: str, letters: str, title: str | None
) -> None:
    found = bundled_boards()[board]
    route = find_single_route(found, letters)
    assert (route and str(found.route_title(route))) == title
