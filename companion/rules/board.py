"""A board as it is printed, as values that never change: places, routes, tickets, rule switches.

What differs between boards is a named field here. No code asks which board it is dealing with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from companion.rules.colors import PLAYER_COLORS
from companion.rules.wording import Phrase, term, verbatim

if TYPE_CHECKING:
    from companion.rules.events import Pairs, Ticket

PlaceKind = Literal["city", "way_station", "entrance"]
TieBreaker = Literal[
    "tickets_completed", "fewest_stations_built", "longest_route", "longest_route_length"
]


@dataclass(frozen=True, slots=True)
class Place:
    """A spot on the board where routes meet."""

    id: str
    name: str
    """As printed; way stations, which have no printed name, get a descriptive one."""
    x: float
    """From the left edge, as a fraction of the board's width."""
    y: float
    """From the top edge, as a fraction of the board's height."""
    aliases: tuple[str, ...]
    """Other spellings somebody may type."""
    kind: PlaceKind
    country: str | None
    """The country this is an entrance of."""

    @property
    def called(self) -> Phrase:
        """Its name to read: as printed or, where nothing is printed, in the reader's words."""
        return term(self.name) if self.kind == "way_station" else verbatim(self.name)


@dataclass(frozen=True, slots=True)
class Country:
    """A ticket end that is reached through any of its entrances."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TicketEnd:
    """What a ticket can name: a city, or a country with all its entrances."""

    id: str
    name: str
    places: tuple[str, ...]
    """Reaching one of these is enough."""


@dataclass(frozen=True, slots=True)
class Route:
    """A connection of two neighbouring places."""

    id: str
    start: str
    end: str
    length: int
    """Train spaces of each track."""
    tracks: tuple[str, ...]
    """One colour per track; two tracks make a double route."""
    ferry: tuple[int, ...]
    """Locomotives it asks for: once for all its tracks, or one number per track."""
    tunnel: bool
    """Whether it may cost more cards than it shows."""
    double_with: str | None
    """The route that is the other track of this one, though it may differ in length."""

    def other_end(self, place: str) -> str:
        """The place at the end opposite to `place`."""
        return self.end if place == self.start else self.start

    def locomotives(self, track: int) -> int:
        """Locomotives a track asks for; 0 where it is no ferry."""
        return self.ferry[min(track, len(self.ferry) - 1)] if self.ferry else 0


@dataclass(frozen=True, slots=True)
class RouteCorrection:
    """A route as it is printed on the board at the table, unlike the bundled data."""

    route: str
    length: int
    tracks: tuple[str, ...]


LONG_TICKETS = "long"
"""The part of a deck that `TicketDeal.deal_long` deals from."""


@dataclass(frozen=True, slots=True)
class DeckTicket:
    """A ticket card of the bundled deck."""

    id: str
    ticket: Ticket
    deck: str
    """The part of the deck it belongs to: "long" or "regular" on Europe, say."""
    copies: int
    """How often the card exists."""
    big_city: bool
    points_2004: int | None
    """The value the first edition printed, where it differs."""


@dataclass(frozen=True, slots=True)
class TerrainType:
    """A kind of terrain card and the route colours it doubles."""

    id: str
    name: str
    """As the rulebook calls it."""
    short: str
    """One word for buttons and sentences."""
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain cards of a board."""

    types: tuple[TerrainType, ...]
    cards_per_type: int
    cards_to_double: Mapping[int, int]
    """Cards to play by route length."""
    dealt_at_start: int
    face_up: int
    """Cards that lie open beside the deck to draw from."""

    def type_of(self, color: str) -> TerrainType:
        """The terrain a track of this colour runs through."""
        return next(kind for kind in self.types if color in kind.colors)

    def by_id(self, id: str) -> TerrainType | None:
        """The terrain type of that id, if there is one."""
        return next((kind for kind in self.types if kind.id == id), None)


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Points given at the end; 0 or empty where the board does not have the bonus.

    A board file has fields of the same names and types.
    """

    longest_route: int = 0
    globetrotter: int = 0
    unused_station: int = 0
    grand_tour: Mapping[int, int] = field(default_factory=dict)
    """Total points by the number of Grand Tour tickets; the last for any larger number."""

    def for_grand_tours(self, count: int) -> int:
        """Points for that many Grand Tour tickets."""
        return self.grand_tour.get(min(count, len(self.grand_tour)), 0)


@dataclass(frozen=True, slots=True)
class HouseRuleBonuses:
    """Points of bonuses a table may agree on where the board has none; 0 where it may not."""

    longest_route: int = 0


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """How many tickets are dealt and how many of them must be kept."""

    deal: int
    keep: int
    deal_long: int
    """Tickets of the long deck dealt on top."""


@dataclass(frozen=True)
class Board:
    """One board with everything the rules need to know of it."""

    id: str
    name: str
    aspect: float
    """Width divided by height."""
    fewest_players: int
    most_players: int
    trains_per_player: int
    route_points: Mapping[int, int]
    """Points by route length."""
    bonuses: Bonuses
    house_rules: HouseRuleBonuses
    tie_breakers: tuple[TieBreaker, ...]
    """What decides between equal totals, first to last."""
    double_tracks_from_players: int
    """With fewer players, one claimed track of a double route closes the other."""
    stations_per_player: int
    """0 where the board has no stations."""
    terrain: Terrain | None
    ticket_count: int
    """Cards in the printed deck."""
    start_tickets: TicketDeal
    draw_tickets: TicketDeal
    countries: Mapping[str, Country]
    places: Mapping[str, Place]
    routes: Mapping[str, Route]
    tickets: tuple[DeckTicket, ...]
    """The bundled deck."""
    train_colors: tuple[str, ...] = PLAYER_COLORS
    """The trains in the box."""
    corrections: tuple[RouteCorrection, ...] = ()
    """Where this copy differs from the bundled one; already worked in."""
    bgg_id: int | None = None
    """The number BoardGameGeek lists this board's box under, if it has one to itself."""

    @cached_property
    def routes_at(self) -> Mapping[str, tuple[Route, ...]]:
        """The routes that meet at each place."""
        meeting: dict[str, list[Route]] = {place: [] for place in self.places}
        for route in self.routes.values():
            meeting[route.start].append(route)
            meeting[route.end].append(route)
        return {place: tuple(routes) for place, routes in meeting.items()}

    @cached_property
    def ticket_ends(self) -> Mapping[str, TicketEnd]:
        """Everything a ticket can name: cities and countries."""
        ends = {
            place.id: TicketEnd(place.id, place.name, (place.id,))
            for place in self.places.values()
            if place.kind == "city"
        }
        for country in self.countries.values():
            entrances = (place.id for place in self.places.values() if place.country == country.id)
            ends[country.id] = TicketEnd(country.id, country.name, tuple(entrances))
        return ends

    @cached_property
    def _deck(self) -> Mapping[Pairs, DeckTicket]:
        return {card.ticket.pairs: card for card in self.tickets}

    def card(self, ticket: Ticket) -> DeckTicket | None:
        """The card of the deck with the same ends, whatever its value; None if there is none."""
        return self._deck.get(ticket.pairs)

    def has_card(self, ticket: Ticket) -> bool:
        """Whether this is a card of the deck, with the value printed there."""
        card = self.card(ticket)
        printed = None if card is None else (card.ticket.points, card.ticket.others)
        return printed == (ticket.points, ticket.others)

    def copies(self, ticket: Ticket) -> int:
        """How often a card exists; once if the deck does not know it."""
        card = self.card(ticket)
        return 1 if card is None else card.copies

    @property
    def called(self) -> Phrase:
        """Its name as on the box in the reader's language."""
        return term(self.name)

    def title(self, route: Route) -> Phrase:
        """A route by the names of its places, and its length where two routes join the same."""
        return Phrase(
            "{start} – {end} ({length})" if route.double_with else "{start} – {end}",
            {
                "start": self.places[route.start].called,
                "end": self.places[route.end].called,
                "length": route.length,
            },
        )

    def ticket_names(self, ticket: Ticket) -> tuple[str, str]:
        """The names of a ticket's start and end, or ends with their values where it has several."""
        named = ((self.ticket_ends[end].name, points) for end, points in ticket.values.items())
        # A value stays on the line of its end.
        ends = (
            f"{name}\N{NO-BREAK SPACE}{points}" if ticket.others else name for name, points in named
        )
        return self.ticket_ends[ticket.start].name, ", ".join(ends)

    def ticket_title(self, ticket: Ticket) -> str:
        """A ticket by the names of its ends."""
        return " – ".join(self.ticket_names(ticket))
