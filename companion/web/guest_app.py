"""The WSGI app for guests: checks each request and answers with page files, texts and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from hmac import compare_digest
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from companion.bundled import bundled
from companion.drawing.palette import DARK, LIGHT, Palette
from companion.drawing.svg import hex_color
from companion.report.translation import FALLBACKS, LANGUAGES, catalog
from companion.report.words.result import TOTAL
from companion.rules.board import Board
from companion.rules.errors import Malformed, Refused
from companion.rules.events import (
    Event,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TurnPassed,
)
from companion.rules.json_reader import JsonObject
from companion.rules.record import is_phone_id, read_event
from companion.rules.wording import Phrase, phrase
from companion.table.edits import printed_cards
from companion.table.session import GameSession
from companion.table.snapshot import Answer, Snapshot
from companion.web.publications import Publications
from companion.web.views import (
    MOST_TICKETS,
    GuestViews,
    city_view,
    ending_view,
    entered_view,
    explanation_view,
    hand_view,
    own_view,
    player_view,
    result_view,
    route_view,
    rules_view,
    search_view,
    why_no_entries,
)


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
    "otherSeat": phrase(
        "To join as another player, ask the score keeper to remove this phone under Other phones."
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
    "onlyHere": phrase("Nobody sees them until you hand them in"),
    "seatForTickets": phrase("Choose your player to note your tickets."),
    "addTicket": phrase("Add a ticket: part of one or both names"),
    "firstAdd": phrase("Add your tickets first."),
    "noTicket": phrase("No matching ticket."),
    "remove": phrase("Remove"),
    "handIn": phrase("Hand in my tickets"),
    "collecting": phrase("The score keeper collects the tickets now."),
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
    """The first language of the app that a browser asks for; browsers name the best one first."""
    for part in accept_language.split(",")[:20]:
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        known = FALLBACKS.get(code, code)
        if known in LANGUAGES:
            return known
    return "en"


WRONG_TOKENS, WRONG_TOKENS_PERIOD = 20, 60.0
"""How many wrong tokens a client may send within so many seconds."""
ENTRIES, ENTRIES_PERIOD = 5, 1.0
"""How many entries a guest may send within so many seconds."""


class RateLimit:
    """The times of recent requests by client."""

    def __init__(self, most: int, period: float) -> None:
        self._most, self._period = most, period
        self._times: dict[str, list[float]] = {}

    def add(self, client: str) -> bool:
        """Count a request; False if there were too many already."""
        recent = self._recent(client)
        self._times[client] = [*recent, monotonic()][: self._most]
        return len(recent) < self._most

    def is_reached(self, client: str) -> bool:
        """Whether a client is refused for now."""
        return len(self._recent(client)) >= self._most

    def _recent(self, client: str) -> list[float]:
        earliest = monotonic() - self._period
        return [each for each in self._times.get(client, ()) if each > earliest]


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
FindSession = Callable[[str], GameSession]
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


NOT_FOUND = Response("404 Not Found", b"")
"""Answered with a short page that asks to check the address."""
BAD_REQUEST = Response("400 Bad Request", b"Bad request\n")


def json_response(value: object, language: str = "en", status: str = "200 OK") -> Response:
    """JSON as a response, with its phrases in a language."""
    words = catalog(language)
    text = json.dumps(value, separators=(",", ":"), default=lambda each: each.render(words))
    return Response(status, text.encode("ascii"), "application/json")


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
    body = _WRONG_ADDRESS.format(language=language, text=text)
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
    return Rejected(json_response({"reason": reason}, status="409 Conflict"))


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
        self._get: Mapping[str, Callable[[GuestRequest], object]] = {
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
        self._post: Mapping[str, Callable[[GuestRequest, Mapping[str, Any]], object]] = {
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
        asked, method = _asked(environ), environ.get("REQUEST_METHOD", "")
        if method == "POST" and path in self._post:
            return self._answer_post(path, asked, _posted(environ))
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
        if path in self._get:
            return json_response(self._get[path](asked), asked.language)
        return NOT_FOUND

    def _answer_post(self, path: str, asked: GuestRequest, posted: Mapping[str, Any]) -> Response:
        try:
            return json_response(self._post[path](asked, posted), asked.language)
        except TimeoutError:
            return json_response({"reason": "asleep"}, status="503 Service Unavailable")
        except Refused as refusal:
            value = {"reason": "refused", "text": refusal.phrase}
            return json_response(value, asked.language, "409 Conflict")

    # Reading

    def _texts(self, asked: GuestRequest) -> object:
        return {
            "language": asked.language,
            "languages": LANGUAGES,
            "texts": TEXTS,
            "code": _qr_code(f"http://{min(self._hosts, key=len)}/{self._token}/"),
            "pollTimeout": 1000 * (LONGEST_WAIT + _ANSWER_TIME),
        }

    def _board(self, _: GuestRequest) -> object:
        snapshot = self._publications.current.snapshot
        return self._views.picture(snapshot) if snapshot else {"id": ""}

    def _table(self, asked: GuestRequest) -> object:
        """The game, as soon as it differs from the version that the page has."""
        since = asked.query.get("since", "")
        now = self._publications.wait_for_change(since, LONGEST_WAIT)
        if self._publications.stopped:
            return {"off": True}
        seat = _seat_of(now.guests.seats, asked.secret)
        if now.version == since:
            return {"version": since, "seat": seat}
        before, board = self._publications.find(since), asked.query.get("board", "")
        return {
            **self._views.table(now, before, board, asked.number("zoom")),
            "version": now.version,
            "seat": seat,
            "run": now.run,
            "own": own_view(now, seat),
            "ending": ending_view(now.snapshot, seat),
        }

    def _names(self, asked: GuestRequest) -> object:
        return {"names": self._views.names(self._shown(), asked.number("zoom"))}

    def _route(self, asked: GuestRequest) -> object:
        now, id = self._publications.current, asked.query.get("id", "")
        snapshot = now.snapshot
        if snapshot is None or id not in snapshot.board.routes:
            raise Rejected(NOT_FOUND)
        seat = _seat_of(now.guests.seats, asked.secret)
        viewer = seat if seat and seat in snapshot.state.players else snapshot.player
        can_enter = viewer == seat and why_no_entries(now) is None
        return route_view(snapshot, snapshot.board.routes[id], viewer, can_enter)

    def _city(self, asked: GuestRequest) -> object:
        (snapshot, seat), id = self._seated(asked), asked.query.get("id", "")
        if id not in snapshot.board.places:
            raise Rejected(NOT_FOUND)
        return city_view(snapshot, id, seat)

    def _rules(self, _: GuestRequest) -> object:
        return rules_view(self._shown())

    def _player(self, asked: GuestRequest) -> object:
        snapshot, name = self._shown(), asked.query.get("name", "")
        if name not in snapshot.state.players:
            raise Rejected(NOT_FOUND)
        return player_view(snapshot, name)

    def _search(self, asked: GuestRequest) -> object:
        return {"cards": search_view(self._shown().board, asked.query.get("letters", "")[:100])}

    def _result(self, asked: GuestRequest) -> object:
        viewer = _seat_of(self._publications.current.guests.seats, asked.secret)
        return result_view(self._with_result(), viewer, catalog(asked.language))

    def _explanation(self, asked: GuestRequest) -> object:
        part, player = asked.query.get("part", ""), asked.query.get("player", "")
        snapshot = self._with_result()
        if part not in (*snapshot.tally.part_ids, TOTAL) or player not in snapshot.setup.names:
            raise Rejected(NOT_FOUND)
        return explanation_view(snapshot, part, player)

    def _shown(self) -> Snapshot:
        """The game that guests see; `Rejected` if there is none."""
        snapshot = self._publications.current.snapshot
        if snapshot is None:
            raise Rejected(NOT_FOUND)
        return snapshot

    def _with_result(self) -> Snapshot:
        """The game, if guests see its result; otherwise `Rejected`."""
        snapshot = self._shown()
        if not snapshot.is_result_shown:
            raise Rejected(NOT_FOUND)
        return snapshot

    def _seated(self, asked: GuestRequest) -> tuple[Snapshot, str]:
        """The game and the guest's player in it; `Rejected` without a seat."""
        now = self._publications.current
        seat = _seat_of(now.guests.seats, asked.secret)
        if now.snapshot is None or seat is None or seat not in now.snapshot.state.players:
            raise _conflict("seat")
        return now.snapshot, seat

    # Entries and tickets

    def _post_entry(self, asked: GuestRequest, posted: Mapping[str, Any]) -> object:
        """Enter an event of a guest, unless its id shows that it was sent before."""
        _, seat = self._seated(asked)
        id, run = posted.get("id"), posted.get("run")
        if not is_phone_id(id) or not isinstance(run, str):
            raise Rejected(BAD_REQUEST)
        event = _event(posted.get("event"), seat)

        def enter(session: GameSession) -> object:
            state = session.phone_entry_state(id, run)
            if state != "new":
                return {"outcome": state}
            reason = why_no_entries(self._publications.current)
            if reason is not None:
                raise Refused(reason)
            answer = session.enter_from_phone(event, id)
            after = _accepted(answer)
            assert answer.entry is not None
            return entered_view(after, answer.entry)

        return self._enter(asked, posted, enter)

    def _post_take_back(self, asked: GuestRequest, posted: Mapping[str, Any]) -> object:
        """Remove the last entry, if this guest's phone made it."""
        _, seat = self._seated(asked)
        id = posted.get("id")
        if not is_phone_id(id):
            raise Rejected(BAD_REQUEST)

        def take_back(session: GameSession) -> object:
            if not session.was_taken_back(id):
                _accepted(session.take_back(seat, id))
            return {"text": phrase("Taken back.")}

        return self._enter(asked, posted, take_back)

    def _post_hand(self, asked: GuestRequest, posted: Mapping[str, Any]) -> object:
        """Evaluate the tickets of a guest, without keeping them."""
        snapshot, seat = self._seated(asked)
        cards = _cards(snapshot.board, posted.get("tickets"))
        return hand_view(snapshot.state, seat, tuple(card for _, card in cards))

    def _post_hand_in(self, asked: GuestRequest, posted: Mapping[str, Any]) -> object:
        """Pass the tickets of a guest on to the keeper's app."""
        snapshot, seat = self._seated(asked)
        cards, last = _cards(snapshot.board, posted.get("tickets")), posted.get("last")
        if not cards or not isinstance(last, str):
            raise Rejected(BAD_REQUEST)

        def hand_in(session: GameSession) -> object:
            after = _accepted(session.hand_in(seat, last, [id for id, _ in cards]))
            return {"receipt": after.hand_ins[seat].receipt}

        return self._enter(asked, posted, hand_in)

    def _enter(
        self,
        asked: GuestRequest,
        posted: Mapping[str, Any],
        command: Callable[[GameSession], object],
    ) -> object:
        """Call a command of a guest who has sent few enough, on the UI thread."""
        snapshot, seat = self._seated(asked)
        game = snapshot.saved.id
        if posted.get("game") != game:
            raise _conflict("outdated")
        if not self._entries.add(asked.secret):
            text = phrase("Too many entries at once. Please wait a second.")
            value = {"reason": "often", "text": text}
            raise Rejected(json_response(value, asked.language, "429 Too Many Requests"))

        def call() -> object:
            # The phone may have been removed, or its player renamed, since the request arrived.
            if self._seated(asked)[1] != seat:
                raise _conflict("seat")
            return command(self._find_session(game))

        return self._call_in_ui(call)

    # Taking a seat

    def _post_seat(self, _: GuestRequest, posted: Mapping[str, Any]) -> object:
        player = posted.get("player")
        if not isinstance(player, str):
            raise Rejected(BAD_REQUEST)
        now = self._publications.current
        if now.snapshot is None or player not in now.snapshot.state.players:
            raise _conflict("unknown")
        if player in now.guests.seats:
            raise Refused(
                phrase(
                    "Another phone has joined as this player. The score keeper can remove it under "
                    "Other phones."
                )
            )
        if player == now.guests.keeper:
            raise Refused(phrase("The score keeper plays as this player."))
        return self._call_in_ui(lambda: {"secret": self._take_seat(player)})


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
