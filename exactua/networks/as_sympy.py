"""A network at a matrix of symbols: its value as sympy expressions, for small networks.

A hardmax is a `Piecewise` by its scores, a ReLU a `Max`, softmax quotients of exponentials. It is the formula of each
layer, written out; sympy decides nothing with it. sympy is imported where a network is read.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import NoNumber, exact_value
from exactua.arithmetic.reals import decode_real, encode_real
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.activations import RELU, PiecewiseLinear
from exactua.networks.heads import TieRule
from exactua.networks.layer import HiddenNodes, Layer

MOST_PARTS: Final = 5_000
"""Operators, numbers and symbols that the entries of a state have together."""
MOST_CHOICES: Final = 32
"""Cases of a choice whose conditions compare choices."""

Rows = list[list[Any]]


def sympy_value(layers: Iterable[Layer], d: int, Z: Any) -> Any:
    """The value of these layers at Z, d x n, as a matrix of sympy.

    Raises InputError for another shape, for a float or what is not real in Z, for a layer that has no form, and where
    the entries would have more than 5,000 parts.
    """
    return _Written().value(layers, d, Z)


class _Written:
    def __init__(self) -> None:
        import sympy

        self.sympy: Any = sympy
        self._sizes: dict[Any, int] = {}

    def value(self, layers: Iterable[Layer], d: int, Z: Any) -> Any:
        state = self._given(Z, d)
        for number, layer in enumerate(layers, 1):
            state = self._applied(layer, state, number)
            self._require_small(itertools.chain(*state), number)
        return self.sympy.ImmutableMatrix(state)

    def _given(self, Z: Any, d: int) -> Rows:
        rows = matrices.shaped(Z, d, "Z", "the network")
        return [[self._entry(entry, f"Z[{i}][{j}]") for j, entry in enumerate(row)] for i, row in enumerate(rows)]

    def _entry(self, entry: Any, where: str) -> Any:
        if isinstance(entry, self.sympy.Expr) and not entry.is_Rational:
            if entry.has(self.sympy.Float):
                raise InputError(f"{where}: {brief(entry)} has a float; write fractions such as Rational(1, 2)")
            if entry is self.sympy.nan or entry.is_extended_real is False or entry.is_infinite:
                raise InputError(f"{where}: {brief(entry)} is not a real number; write real symbols and numbers")
            return entry
        try:
            return self._number(exact_value(entry))
        except NoNumber as reason:
            raise InputError(f"{where}: {reason}") from None

    def _number(self, value: Any) -> Any:
        """A rational or an exact real as sympy has it."""
        data = encode_real(value)
        if isinstance(data, list):
            return self._real(data)
        return self.sympy.Rational(int(value.numerator), int(value.denominator))

    def _real(self, data: Any) -> Any:
        if not isinstance(data, list):
            return self._number(decode_real(data, "a weight"))
        operator, *parts = data
        match operator:
            case "+":
                return self.sympy.Add(*map(self._real, parts))
            case "*":
                return self.sympy.Mul(*map(self._real, parts))
            case "^":
                return self._real(parts[0]) ** int(parts[1])
            case "pi":
                return self.sympy.pi
        return getattr(self.sympy, operator)(self._real(parts[0]))

    # layers

    def _applied(self, layer: Layer, Z: Rows, number: int) -> Rows:
        if layer.heads:
            return self._attention(layer, Z, number)
        if layer.nodes is not None:
            return self._feed_forward(layer.nodes, Z, number)
        if layer.is_affine:
            kept = tuple(tuple(_Kept(entry, self._number) for entry in row) for row in Z)
            return [[entry.expression for entry in row] for row in layer.apply(kept)]
        raise InputError(
            f"network: layer {number} is a {layer.name}, which has no form here; "
            "give the network up to the layer before"
        )

    def _attention(self, layer: Layer, Z: Rows, number: int) -> Rows:
        columns = [list(column) for column in zip(*Z, strict=True)]
        added = [list(column) for column in columns]
        for head in layer.heads:
            keys, values = ([self._image(W, z) for z in columns] for W in (head.W_K, head.W_V))
            for j, z in enumerate(columns):
                query = [q + self._number(b) for q, b in zip(self._image(head.W_Q, z), head.b_Q, strict=True)]
                seen = layer.attended(j, len(columns))
                if not seen:
                    continue
                scores = [self._sum(a * b for a, b in zip(keys[k], query, strict=True)) for k in seen]
                attended = self._attended(layer.tie_rule, scores, [values[k] for k in seen], number)
                for i, gain in enumerate(self._image(head.W_O, attended)):
                    added[j][i] = added[j][i] + gain
        return [list(row) for row in zip(*added, strict=True)]

    def _attended(self, rule: TieRule | None, scores: Sequence[Any], values: Sequence[Any], number: int) -> list[Any]:
        """What a token gets that has these scores: entry by entry, the values with their weights."""
        if rule is None:
            powers = [self.sympy.exp(score) for score in scores]
            shares = [power / self._sum(powers) for power in powers]
            return [self._sum(map(operator.mul, shares, entries)) for entries in zip(*values, strict=True)]
        self._require_small(scores, number)
        cases = self._averages(scores, number) if rule is TieRule.AVERAGE else self._ends(rule, scores, number)
        return [
            self._choice([(self._sum(entries[k] for k in which) / len(which), condition) for which, condition in cases])
            for entries in zip(*values, strict=True)
        ]

    def _averages(self, scores: Sequence[Any], number: int) -> list[tuple[list[int], Any]]:
        """Which tokens have the greatest score, and when: one case for each set of scores that may be equal."""
        alike: dict[Any, list[int]] = {}
        for k, score in enumerate(scores):
            alike.setdefault(score, []).append(k)
        if all(score.is_Rational for score in alike):
            return [(alike[max(alike)], self.sympy.true)]
        own = sum(map(self._size, alike))
        if (own + len(scores)) * len(alike) << len(alike) > MOST_PARTS:
            raise self._too_large(number)
        cases = []
        for size in range(1, len(alike) + 1):
            for chosen in itertools.combinations(alike, size):
                first, *others = chosen
                below = [self.sympy.Gt(first, score) for score in alike if score not in chosen]
                condition = self._all([*(self.sympy.Eq(first, score) for score in others), *below], number)
                last = size == len(alike)
                cases.append(([k for score in chosen for k in alike[score]], self.sympy.true if last else condition))
        return cases

    def _ends(self, rule: TieRule, scores: Sequence[Any], number: int) -> list[tuple[list[int], Any]]:
        """The first, or the last, of the tokens with the greatest score."""
        order = list(range(len(scores)))
        order = order if rule is TieRule.LEFTMOST else order[::-1]
        cases = []
        for k in order:
            condition = self._all([self.sympy.Ge(scores[k], scores[other]) for other in order if other != k], number)
            cases.append(([k], self.sympy.true if k == order[-1] else condition))
        return cases

    def _feed_forward(self, layer: HiddenNodes, Z: Rows, number: int) -> Rows:
        columns = []
        for z in zip(*Z, strict=True):
            hidden = [t + self._number(b) for t, b in zip(self._image(layer.W_1, z), layer.b_1, strict=True)]
            active = [self._activated(layer.activation, t, number) for t in hidden]
            gains = zip(z, self._image(layer.W_2, active), layer.b_2, strict=True)
            columns.append([entry + gain + self._number(b) for entry, gain, b in gains])
        return [list(row) for row in zip(*columns, strict=True)]

    def _activated(self, phi: PiecewiseLinear, t: Any, number: int) -> Any:
        if phi.pieces == RELU.pieces:
            return self.sympy.Max(0, t)
        cases = []
        for piece in phi.pieces:
            line = self._number(piece.slope) * t + self._number(piece.intercept)
            if piece.stop is None:
                condition = self.sympy.true
            else:
                relation = self.sympy.Le if piece.stop_closed else self.sympy.Lt
                condition = self._all([relation(t, self._number(piece.stop))], number)
            cases.append((line, condition))
        return self._choice(cases)

    # expressions

    def _image(self, weights: Sequence[Sequence[Any]], column: Sequence[Any]) -> list[Any]:
        return [
            self._sum(self._number(weight) * entry for weight, entry in zip(row, column, strict=True))
            for row in weights
        ]

    def _sum(self, parts: Iterable[Any]) -> Any:
        return self.sympy.Add(*parts)

    def _all(self, conditions: Sequence[Any], number: int) -> Any:
        together = self.sympy.And(*conditions)
        choices = together.atoms(self.sympy.Piecewise)
        if prod(len(choice.args) for choice in choices) > MOST_CHOICES:
            raise InputError(
                f"network: layer {number} compares choices with more than {MOST_CHOICES} cases at this Z; give numbers "
                "for some entries, or the network up to an earlier layer"
            )
        return together

    def _choice(self, cases: Sequence[tuple[Any, Any]]) -> Any:
        """The first value whose condition is true."""
        kept: list[tuple[Any, Any]] = []
        for value, condition in cases:
            if condition is not self.sympy.false:
                kept.append((value, condition))
            if condition is self.sympy.true:
                break
        if all(value == kept[0][0] for value, _ in kept):
            return kept[0][0]
        return self.sympy.Piecewise(*kept, evaluate=False)

    def _size(self, expression: Any) -> int:
        """How many operators, numbers and symbols it has."""
        if expression not in self._sizes:
            self._sizes[expression] = 1 + sum(map(self._size, expression.args))
        return self._sizes[expression]

    def _require_small(self, entries: Iterable[Any], number: int) -> None:
        if sum(map(self._size, entries)) > MOST_PARTS:
            raise self._too_large(number)

    def _too_large(self, number: int) -> InputError:
        return InputError(
            f"network: after layer {number} the entries at this Z would have more than {MOST_PARTS:,} parts; "
            "give numbers for some entries, fewer columns, or the network up to an earlier layer"
        )


class _Kept:
    """An entry with + and * by numbers of exactua, of which sympy itself would make floats."""

    def __init__(self, expression: Any, number: Callable[[Any], Any]) -> None:
        self.expression, self._number = expression, number

    def __add__(self, other: Any) -> _Kept:
        added = other.expression if isinstance(other, _Kept) else self._number(other)
        return _Kept(self.expression + added, self._number)

    def __mul__(self, factor: Any) -> _Kept:
        return _Kept(self.expression * self._number(factor), self._number)

    __radd__, __rmul__ = __add__, __mul__
