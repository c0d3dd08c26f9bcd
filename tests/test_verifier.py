"""The verifier against certificates written by hand, honest ones and lies that carry correct hashes.

Laws: an honest certificate is confirmed; one in which a field was changed is not, even if all hashes are made to fit;
no bytes at all make the verifier raise; unranking agrees with the enumeration that the format describes.
"""

import copy
import itertools
import shutil
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from tests.foreign import foreign_verifier, own_verifier
from tests.reached import canonical, definitions_reached, reached, refitted, sha256

PRIME = 2**61 - 1
SOURCE = Path(verifier.__file__).parent


# ---- certificates by hand ---------------------------------------------------------------------------------------


def number(x):
    x = Fraction(x)
    if x.denominator != 1:
        return f"{number(x.numerator)}/{number(x.denominator)}"
    return x.numerator if abs(x) < 2**53 else hex(x.numerator)


def write(decided, *, hashes=True):
    """The bytes of the file; statement hashes are made to fit unless told otherwise."""
    if hashes and isinstance(decided, dict):
        refitted(decided)
    return raw(canonical(decided), '{"seconds":"0.25"}')


def raw(decided_text, run="{}", form="certificate/2"):
    return (
        f'{{"decided":{decided_text},\n"digest":"{sha256(decided_text)}",\n"exactua":"{form}",\n"run":{run}}}\n'
    ).encode()


SEED = "0123456789abcdef" * 2


def of_sample(points):
    """The options that ask for a sample of so many points of each domain."""
    return ("--sample", str(points), "--seed", SEED)


def code(data, *options, tmp=[]):  # noqa: B006
    """The exit code of the command line for these bytes."""
    if not tmp:
        import tempfile

        tmp.append(tempfile.TemporaryDirectory())
    path = Path(tmp[0].name) / "certificate.json"
    path.write_bytes(data)
    return verifier.main([str(path), *options])


def step(name, term, over=("all",), **changes):
    record = {
        "name": name,
        "kind": "statement",
        "says": "in words",
        "over": list(over),
        "given": None,
        "fold": "each",
        "bound": None,
        "relation": None,
        "term": term,
        "statement": "",
        "verdict": "holds",
        "reason": None,
        "points": 6,
        "applicable": 6,
        "failures": 0,
        "witness": None,
        "measure": None,
        "evidence": None,
    }
    return {**record, **changes}


def witness(at, points, left, right, relation, **bindings):
    return {
        "at": at,
        "points": points,
        "bindings": bindings,
        "relation": relation,
        "left": left,
        "right": right,
    }


def measure(low, low_at, high, high_at, total, domain="all"):
    low_at, high_at = [domain, low_at], [domain, high_at]
    return {"min": low, "min_at": low_at, "max": high, "max_at": high_at, "sum": number(total % PRIME)}


DEFINITIONS = [["D", ["^", ["param", "m"], ["param", "d"]]], ["half", ["/", 1, ["def", "D"]]]]


def document(domains, steps, networks=None, **changes):
    verdicts = {s["verdict"] for s in steps if s["kind"] == "statement"}
    overall = next((v for v in ("refuted", "inconclusive", "holds") if v in verdicts), "vacuous")
    definitions = definitions_reached([domains, steps], copy.deepcopy(DEFINITIONS))
    record = {
        "claim": "paper:claim",
        "title": "a claim",
        "source": "by hand",
        "parameters": {"d": 1, "n": 2, "m": 2, "rule": "average"},
        "definitions": definitions,
        "values": {name: {"D": 2, "half": "1/2"}[name] for name, _ in definitions},
        "networks": networks or {},
        "domains": domains,
        "steps": steps,
        "judged": [s["name"] for s in steps if s["kind"] == "statement"],
        "scope": "enumerated",
        "parts": [],
        "verdict": overall,
        "prime": number(PRIME),
    }
    return {**record, **changes}


def orbits(points=6, count=3, name="all", decided=None, **changes):
    spec = {
        "kind": "orbits",
        "levels": {"start": 0, "step": 1, "count": count},
        "special": [],
        "ids": ["list", "i", 1, ["param", "d"], 1],
        "repeats": "allowed",
        "specials": "none",
    }
    decided = [[0, points]] if decided is None else decided
    return {"name": name, "spec": {**spec, **changes}, "points": points, "decided": decided, "evidence": {}}


def sequences(points=9, count=3):
    spec = {"kind": "sequences", "levels": {"start": 0, "step": 1, "count": count}, "special": []}
    spec["ids"] = ["list", "i", 1, 1, 1]
    return {"name": "all", "spec": spec, "points": points, "decided": [[0, points]], "evidence": {}}


def cells(*breakpoints):
    points = sum(2 * len(row) + 1 for row in breakpoints)
    return {
        "name": "all",
        "spec": {"kind": "cells", "columns": 1},
        "points": points,
        "decided": [[0, points]],
        "evidence": {"breakpoints": [list(row) for row in breakpoints]},
    }


def to_maximum(tie_rule="average"):
    """(a, b) -> (a + max, b + max)."""
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[0]], "b_Q": [1]}
    layer = {"attention": {"tie_rule": tie_rule, "heads": [head]}}
    return {"d": 1, "items": [layer], "stages": {"output": 1}}


def piece(start, opens, stop, closes, slope, intercept=0):
    keys = ("from", "from_closed", "to", "to_closed", "slope", "intercept")
    return dict(zip(keys, (start, opens, stop, closes, slope, intercept), strict=True))


def rectifier(d=1):
    """Z -> Z + max(Z, 0), entry by entry."""
    identity = [[int(i == j) for j in range(d)] for i in range(d)]
    pieces = [piece(None, False, 0, False, 0), piece(0, True, None, False, 1)]
    layer = {"W_1": identity, "b_1": [0] * d, "W_2": identity, "b_2": [0] * d, "activation": pieces}
    return {"d": d, "items": [{"feed_forward": layer}], "stages": {"output": 1}}


OUTPUT = ["stage", "net", "output", ["point"]]


def out(j):
    return ["entry", OUTPUT, 1, j]


def at(j):
    return ["entry", ["point"], 1, j]


V = ["var", "j"]


