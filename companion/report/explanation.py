"""Explains a cell of the score table or the whole board, with the matching board highlights."""

from __future__ import annotations

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import claimed_tracks
from companion.report.parts import part_report
from companion.report.parts.report_types import Explanation, ExplanationRow
from companion.report.route_facts import routes_and_trains
from companion.report.score_table import TOTAL, score_table
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts import routes
from companion.rules.state import GameState
from companion.rules.wording import (
    format_number,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def explain(state: GameState, result: Tally, part: str, name: str) -> Explanation:
    """Explains a player's points for a score part, or their total (`TOTAL`)."""
    player = next(each for each in result.players if each.name == name)
    if part == TOTAL:
        return _explain_total(state, result, player)
    return part_report(part).explain(state, result, player)


def explain_board(result: Tally) -> Explanation:
    """All players' routes, one row per player."""
    rows = (
        ExplanationRow(
            untranslated(player.name),
            routes_and_trains(player),
            format_number(player.points(routes.RULE.id)),
            Highlight(claimed_tracks(player)),
            player=player.name,
        )
        for player in result.ranking
    )
    return Explanation(
        None,
        phrase("The board"),
        phrase("Tap a player to see their routes."),
        NO_HIGHLIGHT,
        tuple(rows),
    )


def _explain_total(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    highlight = Highlight(claimed_tracks(player))
    rows = []
    for row in score_table(state, result).part_rows:
        cell = next(each for each in row.cells if each.player == player.name)
        rows.append(ExplanationRow(row.title, cell.note, row.text(cell), highlight, part=row.part))
    return Explanation(
        player.name,
        phrase("{player}: {points}", player=player.name, points=points_phrase(player.total)),
        plural_phrase("{count} train left", "{count} trains left", player.trains_left),
        highlight,
        tuple(rows),
    )
