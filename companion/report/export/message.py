"""A result as a text message, and the names of the files that are shared."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from companion.report.words.dates import full_date
from companion.report.words.outcome import verdict
from companion.report.words.result import score_table
from companion.report.words.score_parts import part_report
from companion.rules.final_tally import Tally
from companion.rules.wording import ENGLISH, Catalog, comma_separated, phrase
from companion.store.saved_game import SavedGame


def played_on(saved: SavedGame) -> datetime:
    """When the last entry of a game was made, in local time; corrections of past games aside."""
    return (saved.finished or saved.changed).astimezone()


def file_name(saved: SavedGame, extension: str) -> str:
    """The file name of a game's picture or record: board and date, in ASCII."""
    plain = unicodedata.normalize("NFKD", saved.game.setup.board.name).encode("ascii", "ignore")
    board = re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")
    return f"{board or 'game'}-{played_on(saved):%Y-%m-%d}-{saved.id[:6]}.{extension}"


def result_message(saved: SavedGame, result: Tally, language: Catalog = ENGLISH) -> str:
    """The result as a text message: the verdict, then every player's total and its parts."""
    state = saved.game.state
    table = score_table(state, result)
    heading = phrase(
        "Ticket to Ride: {board}, {date}",
        board=state.setup.board.display_name,
        date=full_date(played_on(saved)),
    )
    lines = [heading.render(language), verdict(result).render(language), ""]
    for player in result.ranking:
        parts = [
            phrase("{part} {points}", part=row.title, points=row.text(cell))
            for row in table.rows
            for cell in row.cells
            if cell.player == player.name
            and (cell.points or part_report(row.part).is_always_listed)
        ]
        line = phrase(
            "{rank}. {player}: {total} ({parts})",
            rank=result.ranks[player.name],
            player=player.name,
            total=player.total,
            parts=comma_separated(parts),
        )
        lines.append(line.render(language))
    return "\n".join(lines)
