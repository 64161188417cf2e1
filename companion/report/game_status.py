"""The state of the game in one line: whose turn it is, the last round, a correction under way."""

from __future__ import annotations

from companion.rules.ending import open_turns
from companion.rules.event_description import describe_event
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase
from companion.table.snapshot import Snapshot


def turn_summary(snapshot: Snapshot) -> Phrase:
    """Whose turn it is and the number of claims, for the subtitle of the table page."""
    state = snapshot.state
    count = sum(len(player.claims) for player in state.players.values())
    claims = plural_phrase("{count} claim", "{count} claims", count)
    if state.setup.counted and snapshot.correcting is None:
        # Translators: while counting a finished board: what to do next.
        return phrase("Tap {player}’s routes", player=snapshot.player)
    if state.is_over and snapshot.correcting is None:
        return phrase("All turns played · {claims}", claims=claims)
    return phrase("{player}’s turn · {claims}", player=snapshot.player, claims=claims)


def short_turn_summary(snapshot: Snapshot) -> Phrase:
    """Whose turn it is, for a narrow window."""
    if snapshot.setup.counted and snapshot.correcting is None:
        return turn_summary(snapshot)
    if snapshot.state.is_over and snapshot.correcting is None:
        return phrase("All turns played")
    return phrase("{player}’s turn", player=snapshot.player)


def banner_text(snapshot: Snapshot) -> Phrase | None:
    """The text of the banner over the board; None hides the banner."""
    at = snapshot.correcting
    if at is not None:
        entry = describe_event(snapshot.board, snapshot.game.events[at.entry])
        if at.replaces:
            return phrase(
                "Correcting entry {number} ({entry}): enter what really happened.",
                number=at.entry + 1,
                entry=entry,
            )
        return phrase(
            "Adding before entry {number} ({entry}): enter what was missed.",
            number=at.entry + 1,
            entry=entry,
        )
    state = snapshot.state
    if state.last_turns is not None and not state.is_over:
        return phrase(
            "Last round. Still to play: {players}.", players=join_names(open_turns(state))
        )
    return None
