"""Figures over a hundred games, compared with sums computed independently from the records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.report.statistics.history import History
from companion.report.statistics.players import Best
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, TicketsTaken
from companion.rules.record import record_to_json
from companion.rules.setup import Player
from companion.rules.turns import without_tickets
from companion.store.games import record_content
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from companion.table.edits import change_players
from tests.support.history import FIRST_DATE, PEOPLE, write_history
from tests.support.independent_scorer import IndependentScorer
from tests.support.random_games import THOROUGHNESS, new_game, random_legal_event
from tests.support.stores import open_store

pytestmark = pytest.mark.slow

COUNT = 100


Ends = frozenset[frozenset[str]]
"""The pairs of ends that a ticket can connect."""


class Scored(NamedTuple):
    """What the independent scorer finds out about one seat of a game."""

    fields: dict[str, Any]
    rank: int
    tickets: list[tuple[Ends, int, bool]]
    """For each ticket its ends, its points, and whether it was completed."""
    doubled: list[int] | None
    """The points of each doubled claim; None on a board without terrain."""


@cache
def scored(record: str) -> tuple[list[Scored], bool]:
    """Every seat of a record, and whether the game is over."""
    scorer = IndependentScorer(json.loads(record))
    fields, keys = scorer.score(), scorer.rank_keys()
    found = []
    for name in scorer.names:
        routes = scorer.own(name) | scorer.borrowed(name)
        tickets = []
        for ticket in scorer.tickets[name]:
            points, end = scorer.ticket(ticket, routes)
            ends = ticket.get("points_by_end") or [ticket["to"]]
            pairs = frozenset(frozenset((ticket["from"], each)) for each in ends)
            tickets.append((pairs, points, end is not None))
        values = scorer.board["route_points"]
        doubled = [
            2 * values[str(scorer.routes[claim["route"]]["length"])]
            for claim in scorer.claims[name]
            if claim.get("double") is not None
        ]
        rank = 1 + sum(key > keys[name] for key in keys.values())
        has_terrain = "terrain" in scorer.board
        found.append(Scored(fields[name], rank, tickets, doubled if has_terrain else None))
    return found, scorer.is_decided()


class Seat(NamedTuple):
    """A player's place in a game, from its record alone."""

    id: str
    board: tuple[str, str]
    name: str
    seat: int
    players: int
    scored: Scored
    others: dict[str, int]
    """The ranks of the other players."""
    minutes: int | None
    counted: bool
    totals: list[int]
    """The points of everybody in the game, also of forgotten players."""
    year: int

    @property
    def margin(self) -> int:
        """How many points the winner is ahead of the second."""
        first, second = sorted(self.totals, reverse=True)[:2]
        return first - second

    @property
    def points(self) -> int:
        total: int = self.scored.fields["total"]
        return total

    @property
    def longest(self) -> int:
        """The train spaces of the longest route."""
        spaces: int = self.scored.fields["longest_route_spaces"]
        return spaces

    @property
    def won(self) -> bool:
        return self.scored.rank == 1


def seats(values: list[dict[str, Any]], forgotten: tuple[str, ...] = ()) -> list[Seat]:
    """Everybody's place in every game that was played to the end, in order of time."""
    found = []
    for value in values:
        names = [each["name"] for each in value["players"]]
        # Numbers instead of names, so that a game is scored once, whoever played it.
        numbers = {name: str(seat) for seat, name in enumerate(names)}
        game = {
            name: value[name]
            for name in ("map", "variant", "house_rules", "counted")
            if name in value
        } | {
            "players": [{"name": number} for number in numbers.values()],
            "events": [{**each, "player": numbers[each["player"]]} for each in value["events"]],
        }
        results, over = scored(json.dumps(game))
        known = not value.get("counted") and value["seconds_played"] >= 300
        for seat, name in enumerate(names) if over else ():
            if name not in forgotten:
                place = Seat(
                    value["id"],
                    (value["map"], value.get("variant", "")),
                    name,
                    seat,
                    len(names),
                    results[seat],
                    {
                        other: results[number].rank
                        for number, other in enumerate(names)
                        if other != name and other not in forgotten
                    },
                    value["seconds_played"] // 60 if known else None,
                    bool(value.get("counted")),
                    [each.fields["total"] for each in results],
                    datetime.fromisoformat(value["finished"]).astimezone().year,
                )
                found.append(place)
    return found


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return write_history(tmp_path_factory.mktemp("history"), COUNT)


