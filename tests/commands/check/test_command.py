"""`exactua check`: what it prints, its exit codes, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactua import __version__, verifier
from exactua.claims.registry import PAPERS
from exactua.commands.group import main
from exactua.deciding import replay
from exactua.deciding.shards import Decider
from tests.processes_of import until, worked

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_refuted_lines_below_are_counted_and_with_strict_each_has_its_words_and_a_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run(capsys, "check", "lemma8", "--d", "1", "--n", "2")
    known = "of the claims that its proof rests on, 7 lines are known to be refuted, here or at other parameters"
    assert f"\n{known} (--strict decides those stated here)\n" in out
    code, out, _ = run(capsys, "check", "lemma8", "--d", "1", "--n", "2", "--strict")
    assert (code, known in out) == (1, False)
    lines = out[out.index("\nrefuted lines of claims that its proof rests on\n") :].splitlines()[2:]
    assert lines[0].startswith(
        "  refuted      yun2020:category1.above_telescoped      E.3.1: delta^(-(j-1)d) (l_n - l_1) > "
    )
    assert lines[0].endswith("  [1 orbit, false at 1]")
    replay = "exactua explain yun2020:category1.above_telescoped --d 1 --n 2 --delta 1/2 --at"
    assert lines[1].strip().startswith(f"replay: {replay}")
    code, out, _ = run(capsys, *shlex.split(lines[1].strip().removeprefix("replay: exactua ")))
    assert "false" in out


def test_a_step_that_is_named_and_a_claim_that_rests_on_nothing_refuted_say_no_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for label in ("lemma8.property3", "yun2020:column_id"):
        for strict in ([], ["--strict"]):
            assert "proof rests on" not in run(capsys, "check", label, "--d", "1", "--n", "2", *strict)[1]


def test_at_data_of_ones_own_lines_below_are_not_decided_and_strict_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("data.json").write_text("[[[1, 2]], [[3, 1]]]")
    arguments = ("check", "kajitsuka2024:theorem2", "--data", "data.json")
    code, out, err = run(capsys, *arguments)
    assert (code, "proof rests on" in out, err) == (0, False, "")
    code, out, err = run(capsys, *arguments, "--strict")
    assert (code, "proof rests on" in out) == (1, False)  # lines of its own proof are refuted
    assert err == "note: lines of the claims that its proof rests on are not decided at data of your own\n"


def test_strict_says_which_known_lines_it_does_not_decide(capsys: pytest.CaptureFixture[str]) -> None:
    Path("rests.py").write_text(
        "from exactua.authoring import *\n"
        "mine = claim('mine', text='It rests on a lemma.')\n"
        "mine.rests_on('yun2020:lemma10', where='Sec. 3')\n"
        "@mine.states('0 is 0', over=levels('bits', start=0, step=1, count=2))\n"
        "def zero(at):\n"
        "    return every(at.columns, lambda j: point[1, j] >= 0)\n"
    )
    code, out, _ = run(capsys, "check", "rests.py::mine", "--d", "1", "--n", "2", "--strict")  # it has no delta
    assert code == 0
    assert "but not decided now (not stated here, or no time): yun2020:first_shifts.last_above_second, " in out
    assert "not decided now" not in run(capsys, "check", "lemma10", "--d", "1", "--n", "2", "--strict")[1]
    for others in (["--n", "2..3"], ["--n", "2", "--scope", "symbolic"]):
        _, _, err = run(capsys, "check", "lemma10", "--d", "1", *others, "--strict")
        assert err.startswith("note: --strict decides lines of claims that a proof rests on at a single enumerated")
    assert run(capsys, "check", "lemma10.lower_bound", "--d", "1", "--n", "2..3", "--strict")[2] == ""


def test_own_claims_that_rest_on_others_of_their_file_are_strict_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("chain.py").write_text(
        "from exactua.authoring import claim, levels, point\n"
        "bits = levels('bits', 0, 1, 2)\n"
        "small, both = claim('small'), claim('both')\n"
        "both.rests_on('small', where='Sec. 2')\n"
        "@small.states('all are 0', over=bits)\n"
        "def zero(at):\n    return point[1, 1] == 0\n"
        "@both.states('none is below 0', over=bits)\n"
        "def least(at):\n    return point[1, 1] >= 0\n"
    )
    box = ("--d", "1", "--n", "1")
    assert run(capsys, "check", "chain.py::both", *box)[0] == 0
    code, out, _ = run(capsys, "check", "chain.py::both", *box, "--strict")
    assert code == 1
    assert "replay: exactua explain chain.py::small.zero --d 1 --n 1 --at 1\n" in out.replace('"', "")


def test_the_main_job(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "lemma8", "--d", "2", "--n", "3")
    assert (code, err) == (0, "")
    shown = re.sub(r"in [0-9.]+ s", "in _ s", out)
    assert shown == (GOLDEN / "check-lemma8-d2n3m2.txt").read_text()
    assert "165 orbits (category 1: 4, category 2: 16, category 3: 145)" in out
    assert verifier.main([".exactua/lemma8.d2n3m2.json"]) == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["lemma8", "--d", "1", "--n", "2"], 0),
        (["lemma8", "--d", "1", "--n", "3"], 0),
        (["lemma8.property3", "--d", "1", "--n", "3"], 5),
        (["lemma10", "--d", "1", "--n", "3"], 5),
        (["lemma10", "--d", "1", "--n", "2..3"], 0),
        (["lemma4.2", "--d", "1", "--n", "2"], 0),
        (["yun2020:lemma7", "--d", "1", "--n", "2"], 0),
        (["yun2020:lemma7", "--d", "1", "--n", "2", "--strict"], 1),
        (["yun2020:lemma7.range_of_k", "--d", "1", "--n", "2"], 1),
        (["yun2020:lemma7", "--d", "1", "--n", "2", "--repaired"], 0),
        (["yun2020:lemma7", "--d", "1", "--n", "2", "--repaired", "--strict"], 0),
        (["claim1", "--d", "1", "--n", "2"], 3),
        (["claim1", "--d", "1", "--n", "2", "--accept-part"], 3),
        (["proposition5", "--d", "1", "--n", "2", "--accept-part"], 0),
        (["claim1.equivariant", "--d", "1", "--n", "2"], 0),
        (["theorem3", "--d", "1", "--n", "2", "--accept-part"], 3),
        (["claim1", "--d", "1", "--n", "2", "--tie-rule", "leftmost"], 3),
        (["claim1", "--d", "1", "--n", "2", "--tie-rule", "leftmost", "--strict"], 1),
        (["claim1.equivariant", "--d", "1", "--n", "2", "--tie-rule", "leftmost"], 1),
        (["claim1.equivariant", "--d", "1", "--n", "2", "--tie-rule", "average,rightmost"], 1),
        (["lemma8", "--d", "2", "--n", "3", "--max-points", "10"], 3),
        (["lemma8", "--d", "100", "--n", "50", "--delta", "1/100"], 3),
        (["lemma8", "--d", "3", "--n", "5", "--delta", "1/9", "--budget", "1s"], 3),
        (["lemma8", "--d", "9", "--n", "9", "--delta", "1/9", "--max-points", "9" * 99], 3),
    ],
)
def test_exit_codes(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int) -> None:
    status, _, err = run(capsys, "check", *arguments)
    assert (status, err) == (code, "")
    # every path to a verdict writes a certificate that the verifier confirms, whatever the verdict
    files = sorted(Path(".exactua").iterdir())
    assert files
    assert [verifier.main([str(file)]) for file in files] == [0] * len(files)


BAD = [
    (["--d", "0"], "d: 0 is not valid; give an integer >= 1 (embedding dimension, the number of rows)"),
    (["--n", "1"], "d = 2, n = 1, delta = 1/2: exactua decides Lemma 8 for n >= 2 (assumed throughout, Sec. 1.2) only"),
    (["--delta", "0"], "delta: 0 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    (["--delta", "1"], "delta: 1 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    (["--delta", "2/3"], "delta: 2/3 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    (["--delta", "-1/2"], "delta: -1/2 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    (["--delta", "1/0"], "delta: 1/0 has denominator 0; write an integer or a fraction such as 3/4"),
    (["--delta", "0.3"], "delta: 0.3 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    (["--delta", "abc"], "delta: 'abc' is not an exact number; write an integer or a fraction such as 3/4"),
    (["--delta", "1/8..1/2"], "delta: '1/8..1/2' is not a range; write it from wide to narrow, such as 1/2..1/8"),
    (["--d", "x"], "d: 'x' is not an integer or a range; write 3, 1..3 or 1,3"),
    (["--d", "3..1"], "d: '3..1' is not a range; write 1..3, with at most 10000 values"),
    (["--d", "-2"], "d: -2 is not valid; give an integer >= 1 (embedding dimension, the number of rows)"),
    (["--n", "9" * 40], f"n: '{'9' * 40}' is not an integer or a range; write 3, 1..3 or 1,3"),
    (["--n", "9" * 20], "d, n, delta: delta^(-nd) has more than 1,000,000 bits here; take a smaller instance"),
    (["--tie-rule", "leftmost"], "tie_rule: yun2020:lemma8 has no such parameter; it has d, n, m"),
    (["--format", "yaml"], "format: 'yaml' is not valid; choose one of text, json"),
    (["--engine", "gpu"], "engine: 'gpu' is not valid; choose one of auto, compiled, vectors, batches, kernel, literal"),
    (["--budget", "soon"], "budget: 'soon' is not a duration; write 60s, 10m or 2h"),
    (["--ladder"], "d: --ladder has its own instances; leave out --d"),
    (["--certificate", "."], "certificate: . is a directory; give the path of a file"),
    (["--certificate", "nowhere/c.json"], "certificate: there is no folder nowhere; give a path in one that exists"),
    (["--certificate", "/dev/null/c.json"], "certificate: /dev/null is not a directory; give a path in one"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), BAD)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], changed: list[str], message: str) -> None:
    defaults = {"--d": "2", "--n": "3"}
    rest = [part for name, value in defaults.items() if name != changed[0] for part in (name, value)]
    code, out, err = run(capsys, "check", "lemma8", *changed, *rest)
    assert (code, out, err) == (2, "", f"exactua: {message}\n")
    assert not Path(".exactua").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "lemma88", "--d", "1", "--n", "2"], "label: no claim 'lemma88'; did you mean lemma8?"),
        (["check", "nobody1999:lemma8", "--d", "1", "--n", "2"], f"label: no paper 'nobody1999' in 'nobody1999:lemma8'; known: {', '.join(PAPERS)}"),
        (["check", "lemma8.property9", "--d", "1", "--n", "2"], "step: yun2020:lemma8 has no step 'property9'; it has layers, only_attention, heads, head_size, t_l_positive, t_l_below_t_r, property1, property2, property3, property4"),
        (["check", "lemma8"], "d, n: missing; yun2020:lemma8 needs d, the embedding dimension, the number of rows; and n, the sequence length, the number of columns; such as --d 1 --n 2"),
        (["check", "lemma8", "--n", "2"], "d: missing; yun2020:lemma8 needs d, the embedding dimension, the number of rows"),
        (["check", "claim1", "--d", "1", "--n", "2", "--tie-rule", "middle"], "tie_rule: 'middle' is not valid; choose one of average, leftmost, rightmost"),
        (["check", "claim1", "--d", "1", "--n", "2", "--engine", "batches"], "engine: exact batches can't decide yun2020:claim1.scores (permutations are tried point by point); use auto or literal"),
        (["check", "yun2020:lemma7", "--d", "1", "--n", "2", "--engine", "kernel"], "engine: exact batches can't decide yun2020:lemma7.quantises (it ranges over all reals); use auto or literal"),
        (["chek", "lemma8"], "no command 'chek'; did you mean 'check'?"),
        (["check"], "Missing argument 'LABEL'. (see exactua check --help)"),
        (["check", "lemma8", "--jobs", "0"], "Invalid value for '--jobs': 0 is not in the range 1<=x<=256. (see exactua check --help)"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert run(capsys, *arguments) == (2, "", f"exactua: {message}\n")


def test_nothing_is_written_over_by_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    Path("kept.json").write_text("kept")
    assert run(capsys, "check", "lemma8", "--d", "0", "--n", "3", "--certificate", "kept.json")[0] == 2
    assert Path("kept.json").read_text() == "kept"


def test_a_path_that_cant_be_written_is_told_before_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    Path("closed").mkdir(mode=0o500)
    code, _, err = run(capsys, "check", "lemma8", "--d", "1", "--n", "2", "--certificate", "closed/c.json")
    assert (code, "can't be written" in err) == (2, True)


def test_a_range_of_boxes_makes_a_directory(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "check", "lemma8", "--d", "1", "--n", "2..3", "--delta", "1/2..1/3", "--certificate", "here"
    )
    assert code == 0
    names = ["lemma8.d1n2m2.json", "lemma8.d1n2m3.json", "lemma8.d1n3m2.json", "lemma8.d1n3m3.json"]
    assert sorted(path.name for path in Path("here").iterdir()) == names
    assert out.splitlines()[-1] == "4 of 4 instances: 4 hold"


def test_a_counterexample_of_two_points_is_replayed_with_both(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "definition_e1.condition2", "--d", "1", "--n", "2", "--no-certificate"])
    out = capsys.readouterr().out
    assert "least counterexample: L = [0 1/2]  (G in every order, rank 1)" in out
    assert "and: L' = [1/2 0]  (G in every order, rank 2)" in out
    command = "explain yun2020:definition_e1.condition2 --d 1 --n 2 --delta 1/2"
    assert f'replay: exactua {command} --at "0 1/2" --at "1/2 0"' in out


def test_no_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "lemma8", "--d", "1", "--n", "2", "--no-certificate")[0] == 0
    assert not Path(".exactua").exists()


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    rule = ["--tie-rule", "leftmost", "--format", "json"]
    code, out, _ = run(capsys, "check", "claim1.equivariant", "--d", "1", "--n", "2", *rule)
    document = json.loads(out)
    assert (code, document["format"], document["exit_code"]) == (1, "exactua-check/1", 1)
    (box,) = document["boxes"]
    assert box["parameters"] == {"d": 1, "m": 2, "n": 2, "tie_rule": "leftmost"}
    witness = next(step for step in box["steps"] if step["name"] == "equivariant")["witness"]
    assert witness["points"] == [[[-4, 0]]]
    assert witness["bindings"] == {"P": [2, 1]}
    assert json.loads(Path(box["certificate"]).read_text())["digest"] == box["digest"]


def test_engines_and_jobs_give_the_same_hashed_part(capsys: pytest.CaptureFixture[str]) -> None:
    digests = set()
    for options in (
        [],
        ["--engine", "literal"],
        ["--jobs", "2"],
        ["--replay", "0"],
        ["--engine", "kernel", "--jobs", "3"],
    ):
        code, out, _ = run(
            capsys, "check", "lemma8", "--d", "1", "--n", "4", "--delta", "1/5", "--format", "json", *options
        )
        assert code == 0
        digests.add(json.loads(out)["boxes"][0]["digest"])
    assert len(digests) == 1


def test_many_shards_in_two_processes(capsys: pytest.CaptureFixture[str]) -> None:
    digests = set()
    for jobs in ("1", "2"):
        _, out, _ = run(
            capsys, "check", "lemma8", "--d", "2", "--n", "3", "--delta", "1/8", "--jobs", jobs, "--format", "json"
        )
        digests.add(json.loads(out)["boxes"][0]["digest"])
    assert len(digests) == 1


def test_disagreeing_evaluators_are_never_a_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Decider.batch_evaluator

    def wrong(self: Decider, domain: str, numbers: object) -> object:
        evaluator = honest(self, domain, numbers)
        evaluator.values = {**evaluator.values, "t_r": evaluator.values["t_l"]}
        return evaluator

    monkeypatch.setattr(Decider, "batch_evaluator", wrong)
    monkeypatch.setattr(replay, "SHORTEST_SECONDS", 5)
    code, out, err = run(capsys, "check", "lemma8.property3", "--d", "1", "--n", "2", "--delta", "1/3")
    assert (code, out) == (4, "")
    assert "the evaluators disagree, so there is no verdict" in err
    assert not Path(".exactua").exists()


@pytest.mark.processes
def test_interrupting_leaves_a_partial_result_that_says_so() -> None:
    program = "from exactua.commands.group import main; import sys; sys.exit(main(sys.argv[1:]))"
    arguments = [
        "check",
        "lemma8",
        "--d",
        "3",
        "--n",
        "4",
        "--delta",
        "1/5",
        "--engine",
        "literal",
        "--budget",
        "90000h",
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until(lambda: worked(process.pid) > 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, "")
    assert "INCONCLUSIVE" in out
    assert "because interrupted after" in out, out
    assert verifier.main([".exactua/lemma8.d3n4m5.partial.json", "--sample", "20"]) == 3


def test_the_budget_ends_a_run_with_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from exactua.deciding.tasks import Pace

    monkeypatch.setattr(Pace, "seconds", lambda pace, left: 0.0)
    label, box = "claim1.equivariant", ["--d", "1", "--n", "3", "--delta", "1/4"]
    code, out, _ = run(capsys, "check", label, *box, "--budget", "0.01s")
    assert code == 3
    assert re.search(r"the budget ran out after [0-9,]+ of 125 points: raise --budget", out)
    assert verifier.main([".exactua/claim1.equivariant.d1n3m4-average.partial.json"]) == 0


def test_a_run_too_large_says_how_large_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "lemma8", "--d", "3", "--n", "5", "--delta", "1/8", "--budget", "1s")
    assert re.search(r"because [0-9,]{15,} points, more than the 1,000,000,000 of --max-points: raise it", out)
    _, out, _ = run(capsys, "check", "lemma8", "--d", "3", "--n", "3", "--delta", "1/8", "--budget", "1s")
    assert re.search(
        r"because 64,836,045 points would take about [0-9]+ (s|min) with 1 job, more than the budget of 1 s: raise --budget, "
        r"use more --jobs, take a smaller box, or name single steps",
        out,
    ), out


def test_no_progress_bar_in_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.console import progress

    monkeypatch.setattr(progress, "DELAY", 0)
    assert run(capsys, "check", "lemma8", "--d", "1", "--n", "3")[2] == ""


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for name in ("check", "verify", "list", "show", "trace", "regress"):
        assert re.search(rf"^[\w ]{{13}}{name} ", out, re.MULTILINE)
    assert run(capsys, "--version")[1].startswith(f"exactua {__version__}")


@pytest.mark.parametrize("text", ["1e-9999999", "1e999999999", "0." + "1" * 5000])
def test_a_huge_decimal_is_refused_at_once(capsys: pytest.CaptureFixture[str], text: str) -> None:
    began = time.monotonic()
    code, out, err = run(capsys, "check", "lemma8", "--d", "1", "--n", "2", "--delta", text)
    assert (code, out) == (2, "")
    assert "has an exponent of more than 3 digits" in err or "... is not valid; give 1/m" in err
    assert len(err) < 200
    assert time.monotonic() - began < 2


def test_a_full_disk_is_not_a_refutation() -> None:
    program = "from exactua.commands.group import main; main()"
    arguments = [sys.executable, "-c", program, "check", "lemma8", "--d", "1", "--n", "2", "--no-certificate"]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "exactua: the output can't be written (No space left on device)\n"


def test_a_run_that_ends_early_keeps_the_certificate_of_one_that_did_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "lemma8", "--d", "1", "--n", "2")[0] == 0
    before = Path(".exactua/lemma8.d1n2m2.json").read_text()
    assert run(capsys, "check", "lemma8", "--d", "1", "--n", "2", "--max-points", "1")[0] == 3
    assert Path(".exactua/lemma8.d1n2m2.json").read_text() == before
    assert verifier.main([".exactua/lemma8.d1n2m2.partial.json"]) == 0


def test_a_file_that_is_no_certificate_is_not_overwritten(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sizes.toml").write_text("[[check]]\n")
    arguments = ["check", "lemma10", "--d", "1", "--n", "2", "--certificate"]
    assert main([*arguments, "sizes.toml"]) == 2
    said = capsys.readouterr().err
    assert said == "exactua: certificate: sizes.toml is not a certificate and is not overwritten; give another path\n"
    assert Path("sizes.toml").read_text() == "[[check]]\n"
    Path("empty.json").touch()
    assert [main([*arguments, "empty.json"]) for _ in range(2)] == [0, 0]
