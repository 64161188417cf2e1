"""Texts about the score part for tickets."""

from __future__ import annotations

from collections.abc import Iterator

from companion.report.highlights import ticket_highlight, tickets_highlight
from companion.report.parts.report_types import (
    Explanation,
    ExplanationRow,
    PartReport,
    RevealStep,
    Tone,
)
from companion.report.ticket_facts import completed_of, completed_tickets, explain_ticket
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.tickets import RULE
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult
from companion.rules.wording import format_signed, phrase, points_phrase, untranslated


def _explain(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board = state.setup.board
    return Explanation(
        player.name,
        phrase(
            "{player}: tickets, {points}",
            player=player.name,
            points=points_phrase(player.points(RULE.id)),
        ),
        completed_tickets(player),
        tickets_highlight(state, player),
        tuple(
            ExplanationRow(
                untranslated(board.ticket_title(each.ticket)),
                explain_ticket(board, each),
                format_signed(each.points),
                ticket_highlight(state, player, each),
                _tone(each),
            )
            for each in player.tickets
        ),
        has_step_buttons=True,
    )


def _reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per ticket: failed ones first, and low values before high ones."""
    board = state.setup.board
    held = [(player, ticket) for player in result.players for ticket in player.tickets]
    held.sort(key=lambda each: (each[1].completed, abs(each[1].points)))
    for player, ticket in held:
        title = board.ticket_title(ticket.ticket)
        yield RevealStep(
            phrase("{player}: {ticket}", player=player.name, ticket=title),
            explain_ticket(board, ticket),
            {player.name: ticket.points},
            ticket_highlight(state, player, ticket),
            _tone(ticket),
            format_signed(ticket.points),
        )


def _tone(ticket: TicketResult) -> Tone:
    return "completed" if ticket.completed else "failed"


REPORT = PartReport(
    title=phrase("Tickets"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("tickets"),
    note=completed_of,
    explain=_explain,
    reveal=_reveal,
    fill="hatched",
    is_always_shared=True,
)
