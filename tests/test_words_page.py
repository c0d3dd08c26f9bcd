"""The examples of docs/words.md: short, true at every length, and refuted at the least word where they are broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactua import check
from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim
from exactua.claims.lettering import word_of
from exactua.claims.registry import find
from exactua.commands.group import main
from tests.documentation import DOCUMENTS, blocks
from tests.foreign import foreign_verifier, own_verifier

PAGE = next(path for path in DOCUMENTS if path.name == "words.md").read_text(encoding="utf-8")
FILES = {block.file: block.text for block in blocks(PAGE) if block.file is not None}
MOST_LINES = 25
"""Lines of an example that are neither empty nor its first sentence."""

EXAMPLES = {
    "majority.py": "majority",
    "depth.py": "dyck",
    "parity.py": "parity",
    "reversal.py": "reversal",
    "induction.py": "induction",
    "balanced.py": "dyck",
}

BROKEN = [
    ("majority.py", '"average"', '"leftmost"', "a b"),
    ("majority.py", "[1, -1, 0]", "[1, 0, 0]", "a b"),
    ("majority.py", "[3, j] > 0", "[3, j] >= 0", "a b"),
    ("depth.py", ', mask="causal"', "", "( )"),
    ("depth.py", '"causal"', '"strictly causal"', "("),
    ("depth.py", "where=opened_before", "where='.*'", None),
    ("parity.py", "-k - 1 for", "-k for", "0"),
    ("parity.py", "(-1) ** k for", "1 for", "1 1"),
    ("parity.py", "at_least(0), 0, 1", "at_least(0), 1, 1", "1 1"),
    ("reversal.py", "= -2\n", "= -1\n", "a b"),
    ("reversal.py", "[2 * (n + 1), -1, 0]", "[2 * n, -1, 0]", "a b"),
    ("induction.py", 'match], tie_rule="rightmost"', 'match], tie_rule="leftmost"', "a a b a"),
    ("induction.py", 'copy], tie_rule="rightmost"', 'copy], tie_rule="leftmost"', "a b a"),
    ("induction.py", "W_K=before, W_Q=token", "W_K=token, W_Q=token", "a b a"),
    ("balanced.py", "W_K=[[0, 0, -1", "W_K=[[0, 0, 1", ") ("),
    ("balanced.py", 'mask="causal"', "mask=None", ") ("),
    ("balanced.py", "== min(depths) == 0", "== 0", ") ("),
]


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str, old: str = "", new: str = "") -> Claim:
    assert old in FILES[name]
    Path(name).write_text(FILES[name].replace(old, new) if old else FILES[name], encoding="utf-8")
    claim, _ = find(f"{name}::{EXAMPLES[name]}")
    return claim


def least(claim: Claim) -> str | None:
    """The least word at which a step is refuted; None where it holds at every length."""
    for n in next(parameter for parameter in claim.parameters if parameter.name == "n").only:
        decision = check(claim, n=n)
        (result,) = decision.results
        assert decision.verdict in ("holds", "refuted")
        if result.witness is not None:
            word = word_of(result.step.over, result.witness.points[0])
            assert word is not None
            return " ".join(word)
    return None


def test_every_example_of_the_page_is_one_of_these() -> None:
    assert set(FILES) - set(EXAMPLES) == {"wrong_words.py"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_short(name: str) -> None:
    body = re.sub(r'\A""".*?"""\n', "", FILES[name], flags=re.DOTALL)
    assert len([line for line in body.splitlines() if line.strip()]) < MOST_LINES


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_holds_at_every_length_and_both_verifiers_confirm_it(name: str) -> None:
    claim = written(name)
    assert least(claim) is None
    data = certificate(check(claim, n=4)).encode("ascii")
    assert (own_verifier(data), foreign_verifier(data)) == (0, 0)


@pytest.mark.pages
@pytest.mark.parametrize(("name", "old", "new", "word"), BROKEN)
def test_a_broken_example_is_refuted_at_the_least_word(name: str, old: str, new: str, word: str | None) -> None:
    claim = written(name, old, new)
    assert least(claim) == word
    n = 4 if word is None else len(word.split())
    data = certificate(check(claim, n=n)).encode("ascii")
    assert (own_verifier(data), foreign_verifier(data)) == (0, 0)


def test_the_order_of_the_alphabet_decides_which_word_is_least() -> None:
    assert least(written("majority.py", "[1, -1, 0]", "[1, 0, 0]")) == "a b"
    text = FILES["majority.py"].replace("[1, -1, 0]", "[0, 1, 0]").replace('tokens("a b"', 'tokens("b a"')
    Path("turned.py").write_text(text, encoding="utf-8")
    claim, _ = find("turned.py::majority")
    assert least(claim) == "b a"


def test_all_lengths_are_decided_where_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    written("majority.py", '"average"', '"leftmost"')
    assert main(["check", "majority.py::majority"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[1] == 'refuted      d = 3, n = 2: 4 words (words: 4); refuted: told at "a b"'
    assert out[-1] == "replay: exactua explain majority.py::majority.told --d 3 --n 2"
    assert out[-2] == "6 of 6 instances: 1 holds, 5 refuted; the least refuted one is d = 3, n = 2"
    assert len(list(Path(".exactua").glob("*.json"))) == 6
