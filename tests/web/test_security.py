"""Who may ask for what: token, host, origin, limits."""

from __future__ import annotations

import logging
import socket
import threading
from contextlib import ExitStack
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic

import pytest

from companion.store.guest_access import new_token
from companion.web import guest_app, guest_server
from companion.web.guest_server import GuestServer
from tests.support.browser import wait_for
from tests.support.games import recorded_game
from tests.support.guests import ADDRESS, Guest, SharedTable

OTHER_CLIENT = "127.0.0.2"
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.fixture
def table(table: SharedTable) -> SharedTable:
    table.begin(recorded_game("usa-full").setup)
    return table


def status_for(table: SharedTable, client: str) -> int:
    """The status of the page for a client with another address."""
    connection = HTTPConnection(ADDRESS, table.access.port, 10, source_address=(client, 0))
    connection.request("GET", f"/{table.access.token}/")
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {}),
        ("GET", "/favicon.ico", {}),
        ("GET", "/aaaaaaaaaaaa/", {}),
        ("GET", "/aaaaaaaaaaaa/table", {}),
        ("GET", "/TOKEN/../TOKEN", {}),
        ("GET", "/TOKEN/guest.html", {}),
        ("GET", "/TOKEN/../../pyproject.toml", {}),
        ("GET", "/TOKEN/%2e%2e/maps/usa.json", {}),
        ("GET", "/TOKEN/table/", {}),
        ("GET", "/TOKEN/seat", {}),
        ("GET", "/TOKEN/route?id=nowhere", {}),
        ("GET", "/TOKEN/player?name=Nobody", {}),
        ("POST", "/TOKEN/table", {}),
        ("PUT", "/TOKEN/", {}),
        ("DELETE", "/TOKEN/", {}),
        ("GET", "/TOKEN/", {"Host": "example.com"}),
        ("GET", "/TOKEN/", {"Host": "localhost:80"}),
        ("GET", "/TOKEN/", {"Host": ADDRESS}),
    ],
)
def test_everything_else_is_the_same_short_404(
    table: SharedTable, method: str, path: str, headers: dict[str, str]
) -> None:
    path = path.replace("TOKEN", table.access.token)
    answer, body = Guest(table).send(method, path, headers=headers)
    assert (answer.status, answer.getheader("Content-Type")) == (404, "text/html; charset=utf-8")
    assert "Check the address on the score keeper’s phone." in body.decode()
    assert len(body) < 400
    fields = {name for name, _ in answer.getheaders()}
    assert {name: answer.getheader(name) for name in HEADERS} == HEADERS
    assert fields - set(HEADERS) == {
        "Content-Type",
        "Content-Length",
        "Content-Security-Policy",
        "Date",
    }


@pytest.mark.parametrize("path", ["", "guest.js", "guest.css", "colors.css", "table", "texts"])
def test_every_answer_has_the_headers_and_no_cookie(table: SharedTable, path: str) -> None:
    answer, _ = Guest(table).send("GET", f"/{table.access.token}/{path}")
    assert answer.status == 200
    assert {name: answer.getheader(name) for name in HEADERS} == HEADERS
    policy = answer.getheader("Content-Security-Policy") or ""
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy
    assert answer.getheader("Set-Cookie") is None


def test_address_without_the_last_slash_leads_to_the_page(table: SharedTable) -> None:
    answer, _ = Guest(table).send("GET", f"/{table.access.token}")
    assert (answer.status, answer.getheader("Location")) == (308, f"/{table.access.token}/")


