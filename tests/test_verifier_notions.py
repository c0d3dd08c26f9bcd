"""The verifier on layers by number, integrals, enclosures, layers of other kinds, tables, pairs, folds over all points.

Laws: an integral of a polynomial is what Simpson's rule, exact up to degree 3, makes of its values; an enclosure has
the ends that the evaluator of exactua finds; every layer is its formula, entry by entry; networks are those of exactua;
the folds agree with a look at every two numbers; each notion has lies that are refused.
"""

import itertools
import json
from fractions import Fraction
from math import factorial, prod

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import certificate, verifier
from exactua.claims.claim import Claim
from exactua.claims.registry import find, labels
from exactua.deciding.running import decide
from exactua.errors import ExactuaError
from exactua.grids.categories import category2
from exactua.networks import (
    FeedForwardLayer,
    Network,
    Phi,
    Table,
    at_least,
    below,
    half_open,
    to_data,
    variable,
)
from exactua.networks.items import QUANTITIES
from exactua.terms import encoding, tracing
from exactua.terms.evaluation import Evaluator, Nothing
from tests.compare_verifiers import small_problem
from tests.networks import strategies
from tests.reached import reached
from tests.test_verifier import (
    HONEST,
    PRIME,
    V,
    at,
    attention_certificate,
    cells,
    code,
    document,
    folds_certificate,
    layered,
    layers_certificate,
    measure,
    number,
    of_sample,
    orbits,
    pairs_certificate,
    pairs_of,
    rectifier,
    sequences,
    step,
    tabled,
    tables_certificate,
    to_maximum,
    witness,
    write,
)


def defined(term, value, **changes):
    """A certificate whose only content is the value of a term."""
    definitions = {"definitions": [["x", term]], "values": {"x": number(value)}}
    itself = step("itself", ["=", ["def", "x"], ["def", "x"]], over=(), points=1, applicable=1)
    return write(document([], [itself], **definitions, **changes))


def h(i, j, name="h"):
    return ["entry", ["offsets", name], i, j]


def integral(side, body, name="h"):
    return ["integral", name, side, body]


# ---- terms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (["floor", ["/", 7, 2]], 3),
        (["floor", ["/", -7, 2]], -4),
        (["floor", -4], -4),
        (["product", "i", 2, 5, ["var", "i"]], 120),
        (["product", "i", 1, ["/", 5, 2], ["/", 1, ["var", "i"]]], Fraction(1, 2)),
        (["product", "i", 1, 0, ["/", 1, 0]], 1),
    ],
    ids=lambda term: repr(term)[:30],
)
def test_floors_and_products(term, value):
    assert code(defined(term, value)) == 0
    assert code(defined(term, value + 1)) == 1


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (integral(3, 1), 9),
        (integral(3, h(1, 1)), Fraction(27, 2)),
        (integral(2, ["*", h(1, 1), h(1, 2)]), 4),
        (integral(["/", 1, 2], ["^", ["-", h(1, 1), h(1, 2)], 2]), Fraction(1, 96)),
        (integral(1, ["-", ["+", h(1, 1), 5], h(1, 1)]), 5),
        (integral(1, ["/", ["neg", h(1, 2)], 3]), Fraction(-1, 6)),
        (integral(1, ["sum", "j", 1, 2, ["^", h(1, V), V]]), Fraction(1, 2) + Fraction(1, 3)),
        (integral(1, ["product", "j", 1, 2, ["+", h(1, V), 1]]), Fraction(9, 4)),
        (integral(1, ["if", ["<", 1, 2], h(1, 1), 0]), Fraction(1, 2)),
        (integral(1, ["item", ["dot", ["list", "i", 1, 1, 7], ["offsets", "h"]], 2]), Fraction(7, 2)),
        (integral(1, ["<=", 1, 2]), None),
        (integral(0, ["+", h(1, 1), 1]), 0),
        (integral(2, integral(1, ["*", h(1, 1), h(1, 1, "g")], "g")), 2),
        (["+", integral(1, h(1, 1)), integral(2, h(1, 1))], Fraction(9, 2)),
        (integral(integral(1, 2), h(1, 1)), 4),
        (integral(1, ["^", h(1, 1), 9]), Fraction(1, 10)),
        (integral(1, ["^", ["-", h(1, 1), h(1, 1)], 0]), 1),
        (integral(1, ["/", 1, ["+", 1, ["-", ["*", h(1, 1), h(1, 2)], ["*", h(1, 2), h(1, 1)]]]]), 1),
    ],
    ids=lambda term: repr(term)[:40],
)
def test_integrals(term, value):
    if value is None:
        assert code(defined(term, 1)) == 1
    else:
        assert code(defined(term, value)) == 0
        assert code(defined(term, value + Fraction(1, 7))) == 1


POLYNOMIALS = st.recursive(
    st.integers(-3, 3) | st.sampled_from([("h", 1, 1), ("h", 1, 2)]),
    lambda inner: st.tuples(st.sampled_from(["+", "-", "*", "neg", "half", "square"]), inner, inner),
    max_leaves=6,
)


def term_of(tree):
    if isinstance(tree, int):
        return tree
    op, a, b = tree
    if op == "h":
        return h(a, b)
    terms = {"neg": ["neg", term_of(a)], "half": ["/", term_of(a), 2], "square": ["^", term_of(a), 2]}
    return terms.get(op, [op, term_of(a), term_of(b)])


def value_of(tree, x):
    if isinstance(tree, int):
        return Fraction(tree)
    op, a, b = tree
    if op == "h":
        return x[b - 1]
    p, q = value_of(a, x), value_of(b, x)
    return {"+": p + q, "-": p - q, "*": p * q, "neg": -p, "half": p / 2, "square": p * p}[op]


def degree(tree):
    if isinstance(tree, int):
        return 0
    op, a, b = tree
    if op == "h":
        return 1
    p, q = degree(a), degree(b)
    return {"+": max(p, q), "-": max(p, q), "*": p + q, "neg": p, "half": p, "square": 2 * p}[op]


@given(POLYNOMIALS, st.fractions(0, 3, max_denominator=3))
@settings(max_examples=60, deadline=None)
def test_integrals_are_what_an_exact_rule_makes_of_the_values(tree, side):
    if degree(tree) > 3:
        return
    nodes = [(Fraction(0), 1), (side / 2, 4), (side, 1)]
    expected = sum(v * w * value_of(tree, (x, y)) for (x, v), (y, w) in itertools.product(nodes, repeat=2))
    expected *= (side / 6) ** 2
    assert code(defined(integral(["/", side.numerator, side.denominator], term_of(tree)), expected)) == 0


@pytest.mark.parametrize(
    "body",
    [
        ["if", ["<", h(1, 1), 0], 1, 2], ["if", ["=", h(1, 1), 0], 1, 2], ["if", ["in", h(1, 1), 0, 1], 1, 2],
        ["/", 1, h(1, 1)], ["/", h(1, 1), h(1, 1)], ["^", h(1, 1), -1], ["^", 2, h(1, 1)], ["floor", h(1, 1)],
        ["sum", "i", 1, h(1, 1), 1], ["max", "i", 1, 2, h(1, ["var", "i"])], h(1, h(1, 1)), h(2, 1), h(1, 3), h(1, 1, "g"),
        ["var", "h"], ["+", ["offsets", "h"], 1], ["entry", ["offsets"], 1, 1], integral(1, h(1, 1)),
        ["^", ["+", h(1, 1), h(1, 2)], 10**6], ["^", h(1, 1), 10**9], ["if", ["=", ["offsets", "h"], ["offsets", "h"]], 1, 1],
        ["if", ["distinct", ["list", "j", 1, 2, h(1, V)]], 1, 1],
    ],
    ids=lambda body: repr(body)[:40],
)  # fmt: skip
def test_what_is_no_polynomial_in_the_offsets_is_refused(body, capsys):
    assert code(defined(integral(1, body), 1)) == 1
    assert code(defined(integral(1, ["*", 0, body]), 0)) == 1
    assert "the values of the definitions" not in capsys.readouterr().out  # it has no value, not another one