def attention_certificate():
    """Points (0,0), (0,1), (0,2), (1,1), (1,2), (2,2); outputs (0,0), (1,2), (2,4), (2,2), (3,4), (4,4)."""
    steps = [
        step("grows", ["all", "j", 1, ["param", "n"], [">=", out(V), at(V)]], measure=measure(-2, 2, 0, 0, -16)),
        step(
            "below 4",
            ["and", ["<=", 0, at(1)], ["all", "j", 1, 2, ["<", out(V), 4]]],
            verdict="refuted",
            failures=3,
            witness=witness([["all", 2]], [[[0, 2]]], 4, 4, "<", j=2),
            measure=measure(0, 2, 1, 0, 3),
        ),
        step(
            "apart",
            ["+", ["*", 10, out(1)], out(2)],
            fold="distinct",
            measure=measure(0, 0, 44, 5, 136),
        ),
        step(
            "apart as lists",
            ["list", "j", 1, 2, out(V)],
            kind="proof line",
            fold="distinct",
            verdict="refuted",
            failures=6,
            witness=witness([["all", 0], ["all", 1]], [[[0, 0]], [[0, 1]]], 0, 0, "!="),
            measure=measure(0, 0, 4, 2, 28),
        ),
        step("nothing", ["<", at(1), 0], given=["<", at(2), 0], applicable=0, verdict="vacuous"),
        step(
            "inside",
            ["in", ["*", ["def", "half"], out(1)], 0, ["def", "D"]],
            given=["distinct", ["list", "j", 1, 2, at(V)]],
            applicable=3,
            measure=measure("1/2", 1, "3/2", 4, (1 + 2 + 3) * pow(2, -1, PRIME)),
        ),
        step(
            "any order",
            [
                "permutations",
                "p",
                ["=", ["stage", "net", 1, ["permuted", ["point"], "p"]], ["permuted", OUTPUT, "p"]],
            ],
            kind="proof line",
            measure=measure(1, 0, 1, 0, 6),
        ),
        step("layers", ["=", ["network", "net", "attention layers"], 1], over=(), points=1, applicable=1),
    ]
    return document([orbits()], steps, {"net": to_maximum()})


def cells_certificate():
    steps = [
        step("no less", [">=", ["entry", OUTPUT, ["var", "row"], 1], ["entry", ["point"], ["var", "row"], 1]]),
        step(
            "the same",
            ["=", out(1), at(1)],
            kind="proof line",
            verdict="refuted",
            failures=1,
            witness=witness([["all", 2]], [[[1]]], 2, 1, "=", row=1),
        ),
        step("positive", [">", out(1), 0], given=[">", at(1), 0], applicable=1),
    ]
    for record in steps:
        record["points"] = 3
        record["applicable"] = min(record["applicable"], 3)
    return document([cells([0])], steps, {"net": rectifier()})


def sequences_certificate():
    """(a, b) with a, b in 0, 1, 2: ranks 3 a + b."""
    steps = [
        step("below", ["<=", at(1), 2], measure=measure(0, 6, 2, 0, 9)),
        step(
            "sorted",
            ["<=", at(1), at(2)],
            verdict="refuted",
            failures=3,
            witness=witness([["all", 3]], [[[1, 0]]], 1, 0, "<="),
            measure=measure(-2, 6, 2, 2, 0),
        ),
    ]
    for record in steps:
        record["points"] = record["applicable"] = 9
    return document([sequences()], steps)


def folds_certificate():
    """Points (0,0), (0,1), (0,2), (1,1), (1,2), (2,2) with 3 a + b = 0, 1, 2, 4, 5, 8."""
    apart = {"fold": "apart", "measure": measure(0, 0, 8, 5, 20)}
    added = {"fold": "sum", "bound": 12, "given": ["!=", at(1), at(2)], "applicable": 3}
    number_of = ["+", ["*", 3, at(1)], at(2)]
    steps = [
        step("apart", number_of, bound=["*", 2, ["def", "half"]], relation=">=", **apart),
        step("further", number_of, bound=1, relation=">", verdict="refuted", failures=5, **apart),
        step("own numbers", ["list", "j", 1, 2, ["+", ["*", 9, number_of], ["*", V, ["+", 1, at(1)]]]], fold="apart"),
        step("matrices", 1, fold="sum", bound=9, relation="=", measure=measure(1, 0, 1, 0, 6)),
        step("entries", ["+", at(1), at(2)], relation="<", **added),
        step("halves", ["/", at(2), 2], relation="<=", **added),
        step("nothing to add", 1, fold="sum", bound=9, relation="=", given=["<", 1, 1], applicable=0),
        step("one number", 1, fold="apart", bound=9, relation=">", given=["=", at(1), 2], applicable=1),
    ]
    steps[1]["witness"] = witness([["all", 0], ["all", 1]], [[[0, 0]], [[0, 1]]], 1, 1, ">")
    # (1, 2) 10, 11, 12; 38, 40; 47, 49; 75, 78: where a = 0 two numbers are 1 apart
    steps[2] |= {"bound": 2, "relation": ">=", "verdict": "refuted", "failures": 3}
    steps[2] |= {"measure": measure(1, 0, 78, 5, 3 + 21 + 39 + 78 + 96 + 153)}
    steps[2]["witness"] = witness([["all", 0], ["all", 1]], [[[0, 0]], [[0, 1]]], 1, 2, ">=")
    steps[4] |= {"verdict": "refuted", "failures": 1, "witness": witness([], [], 12, 12, "<")}
    steps[4]["measure"] = measure(1, 1, 3, 4, 6)
    steps[5]["measure"] = measure("1/2", 1, 1, 2, 5 * pow(2, -1, PRIME))
    steps[6]["verdict"] = steps[7]["verdict"] = "vacuous"
    steps[7]["measure"] = measure(1, 5, 1, 5, 1)
    return document([orbits()], steps)


def pairs_of(points, of):
    return {**of, "spec": {"kind": "pairs", "of": of["spec"]}, "points": points, "decided": [[0, points]]}


def pairs_certificate():
    """All pairs of (0,0), (0,1), (1,1), as (a, b, c, e): rank 3 r + r'."""
    together = ["sum", "j", 1, 4, at(V)]
    steps = [
        step("no order", ["all", "j", 1, 2, ["<=", at(V), at(["+", V, 2])]], verdict="refuted", failures=3),
        step("all of them", together, fold="sum", bound=18, relation=">=", measure=measure(0, 0, 4, 8, 18)),
    ]
    # of all (a, b, c, e) the differences c - a, e - b
    steps[0]["witness"] = witness([["all", 3]], [[[0, 1, 0, 0]]], 1, 0, "<=", j=2)
    steps[0]["measure"] = measure(-1, 3, 1, 1, 0)
    for record in steps:
        record["points"] = record["applicable"] = 9
    return document([pairs_of(9, orbits(3, 2))], steps)


