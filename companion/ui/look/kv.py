"""Loading kv: each module loads the file, or the rules, that describe its widgets, once.

All kv rules can use `theme`, `translator` and `dp`, and all widgets in `WIDGETS`, without importing
them; the module of a widget is imported when its first instance is made.

A rule of a subclass, or of one widget, replaces the rule of a base class for the same property.
Kivy alone would keep both, and whichever reacted last to a change would win. The exception are
properties whose names canvas instructions have too, see `CANVAS_NAMES`.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import ParserRule, global_idmap
from kivy.metrics import dp

from companion.bundled import bundled
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

KV = bundled("kv")

CANVAS_NAMES = frozenset(
    [
        "dash_length",
        "dash_offset",
        "pos",
        "size",
        "width",
        "points",
        "radius",
        "rgba",
        "rounded_rectangle",
    ]
)
"""Properties of canvas instructions in kv files; Kivy would remove their bindings as well."""

WIDGETS = {
    "board.beside": "BoardBeside",
    "board.pictures": "HeatScale",
    "board.thumbnail": "BoardThumbnail",
    "board.view": "BoardView",
    "game.players": "PlayerScores PlayerTabs",
    "game.routes": "RouteRow WalkText",
    "game.statistics": "FigureGrid FiguresCard GameChart HistoryHint HistoryTabs NumberWithCaption",
    "game.symbols": "Cars Logo Marker PlayerMarker TerrainIcon",
    "kit.buttons": "IconButton PrimaryButton SecondaryButton Tappable TextButton",
    "kit.charts": "PointChart",
    "kit.containers": "Bar Card CenteredColumn Column Columns Footer Heading HorizontalScroll"
    " Row Stack VerticalScroll WrapRow",
    "kit.fields": "NameField SearchField SegmentedControl SwitchRow TextField ValueStepper",
    "kit.notification": "Notice",
    "kit.rows": "ActionRow PageRow ShareBar TextColumn",
    "kit.surface": "Panel",
    "kit.text": "Figure FittedLabel MarkedText SecondaryText ShortText Text TextBlock TitleText",
    "kit.virtual_list": "VirtualList",
    "look.icons": "Icon QrCode RowIcon",
    "page": "UndoButtons",
}
"""The widgets that kv rules of several modules name, by their module in `companion.ui`."""

global_idmap.update(dp=dp, theme=theme, translator=translator)
for _module, _names in WIDGETS.items():
    for _name in _names.split():
        Factory.register(_name, module=f"companion.ui.{_module}")


def load(name: str) -> None:
    """Load `kv/<name>.kv`, unless it is loaded already: Kivy would apply its rules twice."""
    path = str(KV / f"{name}.kv")
    if path not in Builder.files:
        _load(lambda: Builder.load_file(path))


def load_rules(rules: str) -> None:
    """Load the rules of small widgets; texts to be translated are collected from files only."""
    _load(lambda: Builder.load_string(rules))


def _load(load: Callable[[], object]) -> None:
    loaded = len(Builder.rules)
    load()
    for _, rule in Builder.rules[loaded:]:
        _replace_base_rules(rule)


def _replace_base_rules(rule: ParserRule) -> None:
    """Treat each `name:` of a rule and its children as `-name:`, which removes earlier rules."""
    for name, value in rule.properties.items():
        value.ignore_prev |= name not in CANVAS_NAMES
    for child in rule.children:
        _replace_base_rules(child)
