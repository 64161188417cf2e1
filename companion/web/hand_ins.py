"""Tickets that players hand in from their own phones, and what the keeper decides about them.

A list is entered at once, unless the keeper has entered other tickets for that player. Then it
waits, and the keeper chooses between the two. A card that another player has waits as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from companion.report.ticket_search import card_holders
from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.guest_access import HandIn, new_secret
from companion.table.ticket_edits import keeper_edited, unavailable_cards
from companion.web.keeper import Ending, OutdatedList
from companion.web.ticket_view import printed_cards

if TYPE_CHECKING:
    from companion.rules.events import Ticket
    from companion.table.session import GameSession
    from companion.table.sessions import Sessions
    from companion.table.snapshot import Snapshot


class HandInStorage(Protocol):
    """Where hand-ins are kept, and told to guests."""

    @property
    def hand_ins(self) -> Mapping[str, HandIn]:
        """What players handed in, by name, of any game."""
        ...

    def set_hand_in(self, player: str, hand_in: HandIn) -> None:
        """Save what a player handed in; `Refused` if that fails."""
        ...

    def publish_ending(self) -> None:
        """Tell guests what they can do and see at the end of the game."""
        ...


class HandIns:
    """What was handed in for the current game."""

    def __init__(self, sessions: Sessions, storage: HandInStorage) -> None:
        self._sessions = sessions
        self._storage = storage
        self._collecting = ""
        """The id of the game whose tickets the keeper has begun to enter."""
        self._shown = ""
        """The id of the game whose result the keeper shows."""

    # State

    @property
    def _session(self) -> GameSession:
        assert self._sessions.current is not None
        return self._sessions.current

    @property
    def _snapshot(self) -> Snapshot | None:
        return self._sessions.current.now if self._sessions.current else None

    @property
    def ending(self) -> Ending:
        """What guests can do and see at the end of the game."""
        snapshot = self._snapshot
        if snapshot is None:
            return Ending()
        shown = snapshot.finished or self._shown == snapshot.saved.id
        collecting = self._collecting == snapshot.saved.id or snapshot.game.state.is_over
        return Ending(collecting and not shown, shown, self._of_game(snapshot))

    def of(self, player: str) -> HandIn | None:
        """What a player of the current game handed in; None if nothing yet."""
        snapshot = self._snapshot
        return None if snapshot is None else self._of_game(snapshot).get(player)

    def waiting_tickets(self, player: str) -> tuple[Ticket, ...]:
        """The cards of a player that wait for the keeper."""
        hand_in = self.of(player)
        return () if hand_in is None else self._tickets(hand_in.waiting)

    def _of_game(self, snapshot: Snapshot) -> Mapping[str, HandIn]:
        all_of_them = self._storage.hand_ins
        return {
            name: each
            for name, each in all_of_them.items()
            if each.game == snapshot.saved.id and name in snapshot.setup.names
        }

    # What the keeper shows

    def collect(self) -> None:
        """Let guests hand in: the keeper has opened the tickets page."""
        self._collecting = self._session.now.saved.id
        self._storage.publish_ending()

    def show_result(self) -> None:
        """Show guests the result: the keeper has opened the result page of a complete game."""
        self._shown = self._session.now.saved.id
        self._storage.publish_ending()

    # Requests of guests

    def hand_in(self, player: str, last_receipt: str, cards: Sequence[str]) -> None:
        """See `companion.web.keeper.Keeper`."""
        snapshot = self._snapshot
        if snapshot is None or player not in snapshot.setup.names:
            raise Refused(phrase("{player} does not play in this game.", player=player))
        before = self.of(player)
        if last_receipt != (before.receipt if before else ""):
            raise OutdatedList
        if not self.ending.can_hand_in:
            raise Refused(phrase("You can hand in your tickets when the game is over."))
        free, held = self._split(player, cards)
        new = HandIn(snapshot.saved.id, new_secret(), held)
        if _pairs(free) != _pairs(snapshot.game.state.players[player].tickets):
            if keeper_edited(snapshot.game, player):
                new = replace(new, waiting=tuple(cards), replaces=True)
            else:
                self._enter(player, free)
        self._storage.set_hand_in(player, new)

    # Decisions of the keeper

    def use_list(self, player: str) -> None:
        """Replace the tickets of a player by the list that waits; `Refused` if that fails."""
        hand_in = self.of(player)
        assert hand_in is not None
        free, held = self._split(player, hand_in.waiting)
        self._enter(player, free)
        self._storage.set_hand_in(player, replace(hand_in, waiting=held, replaces=False))

    def keep_mine(self, player: str) -> None:
        """Discard the list that waits."""
        hand_in = self.of(player)
        assert hand_in is not None
        self._storage.set_hand_in(player, replace(hand_in, waiting=(), replaces=False))

    def give_card(self, player: str, ticket: Ticket) -> None:
        """Give a card that waits to the player who handed it in."""
        session = self._session
        holder = card_holders(session.now.game.state).get(ticket.pairs)
        if holder is None:
            answer = session.take_ticket(player, ticket)
        else:
            answer = session.move_ticket(holder, ticket, player)
        if answer.accepted:
            self.dismiss_card(player, ticket)

    def dismiss_card(self, player: str, ticket: Ticket) -> None:
        """Leave a card that waits with the player who has it."""
        hand_in = self.of(player)
        assert hand_in is not None
        cards = printed_cards(self._session.now.board)
        rest = tuple(id for id in hand_in.waiting if cards[id].pairs != ticket.pairs)
        self._storage.set_hand_in(player, replace(hand_in, waiting=rest))

    # Implementation

    def _tickets(self, cards: Sequence[str]) -> tuple[Ticket, ...]:
        """The cards with these ids, with the values that the keeper has corrected."""
        now = self._session.now
        known = {card.pairs: card for card in now.cards}
        printed = printed_cards(now.board)
        if not all(id in printed for id in cards):
            raise Refused(phrase("This board has no such ticket."))
        return tuple(known.get(printed[id].pairs, printed[id]) for id in cards)

    def _split(
        self, player: str, cards: Sequence[str]
    ) -> tuple[tuple[Ticket, ...], tuple[str, ...]]:
        """The cards that the player can have, and the ids of those that another player has."""
        now = self._session.now
        taken = unavailable_cards(now.game.state, except_for=player)
        tickets = self._tickets(cards)
        free = tuple(ticket for ticket in tickets if ticket.pairs not in taken)
        held = tuple(id for id, ticket in zip(cards, tickets, strict=True) if ticket.pairs in taken)
        return free, held

    def _enter(self, player: str, tickets: tuple[Ticket, ...]) -> None:
        """Replace the tickets of a player in the game; `Refused` changes nothing."""
        if not self._session.hand_in(player, tickets).accepted:
            raise Refused(phrase("Your tickets could not be saved. Please tell the keeper."))


def _pairs(tickets: Sequence[Ticket]) -> Counter[object]:
    return Counter(ticket.pairs for ticket in tickets)
