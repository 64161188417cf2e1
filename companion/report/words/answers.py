"""Words the session's answers, the log entries they name, and the button that reverts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.report.words.players import describe_new_holders
from companion.report.words.routes import route_as_printed
from companion.rules.board import Board
from companion.rules.event_description import describe_event
from companion.rules.events import (
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.terrain import DRAWS_PER_TURN, cards_this_turn
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_number,
    format_signed,
    join_names,
    phrase,
    plural_phrase,
)
from companion.table.snapshot import Answer


def describe_draw(after: GameState, event: TerrainDrawn) -> Phrase:
    """A draw and the player's number of cards after it: "Ana: +1 Mountain, 2 now"."""
    return phrase(
        # Translators: “Ana: +1 Mountain, 2 now”: how many lie before the player now.
        "{entry}, {count} now",
        entry=describe_event(after.setup.board, event),
        count=after.players[event.player].terrain[event.terrain],
    )


def too_many_draws(game: Game, player: str) -> Phrase | None:
    """A notice that a player has drawn more cards than a turn allows; None if they have not."""
    count = cards_this_turn(game, player)
    if count <= DRAWS_PER_TURN:
        return None
    if count == DRAWS_PER_TURN + 1:
        return phrase("{player}: third card this turn", player=player)
    return plural_phrase(
        "{player}: {count} card this turn",
        "{player}: {count} cards this turn",
        count,
        player=player,
    )


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log as text."""

    event: Event
    description: Phrase
    points: str
    """Points for the event, with their sign; empty if there are none."""
    score_after: str
    """The player's score after a claim or other points; empty for other events."""
    is_from_phone: bool
    """Whether the player entered it on a phone."""


def log_entry(game: Game, index: int) -> LogEntry:
    """The entry at an index of the log."""
    event = game.events[index]
    points = entry_points(game, index)
    after = game.states[index + 1].players[event.player].score
    return LogEntry(
        event,
        describe_event(game.setup.board, event),
        format_signed(points) if points else "",
        format_number(after) if isinstance(event, RouteClaimed | OtherPoints) else "",
        bool(game.phone_ids[index]),
    )


def entry_points(game: Game, index: int) -> int:
    """The points an entry gave its player."""
    name = game.events[index].player
    before, after = game.states[index].players[name], game.states[index + 1].players[name]
    return after.score - before.score


def describe_answer(answer: Answer) -> Phrase | None:
    """The text of the notification; None if the page itself shows the change."""
    if answer.refusal is not None:
        # The player is told; the keeper need not be.
        is_told = answer.from_phone or answer.action == "tickets handed in"
        return None if is_told else answer.refusal
    before, after = answer.before, answer.after
    if before is None or after is None:
        return None
    match answer.action:
        case "begun" | "opened" | "closed" | "view changed" | "board turned" | "described":
            return None
        case "tickets collected" | "reveal started" | "result shown":
            return None
        case "hand-in decided" if answer.event is None:
            return None
        case "hand-in decided" if answer.ticket is not None:
            return _card(answer, after.board)
        case "ticket taken" if answer.ticket is None and answer.event:
            return phrase("{player} has no tickets.", player=answer.event.player)
        case "player chosen" if after.setup.counted:
            return phrase("Now tap {player}’s routes.", player=after.player)
        case "player chosen":
            return phrase("{player} is next.", player=after.player)
        case "entered" | "changed" | "inserted":
            return _with_consequences(before.game, after.game, _entry(answer, after.game))
        case "taken back":
            # Translators: a player has removed their last entry again, on their phone.
            return phrase("Taken back: {entry}", entry=_describe(answer, after.game))
        case "removed":
            return phrase("Removed: {entry}", entry=_describe(answer, after.game))
        case "undone":
            return phrase("Undone: {entry}", entry=_step(after.game, before.game))
        case "redone":
            return phrase("Redone: {entry}", entry=_step(before.game, after.game))
        case "turns ended":
            return _turns(after.game.events[len(before.game.events) :])
        case "ticket taken" | "ticket moved":
            return _card(answer, after.board)
        case "tickets handed in" | "hand-in decided":
            return _handed_in(answer)
        case "ticket dropped":
            return phrase("Removed: {entry}", entry=_card(answer, after.board))
        case "ticket revalued":
            return _revalued(answer, after.board)
        case "players changed":
            return _players(before.setup, after.setup)
        case "board corrected":
            return _board(before.board, after.board)
        case "finished" if not after.is_decided:
            return phrase("Moved to Past games as not played to the end.")
        case "finished":
            return phrase("Moved to Past games.")
        case "reopened":
            return phrase("Game resumed.")


def with_phone_of_player(line: Phrase, answer: Answer) -> Phrase:
    """A notification of an entry, with a reminder that the player can enter it on a phone."""
    assert answer.event is not None
    return _with_news(line, phrase("{player} enters on a phone", player=answer.event.player))