@pytest.fixture
def store(tmp_path: Path, values: list[dict[str, Any]]) -> Iterator[Store]:
    assert len(write_history(tmp_path, COUNT)) == len(values)
    with open_store(tmp_path) as store:
        yield store


def check_players(history: History, places: list[Seat]) -> None:
    """Compare every player's figures with sums over their places."""
    names = {place.name for place in places}
    assert {each.name for each in history.players()} == names
    for each in history.players():
        check_player(history, each.name, [place for place in places if place.name == each.name])


def check_player(history: History, name: str, mine: list[Seat]) -> None:
    found = history.player(name)
    assert found is not None
    assert [each.game.id for each in found.games] == [place.id for place in mine]
    assert [each.points for each in found.games] == [place.points for place in mine]
    won = [place.won for place in mine]
    points = [place.points for place in mine]
    assert found.overall == (len(mine), won.count(True), sum(points) / len(mine), max(points))
    assert found.games_per_year == len(mine) / (mine[-1].year + 1 - mine[0].year)
    check_best(found.best_score, mine, lambda place: place.points)
    check_best(found.biggest_win, mine, lambda place: place.won * place.margin)
    check_best(found.longest_train, mine, lambda place: place.longest)
    runs = "".join("w" if each else " " for each in won).split()
    assert (found.longest_streak.number if found.longest_streak else 0) == max(
        map(len, runs), default=0
    )
    for board, figures in found.boards:
        points = [place.points for place in mine if place.board == board]
        assert (figures.games, figures.best) == (len(points), max(points))
        assert figures.average == sum(points) / len(points)
    assert sum(figures.games for _, figures in found.boards) == len(mine)
    tickets = [ticket for place in mine for ticket in place.scored.tickets]
    assert found.tickets == (
        len(tickets),
        sum(completed for _, _, completed in tickets),
        sum(points for _, points, completed in tickets if completed),
        sum(-points for _, points, completed in tickets if not completed),
    )
    longest = [place.scored.fields for place in mine]
    longest = [each for each in longest if "longest_route" in each["parts"]]
    assert found.longest_route == (
        sum(each["parts"]["longest_route"] > 0 for each in longest),
        len(longest),
    )
    doubled = [place.scored.doubled for place in mine if place.scored.doubled is not None]
    claims = [points for game in doubled for points in game]
    assert found.doubling == ((len(claims), sum(claims)) if doubled else None)
    minutes = [place.minutes for place in mine if place.minutes is not None]
    assert found.minutes == tuple(minutes)
    pairs = [(other, rank, place) for place in mine for other, rank in place.others.items()]
    common = Counter(other for other, _, _ in pairs)
    ahead = Counter(other for other, rank, place in pairs if rank > place.scored.rank)
    behind = Counter(other for other, rank, place in pairs if rank < place.scored.rank)
    assert {each.name: each[2:] for each in found.opponents} == {
        other: (common[other], ahead[other], behind[other]) for other in common
    }


def check_best(found: Best | None, places: list[Seat], figure: Callable[[Seat], int]) -> None:
    """Compare a player's highest figure and its game; one of 0 does not count."""
    highest = max(map(figure, places))
    first = next(place.id for place in places if figure(place) == highest)
    assert (found and (found.number, found.game.game.id)) == ((highest, first) if highest else None)


