"""A layer whose output is rounded: it is computed exactly, and each entry is then rounded once to a format of floats.

Whatever the layer makes, reals too, the values are rationals: numbers of the format. So a network of such layers is
what a machine would compute that rounds the output of each layer, and nothing on the way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic import balls
from exactua.arithmetic.float_formats import BY_NAME, FloatFormat, Rounded
from exactua.arithmetic.json_values import built, kind, object_at, string_at
from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.arithmetic.reals import Value
from exactua.errors import InputError
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader
from exactua.networks.heads import TieRule
from exactua.networks.layer import KINDS, Layer, NoValue


@dataclass(frozen=True, slots=True, init=False, repr=False)
class RoundedLayer(Layer):
    """Z -> each entry of layer(Z), rounded to the nearest number of a format, ties to even.

    `format` is a name: float64, float32, tf32, bfloat16, float16, float8_e4m3fn, float8_e5m2 or float4_e2m1fn. Where an
    entry rounds to infinity or NaN, the layer has no value: an error. float4_e2m1fn has neither, so its greatest number
    stands for all that is larger. It counts as the layer that it rounds, with the same parameters; the matrices that
    this one acts on are not rounded.

    Raises InputError for what is no layer, for a layer that is rounded already, and for an unknown format.
    Source: IEEE 754-2019, Sec. 4.3.1; the small formats are those of the OCP specifications.

    >>> RoundedLayer(PositionalEncoding([["1/3"]]), "bfloat16")([[0]])
    ((mpq(171,512),),)
    """

    kind = name = "rounded layer"
    without_forms = "a rounded layer is not affine on any interval, so there are no affine forms of it"
    makes_rationals = True
    layer: Layer
    format: FloatFormat

    def __init__(self, layer: Layer, format: str) -> None:
        if not isinstance(layer, Layer):
            raise InputError(
                f"layer: {brief(layer)} is not a layer; write RoundedLayer(AttentionLayer(...), {format!r})"
            )
        if layer.makes_rationals:
            raise InputError("layer: it is rounded already; a layer is rounded once")
        if not isinstance(format, str) or format not in BY_NAME:
            given = quoted(format) if isinstance(format, str) else brief(format)
            raise InputError(f"format: {given} is not a known format; choose one of {', '.join(BY_NAME)}")
        object.__setattr__(self, "layer", layer)
        object.__setattr__(self, "format", BY_NAME[format])

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return self.layer.d

    @property
    def parameters(self) -> int:
        """Those of the layer that is rounded."""
        return self.layer.parameters

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return self.layer.variables

    @property
    def by_places(self) -> bool:
        """Whether the layer that is rounded may treat equal columns differently, by its mask or its ties, too."""
        inner = self.layer
        return inner.by_places or inner.mask is not None or inner.tie_rule not in (None, TieRule.AVERAGE)

    @property
    def columns(self) -> tuple[int, str] | None:
        """The number n of columns that the layer that is rounded acts on, and what fixes it."""
        return self.layer.columns

    @property
    def quantities(self) -> dict[str, int]:
        """It counts as the layer that is rounded."""
        return self.layer.quantities

    def at(self, variables: Mapping[str, Rational]) -> RoundedLayer:
        """The concrete layer that the template is where the variables have these values."""
        return RoundedLayer(self.layer.at(variables), self.format.name)

    @property
    def inside(self) -> Layer:
        """The layer that is rounded."""
        return self.layer

    def around(self, layer: Layer) -> RoundedLayer:
        """Another layer, rounded to the same format."""
        return RoundedLayer(layer, self.format.name)

    def with_tie_rule(self, rule: TieRule) -> RoundedLayer:
        """The layer with a hardmax that breaks ties by `rule`."""
        return RoundedLayer(self.layer.with_tie_rule(rule), self.format.name)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: a product by a power of two for each entry, too."""
        exact = self.layer.cost(n)
        return Cost(exact.multiplications + n * self.d, exact.numbers + n * self.d)

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit. Raises NoValue for an entry that rounds to none of its numbers.

        Raises PrecisionReached where that is not told from a tie.
        """
        return self._entries(self.layer.apply(Z), self.format.rounded)

    def apply_otherwise(self, Z: Matrix) -> Matrix:
        """The same by the other formula of the layer, each entry as the number to which a ball around it rounds."""
        return self._entries(self.layer.apply_otherwise(Z), self.format.nearest)

    def attention(self, Z: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
        """Of each head its scores and its weights, which are not rounded."""
        return self.layer.attention(Z)

    def _entries(self, Z: Matrix, nearest: Callable[[Value], Rounded]) -> Matrix:
        return tuple(
            tuple(self._number(x, nearest(x), i, j) for j, x in enumerate(row, 1)) for i, row in enumerate(Z, 1)
        )

    def _number(self, x: Value, rounded: Rounded, i: int, j: int) -> Rational:
        if not isinstance(rounded, str):
            return rounded
        most = written(self.format.largest)
        raise NoValue(
            f"{self.name}: entry ({i}, {j}) is {_shown(x)}, which overflows: the greatest number of {self.format.name} "
            f"is {_shown(self.format.largest) if len(most) > LONGEST else most}"
        )

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """The entries of the layer that is rounded."""
        return self.layer.numbers()

    def words(self) -> Iterator[str]:
        """The layer for people: the lines of the one that is rounded, the first with the format."""
        first, *others = self.layer.words()
        yield f"{first}, rounded to {self.format.name}"
        yield from others

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return {"format": self.format.name, "layer": {self.layer.kind: self.layer.data()}}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> RoundedLayer:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("format", "layer"))
        form, inner, at = string_at(fields["format"], f"{where}.format"), fields["layer"], f"{where}.layer"
        if not isinstance(inner, dict) or len(inner) != 1:
            raise InputError(f'{at}: it is {kind(inner)}; write one layer, such as {{"attention": {{...}}}}')
        ((key, body),) = inner.items()
        known = [name for name in KINDS if name != cls.kind]
        if key not in known:
            raise InputError(f"{at}: {quoted(key)} is not a layer that can be rounded; write one of {', '.join(known)}")
        layer = KINDS[key].read(reader, body, f"{at}.{key}")
        return built(where, lambda: cls(layer, form))


LONGEST = 12
"""Characters of a number that is written out in an error."""


def _shown(x: Value) -> str:
    return balls.shown(x, 6)