def test_an_integral_over_a_side_that_is_a_real_is_not_re_checked(capsys):
    body = integral(h(1, 1), 1, "g")
    for op in ("lowest", "highest"):
        assert code(defined(enclosed(body, 1, op), 1)) == 3
        assert code(defined(enclosed(["*", 0, body], 1, op), 0)) == 3
        with pytest.raises(ExactuaError):
            Evaluator({"d": 1, "n": 2}, {}, Nothing())(encoding.from_data(enclosed(body, 1, op)))
    assert "an integral over a side that is a real" in capsys.readouterr().out


@pytest.mark.parametrize("term", [h(1, 1), ["integral", "", 1, 1], ["integral", "h", -1, 1], ["integral", 3, 1, 1],
                                  ["integral", "h", h(1, 1), 1], ["integral", "h", 1]])  # fmt: skip
def test_integrals_that_are_none_are_refused(term, capsys):
    assert code(defined(term, 1)) == 1
    assert "the values of the definitions" not in capsys.readouterr().out


def test_a_permutation_is_no_matrix_of_offsets():
    term = ["permutations", "p", ["=", ["offsets", "p"], ["offsets", "p"]]]
    record = step("equal", term, measure=measure(1, 0, 1, 0, 6))
    assert code(write(document([orbits()], [record]))) == 1


def test_huge_integrals_are_work_without_bound():
    big = {"parameters": {"d": 10**4, "n": 10**4, "m": 2}}
    assert code(defined(integral(1, h(1, 1)), Fraction(1, 2), **big)) == 1


def test_offsets_do_not_mix_with_the_points_of_cells():
    term = ["=", integral(1, ["*", h(1, 1), at(1)]), ["/", at(1), 2]]
    changes = {"parameters": {"d": 1, "n": 1, "m": 2}, "definitions": [], "values": {}}
    record = step("mean", term, points=3, applicable=3)
    assert code(write(document([cells([0])], [record], **changes))) == 3
    record["term"] = ["=", integral(1, ["+", at(1), ["*", 0, h(1, 1)]]), at(1)]
    assert code(write(document([cells([0])], [record], **changes))) == 3


LOWEST_AND_HIGHEST = [
    # over [0, 2]
    (h(1, 1), 0, 2),
    (["neg", h(1, 2)], -2, 0),
    (["-", h(1, 1), h(1, 2)], -2, 2),
    (["-", h(1, 1), h(1, 1)], -2, 2),
    (["-", 5, h(1, 1)], 3, 5),
    (["*", ["-", h(1, 1), 1], ["-", h(1, 2), 3]], -3, 3),
    (["*", ["-", h(1, 1), 1], ["-", h(1, 1), 1]], -1, 1),
    (["^", ["-", h(1, 1), 1], 2], 0, 1),
    (["^", ["-", h(1, 1), ["/", 1, 2]], 2], 0, Fraction(9, 4)),
    (["^", ["-", h(1, 1), 3], 2], 1, 9),
    (["^", ["+", h(1, 1), 1], 4], 1, 81),
    (["^", ["-", h(1, 1), 1], 3], -1, 1),
    (["^", ["-", h(1, 1), 1], 1], -1, 1),
    (["^", ["-", h(1, 1), 1], 0], 1, 1),
    (["/", 1, ["+", h(1, 1), 1]], Fraction(1, 3), 1),
    (["/", 1, ["-", h(1, 1), 3]], -1, Fraction(-1, 3)),
    (["/", ["-", h(1, 1), 1], ["-", h(1, 2), 4]], Fraction(-1, 2), Fraction(1, 2)),
    (["/", h(1, 1), -4], Fraction(-1, 2), 0),
    (["+", h(1, 1), h(1, 2), -7], -7, -3),
    (["sum", "j", 1, 2, ["*", V, h(1, V)]], 0, 6),
    (["sum", "j", 1, 0, h(1, V)], 0, 0),
    (["product", "j", 1, 2, ["-", h(1, V), V]], -2, 2),
    (["min", "j", 1, 1, h(1, V)], 0, 2),
    (["if", ["<", 1, 2], h(1, 1), ["/", 1, h(1, 1)]], 0, 2),
    (["select", 2, ["/", 1, h(1, 1)], h(1, 1)], 0, 2),
    (["item", ["dot", ["list", "i", 1, 1, 7], ["offsets", "h"]], 2], 0, 14),
    (["+", h(1, 1), ["lowest", "g", 3, ["-", 1, h(1, 1, "g")]]], -2, 0),
    (["+", h(1, 1), integral(1, h(1, 2, "g"), "g")], Fraction(1, 2), Fraction(5, 2)),
    (7, 7, 7),
]


@pytest.mark.parametrize(
    ("body", "low", "high"), LOWEST_AND_HIGHEST, ids=[repr(x)[:40] for x, *_ in LOWEST_AND_HIGHEST]
)
def test_enclosures_have_the_ends_of_the_natural_interval_extension(body, low, high):
    for op, end in (("lowest", low), ("highest", high)):
        assert code(defined([op, "h", 2, body], end)) == 0
        assert code(defined([op, "h", 2, body], end + Fraction(1, 7))) == 1
    evaluator = Evaluator({"d": 1, "n": 2}, {}, Nothing())
    assert evaluator(encoding.from_data(["lowest", "h", 2, body])) == low
    assert evaluator(encoding.from_data(["highest", "h", 2, body])) == high


def enclosed(body, side=1, op="lowest"):
    return [op, "h", side, body]


@pytest.mark.parametrize(
    "body",
    [
        ["if", ["<", h(1, 1), 2], 1, 2], ["if", [">=", 5, h(1, 1)], 1, 2], ["if", ["=", h(1, 1), 0], 1, 2],
        ["if", ["!=", h(1, 1), 7], 1, 2], ["if", ["in", h(1, 1), 0, 1], 1, 2], ["if", ["not in", h(1, 1), 5, 6], 1, 2],
        ["if", ["<", ["*", 0, h(1, 1)], 1], 1, 2], ["if", ["distinct", ["list", "j", 1, 2, h(1, V)]], 1, 1],
        ["if", ["=", ["offsets", "h"], ["offsets", "h"]], 1, 1], ["floor", h(1, 1)], ["^", 2, h(1, 1)],
        ["^", h(1, 1), -1], ["/", 1, h(1, 1)], ["/", 1, ["-", h(1, 1), ["/", 1, 2]]],
        ["/", 1, ["-", h(1, 1), 1]], ["/", h(1, 1), 0], ["/", h(1, 1), ["-", h(1, 1), h(1, 1)]],
        ["max", "j", 1, 2, h(1, V)], ["min", "j", 1, 2, h(1, V)], ["sum", "i", 1, h(1, 1), 1], h(1, h(1, 1)),
        ["select", h(1, 1), 1, 2], ["select", ["+", 1, ["*", 0, h(1, 1)]], 1, 2], h(2, 1), h(1, 3), h(1, 1, "g"),
        ["+", ["offsets", "h"], 1],
        ["lowest", "g", 1, h(1, 1)], ["highest", "g", 1, ["+", h(1, 1, "g"), h(1, 1)]], ["lowest", "g", h(1, 1), 1],
        integral(1, h(1, 1), "g"), integral(1, ["+", h(1, 1, "g"), h(1, 1)], "g"),
    ],
    ids=lambda body: repr(body)[:40],
)  # fmt: skip
def test_what_has_no_enclosure_is_refused(body, capsys):
    for op in ("lowest", "highest"):
        assert code(defined(enclosed(body, 1, op), 1)) == 1
        assert code(defined(enclosed(["*", 0, body], 1, op), 0)) == 1
        with pytest.raises(ExactuaError):
            Evaluator({"d": 1, "n": 2}, {}, Nothing())(encoding.from_data(enclosed(body, 1, op)))
    assert "the values of the definitions" not in capsys.readouterr().out  # it has no value, not another one


