"""Whether two cities are connected, in words and on the board."""

from __future__ import annotations

from companion.drawing.highlight import Highlight, TrackId
from companion.report.highlights import end_places
from companion.report.ticket_search import ticket_end_at
from companion.rules.board import Board
from companion.rules.connection import Connection, connection, free_track
from companion.rules.state import GameState
from companion.rules.wording import Phrase, comma_separated, phrase, plural_phrase, untranslated


def places_of(board: Board, place: str) -> tuple[str, ...]:
    """The places that count as this one: all entrances of its country."""
    end = ticket_end_at(board, place)
    return (place,) if end is None else tuple(board.ticket_ends[end].places)


def are_same(board: Board, one: str, other: str) -> bool:
    """Whether two places are the same city or country."""
    return other in places_of(board, one)


def name_of(board: Board, place: str) -> Phrase:
    """The name of a city, or of the country it is an entrance of."""
    end = ticket_end_at(board, place)
    if end is None:
        return board.places[place].display_name
    return untranslated(board.ticket_ends[end].name)


def find_connection(state: GameState, player: str, one: str, other: str) -> Connection:
    """The connection of two places for a player."""
    board = state.setup.board
    return connection(state, player, places_of(board, one), places_of(board, other))


def describe_connection(player: str, found: Connection) -> Phrase:
    """The answer in one line: connected, missing spaces, or cut off."""
    if found.walk is None:
        # Translators: two cities: the routes of the other players leave no way.
        return phrase("{player}: cut off", player=player)
    if found.missing:
        return plural_phrase(
            # Translators: spaces a player would have to claim to connect two cities.
            "{player}: {count} missing, all free",
            "{player}: {count} missing, all free",
            found.missing,
            player=player,
        )
    return plural_phrase(
        "{player}: connected, {count} space",
        "{player}: connected, {count} spaces",
        found.walk.length,
        player=player,
    )


def missing_routes(state: GameState, player: str, found: Connection) -> Phrase | None:
    """The routes that a player would have to claim; None if there are none."""
    board = state.setup.board
    own = {route.id for route in state.players[player].routes}
    walk = found.walk.routes if found.walk and found.missing else ()
    titles = [board.route_title(board.routes[id]) for id in walk if id not in own]
    return comma_separated(titles) if titles else None


def connection_highlight(
    state: GameState, player: str, found: Connection, one: str, other: str
) -> Highlight:
    """The walk on the board, as a trail if the player has all its routes; the ends if none."""
    board = state.setup.board
    if found.walk is None:
        ends = (*places_of(board, one), *places_of(board, other))
        return Highlight(places=ends, player=player)
    claimed = {claim.route.id: claim.track for claim in state.players[player].claims}
    tracks: list[TrackId] = []
    for id in found.walk.routes:
        track = claimed.get(id, free_track(state, player, board.routes[id]))
        tracks.append((id, track or 0))
    trail = tuple(tracks) if found.is_complete else ()
    return Highlight(tuple(tracks), places=end_places(found.walk), trail=trail, player=player)
