"""The verifier and domains of one's own, against certificates by hand: vocabularies, products, lists, boxes of cells.

The laws of tests/test_verifier.py hold of them too: an honest one is confirmed, and one with a change is not.
"""

from __future__ import annotations

import copy
import itertools

import pytest

from tests import test_verifier as by_hand
from tests.reached import reached
from tests.test_verifier import PRIME, at, code, document, measure, number, of_sample, pairs_of, step, witness, write

HALF, HALF_ = ["/", 1, 2], "1/2"  # as a term, as a number


def finite(spec, points):
    decided = [[0, points]] if points else []
    return {"name": "all", "spec": spec, "points": points, "decided": decided, "evidence": {}}


def over(points, *steps):
    """The steps over so many points, all of them applicable but for vacuous steps."""
    return [
        {**record, "points": points, "applicable": 0 if record["verdict"] == "vacuous" else points} for record in steps
    ]


def modular(numerator, denominator=1):
    return numerator * pow(denominator, -1, PRIME)


def list_certificate():
    """(2, 0), (0, 1/2), (1, 1): a + b = 2, 1/2, 2; b - a = -2, 1/2, 0."""
    spec = {"kind": "list", "points": [[[2, 0]], [[0, HALF]], [[1, 1]]]}
    steps = [
        step("together", ["<=", ["+", at(1), at(2)], 2], measure=measure(0, 0, "3/2", 1, modular(3, 2))),
        step("increasing", ["<=", at(1), at(2)], verdict="refuted", failures=1),
        step("matrices", at(1), fold="sum", bound=3, relation="=", measure=measure(0, 1, 2, 0, 3)),
        step("different", at(1), fold="distinct", measure=measure(0, 1, 2, 0, 3)),
    ]
    steps[1] |= {
        "witness": witness([["all", 0]], [[[2, 0]]], 2, 0, "<="),
        "measure": measure(-2, 0, "1/2", 1, modular(-3, 2)),
    }
    return document([finite(spec, 3)], over(3, *steps))


def vocabulary_orbits_certificate():
    """(2, 2), (2, 0), (2, 1/2), (0, 0), (0, 1/2), (1/2, 1/2), in the order of the vocabulary."""
    spec = {"kind": "orbits", "columns": [[2], [0], [HALF]], "repeats": "allowed"}
    steps = [
        step("matrices", 1, fold="sum", bound=9, relation="=", measure=measure(1, 0, 1, 0, 6)),
        step("decreasing", [">=", at(1), at(2)], verdict="refuted", failures=1),
    ]
    steps[1] |= {
        "witness": witness([["all", 4]], [[[0, "1/2"]]], 0, "1/2", ">="),
        "measure": measure(-2, 1, "1/2", 4, -3),
    }
    return document([finite(spec, 6)], over(6, *steps))


def vocabulary_sequences_certificate():
    """(2, 2), (2, 0), (0, 2), (0, 0): every order of both columns."""
    spec = {"kind": "sequences", "columns": [[2], [0]]}
    steps = [
        step("numbered", ["+", ["*", 10, at(1)], at(2)], fold="distinct", measure=measure(0, 3, 22, 0, 44)),
        step("matrices", 1, fold="sum", bound=4, relation="=", measure=measure(1, 0, 1, 0, 4)),
    ]
    return document([finite(spec, 4)], over(4, *steps))


def product_certificate():
    """(0, 1), (0, 5), (0, 1/2), (2, 1), (2, 5), (2, 1/2): b - a is 1, 5, 1/2, -1, 3, -3/2."""
    spec = {"kind": "product", "columns": [[[0], [2]], [[1], [5], [HALF]]]}
    steps = [step("increasing", ["<=", at(1), at(2)], verdict="refuted", failures=2)]
    steps[0] |= {"witness": witness([["all", 3]], [[[2, 1]]], 2, 1, "<="), "measure": measure("-3/2", 5, 5, 1, 7)}
    return document([finite(spec, 6)], over(6, *steps))


def pairs_of_a_list_certificate():
    """The pairs of (2, 0) and (0, 1/2): their halves are equal in the first and in the last."""
    half = [["columns", ["point"], 1, 2], ["columns", ["point"], ["+", 1, ["param", "n"]], ["*", 2, ["param", "n"]]]]
    spec = {"kind": "list", "points": [[[2, 0]], [[0, HALF]]]}
    steps = [
        step("one point", ["=", *half], verdict="refuted", failures=2, measure=measure(0, 1, 1, 0, 2)),
        step("first entries", ["=", ["entry", half[0], 1, 2], at(2)], measure=measure(0, 0, 0, 0, 0)),
    ]
    steps[0]["witness"] = witness([["all", 1]], [[[2, 0, 0, "1/2"]]], [[2, 0]], [[0, "1/2"]], "=")
    return document([pairs_of(4, finite(spec, 2))], over(4, *steps))


