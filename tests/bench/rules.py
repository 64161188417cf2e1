"""Time of the longest route, compared with brute force, and of a whole tally.

Run with `make bench`.
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from companion.rules.board import Board, Route
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.longest_route import longest_trail
from companion.rules.setup import Player, Setup
from tests.bench.measuring import expected, format_time, seconds, spread, title
from tests.bench.worst_boards import network_game, networks, station_game, ticket_game
from tests.support.legal_events import legal_station_cities, legal_tracks

NETWORKS = 100
TIMEOUT = 1.0
"""Timeout of the brute-force search in seconds."""

MAX_MILLISECONDS = 1
"""Milliseconds of a longest route, which is computed after every claim."""

MAX_TALLY_MILLISECONDS = 1_000
"""Milliseconds of a tally on any board that can be imported."""

Edges = list[tuple[str, str, int]]


def dense_network(board: Board, random: Random) -> list[Route]:
    """Short routes for all trains of a player, chosen to form many loops."""
    trains = board.trains_per_player
    places = {random.choice(sorted(board.places))}
    network: list[Route] = []
    while True:
        near = [
            route
            for route in board.routes.values()
            if route not in network
            and route.length <= trains
            and (route.start in places or route.end in places)
        ]
        if not near:
            return network
        loops = [route for route in near if route.start in places and route.end in places]
        loops.sort(key=lambda route: route.length)
        near.sort(key=lambda route: _price_of_loops(board, route, places))
        chosen = random.choice(loops[:2] or near[:3])
        network.append(chosen)
        trains -= chosen.length
        places |= {chosen.start, chosen.end}


def _price_of_loops(board: Board, route: Route, places: set[str]) -> float:
    """Trains per loop that a route makes possible."""
    place = route.end if route.start in places else route.start
    back = [each.length for each in board.routes_at[place] if each.other_end(place) in places]
    return sum(back) / len(back) + 3 / len(back)


def brute_force(edges: Edges) -> tuple[int, bool]:
    """The longest walk by brute force, and whether the search ended within the timeout."""
    at: dict[str, list[tuple[int, str, int]]] = {}
    for index, (start, end, length) in enumerate(edges):
        at.setdefault(start, []).append((index, end, length))
        at.setdefault(end, []).append((index, start, length))
    used = [False] * len(edges)
    best = 0
    until = perf_counter() + TIMEOUT
    finished = True

    def walk(place: str, length: int) -> None:
        nonlocal best, finished
        best = max(best, length)
        if perf_counter() > until:
            finished = False
            return
        for index, neighbour, more in at[place]:
            if not used[index]:
                used[index] = True
                walk(neighbour, length + more)
                used[index] = False

    for place in at:
        walk(place, 0)
    return best, finished


def _loops(network: list[Route]) -> int:
    places = {place for route in network for place in (route.start, route.end)}
    return len(network) - len(places) + 1


def bench_longest_route(board: Board) -> None:
    networks = [dense_network(board, Random(seed)) for seed in range(NETWORKS)]
    ours, plain, ratios, given_up = [], [], [], 0
    for network in networks:
        edges = [(route.start, route.end, route.length) for route in network]
        start = perf_counter()
        trail = longest_trail(edges)
        ours.append(perf_counter() - start)
        start = perf_counter()
        best, finished = brute_force(edges)
        plain.append(perf_counter() - start)
        ratios.append(plain[-1] / ours[-1])
        given_up += not finished
        length = sum(edges[index][2] for index in trail)
        if length < best or (finished and length != best):
            raise SystemExit(f"{board.id}: {length} is not the longest route of {edges}")
    routes = max(len(network) for network in networks)
    loops = max(_loops(network) for network in networks)
    print(f"{board.name}: {NETWORKS} networks of up to {routes} routes and {loops} loops")
    print(f"  longest_trail  {spread(ours)}")
    print(
        f"  brute force    {spread(plain)}, given up {given_up} times after {format_time(TIMEOUT)}"
    )
    print(f"  faster         {median(ratios):.0f} times (median), {max(ratios):.0f} times (most)")
    expected("  longest_trail, median", median(ours) * 1000, MAX_MILLISECONDS, "ms")


def random_full_game(board: Board, seed: int) -> Game:
    """A random game played to its end, with stations and eight tickets per player."""
    random = Random(seed)
    colors = board.train_colors[: board.most_players]
    players = tuple(Player(f"Player {color}", color) for color in colors)
    game = Game.begin(Setup(board, players))
    while game.state.turn is not None:
        player = game.state.turn
        cities = legal_station_cities(game.state, player)
        tracks = legal_tracks(game.state, player)
        if cities and random.random() < 0.15:
            game = game.record(StationBuilt(player, random.choice(cities)))
        elif tracks:
            route, track = random.choice(tracks)
            game = game.record(RouteClaimed(player, route.id, track))
        else:
            break
    ends = sorted(board.ticket_ends)
    for player in game.setup.names:
        for _ in range(8):
            start, end = random.sample(ends, 2)
            try:
                game = game.record(TicketsTaken(player, (Ticket(start, end, 10),)))
            except Refused:
                continue
    return game


def bench_tally(board: Board) -> None:
    games = [random_full_game(board, seed) for seed in range(20)]
    # Measured once, because the longest route is cached.
    tallies = [seconds(lambda game=game: tally(game.state)) for game in games]  # type: ignore[misc]
    replays = [seconds(partial(Game.begin, game.setup, game.events), 3) for game in games]
    print(f"{board.name}: tally {spread(tallies)}; replay of the log {spread(replays)}")


def bench_worst_boards() -> None:
    """Tallies on imported boards, compared with that of a full game of Europe."""
    europe = random_full_game(bundled_boards()["europe"], 0)
    baseline = seconds(lambda: tally(europe.state))
    times = {}
    for name, pairs in networks().items():
        game = network_game(pairs)
        times[name] = seconds(lambda game=game: tally(game.state))  # type: ignore[misc]
    slowest = max(times, key=lambda name: times[name])
    print(f"60 routes of one space, {len(times)} networks: {spread(list(times.values()))}")
    print(f"  slowest: {slowest}")
    stations = station_game()
    borrowing = seconds(lambda: tally(stations.state))
    print(f"Three stations with 12 routes each: {format_time(borrowing)}")
    tickets = ticket_game(stations=3)
    many = seconds(lambda: tally(tickets.state))
    print(f"500 tickets of 12 ends: {format_time(many)}")
    shown = tally(tickets.state).players[0]
    lacking = seconds(lambda: shown.tickets[0].walk)
    print(f"  what they lack, when the hand is shown: {format_time(lacking)}")
    slow = (("60 routes", times[slowest]), ("stations", borrowing), ("tickets", many))
    for name, time in slow:
        expected(f"  {name}", time * 1000, MAX_TALLY_MILLISECONDS, "ms")
        print(f"  {time / baseline:.1f} times the tally of a full game of Europe")


def main() -> None:
    title("Longest route, against trying every walk")
    for board in bundled_boards().values():
        bench_longest_route(board)
    title("A whole game of as many as the board takes")
    for board in bundled_boards().values():
        bench_tally(board)
    title("The worst games that an imported board allows")
    bench_worst_boards()


if __name__ == "__main__":
    main()