def layered():
    """x -> x + (1, 3); twice x -> x + v max(x, 0) for v = 1, 2; x -> x + x (0 1; 1 0); x -> 3 x + 2 (x shifted right)."""
    rectify = rectifier()["items"][0]["feed_forward"] | {"W_2": [[{"constant": 0, "v": 1}]]}
    family = {"variable": "v", "start": 1, "step": 1, "count": 2, "items": [{"feed_forward": rectify}]}
    items = [
        {"positional encoding": {"E": [[1, 3]]}},
        {"family": family},
        {"bilinear projection": {"W_O": [[1]], "W_P": [[0, 1], [1, 0]]}},
        {"separable convolution": {"W_O": [["1/2"]], "W_C": [[4, 4]], "centre": 1}},
    ]
    return {"d": 1, "items": items, "stages": {"rectified": 2}}


def layers_certificate():
    """(a, b) of 0, 1, 2 becomes (a + 1, b + 3), twice and three times that, then (s, s) for the sum, then (3 s, 5 s)."""

    def after(count, j):
        return ["entry", ["after", "net", count, ["point"]], 1, j]

    def counted(quantity, value):
        return ["=", ["network", "net", quantity], value]

    swapped = ["layer", "net", ["+", 3, 1], ["after", "net", 3, ["point"]]]
    sixfold = ["all", "j", 1, 2, ["=", after(3, V), ["*", 6, after(1, V)]]]
    mean = ["integral", "h", 2, ["+", at(1), ["*", ["entry", ["offsets", "h"], 1, 1], at(2)]]]
    steps = [
        step("six times", sixfold, measure=measure(0, 0, 0, 0, 0)),
        step("same state", ["=", ["after", "net", 3, ["point"]], ["stage", "net", "rectified", ["point"]]]),
        step("swapped", ["=", swapped, ["after", "net", 4, ["point"]]], measure=measure(1, 0, 1, 0, 9)),
        step("third is first", ["=", after(5, 2), ["*", ["/", 5, 3], after(5, 1)]], measure=measure(0, 0, 0, 0, 0)),
        step("small", ["<", after(5, 2), 240], verdict="refuted", failures=1),
        step("integral", ["=", mean, ["*", 4, ["+", at(1), at(2)]]], measure=measure(0, 0, 0, 0, 0)),
        step("product", ["=", ["product", "j", 1, 2, at(V)], ["floor", ["/", ["*", 4, at(1), at(2)], 4]]]),
    ]
    steps[1]["measure"], steps[6]["measure"] = measure(1, 0, 1, 0, 9), measure(0, 0, 0, 0, 0)
    # 5 * 6 (a + b + 4) = 30 (a + b + 4)
    steps[4]["witness"] = witness([["all", 8]], [[[2, 2]]], 240, 240, "<")
    steps[4]["measure"] = measure(0, 8, 120, 0, sum(240 - 30 * (a + b + 4) for a in range(3) for b in range(3)))
    for record in steps:
        record["points"] = record["applicable"] = 9
    counts = [("other layers", 3), ("parameters", 2 + 2 * 4 + 5 + 3), ("largest layer parameters", 5)]
    counts += [("feed-forward layers", 2), ("attention layers", 0), ("hidden size", 1)]
    steps += [step(name, counted(name, value), over=(), points=1, applicable=1) for name, value in counts]
    return document([sequences()], steps, {"net": layered()})


def tabled(*rows):
    """x -> x + change where x is in [key - 1/2, key + 1/2), once for each row (key, change)."""
    pieces = [piece(None, False, "-1/2", False, 0), piece("-1/2", True, "1/2", False, 0, 1)]
    pieces.append(piece("1/2", True, None, False, 0))
    layer = {"W_1": [[1]], "b_1": [{"constant": 0, "key": -1}], "W_2": [[{"constant": 0, "change": 1}]], "b_2": [0]}
    items = [{"feed_forward": {**layer, "activation": pieces}}]
    table = {"variables": ["key", "change"], "rows": [list(row) for row in rows], "items": items}
    return {"d": 1, "items": [{"table": table}], "stages": {"output": 1}}


def tables_certificate():
    """0, 1, 2 become 15 (by the first row and the last), 22, 65/2; bounds of (h_1 - x) h_2 over h in [0, 2]^2."""
    entry = {k: ["entry", ["offsets", "h"], 1, k] for k in (1, 2)}
    number_of, body = ["+", at(V), 1], ["*", ["-", entry[1], at(1)], entry[2]]
    low, high = ([op, "h", 2, body] for op in ("lowest", "highest"))
    read = ["all", "j", 1, 2, ["=", out(V), ["select", number_of, 15, 22, ["/", 65, 2]]]]
    steps = [
        step("read off", read, measure=measure(0, 0, 0, 0, 0)),
        step("low", ["=", low, ["*", -2, at(1)]], measure=measure(0, 0, 0, 0, 0)),
        step("width", ["<", ["-", high, low], 4], verdict="refuted", failures=9, measure=measure(0, 0, 0, 0, 0)),
    ]
    steps[2]["witness"] = witness([["all", 0]], [[[0, 0]]], 4, 4, "<")
    for record in steps:
        record["points"] = record["applicable"] = 9
    for name, value in (("feed-forward layers", 4), ("parameters", 16), ("largest layer parameters", 4)):
        steps.append(step(name, ["=", ["network", "net", name], value], over=(), points=1, applicable=1))
    return document([sequences()], steps, {"net": tabled((0, 10), (1, 21), (2, "61/2"), (10, 5))})


HONEST = {
    "attention": attention_certificate,
    "cells": cells_certificate,
    "sequences": sequences_certificate,
    "folds": folds_certificate,
    "pairs": pairs_certificate,
    "layers": layers_certificate,
    "tables": tables_certificate,
}


# ---- honest certificates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)
def test_honest_certificates_are_confirmed(make, capsys):
    assert code(write(content := make())) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(f"confirmed: {content['verdict']} (")
    assert second == "says of itself: paper:claim at d=1 n=2 m=2 rule=average"


