"""What happened at the table: facts in the past tense, never changed once recorded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doubling:
    """What was played to double a claim."""

    terrain: int
    """Face-up terrain cards spent; they leave the table."""
    locomotives: int
    """Locomotives played from the hand as wild terrain."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket card as a player holds it."""

    start: str
    """One end: a city or a country."""
    end: str
    """The other end."""
    points: int
    """The printed value."""

    @property
    def ends(self) -> frozenset[str]:
        """Both ends, without an order: what makes two cards the same."""
        return frozenset((self.start, self.end))


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
