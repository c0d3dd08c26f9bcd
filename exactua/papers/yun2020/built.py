"""A network built for a user's f, as a claim: what Theorem 2 or Theorem 3 says of this f, this delta and this p.

    g(X) = f-bar(X) = A_L for X in S_L, L in G~_delta (Theorem 3: in G_delta), 0 elsewhere
    d_p(f, f-bar)^p,  d_p(f-bar, g)^p,  d_p(f, g)^p     exactly, or between two rational numbers

A_L = f(C_L), C_L the centre of the cube S_L, for an f with a formula or in Python; a table gives A_L itself. The
integrals run over [0, 1]^(d x n), outside of which f is 0 (and so is g of Theorem 2: a step). Nothing is reduced by
symmetry: sums are over all cubes in every order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from typing import ClassVar, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import GRID_PARAMETERS, Claim, Operands, Parameter
from exactua.claims.decision import Decision
from exactua.errors import ByName
from exactua.grids.categories import category3, chosen_row, grid_sequences, real_columns, u
from exactua.networks import Network
from exactua.papers.yun2020.constructions import Construction, numbered, two_thirds
from exactua.reprs import ShortRepr
from exactua.targets.distance import End, cube_integral, entries_written
from exactua.targets.equivariance import Equivariance
from exactua.targets.expression import Expression
from exactua.targets.python_function import PythonFunction
from exactua.targets.target import Target
from exactua.terms.language import integer
from exactua.terms.language import rational as rational_term
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Permutation,
    Truth,
    every,
    every_permutation,
    implies,
    pairwise_distinct,
    point,
    select,
    total,
    when,
)

Theorem = Literal["theorem2", "theorem3"]
THEOREMS: Final[tuple[Theorem, ...]] = ("theorem2", "theorem3")
P: Final = Parameter("p", "exponent of the distance d_p")

NAMES: Final = ("f to f-bar", "f-bar to g", "f to g")
"""The distances, as the proof of the theorem splits them (App. C)."""


@dataclass(frozen=True)
class Bounds:
    """Rational numbers that a p-th power of a distance lies between; equal where it is known exactly."""

    lower: Rational
    upper: Rational

    @property
    def exact(self) -> bool:
        """Whether both ends are the same number."""
        return self.lower == self.upper


@dataclass(frozen=True)
class Instance:
    """What is built: for which theorem, f, delta = 1/m and p; edges are cut into `parts` for the integrals."""

    theorem: Theorem
    target: Target
    m: int
    p: int
    parts: int = 1

    @property
    def box(self) -> dict[str, int | str]:
        """The parameters of the claim."""
        return {"d": self.target.d, "n": self.target.n, "m": self.m, "p": self.p}

    def centre(self, L: Matrix) -> Matrix:
        """C_L, the centre of the cube S_L."""
        return tuple(tuple(entry + mpq(1, 2 * self.m) for entry in row) for row in L)

    def wanted(self, L: Matrix) -> Matrix:
        """A_L = f(C_L), d x n."""
        return self.values[L]

    @cached_property
    def values(self) -> Mapping[Matrix, Matrix]:
        """A_L of every L in G_delta. Raises InputError, naming f and the point, where f is inexact or infinite."""
        d, n = self.target.d, self.target.n
        levels = [mpq(k, self.m) for k in range(self.m)]
        corners = (tuple(entries[r * n : (r + 1) * n] for r in range(d)) for entries in product(levels, repeat=d * n))
        return {L: self.target.value(self.centre(L)) for L in corners}

    @cached_property
    def modulus(self) -> Rational:
        """omega(delta/2): by how much an entry of f differs from f-bar at most, as the user states; 0 for other f."""
        if isinstance(self.target, PythonFunction):
            return self.target.modulus_at(mpq(1, 2 * self.m))
        return mpq(0)


@dataclass(frozen=True)
class Promise:
    """What theorem_2_hardmax_on_the_cube (proofs/rocq) promises for an epsilon: delta = 1/m, and so many layers."""

    m: int
    layers: int
    """The blocks of the theorem's network: in each an attention or a feed-forward layer is at work."""
    modulus: str
    """omega(t), with |f(X)_ij - f(Y)_ij| <= omega(t) for ||X - Y||_inf <= t in [0, 1]^(d x n)."""
    stated: bool
    """Whether the user states omega, which nothing checks; else it is computed from f's formulas."""
    bound: Rational
    """B, with |f(X)_ij| <= B."""


