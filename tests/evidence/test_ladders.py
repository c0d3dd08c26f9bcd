"""Many instances in processes: the same outcomes in the order of the tasks, whatever the number of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from exactua.claims.registry import claims_of
from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
from exactua.evidence import ladders
from exactua.evidence.ladders import Settings, Task, decide_all, tasks_of
from tests.evidence.sample import install


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def plain(outcomes):
    return [
        (outcome.claim, outcome.box, outcome.verdict, outcome.exit_code, outcome.points, outcome.steps)
        for outcome in outcomes
    ]


def test_processes_change_nothing():
    tasks = tasks_of(claims_of("sample"), {"n": [2, 3]})
    serial, parallel = (decide_all(tasks, jobs=jobs) for jobs in (1, 2))
    assert plain(serial) == plain(parallel)
    assert [(each.claim, each.box) for each in serial] == [(task.claim, task.box) for task in tasks]


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_every_instance_once(jobs):
    told = []
    tasks = tasks_of(claims_of("sample"), {"n": [2]})
    decide_all(tasks, jobs=jobs, progress=lambda done, total: told.append((done, total)))
    assert told == [(k, len(tasks)) for k in range(1, len(tasks) + 1)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_disagreement_in_a_process_is_raised(jobs, monkeypatch):
    def disagree(*_, **__):
        raise EvaluatorsDisagree("they differ")

    monkeypatch.setattr(ladders, "decide", disagree)
    with pytest.raises(EvaluatorsDisagree, match="they differ"):
        decide_all(tasks_of(claims_of("sample"), {"n": [2]}), jobs=jobs)


def test_an_interrupted_run_is_no_outcome(monkeypatch):
    honest = ladders.decide

    def interrupted(*arguments, **options):
        decision = honest(*arguments, **options)
        decision.run["interrupted"] = True
        return decision

    monkeypatch.setattr(ladders, "decide", interrupted)
    with pytest.raises(KeyboardInterrupt):
        decide_all(tasks_of(claims_of("sample"), {"n": [2]}))


def test_a_process_that_dies_is_told(monkeypatch):
    monkeypatch.setattr(ladders, "decide", lambda *_, **__: os._exit(1))
    with pytest.raises(ExactuaError, match="a process was ended from outside"):
        decide_all(tasks_of(claims_of("sample"), {"n": [2]}), jobs=2)


@pytest.mark.processes
def test_an_interrupt_ends_the_processes_at_once(tmp_path):
    program = "from exactua.commands.group import main; import sys; sys.exit(main(sys.argv[1:]))"
    arguments = ["check", "yun2020", "--ladder", "--jobs", "2", "--certificate", str(tmp_path / "here")]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.strip()) == (3, "", "exactua: interrupted")


def test_a_claim_says_how_large_its_instances_are():
    small, large = (ladders._work(Task("yun2020:lemma8", {"d": d, "n": 2, "m": 4})) for d in (1, 2))
    assert small < large


def test_unknown_papers_and_empty_ladders():
    with pytest.raises(InputError, match="no paper 'none'; known: yun2020, sample"):
        claims_of("none")
    with pytest.raises(InputError, match="has d in \\[7\\]"):
        tasks_of(claims_of("sample"), {"d": [7]})


def test_outcomes_carry_the_data_only_where_it_is_asked_for():
    task = Task("sample:gaps", {"d": 1, "n": 2, "m": 2})
    assert decide_all([task])[0].data == {}
    (outcome,) = decide_all([task], Settings(with_data=True))
    assert outcome.data["claim"] == "sample:gaps"
