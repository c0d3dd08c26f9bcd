"""A network as named tensors, layer by layer: of exact numbers, and in a floating point format.

The names are the scheme that every file and module here has. Each entry is rounded once; what that changes is told
exactly.

From tensors and metadata `assembled` goes back to a network; it is checked, as files come from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.float_formats import FORMATS, FloatFormat
from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.json_values import built
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import Real, Value
from exactua.errors import InputError
from exactua.networks import Layer, Network
from exactua.networks.retouching import has_hardmax, softened
from exactua.softmax.exchange.attention import hardened
from exactua.softmax.exchange.exchanged import LayerNote, Tensor
from exactua.softmax.exchange.kinds import EXCHANGED, exchanged
from exactua.softmax.exchange.metadata import DTYPES, Metadata, Rounding

MOST_LAYERS: Final = 10_000
"""Layers of a network that is exported, families and tables unrolled."""
MOST_ENTRIES: Final = 4_000_000
"""Numbers in all tensors of a network that is exported."""


@dataclass(frozen=True)
class Layout:
    """The tensors of a network by name, what its layers are, and after how many of them each stage is."""

    d: int
    notes: tuple[LayerNote, ...]
    tensors: dict[str, Tensor]
    stages: dict[str, int]


def layout(network: Network) -> Layout:
    """The network in the naming scheme.

    Raises InputError for more than 10,000 layers or 4,000,000 numbers, and for
    a kind of layer that is not exchanged.
    """
    count = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    if count > MOST_LAYERS:
        shown = f"{count:,}" if count < 10**15 else f"about 10^{len(written(count)) - 1}"
        raise InputError(f"network: it has {shown} layers; at most {MOST_LAYERS:,} are unrolled into an export")
    notes: list[LayerNote] = []
    tensors: dict[str, Tensor] = {}
    behind = [0] * (len(network.items) + 1)
    entries = 0
    for place in network.walk():
        kind = exchanged(place.layer)
        note, own = kind.written(place.layer)
        for name, tensor in own.items():
            tensors[f"layers.{len(notes)}.{kind.folder}.{name}"] = tensor
            entries += len(tensor.entries)
        if entries > MOST_ENTRIES:
            raise InputError(f"network: its layers have more than {MOST_ENTRIES:,} weights; no more are exported")
        notes.append(note)
        behind[place.item] += 1
    stages = {name: sum(behind[: after + 1]) for name, after in network.named_stages}
    return Layout(network.d, tuple(notes), tensors, stages)


_FORMATS: Final = {form.name: form for form in FORMATS if form.name in DTYPES}


@dataclass(frozen=True)
class Arrays:
    """A network as numpy arrays by name, and the metadata: what every kind of export is made from."""

    metadata: Metadata
    tensors: dict[str, Any]


def arrays_of(network: Network, dtype: str = "float64", factor: Rational | None = None) -> Arrays:
    """The network in this format; with a `factor` lambda > 0, as the network with softmax[lambda A] for hardmax[A].

    Weights are rounded to nearest, ties to even. Raises InputError for another dtype or factor, for a factor where
    there is no hardmax, for more than 10,000 layers, and for a weight that the format cannot hold.

    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> arrays = arrays_of(g_c, "float32")
    >>> arrays.metadata.dtype, len(arrays.metadata.layers)
    ('float32', 3)
    """
    if dtype not in DTYPES:
        raise InputError(f"dtype: {dtype!r} is not valid; give one of {', '.join(DTYPES)}")
    if factor is not None and factor <= 0:
        raise InputError(f"lambda: {written(factor)} is not valid; give a number above 0")
    laid = layout(network)
    if factor is not None and not has_hardmax(network):
        what = "has softmax already" if network.quantity("attention layers") else "has no attention"
        raise InputError(f"lambda: the network {what}, but lambda is for hardmax attention; leave out --lambda")
    rounder = _Rounder(_FORMATS[dtype])
    tensors = {name: rounder.array(name, tensor) for name, tensor in laid.tensors.items()}
    if factor is not None:
        rounder.array("factor", Tensor((), (factor,)))
    entries = sum(len(tensor.entries) for tensor in laid.tensors.values() if not tensor.boolean)
    metadata = Metadata(laid.d, dtype, laid.notes, laid.stages, factor, rounder.report, entries)
    return Arrays(metadata, tensors)


class _Rounder:
    """Rounds to one format, each different number once."""

    def __init__(self, form: FloatFormat) -> None:
        self.form = form
        self.dtype = np.dtype(form.name)
        self.known: dict[Value, tuple[Any, Rational]] = {}
        self.report: dict[str, Rounding] = {}

    def array(self, name: str, tensor: Tensor) -> Any:
        """The tensor as an array of the format; booleans stay what they are."""
        if tensor.boolean:
            return np.array(tensor.entries, dtype=np.bool_).reshape(tensor.shape)
        floats = np.zeros(len(tensor.entries), dtype=self.dtype)
        changed, greatest = 0, mpq(0)
        for k, entry in enumerate(tensor.entries):
            floats[k], error = self.known[entry] if entry in self.known else self._rounded(entry, name)
            if error:
                changed, greatest = changed + 1, max(greatest, error)
        if changed:
            self.report[name] = Rounding(changed, greatest)
        return floats.reshape(tensor.shape)

    def _rounded(self, entry: Value, name: str) -> tuple[Any, Rational]:
        """The float, and the distance from the number: of a real at least that, of 64 bits."""
        nearest = self.form.rounded(entry)
        if isinstance(nearest, str):
            raise InputError(f"dtype: {_shown(entry)} in {name} is too large for {self.form.name}; {self._advice()}")
        distance: Any = abs(entry - nearest)
        error = -floor_of(-distance).value if isinstance(distance, Real) else distance
        # the quotient of integers is rounded once, and here it is a number of the format already
        number = self.dtype.type(int(nearest.numerator) / int(nearest.denominator))
        self.known[entry] = number, error
        return number, error

    def _advice(self) -> str:
        return "give --dtype float64" if self.form.name != DTYPES[-1] else "no export format holds it"


def _shown(number: Value) -> str:
    text = str(number)
    if len(text) <= 40:
        return text
    exponent = floor_of(abs(number)).exponent + 63
    return f"a number of about 2^{exponent}"


Attention = Literal["hardmax", "softmax"]


def names_of(number: int, note: LayerNote) -> list[str]:
    """The names of the tensors that layer `number`, from 0, must have."""
    kind = EXCHANGED[note.kind]
    return [f"layers.{number}.{kind.folder}.{name}" for name in kind.names(note)]


def require_names(metadata: Metadata, names: set[str], where: str) -> None:
    """Raises InputError where the tensors are not those that the metadata speaks of."""
    needed = {name for number, note in enumerate(metadata.layers) for name in names_of(number, note)}
    if missing := sorted(needed - names):
        raise InputError(f"{where}: the tensor {missing[0]} is missing; the metadata has its layer")
    if unknown := sorted(names - needed):
        raise InputError(f"{where}: the tensor {plain(unknown[0])} belongs to no layer of the metadata")


def network_of(
    metadata: Metadata,
    tensors: Mapping[str, Tensor],
    where: str,
    attention: Attention | None = None,
    factor: Rational | None = None,
) -> Network:
    """The network that was exported, one layer after the other; families and tables stay unrolled.

    With a factor in the metadata it is the one with softmax[factor A]. `attention` says otherwise: "hardmax" for the
    hardmax network that it was, "softmax" for the softmax network with this `factor` (if none is given, that of the
    metadata, else 1). Raises InputError where tensors are missing or don't fit.
    """
    require_names(metadata, set(tensors), where)
    layers: list[Layer] = []
    for number, note in enumerate(metadata.layers):
        own = {name.rpartition(".")[2]: tensors[name] for name in names_of(number, note)}
        at = f"{where}: layers.{number}"
        layers.append(built(at, lambda note=note, own=own, at=at: EXCHANGED[note.kind].read(note, own, at)))  # type: ignore[misc]
    if attention == "hardmax":
        layers = [hardened(layer) for layer in layers]
    network = Network(metadata.d, layers, metadata.stages)
    soft = attention == "softmax" or (attention is None and metadata.factor is not None)
    if not soft:
        return network
    return softened(
        network, next(candidate for candidate in (factor, metadata.factor, Rational(1)) if candidate is not None)
    )
