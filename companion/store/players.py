"""Renamed, merged and forgotten players: records follow when they are read.

Renamings are rows with rising numbers in the file of learned data. A record holds the number of
the last renaming applied to it; reading applies the later ones, and the next write of the record
saves the result. So renaming a player is one write of one file however many games there are, and
a game begun later is not affected. Numbers are seconds, so that a file that had to be started
again continues above the numbers that records hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.errors import Refused
from companion.rules.names import check_name, matching_name, name_key
from companion.rules.wording import phrase
from companion.store.errors import PARSE_ERRORS

if TYPE_CHECKING:
    from companion.store.games import GameRepository
    from companion.store.learned import Learned

_EPOCH = datetime(2020, 1, 1, tzinfo=timezone.utc)


class Renaming(NamedTuple):
    """One change of a player's name."""

    name: str
    to: str | None
    """The new name; None for a player who is forgotten, the name itself for one restored."""
    number: int
    """Higher than the numbers of earlier renamings."""


def last_number(renamings: Sequence[Renaming]) -> int:
    """The number of the last renaming, 0 if there is none."""
    return renamings[-1].number if renamings else 0


def next_number(renamings: Sequence[Renaming], now: datetime) -> int:
    """The number of a new renaming."""
    return max(last_number(renamings) + 1, int((now - _EPOCH).total_seconds()))


def apply_renamings(value: Mapping[str, Any], renamings: Sequence[Renaming]) -> Mapping[str, Any]:
    """A record or header with the current names; a malformed one is returned unchanged."""
    with suppress(*PARSE_ERRORS):
        applied = value.get("renamed", 0)
        if 0 <= applied < last_number(renamings):
            later = [each for each in renamings if each.number > applied]
            return _with_renamings(value, later)
    return value


def _with_renamings(value: Mapping[str, Any], renamings: Sequence[Renaming]) -> Mapping[str, Any]:
    names = [each["name"].strip() for each in value["players"]]
    current = dict(zip(names, names, strict=True))
    forgotten = {name.strip() for name in value.get("forgotten", ())}
    for renaming in renamings:
        for name in names:
            if name_key(current[name]) != name_key(renaming.name):
                continue
            if renaming.to is None:
                forgotten.add(name)
            elif renaming.to == renaming.name:
                forgotten.discard(name)
            else:
                current[name] = renaming.to
    if len({name_key(name) for name in current.values()}) < len(names):
        # Two players of one game must not get the same name.
        return value
    renamed = {
        **value,
        "players": [_with_name(each, "name", current) for each in value["players"]],
        "renamed": renamings[-1].number,
        "forgotten": [current[name] for name in names if name in forgotten],
    }
    if "events" in value:
        renamed["events"] = [_with_name(each, "player", current) for each in value["events"]]
    return renamed


def _with_name(value: dict[str, Any], field: str, current: Mapping[str, str]) -> dict[str, Any]:
    old = matching_name(value[field], current)
    return value if old is None else {**value, field: current[old]}


class ForgottenNames(NamedTuple):
    """Names that are no longer suggested and can be restored until the app is closed."""

    names: tuple[str, ...]
    rows: list[dict[str, Any]]
    """The rows that were removed."""
    is_player: bool
    """Whether one player was forgotten, whose games do not count in statistics either."""


class Players:
    """The players of all games. Each operation is one write of one file."""

    def __init__(self, games: GameRepository, learned: Learned) -> None:
        self._games = games
        self._learned = learned
        self.forgotten: list[ForgottenNames] = []
        """The names forgotten since the start of the app, the last one last."""

    def rename(self, name: str, to: str) -> None:
        """Change a player's name in every game so far."""
        new = check_name(to)
        if name_key(new) != name_key(name) and self._is_known(new):
            raise Refused(
                phrase(
                    "There is already a player called {player}. If they are the same person, "
                    "merge them.",
                    player=new,
                )
            )
        if new != name:
            self._learned.rename(name, new)

    def check_merge(self, name: str, into: str) -> None:
        """Refuse to merge two people who have played in the same game."""
        both = {name_key(name), name_key(into)}
        games = (set(map(name_key, names)) for names in self._names_by_game())
        if len(both) == 2 and any(both <= names for names in games):
            raise Refused(
                phrase(
                    "{one} and {other} have played in the same game, so they are different people.",
                    one=name,
                    other=into,
                )
            )

    def merge(self, name: str, into: str) -> None:
        """Count the games of `name` as games of `into`."""
        self.check_merge(name, into)
        if name != into:
            self._learned.rename(name, check_name(into))

    def forget(self, name: str) -> None:
        """Neither offer nor count a player any more; the games stay, for the other players."""
        with self._learned.database.transaction():
            self._learned.log_renaming(name, None)
            rows = self._learned.remove_players(name)
        self.forgotten.append(ForgottenNames((name,), rows, is_player=True))

    def forget_all(self) -> None:
        """Suggest none of the remembered names any more; the games stay and count."""
        rows = self._learned.clear("players")
        names = tuple(str(row["name"]) for row in rows)
        self.forgotten.append(ForgottenNames(names, rows, is_player=False))

    def restore(self, forgotten: ForgottenNames) -> None:
        """Undo `forget` or `forget_all`, without changing what was learned since."""
        with self._learned.database.transaction():
            if forgotten.is_player:
                (name,) = forgotten.names
                self._learned.log_renaming(name, name)
            self._learned.add_players(forgotten.rows)
        self.forgotten.remove(forgotten)

    def _is_known(self, name: str) -> bool:
        suggested = [player.name for player in self._learned.players()]
        return any(
            name_key(name) in map(name_key, names) for names in (suggested, *self._names_by_game())
        )

    def _names_by_game(self) -> Iterator[list[str]]:
        """The names of the players of every game."""
        for players in (
            *(game.players for game in self._games.in_progress()),
            *(game.players for game in self._games.finished()),
        ):
            yield [player.name for player in players]
