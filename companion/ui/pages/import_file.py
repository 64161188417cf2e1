"""What would come in from a file: the file is chosen, looked into, and only then taken in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report.boards import board_name
from companion.report.when import in_words
from companion.rules.boards import Boards
from companion.rules.wording import Phrase, listed, phrase, plural_phrase
from companion.store.arrivals import Arrival, ImportPreview, ImportResult, Standing, Things
from companion.store.work import Cancelled, Progress
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenFile, Request
from companion.ui.page import Page

Result = TypeVar("Result")

# Translators: what becomes of one game of a file that is looked into.
STANDINGS: Mapping[Standing, tuple[str, Phrase]] = {
    "new": ("plus", phrase("New")),
    "different": ("plus", phrase("Here, but not the same: comes in beside it")),
    "broken": ("cross", phrase("Broken")),
    "there": ("check", phrase("Already here")),
}
"""A picture and a name for each, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to choose."""

    path: Path
    changed: datetime
    size: int
    """In bytes."""


class ImportRow(Tappable):
    """A file, which a tap opens, or a game in one."""

    icon = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    note = StringProperty("")
    path = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)

    def on_touch_down(self, touch: object) -> bool:
        """Take touches for a file only."""
        return self.path is not None and super().on_touch_down(touch)

    def on_tap(self) -> None:
        """Open the file."""
        if self.path is not None:
            self.page.open_file(self.path)


class ImportPage(Page):
    """The files of a folder, then what is in one of them, until it is taken in."""

    file_name = StringProperty("")
    """Of the file that is open."""
    answer = StringProperty("")
    """What has become of the file."""
    refused = BooleanProperty(False)
    """Whether the answer is a refusal."""
    summary = StringProperty("")
    also = StringProperty("")
    action = StringProperty("")
    """What the button says; there is none without words."""
    rows = ListProperty()

    def __init__(self, context: AppContext) -> None:
        self._folder: Path | None = None
        """Where the files lie; None if one was chosen elsewhere."""
        self._path: Path | None = None
        """The file that is open."""
        self._arrivals: ImportPreview | None = None
        """What it holds."""
        self._asked_for: Path | None = None
        """The file that was opened last, or is about to be."""
        self._answer: Phrase | None = None
        super().__init__(context)

    # Lifecycle hooks

    def opening(self) -> None:
        """Come without a file."""
        self._folder = None
        self._leave_file()

    def refresh(self, _: Snapshot | None) -> None:
        """Show the files there are, or what is in the open one."""
        now = datetime.now().astimezone()
        path = self._asked_for if self.waiting else self._path
        self.file_name = path.name if path is not None else ""
        self.answer = translator.render(self._answer) if self._answer is not None else ""
        self.summary = self.also = self.action = ""
        if self.waiting:
            self.rows = []
            return
        rows: list[dict[str, object]] = []
        if self._arrivals is not None:
            self._describe(self._arrivals)
            boards = self.context.boards
            rows = [_game_row(each, boards, now) for each in _in_order(self._arrivals.games)]
        elif self._folder is not None:
            files = _found(self._folder)
            self.summary = translator.render(_where_from(self._folder, files))
            rows = [_file_row(each, now) for each in files]
        self.rows = [{**row, "page": self} for row in rows]

    def open_with(self, request: Request) -> None:
        """Look into a file, or let one of a folder be chosen."""
        match request:
            case OpenFile(path) if path.is_file():
                self.open_file(path)
            case OpenFile(path):
                self._folder = path
                self.redraw()
            case _:
                super().open_with(request)

    def handle_back(self) -> bool:
        """Stop what is under way, or go back from a file to the others, if there are others."""
        if self.cancel_task():
            return True
        inside = self._path is not None and self._folder is not None
        if inside:
            self._leave_file()
            self.redraw()
        return inside

    # What is done here

    def open_file(self, path: Path) -> None:
        """Show what is in a file."""
        if not self.waiting:
            self._asked_for = path
        self.run_in_background(
            partial(self.context.store.exchange.look_at, path), partial(self._looked_into, path)
        )

    def take_in(self) -> None:
        """Bring in what is new in the open file."""
        arrivals = self._arrivals
        if arrivals is not None:
            self.run_in_background(
                partial(self.context.store.exchange.take_in, arrivals), self._taken_in
            )

    def run_in_background(
        self, work: Callable[[Progress, Cancelled], Result], done: Callable[[Result], object]
    ) -> None:
        """Every game of a file is replayed, and there may be many: nothing else is shown then."""
        super().run_in_background(work, done)
        self._say(None)

    def tell(
        self,
        line: Phrase,
        refused: bool = False,
        offer: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """Answer on the page, not in a line that goes: there may be nothing else to see here."""
        if offer or act:
            super().tell(line, refused, offer, act)
        else:
            self._say(line, refused)

    def _looked_into(self, path: Path, arrivals: ImportPreview) -> None:
        self._path, self._arrivals = path, arrivals
        self._say(None)
        self.ids.list.to_top()

    def _taken_in(self, brought: ImportResult) -> None:
        self.context.preferences.apply()
        self._arrivals = brought.rest
        self._say(brought.problem or _brought_in(brought.things), refused=bool(brought.problem))

    def _say(self, answer: Phrase | None, refused: bool = False) -> None:
        self._answer, self.refused = answer, refused
        self.redraw()

    def _leave_file(self) -> None:
        self._path = self._arrivals = self._answer = None

    def _describe(self, arrivals: ImportPreview) -> None:
        coming = len(arrivals.coming)
        here, broken = arrivals.count("there"), arrivals.count("broken")
        counts = (
            (coming, translator.tr_plural("{count} new game", "{count} new games", coming)),
            (here, translator.tr_plural("{count} already here", "{count} already here", here)),
            (broken, translator.tr_plural("{count} broken", "{count} broken", broken)),
        )
        self.summary = " · ".join(text for count, text in counts if count)
        beside = _counted(arrivals.things._replace(games=0))
        if beside:
            self.also = translator.tr("Also: {things}.", things=translator.render(_all_of(beside)))
        if coming:
            self.action = translator.tr_plural(
                "Import {count} game", "Import {count} games", coming
            )
        elif beside:
            self.action = translator.tr("Import")
        elif not self.summary:
            self.summary = translator.tr("Nothing in this file is new.")


def _where_from(folder: Path, files: Sequence[FoundFile]) -> Phrase:
    if files:
        return phrase("Choose a file to import. These are in {folder}.", folder=folder)
    return phrase("There is no file to import. Put one into {folder}.", folder=folder)


def _found(folder: Path) -> list[FoundFile]:
    """The files of a folder that may hold games, the latest first."""
    return sorted(_files(folder), key=lambda file: file.changed, reverse=True)


def _files(folder: Path) -> Iterator[FoundFile]:
    for path in folder.glob("*.json"):
        try:
            facts = path.stat()
        except OSError:
            continue
        # A name that cannot be shown cannot be chosen.
        if S_ISREG(facts.st_mode) and path.name.isprintable():
            changed = datetime.fromtimestamp(facts.st_mtime).astimezone()
            yield FoundFile(path, changed, facts.st_size)


def _brought_in(things: Things) -> Phrase:
    """Everything that has come in, counted."""
    counted = _counted(things)
    if not counted:
        return phrase("Nothing in this file is new.")
    return phrase("Imported: {things}.", things=_all_of(counted))


def _all_of(things: list[Phrase]) -> Phrase:
    return listed([translator.render(each) for each in things])


def _counted(things: Things) -> list[Phrase]:
    counted = (
        plural_phrase("{count} game", "{count} games", things.games),
        plural_phrase("{count} player", "{count} players", things.players),
        plural_phrase("{count} ticket", "{count} tickets", things.tickets),
        plural_phrase("{count} correction", "{count} corrections", things.corrections),
        plural_phrase("{count} setting", "{count} settings", things.settings),
    )
    return [each for each in counted if each.values["count"]]


def _in_order(games: tuple[Arrival, ...]) -> list[Arrival]:
    """What comes in first, the latest before the others."""
    latest_first = sorted(games, key=lambda each: str(each.date or ""), reverse=True)
    return sorted(latest_first, key=lambda each: list(STANDINGS).index(each.standing))


def _game_row(arrival: Arrival, boards: Boards, now: datetime) -> dict[str, object]:
    icon, standing = STANDINGS[arrival.standing]
    row = {
        "icon": icon,
        "title": translator.render(standing),
        "detail": "",
        "note": "",
        "path": None,
    }
    if arrival.problem is not None:
        return {**row, "detail": translator.render(arrival.problem)}
    # The time on the clock where it was played: another time zone may have no such day at all.
    when = translator.render(in_words(arrival.date, now)) if arrival.date else ""
    return {
        **row,
        "title": f"{translator.render(board_name(boards, arrival.board))} · {when}",
        "detail": " · ".join(player.name for player in arrival.players),
        "note": row["title"],
    }


def _file_row(file: FoundFile, now: datetime) -> dict[str, object]:
    size = translator.tr("{size} KB", size=max(1, round(file.size / 1000)))
    return {
        "icon": "",
        "title": file.path.name,
        "detail": f"{translator.render(in_words(file.changed, now))} · {size}",
        "note": "",
        "path": file.path,
    }


load("pages/import_file")
