"""Numbers as people give them, each at its one exact value: the door that every number of theirs comes in by.

    2   Fraction(2, 3)   mpq(2, 3)   "2/3"   "0.9"   0.5   numpy.int64(2)   numpy.eye(2)   sympy.Rational(2, 3)

A float is taken where its shortest decimal is its value: 0.5 is 1/2. 0.1 is not 1/10, so which one is meant has to be
said: "1/10", or `binary(0.1)`. NumPy and sympy are asked only where their user has imported them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, SupportsFloat, SupportsIndex, TypeAlias

from gmpy2 import mpq, mpz

from exactua.errors import InputError

_EXAMPLE: Final = "an integer or a fraction such as 3/4"
_IN_JSON: Final = 'an integer or a fraction such as "3/4"'
GIVE: Final = f"write {_EXAMPLE}"
ALONE: Final = "only a rational number is valid here"
"""What is valid in place of a real."""
Written: TypeAlias = str | SupportsFloat | SupportsIndex
"""How a number may be written: what `exact_value` takes, as far as a type can say it."""
LONGEST: Final = 10_000
"""Characters of a text that is read."""
LONGEST_EXPONENT: Final = 3
_BRIEF: Final = 40
_MEANT_DIGITS: Final = 12
"""Digits of a float up to which somebody may have written them down."""

_FRACTION: Final = re.compile(r"[+-]?[0-9]+(/[0-9]+)?")
_DECIMAL: Final = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")


class NoNumber(ValueError):
    """What was given is no exact number: `what` is wrong, and what to write `instead`."""

    def __init__(self, what: str, instead: str = GIVE) -> None:
        super().__init__(f"{what}; {instead}")
        self.what, self.instead = what, instead


def rational(given: object, argument: str) -> mpq:
    """The exact rational that `given` writes, whatever it is written as (`exact_value`).

    Raises InputError, naming `argument`, what was given and what is valid, for anything else.
    """
    try:
        return exact_value(given)
    except NoNumber as reason:
        raise InputError(f"{argument}: {reason}") from None


def rational_of_file(given: object, argument: str) -> mpq:
    """The same for what a file or an expression says, where a float is what is left of digits that may say more.

    Raises InputError for every float, too: its text is another number where it has more digits than a float.
    """
    if isinstance(given, float):
        raise InputError(f"{argument}: {given!r} is a float, and floats are not exact; write {as_fraction(given)}")
    return rational(given, argument)


def rational_of_json(given: object, argument: str) -> mpq:
    """The same for what stands in JSON, where a fraction is a string: what to write is said in quotes."""
    try:
        if isinstance(given, float):
            written = as_fraction(given)
            instead = f'"{written}"' if "/" in written and written != _EXAMPLE else written
            raise NoNumber(f"{given!r} is a float, and floats are not exact", f"write {instead}")
        return exact_value(given)
    except NoNumber as reason:
        raise InputError(f"{argument}: {reason.what}; {reason.instead.replace(_EXAMPLE, _IN_JSON)}") from None


def as_fraction(decimal: float | str) -> str:
    """How a decimal number is written as a fraction, where that is short; else what may be written."""
    if len(str(decimal)) > _BRIEF or re.search(r"[eE][+-]?0*[0-9]{4}", str(decimal)):
        return _EXAMPLE  # written out, it would have thousands of digits
    try:
        text = str(Fraction(str(decimal)))
    except (ValueError, OverflowError):
        return _EXAMPLE
    return text if len(text) <= _BRIEF else _EXAMPLE


def exact_value(given: object) -> mpq:
    """The exact number that `given` is, without a unit.

    An integer, a Fraction, a Decimal, an mpz or mpq; a text such as "-3/4", "0.9" or "1e-3"; a float that is its
    shortest decimal (0.5); the same as a scalar of NumPy; an Integer or a Rational of sympy. Raises NoNumber for truth
    values, complex numbers, NaN, infinities, symbols, arrays of several numbers and everything else.
    """
    if isinstance(given, bool):
        raise _refused(given)
    if isinstance(given, int):
        return mpq(int.__int__(given))
    if isinstance(given, Fraction):
        return mpq(given.numerator, given.denominator)
    if isinstance(given, (type(mpq()), type(mpz()))):
        return mpq(given)
    if isinstance(given, str):
        return _of_text(given)
    if isinstance(given, float):
        return _of_float(given, float.__repr__(given), float.__repr__(given), sys.float_info.mant_dig)
    if isinstance(given, Decimal):
        if not given.is_finite():
            raise _refused(given)
        return _of_text(Decimal.__str__(given))
    return _of_packages(given)


def integer(given: object) -> int | None:
    """The integer that `given` is, however it is written; None where it is no exact number, or none of these."""
    try:
        value = exact_value(given)
    except NoNumber:
        return None
    return int(value) if value.denominator == 1 else None


def binary(x: Any) -> Any:
    """A float at its exact binary value, as an mpq; of an array or a list of floats the list of them. No unit.

    Raises InputError for NaN, for an infinity and for what is no float.

    >>> binary(0.75)
    mpq(3,4)
    >>> binary(0.1)
    mpq(3602879701896397,36028797018963968)
    >>> binary(1)
    Traceback (most recent call last):
    exactua.errors.InputError: binary: 1 is not a float; give a float such as 0.1
    """
    several = lists(x, "binary")
    if isinstance(several, (list, tuple)):
        return [binary(part) for part in several]
    numpy = sys.modules.get("numpy")
    if not isinstance(several, float) and (numpy is None or not isinstance(several, numpy.floating)):
        raise InputError(f"binary: {_shown(x)} is not a float; give a float such as 0.1")
    if not _is_finite(several):
        raise InputError(f"binary: {_shown(x)} is not a finite number; give one such as 0.1")
    return mpq(*map(int, several.as_integer_ratio()))


def lists(given: Any, argument: str) -> Any:
    """An array of NumPy or a matrix of sympy as lists of what stands in it; anything else as it is.

    Raises InputError, naming `argument`, for an array of which entries are masked.
    """
    if type(given) in (list, tuple):
        return given
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(given, numpy.ndarray):
        if numpy.ma.is_masked(given):
            raise InputError(f"{argument}: some entries of the array are masked; give an array without a mask")
        return _unpacked(numpy.asarray(given))
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(given, (sympy.MatrixBase, sympy.NDimArray)):
        return given.tolist()
    return given


def require_dimensions(given: Any, argument: str, names: Sequence[str]) -> None:
    """Raises InputError for an array of NumPy that has other dimensions than these: the last two a text may write."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(given, numpy.ndarray) or not given.ndim:
        return
    written = given.dtype.kind in "UO" and given.ndim == len(names) - 2
    if given.ndim != len(names) and not written:
        noun = {2: "row", 3: "matrix"}[len(names)]
        lacks = f"; for one {noun} X give [X]" if given.ndim + 1 == len(names) else ""
        raise InputError(f"{argument}: the array has shape {given.shape}, not ({', '.join(names)}){lacks}")


