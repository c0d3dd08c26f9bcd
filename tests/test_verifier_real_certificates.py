"""The verifier and certificates that speak of reals, by hand: floors, undecided steps, softmax layers, chosen domains.

The laws of tests/test_verifier.py hold of them too: an honest one is confirmed, and one with a change is not.
"""

from __future__ import annotations

import copy
import subprocess
import sys
from fractions import Fraction

import pytest
from flint import arb

from exactua import verifier
from exactua.evidence import emitting
from tests import test_verifier as by_hand
from tests.foreign import foreign_verifier
from tests.test_verifier import at, code, document, leaves, measure, of_sample, orbits, step, witness, write
from tests.test_verifier_domains import finite
from tests.test_verifier_reals import PURSE, exactly, floored, has, precise, spend


@pytest.fixture(autouse=True)
def _work():
    """A test may take so many steps at reals that it makes itself."""
    PURSE.budget[0] = 10**6


POINTS = [(0, 1), (1, Fraction(1, 2)), (-1, 2)]
UNDECIDED = "undecided at 3 of 3 points with 64 bits"


def lowest(*functions, order=min):
    """The least (or the greatest) floor of these numbers, and the place of the first that has it."""
    floors = [floored(function) for function in functions]
    values = [int(str(floor["floor"]), 0) * Fraction(2) ** floor["exponent"] for floor in floors]
    place = values.index(order(values))
    return floors[place], place


def measured(*functions, domain="all"):
    (low, low_at), (high, high_at) = lowest(*functions), lowest(*functions, order=max)
    return {"min": low, "min_at": [domain, low_at], "max": high, "max_at": [domain, high_at], "sum": None}


def at_points(function):
    """The functions of flint that give a number at each point."""
    return [lambda x=x, y=y: function(exactly(x), exactly(y)) for x, y in POINTS]


def chosen():
    """Three points of two columns are the second choice; the first has other shapes."""
    of = [{"kind": "list", "points": [[[1], [2]]]}]
    of.append({"kind": "list", "points": [[[x, by_hand.number(y) if y == int(y) else ["/", 1, 2]]] for x, y in POINTS]})
    return {"kind": "chosen", "parameter": "data", "of": of}


def head(**changes):
    return {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[1]], "b_Q": [0], **changes}


def softmax_network(mask=None, **changes):
    layer = {"softmax attention": {"heads": [head(**changes)], "mask": mask}}
    return {"d": 1, "items": [layer], "stages": {"output": 1}}


def attended(x, y, query):
    """What a column with this query attends to, where the columns are x and y and are their own keys."""
    a, b = (x * query).exp(), (y * query).exp()
    return (x * a + y * b) / (a + b)


