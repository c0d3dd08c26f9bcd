"""Boxes that a formula is set in: what a term's layout is made of, before it is LaTeX or MathML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

WIDEST: Final = 36
"""Characters of a piece that no line may break: what fits on a phone."""

Bracket = Literal["(", ")", "[", "]", "{", "}", "⌊", "⌋", "|", "‖", "⟨", "⟩"]
Role = Literal["relation", "binary", "prefix", "comma", "colon", "times", "apply", "range"]


class Box:
    """A part of a formula. Widths are in characters, heights in storeys: 0 a letter, 1 a fraction or a sum, 2 cases."""

    @cached_property
    def width(self) -> int:
        """About how many characters wide it is."""
        return sum(part.width for part in self.inside)

    @cached_property
    def height(self) -> int:
        """How high it is: 0 a letter, 1 a fraction or a sum, 2 cases."""
        return max((part.height for part in self.inside), default=0)

    @property
    def inside(self) -> tuple[Box, ...]:
        """The boxes inside it, in reading order."""
        return ()


@dataclass(frozen=True)
class Text(Box):
    """Characters of one kind."""

    text: str

    @cached_property
    def width(self) -> int:
        """One for each character."""
        return len(self.text)


class Number(Text):
    """An integer >= 0, or what stands for a very long one."""


class Word(Text):
    """An upright name of one or several words: after sweep, exp, distinct."""


class Words(Text):
    """Prose between formulas: for all, and, otherwise. Spaces around it are part of it."""


@dataclass(frozen=True)
class Letter(Box):
    """One italic letter, Latin or Greek, perhaps with a mark above."""

    letter: str
    mark: Literal["", "tilde", "bar", "hat"] = ""
    primes: int = 0

    @cached_property
    def width(self) -> int:
        """One, and half of one for primes."""
        return 1 + (self.primes + 1) // 2


@dataclass(frozen=True)
class Sign(Box):
    """An operator or a punctuation mark, a Unicode character or mod, with the space that its role has."""

    sign: str
    role: Role

    @cached_property
    def width(self) -> int:
        """That of its characters, and two for its spaces where it stands between two parts."""
        return len(self.sign) + 2 if self.role in ("relation", "binary") else 0 if self.role == "apply" else 1


@dataclass(frozen=True)
class Break(Box):
    """A place where a line may end; `sign`: an infix sign follows, behind which TeX breaks by itself."""

    sign: bool = False

    @cached_property
    def width(self) -> int:
        """Nothing."""
        return 0


@dataclass(frozen=True)
class Row(Box):
    """Boxes side by side."""

    parts: tuple[Box, ...]

    @property
    def inside(self) -> tuple[Box, ...]:
        """The parts."""
        return self.parts


@dataclass(frozen=True)
class Fraction(Box):
    """One box above another one."""

    above: Box
    below: Box

    @property
    def inside(self) -> tuple[Box, ...]:
        """Above, below."""
        return self.above, self.below

    @cached_property
    def width(self) -> int:
        """The wider one's."""
        return max(self.above.width, self.below.width) + 1

    @cached_property
    def height(self) -> int:
        """One storey more than what stands in it, and two at most."""
        return min(2, 1 + max(self.above.height, self.below.height))


