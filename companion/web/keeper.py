"""What guests may ask of the keeper's app, and what it tells them about the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class SeatTaken(Exception):
    """Another guest has the seat."""


class OutdatedList(Exception):
    """The list of tickets does not name the last receipt: it was sent before, or elsewhere."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What guests can do and see at the end of the game."""

    can_hand_in: bool = False
    """Whether players can hand in their tickets."""
    is_result_shown: bool = False
    """Whether the keeper shows the result."""
    receipts: Mapping[str, str] = field(default_factory=dict)
    """The receipts of the players who have handed in; each is shown to its player only.

    Whether tickets wait for the keeper is left out: it depends on what the others hold.
    """


class Keeper(Protocol):
    """The keeper's app; its methods are called on the UI thread only."""

    def take_seat(self, player: str) -> str:
        """Give a guest the seat of a player and return its new secret.

        Raises `SeatTaken`, or `Refused` if there is no such player.
        """
        ...

    def hand_in(self, player: str, last_receipt: str, cards: Sequence[str]) -> None:
        """Enter the tickets of a player, by the ids of printed cards.

        Raises `OutdatedList`, or `Refused` if tickets cannot be handed in now.
        """
        ...
