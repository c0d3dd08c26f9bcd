"""Words at the command line: points are given and told as words, in text and JSON, with an error for every other one."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import exactua
from exactua import check
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.commands.trace.work import trace
from exactua.errors import InputError
from exactua.grids.words import Words

FILE = """\
from exactua.authoring import *
ab = words("w", tokens("{tokens}", width=3{options}), "1..4"{more})
lemma = claim("lemma", words=ab)
@lemma.network("f")
def f(values):
    d = values["d"]
    head = AttentionHead(W_O=[[int(i == 2)] for i in range(d)], W_V=[[1, -1] + [0] * (d - 2)], W_K=[[0] * d], W_Q=[[0] * d])
    return Network(d, [AttentionLayer([head], mask="causal")])
@lemma.states("row 3 is never below 0", over=ab)
def never_below(at):
    return every(at.columns, lambda j: at.f(point)[3, j] >= 0)
@lemma.states("different words have different rows 3", over=pairs_of(ab))
def apart(at):
    first, second = point.columns(1, at.n), point.columns(at.n + 1, 2 * at.n)
    return implies(every(at.columns, lambda j: at.f(first)[3, j] == at.f(second)[3, j]), first == second)
@lemma.states("two words are never the same but for their first row", over=pairs_of(ab))
def one_row(at):
    return every(at.columns, lambda j: point[1, j] == point[1, at.n + j])
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(tokens: str = "a b", options: str = "", more: str = "") -> None:
    text = FILE.replace("{tokens}", tokens).replace("{options}", options).replace("{more}", more)
    Path("my.py").write_text(text, encoding="utf-8")


def out(capsys: Any, *arguments: str) -> str:
    assert main(arguments) in (0, 1)
    captured = capsys.readouterr()
    assert captured.err == ""
    return str(captured.out)


