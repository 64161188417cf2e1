"""The result: who won and why, the score table, the explanations of its cells, the reveal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import claimed_tracks
from companion.report.statistics.score_curve import sole_leader
from companion.report.words.part_report import Explanation, ExplanationRow, Pattern, RevealStep
from companion.report.words.pieces import trains_left
from companion.report.words.routes import routes_and_trains
from companion.report.words.score_parts import PART_REPORTS
from companion.rules.board import TieBreaker
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import LONGEST_ROUTE, ROUTES
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_number,
    format_signed,
    join_names,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


@dataclass(frozen=True, slots=True)
class Headline:
    """The outcome in two lines and a number."""

    title: Phrase
    """The winners as a sentence, or what the game lacks."""
    why: Phrase
    """By what margin or tie-breaker, or who leads."""
    winners: tuple[str, ...] = ()
    """Empty if nobody has won yet."""
    score: int | None = None
    """The winners' total; None if nobody has won yet."""


SCORE_SO_FAR = phrase("Score so far")


def headline(result: Tally, lacks: Phrase | None = None, viewer: str | None = None) -> Headline:
    """The outcome, as `viewer` reads it; `lacks`: why nobody has won yet."""
    if lacks is not None or not result.final:
        return Headline(lacks or SCORE_SO_FAR, _leaders(result))
    first, second = result.ranking[:2]
    title = phrase("{player} wins", player=result.winners[0])
    if result.decided_by == "shared":
        title = phrase("{players} share the victory", players=join_names(result.winners))
        why = phrase("still tied after every tie-breaker")
        lengths = {each.longest_route.length for each in _tied(result)}
        if len(lengths) > 1 and LONGEST_ROUTE.id in result.part_ids:
            # A player who is not tied holds the longest route. Some rulebooks compare the routes of
            # the tied players instead.
            why = phrase("{why} (longest routes: {lengths})", why=why, lengths=_lengths(result))
        if result.has_passengers:
            why = phrase(
                "{why}; the 2017 edition then compares passengers, which the app does not track",
                why=why,
            )
    elif result.decided_by == "points":
        leads = {part: first.points(part) - second.points(part) for part in result.part_ids}
        decisive = max(leads, key=lambda part: leads[part])
        others, cause = _tied_with(second, result), PART_REPORTS[decisive].cause
        margin = first.total - second.total
        if others == [viewer]:
            why = phrase("{margin} ahead of you, thanks to {part}", margin=margin, part=cause)
        else:
            why = phrase(
                "{margin} ahead of {second}, thanks to {part}",
                margin=margin,
                second=join_names(others),
                part=cause,
            )
    else:
        why = phrase(
            "tied with {others}; tie-breaker: {reason}",
            others=join_names(_tied_with(first, result)[1:]),
            reason=_tie_breaker_text(result, result.decided_by),
        )
    return Headline(title, why, result.winners, first.total)


def _leaders(result: Tally) -> Phrase:
    """Who has the most points so far."""
    most = max(player.total for player in result.players)
    leaders = [player.name for player in result.players if player.total == most]
    if len(leaders) == len(result.players):
        return phrase("Nobody has won yet.")
    return plural_phrase(
        "Nobody has won yet; {players} leads with {total}.",
        "Nobody has won yet; {players} lead with {total}.",
        len(leaders),
        players=join_names(leaders),
        total=format_number(most),
    )


def verdict(result: Tally) -> Phrase:
    """The outcome in one sentence."""
    if not result.final:
        return phrase("Score so far: nobody has won yet.")
    outcome = headline(result)
    return phrase(
        "{outcome} with {points}: {why}.",
        outcome=outcome.title,
        points=points_phrase(result.ranking[0].total),
        why=outcome.why,
    )


def _tied_with(player: PlayerTally, result: Tally) -> list[str]:
    """The players with the same total, in the order of the ranking."""
    return [each.name for each in result.ranking if each.total == player.total]


def _lengths(result: Tally) -> Phrase:
    """The length of each tied player's longest route."""
    return comma_separated(
        [
            phrase("{player} {length}", player=each.name, length=each.longest_route.length)
            for each in _tied(result)
        ]
    )


def _tied(result: Tally) -> list[PlayerTally]:
    return [each for each in result.ranking if each.name in result.tied]


def _tie_breaker_text(result: Tally, by: TieBreaker) -> Phrase:
    """A tie-breaker with the numbers of the winner and the next player."""
    first, second = (_compared(player, by) for player in result.ranking[:2])
    name = tie_breaker_name(by)
    if by == "longest_route":
        return phrase("{tie_breaker} ({lengths})", tie_breaker=name, lengths=_lengths(result))
    return phrase(
        "{tie_breaker} ({first} to {second})", tie_breaker=name, first=first, second=second
    )


def _compared(player: PlayerTally, by: TieBreaker) -> int:
    match by:
        case "tickets_completed":
            return player.tickets_completed
        case "fewest_stations_built":
            return len(player.stations)
        case "mountain_routes":
            return player.mountain_routes
        case "longest_route" | "longest_route_length":
            return player.longest_route.length


