"""Questions about numbers of tickets that differ from the deal; they refuse no entry."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.board import LONG_TICKETS
from companion.rules.state import GameState, PlayerState
from companion.rules.wording import Phrase, phrase, plural_phrase


def ticket_questions(state: GameState) -> Mapping[str, tuple[Phrase, ...]]:
    """Questions about tickets by player; empty before the first ticket is entered."""
    if not any(player.tickets for player in state.players.values()):
        return {}
    asked = {name: tuple(_questions(state, player)) for name, player in state.players.items()}
    return {name: questions for name, questions in asked.items() if questions}


def _questions(state: GameState, player: PlayerState) -> list[Phrase]:
    board = state.setup.board
    dealt = board.start_tickets
    questions = []
    count = len(player.tickets)
    if not count:
        questions.append(phrase("{player} has no tickets: not entered yet?", player=player.name))
    elif count < dealt.keep:
        questions.append(
            plural_phrase(
                "{player} has {count} ticket: is one missing?",
                "{player} has {count} tickets: is one missing?",
                count,
                player=player.name,
            )
        )
    cards = [board.card(ticket) for ticket in player.tickets]
    long = sum(card is not None and card.deck == LONG_TICKETS for card in cards)
    if dealt.deal_long and long > dealt.deal_long:
        questions.append(
            plural_phrase(
                "{player} has {tickets}, but each player gets only {count}: does one belong to "
                "somebody else?",
                "{player} has {tickets}, but each player gets only {count}: does one belong to "
                "somebody else?",
                dealt.deal_long,
                player=player.name,
                tickets=plural_phrase("{count} long ticket", "{count} long tickets", long),
            )
        )
    return questions
