"""The evening: the one owner of the game on the table.

It holds the game, its version on disk, who acts next and the entry that is being corrected. Pages
show the `Snapshot` it gives out and tell it what they wish; every wish gets an `Answer`, which says
what happened or why it was refused. Whatever is refused has changed nothing, here or on disk.
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
from companion.store.errors import no_such_game
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
"""What was wished for; "looked" where nothing but the view of the table changes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a wish."""

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

    def __init__(self, store: Store, hear: Callable[[Answer], None] = lambda _: None) -> None:
        self._store = store
        self._hear = hear
        """Told every answer, after the snapshot has changed."""
        self._snapshot: Snapshot | None = None
        self._memory = TicketMemory(store.learned)

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
        saved = self._store.games.open(id)
        if saved.finished is not None:
            raise no_such_game()
        self._lay(saved)

    def open_finished(self, id: str) -> None:
        """Lay a past game on the table: what is corrected in it is kept."""
        self._lay(self._store.games.open(id))

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

    def enter(self, event: Event) -> Answer:
        """Record an event: at the end, or where the log is being corrected."""
        at = self.now.correcting
        if at is None:
            entry = len(self.now.game.events)
            return self._take("entered", lambda game: game.record(event), event, entry)
        if at.replaces:
            return self._take("changed", lambda game: game.change(at.entry, event), event, at.entry)
        return self._take("inserted", lambda game: game.insert(at.entry, event), event, at.entry)

    def change(self, entry: int, event: Event) -> Answer:
        """Put another event in an entry's place, without going there first."""
        return self._take("changed", lambda game: game.change(entry, event), event, entry)

    def remove(self, entry: int) -> Answer:
        """Take an entry out of the log."""
        event = self.now.game.events[entry]
        return self._take("removed", lambda game: game.remove(entry), event, entry)

    def undo(self) -> Answer:
        """One step back; out of a correction first, which undoes nothing else."""
        if self.now.correcting is not None:
            return self.back_to_now()
        events = self.now.game.events
        return self._take("undone", Game.undo, events[-1] if events else None, len(events) - 1)

    def redo(self) -> Answer:
        """Do again what was undone."""
        return self._take("redone", Game.redo)

    def correct(self, entry: int) -> Answer:
        """Go back to an entry to enter in its place what really happened."""
        return self._look(Correction(entry, replaces=True), self.now.game.events[entry].player)

    def insert_before(self, entry: int) -> Answer:
        """Go back to before an entry, to enter what was forgotten."""
        return self._look(Correction(entry, replaces=False))

    def back_to_now(self) -> Answer:
        """Stop correcting; nothing has changed."""
        return self._look(None)

    def choose(self, player: str) -> Answer:
        """Let somebody make the next entry."""
        return self._look(self.now.correcting, player)

    # Tickets

    def take_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Put a card into a player's hand."""
        return self._take_card(
            "ticket taken", lambda game: hands.taken(game, player, ticket), player, ticket
        )

    def drop_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Take a card out of a player's hand."""
        return self._take_card(
            "ticket dropped", lambda game: hands.dropped(game, player, ticket), player, ticket
        )

    def revalue_ticket(self, player: str, ticket: Ticket, points: int) -> Answer:
        """Correct the printed value of a card."""
        return self._take_card(
            "ticket revalued",
            lambda game: hands.revalued(game, player, ticket, points),
            player,
            ticket.worth(points),
        )

    def move_ticket(self, player: str, ticket: Ticket, other: str) -> Answer:
        """Give a player's card to the one who really held it."""
        return self._take_card(
            "ticket moved", lambda game: hands.moved(game, player, ticket, other), other, ticket
        )

    def recall_cards(self) -> None:
        """Know the cards anew, after what is remembered of them was changed."""
        now = self._snapshot
        if now is not None:
            self._snapshot = replace(now, cards=self._memory.cards(now.board))

    # Players and board

    def change_players(self, seated: Sequence[tuple[str, Player]]) -> Answer:
        """Rename, recolour or reseat: everybody's name so far and who they are from now on."""
        return self._take("players changed", lambda game: seats.changed(game, seated))

    def correct_board(self, correction: RouteCorrection) -> Answer:
        """Correct a route as it is printed, for this game and every later one."""
        learned, board = self._store.learned, self._store.boards[self.now.board.id]
        answer = self._taken(
            "board corrected", lambda game: printed_board.on_corrected(game, board, correction)
        )
        if answer.accepted:
            self._learn(lambda: printed_board.keep(learned, board, correction))
        return self._answer(answer)

    def turn_board(self) -> Answer:
        """Turn the board by a quarter, to lie as the keeper sees it; this is no entry."""
        games, now = self._store.games, self.now
        quarters = now.saved.turned + 1
        return self._note(
            "board turned", lambda saved: games.save_orientation(saved, quarters), now.correcting
        )

    # The end

    def finish(self) -> Answer:
        """Put the game among the past ones; it stays on the table to be looked at."""
        return self._move("finished", self._store.games.finish)

    def reopen(self) -> Answer:
        """Take a past game up again, as one in progress."""
        return self._move("reopened", self._store.games.reopen)

    # How it is done

    def _lay(self, saved: SavedGame) -> None:
        self._memory = TicketMemory(self._store.learned)
        cards = self._memory.cards(saved.game.setup.board)
        self._snapshot = Snapshot(saved, _next(saved.game), cards)

    def _look(self, correcting: Correction | None, player: str | None = None) -> Answer:
        before = self.now
        seen = replace(before, correcting=correcting)
        state = seen.state
        self._snapshot = replace(seen, player=player or state.turn or state.setup.names[0])
        return self._answer(Answer("looked", before, self._snapshot))

    def _take_card(
        self, action: Action, make: Callable[[Game], Game], player: str, ticket: Ticket
    ) -> Answer:
        answer = self._taken(action, make)
        return self._answer(replace(answer, ticket=ticket, event=TicketsTaken(player, (ticket,))))

    def _take(
        self,
        action: Action,
        make: Callable[[Game], Game],
        event: Event | None = None,
        entry: int | None = None,
    ) -> Answer:
        return self._answer(replace(self._taken(action, make), event=event, entry=entry))

    def _taken(self, action: Action, make: Callable[[Game], Game]) -> Answer:
        """Turn to a new version of the game: made, saved, and only then on the table."""
        before = self.now
        try:
            game = make(before.game)
            saved = self._store.games.save(before.saved, game)
        except Refused as reason:
            return Answer(action, before, before, refusal=reason.phrase)
        cards = self._learned_from(before, game)
        self._snapshot = Snapshot(saved, self._acting_after(before, game), cards)
        return Answer(action, before, self._snapshot)

    def _move(self, action: Action, move: Callable[[SavedGame], SavedGame]) -> Answer:
        return self._note(action, move, None)

    def _note(
        self,
        action: Action,
        note: Callable[[SavedGame], SavedGame],
        correcting: Correction | None,
    ) -> Answer:
        """Keep the same game in another way."""
        before = self.now
        try:
            saved = note(before.saved)
        except Refused as reason:
            return self._answer(Answer(action, before, before, refusal=reason.phrase))
        self._snapshot = replace(before, saved=saved, correcting=correcting)
        return self._answer(Answer(action, before, self._snapshot))

    def _answer(self, answer: Answer) -> Answer:
        self._hear(answer)
        return answer

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
            self._store.notices.add(problem.phrase)

    def _acting_after(self, before: Snapshot, game: Game) -> str:
        """Who acts next: a turn given by hand holds until something ends it."""
        one_more = bool(game.events) and game.events[:-1] == before.game.events
        if before.correcting is None and one_more and not ends_turn(game.events[-1]):
            return before.player
        return _next(game)


def _next(game: Game) -> str:
    return game.state.turn or game.setup.names[0]
