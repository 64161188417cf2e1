"""The game session: the one owner of a game.

It holds the game, its version on disk, who acts next and the entry being corrected. Pages display
its `Snapshot` and call its commands. A command returns its outcome, also a refusal, as an `Answer`,
which goes to all listeners as well. A refused command changes nothing in memory or on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.rules.board import RouteCorrection
from companion.rules.ending import open_turns
from companion.rules.errors import EntryRefused, Refused
from companion.rules.events import Event, Ticket, TicketsTaken, TurnPassed, ends_turn
from companion.rules.game import Game
from companion.rules.names import check_note, check_title
from companion.rules.setup import Player, Setup
from companion.rules.turns import why_left
from companion.table import board_corrections, player_changes, ticket_edits
from companion.table.acting_player import player_to_move, seat_to_save, selected_player
from companion.table.answer import Action, Answer
from companion.table.known_tickets import KnownTickets
from companion.table.snapshot import Correction, Snapshot

if TYPE_CHECKING:
    from companion.store.saved_game import SavedGame
    from companion.store.store import Store


class GameSession:
    """A game and the commands that change it; `Sessions` makes one for each open game."""

    def __init__(self, store: Store, saved: SavedGame, tell: Callable[[Answer], object]) -> None:
        self._store = store
        self._tell = tell
        self._set_game(saved)

    @property
    def now(self) -> Snapshot:
        """The current snapshot."""
        return self._now

    @property
    def id(self) -> str:
        """The id of the game."""
        return self._now.saved.id

    def next_setup(self) -> Setup:
        """The setup of a rematch: same board and players, and the second player begins."""
        last = self.now.setup
        board = self._store.boards.latest(last.board)
        return replace(
            last, board=board, counted=False, players=(*last.players[1:], last.players[0])
        )

    def reload(self) -> Answer:
        """Read the game from disk again, because its players were renamed there; drops undo."""
        before = self.now
        try:
            self._set_game(self._store.games.open(self.id))
        except Refused as reason:
            return self._publish(Answer("opened", before, before, refusal=reason.phrase))
        return self._publish(Answer("opened", before, self.now))

    def reload_known_tickets(self) -> Answer:
        """Look up the known tickets again, because the keeper has edited the learned ones."""
        before = self.now
        after = replace(before, cards=self._known_tickets.cards(before.board))
        return self._publish(Answer("view changed", before, after))

    # Entries

    def enter(self, event: Event) -> Answer:
        """Record an event at the end of the log, or at the entry being corrected."""
        at = self.now.correcting
        if at is None:
            entry = len(self.now.game.events)
            return self._edit("entered", lambda game: game.record(event), event, entry)
        if at.replaces:
            return self._edit("changed", lambda game: game.change(at.entry, event), event, at.entry)
        return self._edit("inserted", lambda game: game.insert(at.entry, event), event, at.entry)

    def change(self, entry: int, event: Event) -> Answer:
        """Replace an entry of the log, without starting a correction first."""
        return self._edit("changed", lambda game: game.change(entry, event), event, entry)

    def remove(self, entry: int) -> Answer:
        """Remove an entry from the log."""
        event = self.now.game.events[entry]
        return self._edit("removed", lambda game: game.remove(entry), event, entry)

    def undo(self) -> Answer:
        """Leave the correction, if there is one; otherwise undo the last change."""
        if self.now.correcting is not None:
            return self.cancel_correction()
        events = self.now.game.events
        return self._edit("undone", Game.undo, events[-1] if events else None, len(events) - 1)

    def redo(self) -> Answer:
        """Redo the step that was undone last."""
        return self._edit("redone", Game.redo)

    def end_open_turns(self) -> Answer:
        """Enter Next for everybody who still has a turn in the last round, as one undo step."""
        turns = [TurnPassed(name) for name in open_turns(self.now.game.state)]
        return self._edit("turns ended", lambda game: game.record(*turns))

    def correct(self, entry: int) -> Answer:
        """Start correcting an entry: the next event that is entered replaces it."""
        player = self.now.game.events[entry].player
        return self._change_view(Correction(entry, replaces=True), player)

    def insert_before(self, entry: int) -> Answer:
        """Start inserting: the next event that is entered goes before this entry."""
        return self._change_view(Correction(entry, replaces=False))

    def cancel_correction(self) -> Answer:
        """Cancel the correction or insertion in progress."""
        return self._change_view(None)

    def choose(self, player: str) -> Answer:
        """Choose the player of the next entry; saved with the game, but not an event."""
        games, now = self._store.games, self.now
        reason = why_left(now.state, player)
        if reason is not None:
            return self._publish(Answer("player chosen", now, now, refusal=reason))

        def save(saved: SavedGame) -> SavedGame:
            # The player of a correction is not the one who acts after it.
            if now.correcting:
                return saved
            return games.save_notes(replace(saved, selected=seat_to_save(now.game, player)))

        again = partial(self.choose, now.player)
        return self._save_metadata("player chosen", save, now.correcting, player, again)

    # Tickets

    def take_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Add a ticket to a player's tickets."""
        return self._edit_ticket(
            "ticket taken",
            lambda game: ticket_edits.add_ticket(game, player, ticket),
            player,
            ticket,
        )

    def drop_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Remove a ticket from a player's tickets."""
        return self._edit_ticket(
            "ticket dropped",
            lambda game: ticket_edits.remove_ticket(game, player, ticket),
            player,
            ticket,
        )

    def revalue_ticket(self, player: str, ticket: Ticket, points: int) -> Answer:
        """Change the printed value of a player's ticket."""
        return self._edit_ticket(
            "ticket revalued",
            lambda game: ticket_edits.change_value(game, player, ticket, points),
            player,
            ticket.with_points(points),
        )

    def move_ticket(self, player: str, ticket: Ticket, other: str) -> Answer:
        """Move a player's ticket to another player."""
        return self._edit_ticket(
            "ticket moved",
            lambda game: ticket_edits.move_ticket(game, player, ticket, other),
            other,
            ticket,
        )

    def hand_in(self, player: str, tickets: tuple[Ticket, ...]) -> Answer:
        """Replace a player's tickets by those handed in; a correction in progress continues."""
        before = self.now
        event = TicketsTaken(player, tickets, handed_in=True)
        try:
            game = ticket_edits.hand_in(before.game, player, tickets)
            saved = self._store.games.save(before.saved, game)
        except Refused as reason:
            return self._publish(
                Answer("tickets handed in", before, before, event, refusal=reason.phrase)
            )
        removed = ticket_edits.ticket_entries(before.game, player)
        at = before.correcting
        correcting = at and at.without_entries(removed)
        ended = correcting is None and before.correcting is not None
        acting = selected_player(saved) if ended else before.player
        after = Snapshot(saved, acting, self._learned_from(before, game), correcting)
        return self._publish(Answer("tickets handed in", before, after, event, revert=self.undo))

    # Players and board

    def change_players(self, changes: Sequence[tuple[str, Player]]) -> Answer:
        """Rename, recolour or reorder players: pairs of current name and changed player."""
        return self._edit(
            "players changed", lambda game: player_changes.change_players(game, changes)
        )

    def correct_board(self, correction: RouteCorrection) -> Answer:
        """Correct a route of the board, in this game and in all later games."""
        learned, board = self._store.learned, self._store.boards.uncorrected(self.now.board)
        answer = self._commit(
            "board corrected", lambda game: board_corrections.correct_route(game, board, correction)
        )
        if answer.accepted:
            self._learn(lambda: board_corrections.remember_correction(learned, board, correction))
        return self._publish(answer)

    def turn_board(self) -> Answer:
        """Turn the picture of the board by a quarter; saved with the game, but not an event."""
        games, now = self._store.games, self.now
        turned = replace(now.saved, turned=(now.saved.turned + 1) % 4)
        return self._save_metadata(
            "board turned", lambda _: games.save_notes(turned), now.correcting
        )

    def describe(self, title: str, note: str) -> Answer:
        """Give the game a title and a note, either of which may be empty; not an event."""
        games, now = self._store.games, self.now

        def save(saved: SavedGame) -> SavedGame:
            return games.save_notes(replace(saved, title=check_title(title), note=check_note(note)))

        return self._save_metadata("described", save, now.correcting)

    # The end

    def finish(self) -> Answer:
        """Move the game to the finished games; it stays open."""
        return self._save_metadata("finished", self._store.games.finish, revert=self.reopen)

    def reopen(self) -> Answer:
        """Move a finished game back to the games in progress."""
        return self._save_metadata("reopened", self._store.games.reopen, revert=self.finish)

    # Implementation

    def _set_game(self, saved: SavedGame) -> None:
        self._known_tickets = KnownTickets(self._store.learned)
        cards = self._known_tickets.cards(saved.game.setup.board)
        self._now = Snapshot(saved, selected_player(saved), cards)

    def _publish(self, answer: Answer) -> Answer:
        """Make the snapshot after a command the current one, and tell the listeners."""
        assert answer.after is not None
        self._now = answer.after
        self._tell(answer)
        return answer

    def _change_view(self, correcting: Correction | None, player: str | None = None) -> Answer:
        before = self.now
        seen = replace(before, correcting=correcting)
        if player is None and correcting is None:
            player = selected_player(before.saved)
        state = seen.state
        after = replace(seen, player=player or state.turn or state.remaining_players[0])
        return self._publish(Answer("view changed", before, after))

    def _edit_ticket(
        self, action: Action, make: Callable[[Game], Game], player: str, ticket: Ticket
    ) -> Answer:
        answer = self._commit(action, make)
        event = TicketsTaken(player, (ticket,))
        return self._publish(replace(answer, ticket=ticket, event=event))

    def _edit(
        self,
        action: Action,
        make: Callable[[Game], Game],
        event: Event | None = None,
        entry: int | None = None,
    ) -> Answer:
        return self._publish(replace(self._commit(action, make), event=event, entry=entry))

    def _commit(self, action: Action, make: Callable[[Game], Game]) -> Answer:
        """Make a new version of the game and save it; `_publish` makes it the current one."""
        before = self.now
        try:
            game = make(before.game)
            player = self._acting_after(before, game)
            noted = replace(before.saved, selected=seat_to_save(game, player))
            saved = self._store.games.save(noted, game)
        except Refused as reason:
            conflict = reason.entry if isinstance(reason, EntryRefused) else None
            return Answer(action, before, before, refusal=reason.phrase, conflict=conflict)
        cards = self._learned_from(before, game)
        self._learn_new_names(before.setup, game.setup)
        after = Snapshot(saved, player, cards)
        revert = self.redo if action == "undone" else self.undo
        can_revert = after.can_redo if action == "undone" else after.can_undo
        return Answer(action, before, after, revert=revert if can_revert else None)

    def _save_metadata(
        self,
        action: Action,
        save: Callable[[SavedGame], SavedGame],
        correcting: Correction | None = None,
        player: str | None = None,
        revert: Callable[[], Answer] | None = None,
    ) -> Answer:
        """Save the same game with other metadata or in another folder."""
        before = self.now
        try:
            saved = save(before.saved)
        except Refused as reason:
            return self._publish(Answer(action, before, before, refusal=reason.phrase))
        acting = player or before.player
        after = replace(before, saved=saved, correcting=correcting, player=acting)
        return self._publish(Answer(action, before, after, revert=revert))

    def _learned_from(self, before: Snapshot, game: Game) -> tuple[Ticket, ...]:
        """The known cards after a change; one that shows no new card need not look them up."""
        if not ticket_edits.hands_differ(before.game.state, game.state):
            return before.cards
        self._learn(lambda: self._known_tickets.update(before.game.state, game.state))
        return self._known_tickets.cards(game.setup.board)

    def _learn_new_names(self, before: Setup, after: Setup) -> None:
        """Offer renamed players by their new names in the next game."""
        old = [player for player in before.players if player.name not in after.names]
        new = [player for player in after.players if player.name not in before.names]
        for player, renamed in zip(old, new, strict=True):
            self._learn(partial(self._store.learned.rename_in_game, player, renamed))

    def _learn(self, learn: Callable[[], None]) -> None:
        """Save something learned; a failure becomes a notice and does not stop the game."""
        try:
            learn()
        except Refused as problem:
            self._store.notices.add(problem.phrase)

    def _acting_after(self, before: Snapshot, game: Game) -> str:
        """The player who acts next: a chosen player acts until an event ends the turn.

        While a finished board is counted, the selected player stays selected.
        """
        if game.setup.counted:
            chosen = selected_player(before.saved) if before.correcting else before.player
            seat = before.setup.names.index(chosen)
            return chosen if chosen in game.setup.names else game.setup.names[seat]
        one_more = bool(game.events) and game.events[:-1] == before.game.events
        if before.correcting is None and one_more and not ends_turn(game.events[-1]):
            return before.player
        return player_to_move(game)
