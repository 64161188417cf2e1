"""The WSGI app for guests: checks each request and answers with page files, texts and JSON."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from hmac import compare_digest
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl

from companion.bundled import bundled
from companion.drawing.palette import DARK, LIGHT, Palette
from companion.drawing.svg import hex_color
from companion.report.translation import FALLBACKS, LANGUAGES, catalog
from companion.rules.errors import Refused
from companion.rules.wording import Catalog, Phrase, phrase
from companion.table.edits import printed_cards
from companion.web.publications import Publication, Publications
from companion.web.views import (
    MOST_TICKETS,
    GuestViews,
    explanation_view,
    hand_view,
    held_cards,
    player_view,
    result_view,
    route_view,
    search_view,
)

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Ticket
    from companion.table.session import GameSession
    from companion.table.snapshot import Snapshot


@lru_cache
def color_sheet() -> bytes:
    """CSS variables such as `--text-muted`, for the light and the dark theme."""
    light, dark = _variables(LIGHT), _variables(DARK)
    sheet = f":root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    return sheet.encode("ascii")


def _variables(palette: Palette) -> str:
    return "".join(
        f"--{name.replace('_', '-')}:{hex_color(color)};" for name, color in asdict(palette).items()
    )


TEXTS: Mapping[str, Phrase] = {
    "who": phrase("Who are you?"),
    "watch": phrase("Watch only"),
    "watching": phrase("Watching"),
    # Translators: a seat that another guest has.
    "taken": phrase("taken"),
    "seat": phrase("You are {player}.", player="{player}"),
    "otherSeat": phrase("To change seats, ask the keeper to remove you under Other phones."),
    "seatTaken": phrase("Somebody else has this seat. The keeper can free it."),
    "removed": phrase("The keeper freed your seat. Please choose again."),
    "asleep": phrase("The keeper’s phone is asleep. Trying again…"),
    "lost": phrase("No connection to the keeper’s phone. Trying again…"),
    "scanAgain": phrase("Use the same Wi-Fi. If the keeper shows a new code, scan it."),
    "off": phrase("The keeper’s phone stopped sharing."),
    "noGame": phrase("The keeper has no game open."),
    "language": phrase("Language"),
    # Translators: beside a player's name: this is your row.
    "you": phrase("you"),
    # Translators: beside a player's name: it is this player's turn.
    "toMove": phrase("to move"),
    "close": phrase("Close"),
    "zoomIn": phrase("Zoom in"),
    "zoomOut": phrase("Zoom out"),
    "wholeBoard": phrase("Show the whole board"),
    "board": phrase("Board"),
    "boardHelp": phrase("Arrow keys choose a route, Enter opens it."),
    "scores": phrase("Scores"),
    "lastEntry": phrase("Last entry"),
    # Translators: a route nobody has claimed.
    "free": phrase("free"),
    # Translators: a free track that cannot be claimed because the other track is taken.
    "closed": phrase("closed"),
    "longest": phrase("Longest route"),
    "leads": phrase("nobody has more"),
    "chooseSeat": phrase("Choose a seat"),
    # Translators: names the three tabs of the page for screen readers.
    "pages": phrase("Pages"),
    # Translators: the tab with the board and the scores.
    "table": phrase("Table"),
    "myTickets": phrase("My tickets"),
    "result": phrase("Result"),
    "ifOver": phrase("If the game ended now"),
    "onlyHere": phrase("Only on this phone until you hand them in"),
    "seatForTickets": phrase("Choose a seat to note your tickets."),
    "addTicket": phrase("Add a ticket: letters of both ends"),
    "noTicket": phrase("No matching ticket."),
    "remove": phrase("Remove"),
    "handIn": phrase("Hand in my tickets"),
    "opensLater": phrase("Opens when the keeper collects the tickets"),
    "handedIn": phrase("Handed in. The score keeper has your tickets."),
    "changed": phrase("You have changed your tickets since you handed them in."),
    "mostTickets": phrase("At most {count} tickets", count=MOST_TICKETS),
    # Translators: below a ticket of the guest, beside the result.
    "counted": phrase("Counted."),
    # Translators: below a ticket of the guest that is not in the result.
    "notCounted": phrase("Did not count."),
    "again": phrase("Please try again."),
    "share": phrase("Text to share"),
}


def preferred_language(accept_language: str) -> str:
    """The language of the app that a browser prefers."""
    wishes = []
    for position, part in enumerate(accept_language.split(",")[:20]):
        code, _, weight = part.partition(";")
        try:
            quality = float(weight.partition("=")[2] or 1)
        except ValueError:
            quality = 0.0
        wishes.append((-quality, position, code.strip().lower().partition("-")[0]))
    for _, _, code in sorted(wishes):
        known = FALLBACKS.get(code, code)
        if known in LANGUAGES:
            return known
    return "en"


ALLOWED = 20
"""Wrong tokens of a client within `PERIOD`, after which it is refused."""
PERIOD = 60.0
"""Seconds."""
_MAX_CLIENTS = 1000


class WrongTokens:
    """The times of recent wrong tokens by client address; thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def add(self, client: str) -> None:
        """Count a wrong token."""
        now = time.monotonic()
        with self._lock:
            times = [*self._recent(client, now), now][-ALLOWED:]
            self._times[client] = times
            self._times.move_to_end(client)
            if len(self._times) > _MAX_CLIENTS:
                self._times.popitem(last=False)

    def too_many(self, client: str) -> bool:
        """Whether a client is refused for now."""
        with self._lock:
            return len(self._recent(client, time.monotonic())) >= ALLOWED

    def _recent(self, client: str, now: float) -> list[float]:
        return [each for each in self._times.get(client, ()) if now - each < PERIOD]


