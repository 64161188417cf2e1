"""The rows of the tables of learned data, checked when they are read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from companion.rules.json_reader import JsonObject
from companion.rules.names import name_key, read_name
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import phrase
from companion.store.renaming import Renaming
from companion.store.saved_game import parse_time

if TYPE_CHECKING:
    from companion.rules.board import RouteCorrection
    from companion.rules.events import Ticket
    from companion.store.database import Row


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of an earlier game."""

    name: str
    colors: Mapping[str, int]
    """Number of games by colour."""
    last_played: datetime

    @property
    def color(self) -> str:
        """The most frequent colour."""
        return max(self.colors, key=lambda color: self.colors[color])


@dataclass(frozen=True, slots=True)
class Table:
    """How the rows of a table are checked and compared."""

    checked: Callable[[Row], Row]
    """The row without unknown fields; `Malformed` or `ValueError` if it is malformed."""
    key: Callable[[Row], Hashable]
    """Equal for two rows about the same thing."""
    most: int
    """Rows that are used; a page with many more would take minutes."""
    is_per_board: bool = False
    """Whether `most` is the limit for each board."""

    def group(self, row: Row) -> str:
        """The rows that the limit applies to."""
        return str(row["board"]) if self.is_per_board else ""


def player_row(player: KnownPlayer) -> Row:
    """The row of a player."""
    return {
        "name": player.name,
        "colors": dict(player.colors),
        "last_played": player.last_played.isoformat(),
    }


def player_from(row: Row) -> KnownPlayer:
    """The player in a row."""
    from companion.rules.colors import TRAIN_COLORS

    fields = JsonObject(row, phrase("a player"))
    colors = fields.child("colors")
    known = {name: colors.integer(name, 1, 10**6) for name in colors.keys}
    if not known or not set(known) <= set(TRAIN_COLORS):
        fields.fail(phrase("“colors” should be players’ colours"))
    return KnownPlayer(read_name(fields, "name"), known, _last_played(fields))


def merge_players(first: KnownPlayer, second: KnownPlayer) -> KnownPlayer:
    """One player from two rows; the spelling that was used last is the name."""
    latest = max(first, second, key=lambda player: player.last_played)
    counts = dict.fromkeys((*first.colors, *second.colors), 0)
    for player in (first, second):
        for color, count in player.colors.items():
            counts[color] += count
    return KnownPlayer(latest.name, counts, latest.last_played)


def board_row(board: str, last_played: datetime, variant: str = "") -> Row:
    """The row of a board that was played on; the first variant is omitted."""
    row = {"board": board, "last_played": last_played.isoformat()}
    return {**row, "variant": variant} if variant else row


def board_from(row: Row) -> tuple[str, datetime, str]:
    """The board's id in a row, when the last game on it began, and its variant."""
    fields = JsonObject(row, phrase("a board"))
    variant = fields.text("variant") if fields.has("variant") else ""
    return fields.text("board"), _last_played(fields), variant


def _last_played(fields: JsonObject) -> datetime:
    when = parse_time(fields.text("last_played"))
    if when is None:
        fields.fail(phrase("“last_played” should be a date and time"))
    return when


def renaming_row(name: str, to: str | None) -> Row:
    """The row of a renaming; its number is the number of the row."""
    return {"name": name, "to": to}


def renaming_from(numbered: tuple[int, Row]) -> Renaming:
    """The renaming in a row."""
    number, row = numbered
    fields = JsonObject(row, phrase("a player"))
    to = None if fields.raw("to") is None else read_name(fields, "to")
    return Renaming(read_name(fields, "name"), to, number)


def ticket_row(board: str, ticket: Ticket) -> Row:
    """The row of a card."""
    return {"board": board, "from": ticket.start, "to": ticket.end, "points": ticket.points}


def ticket_from(row: Row) -> tuple[str, Ticket]:
    """The board's id and the card in a row."""
    from companion.rules.events import Ticket

    fields = JsonObject(row, phrase("a ticket"))
    points = fields.integer("points", MIN_TICKET_POINTS, MAX_TICKET_POINTS)
    return fields.text("board"), Ticket(fields.text("from"), fields.text("to"), points)


def correction_row(board: str, correction: RouteCorrection) -> Row:
    """The row of a correction."""
    return {
        "board": board,
        "route": correction.route,
        "length": correction.length,
        "tracks": list(correction.tracks),
    }


def correction_from(row: Row) -> tuple[str, RouteCorrection]:
    """The board's id and the correction in a row."""
    from companion.rules.board import RouteCorrection

    fields = JsonObject(row, phrase("a correction"))
    length = fields.integer("length", 1, 99)
    return fields.text("board"), RouteCorrection(
        fields.text("route"), length, fields.texts("tracks")
    )


TABLES: Mapping[str, Table] = {
    "players": Table(
        lambda row: player_row(player_from(row)), lambda row: name_key(row["name"]), most=500
    ),
    "tickets": Table(
        lambda row: ticket_row(*ticket_from(row)),
        lambda row: (row["board"], frozenset((row["from"], row["to"]))),
        most=300,
        is_per_board=True,
    ),
    "corrections": Table(
        lambda row: correction_row(*correction_from(row)),
        lambda row: (row["board"], row["route"]),
        most=600,
        is_per_board=True,
    ),
    "boards": Table(lambda row: board_row(*board_from(row)), lambda row: row["board"], most=100),
}
"""The tables that are exported and imported."""
