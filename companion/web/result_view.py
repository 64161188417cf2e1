"""The result as JSON for the guests' page: headline, score table and the reason for each number."""

from __future__ import annotations

from typing import Any

from companion.report.explanation import explain
from companion.report.missing_entries import winner_lacks
from companion.report.outcome import headline
from companion.report.parts.report_types import Explanation
from companion.report.score_table import ScoreTableRow, score_table
from companion.report.sharing import result_message
from companion.rules.board import Board
from companion.rules.wording import Catalog, format_number
from companion.table.snapshot import Snapshot
from companion.web.ticket_view import highlight_view

Json = dict[str, Any]


def result_view(snapshot: Snapshot, catalog: Catalog) -> Json:
    """The result of a game; the explanations are asked for one by one."""
    tally = snapshot.tally
    outcome = headline(tally, winner_lacks(snapshot.game.state))
    table = score_table(snapshot.game.state, tally)
    return {
        "title": outcome.title.render(catalog),
        "why": outcome.why.render(catalog),
        "score": "" if outcome.score is None else format_number(outcome.score),
        "winners": list(outcome.winners),
        "players": [player.name for player in table.players],
        "rows": [_row(row, catalog) for row in table.rows],
        "message": result_message(snapshot.saved, tally, catalog),
    }


def _row(row: ScoreTableRow, catalog: Catalog) -> Json:
    return {
        "part": row.part,
        "title": row.title.render(catalog),
        "cells": [
            {"points": row.text(cell), "note": cell.note.render(catalog) if cell.note else ""}
            for cell in row.cells
        ],
    }


def explanation_view(snapshot: Snapshot, part: str, player: str, catalog: Catalog) -> Json | None:
    """The reason for a number of the score table; None if there is no such number."""
    tally = snapshot.tally
    parts = [row.part for row in score_table(snapshot.game.state, tally).rows]
    if part not in parts or player not in snapshot.setup.names:
        return None
    explanation = explain(snapshot.game.state, tally, part, player)
    return _explanation(snapshot.board, explanation, catalog)


def _explanation(board: Board, explanation: Explanation, catalog: Catalog) -> Json:
    return {
        "player": explanation.player,
        "title": explanation.title.render(catalog),
        "summary": explanation.summary.render(catalog),
        "highlight": highlight_view(board, explanation.highlight),
        "rows": [
            {
                "title": row.title.render(catalog),
                "detail": row.detail.render(catalog) if row.detail else "",
                "points": row.points,
                "tone": row.tone,
                "player": row.player,
                "part": row.part,
                "highlight": highlight_view(board, row.highlight),
            }
            for row in explanation.rows
        ],
    }
