"""`exactua.cite`: decisions, certificates, claims and papers, with what may be claimed of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import certificate, check, cite, find, limit, verify
from exactua.certificates.limits import limit_certificate
from exactua.certificates.limits import write as write_limit
from exactua.certificates.writing import digest
from exactua.errors import InputError
from exactua.evidence.certificate_folders import read_folder
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.printing.citations import document
from tests.own_files import HEAD, STEPS, made_here, write
from tests.printing.notebook.test_pages import html


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_decision_is_cited_by_the_certificate_that_is_kept_of_it() -> None:
    decision = check(made_here(), d=1, n=2)
    (cited,) = cite(decision).certificates
    assert cited.file.path == Path(".exactua/notebook.lemma.d1n2.json")
    assert cited.file.path.read_text().startswith("{")
    assert cited.file.digest == digest(decision)
    assert cited.verdict == "refuted as written: 1 of 2 judged steps is refuted, 1 holds; refuted: grows; holds: rises"
    assert cite(str(cited.file.path)).certificates == cite(cited.file.path).certificates == (cited,)


def test_no_command_is_given_that_would_find_nothing() -> None:
    citation = cite(check(made_here(), d=1, n=2))
    assert "exactua check" not in citation.bibtex + citation._repr_html_() + repr(citation)
    assert r"howpublished = {\texttt{exactua verify" in citation.bibtex
    assert document(citation, 0)["certificates"][0]["check"] is None
    assert "Check:   exactua check yun2020:lemma10 --d 1 --n 2 --delta 1/2" in cite("lemma10", d=1, n=2).bibtex


def test_a_claim_at_an_instance_is_decided_once() -> None:
    lemma = made_here()
    first = cite((lemma, "rises"), d=1, n=2)
    (path,) = Path(".exactua").glob("*.json")
    before = path.stat().st_mtime_ns
    assert cite((lemma, "rises"), d=1, n=2).certificates == first.certificates
    assert path.stat().st_mtime_ns == before
    assert [cited.file.judged for cited in first.certificates] == [("rises",)]


def test_a_claim_alone_has_the_certificates_that_are_there() -> None:
    lemma = made_here()
    assert cite(lemma).certificates == ()
    for n in (1, 2):
        cite(lemma, d=1, n=n)
    assert [cited.file.box["n"] for cited in cite(lemma).certificates] == [1, 2]
    assert repr(cite(lemma)).split("\n")[:3] == [
        "Citation of notebook",
        "  Certificate of lemma (notebook) at d = 1, n = 1: refuted as written: 1 of 2 judged steps is refuted, 1 holds; refu ...",
        f"    {digest(check(lemma, d=1, n=1))}",
    ]


def test_what_was_verified_is_said() -> None:
    decision = check(made_here(), d=1, n=2)
    assert "not verified" in cite(decision).bibtex
    verify(decision)
    assert "confirmed in full by verifier.py" in cite(decision).bibtex
    assert "not verified" not in cite(decision).bibtex


def test_a_decision_about_what_the_claim_no_longer_states_is_not_cited() -> None:
    decision = check(made_here(), d=1, n=2)
    path = Path("old.json")
    path.write_text(certificate(decision))
    made_here(HEAD + STEPS.replace("[1, j] > point", "[1, j] >= 1 + point"))
    with pytest.raises(InputError, match="is about another statement or network than notebook:lemma has now"):
        cite(decision)
    with pytest.raises(InputError, match=r"^certificate: old.json is about another statement or network"):
        cite(path)
    made_here(HEAD.replace("W_O=[[1]]", "W_O=[[2]]") + STEPS)
    with pytest.raises(InputError, match="is about another statement or network than notebook:lemma has now"):
        cite(decision)


def test_a_decision_about_an_older_claim_of_the_same_name_is_not_cited() -> None:
    decision = check(made_here(), d=1, n=2)
    made_here(HEAD + STEPS[: STEPS.index('@lemma.states("everything')].replace("def rises", "def falls"))
    with pytest.raises(InputError, match="is about another statement or network than notebook:lemma has now"):
        cite(decision)


def test_one_step_and_its_repair() -> None:
    decision = check("lemma7.range_of_k", d=1, n=2, delta="1/4", judged="repaired")
    (cited,) = cite(decision).certificates
    assert cited.file.judged == ("range_of_k@repaired",)
    assert cite("lemma7.range_of_k", d=1, n=2, delta="1/4", judged="repaired").certificates == (cited,)


def test_a_paper_and_a_page() -> None:
    citation = cite("yun2020")
    assert (citation.certificates, citation.bibtex.count("\n@")) == ((), 1)
    assert citation.bibtex.startswith("@inproceedings{yun2020,")
    page = html(cite("lemma10", d=1, n=2)).words
    assert any("May" in word or "may be claimed" in word for word in page)
    assert "@inproceedings{yun2020," in "".join(page)


def test_a_claim_of_a_file() -> None:
    write()
    lemma, _ = find("my_lemma.py::lemma")
    assert cite(lemma, d=1, n=2).certificates == cite(check("my_lemma.py::lemma", d=1, n=2)).certificates


@pytest.mark.parametrize(
    ("what", "options", "message"),
    [
        (3, {}, "label: 3 is neither a label nor a claim"),
        (Path("lemma.txt"), {}, "what: lemma.txt does not end in .json, as certificates do"),
        ("gone.json", {}, "certificate: gone.json: not a file"),
        ("yun2020", {"d": 1}, "label: yun2020 is a paper; name one of its claims"),
        ("lemma10", {"judged": "repaired"}, "judged: it needs an instance"),
        ("lemma10", {"d": 1, "n": 2, "judged": "mended"}, "judged: 'mended' is not valid"),
        ("lemma10", {"d": 1, "n": 2, "folder": 3}, "folder: 3 is no path"),
        ("lemma10", {"d": 1, "n": 2, "budget": 0}, "budget: 0 is not valid"),
        ("lemma10", {"d": 1}, "n: missing; yun2020:lemma10 needs n"),
    ],
)
def test_what_is_wrong_is_one_sentence(what: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        cite(what, **options)
    assert str(caught.value).startswith(message)


def test_a_decision_has_its_own_instance() -> None:
    decision = check("lemma10", d=1, n=2)
    with pytest.raises(InputError, match="a decision and a certificate have their own; leave them out"):
        cite(decision, d=1)


def test_a_certificate_of_a_claim_that_is_not_known_here() -> None:
    text = certificate(check(made_here(HEAD.replace('claim("lemma")', 'claim("kim2023:gone")') + STEPS), d=1, n=1))
    Path("gone.json").write_text(text.replace("kim2023:gone", "kim2023:lost"))
    with pytest.raises(InputError):
        cite("gone.json")


HARD = Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])


def test_a_limit_is_cited_with_what_is_known_of_lambda() -> None:
    """It is kept like an answer, or cited by its file."""
    answer = limit(HARD, points=["1/2 1", "1/2 3/4"], factors=100, certificate="net.json")
    cited, by_file = cite(answer).certificates[0], cite("net.json").certificates[0]
    assert Path(cited.file.path).read_text() == Path("net.json").read_text() == certificate(answer)
    assert (cited.said, cited.title, cited.verdict) == (by_file.said, by_file.title, by_file.verdict)
    assert cited.verdict == "within 1/100 for all lambda >= 26; off by more than 1337/131072 at lambda = 101/4"
    assert "for all lambda >= 26 every entry of its output is within 1/100 of that with hardmax" in cited.said.may
    assert "an entry is off by more than 1337/131072 at lambda = 101/4 at [1/2 3/4]" in cited.said.may
    assert cited.said.may_not.startswith(
        "Not that 26 is the least such lambda: of smaller ones nothing is said but at 101/4. Nothing is said of"
    )
    assert cite(answer).reference is None
    assert cite(answer).bibtex.count("@misc") == 2
    assert list_of_folder() == ([], 0)


def list_of_folder() -> tuple[list[object], int]:
    """What is told of certificates that can't be read, and of how many claims there are some."""
    said = read_folder([find("lemma8")[0]], Path(".exactua"))
    return list(said.unused), len(said.files)


