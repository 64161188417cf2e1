"""The tally of the worst games that an imported board allows."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from companion.rules.board import Board
from companion.rules.board_file import read_board_value
from companion.rules.events import Event, RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.tickets import MAX_ENDS, ticket_to_json

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"))
TICKETS = 300
"""Tickets of the player with the stations."""

Pairs = list[tuple[int, int]]


def networks() -> dict[str, Pairs]:
    """Networks of at most 60 routes of one space, hard for the longest route."""
    found: dict[str, Pairs] = {
        "5 hubs of 12 routes": [(hub, 5 + place) for hub in range(5) for place in range(12)],
        "7 hubs of 8 routes": [(hub, 7 + place) for hub in range(7) for place in range(8)],
        "grid of 6 by 6": [
            *((row * 6 + column, row * 6 + column + 1) for row in range(6) for column in range(5)),
            *((row * 6 + column, row * 6 + column + 6) for row in range(5) for column in range(6)),
        ],
    }
    for places in (13, 17, 22, 24, 30, 34, 40):
        for seed in range(6):
            found[f"random, {places} places, {seed}"] = _random_network(places, seed)
    return found


def _random_network(places: int, seed: int) -> Pairs:
    """A connected network of 60 routes, at most 12 at a place."""
    random = Random(seed)
    while True:
        pairs = random.sample(list(combinations(range(places), 2)), 60)
        counts = [sum(place in pair for pair in pairs) for place in range(places)]
        if max(counts) <= 12 and _is_connected(pairs, places):
            return pairs


def _is_connected(pairs: Pairs, places: int) -> bool:
    group = list(range(places))
    for a, b in pairs:
        one, other = group[a], group[b]
        group = [one if each == other else each for each in group]
    return len(set(group)) == 1


def imported_board(pairs: Pairs, **rules: Any) -> Board:
    """An imported board with these routes of one space."""
    places = sorted({place for pair in pairs for place in pair})
    return read_board_value(
        {
            "format": "railkeeper-board/1",
            "id": "worst",
            "name": "Worst",
            "aspect": 1,
            "players": [2, 5],
            "trains_per_player": 60,
            "route_points": {"1": 1},
            "bonuses": {"longest_route": 10, "globetrotter": 10, "grand_tour": {"1": 5}},
            "tie_breakers": ["longest_route"],
            "double_tracks_from_players": 2,
            "ticket_count": 0,
            "start_tickets": {"deal": 1, "keep": 1},
            "draw_tickets": {"deal": 1, "keep": 1},
            "places": [
                {"id": f"p{place}", "name": f"p{place}", "x": number % 18 / 18, "y": number / 324}
                for number, place in enumerate(places)
            ],
            "routes": [
                {"id": f"{a}-{b}", "from": f"p{a}", "to": f"p{b}", "length": 1, "tracks": ["grey"]}
                for a, b in pairs
            ],
            **rules,
        },
        (),
    )


def network_game(pairs: Pairs) -> Game:
    """A game in which one player has claimed every route of the board."""
    setup = Setup(imported_board(pairs), PLAYERS, counted=True)
    return Game.begin(setup, (RouteClaimed("Ana", f"{a}-{b}") for a, b in pairs))


def station_game() -> Game:
    """Three stations with 12 routes of another player each, and tickets between far places."""
    pairs = [(100 * hub, 100 * hub + spoke) for hub in range(3) for spoke in range(1, 13)]
    pairs += [(100 * hub + spoke, 900 + spoke) for hub in range(3) for spoke in range(1, 13)]
    board = imported_board(pairs, stations_per_player=3)
    random = Random(1)
    cities = sorted(board.places)
    ends = [random.sample(cities, 2) for _ in range(TICKETS)]
    unique = {card.pairs: card for card in (Ticket(start, end, 10) for start, end in ends)}
    events: list[Event] = [RouteClaimed("Peter", f"{a}-{b}") for a, b in pairs[:36]]
    events += [RouteClaimed("Ana", f"{a}-{b}") for a, b in pairs[36:]]
    events += [StationBuilt("Ana", f"p{100 * hub}") for hub in range(3)]
    events.append(TicketsTaken("Ana", tuple(unique.values())))
    return Game.begin(Setup(board, PLAYERS, counted=True), events)


def ticket_game(stations: int) -> Game:
    """A board of 300 places, and a player with that many stations and 500 tickets of 12 ends."""
    pairs = [(place, place + 1) for place in range(300) if place % 20 < 19]
    pairs += [(place, place + 20) for place in range(280)]
    random = Random(1)
    cards = []
    for _ in range(500):
        start, *ends = random.sample(range(300), 1 + MAX_ENDS)
        values = {f"p{end}": 5 + number for number, end in enumerate(ends)}
        cards.append(Ticket.to_one_of(f"p{start}", values))
    deck = [
        {"id": f"t{number}", "deck": "all", **ticket_to_json(card)}
        for number, card in enumerate(cards)
    ]
    board = imported_board(pairs, stations_per_player=3, tickets=deck, ticket_count=len(deck))
    random.shuffle(pairs)
    events: list[Event] = [RouteClaimed("Ana", f"{a}-{b}") for a, b in pairs[:60]]
    events += [RouteClaimed("Peter", f"{a}-{b}") for a, b in pairs[60:120]]
    cities = sorted({f"p{a}" for a, _ in pairs[60:120]})[:stations]
    events += [StationBuilt("Ana", city) for city in cities]
    events.append(TicketsTaken("Ana", tuple(cards)))
    return Game.begin(Setup(board, PLAYERS, counted=True), events)
