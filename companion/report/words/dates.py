"""Dates and durations as text."""

from __future__ import annotations

from datetime import datetime

from companion.rules.wording import Phrase, context_phrase, phrase

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


def full_date(moment: datetime) -> Phrase:
    """Day, month and year."""
    return phrase(
        "{day} {month} {year}", day=moment.day, month=MONTHS[moment.month - 1], year=moment.year
    )


def duration(minutes: int | None) -> Phrase | None:
    """A playing time in words: "1 h 5 min"; None if it is unknown."""
    if minutes is None:
        return None
    if minutes < 60:
        # Translators: how long a game took, in minutes.
        return phrase("{minutes} min", minutes=minutes)
    # Translators: how long a game took, in hours and minutes.
    return phrase("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