def real_certificate():
    """Points (0, 1), (1, 1/2), (-1, 2); x -> x + sum of z e^(z x) / sum of e^(z x) over both columns z."""
    out = by_hand.out
    definitions = [
        ["e", ["exp", 1]], ["twice", ["*", 2, ["def", "e"]]], ["whole", ["floor", ["def", "twice"]]],
        ["four", ["exp", ["log", 4]]], ["below", ["neg", ["pi"]]], ["one", 1],
    ]  # fmt: skip
    values = {"e": lambda: arb(1).exp(), "twice": lambda: 2 * arb(1).exp(), "whole": lambda: arb(5)}
    values |= {"four": lambda: arb(4), "below": lambda: -arb.pi()}
    logarithms = ["+", ["log", 2], ["log", 3], at(1)]
    steps = [
        step("above", ["<", ["+", 1, at(1)], ["+", ["exp", at(1)], at(2)]],
             measure=measured(*at_points(lambda x, y: x.exp() + y - 1 - x))),
        step("below 2", ["<=", ["exp", at(1)], 2], verdict="refuted", failures=1,
             witness=witness([["all", 1]], [[[1, "1/2"]]], floored(lambda: arb(1).exp()), floored(lambda: arb(2)), "<="),
             measure=measured(*at_points(lambda x, y: 2 - x.exp()))),
        step("primes", ["=", ["log", ["*", 6, ["exp", at(1)]]], logarithms],
             measure=measured(*[lambda: arb(0)] * 3)),
        step("nowhere", ["<", 1, 2], given=["<", ["exp", at(1)], 0], verdict="vacuous"),
        step("attends", ["<", ["-", out(1), at(1)], ["-", out(2), at(2)]], verdict="refuted", failures=1,
             witness=witness([["all", 1]], [[[1, "1/2"]]], floored(lambda: attended(arb(1), arb("0.5"), arb(1))),
                             floored(lambda: attended(arb(1), arb("0.5"), arb("0.5"))), "<"),
             measure=measured(*at_points(lambda x, y: attended(x, y, y) - attended(x, y, x)))),
        step("rational", ["<", at(1), ["def", "one"]], given=["<", at(1), ["def", "twice"]], verdict="refuted", failures=1,
             witness=witness([["all", 1]], [[[1, "1/2"]]], floored(lambda: arb(1)), floored(lambda: arb(1)), "<"),
             measure=measured(*at_points(lambda x, y: 1 - x))),
        step("inside", ["in", ["exp", at(1)], 0, ["def", "twice"]], measure=measured(*at_points(lambda x, y: x.exp()))),
        step("all", ["all", "j", 1, 2, ["<=", ["neg", ["exp", by_hand.at(["var", "j"])]], ["def", "below"]]],
             verdict="refuted", failures=3, measure=None),
        step("either", ["or", ["<", ["exp", at(1)], ["pi"]], ["<", at(1), 0]], measure=measured(*[lambda: arb(1)] * 3)),
        step("the same", ["=", by_hand.OUTPUT, ["point"]], verdict="refuted", failures=3, kind="proof line",
             measure=measured(*[lambda: arb(0)] * 3)),
        step("undecided", ["<", 1, ["exp", at(1)]], applicable=0, verdict="inconclusive", reason=UNDECIDED, kind="proof line"),
    ]  # fmt: skip
    steps[7]["witness"] = witness(
        [["all", 0]], [[[0, 1]]], floored(lambda: arb(-1)), floored(lambda: -arb.pi()), "<=", j=1
    )
    both = [lambda: arb("0.5"), lambda: 1 + attended(arb(0), arb(1), arb(1))]
    sides = ([list(map(floored, both))], [[floored(lambda: arb(0)), floored(lambda: arb(1))]])
    steps[9]["witness"] = witness([["all", 0]], [[[0, 1]]], *sides, "=")
    for record in steps:
        record["points"] = 3
        record["applicable"] = 0 if record["verdict"] in ("vacuous", "inconclusive") else 3
    kept = ["implies", ["!=", at(1), at(3)], ["!=", ["exp", at(1)], ["exp", at(3)]]]
    steps += [
        step("one-to-one", kept, ("two",), points=9, applicable=9, measure=measured(*[lambda: arb(1)] * 9, domain="two")),
        step("pi", ["<", ["pi"], ["exp", ["/", 23, 20]]], over=(), points=1, applicable=1),
        step("e", ["<", ["def", "e"], ["/", 27, 10]], over=(), points=1, applicable=1, verdict="refuted", failures=1,
             witness=witness([], [], floored(lambda: arb(1).exp()), floored(lambda: exactly(Fraction(27, 10))), "<")),
        step("four", ["<", ["def", "four"], ["def", "whole"]], over=(), points=1, applicable=1),
        step("heads", ["=", ["network", "net", "parameters"], 5], over=(), points=1, applicable=1),
        step("layers", ["=", ["network", "net", "attention layers"], ["floor", ["exp", 0]]], over=(), points=1, applicable=1),
    ]  # fmt: skip
    domains = [finite(chosen(), 3), {**finite({"kind": "pairs", "of": chosen()}, 9), "name": "two"}]
    given = {"definitions": definitions, "values": {name: floored(f) for name, f in values.items()} | {"one": 1}}
    return document(domains, steps, {"net": softmax_network()}, **given, parameters={"d": 1, "n": 2, "data": 2})


def test_a_certificate_that_speaks_of_reals_is_confirmed(capsys):
    assert code(write(real_certificate())) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("confirmed: refuted (12 of 12 points")
    assert second == "says of itself: paper:claim at d=1 n=2 data=2"


