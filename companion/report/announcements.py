"""What everybody at the table should know now: whose turn, the last round, what is corrected."""

from __future__ import annotations

from companion.rules import Phrase, listed, say, say_count, told
from companion.table.snapshot import Snapshot


def standing(snapshot: Snapshot) -> Phrase:
    """Whose turn it is, and how far the game has come."""
    state = snapshot.state
    count = sum(len(player.claims) for player in state.players.values())
    claims = say_count("{count} claim", "{count} claims", count)
    if state.over and snapshot.correcting is None:
        return say("All turns are over · {claims}", claims=claims)
    return say("{player}’s turn · {claims}", player=snapshot.player, claims=claims)


def announcement(snapshot: Snapshot) -> Phrase | None:
    """What the banner over the board says, if it has to say something."""
    at = snapshot.correcting
    if at is not None:
        entry = told(snapshot.board, snapshot.game.events[at.entry])
        if at.replaces:
            return say(
                "Correcting entry {number} ({entry}): enter what really happened.",
                number=at.entry + 1,
                entry=entry,
            )
        return say(
            "Adding before entry {number} ({entry}): enter what was forgotten.",
            number=at.entry + 1,
            entry=entry,
        )
    state = snapshot.state
    if state.over:
        return say("Everybody has had the last turn.")
    if state.last_turns is not None:
        return say("Last round: one turn each for {players}.", players=listed(state.last_turns))
    return None
