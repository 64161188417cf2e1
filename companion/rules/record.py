"""Game records: what games are saved, exported and exchanged as."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules.board import Board, RouteCorrection
from companion.rules.corrections import corrected
from companion.rules.errors import EntryRefused, Malformed
from companion.rules.events import (
    Doubling,
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.format import FORMAT, RECORD
from companion.rules.game import Game
from companion.rules.names import name_in
from companion.rules.reading import Fields, line_text, read_json, shown
from companion.rules.setup import HouseRules, Player, Setup
from companion.rules.ticket_file import read_ticket, written_ticket
from companion.rules.wording import phrase

LARGEST = 16 * 1024 * 1024
"""Bytes a record may have, alone or in an archive; a real game has some ten thousand."""
_MANY = 1_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """A game with what else its file says."""

    game: Game
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields the rules do not know (date, title, notes), kept as they are."""


def read_record(text: str, boards: Mapping[str, Board]) -> Record:
    """The game in a record's text; `Refused` with a sentence if it is not one."""
    return record_from(read_json(text), boards)


def record_from(value: object, boards: Mapping[str, Board]) -> Record:
    """The game in a record that has been read from JSON."""
    fields = Fields(RECORD.check(value), phrase("the record"))
    fields.raw("format")
    board = boards.get(fields.text("map"))
    if board is None:
        fields.wrong(phrase("unknown map “{name}”", name=shown(fields.raw("map"))))
    board = corrected(board, _corrections(fields))
    setup = Setup(board, _players(fields), _house_rules(fields))
    entries = enumerate(fields.many("events"), start=1)
    events = (_event(Fields(entry, phrase("event {number}", number=n))) for n, entry in entries)
    try:
        game = Game.begin(setup, events)
    except EntryRefused as broken:
        raise Malformed(
            phrase("event {number}: {reason}", number=broken.entry + 1, reason=broken.phrase)
        ) from broken
    # What is kept without being looked at must be such that it can be written again.
    line_text(fields.rest())
    return Record(game, fields.rest())


def players_in(value: object) -> tuple[Player, ...]:
    """Who plays in a record that has been read from JSON, without a look at the rest of it."""
    return _players(Fields(value, phrase("the record")))


def written(record: Record) -> dict[str, object]:
    """A record as JSON can hold it."""
    setup = record.game.setup
    return {
        "format": FORMAT,
        "map": setup.board.id,
        "players": [{"name": player.name, "color": player.color} for player in setup.players],
        "house_rules": {"longest_route": setup.house_rules.longest_route},
        **_written_corrections(setup.board.corrections),
        "events": [_written_event(event) for event in record.game.events],
        **record.extra,
    }


def write_record(record: Record) -> str:
    """A record as the text of a file, one event a line."""
    whole = {name: json.dumps(value, ensure_ascii=False) for name, value in written(record).items()}
    events = [json.dumps(_written_event(event), ensure_ascii=False) for event in record.game.events]
    if events:
        whole["events"] = "[\n  " + ",\n  ".join(events) + "\n ]"
    lines = (f"{json.dumps(name, ensure_ascii=False)}: {value}" for name, value in whole.items())
    return "{" + ",\n ".join(lines) + "}\n"


def _players(record: Fields) -> tuple[Player, ...]:
    players = []
    for number, value in enumerate(record.many("players"), start=1):
        fields = Fields(value, phrase("player {number}", number=number))
        players.append(Player(name_in(fields, "name"), fields.text("color")))
        fields.done()
    return tuple(players)


def _corrections(record: Fields) -> list[RouteCorrection]:
    corrections = []
    values = record.many("board_corrections") if record.has("board_corrections") else []
    for number, value in enumerate(values, start=1):
        fields = Fields(value, phrase("board correction {number}", number=number))
        length = fields.whole("length", 1, _MANY)
        corrections.append(RouteCorrection(fields.text("route"), length, fields.texts("tracks")))
        fields.done()
    return corrections


def _house_rules(record: Fields) -> HouseRules:
    if not record.has("house_rules"):
        return HouseRules()
    fields = record.inner("house_rules")
    rules = HouseRules(
        longest_route=fields.flag("longest_route") if fields.has("longest_route") else False
    )
    fields.done()
    return rules


def _event(fields: Fields) -> Event:
    read = _EVENTS.get(fields.text("do"))
    if read is None:
        fields.wrong(phrase("unknown event “{name}”", name=shown(fields.raw("do"))))
    event = read(fields, name_in(fields, "player"))
    fields.done()
    return event


def _claim(fields: Fields, player: str) -> RouteClaimed:
    track = fields.whole("track", 0, 1) if fields.has("track") else 0
    return RouteClaimed(player, fields.text("route"), track, _doubling(fields))


def _terrain(fields: Fields, player: str) -> TerrainDrawn:
    return TerrainDrawn(player, fields.text("terrain"), fields.whole("count", -_MANY, _MANY))


def _station(fields: Fields, player: str) -> StationBuilt:
    return StationBuilt(player, fields.text("city"))


def _pass(_: Fields, player: str) -> TurnPassed:
    return TurnPassed(player)


def _left(_: Fields, player: str) -> PlayerLeft:
    return PlayerLeft(player)


def _doubling(claim: Fields) -> Doubling | None:
    if not claim.has("double") or claim.raw("double") is None:
        return None
    fields = claim.inner("double")
    doubling = Doubling(fields.whole("terrain", 0, _MANY), fields.whole("locomotives", 0, _MANY))
    fields.done()
    return doubling


def _tickets(event: Fields, player: str) -> TicketsTaken:
    tickets = []
    for number, value in enumerate(event.many("tickets"), start=1):
        fields = Fields(value, phrase("{event}, ticket {number}", event=event.where, number=number))
        tickets.append(read_ticket(fields, -_MANY, _MANY))
        fields.done()
    return TicketsTaken(player, tuple(tickets))


_EVENTS: Mapping[str, Callable[[Fields, str], Event]] = {
    "claim": _claim,
    "terrain": _terrain,
    "station": _station,
    "pass": _pass,
    "tickets": _tickets,
    "left": _left,
}


def _written_corrections(corrections: Iterable[RouteCorrection]) -> dict[str, object]:
    written = [
        {"route": each.route, "length": each.length, "tracks": list(each.tracks)}
        for each in corrections
    ]
    return {"board_corrections": written} if written else {}


def _written_event(event: Event) -> dict[str, object]:
    match event:
        case RouteClaimed():
            claim = {
                "do": "claim",
                "player": event.player,
                "route": event.route,
                "track": event.track,
            }
            return claim | _written_doubling(event.doubled)
        case TerrainDrawn():
            return {
                "do": "terrain",
                "player": event.player,
                "terrain": event.terrain,
                "count": event.count,
            }
        case StationBuilt():
            return {"do": "station", "player": event.player, "city": event.city}
        case TurnPassed():
            return {"do": "pass", "player": event.player}
        case PlayerLeft():
            return {"do": "left", "player": event.player}
        case TicketsTaken():
            tickets = [written_ticket(ticket) for ticket in event.tickets]
            return {"do": "tickets", "player": event.player, "tickets": tickets}


def _written_doubling(play: Doubling | None) -> dict[str, object]:
    if play is None:
        return {}
    return {"double": {"terrain": play.terrain, "locomotives": play.locomotives}}
