"""The ways to claim a track and to double the claim, in words."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.board import Board, Route, TerrainType
from companion.rules.claims import (
    LOCOMOTIVES,
    DoublingOffer,
    TerrainComparison,
    cards_and_rivals,
    claim_points,
    has_cards,
)
from companion.rules.event_description import doubled_with, locomotives, terrain_cards
from companion.rules.events import UNCHECKED, Doubling, RouteClaimed
from companion.rules.state import GameState
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase


class ClaimChoice(NamedTuple):
    """One way to claim a track."""

    doubled: Doubling | None
    points: int
    title: Phrase
    detail: Phrase | None
    """Why it is allowed, and which cards it costs."""


def claim_choices(
    state: GameState, route: Route, track: int, offer: DoublingOffer | None
) -> tuple[ClaimChoice, ...]:
    """The plain claim and the ways to double it that are offered to a player."""
    board = state.setup.board
    # Translators: claiming without doubling.
    title = phrase("Not doubled")
    points = claim_points(board, route, track)
    plain = ClaimChoice(None, points, title, phrase("No terrain cards played."))
    if offer is not None:
        terrain = offer.comparison.terrain
        doubled = (
            ClaimChoice(
                play,
                offer.points,
                doubling_title(terrain, play),
                doubling_detail(offer.comparison, play),
            )
            for play in offer.plays
        )
        return plain, *doubled
    if board.terrain is None:
        return (plain._replace(detail=None),)
    points = claim_points(board, route, track, doubled=True)
    detail = phrase("A counted game does not check the cards.")
    return plain, ClaimChoice(UNCHECKED, points, phrase("Doubled"), detail)


def doubling_title(terrain: TerrainType, play: Doubling) -> Phrase:
    """The cards to play, as a choice: “Double with 1 locomotive”."""
    if not play.locomotives:
        # Translators: a way to claim a route: these cards double its points.
        return phrase("Double with {cards}", cards=terrain_cards(terrain, play.terrain))
    if not play.terrain:
        return phrase("Double with {cards}", cards=locomotives(play.locomotives))
    return phrase(
        # Translators: a way to claim a route: these cards double its points.
        "Double with {cards} and {locomotives}",
        cards=terrain_cards(terrain, play.terrain),
        locomotives=locomotives(play.locomotives),
    )


def doubling_detail(comparison: TerrainComparison, play: Doubling) -> Phrase:
    """Why it is allowed, and which cards it costs."""
    return phrase(
        "{reason}. {cost}", reason=_reason(comparison, play), cost=_cost(comparison, play)
    )


def doubling_obstacle(offer: DoublingOffer) -> Phrase | None:
    """A sentence: why fewer locomotives are not enough, or why doubling is impossible."""
    comparison = offer.comparison
    fewer = comparison.fewest_locomotives - 1
    if fewer < 0:
        return None
    reason = _shortage(comparison)
    if fewer >= LOCOMOTIVES:
        return phrase(
            "It cannot be doubled: {reason}, and there are only {locomotives}.",
            reason=reason,
            locomotives=locomotives(LOCOMOTIVES),
        )
    if not fewer:
        return phrase("Doubling needs a locomotive: {reason}.", reason=reason)
    return plural_phrase(
        "{count} locomotive is not enough: {reason}.",
        "{count} locomotives are not enough: {reason}.",
        fewer,
        reason=reason,
    )


def lost_doubling(board: Board, claim: RouteClaimed) -> Phrase | None:
    """That the doubling of a claim is not kept; None if the claim was not doubled."""
    if claim.doubled is None:
        return None
    how = doubled_with(board, board.routes[claim.route], claim.track, claim.doubled)
    # Translators: {how} is such as: doubled with 1 locomotive.
    return phrase("Entered as “{how}”: not possible here.", how=how)


def _reason(comparison: TerrainComparison, play: Doubling) -> Phrase:
    """The comparison that allows it."""
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
    """Whole sentences: the cards that are discarded or kept."""
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


def _shortage(comparison: TerrainComparison) -> Phrase:
    """Why cards alone are not enough: fewer than the rivals have, or than it takes."""
    if comparison.most - comparison.have == comparison.fewest_locomotives:
        return cards_and_rivals(comparison)
    return phrase("{have}, but it takes {need}", have=has_cards(comparison), need=comparison.need)
