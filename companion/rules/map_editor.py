"""Files of the map editor for Ticket to Ride (hagstrom.nu/ttr), converted to board files.

The result is checked like any other board file, so that errors are reported here only where the
two formats differ. What such a file never says gets the values of the standard game.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from unicodedata import normalize
from zlib import crc32

from companion.rules.boards import ROUTE_COLORS
from companion.rules.errors import Malformed
from companion.rules.json_reader import (
    BOARD_FORMAT,
    MAP_LIMITS,
    MAX_TEXT_LENGTH,
    JsonObject,
    Problems,
    item_name,
    read_json,
)
from companion.rules.wording import Phrase, phrase

_FORMAT = "ticket-to-ride-map"
_VERSIONS = (3, 4)
_LARGEST = 1_000_000
"""More than any number of a board; coordinates are limited to the board anyway."""
_ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
_STANDARD_END = {
    "bonuses": {"longest_route": 10},
    "tie_breakers": ["tickets_completed", "longest_route"],
    "draw_tickets": {"deal": 3, "keep": 1},
}

_Fields = dict[str, Any]


def convert_map(
    content: bytes, file_name: str, bundled: Container[str]
) -> tuple[_Fields | None, Problems]:
    """The board file for a file of the map editor, or everything that has no form in one.

    None without problems for any other file. A map without a name is named after the file.
    """
    if _FORMAT.encode() not in content and b'"stops"' not in content:
        return None, []
    try:
        value = read_json(content, MAP_LIMITS)
    except Malformed as problem:
        return None, [problem]
    if not isinstance(value, dict) or (value.get("format") != _FORMAT and "stops" not in value):
        return None, []
    problems: Problems = []
    try:
        board = _board(JsonObject(value, phrase("the map")), file_name, bundled, problems)
    except Malformed as problem:
        return None, [problem]
    return (None, problems) if problems else (board, [])


def _board(
    file: JsonObject, file_name: str, bundled: Container[str], problems: Problems
) -> _Fields:
    payload = _payload(file)
    frame = file.child("board")
    width, height = (frame.number(side, 1, _LARGEST) for side in ("width", "height"))
    tracks = list(_tracks(payload, problems))
    routes = list(_routes(tracks, problems))
    places = list(_places(payload, tracks, (width, height), problems))
    name = _line(_given(payload, "name")) or _line(file_name) or "Map"
    cities = {place["id"] for place in places if "kind" not in place}
    return {
        "format": BOARD_FORMAT.stamp,
        "id": _id(name, bundled),
        "name": name,
        "aspect": round(width / height, 4),
        **_setup(payload, routes),
        "route_points": {
            str(length): points
            for length, points in _ROUTE_POINTS.items()
            if any(route["length"] == length for route in routes)
        },
        **_STANDARD_END,
        "places": places,
        "routes": routes,
        **_decks(payload, cities, problems),
    }


def _payload(file: JsonObject) -> JsonObject:
    """The content of a file with a board; `Malformed` if it has none or is of another version."""
    version = file.integer("version", 1, 999) if file.has("version") else 1
    if version < min(_VERSIONS):
        file.fail(
            phrase(
                "version {version} of the map editor’s files is too old; open the file in the "
                "editor and save it again",
                version=version,
            )
        )
    if version not in _VERSIONS:
        file.fail(
            phrase(
                "version {version} of the map editor’s files is not known; {last} is the last one",
                version=version,
                last=max(_VERSIONS),
            )
        )
    if _given(file, "kind") not in (None, "map", "network"):
        file.fail(phrase("the file contains no board; save the whole map"))
    return file.child("payload")


def _given(fields: JsonObject, name: str) -> object:
    """A field of any type; None if it is missing."""
    return fields.raw(name) if fields.has(name) else None


def _whole(fields: JsonObject, name: str, default: int) -> int:
    if _given(fields, name) is None:
        return default
    return round(fields.number(name, -_LARGEST, _LARGEST))


def _line(value: object) -> str:
    """A text as a line that a board file may have; empty if there is none."""
    text = value if isinstance(value, str) else ""
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split())[:MAX_TEXT_LENGTH]


def _id(name: str, bundled: Container[str]) -> str:
    """An id made of a name, the same for each version of a map."""
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    id = re.sub("[^a-z0-9]+", "-", letters).strip("-")[:36].strip("-")
    id = id or f"map-{crc32(name.encode()):08x}"
    return f"{id}-map" if id in bundled else id


def _items(
    payload: JsonObject, name: str, kind: Phrase, problems: Problems
) -> Iterator[JsonObject]:
    """The objects of a list, named by their ids; those without an id are reported."""
    values = payload.array(name) if payload.has(name) else []
    for number, value in enumerate(values, start=1):
        try:
            item = JsonObject(value, phrase("{kind} {number}", kind=kind, number=number))
            item.where = item_name(kind, item.text("id"))
        except Malformed as problem:
            problems.append(problem)
        else:
            yield item


def _styles(payload: JsonObject, name: str) -> dict[str, Mapping[str, object]]:
    """The entries of a list by id; what is wrong in them is ignored."""
    listed = _given(payload, name)
    values = listed if isinstance(listed, list) else []
    entries = [each for each in values if isinstance(each, dict)]
    return {each["id"]: each for each in entries if isinstance(each.get("id"), str)}


# Places


def _places(
    payload: JsonObject, tracks: Iterable[_Track], frame: tuple[float, float], problems: Problems
) -> Iterator[_Fields]:
    """All stops, except junctions that no route reaches."""
    styles = {"junction": {"junction": True}} | _styles(payload, "stopTypeStyles")
    junctions = {id for id, style in styles.items() if style.get("junction") is True}
    stops = list(_items(payload, "stops", phrase("stop"), problems))
    names = {stop.text("id"): _line(_given(stop, "name")) for stop in stops}
    neighbours: dict[str, list[str]] = {}
    for track in tracks:
        for here, there in ((track.start, track.end), (track.end, track.start)):
            neighbours.setdefault(here, []).append(names.get(there, ""))
    for stop in stops:
        id = stop.text("id")
        name, is_junction = names[id], _line(_given(stop, "type")) in junctions
        if is_junction and id not in neighbours:
            continue
        try:
            if is_junction and not name:
                name = " / ".join(filter(None, dict.fromkeys(neighbours[id]))) or id
            elif not name:
                stop.fail(phrase("“{name}” should be a single line of text", name="name"))
            x, y = (
                round(min(max(stop.number(axis, -_LARGEST, _LARGEST) / side, 0.0), 1.0), 6)
                for axis, side in zip("xy", frame, strict=True)
            )
        except Malformed as problem:
            problems.append(problem)
            continue
        place = {"id": id, "name": name[:MAX_TEXT_LENGTH], "x": x, "y": y}
        yield place | {"kind": "way_station"} if is_junction else place


# Routes


class _Track(NamedTuple):
    """A route of the map: several with the same ends are the tracks of one route."""

    fields: JsonObject
    id: str
    start: str
    end: str
    length: int
    color: str
    locomotives: int
    is_tunnel: bool


def _tracks(payload: JsonObject, problems: Problems) -> Iterator[_Track]:
    """All routes, except lines without spaces."""
    styles = {"tunnel": {"shape": "serrated"}} | _styles(payload, "routeTypeStyles")
    wagons = _styles(payload, "wagonStyles")
    for route in _items(payload, "routes", phrase("route"), problems):
        style = styles.get(_line(_given(route, "type")), {})
        wagon = wagons.get(_line(_given(route, "wagonStyle")), {})
        if style.get("infrastructure") is True:
            continue
        try:
            length = round(route.number("length", -_LARGEST, _LARGEST))
            color = _given(route, "color")
            yield _Track(
                route,
                route.text("id"),
                route.text("a"),
                route.text("b"),
                length,
                color if isinstance(color, str) and color in ROUTE_COLORS else "grey",
                _locomotives(route, length),
                "serrated" in (style.get("shape"), wagon.get("shape"))
                or _given(route, "tunnel") is True,
            )
        except Malformed as problem:
            problems.append(problem)


def _locomotives(route: JsonObject, length: int) -> int:
    """How many spaces of a route need a locomotive."""
    slots = route.array("locomotiveSlots") if route.has("locomotiveSlots") else []
    return len({slot for slot in slots if type(slot) is int and 0 <= slot < length})


def _routes(tracks: Iterable[_Track], problems: Problems) -> Iterator[_Fields]:
    """The routes of a board file: one for the tracks with the same ends."""
    by_ends: dict[frozenset[str], list[_Track]] = {}
    for track in tracks:
        by_ends.setdefault(frozenset((track.start, track.end)), []).append(track)
    for joined in by_ends.values():
        first = joined[0]
        lengths = {track.length for track in joined}
        if len(joined) > 3 or len(lengths) > 1 < len(joined) - 1:
            problems.append(
                first.fields.problem(
                    phrase(
                        "two places have at most three tracks of the same length, or two of "
                        "different lengths"
                    )
                )
            )
        elif len(lengths) > 1:
            for track, other in (joined, joined[::-1]):
                yield _route([track]) | {"double_with": other.id}
        elif len({track.is_tunnel for track in joined}) > 1:
            problems.append(
                first.fields.problem(phrase("all its tracks should be tunnels, or none of them"))
            )
        else:
            yield _route(joined)


def _route(tracks: list[_Track]) -> _Fields:
    first = tracks[0]
    locomotives = [track.locomotives for track in tracks]
    route: _Fields = {
        "id": first.id,
        "from": first.start,
        "to": first.end,
        "length": first.length,
        "tracks": [track.color for track in tracks],
    }
    if any(locomotives):
        route["ferry"] = locomotives if len(set(locomotives)) > 1 else locomotives[0]
    return route | {"tunnel": True} if first.is_tunnel else route


# Setup and tickets


def _setup(payload: JsonObject, routes: list[_Fields]) -> _Fields:
    none = JsonObject({}, payload.where)
    players = payload.child("players") if payload.has("players") else none
    return {
        "players": [_whole(players, "min", 2), _whole(players, "max", 5)],
        "trains_per_player": _whole(payload, "wagonsPerPlayer", 45),
        "double_tracks_from_players": _double_tracks_from(payload, routes),
        "start_tickets": {
            "deal": _whole(payload, "startingTickets", 3),
            "keep": _whole(payload, "keptTickets", 2),
        },
    }


def _double_tracks_from(payload: JsonObject, routes: list[_Fields]) -> int:
    """The fewest players with whom all tracks of a route can be claimed; 4 if it is not said."""
    name = "lanesUsableByPlayers"
    most = max((2 if "double_with" in each else len(each["tracks"]) for each in routes), default=1)
    if most == 1 or not payload.has(name):
        return 4
    given, open_to = payload.child(name), []
    for count in range(2, 6):
        keys = (str(count), *(f"{fewest}+" for fewest in range(count, 0, -1)))
        usable = next((given.raw(key) for key in keys if given.has(key)), "all" if count > 3 else 1)
        if usable == "all" or (type(usable) is int and usable >= most):
            open_to.append(count)
        elif usable != 1 or open_to:
            payload.fail(
                phrase(
                    "“{field}” should be 1 for few players and “all” for more players", field=name
                )
            )
    return open_to[0] if open_to else 6


def _decks(payload: JsonObject, cities: Container[str], problems: Problems) -> _Fields:
    """The tickets, with a variant for each deck if there are several: they are alternatives."""
    sets = _styles(payload, "ticketSets") or {"": {}}
    cards_by_deck: dict[str, dict[object, _Fields]] = {id: {} for id in sets}
    for ticket in _items(payload, "tickets", phrase("ticket"), problems):
        start, end, deck = (_given(ticket, name) for name in ("a", "b", "set"))
        if not isinstance(start, str) or not isinstance(end, str):
            continue
        if start == end or start not in cities or end not in cities:
            continue
        try:
            points = round(ticket.number("points", -_LARGEST, _LARGEST))
        except Malformed as problem:
            problems.append(problem)
            continue
        name = "long" if _given(ticket, "long") is True else "regular"
        cards = cards_by_deck[deck if isinstance(deck, str) and deck in sets else next(iter(sets))]
        key = frozenset((start, end)), points, name
        if key in cards:
            cards[key]["copies"] = cards[key].get("copies", 1) + 1
        else:
            card = {"from": start, "to": end, "points": points, "deck": name}
            cards[key] = {"id": ticket.text("id"), **card}
    decks = {id: list(cards.values()) for id, cards in cards_by_deck.items() if cards}
    if len(decks) > 1:
        for number, numbered in enumerate(decks.values(), start=1):
            for each in numbered:
                each["deck"] = f"{each['deck']} {number}"
    every = [each for deck in decks.values() for each in deck]
    variants = [
        {
            "id": f"deck-{number}",
            "name": _line(sets[id].get("label")) or _line(id) or str(number),
            "decks": list(dict.fromkeys(each["deck"] for each in deck)),
            **_count(deck),
        }
        for number, (id, deck) in enumerate(decks.items(), start=1)
    ]
    found = _count(every) | {"tickets": every}
    return found | {"variants": variants} if len(variants) > 1 else found


def _count(cards: list[_Fields]) -> _Fields:
    long = list(dict.fromkeys(each["deck"] for each in cards if each["deck"].startswith("long")))
    count = {"ticket_count": sum(each.get("copies", 1) for each in cards)}
    return count | {"long_decks": long} if long else count
