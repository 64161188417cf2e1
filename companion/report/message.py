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
from companion.rules.final_tally import Tally, tally
from companion.rules.winning import verdict
from companion.rules.wording import ENGLISH, Catalog, Phrase, comma_separated, phrase
from companion.store.saved_game import SavedGame

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8_000
"""Characters a link may have on its way from app to app."""


def played_on(saved: SavedGame) -> datetime:
    """When a game was played: when it was finished or, until then, last changed."""
    return (saved.finished or saved.changed).astimezone()


def date_in_words(moment: datetime) -> Phrase:
    """A date that reads the same tomorrow."""
    month = MONTHS[moment.month - 1]
    return phrase("{day} {month} {year}", day=moment.day, month=month, year=moment.year)


def file_name(saved: SavedGame, ending: str) -> str:
    """What a game's picture or record is called: its board and date, in plain letters."""
    plain = unicodedata.normalize("NFKD", saved.game.setup.board.name).encode("ascii", "ignore")
    board = re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")
    return f"{board or 'game'}-{played_on(saved):%Y-%m-%d}-{saved.id[:6]}.{ending}"


def message(saved: SavedGame, result: Tally, language: Catalog = ENGLISH) -> str:
    """The result as one would write it to somebody who was not there."""
    state = saved.game.state
    table = result_table(state, result)
    heading = phrase(
        "Ticket to Ride: {board}, {date}",
        board=state.setup.board.display_name,
        date=date_in_words(played_on(saved)),
    )
    lines = [heading.render(language), verdict(result).render(language), ""]
    for player in table.players:
        parts = [
            phrase("{part} {points}", part=row.title, points=row.text(cell))
            for row in table.rows
            if row.part != "total"
            for cell in row.cells
            if cell.player == player.name and (cell.points or row.part in ("routes", "tickets"))
        ]
        line = phrase(
            "{rank}. {player}: {total} ({parts})",
            rank=result.ranks[player.name],
            player=player.name,
            total=table.points("total", player.name),
            parts=comma_separated(parts),
        )
        lines.append(line.render(language))
    return "\n".join(lines)


def bg_stats_link(saved: SavedGame, language: Catalog = ENGLISH) -> str:
    """A link that opens BG Stats with this play filled in.

    What is said about the play is left out where the names alone are nearly too long.
    """
    result = tally(saved.game.state)
    play = _play(saved, result, language)
    link = BG_STATS + _encoded(play)
    if len(link) > LONGEST_LINK:
        link = BG_STATS + _encoded({**play, "comments": ""})
    return link


def _encoded(play: Mapping[str, object]) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _play(saved: SavedGame, result: Tally, language: Catalog) -> dict[str, object]:
    setup = saved.game.setup
    board = setup.board
    totals = {player.name: player.total for player in result.players}
    return {
        "sourceName": "Railkeeper",
        "sourcePlayId": saved.id,
        "playDate": f"{played_on(saved).astimezone(timezone.utc):%Y-%m-%d %H:%M:%S}",
        "durationMin": round(saved.played.total_seconds() / 60),
        "board": board.name,
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
                "role": TRAIN_COLORS[player.color].render(language),
                "winner": player.name in result.winners,
                "startPlayer": player is setup.players[0],
            }
            for player in setup.players
        ],
    }


def _player_id(name: str) -> str:
    """The same for the same name in every game, and short however long the name is."""
    return hashlib.sha256(name.encode("utf-8")).hexdigest()[:16]