LONGEST_WAIT = 25.0
"""Seconds after which a waiting request is answered without a change."""
_ANSWER_TIME = 10.0
"""Seconds after which the page gives up a request that should have been answered."""
MAX_BODY = 32 * 1024
"""Bytes of the body of a request."""
SEAT_HEADER = "HTTP_X_SEAT"

_HEADERS = (
    ("Referrer-Policy", "no-referrer"),
    (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)
_FILES = {
    "": ("guest.html", "text/html; charset=utf-8"),
    "guest.css": ("guest.css", "text/css; charset=utf-8"),
    "guest.js": ("guest.js", "text/javascript; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}
"""Page files in `data/web` and their types, by the path after the token."""

Environ = Mapping[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], object]
"""The arguments of a WSGI app."""


TakeSeat = Callable[[str], str]
"""Gives a guest the seat of a player and returns its secret; `Refused` if it cannot be had."""
FindSession = Callable[[str], "GameSession"]
"""The session of a game by its id; `Refused` if there is none."""
CallInUi = Callable[[Callable[[], object]], object]
"""Calls a command on the UI thread; `TimeoutError` if the app does not answer."""


class Response(NamedTuple):
    """The response to a request."""

    status: str
    body: bytes
    content_type: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


class GuestRequest(NamedTuple):
    """The parts of a request that are allowed to matter."""

    query: Mapping[str, str]
    language: str
    secret: str
    """The secret of the guest's seat, or empty."""

    def number(self, name: str) -> int:
        """A number in the query; 0 if it is missing or wrong."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0

    @property
    def catalog(self) -> Catalog:
        """The translations of the guest's language."""
        return catalog(self.language)


NOT_FOUND = Response("404 Not Found", b"Not found\n")
BAD_REQUEST = Response("400 Bad Request", b"Bad request\n")


def json_response(value: object, status: str = "200 OK") -> Response:
    """JSON as a response."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    return Response(status, body, "application/json")


class Rejected(Exception):
    """A request is answered with an error."""

    def __init__(self, response: Response) -> None:
        self.response = response


def _conflict(reason: str) -> Rejected:
    """A request that is not carried out, for a reason that the page words."""
    return Rejected(json_response({"reason": reason}, "409 Conflict"))


class GuestApp:
    """The WSGI app; called by several threads at a time."""

    def __init__(
        self,
        token: str,
        hosts: Iterable[str],
        publications: Publications,
        take_seat: TakeSeat,
        find_session: FindSession,
        call_in_ui: CallInUi,
    ) -> None:
        self._token = token
        self._hosts = frozenset(hosts)
        self._publications = publications
        self._take_seat = take_seat
        self._find_session = find_session
        self._call_in_ui = call_in_ui
        self._views = GuestViews()
        self._wrong_tokens = WrongTokens()
        self._get: Mapping[str, Callable[[GuestRequest], Response]] = {
            "texts": self._texts,
            "board": self._board,
            "table": self._table,
            "names": self._names,
            "route": self._route,
            "player": self._player,
            "search": self._search,
            "result": self._result,
            "explanation": self._explanation,
        }
        self._post: Mapping[str, Callable[[GuestRequest, Mapping[str, Any]], Response]] = {
            "seat": self._post_seat,
            "hand": self._post_hand,
            "hand-in": self._post_hand_in,
        }

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a request."""
        try:
            answer = self._respond(environ)
        except Rejected as rejected:
            answer = rejected.response
        length = ("Content-Length", str(len(answer.body)))
        headers = [("Content-Type", answer.content_type), length, *_HEADERS, *answer.headers]
        start_response(answer.status, headers)
        return (answer.body,)

    def _respond(self, environ: Environ) -> Response:
        client = environ.get("REMOTE_ADDR", "")
        if environ.get("HTTP_HOST", "") not in self._hosts or self._wrong_tokens.too_many(client):
            return NOT_FOUND
        token, slash, path = environ.get("PATH_INFO", "").removeprefix("/").partition("/")
        if not compare_digest(token.encode("utf-8", "replace"), self._token.encode("ascii")):
            self._wrong_tokens.add(client)
            return NOT_FOUND
        method = environ.get("REQUEST_METHOD", "")
        if method == "POST" and path in self._post:
            return self._post[path](_asked(environ), _posted(environ))
        if method != "GET":
            return NOT_FOUND
        if not slash:
            # The page names its files relative to the token.
            return Response("308 Permanent Redirect", b"", headers=(("Location", f"/{token}/"),))
        if path == "colors.css":
            return Response("200 OK", color_sheet(), "text/css; charset=utf-8")
        if path in _FILES:
            name, content_type = _FILES[path]
            return Response("200 OK", bundled(f"data/web/{name}").read_bytes(), content_type)
        answer = self._get.get(path)
        return answer(_asked(environ)) if answer else NOT_FOUND

    # Reading

    def _texts(self, asked: GuestRequest) -> Response:
        return json_response(
            {
                "language": asked.language,
                "languages": LANGUAGES,
                "texts": {name: text.render(asked.catalog) for name, text in TEXTS.items()},
                "pollTimeout": 1000 * (LONGEST_WAIT + _ANSWER_TIME),
            }
        )

    def _board(self, asked: GuestRequest) -> Response:
        snapshot = self._publications.current.snapshot
        if snapshot is None:
            return json_response({"id": ""})
        return json_response(self._views.picture(snapshot, asked.language))

    def _table(self, asked: GuestRequest) -> Response:
        """The game, as soon as it differs from the version that the page has."""
        since = asked.query.get("since", "")
        now = self._publications.wait_for_change(since, LONGEST_WAIT)
        if self._publications.stopped:
            return json_response({"off": True})
        seat = _seat_of(now.seats, asked.secret)
        if now.version == since:
            return json_response({"version": since, "seat": seat})
        before = self._publications.find(since)
        view = self._views.table(
            now, before, asked.query.get("board", ""), asked.language, asked.number("zoom")
        )
        ending = _ending_of(now, seat)
        return json_response({**view, "version": now.version, "seat": seat, "ending": ending})

    def _names(self, asked: GuestRequest) -> Response:
        snapshot = self._publications.current.snapshot
        names = self._views.names(snapshot, asked.number("zoom")) if snapshot else []
        return json_response({"names": names})

    def _route(self, asked: GuestRequest) -> Response:
        now, id = self._publications.current, asked.query.get("id", "")
        if now.snapshot is None or id not in now.snapshot.board.routes:
            return NOT_FOUND
        snapshot, seat = now.snapshot, _seat_of(now.seats, asked.secret)
        viewer = seat if seat and seat in snapshot.state.players else snapshot.player
        return json_response(route_view(snapshot, snapshot.board.routes[id], viewer, asked.catalog))

    def _player(self, asked: GuestRequest) -> Response:
        snapshot, name = self._publications.current.snapshot, asked.query.get("name", "")
        if snapshot is None or name not in snapshot.state.players:
            return NOT_FOUND
        return json_response(player_view(snapshot, name, asked.catalog))

    # Tickets and result

    def _search(self, asked: GuestRequest) -> Response:
        snapshot, letters = self._publications.current.snapshot, asked.query.get("letters", "")
        found = search_view(snapshot.board, letters[:100]) if snapshot else []
        return json_response({"cards": found})

    def _post_hand(self, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        """Evaluate the tickets of a guest, without keeping them."""
        snapshot, seat = self._seated(asked)
        tickets = tuple(card for _, card in _cards(snapshot.board, posted.get("tickets")))
        return json_response(hand_view(snapshot.state, seat, tickets, asked.catalog))

    def _post_hand_in(self, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        """Pass the tickets of a guest on to the keeper's app."""
        snapshot, seat = self._seated(asked)
        cards, last = _cards(snapshot.board, posted.get("tickets")), posted.get("last")
        if not cards or not isinstance(last, str):
            return BAD_REQUEST
        ids, game = tuple(id for id, _ in cards), snapshot.saved.id
        if posted.get("game") != game:
            raise _conflict("outdated")

        def hand_in() -> dict[str, str]:
            answer = self._find_session(game).hand_in(seat, last, ids)
            if answer.refusal is not None:
                raise Refused(answer.refusal)
            assert answer.after is not None
            return {"receipt": answer.after.hand_ins[seat].receipt}

        return self._command(asked, hand_in)

    def _seated(self, asked: GuestRequest) -> tuple[Snapshot, str]:
        """The game and the guest's player in it; `Rejected` without a seat."""
        now = self._publications.current
        seat = _seat_of(now.seats, asked.secret)
        if now.snapshot is None or seat is None or seat not in now.snapshot.state.players:
            raise _conflict("seat")
        return now.snapshot, seat

    def _result(self, asked: GuestRequest) -> Response:
        return json_response(result_view(self._with_result(), asked.catalog))

    def _explanation(self, asked: GuestRequest) -> Response:
        part, player = asked.query.get("part", ""), asked.query.get("player", "")
        view = explanation_view(self._with_result(), part, player, asked.catalog)
        return NOT_FOUND if view is None else json_response(view)

    def _with_result(self) -> Snapshot:
        """The game, if guests see its result; otherwise `Rejected`."""
        snapshot = self._publications.current.snapshot
        if snapshot is None or not snapshot.is_result_shown:
            raise Rejected(NOT_FOUND)
        return snapshot

    # Taking a seat

    def _post_seat(self, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        player = posted.get("player")
        if not isinstance(player, str):
            return BAD_REQUEST
        now = self._publications.current
        if now.snapshot is None or player not in now.snapshot.state.players:
            raise _conflict("unknown")
        if player in now.seats:
            raise _conflict("taken")
        return self._command(asked, lambda: {"secret": self._take_seat(player)})

    def _command(self, asked: GuestRequest, command: Callable[[], object]) -> Response:
        """The result of a command in the keeper's app, or why it was not carried out."""
        try:
            return json_response(self._call_in_ui(command))
        except TimeoutError:
            return json_response({"reason": "asleep"}, "503 Service Unavailable")
        except Refused as refusal:
            text = refusal.phrase.render(asked.catalog)
            return json_response({"reason": "refused", "text": text}, "409 Conflict")


def _cards(board: Board, ids: object) -> list[tuple[str, Ticket]]:
    """The printed cards with these ids; `Rejected` if a list is not possible with this board."""
    printed = printed_cards(board)
    if (
        not isinstance(ids, list)
        or len(ids) > MOST_TICKETS
        or not all(isinstance(id, str) and id in printed for id in ids)
        or any(ids.count(id) > board.copies(printed[id]) for id in ids)
    ):
        raise Rejected(BAD_REQUEST)
    return [(id, printed[id]) for id in ids]


def _ending_of(now: Publication, seat: str | None) -> dict[str, Any]:
    """What the guest in a seat can do and see at the end of the game.

    Nothing depends on the tickets of the players before the result is shown.
    """
    snapshot = now.snapshot
    if snapshot is None:
        return {"game": ""}
    hand_in = snapshot.hand_ins.get(seat or "")
    view = {
        "game": snapshot.saved.id,
        "canHandIn": snapshot.can_hand_in,
        "mostTickets": MOST_TICKETS,
        "result": snapshot.is_result_shown,
        "receipt": hand_in.receipt if hand_in else "",
    }
    if snapshot.is_result_shown and seat in snapshot.setup.names:
        view["held"] = held_cards(snapshot.game.state, seat)
    return view


def _asked(environ: Environ) -> GuestRequest:
    query = dict(parse_qsl(environ.get("QUERY_STRING", "")[:2000], max_num_fields=None))
    language = query.get("lang", "")
    if language not in LANGUAGES:
        language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return GuestRequest(query, language, environ.get(SEAT_HEADER, ""))


def _posted(environ: Environ) -> dict[str, Any]:
    """The JSON object that our own page posted; `Rejected` if the request is not allowed."""
    origin = f"http://{environ.get('HTTP_HOST', '')}"
    content_type = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if environ.get("HTTP_ORIGIN") != origin or content_type != "application/json":
        raise Rejected(BAD_REQUEST)
    body = environ["wsgi.input"].read(MAX_BODY + 1)
    value = None
    if len(body) <= MAX_BODY:
        with suppress(ValueError, RecursionError):
            value = json.loads(body)
    if not isinstance(value, dict):
        raise Rejected(BAD_REQUEST)
    return value


def _seat_of(seats: Mapping[str, str], secret: str) -> str | None:
    """The player whose seat has a secret; None if no seat has it."""
    asked = secret.encode("utf-8", "replace")
    found = [name for name, each in seats.items() if compare_digest(each.encode("ascii"), asked)]
    return found[0] if found else None
