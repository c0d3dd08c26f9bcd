"""Changes of inputs: of JSON data by its structure, of text and of bytes as they are.

Whoever calls gives a `random.Random`; the same state of it makes the same change.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, Final

Data = Any


class Written:
    """Text that stands in a JSON document as it is, be it JSON or not."""

    def __init__(self, text: str) -> None:
        self.text = text


PRIMES: Final = ("0x1fffffffffffffff", "0x1ffffffffffffffd", 2, 0)
PATHS: Final = ("canary.py::lemma", "../canary.py::lemma", "/tmp/canary.py", "../../etc/passwd", "canary", "file:///x")
WORDS: Final = (
    "", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\ufeff", "\x1b[31m", "nan", "NaN", "Infinity", "-0", "1e999", "1/0",
    "0/1", "2/4", "-0x0", "0x", "0x" + "f" * 40, "-0x" + "f" * 3000, "1" * 5000, "1/" + "9" * 5000, "\u0661\u0662",
    "__import__('os').system('touch escaped')", "{}", "%s%n", "a" * 5000, "e\u0301", "constant", "x1", *PATHS,
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 2, 3, 7, 8, 9, 63, 64, 255, 1000, 10**4, 10**6, 2**31, 2**53 - 1, "0x20000000000000", "-0x20000000000000",
    "0x7fffffffffffffff", "0x8000000000000000", hex(10**18), hex(10**30), hex(10**400), "1/2", "-3/4", "1/3",
    "0x" + "f" * 249_000,
)  # fmt: skip
RAW: Final = (
    "9" * 100_000, "-" + "9" * 5000, "1" * 4301, "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0.5", "1E5", "-0",
    "1e5", "[" * 100_000, '{"a":' * 30_000, "[" * 900 + "]" * 900, "[" * 5000 + "]" * 5000, '{"a":1,"a":2}', "tru", "01",
    '"\\ud800"', '"\x07"', "",
)  # fmt: skip
SHAPES: Final[tuple[Data, ...]] = (None, True, False, 0.5, [], {}, [[]], [{}], [None], {"": None}, "text", [[[[[0]]]]])

INTEGER: Final = ["param", "n"]
TERMS: Final[tuple[Data, ...]] = (
    ["^", 10, ["^", 10, 10]],
    ["^", ["^", ["^", 10, 10], 10], 10],
    ["^", 2, 1_000_000],
    ["^", 2, -1],
    ["/", 1, 0],
    ["sum", "k", 1, hex(10**18), ["var", "k"]],
    ["all", "k", 1, 10**6, ["all", "j", 1, 10**6, ["<", 0, 1]]],
    ["product", "k", 1, 10**5, ["var", "k"]],
    ["list", "k", 1, 10**7, 0],
    ["max", "k", 1, 0, 0],
    ["sum", "k", ["^", 10, 30], ["+", ["^", 10, 30], 3], 1],
    ["point"],
    ["accumulator"],
    ["exp", ["^", 10, 9]],
    ["exp", ["exp", ["exp", 5]]],
    ["log", 0],
    ["sqrt", -1],
    ["floor", ["exp", 100]],
    ["permutations", "P", ["=", ["permuted", ["point"], "P"], ["point"]]],
    ["integral", "h", 1, ["^", ["entry", ["offsets", "h"], 1, 1], 100]],
    ["highest", "h", 1, ["entry", ["offsets", "h"], 1, 1]],
    ["param", "d"],
    ["def", "nothing"],
    ["select", 3, 1, 2],
    ["if", ["<", 0, 1], 1, ["/", 1, 0]],
    ["<", 0, 1],
    ["<", 1, 0],
)
"""Terms that ask for much, or for nothing that there is."""


def places(data: Data) -> list[tuple[Any, ...]]:
    """The paths of all values inside."""
    paths, waiting = [], [((), data)]
    while waiting:
        path, value = waiting.pop()
        paths.append(path)
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, k), inner) for k, inner in enumerate(value)]
    return paths


def at(data: Data, path: Sequence[Any]) -> Data:
    """The value at a path."""
    for key in path:
        data = data[key]
    return data


def put(data: Data, path: Sequence[Any], value: Data) -> Data:
    """The data with another value at a path; what is not on the path is shared."""
    if not path:
        return value
    copied = dict(data) if isinstance(data, dict) else list(data)
    copied[path[0]] = put(copied[path[0]], path[1:], value)
    return copied


def without(data: Data, path: Sequence[Any]) -> Data:
    """The data without what stands at a path, which is not empty."""
    *outer, key = path
    inner = at(data, outer)
    rest: Data = {k: v for k, v in inner.items() if k != key} if isinstance(inner, dict) else [*inner]
    if isinstance(rest, list):
        del rest[key]
    return put(data, outer, rest)


def changed(rng: random.Random, data: Data, paths: Sequence[tuple[Any, ...]] | None = None) -> Data:
    """The data with one change somewhere; `found` are the paths in it, where they are known."""
    paths = paths if paths is not None else places(data)
    path = rng.choice(paths)
    value = at(data, path)
    for _ in range(rng.choice((0, 0, 30))):  # a number, or a word, somewhat different: it is read the furthest
        if isinstance(value, (int, str)):
            return put(data, path, _integer(rng, value) if isinstance(value, int) else _word(rng, data, value, paths))
        path = rng.choice(paths)
        value = at(data, path)
    kind = rng.randrange(12)
    if kind == 0 and path:
        return without(data, path)
    if kind == 1:
        return put(data, path, at(data, rng.choice(paths)))  # something of its own in another place
    if kind == 2 and path:
        other = rng.choice(paths)
        if other[: len(path)] != path and path[: len(other)] != other:
            return put(put(data, path, at(data, other)), other, value)
    if kind == 3:
        return put(data, path, rng.choice(SHAPES))
    if kind == 4:
        return put(data, path, Written(rng.choice(RAW)))
    if kind == 5:
        return put(data, path, rng.choice(TERMS))
    if isinstance(value, bool) or value is None:
        return put(data, path, rng.choice((not value, 0, 1, *SHAPES)))
    if isinstance(value, int):
        return put(data, path, _integer(rng, value))
    if isinstance(value, str):
        return put(data, path, _word(rng, data, value, paths))
    if isinstance(value, list):
        return put(data, path, _list(rng, value))
    if isinstance(value, dict):
        return put(data, path, _object(rng, value))
    return put(data, path, rng.choice(SHAPES))


def _integer(rng: random.Random, value: int) -> Data:
    near = (value + 1, value - 1, -value, 2 * value, value + 2, value * value if abs(value) < 10**7 else 0)
    return rng.choice(near if rng.random() < 0.6 else NUMBERS)


def _word(rng: random.Random, data: Data, value: str, paths: Sequence[tuple[Any, ...]]) -> Data:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(WORDS)
    if kind == 1:
        return rng.choice(NUMBERS + PRIMES)
    if kind == 2 and value:
        k = rng.randrange(len(value))
        return value[:k] + rng.choice("0123456789abcdef/-_ x.:\x00é") + value[k + 1 :]
    if kind == 3 and value:
        return value[: rng.randrange(len(value))]
    words = [
        word for word in (at(data, rng.choice(paths)) for _ in range(12)) if isinstance(word, str) and word != value
    ]
    return rng.choice(words) if words else value * 2


def _list(rng: random.Random, value: list[Data]) -> Data:
    copied = list(value)
    kind = rng.randrange(7)
    if not copied:
        return [rng.choice((*SHAPES, *NUMBERS[:5]))]
    k = rng.randrange(len(copied))
    if kind == 0:
        copied.insert(k, copied[rng.randrange(len(copied))])
    elif kind == 1:
        del copied[k]
    elif kind == 2:
        rng.shuffle(copied)
    elif kind == 3:
        copied = copied[:k]
    elif kind == 4:
        copied *= rng.choice((2, 3, 200))
    elif kind == 5:
        copied.append(rng.choice((0, 1, "x", *TERMS, copied[-1])))  # an operand too many
    else:
        copied = [copied]
    return copied


def _object(rng: random.Random, value: dict[str, Data]) -> Data:
    copied = dict(value)
    kind = rng.randrange(4)
    if not copied or kind == 0:
        return {**copied, rng.choice((*WORDS, "more")): rng.choice(SHAPES)}
    key = rng.choice(list(copied))
    if kind == 1:
        inner = copied.pop(key)
        return {**copied, rng.choice((*WORDS, f"{key} ", f"{key}x")): inner}
    if kind == 2:
        return {name: copied[name] for name in rng.sample(list(copied), len(copied))}
    return {**copied, key: rng.choice((*SHAPES, *NUMBERS))}


def several(rng: random.Random, data: Data, paths: Sequence[tuple[Any, ...]] | None = None) -> Data:
    """The data with one to four changes, mostly one."""
    mutated = changed(rng, data, paths)
    while rng.random() < 0.3:
        if not isinstance(mutated, (dict, list)):
            return mutated
        mutated = changed(rng, mutated)
    return mutated


def dumped(data: Data, indent: int | None = None, ascii_only: bool = True, sort: bool = False) -> str:
    """The data as JSON text, canonical where keys are sorted, with `Written` text as it is."""
    written: list[str] = []

    def stand_in(value: object) -> str:
        if not isinstance(value, Written):
            raise TypeError(f"{type(value)} in JSON data")
        written.append(value.text)
        return f"\x00written {len(written) - 1}\x00"

    separators = (",", ":") if indent is None else None
    text = json.dumps(
        data, default=stand_in, ensure_ascii=ascii_only, indent=indent, separators=separators, sort_keys=sort
    )
    zero = "\\u0000"
    for number, own in enumerate(written):
        text = text.replace(f'"{zero}written {number}{zero}"', own)
    return text


def altered(rng: random.Random, content: bytes, other: bytes = b"") -> bytes:
    """The bytes with one to four changes that know nothing of a format."""
    mutated = bytearray(content)
    for _ in range(1 + (rng.random() < 0.4) + 2 * (rng.random() < 0.2)):
        kind, k = rng.randrange(9), rng.randrange(len(mutated) + 1)
        span = rng.choice((1, 1, 2, 4, 8, 40))
        if kind == 0 and mutated:
            mutated[k % len(mutated)] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del mutated[k:]
        elif kind == 2:
            del mutated[k : k + span]
        elif kind == 3:
            mutated[k:k] = rng.randbytes(span)
        elif kind == 4:
            mutated[k:k] = mutated[k : k + span] * rng.choice((1, 3, 50))
        elif kind == 5:
            mutated[k : k + span] = bytes([rng.choice((0, 255, 127, 128, 10, 34, 92))]) * span
        elif kind == 6:
            mutated[k : k + 4] = rng.choice((0, 1, 2**31 - 1, 2**32 - 1)).to_bytes(4, rng.choice(("little", "big")))
        elif kind == 7:
            own = rng.choice(
                (b"\xef\xbb\xbf", b"\x00", b"\xff\xfe", b"\r\n", b"[", b'"', b"\xed\xa0\x80", b"\x1a", b"-1")
            )
            mutated[k:k] = own
        elif other:
            start = rng.randrange(len(other))
            mutated[k : k + span] = other[start : start + span * 4]
    return bytes(mutated)


def noise(rng: random.Random, alphabet: Sequence[bytes] = ()) -> bytes:
    """Random bytes, or pieces of an alphabet in any order."""
    if not alphabet or rng.random() < 0.3:
        return rng.randbytes(rng.randrange(200))
    return b"".join(rng.choice(alphabet) for _ in range(rng.randrange(60)))


TOKENS: Final = tuple(
    token.encode()
    for token in (
        "{", "}", "[", "]", ",", ":", '"', "\\", "0", "1", "-", "1e9", "null", "true", "NaN", '"d"', '"n"', '"0x"', "/", "\n",
        '"items"', '"points"', '"decided"', '"digest"', '"exactua"', '"stages"', " ", "\t", "[[", "]]", '"attention"', "é",
    )
)  # fmt: skip
"""Pieces of JSON."""