def test_a_sample_of_reals_confirms_nothing():
    assert code(write(real_certificate()), *of_sample(2)) == 3


def test_the_single_file_says_the_same(tmp_path):
    emitting.emit(tmp_path / "verifier.py")
    lie = real_certificate()
    lie["values"]["four"] = lie["values"]["twice"]
    for record, expected in ((real_certificate(), 0), (lie, 1)):
        (tmp_path / "certificate.json").write_bytes(write(record))
        command = [sys.executable, "-I", tmp_path / "verifier.py", tmp_path / "certificate.json"]
        assert subprocess.run(command, capture_output=True, check=False).returncode == expected


def in_c(record):
    """What the verifier in C says, which reads no numbers with a point."""
    return foreign_verifier(write(record).replace(b'{"seconds":"0.25"}', b"{}"))


def test_the_verifier_in_c_says_the_same_of_reals():
    assert in_c(real_certificate()) == 0
    for name, term in (("exp", ["exp", 1]), ("log", ["log", 2]), ("sqrt", ["sqrt", 2]), ("pi", ["pi"])):
        static = step(name, ["<", 0, term], over=(), points=1, applicable=1)
        assert (code(write(document([], [static]))), in_c(document([], [static]))) == (0, 0)
    record = step("one", ["<", 0, 1], points=3, applicable=3, measure=measure(1, 0, 1, 0, 3))
    plain = document([finite(chosen(), 3)], [record], parameters={"d": 1, "n": 2, "data": 2, "m": 2})
    assert (code(write(plain)), in_c(plain)) == (0, 0)


def evidence(record):
    """All paths to numbers in values, witnesses and measures."""
    yield from ((("values", *path), value) for path, value in leaves(record["values"]))
    for k, entry in enumerate(record["steps"]):
        for key in ("witness", "measure"):
            yield from ((("steps", k, key, *path), value) for path, value in leaves(entry[key]))


def test_every_change_of_a_real_value_is_refused():
    """Hashes are made to fit; a floor that is larger by 1, or at another exponent, is no floor of the number."""
    honest = real_certificate()
    for path, value in evidence(honest):
        if path[-1] in ("relation", "j"):
            continue
        lie = copy.deepcopy(honest)
        inner = lie
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = by_hand.changed(value)[0]
        assert (code(write(lie)), in_c(lie)) == (1, 1), path


FIELDS = [
    ("points", 2),
    ("applicable", 2),
    ("failures", 2),
    ("verdict", "inconclusive"),
    ("witness", None),
    ("over", []),
]
FIELDS += [("reason", UNDECIDED), ("measure", measure(0, 0, 0, 0, 0)), ("term", ["<", ["exp", 1], 2])]


def test_every_change_of_a_field_of_a_step_is_refused():
    honest = real_certificate()
    for k, record in enumerate(honest["steps"]):
        for key, value in FIELDS:
            claims_nothing = record["name"] == "undecided" and key in ("term", "reason")
            if record[key] == value or claims_nothing or (record["verdict"] == "vacuous" and key == "term"):
                continue
            lie = copy.deepcopy(honest)
            lie["steps"][k][key] = value
            assert (code(write(lie)), in_c(lie)) == (1, 1), (record["name"], key)


def test_a_measure_may_be_missing_and_a_sum_may_not_be_there():
    record = real_certificate()
    for entry in record["steps"]:
        entry["measure"] = None
    assert (code(write(record)), in_c(record)) == (0, 0)
    record = real_certificate()
    record["steps"][0]["measure"]["sum"] = 0
    assert (code(write(record)), in_c(record)) == (1, 1)


def test_sides_of_a_witness_may_be_missing_too():
    record = real_certificate()
    record["steps"][1]["witness"]["left"] = record["steps"][9]["witness"]["right"][0][1] = None
    record["steps"][9]["witness"]["left"] = None
    assert (code(write(record)), in_c(record)) == (0, 0)
    for k, side, value in ((1, "left", [None]), (1, "relation", None), (8, "left", 1), (9, "right", [None, None])):
        lie = copy.deepcopy(record)
        lie["steps"][k]["witness"] = {**(lie["steps"][k]["witness"] or {}), side: value}
        assert (code(write(lie)), in_c(lie)) == (1, 1), (k, side)


