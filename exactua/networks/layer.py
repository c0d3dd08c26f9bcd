"""What every layer tells of itself, so that nothing else has to ask which layer it is.

A kind of layer is one file of this folder: a subclass with its fields, what it makes of a matrix, its JSON, its words
and its counts. Whatever works with networks asks for what a layer *has*: heads, hidden nodes, a matrix that it adds. A
kind that has none of these is evaluated by its own formula, and what needs more says so with the name of the kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, Self

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader
from exactua.networks.heads import AttentionHead, Mask, TieRule, attended
from exactua.networks.matrices import Bias, Weights
from exactua.reprs import ShortRepr

KINDS: Final[dict[str, type[Layer]]] = {}
"""The kinds of layers by the keys that they have in JSON, in the order in which they are told."""


def know(*kinds: type[Layer]) -> None:
    """Makes these kinds of layers known, in this order: networks in JSON are read with them."""
    KINDS.update({kind.kind: kind for kind in kinds})


class NoValue(InputError):
    """A layer has no value at a matrix; `applied` says which layer of a network it is."""


class HiddenNodes(Protocol):
    """A layer Z -> Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, by what it consists of."""

    @property
    def d(self) -> int:
        """Number of rows of the matrices that it acts on."""

    @property
    def W_1(self) -> Weights:
        """r x d."""

    @property
    def b_1(self) -> Bias:
        """r entries."""

    @property
    def W_2(self) -> Weights:
        """d x r."""

    @property
    def b_2(self) -> Bias:
        """d entries."""

    @property
    def activation(self) -> PiecewiseLinear:
        """phi."""

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit."""


class Layer(ABC, ShortRepr):
    """A layer, or inside a family a template of layers: it maps d x n matrices to d x n matrices.

    >>> isinstance(PositionalEncoding([[0, 1]]), Layer)
    True
    """

    __slots__ = ()
    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    kind: ClassVar[str]
    """Its key in JSON."""
    name: ClassVar[str]
    """What counts and sentences call it."""
    role: ClassVar[Literal["attention", "feed-forward", "other"]] = "other"
    """Which part of a Transformer block it is."""
    makes_reals: ClassVar[str | None] = None
    """Why its values are no rationals even where Z and all weights are; None: they are."""
    makes_rationals: ClassVar[bool] = False
    """Whether its values are rationals even where Z or weights are none, as it rounds them: point by point alone."""
    without_forms: ClassVar[str | None] = None
    """Why there are no affine forms of it at all, and so no symbolic runs; None: that depends on its weights."""
    is_affine: ClassVar[bool] = False
    """Whether it is affine in Z: then `apply` takes entries that only have + and * by numbers."""
    heads: Sequence[AttentionHead] = ()
    """The heads of an attention layer."""
    mask: Mask = None
    """Which tokens a token of an attention layer attends to."""
    tie_rule: TieRule | None = None
    """What the hardmax of an attention layer does with equal scores; None where it has none."""

    @property
    @abstractmethod
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""

    @property
    @abstractmethod
    def parameters(self) -> int:
        """The number of entries of all weight matrices and biases, zeros included."""

    @property
    @abstractmethod
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""

    @abstractmethod
    def at(self, variables: Mapping[str, Rational]) -> Layer:
        """The concrete layer that the template is where the variables have these values."""

    @property
    def by_places(self) -> bool:
        """Whether it may treat equal columns differently, whatever its mask and its ties."""
        return True

    @property
    def function(self) -> Hashable:
        """What two concrete layers with rational weights have in common only if they make the same of every matrix."""
        return self

    @abstractmethod
    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns."""

    @abstractmethod
    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call."""

    def attention(self, Z: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
        """Of each head its scores and its weights at a matrix that is known to fit; of other layers nothing.

        Both are n x n: column j has what token j gives to token k in row k.
        """
        return iter(())

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""

    @classmethod
    @abstractmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> Self:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""

    @abstractmethod
    def words(self) -> Iterator[str]:
        """The layer for people, in one line or several."""

    @abstractmethod
    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: "weights", "biases", "activations", or the "encoding" of positions."""

    @property
    def quantities(self) -> dict[str, int]:
        """What `QUANTITIES` add up, or take the greatest of, over all layers."""
        return {"other layers": 1}

    @property
    def columns(self) -> tuple[int, str] | None:
        """The number n of columns that it acts on, and what fixes it; None where it takes any."""
        return None

    @property
    def nodes(self) -> HiddenNodes | None:
        """What it consists of where it is Z -> Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T; else None."""
        return None

    @property
    def shift(self) -> Weights | None:
        """The matrix that it adds, whatever Z is, where it does nothing else; else None."""
        return None

    @property
    def inside(self) -> Layer:
        """The layer that computes the values: this one, or the one that it is put around."""
        return self

    def around(self, layer: Layer) -> Layer:
        """This layer with another one for `inside`."""
        return layer

    def with_tie_rule(self, rule: TieRule) -> Layer:
        """The layer with a hardmax that breaks ties by `rule`; itself where it has none."""
        return self

    def attended(self, j: int, n: int) -> tuple[int, ...]:
        """The tokens that token j of n attends to, from 0. Raises InputError for another n than that of the mask."""
        return attended(self.mask, j, n)

    def apply_otherwise(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, by another formula where it makes reals: what checks `apply`."""
        return self.apply(Z)

    def __call__(self, Z: Sequence[Sequence[Any]]) -> Matrix:
        """The layer at Z, d x n, with entries of any exact number type with +, * and order against rationals.

        Raises InputError for another shape, no exact number, or a template with variables.
        """
        if self.variables:
            raise InputError(
                f"the layer is a template in {', '.join(sorted(self.variables))}: evaluate `.at(...)` first"
            )
        what = f"{self.role} layer" if self.role != "other" else self.name
        return self.apply(matrices.exact_matrix(Z, self.d, "Z", f"the {what}"))


def applied(layers: Iterable[Layer], Z: Matrix, first: int = 1, otherwise: bool = False) -> Matrix:
    """The layers one after the other at a matrix that is known to fit, or their other formulas.

    `first` is the number of the first of them. Raises NoValue, with its number, for a layer without a value.
    """
    passed = 0
    try:
        for layer in layers:
            Z = layer.apply_otherwise(Z) if otherwise else layer.apply(Z)
            passed += 1
    except NoValue as reason:
        raise NoValue(f"layer {first + passed}, {reason}") from None
    return Z