@dataclass(frozen=True, repr=False)
class Built(ShortRepr):
    """A network built for f, with its distances to the power p and everything that was decided about it."""

    _told_by: ClassVar[str] = "exactua.commands.build.words"

    instance: Instance
    construction: Construction
    distances: Mapping[str, Bounds]
    decision: Decision
    equivariance: Equivariance | None
    """Whether f was proved to be equivariant, or only not refuted; None for Theorem 3, which does not ask for it."""
    promise: Promise | str | None = None
    """Of theorem2 and an epsilon, what the theorem promises for it, or why nothing; else None."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "distances", ByName("distance", self.instance.theorem, self.distances))


class Terms:
    """The terms that the steps about one instance are made of."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.target = instance.target
        self.entries = [(i, j) for i in range(1, self.target.d + 1) for j in range(1, self.target.n + 1)]

    def f_bar(self, L: MatrixOperand, i: int, j: int) -> Number:
        """(A_L)_ij as a term in L."""
        if isinstance(self.target, Expression):
            return self.target.term(lambda r, c: L[r, c] + self._half, i, j)
        return self.listed(L, i, j)

    def listed(self, L: MatrixOperand, i: int, j: int, further: Number | int = 0) -> Number:
        """(A_L)_ij read from the list of all values, so many places further; L's entries are the digits of a place."""
        m, n = self.instance.m, self.target.n
        place = reduce(Number.__add__, (m * L[r, c] * m ** ((r - 1) * n + c - 1) for r, c in self.entries))
        return select(1 + place + further, self._listed[i, j])

    @cached_property
    def _half(self) -> Number:
        return rational(mpq(1, 2 * self.instance.m))

    @cached_property
    def _listed(self) -> dict[tuple[int, int], list[Number]]:
        """The values of each entry, the entry of L in the first row and column varying fastest."""
        values = self.instance.values.items()
        ordered = sorted(values, key=lambda item: tuple(entry for row in item[0] for entry in row)[::-1])
        return {(i, j): [rational(A[i - 1][j - 1]) for _, A in ordered] for i, j in self.entries}

    def expected(self, L: MatrixOperand, i: int, j: int) -> Number:
        """What the theorem's proof says that g is on S_L: A_L, for Theorem 2 only where L has no two equal columns."""
        value = self.f_bar(L, i, j)
        return value if self.instance.theorem == "theorem3" else when(pairwise_distinct(u.dot(L)), value, 0)

    def to_f_bar(self, end: End) -> Number:
        """What S_L adds to d_p(f, f-bar)^p."""
        if isinstance(self.target, Expression):
            return self._integral(lambda i, j: self.f_bar(point, i, j), end)
        if end == "lower":
            return Number(integer(0))
        return len(self.entries) * rational(self.instance.modulus) ** self.instance.p * self._volume

    def between(self, g: Callable[[int, int], Number]) -> Number:
        """What S_L adds to d_p(f-bar, g)^p, g the value of the network there."""
        return self._summed(lambda i, j: self._distance(i, j, g)) * self._volume

    def to_network(self, g: Callable[[int, int], Number], end: End) -> Number:
        """What S_L adds to d_p(f, g)^p, g the value of the network there."""
        if isinstance(self.target, Expression):
            return self._integral(g, end)
        if not self.instance.modulus:
            return self.between(g)
        shift = rational(self.instance.modulus if end == "upper" else -self.instance.modulus)

        def entry(i: int, j: int) -> Number:
            distance = _absolute(self.f_bar(point, i, j) - g(i, j)) + shift
            return when(distance >= 0, distance, 0) ** self.instance.p

        return self._summed(entry) * self._volume

    @cached_property
    def _volume(self) -> Number:
        return rational(mpq(1, self.instance.m ** len(self.entries)))

    def _distance(self, i: int, j: int, g: Callable[[int, int], Number]) -> Number:
        difference = self.f_bar(point, i, j) - g(i, j)
        return (difference if self.instance.p % 2 == 0 else _absolute(difference)) ** self.instance.p

    def _integral(self, constant: Callable[[int, int], Number], end: End) -> Number:
        assert isinstance(self.target, Expression)
        f, instance = self.target, self.instance

        def entry(i: int, j: int) -> Number:
            entries = entries_written(f.formulas[i - 1][j - 1])
            return cube_integral(f.branches(i, j), entries, constant(i, j), instance.p, instance.parts, end)

        return self._summed(entry)

    def _summed(self, value: Callable[[int, int], Number]) -> Number:
        return reduce(Number.__add__, (value(i, j) for i, j in self.entries))

    def everywhere(self, condition: Callable[[int, int], Truth]) -> Truth:
        """The condition for all entries."""
        return reduce(Truth.__and__, (condition(i, j) for i, j in self.entries))


