"""Layer normalisation, exactly: every column is shifted and scaled to mean 0 and variance 1, then by gain and bias.

It divides by a square root, so its values are reals and no rationals. What is said of it is its own formula, at every
point: it is neither affine, nor of hidden nodes, nor attention, so that no affine forms, no ranges, no SMT-LIB and no
Rocq follow it, and whatever needs one of these says so with its name.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.rationals import Matrix, Rational, encode_rational, rational, written
from exactua.arithmetic.reals import sqrt
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader, matrices_data, variables_of
from exactua.networks.layer import Layer, NoValue
from exactua.networks.matrices import Bias


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LayerNormalisation(Layer):
    """Z -> LN(Z), column by column: LN(z)_i = gain_i (z_i - mean) / sqrt(variance + epsilon) + bias_i.

    For d x n matrices with any n >= 1, without skip connection. The mean and the variance are those of the d entries of
    the column, both divided by d; unit that of Z, and 1 behind the layer. `gain` and `bias` have d entries, `epsilon`
    is a rational >= 0, in the unit of Z squared. With epsilon = 0 a column of variance 0 has no value: an error.

    Raises InputError for inexact entries, vectors of different length, and an epsilon below 0.
    Source: Ba, Kiros and Hinton 2016, "Layer normalization", eq. (3) and (4); the epsilon of implementations.

    >>> LayerNormalisation(gain=[1, 1], bias=[0, 0])([[3], [1]])
    ((mpq(1,1),), (mpq(-1,1),))
    """

    kind = name = "layer normalisation"
    makes_reals = "layer normalisation"
    without_forms = "a layer normalisation divides by a square root, so there are no affine forms of it"
    by_places = False
    gain: Bias
    bias: Bias
    epsilon: Rational

    def __init__(self, gain: Sequence[Any], bias: Sequence[Any], epsilon: Any = 0) -> None:
        scale, shift, exact = matrices.bias(gain, "gain"), matrices.bias(bias, "bias"), rational(epsilon, "epsilon")
        if len(scale) != len(shift):
            raise InputError(
                f"bias has length {len(shift)}, gain has length {len(scale)}: both need one entry for each row"
            )
        if exact < 0:
            raise InputError(f"epsilon: {written(exact)} is not valid; write a rational number >= 0")
        for field, value in zip(self.__slots__, (scale, shift, exact), strict=True):
            object.__setattr__(self, field, value)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return len(self.gain)

    @property
    def parameters(self) -> int:
        """The number of entries of gain and bias: 2d."""
        return 2 * self.d

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return variables_of((*self.gain, *self.bias))

    def at(self, variables: Mapping[str, Rational]) -> LayerNormalisation:
        """The concrete layer that the template is where the variables have these values."""
        gain, bias = (matrices.substituted_bias(vector, variables) for vector in (self.gain, self.bias))
        return LayerNormalisation(gain, bias, self.epsilon)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: squares, and quotients by a root."""
        return Cost(3 * n * self.d, 3 * n * self.d)

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit. Raises NoValue for a column that it can't divide."""
        share, columns = Rational(1, self.d), []
        for j, z in enumerate(matrices.transposed(Z), 1):
            mean = share * reduce(operator.add, z)
            centred = [entry - mean for entry in z]
            variance = share * reduce(operator.add, (entry * entry for entry in centred))
            reciprocal = 1 / sqrt(self._not_zero(variance + self.epsilon, j))  # inverted once, not for each entry
            columns.append(
                [g * (entry * reciprocal) + b for g, entry, b in zip(self.gain, centred, self.bias, strict=True)]
            )
        return matrices.transposed(tuple(map(tuple, columns)))

    def apply_otherwise(self, Z: Matrix) -> Matrix:
        """The same from sums s of entries and q of squares: (d z_i - s) / sqrt(d q - s^2 + d^2 epsilon)."""
        d, columns = self.d, []
        for j, z in enumerate(matrices.transposed(Z), 1):
            s, q = Rational(0), Rational(0)
            for entry in z:
                s, q = s + entry, q + entry * entry
            share = 1 / sqrt(self._not_zero(d * q - s * s + d * d * self.epsilon, j))
            columns.append(
                [b + (d * g * entry - g * s) * share for g, entry, b in zip(self.gain, z, self.bias, strict=True)]
            )
        return matrices.transposed(tuple(map(tuple, columns)))

    def _not_zero(self, divisor: Any, j: int) -> Any:
        """The square of a divisor. Raises NoValue where it is 0, which it is with epsilon 0 alone."""
        if not self.epsilon and divisor == 0:
            raise NoValue(f"{self.name}: column {j} has variance 0 and epsilon is 0, so it has no value")
        return divisor

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: gains are weights, and epsilon counts with the biases."""
        return {"weights": self.gain, "biases": (*self.bias, self.epsilon)}

    def words(self) -> Iterator[str]:
        """The layer for people, in one line."""
        named = words.assignments({"gain": [self.gain], "bias": [self.bias]})
        yield f"{self.name}, {named}  epsilon = {written(self.epsilon)}"

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return {**matrices_data(self, (), ("gain", "bias")), "epsilon": encode_rational(self.epsilon)}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> LayerNormalisation:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("gain", "bias", "epsilon"))
        gain, bias = (reader.vector(fields[name], f"{where}.{name}") for name in ("gain", "bias"))
        epsilon = reader.number(fields["epsilon"], f"{where}.epsilon")
        return built(where, lambda: cls(gain, bias, epsilon))
