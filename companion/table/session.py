"""The game session: the one owner of the current game.

It holds the game, its version on disk, who acts next and the entry being corrected. Pages display
its `Snapshot` and call its commands. A command returns nothing: its outcome, also a refusal, is an
`Answer` that goes to all subscribers. A refused command changes nothing in memory or on disk.
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
from companion.rules.turns import check_not_left
from companion.store.errors import no_such_game
from companion.table import board_corrections, player_changes, ticket_edits
from companion.table.acting_player import player_to_move, seat_to_save, selected_player
from companion.table.answer import Action, Answer
from companion.table.known_tickets import KnownTickets
from companion.table.snapshot import Correction, Snapshot

if TYPE_CHECKING:
    from companion.store.saved_game import SavedGame
    from companion.store.store import Store


class GameSession:
    """The current game and the operations on it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._subscribers: list[Callable[[Answer], None]] = []
        self._observers: list[Callable[[Snapshot | None], None]] = []
        self._snapshot: Snapshot | None = None
        self._known_tickets = KnownTickets(store.learned)

    def subscribe(self, subscriber: Callable[[Answer], None]) -> None:
        """Call `subscriber` with the answer to every command, after the snapshot has changed."""
        self._subscribers.append(subscriber)

    def unsubscribe(self, subscriber: Callable[[Answer], None]) -> None:
        """Stop calling `subscriber`."""
        self._subscribers.remove(subscriber)

    def observe(self, observer: Callable[[Snapshot | None], None]) -> None:
        """Call `observer` with every new snapshot, also when a game is opened or closed."""
        self._observers.append(observer)

    def stop_observing(self, observer: Callable[[Snapshot | None], None]) -> None:
        """Stop calling `observer`."""
        self._observers.remove(observer)

    # Opening a game

    @property
    def snapshot(self) -> Snapshot | None:
        """The current snapshot; None while no game is open."""
        return self._snapshot

    @property
    def now(self) -> Snapshot:
        """The current snapshot; an error if no game is open."""
        if self._snapshot is None:
            raise RuntimeError("no game is open")
        return self._snapshot

    def begin(self, setup: Setup) -> None:
        """Begin and save a new game; `Refused` if it cannot be saved."""
        self._set_game(self._store.games.begin(setup))

    def open(self, id: str) -> None:
        """Open a game in progress; `Refused` if it cannot be read."""
        saved = self._store.games.open(id)
        if saved.finished is not None:
            raise no_such_game()
        self._set_game(saved)

    def open_finished(self, id: str) -> None:
        """Open a finished game; corrections of it are saved."""
        self._set_game(self._store.games.open(id))

    def reload(self) -> None:
        """Read the current game from disk again; close it if it cannot be read."""
        now = self._snapshot
        if now is None:
            return
        try:
            (self.open_finished if now.finished else self.open)(now.saved.id)
        except Refused:
            self.clear()

    def clear(self) -> None:
        """Close the current game."""
        self._set_snapshot(None)

    def next_setup(self) -> Setup:
        """The setup of a rematch: same board and players, and the second player begins."""
        last = self.now.setup
        board = self._store.boards.latest(last.board)
        return replace(
            last, board=board, counted=False, players=(*last.players[1:], last.players[0])
        )

    # Entries

    def enter(self, event: Event) -> None:
        """Record an event at the end of the log, or at the entry being corrected."""
        at = self.now.correcting
        if at is None:
            entry = len(self.now.game.events)
            self._edit("entered", lambda game: game.record(event), event, entry)
        elif at.replaces:
            self._edit("changed", lambda game: game.change(at.entry, event), event, at.entry)
        else:
            self._edit("inserted", lambda game: game.insert(at.entry, event), event, at.entry)

    def change(self, entry: int, event: Event) -> None:
        """Replace an entry without starting a correction first."""
        self._edit("changed", lambda game: game.change(entry, event), event, entry)

    def remove(self, entry: int) -> None:
        """Remove an entry from the log."""
        event = self.now.game.events[entry]
        self._edit("removed", lambda game: game.remove(entry), event, entry)

    def undo(self) -> None:
        """Leave the correction, if there is one; otherwise undo the last change."""
        if self.now.correcting is not None:
            self.cancel_correction()
            return
        events = self.now.game.events
        self._edit("undone", Game.undo, events[-1] if events else None, len(events) - 1)

    def redo(self) -> None:
        """Redo the step that was undone last."""
        self._edit("redone", Game.redo)

    def end_open_turns(self) -> None:
        """Enter Next for everybody who still has a turn in the last round, as one undo step."""
        turns = [TurnPassed(name) for name in open_turns(self.now.game.state)]
        self._edit("turns ended", lambda game: game.record(*turns))

    def correct(self, entry: int) -> None:
        """Start correcting an entry: the next event replaces it."""
        self._change_view(Correction(entry, replaces=True), self.now.game.events[entry].player)

    def insert_before(self, entry: int) -> None:
        """Start inserting a forgotten event before an entry."""
        self._change_view(Correction(entry, replaces=False))

    def cancel_correction(self) -> None:
        """Cancel the correction or insertion in progress."""
        self._change_view(None)

    def choose(self, player: str) -> None:
        """Choose the player of the next entry; saved with the game, but not an event."""
        games, now = self._store.games, self.now
        try:
            check_not_left(now.state, player)
        except Refused as reason:
            self._publish(Answer("player chosen", now, now, refusal=reason.phrase))
            return
        seat = seat_to_save(now.game, player)
        self._save_metadata(
            "player chosen",
            # The player of a correction is not the one who acts after it.
            lambda saved: (
                saved if now.correcting else games.save_notes(replace(saved, selected=seat))
            ),
            now.correcting,
            player,
        )

    # Tickets

    def take_ticket(self, player: str, ticket: Ticket) -> None:
        """Add a ticket to a player's tickets."""
        self._edit_ticket(
            "ticket taken",
            lambda game: ticket_edits.add_ticket(game, player, ticket),
            player,
            ticket,
        )

    def drop_ticket(self, player: str, ticket: Ticket) -> None:
        """Remove a ticket from a player's tickets."""
        self._edit_ticket(
            "ticket dropped",
            lambda game: ticket_edits.remove_ticket(game, player, ticket),
            player,
            ticket,
        )

    def revalue_ticket(self, player: str, ticket: Ticket, points: int) -> None:
        """Change the printed value of a player's ticket."""
        self._edit_ticket(
            "ticket revalued",
            lambda game: ticket_edits.change_value(game, player, ticket, points),
            player,
            ticket.with_points(points),
        )

    def move_ticket(self, player: str, ticket: Ticket, other: str) -> None:
        """Move a player's ticket to another player."""
        self._edit_ticket(
            "ticket moved",
            lambda game: ticket_edits.move_ticket(game, player, ticket, other),
            other,
            ticket,
        )

    def hand_in(self, player: str, tickets: tuple[Ticket, ...]) -> None:
        """Replace a player's tickets by those handed in; a correction in progress continues."""
        before = self.now
        try:
            game = ticket_edits.hand_in(before.game, player, tickets)
            saved = self._store.games.save(before.saved, game)
        except Refused as reason:
            answer = Answer("tickets handed in", before, before, refusal=reason.phrase)
        else:
            removed = ticket_edits.ticket_entries(before.game, player)
            at = before.correcting
            correcting = at and at.without_entries(removed)
            ended = correcting is None and before.correcting is not None
            acting = selected_player(saved) if ended else before.player
            cards = self._learned_from(before, game)
            after = Snapshot(saved, acting, cards, correcting)
            self._set_snapshot(after)
            answer = Answer("tickets handed in", before, after)
        self._publish(replace(answer, event=TicketsTaken(player, tickets, handed_in=True)))

    def reload_known_tickets(self) -> None:
        """Reload the known tickets of the snapshot, after learned tickets were edited."""
        now = self._snapshot
        if now is not None:
            self._set_snapshot(replace(now, cards=self._known_tickets.cards(now.board)))

    # Players and board

    def change_players(self, changes: Sequence[tuple[str, Player]]) -> None:
        """Rename, recolour or reorder players: pairs of current name and changed player."""
        self._edit("players changed", lambda game: player_changes.change_players(game, changes))

    def correct_board(self, correction: RouteCorrection) -> None:
        """Correct a route of the board, in this game and in all later games."""
        learned, board = self._store.learned, self._store.boards.uncorrected(self.now.board)
        answer = self._commit(
            "board corrected", lambda game: board_corrections.correct_route(game, board, correction)
        )
        if answer.accepted:
            self._learn(lambda: board_corrections.remember_correction(learned, board, correction))
        self._publish(answer)

    def turn_board(self) -> None:
        """Turn the board by a quarter; saved with the game, but not an event."""
        games, now = self._store.games, self.now
        turned = replace(now.saved, turned=(now.saved.turned + 1) % 4)
        self._save_metadata("board turned", lambda _: games.save_notes(turned), now.correcting)

    def describe(self, title: str, note: str) -> None:
        """Give the game a title and a note, either of which may be empty; not an event."""
        games, now = self._store.games, self.now

        def save(saved: SavedGame) -> SavedGame:
            return games.save_notes(replace(saved, title=check_title(title), note=check_note(note)))

        self._save_metadata("described", save, now.correcting)

    # The end

    def finish(self) -> None:
        """Move the game to the finished games; it stays open."""
        self._move("finished", self._store.games.finish)

    def reopen(self) -> None:
        """Move a finished game back to the games in progress."""
        self._move("reopened", self._store.games.reopen)

    # Implementation

    def _set_game(self, saved: SavedGame) -> None:
        self._known_tickets = KnownTickets(self._store.learned)
        cards = self._known_tickets.cards(saved.game.setup.board)
        self._set_snapshot(Snapshot(saved, selected_player(saved), cards))

    def _set_snapshot(self, snapshot: Snapshot | None) -> None:
        self._snapshot = snapshot
        for observer in tuple(self._observers):
            observer(snapshot)

    def _change_view(self, correcting: Correction | None, player: str | None = None) -> None:
        before = self.now
        seen = replace(before, correcting=correcting)
        if player is None and correcting is None:
            player = selected_player(before.saved)
        state = seen.state
        after = replace(seen, player=player or state.turn or state.remaining_players[0])
        self._set_snapshot(after)
        self._publish(Answer("view changed", before, after))

    def _edit_ticket(
        self, action: Action, make: Callable[[Game], Game], player: str, ticket: Ticket
    ) -> None:
        answer = self._commit(action, make)
        self._publish(replace(answer, ticket=ticket, event=TicketsTaken(player, (ticket,))))

    def _edit(
        self,
        action: Action,
        make: Callable[[Game], Game],
        event: Event | None = None,
        entry: int | None = None,
    ) -> None:
        self._publish(replace(self._commit(action, make), event=event, entry=entry))

    def _commit(self, action: Action, make: Callable[[Game], Game]) -> Answer:
        """Make a new version of the game, save it, and only then make it the current one."""
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
        self._set_snapshot(after)
        return Answer(action, before, after)

    def _move(self, action: Action, move: Callable[[SavedGame], SavedGame]) -> None:
        self._save_metadata(action, move, None)

    def _save_metadata(
        self,
        action: Action,
        note: Callable[[SavedGame], SavedGame],
        correcting: Correction | None,
        player: str | None = None,
    ) -> None:
        """Save the same game with other metadata or in another folder."""
        before = self.now
        try:
            saved = note(before.saved)
        except Refused as reason:
            self._publish(Answer(action, before, before, refusal=reason.phrase))
            return
        acting = player or before.player
        after = replace(before, saved=saved, correcting=correcting, player=acting)
        self._set_snapshot(after)
        self._publish(Answer(action, before, after))

    def _publish(self, answer: Answer) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(answer)

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
