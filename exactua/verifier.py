"""The trusted checker of certificates: Python's standard library, nothing else of exactua.

    python verifier.py CERT... [--sample K [--seed HEX]] [--seconds N]

It is written from docs/certificate-format.md alone ('section k' below is a section of that page), shares no code
with the programs that write certificates, and applies every layer with its full weight matrices to exact rationals.
Exit codes: 0 the certificate is confirmed, whatever its verdict: everything in it was recomputed; 1 it is not; 2 the
file is unreadable, or wrong usage; 3 points were only sampled, or it holds something that this verifier cannot
interpret, so it is not re-checked. Of several files: 1 before 2, 2 before 3, 3 before 0.

Its parts are the files verifier_*.py, of which it loads those that a certificate needs from the folder where it lies:
layers; domains, cells; integrals, enclosures; reals, balls, identities; steps, folds, points; symbolic, terms, runs,
forms; limits.
"""

from __future__ import annotations

import sys

# Run as a script, Python would look for `numbers` and the like beside this file before the standard library.
if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]

import argparse
import hashlib
import importlib.util
import itertools
import json
import math
import operator
import os
import re
import secrets
import signal
import stat
import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, cached_property, reduce
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

__all__ = ["Refused", "Report", "bounded", "main", "verify"]

VERSION, LIMIT, PRIME = "certificate/2", "limit/2", 2**61 - 1
FORMER = ("certificate/1", "limit/1", "proof/1")
DEFAULT_SAMPLE = 1000  # points of each domain, where all would take too long
DEFAULT_SECONDS = 600  # above which points are sampled, and after which the command line gives up
LONGEST_SECONDS = 10**9  # below which that may be set
LARGEST_MEMORY = 4 * 2**30  # bytes that it may take beside those that it begins with
LARGEST_FILE = 64 * 2**20  # bytes
DEEPEST = 200  # arrays and objects in each other
FRAMES = 4_000  # calls in each other, enough for terms that are so deep
LARGEST_NUMBER = 1_000_000  # bits of a numerator or denominator
LARGEST_NETWORK = 5_000_000  # weights of a network with its families and tables unrolled
LARGEST_PERMUTED = 8  # columns of which all permutations are tried
ALLOWANCE = (5_000_000, 100_000, 10_000)  # elementary steps: for all, for a point, for a layer evaluation
NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED = 1, 2, 3  # exit codes
LABELS = {NOT_CONFIRMED: "not confirmed", UNREADABLE: "unreadable", NOT_RECHECKED: "not re-checked"}

Rational: TypeAlias = "int | Fraction"
Number: TypeAlias = Any  # a Rational; or, from a part of the verifier, a number that varies within a point
Matrix: TypeAlias = "tuple[tuple[Number, ...], ...]"  # its columns
Layer: TypeAlias = "tuple[Callable[..., Matrix], int, dict[str, int]]"  # number of weights, quantities


class Refused(Exception):
    """The certificate is not confirmed, or there is none, or it uses a notion that this verifier does not know."""

    def __init__(self, why: str, code: int = NOT_CONFIRMED):
        super().__init__(why)
        self.code = code


def demand(holds: bool, otherwise: str, code: int = NOT_CONFIRMED) -> None:
    if not holds:
        raise Refused(otherwise, code)


