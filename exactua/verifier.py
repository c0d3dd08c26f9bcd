"""The trusted checker of certificates: one file, Python's standard library, nothing else of exactua.

    python verifier.py CERT [--full] [--limit N]

It is written from docs/certificate-format.md alone ('section k' below is a section of that page), shares no code
with the programs that write certificates, and applies every layer with its full weight matrices to exact rationals.
Exit codes: 0 the certificate is confirmed, whatever its verdict; 1 it is not; 2 the file is unreadable, or wrong
usage; 3 it holds something that this verifier cannot interpret, so it is not re-checked. For the points of cells,
and for nothing else, it loads verifier_cells.py from the folder where it lies.
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
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property, partial, reduce
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

__all__ = ["DEFAULT_LIMIT", "Refused", "Report", "main", "verify"]

VERSION, PRIME = "certificate/1", 2**61 - 1
DEFAULT_LIMIT = 100_000  # layer evaluations above which points are sampled (section 7)
LARGEST_FILE = 64 * 2**20  # bytes
LARGEST_NUMBER = 1_000_000  # bits of a numerator or denominator
LARGEST_NETWORK = 5_000_000  # weights of a network with its families unrolled
LARGEST_TABLE = 1_000_000  # entries of all columns of a domain, and of a point
LARGEST_PERMUTED = 8  # columns of which all permutations are tried
ALLOWANCE = (5_000_000, 100_000, 10_000)  # elementary steps: for all, for a point, for a layer evaluation
NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED = 1, 2, 3  # exit codes
LABELS = {NOT_CONFIRMED: "not confirmed", UNREADABLE: "unreadable", NOT_RECHECKED: "not re-checked"}

Rational: TypeAlias = "int | Fraction"
Number: TypeAlias = Any  # a Rational; or, from a part of the verifier, a number that varies within a point
Matrix: TypeAlias = "tuple[tuple[Number, ...], ...]"  # its columns
Weights: TypeAlias = "list[list[Number]]"  # rows


class Refused(Exception):
    """The certificate is not confirmed, or there is none, or it uses a notion that this verifier does not know."""

    def __init__(self, why: str, code: int = NOT_CONFIRMED):
        super().__init__(why)
        self.code = code


def demand(holds: bool, otherwise: str, code: int = NOT_CONFIRMED) -> None:
    if not holds:
        raise Refused(otherwise, code)


# ---- Section 1: the file, its layout and its numbers ----------------------------------------------------------


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def parse(data: bytes) -> tuple[Any, str]:
    """What `data` has under `decided`, and its digest, once version, layout and digest are checked."""
    demand(0 < len(data) <= LARGEST_FILE, "the file is empty, or larger than 64 MiB", UNREADABLE)
    try:
        # A longer integer has no canonical form, and no layout will fit. To int, NaN and Infinity are errors.
        file = json.loads(data.decode("utf-8"), parse_int=lambda digits: int(digits[:1000]), parse_constant=int)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the file is not JSON, or nested too deeply: {error}", UNREADABLE) from None
    known = isinstance(file, dict) and file.get("exactua") == VERSION
    demand(known, f"the file is not of format {VERSION}", UNREADABLE)
    fields(file, "decided", "exactua", digest=str, run=dict)
    decided, digest, run = (canonical(file[key]) for key in ("decided", "digest", "run"))
    layout = f'{{"decided":{decided},\n"digest":{digest},\n"exactua":"{VERSION}",\n"run":{run}}}\n'
    demand(layout.encode("ascii") == data, "the file is not laid out in canonical form")
    demand(sha256(decided) == file["digest"], "the digest is not that of the hashed part")
    return file["decided"], file["digest"]


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

LARGEST = ("heads", "head size", "hidden size")
QUANTITIES = ("attention layers", "feed-forward layers", "activations outside Phi", *LARGEST)
TIE_RULES = {"average": slice(None), "leftmost": slice(1), "rightmost": slice(-1, None)}  # which maxima are taken
Layer: TypeAlias = "tuple[Callable[[Matrix], Matrix], int, dict[str, int]]"  # number of weights, quantities


def image(weights: Weights, columns: Iterable[Iterable[Number]]) -> list[list[Number]]:
    """The columns of weights times the matrix that has these columns."""
    return [[sum(map(operator.mul, row, column)) for row in weights] for column in columns]


def cleared(vectors: Iterable[Iterable[Number]]) -> tuple[list[list[Number]], int]:
    """These vectors times their common denominator, and this denominator; integers are faster than fractions."""
    vectors, common = list(map(list, vectors)), 1
    for denominator in {x.denominator for vector in vectors for x in vector}:
        common = tidy(math.lcm(common, denominator))
    return [[x.numerator * (common // x.denominator) for x in vector] for vector in vectors], common


def attention(tie_rule: str, heads: list[tuple[Any, ...]], Z: Matrix) -> Matrix:
    """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)].

    Scores are only compared with each other, so it does not matter that Z is taken `common` times here, and W_K, and
    W_Q with b_Q, some positive number of times.
    """
    whole, common = cleared(Z)
    total = [list(column) for column in whole]
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, whole), image(W_K, whole), []
        bias = [b * common for b in b_Q]
        for unbiased in image(W_Q, whole):
            query = list(map(operator.add, unbiased, bias))
            scores = [sum(map(operator.mul, key, query)) for key in keys]
            best = max(scores)
            maximal = [values[i] for i, score in enumerate(scores) if score == best][TIE_RULES[tie_rule]]
            sums = map(sum, zip(*maximal, strict=True))
            attended.append([divide(x, len(maximal)) for x in sums] if len(maximal) > 1 else list(sums))
        for column, added in zip(total, image(W_O, attended), strict=True):
            column[:] = map(operator.add, column, added)
    return tuple(tuple(tidy(x * Fraction(1, common)) for x in column) for column in total)


def feed_forward(W_1: Weights, b_1: Any, W_2: Weights, b_2: Any, pieces: list[Any], Z: Matrix) -> Matrix:
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T."""

    def phi(x: Number) -> Number:
        if not isinstance(x, int | Fraction):
            return x.activated(pieces)
        # The pieces cover the line in order, so the first that does not end before x has it.
        found = (piece for piece in pieces if piece[0] is None or x < piece[0] or (piece[1] and x == piece[0]))
        _, _, slope, intercept = next(found)
        return x * slope + intercept

    made = []
    for column, inner in zip(Z, image(W_1, Z), strict=True):
        (added,) = image(W_2, [[phi(x + b) for x, b in zip(inner, b_1, strict=True)]])
        made.append(tuple(tidy(z + y + b) for z, y, b in zip(column, added, b_2, strict=True)))
    return tuple(made)