def _entry(answer: Answer, game: Game) -> Phrase:
    assert answer.entry is not None
    assert answer.event is not None
    if isinstance(answer.event, TerrainDrawn):
        return _draw(game, answer.event, is_new=answer.action == "entered")
    entry, points = _describe(answer, game), entry_points(game, answer.entry)
    if points:
        entry = phrase("{entry} {points}", entry=entry, points=format_signed(points))
    if answer.action == "entered" and _claims_again(game):
        return _with_news(entry, phrase("{player} again", player=answer.event.player))
    before = game.states[answer.entry].players[answer.event.player]
    if isinstance(answer.event, PlayerLeft) and any(before.terrain.values()):
        return _with_news(entry, phrase("their terrain cards are discarded"))
    return entry


def _with_news(entry: Phrase, news: Phrase | None) -> Phrase:
    return phrase("{entry} · {news}", entry=entry, news=news) if news else entry


def _claims_again(game: Game) -> bool:
    """Whether the last two turns that were entered are claims by the same player."""
    if game.setup.counted:
        return False
    no_turns = TicketsTaken | OtherPoints | PlayerLeft
    turns = [each for each in game.events if not isinstance(each, no_turns)]
    return (
        len(turns) > 1
        and all(isinstance(each, RouteClaimed) for each in turns[-2:])
        and turns[-2].player == turns[-1].player
    )


def _describe(answer: Answer, game: Game) -> Phrase:
    assert answer.event is not None
    return describe_event(game.setup.board, answer.event)


def _draw(game: Game, event: TerrainDrawn, is_new: bool) -> Phrase:
    """Names the number of cards after the draw, so that an accidental second tap is noticed."""
    too_many = too_many_draws(game, event.player) if is_new and event.count > 0 else None
    return _with_news(describe_draw(game.state, event), too_many)


def _handed_in(answer: Answer) -> Phrase:
    assert isinstance(answer.event, TicketsTaken)
    count, player = len(answer.event.tickets), answer.event.player
    if answer.needs_decision:
        return plural_phrase(
            "{player} handed in {count} ticket, which waits for your decision.",
            "{player} handed in {count} tickets, which wait for your decision.",
            count,
            player=player,
        )
    return plural_phrase(
        "{player} handed in {count} ticket.",
        "{player} handed in {count} tickets.",
        count,
        player=player,
    )


def _with_consequences(old: Game, new: Game, entry: Phrase) -> Phrase:
    """The entry, followed by a new longest route and the beginning of the last round."""
    entry = _with_news(entry, describe_new_holders(old.state, new.state))
    if new.state.is_last_round and not old.state.is_last_round:
        return phrase("{entry}. The last round begins: one more turn for everybody.", entry=entry)
    return entry


def _step(earlier: Game, later: Game) -> Phrase:
    """The change between two versions of a game, for Undo and Redo."""
    if earlier.setup != later.setup:
        return phrase("a change to the players or the board")
    if later.events[:-1] == earlier.events:
        return describe_event(later.setup.board, later.events[-1])
    count = len(earlier.events)
    added = later.events[count:]
    if later.events[:count] == earlier.events and all(isinstance(e, TurnPassed) for e in added):
        return _turns(added)
    return phrase("a correction to the log")


def _turns(events: Sequence[Event]) -> Phrase:
    """Several turns that ended without a claim: "Bo and Cy: turn ended"."""
    players = join_names([event.player for event in events])
    return phrase("{player}: {deed}", player=players, deed=phrase("turn ended"))


def _card(answer: Answer, board: Board) -> Phrase:
    event = answer.event
    assert isinstance(event, TicketsTaken)
    title = board.ticket_title(event.tickets[0])
    return phrase("{player}: {ticket}", player=event.player, ticket=title)


def _revalued(answer: Answer, board: Board) -> Phrase:
    event = answer.event
    assert isinstance(event, TicketsTaken)
    return phrase(
        # Translators: {points} is a number without the word.
        "{player}: {ticket} is worth {points}",
        player=event.player,
        ticket=board.ticket_title(event.tickets[0]),
        points=event.tickets[0].points,
    )


def _players(before: Setup, after: Setup) -> Phrase:
    renamed = [
        (old, new)
        for old, new in zip(before.names, after.names, strict=True)
        if old != new and old not in after.names and new not in before.names
    ]
    if len(renamed) == 1:
        return phrase("{old} is now called {new}.", old=renamed[0][0], new=renamed[0][1])
    if before.names != after.names:
        return phrase("Turn order: {players}", players=comma_separated(after.names))
    return phrase("Colours changed.")


def _board(before: Board, board: Board) -> Phrase:
    route = next(each for each in board.routes.values() if each != before.routes[each.id])
    title, printed = board.route_title(route), route_as_printed(route)
    return phrase("{route}: now {printed}", route=title, printed=printed)
