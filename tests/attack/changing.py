"""Other values for one place of a certificate: numbers nearby, words that may stand there, parts left out or twice."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force.written import Invalid, encode, rational
from tests.attack.places import Path, at, put

_ALIKE: Final = (
    ("<", "<=", "=", "!=", ">=", ">"), ("in", "not in"), ("+", "*"), ("-", "/", "^"), ("neg", "floor", "exp", "sqrt", "log"),
    ("and", "or"), ("all", "any"), ("sum", "product", "min", "max", "list"), ("lowest", "highest", "integral"),
    ("after", "layer", "stage"), ("param", "def", "var"), ("not", "distinct"), ("if", "select"), ("all", "permutations"),
    ("holds", "refuted", "vacuous", "inconclusive", "holds in part"), ("allowed", "forbidden", "required"), ("none", "allowed", "required"),
    ("average", "leftmost", "rightmost"), ("each", "distinct", "apart", "sum"), ("statement", "proof line", "repaired"),
    ("enumerated", "runs", "symbolic", "general", "sampled", "limit"), ("orbits", "sequences"), ("list", "product", "chosen"),
    ("attention", "softmax attention", "feed_forward", "positional encoding", "rounded layer"), ("output", "middle", "sweep"),
    ("float64", "float32", "tf32", "bfloat16", "float16", "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn"),
    ("attention layers", "feed-forward layers", "heads", "head size", "hidden size", "activations outside Phi", "other layers",
     "parameters", "largest layer parameters"), ("family", "group", "table"),
)  # fmt: skip
WORDS: Final = (
    "",
    "x",
    "a claim",
    "Claim",
    "yun2020:lemma8",
    "undecided at 1 of 3 points",
    "\u00e9",
    "sha256:0",
    "point",
    "row",
)


def other_number(number: Fraction, chance: random.Random) -> Fraction:
    """A number near to this one, or far away."""
    return chance.choice(
        [
            number + 1, number - 1, number + 1, number - 1, -number, Fraction(0), Fraction(1), 2 * number, number / 2,
            number + Fraction(1, 2), number + 2**61 - 1, Fraction(chance.randrange(-5, 12)), Fraction(chance.randrange(-(10**6), 10**6)), number * 10**12,
            number + Fraction(1, 10**9), number + Fraction(1, 10**60), Fraction(2**53) + number,
        ]
    )  # fmt: skip


def other_word(word: str, chance: random.Random, known: list[str]) -> str:
    """A word that may stand where this one does."""
    alike = [other for words in _ALIKE if word in words for other in words if other != word]
    if alike and chance.random() < 0.9:
        return chance.choice(alike)
    return chance.choice([*known, *WORDS, word + "x", word + " "])


def other_value(value: Any, chance: random.Random, decided: dict[str, Any]) -> Any:
    """Something else for a value; most often of the same type."""
    if chance.random() < 0.04:
        return chance.choice([None, 0, 1, True, "", [], {}, [0], "1/2", [["point"]], 2**53 - 1])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return encode(_whole(other_number(Fraction(value), chance), chance))
    if isinstance(value, str):
        try:
            return encode(other_number(rational(value), chance))
        except Invalid:
            return other_word(value, chance, [*decided.get("values", {}), *decided.get("networks", {})])
    if value is None:
        return chance.choice([0, 1, "a word", ["<", 0, 1], {}, [], ["=", ["param", "n"], 2]])
    if isinstance(value, list):
        return other_list(value, chance, decided)
    return other_object(value, chance, decided)


def _whole(number: Fraction, chance: random.Random) -> Fraction:
    return number if chance.random() < 0.1 else Fraction(int(number))


def other_list(value: list[Any], chance: random.Random, decided: dict[str, Any]) -> Any:
    """An element less, more, elsewhere; of a term also one of its operands in its place, or more around it."""
    k = chance.randrange(len(value)) if value else 0
    changed = list(value)
    ways = ["drop", "twice", "swap", "reverse", "inside", "empty"]
    if value and isinstance(value[0], str):
        ways += ["operand", "operand", "negate", "wrap", "operator", "operator"]
    way = chance.choice(ways) if value else "new"
    if way == "drop":
        del changed[k]
    elif way == "twice":
        changed.insert(k, changed[k])
    elif way == "swap":
        j = chance.randrange(len(changed))
        changed[k], changed[j] = changed[j], changed[k]
    elif way == "reverse":
        changed.reverse()
    elif way == "inside":
        changed[k] = other_value(changed[k], chance, decided)
    elif way == "empty":
        changed = []
    elif way == "operand":
        return changed[chance.randrange(1, len(changed))] if len(changed) > 1 else changed
    elif way == "negate":
        return ["not", changed]
    elif way == "wrap":
        return chance.choice([["+", changed, 0], ["*", 1, changed], ["neg", ["neg", changed]], ["and", changed, changed], ["or", changed, ["<", 1, 0]],
                              ["if", ["<", 0, 1], changed, 0], ["all", "w", 1, 0, changed], ["max", "w", 1, 2, changed], ["-", changed, 1],
                              ["+", changed, ["/", 1, hex(10**100)]]])  # fmt: skip
    elif way == "operator":
        changed[0] = other_word(str(changed[0]), chance, [])
    else:
        changed = [chance.choice([0, "x", [0, 1], [[0]], {}])]
    return changed


def other_object(value: dict[str, Any], chance: random.Random, decided: dict[str, Any]) -> Any:
    """A key less, more, by another name, two values swapped, one changed."""
    changed = dict(value)
    if not changed:
        return {chance.choice(["x", "constant", "name"]): chance.choice([0, "x", [], {}])}
    key, other = chance.choice(sorted(changed)), chance.choice(sorted(changed))
    way = chance.choice(["drop", "more", "rename", "swap", "inside", "inside", "inside"])
    if way == "drop":
        del changed[key]
    elif way == "more":
        changed["more"] = changed[key]
    elif way == "rename":
        changed[key + "x"] = changed.pop(key)
    elif way == "swap":
        changed[key], changed[other] = changed[other], changed[key]
    else:
        changed[key] = other_value(changed[key], chance, decided)
    return changed


def mutated(decided: dict[str, Any], path: Path, chance: random.Random) -> dict[str, Any]:
    """The hashed part with another value at this place."""
    changed: dict[str, Any] = put(decided, path, other_value(at(decided, path), chance, decided))
    return changed
