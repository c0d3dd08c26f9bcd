"""Sets of instances in words: "n = 2 only", "delta <= 1/3", "n > delta^-d"."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from exactua.claims.ledger import Box

MOST_LISTED: Final = 3
EVERYWHERE: Final = "every instance"

_SIGNS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}
_TURNED: Final = {"=": "=", ">=": "<=", "<=": ">="}

Atom = tuple[str, str, frozenset[int]]
"""A condition: what it is about, its words, and the numbers of the instances that satisfy it."""


def shown(box: Box) -> str:
    """The instance in words: d = 1, n = 2, delta = 1/4."""
    return ", ".join(f"delta = {_delta(value)}" if name == "m" else f"{name} = {value}" for name, value in box.items())


def _delta(m: int | str) -> str:
    return "1" if m == 1 else f"1/{m}"


def region(chosen: Sequence[Box], among: Sequence[Box]) -> str:
    """Which of the instances `among` the `chosen` ones are, in words that say no more and no less; "" if it takes many.

    One condition on a parameter, or on n against delta^-d, two of them, all but such, or a short list.
    """
    wanted = frozenset(k for k, box in enumerate(among) if box in chosen)
    everything = frozenset(range(len(among)))
    if not wanted:
        return "none"
    if wanted == everything:
        return EVERYWHERE
    if len(wanted) == 1:
        return shown(among[next(iter(wanted))])
    words = _words(wanted, among)
    if words is None and len(everything - wanted) > 1:
        others = _words(everything - wanted, among)
        words = None if others is None else f"every instance but {others.removesuffix(' only')}"
    if words is None and len(wanted) <= MOST_LISTED:
        words = "; ".join(shown(among[k]) for k in sorted(wanted))
    return words or ""


def agree(box: Box, other: Box) -> bool:
    """Whether two instances, of what may have different parameters, agree in those that both have."""
    return all(other[name] == value for name, value in box.items() if name in other)


def extent(boxes: Sequence[Box]) -> str:
    """The values of each parameter: d = 1..3, delta = 1/2..1/8, k = 1 or 8, R = 8..64 (5 values)."""
    parts = []
    for name in dict.fromkeys(name for box in boxes for name in box):
        values = list(dict.fromkeys(box[name] for box in boxes if name in box))
        numbers = sorted(value for value in values if isinstance(value, int))
        if len(numbers) < len(values):
            parts.append(f"{name} = {' or '.join(map(str, values))}")
            continue
        shown_numbers = [_delta(value) if name == "m" else str(value) for value in numbers]
        parts.append(f"{'delta' if name == 'm' else name} = {_run(numbers, shown_numbers)}")
    return ", ".join(parts)


def _run(numbers: Sequence[int], words: Sequence[str]) -> str:
    """Increasing numbers in words: their ends where none is left out between them, all of few, else how many."""
    ends = f"{words[0]}..{words[-1]}"
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return ends
    return " or ".join(words) if len(words) <= MOST_LISTED else f"{ends} ({len(words)} values)"


def _words(wanted: frozenset[int], among: Sequence[Box]) -> str | None:
    atoms = list(_atoms(among))
    for _, words, satisfied in atoms:
        if satisfied == wanted:
            return f"{words} only" if " = " in words else words
    for (about_first, first, left), (about_second, second, right) in itertools.combinations(atoms, 2):
        if about_first != about_second and left & right == wanted:
            order = [*dict.fromkeys(name for box in among for name in box), "n and delta^-d", "delta^-d"]
            both = {about_first: first, about_second: second}
            return " and ".join(both[about] for about in sorted(both, key=order.index))
    return None


def _atoms(among: Sequence[Box]) -> Iterator[Atom]:
    """Every condition that separates the instances, the simplest first."""
    names = list(dict.fromkeys(name for box in among for name in box))
    for sign in ("=", ">=", "<="):
        for name in names:
            values = list(dict.fromkeys(box[name] for box in among if name in box))
            if len(values) < 2:
                continue
            for value in values:
                satisfied = frozenset(k for k, box in enumerate(among) if _satisfies(box.get(name), sign, value))
                if isinstance(value, int) and 0 < len(satisfied) < len(among):
                    yield name, _about(name, sign, value), satisfied
                elif sign == "=" and isinstance(value, str):
                    yield name, f"{name} = {value}", satisfied
    for sign in ("=", ">", "<", ">=", "<="):
        satisfied = frozenset(k for k, box in enumerate(among) if _satisfies(box.get("n"), sign, _columns(box)))
        if 0 < len(satisfied) < len(among):
            yield "n and delta^-d", f"n {sign} delta^-d", satisfied
    for sign in ("=", ">=", "<="):
        for size in sorted({size for size in map(_columns, among) if size is not None}):
            satisfied = frozenset(k for k, box in enumerate(among) if _satisfies(_columns(box), sign, size))
            if 0 < len(satisfied) < len(among):
                yield "delta^-d", f"delta^-d {sign} {size}", satisfied


def _about(name: str, sign: str, value: int) -> str:
    return f"delta {_TURNED[sign]} 1/{value}" if name == "m" else f"{name} {sign} {value}"


def _satisfies(given: int | str | None, sign: str, value: int | str | None) -> bool:
    if isinstance(given, int) and isinstance(value, int):
        return _SIGNS[sign](given, value)
    return sign == "=" and given is not None and given == value


def _columns(box: Box) -> int | None:
    """delta^-d, the number of columns of G_delta."""
    d, m = box.get("d"), box.get("m")
    return m**d if isinstance(d, int) and isinstance(m, int) else None
