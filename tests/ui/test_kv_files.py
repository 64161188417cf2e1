"""kv files import the modules of the widgets they name, and set only existing properties."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import ParserRule

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
    needed = {CLASSES[name] for name in named - own if name in CLASSES} - {loader}
    assert needed <= imported


def unknown_properties(rule: ParserRule, cls: type) -> Iterator[str]:
    """The properties a rule sets that its widget class does not have."""
    known = {name for base in cls.__mro__ for name in vars(base)}
    # A class defined in kv declares its properties by setting them in its own rule.
    if cls.__name__ not in CLASSES:
        key = cls.__name__.lower()
        known |= {
            name
            for selector, own in Builder.rules
            if selector.key == key
            for name in own.properties
        }
    for name in rule.properties.keys() - known:
        yield f"{cls.__name__}.{name}"
    for child in rule.children:
        yield from unknown_properties(child, Factory.get(child.name))


def test_kv_rules_set_only_properties_that_exist() -> None:
    # Kivy creates an unknown property instead of reporting a misspelled one.
    for module in LOADERS.values():
        import_module(module)
    unknown: set[str] = set()
    checked = 0
    for selector, rule in Builder.rules:
        name = next((each for each in CLASSES if each.lower() == selector.key), None)
        if name is not None and Path(rule.ctx.filename).is_relative_to(ROOT / "kv"):
            unknown.update(unknown_properties(rule, getattr(import_module(CLASSES[name]), name)))
            checked += 1
    assert checked > 50
    assert unknown == set()
