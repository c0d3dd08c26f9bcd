"""Claims about data of one's own: decided exactly, certified for both verifiers, and refused where data are not as asked."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactua import check, relax, trace, verify, with_data
from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim
from exactua.claims.own_data import OWN_DATA
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.group import main
from exactua.errors import InputError
from exactua.papers.kajitsuka2024 import data_sets
from tests.foreign import foreign_verifier

THEOREM_2, COROLLARY_1, LEMMA_7 = (f"kajitsuka2024:{name}" for name in ("theorem2", "corollary1", "lemma7"))
SEQUENCES = [[[1, 0, "1/2"], [0, 1, 2]], [[1, -1, "1/2"], [0, 0, 2]]]
PAIRS = {"pairs": [{"X": [[1, -1]], "Y": [[1, 2]]}, {"X": [[1, 2]], "Y": [[3, 1]]}]}
VECTORS = "0,-7,-15\n0,-7,-45/2\n7,0,-7\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("sequences.json").write_text(json.dumps(SEQUENCES))
    Path("pairs.json").write_text(json.dumps(PAIRS))
    Path("vectors.csv").write_text(VECTORS)
    return tmp_path


def made(label: str, data: Any, **options: Any) -> Claim:
    """The claim about these data; they are written into a file, unless they are the name of one."""
    path = data
    if not isinstance(data, str) or "\n" in data:
        path = "given.csv" if isinstance(data, str) else "given.json"
        Path(path).write_text(data if isinstance(data, str) else json.dumps(data))
    claim = with_data(label, path, **options)
    assert isinstance(claim, Claim)
    return claim


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["check", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ("trace", THEOREM_2, "--data", "sequences.json", "--point", "1 0 1/2; 0 1 2"),
            ("own-data:theorem2: ", "X = [1 0 1/2; 0 1 2], in X^(1), ..., X^(N) (rank 0)"),
        ),
        (
            ("explain", f"{LEMMA_7}.separated", "--data", "vectors.csv", "-p", "k=2"),
            ("own-data:lemma7.separated", "TRUE"),
        ),
        (("relax", LEMMA_7, "--data", "vectors.csv"), ("own-data:lemma7", "BREAKS")),
        (
            ("sharpen", f"{LEMMA_7}.separated", "--data", "vectors.csv"),
            ("own-data:lemma7", "3 instances (d = 1, n = 3,"),
        ),
        (
            ("derive", f"{LEMMA_7}.separated", "--data", "vectors.csv"),
            ("own-data:lemma7", "separated holds at 2, vacuous at 1"),
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else None,
)
def test_other_commands_are_about_the_data_too(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], lines: tuple[str, ...]
) -> None:
    assert main(list(arguments)) == 0
    told = capsys.readouterr().out
    assert all(line in told for line in lines)
    assert f"exactua {arguments[0]} {OWN_DATA}" not in told  # which nobody could replay
    with pytest.raises(InputError, match="no paper 'own-data'"):
        find(f"{OWN_DATA}lemma7")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("trace", "lemma8", "--data", "vectors.csv", "--point", "0"), "data: yun2020:lemma8 has no finite data"),
        (("relax", "--data", "vectors.csv"), "data: yun2020 has several claims; name one"),
        (
            ("explain", "lemma8.layers", "--denominator", "2"),
            "denominator: it is for an .npy file of --data; leave it out",
        ),
        (("sharpen", THEOREM_2, "--data", "sequences.npy"), "data: there is no file sequences.npy"),
        (
            ("cite", THEOREM_2, "--data", "sequences.json"),
            "data: only check, trace, explain, relax, sharpen, derive take your own data; leave it out",
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else None,
)
def test_where_data_have_no_meaning_that_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(list(arguments)) == 2
    assert capsys.readouterr().err.startswith(f"exactua: {message}")


def test_functions_take_what_with_data_gives() -> None:
    claim = made(LEMMA_7, "vectors.csv")
    assert {finding.claim for finding in relax(claim).findings} == {f"{OWN_DATA}lemma7"}
    traced = trace(made(THEOREM_2, "sequences.json"), [[1, 0, "1/2"], [0, 1, 2]])
    assert traced.problem.label == f"{OWN_DATA}theorem2"


@pytest.mark.parametrize(
    ("label", "data", "values"),
    [
        (THEOREM_2, "sequences.json", {}),
        (COROLLARY_1, "pairs.json", {}),
        (LEMMA_7, "vectors.csv", {"k": 0}),
        (LEMMA_7, "vectors.csv", {"k": 2}),
    ],
)
def test_it_holds_and_both_verifiers_confirm_the_certificate(label: str, data: str, values: dict[str, int]) -> None:
    claim = made(label, data)
    decision = check(claim, **values)
    assert decision.verdict is Verdict.HOLDS
    assert decision.complete
    text = certificate(decision)
    decided = json.loads(text)["decided"]
    assert decided["claim"] == f"{OWN_DATA}{label.partition(':')[2]}"
    assert decided["source"].endswith("; about data of one's own")
    answer = verify(decision)
    assert (answer.found, answer.verdict) == ("confirmed", "holds")
    assert answer.lines[1] == (
        "it calls itself a claim about data of one's own, which stand in it: there is no claim to compare"
    )
    whose = verify(decision, claims=[claim], sample=1).lines[1]
    assert whose.startswith("every statement is that of own-data:")
    assert foreign_verifier(text.encode()) == 0


def test_the_data_stand_in_the_certificate() -> None:
    decided = json.loads(certificate(check((made(THEOREM_2, SEQUENCES), "equation8"))))["decided"]
    (domain,) = decided["domains"]
    (option,) = domain["spec"]["of"]["of"]
    assert option["points"] == json.loads(json.dumps(SEQUENCES).replace('"1/2"', '["/", 1, 2]'))


def test_claims_that_come_with_exactua_are_as_before() -> None:
    """What is made about one's own data leaves nothing behind."""
    before = {step.name: find(THEOREM_2)[0].statement_hash(step) for step in find(THEOREM_2)[0].steps}
    made(THEOREM_2, SEQUENCES)
    claim = find(THEOREM_2)[0]
    assert data_sets.data_sets() is data_sets.DATA_SETS
    assert {step.name: claim.statement_hash(step) for step in claim.steps} == before
    assert check((claim, "equation25"), data=1).verdict is Verdict.HOLDS


