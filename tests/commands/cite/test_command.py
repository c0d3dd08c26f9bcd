"""`exactua cite`: the paper, exactua, certificates of what is stated now; keys, formats and exit codes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import exactua
from exactua.claims import user_files
from exactua.claims.registry import PAPERS, find
from exactua.claims.verification import Outcome, as_data
from exactua.commands.cite import work as citing
from exactua.commands.group import main
from exactua.commands.prove.work import prove
from exactua.evidence import verifications
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.networks.files import write_network
from exactua.proving.rocq.kernel import RocqRecord
from tests.commands.ask.test_work import PLAIN
from tests.own_files import write

DIGEST = "3e9ad596da4648dfaaf1fe216b65c3d65a1894b9a35607f32cdc53b87a847450"
BOX = ("--d", "2", "--n", "3")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys, *arguments: str, code: int = 0) -> dict:
    status, out, _ = run(capsys, "cite", *arguments, "--format", "json")
    assert status == code
    return json.loads(out)


def keys(text: str) -> list[str]:
    return re.findall(r"^@[a-z]+\{([^,]+),$", text, re.MULTILINE)


def test_the_paper_the_program_and_the_certificate_are_cited(capsys, folder):
    code, out, err = run(capsys, "cite", "lemma8", *BOX)
    assert (code, err) == (0, "")
    assert keys(out) == ["yun2020", "exactua", "exactua-lemma8-d2n3m2"]
    assert f"% Digest:  sha256:{DIGEST}" in out
    assert DIGEST in out.replace(r"\allowbreak{}", "").split("note")[1]
    assert "% May be claimed: For d = 2, n = 3, delta = 1/2, all 10 statement steps of Lemma 8" in out
    assert "% May not: Nothing is said of other d, n, delta" in out
    assert (folder / ".exactua" / "lemma8.d2n3m2.json").exists()


def test_the_certificate_that_is_there_is_taken(capsys, folder, monkeypatch):
    run(capsys, "check", "lemma8", *BOX)
    monkeypatch.setattr(citing, "decide", None)  # nothing is decided
    assert document(capsys, "lemma8", *BOX)["certificates"][0]["digest"] == f"sha256:{DIGEST}"


@pytest.mark.parametrize("damage", ["digest", "statement", "box", "cut", "gone"])
def test_a_certificate_of_something_else_is_not_cited(capsys, folder, damage):
    from exactua.terms.encoding import sha256

    run(capsys, "check", "lemma8", *BOX)
    path = folder / ".exactua" / "lemma8.d2n3m2.json"
    data = json.loads(path.read_text())
    if damage == "digest":
        data["digest"] = "sha256:" + "0" * 64
    if damage == "statement":
        data["decided"]["steps"][0]["statement"] = "sha256:" + "0" * 64
    if damage == "box":
        data["decided"]["parameters"]["n"] = 4
    if damage == "cut":
        data["decided"]["domains"][0]["decided"] = []
    if damage != "digest":
        data["digest"] = sha256(data["decided"])
    path.write_text(json.dumps(data))
    if damage == "gone":
        path.unlink()
    cited = document(capsys, "lemma8", *BOX)["certificates"][0]
    assert cited["digest"] == f"sha256:{DIGEST}"
    assert json.loads(path.read_text())["digest"] == cited["digest"]


def test_without_an_instance_what_is_there_is_cited(capsys, folder):
    code, out, err = run(capsys, "cite", "lemma8")
    assert (code, keys(out)) == (0, ["yun2020", "exactua"])
    assert ".exactua holds no certificate of yun2020:lemma8; name an instance" in err
    for box in (("--d", "1", "--n", "2"), ("--d", "1", "--n", "3")):
        run(capsys, "check", "lemma8", *box)
    run(capsys, "check", "lemma8.property3", *BOX)
    run(capsys, "check", "lemma8", "--d", "4", "--n", "5", "--scope", "symbolic")
    whole = [entry["key"] for entry in document(capsys, "lemma8")["certificates"]]
    assert whole == [
        "exactua-lemma8-d1n2m2",
        "exactua-lemma8-d1n3m2",
        "exactua-lemma8-property3-d2n3m2",
        "exactua-lemma8-symbolic-d4n5m2",
    ]
    named = document(capsys, "lemma8.property3")["certificates"]
    assert [entry["key"] for entry in named] == ["exactua-lemma8-property3-d2n3m2"]
    assert "--scope symbolic" in document(capsys, "lemma8")["certificates"][-1]["check"]


def test_without_an_instance_what_is_stale_is_not_cited(capsys, folder):
    from exactua.terms.encoding import sha256

    run(capsys, "check", "lemma8", *BOX)
    path = folder / ".exactua" / "lemma8.d2n3m2.json"
    data = json.loads(path.read_text())
    data["decided"]["steps"][0]["statement"] = "sha256:" + "0" * 64
    path.write_text(json.dumps(data | {"digest": sha256(data["decided"])}))
    assert document(capsys, "lemma8")["certificates"] == []


def test_a_refuted_line_is_cited_as_refuted(capsys):
    code, out, _ = run(capsys, "cite", "yun2020:lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4")
    assert code == 0
    assert "Refuted as written (typo in the text as we have it): 1 of 1 judged step is refuted" in out
    assert "% May be claimed: The proof line range_of_k of Lemma 7 (Yun et al. 2020) is refuted as written" in out
    repaired = document(capsys, "yun2020:lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4", "--repaired")[
        "certificates"
    ][0]
    assert repaired["key"] == "exactua-lemma7-range_of_k-repaired-d1n2m4"
    assert repaired["check"].endswith("--delta 1/4 --repaired")


def test_a_refutation_with_a_tie_rule_of_ours_is_not_called_as_written(capsys):
    _, out, _ = run(capsys, "cite", "claim1.equivariant", "--d", "1", "--n", "2", "--tie-rule", "leftmost")
    assert "exactua-claim1-equivariant-d1n2m2-leftmost" in keys(out)
    assert "Refuted: 1 of 1 judged step is refuted" in out
    assert "efuted as written" not in out


def test_ranges_make_an_entry_each(capsys):
    citation = document(capsys, "lemma8", "--d", "1", "--n", "2..3", "--delta", "1/2..1/3")
    assert [entry["key"] for entry in citation["certificates"]] == [
        "exactua-lemma8-d1n2m2",
        "exactua-lemma8-d1n2m3",
        "exactua-lemma8-d1n3m2",
        "exactua-lemma8-d1n3m3",
    ]
    assert len(citation["entries"]) == 6


def test_every_command_repeats_the_certificate(capsys, folder):
    for entry in document(capsys, "lemma8", "--d", "1", "--n", "2..3")["certificates"]:
        (folder / entry["file"]).unlink()
        assert main(entry["check"].split()[1:]) == 0
        assert json.loads((folder / entry["file"]).read_text())["digest"] == entry["digest"]
        assert main(entry["verify"].split()[1:]) == 0
        capsys.readouterr()


def test_what_is_too_large_is_not_cited(capsys, folder):
    code, out, err = run(capsys, "cite", "lemma8", "--d", "3", "--n", "20")
    assert (code, keys(out)) == (3, ["yun2020", "exactua"])
    assert "not cited: exactua check yun2020:lemma8 --d 3 --n 20 --delta 1/2 is inconclusive: 5,608,233,007,146" in err
    assert list(folder.rglob("*.json")) == []


def test_what_a_verifier_said_is_cited(capsys, folder):
    _, out, _ = run(capsys, "cite", "lemma8", *BOX)
    assert "% Status:  not verified\n" in out
    assert "Certificate not verified. " in out
    path = folder / ".exactua" / "lemma8.d2n3m2.json"
    verification = verifications.confirmed(path)
    verifications.keep(verification)
    _, out, _ = run(capsys, "cite", "lemma8", *BOX)
    words = " ".join(out.replace("%", " ").split())
    assert f"Status: confirmed in full by verifier.py (sha256 {verification.verifier.sha256[7:]})" in words
    assert "Certificate confirmed in full by verifier.py. " in out
    assert document(capsys, "lemma8", *BOX)["certificates"][0]["verified"] == as_data(verification)
    verifications.keep(replace(verification, outcome=Outcome.REFUSED, said="the points"))
    _, out, _ = run(capsys, "cite", "lemma8", *BOX, "--format", "text")
    words = " ".join(out.split())
    assert f"NOT CONFIRMED by verifier.py (sha256 {verification.verifier.sha256[7:]}): the points" in words
    assert "May be claimed: Nothing may be claimed: this certificate is NOT CONFIRMED by verifier.py." in words


def test_papers_are_cited_alone(capsys):
    for paper in PAPERS:
        code, out, err = run(capsys, "cite", paper)
        assert (code, len(keys(out)), err) == (0, 2, "")


def test_a_file_of_ones_own_may_give_a_reference(capsys, folder):
    text = "from exactua.authoring import claim\nlemma = claim('lemma', parameters=())\n"
    text += "@lemma.states('1 = 1')\ndef one(at): return at.k == at.k\n"
    text = text.replace("parameters=()", "parameters=(Parameter('k', 'a number', ladder=(1,)),)")
    text = text.replace("import claim", "import Parameter, claim")
    (folder / "mine.py").write_text(text)
    code, out, _ = run(capsys, "cite", "mine.py::lemma", "-p", "k=1")
    assert code == 0
    assert "% mine.py: no REFERENCE is given there" in out
    assert keys(out) == ["exactua", "exactua-mine-lemma-k1"]
    given = {"type": "misc", "authors": ["García, Ana", "The {Group} & Co"], "title": "100% of $x_1$ {", "year": 2026}
    (folder / "mine.py").write_text(text + f"REFERENCE = {given}\n")
    code, out, _ = run(capsys, "cite", "mine.py")
    assert (code, keys(out)) == (0, ["mine", "exactua"])
    assert r"author = {García, Ana and {The \textbraceleft{}Group\textbraceright{} \& Co}}" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lemma99",), "no claim 'lemma99'"),
        (("yun2020", "--d", "1"), "yun2020 is a paper; name one of its claims, or leave out --d"),
        (("lemma8", "--repaired"), "repaired: it needs an instance"),
        (("lemma8", "--format", "ris"), "format: 'ris' is not valid; choose one of bibtex, text, json"),
        (("lemma8", "--d", "1", "--n", "1"), "exactua decides Lemma 8 for n >= 2 (assumed throughout, Sec. 1.2) only"),
        (("lemma8", *BOX, "--budget", "soon"), "budget: 'soon' is not a duration"),
        (("lemma8", *BOX, "-o", "no/such.bib"), "output: there is no folder no"),
    ],
    ids=["label", "paper", "repaired", "format", "hypothesis", "budget", "output"],
)
def test_wrong_usage_is_one_sentence(capsys, arguments, says):
    code, out, err = run(capsys, "cite", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_certificate_is_cited_by_its_file(capsys) -> None:
    """One of a claim that is known here, as the claim at its instance; one of `ask`, which no label names."""
    assert run(capsys, "check", "lemma8", *BOX)[0] == 0
    file = ".exactua/lemma8.d2n3m2.json"
    assert document(capsys, file) == document(capsys, "lemma8", *BOX)
    exactua.ask(PLAIN, [[[0, 1]], [[0, 2]]], property="injective", certificate="answer.json")
    code, out, err = run(capsys, "cite", "answer.json")
    assert (code, err) == (0, "")
    assert "Certificate of injective" in out
    assert DIGEST not in out


def _answer(network: Network, points: list[Any], folder: Path, name: str = "contextual-mapping") -> str:
    """The text of what is cited of Definition 2, or another property, of a network and points in files."""
    write_network(folder / "net.json", network)
    (folder / "points.json").write_text(json.dumps(points), encoding="ascii")
    definition = {"definition": "kajitsuka2024"} if name == "contextual-mapping" else {}
    exactua.ask("net.json", "points.json", property=name, certificate="answer.json", **definition)
    return " ".join(line.lstrip("% ") for line in exactua.cite("answer.json").bibtex.splitlines())


@pytest.mark.parametrize(
    ("name", "about"),
    [
        ("injective", "the network in the certificate, at the 3 points there"),
        ("contextual-mapping", "the network in the certificate, at the 3 points there"),
        ("separated", "the 5 tokens in the certificate"),
    ],
)
def test_what_may_be_claimed_of_an_answer_names_no_file(capsys, folder: Path, name: str, about: str) -> None:
    """The digest doesn't cover the names: points are counted as the hashed part has them."""
    text = _answer(PLAIN, [[[0, 1, 3]], [[1, 2, 3]], [[2, 3, 5]]], folder, name)
    claimed, called = text.split(" Called: ")
    assert f"May be claimed: Of {about}, {name} " in claimed
    assert ".json" not in claimed[claimed.index("May be claimed") :]
    names = "points.json" if name == "separated" else "net.json, points.json"
    assert called.startswith(f" {names} (as the run tells it: outside of the digest) Verdict: ")
    (cited,) = document(capsys, "answer.json")["certificates"]
    assert ".json" not in cited["may_be_claimed"] + cited["may_not"]
    assert "permutation equivariant" not in cited["may_be_claimed"]


