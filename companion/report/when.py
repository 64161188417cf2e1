"""Moments as people speak of them: "today 20:14"."""

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


def in_words(moment: datetime, now: datetime) -> Phrase:
    """A moment as seen from another: by the day while it is near, by the date once it is not."""
    days = (now.date() - moment.date()).days
    # Translators: the time of day; some languages write a point.
    time = phrase("{hour}:{minute}", hour=f"{moment:%H}", minute=f"{moment:%M}")
    if days == 0:
        return phrase("today {time}", time=time)
    if days == 1:
        return phrase("yesterday {time}", time=time)
    if 1 < days < 7:
        return phrase("{weekday} {time}", weekday=WEEKDAYS[moment.weekday()], time=time)
    return phrase(
        "{day} {month} {year}", day=moment.day, month=MONTHS[moment.month - 1], year=moment.year
    )
