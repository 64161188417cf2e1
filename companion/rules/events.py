"""The events of a game: immutable facts, named in the past tense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

Pairs = frozenset[frozenset[str]]
"""The pairs of ends that a ticket card can connect; equal for copies of the same card."""


@dataclass(frozen=True, slots=True)
class Doubling:
    """The cards paid to double a claim."""

    terrain: int
    """Face-up terrain cards that are discarded."""
    locomotives: int
    """Locomotives played from the hand as terrain cards."""


UNCHECKED = Doubling(0, 0)
"""A claim marked as doubled while the final board is counted: nobody knows the cards."""


@dataclass(frozen=True)
class Ticket:
    """A ticket card as a player holds it."""

    start: str
    """One end: the id of a city or a country."""
    end: str
    """The other end; if the card has several, the one with the highest value."""
    points: int
    """The printed value of `end`."""
    other_ends: tuple[tuple[str, int], ...] = ()
    """Alternative ends with their values, highest first; empty for most cards."""

    @classmethod
    def to_one_of(cls, start: str, points_by_end: Mapping[str, int]) -> Ticket:
        """A card with one start and at least one end, each with a value."""
        best, *others = sorted(points_by_end.items(), key=lambda each: (-each[1], each[0]))
        return cls(start, *best, tuple(others))

    @property
    def points_by_end(self) -> Mapping[str, int]:
        """The value of each end, highest first."""
        return {self.end: self.points, **dict(self.other_ends)}

    def with_points(self, points: int) -> Ticket:
        """The card with another value at `end`."""
        return Ticket.to_one_of(self.start, {**self.points_by_end, self.end: points})

    @property
    def penalty(self) -> int:
        """Points lost if no end is reached: the lowest value."""
        return min(self.points_by_end.values())

    @cached_property
    def pairs(self) -> Pairs:
        """The identity of a card: the unordered pairs of ends that it can connect."""
        return frozenset(frozenset((self.start, end)) for end in self.points_by_end)


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A player claimed a track. Ends the turn."""

    player: str
    route: str
    track: int = 0
    doubled: Doubling | None = None


@dataclass(frozen=True, slots=True)
class TerrainDrawn:
    """A player drew terrain cards; a negative count removes cards entered by mistake."""

    player: str
    terrain: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A player built a station. Ends the turn."""

    player: str
    city: str


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A player's turn ended without a claim or station, such as after drawing cards."""

    player: str


@dataclass(frozen=True, slots=True)
class TicketsTaken:
    """A player's tickets were entered, usually at the end of the game."""

    player: str
    tickets: tuple[Ticket, ...]
    """Empty if the player has no tickets."""
    handed_in: bool = False
    """Whether the player sent them from their own phone and the keeper has not changed them."""


@dataclass(frozen=True, slots=True)
class OtherPoints:
    """Points that no rule of the board covers, such as for passengers or a wager."""

    player: str
    points: int
    """May be negative."""
    description: str
    """What they are for, as `check_description` returns it."""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left early: no more turns or terrain cards, but routes and tickets are scored."""

    player: str


Event = (
    RouteClaimed
    | TerrainDrawn
    | StationBuilt
    | TurnPassed
    | TicketsTaken
    | OtherPoints
    | PlayerLeft
)


def ends_turn(event: Event) -> bool:
    """Whether an event ends its player's turn: not terrain draws, tickets and other points."""
    return not isinstance(event, TerrainDrawn | TicketsTaken | OtherPoints)
