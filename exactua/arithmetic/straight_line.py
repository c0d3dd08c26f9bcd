"""Numbers that are yet to be computed: a straight-line program over integers, recorded by computing with its numbers.

Whatever computes with `Number` and `Truth` (the evaluator of terms, a sweep) writes the program down: each operation
becomes a node, equal ones become one node, and each node carries a proven interval (interval arithmetic on Python
integers, and what is known of the order of sorted columns). What the intervals decide is decided while recording; what
the intervals bound picks the width of the machine integers that run the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any, Final, NamedTuple

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError

TRUTH_OPERATORS: Final = ("truth", "less", "at most", "equal", "and", "or", "not")
MOST_NODES: Final = 20_000

_RATIONAL: Final = type(mpq())


class NotRecorded(ExactuaError):
    """What is computed can't be written down as a straight-line program: it branches, divides or gets too long."""


class Node(NamedTuple):
    """An operation on earlier nodes.

    "constant" and "truth" have their `value`; "table" is entry number (column j of the point) of table `value[0]`,
    where j = `value[1]` counts from 0; "select" has a truth, then and otherwise.
    """

    operator: str
    arguments: tuple[int, ...]
    value: Any
    low: int
    """The least value that it can have (of a truth: 0 or 1)."""
    high: int
    columns: int
    """Bit j is set where it depends on column j of the point."""


