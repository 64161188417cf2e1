"""Edits of a game: tickets added, moved, revalued, handed in; players; board corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.events import Event, Pairs, Ticket, TicketsTaken
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.state import GameState
from companion.table import player_list
from companion.table.player_list import Players

if TYPE_CHECKING:
    # Not at run time: the command line works without TinyDB.
    from companion.store.learned import Learned


class KnownTickets:
    """Stores tickets entered in a game that the deck lacks, and deletes them when removed."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._from_this_game: set[Pairs] = set()
        """Cards that were learned from this game."""

    def cards(self, board: Board) -> tuple[Ticket, ...]:
        """The deck, cards learned in addition, then the other decks, all with learned values."""
        own = {card.pairs: card for card in self._learned.tickets(board)}
        deck, others = (
            [own.pop(card.ticket.pairs, card.ticket) for card in cards]
            for cards in (board.tickets, board.other_tickets)
        )
        return (*deck, *own.values(), *others)

    def update(self, before: GameState, after: GameState) -> None:
        """Update the learned cards after a change of the game; `Refused` if saving fails."""
        board = after.setup.board
        had, has = _learnable(before), _learnable(after)
        own = {card.pairs for card in self._learned.tickets(board)}
        known = {card.pairs: card for card in self.cards(board)}
        for pairs, card in has.items():
            if had.get(pairs) != card and known.get(pairs) != card:
                self._from_this_game |= {pairs} - own
                self._learned.remember_ticket(board, card)
        for pairs in had.keys() - has.keys():
            if pairs in self._from_this_game:
                self._from_this_game.remove(pairs)
                self._learned.forget_ticket(board, had[pairs])


def _learnable(state: GameState) -> dict[Pairs, Ticket]:
    """The cards held by all players that can be learned: those with one value."""
    cards = (card for player in state.players.values() for card in player.tickets)
    return {card.pairs: card for card in cards if not card.other_ends}


def unavailable_cards(state: GameState) -> frozenset[Pairs]:
    """The cards of which players hold every copy."""
    cards = [ticket for player in state.players.values() for ticket in player.tickets]
    counts = Counter(ticket.pairs for ticket in cards)
    board = state.setup.board
    return frozenset(card.pairs for card in cards if counts[card.pairs] >= board.copies(card))


def printed_cards(board: Board) -> dict[str, Ticket]:
    """The cards of all decks of a board by id; those of the deck in play come first."""
    return {card.id: card.ticket for card in (*board.tickets, *board.other_tickets)}


def other_holder(state: GameState, player: str, ticket: Ticket) -> str | None:
    """Another player who has a card; None if a copy is left for the player."""
    if ticket.pairs not in unavailable_cards(state):
        return None
    others = (each for name, each in state.players.items() if name != player)
    holds = (each.name for each in others if ticket.pairs in {t.pairs for t in each.tickets})
    return next(holds, None)


def add_ticket(game: Game, player: str, ticket: Ticket) -> Game:
    """The game with one more ticket of a player, who is no longer entered as having none."""
    denied = [entry for entry, event in _tickets_taken(game, player) if not event.tickets]
    if not denied:
        return game.record(TicketsTaken(player, (ticket,)))
    return _without_entries(game, denied, [TicketsTaken(player, (ticket,))])


def remove_ticket(game: Game, player: str, ticket: Ticket) -> Game:
    """The game without a ticket of a player."""
    entry, event, card = _find_ticket(game, player, ticket)
    return game.change(entry, *_without_ticket(event, card))


def change_value(game: Game, player: str, ticket: Ticket, points: int) -> Game:
    """The game with another value of a player's ticket."""
    entry, event, card = _find_ticket(game, player, ticket)
    index = event.tickets.index(card)
    cards = (*event.tickets[:index], card.with_points(points), *event.tickets[index + 1 :])
    return game.change(entry, replace(event, tickets=cards, handed_in=False))


def move_ticket(game: Game, player: str, ticket: Ticket, other: str) -> Game:
    """The game with a player's ticket given to another player."""
    entry, event, card = _find_ticket(game, player, ticket)
    return game.change(entry, *_without_ticket(event, card), TicketsTaken(other, (card,)))


def give_ticket(game: Game, player: str, ticket: Ticket) -> Game:
    """The game with a ticket of a player, taken from another player if no copy is left."""
    holder = other_holder(game.state, player, ticket)
    if holder is None:
        return add_ticket(game, player, ticket)
    return move_ticket(game, holder, ticket, player)


