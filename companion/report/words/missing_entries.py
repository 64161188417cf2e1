"""Words what a game lacks before it is decided: last turns, and tickets of some players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.rules.turns import open_turns, without_tickets
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.state import GameState
    from companion.store.saved_game import GameInProgress, UnreadableGame


def why_not_over(waiting: Sequence[str]) -> Phrase:
    """Why a game is not over; `waiting` are the players with a turn in the last round."""
    if not waiting:
        return phrase("The last round has not begun")
    return plural_phrase(
        "{players} still has a turn",
        "{players} still have a turn",
        len(waiting),
        players=join_names(waiting),
    )


def winner_lacks(state: GameState) -> Phrase | None:
    """The first thing a game lacks before it has a winner: last turns, then tickets."""
    if not state.is_over:
        return why_not_over(open_turns(state))
    missing = without_tickets(state)
    return _missing_tickets(missing, len(missing) == len(state.players)) if missing else None


def missing_entries(game: GameInProgress) -> tuple[Phrase, ...]:
    """What a game whose tally has begun lacks; empty while it is being played."""
    nobody = len(game.without_tickets) == len(game.players)
    return tuple(_missing(game, nobody)) if game.final or not nobody else ()


def unreadable_game(game: UnreadableGame) -> Phrase:
    """The title of a game in a list that cannot be read."""
    if game.is_newer:
        return phrase("A game made with a newer version of Railkeeper.")
    return phrase("A game that this version cannot read.")


def _missing(game: GameInProgress, nobody: bool) -> Iterator[Phrase]:
    if not game.final:
        yield why_not_over(game.open_turns)
    if game.without_tickets:
        yield _missing_tickets(game.without_tickets, nobody)
    elif game.final:
        yield phrase("Complete, but not in Past games yet")


def _missing_tickets(players: Sequence[str], nobody: bool) -> Phrase:
    """Whose tickets have not been entered."""
    if nobody:
        return phrase("No tickets have been entered")
    return phrase("No tickets entered for {players}", players=join_names(players))
