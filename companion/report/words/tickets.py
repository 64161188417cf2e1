"""Tickets in words: the path, the missing spaces, questions about unusual tickets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.report.highlights import passed_routes
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.final_tally import PlayerTally
from companion.rules.score_parts import TICKETS
from companion.rules.state import GameState, PlayerState
from companion.rules.ticket_results import TicketResult
from companion.rules.turns import without_tickets
from companion.rules.wording import Phrase, format_signed, join_names, phrase, plural_phrase
from companion.table.snapshot import Snapshot


def stops(board: Board, result: TicketResult) -> tuple[str, ...]:
    """The cities on the walk that completes a ticket; empty if it is not completed."""
    if not result.completed or result.walk is None:
        return ()
    return _without_way_stations(board, result.walk.places)


def walk_text(board: Board, places: Iterable[str]) -> str:
    """A walk by the names of its places, without way stations."""
    return " – ".join(_without_way_stations(board, places))


def _without_way_stations(board: Board, places: Iterable[str]) -> tuple[str, ...]:
    named = (board.places[place] for place in places)
    return tuple(place.name for place in named if place.kind != "way_station")


def explain_ticket(board: Board, ticket: TicketResult) -> Phrase:
    """Why a ticket counts as it does."""
    has_several_ends = bool(ticket.ticket.other_ends)
    if ticket.completed and ticket.walk is not None:
        walk = walk_text(board, ticket.walk.places)
        if has_several_ends:
            end = board.ticket_ends[ticket.end].name
            return phrase("{end} counts: {walk}", end=end, walk=walk)
        return phrase("completed: {walk}", walk=walk)
    if ticket.walk is None:
        return phrase("not completed: blocked by the others")
    if has_several_ends:
        return plural_phrase(
            "no destination reached, {count} space missing: the lowest value is subtracted",
            "no destination reached, {count} spaces missing: the lowest value is subtracted",
            ticket.missing,
        )
    return plural_phrase(
        "not completed: {count} space missing",
        "not completed: {count} spaces missing",
        ticket.missing,
    )


def shortfall(board: Board, player: PlayerTally, result: TicketResult) -> Phrase:
    """How many spaces a ticket that is not completed lacks, and how far it gets."""
    if result.walk is None:
        return phrase("blocked")
    short = plural_phrase("{count} space missing", "{count} spaces missing", result.missing)
    passed = passed_routes(player, result)
    if not passed:
        return short
    reached = result.walk.places[len(passed)]
    return phrase(
        "gets as far as {place}, {short}", place=board.places[reached].display_name, short=short
    )


def borrowed_routes(board: Board, player: PlayerTally, result: TicketResult) -> tuple[Phrase, ...]:
    """The stations that help a ticket, or could, and the routes they borrow."""
    helping = [use.borrowed for use in player.stations if result.ticket in use.serves]
    texts = []
    for borrowed in (*helping, *result.could_borrow):
        if borrowed.route is None:
            continue
        values: dict[str, object] = {
            "city": board.places[borrowed.city].display_name,
            "route": board.route_title(borrowed.route),
            "owner": borrowed.owner,
        }
        texts.append(
            phrase("station in {city}: borrows {route} from {owner}", **values)
            if borrowed in helping
            else phrase("station in {city}: could borrow {route} from {owner}", **values)
        )
    return tuple(texts)


def completed_of(player: PlayerTally) -> Phrase:
    """How many of a player's tickets were completed: “3 of 4”."""
    return phrase("{done} of {all}", done=player.tickets_completed, all=len(player.tickets))


def completed_tickets(player: PlayerTally) -> Phrase:
    """How many of a player's tickets were completed: “3 of 4 completed”."""
    return phrase(
        "{done} of {all} completed", done=player.tickets_completed, all=len(player.tickets)
    )


