"""A network compiled to array programs in one floating point format, and run at many points at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.items import PlacedLayer, templates
from exactua.networks.retouching import positive, softened
from exactua.plurals import counted
from exactua.softmax.floats.backends import Backend
from exactua.softmax.floats.formats import FloatArray, Points, Rounding, format_of, rounded_points
from exactua.softmax.floats.layer_programs import Program, Rows, compiled, factor

MOST_KEPT: Final = 20_000
"""Layers whose programs are kept; of longer networks each is made anew for every chunk."""
MOST_LAYERS: Final = 1_000_000
"""Layers that are run at all."""
MEMORY: Final = {"cpu": 3 << 20, "cuda": 4 << 30}
"""Bytes that the arrays of a chunk of points may take, by device: on a CPU about its cache."""


@dataclass(frozen=True, eq=False)
class FloatRun:
    """What a network gives in floating point: `output`, float64 of shape (points, d, n), exactly the format's numbers.

    NaN and infinities stay in it. `told` has a sentence for each thing that the format could not hold: weights,
    entries of points, outputs.
    """

    output: FloatArray
    dtype: str
    backend: str
    roundings: tuple[Rounding, ...]

    @cached_property
    def finite(self) -> NDArray[np.bool_]:
        """For each point, whether all entries of its output are finite: shape (points,)."""
        return finite_points(self.output)

    @property
    def not_finite(self) -> int:
        """The number of points at which an entry of the output is NaN or infinite."""
        return int((~self.finite).sum())

    @property
    def told(self) -> list[str]:
        """Sentences for people, none where the format held everything."""
        sentences = [sentence for rounding in self.roundings for sentence in rounding.told()]
        if self.not_finite:
            first = int(np.argmin(self.finite)) + 1
            sentences.append(
                f"the output is NaN or infinite in {self.dtype} at {self.not_finite:,} of "
                f"{counted(len(self.output), 'point')}, the first of them number {first:,}"
            )
        return sentences


class FloatNetwork:
    """`network` in floating point; with `factor` = lambda > 0 its hardmax layers become softmax with W_K times lambda.

    Without a factor hardmax is computed as such, scores compared as they are in the format. Weights are rounded to
    nearest once, after the exact multiplication by lambda. `memory` bounds the bytes of the arrays of a chunk.
    Raises InputError for a format that the backend has not, a factor <= 0 or inexact, more than 1,000,000 layers, a
    layer without a program, and a memory below 1. Source: Yun et al. 2020, eq. (1), (2), App. C (Lemma 6).
    """

    def __init__(
        self,
        network: Network,
        backend: Backend,
        dtype: str = "float64",
        factor: Rational | None = None,
        memory: int | None = None,
    ) -> None:
        backend.dtype(dtype)
        self.network, self.backend, self.dtype, self.xp = network, backend, dtype, backend.namespace(dtype)
        self.factor = None if factor is None else positive(factor, "lambda")
        if memory is not None and (isinstance(memory, bool) or not isinstance(memory, int) or memory < 1):
            raise InputError(f"memory: {brief(memory)} is not valid; give a number of bytes >= 1")
        self.memory = MEMORY[backend.device] if memory is None else memory
        self.layers = sum(times for _, times in templates(network.items))
        """The number of layers, families unrolled."""
        if self.layers > MOST_LAYERS:
            raise InputError(f"network: it has more than {MOST_LAYERS:,} layers, too many to be run in floating point")
        self.rounding = Rounding("weights", format_of(dtype))
        """What became of the weights; complete after the first run."""
        self._kept: list[tuple[PlacedLayer, Program]] | None = None
        if self.layers <= MOST_KEPT:
            self._kept = list(self._made())

    def _made(self) -> Iterator[tuple[PlacedLayer, Program]]:
        computed = self.network if self.factor is None else softened(self.network, self.factor)
        for number, (place, layer) in enumerate(zip(self.network.walk(), computed.layers(), strict=True), 1):
            yield place, compiled(layer, self.rounding, f"layer {number}")

    def steps(self, layers: int | None = None) -> Iterator[tuple[PlacedLayer, Program]]:
        """The layers in order, each with its place and its program; the first so many of them."""
        if self._kept is not None:
            return islice(self._kept, layers)
        self.rounding = Rounding("weights", format_of(self.dtype))
        return islice(self._made(), layers)

    def run(self, points: Points, stage: str | int | None = None) -> FloatRun:
        """The outputs at the points, or their states at a named stage or after a number of top-level items.

        `points` are d x n matrices of rationals, or float64 numbers of shape (points, d, n); both are rounded to the
        format once. Raises InputError for another shape, and for a stage that the network has not.
        """
        given = rounded_points(points, self.network.d, self.dtype)
        values, layers = given.values, self._layers_before(stage)
        output = np.empty(values.shape)
        with self.backend.computing():
            for start, stop in self._chunks(values):
                rows = self._rows(values[start:stop])
                for _, program in self.steps(layers):
                    rows = self._through(program, rows)
                self._write(rows, output[start:stop])
        return FloatRun(output, self.dtype, str(self.backend), (self.rounding, given.rounding))

    def states(self, points: Points) -> Iterator[tuple[PlacedLayer, FloatArray]]:
        """After every layer its place and the states of all points, shape (points, d, n), points as `run` takes them.

        Raises InputError as `run` does.
        """
        for place, state in self.following(points):
            if place is not None:
                yield place, state

    def following(self, points: Points) -> Iterator[tuple[PlacedLayer | None, FloatArray]]:
        """The same, and first of all, with None in place of a layer, the points as the format holds them."""
        values = rounded_points(points, self.network.d, self.dtype).values
        chunks = self._chunks(values)
        with self.backend.computing():
            batches = [self._rows(values[start:stop]) for start, stop in chunks]
        yield None, self._gathered(batches, chunks, values)
        for place, program in self.steps():
            with self.backend.computing():
                batches = [self._through(program, rows) for rows in batches]
            yield place, self._gathered(batches, chunks, values)

    def _through(self, program: Program, rows: Rows) -> Rows:
        """The batch after a layer, in the format."""
        return [factor(self.xp, row) for row in program(self.xp, rows)]

    def _gathered(self, batches: list[Rows], chunks: list[tuple[int, int]], values: FloatArray) -> FloatArray:
        state = np.empty(values.shape)
        with self.backend.computing():
            for rows, (start, stop) in zip(batches, chunks, strict=True):
                self._write(rows, state[start:stop])
        return state

    def _layers_before(self, stage: str | int | None) -> int | None:
        """The number of layers before a stage; None: all of them."""
        if stage is None:
            return None
        stages = self.network.stages
        after = stages.get(stage) if isinstance(stage, str) else stage
        if after is None or isinstance(after, bool) or not 0 <= after <= len(self.network.items):
            names = ", ".join(stages) or "none"
            raise InputError(f"stage: the network has no stage {brief(stage)}; its stages are: {names}")
        return sum(times for _, times in templates(self.network.items[:after]))

    def _chunks(self, values: FloatArray) -> list[tuple[int, int]]:
        """The points from where to where are computed together."""
        points, d, n = values.shape
        width = _WIDTHS.get(self.dtype, 4)
        size = max(1, self.memory // (width * n * (3 * d + self._widest() + 5 * n + 6)))
        return [(start, min(start + size, points)) for start in range(0, points, size)]

    def _widest(self) -> int:
        """The most rows that a layer computes beside the state: keys, queries, values, attended ones, hidden nodes."""
        widths = [1]
        for layer, _ in templates(self.network.items):
            widths.append(layer.quantities.get("hidden size", 0) + sum(4 * head.size for head in layer.heads))
        return max(widths)

    def _rows(self, values: FloatArray) -> Rows:
        """A chunk of shape (points, d, n) as d rows, points last; laid out anew on the device."""
        chunk = self.backend.array(values, self.dtype)
        _, d, n = values.shape
        return [self.backend.xp.stack([chunk[:, i, j] for j in range(n)], axis=0) for i in range(d)]

    def _write(self, rows: Rows, into: FloatArray) -> None:
        """The numbers of rows into an array of shape (points, d, n)."""
        _, _, n = into.shape
        flat = self.backend.xp.stack([row[j, :] for row in rows for j in range(n)], axis=-1)
        into[...] = self.backend.numbers(flat).reshape(into.shape)


_WIDTHS: Final = {"float16": 2, "bfloat16": 2, "float64": 8}
"""Bytes of a number in an array; of all others 4."""


def finite_points(values: FloatArray) -> NDArray[np.bool_]:
    """For each point, whether all entries are finite: shape (points,)."""
    finite: NDArray[np.bool_] = np.logical_and.reduce(np.isfinite(values), axis=(1, 2))
    return finite
