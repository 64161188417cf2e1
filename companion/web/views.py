"""What guests see as JSON: the table, the board, a player, a route, their tickets, the result.

The texts are phrases, which `json_response` translates.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, reduce
from threading import Lock
from typing import Any

from companion.drawing.highlight import Highlight, TrackId
from companion.drawing.label_placement import SCALE_STEP
from companion.drawing.painting import TrackLook, place_looks, track_looks
from companion.drawing.palette import (
    DARK,
    LIGHT,
    PLAYERS,
    ROUTES,
    TERRAIN,
    player_line,
    player_on_card,
    text_on,
)
from companion.drawing.shapes import TERRAIN_SIGNS
from companion.drawing.svg import (
    BASELINE,
    FONT_SIZE,
    GAP,
    GLOW_WIDTH,
    HALO,
    LABEL_HEIGHT,
    LARGEST_NAME_STEP,
    SCALE,
    TOUCH_WIDTH,
    ThemedBoard,
    css_color,
    player_marker,
)
from companion.report.export.message import result_message
from companion.report.highlights import ticket_highlight
from companion.report.search.text import matched_letters
from companion.report.search.tickets import suggest_tickets
from companion.report.words.answers import log_entry
from companion.report.words.doubling import claim_choices, doubling_obstacle
from companion.report.words.games import winner_lacks
from companion.report.words.part_report import ExplanationRow
from companion.report.words.players import (
    banner_text,
    longest_route_holders,
    pieces_left,
    player_rows,
    turn_summary,
)
from companion.report.words.result import ScoreTableRow, explain, headline, score_table
from companion.report.words.routes import (
    claim_facts,
    reminders,
    station_offer,
    status,
    track_facts,
    track_name,
)
from companion.report.words.rules_summary import rules_summary
from companion.report.words.tickets import borrowed_routes, completed_tickets, shortfall, stops
from companion.rules.board import Board, Route
from companion.rules.claims import claim_points, doubling_offer, why_not_claim
from companion.rules.event_description import describe_event
from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
from companion.rules.final_tally import PlayerTally
from companion.rules.graph import Walk
from companion.rules.record import doubling_to_json
from companion.rules.state import Claim, GameState
from companion.rules.stations import why_not_station
from companion.rules.terrain import terrain_leaders
from companion.rules.ticket_results import TicketResult, ticket_results
from companion.rules.turns import has_turn
from companion.rules.wording import (
    Catalog,
    Phrase,
    comma_separated,
    format_number,
    format_signed,
    phrase,
    points_phrase,
    translatable,
    untranslated,
)
from companion.table.edits import printed_cards
from companion.table.snapshot import Snapshot
from companion.web.publications import Guests, Publication

Json = dict[str, Any]
FREE, CLOSED = -1, -2
"""The owner of a track that no player has; the others are numbers of players in turn order."""


class GuestBoard:
    """One board; fragments are made once per look. Not thread-safe."""

    def __init__(self, board: Board, id: str) -> None:
        self.id = id
        self.board = board
        self._themed = ThemedBoard(board)
        self._tracks: list[TrackId] = list(track_looks(board, None))
        self._places = list(board.places)
        self._track = cache(self._themed.track)
        self._place = cache(self._themed.place)

    def picture(self) -> Json:
        """The parts of the board that do not change during the game."""
        themed, board = self._themed, self.board
        terrain = board.terrain.types if board.terrain else ()
        return {
            "id": self.id,
            "scale": SCALE,
            "width": themed.width,
            "height": themed.height,
            "background": themed.background,
            "touchWidth": TOUCH_WIDTH,
            "glowWidth": GLOW_WIDTH,
            "tracks": [
                {
                    "id": f"{route}/{track}",
                    "route": route,
                    "line": themed.touch_line((route, track)),
                }
                for route, track in self._tracks
            ],
            "placeNames": [place.name for place in board.places.values()],
            "cities": self._cities(),
            "names": {
                "font": FONT_SIZE,
                "halo": HALO,
                "gap": GAP,
                "height": LABEL_HEIGHT,
                "baseline": BASELINE,
                "step": SCALE_STEP,
                "largestStep": LARGEST_NAME_STEP,
            },
            "free": FREE,
            "terrain": {kind.id: _terrain(kind.id) for kind in terrain},
            "colors": {name: css_color(color, color) for name, color in ROUTES.items()},
        }

    def _cities(self) -> list[Json]:
        """The cities in which stations can be built."""
        if not self.board.stations_per_player:
            return []
        cities = []
        for number, place in enumerate(self.board.places.values()):
            x, y = self._themed.point(place.id)
            title = place.display_name
            cities.append({"id": place.id, "place": number, "x": x, "y": y, "title": title})
        return cities

    def changes(self, state: GameState, before: GameState | None) -> Json:
        """The tracks and places that look different than before; all of them without `before`."""
        board, colors = self.board, list(state.setup.colors.values())
        names = {color: name for name, color in state.setup.colors.items()}
        tracks, places = track_looks(board, state), place_looks(board, state)
        old_tracks = track_looks(board, before) if before else {}
        old_places = place_looks(board, before) if before else {}
        return {
            "tracks": {
                str(number): [
                    *self._track(track, look),
                    colors.index(look.owner) if look.owner else CLOSED if look.closed else FREE,
                    self._label(track, look, names),
                ]
                for number, track in enumerate(self._tracks)
                if (look := tracks[track]) != old_tracks.get(track)
            },
            "places": {
                str(number): self._place(place, places[place])
                for number, place in enumerate(self._places)
                if places[place] != old_places.get(place)
            },
        }

    def _label(self, id: TrackId, look: TrackLook, names: Mapping[str, str]) -> Phrase:
        """A track for screen readers: its ends, what it is and who has it."""
        route = self.board.routes[id[0]]
        # Translators: a free track that cannot be claimed because the other track is taken.
        closed = phrase("closed")
        # Translators: a route nobody has claimed.
        free = closed if look.closed else phrase("free")
        title, facts = self.board.route_title(route), track_facts(self.board, route, id[1])
        return comma_separated([title, facts, names[look.owner] if look.owner else free])

    def names(self, state: GameState, zoom: int) -> list[list[object]]:
        """The names that have room at a zoom step, none of them on a marker."""
        looks = track_looks(self.board, state)
        claimed = frozenset(track for track, look in looks.items() if look.owner)
        step = min(zoom, LARGEST_NAME_STEP)
        return [list(name) for name in self._themed.names(step, claimed)]


def _terrain(id: str) -> Json:
    """The sign and the colours of a terrain."""
    color = TERRAIN.get(id)
    fills = (color, color) if color else (LIGHT.accent, DARK.accent)
    return {
        "sign": " ".join(f"{x:.4g},{24 - y:.4g}" for x, y in TERRAIN_SIGNS.get(id, ())),
        "fill": css_color(*fills),
        "text": css_color(text_on(fills[0]), text_on(fills[1])),
    }


def table_view(snapshot: Snapshot, guests: Guests) -> Json:
    """Header, players and last entry."""
    state = snapshot.state
    banner = banner_text(snapshot)
    return {
        "title": snapshot.board.display_name,
        "status": turn_summary(snapshot),
        "turn": turn_summary(snapshot, is_short=True),
        "banner": banner or "",
        "players": [_player_row(snapshot, guests, name) for name in state.players],
        "last": _last_entry(snapshot),
        "claims": _last_claims(snapshot),
    }


def _player_row(snapshot: Snapshot, guests: Guests, name: str) -> Json:
    state = snapshot.state
    player, leaders = state.players[name], terrain_leaders(state)
    terrain, most = state.setup.terrain, phrase("nobody has more")
    pieces = list(pieces_left(state, name))
    longest = longest_route_holders(state).get(name)
    if longest is not None:
        pieces.append(_with_count(phrase("Longest route"), longest))
    # Translators: a player as whom another phone has joined.
    taken = phrase("taken") if name in guests.seats else ""
    # Translators: beside the name of the player whom the score keeper plays.
    keeper = phrase("score keeper")
    return {
        "name": name,
        **_marker(state, name),
        "score": format_number(player.score),
        "pieces": _joined(pieces),
        "trains": player.trains,
        "stations": player.stations_left if state.setup.board.stations_per_player else None,
        "terrain": [
            {
                "id": kind.id,
                "label": _with_note(label, most) if leads else label,
                "count": count,
                "leads": leads,
            }
            for kind in (terrain.types if terrain else ())
            for count in (player.terrain[kind.id],)
            for leads in (name in leaders[kind.id],)
            for label in (_with_count(translatable(kind.name), count),)
        ],
        "longest": longest,
        "joined": keeper if name == guests.keeper else taken,
        "toMove": name == snapshot.player and not state.is_over,
        "done": not state.is_over and not has_turn(state, name),
    }


def _marker(state: GameState, name: str) -> Json:
    color = state.setup.colors[name]
    fills = player_on_card(color, LIGHT), player_on_card(color, DARK)
    lines = player_line(color, LIGHT), player_line(color, DARK)
    return {
        "marker": player_marker(color, *fills),
        "line": css_color(*lines),
        "fill": css_color(*fills),
    }


def _last_entry(snapshot: Snapshot) -> Json | None:
    """The last entry of the log that guests may see."""
    game = snapshot.game
    for index in reversed(range(len(game.events))):
        if not isinstance(game.events[index], TicketsTaken):
            entry = log_entry(game, index)
            player = entry.event.player
            return {"text": entry.description, "points": entry.points, "player": player}
    return None


def _last_claims(snapshot: Snapshot) -> list[Json]:
    """The last three claims, the newest first."""
    game = snapshot.game
    claims: list[Json] = []
    for index, event in reversed(list(enumerate(game.events))):
        if isinstance(event, RouteClaimed) and len(claims) < 3:
            title = snapshot.board.route_title(snapshot.board.routes[event.route])
            points = log_entry(game, index).points
            claims.append({"text": title, "points": points, "player": event.player})
    return claims


def player_view(snapshot: Snapshot, name: str) -> Json:
    """A player's routes, stations and points."""
    state = snapshot.state
    score = points_phrase(state.players[name].score)
    return {
        "title": phrase("{player}: {points}", player=name, points=score),
        "summary": _joined(pieces_left(state, name)),
        "rows": [
            _explanation_row(snapshot.board, row) for row in player_rows(snapshot.game, state, name)
        ],
        "empty": phrase("No routes claimed yet."),
    }