@pytest.mark.parametrize("name", ["contextual-mapping", "injective"])
def test_what_a_chain_of_sequences_rests_on_is_said_beside_its_steps(folder: Path, name: str) -> None:
    single = [[1]]
    soft = Network(1, [SoftmaxAttentionLayer([AttentionHead(single, single, single, single, [0])])])
    text = _answer(soft, [[[k, k + 1, 2 * k + 3]] for k in range(9)], folder, name)
    rests = "are all ids rests on this, which no step asserts: every layer of the network is permutation equivariant."
    assert "chain: the neighbours are those of one chain" in text
    assert (rests in text) is (name == "contextual-mapping")
    places = "27 sequences" if name == "contextual-mapping" else "9 points"
    assert f"May be claimed: Of the network in the certificate, at the {places} there, " in text


def test_a_rounded_certificate_of_a_claim_of_a_file_is_not_sent_to_its_claim(capsys, folder: Path) -> None:
    """The claim has hardmax, and the certificate softmax and rounded layers: citing the claim would cite another."""
    assert run(capsys, "new", "my_lemma.py")[0] == 0
    asked = ("--d", "1", "--n", "1", "--lambda", "4", "--dtype", "bfloat16", "--certify", "--certificate", "r.json")
    assert run(capsys, "limit", "my_lemma.py::lemma", *asked)[0] == 1
    user_files.last_made.clear()
    code, out, err = run(capsys, "cite", "r.json")
    assert (code, out) == (2, "")
    assert err == (
        "exactua: certificate: r.json is of my_lemma:lemma, a claim of a file, with rounded layers, as limit --certify "
        "writes it; cite speaks of claims as they stand, and exactua verify --claims FILE r.json compares it\n"
    )


