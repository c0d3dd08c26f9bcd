"""The benchmarks measure what they say: baselines share no code with exactua, agree with it, and refute what is false."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.registry import find
from tests.documentation import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # its modules import one another by their names

import agreement
import contest
import page
import random_networks
from baselines.lemma8_literal import Lemma8
from figures import Figure, NotMeasured, Results, figures, slope
from measuring import Contestant, Measured, in_turn
from tasks import baselines
from tasks.absent import Absent

BOXES = [((2, 2, 2), None), ((2, 2, 2), 3), ((2, 3, 2), 3), ((2, 3, 2), 1), ((1, 3, 4), 1), ((2, 2, 3), -1)]
"""Boxes with the gain of the selective shifts; None is the paper's, all others are broken."""


def test_baselines_import_nothing_of_exactua() -> None:
    files = sorted((ROOT / "benchmarks" / "baselines").glob("*.py"))
    assert len(files) > 5
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.split(".")[0] in ("exactua", "tests", "tasks")], path


@pytest.mark.parametrize(
    ("d", "n", "m", "sizes"), [(1, 2, 3, [3, 3, 4]), (2, 2, 2, [6, 4, 35]), (1, 3, 4, [4, 16, 15])]
)
def test_the_literal_baseline_has_the_numbers_of_exactua(d: int, n: int, m: int, sizes: list[int]) -> None:
    claim, _ = find("lemma8")
    problem = claim.problem({"d": d, "n": n, "m": m})
    lemma = Lemma8(d, n, m)
    assert [lemma.t_l, lemma.t_r] == [mpq(problem.values[name]) / m for name in ("t_l", "t_r")]
    counts = {1: 0, 2: 0, 3: 0}
    for L in lemma.orbits():
        output = problem.networks["g_c"]([[mpq(entry) for entry in row] for row in L])
        ids = [sum((mpq(m) ** i * output[i][j] for i in range(d)), mpq(0)) for j in range(n)]
        assert lemma.q(L) == ids
        assert lemma.failing(L) == []
        counts[lemma.category(L)] += 1
    assert list(counts.values()) == sizes
    assert lemma.shared_numbers() == 0


def answer(run: baselines.Run) -> tuple[list[int], dict[str, int]]:
    report = run()
    return report["categories"], report["failed"]


@pytest.mark.parametrize("number", ["mpq", "fmpq", "fmpq_mat", "loop 64", "loop 128"])
@pytest.mark.parametrize(("box", "gain"), BOXES)
def test_baselines_agree_and_refute_broken_networks(number: str, box: contest.Box, gain: int | None) -> None:
    """Orbits by category, orbits at which each property fails, and numbers that two orbits share."""
    try:
        other = answer(baselines.loop(int(number[5:]), box, gain) if number[:4] == "loop" else
                       baselines.literal(number, box, None, gain))  # fmt: skip
    except Absent as reason:
        pytest.skip(str(reason))
    fractions = answer(baselines.literal("Fraction", box, None, gain))
    assert other == fractions
    assert any(fractions[1].values()) == (gain is not None)


@pytest.mark.parametrize("engine", ["literal", "kernel", "vectors"])
@pytest.mark.parametrize(("box", "gain"), BOXES[:5])
def test_exactua_agrees_with_the_baseline(engine: str, box: contest.Box, gain: int | None) -> None:
    from tasks.deciding import enumerated

    run = enumerated(box, "properties", engine, gain=gain)
    sizes, failed = answer(run)
    assert run()["replay"] > 0
    expected_sizes, expected = answer(baselines.literal("Fraction", box, None, gain))
    assert sizes == expected_sizes
    assert failed["property2"] == 0 or expected["property2"] > 0
    assert (failed["property2"] > 0) == (expected["property2"] > 0)
    assert all(failed[name] == expected[name] for name in ("property1", "property3", "property4"))


def test_the_loops_alone_decide_every_point() -> None:
    from tasks.deciding import loops

    assert loops((2, 3, 2), "statement", "vectors")()["categories"] == [4, 16, 145]


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_find_what_is_false(solver: str) -> None:
    pytest.importorskip(solver)
    assert baselines.smt(solver, (1, 2, 4), 20)()["answer"] == "unsat"
    assert baselines.smt(solver, (1, 2, 4), 20, gain=1)()["answer"] == "sat"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
def test_the_loop_refuses_what_does_not_fit() -> None:
    with pytest.raises(Absent, match="64 bits are too few"):
        baselines.loop(64, (2, 3, 32))()


def test_a_sample_stands_for_every_category() -> None:
    sizes, sample = baselines.sampled(25, 9, 3, 20)
    assert sum(sizes.values()) == 2925
    assert all(len(members) >= 20 and len(set(members)) == len(members) for members in sample.values())
    everything = baselines.sampled(9, 5, 2, None)
    assert {category: len(members) for category, members in everything[1].items()} == everything[0]