def rational(value: Rational) -> Number:
    """A rational number as an operand of steps."""
    return Number(rational_term(value))


def _absolute(value: Number) -> Number:
    return when(value >= 0, value, -value)


def distance_claim(instance: Instance) -> Claim:
    """The six sums that are the p-th powers of the distances if the network is what the theorem says it is.

    Its steps are named "f to f-bar lower" and so on; what they compare with is 0.
    """
    claim, terms = Claim("built:distances", "", "", "", (*GRID_PARAMETERS, P)), Terms(instance)

    def g(i: int, j: int) -> Number:
        return terms.expected(point, i, j)

    ends: tuple[End, ...] = ("lower", "upper")
    for end in ends:
        sums = {"f to f-bar": terms.to_f_bar(end), "f-bar to g": terms.between(g), "f to g": terms.to_network(g, end)}
        for name, term in sums.items():
            _sum(claim, f"{name} {end}", name, term, ">=", mpq(0))
    return claim


def _sum(claim: Claim, name: str, says: str, term: Number, relation: str, bound: Rational) -> None:
    limit = rational(bound)
    step = claim.states(says, over=(grid_sequences,), fold="sum", bound=lambda at: limit, relation=relation, name=name)
    step(lambda at: term)


def built_claim(instance: Instance, construction: Construction, distances: Mapping[str, Bounds]) -> Claim:
    """What is decided about the network that was built: its shape, its values on all cubes, its distances."""
    theorem, target, p = instance.theorem, instance.target, instance.p
    number = theorem.removeprefix("theorem")
    claim = Claim(
        f"built:{theorem}",
        title=f"A network for f by Theorem {number}",
        source=f"Yun et al. 2020, {'App. C, E' if theorem == 'theorem2' else 'App. G'}; f = {target.text}",
        text=f"The modified Transformer of Theorem {number} for f = {target.text} approximates f.",
        parameters=(*GRID_PARAMETERS, P),
    )
    claim.network("g")(lambda values: construction.network)
    claim.network("inside")(two_thirds)
    claim.network("numbered")(numbered)
    terms = Terms(instance)
    _shape(claim)
    _values(claim, terms)
    _constant_on_cubes(claim, construction)
    if theorem == "theorem2":
        _equivariance(claim, terms)
    if isinstance(target, PythonFunction):
        _modulus(claim, terms)
    assumed = ""
    if isinstance(target, PythonFunction):
        assumed = f", if |f(X) - f(Y)| <= {target.modulus} for ||X - Y||_inf <= t as stated by the user, not checked"
    g = NetworkOperand("g")

    def value(i: int, j: int) -> Number:
        return g(point)[i, j]

    _distance(claim, "to_f_bar", f"d_{p}(f, f-bar)^{p}", terms.to_f_bar, distances["f to f-bar"], assumed)
    _distance(claim, "between", f"d_{p}(f-bar, g)^{p}", lambda end: terms.between(value), distances["f-bar to g"], "")
    _distance(
        claim, "to_network", f"d_{p}(f, g)^{p}", lambda end: terms.to_network(value, end), distances["f to g"], assumed
    )
    return claim


