"""Games as a table for spreadsheets: one row per game and player, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from companion.report.words.boards import board_name
from companion.rules.boards import Boards
from companion.rules.record import Record
from companion.rules.score_parts import PARTS
from companion.rules.setup import Player
from companion.rules.wording import ENGLISH, Catalog, Phrase, untranslated
from companion.store.saved_game import (
    FinishedGame,
    PlayerResult,
    SavedGame,
    is_id,
    listed_game,
    parse_time,
    record_parts,
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these could be taken for a formula."""

Cell = str | int | None


class _Row(NamedTuple):
    """One player in one game."""

    game: FinishedGame
    date: datetime | None
    board: str
    """The name of the board without its variant."""
    seat: int
    """From 1."""
    player: Player

    @property
    def result(self) -> PlayerResult:
        return self.game.results[self.player.name]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _points(part: str) -> Callable[[_Row], Cell]:
    return lambda row: row.result.parts.get(part)


COLUMNS: Mapping[str, Callable[[_Row], Cell]] = {
    "game": lambda row: f"id:{row.game.id}",
    "date": lambda row: None if row.date is None else f"{row.date.astimezone():%Y-%m-%d}",
    "title": lambda row: row.game.title,
    "note": lambda row: row.game.note,
    "board": lambda row: row.board,
    "variant": lambda row: row.game.variant,
    "played_to_the_end": lambda row: _yes(row.game.final),
    "counted": lambda row: _yes(row.game.counted),
    "minutes": lambda row: row.game.minutes,
    "players": lambda row: len(row.game.players),
    "seat": lambda row: None if row.game.counted else row.seat,
    "player": lambda row: row.player.name,
    "color": lambda row: row.player.color,
    "rank": lambda row: row.result.rank if row.game.final else None,
    "winner": lambda row: _yes(row.player.name in row.game.winners) if row.game.final else None,
    "total": lambda row: row.game.scores[row.player.name],
    **{part.id: _points(part.id) for part in PARTS},
    "tickets_held": lambda row: row.result.tickets or None,
    "tickets_completed": lambda row: row.result.tickets_completed if row.result.tickets else None,
    "ticket_points_gained": lambda row: row.result.ticket_points if row.result.tickets else None,
    "longest_route_spaces": lambda row: row.result.longest_route,
    "doubled_claims": lambda row: row.result.doubled,
    "doubled_points": lambda row: row.result.doubled_points,
}
"""The cells of each column; the points of a score part are in the column with its id."""


def csv_table(
    games: Iterable[tuple[FinishedGame, datetime | None]],
    boards: Boards,
    language: Catalog = ENGLISH,
) -> bytes:
    """A CSV file of games, each with its date, None if that is unknown."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for game, date in games:
        board = _board(game, boards).render(language)
        for seat, player in enumerate(game.players, start=1):
            row = _Row(game, date, board, seat, player)
            writer.writerow(_safe(cell(row)) for cell in COLUMNS.values())
    return text.getvalue().encode("utf-8-sig")


def finished_game(record: Record, boards: Boards) -> tuple[FinishedGame, datetime | None]:
    """The game of a record as if it were finished, and its date if the record has one."""
    saved, fields = SavedGame.from_record(record, ""), record.unknown_fields
    times = (parse_time(fields.get(name)) for name in ("finished", "date", "changed", "started"))
    date = next((time for time in times if time is not None), None)
    id = str(fields["id"]) if is_id(fields.get("id")) else saved.content_id()
    header, _ = record_parts(replace(saved, finished=date or saved.changed))
    listed = listed_game(header, id, boards, is_finished=True)
    assert isinstance(listed, FinishedGame)
    return listed, date


def _board(game: FinishedGame, boards: Boards) -> Phrase:
    """The name of the board without its variant."""
    own = game.own_board
    return untranslated(own.name) if own else board_name(boards, game.board)


def _safe(cell: Cell) -> Cell:
    """The cell, with an apostrophe before a text that could be taken for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