class Program:
    """Nodes in the order of their computation; `below` says of table nodes how much less one is than another.

    Points have `n` columns. `tables` are arrays of integers by column number; entries of a point are read from them.
    `bounded`: it has 20,000 nodes at most.
    """

    def __init__(self, n: int, bounded: bool = True) -> None:
        self.n, self._bounded = n, bounded
        self.nodes: list[Node] = []
        self._known: dict[tuple[str, tuple[int, ...], Any], int] = {}
        self._gaps: dict[tuple[int, int], int] = {}

    def copy(self) -> Program:
        """The same program, to which more can be added without changing this one."""
        other = Program(self.n, self._bounded)
        other.nodes, other._known, other._gaps = list(self.nodes), dict(self._known), dict(self._gaps)
        return other

    def node(self, operator: str, arguments: tuple[int, ...], value: Any, low: int, high: int, columns: int = 0) -> int:
        """The number of this node, made if there is none like it. Raises NotRecorded where there are too many."""
        known = (operator, arguments, value)
        number = self._known.get(known)
        if number is None:
            if self._bounded and len(self.nodes) >= MOST_NODES:
                raise NotRecorded(f"a program of more than {MOST_NODES:,} operations")
            for argument in arguments:
                columns |= self.nodes[argument].columns
            number = self._known[known] = len(self.nodes)
            self.nodes.append(Node(operator, arguments, value, low, high, columns))
        return number

    def constant(self, value: int) -> int:
        """The node of an integer."""
        value = int(value)
        return self.node("constant", (), value, value, value)

    def table(self, table: int, j: int, low: int, high: int) -> int:
        """The node of what table number `table` has for column j (from 0) of the point: low <= it <= high, proven."""
        return self.node("table", (), (table, j), low, high, 1 << j)

    def say_below(self, first: int, second: int, gap: int) -> None:
        """Notes the proven fact that second - first >= gap, of two nodes."""
        self._gaps[first, second] = gap

    def _gap(self, first: int, second: int) -> int | None:
        """A lower bound of second - first, from facts and intervals."""
        a, b = self.nodes[first], self.nodes[second]
        least = 0 if first == second else b.low - a.high
        fact = self._gaps.get((first, second))
        return least if fact is None else max(least, fact)

    # integers

    def add(self, first: int, second: int) -> int:
        """first + second."""
        first, second = min(first, second), max(first, second)
        a, b = self.nodes[first], self.nodes[second]
        if a.operator == b.operator == "constant":
            return self.constant(a.value + b.value)
        for node, other in ((a, second), (b, first)):
            if node.operator == "constant" and node.value == 0:
                return other
        return self.node("add", (first, second), None, a.low + b.low, a.high + b.high)

    def subtract(self, first: int, second: int) -> int:
        """first - second."""
        a, b = self.nodes[first], self.nodes[second]
        if first == second:
            return self.constant(0)
        if a.operator == b.operator == "constant":
            return self.constant(a.value - b.value)
        if b.operator == "constant" and b.value == 0:
            return first
        low, high = a.low - b.high, a.high - b.low
        if (gap := self._gap(second, first)) is not None:
            low = max(low, gap)
        if (gap := self._gap(first, second)) is not None:
            high = min(high, -gap)
        return self.node("subtract", (first, second), None, low, high)

    def multiply(self, first: int, second: int) -> int:
        """first * second."""
        first, second = min(first, second), max(first, second)
        a, b = self.nodes[first], self.nodes[second]
        if a.operator == b.operator == "constant":
            return self.constant(a.value * b.value)
        for node, other in ((a, second), (b, first)):
            if node.operator == "constant" and node.value in (0, 1):
                return other if node.value else self.constant(0)
        if first == second:
            ends = [a.low**2, a.high**2]
            low = 0 if a.low <= 0 <= a.high else min(ends)
            return self.node("multiply", (first, second), None, low, max(ends))
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return self.node("multiply", (first, second), None, min(ends), max(ends))

    def minimum(self, first: int, second: int) -> int:
        """The smaller of two."""
        if self._gap(first, second) >= 0:  # type: ignore[operator]
            return first
        if self._gap(second, first) >= 0:  # type: ignore[operator]
            return second
        first, second = min(first, second), max(first, second)
        a, b = self.nodes[first], self.nodes[second]
        return self.node("minimum", (first, second), None, min(a.low, b.low), min(a.high, b.high))

    def maximum(self, first: int, second: int) -> int:
        """The larger of two."""
        if self._gap(first, second) >= 0:  # type: ignore[operator]
            return second
        if self._gap(second, first) >= 0:  # type: ignore[operator]
            return first
        first, second = min(first, second), max(first, second)
        a, b = self.nodes[first], self.nodes[second]
        return self.node("maximum", (first, second), None, max(a.low, b.low), max(a.high, b.high))

    def select(self, condition: int, then: int, otherwise: int) -> int:
        """`then` where the condition is true, else `otherwise`."""
        c = self.nodes[condition]
        if c.operator == "truth" or then == otherwise:
            return then if c.operator != "truth" or c.value else otherwise
        a, b = self.nodes[then], self.nodes[otherwise]
        return self.node("select", (condition, then, otherwise), None, min(a.low, b.low), max(a.high, b.high))

    def at_least(self, node: int, low: int) -> int:
        """The same node, of which it is proven by its maker that it is at least `low`."""
        old = self.nodes[node]
        if old.operator != "constant" and low > old.low:
            self.nodes[node] = Node(old.operator, old.arguments, old.value, low, max(old.high, low), old.columns)
        return node

    # truths

    def truth(self, value: bool) -> int:
        """The node of a truth value."""
        return self.node("truth", (), bool(value), int(value), int(value))

    def less(self, first: int, second: int) -> int:
        """first < second."""
        if self._gap(first, second) > 0:  # type: ignore[operator]
            return self.truth(True)
        if self._gap(second, first) >= 0:  # type: ignore[operator]
            return self.truth(False)
        return self.node("less", (first, second), None, 0, 1)

    def at_most(self, first: int, second: int) -> int:
        """first <= second."""
        if self._gap(first, second) >= 0:  # type: ignore[operator]
            return self.truth(True)
        if self._gap(second, first) > 0:  # type: ignore[operator]
            return self.truth(False)
        return self.node("at most", (first, second), None, 0, 1)

    def equal(self, first: int, second: int) -> int:
        """first = second."""
        if first == second:
            return self.truth(True)
        if self._gap(first, second) > 0 or self._gap(second, first) > 0:  # type: ignore[operator]
            return self.truth(False)
        first, second = min(first, second), max(first, second)
        a, b = self.nodes[first], self.nodes[second]
        if a.low == a.high == b.low == b.high:
            return self.truth(True)
        return self.node("equal", (first, second), None, 0, 1)

    def both(self, first: int, second: int) -> int:
        """first and second."""
        return self._joined("and", first, second, False)

    def either(self, first: int, second: int) -> int:
        """first or second."""
        return self._joined("or", first, second, True)

    def _joined(self, operator: str, first: int, second: int, deciding: bool) -> int:
        first, second = min(first, second), max(first, second)
        for left, right in ((first, second), (second, first)):
            node = self.nodes[left]
            if node.operator == "truth":
                return left if node.value is deciding else right
        return first if first == second else self.node(operator, (first, second), None, 0, 1)

    def opposite(self, node: int) -> int:
        """Not this truth."""
        operation = self.nodes[node]
        if operation.operator == "truth":
            return self.truth(not operation.value)
        if operation.operator == "not":
            return operation.arguments[0]
        return self.node("not", (node,), None, 0, 1)


class Truth:
    """A truth value that a program computes. It has none while the program is recorded: `if` over it is NotRecorded."""

    __slots__ = ("node", "program")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, program: Program, node: int) -> None:
        self.program, self.node = program, node

    @staticmethod
    def of(program: Program, node: int) -> Truth | bool:
        """The truth at a node; a Python bool where it is decided already."""
        operation = program.nodes[node]
        return bool(operation.value) if operation.operator == "truth" else Truth(program, node)

    def __bool__(self) -> bool:
        raise NotRecorded("a decision that depends on the point")

    def _node(self, other: Any) -> int:
        return other.node if isinstance(other, Truth) else self.program.truth(bool(other))

    def __and__(self, other: Any) -> Truth | bool:
        return Truth.of(self.program, self.program.both(self.node, self._node(other)))

    __rand__ = __and__

    def __or__(self, other: Any) -> Truth | bool:
        return Truth.of(self.program, self.program.either(self.node, self._node(other)))

    __ror__ = __or__

    def __invert__(self) -> Truth | bool:
        return Truth.of(self.program, self.program.opposite(self.node))


