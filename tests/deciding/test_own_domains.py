"""Problems over domains of one's own, decided alike by exact batches, the literal networks and the verifier."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.arithmetic.rationals import Matrix
from exactua.certificates.writing import certificate
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands
from exactua.claims.decision import Decision
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, chosen_row, pairs_of
from exactua.grids.finite import box, levels, listed, product_of, vocabulary
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, Phi, above, at_most
from exactua.terms.encoding import canonical
from exactua.terms.tracing import Columns, Number, Row, Truth, every, parameter, point, row, total
from tests.mutants import decided_by_all, parsed, rehashed
from tests.networks.strategies import rationals as weights
from tests.reached import reached, refitted

WORDS = [(0, 0), (1, mpq(1, 3)), (mpq(1, 2), 2)]
OWN: list[Matrix] = [((0, 1, 2), (1, 0, 3)), ((mpq(1, 3), 0, 0), (0, 0, 0)), ((2, 1, 0), (3, 0, 1))]
words = vocabulary("words", WORDS)
bag = vocabulary("bag", WORDS, order="orbits")
sets = vocabulary("sets", WORDS, order="orbits", repeats="forbidden")
own = listed("own", OWN)
choices = product_of("choices", [[WORDS[0], WORDS[1]], [WORDS[2]], [(3, 3), (0, 0), ("1/7", 0)]])
grid = levels("grid", 0, 1 / parameter("d"), 2, order="orbits")
SPECS = (words, bag, sets, own, choices, grid)


def attention(values: Any) -> Network:
    """One head that reads the sum of a column, with a threshold."""
    d = values["d"]
    ones = [[1] * d]
    head = AttentionHead(W_O=[[1]] + [[0]] * (d - 1), W_V=ones, W_K=ones, W_Q=ones, b_Q=[mpq(-1, 2)])
    return Network(d, [AttentionLayer([head])], {"output": 1})


def first_row(at: Operands) -> Row:
    return row(at.columns, lambda j: at.g(point)[1, j])


def bounded(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.g(point)[1, j] <= 3)


def halves_agree(at: Operands) -> Truth:
    left, right = at.g(point.columns(1, at.n)), at.g(point.columns(at.n + 1, 2 * at.n))
    return every(at.columns, lambda j: left[1, j] == right[1, j])


def summed(at: Operands) -> Number:
    return total(at.columns, lambda j: at.g(point)[1, j])


def made(spec: DomainSpec) -> Claim:
    claim = Claim(f"own:{spec.name}", "A claim of the tests", "none", "", (D_ROWS, N_COLUMNS))
    claim.network("g")(attention)
    claim.states("bounded", over=(spec,))(bounded)
    claim.states("different", over=(spec,), fold="distinct")(first_row)
    claim.states("apart", over=(spec,), fold="apart", bound=lambda at: at.d, name="apart")(summed)
    claim.states("the sum", over=(spec,), fold="sum", bound=lambda at: 50)(summed)
    claim.states("in pairs", over=(pairs_of(spec),))(halves_agree)
    return claim


@pytest.fixture(scope="module", params=SPECS, ids=lambda spec: spec.name)
def decision(request: pytest.FixtureRequest) -> Decision:
    return decided_by_all(made(request.param).problem({"d": 2, "n": 3}))


def test_all_three_agree_and_batches_decide_everything(decision: Decision) -> None:
    assert set(decision.run["engine"].values()) == {"kernel"}
    assert decision["bounded"].points == decision.domains[0].points
    assert decision["halves_agree"].points == decision.domains[0].points ** 2


def spec_of(decision: Decision) -> DomainSpec:
    return decision.problem.domains[0]


def evaluated(matrix: Matrix) -> list[Any]:
    """The first row of g at a matrix."""
    (place,) = attention({"d": 2}).walk()
    return list(place.layer.apply(matrix)[0])


def test_the_least_counterexample_is_the_first_in_the_order_of_the_domain(decision: Decision) -> None:
    result, spec = decision["bounded"], spec_of(decision)
    domain = expected_points(spec)
    false = [k for k, matrix in enumerate(domain) if max(evaluated(matrix)) > 3]
    assert result.failures == len(false)
    if false:
        assert result.witness is not None
        assert result.witness.at == ((0, false[0]),)
        assert result.witness.points == (domain[false[0]],)


def expected_points(spec: DomainSpec) -> list[Matrix]:
    """The points in order, from itertools alone."""
    n, tokens = 3, [tuple(map(mpq, column)) for column in WORDS]
    chosen: Any = {
        "words": itertools.product(tokens, repeat=n),
        "bag": itertools.combinations_with_replacement(tokens, n),
        "sets": itertools.combinations(tokens, n),
        "choices": itertools.product(tokens[:2], tokens[2:], [(mpq(3), mpq(3)), tokens[0], (mpq(1, 7), mpq(0))]),
        "grid": itertools.combinations_with_replacement(
            sorted(itertools.product([mpq(0), mpq(1, 2)], repeat=2), key=lambda column: column[::-1]), n
        ),
        "own": (zip(*matrix, strict=True) for matrix in OWN),
    }[spec.name]
    return [tuple(zip(*columns, strict=True)) for columns in chosen]


def test_a_sum_over_orbits_is_that_over_all_sequences() -> None:
    sums = []
    for spec in (words, bag):
        claim = Claim("own:sum", "A sum", "none", "", (D_ROWS, N_COLUMNS))
        claim.network("g")(attention)
        claim.states("the sum", over=(spec,), fold="sum", bound=lambda at: 0, relation="=", name="sum")(summed)
        witness = decided_by_all(claim.problem({"d": 2, "n": 3}))["sum"].witness
        assert witness is not None
        sums.append(witness.left)
    assert sums[0] == sums[1]


def test_a_list_decides_in_its_own_order() -> None:
    turned = made(listed("own", OWN[::-1])).problem({"d": 2, "n": 3}, ("bounded",))
    result = decide(made(own).problem({"d": 2, "n": 3}, ("bounded",)))["bounded"]
    other = decide(turned)["bounded"]
    assert result.failures == other.failures == 2
    assert result.witness is not None
    assert other.witness is not None
    assert (result.witness.points, other.witness.points) == ((OWN[0],), (OWN[2],))


def test_a_step_is_vacuous_over_an_empty_list() -> None:
    problem = made(listed("nothing", [])).problem({"d": 2, "n": 3})
    assert {result.verdict for result in decided_by_all(problem).results} == {Verdict.VACUOUS}


@pytest.mark.parametrize(("fold", "bound"), [("distinct", None), ("apart", lambda at: 1)])
def test_a_point_that_brings_no_number_is_one_of_a_pair(fold: str, bound: Any) -> None:
    """The second point repeats a number of its own; the first, which has none, makes a pair with it."""

    def as_many_as_its_first(_: Operands) -> Row:
        return row(Columns(1, point[1, 1]), lambda j: j - j)

    claim = Claim("own:none", "Points without numbers", "none", "", (D_ROWS, N_COLUMNS))
    few = listed("few", [[[0, 5]], [[2, 7]]])
    claim.states("different", over=(few,), fold=fold, bound=bound, name="different")(as_many_as_its_first)
    result = decided_by_all(claim.problem({"d": 1, "n": 2}))["different"]
    assert (result.verdict, result.applicable, result.failures) == (Verdict.REFUTED, 2, 1)
    assert result.witness is not None
    assert result.witness.at == ((0, 0), (0, 1))


def test_one_point_less_makes_it_hold() -> None:
    """Of the three points two fail: a list without them holds."""
    problem = made(listed("own", OWN[1:2])).problem({"d": 2, "n": 3}, ("bounded",))
    assert decided_by_all(problem).verdict is Verdict.HOLDS


@pytest.mark.parametrize("spec", [words, own, choices])
def test_an_instance_that_does_not_fit_is_refused_with_the_name_of_the_domain(spec: DomainSpec) -> None:
    with pytest.raises(InputError, match=rf"^{spec.name}: .* d = 1"):
        decide(made(spec).problem({"d": 1, "n": 3}))


# ---- lies -------------------------------------------------------------------------------------------------------


def lie(decision: Decision, change: Callable[[Any], None]) -> bytes:
    """The certificate with a change, all its hashes made to fit."""
    decided = parsed(decision)
    change(decided)
    return rehashed(refitted(reached(decided)))


def refused(data: bytes) -> bool:
    try:
        verifier.verify(data)
    except verifier.Refused as why:
        return why.code in (1, 3)
    return False


def witness_of(decided: Any, name: str) -> Any:
    return next(step for step in decided["steps"] if step["name"] == name)["witness"]


def test_an_unchanged_certificate_is_no_lie(decision: Decision) -> None:
    assert not refused(lie(decision, lambda decided: None))


@pytest.mark.parametrize("name", ["bounded", "first_row", "halves_agree"])
def test_another_rank_in_a_witness_is_refused(decision: Decision, name: str) -> None:
    def change(decided: Any) -> None:
        witness_of(decided, name)["at"][0][1] += 1

    assert decision[name].witness is None or refused(lie(decision, change))


def test_another_point_in_a_witness_is_refused(decision: Decision) -> None:
    def change(decided: Any) -> None:
        witness_of(decided, "bounded")["points"][0][0][0] = "22/7"

    assert decision["bounded"].witness is None or refused(lie(decision, change))


@pytest.mark.parametrize(("k", "i", "j"), [(0, 0, 0), (1, 1, 2), (2, 0, 1), (2, 1, 2)])
def test_another_entry_in_a_list_is_refused(k: int, i: int, j: int) -> None:
    def change(decided: Any) -> None:
        for domain in decided["domains"]:
            points = domain["spec"].get("of", domain["spec"])["points"]
            points[k][i][j] = ["+", 9, points[k][i][j]]

    assert refused(lie(decided_by_all(made(own).problem({"d": 2, "n": 3})), change))


def test_a_point_less_or_twice_is_refused() -> None:
    decision = decided_by_all(made(own).problem({"d": 2, "n": 3}))
    assert refused(lie(decision, lambda decided: [domain["spec"].get("of", domain["spec"])["points"].pop()
                                                  for domain in decided["domains"]]))  # fmt: skip
    assert refused(lie(decision, lambda decided: [domain["spec"].get("of", domain["spec"])["points"].__setitem__(1, OWN_DATA)
                                                  for domain in decided["domains"]]))  # fmt: skip


OWN_DATA = [[0, 1, 2], [1, 0, 3]]


# ---- boxes ------------------------------------------------------------------------------------------------------


def clip(values: Any) -> Network:
    """x -> x - max(x - 1, 0): no entry above 1."""
    d = values["d"]
    unit = [[int(i == j) for j in range(d)] for i in range(d)]
    relu = Phi.of((at_most(0), 0, 0), (above(0), 1, 0))
    layer = FeedForwardLayer(unit, [-1] * d, [[-x for x in line] for line in unit], [0] * d, relu)
    return Network(d, [layer], {"output": 1})


rows = Columns(1, parameter("d"), "i")
unit_box, wide_box = box("[0, 1]", 0, 1), box("[0, 2]", 0, 2)
clipping = Claim("own:clip", "A network that clips", "none", "", (D_ROWS,))
clipping.network("clip")(clip)


@clipping.states("the entry is at most 1", over=(wide_box,))
def at_most_1(at: Operands) -> Truth:
    return at.clip(point)[chosen_row, 1] <= 1


@clipping.states("sharper: it is below 1", over=(wide_box,))
def below_1(at: Operands) -> Truth:
    return at.clip(point)[chosen_row, 1] < 1


@clipping.states("below 1, of entries below 1", over=(wide_box,), given=lambda at: point[chosen_row, 1] < 1)
def below_1_below_1(at: Operands) -> Truth:
    return at.clip(point)[chosen_row, 1] < 1


@clipping.states("nothing moves, in the unit box", over=(unit_box,))
def identity(at: Operands) -> Truth:
    return every(rows, lambda i: at.clip(point)[i, 1] == point[i, 1])


@clipping.states("all entries together", over=(unit_box,))
def together(at: Operands) -> Truth:
    return total(rows, lambda i: at.clip(point)[i, 1]) <= at.d


def test_a_box_is_decided_with_its_ends() -> None:
    for d in (1, 2, 3):
        decision = decided_by_all(clipping.problem({"d": d}))
        verdicts = {result.step.name: str(result.verdict) for result in decision.results}
        assert verdicts == {
            "at_most_1": "holds",
            "below_1": "refuted",
            "below_1_below_1": "holds",
            "identity": "holds",
            "together": "holds",
        }
        witness = decision["below_1"].witness
        assert witness is not None
        assert witness.points == (((1,), *((0,),) * (d - 1)),)  # the other entries of a sample are the lower end
        assert decision["at_most_1"].points == 5 * d
        assert decision["identity"].points == 3 * d


def test_the_cells_of_a_box_reach_from_end_to_end() -> None:
    assert [domain.evidence for domain in decide(clipping.problem({"d": 1})).domains] == [
        {"breakpoints": [[0, 1, 2]]},
        {"breakpoints": [[0, 1]]},
    ]


def test_the_other_entries_of_a_sample_are_the_lower_end() -> None:
    claim = Claim("own:far", "Far from 0", "none", "", (D_ROWS,))
    claim.states("none is 5/4", over=(box("far", 1, "3/2"),), name="far")(lambda at: 4 * point[chosen_row, 1] != 5)
    witness = decided_by_all(claim.problem({"d": 2}))["far"].witness
    assert witness is not None
    assert witness.points == (((mpq(5, 4),), (1,)),)
    assert witness.at == ((0, 2),)


@pytest.mark.parametrize("exponent", [0, 1, 2])
def test_a_power_of_an_entry_is_decided_where_it_is_affine(exponent: int) -> None:
    """Of what hangs on an undecided activation, too: the cell is cut before it is."""
    claim = Claim("own:power", "A power", "none", "", (D_ROWS,))
    claim.network("clip")(clip)
    claim.states("at most 1", over=(wide_box,), name="power")(lambda at: at.clip(point)[chosen_row, 1] ** exponent <= 1)
    decision = decided_by_all(claim.problem({"d": 2}))
    assert decision.verdict is (Verdict.HOLDS if exponent < 2 else Verdict.INCONCLUSIVE)


STRICT = {
    "all below 1": lambda at: every(rows, lambda i: at.clip(point)[i, 1] < 1),
    "one is not 1": lambda at: at.clip(point)[at.d + 1 - chosen_row, 1] != 1,
    "below d": lambda at: total(rows, lambda i: at.clip(point)[i, 1]) < at.d,
}


@pytest.mark.parametrize("name", STRICT)
def test_a_strict_comparison_at_an_attained_end_is_not_decided(name: str) -> None:
    """It is true of some columns of a cell and false of others: neither holds nor refuted."""
    claim = Claim("own:strict", "Strict", "none", "", (D_ROWS,))
    claim.network("clip")(clip)
    claim.states(name, over=(unit_box,), name="strict")(STRICT[name])
    assert decide(claim.problem({"d": 2})).verdict is Verdict.INCONCLUSIVE
    assert decide(claim.problem({"d": 1})).verdict is not Verdict.INCONCLUSIVE


def test_a_certificate_that_claims_it_is_refused() -> None:
    """total <= d holds in the unit box; the same certificate with < in its place is none."""
    decision = decided_by_all(clipping.problem({"d": 2}, ("together",)))

    def change(decided: Any) -> None:
        decided["steps"][0]["term"][0] = "<"

    assert refused(lie(decision, change))


ENDS = [("from", 1), ("to", 1), ("to", 3), ("from", -1)]


@pytest.mark.parametrize(("key", "end"), ENDS)
def test_another_box_is_refused(key: str, end: int) -> None:
    decision = decided_by_all(clipping.problem({"d": 2}, ("at_most_1",)))
    assert refused(lie(decision, lambda decided: decided["domains"][0]["spec"].__setitem__(key, end)))


@pytest.mark.parametrize("row", [[0, 1], [1, 2], [0, 1, 2, 3], [0, 2], [0], [0, "1/2", 2]])
def test_breakpoints_that_do_not_reach_the_ends_or_are_too_few_are_refused(row: list[Any]) -> None:
    decision = decided_by_all(clipping.problem({"d": 1}, ("at_most_1",)))

    def change(decided: Any) -> None:
        points = 2 * len(row) - 1
        domain, step = decided["domains"][0], decided["steps"][0]
        domain |= {"evidence": {"breakpoints": [row]}, "points": points, "decided": [[0, points]]}
        step |= {"points": points, "applicable": points}

    assert refused(lie(decision, change))


def test_finer_breakpoints_are_confirmed() -> None:
    decision = decided_by_all(clipping.problem({"d": 1}, ("at_most_1",)))

    def change(decided: Any) -> None:
        domain, step = decided["domains"][0], decided["steps"][0]
        domain |= {"evidence": {"breakpoints": [[0, "1/2", 1, 2]]}, "points": 7, "decided": [[0, 7]]}
        step |= {"points": 7, "applicable": 7}

    assert not refused(lie(decision, change))


def test_a_box_that_is_empty_at_an_instance_is_refused() -> None:
    claim = Claim("own:empty", "Empty", "none", "", (D_ROWS,))
    claim.states("x", over=(box("small", 1, 2 - parameter("d")),), name="x")(lambda at: point[chosen_row, 1] <= 1)
    with pytest.raises(
        InputError, match=r"^small: \[1, 1\] is not an interval here; its first end must be less than its second$"
    ):
        decide(claim.problem({"d": 1}))


@settings(max_examples=25)
@given(
    st.lists(st.tuples(weights, weights, weights), min_size=1, max_size=2),
    weights,
    st.lists(st.fractions(0, 1, max_denominator=7), min_size=8, max_size=8),
)
def test_what_is_decided_of_a_box_is_true_at_rational_points(
    units: list[tuple[Any, Any, Any]], limit: Any, shares: list[Any]
) -> None:
    """x -> x + sum of a relu(b x + c) on [-1, 2], against a limit: decided by forms, confirmed, true at points."""
    relu = Phi.of((at_most(0), 0, 0), (above(0), 1, 0))
    layer = FeedForwardLayer(
        [[b] for _, b, _ in units], [c for _, _, c in units], [[a for a, _, _ in units]], [0], relu
    )
    claim = Claim("own:random", "Random", "none", "", (D_ROWS,))
    claim.network("f")(lambda values: Network(1, [layer], {"output": 1}))
    claim.states("at most", over=(box("box", -1, 2),), name="most")(lambda at: at.f(point)[1, 1] <= limit)
    decision = decide(claim.problem({"d": 1}))
    verifier.verify(certificate(decision).encode())
    points = [mpq(-1), mpq(2), *(mpq(3 * share - 1) for share in shares)]
    true = [layer.apply(((x,),))[0][0] <= limit for x in points]
    if decision.verdict is Verdict.HOLDS:
        assert all(true)
    else:
        witness = decision["most"].witness
        assert witness is not None
        assert layer.apply(witness.points[0])[0][0] > limit
        assert -1 <= witness.points[0][0][0] <= 2


def test_jobs_and_replay_change_nothing() -> None:
    problem = made(choices).problem({"d": 2, "n": 3})
    texts = [canonical(certificate(decide(problem, **options)).partition('\n"run"')[0])
             for options in ({}, {"jobs": 2}, {"replayed": 0}, {"replayed": 3})]  # fmt: skip
    assert len(set(texts)) == 1


def test_a_domain_of_another_name_is_another_domain() -> None:
    claim = made(own)
    claim.states("again", over=(replace(own, name="other"),), name="again")(bounded)
    assert [domain.name for domain in decide(claim.problem({"d": 2, "n": 3})).domains] == [
        "own",
        "pairs of own",
        "other",
    ]
    clash = replace(claim.steps[-1], name="clash", over=(listed("own", OWN[:1]),))
    with pytest.raises(InputError, match=r"two different domains of own:own have the name 'own'"):
        replace(claim.problem({"d": 2, "n": 3}), steps=(*claim.steps, clash))
