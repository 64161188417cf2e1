"""One exception class per kind of refusal; each carries one translatable sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.wording import Phrase


class Refused(Exception):
    """Base class of errors shown to the keeper: what is refused, and why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        """The reason as one translatable sentence."""

    def __str__(self) -> str:
        return str(self.phrase)


class Malformed(Refused):
    """A file with a wrong format; the phrase names the entry and the problem."""


class UnusableFile(Refused):
    """A file that cannot be used now but is not damaged, so it must not be changed or moved."""


class NewerVersion(UnusableFile):
    """A file written by a later version of the app."""


class InvalidSetup(Refused):
    """A game that cannot begin: wrong number of players, duplicate name or colour."""


class InvalidName(InvalidSetup):
    """A name that is invisible, too long, or cannot be shown on one line."""


class Unknown(Refused):
    """An entry naming a player, route, track, city or terrain that the game does not have."""


class LastTurnTaken(Refused):
    """The player has already had the last turn of the game."""


class PlayerHasLeft(Refused):
    """The player has left the game and has no more turns."""


class TooFewPlayersRemain(Refused):
    """At least two players must remain."""


class NotWhenCounting(Refused):
    """Turns and terrain cards do not exist while a finished board is counted."""


class TrackTaken(Refused):
    """A player already owns the track."""


class OtherTrackOwned(Refused):
    """A player may not own two tracks of a double route."""


class TrackClosed(Refused):
    """With few players, one claimed track of a double route closes the other."""


class TooFewTrains(Refused):
    """The route is longer than the player has trains left."""


class CannotDouble(Refused):
    """The claim cannot be doubled with this payment."""


class NoTerrainHere(Refused):
    """The board has no terrain cards."""


class TooFewTerrainCards(CannotDouble):
    """The payment has more terrain cards than the player owns."""


class TooFewLocomotives(CannotDouble):
    """The payment has more locomotives than exist."""


class TooLittlePaid(CannotDouble):
    """The payment has fewer cards than the route's length needs."""


class Outnumbered(CannotDouble):
    """Another player has more cards of this terrain type."""


class TerrainCountWrong(Refused):
    """A player would have a negative count, or all players more cards than exist."""


class NoStationsHere(Refused):
    """The board has no stations."""


class NoStationLeft(Refused):
    """The player has built all stations."""


class CityOccupied(Refused):
    """The city already has a station."""


class NotACity(Refused):
    """Stations can only be built in cities."""


class InvalidTicket(Refused):
    """A ticket that this board cannot have: unknown end, same end twice, impossible value."""


class TicketHeldTwice(Refused):
    """A player already holds every copy of the ticket card."""


class InvalidNote(Refused):
    """A title or note that a game cannot have."""


class InvalidOtherPoints(Refused):
    """Other points out of range, or with a description that cannot be shown."""


class TooManyEntries(Refused):
    """The log has more entries than a game may have."""


class NothingToUndo(Refused):
    """The log is empty and no correction can be undone."""


class NothingToRedo(Refused):
    """No step was undone."""


class NoSuchEntry(Refused):
    """The log has no entry with that number."""


class EntryRefused(Refused):
    """An entry of a log breaks a rule, so the whole log is refused."""

    def __init__(self, phrase: Phrase, entry: int, cause: Refused) -> None:
        super().__init__(phrase)
        self.entry = entry
        """The first entry that breaks a rule, counted from 0."""
        self.cause = cause
        """The refusal of that entry."""
