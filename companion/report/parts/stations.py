"""Texts about the score part for stations that were not built."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import tracks_of
from companion.report.parts.report_types import Explanation, ExplanationRow, PartReport, RevealStep
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.stations import RULE
from companion.rules.state import GameState
from companion.rules.ticket_results import StationUse
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
)


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} built", "{count} built", len(player.stations))


def _explain(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, points = state.setup.board, player.points(RULE.id)
    left = board.stations_per_player - len(player.stations)
    not_built = ExplanationRow(
        plural_phrase("{count} station not built", "{count} stations not built", left),
        plural_phrase(
            "{count} point per station",
            "{count} points per station",
            board.bonuses.unused_station,
        ),
        format_signed(points) if points else "–",
        NO_HIGHLIGHT,
    )
    routes = (use.borrowed.route.id for use in player.stations if use.borrowed.route)
    borrowed = tracks_of(state, player, routes)
    return Explanation(
        player.name,
        phrase("{player}: stations, {points}", player=player.name, points=points_phrase(points)),
        phrase(
            "Each built station lets its owner use one route of another player, for tickets only. "
            "The choice shown scores the most."
        ),
        Highlight(borrowed, borrowed, tuple(use.borrowed.city for use in player.stations)),
        (not_built, *(_explain_station(state, player, use) for use in player.stations)),
    )


def _explain_station(state: GameState, player: PlayerTally, use: StationUse) -> ExplanationRow:
    board, borrowed = state.setup.board, use.borrowed
    city = board.places[borrowed.city].display_name
    could = use.could_borrow
    if could is not None and could.route is not None:
        tracks = tracks_of(state, player, (could.route.id,), (could,))
        detail = phrase(
            "could borrow {route} from {owner}, but that completes no ticket",
            route=board.route_title(could.route),
            owner=could.owner,
        )
        return ExplanationRow(city, detail, "", Highlight(tracks, tracks, (could.city,)))
    if borrowed.route is None:
        detail = phrase("borrows nothing: no other player’s route would help")
        return ExplanationRow(city, detail, "", Highlight(places=(borrowed.city,)))
    served = comma_separated([board.ticket_title(ticket) for ticket in use.serves])
    tracks = tracks_of(state, player, (borrowed.route.id,))
    return ExplanationRow(
        city,
        phrase(
            "borrows {route} from {owner}, for {tickets}",
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
            tickets=served,
        ),
        format_signed(sum(each.points for each in player.tickets if each.ticket in use.serves)),
        Highlight(tracks, tracks, (borrowed.city,)),
        "completed",
    )


def _reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
    yield RevealStep(
        REPORT.title,
        plural_phrase(
            "{count} point for each station not built.",
            "{count} points for each station not built.",
            state.setup.board.bonuses.unused_station,
        ),
        {player.name: points for player in result.players if (points := player.points(RULE.id))},
    )


REPORT = PartReport(
    title=phrase("Stations left"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("unused stations"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
)
