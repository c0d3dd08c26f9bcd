"""Straight stretches of a printed function as single operations of the compiler: what makes compilation quick.

numba's passes take a millisecond or so for each statement; programs have thousands. A stretch of assignments without
branches, tables and changing variables is taken out of the text and lowered to LLVM as one operation, expression by
expression, as the text says.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

SHORTEST: Final = 6
PURE: Final = frozenset({"wide", "joined", "smaller", "larger", "choose"})
_ALLOWED: Final = (
    ast.Name,
    ast.Constant,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Call,
    ast.Load,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
)


@dataclass(frozen=True)
class Stretch:
    """Assignments in a row: `inputs` are read, `outputs` are wanted afterwards."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    lines: str
    """The assignments as text."""


def fused(text: str) -> tuple[str, tuple[Stretch, ...]]:
    """The text of a function with calls in place of its straight stretches, and the stretches."""
    tree = ast.parse(text)
    stores: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stores[node.id] = stores.get(node.id, 0) + 1
    fusing = _Fusing({name for name, count in stores.items() if count == 1}, _loads(tree))
    fusing.visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree)), tuple(fusing.found)


def _loads(tree: ast.AST) -> dict[str, int]:
    counts: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            counts[node.id] = counts.get(node.id, 0) + 1
    return counts


class _Fusing(ast.NodeVisitor):
    def __init__(self, once: set[str], loads: dict[str, int]) -> None:
        self._once, self._loads = once, loads
        self.found: list[Stretch] = []

    def generic_visit(self, node: ast.AST) -> None:
        for field in ("body", "orelse"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                setattr(node, field, self._fuse(statements))
        super().generic_visit(node)

    def _fuse(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        stretch: list[ast.Assign] = []
        for statement in statements:
            if isinstance(statement, ast.Assign) and self._straight(statement):
                stretch.append(statement)
            else:
                result += [*self._taken(stretch), statement]
                stretch = []
        return result + self._taken(stretch)

    def _straight(self, statement: ast.Assign) -> bool:
        target = statement.targets[0]
        return (
            isinstance(target, ast.Name)
            and target.id in self._once
            and all(isinstance(node, _ALLOWED) for node in ast.walk(statement.value))
            and all(
                isinstance(node.func, ast.Name) and node.func.id in PURE
                for node in ast.walk(statement.value)
                if isinstance(node, ast.Call)
            )
        )

    def _taken(self, stretch: list[ast.Assign]) -> list[ast.stmt]:
        if len(stretch) < SHORTEST:
            return list(stretch)
        assigned = [target.id for statement in stretch for target in statement.targets if isinstance(target, ast.Name)]
        inside: dict[str, int] = {}
        for statement in stretch:
            for name, count in _loads(statement).items():
                inside[name] = inside.get(name, 0) + count
        inputs = tuple(name for name in inside if name not in assigned and name not in PURE)
        outputs = tuple(name for name in assigned if self._loads.get(name, 0) > inside.get(name, 0))
        name = f"stretch{len(self.found)}"
        self.found.append(Stretch(name, inputs, outputs, "\n".join(map(ast.unparse, stretch))))
        call = ast.parse(f"{', '.join(outputs)}, = {name}({', '.join(inputs)})" if outputs else "pass")
        return list(call.body)