def own_view(now: Publication, player: str | None) -> Json | None:
    """What the guest can enter; None for a guest without a player."""
    snapshot = now.snapshot
    if snapshot is None or player is None or player not in snapshot.state.players:
        return None
    state = snapshot.state
    why = why_no_entries(now)
    terrain = state.setup.terrain
    color = state.setup.colors[player]
    id = snapshot.phone_entry_to_take_back(player)
    return {
        "title": phrase("You are {player}.", player=player),
        "canEnter": why is None,
        "why": why or "",
        "terrain": [
            {
                "id": kind.id,
                # Translators: a button that enters a card: “+1 Mountain”.
                "text": (text := phrase("+1 {terrain}", terrain=translatable(kind.short))),
                "label": _with_note(text, _with_count(translatable(kind.name), count)),
                "count": count,
            }
            for kind in (terrain.types if terrain and not state.players[player].left else ())
            for count in (state.players[player].terrain[kind.id],)
        ],
        "canDraw": has_turn(state, player),
        "next": "" if state.setup.counted else phrase("Next"),
        "canNext": why is None and player == snapshot.player and not state.is_over,
        "takeBack": {"id": id, "text": _last_text(snapshot)} if id else None,
        "fill": css_color(PLAYERS[color], PLAYERS[color]),
        "text": css_color(text_on(PLAYERS[color]), text_on(PLAYERS[color])),
    }


