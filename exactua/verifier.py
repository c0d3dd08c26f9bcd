"""The trusted checker of certificates: one file, Python's standard library, nothing else of exactua.

    python verifier.py CERT [--full] [--limit N]

It is written from docs/certificate-format.md alone ('section k' below is a section of that page), shares no code
with the programs that write certificates, and applies every layer with its full weight matrices to exact rationals.
Exit codes: 0 the certificate is confirmed, whatever its verdict; 1 it is not; 2 the file is unreadable, or wrong
usage; 3 it holds something that this verifier cannot interpret, so it is not re-checked.
"""

from __future__ import annotations

import sys

# Run as a script, Python would look for `numbers` and the like beside this file before the standard library.
if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]

import argparse
import hashlib
import itertools
import json
import math
import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial, reduce, total_ordering
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

__all__ = ["DEFAULT_LIMIT", "NotInterpretable", "Refused", "Report", "Unreadable", "main", "verify"]

VERSION, PRIME = "certificate/1", 2**61 - 1
DEFAULT_LIMIT = 100_000  # layer evaluations above which points are sampled (section 7)
LARGEST_FILE = 64 * 2**20  # bytes
LARGEST_NUMBER = 1_000_000  # bits of a numerator or denominator
LARGEST_NETWORK = 5_000_000  # weights of a network with its families unrolled
LARGEST_TABLE = 1_000_000  # entries of all columns of a domain, and of a point
LARGEST_PERMUTED = 8  # columns of which all permutations are tried
ALLOWANCE = (5_000_000, 100_000, 10_000)  # elementary steps: for all, for a point, for a layer evaluation

Rational: TypeAlias = "int | Fraction"
Number: TypeAlias = Any  # a Rational, or an Affine
Matrix: TypeAlias = "tuple[tuple[Number, ...], ...]"  # its columns
T = TypeVar("T")


class Refused(Exception):
    """The certificate says something that is not so, or asks for work without bound."""

    exit_code, label = 1, "not confirmed"


class Unreadable(Refused):
    """There is no certificate of this format to read."""

    exit_code, label = 2, "unreadable"


class Undecided(Refused):
    """A comparison is true for some reals of a point of cells and false for others, or of an unknown value."""


class NotInterpretable(Refused):
    """The certificate uses a notion that this verifier does not know."""

    exit_code, label = 3, "not re-checked"


def demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