def vector(given: Any, argument: str) -> Any:
    """The same for a list of numbers: a matrix of sympy of one row or one column is its entries.

    Raises InputError for a text, too, which is no list of its letters.
    """
    if isinstance(given, (str, bytes)):
        raise InputError(f"{argument}: {_shown(given)} is a text; write a list of numbers, such as [3, 1, 4]")
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(given, sympy.MatrixBase) and 1 in given.shape:
        return list(given)
    return lists(given, argument)


@contextmanager
def told_of_arrays(given: Any) -> Iterator[None]:
    """Inside, where an entry is refused and `given` has an array of floats, it is said how all of them are given."""
    try:
        yield
    except InputError as error:
        if "binary(" not in str(error) or _OF_ARRAYS in str(error) or not _has_array(given):
            raise
        raise InputError(f"{error}; {_OF_ARRAYS}") from None


_OF_ARRAYS: Final = "for a whole array A, A.astype(str) has the decimals and binary(A) its own values"


def _has_array(given: Any, depth: int = 3) -> bool:
    """Whether it is an array of NumPy, or a list that begins with one, or a list of such lists."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not depth:
        return False
    if isinstance(given, (list, tuple)):
        return any(_has_array(part, depth - 1) for part in given[:_LOOKED_AT])
    return isinstance(given, numpy.ndarray)


_LOOKED_AT: Final = 100
"""Parts of a list that are looked at for an array."""


def is_of_packages(value: object) -> bool:
    """Whether a value is one of NumPy's or sympy's: those that are no exact numbers are not calculated with either."""
    return type(value).__module__.partition(".")[0] in ("numpy", "sympy")


def plain(value: Any) -> Any:
    """An array or a scalar of NumPy as Python's own lists, numbers and booleans; anything else as it is."""
    numpy = sys.modules.get("numpy")
    return value.tolist() if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)) else value


def _unpacked(array: Any) -> Any:
    return [_unpacked(part) for part in array] if array.ndim > 1 else list(array) if array.ndim else array[()]


