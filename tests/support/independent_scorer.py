"""An independent implementation of scoring, simple and slow, to compare the rules package with.

It shares nothing with the app but the board files.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any
from unicodedata import normalize

MAPS = Path(__file__).parents[2] / "data" / "maps"

Fields = dict[str, Any]


def comparable(name: str) -> str:
    """A name with composed letters and without case."""
    return normalize("NFC", name.casefold())


class IndependentScorer:
    """A game record and its board as JSON objects."""

    def __init__(self, record: Fields) -> None:
        self.record = record
        self.board: Fields = json.loads((MAPS / f"{record['map']}.json").read_text("utf-8"))
        # A variant can replace bonuses and tie-breakers of the board; the first is the default.
        variants = {each["id"]: each for each in self.board.get("variants", [])}
        self.rules = self.board | variants.get(
            record.get("variant"), next(iter(variants.values()), {})
        )
        self.routes: dict[str, Fields] = {route["id"]: route for route in self.board["routes"]}
        self.names = [player["name"] for player in record["players"]]
        self.claims: dict[str, list[Fields]] = {name: [] for name in self.names}
        self.stations: dict[str, list[str]] = {name: [] for name in self.names}
        self.tickets: dict[str, list[Fields]] = {name: [] for name in self.names}
        self.other_points: dict[str, list[int]] = {name: [] for name in self.names}
        players = {comparable(name): name for name in self.names}
        self.events = [
            {**event, "player": players[comparable(event["player"])]} for event in record["events"]
        ]
        for event in self.events:
            player = event["player"]
            if event["do"] == "claim":
                self.claims[player].append(event)
            elif event["do"] == "station":
                self.stations[player].append(event["city"])
            elif event["do"] == "extra":
                self.other_points[player].append(event["points"])
            elif event["do"] == "tickets":
                self.tickets[player] += event["tickets"]

    def terrain(self) -> dict[str, dict[str, int]]:
        """Every player's face-up terrain cards by type; a player who left has none."""
        kinds = self.board.get("terrain", {}).get("types", [])
        by_color = {color: kind["id"] for kind in kinds for color in kind["colors"]}
        held = {name: {kind["id"]: 0 for kind in kinds} for name in self.names}
        for event in self.events:
            cards = held[event["player"]]
            if event["do"] == "terrain":
                cards[event["terrain"]] += event.get("count", 1)
            elif event["do"] == "left":
                held[event["player"]] = dict.fromkeys(cards, 0)
            elif event["do"] == "claim" and event.get("double"):
                track = self.routes[event["route"]]["tracks"][event.get("track", 0)]
                cards[by_color[track]] -= event["double"].get("terrain", 0)
        return held

    def is_over(self) -> bool:
        """Whether everybody who stayed had a turn after one that ended with at most 2 trains.

        A counted board is always that of a finished game.
        """
        if self.record.get("counted"):
            return True
        all_trains: int = self.board["trains_per_player"]
        trains = dict.fromkeys(self.names, all_trains)
        waiting: set[str] | None = None
        stayed = set(self.names)
        for event in self.events:
            name = event["player"]
            if event["do"] == "claim":
                trains[name] -= self.routes[event["route"]]["length"] + self.mountains(event)
            if event["do"] == "left":
                stayed.remove(name)
                waiting = waiting and waiting - {name}
            elif event["do"] in ("claim", "station", "pass"):
                if waiting is not None:
                    waiting.remove(name)
                elif trains[name] <= 2:
                    waiting = set(stayed)
        return waiting == set()

    def is_decided(self) -> bool:
        """Whether the game is over and tickets, or that there are none, are entered for all."""
        entered = {event["player"] for event in self.events if event["do"] == "tickets"}
        return self.is_over() and entered == set(self.names)

    def own(self, name: str) -> frozenset[str]:
        """The routes a player has claimed."""
        return frozenset(claim["route"] for claim in self.claims[name])

    def places_of(self, end: str) -> set[str]:
        """The places of a ticket end: the city, or the entrances of the country."""
        return {
            place["id"]
            for place in self.board["places"]
            if end in (place["id"], place.get("country"))
        }

    def joined(self, routes: frozenset[str], start: str, end: str) -> bool:
        """Whether routes connect two ticket ends."""
        reached = self.places_of(start)
        while True:
            ends = [{self.routes[id]["from"], self.routes[id]["to"]} for id in routes]
            further = reached.union(*(pair for pair in ends if pair & reached))
            if further == reached:
                return bool(reached & self.places_of(end))
            reached = further

    def ticket(self, ticket: Fields, routes: frozenset[str]) -> tuple[int, str | None]:
        """Points of a ticket with these routes, and the end that counted."""
        values = ticket.get("points_by_end") or {ticket["to"]: ticket["points"]}
        reached = [end for end in values if self.joined(routes, ticket["from"], end)]
        if not reached:
            return -min(values.values()), None
        best = max(reached, key=lambda end: values[end])
        return values[best], best

    def borrowed(self, name: str) -> frozenset[str]:
        """The best routes to borrow with stations, found by trying every combination."""
        others = frozenset[str]().union(*(self.own(each) for each in self.names if each != name))
        choices = [
            [
                None,
                *(id for id in others if city in (self.routes[id]["from"], self.routes[id]["to"])),
            ]
            for city in self.stations[name]
        ]
        combinations = [frozenset(id for id in chosen if id) for chosen in product(*choices)]

        def worth(borrowed: frozenset[str]) -> tuple[int, int]:
            values = [
                self.ticket(each, self.own(name) | borrowed)[0] for each in self.tickets[name]
            ]
            return sum(values), sum(value > 0 for value in values)

        return max(combinations, key=worth)

    def is_tour(self, name: str, ticket: Fields, end: str) -> bool:
        """Whether a ticket is a grand tour: connected without any single route."""
        own = self.own(name)
        return self.joined(own, ticket["from"], end) and all(
            self.joined(own - {id}, ticket["from"], end) for id in own
        )

    def longest(self, name: str) -> int:
        """The longest walk that uses no route twice, found by trying every walk."""
        routes = [self.routes[id] for id in sorted(self.own(name))]

        @cache
        def from_here(place: str, used: int) -> int:
            longest = 0
            for number, route in enumerate(routes):
                if not used >> number & 1 and place in (route["from"], route["to"]):
                    there = route["to"] if place == route["from"] else route["from"]
                    further = from_here(there, used | 1 << number)
                    longest = max(longest, route["length"] + further)
            return longest

        return max(
            (from_here(route[end], 0) for route in routes for end in ("from", "to")), default=0
        )

    def mountains(self, claim: Fields) -> int:
        """The mountain spaces of the claimed track."""
        marked = self.routes[claim["route"]].get("mountain", 0)
        return int(marked[claim.get("track", 0)] if isinstance(marked, list) else marked)

    def connected_cities(self, name: str) -> int:
        """The most cities that one connected network of a player's routes has."""
        own = self.own(name)
        touched = {self.routes[id][end] for id in own for end in ("from", "to")}
        cities = [each["id"] for each in self.board["places"] if "kind" not in each]
        return max(
            (
                sum(self.joined(own, place, city) for city in cities if city in touched)
                for place in touched
            ),
            default=0,
        )

    def attractions(self, name: str) -> int:
        """The attractions at the ends of a player's routes."""
        touched = {self.routes[id][end] for id in self.own(name) for end in ("from", "to")}
        return sum(
            bool(each.get("attraction")) for each in self.board["places"] if each["id"] in touched
        )

    def districts(self, name: str) -> int:
        """The points of the districts whose places are connected, pair by pair."""
        own = self.own(name)
        return sum(
            district["points"]
            for district in self.board.get("districts", [])
            if all(self.joined(own, *pair) for pair in combinations(district["places"], 2))
        )

    def score(self) -> dict[str, Fields]:
        """Every player's numbers, by name, under the keys of the JSON output."""
        counts = {name: self._counts(name) for name in self.names}
        scores = {}
        bonuses = self.rules["bonuses"]
        for_longest = bonuses.get("longest_route", 0)
        if self.record.get("house_rules", {}).get("longest_route"):
            for_longest = for_longest or self.board["house_rules"]["longest_route"]
        longest = max(each["longest_route"] for each in counts.values())
        most = max(each["tickets_completed"] for each in counts.values())
        most_cities = max(self.connected_cities(name) for name in self.names)
        for name, each in counts.items():
            holds = each["longest_route"] == longest > 0
            trots = each["tickets_completed"] == most > 0
            points = {
                "routes": each["routes"],
                "tickets": each["tickets"],
                "stations": each["stations"],
                "longest_route": for_longest if holds else 0,
                "globetrotter": bonuses.get("globetrotter", 0) if trots else 0,
                "grand_tour": each["grand_tour"],
                "most_cities": bonuses.get("most_cities", 0)
                if self.connected_cities(name) == most_cities > 0
                else 0,
                "attractions": bonuses.get("attraction", 0) * self.attractions(name),
                "districts": self.districts(name),
                "extra": sum(self.other_points[name]),
            }
            has = {"routes", "tickets", *(name for name in bonuses if bonuses[name])}
            has |= {"attractions"} if bonuses.get("attraction") else set()
            has |= {"districts"} if self.board.get("districts") else set()
            has |= {"extra"} if any(self.other_points.values()) else set()
            has |= {"stations"} if bonuses.get("unused_station") else set()
            has |= {"longest_route"} if for_longest else set()
            scores[name] = {
                "total": sum(points.values()),
                "parts": {part: points[part] for part in points if part in has},
                "tickets_completed": each["tickets_completed"],
                "longest_route_spaces": each["longest_route"],
                "trains_left": each["trains_left"],
            }
        return scores

    def _counts(self, name: str) -> Fields:
        claims = [(self.routes[each["route"]]["length"], each) for each in self.claims[name]]
        mountains = sum(self.mountains(each) for each in self.claims[name])
        points = self.board["route_points"]
        routes = self.own(name) | self.borrowed(name)
        results = [(each, *self.ticket(each, routes)) for each in self.tickets[name]]
        tours = sum(end is not None and self.is_tour(name, each, end) for each, _, end in results)
        for_tours = self.rules["bonuses"].get("grand_tour", {})
        unused = self.board.get("stations_per_player", 0) - len(self.stations[name])
        return {
            "routes": sum(
                points[str(length)] * (1 if each.get("double") is None else 2)
                for length, each in claims
            )
            + mountains * self.board.get("mountain_points", 0),
            "tickets": sum(value for _, value, _ in results),
            "tickets_completed": sum(end is not None for _, _, end in results),
            "stations": unused * self.rules["bonuses"].get("unused_station", 0),
            "longest_route": self.longest(name),
            "grand_tour": for_tours.get(str(min(tours, len(for_tours))), 0),
            "trains_left": self.board["trains_per_player"]
            - sum(length for length, _ in claims)
            - mountains,
        }

    def rank_keys(self) -> dict[str, list[int]]:
        """By name: points and what the tie-breakers compare; the greatest wins."""
        scores = self.score()
        longest = max(each["longest_route_spaces"] for each in scores.values())
        breakers = list(self.rules["tie_breakers"])
        if not self.rules["bonuses"].get("longest_route"):
            breakers = [each for each in breakers if each != "longest_route"]
        if self.record.get("house_rules", {}).get("longest_route"):
            breakers += [each for each in ["longest_route"] if each not in breakers]

        def rank_key(name: str) -> list[int]:
            each = scores[name]
            values = {
                "tickets_completed": each["tickets_completed"],
                "fewest_stations_built": -len(self.stations[name]),
                "mountain_routes": sum(self.mountains(claim) > 0 for claim in self.claims[name]),
                "longest_route": int(each["longest_route_spaces"] == longest > 0),
                "longest_route_length": each["longest_route_spaces"],
            }
            return [each["total"], *(values[breaker] for breaker in breakers)]

        return {name: rank_key(name) for name in self.names}

    def winners(self) -> list[str]:
        """The winners, in turn order."""
        keys = self.rank_keys()
        return [name for name in self.names if keys[name] == max(keys.values())]
