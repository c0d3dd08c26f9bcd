"""What `bits` finds: how long the numbers of a network are, and where a floating point format fails to hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.bits.extents import Extent, Needed, narrowest

QUANTITIES: Final = ("weights", "scores", "ids before", "ids after")
"""What is measured: "before" and "after" is the last layer. Weights are the biases of queries too."""

UNITS: Final = ("delta", "1")
"""The network with ids and thresholds b_Q in units of delta (and scores in units of delta^2), and as it is printed."""

FORMATS: Final = tuple(BY_NAME.values())
"""All formats that are asked about."""

Box = tuple[int, int, int]
"""(d, n, m) with delta = 1/m."""


@dataclass(frozen=True)
class Known:
    """What is known of the numbers of one quantity: `attained` is of some of them, no number exceeds `bound`.

    They are the same where every number was looked at; `bound` is None where nothing is proved of all numbers.
    """

    attained: Extent
    bound: Extent | None

    @property
    def exact(self) -> bool:
        """Whether the largest number is known."""
        return self.bound is not None and self.bound.largest == self.attained.largest

    def held(self, form: FloatFormat) -> bool | None:
        """Whether the format holds every number; None where that is not known."""
        if self.attained.lost(form) is not None:
            return False
        return True if self.bound is not None and self.bound.lost(form) is None else None

    @property
    def least(self) -> tuple[str, ...] | None:
        """The formats with the fewest bits that hold every number, () where none does; None where that is open."""
        held = {form: self.held(form) for form in FORMATS}
        best = narrowest([form for form in FORMATS if held[form]])
        if any(known is None and (not best or form.bits <= best[0].bits) for form, known in held.items()):
            return None
        return tuple(form.name for form in best)

    def scaled(self, factor: Rational) -> Known:
        """The same of all numbers times `factor`, which is > 0."""
        return Known(self.attained.scaled(factor), None if self.bound is None else self.bound.scaled(factor))


@dataclass(frozen=True)
class InstanceBits:
    """A network at an instance."""

    box: Box
    layers: int
    points: int
    enumerated: bool
    """Whether every point was evaluated; else proven closed forms give the largest numbers, where there are some."""
    bits: Mapping[str, int]
    """By quantity, of the longest numerator: ids in units of delta, scores in units of delta^2/2, weights in unit 1 and
    lowest terms."""
    known: Mapping[str, Mapping[str, Known]]
    """By unit and quantity."""


@dataclass(frozen=True)
class Failure:
    """A number that a format does not hold, in the unit that is asked for, and the point where it occurs."""

    box: Box
    value: Rational
    reason: str
    point: Matrix | None
    """None for weights."""


@dataclass(frozen=True)
class Merge:
    """Two different ids after the last layer, of columns i and j (from 1) of one point, that a format rounds alike."""

    box: Box
    point: Matrix
    columns: tuple[int, int]
    ids: tuple[Rational, Rational]
    rounded: Rational


@dataclass(frozen=True)
class Sought:
    """The first failure of a quantity, or the first merge at `what` points, in the order of d, then n, then m."""

    format: str
    unit: str
    what: str
    found: Failure | Merge | None
    open: tuple[Box, ...]
    """Instances before it that are not decided."""


@dataclass(frozen=True)
class Bits:
    """Everything about the instances of a claim."""

    label: str
    network: str
    """The claim's first one."""
    points: str
    """Which points: "categories 1..3"."""
    instances: tuple[InstanceBits, ...]
    failures: tuple[Sought, ...]
    merges: tuple[Sought, ...]


@dataclass(frozen=True)
class Quantity:
    """The numbers of one quantity of a network at points, all looked at."""

    name: str
    numerator: int
    """Bits of the longest numerator, in lowest terms."""
    denominator: int
    """Bits of the longest denominator; 1 of integers."""
    lost: Mapping[str, Lost | None]
    """By the name of a format, the first number that it does not hold; None where it holds all."""
    alike: Mapping[str, Alike | None]
    """By the name of a format, the first two different numbers, in increasing order, that it rounds alike, if any."""
    needed: Needed | None
    """What a binary format must have to hold all of them; None where none does."""

    @property
    def least(self) -> tuple[str, ...]:
        """The formats with the fewest bits that hold every number; () where none does."""
        return tuple(form.name for form in narrowest([form for form in FORMATS if self.lost[form.name] is None]))


@dataclass(frozen=True)
class Alike:
    """Two different numbers, next to one another in size, that a format rounds to the same finite number."""

    exact: tuple[Rational, Rational]
    rounded: Rational


@dataclass(frozen=True)
class Lost:
    """A number that a format does not hold, why, and where: the number of the point (from 1) and what is before it."""

    value: Rational
    reason: str
    point: int | None
    place: str
    layer: int | None = None
    """Of a weight, the first layer that has it, from 1; of others `place` says it."""


@dataclass(frozen=True)
class ColumnsMerge:
    """Two different columns of the output at one point that a format rounds to the same finite numbers."""

    point: int
    """Its number, from 1."""
    columns: tuple[int, int]
    exact: tuple[tuple[Rational, ...], tuple[Rational, ...]]
    rounded: tuple[Rational, ...]


@dataclass(frozen=True)
class NetworkBits:
    """The numbers of a network at given points, all in unit 1."""

    layers: int
    points: tuple[Matrix, ...]
    quantities: tuple[Quantity, ...]
    """Weights, scores (where there is attention), states: all of them, those before and those after the last layer."""
    merges: Mapping[str, ColumnsMerge | None]
    """By the name of a format."""


@dataclass(frozen=True)
class AtInstance:
    """The numbers of a claim's network at an instance, all in unit 1."""

    title: str
    """ "d = 2, n = 3, delta = 1/2"."""
    parameters: Mapping[str, Any]
    of: int
    """How many points there are: more than are looked at, where they are a sample."""
    where: str
    """What they are all the points of: "G+ up to permutation", or the name of a file."""
    measured: NetworkBits


@dataclass(frozen=True)
class ClaimBits:
    """A network of a claim at its instances, number by number."""

    label: str
    network: str
    instances: tuple[AtInstance, ...]
