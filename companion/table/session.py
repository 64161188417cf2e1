"""The game session: the one owner of the current game.

It holds the game, its version on disk, who acts next and the entry being corrected. Pages display
its `Snapshot` and call its commands. A command returns nothing: its outcome, also a refusal, is an
`Answer` that goes to all subscribers. A refused command changes nothing in memory or on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from companion.rules.board import RouteCorrection
from companion.rules.errors import Refused
from companion.rules.events import Event, Ticket, TicketsTaken, ends_turn
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.wording import Phrase
from companion.table import hands, printed_board, seats
from companion.table.snapshot import Correction, Snapshot
from companion.table.ticket_memory import TicketMemory

if TYPE_CHECKING:
    from companion.store.saved_game import SavedGame
    from companion.store.store import Store

Action = Literal[
    "entered",
    "changed",
    "inserted",
    "removed",
    "undone",
    "redone",
    "ticket taken",
    "ticket dropped",
    "ticket revalued",
    "ticket moved",
    "players changed",
    "board corrected",
    "finished",
    "reopened",
    "board turned",
    "looked",
]
"""The command; "looked" if it changes only the player to act or the entry being corrected."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command: the snapshots before and after it, or why it was refused."""

    action: Action
    before: Snapshot
    after: Snapshot
    """The same as before where it was refused."""
    event: Event | None = None
    """The entry it is about."""
    entry: int | None = None
    """Where in the log that stands, counted from 0."""
    ticket: Ticket | None = None
    """The card it is about, as it is afterwards."""
    refusal: Phrase | None = None
    """Why nothing has changed."""

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return self.refusal is None


