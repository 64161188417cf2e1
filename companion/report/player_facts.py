"""What a player has: trains and stations left, and the routes, stations and points so far."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.highlight import Highlight, event_highlight
from companion.report import route_facts
from companion.report.longest_route_holders import longest_route_holders, longest_route_tracks
from companion.rules.events import OtherPoints, RouteClaimed, StationBuilt
from companion.rules.game import Game
from companion.rules.longest_route import longest_walk
from companion.rules.state import GameState
from companion.rules.wording import Phrase, format_signed, phrase, plural_phrase, untranslated


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A route, a station, other points or the longest route of a player."""

    title: Phrase
    detail: Phrase | None
    points: str
    """Points with their sign; the length of the longest route; empty for a station."""
    highlight: Highlight
    """Where it is on the board."""


def pieces_left(state: GameState, name: str) -> tuple[Phrase, ...]:
    """The trains and stations that a player has left, and whether the player left the game."""
    player = state.players[name]
    left = [plural_phrase("{count} train left", "{count} trains left", player.trains)]
    if state.setup.board.stations_per_player:
        left.append(
            plural_phrase("{count} station left", "{count} stations left", player.stations_left)
        )
    if player.left:
        # Translators: what is true of a player now: “12 trains left · has left the game”.
        left.append(phrase("has left the game"))
    return tuple(left)


def player_entries(game: Game, state: GameState, name: str) -> tuple[PlayerEntry, ...]:
    """The longest route, then routes, stations and other points, newest first."""
    longest = _longest(state, name)
    entries = (_entry(game, state, name, index) for index in reversed(range(state.entries)))
    return tuple(entry for entry in (longest, *entries) if entry is not None)


def _longest(state: GameState, name: str) -> PlayerEntry | None:
    length = longest_walk(state.players[name]).length
    if not state.setup.longest_route_bonus or not length:
        return None
    holders = longest_route_holders(state)
    holds = holders is not None and name in holders.players
    return PlayerEntry(
        phrase("Longest route"),
        phrase("the longest so far") if holds else None,
        str(length),
        Highlight(trail=longest_route_tracks(state, name)),
    )


def _entry(game: Game, state: GameState, name: str, index: int) -> PlayerEntry | None:
    """A log entry of the player; None if it is not listed."""
    event, board = game.events[index], state.setup.board
    if event.player != name:
        return None
    highlight = event_highlight(event, name)
    match event:
        case RouteClaimed():
            claim = next(each for each in state.players[name].claims if each.entry == index)
            facts = route_facts.claim_facts(board, claim)
            return PlayerEntry(board.route_title(claim.route), facts, f"+{claim.points}", highlight)
        case StationBuilt():
            city = untranslated(board.places[event.city].name)
            return PlayerEntry(city, phrase("station"), "", highlight)
        case OtherPoints():
            points = format_signed(event.points)
            title = untranslated(event.description)
            return PlayerEntry(title, phrase("other points"), points, highlight)
        case _:
            return None