def test_a_certificate_of_a_claim_of_a_file_is_cited_by_its_claim(capsys, folder: Path) -> None:
    """Its file is not read for a certificate, which anybody may have written."""
    assert run(capsys, "new", "my_lemma.py")[0] == 0
    assert run(capsys, "check", "my_lemma.py::lemma", *BOX)[0] == 1
    user_files.last_made.clear()
    code, out, err = run(capsys, "cite", ".exactua/my_lemma.lemma.d2n3.json")
    assert (code, out) == (2, "")
    assert err == (
        "exactua: certificate: .exactua/my_lemma.lemma.d2n3.json is of my_lemma:lemma, a claim of a file that is not read "
        "for it; cite the claim, such as exactua cite my_lemma.py::lemma --d 2 --n 3\n"
    )
    assert run(capsys, *["cite", "my_lemma.py::lemma", "--d", "2", "--n", "3"])[0] in (0, 1)
    Path("kept").mkdir()
    Path(".exactua/my_lemma.lemma.d2n3.json").rename("kept/a.json")
    user_files.last_made.clear()
    assert run(capsys, "cite", "kept/a.json")[2].endswith(
        "such as exactua cite my_lemma.py::lemma --d 2 --n 3 --certificates kept\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("answer.json", "--d", "1"), "label: answer.json is a certificate, which has its own instance; leave out --d"),
        (
            ("answer.json", "--repaired"),
            "label: answer.json is a certificate, which has its own instance; leave out --r",
        ),
        (("answer.json",), "certificate: answer.json: not a file"),
    ],
)
def test_what_is_wrong_with_a_certificate_is_one_sentence(capsys, arguments, says) -> None:
    code, out, err = run(capsys, "cite", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"exactua: {says}")
    assert err.count("\n") == 1


