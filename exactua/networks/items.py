"""Items of a network, layers, families and named groups, the walk through them, and what they tell of the network.

They tell it as they are written: counts, columns, whether there are reals, permutation equivariance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.number_reading import lists, told_of_arrays
from exactua.arithmetic.rationals import Rational, rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks.heads import TieRule
from exactua.networks.layer import Layer
from exactua.plurals import counted
from exactua.reprs import ShortRepr

if TYPE_CHECKING:
    from exactua.networks.network import Network


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Family(ShortRepr):
    """The items for `variable` = start, then start + step, ..., `count` times: "for each l in [a : s : b]".

    Entries of the layers inside may be affine in the variable, unit 1. Nothing is unrolled: a count of 10**30 is as
    cheap as 1. Raises InputError for an inexact start or step, a negative count, or a variable that is
    "constant", has spaces or is used by a family inside.

    >>> shift = FeedForwardLayer([[0]], [variable("l")], [[1]], [0], RELU)
    >>> Network(1, [Family("l", 1, 1, 3, [shift])])([[0]])
    ((mpq(6,1),),)
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    variable: str
    start: Rational
    step: Rational
    count: int
    items: tuple[Item, ...]

    def __init__(self, variable: str, start: Any, step: Any, count: int, items: Iterable[Item]) -> None:
        name = _checked_name(variable, "family")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InputError(f"the count {brief(count)} of the family over {name} must be an integer >= 0")
        checked = checked_items(items)
        if variable in _bound(checked):
            raise InputError(f"two families, one inside the other, both have the variable {name}")
        object.__setattr__(self, "variable", variable)
        object.__setattr__(self, "start", rational(start, "start"))
        object.__setattr__(self, "step", rational(step, "step"))
        object.__setattr__(self, "count", count)
        object.__setattr__(self, "items", checked)

    def values(self) -> Iterator[Rational]:
        """The values of the variable, in order, one by one."""
        return (self.start + index * self.step for index in range(self.count))

    @property
    def bound(self) -> frozenset[str]:
        """The names of the variables that it gives values to: one."""
        return frozenset((self.variable,))

    def turns(self) -> Iterator[dict[str, Rational]]:
        """The values of its variable by name, turn by turn."""
        return ({self.variable: value} for value in self.values())


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Table(ShortRepr):
    """The items once for each row of a table: in row (x_1, ..., x_k) the variables have the values x_1, ..., x_k.

    Entries of the layers inside may be affine in the variables. It is how the value map of a network is written that
    has one layer for each of many keys: the layer once, and its numbers as `rows`, of shape (count, k), unit 1.
    Raises InputError for inexact numbers, rows of another length, no row, or names that a `Family` may not have or that
    stand twice.

    >>> shift = FeedForwardLayer([[0]], [variable("x")], [[1]], [0], RELU)
    >>> Network(1, [Table(["x"], [[5], [7]], [shift])])([[0]])
    ((mpq(12,1),),)
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    variables: tuple[str, ...]
    rows: tuple[tuple[Rational, ...], ...]
    items: tuple[Item, ...]

    def __init__(self, variables: Iterable[str], rows: Iterable[Sequence[Any]], items: Iterable[Item]) -> None:
        names = tuple(variables)
        for name in names:
            _checked_name(name, "table")
            if names.count(name) > 1:
                raise InputError(f"the variable {quoted(name)} occurs twice in a table")
        with told_of_arrays(rows):
            exact = tuple(
                tuple(rational(value, f"row {number} of the table") for value in lists(row, "table"))
                for number, row in enumerate(lists(rows, "table"), 1)
            )
        if not names or not exact:
            raise InputError("a table needs at least one variable and one row")
        for number, row in enumerate(exact, 1):
            if len(row) != len(names):
                raise InputError(
                    f"row {number} of the table has {counted(len(row), 'number')} for {counted(len(names), 'variable')}"
                )
        checked = checked_items(items)
        if twice := _bound(checked) & set(names):
            raise InputError(f"two families, one inside the other, both have the variable {quoted(min(twice))}")
        object.__setattr__(self, "variables", names)
        object.__setattr__(self, "rows", exact)
        object.__setattr__(self, "items", checked)

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def bound(self) -> frozenset[str]:
        """The names of the variables that it gives values to."""
        return frozenset(self.variables)

    def turns(self) -> Iterator[dict[str, Rational]]:
        """The values of its variables by name, row by row."""
        return (dict(zip(self.variables, row, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Group(ShortRepr):
    """Items in order under a name, for people and traces; the name changes nothing.

    >>> Network(1, [Group("positions", [PositionalEncoding([[0, 1]])])])([[5, 5]])
    ((mpq(5,1), mpq(6,1)),)
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    name: str
    items: tuple[Item, ...]

    def __init__(self, name: str, items: Iterable[Item]) -> None:
        if not isinstance(name, str):
            raise InputError(f"the name {brief(name)} of a group must be a string")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "items", checked_items(items))


