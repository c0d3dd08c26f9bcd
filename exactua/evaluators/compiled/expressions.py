"""Operations of a program as Python expressions, each number in the narrowest machine integer that provably holds it.

A number is computed in 64 bits where its interval and those of what it is made of stay within 62 bits, else in 128
bits. No operation can overflow: every interval is proven, and the printed code computes at points of the domain alone.
In plain Python the same text computes with integers of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from exactua.arithmetic.straight_line import TRUTH_OPERATORS, Program
from exactua.evaluators.compiled.recording import Recorded

Width = Literal[0, 64, 128]
"""Bits of a number; 0 for a truth."""

LIMB: Final = 63
"""A number leaves the machine as high * 2^63 + low with 0 <= low < 2^63: two signed words."""

_INFIX: Final = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "less": "<",
    "at most": "<=",
    "equal": "==",
    "and": "&",
    "or": "|",
}
_CALLED: Final = {"minimum": "smaller", "maximum": "larger"}

Name = Callable[[int], str]


def bits(low: int, high: int) -> int:
    """The length of the longest number in an interval."""
    return max(abs(low), abs(high)).bit_length()


class Expressions:
    """Prints the nodes of a program; `widths` has the width of each."""

    def __init__(self, recorded: Recorded, program: Program | None = None) -> None:
        self.program: Final = recorded.program if program is None else program
        self.widths: Final = list[Width]()
        for node in self.program.nodes:
            narrow = bits(node.low, node.high) <= 62
            if node.operator in TRUTH_OPERATORS:
                self.widths.append(0)
            else:
                self.widths.append(64 if narrow and all(self.widths[j] < 128 for j in node.arguments) else 128)

    @staticmethod
    def literal(value: int, width: Width) -> str:
        """An integer constant."""
        if width < 128:
            return f"({value})" if value < 0 else str(value)
        if value.bit_length() == 127:  # its upper word alone would be too long
            return f"({Expressions.literal(value // 2, width)} + {Expressions.literal(value - value // 2, width)})"
        return f"joined({value >> LIMB}, {value % 2**LIMB})"

    def fixed(self, node: int) -> bool:
        """Whether a node is a constant, which is printed where it is used."""
        return self.program.nodes[node].operator in ("constant", "truth")

    def used(self, node: int, name: Name, width: Width | None = None) -> str:
        """A node as an operand, widened to `width`."""
        operation, own = self.program.nodes[node], self.widths[node]
        wanted = own if width is None else width
        if operation.operator == "truth":
            return str(operation.value)
        if operation.operator == "constant":
            return self.literal(operation.value, wanted)
        return name(node) if wanted == own else f"wide({name(node)})"

    def operation(self, node: int, name: Name) -> str:
        """What a node computes from its arguments (no table, no constant)."""
        operation = self.program.nodes[node]
        if operation.operator == "not":
            return f"not {self.used(operation.arguments[0], name)}"
        if operation.operator == "select":
            condition, *parts = operation.arguments
            texts = [self.used(condition, name), *(self.used(j, name, self.widths[node]) for j in parts)]
            return f"choose({', '.join(texts)})"
        first, second = self.pair(operation.arguments, name, self.widths[node])
        if operation.operator in _CALLED:
            return f"{_CALLED[operation.operator]}({first}, {second})"
        return f"{first} {_INFIX[operation.operator]} {second}"

    def pair(self, arguments: Sequence[int], name: Name, width: Width = 0) -> tuple[str, str]:
        """Two operands in one width, `width` or wider."""
        first, second = arguments
        common = max(width, self.widths[first], self.widths[second])
        return self.used(first, name, common), self.used(second, name, common)

    def reached(self, outputs: Iterable[int]) -> set[int]:
        """The nodes that outputs are made of, with them."""
        nodes: set[int] = set()
        waiting = list(outputs)
        while waiting:
            node = waiting.pop()
            if node not in nodes:
                nodes.add(node)
                waiting += self.program.nodes[node].arguments
        return nodes


@dataclass(frozen=True)
class Field:
    """A number that a printed function leaves in its array `out`: one word, or two for a wide one."""

    name: str
    wide: bool


class Source:
    """The text of a function in the making."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self.depth = 0
        self.fields: list[Field] = []
        self._words = 0

    def say(self, *lines: str) -> None:
        """Adds lines."""
        self._lines += ["    " * self.depth + line for line in lines]

    def block(self, header: str) -> Indented:
        """Adds the header of a block; the block is what is said inside the `with`."""
        self.say(header)
        return Indented(self)

    def where(self, truth: str) -> Indented:
        """The lines that follow count where a condition is true: a block, if it is not always so."""
        if truth == "True":
            return Indented(self, 0)
        return self.block(f"if {truth}:")

    def place(self, *names: str) -> int:
        """The first of some words of `out` that the function writes to as it goes; they begin as -1."""
        self.fields += [Field(name, False) for name in names]
        self._words += len(names)
        return self._words - len(names)

    def leave(self, name: str, wide: bool, cell: bool = False) -> None:
        """Leaves the number of this name in `out`: a variable, or what a cell holds."""
        value = f"get({name})" if cell else name
        self.say(f"leave(out, {self._words}, {value})")
        self.fields.append(Field(name, wide))
        self._words += 1 + wide

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines) + "\n"

    @property
    def words(self) -> int:
        """How many words `out` has."""
        return self._words


class Indented:
    """A block: what is said inside stands one step to the right."""

    def __init__(self, source: Source, steps: int = 1) -> None:
        self._source, self._steps = source, steps

    def __enter__(self) -> None:
        self._source.depth += self._steps

    def __exit__(self, *_: object) -> None:
        self._source.depth -= self._steps


@dataclass(frozen=True)
class Printed:
    """A function of this name, printed; `fields` says what it leaves in `out`, in `words` words."""

    name: str
    text: str
    fields: tuple[Field, ...]
    words: int
    tables: tuple[int, ...]
    """The tables that it is called with, last."""

    def read(self, out: list[int], whole: bool) -> dict[str, int]:
        """The numbers that a call left, by name; `whole` where a wide one stands in its first word alone."""
        numbers, k = {}, 0
        for field in self.fields:
            numbers[field.name] = (out[k] << LIMB) + out[k + 1] if field.wide and not whole else out[k]
            k += 1 + field.wide
        return numbers


def printed(name: str, source: Source, tables: Iterable[int]) -> Printed:
    """The finished function."""
    return Printed(name, source.text, tuple(source.fields), source.words, tuple(tables))
