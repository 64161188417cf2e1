"""Tickets in the log: which entry holds a card, and what changes, moves or drops it.

Each of these makes one new version of the game, so that one undo takes it back. A card may exist
more than once, so what is done to one is done to that in a player's hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.rules.events import Pairs, Ticket, TicketsTaken
from companion.rules.game import Game
from companion.rules.state import GameState


def holder(state: GameState, ticket: Ticket) -> str | None:
    """Who holds a card; nobody if it is still in the box."""
    return next(
        (
            name
            for name, player in state.players.items()
            if any(held.pairs == ticket.pairs for held in player.tickets)
        ),
        None,
    )


def held(state: GameState) -> frozenset[Pairs]:
    """Every card of which no copy is left in the box."""
    cards = [ticket for player in state.players.values() for ticket in player.tickets]
    counts = Counter(ticket.pairs for ticket in cards)
    board = state.setup.board
    return frozenset(card.pairs for card in cards if counts[card.pairs] >= board.copies(card))


def differ(one: GameState, other: GameState) -> bool:
    """Whether the hands of two states hold other cards."""
    return any(
        player.tickets != other.players[name].tickets
        for name, player in one.players.items()
        if name in other.players
    )


def taken(game: Game, player: str, ticket: Ticket) -> Game:
    """The game with one more card in a player's hand."""
    return game.record(TicketsTaken(player, (ticket,)))


def dropped(game: Game, player: str, ticket: Ticket) -> Game:
    """The game without a card in a player's hand."""
    entry, event, _ = _taken(game, player, ticket)
    return game.change(entry, *_without(event, ticket))


def revalued(game: Game, player: str, ticket: Ticket, points: int) -> Game:
    """The game with another value printed on a card in a player's hand."""
    entry, event, card = _taken(game, player, ticket)
    place = event.tickets.index(card)
    cards = (*event.tickets[:place], card.with_points(points), *event.tickets[place + 1 :])
    return game.change(entry, replace(event, tickets=cards))


def moved(game: Game, player: str, ticket: Ticket, other: str) -> Game:
    """The game with a player's card in the hand of the one who really held it."""
    entry, event, card = _taken(game, player, ticket)
    return game.change(entry, *_without(event, ticket), TicketsTaken(other, (card,)))


def _taken(game: Game, player: str, ticket: Ticket) -> tuple[int, TicketsTaken, Ticket]:
    """Where in the log a card that a player holds was taken, and the card as it was entered."""
    return next(
        (entry, event, card)
        for entry, event in enumerate(game.events)
        if isinstance(event, TicketsTaken) and event.player == player
        for card in event.tickets
        if card.pairs == ticket.pairs
    )


def _without(event: TicketsTaken, ticket: Ticket) -> tuple[TicketsTaken, ...]:
    """What is left of an entry without a card."""
    rest = list(event.tickets)
    rest.remove(next(card for card in rest if card.pairs == ticket.pairs))
    return (replace(event, tickets=tuple(rest)),) if rest else ()
