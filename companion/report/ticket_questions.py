"""Questions about tickets that differ from the deal or from the deck; they refuse no entry."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.state import GameState, PlayerState
from companion.rules.wording import Phrase, phrase, plural_phrase


def ticket_questions(state: GameState) -> tuple[Phrase, ...]:
    """Questions about the tickets of all players; one question if nobody has any."""
    players = state.players.values()
    if state.setup.board.start_tickets.keep and not any(player.tickets for player in players):
        return (phrase("Nobody has any tickets: not entered yet?"),)
    return tuple(question for player in players for question in hand_questions(state, player))


def hand_questions(state: GameState, player: PlayerState) -> tuple[Phrase, ...]:
    """Questions about the tickets of one player."""
    board = state.setup.board
    return (*_number_questions(board, player), *_value_questions(board, player))


def _number_questions(board: Board, player: PlayerState) -> Iterator[Phrase]:
    dealt, count = board.start_tickets, len(player.tickets)
    if count < dealt.keep:
        if count:
            yield plural_phrase(
                "{player} has {count} ticket: is one missing?",
                "{player} has {count} tickets: is one missing?",
                count,
                player=player.name,
            )
        else:
            yield phrase("{player} has no tickets: not entered yet?", player=player.name)
    cards = [board.card(ticket) for ticket in player.tickets]
    long = sum(card is not None and card.deck in board.long_decks for card in cards)
    if dealt.keep_long is not None and long > dealt.keep_long:
        yield plural_phrase(
            "{player} has {tickets}, but may keep only {count}: does one belong to somebody else?",
            "{player} has {tickets}, but may keep only {count}: does one belong to somebody else?",
            dealt.keep_long,
            player=player.name,
            tickets=plural_phrase("{count} long ticket", "{count} long tickets", long),
        )


def _value_questions(board: Board, player: PlayerState) -> Iterator[Phrase]:
    for ticket in player.tickets:
        card = board.card(ticket)
        if card is None:
            continue
        printed = _values(card.ticket)
        for ends, points in _values(ticket).items():
            if points != printed[ends]:
                start = ticket.start
                (end,) = ends - {start}
                yield phrase(
                    "{player}: {ticket} is worth {points} here, {printed} in the app’s deck: is"
                    " that right?",
                    player=player.name,
                    ticket=f"{board.ticket_ends[start].name} – {board.ticket_ends[end].name}",
                    points=points,
                    printed=printed[ends],
                )


def _values(ticket: Ticket) -> dict[frozenset[str], int]:
    """A card's value for each pair of ends, in any direction."""
    return {frozenset((ticket.start, end)): points for end, points in ticket.points_by_end.items()}
