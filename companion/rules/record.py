"""The record format, in which games are saved, exported and exchanged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeGuard

from companion.rules.apply import MOST_OTHER_POINTS
from companion.rules.board import Board, RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.errors import EntryRefused, Malformed
from companion.rules.events import (
    UNCHECKED,
    Doubling,
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.json_reader import (
    EVENT_KINDS,
    RECORD,
    JsonObject,
    encode_json,
    excerpt,
    read_json,
)
from companion.rules.names import check_description, matching_name, read_name
from companion.rules.setup import Player, Setup
from companion.rules.tickets import read_ticket, ticket_to_json
from companion.rules.wording import phrase

_MAX_NUMBER = 1_000_000
_PHONE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Record:
    """A game and the additional fields of its record."""

    game: Game
    unknown_fields: Mapping[str, object] = field(default_factory=dict)
    """Fields that the rules do not use (date, title, note), kept unchanged."""


def read_record(text: str | bytes, boards: Mapping[str, Board]) -> Record:
    """Parse and replay a record; `Refused` if the text is not a valid record."""
    return record_from_json(read_json(text), boards)


def record_from_json(value: object, boards: Mapping[str, Board]) -> Record:
    """The game in a record that has been read from JSON."""
    fields = JsonObject(RECORD.check(value), phrase("the game file"))
    fields.raw("format")
    board = _board(fields, boards)
    if fields.has("variant"):
        board = board.in_variant(fields.text("variant"))
    board = apply_corrections(board, _corrections(fields))
    counted = fields.boolean("counted") if fields.has("counted") else False
    setup = Setup(board, _players(fields), _longest_route_house_rule(fields), counted)
    events = fields.items("events", lambda number: phrase("event {number}", number=number))
    entries = (_entry(event, setup.names) for event in events)
    try:
        game = Game.replay(setup, entries)
    except EntryRefused as broken:
        raise Malformed(
            phrase("event {number}: {reason}", number=broken.entry + 1, reason=broken.phrase)
        ) from broken
    # Additional fields must be writable as UTF-8.
    encode_json(fields.unread())
    return Record(game, fields.unread())


def record_to_json(record: Record, with_phone_ids: bool = False) -> dict[str, object]:
    """A record as a JSON object; the ids of entries from phones are only for the app's folder."""
    setup, game = record.game.setup, record.game
    fields: dict[str, object] = {
        "format": RECORD.stamp,
        "map": setup.board.id,
        "board": dict(setup.board.source or {}),
        "variant": setup.board.variant_id,
        "players": [{"name": player.name, "color": player.color} for player in setup.players],
        "house_rules": {"longest_route": True} if setup.longest_route_house_rule else {},
        "counted": setup.counted,
        "board_corrections": [
            {"route": each.route, "length": each.length, "tracks": list(each.tracks)}
            for each in setup.board.corrections
        ],
    }
    given = {name: value for name, value in fields.items() if value}
    events = [
        _event_to_json(event) | ({"by": "phone", "id": id} if id and with_phone_ids else {})
        for event, id in game.entries
    ]
    return {**given, "events": events, **record.unknown_fields}


def write_record(record: Record) -> str:
    """A record as JSON text with one event per line."""
    whole = {
        name: json.dumps(value, ensure_ascii=False)
        for name, value in record_to_json(record).items()
    }
    events = [json.dumps(_event_to_json(event), ensure_ascii=False) for event in record.game.events]
    if events:
        whole["events"] = "[\n  " + ",\n  ".join(events) + "\n ]"
    lines = (f"{json.dumps(name, ensure_ascii=False)}: {value}" for name, value in whole.items())
    return "{" + ",\n ".join(lines) + "}\n"


def _board(record: JsonObject, boards: Mapping[str, Board]) -> Board:
    """The imported board that a record contains, otherwise the one that it names."""
    id = record.text("map")
    if record.has("board"):
        from companion.rules.board_file import read_board_value

        # A game contains its board, also if the app has come to have one of the same id.
        board = read_board_value(record.raw("board"), ())
        if board.id != id:
            record.fail(
                phrase("“map” should be the id of the board in the file, “{id}”", id=board.id)
            )
        return board
    if id not in boards:
        record.fail(phrase("unknown map “{name}”", name=excerpt(id)))
    return boards[id]


def _players(record: JsonObject) -> tuple[Player, ...]:
    players = record.items("players", lambda number: phrase("player {number}", number=number))
    return tuple(Player(read_name(each, "name"), each.text("color")) for each in players)


def _corrections(record: JsonObject) -> list[RouteCorrection]:
    if not record.has("board_corrections"):
        return []
    listed = record.items(
        "board_corrections", lambda number: phrase("board correction {number}", number=number)
    )
    return [
        RouteCorrection(
            length=each.integer("length", 1, _MAX_NUMBER),
            route=each.text("route"),
            tracks=each.texts("tracks"),
        )
        for each in listed
    ]