def box_certificate():
    """Two rows in [0, 2], cut at 0, 1, 2: cells {0}, (0, 1), {1}, (1, 2), {2} of the first row, then of the second."""
    own, other = (["entry", ["point"], i, 1] for i in (["var", "row"], ["-", 3, ["var", "row"]]))
    steps = [
        step("inside", ["in", own, 0, 2]),
        step("the other one, too", ["in", other, 0, ["param", "m"]]),
        step("not beyond", ["not", ["or", ["<", other, 0], [">", ["+", own, other], ["def", "D"]]]]),
        step("below 1", ["<", own, 1], verdict="refuted", failures=6),
        step("nothing", ["<", own, 1], given=["<", own, 0], verdict="vacuous"),
    ]
    steps[3]["witness"] = witness([["all", 2]], [[[1], [0]]], 1, 1, "<", row=1)
    domain = finite({"kind": "cells", "columns": 1, "from": 0, "to": ["param", "m"]}, 10)
    domain["evidence"] = {"breakpoints": [[0, 1, 2], [0, 1, 2]]}
    parameters = {"d": 2, "n": 1, "m": 2, "rule": "average"}
    return document([domain], over(10, *steps), parameters=parameters, definitions=[["D", 4]], values={"D": 4})


HONEST = {
    "list": list_certificate,
    "orbits": vocabulary_orbits_certificate,
    "sequences": vocabulary_sequences_certificate,
    "product": product_certificate,
    "pairs": pairs_of_a_list_certificate,
    "box": box_certificate,
}
honest = pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)


@honest
def test_honest_certificates_are_confirmed(make, capsys):
    assert code(write(make())) == 0
    assert "\nsays of itself: paper:claim at d=" in capsys.readouterr().out


@honest
def test_every_change_of_a_step_is_refused(make):
    by_hand.test_every_change_of_one_field_of_a_step_is_refused(make)


@honest
def test_every_change_of_a_number_is_refused(make):
    """Columns, points, ends and breakpoints among them."""
    by_hand.test_every_change_of_a_number_of_the_evidence_is_refused(make)


def changed(make, change):
    record = copy.deepcopy(make())
    change(record["domains"][0], record["domains"][0]["spec"])
    return write(record)


SPECS = {
    "a point twice": (list_certificate, lambda spec: spec["points"].__setitem__(2, spec["points"][0])),
    "a point less": (list_certificate, lambda spec: spec["points"].pop()),
    "points in another order": (list_certificate, lambda spec: spec["points"].reverse()),
    "a point with a row more": (list_certificate, lambda spec: spec["points"][0].append([0, 0])),
    "a point with a column more": (list_certificate, lambda spec: spec["points"][2][0].append(0)),
    "a point that is a text": (list_certificate, lambda spec: spec["points"].__setitem__(0, "20")),
    "a point of points": (list_certificate, lambda spec: spec["points"][0][0].__setitem__(0, ["entry", ["point"], 1, 1])),
    "a key more": (list_certificate, lambda spec: spec.update(columns=[[0]])),
    "a column twice": (vocabulary_orbits_certificate, lambda spec: spec["columns"].__setitem__(2, [["*", 1, 2]])),
    "columns in another order": (vocabulary_orbits_certificate, lambda spec: spec["columns"].reverse()),
    "no column": (vocabulary_sequences_certificate, lambda spec: spec["columns"].clear()),
    "a column with an entry more": (vocabulary_sequences_certificate, lambda spec: spec["columns"][0].append(0)),
    "levels beside columns": (vocabulary_sequences_certificate, lambda spec: spec.update(ids=["list", "i", 1, 1, 1])),
    "repeats of sequences": (vocabulary_sequences_certificate, lambda spec: spec.update(repeats="allowed")),
    "specials of a vocabulary": (vocabulary_orbits_certificate, lambda spec: spec.update(specials="none")),
    "no repeats": (vocabulary_orbits_certificate, lambda spec: spec.pop("repeats")),
    "other repeats": (vocabulary_orbits_certificate, lambda spec: spec.update(repeats="required")),
    "a place more": (product_certificate, lambda spec: spec["columns"].append([[0]])),
    "a place less": (product_certificate, lambda spec: spec["columns"].pop()),
    "places in another order": (product_certificate, lambda spec: spec["columns"].reverse()),
    "an empty place": (product_certificate, lambda spec: spec["columns"][0].clear()),
    "a column twice at a place": (product_certificate, lambda spec: spec["columns"][1].__setitem__(2, [5])),
    "one end of a box": (box_certificate, lambda spec: spec.pop("to")),
    "no ends of a box": (box_certificate, lambda spec: [spec.pop("from"), spec.pop("to")]),
    "an empty box": (box_certificate, lambda spec: spec.update({"from": 2})),
    "a box turned around": (box_certificate, lambda spec: spec.update({"from": 2, "to": 0})),
    "cells of two columns": (box_certificate, lambda spec: spec.update(columns=2)),
}  # fmt: skip


