"""Doubling a claim with terrain cards and with locomotives played as terrain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.event_description import has_terrain_cards, locomotives, terrain_cards
from companion.rules.events import UNCHECKED, Doubling
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import Board, Route, TerrainType
    from companion.rules.state import GameState

LOCOMOTIVES = 14
"""Locomotive cards in the game."""


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


@dataclass(frozen=True, slots=True)
class DoublingOption:
    """A legal payment for doubling a claim."""

    play: Doubling
    points: int
    """Points of the doubled claim."""
    title: Phrase
    """The payment, such as "Double with 1 locomotive"."""
    reason: Phrase
    """The comparison that allows it."""
    cost: Phrase
    """Whole sentences: the cards that leave the table, stay, or go to the discard pile."""


@dataclass(frozen=True, slots=True)
class DoublingOffer:
    """The options for doubling one claim, and the reason why there are no cheaper ones."""

    comparison: TerrainComparison
    options: tuple[DoublingOption, ...]
    """Fewest locomotives first; empty if the claim cannot be doubled."""
    obstacle: Phrase | None
    """A sentence: why fewer locomotives are not enough, or why doubling is impossible."""


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


def claim_points(board: Board, route: Route, track: int, doubled: bool = False) -> int:
    """Points that a claim of a track scores, including those for its mountain spaces."""
    points = board.route_points[route.length] * (2 if doubled else 1)
    return points + board.mountain_points * route.mountains(track)


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
    reason = _problem(comparison, play)
    if reason is None:
        return None
    return phrase(
        "{player} cannot double {route}: {reason}.", player=player, route=title, reason=reason
    )


def _problem(comparison: TerrainComparison, play: Doubling) -> Phrase | None:
    """Why a payment is illegal or too small; None if it doubles the claim."""
    if min(play.terrain, play.locomotives) < 0:
        return phrase("the number of cards cannot be negative")
    if play.terrain > comparison.have:
        return phrase(
            "{have}, so {count} cannot be played", have=_has(comparison), count=play.terrain
        )
    if play.locomotives > LOCOMOTIVES:
        return plural_phrase(
            "there is only {count} locomotive, not {played}",
            "there are only {count} locomotives, not {played}",
            LOCOMOTIVES,
            played=play.locomotives,
        )
    if play.terrain + play.locomotives < comparison.need:
        return _price(comparison, play.terrain + play.locomotives)
    if comparison.have + play.locomotives < comparison.most:
        return phrase("{numbers}; {fix}", numbers=_numbers(comparison), fix=_tie(comparison))
    return None


def doubling_offer(
    state: GameState, player: str, route: Route, track: int, recorded: Doubling | None = None
) -> DoublingOffer | None:
    """The options for doubling a claim; None without terrain cards.

    They waste no terrain card, except a `recorded` payment, which is offered as long as it is
    legal, so that correcting another part of a claim keeps it.
    """
    comparison = compare_terrain(state, player, route, track)
    if comparison is None:
        return None
    fewest = comparison.fewest_locomotives
    if fewest > LOCOMOTIVES:
        return DoublingOffer(comparison, (), _impossible(comparison))
    score = claim_points(state.setup.board, route, track, doubled=True)
    plays = {
        Doubling(max(0, comparison.need - locomotives), locomotives)
        for locomotives in range(fewest, min(LOCOMOTIVES, max(fewest, comparison.need)) + 1)
    }
    if recorded is not None and _problem(comparison, recorded) is None:
        plays.add(recorded)
    options = (
        _option(comparison, play, score)
        for play in sorted(plays, key=lambda play: (play.locomotives, play.terrain))
    )
    return DoublingOffer(
        comparison, tuple(options), _obstacle(comparison, fewest - 1) if fewest else None
    )


def _option(comparison: TerrainComparison, play: Doubling, score: int) -> DoublingOption:
    return DoublingOption(
        play, score, _title(comparison, play), _reason(comparison, play), _cost(comparison, play)
    )


def _title(comparison: TerrainComparison, play: Doubling) -> Phrase:
    if not play.locomotives:
        # Translators: a way to claim a route: these cards double its points.
        return phrase("Double with {cards}", cards=terrain_cards(comparison.terrain, play.terrain))
    if not play.terrain:
        return phrase("Double with {cards}", cards=locomotives(play.locomotives))
    return phrase(
        # Translators: a way to claim a route: these cards double its points.
        "Double with {cards} and {locomotives}",
        cards=terrain_cards(comparison.terrain, play.terrain),
        locomotives=locomotives(play.locomotives),
    )


def _reason(comparison: TerrainComparison, play: Doubling) -> Phrase:
    total = comparison.have + play.locomotives
    if not play.locomotives:
        shown = terrain_cards(comparison.terrain, comparison.have)
    elif not comparison.have:
        shown = locomotives(play.locomotives)
    else:
        shown = phrase(
            "{cards} + {locomotives} = {sum}",
            cards=terrain_cards(comparison.terrain, comparison.have),
            locomotives=locomotives(play.locomotives),
            sum=total,
        )
    if not comparison.rivals:
        return phrase("{sum}, the others have none", sum=shown)
    if total == comparison.most:
        return phrase("{sum}, a tie with {rivals}", sum=shown, rivals=join_names(comparison.rivals))
    return phrase(
        "{sum}, more than {rivals} ({most})",
        sum=shown,
        rivals=join_names(comparison.rivals),
        most=comparison.most,
    )


def _cost(comparison: TerrainComparison, play: Doubling) -> Phrase:
    if not comparison.have:
        return _discarded(play.locomotives)
    if play.terrain:
        cards = plural_phrase(
            "{cards} is discarded.",
            "{cards} are discarded.",
            play.terrain,
            cards=terrain_cards(comparison.terrain, play.terrain),
        )
    else:
        cards = plural_phrase(
            "{cards} is kept.",
            "{cards} are kept.",
            comparison.have,
            cards=terrain_cards(comparison.terrain, comparison.have),
        )
    if not play.locomotives:
        return cards
    return phrase("{one} {other}", one=cards, other=_discarded(play.locomotives))


def _discarded(count: int) -> Phrase:
    return plural_phrase(
        "{count} locomotive is discarded.",
        "{count} locomotives are discarded.",
        count,
    )


def _has(comparison: TerrainComparison) -> Phrase:
    return has_terrain_cards(comparison.player, comparison.terrain, comparison.have)


def _numbers(comparison: TerrainComparison) -> Phrase:
    """The player's count of cards and that of the rivals."""
    return phrase(
        "{have} ({rivals}: {most})",
        have=_has(comparison),
        rivals=join_names(comparison.rivals),
        most=comparison.most,
    )


