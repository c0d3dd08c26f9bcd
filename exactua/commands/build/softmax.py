"""`build theorem2 --softmax`: the true Transformer T of Theorem 2 for a user's f, beside the modified g-bar."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq, mpz

from exactua.arithmetic.decimals import decimal as exact_decimal
from exactua.arithmetic.rationals import Rational, encode_known, encode_rational, rational, written
from exactua.certificates.writing import matrix_data
from exactua.claims.claim import Claim
from exactua.commands.build import words as builds
from exactua.commands.build.own_function import build
from exactua.commands.build.true_transformer.construction import (
    OfRelus,
    TrueTransformer,
    add_steps,
    of_relus_network,
    true_transformer,
)
from exactua.commands.build.true_transformer.outside import Witness
from exactua.commands.build.true_transformer.relus import positive_width
from exactua.commands.build.true_transformer.strips import default_tolerance, root_at_most
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.errors import InputError
from exactua.papers.yun2020.built import Bounds, Built, Instance
from exactua.papers.yun2020.constructions import Construction
from exactua.plurals import counted
from exactua.printing.short_numbers import DIGITS, decimal, rounded_up
from exactua.printing.text import matrix, number
from exactua.softmax.temperature.bracket import positive_tolerance
from exactua.targets.python_function import PythonFunction

LONGEST: Final = 24
"""Characters of a number that is written out beside its power of 10."""


@dataclass(frozen=True)
class BuiltTrue:
    """g-bar with its distances and the decision about it and N, and T with what is certain about it."""

    built: Built
    true: TrueTransformer
    tolerance_given: bool

    @property
    def distance(self) -> Rational:
        """d_p(f, T) over [0, 1]^(d x n) is at most this decimal."""
        return self.true.distance(self.built.distances["f to g"].upper)

    @property
    def limit(self) -> dict[str, Any]:
        """What a certificate of lambda says, as `exactua.certificates.limits.limit_certificate` takes it: about N.

        N is the network of ReLUs with hardmax, the points are every L of G+_delta up to permutation.
        """
        of_relus, bracket = self.true.of_relus, self.true.bracket
        return {
            "network": of_relus.network,
            "points": of_relus.points,
            "tolerance": of_relus.tolerance,
            "upper": bracket.upper,
            "lower": bracket.lower,
            "lower_point": bracket.lower_point,
            "lower_error": bracket.lower_error,
            "claim": "built:theorem2",
            "values": dict(self.built.instance.box),
        }


def build_softmax(
    theorem: str,
    f: Any,
    *,
    tolerance: object = None,
    strips: object = None,
    budget: float = DEFAULT_BUDGET,
    **others: Any,
) -> BuiltTrue:
    """T of Theorem 2 for f; `others` are the arguments of `build`.

    `tolerance` bounds |T - g-bar| off the strips, `strips` is the width eta of the quantiser's strips. If neither is
    given, T is no further from g-bar than a hundredth of the bound of d_p(f, g-bar), and where an epsilon is given
    d_p(f, T) is no more than that; strips that are not given add to d_p no more than the tolerance does. Raises
    InputError for another theorem, what `build` refuses, numbers out of range, and a budget (seconds) that does not
    suffice.
    """
    if theorem.removeprefix("yun2020:") != "theorem2":
        raise InputError(f"softmax: {theorem} has no true Transformer here; App. F is about Theorem 2: build theorem2")
    given = None if tolerance is None else positive_tolerance(tolerance)
    eta = None if strips is None else positive_width(strips)
    epsilon = None if others.get("epsilon") is None else rational(others["epsilon"], "epsilon")
    until = time.monotonic() + budget
    networks: list[OfRelus] = []

    def watch() -> None:
        if time.monotonic() > until:
            raise InputError(
                f"budget: {budget:g} s do not suffice for T at all L of G+_delta; raise it or take a larger delta"
            )

    def extend(claim: Claim, instance: Instance, construction: Construction, distances: Mapping[str, Bounds]) -> None:
        target, m, p = instance.target, instance.m, instance.p
        wanted = given or default_tolerance(target.d, target.n, p, distances["f to g"].upper, epsilon)
        values = {"d": target.d, "n": target.n, "m": m}
        networks.append(of_relus_network(construction.network, values, p, wanted, eta, watch))
        add_steps(claim, networks[-1])

    built = build(theorem, f, budget=budget, extend=extend, **others)

    return BuiltTrue(built, true_transformer(networks[-1], watch), given is not None)


def document(
    both: BuiltTrue, boundary: str | None, files: Mapping[str, Path | None], limit: str, exit_code: int
) -> dict[str, Any]:
    """What `exactua build theorem2 --softmax --format json` prints: that of `build`, and what is known of T.

    `limit` is the path of the certificate of lambda.
    """
    return builds.document(both.built, boundary, files, exit_code) | {"built": true_data(both), "limit": limit}


def true_data(both: BuiltTrue) -> dict[str, Any]:
    """What the network file says about how T was built: JSON data, numbers as integers or strings."""
    T, of_relus = both.true, both.true.of_relus
    off, on = T.terms
    return {
        **builds.built_data(both.built),
        "true_transformer": {
            "class": {"heads": 2, "head_size": 1, "hidden_size": 4},
            "tolerance": encode_rational(of_relus.tolerance),
            "lambda": encode_rational(T.factor),
            "certified_from": encode_known(T.bracket.upper),
            "fails_at": encode_known(T.bracket.lower),
            "points": len(of_relus.points),
            "eta": encode_rational(of_relus.strips.eta),
            "eta_values": encode_rational(of_relus.value_width),
            "strips": {
                "measure": encode_rational(of_relus.strips.measure),
                "measure_at_most": encode_rational(of_relus.strips.measure_at_most),
                "bound": encode_rational(of_relus.bound),
                "log10_of_bound": encode_rational(log10_at_most(of_relus.bound)) if of_relus.bound else None,
            },
            "power": of_relus.p,
            "g-bar to T": {name: encode_rational(x) for name, x in (("off", off), ("on", on), ("upper", T.power))},
            "f to T": {"root_at_most": encode_rational(both.distance)},
            "outside": _outside_data(T),
        },
    }  # fmt: skip


def _outside_data(T: TrueTransformer) -> dict[str, Any]:
    witness = T.witness
    data: dict[str, Any] = {"points": T.outside_points, "bound": encode_rational(T.outside_bound)}
    if witness is None:
        return {**data, "witness": None}
    return {
        **data,
        "witness": {
            "X": matrix_data(witness.X),
            "entry": [1, 1],
            "low": encode_rational(witness.low),
            "high": encode_rational(witness.high),
            "clipped": encode_rational(witness.level),
        },
    }


def lines(both: BuiltTrue) -> Iterator[str]:
    """What T is, how far from g-bar (which `build` prints as g) and from f on [0, 1]^(d x n), and what outside."""
    T, of_relus = both.true, both.true.of_relus
    tolerance, network = power_of_two(of_relus.tolerance), both.true.network
    yield "T, the true Transformer: softmax[lambda A] for hardmax[A] of g, four ReLUs for each activation (App. F)"
    yield (
        f"class        T^(2,1,4): {counted(network.quantity('heads'), 'head')} of size "
        f"{network.quantity('head size')}, hidden size {network.quantity('hidden size')}; "
        f"{network.quantity('parameters'):,} parameters"
    )
    yield (
        f"strips       of width eta = {power_of_two(of_relus.strips.eta)} in the quantiser, "
        f"{power_of_two(of_relus.value_width)} in the value map"
    )
    yield f"tolerance    {tolerance}{'' if both.tolerance_given else _why_tolerance(both)}"
    yield from _lambda_lines(T, tolerance)
    yield f"on strips    |T - g| <= B = {_large(of_relus.bound)} for every X in [0, 1]^(d x n) and every lambda > 0"
    yield f"             their measure there: 1 - (1 - eta/delta)^(dn) <= {_at_most(of_relus.strips.measure)}"
    yield ""
    yield from _distance_lines(both)
    yield ""
    yield from outside_lines(T)


def _why_tolerance(both: BuiltTrue) -> str:
    p, known = both.true.of_relus.p, both.built.distances["f to g"]
    if not known.upper:
        return "  (default where f = g; --tolerance E)"
    near = f"d_{p}(g, T)" if 100**p * both.true.power <= known.upper else f"d_{p}(g, T) off the strips"
    far = f"d_{p}(f, g)" if known.exact else f"the bound of d_{p}(f, g)"
    return f"  (default: {near} is at most a hundredth of {far}; --tolerance E)"


def _lambda_lines(T: TrueTransformer, tolerance: str) -> Iterator[str]:
    of_relus, bracket = T.of_relus, T.bracket
    yield f"lambda       {power_of_two(T.factor)}; certified for every lambda >= {number(bracket.upper)}:"
    yield (
        f"             |T - g| <= {tolerance} in every entry at all {len(of_relus.points):,} L of G+_delta up to "
        "permutation, so at every X off the strips"
    )
    if bracket.lower is not None and bracket.lower_point is not None and bracket.lower_error is not None:
        yield (
            f"             at lambda = {number(bracket.lower)} it is more: {decimal(bracket.lower_error)} at L = "
            f"[{matrix(bracket.lower_point)}]"
        )


def _distance_lines(both: BuiltTrue) -> Iterator[str]:
    T, p = both.true, both.true.of_relus.p
    off, on = T.terms
    power = f"d_{p}(g, T)" + (f"^{p}" if p > 1 else "")
    yield (
        f"d_{p}(g, T)  <= {exact_decimal(root_at_most(T.power, p))}  {power} <= {_at_most(off)} off the strips + "
        f"{_at_most(on)} on them"
    )
    yield f"d_{p}(f, T)  <= {exact_decimal(both.distance)}  d_{p}(f, g) + d_{p}(g, T), over [0, 1]^(d x n)"
    target = both.built.instance.target
    if isinstance(target, PythonFunction):
        yield f"             assumed as above, the modulus {target.modulus}"


def outside_lines(T: TrueTransformer) -> Iterator[str]:
    """What T is outside [0, 1]^(d x n): where it is exactly 0, and where it provably is not."""
    if T.outside_bound == 0:
        yield "outside      off the strips T(X) = 0 exactly where an entry of X is outside [0, 1):"
        yield (
            f"             at all {T.outside_points:,} L with an entry -delta^(-nd) the error is 0 for every lambda >= "
            f"{power_of_two(T.factor)}"
        )
    else:
        yield f"outside      off the strips |T(X)| <= {_at_most(T.outside_bound)} where an entry of X is outside [0, 1)"
    witness = T.witness
    if witness is None:
        yield "             no X in the strip left of 0 was found at which T is certainly not 0"
        return
    eta = power_of_two(T.of_relus.strips.eta)
    yield f"             but T(X)_11 {value_told(witness)} at X = [{_brief(witness)}], x_11 in the strip [-{eta}, 0)"
    yield (
        f"             and T(X) stays so as x_12 runs to -infinity: clipping makes {number(witness.level)} of all "
        f"x_12 <= -{eta}"
    )
    yield (
        f"             so d_{T.of_relus.p}(f, T) over all of R^(d x n) is infinite, f being 0 there: the T of App. F "
        "is near f on [0, 1]^(d x n)"
    )


def value_told(witness: Witness) -> str:
    """The first digits of T(X)_11 where they are certain, else the end of its interval that is nearer to 0."""
    low, high = decimal(witness.low), decimal(witness.high)
    if low == high:
        return f"= {low}..."
    return f">= {low}" if witness.low > 0 else f"<= {high}"


def _brief(witness: Witness) -> str:
    return "; ".join(
        " ".join(f"{decimal(entry)}..." if len(written(entry)) > LONGEST else written(entry) for entry in row)
        for row in witness.X
    )


def power_of_two(x: Rational) -> str:
    """A number, as a power of 2 where it is one and long: 2^-69, 1/1024, 512."""
    exact = mpq(x)
    if len(written(exact)) <= 7:
        return written(exact)
    for side, sign in ((exact.numerator, ""), (exact.denominator, "-")):
        if exact in (side, 1 / mpq(side)) and side & (side - 1) == 0:
            return f"2^{sign}{int(side).bit_length() - 1}"
    return number(exact)


def log10_at_most(x: Rational) -> Rational:
    """The least number of hundredths that is >= log10 x, for x > 0: 654/100."""
    powered = mpq(x) ** 100
    digits = mpz(powered.numerator).num_digits(10) - mpz(powered.denominator).num_digits(10) - 1
    while mpq(10) ** digits < powered:
        digits += 1
    return mpq(int(digits), 100)


def _large(x: Rational) -> str:
    if not x:
        return "0"
    text = written(x) if len(written(x)) <= LONGEST else rounded_up(x, DIGITS)
    return f"{text} (10^{exact_decimal(log10_at_most(x))})"


def _at_most(x: Rational) -> str:
    return written(x) if len(written(x)) <= 9 else rounded_up(x, DIGITS)
