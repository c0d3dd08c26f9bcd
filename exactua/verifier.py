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

VERSION, PRIME = "certificate/1", 2**61 - 1
DEFAULT_LIMIT = 100_000  # layer evaluations above which points are sampled (section 7)
LARGEST_FILE = 64 * 2**20  # bytes
LARGEST_NUMBER = 1_000_000  # bits of a numerator or denominator
LARGEST_NETWORK = 5_000_000  # weights of a network with its families unrolled
LARGEST_TABLE = 1_000_000  # entries of all columns of a domain, and of a point
LARGEST_PERMUTED = 8  # columns of which all permutations are tried
ALLOWANCE = (20_000_000, 100_000, 10_000)  # elementary steps: for all, for each point, for each layer evaluation

Rational: TypeAlias = "int | Fraction"
Number: TypeAlias = "int | Fraction | Affine"
Matrix: TypeAlias = "tuple[tuple[Number, ...], ...]"  # its columns
T = TypeVar("T")


class Refused(Exception):
    """The certificate says something that is not so, or asks for work without bound."""

    exit_code, label = 1, "not confirmed"


class Unreadable(Refused):
    """There is no certificate of this format to read."""

    exit_code, label = 2, "unreadable"


class NotInterpretable(Refused):
    """The certificate uses a notion that this verifier does not know."""

    exit_code, label = 3, "not re-checked"


def demand(holds: bool, otherwise: str) -> None:
    """Refuse the certificate unless this holds."""
    if not holds:
        raise Refused(otherwise)


# ---- Section 1: the file, its layout and its numbers ----------------------------------------------------------


def canonical(value: Any) -> str:
    """Canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """The digest of a text in ASCII, as certificates write it."""
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
    demand(sha256(decided) == typed(file["digest"], str, "digest"), "the digest is not that of the hashed part")
    return file["decided"], file["digest"]


def typed(value: Any, kind: type[T], where: str) -> T:
    """`value`, which must be of exactly this type."""
    if type(value) is not kind:
        raise Refused(f"{where} is of the wrong type")
    return value


def fields(value: Any, where: str, *keys: str) -> dict[str, Any]:
    """`value`, an object with exactly these keys."""
    wrong = typed(value, dict, where).keys() ^ set(keys)
    demand(not wrong, f"{where} lacks or adds the key {min(wrong, default='')!r}")
    return typed(value, dict, where)


def array(value: Any, where: str, length: int | None = None) -> list[Any]:
    """`value`, an array (of this length)."""
    demand(length in (None, len(typed(value, list, where))), f"{where} has the wrong length")
    return typed(value, list, where)


def integer(value: Any, where: str, least: int | None = None) -> int:
    """The Integer that `value` writes (at least `least`)."""
    number = rational(value, where)
    demand(number.denominator == 1 and (least is None or number >= least), f"{where} is no integer it can be")
    return number.numerator


def rational(value: Any, where: str) -> Rational:
    """The Rational that `value` writes."""
    number: Rational | None = value if type(value) is int else None
    if isinstance(value, str) and 4 * len(value) <= LARGEST_NUMBER:
        part = "(-?0x[0-9a-f]+|-?[0-9]{1,16})"
        if match := re.fullmatch(f"{part}(?:/{part})?", value):
            p, q = (int(x or "1", 16 if x and "x" in x else 10) for x in match.groups())
            number = tidy(Fraction(p, q)) if q else None
    if number is None or encode(number) != value:
        raise Refused(f"{where} is not a number in canonical form")
    return number


def encode(number: Rational) -> int | str:
    """The canonical form of a number."""
    if number.denominator != 1:
        return f"{encode(number.numerator)}/{encode(number.denominator)}"
    return number.numerator if abs(number) < 2**53 else f"{number.numerator:#x}"


# ---- Numbers: rationals, and affine forms in the entries of a point of a product of cells ---------------------


@total_ordering
class Affine:
    """constant + sum of slopes[i] x_i, not constant, where x_i runs over the open interval box[i]."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, constant: Rational, slopes: list[Rational], box: list[Cell]):
        self.constant, self.slopes, self.box = constant, slopes, box

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, Affine):
            return Affine(self.constant + other, self.slopes, self.box)
        constant, slopes = self.constant + other.constant, list(map(operator.add, self.slopes, other.slopes))
        return Affine(constant, slopes, self.box) if any(slopes) else constant

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Affine):
            raise NotInterpretable("a product of two numbers that both vary within a cell")
        return Affine(self.constant * other, [a * other for a in self.slopes], self.box) if other else 0

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Rational) -> Number:
        return self * -1 + other

    def _sign(self, other: Any) -> int:
        """1 or -1 if self - other has this sign on the whole box, whose ends it does not take; 0 if it is 0."""
        form = self - other
        if not isinstance(form, Affine):
            return (form > 0) - (form < 0)
        ends: list[Rational | None] = [form.constant, form.constant]
        for slope, cell in zip(form.slopes, form.box, strict=True):
            for k, end in enumerate(cell if slope > 0 else cell[::-1]):
                if slope:
                    ends[k] = None if end is None or ends[k] is None else ends[k] + slope * end  # type: ignore
        if ends[0] is not None and ends[0] >= 0:
            return 1
        if ends[1] is not None and ends[1] <= 0:
            return -1
        raise Refused("the breakpoints are not fine enough: a comparison is not decided on a whole cell")

    def __lt__(self, other: Number) -> bool:
        return self._sign(other) < 0

    def __eq__(self, other: object) -> bool:
        return self._sign(other) == 0


