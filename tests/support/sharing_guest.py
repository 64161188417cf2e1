"""A guest of the shared game: real HTTP requests to the running server."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from tests.support.phone import Phone

_OPENER = build_opener(ProxyHandler({}))
"""Sends requests directly, whatever proxy the environment names."""
_TIMEOUT = 20


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    content: Any
    """Parsed JSON."""


class Guest:
    """The browser of a guest, without a page."""

    def __init__(self, link: str, secret: str = "") -> None:
        self.link = link
        self.secret = secret
        """The secret of the seat; empty while it only watches."""

    def table(self, since: str = "") -> Any:
        """The game; with a version, the request waits until there is another one."""
        headers = {"X-Seat": self.secret} if self.secret else {}
        reply = self._send(Request(f"{self.link}/table?since={quote(since)}", headers=headers))
        assert reply.status == 200
        return reply.content

    def take_seat(self, phone: Phone, player: str) -> Reply:
        """Ask for a seat, which the app gives while its frames run."""
        return _while_frames_run(phone, lambda: self.request_seat(player))

    def request_seat(self, player: str) -> Reply:
        """Ask for a seat while another thread or process runs the frames of the app."""
        reply = self._post("seat", {"player": player})
        if reply.status == 200:
            self.secret = reply.content["secret"]
        return reply

    def hand_in(self, phone: Phone, cards: Sequence[str]) -> Reply:
        """Hand in the printed cards with these ids."""
        ending = self.table()["ending"]
        value = {"game": ending["game"], "tickets": list(cards), "last": ending["receipt"]}
        reply = _while_frames_run(phone, lambda: self._post("hand-in", value))
        phone.wait()
        return reply

    def enter(self, phone: Phone, id: str, **event: object) -> Reply:
        """Enter an event of the player, which the app does while its frames run."""
        now = self.table()
        value = {"game": now["ending"]["game"], "run": now["run"], "id": id, "event": event}
        reply = _while_frames_run(phone, lambda: self._post("entry", value))
        phone.wait()
        return reply

    def _post(self, path: str, value: object) -> Reply:
        origin = "http://" + urlsplit(self.link).netloc
        headers = {"Origin": origin, "Content-Type": "application/json", "X-Seat": self.secret}
        return self._send(Request(f"{self.link}/{path}", json.dumps(value).encode(), headers))

    @property
    def seat(self) -> str | None:
        """The player as whom the server knows this guest."""
        seat: str | None = self.table()["seat"]
        return seat

    def _send(self, request: Request) -> Reply:
        try:
            with _OPENER.open(request, timeout=_TIMEOUT) as answer:
                return Reply(answer.status, json.load(answer))
        except HTTPError as error:
            with error:
                return Reply(error.code, json.load(error))


def _while_frames_run(phone: Phone, act: Callable[[], Reply]) -> Reply:
    with ThreadPoolExecutor(1) as thread:
        pending = thread.submit(act)
        while not pending.done():
            phone.frame()
    return pending.result()


def is_listening(link: str) -> bool:
    """Whether something accepts connections at the address of a link."""
    parts = urlsplit(link)
    with socket.socket() as client:
        client.settimeout(5)
        return client.connect_ex((parts.hostname or "", parts.port or 0)) == 0
