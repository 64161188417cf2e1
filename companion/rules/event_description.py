"""Short descriptions of events, for the log and for refusals that name an entry."""

from __future__ import annotations

from companion.rules.board import Board, Route, TerrainType
from companion.rules.events import (
    UNCHECKED,
    Doubling,
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.wording import (
    Phrase,
    format_signed,
    phrase,
    plural_phrase,
    translatable,
    untranslated,
)


def describe_event(board: Board, event: Event) -> Phrase:
    """An event of a game on this board, with its player: "Ana: Paris – Brest"."""
    return phrase("{player}: {deed}", player=event.player, deed=describe_action(board, event))


def describe_action(board: Board, event: Event) -> Phrase:
    """An event without its player: "Paris – Brest"."""
    match event:
        case RouteClaimed():
            return _claim(board, event)
        case TerrainDrawn():
            kind = board.terrain.by_id(event.terrain) if board.terrain else None
            assert kind is not None
            name = translatable(kind.short)
            # Translators: cards drawn or given back: “+1 Mountain”.
            return phrase("{count} {terrain}", count=format_signed(event.count), terrain=name)
        case StationBuilt():
            return phrase("station in {city}", city=board.places[event.city].display_name)
        case TurnPassed():
            return phrase("turn ended")
        case PlayerLeft():
            # Translators: what a player did: “Ana: left the game”.
            return phrase("left the game")
        case TicketsTaken(tickets=()):
            return phrase("no tickets")
        case TicketsTaken(tickets=(ticket,)):
            return phrase("ticket {ticket}", ticket=board.ticket_title(ticket))
        case TicketsTaken():
            return plural_phrase("{count} ticket", "{count} tickets", len(event.tickets))
        case OtherPoints():
            return untranslated(event.description)


def _claim(board: Board, event: RouteClaimed) -> Phrase:
    route = board.routes[event.route]
    title = board.route_title(route)
    if event.doubled is None:
        return title
    return phrase(
        "{route}, {how}", route=title, how=doubled_with(board, route, event.track, event.doubled)
    )


def doubled_with(board: Board, route: Route, track: int, play: Doubling) -> Phrase:
    """The cards a claim was doubled with: "doubled with 1 locomotive"."""
    if play == UNCHECKED:
        return phrase("doubled, not checked")
    if not play.terrain:
        return phrase("doubled with {cards}", cards=locomotives(play.locomotives))
    assert board.terrain is not None
    kind = board.terrain.type_of(route.tracks[track])
    if not play.locomotives:
        return phrase("doubled with {cards}", cards=terrain_cards(kind, play.terrain))
    return phrase(
        "doubled with {cards} and {locomotives}",
        cards=terrain_cards(kind, play.terrain),
        locomotives=locomotives(play.locomotives),
    )


def terrain_cards(kind: TerrainType, count: int) -> Phrase:
    """One or more terrain cards, as one text because some languages write it as one word."""
    one, many = (f"{{count}} {kind.short} {cards}" for cards in ("card", "cards"))
    return Phrase(one, {"count": count}, many)


def has_terrain_cards(player: str, kind: TerrainType, count: int) -> Phrase:
    """How many terrain cards a player has: "Ana has no Mountain cards"."""
    if not count:
        return Phrase(f"{{player}} has no {kind.short} cards", {"player": player})
    return phrase("{player} has {cards}", player=player, cards=terrain_cards(kind, count))


def locomotives(count: int) -> Phrase:
    """A number of locomotives."""
    return plural_phrase("{count} locomotive", "{count} locomotives", count)
