"""`prove` with the Rocq kernel: what it prints and writes, its exit codes, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.certificates.proofs import Proof, ProvedStep, WrittenTheorem
from exactua.claims.registry import find
from exactua.claims.verdicts import Part, Verdict
from exactua.commands.group import main
from exactua.commands.prove import work as proving
from exactua.commands.prove.words import lines
from exactua.networks import AttentionLayer, Network
from exactua.papers.yun2020 import selective_shift
from exactua.proving.rocq import building
from exactua.proving.rocq import kernel as rocq
from exactua.proving.rocq.sources import sources_folder
from exactua.terms.encoding import canonical, sha256
from tests.proving.rocq.small import needs_coqc, with_steps, written

PROVED = "lemma10.bound_factored"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, and few theorems that are quick to check."""
    written(tmp_path / "rocq", with_steps())
    monkeypatch.setattr(rocq, "sources_folder", lambda: tmp_path / "rocq")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def laid(decided: Any, run_: Any) -> str:
    digest = sha256(decided)
    return f'{{"decided":{canonical(decided)},\n"digest":"{digest}",\n"exactua":"proof/2",\n"run":{canonical(run_)}}}\n'


@needs_coqc
def test_a_proved_step(capsys: Any, in_a_folder: Path) -> None:
    code, out, err = run(capsys, "prove", PROVED)
    assert code == 0
    assert re.fullmatch(
        r"prove compiles what its cache has not of \d+ files, then asks the kernel for the assumptions of each theorem; "
        r"this takes minutes\n",
        err,
    )
    assert "for all d >= 1, n >= 2, delta = 1/m <= 1/2, by the kernel rocq " in out
    assert "general  bound_factored  Steps.yun2020_lemma10_bound_factored_proved" in out
    assert "1 of 1 steps are general; assumptions of each theorem: Closed under the global context" in out
    file = in_a_folder / ".exactua" / "lemma10.bound_factored.general.json"
    assert file.is_file()
    assert file.read_text(encoding="ascii").startswith('{"decided":{"claim":"yun2020:lemma10",')
    code, out, _ = run(capsys, "verify", str(file))
    assert code == 3
    assert "exactua prove --recheck FILE" in out


@needs_coqc
def test_where_there_is_no_theorem_nothing_is_said_of_all_parameters(capsys: Any) -> None:
    code, out, _ = run(capsys, "prove", "kajitsuka2024:extreme_tokens", "--no-certificate")
    assert code == 3
    assert out.splitlines()[1] == "asked for all d >= 1, n >= 1 with d = 2; nothing is proved"


@needs_coqc
def test_a_step_without_a_theorem_is_exit_3(capsys: Any) -> None:
    code, out, _ = run(capsys, "prove", "lemma10", "--no-certificate")
    assert code == 3
    assert "not  lower_bound  no theorem in proofs/rocq" in " ".join(out.split(" ")).replace("    ", "  ")
    assert "verdict inconclusive (scope general)" in out


@needs_coqc
def test_a_refuted_step_is_exit_1(capsys: Any) -> None:
    code, out, _ = run(capsys, "prove", "lemma9.shift_all_rows", "--no-certificate")
    assert code == 1
    assert "it is false for some parameters" in out


@needs_coqc
def test_json(capsys: Any) -> None:
    code, out, err = run(capsys, "prove", PROVED, "--format", "json")
    assert err == ""
    data = json.loads(out)
    assert (code, data["format"], data["exit_code"], data["verdict"]) == (0, "exactua-prove/1", 0, "holds")
    assert data["steps"][0]["theorem"] == "Steps.yun2020_lemma10_bound_factored_proved"
    assert data["certificate"] == ".exactua/lemma10.bound_factored.general.json"