def test_a_proof_is_cited_with_its_theorems_and_the_command_that_rechecks_it(capsys, folder: Path) -> None:
    claim, _ = find("lemma8")
    proof = prove(claim, (), RocqRecord())  # as the kernel would have it: the record is of these sources
    (folder / ".exactua").mkdir()
    (folder / ".exactua/lemma8.general.json").write_text(proof.text({}), encoding="ascii")
    code, out, _ = run(capsys, "cite", "lemma8")
    text = " ".join(line.lstrip("% ") for line in out.splitlines())
    assert code == 0
    assert "Verify:  exactua prove --recheck .exactua/lemma8.general.json" in out
    assert "Theorem: Theorems.lemma_8_proved (Statements.v " in text
    assert "one order of columns, only the theorems below speak of others." in text
    assert "in every order of their columns: Properties 1 to 4; instances of it: layers, only_attention" in text
    (cited,) = document(capsys, "lemma8")["certificates"]
    assert (cited["scope"], cited["verify"]) == ("general", "exactua prove --recheck .exactua/lemma8.general.json")
    assert [theorem["theorem"] for theorem in cited["theorems"]] == ["Theorems.lemma_8_proved"]
    assert main(["verify", ".exactua/lemma8.general.json"]) == 3  # which is why it is not the command that is printed