@pytest.mark.parametrize(
    "term",
    [
        *(enclosed(body) for body in (["var", "h"], enclosed(h(1, 1)), enclosed(1), integral(1, 1))),
        enclosed(["^", ["+", h(1, 1), 1], 10**9]), integral(1, ["lowest", "g", 1, h(1, 1)]), integral(1, ["lowest", "g", 1, ["+", h(1, 1), h(1, 1, "g")]]),
        integral(1, ["highest", "g", h(1, 1), 1]), ["lowest", "", 1, 1], ["lowest", "h", -1, 1], ["lowest", 3, 1, 1],
        ["lowest", "h", h(1, 1), 1], ["lowest", "h", 1], ["lowest", "h", 1, ["=", 1, 1]], ["highest", "h", ["=", 1, 1], 1],
    ],
    ids=lambda term: repr(term)[:40],
)  # fmt: skip
def test_enclosures_that_are_none_are_refused(term, capsys):
    assert code(defined(term, 0)) == code(defined(term, 1)) == 1
    assert "the values of the definitions" not in capsys.readouterr().out


def test_offsets_of_an_enclosure_reach_no_network():
    record = tables_certificate()
    for argument in (["offsets", "h"], ["permuted", ["offsets", "h"], "p"]):
        for term in (["layer", "net", 1, argument], ["after", "net", 0, argument], ["stage", "net", 0, argument]):
            value = ["=", enclosed(["entry", term, 1, 1]), 0]
            value = ["permutations", "p", value] if argument[0] == "permuted" else value
            record["steps"] = [step("reached", value, over=(), points=1, applicable=1)]
            record["judged"], record["verdict"] = ["reached"], "holds"
            assert code(write(record)) == 1, term


def test_huge_enclosures_are_work_without_bound():
    big = {"parameters": {"d": 10**4, "n": 10**4, "m": 2}}
    assert code(defined(enclosed(h(1, 1)), 0, **big)) == 1


def test_enclosures_do_not_mix_with_the_points_of_cells():
    changes = {"parameters": {"d": 1, "n": 1, "m": 2}, "definitions": [], "values": {}}
    for body in (["+", h(1, 1), at(1)], ["*", at(1), h(1, 1)], ["-", at(1), h(1, 1)]):
        for term in (enclosed(body), enclosed(1, at(1)), enclosed(at(1))):
            record = step("low", ["=", term, term], points=3, applicable=3)
            assert code(write(document([cells([0])], [record], **changes))) == 3


ENCLOSED = st.recursive(
    st.integers(-3, 3) | st.sampled_from([h(1, 1), h(1, 2)]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/", "+", "-", "*"]), inner, inner),
        st.tuples(st.just("neg"), inner),
        st.tuples(st.just("^"), inner, st.integers(0, 5)),
        st.tuples(st.just("select"), st.integers(1, 3), inner, inner, inner),
        st.tuples(st.sampled_from(["sum", "product"]), st.just("j"), st.just(1), st.integers(0, 3), inner),
        st.tuples(st.just("lowest"), st.just("g"), st.integers(-1, 2), st.just(["-", 1, h(1, 1, "g")])),
        st.tuples(st.just("if"), st.tuples(st.just("<"), st.integers(0, 1), st.integers(0, 1)), inner, inner),
    ).map(list),
    max_leaves=12,
)


@given(ENCLOSED, st.fractions(0, 3, max_denominator=3), st.sampled_from(["lowest", "highest"]))
@settings(max_examples=250, deadline=None)
def test_the_verifier_and_the_evaluator_find_the_same_ends(body, side, op):
    """Or both find none."""
    term = json.loads(json.dumps([op, "h", ["/", side.numerator, side.denominator], body]))
    context = verifier.terms.Context({"d": 1, "n": 2}, {}, {}, [10**6])
    try:
        value = context.constant(term)
    except (verifier.Refused, ZeroDivisionError, ValueError):
        value = None
    try:
        expected = Evaluator({"d": 1, "n": 2}, {}, Nothing())(encoding.from_data(term))
    except ExactuaError:
        expected = None
    assert value == expected


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_selections(values, data):
    number_of = data.draw(st.integers(1, len(values)))
    term = ["select", number_of, *values]
    assert code(defined(term, values[number_of - 1])) == 0
    assert code(defined(term, values[number_of - 1] + 1)) == 1
    assert Evaluator({}, {}, Nothing())(encoding.from_data(term)) == values[number_of - 1]


def test_only_what_is_selected_is_evaluated():
    assert code(defined(["select", ["/", 4, 2], ["/", 1, 0], 5, ["var", "x"]], 5)) == 1  # names are read everywhere
    assert code(defined(["select", ["/", 4, 2], ["/", 1, 0], 5], 5)) == 0


@pytest.mark.parametrize("term", [["select", 0, 1], ["select", 2, 1], ["select", -1, 1, 1], ["select", ["/", 3, 2], 1, 1],
                                  ["select", 1], ["select"], ["select", ["=", 1, 1], 1], ["select", 1, ["=", 1, 1]],
                                  ["select", 1, 1, ["list", "j", 1, 1, 1]], ["select", 1, ["/", 1, 0]]])  # fmt: skip
def test_selections_of_nothing_are_refused(term, capsys):
    assert code(defined(term, 1)) == 1
    assert "the values of the definitions" not in capsys.readouterr().out


# ---- networks -----------------------------------------------------------------------------------------------------


def states(record, point, d=1):
    """All states of a network on a point, given by its columns, and a context."""
    network = verifier.networks.Network(record, "net")
    context = verifier.terms.Context({"d": d, "n": len(point)}, {"net": network}, {}, [10**7])
    scene = verifier.readings.Scene(context, point)
    return [network.after(scene, k, point) for k in range(network.layers + 1)], network, scene


def test_layers_by_number():
    trajectory, network, scene = states(layered(), ((1,), (0,)))
    assert [[x for (x,) in state] for state in trajectory] == [[1, 0], [2, 3], [4, 6], [12, 18], [30, 30], [90, 150]]
    for k in range(1, 6):
        assert network.layer(scene, k, trajectory[k - 1]) == trajectory[k]
    assert network.stage(scene, 2, scene.point) == trajectory[3]
    assert network.layers == 5


@pytest.mark.parametrize("term", [["after", "net", 6, ["point"]], ["after", "net", -1, ["point"]],
                                  ["after", "net", ["/", 1, 2], ["point"]], ["layer", "net", 0, ["point"]],
                                  ["layer", "net", 6, ["point"]], ["after", "other", 1, ["point"]],
                                  ["after", "net", "rectified", ["point"]], ["layer", "net", 1, 1]])  # fmt: skip
