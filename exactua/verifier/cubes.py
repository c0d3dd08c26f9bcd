"""Terms over a cube of offsets: integrals of polynomials, and the least and the greatest end (format, section 3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NoReturn

from .rationals import Ring, divide, power, size, tidy
from .readings import Bound, Kinds, Reader, Reading, Scene
from .refusals import NOT_RECHECKED, demand
from .values import Json, Number, Spend

Terms = dict[
    tuple[int, ...], Number
]  # a product of variables, as their numbers in increasing order, with its coefficient


class OffsetPolynomial(Ring):
    """A polynomial that is not constant, in variables with numbers.

    What terms do with numbers they do with polynomials, except that these can't be compared, rounded or divided by.
    """

    __hash__ = None  # type: ignore[assignment]
    denominator = 1  # a polynomial is not a fraction: to what works with fractions, it is a whole numerator

    def __init__(self, terms: Terms, spend: Spend):
        self.terms, self.spend = terms, spend

    @property
    def numerator(self) -> OffsetPolynomial:
        """The polynomial itself."""
        return self

    def bit_length(self) -> int:
        """The length of the longest coefficient."""
        return int(max(size(coefficient) for coefficient in self.terms.values()))

    def __add__(self, other: Number) -> Number:
        terms = dict(self.terms)
        for product, coefficient in terms_of(other).items():
            terms[product] = tidy(terms.get(product, 0) + coefficient)
        self.spend(len(terms))
        return simplified_polynomial(terms, self.spend)

    def __mul__(self, other: Number) -> Number:
        terms, others = Terms(), terms_of(other)
        self.spend(sum(map(len, self.terms)) * len(others) + sum(map(len, others)) * len(self.terms) + len(self.terms))
        for a, x in self.terms.items():
            for b, y in others.items():
                product = tuple(sorted(a + b))
                terms[product] = tidy(terms.get(product, 0) + x * y)
        return simplified_polynomial(terms, self.spend)

    def __truediv__(self, other: Number) -> Number:
        return self * (Fraction(1) / other)

    def __pow__(self, exponent: int) -> Number:
        if exponent <= 1:
            return self if exponent else 1
        half = self ** (exponent // 2)
        return half * half * self if exponent % 2 else half * half

    def _refuse(self, *operands: Number) -> NoReturn:
        refuse_offsets()

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __rtruediv__ = __floor__ = __ceil__ = __bool__ = activated = _refuse


def refuse_offsets() -> NoReturn:
    """What depends on offsets has no order, and nothing is divided by it."""
    raise ValueError("a comparison of, or a division by, a number that depends on offsets")


def terms_of(value: Number) -> Terms:
    """A polynomial, or a number as one, by its terms."""
    if not isinstance(value, int | Fraction | OffsetPolynomial):
        raise NotImplementedError("an integral over offsets of a number that varies within a cell")
    return value.terms if isinstance(value, OffsetPolynomial) else {(): value}


def simplified_polynomial(terms: Terms, spend: Spend) -> Number:
    """The sum of these terms, as a number if it does not depend on the variables."""
    terms = {product: coefficient for product, coefficient in terms.items() if coefficient != 0}
    return OffsetPolynomial(terms, spend) if any(terms) else terms.get((), 0)


def read_integral(name: Json, side: Json, body: Json, kinds: Kinds, context: Reader) -> Reading:
    """The integral of `body` over all d x n matrices `name` with entries in [0, side], as a function.

    The entries are d n variables, with numbers of their own: of what is bound around there is more with each integral.
    """
    demand(isinstance(name, str) and name not in ("", *kinds), "offsets without a name of their own")
    d, n = context.size("d"), context.size("n")
    first = d * n * len(kinds)
    inside = {**context.hidden(kinds, "enclosed"), name: "offsets"}
    end, inner = context.read(side, kinds, "number"), context.read(body, inside, "number")

    def reading(scene: Scene, bound: Bound) -> Number:
        context.spend(d * n)
        numbers = range(first, first + d * n)
        variables = [OffsetPolynomial({(number,): 1}, context.spend) for number in numbers]
        columns = tuple(tuple(variables[k : k + d]) for k in range(0, d * n, d))
        return integrate(inner(scene, {**bound, name: columns}), numbers, end(scene, bound), context.spend)

    return reading


def integrate(value: Number, variables: range, side: Number, spend: Spend) -> Number:
    """The integral over [0, side] for each of these variables."""
    demand(isinstance(side, int | Fraction), "an integral over a side that is a real", NOT_RECHECKED)
    demand(side >= 0, "an integral over a side below 0")
    terms = Terms()
    for product, coefficient in terms_of(value).items():
        powers = Counter(variable for variable in product if variable in variables)
        # x^e makes side^(e + 1) / (e + 1), and each variable that does not occur makes side
        integral = coefficient * power(side, len(variables) + sum(powers.values()))
        for exponent in powers.values():
            integral = divide(integral, exponent + 1)
        rest = tuple(variable for variable in product if variable not in variables)
        terms[rest] = tidy(terms.get(rest, 0) + integral)
    return simplified_polynomial(terms, spend)


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
