"""Hostile requests to the server for guests: `python -m tests.web.hostile 10000`."""

from __future__ import annotations

import logging
import random
import socket
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from companion.rules.record import Record, write_record
from companion.store.guest_access import new_token
from tests.support.guests import ADDRESS, Guest, SharedTable, shared_table

METHODS = ("GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "", "\0")
PATHS = (
    "/",
    "/TOKEN/",
    "/TOKEN/table?since=x",
    "/TOKEN/table?since=" + "9" * 3000,
    "/TOKEN/board?lang=../../x",
    "/TOKEN/names?zoom=99999999999999999999",
    "/TOKEN/names?zoom=-1",
    "/TOKEN/route?id=%00&id=<script>",
    "/TOKEN/route?id=boston--miami",
    "/TOKEN/player?name=%ff%fe",
    "/TOKEN/player?" + "name=A&" * 200,
    "/TOKEN/seat",
    "/TOKEN/hand",
    "/TOKEN/hand-in",
    "/TOKEN/entry",
    "/TOKEN/take-back",
    "/TOKEN/city?id=paris",
    "/TOKEN/rules",
    "/TOKEN/search?letters=" + "%00a " * 300,
    "/TOKEN/result",
    "/TOKEN/explanation?part=total&player=Ana",
    "/TOKEN/texts?lang=" + "d" * 1500,
    "/TOKEN/../../../../etc/passwd",
    "/TOKEN/%2e%2e%2f%2e%2e%2fpyproject.toml",
    "/TOKEN/guest.js/../../..",
    "http://example.com/TOKEN/",
    "http://[::1",
    "*",
    "/" + "a" * 9000,
    "/\xff\xfe",
    "/RANDOM/",
    "/RANDOM/seat",
)
VALUES = (
    *("", "x", "\xff", "0", "-1", "999999999999", "a" * 5000, "\t"),
    *("HOST", "ORIGIN", "example.com"),
)
NAMES = (
    *("Host", "Origin", "Content-Type", "Content-Length", "Transfer-Encoding", "X-Seat"),
    *("Accept-Language", "X-Forwarded-For", "X-Forwarded-Host", "Expect", "Connection", "Cookie"),
)
BODIES = (
    b"",
    b"{}",
    b'{"player":null}',
    b'{"player":"Nobody"}',
    b'{"player":["Ana"]}',
    b'{"tickets":["x"],"last":""}',
    b'{"game":"GAME","run":"RUN","id":"a","event":{"do":"pass"}}',
    b'{"game":"GAME","run":"RUN","id":"a","event":{"do":"pass","player":"Ana"}}',
    b'{"game":"GAME","run":"RUN","id":["a"],"event":{"do":"claim","route":[1],"track":1e9}}',
    b'{"game":"GAME","id":"last"}',
    b'{"tickets":' + b"[" * 500 + b"]" * 500 + b',"last":""}',
    b"[" * 30_000,
    b"\xff" * 1000,
    b"x" * 40_000,
    b"5\r\nhello\r\n0\r\n\r\n",
    b"fffffffff\r\n",
)
CLIENTS = 200
"""Addresses from which the requests come; each may send a few wrong tokens only."""


class Outcome(NamedTuple):
    """What hostile requests have done."""

    sent: int
    problems: list[str]
    ticks: list[float]
    """The times between ticks of a thread in place of the UI's, in seconds."""


def hostile_request(chance: random.Random, table: SharedTable) -> bytes:
    """A request that is wrong in some way, or in none."""
    host = f"{ADDRESS}:{table.access.port}"
    path = chance.choice(PATHS).replace("TOKEN", table.access.token)
    path = path.replace("RANDOM", new_token())
    headers = {"Host": host}
    if chance.random() < 0.5:
        headers |= {"Origin": f"http://{host}", "Content-Type": "application/json"}
    body = chance.choice(BODIES) if chance.random() < 0.5 else b""
    body = body.replace(b"GAME", table.session.id.encode())
    body = body.replace(b"RUN", table.sessions.phones.run.encode())
    if chance.random() < 0.8:
        headers["Content-Length"] = str(len(body))
    for _ in range(chance.randrange(3)):
        value = chance.choice(VALUES).replace("HOST", host).replace("ORIGIN", f"http://{host}")
        headers[chance.choice(NAMES)] = value
    version = chance.choice(("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9", ""))
    lines = [f"{chance.choice(METHODS)} {path} {version}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    request = "\r\n".join((*lines, "", "")).encode("latin-1") + body
    if chance.random() < 0.1:
        request = request[: chance.randrange(len(request))]
    if chance.random() < 0.05:
        request = chance.randbytes(chance.randrange(1, 400))
    return request


def send(request: bytes, client: str, port: int, patience: float) -> None:
    """Send a request, sometimes in pieces, and read some of the answer."""
    with suppress(OSError), socket.socket() as connection:
        connection.settimeout(patience)
        connection.bind((client, 0))
        connection.connect((ADDRESS, port))
        half = len(request) // 2 if len(request) % 7 == 0 else len(request)
        connection.sendall(request[:half])
        connection.sendall(request[half:])
        connection.recv(300)


_FORMATTER = logging.Formatter()


def send_all(requests: list[bytes], clients: list[str], port: int, patience: float) -> None:
    """Send requests from several threads."""
    with ThreadPoolExecutor(16) as threads:
        for request, client in zip(requests, clients, strict=True):
            threads.submit(send, request, client, port, patience)


class _Problems(logging.Handler):
    """Collects what waitress logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(_FORMATTER.format(record))


def attack(folder: Path, count: int, seed: int, patience: float = 0.3) -> Outcome:
    """Send hostile requests to a shared game, then check the game and a normal guest."""
    log = logging.getLogger("waitress")
    problems = _Problems()
    log.addHandler(problems)
    chance = random.Random(seed)
    try:
        with shared_table(folder) as table:
            table.play_recorded("usa-full", 20)
            before, shown = _game(table), Guest(table).get("table")
            requests = [hostile_request(chance, table) for _ in range(count)]
            clients = [f"127.1.{n % CLIENTS // 50}.{n % 50 + 1}" for n in range(count)]
            # In another process, which does not compete for the interpreter of the app.
            with ProcessPoolExecutor(1, get_context("spawn")) as process:
                process.submit(int).result()
                with _Ticks() as ticks:
                    process.submit(
                        send_all, requests, clients, table.access.port, patience
                    ).result()
            if _game(table) != before:
                problems.messages.append("the game has changed")
            if table.seats:
                problems.messages.append("a seat was taken")
            if Guest(table).get("table") != shown:
                problems.messages.append("guests see another game")
    finally:
        log.removeHandler(problems)
    return Outcome(count, problems.messages, ticks.times)


def _game(table: SharedTable) -> str:
    """The game on disk."""
    return write_record(Record(table.store.games.open(table.session.now.saved.id).game))


class _Ticks:
    """Measures how regularly a thread runs beside the server."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def __enter__(self) -> _Ticks:
        self._done = Event()
        self._thread = Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        before = time.perf_counter()
        while not self._done.wait(1 / 60):
            now = time.perf_counter()
            self.times.append(now - before)
            before = now


def _milliseconds(times: list[float]) -> str:
    median, late, longest = (
        sorted(times)[int(share * (len(times) - 1))] * 1000 for share in (0.5, 0.99, 1)
    )
    return f"median {median:.0f} ms, 99 of 100 within {late:.0f} ms, longest {longest:.0f} ms"


def main() -> int:
    """Send as many requests as the argument says, and print a summary line."""
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        outcome = attack(Path(folder), count, seed=1)
    for problem in outcome.problems[:20]:
        sys.stdout.write(f"{problem}\n")
    with _Ticks() as quiet:
        time.sleep(10)
    sys.stdout.write(f"ticks without an attack: {_milliseconds(quiet.times)}\n")
    sys.stdout.write(f"ticks during the attack: {_milliseconds(outcome.ticks)}\n")
    sys.stdout.write(f"{outcome.sent} hostile requests: lost {len(outcome.problems)}\n")
    return bool(outcome.problems)


if __name__ == "__main__":
    sys.exit(main())
