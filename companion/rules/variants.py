"""Playing a board in one of its ticket variants."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.rules.json_reader import excerpt
from companion.rules.wording import Phrase, phrase, translatable, untranslated

if TYPE_CHECKING:
    from companion.rules.board import Board, DeckTicket, Variant


def board_title(name: str, *, is_imported: bool) -> Phrase:
    """The name of a board; that of an imported board has no translation."""
    return untranslated(name) if is_imported else translatable(name)


def variant_title(board: Phrase, variant: str) -> Phrase:
    """The translated names of a board and a variant: “USA · Mega Game”."""
    names = {"board": board, "variant": translatable(variant)}
    return Phrase("{board} · {variant}", names)


def with_variant(board: Board, id: str) -> Board:
    """The board with the tickets and rules of a variant; `Refused` if it has no such variant."""
    for variant in board.variants:
        if variant.id == id:
            return _play(board, variant)
    raise Refused(
        phrase("{board} has no variant “{name}”.", board=board.display_name, name=excerpt(id))
    )


def _play(board: Board, variant: Variant) -> Board:
    played = (card for card in board.all_tickets if _is_played(card, variant))
    return replace(
        board,
        variant=variant,
        bonuses=variant.bonuses,
        tie_breakers=variant.tie_breakers,
        ticket_count=variant.ticket_count,
        start_tickets=variant.start_tickets,
        draw_tickets=variant.draw_tickets,
        long_decks=variant.long_decks,
        tickets=tuple(
            _with_2004_value(card) if variant.values_of_2004 else card for card in played
        ),
    )


def _is_played(card: DeckTicket, variant: Variant) -> bool:
    return card.deck in variant.decks and (card.big_city or not variant.only_big_cities)


def _with_2004_value(card: DeckTicket) -> DeckTicket:
    if card.points_2004 is None:
        return card
    return replace(card, ticket=card.ticket.with_points(card.points_2004))
