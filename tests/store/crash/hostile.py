"""Hostile files: the app opens a folder in which some were spoiled, and is used as ever.

Whatever is in the files, the worst that may happen is a refusal. What was not spoiled is there as
before; a game whose copy is good is there too; what cannot be understood is not thrown away; and
nothing outside the folder is touched.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.report.statistics import statistics
from companion.rules.errors import Refused
from tests.store.crash.children import in_a_child
from tests.store.crash.folders import an_archive
from tests.store.crash.observing import Kept, Place, look, seen_in
from tests.store.crash.running import Found, copied
from tests.store.crash.spoiling import spoil
from tests.support.games import AFRICA, FIRST, SECOND, SUDAN, files_in, finish, play

_ID = re.compile(r"[0-9a-f]{32}")
NAME = "hostile files"
LEARNED = ("players", "tickets", "corrections")
SECONDS = 5
"""How long one folder may take, on a slow machine."""


@dataclass(frozen=True)
class GameSession:
    """A folder nobody has spoiled yet."""

    place: Place
    known: frozenset[str]
    saved: Kept
    """What it shows, but for an import that is on its way."""
    secret: Path
    """A game that lies outside, for links to point at."""

    @classmethod
    def at(cls, root: Path, prepare: Callable[[Place], None]) -> GameSession:
        """Make one."""
        place = Place(root / prepare.__name__)
        place.root.mkdir()
        prepare(place)
        secret = root / "secret.json"
        secret.write_bytes(next(place.folder.glob("games/*.json")).read_bytes())
        known = place.ids()
        before = copied(place, root / "before")
        shutil.rmtree(before.folder / "arrived", ignore_errors=True)
        saved = look(before, known).saved
        return cls(place, known, saved, secret)

    def good(self, spoiled: Container[Path]) -> set[str]:
        """What must be there as it was, since nobody touched its file."""
        records = [path.stem for path in self.records() if path in spoiled]
        learned = {text for kind in LEARNED for text in self.saved[kind]}
        return {
            text
            for text in _everything_in(self.saved)
            if (
                Path("shelf/learned.json") not in spoiled
                if text in learned
                else not any(id in text for id in records)
            )
        }

    def records(self) -> list[Path]:
        """The file of every game."""
        root, folder = self.place.root, self.place.folder
        paths = (*folder.glob("games/*.json"), *folder.glob("history/*.json"))
        return [path.relative_to(root) for path in paths]

    def files(self) -> list[Path]:
        """The files in an order that does not depend on ids, which are others in every run."""
        root = self.place.root
        paths = (path for path in root.rglob("*") if path.is_file())

        def nameless(path: Path) -> tuple[str, str]:
            text = path.read_bytes().decode("latin-1")
            return _ID.sub("id", str(path.relative_to(root))), _ID.sub("id", text)

        return [path.relative_to(root) for path in sorted(paths, key=nameless)]


def an_import_on_its_way(place: Place) -> None:
    """The app was killed when an import had been decided on and nothing of it was in its place."""
    an_archive(place)
    store = copied(place, place.root / "copy").open()
    written = store.importer.preview(place.outside / "archive.railkeeper")
    arriving = place.root / "copy" / "shelf" / "arriving"

    def progress(_done: int, _of: int) -> None:
        shutil.copytree(arriving, place.folder / "arrived", dirs_exist_ok=True)

    store.importer.run(written, progress)
    store.close()
    shutil.rmtree(place.root / "copy")


def used(place: Place, known: frozenset[str]) -> None:
    """Do a little of everything; each may be refused, and nothing worse."""
    store = place.open()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: seen_in(place, store, known),
        lambda: statistics(store.games.finished()),
        store.exporter.archive,
        lambda: [store.exporter.record(each.id) for each in saved_games(store)],
        lambda: [store.exporter.record(each.id) for each in store.games.finished()],
        lambda: store.importer.run(store.importer.preview(place.outside / "archive.railkeeper")),
        lambda: finish(store, FIRST),
        lambda: play(store, FIRST, SECOND),
        lambda: store.learned.remember_ticket(AFRICA, SUDAN),
        lambda: store.learned.forget_player("Peter"),
        lambda: store.settings.change(theme="light"),
        *(lambda saved=saved: store.games.finish(saved) for saved in saved_games(store)),
        *(lambda id=past.id: store.games.remove(id) for past in store.games.finished()),
        lambda: statistics(store.games.finished()),
    )
    for attempt in attempts:
        with suppress(Refused):
            attempt()
    look(place, known)


def wrong_with(
    session: GameSession, place: Place, spoiled: Mapping[Path, bytes | None]
) -> list[str]:
    """What becomes of a folder in which this was spoiled."""
    before = files_in(place.root.parent)

    def opened() -> list[str]:
        saved = look(place, session.known).saved
        hidden = [
            record
            for record in session.records()
            if record.stem not in "\n".join(_records(saved))
            and not _may_be_hidden(record, place, spoiled)
        ]
        return [
            *(f"the game {record} is not shown" for record in hidden),
            *(f"gone: {each}" for each in session.good(spoiled) - _everything_in(saved)),
        ]

    ended = in_a_child(lambda _: opened(), SECONDS)
    found: list[str] = [ended.wrong] if ended.wrong else ended.result
    saved = files_in(place.folder).values()
    found += [
        f"what {path} held is gone"
        for path, content in spoiled.items()
        if content and path.parts[1] in ("games", "history") and content not in saved
    ]
    ended = in_a_child(lambda _: used(place, session.known), SECONDS)
    found += [ended.wrong] if ended.wrong else []
    after = files_in(place.root.parent)
    inside = str(place.folder.relative_to(place.root.parent))
    found += [
        f"{name}, outside the folder, was changed"
        for name in before.keys() | after.keys()
        if not name.startswith(inside) and before.get(name) != after.get(name)
    ]
    return found


def _records(saved: Kept) -> list[str]:
    """Every game as its record says; what the list says of it may have been spoiled."""
    return [text.partition(" PastGame(")[0] for text in (*saved["games"], *saved["history"])]


def _everything_in(saved: Kept) -> set[str]:
    """Every game, and every row of what was learned."""
    return {*_records(saved), *(text for kind in LEARNED for text in saved[kind])}


def _may_be_hidden(record: Path, place: Place, spoiled: Mapping[Path, bytes | None]) -> bool:
    """Whether nothing good is left of a game, or it lies where it was, not to be understood."""
    if record not in spoiled:
        return False
    copy = record.with_name(f"{record.name}.before")
    path = place.root / record
    return copy in spoiled or spoiled[record] is None or path.is_file()


def spoiled_and_used(session: GameSession, root: Path, seed: str) -> tuple[int, list[str]]:
    """Spoil some files and see: how many, and what is wrong then."""
    chance = random.Random(seed)
    place = copied(session.place, root / "spoiled")
    names = chance.sample(session.files(), chance.choice((1, 1, 1, 2, 3)))
    spoiled = {name: spoil(place.root / name, session.secret, chance) for name in names}
    wrong = wrong_with(session, place, spoiled)
    shown = ", ".join(f"{_ID.sub('…', str(name))}" for name in names)
    return len(names), [f"seed {seed}, {shown}: {each}" for each in wrong]


def explore(root: Path, count: int, seed: str) -> Found:
    """Spoil so many folders, one after the other."""
    evenings = [GameSession.at(root, prepare) for prepare in (an_archive, an_import_on_its_way)]
    files, wrong = 0, []
    for number in range(count):
        session = evenings[number % 2]
        spoiled, found = spoiled_and_used(session, root, f"{seed}/{number}")
        files += spoiled
        wrong += found
    return Found(NAME, files, wrong)
