"""All mutations of the rules: another operator, constant or condition."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "companion" / "rules"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
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
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Pow: ast.Mult,
}


_CACHED = {"cache", "cached_property"}


@dataclass(frozen=True, order=True)
class Mutation:
    """One expression of a module and its replacement."""

    module: str
    """The name of the module in `companion.rules`."""
    line: int
    number: int
    """The number of the mutation in its module."""
    source_line: str
    """The source line, without indentation."""
    before: str
    after: str
    function: int
    """The first line of its function; 0 for code that runs once, such as cached functions."""

    def __str__(self) -> str:
        return (
            f"{self.module}.py:{self.line}: {self.before} -> {self.after}   in: {self.source_line}"
        )


def modules() -> list[str]:
    """The modules of the rules by name."""
    paths = (path.relative_to(RULES) for path in RULES.rglob("*.py") if path.stem != "__init__")
    return sorted(".".join(path.with_suffix("").parts) for path in paths)


def source(module: str) -> Path:
    """The path of a module."""
    return RULES / f"{module.replace('.', '/')}.py"


def mutations(module: str) -> list[Mutation]:
    """All mutations of a module."""
    text = source(module).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    for number, (node, function, replacement) in enumerate(_replaceable(ast.parse(text))):
        line = node.lineno
        before, after = ast.unparse(node), ast.unparse(replacement)
        found.append(
            Mutation(module, line, number, lines[line - 1].strip(), before, after, function)
        )
    return found


def mutated_tree(change: Mutation) -> ast.Module:
    """The syntax tree of the module with a mutation."""
    tree = ast.parse(source(change.module).read_text(encoding="utf-8"))
    places = list(_replaceable(tree))
    node, _, replacement = places[change.number]
    result = _Replacer(node, replacement).visit(tree)
    assert isinstance(result, ast.Module)
    return ast.fix_missing_locations(result)


def instrumented_tree(module: str, where: str) -> ast.Module:
    """The syntax tree of a module whose functions add themselves to the set `called` of `where`."""
    tree = ast.parse(source(module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            adding = f"_called.add({(module, _first_line(node))!r})"
            node.body[:0] = ast.parse(adding).body
    # After the docstring and the __future__ imports.
    imports = ((n, node) for n, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom))
    place = max((n + 1 for n, node in imports if node.module == "__future__"), default=1)
    tree.body[place:place] = ast.parse(f"from {where} import called as _called").body
    return ast.fix_missing_locations(tree)


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


class _Replacer(ast.NodeTransformer):
    def __init__(self, node: ast.expr, replacement: ast.expr) -> None:
        self._node, self._replacement = node, replacement

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._node:
            return ast.copy_location(self._replacement, node)
        return super().generic_visit(node)


_Replaceable = tuple[ast.expr, int, ast.expr]


def _replaceable(tree: ast.Module) -> Iterator[_Replaceable]:
    """Every replaceable expression, the first line of its function, and the replacement."""
    yield from _walk(tree, 0)


def _walk(node: ast.AST, function: int) -> Iterator[_Replaceable]:
    if isinstance(node, ast.FunctionDef):
        function = _first_line(node)
        if {ast.unparse(each) for each in node.decorator_list} & _CACHED:
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
    """Whether a field is only for the type checker: `Literal[...]`, `TypeVar(...)`, an alias."""
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
                other.ops[place] = COMPARISONS[type(operator)]()
                yield other
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other_op, node.values)
        case ast.BinOp() if type(node.op) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant():
            yield from _constant_replacements(node)
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


def _constant_replacements(node: ast.Constant) -> Iterator[ast.expr]:
    match node.value:
        case bool():
            yield ast.Constant(not node.value)
        case int() | float():
            yield ast.Constant(node.value + 1)
        case str():
            # A letter, because punctuation does not change the name of an encoding.
            yield ast.Constant(f"{node.value}X")
        case _:
            return


def _is_negated_below(node: ast.expr) -> bool:
    """Whether replacing the operator already negates the whole condition."""
    match node:
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()]):
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return True
        case _:
            return False
