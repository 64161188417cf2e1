"""How the keeper likes the app."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from companion.rules.errors import Malformed
from companion.rules.format import Format
from companion.rules.json_reader import excerpt
from companion.rules.wording import phrase
from companion.store.database import Database, Row, Tables, parsed, put
from companion.store.errors import UnusableFile

SETTINGS = Format("railkeeper-settings", phrase("The file of the settings"))

Theme = Literal["system", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, with what holds until it is changed."""

    language: str = "system"
    """A language code such as `de` or `pt_BR`, or that of the device."""
    theme: Theme = "system"
    text_size: float = 1.0
    """How much larger than usual text is."""
    keep_awake: bool = True
    """Whether the screen stays on while a game is open."""
    vibration: bool = True


SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0
"""The range of `Settings.text_size`."""

_LANGUAGE = re.compile(r"system|[a-z]{2,3}(_[A-Za-z]{2,4})?")


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "language": lambda value: isinstance(value, str) and bool(_LANGUAGE.fullmatch(value)),
    "theme": lambda value: value in get_args(Theme),
    "text_size": lambda value: (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and SMALLEST_TEXT <= value <= LARGEST_TEXT
    ),
    "keep_awake": _is_flag,
    "vibration": _is_flag,
}


class SettingsFile:
    """The settings on disk."""

    def __init__(self, database: Database) -> None:
        self.database = database
        """The file."""
        self._settings: Settings | None = None

    def read(self) -> Settings:
        """The settings; one that is unknown or broken is as if it had never been changed."""
        if self._settings is None:
            try:
                rows = list(self.database.table("settings"))
            except UnusableFile:
                # Not now; the next time they are asked for they may be there.
                return _settings(self.changed())
            self._settings = _settings(dict(parsed(rows, setting_from)))
        return self._settings

    def changed(self) -> dict[str, Any]:
        """The settings that have been changed."""
        return dict(self.database.rows("settings", setting_from))

    def change(self, **values: object) -> Settings:
        """Change some settings, all of them or none: `change(theme="dark")`."""
        for name, value in values.items():
            setting_from(_row(name, value))
        with self.database.changing() as tables:
            for name, value in values.items():
                put(tables, "settings", _row(name, value), _is(name))
        return self.read_again()

    def read_again(self) -> Settings:
        """The settings, after the file was changed."""
        self._settings = None
        return self.read()


def add_settings(tables: Tables, coming: Mapping[str, object]) -> None:
    """Take over settings that were never changed here."""
    here = dict(parsed(tables.get("settings", {}).values(), setting_from))
    for name, value in parsed(coming.items(), lambda each: setting_from(_row(*each))):
        if name not in here:
            put(tables, "settings", _row(name, value), _is(name))


def _settings(changed: dict[str, Any]) -> Settings:
    return Settings(**changed)


def _row(name: str, value: object) -> Row:
    return {"name": name, "value": value}


def _is(name: str) -> Callable[[Row], bool]:
    return lambda row: row.get("name") == name


def setting_from(row: Mapping[str, Any]) -> tuple[str, object]:
    """The setting in a row; `Malformed` if there is none of that name or value."""
    name, value = row["name"], row["value"]
    known = {each.name for each in fields(Settings)}
    if name not in known or not _CHECKS[name](value):
        raise Malformed(
            phrase("{value} is no value of “{name}”", value=excerpt(value), name=excerpt(name))
        )
    return name, value
