"""The verifier against own folds: honest ones, every field of them changed, and lies about what they come to.

All lies carry correct hashes, unless a hash is what they lie about.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates.writing import decided_data
from exactua.claims.claim import Claim, Operands
from exactua.claims.folds import OwnFold, folding
from exactua.deciding.running import decide
from exactua.grids.categories import grid, grid_sequences, u
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.terms.tracing import Columns, Row, Truth, every, implies, inside, parameter, point
from tests.mutants import rehashed
from tests.reached import refitted

Decided = dict[str, Any]
DIGITS = folding(
    start=[parameter("m") - 3, 1], next=lambda a, x: [10 * a[1] + x[1], a[2] + x[2] / 2], holds=lambda a: a[1] < 7
)


def decided(fold: OwnFold = DIGITS, m: int = 3, over: Any = grid_sequences, given: Any = None) -> Decided:
    """The hashed part of a certificate about pairs of ids, in units of delta."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.network("leftmost")(lambda values: Network(1, (AttentionLayer((HEAD,), TieRule.LEFTMOST),), {"output": 1}))

    def folded(at: Operands) -> Row:
        return u.dot(point).times(Columns(1, parameter("n")), at.m)

    claim.states("a fold", over=(over,), fold=fold, given=given)(folded)
    data = decided_data(decide(claim.problem({"d": 1, "n": 2, "m": m})))
    return copy.deepcopy(data)


HEAD = AttentionHead([[1]], [[1]], [[0]], [[0]], [0])


def refit(changed: Decided) -> Decided:
    """The same with the hash of the statement that it now has."""
    refitted(changed)
    verdicts = [step["verdict"] for step in changed["steps"]]
    changed["verdict"] = next((v for v in ("refuted", "inconclusive", "holds") if v in verdicts), "vacuous")
    return changed


def verdict(data: Decided, **options: Any) -> str:
    return verifier.verify(rehashed(data), **options).verdict


def refused(data: Decided, **options: Any) -> verifier.Refused:
    with pytest.raises(verifier.Refused) as raised:
        verifier.verify(rehashed(data), **options)
    return raised.value


def test_what_is_honest_is_confirmed() -> None:
    honest = decided()
    witness = {"at": [], "points": [], "bindings": {}, "relation": "<", "left": 111222, "right": 7}
    assert honest["steps"][0]["witness"] == witness
    assert verdict(honest) == "refuted"
    assert verdict(refit(honest)) == "refuted"


A1, A2, X1 = ["item", ["accumulator"], 1], ["item", ["accumulator"], 2], ["item", ["numbers"], 1]
CHANGES: dict[str, Callable[[Any], Any]] = {
    "another start": lambda fold: fold["start"].__setitem__(0, 1),
    "another next": lambda fold: fold["next"].__setitem__(0, ["+", ["*", 11, A1], X1]),
    "another number of the point": lambda fold: fold["next"].__setitem__(
        0, ["+", ["*", 10, A1], ["item", ["numbers"], 2]]
    ),
    "numbers exchanged": lambda fold: fold["next"].reverse(),
    "holds turned round": lambda fold: fold.__setitem__("holds", ["<", 7, A1]),
    "another bound in holds": lambda fold: fold.__setitem__("holds", ["<", A1, 8]),
    "holds of the other number": lambda fold: fold.__setitem__("holds", ["<", A2, 7]),
}
BROKEN: dict[str, Callable[[Any], Any]] = {
    "no start": lambda fold: fold.pop("start"),
    "one key more": lambda fold: fold.__setitem__("end", 1),
    "an empty start": lambda fold: fold.update(start=[], next=[]),
    "start too short": lambda fold: fold["start"].pop(),
    "next too short": lambda fold: fold["next"].pop(),
    "next too long": lambda fold: fold["next"].append(1),
    "start is no array": lambda fold: fold.__setitem__("start", 1),
    "next is no array": lambda fold: fold.__setitem__("next", {"0": 1}),
    "holds is a number": lambda fold: fold.__setitem__("holds", 1),
    "next is a condition": lambda fold: fold["next"].__setitem__(0, ["<", 1, 2]),
    "next is a list": lambda fold: fold["next"].__setitem__(0, ["numbers"]),
    "start has an accumulator": lambda fold: fold["start"].__setitem__(0, A1),
    "start has numbers": lambda fold: fold["start"].__setitem__(0, X1),
    "start has a point": lambda fold: fold["start"].__setitem__(0, ["entry", ["point"], 1, 1]),
    "next has a point": lambda fold: fold["next"].__setitem__(1, ["entry", ["point"], 1, 1]),
    "holds has a point": lambda fold: fold.__setitem__("holds", ["<", ["entry", ["point"], 1, 1], 1]),
    "holds has numbers": lambda fold: fold.__setitem__("holds", ["<", X1, 1]),
    "a variable of nothing": lambda fold: fold["next"].__setitem__(1, ["var", "k"]),
    "an accumulator with an operand": lambda fold: fold["next"].__setitem__(1, ["item", ["accumulator", 1], 1]),
    "a place too far": lambda fold: fold["next"].__setitem__(1, ["item", ["accumulator"], 3]),
    "a number of the point too far": lambda fold: fold["next"].__setitem__(1, ["item", ["numbers"], 3]),
    "a division by zero": lambda fold: fold["next"].__setitem__(1, ["/", 1, ["-", A2, A2]]),
}


