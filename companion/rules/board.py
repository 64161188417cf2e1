"""Immutable data of a board: places, routes, tickets and rule switches.

Every rule that differs between boards is a field here; no code compares board ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from companion.rules.boards import PLAYER_COLORS
from companion.rules.errors import Refused
from companion.rules.events import Pairs, Ticket
from companion.rules.json_reader import excerpt
from companion.rules.wording import Phrase, board_title, phrase, untranslated, variant_title

PlaceKind = Literal["city", "way_station", "entrance"]
Piece = Literal["train", "bus", "taxi"]
TieBreaker = Literal[
    "tickets_completed",
    "fewest_stations_built",
    "mountain_routes",
    "longest_route",
    "longest_route_length",
]


@dataclass(frozen=True, slots=True)
class Place:
    """A city, way station or country entrance, where routes meet."""

    id: str
    name: str
    """The printed name; for a way station, which has none, two neighbouring cities."""
    x: float
    """From the left edge, as a fraction of the board's width."""
    y: float
    """From the top edge, as a fraction of the board's height."""
    aliases: tuple[str, ...]
    """Other spellings that a search finds."""
    kind: PlaceKind
    country: str | None
    """The country that this place is an entrance of."""
    attraction: bool = False
    """Whether reaching it scores the `attraction` bonus."""

    @property
    def display_name(self) -> Phrase:
        """The printed name; a way station is named after its neighbours."""
        if self.kind == "way_station":
            return phrase("Way station ({cities})", cities=self.name)
        return untranslated(self.name)


@dataclass(frozen=True, slots=True)
class Country:
    """A ticket end that is reached through any of its entrances."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TicketEnd:
    """An end of a ticket: a city, or a country with all its entrances."""

    id: str
    name: str
    places: tuple[str, ...]
    """Reaching any of these places reaches the end."""


@dataclass(frozen=True, slots=True)
class Route:
    """A connection of two neighbouring places."""

    id: str
    start: str
    end: str
    length: int
    """Train spaces of each track."""
    tracks: tuple[str, ...]
    """One colour per track; two tracks make a double route, three a triple route."""
    ferry: tuple[int, ...]
    """Locomotives needed: one number for all tracks, or one per track; empty if no ferry."""
    tunnel: bool
    """Whether claiming may cost up to three extra cards."""
    double_with: str | None
    """The route that is the other track of this one; it may differ in length."""
    mountain: tuple[int, ...] = ()
    """Mountain spaces: one number for all tracks, or one per track; empty if there are none."""

    def other_end(self, place: str) -> str:
        """The place at the end opposite to `place`."""
        return self.end if place == self.start else self.start

    def locomotives(self, track: int) -> int:
        """Locomotives that claiming a track needs; 0 if it is no ferry."""
        return _of_track(self.ferry, track)

    def mountains(self, track: int) -> int:
        """Mountain spaces of a track: each costs one more train, which leaves the game."""
        return _of_track(self.mountain, track)

    def trains(self, track: int) -> int:
        """Trains that claiming a track takes, including those for its mountain spaces."""
        return self.length + self.mountains(track)


def _of_track(numbers: tuple[int, ...], track: int) -> int:
    """The number of a track in a field with one number for all tracks or one per track."""
    return numbers[min(track, len(numbers) - 1)] if numbers else 0


@dataclass(frozen=True, slots=True)
class District:
    """Places that score points for every player whose routes connect them all."""

    points: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RouteCorrection:
    """Length and tracks of a route on a printed board that differs from the bundled data."""

    route: str
    length: int
    tracks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckTicket:
    """A ticket card of the bundled deck."""

    id: str
    ticket: Ticket
    deck: str
    """The deck it belongs to, such as "long" or "regular" on Europe."""
    copies: int
    """How many copies of the card exist."""
    big_city: bool
    points_2004: int | None
    """The value in the 2004 edition, if it differs."""

    def with_2004_value(self) -> DeckTicket:
        """The card with its value in the 2004 edition."""
        if self.points_2004 is None:
            return self
        return replace(self, ticket=self.ticket.with_points(self.points_2004))


@dataclass(frozen=True, slots=True)
class TerrainType:
    """A kind of terrain card and the route colours it doubles."""

    id: str
    name: str
    """The name in the rulebook."""
    short: str
    """One word for buttons and sentences."""
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain cards of a board."""

    types: tuple[TerrainType, ...]
    cards_per_type: int
    cards_to_double: Mapping[int, int]
    """Cards to pay for doubling, by route length."""
    dealt_at_start: int
    face_up: int
    """Face-up cards beside the deck."""

    def type_of(self, color: str) -> TerrainType:
        """The terrain type of a track of this colour."""
        return next(kind for kind in self.types if color in kind.colors)

    def by_id(self, id: str) -> TerrainType | None:
        """The terrain type with that id; None if there is none."""
        return next((kind for kind in self.types if kind.id == id), None)


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Points given at the end, 0 or empty without the bonus; fields as in a board file."""

    longest_route: int = 0
    globetrotter: int = 0
    unused_station: int = 0
    most_cities: int = 0
    """For most cities in one connected network of own routes."""
    attraction: int = 0
    """For each attraction that own routes reach."""
    grand_tour: Mapping[int, int] = field(default_factory=dict)
    """Total points by the number of Grand Tour tickets; the last for any larger number."""

    def for_grand_tours(self, count: int) -> int:
        """Points for that many Grand Tour tickets."""
        return self.grand_tour.get(min(count, len(self.grand_tour)), 0)


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """How many tickets are dealt and how many of them must be kept."""

    deal: int
    keep: int
    deal_long: int
    """Tickets of the long deck dealt in addition."""
    keep_long: int | None
    """Most tickets of the long decks that may be kept; None if there is no limit."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play a board with certain tickets and, for them, other rules."""

    id: str
    name: str
    decks: tuple[str, ...]
    only_big_cities: bool
    """Whether only tickets marked `big_city` are played with."""
    values_of_2004: bool
    """Whether tickets have the values of the 2004 edition."""
    rules: Mapping[str, Any]
    """Attributes that the board has in this variant, such as `bonuses`."""

    def plays_with(self, card: DeckTicket) -> bool:
        """Whether a card is played with."""
        return card.deck in self.decks and (card.big_city or not self.only_big_cities)


