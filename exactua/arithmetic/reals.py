"""Exact reals: expressions over rationals with +, *, quotients, exp, log, sqrt and pi, compared rigorously.

    exp(mpq(1, 2)) * 3 - log(2) < PI

An expression is kept in a light normal form: a sum is a constant and coefficients of different parts, a product has
integer exponents of different bases and at most one exponential. What is rational by the rules exp(0) = 1,
log(1) = 0, sqrt(9/4) = 3/2 is an mpq, never a `Real`. Orders are decided by balls (`balls`) whose precision is
raised until they are; equality is true only by a proof (`exponential_polynomials`), never by overlapping balls.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, ClassVar, Final, TypeAlias
from weakref import WeakValueDictionary

from gmpy2 import iroot, is_power, mpq, mpz, remove

from exactua.arithmetic.number_reading import NoNumber, exact_value
from exactua.arithmetic.rationals import Rational, decode_rational, encode_rational
from exactua.errors import ExactuaError, InputError

LARGEST_DIVISOR: Final = 10_000
"""Divisors that are tried; a factor that is left has no smaller one, and need not be prime."""


LONGEST_TESTED: Final = 2**14
"""Bits of a number that is tested for being a power at a stroke: of a long one that can't be broken off in time."""


def _may_be_power(number: int) -> bool:
    return number.bit_length() > LONGEST_TESTED or is_power(number)


@lru_cache(maxsize=4096)
def prime_factors(number: int) -> tuple[tuple[int, int], ...]:
    """Pairs (factor, exponent) whose product is `number` >= 1, increasing; the last factor may be composite."""
    factors, divisor, left = [], 2, mpz(number)
    while divisor <= LARGEST_DIVISOR and divisor * divisor <= left:
        left, exponent = remove(left, divisor)
        if exponent:
            factors.append((divisor, int(exponent)))
        divisor += 1 if divisor == 2 else 2
    number, exponent, root = int(left), 1, 2
    while number > LARGEST_DIVISOR**2 and 13 * root <= number.bit_length() and _may_be_power(number):
        while iroot(number, root)[1]:
            number, exponent = int(iroot(number, root)[0]), exponent * root
        root += 1
    if number > 1:
        factors.append((number, exponent))
    return tuple(factors)