def test_wrong_tokens_are_limited_per_client(
    table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(table)
    for _ in range(guest_app.WRONG_TOKENS):
        assert status_for(table, ADDRESS) == 200
        guest.send("GET", f"/{new_token()}/")
    assert status_for(table, ADDRESS) == 404
    assert status_for(table, OTHER_CLIENT) == 200
    later = monotonic() + guest_app.WRONG_TOKENS_PERIOD
    monkeypatch.setattr("companion.web.guest_app.monotonic", lambda: later)
    assert status_for(table, ADDRESS) == 200


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"player": "Ana"}, {"Origin": "http://example.com"}),
        ({"player": "Ana"}, {"Origin": "null"}),
        ({"player": "Ana"}, {"Origin": ""}),
        ({"player": "Ana"}, {"Content-Type": "text/plain"}),
        ({"player": "Ana"}, {"Content-Type": "application/x-www-form-urlencoded"}),
        (["Ana"], {}),
        ({"player": 1}, {}),
        ({}, {}),
        ("Ana", {}),
    ],
)
def test_post_needs_our_origin_and_json(
    table: SharedTable, body: object, headers: dict[str, str]
) -> None:
    status, _ = Guest(table).post("seat", body, **headers)
    assert status == 400
    assert table.seats == {}


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 20_000, b"1" * 20_000])
def test_body_that_is_no_json_is_refused(table: SharedTable, body: bytes) -> None:
    origin = f"http://{ADDRESS}:{table.access.port}"
    headers = {"Origin": origin, "Content-Type": "application/json"}
    answer, _ = Guest(table).send("POST", f"/{table.access.token}/seat", body, headers)
    assert answer.status == 400


def test_large_body_is_refused(table: SharedTable) -> None:
    player = table.session.now.setup.names[0]
    status, _ = Guest(table).post("seat", {"player": player, "more": "x" * 32 * 1024})
    assert status == 413
    assert table.seats == {}


def test_large_headers_are_refused(table: SharedTable) -> None:
    answer, _ = Guest(table).send("GET", "/", headers={"X-Much": "x" * 20_000})
    assert answer.status == 431


def test_only_the_chosen_address_is_listened_on(table: SharedTable) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((OTHER_CLIENT, table.access.port), 5)


def test_used_port_and_foreign_address_are_errors(table: SharedTable) -> None:
    threads, files = threading.active_count(), _open_files()
    for _ in range(3):
        with pytest.raises(OSError, match=r"."):
            GuestServer(table.access, table.take_seat, table.sessions.find, table.ui.run, "")
        foreign = replace(table.access, address="203.0.113.1")
        with pytest.raises(OSError, match=r"."):
            GuestServer(foreign, table.take_seat, table.sessions.find, table.ui.run, "")
    assert threading.active_count() == threads
    assert _open_files() == files


def _open_files() -> int:
    """The number of open files and sockets of this process, if the system lists them."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def test_client_that_sends_slowly_blocks_nobody(table: SharedTable) -> None:
    with socket.create_connection((ADDRESS, table.access.port), 20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert status_for(table, ADDRESS) == 200


def test_connections_of_one_client_leave_room_for_others(table: SharedTable) -> None:
    with ExitStack() as opened:
        connections = [
            opened.enter_context(socket.create_connection((ADDRESS, table.access.port), 20))
            for _ in range(guest_server.MAX_CONNECTIONS + 10)
        ]
        last = connections[-1]
        assert last.recv(100) == b""
        assert status_for(table, OTHER_CLIENT) == 200
        wait_for(
            lambda: (
                len(table.server._server.active_channels)
                <= guest_server.MAX_CONNECTIONS_PER_CLIENT + 1
            )
        )


def test_two_clients_with_many_connections_leave_room_for_a_third(table: SharedTable) -> None:
    with ExitStack() as opened:
        for client in ("127.0.0.3", "127.0.0.4"):
            for _ in range(guest_server.MAX_CONNECTIONS):
                connection = opened.enter_context(socket.socket())
                connection.bind((client, 0))
                connection.connect((ADDRESS, table.access.port))
        for _ in range(20):
            assert status_for(table, OTHER_CLIENT) == 200


@pytest.mark.parametrize("path", ["http://[::1", "http://]/", "http://[x]/", "http://a[b/"])
def test_address_that_is_none_is_a_bad_request(
    table: SharedTable, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    with socket.create_connection((ADDRESS, table.access.port), 20) as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert client.recv(100).startswith((b"HTTP/1.1 400 ", b"HTTP/1.0 400 "))
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


def test_stopped_server_frees_its_port_and_threads(table: SharedTable) -> None:
    table.server.stop()
    with pytest.raises(OSError, match=r"."):
        status_for(table, ADDRESS)
    assert not table.server._thread.is_alive()
    assert not table.server._server.task_dispatcher.threads
    table.resume()
    assert status_for(table, ADDRESS) == 200