@pytest.mark.parametrize("name", [*CHANGES, *BROKEN])
def test_a_fold_that_was_changed_is_not_confirmed(name: str) -> None:
    data = decided()
    {**CHANGES, **BROKEN}[name](data["steps"][0]["fold"])
    assert "statement hash" in str(refused(data))
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED
    assert "statement hash" not in str(refused(refit(data)))


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_fold_is_not_confirmed_from_samples_either(name: str) -> None:
    data = decided(m=9)
    BROKEN[name](data["steps"][0]["fold"])
    if name not in ("a place too far", "a number of the point too far", "a division by zero"):  # these take all points
        assert refused(refit(data), sample=1).code == verifier.NOT_CONFIRMED


def lies(data: Decided) -> dict[str, Decided]:
    """What else could be said of the step; all of it is false."""
    step = data["steps"][0]
    by_name = {
        "it holds": {"verdict": "holds", "failures": 0, "witness": None},
        "it is vacuous": {"verdict": "vacuous", "failures": 0, "witness": None, "applicable": 0, "measure": None},
        "it is inconclusive": {"verdict": "inconclusive", "failures": 0, "witness": None},
        "two failures": {"failures": 2},
        "another number of points": {"points": 10, "applicable": 10},
        "fewer applicable": {"applicable": 8},
        "no witness": {"witness": None},
        "no measure": {"measure": None},
        "another sum": {"measure": {**step["measure"], "sum": step["measure"]["sum"] + 1}},
        "another maximum": {"measure": {**step["measure"], "max": 3}},
        "a bound": {"bound": 7, "relation": "<"},
        "a relation": {"relation": "<"},
        "each": {"fold": "each"},
        "distinct": {"fold": "distinct"},
    }
    witness = step["witness"]
    for key, value in {
        "left": 1222, "right": 8, "relation": "<=", "bindings": {"k": 1}, "at": [["G in every order", 0]],
        "points": [[[0, 0]]],
    }.items():  # fmt: skip
        by_name[f"another {key}"] = {"witness": {**witness, key: value}}
    return {name: {**data, "steps": [{**step, **changes}]} for name, changes in by_name.items()}


@pytest.mark.parametrize("name", lies(decided()))
def test_a_lie_about_what_it_comes_to_is_not_confirmed(name: str) -> None:
    lie = refit(copy.deepcopy(lies(decided())[name]))
    assert refused(lie).code == verifier.NOT_CONFIRMED


def test_a_step_that_holds_cannot_be_said_to_be_refuted() -> None:
    data = decided(folding(start=[0], next=lambda a, x: [a[1] + 1], holds=lambda a: a[1] == 9))
    assert verdict(data) == "holds"
    left = {"at": [], "points": [], "bindings": {}, "relation": "=", "left": 8, "right": 9}
    data["steps"][0] |= {"verdict": "refuted", "failures": 1, "witness": left}
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED


def test_the_hypothesis_says_which_points_go_in() -> None:
    data = decided(given=lambda at: point[1, 1] > 0)
    assert verdict(data) == "refuted"
    assert data["steps"][0]["witness"]["left"] == 111222
    data["steps"][0]["given"] = ["<=", 0, ["entry", ["point"], 1, 1]]
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED


def falls(a: Row) -> Truth:
    return implies(a[2] > 0, every(Columns(1, 2, "k"), lambda k: inside(a[k], -1, 7)))


def test_the_witness_goes_down_from_what_holds() -> None:
    fold = folding(start=[0, 1], next=lambda a, x: [a[1] + x[1], a[2] + 1], holds=falls)
    data = decided(fold)
    witness = data["steps"][0]["witness"]
    assert witness == {"at": [], "points": [], "bindings": {"k": 1}, "relation": "in", "left": 9, "right": [-1, 7]}
    assert verdict(data) == "refuted"
    for changes in ({"bindings": {"k": 2}, "left": 10}, {"bindings": {}}, {"right": 7}):
        data["steps"][0]["witness"] = {**witness, **changes}
        assert refused(refit(data)).code == verifier.NOT_CONFIRMED


# of large domains points are sampled


def sampled(data: Decided) -> verifier.Report:
    report = verifier.verify(rehashed(data), sample=20)
    assert report.sampled
    return report


def test_samples_say_that_the_fold_was_not_re_checked() -> None:
    data = decided(m=9)
    report = sampled(data)
    assert report.verdict == "refuted"
    assert "failures 1; the fold was not re-checked, only sampled) sha256:" in str(report)
    assert "not re-checked" not in str(verifier.verify(rehashed(data)))