def check_boards(history: History, places: list[Seat]) -> None:
    """Compare every board's figures with sums over the places."""
    played = {place.board for place in places}
    boards = [board for board, _ in played]
    several = {(board, None) for board in boards if boards.count(board) > 1}
    assert {(each.board, each.variant) for each in history.boards()} == {*played, *several}
    for listed in history.boards():
        ids: tuple[tuple[str, str | None], ...] = ((listed.board, listed.variant),)
        if listed.variant is None:
            ids = tuple(each for each in played if each[0] == listed.board)
        here = [place for place in places if place.board in ids]
        found = history.board(listed.board, listed.variant)
        assert found is not None
        games = {place.id: place for place in here}
        assert len(found.games) == len(games)
        best = sorted(here, key=lambda place: place.points, reverse=True)[:3]
        assert [(each.game.id, each.player.name, each.points) for each in found.best] == [
            (place.id, place.name, place.points) for place in best
        ]
        winners = [max(place.totals) for place in games.values()]
        assert found.average_winner == sum(winners) / len(winners)
        margins = [place.margin for place in games.values()]
        assert found.average_margin == sum(margins) / len(margins)
        for average in found.averages:
            points = [p.points for p in here if p.players == average.players]
            assert average.average == sum(points) / len(points)
        assert found.average == sum(p.points for p in here) / len(here)
        starts = [place.won for place in here if place.seat == 0 and not place.counted]
        assert found.starting == ((sum(starts), len(starts)) if starts else None)


def check_frequencies(history: History, values: list[dict[str, Any]], places: list[Seat]) -> None:
    """Compare how often routes were claimed and tickets completed with the records."""
    for listed in history.boards():
        board = history.board(listed.board, listed.variant)
        assert board is not None
        found = history.frequencies(board)
        assert found is not None
        games = {game.id for game in board.games}
        here = [value for value in values if value["id"] in games]
        claimed = Counter(
            route
            for value in here
            for route in {each["route"] for each in value["events"] if each["do"] == "claim"}
        )
        assert {each.route: each.games for each in found.routes if each.games} == dict(claimed)
        assert {each.route for each in found.routes} == set(found.board.routes)
        held: Counter[Ends] = Counter()
        done: Counter[Ends] = Counter()
        for place in places:
            if place.id in games:
                for ends, _, completed in place.scored.tickets:
                    held[ends] += 1
                    done[ends] += completed
        assert {each.ticket.pairs: (each.held, each.completed) for each in found.tickets} == {
            ends: (held[ends], done[ends]) for ends in held
        }
        failed = {ends: done[ends] / held[ends] for ends in held if done[ends] < held[ends]}
        least = {each.ticket.pairs: failed[each.ticket.pairs] for each in found.least_completed}
        assert least == failed
        assert list(least.values()) == sorted(failed.values())


def test_all_figures_of_a_hundred_games(store: Store, values: list[dict[str, Any]]) -> None:
    history, places = History(store.games), seats(values)
    assert len(history.games()) == COUNT
    assert {place.name for place in places} == set(PEOPLE)
    check_players(history, places)
    check_boards(history, places)
    check_frequencies(history, values, places)


def write_random_games(folder: Path, count: int) -> list[dict[str, Any]]:
    """Write finished games of random legal events on all boards; returns their records."""
    boards = sorted(bundled_boards().values(), key=lambda board: board.id)
    (folder / "games").mkdir()
    values = []
    for number in range(count):
        random = Random(number)
        game = new_game(boards[number % len(boards)], random.randint(2, 5))
        while not game.state.is_over:
            game = game.record(random_legal_event(game.state, random))
        for name in without_tickets(game.state):
            game = game.record(TicketsTaken(name, ()))
        end = FIRST_DATE + timedelta(days=random.randint(0, 800), minutes=number)
        played = timedelta(minutes=random.randint(1, 200))
        saved = SavedGame(f"{number:032x}", game, end - played, end, end, played)
        path = folder / "games" / f"{saved.id}.finished.json"
        path.write_bytes(record_content(saved))
        values.append(record_to_json(saved.record))
    return sorted(values, key=lambda value: datetime.fromisoformat(value["finished"]))


def test_all_figures_of_random_games(tmp_path: Path) -> None:
    count = min(COUNT, 25 * THOROUGHNESS)
    values = write_random_games(tmp_path, count)
    with open_store(tmp_path) as store:
        history, places = History(store.games), seats(values)
        assert len(history.games()) == count
        check_players(history, places)
        check_boards(history, places)
        check_frequencies(history, values, places)


