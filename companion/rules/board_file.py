"""Reading a board from its file."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from companion.rules.board import (
    Board,
    Bonuses,
    Country,
    DeckTicket,
    HouseRuleBonuses,
    Place,
    PlaceKind,
    Route,
    Terrain,
    TerrainType,
    TicketDeal,
    TieBreaker,
)
from companion.rules.board_checks import check_board, entry_name
from companion.rules.colors import PLAYER_COLORS
from companion.rules.errors import Malformed
from companion.rules.json_reader import JsonObject, excerpt, read_json
from companion.rules.ticket_file import read_ticket
from companion.rules.wording import Phrase, phrase

_Entry = TypeVar("_Entry", Country, Place, Route, DeckTicket)


def read_board(path: Path) -> Board:
    """Read and check a board file; `Malformed` names the file and the wrong entry."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Malformed(phrase("{file} cannot be read as text", file=path.name)) from None
    try:
        return _board(JsonObject(read_json(text), phrase("the board")))
    except Malformed as problem:
        raise Malformed(
            phrase("{file}: {problem}", file=path.name, problem=problem.phrase)
        ) from None


def _board(board: JsonObject) -> Board:
    fewest, most = _player_numbers(board)
    countries = _by_id(board, "countries", phrase("country"), _country)
    places = _by_id(board, "places", phrase("place"), _place)
    result = Board(
        id=board.text("id"),
        name=board.text("name"),
        aspect=board.number("aspect", 0.1, 10),
        fewest_players=fewest,
        most_players=most,
        trains_per_player=board.integer("trains_per_player", 1, 999),
        route_points=MappingProxyType(board.integers_by_number("route_points")),
        bonuses=_bonuses(board.child("bonuses")),
        house_rules=_house_rules(board),
        tie_breakers=_tie_breakers(board),
        double_tracks_from_players=board.integer("double_tracks_from_players", 1, 99),
        stations_per_player=_optional_whole(board, "stations_per_player"),
        terrain=_terrain(board.child("terrain")) if board.has("terrain") else None,
        ticket_count=board.integer("ticket_count", 0, 999),
        start_tickets=_deal(board.child("start_tickets")),
        draw_tickets=_deal(board.child("draw_tickets")),
        countries=countries,
        places=places,
        routes=_by_id(board, "routes", phrase("route"), _route),
        tickets=tuple(_by_id(board, "tickets", phrase("ticket"), _ticket).values()),
        train_colors=board.texts("train_colors") if board.has("train_colors") else PLAYER_COLORS,
        short_name=board.text("short_name") if board.has("short_name") else "",
        bgg_id=board.integer("bgg_id", 1, 10**9) if board.has("bgg_id") else None,
    )
    board.reject_unknown()
    check_board(result)
    return result


