"""Renaming, merging and forgetting players in every game, see `renaming`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.rules.names import check_name, name_key
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.store.games import GameRepository
    from companion.store.learned import Learned


class Players:
    """The players of all games. Each operation is one write of one file."""

    def __init__(self, games: GameRepository, learned: Learned) -> None:
        self._games = games
        self._learned = learned

    def rename(self, name: str, to: str) -> None:
        """Change a player's name in every game so far."""
        new = check_name(to)
        taken = name_key(new) != name_key(name) and self._is_known(new)
        if taken:
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
        if len(both) == 2 and any(both <= set(map(name_key, names)) for names in self._lineups()):
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
        self._learned.rename(name, None)

    def _is_known(self, name: str) -> bool:
        key = name_key(name)
        return any(name_key(each.name) == key for each in self._learned.players()) or any(
            key in map(name_key, names) for names in self._lineups()
        )

    def _lineups(self) -> Iterator[list[str]]:
        """The names of the players of every game."""
        for game in self._games.in_progress():
            yield [player.name for player in game.players]
        for finished in self._games.finished():
            yield [player.name for player in finished.players]
