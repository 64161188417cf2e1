"""Small faults in all packages, chosen from a seed by operator, module and function."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

COUNTS: Mapping[str, int] = {
    "rules": 25,
    "store": 15,
    "table": 15,
    "report": 15,
    "drawing": 5,
    "web": 10,
    "ui": 15,
}
"""How many faults each package gets."""
OPERATORS = ("comparison", "missing call", "swapped arguments", "dropped refresh", "wrong index")
COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""Each comparison and the one that replaces it."""
REFRESHING = ("redraw", "refresh", "update", "publish", "notify", "broadcast", "show", "trigger")
"""Beginnings of the names of functions that show a change, other than `update` of a dict."""
WITHOUT_EFFECT = ("Logger", "logging", "log", "gc", "warnings")
"""Calls on these change nothing that a test could observe."""
SYMMETRIC = ("min", "max", "cast", "hypot", "isclose", "TypeVar", "zip", "closest")
"""The order of their arguments hardly matters."""


@dataclass(frozen=True)
class Fault:
    """One change in the source of a module."""

    package: str
    path: str
    """The module, relative to the checkout."""
    function: str
    """The qualified name of the function; empty at the level of the module."""
    operator: str
    before: str
    after: str
    nth: int
    """The number of this change among equal ones in the function."""
    line: int
    start: int
    """The position of the changed text in the module, in bytes."""

    @property
    def key(self) -> str:
        """What identifies the fault in another version of the code."""
        return " | ".join(
            (self.path, self.function, self.operator, self.before, self.after, str(self.nth))
        )

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line} {self.function}: {self.operator}: {before} -> {after}"

    def apply(self, root: Path) -> str:
        """Write the change into a checkout; returns the original text."""
        module = root / self.path
        original = module.read_bytes()
        end = self.start + len(self.before.encode())
        module.write_bytes(original[: self.start] + self.after.encode() + original[end:])
        return original.decode()


def chosen_faults(root: Path, seed: int) -> list[Fault]:
    """The faults for a seed: for each an operator, a module, a function and a place in it."""
    chosen = []
    for package, count in COUNTS.items():
        random = Random(f"{seed} {package}")
        left = possible_faults(root, package)
        for _ in range(count):
            some = left
            for kind in ("operator", "path", "function"):
                value = random.choice(sorted({getattr(each, kind) for each in some}))
                some = [each for each in some if getattr(each, kind) == value]
            fault = random.choice(some)
            left = [each for each in left if each != fault]
            chosen.append(fault)
    return chosen


def possible_faults(root: Path, package: str) -> list[Fault]:
    """Every fault in a package."""
    modules = sorted((root / "companion" / package).rglob("*.py"))
    return [fault for path in modules for fault in _faults_in(root, path, package)]


def instrumented(source: str, functions: Mapping[str, list[int]]) -> str:
    """The source of a module whose functions report the numbers of their faults when called."""
    lines = source.splitlines()
    places = {}
    for function, node in _nodes(ast.parse(source), ""):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            own = f"{function}.{node.name}" if function else node.name
            first = node.body[1 if _is_text(node.body[0]) and len(node.body) > 1 else 0]
            places[own] = first
    inserted = [(places[name], numbers) for name, numbers in functions.items() if name in places]
    for first, numbers in sorted(inserted, key=lambda each: -each[0].lineno):
        line = min([first.lineno, *(each.lineno for each in getattr(first, "decorator_list", ()))])
        report = f"(_s := __import__('sys').modules.get('{PLUGIN}')) and _s.reach({numbers})"
        lines.insert(line - 1, " " * first.col_offset + report)
    return "\n".join(lines) + "\n"


PLUGIN = "tests_reaching_faults"
"""The name of the module that notes which tests reach which faults."""


class _Source:
    """The text of a module, by the nodes of its syntax tree."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._starts = [0]
        for line in content.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def between(self, start: int, end: int) -> str:
        return self.content[start:end].decode()

    def line(self, position: int) -> int:
        return self.content.count(b"\n", 0, position) + 1


class _Change(NamedTuple):
    operator: str
    start: int
    end: int
    after: str


def _faults_in(root: Path, path: Path, package: str) -> Iterator[Fault]:
    source = _Source(path.read_bytes())
    found: Counter[tuple[str, ...]] = Counter()
    for function, node in _nodes(ast.parse(source.content), ""):
        for operator, start, end, after in _changes(node, source):
            before = source.between(start, end)
            same = (function, operator, before, after)
            if before != after:
                name = path.relative_to(root).as_posix()
                line, nth = source.line(start), found[same]
                yield Fault(package, name, function, operator, before, after, nth, line, start)
                found[same] += 1


def _nodes(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    """Every node that is evaluated when the app runs, with the function that contains it."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or _is_unobservable(node, name):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield function, child
                inside = function
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    inside = f"{function}.{child.name}" if function else child.name
                yield from _nodes(child, inside)


def _is_unobservable(node: ast.AST, field: str) -> bool:
    """Whether a field is only for the type checker, for exports or for the log."""
    match node:
        case ast.If():
            return field in ("test", "body") and "TYPE_CHECKING" in ast.unparse(node.test)
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Expr(value=ast.Call(func=function)):
            return ast.unparse(function).split(".")[0] in WITHOUT_EFFECT
        case _:
            return False


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST, source: _Source) -> Iterator[_Change]:
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            start, end = source.end(left), source.start(right)
            symbol, other = COMPARISONS[type(operator)]
            before = source.between(start, end)
            words = r"\s+".join(re.escape(word) for word in symbol.split())
            yield _Change("comparison", start, end, re.sub(words, other, before, count=1))
        case ast.Expr(value=ast.Call(func=function)):
            called = ast.unparse(function)
            if called.split(".")[0] not in WITHOUT_EFFECT:
                name = called.rpartition(".")[2].lstrip("_")
                is_refresh = name.startswith(REFRESHING) and name != "update"
                what = "dropped refresh" if is_refresh else "missing call"
                yield _Change(what, source.start(node), source.end(node), "pass")
        case ast.Call(func=function, args=[first, second, *_]):
            starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
            if not starred and ast.unparse(function).rpartition(".")[2] not in SYMMETRIC:
                texts = [
                    source.between(source.start(each), source.end(each)) for each in (first, second)
                ]
                middle = source.between(source.end(first), source.start(second))
                start, end = source.start(first), source.end(second)
                yield _Change("swapped arguments", start, end, texts[1] + middle + texts[0])
        case ast.Subscript(slice=ast.Constant(value=int()) | ast.UnaryOp() as index):
            yield from _other_index(index, source)
        case ast.Slice():
            for bound in (node.lower, node.upper):
                if bound is not None:
                    yield from _other_index(bound, source)
        case _:
            return


def _other_index(index: ast.expr, source: _Source) -> Iterator[_Change]:
    text = source.between(source.start(index), source.end(index))
    if re.fullmatch(r"-?\d+", text):
        yield _Change("wrong index", source.start(index), source.end(index), str(int(text) + 1))
