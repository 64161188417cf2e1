"""Tickets in the log: which entry holds a card, and what changes, moves or drops it.

Each of these makes one new version of the game, so that one undo takes it back.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules import Game, GameState, Ticket, TicketsTaken


def holder(state: GameState, ticket: Ticket) -> str | None:
    """Who holds a card; nobody if it is still in the box."""
    return next(
        (
            name
            for name, player in state.players.items()
            if any(held.ends == ticket.ends for held in player.tickets)
        ),
        None,
    )


def held(state: GameState) -> frozenset[frozenset[str]]:
    """The ends of every card somebody holds."""
    return frozenset(ticket.ends for player in state.players.values() for ticket in player.tickets)


def taken(game: Game, player: str, ticket: Ticket) -> Game:
    """The game with one more card in a player's hand."""
    return game.record(TicketsTaken(player, (ticket,)))


def dropped(game: Game, ticket: Ticket) -> Game:
    """The game without a card."""
    entry, event = _entry(game, ticket)
    return game.change(entry, *_without(event, ticket))


def revalued(game: Game, ticket: Ticket, points: int) -> Game:
    """The game with another value printed on a card."""
    entry, event = _entry(game, ticket)
    cards = tuple(
        replace(card, points=points) if card.ends == ticket.ends else card for card in event.tickets
    )
    return game.change(entry, replace(event, tickets=cards))


def moved(game: Game, ticket: Ticket, player: str) -> Game:
    """The game with a card in the hand of the player who really held it."""
    entry, event = _entry(game, ticket)
    card = next(card for card in event.tickets if card.ends == ticket.ends)
    return game.change(entry, *_without(event, ticket), TicketsTaken(player, (card,)))


def _entry(game: Game, ticket: Ticket) -> tuple[int, TicketsTaken]:
    """Where in the log a card that somebody holds was taken."""
    return next(
        (entry, event)
        for entry, event in enumerate(game.events)
        if isinstance(event, TicketsTaken)
        and any(card.ends == ticket.ends for card in event.tickets)
    )


def _without(event: TicketsTaken, ticket: Ticket) -> tuple[TicketsTaken, ...]:
    """What is left of an entry without a card."""
    rest = tuple(card for card in event.tickets if card.ends != ticket.ends)
    return (replace(event, tickets=rest),) if rest else ()