class GameSession:
    """The game on the table and everything that can be done to it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._subscribers: list[Callable[[Answer], None]] = []
        self._snapshot: Snapshot | None = None
        self._memory = TicketMemory(store.learned)

    def subscribe(self, subscriber: Callable[[Answer], None]) -> None:
        """Call `subscriber` with the answer to every command, after the snapshot has changed."""
        self._subscribers.append(subscriber)

    def unsubscribe(self, subscriber: Callable[[Answer], None]) -> None:
        """Stop calling `subscriber`."""
        self._subscribers.remove(subscriber)

    # What is on the table

    @property
    def snapshot(self) -> Snapshot | None:
        """The table as it is now; None while no game lies on it."""
        return self._snapshot

    @property
    def now(self) -> Snapshot:
        """The table as it is now, where a game lies on it."""
        if self._snapshot is None:
            raise RuntimeError("no game lies on the table")
        return self._snapshot

    def begin(self, setup: Setup) -> None:
        """Begin a game and lay it on the table; `Refused` if it cannot be kept."""
        self._lay(self._store.games.begin(setup))

    def open(self, id: str) -> None:
        """Go on with a game in progress; `Refused` if it cannot be read."""
        self._lay(self._store.games.open(id))

    def open_finished(self, id: str) -> None:
        """Lay a past game on the table: what is corrected in it is kept."""
        self._lay(self._store.history.open(id))

    def read_again(self) -> None:
        """Follow a change of names that was made outside the game; an unreadable one goes."""
        now, self._snapshot = self._snapshot, None
        if now is not None:
            with suppress(Refused):
                (self.open_finished if now.finished else self.open)(now.saved.id)

    def clear(self) -> None:
        """Leave the table empty."""
        self._snapshot = None

    def next_setup(self) -> Setup:
        """The next game of the same people on the same board; who sat second begins."""
        last = self.now.setup
        board = self._store.boards[last.board.id]
        return replace(last, board=board, players=(*last.players[1:], last.players[0]))

    # Entries

    def enter(self, event: Event) -> None:
        """Record an event: at the end, or where the log is being corrected."""
        at = self.now.correcting
        if at is None:
            entry = len(self.now.game.events)
            self._take("entered", lambda game: game.record(event), event, entry)
        elif at.replaces:
            self._take("changed", lambda game: game.change(at.entry, event), event, at.entry)
        else:
            self._take("inserted", lambda game: game.insert(at.entry, event), event, at.entry)

    def change(self, entry: int, event: Event) -> None:
        """Put another event in an entry's place, without going there first."""
        self._take("changed", lambda game: game.change(entry, event), event, entry)

    def remove(self, entry: int) -> None:
        """Take an entry out of the log."""
        event = self.now.game.events[entry]
        self._take("removed", lambda game: game.remove(entry), event, entry)

    def undo(self) -> None:
        """One step back; out of a correction first, which undoes nothing else."""
        if self.now.correcting is not None:
            self.back_to_now()
            return
        events = self.now.game.events
        self._take("undone", Game.undo, events[-1] if events else None, len(events) - 1)

    def redo(self) -> None:
        """Do again what was undone."""
        self._take("redone", Game.redo)

    def correct(self, entry: int) -> None:
        """Go back to an entry to enter in its place what really happened."""
        self._look(Correction(entry, replaces=True), self.now.game.events[entry].player)

    def insert_before(self, entry: int) -> None:
        """Go back to before an entry, to enter what was forgotten."""
        self._look(Correction(entry, replaces=False))

    def back_to_now(self) -> None:
        """Stop correcting; nothing has changed."""
        self._look(None)

    def choose(self, player: str) -> None:
        """Choose the player who makes the next entry."""
        self._look(self.now.correcting, player)

    # Tickets

    def take_ticket(self, player: str, ticket: Ticket) -> None:
        """Put a card into a player's hand."""
        self._take_card(
            "ticket taken", lambda game: hands.taken(game, player, ticket), player, ticket
        )

    def drop_ticket(self, player: str, ticket: Ticket) -> None:
        """Take a card out of a player's hand."""
        self._take_card(
            "ticket dropped", lambda game: hands.dropped(game, player, ticket), player, ticket
        )

    def revalue_ticket(self, player: str, ticket: Ticket, points: int) -> None:
        """Correct the printed value of a card."""
        self._take_card(
            "ticket revalued",
            lambda game: hands.revalued(game, player, ticket, points),
            player,
            ticket.worth(points),
        )

    def move_ticket(self, player: str, ticket: Ticket, other: str) -> None:
        """Give a player's card to the one who really held it."""
        self._take_card(
            "ticket moved", lambda game: hands.moved(game, player, ticket, other), other, ticket
        )

    def recall_cards(self) -> None:
        """Know the cards anew, after what is remembered of them was changed."""
        now = self._snapshot
        if now is not None:
            self._snapshot = replace(now, cards=self._memory.cards(now.board))

    # Players and board

    def change_players(self, seated: Sequence[tuple[str, Player]]) -> None:
        """Rename, recolour or reseat: everybody's name so far and who they are from now on."""
        self._take("players changed", lambda game: seats.changed(game, seated))

    def correct_board(self, correction: RouteCorrection) -> None:
        """Correct a route as it is printed, for this game and every later one."""
        learned, board = self._store.learned, self._store.boards[self.now.board.id]
        answer = self._taken(
            "board corrected", lambda game: printed_board.on_corrected(game, board, correction)
        )
        if answer.accepted:
            self._learn(lambda: printed_board.keep(learned, board, correction))
        self._publish(answer)

    def turn_board(self) -> None:
        """Turn the board by a quarter, to lie as the keeper sees it; this is no entry."""
        games, now = self._store.games, self.now
        quarters = now.saved.turned + 1
        self._note("board turned", lambda saved: games.note(saved, turned=quarters), now.correcting)

    # The end

    def finish(self) -> None:
        """Put the game among the past ones; it stays on the table to be looked at."""
        self._move("finished", self._store.games.finish)

    def reopen(self) -> None:
        """Take a past game up again, as one in progress."""
        self._move("reopened", self._store.history.reopen)

    # How it is done

    def _lay(self, saved: SavedGame) -> None:
        self._memory = TicketMemory(self._store.learned)
        cards = self._memory.cards(saved.game.setup.board)
        self._snapshot = Snapshot(saved, _next(saved.game), cards)

    def _look(self, correcting: Correction | None, player: str | None = None) -> None:
        before = self.now
        seen = replace(before, correcting=correcting)
        state = seen.state
        self._snapshot = replace(seen, player=player or state.turn or state.setup.names[0])
        self._publish(Answer("looked", before, self._snapshot))

    def _take_card(
        self, action: Action, make: Callable[[Game], Game], player: str, ticket: Ticket
    ) -> None:
        answer = self._taken(action, make)
        self._publish(replace(answer, ticket=ticket, event=TicketsTaken(player, (ticket,))))

    def _take(
        self,
        action: Action,
        make: Callable[[Game], Game],
        event: Event | None = None,
        entry: int | None = None,
    ) -> None:
        self._publish(replace(self._taken(action, make), event=event, entry=entry))

    def _taken(self, action: Action, make: Callable[[Game], Game]) -> Answer:
        """Turn to a new version of the game: made, saved, and only then on the table."""
        before = self.now
        try:
            game = make(before.game)
            saved = self._saved(before.saved, game)
        except Refused as reason:
            return Answer(action, before, before, refusal=reason.phrase)
        cards = self._learned_from(before, game)
        self._snapshot = Snapshot(saved, self._acting_after(before, game), cards)
        return Answer(action, before, self._snapshot)

    def _move(self, action: Action, move: Callable[[SavedGame], SavedGame]) -> None:
        self._note(action, move, None)

    def _note(
        self,
        action: Action,
        note: Callable[[SavedGame], SavedGame],
        correcting: Correction | None,
    ) -> None:
        """Keep the same game in another way."""
        before = self.now
        try:
            saved = note(before.saved)
        except Refused as reason:
            self._publish(Answer(action, before, before, refusal=reason.phrase))
            return
        self._snapshot = replace(before, saved=saved, correcting=correcting)
        self._publish(Answer(action, before, self._snapshot))

    def _publish(self, answer: Answer) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(answer)

    def _saved(self, saved: SavedGame, game: Game) -> SavedGame:
        if saved.finished is None:
            return self._store.games.save(saved, game)
        return self._store.history.change(saved, game)

    def _learned_from(self, before: Snapshot, game: Game) -> tuple[Ticket, ...]:
        """The known cards after a change; one that shows no new card need not look them up."""
        if not hands.differ(before.game.state, game.state):
            return before.cards
        self._learn(lambda: self._memory.follow(before.game.state, game.state))
        return self._memory.cards(game.setup.board)

    def _learn(self, learn: Callable[[], None]) -> None:
        """What cannot be learned must not get in the way of a game: it is only told."""
        try:
            learn()
        except Refused as problem:
            self._store.notices.tell(problem.phrase)

    def _acting_after(self, before: Snapshot, game: Game) -> str:
        """Who acts next: a turn given by hand holds until something ends it."""
        one_more = bool(game.events) and game.events[:-1] == before.game.events
        if before.correcting is None and one_more and not ends_turn(game.events[-1]):
            return before.player
        return _next(game)


def _next(game: Game) -> str:
    return game.state.turn or game.setup.names[0]
