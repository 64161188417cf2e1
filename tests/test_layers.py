"""The layers: ui, web, report, drawing, table, store, rules; imports never go back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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
        "segno",
        "waitress",
    ),
    "ui": ("companion", "kivy", "android", "jnius", "ifaddr", "segno"),
}
"""By package, the imports that are allowed besides the standard library."""
ALLOWED_AT_TOP_LEVEL = ("companion", "tinydb")
"""The imports allowed in modules outside the packages, such as `__main__`."""
START_POINTS = {"companion/__main__.py", "companion/ui/app.py"}
"""The modules that look up the bundled boards; all others receive boards as an argument."""


@dataclass
class Names:
    """What a module names."""

    imports: list[str]
    """The full name of every import, including imports inside functions."""
    constants: set[object]


@cache
def named(path: Path) -> Names:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: set[object] = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)
    }
    return Names(list(imported(path, tree)), constants)


def imported(path: Path, tree: ast.Module) -> Iterator[str]:
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(tree):
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


def allowed_imports(path: Path) -> tuple[str, ...]:
    package = package_of(path)
    return ALLOWED_AT_TOP_LEVEL if package is None else ALLOWED_IMPORTS[package]


def test_modules_import_only_allowed_packages() -> None:
    wrong = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in MODULES
        for name in named(path).imports
        if not is_allowed(name, allowed_imports(path))
    }
    assert wrong == set()


def page_of(name: str) -> str | None:
    """The page to which a module belongs, by the module's full name."""
    parts = name.split(".")
    return parts[3] if parts[:3] == ["companion", "ui", "pages"] and len(parts) > 3 else None


def test_pages_do_not_import_each_other() -> None:
    wrong = set()
    for path in (ROOT / "companion/ui/pages").rglob("*.py"):
        own = page_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        others = {name for name in named(path).imports if page_of(name) not in (None, own)}
        wrong |= {(path.relative_to(ROOT).as_posix(), name) for name in others}
    assert wrong == set()


def test_only_ui_may_import_kivy() -> None:
    others = {name: allowed for name, allowed in ALLOWED_IMPORTS.items() if name != "ui"}
    assert not any(is_allowed("kivy.app", allowed) for allowed in others.values())
    assert not is_allowed("kivy.app", ALLOWED_AT_TOP_LEVEL)


def test_only_start_points_look_up_the_bundled_boards() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if "companion.rules.boards.bundled_boards" in named(path).imports
    }
    assert users == START_POINTS


def test_kv_files_mirror_ui_modules() -> None:
    for path in (ROOT / "kv").rglob("*.kv"):
        module = ROOT / "companion/ui" / path.relative_to(ROOT / "kv").with_suffix("")
        assert module.is_dir() or module.with_suffix(".py").is_file(), path


def test_import_scan_finds_every_kind_of_import() -> None:
    module = ROOT / "companion" / "rules" / "invented.py"
    source = (
        "import kivy.app\ndef later():\n    from ..store import games\n    from . import state\n"
    )
    names = list(imported(module, ast.parse(source)))
    assert names == ["kivy.app", "companion.store.games", "companion.rules.state"]
    assert [is_allowed(name, ALLOWED_IMPORTS["rules"]) for name in names] == [False, False, True]
    assert not is_allowed("companion.rulesets", ALLOWED_IMPORTS["rules"])
    assert {package_of(path) for path in MODULES} >= {None, "rules"}


def test_code_never_names_a_board() -> None:
    boards = set(bundled_boards())
    naming = {
        (path.relative_to(ROOT).as_posix(), board)
        for path in MODULES
        for board in boards & named(path).constants
    }
    assert naming == set()
