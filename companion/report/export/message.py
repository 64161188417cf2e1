"""A result for other apps: a text message, a link for BG Stats, the names of files."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from datetime import datetime, timezone
from urllib.parse import quote

from companion.report.words.games import full_date
from companion.report.words.result import score_table, verdict
from companion.report.words.score_parts import PART_REPORTS
from companion.report.words.setup import TRAIN_COLOR_NAMES
from companion.rules.final_tally import Tally, tally
from companion.rules.wording import ENGLISH, Catalog, comma_separated, phrase
from companion.store.saved_game import SavedGame

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="


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
            and (cell.points or PART_REPORTS[row.part].is_always_listed)
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


def bg_stats_link(saved: SavedGame, language: Catalog = ENGLISH) -> str:
    """The link that adds a game to BG Stats."""
    play = _play(saved, tally(saved.game.state), language)
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _play(saved: SavedGame, result: Tally, language: Catalog) -> dict[str, object]:
    setup = saved.game.setup
    board = setup.board
    totals = {player.name: player.total for player in result.players}
    return {
        "sourceName": "Railkeeper",
        "sourcePlayId": saved.id,
        "playDate": f"{played_on(saved).astimezone(timezone.utc):%Y-%m-%d %H:%M:%S}",
        "durationMin": saved.minutes_played or 0,
        "board": str(board.display_name),
        "comments": verdict(result).render(language),
        "game": {
            "name": f"Ticket to Ride: {board.name}",
            "sourceGameId": board.id,
            **({} if board.bgg_id is None else {"bggId": board.bgg_id}),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": _player_id(player.name),
                "score": totals[player.name],
                "rank": result.ranks[player.name],
                "role": TRAIN_COLOR_NAMES[player.color].render(language),
                "winner": result.final and player.name in result.winners,
                "startPlayer": player is setup.players[0] and not setup.counted,
            }
            for player in setup.players
        ],
    }


def _player_id(name: str) -> str:
    """A short id that is the same for the same name in every game."""
    return hashlib.sha256(name.encode("utf-8")).hexdigest()[:16]
