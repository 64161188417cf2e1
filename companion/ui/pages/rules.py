"""Rules at a glance: dealing, points, bonuses and tie-breakers of the current game."""

from __future__ import annotations

from itertools import zip_longest

from kivy.properties import ListProperty, NumericProperty, StringProperty

from companion.report.words.rules_summary import RuleSection, rules_summary
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card, Column, Row
from companion.ui.kit.layout import set_children
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class RuleLine(Row):
    """A rule, after the sign of its terrain or cars in the colours of its routes."""

    text = StringProperty("")
    terrain = StringProperty("")
    length = NumericProperty(1)
    """The number of cars of each colour."""
    longest = NumericProperty(0)
    """The largest number of cars in a row of points; 0 in other lines."""
    colors = ListProperty()


class RuleCard(Card):
    """A heading with rules below it, or with lengths and their points."""

    title = StringProperty("")

    def __init__(self, section: RuleSection) -> None:
        super().__init__(title=translator.render(section.title))
        for line, terrain in zip_longest(section.lines, section.terrains):
            text = translator.render(line)
            row = RuleLine(text=text[:1].upper() + text[1:])
            if terrain is not None:
                row.terrain, row.colors = terrain.id, list(terrain.colors)
            self.add_widget(row)
        for length, points in section.columns:
            longest = section.columns[-1][0]
            row = RuleLine(text=str(points), length=length, longest=longest, colors=["grey"])
            self.add_widget(row)


class RulesPage(Page):
    """A card for each section of the summary."""

    subtitle = StringProperty("")

    def on_wide(self, *_: object) -> None:
        """Distribute the cards again; a hidden page is refreshed when it is opened."""
        if self.parent is not None:
            self.redraw()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the rules of the current game."""
        if snapshot is None:
            return
        players = translator.tr_plural(
            "{count} player", "{count} players", len(snapshot.setup.players)
        )
        self.subtitle = f"{translator.render(snapshot.board.display_name)} · {players}"
        columns = [Column(pos_hint={"top": 1}) for _ in range(2 if self.wide else 1)]
        set_children(self.ids.columns, columns)
        cards = [RuleCard(section) for section in rules_summary(snapshot.game.state)]
        # The cards have no heights yet.
        total = sum(len(card.children) for card in cards)
        above = 0
        for card in cards:
            lines = len(card.children)
            columns[(2 * above + lines) * len(columns) // (2 * total)].add_widget(card)
            above += lines


load("pages/rules")
