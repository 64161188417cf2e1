"""Random games and events for property tests; the same seed gives the same game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from companion.rules.apply import why_refused
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Doubling,
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.state import GameState
from tests.support.boards import NAMES, game
from tests.support.legal_events import legal_events

THOROUGHNESS = int(os.environ.get("THOROUGHNESS", "1"))
"""Factor for the number of examples of a property test; `make soak` sets it."""


def examples(count: int) -> settings:
    """The number of examples of a property test, times `THOROUGHNESS`."""
    return settings(max_examples=count * THOROUGHNESS)


boards = st.sampled_from(sorted(bundled_boards().values(), key=lambda board: board.id))
seeds = st.integers(0, 2**32 - 1)
counts = st.integers(2, 5)
"""Numbers of players; a board that takes fewer players gets its maximum."""


def random_ticket(board: Board, random: Random) -> Ticket:
    """A ticket with random ends and values; with several ends if the deck has such cards."""
    several = [card.ticket for card in board.tickets if card.ticket.other_ends]
    if several and random.random() < 0.25:
        card = random.choice(several)
        start, ends = card.start, list(card.points_by_end)
    else:
        start, *ends = random.sample(sorted(board.ticket_ends), 2)
    return Ticket.to_one_of(start, {end: random.randint(1, 50) for end in ends})


def random_legal_event(state: GameState, random: Random) -> Event:
    """A random legal event, mostly a long claim, so that games come to an end."""
    name = state.turn or random.choice(state.setup.names)
    offered = list(legal_events(state, name))
    claims = [event for event in offered if isinstance(event, RouteClaimed)]
    if claims and random.random() < 0.7:
        lengths = {route.id: route.length for route in state.setup.board.routes.values()}
        return max(random.sample(claims, min(3, len(claims))), key=lambda e: lengths[e.route])
    if random.random() < 0.1:
        return OtherPoints(name, random.randint(-500, 500), random.choice(("Wager", "×2 € 🚂")))
    taken = TicketsTaken(name, (random_ticket(state.setup.board, random),))
    if (random.random() < 0.2 or not offered) and why_refused(state, taken) is None:
        return taken
    return random.choice(offered) if offered else TicketsTaken(name, ())


def new_game(board: Board, count: int, counted: bool = False) -> Game:
    """A new game with `count` players, or as many as the board takes."""
    begun = game(board, count=min(count, board.most_players))
    return Game.begin(replace(begun.setup, counted=counted))


def random_game(board: Board, seed: int, count: int, steps: int, counted: bool = False) -> Game:
    """A game of `steps` random legal events."""
    random = Random(seed)
    played = new_game(board, count, counted)
    for _ in range(steps):
        played = played.record(random_legal_event(played.state, random))
    return played


def random_events(board: Board, random: Random) -> Iterator[Event]:
    """An endless sequence of random events, most of which break a rule."""
    names = (*NAMES, "Nobody")
    routes = (*board.routes, "nowhere--at-all")
    places = (*board.places, *board.countries, "nowhere")
    kinds = [kind.id for kind in board.terrain.types] if board.terrain else []
    terrains = (*kinds, "swamp")
    while True:
        name = random.choice(names)
        doubling = Doubling(random.randint(-1, 3), random.randint(-1, 3))
        pair = random.choice(places), random.choice(places)
        yield random.choice(
            (
                RouteClaimed(name, random.choice(routes), random.randint(-1, 2)),
                RouteClaimed(name, random.choice(routes), random.randint(0, 1), doubling),
                TerrainDrawn(name, random.choice(terrains), random.randint(-16, 16)),
                StationBuilt(name, random.choice(places)),
                TurnPassed(name),
                PlayerLeft(name),
                OtherPoints(name, random.randint(-600, 600), random.choice(("Wager", " ", "\x07"))),
                TicketsTaken(name, (Ticket(*pair, random.randint(-2, 60)),)),
            )
        )