def refusal(capsys: Any, *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return str(captured.err).removeprefix("exactua: ").rstrip("\n")


@pytest.mark.parametrize("more", ["", ', where="[ab]*"'])
def test_a_counterexample_is_a_word_and_its_replay_reads_it(capsys: Any, more: str) -> None:
    write(more=more)
    text = out(capsys, "check", "my.py::lemma", "--n", "2", "--no-certificate")
    assert "8 points" not in text
    assert '               least counterexample: L = "b a"  (w, rank 2)\n' in text
    assert (
        '               least counterexample: L = "a a"\n               and: L\' = "a b"  (pairs of w, rank 1)\n'
        in text
    )
    replays = [line.partition("replay: ")[2] for line in text.splitlines() if "replay: " in line]
    assert replays == [
        'exactua explain my.py::lemma.never_below --d 3 --n 2 --at "b a"',
        'exactua explain my.py::lemma.one_row --d 3 --n 2 --at "a a" --at "a b"',
    ]
    assert 'point       L = "b a" = [0 1; 1 0; 0 0], in w (rank 2)\n' in out(capsys, *shlex.split(replays[0])[1:])
    pair = out(capsys, *shlex.split(replays[1])[1:])
    assert 'L = "a a" = [1 1; 0 0; 0 0] and L\' = "a b" = [1 0; 0 1; 0 0], in pairs of w' in pair


def test_failures_are_those_that_python_counts() -> None:
    write()
    claim, _ = find("my.py::lemma")
    for n in range(1, 5):
        below = 0
        for k in range(2**n):
            word = f"{k:0{n}b}"
            below += any(word[:j].count("1") > word[:j].count("0") for j in range(1, n + 1))
        decision = check((claim, "never_below"), n=n)
        assert (decision["never_below"].points, decision["never_below"].failures) == (2**n, below)


def test_processes_decide_the_same() -> None:
    write(more=', where="[ab]*"')
    single, two = (check("my.py::lemma", n=3, jobs=jobs) for jobs in (1, 2))
    assert [(result.verdict, result.failures, result.witness) for result in single.results] == [
        (result.verdict, result.failures, result.witness) for result in two.results
    ]


def test_json_has_the_tokens_beside_the_matrix(capsys: Any) -> None:
    write()
    (box,) = json.loads(out(capsys, "check", "my.py::lemma", "--n", "2", "--no-certificate", "--format", "json"))[
        "boxes"
    ]
    witnesses = {step["name"]: step["witness"] for step in box["steps"]}
    assert witnesses["never_below"]["tokens"] == [["b", "a"]]
    assert witnesses["never_below"]["points"] == [[[0, 1], [1, 0], [0, 0]]]
    assert witnesses["one_row"]["tokens"] == [["a", "a"], ["a", "b"]]
    assert witnesses["apart"] is None
    traced = json.loads(out(capsys, "trace", "my.py::lemma", "--point", "b a", "--format", "json"))
    assert (traced["tokens"], traced["parameters"]) == ([["b", "a"]], {"d": 3, "n": 2})
    explained = json.loads(out(capsys, "explain", "my.py::lemma.never_below", "--at", "b a", "--format", "json"))
    assert explained["points"][0]["tokens"] == [["b", "a"]]


def test_at_the_prompt_and_on_pages_a_point_is_its_word() -> None:
    write()
    claim, _ = find("my.py::lemma")
    domain = claim.step("never_below").over[0]
    assert isinstance(domain, Words)
    traced = trace(claim, {"n": 2}, domain.matrix("b a"))
    assert 'L = "b a", in w (rank 2)' in repr(traced)
    assert 'L = "b a", in w (rank 2)' in traced._repr_markdown_()
    witness = check((claim, "never_below"), n=2)["never_below"].witness
    assert witness is not None
    assert 'L = "b a"' in repr(witness)
    assert 'L = "b a" (w, rank 2)' in witness._repr_markdown_()
    assert domain.word(witness.points[0]) == ("b", "a")


def test_what_is_no_word_has_no_tokens(capsys: Any) -> None:
    write(more=', where="a*"')
    matrix = "0 1; 1 0; 0 0"
    traced = json.loads(out(capsys, "trace", "my.py::lemma", "--point", matrix, "--format", "json"))
    assert ("tokens" in traced, traced["domains"]) == (False, [])
    assert f"L = [{matrix}], in no domain of the claim" in out(capsys, "trace", "my.py::lemma", "--point", matrix)


def test_a_trace_names_rows_and_tokens_and_begins_with_the_rows_that_steps_speak_of(capsys: Any) -> None:
    text = FILE.replace("width=3{options}", 'start="<", positions=lambda j: [j], width=5').replace("{tokens}", "a b")
    Path("my.py").write_text(text.replace("{more}", ""), encoding="utf-8")
    lines = out(capsys, "trace", "my.py::lemma", "--point", "b a").splitlines()
    start = lines.index("start")
    assert [line.split() for line in lines[start + 1 : start + 7]] == [
        ["1", "<", "2", "b", "3", "a"],
        ["Z_3", "<", "1", "0", "0"],
        ["Z_1", "a", "0", "0", "1"],
        ["Z_2", "b", "0", "1", "0"],
        ["Z_4", "1", "2", "3"],
        ["Z_5", "0", "0", "0"],
    ]


def test_tokens_that_a_shell_would_read_are_quoted_for_it(capsys: Any) -> None:
    write(tokens="$x `y")
    text = out(capsys, "check", "my.py::lemma.never_below", "--n", "2", "--no-certificate")
    command = next(line.partition("replay: ")[2] for line in text.splitlines() if "replay: " in line)
    assert command.endswith("--at '`y $x'")
    assert 'L = "`y $x" = [0 1; 1 0; 0 0]' in out(capsys, *shlex.split(command)[1:])


def test_limit_tells_points_by_their_words(capsys: Any) -> None:
    write()
    assert main(["limit", "my.py::lemma", "--n", "3", "--lambda", "10:10", "--backend", "numpy"]) == 0
    assert 'at least: 1/3 at "a a b"' in capsys.readouterr().out


def test_relax_tells_the_least_word(capsys: Any) -> None:
    write()
    step = 'return at.f(point)[3, at.n] * at.n == ab.count("a") - ab.count("b")\n'
    text = Path("my.py").read_text().partition("    return every")[0]
    Path("my.py").write_text(f"{text}    {step}", encoding="utf-8")
    told = " ".join(out(capsys, "relax", "my.py::lemma").split())
    assert told.count('least d = 3, n = 2: L = "a b": ') == told.count("BREAKS") == 2


def test_sharpen_tells_where_a_bound_is_attained_by_its_word(capsys: Any) -> None:
    write()
    told = " ".join(out(capsys, "sharpen", "my.py::lemma.never_below").split())
    assert 'L = "' in told
    assert "L = [" not in told


def test_errata_tells_the_least_word_of_all_lengths(capsys: Any) -> None:
    write()
    text = out(capsys, "errata", "my.py")
    assert 'least       d = 3, n = 1: L = "b" (w, rank 0' not in text
    assert 'd = 3, n = 1: L = "b" (w, rank 1)' in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("trace", "my.py::lemma", "--point", "a c"), "point: 'c' is not a token here; the tokens are a, b"),
        (("explain", "my.py::lemma.never_below", "--at", "x"), "point: 'x' is not a token here; the tokens are a, b"),
        (("trace", "my.py::lemma", "--point", "b b a"), 'point: "b b a" is not a word of this domain'),
        (("trace", "my.py::lemma", "--point", "a a a a a"), 'point: "a a a a a" has 5 tokens; give a word of 1 to 4 tokens'),
        (("trace", "my.py::lemma", "--point", ""), 'point: "" has 0 tokens; give a word of 1 to 4 tokens'),
        (("trace", "my.py::lemma", "--point", "abba"), "point: 'abba' is not a token here; the tokens are a, b: write \"a b b a\""),
        (("trace", "my.py::lemma", "--point", "a a", "--n", "3"), 'point: "a a" has 2 columns, but n = 3 here; give n = 2, or a word of 3 tokens'),
        (("trace", "my.py::lemma", "--point", "1 0"), "point: '1' is not a token here; the tokens are a, b"),
        (("trace", "my.py::lemma", "--point", "1 0; 0 1"), "point: 2 x 2 is the shape of no word here; give a word of 1 to 4 tokens a, b, or 3 rows of numbers"),
        (("trace", "my.py::lemma", "--point", "1 0 0 0 0; 0 1 1 1 1; 0 0 0 0 0"), "point: 3 x 5 is the shape of no word here; give a word of 1 to 4 tokens a, b, or 3 rows of numbers"),
        (("explain", "my.py::lemma.one_row", "--at", "a a"), "at: my:lemma.one_row speaks of two words, and one is given; give both"),
        (("explain", "my.py::lemma.one_row", "--at", "a a", "--at", "b"), 'point: "b" has 1 column, but n = 2 here; give n = 1, or a word of 2 tokens'),
        (("explain", "my.py::lemma.never_below"), "n: missing; my:lemma has n = 1, 2, 3, 4; give one"),
        (("check", "my.py::lemma", "--n", "5"), "n: 5 is not valid; choose one of 1, 2, 3, 4 (sequence length, the number of columns)"),
        (("check", "my.py::lemma", "--n", "1", "--d", "2"), "d: 2 is not valid; choose one of 3 (embedding dimension, the number of rows)"),
    ],
)  # fmt: skip
def test_what_is_no_word_of_the_claim_is_told(capsys: Any, arguments: tuple[str, ...], message: str) -> None:
    write(more=', where="a*b?a?"')
    assert refusal(capsys, *arguments) == message