def tie_breaker_name(by: TieBreaker) -> Phrase:
    """A tie-breaker, in a list or after a colon."""
    match by:
        case "tickets_completed":
            return phrase("most completed tickets")
        case "fewest_stations_built":
            return phrase("fewest stations built")
        case "longest_route":
            return phrase("the longest route")
        case "mountain_routes":
            return phrase("most routes with mountains")
        case "longest_route_length":
            return phrase("the longer route of the tied players")


TOTAL = "total"
"""The row of the totals, in place of the id of a score part."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's points for one part."""

    player: str
    points: int
    caption: Phrase | None = None
    """A word or two about the points."""


@dataclass(frozen=True, slots=True)
class ScoreTableRow:
    """All players' points for one part."""

    part: str
    """The id of the score part, or `TOTAL`."""
    title: Phrase
    cells: tuple[Cell, ...]
    """One per player, in the order of the table."""
    has_sign: bool = False
    """Whether points are printed with their sign, and 0 as a dash."""
    pattern: Pattern = "accent"
    """How the part is painted in the columns."""

    def text(self, cell: Cell) -> str:
        """A cell's points as text."""
        if not self.has_sign:
            return format_number(cell.points)
        return format_signed(cell.points) if cell.points else "–"


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of all players by part."""

    players: tuple[Player, ...]
    """Winners first."""
    rows: tuple[ScoreTableRow, ...]
    """One per score part the game has."""
    total: ScoreTableRow

    def column(self, number: int) -> tuple[tuple[Pattern, int], ...]:
        """The pattern and the points of each part of a player's column, from the bottom up."""
        return tuple((row.pattern, row.cells[number].points) for row in self.rows)


def score_table(state: GameState, result: Tally) -> ScoreTable:
    """The score table of a tally."""
    order = result.ranking
    people = {player.name: player for player in state.setup.players}
    rows = []
    for part in result.part_ids:
        report = PART_REPORTS[part]
        cells = tuple(
            Cell(player.name, player.points(part), report.caption(player)) for player in order
        )
        rows.append(ScoreTableRow(part, report.title, cells, report.has_sign, report.pattern))
    totals = tuple(Cell(player.name, player.total) for player in order)
    return ScoreTable(
        tuple(people[player.name] for player in order),
        tuple(rows),
        ScoreTableRow(TOTAL, phrase("Total"), totals),
    )


def explain(state: GameState, result: Tally, part: str, name: str) -> Explanation:
    """Explains a player's points for a score part, or their total (`TOTAL`)."""
    player = next(each for each in result.players if each.name == name)
    if part == TOTAL:
        return _explain_total(state, result, player)
    report, points = PART_REPORTS[part], points_phrase(player.points(part))
    return Explanation(
        name,
        phrase("{player}: {part}, {points}", player=name, part=report.title, points=points),
        report.summary(state, result, player),
        report.highlight(state, player),
        tuple(report.rows(state, result, player)),
        report.has_step_buttons,
    )


def explain_board(state: GameState, result: Tally) -> Explanation:
    """All players' routes, one row per player."""
    rows = (
        ExplanationRow(
            untranslated(player.name),
            routes_and_trains(state.setup.board, player),
            format_number(player.points(ROUTES.id)),
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
    for row in score_table(state, result).rows:
        cell = next(each for each in row.cells if each.player == player.name)
        rows.append(
            ExplanationRow(row.title, cell.caption, row.text(cell), highlight, part=row.part)
        )
    return Explanation(
        player.name,
        phrase("{player}: {points}", player=player.name, points=points_phrase(player.total)),
        trains_left(state.setup.board, player.trains_left),
        highlight,
        tuple(rows),
    )


def reveal(state: GameState, result: Tally) -> tuple[RevealStep, ...]:
    """All steps; the last one names the winner, if there is one."""
    totals = dict.fromkeys(state.setup.names, 0)
    leader: str | None = None
    steps = []
    for part in result.part_ids:
        report = PART_REPORTS[part]
        parts = tuple(report.reveal(state, result))
        if not parts and report.nobody is not None:
            parts = (RevealStep(report.title, report.nobody),)
        for step in parts:
            for name, points in step.gains.items():
                totals[name] += points
            ahead = sole_leader(totals)
            overtakes = ahead if ahead and leader and ahead != leader else None
            leader = ahead or leader
            steps.append(replace(step, part=part, new_leader=overtakes))
    if result.final:
        outcome = headline(result)
        winner = result.winners[0] if len(result.winners) == 1 else None
        steps.append(RevealStep(outcome.title, outcome.why, highlight=Highlight(player=winner)))
    return tuple(steps)


def reveal_column(
    steps: Sequence[RevealStep], player: str, share: float = 1.0
) -> tuple[tuple[Pattern, float], ...]:
    """The pieces of a player's column after some steps and a share of the last one."""
    pieces: list[tuple[Pattern, float]] = []
    for step in steps:
        points = step.gains.get(player, 0)
        if points and step.part is not None:
            failed = step.tone == "failed"
            pattern = "failed" if failed else PART_REPORTS[step.part].pattern
            pieces.append((pattern, points * share if step is steps[-1] else points))
    return tuple(pieces)
