"""The rules for claiming a track, and for doubling the claim with terrain and locomotives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.board import Board, Route, TerrainType
from companion.rules.event_description import has_terrain_cards, terrain_cards
from companion.rules.events import UNCHECKED, Doubling
from companion.rules.state import GameState
from companion.rules.turns import why_no_turn
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase

LOCOMOTIVES = 14
"""Locomotive cards in the game."""


def why_not_track(state: GameState, player: str, route: Route, track: int) -> Phrase | None:
    """Why a track is not free for a player: taken, closed, or they own another track of it."""
    title = state.setup.board.route_title(route)
    owners = state.track_owners(route)
    if not 0 <= track < len(owners):
        return phrase(
            "{player} cannot claim another track of {route}: it has only {count}.",
            player=player,
            route=title,
            count=len(owners),
        )
    owner = owners[track]
    if owner == player:
        return phrase("{player} already has {route}.", player=player, route=title)
    if owner is not None:
        return phrase(
            "{player} cannot claim {route}: {owner} has this track.",
            player=player,
            route=title,
            owner=owner,
        )
    holders = state.route_owners(route)
    if player in holders:
        return phrase(
            "{player} cannot claim {route}: nobody may have two tracks of the same route.",
            player=player,
            route=title,
        )
    crossing = state.claimed_across(route)
    if crossing is not None:
        return phrase(
            "{player} cannot claim {route}: it crosses {crossing}, which {owner} has.",
            player=player,
            route=title,
            crossing=state.setup.board.route_title(crossing[0]),
            owner=crossing[1],
        )
    if state.is_closed(route):
        return plural_phrase(
            "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
            "player only one can be claimed.",
            "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
            "players only one can be claimed.",
            state.setup.board.double_tracks_from_players,
            player=player,
            route=title,
            owner=holders[0],
        )
    return None


def why_not_claim(state: GameState, player: str, route: Route, track: int) -> Phrase | None:
    """Why a player cannot claim a track now: not free, too few trains, or no turn left."""
    reason = why_not_track(state, player, route, track)
    if reason is not None:
        return reason
    trains = state.players[player].trains
    if trains < route.trains(track):
        return phrase(
            "{player} cannot claim {route}: it takes {needed}, but {player} has {left}.",
            player=player,
            route=state.setup.board.route_title(route),
            needed=_trains(state.setup.board, route.trains(track)),
            left=plural_phrase("only {count} left", "only {count} left", trains)
            if trains
            else phrase("none left"),
        )
    return why_no_turn(state, player, state.setup.board.route_title(route))


def _trains(board: Board, count: int) -> Phrase:
    match board.piece:
        case "train":
            return plural_phrase("{count} train", "{count} trains", count)
        case "bus":
            return plural_phrase("{count} bus", "{count} buses", count)
        case "taxi":
            return plural_phrase("{count} taxi", "{count} taxis", count)


def why_not_claim_route(state: GameState, player: str, route: Route) -> Phrase | None:
    """Why a player cannot claim any track of a route now; None if they can claim one."""
    owners = state.track_owners(route)
    # That a track is taken explains less than what rules out a free one.
    tracks = sorted(range(len(owners)), key=lambda track: owners[track] is not None)
    reasons = [why_not_claim(state, player, route, track) for track in tracks]
    return None if None in reasons else reasons[0]


def free_track(state: GameState, player: str, route: Route) -> int | None:
    """The first track of a route that is free for a player, however many trains are left."""
    tracks = range(len(route.tracks))
    return next((each for each in tracks if not why_not_track(state, player, route, each)), None)


def claimable_tracks(state: GameState, player: str, route: Route) -> tuple[int, ...]:
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
    free = claimable_tracks(state, player, route)
    return free[0] if len(set(track_kinds(route, free))) == 1 else None


def track_kinds(route: Route, tracks: Iterable[int]) -> list[tuple[str, int, int]]:
    """Colour, locomotives and mountains of tracks: where they are equal, there is no choice."""
    return [
        (route.tracks[track], route.locomotives(track), route.mountains(track)) for track in tracks
    ]


def claim_points(board: Board, route: Route, track: int, doubled: bool = False) -> int:
    """Points that a claim of a track scores, including those for its mountain spaces."""
    points = board.route_points[route.length] * (2 if doubled else 1)
    return points + board.mountain_points * route.mountains(track)


@dataclass(frozen=True, slots=True)
class TerrainComparison:
    """A player's face-up cards of one terrain type against the others', for one claim."""

    player: str
    terrain: TerrainType
    have: int
    """The player's face-up cards."""
    most: int
    """The largest count of another player."""
    rivals: tuple[str, ...]
    """The players with that count, in turn order; empty if the others have no cards."""
    need: int
    """Cards to pay for a route of this length."""

    @property
    def fewest_locomotives(self) -> int:
        """The fewest locomotives with which the claim can be doubled."""
        return max(0, self.most - self.have, self.need - self.have)