def test_layers_that_a_network_has_not_are_refused(term):
    record = layers_certificate()
    record["steps"] = [step("equal", ["=", term, term], points=9, applicable=9, measure=measure(1, 0, 1, 0, 9))]
    record["judged"] = ["equal"]
    record["verdict"] = "holds"
    assert code(write(record)) == 1
    record["steps"][0]["term"] = ["=", ["after", "net", 5, ["point"]], ["after", "net", 5, ["point"]]]
    assert code(write(record)) == 0


small = st.fractions(-3, 3, max_denominator=3)


def matrices(rows, columns):
    return st.lists(st.lists(small, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


def rows_of(matrix):
    return [[number(x) for x in row] for row in matrix]


@given(st.data(), st.integers(1, 3), st.integers(1, 3), st.integers(1, 4))
@settings(max_examples=50, deadline=None)
def test_layers_of_other_kinds_are_their_formulas(data, d, n, k):
    Z, E, W_O = data.draw(matrices(d, n)), data.draw(matrices(d, n)), data.draw(matrices(d, d))
    W_P, W_C, c = data.draw(matrices(n, n)), data.draw(matrices(d, k)), data.draw(st.integers(1, k))
    items = [
        {"positional encoding": {"E": rows_of(E)}},
        {"bilinear projection": {"W_O": rows_of(W_O), "W_P": rows_of(W_P)}},
        {"separable convolution": {"W_O": rows_of(W_O), "W_C": rows_of(W_C), "centre": c}},
    ]
    rows, columns = range(d), range(n)
    inside = {(i, j): Z[i][j] for i in rows for j in columns}

    def convolved(i, j):
        return sum(W_C[i][t] * inside.get((i, j + c - 1 - t), 0) for t in range(k))

    expected = [
        lambda i, j: E[i][j],
        lambda i, j: sum(W_O[i][a] * Z[a][b] * W_P[b][j] for a in rows for b in columns),
        lambda i, j: sum(W_O[i][a] * convolved(a, j) for a in rows),
    ]
    point = tuple(zip(*Z, strict=True))
    for item, added in zip(items, expected, strict=True):
        (_, state), network, _ = states({"d": d, "items": [item], "stages": {}}, point, d)
        assert [[state[j][i] for j in columns] for i in rows] == [
            [Z[i][j] + added(i, j) for j in columns] for i in rows
        ]
        ((weights,),) = (item.values(),)
        entries = sum(len(row) for key, matrix in weights.items() if key != "centre" for row in matrix)
        assert network.quantities["parameters"] == network.quantities["largest layer parameters"] == entries
        assert network.quantities["other layers"] == network.layers == 1


def test_parameters_count_every_entry_of_every_layer():
    attention, feed_forward = to_maximum()["items"][0], rectifier()["items"][0]
    family = {"variable": "v", "start": 0, "step": 1, "count": 3, "items": [feed_forward]}
    record = {"d": 1, "items": [attention, {"family": family}, {"family": {**family, "count": 0}}], "stages": {}}
    quantities = verifier.networks.Network(record, "net").quantities
    assert (quantities["parameters"], quantities["largest layer parameters"]) == (5 + 3 * 4, 5)
    nothing = verifier.networks.Network({"d": 1, "items": [], "stages": {}}, "net").quantities
    assert nothing["parameters"] == nothing["largest layer parameters"] == nothing["other layers"] == 0


def rows_changed(**changes):
    record = tables_certificate()
    table = record["networks"]["net"]["items"][0]["table"]
    table |= changes
    return record


def test_every_number_of_every_row_of_a_table_counts():
    rows = rows_changed()["networks"]["net"]["items"][0]["table"]["rows"]
    for i, row in enumerate(rows):
        for k in range(len(row)):
            lie = rows_changed(rows=[[*r[:k], 7, *r[k + 1 :]] if i == j else r for j, r in enumerate(rows)])
            assert code(write(lie)) == 1, (i, k)
    assert code(write(rows_changed(rows=[rows[1], rows[0], *rows[2:]]))) == 0  # these two do not meet
    assert code(write(rows_changed(rows=[rows[3], *rows[:3]]))) == 1  # the last one has to come after the first
    for other in ([*rows, [100, 1]], rows[:3]):
        assert code(write(rows_changed(rows=other))) == 1  # another number of layers


@pytest.mark.parametrize("changes", [
    {"rows": []}, {"rows": [[]]}, {"rows": [[0]]}, {"rows": [[0, 10], [1]]}, {"rows": [[0, 10], [1, 21, 3]]}, {"rows": 3},
    {"rows": [[0, 10], [1, "42/2"]]}, {"rows": [[0, 10], [1, 2.5]]}, {"rows": [[0, 10], [1, {"constant": 21}]]},
    {"rows": [[0, 10], 3]}, {"rows": None}, {"variables": []}, {"variables": ["key"]}, {"variables": ["key", "key"]},
    {"variables": ["key", "constant"]}, {"variables": ["key", "other"]}, {"variables": ["key", 3]}, {"variables": "kc"},
    {"variables": ["key", ["change"]]}, {"items": 3}, {"items": [{}]}, {"count": 4}, {"variables": [], "rows": [[]] * 4},
])  # fmt: skip
def test_tables_that_are_none_are_refused(changes):
    assert code(write(rows_changed(**changes))) == 1


@pytest.mark.parametrize("changes", [{"rows": []}, {"variables": [], "rows": [[]]}, {"variables": ["x", 3]},
                                     {"rows": [[0, 1], [2]]},
                                     {"rows": [[0, 1], [2, 3, 4]]}, {"rows": [[0, 1], [2, "2/4"]]}])  # fmt: skip
def test_every_row_of_a_table_is_read_before_any_is_used(changes):
    layer = rectifier()["items"][0]
    table = {"variables": ["x", "y"], "rows": [[0, 1], [2, 3]], "items": [layer]}
    assert verifier.networks.Network({"d": 1, "items": [{"table": table}], "stages": {}}, "net").layers == 2
    with pytest.raises(verifier.Refused):
        verifier.networks.Network({"d": 1, "items": [{"table": {**table, **changes}}], "stages": {}}, "net")


def test_a_table_stands_in_families_and_tables_whose_names_it_does_not_take():
    inner = tabled((0, 1), (5, 1))["items"][0]["table"]
    network = {"d": 1, "items": [], "stages": {}}
    for name, taken in [("v", False), ("key", True), ("change", True)]:
        family = {"variable": name, "start": 0, "step": 1, "count": 3, "items": [{"table": inner}]}
        table = {"variables": ["w", name], "rows": [[0, 0]] * 3, "items": [{"table": inner}]}
        for item in ({"family": family}, {"table": table}):
            record = {**network, "items": [item]}
            if taken:
                with pytest.raises(verifier.Refused):
                    verifier.networks.Network(record, "net")
            else:
                nested = verifier.networks.Network(record, "net")
                assert (nested.layers, nested.quantities["parameters"]) == (6, 24)
                assert len(nested.unrolled[0]) == 6


def test_tables_that_explode_are_refused():
    item = tabled((0, 1))["items"][0]
    for k in range(5):
        item = {"table": {"variables": [f"v{k}", f"w{k}"], "rows": [[0, 0]] * 20, "items": [item]}}
    network = verifier.networks.Network({"d": 1, "items": [item], "stages": {}}, "net")
    assert network.layers == 20**5
    with pytest.raises(verifier.Refused, match="weights"):
        _ = network.unrolled
    wide = {"variables": [f"x{i}" for i in range(1000)], "rows": [[0] * 1000], "items": []}
    family = {"variable": "v", "start": 0, "step": 1, "count": 10**4, "items": [{"table": wide}]}
    network = verifier.networks.Network({"d": 1, "items": [{"family": family}], "stages": {}}, "net")
    assert network.layers == 0
    with pytest.raises(verifier.Refused, match="weights"):
        _ = network.unrolled


NO_LAYER = {"group": {"name": "", "items": []}}
NO_TURN = {"family": {"variable": "w", "start": 0, "step": 1, "count": 0, "items": []}}
MANY_PIECES = {
    "feed_forward": {
        "W_1": [], "b_1": [], "W_2": [[]], "b_2": [0],
        "activation": [
            {"from": k or None, "from_closed": False, "to": k + 1 if k < 1000 else None, "to_closed": k < 1000, "slope": 0, "intercept": 0}
            for k in range(1001)
        ],
    }
}  # fmt: skip


@pytest.mark.parametrize(
    "items", [[NO_LAYER] * 1000, [NO_TURN] * 1000, [MANY_PIECES]], ids=["group", "family", "pieces"]
)
def test_what_is_read_again_in_every_turn_counts(items):
    table = {"table": {"variables": ["v"], "rows": [[0]] * 10**4, "items": items}}
    family = {"family": {"variable": "v", "start": 0, "step": 1, "count": 10**4, "items": items}}
    for item in (table, family):
        network = verifier.networks.Network({"d": 1, "items": [item], "stages": {}}, "net")
        with pytest.raises(verifier.Refused, match="weights"):
            _ = network.unrolled


def test_pieces_that_each_node_passes_over_are_work():
    nodes = {"W_1": [[1]] * 100, "b_1": [0] * 100, "W_2": [[0] * 100]}
    spent = []
    for activation in (MANY_PIECES["feed_forward"]["activation"], MANY_PIECES["feed_forward"]["activation"][-1:]):
        layer = {
            **MANY_PIECES["feed_forward"],
            **nodes,
            "activation": [{**activation[0], "from": None}, *activation[1:]],
        }
        network = verifier.networks.Network({"d": 1, "items": [{"feed_forward": layer}], "stages": {}}, "net")
        context = verifier.terms.Context({}, {}, {}, [10**6])
        assert network.layer(verifier.readings.Scene(context, None), 1, ((5,),)) == ((5,),)
        spent.append(10**6 - context.budget[0])
    assert spent[0] > 100 * 998 + spent[1]


def test_a_table_is_not_written_out_again_at_every_point(monkeypatch):
    tables, honest = [], verifier.operators.pick
    monkeypatch.setattr(verifier.terms, "pick", lambda values, k: tables.append(values) or honest(values, k))
    context = verifier.terms.Context({}, {}, {}, [100])
    chosen = context.read(["select", 2, 5, 6, 7], {}, "number")
    assert [chosen(verifier.readings.Scene(context, None), {}) for _ in range(3)] == [6] * 3
    assert tables[0] is tables[1] is tables[2]


@given(st.data(), strategies.networks(), st.integers(1, 3))
@settings(max_examples=80, deadline=None)
def test_networks_are_those_of_exactua(data, network, n):
    """Families, tables and groups in one another: the same states and the same quantities."""
    Z = data.draw(strategies.points(network.d, st.just(n)))
    point = tuple(
        tuple(Fraction(int(x.numerator), int(x.denominator)) for x in column) for column in zip(*Z, strict=True)
    )
    record = {**to_data(network), "stages": {}}
    trajectory, again, scene = states(record, point, network.d)
    assert {name: again.quantities[name] for name in QUANTITIES} == {
        name: network.quantity(name) for name in QUANTITIES
    }
    for k in range(len(network.items) + 1):
        assert list(zip(*again.stage(scene, k, point), strict=True)) == list(network.stage(Z, k))
    assert len(trajectory) == 1 + sum(1 for _ in network.layers())


@pytest.mark.parametrize(
    "item",
    [
        {"positional encoding": {"E": [[1]]}}, {"positional encoding": {"E": [[1, 2], [1, 2]]}},
        {"positional encoding": {"E": []}}, {"positional encoding": {"E": [[]]}}, {"positional encoding": {}},
        {"positional encoding": {"E": [[{"constant": 1, "v": 0}, 1]]}},
        {"bilinear projection": {"W_O": [[1]], "W_P": [[1]]}}, {"bilinear projection": {"W_O": [[1]]}},
        {"bilinear projection": {"W_O": [[1, 1]], "W_P": [[1, 0], [0, 1]]}},
        {"bilinear projection": {"W_O": [[1]], "W_P": [[1, 0], [0]]}},
        {"bilinear projection": {"W_O": [[1]], "W_P": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[1, 2]], "centre": 0}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[1, 2]], "centre": 3}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[1, 2]], "centre": "3/2"}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[]], "centre": 1}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[1], [1]], "centre": 1}},
    ],
    ids=repr,
)  # fmt: skip
def test_layers_that_do_not_fit_are_refused(item):
    family = {"variable": "v", "start": 0, "step": 1, "count": 1, "items": [item]}
    fitting = {"positional encoding": {"E": [[1, 2]]}}
    for items, expected in (([item], 1), ([{"family": family}], 1), ([fitting], 0)):
        network = {"d": 1, "items": items, "stages": {"output": 1}}
        record = step("equal", ["=", ["stage", "net", "output", ["point"]], ["stage", "net", 1, ["point"]]])
        record |= {"points": 9, "applicable": 9, "measure": measure(1, 0, 1, 0, 9)}
        assert code(write(document([sequences()], [record], {"net": network}))) == expected


