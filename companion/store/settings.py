"""The keeper's settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from tinydb import where

from companion.rules.json_reader import Format
from companion.rules.names import why_not_name
from companion.rules.wording import phrase
from companion.store.database import Database

SETTINGS = Format("railkeeper-settings", phrase("The settings file"))

ThemeSetting = Literal["system", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default."""

    language: str = "system"
    """A language code such as `de` or `pt_BR`, or `system` for that of the device."""
    theme: ThemeSetting = "system"
    text_size: float = 1.0
    """Factor on the size of all text."""
    keep_awake: bool = True
    """Whether the screen stays on while a game is open."""
    vibration: bool = True
    reduced_motion: bool = False
    """Whether the reveal shows no animation, also if the system does not ask for that."""
    rotation_offered: Sequence[str] = ()
    """Ids of the boards whose rotation was offered to the keeper."""
    players_enter: bool = True
    """Whether players enter their own turns on their phones."""
    own_player: str = ""
    """The name of the score keeper's own player, whom no phone can have; empty if none."""
    drag_hint_seen: bool = False
    """Whether the keeper has dragged or claimed, and needs no hint how to drag."""


SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0
"""The range of `Settings.text_size`."""

_LANGUAGE = re.compile(r"system|[a-z]{2,3}(_[A-Za-z]{2,4})?")


_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "language": lambda value: isinstance(value, str) and bool(_LANGUAGE.fullmatch(value)),
    "theme": lambda value: value in get_args(ThemeSetting),
    "text_size": lambda value: (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and SMALLEST_TEXT <= value <= LARGEST_TEXT
    ),
    "own_player": lambda value: (
        isinstance(value, str) and (not value or why_not_name(value) is None)
    ),
    "rotation_offered": lambda value: (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    ),
}
"""Checks the value of a setting that is not just on or off; a wrong one is kept and ignored."""


class SettingsFile:
    """The settings in their file."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._settings: Settings | None = None

    def read(self) -> Settings:
        """The settings; an unknown value counts as the default."""
        if self._settings is None:
            self._settings = Settings(**self.changed())
        return self._settings

    def changed(self) -> dict[str, Any]:
        """The settings in the file, by name."""
        return dict(self.database.rows("settings", setting_from))

    def change(self, **values: object) -> Settings:
        """Change settings, all or none: `change(theme="dark")`."""
        with self.database.transaction():
            for name, value in values.items():
                row = {"name": name, "value": value}
                setting_from(row)
                self.database.table("settings").upsert(row, where("name") == name)
        self._settings = None
        return self.read()


def setting_from(row: Mapping[str, Any]) -> tuple[str, Any]:
    """The name and value in a row; `ValueError` if the app has no such setting or value."""
    name, value = row["name"], row["value"]
    is_known = _CHECKS.get(name, lambda value: isinstance(value, bool))
    if name not in Settings.__dataclass_fields__ or not is_known(value):
        raise ValueError(name, value)
    return name, value
