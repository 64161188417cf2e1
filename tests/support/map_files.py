"""The example of a file of the map editor, and the board that it becomes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

_MAP: dict[str, Any] = {
    "format": "ticket-to-ride-map",
    "version": 3,
    "kind": "map",
    "written": "2026-01-01T00:00:00.000Z",
    "app": {"name": "Map prototypes", "version": "0.4.0"},
    "board": {"width": 1100, "height": 731},
    "payload": {
        "name": "Three Bays",
        "format": "board-2x3",
        "players": {"min": 2, "max": 3},
        "wagonsPerPlayer": 20,
        "startingTickets": 3,
        "keptTickets": 2,
        "stopTypeStyles": [
            {"id": "city", "label": "Regular", "fill": "#fff", "stroke": "#000"},
            {
                "id": "junction",
                "label": "Junction",
                "fill": "#fff",
                "stroke": "#888",
                "junction": True,
            },
        ],
        "routeTypeStyles": [
            {
                "id": "city",
                "label": "Railway",
                "stroke": "#000",
                "dash": "",
                "strokeWidth": 3,
                "infrastructure": False,
                "shape": "plain",
            },
            {
                "id": "tunnel",
                "label": "Tunnel",
                "stroke": "#000",
                "dash": "",
                "strokeWidth": 3,
                "infrastructure": False,
                "shape": "serrated",
            },
        ],
        "stops": [
            {"id": "s1", "name": "North Bay", "type": "city", "x": 220, "y": 146.2},
            {"id": "s2", "name": "East Bay", "type": "city", "x": 880, "y": 365.5},
            {"id": "s3", "name": "South Bay", "type": "city", "x": 330, "y": 584.8},
            {"id": "s4", "name": "Fork", "type": "junction", "x": 550, "y": 365.5},
        ],
        "routes": [
            {"id": "r1", "a": "s1", "b": "s4", "length": 3, "type": "city", "color": "red"},
            {"id": "r2", "a": "s4", "b": "s1", "length": 3, "type": "city", "color": "neutral"},
            {"id": "r3", "a": "s4", "b": "s2", "length": 2, "type": "tunnel", "color": "blue"},
            {
                "id": "r4",
                "a": "s3",
                "b": "s4",
                "length": 4,
                "type": "city",
                "color": "neutral",
                "locomotiveSlots": [0, 3],
                "points": [{"x": 400, "y": 480}],
            },
        ],
        "ticketSets": [{"id": "main", "label": "Main deck"}],
        "tickets": [
            {"id": "t1", "a": "s1", "b": "s2", "points": 5, "set": "main"},
            {"id": "t2", "a": "s2", "b": "s3", "points": 6, "long": True},
        ],
    },
}

THREE_BAYS: dict[str, Any] = {
    "format": "railkeeper-board/1",
    "id": "three-bays",
    "name": "Three Bays",
    "aspect": 1.5048,
    "players": [2, 3],
    "trains_per_player": 20,
    "double_tracks_from_players": 4,
    "route_points": {"2": 2, "3": 4, "4": 7},
    "bonuses": {"longest_route": 10},
    "tie_breakers": ["tickets_completed", "longest_route"],
    "ticket_count": 2,
    "long_decks": ["long"],
    "start_tickets": {"deal": 3, "keep": 2},
    "draw_tickets": {"deal": 3, "keep": 1},
    "places": [
        {"id": "s1", "name": "North Bay", "x": 0.2, "y": 0.2},
        {"id": "s2", "name": "East Bay", "x": 0.8, "y": 0.5},
        {"id": "s3", "name": "South Bay", "x": 0.3, "y": 0.8},
        {"id": "s4", "name": "Fork", "x": 0.5, "y": 0.5, "kind": "way_station"},
    ],
    "routes": [
        {"id": "r1", "from": "s1", "to": "s4", "length": 3, "tracks": ["red", "grey"]},
        {"id": "r3", "from": "s4", "to": "s2", "length": 2, "tracks": ["blue"], "tunnel": True},
        {"id": "r4", "from": "s3", "to": "s4", "length": 4, "tracks": ["grey"], "ferry": 2},
    ],
    "tickets": [
        {"id": "t1", "from": "s1", "to": "s2", "points": 5, "deck": "regular"},
        {"id": "t2", "from": "s2", "to": "s3", "points": 6, "deck": "long"},
    ],
}
"""The board file that the map becomes."""


def three_bays(**changes: Any) -> dict[str, Any]:
    """A file of the map editor, with other fields in its envelope."""
    return deepcopy(_MAP) | changes
