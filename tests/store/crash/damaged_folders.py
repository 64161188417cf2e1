"""Randomly damaged files: the store is opened and used on each damaged folder.

A refusal is the worst that may happen. Undamaged data is there as before, a game with a good
backup copy is there too, unreadable files are not deleted, and nothing outside the data folder
changes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.report.statistics.players import statistics
from companion.rules.errors import Refused
from companion.store.archive import shared_record, write_archive
from companion.store.importing import Importer
from tests.store.crash.child_process import run_in_child
from tests.store.crash.corruption import corrupt
from tests.store.crash.observation import Content, Sandbox, observe, reopen_and_observe
from tests.store.crash.reference import Findings, copy_sandbox
from tests.store.crash.sandboxes import ARCHIVE, store_and_archive
from tests.support.saved_games import AFRICA, FIRST, SECOND, SUDAN, files_in, finish, play
from tests.support.stores import IN_PROGRESS_FILES, saved_games

_ID = re.compile(r"[0-9a-f]{32}")
NAME = "damaged files"
LEARNED = ("players", "tickets", "corrections")
SECONDS = 5
"""Time limit for one folder, on a slow machine."""

Damage = Mapping[Path, bytes | None]
"""New content of the damaged files; None for something that is not a file."""


@dataclass(frozen=True)
class Original:
    """A sandbox before it is damaged."""

    sandbox: Sandbox
    known: frozenset[str]
    content: Content
    secret: Path
    """A record outside the data folder, as a target of symbolic links."""

    @classmethod
    def make(cls, root: Path) -> Original:
        """Make a sandbox with a small store and an archive."""
        sandbox = Sandbox(root / "original")
        sandbox.root.mkdir()
        store_and_archive(sandbox)
        secret = root / "secret.json"
        secret.write_bytes(next(sandbox.folder.glob(IN_PROGRESS_FILES)).read_bytes())
        known = sandbox.ids()
        content = reopen_and_observe(copy_sandbox(sandbox, root / "before"), known).content
        return cls(sandbox, known, content, secret)

    def undamaged(self, damaged: Container[Path]) -> set[str]:
        """The content whose files are not damaged."""
        records = [path.name[:32] for path in self.records() if path in damaged]
        learned = {text for kind in LEARNED for text in self.content[kind]}
        return {
            text
            for text in _all_texts(self.content)
            if (
                Path("data/learned.json") not in damaged
                if text in learned
                else not any(id in text for id in records)
            )
        }

    def records(self) -> list[Path]:
        """The file of every game."""
        root, folder = self.sandbox.root, self.sandbox.folder
        paths = folder.glob("games/*.json")
        return [path.relative_to(root) for path in paths]

    def files(self) -> list[Path]:
        """The files in an order that does not depend on ids, which are random."""
        root = self.sandbox.root
        paths = (path for path in root.rglob("*") if path.is_file())

        def without_ids(path: Path) -> tuple[str, str]:
            text = path.read_bytes().decode("latin-1")
            return _ID.sub("id", str(path.relative_to(root))), _ID.sub("id", text)

        return [path.relative_to(root) for path in sorted(paths, key=without_ids)]


def use(sandbox: Sandbox, known: frozenset[str]) -> None:
    """Use every part of the store; each operation may be refused."""
    store = sandbox.open()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: observe(sandbox, store, known),
        lambda: statistics(store.games.finished()),
        lambda: write_archive(store),
        lambda: [shared_record(store.games.open(each.id)) for each in store.games.in_progress()],
        lambda: [shared_record(store.games.open(each.id)) for each in store.games.finished()],
        lambda: Importer(store).run(Importer(store).preview(sandbox.outside / ARCHIVE)),
        lambda: finish(store, FIRST),
        lambda: play(store, FIRST, SECOND),
        lambda: store.learned.remember_ticket(AFRICA, SUDAN),
        lambda: store.players.forget("Peter"),
        lambda: store.settings.change(theme="light"),
        *(lambda saved=saved: store.games.finish(saved) for saved in saved_games(store)),
        *(lambda id=each.id: store.games.remove(id) for each in store.games.finished()),
        lambda: statistics(store.games.finished()),
    )
    for attempt in attempts:
        with suppress(Refused):
            attempt()
    reopen_and_observe(sandbox, known)


def failures(original: Original, sandbox: Sandbox, damage: Damage) -> list[str]:
    """Failures when a damaged folder is opened and used."""
    before = files_in(sandbox.root.parent)

    def open_store() -> list[str]:
        content = reopen_and_observe(sandbox, original.known).content
        hidden = [
            record
            for record in original.records()
            if record.name[:32] not in "\n".join(_records(content))
            and not _may_be_hidden(record, sandbox, damage)
        ]
        return [
            *(f"the game {record} is not shown" for record in hidden),
            *(f"gone: {each}" for each in original.undamaged(damage) - _all_texts(content)),
        ]

    ended = run_in_child(lambda _: open_store(), SECONDS)
    found: list[str] = [ended.error] if ended.error else ended.result
    contents = files_in(sandbox.folder).values()
    found += [
        f"the content of {path} is missing"
        for path, content in damage.items()
        if content and path.parts[1] == "games" and content not in contents
    ]
    ended = run_in_child(lambda _: use(sandbox, original.known), SECONDS)
    found += [ended.error] if ended.error else []
    after = files_in(sandbox.root.parent)
    inside = str(sandbox.folder.relative_to(sandbox.root.parent))
    found += [
        f"{name}, outside the data folder, was changed"
        for name in before.keys() | after.keys()
        if not name.startswith(inside) and before.get(name) != after.get(name)
    ]
    return found


def _records(content: Content) -> list[str]:
    """The record of every game; its header may be damaged."""
    games = (*content["in progress"], *content["finished"])
    return [text.partition(" FinishedGame(")[0] for text in games]


def _all_texts(content: Content) -> set[str]:
    """Every game, and every row of learned data."""
    return {*_records(content), *(text for kind in LEARNED for text in content[kind])}


def _may_be_hidden(record: Path, sandbox: Sandbox, damage: Damage) -> bool:
    """Whether a game has no good file left, or a valid file of an unknown form."""
    if record not in damage:
        return False
    copy = record.with_name(f"{record.name[:32]}.before")
    path = sandbox.root / record
    return copy in damage or damage[record] is None or path.is_file()


def damage_and_use(original: Original, root: Path, seed: str) -> tuple[int, list[str]]:
    """Damage some files and use the store; the number of files and the failures."""
    chance = random.Random(seed)
    sandbox = copy_sandbox(original.sandbox, root / "damaged")
    names = chance.sample(original.files(), chance.choice((1, 1, 1, 2, 3)))
    damage = {name: corrupt(sandbox.root / name, original.secret, chance) for name in names}
    wrong = failures(original, sandbox, damage)
    shown = ", ".join(f"{_ID.sub('…', str(name))}" for name in names)
    return len(names), [f"seed {seed}, {shown}: {each}" for each in wrong]


def explore(root: Path, count: int, seed: str) -> Findings:
    """Damage a number of folders, one after the other."""
    original = Original.make(root)
    files, wrong = 0, []
    for number in range(count):
        damaged, found = damage_and_use(original, root, f"{seed}/{number}")
        files += damaged
        wrong += found
    return Findings(NAME, files, wrong)
