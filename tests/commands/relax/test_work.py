"""`relax` finds what breaks first, says what does not, and never takes one for the other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from exactua.claims.claim import Claim, Operands
from exactua.claims.registry import find
from exactua.claims.relaxable import find_relaxation
from exactua.claims.verdicts import Verdict
from exactua.commands.relax.breaking import tried
from exactua.commands.relax.every_order import ORDERED, in_every_order, read_in_every_order
from exactua.commands.relax.instances import as_written, decided, instances
from exactua.commands.relax.record import Finding, Outcome
from exactua.commands.relax.words import cells
from exactua.commands.relax.work import relax
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, category1, grid, u
from exactua.terms.tracing import Truth, pairwise_distinct, point

DOCUMENT = Path(__file__).parents[3] / "docs" / "relax-yun2020.md"


def finding(claim: Claim, drop: str, **options: object) -> Finding:
    """What a relaxation of a claim of a test comes to."""
    return tried(claim, find_relaxation(claim, drop), as_written(claim, 2000), (), options.get("only"), 2000)  # type: ignore[arg-type]


def toy(condition: str = "strong") -> Claim:
    """n <= 3 is superfluous and d <= 1 is not; x_1 > 0 is stronger than the conclusion needs, or as strong."""
    claim = Claim("toy", "Toy", "nowhere", "a claim of a test")
    claim.requires("n <= 3")(lambda at: at.n <= 3)
    claim.requires("d <= 1")(lambda at: at.d <= 1)

    @claim.states("d is 1")
    def one_row(at: Operands) -> Truth:
        return at.d == 1

    @claim.states("x_1 is at least 0", over=(grid,), given=lambda at: point[1, 1] > 0)
    def superfluous(at: Operands) -> Truth:
        return point[1, 1] >= 0

    @claim.proof_line("x_1 is at least delta", over=(grid,), given=lambda at: point[1, 1] > 0)
    def needed(at: Operands) -> Truth:
        return point[1, 1] >= 1 / at.m

    @claim.proof_line("wrong everywhere", over=(grid,))
    def wrong(at: Operands) -> Truth:
        return point[1, 1] < 0

    return claim


def test_a_hypothesis_that_carries_the_claim_breaks_it() -> None:
    relaxed = finding(toy(), "d <= 1")
    assert relaxed.outcome is Outcome.BREAKS
    assert relaxed.first is not None
    assert (relaxed.first.step.name, relaxed.first.how) == ("one_row", "refuted")
    assert dict(relaxed.first.problem.parameters) == {"d": 2, "n": 2, "m": 2}  # the least that violates it alone
    assert relaxed.first.witness is not None
    assert (relaxed.first.witness.left, relaxed.first.witness.right) == (2, 1)


def test_a_superfluous_hypothesis_does_not() -> None:
    relaxed = finding(toy(), "n <= 3")
    assert relaxed.outcome is Outcome.STAYS
    assert relaxed.first is None
    assert {box["n"] for box in relaxed.boxes} == {4, 5}
    assert {box["d"] for box in relaxed.boxes} == {1}
    assert relaxed.points > 0


def test_a_superfluous_condition_and_one_that_is_not() -> None:
    assert finding(toy(), "condition of superfluous").outcome is Outcome.STAYS
    relaxed = finding(toy(), "condition of needed")
    assert relaxed.outcome is Outcome.BREAKS
    assert relaxed.first is not None
    assert relaxed.first.witness is not None
    assert relaxed.first.witness.points == (((0, 0),),)
    assert finding(toy(), "strictness of the condition of needed").outcome is Outcome.BREAKS


def test_what_is_wrong_as_written_is_not_broken_by_a_relaxation() -> None:
    claim = toy()
    assert as_written(claim, 2000)["wrong"] is Verdict.REFUTED
    for drop in ("d <= 1", "n <= 3"):
        relaxed = finding(claim, drop)
        assert relaxed.first is None or "wrong" not in (relaxed.first.step.name, *relaxed.first.also)
    claim.relaxes("the sign", "weak", states={"wrong": lambda at: point[1, 1] < -1})
    relaxed = finding(claim, "the sign")
    assert relaxed.outcome is Outcome.INCONCLUSIVE
    assert relaxed.notes == ("wrong is refuted as written",)


def test_a_step_that_says_nothing_any_more_and_one_that_is_undefined() -> None:
    claim = Claim("toy", "Toy", "nowhere", "a claim of a test")
    claim.requires("n >= 2")(lambda at: at.n >= 2)
    claim.proof_line("columns differ", name="differ", over=(category1,))(lambda at: pairwise_distinct(at_row(at)))
    assert finding(claim, "m >= 2").first.how == "vacuous"  # type: ignore[union-attr]
    claim.proof_line("the second column", name="second", over=(grid,))(lambda at: point[1, 2] >= 0)
    relaxed = finding(claim, "n >= 2")
    assert relaxed.outcome is Outcome.BREAKS
    assert relaxed.first is not None
    assert (relaxed.first.step.name, relaxed.first.how) == ("second", "undefined")


def at_row(at: Operands):
    return u.dot(point)


def test_a_network_that_cannot_be_built() -> None:
    claim, _ = find("lemma8")
    relaxed = next(iter(relax("lemma8", "gain", only={"d": [1], "n": [2], "m": [2]}).findings))
    assert relaxed.outcome is Outcome.BREAKS

    def fails(values: object) -> object:
        raise InputError("no such network")

    broken = Claim("toy", "Toy", "nowhere", "a claim of a test")
    broken.network("g_c")(claim.networks["g_c"])
    broken.states("g_c(L) is itself", name="same", over=(category1,))(lambda at: at.g_c(point) == at.g_c(point))
    broken.relaxes("the network", "none", networks={"g_c": fails})  # type: ignore[dict-item]
    relaxed = finding(broken, "the network")
    assert relaxed.outcome is Outcome.UNBUILT
    assert relaxed.notes == ("can't be built for same: no such network",)


def test_the_first_break_is_the_least_and_statements_come_first() -> None:
    (relaxed,) = relax("lemma8", "delta^{-1} >= 2").findings
    assert relaxed.first is not None
    assert relaxed.first.step.name == "t_l_positive"
    assert relaxed.first.also == ("t_l_below_t_r", "property4")
    assert relaxed.statement is relaxed.first
    (relaxed,) = relax("lemma9", "M + 1", only={"d": [1], "n": [2], "m": [2]}).findings
    assert relaxed.first is not None
    assert (relaxed.first.step.name, relaxed.statement) == ("others_negative", None)  # only a proof line needs the 1


@cache
def _results(drop: str) -> Finding:
    return relax("lemma8", drop, only={"d": [1], "n": [2, 3], "m": [2, 3, 4]}).findings[0]


@pytest.mark.parametrize(
    ("drop", "step"),
    [
        ("gain", "property1"),
        ("last", "property3"),
        ("special level -delta^(-nd): -1", "property4"),
        ("the last layer, delta^(-(n+1)d) psi(.; 0) (Properties 8.1 and 8.2)", "property2"),
    ],
)
def test_constants_of_lemma_8_that_carry_it(drop: str, step: str) -> None:
    relaxed = _results(drop)
    assert relaxed.first is not None
    assert relaxed.first.step.name == step
    # the counterexample again, by the check itself on the changed problem
    claim, _ = find("lemma8")
    relaxation = find_relaxation(claim, drop)
    box = dict(relaxed.first.problem.parameters)
    assert decide(relaxation.problem(claim, box, [step]))[step].witness == relaxed.first.witness
    assert decide(claim.problem(box, (step,)))[step].verdict is Verdict.HOLDS


@pytest.mark.parametrize("drop", ["[t_l, t_r] (t_l raised)", "leftmost", "[t_l, t_r] closed"])
def test_what_lemma_8_has_to_spare(drop: str) -> None:
    assert _results(drop).outcome is Outcome.STAYS


def test_the_least_gain_that_serves_is_the_paper_s() -> None:
    left_out, note = _results("gain").notes
    assert left_out == "left out: layers"
    assert note.startswith("the least integer that works: 2 of 2 at d = 1, n = 2, delta = 1/2; 3 of 3 at ")


def test_the_least_gain_is_asked_of_several_n_and_only_where_steps_have_points() -> None:
    (note,) = relax("definition_e1", "gain", only={"d": [1], "n": [2, 3], "m": [2, 3]}).findings[0].notes
    assert "2 of 2 at d = 1, n = 2, delta = 1/2" in note
    assert "2 of 3 at d = 1, n = 3, delta = 1/3" in note  # one L only: its own entries have to be distinct
    assert "n = 3, delta = 1/2" not in note  # two columns are never three different ones
    (relaxed,) = relax("lemma8", "gain", only={"d": [1], "n": [3], "m": [5]}).findings
    assert relaxed.notes[1] == "the least integer that works: 4 of 5 at d = 1, n = 3, delta = 1/5"


def test_one_head_does_not_serve_and_the_threshold_of_the_last_layer_is_not_needed() -> None:
    relaxed = _results("h = 2 heads of the selective shifts")
    assert relaxed.first is not None
    assert relaxed.first.step.name == "property3"
    assert relaxed.first.witness is not None
    assert relaxed.first.witness.left == 80  # (0, 1) -> (2, 3) -> (8, 9) -> (80, 81)
    assert _results("b_Q = 0 of the last layer").outcome is Outcome.STAYS


def test_a_break_is_found_again_where_the_step_says_nothing_as_written() -> None:
    box = {"d": [1], "n": [2], "m": [2]}  # there is one L in G~_delta, and Property 2 compares it with nothing
    (relaxed,) = relax("lemma8.property2", "no entry is -delta^(-nd)", only=box).findings
    assert relaxed.first is not None
    assert relaxed.first.witness is not None
    assert relaxed.first.witness.left == -72


def test_an_instance_at_which_nothing_changes_is_not_counted() -> None:
    (relaxed,) = relax(
        "lemma9", "[-delta/2, delta/2) of the value map: point", only={"d": [1], "n": [2, 3], "m": [2]}
    ).findings
    assert relaxed.outcome is Outcome.STAYS
    assert relaxed.boxes == ({"d": 1, "n": 2, "m": 2},)  # without a key at n = 3: three different columns of two


def test_a_tie_rule_that_carries_the_claim() -> None:
    (relaxed,) = relax("claim1", "leftmost", only={"d": [1], "n": [2], "m": [2]}).findings
    assert relaxed.first is not None
    assert relaxed.first.step.name == "attention_by_heads"  # the first line of its proof that is about the layer


@pytest.mark.parametrize("spec", list(ORDERED), ids=lambda spec: spec.name)
@pytest.mark.parametrize("box", [{"d": 1, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 3}, {"d": 2, "n": 2, "m": 2}])
def test_orbits_in_every_order_are_as_many_matrices(spec: DomainSpec, box: dict[str, int]) -> None:
    claim = Claim("toy", "Toy", "nowhere", "a claim of a test")
    options = {"over": (spec,), "fold": "sum", "bound": lambda at: -1, "relation": "<="}
    claim.states("there is no matrix", name="counted", **options)(lambda at: at.d)
    problem = claim.problem(box)
    orbits = problem.steps[0]
    sequences = in_every_order(orbits)
    assert sequences is not None
    assert {domain.kind for domain in sequences.over} == {"sequences"}
    sums = [decide(problem.with_steps(step))["counted"].witness for step in (orbits, sequences)]
    assert None not in sums
    assert sums[0].left == sums[1].left > 0  # type: ignore[union-attr]


def test_several_domains_in_every_order() -> None:
    claim, _ = find("lemma8")
    step = in_every_order(claim.step("property4"))
    assert step is not None
    problem = claim.problem({"d": 1, "n": 2, "m": 2}, ("property4",))
    result = decide(problem.with_steps(step))["property4"]
    assert (result.points, result.applicable) == (9, 7)  # all of G+_delta but [0 1/2] and [1/2 0]


def test_a_step_about_the_order_of_columns_stays_at_its_representatives() -> None:
    claim, _ = find("category1")
    box = {"d": 1, "n": 2, "m": 3}
    names = ("increasing", "formula", "in_order")
    original = claim.problem(box, names)
    relaxed, everywhere = read_in_every_order(original, original)
    assert "increasing" not in everywhere  # l_1 < ... < l_n is false in other orders
    assert relaxed.steps[0].over == (category1,)
    assert decided(relaxed)["increasing"].verdict is Verdict.HOLDS  # type: ignore[union-attr]


def test_instances_violate_what_is_dropped_and_nothing_else() -> None:
    claim, _ = find("lemma8")
    for drop, name in (("n >= 2", "n"), ("delta^-1 >= 2", "m")):
        for box in instances(claim, find_relaxation(claim, drop), None, 2000):
            assert box[name] == 1
            assert not claim.stated_at(box)
            assert claim.stated_at({**box, name: 2})
    boxes = list(instances(claim, None, None, 2000))
    assert boxes == sorted(boxes, key=lambda box: (box["d"], box["n"], box["m"]))
    assert all(claim.stated_at(box) for box in boxes)


def test_where_there_is_nothing_to_try() -> None:
    with pytest.raises(InputError, match=r"^box: there is no instance to try with m in \[2\]"):
        relax("lemma8", "delta^-1 >= 2", only={"m": [2]})
    with pytest.raises(
        InputError, match=r"drop: yun2020:lemma8\.layers is not affected by this; give a step that depends on it"
    ):
        relax("lemma8.layers", "different columns")


def test_parallel_findings_are_the_same() -> None:
    only = {"d": [1], "n": [2], "m": [2, 3]}
    serial, parallel = (relax("column_id", None, only=only, jobs=jobs) for jobs in (1, 2))
    assert [cells(relaxed) for relaxed in serial.findings] == [cells(relaxed) for relaxed in parallel.findings]


@pytest.mark.parametrize(
    ("label", "drop"), [("lemma10", "n >= 2"), ("lemma10", "no entry is -delta^(-nd)")]
)  # every row of the page is made anew, and compared, by a stage of .ci/run
def test_rows_of_the_page_are_what_a_run_says(label: str, drop: str) -> None:
    page = re.sub(r"\\(.)", r"\1", DOCUMENT.read_text())
    section = page.partition(f"\n## yun2020:{label}: ")[2].partition("\n## ")[0]
    (relaxed,) = relax(label, drop).findings
    assert f"| {' | '.join(cells(relaxed))} |" in section
