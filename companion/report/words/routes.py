"""Routes in words: length, colour and terrain, who can claim them, and what they connect."""

from __future__ import annotations

from companion.drawing.highlight import Highlight, TrackId
from companion.report.highlights import end_places
from companion.report.search.tickets import ticket_end_at
from companion.report.words.pieces import trains_used
from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.claims import claimable_tracks, free_track
from companion.rules.event_description import doubled_with
from companion.rules.final_tally import PlayerTally
from companion.rules.state import Claim, GameState
from companion.rules.stations import station_cost
from companion.rules.ticket_results import Connection, connection
from companion.rules.wording import (
    Phrase,
    comma_separated,
    context_phrase,
    join_names,
    phrase,
    plural_phrase,
    translatable,
    untranslated,
)

# Translators: the colour of one route or track, in the form that goes with that word.
ROUTE_COLOR_NAMES = {
    "yellow": context_phrase("route", "yellow"),
    "orange": context_phrase("route", "orange"),
    "red": context_phrase("route", "red"),
    "purple": context_phrase("route", "purple"),
    "blue": context_phrase("route", "blue"),
    "green": context_phrase("route", "green"),
    "white": context_phrase("route", "white"),
    "grey": context_phrase("route", "grey"),
    "black": context_phrase("route", "black"),
}
"""The names of route colours, by id."""


def track_facts(board: Board, route: Route, track: int) -> Phrase:
    """A track's length and colour, and the terrain it runs through."""
    color = route.tracks[track]
    # Translators: length and colour of a route: 3 spaces, red.
    spaces = phrase("{count} {color}", count=route.length, color=ROUTE_COLOR_NAMES[color])
    if board.terrain is None:
        return spaces
    name = translatable(board.terrain.type_of(color).name)
    return phrase("{spaces} · {terrain}", spaces=spaces, terrain=name)


def claim_facts(board: Board, claim: Claim) -> Phrase:
    """The track of a claim, and the cards it was doubled with."""
    facts = track_facts(board, claim.route, claim.track)
    if claim.doubled is None:
        return facts
    how = doubled_with(board, claim.route, claim.track, claim.doubled)
    return phrase("{facts} · {how}", facts=facts, how=how)


def route_as_printed(route: Route | RouteCorrection) -> Phrase:
    """A route's length and the colours of its tracks."""
    colors = [ROUTE_COLOR_NAMES[color] for color in route.tracks]
    if len(colors) == 1:
        return phrase("{count} {color}", count=route.length, color=colors[0])
    return phrase(
        "{count} {one} and {other}",
        count=route.length,
        one=comma_separated(colors[:-1]),
        other=colors[-1],
    )


def routes_and_trains(board: Board, player: PlayerTally) -> Phrase:
    """A player's number of routes and the trains on them."""
    trains = sum(claim.route.trains(claim.track) for claim in player.claims)
    return phrase(
        "{routes} · {trains}",
        routes=plural_phrase("{count} route", "{count} routes", len(player.claims)),
        trains=trains_used(board, trains),
    )


def reminders(board: Board, route: Route, track: int) -> tuple[Phrase, ...]:
    """What a track costs beyond its spaces: mountains, ferry, tunnel."""
    texts = []
    mountains = route.mountains(track)
    if mountains:
        texts.append(
            plural_phrase(
                "Mountains: {count} more train leaves the game, +{points}.",
                "Mountains: {count} more trains leave the game, +{points}.",
                mountains,
                points=mountains * board.mountain_points,
            )
        )
    locomotives = route.locomotives(track)
    if locomotives:
        texts.append(
            plural_phrase(
                "Ferry: needs at least {count} locomotive.",
                "Ferry: needs at least {count} locomotives.",
                locomotives,
            )
        )
    if route.tunnel:
        texts.append(phrase("Tunnel: may cost up to 3 extra cards."))
    return tuple(texts)


def station_offer(state: GameState, player: str) -> Phrase:
    """A button: a player builds a station for this many cards."""
    return plural_phrase(
        "Build a station for {player} ({count} card)",
        "Build a station for {player} ({count} cards of one colour)",
        station_cost(state, player),
        player=player,
    )


def kind(route: Route) -> Phrase | None:
    """Whether a route is a ferry, a tunnel or a mountain route, in a word."""
    if route.ferry:
        return phrase("ferry")
    if route.mountain:
        return phrase("mountain route")
    return phrase("tunnel") if route.tunnel else None


def status(state: GameState, player: str, route: Route) -> Phrase:
    """Whether a route is free, closed or taken and by whom, and whether a player can claim it."""
    owners = [name for name in state.track_owners(route) if name is not None]
    unclaimed = len(route.tracks) - len(owners)
    can_claim = bool(claimable_tracks(state, player, route))
    crossing = state.claimed_across(route)
    if not unclaimed:
        status = phrase("taken by {owners}", owners=join_names(owners))
    elif crossing is not None:
        status = phrase(
            "closed: crosses {route}, taken by {owner}",
            route=state.setup.board.route_title(crossing[0]),
            owner=crossing[1],
        )
    elif state.is_closed(route) and owners:
        status = plural_phrase(
            "taken by {owners} · other track closed ({count} player)",
            "taken by {owners} · other track closed ({count} players)",
            len(state.players),
            owners=join_names(owners),
        )
    elif state.is_closed(route):
        status = plural_phrase(
            "closed with {count} player: {owners} has the other track",
            "closed with {count} players: {owners} has the other track",
            len(state.players),
            owners=join_names(state.route_owners(route)),
        )
    elif owners and can_claim:
        status = plural_phrase(
            "{count} track free · rest taken by {owners}",
            "{count} tracks free · rest taken by {owners}",
            unclaimed,
            owners=join_names(owners),
        )
    elif owners:
        status = plural_phrase(
            "{count} track free, but {player} cannot claim it now · rest taken by {owners}",
            "{count} tracks free, but {player} cannot claim them now · rest taken by {owners}",
            unclaimed,
            player=player,
            owners=join_names(owners),
        )
    elif can_claim:
        # Translators: a route nobody has claimed.
        status = phrase("free")
    else:
        status = phrase("free, but {player} cannot claim it now", player=player)
    special = kind(route)
    return status if special is None else phrase("{kind} · {status}", kind=special, status=status)


def track_name(route: Route, track: int) -> Phrase:
    """The colour of a track, and its mountains if it has any."""
    color, mountains = ROUTE_COLOR_NAMES[route.tracks[track]], route.mountains(track)
    if not mountains:
        return color
    return plural_phrase(
        "{color}, {count} mountain", "{color}, {count} mountains", mountains, color=color
    )


def places_of(board: Board, place: str) -> tuple[str, ...]:
    """The places that count as this one: all entrances of its country."""
    end = ticket_end_at(board, place)
    return (place,) if end is None else tuple(board.ticket_ends[end].places)


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
            "{player}: {count} space missing, free",
            "{player}: {count} spaces missing, all free",
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
