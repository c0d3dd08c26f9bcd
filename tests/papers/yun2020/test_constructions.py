"""Networks of Theorems 2 and 3 for any values: they are those values, and it is known where the printed value map fails."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import Network, Table
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.constructions import Construction, key_table, theorem2_network, theorem3_network
from exactua.papers.yun2020.selective_shift import reading_vector
from exactua.papers.yun2020.value_map import contexts, lifted_value_map, numbers_read, value_map
from exactua.terms.tracing import Number, point

BOXES = [(1, 2, 2), (1, 2, 3), (1, 3, 3), (2, 2, 2)]


def box(d: int, n: int, m: int) -> dict[str, int]:
    return {"d": d, "n": n, "m": m}


@cache
def known(theorem: str, d: int, n: int, m: int) -> tuple[tuple, ...]:
    """Each L that the value map has keys for, with its keys, in their order."""
    if theorem == "theorem2":
        return tuple((context.L, context.keys) for context in contexts(box(d, n, m)))
    return tuple((X, numbers_read(box(d, n, m), Z)) for X, Z in position_network.contexts(box(d, n, m)))


def built(theorem: str, d: int, n: int, m: int, table: dict, which: str | None = None) -> Construction:
    construct = theorem2_network if theorem == "theorem2" else theorem3_network
    return construct(box(d, n, m), table.__getitem__, which)


def moved(L: tuple, order: tuple[int, ...]) -> tuple:
    return tuple(tuple(row[j] for j in order) for row in L)


@st.composite
def tables(draw: st.DrawFn) -> tuple:
    """A box and values for each L, of which many are keys, or within delta of one, plus what the layers have added."""
    theorem = draw(st.sampled_from(["theorem2", "theorem3"]))
    d, n, m = draw(st.sampled_from(BOXES[:2] if theorem == "theorem3" else BOXES))
    known_contexts = known(theorem, d, n, m)
    keys = [key for _, own in known_contexts for key in own]
    steps = st.sampled_from([-2, -1, 0, 0, 0, 1, mpq(2, 3), 2])
    near = st.builds(lambda key, step: key + mpq(step, 2 * m), st.sampled_from(keys), steps)
    small = st.builds(mpq, st.integers(-5, 5), st.integers(1, 3))
    first = st.one_of(near, near, small)
    lower = st.one_of(st.just(mpq(0)), small)
    values = {}
    for L, _ in known_contexts:
        rest = [[draw(lower) for _ in range(n)] for _ in range(d - 1)]
        u = reading_vector(d, m)
        top = [draw(first) - sum((u[i + 1] * row[j] for i, row in enumerate(rest)), mpq(0)) for j in range(n)]
        values[L] = tuple(map(tuple, [top, *rest]))
    return theorem, d, n, m, values


@settings(max_examples=120, deadline=None)
@given(tables())
def test_the_printed_value_map_fails_exactly_where_it_is_said_to(drawn) -> None:
    theorem, d, n, m, table = drawn
    printed = built(theorem, d, n, m, table, "printed")
    failures = [
        (L, j)
        for L, _ in known(theorem, d, n, m)
        for j in range(1, n + 1)
        if [row[j - 1] for row in printed.network(L)] != [row[j - 1] for row in table[L]]
    ]
    assert (printed.caught is not None) == bool(failures)
    if printed.caught is not None:
        L, j, key = printed.caught
        assert (L, j) == failures[0]
        keys = [key for _, own in known(theorem, d, n, m) for key in own]
        read = numbers_read(box(d, n, m), table[L])[j - 1]
        assert key in keys
        assert key - mpq(1, 2 * m) <= read < key + mpq(1, 2 * m)


@settings(max_examples=60, deadline=None)
@given(tables())
def test_what_is_built_has_the_values(drawn) -> None:
    theorem, d, n, m, table = drawn
    constructed = built(theorem, d, n, m, table)
    assert constructed.value_map == ("printed" if constructed.caught is None else "repaired")
    assert built(theorem, d, n, m, table, "repaired").value_map == "repaired"
    for which in (constructed, built(theorem, d, n, m, table, "repaired")):
        for L, _ in known(theorem, d, n, m):
            assert which.network(L) == table[L]
            for order in permutations(range(n)) if theorem == "theorem2" else ():
                assert which.network(moved(L, order)) == moved(table[L], order)


def swapped(d: int, n: int, m: int) -> dict:
    """Column 1 of the first L has the last key as its value, all others are 0."""
    known_contexts = known("theorem2", d, n, m)
    zero = tuple((mpq(0),) * n for _ in range(d))
    table = {L: zero for L, _ in known_contexts}
    first, last = known_contexts[0][0], known_contexts[-1][1][-1]
    table[first] = ((last, *zero[0][1:]), *zero[1:])
    return table


def test_a_value_that_is_a_later_key_is_caught() -> None:
    constructed = built("theorem2", 1, 2, 3, swapped(1, 2, 3))
    first, last = known("theorem2", 1, 2, 3)[0][0], known("theorem2", 1, 2, 3)[-1][1][-1]
    assert constructed.caught == (first, 1, last)
    assert constructed.value_map == "repaired"
    assert built("theorem2", 1, 2, 3, swapped(1, 2, 3), "printed").network(first) == ((0, 0),)


def test_a_key_that_changes_nothing_catches_nothing() -> None:
    """Both values are the second key: its layer adds 0."""
    ((L, (_, second)),) = known("theorem2", 1, 2, 2)
    constructed = built("theorem2", 1, 2, 2, {L: ((second, second),)})
    assert constructed.caught is None
    assert constructed.network(L) == ((second, second),)


def formula(i: Number, j: Number) -> Number:
    """L + 1."""
    return point[i, j] + 1


def test_the_layers_are_those_of_lemma_9() -> None:
    """One by one those of the value map that the paper's claims are decided with, for A_L = L + 1 there and here."""
    for d, n, m in BOXES:
        values = box(d, n, m)
        table = {
            context.L: tuple(tuple(entry + 1 for entry in row) for row in context.L) for context in contexts(values)
        }

        for which, lemma in (("printed", value_map), ("repaired", lifted_value_map)):
            layers = list(lemma(values, formula).layers())
            assert list(built("theorem2", d, n, m, table, which).network.layers())[-len(layers) :] == layers