@pytest.mark.parametrize("kind", ["positional encoding", "separable convolution"])
def test_rows_of_different_lengths_are_refused(kind):
    for rows, expected in (([[1], [1]], 0), ([[1], [1, 2]], 1), ([[1, 2], [1]], 1)):
        body = {"E": rows} if kind == "positional encoding" else {"W_O": [[1, 0], [0, 1]], "W_C": rows, "centre": 1}
        network = {"d": 2, "items": [{kind: body}], "stages": {}}
        output = ["after", "net", 1, ["point"]]
        record = step("equal", ["=", output, output])
        changes = {"parameters": {"d": 2, "n": 1, "m": 2}, "definitions": [], "values": {}}
        domain = orbits(4, 2)
        spec = {key: value for key, value in domain["spec"].items() if key not in ("repeats", "specials")}
        domain["spec"] = spec | {"kind": "sequences", "ids": ["list", "i", 1, 2, ["var", "i"]]}
        record |= {"points": 4, "applicable": 4, "measure": measure(1, 0, 1, 0, 4)}
        assert code(write(document([domain], [record], {"net": network}, **changes))) == expected, rows


def test_weights_of_other_layers_may_depend_on_a_family():
    inner = [
        {"bilinear projection": {"W_O": [[{"constant": 1, "v": 1}]], "W_P": [[{"constant": 0, "v": 2}]]}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[{"constant": -1, "v": 1}]], "centre": 1}},
    ]
    family = {"variable": "v", "start": 1, "step": 1, "count": 2, "items": inner}
    trajectory, _, _ = states({"d": 1, "items": [{"family": family}], "stages": {}}, ((1,),))
    # 1 + 2 * 2, times 1 + 0; times 1 + 3 * 4, times 1 + 1
    assert [x for ((x,),) in trajectory] == [1, 5, 5, 65, 130]


@pytest.mark.parametrize(("path", "value"), [
    ((0, "positional encoding", "E"), [[2, 3]]), ((3, "separable convolution", "centre"), 2),
    ((2, "bilinear projection", "W_P"), [[0, 1], [1, 1]]), ((3, "separable convolution", "W_C"), [[4, 3]]),
    ((1, "family", "count"), 3),
])  # fmt: skip
def test_another_layer_is_refused(path, value):
    record = layers_certificate()
    inner = record["networks"]["net"]["items"]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert code(write(record)) == 1


