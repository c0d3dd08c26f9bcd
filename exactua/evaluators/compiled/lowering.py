"""Stretches of printed assignments lowered to LLVM, expression by expression (see `fusing`)."""

from __future__ import annotations

import ast
from typing import Any, Final

from llvmlite import ir
from numba.extending import intrinsic

from exactua.evaluators.compiled.fusing import Stretch
from exactua.evaluators.compiled.wide import LOWERED, WIDE, WORD, types

_SIGNS: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.Gt: ">", ast.GtE: ">="}


def _kind(value: ast.expr, known: dict[str, Any]) -> Any:
    """The type of an expression."""
    if isinstance(value, ast.Name):
        return known[value.id]
    if isinstance(value, ast.Constant):
        return types.boolean if isinstance(value.value, bool) else types.int64
    if isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)):
        return types.boolean
    if isinstance(value, ast.UnaryOp):
        return _kind(value.operand, known)
    if isinstance(value, ast.BinOp):
        return _kind(value.left, known)
    assert isinstance(value, ast.Call)
    assert isinstance(value.func, ast.Name)
    return WIDE if value.func.id in ("wide", "joined") else _kind(value.args[-1], known)


def _emitted(builder: Any, value: ast.expr, values: dict[str, Any]) -> Any:
    """An expression lowered."""
    if isinstance(value, ast.Name):
        return values[value.id]
    if isinstance(value, ast.Constant):
        kind = ir.IntType(1) if isinstance(value.value, bool) else WORD
        return ir.Constant(kind, int(value.value))  # type: ignore[arg-type]
    if isinstance(value, ast.Compare):
        left, right = (_emitted(builder, argument, values) for argument in (value.left, value.comparators[0]))
        return builder.icmp_signed(_SIGNS[type(value.ops[0])], left, right)
    if isinstance(value, ast.UnaryOp):
        operand = _emitted(builder, value.operand, values)
        return builder.not_(operand) if isinstance(value.op, ast.Not) else builder.neg(operand)
    if isinstance(value, ast.BinOp):
        left, right = (_emitted(builder, argument, values) for argument in (value.left, value.right))
        emits = {
            ast.Add: builder.add,
            ast.Sub: builder.sub,
            ast.Mult: builder.mul,
            ast.BitAnd: builder.and_,
            ast.BitOr: builder.or_,
        }
        return emits[type(value.op)](left, right)
    assert isinstance(value, ast.Call)
    assert isinstance(value.func, ast.Name)
    arguments = [_emitted(builder, argument, values) for argument in value.args]
    return LOWERED[value.func.id](builder, *arguments)


def lowered(stretch: Stretch) -> Any:
    """A stretch of assignments as one operation, which returns its outputs as a tuple."""
    statements = [statement for statement in ast.parse(stretch.lines).body if isinstance(statement, ast.Assign)]

    def typed(context: Any, *inputs: Any) -> Any:
        kinds = [kind if kind in (WIDE, types.boolean) else types.int64 for kind in inputs]
        known = dict(zip(stretch.inputs, kinds, strict=True))
        for statement in statements:
            assert isinstance(statement.targets[0], ast.Name)
            known[statement.targets[0].id] = _kind(statement.value, known)

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = dict(zip(stretch.inputs, arguments, strict=True))
            for statement in statements:
                assert isinstance(statement.targets[0], ast.Name)
                values[statement.targets[0].id] = _emitted(builder, statement.value, values)
            return context.make_tuple(builder, signature.return_type, [values[name] for name in stretch.outputs])

        return types.Tuple([known[name] for name in stretch.outputs])(*kinds), emit

    names = ", ".join(stretch.inputs)
    namespace: dict[str, Any] = {"typed": typed}
    exec(f"def {stretch.name}(context, {names}):\n    return typed(context, {names})", namespace)
    return intrinsic(namespace[stretch.name])
