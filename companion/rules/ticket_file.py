"""Ticket cards in JSON: two ends and a value, or one end and a value for each other end."""

from __future__ import annotations

from companion.rules.events import Ticket
from companion.rules.json_reader import JsonObject, is_single_line
from companion.rules.wording import phrase

MAX_ENDS = 12
"""Most ends of a ticket card besides its start."""


def read_ticket(fields: JsonObject, lowest: int, highest: int) -> Ticket:
    """Read a ticket card whose values lie between `lowest` and `highest`."""
    start = fields.text("from")
    if not fields.has("points_by_end"):
        return Ticket(start, fields.text("to"), fields.integer("points", lowest, highest))
    return Ticket.to_one_of(start, read_points_by_end(fields, lowest, highest))


def read_points_by_end(fields: JsonObject, lowest: int, highest: int) -> dict[str, int]:
    """Read the value of each end of a ticket card with several ends."""
    values = fields.child("points_by_end")
    ends = values.keys
    if not 1 <= len(ends) <= MAX_ENDS or not all(map(is_single_line, ends)):
        fields.fail(
            phrase(
                "“points_by_end” should give a value for each of 1 to {most} ends", most=MAX_ENDS
            )
        )
    return {end: values.integer(end, lowest, highest) for end in ends}


def ticket_to_json(ticket: Ticket) -> dict[str, object]:
    """A ticket card as a JSON object."""
    if ticket.other_ends:
        return {"from": ticket.start, "points_by_end": dict(ticket.points_by_end)}
    return {"from": ticket.start, "to": ticket.end, "points": ticket.points}
