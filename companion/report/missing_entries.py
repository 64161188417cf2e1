"""Words what a game lacks before it can be filed: last turns, and tickets of some players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.rules.wording import Phrase, join_names, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.store.record_header import GameInProgress


def why_not_over(open_turns: Sequence[str]) -> Phrase:
    """Why a game is not over; `open_turns` are the players with a turn in the last round."""
    if not open_turns:
        return phrase("The last round has not begun")
    return plural_phrase(
        "{players} still has a turn",
        "{players} still have a turn",
        len(open_turns),
        players=join_names(open_turns),
    )


def missing_entries(game: GameInProgress) -> tuple[Phrase, ...]:
    """What a game whose tally has begun lacks; empty while it is being played."""
    nobody = len(game.without_tickets) == len(game.players)
    return tuple(_missing(game, nobody)) if game.final or not nobody else ()


def _missing(game: GameInProgress, nobody: bool) -> Iterator[Phrase]:
    if not game.final:
        yield why_not_over(game.open_turns)
    if nobody:
        yield phrase("No tickets have been entered")
    elif game.without_tickets:
        yield phrase("No tickets entered for {players}", players=join_names(game.without_tickets))
    elif game.final:
        yield phrase("Complete, but not in Past games yet")
