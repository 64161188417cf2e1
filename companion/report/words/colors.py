"""The names of route and train colours."""

from __future__ import annotations

from companion.rules.wording import context_phrase

# Translators: the colour of one route or track, in the form that goes with that word.
ROUTE_COLOR_NAMES = {
    "yellow": context_phrase("route", "yellow"),
    "orange": context_phrase("route", "orange"),
    "red": context_phrase("route", "red"),
    "purple": context_phrase("route", "purple"),
    "blue": context_phrase("route", "blue"),
    "green": context_phrase("route", "green"),
    "white": context_phrase("route", "white"),
    "grey": context_phrase("route", "grey"),
    "black": context_phrase("route", "black"),
}
"""The names of route colours, by id."""

# Translators: the colour of a player's trains; stands alone or after "Colour:".
TRAIN_COLOR_NAMES = {
    "blue": context_phrase("trains", "blue"),
    "red": context_phrase("trains", "red"),
    "green": context_phrase("trains", "green"),
    "yellow": context_phrase("trains", "yellow"),
    "black": context_phrase("trains", "black"),
    "purple": context_phrase("trains", "purple"),
    "white": context_phrase("trains", "white"),
}
"""The names of train colours, by id."""