# ---- Section 1: the file, its layout and its numbers ----------------------------------------------------------


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def parse(data: bytes) -> tuple[Any, str]:
    """What `data` has under `decided`, and its digest, once version, layout and digest are checked."""

    def whole(digits: str) -> int:
        # So long an integer has no canonical form: the comparison of layouts refuses whatever stands for it.
        return int(digits) if len(digits) < 1000 else 0

    def constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    if not 0 < len(data) <= LARGEST_FILE:
        raise Unreadable("the file is larger than 64 MiB" if data else "the file is empty")
    try:
        file = json.loads(data.decode("utf-8"), parse_int=whole, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the file is not JSON, or nested too deeply: {error}") from None
    if not isinstance(file, dict) or file.get("exactua") != VERSION:
        raise Unreadable(f"the file is not of format {VERSION}")
    fields(file, "the file", "decided", "digest", "exactua", "run")
    decided, digest, run = (canonical(file[key]) for key in ("decided", "digest", "run"))
    layout = f'{{"decided":{decided},\n"digest":{digest},\n"exactua":"{VERSION}",\n"run":{run}}}\n'
    demand(layout.encode("ascii") == data, "the file is not laid out in canonical form")
    demand(sha256(decided) == file["digest"], "the digest is not that of the hashed part")
    typed(file["run"], dict, "run")
    return file["decided"], file["digest"]


def typed(value: Any, kind: type[T], where: str) -> T:
    if type(value) is not kind:
        raise Refused(f"{where} is of the wrong type")
    return value


def fields(value: Any, where: str, *keys: str) -> dict[str, Any]:
    """`value`, an object with exactly these keys."""
    wrong = sorted(set(typed(value, dict, where)) ^ set(keys))
    demand(not wrong, f"{where} lacks or adds the keys {wrong}")
    return typed(value, dict, where)


def array(value: Any, where: str, length: int | None = None) -> list[Any]:
    demand(length in (None, len(typed(value, list, where))), f"{where} has the wrong length")
    return typed(value, list, where)


def integer(value: Any, where: str, least: int | None = None) -> int:
    number = rational(value, where)
    demand(number.denominator == 1, f"{where} is not an integer")
    demand(least is None or number >= least, f"{where} is below {least}")
    return number.numerator


def rational(value: Any, where: str) -> Rational:
    number: Rational | None = value if type(value) is int else None
    if isinstance(value, str) and 4 * len(value) <= LARGEST_NUMBER:
        part = "(-?0x[0-9a-f]+|-?[0-9]{1,16})"
        if match := re.fullmatch(f"{part}(?:/{part})?", value):
            p, q = (int(x or "1", 16 if x and "x" in x else 10) for x in match.groups())
            number = tidy(Fraction(p, q)) if q else None
    # Whatever else was accepted so far (2/4, 0x5, -0) is not what `encode` makes of the number.
    if number is None or encode(number) != value:
        raise Refused(f"{where} is not a number in canonical form")
    return number


def encode(number: Rational) -> int | str:
    if number.denominator != 1:
        return f"{encode(number.numerator)}/{encode(number.denominator)}"
    whole = number.numerator
    return whole if abs(whole) < 2**53 else f"{whole:#x}"


# ---- Numbers: rationals, and affine forms in the entries of a point of a product of cells ---------------------


@total_ordering
class Affine:
    """constant + sum of slopes[i] x_i, not constant, where x_i runs over the open interval box[i]; or UNKNOWN."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, constant: Rational, slopes: list[Rational], box: list[Any]):
        self.constant, self.slopes, self.box = constant, slopes, box

    def __add__(self, other: Number) -> Number:
        if self is UNKNOWN or other is UNKNOWN:
            return UNKNOWN
        if not isinstance(other, Affine):
            return Affine(self.constant + other, self.slopes, self.box)
        constant, slopes = self.constant + other.constant, list(map(operator.add, self.slopes, other.slopes))
        return Affine(constant, slopes, self.box) if any(slopes) else constant

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Affine):
            raise NotInterpretable("a product of two numbers that both vary within a cell")
        if self is UNKNOWN or not other:
            return UNKNOWN if other else 0
        return Affine(self.constant * other, [a * other for a in self.slopes], self.box)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Number) -> Number:
        return self * -1 + other

    def sign(self) -> int:
        """1 or -1 if the form has this sign on the whole box, the ends of which it does not take."""
        ends: list[Any] = [self.constant, self.constant]  # infimum and supremum, None for an infinite one
        for slope, interval in zip(self.slopes, self.box, strict=True):
            for k, end in enumerate(interval[:: 1 if slope > 0 else -1] if slope else ()):
                ends[k] = None if end is None or ends[k] is None else ends[k] + slope * end
        if self is UNKNOWN or not ((ends[0] is not None and ends[0] >= 0) or (ends[1] is not None and ends[1] <= 0)):
            raise Undecided("the breakpoints are not fine enough to decide a comparison")
        return 1 if ends[0] is not None and ends[0] >= 0 else -1

    def __lt__(self, other: Number) -> bool:
        form = self - other
        return bool(form.sign() < 0 if isinstance(form, Affine) else form < 0)

    def __eq__(self, other: Number) -> bool:
        form = self - other
        return bool(form.sign() == 0 if isinstance(form, Affine) else form == 0)


UNKNOWN = Affine(0, [], [])


def size(number: Rational) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def tidy(number: Number) -> Number:
    """The same number, an int if it is an integer; an error if it is too long to work with."""
    if type(number) is Affine:
        return number
    if type(number) is Fraction and number.denominator == 1:
        number = number.numerator
    demand(size(number) <= LARGEST_NUMBER, "a number has more bits than this verifier works with")
    return number


def divide(a: Number, b: Number) -> Number:
    if isinstance(b, Affine):
        raise NotInterpretable("a division by a number that varies within a cell")
    demand(b != 0, "a division by zero")
    return a * Fraction(1, b) if isinstance(a, Affine) else tidy(Fraction(a, b))


def power(a: Number, e: Number) -> Number:
    demand(type(e) is int and e >= 0, "an exponent is not an integer >= 0")
    if e <= 1:
        return a if e else 1
    if isinstance(a, Affine):
        raise NotInterpretable("a power of a number that varies within a cell")
    demand((size(a) - 1) * e <= LARGEST_NUMBER, "a power has more bits than this verifier works with")
    return tidy(a**e)


def choose(n: int, k: int) -> int:
    demand(min(k, n - k) * n.bit_length() <= LARGEST_NUMBER, "a number of points has too many bits")
    return math.comb(n, k)


# ---- Section 4: networks --------------------------------------------------------------------------------------

Weights: TypeAlias = "list[list[Rational]]"  # rows
COUNTED = ("attention layers", "feed-forward layers", "activations outside Phi")
LARGEST = ("heads", "head size", "hidden size")


def image(weights: Weights, columns: Iterable[Iterable[Number]]) -> list[list[Number]]:
    """The columns of weights times the matrix that has these columns."""
    return [[sum(map(operator.mul, row, column)) for row in weights] for column in columns]


def attention(tie_rule: str, heads: list[tuple[Any, ...]], Z: Matrix) -> Matrix:
    """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)]."""
    total: list[list[Number]] = [list(column) for column in Z]
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, Z), image(W_K, Z), []
        for unbiased in image(W_Q, Z):
            query = list(map(operator.add, unbiased, b_Q))
            scores = [sum(map(operator.mul, key, query)) for key in keys]
            best = max(scores)
            maximal = [i for i, score in enumerate(scores) if score == best]
            if tie_rule != "average":
                maximal = maximal[:1] if tie_rule == "leftmost" else maximal[-1:]
            sums = map(sum, zip(*[values[i] for i in maximal], strict=True))
            attended.append([divide(x, len(maximal)) for x in sums] if len(maximal) > 1 else list(sums))
        for column, added in zip(total, image(W_O, attended), strict=True):
            column[:] = map(operator.add, column, added)
    return tuple(tuple(map(tidy, column)) for column in total)


def activate(pieces: list[tuple[Any, ...]], x: Number) -> Number:
    """The activation at x: the pieces cover the line in order, so the first that does not end before x has it."""
    for stop, closed, slope, intercept in pieces:
        try:
            if stop is None or x < stop or (closed and x == stop):
                return UNKNOWN if x is UNKNOWN else x * slope + intercept
        except Undecided:
            break
    return UNKNOWN


def feed_forward(W_1: Weights, b_1: Any, W_2: Weights, b_2: Any, pieces: list[Any], Z: Matrix) -> Matrix:
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T."""
    hidden = [[activate(pieces, x + b) for x, b in zip(column, b_1, strict=True)] for column in image(W_1, Z)]
    return tuple(
        tuple(tidy(z + y + b) for z, y, b in zip(column, added, b_2, strict=True))
        for column, added in zip(Z, image(W_2, hidden), strict=True)
    )


class Layer(NamedTuple):
    """A layer with its weights put in, and what it contributes to the quantities of its network."""

    apply: Callable[[Matrix], Matrix]
    weights: int
    quantities: dict[str, int]
    tie_rule: str = "average"