Cell: TypeAlias = "tuple[Rational | None, Rational | None]"


def size(number: Rational) -> int:
    """The number of bits of the numerator or of the denominator, whichever is more."""
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def tidy(number: Any) -> Any:
    """The same number, an int if it is an integer; an error if it is too long to work with."""
    if type(number) is Affine:
        return number
    if type(number) is Fraction and number.denominator == 1:
        number = number.numerator
    demand(size(number) <= LARGEST_NUMBER, f"a number has more than {LARGEST_NUMBER} bits")
    return number


def divide(a: Number, b: Number) -> Number:
    """a / b, exactly."""
    if isinstance(b, Affine):
        raise NotInterpretable("a division by a number that varies within a cell")
    demand(b != 0, "a division by zero")
    return a * Fraction(1, b) if isinstance(a, Affine) else tidy(Fraction(a, b))  # type: ignore[no-any-return]


def power(a: Number, e: Number) -> Any:
    """a ^ e."""
    if type(e) is not int or e < 0:
        raise Refused("an exponent is not an integer >= 0")
    if e <= 1:
        return a if e else 1
    if isinstance(a, Affine):
        raise NotInterpretable("a power of a number that varies within a cell")
    demand((size(a) - 1) * e <= LARGEST_NUMBER, f"a power has more than {LARGEST_NUMBER} bits")
    return tidy(a**e)


def choose(n: int, k: int) -> int:
    """The number of k-element subsets of n elements."""
    demand(min(k, n - k) * n.bit_length() <= LARGEST_NUMBER, "a number of points is too long")
    return math.comb(n, k)


# ---- Section 4: networks --------------------------------------------------------------------------------------

Weights: TypeAlias = "list[list[Rational]]"  # rows
COUNTED = ("attention layers", "feed-forward layers", "activations outside Phi")
LARGEST = ("heads", "head size", "hidden size")
Piece: TypeAlias = "tuple[Rational | None, bool, Rational, Rational]"  # upper end, closed there, slope, intercept


def image(weights: Weights, columns: Iterable[Iterable[Number]]) -> list[list[Number]]:
    """The columns of weights times the matrix that has these columns."""
    return [[sum(map(operator.mul, row, column)) for row in weights] for column in columns]


def attention(tie_rule: str, heads: list[tuple[Any, ...]], Z: Matrix) -> Matrix:
    """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)]."""
    total: list[list[Number]] = [list(column) for column in Z]
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, Z), image(W_K, Z), []
        for query in image(W_Q, Z):
            query = list(map(operator.add, query, b_Q))
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


def activate(pieces: list[Piece], x: Number) -> Number:
    """The activation at x: the pieces cover the line in order, so the first that x is not above has it."""
    for stop, closed, slope, intercept in pieces:
        if stop is None or x < stop or (closed and x == stop):
            return x * slope + intercept
    raise Refused("an activation does not cover the line")