def test_data_that_come_with_it_are_decided_the_same_as_ones_own() -> None:
    """Data set 3 in a file: the same verdict of every step, the same counts."""
    own = made(THEOREM_2, [[[str(x) for x in row] for row in X] for X in data_sets.DATA_SETS[2].matrices])
    mine, theirs = check(own), check(find(THEOREM_2)[0], data=3)
    assert [(r.step.name, r.verdict, r.points, r.applicable, r.failures) for r in mine.results] == [
        (r.step.name, r.verdict, r.points, r.applicable, r.failures) for r in theirs.results
    ]


def test_tokens_may_have_more_entries_than_any_that_come_with_it() -> None:
    X = [[[int(i == j) for j in range(5)] for i in range(5)]]
    decision = check((made(THEOREM_2, X), "ranks"))
    assert (decision.problem.parameters["d"], decision.verdict) == (5, Verdict.HOLDS)


def test_every_label_is_memorised() -> None:
    """The network of Corollary 1 for these pairs, evaluated by itself, has these labels."""
    network = made(COROLLARY_1, "pairs.json").problem({}).networks["F"]
    for pair in PAIRS["pairs"]:
        value = network(tuple(tuple(map(Fraction, row)) for row in pair["X"]))
        assert [
            [entry == label for entry, label in zip(*rows, strict=True)] for rows in zip(value, pair["Y"], strict=True)
        ] == [[True, True]]


def test_lemma_7_is_decided_of_the_vectors_themselves() -> None:
    """In floats, with room: for each two vectors that agree in their first k numbers alone, (117)."""
    vectors = [[float(Fraction(x)) for x in line.split(",")] for line in VECTORS.splitlines()]

    def boltz(a: list[float]) -> float:
        return sum(x * exp(x) for x in a) / sum(map(exp, a))

    for k in range(3):
        two = [(a, b) for a, b in product(vectors, repeat=2) if a[:k] == b[:k] and a[k] > b[k]]
        decision = check(made(LEMMA_7, "vectors.csv"), k=k)
        assert decision["separated"].applicable == len(two)
        for a, b in two:
            assert abs(boltz(a) - boltz(b)) > log(3) ** 2 * exp(b[k] - a[0])


def test_a_step_can_be_refuted_by_ones_own_data() -> None:
    """(42) as printed has lost a factor: small tokens show it."""
    tiny = 10**200
    small = [[[f"1/{tiny}", f"-1/{tiny}"]], [[f"1/{tiny}", f"-9/{10 * tiny}"]]]
    assert check((made(THEOREM_2, small), "equation42")).verdict is Verdict.REFUTED
    large = [[["1", "-1"]], [["1", "3"]]]
    assert check((made(THEOREM_2, large), "equation42")).verdict is Verdict.HOLDS


