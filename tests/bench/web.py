"""Sharing the game with guests: `python -m tests.bench.web`.

Guests are clients in another process that wait for changes, as the page does.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Literal, NamedTuple

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from companion.web import guest_app
from tests.bench.measuring import expected, format_time, spread, title
from tests.support.app_process import AppProcess
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable, shared_table
from tests.support.legal_events import legal_tracks
from tests.support.random_games import new_game
from tests.support.sessions import begin
from tests.support.stores import open_store

GAME = "heart-of-africa-full"
IDLE_SECONDS = 60
ROUNDS = 5
"""Games in a row, for the memory."""
PHONES, ENTRIES, ENTERING_INTERVAL = 9, 40, 0.5
"""Phones that follow while players enter turns, how many entries, and the seconds between them."""
SETTLING = 3
"""Seconds until the app has nothing else to do."""


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


class Phone(Thread):
    """A phone that follows a game and notes when it showed a sum of all scores first."""

    def __init__(self, app: AppProcess) -> None:
        super().__init__(daemon=True)
        self._app = app
        self.shown: dict[int, float] = {}

    def run(self) -> None:
        """Follow the game until the app is killed."""
        version = board = ""
        with suppress(OSError, HTTPException):
            while True:
                _, answer = self._app.request(f"table?since={version}&board={board}&zoom=8")
                version, board = answer["version"], answer.get("board", board)
                if "table" in answer:
                    total = sum(int(each["score"]) for each in answer["table"]["players"])
                    self.shown.setdefault(total, time.time())


class Frames(NamedTuple):
    """What was measured of the keeper's app."""

    seconds: list[tuple[float, float]]
    """Of each frame, without the time that it waits for the next, and of the processor in it.

    The processor time of all threads hardly depends on what else the machine does.
    """
    phone_entries: int
    """The most that were applied in one frame."""
    latencies: list[float]
    """The seconds until an entry of a phone was on all others and on the keeper's page."""


def keepers_frames(folder: Path, who: Literal["nobody", "keeper", "phones"]) -> Frames:
    """Measure the keeper's app while somebody enters a game of five players at a fixed rate."""
    chance, game = random.Random(1), new_game(bundled_boards()["usa"], 5)
    begun: dict[int, float] = {}
    settings = {"KCFG_GRAPHICS_MAXFPS": "60"}
    with AppProcess(folder, game.setup, "import tests.bench.frames", **settings) as app:
        app.report()
        _, now = app.request("table")
        phones = [Phone(app) for _ in range(PHONES if who == "phones" else 0)]
        for phone in phones:
            phone.start()
        time.sleep(SETTLING)
        app.report()
        for number in range(ENTRIES):
            player = game.state.turn
            assert player is not None
            route, track = chance.choice(legal_tracks(game.state, player))
            game = game.record(RouteClaimed(player, route.id, track))
            claim = {"do": "claim", "route": route.id, "track": track}
            started = time.time()
            begun[sum(each.score for each in game.state.players.values())] = started
            if who == "keeper":
                app.tell({"player": player, "event": claim})
            elif who == "phones":
                value = {"game": app.game, "run": now["run"], "id": f"{number}", "event": claim}
                while app.request("entry", value, player)[0] != HTTPStatus.OK:
                    time.sleep(ENTERING_INTERVAL)
            time.sleep(max(0.0, started + ENTERING_INTERVAL - time.time()))
        while not all(max(begun) in phone.shown for phone in phones):
            time.sleep(0.01)
        seconds, most, drawn = app.report()
    if who != "phones":
        return Frames(seconds, most, [])
    shown = [{int(total): at for total, at in drawn}, *(phone.shown for phone in phones)]
    # A page may show two entries at once.
    latencies = [
        max(min(at for later, at in each.items() if later >= total) for each in shown) - start
        for total, start in begun.items()
    ]
    return Frames(seconds, most, latencies)


def measure_entering(folder: Path) -> None:
    """Print what the keeper notices of players who enter their turns."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    order: list[Literal["nobody", "keeper", "phones"]] = ["nobody", "keeper", "phones"]
    frames: dict[str, list[tuple[float, float]]] = {who: [] for who in order}
    latencies, most = [], 0
    for number, who in enumerate([*order, *reversed(order)]):
        measured = keepers_frames(folder / f"{number}", who)
        frames[who] += measured.seconds
        latencies += measured.latencies
        most = max(most, measured.phone_entries)
    print(f"entry of a phone to all others and the keeper's page: {spread(latencies)}")
    expected("worst (s)", max(latencies), 1, "s")
    expected("most phone entries in a frame", most, 1, "entry")
    for kind, name in enumerate(("frame", "processor")):
        middle, late = {}, {}
        for entering, seconds in frames.items():
            times = [each[kind] for each in seconds]
            middle[entering], late[entering] = median(times), quantiles(times, n=100)[98]
            figures = f"median {format_time(middle[entering])}, 99 % {format_time(late[entering])}"
            print(f"{name} time of {len(times)} frames, {entering} entering: {figures}")
        expected("median, phones / keeper entering", middle["phones"] / middle["keeper"], 1.3, "")
        expected("99 %, phones / keeper entering", late["phones"] / late["keeper"], 1.3, "")
        expected("median, phones / nobody entering", middle["phones"] / middle["nobody"], 1.3, "")
        print(f"99 %, phones / nobody entering: {late['phones'] / late['nobody']:.2f}")


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
        title(f"{PHONES} phones, an entry every {ENTERING_INTERVAL} s")
        measure_entering(folder / "entering")
        title("Claim to guest")
        measure_latency(folder / "one", 1)
        measure_cost(folder)
        title(f"Idle guests, long polling of {guest_app.LONGEST_WAIT:.0f} s")
        measure_idle(folder / "idle")
        title("Memory")
        measure_memory(folder / "memory")


if __name__ == "__main__":
    main()