def why_no_entries(now: Publication) -> Phrase | None:
    """Why players cannot enter anything on their phones now."""
    if not now.guests.can_enter:
        return phrase("The score keeper enters all turns of this game.")
    return now.snapshot.why_no_phone_entries if now.snapshot else None


def _last_text(snapshot: Snapshot) -> Phrase:
    entry = log_entry(snapshot.game, len(snapshot.game.events) - 1)
    return _with_points(entry.description, entry.points)


def _with_points(entry: Phrase, points: str) -> Phrase:
    return Phrase("{entry} {points}", {"entry": entry, "points": points}) if points else entry


def entered_view(after: Snapshot, entry: int) -> Json:
    """The points of what a guest has entered and their new score, also with the entry before it.

    The entry is named without its doubling: with it the narrow strip would cut the score off.
    """
    entered = log_entry(after.game, entry)
    event = entered.event
    if isinstance(event, RouteClaimed):
        event = replace(event, doubled=None)
    score = format_number(after.game.states[entry + 1].players[event.player].score)
    said = phrase("Entered. Your score: {score}", score=score)
    name = _with_points(describe_event(after.board, event), entered.points)
    points = [untranslated(entered.points)] if entered.points else []
    return {
        "outcome": "entered",
        "text": _joined([name, said]),
        "entered": _joined([*points, said]),
    }


