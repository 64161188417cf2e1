"""Sharing the game with guests: `python -m tests.bench.web`.

Guests are clients in another process that wait for changes, as the page does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Thread

from companion.rules.events import RouteClaimed
from companion.web import guest_app
from tests.bench.measuring import expected, format_time, spread, title
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable, shared_table
from tests.support.sessions import begin
from tests.support.stores import open_store

GAME = "heart-of-africa-full"
IDLE_SECONDS = 60
ROUNDS = 5
"""Games in a row, for the memory."""


def follow(port: int, token: str, guests: int) -> None:
    """Wait for changes with several guests; print the time at which each version arrived."""

    def wait_for_changes() -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        version = board = ""
        while True:
            path = f"/{token}/table?since={version}&board={board}&zoom=8"
            try:
                connection.request("GET", path)
                answer = json.loads(connection.getresponse().read())
            except OSError:
                return
            if answer.get("off"):
                return
            arrived = time.time()
            if answer.get("board", board) != board:
                board, version = answer["board"], ""
                continue
            changed, version = answer["version"] != version, answer["version"]
            sys.stdout.write(f"{json.dumps([version, arrived, changed])}\n")
            sys.stdout.flush()

    threads = [Thread(target=wait_for_changes) for _ in range(guests)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Guests:
    """Several guests in another process."""

    def __init__(self, table: SharedTable, count: int) -> None:
        access = table.access
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.web", str(access.port), access.token, str(count)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.count = count
        self.answers: list[tuple[str, float, bool]] = []
        self._reader = Thread(target=self._read)
        self._reader.start()
        while len(self.answers) < count:
            time.sleep(0.01)

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self.answers.append(tuple(json.loads(line)))

    def arrivals(self, version: str) -> list[float]:
        """The times at which all guests have got a version."""
        end = time.time() + 20
        while time.time() < end:
            times = [at for got, at, changed in tuple(self.answers) if got == version and changed]
            if len(times) >= self.count:
                return times
            time.sleep(0.002)
        raise SystemExit(f"version {version} has not reached all guests")

    def close(self) -> None:
        self._process.wait()
        self._reader.join()


def measure_latency(folder: Path, count: int) -> float:
    """Print how long a claim takes to reach all guests; returns the seconds for publishing."""
    game = recorded_game(GAME)
    latencies, publishing = [], []
    with shared_table(folder) as table:
        table.begin(game.setup)
        guests = Guests(table, count)
        for event in game.events:
            before = table.server._publications.current.version
            start = time.time()
            cost = time.perf_counter()
            table.session.enter(event)
            publishing.append(time.perf_counter() - cost)
            version = table.server._publications.current.version
            if version != before and isinstance(event, RouteClaimed):
                latencies += [at - start for at in guests.arrivals(version)]
                time.sleep(0.02)
        table.server.stop()
        guests.close()
        table.resume()
    print(f"{count} guests, claim to guest: {spread(latencies)}")
    expected(f"worst, {count} guests (s)", max(latencies), 1, "s")
    return median(publishing)


def entering_alone(folder: Path) -> float:
    """The seconds for an entry without guests."""
    game = recorded_game(GAME)
    with open_store(folder) as store:
        session = begin(store, game.setup)
        times = []
        for event in game.events:
            start = time.perf_counter()
            session.enter(event)
            times.append(time.perf_counter() - start)
    return median(times)


def measure_cost(folder: Path) -> None:
    """Print what eight guests cost the keeper per entry, by the medians of three games."""
    alone = min(entering_alone(folder / f"alone{number}") for number in range(3))
    shared = min(measure_latency(folder / f"eight{number}", 8) for number in range(3))
    print(f"an entry takes {format_time(alone)} alone, {format_time(shared)} with 8 guests")
    expected("more per entry with 8 guests (ms)", (shared - alone) * 1000, 1, "ms")


def measure_idle(folder: Path) -> None:
    """Print how many requests idle guests send."""
    with shared_table(folder) as table:
        table.play_recorded(GAME, 60)
        guests = Guests(table, 8)
        time.sleep(2)
        before = len(guests.answers)
        time.sleep(IDLE_SECONDS)
        requests = (len(guests.answers) - before) / 8
        table.server.stop()
        guests.close()
        table.resume()
    print(f"{requests:.1f} requests per guest in {IDLE_SECONDS} s")
    expected("requests per guest and 20 s", requests * 20 / IDLE_SECONDS, 1, "requests")


def measure_memory(folder: Path) -> None:
    """Print the memory of the process during several games with eight guests."""
    with shared_table(folder) as table:
        sizes = [_memory()]
        for _ in range(ROUNDS):
            table.play_recorded(GAME)
            for language in ("en", "de", "fr"):
                guest = Guest(table, language)
                board = guest.get("board")["id"]
                for zoom in range(6, 14):
                    guest.get("table", board=board, zoom=zoom)
            sizes.append(_memory())
    print("memory after each game: " + ", ".join(f"{size:.0f} MB" for size in sizes))
    expected("growth from the 2nd to the last game (MB)", sizes[-1] - sizes[2], 5, "MB")


def _memory() -> float:
    """Resident memory in MB."""
    fields = dict(
        line.split(":", 1) for line in Path("/proc/self/status").read_text("utf-8").splitlines()
    )
    return int(fields["VmRSS"].split()[0]) / 1024


def main() -> None:
    """Run all measurements, or with arguments be the guests."""
    if len(sys.argv) > 1:
        follow(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        title("Claim to guest")
        measure_latency(folder / "one", 1)
        measure_cost(folder)
        title(f"Idle guests, long polling of {guest_app.LONGEST_WAIT:.0f} s")
        measure_idle(folder / "idle")
        title("Memory")
        measure_memory(folder / "memory")


if __name__ == "__main__":
    main()
