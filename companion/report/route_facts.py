"""Routes in words: what they are and whether they can be had."""

from __future__ import annotations

from companion.report.color_words import ROUTE_COLORS
from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.errors import TrackClosed
from companion.rules.offers import why_not_claim
from companion.rules.state import Claim, GameState
from companion.rules.telling import doubled_with
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase, translatable


def track_facts(board: Board, route: Route, track: int) -> Phrase:
    """A track's length and colour, and the terrain it runs through."""
    color = route.tracks[track]
    # Translators: length and colour of a route: 3 spaces, red.
    spaces = phrase("{count} {color}", count=route.length, color=ROUTE_COLORS[color])
    if board.terrain is None:
        return spaces
    name = translatable(board.terrain.type_of(color).name)
    return phrase("{spaces} · {terrain}", spaces=spaces, terrain=name)


def claim_facts(board: Board, claim: Claim) -> Phrase:
    """What a claim took, and with what it was doubled."""
    facts = track_facts(board, claim.route, claim.track)
    if claim.doubled is None:
        return facts
    how = doubled_with(board, claim.route, claim.track, claim.doubled)
    return phrase("{facts} · {how}", facts=facts, how=how)


def route_as_printed(route: Route | RouteCorrection) -> Phrase:
    """A route's length and the colours of its tracks."""
    colors = [ROUTE_COLORS[color] for color in route.tracks]
    if len(colors) == 1:
        return phrase("{count} {color}", count=route.length, color=colors[0])
    return phrase("{count} {one} and {other}", count=route.length, one=colors[0], other=colors[1])


def reminders(route: Route, track: int) -> tuple[Phrase, ...]:
    """What a track asks of the cards, which the score keeper does not see."""
    told = []
    locomotives = route.locomotives(track)
    if locomotives:
        told.append(
            plural_phrase(
                "Ferry: {count} locomotive is part of the price.",
                "Ferry: {count} locomotives are part of the price.",
                locomotives,
            )
        )
    if route.tunnel:
        told.append(phrase("Tunnel: up to 3 more cards may be due."))
    return tuple(told)


def kind(route: Route) -> Phrase | None:
    """What is special about a route, in a word."""
    if route.ferry:
        return phrase("ferry")
    return phrase("tunnel") if route.tunnel else None


def status(state: GameState, player: str, route: Route) -> Phrase:
    """Whether a route is free, who has it, or why this player cannot have it."""
    owners = [name for name in state.track_owners(route) if name is not None]
    reasons = [why_not_claim(state, player, route, track) for track in range(len(route.tracks))]
    if None in reasons:
        having = phrase("one track free, {owners} has the other", owners=join_names(owners))
        # Translators: a route nobody has claimed.
        free = having if owners else phrase("free")
    elif any(isinstance(reason, TrackClosed) for reason in reasons) and not owners:
        free = plural_phrase(
            "closed: {owners} has the other track ({count} player)",
            "closed: {owners} has the other track ({count} players)",
            len(state.players),
            owners=join_names(state.route_owners(route)),
        )
    elif any(isinstance(reason, TrackClosed) for reason in reasons):
        free = plural_phrase(
            "taken by {owners} · other track closed ({count} player)",
            "taken by {owners} · other track closed ({count} players)",
            len(state.players),
            owners=join_names(owners),
        )
    elif owners:
        free = phrase("taken by {owners}", owners=join_names(owners))
    else:
        free = phrase("free, but not for {player} now", player=player)
    special = kind(route)
    return free if special is None else phrase("{kind} · {status}", kind=special, status=free)


def free_tracks(state: GameState, player: str, route: Route) -> tuple[int, ...]:
    """The tracks of a route a player may claim now."""
    return tuple(
        track
        for track in range(len(route.tracks))
        if why_not_claim(state, player, route, track) is None
    )


def nothing_to_choose(state: GameState, player: str, route: Route) -> int | None:
    """The track to claim at once, where neither track nor doubling leaves a choice."""
    if state.setup.board.terrain is not None:
        return None
    free = free_tracks(state, player, route)
    kinds = {(route.tracks[track], route.locomotives(track)) for track in free}
    return free[0] if len(kinds) == 1 else None
