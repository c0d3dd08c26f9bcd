"""The tensors of attention as people give them: checked, brought to one shape, and taken apart into heads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final

import numpy as np

from exactua.arithmetic.number_reading import rational
from exactua.errors import InputError
from exactua.softmax.attention.enclosing import Head, Scale
from exactua.softmax.attention.inputs import Inputs
from exactua.softmax.floats.dyadics import array_of, doubles

SCORES: Final = 2**16
"""Scores that are looked at at a time: so many rows of one head, at least one."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Tensors:
    """Q, K and V of equal batch and head axes, all finite; which keys are seen and a bias, in the scores' shape."""

    q: Array
    k: Array
    v: Array
    scale: Scale
    seen: Array | None
    bias: Array | None

    @property
    def lead(self) -> tuple[int, ...]:
        """The axes before tokens: batch and heads, or none."""
        return tuple(self.q.shape[:-2])

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Queries, keys, and the sizes of keys and of values."""
        return self.q.shape[-2], self.k.shape[-2], self.k.shape[-1], self.v.shape[-1]

    @property
    def scores(self) -> int:
        """How many scores there are."""
        queries, keys, _, _ = self.sizes
        return int(np.prod(self.lead, dtype=object)) * queries * keys

    @property
    def output_shape(self) -> tuple[int, ...]:
        """That of the output: batch and heads, queries, size of values."""
        return (*self.lead, self.q.shape[-2], self.v.shape[-1])

    @property
    def rows(self) -> int:
        """Queries that are looked at at a time, at most."""
        queries, keys, _, _ = self.sizes
        return min(queries, max(1, SCORES // keys))

    def memory(self, bits: int) -> int:
        """About how many bytes it takes to enclose some queries to so many bits, and to bound their errors, at most."""
        _, keys, size, values = self.sizes
        width = max(_width(array) for array in (self.q, self.k, self.v))
        of_bias = 0 if self.bias is None else _width(self.bias)
        numbers = (self.rows + keys) * size + keys * values
        return numbers * (240 + width // 5) + self.rows * keys * (500 + (5 * bits + 4 * width + 2 * of_bias) // 8)

    def parts(self) -> Iterator[tuple[tuple[int, ...], int, Head]]:
        """Some queries of a head at a time: batch and head, the number of the first query, and what they are given."""
        queries, rows = self.sizes[0], self.rows
        for at in np.ndindex(*self.lead):
            seen, bias = (None if table is None else table[at] for table in (self.seen, self.bias))
            whole = Head(self.q[at], self.k[at], self.v[at], self.scale, seen, bias)
            for first in range(0, queries, rows):
                yield at, first, whole.rows(slice(first, first + rows))


def tensors(
    q: Any,
    k: Any,
    v: Any,
    *,
    mask: Any = None,
    causal: bool = False,
    scale: object = None,
    bias: Any = None,
    inputs: Inputs | None = None,
) -> Tensors:
    """What is given, checked. `q`: batch x heads x queries x size, `k`, `v`: batch x heads x keys x size, unit 1.

    Batch and heads may be missing. `mask` has True where a query sees a key; `bias` is added to the scaled scores, and
    -inf there is a key that is not seen; both may have axes of length 1, or fewer. `causal`: query i sees keys up to i.
    `scale` is a rational, or "1/sqrt(64)"; 1/sqrt(size of a key) unless it is given. `inputs` is what is asked of the
    numbers of Q, K, V and the bias.

    Raises InputError for shapes that do not fit, and for NaN, infinities and numbers of other formats than `inputs`
    says, with their place.
    """
    arrays = {name: _finite(doubles(given, name), name) for name, given in (("q", q), ("k", k), ("v", v))}
    shapes = {name: "x".join(map(str, array.shape)) for name, array in arrays.items()}
    for name, array in arrays.items():
        if array.ndim < 2 or 0 in array.shape:
            raise InputError(
                f"{name}: its shape is {shapes[name] or '()'}; give batch x heads x tokens x size, at least 1 each"
            )
        if array.shape[:-2] != arrays["q"].shape[:-2]:
            raise InputError(
                f"{name}: its shape is {shapes[name]}, but q's is {shapes['q']}; batch and heads have to be the same "
                "(repeat keys and values that several heads share)"
            )
    if arrays["q"].shape[-1] != arrays["k"].shape[-1]:
        raise InputError(
            f"k: its shape is {shapes['k']}, but q's is {shapes['q']}; both need the same head size, the last axis"
        )
    if arrays["k"].shape[-2] != arrays["v"].shape[-2]:
        raise InputError(
            f"v: its shape is {shapes['v']}, but k's is {shapes['k']}; both need the same number of tokens"
        )
    scores = (*arrays["q"].shape[:-1], arrays["k"].shape[-2])
    seen, added = _seen(mask, causal, scores), None
    if inputs is not None:
        arrays = {name: inputs(array, name) for name, array in arrays.items()}
    if bias is not None:
        numbers = _bias(bias)
        added = _broadcast(numbers if inputs is None else inputs(numbers, "bias"), scores, "bias")
        unseen = np.isneginf(added)
        if unseen.any():
            seen = ~unseen if seen is None else seen & ~unseen
    return Tensors(arrays["q"], arrays["k"], arrays["v"], _scale(scale, arrays["q"].shape[-1]), seen, added)


def _width(array: Array) -> int:
    """Bits of the longest integer where all finite numbers are multiples of one power of two."""
    sizes = np.abs(array[np.isfinite(array) & (array != 0)])
    return 53 + int(np.frexp(sizes.max())[1]) - int(np.frexp(sizes.min())[1]) if sizes.size else 0


def output_of(given: Any, wanted: Tensors, argument: str = "output") -> Array:
    """A given output as doubles; NaN and infinities stay. Raises InputError for another shape than the tensors make."""
    array = doubles(given, argument)
    if array.shape != wanted.output_shape:
        shown = ["x".join(map(str, shape)) for shape in (array.shape, wanted.output_shape)]
        swapped = array.ndim == 4 and array.swapaxes(1, 2).shape == wanted.output_shape
        hint = "; its .swapaxes(1, 2) would have that shape" if swapped else ""
        raise InputError(
            f"{argument}: its shape is {shown[0] or '()'}; the output of these tensors is {shown[1]}{hint}"
        )
    return array


def _finite(array: Array, name: str) -> Array:
    wrong = np.argwhere(~np.isfinite(array))
    if len(wrong):
        at = wrong[0].tolist()
        more = f", the first of {len(wrong):,}" if len(wrong) > 1 else ""
        raise InputError(f"{name}: entry {at} is {array[tuple(at)]}{more}; give finite numbers")
    return array


def _seen(mask: Any, causal: bool, scores: tuple[int, ...]) -> Array | None:
    if not isinstance(causal, bool):
        raise InputError(f"causal: {causal!r} is not valid; give True or False")
    seen: Array | None = None
    if mask is not None:
        given = array_of(mask, "mask")
        if given.dtype != np.bool_:
            raise InputError(
                f"mask: its entries are {given.dtype}; give truth values, True where a query sees a key, or a bias"
            )
        seen = _broadcast(given, scores, "mask")
    if causal:
        queries, keys = scores[-2:]
        if queries != keys:
            raise InputError(f"causal: {queries} queries and {keys} keys can be lined up at either end; give a mask")
        triangle = np.tri(queries, dtype=np.bool_)
        seen = np.broadcast_to(triangle, scores) if seen is None else seen & triangle
    return seen


def _bias(given: Any) -> Array:
    array = doubles(given, "bias")
    wrong = np.argwhere(np.isnan(array) | np.isposinf(array))
    if len(wrong):
        at = wrong[0].tolist()
        raise InputError(f"bias: entry {at} is {array[tuple(at)]}; give finite numbers, or -inf where no key is seen")
    return array


def _broadcast(array: Array, shape: tuple[int, ...], name: str) -> Array:
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        shown = ["x".join(map(str, each)) for each in (array.shape, shape)]
        raise InputError(
            f"{name}: its shape is {shown[0]}, but the scores' is {shown[1]}; give one that fits"
        ) from None


def _scale(given: object, size: int) -> Scale:
    text = given.replace(" ", "") if isinstance(given, str) else given
    if text is None:
        return _over_root(size)
    if isinstance(text, str) and text.startswith("1/sqrt(") and text.endswith(")"):
        under = rational(text[len("1/sqrt(") : -1], "scale")
        if under.denominator != 1 or under < 1:
            raise InputError(f"scale: {given} is not valid; give a rational number, or 1/sqrt of an integer >= 1")
        return _over_root(int(under))
    return Scale(rational(text, "scale"))


def _over_root(number: int) -> Scale:
    root = isqrt(number)
    return Scale(rational(f"1/{root}", "scale")) if root * root == number else Scale(rational(1, "scale"), number)