def test_a_proof_over_the_reals_is_cited_with_what_it_assumes(capsys, folder: Path) -> None:
    proof = prove(find("yun2020:lemma4")[0], (), RocqRecord())
    (folder / ".exactua").mkdir()
    (folder / ".exactua/lemma4.general.json").write_text(proof.text({}), encoding="ascii")
    code, out, _ = run(capsys, "cite", "yun2020:lemma4")
    text = " ".join(out.replace("%", " ").split())
    assert code == 0
    assert "title = {{Certificate of Lemma 4 (Yun et al. 2020)}}" in text
    assert 'May be claimed: For all parameters "For any given f in F_PE and 1 <= p < infinity' in text
    assert 'by lemma_4 of proofs/rocq. Read here: "d_p(f, f-bar) <= eps/3": countably many boxes' in text
    assert "May not: Nothing is said of the lines of its proof." in text
    assert "assumes of the standard library's real numbers ClassicalDedekindReals.sig_forall_dec" in text
    assert "Verdict: holds: 1 of 1 parts of the statement by theorems" in text


def test_a_proof_without_a_theorem_is_not_cited(capsys, folder: Path) -> None:
    proof = replace(prove(find("yun2020:lemma4")[0], (), RocqRecord()), written=())
    (folder / ".exactua").mkdir()
    (folder / ".exactua/lemma4.general.json").write_text(proof.text({}), encoding="ascii")
    _, out, err = run(capsys, "cite", "yun2020:lemma4")
    assert "Certificate of" not in out
    assert (
        "holds no certificate of yun2020:lemma4 that decides something of it (lemma4.general.json decides nothing); "
        in err
    )


def test_a_part_is_cited_as_its_theorem_s_as_long_as_the_theorem_says_the_same(capsys, folder: Path) -> None:
    claim, _ = find("proposition5")
    proof = prove(claim, (), RocqRecord())
    (folder / ".exactua").mkdir()
    file = folder / ".exactua/proposition5.general.json"
    file.write_text(proof.text({}), encoding="ascii")
    words = '"such that d_p(f-bar, g-bar) = O(delta^(d/p))"'
    said = f"For all parameters {words}, by proposition_5_distance_real of proofs/rocq."
    (cited,) = document(capsys, "proposition5")["certificates"]
    assert said in cited["may_be_claimed"]
    assert "Not decided" not in cited["may_not"]
    weaker = [replace(theorem, statement="sha256:0") for theorem in proof.written]
    file.write_text(replace(proof, written=weaker).text({}), encoding="ascii")
    (cited,) = document(capsys, "proposition5")["certificates"]
    assert said not in cited["may_be_claimed"]
    assert words in cited["may_not"].partition("Not decided: ")[2]


