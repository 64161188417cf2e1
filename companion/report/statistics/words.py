"""Figures of players and boards in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from companion.report.statistics.boards import BoardStatistics
from companion.report.statistics.players import Figures, Opponent, PlayedGame, PlayerStatistics
from companion.report.words.games import duration, full_date
from companion.rules.wording import (
    Phrase,
    join_names,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)

Fact = tuple[Phrase, Phrase]
"""The title of a figure, and the figure as text."""


def average_phrase(points: float) -> Phrase:
    """Points or an average, rounded half up to one decimal."""
    tenths = floor(abs(points) * 10 + 0.5)
    whole, tenth = divmod(tenths, 10)
    sign = "−" if points < 0 and tenths else ""
    if not tenth:
        return untranslated(f"{sign}{whole}")
    # Translators: a number with one digit behind the decimal sign.
    return phrase("{whole}.{tenth}", whole=f"{sign}{whole}", tenth=str(tenth))


def percent(part: int, whole: int) -> Phrase:
    """A share, rounded."""
    # Translators: a share; some languages write a space before the sign.
    return phrase("{percent}%", percent=round(100 * part / whole))


def figures_phrase(figures: Figures) -> Phrase:
    """The figures of a player on a board."""
    return phrase(
        "{games} · {wins} · {average} · {best}",
        games=plural_phrase("{count} game", "{count} games", figures.games),
        wins=plural_phrase("{count} win", "{count} wins", figures.wins),
        average=phrase("average {points}", points=average_phrase(figures.average)),
        best=phrase("best {points}", points=average_phrase(figures.best)),
    )


def player_facts(player: PlayerStatistics) -> Iterator[Fact]:
    """The facts about a player's tickets, routes and times that are known."""
    if player.tickets is not None:
        held, completed, gained, lost = player.tickets
        tickets = phrase(
            "{completed} of {held} ({share}): {gained} points gained, {lost} lost",
            completed=completed,
            held=held,
            share=percent(completed, held),
            gained=gained,
            lost=lost,
        )
        yield phrase("Tickets completed"), tickets
    if player.longest_route is not None:
        longest = plural_phrase(
            "in {held} of {count} game; the longest has {spaces} spaces",
            "in {held} of {count} games; the longest has {spaces} spaces",
            player.longest_route.games,
            held=player.longest_route.held,
            spaces=player.longest_route.spaces,
        )
        yield phrase("Longest route held"), longest
    if player.doubling is not None:
        doubled = plural_phrase(
            "{claims} in {count} game, for {points}",
            "{claims} in {count} games, for {points}",
            player.doubling.games,
            claims=player.doubling.claims,
            points=points_phrase(player.doubling.points),
        )
        yield phrase("Doubled claims"), doubled
    if player.duration is not None:
        time = phrase(
            "{average} on average, at most {longest}",
            average=duration(round(player.duration.average)),
            longest=duration(player.duration.longest),
        )
        yield phrase("Playing time"), time


def opponent_phrase(opponent: Opponent) -> Phrase:
    """The record against an opponent."""
    return plural_phrase(
        "{count} game: ahead {ahead}, behind {behind}",
        "{count} games: ahead {ahead}, behind {behind}",
        opponent.games,
        ahead=opponent.ahead,
        behind=opponent.behind,
    )


def board_facts(board: BoardStatistics) -> Iterator[Fact]:
    """The facts about a board that need no replay and are known."""
    if board.best:
        names = list(dict.fromkeys(each.player.name for each in board.best))
        best = phrase(
            "{points} by {players}", points=board.best[0].points, players=join_names(names)
        )
        if len(board.best) == 1:
            date = full_date(board.best[0].game.date.astimezone())
            best = phrase("{best}, {date}", best=best, date=date)
        yield phrase("Best score"), best
    if board.average is not None:
        yield phrase("Average score"), average_phrase(board.average)
    if board.starting is not None:
        wins, games = board.starting
        won = plural_phrase(
            "{wins} of {count} game ({share})",
            "{wins} of {count} games ({share})",
            games,
            wins=wins,
            share=percent(wins, games),
        )
        yield phrase("The starting player won"), won
    if board.average_minutes is not None:
        took = duration(round(board.average_minutes))
        assert took is not None
        yield phrase("Average playing time"), took


def played_game_phrase(played: PlayedGame, board: Phrase) -> Phrase:
    """A game of a player on a chart."""
    date = full_date(played.game.date.astimezone())
    if played.won:
        # Translators: a game that the player won.
        return phrase(
            "{board} · {date} · won with {points}", board=board, date=date, points=played.points
        )
    return phrase(
        "{board} · {date} · {points}", board=board, date=date, points=points_phrase(played.points)
    )
