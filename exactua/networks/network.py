"""Networks: items in order, and named stages on the way; and networks one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.costs import Cost, cost
from exactua.networks.items import Family, Group, Item, PlacedLayer, Table, checked_items, quantity, templates, walk
from exactua.networks.layer import Layer, applied
from exactua.plurals import counted
from exactua.reprs import RichRepr


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Network(RichRepr):
    """A map from d x n matrices to d x n matrices, unit 1, any n >= 1: `items` in order; call it with X.

    `stages` names numbers of top-level items: {"sweep": 1} is the state after the first one.
    Raises InputError for layers with another d, a variable that no family around it has, or a stage out of
    range.

    >>> network = Network(1, [PositionalEncoding([[0, 1]])])
    >>> network([[5, 5]])
    ((mpq(5,1), mpq(6,1)),)
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.networks"

    d: int
    items: tuple[Item, ...]
    named_stages: tuple[tuple[str, int], ...]

    def __init__(self, d: int, items: Iterable[Item], stages: Mapping[str, int] | None = None) -> None:
        if isinstance(d, bool) or not isinstance(d, int) or d < 1:
            raise InputError(f"d: {brief(d)} is not a number of rows; write an integer >= 1")
        checked = checked_items(items)
        for number, item in enumerate(checked, 1):
            _require_fit(item, d, frozenset(), f"item {number}")
        if stages is not None and not isinstance(stages, Mapping):
            raise InputError(f'stages: {brief(stages)} has no names; write, for example, {{"attended": 1}}')
        for name, after in (stages or {}).items():
            if not isinstance(name, str) or isinstance(after, bool) or not isinstance(after, int):
                raise InputError(f"stage {brief(name)}: {brief(after)} is not a number of items")
            if not 0 <= after <= len(checked):
                there = counted(len(checked), "item")
                raise InputError(f"stage {quoted(name)} is after item {brief(after)}; the network has {there}")
        named = sorted((stages or {}).items(), key=lambda stage: (stage[1], stage[0]))
        object.__setattr__(self, "d", d)
        object.__setattr__(self, "items", checked)
        object.__setattr__(self, "named_stages", tuple(named))

    @property
    def stages(self) -> dict[str, int]:
        """The named stages: after how many top-level items each of them is."""
        return dict(self.named_stages)

    def __call__(self, X: Sequence[Sequence[Any]]) -> Matrix:
        """The value at X, a d x n matrix. Raises InputError for another shape or for what is no exact number."""
        return self.stage(X, len(self.items))

    def as_sympy(self, Z: Any, stage: str | int | None = None) -> Any:
        """The value at Z, d x n, with sympy expressions as entries: a matrix of sympy, for small networks.

        A hardmax is a `Piecewise`, a ReLU a `Max`. `stage` is one as of `stage`; None: the end. Raises InputError for
        an unknown stage, another shape of Z, a float in it, a layer that has no form, and where the entries would have
        more than 5,000 parts.

        >>> from sympy import symbols
        >>> relu = FeedForwardLayer([[1]], [-1], [[2]], [0], RELU)
        >>> Network(1, [relu]).as_sympy([symbols("x y", real=True)])
        Matrix([[x + 2*Max(0, x - 1), y + 2*Max(0, y - 1)]])
        """
        from exactua.networks.as_sympy import sympy_value

        after = len(self.items) if stage is None else self._items_before(stage)
        return sympy_value((place.layer for place in walk(self.items[:after])), self.d, Z)

    def stage(self, X: Sequence[Sequence[Any]], stage: str | int) -> Matrix:
        """The state that X, d x n, is in at the stage of this name, or after this number of top-level items.

        Raises InputError for an unknown stage, another shape of X or what is no exact number.
        """
        after = self._items_before(stage)
        Z = matrices.exact_matrix(X, self.d, "X", "the network")
        return applied((place.layer for place in walk(self.items[:after])), Z)

    def _items_before(self, stage: str | int) -> int:
        if isinstance(stage, str) and stage not in self.stages:
            names = ", ".join(quoted(name) for name, _ in self.named_stages) or "none"
            raise InputError(f"the network has no stage {quoted(stage)}; its stages are: {names}")
        after = self.stages[stage] if isinstance(stage, str) else stage
        if isinstance(after, bool) or not isinstance(after, int) or not 0 <= after <= len(self.items):
            raise InputError(f"stage {brief(after)} is not one of 0, ..., {len(self.items)}, the numbers of items")
        return after

    def layers(self) -> Iterator[Layer]:
        """The concrete layers in order; families are unrolled one layer at a time."""
        return (place.layer for place in self.walk())

    def walk(self) -> Iterator[PlacedLayer]:
        """The concrete layers in order, each with its place."""
        return walk(self.items)

    def cost(self, n: int) -> Cost:
        """What its literal evaluation takes at a matrix with n columns, families unrolled (they aren't)."""
        return cost(templates(self.items), n)

    def quantity(self, name: str) -> int:
        """A count read off the network, as if families were unrolled (they aren't).

        "attention layers", "feed-forward layers", "heads", "head size", "hidden size", "parameters" and others (see
        `QUANTITIES`). Raises InputError for another name.
        """
        return quantity(self.items, name)


def _require_fit(item: Item, d: int, bound: frozenset[str], where: str) -> None:
    if isinstance(item, (Family, Table, Group)):
        inside = bound if isinstance(item, Group) else bound | item.bound
        for inner in item.items:
            _require_fit(inner, d, inside, where)
        return
    if item.d != d:
        rows = brief(d)
        raise InputError(
            f"{where} maps {item.d} x n to {item.d} x n, the network maps {rows} x n to {rows} x n: d must agree"
        )
    if item.variables - bound:
        free = ", ".join(sorted(item.variables - bound))
        raise InputError(f"{where} has an entry with {free}, which is not the variable of a family or table around it")


OUTPUT = "output"
"""The stage at the end of a network."""


def compose(*networks: Network) -> Network:
    """The network that applies these in order, the first one first: its items are theirs.

    Stages keep their names, but "output" is the end of all; a name that several have is "name 2" in the second of
    them, and so on. Raises InputError for no network, what is none, and networks with different d.

    >>> shift = Network(1, [PositionalEncoding([[0, 1]])])
    >>> compose(shift, shift)([[5, 5]])
    ((mpq(5,1), mpq(7,1)),)
    """
    if not networks:
        raise InputError("networks: none are given; give at least one to compose")
    for number, network in enumerate(networks, 1):
        if not isinstance(network, Network):
            raise InputError(f"network {number}: {brief(network)} is not a network; write Network(d, [...])")
        if network.d != networks[0].d:
            raise InputError(
                f"network {number} maps {network.d} x n to {network.d} x n, network 1 {networks[0].d} x n; d must agree"
            )
    stages: dict[str, int] = {}
    times: dict[str, int] = {}
    before = 0
    for network in networks:
        for name, after in network.named_stages:
            if name != OUTPUT:
                times[name] = times.get(name, 0) + 1
                stages[name if times[name] == 1 else f"{name} {times[name]}"] = before + after
        before += len(network.items)
    items = [item for network in networks for item in network.items]
    return Network(networks[0].d, items, {**stages, OUTPUT: len(items)})
