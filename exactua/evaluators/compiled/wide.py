"""Exact integers of 128 bits for compiled functions: a type of numba's, lowered to what the processor has.

Only `native` imports this module, when a compiled function is wanted: numba is heavy. Functions here have twins in
plain Python (`native.PLAIN`). No operation is checked for overflow: whoever prints code has proven that there is none.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir
from numba import extending
from numba.core import types as numba_types
from numba.extending import intrinsic, models, register_model

from exactua.evaluators.compiled.expressions import LIMB

types: Any = numba_types  # its annotations are partial
BITS: Final = ir.IntType(128)
WORD: Final = ir.IntType(64)


class WideType(numba_types.Type):
    """The type of a signed integer of 128 bits."""


WIDE: Final[Any] = cast(Any, WideType)("Wide")


@register_model(WideType)
class WideModel(models.PrimitiveModel):
    """A wide integer is one value of LLVM's."""

    def __init__(self, manager: Any, kind: Any) -> None:
        parent: Any = super()
        parent.__init__(manager, kind, BITS)


def _compared(sign: str) -> Callable[..., Any]:
    return lambda builder, first, second: builder.icmp_signed(sign, first, second)


def _joined(builder: Any, upper: Any, lower: Any) -> Any:
    first, second = (builder.sext(part, BITS) for part in (upper, lower))
    return builder.add(builder.shl(first, ir.Constant(BITS, LIMB)), second)


def upper_word(builder: Any, x: Any) -> Any:
    """The floor of x / 2^63, for |x| < 2^126."""
    return builder.trunc(builder.ashr(x, ir.Constant(BITS, LIMB)), WORD)


def lower_word(builder: Any, x: Any) -> Any:
    """What x is modulo 2^63."""
    return builder.and_(builder.trunc(x, WORD), ir.Constant(WORD, 2**LIMB - 1))


LOWERED: Final[dict[str, Callable[..., Any]]] = {
    "wide": lambda builder, x: builder.sext(x, BITS),
    "joined": _joined,
    "high": upper_word,
    "low": lower_word,
    "smaller": lambda builder, a, b: builder.select(builder.icmp_signed("<", a, b), a, b),
    "larger": lambda builder, a, b: builder.select(builder.icmp_signed(">", a, b), a, b),
    "choose": lambda builder, condition, a, b: builder.select(condition, a, b),
}
"""What printed functions call of a number or two, in LLVM (`smaller`, `larger`, `choose`: numbers of one width)."""


def _operators() -> None:
    """Teaches numba the operators of wide integers."""
    teach: Any = extending

    def operation(function: Any, result: Any, emit: Callable[..., Any]) -> None:
        def typing(context: Any) -> Any:
            return lambda first, second: result if first is WIDE and second is WIDE else None

        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, *arguments)

        teach.type_callable(function)(typing)
        teach.lower_builtin(function, WIDE, WIDE)(lowered)

    operation(operator.add, WIDE, lambda builder, first, second: builder.add(first, second))
    operation(operator.sub, WIDE, lambda builder, first, second: builder.sub(first, second))
    operation(operator.mul, WIDE, lambda builder, first, second: builder.mul(first, second))
    signs = (operator.lt, "<"), (operator.le, "<="), (operator.eq, "=="), (operator.ne, "!="), (operator.gt, ">")
    for function, sign in signs:
        operation(function, types.boolean, _compared(sign))


_operators()


def _word(kind: Any) -> Any:
    return WIDE if kind is WIDE else types.int64


def _emits(name: str) -> Callable[..., Any]:
    return lambda context, builder, signature, arguments: LOWERED[name](builder, *arguments)


@intrinsic
def wide(context: Any, x: Any) -> Any:
    """A number of 64 bits, widened."""
    return WIDE(types.int64), _emits("wide")


@intrinsic
def joined(context: Any, upper: Any, lower: Any) -> Any:
    """upper * 2^63 + lower."""
    return WIDE(types.int64, types.int64), _emits("joined")


@intrinsic
def high(context: Any, x: Any) -> Any:
    """The floor of x / 2^63, for |x| < 2^126."""
    return types.int64(WIDE), _emits("high")


@intrinsic
def low(context: Any, x: Any) -> Any:
    """What x is modulo 2^63."""
    return types.int64(WIDE), _emits("low")


@intrinsic
def smaller(context: Any, first: Any, second: Any) -> Any:
    """The smaller of two numbers of one width."""
    kind = _word(first)
    return kind(kind, kind), _emits("smaller")


@intrinsic
def larger(context: Any, first: Any, second: Any) -> Any:
    """The larger of two numbers of one width."""
    kind = _word(first)
    return kind(kind, kind), _emits("larger")


@intrinsic
def choose(context: Any, condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where the condition is true, else `otherwise`: numbers of one width."""
    kind = _word(then)
    return kind(types.boolean, kind, kind), _emits("choose")


PURE_FUNCTIONS: Final[dict[str, Any]] = {
    "wide": wide,
    "joined": joined,
    "high": high,
    "low": low,
    "smaller": smaller,
    "larger": larger,
    "choose": choose,
}
"""What printed functions call of a number or two, for numba."""
