"""Each kv file imports the modules of the widgets it names, so that it can be loaded alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

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
