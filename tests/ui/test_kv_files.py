"""Each kv file names widgets that can be found, and sets only properties that they have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from kivy.base import EventLoop
from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import ParserRule

from companion.ui.look.kv import WIDGETS

ROOT = Path(__file__).parents[2]
KV_FILES = sorted((ROOT / "kv").rglob("*.kv"))


def modules() -> tuple[dict[str, str], dict[str, str]]:
    """The module of every class in `companion.ui`, and the module that loads each kv file."""
    classes, loaders = {}, {}
    for path in sorted((ROOT / "companion" / "ui").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                classes[node.name] = module
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call = node.value
                if isinstance(call.func, ast.Name) and call.func.id == "load":
                    loaders[ast.literal_eval(call.args[0])] = module
    return classes, loaders


CLASSES, LOADERS = modules()
REGISTERED = {
    name: f"companion.ui.{module}" for module, names in WIDGETS.items() for name in names.split()
}


def test_registered_widgets_are_in_their_modules() -> None:
    assert {name: CLASSES.get(name) for name in REGISTERED} == REGISTERED


@pytest.mark.parametrize("path", KV_FILES, ids=lambda path: path.stem)
def test_kv_file_imports_the_widgets_it_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    own = set(re.findall(r"^<(\w+)@", text, re.MULTILINE))
    named = {
        *re.findall(r"^ +([A-Z]\w*):\s*$", text, re.MULTILINE),
        *re.findall(r"^<\w+@(\w+)>", text, re.MULTILINE),
        *re.findall(r'viewclass: "(\w+)"', text),
    }
    imported = set(re.findall(r"^#:import \w+ (\S+)$", text, re.MULTILINE))
    loader = LOADERS[str(path.relative_to(ROOT / "kv").with_suffix(""))]
    needed = {CLASSES[name] for name in named - own - REGISTERED.keys() if name in CLASSES}
    assert needed - {loader} <= imported


def test_rules_in_modules_have_no_texts() -> None:
    for path in (ROOT / "companion" / "ui").rglob("*.py"):
        for rules in re.findall(r'load_rules\("""(.*?)"""', path.read_text("utf-8"), re.DOTALL):
            assert "translator." not in rules, path


def unknown_properties(rule: ParserRule, dynamic: dict[str, set[str]]) -> Iterator[str]:
    """Properties that a kv rule sets and its class does not have; Kivy would create them."""
    name = _class_name(rule)
    cls = getattr(import_module(CLASSES[name]), name) if name in CLASSES else getattr(Factory, name)
    for each, value in rule.properties.items():
        if not hasattr(cls, each) and each not in dynamic.get(name, ()):
            yield f"{rule.ctx.filename}:{value.line + 1}: {name}.{each}"
    for child in rule.children:
        yield from unknown_properties(child, dynamic)


def test_kv_files_set_only_properties_of_the_widget_class() -> None:
    EventLoop.ensure_window()
    for module in LOADERS.values():
        import_module(module)
    own = [rule for _, rule in Builder.rules if is_own(rule)]
    # A class that is defined in kv gets the properties that its rule sets.
    dynamic = {_class_name(rule): set(rule.properties) for rule in own}
    dynamic = {name: dynamic[name] for name in dynamic if name not in CLASSES}
    assert [found for rule in own for found in unknown_properties(rule, dynamic)] == []


def is_own(rule: ParserRule) -> bool:
    """Whether a rule is in a kv file or a module of the app."""
    return _class_name(rule) in CLASSES or (rule.ctx.filename or "").startswith(f"{ROOT}/kv/")


def _class_name(rule: ParserRule) -> str:
    return str(rule.name).strip("<>").split("@")[0]