@pytest.mark.parametrize(("make", "change"), SPECS.values(), ids=SPECS)
def test_another_spec_is_refused(make, change):
    assert code(changed(make, lambda domain, spec: change(spec))) in (1, 3)


@pytest.mark.parametrize(
    ("breakpoints", "expected"),
    [([[0, 2], [0, 1, 2]], 0), ([[0, HALF_, 2], [0, 1, 2]], 0), ([[0, 1, 2], [0, 1]], 1), ([[1, 2], [0, 1, 2]], 1),
     ([[0, 1, 2], []], 1), ([[0, 1, 2]], 1), ([[0, 1, 2, 3], [0, 1, 2]], 1), ([[-1, 0, 1, 2], [0, 1, 2]], 1),
     ([[0, 1, 1, 2], [0, 1, 2]], 1), ([[0], [0, 1, 2]], 1), ([[0, 1, 2], [HALF_, 2]], 1)],
)  # fmt: skip
def test_the_breakpoints_of_a_box_reach_from_end_to_end(breakpoints, expected):
    """The one step is true whatever they are."""
    record = box_certificate()
    record["domains"][0]["evidence"]["breakpoints"] = breakpoints
    points = sum(max(0, 2 * len(row) - 1) for row in breakpoints)
    record["domains"][0] |= {"points": points, "decided": [[0, points]]}
    record["steps"] = over(points, step("true", ["=", 1, 1]))
    record |= {"judged": ["true"], "verdict": "holds"}
    assert code(write(reached(record))) == expected


@pytest.mark.parametrize(
    ("spec", "points", "expected"),
    [
        ({"kind": "list", "points": [[[0, 0]], [[0, 1]]]}, 2, 0),
        ({"kind": "list", "points": [[[0, 0]], [[0, ["-", 1, 1]]]]}, 2, 1),
        ({"kind": "sequences", "columns": [[0], [1]]}, 4, 0),
        ({"kind": "sequences", "columns": [[0], [["-", 1, 1]]]}, 4, 1),
        ({"kind": "orbits", "columns": [[1], [["^", 1, 5]]], "repeats": "allowed"}, 3, 1),
        ({"kind": "product", "columns": [[[0], [1]], [[1], [0]]]}, 4, 0),
        ({"kind": "product", "columns": [[[0], [0]], [[1], [0]]]}, 4, 1),
    ],
)
def test_what_is_listed_twice_is_refused(spec, points, expected):
    """The one step is true whatever the points are."""
    record = step("true", ["=", 1, 1], measure=measure(0, 0, 0, 0, 0))
    assert code(write(document([finite(spec, points)], over(points, record)))) == expected


OTHER = ["entry", ["point"], ["-", 3, ["var", "row"]], 1]
DECIDED = [
    ["<=", OTHER, 2], [">=", OTHER, 0], ["<", OTHER, 3], [">", OTHER, -1], ["not", ["<", OTHER, 0]],
    ["not", [">", OTHER, 2]], ["!=", OTHER, 3], ["not", ["=", OTHER, -1]], ["in", OTHER, 0, 2],
    ["=", ["min", "k", 0, 1, ["*", ["var", "k"], OTHER]], 0],
    ["<=", ["+", OTHER, ["entry", ["point"], ["var", "row"], 1]], 4],
]  # fmt: skip
UNDECIDED = [
    ["<", OTHER, 2], [">", OTHER, 0], ["!=", OTHER, 2], ["!=", OTHER, 0], ["not", ["=", OTHER, 0]],
    ["not", [">=", OTHER, 2]], ["or", ["<=", OTHER, 1], [">=", OTHER, 1]], ["in", OTHER, 0, 1],
    ["<", ["+", OTHER, ["entry", ["point"], ["var", "row"], 1]], 4],
]  # fmt: skip


@pytest.mark.parametrize(("terms", "expected"), [(DECIDED, 0), (UNDECIDED, 1)])
def test_the_ends_of_the_other_entries_are_attained(terms, expected, capsys):
    """The other entry runs through [0, 2], both ends included: < 2 is true of some of its reals and false of others."""
    for term in terms:
        record = box_certificate()
        record["steps"] = over(10, step("one", term))
        record |= {"judged": ["one"], "verdict": "holds"}
        assert code(write(reached(record))) == expected, term
        if expected:
            assert "not fine enough" in capsys.readouterr().out