def test_an_undecided_step_claims_nothing_and_nothing_else():
    for change in ({"failures": 1}, {"applicable": 3}, {"applicable": 1}, {"verdict": "holds"}, {"reason": None},
                   {"reason": "no time"}, {"measure": measured(*[lambda: arb(1)] * 3)}, {"points": 2},
                   {"witness": witness([["all", 0]], [[[0, 1]]], None, None, None)}):  # fmt: skip
        record = real_certificate()
        record["steps"][10] |= change
        assert (code(write(record)), in_c(record)) == (1, 1), change
    rational = step("rational", ["<", 1, at(2)], points=3, applicable=0, verdict="inconclusive", reason=UNDECIDED)
    assert code(write(document([finite(chosen(), 3)], [rational], parameters={"d": 1, "n": 2, "data": 2, "m": 2}))) == 1


@pytest.mark.parametrize("change", [
    {"term": ["exp", at(1)], "fold": "sum", "bound": 1, "relation": ">"}, {"term": ["exp", at(1)], "fold": "distinct"},
    {"term": ["exp", at(1)], "fold": "apart", "bound": 0, "relation": ">"},
    {"term": ["exp", at(1)], "fold": {"start": [0], "next": [["accumulator"]], "holds": ["<", 0, 1]}},
    {"term": at(1), "fold": "sum", "bound": ["exp", 1], "relation": ">"},
    {"term": ["<", 0, ["integral", "h", 1, ["*", ["pi"], ["entry", ["offsets", "h"], 1, 1]]]]},
    {"term": ["<", 0, ["highest", "h", ["exp", 1], ["entry", ["offsets", "h"], 1, 1]]]},
    {"term": ["<", 0, ["integral", "h", 1, ["exp", ["entry", ["offsets", "h"], 1, 1]]]]},
    {"term": ["<", 0, ["exp", ["exp", ["exp", 100]]]]},
])  # fmt: skip
def test_what_is_not_described_of_reals_is_not_rechecked(change):
    if isinstance(change.get("fold"), dict):
        change["fold"] = {**change["fold"], "next": [["item", ["accumulator"], 1]]}
    record = step("beyond", **{"points": 3, "applicable": 3, **change})
    decided = document([finite(chosen(), 3)], [record], parameters={"d": 1, "n": 2, "data": 2, "m": 2})
    assert (code(write(decided)), in_c(decided)) == (3, 3)


def test_domains_of_reals_are_not_rechecked():
    for spec in ({"kind": "list", "points": [[[["exp", 1], 0]]]}, {"kind": "product", "columns": [[[["pi"]]], [[0]]]}):
        decided = document([finite(spec, 1)], [], verdict="vacuous")
        assert (code(write(decided)), in_c(decided)) == (3, 3)
    assert (
        code(write(document([orbits(6, levels={"start": 0, "step": ["log", 2], "count": 3})], [], verdict="vacuous")))
        == 3
    )
    counted = orbits(6, levels={"start": 0, "step": 1, "count": ["floor", ["pi"]]})
    assert code(write(document([counted], [step("one", ["<", 0, 1], measure=measure(1, 0, 1, 0, 6))]))) == 0
    cells = by_hand.cells([0])
    cells["spec"] |= {"from": ["neg", ["pi"]], "to": ["pi"]}
    assert code(write(document([cells], [], verdict="vacuous"))) == 3
    record = step("cells", ["<", at(1), ["+", at(1), ["exp", 1]]], points=3, applicable=3)
    assert code(write(document([by_hand.cells([0])], [record]))) == 3


