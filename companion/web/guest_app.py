"""The WSGI app for guests: checks each request and answers with page files, texts and JSON."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from hmac import compare_digest
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl

from companion.bundled import bundled
from companion.drawing.palette import DARK, LIGHT, Palette
from companion.drawing.svg import hex_color
from companion.report.translation import FALLBACKS, LANGUAGES, catalog
from companion.rules.errors import Malformed, Refused
from companion.rules.events import Event, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.json_reader import JsonObject
from companion.rules.record import is_phone_id, read_event
from companion.rules.wording import Catalog, Phrase, phrase
from companion.table.edits import printed_cards
from companion.web.publications import Publication, Publications
from companion.web.views import (
    MOST_TICKETS,
    GuestViews,
    city_view,
    entered_view,
    explanation_view,
    hand_view,
    held_cards,
    own_view,
    player_view,
    result_view,
    route_view,
    rules_view,
    search_view,
    why_no_entries,
)

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Ticket
    from companion.table.session import GameSession
    from companion.table.snapshot import Answer, Snapshot


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
    # Translators: a player as whom another phone has joined.
    "taken": phrase("taken"),
    # Translators: beside the name of the player whom the score keeper plays.
    "keeper": phrase("score keeper"),
    "keeperPlays": phrase("The score keeper plays as this player."),
    "seat": phrase("You are {player}.", player="{player}"),
    "otherSeat": phrase(
        "To join as another player, ask the score keeper to remove this phone under Other phones."
    ),
    "seatTaken": phrase(
        "Another phone has joined as this player. The score keeper can remove it under "
        "Other phones."
    ),
    "removed": phrase("The score keeper removed this phone. Please choose your player again."),
    "newGame": phrase("A new game has started. Please choose your player."),
    "asleep": phrase("The score keeper’s phone is asleep. Trying again…"),
    "lost": phrase("No connection to the score keeper’s phone. Trying again…"),
    "scanAgain": phrase(
        "Use the same Wi-Fi as the score keeper’s phone. If there is a new code, scan it."
    ),
    "off": phrase("The score keeper’s phone stopped sharing."),
    "noGame": phrase("The score keeper has no game open."),
    "language": phrase("Language"),
    # Translators: below a QR code on a television: scan it to join the game.
    "join": phrase("Join"),
    # Translators: a button on a television: shows or hides the QR code.
    "code": phrase("Code to join"),
    # Translators: a button that shows the pages for phones on a large screen.
    "phoneLayout": phrase("Layout for phones"),
    # Translators: a button that shows the large layout for a television.
    "tvLayout": phrase("Layout for a television"),
    # Translators: beside a player's name: this is your row.
    "you": phrase("you"),
    # Translators: beside a player's name: it is this player's turn.
    "toMove": phrase("their turn"),
    # Translators: beside the name of the player who looks at the page.
    "yourTurn": phrase("your turn"),
    # Translators: a button: claims the route for this many points.
    "claim": phrase("Claim {points}", points="{points}"),
    # Translators: the choice between the tracks of a double route, for screen readers.
    "track": phrase("Track"),
    "sending": phrase("Sending…"),
    "already": phrase("Already entered."),
    "notEntered": phrase("Not entered. Please check."),
    # Translators: a button: removes the player's own last entry.
    "takeBack": phrase("Take back"),
    "takenBack": phrase("Taken back."),
    # Translators: below a button: so many taps have not been sent yet.
    "waiting": phrase("{count} waiting", count="{count}"),
    "rules": phrase("Rules at a glance"),
    "close": phrase("Close"),
    "zoomIn": phrase("Zoom in"),
    "zoomOut": phrase("Zoom out"),
    "wholeBoard": phrase("Show the whole board"),
    "board": phrase("Board"),
    "boardHelp": phrase("Arrow keys choose a route, Enter opens it."),
    "scores": phrase("Scores"),
    "lastEntry": phrase("Last entry"),
    "chooseSeat": phrase("Choose your player"),
    # Translators: names the three tabs of the page for screen readers.
    "pages": phrase("Pages"),
    # Translators: the tab with the board and the scores.
    "table": phrase("Table"),
    "myTickets": phrase("My tickets"),
    "result": phrase("Result"),
    "ifOver": phrase("If the game ended now"),
    "inFinal": phrase("Worth in the final tally"),
    "onlyHere": phrase("Nobody sees them until you hand them in"),
    "seatForTickets": phrase("Choose your player to note your tickets."),
    "addTicket": phrase("Add a ticket: part of one or both names"),
    "firstAdd": phrase("Add your tickets first."),
    "noTicket": phrase("No matching ticket."),
    "remove": phrase("Remove"),
    "handIn": phrase("Hand in my tickets"),
    "opensLater": phrase("Possible once the score keeper collects the tickets"),
    "collecting": phrase("The score keeper collects the tickets now."),
    "tooLate": phrase("Tickets can no longer be handed in."),
    "resultOut": phrase("The result is out: tickets can no longer be handed in."),
    "handedIn": phrase("Handed in. The score keeper has your tickets."),
    "changed": phrase("You have changed your tickets since you handed them in."),
    "mostTickets": phrase("At most {count} tickets", count=MOST_TICKETS),
    # Translators: below a ticket of the guest, beside the result.
    "counted": phrase("Counted."),
    # Translators: below a ticket of the guest that is not in the result.
    "notCounted": phrase("Did not count."),
    "again": phrase("Please try again."),
    "share": phrase("Text to share"),
    "copy": phrase("Copy the text"),
    "copied": phrase("Copied."),
    "copyByHand": phrase("The text is selected. Copy it now."),
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


WRONG_TOKENS, WRONG_TOKENS_PERIOD = 20, 60.0
"""How many wrong tokens a client may send within so many seconds."""
ENTRIES, ENTRIES_PERIOD = 5, 1.0
"""How many entries a guest may send within so many seconds."""
_MAX_CLIENTS = 1000


class RateLimit:
    """The times of recent requests by client; thread-safe."""

    def __init__(self, most: int, period: float) -> None:
        self._most, self._period = most, period
        self._lock = Lock()
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def add(self, client: str) -> bool:
        """Count a request; False if there were too many already."""
        now = monotonic()
        with self._lock:
            recent = self._recent(client, now)
            self._times[client] = [*recent, now][: self._most]
            self._times.move_to_end(client)
            if len(self._times) > _MAX_CLIENTS:
                self._times.popitem(last=False)
            return len(recent) < self._most

    def is_reached(self, client: str) -> bool:
        """Whether a client is refused for now."""
        with self._lock:
            return len(self._recent(client, monotonic())) >= self._most

    def _recent(self, client: str, now: float) -> list[float]:
        return [each for each in self._times.get(client, ()) if now - each < self._period]


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


NOT_FOUND = Response("404 Not Found", b"")
"""Answered with a short page that asks to check the address."""
BAD_REQUEST = Response("400 Bad Request", b"Bad request\n")


def json_response(value: object, status: str = "200 OK") -> Response:
    """JSON as a response."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    return Response(status, body, "application/json")