def test_layers_that_treat_columns_by_their_places_leave_orbits_inconclusive():
    """Here with the identity: not what the layer does, only that it is one is looked at."""
    term = ["=", ["after", "net", 1, ["point"]], ["point"]]
    for item, standing in (
        ({"positional encoding": {"E": [[0, 0]]}}, False),
        ({"bilinear projection": {"W_O": [[0]], "W_P": [[0, 0], [0, 0]]}}, False),
        ({"separable convolution": {"W_O": [[0]], "W_C": [[0]], "centre": 1}}, False),
        ({"group": {"name": "none", "items": []}}, True),
    ):
        record = attention_certificate()
        record["networks"]["net"] = {"d": 1, "items": [item], "stages": {}}
        claimed = step("same", term if not standing else ["=", ["point"], ["point"]], measure=measure(1, 0, 1, 0, 6))
        record["steps"], record["judged"] = [claimed], ["same"]
        for verdict in ("holds", "inconclusive"):
            claimed["verdict"] = record["verdict"] = verdict
            assert code(write(reached(record))) == (0 if (verdict == "holds") == standing else 1)


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
@pytest.mark.parametrize("op", ["after", "layer"])
def test_ties_that_are_broken_leave_orbits_inconclusive_wherever_the_network_occurs(rule, op):
    record = attention_certificate()
    record["networks"]["net"] = to_maximum(rule)
    term = ["=", [op, "net", 1, ["point"]], [op, "net", 1, ["point"]]]
    entry = step("equal", term, measure=measure(1, 0, 1, 0, 6))
    counted = {"fold": "apart", "measure": measure(0, 0, 8, 5, 20), "relation": ">="}
    bounded = step("apart", ["+", ["*", 3, at(1)], at(2)], bound=["network", "net", "attention layers"], **counted)
    for claimed in (entry, bounded):
        record["steps"], record["judged"] = [claimed], [claimed["name"]]
        assert code(write(reached(record))) == 1
        claimed["verdict"] = record["verdict"] = "inconclusive"
        assert code(write(reached(record))) == 0
        record["networks"]["net"] = to_maximum()
        assert code(write(reached(record))) == 1
        claimed["verdict"] = record["verdict"] = "holds"
        assert code(write(reached(record))) == 0
        record["networks"]["net"] = to_maximum(rule)


# ---- pairs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("repeats", ["allowed", "forbidden", "required"])
def test_pairs_are_all_ordered_pairs(repeats):
    context = verifier.terms.Context({"d": 1, "n": 2}, {}, {}, [10**6])
    of = orbits(0, 3, repeats=repeats)
    of["points"] = {"allowed": 6, "forbidden": 3, "required": 3}[repeats]
    of["decided"] = []
    domain = verifier.decided_domains.Domain(of, context)
    points = [domain.scene(rank)[0].point for rank in range(of["points"])]
    both = verifier.decided_domains.Domain({**pairs_of(len(points) ** 2, of), "decided": []}, context)
    pairs = [both.scene(rank)[0].point for rank in range(both.total)]
    assert pairs == [first + second for first in points for second in points]


def test_pairs_of_sequences_and_of_no_known_kind():
    counts = {"points": 16, "applicable": 16, "measure": measure(0, 0, 4, 15, 32)}
    total = ["sum", "j", 1, 4, at(V)]
    record = step("sum", total, fold="sum", bound=32, relation="=", **counts)
    domain = pairs_of(16, sequences(4, 2))
    assert code(write(document([domain], [record]))) == 0
    domain["points"] = 17
    assert code(write(document([domain], [record]))) == 1
    domain["points"] = 16
    for of in (domain["spec"], cells([0])["spec"], {"kind": "spheres"}, {}):
        assert code(write(document([{**domain, "spec": {"kind": "pairs", "of": of}}], [record]))) == 3
    assert code(write(document([{**domain, "spec": {"kind": "pairs"}}], [record]))) == 1
    assert code(write(document([{**domain, "spec": {"kind": "pairs", "of": []}}], [record]))) == 1


def test_pairs_that_can_not_be_counted():
    domain = {**pairs_of(None, orbits(0, 3)), "decided": []}
    record = step("open", ["=", 1, 1], points=0, applicable=0, verdict="inconclusive", reason="too many points")
    assert code(write(document([domain], [record]))) == 0


# ---- folds --------------------------------------------------------------------------------------------------------


def folded(fold, term, domain, values, **changes):
    """A step with such numbers at the points 0, 1, ... of a domain; by a look at every two of them."""
    lists = [value if isinstance(value, list) else [value] for value in values]
    numbers = [(x, k) for k, inner in enumerate(lists) for x in inner]
    record = step("folded", term, fold=fold, points=len(values), applicable=len(values), **changes)
    if numbers:
        (low, low_at), (high, high_at) = min(numbers), min(numbers, key=lambda pair: (-pair[0], pair[1]))
        total = sum(x.numerator * pow(x.denominator, -1, PRIME) for x, _ in numbers)
        record["measure"] = measure(number(low), low_at, number(high), high_at, total)
    return record, lists


HOLDS = {
    "<=": lambda x, y: x <= y,
    "=": lambda x, y: x == y,
    ">=": lambda x, y: x >= y,
    "<": lambda x, y: x < y,
    ">": lambda x, y: x > y,
}


def chosen(values):
    """A term that is values[a][k] at the point (a) of a domain with one column."""

    def choice(options, index):
        term = options[-1]
        for k, option in reversed(list(enumerate(options[:-1]))):
            term = ["if", ["=", index, k], option, term]
        return term

    rows = [choice([["/", x.numerator, x.denominator] for x in inner], ["-", V, 1]) for inner in values]
    return ["list", "j", 1, len(values[0]), choice(rows, at(1))]


ONE = {"parameters": {"d": 1, "n": 1, "m": 2}, "definitions": [], "values": {}}


