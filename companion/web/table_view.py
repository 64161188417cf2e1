"""The game as JSON for the guests' page: header, scores, last entry, a player, a route."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.drawing.palette import DARK, LIGHT, player_line, player_on_card
from companion.drawing.themed_svg import css_color, player_marker
from companion.report import route_facts
from companion.report.game_status import banner_text, turn_summary
from companion.report.log_entries import log_entry
from companion.report.longest_route_holders import longest_route_holders
from companion.report.player_facts import pieces_left, player_entries
from companion.rules.board import Route
from companion.rules.claims import why_not_claim
from companion.rules.doubling import claim_points, doubling_offer
from companion.rules.events import TicketsTaken
from companion.rules.state import Claim, GameState
from companion.rules.terrain import terrain_leaders
from companion.rules.turns import has_turn
from companion.rules.wording import (
    Catalog,
    Phrase,
    format_number,
    format_signed,
    phrase,
    points_phrase,
    translatable,
)
from companion.table.snapshot import Snapshot

Json = dict[str, Any]


def table_view(snapshot: Snapshot, catalog: Catalog) -> Json:
    """Header, players and last entry."""
    state = snapshot.state
    banner = banner_text(snapshot)
    return {
        "title": snapshot.board.display_name.render(catalog),
        "status": turn_summary(snapshot).render(catalog),
        "banner": banner.render(catalog) if banner else "",
        "players": [_player_row(snapshot, name, catalog) for name in state.players],
        "last": _last_entry(snapshot, catalog),
    }


def _player_row(snapshot: Snapshot, name: str, catalog: Catalog) -> Json:
    state = snapshot.state
    player, leaders, longest = (
        state.players[name],
        terrain_leaders(state),
        longest_route_holders(state),
    )
    terrain = state.setup.terrain
    return {
        "name": name,
        **_marker(state, name),
        "score": format_number(player.score),
        "pieces": _joined(pieces_left(state, name), catalog),
        "terrain": [
            {
                "id": kind.id,
                "name": translatable(kind.name).render(catalog),
                "count": player.terrain[kind.id],
                "leads": name in leaders[kind.id],
            }
            for kind in (terrain.types if terrain else ())
        ],
        "longest": longest.length if longest and name in longest.players else 0,
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


def _last_entry(snapshot: Snapshot, catalog: Catalog) -> Json | None:
    """The last entry of the log that guests may see."""
    game = snapshot.game
    for index in reversed(range(len(game.events))):
        if not isinstance(game.events[index], TicketsTaken):
            entry = log_entry(game, index)
            return {
                "text": entry.description.render(catalog),
                "points": entry.points,
                "player": entry.event.player,
            }
    return None


def player_view(snapshot: Snapshot, name: str, catalog: Catalog) -> Json:
    """A player's routes, stations and points."""
    state = snapshot.state
    score = points_phrase(state.players[name].score)
    return {
        "title": phrase("{player}: {points}", player=name, points=score).render(catalog),
        "summary": _joined(pieces_left(state, name), catalog),
        "entries": [
            {
                "title": entry.title.render(catalog),
                "detail": entry.detail.render(catalog) if entry.detail else "",
                "points": entry.points,
                "tracks": [
                    f"{route}/{track}"
                    for route, track in (*entry.highlight.tracks, *entry.highlight.trail)
                ],
            }
            for entry in player_entries(snapshot.game, state, name)
        ],
        "empty": phrase("No routes claimed yet.").render(catalog),
    }


def route_view(snapshot: Snapshot, route: Route, viewer: str, catalog: Catalog) -> Json:
    """A route: its tracks, who has them, and what it would score for the viewer."""
    state = snapshot.state
    claims = {
        claim.track: (name, claim)
        for name, player in state.players.items()
        for claim in player.claims
        if claim.route.id == route.id
    }
    tracks: list[Json] = []
    for track in range(len(route.tracks)):
        if track in claims:
            tracks.append(_claimed_track(state, *claims[track], catalog))
            continue
        view = _free_track(state, route, track, viewer, catalog)
        # Of equal free tracks one is enough.
        if view not in tracks:
            tracks.append(view)
    return {
        "title": snapshot.board.route_title(route).render(catalog),
        "status": route_facts.status(state, viewer, route).render(catalog),
        "tracks": tracks,
    }


def _claimed_track(state: GameState, name: str, claim: Claim, catalog: Catalog) -> Json:
    facts = route_facts.claim_facts(state.setup.board, claim)
    return {
        "owner": name,
        "color": claim.route.tracks[claim.track],
        "facts": facts.render(catalog),
        "points": format_signed(claim.points),
    }


def _free_track(state: GameState, route: Route, track: int, viewer: str, catalog: Catalog) -> Json:
    board = state.setup.board
    reason = why_not_claim(state, viewer, route, track)
    view: Json = {
        "color": route.tracks[track],
        "facts": route_facts.track_facts(board, route, track).render(catalog),
        "points": format_signed(claim_points(board, route, track)),
        "notes": [note.render(catalog) for note in route_facts.reminders(board, route, track)],
        "reason": reason.render(catalog) if reason else "",
    }
    offer = None if reason else doubling_offer(state, viewer, route, track)
    if offer is not None:
        view["doubling"] = {
            # Translators: a heading above the ways in which a player could double a route.
            "title": phrase("If {player} doubles it now", player=viewer).render(catalog),
            "options": [
                {
                    "points": format_signed(option.points),
                    "title": option.title.render(catalog),
                    "detail": phrase(
                        "{reason}. {cost}", reason=option.reason, cost=option.cost
                    ).render(catalog),
                }
                for option in offer.options
            ],
            "obstacle": offer.obstacle.render(catalog) if offer.obstacle else "",
        }
    return view


def _joined(texts: Iterable[Phrase], catalog: Catalog) -> str:
    return " · ".join(text.render(catalog) for text in texts)
