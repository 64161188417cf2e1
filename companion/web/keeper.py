"""What guests may ask of the keeper's app."""

from __future__ import annotations

from typing import Protocol


class SeatTaken(Exception):
    """Another guest has the seat."""


class Keeper(Protocol):
    """The keeper's app; its methods are called on the UI thread only."""

    def take_seat(self, player: str) -> str:
        """Give a guest the seat of a player and return its new secret.

        Raises `SeatTaken`, or `Refused` if there is no such player.
        """
        ...