def test_formats_say_the_same() -> None:
    Path("s.csv").write_text("1,0,1/2,0,1,2\n1,-1,1/2,0,0,2\n")
    twice = np.array([[[2 * Fraction(x) for x in row] for row in X] for X in SEQUENCES]).astype(np.int64)
    np.save("s.npy", twice)
    claims = [
        made(THEOREM_2, "sequences.json"),
        made(THEOREM_2, "s.csv", d=2),
        made(THEOREM_2, "s.npy", denominator=2),
    ]
    problems = [claim.problem({}) for claim in claims]
    assert problems[0].networks == problems[1].networks == problems[2].networks
    assert len({tuple(map(problem.statement_hash, problem.steps)) for problem in problems}) == 1


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_names_the_certificate_after_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, THEOREM_2, "--data", "sequences.json")
    assert (code, err) == (0, "")
    assert (
        "own-data:theorem2: Theorem 2, Sec. 3.4, (6)-(8); proof in App. A.2, (25)-(45); about data of one's own" in out
    )
    assert "certificate .exactua/own-data.theorem2.data1d2n3s1.sequences.json" in out
    assert "replay:" not in out  # no command knows the data
    assert "refuted" in out


def test_all_k_are_decided_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, f"{LEMMA_7}.separated", "--data", "vectors.csv", "--ladder")
    assert code == 0
    assert out.endswith("3 of 3 instances: 2 hold, 1 vacuous\n")