def test_the_report_says_what_was_recomputed(tmp_path):
    honest = attention_certificate()
    report = verifier.verify(write(honest))
    assert (report.verdict, report.sampled) == ("refuted", False)
    first, _, *steps = str(report).splitlines()
    assert first == "confirmed: refuted (6 of 6 points recomputed)"
    pinned = next(record["statement"] for record in honest["steps"] if record["name"] == "nothing")
    assert f"  nothing: vacuous (points 6, applicable 0, failures 0) {pinned}" in steps
    path = tmp_path / "file.json"
    path.write_bytes(write(cells_certificate()))
    assert verifier.verify(path).verdict == "holds"


@pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)
@pytest.mark.parametrize("options", [(), of_sample(2)])
def test_in_runs_the_same_is_claimed_and_checked_in_the_same_way(make, options):
    """All points or samples: what one scope confirms the other confirms, and what one refuses the other refuses."""
    assert code(write(make() | {"scope": "runs"}), *options) == code(write(make()), *options)
    for k, record in enumerate(make()["steps"]):
        for change in ({"points": record["points"] + 1}, {"failures": record["failures"] + 1}, {"term": ["=", 1, 2]}):
            lie = make()
            lie["steps"][k] |= change
            codes = [code(write(lie | {"scope": scope}), *options) for scope in ("enumerated", "runs")]
            assert codes[0] == codes[1] == (1 if "points" in change else codes[0]), (record["name"], change)
            assert codes[0] or "term" in change


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
def test_other_tie_rules_leave_orbits_inconclusive(rule):
    record = attention_certificate()
    record["networks"]["net"] = to_maximum(rule)
    assert code(write(record)) == 1
    for entry in record["steps"]:
        if entry["verdict"] == "holds" and entry["over"]:
            entry["verdict"], entry["reason"] = "inconclusive", "ties"
    assert code(write(record)) == 0


def test_tie_rules_differ():
    """Scores are all equal: the first, the last or the mean of the columns is added."""
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[0]], "W_Q": [[0]], "b_Q": [0]}
    for rule, added in (("leftmost", 0), ("rightmost", 1), ("average", Fraction(1, 2))):
        item = {"attention": {"tie_rule": rule, "heads": [head]}}
        network = verifier.networks.Network({"d": 1, "items": [item], "stages": {}}, "net")
        context = verifier.terms.Context({"n": 2}, {"net": network}, {}, [10**6])
        scene = verifier.readings.Scene(context, ((0,), (1,)))
        assert network.stage(scene, 1, scene.point) == ((added,), (1 + added,))


def test_families_and_groups_unroll():
    """x -> 2 x + v for v = 3, 2, 1 (with the identity as activation), then a family that never runs."""
    line = [piece(None, False, None, False, 1)]
    body = {"W_1": [[1]], "b_1": [{"constant": 0, "v": 1}], "W_2": [[1]], "b_2": [0], "activation": line}
    family = {"variable": "v", "start": 3, "step": -1, "count": 3, "items": [{"feed_forward": body}]}
    items = [{"group": {"name": "g", "items": [{"family": family}]}}, {"family": {**family, "count": 0}}]
    network = verifier.networks.Network({"d": 1, "items": items, "stages": {"end": 2}}, "net")
    assert network.quantities["feed-forward layers"] == network.quantities["activations outside Phi"] == 3
    context = verifier.terms.Context({}, {"net": network}, {}, [10**6])
    scene = verifier.readings.Scene(context, ((Fraction(1, 3),),))
    assert network.stage(scene, 2, scene.point) == ((Fraction(8, 3) + 12 + 4 + 1,),)


def test_a_huge_domain_is_counted_and_not_listed():
    """Orbits of 101^100 columns, none of them decided."""
    columns = 101**100
    points = columns * (columns + 1) // 2
    domain = orbits(number(points), 101, decided=[])
    domain["spec"]["ids"] = ["list", "i", 1, ["param", "d"], ["^", 101, ["var", "i"]]]
    record = step("open", ["<=", 0, at(1)], points=0, applicable=0, verdict="inconclusive", reason="too many points")
    decided = document([domain], [record], parameters={"d": 100, "n": 2, "m": 2})
    decided |= {"definitions": [], "values": {}}
    assert code(write(decided)) == 0
    decided["domains"][0]["points"] = number(points - 1)
    assert code(write(decided)) == 1
    decided["domains"][0]["points"] = None
    assert code(write(decided)) == 0
    decided["domains"][0]["decided"] = [[0, 1]]
    assert code(write(decided)) == 1


def test_a_number_of_points_with_millions_of_bits_is_refused():
    domain = orbits(1, 10, decided=[])
    decided = document([domain], [], parameters={"d": 10**6, "n": 10**6, "m": 2}, verdict="vacuous")
    assert code(write(decided)) == 1


# ---- orbits: count, unrank and enumerate --------------------------------------------------------------------------


def brute(columns, special, n, repeats, specials):
    for numbers in itertools.combinations_with_replacement(range(columns), n):
        distinct = len(set(numbers)) == n
        if repeats != "allowed" and distinct == (repeats == "required"):
            continue
        if specials == "required" and not any(special[c] for c in numbers):
            continue
        yield list(numbers)


