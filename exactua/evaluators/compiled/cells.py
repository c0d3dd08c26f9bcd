"""What compiled functions keep: cells, and words of the array `out`.

Cells are variables that printed code changes. LLVM keeps them in registers; numba, whose analysis of variables that are
assigned more than once takes time quadratic in the length of a function, sees pointers that never change. Imported by
`native` alone, when a function is compiled; `native.PLAIN` has the twins in plain Python.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from exactua.evaluators.compiled.wide import WIDE, WORD, lower_word, types, upper_word


def _cell_of(kind: Any) -> Any:
    return types.CPointer(WIDE if kind is WIDE else types.int64)


@intrinsic
def cell(context: Any, value: Any) -> Any:
    """A new cell that holds this value."""
    kind = _cell_of(value)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        reserved: Any = cgutils.alloca_once
        place = reserved(builder, arguments[0].type)
        builder.store(arguments[0], place)
        return place

    return kind(kind.dtype), emit


@intrinsic
def get(context: Any, place: Any) -> Any:
    """What a cell holds."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(arguments[0])

    return place.dtype(place), emit


@intrinsic
def put(context: Any, place: Any, value: Any) -> Any:
    """A cell gets another value."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], arguments[0])
        return context.get_dummy_value()

    return types.void(place, place.dtype), emit


@intrinsic
def grow(context: Any, place: Any, value: Any) -> Any:
    """A value is added to what a cell holds."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(builder.add(builder.load(arguments[0]), arguments[1]), arguments[0])
        return context.get_dummy_value()

    return types.void(place, place.dtype), emit


def _word_of(context: Any, builder: Any, kind: Any, out: Any, place: int) -> Any:
    array = context.make_array(kind)(context, builder, out)
    return builder.gep(array.data, [ir.Constant(WORD, place)])


@intrinsic(prefer_literal=True)
def leave(context: Any, out: Any, place: Any, value: Any) -> Any:
    """A number is left in `out`: in one word, or the upper and the lower one."""
    kind = WIDE if value is WIDE else types.int64

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = arguments[2]
        parts = [upper_word(builder, number), lower_word(builder, number)] if kind is WIDE else [number]
        for k, part in enumerate(parts):
            builder.store(part, _word_of(context, builder, out, arguments[0], place.literal_value + k))
        return context.get_dummy_value()

    return types.void(out, place, kind), emit


def _kept(context: Any, builder: Any, kind: Any, out: Any, place: int, columns: Any, n: int) -> tuple[Any, Any]:
    """Pointers to the words where columns are kept, and the columns."""
    words = [_word_of(context, builder, kind, out, place + j) for j in range(n)]
    return words, [builder.extract_value(columns, j) for j in range(n)]


def _less(builder: Any, columns: Any, words: Any) -> Any:
    """Whether columns are lexicographically less than those kept."""
    result = ir.Constant(ir.IntType(1), 0)
    for column, word in zip(reversed(columns), reversed(words), strict=True):
        kept = builder.load(word)
        equal = builder.and_(builder.icmp_signed("==", column, kept), result)
        result = builder.or_(builder.icmp_signed("<", column, kept), equal)
    return result


@intrinsic(prefer_literal=True)
def failing(context: Any, ties: Any, out: Any, place: Any, columns: Any) -> Any:
    """Keeps the columns of a failing point, if none are kept or they are less (`ties` > 0)."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, now = _kept(context, builder, out, arguments[1], place.literal_value, arguments[3], len(columns))
        taken = builder.icmp_signed("<", builder.load(words[0]), ir.Constant(WORD, 0))
        if ties.literal_value:
            taken = builder.or_(taken, _less(builder, now, words))
        with builder.if_then(taken, likely=False):
            for column, word in zip(now, words, strict=True):
                builder.store(column, word)
        return context.get_dummy_value()

    return types.void(ties, out, place, types.UniTuple(types.int64, len(columns))), emit


@intrinsic(prefer_literal=True)
def extreme(
    context: Any, sign: Any, ties: Any, best: Any, limit: Any, out: Any, place: Any, value: Any, columns: Any
) -> Any:
    """Takes up a least value (`sign` 1) or greatest one (-1), with its columns."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, _, best_at, limit_at, array, _, number, at = arguments
        words, now = _kept(context, builder, out, array, place.literal_value, at, len(columns))
        one = ir.Constant(number.type, 1)
        better = "<" if sign.literal_value > 0 else ">"

        def take(limit_value: Any) -> None:
            builder.store(number, best_at)
            builder.store(limit_value, limit_at)
            for column, word in zip(now, words, strict=True):
                builder.store(column, word)

        with builder.if_then(builder.icmp_signed(better, number, builder.load(limit_at)), likely=False):
            if ties.literal_value:
                beats = builder.icmp_signed(better, number, builder.load(best_at))
                with builder.if_then(builder.or_(beats, _less(builder, now, words))):
                    take(builder.add(number, one) if better == "<" else builder.sub(number, one))
            else:
                take(number)
        return context.get_dummy_value()

    tuple_of = types.UniTuple(types.int64, len(columns))
    return types.void(sign, ties, best, limit, out, place, best.dtype, tuple_of), emit


KEEPING: Final[dict[str, Any]] = {
    "cell": cell,
    "get": get,
    "put": put,
    "grow": grow,
    "leave": leave,
    "failing": failing,
    "extreme": extreme,
}
"""What printed functions call to keep something, for numba."""
