"""What property tests of targets draw: expressions with an evaluation of their own, and exact points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gmpy2 import mpq
from hypothesis import strategies as st

from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import Number, point

Point = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Sample:
    """An expression as a user writes it, and its value by Fraction arithmetic, written independently of the parser."""

    text: str
    at: Callable[[Point], Fraction]


def entry(i: int, j: int, d: int) -> Sample:
    names = [f"x{i}{j}", f"x_{i}_{j}", f"x[{i}, {j}]"] + ([f"x{j}"] if d == 1 else [])
    return Sample(names[(i + 2 * j) % len(names)], lambda X: Fraction(X[i - 1][j - 1]))


def constant(p: int, q: int) -> Sample:
    return Sample(f"Rational({p}, {q})" if p % 2 else f"({p}/{q})", lambda X: Fraction(p, q))


def _binary(sign: str, operation: Callable[[Fraction, Fraction], Fraction]) -> Callable[[Sample, Sample], Sample]:
    return lambda a, b: Sample(f"({a.text} {sign} {b.text})", lambda X: operation(a.at(X), b.at(X)))


def _called(name: str, operation: Callable[..., Fraction]) -> Callable[..., Sample]:
    return lambda *parts: Sample(
        f"{name}({', '.join(part.text for part in parts)})", lambda X: operation(*(part.at(X) for part in parts))
    )


def _piecewise(a: Sample, sign: str, b: Sample, then: Sample, otherwise: Sample) -> Sample:
    holds: dict[str, Callable[[Fraction, Fraction], bool]] = {
        "<": lambda p, q: p < q, "<=": lambda p, q: p <= q, ">": lambda p, q: p > q, ">=": lambda p, q: p >= q,
    }  # fmt: skip
    return Sample(
        f"Piecewise(({then.text}, {a.text} {sign} {b.text}), ({otherwise.text}, True))",
        lambda X: then.at(X) if holds[sign](a.at(X), b.at(X)) else otherwise.at(X),
    )


def polynomials(d: int, n: int) -> st.SearchStrategy[Sample]:
    return _grown(_atoms(d, n), lambda inner: _arithmetic(inner))


def expressions(d: int, n: int) -> st.SearchStrategy[Sample]:
    """Polynomials, Max, Min, Abs and Piecewise, nested."""
    signs = st.sampled_from(["<", "<=", ">", ">="])
    return _grown(
        _atoms(d, n),
        lambda inner: st.one_of(
            _arithmetic(inner),
            st.builds(_called("Max", max), inner, inner, inner),
            st.builds(_called("Min", min), inner, inner),
            st.builds(_called("Abs", abs), inner),
            st.builds(_piecewise, inner, signs, inner, inner, inner),
        ),
    )


def _atoms(d: int, n: int) -> st.SearchStrategy[Sample]:
    return st.one_of(
        st.builds(lambda i, j: entry(i, j, d), st.integers(1, d), st.integers(1, n)),
        st.builds(constant, st.integers(-4, 4), st.sampled_from([1, 2, 3, 7])),
    )


def _grown(atoms: st.SearchStrategy[Sample], grow: Any) -> st.SearchStrategy[Sample]:
    return st.recursive(atoms, grow, max_leaves=8)


def _arithmetic(inner: st.SearchStrategy[Sample]) -> st.SearchStrategy[Sample]:
    return st.one_of(
        st.builds(_binary("+", lambda a, b: a + b), inner, inner),
        st.builds(_binary("-", lambda a, b: a - b), inner, inner),
        st.builds(_binary("*", lambda a, b: a * b), inner, inner),
        st.builds(lambda a, k: Sample(f"({a.text})**{k}", lambda X: a.at(X) ** k), inner, st.integers(0, 3)),
        st.builds(lambda a: Sample(f"-{a.text}", lambda X: -a.at(X)), inner),
        st.builds(lambda a, k: Sample(f"({a.text})/{k}", lambda X: a.at(X) / k), inner, st.sampled_from([2, 3, -5])),
    )


def points(d: int, n: int) -> st.SearchStrategy[tuple[tuple[Fraction, ...], ...]]:
    """Matrices in [0, 1]^(d x n): also corners and the places where kinks are."""
    entries = st.fractions(0, 1, max_denominator=12)
    return st.tuples(*[st.tuples(*[entries] * n)] * d)


GENERIC = [Fraction(1000, 2003), Fraction(1409, 3001), Fraction(301, 4001), Fraction(4993, 5003), Fraction(2, 6007)]
"""Entries that are on no kink of an expression with small numbers."""


class AtPoint(Nothing):
    """Observations of one exact point."""

    def __init__(self, X: Point) -> None:
        self.rows = [[mpq(entry) for entry in row] for row in X]

    def point(self) -> Any:
        return self.rows


def value_of(term: Number, X: Point) -> Any:
    """A traced number over `point` at X, by the evaluator of terms."""
    return Evaluator({"d": len(X), "n": len(X[0])}, {}, AtPoint(X))(term.term)


def operand(i: Number | int, j: Number | int) -> Number:
    """x(i, j) for terms over the point."""
    return point[i, j]
