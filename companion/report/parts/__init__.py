"""Texts about the score parts, one module each, named like the part in `companion.rules.parts`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from companion.report.parts.part_report import PartReport
from companion.rules.parts import PARTS

REPORTS: Mapping[str, PartReport] = {
    part.id: import_module(f"{__name__}.{part.id}").REPORT for part in PARTS
}
"""The report on each score part, by its id."""
