"""How a library computes attention in floats, as a model: formats, order of sums, form of softmax, error of exp.

The model, step by step, where fl is rounding to nearest in the format that is named:

    s_j = sum_k q_k k_jk          products rounded to `accumulate` first unless `fused`, then summed in it, by `order`
    t_j = fl(fl(scale) s_j)       in `accumulate`; then + bias_j, rounded
                                  with `round_scores` each of these three is rounded to `format`, too
                                  with scaling=operands: q_k and k_jk are multiplied by fl(c), rounded, first; t_j = s_j
    m   = max_j t_j               "shifted": before anything else; "online": after each block of keys; "naive": 0
    e_j = exp(fl(t_j - m))        in `accumulate`, at most `exp_ulps` units in the last place off
    l   = sum_j e_j               in `accumulate`, by `order`
    w_j = e_j                     with `round_weights` rounded to `format`
    o   = fl(sum_j w_j v_j / l)   in `accumulate`, by `order`, one division; then rounded to `format`

scaling=operands: c is the root of |scale|, computed in float64, and q_k has the scale's sign; with `round_scores` the
products with c are rounded to `format`, too.
"online" multiplies what it has of l and o by exp(fl(m - m')), rounded, where a block brings a new maximum m'.
Where weights are divided first, as p_j = fl(e_j / l), `divide_first` says so; `reciprocal` says that what is divided by
l is multiplied by fl(1 / l).
With `flush_inputs` what is given below the least normal number of `accumulate` is taken for 0.

A bound speaks of runs without overflow. Accumulators of tensor cores do not round as IEEE 754 says: `accumulate` is
an assumption about them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import BFLOAT16, BY_NAME, FLOAT16, FLOAT32, FLOAT64, FloatFormat
from exactua.arithmetic.number_reading import rational
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError

Order = Literal["any", "sequential", "pairwise", "blocks"]
Softmax = Literal["shifted", "online", "naive"]
Scaling = Literal["scores", "operands"]

ORDERS: Final = ("any", "sequential", "pairwise", "blocks")
SOFTMAXES: Final = ("shifted", "online", "naive")
SCALINGS: Final = ("scores", "operands")
EXP_ULPS: Final = mpq(3)
"""More than any exponential of NumPy, PyTorch and JAX was found to be off (docs/attention.md)."""
MOST_BLOCK: Final = 2**20


@dataclass(frozen=True)
class Algorithm:
    """The model's parameters; `block` is the length of blocks of sums ("blocks") and of keys ("online")."""

    name: str
    format: FloatFormat
    accumulate: FloatFormat
    order: Order = "any"
    softmax: Softmax = "shifted"
    block: int = 64
    fused: bool = False
    round_scores: bool = False
    round_weights: bool = False
    divide_first: bool = False
    reciprocal: bool = False
    exp_ulps: Rational = EXP_ULPS
    flush: bool = False
    """Whether results below the least normal number become 0; what is given is taken as it is."""
    flush_inputs: bool = False
    """Whether what is given below the least normal number is taken for 0."""
    scaling: Scaling = "scores"
    """Whether scores are multiplied by the scale, or Q and K by its root."""
    inputs: FloatFormat | None = None
    """The format of Q, K, V and the bias; `format` unless it is given."""

    def __post_init__(self) -> None:
        """Raises InputError for what is no algorithm."""
        for key, value, valid in (
            ("order", self.order, ORDERS),
            ("softmax", self.softmax, SOFTMAXES),
            ("scaling", self.scaling, SCALINGS),
        ):
            if value not in valid:
                raise InputError(f"algorithm: {key}: {value!r} is not valid; choose one of {', '.join(valid)}")
        if not isinstance(self.block, int) or not 1 <= self.block <= MOST_BLOCK:
            raise InputError(f"algorithm: block: {self.block!r} is not valid; give an integer from 1 to {MOST_BLOCK:,}")
        ulps = rational(self.exp_ulps, "algorithm: exp_ulps")
        if not 0 <= ulps <= 1000:
            raise InputError(f"algorithm: exp_ulps: {self.exp_ulps} is not valid; give a number from 0 to 1,000")
        object.__setattr__(self, "exp_ulps", ulps)
        if self.softmax == "online" and self.divide_first:
            raise InputError("algorithm: divide_first=yes has no meaning with softmax=online, which divides at the end")

        if self.softmax == "naive" and self.reciprocal:
            raise InputError("algorithm: reciprocal=yes has no bound with softmax=naive, whose sums may be of any size")

    def depth(self, terms: int) -> int:
        """Roundings of additions that one of so many summands goes through, at most."""
        if self.order == "pairwise":
            return max(terms - 1, 0).bit_length()
        if self.order == "blocks":
            return min(terms, self.block) + -(-terms // self.block) - 1 if terms > 1 else 0
        return max(terms - 1, 0)

    def blocks(self, keys: int) -> int:
        """Blocks of keys that "online" goes through, one maximum after another; 0 of others."""
        return -(-keys // self.block) if self.softmax == "online" else 0

    def depth_over_keys(self, keys: int) -> int:
        """Roundings that a weight goes through in a sum over the keys, at most.

        "online": additions inside a block, then an addition and a product with exp(m - m') for each block.
        """
        blocks = self.blocks(keys)
        if not blocks:
            return self.depth(keys)
        return max(self.depth(keys), self.depth(min(keys, self.block)) + blocks - 1) + blocks

    def roundings_of_products(self, bits: int) -> int:
        """How often a product of so many bits is rounded before it has been added to another.

        A fused one is rounded, too, as the first summand of a chain, unless it has no more bits than the accumulator.
        """
        return 0 if self.fused and bits <= self.accumulate.precision else 1

    @property
    def taken(self) -> FloatFormat:
        """The format of Q, K, V and the bias."""
        return self.format if self.inputs is None else self.inputs

    @property
    def unit(self) -> Rational:
        """The relative error of a rounding in the accumulator's format."""
        return unit(self.accumulate)

    @property
    def stored_unit(self) -> Rational:
        """That of a rounding to the format of tensors."""
        return unit(self.format)

    def keeps(self, x: Rational, form: FloatFormat | None = None) -> bool:
        """Whether a number is one of a format, the accumulator's if not given, so that nothing is rounded."""
        chosen = self.accumulate if form is None else form
        is_flushed = self.flush and 0 < abs(x) < dyadic_power(chosen.least)
        return not is_flushed and chosen.rounded(x) == x

    def least(self, form: FloatFormat) -> Rational:
        """The absolute error of a rounding below the least normal number."""
        return dyadic_power(form.least) if self.flush else dyadic_power(form.finest - 1)

    def __str__(self) -> str:
        parts = [
            *([] if self.inputs is None else [f"given in {self.inputs.name}"]),
            f"products {'exact' if self.fused else 'rounded'}, sums in {self.accumulate.name}, order {self._order}",
            f"softmax {self.softmax}{f' in blocks of {self.block}' if self.softmax == 'online' else ''}",
            f"exp within {self.exp_ulps} ulps",
        ]
        if self.scaling == "operands":
            stored = f", rounded to {self.format.name}" if self.round_scores else ""
            parts.append(f"Q and K times the root of the scale{stored}")
        if self.round_scores:
            parts.append(f"scores rounded to {self.format.name}")
        if self.round_weights:
            parts.append(f"weights rounded to {self.format.name}")
        if self.divide_first:
            parts.append("weights divided before they are used")
        if self.reciprocal:
            parts.append("1/sum multiplied in place of a division")
        if self.flush:
            parts.append("subnormal numbers flushed to 0")
        if self.flush_inputs:
            parts.append("subnormal numbers that are given taken for 0")
        parts.append(f"output rounded to {self.format.name}")
        return ", ".join(parts)

    @property
    def _order(self) -> str:
        return f"blocks of {self.block}" if self.order == "blocks" else self.order


def unit(form: FloatFormat) -> Rational:
    """u = 2^-p of a format: rounding to nearest is in error by at most u times the number."""
    return dyadic_power(-form.precision)


def _plain(form: FloatFormat, accumulate: FloatFormat) -> Algorithm:
    return Algorithm(form.name, form, accumulate, divide_first=True)


PRESETS: Final = {
    algorithm.name: algorithm
    for algorithm in (
        _plain(FLOAT64, FLOAT64),
        _plain(FLOAT32, FLOAT32),
        replace(_plain(BFLOAT16, FLOAT32), round_scores=True, round_weights=True),
        replace(_plain(FLOAT16, FLOAT32), round_scores=True, round_weights=True),
        *(
            replace(_plain(form, FLOAT32), name=f"math-{form.name}", scaling="operands")
            for form in (FLOAT32, BFLOAT16, FLOAT16)
        ),
        *(
            Algorithm(
                f"flash-{form.name}", form, FLOAT32, "any", "online", 64, True, round_weights=True, reciprocal=True
            )
            for form in (BFLOAT16, FLOAT16)
        ),
    )
}
"""float64, float32: one matrix product after another, as NumPy does it; bfloat16, float16: the same with every result
stored in 16 bits, and sums in float32; math-...: Q and K times the root of the scale, then all in float32, and the
output rounded, as PyTorch's math back end does it; flash-...: one pass over blocks of keys, products exact, sums in
float32."""


def read_algorithm(text: str) -> Algorithm:
    """The algorithm that a text names: a preset, and changes of it, as in "flash-bfloat16 exp_ulps=4 block=128".

    Raises InputError for a name or a value that there is not.
    """
    name, *changes = text.replace(",", " ").split() or [""]
    if name not in PRESETS:
        raise InputError(f"algorithm: {name!r} is not valid; begin with one of {', '.join(PRESETS)}")
    known = {field.name: field.type for field in fields(Algorithm) if field.name != "name"}
    given: dict[str, Any] = {}
    for change in changes:
        key, equals, value = change.partition("=")
        if key not in known or not equals:
            raise InputError(f"algorithm: {change!r} is not valid; write KEY=VALUE with one of {', '.join(known)}")
        if key in given:
            raise InputError(f"algorithm: {key} is given twice, the second time as {value!r}; give it once")
        given[key] = _value(key, value)
    if given.get("softmax") == "online" and "divide_first" not in given:
        given["divide_first"] = False
    return replace(PRESETS[name], **given)


def _value(key: str, value: str) -> Any:
    if key in ("format", "accumulate", "inputs"):
        if value not in BY_NAME:
            raise InputError(f"algorithm: {key}: {value!r} is not valid; choose one of {', '.join(BY_NAME)}")
        return BY_NAME[value]
    if key in ("order", "softmax", "scaling", "exp_ulps"):
        return value
    if key == "block":
        return int(value) if value.isdecimal() and 1 <= int(value[:8]) <= MOST_BLOCK else value
    if value not in ("yes", "no"):
        raise InputError(f"algorithm: {key}: {value!r} is not valid; write yes or no")
    return value == "yes"
