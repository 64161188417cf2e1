"""Routes in words: what they are and whether they can be had."""

from __future__ import annotations

from companion.report.color_words import ROUTE_COLORS
from companion.rules import (
    Board,
    Claim,
    GameState,
    Phrase,
    Route,
    RouteCorrection,
    TrackClosed,
    doubled_with,
    listed,
    say,
    say_count,
    term,
    why_not_claim,
)


def track_facts(board: Board, route: Route, track: int) -> Phrase:
    """A track's length and colour, and the terrain it runs through."""
    color = route.tracks[track]
    # Translators: length and colour of a route: 3 spaces, red.
    spaces = say("{count} {color}", count=route.length, color=ROUTE_COLORS[color])
    if board.terrain is None:
        return spaces
    name = term(board.terrain.type_of(color).name)
    return say("{spaces} · {terrain}", spaces=spaces, terrain=name)


def claim_facts(board: Board, claim: Claim) -> Phrase:
    """What a claim took, and with what it was doubled."""
    facts = track_facts(board, claim.route, claim.track)
    if claim.doubled is None:
        return facts
    how = doubled_with(board, claim.route, claim.track, claim.doubled)
    return say("{facts} · {how}", facts=facts, how=how)


def route_as_printed(route: Route | RouteCorrection) -> Phrase:
    """A route's length and the colours of its tracks."""
    colors = [ROUTE_COLORS[color] for color in route.tracks]
    if len(colors) == 1:
        return say("{count} {color}", count=route.length, color=colors[0])
    return say("{count} {one} and {other}", count=route.length, one=colors[0], other=colors[1])


def reminders(route: Route, track: int) -> tuple[Phrase, ...]:
    """What a track asks of the cards, which the score keeper does not see."""
    told = []
    locomotives = route.locomotives(track)
    if locomotives:
        told.append(
            say_count(
                "Ferry: {count} locomotive is part of the price.",
                "Ferry: {count} locomotives are part of the price.",
                locomotives,
            )
        )
    if route.tunnel:
        told.append(say("Tunnel: up to 3 more cards may be due."))
    return tuple(told)


def kind(route: Route) -> Phrase | None:
    """What is special about a route, in a word."""
    if route.ferry:
        return say("ferry")
    return say("tunnel") if route.tunnel else None


def status(state: GameState, player: str, route: Route) -> Phrase:
    """Whether a route is free, who has it, or why this player cannot have it."""
    owners = [name for name in state.track_owners(route) if name is not None]
    reasons = [why_not_claim(state, player, route, track) for track in range(len(route.tracks))]
    if None in reasons:
        having = say("one track free, {owners} has the other", owners=listed(owners))
        # Translators: a route nobody has claimed.
        free = having if owners else say("free")
    elif any(isinstance(reason, TrackClosed) for reason in reasons) and not owners:
        free = say_count(
            "closed: {owners} has the other track ({count} player)",
            "closed: {owners} has the other track ({count} players)",
            len(state.players),
            owners=listed(state.holders(route)),
        )
    elif any(isinstance(reason, TrackClosed) for reason in reasons):
        free = say_count(
            "taken by {owners} · other track closed ({count} player)",
            "taken by {owners} · other track closed ({count} players)",
            len(state.players),
            owners=listed(owners),
        )
    elif owners:
        free = say("taken by {owners}", owners=listed(owners))
    else:
        free = say("free, but not for {player} now", player=player)
    special = kind(route)
    return free if special is None else say("{kind} · {status}", kind=special, status=free)


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