def _shape(claim: Claim) -> None:
    g = NetworkOperand("g")
    for name, says, quantity, wanted in (
        ("heads", "h = 2 heads", "heads", 2),
        ("head_size", "m = 1: heads of size 1", "head size", 1),
        ("hidden_size", "r = 1", "hidden size", 1),
        ("activations", "activations in Phi", "activations outside Phi", 0),
    ):

        def counted(at: Operands, quantity: str = quantity, wanted: int = wanted) -> Truth:
            return g.quantity(quantity) == wanted

        claim.states(says, name=name)(counted)


def _values(claim: Claim, terms: Terms) -> None:
    """What g is on every cube: at its corner, and at a point inside."""
    g, inside = NetworkOperand("g"), NetworkOperand("inside")
    first = terms.instance.theorem == "theorem2"
    different = pairwise_distinct(u.dot(point))

    def is_value(Z: MatrixOperand) -> Truth:
        return terms.everywhere(lambda i, j: g(Z)[i, j] == terms.f_bar(point, i, j))

    def is_zero(Z: MatrixOperand) -> Truth:
        return terms.everywhere(lambda i, j: g(Z)[i, j] == 0)

    def options(given: Truth | None) -> dict[str, object]:
        return {"over": (grid_sequences,)} | ({} if given is None else {"given": lambda at: given})

    says = "g(X) = f-bar(X) for X in S_L, L in G~_delta" if first else "g(X) = f-bar(X) for X in S_L, L in G_delta"
    claim.states(says, name="values", **options(different if first else None))(
        lambda at: is_value(point) & is_value(inside(point))
    )
    if first:
        claim.states(
            "g(X) = 0 for X in S_L, L with two equal columns", name="zero_on_equal_columns", **options(~different)
        )(lambda at: is_zero(point) & is_zero(inside(point)))
        claim.states("g(X) = 0 for X with an entry outside [0, 1)", name="zero_outside", over=(category3,))(
            lambda at: is_zero(point) & is_zero(inside(point))
        )


def _constant_on_cubes(claim: Claim, construction: Construction) -> None:
    """The quantiser of g: what g is at the corner of a cube it is on all of it."""
    network = construction.network
    if "encoded" not in network.stages:
        claim.states(
            "the quantiser of g makes L of all X in S_L, for all reals", name="quantised", over=(real_columns,)
        )(_quantised)
        return
    first, last = network.stages["encoded"], network.stages["quantised"]
    quantiser = Network(network.d, network.items[first:last], {"output": last - first})
    encoder = Network(network.d, network.items[:first], {"output": first})
    claim.network("quantiser")(lambda values: quantiser)
    claim.network("encoder")(lambda values: encoder)
    claim.states("the first layers of g are X -> X + E, then its quantiser", name="encoded", over=(grid_sequences,))(
        lambda at: _is_encoding(at) & _encoded(at, point) & _encoded(at, at.inside(point)) & _parts_of_g(at)
    )
    claim.states(
        "the quantiser of g makes k delta of all t in [k delta, k delta + delta), 0 <= t < n, for all reals",
        name="quantised",
        over=(real_columns,),
    )(_quantised_positions)


def _is_encoding(at: Operands) -> Truth:
    """One layer without attention and activation: what it adds at one X it adds at every X."""
    kinds = ("other layers", "attention layers", "feed-forward layers")
    encodings, attention, feed_forward = (at.encoder.quantity(kind) for kind in kinds)
    return (encodings == 1) & (attention == 0) & (feed_forward == 0)


def _parts_of_g(at: Operands) -> Truth:
    """That encoder and quantiser, which steps speak of alone, are what g begins with."""
    encoded = at.g(point, "encoded")
    return (encoded == at.encoder(point)) & (at.g(point, "quantised") == at.quantiser(encoded))


