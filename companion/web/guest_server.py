"""The server for guests: waitress with limits per client; importing this module imports it.

waitress is made for WSGI apps in production, is pure Python without dependencies, and answers a
slow client without a thread of its own. A waiting request occupies a thread, so there are as many
threads as connections.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from companion.table.snapshot import Snapshot
from companion.web.guest_app import MAX_BODY, FindSession, GuestApp, TakeSeat
from companion.web.publications import Guests, Publications

if TYPE_CHECKING:
    from companion.store.guest_access import GuestAccess

RunInUi = Callable[[Callable[[], None]], None]
"""Calls a function on the UI thread, later; may be called from any thread."""

MAX_CONNECTIONS = 64
MAX_CONNECTIONS_PER_CLIENT = 20
"""Less than half, so that two abandoned phones leave room for a third."""
MAX_HEADERS = 16 * 1024
"""Bytes of all headers of a request."""
IDLE_TIMEOUT = 40
"""Seconds after which a connection without a request is closed."""
UI_TIMEOUT = 2.0
"""Seconds to wait for the UI thread."""
_UI_CHECK_INTERVAL = 0.1
_CLEANUP_INTERVAL = 3
_STOP_TIMEOUT = 2.0
_STOP_CHECK_INTERVAL = 0.01


# Its warnings are about load, which the keeper cannot change.
logging.getLogger("waitress").setLevel(logging.ERROR)


class _Parser(HTTPRequestParser):  # type: ignore[misc] # waitress has no types
    """A request whose `path` waitress can log also if it could not be parsed.

    Otherwise a connection that is lost meanwhile would stay open for ever.
    """

    path = ""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header; an address that is none is a bad request, not an exception."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Bad URI") from error


class _Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection that is closed at once if its client has too many."""

    parser_class = _Parser

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        same = [each for each in server.active_channels.values() if each.addr[0] == addr[0]]
        if len(same) > MAX_CONNECTIONS_PER_CLIENT:
            self.will_close = True


class _Server(TcpWSGIServer):  # type: ignore[misc] # waitress has no types
    channel_class = _Channel


class GuestServer:
    """Serves the guests' pages from its own threads until it is stopped."""

    def __init__(
        self,
        access: GuestAccess,
        take_seat: TakeSeat,
        find_session: FindSession,
        run_in_ui: RunInUi,
        run: str,
    ) -> None:
        """Start to listen; `OSError` if the address or the port cannot be used.

        `run` names this run of the app.
        """
        self._run_in_ui = run_in_ui
        self._sockets: dict[int, Any] = {}
        self._stopping = Event()
        self._server = self._listen(access)
        self._publications = Publications(Guests(access.seats), run)
        hosts = [f"{access.address}:{self.port}"]
        if self.port == 80:
            hosts.append(access.address)
        self._server.application = GuestApp(
            access.token, hosts, self._publications, take_seat, find_session, self._ask
        )
        self._thread = Thread(target=self._serve, name="guests", daemon=True)
        self._thread.start()

    def _listen(self, access: GuestAccess) -> _Server:
        try:
            adjustments = Adjustments(
                listen=f"{access.address}:{access.port}",
                threads=MAX_CONNECTIONS,
                # The listening socket and the one that wakes the loop count, too.
                connection_limit=MAX_CONNECTIONS + 2,
                channel_timeout=IDLE_TIMEOUT,
                cleanup_interval=_CLEANUP_INTERVAL,
                max_request_header_size=MAX_HEADERS,
                max_request_body_size=MAX_BODY,
                log_socket_errors=False,
                ident=None,
            )
        except ValueError as error:
            raise OSError(str(error)) from error
        # waitress would start its threads first, and leave them behind if the address is in use.
        dispatcher = ThreadedTaskDispatcher()
        try:
            server = _Server(None, self._sockets, False, dispatcher=dispatcher, adj=adjustments)
            server.accept_connections()
        except OSError:
            wasyncore.close_all(self._sockets, ignore_all=True)
            raise
        dispatcher.set_thread_count(MAX_CONNECTIONS)
        return server

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.effective_port)

    def publish(self, snapshot: Snapshot | None) -> None:
        """Show a snapshot to all guests; None if no game is open. Returns at once."""
        self._publications.publish(snapshot)

    def set_guests(self, guests: Guests) -> None:
        """Replace who has joined; a guest without a seat is asked to choose again."""
        self._publications.set_guests(guests)

    def stop(self) -> None:
        """Answer all waiting requests, then close all connections."""
        self._publications.stop()
        latest = time.monotonic() + _STOP_TIMEOUT
        # Stopping threads give up queued requests; stopping the loop gives up unsent answers.
        while self._is_answering() and time.monotonic() < latest:
            time.sleep(_STOP_CHECK_INTERVAL)
        self._server.task_dispatcher.shutdown(timeout=max(0.0, latest - time.monotonic()))
        self._stopping.set()
        self._server.pull_trigger()
        self._thread.join()
        # Last: until now this and other threads may wake the loop through one of the sockets.
        wasyncore.close_all(self._sockets, ignore_all=True)

    def _is_answering(self) -> bool:
        """Whether a request is not yet answered, or its answer not yet sent."""
        connections = tuple(self._server.active_channels.values())
        return any(each.requests or each.total_outbufs_len for each in connections)

    def _serve(self) -> None:
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1, use_poll=True, map=self._sockets, count=1)

    def _ask(self, command: Callable[[], object]) -> object:
        """Call a command on the UI thread and wait for it; `TimeoutError` if it does not begin."""
        answer: Future[object] = Future()

        def ask() -> None:
            # A request that was given up must not be carried out later.
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(command())
                except Exception as error:
                    answer.set_exception(error)

        self._run_in_ui(ask)
        latest = time.monotonic() + UI_TIMEOUT
        # The UI thread does not answer while it waits in `stop`.
        while time.monotonic() < latest and not self._publications.stopped:
            with suppress(FutureTimeout):
                return answer.result(_UI_CHECK_INTERVAL)
        if answer.cancel():
            raise TimeoutError
        # The app is answering: without its secret the guest could not use the seat.
        return answer.result()