def city_view(snapshot: Snapshot, city: str, player: str) -> Json:
    """Whether a player can build a station in a city."""
    state = snapshot.state
    reason = why_not_station(state, player, city)
    return {
        "title": snapshot.board.places[city].display_name,
        "reason": reason or "",
        "button": station_offer(state, player),
    }


def rules_view(snapshot: Snapshot) -> Json:
    """Rules at a glance."""
    return {
        "title": phrase("Rules at a glance"),
        "parts": [
            {
                "title": section.title,
                "lines": section.lines,
                "columns": section.columns,
            }
            for section in rules_summary(snapshot.game.state)
        ],
    }


def route_view(snapshot: Snapshot, route: Route, viewer: str, can_enter: bool) -> Json:
    """A route: its tracks, who has them, and what it would score for the viewer.

    A viewer who can enter gets the choices of a claim.
    """
    state = snapshot.state
    claims = state.claims_of(route)
    tracks: list[Json] = []
    for track in range(len(route.tracks)):
        if track in claims:
            tracks.append(_claimed_track(state, *claims[track]))
            continue
        view = _free_track(state, route, track, viewer, can_enter)
        # Of equal free tracks one is enough.
        if all(view != {**each, "track": track} for each in tracks):
            tracks.append(view)
    return {
        "canEnter": can_enter,
        "trains": state.players[viewer].trains,
        "title": snapshot.board.route_title(route),
        "status": status(state, viewer, route),
        "tracks": tracks,
    }


def _claimed_track(state: GameState, name: str, claim: Claim) -> Json:
    return {
        "owner": name,
        "color": claim.route.tracks[claim.track],
        "facts": claim_facts(state.setup.board, claim),
        "points": format_signed(claim.points),
    }


def _free_track(state: GameState, route: Route, track: int, viewer: str, can_enter: bool) -> Json:
    board = state.setup.board
    reason = why_not_claim(state, viewer, route, track)
    view: Json = {
        "track": track,
        "name": track_name(route, track),
        "color": route.tracks[track],
        "trainsAfter": state.players[viewer].trains - route.trains(track),
        "terrain": board.terrain.type_of(route.tracks[track]).id if board.terrain else "",
        "facts": track_facts(board, route, track),
        "points": format_signed(claim_points(board, route, track)),
        "reminders": reminders(board, route, track),
        "reason": reason or "",
    }
    offer = None if reason else doubling_offer(state, viewer, route, track)
    obstacle = doubling_obstacle(offer) if offer else None
    ways: Json = {
        "obstacle": obstacle or "",
        "options": [
            {
                "points": format_signed(choice.points),
                "title": choice.title,
                "detail": choice.detail or "",
                "double": doubling_to_json(choice.doubled),
                "spent": choice.doubled.terrain if choice.doubled else 0,
            }
            for choice in (() if reason else claim_choices(state, route, track, offer))
        ],
    }
    if can_enter:
        return view | ways
    if offer is not None:
        # Translators: a heading above the ways in which a player could double a route.
        title = phrase("If {player} doubles it now", player=viewer)
        # The first choice is the plain claim.
        view["doubling"] = {**ways, "title": title, "options": ways["options"][1:]}
    return view


