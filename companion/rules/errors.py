"""The ways an entry can be wrong, one class for each, all carrying one sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.wording import Phrase


class Refused(Exception):
    """Something the rules forbid. Its phrase names the rule, the player and the place."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        """The reason in one sentence, ready to be translated."""

    def __str__(self) -> str:
        return str(self.phrase)


class Malformed(Refused):
    """A file that is not of the form it should have; its phrase says where and what."""


class UnusableFile(Refused):
    """A file that cannot be used here and now; it is not damaged and nobody touches it."""


class NewerVersion(UnusableFile):
    """Written by a later version of the app."""


class InvalidSetup(Refused):
    """A game that cannot begin: the wrong number of players, a name or a colour twice."""


class InvalidName(InvalidSetup):
    """A name nobody could see, too long, or not to be shown on one line."""


class Unknown(Refused):
    """An entry that speaks of a player, route, track, city or terrain this game does not have."""


class LastTurnTaken(Refused):
    """The last round has begun and this player has had the one turn it gives."""


class PlayerHasLeft(Refused):
    """The player has left the table and has no more turns."""


class TooFewPlayersRemain(Refused):
    """Two players at least stay at the table."""


class TrackTaken(Refused):
    """The track carries somebody's trains."""


class OtherTrackOwned(Refused):
    """Nobody may own both tracks of a double route."""


class TrackClosed(Refused):
    """With few players, taking one track of a double route closes the other for everyone."""


class TooFewTrains(Refused):
    """The route is longer than the player has trains left."""


class CannotDouble(Refused):
    """The claim cannot be doubled with what the player would play."""


class NoTerrainHere(Refused):
    """The board has no terrain cards."""


class TooFewTerrainCards(CannotDouble):
    """More terrain cards would be spent than lie in front of the player."""


class TooFewLocomotives(CannotDouble):
    """More locomotives would be played than there are in the box."""


class TooLittlePaid(CannotDouble):
    """Fewer terrain cards and locomotives are played than the length asks for."""


class Outnumbered(CannotDouble):
    """Somebody else has more cards of this terrain."""


class TerrainCountWrong(Refused):
    """A player would have fewer than no cards, or the table more cards than exist."""


class NoStationsHere(Refused):
    """The board has no stations."""


class NoStationLeft(Refused):
    """The player has built them all."""


class CityOccupied(Refused):
    """The city holds a station already."""


class NotACity(Refused):
    """Only cities hold stations."""


class InvalidTicket(Refused):
    """Not a ticket of this board: an end that is none, twice the same end, or a strange value."""


class TicketHeldTwice(Refused):
    """A ticket card exists once, and somebody has it."""


class TooManyEntries(Refused):
    """The log is longer than that of any game."""


class NothingToUndo(Refused):
    """The game stands at its beginning."""


class NothingToRedo(Refused):
    """Nothing was undone."""


class NoSuchEntry(Refused):
    """The log is shorter than that."""


class EntryRefused(Refused):
    """An entry of a whole log breaks a rule, so the log is refused as a whole."""

    def __init__(self, phrase: Phrase, entry: int, cause: Refused) -> None:
        super().__init__(phrase)
        self.entry = entry
        """Where in the log the first entry stands that would break, counted from 0."""
        self.cause = cause
        """What is wrong with it."""