def _tie(comparison: TerrainComparison) -> Phrase:
    return plural_phrase(
        "{count} locomotive is needed to tie",
        "{count} locomotives are needed to tie",
        comparison.most - comparison.have,
    )


def _price(comparison: TerrainComparison, played: int) -> Phrase:
    return plural_phrase(
        "it takes {cards} (locomotives count too), not {count}",
        "it takes {cards} (locomotives count too), not {count}",
        played,
        cards=terrain_cards(comparison.terrain, comparison.need),
    )


def _shortage(comparison: TerrainComparison) -> Phrase:
    """Why cards alone are not enough: fewer than the rivals have, or than it takes."""
    if comparison.most - comparison.have == comparison.fewest_locomotives:
        return _numbers(comparison)
    return phrase("{have}, but it takes {need}", have=_has(comparison), need=comparison.need)


def _obstacle(comparison: TerrainComparison, fewer: int) -> Phrase:
    reason = _shortage(comparison)
    if not fewer:
        return phrase("Doubling needs a locomotive: {reason}.", reason=reason)
    return plural_phrase(
        "{count} locomotive is not enough: {reason}.",
        "{count} locomotives are not enough: {reason}.",
        fewer,
        reason=reason,
    )


def _impossible(comparison: TerrainComparison) -> Phrase:
    return phrase(
        "It cannot be doubled: {reason}, and there are only {locomotives}.",
        reason=_shortage(comparison),
        locomotives=locomotives(LOCOMOTIVES),
    )
