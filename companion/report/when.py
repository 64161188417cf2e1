"""Moments as people speak of them: "today 20:14"."""

from __future__ import annotations

from datetime import datetime

from companion.rules import Phrase, say

# Translators: a day of the week before a time: “Monday 20:14”.
WEEKDAYS = (
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
)
# Translators: a month inside a date, in the form it has after the day: “12 May 2025”.
MONTHS = (
    say("January"),
    say("February"),
    say("March"),
    say("April"),
    say("May"),
    say("June"),
    say("July"),
    say("August"),
    say("September"),
    say("October"),
    say("November"),
    say("December"),
)


def in_words(moment: datetime, now: datetime) -> Phrase:
    """A moment as seen from another: by the day while it is near, by the date once it is not."""
    days = (now.date() - moment.date()).days
    # Translators: the time of day; some languages write a point.
    time = say("{hour}:{minute}", hour=f"{moment:%H}", minute=f"{moment:%M}")
    if days == 0:
        return say("today {time}", time=time)
    if days == 1:
        return say("yesterday {time}", time=time)
    if 1 < days < 7:
        return say("{weekday} {time}", weekday=WEEKDAYS[moment.weekday()], time=time)
    return say(
        "{day} {month} {year}", day=moment.day, month=MONTHS[moment.month - 1], year=moment.year
    )
