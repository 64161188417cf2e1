"""Counts requests with a wrong token, so that a client cannot try many."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

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