@dataclass(frozen=True)
class Scripts(Box):
    """A base with what stands below and above to its right, at least one of both."""

    base: Box
    below: Box | None = None
    above: Box | None = None

    @property
    def inside(self) -> tuple[Box, ...]:
        """Base, below, above."""
        return tuple(part for part in (self.base, self.below, self.above) if part is not None)

    @cached_property
    def width(self) -> int:
        """The base's, and two thirds of the wider script's."""
        return self.base.width + max(-(-part.width * 2 // 3) for part in self.inside[1:])

    @cached_property
    def height(self) -> int:
        """The base's."""
        return self.base.height


@dataclass(frozen=True)
class Big(Box):
    """A large operator with its range: a sum, a product, an integral, or a word such as max with what stands below."""

    operator: str
    below: Box
    above: Box | None = None

    @property
    def inside(self) -> tuple[Box, ...]:
        """Below, above."""
        return (self.below,) if self.above is None else (self.below, self.above)

    @cached_property
    def width(self) -> int:
        """The operator's, or two thirds of what stands below."""
        return max(len(self.operator) + 1, *(-(-part.width * 2 // 3) for part in self.inside))

    @cached_property
    def height(self) -> int:
        """One storey; a word has none."""
        return 0 if self.operator.isalpha() and self.operator.isascii() else 1


@dataclass(frozen=True)
class Root(Box):
    """A square root."""

    body: Box

    @property
    def inside(self) -> tuple[Box, ...]:
        """What stands under it."""
        return (self.body,)

    @cached_property
    def width(self) -> int:
        """The body's and the sign's."""
        return self.body.width + 2


@dataclass(frozen=True)
class Fenced(Box):
    """A box in brackets."""

    left: Bracket
    body: Box
    right: Bracket

    @property
    def inside(self) -> tuple[Box, ...]:
        """What stands between the brackets."""
        return (self.body,)

    @cached_property
    def width(self) -> int:
        """The body's and the brackets'."""
        return self.body.width + 2


@dataclass(frozen=True)
class Cases(Box):
    """Values by cases: behind a brace, each in a line with its condition; the last one has none."""

    lines: tuple[tuple[Box, Box | None], ...]

    @property
    def inside(self) -> tuple[Box, ...]:
        """Values and conditions, line by line."""
        return tuple(part for line in self.lines for part in line if part is not None)

    @cached_property
    def width(self) -> int:
        """The widest value's and the widest condition's together."""
        values = max(value.width for value, _ in self.lines)
        return values + 6 + max(6 if condition is None else condition.width for _, condition in self.lines)

    @cached_property
    def height(self) -> int:
        """Two storeys."""
        return 2


def first_leaf(box: Box) -> Box:
    """What is read first of a box: a number, a letter, a sign; of a fraction or of brackets the box itself."""
    return _leaf(box, 1)


def last_leaf(box: Box) -> Box:
    """What is read last on the line; of scripts their base."""
    return _leaf(box, -1)


def _leaf(box: Box, order: Literal[1, -1]) -> Box:
    while isinstance(box, (Row, Scripts)):
        box = box.base if isinstance(box, Scripts) else next(x for x in box.parts[::order] if not isinstance(x, Break))
    return box


def in_pieces(box: Box, widest: int = WIDEST) -> Iterator[Box]:
    """The box as a sequence of boxes, with Break where a line may end and Words at the top; narrow ones stay whole.

    Brackets around what is too wide become signs of their own, and scripts stand at the closing one.
    """
    if isinstance(box, Row) and (box.width > widest or _has_words(box)):
        for part in box.parts:
            yield from in_pieces(part, widest)
    elif isinstance(box, Fenced) and box.width > widest:
        yield Fence(box.left, box.height, opens=True)
        yield from in_pieces(box.body, widest)
        yield Fence(box.right, box.height, opens=False)
    elif isinstance(box, Scripts) and box.base.width > widest and isinstance(box.base, (Fenced, Row)):
        *before, last = in_pieces(box.base, widest)
        yield from before
        yield Scripts(last, box.below, box.above)
    else:
        yield box


def _has_words(row: Row) -> bool:
    """Whether prose stands in a row, outside of brackets, fractions and scripts."""
    return any(isinstance(part, Words) or (isinstance(part, Row) and _has_words(part)) for part in row.parts)


@dataclass(frozen=True)
class Fence(Box):
    """One bracket of a pair whose inside is too wide to stay on one line; as high as that inside."""

    bracket: Bracket
    storeys: int
    opens: bool

    @cached_property
    def width(self) -> int:
        """One."""
        return 1