def _by_id(
    board: JsonObject, name: str, kind: Phrase, read: Callable[[JsonObject], _Entry]
) -> Mapping[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for number, value in enumerate(board.array(name) if board.has(name) else [], start=1):
        fields = JsonObject(value, phrase("{kind} {number}", kind=kind, number=number))
        fields.where = entry_name(kind, fields.text("id"))
        entry = read(fields)
        fields.reject_unknown()
        if entry.id in entries:
            fields.fail(phrase("this id appears twice"))
        entries[entry.id] = entry
    return MappingProxyType(entries)


def _player_numbers(board: JsonObject) -> tuple[int, int]:
    match board.array("players"):
        case [int(fewest), int(most)] if 1 < fewest <= most <= 5:
            return fewest, most
    board.fail(phrase("“players” should be the minimum and maximum number of players, from 2 to 5"))


def _optional_whole(fields: JsonObject, name: str) -> int:
    return fields.integer(name, 0, 999) if fields.has(name) else 0


def _optional_flag(fields: JsonObject, name: str) -> bool:
    return fields.boolean(name) if fields.has(name) else False


def _bonuses(fields: JsonObject) -> Bonuses:
    """The bonuses the file has, read by the names and types of the fields of `Bonuses`."""
    points: dict[str, Any] = {}
    for field in dataclasses.fields(Bonuses):
        if not fields.has(field.name):
            continue
        if field.type == "int":
            points[field.name] = fields.integer(field.name, 0, 999)
        else:
            points[field.name] = MappingProxyType(fields.integers_by_number(field.name))
    bonuses = Bonuses(**points)
    if set(bonuses.grand_tour) != set(range(1, len(bonuses.grand_tour) + 1)):
        fields.fail(phrase("“grand_tour” should have points for 1 ticket, 2 tickets and so on"))
    fields.reject_unknown()
    return bonuses


def _house_rules(board: JsonObject) -> HouseRuleBonuses:
    if not board.has("house_rules"):
        return HouseRuleBonuses()
    fields = board.child("house_rules")
    bonuses = HouseRuleBonuses(longest_route=_optional_whole(fields, "longest_route"))
    fields.reject_unknown()
    return bonuses


def _tie_breakers(board: JsonObject) -> tuple[TieBreaker, ...]:
    known: dict[str, TieBreaker] = {name: name for name in get_args(TieBreaker)}
    names = board.texts("tie_breakers")
    for name in names:
        if name not in known:
            board.fail(phrase("unknown tie-breaker “{name}”", name=excerpt(name)))
    return tuple(known[name] for name in names)


def _deal(fields: JsonObject) -> TicketDeal:
    deal = TicketDeal(
        deal=fields.integer("deal", 0, 99),
        keep=fields.integer("keep", 0, 99),
        deal_long=_optional_whole(fields, "deal_long"),
        keep_long=fields.integer("keep_long", 0, 99) if fields.has("keep_long") else None,
    )
    fields.reject_unknown()
    return deal


def _terrain(fields: JsonObject) -> Terrain:
    types = []
    for number, value in enumerate(fields.array("types"), start=1):
        kind = JsonObject(
            value, phrase("{kind} {number}", kind=phrase("terrain type"), number=number)
        )
        kind.where = entry_name(phrase("terrain type"), kind.text("id"))
        types.append(
            TerrainType(
                kind.text("id"), kind.text("name"), kind.text("short"), kind.texts("colors")
            )
        )
        kind.reject_unknown()
    terrain = Terrain(
        types=tuple(types),
        cards_per_type=fields.integer("cards_per_type", 1, 999),
        cards_to_double=MappingProxyType(fields.integers_by_number("cards_to_double")),
        dealt_at_start=fields.integer("dealt_at_start", 0, 99),
        face_up=fields.integer("face_up", 0, 99),
    )
    fields.reject_unknown()
    return terrain


def _country(fields: JsonObject) -> Country:
    return Country(fields.text("id"), fields.text("name"))


def _place(fields: JsonObject) -> Place:
    kinds: dict[str, PlaceKind] = {name: name for name in get_args(PlaceKind)}
    kind = fields.text("kind") if fields.has("kind") else "city"
    if kind not in kinds:
        fields.fail(phrase("unknown kind “{name}”", name=excerpt(kind)))
    return Place(
        id=fields.text("id"),
        name=fields.text("name"),
        x=fields.number("x", 0, 1),
        y=fields.number("y", 0, 1),
        aliases=fields.texts("aliases") if fields.has("aliases") else (),
        kind=kinds[kind],
        country=fields.text("country") if fields.has("country") else None,
    )


def _route(fields: JsonObject) -> Route:
    return Route(
        id=fields.text("id"),
        start=fields.text("from"),
        end=fields.text("to"),
        length=fields.integer("length", 1, 99),
        tracks=fields.texts("tracks"),
        ferry=_ferry(fields) if fields.has("ferry") else (),
        tunnel=_optional_flag(fields, "tunnel"),
        double_with=fields.text("double_with") if fields.has("double_with") else None,
    )


def _ferry(route: JsonObject) -> tuple[int, ...]:
    """Read the locomotives of a ferry: one number, or a list with one number per track."""
    if not isinstance(route.raw("ferry"), list):
        return (route.integer("ferry", 1, 99),)
    numbers = route.array("ferry")
    asked = tuple(number for number in numbers if type(number) is int and 0 <= number <= 99)
    if len(asked) < len(numbers) or len(asked) != len(route.array("tracks")):
        route.fail(phrase("“ferry” should be a number of locomotives, or one per track"))
    return asked


def _ticket(fields: JsonObject) -> DeckTicket:
    return DeckTicket(
        id=fields.text("id"),
        ticket=read_ticket(fields, 1, 50),
        deck=fields.text("deck"),
        copies=fields.integer("copies", 1, 9) if fields.has("copies") else 1,
        big_city=_optional_flag(fields, "big_city"),
        points_2004=fields.integer("points_2004", 1, 50) if fields.has("points_2004") else None,
    )
