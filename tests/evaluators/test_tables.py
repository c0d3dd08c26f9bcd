"""The fast evaluator for tables is held to the table row by row: any rows, any window, after any number of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.arithmetic.batches import LIMIT, Batch
from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim, Operands
from exactua.claims.verdicts import Verdict
from exactua.deciding import observations
from exactua.deciding.observations import UnrolledNetworks
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.evaluators import dense, tables
from exactua.evaluators.tables import MOST_OVERLAPPING, CatchingTable, catching_table
from exactua.grids.categories import category3, extended_grid
from exactua.networks import (
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    Piece,
    PiecewiseLinear,
    Table,
    at_least,
    below,
    half_open,
    variable,
)
from exactua.networks.items import walk
from exactua.terms.language import TermError
from exactua.terms.tracing import Columns, Number, Truth, every, point, total, when
from tests.evaluators.test_dense import batched, unbatched
from tests.networks.strategies import networks, points

key, shift = variable("key"), variable("shift")
small = st.integers(-3, 3)


def indicator(start: Any, start_closed: bool, stop: Any, stop_closed: bool, value: Any) -> Phi:
    """phi = value from start to stop, 0 outside."""
    first = Piece(None, False, start, not start_closed, 0, 0)
    return Phi(
        [
            first,
            Piece(start, start_closed, stop, stop_closed, 0, value),
            Piece(stop, not stop_closed, None, False, 0, 0),
        ]
    )


HALF = indicator(mpq(-1, 2), True, mpq(1, 2), False, 1)


def catching(rows: Any, w: Any = (1,), phi: PiecewiseLinear = HALF, **changes: Any) -> Table:
    """Z -> Z + (change_1, ..., change_d) phi(w^T Z - key) once for each row (key, change_1, ..., change_d)."""
    d = len(w)
    names = tuple(f"change_{i}" for i in range(d))
    weights = {
        "W_1": (w,),
        "b_1": (-key,),
        "W_2": tuple((variable(name),) for name in names),
        "b_2": (0,) * d,
        **changes,
    }
    return Table(("key", *names), rows, [FeedForwardLayer(**weights, activation=phi)])


@st.composite
def windows(draw: st.DrawFn) -> Phi:
    start, length = mpq(draw(small), 2), mpq(draw(st.integers(0, 3)), 2)
    closed = (True, True) if not length else (draw(st.booleans()), draw(st.booleans()))
    return indicator(start, closed[0], start + length, closed[1], draw(st.sampled_from([1, -2, mpq(1, 3)])))


@st.composite
def catching_tables(draw: st.DrawFn) -> Table:
    """Keys are few and near: they repeat, windows overlap, columns land in windows of other rows, later and earlier."""
    d = draw(st.integers(1, 2))
    numbers = st.builds(mpq, st.integers(-5, 5), st.just(2))
    rows = draw(st.lists(st.lists(numbers, min_size=d + 1, max_size=d + 1), min_size=1, max_size=12))
    w = draw(st.lists(st.integers(-2, 2), min_size=d, max_size=d))
    return catching(rows, w, draw(windows()))


def literally(table: Table, matrix: Any, most: int | None = None) -> Any:
    Z = tuple(map(tuple, matrix))
    for place in list(walk([table]))[:most]:
        Z = place.layer.apply(Z)
    return Z


def batches(table: Table) -> st.SearchStrategy[Any]:
    (template,) = table.items
    assert isinstance(template, FeedForwardLayer)
    entries = st.builds(mpq, st.integers(-6, 6), st.just(2))
    row = st.lists(entries, min_size=2, max_size=2)
    return st.lists(st.lists(row, min_size=template.d, max_size=template.d), min_size=1, max_size=6)


@given(st.data(), catching_tables())
@settings(max_examples=60, deadline=None)
def test_a_table_at_once_is_the_table_row_by_row(data: st.DataObject, table: Table) -> None:
    matrices = data.draw(batches(table))
    fast = catching_table(table)
    if fast is not None:
        assert fast.overlapping <= MOST_OVERLAPPING
        states = fast(batched(matrices))
        assert [unbatched(states, k) for k in range(len(matrices))] == [literally(table, Z) for Z in matrices]
    states = dense.through([table], batched(matrices))
    assert [unbatched(states, k) for k in range(len(matrices))] == [literally(table, Z) for Z in matrices]


@given(st.data(), catching_tables())
@settings(max_examples=60, deadline=None)
def test_each_point_stops_after_its_own_number_of_rows(data: st.DataObject, table: Table) -> None:
    matrices = data.draw(batches(table))
    layer = next(iter(walk([table]))).layer
    items = [layer, table, Group("again", [table]), layer]
    counts = [data.draw(st.integers(0, 2 + 2 * table.count)) for _ in matrices]
    states = dense.through(items, batched(matrices), Batch.of(np.array(counts)))
    layers = list(Network(layer.d, items).layers())
    for k, (matrix, count) in enumerate(zip(matrices, counts, strict=True)):
        Z = tuple(map(tuple, matrix))
        for applied in layers[:count]:
            Z = applied.apply(Z)
        assert unbatched(states, k) == Z


@given(st.data(), networks(), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_items_are_their_layers(data: st.DataObject, network: Network, n: int) -> None:
    matrices = data.draw(st.lists(points(network.d, st.just(n)), min_size=1, max_size=3))
    by_items, by_layers = (dense.through(x, batched(matrices)) for x in (network.items, network.layers()))
    for k in range(len(matrices)):
        assert unbatched(by_items, k) == unbatched(by_layers, k)


def one_row(values: Any, denominator: int = 1) -> tuple[Batch, ...]:
    """Matrices with one row and one column."""
    return (Batch.of(np.array([values], dtype=object), denominator),)


def through(table: Table, *values: Any) -> list[mpq]:
    fast = catching_table(table)
    assert fast is not None
    (state,) = fast(one_row([int(2 * mpq(value)) for value in values], 2))
    assert [state[0].value(k) for k in range(len(values))] == [literally(table, [[mpq(v)]])[0][0] for v in values]
    return [state[0].value(k) for k in range(len(values))]


@pytest.mark.parametrize(
    ("start_closed", "stop_closed", "caught"),
    [(True, False, [4, 5]), (False, True, [5, 6]), (True, True, [4, 5, 6]), (False, False, [5])],
)
def test_ends_of_windows_count_as_the_activation_says(start_closed: bool, stop_closed: bool, caught: list[int]) -> None:
    phi = indicator(-1, start_closed, 1, stop_closed, 1)
    values = through(catching([(5, 100)], phi=phi), *range(3, 8))
    assert values == [x + 100 * (x in caught) for x in range(3, 8)]


def test_a_window_of_one_number() -> None:
    assert through(catching([(5, 100), (5, -7)], phi=indicator(0, True, 0, True, 1)), "9/2", 5, "11/2") == [
        mpq(9, 2),
        105,
        mpq(11, 2),
    ]


def test_a_column_is_caught_again_by_later_rows_only() -> None:
    assert through(catching([(0, 10), (10, 5), (15, -15)]), 0, 10, 15) == [0, 0, 0]
    assert through(catching([(15, -15), (10, 5), (0, 10)]), 0, 10, 15) == [10, 15, 10]
    assert through(catching([(0, 0), (0, 1), (0, 1), (1, 1)]), 0, 1) == [2, 2]  # the third row finds it moved


def test_a_chain_through_all_rows() -> None:
    assert through(catching([(k, 1) for k in range(300)]), 0, 150, 299, 300) == [300, 300, 300, 300]
    assert through(catching([(-k, 1) for k in range(300)]), 0, -150, -299) == [1, -149, -298]


@pytest.mark.parametrize("rows", [MOST_OVERLAPPING, MOST_OVERLAPPING + 1])
def test_rows_that_overlap_too_much_are_left_to_the_layers(rows: int) -> None:
    table = catching([(k, 1000) for k in range(rows)], phi=indicator(0, True, rows, False, 1))
    assert (catching_table(table) is None) == (rows > MOST_OVERLAPPING)
    states = dense.through([table], one_row(list(range(-2, 2 * rows))))
    assert [states[0][0].value(k) for k in range(2 * rows + 2)] == [
        literally(table, [[mpq(x)]])[0][0] for x in range(-2, 2 * rows)
    ]


@given(st.lists(st.tuples(st.sampled_from([-1, 0, 1, 2]), st.sampled_from([1, -1, LIMIT, 2**63, 2**70])), max_size=6))
@settings(max_examples=60, deadline=None)
def test_numbers_beyond_64_bits(moves: list[tuple[int, int]]) -> None:
    edges = [0, LIMIT - 1, LIMIT, 2**63, 2**70, -(2**63)]
    rows = [(edge + near, change) for edge in edges for near, change in [(0, 1), *moves]]
    table = catching(rows, phi=indicator(0, True, 0, True, 1))
    given_ = [edge + near for edge in edges for near in (-1, 0, 1)]
    states = dense.through([table], one_row(given_))
    assert [states[0][0].value(k) for k in range(len(given_))] == [literally(table, [[mpq(x)]])[0][0] for x in given_]


W_2 = ((variable("change_0"),),)
OTHERS = {
    "a slope": catching([(0, 1)], phi=Phi.of((below(0), 0, 0), (half_open(0, 1), 1, 0), (at_least(1), 0, 0))),
    "two values": catching(
        [(0, 1)],
        phi=PiecewiseLinear.of((below(0), 0, 0), (half_open(0, 1), 0, 1), (half_open(1, 2), 0, 2), (at_least(2), 0, 0)),
    ),
    "unbounded": catching([(0, 1)], phi=Phi.of((below(0), 0, 0), (at_least(0), 0, 1))),
    "nowhere 0": catching([(0, 1)], phi=Phi.of((below(0), 0, 2), (half_open(0, 1), 0, 1), (at_least(1), 0, 2))),
    "nothing": catching([(0, 1)], phi=Phi.of((below(0), 0, 0), (at_least(0), 0, 0))),
    "W_1 varies": catching([(0, 1)], (variable("change_0"),), W_2=W_2),
    "b_2": catching([(0, 1)], b_2=(1,)),
    "b_2 varies": catching([(0, 1)], b_2=(key,)),
    "two nodes": catching([(0, 1)], W_1=((1,), (1,)), b_1=(-key, 0), W_2=((1, 1),)),
    "two items": Table(("key", "change_0"), [(0, 1)], catching([(0, 1)]).items * 2),
    "no items": Table(("key", "change_0"), [(0, 1)], []),
    "a family inside": Table(("x",), [(0,)], [Family("change_0", 0, 1, 2, [catching([(0, 1)], b_1=(0,)).items[0]])]),
}


@pytest.mark.parametrize("table", OTHERS.values(), ids=OTHERS)
def test_other_tables_have_no_fast_evaluator_and_are_evaluated_all_the_same(table: Table) -> None:
    assert catching_table(table) is None
    states = dense.through([table], one_row(list(range(-2, 4))))
    assert [states[0][0].value(k) for k in range(6)] == [literally(table, [[mpq(x)]])[0][0] for x in range(-2, 4)]


def test_a_shift_may_be_any_affine_expression_of_a_row_and_a_change_may_be_fixed() -> None:
    table = catching([(0, 1), (3, 2), (-1, 5)], b_1=(key * 2 - variable("change_0") + 1,), W_2=((3,),))
    assert catching_table(table) is not None
    through(table, *[mpq(k, 2) for k in range(-8, 8)])


def test_a_table_inside_a_family_is_unrolled_with_it() -> None:
    template = FeedForwardLayer(((1,),), (-key - shift,), ((variable("change"),),), (0,), HALF)
    inner = Table(("key", "change"), [(0, 1), (2, 5)], [template])
    assert catching_table(inner) is None
    items = [Family("shift", 0, 1, 3, [inner])]
    states = dense.through(items, one_row(list(range(-2, 9))))
    for k, x in enumerate(range(-2, 9)):
        assert states[0][0].value(k) == Network(1, items)([[x]])[0][0]


# ---- claims over networks with tables ------------------------------------------------------------------------------

claim = Claim("yun2020:tables", "Tables", "none", "A claim of the tests.")


@claim.network("g_v")
def g_v(values: Any) -> Network:
    """Every level k / m of the first entry becomes (k / m)^2 + 10, in the order of the levels, with one row for each."""
    m, d = values["m"], values["d"]
    half = indicator(mpq(-1, 2 * m), True, mpq(1, 2 * m), False, 1)
    rows = [(mpq(k, m), mpq(k, m) ** 2 + 10 - mpq(k, m), *[0] * (d - 1)) for k in range(m)]
    return Network(d, [catching(rows, (1, *[0] * (d - 1)), half)], {"output": 1})


@claim.states("squares", over=(extended_grid,))
def squares(at: Operands) -> Truth:
    x, y = point, at.g_v(point, "output")
    return every(Columns(1, at.n, "j"), lambda j: y[1, j] == when(x[1, j] < 0, x[1, j], x[1, j] ** 2 + 10))


@claim.states("by layers", over=(category3,), fold="sum", relation=">=", bound=lambda at: 0)
def by_layers(at: Operands) -> Number:
    after = at.g_v.after(point, total(Columns(1, at.n), lambda j: when(point[1, j] < 0, 0, 1)))
    return when(after[1, 1] < 0, 0, after[1, 1])


def test_a_claim_over_a_table_is_decided_alike_by_all() -> None:
    problem = claim.problem({"d": 1, "n": 2, "m": 4})
    decision = decide(problem)
    assert decision.verdict is Verdict.HOLDS
    assert verifier.verify(certificate(decision).encode()).verdict == "holds"


def test_layers_that_are_too_many_to_keep_are_unrolled_for_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    layers = list(walk([catching([(0, 1), (5, 3)])]))
    family = Family("l", 0, 1, 3, [layers[0].layer])
    unrolled = UnrolledNetworks({"g": Network(1, [family, catching([(0, 1)])], {"end": 2})})
    kept = unrolled.steps("g", "end")
    assert [type(step) for step in kept] == [FeedForwardLayer] * 3 + [CatchingTable]
    assert unrolled.steps("g", 2) is kept
    monkeypatch.setattr(observations, "MOST_LAYERS_KEPT", 2)
    again = UnrolledNetworks(unrolled).steps("g", 2)
    assert [type(step) for step in again] == [Family, CatchingTable]
    first, second = (dense.through(steps, one_row(list(range(-2, 9)))) for steps in (kept, again))
    assert all((x == y).all() for x, y in zip(first, second, strict=True))
    for stage in ("start", 3, -1):
        with pytest.raises(TermError, match="g has no stage"):
            unrolled.steps("g", stage)


def test_the_fast_evaluator_for_tables_is_used_and_a_fault_in_it_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, calls = CatchingTable.__call__, []

    def faulty(self: CatchingTable, rows: Any, limits: Any = None) -> Any:
        calls.append(self.count)
        return tuple(row + 1 for row in honest(self, rows, limits))

    monkeypatch.setattr(tables.CatchingTable, "__call__", faulty)
    with pytest.raises(EvaluatorsDisagree):
        decide(claim.problem({"d": 1, "n": 2, "m": 4}))
    assert calls