@pytest.mark.parametrize("change", [
    {"parameter": "none"}, {"parameter": "m"}, {"of": []}, {"of": {"kind": "list", "points": []}},
    {"of": [{"kind": "list", "points": []}] * 3}, {"more": 1},
    {"of": [chosen()["of"][0], {"kind": "product", "columns": [[[0]], [[1]]]}]}, {"of": [{}, chosen()["of"][1]]},
    *({"of": [{"kind": "list", "points": points}, chosen()["of"][1]]}
      for points in ([[[1]], [[1]]], [[[1]], [[1], [2]]], [[[1]], [[1, 2]]], [[["0x5"]]], [[[["=", 1, 1]]]], [[]], 1)),
])  # fmt: skip
def test_choices_that_are_none_are_refused(change):
    record = step("nothing", ["<", 0, 1], points=3, applicable=3, measure=measure(1, 0, 1, 0, 3))
    parameters = {"d": 1, "n": 2, "data": 2, "m": 3}

    def written(spec):
        return document([finite(spec, 3)], [record], definitions=[], values={}, parameters=parameters)

    record["measure"] = measure(1, 0, 1, 0, 3)
    for spec, expected in ((chosen(), 0), ({**chosen(), **change}, 1)):
        assert (code(write(written(spec))), in_c(written(spec))) == (expected, expected)


# ---- layers -------------------------------------------------------------------------------------------------------


def scene(network, *columns):
    net = verifier.networks.Network(network, "net")
    context = verifier.terms.Context({"n": len(columns)}, {"net": net}, {}, [10**6])
    return net, verifier.readings.Scene(context, tuple(columns))


def softmax_by_flint(Z, mask, W_O, W_V, W_K, W_Q, b_Q):
    """The formula of the format, entry by entry."""
    d, n, h = len(Z[0]), len(Z), len(b_Q)

    def times(W, column):
        return [sum((exactly(w) * z for w, z in zip(row, column, strict=True)), arb(0)) for row in W]

    columns = [[exactly(x) for x in column] for column in Z]
    keys, values = [times(W_K, z) for z in columns], [times(W_V, z) for z in columns]
    outputs = []
    for j, z in enumerate(columns):
        query = [a + exactly(b) for a, b in zip(times(W_Q, z), b_Q, strict=True)]
        until = {None: n, "causal": j + 1, "strictly causal": j}
        met = [k for k in range(n) if (mask[k][j] if isinstance(mask, list) else k < until[mask])]
        powers = {k: sum((keys[k][i] * query[i] for i in range(h)), arb(0)).exp() for k in met}
        total = sum(powers.values(), arb(0)) if met else arb(1)
        mixed = [sum((values[k][i] * powers[k] for k in met), arb(0)) / total for i in range(h)]
        outputs.append([z[i] + sum((exactly(W_O[i][k]) * mixed[k] for k in range(h)), arb(0)) for i in range(d)])
    return outputs


MASKS = [None, "causal", "strictly causal", [[True, False, True], [True, True, False], [False, True, True]]]


@pytest.mark.parametrize("mask", MASKS, ids=["all", "causal", "strictly causal", "rows"])
def test_softmax_attention_is_its_formula(mask):
    weights = {
        "W_O": [[1, 2], ["1/2", -1]],
        "W_V": [[1, -1], [3, "1/3"]],
        "W_K": [[2, 0], [-1, 1]],
        "W_Q": [[1, 5], [0, -2]],
    }
    weights["b_Q"] = [1, "-7/2"]
    Z = ((Fraction(1, 2), -1), (3, 2), (0, Fraction(-5, 3)))
    network = {"d": 2, "items": [{"softmax attention": {"heads": [weights], "mask": mask}}], "stages": {}}
    net, where = scene(network, *Z)
    exact = {key: [[Fraction(x) for x in row] for row in W] for key, W in weights.items() if key != "b_Q"}
    expected = precise(400, lambda: softmax_by_flint(Z, mask, **exact, b_Q=[1, Fraction(-7, 2)]))
    for column, others in zip(net.stage(where, 1, Z), expected, strict=True):
        for x, y in zip(column, others, strict=True):
            assert has(
                x.at(200, spend) if isinstance(x, verifier.reals.Real) else verifier.balls.ball_of(x, 200), y, 400
            )
    assert net.quantities["attention layers"] == net.quantities["heads"] == 1
    assert (net.quantities["head size"], net.quantities["parameters"]) == (2, 18)
    assert net.quantities["masked"] == (mask is not None)
    assert net.quantities["other layers"] == 0