@pytest.mark.parametrize(("d", "n", "m"), BOXES)
def test_theorem_2_is_0_elsewhere(d, n, m) -> None:
    table = {L: tuple((mpq(7),) * n for _ in range(d)) for L, _ in known("theorem2", d, n, m)}
    network = built("theorem2", d, n, m, table).network
    zero = tuple((mpq(0),) * n for _ in range(d))
    entries = [mpq(0), mpq(1, m), mpq(1, 2), mpq(2 * m - 1, 2 * m), mpq(1), mpq(-1, 5), mpq(9, 4)]
    for choice in list(product(entries, repeat=d * n))[:: 1 if d * n < 4 else 37]:
        X = tuple(tuple(choice[i * n : (i + 1) * n]) for i in range(d))
        columns = {tuple(int(entry * m) for entry in column) for column in zip(*X, strict=True)}
        inside = all(0 <= entry < 1 for row in X for entry in row)
        assert (network(X) == zero) == (not inside or len(columns) < n)


def test_the_stages() -> None:
    table = {L: ((mpq(1), mpq(2)),) for L, _ in known("theorem2", 1, 2, 4)}
    network = built("theorem2", 1, 2, 4, table).network
    assert network.stage(((mpq(1, 3), mpq(2, 3)),), "quantised") == ((mpq(1, 4), mpq(1, 2)),)
    keys = numbers_read(box(1, 2, 4), network.stage(((mpq(1, 4), mpq(1, 2)),), "contexts"))
    assert ((((mpq(1, 4), mpq(1, 2)),), keys)) in known("theorem2", 1, 2, 4)
    table = {L: ((mpq(1), mpq(2)),) for L, _ in known("theorem3", 1, 2, 4)}
    network = built("theorem3", 1, 2, 4, table).network
    assert network.stage(((mpq(1, 3), mpq(2, 3)),), "encoded") == ((mpq(1, 3), mpq(5, 3)),)
    assert network.stage(((mpq(1, 3), mpq(2, 3)),), "quantised") == ((mpq(1, 4), mpq(3, 2)),)
    keys = numbers_read(box(1, 2, 4), network.stage(((mpq(1, 3), mpq(2, 3)),), "contextual"))
    assert ((((mpq(1, 4), mpq(1, 2)),), keys)) in known("theorem3", 1, 2, 4)


def test_no_context_no_table() -> None:
    constructed = built("theorem2", 1, 3, 2, {})
    assert (constructed.caught, constructed.value_map) == (None, "printed")
    assert not any(isinstance(item, Table) for item in constructed.network.items)
    assert key_table(box(1, 3, 2), []) == ()
    assert constructed.network(((mpq(0), mpq(1, 2), mpq(1, 3)),)) == ((0, 0, 0),)


def test_a_table_is_the_layers_that_it_stands_for() -> None:
    (table,) = key_table(box(2, 2, 2), [(mpq(3), (mpq(1), mpq(2))), (mpq(5), (mpq(-4), mpq(1, 3)))])
    network = Network(2, (table,), {"output": 1})
    assert table.count == len(list(network.layers())) == 2
    assert network(((mpq(1), mpq(5)), (mpq(1), mpq(0)))) == ((mpq(2), mpq(1)), (mpq(3), mpq(1, 3)))


@pytest.mark.parametrize(("construct", "d", "n", "m"), [(theorem2_network, 1, 3, 200), (theorem3_network, 2, 3, 8)])
def test_too_many_layers_are_refused(construct, d, n, m) -> None:
    with pytest.raises(InputError, match="take a smaller instance"):
        construct(box(d, n, m), lambda L: L)