def square_factors(number: int) -> tuple[int, tuple[int, ...]]:
    """(w, factors) with number = w^2 times the product of different factors; number >= 1."""
    whole, left = 1, []
    for factor, exponent in prime_factors(number):
        whole *= factor ** (exponent // 2)
        if exponent % 2:
            left.append(factor)
    return whole, tuple(left)


DEFAULT_BITS: Final = 2**18
"""Bits of precision at which a comparison is given up unless told otherwise."""
LEAST_BITS: Final = 64
MOST_BITS: Final = 2**24
LARGEST_POWER_BITS: Final = 10**8
"""Bits of a rational that is made as a power."""

Value: TypeAlias = "Real | Rational"


class PrecisionReached(ExactuaError):
    """A comparison of reals was not decided when the cap of the precision was reached."""

    def __init__(self, bits: int, what: str = "a comparison of reals") -> None:
        super().__init__(f"{what} is undecided at {bits} bits of precision")
        self.bits, self.what = bits, what

    def __reduce__(self) -> tuple[Any, ...]:
        return PrecisionReached, (self.bits, self.what)


class RealError(ExactuaError):
    """An expression has no value: the logarithm of a number <= 0, the root of one below 0, a quotient by 0.

    Or that is a rational too long to be written out.
    """


class Precision:
    """The cap of the precision in this process, and the most bits that a comparison has taken."""

    cap: ClassVar[int] = DEFAULT_BITS
    used: ClassVar[int] = 0


@contextmanager
def precision(bits: int | None) -> Iterator[None]:
    """Comparisons inside are given up at this many bits (None: at those of now).

    Raises InputError for fewer than `LEAST_BITS` or more than `MOST_BITS`.
    """
    before = Precision.cap
    if bits is not None:
        if isinstance(bits, bool) or not isinstance(bits, int) or not LEAST_BITS <= bits <= MOST_BITS:
            raise InputError(
                f"precision: {bits!r} is not valid; give a number of bits from {LEAST_BITS} to {MOST_BITS}"
            )
        Precision.cap = bits
    try:
        yield
    finally:
        Precision.cap = before


_RATIONAL: Final = type(mpq())
_numbers = itertools.count()


class Real:
    """A real number that is not known to be rational. Two with the same normal form are the same object.

    `kind` says what it is: "sum", "product", "exp", "log", "sqrt" or "pi"; `parts` are, of a sum, pairs (part,
    coefficient), sorted, and `constant` its rational summand; of a product pairs (base, exponent); else the argument.
    """

    __slots__ = ("__weakref__", "ball", "bits", "constant", "kind", "number", "parts")

    kind: str
    constant: Rational
    parts: tuple[Any, ...]
    number: int
    """The order in which reals were first made: parts are sorted by it."""
    bits: int
    ball: Any
    """The ball at this many bits, kept by `balls`."""

    _known: ClassVar[WeakValueDictionary[Any, Real]] = WeakValueDictionary()

    def __init__(self) -> None:
        raise TypeError("reals are made by exp, log, sqrt, PI and arithmetic")

    @classmethod
    def made(cls, kind: str, parts: tuple[Any, ...], constant: Rational = mpq(0)) -> Real:  # noqa: B008
        """The one real with this normal form."""
        key = (kind, constant, parts)
        real = cls._known.get(key)
        if real is None:
            real = object.__new__(cls)
            real.kind, real.constant, real.parts, real.number = kind, constant, parts, next(_numbers)
            real.bits, real.ball = 0, None
            cls._known[key] = real
        return real

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_anew, (self.kind, self.parts, self.constant)

    # arithmetic

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (int, _RATIONAL)):
            if not other:
                return self
            constant, parts = _as_sum(self)
            return _sum(constant + other, dict(parts))
        if not isinstance(other, Real):
            return NotImplemented
        constant, parts = _as_sum(self)
        more, others = _as_sum(other)
        merged = dict(parts)
        for part, coefficient in others:
            merged[part] = merged.get(part, 0) + coefficient
        return _sum(constant + more, merged)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        if not isinstance(other, (int, _RATIONAL, Real)):
            return NotImplemented
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (int, _RATIONAL)):
            if not other or other == 1:
                return self if other else mpq(0)
            factor = mpq(other)
            constant, parts = _as_sum(self)
            return _sum(constant * factor, {part: coefficient * factor for part, coefficient in parts})
        return product((self, 1), (other, 1)) if isinstance(other, Real) else NotImplemented

    __rmul__ = __mul__

    def inverse(self) -> Any:
        """1 / x. Raises RealError where x is 0, PrecisionReached where that is not decided."""
        if sign(self) == 0:
            raise RealError("division by zero")
        return product((self, -1))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, (int, _RATIONAL)):
            if other == 0:
                raise RealError("division by zero")
            return self * (1 / mpq(other))
        return self * other.inverse() if isinstance(other, Real) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other if isinstance(other, (int, _RATIONAL)) else NotImplemented

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, (int, _RATIONAL)) or exponent != int(exponent):
            return NotImplemented
        if not exponent:
            return mpq(1)
        return product((self if exponent > 0 else self.inverse(), abs(int(exponent))))

    def __abs__(self) -> Any:
        return self if sign(self) >= 0 else -self

    # order

    def __lt__(self, other: Any) -> bool:
        number = _compared(other)
        return NotImplemented if number is None else _side(self, number) < 0

    def __le__(self, other: Any) -> bool:
        number = _compared(other)
        return NotImplemented if number is None else _side(self, number) <= 0

    def __gt__(self, other: Any) -> bool:
        number = _compared(other)
        return NotImplemented if number is None else _side(self, number) > 0

    def __ge__(self, other: Any) -> bool:
        number = _compared(other)
        return NotImplemented if number is None else _side(self, number) >= 0

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        number = _compared(other)
        return NotImplemented if number is None else sign(self - number) == 0

    def __float__(self) -> float:
        """The double that is nearest to it. Raises PrecisionReached where that is undecided, OverflowError beyond."""
        from exactua.arithmetic.float_formats import FLOAT64

        try:
            nearest = FLOAT64.rounded(self)
        except PrecisionReached as reason:
            raise PrecisionReached(reason.bits, f"which float is nearest to {self}") from None
        if isinstance(nearest, str):
            raise OverflowError(f"{self} is too large for a float")
        return int(nearest.numerator) / int(nearest.denominator)

    def __hash__(self) -> int:
        return hash((Real, self.number))

    def __str__(self) -> str:
        from exactua.arithmetic import balls

        return balls.shown(self)

    def __repr__(self) -> str:
        return f"~{self}"


