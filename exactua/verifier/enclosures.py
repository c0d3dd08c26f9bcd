"""The least and the greatest end of a term over a cube of offsets (format, section 3)."""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from .rationals import size, tidy
from .readings import Bound, Kinds, Reader, Reading, Scene
from .refusals import demand
from .values import Json, Number


class Enclosure:
    """The numbers from `low` to `high`, in place of a number that depends on offsets.

    What terms do with numbers they do with both ends, except that these can't be compared, rounded or an index.
    """

    __hash__ = None  # type: ignore[assignment]
    denominator = 1  # an enclosure is not a fraction: to what works with fractions, it is a whole numerator

    def __init__(self, low: Number, high: Number):
        self.low, self.high = tidy(low), tidy(high)

    @property
    def numerator(self) -> Enclosure:
        """The enclosure itself."""
        return self

    def bit_length(self) -> int:
        """The length of the longer end."""
        return int(max(map(size, ends_of(self))))

    def __add__(self, other: Number) -> Enclosure:
        low, high = ends_of(other)
        return Enclosure(self.low + low, self.high + high)

    def __mul__(self, other: Number) -> Enclosure:
        products = [x * y for x in ends_of(self) for y in ends_of(other)]
        return Enclosure(min(products), max(products))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __sub__(self, other: Number) -> Enclosure:
        low, high = ends_of(other)
        return Enclosure(self.low - high, self.high - low)

    def __rsub__(self, other: Number) -> Enclosure:
        low, high = ends_of(other)
        return Enclosure(low - self.high, high - self.low)

    def __truediv__(self, other: Number) -> Enclosure:
        low, high = ends_of(other)
        demand(low > 0 or high < 0, "a division by an enclosure that has 0 in it")
        return self * Enclosure(Fraction(1) / high, Fraction(1) / low)

    def __rtruediv__(self, other: Number) -> Enclosure:
        return Enclosure(*ends_of(other)) / self

    def __pow__(self, exponent: int) -> Enclosure:
        low, high = ends_of(self)
        if exponent % 2 == 0:  # that of the distance from 0, and of the end that is farther from it
            low, high = max(low, -high, 0), max(-low, high)
        return Enclosure(low**exponent, high**exponent)

    def _refuse(self, *operands: Number) -> NoReturn:
        raise ValueError("a comparison or a rounding of a number that depends on offsets")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __floor__ = __ceil__ = __bool__ = activated = _refuse


def ends_of(value: Number) -> tuple[Number, Number]:
    """Both ends of an enclosure; a number is an enclosure without width."""
    if isinstance(value, Enclosure):
        return value.low, value.high
    if not isinstance(value, int | Fraction):
        raise NotImplementedError("an enclosure over offsets of a number that varies within a cell")
    return value, value


def read_enclosure(op: str, name: Json, side: Json, body: Json, kinds: Kinds, context: Reader) -> Reading:
    """The low end (`lowest`) or the high end of `body` over d x n matrices `name` with entries in [0, side].

    Neither in it nor in the side may the offsets of what is around occur.
    """
    demand(isinstance(name, str) and name not in ("", *kinds), "offsets without a name of their own")
    d, n = context.size("d"), context.size("n")
    around = context.hidden(kinds, "offsets", "enclosed")
    width, inner = context.read(side, around, "number"), context.read(body, {**around, name: "enclosed"}, "number")

    def reading(scene: Scene, bound: Bound) -> Number:
        context.spend(d * n)
        _, high = ends_of(width(scene, bound))
        demand(high >= 0, "offsets that run over a side below 0")
        columns = ((Enclosure(0, high),) * d,) * n
        return ends_of(inner(scene, {**bound, name: columns}))[op == "highest"]

    return reading
