"""The game session: the one owner of a game.

It holds the game, its version on disk, who acts next and the entry being corrected. Pages display
its `Snapshot` and call its commands. A command returns its outcome, also a refusal, as an `Answer`,
which goes to all listeners as well. A refused command changes nothing in memory or on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from secrets import token_hex
from typing import Literal

from companion.rules.board import RouteCorrection
from companion.rules.errors import EntryRefused, Refused
from companion.rules.events import Event, Ticket, TicketsTaken, TurnPassed, ends_turn
from companion.rules.game import Game
from companion.rules.names import check_note, check_title
from companion.rules.setup import Setup
from companion.rules.turns import open_turns, why_no_turn
from companion.rules.wording import Phrase, join_names, phrase
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from companion.table import edits
from companion.table.edits import KnownTickets, printed_cards
from companion.table.ending import (
    Ending,
    EndingStage,
    HandIn,
    enter_hand_in,
    split_cards,
    tickets_of,
)
from companion.table.player_list import Players
from companion.table.snapshot import (
    Action,
    Answer,
    Correction,
    Snapshot,
    player_to_move,
    selected_player,
    selection_to_save,
)


class PhoneEntries:
    """The ids of all entries that phones have made and taken back in this run of the app.

    A request may be sent again at any time, also after its entry was undone or the app was killed.
    """

    def __init__(self) -> None:
        self.run = token_hex(4)
        """Names this run of the app; a request names the run in which it was sent first."""
        self.ids: set[str] = set()
        self.taken_back: set[str] = set()


class GameSession:
    """A game and the commands that change it; `Sessions` makes one for each open game."""

    def __init__(
        self,
        store: Store,
        saved: SavedGame,
        tell: Callable[[Answer], object],
        phones: PhoneEntries,
    ) -> None:
        self._store = store
        self._tell = tell
        self._phones = phones
        self._set_game(saved)

    @property
    def now(self) -> Snapshot:
        """The game after the last command, with what pages and guests show of it."""
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
        """Look up the deck and the cards learned from games again: the keeper edited some."""
        before = self.now
        after = replace(before, cards=self._known_tickets.cards(before.board))
        return self._publish(Answer("view changed", before, after))

    # Entries

    def enter(self, event: Event) -> Answer:
        """Record an event: at the end of the log, or where `correct` or `insert_before` began."""
        at = self.now.correcting
        if at is None:
            entry = len(self.now.game.events)
            return self._edit("entered", lambda game: game.record(event), event, entry)
        if at.replaces:
            return self._edit("changed", lambda game: game.change(at.entry, event), event, at.entry)
        return self._edit("inserted", lambda game: game.insert(at.entry, event), event, at.entry)

    def phone_entry_state(self, id: str, run: str) -> Literal["new", "already", "unknown"]:
        """Whether an entry of a phone was made already; "unknown" if that was in an earlier run.

        Only a new one may be entered: one of an earlier run may have been entered and undone.
        """
        if id in self._phones.ids or id in self.now.game.phone_ids:
            return "already"
        return "new" if run == self._phones.run else "unknown"

    def enter_from_phone(self, event: Event, id: str) -> Answer:
        """Record an event that its player enters on a phone, at the end of the log."""
        now = self.now
        reason = now.why_no_phone_entries
        if reason is None and isinstance(event, TurnPassed) and event.player != now.player:
            reason = phrase("It is not {player}’s turn.", player=event.player)
        if reason is not None:
            return self._refuse("entered", reason, from_phone=True)
        entry = len(now.game.events)
        answer = self._edit(
            "entered", lambda game: game.record(event, phone_id=id), event, entry, from_phone=True
        )
        if answer.accepted:
            self._phones.ids.add(id)
        return answer

    def take_back(self, player: str, id: str) -> Answer:
        """Remove the last entry of the log, which this player's phone made with this id."""
        now = self.now
        reason = now.why_no_phone_entries
        if reason is None and (not id or now.phone_entry_to_take_back(player) != id):
            reason = phrase("Something was entered since. Please ask the score keeper.")
        if reason is not None:
            return self._refuse("taken back", reason, from_phone=True)
        event, entry = now.game.events[-1], len(now.game.events) - 1
        answer = self._edit(
            "taken back", lambda game: game.remove(entry), event, entry, from_phone=True
        )
        if answer.accepted:
            self._phones.taken_back.add(id)
        return answer

    def was_taken_back(self, id: str) -> bool:
        """Whether an entry was taken back in this run of the app; the request is a repeated one."""
        return id in self._phones.taken_back

    def change(self, entry: int, event: Event) -> Answer:
        """Replace an entry of the log, without starting a correction first."""
        return self._edit("changed", lambda game: game.change(entry, event), event, entry)

    def remove(self, entry: int) -> Answer:
        """Remove an entry from the log."""
        event = self.now.game.events[entry]
        return self._edit("removed", lambda game: game.remove(entry), event, entry)

    def undo(self) -> Answer:
        """Cancel a correction or insertion in progress; if there is none, undo the last change."""
        if self.now.correcting is not None:
            return self.cancel_correction()
        events = self.now.game.events
        return self._edit("undone", Game.undo, events[-1] if events else None, len(events) - 1)

    def redo(self) -> Answer:
        """Redo the step that was undone last."""
        return self._edit("redone", Game.redo)

    def end_open_turns(self) -> Answer:
        """Enter `TurnPassed` for all who still have a turn in the last round, as one undo step."""
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
        reason = why_no_turn(now.state, player) if now.state.players[player].left else None
        if reason is not None:
            return self._refuse("player chosen", reason)

        def save(saved: SavedGame) -> SavedGame:
            # The player of a correction is not the one who acts after it.
            if now.correcting:
                return saved
            return games.save_metadata(replace(saved, selected=selection_to_save(now.game, player)))

        again = partial(self.choose, now.player)
        return self._change_metadata("player chosen", replace(now, player=player), save, again)

    # Tickets

    def take_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Add a ticket to a player's tickets."""
        edit = partial(edits.add_ticket, player=player, ticket=ticket)
        return self._edit_ticket("ticket taken", edit, player, ticket)

    def drop_ticket(self, player: str, ticket: Ticket) -> Answer:
        """Remove a ticket from a player's tickets."""
        edit = partial(edits.remove_ticket, player=player, ticket=ticket)
        return self._edit_ticket("ticket dropped", edit, player, ticket)

    def revalue_ticket(self, player: str, ticket: Ticket, points: int) -> Answer:
        """Change the value of a player's ticket; it is suggested for this card in later games."""
        edit = partial(edits.change_value, player=player, ticket=ticket, points=points)
        return self._edit_ticket("ticket revalued", edit, player, ticket.with_points(points))

    def move_ticket(self, player: str, ticket: Ticket, other: str) -> Answer:
        """Move a player's ticket to another player."""
        edit = partial(edits.move_ticket, player=player, ticket=ticket, other=other)
        return self._edit_ticket("ticket moved", edit, other, ticket)

    def enter_no_tickets(self, player: str) -> Answer:
        """Enter that a player has no tickets, so that theirs are not missing any more."""
        event = TicketsTaken(player, ())
        return self._edit("ticket taken", lambda game: game.record(event), event)

    # Players and board

    def change_players(self, players: Players) -> Answer:
        """Rename a player, recolour or reorder: all players in the new turn order."""
        return self._edit("players changed", lambda game: edits.change_players(game, players))

    def correct_board(self, correction: RouteCorrection) -> Answer:
        """Correct a route of the board, in this game and in all later games."""
        learned, board = self._store.learned, self._store.boards.uncorrected(self.now.board)
        answer = self._commit(
            "board corrected", lambda game: edits.correct_route(game, board, correction)
        )
        if answer.accepted:
            with self._store.notices.instead_of_refusal():
                edits.remember_correction(learned, board, correction)
        return self._publish(answer)

    def turn_board(self) -> Answer:
        """Turn the picture of the board by a quarter, in this game and the next ones on it."""
        saved, learned = self.now.saved, self._store.learned
        turned = replace(saved, turned=(saved.turned + 1) % 4)
        answer = self._change_metadata(
            "board turned", self.now, lambda _: self._store.games.save_metadata(turned)
        )
        if answer.accepted:
            with self._store.notices.instead_of_refusal():
                learned.remember_rotation(self.now.board.id, turned.turned)
        return answer

    def describe(self, title: str, note: str) -> Answer:
        """Give the game a title and a note, either of which may be empty; not an event."""

        def save(saved: SavedGame) -> SavedGame:
            described = replace(saved, title=check_title(title), note=check_note(note))
            return self._store.games.save_metadata(described)

        return self._change_metadata("described", self.now, save)

    # The end

    def finish(self) -> Answer:
        """Move the game to the finished games; refused while a hand-in waits for `decide`."""
        reason = self._why_undecided_hand_in()
        if reason is not None:
            return self._refuse("finished", reason)
        after = replace(self.now, correcting=None)
        return self._change_metadata("finished", after, self._store.games.finish, self.reopen)

    def reopen(self) -> Answer:
        """Move a finished game back to the games in progress; guests see no result any more."""
        games, before = self._store.games, self.now
        after = replace(before, correcting=None, ending=before.ending.reopened())

        def save(saved: SavedGame) -> SavedGame:
            # The ending comes first: after a kill in between, guests see less than they might.
            is_same = after.ending == before.ending
            return games.reopen(saved if is_same else games.save_metadata(saved))

        return self._change_metadata("reopened", after, save, self.finish)

    # The end on the players' phones

    def collect_tickets(self) -> Answer:
        """Let players hand in tickets, also before the game is over; a shown result stays shown."""
        return self._set_stage("tickets collected", "collecting")

    def start_reveal(self) -> Answer:
        """Accept no more tickets from phones: the keeper reveals the result step by step."""
        return self._set_stage("reveal started", "revealing")

    def show_result(self) -> Answer:
        """Show guests the result; refused if not over, tickets are missing or a hand-in waits."""
        reason = self._why_undecided_hand_in()
        if not self.now.is_decided:
            reason = phrase("The game is not decided yet.")
        if reason is not None:
            return self._refuse("result shown", reason)
        return self._set_stage("result shown", "shown")

    def hand_in(self, player: str, last_receipt: str, cards: Sequence[str]) -> Answer:
        """Enter the tickets that a player sends from their phone, by the ids of printed cards.

        They replace an earlier list, whose receipt they name; "" if there is none. What conflicts
        with tickets that the keeper or another player has waits until `decide`. A correction in
        progress continues.
        """
        now = self.now
        action: Action = "tickets handed in"
        reason = _why_not_hand_in(now, player, last_receipt, cards)
        if reason is not None:
            return self._refuse(action, reason)
        ending, game = enter_hand_in(now.ending, now.game, now.cards, player, cards)
        answer = self._commit(action, lambda _: game, ending, selected_player(now.saved))
        if answer.after is None or not answer.accepted:
            problem = phrase("Your tickets could not be saved. Please tell the score keeper.")
            return self._refuse(action, problem)
        is_changed, after = game is not now.game, answer.after
        removed = edits.ticket_entries(now.game, player) if is_changed else ()
        correcting = now.correcting and now.correcting.without_entries(removed)
        if correcting:
            after = replace(after, correcting=correcting, player=now.player)
        event = TicketsTaken(player, tickets_of(now.board, now.cards, cards), True)
        revert = answer.revert if is_changed else None
        return self._publish(replace(answer, after=after, event=event, revert=revert))

    def decide(self, player: str, accept: bool, ticket: Ticket | None = None) -> Answer:
        """Decide about tickets that were handed in and wait.

        Without a ticket: use the player's whole list, or keep what the keeper entered. With one:
        give this card to the player, or leave it with the player who has it.
        """
        now, hand_in = self.now, self.now.hand_ins.get(player)
        printed, rest = printed_cards(now.board), list(hand_in.waiting) if hand_in else []
        waiting = [id for id in rest if ticket is None or printed[id].pairs == ticket.pairs]
        if hand_in is None or not waiting:
            nothing = phrase("No tickets of {player} wait for a decision.", player=player)
            return self._refuse("hand-in decided", nothing)
        if ticket is not None:
            rest.remove(waiting[0])
            ending = now.ending.with_hand_in(player, replace(hand_in, waiting=tuple(rest)))
            tickets: tuple[Ticket, ...] = (ticket,)
            edit = partial(edits.give_ticket, player=player, ticket=ticket)
        else:
            free, held = split_cards(now.game.state, player, waiting if accept else ())
            ending = now.ending.with_hand_in(player, HandIn(hand_in.receipt, free, held))
            tickets = tickets_of(now.board, now.cards, free)
            edit = partial(edits.hand_in, player=player, tickets=tickets)
        if accept:
            answer = self._commit("hand-in decided", edit, ending)
            event = TicketsTaken(player, tickets, handed_in=True)
            return self._publish(replace(answer, event=event, ticket=ticket))
        after = replace(now, correcting=None, ending=ending)
        return self._change_metadata("hand-in decided", after, self._store.games.save_metadata)

    # Implementation

    def _set_game(self, saved: SavedGame) -> None:
        self._known_tickets = KnownTickets(self._store.learned)
        cards = self._known_tickets.cards(saved.game.setup.board)
        ending = Ending.from_json(saved.ending, saved.game)
        self._now = Snapshot(saved, selected_player(saved), cards, ending=ending)

    def _publish(self, answer: Answer) -> Answer:
        """Make the snapshot after a command the current one, and tell the listeners."""
        assert answer.after is not None
        self._now = answer.after
        self._tell(answer)
        return answer

    def _refuse(self, action: Action, reason: Phrase, from_phone: bool = False) -> Answer:
        now = self.now
        return self._publish(Answer(action, now, now, refusal=reason, from_phone=from_phone))

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
        from_phone: bool = False,
    ) -> Answer:
        new = event if action in ("entered", "inserted") else None
        answer = self._commit(action, make, event=new)
        return self._publish(replace(answer, event=event, entry=entry, from_phone=from_phone))

    def _commit(
        self,
        action: Action,
        make: Callable[[Game], Game],
        ending: Ending | None = None,
        player: str | None = None,
        event: Event | None = None,
    ) -> Answer:
        """Make a new version of the game and save it; `_publish` makes it the current one.

        `player` acts next, whatever the change is. `event` is the one that it adds to the log.
        """
        before = self.now
        try:
            game = make(before.game)
            player = player or self._acting_after(before, game)
            ending = (ending or before.ending).follow(before.game, game)
            selected = selection_to_save(game, player)
            saved = replace(before.saved, selected=selected, ending=ending.to_json())
            saved = self._store.games.save(saved, game)
        except Refused as reason:
            conflict = reason.entry if isinstance(reason, EntryRefused) else None
            return Answer(action, before, before, refusal=reason.phrase, conflict=conflict)
        cards = self._learned_from(before, game)
        self._learn_new_names(before.setup, game.setup)
        after = Snapshot(saved, player, cards, ending=ending)
        revert = self.redo if action == "undone" else partial(self._revert, game, event)
        can_revert = after.can_redo if action == "undone" else after.can_undo
        return Answer(action, before, after, revert=revert if can_revert else None)

    def _revert(self, made: Game, event: Event | None) -> Answer:
        """Undo the change that made this game; if others followed, remove the event it added."""
        if self.now.game is made:
            return self.undo()
        events = self.now.game.events
        for entry, each in enumerate(events):
            # Not an equal event: two draws of the same card differ only in who meant which.
            if each is event:
                return self.remove(entry)
        return self._refuse("undone", phrase("Something was entered since. Please use the log."))

    def _change_metadata(
        self,
        action: Action,
        after: Snapshot,
        save: Callable[[SavedGame], SavedGame],
        revert: Callable[[], Answer] | None = None,
    ) -> Answer:
        """Save the same game with other metadata, another ending or in another folder."""
        before = self.now
        try:
            saved = save(replace(before.saved, ending=after.ending.to_json()))
        except Refused as reason:
            return self._refuse(action, reason.phrase)
        return self._publish(Answer(action, before, replace(after, saved=saved), revert=revert))

    def _set_stage(self, action: Action, stage: EndingStage) -> Answer:
        """Save the stage; a shown result stays shown."""
        ending = self.now.ending
        if not self.now.is_result_shown:
            ending = replace(ending, stage=stage)
        after = replace(self.now, ending=ending)
        return self._change_metadata(action, after, self._store.games.save_metadata)

    def _why_undecided_hand_in(self) -> Phrase | None:
        """That the keeper has to decide about tickets first; None if nothing waits."""
        players = self.now.waiting_players
        if not players:
            return None
        return phrase(
            "First decide about the tickets that {players} handed in.", players=join_names(players)
        )

    def _learned_from(self, before: Snapshot, game: Game) -> tuple[Ticket, ...]:
        """The known cards after a change; one that shows no new card need not look them up."""
        had, has = before.game.state.players.values(), game.state.players.values()
        if [player.tickets for player in had] == [player.tickets for player in has]:
            return before.cards
        with self._store.notices.instead_of_refusal():
            self._known_tickets.update(before.game.state, game.state)
        return self._known_tickets.cards(game.setup.board)

    def _learn_new_names(self, before: Setup, after: Setup) -> None:
        """Offer renamed players by their new names in the next game."""
        for player, renamed in edits.player_renames(before, after):
            with self._store.notices.instead_of_refusal():
                self._store.learned.rename_in_game(player, renamed)

    def _acting_after(self, before: Snapshot, game: Game) -> str:
        """The player who acts next: a chosen player acts until an event ends the turn.

        While a finished board is counted, the selected player stays selected.
        """
        if game.setup.counted:
            chosen = selected_player(before.saved) if before.correcting else before.player
            position = before.setup.names.index(chosen)
            return chosen if chosen in game.setup.names else game.setup.names[position]
        one_more = bool(game.events) and game.events[:-1] == before.game.events
        if before.correcting is None and one_more and not ends_turn(game.events[-1]):
            return before.player
        return player_to_move(game)


def _why_not_hand_in(
    now: Snapshot, player: str, last_receipt: str, cards: Sequence[str]
) -> Phrase | None:
    """Why a player cannot hand in these tickets, by the ids of printed cards."""
    before = now.hand_ins.get(player)
    if player not in now.setup.names:
        return phrase("{player} is not in this game.", player=player)
    if not set(cards) <= printed_cards(now.board).keys():
        return phrase("This board has no such ticket.")
    if last_receipt != (before.receipt if before else ""):
        return phrase("Please try again.")
    return (
        None
        if now.can_hand_in
        else phrase(
            "Tickets can be handed in once the score keeper collects them, "
            "until the result is shown."
        )
    )
