"""Reading a board from its file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.rules.board import (
    Board,
    Bonuses,
    Country,
    DeckTicket,
    HouseRuleBonuses,
    Place,
    Route,
    Terrain,
    TerrainType,
    TicketDeal,
    Variant,
)
from companion.rules.board_checks import board_problems
from companion.rules.board_fields import BUNDLED_BOARD, IMPORTED_BOARD
from companion.rules.errors import Malformed, NewerVersion, Refused
from companion.rules.events import Ticket
from companion.rules.json_reader import (
    BOARD_LIMITS,
    Fields,
    JsonObject,
    Problems,
    check_size,
    encode_json,
    read_fields,
    read_json,
)
from companion.rules.wording import phrase

_Item = TypeVar("_Item", Country, Place, Route)


def read_board(path: Path) -> Board:
    """Read and check a bundled board; `Malformed` names the file and its first error."""
    try:
        content = path.read_bytes()
    except OSError:
        raise Malformed(phrase("{file} cannot be read as text", file=path.name)) from None
    board, problems = _read_bundled(content)
    if board is None:
        raise Malformed(phrase("{file}: {problem}", file=path.name, problem=problems[0].phrase))
    return board


def read_imported_board(content: bytes, bundled: Container[str]) -> Board:
    """The board in a file that does not come with the app; raises the first error of the file."""
    board, problems = check_imported_board(content, bundled)
    if board is None:
        raise problems[0]
    return board


def check_imported_board(
    content: bytes, bundled: Container[str]
) -> tuple[Board | None, list[Refused]]:
    """The board in a file that does not come with the app, or all errors of the file.

    `bundled` contains the ids of the boards that come with the app. Contradictions between fields
    are looked for only if every field is right.
    """
    try:
        value = read_json(content, BOARD_LIMITS)
    except Malformed as problem:
        return None, [problem]
    return check_board_value(value, bundled)


def check_board_value(value: object, bundled: Container[str]) -> tuple[Board | None, list[Refused]]:
    """Like `check_imported_board` for the content of a file that was read with `read_json`."""
    board, problems = _read(value, IMPORTED_BOARD)
    if board is None:
        # What a later version has added is no error.
        return None, [each for each in problems if isinstance(each, NewerVersion)] or problems
    assert isinstance(value, dict)
    if board.id in bundled:
        taken = phrase("the board: a board of the app has the id “{id}”", id=board.id)
        return None, [Malformed(taken)]
    return replace(board, source=MappingProxyType(value)), []


def read_board_value(value: object, bundled: Container[str]) -> Board:
    """The board in a value that was read with `read_json`; raises the first error."""
    board, problems = check_board_value(value, bundled)
    if board is None:
        raise problems[0]
    return board


def board_as_in_file(board: Board) -> Board:
    """An imported board in its variant without the keeper's corrections."""
    assert board.source is not None
    again = read_board_value(dict(board.source), ())
    return again.in_variant(board.variant_id) if board.variant_id else again


def board_parts(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of a checked board file that lists show, and the others.

    `Malformed` if the file is too large.
    """
    check_size(encode_json(value), BOARD_LIMITS)
    first = {name: value[name] for name in _LISTED_FIELDS if name in value}
    return first, {name: value[name] for name in value if name not in first}


_LISTED_FIELDS = (
    "format",
    "id",
    "name",
    "short_name",
    "aspect",
    "players",
    "train_colors",
    "house_rules",
    "variants",
)


def _read_bundled(content: bytes) -> tuple[Board | None, Problems]:
    try:
        return _read(read_json(content, BOARD_LIMITS), BUNDLED_BOARD)
    except Malformed as problem:
        return None, [problem]


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
    tickets = tuple(map(_ticket, values.pop("tickets")))
    rules = {
        "fewest_players": fewest,
        "most_players": most,
        "house_rules": HouseRuleBonuses(**values["house_rules"]),
        "has_passengers": values.pop("passengers"),
        "terrain": None if values["terrain"] is None else _terrain(values["terrain"]),
        "countries": _by_id(Country(**each) for each in values["countries"]),
        "places": _by_id(Place(**each) for each in values["places"]),
        "routes": _by_id(map(_route, values["routes"])),
        "tickets": tickets,
        "all_tickets": tickets,
        "variants": tuple(map(_variant, values["variants"])),
    }
    return Board(**values | _end_and_deals(values) | rules)


def _by_id(items: Iterable[_Item]) -> Mapping[str, _Item]:
    return MappingProxyType({item.id: item for item in items})


def _end_and_deals(values: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that both a board and a variant have."""
    return {
        "bonuses": Bonuses(**values["bonuses"]),
        "start_tickets": TicketDeal(**values["start_tickets"]),
        "draw_tickets": TicketDeal(**values["draw_tickets"]),
    }


def _terrain(values: Mapping[str, Any]) -> Terrain:
    types = tuple(TerrainType(**each) for each in values["types"])
    return Terrain(**{**values, "types": types})


def _route(values: dict[str, Any]) -> Route:
    return Route(start=values.pop("from"), end=values.pop("to"), **values)


def _ticket(values: dict[str, Any]) -> DeckTicket:
    start = values.pop("from")
    if "points_by_end" in values:
        ticket = Ticket.to_one_of(start, values.pop("points_by_end"))
    else:
        ticket = Ticket(start, values.pop("to"), values.pop("points"))
    return DeckTicket(ticket=ticket, **values)


def _variant(values: dict[str, Any]) -> Variant:
    only, values_of_2004 = values.pop("only"), values.pop("ticket_values")
    rules = values | _end_and_deals(values)
    return Variant(only_big_cities=only, values_of_2004=values_of_2004, **rules)
