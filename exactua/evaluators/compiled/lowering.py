"""Printed functions in LLVM's language, statement by statement, as the text says.

The text knows whole numbers of 64 bits and of 128, truths, arrays of words (parameters without an annotation), and the
functions that `native.PLAIN` has twins of in plain Python. A variable has one kind, that of what it is first given. No
operation is checked for overflow: whoever prints code has proven that there is none. Imported by `machine_code` alone,
when a function is compiled.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final

from llvmlite import ir

from exactua.evaluators.compiled.expressions import LIMB

TRUTH: Final = ir.IntType(1)
WORD: Final = ir.IntType(64)
WIDE: Final = ir.IntType(128)
WORDS: Final = WORD.as_pointer()

_SIGNS: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.Gt: ">", ast.GtE: ">="}
_OPERATIONS: Final[dict[type, Callable[..., Any]]] = {
    ast.Add: ir.IRBuilder.add,
    ast.Sub: ir.IRBuilder.sub,
    ast.Mult: ir.IRBuilder.mul,
    ast.BitAnd: ir.IRBuilder.and_,
    ast.BitOr: ir.IRBuilder.or_,
    ast.And: ir.IRBuilder.and_,
    ast.Or: ir.IRBuilder.or_,
    ast.Not: ir.IRBuilder.not_,
    ast.USub: ir.IRBuilder.neg,
}


def _joined(builder: Any, upper: Any, lower: Any) -> Any:
    """upper * 2^63 + lower."""
    first, second = (builder.sext(part, WIDE) for part in (upper, lower))
    return builder.add(builder.shl(first, WIDE(LIMB)), second)


def _upper(builder: Any, x: Any) -> Any:
    """The floor of x / 2^63, for |x| < 2^126."""
    return builder.trunc(builder.ashr(x, WIDE(LIMB)), WORD)


def _lower(builder: Any, x: Any) -> Any:
    """What x is modulo 2^63."""
    return builder.and_(builder.trunc(x, WORD), WORD(2**LIMB - 1))


_CALLED: Final[dict[str, Callable[..., Any]]] = {
    "wide": lambda builder, x: builder.sext(x, WIDE),
    "joined": _joined,
    "high": _upper,
    "low": _lower,
    "smaller": lambda builder, a, b: builder.select(builder.icmp_signed("<", a, b), a, b),
    "larger": lambda builder, a, b: builder.select(builder.icmp_signed(">", a, b), a, b),
    "choose": lambda builder, condition, a, b: builder.select(condition, a, b),
    "cell": lambda builder, x: x,
    "get": lambda builder, x: x,
}
"""What printed functions call of a number or two; a cell is a variable like any other."""


def lowered(text: str) -> Any:
    """The module of LLVM's with a printed function in it, under its own name."""
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    return _Lowering(function).module