def test_of_a_definition_it_is_said_what_its_object_does_not_meet(capsys) -> None:
    (cited,) = document(capsys, "definition_e1", "--d", "1", "--n", "2")["certificates"]
    assert "condition2 is not met by the q of Lemma 8, where a counterexample is known" in cited["may_be_claimed"]
    assert " Not met by the q of Lemma 8: arbitrary_function (E.1.2: this allows a token-wise" in cited["may_not"]
    assert "; of the remarks on Lemma 8 the line invariant is refuted." in cited["may_not"]
    assert "said before Lemma 8, and no condition of the definition" in cited["may_be_claimed"]
    (entry,) = [entry for entry in document(capsys, "definition_e1")["entries"] if entry["key"] == cited["key"]]
    assert "; not met by the q of Lemma 8: arbitrary\\_function" in entry["fields"]["note"]


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        (("so2020:one_dimension", "--d", "1", "--n", "2"), '"All k_i\'s can be recovered from max_j O_j": as a set'),
        (("kajitsuka2024:theorem2", "-p", "data=1"), 'k, l in [n]": with k != l (equation6)'),
        (
            ("separable_convolution", "--d", "1", "--n", "2"),
            "with zeros as padding, on G_delta, behind a token-wise layer",
        ),
    ],
)
def test_how_words_are_read_is_said(capsys, asked: tuple[str, ...], read: str) -> None:
    (cited,) = document(capsys, *asked)["certificates"]
    assert read in cited["may_be_claimed"].partition(" Read here: ")[2]
    (step,) = document(capsys, f"{asked[0]}.{cited['judged'][0]}", *asked[1:])["certificates"]
    assert "Read here" not in step["may_be_claimed"]  # a step that is named has its own words


def test_the_theorems_that_decide_a_part_for_all_parameters_are_named_at_an_instance(capsys) -> None:
    (cited,) = document(capsys, "proposition5", "--d", "1", "--n", "2")["certificates"]
    assert "have three; for all parameters by proposition_5_real)" in cited["may_not"]


SUMS = """
@lemma.states("no entry is below 0", over=bits)
def least(at):
    return every(at.columns, lambda j: point[1, j] >= 0)
@lemma.states("no entry is above 1", over=bits)
def most(at):
    return every(at.columns, lambda j: point[1, j] <= 1)
@lemma.states("the first entry is 0", over=bits)
def zero(at):
    return point[1, 1] == 0
"""


def test_of_a_refuted_claim_what_holds_is_named(capsys, folder):
    write(SUMS)
    code, out, _ = run(capsys, "cite", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--format", "text")
    words = " ".join(out.split())
    assert code == 0
    assert "The step zero of lemma (my_lemma.py) is refuted as written" in words
    assert (
        "For d = 1, n = 2, least and most hold, decided in exact arithmetic at every one of its 4 sequences." in words
    )
    assert "1 of 3 judged steps is refuted, 2 hold; refuted: zero; hold: least and most" in words
    _, bibtex, _ = run(capsys, "cite", "my_lemma.py::lemma", "--d", "1", "--n", "2")
    assert "hold: least and most" in bibtex


def test_where_nothing_else_holds_nothing_is_named(capsys):
    write(SUMS)
    _, out, _ = run(capsys, "cite", "my_lemma.py::lemma.zero", "--d", "1", "--n", "2", "--format", "text")
    assert "hold" not in out.partition("Verdict:")[2].partition("Status:")[0]


TWO_DOMAINS = """
three = listed("three", [[[0, 1]], [[1, 0]], [[1, 1]]])
@lemma.states("no entry is below 0", over=bits)
def least(at):
    return every(at.columns, lambda j: point[1, j] >= 0)
@lemma.states("an entry is 1", over=three)
def largest(at):
    return some(at.columns, lambda j: point[1, j] == 1)
"""


def test_steps_about_different_points_are_said_to_be_decided_at_their_own(capsys, folder):
    """4 sequences and 3 points: neither step was decided at 7."""
    write(TWO_DOMAINS)
    _, out, _ = run(capsys, "cite", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--format", "text")
    words = " ".join(out.split())
    assert "hold, decided in exact arithmetic, each at every point that it speaks about (7 points in all)." in words
    assert "every one of its 7" not in words