Item: TypeAlias = Layer | Family | Table | Group
"""What a network consists of, in order.

>>> Network(1, [PositionalEncoding([[0, 1]])]).items
(PositionalEncoding: positional encoding, E = [0 1],)
"""


def checked_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items as a tuple. Raises InputError for anything that is not an item."""
    if not isinstance(items, Iterable):
        raise InputError(f"items: {brief(items)} is not a list; write [layer, ...]")
    given = tuple(items)
    for item in given:
        if not isinstance(item, (Layer, Family, Table, Group)):
            raise InputError(f"{brief(item)} is not an item of a network: give a layer, a Family, a Table or a Group")
    return given


def _checked_name(variable: object, owner: str) -> str:
    """The variable in quotes. Raises InputError where it is no name."""
    name = quoted(variable) if isinstance(variable, str) else brief(variable)
    if not isinstance(variable, str) or not variable.isprintable() or variable in ("", "constant") or " " in variable:
        raise InputError(f'the variable {name} of a {owner} must be a name such as "l", other than "constant"')
    return name


def _bound(items: Sequence[Item]) -> frozenset[str]:
    inner = [_bound(item.items) for item in items if isinstance(item, (Family, Table, Group))]
    own = [item.bound for item in items if isinstance(item, (Family, Table))]
    return frozenset[str]().union(*own, *inner)


@dataclass(frozen=True, slots=True)
class PlacedLayer:
    """A concrete layer and its place in the network: what a trace prints in front of a state.

    >>> PlacedLayer(1, (), {}, PositionalEncoding([[0, 1]])).item
    1
    """

    item: int
    """Number of the top-level item that it belongs to, from 1."""
    groups: tuple[str, ...]
    """Names of the groups around it, outermost first."""
    variables: Mapping[str, Rational]
    """Values of the variables of the families and tables around it, outermost first."""
    layer: Layer


def walk(items: Sequence[Item]) -> Iterator[PlacedLayer]:
    """The concrete layers of these top-level items in order, each with its place."""
    for number, item in enumerate(items, 1):
        kept = _with_layers(item)
        if kept is not None:
            yield from _unrolled(kept, number, (), {})


def _with_layers(item: Item) -> Item | None:
    """The item without what has no layer inside, None if it has none: 10**30 repetitions of no layer are no layer."""
    if not isinstance(item, (Family, Table, Group)):
        return item
    inner = tuple(kept for kept in map(_with_layers, item.items) if kept is not None)
    if not inner or (isinstance(item, Family) and not item.count):
        return None
    if inner == item.items:
        return item
    if isinstance(item, Group):
        return Group(item.name, inner)
    if isinstance(item, Table):
        return Table(item.variables, item.rows, inner)
    return Family(item.variable, item.start, item.step, item.count, inner)


def _unrolled(
    item: Item, number: int, groups: tuple[str, ...], variables: Mapping[str, Rational]
) -> Iterator[PlacedLayer]:
    if isinstance(item, Group):
        for inner in item.items:
            yield from _unrolled(inner, number, (*groups, item.name), variables)
    elif isinstance(item, (Family, Table)):
        for values in item.turns():
            for inner in item.items:
                yield from _unrolled(inner, number, groups, {**variables, **values})
    else:
        yield PlacedLayer(number, groups, variables, item.at(variables) if item.variables else item)


def templates(items: Sequence[Item], times: int = 1) -> Iterator[tuple[Layer, int]]:
    """Each layer as it is written, with how often it occurs once families and tables are unrolled (never 0 times)."""
    for item in items:
        if isinstance(item, Group):
            yield from templates(item.items, times)
        elif not isinstance(item, (Family, Table)):
            yield item, times
        elif item.count:
            yield from templates(item.items, times * item.count)


def quantity(items: Sequence[Item], name: str) -> int:
    """The count of this name, one of `QUANTITIES`. Raises InputError for another name."""
    if name not in QUANTITIES:
        raise InputError(f"{brief(name)} is not a quantity of a network; write one of: {', '.join(QUANTITIES)}")
    return QUANTITIES[name](items)


def _sum(name: str, items: Sequence[Item]) -> int:
    return sum(times * layer.quantities.get(name, 0) for layer, times in templates(items))


def _greatest(name: str, items: Sequence[Item]) -> int:
    return max((layer.quantities.get(name, 0) for layer, _ in templates(items)), default=0)


def _parameters(items: Sequence[Item]) -> int:
    return sum(times * layer.parameters for layer, times in templates(items))


def _largest_layer_parameters(items: Sequence[Item]) -> int:
    return max((layer.parameters for layer, _ in templates(items)), default=0)


QUANTITIES: Final[Mapping[str, Callable[[Sequence[Item]], int]]] = MappingProxyType(
    {
        "attention layers": partial(_sum, "attention layers"),
        "feed-forward layers": partial(_sum, "feed-forward layers"),
        "heads": partial(_greatest, "heads"),
        "head size": partial(_greatest, "head size"),
        "hidden size": partial(_greatest, "hidden size"),
        "activations outside Phi": partial(_sum, "activations outside Phi"),
        "other layers": partial(_sum, "other layers"),
        "parameters": _parameters,
        "largest layer parameters": _largest_layer_parameters,
    }
)
"""Every quantity by name: numbers of layers; largest number of heads, head size (of keys or of values) and hidden size
(0 without a layer of that kind); the number of feed-forward layers whose activation is not in Phi; the number of all
entries of weight matrices and biases, zeros included, families unrolled, in all layers or in the layer that has most.

