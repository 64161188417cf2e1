"""The WSGI app for guests: checks each request and answers with page files and JSON.

Every answer is made from an immutable publication. The only request that changes something, taking
a seat, is passed on to the keeper's app.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hmac import compare_digest
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from companion.bundled import bundled
from companion.report.translation import LANGUAGES, catalog
from companion.rules.errors import Refused
from companion.web.colors import color_sheet
from companion.web.guest_texts import page_texts, preferred_language
from companion.web.guest_views import GuestViews
from companion.web.keeper import SeatTaken
from companion.web.publications import Publications
from companion.web.wrong_tokens import WrongTokens

LONGEST_WAIT = 25.0
"""Seconds after which a waiting request is answered without a change."""
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
"""Takes the seat of a player and returns its secret; raises `SeatTaken`, `Refused` or
`TimeoutError`."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: str
    body: bytes
    content_type: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


class Asked(NamedTuple):
    """The parts of a request that are allowed to matter."""

    query: Mapping[str, str]
    language: str
    secret: str
    """The secret of the guest's seat, or empty."""

    def number(self, name: str) -> int:
        """A number in the query; 0 if it is missing or wrong."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


NOT_FOUND = Answer("404 Not Found", b"Not found\n")


def json_answer(value: object, status: str = "200 OK") -> Answer:
    """JSON as an answer."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    return Answer(status, body, "application/json")


class GuestApp:
    """The WSGI app; called by several threads at a time."""

    def __init__(
        self, token: str, hosts: Iterable[str], publications: Publications, take_seat: TakeSeat
    ) -> None:
        self._token = token
        self._hosts = frozenset(hosts)
        self._publications = publications
        self._take_seat = take_seat
        self._views = GuestViews()
        self._wrong_tokens = WrongTokens()
        self._get: Mapping[str, Callable[[Asked], Answer]] = {
            "texts": self._texts,
            "board": self._board,
            "table": self._table,
            "names": self._names,
            "route": self._route,
            "player": self._player,
        }

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        answer = self._answer(environ)
        length = ("Content-Length", str(len(answer.body)))
        headers = [("Content-Type", answer.content_type), length, *_HEADERS, *answer.headers]
        start_response(answer.status, headers)
        return (answer.body,)

    def _answer(self, environ: Environ) -> Answer:
        client = environ.get("REMOTE_ADDR", "")
        if environ.get("HTTP_HOST", "") not in self._hosts or self._wrong_tokens.too_many(client):
            return NOT_FOUND
        token, slash, path = environ.get("PATH_INFO", "").removeprefix("/").partition("/")
        if not compare_digest(token.encode("utf-8", "replace"), self._token.encode("ascii")):
            self._wrong_tokens.add(client)
            return NOT_FOUND
        method = environ.get("REQUEST_METHOD", "")
        if method == "POST" and path == "seat":
            return self._post_seat(environ)
        if method != "GET":
            return NOT_FOUND
        if not slash:
            # The page names its files relative to the token.
            return Answer("308 Permanent Redirect", b"", headers=(("Location", f"/{token}/"),))
        if path == "colors.css":
            return Answer("200 OK", color_sheet(), "text/css; charset=utf-8")
        if path in _FILES:
            name, content_type = _FILES[path]
            return Answer("200 OK", bundled(f"data/web/{name}").read_bytes(), content_type)
        answer = self._get.get(path)
        return answer(_asked(environ)) if answer else NOT_FOUND

    # Reading

    def _texts(self, asked: Asked) -> Answer:
        texts = page_texts(catalog(asked.language))
        return json_answer({"language": asked.language, "languages": LANGUAGES, "texts": texts})

    def _board(self, asked: Asked) -> Answer:
        snapshot = self._publications.current.snapshot
        if snapshot is None:
            return json_answer({"id": ""})
        return json_answer(self._views.picture(snapshot, asked.language))

    def _table(self, asked: Asked) -> Answer:
        """The game, as soon as it differs from the version that the page has."""
        since = asked.query.get("since", "")
        now = self._publications.wait_for_change(since, LONGEST_WAIT)
        if self._publications.stopped:
            return json_answer({"off": True})
        seat = _seat_of(now.seats, asked.secret)
        if now.version == since:
            return json_answer({"version": since, "seat": seat})
        before = self._publications.find(since)
        view = self._views.table(
            now, before, asked.query.get("board", ""), asked.language, asked.number("zoom")
        )
        return json_answer({**view, "version": now.version, "seat": seat})

    def _names(self, asked: Asked) -> Answer:
        snapshot = self._publications.current.snapshot
        names = self._views.names(snapshot, asked.number("zoom")) if snapshot else []
        return json_answer({"names": names})

    def _route(self, asked: Asked) -> Answer:
        now = self._publications.current
        id = asked.query.get("id", "")
        if now.snapshot is None or id not in now.snapshot.board.routes:
            return NOT_FOUND
        seat = _seat_of(now.seats, asked.secret)
        return json_answer(self._views.route(now.snapshot, id, seat, asked.language))

    def _player(self, asked: Asked) -> Answer:
        snapshot, name = self._publications.current.snapshot, asked.query.get("name", "")
        if snapshot is None or name not in snapshot.state.players:
            return NOT_FOUND
        return json_answer(self._views.player(snapshot, name, asked.language))

    # Taking a seat

    def _post_seat(self, environ: Environ) -> Answer:
        wanted = _posted(environ)
        player = wanted.get("player") if wanted else None
        if not isinstance(player, str):
            return Answer("400 Bad Request", b"Bad request\n")
        now = self._publications.current
        if now.snapshot is None or player not in now.snapshot.state.players:
            return json_answer({"reason": "unknown"}, "409 Conflict")
        if player in now.seats:
            return json_answer({"reason": "taken"}, "409 Conflict")
        try:
            return json_answer({"secret": self._take_seat(player)})
        except SeatTaken:
            return json_answer({"reason": "taken"}, "409 Conflict")
        except TimeoutError:
            return json_answer({"reason": "asleep"}, "503 Service Unavailable")
        except Refused as refusal:
            text = refusal.phrase.render(catalog(_asked(environ).language))
            return json_answer({"reason": "refused", "text": text}, "409 Conflict")


def _asked(environ: Environ) -> Asked:
    query = dict(parse_qsl(environ.get("QUERY_STRING", "")[:2000], max_num_fields=None))
    language = query.get("lang", "")
    if language not in LANGUAGES:
        language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return Asked(query, language, environ.get(SEAT_HEADER, ""))


def _posted(environ: Environ) -> dict[str, Any] | None:
    """The JSON object that our own page posted; None if the request is not allowed."""
    origin = f"http://{environ.get('HTTP_HOST', '')}"
    content_type = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if environ.get("HTTP_ORIGIN") != origin or content_type != "application/json":
        return None
    body = environ["wsgi.input"].read(MAX_BODY + 1)
    if len(body) > MAX_BODY:
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _seat_of(seats: Mapping[str, str], secret: str) -> str | None:
    """The player whose seat has a secret; None if no seat has it."""
    asked = secret.encode("utf-8", "replace")
    found = [name for name, each in seats.items() if compare_digest(each.encode("ascii"), asked)]
    return found[0] if found else None