def _joined(texts: Iterable[Phrase]) -> Phrase:
    return reduce(lambda one, other: Phrase("{one} · {other}", {"one": one, "other": other}), texts)


def _with_count(name: Phrase, count: int) -> Phrase:
    return Phrase("{name}: {count}", {"name": name, "count": count})


def _with_note(text: Phrase, note: Phrase) -> Phrase:
    return Phrase("{text} ({note})", {"text": text, "note": note})


MOST_TICKETS = 25
"""Tickets that a player can list and hand in."""


def ending_view(snapshot: Snapshot | None, seat: str | None) -> Json:
    """What the guest in a seat can do and see at the end of the game.

    Nothing depends on the tickets of the players before the result is shown.
    """
    if snapshot is None:
        return {"game": ""}
    hand_in = snapshot.hand_ins.get(seat or "")
    view = {
        "game": snapshot.saved.id,
        "canHandIn": snapshot.can_hand_in,
        "notice": _why_no_hand_in(snapshot),
        "mostTickets": MOST_TICKETS,
        "result": snapshot.is_result_shown,
        "receipt": hand_in.receipt if hand_in else "",
    }
    if snapshot.is_result_shown and seat in snapshot.setup.names:
        ids = {card.pairs: id for id, card in printed_cards(snapshot.board).items()}
        tickets = snapshot.game.state.players[seat].tickets
        view["held"] = [ids[card.pairs] for card in tickets if card.pairs in ids]
    return view


def _why_no_hand_in(snapshot: Snapshot) -> Phrase:
    if snapshot.is_result_shown:
        return phrase("The result is out: tickets can no longer be handed in.")
    if snapshot.is_finished or snapshot.ending.stage == "revealing":
        return phrase("Tickets can no longer be handed in.")
    return phrase("Possible once the score keeper collects the tickets")


def search_view(board: Board, letters: str) -> list[Json]:
    """The printed cards that match the typed letters, the best match first."""
    cards = printed_cards(board)
    ids = {card.pairs: id for id, card in cards.items()}
    found = suggest_tickets(board, tuple(cards.values()), {}, letters)
    return [
        {
            "id": ids[each.ticket.pairs],
            "points": _value(each.ticket),
            "names": [
                [name, "".join("01"[bold] for bold in matched_letters(name, letters))]
                for name in board.ticket_names(each.ticket)
            ],
        }
        for each in found
        if each.is_known
    ]


def hand_view(state: GameState, name: str, tickets: Sequence[Ticket]) -> Json:
    """What each ticket of a hand lacks, and what the hand is worth at the moment.

    Nothing depends on the tickets of the other players.
    """
    player = replace(state.players[name], tickets=tuple(tickets))
    results, stations = ticket_results(state, player)
    # The longest route does not matter for tickets.
    tally = PlayerTally(name, player.claims, results, stations, Walk((), (), 0), player.trains)
    points = sum(result.points for result in results)
    return {
        "tickets": [_ticket(state, tally, result) for result in results],
        "summary": completed_tickets(tally) if results else "",
        "total": format_signed(points) if points else format_number(0),
        "notice": phrase("Worth in the final tally")
        if state.is_over
        else phrase("If the game ended now"),
    }


def _ticket(state: GameState, tally: PlayerTally, result: TicketResult) -> Json:
    board = state.setup.board
    details = list(borrowed_routes(board, tally, result))
    if result.completed:
        # No line begins with the dot.
        walk = "\N{NO-BREAK SPACE}· ".join(stops(board, result))
    else:
        walk = ""
        details.insert(0, shortfall(board, tally, result))
    return {
        "title": board.ticket_title(result.ticket),
        "points": format_signed(result.points),
        "completed": result.completed,
        "spaces": result.walk.length if result.walk else 0,
        "missing": result.missing,
        "walk": walk,
        "details": details,
        "highlight": highlight_view(board, ticket_highlight(state, tally, result)),
    }


def highlight_view(board: Board, highlight: Highlight) -> Json:
    """The ids of the tracks and the numbers of the places to emphasise on the board."""
    numbers = {place: number for number, place in enumerate(board.places)}
    tracks = dict.fromkeys((*highlight.tracks, *highlight.trail))
    return {
        "tracks": [f"{route}/{track}" for route, track in tracks],
        "places": [numbers[place] for place in highlight.places],
    }


