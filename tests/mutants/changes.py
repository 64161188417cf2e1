"""Every single change a machine can make to the rules: an operator, a constant, a condition."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "companion" / "rules"

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Pow: ast.Mult,
}


_RUN_ONCE = {"cache", "cached_property"}


@dataclass(frozen=True, order=True)
class Change:
    """One place of a module and what stands there instead."""

    module: str
    """Its name in `companion.rules`."""
    line: int
    number: int
    """Which of the module's changes it is."""
    was: str
    """The line as it is written."""
    before: str
    after: str
    function: int
    """The line its function begins with; 0 where it runs once, whichever test comes first."""

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}: {self.before} -> {self.after}   in: {self.was}"


def modules() -> list[str]:
    """The modules of the rules by name."""
    paths = (path.relative_to(RULES) for path in RULES.rglob("*.py") if path.stem != "__init__")
    return sorted(".".join(path.with_suffix("").parts) for path in paths)


def source(module: str) -> Path:
    """Where a module lies."""
    return RULES / f"{module.replace('.', '/')}.py"


def changes(module: str) -> list[Change]:
    """Every change of a module."""
    text = source(module).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    for number, (node, function, replacement) in enumerate(_places(ast.parse(text))):
        line = node.lineno
        before, after = ast.unparse(node), ast.unparse(replacement)
        found.append(Change(module, line, number, lines[line - 1].strip(), before, after, function))
    return found


def changed(change: Change) -> ast.Module:
    """The module with that change."""
    tree = ast.parse(source(change.module).read_text(encoding="utf-8"))
    places = list(_places(tree))
    node, _, replacement = places[change.number]
    result = _Replacing(node, replacement).visit(tree)
    assert isinstance(result, ast.Module)
    return ast.fix_missing_locations(result)


def watched(module: str, where: str) -> ast.Module:
    """The module with every function adding itself to the set `reached` of another module."""
    tree = ast.parse(source(module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            adding = f"_reached.add({(module, _beginning(node))!r})"
            node.body[:0] = ast.parse(adding).body
    # Behind the docstring and what has to stand before every other import.
    imports = ((n, node) for n, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom))
    place = max((n + 1 for n, node in imports if node.module == "__future__"), default=1)
    tree.body[place:place] = ast.parse(f"from {where} import reached as _reached").body
    return ast.fix_missing_locations(tree)


def _beginning(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


class _Replacing(ast.NodeTransformer):
    def __init__(self, node: ast.expr, replacement: ast.expr) -> None:
        self._node, self._replacement = node, replacement

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._node:
            return ast.copy_location(self._replacement, node)
        return super().generic_visit(node)


_Place = tuple[ast.expr, int, ast.expr]


def _places(tree: ast.Module) -> Iterator[_Place]:
    """Every expression that can be replaced, with the line of its function and what by."""
    yield from _walk(tree, 0)


def _walk(node: ast.AST, function: int) -> Iterator[_Place]:
    if isinstance(node, ast.FunctionDef):
        function = _beginning(node)
        if {ast.unparse(each) for each in node.decorator_list} & _RUN_ONCE:
            function = 0
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or _is_typing(node, name):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue
            if isinstance(child, ast.expr):
                for replacement in _replacements(node, name, child):
                    yield child, function, replacement
            yield from _walk(child, function)


def _is_typing(node: ast.AST, field: str) -> bool:
    """Whether a field speaks to the type checker: `Literal[...]`, `TypeVar(...)`, an alias."""
    if isinstance(node, ast.Subscript):
        return field == "slice" and ast.unparse(node.value) in ("Literal", "tuple", "Mapping")
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("TypeVar", "get_args", "cast")
    if isinstance(node, ast.If):
        return field == "test" and ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        union = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
        return field == "value" and union and not isinstance(node.value, ast.Dict)
    return False


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _replacements(parent: ast.AST, field: str, node: ast.expr) -> Iterator[ast.expr]:
    if _is_condition(parent, field) and not _is_negated_below(node):
        yield ast.UnaryOp(ast.Not(), node)
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                other = copy.copy(node)
                other.ops = [*node.ops]
                other.ops[place] = _COMPARED[type(operator)]()
                yield other
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other_op, node.values)
        case ast.BinOp() if type(node.op) in _COMPUTED:
            yield ast.BinOp(node.left, _COMPUTED[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant():
            yield from _other_constants(node)
        case _:
            return


def _is_condition(parent: ast.AST, field: str) -> bool:
    match parent:
        case ast.If() | ast.IfExp() | ast.While() | ast.Assert():
            return field == "test"
        case ast.comprehension():
            return field == "ifs"
        case ast.match_case():
            return field == "guard"
        case _:
            return False


def _other_constants(node: ast.Constant) -> Iterator[ast.expr]:
    match node.value:
        case bool():
            yield ast.Constant(not node.value)
        case int() | float():
            yield ast.Constant(node.value + 1)
        case str():
            # A letter: signs do not change the name of an encoding.
            yield ast.Constant(f"{node.value}X")
        case _:
            return


def _is_negated_below(node: ast.expr) -> bool:
    """Whether changing the operator is the same as negating the whole."""
    match node:
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()]):
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return True
        case _:
            return False
