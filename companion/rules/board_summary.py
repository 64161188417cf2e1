"""The fields of a board that lists show, read without checking the whole board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.colors import PLAYER_COLORS, TRAIN_COLORS
from companion.rules.json_reader import is_single_line
from companion.rules.variants import board_title, variant_title
from companion.rules.wording import Phrase

if TYPE_CHECKING:
    from companion.rules.board import Board


class BoardSummary(NamedTuple):
    """The fields of a board that lists show."""

    id: str
    name: str
    short_name: str
    """The name for narrow cards and bars."""
    aspect: float
    """Width divided by height."""
    fewest_players: int
    most_players: int
    train_colors: tuple[str, ...]
    longest_route_house_rule: int
    """Points of the longest route house rule; 0 if the board has none."""
    variants: tuple[tuple[str, str], ...] = ()
    """Id and name of each ticket variant; the first is that of the rulebook."""
    variant: str = ""
    """The id of the variant that is played; empty if it is the first or the only one."""
    imported: bool = False
    """Whether the board does not come with the app."""
    version: int = 0
    """Differs after an imported board was replaced by another version of it."""

    @property
    def display_name(self) -> Phrase:
        """The name on the box, translated, with the variant unless it is the first."""
        if not self.variant:
            return board_title(self.name, is_imported=self.imported)
        return variant_title(self.short_display_name, dict(self.variants)[self.variant])

    def in_variant(self, id: str) -> BoardSummary:
        """The board in another variant, empty for the first; `KeyError` if it has no such one."""
        if id and id not in dict(self.variants):
            raise KeyError(id)
        variant = "" if id in dict(self.variants[:1]) else id
        return self if variant == self.variant else self._replace(variant=variant)

    @property
    def short_display_name(self) -> Phrase:
        """The short name, translated."""
        return board_title(self.short_name, is_imported=self.imported)


def summary_from_json(
    value: Mapping[str, Any], *, imported: bool = False, version: int = 0
) -> BoardSummary:
    """The summary of a board file, or of the part of it that `summary_to_json` returns.

    `LookupError`, `TypeError` or `ValueError` if a list could not show it.
    """
    fewest, most = (_whole(each, 2, 5) for each in value["players"])
    colors = tuple(value.get("train_colors", PLAYER_COLORS))
    if not set(colors) <= set(TRAIN_COLORS) or not fewest <= most <= len(set(colors)):
        raise ValueError("not train colours for all players")
    name, aspect = _text(value["name"]), value["aspect"]
    if type(aspect) not in (int, float) or not 0.1 <= aspect <= 10:
        raise ValueError("not the aspect of a board")
    return BoardSummary(
        _text(value["id"]),
        name,
        _text(value.get("short_name", name)),
        aspect,
        fewest_players=fewest,
        most_players=most,
        train_colors=colors,
        longest_route_house_rule=_whole(
            value.get("house_rules", {}).get("longest_route", 0), 0, 999
        ),
        variants=tuple(
            (_text(each["id"]), _text(each["name"])) for each in value.get("variants", ())
        ),
        imported=imported,
        version=version,
    )


def summary_to_json(summary: BoardSummary) -> dict[str, Any]:
    """The fields from which `summary_from_json` makes a summary; of the variants two suffice."""
    needed = dict(summary.variants[:1])
    needed |= {id: name for id, name in summary.variants if id == summary.variant}
    return {
        "id": summary.id,
        "name": summary.name,
        "short_name": summary.short_name,
        "aspect": summary.aspect,
        "players": [summary.fewest_players, summary.most_players],
        "train_colors": list(summary.train_colors),
        "house_rules": {"longest_route": summary.longest_route_house_rule},
        "variants": [{"id": id, "name": name} for id, name in needed.items()],
    }


def summary_of(board: Board) -> BoardSummary:
    """The summary of a board in its variant."""
    return BoardSummary(
        board.id,
        board.name,
        board.short_name or board.name,
        board.aspect,
        board.fewest_players,
        board.most_players,
        board.train_colors,
        board.house_rules.longest_route,
        tuple((each.id, each.name) for each in board.variants),
        board.variant_id,
        imported=board.source is not None,
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or not is_single_line(value):
        raise ValueError("not a line of text")
    return value


def _whole(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError("not a number of a board")
    return value