def _value(ticket: Ticket) -> str:
    """The value of a card; several ends have their values in the title."""
    return "" if ticket.other_ends else format_number(ticket.points)


def result_view(snapshot: Snapshot, viewer: str | None, catalog: Catalog) -> Json:
    """The result of a game; the explanations are asked for one by one."""
    tally = snapshot.tally
    outcome = headline(tally, winner_lacks(snapshot.game.state), viewer)
    table = score_table(snapshot.game.state, tally)
    columns = list(zip(*([cell.points for cell in row.cells] for row in table.rows), strict=True))
    below = max(sum(-each for each in column if each < 0) for column in columns)
    height = below + max(sum(each for each in column if each > 0) for column in columns) or 1
    return {
        "title": outcome.title,
        "why": outcome.why,
        "score": "" if outcome.score is None else format_number(outcome.score),
        "winners": outcome.winners,
        "players": [player.name for player in table.players],
        "rows": [_row(row, height) for row in (*table.rows, table.total)],
        # Below the base line of the columns, as a share of their height.
        "below": below / height,
        "message": result_message(snapshot.saved, tally, catalog),
    }


def _row(row: ScoreTableRow, column_height: int) -> Json:
    return {
        "part": row.part,
        "title": row.title,
        "pattern": row.pattern,
        "cells": [
            {
                "points": row.text(cell),
                "share": round(cell.points / column_height, 4),
                "caption": cell.caption or "",
            }
            for cell in row.cells
        ],
    }


def explanation_view(snapshot: Snapshot, part: str, player: str) -> Json:
    """The reason for a number of the score table."""
    explanation = explain(snapshot.game.state, snapshot.tally, part, player)
    return {
        "title": explanation.title,
        "summary": explanation.summary,
        "highlight": highlight_view(snapshot.board, explanation.highlight),
        "rows": [_explanation_row(snapshot.board, row) for row in explanation.rows],
    }


def _explanation_row(board: Board, row: ExplanationRow) -> Json:
    return {
        "title": row.title,
        "detail": row.detail or "",
        "points": row.points,
        "tone": row.tone,
        "part": row.part,
        "highlight": highlight_view(board, row.highlight),
    }


class GuestViews:
    """Views of the table and its board; one thread at a time makes them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shown: GuestBoard | None = None
        self._made = lru_cache(maxsize=64)(self._make_table)

    def picture(self, snapshot: Snapshot) -> Json:
        """The parts of the board that do not change."""
        with self._lock:
            return self._board(snapshot).picture()

    def table(self, now: Publication, before: Publication | None, board: str, zoom: int) -> Json:
        """The game; with the board that the page shows, also the tracks that changed."""
        with self._lock:
            return self._made(now, before, board, zoom)

    def _make_table(
        self, now: Publication, before: Publication | None, board: str, zoom: int
    ) -> Json:
        if now.snapshot is None:
            return {"board": "", "table": None}
        shown = self._board(now.snapshot)
        view: Json = {
            "board": shown.id,
            "table": table_view(now.snapshot, now.guests),
        }
        if board == shown.id:
            state = now.snapshot.state
            known = before.snapshot if before else None
            # The page knows owners by their places in the turn order.
            old = known.state if known and _same_players(known, now.snapshot) else None
            view.update(shown.changes(state, old))
            names = shown.names(state, zoom)
            if old is None or names != shown.names(old, zoom):
                view["names"] = names
        return view

    def names(self, snapshot: Snapshot, zoom: int) -> list[list[object]]:
        """The names that have room at a zoom step."""
        with self._lock:
            return self._board(snapshot).names(snapshot.state, zoom)

    def _board(self, snapshot: Snapshot) -> GuestBoard:
        if self._shown is None or self._shown.board is not snapshot.board:
            self._shown = GuestBoard(snapshot.board, secrets.token_hex(4))
        return self._shown


def _same_players(one: Snapshot, other: Snapshot) -> bool:
    return one.board is other.board and one.setup.players == other.setup.players
