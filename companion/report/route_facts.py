"""Routes in words: length, colour and terrain, and whether a player can claim them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.report.color_names import ROUTE_COLOR_NAMES
from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.claims import why_not_claim
from companion.rules.event_description import doubled_with
from companion.rules.final_tally import PlayerTally
from companion.rules.state import Claim, GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    join_names,
    phrase,
    plural_phrase,
    translatable,
)


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


def routes_and_trains(player: PlayerTally) -> Phrase:
    """A player's number of routes and the trains on them."""
    trains = sum(claim.route.trains(claim.track) for claim in player.claims)
    return phrase(
        "{routes} · {trains}",
        routes=plural_phrase("{count} route", "{count} routes", len(player.claims)),
        trains=plural_phrase("{count} train used", "{count} trains used", trains),
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


def kind(route: Route) -> Phrase | None:
    """Whether a route is a ferry, a tunnel or a mountain route, in a word."""
    if route.ferry:
        return phrase("ferry")
    if route.mountain:
        return phrase("mountain")
    return phrase("tunnel") if route.tunnel else None


def status(state: GameState, player: str, route: Route) -> Phrase:
    """Whether a route is free, closed or taken and by whom, and whether a player can claim it."""
    owners = [name for name in state.track_owners(route) if name is not None]
    unclaimed = len(route.tracks) - len(owners)
    can_claim = bool(free_tracks(state, player, route))
    if not unclaimed:
        status = phrase("taken by {owners}", owners=join_names(owners))
    elif state.is_closed(route) and owners:
        status = plural_phrase(
            "taken by {owners} · closed with {count} player",
            "taken by {owners} · closed with {count} players",
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
            "{count} track free · taken by {owners}",
            "{count} tracks free · taken by {owners}",
            unclaimed,
            owners=join_names(owners),
        )
    elif owners:
        status = plural_phrase(
            "{count} track free, but {player} cannot claim it now · taken by {owners}",
            "{count} tracks free, but {player} cannot claim them now · taken by {owners}",
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


def free_tracks(state: GameState, player: str, route: Route) -> tuple[int, ...]:
    """The tracks of a route a player may claim now."""
    return tuple(
        track
        for track in range(len(route.tracks))
        if why_not_claim(state, player, route, track) is None
    )


def only_choice(state: GameState, player: str, route: Route) -> int | None:
    """The track to claim without asking, if neither track nor doubling can be chosen."""
    if state.setup.terrain is not None:
        return None
    free = free_tracks(state, player, route)
    return free[0] if len(set(track_kinds(route, free))) == 1 else None


def track_name(route: Route, track: int) -> Phrase:
    """The colour of a track, and its mountains if it has any."""
    color, mountains = ROUTE_COLOR_NAMES[route.tracks[track]], route.mountains(track)
    if not mountains:
        return color
    return plural_phrase(
        "{color}, {count} mountain", "{color}, {count} mountains", mountains, color=color
    )


def track_kinds(route: Route, tracks: Iterable[int]) -> list[tuple[str, int, int]]:
    """Colour, locomotives and mountains of tracks: where they are equal, there is no choice."""
    return [
        (route.tracks[track], route.locomotives(track), route.mountains(track)) for track in tracks
    ]
