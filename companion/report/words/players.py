"""What players have, in words: trains, routes, longest route, and the state of the game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing.highlight import Highlight, event_highlight
from companion.report.words.part_report import ExplanationRow
from companion.report.words.pieces import trains_left
from companion.report.words.routes import claim_facts
from companion.rules.event_description import describe_event
from companion.rules.events import OtherPoints, RouteClaimed, StationBuilt
from companion.rules.game import Game
from companion.rules.longest_route import longest_walk
from companion.rules.state import GameState
from companion.rules.turns import open_turns
from companion.rules.wording import (
    Phrase,
    format_signed,
    join_names,
    phrase,
    plural_phrase,
    untranslated,
)
from companion.table.snapshot import Snapshot


def longest_route_holders(state: GameState) -> Mapping[str, int]:
    """Who would get the bonus for the longest route now, in turn order, each with its length."""
    if not state.setup.longest_route_bonus:
        return {}
    lengths = {name: longest_walk(player).length for name, player in state.players.items()}
    longest = max(lengths.values())
    return {name: longest for name, length in lengths.items() if length == longest > 0}


def describe_new_holders(before: GameState, after: GameState) -> Phrase | None:
    """The new holders; None if they are the same or the first of the game."""
    had, has = longest_route_holders(before), longest_route_holders(after)
    if not had or not has or had.keys() == has.keys():
        return None
    return phrase(
        "Longest route: {players}, {length}",
        players=join_names(tuple(has)),
        length=max(has.values()),
    )


def pieces_left(state: GameState, name: str) -> tuple[Phrase, ...]:
    """The trains and stations that a player has left, and whether the player left the game."""
    player = state.players[name]
    left = [trains_left(state.setup.board, player.trains)]
    if state.setup.board.stations_per_player:
        left.append(
            plural_phrase("{count} station left", "{count} stations left", player.stations_left)
        )
    if player.left:
        # Translators: what is true of a player now: “12 trains left · has left the game”.
        left.append(phrase("has left the game"))
    return tuple(left)


def player_rows(game: Game, state: GameState, name: str) -> tuple[ExplanationRow, ...]:
    """The longest route, then routes, stations and other points, newest first."""
    longest = _longest(state, name)
    rows = (_player_row(game, state, name, index) for index in reversed(range(state.entries)))
    return tuple(row for row in (longest, *rows) if row is not None)


def _longest(state: GameState, name: str) -> ExplanationRow | None:
    walk = longest_walk(state.players[name])
    tracks = {claim.route.id: claim.track for claim in state.players[name].claims}
    if not state.setup.longest_route_bonus or not walk.length:
        return None
    return ExplanationRow(
        phrase("Longest route"),
        phrase("the longest so far") if name in longest_route_holders(state) else None,
        str(walk.length),
        Highlight(trail=tuple((route, tracks[route]) for route in walk.routes)),
    )


def _player_row(game: Game, state: GameState, name: str, index: int) -> ExplanationRow | None:
    """A log entry of the player; None if it is not listed."""
    event, board = game.events[index], state.setup.board
    if event.player != name:
        return None
    highlight = event_highlight(event, name)
    match event:
        case RouteClaimed():
            claim = next(each for each in state.players[name].claims if each.entry == index)
            facts = claim_facts(board, claim)
            return ExplanationRow(
                board.route_title(claim.route), facts, f"+{claim.points}", highlight
            )
        case StationBuilt():
            city = untranslated(board.places[event.city].name)
            return ExplanationRow(city, phrase("station"), "", highlight)
        case OtherPoints():
            points = format_signed(event.points)
            title = untranslated(event.description)
            return ExplanationRow(title, phrase("other points"), points, highlight)
        case _:
            return None


def turn_summary(snapshot: Snapshot, *, is_short: bool = False) -> Phrase:
    """Whose turn it is and, unless it is short, the number of claims; or what is corrected."""
    state, at = snapshot.state, snapshot.correcting
    if at is not None:
        # Translators: while an entry is corrected: the scores shown are those before it.
        return phrase("Scores before entry {number}", number=at.entry + 1)
    if state.setup.counted:
        # Translators: while counting a finished board: what to do next.
        return phrase("Tap {player}’s routes", player=snapshot.player)
    if is_short:
        over, turn = phrase("All turns played"), phrase("{player}’s turn", player=snapshot.player)
        return over if state.is_over else turn
    count = sum(len(player.claims) for player in state.players.values())
    claims = plural_phrase("{count} claim", "{count} claims", count)
    if state.is_over:
        return phrase("All turns played · {claims}", claims=claims)
    return phrase("{player}’s turn · {claims}", player=snapshot.player, claims=claims)


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