def test_start_and_end_tokens_are_not_written_and_counted_where_columns_are(capsys: Any) -> None:
    write(options=', start="<", end=">"')
    text = Path("my.py").read_text().replace("width=3", "width=5")
    Path("my.py").write_text(text, encoding="utf-8")
    before = "which stands before every word; leave it out"
    assert refusal(capsys, "trace", "my.py::lemma", "--point", "< a") == f"point: '<' is the start token, {before}"
    behind = before.replace("before", "behind")
    assert refusal(capsys, "trace", "my.py::lemma", "--point", "a >") == f"point: '>' is the end token, {behind}"
    told = 'point: "a b" has 4 columns, the start and end token among them, but n = 5 here; '
    given = ("trace", "my.py::lemma", "--point", "a b", "--n")
    assert refusal(capsys, *given, "5") == f"{told}give n = 4, or a word of 3 tokens"
    assert refusal(capsys, *given, "2") == f"{told.replace('5', '2')}give n = 4"


def test_what_is_no_word_of_a_domain_is_told_at_the_prompt() -> None:
    write()
    claim, _ = find("my.py::lemma")
    domain = claim.step("never_below").over[0]
    assert isinstance(domain, Words)
    with pytest.raises(InputError, match=r'^word: "a a a a a" has 5 tokens; give a word of 1 to 4 tokens$'):
        domain.matrix("a a a a a")
    with pytest.raises(InputError, match=r'^word: 3 is not a word; write, for example, "a"$'):
        domain.matrix(3)  # type: ignore[arg-type]
    assert exactua.trace(claim, "b a").point == domain.matrix("b a")
    with pytest.raises(InputError, match=r"^point: 'c' is not a token here; the tokens are a, b$"):
        exactua.trace(claim, "c")
    with pytest.raises(InputError, match=r'^point: "b a" has 2 columns, but n = 1 here; give n = 2, or a word of 1'):
        exactua.trace(claim, "b a", n=1)


