"""Figures of players and boards in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from math import floor

from companion.report.statistics.boards import BoardStatistics
from companion.report.statistics.players import Best, PlayedGame, PlayerStatistics
from companion.report.words.games import (
    SHORT_MONTHS,
    day_of_month,
    duration,
    full_date,
    short_month,
)
from companion.rules.wording import (
    Phrase,
    format_number,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)
from companion.store.saved_game import FinishedGame


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


def axis_dates(moments: Sequence[datetime]) -> list[Phrase]:
    """Days and short months; months and years for games of several years."""
    is_one_year = len({each.year for each in moments}) == 1
    return [
        # Translators: a short date without a year: “7 Feb”.
        phrase("{day} {month}", day=day_of_month(each), month=SHORT_MONTHS[each.month - 1])
        if is_one_year
        else short_month(each)
        for each in moments
    ]


def period(games: Sequence[FinishedGame]) -> Phrase:
    """The months of the first and the last of games, the oldest first."""
    first, last = (short_month(each.date.astimezone()) for each in (games[0], games[-1]))
    # Translators: from a month to a month.
    return first if first == last else phrase("{first} – {last}", first=first, last=last)


Number = tuple[Phrase, Phrase]
"""A key number and its caption."""


def player_numbers(player: PlayerStatistics) -> Iterator[Number]:
    """The key numbers of a player."""
    games, wins, average, _ = player.overall
    yield untranslated(str(games)), plural_phrase("game", "games", games)
    yield untranslated(str(wins)), plural_phrase("win", "wins", wins)
    # Translators: below a percentage.
    yield percent(wins, games), phrase("won")
    yield average_phrase(average), phrase("average")
    if player.minutes:
        # Translators: below the playing time of all games.
        yield _total_time(sum(player.minutes)), phrase("playing time")
    yield average_phrase(player.games_per_year), phrase("games per year")


def more_player_numbers(player: PlayerStatistics) -> Iterator[Number]:
    """The numbers about a player's tickets, routes and times that are known."""
    if player.tickets is not None:
        held, completed, gained, lost = player.tickets
        yield _part(completed, held), phrase("tickets completed")
        yield untranslated(format_signed(gained)), phrase("for completed tickets")
        yield untranslated(format_signed(-lost)), phrase("for failed tickets")
    if player.longest_route is not None:
        yield _part(*player.longest_route), phrase("longest route held")
    if player.doubling is not None:
        claims, points = player.doubling
        yield untranslated(str(claims)), phrase("doubled claims")
        yield untranslated(format_signed(points)), phrase("for doubled claims")
    if player.minutes:
        average = sum(player.minutes) / len(player.minutes)
        yield duration(round(average)), phrase("average playing time")
        yield duration(max(player.minutes)), phrase("longest game")


def board_numbers(board: BoardStatistics) -> Iterator[Number]:
    """The key numbers of a board."""
    games = len(board.games)
    yield untranslated(str(games)), plural_phrase("game", "games", games)
    yield average_phrase(board.average_winner), phrase("average winning score")
    # Translators: below the points by which games were won.
    yield average_phrase(board.average_margin), phrase("average margin of victory")
    if board.average is not None:
        yield average_phrase(board.average), phrase("average score")
    if board.starting is not None:
        yield _part(*board.starting), phrase("the starting player won")
    if board.average_minutes is not None:
        yield duration(round(board.average_minutes)), phrase("average playing time")


def _part(part: int, whole: int) -> Phrase:
    return phrase("{part} of {whole}", part=part, whole=whole)


def _total_time(minutes: int) -> Phrase:
    if minutes < 60:
        return duration(minutes)
    # Translators: the playing time of many games, in hours.
    return phrase("{hours} h", hours=round(minutes / 60))


def record_tiles(player: PlayerStatistics) -> Iterator[tuple[str, Phrase, Best]]:
    """The player's best figures: the number, what it is, and its game."""
    if best := player.best_score:
        # Translators: below a number of points.
        yield format_number(best.number), phrase("best score"), best
    if best := player.biggest_win:
        # Translators: below the points by which the player won.
        yield format_signed(best.number), phrase("biggest win"), best
    if best := player.longest_streak:
        # Translators: below a number of games.
        yield str(best.number), phrase("most wins in a row"), best
    if best := player.longest_train:
        # Translators: below a number of train spaces.
        yield str(best.number), phrase("longest route"), best


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
