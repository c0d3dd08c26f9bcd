"""A network as it acts on column ids: stacks of attention layers by their gains and thresholds, in units of the ids.

In layer l of a stack every id x grows by the sum over its heads of gain times

    the greatest id if x > l + threshold,    the least if x < l + threshold,    the mean of all if x = l + threshold.

That is hardmax with the scores (x - l - threshold) x_k, times a positive number (Yun et al. 2020, App. E.3). A profile
is read from a network's layers, or is given for all D at once by polynomials in D.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError
from exactua.evaluators.column_ids import IdLayers, id_network
from exactua.networks import Network, TieRule

Coefficients = tuple[Rational | int, ...]
"""A polynomial in D: the coefficients of D^0, D^1, ...; the last is not 0."""


class NoProfile(ExactuaError):
    """The network is not one of stacks of such layers; the text says what stands in the way."""


@dataclass(frozen=True)
class ProfileHead:
    """A head: numbers, or polynomials in D."""

    gain: Any
    threshold: Any


@dataclass(frozen=True)
class LayerStack:
    """The layers l = start, start + pace, ... (`count` of them; pace is 1 or -1) with these heads."""

    start: Any
    count: Any
    heads: tuple[ProfileHead, ...]
    pace: int = 1


@dataclass(frozen=True)
class Profile:
    """Stacks in order; stages: after how many top-level items a stage is, after how many stacks an item ends."""

    stacks: tuple[LayerStack, ...]
    stages: Mapping[str, int]
    ends: tuple[int, ...]
    """After how many stacks the first 0, 1, 2, ... top-level items are passed."""
    most_heads: int = 0
    """The largest number of heads of a layer, those with gain 0 too."""
    direction: tuple[Rational, ...] | None = field(default=None, compare=False)
    """The vector w with u^T w = 1 along which all heads write, where it is known."""

    def at(self, D: Any) -> Profile:
        """The profile with its polynomials evaluated at D, any number or polynomial."""

        def value(coefficients: Coefficients) -> Any:
            powers = [value * D**k if k else value for k, value in enumerate(coefficients) if value]
            return sum(powers[1:], start=powers[0]) if powers else 0

        return self._changed(value)

    def with_integers(self, integer: Callable[[Any], Any]) -> Profile:
        """The same numbers, integers as `integer` makes them."""
        return self._changed(lambda value: integer(value) if value.denominator == 1 else value)

    def _changed(self, value: Callable[[Any], Any]) -> Profile:
        """With a function of every number."""
        stacks = tuple(
            LayerStack(
                value(stack.start),
                value(stack.count),
                tuple(ProfileHead(value(head.gain), value(head.threshold)) for head in stack.heads),
                stack.pace,
            )
            for stack in self.stacks
        )
        return replace(self, stacks=stacks)

    def same(self, other: Profile) -> bool:
        """Whether it does the same to ids, stack by stack."""
        mine, theirs = (
            (profile.stacks, dict(profile.stages), profile.ends, profile.most_heads) for profile in (self, other)
        )
        return mine == theirs


def profile_of(*stacks: LayerStack, stages: Mapping[str, int]) -> Profile:
    """The profile of a network of which every top-level item is one stack."""
    return Profile(
        stacks, stages, tuple(range(len(stacks) + 1)), max((len(stack.heads) for stack in stacks), default=0)
    )


def read_profile(network: Network, u: tuple[Rational, ...], unit: Rational) -> Profile:
    """The profile of a network in ids u^T Z, in units of `unit` > 0. Raises NoProfile where it has none."""
    on_ids = id_network(network)
    if on_ids is None or on_ids.u != u:
        raise NoProfile("its heads don't read the column ids alone")
    stacks: list[LayerStack] = []
    ends, most = [0], 0
    for item in on_ids.items:
        for layers in item:
            if not isinstance(layers, IdLayers):
                raise NoProfile("it has a positional encoding")
            most = max(most, len(layers.heads)) if layers.count else most
            stacks.append(_stack(layers, unit))
        ends.append(len(stacks))
    return Profile(tuple(stacks), network.stages, tuple(ends), most, on_ids.direction)


def _stack(layers: IdLayers, unit: Rational) -> LayerStack:
    heads = [head for head in layers.heads if head.gain]
    if layers.tie_rule is not TieRule.AVERAGE:
        raise NoProfile(f"it breaks ties {layers.tie_rule}")
    if any(head.query <= 0 for head in heads):
        raise NoProfile("a head has scores that don't grow with the id")
    steps = {-head.bias_slope * layers.step / head.query / unit for head in heads} or {mpq(1)}
    moving = layers.count > 1
    if moving and steps not in ({mpq(1)}, {mpq(-1)}):
        raise NoProfile("the thresholds of a family don't pass the ids one by one")
    firsts = [-(head.bias_constant + head.bias_slope * layers.start) / head.query / unit for head in heads]
    start = mpq(0)
    if moving and heads:  # the variable itself where it counts the ids, so that thresholds are relative to it
        start = layers.start / unit if layers.step / unit == next(iter(steps)) else mpq(0)
    profile_heads = tuple(
        ProfileHead(_whole(head.gain), _whole(first - start)) for head, first in zip(heads, firsts, strict=True)
    )
    return LayerStack(_whole(start), layers.count, profile_heads, int(next(iter(steps))) if moving else 1)


def _whole(value: Rational) -> Any:
    """An integer as one, anything else as a rational."""
    return int(value.numerator) if value.denominator == 1 else value