class _Lowering:
    """One function: its variables are places on the stack, which LLVM turns into registers."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.module = ir.Module("exactua")
        parameters = function.args.args
        kinds = [WORDS if parameter.annotation is None else WORD for parameter in parameters]
        lowered = ir.Function(self.module, ir.FunctionType(WORD, kinds), function.name)
        self._builder: Any = ir.IRBuilder(lowered.append_basic_block())
        self._places: dict[str, Any] = {}
        self._arrays: dict[str, Any] = {}
        self._continuing: list[Any] = []
        """Where `continue` goes on, in the loops that are open."""
        for parameter, argument in zip(parameters, lowered.args, strict=True):
            if argument.type == WORD:
                self._give(parameter.arg, argument)
            else:
                argument.add_attribute("noalias")
                self._arrays[parameter.arg] = argument
        self._block(function.body)

    # statements

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            getattr(self, f"_{type(statement).__name__.lower()}")(statement)

    def _pass(self, statement: ast.Pass) -> None:
        """Nothing."""

    def _return(self, statement: ast.Return) -> None:
        self._builder.ret(self._value(statement.value))

    def _continue(self, statement: ast.Continue) -> None:
        self._builder.branch(self._continuing[-1])

    def _assign(self, statement: ast.Assign) -> None:
        (target,), value = statement.targets, self._value(statement.value)
        if isinstance(target, ast.Subscript):
            self._builder.store(value, self._word(_name(target.value), self._value(target.slice)))
        else:
            self._give(_name(target), value)

    def _augassign(self, statement: ast.AugAssign) -> None:
        name, emit = _name(statement.target), _OPERATIONS[type(statement.op)]
        self._give(name, emit(self._builder, self._variable(name), self._value(statement.value)))

    def _if(self, statement: ast.If) -> None:
        condition = self._value(statement.test)
        if not statement.orelse:
            with self._builder.if_then(condition):
                self._block(statement.body)
            return
        with self._builder.if_else(condition) as (then, otherwise):
            with then:
                self._block(statement.body)
            with otherwise:
                self._block(statement.orelse)

    def _while(self, statement: ast.While) -> None:
        self._loop(lambda: self._value(statement.test), statement.body, lambda: None)

    def _for(self, statement: ast.For) -> None:
        """A loop over a range, whose ends are computed before it; its step is a constant."""
        assert isinstance(statement.iter, ast.Call)
        name, ends = _name(statement.target), [self._value(end) for end in statement.iter.args]
        step = ends.pop().constant if len(ends) == 3 else 1
        start, stop = ends if len(ends) == 2 else (WORD(0), *ends)
        self._give(name, start)
        self._loop(
            lambda: self._builder.icmp_signed("<" if step > 0 else ">", self._variable(name), stop),
            statement.body,
            # before the end of the range there is another number, so that this does not overflow
            lambda: self._give(name, self._builder.add(self._variable(name), WORD(step), flags=["nsw"])),
        )

    def _loop(self, again: Callable[[], Any], body: Sequence[ast.stmt], onwards: Callable[[], None]) -> None:
        builder = self._builder
        test, inside, further, behind = (builder.append_basic_block() for _ in range(4))
        builder.branch(test)
        builder.position_at_end(test)
        builder.cbranch(again(), inside, behind)
        builder.position_at_end(inside)
        self._continuing.append(further)
        self._block(body)
        self._continuing.pop()
        if not builder.block.is_terminated:
            builder.branch(further)
        builder.position_at_end(further)
        onwards()
        builder.branch(test)
        builder.position_at_end(behind)

    def _expr(self, statement: ast.Expr) -> None:
        """A call of what keeps something."""
        assert isinstance(statement.value, ast.Call)
        getattr(self, f"_call_{_name(statement.value.func)}")(*statement.value.args)

    # what keeps something

    def _call_put(self, cell: ast.expr, value: ast.expr) -> None:
        """A cell gets another value."""
        self._give(_name(cell), self._value(value))

    def _call_grow(self, cell: ast.expr, value: ast.expr) -> None:
        """A value is added to what a cell holds."""
        self._give(_name(cell), self._builder.add(self._variable(_name(cell)), self._value(value)))

    def _call_leave(self, out: ast.expr, place: ast.expr, value: ast.expr) -> None:
        """A number is left in an array: in one word, or the upper and the lower one."""
        number, builder = self._value(value), self._builder
        parts = [_upper(builder, number), _lower(builder, number)] if number.type == WIDE else [number]
        for part, word in zip(parts, self._words(out, place, len(parts)), strict=True):
            builder.store(part, word)

    def _call_failing(self, ties: ast.expr, out: ast.expr, place: ast.expr, columns: ast.Tuple) -> None:
        """Keeps the columns of a failing point, if none are kept or they are less (`ties` > 0)."""
        words, builder = self._words(out, place, len(columns.elts)), self._builder
        numbers = [self._value(column) for column in columns.elts]
        taken = builder.icmp_signed("<", builder.load(words[0], typ=WORD), WORD(0))
        if _integer(ties):
            taken = builder.or_(taken, self._less(numbers, words))
        with builder.if_then(taken, likely=False):
            self._keep(numbers, words)

    def _call_extreme(
        self,
        sign: ast.expr,
        ties: ast.expr,
        best: ast.expr,
        limit: ast.expr,
        out: ast.expr,
        place: ast.expr,
        value: ast.expr,
        columns: ast.Tuple,
    ) -> None:
        """Takes up a least value (`sign` 1) or greatest one (-1), with its columns."""
        words, builder = self._words(out, place, len(columns.elts)), self._builder
        number, numbers = self._value(value), [self._value(column) for column in columns.elts]
        better = "<" if _integer(sign) > 0 else ">"
        with builder.if_then(builder.icmp_signed(better, number, self._variable(_name(limit))), likely=False):
            if not _integer(ties):
                self._give(_name(best), number)
                self._give(_name(limit), number)
                self._keep(numbers, words)
                return
            beats = builder.icmp_signed(better, number, self._variable(_name(best)))
            with builder.if_then(builder.or_(beats, self._less(numbers, words))):
                self._give(_name(best), number)
                self._give(_name(limit), builder.add(number, number.type(_integer(sign))))
                self._keep(numbers, words)

    def _less(self, numbers: Sequence[Any], words: Sequence[Any]) -> Any:
        """Whether columns are lexicographically less than those kept."""
        builder, result = self._builder, TRUTH(0)
        for number, word in zip(reversed(numbers), reversed(words), strict=True):
            kept = builder.load(word, typ=WORD)
            equal = builder.and_(builder.icmp_signed("==", number, kept), result)
            result = builder.or_(builder.icmp_signed("<", number, kept), equal)
        return result

    def _keep(self, numbers: Sequence[Any], words: Sequence[Any]) -> None:
        for number, word in zip(numbers, words, strict=True):
            self._builder.store(number, word)

    # values

    def _give(self, name: str, value: Any) -> None:
        """A variable gets a value."""
        if name not in self._places:
            with self._builder.goto_entry_block():
                self._places[name] = self._builder.alloca(value.type, name=name)
        self._builder.store(value, self._places[name])

    def _variable(self, name: str) -> Any:
        place = self._places[name]
        return self._builder.load(place, typ=place.allocated_type)

    def _word(self, array: str, place: Any) -> Any:
        """A pointer to a word of an array."""
        return self._builder.gep(self._arrays[array], [place], source_etype=WORD)

    def _words(self, array: ast.expr, place: ast.expr, count: int) -> list[Any]:
        return [self._word(_name(array), WORD(_integer(place) + k)) for k in range(count)]

    def _value(self, text: ast.expr | None) -> Any:
        """An expression."""
        builder = self._builder
        match text:
            case ast.Name(id=name):
                return self._variable(name)
            case ast.Constant(value=bool(value)):
                return TRUTH(int(value))
            case ast.Constant(value=int(value)):
                return WORD(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return WORD(-value)
            case ast.UnaryOp(op=operation, operand=operand):
                return _OPERATIONS[type(operation)](builder, self._value(operand))
            case ast.BinOp(left=left, op=operation, right=right):
                return _OPERATIONS[type(operation)](builder, self._value(left), self._value(right))
            case ast.BoolOp(op=operation, values=values):
                emit = _OPERATIONS[type(operation)]
                return reduce(lambda first, second: emit(builder, first, second), map(self._value, values))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                return builder.icmp_signed(_SIGNS[type(sign)], self._value(left), self._value(right))
            case ast.Subscript(value=array, slice=place):
                return builder.load(self._word(_name(array), self._value(place)), typ=WORD)
            case ast.Call(func=function, args=arguments):
                return _CALLED[_name(function)](builder, *map(self._value, arguments))
        raise AssertionError(f"no printed function says {ast.dump(text) if text else 'nothing'}")


def _name(text: ast.expr) -> str:
    assert isinstance(text, ast.Name)
    return text.id


def _integer(text: ast.expr) -> int:
    """A constant."""
    value = ast.literal_eval(text)
    assert isinstance(value, int)
    return value