@pytest.mark.parametrize(
    "changes",
    [
        {"at": [["G in every order", 0]]},
        {"points": [[[0, 0]]]},
        {"relation": ">"},
        {"relation": None},
        {"bindings": []},
        {"more": 1},
    ],
    ids=str,
)
def test_samples_show_the_form_of_the_witness(changes: dict[str, Any]) -> None:
    data = decided(m=9)
    data["steps"][0]["witness"] |= changes
    assert refused(refit(data), sample=20).code == verifier.NOT_CONFIRMED


def test_samples_of_what_holds_have_no_witness() -> None:
    data = decided(folding(start=[0], next=lambda a, x: [a[1] + 1], holds=lambda a: a[1] == 81), m=9)
    assert sampled(data).verdict == "holds"
    witness = {"at": [], "points": [], "bindings": {}, "relation": "=", "left": 8, "right": 9}
    data["steps"][0]["witness"] = witness
    assert refused(refit(data), sample=20).code == verifier.NOT_CONFIRMED
    data["steps"][0] |= {"failures": 1, "verdict": "refuted"}
    assert sampled(refit(data)).verdict == "refuted"  # a lie that takes all points to be seen
    assert refused(data).code == verifier.NOT_CONFIRMED


def test_samples_are_measured() -> None:
    data = decided(m=9)
    data["steps"][0]["measure"] |= {"max": 7}
    assert refused(refit(data), sample=20).code == verifier.NOT_CONFIRMED


# where a fold says nothing


def test_a_part_of_the_points_cannot_fail() -> None:
    data = decided()
    data["domains"][0]["decided"] = [[0, 8]]
    data["steps"][0] |= {"points": 8, "applicable": 8}
    assert "by the fold of a part of its points" in str(refused(refit(data)))


def test_one_point_that_stands_for_no_orbit_cannot_fail() -> None:
    fold = folding(
        start=[0], next=lambda a, x: [a[1] + Operands(OTHER).leftmost.quantity("heads")], holds=lambda a: a[1] < 0
    )
    data = decided(fold, over=grid)
    assert data["steps"][0]["verdict"] == "inconclusive"
    assert verdict(data) == "inconclusive"
    witness = {"at": [], "points": [], "bindings": {}, "relation": "<", "left": 6, "right": 0}
    data["steps"][0] |= {"failures": 1, "verdict": "refuted", "reason": None, "witness": witness}
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED
    data["steps"][0] |= {"failures": 0, "verdict": "holds", "witness": None}
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED


OTHER = Claim("yun2020:other", "Other", "none", "A claim of the tests.")
OTHER.network("leftmost")(lambda values: Network(1, (), {"output": 0}))


def test_a_fold_over_no_point_takes_the_numbers_of_the_one_time_that_it_is_decided() -> None:
    """The format lets `over` be empty; no program writes it."""
    data = decided(folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] == 5))
    step = data["steps"][0]
    step |= {"over": [], "term": 5, "points": 1, "applicable": 1, "failures": 0, "verdict": "holds", "witness": None}
    step |= {"measure": None}
    data["domains"] = []
    assert verdict(refit(data)) == "holds"
    step["term"] = 6
    assert refused(refit(data)).code == verifier.NOT_CONFIRMED


# names and resources


def test_other_words_for_folds_are_not_known() -> None:
    for fold in ("own", "fold", None, ["accumulator"], 1):
        data = decided()
        data["steps"][0]["fold"] = fold
        assert refused(refit(data)).code == verifier.NOT_RECHECKED


def test_lists_of_a_fold_are_nowhere_else() -> None:
    for place in ("term", "given"):
        data = decided()
        data["steps"][0][place] = {"term": ["accumulator"], "given": ["<", X1, 1]}[place]
        assert "speaks of" in str(refused(refit(data)))


def test_a_loop_may_be_called_as_a_list_of_the_fold_is() -> None:
    data = decided()
    data["steps"][0]["fold"]["next"][0] = [
        "sum", "accumulator", 1, 1, ["+", ["*", 10, ["item", ["accumulator"], ["var", "accumulator"]]], X1],
    ]  # fmt: skip
    assert verdict(refit(data)) == "refuted"


def test_an_accumulator_that_grows_too_long_is_refused() -> None:
    for grown in (["^", A1, 60], ["/", 1, ["^", ["+", A1, 1], 60]]):
        data = decided()
        data["steps"][0]["fold"] |= {"start": [2, 1], "next": [grown, A2]}
        assert "more bits than this verifier works with" in str(refused(refit(data)))


def test_a_fold_that_asks_for_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (verifier.statements, verifier.points):
        monkeypatch.setattr(where, "ALLOWANCE", (10_000, 1000, 1000))
    loop: Any = 1
    for k in range(4):
        loop = ["sum", f"k{k}", 1, 1000, loop]
    data = decided()
    data["steps"][0]["fold"]["next"][0] = loop
    assert "more work than this verifier does" in str(refused(refit(data)))