def feed_forward(W_1: Weights, b_1: Any, W_2: Weights, b_2: Any, pieces: list[Piece], Z: Matrix) -> Matrix:
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
    """A network; its families are unrolled when it is first evaluated."""

    def __init__(self, record: Any, name: str):
        self.where = f"network {name!r}"
        fields(record, self.where, "d", "items", "stages")
        self.d, self.items = integer(record["d"], f"{self.where}: d", 1), array(record["items"], self.where)
        self.stages = {k: integer(v, k, 0) for k, v in typed(record["stages"], dict, self.where).items()}
        late = any(stage > len(self.items) for stage in self.stages.values())
        demand(not late, f"{self.where} has a stage after more items than there are")
        self.quantities = dict.fromkeys(COUNTED + LARGEST, 0)
        self.tie_rules, self.weights = set[str](), 0
        for layer, repeats in self._walk(self.items, {}, 1, every=False):
            self.weights += repeats * (layer.weights + 1)
            self.tie_rules |= {layer.tie_rule} if repeats else set()
            for key, value in layer.quantities.items() if repeats else ():
                known = self.quantities[key]
                self.quantities[key] = known + repeats * value if key in COUNTED else max(known, value)
        self.layers = self.quantities["attention layers"] + self.quantities["feed-forward layers"]

    def _walk(
        self, items: Any, families: dict[str, int], repeats: int, every: bool
    ) -> Iterator[tuple[Layer, int]]:
        """Check and read the layers: every one, or of each family those of its first turn and how often they occur."""
        for item in array(items, self.where):
            demand(len(typed(item, dict, f"an item of {self.where}")) == 1, f"an item of {self.where} has not one key")
            ((kind, body),) = item.items()
            if kind == "group":
                typed(fields(body, "a group", "name", "items")["name"], str, "the name of a group")
                yield from self._walk(body["items"], families, repeats, every)
            elif kind == "family":
                fields(body, "a family", "variable", "start", "step", "count", "items")
                name = typed(body["variable"], str, "the variable of a family")
                demand(name not in {"constant", *families}, f"the variable {name!r} of a family is taken")
                start, step = integer(body["start"], "start"), integer(body["step"], "step")
                count = integer(body["count"], "the count of a family", 0)
                times = repeats if every else tidy(repeats * count)
                self.weights += times
                for k in range(count if every else 1):
                    yield from self._walk(body["items"], {**families, name: start + k * step}, times, every)
            else:
                yield self._layer(kind, body, families), repeats

    def _layer(self, kind: str, body: Any, families: dict[str, int]) -> Layer:
        """The layer that an item writes, with these values of the variables of the families around it."""

        def weight(value: Any) -> Rational:
            if not families or not isinstance(value, dict):
                return rational(value, f"a weight of {self.where}")
            fits = "constant" in value and value.keys() <= {"constant", *families}
            demand(fits, f"a weight of {self.where} has no constant, or a variable of no family around it")
            total: Rational = 0
            for key, factor in value.items():
                total += rational(factor, f"a weight of {self.where}") * families.get(key, 1)
            return tidy(total)  # type: ignore[no-any-return]

        def vector(value: Any, length: int | None = None) -> list[Rational]:
            return [weight(x) for x in array(value, f"a row or bias of {self.where}", length)]

        def matrix(value: Any, rows: int, columns: int) -> Weights:
            return [vector(row, columns) for row in array(value, f"a matrix of {self.where}", rows)]

        d = self.d
        if kind == "attention":
            fields(body, kind, "tie_rule", "heads")
            if (tie_rule := typed(body["tie_rule"], str, "a tie rule")) not in ("average", "leftmost", "rightmost"):
                raise NotInterpretable(f"the tie rule {tie_rule!r}")
            heads, sizes = [], []
            for head in array(body["heads"], f"the heads of {self.where}"):
                fields(head, "a head", "W_O", "W_V", "W_K", "W_Q", "b_Q")
                sizes.append(h := len(b_Q := vector(head["b_Q"])))
                inner = (matrix(head[key], h, d) for key in ("W_V", "W_K", "W_Q"))
                heads.append((matrix(head["W_O"], d, h), *inner, b_Q))
            demand(heads != [] and all(sizes), f"{self.where} has attention without a head, or a head of size 0")
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

    def _activation(self, pieces: Any) -> list[Piece]:
        where, made, end, shared = f"an activation of {self.where}", list[Piece](), None, False
        for number, piece in enumerate(array(pieces, where)):
            fields(piece, where, "from", "from_closed", "to", "to_closed", "slope", "intercept")
            start, stop = (None if piece[k] is None else rational(piece[k], where) for k in ("from", "to"))
            opens, closes = (typed(piece[k], bool, where) for k in ("from_closed", "to_closed"))
            # The first piece starts at minus infinity, each other where the last stops, and one has the point.
            follows = start == end and (start is None) == (number == 0) and opens == (number > 0 and not shared)
            filled = start is None or stop is None or start < stop or (start == stop and opens and closes)
            covers = follows and filled and not (stop is None and closes)
            demand(covers, f"{where} does not cover the line once, piece by piece")
            made.append((stop, closes, *(rational(piece[k], where) for k in ("slope", "intercept"))))
            end, shared = stop, closes
        demand(made != [] and end is None, f"{where} does not cover the line once, piece by piece")
        return made

    @cached_property
    def parts(self) -> list[list[Layer]]:
        """For every top-level item the layers that it stands for."""
        demand(self.weights <= LARGEST_NETWORK, f"{self.where} has more than {LARGEST_NETWORK} weights")
        return [[layer for layer, _ in self._walk([item], {}, 1, every=True)] for item in self.items]

    def state(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        if type(k) is not int or not 0 <= k <= len(self.items) or any(len(column) != self.d for column in Z):
            raise Refused(f"{self.where} has no such stage, or not {self.d} rows as its argument")
        # The matrix is kept beside its states, so that no other one gets its identity.
        _, states = scene.states.setdefault((self.where, id(Z)), (Z, [Z]))
        while len(states) <= k:
            state = states[-1]
            for layer in self.parts[len(states) - 1]:
                scene.spend(len(Z) * (len(Z) + layer.weights))
                state = layer.apply(state)
            states.append(state)
        return states[k]