def test_an_activation_of_another_entry_is_known_where_its_closed_piece_has_the_end():
    """phi is 0 up to 2 and, behind it, t: at an entry of [0, 2] it is 0 if 2 belongs to the first piece, else unknown."""
    outcomes = []
    for with_end in (True, False):
        layer = by_hand.rectifier(2)
        activation = [by_hand.piece(None, False, 2, with_end, 0), by_hand.piece(2, not with_end, None, False, 1)]
        layer["items"][0]["feed_forward"]["activation"] = activation
        record = box_certificate()
        term = ["=", ["entry", by_hand.OUTPUT, ["-", 3, ["var", "row"]], 1], OTHER]
        record["steps"] = over(10, step("one", term))
        record |= {"judged": ["one"], "verdict": "holds", "networks": {"net": layer}}
        outcomes.append(code(write(reached(record))))
    assert outcomes == [0, 1]


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (2, 1), (1, 3), (HALF, 2), (1, HALF), (1, ["/", 3, 2]), (-1, 2), (3, 3)]
)
def test_columns_that_a_matrix_has_not_are_an_error(low, high):
    term = ["=", ["columns", ["point"], low, high], ["columns", ["point"], low, high]]
    record = document([finite({"kind": "sequences", "columns": [[0]]}, 1)], over(1, step("one", term)))
    record["steps"][0]["measure"] = measure(1, 0, 1, 0, 1)
    assert code(write(record)) == 1


@pytest.mark.parametrize(("low", "high"), [(1, 1), (1, 2), (2, 2), (["/", 4, 2], ["param", "n"])])
def test_columns_that_a_matrix_has(low, high):
    spec = {"kind": "sequences", "columns": [[0], [1]]}
    last = ["-", ["+", high, 1], low]
    term = ["=", ["entry", ["columns", ["point"], low, high], 1, last], ["entry", ["point"], 1, high]]
    record = document([finite(spec, 4)], over(4, step("one", term, measure=measure(0, 0, 0, 0, 0))))
    assert code(write(record)) == 0


def test_an_empty_list_is_a_domain_without_points():
    """Its step says nothing."""
    record = step("nothing", ["<", at(1), 0], points=0, applicable=0, verdict="vacuous")
    assert code(write(document([finite({"kind": "list", "points": []}, 0)], [record]))) == 0


def test_a_long_list_is_sampled():
    """Of 3,000 points 100 are recomputed, and those that the certificate names."""
    pairs = list(itertools.islice(itertools.product(range(60), repeat=2), 3000))
    record = step("sum", ["<=", ["+", at(1), at(2)], 118], points=3000, applicable=3000)
    differences = [118 - a - b for a, b in pairs]
    low, high = min(differences), max(differences)
    record["measure"] = measure(low, differences.index(low), high, differences.index(high), sum(differences))
    spec = {"kind": "list", "points": [[[a, b]] for a, b in pairs]}
    assert code(write(document([finite(spec, 3000)], [record])), *of_sample(100)) == 3
    record["measure"]["min"] = number(low + 1)
    assert code(write(document([finite(spec, 3000)], [record])), *of_sample(100)) == 1


def test_kinds_that_are_not_known_are_not_rechecked():
    for spec in ({"kind": "trees"}, {"kind": "pairs", "of": {"kind": "trees"}}, {"kind": None}):
        record = document([finite(spec, 3)], over(3, step("one", ["=", 1, 1])))
        assert code(write(record)) == 3, spec


WIDE = [["columns", ["point"], 1, ["param", "n"]], ["stage", "net", 0, ["point"]]]


@pytest.mark.parametrize("matrix", WIDE)
def test_wide_points_in_a_long_loop_are_too_much_work(matrix, capsys):
    """A few bytes ask for as many columns, and as many turns, as they like."""
    term = ["all", "v", 1, 10**6, ["=", matrix, ["point"]]]
    record = document([finite({"kind": "sequences", "columns": [[0]]}, 1)], over(1, step("one", term)))
    record = reached(record | {"networks": {"net": by_hand.rectifier(1)}})
    record["parameters"]["n"] = 10**5
    assert code(write(record)) == 1
    assert "more work than this verifier does" in capsys.readouterr().out


def test_cells_of_too_many_rows_are_refused(capsys):
    record = box_certificate()
    record["parameters"]["d"] = rows = 400
    record["domains"][0] |= {"evidence": {"breakpoints": [[0, 2]] * rows}, "points": 3 * rows, "decided": []}
    assert code(write(record)) == 1
    assert "too many slopes" in capsys.readouterr().out