@cache
def part(file: str) -> Any:
    """A part of this verifier, in a file beside this one, which imports nothing from here: all this is its `core`."""
    path = Path(__file__).with_name(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise Refused(f"this certificate needs {file} beside verifier.py", NOT_RECHECKED)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["core"] = SimpleNamespace(**globals())
    return module


class Part:
    """A part of this verifier that is loaded when something of it is used."""

    def __init__(self, file: str):
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(part(self.file), name)


forms, runs, terms = (Part(f"verifier_{name}.py") for name in ("forms", "runs", "terms"))
balls, identities, reals = (Part(f"verifier_{name}.py") for name in ("balls", "identities", "reals"))


# ---- Section 1: the file, its layout and its numbers ----------------------------------------------------------


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def parse(data: bytes) -> Any:
    """What `data` has under `decided`, once version, layout and digest are checked."""
    demand(0 < len(data) <= LARGEST_FILE, "the file is empty, or larger than 64 MiB", UNREADABLE)
    try:
        # A longer integer has no canonical form, and no layout will fit. To int, NaN and Infinity are errors.
        file = json.loads(data.decode("utf-8"), parse_int=lambda digits: int(digits[:1000]), parse_constant=int)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the file is not JSON, or nested too deeply: {error}", UNREADABLE) from None
    demand(depth(file) <= DEEPEST, f"the file is nested more than {DEEPEST} deep", UNREADABLE)
    form = file.get("exactua") if isinstance(file, dict) else None
    former = f"the file is of the former format {form}: make it anew by the command that wrote it"
    demand(form not in FORMER, former, UNREADABLE)
    if form == "proof/2":
        raise Refused("a proof is for its kernel to check again: exactua prove --recheck FILE", NOT_RECHECKED)
    demand(form in (VERSION, LIMIT), f"the file is of neither format: {VERSION}, {LIMIT}", UNREADABLE)
    fields(file, "decided", "exactua", digest=str, run=dict)
    decided, digest, run = (canonical(file[key]) for key in ("decided", "digest", "run"))
    demand(not has_float(file["run"]), "the account of the run has a floating point number", UNREADABLE)
    layout = f'{{"decided":{decided},\n"digest":{digest},\n"exactua":"{form}",\n"run":{run}}}\n'
    demand(layout.encode("ascii") == data, "the file is not laid out in canonical form")
    demand(sha256(decided) == file["digest"], "the digest is not that of the hashed part")
    scope = file["decided"].get("scope") if isinstance(file["decided"], dict) else None
    demand((form == LIMIT) == (scope == "limit"), "the scope is none of this format")
    return file["decided"]


def has_float(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(has_float, parts))


def depth(value: Any) -> int:
    """How many arrays and objects are in each other; of what is too deep, more than DEEPEST."""
    level, count = [value], 0
    while level and count <= DEEPEST:
        inside = [x for x in level if isinstance(x, list | dict)]
        level = [x for part in inside for x in (part.values() if isinstance(part, dict) else part)]
        count += inside != []
    return count


def fields(value: Any, *names: str, **types: type) -> dict[str, Any]:
    """`value`, an object with exactly these keys, some of which have values of a given type."""
    kinds = {**dict.fromkeys(names, object), **types}
    fits = isinstance(value, dict) and value.keys() == kinds.keys()
    fits = fits and all(isinstance(value[key], kind) for key, kind in kinds.items())
    demand(fits, f"an object with the keys {', '.join(kinds)} lacks one or adds another, or has one of the wrong type")
    return dict(value)


def array(value: Any, length: int | None = None) -> list[Any]:
    demand(isinstance(value, list) and length in (None, len(value)), "no array, or one of the wrong length")
    return list(value)


def integer(value: Any, least: float = -math.inf) -> int:
    number = rational(value)
    demand(number.denominator == 1 and number >= least, f"{value} is not an integer, or is below {least}")
    return number.numerator


def rational(value: Any) -> Rational:
    number: Rational | None = value if type(value) is int else None
    if isinstance(value, str) and 4 * len(value) <= LARGEST_NUMBER:
        part = "(-?0x[0-9a-f]+|-?[0-9]{1,16})"
        if match := re.fullmatch(f"{part}(?:/{part})?", value):
            p, q = (int(x or "1", 16 if x and "x" in x else 10) for x in match.groups())
            number = tidy(Fraction(p, q)) if q else None
    # Whatever else was accepted so far (2/4, 0x5, -0) is not what `encode` makes of the number.
    if number is None or encode(number) != value:
        raise Refused(f"{str(value)[:100]!r} is not a number in canonical form")
    return number


def encode(number: Rational) -> int | str:
    if number.denominator != 1:
        return f"{encode(number.numerator)}/{encode(number.denominator)}"
    whole = number.numerator
    return whole if abs(whole) < 2**53 else f"{whole:#x}"


def size(number: Number) -> int:
    return int(max(number.numerator.bit_length(), number.denominator.bit_length()))


def tidy(number: Number) -> Number:
    """The same number, an int if it is an integer; an error if it is too long to work with."""
    if type(number) is Fraction and number.denominator == 1:
        number = number.numerator
    demand(size(number) <= LARGEST_NUMBER, "a number has more bits than this verifier works with")
    return number


def divide(a: Number, b: Number) -> Number:
    return tidy(Fraction(1) * a / b)


def power(a: Number, e: Number) -> Number:
    demand(type(e) is int and e >= 0, "an exponent is not an integer >= 0")
    demand(e <= 1 or (size(a) - 1) * e <= LARGEST_NUMBER, "a power has more bits than this verifier works with")
    return tidy(a**e) if e else 1


# ---- Section 4: networks --------------------------------------------------------------------------------------

LARGEST = ("heads", "head size", "hidden size", "largest layer parameters")
COUNTED = ("attention layers", "feed-forward layers", "other layers")
QUANTITIES = (*COUNTED, "activations outside Phi", "parameters", *LARGEST)


class Network:
    def __init__(self, record: Any, name: str, budget: list[int] | None = None):
        fields(record, "d", items=list, stages=dict)
        self.name, self.d, self.items = name, integer(record["d"], 1), record["items"]
        self.budget = [ALLOWANCE[0]] if budget is None else budget  # of weights that are reals
        self.stages = {stage: integer(k, 0) for stage, k in record["stages"].items()}
        demand(max(self.stages.values(), default=0) <= len(self.items), f"{name!r} has not so many stages")
        self.quantities, self.weights = Counter[str](), 0  # the counted layers include those of each tie rule
        for (_, weights, quantities), repeats in self._walk(self.items, every=False):
            self.weights += repeats * (weights + 1)
            sizes = {"parameters": weights, "largest layer parameters": weights}
            for key, value in {**quantities, **sizes}.items() if repeats else ():
                known = self.quantities[key]
                self.quantities[key] = max(known, value) if key in LARGEST else known + repeats * value
        self.layers = sum(self.quantities[key] for key in COUNTED)

    def _walk(self, items: Any, every: bool) -> Iterator[tuple[Layer, int]]:
        """Every layer in order; or those of one turn of each family and table, with the number of times they occur."""
        walk = part("verifier_layers.py").walk
        walked: Iterator[tuple[Layer, int]] = walk(items, self.d, {}, 1, every, self.budget)
        return walked

    @cached_property
    def unrolled(self) -> tuple[list[Layer], list[int]]:
        """All layers in order, and how many of them the first 0, 1, 2, ... top-level items make."""
        work = self.weights + self.quantities["further pieces"]
        demand(work <= LARGEST_NETWORK, f"{self.name!r} has more than {LARGEST_NETWORK} weights")
        made = [[layer for layer, _ in self._walk([item], every=True)] for item in self.items]
        return list(itertools.chain(*made)), list(itertools.accumulate(map(len, made), initial=0))

    def layer(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What layer number k alone makes of Z."""
        demand(type(k) is int and 1 <= k <= self.layers, f"{self.name!r} has no such layer")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        apply, weights, quantities = self.unrolled[0][int(k) - 1]
        scene.context.spend(len(Z) * (len(Z) + weights + quantities.get("further pieces", 0)))
        return apply(Z, reals.spender(scene.context)) if "softmax" in quantities else apply(Z)

    def after(self, scene: Scene, count: Number, Z: Matrix) -> Matrix:
        """What the first `count` layers make of Z."""
        most = len(self.unrolled[0])
        demand(type(count) is int and 0 <= count <= most, f"{self.name!r} has not so many layers")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        # The matrix is kept beside its states, so that no other one gets its identity.
        _, states = scene.states.setdefault((self.name, id(Z)), (Z, [Z]))
        while len(states) <= count:
            states.append(self.layer(scene, len(states), states[-1]))
        return states[count]

    def stage(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        demand(type(k) is int and 0 <= k <= len(self.items), f"{self.name!r} has no such stage")
        return self.after(scene, self.unrolled[1][k], Z)


# ---- Section 3: terms -----------------------------------------------------------------------------------------


def pick(values: Any, k: Number) -> Any:
    """Entry number k, from 1."""
    demand(type(k) is int and 1 <= k <= len(values), "an index is out of range")
    return values[k - 1]


def different(values: list[Any]) -> bool:
    """Whether they are pairwise different; all neighbours are compared, so that it does not depend on the sorting."""
    return not any([*itertools.starmap(operator.eq, itertools.pairwise(sorted(values)))])


def dot(u: list[Number], Z: Matrix) -> list[Number]:
    return [total(itertools.starmap(operator.mul, zip(u, column, strict=True))) for column in Z]


def same(a: Any, b: Any) -> bool:
    """Whether two numbers, two lists or two matrices are equal entry by entry."""
    if isinstance(a, list | tuple):
        demand(len(a) == len(b), "lists or matrices of different shapes are compared")
        return all(map(same, a, b))
    return bool(a == b)


def permuted(Z: Matrix, order: tuple[int, ...]) -> Matrix:
    demand(len(Z) == len(order), "a permutation and its matrix do not fit")
    return tuple(Z[k - 1] for k in order)


def total(values: Iterable[Number]) -> Number:
    return reduce(lambda a, b: tidy(a + b), values, 0)


def product(values: Iterable[Number]) -> Number:
    return reduce(lambda a, b: tidy(a * b), values, 1)


EVALUATIONS = ("stage", "after", "layer")
REALS = ("exp", "log", "sqrt", "pi")
RELATIONS = {
    "<": operator.lt, "<=": operator.le, ">=": operator.ge, ">": operator.gt,
    "=": same, "!=": lambda a, b: not same(a, b),
}  # fmt: skip
RANGES = {"in": lambda x, low, high: low <= x <= high, "not in": lambda x, low, high: x < low or x > high}
STRICT: dict[str, tuple[str, str, Callable[..., Any]]] = {  # kinds of the operands, kind of the value, the value
    "-": ("number number", "number", lambda a, b: tidy(a - b)), "neg": ("number", "number", operator.neg),
    "/": ("number number", "number", divide), "^": ("number number", "number", power),
    "floor": ("number", "number", math.floor), "permuted": ("matrix permutation", "matrix", permuted),
    "item": ("list number", "number", pick), "dot": ("list matrix", "list", dot),
    "entry": ("matrix number number", "number", lambda Z, i, j: pick(pick(Z, j), i)),
    "columns": ("matrix number number", "matrix",
                lambda Z, i, j: (pick(Z, i), *Z[i : pick(range(i, len(Z) + 1), j - i + 1)])),
    "distinct": ("list", "boolean", different), "not": ("boolean", "boolean", operator.not_),
    **{op: ("number number", "boolean", relation) for op, relation in RELATIONS.items()},
    **{op: ("number number number", "boolean", member) for op, member in RANGES.items()},
}  # fmt: skip
FOLDS: dict[str, tuple[str, str, Callable[[Iterable[Any]], Any]]] = {  # kind of what is folded, kind of the value, fold
    "+": ("number", "number", total), "*": ("number", "number", product),
    **dict.fromkeys(("and", "all"), ("boolean", "boolean", lambda parts: all([*parts]))),  # what has no value shows
    **dict.fromkeys(("or", "any"), ("boolean", "boolean", lambda parts: any([*parts]))),
    "permutations": ("boolean", "boolean", all),
    "sum": ("number", "number", total), "product": ("number", "number", product), "list": ("number", "list", list),
    "min": ("number", "number", min), "max": ("number", "number", max),
}  # fmt: skip
BINDING = ("all", "any", "sum", "product", "min", "max", "list", "permutations", "integral", "lowest", "highest")
Bound: TypeAlias = "dict[str, Any]"  # variables with their values
Kinds: TypeAlias = "dict[str, str]"  # variables, each a number, a permutation, offsets or enclosed offsets
Reading: TypeAlias = "Callable[[Scene, Bound], Any]"  # a term as a function of a point and of the variables


def free(term: Any) -> set[str]:
    """The variables of a term that are bound outside of it."""
    op, *x = term if isinstance(term, list) else [""]
    if op in BINDING:
        return set[str]().union(*map(free, x[1:-1]), free(x[-1]) - {x[0]})
    named = {"var": x, "offsets": x, "permuted": x[1:]}.get(op, [])
    return set(named).union(*map(free, x))


class Scene:
    """Where terms are evaluated: a point, or none, or a fold; and the states of the networks that are known there."""

    def __init__(self, context: Context, point: Matrix | None, **lists: list[Number]):
        self.context, self.point, self.given = context, point, {"point": point, **lists}
        self.states: dict[tuple[str, int], tuple[Matrix, list[Matrix]]] = {}
        self.known: dict[str, Any] = {}

    def once(self, text: str, reading: Reading) -> Any:
        """The value of a term without variables from outside of it."""
        if text not in self.known:
            self.known[text] = reading(self, {})
        return self.known[text]


class Context(NamedTuple):
    """What all terms of a certificate may speak of, and how many elementary steps may still be taken."""

    parameters: dict[str, Any]
    networks: dict[str, Network]
    definitions: dict[str, Number]
    budget: list[int]
    real: frozenset[str] = frozenset()  # definitions that speak of reals

    def spend(self, steps: int) -> None:
        self.budget[0] -= steps
        demand(self.budget[0] >= 0, "the certificate asks for more work than this verifier does")

    def weighed(self, operands: list[Any]) -> list[Any]:
        self.spend(sum(len(x) for x in operands if isinstance(x, list | tuple) and len(x) > 100))  # not in one step
        return operands

    def parameter(self, name: str) -> int:
        number = self.parameters[name]
        demand(type(number) is int, f"the parameter {name!r} is a word")
        return int(number)

    def size(self, name: str) -> int:
        demand(self.parameter(name) >= 1, f"the parameter {name!r} is below 1")
        return self.parameter(name)

    def constant(self, term: Any, kind: str = "number") -> Any:
        return self.read(term, {}, kind)(Scene(self, None), {})

    def read(self, term: Any, variables: Kinds, *kinds: str) -> Reading:
        """The term as a function, once its value is known to be of one of these kinds."""
        kind, reading = self.kind_and_reading(term, variables)
        demand(kind in kinds, f"a {kind} where a {' or '.join(kinds)} should be: {canonical(term)[:100]}")
        return reading

    def loop(self, term: Any, variables: Kinds) -> tuple[Callable[[Scene, Bound], Iterable[Bound]], Kinds]:
        """The turns of a loop, each as the variables with their values in it; and the kinds of these variables."""
        if term[0] == "permutations":
            (_, name, _), kind = term, "permutation"
            demand(self.size("n") <= LARGEST_PERMUTED, "there are too many permutations")
            orders = list(itertools.permutations(range(1, self.size("n") + 1)))

            def values(scene: Scene, bound: Bound) -> Any:
                return orders

        else:
            (_, name, *ends, _), kind = term, "number"
            low, high = (self.read(end, variables, "number") for end in ends)

            def values(scene: Scene, bound: Bound) -> Any:
                return range(math.ceil(low(scene, bound)), 1 - math.ceil(-high(scene, bound)))  # a real has no ceiling

        demand(isinstance(name, str) and name != "", "a variable is not a word")

        def turns(scene: Scene, bound: Bound) -> Iterator[Bound]:
            self.spend(len(found := values(scene, bound)))
            return ({**bound, name: value} for value in found)

        return turns, {**variables, name: kind}

    def hidden(self, variables: Kinds, *kinds: str) -> Kinds:
        """These variables, where those of some kinds keep their names and may not occur."""
        return {name: "out of reach" if kind in kinds else kind for name, kind in variables.items()}

    def kind_and_reading(self, term: Any, variables: Kinds) -> tuple[str, Reading]:
        """What is wrong with the operators and the names of a term shows here, wherever in the term it is."""
        known: Number
        if not isinstance(term, list):
            known = integer(term)
            return "number", lambda scene, bound: known
        op, *x = term
        demand(isinstance(op, str), "an operator is not a word")
        if op == "implies":
            p, q = x
            op, x = "or", [["not", p], q]
        if op == "permuted":
            x[1:] = [["var", name] for name in x[1:]]
        if op in FOLDS:
            inside, kind, fold = FOLDS[op]
            if op in ("+", "*", "and", "or"):
                demand(len(x) >= 2, f"{op!r} with fewer than two operands")
                parts = [self.read(operand, variables, inside) for operand in x]
                return kind, lambda scene, bound: fold(part(scene, bound) for part in parts)
            loop, variables = self.loop(term, variables)
            body, text = self.read(term[-1], variables, inside), None if free(term) else canonical(term)

            def folded(scene: Scene, bound: Bound) -> Any:
                return fold(body(scene, inner) for inner in loop(scene, bound))

            return kind, folded if text is None else lambda scene, bound: scene.once(text, folded)
        if op in STRICT:
            operands, kind, function = STRICT[op]
            takes = operands.split()
            if op in ("=", "!="):
                takes = [self.kind_and_reading(x[0], variables)[0]] * 2
                demand(takes[0] in ("number", "list", "matrix"), f"{op!r} compares a {takes[0]}")
            parts = [self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True)]
            return kind, lambda scene, bound: function(*self.weighed([part(scene, bound) for part in parts]))
        if op == "if":
            takes = ["boolean", "number", "number"]
            test, a, b = (self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True))
            return "number", lambda scene, bound: (a if test(scene, bound) else b)(scene, bound)
        if op == "select":
            number, first, *more = (self.read(operand, variables, "number") for operand in x)
            listed = [first, *more]
            return "number", lambda scene, bound: pick(listed, number(scene, bound))(scene, bound)
        if op in ("point", "accumulator", "numbers"):
            demand(x == [] and op in variables.get("", "").split(), f"a term speaks of {op!r} where there is none")
            return "matrix" if op == "point" else "list", lambda scene, bound: scene.given[op]
        if op in EVALUATIONS:
            name, k, argument = x
            network, inner = self.networks[name], self.read(argument, self.hidden(variables, "enclosed"), "matrix")
            end = self.read(network.stages[k] if op == "stage" and isinstance(k, str) else k, variables, "number")
            made = getattr(network, op)
            return "matrix", lambda scene, bound: made(scene, end(scene, bound), *self.weighed([inner(scene, bound)]))
        if op in REALS:
            return "number", reals.read(op, x, variables, self)
        if op == "integral":
            return "number", part("verifier_integrals.py").read(*x, variables, self)
        if op in ("lowest", "highest"):
            return "number", part("verifier_enclosures.py").read(op, *x, variables, self)
        if op == "offsets":
            (name,) = x
            demand(variables.get(name) in ("offsets", "enclosed"), "offsets where none of this name may occur")
            return "matrix", lambda scene, bound: bound[name]
        demand(op in ("network", "param", "def", "var"), f"the operator {op!r}", NOT_RECHECKED)
        name, quantity = x if op == "network" else (*x, None)
        if op == "var":
            demand(name != "", "a variable without a name")
            return variables[name], lambda scene, bound: bound[name]
        if op == "network":
            network = self.networks[name]
            demand(quantity in QUANTITIES, f"the quantity {quantity!r} of a network", NOT_RECHECKED)
            known = network.quantities[quantity]
        else:
            known = self.parameter(name) if op == "param" else self.definitions[name]
        return "number", lambda scene, bound: known


# ---- Section 5: domains ---------------------------------------------------------------------------------------


class Domain:
    """A domain: its points by their ranks, and which of them were decided."""

    def __init__(self, record: Any, context: Context):
        fields(record, "points", "decided", "evidence", name=str, spec=dict)
        self.context, self.name, self.spec = context, record["name"], record["spec"]
        self.kind = self.spec.get("kind")
        made_by = part("verifier_cells.py" if self.kind == "cells" else "verifier_domains.py")
        rational = self.kind != "cells" or not speaks_of_reals(self.spec, context.real)
        demand(rational, f"the reals of domain {self.name!r}", NOT_RECHECKED)
        self.points = made_by.read(self.spec, record["evidence"], context)
        # Without a number of points there is nothing to recompute, and the domain is not decided completely.
        self.total = None if record["points"] is None else self.points.total()
        agree = self.total is None or integer(record["points"]) == self.total
        demand(agree, f"domain {self.name!r} has another number of points")
        self.ranges, self.before, end = list[tuple[int, int]](), [0], -1
        for pair in array(record["decided"]):
            start, stop = (integer(x) for x in array(pair, 2))
            demand(end < start < stop <= (self.total or 0), f"the decided ranges of domain {self.name!r}")
            self.ranges.append((start, end := stop))
            self.before.append(self.before[-1] + stop - start)
        self.decided = self.before[-1]

    def scene(self, rank: int, sample: bool = False) -> tuple[Scene, Bound]:
        """The point with this rank (on cells, a sample of it if asked for), and the variables that the domain binds."""
        point, bound = self.points.point(rank, sample)
        return Scene(self.context, point), bound

    def rank(self, number: int) -> int:
        """The rank of a decided point by its number among them."""
        k = bisect_right(self.before, number) - 1
        return self.ranges[k][0] + number - self.before[k]

    def holds(self, rank: int) -> bool:
        k = bisect_right(self.ranges, rank, key=operator.itemgetter(0)) - 1
        return k >= 0 and rank < self.ranges[k][1]


# ---- Section 7: the verifier ----------------------------------------------------------------------------------

DECIDED = "parameters definitions values networks domains steps parts judged verdict prime"  # and four words


class Report(NamedTuple):
    """What was recomputed: the verdict, lines of text, and whether points were left out: then nothing is confirmed."""

    verdict: str
    lines: list[str]
    sampled: bool

    def __str__(self) -> str:
        return "\n".join(map(escaped, self.lines))


def escaped(text: str) -> str:
    """Text that may come from a file, as one line of printable ASCII."""
    return re.sub("[^ -~]", lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def shown(name: str) -> str:
    """A name from a file: as it is, or in quotes and escaped where something else could be read into it."""
    return name if re.fullmatch("[A-Za-z0-9_.:@+/-]+", name) else canonical(name)


def headline(left_out: Any) -> str:
    return "sampled, not confirmed" if left_out else "confirmed"


def says_of_itself(decided: Any, where: str = "") -> str:
    """The name that the certificate gives itself: whether its statements are those of that claim is not known here."""
    return f"says of itself: {shown(decided['claim'])} {where or 'at ' + instance(decided)}".removesuffix(" at ")


def speaks_of_reals(term: Any, definitions: frozenset[str] = frozenset()) -> bool:
    """Whether there is exp, log, sqrt or pi in a term, or one of these definitions, which have one."""
    parts = list(term.values()) if isinstance(term, dict) else term if isinstance(term, list) else []
    here = parts[:1] in [[op] for op in REALS] or (parts[:1] == ["def"] and parts[1] in definitions)
    return here or any(speaks_of_reals(x, definitions) for x in parts)


def opened(decided: Any) -> Context:
    """The parameters, the networks and the definitions, once the values of these are recomputed."""
    demand(integer(decided["prime"]) == PRIME, "the prime is another one")
    parameters: dict[str, Any] = {}
    for name, value in decided["parameters"].items():
        word = name not in {*"dnm"} and isinstance(value, str) and not re.match("-?0x", value)
        parameters[name] = value if word else integer(value)
    budget = [ALLOWANCE[0]]
    networks = {name: Network(x, name, budget) for name, x in decided["networks"].items()}
    context = Context(parameters, networks, {}, budget)
    for pair in array(decided["definitions"]):
        name, term = array(pair, 2)
        demand(isinstance(name, str) and name not in context.definitions, f"the name {name!r} of a definition")
        context.definitions[name] = value = context.constant(term)
        context = context._replace(real=context.real | ({name} if speaks_of_reals(term, context.real) else set()))
        written = canonical((reals.written if name in context.real else encode)(value))
        demand(canonical(decided["values"].get(name)) == written, f"the values of the definitions: {shown(name)}")
    demand(decided["values"].keys() == context.definitions.keys(), "there are values without a definition")
    return context


def concluded(decided: Any, verdicts: dict[str, str]) -> str:
    """The overall verdict, once it is the one that those of the judged steps make, as far as parts are decided."""
    made = {verdicts[name] for name in array(decided["judged"])}
    verdict = next((v for v in ("refuted", "inconclusive", "holds") if v in made), "vacuous")
    if (left := undecided(decided)) and verdict in ("holds", "vacuous"):
        verdict = "holds in part" if verdict == "holds" and left < len(decided["parts"]) else "inconclusive"
    demand(decided["verdict"] == verdict, f"the judged steps make the verdict {verdict!r}")
    return verdict


def undecided(decided: Any) -> int:
    """The number of parts of the statement that are not decided, once each is written as section 2 says."""
    count, taken = 0, list[str]()
    for record in array(decided["parts"]):
        fields(record, "undecided", words=str, steps=list)
        steps, why = record["steps"], record["undecided"]
        demand({*steps} <= {*decided["judged"]}, "a part of the statement has a step that is not judged")
        one = isinstance(why, str) and why != "" if not steps else why is None
        demand(one and record["words"] != "", "a part of the statement has steps, or a reason why it has none")
        count, taken = count + (not steps), taken + steps
    demand(len({*taken}) == len(taken), "two parts of the statement have one step")
    return count


def parts_told(decided: Any) -> list[str]:
    """How many parts of the statement are decided, as lines of text."""
    parts, left = len(decided["parts"]), undecided(decided)
    return [f"  {parts - left} of {parts} parts of the statement are decided"] if parts else []


def instance(decided: Any) -> str:
    """The parameters, for people."""
    order = sorted(decided["parameters"], key=lambda name: ([*"dnm", name].index(name), name))
    return " ".join(f"{shown(key)}={shown(str(decided['parameters'][key]))}" for key in order)


def check(decided: Any, sample: int | None, seed: str, seconds: float) -> Report:
    """Decide again what the hashed part of a certificate says was decided."""
    scope = decided.get("scope") if isinstance(decided, dict) else None
    if scope in ("symbolic", "general"):
        verdict, lines = part("verifier_symbolic.py").check(decided)
        return Report(verdict, lines, False)
    points = part("verifier_points.py")
    checked = part("verifier_limits.py").check if scope == "limit" else points.check
    try:
        report: Report = checked(decided, sample, seed, seconds)
    except points.TooLong as estimate:
        report = checked(decided, DEFAULT_SAMPLE, seed, seconds)
        report.lines.insert(1, f"{estimate}: {DEFAULT_SAMPLE} points of each domain instead")
    if report.sampled:
        report.lines.insert(1, f"seed: {seed}")
    return report


def verify(
    source: str | Path | bytes, sample: int | None = None, seed: str | None = None, seconds: float = DEFAULT_SECONDS
) -> Report:
    """Recompute the certificate in this file (or in these bytes), or raise what is wrong with it.

    With `sample` so many points of each domain are looked at, chosen by `seed` (32 hexadecimal digits; None: fresh
    ones of the system); without it, all, unless that is estimated to take longer than `seconds` (0: for ever).
    """
    seed = secrets.token_hex(16) if seed is None else seed
    demand(re.fullmatch("[0-9a-f]{32}", seed) is not None, "the seed: 32 hexadecimal digits are valid", UNREADABLE)
    demand(sample is None or sample >= 1, "the sample: an integer >= 1 is valid", UNREADABLE)
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(max(frames, FRAMES))
    try:
        return check(parse(source if isinstance(source, bytes) else content(Path(source))), sample, seed, seconds)
    except Refused:
        raise
    except (TimeoutError, MemoryError, RecursionError) as error:
        raise Refused(f"it takes more time or memory than it may ({type(error).__name__})", NOT_RECHECKED) from None
    except NotImplementedError as error:  # of a part of the verifier
        raise Refused(str(error), NOT_RECHECKED) from None
    except Exception as error:  # the last resort: what surprises the checker does not confirm a certificate
        raise Refused(f"it cannot be evaluated ({type(error).__name__}: {error})") from None
    finally:
        sys.setrecursionlimit(frames)


def content(path: Path) -> bytes:
    """The bytes of a regular file: reading a pipe or a device might never end."""
    try:
        demand(stat.S_ISREG(path.stat().st_mode), "the file is not a regular file", UNREADABLE)
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"the file cannot be read: {error}", UNREADABLE) from None


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """On Linux, more seconds than this (0: any) are a TimeoutError inside, and more memory is a MemoryError."""
    demand(0 <= seconds < LONGEST_SECONDS, f"the seconds: 0 to below {LONGEST_SECONDS} are valid", UNREADABLE)
    pages = Path("/proc/self/statm")
    if not pages.exists() or threading.current_thread() is not threading.main_thread():
        return (yield)
    import resource

    def late(*of_signal: Any) -> None:
        raise TimeoutError

    memory, before = resource.getrlimit(resource.RLIMIT_AS), signal.signal(signal.SIGALRM, late)
    most = int(pages.read_text().split()[0]) * resource.getpagesize() + LARGEST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (min([most, *(x for x in memory if x >= 0)]), memory[1]))
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again, should one be swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, memory)


def told(path: str, sample: int | None, seed: str | None, seconds: float) -> tuple[str, int]:
    """What there is to say of the file at this path, and the exit code."""
    try:
        with bounded(seconds):
            report = verify(path, sample, seed, seconds)
            return str(report), NOT_RECHECKED if report.sampled else 0
    except Refused as error:
        return f"{LABELS[error.code]}: {escaped(str(error)[:400])}", error.code
    except TimeoutError:  # as it was about to say what it found
        return f"{LABELS[NOT_RECHECKED]}: it takes more time than it may", NOT_RECHECKED


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, print what was found and return the exit code."""
    parser = argparse.ArgumentParser(prog="verifier.py", description="Recompute certificates of exactua.")
    parser.add_argument("certificates", metavar="CERT", nargs="+", help="the file of a certificate")
    parser.add_argument("--sample", type=int, metavar="K", help="look at K points of each domain, and confirm nothing")
    parser.add_argument("--seed", metavar="HEX", help="choose the same sample again: 32 hexadecimal digits")
    parser.add_argument("--seconds", type=float, default=DEFAULT_SECONDS, help="for each file; 0: any number")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    codes = set[int]()
    for path in options.certificates:
        text, code = told(path, options.sample, options.seed, options.seconds)
        codes.add(code)
        print(text if len(options.certificates) == 1 else f"{escaped(path)}: {text}")
    return next(code for code in (NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED, 0) if code in codes)


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` is no verdict
    sys.exit(main())