@dataclass(frozen=True)
class Board:
    """One board: its places, routes, tickets and rules."""

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
    longest_route_house_rule: int
    """Points of the longest route as a house rule; 0 if the board has none."""
    tie_breakers: tuple[TieBreaker, ...]
    """The criteria that decide between equal totals, in order."""
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
    """The tickets of the deck that is played with."""
    train_colors: tuple[str, ...] = PLAYER_COLORS
    """The train colours in the box."""
    corrections: tuple[RouteCorrection, ...] = ()
    """The corrections of bundled data that `routes` already contains."""
    long_decks: tuple[str, ...] = ()
    """The decks of long tickets, which `TicketDeal.keep_long` limits."""
    mountain_points: int = 0
    """Points for each mountain space of a claimed track."""
    variants: tuple[Variant, ...] = ()
    """The ticket variants; the first is that of the rulebook. Empty if there is only one."""
    variant: Variant | None = None
    """The variant that is played; its rules are the board's. None if the board has none."""
    all_tickets: tuple[DeckTicket, ...] = ()
    """The tickets of all decks with their printed values, also those not played with."""
    piece: Piece = "train"
    """What the trains of this board are called."""
    districts: tuple[District, ...] = ()
    crossings: tuple[tuple[str, str], ...] = ()
    """Pairs of routes of which at most one is ever claimed."""
    has_track_beds: bool = False
    """Whether grey tracks get their colour from a tile, which is not tracked."""
    locomotive_ends_turn: bool = True
    """Whether a player who takes a face-up locomotive draws no other card in that turn."""
    has_passengers: bool = False
    """Whether an edition compares passengers, unknown to the app, before a victory is shared."""
    short_name: str = ""
    """The name for narrow cards and bars; empty if it is `name`."""
    bgg_id: int | None = None
    """The BoardGameGeek id of the board's box, if it has one of its own."""
    source: Mapping[str, Any] | None = None
    """The content of the board file, checked, if the board was imported; None if it is bundled."""

    def __hash__(self) -> int:
        """A hash of the id, so that results can be cached by board."""
        return hash(self.id)

    def in_variant(self, id: str) -> Board:
        """The board with the tickets and rules of a variant; `Refused` if it has no such one."""
        variant = next((each for each in self.variants if each.id == id), None)
        if variant is None:
            raise Refused(
                phrase(
                    "{board} has no variant “{name}”.", board=self.display_name, name=excerpt(id)
                )
            )
        played = (card for card in self.all_tickets if variant.plays_with(card))
        return replace(
            self,
            variant=variant,
            tickets=tuple(
                card.with_2004_value() if variant.values_of_2004 else card for card in played
            ),
            **variant.rules,
        )

    @cached_property
    def routes_at(self) -> Mapping[str, tuple[Route, ...]]:
        """The routes that meet at each place."""
        meeting: dict[str, list[Route]] = {place: [] for place in self.places}
        for route in self.routes.values():
            meeting[route.start].append(route)
            meeting[route.end].append(route)
        return {place: tuple(routes) for place, routes in meeting.items()}

    @cached_property
    def crossed_by(self) -> Mapping[str, tuple[str, ...]]:
        """The routes that each route crosses; only routes that cross another."""
        crossed: dict[str, tuple[str, ...]] = {}
        for one, other in self.crossings:
            crossed[one] = (*crossed.get(one, ()), other)
            crossed[other] = (*crossed.get(other, ()), one)
        return crossed

    @cached_property
    def ticket_ends(self) -> Mapping[str, TicketEnd]:
        """Every possible end of a ticket, by id: cities and countries."""
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
    def other_tickets(self) -> tuple[DeckTicket, ...]:
        """The tickets of the board's decks that are not played with, each pair of ends once."""
        played = {card.ticket.pairs for card in self.tickets}
        others = {card.ticket.pairs: card for card in reversed(self.all_tickets)}
        return tuple(
            card
            for card in self.all_tickets
            if card.ticket.pairs not in played and others[card.ticket.pairs] is card
        )

    @cached_property
    def _cards(self) -> Mapping[Pairs, DeckTicket]:
        return {card.ticket.pairs: card for card in (*self.tickets, *self.other_tickets)}

    def card(self, ticket: Ticket) -> DeckTicket | None:
        """The card of any deck of the board with the same ends and any value, or None."""
        return self._cards.get(ticket.pairs)

    def is_of_other_deck(self, ticket: Ticket) -> bool:
        """Whether only decks that are not played with have a card with the same ends."""
        return self.card(ticket) in self.other_tickets

    def has_card(self, ticket: Ticket) -> bool:
        """Whether a deck of the board has a card with the same ends and values."""
        card = self.card(ticket)
        printed = None if card is None else (card.ticket.points, card.ticket.other_ends)
        return printed == (ticket.points, ticket.other_ends)

    def copies(self, ticket: Ticket) -> int:
        """How many copies of a card exist; 1 for a card that is not in the deck."""
        card = self.card(ticket)
        return 1 if card is None else card.copies

    @property
    def display_name(self) -> Phrase:
        """The name on the box, translated, with the variant unless it is the first."""
        name = board_title(self.name, is_imported=self.source is not None)
        if self.variant is None or not self.variant_id:
            return name
        return variant_title(self.short_display_name, self.variant.name)

    @property
    def variant_id(self) -> str:
        """The id of the variant that is played; empty if it is the first or the only one."""
        return self.variant.id if self.variant and self.variant != self.variants[0] else ""

    @property
    def short_display_name(self) -> Phrase:
        """The short name, translated."""
        name = self.short_name or self.name
        return board_title(name, is_imported=self.source is not None)

    def route_title(self, route: Route) -> Phrase:
        """The names of a route's places, with its length where two routes join the same places."""
        return Phrase(
            "{start} – {end} ({length})" if route.double_with else "{start} – {end}",
            {
                "start": self.places[route.start].display_name,
                "end": self.places[route.end].display_name,
                "length": route.length,
            },
        )

    def ticket_names(self, ticket: Ticket) -> tuple[str, str]:
        """The names of a ticket's start and end; several ends are listed with their values."""
        named = (
            (self.ticket_ends[end].name, points) for end, points in ticket.points_by_end.items()
        )
        # A no-break space keeps a value on the line of its end.
        ends = (
            f"{name}\N{NO-BREAK SPACE}{points}" if ticket.other_ends else name
            for name, points in named
        )
        return self.ticket_ends[ticket.start].name, ", ".join(ends)

    def ticket_title(self, ticket: Ticket) -> str:
        """The names of a ticket's ends, joined by a dash."""
        return " – ".join(self.ticket_names(ticket))
