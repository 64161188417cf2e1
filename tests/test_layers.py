"""The arrows between the rooms: ui, report, table, store, rules, and never back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
ROOMS = {
    "rules": ("companion.bundled", "companion.rules"),
    "store": ("companion.rules", "companion.store", "tinydb"),
    "table": ("companion.rules", "companion.store", "companion.table"),
    "drawing": ("companion.bundled", "companion.rules", "companion.drawing"),
    "report": (
        "companion.bundled",
        "companion.rules",
        "companion.store",
        "companion.table",
        "companion.drawing",
        "companion.report",
    ),
    "ui": ("companion", "kivy", "android", "jnius"),
}
"""What each room may import besides the standard library."""
OUTSIDE_THE_ROOMS = ("companion", "tinydb")


def imported(path: Path, source: str) -> Iterator[str]:
    """The full name of everything a module imports, wherever in it the import stands."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def room(path: Path) -> str | None:
    parts = path.relative_to(ROOT / "companion").parts
    return parts[0] if len(parts) > 1 else None


def is_allowed(name: str, allowed: tuple[str, ...]) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names or any(
        name == each or name.startswith(each + ".") for each in allowed
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_imports_only_allowed_packages(path: Path) -> None:
    where = room(path)
    allowed = OUTSIDE_THE_ROOMS if where is None else ROOMS[where]
    names = imported(path, path.read_text(encoding="utf-8"))
    assert [name for name in names if not is_allowed(name, allowed)] == []


def page(name: str) -> str | None:
    """The page a module belongs to, by its full name."""
    parts = name.split(".")
    return parts[3] if parts[:3] == ["companion", "ui", "pages"] and len(parts) > 3 else None


@pytest.mark.parametrize(
    "path", sorted((ROOT / "companion/ui/pages").rglob("*.py")), ids=lambda path: path.stem
)
def test_pages_do_not_import_each_other(path: Path) -> None:
    own = page(".".join(path.relative_to(ROOT).with_suffix("").parts))
    names = imported(path, path.read_text(encoding="utf-8"))
    assert {page(name) for name in names} - {None, own} == set()


def test_only_ui_may_import_kivy() -> None:
    others = {name: allowed for name, allowed in ROOMS.items() if name != "ui"}
    assert not any(is_allowed("kivy.app", allowed) for allowed in others.values())
    assert not is_allowed("kivy.app", OUTSIDE_THE_ROOMS)


def test_kv_files_mirror_ui_modules() -> None:
    for path in (ROOT / "kv").rglob("*.kv"):
        module = ROOT / "companion/ui" / path.relative_to(ROOT / "kv").with_suffix(".py")
        assert module.is_file(), path


@pytest.mark.parametrize(
    "path",
    [
        path
        for part in ("companion", "tests", "tools", "kv")
        for path in (ROOT / part).rglob("*.*")
        if path.suffix in (".py", ".kv")
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_file_has_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_import_scan_finds_every_kind_of_import() -> None:
    module = ROOT / "companion" / "rules" / "invented.py"
    source = (
        "import kivy.app\ndef later():\n    from ..store import games\n    from . import state\n"
    )
    names = list(imported(module, source))
    assert names == ["kivy.app", "companion.store.games", "companion.rules.state"]
    assert [is_allowed(name, ROOMS["rules"]) for name in names] == [False, False, True]
    assert not is_allowed("companion.rulesets", ROOMS["rules"])
    assert {room(path) for path in MODULES} >= {None, "rules"}


def test_code_never_names_a_board() -> None:
    boards = set(bundled_boards())
    for path in (ROOT / "companion").rglob("*.py"):
        constants = {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not constants & boards, path.name
