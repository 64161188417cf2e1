"""Colours in words, of routes and of trains."""

from __future__ import annotations

from companion.rules import say_of

# Translators: the colour of one route or track, in the form that goes with that word.
ROUTE_COLORS = {
    "yellow": say_of("route", "yellow"),
    "orange": say_of("route", "orange"),
    "red": say_of("route", "red"),
    "purple": say_of("route", "purple"),
    "blue": say_of("route", "blue"),
    "green": say_of("route", "green"),
    "white": say_of("route", "white"),
    "grey": say_of("route", "grey"),
    "black": say_of("route", "black"),
}
"""Colours of routes in words."""

# Translators: the colour of a player's trains; stands alone or after "Colour:".
TRAIN_COLORS = {
    "blue": say_of("trains", "blue"),
    "red": say_of("trains", "red"),
    "green": say_of("trains", "green"),
    "yellow": say_of("trains", "yellow"),
    "black": say_of("trains", "black"),
    "purple": say_of("trains", "purple"),
    "white": say_of("trains", "white"),
}
"""Colours of players in words."""