def compare_terrain(
    state: GameState, player: str, route: Route, track: int
) -> TerrainComparison | None:
    """A player's cards of a track's terrain against the others'; None without terrain cards."""
    terrain = state.setup.terrain
    if terrain is None:
        return None
    kind = terrain.type_of(route.tracks[track])
    others = {
        name: other.terrain[kind.id] for name, other in state.players.items() if name != player
    }
    most = max(others.values())
    return TerrainComparison(
        player=player,
        terrain=kind,
        have=state.players[player].terrain[kind.id],
        most=most,
        rivals=tuple(name for name, count in others.items() if count == most > 0),
        need=terrain.cards_to_double[route.length],
    )


def why_not_double(
    state: GameState, player: str, route: Route, track: int, play: Doubling
) -> Phrase | None:
    """Why a claim cannot be doubled with this payment."""
    title = state.setup.board.route_title(route)
    if state.setup.counted and state.setup.board.terrain is not None:
        if play == UNCHECKED:
            return None
        return phrase(
            "{player} cannot double {route} with cards: a counted game has no cards.",
            player=player,
            route=title,
        )
    comparison = compare_terrain(state, player, route, track)
    if comparison is None:
        return phrase(
            "{player} cannot double {route}: {board} has no terrain cards.",
            player=player,
            route=title,
            board=state.setup.board.display_name,
        )
    reason = _why_not_play(comparison, play)
    if reason is None:
        return None
    return phrase(
        "{player} cannot double {route}: {reason}.", player=player, route=title, reason=reason
    )


def _why_not_play(comparison: TerrainComparison, play: Doubling) -> Phrase | None:
    """Why a payment is illegal or too small; None if it doubles the claim."""
    if min(play.terrain, play.locomotives) < 0:
        return phrase("the number of cards cannot be negative")
    if play.terrain > comparison.have:
        return phrase(
            "{have}, so {count} cannot be played", have=has_cards(comparison), count=play.terrain
        )
    if play.locomotives > LOCOMOTIVES:
        return plural_phrase(
            "there is only {count} locomotive, not {played}",
            "there are only {count} locomotives, not {played}",
            LOCOMOTIVES,
            played=play.locomotives,
        )
    if play.terrain + play.locomotives < comparison.need:
        return plural_phrase(
            "it takes {cards} (locomotives count too), not {count}",
            "it takes {cards} (locomotives count too), not {count}",
            play.terrain + play.locomotives,
            cards=terrain_cards(comparison.terrain, comparison.need),
        )
    if comparison.have + play.locomotives < comparison.most:
        fix = plural_phrase(
            "{count} locomotive is needed to tie",
            "{count} locomotives are needed to tie",
            comparison.most - comparison.have,
        )
        return phrase("{numbers}; {fix}", numbers=cards_and_rivals(comparison), fix=fix)
    return None


@dataclass(frozen=True, slots=True)
class DoublingOffer:
    """The legal ways to double one claim."""

    comparison: TerrainComparison
    points: int
    """Points of the doubled claim."""
    plays: tuple[Doubling, ...]
    """The cards to play, fewest locomotives first; empty if the claim cannot be doubled."""

    def equivalent(self, recorded: Doubling) -> Doubling | None:
        """The recorded payment, otherwise one with as many locomotives; None if neither is legal.

        On a longer or shorter route the same doubling takes more or fewer terrain cards.
        """
        if recorded in self.plays:
            return recorded
        return next((each for each in self.plays if each.locomotives == recorded.locomotives), None)


def doubling_offer(
    state: GameState, player: str, route: Route, track: int, recorded: Doubling | None = None
) -> DoublingOffer | None:
    """The ways to double a claim; None without terrain cards.

    They waste no terrain card, except a `recorded` payment, which is offered as long as it is
    legal, so that correcting another part of a claim keeps it.
    """
    comparison = compare_terrain(state, player, route, track)
    if comparison is None:
        return None
    fewest = comparison.fewest_locomotives
    plays = {
        Doubling(max(0, comparison.need - locomotives), locomotives)
        for locomotives in range(fewest, min(LOCOMOTIVES, max(fewest, comparison.need)) + 1)
    }
    if recorded is not None and _why_not_play(comparison, recorded) is None:
        plays.add(recorded)
    ordered = sorted(plays, key=lambda play: (play.locomotives, play.terrain))
    points = claim_points(state.setup.board, route, track, doubled=True)
    return DoublingOffer(comparison, points, tuple(ordered))


def has_cards(comparison: TerrainComparison) -> Phrase:
    """How many cards of the terrain the player has."""
    return has_terrain_cards(comparison.player, comparison.terrain, comparison.have)


def cards_and_rivals(comparison: TerrainComparison) -> Phrase:
    """The player's count of cards and that of the rivals."""
    return phrase(
        "{have} ({rivals}: {most})",
        have=has_cards(comparison),
        rivals=join_names(comparison.rivals),
        most=comparison.most,
    )