@pytest.mark.parametrize("kind", random_networks.KINDS)
def test_every_evaluator_of_networks_has_the_same_values(kind: str, tmp_path: Path) -> None:
    from tasks.evaluating import of_a_user

    path = random_networks.write(kind, tmp_path)
    data = json.loads(path.read_text())
    data["points"] = data["points"][:12]
    path.write_text(json.dumps(data))
    ours = of_a_user(str(path))()
    assert "bits" in ours["engine"]
    for number in ("Fraction", "mpq", "fmpq", "fmpq_mat"):
        try:
            assert baselines.network(number, str(path), 5)()["values"] == ours["values"][:5]
        except Absent:
            continue


def small(number: str, **more: Any) -> Contestant:
    return Contestant(
        number, number, {"task": "literal", "number": number, "box": (1, 2, 2), "per_category": None} | more
    )


def test_contestants_take_turns_in_processes_of_their_own() -> None:
    first, second = in_turn([small("Fraction"), small("mpq")], 2)
    assert [len(first.seconds), len(second.seconds)] == [2, 2]
    assert first.found["categories"] == second.found["categories"] == [1, 2, 3]
    assert first.peak_mb > 1
    with pytest.raises(SystemExit, match="the process ended before it was ready"):
        in_turn([small("Fraction", unknown=1)], 1)


def test_what_is_not_there_is_said() -> None:
    task = {"task": "enumerated", "box": (1, 2, 2), "steps": "statement", "engine": "compiled", "without": ["llvmlite"]}
    (measurement,) = in_turn([Contestant("compiled", "compiled", task, 6)], 1)
    assert measurement.absent is not None
    assert "llvmlite" in measurement.absent
    with pytest.raises(NotMeasured, match="llvmlite"):
        Results([measurement])["compiled"]


def measured(key: str, seconds: list[float], orbits: int | None = None, **results: Any) -> Measured:
    return Measured(Contestant(key, key, {}, orbits), seconds, results, 10.0)


def named(candidates: list[Figure], begins: str) -> Figure:
    return next(figure for figure in candidates if figure.words.startswith(begins))


def test_figures_are_met_missed_or_not_counted() -> None:
    box = (2, 3, 8)
    compiled, fraction = contest.key("compiled", "statement", box), contest.key("literal", "Fraction", box)
    fast = measured(compiled, [1e-9 * 91881 * 14], 91881, engine="compiled, 64 bits")
    words = "statement steps of Lemma 8 at (2, 3, 1/8)"
    all_figures = figures(Results([fast, measured(fraction, [400.0])]))
    assert named(all_figures, words).met
    assert named(all_figures, "statement steps at (2, 3, 1/8), compiled, over Fraction").met
    assert named(all_figures, "two processes").met is None
    slow = measured(compiled, [1e-9 * 91881 * 20], 91881, engine="compiled, 64 bits")
    assert named(figures(Results([slow])), words).met is False
    wide = measured(compiled, [1e-9 * 91881 * 20], 91881, engine="compiled, 128 bits")
    assert named(figures(Results([wide])), words).met


def test_a_disagreement_ends_the_run() -> None:
    group = contest.Group("a group", (), 1)
    first, other = measured("one", [1.0], categories=[1, 2, 3]), measured("other", [1.0], categories=[1, 2, 4])
    agreement.require_same(group, [first, first])
    with pytest.raises(SystemExit, match=r"orbits by category: contestants differ: one: .*3\], other: .*4\]"):
        agreement.require_same(group, [first, other])
    for wrong in ({"failed": {"property1": 1}}, {"verdict": "refuted"}, {"answer": "sat"}):
        with pytest.raises(SystemExit):
            agreement.require_same(group, [measured("wrong", [1.0], **wrong)])


def test_the_slope_of_a_linear_run_is_one() -> None:
    boxes = ((2, 3, 4), (2, 3, 8), (2, 3, 16))
    runs = [measured(contest.key("kernel", "all", box), [1e-8 * contest.orbits(box)]) for box in boxes]
    assert slope(Results(runs), "kernel|all", boxes) == pytest.approx(1)
    assert slope(Results(runs[:1]), "kernel|all", boxes) is None


def test_the_page_keeps_what_stands_around_the_tables(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"# Before\n\n{page.BEGIN}\nold\n{page.END}\n\nafter\n")
    page.into(path, "new", "pictures/a.svg")
    page.into(path, "newer", "pictures/a.svg")
    text = path.read_text()
    assert text.startswith("# Before\n")
    assert text.endswith("\nafter\n")
    assert "newer" in text
    assert "old" not in text
    assert text.count("(pictures/a.svg)") == 1


def test_the_page_of_the_docs_has_the_markers() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text()
    assert 0 < text.index(page.BEGIN) < text.index(page.END)


def test_wrong_usage_is_told() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--slow"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--quick" in done.stderr
