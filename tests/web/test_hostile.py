"""A sample of hostile requests; `make soak` sends many more."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import wait_for
from tests.support.guests import SharedTable
from tests.web.hostile import attack, hostile_request, send_all

pytestmark = pytest.mark.slow


def test_hostile_requests_change_nothing_and_raise_nothing(tmp_path: Path) -> None:
    outcome = attack(tmp_path, 300, seed=7, patience=0.05)
    assert outcome.problems == []


@pytest.fixture
def traced_memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.soak
@pytest.mark.usefixtures("traced_memory")
def test_memory_does_not_grow_with_the_number_of_requests(table: SharedTable) -> None:
    table.play_recorded("usa-full", 20)
    chance = random.Random(7)
    requests = [hostile_request(chance, table) for _ in range(200)]
    clients = [f"127.1.1.{n % 50 + 1}" for n in range(200)]

    def memory_after(rounds: int) -> int:
        for _ in range(rounds):
            send_all(requests, clients, table.access.port, 0.05)
        wait_for(lambda: not table.server._server.active_channels)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    before = memory_after(3)
    assert memory_after(5) - before < 1000 * 100