@pytest.mark.parametrize(
    ("label", "data", "says"),
    [
        (THEOREM_2, [[[1, 0], [0, 1]]] * 2, "sequences 1 and 2 are the same; give each once"),
        (THEOREM_2, [[[1, 1], [0, 0]]], "sequence 1 has the token (1, 0) at positions 1 and 2"),
        (THEOREM_2, [[[1, 0], [0, 1]], [[1, 0, 2], [0, 1, 2]]], "sequence 2 is 2 x 3, sequence 1 is 2 x 2; all are d x n"),
        (THEOREM_2, [[[1, 0], [0, 0]]], "it has the token 0, and r_min > 0 has to be less than the norm of every token"),
        (THEOREM_2, [[["0.1x"]]], "point 1: row 1, column 1: '0.1x'"),
        (THEOREM_2, [[[0.5]]], 'point 1: row 1, column 1: 0.5 is a float, and floats are not exact; write "1/2"'),
        (THEOREM_2, [], "there is no point in it"),
        (THEOREM_2, "1,2\n", "d: missing; given.csv does not say how many rows a sequence has: give --d"),
        (COROLLARY_1, {"pairs": []}, "there is no pair in it; give at least one pair of X and Y"),
        (COROLLARY_1, {"pairs": [PAIRS["pairs"][0]] * 2}, "sequences 1 and 2 are the same; give each once"),
        (
            COROLLARY_1,
            {"pairs": [{"X": [[1, -1]], "Y": [[1, 2]]}, {"X": [[-1, 1]], "Y": [[1, 1]]}]},
            "the token -1 is labelled 2 in pair 1 (position 2) and 1 in pair 2 (position 1), and both sequences have",
        ),
        (COROLLARY_1, {"pairs": [{"X": [[1, 1]], "Y": [[1, 1]]}]}, "sequence 1 has the token (1) at positions 1 and 2"),
        (COROLLARY_1, {"pairs": [{"X": [[1, 2]], "Y": [[1, 0]]}]}, "pair 1: Y: row 1, column 2: 0 is not a label"),
        (COROLLARY_1, {"pairs": [{"X": [[1, 0]], "Y": [[1, 2]]}]}, "it has the token 0, and r_min > 0"),
        (LEMMA_7, "1,2\n3,1\n", "vector 1 has 1 and behind it 2, numbers 1 and 2; its numbers are to decrease"),
        (LEMMA_7, "1,1\n3,1\n", "vector 1 has 1 and behind it 1, numbers 1 and 2; its numbers are to decrease"),
        (LEMMA_7, "1,0\n3,1\n", "two different numbers of these vectors are 1 apart; all have to be more than an integer"),
        (LEMMA_7, "9,0\n9,0\n", "vectors 1 and 2 are the same; give each once"),
        (LEMMA_7, "9,0\n", "the claim is about two vectors, and there is 1; give at least two"),
        (LEMMA_7, [[[9, 0], [0, 9]]], "point 1 has 2 rows, but d = 1 here; give 1 x n each"),
        ("kajitsuka2024:lemma4", SEQUENCES, "data: kajitsuka2024:lemma4 has no finite data that a file could replace"),
        ("kajitsuka2024", SEQUENCES, "data: kajitsuka2024 has several claims; name one"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(capsys: pytest.CaptureFixture[str], label: str, data: Any, says: str) -> None:
    path = "given.csv" if isinstance(data, str) else "given.json"
    Path(path).write_text(data if isinstance(data, str) else json.dumps(data))
    code, out, err = run(capsys, label, "--data", path)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((THEOREM_2, "--data", "none.json"), "data: there is no file none.json"),
        ((THEOREM_2, "--data", "sequences.txt"), "data: sequences.txt ends in none of .json, .csv, .npy"),
        ((THEOREM_2, "--denominator", "2"), "denominator: it is for an .npy file of --data; leave it out"),
        ((COROLLARY_1, "--data", "pairs.json", "--denominator", "2"), "denominator: it is for an .npy file, but pairs are in a .json file"),
        ((THEOREM_2, "--data", "sequences.json", "--d", "3"), "sequences.json: point 1 has 2 rows, but d = 3 here"),
        ((THEOREM_2, "--data", "sequences.json", "-p", "data=2"), "data: 2 is not valid; choose one of 1"),
        ((THEOREM_2, "--data", "sequences.json", "--certificate", "sequences.json"), "certificate: sequences.json is the file of data too"),
        ((f"{THEOREM_2}.no", "--data", "sequences.json"), "step: kajitsuka2024:theorem2 has no step 'no'"),
        ((LEMMA_7, "--data", "vectors.csv", "-p", "separation=7"), "delta < 7, the least distance of two different numbers of the vectors"),
        ((LEMMA_7, "--data", "vectors.csv", "-p", "k=3"), "exactua decides Lemma 7 for k <= n - 1 only"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_arguments_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert says in err


def test_in_python_it_is_an_input_error() -> None:
    with pytest.raises(InputError, match=r"^sequences\.json: an array is not an object"):
        with_data(COROLLARY_1, "sequences.json")
    assert with_data(f"{THEOREM_2}.ranks", "sequences.json")[1] == "ranks"  # type: ignore[index]


CLOSE, LARGE = Fraction(1, 2**1540), 2**1000
ADVERSARIAL = {
    "sequences 2^-1540 apart": (f"{THEOREM_2}.equation8", [[[1, 0], [0, 1]], [[1, str(1 + CLOSE)], [1, 0]]]),
    "sequences of size 2^-1540": (f"{THEOREM_2}.equation8", [[[str(CLOSE), str(2 * CLOSE)]], [[str(2 * CLOSE), 1]]]),
    "sequences of size 2^1000": (f"{THEOREM_2}.equation8", [[[LARGE, 1]], [[1, -LARGE]]]),
    "pairs of size 2^-1540": (
        COROLLARY_1,
        {"pairs": [{"X": [[str(CLOSE), str(2 * CLOSE)]], "Y": [[1, 2]]}, {"X": [[str(2 * CLOSE), 1]], "Y": [[2, 3]]}]},
    ),
    "pairs of size 2^1000": (
        COROLLARY_1,
        {"pairs": [{"X": [[LARGE, 1]], "Y": [[1, 2]]}, {"X": [[1, -1]], "Y": [[2, 3]]}]},
    ),
    "vectors of size 2^1000": (f"{LEMMA_7}.separated", f"0,-{LARGE},-{2 * LARGE}\n0,-{2 * LARGE},-{4 * LARGE}\n"),
}


@pytest.mark.parametrize("scale", ADVERSARIAL)
def test_adversarial_scales_are_decided_too(scale: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exponents of 2^40 and more are compared; verifiers say that they don't go there, not that it is wrong."""
    label, data = ADVERSARIAL[scale]
    path = Path("scale.csv" if isinstance(data, str) else "scale.json")
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    values = ["-p", "k=1"] if label.startswith(LEMMA_7) else []
    code, told, _ = run(capsys, label, "--data", str(path), *values)
    assert (code, "HOLDS" in told) == (0, True)
    (file,) = Path(".exactua").glob("*.json")
    assert foreign_verifier(file.read_bytes()) in (0, 3)
    assert verify(file).exit_code in (0, 3)


def test_ids_that_take_more_bits_than_are_given_are_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = {"pairs": [{"X": [[str(CLOSE), 1]], "Y": [[1, 2]]}, {"X": [[1, -1]], "Y": [[2, 3]]}]}
    Path("far.json").write_text(json.dumps(pairs))
    assert run(capsys, COROLLARY_1, "--data", "far.json", "--precision", "4096") == (
        2,
        "",
        "exactua: precision: the order of two ids is undecided at 4096 bits of precision, and the network needs it; "
        "give a larger --precision\n",
    )