def _of_packages(given: Any) -> mpq:
    reals = sys.modules.get("exactua.arithmetic.reals")
    if reals is not None and isinstance(given, reals.Real):
        raise NoNumber(f"{_shown(given)} is a real, and its digits are rounded", ALONE)
    numpy, sympy = sys.modules.get("numpy"), sys.modules.get("sympy")
    if numpy is not None and isinstance(given, numpy.ndarray):
        if given.ndim == 0 and not numpy.ma.is_masked(given):
            return exact_value(given[()])
        raise NoNumber(f"an array of shape {given.shape} is given where one number is needed")
    if numpy is not None and isinstance(given, numpy.integer) and not isinstance(given, numpy.timedelta64):
        return mpq(int(given))
    if numpy is not None and isinstance(given, numpy.floating):
        return _of_float(given, str(given), repr(given), int(numpy.finfo(given).nmant) + 1)
    if sympy is not None and isinstance(given, sympy.MatrixBase):
        raise NoNumber(f"a matrix of {given.rows} x {given.cols} entries is given where one number is needed")
    if sympy is not None and isinstance(given, sympy.Rational):
        return mpq(int(given.p), int(given.q))
    if sympy is not None and isinstance(given, sympy.Basic) and given.free_symbols:
        if given.is_Symbol:
            raise NoNumber(f"{_shown(given)} is a symbol without a value")
        names = ", ".join(sorted(map(str, given.free_symbols)))
        raise NoNumber(f"{_shown(given)} has no value, as {names} has none")
    raise _refused(given)


def _of_text(given: str) -> mpq:
    text = given.strip()
    if _FRACTION.fullmatch(text) and len(text) <= LONGEST:
        denominator = text.partition("/")[2]
        if denominator and not denominator.strip("0"):
            raise NoNumber(f"{_cut(text)} has denominator 0")
        return mpq(text.lstrip("+"))
    match = _DECIMAL.fullmatch(text) if len(text) <= LONGEST else None
    if match is None or not (match[2] or match[3]):
        if text.startswith("~"):
            raise NoNumber(f"{_cut(text)!r} is a real that was rounded", ALONE)
        raise NoNumber(f"{_cut(text)!r} is not an exact number")
    if match[4] and len(match[4].lstrip("+-")) > LONGEST_EXPONENT:
        raise NoNumber(f"{_cut(text)} has an exponent of more than {LONGEST_EXPONENT} digits")
    behind = match[3] or ""
    exponent = int(match[4] or 0) - len(behind)
    digits = mpq(mpz(match[2] + behind))
    value = digits * mpz(10) ** exponent if exponent >= 0 else digits / mpz(10) ** -exponent
    return -value if match[1] == "-" else value


def _of_float(given: Any, shown: str, called: str, bits: int) -> mpq:
    """The value of a float of so many bits whose shortest decimal is `shown`."""
    if not _is_finite(given):
        raise NoNumber(f"{shown} is not an exact number")
    said, exact = _of_text(shown), mpq(*map(int, given.as_integer_ratio()))
    if abs(exact) >= mpz(2) ** bits:  # floats of this size are so far apart that integers were rounded to them
        raise NoNumber(
            (f"{shown} is a float, and floats do not represent every integer of this size"), "write the integer itself"
        )
    if said == exact:
        return exact
    if len(shown.lstrip("-").replace(".", "").strip("0")) > _MEANT_DIGITS:
        instead = f'write the fraction that is meant, such as "1/3", or binary({called}) for its own value'
        raise NoNumber(f"{shown} is a float that was rounded", instead)
    written = str(said) if len(str(said)) <= _BRIEF else shown
    instead = f'write "{written}", or binary({called}) for its own value'
    raise NoNumber(f"{shown} is a float, and no float equals {written}", instead)


def _is_finite(x: Any) -> bool:
    return bool(x == x and abs(x) != float("inf"))


def _refused(given: object) -> NoNumber:
    told = getattr(type(given), "instead_of_number", None)
    if isinstance(told, str):
        return NoNumber(f"{_shown(given)} is an operand of a step, not a number", told)
    return NoNumber(f"{_shown(given)} is not an exact number")


def _shown(given: object) -> str:
    """The value in a message: what it calls itself, if that is not long and can be had at all."""
    try:
        return _cut(" ".join(repr(given).split()))
    except Exception:
        return f"what is given, of type {type(given).__name__},"


def _cut(text: str) -> str:
    return text if len(text) <= _BRIEF else f"{text[: _BRIEF - 3]}..."