class Rejected(Exception):
    """A request is answered with an error."""

    def __init__(self, response: Response) -> None:
        self.response = response


_WRONG_ADDRESS = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>Railkeeper</title><p>{text}</p>\n'
)


def _wrong_address(environ: Environ) -> Response:
    """The page for every address that does not exist."""
    language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    text = phrase("Check the address on the score keeper’s phone.").render(catalog(language))
    body = _WRONG_ADDRESS.format(language=language.replace("_", "-"), text=text)
    return Response(NOT_FOUND.status, body.encode(), "text/html; charset=utf-8")


@lru_cache(maxsize=1)
def _qr_code(text: str) -> dict[str, object]:
    """The width of a QR code, and its dark modules as an SVG path."""
    import segno

    rows = segno.make_qr(text).matrix
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x in range(len(row)) if row[x]
    )
    return {"width": len(rows), "path": path}


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
        self._wrong_tokens = RateLimit(WRONG_TOKENS, WRONG_TOKENS_PERIOD)
        self._entries = RateLimit(ENTRIES, ENTRIES_PERIOD)
        self._get: Mapping[str, Callable[[GuestRequest], Response]] = {
            "texts": self._texts,
            "board": self._board,
            "table": self._table,
            "names": self._names,
            "route": self._route,
            "city": self._city,
            "rules": self._rules,
            "player": self._player,
            "search": self._search,
            "result": self._result,
            "explanation": self._explanation,
        }
        self._post: Mapping[str, Callable[[GuestRequest, Mapping[str, Any]], Response]] = {
            "seat": self._post_seat,
            "hand": self._post_hand,
            "hand-in": self._post_hand_in,
            "entry": self._post_entry,
            "take-back": self._post_take_back,
        }

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a request."""
        try:
            answer = self._respond(environ)
        except Rejected as rejected:
            answer = rejected.response
        if answer is NOT_FOUND:
            answer = _wrong_address(environ)
        length = ("Content-Length", str(len(answer.body)))
        headers = [("Content-Type", answer.content_type), length, *_HEADERS, *answer.headers]
        start_response(answer.status, headers)
        return (answer.body,)

    def _respond(self, environ: Environ) -> Response:
        client = environ.get("REMOTE_ADDR", "")
        if environ.get("HTTP_HOST", "") not in self._hosts or self._wrong_tokens.is_reached(client):
            return NOT_FOUND
        token, slash, path = environ.get("PATH_INFO", "").removeprefix("/").partition("/")
        sent = token.lower().encode("utf-8", "replace")
        if not compare_digest(sent, self._token.encode("ascii")):
            self._wrong_tokens.add(client)
            return NOT_FOUND
        method = environ.get("REQUEST_METHOD", "")
        if method == "POST" and path in self._post:
            return self._post[path](_asked(environ), _posted(environ))
        if method != "GET":
            return NOT_FOUND
        if not slash or token != self._token:
            # The page names its files relative to the token, and keeps its secret by it.
            location = f"/{self._token}/"
            return Response("308 Permanent Redirect", b"", headers=(("Location", location),))
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
                "code": _qr_code(f"http://{min(self._hosts, key=len)}/{self._token}/"),
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
        own = {"seat": seat, "run": now.run, "own": own_view(now, seat, asked.catalog)}
        before = self._publications.find(since)
        view = self._views.table(
            now, before, asked.query.get("board", ""), asked.language, asked.number("zoom")
        )
        ending = _ending_of(now, seat)
        return json_response({**view, "version": now.version, **own, "ending": ending})

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
        can_enter = viewer == seat and why_no_entries(now) is None
        route = snapshot.board.routes[id]
        return json_response(route_view(snapshot, route, viewer, can_enter, asked.catalog))

    def _city(self, asked: GuestRequest) -> Response:
        (snapshot, seat), id = self._seated(asked), asked.query.get("id", "")
        if id not in snapshot.board.places:
            return NOT_FOUND
        return json_response(city_view(snapshot, id, seat, asked.catalog))

    def _rules(self, asked: GuestRequest) -> Response:
        snapshot = self._publications.current.snapshot
        return json_response(rules_view(snapshot, asked.catalog)) if snapshot else NOT_FOUND

    def _player(self, asked: GuestRequest) -> Response:
        snapshot, name = self._publications.current.snapshot, asked.query.get("name", "")
        if snapshot is None or name not in snapshot.state.players:
            return NOT_FOUND
        return json_response(player_view(snapshot, name, asked.catalog))

    # Entries

    def _post_entry(self, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        """Enter an event of a guest, unless its id shows that it was sent before."""
        _, seat = self._seated(asked)
        id, run = posted.get("id"), posted.get("run")
        if not is_phone_id(id) or not isinstance(run, str):
            return BAD_REQUEST
        event = _event(posted.get("event"), seat)

        def enter(session: GameSession) -> object:
            state = session.phone_entry_state(id, run)
            if state == "unknown":
                text = phrase("Not entered. Please check.").render(asked.catalog)
                return {"outcome": state, "text": text}
            if state == "already":
                return {"outcome": state}
            reason = why_no_entries(self._publications.current)
            if reason is not None:
                raise Refused(reason)
            answer = session.enter_from_phone(event, id)
            after = _accepted(answer)
            assert answer.entry is not None
            return entered_view(after, answer.entry, asked.catalog)

        return self._enter(asked, posted, enter)

    def _post_take_back(self, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        """Remove the last entry, if this guest's phone made it."""
        _, seat = self._seated(asked)
        id = posted.get("id")
        if not is_phone_id(id):
            return BAD_REQUEST

        def take_back(session: GameSession) -> object:
            if not session.was_taken_back(id):
                _accepted(session.take_back(seat, id))
            return {"outcome": "taken back"}

        return self._enter(asked, posted, take_back)

    def _enter(
        self,
        asked: GuestRequest,
        posted: Mapping[str, Any],
        command: Callable[[GameSession], object],
    ) -> Response:
        """Call a command of a guest who has sent few enough, on the UI thread."""
        snapshot, seat = self._seated(asked)
        game = snapshot.saved.id
        if posted.get("game") != game:
            raise _conflict("outdated")
        if not self._entries.add(asked.secret):
            text = phrase("Too many entries at once. Please wait a second.").render(asked.catalog)
            return json_response({"reason": "often", "text": text}, "429 Too Many Requests")

        def call() -> object:
            # The phone may have been removed, or its player renamed, since the request arrived.
            if self._seated(asked)[1] != seat:
                raise _conflict("seat")
            return command(self._find_session(game))

        return self._command(asked, call)

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

        def hand_in(session: GameSession) -> object:
            after = _accepted(session.hand_in(seat, last, [id for id, _ in cards]))
            return {"receipt": after.hand_ins[seat].receipt}

        return self._enter(asked, posted, hand_in)

    def _seated(self, asked: GuestRequest) -> tuple[Snapshot, str]:
        """The game and the guest's player in it; `Rejected` without a seat."""
        now = self._publications.current
        seat = _seat_of(now.seats, asked.secret)
        if now.snapshot is None or seat is None or seat not in now.snapshot.state.players:
            raise _conflict("seat")
        return now.snapshot, seat

    def _result(self, asked: GuestRequest) -> Response:
        viewer = _seat_of(self._publications.current.seats, asked.secret)
        return json_response(result_view(self._with_result(), viewer, asked.catalog))

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
        if player == now.guests.keeper:
            raise _conflict("keeper")
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


