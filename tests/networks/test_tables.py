"""Tables of a network: the items once for each row. Laws: unrolled by hand they are the same map with the same counts."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    Table,
    at_least,
    below,
    describe,
    dumps,
    everywhere,
    from_data,
    loads,
    to_data,
    variable,
)
from exactua.networks.items import QUANTITIES, Item

from .strategies import networks, points, rationals, tables

key, change, ell = variable("key"), variable("change"), variable("l")
STEP = Phi.of((below(0), 0, 0), (at_least(0), 0, 1))
ADDED = FeedForwardLayer([[1]], [-key], [[change]], [0], STEP)
ROWS = [(0, 1), ("1/2", 10), (-3, "7/3")]
DATA: dict[str, Any] = {
    "d": 1,
    "items": [
        {
            "table": {
                "variables": ["key", "change"],
                "rows": [[0, 1], ["1/2", 10], [-3, "7/3"]],
                "items": [
                    {
                        "feed_forward": {
                            "W_1": [[1]],
                            "b_1": [{"constant": 0, "key": -1}],
                            "W_2": [[{"constant": 0, "change": 1}]],
                            "b_2": [0],
                            "activation": [
                                {
                                    "from": None,
                                    "from_closed": False,
                                    "to": 0,
                                    "to_closed": False,
                                    "slope": 0,
                                    "intercept": 0,
                                },
                                {
                                    "from": 0,
                                    "from_closed": True,
                                    "to": None,
                                    "to_closed": False,
                                    "slope": 0,
                                    "intercept": 1,
                                },
                            ],
                        }
                    }
                ],
            }
        }
    ],
    "stages": {},
}


def written_out(table: Table, values: dict[str, Any] | None = None) -> list[Item]:
    """The layers of a table of layers, each with its numbers in it."""
    items: list[Item] = []
    for row in table.rows:
        for item in table.items:
            assert isinstance(item, (AttentionLayer, FeedForwardLayer))
            items.append(item.at(dict(zip(table.variables, row, strict=True))))
    return items


def test_a_row_is_a_layer_in_the_order_of_the_rows() -> None:
    network = Network(1, [Table(("key", "change"), ROWS, [ADDED])])
    explicit = [FeedForwardLayer([[1]], [-mpq(k)], [[mpq(c)]], [0], STEP) for k, c in ROWS]
    assert list(network.layers()) == explicit
    assert network([["-1/2", 0, -4]]) == Network(1, explicit)([["-1/2", 0, -4]])
    assert network([[0]]) == ((mpq(0) + 1 + 10 + mpq(7, 3),),)
    assert [place.variables for place in network.walk()] == [{"key": mpq(k), "change": mpq(c)} for k, c in ROWS]


@given(st.data(), st.integers(1, 2), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_unrolling_is_writing_out(data: st.DataObject, d: int, n: int) -> None:
    table = data.draw(tables(d, (), ("key", "t")))
    if any(isinstance(item, (Family, Group, Table)) for item in table.items):
        return
    network, explicit = Network(d, [table]), Network(d, written_out(table))
    assert list(network.layers()) == list(explicit.layers())
    assert {name: network.quantity(name) for name in QUANTITIES} == {
        name: explicit.quantity(name) for name in QUANTITIES
    }
    X = data.draw(points(d, st.just(n)))
    assert network(X) == explicit(X)


@given(st.lists(rationals, min_size=1, max_size=4), rationals, rationals, st.integers(1, 4))
@settings(deadline=None)
def test_a_family_is_a_table_of_its_values(X: list[mpq], start: mpq, step: mpq, count: int) -> None:
    layer = FeedForwardLayer([[1]], [ell], [[ell + 1]], [ell * 2], STEP)
    family, table = (
        Family("l", start, step, count, [layer]),
        Table(["l"], [[start + k * step] for k in range(count)], [layer]),
    )
    assert list(Network(1, [family]).layers()) == list(Network(1, [table]).layers())
    assert Network(1, [family])([X]) == Network(1, [table])([X])


@given(networks())
@settings(max_examples=30, deadline=None)
def test_quantities_are_those_of_the_layers_one_by_one(network: Network) -> None:
    explicit = Network(network.d, network.layers())
    assert {name: network.quantity(name) for name in QUANTITIES} == {
        name: explicit.quantity(name) for name in QUANTITIES
    }


@given(st.integers(1, 2).flatmap(lambda d: tables(d, (), ("l0", "t")).map(lambda table: Network(d, [table]))))
@settings(max_examples=40, deadline=None)
def test_round_trip(network: Network) -> None:
    assert loads(dumps(network)) == network
    assert from_data(to_data(network)) == network


def test_the_format_to_the_letter() -> None:
    network = Network(1, [Table(("key", "change"), ROWS, [ADDED])])
    assert to_data(network) == DATA
    assert from_data(DATA) == network


def test_equal_tables_are_equal_and_others_are_not() -> None:
    table = Table(("key", "change"), ROWS, [ADDED])
    assert table == Table(["key", "change"], [[0, 1], [mpq(1, 2), 10], [-3, mpq(7, 3)]], (ADDED,))
    assert hash(table) == hash(Table(["key", "change"], ROWS, [ADDED]))
    assert table != Table(("key", "change"), ROWS[::-1], [ADDED])
    assert (table.count, table.bound) == (3, {"key", "change"})


TABLE = ("items", 0, "table")


def changed(name: str, value: Any) -> dict[str, Any]:
    """DATA with another value under this key of the table; `...` deletes the key."""
    table = {**DATA["items"][0]["table"], name: value}
    if value is ...:
        del table[name]
    return {**DATA, "items": [{"table": table}]}


AT = "network.items[0].table"
A_NAME = 'of a table must be a name such as "l", other than "constant"'
FRACTION = 'write an integer or a fraction such as "3/4"'


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rows", ..., f"{AT}: missing key rows; the keys are variables, rows, items"),
        ("count", 3, f'{AT}: unknown key "count"; the keys are variables, rows, items'),
        ("rows", [], f"{AT}: a table needs at least one variable and one row"),
        ("rows", {}, f"{AT}.rows: an object is not an array"),
        ("rows", [[0, 1], 5], f"{AT}.rows[1]: a number is not an array"),
        ("rows", [[0, 1], [2]], f"{AT}: row 2 of the table has 1 number for 2 variables"),
        ("rows", [[0, 1], [2, 3, 4]], f"{AT}: row 2 of the table has 3 numbers for 2 variables"),
        ("rows", [[0, 1], [2, 0.5]], f'{AT}.rows[1][1]: 0.5 is a float; write "1/2"'),
        ("rows", [[0, 1], [2, "2/4"]], f"{AT}.rows[1][1]: '2/4' is not a fraction in lowest terms such as \"-3/4\""),
        ("rows", [[0, 1], [2, {"constant": 1}]], f"{AT}.rows[1][1]: an object is not a number; {FRACTION}"),
        ("variables", [], f"{AT}: a table needs at least one variable and one row"),
        ("variables", "key", f"{AT}.variables: a string is not an array"),
        ("variables", ["key", 3], f"{AT}.variables[1]: a number is not a string"),
        ("variables", ["key", "key"], f'{AT}: the variable "key" occurs twice in a table'),
        ("variables", ["key", "constant"], f'{AT}: the variable "constant" {A_NAME}'),
        ("variables", ["key", ""], f'{AT}: the variable "" {A_NAME}'),
        ("variables", ["key", "a b"], f'{AT}: the variable "a b" {A_NAME}'),
        (
            "variables",
            ["key", "other"],
            "network: item 1 has an entry with change, which is not the variable of a family or table around it",
        ),
        ("items", [{}], f"{AT}.items[0]: an item has exactly one key"),
    ],
)
def test_malformed_tables_are_refused_with_their_path(name: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        from_data(changed(name, value))
    assert str(caught.value) == message or (name == "items" and str(caught.value).startswith(message))


@pytest.mark.parametrize("around", [Family("key", 0, 1, 2, []), Table(["x", "key"], [[0, 0]], []), Group("g", [])])
def test_names_around_a_table_are_not_its_own(around: Any) -> None:
    inner = Group("g", [Table(("key", "change"), ROWS, [ADDED])])
    arguments = {
        Family: lambda: Family("key", 0, 1, 2, [inner]),
        Table: lambda: Table(["x", "key"], [[0, 0]], [inner]),
        Group: lambda: Group("h", [inner]),
    }[type(around)]
    if isinstance(around, Group):
        assert Network(1, [arguments()]).quantity("feed-forward layers") == 3
        return
    with pytest.raises(InputError, match='two families, one inside the other, both have the variable "key"'):
        arguments()


@pytest.mark.parametrize(
    ("variables", "rows", "message"),
    [
        (["x"], [[0.1]], "row 1 of the table: 0.1 is a float"),
        (["x"], [[1], [None]], "row 2 of the table: None is not an exact number"),
        ([3], [[1]], "the variable 3 of a table must be a name"),
    ],
)
def test_what_is_not_exact_is_refused(variables: Any, rows: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Table(variables, rows, [])


def test_rows_of_no_layer_are_no_layer() -> None:
    network = Network(2, [Table(["x"], [[0]] * 10, [Group("empty", [])])])
    assert list(network.layers()) == []
    assert network.quantity("parameters") == 0


def described(rows: list[tuple[Any, Any]]) -> list[str]:
    return describe(Network(1, [Table(("key", "change"), rows, [ADDED])])).splitlines()[1:-3]


def test_a_table_in_words() -> None:
    heading = "  for each row (key, change) of a table of"
    assert described([(0, 1)]) == [f"{heading} 1 row (1 layer):", "    (0, 1)"]
    assert described(ROWS) == [f"{heading} 3 rows (3 layers):", "    (0, 1)", "    (1/2, 10)", "    (-3, 7/3)"]
    many = [(k, k) for k in range(1000)]
    assert described(many) == [
        f"{heading} 1000 rows (1000 layers):",
        "    (0, 0)",
        "    (1, 1)",
        "    ...",
        "    (999, 999)",
    ]


def test_heads_of_a_row() -> None:
    head = AttentionHead([[change]], [[1]], [[1]], [[1]], [key])
    table = Table(("key", "change"), ROWS, [AttentionLayer([head]), ADDED])
    network = Network(1, [table])
    assert (network.quantity("attention layers"), network.quantity("heads")) == (3, 1)
    assert list(network.layers()) == written_out(table)


def test_what_has_no_layer_is_not_walked_through_turn_by_turn() -> None:
    layer = FeedForwardLayer(((1,),), (0,), ((1,),), (0,), Phi.of((everywhere(), 0, 1)))
    empty = [Group(f"nothing {k}", ()) for k in range(2_000)]
    idle = Family("k", 0, 1, 10**30, [Family("j", 0, 1, 0, [layer])])
    network = Network(1, [idle, Family("l", 0, 1, 2_000, [*empty, layer])])
    assert sum(1 for _ in network.layers()) == 2_000
    assert network.quantity("feed-forward layers") == 2_000