def hand_in(game: Game, player: str, tickets: tuple[Ticket, ...]) -> Game:
    """The game with exactly these tickets of a player, entered at the end of the log."""
    new = [TicketsTaken(player, tickets, handed_in=True)] if tickets else []
    return _without_entries(game, ticket_entries(game, player), new)


def _without_entries(game: Game, removed: Collection[int], new: Sequence[Event]) -> Game:
    """The game without some entries, and with new events at the end of the log."""
    kept = [entry for number, entry in enumerate(game.entries) if number not in removed]
    return game.replace_all(game.setup, [*kept, *((event, "") for event in new)])


def ticket_entries(game: Game, player: str) -> tuple[int, ...]:
    """The log entries in which a player took tickets."""
    return tuple(entry for entry, _ in _tickets_taken(game, player))


def handed_in_cards(game: Game, player: str) -> frozenset[Pairs]:
    """The cards of a player that were handed in and that the keeper has not changed."""
    events = (event for _, event in _tickets_taken(game, player) if event.handed_in)
    return frozenset(card.pairs for event in events for card in event.tickets)


def keeper_edited(game: Game, player: str) -> bool:
    """Whether the keeper entered or changed tickets that a player has now."""
    return any(not event.handed_in for _, event in _tickets_taken(game, player))


def _tickets_taken(game: Game, player: str) -> Iterator[tuple[int, TicketsTaken]]:
    """The entries in which a player took tickets, with their events."""
    for entry, event in enumerate(game.events):
        if isinstance(event, TicketsTaken) and event.player == player:
            yield entry, event


def _find_ticket(game: Game, player: str, ticket: Ticket) -> tuple[int, TicketsTaken, Ticket]:
    """The log entry in which a player took a ticket, its event, and the ticket as entered."""
    return next(
        (entry, event, card)
        for entry, event in _tickets_taken(game, player)
        for card in event.tickets
        if card.pairs == ticket.pairs
    )


def _without_ticket(event: TicketsTaken, card: Ticket) -> tuple[TicketsTaken, ...]:
    """The event without one ticket; no event if that was its only one."""
    rest = list(event.tickets)
    rest.remove(card)
    return (replace(event, tickets=tuple(rest), handed_in=False),) if rest else ()


def player_renames(before: Setup, after: Setup) -> list[tuple[Player, Player]]:
    """Each renamed player with the old and with the new name."""
    old = [player for player in before.players if player.name not in after.names]
    new = [player for player in after.players if player.name not in before.names]
    return list(zip(old, new, strict=False))


def change_players(game: Game, players: Players) -> Game:
    """The game with changed players in turn order; refused if a rule then forbids an entry.

    One player may have another name, or several who are still in the same order.
    """
    setup = replace(game.setup, players=players)
    names = {old.name: new.name for old, new in player_renames(game.setup, setup)}
    entries = (
        (replace(event, player=names.get(event.player, event.player)), phone_id)
        for event, phone_id in game.entries
    )
    return game.replace_all(setup, entries)


def rename_player(setup: Setup, player: str, name: str) -> Players:
    """The players, one of them renamed; `Refused` if the name is not allowed in this game."""
    players = player_list.rename(setup.players, setup.names.index(player), name)
    return replace(setup, players=players).players


def recolor_player(setup: Setup, player: str, color: str) -> Players:
    """The players, one of them in another colour; the one who had it gets the old colour."""
    return player_list.set_color(setup.players, setup.names.index(player), color)


def move_player(setup: Setup, player: str, index: int) -> Players:
    """The players, one of them at another position of the turn order, from 0."""
    players = list(setup.players)
    players.insert(index, players.pop(setup.names.index(player)))
    return tuple(players)


def bundled_values(route: Route) -> RouteCorrection:
    """Length and tracks of a bundled route as a correction; it reverts any other one."""
    return RouteCorrection(route.id, route.length, route.tracks)


def remember_correction(learned: Learned, board: Board, correction: RouteCorrection) -> None:
    """Save a correction for later games; one equal to the bundled route is removed instead."""
    if correction == bundled_values(board.routes[correction.route]):
        learned.forget_correction(board, correction.route)
    else:
        learned.correct(board, correction)


def correct_route(game: Game, bundled: Board, correction: RouteCorrection) -> Game:
    """The game with one route corrected; refused if a rule then forbids an entry."""
    others = [each for each in game.setup.board.corrections if each.route != correction.route]
    if correction != bundled_values(bundled.routes[correction.route]):
        others.append(correction)
    setup = replace(game.setup, board=apply_corrections(bundled, others))
    return game.replace_all(setup, game.entries)