@pytest.mark.parametrize(("mask", "exit_code"), [
    ("causally", 3), (True, 3), (1, 3), ([], 1), ([[True, True], [True]], 1), ([[1, True], [True, True]], 1),
    ([[False, True], [False, True]], 1), ([[True]], 1), ([[True] * 3] * 3, 1), ([[True, False], [False, True]], 0),
])  # fmt: skip
def test_masks(mask, exit_code):
    """Both columns, or each itself: what the mask [[True, False], [False, True]] makes is twice the point."""
    doubled = step("doubled", ["=", by_hand.OUTPUT, ["list", "i", 1, 2, 1]])
    doubled["term"] = ["all", "j", 1, 2, ["=", by_hand.out(["var", "j"]), ["*", 2, by_hand.at(["var", "j"])]]]
    doubled |= {"points": 3, "applicable": 3}
    content = document([finite(chosen(), 3)], [doubled], {"net": softmax_network(mask)}, definitions=[], values={},
                    parameters={"d": 1, "n": 2, "data": 2})  # fmt: skip
    assert code(write(content)) == exit_code


def test_with_a_mask_one_point_does_not_stand_for_its_orbit():
    term = ["<=", ["entry", ["point"], 1, 1], ["+", by_hand.out(1), 1]]
    for mask, verdict in ((None, "holds"), ("causal", "inconclusive"), ([[True, True], [True, True]], "inconclusive")):
        record = step("orbits", term, verdict=verdict, reason=None if verdict == "holds" else "one point of each orbit")
        assert code(write(document([orbits()], [record], {"net": softmax_network(mask)}))) == 0
        record = {**record, "verdict": "holds" if verdict == "inconclusive" else "inconclusive", "reason": None}
        assert code(write(document([orbits()], [record], {"net": softmax_network(mask)}))) == 1


WEIGHTS = [
    (["exp", 1], lambda: arb(1).exp()), (["*", "3/4", ["pi"]], lambda: arb("0.75") * arb.pi()),
    (["+", 1, ["log", 2], ["sqrt", "1/2"]], lambda: 1 + arb(2).log() + arb("0.5").sqrt()),
    (["^", ["sqrt", 2], -3], lambda: 1 / arb(2).sqrt() ** 3), (["^", ["pi"], 2], lambda: arb.pi() ** 2),
    (["exp", ["*", "-1/3", ["log", 7]]], lambda: (-arb(7).log() / 3).exp()), (["sqrt", 4], lambda: arb(2)),
]  # fmt: skip


@pytest.mark.parametrize(("weight", "number"), WEIGHTS, ids=[str(weight) for weight, _ in WEIGHTS])
@pytest.mark.parametrize("key", ["W_O", "b_1", "E"])
def test_weights_that_are_reals(key, weight, number):
    """x -> 3 x + w for each kind of layer, up to what is multiplied by w."""
    line = [by_hand.piece(None, False, None, False, 1)]
    layers = {
        "W_O": {"bilinear projection": {"W_O": [[weight]], "W_P": [[2]]}},
        "b_1": {"feed_forward": {"W_1": [[2]], "b_1": [weight], "W_2": [[1]], "b_2": [0], "activation": line}},
        "E": {"positional encoding": {"E": [[weight]]}},
    }
    net, where = scene({"d": 1, "items": [layers[key]], "stages": {}}, (5,))
    ((x,),) = net.stage(where, 1, where.point)
    expected = {"W_O": lambda: 5 + 10 * number(), "b_1": lambda: 15 + number(), "E": lambda: 5 + number()}[key]
    ball = x.at(300, spend) if isinstance(x, verifier.reals.Real) else (x, 0, 0)
    assert has(ball, precise(600, expected), 600)
    assert net.quantities["real"] == 1