def test_in_python_every_length_is_decided_where_none_is_given() -> None:
    write()
    refuted = check("my.py::lemma")
    boxes = [dict(decision.problem.parameters) for decision in refuted.instances]
    assert boxes == [{"d": 3, "n": n} for n in (1, 2, 3, 4)]
    assert (refuted.verdict, refuted.problem.parameters["n"]) == ("refuted", 1)
    assert "\n4 instances: 4 refuted; this is the first with the verdict 'refuted'\n" in repr(refuted)
    assert "4 instances: 4 refuted" in refuted._repr_markdown_()
    write(more=', where="a.*"')
    later = check("my.py::lemma.never_below", jobs=2)
    assert [decision.verdict for decision in later.instances] == ["holds", "holds", "refuted", "refuted"]
    assert (later.verdict, later.problem.parameters["n"]) == ("refuted", 3)
    assert check("my.py::lemma", n=1).instances == ()


def test_in_python_a_length_is_needed_where_one_instance_is_asked_for() -> None:
    write()
    with pytest.raises(
        InputError,
        match=r"^n: missing; my:lemma needs n, the sequence length, the number of columns; give one of 1, 2, 3, 4$",
    ):
        exactua.limit("my.py::lemma")


def test_a_length_without_words_is_vacuous_and_says_so(capsys: Any) -> None:
    write(more=', where="(ab)+"')
    assert main(["check", "my.py::lemma.never_below", "--n", "3", "--no-certificate"]) == 5
    text = capsys.readouterr().out
    assert "0 words (w: 0)\n" in text
    assert "w is empty here: nothing was asserted" in text


def test_more_words_than_max_points_are_not_decided(capsys: Any) -> None:
    write()
    assert main(["check", "my.py::lemma.never_below", "--n", "4", "--max-points", "10", "--no-certificate"]) == 3
    assert "because 16 points, more than the 10 of --max-points" in capsys.readouterr().out
