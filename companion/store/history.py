"""The finished games: a list that is quick to read, and a record for each.

The records are the truth. The list is read when somebody first asks for it, never before, and
whatever it lacks is read from the records.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from companion.store.database import UNREADABLE, parsed
from companion.store.errors import NoSuchGame, NotSaved, UnusableFile
from companion.store.heads import PastGame, head_of, past_game
from companion.store.past_list import (
    ID,
    PastList,
    head_in,
    heads_in,
    line_from,
    line_of,
    strange_ids,
    when,
)
from companion.store.records import Records, UnreadableGame, gone, there_already, unread
from companion.store.renaming import Renaming, followed
from companion.store.work import Cancelled, Progress, never, unwatched

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.store.saved_game import SavedGame

_WORN = 200
"""How many lines that say nothing any more may stay in the list's file."""
_AT_ONCE = 250
"""How many lines are taken apart together, which takes less time than one by one."""


class History:
    """What was played."""

    def __init__(
        self, records: Records, past_list: PastList, renamings: Callable[[], Sequence[Renaming]]
    ) -> None:
        self._records = records
        self._list = past_list
        self._renamings = renamings
        self._lines: dict[str, str] | None = None
        # The same lines, the latest last; who goes through them takes a copy, see `_sorted`.
        self._in_order: list[str] = []
        # What happened before the list was read: a line, or nothing for a game that left.
        self._meanwhile: dict[str, str | None] = {}
        self._one_at_a_time = Lock()
        self._removed: dict[str, str] = {}
        self._unreadable: dict[str, UnreadableGame] = {}

    # The list

    @property
    def is_loaded(self) -> bool:
        """Whether the list has been read; the first question to it takes a moment if not."""
        return self._lines is not None

    def load(self, progress: Progress = unwatched, cancelled: Cancelled = never) -> bool:
        """Read the list, and from the records what it lacks; False if that was cancelled.

        `UnusableFile` if nobody can see which games there are. It may run in any thread, beside
        anything else: what happens meanwhile is not overlooked.
        """
        # Wherever a game lies, it says itself whether it is finished.
        waiting = self._records.put_all_away()
        size = self._list.size()
        try:
            present = self._records.past.all_ids() | waiting
        except OSError as error:
            # Not now: nobody must take it for no games at all.
            raise unread(self._records.past.path, error) from error
        lines, found = self._list.read(present)
        # A board that another version had: what cannot be opened must not look as if it could.
        for id in present.intersection(strange_ids(lines, self._records.boards)):
            del lines[id]
        missing = sorted(present - lines.keys())
        for done, id in enumerate(missing):
            if cancelled():
                return False
            progress(done, len(missing))
            line = self._line_from_record(id)
            if line is not None:
                lines[id] = line
        if missing or found > 2 * len(lines) + _WORN:
            self._list.replace(list(lines.values()), size)
        with self._one_at_a_time:
            self._lines, self._in_order = lines, sorted(lines.values(), key=when)
            self._keep(self._meanwhile)
        return True

    def __len__(self) -> int:
        """How many games there are."""
        self._get_ready()
        return len(self._in_order)

    def order(self) -> list[str]:
        """The id of every game, the latest first; those that can be brought back have a place."""
        lines = self._sorted()
        for id in self.removed:
            insort(lines, self._removed[id], key=when)
        return [line[ID] for line in reversed(lines)]

    def game(self, id: str) -> PastGame | None:
        """A game of `order`; nothing if it cannot be read and is listed no more."""
        line = (self._lines or {}).get(id) or self._removed.get(id)
        past = self._past_game(line) if line else None
        if past is None:
            self._removed.pop(id, None)
        return past

    def all(self) -> list[PastGame]:
        """Every finished game, the latest first."""
        return list(self.each())

    def each(self) -> Iterator[PastGame]:
        """The same one by one, so that they need not all be there at once."""
        lines = self._sorted()[::-1]
        for start in range(0, len(lines), _AT_ONCE):
            yield from self._past_games(lines[start : start + _AT_ONCE])

    def unreadable(self) -> list[UnreadableGame]:
        """The finished games that are there but could not be read, listed or not."""
        return [game for game in self._unreadable.values() if self._records.has(game.id)]

    # One game

    def open(self, id: str) -> SavedGame:
        """The whole of a finished game."""
        try:
            saved = self._records.where(id).read(id)
        except UnusableFile as problem:
            self._unreadable[id] = UnreadableGame.left(id, problem)
            raise
        self._unreadable.pop(id, None)
        # A copy from before it was finished does not know that it was.
        return saved if saved.finished else replace(saved, finished=saved.changed)

    def content(self, id: str) -> bytes:
        """The file of a game, whatever is in it, to be taken out of the app."""
        return self._records.where(id).content(id)

    def receive(self, saved: SavedGame) -> SavedGame:
        """Take over a game in progress that is finished now; how it is kept from now on."""
        self._records.going.write(saved)
        # This is only about its place: wherever it lies, it says that it is finished.
        with suppress(NotSaved):
            saved = replace(saved, id=self._records.put_away(saved.id))
        self._note(saved)
        return saved

    def welcome(self, ids: Iterable[str]) -> None:
        """List games whose records have just come in from elsewhere."""
        lines = {id: line for id in ids if (line := self._line_from_record(id))}
        if lines:
            self._list.add("\n".join(lines.values()))
            self._set(lines)

    def change(self, saved: SavedGame, game: Game) -> SavedGame:
        """Correct a finished game: a ticket that was read wrongly, say."""
        return self.write(replace(saved, game=game))

    def write(self, saved: SavedGame) -> SavedGame:
        """Save a finished game that is kept already."""
        folder = self._records.where(saved.id)
        self._list.doubt(saved.id)
        folder.write(saved)
        self._note(saved)
        return saved

    def reopen(self, saved: SavedGame) -> SavedGame:
        """Take a finished game back into progress, as if it had never been finished."""
        records, again = self._records, replace(saved, finished=None)
        folder = records.where(saved.id)
        self._list.doubt(saved.id)
        if folder is records.past:
            # Repaired from a copy it may not say so yet.
            if not folder.is_finished(saved.id):
                folder.write(saved)
            # Killed after this, it lies among the others and still says that it is finished.
            folder.move(saved.id, records.going)
        try:
            records.going.write(again)
        except NotSaved:
            with suppress(NotSaved):
                records.put_away(saved.id)
            raise
        self._set({saved.id: None})
        return again

    def remove(self, id: str) -> None:
        """Remove a game; it can be brought back until the app is closed."""
        self._get_ready()
        line = (self._lines or {}).get(id)
        if line is None:
            raise gone()
        if self._records.has(id):
            self._records.remove(id)
        else:
            self._list.doubt(id)
        self._removed[id] = line
        self._set({id: None})

    @property
    def removed(self) -> tuple[str, ...]:
        """The games that can be brought back, by their ids, the one removed last at the end."""
        return tuple(id for id in self._removed if not self._is_here_again(id))

    def bring_back(self, id: str) -> PastGame:
        """Undo `remove`."""
        line = self._removed.get(id)
        past = self._past_game(line) if line else None
        if line is None or past is None:
            raise gone()
        if self._is_here_again(id):
            raise there_already()
        if self._records.removed.has(id):
            self._records.bring_back(id, self._records.past)
        else:
            self._list.add(line, lasting=True)
        del self._removed[id]
        self._set({id: line})
        return past

    def _is_here_again(self, id: str) -> bool:
        """Whether a game that was removed has come in again, from a file."""
        return self._records.has(id) or id in (self._lines or {})

    # Lines

    def _get_ready(self) -> None:
        """Have the list read."""
        self._records.catch_up()
        if self._lines is None:
            self.load()

    def _sorted(self) -> list[str]:
        """The line of each game as it is now, the latest last, whatever changes from now on."""
        self._get_ready()
        with self._one_at_a_time:
            return list(self._in_order)

    def _set(self, lines: Mapping[str, str | None]) -> None:
        """Change the line of some games, or unlist them."""
        with self._one_at_a_time:
            self._meanwhile.update(lines)
            if self._lines is not None:
                self._keep(lines)

    def _keep(self, lines: Mapping[str, str | None]) -> None:
        assert self._lines is not None
        for id, line in lines.items():
            before = self._lines.pop(id, None)
            if before is not None:
                del self._in_order[bisect_left(self._in_order, when(before), key=when)]
            if line is not None:
                self._lines[id] = line
                insort(self._in_order, line, key=when)

    def _note(self, saved: SavedGame) -> None:
        line = line_of(head_of(saved), saved.id)
        self._list.add(line)
        self._set({saved.id: line})

    def _past_games(self, lines: Sequence[str]) -> list[PastGame]:
        renamings = self._renamings()
        try:
            heads = (followed(head, renamings) for head in heads_in(lines))
            return [past_game(head, _id(line)) for head, line in zip(heads, lines, strict=True)]
        except UNREADABLE:
            return [past for line in lines if (past := self._past_game(line))]

    def _past_game(self, line: str) -> PastGame | None:
        """The game in a line or, if that is damaged, in its record."""
        for past in parsed([line], self._in_line):
            return past
        found = self._line_from_record(_id(line))
        self._set({_id(line): found})
        return self._in_line(found) if found else None

    def _in_line(self, line: str) -> PastGame:
        return past_game(followed(head_in(line), self._renamings()), _id(line))

    def _line_from_record(self, id: str) -> str | None:
        """The line of a game from its record; nothing if that cannot be read."""
        head = self._records.past.head(id)
        for line in parsed([head] if head else (), lambda head: line_from(head, id)):
            self._unreadable.pop(id, None)
            return line
        with suppress(UnusableFile, NoSuchGame):
            return line_of(head_of(self.open(id)), id)
        return None


def _id(line: str) -> str:
    return line[ID]