class Network:
    def __init__(self, record: Any, name: str):
        self.where = f"network {name!r}"
        fields(record, self.where, "d", "items", "stages")
        self.d, self.items = integer(record["d"], f"d of {self.where}", 1), array(record["items"], self.where)
        self.stages = {k: integer(v, k, 0) for k, v in typed(record["stages"], dict, self.where).items()}
        demand(max(self.stages.values(), default=0) <= len(self.items), f"{self.where} has not so many stages")
        self.quantities, self.tie_rules, self.weights = dict.fromkeys(COUNTED + LARGEST, 0), set[str](), 0
        for layer, repeats in self._walk(self.items, {}, 1, every=False):
            self.weights += repeats * (layer.weights + 1)
            self.tie_rules |= {layer.tie_rule} if repeats else set()
            for key, value in layer.quantities.items() if repeats else ():
                known = self.quantities[key]
                self.quantities[key] = known + repeats * value if key in COUNTED else max(known, value)
        self.layers = self.quantities["attention layers"] + self.quantities["feed-forward layers"]

    def _walk(self, items: Any, around: dict[str, Rational], repeats: int, every: bool) -> Iterator[tuple[Layer, int]]:
        """Every layer in order; or those of one turn of each family, with the number of times they occur."""
        for item in array(items, self.where):
            demand(len(typed(item, dict, "an item")) == 1, f"an item of {self.where} has not one key")
            ((kind, body),) = item.items()
            if kind == "group":
                typed(fields(body, "a group", "name", "items")["name"], str, "the name of a group")
                yield from self._walk(body["items"], around, repeats, every)
            elif kind == "family":
                fields(body, "a family", "variable", "start", "step", "count", "items")
                name = typed(body["variable"], str, "the variable of a family")
                demand(name not in {"constant", *around}, f"the variable {name!r} of a family is taken")
                start, step = (rational(body[key], f"{key} of a family") for key in ("start", "step"))
                count = integer(body["count"], "the count of a family", 0)
                times = repeats if every else tidy(repeats * count)
                self.weights += 0 if every else times
                for k in range(count if every else 1):
                    yield from self._walk(body["items"], {**around, name: tidy(start + k * step)}, times, every)
            else:
                yield self._layer(kind, body, around), repeats

    def _layer(self, kind: str, body: Any, around: dict[str, Rational]) -> Layer:
        """The layer that an item writes, with these values of the variables of the families around it."""

        def weight(value: Any) -> Rational:
            terms = value if around and isinstance(value, dict) else {"constant": value}
            fits = "constant" in terms and terms.keys() <= {"constant", *around}
            demand(fits, f"a weight of {self.where} has no constant, or a variable of no family around it")
            numbers = [rational(x, f"a weight of {self.where}") * around.get(key, 1) for key, x in terms.items()]
            return numbers[0] if len(numbers) == 1 else tidy(sum(numbers))

        def vector(value: Any, length: int | None = None) -> list[Rational]:
            return [weight(x) for x in array(value, f"a row or bias of {self.where}", length)]

        def matrix(value: Any, rows: int, columns: int) -> Weights:
            return [vector(row, columns) for row in array(value, f"a matrix of {self.where}", rows)]

        d = self.d
        if kind == "attention":
            fields(body, kind, "tie_rule", "heads")
            if (tie_rule := typed(body["tie_rule"], str, "tie rule")) not in ("average", "leftmost", "rightmost"):
                raise NotInterpretable(f"the tie rule {tie_rule!r}")
            heads, sizes = [], []
            for head in array(body["heads"], f"the heads of {self.where}"):
                fields(head, "a head", "W_O", "W_V", "W_K", "W_Q", "b_Q")
                sizes.append(h := len(b_Q := vector(head["b_Q"])))
                inner = (matrix(head[key], h, d) for key in ("W_V", "W_K", "W_Q"))
                heads.append((matrix(head["W_O"], d, h), *inner, b_Q))
            demand(min(sizes, default=0) > 0, f"{self.where} has attention without a head, or a head of size 0")
            quantities = {"attention layers": 1, "heads": len(heads), "head size": max(sizes)}
            return Layer(partial(attention, tie_rule, heads), sum(sizes) * (4 * d + 1), quantities, tie_rule)
        if kind == "feed_forward":
            fields(body, kind, "W_1", "b_1", "W_2", "b_2", "activation")
            r, pieces = len(b_1 := vector(body["b_1"])), self._activation(body["activation"])
            W_1, W_2, b_2 = matrix(body["W_1"], r, d), matrix(body["W_2"], d, r), vector(body["b_2"], d)
            outside = len(pieces) > 3 or all(slope != 0 for _, _, slope, _ in pieces)
            quantities = {"feed-forward layers": 1, "hidden size": r, "activations outside Phi": int(outside)}
            return Layer(partial(feed_forward, W_1, b_1, W_2, b_2, pieces), (2 * d + 1) * r + d, quantities)
        raise NotInterpretable(f"a layer of the kind {kind!r}")

    def _activation(self, pieces: Any) -> list[tuple[Any, ...]]:
        """The pieces, each as its upper end, whether it has that end, slope and intercept."""
        where, made, end, shared = f"an activation of {self.where}", list[tuple[Any, ...]](), None, True
        for piece in array(pieces, where):
            fields(piece, where, "from", "from_closed", "to", "to_closed", "slope", "intercept")
            start, stop = (None if piece[key] is None else rational(piece[key], where) for key in ("from", "to"))
            opens, closes = (typed(piece[key], bool, where) for key in ("from_closed", "to_closed"))
            # The first starts at minus infinity, each other where the last one stops, and just one has the point.
            covers = start == end and opens != shared and (start is None) == (not made)
            covers = covers and not (stop is None and closes)
            filled = start is None or stop is None or start < stop or (start == stop and opens and closes)
            demand(covers and filled, f"{where} does not cover the line piece by piece")
            made.append((stop, closes, rational(piece["slope"], where), rational(piece["intercept"], where)))
            end, shared = stop, closes
        demand(made != [] and end is None, f"{where} does not cover the line piece by piece")
        return made

    @cached_property
    def parts(self) -> list[list[Layer]]:
        """For every top-level item the layers that it stands for."""
        demand(self.weights <= LARGEST_NETWORK, f"{self.where} has more than {LARGEST_NETWORK} weights")
        return [[layer for layer, _ in self._walk([item], {}, 1, every=True)] for item in self.items]

    def state(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        fits = type(k) is int and 0 <= k <= len(self.items) and all(len(column) == self.d for column in Z)
        demand(fits, f"{self.where} has no such stage, or not {self.d} rows as its argument")
        # The matrix is kept beside its states, so that no other one gets its identity.
        _, states = scene.states.setdefault((self.where, id(Z)), (Z, [Z]))
        while len(states) <= k:
            state = states[-1]
            for layer in self.parts[len(states) - 1]:
                scene.context.spend(len(Z) * (len(Z) + layer.weights))
                state = layer.apply(state)
            states.append(state)
        return states[k]


# ---- Section 3: terms -----------------------------------------------------------------------------------------


def pick(values: Any, k: Number) -> Any:
    """Entry number k, from 1."""
    demand(type(k) is int and 1 <= k <= len(values), "an index is out of range")
    return values[k - 1]


def different(numbers: list[Any]) -> bool:
    ordered = sorted(numbers)
    return not any(map(operator.eq, ordered, ordered[1:]))


def dot(u: list[Number], Z: Matrix) -> list[Number]:
    demand(all(len(column) == len(u) for column in Z), "the list and the matrix of a dot product do not fit")
    return [tidy(sum(map(operator.mul, u, column))) for column in Z]


def same(a: Any, b: Any) -> bool:
    """Whether two numbers, lists or matrices are equal entry by entry."""
    compound = isinstance(a, list | tuple)
    demand(compound == isinstance(b, list | tuple), "a number is compared with a list or a matrix")
    demand(not compound or len(a) == len(b), "lists or matrices of different shapes are compared")
    return all(map(same, a, b)) if compound else bool(a == b)


def total(values: Iterable[Number]) -> Number:
    return reduce(lambda a, b: tidy(a + b), values, 0)


KINDS = {"number": (int, Fraction, Affine), "boolean": (bool,), "list": (list,), "matrix": (tuple,)}
KINDS["value"] = KINDS["number"] + KINDS["list"] + KINDS["matrix"]
COMPOUND = ("list", "dot", "point", "stage", "permuted")  # the operators whose values are lists or matrices
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">=": operator.ge, ">": operator.gt,
    "=": same, "!=": lambda a, b: not same(a, b),
}  # fmt: skip
RANGES: dict[str, Callable[[Any, Any, Any], bool]] = {
    "in": lambda x, low, high: low <= x <= high, "not in": lambda x, low, high: x < low or x > high,
}  # fmt: skip
STRICT: dict[str, tuple[Iterable[str], Callable[..., Any]]] = {  # operator -> kinds of its operands, its value
    "+": (itertools.repeat("number"), lambda *x: total(x)),
    "*": (itertools.repeat("number"), lambda *x: reduce(lambda a, b: tidy(a * b), x)),
    "-": (["number"] * 2, lambda a, b: tidy(a - b)), "neg": (["number"], lambda a: a * -1),
    "/": (["number"] * 2, divide), "^": (["number"] * 2, power), "not": (["boolean"], operator.not_),
    "item": (["list", "number"], pick), "dot": (["list", "matrix"], dot), "distinct": (["list"], different),
    "entry": (["matrix", "number", "number"], lambda Z, i, j: pick(pick(Z, j), i)),
    **{op: (["value" if op in ("=", "!=") else "number"] * 2, relation) for op, relation in RELATIONS.items()},
    **{op: (["number"] * 3, member) for op, member in RANGES.items()},
}  # fmt: skip
LOOPS: dict[str, tuple[str, Callable[[Iterator[Any]], Any]]] = {  # operator -> kind of its body, its value
    "all": ("boolean", all), "any": ("boolean", any), "permutations": ("boolean", all), "sum": ("number", total),
    "min": ("number", min), "max": ("number", max), "list": ("number", list),
}  # fmt: skip
OPERANDS = {  # operator -> number of its operands, or the least number of those that take more
    "param": 1, "def": 1, "var": 1, "and": 1, "or": 1, "implies": 2, "if": 3, "point": 0, "stage": 3, "network": 2,
    "permuted": 2, "permutations": 2, **dict.fromkeys(["all", "any", "sum", "min", "max", "list"], 4),
    **{op: 2 if op in "+*" else len(list(kinds)) for op, (kinds, _) in STRICT.items()},
}  # fmt: skip


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
        value = self.parameters.get(name)
        demand(type(value) is int and value >= 1, f"the parameter {name!r} is not an integer >= 1")
        return int(self.parameters[name])

    def constant(self, term: Any, kind: str = "number") -> Any:
        self.survey(term, [])
        return Scene(self, None).value(term, kind, {})

    def survey(self, term: Any, variables: list[str]) -> set[str]:
        """Check that the operators and the names of a term are known; which networks it mentions."""
        if not isinstance(term, list):
            integer(term, "a term")
            return set()
        op, operands = typed(term[0] if term else None, str, "an operator"), term[1:]
        if op not in OPERANDS:
            raise NotInterpretable(f"the operator {op!r}")
        extra = len(operands) - OPERANDS[op]
        demand(extra == 0 or (extra > 0 and op in ("+", "*", "and", "or")), f"the number of operands of {op!r}")
        names: dict[str, Any] = {"param": self.parameters, "def": self.definitions, "var": variables}
        names |= {"network": self.networks, "stage": self.networks}
        if op in names or op == "permuted":
            name = typed(operands.pop(op == "permuted"), str, f"a name in {op!r}")
            demand(name in names.get(op, variables), f"{op!r} names an unknown {name!r}")
        if op in LOOPS:
            variables = [*variables, typed(operands.pop(0), str, f"a name in {op!r}")]
        demand(op != "permutations" or self.size("n") <= LARGEST_PERMUTED, "there are too many permutations")
        if op == "network" and typed(operands.pop(), str, "a quantity") not in COUNTED + LARGEST:
            raise NotInterpretable(f"the quantity {term[2]!r} of a network")
        if op == "stage" and isinstance(operands[0], str):
            demand(operands.pop(0) in self.networks[name].stages, f"the network {name!r} has no stage {term[2]!r}")
        mentioned = {name} if op in ("network", "stage") else set()
        return mentioned.union(*(self.survey(operand, variables) for operand in operands))