def _accepted(answer: Answer) -> Snapshot:
    """The game after a command; `Refused` with its reason."""
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    assert answer.after is not None
    return answer.after


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
        "phase": _phase(snapshot),
        "canHandIn": snapshot.can_hand_in,
        "mostTickets": MOST_TICKETS,
        "result": snapshot.is_result_shown,
        "receipt": hand_in.receipt if hand_in else "",
    }
    if snapshot.is_result_shown and seat in snapshot.setup.names:
        view["held"] = held_cards(snapshot.game.state, seat)
    return view


def _phase(snapshot: Snapshot) -> str:
    if snapshot.is_result_shown:
        return "result"
    if snapshot.can_hand_in:
        return "collecting"
    is_closed = snapshot.is_finished or snapshot.ending.stage == "revealing"
    return "closed" if is_closed else "before"


def _event(value: object, player: str) -> Event:
    """The event that a guest enters for their player; `Rejected` if it is not one of theirs."""
    try:
        event = read_event(JsonObject(value, phrase("the entry")), player)
    except Malformed:
        raise Rejected(BAD_REQUEST) from None
    is_draw = isinstance(event, TerrainDrawn) and event.count == 1
    if not is_draw and not isinstance(event, RouteClaimed | StationBuilt | TurnPassed):
        raise Rejected(BAD_REQUEST)
    return event


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