@given(
    st.integers(1, 2), st.integers(1, 4), st.integers(0, 3), st.lists(st.integers(-4, 8), max_size=2, unique=True),
    st.sampled_from(["allowed", "forbidden", "required"]), st.sampled_from(["allowed", "none", "required"]),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_unranking_agrees_with_enumeration(d, n, count, special, repeats, specials):
    halves = [["/", 2 * i - 3, 2] for i in range(len(special))]
    spec = orbits(0, count, repeats=repeats, specials=specials, special=halves)
    spec["spec"]["ids"] = ["list", "i", 1, ["param", "d"], ["^", -20, ["var", "i"]]]
    levels = [Fraction(k) for k in range(count)]
    extra = [Fraction(2 * i - 3, 2) for i in range(len(special))] if specials != "none" else []
    columns = sorted(
        itertools.product(levels + extra, repeat=d),
        key=lambda c: sum((-20) ** (i + 1) * x for i, x in enumerate(c)),
    )
    flags = [any(x in extra for x in column) for column in columns]
    expected = list(brute(len(columns), flags, n, repeats, specials))[:3000]
    context = verifier.terms.Context({"d": d, "n": n}, {}, {}, [10**6])
    total = len(list(brute(len(columns), flags, n, repeats, specials)))
    spec["points"], spec["decided"] = total, []
    domain = verifier.decided_domains.Domain(spec, context)
    assert [domain.points.numbers(rank) for rank in range(len(expected))] == expected
    plain = [not flag for flag in flags]
    assert domain.points.listed == list(zip(columns, plain, strict=True))


# ---- lies with correct hashes -------------------------------------------------------------------------------------

COUNTED = [
    ("points", 5),
    ("points", 7),
    ("applicable", 5),
    ("applicable", 0),
    ("failures", 1),
    ("failures", 6),
]
OTHER = [
    ("verdict", "holds"),
    ("verdict", "refuted"),
    ("verdict", "vacuous"),
    ("verdict", "inconclusive"),
    ("reason", "because"),
    ("kind", "remark"),
    ("over", []),
    ("over", ["all", "all"]),
    ("over", ["nowhere"]),
    ("given", ["=", 1, 2]),
    ("term", ["=", 1, 2]),
    ("fold", None),
    ("witness", None),
    ("measure", None),
    ("points", "6"),
    ("failures", True),
    ("failures", -1),
    ("says", 1),
    ("bound", 3),
    ("bound", None),
    ("bound", ["var", "j"]),
    ("relation", ">="),
    ("relation", "!="),
    ("relation", None),
]
STILL_TRUE = [("matrices", "relation", ">="), ("all of them", "bound", 3)]  # 9 >= 9, 18 >= 3


@pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)
def test_every_change_of_one_field_of_a_step_is_refused(make):
    honest = make()
    for k, record in enumerate(honest["steps"]):
        for key, value in COUNTED + OTHER:
            vacuous = record["verdict"] == "vacuous" and (key in ("given", "term") or value in (3, ">="))
            still_true = vacuous or (record["name"], key, value) in STILL_TRUE
            if canonical(record[key]) == canonical(value) or still_true:
                continue
            lie = copy.deepcopy(honest)
            lie["steps"][k][key] = value
            assert code(write(reached(lie))) != 0, (record["name"], key, value)