def _compared(other: Any) -> Any:
    """What a real is compared with: an exact number, also a Fraction or a text such as "1.5"; None for others."""
    if isinstance(other, (int, _RATIONAL, Real)):
        return other
    if not isinstance(other, (str, Fraction)):
        return None
    try:
        return exact_value(other)
    except NoNumber:
        return None


def _made_anew(kind: str, parts: tuple[Any, ...], constant: Rational) -> Any:
    """The real of another process, built again: normal forms depend on what was made there first."""
    if kind == "sum":
        return sum((part * coefficient for part, coefficient in parts), start=constant)
    if kind == "product":
        return product(*parts)
    return PI if kind == "pi" else {"exp": exp, "log": log, "sqrt": sqrt}[kind](parts[0])


def _as_sum(value: Real) -> tuple[Rational, tuple[tuple[Real, Rational], ...]]:
    return (value.constant, value.parts) if value.kind == "sum" else (mpq(0), ((value, mpq(1)),))


def _sum(constant: Rational, parts: Mapping[Real, Rational]) -> Value:
    kept = tuple(sorted(((p, c) for p, c in parts.items() if c), key=lambda term: term[0].number))
    if not kept:
        return mpq(constant)
    if constant == 0 and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return Real.made("sum", kept, mpq(constant))


def _factor(x: Real) -> Rational:
    """What is taken out of a sum in a product: a single coefficient, else that with which the rest is positive and has
    integer coefficients without a common divisor. It hangs on the number alone, and not on what was made before.
    """
    if not x.constant and len(x.parts) == 1:
        return x.parts[0][1]
    coefficients = [c for c in (x.constant, *(c for _, c in x.parts)) if c]
    content = mpq(gcd(*(int(c.numerator) for c in coefficients)), lcm(*(int(c.denominator) for c in coefficients)))
    try:
        return -content if sign(x) < 0 else content
    except PrecisionReached:
        return content


def _power(base: Rational, exponent: int) -> Rational:
    """A power of a rational. Raises RealError for one that is too long: making it could end the process."""
    bits = max(int(base.numerator).bit_length(), int(base.denominator).bit_length())
    if abs(exponent) * bits > LARGEST_POWER_BITS:
        raise RealError(f"a power with more than {LARGEST_POWER_BITS:,} bits")
    return base**exponent


def product(*factors: tuple[Value, int]) -> Value:
    """The product of powers; exponents are integers, and no base with a negative one is 0."""
    coefficient, exponent_of_e = mpq(1), mpq(0)
    bases: dict[Real, int] = {}
    waiting = list(factors)
    while waiting:
        base, exponent = waiting.pop()
        if not isinstance(base, Real):
            coefficient *= _power(mpq(base), exponent)
        elif base.kind == "exp":
            exponent_of_e = exponent_of_e + base.parts[0] * exponent
        elif base.kind == "product":
            waiting += [(inner, power * exponent) for inner, power in base.parts]
        elif base.kind == "sum" and (factor := _factor(base)) != 1:
            coefficient *= _power(factor, exponent)
            waiting.append((base * (1 / factor), exponent))
        else:
            bases[base] = bases.get(base, 0) + exponent
    for base in [base for base in bases if base.kind == "sqrt" and bases[base] not in (0, 1)]:
        whole, left = divmod(bases.pop(base), 2)
        return product((base.parts[0], whole), (base, left), (coefficient, 1), (exp(exponent_of_e), 1), *bases.items())
    power = exp(exponent_of_e)
    if not isinstance(power, Real):
        coefficient *= power
    elif power.kind == "exp":
        bases[power] = 1
    else:  # a rational times an exponential, or a product
        return product((power, 1), (coefficient, 1), *bases.items())
    kept = tuple(sorted(((base, e) for base, e in bases.items() if e), key=lambda pair: pair[0].number))
    if not kept:
        return coefficient
    alone = len(kept) == 1 and kept[0][1] == 1
    monomial = kept[0][0] if alone else Real.made("product", kept)
    return monomial if coefficient == 1 else monomial * coefficient


