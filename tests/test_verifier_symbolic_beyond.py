"""Terms that are, or may be, an error somewhere, and families without a point: neither verifier confirms by them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.foreign import foreign_verifier, program, told, told_by_own
from tests.symbolic_certificates import Decided, file, fitted, general, network_of, run_of, said, step_of, symbolic
from tests.test_verifier_symbolic_pairs import N, U, ids, over

TRUE = ["=", 1, 1]
OF_THE_POINT = ids(1)
"""The least id: 0 at some points of category 2, and another number at others."""


def codes(decided: Decided) -> tuple[int, int]:
    """The exit codes of both verifiers."""
    return said(decided)[0], foreign_verifier(file(decided))


def static(term: Any, n: int = 2) -> Decided:
    """A certificate for all D that says that a term without a point holds."""
    decided = general("lemma8", n)
    step = step_of(decided, "t_l_positive") | {"term": term}
    return fitted(decided | {"steps": [step], "domains": [], "judged": [step["name"]], "parts": []})


@pytest.mark.parametrize(
    "operand",
    [
        ["/", 1, OF_THE_POINT],
        ["/", 1, 0],
        ["/", 1, ["-", OF_THE_POINT, OF_THE_POINT]],
        ["^", 2, OF_THE_POINT],
        ["^", 2, -1],
        ["^", OF_THE_POINT, ["/", 1, 2]],
        ["item", ["list", "k", 1, 2, 1], OF_THE_POINT],
        ["item", ["list", "k", 1, 2, 1], 3],
        ["item", ["list", "k", 1, 2, 1], ["/", 1, 2]],
        ["entry", ["point"], 1, OF_THE_POINT],
        ["entry", ["point"], OF_THE_POINT, 1],
        ["entry", ["point"], 2, 1],
        ["max", "k", 1, OF_THE_POINT, 1],
        ["max", "k", 2, 1, 1],
        ["if", [">", OF_THE_POINT, 0], ["/", 1, 0], 1],
        ids(1, ["after", "g_c", OF_THE_POINT, ["point"]]),
        ids(1, ["after", "g_c", ["/", 1, 2], ["point"]]),
        ids(1, ["after", "g_c", -1, ["point"]]),
        ids(1, ["stage", "g_c", 3, ["point"]]),
        ids(1, ["stage", "g_c", OF_THE_POINT, ["point"]]),
    ],
    ids=lambda operand: str(operand)[:60],
)
def test_what_may_be_an_error_settles_nothing(operand: Any) -> None:
    """Every operand of `or` and `implies` is evaluated, whatever the others are: an error in one is one of the whole."""
    asked = ["<", operand, 1]
    for term in (["or", TRUE, asked], ["implies", asked, TRUE], ["implies", ["not", TRUE], asked]):
        assert 0 not in codes(over("category 2", term, 1, 2, 3)), term


def test_lists_of_two_lengths_settle_nothing() -> None:
    short, columns = ["list", "k", 1, 2, 1], ["list", "k", 1, N, ids(["var", "k"])]
    for left, right in ((short, ["list", "k", 1, 3, 1]), (short, columns), (columns, short)):
        assert 0 not in codes(over("category 2", ["or", TRUE, ["=", left, right]], 1, 3, 3))


def test_a_hypothesis_that_may_be_an_error_holds_nowhere() -> None:
    lie = over("category 2", TRUE, 1, 2, 3)
    lie["steps"][0]["given"] = ["or", TRUE, [">", ["/", 1, OF_THE_POINT], 0]]
    assert 0 not in codes(fitted(lie))


def test_equal_columns_say_nothing_of_what_does_not_depend_on_them() -> None:
    """1, 2, ..., n are different, though two of the columns are one and the same."""
    numbers = ["list", "j", 1, N, ["var", "j"]]
    assert 0 not in codes(over("category 2", ["not", ["distinct", numbers]], 1, 3, 3))


@pytest.mark.parametrize("m", [2, 3])
def test_there_are_no_more_special_columns_than_there_are(m: int) -> None:
    """With d = 2 and m = 2 there are 9 - 4 = 5; with m = 3 there are 16 - 9 = 7. Six of them are asked for."""
    negative = ["all", "j", 1, N, ["<", ids(["var", "j"]), 0]]
    decided = over("category 3", TRUE, 2, 6, m)
    decided["steps"][0]["given"] = ["and", negative, ["distinct", ["dot", U, ["point"]]]]
    assert codes(fitted(decided)) == ((1, 1) if m == 2 else (0, 0))
    decided["steps"][0]["verdict"] = "vacuous"
    assert codes(fitted(decided)) == ((0, 0) if m == 2 else (1, 1))


@pytest.mark.parametrize("outer", [2**21, 2**22, 1_000, 1_001])
def test_powers_of_m_are_bounded(outer: int) -> None:
    """(m^(2^21))^(2^21))^(2^22) is m^(2^64), which is not 1."""
    power = ["^", ["^", ["^", ["param", "m"], 2**21], 2**21], outer]
    assert 0 not in codes(static(["=", power, 1]))
    assert 0 not in codes(static(["=", ["*", power, ["/", 1, power]], 1]))


def test_powers_of_m_cancel_up_to_a_bound() -> None:
    thousandth = ["^", ["param", "m"], 1_000]
    most = ["^", thousandth, 1_000]
    above = ["^", ["param", "m"], 1_001]
    for power, known in ((thousandth, True), (above, False), (most, True), (["*", most, thousandth], False)):
        assert [code == 0 for code in codes(static(["=", ["/", power, power], 1]))] == [known] * 2


def test_a_definition_of_itself_is_refused() -> None:
    lie = static(["=", ["def", "a"], ["def", "a"]])
    for definitions in ([["a", ["def", "a"]]], [["a", ["def", "b"]], ["b", ["def", "a"]]]):
        assert 0 not in codes(fitted({**lie, "definitions": definitions}))


def test_a_grid_with_one_level_is_not_rechecked() -> None:
    """There, columns with other special entries have the same id."""
    decided = over("category 2", TRUE, 1, 2, 2)
    decided["parameters"]["m"] = decided["domains"][0]["points"] = decided["steps"][0]["points"] = 1
    assert codes(fitted(decided)) == (3, 3)


@pytest.mark.parametrize(("quantity", "number"), [("heads", 0), ("head size", 7), ("hidden size", 2)])
def test_a_refuted_step_leaves_the_counts_of_networks_as_they_were(quantity: str, number: int) -> None:
    decision = general("lemma8", 2)
    static = step_of(decision, "t_l_positive")
    heads, other = (["network", "g_c", name] for name in ("heads", quantity))
    at = {"domain": None, "points": [], "parameters": {"d": 1, "m": 3}}
    first = static | {"name": "first", "term": ["=", heads, 3], "verdict": "refuted", "witness": at}
    for length in (6, 8, 14, 15):
        filler = ["sum", "k", 1, length, number]
        term = ["and", ["=", filler, filler], ["=", other, number]]
        second = static | {"name": "second", "term": term, "verdict": "holds", "witness": None}
        forged = decision | {"steps": [first, second], "domains": [], "judged": ["second"], "parts": []}
        assert told(program(), file(fitted(forged)))[0] != 0
        assert told_by_own(file(fitted(forged)))[0] == 1


def test_a_hypothesis_that_is_an_error_in_one_category_decides_nothing() -> None:
    decision = symbolic("lemma8", 1, 2, 3)
    domains = [record for record in decision["domains"] if record["name"] in ("category 2", "category 3")]
    given = ["=", ["if", ["<", ids(1), 0], ["/", 1, 0], 1], 1]
    step = step_of(decision, "property4") | {"term": ["=", 1, 1], "given": given, "verdict": "holds"}
    step |= {"over": ["category 2", "category 3"], "points": sum(record["points"] for record in domains)}
    forged = file(fitted(decision | {"steps": [step], "domains": domains, "judged": ["property4"], "parts": []}))
    assert told(program(), forged)[0] != 0
    assert told_by_own(forged)[0] == 1


@pytest.mark.parametrize(("query", "code"), [(0, 0), ("-2/3", 0), (-1, 3), (-4, 3)])
def test_a_layer_that_signs_do_not_decide_is_not_passed_over(query: Any, code: int) -> None:
    """It is the last one, and the step speaks of what the layers before it make alone."""
    decided = over("category 1", [">=", ids(1, ["stage", "g_c", "sweep", ["point"]]), 0], 1, 2, 3)
    (head,) = decided["networks"]["g_c"]["items"][-1]["attention"]["heads"]
    assert head["b_Q"] == [0]
    head["b_Q"] = [query]
    assert codes(fitted(decided)) == (code, code)


def test_no_two_points_are_told_apart_through_a_layer_that_signs_do_not_decide() -> None:
    decided = symbolic("lemma10", 1, 2, 3)
    step = step_of(decided, "one_to_one")
    assert step["fold"] == "distinct"
    assert "'sweep'" in str(step["term"])
    decided |= {"steps": [step], "judged": ["one_to_one"], "parts": []}
    assert codes(fitted(decided)) == (0, 0)
    decided["networks"]["g_c"]["items"][-1]["attention"]["heads"][0]["b_Q"] = [-1]
    assert codes(fitted(decided)) == (3, 3)


def test_where_signs_do_not_decide_a_layer_a_point_still_refutes() -> None:
    decided = over("category 1", ["<", ids(1, ["stage", "g_c", "sweep", ["point"]]), 0], 1, 2, 3)
    decided["networks"]["g_c"]["items"][-1]["attention"]["heads"][0]["b_Q"] = [-1]
    assert codes(fitted(decided)) == (3, 1)


def through(items: list[Decided], k: int, stage: int, n: int, m: int) -> Decided:
    """A certificate that says that the id of column k is at least 0 after so many of the items."""
    term = [">=", ids(k, ["stage", "g_c", stage, ["point"]]), 0]
    decided = over("category 1", term, 1, n, m)
    network = network_of(items, 1, m) | {"stages": {}}
    return fitted(decided | {"networks": {"g_c": network}})


def swept(count: int, m: int) -> Decided:
    return run_of((m * m, "-1/2"), (-m * m, "1/2"), count=[count])


MIXED = run_of(("-10017/170000", 60))
"""Behind a sweep, signs do not tell which of the first two ids it makes is the greater one."""


def test_what_is_the_greatest_is_seen_though_others_are_in_no_order() -> None:
    items = [swept(4, 4), MIXED, run_of((1, -1000))]
    for k, stage in ((1, 1), (3, 3)):
        assert codes(through(items, k, stage, 3, 4)) == (0, 0)


def test_ids_that_may_be_no_multiples_of_a_level_are_passed_over_where_no_layer_selects_one() -> None:
    halved = run_of(("1/2", -1))
    for second, code in (
        (run_of((1, "1/3"), (-1, "1/2"), count=[3]), 0),
        (swept(3, 3), 3),
        (run_of((1, "1/3"), (-1, "1/2")), 3),
    ):
        assert codes(through([halved, second], 1, 1, 2, 3)) == (code, code)


@pytest.mark.parametrize(
    ("run", "code"),
    [
        (run_of((1, 1), count=()), 0),  # of no layers
        (run_of((0, 1), (0, "1/2"), count=(3,)), 0),
        (run_of((0, 1)), 0),
        (run_of((1, 1)), 3),
        (run_of((1, 1), count=(3,)), 3),
    ],
)
def test_of_a_profile_runs_of_no_layers_and_heads_without_gain_are_left_out(run: Decided, code: int) -> None:
    decided = general("lemma8", 2)
    step = step_of(decided, "property4")
    domains = [record for record in decided["domains"] if record["name"] == "category 1"]
    counted = ["=", ["network", "g_c", "heads"], len(run["heads"]) if run["count"] else 0]
    step |= {"over": ["category 1"], "term": ["and", counted, [">=", ids(1, ["stage", "g_c", 1, ["point"]]), 0]]}
    decided |= {"steps": [step], "domains": domains, "judged": ["property4"], "parts": []}
    (name,) = decided["profiles"]
    decided["profiles"] = {name: {"items": [run], "stages": {}}}
    assert codes(fitted(decided)) == (code, code)