def _encoded(at: Operands, X: MatrixOperand) -> Truth:
    """That g makes X + E first: column j plus j - 1."""
    rows, columns = Columns(1, at.d, "i"), Columns(1, at.n, "j")
    return every(rows, lambda i: every(columns, lambda j: at.g(X, "encoded")[i, j] == X[i, j] + j - 1))


def _quantised(at: Operands) -> Truth:
    """The entry of any real column in the chosen row after the quantiser."""
    t, entry = point[chosen_row, 1], at.g(point, "quantised")[chosen_row, 1]
    return entry == _lower_end(at, t, at.m) + when((t < 0) | (t >= 1), -(at.m ** (at.n * at.d)), 0)


def _quantised_positions(at: Operands) -> Truth:
    """The same of the quantiser of Theorem 3, for entries in [0, n)."""
    t, entry = point[chosen_row, 1], at.quantiser(point)[chosen_row, 1]
    return implies((t >= 0) & (t < at.n), entry == _lower_end(at, t, at.n * at.m))


def _lower_end(at: Operands, t: Number, count: Number) -> Number:
    """k delta for t in [k delta, k delta + delta), k = 0, ..., count - 1; 0 elsewhere."""
    cubes = Columns(0, count - 1, "k")
    return total(cubes, lambda k: when((k / at.m <= t) & (t < (k + 1) / at.m), k / at.m, 0))


def _equivariance(claim: Claim, terms: Terms) -> None:
    numbers = NetworkOperand("numbered")

    def permuted(order: Permutation, i: int, j: int) -> Number:
        """(A_L P)_ij: the numbers 1, ..., n times P tell which column of A_L it is."""
        number = numbers(point).permuted(order)[1, j] - point.permuted(order)[1, j]
        columns = range(1, terms.target.n + 1)
        return reduce(Number.__add__, (when(number == k, terms.f_bar(point, i, k), 0) for k in columns))

    def equivariant(order: Permutation) -> Truth:
        return terms.everywhere(lambda i, j: terms.f_bar(point.permuted(order), i, j) == permuted(order, i, j))

    claim.states(
        "f-bar is permutation equivariant: A_(LP) = A_L P for every permutation matrix P",
        name="equivariant",
        over=(grid_sequences,),
    )(lambda at: every_permutation(equivariant))


def _modulus(claim: Claim, terms: Terms) -> None:
    """The stated modulus at t = delta, at the centres of cubes that are neighbours in one entry, and there alone."""
    target, m, n = terms.target, terms.instance.m, terms.target.n
    assert isinstance(target, PythonFunction)
    allowed = rational(target.modulus_at(mpq(1, m)))

    def close(r: int, c: int) -> Truth:
        """Between L and its neighbour one cube further in entry (r, c)."""

        further = when(point[r, c] < 1 - rational(mpq(1, m)), m ** ((r - 1) * n + c - 1), 0)

        def difference(i: int, j: int) -> Truth:
            change = terms.listed(point, i, j, further) - terms.listed(point, i, j)
            return (change <= allowed) & (change >= -allowed)

        return terms.everywhere(difference)

    claim.states(
        f"the stated modulus {target.modulus} is not contradicted: at the centres of cubes that are neighbours in one "
        "entry, t = delta",
        name="modulus",
        over=(grid_sequences,),
    )(lambda at: terms.everywhere(close))


def _distance(claim: Claim, name: str, says: str, term: Callable[[End], Number], bounds: Bounds, assumed: str) -> None:
    if bounds.exact and not assumed:
        _sum(claim, name, f"{says} exactly", term("upper"), "=", bounds.upper)
        return
    _sum(claim, f"{name}_at_most", f"{says} is at most the bound{assumed}", term("upper"), "<=", bounds.upper)
    if bounds.lower or not assumed:
        _sum(claim, f"{name}_at_least", f"{says} is at least the bound{assumed}", term("lower"), ">=", bounds.lower)