PI: Final = Real.made("pi", ())
"""The number pi."""


def exp(x: Value | int) -> Value:
    """e^x. Integer multiples of log p, p prime, become powers of p, halves of them powers of its root."""
    if not isinstance(x, Real):
        return mpq(1) if x == 0 else Real.made("exp", (mpq(x),))
    if x.kind == "log":
        return _argument(x)
    constant, parts = _as_sum(x)
    powers: dict[Real, tuple[Value, int]] = {}
    for part, c in parts:
        if part.kind == "log" and c.denominator == 1:
            powers[part] = _argument(part), int(c)
        elif part.kind == "log" and c.denominator == 2 and not isinstance(_argument(part), Real):
            powers[part] = sqrt(_argument(part)), int(2 * c)
    if not powers:
        return Real.made("exp", (x,))
    rest = _sum(constant, {part: c for part, c in parts if part not in powers})
    return product((exp(rest), 1), *powers.values())


def _argument(logarithm: Real) -> Value:
    argument: Value = logarithm.parts[0]
    return argument


def log(x: Value | int) -> Value:
    """The natural logarithm; that of a rational is a sum over its primes, that of a product of positive parts a sum.

    Raises RealError where x <= 0, PrecisionReached where that is not decided.
    """
    if sign(x) <= 0:
        raise RealError(f"the logarithm of {x}, which is not above 0")
    if not isinstance(x, Real):
        exact = mpq(x)
        total: Any = mpq(0)
        for number, side in ((exact.numerator, 1), (exact.denominator, -1)):
            for prime, exponent in prime_factors(int(number)):
                total = total + Real.made("log", (mpq(prime),)) * (exponent * side)
        return total
    if x.kind == "exp":
        argument: Value = x.parts[0]
        return argument
    if x.kind == "sum" and (factor := abs(_factor(x))) != 1:
        return log(x * (1 / factor)) + log(factor)
    whole = _without_sign(x)
    if whole.kind == "product":
        return _added(log(abs(base)) * exponent for base, exponent in whole.parts)
    if x.kind == "sqrt":
        return log(x.parts[0]) * mpq(1, 2)
    return Real.made("log", (x,))


def _added(values: Iterable[Value]) -> Value:
    total: Any = mpq(0)
    for value in values:
        total = total + value
    return total


