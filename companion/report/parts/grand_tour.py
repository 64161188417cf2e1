"""Texts about the bonus for Grand Tour tickets."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report.highlights import end_places, tracks_of, walk_tracks
from companion.report.parts.report_types import Explanation, ExplanationRow, PartReport, RevealStep
from companion.report.ticket_facts import walk_text
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.grand_tour import RULE, GrandTour, GrandTourPart
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def grand_tours(player: PlayerTally) -> tuple[GrandTour, ...]:
    """A player's Grand Tours; empty if the game does not have them."""
    part = player.part(GrandTourPart)
    return part.tours if part else ()


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} ticket", "{count} tickets", len(grand_tours(player)))


def _explain(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, tours = state.setup.board, grand_tours(player)
    most = len(board.bonuses.grand_tour)
    steps = [
        phrase("{count} or more: {points}", count=count, points=points)
        if count == most
        else phrase("{count}: {points}", count=count, points=points)
        for count, points in board.bonuses.grand_tour.items()
    ]
    routes = (route for tour in tours for walk in tour.walks for route in walk.routes)
    return Explanation(
        player.name,
        phrase(
            "{player}: Grand Tour, {points}",
            player=player.name,
            points=points_phrase(player.points(RULE.id)),
        ),
        phrase(
            "Completed tickets whose cities are linked by two separate paths (no route used "
            "twice). Points by number of tickets – {steps}.",
            steps=comma_separated(steps),
        ),
        Highlight(tracks_of(state, player, routes)),
        tuple(_explain_tour(state, player, tour) for tour in tours),
        has_step_buttons=True,
    )


def _explain_tour(state: GameState, player: PlayerTally, tour: GrandTour) -> ExplanationRow:
    board = state.setup.board
    one, other = (walk_text(board, walk.places) for walk in tour.walks)
    return ExplanationRow(
        untranslated(board.ticket_title(tour.ticket)),
        phrase("{one}, and {other}", one=one, other=other),
        "",
        _highlight(state, player, tour),
        "completed",
    )


def _highlight(state: GameState, player: PlayerTally, tour: GrandTour) -> Highlight:
    """Both walks; the trail goes back along the second if it starts where the first ends."""
    one, other = tour.walks
    is_round_trip = end_places(one) == end_places(other)
    return Highlight(
        tracks_of(state, player, one.routes + other.routes),
        places=tuple(dict.fromkeys(end_places(one) + end_places(other))),
        trail=walk_tracks(state, player.name, one, other if is_round_trip else None),
    )


def _reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per ticket that adds points, or one step without points if there is none."""
    board, has_tours = state.setup.board, False
    for player in result.players:
        for number, tour in enumerate(grand_tours(player)[: len(board.bonuses.grand_tour)]):
            has_tours = True
            before, now = map(board.bonuses.for_grand_tours, (number, number + 1))
            yield RevealStep(
                phrase(
                    "{player}: {ticket}",
                    player=player.name,
                    ticket=board.ticket_title(tour.ticket),
                ),
                phrase("Grand Tour: two separate paths link its cities."),
                {player.name: now - before},
                _highlight(state, player, tour),
                "completed",
            )
    if not has_tours:
        yield RevealStep(
            REPORT.title,
            phrase("Tickets whose cities are linked by two separate paths (no route used twice)."),
        )


REPORT = PartReport(
    title=phrase("Grand Tour"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the Grand Tour bonus"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
)
