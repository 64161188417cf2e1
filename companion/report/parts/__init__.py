"""Texts about the score parts, one module each, named like the part in `companion.rules.parts`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.report.parts.report_types import PartReport


def part_report(part_id: str) -> PartReport:
    """The report on a score part: `REPORT` in the module of that name, loaded when first used."""
    report: PartReport = import_module(f"{__name__}.{part_id}").REPORT
    return report