>>> QUANTITIES["parameters"](Network(1, [PositionalEncoding([[0, 1]])]).items)
2
"""


def fixed_columns(items: Sequence[Item]) -> tuple[int, str] | None:
    """The number n of columns that these items fix, and the layer that does; None where they take any.

    Raises InputError where two layers fix different numbers: then no matrix fits.
    """
    fixed: tuple[int, str] | None = None
    for layer, _ in templates(items):
        if layer.columns is None:
            continue
        n, name = layer.columns
        if fixed is not None and fixed[0] != n:
            raise InputError(
                f"the network has a {fixed[1]} for {counted(fixed[0], 'column')} and a {name} for {n}: "
                "no point fits both"
            )
        fixed = fixed or (n, name)
    return fixed


def makes_reals(network: Network) -> str | None:
    """Which layers make reals of rationals whatever their weights are, such as "softmax"; None: no layer does."""
    kinds = dict.fromkeys(layer.makes_reals for layer, _ in templates(network.items) if layer.makes_reals)
    return " and ".join(kinds) or None


def without_forms(network: Network) -> str | None:
    """Why a layer of the network has no affine forms, whatever its weights are; None where no layer says so."""
    return next((layer.without_forms for layer, _ in templates(network.items) if layer.without_forms), None)


def speaks_of_reals(network: Network) -> bool:
    """Whether the network has a layer that makes reals, or a weight that is a real."""
    if makes_reals(network):
        return True
    layers = (layer for layer, _ in templates(network.items) if not layer.makes_rationals)
    return any(isinstance(entry, Real) for layer in layers for entries in layer.numbers().values() for entry in entries)


def rounds(network: Network) -> bool:
    """Whether a layer of the network rounds: its values are rationals, which balls decide, or may fail to."""
    return any(layer.makes_rationals for layer, _ in templates(network.items))


def is_batched(network: Network) -> bool:
    """Whether batches of rationals go through the network: not where it speaks of reals, or rounds."""
    return not speaks_of_reals(network) and not rounds(network)


def not_equivariant(network: Network) -> str | None:
    """What layer a network has that is not permutation equivariant, in words; None: all are, and so is the network."""
    layers = [layer for layer, _ in templates(network.items)]
    rules = {layer.tie_rule for layer in layers if layer.tie_rule is not None} - {TieRule.AVERAGE}
    if rules:
        return f"breaks ties {' and '.join(sorted(rules))}"
    if any(layer.mask is not None for layer in layers):
        return "masks what its tokens attend to"
    if any(layer.by_places for layer in layers):
        return "has a layer that treats columns by their places"
    return None