def read_activation(pieces: list[Any]) -> list[tuple[Any, ...]]:
    """The pieces, each as its upper end, whether it has that end, slope and intercept."""
    made, end, shared = list[tuple[Any, ...]](), None, True
    for piece in pieces:
        fields(piece, "from", "to", "slope", "intercept", from_closed=bool, to_closed=bool)
        start, stop = (None if piece[key] is None else rational(piece[key]) for key in ("from", "to"))
        opens, closes = piece["from_closed"], piece["to_closed"]
        # The first starts at minus infinity, each other where the last one stops, and just one has the point.
        covers = start == end and opens != shared and (start is None) == (not made) and not (stop is None and closes)
        filled = start is None or stop is None or start < stop or (start == stop and opens and closes)
        demand(covers and filled, "an activation does not cover the line piece by piece")
        made.append((end := stop, shared := closes, rational(piece["slope"]), rational(piece["intercept"])))
    demand(made != [] and end is None, "an activation does not cover the line")
    return made


class Network:
    def __init__(self, record: Any, name: str):
        fields(record, "d", items=list, stages=dict)
        self.name, self.d, self.items = name, integer(record["d"], 1), record["items"]
        self.stages = {stage: integer(k, 0) for stage, k in record["stages"].items()}
        demand(max(self.stages.values(), default=0) <= len(self.items), f"{name!r} has not so many stages")
        self.quantities, self.weights = Counter[str](), 0  # the counted layers include those of each tie rule
        for (_, weights, quantities), repeats in self._walk(self.items, {}, 1, every=False):
            self.weights += repeats * (weights + 1)
            for key, value in quantities.items() if repeats else ():
                known = self.quantities[key]
                self.quantities[key] = max(known, value) if key in LARGEST else known + repeats * value
        self.layers = self.quantities["attention layers"] + self.quantities["feed-forward layers"]

    def _walk(self, items: Any, around: dict[str, Rational], repeats: int, every: bool) -> Iterator[tuple[Layer, int]]:
        """Every layer in order; or those of one turn of each family, with the number of times they occur."""
        for item in array(items):
            ((kind, body),) = item.items()
            if kind == "group":
                yield from self._walk(fields(body, "items", name=str)["items"], around, repeats, every)
            elif kind == "family":
                fields(body, "start", "step", "count", "items", variable=str)
                name, start, step = body["variable"], rational(body["start"]), rational(body["step"])
                demand(name not in {"constant", *around}, f"the variable {name!r} of a family is taken")
                count = integer(body["count"], 0)
                times = repeats if every else tidy(repeats * count)
                self.weights += 0 if every else times
                for k in range(count if every else 1):
                    yield from self._walk(body["items"], {**around, name: tidy(start + k * step)}, times, every)
            else:
                yield self._layer(kind, body, around), repeats

    def _layer(self, kind: str, body: Any, around: dict[str, Rational]) -> Layer:
        """The layer that an item writes, with these values of the variables of the families around it."""

        def vector(values: Any, length: int | None = None) -> list[Rational]:
            made, known = list[Rational](), {"constant": 1, **around}
            for value in array(values, length):
                terms = value if around and isinstance(value, dict) else {"constant": value}
                demand("constant" in terms, "a weight without a constant")
                made.append(tidy(sum(rational(x) * known[key] for key, x in terms.items())))
            return made

        def matrix(value: Any, rows: int, columns: int) -> Weights:
            return [vector(row, columns) for row in array(value, rows)]

        d = self.d
        if kind == "attention":
            fields(body, tie_rule=str, heads=list)
            tie_rule, heads, sizes = body["tie_rule"], [], []
            demand(tie_rule in TIE_RULES, f"the tie rule {tie_rule!r}", NOT_RECHECKED)
            for head in body["heads"]:
                fields(head, "W_O", "W_V", "W_K", "W_Q", "b_Q")
                sizes.append(h := len(b_Q := vector(head["b_Q"])))
                W_V, W_K, W_Q = (matrix(head[key], h, d) for key in ("W_V", "W_K", "W_Q"))
                (*W_Q, b_Q), W_K = cleared([*W_Q, b_Q])[0], cleared(W_K)[0]
                heads.append((matrix(head["W_O"], d, h), W_V, W_K, W_Q, b_Q))
            demand(min(sizes, default=0) > 0, f"{self.name!r} has attention without a head, or a head of size 0")
            quantities = {"attention layers": 1, tie_rule: 1, "heads": len(heads), "head size": max(sizes)}
            return partial(attention, tie_rule, heads), sum(sizes) * (4 * d + 1), quantities
        demand(kind == "feed_forward", f"a layer of the kind {kind!r}", NOT_RECHECKED)
        fields(body, "W_1", "b_1", "W_2", "b_2", activation=list)
        r, pieces = len(b_1 := vector(body["b_1"])), read_activation(body["activation"])
        W_1, W_2, b_2 = matrix(body["W_1"], r, d), matrix(body["W_2"], d, r), vector(body["b_2"], d)
        outside = len(pieces) > 3 or all(slope != 0 for _, _, slope, _ in pieces)
        quantities = {"feed-forward layers": 1, "hidden size": r, "activations outside Phi": int(outside)}
        return partial(feed_forward, W_1, b_1, W_2, b_2, pieces), (2 * d + 1) * r + d, quantities

    @cached_property
    def parts(self) -> list[list[Layer]]:
        """For every top-level item the layers that it stands for."""
        demand(self.weights <= LARGEST_NETWORK, f"{self.name!r} has more than {LARGEST_NETWORK} weights")
        return [[layer for layer, _ in self._walk([item], {}, 1, every=True)] for item in self.items]

    def state(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        fits = type(k) is int and 0 <= k <= len(self.items) and all(len(column) == self.d for column in Z)
        demand(fits, f"{self.name!r} has no such stage, or not {self.d} rows as its argument")
        # The matrix is kept beside its states, so that no other one gets its identity.
        _, states = scene.states.setdefault((self.name, id(Z)), (Z, [Z]))
        while len(states) <= k:
            state = states[-1]
            for apply, weights, _ in self.parts[len(states) - 1]:
                scene.context.spend(len(Z) * (len(Z) + weights))
                state = apply(state)
            states.append(state)
        return states[k]


# ---- Section 3: terms -----------------------------------------------------------------------------------------


def pick(values: Any, k: Number) -> Any:
    """Entry number k, from 1."""
    demand(type(k) is int and 1 <= k <= len(values), "an index is out of range")
    return values[k - 1]


def different(numbers: list[Any]) -> bool:
    return not any(itertools.starmap(operator.eq, itertools.pairwise(sorted(numbers))))


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


RELATIONS = {
    "<": operator.lt, "<=": operator.le, ">=": operator.ge, ">": operator.gt,
    "=": same, "!=": lambda a, b: not same(a, b),
}  # fmt: skip
RANGES = {"in": lambda x, low, high: low <= x <= high, "not in": lambda x, low, high: x < low or x > high}
STRICT: dict[str, tuple[str, str, Callable[..., Any]]] = {  # kinds of the operands, kind of the value, the value
    "-": ("number number", "number", lambda a, b: tidy(a - b)), "neg": ("number", "number", operator.neg),
    "/": ("number number", "number", divide), "^": ("number number", "number", power),
    "item": ("list number", "number", pick), "dot": ("list matrix", "list", dot),
    "entry": ("matrix number number", "number", lambda Z, i, j: pick(pick(Z, j), i)),
    "permuted": ("matrix permutation", "matrix", permuted),
    "distinct": ("list", "boolean", different), "not": ("boolean", "boolean", operator.not_),
    **{op: ("number number", "boolean", relation) for op, relation in RELATIONS.items()},
    **{op: ("number number number", "boolean", member) for op, member in RANGES.items()},
}  # fmt: skip
FOLDS: dict[str, tuple[str, str, Callable[[Iterable[Any]], Any]]] = {  # kind of what is folded, kind of the value, fold
    "+": ("number", "number", total), "*": ("number", "number", lambda x: reduce(lambda a, b: tidy(a * b), x)),
    "and": ("boolean", "boolean", all), "or": ("boolean", "boolean", any),
    "all": ("boolean", "boolean", all), "any": ("boolean", "boolean", any), "permutations": ("boolean", "boolean", all),
    "sum": ("number", "number", total), "list": ("number", "list", list),
    "min": ("number", "number", min), "max": ("number", "number", max),
}  # fmt: skip
Bound: TypeAlias = "dict[str, Any]"  # variables with their values
Kinds: TypeAlias = "dict[str, str]"  # variables, each a number or a permutation
Reading: TypeAlias = "Callable[[Scene, Bound], Any]"  # a term as a function of a point and of the variables


class Scene:
    """Where terms are evaluated: a point, or none, and the states of the networks that are known there."""

    def __init__(self, context: Context, point: Matrix | None):
        self.context, self.point = context, point
        self.states: dict[tuple[str, int], tuple[Matrix, list[Matrix]]] = {}


class Context(NamedTuple):
    """What all terms of a certificate may speak of, and how many elementary steps may still be taken."""

    parameters: dict[str, Any]
    networks: dict[str, Network]
    definitions: dict[str, Rational]
    budget: list[int]

    def spend(self, steps: int) -> None:
        self.budget[0] -= steps
        demand(self.budget[0] >= 0, "the certificate asks for more work than this verifier does")

    def size(self, name: str) -> int:
        return integer(self.parameters[name], 1)

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
                return range(math.ceil(low(scene, bound)), math.floor(high(scene, bound)) + 1)

        demand(isinstance(name, str) and name != "", "a variable is not a word")

        def turns(scene: Scene, bound: Bound) -> Iterator[Bound]:
            self.spend(len(found := values(scene, bound)))
            for value in found:
                yield {**bound, name: value}

        return turns, {**variables, name: kind}

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
            body = self.read(term[-1], variables, inside)
            return kind, lambda scene, bound: fold(body(scene, inner) for inner in loop(scene, bound))
        if op in STRICT:
            operands, kind, function = STRICT[op]
            takes = operands.split()
            if op in ("=", "!="):
                takes = [self.kind_and_reading(x[0], variables)[0]] * 2
                demand(takes[0] in ("number", "list", "matrix"), f"{op!r} compares a {takes[0]}")
            parts = [self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True)]
            return kind, lambda scene, bound: function(*[part(scene, bound) for part in parts])
        if op == "if":
            takes = ["boolean", "number", "number"]
            test, a, b = (self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True))
            return "number", lambda scene, bound: (a if test(scene, bound) else b)(scene, bound)
        if op == "point":
            demand(x == [] and variables.get("") == "a point", "a term speaks of a point where there is none")
            return "matrix", lambda scene, bound: scene.point
        if op == "stage":
            name, k, argument = x
            network, inner = self.networks[name], self.read(argument, variables, "matrix")
            after = self.read(network.stages[k] if isinstance(k, str) else k, variables, "number")
            return "matrix", lambda scene, bound: network.state(scene, after(scene, bound), inner(scene, bound))
        demand(op in ("network", "param", "def", "var"), f"the operator {op!r}", NOT_RECHECKED)
        name, quantity = x if op == "network" else (*x, None)
        if op == "var":
            demand(name != "", "a variable without a name")
            return variables[name], lambda scene, bound: bound[name]
        if op == "network":
            demand(quantity in QUANTITIES, f"the quantity {quantity!r} of a network", NOT_RECHECKED)
            known = self.networks[name].quantities[quantity]
        else:
            known = integer(self.parameters[name]) if op == "param" else self.definitions[name]
        return "number", lambda scene, bound: known