def leaves(value, path=()):
    """All paths to numbers inside `value`."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    elif isinstance(value, int | str) and not isinstance(value, bool):
        yield path, value


def changed(value):
    if isinstance(value, int):
        return [value + 1, value - 1]
    try:
        inner = Fraction(value) if "x" not in value else Fraction(int(value, 16))
    except ValueError:
        return [value + "x"]
    return [number(inner + 1), number(inner / 3)]


@pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)
def test_every_change_of_a_number_of_the_evidence_is_refused(make):
    """Witness, measure, definitions and values, domains, verdicts, judged, scope, prime; hashes made to fit."""
    honest = make()
    harmless = {"claim", "title", "source", "says"}
    for path, value in list(leaves(honest)):
        if path[0] in harmless or path[-1] in ("says", "statement", "name") or path[0] in ("networks", "parameters"):
            continue
        if path[0] in ("steps", "definitions") and path[2] in ("term", "given", "bound", 1):
            continue
        if "ids" in path:
            continue  # another name for a bound variable, or twice the ids, changes nothing
        for other in changed(value):
            lie = copy.deepcopy(honest)
            inner = lie
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = other
            assert code(write(reached(lie))) != 0, (path, other)


def test_a_wrong_statement_hash_is_refused():
    record = attention_certificate()
    write(record)
    record["steps"][0]["statement"] = "sha256:" + "0" * 64
    assert code(write(record, hashes=False)) == 1


@pytest.mark.parametrize("key", ["W_O", "W_V", "W_K"])
def test_another_weight_is_refused(key):
    record = attention_certificate()
    record["networks"]["net"]["items"][0]["attention"]["heads"][0][key] = [[-1]]
    assert code(write(record)) == 1


def test_the_last_point_of_orbits_counts():
    honest = step("not the last", ["not", ["=", at(1), 2]], verdict="refuted", failures=1)
    honest |= {
        "witness": witness([["all", 5]], [[[2, 2]]], None, None, None),
        "measure": measure(0, 5, 1, 0, 5),
    }
    assert code(write(document([orbits()], [honest]))) == 0
    lie = step("not the last", ["not", ["=", at(1), 2]], measure=measure(1, 0, 1, 0, 6))
    assert code(write(document([orbits()], [lie]))) == 1


def test_the_last_point_of_sequences_counts():
    term = ["not", ["=", ["+", at(1), at(2)], 4]]
    counts = {"points": 9, "applicable": 9}
    honest = step("not the last", term, verdict="refuted", failures=1, measure=measure(0, 8, 1, 0, 8), **counts)
    honest["witness"] = witness([["all", 8]], [[[2, 2]]], None, None, None)
    assert code(write(document([sequences()], [honest]))) == 0
    lie = step("not the last", term, measure=measure(1, 0, 1, 0, 9), **counts)
    assert code(write(document([sequences()], [lie]))) == 1


def test_the_last_cell_of_the_last_row_counts():
    domain, counts = cells([0], [0, 1]), {"points": 8, "applicable": 8}
    term = ["<=", ["entry", ["point"], ["var", "row"], 1], 1]
    given_ = ["=", ["var", "row"], 2]
    counts["applicable"] = 5
    changes = {"parameters": {"d": 2, "n": 1, "m": 2}, "definitions": [], "values": {}}
    honest = step("at most 1", term, given=given_, verdict="refuted", failures=1, **counts)
    honest["witness"] = witness([["all", 7]], [[[0], [2]]], 2, 1, "<=", row=2)
    assert code(write(document([domain], [honest], **changes))) == 0
    lie = step("at most 1", term, given=given_, **counts)
    assert code(write(document([domain], [lie], **changes))) == 1


def test_the_last_point_of_a_distinct_fold_counts():
    """Only the two last points share a number."""
    term = ["+", ["*", 10, at(1)], ["*", at(2), ["if", ["=", at(1), 2], 1, 1]]]
    term = ["if", ["=", at(1), 2], 12, term]
    counts = {"fold": "distinct", "measure": measure(0, 0, 12, 4, 0 + 1 + 2 + 11 + 12 + 12)}
    honest = step("apart", term, verdict="refuted", failures=2, **counts)
    honest["witness"] = witness([["all", 4], ["all", 5]], [[[1, 2]], [[2, 2]]], 12, 12, "!=")
    assert code(write(document([orbits()], [honest]))) == 0
    assert code(write(document([orbits()], [step("apart", term, **counts)]))) == 1


def test_the_last_value_of_a_loop_counts():
    term = ["all", "j", 1, 2, ["<", at(V), 2]]
    lie = step("below", term, measure=measure(1, 0, 2, 0, 8))
    assert code(write(document([orbits()], [lie]))) == 1


def test_a_false_permutation_and_a_false_equation_of_matrices_are_witnessed():
    term = ["permutations", "p", ["=", ["permuted", ["point"], "p"], ["point"]]]
    record = step("constant", term, verdict="refuted", failures=3, measure=measure(0, 1, 1, 0, 3))
    record["witness"] = witness([["all", 1]], [[[0, 1]]], [[1, 0]], [[0, 1]], "=", p=[2, 1])
    assert code(write(document([orbits()], [record]))) == 0
    record["witness"]["bindings"]["p"] = [1, 2]
    assert code(write(document([orbits()], [record]))) == 1


def test_the_witness_of_an_implication_is_that_of_its_conclusion():
    term = ["all", "j", 1, 2, ["implies", ["=", at(V), 1], ["and", ["=", 1, 1], ["<", at(2), 2]]]]
    record = step("conclusion", term, verdict="refuted", failures=1, measure=measure(0, 4, 1, 0, 5))
    record["witness"] = witness([["all", 4]], [[[1, 2]]], 2, 2, "<", j=1)
    assert code(write(document([orbits()], [record]))) == 0
    record["witness"] = witness([["all", 4]], [[[1, 2]]], None, None, None, j=1)
    assert code(write(document([orbits()], [record]))) == 1


def test_a_domain_decided_in_part_is_inconclusive():
    """Ranks 1 and 2, then 4 and 5: (0,1), (0,2), (1,2), (2,2)."""
    domain, counts = orbits(decided=[[1, 3], [4, 6]]), {"points": 4, "applicable": 4}
    record = step("some", ["<=", at(1), at(2)], verdict="inconclusive", **counts)
    record["measure"] = measure(0, 5, 2, 2, 4)
    assert code(write(document([domain], [record]))) == 0
    record["verdict"] = "holds"
    assert code(write(document([domain], [record]))) == 1
    record |= {"verdict": "inconclusive", "measure": measure(0, 3, 2, 2, 4)}
    assert code(write(document([domain], [record]))) == 1
    for ranges in ([[1, 3], [3, 5]], [[4, 6], [1, 3]], [[1, 1]], [[2, 7]], [[-1, 3]], [[1, 3, 4]], [3], 3):
        record |= {"measure": measure(0, 5, 2, 2, 4)}
        assert code(write(document([{**domain, "decided": ranges}], [record]))) == 1


def test_points_of_several_domains_are_ordered_by_over():
    domains = [orbits(6, name="first"), orbits(3, 2, name="second")]
    record = step("together", ["<", ["+", at(1), at(2)], 1], over=["second", "first"], points=9, applicable=9)
    record |= {"verdict": "refuted", "failures": 7}
    record["witness"] = witness([["second", 1]], [[[0, 1]]], 1, 1, "<")
    total = sum(1 - a - b for a, b in [(0, 0), (0, 1), (1, 1), (0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)])
    record["measure"] = measure(-3, 5, 1, 0, total)
    record["measure"] |= {"min_at": ["first", 5], "max_at": ["second", 0]}
    assert code(write(document(domains, [record]))) == 0
    record["measure"]["max_at"] = ["first", 0]
    assert code(write(document(domains, [record]))) == 1


# ---- cells ----------------------------------------------------------------------------------------------------


def test_breakpoints_that_are_not_fine_enough_are_refused(capsys):
    record = cells_certificate()
    record["domains"][0] = cells([1])
    del record["steps"][1:], record["judged"][1:]
    assert code(write(record)) == 1
    assert "not fine enough" in capsys.readouterr().out


@pytest.mark.parametrize("row", [[1, 0], [0, 0], []])
def test_breakpoints_that_do_not_increase_are_refused(row):
    record = step("true", ["=", 1, 1], points=2 * len(row) + 1, applicable=2 * len(row) + 1)
    assert code(write(document([cells(row)], [record]))) == 1


def test_other_rows_are_unknown_and_may_not_be_used():
    """In two rows, the rectified entry of the other row runs through all of R: its piece is undecided."""
    changes = {"parameters": {"d": 2, "n": 1, "m": 2}, "definitions": [], "values": {}}
    networks, counts = {"net": rectifier(2)}, {"points": 6, "applicable": 6}
    own = [">=", ["entry", OUTPUT, ["var", "row"], 1], ["entry", ["point"], ["var", "row"], 1]]
    assert code(write(document([cells([0], [0])], [step("own", own, **counts)], networks, **changes))) == 0
    other = ["=", ["*", 0, ["entry", OUTPUT, ["-", 3, ["var", "row"]], 1]], 0]
    assert code(write(document([cells([0], [0])], [step("times 0", other, **counts)], networks, **changes))) == 0
    first = [">=", ["entry", OUTPUT, 1, 1], ["entry", ["point"], 1, 1]]
    assert code(write(document([cells([0], [0])], [step("first", first, **counts)], networks, **changes))) == 1


# ---- sampling -------------------------------------------------------------------------------------------------


def sampled_certificate(scope="enumerated", **changes):
    """210 pairs 0 <= a <= b < 20, and b - a + 1 > 0."""
    pairs = list(itertools.combinations_with_replacement(range(20), 2))
    record = step("ordered", ["<", ["-", at(1), 1], at(2)], points=210, applicable=210)
    total = sum(b - a + 1 for a, b in pairs)
    record["measure"] = measure(1, 0, 20, 19, total)
    record |= changes
    return document([orbits(210, 20)], [record], scope=scope)


SCOPES = pytest.mark.parametrize("scope", ["enumerated", "runs"])


@SCOPES
def test_what_is_sampled_is_not_confirmed(scope, capsys):
    assert code(write(sampled_certificate(scope)), *of_sample(50)) == 3
    assert "sampled, not confirmed: holds (52 of 210 points recomputed)\n" in capsys.readouterr().out
    assert code(write(sampled_certificate(scope))) == 0
    assert "sampled" not in capsys.readouterr().out


@SCOPES
def test_what_sampling_catches_and_what_it_cannot(scope):
    wrong_sum = sampled_certificate(scope, measure=measure(1, 0, 20, 19, 17))
    assert code(write(wrong_sum), *of_sample(50)) == 3
    assert code(write(wrong_sum)) == 1
    for total in (-1, PRIME):
        no_residue = sampled_certificate(scope)
        no_residue["steps"][0]["measure"]["sum"] = number(total)
        assert code(write(no_residue), *of_sample(50)) == 1
    for low, low_at, high, high_at in [(1, 209, 20, 19), (2, 1, 20, 19), (1, 0, 2, 1), (1, 0, 20, 18)]:
        lie = sampled_certificate(scope, measure=measure(low, low_at, high, high_at, 17))
        assert code(write(lie), *of_sample(50)) == 1
    false = sampled_certificate(scope, term=["<", at(2), at(1)], measure=measure(-19, 19, 0, 0, 0))
    assert code(write(false), *of_sample(50)) == 1


# ---- files that are no certificates -----------------------------------------------------------------------------


def test_unreadable_files(tmp_path):
    assert verifier.main([str(tmp_path / "missing")]) == 2
    assert verifier.main([str(tmp_path)]) == 2
    for data in (
        b"",
        b"\n",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"exactua":"certificate/3"}',
        b"NaN",
        b"[" * 10**5,
    ):
        assert code(data) == 2, data[:20]
    honest = write(cells_certificate())
    assert code(honest.replace(b"certificate/2", b"certificate/3")) == 2
    assert code(honest[:-3]) == 2


def test_wrong_usage(capsys):
    assert verifier.main([]) == 2
    for options in (["--sample", "many"], ["--sample", "0"], ["--sample", "-1"], ["--seed", "x"], ["--seed"],
                    ["--seconds", "nan"], ["--seconds", "inf"], ["--seconds", "-1"], ["--seconds", "1e9"],
                    ["--full"], ["--limit", "5"]):  # fmt: skip
        assert verifier.main(["a", *options]) == 2
    assert verifier.main(["--help"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    "text",
    [
        "{}", "[]", "0", "NaN", "1e999", "0.5", "-0", "9" * 5000, '"\\ud800"', "true", '{"a":1,"a":1}',
        "[" * 900 + "]" * 900, "[" * 100000 + "]" * 100000,
    ],
)  # fmt: skip
def test_no_text_raises(text):
    assert code(raw(text)) in (1, 2)


@pytest.mark.parametrize(
    "term",
    [
        ["/", 1, 0], ["^", 2, -1], ["^", 2, "0x20000000000000"], ["^", ["^", 2, 999999], 999999], "0x5", "6/4", 2.5,
        None, True, {}, [], [1], [["+"]], ["+", 1], ["-", 1], ["var", "x"], ["param", "rule"], ["param", []], ["point"],
        ["sum", "i", 1, "0x20000000000000000000", 1], ["min", "i", 1, 0, 1], ["max", "i", 1, ["^", 10, 9], 1],
        ["if", 1, 2, 3], ["+", ["=", 1, 1], 1], ["item", ["list", "i", 1, 2, 1], 3], ["def", "later"], "text", 2**53,
        ["sum", "i", 1, 9999, ["sum", "j", 1, 9999, ["sum", "k", 1, 9999, 1]]],
    ],
    ids=lambda term: repr(term)[:30],
)  # fmt: skip
def test_terms_that_have_no_value_are_refused(term):
    started = time.monotonic()
    itself = step("itself", ["=", ["def", "x"], ["def", "x"]], over=(), points=1, applicable=1)
    assert code(write(document([], [itself], definitions=[["x", term]], values={"x": 1}))) == 1
    assert time.monotonic() - started < 10


def test_deep_terms_are_refused():
    term = 1
    for _ in range(950):
        term = ["neg", term]
    text = canonical(document([], [], definitions=[], values={})).replace('"definitions":[]', '"definitions":[["x",@]]')
    assert code(raw(text.replace("@", canonical(term)))) in (1, 2)


def test_networks_that_explode_are_refused():
    record = attention_certificate()
    item = record["networks"]["net"]["items"][0]
    for k in range(30):
        item = {"family": {"variable": f"v{k}", "start": 0, "step": 1, "count": 1000, "items": [item]}}
    record["networks"]["net"]["items"] = [item]
    assert code(write(record)) == 1
    item["family"]["items"] = []
    assert code(write(record)) == 1


@pytest.mark.parametrize("pieces", [
    [], [piece(None, False, 0, False, 1)], [piece(None, True, None, False, 1)], [piece(0, True, None, False, 1)],
    [piece(None, False, 0, True, 1), piece(0, True, None, False, 1)],
    [piece(None, False, 0, False, 1), piece(0, False, None, False, 1)],
    [piece(None, False, 0, False, 1), piece(1, True, None, False, 1)],
    [piece(None, False, 0, False, 1), piece(0, True, 0, False, 1), piece(0, True, None, False, 1)],
    [piece(None, False, None, False, 1), piece(None, False, None, False, 1)],
    [piece(None, False, 0, 0, 1), piece(0, True, None, False, 1)],
])  # fmt: skip
def test_activations_that_do_not_cover_the_line_are_refused(pieces):
    record = cells_certificate()
    record["networks"]["net"]["items"][0]["feed_forward"]["activation"] = pieces
    assert code(write(record)) == 1


def test_a_point_of_its_own_is_a_piece():
    pieces = [piece(None, False, 0, False, 0), piece(0, True, 0, True, 0), piece(0, False, None, False, 1)]
    record = cells_certificate()
    record["networks"]["net"]["items"][0]["feed_forward"]["activation"] = pieces
    assert code(write(record)) == 0


@pytest.mark.parametrize(
    ("slopes", "outside"), [((1, 0, 1), 1), ((1, 1, 1), 1), ((0, 1, 1), 0), ((1, 0, 0), 0), ((0, 0, 0), 0)]
)
def test_a_point_of_its_own_is_not_the_constant_piece_of_phi(slopes, outside):
    """In both verifiers; a certificate that says otherwise is refused."""
    below, there, above = slopes
    pieces = [piece(None, False, 0, False, below), piece(0, True, 0, True, there), piece(0, False, None, False, above)]
    layer = {"W_1": [[1]], "b_1": [0], "W_2": [[1]], "b_2": [0], "activation": pieces}
    networks = {"net": {"d": 1, "items": [{"feed_forward": layer}], "stages": {"output": 1}}}
    for value in (0, 1):
        term = ["=", ["network", "net", "activations outside Phi"], value]
        record = document([], [step("count", term, over=(), points=1, applicable=1)], networks)
        content = write(record)
        assert own_verifier(content) == foreign_verifier(content) == (0 if value == outside else 1)


def test_unknown_notions_are_not_rechecked():
    for path, value in [
        (("steps", 0, "term"), ["xor", 1, 2]),
        (("steps", 0, "given"), ["and", ["=", 1, 1], ["maybe"]]),
        (("steps", 0, "fold"), "product"),
        (("domains", 0, "spec", "kind"), "spheres"),
        (("networks", "net", "items", 0), {"layer_norm": {}}),
        (("networks", "net", "items", 0, "attention", "tie_rule"), "middle"),
        (("steps", 7, "term"), ["=", ["network", "net", "charm"], 1]),
        (("scope",), "sampled"),
        (("scope",), "run"),
    ]:
        record = attention_certificate()
        inner = record
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        assert code(write(record)) == 3, path


HONEST_BYTES = {name: write(make()) for name, make in HONEST.items()}


@given(st.sampled_from(sorted(HONEST_BYTES)), st.data())
@settings(max_examples=150, deadline=None)
def test_one_changed_byte_is_never_confirmed(name, data):
    whole = HONEST_BYTES[name]
    end = whole.index(b"\n")
    place = data.draw(st.integers(0, end - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != whole[place]))
    assert code(whole[:place] + bytes([byte]) + whole[place + 1 :]) in (1, 2)


@given(st.sampled_from(sorted(HONEST_BYTES)), st.data())
@settings(max_examples=60, deadline=None)
def test_a_truncated_file_is_never_confirmed(name, data):
    whole = HONEST_BYTES[name]
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert code(whole[:cut]) == (1 if cut == len(whole) - 1 else 2)


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "all", "0x5", "1/2", "0x" + "f" * 20, "net"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["at", "kind", "d"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.sampled_from(sorted(HONEST)), st.data())
@settings(max_examples=300, deadline=None)
def test_a_part_replaced_by_anything_never_raises(name, data):
    """Hashes are made to fit where that is possible; whatever is found, it is an exit code."""
    record = copy.deepcopy(HONEST[name]())  # its terms have parts in common
    inner, path = record, ()
    while isinstance(inner, dict | list) and inner and (not path or data.draw(st.integers(0, 5))):
        key = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        outer, inner, path = inner, inner[key], (*path, key)
    outer[path[-1]] = data.draw(junk)
    try:
        whole = write(record)
    except (TypeError, KeyError, AttributeError, ValueError, IndexError):
        whole = write(record, hashes=False)
    assert code(whole) in (0, 1, 3)


# ---- alone ----------------------------------------------------------------------------------------------------


def test_the_folder_runs_alone(tmp_path):
    """Where it lies, beside the folder `numbers` of the program, and copied, beside files that no import survives."""
    path = tmp_path / "certificate.json"
    path.write_bytes(write(attention_certificate()))
    copied = tmp_path / "elsewhere" / "copied"
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("numbers", "json", "fractions", "exactua", "copied", "verifier"):
        (copied.parent / f"{name}.py").write_text("raise SystemExit(99)")
    for folder in (SOURCE, copied):
        for options in (["-S", "-I"], ["-I", "-W", "error"], []):
            run = subprocess.run([sys.executable, *options, folder, path], capture_output=True, text=True, check=False)
            assert (run.returncode, run.stderr) == (0, "")
            assert run.stdout.startswith("confirmed: ")
        run = subprocess.run([sys.executable, folder], capture_output=True, text=True, check=False)
        assert run.returncode == 2


def test_the_module_is_a_command(tmp_path):
    path = tmp_path / "certificate.json"
    path.write_bytes(write(attention_certificate()))
    run = [sys.executable, "-m", "exactua.verifier", path]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.startswith("confirmed: ")
    path.write_bytes(b"{}")
    assert subprocess.run(run, capture_output=True, text=True, check=False).returncode == 2


@pytest.mark.parametrize("op", ["*", "/", "^", "sum"])
def test_forms_beyond_affine_are_not_rechecked(op):
    term = {"sum": ["sum", "i", 1, at(1), 1], "^": ["^", at(1), 2], "/": ["/", 1, at(1)], "*": ["*", at(1), at(1)]}[op]
    record = step("beyond", ["=", term, term], points=3, applicable=3)
    assert code(write(document([cells([0])], [record]))) == 3


def test_a_point_in_a_step_without_one_is_refused():
    record = step("nowhere", ["=", ["point"], ["point"]], over=(), points=1, applicable=1)
    assert code(write(document([], [record]))) == 1


def test_nested_permutations_are_work_without_bound():
    """What speaks of the first in the last can't be said once for all."""
    term = ["permutations", "p", ["<", ["entry", ["permuted", ["point"], "r"], 1, 1], 0]]
    term = ["permutations", "r", ["permutations", "q", ["not", term]]]
    record = step("shuffled", term, points=1, applicable=1)
    only = {"kind": "list", "points": [[[0] * 8]]}
    domain = {"name": "all", "spec": only, "points": 1, "decided": [[0, 1]], "evidence": {}}
    assert code(write(document([domain], [record], parameters={"d": 1, "n": 8, "m": 2}))) == 1


PROBE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("alone", {source!r})
module = importlib.util.module_from_spec(spec)
sys.modules["alone"] = module
spec.loader.exec_module(module)
{more}
outside = {{name.split(".")[0] for name in sys.modules}} - set(sys.stdlib_module_names) - {{"alone", "__main__"}}
print(sorted(outside))
"""


def test_the_import_brings_nothing_but_the_standard_library():
    def outside(more):
        program = PROBE.format(source=str(SOURCE / "__init__.py"), more=more)
        run = [sys.executable, "-S", "-I", "-c", program]
        return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()

    assert outside("") == "[]"
    # The probe itself can fail: a module from elsewhere is seen.
    assert outside("import types; sys.modules['elsewhere'] = types.ModuleType('elsewhere')") == "['elsewhere']"
