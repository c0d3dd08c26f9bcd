"""Token-wise feed-forward layers: the same map on every column."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.activations import PiecewiseLinear, pieces_data, piecewise_linear_at
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader, matrices_data, variables_of
from exactua.networks.layer import Layer
from exactua.networks.matrices import Bias, Weights, shape


@dataclass(frozen=True, slots=True, init=False, repr=False)
class FeedForwardLayer(Layer):
    """Z -> Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, for d x n matrices with any n >= 1.

    W_1 is r x d, b_1 has r entries, W_2 is d x r, b_2 has d entries, unit 1; r >= 1 is the hidden size. The
    activation phi is a `Phi`, or any `PiecewiseLinear` (counted by the quantity "activations outside Phi").
    Raises InputError for inexact entries, and for shapes that don't fit, with both shapes.
    Source: Yun et al. 2020, eq. (2) with ReLU replaced by phi (App. C, Step 2).

    >>> FeedForwardLayer([[1]], [-1], [[2]], [0], RELU)([[0, 3]])
    ((mpq(0,1), mpq(7,1)),)
    """

    kind = "feed_forward"
    name = "feed-forward"
    role: ClassVar[Literal["feed-forward"]] = "feed-forward"
    by_places = False
    W_1: Weights
    b_1: Bias
    W_2: Weights
    b_2: Bias
    activation: PiecewiseLinear

    def __init__(
        self,
        W_1: Sequence[Sequence[Any]],
        b_1: Sequence[Any],
        W_2: Sequence[Sequence[Any]],
        b_2: Sequence[Any],
        activation: PiecewiseLinear,
    ) -> None:
        inner, outer = matrices.weights(W_1, "W_1"), matrices.weights(W_2, "W_2")
        inner_bias, outer_bias = matrices.bias(b_1, "b_1"), matrices.bias(b_2, "b_2")
        r, d = len(inner), len(inner[0])
        if (len(outer), len(outer[0])) != (d, r):
            raise InputError(f"W_2 is {shape(outer)}, W_1 is {r} x {d}: W_1 is r x d, so W_2 must be d x r, {d} x {r}")
        if len(inner_bias) != r:
            raise InputError(
                f"b_1 has length {len(inner_bias)}, W_1 is {r} x {d}: b_1 needs one entry for each row of W_1"
            )
        if len(outer_bias) != d:
            raise InputError(
                f"b_2 has length {len(outer_bias)}, W_2 is {d} x {r}: b_2 needs one entry for each row of W_2"
            )
        if not isinstance(activation, PiecewiseLinear):
            valid = "write RELU, or PiecewiseLinear.of(...)"
            raise InputError(f"activation: {brief(activation)} is not piecewise linear; {valid}")
        for name, value in zip(self.__slots__, (inner, inner_bias, outer, outer_bias, activation), strict=True):
            object.__setattr__(self, name, value)

    @property
    def parameters(self) -> int:
        """The number of entries of all weight matrices and biases, zeros included: 2dr + r + d."""
        return self.hidden_size * (2 * self.d + 1) + self.d

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return len(self.W_2)

    @property
    def hidden_size(self) -> int:
        """The number r of hidden nodes."""
        return len(self.W_1)

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return variables_of(value for row in (*self.W_1, self.b_1, *self.W_2, self.b_2) for value in row)

    @property
    def quantities(self) -> dict[str, int]:
        """What `QUANTITIES` add up, or take the greatest of, over all layers."""
        outside = int(self.activation.outside_phi() is not None)
        return {"feed-forward layers": 1, "hidden size": self.hidden_size, "activations outside Phi": outside}

    @property
    def nodes(self) -> FeedForwardLayer:
        """The layer itself: this is its form."""
        return self

    def at(self, variables: Mapping[str, Rational]) -> FeedForwardLayer:
        """The concrete layer that the template is where the variables have these values."""
        W_1, W_2 = (matrices.substituted(matrix, variables) for matrix in (self.W_1, self.W_2))
        b_1, b_2 = (matrices.substituted_bias(vector, variables) for vector in (self.b_1, self.b_2))
        concrete = object.__new__(FeedForwardLayer)  # what the template has been checked for holds in all its rows
        for name, value in zip(self.__slots__, (W_1, b_1, W_2, b_2, self.activation), strict=True):
            object.__setattr__(concrete, name, value)
        return concrete

    @property
    def function(self) -> Hashable:
        """The same of layers whose hidden nodes add the same in another order."""
        nodes = sorted(zip(self.W_1, self.b_1, zip(*self.W_2, strict=True), strict=True))
        return FeedForwardLayer, self.activation, self.b_2, tuple(node for node in nodes if any(node[2]))

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: hidden nodes are r x n matrices."""
        r = self.hidden_size
        return Cost(2 * n * r * self.d, 2 * n * (r + self.d))

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call."""
        hidden = matrices.plus_bias(matrices.product(self.W_1, Z), self.b_1)
        active = tuple(tuple(map(self.activation, row)) for row in hidden)
        return matrices.plus(Z, matrices.plus_bias(matrices.product(self.W_2, active), self.b_2))

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are; an activation has ends, slopes and intercepts."""
        pieces = self.activation.pieces
        ends = (end for piece in pieces for end in (piece.start, piece.stop) if end is not None)
        return {
            "weights": matrices.entries([self.W_1, self.W_2]),
            "biases": (*self.b_1, *self.b_2),
            "activations": (*ends, *(number for piece in pieces for number in (piece.slope, piece.intercept))),
        }

    def words(self) -> Iterator[str]:
        """The layer for people, in three lines."""
        yield f"feed-forward, {words.counted(self.hidden_size, 'hidden node')}"
        named = {"W_1": self.W_1, "b_1": [self.b_1], "W_2": self.W_2, "b_2": [self.b_2]}
        yield f"  {words.assignments(named)}"
        yield f"  phi = {self.activation}"

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return {**matrices_data(self, ("W_1", "W_2"), ("b_1", "b_2")), "activation": pieces_data(self.activation)}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> FeedForwardLayer:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("W_1", "b_1", "W_2", "b_2", "activation"))
        W_1, W_2 = (reader.matrix(fields[name], f"{where}.{name}") for name in ("W_1", "W_2"))
        b_1, b_2 = (reader.vector(fields[name], f"{where}.{name}") for name in ("b_1", "b_2"))
        activation = piecewise_linear_at(reader, fields["activation"], f"{where}.activation")
        return built(where, lambda: cls(W_1, b_1, W_2, b_2, activation))
