"""Moments as people speak of them: "today 20:14"."""

from __future__ import annotations

from datetime import datetime

from companion.rules import Phrase, say

WEEKDAYS = (
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
)
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
    time = f"{moment:%H:%M}"
    if days == 0:
        return say("today {time}", time=time)
    if days == 1:
        return say("yesterday {time}", time=time)
    if 1 < days < 7:
        return say("{weekday} {time}", weekday=WEEKDAYS[moment.weekday()], time=time)
    return say(
        "{day} {month} {year}", day=moment.day, month=MONTHS[moment.month - 1], year=moment.year
    )
