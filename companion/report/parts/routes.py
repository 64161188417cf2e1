"""Texts about the score part for claimed routes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report import route_facts
from companion.report.highlights import claimed_tracks
from companion.report.parts.report_types import Explanation, ExplanationRow, PartReport, RevealStep
from companion.rules.board import Board
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.routes import RULE
from companion.rules.state import Claim, GameState
from companion.rules.wording import Phrase, format_signed, phrase, plural_phrase, points_phrase


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} route", "{count} routes", len(player.claims))


def _explain(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board = state.setup.board
    return Explanation(
        player.name,
        phrase(
            "{player}: routes, {points}",
            player=player.name,
            points=points_phrase(player.points(RULE.id)),
        ),
        route_facts.routes_and_trains(player),
        Highlight(claimed_tracks(player)),
        tuple(_explain_claim(board, claim) for claim in player.claims),
    )


def _explain_claim(board: Board, claim: Claim) -> ExplanationRow:
    facts = route_facts.claim_facts(board, claim)
    return ExplanationRow(
        board.route_title(claim.route),
        phrase("{facts} · entry {number}", facts=facts, number=claim.entry + 1),
        format_signed(claim.points),
        Highlight(((claim.route.id, claim.track),)),
    )


def _reveal(_: GameState, result: Tally) -> Iterator[RevealStep]:
    yield RevealStep(
        REPORT.title,
        phrase("Points scored during the game."),
        {player.name: player.points(RULE.id) for player in result.players},
    )


REPORT = PartReport(
    title=phrase("Routes"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("routes"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
    fill="solid",
    has_sign=False,
    is_always_shared=True,
)
