"""What would come in from a file: the file is chosen, looked into, and only then taken in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report.when import in_words
from companion.rules import Phrase
from companion.rules.wording import listed, say, say_count
from companion.store.arrivals import Arrival, Arrivals, Standing
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.past_games import board_name
from companion.ui.widgets import bar, page, recycling, tapping
from companion.ui.widgets.page import Page
from companion.ui.widgets.tapping import Tappable

STANDINGS: Mapping[Standing, tuple[str, Phrase]] = {
    "new": ("plus", say("New")),
    "different": ("plus", say("Here, but not the same: comes in beside it")),
    "broken": ("cross", say("Broken")),
    "there": ("check", say("Already here")),
}
"""A picture and a name for each, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to choose."""

    path: Path
    changed: datetime
    size: int
    """In bytes."""


class ArrivalRow(Tappable):
    """A file, which a tap chooses, or a game in one."""

    icon = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    note = StringProperty("")
    path = ObjectProperty(None, allownone=True)
    screen = ObjectProperty(None, allownone=True)

    def on_touch_down(self, touch: object) -> bool:
        """Take touches for a file only."""
        return self.path is not None and super().on_touch_down(touch)

    def on_tap(self) -> None:
        """Tell the screen which file it is."""
        self.screen.dispatch("on_file", self.path)


class ArrivalsPage(Page):
    """Shows files, then what is in one; dispatches which file, and that it shall come in."""

    folder = ObjectProperty(None, allownone=True)
    """Where the files lie; None if one was chosen elsewhere."""
    files = ObjectProperty(())
    """The `FoundFile`s, the latest first."""
    path = ObjectProperty(None, allownone=True)
    """The file that is open."""
    arrivals = ObjectProperty(None, allownone=True)
    """What the open file holds."""
    answer = StringProperty("")
    """What has become of something."""
    refused = BooleanProperty(False)
    """Whether the answer is a refusal."""

    summary = StringProperty("")
    also = StringProperty("")
    action = StringProperty("")
    """What the button says; there is none without words."""
    rows = ListProperty()

    __events__ = ("on_back", "on_file", "on_take_in")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(files=self._fill, folder=self._fill, arrivals=self._fill)
        # The last of them to change: the others speak the new language by then.
        words.bind(count=self._fill)

    def show_file(self, path: Path, arrivals: Arrivals) -> None:
        """Show what a file holds."""
        self.answer = ""
        self.path, self.arrivals = path, arrivals
        self.ids.list.scroll_y = 1

    def leave_file(self) -> None:
        """Show no file, and no answer."""
        self.answer = ""
        self.path = self.arrivals = None

    def tell(self, text: str, refused: bool = False) -> None:
        """Say what has become of something."""
        self.answer, self.refused = text, refused

    def close_sheet(self) -> bool:
        """Go back from a file to the others, if there are others."""
        inside = self.path is not None and self.folder is not None
        if inside:
            self.leave_file()
        return inside

    def _fill(self, *_: object) -> None:
        now = datetime.now().astimezone()
        if self.arrivals is not None:
            self._describe(self.arrivals)
            rows = [_game_row(each, now) for each in _in_order(self.arrivals.games)]
        else:
            self.summary = words.told(self._where_from()) if self.folder is not None else ""
            self.also = self.action = ""
            rows = [_file_row(each, now) for each in self.files]
        self.rows = [{**row, "screen": self} for row in rows]

    def _where_from(self) -> Phrase:
        if self.files:
            return say("Choose a file to import. These are in {folder}.", folder=self.folder)
        return say("There is no file to import. Put one into {folder}.", folder=self.folder)

    def _describe(self, arrivals: Arrivals) -> None:
        coming = len(arrivals.coming)
        here, broken = arrivals.count("there"), arrivals.count("broken")
        counts = (
            (coming, words.count("{count} new game", "{count} new games", coming)),
            (here, words.count("{count} already here", "{count} already here", here)),
            (broken, words.count("{count} broken", "{count} broken", broken)),
        )
        self.summary = " · ".join(text for count, text in counts if count)
        beside = _beside_games(arrivals)
        things = words.told(_all_of(beside))
        self.also = words.say("Also: {things}.", things=things) if beside else ""
        if coming:
            self.action = words.count("Import {count} game", "Import {count} games", coming)
        else:
            self.action = words.say("Import") if beside else ""
        if not self.action and not self.summary:
            self.summary = words.say("Nothing in this file is new.")

    def on_back(self) -> None:
        """Something to bind to."""

    def on_file(self, path: Path) -> None:
        """Something to bind to."""

    def on_take_in(self, arrivals: Arrivals) -> None:
        """Something to bind to."""


def brought_in(arrivals: Arrivals) -> Phrase:
    """Everything that comes in, counted."""
    games = len(arrivals.coming)
    counted = [say_count("{count} game", "{count} games", games)] if games else []
    return _all_of([*counted, *_beside_games(arrivals)])


def _all_of(things: list[Phrase]) -> Phrase:
    return listed([words.told(each) for each in things])


def _beside_games(arrivals: Arrivals) -> list[Phrase]:
    players, tickets, corrections = (
        len(arrivals.learned.get(table, ())) for table in ("players", "tickets", "corrections")
    )
    counted = (
        say_count("{count} player", "{count} players", players),
        say_count("{count} ticket", "{count} tickets", tickets),
        say_count("{count} correction", "{count} corrections", corrections),
        say_count("{count} setting", "{count} settings", len(arrivals.settings)),
    )
    return [each for each in counted if each.values["count"]]


def _in_order(games: tuple[Arrival, ...]) -> list[Arrival]:
    """What comes in first, the latest before the others."""
    latest_first = sorted(games, key=lambda each: str(each.date or ""), reverse=True)
    return sorted(latest_first, key=lambda each: list(STANDINGS).index(each.standing))


def _game_row(arrival: Arrival, now: datetime) -> dict[str, object]:
    icon, standing = STANDINGS[arrival.standing]
    row = {"icon": icon, "title": words.told(standing), "detail": "", "note": "", "path": None}
    if arrival.problem is not None:
        return {**row, "detail": words.told(arrival.problem)}
    # The time on the clock where it was played: another time zone may have no such day at all.
    when = words.told(in_words(arrival.date, now)) if arrival.date else ""
    return {
        **row,
        "title": f"{board_name(arrival.board)} · {when}",
        "detail": " · ".join(player.name for player in arrival.players),
        "note": row["title"],
    }


def _file_row(file: FoundFile, now: datetime) -> dict[str, object]:
    size = words.say("{size} KB", size=max(1, round(file.size / 1000)))
    return {
        "icon": "",
        "title": file.path.name,
        "detail": f"{words.told(in_words(file.changed, now))} · {size}",
        "note": "",
        "path": file.path,
    }


_NEEDED = (bar, page, recycling, tapping)
"""Modules whose widgets the kv file names."""

load("pages/arrivals")