def sqrt(x: Value | int) -> Value:
    """The square root >= 0; of a rational without its square factors, one root for each prime. sqrt(y^2) is |y|.

    Raises RealError where x < 0, PrecisionReached where that is not decided.
    """
    sign_of_x = sign(x)
    if sign_of_x < 0:
        raise RealError(f"the square root of {x}, which is below 0")
    if sign_of_x == 0:
        return mpq(0)
    if not isinstance(x, Real):
        exact = mpq(x)
        whole, primes = square_factors(int(exact.numerator * exact.denominator))
        return product(*((Real.made("sqrt", (mpq(prime),)), 1) for prime in primes)) * mpq(whole, exact.denominator)
    if x.kind == "exp":
        return exp(x.parts[0] * mpq(1, 2))
    if x.kind == "sum" and (factor := abs(_factor(x))) != 1:
        return sqrt(factor) * sqrt(x * (1 / factor))
    taken: list[tuple[Value, int]] = []
    roots: list[tuple[Value, int]] = []
    unsigned = _without_sign(x)
    for base, e in unsigned.parts if unsigned.kind == "product" else ():
        if base.kind == "exp":
            taken, roots = [*taken, (base, -e)], [*roots, (sqrt(base), e)]
        elif e not in (0, 1):
            taken, roots = [*taken, (base, -2 * (e // 2))], [*roots, (abs(base), e // 2)]
    if taken:
        return product((sqrt(product((x, 1), *taken)), 1), *roots)
    return Real.made("sqrt", (x,))


def _without_sign(x: Real) -> Real:
    """y where x is -y, an only part of a sum; else x."""
    alone = x.kind == "sum" and x.constant == 0 and len(x.parts) == 1
    return x.parts[0][0] if alone else x


def _side(x: Real, y: Value | int) -> int:
    """The sign of x - y, from the ball of x where that alone tells it of a rational y."""
    if not isinstance(y, Real):
        from exactua.arithmetic import balls

        if (known := balls.side(x, y)) != 0:
            return known
    return sign(x - y)


def sign(x: Value | int) -> int:
    """-1, 0 or 1. Raises PrecisionReached where neither balls nor a proof of equality decide at the cap."""
    if not isinstance(x, Real):
        return (x > 0) - (x < 0)
    if x.kind in ("exp", "pi", "sqrt"):
        return 1
    from exactua.arithmetic import balls

    return balls.sign(x)


DEEPEST_DATA: Final = 100
"""How deep the data of a real may be."""
WRITTEN: Final = ("+", "*", "^", "exp", "log", "sqrt", "pi")
"""The operators of these data."""


def encode_real(x: Value) -> Any:
    """The JSON form of a number: that of a rational, or an array; the same whatever was computed before.

    exp(1/2) * 3 - log(2)  ->  ["+", ["*", 3, ["exp", "1/2"]], ["*", -1, ["log", 2]]]
    """
    if not isinstance(x, Real):
        return encode_rational(x)
    if x.kind == "sum":
        parts = [encode_real(part) if c == 1 else ["*", encode_rational(c), encode_real(part)] for part, c in x.parts]
        parts.sort(key=_text)
        constant = [encode_rational(x.constant)] if x.constant else []
        return ["+", *constant, *parts] if len(constant) + len(parts) > 1 else parts[0]
    if x.kind == "product":
        powers = [encode_real(base) if e == 1 else ["^", encode_real(base), e] for base, e in x.parts]
        return ["*", *sorted(powers, key=_text)] if len(powers) > 1 else powers[0]
    return [x.kind, *(encode_real(part) for part in x.parts)]


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def decode_real(
    data: Any, where: str, depth: int = DEEPEST_DATA, number: Callable[[object, str], Rational] = decode_rational
) -> Value:
    """The number that `encode_real` wrote; `number` reads the rational ones.

    Raises InputError, naming `where`, for what is no such data.
    A power has an integer exponent, which may be negative.
    """
    if not isinstance(data, list):
        return number(data, where)
    if not data or data[0] not in WRITTEN or not depth:
        raise InputError(f"{where}: a real is an array that begins with one of {', '.join(WRITTEN)}, not too deep")
    operator, *arguments = data
    try:
        if operator == "^" and len(arguments) == 2 and type(arguments[1]) is int and abs(arguments[1]) <= 1000:
            base = decode_real(arguments[0], where, depth - 1, number)
            if arguments[1] < 0 and base == 0:
                raise RealError("division by zero")
            return product((base, arguments[1]))
        values = [decode_real(part, where, depth - 1, number) for part in arguments]
        if operator == "pi" and not values:
            return PI
        if operator in ("exp", "log", "sqrt") and len(values) == 1:
            return {"exp": exp, "log": log, "sqrt": sqrt}[operator](values[0])
        if operator in ("+", "*") and len(values) >= 2:
            result = values[0]
            for value in values[1:]:
                result = result + value if operator == "+" else result * value
            return result
    except (RealError, PrecisionReached) as error:
        raise InputError(f"{where}: {error}") from None
    raise InputError(f"{where}: {operator} does not take {len(arguments)} such numbers")
