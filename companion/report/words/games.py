"""Games in lists: when they were played and how long, who won, and what they still lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from companion.rules.turns import open_turns, without_tickets
from companion.rules.wording import (
    Phrase,
    context_phrase,
    format_number,
    join_names,
    phrase,
    plural_phrase,
    untranslated,
)

if TYPE_CHECKING:
    from companion.rules.state import GameState
    from companion.store.saved_game import FinishedGame, GameInProgress, UnreadableGame

# Translators: a day of the week before a time: “Monday 20:14”.
WEEKDAYS = (
    phrase("Monday"),
    phrase("Tuesday"),
    phrase("Wednesday"),
    phrase("Thursday"),
    phrase("Friday"),
    phrase("Saturday"),
    phrase("Sunday"),
)
# Translators: a month inside a date, in the form it has after the day: “12 May 2025”.
MONTHS = (
    phrase("January"),
    phrase("February"),
    phrase("March"),
    phrase("April"),
    phrase("May"),
    phrase("June"),
    phrase("July"),
    phrase("August"),
    phrase("September"),
    phrase("October"),
    phrase("November"),
    phrase("December"),
)
# Translators: a month in a heading: “May 2025”.
MONTH_HEADINGS = (
    context_phrase("month in a heading", "January"),
    context_phrase("month in a heading", "February"),
    context_phrase("month in a heading", "March"),
    context_phrase("month in a heading", "April"),
    context_phrase("month in a heading", "May"),
    context_phrase("month in a heading", "June"),
    context_phrase("month in a heading", "July"),
    context_phrase("month in a heading", "August"),
    context_phrase("month in a heading", "September"),
    context_phrase("month in a heading", "October"),
    context_phrase("month in a heading", "November"),
    context_phrase("month in a heading", "December"),
)
# Translators: a short month, alone or after a day: “7 Feb”, “Feb 2025”.
SHORT_MONTHS = (
    context_phrase("short month", "Jan"),
    context_phrase("short month", "Feb"),
    context_phrase("short month", "Mar"),
    context_phrase("short month", "Apr"),
    context_phrase("short month", "May"),
    context_phrase("short month", "Jun"),
    context_phrase("short month", "Jul"),
    context_phrase("short month", "Aug"),
    context_phrase("short month", "Sep"),
    context_phrase("short month", "Oct"),
    context_phrase("short month", "Nov"),
    context_phrase("short month", "Dec"),
)


def month_heading(moment: datetime) -> Phrase:
    """Month and year."""
    # Translators: a heading above games of one month: “May 2025”.
    return phrase("{month} {year}", month=MONTH_HEADINGS[moment.month - 1], year=moment.year)


def relative_date(moment: datetime, now: datetime) -> Phrase:
    """Today, yesterday or the weekday, with the time; the date if it is a week ago or more."""
    days = (now.date() - moment.date()).days
    # Translators: the time of day; some languages write a point.
    time = phrase("{hour}:{minute}", hour=f"{moment:%H}", minute=f"{moment:%M}")
    if days == 0:
        return phrase("today {time}", time=time)
    if days == 1:
        return phrase("yesterday {time}", time=time)
    if 1 < days < 7:
        return phrase("{weekday} {time}", weekday=WEEKDAYS[moment.weekday()], time=time)
    return full_date(moment)


def date_in_month(moment: datetime, now: datetime) -> Phrase:
    """As `relative_date`, but without the month and the year, which are in a heading."""
    if (now.date() - moment.date()).days in range(7):
        return relative_date(moment, now)
    # Translators: a day below a heading with month and year: “Thursday 11”.
    return phrase("{weekday} {day}", weekday=WEEKDAYS[moment.weekday()], day=day_of_month(moment))


def full_date(moment: datetime) -> Phrase:
    """Day, month and year."""
    return _date(moment, MONTHS)


def short_month(moment: datetime) -> Phrase:
    """Short month and year."""
    return phrase("{month} {year}", month=SHORT_MONTHS[moment.month - 1], year=moment.year)


def short_date(moment: datetime) -> Phrase:
    """Day, short month and year."""
    return _date(moment, SHORT_MONTHS)


def _date(moment: datetime, months: Sequence[Phrase]) -> Phrase:
    month = months[moment.month - 1]
    return phrase("{day} {month} {year}", day=day_of_month(moment), month=month, year=moment.year)


def day_of_month(moment: datetime) -> Phrase:
    """The day as a date shows it."""
    if moment.day == 1:
        # Translators: the first day of a month; French writes “1er mai”.
        return context_phrase("day of the month", "1")
    return untranslated(str(moment.day))


def duration(minutes: int) -> Phrase:
    """A playing time in words: "1 h 5 min"."""
    if minutes < 60:
        # Translators: how long a game took, in minutes.
        return phrase("{minutes} min", minutes=minutes)
    # Translators: how long a game took, in hours and minutes.
    return phrase("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def past_game_outcome(game: FinishedGame) -> Phrase:
    """The outcome of a game in the history, of which only the scores are loaded."""
    players, points = join_names(game.winners), format_number(max(game.scores.values()))
    if not game.final:
        # Translators: of a game that was not played to the end.
        return phrase("{players} led with {points}", players=players, points=points)
    if len(game.winners) > 1:
        return phrase("{players}: shared victory with {points}", players=players, points=points)
    return phrase("{players} won with {points}", players=players, points=points)


def why_not_over(waiting: Sequence[str]) -> Phrase:
    """Why a game is not over; `waiting` are the players with a turn in the last round."""
    if not waiting:
        return phrase("The last round has not begun")
    return plural_phrase(
        "{players} still has a turn",
        "{players} still have a turn",
        len(waiting),
        players=join_names(waiting),
    )


def winner_lacks(state: GameState) -> Phrase | None:
    """The first thing a game lacks before it has a winner: last turns, then tickets."""
    if not state.is_over:
        return why_not_over(open_turns(state))
    missing = without_tickets(state)
    return _missing_tickets(missing, len(missing) == len(state.players)) if missing else None


def missing_entries(game: GameInProgress) -> tuple[Phrase, ...]:
    """What a game whose tally has begun lacks; empty while it is being played."""
    nobody = len(game.without_tickets) == len(game.players)
    return tuple(_missing(game, nobody)) if game.final or not nobody else ()


def unreadable_game(game: UnreadableGame) -> Phrase:
    """The title of a game in a list that cannot be read."""
    if game.is_newer:
        return phrase("A game made with a newer version of Railkeeper.")
    return phrase("A game that this version cannot read.")


def deleted_games(count: int) -> Phrase:
    """How many games were deleted on earlier visits of a page."""
    return plural_phrase("{count} deleted game", "{count} deleted games", count)


def _missing(game: GameInProgress, nobody: bool) -> Iterator[Phrase]:
    if not game.final:
        yield why_not_over(game.open_turns)
    if game.without_tickets:
        yield _missing_tickets(game.without_tickets, nobody)
    elif game.final:
        yield phrase("Complete, but not in Past games yet")


def _missing_tickets(players: Sequence[str], nobody: bool) -> Phrase:
    """Whose tickets have not been entered."""
    if nobody:
        return phrase("No tickets have been entered")
    return phrase("No tickets entered for {players}", players=join_names(players))