@pytest.mark.parametrize(("weight", "exit_code"), [
    (["exp", 1, 2], 1), (["+", 1], 1), ([], 1), ([1], 1), (["^", 2, "1/2"], 1), (["^", ["pi"], ["exp", 0]], 1), (["log", 0], 1),
    (["sqrt", "6/4"], 1), (["param", "n"], 3), (["sum", "j", 1, 2, 1], 3), (["-", 2, 1], 3), (["exp", 0.5], 1), (["^", 0, -1], 1),
    (["exp", {"constant": 1}], 1), (["tan", 1], 3),
])  # fmt: skip
def test_weights_that_are_no_reals(weight, exit_code):
    counted = step("counted", ["<=", 0, ["network", "net", "parameters"]], over=(), points=1, applicable=1)
    record = document([], [counted], {"net": softmax_network(W_O=[[weight]])})
    assert (code(write(record)), in_c(record) if weight != ["exp", 0.5] else 1) == (exit_code, exit_code)
    hardmax = {"attention": {"tie_rule": "average", "heads": [head(W_O=[[["exp", 1]]])]}}
    record = document([], [counted], {"net": {"d": 1, "items": [hardmax], "stages": {}}})
    assert (code(write(record)), in_c(record)) == (0, 0)


def test_a_step_speaks_of_reals_by_a_network_too():
    """A weight of sqrt(4) is 2; numbers are written as floors all the same."""
    encoding = {"d": 1, "items": [{"positional encoding": {"E": [[["sqrt", 4], 0]]}}], "stages": {"output": 1}}
    record = step("more", ["<", at(1), by_hand.out(1)], points=3, applicable=3)

    def written(measure):
        return write(document([finite(chosen(), 3)], [{**record, "measure": measure}], {"net": encoding},
                              definitions=[], values={}, parameters={"d": 1, "n": 2, "data": 2}))  # fmt: skip

    assert code(written(measured(*[lambda: arb(2)] * 3))) == 0
    assert code(written(measure(2, 0, 2, 0, 6))) == 1


# ---- work ---------------------------------------------------------------------------------------------------------


def test_terms_without_variables_from_outside_are_evaluated_once():
    """40 lists inside each other, each read three times for every entry."""
    nested = ["list", "i", 1, 3, ["var", "i"]]
    for _ in range(40):
        nested = ["list", "i", 1, 3, ["item", nested, ["-", 4, ["var", "i"]]]]
    once, again = (["sum", "i", 1, 3, ["*", ["var", "i"], ["item", nested, ["var", "i"]]]] for _ in range(2))
    context = verifier.terms.Context({}, {}, {}, [10**5])
    assert context.constant(["-", once, ["*", 2, again]]) == -14


def test_terms_with_variables_from_outside_are_not():
    triangle = ["list", "i", 1, 4, ["sum", "j", 1, ["var", "i"], ["*", ["var", "i"], ["var", "j"]]]]
    context = verifier.terms.Context({"n": 3}, {}, {}, [10**5])
    assert context.constant(triangle, "list") == [1, 6, 18, 40]
    sums = ["integral", "h", 1, ["sum", "j", 1, 2, ["*", ["var", "j"], ["entry", ["offsets", "h"], 1, 1]]]]
    context = verifier.terms.Context({"d": 1, "n": 1}, {}, {}, [10**5])
    assert context.constant(["list", "i", 1, 2, ["*", ["var", "i"], sums]], "list") == [Fraction(3, 2), 3]
    assert verifier.terms.free(["all", "i", ["var", "i"], 2, ["=", ["var", "i"], ["var", "j"]]]) == {"i", "j"}
    assert verifier.terms.free(
        ["permutations", "p", ["=", ["permuted", ["point"], "p"], ["permuted", ["point"], "q"]]]
    ) == {"q"}


@pytest.mark.parametrize(
    ("low", "high", "exit_code"),
    [
        (["/", 1, 2], ["/", 5, 2], 0),
        (["exp", 0], 2, 0),
        (["exp", -1], 2, 1),
        (1, ["exp", 1], 1),
        (["exp", -1], ["exp", 1], 1),
    ],
    ids=["rationals", "a rational by its form", "a real first", "a real last", "reals"],
)
def test_ends_of_ranges_are_rational(low, high, exit_code):
    """With reals for ends, which no term has, it would be the same sum of 1 and 2."""
    term = ["=", ["sum", "k", low, high, ["var", "k"]], 3]
    record = step("ends", term, over=(), points=1, applicable=1)
    assert code(write(document([], [record]))) == exit_code