def total(player: PlayerTally, has_none: bool = False) -> Phrase:
    """The number of completed tickets and the points for all tickets of a player.

    `has_none` says that the keeper has entered that the player has no tickets.
    """
    if has_none:
        return phrase("{player} has no tickets.", player=player.name)
    if not player.tickets:
        return phrase("{player}: no tickets yet", player=player.name)
    return phrase(
        "{player}: {completed} of {count} completed, {points}",
        player=player.name,
        completed=player.tickets_completed,
        count=len(player.tickets),
        points=format_signed(player.points(TICKETS.id)),
    )


def hand_in_summary(snapshot: Snapshot) -> Phrase:
    """Who has handed in tickets, and who has not."""
    names = snapshot.setup.names
    done = [name for name in names if name in snapshot.hand_ins]
    # Those whose tickets the keeper has entered need not hand in any.
    missing = [name for name in without_tickets(snapshot.game.state) if name not in done]
    if not done:
        return phrase("Nobody has handed in tickets yet.")
    if len(done) == len(names):
        return phrase("Everybody has handed in tickets.")
    if not missing:
        return phrase("Handed in: {players}.", players=join_names(done))
    return phrase(
        "Handed in: {players}. Not yet: {others}.",
        players=join_names(done),
        others=join_names(missing),
    )


def ticket_questions(state: GameState, waiting: Collection[str] = ()) -> tuple[Phrase, ...]:
    """Questions about the tickets of all players; one question if nobody has any.

    `waiting` are players of whose tickets something waits for the keeper's decision.
    """
    asked = tuple(
        phrase("{player}’s tickets wait for your decision.", player=each) for each in waiting
    )
    are_asked = bool(state.setup.board.start_tickets.keep)
    if are_asked and len(without_tickets(state)) == len(state.players) and not waiting:
        return (phrase("Nobody has any tickets: not entered yet?"),)
    others = (each for name, each in state.players.items() if name not in waiting)
    return (*asked, *(question for each in others for question in hand_questions(state, each)))


def hand_questions(state: GameState, player: PlayerState) -> tuple[Phrase, ...]:
    """Questions about the tickets of one player."""
    board = state.setup.board
    return (*_number_questions(board, player), *_value_questions(board, player))


def _number_questions(board: Board, player: PlayerState) -> Iterator[Phrase]:
    dealt, count = board.start_tickets, len(player.tickets)
    if count < dealt.keep and not player.has_no_tickets:
        if count:
            yield plural_phrase(
                "{player} has {count} ticket: is one missing?",
                "{player} has {count} tickets: is one missing?",
                count,
                player=player.name,
            )
        else:
            yield phrase("{player} has no tickets: not entered yet?", player=player.name)
    cards = [board.card(ticket) for ticket in player.tickets]
    long = sum(card is not None and card.deck in board.long_decks for card in cards)
    if dealt.keep_long is not None and long > dealt.keep_long:
        yield plural_phrase(
            "{player} has {tickets}, but may keep only {count}: does one belong to somebody else?",
            "{player} has {tickets}, but may keep only {count}: does one belong to somebody else?",
            dealt.keep_long,
            player=player.name,
            tickets=plural_phrase("{count} long ticket", "{count} long tickets", long),
        )


def _value_questions(board: Board, player: PlayerState) -> Iterator[Phrase]:
    for ticket in player.tickets:
        card = board.card(ticket)
        if card is None:
            continue
        printed = _values(card.ticket)
        for ends, points in _values(ticket).items():
            if points != printed[ends]:
                start = ticket.start
                (end,) = ends - {start}
                yield phrase(
                    "{player}: {ticket} is worth {points} here, {printed} in the app’s deck: is"
                    " that right?",
                    player=player.name,
                    ticket=f"{board.ticket_ends[start].name} – {board.ticket_ends[end].name}",
                    points=points,
                    printed=printed[ends],
                )


def _values(ticket: Ticket) -> dict[frozenset[str], int]:
    """A card's value for each pair of ends, in any direction."""
    return {frozenset((ticket.start, end)): points for end, points in ticket.points_by_end.items()}
