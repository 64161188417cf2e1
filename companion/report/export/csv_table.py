"""Games as a table for spreadsheets: one row per game and player, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from companion.report.words.boards import board_name
from companion.rules.boards import Boards
from companion.rules.record import Record
from companion.rules.score_parts import PARTS
from companion.rules.setup import Player
from companion.rules.wording import ENGLISH, Catalog, Phrase, untranslated
from companion.store.saved_game import (
    FinishedGame,
    SavedGame,
    is_id,
    listed_game,
    parse_time,
    record_parts,
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these could be taken for a formula."""

COLUMNS = (
    *("game", "date", "title", "note", "board", "variant", "played_to_the_end", "counted"),
    *("minutes", "players", "seat", "player", "color", "rank", "winner", "total"),
    *(part.id for part in PARTS),
    *("tickets_held", "tickets_completed", "ticket_points_gained", "longest_route_spaces"),
    *("doubled_claims", "doubled_points"),
)
"""The column names; the points of each score part have its id."""

Cell = str | int | None


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
        for row in _rows(game, date, boards, language):
            writer.writerow(_safe(cell) for cell in row)
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


def _rows(
    game: FinishedGame, date: datetime | None, boards: Boards, language: Catalog
) -> Iterator[tuple[Cell, ...]]:
    """One row per player, in turn order."""
    about: tuple[Cell, ...] = (
        f"id:{game.id}",
        None if date is None else f"{date.astimezone():%Y-%m-%d}",
        game.title,
        game.note,
        _board(game, boards).render(language),
        game.variant,
        _yes(game.final),
        _yes(game.counted),
        game.minutes,
        len(game.players),
    )
    for seat, player in enumerate(game.players, start=1):
        yield (*about, None if game.counted else seat, *_player(game, player))


def _board(game: FinishedGame, boards: Boards) -> Phrase:
    """The name of the board without its variant."""
    own = game.own_board
    return untranslated(own.name) if own else board_name(boards, game.board)


def _player(game: FinishedGame, player: Player) -> tuple[Cell, ...]:
    result = game.results[player.name]
    return (
        player.name,
        player.color,
        result.rank if game.final else None,
        _yes(player.name in game.winners) if game.final else None,
        game.scores[player.name],
        *(result.parts.get(part.id) for part in PARTS),
        result.tickets or None,
        result.tickets_completed if result.tickets else None,
        result.ticket_points if result.tickets else None,
        result.longest_route,
        result.doubled,
        result.doubled_points,
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _safe(cell: Cell) -> Cell:
    """The cell, with an apostrophe before a text that could be taken for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