class Number:
    """An exact number that a program computes: the integer at `node`, over the known `denominator` >= 1."""

    __slots__ = ("denominator", "node", "program")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, program: Program, node: int, denominator: int = 1) -> None:
        self.program, self.node, self.denominator = program, node, denominator

    @property
    def low(self) -> Rational:
        """A proven lower bound."""
        return mpq(self.program.nodes[self.node].low, self.denominator)

    @property
    def high(self) -> Rational:
        """A proven upper bound."""
        return mpq(self.program.nodes[self.node].high, self.denominator)

    def over(self, denominator: int) -> int:
        """The node of the integer that this number is over a multiple of its denominator."""
        factor = denominator // self.denominator
        return self.node if factor == 1 else self.program.multiply(self.program.constant(factor), self.node)

    def _of(self, other: Any) -> Number:
        if isinstance(other, Number):
            return other
        if isinstance(other, int):
            return Number(self.program, self.program.constant(other))
        exact = mpq(other)
        return Number(self.program, self.program.constant(int(exact.numerator)), int(exact.denominator))

    def _aligned(self, other: Any) -> tuple[int, int, int]:
        theirs = self._of(other)
        if self.denominator == theirs.denominator:
            return self.node, theirs.node, self.denominator
        common = self.denominator * theirs.denominator // gcd(self.denominator, theirs.denominator)
        return self.over(common), theirs.over(common), common

    def __add__(self, other: Any) -> Number:
        if not isinstance(other, (Number, int, _RATIONAL)):
            return NotImplemented
        mine, theirs, common = self._aligned(other)
        return Number(self.program, self.program.add(mine, theirs), common)

    __radd__ = __add__

    def __neg__(self) -> Number:
        return 0 - self

    def __sub__(self, other: Any) -> Number:
        if not isinstance(other, (Number, int, _RATIONAL)):
            return NotImplemented
        mine, theirs, common = self._aligned(other)
        return Number(self.program, self.program.subtract(mine, theirs), common)

    def __rsub__(self, other: Any) -> Number:
        return self._of(other) - self

    def __mul__(self, other: Any) -> Number:
        if not isinstance(other, (Number, int, _RATIONAL)):
            return NotImplemented
        if not isinstance(other, Number):  # a constant is shortened against the denominator
            numerator, denominator = int(other.numerator), int(other.denominator)
            shared = gcd(numerator, self.denominator)
            product = self.program.multiply(self.program.constant(numerator // shared), self.node)
            return Number(self.program, product, self.denominator // shared * denominator)
        product = self.program.multiply(self.node, other.node)
        return Number(self.program, product, self.denominator * other.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Number:
        exact = mpq(other)
        quotient: Number = self * mpq(exact.denominator, exact.numerator)
        return quotient

    def __pow__(self, exponent: int) -> Any:
        power: Any = 1
        for _ in range(exponent):
            power = self * power
        return power

    def __lt__(self, other: Any) -> Any:
        mine, theirs, _ = self._aligned(other)
        return Truth.of(self.program, self.program.less(mine, theirs))

    def __le__(self, other: Any) -> Any:
        mine, theirs, _ = self._aligned(other)
        return Truth.of(self.program, self.program.at_most(mine, theirs))

    def __gt__(self, other: Any) -> Any:
        mine, theirs, _ = self._aligned(other)
        return Truth.of(self.program, self.program.less(theirs, mine))

    def __ge__(self, other: Any) -> Any:
        mine, theirs, _ = self._aligned(other)
        return Truth.of(self.program, self.program.at_most(theirs, mine))

    def __eq__(self, other: object) -> Any:
        mine, theirs, _ = self._aligned(other)
        return Truth.of(self.program, self.program.equal(mine, theirs))

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return not equal if isinstance(equal, bool) else ~equal

    def least(self, other: Any) -> Number:
        """The smaller of the two."""
        mine, theirs, common = self._aligned(other)
        return Number(self.program, self.program.minimum(mine, theirs), common)

    def greatest(self, other: Any) -> Number:
        """The larger of the two."""
        mine, theirs, common = self._aligned(other)
        return Number(self.program, self.program.maximum(mine, theirs), common)


def select(condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where the condition is true, else `otherwise`; a Truth decides between numbers of its program."""
    if not isinstance(condition, Truth):
        return then if condition else otherwise
    program = condition.program
    first = then if isinstance(then, Number) else Number(program, 0)._of(then)
    mine, theirs, common = first._aligned(otherwise)
    return Number(program, program.select(condition.node, mine, theirs), common)


def levels(program: Program, order: Sequence[int]) -> list[int]:
    """For each node, after how many of the columns, chosen in this order, it can be computed: 0 to n."""
    place = {column: k for k, column in enumerate(order, 1)}
    return [max((place[j] for j in range(program.n) if node.columns >> j & 1), default=0) for node in program.nodes]
