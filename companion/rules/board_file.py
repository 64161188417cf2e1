"""The fields of a board file, described once for reader and schema, and reading a board."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from companion.rules.board import (
    Board,
    Bonuses,
    Country,
    DeckTicket,
    District,
    Piece,
    Place,
    PlaceKind,
    Route,
    Terrain,
    TerrainType,
    TicketDeal,
    TieBreaker,
    Variant,
)
from companion.rules.board_checks import MAX_CROSSINGS, board_problems
from companion.rules.boards import PLAYER_COLORS, ROUTE_COLORS, TRAIN_COLORS, listed_fields
from companion.rules.errors import Malformed, NewerVersion, Refused
from companion.rules.events import Ticket
from companion.rules.json_reader import (
    BOARD_FORMAT,
    BOARD_LIMITS,
    FLAG,
    NUMBERS_BY_NUMBER,
    OBJECT,
    TEXT,
    Fields,
    JsonObject,
    Kind,
    Problems,
    check_size,
    encode_json,
    is_single_line,
    nested,
    number,
    objects,
    one_of,
    optional,
    read_fields,
    read_json,
    texts,
    whole,
)
from companion.rules.map_editor import convert_map
from companion.rules.tickets import (
    MAX_ENDS,
    MAX_TICKET_POINTS,
    MIN_TICKET_POINTS,
    read_points_by_end,
)
from companion.rules.wording import phrase

_ID_PATTERN = "[a-z0-9-]{1,40}"
_POINTS = whole(0, 999)
_TICKET_POINTS = whole(MIN_TICKET_POINTS, MAX_TICKET_POINTS)
_DECKS = texts(50)
_ROUTE_COLORS = one_of(ROUTE_COLORS, lambda name: phrase("unknown colour “{name}”", name=name))
_TIE_BREAKERS = one_of(
    get_args(TieBreaker), lambda name: phrase("unknown tie-breaker “{name}”", name=name)
)
_PLACE_KINDS = one_of(get_args(PlaceKind), lambda name: phrase("unknown kind “{name}”", name=name))
_PIECES = one_of(get_args(Piece), lambda name: phrase("unknown piece “{name}”", name=name))


def _format(fields: JsonObject, name: str, _: Problems) -> None:
    BOARD_FORMAT.check({"format": fields.raw(name)})


def _id(fields: JsonObject, name: str, _: Problems) -> str:
    id = fields.text(name)
    if not re.fullmatch(_ID_PATTERN, id):
        fields.fail(phrase("“id” should have 1 to 40 characters from a to z, 0 to 9 and hyphens"))
    return id


def _players(fields: JsonObject, name: str, _: Problems) -> tuple[int, int]:
    match fields.array(name):
        case [int(fewest), int(most)] if 1 < fewest <= most <= 5:
            return fewest, most
    fields.fail(
        phrase("“players” should be the minimum and maximum number of players, from 2 to 5")
    )


def _train_colors(fields: JsonObject, name: str, _: Problems) -> tuple[str, ...]:
    colors = fields.texts(name)
    if not set(colors) <= set(TRAIN_COLORS) or len(set(colors)) < len(colors):
        fields.fail(phrase("“train_colors” should be different train colours"))
    return colors


def _grand_tour(fields: JsonObject, name: str, problems: Problems) -> object:
    points = NUMBERS_BY_NUMBER.read(fields, name, problems)
    if set(points) != set(range(1, len(points) + 1)):
        fields.fail(phrase("“grand_tour” should have points for 1 ticket, 2 tickets and so on"))
    return points


def _per_track(fields: JsonObject, name: str, _: Problems) -> tuple[int, ...]:
    """Read one number for all tracks, or a list with one number per track."""
    if not isinstance(fields.raw(name), list):
        return (fields.integer(name, 1, 99),)
    numbers = fields.array(name)
    tracks = fields.raw("tracks") if fields.has("tracks") else None
    per_track = tuple(each for each in numbers if type(each) is int and 0 <= each <= 99)
    if len(per_track) < len(numbers) or not isinstance(tracks, list) or len(tracks) != len(numbers):
        fields.fail(phrase("“{field}” should be a whole number, or one per track", field=name))
    return per_track


def _crossings(fields: JsonObject, name: str, _: Problems) -> tuple[tuple[str, str], ...]:
    pairs = tuple(
        (pair[0], pair[1])
        for pair in fields.array(name)
        if isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(id, str) and is_single_line(id) for id in pair)
    )
    if len(pairs) < len(fields.array(name)) or len(pairs) > MAX_CROSSINGS:
        fields.fail(
            phrase("“crossings” should be at most {most} pairs of routes", most=MAX_CROSSINGS)
        )
    return pairs


def _only_value(value: str) -> Kind:
    """A field that is missing or has this one value; read as whether it is there."""

    def read(fields: JsonObject, name: str, _: Problems) -> bool:
        if fields.text(name) != value:
            fields.fail(phrase("“{field}” should be “{value}”", field=name, value=value))
        return True

    return Kind(read, {"const": value}, is_required=False, default=False)


def _route(**values: Any) -> Route:
    return Route(start=values.pop("from"), end=values.pop("to"), **values)


def _ticket(**values: Any) -> DeckTicket:
    start = values.pop("from")
    if "points_by_end" in values:
        ticket = Ticket.to_one_of(start, values.pop("points_by_end"))
    else:
        ticket = Ticket(start, values.pop("to"), values.pop("points"))
    return DeckTicket(ticket=ticket, **values)


def _variant(**values: Any) -> Variant:
    own = {name: values.pop(name) for name in (*_VARIANT_RULES, "long_decks")}
    rules = {name: value for name, value in own.items() if value is not None}
    only, values_of_2004 = values.pop("only"), values.pop("ticket_values")
    return Variant(only_big_cities=only, values_of_2004=values_of_2004, rules=rules, **values)


_PER_TRACK = optional(
    Kind(
        _per_track,
        {
            "anyOf": [
                whole(1, 99).schema,
                {"type": "array", "items": whole(0, 99).schema, "minItems": 1, "maxItems": 3},
            ]
        },
    ),
    (),
)


_BONUSES = nested(
    {
        **{
            each.name: optional(_POINTS, 0)
            for each in dataclasses.fields(Bonuses)
            if each.type == "int"
        },
        "grand_tour": optional(Kind(_grand_tour, NUMBERS_BY_NUMBER.schema), MappingProxyType({})),
    },
    Bonuses,
)
_HOUSE_RULES = nested({"longest_route": optional(_POINTS, 0)})
_DEAL = nested(
    {
        "deal": whole(0, 99),
        "keep": whole(0, 99),
        "deal_long": optional(whole(0, 99), 0),
        "keep_long": optional(whole(0, 99)),
    },
    TicketDeal,
)
_TERRAIN_TYPE = {
    "id": TEXT,
    "name": TEXT,
    "short": TEXT,
    "colors": texts(len(ROUTE_COLORS), 1, _ROUTE_COLORS),
}
_TERRAIN = nested(
    {
        "types": objects(phrase("terrain type"), _TERRAIN_TYPE, 1, len(ROUTE_COLORS), TerrainType),
        "cards_per_type": whole(1, 999),
        "cards_to_double": NUMBERS_BY_NUMBER,
        "dealt_at_start": whole(0, 99),
        "face_up": whole(0, 99),
    },
    Terrain,
)
_PLACE = {
    "id": TEXT,
    "name": TEXT,
    "x": number(0, 1),
    "y": number(0, 1),
    "aliases": optional(texts(20), ()),
    "kind": optional(_PLACE_KINDS, "city"),
    "country": optional(TEXT),
    "attraction": optional(FLAG, False),
}
_ROUTE = {
    "id": TEXT,
    "from": TEXT,
    "to": TEXT,
    "length": whole(1, 99),
    "tracks": texts(3, 1, _ROUTE_COLORS),
    "ferry": _PER_TRACK,
    "tunnel": optional(FLAG, False),
    "double_with": optional(TEXT),
    "mountain": _PER_TRACK,
}
_CARD = {
    "id": TEXT,
    "from": TEXT,
    "deck": TEXT,
    "copies": optional(whole(1, 9), 1),
    "big_city": optional(FLAG, False),
    "points_2004": optional(_TICKET_POINTS),
}
_TICKET = {**_CARD, "to": TEXT, "points": _TICKET_POINTS}
_POINTS_BY_END = Kind(
    lambda fields, _name, _problems: read_points_by_end(
        fields, MIN_TICKET_POINTS, MAX_TICKET_POINTS
    ),
    {
        "type": "object",
        "propertyNames": TEXT.schema,
        "additionalProperties": _TICKET_POINTS.schema,
        "minProperties": 1,
        "maxProperties": MAX_ENDS,
    },
)
_VARIANT_RULES = {
    "ticket_count": whole(0, 999),
    "bonuses": _BONUSES,
    "start_tickets": _DEAL,
    "draw_tickets": _DEAL,
    "tie_breakers": texts(5, 0, _TIE_BREAKERS),
}
"""The rules of a board that a variant can replace."""
_DISTRICT = {"points": whole(1, 99), "places": texts(20, 2)}
_VARIANT = {
    "id": TEXT,
    "name": TEXT,
    "decks": _DECKS,
    "only": _only_value("big_city"),
    "ticket_values": _only_value("points_2004"),
    "long_decks": optional(_DECKS, ()),
    **{name: optional(kind) for name, kind in _VARIANT_RULES.items()},
}

BUNDLED_BOARD: Fields = {
    "id": Kind(_id, {"type": "string", "pattern": f"^{_ID_PATTERN}$"}),
    "name": TEXT,
    "short_name": optional(TEXT, ""),
    "bgg_id": optional(whole(1, 10**9)),
    "aspect": number(0.1, 10),
    "players": Kind(
        _players, {"type": "array", "items": whole(2, 5).schema, "minItems": 2, "maxItems": 2}
    ),
    "train_colors": optional(
        Kind(
            _train_colors,
            {"type": "array", "items": {"enum": [*TRAIN_COLORS]}, "uniqueItems": True},
        ),
        PLAYER_COLORS,
    ),
    "trains_per_player": whole(1, 60),
    "stations_per_player": optional(whole(0, 3), 0),
    "double_tracks_from_players": whole(1, 99),
    "route_points": NUMBERS_BY_NUMBER,
    "mountain_points": optional(_POINTS, 0),
    **_VARIANT_RULES,
    "house_rules": optional(_HOUSE_RULES, MappingProxyType({})),
    "passengers": optional(FLAG, False),
    "piece": optional(_PIECES, "train"),
    "track_beds": optional(FLAG, False),
    "locomotive_ends_turn": optional(FLAG, True),
    "terrain": optional(_TERRAIN),
    "long_decks": optional(_DECKS, ()),
    "variants": optional(objects(phrase("variant"), _VARIANT, 0, 20, _variant), ()),
    "countries": optional(
        objects(phrase("country"), {"id": TEXT, "name": TEXT}, 0, 300, Country), ()
    ),
    "places": objects(phrase("place"), _PLACE, 2, 300, Place),
    "routes": objects(phrase("route"), _ROUTE, 1, 600, _route),
    "tickets": optional(
        objects(
            phrase("ticket"),
            _TICKET,
            0,
            500,
            _ticket,
            {"points_by_end": {**_CARD, "points_by_end": _POINTS_BY_END}},
        ),
        (),
    ),
    "districts": optional(objects(phrase("district"), _DISTRICT, 0, 50, District), ()),
    "crossings": optional(
        Kind(
            _crossings,
            {
                "type": "array",
                "items": {"type": "array", "items": TEXT.schema, "minItems": 2, "maxItems": 2},
                "maxItems": MAX_CROSSINGS,
            },
        ),
        (),
    ),
}
"""The fields of a board that comes with the app."""

IMPORTED_BOARD: Fields = {
    "format": Kind(_format, {"const": BOARD_FORMAT.stamp}),
    **BUNDLED_BOARD,
    "drawing": optional(OBJECT),
}
"""The fields of any other board file; `companion.drawing` reads “drawing”."""


def read_board(path: Path) -> Board:
    """Read and check a bundled board; `Malformed` names the file and its first error."""
    try:
        board, problems = _read(read_json(path.read_bytes(), BOARD_LIMITS), BUNDLED_BOARD)
    except OSError:
        raise Malformed(phrase("{file} cannot be read as text", file=path.name)) from None
    except Malformed as problem:
        board, problems = None, [problem]
    if board is None:
        raise Malformed(phrase("{file}: {problem}", file=path.name, problem=problems[0].phrase))
    return board


class CheckedFile(NamedTuple):
    """The board in a file that does not come with the app, or all errors of the file."""

    board: Board | None
    problems: list[Refused]
    is_converted: bool = False
    """Whether it is a file of the map editor, which lacks some rules."""


def check_map(content: bytes, bundled: Container[str], file_name: str) -> CheckedFile | None:
    """Convert and check a file of the map editor; None for any other file."""
    converted, problems = convert_map(content, file_name, bundled)
    if problems:
        return CheckedFile(None, problems, is_converted=True)
    if converted is None:
        return None
    try:
        check_size(encode_json(converted), BOARD_LIMITS)
    except Malformed as problem:
        return CheckedFile(None, [problem], is_converted=True)
    return check_board_value(converted, bundled)._replace(is_converted=True)


def check_board_value(value: object, bundled: Container[str]) -> CheckedFile:
    """The board in a file that does not come with the app, or all errors of the file.

    `value` was read with `read_json`; `bundled` contains the ids of the boards that come with the
    app. Contradictions between fields are looked for only if every field is right.
    """
    board, problems = _read(value, IMPORTED_BOARD)
    if board is None:
        # What a later version has added is no error.
        newer: Problems = [each for each in problems if isinstance(each, NewerVersion)]
        return CheckedFile(None, newer or problems)
    assert isinstance(value, dict)
    if board.id in bundled:
        taken = phrase("the board: a board of the app has the id “{id}”", id=board.id)
        return CheckedFile(None, [Malformed(taken)])
    return CheckedFile(replace(board, source=MappingProxyType(value)), [])


def read_board_value(value: object, bundled: Container[str]) -> Board:
    """Like `check_board_value`, but raises the first error."""
    checked = check_board_value(value, bundled)
    if checked.board is None:
        raise checked.problems[0]
    return checked.board


def board_as_in_file(board: Board) -> Board:
    """An imported board in its variant without the keeper's corrections."""
    assert board.source is not None
    again = read_board_value(dict(board.source), ())
    return again.in_variant(board.variant_id) if board.variant_id else again