def _longest_route_house_rule(record: JsonObject) -> bool:
    if not record.has("house_rules"):
        return False
    fields = record.child("house_rules")
    is_on = fields.has("longest_route") and fields.boolean("longest_route")
    fields.reject_unknown()
    return is_on


def read_event(fields: JsonObject, player: str) -> Event:
    """The event in a JSON object, without the player; `Malformed` if a field is wrong."""
    read = _EVENTS.get(fields.text("do"))
    if read is None:
        fields.fail(phrase("unknown event “{name}”", name=excerpt(fields.raw("do"))))
    event = read(fields, player)
    fields.reject_unknown()
    return event


def without_phone_id(event: Mapping[str, object]) -> dict[str, object]:
    """The JSON object of an event without what says that a phone entered it."""
    return {name: value for name, value in event.items() if name not in ("by", "id")}


def _entry(fields: JsonObject, names: Sequence[str]) -> tuple[Event, str]:
    """An event and the id of the phone's entry, or an empty one."""
    fields.text("do")  # what is missing first is named
    phone_id = ""
    if fields.has("by") or fields.has("id"):
        if fields.text("by") != "phone":
            fields.fail(phrase("“{field}” should be “{value}”", field="by", value="phone"))
        phone_id = fields.text("id")
        if not is_phone_id(phone_id):
            fields.fail(phrase("“id” should be 1 to 40 letters, digits, “-” or “_”"))
    name = read_name(fields, "player")
    player = name if name in names else matching_name(name, names) or name
    return read_event(fields, player), phone_id


def is_phone_id(value: object) -> TypeGuard[str]:
    """Whether a value can be the id of an entry that a phone made."""
    return isinstance(value, str) and _PHONE_ID.fullmatch(value) is not None


def _claim(fields: JsonObject, player: str) -> RouteClaimed:
    track = fields.integer("track", 0, 2) if fields.has("track") else 0
    return RouteClaimed(player, fields.text("route"), track, _doubling(fields))


def _terrain(fields: JsonObject, player: str) -> TerrainDrawn:
    return TerrainDrawn(
        player, fields.text("terrain"), fields.integer("count", -_MAX_NUMBER, _MAX_NUMBER)
    )


def _other_points(fields: JsonObject, player: str) -> OtherPoints:
    points = fields.integer("points", -MOST_OTHER_POINTS, MOST_OTHER_POINTS)
    return OtherPoints(player, points, read_name(fields, "for", check_description))


def _doubling(claim: JsonObject) -> Doubling | None:
    if not claim.has("double") or claim.raw("double") is None:
        return None
    fields = claim.child("double")
    if not fields.keys:
        return UNCHECKED
    doubling = Doubling(
        fields.integer("terrain", 0, _MAX_NUMBER), fields.integer("locomotives", 0, _MAX_NUMBER)
    )
    fields.reject_unknown()
    return doubling


def _tickets(event: JsonObject, player: str) -> TicketsTaken:
    listed = event.items(
        "tickets",
        lambda number: phrase("{event}, ticket {number}", event=event.where, number=number),
    )
    tickets = tuple(read_ticket(each, -_MAX_NUMBER, _MAX_NUMBER) for each in listed)
    handed_in = event.boolean("handed_in") if event.has("handed_in") else False
    return TicketsTaken(player, tickets, handed_in)


_EVENTS: Mapping[str, Callable[[JsonObject, str], Event]] = {
    "claim": _claim,
    "terrain": _terrain,
    "station": lambda fields, player: StationBuilt(player, fields.text("city")),
    "pass": lambda _, player: TurnPassed(player),
    "tickets": _tickets,
    "extra": _other_points,
    "left": lambda _, player: PlayerLeft(player),
}
assert tuple(_EVENTS) == EVENT_KINDS


def _event_to_json(event: Event) -> dict[str, object]:
    kind, fields = _kind_and_fields(event)
    return {"do": kind, "player": event.player, **fields}


def _kind_and_fields(event: Event) -> tuple[str, dict[str, object]]:
    match event:
        case RouteClaimed():
            claim = {"route": event.route, "track": event.track}
            doubled = doubling_to_json(event.doubled)
            return "claim", claim if doubled is None else claim | {"double": doubled}
        case TerrainDrawn():
            return "terrain", {"terrain": event.terrain, "count": event.count}
        case StationBuilt():
            return "station", {"city": event.city}
        case TurnPassed():
            return "pass", {}
        case PlayerLeft():
            return "left", {}
        case TicketsTaken():
            tickets = {"tickets": [ticket_to_json(ticket) for ticket in event.tickets]}
            return "tickets", tickets | ({"handed_in": True} if event.handed_in else {})
        case OtherPoints():
            return "extra", {"points": event.points, "for": event.description}


def doubling_to_json(play: Doubling | None) -> dict[str, object] | None:
    """How a claim is doubled; None if it is not."""
    return None if play is None else {} if play == UNCHECKED else asdict(play)
