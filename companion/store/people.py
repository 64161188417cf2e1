"""The people at the table, for good: renamed, two that are one put together, forgotten.

Every past game and every figure follows, see `renaming`. Each is one write of one file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.rules.names import check_name, name_key
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.store.games import Games
    from companion.store.history import History
    from companion.store.learned import Learned


class People:
    """Everybody who has ever played."""

    def __init__(self, games: Games, history: History, learned: Learned) -> None:
        self._games = games
        self._history = history
        self._learned = learned

    def rename(self, name: str, to: str) -> None:
        """Call somebody otherwise from now on and in every game so far."""
        new = check_name(to)
        taken = name_key(new) != name_key(name) and self._is_known(new)
        if taken:
            raise Refused(
                phrase("There is a {player} already. If the two are one, merge them.", player=new)
            )
        if new != name:
            self._learned.rename(name, new)

    def merge(self, name: str, into: str) -> None:
        """Two names are one person, who is called `into` from now on."""
        both = {name_key(name), name_key(into)}
        if len(both) == 2 and any(both <= set(map(name_key, names)) for names in self._tables()):
            raise Refused(
                phrase(
                    "{one} and {other} have played in one game: they are two people.",
                    one=name,
                    other=into,
                )
            )
        if name != into:
            self._learned.rename(name, check_name(into))

    def forget(self, name: str) -> None:
        """Do not offer or count somebody any more; their games stay, for the others."""
        self._learned.rename(name, None)

    def _is_known(self, name: str) -> bool:
        key = name_key(name)
        return any(name_key(each.name) == key for each in self._learned.players()) or any(
            key in map(name_key, names) for names in self._tables()
        )

    def _tables(self) -> Iterator[list[str]]:
        """Who sat at one table, for every game."""
        for waiting in self._games.waiting():
            yield [player.name for player in waiting.players]
        for past in self._history.all():
            yield [player.name for player in past.players]
