"""The audit as a whole: the same for a seed whatever the processes, bounded, and able to fail."""

from __future__ import annotations

import itertools
from collections import Counter
from types import SimpleNamespace

import pytest

from exactua.claims.registry import PAPERS, find
from exactua.commands.audit import work as running
from exactua.commands.audit.originals import originals_of
from exactua.commands.audit.record import AuditTable
from exactua.commands.audit.words import answer_rows, claim_rows, document, operator_rows
from exactua.commands.audit.work import Settings, Task, audit, audit_one, draw, over_of, tasks_of
from exactua.errors import InputError
from exactua.printing.renderers import RENDERERS

TERMS = Settings(over=frozenset(("network", "term")))


def report(table: AuditTable, harmless: bool = False) -> list[str]:
    """The lines for a terminal."""
    return RENDERERS["text"].write(document(table, [], harmless)).split("\n")


@pytest.fixture(scope="module")
def lemma8() -> AuditTable:
    return audit(tasks_of(["lemma8"]), TERMS)


def test_every_mutant_of_lemma_8_is_caught(lemma8: AuditTable) -> None:
    caught, counted = lemma8.score
    assert caught == counted >= 30
    assert lemma8.exit_code == 0
    assert len(lemma8.of("weaker")) >= 3
    assert len({row.name for row in lemma8.rows}) == len(lemma8.rows)


def test_processes_change_nothing(lemma8: AuditTable) -> None:
    assert audit(tasks_of(["lemma8"]), TERMS, jobs=2) == lemma8


def test_another_seed_draws_other_mutants(lemma8: AuditTable) -> None:
    (task,) = tasks_of(["lemma8"])
    chosen = list(originals_of(find(task.label)[0]))

    def names(seed: int, number: int = 1) -> list[str]:
        return [draft.mutant.name for draft in draw(chosen, seed, number, TERMS.over).drawn]

    assert names(0) == [row.name for row in lemma8.rows]
    assert names(0) != names(1)
    operators = Counter((row.over, row.operator) for row in lemma8.rows)
    assert set(operators.values()) == {1}
    assert set(names(0)) <= set(names(0, 3))
    assert len(names(0, 3)) > 2 * len(names(0))


def test_one_mutant_is_found_again_by_its_id(lemma8: AuditTable) -> None:
    for row in (lemma8.rows[3], lemma8.rows[-1]):
        (again,) = audit_one(row.name).rows
        assert again == row


def test_a_changed_certificate_is_found_again_by_its_id() -> None:
    table = audit(tasks_of(["so2020:position_encoding"]), Settings(over=frozenset(("certificate",))))
    assert {row.over for row in table.rows} == {"certificate"}
    (again,) = audit_one(table.rows[0].name).rows
    assert again == table.rows[0]


def test_an_audit_that_runs_out_of_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = audit(tasks_of(["lemma8", "lemma10"]), TERMS, budget=-1)
    assert (table.rows, table.not_reached, table.exit_code) == ((), 2, 3)
    assert "claims not evaluated: 2 (the budget ran out: --budget)" in report(table)
    clock = itertools.count(0, 3)  # each look at the clock is three seconds later
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    table = audit(tasks_of(["lemma8"]), TERMS, budget=20)
    assert (len(table.rows), table.not_reached, table.exit_code) == (5, 0, 3)
    assert table.missing > 30
    assert f"not evaluated: {table.missing} (the budget ran out: --budget)" in report(table)


def test_a_step_alone_is_audited() -> None:
    (task,) = tasks_of(["lemma8.property3"])
    assert task.steps == ("property3",)
    table = audit([task], TERMS)
    assert {row.where.partition(".")[0] for row in table.rows if row.over == "term"} <= {
        "property3", "definition D", "definition t_l", "definition t_r",
    } | {row.where for row in table.rows if row.where.startswith("definition")}  # fmt: skip
    assert table.claims[0].held == 1


def test_labels_name_claims_papers_and_steps() -> None:
    assert len(tasks_of([])) == sum(len(tasks_of([paper])) for paper in PAPERS)
    assert [task.steps for task in tasks_of(["lemma8", "lemma8.property1"])] == [()]
    assert [task.steps for task in tasks_of(["lemma8.property2", "lemma8.property1"])] == [("property2", "property1")]


def test_instances_are_small_and_of_several_shapes() -> None:
    boxes = [dict(source.problem.parameters) for source in originals_of(find("lemma8")[0])]
    assert len({box["d"] for box in boxes}) == len({box["n"] for box in boxes}) == 2
    assert len(boxes) == 3
    (source,) = originals_of(find("lemma8")[0], [{"d": 2, "n": 3, "m": 2}])
    assert source.problem.parameters == {"d": 2, "n": 3, "m": 2}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("lemma8", "only: 'lemma8' is not the id of a mutant; copy one such as"),
        ("yun2020:lemma8@d=1,n=2,m=3#relation.00000000", "only: yun2020:lemma8 has no mutant 'relation.00000000'"),
        ("yun2020:lemma8@d=1#relation.00000000", "n, m: missing; yun2020:lemma8 needs n"),
        ("nothing@d=1#relation.0", "label: no claim 'nothing'"),
    ],
)
def test_an_id_that_names_no_mutant_is_refused(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("(", r"\(").replace(".", r"\.")):
        audit_one(name)


def test_a_claim_about_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="has no step that holds at a small instance"):
        audit([Task("lemma8", ({"d": 1, "n": 3, "m": 2},), ("property3",))])
    with pytest.raises(InputError, match="over: 'layer' is not valid; choose from network, term, certificate"):
        over_of(["layer"])


def test_the_tables_add_up(lemma8: AuditTable) -> None:
    *claims, total = claim_rows(lemma8)
    operators = list(operator_rows(lemma8))
    for k in range(7):
        column = [int(row[2 + k]) for row in operators]
        assert sum(column) == sum(int(row[3 + k]) for row in claims) == int(total[3 + k])
    assert int(total[3]) == len(lemma8.rows)
    literal, _, verifier, foreign, _ = answer_rows(lemma8)
    counted = str(lemma8.score[1])
    assert literal == ("the literal evaluator", counted, "0", "0", "0")
    assert verifier == ("the verifier", counted, "0", "0", "0")
    assert (foreign[1] == "not here") != lemma8.foreign


def test_harmless_mutants_are_shown_with_their_diffs(lemma8: AuditTable) -> None:
    short, long = (report(lemma8, also) for also in (False, True))
    shown = [line for line in long if line.startswith("HARMLESS: ")]
    assert len(shown) == len(lemma8.of("harmless")) > 0
    assert not any(line.startswith("HARMLESS") for line in short)
    row = lemma8.of("harmless")[0]
    place = long.index(f"  {row.where}")
    assert long[place + 1 : place + 3] == [f"  - {row.before}", f"  + {row.after}"]
    assert f"  again: exactua audit --only '{row.name}'" in long


def test_pages_and_programs_get_the_same(lemma8: AuditTable) -> None:
    data = document(lemma8, ["lemma8"]).data
    assert data["score"] == {"caught": lemma8.score[0], "counted": lemma8.score[1]}
    assert [row["id"] for row in data["rows"]] == [row.name for row in lemma8.rows]
    page = RENDERERS["markdown"].write(document(lemma8, ["lemma8"])).split("\n")
    assert page[2].endswith("Nothing here is written by hand: `exactua audit lemma8 --format markdown`.")
    assert "## Failures" not in page
