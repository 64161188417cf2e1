"""Rules at a glance: dealing, points, bonuses and tie-breakers of the current game."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.report.words.rules_summary import RuleSection, rules_summary
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.kit.containers import Card, Column
from companion.ui.kit.layout import set_children
from companion.ui.kit.text import SecondaryText, Text
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class RuleCard(Card):
    """A heading with rules below it, or with columns of two numbers."""

    title = StringProperty("")

    def __init__(self, section: RuleSection) -> None:
        super().__init__(title=translator.render(section.title))
        for line in section.lines:
            self.add_widget(Text(text=translator.render(line), line_height=1.1))
        grid = self.ids.grid
        grid.cols = max(1, len(section.columns))
        for number, _ in section.columns:
            grid.add_widget(SecondaryText(text=str(number), halign="center"))
        for _, points in section.columns:
            grid.add_widget(Text(text=str(points), bold=True, halign="center"))


class RulesPage(Page):
    """A card for each section of the summary."""

    subtitle = StringProperty("")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.bind(wide=lambda *_: self.redraw())

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
        sections = rules_summary(snapshot.game.state)
        for number, section in enumerate(sections):
            columns[number * len(columns) // len(sections)].add_widget(RuleCard(section))


load("pages/rules")