def board_parts(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of a board file that lists show, and the others; `Malformed` if too large."""
    check_size(encode_json(value), BOARD_LIMITS)
    first = listed_fields(value)
    return first, {name: value[name] for name in value if name not in first}


def _read(value: object, description: Fields) -> tuple[Board | None, Problems]:
    problems: Problems = []
    try:
        fields = JsonObject(value, phrase("the board"))
    except Malformed as problem:
        return None, [problem]
    values = read_fields(fields, description, problems)
    if problems:
        return None, problems
    board = _board(values)
    problems.extend(board_problems(board))
    if problems:
        return None, problems
    return board.in_variant(board.variants[0].id) if board.variants else board, []


def _board(values: dict[str, Any]) -> Board:
    """The board with these values, whose names are those of the attributes unless replaced."""
    for name in ("format", "drawing"):
        values.pop(name, None)
    fewest, most = values.pop("players")
    converted = {
        "fewest_players": fewest,
        "most_players": most,
        "longest_route_house_rule": values.pop("house_rules").get("longest_route", 0),
        "has_passengers": values.pop("passengers"),
        "has_track_beds": values.pop("track_beds"),
        "all_tickets": values["tickets"],
    }
    rules = {name: values[name] for name in _VARIANT_RULES}
    values["variants"] = tuple(
        replace(each, rules=MappingProxyType(rules | each.rules)) for each in values["variants"]
    )
    by_id = {
        name: MappingProxyType({each.id: each for each in values[name]})
        for name in ("countries", "places", "routes")
    }
    return Board(**values | converted | by_id)
