"""A link that opens the BG Stats app with a play filled in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import timezone
from urllib.parse import quote

from companion.report.export.message import played_on
from companion.report.words.colors import TRAIN_COLOR_NAMES
from companion.report.words.outcome import verdict
from companion.rules.final_tally import Tally, tally
from companion.rules.wording import ENGLISH, Catalog
from companion.store.saved_game import SavedGame

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8_000
"""Characters a link may have to be passed to another app."""


def bg_stats_link(saved: SavedGame, language: Catalog = ENGLISH) -> str:
    """The link for a game, without a comment if the names alone are nearly too long."""
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
