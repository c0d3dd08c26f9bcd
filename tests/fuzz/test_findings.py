"""What was found by feeding changed inputs, each as small as it could be made."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from exactua import verifier
from exactua.claims.folds import own_fold_from
from exactua.claims.verdicts import Verdict
from exactua.commands import group as cli
from exactua.commands.prove.work import recheck
from exactua.commands.regress.manifest_text import rewritten
from exactua.console.point_files import read_points
from exactua.deciding.comparing import Expected
from exactua.errors import InputError
from exactua.evidence import manifests
from exactua.networks.serialisation import from_data
from tests.fuzz import originals
from tests.fuzz.certificate_readers import laid_out
from tests.fuzz.changing import put
from tests.symbolic_certificates import file, fitted, general, said, step_of, symbolic

N = ["param", "n"]
TOO_MUCH: dict[str, Any] = {
    "a sign with an operand more": ["<", N, N, 0],
    "an if with one branch": ["=", ["if", ["<", 0, 1], N], N],
    "a name with an operand more": ["=", ["param", "n", "n"], N],
    "no term in a branch not taken": ["if", ["<", 0, 1], N, ["no", "such", "operator"]],
}


@pytest.mark.parametrize("term", TOO_MUCH.values(), ids=TOO_MUCH)
@pytest.mark.parametrize("scope", ["symbolic", "general"])
def test_what_is_no_term_does_not_hold_at_all_points_at_once(scope: str, term: Any) -> None:
    """n < n with an operand more was confirmed: it chose whether the sign is strict."""
    decided = symbolic("lemma8", 1, 2, 3) if scope == "symbolic" else general("lemma8", 2)
    assert said(decided)[0] == 0
    step_of(decided, "property3")["term"] = term if term[0] != "if" else ["=", term, N]
    assert said(fitted(decided))[0] in (1, 3)
    assert file(decided) != file(fitted(symbolic("lemma8", 1, 2, 3)))


@pytest.mark.parametrize(
    "text",
    [
        "d = 0x" + "f" * 5000,
        "[unlisted]\na = 0x" + "f" * 5000,
        "[check]\n" + "a." * 2000 + "a = 1",
        "d = 99999999999999999999",
    ],
    ids=["hexadecimal digits", "in a table", "dotted keys", "65 bits"],
)
def test_a_manifest_with_numbers_or_tables_beyond_printing_is_refused_in_a_sentence(text: str, tmp_path: Any) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f"[[check]]\nclaim = 'lemma8'\nexpect = 'holds'\n{text}\n")
    with pytest.raises(InputError, match=r"^[^\n]{1,300}$"):
        manifests.read(path)


@pytest.mark.parametrize("items", [[], [{"positional encoding": {"E": [[0, "1/2"]]}}]], ids=["no layer", "a layer"])
def test_a_network_with_rows_beyond_printing_is_refused_in_a_sentence(items: list[Any]) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{1,300}$"):
        from_data({"d": "0x" + "f" * 4_000, "items": items, "stages": {}})


def test_entries_of_many_digits_are_refused_at_once(tmp_path: Any) -> None:
    """A pattern looked at every digit once for each digit before it: a file of 1 MiB took hours."""
    path = tmp_path / "points.csv"
    path.write_text("\n".join(["9" * 9_999 + "x"] * 1 + ["9" * 9_999 + "x"]))
    began = time.process_time()
    with pytest.raises(InputError):
        read_points(path, 1)
    assert time.process_time() - began < 0.5


def test_a_proof_does_not_have_a_file_run(tmp_path: Any) -> None:
    """Its claim was looked up by its label, and a label may be a file of somebody's own, which is code."""
    original = next(document for document in originals.certificates() if document.name == "proof")
    own = tmp_path / "own.py"
    own.write_text(f"open({str(tmp_path / 'escaped')!r}, 'w').close()\n")
    for label in (f"{own}::lemma", str(own)):
        (tmp_path / "a.json").write_bytes(
            laid_out({**original.data, "claim": label, "kernel": {"name": "rocq"}}, original.form)
        )
        with pytest.raises(InputError, match="is in a file"):
            recheck(tmp_path / "a.json")
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize(
    ("key", "value"),
    [("points", []), ("points", [[[0, 1], [0]]]), ("relation", "\x1b[31m"), ("bindings", {"\x07": 1})],
    ids=str,
)
def test_a_ledger_takes_no_witness_that_can_not_be_shown(
    key: str, value: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    original = next(document for document in originals.certificates() if document.name == "lemma7.range_of_k")
    path = ("steps", 0, "witness", key)
    (tmp_path / "a.json").write_bytes(laid_out(put(original.data, path, value), original.form))
    assert cli.main(["errata", "yun2020", "--certificates", str(tmp_path)]) in (0, 1, 2)
    assert capsys.readouterr().out.replace("\n", "").isprintable()


def test_a_line_of_many_spaces_is_read_at_once() -> None:
    """In a text of several lines each of them may look like the beginning of a table."""
    text = (
        "[[check]]  # first\nclaim = 'lemma8'\nexpect = 'holds'\n\n[unlisted]\na = '''\n[" + " " * 20_000 + "x[\n'''\n"
    )
    began = time.process_time()
    assert rewritten(text, [None], {}) == text
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("line", ["[check.steps]", "  [ check . steps ] # why", "[check .steps]"])
def test_headers_are_read_with_their_spaces(line: str) -> None:
    text = f"[[ check ]]\nclaim = 'lemma8'\nexpect = 'holds'\n{line}\nproperty1 = 'holds'\n"
    new = rewritten(text, [Expected(Verdict.HOLDS, {"property1": Verdict.REFUTED})], {})
    assert new == text.replace("property1 = 'holds'", 'property1 = "refuted"')


linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="time and memory are bounded on Linux")


@linux
def test_a_verifier_gives_up_after_its_time(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers of a million bits: no bound on steps alone is one on time."""
    original = next(document for document in originals.certificates() if document.name == "sizes")
    step = {**original.data["steps"][0], "term": ["all", "k", 1, 400_000, ["<", 0, ["^", ["var", "k"], 50_000]]]}
    path = tmp_path / "long.json"
    path.write_bytes(laid_out(fitted({**original.data, "steps": [step, *original.data["steps"][1:]]}), original.form))
    began = time.process_time()
    assert verifier.main([str(path), "--seconds", "1"]) == verifier.NOT_RECHECKED
    assert time.process_time() - began < 5
    assert "more time or memory" in capsys.readouterr().out


@linux
def test_a_verifier_gives_up_where_there_is_not_enough_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier.resources, "LARGEST_MEMORY", 64 * 2**20)
    monkeypatch.setattr(verifier.checking, "check", lambda *given: bytearray(2**30))
    original = originals.certificates()[0]
    with verifier.bounded(0), pytest.raises(verifier.Refused, match="MemoryError") as caught:
        verifier.verify(laid_out(original.data, original.form))
    assert caught.value.code == verifier.NOT_RECHECKED
    assert len(bytearray(2**28)) == 2**28  # behind it there is as much as before


@pytest.mark.parametrize("of", ["accumulator", "numbers"])
def test_a_fold_that_asks_for_a_place_beyond_printing_is_refused_in_a_sentence(of: str) -> None:
    place: Any = "0x" + "f" * 4_000 if of == "accumulator" else "-0x" + "f" * 4_000
    own = {"start": [0], "next": [["item", [of], place]], "holds": ["<", 0, 1]}
    with pytest.raises(InputError, match=r"^[^\n]{1,300}$"):
        own_fold_from(own, "fold")
