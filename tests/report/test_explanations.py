"""Explanations of single cells: their summaries, rows and highlights."""

from __future__ import annotations

from companion.report.words.part_report import Explanation
from companion.report.words.result import explain
from companion.rules.final_tally import PlayerTally, tally
from companion.rules.score_parts import GrandTourPart
from tests.support.boards import USA, game
from tests.support.games import recorded_game


def explained(name: str, part: str, player: str) -> tuple[Explanation, PlayerTally]:
    """The explanation of a cell of a recorded game, and the tally of its player."""
    state = recorded_game(name).state
    result = tally(state)
    found = next(each for each in result.players if each.name == player)
    return explain(state, result, part, player), found


def details(explanation: Explanation) -> list[str]:
    """The titles and details of the rows."""
    return [f"{row.title}: {row.detail}" for row in explanation.rows]


def test_routes_are_listed_with_their_entries() -> None:
    explanation, player = explained("usa-full", "routes", "Lena")
    assert str(explanation.summary) == "13 routes · 45 trains used"
    tracks = {(claim.route.id, claim.track) for claim in player.claims}
    assert {*explanation.highlight.tracks} == tracks
    assert {each for row in explanation.rows for each in row.highlight.tracks} == tracks
    for claim in player.claims:
        assert any(f"entry {claim.entry + 1}" in text for text in details(explanation))


def test_ticket_highlights_its_walk_and_states_missing_spaces() -> None:
    explanation, player = explained("europe-full", "tickets", "Clara")
    assert explanation.has_step_buttons
    for row, ticket in zip(explanation.rows, player.tickets, strict=True):
        assert ticket.walk is not None
        routes = tuple(dict.fromkeys(route for route, _ in row.highlight.tracks))
        assert routes == ticket.walk.routes
        assert row.highlight.places == (ticket.walk.places[0], ticket.walk.places[-1])
    assert "not completed: 3 spaces missing" in str(explanation.rows[-1].detail)


def test_longest_route_is_highlighted_with_its_length() -> None:
    explanation, player = explained("europe-full", "longest_route", "Clara")
    routes = tuple(route for route, _ in explanation.highlight.tracks)
    assert routes == player.longest_route.routes
    assert str(explanation.summary) == "42 spaces in a row, nobody has more"


def test_districts_are_listed_with_the_routes_that_connect_them() -> None:
    explanation, _ = explained("london-full", "districts", "Omar")
    assert explanation.has_step_buttons
    assert [row.points for row in explanation.rows] == ["+1", "–", "–", "+4", "–"]
    assert details(explanation)[:2] == [
        "British Museum, Covent Garden: connected",
        "Big Ben, Buckingham Palace, Piccadilly Circus, Trafalgar Square: not connected",
    ]
    connected, missing = (explanation.rows[number].highlight for number in (0, 1))
    assert {route for route, _ in connected.tracks} == {
        "british-museum--piccadilly-circus",
        "covent-garden--piccadilly-circus",
    }
    assert connected.places == ("british-museum", "covent-garden")
    assert not missing.tracks
    assert {row.highlight.tracks for row in explanation.rows} >= {connected.tracks, ()}
    explained_routes, _ = explained("london-full", "routes", "Omar")
    assert str(explained_routes.summary) == "7 routes · 16 buses used"


def test_station_shows_the_route_it_borrows_and_for_which_ticket() -> None:
    explanation, _ = explained("europe-full", "stations", "Bruno")
    assert any("1 station not built" in text for text in details(explanation))
    (row,) = (row for row in explanation.rows if str(row.title) == "Essen")
    borrowed = "borrows Essen – København from Clara, for Erzurum – København"
    # The station itself scores nothing.
    assert str(row.detail).startswith(borrowed + " (+")
    assert str(row.detail).endswith(", counted with the tickets)")
    assert row.points == ""
    assert [route for route, _ in row.highlight.borrowed] == ["essen--kobenhavn"]
    assert row.highlight.places == ("essen",)


def test_globetrotter_compares_completed_tickets() -> None:
    explanation, _ = explained("heart-of-africa-full", "globetrotter", "Ana")
    assert str(explanation.summary) == "3 tickets completed, 1 fewer than needed"
    titles = [str(row.title) for row in explanation.rows]
    assert {"Maya: 4 completed", "Ana: 3 completed"} <= {*titles}


def test_nobody_gets_a_bonus_for_the_most_of_nothing() -> None:
    state = game(USA).state
    explanation = explain(state, tally(state), "longest_route", "Ana")
    assert str(explanation.summary) == "Nobody gets this bonus."
    assert [row.points for row in explanation.rows] == ["–", "–"]


def test_trail_of_a_grand_tour_goes_there_and_back() -> None:
    explanation, player = explained("india-grand-tour", "grand_tour", "Ravi")
    part = player.part(GrandTourPart)
    ((there, back),) = (tour.walks for tour in part.tours)
    (row,) = (row for row in explanation.rows if str(row.title) == "Bezwada – Bombay")
    trail = [route for route, _ in row.highlight.trail]
    assert trail == [*there.routes, *reversed(back.routes)]
    assert {route for route, _ in row.highlight.tracks} == {*there.routes, *back.routes}
