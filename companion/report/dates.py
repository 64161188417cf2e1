"""Dates as text: relative to now ("today 20:14") or in full."""

from __future__ import annotations

from datetime import datetime

from companion.rules.wording import Phrase, phrase

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