def test_a_limit_of_a_claim_is_cited_with_its_paper() -> None:
    answer = limit("lemma8", d=1, n=2, factors=100)
    citation = cite(answer)
    assert citation.reference is not None
    assert citation.certificates[0].title == (
        "Certificate of a limit of softmax: network g_c of Lemma 8 (Yun et al. 2020) at d = 1, n = 2, delta = 1/2, at 6 "
        "points"
    )
    assert list_of_folder() == ([], 0)


def test_what_a_limit_says_of_itself_is_not_said_of_the_claim() -> None:
    """The certificate names Lemma 8, and its network is another one; or one end of the bracket is not known."""
    for ends, may, may_not in [
        (
            (100, None, None),
            "for all lambda >= 100 every entry",
            "Not that 100 is the least such lambda: of smaller ones",
        ),
        (
            (None, 2, [[0, 1]]),
            "at lambda = 2 at [0 1]",
            "Not that there is a lambda from which on it is near to hardmax",
        ),
    ]:
        write_limit(
            Path("l.json"),
            limit_certificate(HARD, [[[0, 1]]], "1/10", *ends, "yun2020:lemma8", {"d": 1, "n": 2, "m": 2}),
        )
        cited = cite("l.json").certificates[0]
        assert cite("l.json").reference is None
        assert cited.said.may.startswith("Of the network on R^(1 x n), 1 attention layer")
        assert may in cited.said.may
        assert cited.said.may_not.startswith(may_not)
        assert (
            "Not that the network is one of yun2020:lemma8: the certificate alone says so. Nothing is"
            in cited.said.may_not
        )


def test_of_a_limit_that_is_refused_nothing_may_be_claimed() -> None:
    write_limit(Path("wrong.json"), limit_certificate(HARD, [[["1/2", 1]]], "1/100", 1, None, None))
    assert verify("wrong.json").exit_code == 1
    assert cite("wrong.json").certificates[0].said.may == "Nothing."


def test_an_altered_limit_is_no_certificate() -> None:
    write_limit(Path("net.json"), limit_certificate(HARD, [[[0, 1]]], "1/10", 100, None, None))
    Path("other.json").write_text(Path("net.json").read_text().replace("1/10", "1/9"))
    with pytest.raises(InputError, match=r"^certificate: other.json: its digest does not match its content$"):
        cite("other.json")
