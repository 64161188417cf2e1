"""Doubling a claim with terrain cards and with locomotives played as terrain."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.board import Route, Terrain, TerrainType
from companion.rules.errors import (
    CannotDouble,
    NoTerrainHere,
    Outnumbered,
    TooFewTerrainCards,
    TooLittlePaid,
)
from companion.rules.events import Doubling
from companion.rules.state import GameState
from companion.rules.wording import Phrase, listed, say, say_count, term


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands against the others in one terrain, for one claim."""

    player: str
    terrain: TerrainType
    have: int
    """The player's face-up cards."""
    most: int
    """The largest count anybody else has."""
    rivals: tuple[str, ...]
    """Who has that many, in turn order; nobody if the others have none."""
    need: int
    """Cards to play for this length."""

    @property
    def fewest_locomotives(self) -> int:
        """How many locomotives it takes at least, besides the face-up cards."""
        return max(0, self.most - self.have, self.need - self.have)


@dataclass(frozen=True, slots=True)
class WayToDouble:
    """One way to double a claim that the rules allow and that wastes no card."""

    play: Doubling
    points: int
    """What the doubled claim scores."""
    reason: Phrase
    """The comparison that allows it."""
    cost: Phrase
    """What leaves the table."""


@dataclass(frozen=True, slots=True)
class DoublingOffer:
    """Whether and how one claim can be doubled."""

    standing: Standing
    ways: tuple[WayToDouble, ...]
    """Fewest locomotives first."""
    obstacle: Phrase | None
    """Why fewer locomotives than the first way plays are not enough."""


def standing(state: GameState, player: str, route: Route, track: int) -> Standing | None:
    """How a player stands in the terrain of a track; None on a board without terrain."""
    terrain = state.setup.board.terrain
    return None if terrain is None else _standing(state, terrain, player, route, track)


def _standing(
    state: GameState, terrain: Terrain, player: str, route: Route, track: int
) -> Standing:
    kind = terrain.type_of(route.tracks[track])
    others = {
        name: other.terrain[kind.id] for name, other in state.players.items() if name != player
    }
    most = max(others.values())
    return Standing(
        player=player,
        terrain=kind,
        have=state.player(player).terrain[kind.id],
        most=most,
        rivals=tuple(name for name, count in others.items() if count == most > 0),
        need=terrain.cards_to_double[route.length],
    )


def claim_points(state: GameState, route: Route, doubled: bool) -> int:
    """What claiming a route scores at once."""
    return state.setup.board.route_points[route.length] * (2 if doubled else 1)


def check_doubling(state: GameState, player: str, route: Route, track: int, play: Doubling) -> None:
    """Refuse to double a claim with something that does not do it."""
    title = state.setup.board.title(route)
    stand = standing(state, player, route, track)
    if stand is None:
        raise NoTerrainHere(
            say(
                "{player} cannot double {route}: {board} has no terrain cards.",
                player=player,
                route=title,
                board=state.setup.board.name,
            )
        )
    problem: tuple[type[CannotDouble], Phrase] | None = None
    if min(play.terrain, play.locomotives) < 0:
        problem = CannotDouble, say("nobody plays fewer than no cards")
    elif play.terrain > stand.have:
        problem = (
            TooFewTerrainCards,
            say(
                "{have}, not {count} to spend",
                have=_has(stand),
                count=play.terrain,
            ),
        )
    elif play.terrain + play.locomotives < stand.need:
        problem = TooLittlePaid, _price(stand, play.terrain + play.locomotives)
    elif stand.have + play.locomotives < stand.most:
        problem = Outnumbered, _outnumbered(stand)
    if problem is not None:
        kind, reason = problem
        raise kind(
            say(
                "{player} cannot double {route}: {reason}.",
                player=player,
                route=title,
                reason=reason,
            )
        )


def doubling_offer(state: GameState, player: str, route: Route, track: int) -> DoublingOffer | None:
    """The ways to double a claim, and why not with less; None on a board without terrain."""
    stand = standing(state, player, route, track)
    if stand is None:
        return None
    fewest = stand.fewest_locomotives
    score = claim_points(state, route, doubled=True)
    ways = (
        _way(stand, Doubling(max(0, stand.need - locomotives), locomotives), score)
        for locomotives in range(fewest, max(fewest, stand.need) + 1)
    )
    return DoublingOffer(stand, tuple(ways), _obstacle(stand) if fewest else None)


def _way(stand: Standing, play: Doubling, score: int) -> WayToDouble:
    return WayToDouble(play, score, _comparison(stand, play), _cost(stand, play))


def _cards(stand: Standing, count: int) -> Phrase:
    return say("{count} {terrain}", count=count, terrain=term(stand.terrain.short))


def _locomotives(count: int) -> Phrase:
    return say_count("{count} locomotive", "{count} locomotives", count)


def _has(stand: Standing) -> Phrase:
    return say("{player} has {cards}", player=stand.player, cards=_cards(stand, stand.have))


def _comparison(stand: Standing, play: Doubling) -> Phrase:
    shown = stand.have + play.locomotives
    if not play.locomotives:
        sum = _cards(stand, stand.have)
    elif not stand.have:
        sum = _locomotives(play.locomotives)
    else:
        sum = say(
            "{cards} + {locomotives} = {sum}",
            cards=_cards(stand, stand.have),
            locomotives=_locomotives(play.locomotives),
            sum=shown,
        )
    if not stand.rivals:
        return say("{sum}, nobody else has any", sum=sum)
    if shown == stand.most:
        return say("{sum}, a tie with {rivals}", sum=sum, rivals=listed(stand.rivals))
    return say(
        "{sum}, more than {rivals} with {most}",
        sum=sum,
        rivals=listed(stand.rivals),
        most=stand.most,
    )


def _cost(stand: Standing, play: Doubling) -> Phrase:
    if not play.terrain:
        return say("No card leaves the table.")
    return say_count(
        "{count} {terrain} card leaves the table.",
        "{count} {terrain} cards leave the table.",
        play.terrain,
        terrain=term(stand.terrain.short),
    )


def _outnumbered(stand: Standing) -> Phrase:
    return say(
        "{have}, {rivals} {most}: {fix}",
        have=_has(stand),
        rivals=listed(stand.rivals),
        most=stand.most,
        fix=say_count(
            "{count} locomotive would tie", "{count} locomotives would tie", stand.most - stand.have
        ),
    )


def _price(stand: Standing, played: int) -> Phrase:
    return say(
        "it takes {cards}, and {count} would be played",
        cards=say_count(
            "{count} {terrain} card or locomotive",
            "{count} {terrain} cards or locomotives",
            stand.need,
            terrain=term(stand.terrain.short),
        ),
        count=played,
    )


def _obstacle(stand: Standing) -> Phrase:
    if stand.most - stand.have == stand.fewest_locomotives:
        return _outnumbered(stand)
    return say(
        "{have} of the {need} it takes: {fix}",
        have=_has(stand),
        need=stand.need,
        fix=say_count(
            "{count} locomotive would do",
            "{count} locomotives would do",
            stand.fewest_locomotives,
        ),
    )