class Scene:
    """Where terms are evaluated: a point, or none, and the states of the networks that are known there."""

    def __init__(self, context: Context, point: Matrix | None):
        self.context, self.point = context, point
        self.states: dict[tuple[str, int], tuple[Matrix, list[Matrix]]] = {}

    def value(self, term: Any, kind: str, bound: dict[str, Any]) -> Any:
        """The value of a term, which must be of this kind."""
        if type(term) is not list:
            found = term if type(term) is int else integer(term, "a term")
        elif term[0] in STRICT:
            kinds, function = STRICT[term[0]]
            found = function(*[self.value(x, k, bound) for x, k in zip(term[1:], kinds, strict=False)])
        elif term[0] in LOOPS:
            inside, fold = LOOPS[term[0]]
            found = fold(self.value(term[-1], inside, inner) for inner in self.bind(term, bound))
        else:
            found = self._special(term[0], term[1:], bound)
        if type(found) not in KINDS[kind]:
            raise Refused(f"there is something else where a {kind} should be in {canonical(term)[:100]}")
        return found

    def bind(self, term: Any, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The bound variables within a loop: one more, with each of its values in turn."""
        if term[0] == "permutations":
            n = self.context.size("n")
            values: Iterable[Any] = itertools.permutations(range(1, n + 1))
            length = math.factorial(n)
        else:
            low, high = (self.value(end, "number", bound) for end in term[2:4])
            if isinstance(low, Affine) or isinstance(high, Affine):
                raise NotInterpretable("a range that varies within a cell")
            low, high = math.ceil(low), math.floor(high)
            values, length = range(low, high + 1), high - low + 1
        self.context.spend(max(0, length))
        for value in values:
            yield {**bound, term[1]: value}

    def _special(self, op: str, x: list[Any], bound: dict[str, Any]) -> Any:
        match op:
            case "and":
                return all(self.value(p, "boolean", bound) for p in x)
            case "or":
                return any(self.value(p, "boolean", bound) for p in x)
            case "implies":
                return not self.value(x[0], "boolean", bound) or self.value(x[1], "boolean", bound)
            case "if":
                return self.value(x[1 if self.value(x[0], "boolean", bound) else 2], "number", bound)
            case "param":
                return self.context.parameters[x[0]]
            case "def":
                return self.context.definitions[x[0]]
            case "var":
                return typed(bound[x[0]], int, "a variable")
            case "point":
                return self.point  # None, where there is none, is no matrix
            case "network":
                return self.context.networks[x[0]].quantities[x[1]]
            case "stage":
                network = self.context.networks[x[0]]
                k = network.stages[x[1]] if isinstance(x[1], str) else self.value(x[1], "number", bound)
                return network.state(self, k, self.value(x[2], "matrix", bound))
        Z, order = self.value(x[0], "matrix", bound), bound[x[1]]
        demand(isinstance(order, tuple) and len(order) == len(Z), "a permutation and its matrix do not fit")
        return tuple(Z[k - 1] for k in order)


# ---- Section 5: domains ---------------------------------------------------------------------------------------


class Domain:
    """A domain: its points by their ranks, and which of them were decided."""

    def __init__(self, record: Any, context: Context):
        fields(record, "a domain", "name", "spec", "points", "decided", "evidence")
        self.context, self.name = context, typed(record["name"], str, "the name of a domain")
        self.where, self.spec = f"domain {self.name!r}", typed(record["spec"], dict, "a spec")
        self.kind, self.d = self.spec.get("kind"), context.size("d")
        if self.kind not in ("orbits", "sequences", "cells"):
            raise NotInterpretable(f"the kind {self.kind!r} of {self.where}")
        evidence = fields(record["evidence"], self.where, *(["breakpoints"] if self.kind == "cells" else []))
        if self.kind == "cells":
            self._read_cells(evidence["breakpoints"])
        else:
            self._read_columns()
        # Without a number of points there is nothing to recompute, and the domain is not decided completely.
        self.total = None if record["points"] is None else self._count()
        points = None if self.total is None else encode(self.total)
        demand(canonical(record["points"]) == canonical(points), f"{self.where} has another number of points")
        self.ranges, self.before, end = list[tuple[int, int]](), [0], -1
        for pair in array(record["decided"], self.where):
            start, stop = (integer(x, self.where) for x in array(pair, self.where, 2))
            demand(end < start < stop <= (self.total or 0), f"the decided ranges of {self.where}")
            self.ranges.append((start, end := stop))
            self.before.append(self.before[-1] + stop - start)
        self.decided = self.before[-1]

    def _read_cells(self, breakpoints: Any) -> None:
        if self.context.constant(fields(self.spec, self.where, "kind", "columns")["columns"]) != 1:
            raise NotInterpretable("cells of more than one column")
        rows = array(breakpoints, self.where, self.d)
        self.breaks = [[rational(x, self.where) for x in array(row, self.where)] for row in rows]
        rise = all(row != [] and all(map(operator.lt, row, row[1:])) for row in self.breaks)
        demand(rise, f"the breakpoints of {self.where} do not increase")

    def _read_columns(self) -> None:
        more = ("repeats", "specials") if self.kind == "orbits" else ()
        spec, constant = fields(self.spec, self.where, "kind", "levels", "special", "ids", *more), self.context.constant
        self.repeats, self.specials = [spec[key] for key in more] or ["allowed", "allowed"]
        known = self.repeats in ("allowed", "forbidden", "required")
        demand(known and self.specials in ("none", "allowed", "required"), f"repeats or specials of {self.where}")
        levels, self.n = fields(spec["levels"], self.where, "start", "step", "count"), self.context.size("n")
        self.start, self.step, self.count = (constant(levels[key]) for key in ("start", "step", "count"))
        special = [constant(level) for level in array(spec["special"], self.where)]
        self.special = [] if self.specials == "none" else special
        demand(type(self.count) is int and self.count >= 0, f"the levels of {self.where}")
        steps = [divide(level - self.start, self.step or 1) for level in self.special]
        once = (self.step != 0 or self.count < 2) and different(self.special)
        met = any(type(k) is int and 0 <= k < self.count for k in steps)
        demand(once and not met, f"a level of {self.where} occurs twice")
        self.ids = constant(spec["ids"], "list")
        demand(len(self.ids) == self.d, f"the ids of {self.where} are not one for each row")

    def _count(self) -> int:
        if self.kind == "cells":
            return sum(2 * len(row) + 1 for row in self.breaks)
        self.plain, self.all = power(self.count, self.d), power(self.count + len(self.special), self.d)
        return int(power(self.all, self.n)) if self.kind == "sequences" else self.ways(self.n, self.all, self.plain)

    def ways(self, k: int, columns: int, plain: int, repeated: bool = False, special: bool = False) -> int:
        """How many choices of k of these columns, of which `plain` are not special, complete a point of orbits.

        `repeated` and `special`: the columns chosen before have two equal ones, a special one.
        """

        def choices(c: int) -> int:
            weak, strict = choose(c + k - 1, k) if k else 1, choose(c, k)
            without = strict if self.repeats == "required" and not repeated else 0
            return strict if self.repeats == "forbidden" else weak - without

        return choices(columns) - (choices(plain) if self.specials == "required" and not special else 0)

    @cached_property
    def columns(self) -> list[tuple[Rational, ...]]:
        """The columns by increasing id."""
        demand(max(self.all, self.n) * self.d <= LARGEST_TABLE, f"{self.where} has too many columns to list")
        self.context.spend(self.all * self.d)
        values = [*(tidy(self.start + k * self.step) for k in range(self.count)), *self.special]
        made = sorted((dot(self.ids, (column,)), column) for column in itertools.product(values, repeat=self.d))
        demand(different([number for number, _ in made]), f"two columns of {self.where} have the same id")
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

            def before(c: int) -> int:
                """How many of the other points go on with a column before c: this grows with c."""
                to_end = (self.ways(k, self.all - x, self.plain_from[x], repeated, special) for x in (low, c))  # noqa: B023
                return next(to_end) - next(to_end)

            c = bisect_right(range(self.all), rank, lo=low, key=before) - 1
            rank, chosen, low = rank - before(c), [*chosen, c], c + 1
            special = special or self.plain_from[c] == self.plain_from[c + 1]
        return chosen

    def scene(self, rank: int, sample: bool = False) -> tuple[Scene, dict[str, Any]]:
        """The point with this rank, and the variables that the domain binds.

        On cells the entries are affine forms or, if asked for, the sample.
        """
        if self.kind != "cells":
            return Scene(self.context, tuple(self.columns[c] for c in self.numbers(rank))), {}
        row = 0
        while rank > 2 * len(self.breaks[row]):
            rank, row = rank - 2 * len(self.breaks[row]) - 1, row + 1
        cell: list[Any] = [None, *self.breaks[row], None][(rank + 1) // 2 : rank // 2 + 2]
        low, high = cell[0], cell[-1]
        inside = high - 1 if low is None else low + 1 if high is None else divide(low + high, 2)
        box = [cell if k == row else [None, None] for k in range(self.d)]
        forms = [Affine(0, [int(i == k) for i in range(self.d)], box) for k in range(self.d)]
        column: list[Number] = [0] * self.d if sample else [*forms]
        column[row] = inside if sample or len(cell) == 1 else forms[row]
        return Scene(self.context, (tuple(column),)), {"row": row + 1}

    def rank(self, number: int) -> int:
        """The rank of a decided point by its number among them."""
        k = bisect_right(self.before, number) - 1
        return self.ranges[k][0] + number - self.before[k]

    def holds(self, rank: int) -> bool:
        k = bisect_right(self.ranges, rank, key=operator.itemgetter(0)) - 1
        return k >= 0 and rank < self.ranges[k][1]


# ---- Section 6: steps -----------------------------------------------------------------------------------------

STEP = "name kind says over given fold term statement verdict reason points applicable failures witness measure"


@dataclass
class Tally:
    """What the evaluated points of one domain say about a step."""

    looked: int = 0
    applicable: int = 0
    failed: list[int] = field(default_factory=list)  # ranks
    low: tuple[Any, int] | None = None  # the least number and its first rank
    high: tuple[Any, int] | None = None
    total: int = 0
    values: list[tuple[int, list[Any]]] = field(default_factory=list)  # fold distinct: rank, numbers


class Step:
    """A step; as soon as it is read its statement, its counts and its verdict agree with each other."""

    def __init__(self, record: Any, definitions: Any, domains: dict[str, Domain], context: Context):
        self.record, self.context = fields(record, "a step", *STEP.split()), context
        self.name, _ = (typed(record[key], str, f"{key} of a step") for key in ("name", "says"))
        self.where, self.fold = f"step {self.name!r}", record["fold"]
        demand(record["kind"] in ("statement", "proof line", "repaired"), f"the kind of {self.where}")
        over = array(record["over"], self.where)
        self.over = {x: domains[x] for x in over if type(x) is str and x in domains}
        demand(len(self.over) == len(over), f"{self.where} is over an unknown domain, or twice over one")
        kinds = {str(domain.kind) for domain in self.over.values()}
        if self.fold not in ("each", "distinct") or ("cells" in kinds and (self.fold == "distinct" or len(kinds) > 1)):
            raise NotInterpretable(f"the fold {self.fold!r} of {self.where} over {' and '.join(kinds) or 'nothing'}")
        self.measured, self.term = bool(over) and "cells" not in kinds, record["term"]
        self.body = self.term
        used = set[str]()
        for term in [self.term] + [record["given"]] * (record["given"] is not None):
            used |= context.survey(term, ["row"] * ("cells" in kinds))
        while isinstance(self.body, list) and self.body[0] == "all":
            self.body = self.body[-1]
        related = isinstance(self.body, list) and (self.body[0] in RELATIONS or self.body[0] in RANGES)
        self.numeric = related and not (isinstance(self.body[1], list) and self.body[1][0] in COMPOUND)
        statement = {key: record[key] for key in ("fold", "given", "term")}
        statement |= {"definitions": definitions, "domains": [[name, domains[name].spec] for name in over]}
        demand(sha256(canonical(statement)) == record["statement"], f"the statement hash of {self.where}")

        counts = (integer(record[key], f"{key} of {self.where}", 0) for key in ("points", "applicable", "failures"))
        self.points, self.applicable, self.failures = counts
        points = sum(domain.decided for domain in self.over.values()) if over else 1
        enough = self.applicable >= (2 if self.fold == "distinct" else 1)
        possible = self.failures <= self.applicable <= self.points == points and (enough or self.failures == 0)
        possible = possible and (record["given"] is not None or self.applicable == points)
        demand(possible, f"points, applicable and failures of {self.where} cannot be so")
        ties = any(context.networks[name].tie_rules - {"average"} for name in used)
        self.verdict = "vacuous" if not enough else "inconclusive" if ties and "orbits" in kinds else "holds"
        if any(domain.decided != domain.total for domain in self.over.values()):
            self.verdict = "inconclusive"
        self.verdict = "refuted" if self.failures else self.verdict
        demand(record["verdict"] == self.verdict, f"the counts of {self.where} make its verdict {self.verdict!r}")
        reason = record["reason"]
        explained = reason is None or (type(reason) is str and self.verdict == "inconclusive")
        witnessed = (record["witness"] is None) == (self.failures == 0)
        demand(explained and witnessed, f"{self.where} has a reason or a witness where there is none, or the reverse")

    def positions(self) -> Iterator[tuple[str, int]]:
        """All positions that its witness and its extremes name."""
        witness, measure = self.record["witness"], self.record["measure"]
        named = [] if witness is None else array(typed(witness, dict, self.where).get("at"), self.where)
        if measure is not None:
            fields(measure, self.where, "min", "min_at", "max", "max_at", "sum")
            demand(0 <= integer(measure["sum"], self.where) < PRIME, f"the sum of {self.where}")
            named = [*named, measure["min_at"], measure["max_at"]]
        for position in named:
            name, rank = array(position, self.where, 2)
            known = typed(name, str, self.where) in self.over and self.over[name].holds(integer(rank, self.where))
            demand(known, f"{self.where} names a position that was not decided")
            yield name, integer(rank, self.where)

    def __str__(self) -> str:
        counts = (f"{key} {encode(getattr(self, key))}" for key in ("points", "applicable", "failures"))
        return f"  {self.name}: {self.verdict} ({', '.join(counts)})"

    def look(self, scene: Scene, bound: dict[str, Any], tally: Tally, rank: int) -> None:
        """Evaluate the step at one point."""
        tally.looked += 1
        if self.record["given"] is not None and not scene.value(self.record["given"], "boolean", bound):
            return
        tally.applicable += 1
        if self.fold == "distinct":
            value = scene.value(self.term, "value", bound)
            demand(not isinstance(value, tuple), f"{self.where} compares matrices of different points")
            numbers = value if isinstance(value, list) else [value]
            tally.values.append((rank, numbers))
        else:
            holds, numbers = self.assert_at(self.term, scene, bound)
            tally.failed += [] if holds else [rank]
        for x in numbers if self.measured else ():
            tally.low = (x, rank) if tally.low is None or x < tally.low[0] else tally.low
            tally.high = (x, rank) if tally.high is None or x > tally.high[0] else tally.high
            tally.total += x.numerator * pow(x.denominator, -1, PRIME)

    def assert_at(self, term: Any, scene: Scene, bound: dict[str, Any]) -> tuple[bool, list[Number]]:
        """Whether the term holds at a point, and the numbers to measure there."""
        if not (self.measured and self.numeric):
            holds = scene.value(term, "boolean", bound)
            return holds, [int(holds)]
        if term is self.body:
            values = [scene.value(x, "number", bound) for x in term[1:]]
            return STRICT[term[0]][1](*values), [values[0] if term[0] in RANGES else tidy(values[1] - values[0])]
        found = [self.assert_at(term[-1], scene, inner) for inner in scene.bind(term, bound)]
        return all(holds for holds, _ in found), [x for _, numbers in found for x in numbers]

    def settle(self, tallies: dict[str, Tally], whole: bool) -> None:
        """Compare what the evaluated points say (all points, if `whole`) with what the step reports."""
        found = [(name, tallies[name]) for name in self.over or [""]]
        looked, applicable = (sum(getattr(tally, key) for _, tally in found) for key in ("looked", "applicable"))
        failed: Any = [(name, rank) for name, tally in found for rank in tally.failed]
        witness = self.counterexample(*failed[0]) if failed else None
        if self.fold == "distinct":
            values = [((name, rank), numbers) for name, tally in found for rank, numbers in tally.values]
            failed, holder = set[int](), dict[Number, int]()
            for k, (_, numbers) in enumerate(values):
                for x in numbers:
                    failed |= {holder[x], k} if x in holder else set()
                    holder.setdefault(x, k)
            failed = failed if self.applicable > 1 else set()
            witness = self.least_pair(values, failed) if failed and len(values) > 1 else None
        missed, others = self.applicable - applicable, self.failures - len(failed)
        # Points of a distinct fold that were evaluated may share numbers with points that were not.
        most = self.failures if self.fold == "distinct" and not whole else missed
        possible = 0 <= missed <= self.points - looked and 0 <= others <= most
        demand(possible, f"the counts of {self.where}: found {applicable} applicable, {len(failed)} failing points")
        measure: Any = None
        if self.measured and (lows := [(*tally.low, name) for name, tally in found if tally.low]):
            highs = [(*tally.high, name) for name, tally in found if tally.high]
            low, high = min(lows, key=operator.itemgetter(0)), max(highs, key=operator.itemgetter(0))
            measure = {"min": encode(low[0]), "min_at": [low[2], encode(low[1])]}
            measure |= {"max": encode(high[0]), "max_at": [high[2], encode(high[1])]}
            reported = self.record["measure"] or {"sum": None}
            measure["sum"] = encode(sum(tally.total for _, tally in found) % PRIME) if whole else reported["sum"]
        for key, value in (("witness", witness), ("measure", measure)):
            agree = canonical(self.record[key]) == canonical(value)
            demand(agree, f"the {key} of {self.where} is not the one found, {canonical(value)[:200]}")

    def counterexample(self, name: str, rank: int) -> dict[str, Any]:
        """The witness of a failure of fold `each` at this position."""
        scene, bound = self.over[name].scene(rank, sample=True) if name else (Scene(self.context, None), {})
        term, relation, left, right = self.term, None, None, None
        while isinstance(term, list) and term[0] in ("all", "permutations", "and"):
            if term[0] == "and":
                term = next(p for p in term[1:] if not scene.value(p, "boolean", bound))
            else:
                bound = next(x for x in scene.bind(term, bound) if not scene.value(term[-1], "boolean", x))
                term = term[-1]
        if term[0] in RELATIONS or term[0] in RANGES:
            relation, (left, *others) = term[0], [written(scene.value(x, "value", bound)) for x in term[1:]]
            right = others if relation in RANGES else others[0]
        bindings = {key: written(list(x) if isinstance(x, tuple) else x) for key, x in bound.items()}
        return self.witness([(name, rank)] if name else [], bindings, relation, left, right)

    def least_pair(self, values: list[Any], failed: set[int]) -> dict[str, Any]:
        """The witness of fold `distinct`; a point with a number twice makes a pair with any other."""
        a = 0 if any(not different(values[k][1]) for k in failed) else min(failed)
        b = next(b for b in range(a + 1, len(values)) if not different(values[a][1] + values[b][1]))
        twice = encode(min(x for x, y in itertools.pairwise(sorted(values[a][1] + values[b][1])) if x == y))
        return self.witness([values[a][0], values[b][0]], {}, "!=", twice, twice)

    def witness(self, at: list[tuple[str, int]], bindings: Any, relation: Any, left: Any, right: Any) -> dict[str, Any]:
        points = [written(self.over[name].scene(rank, sample=True)[0].point) for name, rank in at]
        positions = [[name, encode(rank)] for name, rank in at]
        return {
            "at": positions, "points": points, "bindings": bindings, "relation": relation, "left": left, "right": right
        }  # fmt: skip


def written(value: Any) -> Any:
    """A number, a list or (as its rows) a matrix in JSON."""
    rows = list(map(list, zip(*value, strict=True))) if isinstance(value, tuple) else value
    return [written(x) for x in rows] if isinstance(rows, list) else encode(rows)


# ---- Section 7: the verifier ----------------------------------------------------------------------------------

DECIDED = "claim title source parameters definitions values networks domains steps judged scope verdict prime"


@dataclass(frozen=True)
class Report:
    """A confirmed certificate: its claim and parameters, its verdict, what was recomputed, a line for each step."""

    claim: str
    verdict: str
    recomputed: int
    points: int
    steps: list[str]

    def __str__(self) -> str:
        share = f"{self.recomputed} of {encode(self.points)} points recomputed"
        sampled = [f"sampled: {share}, the rest not"] if self.recomputed < self.points else []
        return "\n".join([f"confirmed: {self.claim}: {self.verdict} ({share})", *sampled, *self.steps])


def check(decided: Any, digest: str, full: bool, limit: int) -> Report:
    """Decide again what the hashed part of a certificate says was decided."""
    fields(decided, "decided", *DECIDED.split())
    claim, _, _, scope = (typed(decided[key], str, key) for key in ("claim", "title", "source", "scope"))
    if scope != "enumerated":
        raise NotInterpretable(f"the scope {scope!r}")
    demand(integer(decided["prime"], "prime") == PRIME, "the prime is another one")
    parameters: dict[str, Any] = {}
    for name, value in typed(decided["parameters"], dict, "parameters").items():
        word = isinstance(value, str) and not re.match("-?0x", value)
        parameters[name] = value if word else integer(value, f"parameter {name!r}")
    networks = {name: Network(x, name) for name, x in typed(decided["networks"], dict, "networks").items()}
    context = Context(parameters, networks, {}, [ALLOWANCE[0]])
    for pair in array(decided["definitions"], "definitions"):
        name, term = array(pair, "a definition", 2)
        demand(typed(name, str, "a definition") not in context.definitions, f"{name!r} is defined twice")
        context.definitions[name] = context.constant(term)
    values = {name: encode(value) for name, value in context.definitions.items()}
    demand(canonical(decided["values"]) == canonical(values), "the values of the definitions")
    domains = {x.name: x for x in (Domain(record, context) for record in array(decided["domains"], "domains"))}
    definitions, records = decided["definitions"], array(decided["steps"], "steps")
    steps = {x.name: x for x in (Step(record, definitions, domains, context) for record in records)}
    unique = len(domains) == len(decided["domains"]) and len(steps) == len(records)
    demand(unique, "two domains, or two steps, have the same name")
    judged = array(decided["judged"], "judged")
    demand(all(type(name) is str and name in steps for name in judged), "a judged step is none of the steps")
    made = {steps[name].verdict for name in judged}
    verdict = next((v for v in ("refuted", "inconclusive", "holds") if v in made), "vacuous")
    demand(decided["verdict"] == verdict, f"the judged steps make the verdict {verdict!r}")

    named = {position for step in steps.values() for position in step.positions()}
    layers, points = max(1, sum(x.layers for x in networks.values())), sum(x.decided for x in domains.values())
    tallies = {step.name: {name: Tally() for name in step.over or [""]} for step in steps.values()}
    recomputed = dict[str, int]()
    for k, domain in enumerate(domains.values()):
        N, ranks = domain.decided, set[int]()
        sampled = not full and points * layers > limit
        if sampled:
            s = min(N, max(16, limit * N // points // layers))
            ranks = {rank for name, rank in named if name == domain.name}
            for i in range(s):
                low, high = N * i // s, N * (i + 1) // s
                ranks.add(domain.rank(low + int(sha256(f"{digest}:{k}:{i}")[7:], 16) % (high - low)))
        recomputed[domain.name] = len(ranks) if sampled else N
        context.budget[0] += recomputed[domain.name] * (ALLOWANCE[1] + ALLOWANCE[2] * layers)
        about = [step for step in steps.values() if domain.name in step.over]
        for rank in sorted(ranks) if sampled else map(domain.rank, itertools.takewhile(N.__gt__, itertools.count())):
            scene, bound = domain.scene(rank)
            for step in about:
                step.look(scene, bound, tallies[step.name][domain.name], rank)
    for step in steps.values():
        if not step.over:
            step.look(Scene(context, None), {}, tallies[step.name][""], 0)
        step.settle(tallies[step.name], all(recomputed[name] == x.decided for name, x in step.over.items()))
    order = sorted(parameters, key=lambda name: ("dnm".find(name) % 4, name))
    shown = (f"{k}={parameters[k] if isinstance(parameters[k], str) else encode(parameters[k])}" for k in order)
    return Report(
        f"{claim} at {' '.join(shown)}", verdict, sum(recomputed.values()), points, [str(x) for x in steps.values()]
    )


def verify(source: str | Path | bytes, full: bool = False, limit: int = DEFAULT_LIMIT) -> Report:
    """Confirm the certificate in this file (or in these bytes), or raise what is wrong with it."""
    try:
        if not isinstance(source, bytes):
            with open(source, "rb") as file:
                source = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(f"the file cannot be read: {error}") from None
    try:
        return check(*parse(source), full, limit)
    except Refused:
        raise
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
        text, code = f"{error.label}: {str(error)[:400]}", error.exit_code
    # Names in a certificate are anyone's text: no control characters reach the terminal.
    print("\n".join(line.encode("unicode_escape").decode("ascii") for line in text.split("\n")))
    return code


if __name__ == "__main__":
    sys.exit(main())