@given(
    st.integers(1, 3).flatmap(lambda k: st.lists(st.lists(small, min_size=k, max_size=k), min_size=1, max_size=5)),
    st.fractions(-1, 2, max_denominator=3), st.sampled_from([">=", ">"]), st.booleans(),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_apart_is_a_look_at_every_two_numbers(values, bound, relation, distinct):
    """Also for distinct, which is apart by more than 0."""
    if distinct:
        bound, relation = Fraction(0), ">"
    N, holds = len(values), HOLDS[relation]
    domain = sequences(N, N)
    record, lists = folded("distinct" if distinct else "apart", chosen(values), domain, values)
    if not distinct:
        record |= {"bound": ["/", bound.numerator, bound.denominator], "relation": relation}

    def gap(*points):
        numbers = [x for k in points for x in lists[k]]
        return min((abs(x - y) for x, y in itertools.combinations(numbers, 2)), default=None)

    def bad(*points):
        return gap(*points) is not None and not holds(gap(*points), bound)

    failing = {k for k in range(N) if bad(k)}
    for a, b in itertools.combinations(range(N), 2):
        if any(not holds(abs(x - y), bound) for x in lists[a] for y in lists[b]):
            failing |= {a, b}
    failing = failing if N > 1 else set()
    record |= {"failures": len(failing), "verdict": "refuted" if failing else "holds" if N > 1 else "vacuous"}
    if failing:
        a, b = min(pair for pair in itertools.combinations(range(N), 2) if bad(*pair))
        numbers = lists[a] + lists[b]
        twice = min((x for x in numbers if numbers.count(x) > 1), default=None)
        sides = (number(twice), number(twice), "!=") if distinct else (number(gap(a, b)), number(bound), relation)
        record["witness"] = witness([["all", a], ["all", b]], [[[a]], [[b]]], *sides)
    assert code(write(document([domain], [record], **ONE))) == 0
    for changes in ({"failures": record["failures"] + 1}, {"witness": None if failing else {}}):
        assert code(write(document([domain], [{**record, **changes}], **ONE))) == 1


def test_apart_is_exact_at_its_bound():
    honest = folds_certificate()
    for k, changes in [(0, {"relation": ">"}), (0, {"bound": "0x1"}), (0, {"bound": ["/", 3, 2]}),
                       (1, {"relation": ">="}), (1, {"bound": 0})]:  # fmt: skip
        lie = folds_certificate()
        lie["steps"][k] |= changes
        assert code(write(reached(lie))) == 1, changes
    honest["steps"][0]["bound"] = ["/", 1, 2]
    assert code(write(reached(honest))) == 0


@given(st.integers(1, 3), st.integers(1, 3), st.sampled_from(sorted(HOLDS)), st.integers(-1, 1), st.data())
@settings(max_examples=60, deadline=None)
def test_a_sum_is_over_all_matrices(n, count, relation, shift, data):
    """On orbits and on sequences of the same columns it is the same."""
    matrices = list(itertools.product(range(count), repeat=n))
    weight = data.draw(small)

    def value(point):
        return weight * sum(point) + max(point)

    term = ["*", ["/", weight.numerator, weight.denominator], ["sum", "j", 1, n, at(V)]]
    term = ["+", term, ["max", "j", 1, n, at(V)]]
    total = sum(map(value, matrices))
    bound = total + shift
    failing = not HOLDS[relation](total, bound)
    changes = {"bound": ["/", bound.numerator, bound.denominator], "relation": relation, "failures": int(failing)}
    changes |= {"verdict": "refuted" if failing else "holds"}
    changes["witness"] = witness([], [], number(total), number(bound), relation) if failing else None
    parameters = {"parameters": {"d": 1, "n": n, "m": 2}, "definitions": [], "values": {}}
    ordered = [point for point in matrices if list(point) == sorted(point)]
    for domain, points in [(sequences(len(matrices), count), matrices), (orbits(len(ordered), count), ordered)]:
        record, _ = folded("sum", term, domain, [value(point) for point in points], **changes)
        assert code(write(document([domain], [record], **parameters))) == 0
        lie = {**record, "failures": 1 - record["failures"], "verdict": "holds" if failing else "refuted"}
        lie["witness"] = None if failing else witness([], [], number(total), number(bound), relation)
        assert code(write(document([domain], [lie], **parameters))) == 1


def test_an_orbit_counts_with_the_number_of_its_matrices():
    for point in itertools.combinations_with_replacement(range(3), 4):
        columns = [(x,) for x in point]
        expected = factorial(4) // prod(factorial(point.count(x)) for x in range(3))
        assert verifier.folds.orders(columns) == expected == len(set(itertools.permutations(point)))


def test_a_sum_over_two_domains_and_with_a_hypothesis():
    domains = [orbits(6, name="first"), orbits(3, 2, name="second")]
    record = step("sum", at(2), over=["first", "second"], fold="sum", bound=9, relation="=", points=9, applicable=6)
    # (0, 1), (0, 2), (1, 2), (2, 2) of the first, twice but the last; (0, 1), (1, 1) of the second
    record |= {"given": [">", ["+", at(1), at(2)], 0], "applicable": 7, "bound": 2 + 4 + 1 + 4 + 2 + 2 + 1}
    record["measure"] = measure(1, 1, 2, 2, 10) | {"min_at": ["first", 1], "max_at": ["first", 2]}
    assert code(write(document(domains, [record]))) == 0
    record["bound"] += 1
    assert code(write(document(domains, [record]))) == 1


def test_a_sum_or_distances_decided_once():
    record = step("once", 5, over=(), fold="sum", bound=5, relation="=", points=1, applicable=1)
    assert code(write(document([], [record]))) == 0
    record["bound"] = 4
    assert code(write(document([], [record]))) == 1
    record |= {"failures": 1, "verdict": "refuted", "witness": witness([], [], 5, 4, "=")}
    assert code(write(document([], [record]))) == 0


@pytest.mark.parametrize(("fold", "relations"), [
    ("each", [None]), ("distinct", [None]), ("apart", [">=", ">"]), ("sum", ["<=", "=", ">=", "<", ">"]),
])  # fmt: skip
def test_a_fold_has_its_own_relations(fold, relations):
    term = ["=", 1, 1] if fold == "each" else 1
    for relation in [None, "<=", "=", ">=", "<", ">", "!=", "in", [], 1]:
        record = step("vacuous", term, fold=fold, relation=relation, bound=None if relation is None else 1)
        record |= {"given": ["=", 1, 2], "applicable": 0, "verdict": "vacuous"}
        assert code(write(document([orbits()], [record]))) == (0 if relation in relations else 1), relation


@pytest.mark.parametrize("bound", [at(1), ["var", "j"], ["=", 1, 1], ["list", "j", 1, 2, 1], ["/", 1, 0], ["xor"]])
def test_a_bound_is_a_number_without_a_point(bound):
    for k in (0, 3):
        record = folds_certificate()
        record["steps"][k]["bound"] = bound
        assert code(write(record)) == (3 if bound == ["xor"] else 1)


def test_a_sum_takes_no_list():
    record = folds_certificate()
    record["steps"][3]["term"] = ["list", "j", 1, 1, 1]
    assert code(write(record)) == 1


@pytest.mark.parametrize("fold", ["distinct", "apart", "sum"])
def test_cells_have_no_such_folds(fold):
    bound, relation = (None, None) if fold == "distinct" else (1, ">=")
    record = step("cells", 1, fold=fold, bound=bound, relation=relation, points=3, applicable=3)
    assert code(write(document([cells([0])], [record]))) == 3


def test_steps_without_a_bound_need_no_keys_for_it():
    for name in HONEST:
        record = HONEST[name]()
        for entry in record["steps"]:
            if entry["bound"] is None:
                del entry["bound"], entry["relation"]
        data = write({**record, "steps": [{"bound": None, **entry} for entry in record["steps"]]})
        assert code(data) == (0 if name == "folds" else 1)  # one of the two alone is refused
        for entry in record["steps"]:
            entry["bound"] = entry.get("bound")
        write(record)
        for entry in record["steps"]:
            if entry["bound"] is None:
                del entry["bound"]
        assert code(write(record, hashes=False)) == 0


def test_a_sum_over_a_part_of_the_points_says_nothing():
    domain, counts = orbits(decided=[[1, 3]]), {"points": 2, "applicable": 2, "measure": measure(1, 1, 2, 2, 3)}
    record = step("part", at(2), fold="sum", bound=1, relation="<", verdict="inconclusive", **counts)
    assert code(write(document([domain], [record]))) == 0
    record |= {"verdict": "refuted", "failures": 1, "witness": witness([], [], 6, 1, "<")}
    assert code(write(document([domain], [record]))) == 1


def sampled(**changes):
    """The sum of b - a + 1 over 210 pairs 0 <= a <= b < 20, where b > a counts twice."""
    pairs = list(itertools.combinations_with_replacement(range(20), 2))
    record = step("sum", ["+", ["-", at(2), at(1)], 1], fold="sum", points=210, applicable=210)
    total = sum((b - a + 1) * (1 + (a < b)) for a, b in pairs)
    record |= {"bound": total, "relation": "=", "measure": measure(1, 0, 20, 19, sum(b - a + 1 for a, b in pairs))}
    return document([orbits(210, 20)], [{**record, **changes}]), total


def test_sums_are_not_confirmed_by_samples(capsys):
    honest, total = sampled()
    assert code(write(honest)) == 0
    assert "not re-checked" not in capsys.readouterr().out
    assert code(write(honest), *of_sample(50)) == 3
    said = "\n  sum: holds (points 210, applicable 210, failures 0; the sum was not re-checked, only sampled) sha256:"
    assert said in capsys.readouterr().out
    lie, _ = sampled(bound=total + 1)
    assert code(write(lie), *of_sample(50)) == 3
    assert code(write(lie)) == 1
    failing = {"relation": ">", "failures": 1, "verdict": "refuted", "witness": witness([], [], total, total, ">")}
    honest, _ = sampled(**failing)
    assert (code(write(honest), *of_sample(50)), code(write(honest))) == (3, 0)
    wrong = [witness([], [], total, total + 1, ">"), witness([], [], total + 1, total, ">"), None, {},
             witness([], [], total, total, "<"), witness([["all", 0]], [[[0, 0]]], total, total, ">")]  # fmt: skip
    for other in wrong:
        lie, _ = sampled(**{**failing, "witness": other})
        assert code(write(lie), *of_sample(50)) == 1


def test_samples_that_are_too_near_are_seen():
    term = ["floor", ["/", ["+", ["*", 20, at(1)], at(2)], 5]]
    record = step("apart", term, fold="apart", bound=1, relation=">=", points=210, applicable=210)
    values = [(20 * a + b) // 5 for a, b in itertools.combinations_with_replacement(range(20), 2)]
    record["measure"] = measure(0, 0, max(values), values.index(max(values)), sum(values))
    assert code(write(document([orbits(210, 20)], [record])), *of_sample(150)) == 1
    record["term"] = ["+", ["*", 20, at(1)], at(2)]
    values = [20 * a + b for a, b in itertools.combinations_with_replacement(range(20), 2)]
    record["measure"] = measure(0, 0, 399, 209, sum(values))
    assert code(write(document([orbits(210, 20)], [record])), *of_sample(150)) == 3


def test_the_pair_that_is_named_is_always_recomputed():
    """(0, 0) and the last point are 1 apart, whatever else is looked at."""
    term = ["if", ["=", at(1), 19], -1, ["+", ["*", 40, at(1)], ["*", 2, at(2)]]]
    record = step("apart", term, fold="apart", bound=2, relation=">=", points=210, applicable=210)
    values = [-1 if a == 19 else 40 * a + 2 * b for a, b in itertools.combinations_with_replacement(range(20), 2)]
    record |= {"failures": 2, "verdict": "refuted"}
    record["witness"] = witness([["all", 0], ["all", 209]], [[[0, 0]], [[19, 19]]], 1, 2, ">=")
    record["measure"] = measure(-1, 209, max(values), values.index(max(values)), sum(values))
    data = document([orbits(210, 20)], [record])
    assert (code(write(data)), code(write(data), *of_sample(1))) == (0, 3)
    record["witness"]["left"] = 0
    assert code(write(data)) == code(write(data), *of_sample(1)) == 1


def test_a_pair_of_points_is_witnessed_as_one_matrix():
    record = pairs_certificate()
    assert record["steps"][0]["witness"]["points"] == [[[0, 1, 0, 0]]]
    record["steps"][0]["witness"]["points"] = [[[0, 1], [0, 0]]]
    assert code(write(record)) == 1


# ---- certificates as they are written -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written():
    """The certificates of all claims at their smallest instances."""
    return {label: certificate(decide(small_problem(find(label)[0]))) for label in labels()}


@pytest.mark.parametrize("label", list(labels()))
def test_every_claim_is_confirmed(written, label):
    data = written[label].encode()
    report = verifier.verify(data)
    assert report.verdict == json.loads(data)["decided"]["verdict"]


tabled_claim = Claim("yun2020:tabled", "Tabled", "none", "A claim of the tests.")


@tabled_claim.network("g_v")
def one_row_for_each_level(values):
    """The entry k / m becomes 10 + k^2, one row for each k."""
    m, (key, change) = values["m"], map(variable, ("key", "change"))
    phi = Phi.of((below(0), 0, 0), (half_open(0, f"1/{m}"), 0, 1), (at_least(f"1/{m}"), 0, 0))
    layer = FeedForwardLayer([[1]], [-key], [[change]], [0], phi)
    rows = [(mpq(k, m), 10 + k * k - mpq(k, m)) for k in range(m)]
    return Network(1, [Table(["key", "change"], rows, [layer])], {"output": 1})


@tabled_claim.states("read off a table", over=(category2,))
def read_off(at):
    image, k = at.g_v(tracing.point, "output"), tracing.point[1, 1] * at.m + 1
    return image[1, 1] == tracing.select(k, [10 + level * level for level in range(4)])


@tabled_claim.states("bounds of a product", over=(category2,))
def bounds(at):
    low, high = (
        end(1, lambda h: (h[1, 1] - tracing.point[1, 1]) * h[1, 2]) for end in (tracing.lowest, tracing.highest)
    )
    return tracing.inside(low, -tracing.point[1, 1], high - 1)


@tabled_claim.states("as if they were numbers", over=(category2,))
def too_narrow(at):
    return tracing.highest(1, lambda h: h[1, 1] - h[1, 1]) <= tracing.point[1, 1] - tracing.point[1, 1]


@pytest.fixture(scope="module")
def decided_claim():
    return certificate(decide(tabled_claim.problem({"d": 1, "n": 2, "m": 4})))


def test_certificates_with_tables_and_bounds_are_confirmed(decided_claim):
    report = verifier.verify(decided_claim.encode())
    assert [line.split(":")[1].split()[0] for line in report.lines[2:]] == ["holds", "holds", "refuted"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('["1/2","27/2"]', '["1/2","29/2"]'), ('["1/4","43/4"]', '["1/3","43/4"]'), ('["1/4","43/4"],', ""),
        ('"highest","h",1,["-"', '"lowest","h",1,["-"'), ('"lowest","h",1,["*"', '"highest","h",1,["*"'),
        ('["select",', '["select",0,'), ('"variables":["key","change"]', '"variables":["change","key"]'),
    ],
)  # fmt: skip
def test_certificates_with_tables_and_bounds_can_be_wrong(decided_claim, old, new):
    assert decided_claim.count(old) == 1, decided_claim
    assert code(write(json.loads(decided_claim.replace(old, new))["decided"])) == 1


def test_claims_use_every_notion(written):
    text = "".join(written.values())
    names = ["after", "layer", "floor", "product", "integral", "offsets"]
    names += ["apart", "sum", "pairs", "positional encoding", "bilinear projection", "separable convolution"]
    names += ["parameters", "largest layer parameters"]
    assert [name for name in names if f'"{name}"' not in text] == []


def test_sums_and_distances_that_are_written_can_be_wrong(written):
    """Another bound, with a hash that fits: refused, or as true as before and then with the same numbers."""
    refused = 0
    for text in written.values():
        decided = json.loads(text)["decided"]
        bounded = [k for k, record in enumerate(decided["steps"]) if record["fold"] in ("apart", "sum")]
        for k in bounded[:2]:
            entry = decided["steps"][k]
            if entry["verdict"] != "holds":
                continue
            for shift in (-1000, 1000):
                lie = json.loads(text)["decided"]
                lie["steps"][k]["bound"] = ["+", entry["bound"], shift]
                refused += code(write(lie)) == 1
    assert refused >= 10
