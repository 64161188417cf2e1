"""Doubling a claim with terrain cards and with locomotives played as terrain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.errors import (
    CannotDouble,
    NoTerrainHere,
    Outnumbered,
    TooFewLocomotives,
    TooFewTerrainCards,
    TooLittlePaid,
)
from companion.rules.event_description import locomotives, terrain_cards
from companion.rules.events import Doubling
from companion.rules.wording import Phrase, listed, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import Route, Terrain, TerrainType
    from companion.rules.state import GameState

LOCOMOTIVES = 14
"""Locomotives there are: nobody plays more."""


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
    title: Phrase
    """What is played: "Double with 1 locomotive"."""
    reason: Phrase
    """The comparison that allows it."""
    cost: Phrase
    """What leaves the table, what stays, and what goes to the discard pile, in whole sentences."""


@dataclass(frozen=True, slots=True)
class DoublingOffer:
    """Whether and how one claim can be doubled."""

    standing: Standing
    navigator: tuple[WayToDouble, ...]
    """Fewest locomotives first; none if it cannot be done at all."""
    obstacle: Phrase | None
    """Why it cannot be done with fewer locomotives, or at all, in a whole sentence."""


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
            phrase(
                "{player} cannot double {route}: {board} has no terrain cards.",
                player=player,
                route=title,
                board=state.setup.board.called,
            )
        )
    problem: tuple[type[CannotDouble], Phrase] | None = None
    if min(play.terrain, play.locomotives) < 0:
        problem = CannotDouble, phrase("nobody plays fewer than no cards")
    elif play.terrain > stand.have:
        problem = (
            TooFewTerrainCards,
            phrase("{have}, not {count} to spend", have=_has(stand), count=play.terrain),
        )
    elif play.locomotives > LOCOMOTIVES:
        problem = (
            TooFewLocomotives,
            plural_phrase(
                "there is {count} locomotive, not {played}",
                "there are {count} locomotives, not {played}",
                LOCOMOTIVES,
                played=play.locomotives,
            ),
        )
    elif play.terrain + play.locomotives < stand.need:
        problem = TooLittlePaid, _price(stand, play.terrain + play.locomotives)
    elif stand.have + play.locomotives < stand.most:
        problem = Outnumbered, phrase("{numbers}: {fix}", numbers=_numbers(stand), fix=_tie(stand))
    if problem is not None:
        kind, reason = problem
        raise kind(
            phrase(
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
    if fewest > LOCOMOTIVES:
        return DoublingOffer(stand, (), _impossible(stand))
    score = claim_points(state, route, doubled=True)
    navigator = (
        _way(stand, Doubling(max(0, stand.need - locomotives), locomotives), score)
        for locomotives in range(fewest, max(fewest, stand.need) + 1)
    )
    return DoublingOffer(stand, tuple(navigator), _obstacle(stand, fewest - 1) if fewest else None)


def _way(stand: Standing, play: Doubling, score: int) -> WayToDouble:
    return WayToDouble(
        play, score, _title(stand, play), _comparison(stand, play), _cost(stand, play)
    )


def _title(stand: Standing, play: Doubling) -> Phrase:
    if not play.locomotives:
        return phrase("Double with {cards}", cards=terrain_cards(stand.terrain, play.terrain))
    if not play.terrain:
        return phrase("Double with {cards}", cards=locomotives(play.locomotives))
    return phrase(
        "Double with {cards} and {locomotives}",
        cards=terrain_cards(stand.terrain, play.terrain),
        locomotives=locomotives(play.locomotives),
    )


def _comparison(stand: Standing, play: Doubling) -> Phrase:
    shown = stand.have + play.locomotives
    if not play.locomotives:
        sum = terrain_cards(stand.terrain, stand.have)
    elif not stand.have:
        sum = locomotives(play.locomotives)
    else:
        sum = phrase(
            "{cards} + {locomotives} = {sum}",
            cards=terrain_cards(stand.terrain, stand.have),
            locomotives=locomotives(play.locomotives),
            sum=shown,
        )
    if not stand.rivals:
        return phrase(
            "{sum}, the others have {cards}", sum=sum, cards=terrain_cards(stand.terrain, 0)
        )
    if shown == stand.most:
        return phrase("{sum}, a tie with {rivals}", sum=sum, rivals=listed(stand.rivals))
    return phrase(
        "{sum}, more than {rivals} with {most}",
        sum=sum,
        rivals=listed(stand.rivals),
        most=stand.most,
    )


def _cost(stand: Standing, play: Doubling) -> Phrase:
    if not stand.have:
        return _discarded(play.locomotives)
    if play.terrain:
        cards = plural_phrase(
            "{cards} leaves the table.",
            "{cards} leave the table.",
            play.terrain,
            cards=terrain_cards(stand.terrain, play.terrain),
        )
    else:
        cards = plural_phrase(
            "{cards} stays on the table.",
            "{cards} stay on the table.",
            stand.have,
            cards=terrain_cards(stand.terrain, stand.have),
        )
    if not play.locomotives:
        return cards
    return phrase("{one} {other}", one=cards, other=_discarded(play.locomotives))


def _discarded(count: int) -> Phrase:
    return plural_phrase(
        "{count} locomotive goes to the discard pile.",
        "{count} locomotives go to the discard pile.",
        count,
    )


def _has(stand: Standing) -> Phrase:
    cards = terrain_cards(stand.terrain, stand.have)
    return phrase("{player} has {cards}", player=stand.player, cards=cards)


def _numbers(stand: Standing) -> Phrase:
    """How a player stands against who has most."""
    return phrase(
        "{have}, {rivals} {most}", have=_has(stand), rivals=listed(stand.rivals), most=stand.most
    )


def _tie(stand: Standing) -> Phrase:
    return plural_phrase(
        "{count} locomotive would tie", "{count} locomotives would tie", stand.most - stand.have
    )


def _price(stand: Standing, played: int) -> Phrase:
    return plural_phrase(
        "it takes {cards} (locomotives count too), and {count} would be played",
        "it takes {cards} (locomotives count too), and {count} would be played",
        played,
        cards=terrain_cards(stand.terrain, stand.need),
    )


def _obstacle(stand: Standing, fewer: int) -> Phrase:
    if stand.most - stand.have == stand.fewest_locomotives:
        reason = _numbers(stand)
    else:
        reason = phrase("{have}, and it takes {need}", have=_has(stand), need=stand.need)
    if not fewer:
        return phrase("Without a locomotive it is not possible: {reason}.", reason=reason)
    return plural_phrase(
        "With {count} locomotive it is not possible: {reason}.",
        "With {count} locomotives it is not possible: {reason}.",
        fewer,
        reason=reason,
    )


def _impossible(stand: Standing) -> Phrase:
    return phrase(
        "It cannot be doubled: {numbers}, and there are only {locomotives}.",
        numbers=_numbers(stand),
        locomotives=locomotives(LOCOMOTIVES),
    )
