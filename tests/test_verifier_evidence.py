"""Certificates with complete evidence, put to both verifiers: true ones, forged ones, and decided point by point.

Laws: what evidence shows is what enumeration finds; no field of it can be changed, made stronger, weaker or left out and
be confirmed; both verifiers say the same of what they confirm or sample, to the letter.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.certificates.reading import problem_of
from exactua.certificates.writing import certificate, decided_data, digest
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.proving import evidence
from exactua.proving.check import check
from exactua.proving.evidence import attached
from exactua.proving.symbolic.result import SymbolicStep
from exactua.terms.encoding import canonical
from tests.attack.asking import both as asked_both
from tests.attack.asking import differ
from tests.attack.brute_force import truth
from tests.evident_certificates import AFTER, U, asked, before, evident_data
from tests.foreign import program, sampling, told, told_by_own
from tests.pocket_certificates import POINT, p, step, v
from tests.test_verifier import raw
from tests.test_verifier_attacks import both
from tests.test_verifier_symbolic_lies import leaves, others

Decided = dict[str, Any]
SIGNS = ("property1", "property2", "property3", "property4", "apart", "order", "nowhere")
WITNESSES = ("below", "first alone", "near")


@pytest.fixture(scope="module")
def honest() -> Decided:
    return evident_data()


def file(decided: Decided) -> bytes:
    return raw(evidence_canonical(decided))


def evidence_canonical(decided: Decided) -> str:
    return json.dumps(decided, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def answers(decided: Decided) -> tuple[int, int | None]:
    """The exit codes of both, which differ in nothing but how they do not confirm."""
    content = file(decided)
    told_of = asked_both(content)
    assert not differ(content, told_of), told_of
    return told_of.own, told_of.foreign


def changed(decided: Decided, name: str, **fields: Any) -> Decided:
    lie = copy.deepcopy(decided)
    for record in lie["steps"]:
        if record["name"] == name:
            record |= fields
    return lie


def of(decided: Decided, name: str) -> Decided:
    answer: Decided = next(record for record in decided["steps"] if record["name"] == name)
    return answer


# ---- true ones --------------------------------------------------------------------------------------------------


def test_steps_have_evidence_of_each_kind_or_none(honest: Decided) -> None:
    kinds = {record["name"]: record["evidence"] and record["evidence"]["kind"] for record in honest["steps"]}
    assert {name for name, kind in kinds.items() if kind == "signs"} == set(SIGNS)
    assert {name for name, kind in kinds.items() if kind == "witness"} == set(WITNESSES)
    for name in (*SIGNS, *WITNESSES):
        record = of(honest, name)
        counted = record["points"] if record["given"] is None else None
        failures = 0 if name in SIGNS else None
        assert (record["applicable"], record["failures"], record["measure"]) == (counted, failures, None)
    assert truth(file(honest)).answer == "true"


def test_both_verifiers_say_by_which_evidence(honest: Decided) -> None:
    code, text = both(file(honest))
    assert code == 0
    first, *lines = text.splitlines()
    assert first == (
        "confirmed: holds (20 of 35 points recomputed, 7 steps over points by signs of affine forms, "
        "3 by their witnesses)"
    )
    by = {line.strip().partition(": ")[0]: line for line in lines}
    assert "holds (points 4, by signs of affine forms)" in by["property2"]
    assert "refuted (points 31, by its witness)" in by["below"]
    assert "holds (points 16, applicable 16, failures 0)" in by["whole"]


@pytest.mark.parametrize("sample", [None, 3, 1000])
def test_both_say_the_same_with_every_point(honest: Decided, sample: int | None) -> None:
    content, seed = file(honest), "0" * 32
    report = verifier.verify(content, sample, seed, every_point=True)
    code, text = told(program(), content, *sampling(sample, seed), "--every-point")
    assert (3 if report.sampled else 0, str(report)) == (code, text.removesuffix("\n"))
    assert report.sampled == (sample == 3)
    if sample != 3:
        assert report.lines[0] == "confirmed: holds (35 of 35 points recomputed)"
        assert any("property3: holds (points 4, by 4 points, without its evidence)" in line for line in report.lines)


def test_what_only_evidence_decides_is_confirmed_whatever_the_sample(honest: Decided) -> None:
    code, text = both(file(honest), 3)
    assert (code, text.splitlines()[0].partition(":")[0]) == (3, "sampled, not confirmed")
    alone = copy.deepcopy(honest)
    alone["steps"] = [record for record in alone["steps"] if record["name"] not in ("whole", "all")]
    code, text = both(file(alone), 3)
    assert (code, text.splitlines()[0].partition(" (")[0]) == (0, "confirmed: holds")
    assert "(0 of 35 points recomputed" in text


@pytest.mark.parametrize("n", [2, 4, 5])
def test_more_columns(n: int) -> None:
    content = file(evident_data(n=n, m=5))
    assert both(content)[0] == 0
    verifier.verify(content, every_point=True)


# ---- forged ones ------------------------------------------------------------------------------------------------


def test_every_changed_field_is_refused(honest: Decided) -> None:
    """Of what is said of steps with evidence; what they state has its hash."""
    tried = 0
    for path, value in leaves(honest):
        if path[0] != "steps" or honest["steps"][path[1]]["evidence"] is None:
            continue
        if path[2] in ("name", "kind", "says", "term", "given", "fold", "over", "bound", "relation", "statement"):
            continue
        for other in [*others(value), *([0, 1, "holds", True] if value is None else [])]:
            lie = copy.deepcopy(honest)
            where: Any = lie
            for key in path[:-1]:
                where = where[key]
            where[path[-1]] = other
            own, foreign = answers(lie)
            assert own != 0, (path, other)
            assert foreign != 0, (path, other)
            tried += 1
    assert tried > 200


def test_evidence_left_out_is_not_confirmed(honest: Decided) -> None:
    for name in (*SIGNS, *WITNESSES):
        assert 0 not in answers(changed(honest, name, evidence=None))
        lie = changed(honest, name)
        del of(lie, name)["evidence"]
        assert 0 not in answers(lie)
        lie = changed(honest, name)
        of(lie, name)["evidence"].pop("order", None)
        del of(lie, name)["evidence"]["kind"]
        assert 0 not in answers(lie)


def signs(order: Any = None) -> Decided:
    return {"kind": "signs", "order": order}


LIES: dict[str, Callable[[Decided], Decided]] = {
    "signs for a false step": lambda x: changed(
        x, "below", evidence=signs(), verdict="holds", failures=0, witness=None
    ),
    "signs for numbers that are alike": lambda x: changed(
        x, "first alone", evidence=signs(of(x, "property2")["evidence"]["order"]), verdict="holds", failures=0, witness=None
    ),
    "a false step is vacuous": lambda x: changed(
        x, "near", evidence=signs(), verdict="vacuous", failures=0, witness=None
    ),
    "a true step is vacuous": lambda x: changed(x, "order", verdict="vacuous"),
    "a vacuous step holds": lambda x: changed(x, "nowhere", verdict="holds"),
    "a step that holds is undecided": lambda x: changed(x, "property3", verdict="inconclusive", reason="no"),
    "the order turned round": lambda x: changed(
        x, "property2", evidence=signs([pair[::-1] for pair in of(x, "property2")["evidence"]["order"]])
    ),
    "the order of others": lambda x: changed(x, "property2", evidence=signs([[[0], [1, 2, 3]], [[1], [2, 3]], [[2], [3]]])),
    "no order": lambda x: changed(x, "property2", evidence=signs()),
    "an order with a variable twice": lambda x: changed(
        x, "property2", evidence=signs([[[1, 1, 2], [0, 3]], [[2], [1]], [[0], [3]]])
    ),
    "an order of a step at every point": lambda x: changed(
        x, "property3", evidence=signs(of(x, "property2")["evidence"]["order"])
    ),
    "signs for a fold that they do not decide": lambda x: changed(
        x, "all", evidence=signs(), measure=None
    ),
    "signs for what they do not tell": lambda x: changed(x, "whole", evidence=signs(), measure=None),
    "a witness of a step that holds": lambda x: changed(
        x, "property3", evidence={"kind": "witness"}, verdict="refuted", failures=None, witness=of(x, "below")["witness"]
    ),
    "a witness of a sum": lambda x: changed(
        x, "all", evidence={"kind": "witness"}, verdict="refuted", failures=None, measure=None,
        witness={"at": [], "points": [], "bindings": {}, "relation": ">=", "left": 1, "right": 0},
    ),
    "one point twice": lambda x: changed(
        x, "first alone", witness=twice(of(x, "first alone")["witness"])
    ),
    "two points turned round": lambda x: changed(
        x, "first alone", witness={
            **of(x, "first alone")["witness"], "at": of(x, "first alone")["witness"]["at"][::-1],
            "points": of(x, "first alone")["witness"]["points"][::-1],
        },
    ),
    "counts of failures": lambda x: changed(x, "below", failures=1),
    "counts that signs do not show": lambda x: changed(x, "order", applicable=of(x, "order")["points"]),
    "a measure": lambda x: changed(
        x, "property3", measure={"min": 0, "min_at": ["category 1", 0], "max": 9, "max_at": ["category 1", 0], "sum": 9}
    ),
    "evidence of a step without points": lambda x: changed(x, "t_l_positive", evidence=signs()),
    "another key": lambda x: changed(x, "property3", evidence={**signs(), "points": 4}),
    "another kind": lambda x: changed(x, "property3", evidence={"kind": "runs"}),
    "no kind": lambda x: changed(x, "property3", evidence={}),
    "a word": lambda x: changed(x, "property3", evidence="signs"),
    "true": lambda x: changed(x, "property3", evidence=True),
}  # fmt: skip


def twice(witness: Decided) -> Decided:
    return {**witness, "at": witness["at"][:1] * 2, "points": witness["points"][:1] * 2}


@pytest.mark.parametrize("name", LIES)
def test_lies_are_not_confirmed(honest: Decided, name: str) -> None:
    lie = LIES[name](honest)
    assert evidence_canonical(lie) != evidence_canonical(honest)
    own, foreign = answers(lie)
    assert own != 0
    assert foreign != 0
    with pytest.raises(verifier.Refused):
        verifier.verify(file(lie), 3)


@pytest.mark.parametrize("name", WITNESSES)
def test_a_witness_stands_where_it_says(honest: Decided, name: str) -> None:
    """At any other rank its points are others; a later one that fails is as true as the least."""
    witness = of(honest, name)["witness"]
    for k, (domain, rank) in enumerate(witness["at"]):
        for other in range(-1, 22):
            at = copy.deepcopy(witness["at"])
            at[k] = [domain, other]
            if other != rank:
                assert 0 not in answers(changed(honest, name, witness={**witness, "at": at}))
        at[k] = ["category 1" if domain != "category 1" else "category 2", rank]
        assert 0 not in answers(changed(honest, name, witness={**witness, "at": at}))


def test_another_counterexample_is_as_true() -> None:
    """What is least is not claimed, so that nobody has to look at the points before."""
    posed = asked()
    posed["steps"] = [step("below", ["category 3"], ["<", before(1), before(p("n"))], kind="proof line")]
    posed |= {"judged": [], "parts": [], "networks": {}, "definitions": [], "values": {}}
    posed["domains"] = [record for record in posed["domains"] if record["name"] == "category 3"]
    decided = json.loads(certificate(attached(decide(problem_of(posed)), above=0)))["decided"]
    assert both(file(decided))[0] == 0
    witness, points = of(decided, "below")["witness"], verifier.parse(file(decided))["domains"][0]["points"]
    told_of = [0]
    for rank in range(witness["at"][0][1] + 1, points):
        lie = copy.deepcopy(decided)
        lie["domains"][0]["decided"] = [[rank, rank + 1]]
        alone = json.loads(certificate(decide_at(posed, rank)))["decided"]
        if (later := of(alone, "below")["witness"]) is not None:
            told_of.append(answers(changed(decided, "below", witness=later))[0])
    assert len(told_of) > 2
    assert set(told_of) == {0}


def decide_at(posed: Decided, rank: int) -> Any:
    """The decision of a step at one point that is given as a list, with the rank that it has among all."""
    decision = decide(problem_of(posed))
    point = orbit(posed, rank)
    alone = copy.deepcopy(posed)
    alone["domains"][0]["spec"] = {"kind": "list", "points": [point]}
    listed = decide(problem_of(alone))
    result = listed.results[0]
    if result.witness is None:
        return decision
    moved = copy.copy(result.witness)
    object.__setattr__(moved, "at", ((0, rank),))
    object.__setattr__(decision.results[0], "witness", moved)
    return decision


def orbit(posed: Decided, rank: int) -> Any:
    domain = verifier.domains.read_points(
        posed["domains"][0]["spec"], {}, verifier.statements.opened({**posed, "values": {}})
    )
    columns, _ = domain.point(rank, False)
    return [[["/", x.numerator, x.denominator] for x in row] for row in zip(*columns, strict=True)]


def test_points_that_are_not_all_decided_have_no_evidence(honest: Decided) -> None:
    for k, record in enumerate(honest["domains"]):
        half = record["points"] // 2
        for ranges, points in (([[0, half]], None), ([[half, record["points"]]], None), ([], None), ([], 0)):
            lie = copy.deepcopy(honest)
            lie["domains"][k]["decided"] = ranges
            if points is not None:
                lie["domains"][k]["points"] = points
            for told_step in lie["steps"]:
                if told_step["evidence"] and record["name"] in told_step["over"]:
                    left = sum(
                        sum(b - a for a, b in domain["decided"])
                        for domain in lie["domains"]
                        if domain["name"] in told_step["over"]
                    )
                    told_step["points"] = left
                    told_step["applicable"] = left if told_step["given"] is None else None
            assert 0 not in answers(lie)


def test_domains_other_than_the_papers_have_no_signs() -> None:
    """A vocabulary of the same columns, and pairs: who checks signs does not know them."""
    posed = asked()
    spec = {"kind": "orbits", "columns": [[["/", k, 4]] for k in range(4)], "repeats": "forbidden"}
    for record in posed["domains"]:
        if record["name"] == "category 1":
            record["spec"] = spec
    posed["steps"] = [of(posed, "property3"), of(posed, "property2")]
    posed |= {"judged": [], "parts": [], "domains": posed["domains"][:1]}
    decision = attached(decide(problem_of(posed)), above=0)
    assert [result.evidence for result in decision.results] == [None, None]
    decided = json.loads(certificate(decision))["decided"]
    assert both(file(decided))[0] == 0
    for record in list(decided["steps"]):
        order = signs([[[1, 2], [0, 3]], [[2], [1]], [[0], [3]]] if record["fold"] == "distinct" else None)
        assert answers(changed(decided, record["name"], evidence=order, measure=None))[0] in (1, 3)


def test_one_point_that_does_not_stand_for_its_orbit(honest: Decided) -> None:
    posed = asked()
    for item in (json.dumps(posed["networks"]),):
        posed["networks"] = json.loads(item.replace('"average"', '"leftmost"'))
    decision = attached(decide(problem_of(posed)), above=0)
    assert decision["property3"].evidence is None
    lie = json.loads(certificate(decision))["decided"]
    record = of(lie, "property3")
    assert record["verdict"] == "inconclusive"
    lie = changed(lie, "property3", evidence=signs(), measure=None, verdict="holds", reason=None)
    assert 0 not in answers(lie)


# ---- where it comes from ----------------------------------------------------------------------------------------


def test_evidence_is_for_many_points_only(monkeypatch: pytest.MonkeyPatch) -> None:
    small = find("lemma8")[0].problem({"d": 1, "n": 3, "m": 4})
    plain = decide(small)
    assert digest(attached(plain)) == digest(plain)
    assert all(result.evidence is None for result in check("lemma8", d=2, n=3, delta="1/4").results)
    monkeypatch.setattr(evidence, "MOST_COLUMNS", 2)
    assert digest(attached(plain, above=0)) == digest(plain)


@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
def test_all_engines_write_the_same_bytes(label: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(evidence, "MOST_ENUMERATED", 100)
    box: Any = {"d": 1, "n": 3, "delta": "1/12"}
    digests = {digest(check(label, **box, engine=engine)) for engine in ("auto", "batches", "literal", "compiled")}
    digests |= {digest(check(label, **box, jobs=2)), digest(check(label, **box, replayed=0))}
    assert len(digests) == 1
    decision = check(label, **box)
    assert any(result.evidence for result in decision.results)
    assert digests == {digest(decision)}
    content = certificate(decision).encode()
    assert both(content)[0] == 0
    counted = json.loads(content)["run"]["counted"]
    for result in decision.results:
        assert (result.step.name in counted) == (result.evidence is not None)
        if result.evidence:
            assert counted[result.step.name]["applicable"] == result.applicable


def test_runs_have_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "MOST_ENUMERATED", 100)
    single, runs = (check("lemma10", d=1, n=3, delta="1/12", scope=scope) for scope in ("enumerated", "runs"))
    assert decided_data(runs) == {**decided_data(single), "scope": "runs"}
    assert both(certificate(runs).encode())[0] == 0


def test_other_signs_than_points_are_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.proving import symbolic

    plain = decide(problem_of(asked()))
    for verdict in (Verdict.REFUTED, Verdict.VACUOUS):
        monkeypatch.setattr(symbolic, "decide_step", lambda setting, of, verdict=verdict: SymbolicStep(of, verdict))
        with pytest.raises(EvaluatorsDisagree, match="by affine forms"):
            attached(plain, above=0)
    undecided = lambda setting, of: SymbolicStep(of, Verdict.INCONCLUSIVE)  # noqa: E731
    monkeypatch.setattr(symbolic, "decide_step", undecided)
    kinds = {result.evidence.kind for result in attached(plain, above=0).results if result.evidence}
    assert kinds == {"witness"}


def test_what_no_verifier_confirms_is_not_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = decide(problem_of(asked()))

    def refuse(*_: Any, **__: Any) -> None:
        raise verifier.Refused("no")

    monkeypatch.setattr(verifier, "verify", refuse)
    assert digest(attached(plain, above=0)) == digest(plain)


# ---- random ones ------------------------------------------------------------------------------------------------

NUMBERS = st.recursive(
    st.one_of(
        st.integers(-3, 9),
        st.sampled_from([p("n"), p("m"), ["def", "t_l"], ["def", "t_r"], ["def", "D"], before(1), before(p("n")),
                         ["item", AFTER, 1], ["item", AFTER, p("n")]]),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-"]), inner, inner).map(list),
        st.tuples(st.just("*"), st.integers(-2, 3), inner).map(list),
    ),
    max_leaves=4,
)  # fmt: skip
RELATED = st.tuples(st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), NUMBERS, NUMBERS).map(list)
INSIDE = st.sampled_from([before(v("j")), ["item", AFTER, v("j")]])
EVERY = st.tuples(st.sampled_from(["<", "<=", ">=", "!="]), INSIDE, NUMBERS).map(
    lambda related: ["all", "j", 1, p("n"), list(related)]
)
TRUTHS = st.one_of(RELATED, EVERY, st.tuples(st.sampled_from(["and", "or", "implies"]), RELATED, EVERY).map(list))
OVER = st.sampled_from([["category 1"], ["category 2"], ["category 3"], ["category 3", "category 2"]])
STEPS = st.one_of(
    st.builds(lambda over, term, given: step("each", over, term, given=given), OVER, TRUTHS, st.none() | RELATED),
    st.builds(lambda over, term: step("distinct", over, term, fold="distinct"), OVER, NUMBERS | st.just(AFTER)),
    st.builds(
        lambda over, term, bound, relation: step("apart", over, term, fold="apart", bound=bound, relation=relation),
        OVER, NUMBERS | st.just(AFTER), st.integers(0, 3), st.sampled_from([">=", ">"]),
    ),
)  # fmt: skip


@settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
@given(st.lists(STEPS, min_size=2, max_size=4), st.sampled_from([(1, 2, 3), (1, 3, 3), (2, 2, 2), (1, 3, 5)]))
def test_what_signs_and_witnesses_show_is_what_points_say(steps: list[Decided], box: tuple[int, int, int]) -> None:
    d, n, m = box
    posed = asked(d, n, m)
    posed["steps"] = [{**record, "name": f"step {k}"} for k, record in enumerate(steps)]
    posed |= {"judged": [record["name"] for record in posed["steps"]], "parts": []}
    plain = decide(problem_of(posed), replayed=0)
    decision = attached(plain, above=0)
    assert [result.verdict for result in decision.results] == [result.verdict for result in plain.results]
    content = certificate(decision).encode()
    told_of = asked_both(content)
    assert told_of.own == 0, told_of.said
    assert told_of.foreign in (0, None), told_of
    assert told_by_own(certificate(plain).encode(), None, "0" * 32)[0] == 0
    verifier.verify(content, every_point=True)
    for k, result in enumerate(decision.results):
        if result.verdict is Verdict.REFUTED:
            assert result.evidence is not None
            lie = json.loads(content)["decided"]
            record = lie["steps"][k]
            record |= {"verdict": "holds", "failures": 0, "witness": None, "evidence": signs()}
            verdicts = {inner["verdict"] for inner in lie["steps"]}
            lie["verdict"] = next(
                (word for word in ("refuted", "inconclusive", "holds") if word in verdicts), "vacuous"
            )
            assert 0 not in answers(lie)


# ---- terms that have no value, and columns that are one ------------------------------------------------------------


def alone(
    term: Any, *, over: str = "category 1", fold: str = "distinct", n: int = 3, m: int = 3, **fields: Any
) -> Decided:
    """One step by signs, d = 1, that is as it says if nothing at a point is an error."""
    decided: Decided = json.loads(canonical(decided_data(decide(find("lemma8")[0].problem({"d": 1, "n": n, "m": m})))))
    record = step("alone", [over], term, fold=fold, kind="proof line", **fields)
    return {**decided, "steps": [*decided["steps"], record]}


@pytest.mark.parametrize(
    ("term", "given"),
    [
        (["item", AFTER, 7], None),
        (["/", 1, 0], None),
        (before(1), ["=", ["/", 1, 0], 1]),
    ],
)
def test_one_point_at_which_a_term_is_an_error_is_not_vacuous(honest: Decided, term: Any, given: Any) -> None:
    """n different columns are all columns that there are: one point."""
    here = json.loads(certificate(attached(decide(problem_of(alone(before(1))), replayed=0), above=0)))["decided"]
    assert of(here, "alone")["evidence"] == {"kind": "signs", "order": None}
    assert answers(here) == (0, 0)
    counted = of(here, "alone")["points"] if given is None else None
    statement = _statement(here, term, given)
    lie = changed(here, "alone", term=term, given=given, applicable=counted, statement=statement)
    own, foreign = answers(lie)
    assert own == 1
    assert foreign in (1, 3)


def _statement(decided: Decided, term: Any, given: Any) -> str:
    problem = problem_of(
        {**alone(term), "steps": [{**alone(term, given=given)["steps"][-1]}], "judged": [], "parts": []}
    )
    return problem.statement_hash(problem.steps[0])


@pytest.mark.parametrize(
    "term",
    [
        ["distinct", ["list", "k", 1, p("n"), ["^", 2, v("k")]]],
        ["all", "k", 1, p("n"), [">=", ["item", ["dot", U, ["stage", "g_c", v("k"), POINT]], 1], 0]],
    ],
    ids=["exponent", "stage"],
)
def test_a_place_of_a_column_is_no_number_where_ids_are_merged(term: Any) -> None:
    problem = problem_of(alone(term, over="category 2", fold="each", n=2))
    decided: Decided = json.loads(canonical(decided_data(decide(problem))))
    signs = {"kind": "signs", "order": None}
    here = changed(decided, "alone", evidence=signs, measure=None)
    assert of(here, "alone")["verdict"] == "holds"
    assert answers(here) == (0, 0)


def test_columns_of_one_id_have_the_same_entries() -> None:
    claim, _ = find("category2")
    decision = attached(decide(claim.problem({"d": 2, "n": 2, "m": 2}), replayed=0), above=0)
    here = json.loads(certificate(decision))["decided"]
    assert of(here, "coupled")["evidence"] == {"kind": "signs", "order": None}
    assert answers(here) == (0, 0)


# ---- networks and ranges that are read as runs and as all columns -----------------------------------------------------


def layer(*heads: Any, tie_rule: str = "average") -> Decided:
    """A layer of attention with these heads, at d = 1: numbers W_V, W_K, W_Q, W_O, b_Q."""
    names = ("W_V", "W_K", "W_Q", "W_O")
    records = [{**{name: [[x]] for name, x in zip(names, head, strict=False)}, "b_Q": [head[4]]} for head in heads]
    return {"attention": {"heads": records, "tie_rule": tie_rule}}


def by_signs(items: list[Any], term: Any, given: Any = None, over: str = "category 1") -> Decided:
    """One step over points of another network, with evidence by signs, attached by exactua or not."""
    posed = asked(n=2, m=3)
    posed["networks"] = {"other": {"d": 1, "items": items, "stages": {"end": len(items)}}}
    posed["steps"] = [step("alone", [over], term, given=given, kind="proof line")]
    posed |= {"judged": [], "parts": [], "definitions": [], "values": {}}
    posed["domains"] = [record for record in posed["domains"] if record["name"] == over]
    decided: Decided = json.loads(certificate(decide(problem_of(posed), replayed=0)))["decided"]
    counted = {"applicable": None} if given is not None else {}
    return changed(decided, "alone", evidence=signs(), measure=None, **counted)


AT_END = ["dot", U, ["stage", "other", "end", POINT]]
SHIFT = (1, 1, 1, 3, 1)


@pytest.mark.parametrize(
    "items",
    [
        [layer(SHIFT), layer((0, 1, -1, 5, 0), SHIFT)],
        [layer((1, -1, 1, 0, 0), SHIFT)],
        [layer(SHIFT), {"family": {"variable": "l", "start": 0, "step": "1/3", "count": 0, "items": [layer((1, -1, 1, 1, 0))]}}],
        [{"family": {"variable": "l", "start": 0, "step": "1/3", "count": 1, "items": [layer((1, 1, 1, 1, 1))]}}],
    ],
    ids=["no value", "nothing written", "no layers", "one layer"],
)  # fmt: skip
def test_heads_and_families_that_add_nothing_are_left_out(items: list[Any]) -> None:
    here = by_signs(items, ["<=", before(1), ["*", p("m"), ["item", AT_END, 1]]])
    assert of(here, "alone")["verdict"] == "holds"
    assert answers(here) == (0, 0)


@pytest.mark.parametrize("tie_rule", ["leftmost", "rightmost"])
def test_a_step_may_be_vacuous_whatever_the_tie_rule(tie_rule: str) -> None:
    here = by_signs([layer(SHIFT, tie_rule=tie_rule)], ["=", 0, 1], given=["<", ["item", AT_END, 1], 0])
    assert of(here, "alone")["verdict"] == "vacuous"
    assert answers(here) == (0, 0)
    lie = by_signs([layer(SHIFT, tie_rule=tie_rule)], ["=", 0, 0], given=[">=", ["item", AT_END, 1], 0])
    assert 0 not in answers({**changed(lie, "alone", verdict="holds", reason=None), "verdict": "holds"})


def test_a_range_that_rounds_to_all_columns_goes_over_them() -> None:
    here = by_signs(
        [], ["all", "k", ["/", 1, 2], ["+", p("n"), ["/", 1, 3]], [">=", before(v("k")), 0]], over="category 2"
    )
    assert answers(here) == (0, 0)


def test_numbers_of_points_beyond_2_53_are_told_alike() -> None:
    here = by_signs([], [">=", before(1), 0])
    points = hex(math.comb(3**60, 2))
    here["parameters"]["d"] = 60
    here["domains"][0] |= {"points": points, "decided": [[0, points]]}
    content = file(changed(here, "alone", points=points, applicable=points))
    code, text = both(content)
    assert code == 0
    assert f"holds (points {points}, by signs of affine forms)" in text
    assert f"(0 of {points} points recomputed, 1 step" in text


def family(head: Decided, count: int) -> Decided:
    """A family of layers l = 0, 1/4, ... with this head beside one that is above every id."""
    inner = layer((1, 1, 1, 0, 1))
    inner["attention"]["heads"].append(head)
    return {"family": {"variable": "l", "start": 0, "step": "1/4", "count": count, "items": [inner]}}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_head_that_adds_nothing_in_two_turns_may_add_something_in_the_third(count: int) -> None:
    """W_O is 0 at the first, W_V at the second: their product is no affine number of l."""
    head = {"W_K": [[1]], "W_Q": [[1]], "b_Q": [0], "W_O": [[{"constant": 0, "l": 1000}]]}
    head["W_V"] = [[{"constant": "1/4", "l": -1}]]
    here = by_signs([family({**head, "W_O": [[0]]}, count)], ["=", before(1), ["*", p("m"), ["item", AT_END, 1]]])
    assert of(here, "alone")["verdict"] == "holds"
    assert answers(here) == (0, 0)
    lie = copy.deepcopy(here)
    lie["networks"]["other"]["items"] = [family(head, count)]
    assert answers(lie) == ((0, 0) if count < 3 else (3, 3))
