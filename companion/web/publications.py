"""What guests see now: the published snapshot and the seats, with a version to wait for."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Condition

from companion.rules.events import TicketsTaken
from companion.table.snapshot import Snapshot, selected_player

DELAY = 0.03
"""Seconds until a waiting request goes on after a change: its thread would otherwise compete with
the UI thread for the interpreter while it updates the keeper's page."""
KEPT = 32
"""Publications for which a guest gets only the changes since then."""


@dataclass(frozen=True, slots=True)
class Guests:
    """Who has joined, and what they may do."""

    seats: Mapping[str, str]
    """The secret of the guest, by the player's name."""
    keeper: str = ""
    """The score keeper's own player, whom no phone can have; empty if none."""
    can_enter: bool = True
    """Whether players enter their own turns."""


@dataclass(frozen=True, slots=True, eq=False)
class Publication:
    """A snapshot and the guests; compared by identity."""

    version: str
    snapshot: Snapshot | None
    """None while no game is open."""
    guests: Guests
    run: str
    """Names this run of the app."""


class Publications:
    """The current publication and a few earlier ones; thread-safe."""

    def __init__(self, guests: Guests, run: str) -> None:
        self._run = secrets.token_hex(4)
        """Distinguishes the versions of this server from those of an earlier one."""
        self._number = 0
        self._changed = Condition()
        self._stopped = False
        first = Publication(f"{self._run}-0", None, guests, run)
        self._kept: tuple[Publication, ...] = (first,)
        """Replaced as a whole, because other threads read it."""

    @property
    def current(self) -> Publication:
        """The current publication."""
        return self._kept[-1]

    @property
    def stopped(self) -> bool:
        """Whether sharing was switched off."""
        return self._stopped

    def find(self, version: str) -> Publication | None:
        """An earlier publication; None if it is not kept."""
        return next((each for each in self._kept if each.version == version), None)

    def publish(self, snapshot: Snapshot | None) -> None:
        """Publish a snapshot, unless it differs only in what guests do not see."""
        now, shown = self.current, snapshot and _without_correction(snapshot)
        if now.snapshot is None or shown is None:
            is_same = now.snapshot is shown
        else:
            is_same = _same_for_guests(now.snapshot, shown)
        if not is_same:
            self._add(replace(now, snapshot=shown))

    def set_guests(self, guests: Guests) -> None:
        """Publish other guests."""
        now = self.current
        if guests != now.guests:
            self._add(replace(now, guests=guests))

    def wait_for_change(self, version: str, seconds: float) -> Publication:
        """The current publication, soon after it has another version or the time has passed."""
        if self.current.version == version:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._stopped or self.current.version != version, seconds
                )
            time.sleep(DELAY)
        return self.current

    def stop(self) -> None:
        """Wake all waiting requests, now and in future."""
        self._stopped = True
        with self._changed:
            self._changed.notify_all()

    def _add(self, publication: Publication) -> None:
        self._number += 1
        added = replace(publication, version=f"{self._run}-{self._number}")
        self._kept = (*self._kept[1 - KEPT :], added)
        with self._changed:
            self._changed.notify_all()


def _without_correction(snapshot: Snapshot) -> Snapshot:
    """The whole game also while the keeper corrects an earlier entry."""
    if snapshot.correcting is None:
        return snapshot
    return replace(snapshot, correcting=None, player=selected_player(snapshot.saved))


def _same_for_guests(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots differ only in how the keeper's page shows the game, or in tickets.

    Tickets are published with the result only.
    """
    if one.is_result_shown and one.game is not other.game:
        return False
    return (
        one.setup is other.setup
        and one.is_finished == other.is_finished
        and one.saved.id == other.saved.id
        and one.player == other.player
        and _public_ending(one) == _public_ending(other)
        and _public_events(one) == _public_events(other)
    )


def _public_ending(snapshot: Snapshot) -> object:
    """What guests are told about the end: not what waits, which depends on others' tickets."""
    receipts = {name: each.receipt for name, each in snapshot.hand_ins.items()}
    return snapshot.can_hand_in, snapshot.is_result_shown, receipts


def _public_events(snapshot: Snapshot) -> list[object]:
    entries = zip(snapshot.game.events, snapshot.game.phone_ids, strict=True)
    return [entry for entry in entries if not isinstance(entry[0], TicketsTaken)]