def test_figures_follow_renaming_merging_and_forgetting(
    store: Store, values: list[dict[str, Any]]
) -> None:
    history = History(store.games)
    history.players()
    store.players.rename("Ana", "Anna")
    renamed = json.loads(json.dumps(values).replace('"Ana"', '"Anna"'))
    check_players(history, seats(renamed))
    # A player of one game only, merged into a player who is not in that game.
    saved = store.games.open(values[0]["id"])
    one, *others = saved.game.setup.players
    other = next(name for name in ("Anna", *PEOPLE[1:]) if name not in saved.game.setup.names)
    guest = Player("Guest", one.color)
    store.games.save(saved, change_players(saved.game, (guest, *others)))
    store.players.merge("Guest", other)
    merged = json.loads(json.dumps(renamed))
    merged[0] = json.loads(json.dumps(merged[0]).replace(f'"{one.name}"', f'"{other}"'))
    check_players(history, seats(merged))
    store.players.forget("Peter")
    check_players(history, seats(merged, ("Peter",)))
    check_boards(history, seats(merged, ("Peter",)))
    assert history.player("Peter") is None


def test_figures_follow_correcting_reopening_and_deleting(
    store: Store, values: list[dict[str, Any]]
) -> None:
    history = History(store.games)
    values = json.loads(json.dumps(values))
    check_frequencies(history, values, seats(values))
    number, claim = next(
        (number, len(value["events"]) - 1 - index)
        for number, value in enumerate(values)
        if value.get("counted")
        for index, event in enumerate(reversed(value["events"]))
        if event["do"] == "claim"
    )
    saved = store.games.open(values[number]["id"])
    assert isinstance(saved.game.events[claim], RouteClaimed)
    store.games.save(saved, saved.game.remove(claim))
    del values[number]["events"][claim]
    places = seats(values)
    check_players(history, places)
    check_frequencies(history, values, places)
    reopened = store.games.reopen(store.games.open(values[7]["id"]))
    without = [value for value in values if value["id"] != reopened.id]
    check_players(history, seats(without))
    check_boards(history, seats(without))
    store.games.finish(reopened)
    check_players(history, places)
    store.games.remove(values[8]["id"])
    without = [value for value in values if value["id"] != values[8]["id"]]
    check_players(history, seats(without))
    check_frequencies(history, without, seats(without))


def test_nothing_is_computed_or_replayed_twice(store: Store) -> None:
    history = History(store.games)
    opened: list[str] = []
    read = store.games.open

    def open_game(id: str) -> object:
        opened.append(id)
        return read(id)

    store.games.open = open_game  # type: ignore[method-assign,assignment]
    board = history.board("usa", "")
    assert board is not None
    assert not history.is_replayed(board)
    first = history.frequencies(board)
    assert sorted(opened) == sorted(game.id for game in board.games)
    opened.clear()
    again = history.board("usa", "")
    assert again is board
    assert history.is_replayed(board)
    assert history.frequencies(board) is first
    assert history.player("ana") is history.player("Ana")
    assert history.games() is history.games()
    assert opened == []
    saved = read(board.games[0].id)
    # Saved again, it may have been corrected in a way that the header does not show.
    store.games.save_metadata(saved)
    changed = history.board("usa", "")
    assert changed is not None
    assert changed is not board
    history.frequencies(changed)
    assert opened == [saved.id]


def test_cancelled_replay_gives_nothing_and_continues_later(store: Store) -> None:
    history = History(store.games)
    board = history.board("usa", "")
    assert board is not None
    seen: list[tuple[int, int]] = []
    cancelled = history.frequencies(
        board, lambda done, of: seen.append((done, of)), lambda: len(seen) == 2
    )
    assert cancelled is None
    assert seen == [(0, len(board.games)), (1, len(board.games))]
    assert history.frequencies(board, lambda done, of: seen.append((done, of))) is not None
    assert seen[2] == (0, len(board.games) - 2)
