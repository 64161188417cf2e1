"""Players enter turns while the app and their pages are killed: `python -m tests.web.kills 2000`.

A page does here what `guest.js` does: the browser keeps each entry until it was answered; a page
sends the oldest again after a lost connection or a reload, and shows what became of each.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from threading import Lock, Thread

from tests.support.app_process import AppProcess
from tests.support.games import recorded_game
from tests.support.stores import open_store

SETUP = recorded_game("heart-of-africa-full").setup
ENTRIES_PER_GAME = 100
KILLS_PER_GAME = 3
SENDING_INTERVAL = 0.25
"""Seconds between two requests of a page, as in `guest.js`."""
PATIENCE = 600
"""Seconds after which a game counts as stuck."""
CONFIRMED = ("entered", "already")
"""The outcomes of an entry that is in the log."""


class Browser:
    """The browser on the phone of a player: what it keeps, and the page that is open."""

    def __init__(self, app: AppProcess, player: str, entries: int, seed: str) -> None:
        self.app, self.player, self.entries = app, player, entries
        self.chance = random.Random(f"{seed} {player}")
        self.made: dict[str, dict[str, object]] = {}
        """The requests of all entries by id."""
        self.outcomes: dict[str, str] = {}
        """What a page has shown about each entry, by its id."""
        self.counts: Counter[str] = Counter()
        self.errors: list[str] = []
        self.lock = Lock()
        self.open_page()

    @property
    def kept(self) -> list[str]:
        """The ids of entries that were not answered, the oldest first."""
        return [id for id in self.made if id not in self.outcomes]

    @property
    def is_done(self) -> bool:
        """Whether all entries were made and answered."""
        return len(self.outcomes) == self.entries

    def open_page(self) -> None:
        """Open the page; one that was open before is killed, whatever it is doing."""
        with self.lock:
            self.page = Page(self)
        self.page.start()


class Page(Thread):
    """The page of a player; it ends when another is opened in its browser."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(daemon=True)
        self.browser = browser
        self.run_of_app = ""
        self.is_connected = False

    def run(self) -> None:
        """Make and send entries until the player has made all."""
        while self.browser.page is self and not self.browser.is_done:
            begun = time.monotonic()
            try:
                self.make_entry()
                self.send()
            except (OSError, HTTPException):
                self.is_connected = False
            time.sleep(max(0.0, begun + SENDING_INTERVAL - time.monotonic()))

    def make_entry(self) -> None:
        """Tap on something, also twice without a connection; not before the page was loaded."""
        browser, chance = self.browser, self.browser.chance
        event: dict[str, object] = {"do": chance.choice(("terrain", "claim", "claim", "pass"))}
        if event["do"] == "terrain":
            event |= {"terrain": chance.choice(("desert", "jungle", "mountain")), "count": 1}
        elif event["do"] == "claim":
            event |= {"route": chance.choice(sorted(SETUP.board.routes)), "track": 0}
        id = f"{chance.getrandbits(128):032x}"
        sent = {"game": browser.app.game, "run": self.run_of_app, "id": id}
        with browser.lock:
            is_loaded = browser.page is self and self.run_of_app
            if is_loaded and len(browser.kept) < 2 and len(browser.made) < browser.entries:
                browser.made[id] = {**sent, "event": event}

    def send(self) -> None:
        """Connect again, or send the oldest entry and show what became of it."""
        browser, chance = self.browser, self.browser.chance
        if not self.is_connected:
            _, now = browser.app.request("table", player=browser.player)
            self.run_of_app, self.is_connected = now["run"], True
        confirmed = [id for id, outcome in browser.outcomes.items() if outcome in CONFIRMED]
        if confirmed and chance.random() < 0.1:
            browser.counts["repeats"] += 1
            sent = browser.made[chance.choice(confirmed)]
            status, answer = browser.app.request("entry", sent, browser.player)
            if status == 200 and answer["outcome"] != "already":
                browser.errors.append(f"a confirmed entry, sent again: {answer}")
        elif browser.kept:
            id = browser.kept[0]
            is_answered = chance.random() > 0.1
            browser.counts["lost answers"] += not is_answered
            status, answer = browser.app.request(
                "entry", browser.made[id], browser.player, is_answered=is_answered
            )
            with browser.lock:
                # A page that was killed shows nothing any more.
                if browser.page is self and status in (200, 409):
                    browser.outcomes[id] = answer.get("outcome") or answer["reason"]


def play(folder: Path, entries: int, kills: int, seed: str) -> tuple[Counter[str], list[str]]:
    """Play a game with so many entries and kills of the app: what happened, and what is wrong."""
    chance, names = random.Random(seed), SETUP.names
    counts = Counter({"entries": entries})
    kill_at = sorted(chance.sample(range(1, entries), kills))
    with AppProcess(folder, SETUP) as app:
        browsers = [
            Browser(app, name, (entries + number) // len(names), seed)
            for number, name in enumerate(names)
        ]
        end = time.monotonic() + PATIENCE
        while not all(browser.is_done for browser in browsers):
            assert time.monotonic() < end, "the game is stuck"
            time.sleep(chance.random() * 0.2)
            if kill_at and sum(len(browser.outcomes) for browser in browsers) >= kill_at[0]:
                del kill_at[0]
                counts["kills of the app"] += 1
                app.kill()
                app.start()
            if chance.random() < 0.3:
                counts["kills of pages"] += 1
                chance.choice(browsers).open_page()
    for browser in browsers:
        counts.update(browser.counts)
        counts.update(browser.outcomes.values())
    return counts, wrong(app, browsers)


def wrong(app: AppProcess, browsers: list[Browser]) -> list[str]:
    """Entries that are not in the log as the pages have shown it."""
    with open_store(app.folder) as store:
        game = store.games.open(app.game).game
    found = Counter(zip(game.phone_ids, (event.player for event in game.events), strict=True))
    problems = [error for browser in browsers for error in browser.errors]
    for browser in browsers:
        for id, outcome in browser.outcomes.items():
            count = found.pop((id, browser.player), 0)
            if count != (outcome in CONFIRMED):
                problems.append(f"{browser.player}: {outcome}, and {count} times in the log")
    return problems + [f"nobody has entered {each}" for each in found]


def main() -> int:
    """Make as many entries as the argument says, and print a summary line."""
    count = int(sys.argv[1])
    counts: Counter[str] = Counter()
    problems: list[str] = []
    for number in range(count // ENTRIES_PER_GAME):
        with tempfile.TemporaryDirectory() as folder:
            made, found = play(Path(folder), ENTRIES_PER_GAME, KILLS_PER_GAME, f"{number}")
        counts += made
        problems += found
    for problem in problems:
        sys.stdout.write(f"{problem}\n")
    figures = ", ".join(f"{number} {what}" for what, number in counts.items())
    sys.stdout.write(f"{figures}: lost {len(problems)}\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
