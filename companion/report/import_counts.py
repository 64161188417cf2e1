"""How much an import adds, in words."""

from __future__ import annotations

from companion.rules.wording import Phrase, plural_phrase
from companion.store.importing import ImportCounts


def counted_things(things: ImportCounts) -> list[Phrase]:
    """The number of things of each kind, without those that are 0."""
    counts = (
        plural_phrase("{count} board", "{count} boards", things.boards),
        plural_phrase("{count} game", "{count} games", things.games),
        plural_phrase("{count} player", "{count} players", things.players),
        plural_phrase("{count} ticket", "{count} tickets", things.tickets),
        plural_phrase("{count} correction", "{count} corrections", things.corrections),
        plural_phrase("{count} setting", "{count} settings", things.settings),
    )
    return [each for each in counts if each.values["count"]]