@needs_coqc
@pytest.mark.proofs
def test_a_certificate_is_confirmed_by_proving_anew(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run(capsys, "prove", PROVED, "--certificate", "proof.json")
    kept = building.cache_folder
    monkeypatch.setattr(building, "cache_folder", lambda: pytest.fail("what was compiled before is used again"))
    code, out, _ = run(capsys, "prove", "--recheck", "proof.json")
    assert code == 0
    assert "confirmed proof.json  sha256:" in out
    assert kept().is_dir()


@needs_coqc
@pytest.mark.proofs
def test_lies_are_not_confirmed(capsys: Any, in_a_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "RocqKernel", lambda cached: rocq.RocqKernel())  # to be quick
    run(capsys, "prove", PROVED, "--certificate", "proof.json")
    file = in_a_folder / "proof.json"
    data = json.loads(file.read_text(encoding="ascii"))
    for change in (
        lambda decided: decided["steps"][0].update(statement="sha256:" + 64 * "0"),
        lambda decided: decided["steps"][0].update(theorem="Steps.other"),
        lambda decided: decided["kernel"]["sources"].update({"Steps.v": "sha256:" + 64 * "0"}),
        lambda decided: decided.update(domain="all d >= 1, n >= 1, m >= 1"),
        lambda decided: decided["requires"].pop(),
    ):
        decided = json.loads(json.dumps(data["decided"]))
        change(decided)
        file.write_text(laid(decided, data["run"]), encoding="ascii")
        code, out, _ = run(capsys, "prove", "--recheck", "proof.json")
        assert code == 1
        assert out.startswith("not confirmed: ")
    other = json.loads(json.dumps(data["decided"]))
    other["kernel"]["version"] = "8.17.0"  # the sources and what they assume are the same
    file.write_text(laid(other, data["run"]), encoding="ascii")
    assert run(capsys, "prove", "--recheck", "proof.json")[0] == 0


@needs_coqc
def test_a_change_of_the_sources_shows(capsys: Any, in_a_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "RocqKernel", lambda cached: rocq.RocqKernel())
    run(capsys, "prove", PROVED, "--certificate", "proof.json")
    steps = in_a_folder.parent / "rocq" / "Steps.v"
    steps.write_text(steps.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    code, out, _ = run(capsys, "prove", "--recheck", "proof.json")
    assert (code, "kernel.sources.Steps.v is not what was found now" in out) == (1, True)
    steps.write_text("Theorem a : False. Proof. Admitted.\n", encoding="utf-8")
    code, _, err = run(capsys, "prove", PROVED)
    assert (code, "Steps.v: line 1 has Admitted" in err) == (1, True)


def test_an_altered_file_is_unreadable(capsys: Any, in_a_folder: Path) -> None:
    (in_a_folder / "proof.json").write_text(laid({"claim": "yun2020:lemma10"}, {}), encoding="ascii")
    code, _, err = run(capsys, "prove", "--recheck", "proof.json")
    assert (code, "has no judged" in err) == (2, True)
    (in_a_folder / "proof.json").write_text('{"exactua":"certificate/1"}', encoding="ascii")
    code, _, err = run(capsys, "prove", "--recheck", "proof.json")
    assert (code, 'not of the format "proof/2"' in err) == (2, True)
    assert run(capsys, "prove", "--recheck", "missing.json")[0] == 2


@needs_coqc
def test_a_changed_network_is_exit_4(capsys: Any, monkeypatch: pytest.MonkeyPatch, in_a_folder: Path) -> None:
    def changed(values: Any) -> Network:
        network = selective_shift.contextual_map(values)
        d, n, m = values["d"], values["n"], values["m"]
        last = AttentionLayer((selective_shift.psi(d, m, mpq(0), gain=mpq(m) ** (d * (n + 2))),))
        return Network(d, items=(network.items[0], last), stages=network.stages)

    run(capsys, "prove", PROVED, "--certificate", "proof.json")
    claim, _ = find("lemma10")
    monkeypatch.setattr(claim, "networks", {"g_c": changed})
    for arguments in (("lemma10", "--no-certificate"), (PROVED,), ("--recheck", "proof.json")):
        code, out, err = run(capsys, "prove", *arguments)
        assert (code, "general" in out) == (4, False)
        assert (
            "the network g_c of yun2020:lemma10 and its states at 6 points, d = 1, n = 2, m = 2: exactua's values differ"
            in err
        )


@needs_coqc
def test_a_certificate_carries_its_ties(capsys: Any, in_a_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "RocqKernel", lambda cached: rocq.RocqKernel())
    _, out, _ = run(capsys, "prove", PROVED, "--certificate", "proof.json")
    assert "tied at (d, n, delta) = (1, 2, 1/2), (1, 2, 1/3), (2, 2, 1/2), (1, 3, 1/2), (1, 3, 1/3), (1, 4, 1/2)" in out
    data = json.loads((in_a_folder / "proof.json").read_text(encoding="ascii"))
    tied = data["decided"]["tied"]
    assert len(tied["instances"]) == 6
    data["decided"]["tied"]["sha256"] = "sha256:" + 64 * "0"
    (in_a_folder / "proof.json").write_text(laid(data["decided"], data["run"]), encoding="ascii")
    code, out, _ = run(capsys, "prove", "--recheck", "proof.json")
    assert (code, out.startswith("not confirmed: tied.sha256")) == (1, True)


@needs_coqc
def test_it_says_what_is_to_be_read(capsys: Any) -> None:
    _, out, _ = run(capsys, "prove", PROVED, "--no-certificate")
    line = next(line for line in out.splitlines() if line.startswith("what is proved is to be read in "))
    assert "Exported.v 7-14" in line
    assert "Transformers.v" in line
    assert "Lemma10.v" not in line


def test_of_a_statement_that_is_not_decided_the_header_says_so_and_theorems_about_it_have_their_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rocq, "sources_folder", sources_folder)
    decided = proving.prove(find("yun2020:lemma4")[0], (), rocq.RocqRecord())
    header = next(line for line in lines(decided) if line.startswith("for all"))
    assert header.endswith("by the kernel rocq 8.16.1")
    steps = [replace(step, theorem=None, verdict=Verdict.INCONCLUSIVE) for step in decided.steps]
    told = list(lines(replace(decided, stated=(), steps=steps)))
    assert told[1].startswith("asked for all d >= 1")
    assert told[1].endswith("; no step and no part of the statement is decided by the kernel rocq 8.16.1")
    read = next(line for line in told if line.startswith("what these theorems say is to be read in "))
    assert all(file in read for file in ("Distance.v", "Cubes.v", "RealStatements.v"))
    assert "Lemma4.v" not in read
    assert not any(line.startswith("what is proved is to be read") for line in told)


def test_without_the_kernel_the_record_is_shown(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, in_a_folder: Path
) -> None:
    monkeypatch.setattr(rocq, "sources_folder", sources_folder)
    monkeypatch.setenv("PATH", str(in_a_folder))
    code, out, _ = run(capsys, "prove", "lemma8")
    assert code == 3
    assert "by the record of what was accepted by the kernel rocq 8.16.1" in out
    assert "recorded  property2" in out
    assert "StepsCategory1.yun2020_lemma8_property2_proved" in out
    assert "Theorems.lemma_8_proved (Statements.v " in out
    assert "10 of 10 steps are recorded as general; assumptions of each theorem: Closed under the global context" in out
    assert "tied at (d, n, delta) = (1, 2, 1/2)" in out
    assert "nothing was proved here" in out
    assert "coqc is not on the PATH; install it with `apt-get install coq`" in out
    assert not (in_a_folder / ".exactua").exists()
    code, out, _ = run(capsys, "prove", "lemma8", "--format", "json")
    data = json.loads(out)
    assert (code, data["exit_code"], data["certificate"], data["digest"]) == (3, 3, None, None)
    assert data["recorded"].startswith("kernel: coqc is not on the PATH")
    assert {step["verdict"] for step in data["steps"]} == {"holds"}


def test_a_record_of_other_sources_is_not_shown(capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(sources_folder(), tmp_path / "other")
    proof = tmp_path / "other" / "Lemma10.v"
    proof.write_text(proof.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    monkeypatch.setattr(rocq, "sources_folder", lambda: tmp_path / "other")
    monkeypatch.setenv("PATH", "")
    code, out, err = run(capsys, "prove", "lemma10")
    assert (code, out) == (3, "")
    assert "there is no record either: kernel: assumptions.txt, the record that comes with exactua, is of other" in err


def test_without_the_kernel_it_says_how_to_install_it(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, err = run(capsys, "prove", "lemma10")
    assert code == 3
    assert "coqc is not on the PATH; install it with `apt-get install coq`" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("lemma10", "--kernel", "lean"), "kernel: 'lean' is not valid"),
        ((), "label: give a label"),
        (("lemma10", "--all"), "one of them only"),
        (("lemma10", "--format", "xml"), "format: 'xml' is not valid"),
        (("lemma99",), "no claim 'lemma99'"),
        (("lemma10", "--certificate", "missing/proof.json"), "no folder missing"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], why: str, capsys: Any) -> None:
    code, _, err = run(capsys, "prove", *arguments)
    assert code == 2
    assert why in err


def test_what_theorems_say_beside_the_steps_is_told_and_what_is_left_open_too() -> None:
    claim = find("yun2020:claim1")[0]
    steps = [ProvedStep(step, Verdict.INCONCLUSIVE, reason="none") for step in claim.steps]
    theorem = WrittenTheorem(
        "claim_1", "Theorems.claim_1", "g(X P) = g(X) P", "hash", "Closed", "S.v", (1, 2), ("equivariant",)
    )
    parts = (*claim.parts, Part("of one block", ("equivariant",)))
    proof = Proof(claim, steps, ("equivariant",), {"name": "rocq", "version": "1"}, parts, written=(theorem,))
    said = "\n".join(lines(proof))
    assert re.search("equivariant +none; an instance of Theorems.claim_1", said)
    open_ = re.findall('not decided: "(.*?)"', said)
    assert open_ == [part.words for part in parts]
    assert "no theorem says more of it than Theorems.claim_1; equivariant is an instance of Theorems.claim_1" in said
    alone = "\n".join(lines(Proof(claim, steps, ("equivariant",), {"name": "rocq", "version": "1"}, parts)))
    assert "no theorem of proofs/rocq is stated for equivariant" in alone
    two = (*claim.parts, Part("of one block", ("equivariant", "relu_commutes")))
    evidence = {"name": "rocq", "version": "1"}
    both = "\n".join(lines(Proof(claim, steps, ("equivariant",), evidence, two, written=(theorem,))))
    assert (
        'of one block": no theorem of proofs/rocq is stated for relu_commutes; equivariant is an instance of Theorems.claim_1'
        in both
    )
    rational = replace(theorem, restriction="entries are rational", instances=("equivariant", "relu_commutes"))
    restricted = "\n".join(lines(Proof(claim, steps, ("equivariant",), evidence, two, written=(rational,))))
    assert (
        'of one block": no theorem says more of it than Theorems.claim_1; entries are rational; equivariant and '
        "relu_commutes are instances of Theorems.claim_1"
    ) in restricted


OWN = """from exactua.authoring import Parameter, category1, claim, point, row

ids = claim("ids", parameters=("d", "n", "m"))


@ids.states("the largest id is positive", over=category1)
def largest(at):
    return row(at.rows, lambda i: at.m ** (i - 1)).dot(point).times(at.columns, at.m)[at.n] > 0


other = claim("other", parameters=("n", Parameter("k", "a number")))


@other.states("n k = k n")
def commutes(at):
    return at.n * at.k == at.k * at.n
"""


def test_of_a_claim_of_ones_own_it_is_said_what_would_be_needed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rocq, "sources_folder", sources_folder)
    monkeypatch.setenv("PATH", "")
    Path("own.py").write_text(OWN)
    code, out, _ = run(capsys, "prove", "own.py::ids", "--no-certificate")
    kernel = "exactua prove own.py::ids --kernel polynomial --n 2..10"
    assert (code, out.splitlines()[-1].endswith(f"there is: {kernel} (docs/proofs.md)")) == (3, True)
    assert run(capsys, *kernel.split()[1:], "--no-certificate")[0] == 0
    code, out, _ = run(capsys, "prove", "own.py::other", "--no-certificate")
    assert code == 3
    assert "what would be needed: the parameters d, n and m alone and points of the grid" in out.splitlines()[-1]
    assert "what would be needed" not in run(capsys, "prove", "claim1", "--no-certificate")[1]


def test_a_claim_with_theorems_written_by_hand_alone_is_told_about_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asked(Exception):
        """The kernel is asked."""

    def built(self: rocq.RocqKernel, progress: Any = None) -> Any:
        progress(1, 2)
        raise Asked

    monkeypatch.setattr(rocq.RocqKernel, "require", lambda self: None)
    monkeypatch.setattr(rocq.RocqKernel, "built", built)
    claim, _ = find("claim1")
    assert claim.label not in rocq.CLAIMS
    told = []
    with pytest.raises(Asked):
        proving.prove(claim, (), rocq.RocqKernel(), progress=lambda *counted: told.append(counted))
    assert told == [(1, 2)]
