"""Where terms are evaluated, and what a part that reads one kind of term asks of the reader of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from .values import Json, Matrix, Number, Value

Bound: TypeAlias = "dict[str, Value]"  # variables with their values
Kinds: TypeAlias = "dict[str, str]"  # variables, each a number, a permutation, offsets or enclosed offsets
Reading: TypeAlias = "Callable[[Scene, Bound], Value]"  # a term as a function of a point and of the variables

Loop: TypeAlias = "Callable[[Scene, Bound], Iterable[Bound]]"  # its turns, each with the variables in it

LARGEST = ("heads", "head size", "hidden size", "largest layer parameters")
COUNTED = ("attention layers", "feed-forward layers", "other layers")
QUANTITIES = (*COUNTED, "activations outside Phi", "parameters", *LARGEST)


class Reader(Protocol):
    """Reads all terms of a certificate, and counts the elementary steps that may still be taken."""

    @property
    def budget(self) -> list[int]:
        """How many steps: the one entry of a list."""

    def spend(self, steps: int) -> None:
        """Take so many steps; refuse the certificate where there are not so many left."""

    def size(self, name: str) -> int:
        """A parameter that is at least 1."""

    def hidden(self, variables: Kinds, *kinds: str) -> Kinds:
        """These variables, where those of some kinds keep their names and may not occur."""

    def read(self, term: Json, variables: Kinds, *kinds: str) -> Reading:
        """The term as a function, once its value is known to be of one of these kinds."""


class Layered(Protocol):
    """A network, as terms speak of it."""

    d: int
    items: list[Json]
    stages: dict[str, int]
    quantities: Counter[str]
    weights: int
    layers: int

    def stage(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""

    def after(self, scene: Scene, count: Number, Z: Matrix) -> Matrix:
        """What the first `count` layers make of Z."""

    def layer(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What layer number k alone makes of Z."""


class States(Protocol):
    """What a network makes of one matrix."""

    def after(self, scene: Scene, count: int) -> Matrix:
        """What the first `count` layers make of it."""


class Scene:
    """Where terms are evaluated: a point, or none, or a fold; and the states of the networks that are known there."""

    def __init__(self, context: Reader, point: Matrix | None, **lists: list[Number]):
        self.context, self.point = context, point
        self.given: dict[str, Matrix | list[Number] | None] = {"point": point, **lists}
        self.states: dict[tuple[str, int], States] = {}
        self.known: dict[str, Value] = {}

    def once(self, text: str, reading: Reading) -> Value:
        """The value of a term without variables from outside of it."""
        if text not in self.known:
            self.known[text] = reading(self, {})
        return self.known[text]
