"""A store with many different finished games, made from the recorded ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.rules.boards import bundled_boards
from companion.rules.record import record_from_json
from companion.store.games import record_content
from companion.store.saved_game import SavedGame
from tests.support.games import GAMES, NAMES

PEOPLE = ("Ana", "Bruno", "Clara", "Đorđe", "Maximiliane", "Zoë", "Peter")
"""Players of the games, seated in changing orders."""
FIRST_DATE = datetime(2024, 11, 20, 18, tzinfo=timezone.utc)
DAYS = 5
"""Days between two games."""


@lru_cache
def recorded_value(name: str) -> dict[str, Any]:
    """A recorded game as its file holds it."""
    value: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return value


def played_value(number: int, games: Sequence[str] = tuple(NAMES)) -> dict[str, Any]:
    """The record of the game with a number: one of the recorded games with other names.

    Every ninth is counted, and the times of every fourth make no sense.
    """
    base = recorded_value(games[number % len(games)])
    seats = [each["name"] for each in base["players"]]
    names = {
        seat: PEOPLE[(number * 3 + place * (1 + number % 2)) % len(PEOPLE)]
        for place, seat in enumerate(seats)
    }
    events = [{**event, "player": names[event["player"]]} for event in base["events"]]
    counted = number % 9 == 4
    if counted:
        kept = [each for each in events if each["do"] in ("claim", "tickets", "station", "extra")]
        events = [
            {**event, "double": {}} if event.get("double") is not None else event for event in kept
        ]
    end = FIRST_DATE + timedelta(days=DAYS * number)
    minutes = 45 + number % 70
    return {
        **base,
        "players": [{**each, "name": names[each["name"]]} for each in base["players"]],
        "events": events,
        **({"counted": True} if counted else {}),
        "id": f"{number:032x}",
        "started": (end - timedelta(minutes=minutes + 10)).isoformat(),
        "changed": end.isoformat(),
        "finished": end.isoformat(),
        "seconds_played": 60 * minutes if number % 4 else 60,
        **({"title": f"Round {number}"} if number % 10 == 0 else {}),
        **({"note": f"Played at Łódź, table {number}"} if number % 10 == 5 else {}),
    }


def write_history(
    folder: Path, count: int, games: Sequence[str] = tuple(NAMES)
) -> list[dict[str, Any]]:
    """Write finished games into the data folder of a store; returns their records."""
    boards, values = bundled_boards(), [played_value(number, games) for number in range(count)]
    (folder / "games").mkdir(parents=True, exist_ok=True)
    written: dict[tuple[int, int, bool], SavedGame] = {}
    for number, value in enumerate(values):
        # Replaying is slow: games that differ only in id and times are replayed once.
        key = number % len(games), number % (7 * 2), "counted" in value
        if key not in written:
            written[key] = SavedGame.from_record(record_from_json(value, boards), value["id"])
        saved = replace(
            written[key],
            id=value["id"],
            started=datetime.fromisoformat(value["started"]),
            changed=datetime.fromisoformat(value["changed"]),
            finished=datetime.fromisoformat(value["finished"]),
            played=timedelta(seconds=value["seconds_played"]),
            title=value.get("title", ""),
            note=value.get("note", ""),
        )
        path = folder / "games" / f"{saved.id}.finished.json"
        path.write_bytes(record_content(saved))
    return values
