"""A result in the forms others can use: a message, a link for BG Stats, files."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timezone
from urllib.parse import quote

from companion.report.color_words import TRAIN_COLORS
from companion.report.score_table import result_table
from companion.report.when import MONTHS
from companion.rules import ENGLISH, Language, Phrase, Tally, enumerated, say, tally, verdict
from companion.store import KeptGame

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8_000
"""Characters a link may have on its way from app to app."""


def played_on(kept: KeptGame) -> datetime:
    """When a game was played: when it was finished or, until then, last changed."""
    return (kept.finished or kept.changed).astimezone()


def date_in_words(moment: datetime) -> Phrase:
    """A date that reads the same tomorrow."""
    month = MONTHS[moment.month - 1]
    return say("{day} {month} {year}", day=moment.day, month=month, year=moment.year)


def file_name(kept: KeptGame, ending: str) -> str:
    """What a game's picture or record is called: its board and date, in plain letters."""
    plain = unicodedata.normalize("NFKD", kept.game.setup.board.name).encode("ascii", "ignore")
    board = re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")
    return f"{board or 'game'}-{played_on(kept):%Y-%m-%d}-{kept.id[:6]}.{ending}"


def message(kept: KeptGame, result: Tally, language: Language = ENGLISH) -> str:
    """The result as one would write it to somebody who was not there."""
    state = kept.game.state
    table = result_table(state, result)
    heading = say(
        "Ticket to Ride: {board}, {date}",
        board=state.setup.board.called,
        date=date_in_words(played_on(kept)),
    )
    lines = [heading.told(language), verdict(result).told(language), ""]
    for player in table.players:
        parts = [
            say("{part} {points}", part=row.title, points=row.text(cell))
            for row in table.rows
            if row.part != "total"
            for cell in row.cells
            if cell.player == player.name and (cell.points or row.part in ("routes", "tickets"))
        ]
        line = say(
            "{rank}. {player}: {total} ({parts})",
            rank=result.ranks[player.name],
            player=player.name,
            total=table.points("total", player.name),
            parts=enumerated(parts),
        )
        lines.append(line.told(language))
    return "\n".join(lines)


def bg_stats_link(kept: KeptGame, language: Language = ENGLISH) -> str:
    """A link that opens BG Stats with this play filled in.

    What is said about the play is left out where the names alone are nearly too long.
    """
    result = tally(kept.game.state)
    play = _play(kept, result, language)
    link = BG_STATS + _encoded(play)
    if len(link) > LONGEST_LINK:
        link = BG_STATS + _encoded({**play, "comments": ""})
    return link


def _encoded(play: Mapping[str, object]) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _play(kept: KeptGame, result: Tally, language: Language) -> dict[str, object]:
    setup = kept.game.setup
    board = setup.board
    totals = {player.name: player.total for player in result.players}
    return {
        "sourceName": "Railkeeper",
        "sourcePlayId": kept.id,
        "playDate": f"{played_on(kept).astimezone(timezone.utc):%Y-%m-%d %H:%M:%S}",
        "durationMin": round(kept.played.total_seconds() / 60),
        "board": board.name,
        "comments": verdict(result).told(language),
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
                "role": TRAIN_COLORS[player.color].told(language),
                "winner": player.name in result.winners,
                "startPlayer": player is setup.players[0],
            }
            for player in setup.players
        ],
    }


def _player_id(name: str) -> str:
    """The same for the same name in every game, and short however long the name is."""
    return hashlib.sha256(name.encode("utf-8")).hexdigest()[:16]
