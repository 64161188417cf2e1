"""What happened at the table: facts in the past tense, never changed once recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

Pairs = frozenset[frozenset[str]]
"""The pairs of ends a ticket card may join."""


@dataclass(frozen=True, slots=True)
class Doubling:
    """What was played to double a claim."""

    terrain: int
    """Face-up terrain cards spent; they leave the table."""
    locomotives: int
    """Locomotives played from the hand as wild terrain."""


@dataclass(frozen=True)
class Ticket:
    """A ticket card as a player holds it."""

    start: str
    """One end: a city or a country."""
    end: str
    """The other end; where the card names several, the one that is worth most."""
    points: int
    """The printed value of that end."""
    other_ends: tuple[tuple[str, int], ...] = ()
    """Ends the card may lead to instead, each with its own value, the highest first."""

    @classmethod
    def to_one_of(cls, start: str, points_by_end: Mapping[str, int]) -> Ticket:
        """A card with one start and several ends, each with a value; it needs at least one."""
        best, *others = sorted(points_by_end.items(), key=lambda each: (-each[1], each[0]))
        return cls(start, *best, tuple(others))

    @property
    def points_by_end(self) -> Mapping[str, int]:
        """Every end it may lead to with the value it has there, the highest first."""
        return {self.end: self.points, **dict(self.other_ends)}

    def with_points(self, points: int) -> Ticket:
        """The same card with another value at its end, the highest where it has several."""
        return Ticket.to_one_of(self.start, {**self.points_by_end, self.end: points})

    @property
    def penalty(self) -> int:
        """What it costs if no end is reached: its lowest value."""
        return min(self.points_by_end.values())

    @cached_property
    def pairs(self) -> Pairs:
        """What makes two cards the same: which ends they may join, in whatever order."""
        return frozenset(frozenset((self.start, end)) for end in self.points_by_end)


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A player put trains on a track. Ends the turn."""

    player: str
    route: str
    track: int = 0
    doubled: Doubling | None = None


@dataclass(frozen=True, slots=True)
class TerrainDrawn:
    """A player drew terrain cards; a negative count takes back what was entered wrongly."""

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
    """A player's turn ended with nothing to score: cards or tickets were drawn."""

    player: str


@dataclass(frozen=True, slots=True)
class TicketsTaken:
    """A player showed tickets, at the end of the game as a rule."""

    player: str
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left the table early: no more turns, but everything they have is scored."""

    player: str


Event = RouteClaimed | TerrainDrawn | StationBuilt | TurnPassed | TicketsTaken | PlayerLeft


def ends_turn(event: Event) -> bool:
    """Whether an event ends the turn of who made it; cards and tickets do not."""
    return not isinstance(event, TerrainDrawn | TicketsTaken)
