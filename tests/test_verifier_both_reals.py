"""Section 9 of the format, rule by rule: both verifiers say the same of reals, and neither confirms what is false."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactua import verifier
from tests.compare_verifiers import differ
from tests.foreign import foreign_verifier, own_verifier, program, told, told_by_own
from tests.test_verifier import document, step, write

Json = Any
PI: Json = ["pi"]


def content(decided: Json) -> bytes:
    """The bytes of a certificate whose run is empty."""
    return write(decided).replace(b'{"seconds":"0.25"}', b"{}")


def static(term: Json) -> bytes:
    """A certificate which says that this term is true."""
    return content(document([], [step("said", term, over=(), points=1, applicable=1)]))


def both(data: bytes) -> tuple[int, int]:
    """What the verifier in Python and the one in C say."""
    return own_verifier(data), foreign_verifier(data)


def exp(x: Json) -> Json:
    return ["exp", x]


def log(x: Json) -> Json:
    return ["log", x]


def sqrt(x: Json) -> Json:
    return ["sqrt", x]


def soft(*scores: Json) -> Json:
    """The first weight of softmax."""
    return ["/", exp(scores[0]), ["+", *map(exp, scores)]]


ONE_MORE: Json = ["+", PI, 1]
BELOW = ["-", ["+", exp(1), sqrt(3)], ["*", 2, PI]]
SHOWN: dict[str, tuple[Json, Json]] = {
    "exponents": (["*", exp(2), exp(["/", 1, 3])], exp(["/", 7, 3])),
    "primes under the logarithm": (log(["/", 8, 9]), ["-", ["*", 3, log(2)], ["*", 2, log(3)]]),
    "the greatest prime that is looked for": (log(4093 * 4091), ["+", log(4093), log(4091)]),
    "a square without small factors": (log(10007**2), ["*", 2, log(10007)]),
    "halves of logarithms": (exp(["/", log(2), 2]), sqrt(2)),
    "roots of primes": (sqrt(72), ["*", 6, sqrt(2)]),
    "a sum of roots below the line": (["/", 1, ["+", 1, sqrt(2)]], ["-", sqrt(2), 1]),
    "roots of exponentials": (sqrt(exp(PI)), exp(["/", PI, 2])),
    "the root of a bracket": (["*", ["-", sqrt(ONE_MORE), 1], ["+", sqrt(ONE_MORE), 1]], PI),
    "the root of the square of a bracket below 0": (sqrt(["^", BELOW, 2]), ["neg", BELOW]),
    "the root of an inverse square": (sqrt(["/", 1, ["^", BELOW, 6]]), ["/", -1, ["^", BELOW, 3]]),
    "the root of a product of squares": (sqrt(["*", 4, ["^", BELOW, 2], PI]), ["*", -2, BELOW, sqrt(PI)]),
    "the root of a quotient": (["*", sqrt(["/", PI, ["+", 1, exp(1)]]), sqrt(["+", 1, exp(1)])], sqrt(PI)),
    "logarithms of brackets": (
        log(["/", ONE_MORE, ["+", 1, exp(1)]]), ["-", log(ONE_MORE), log(["+", 1, exp(1)])]
    ),
    "logarithms of logarithms": (log(log(4)), ["+", log(2), log(log(2))]),
    "softmax with one score taken off": (soft(PI, 1, 2), ["/", 1, ["+", 1, exp(["-", 1, PI]), exp(["-", 2, PI])]]),
    "softmax of equal scores": (soft(PI, PI, PI), ["/", 1, 3]),
    "quotients under exp that cancel together": (
        exp(["+", ["/", PI, ONE_MORE], log(["+", 2, PI]), ["/", 1, ONE_MORE]]), ["*", exp(1), ["+", 2, PI]]
    ),
    "quotients of quotients": (
        ["/", 1, ["+", ["/", 1, PI], ["/", 1, exp(1)]]], ["/", ["*", PI, exp(1)], ["+", PI, exp(1)]]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_both_show_the_same_identities(name: str) -> None:
    left, right = SHOWN[name]
    assert both(static(["=", left, right])) == (0, 0)
    assert both(static(["<=", right, left])) == (0, 0)
    assert both(static(["<", left, right])) == (1, 1)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("digits", [50, 200])
def test_what_is_false_by_little_is_refused_by_both(name: str, digits: int) -> None:
    left, right = SHOWN[name]
    near = ["+", right, ["/", 1, hex(10**digits)]]
    for lie in (["=", left, near], [">=", left, near], ["not", ["<", left, near]]):
        assert both(static(lie)) == (1, 1), lie
    for truth in (["<", left, near], ["!=", near, left], ["in", left, right, near]):
        assert both(static(truth)) == (0, 0), truth


UNSHOWN = [
    (sqrt(["+", 5, ["*", 2, sqrt(6)]]), ["+", sqrt(2), sqrt(3)]),
    (log(4099 * 4111), ["+", log(4099), log(4111)]),  # no prime below 4096 is in it
    (log(["+", ["^", PI, 2], ["*", 3, PI], 2]), ["+", log(ONE_MORE), log(["+", 2, PI])]),
    (exp(["*", 1001, log(2)]), hex(2**1001)),
    (["^", ["+", 1, sqrt(2)], 1001], ["/", 1, ["^", ["-", sqrt(2), 1], 1001]]),
]


@pytest.mark.parametrize(
    "pair", UNSHOWN, ids=["nested roots", "large primes", "an expanded product", "a power of 2", "a power"]
)
def test_what_no_rule_says_is_not_rechecked_by_either(pair: tuple[Json, Json], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier.reals, "CAP", 2**12)  # which takes the verifier in Python less time
    assert both(static(["=", *pair])) == (3, 3)


def test_an_exponent_of_1000_is_not_too_large_for_a_proof() -> None:
    assert both(static(["=", ["^", ["+", 1, sqrt(2)], 1000], ["/", 1, ["^", ["-", sqrt(2), 1], 1000]]])) == (0, 0)


LIMITS = {
    "an exponential below 2^40": (["<", 0, exp(2**40 - 1)], 0),
    "an exponential of 2^40": (["<", 0, exp(2**40)], 3),
    "an exponential of -2^40": (["<", 0, exp(-(2**40))], 3),
    "a power of 1,000,000": (["<", 1, ["^", PI, 10**6]], 0),
    "a higher power": (["<", 1, ["^", PI, 10**6 + 1]], 3),
    "a power of 2^32 + 1": (["<", ["^", PI, 2**32 + 1], 9], 3),
    "a power of a power": (["<", 1, ["^", ["^", PI, 2000], 2000]], 3),
    "a long floor": (["<", 1, ["floor", exp(150_000)]], 0),
    "a floor of more bits than enclosures have": (["<", 1, ["floor", exp(200_000)]], 3),
    "a difference that is small": (["<", 1, ["+", 1, exp(-(10**6))]], 0),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_the_same(name: str) -> None:
    term, code = LIMITS[name]
    assert both(static(term)) == (code, code)


def nested(count: int) -> Json:
    """Definitions of which each is an exponential of the one before."""
    definitions: Json = [["x0", PI]]
    for k in range(1, count):
        definitions.append([f"x{k}", exp(["neg", ["def", f"x{k - 1}"]])])
    values = {}
    context = verifier.terms.Context({}, {}, {}, [10**8])
    for name, term in definitions:
        context.definitions[name] = context.constant(term)
        values[name] = verifier.reals.written_floor(context.definitions[name])
    record = step("said", ["<", 0, ["def", f"x{count - 1}"]], over=(), points=1, applicable=1)
    return document([], [record], definitions=definitions, values=values)


def test_reals_of_many_steps_are_for_neither() -> None:
    decided = nested(30)
    assert both(content(decided)) == (0, 0)
    last = decided["definitions"][-1][0]
    for k in range(30, 202):
        decided["definitions"].append([f"x{k}", exp(["neg", ["def", last]])])
        decided["values"][f"x{k}"], last = 1, f"x{k}"
    decided["steps"][0]["term"] = ["<", 0, ["def", last]]
    assert 0 not in both(content(decided))  # the values are not true, and the depth is beyond


ERRORS = [
    ["<", 0, log(0)], ["<", 0, log(["-", exp(1), 3])], ["<", 0, sqrt(["-", PI, 4])], ["<", 0, ["^", 2, exp(1)]],
    ["<", 0, ["/", 1, ["-", ["*", exp(1), exp(1)], exp(2)]]], ["=", 1, ["item", ["list", "i", 1, 3, "i"], sqrt(2)]],
    ["=", 1, ["sum", "i", 1, exp(1), 1]], ["<", 0, ["exp", 1, 2]], ["<", 0, ["pi", 1]],
]  # fmt: skip


@pytest.mark.parametrize("term", ERRORS, ids=str)
def test_errors_are_refused_by_both(term: Json) -> None:
    assert both(static(term)) == (1, 1)


def test_what_is_plainly_rational_is_an_index_and_nothing_else_is() -> None:
    listed = ["list", "i", 1, 3, ["var", "i"]]
    of_sum = ["-", exp(log(["+", 1, PI])), PI]  # a sum to the power 1 is the sum, whose parts cancel
    for index in (["^", sqrt(2), 2], exp(log(2)), ["floor", PI], log(exp(3)), ["/", PI, PI], of_sum):
        assert both(static(["<", 0, ["item", listed, index]])) == (0, 0), index
    for index in (["*", sqrt(2), sqrt(8)], ["+", sqrt(PI), 1], ["/", log(4), log(2)]):
        assert both(static(["<", 0, ["item", listed, index]])) == (1, 1), index


def test_an_integral_over_a_real_side_is_for_neither() -> None:
    one_over_pi = ["integral", "h", PI, 1]
    assert both(static(["<", one_over_pi, 1000])) == (3, 3)
    assert both(static(["<", ["integral", "h", 2, 1], 1000])) == (0, 0)


def test_an_exponent_as_small_as_integers_go_is_no_power() -> None:
    least = ["neg", ["^", 2, 63]]
    for exponent in (least, ["*", 4, least]):
        tiny = exp(["*", exponent, log(["+", 1, exp(-80)])])
        assert both(static(["<", 0, tiny])) == both(static(["<=", 0, tiny])) in ((0, 0), (1, 1), (3, 3))


def valued(term: Json, value: Json) -> bytes:
    """A certificate that gives a definition this value."""
    record = step("said", ["<", ["def", "x"], ["+", ["def", "x"], 1]], over=(), points=1, applicable=1)
    return content(document([], [record], definitions=[["x", term]], values={"x": value}))


@pytest.mark.parametrize(
    "term",
    [exp(1), ["neg", PI], exp(4), log(["/", 3, 7]), exp(["neg", 5000]), ["*", -8, exp(log(2))], ["-", exp(0), 1],
     ["neg", exp(["/", log(2), 1])], ["+", ["*", sqrt(2), sqrt(8)], hex(2**64)]],
    ids=str,
)  # fmt: skip
def test_floors_are_the_same_and_no_other_is(term: Json) -> None:
    context = verifier.terms.Context({}, {}, {}, [10**7])
    floor = verifier.reals.written_floor(context.constant(term))
    assert both(valued(term, floor)) == (0, 0)
    K, e = int(str(floor["floor"]), 0), int(floor["exponent"])
    for lie in ((K + 1, e), (K - 1, e), (2 * K, e - 1), (K // 2, e + 1), (K, e + 1), (-K, e)):
        if Fraction(2) ** lie[1] * lie[0] == Fraction(2) ** e * K and lie == (K, e):
            continue
        record = dict(zip(("floor", "exponent"), map(verifier.records.encode, lie), strict=True))
        if record != floor:
            assert both(valued(term, record)) == (1, 1), lie


# ---- networks -----------------------------------------------------------------------------------------------------

WEIGHT = ["+", ["*", "1/3", PI], ["exp", "-1/2"]]
ENTRY = ["entry", ["stage", "net", "output", ["point"]], 1, 1]


def attended(mask: Json, weight: Json, low: Json) -> Json:
    """What a head with this weight makes of three columns: its first entry is above `low`."""
    head = {"W_O": [[weight]], "W_V": [[1]], "W_K": [[2]], "W_Q": [[1]], "b_Q": ["1/7"]}
    net = {"d": 1, "items": [{"softmax attention": {"heads": [head], "mask": mask}}], "stages": {"output": 1}}
    spec = {"kind": "list", "points": [[[1, 2, ["/", 1, 3]]], [[3, 2, 1]]]}
    domain = {"name": "all", "spec": spec, "points": 2, "decided": [[0, 2]], "evidence": {}}
    record = step("said", [">", ENTRY, low], points=2, applicable=2, measure=None)
    return document([domain], [record], {"net": net}, parameters={"d": 1, "n": 3, "m": 2})


FULL = [[True, True, True]] * 3


@pytest.mark.parametrize("mask", [None, "causal", "strictly causal", FULL, [[True, True, True], *[[False] * 3] * 2]])
def test_softmax_attention_with_masks(mask: Json) -> None:
    assert both(content(attended(mask, WEIGHT, ["/", 9, 10]))) == (0, 0)
    assert both(content(attended(mask, WEIGHT, 5))) == (1, 1)


def test_a_mask_entry_and_the_sixtieth_digit_of_a_weight_count() -> None:
    scores = [["*", ["*", 2, x], ["+", 1, ["/", 1, 7]]] for x in (1, 2, ["/", 1, 3])]
    mean = [
        "/",
        ["+", *(["*", exp(s), x] for s, x in zip(scores, (1, 2, ["/", 1, 3]), strict=True))],
        ["+", *map(exp, scores)],
    ]
    weight = ["+", ["*", ["/", 1, 3], PI], exp(["/", -1, 2])]
    exact = ["+", 1, ["*", weight, mean]]
    decided = attended(None, WEIGHT, 0)
    decided["steps"][0] |= {"given": ["=", ["entry", ["point"], 1, 1], 1], "applicable": 1, "term": ["=", ENTRY, exact]}
    assert both(content(decided)) == (0, 0)
    assert both(content(attended_with(decided, "mask", FULL))) == (0, 0)
    hidden = copy.deepcopy(FULL)
    hidden[2] = [False, True, True]
    assert both(content(attended_with(decided, "mask", hidden))) == (1, 1)
    off = ["+", *WEIGHT[1:], f"1/{hex(10**60)}"]
    lie = copy.deepcopy(decided)
    lie["networks"]["net"]["items"][0]["softmax attention"]["heads"][0]["W_O"] = [[off]]
    assert both(content(lie)) == (1, 1)


def attended_with(decided: Json, key: str, value: Json) -> Json:
    """The same with another value of the layer."""
    other = copy.deepcopy(decided)
    other["networks"]["net"]["items"][0]["softmax attention"][key] = value
    return other


# ---- terms at random ----------------------------------------------------------------------------------------------


def leaf(order: random.Random) -> Json:
    plain: Json = order.choice([0, 1, 2, 3, -1, ["/", 1, 2], ["/", -2, 3], 6])
    return order.choice([plain, plain, PI, exp(plain), sqrt(order.choice([2, 6, 8])), log(order.choice([2, 3, 12]))])


def term(order: random.Random, depth: int) -> Json:
    if not depth:
        return leaf(order)
    op = order.choice(["+", "-", "*", "/", "exp", "log", "sqrt", "^", "leaf"])
    x, y = term(order, depth - 1), term(order, depth - 1)
    return {
        "leaf": x, "exp": exp(x), "^": ["^", x, order.randint(0, 3)], "log": log(["+", 1, ["^", x, 2]]),
        "sqrt": sqrt(["+", 2, ["^", x, 2]]),
    }.get(op, [op, x, y])  # fmt: skip


def written_otherwise(order: random.Random, t: Json) -> Json:
    """The same number, where it is one."""
    if not isinstance(t, list) or len(t) == 1:
        return order.choice([t, log(exp(t)), ["-", ["+", t, PI], PI]])
    op, *x = t
    x = [written_otherwise(order, y) if op != "^" or k == 0 else y for k, y in enumerate(x)]
    ways: Json = {
        "exp": [["/", 1, exp(["neg", x[0]])], ["^", exp(["/", x[0], 2]), 2]],
        "log": [["neg", log(["/", 1, x[0]])], ["/", log(["^", x[0], 2]), 2]],
        "sqrt": [["/", x[0], sqrt(x[0])], exp(["/", log(x[0]), 2])],
        "+": [[op, *reversed(x)]], "*": [[op, *reversed(x)]], "/": [["*", x[0], ["/", 1, x[-1]]]],
    }  # fmt: skip
    return order.choice([[op, *x], *ways.get(op, [])])


@pytest.mark.parametrize("seed", range(12))
def test_both_say_the_same_of_terms_at_random(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is the one thing of which a verifier may do more than another: it is small here."""
    order, compiled = random.Random(seed), program()
    monkeypatch.setattr(verifier.reals, "CAP", 2**12)
    for _ in range(3):
        left = term(order, order.randint(1, 2))
        right = written_otherwise(order, left) if order.random() < 0.7 else term(order, 2)
        data = static([order.choice(["=", "<=", "<"]), left, right])
        mine = told_by_own(data)
        other = told(compiled, data)
        assert not differ(mine, other) or "work" in mine[1] + other[1], (left, right, mine, other)


def test_the_parts_in_c_are_no_longer_than_a_reader_can_bear() -> None:
    folder = Path(verifier.__file__).parent.parent / "verifier_c"
    lengths = {file.name: len(file.read_text("utf-8").splitlines()) for file in folder.glob("*.c")}
    assert {name for name, length in lengths.items() if length > 600} == set()