# ---- Section 5: domains ---------------------------------------------------------------------------------------


def part(file: str) -> Any:
    """A part of this verifier for other points, in a file beside this one, which imports nothing from here."""
    spec = importlib.util.spec_from_file_location(file.removesuffix(".py"), Path(__file__).with_name(file))
    if spec is None or spec.loader is None or not Path(__file__).with_name(file).is_file():
        raise Refused(f"a domain of this certificate needs {file} beside verifier.py", NOT_RECHECKED)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Domain:
    """A domain: its points by their ranks, and which of them were decided."""

    def __init__(self, record: Any, context: Context):
        fields(record, "points", "decided", "evidence", name=str, spec=dict)
        self.context, self.name, self.spec = context, record["name"], record["spec"]
        self.kind, self.d = self.spec.get("kind"), context.size("d")
        demand(self.kind in ("orbits", "sequences", "cells"), f"the kind {self.kind!r} of a domain", NOT_RECHECKED)
        if self.kind == "cells":
            columns = context.constant(fields(self.spec, "kind", "columns")["columns"])
            demand(columns == 1, "cells of more than one column", NOT_RECHECKED)
            rows = array(fields(record["evidence"], "breakpoints")["breakpoints"], self.d)
            self.cells = part("verifier_cells.py").Cells([[rational(x) for x in array(row)] for row in rows])
        else:
            fields(record["evidence"])
            self._read_columns()
        # Without a number of points there is nothing to recompute, and the domain is not decided completely.
        self.total = None if record["points"] is None else self._count()
        agree = self.total is None or integer(record["points"]) == self.total
        demand(agree, f"domain {self.name!r} has another number of points")
        self.ranges, self.before, end = list[tuple[int, int]](), [0], -1
        for pair in array(record["decided"]):
            start, stop = (integer(x) for x in array(pair, 2))
            demand(end < start < stop <= (self.total or 0), f"the decided ranges of domain {self.name!r}")
            self.ranges.append((start, end := stop))
            self.before.append(self.before[-1] + stop - start)
        self.decided = self.before[-1]

    def _read_columns(self) -> None:
        more = ("repeats", "specials") if self.kind == "orbits" else ()
        spec, constant = fields(self.spec, "kind", "levels", "special", "ids", *more), self.context.constant
        self.repeats, self.specials = [spec[key] for key in more] or ["allowed", "allowed"]
        known = self.repeats in ("allowed", "forbidden", "required")
        demand(known and self.specials in ("none", "allowed", "required"), f"repeats or specials of {self.name!r}")
        levels, self.n = fields(spec["levels"], "start", "step", "count"), self.context.size("n")
        self.start, self.step, self.count = (constant(levels[key]) for key in ("start", "step", "count"))
        demand(type(self.count) is int and self.count >= 0, f"the levels of {self.name!r}")
        special = [constant(level) for level in array(spec["special"])]
        self.special = [] if self.specials == "none" else special
        steps = [divide(level - self.start, self.step or 1) for level in self.special]
        once = (self.step != 0 or self.count < 2) and different(self.special)
        met = any(type(k) is int and 0 <= k < self.count for k in steps)
        demand(once and not met, f"a level of {self.name!r} occurs twice")
        self.ids = constant(spec["ids"], "list")
        demand(len(self.ids) == self.d, f"the ids of {self.name!r} are not one for each row")

    def _count(self) -> int:
        if self.kind == "cells":
            return int(self.cells.count)
        self.plain, self.all = power(self.count, self.d), power(self.count + len(self.special), self.d)
        return int(power(self.all, self.n)) if self.kind == "sequences" else self.ways(self.n, self.all, self.plain)

    def ways(self, k: int, columns: int, plain: int, repeated: bool = False, special: bool = False) -> int:
        """How many choices of k of these columns, of which `plain` are not special, complete a point of orbits.

        `repeated` and `special`: the columns chosen before have two equal ones, a special one.
        """

        def choices(c: int) -> int:
            demand(k * (c + k).bit_length() <= LARGEST_NUMBER, "a number of points has too many bits")
            weak, strict = math.comb(c + k - 1, k) if k else 1, math.comb(c, k)
            without = strict if self.repeats == "required" and not repeated else 0
            return strict if self.repeats == "forbidden" else weak - without

        return choices(columns) - (choices(plain) if self.specials == "required" and not special else 0)

    @cached_property
    def columns(self) -> list[tuple[Rational, ...]]:
        """The columns by increasing id."""
        demand(max(self.all, self.n) * self.d <= LARGEST_TABLE, f"{self.name} has too many columns to list")
        self.context.spend(self.all * self.d)
        values = [*(tidy(self.start + k * self.step) for k in range(self.count)), *self.special]
        made = sorted((dot(self.ids, (column,)), column) for column in itertools.product(values, repeat=self.d))
        demand(different([number for number, _ in made]), f"two columns of {self.name} have the same id")
        return [column for _, column in made]

    @cached_property
    def plain_from(self) -> list[int]:
        """For each column number how many columns with it or a larger one are not special."""
        plain = [not set(self.special).intersection(column) for column in self.columns[::-1]]
        return list(itertools.accumulate(plain, initial=0))[::-1]

    def numbers(self, rank: int) -> list[int]:
        """The column numbers of the point with this rank."""
        chosen, repeated, special, low = list[int](), False, False, 0
        for k in range(self.n, 0, -1):
            if self.kind == "sequences":
                chosen.append(rank // self.all ** (k - 1) % self.all)
                continue
            if chosen and self.repeats != "forbidden":  # points that repeat the last column come first
                last = chosen[-1]
                again = self.ways(k - 1, self.all - last, self.plain_from[last], True, special)
                if rank < again:
                    chosen, repeated = [*chosen, last], True
                    continue
                rank -= again

            def before(c: int, k: int = k, low: int = low, repeated: bool = repeated, special: bool = special) -> int:
                """How many of the other points go on with a column before c: this grows with c."""
                first, rest = (self.ways(k, self.all - x, self.plain_from[x], repeated, special) for x in (low, c))
                return first - rest

            c = bisect_right(range(self.all), rank, lo=low, key=before) - 1
            rank, chosen, low = rank - before(c), [*chosen, c], c + 1
            special = special or self.plain_from[c] == self.plain_from[c + 1]
        return chosen

    def scene(self, rank: int, sample: bool = False) -> tuple[Scene, Bound]:
        """The point with this rank (on cells, a sample of it if asked for), and the variables that the domain binds."""
        if self.kind == "cells":
            column, row = self.cells.point(rank, sample)
            return Scene(self.context, (column,)), {"row": row}
        return Scene(self.context, tuple(self.columns[c] for c in self.numbers(rank))), {}

    def rank(self, number: int) -> int:
        """The rank of a decided point by its number among them."""
        k = bisect_right(self.before, number) - 1
        return self.ranges[k][0] + number - self.before[k]

    def holds(self, rank: int) -> bool:
        k = bisect_right(self.ranges, rank, key=operator.itemgetter(0)) - 1
        return k >= 0 and rank < self.ranges[k][1]


# ---- Section 6: steps -----------------------------------------------------------------------------------------

STEP = "given fold term statement verdict reason points applicable failures witness measure"


def mentioned(term: Any) -> set[str]:
    """The networks that occur in a term."""
    here = {str(term[1])} if isinstance(term, list) and term[0] in ("stage", "network") else set()
    return here.union(*map(mentioned, term)) if isinstance(term, list) else here


class Step:
    """A step; as soon as it is read its statement, its counts and its verdict agree with each other.

    Then `look` gathers what points say about it, each with its place: the position of its domain in `over`, its rank.
    """

    def __init__(self, record: Any, definitions: Any, domains: dict[str, Domain], context: Context):
        fields(record, *STEP.split(), name=str, kind=str, says=str, over=list)
        self.record, self.context, self.name, self.fold = record, context, record["name"], record["fold"]
        self.where, self.over = f"step {self.name!r}", [domains[name] for name in record["over"]]
        demand(record["kind"] in ("statement", "proof line", "repaired"), f"the kind of {self.where}")
        demand(len(set(record["over"])) == len(self.over), f"{self.where} is twice over one domain")
        kinds = {domain.kind for domain in self.over}
        known = self.fold in ("each", "distinct") and (
            "cells" not in kinds or (self.fold == "each" and len(kinds) == 1)
        )
        demand(known, f"the fold {self.fold!r} of {self.where} over {kinds or 'nothing'}", NOT_RECHECKED)
        statement = {key: record[key] for key in ("fold", "given", "term")} | {"definitions": definitions}
        statement["domains"] = [[domain.name, domain.spec] for domain in self.over]
        demand(sha256(canonical(statement)) == record["statement"], f"the statement hash of {self.where}")

        self.measured = bool(self.over) and "cells" not in kinds
        self.variables = {"": "a point"} if self.over else {}
        self.variables |= {"row": "number"} if "cells" in kinds else {}
        given, term, variables, read = record["given"], record["term"], self.variables, context.read
        self.given = None if given is None else read(given, variables, "boolean")
        self.term = read(term, variables, *(("boolean",) if self.fold == "each" else ("number", "list")))
        self.loops, self.operands, self.op = list[Any](), list[Reading](), ""
        while self.fold == "each" and term[0] == "all":
            loop, variables = context.loop(term, variables)
            self.loops, term = [*self.loops, loop], term[-1]
        if self.fold == "each" and term[0] in {*RELATIONS, *RANGES}:
            numeric = context.kind_and_reading(term[1], variables)[0] == "number"
            self.op, self.operands = term[0], [read(x, variables, "number") for x in term[1:] if numeric]

        counts = (integer(record[key], 0) for key in ("points", "applicable", "failures"))
        self.points, self.applicable, self.failures = counts
        points = sum(domain.decided for domain in self.over) if self.over else 1
        enough = self.applicable >= (2 if self.fold == "distinct" else 1)
        possible = self.failures <= self.applicable <= self.points == points and (enough or self.failures == 0)
        possible = possible and (given is not None or self.applicable == points)
        demand(possible, f"points, applicable and failures of {self.where} cannot be so")
        used = [context.networks[name].quantities for name in mentioned([record["term"], given])]
        ties = any(quantities["leftmost"] + quantities["rightmost"] for quantities in used)
        self.verdict = "vacuous" if not enough else "inconclusive" if ties and "orbits" in kinds else "holds"
        if any(domain.decided != domain.total for domain in self.over):
            self.verdict = "inconclusive"
        self.verdict = "refuted" if self.failures else self.verdict
        demand(record["verdict"] == self.verdict, f"the counts of {self.where} make its verdict {self.verdict!r}")
        explained = record["reason"] is None or (type(record["reason"]) is str and self.verdict == "inconclusive")
        demand(explained, f"{self.where} has a reason where there is none")
        self.looked, self.applied, self.sum, self.failed = 0, 0, 0, list[Any]()  # the places of failures
        self.low: Any = None
        self.high: Any = None  # the least number with its place, and minus the greatest with its place
        self.values = list[Any]()  # fold distinct: places with their numbers

    def positions(self) -> Iterator[tuple[str, int]]:
        """All positions that its witness and its extremes name."""
        witness, measure = self.record["witness"], self.record["measure"]
        named = [] if witness is None else witness["at"]
        for name, rank in named + ([measure["min_at"], measure["max_at"]] if measure is not None else []):
            known = any(domain.name == name and domain.holds(integer(rank)) for domain in self.over)
            demand(known, f"{self.where} names a position that was not decided")
            yield name, integer(rank)

    def look(self, scene: Scene, bound: Bound, place: tuple[int, int]) -> None:
        """Evaluate the step at one point."""
        self.looked += 1
        if self.given and not self.given(scene, bound):
            return
        self.applied += 1
        numbers, holds = list[Number](), True
        if self.fold == "distinct":
            value = self.term(scene, bound)
            numbers = value if isinstance(value, list) else [value]
            self.values.append((place, numbers))
        elif self.measured and self.operands:
            for inner in self._turns(self.loops, scene, bound):
                values = [operand(scene, inner) for operand in self.operands]
                holds = STRICT[self.op][2](*values) and holds
                numbers.append(values[0] if self.op in RANGES else tidy(values[1] - values[0]))
        else:
            numbers = [int(holds := self.term(scene, bound))]
        self.failed += [] if holds else [place]
        for x in numbers if self.measured else ():
            self.low = min(self.low or (x, place), (x, place))
            self.high = min(self.high or (-x, place), (-x, place))
            self.sum += x.numerator * pow(x.denominator, -1, PRIME)

    def _turns(self, loops: list[Any], scene: Scene, bound: Bound) -> Iterator[Bound]:
        """The variables in all turns of these loops, each inside those before it."""
        if not loops:
            yield bound
        for inner in loops[0](scene, bound) if loops else ():
            yield from self._turns(loops[1:], scene, inner)

    def settle(self, whole: bool) -> None:
        """Compare what the evaluated points say (all points, if `whole`) with what the step reports."""
        values, failed, witness = sorted(self.values, key=operator.itemgetter(0)), sorted(self.failed), None
        if self.fold == "distinct" and self.applicable > 1:
            holder, shared = dict[Number, int](), set[int]()
            for k, (_, numbers) in enumerate(values):
                for x in numbers:
                    shared |= {holder[x], k} if x in holder else set()
                    holder.setdefault(x, k)
            failed = sorted(shared)
        if failed and self.fold == "each":
            witness = self.counterexample(failed[0])
        elif failed and len(values) > 1:
            # The least pair; a point with a number twice makes a pair with any other.
            a = 0 if any(not different(values[k][1]) for k in failed) else failed[0]
            b = next(b for b in range(a + 1, len(values)) if not different(values[a][1] + values[b][1]))
            twice = encode(min(x for x, y in itertools.pairwise(sorted(values[a][1] + values[b][1])) if x == y))
            witness = self.witness([values[a][0], values[b][0]], {}, "!=", twice, twice)
        missed, others = self.applicable - self.applied, self.failures - len(failed)
        # Points of a distinct fold that were evaluated may share numbers with points that were not.
        most = self.failures if self.fold == "distinct" and not whole else missed
        possible = 0 <= missed <= self.points - self.looked and 0 <= others <= most
        demand(possible, f"the counts of {self.where}: found {self.applied} applicable, {len(failed)} failing points")
        measure: Any = None
        if self.low and self.high:
            (low, low_at), (high, high_at) = self.low, self.high
            measure = {"min": encode(low), "min_at": self.position(low_at)}
            measure |= {"max": encode(-high), "max_at": self.position(high_at)}
            measure["sum"] = encode((self.sum if whole else integer(self.record["measure"]["sum"])) % PRIME)
        for key, value in (("witness", witness), ("measure", measure)):
            agree = canonical(self.record[key]) == canonical(value)
            demand(agree, f"the {key} of {self.where} is not the one found, {canonical(value)[:200]}")

    def counterexample(self, place: tuple[int, int]) -> dict[str, Any]:
        """The witness of a failure of fold `each` at this place."""
        read, term, variables, values = self.context.read, self.record["term"], self.variables, list[Any]()
        scene, bound = self.sample(place) if self.over else (Scene(self.context, None), {})
        while term[0] in ("all", "permutations", "and"):
            if term[0] == "and":
                term = next(p for p in term[1:] if not read(p, variables, "boolean")(scene, bound))
            else:
                loop, variables = self.context.loop(term, variables)
                body = read(term[-1], variables, "boolean")
                bound, term = next(x for x in loop(scene, bound) if not body(scene, x)), term[-1]
        relation, left, right = None, None, None
        if term[0] in {*RELATIONS, *RANGES}:
            values = [written(read(x, variables, "number", "list", "matrix")(scene, bound)) for x in term[1:]]
            relation, left, right = term[0], values[0], values[1:] if term[0] in RANGES else values[1]
        bindings = {key: list(x) if isinstance(x, tuple) else encode(x) for key, x in bound.items()}
        return self.witness([place] if self.over else [], bindings, relation, left, right)

    def witness(self, at: list[Any], bindings: Any, relation: Any, left: Any, right: Any) -> dict[str, Any]:
        points = [written(self.sample(place)[0].point) for place in at]
        made = {"at": [self.position(place) for place in at], "points": points, "bindings": bindings}
        return made | {"relation": relation, "left": left, "right": right}

    def position(self, place: tuple[int, int]) -> list[Any]:
        return [self.over[place[0]].name, encode(place[1])]

    def sample(self, place: tuple[int, int]) -> tuple[Scene, Bound]:
        return self.over[place[0]].scene(place[1], sample=True)


def written(value: Any) -> Any:
    """A number, a list or (as its rows) a matrix in JSON."""
    rows = list(map(list, zip(*value, strict=True))) if isinstance(value, tuple) else value
    return [written(x) for x in rows] if isinstance(rows, list) else encode(rows)


# ---- Section 7: the verifier ----------------------------------------------------------------------------------

DECIDED = "parameters definitions values networks domains steps judged verdict prime"


class Report(NamedTuple):
    """A confirmed certificate: its verdict, and as lines of text what was confirmed and what was recomputed."""

    verdict: str
    lines: list[str]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def check(decided: Any, digest: str, full: bool, limit: int) -> Report:
    """Decide again what the hashed part of a certificate says was decided."""
    fields(decided, *DECIDED.split(), claim=str, title=str, source=str, scope=str)
    demand(decided["scope"] == "enumerated", f"the scope {decided['scope']!r}", NOT_RECHECKED)
    demand(integer(decided["prime"]) == PRIME, "the prime is another one")
    parameters: dict[str, Any] = {}
    for name, value in decided["parameters"].items():
        word = isinstance(value, str) and not re.match("-?0x", value)
        parameters[name] = value if word else integer(value)
    networks = {name: Network(x, name) for name, x in decided["networks"].items()}
    context = Context(parameters, networks, {}, [ALLOWANCE[0]])
    for pair in array(decided["definitions"]):
        name, term = array(pair, 2)
        demand(isinstance(name, str) and name not in context.definitions, f"the name {name!r} of a definition")
        context.definitions[name] = context.constant(term)
    values = {name: encode(value) for name, value in context.definitions.items()}
    demand(canonical(decided["values"]) == canonical(values), "the values of the definitions")
    domains = {x.name: x for x in (Domain(record, context) for record in array(decided["domains"]))}
    definitions, records = decided["definitions"], array(decided["steps"])
    steps = {x.name: x for x in (Step(record, definitions, domains, context) for record in records)}
    unique = len(domains) == len(decided["domains"]) and len(steps) == len(records)
    demand(unique, "two domains, or two steps, have the same name")
    made = {steps[name].verdict for name in array(decided["judged"])}
    verdict = next((v for v in ("refuted", "inconclusive", "holds") if v in made), "vacuous")
    demand(decided["verdict"] == verdict, f"the judged steps make the verdict {verdict!r}")

    layers, points = max(1, sum(x.layers for x in networks.values())), sum(x.decided for x in domains.values())
    sampled, recomputed = not full and points * layers > limit, dict[str, int]()
    named = {position for step in steps.values() if sampled for position in step.positions()}
    for k, domain in enumerate(domains.values()):
        N, ranks = domain.decided, set[int]()
        if sampled:
            ranks |= {rank for name, rank in named if name == domain.name}
            s = min(N, max(16, limit * N // points // layers))
            for i in range(s):
                low, high = N * i // s, N * (i + 1) // s
                ranks.add(domain.rank(low + int(sha256(f"{digest}:{k}:{i}")[7:], 16) % (high - low)))
        recomputed[domain.name] = len(ranks) if sampled else N
        context.budget[0] += recomputed[domain.name] * (ALLOWANCE[1] + ALLOWANCE[2] * layers)
        about = [(step, step.over.index(domain)) for step in steps.values() if domain in step.over]
        for rank in sorted(ranks) if sampled else itertools.chain(*itertools.starmap(range, domain.ranges)):
            scene, bound = domain.scene(rank)
            for step, place in about:
                step.look(scene, bound, (place, rank))
    for step in steps.values():
        if not step.over:
            step.look(Scene(context, None), {}, (0, 0))
        step.settle(all(recomputed[domain.name] == domain.decided for domain in step.over))

    order = sorted(parameters, key=lambda name: ("dnm".find(name) % 4, name))
    shown = " ".join(f"{key}={decided['parameters'][key]}" for key in order)
    share = f"{sum(recomputed.values())} of {encode(points)} points recomputed"
    lines = [f"confirmed: {decided['claim']} at {shown}: {verdict} ({share})"]
    lines += [f"sampled: {share}, the rest not"] if sum(recomputed.values()) < points else []
    for step in steps.values():
        counts = ", ".join(f"{key} {step.record[key]}" for key in ("points", "applicable", "failures"))
        lines.append(f"  {step.name}: {step.verdict} ({counts})")
    return Report(verdict, lines)


def verify(source: str | Path | bytes, full: bool = False, limit: int = DEFAULT_LIMIT) -> Report:
    """Confirm the certificate in this file (or in these bytes), or raise what is wrong with it."""
    try:
        if not isinstance(source, bytes):
            with open(source, "rb") as file:
                source = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"the file cannot be read: {error}", UNREADABLE) from None
    try:
        return check(*parse(source), full, limit)
    except Refused:
        raise
    except NotImplementedError as error:  # of a part of the verifier
        raise Refused(str(error), NOT_RECHECKED) from None
    except Exception as error:  # the last resort: what surprises the checker does not confirm a certificate
        raise Refused(f"it cannot be evaluated ({type(error).__name__}: {error})") from None


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, print what was found and return the exit code."""
    parser = argparse.ArgumentParser(prog="verifier.py", description="Check a certificate of exactua again.")
    parser.add_argument("certificate", metavar="CERT")
    parser.add_argument("--full", action="store_true", help="recompute every point, however many")
    parser.add_argument("--limit", type=int, default=DEFAULT_LIMIT, help="layer evaluations without sampling")
    try:
        options = parser.parse_args(arguments)
        text, code = str(verify(options.certificate, options.full, max(0, options.limit))), 0
    except SystemExit as stop:
        return int(stop.code or 0)
    except Refused as error:
        text, code = f"{LABELS[error.code]}: {str(error)[:400]}", error.code
    # Names in a certificate are anyone's text: no control characters reach the terminal.
    print("\n".join(line.encode("unicode_escape").decode("ascii") for line in text.split("\n")))
    return code


if __name__ == "__main__":
    sys.exit(main())
