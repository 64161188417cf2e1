"""The layers: ui, web, report, drawing, table, store, rules; imports never go back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
ALLOWED_IMPORTS = {
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
    "web": (
        "companion.bundled",
        "companion.rules",
        "companion.store",
        "companion.table",
        "companion.drawing",
        "companion.report",
        "companion.web",
        "waitress",
    ),
    "ui": ("companion", "kivy", "android", "jnius", "ifaddr", "segno"),
}
"""By package, the imports that are allowed besides the standard library."""
ALLOWED_AT_TOP_LEVEL = ("companion", "tinydb")
"""The imports allowed in modules outside the packages, such as `__main__`."""
START_POINTS = {"companion/__main__.py", "companion/ui/app.py"}
"""The modules that look up the bundled boards; all others receive boards as an argument."""


def imported(path: Path, source: str) -> Iterator[str]:
    """The full name of every import of a module, including imports inside functions."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*parents, *filter(None, [node.module])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def package_of(path: Path) -> str | None:
    parts = path.relative_to(ROOT / "companion").parts
    return parts[0] if len(parts) > 1 else None


def is_allowed(name: str, allowed: tuple[str, ...]) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names or any(
        name == each or name.startswith(each + ".") for each in allowed
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_imports_only_allowed_packages(path: Path) -> None:
    package = package_of(path)
    allowed = ALLOWED_AT_TOP_LEVEL if package is None else ALLOWED_IMPORTS[package]
    names = imported(path, path.read_text(encoding="utf-8"))
    assert [name for name in names if not is_allowed(name, allowed)] == []


def page_of(name: str) -> str | None:
    """The page to which a module belongs, by the module's full name."""
    parts = name.split(".")
    return parts[3] if parts[:3] == ["companion", "ui", "pages"] and len(parts) > 3 else None


@pytest.mark.parametrize(
    "path", sorted((ROOT / "companion/ui/pages").rglob("*.py")), ids=lambda path: path.stem
)
def test_pages_do_not_import_each_other(path: Path) -> None:
    own = page_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    names = imported(path, path.read_text(encoding="utf-8"))
    assert {page_of(name) for name in names} - {None, own} == set()


def test_only_ui_may_import_kivy() -> None:
    others = {name: allowed for name, allowed in ALLOWED_IMPORTS.items() if name != "ui"}
    assert not any(is_allowed("kivy.app", allowed) for allowed in others.values())
    assert not is_allowed("kivy.app", ALLOWED_AT_TOP_LEVEL)


def test_only_start_points_look_up_the_bundled_boards() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if "companion.rules.boards.bundled_boards"
        in imported(path, path.read_text(encoding="utf-8"))
    }
    assert users == START_POINTS


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
def test_file_has_at_most_600_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


def test_import_scan_finds_every_kind_of_import() -> None:
    module = ROOT / "companion" / "rules" / "invented.py"
    source = (
        "import kivy.app\ndef later():\n    from ..store import games\n    from . import state\n"
    )
    names = list(imported(module, source))
    assert names == ["kivy.app", "companion.store.games", "companion.rules.state"]
    assert [is_allowed(name, ALLOWED_IMPORTS["rules"]) for name in names] == [False, False, True]
    assert not is_allowed("companion.rulesets", ALLOWED_IMPORTS["rules"])
    assert {package_of(path) for path in MODULES} >= {None, "rules"}


def test_code_never_names_a_board() -> None:
    boards = set(bundled_boards())
    for path in MODULES:
        constants = {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not constants & boards, path.name
