"""Terms in Gallina: scopes, brackets, names, and what has no form."""

from __future__ import annotations

import pytest

from exactua.claims.registry import find
from exactua.grids.categories import u
from exactua.proving.rocq.naming import VOCABULARY, NotExported
from exactua.proving.rocq.networks import CONTEXTUAL_MAP, GallinaNetwork
from exactua.proving.rocq.terms import Emitter
from exactua.terms.language import integer, make
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    every,
    floor,
    greatest,
    inside,
    integral,
    parameter,
    point,
    product,
    row,
    select,
    some,
    total,
    variable,
    when,
)

d, n, m = parameter("d"), parameter("n"), parameter("m")
g_c = NetworkOperand("g_c")
columns = Columns(1, n, "j")


def emitter(**more):
    return Emitter({}, {"g_c": CONTEXTUAL_MAP}, "(in_unit_1 m L)", **more)


NUMBERS = [
    (m ** (n - 1) * (m - 1), "inject_Z (m ^ (n - 1) * (m - 1))"),  # integers stay in Z
    (-(m ** (n * d)), "inject_Z (- m ^ (n * d))"),
    ((-m) ** 2, "inject_Z ((- m) ^ 2)"),
    (m - (n - d), "inject_Z (m - (n - d))"),
    (m - n - d, "inject_Z (m - n - d)"),
    (m / 2, "inject_Z m / 2"),
    (m / (n * d), "inject_Z m / inject_Z (n * d)"),
    (point[1, 2] + 1, "entry (in_unit_1 m L) 1 2 + 1"),
    (-(point[1, 1] + 1), "- (entry (in_unit_1 m L) 1 1 + 1)"),
    ((point[1, 1] + 1) ** 2, "(entry (in_unit_1 m L) 1 1 + 1) ^ 2"),
    (floor(point[1, 1]), "inject_Z (Qfloor (entry (in_unit_1 m L) 1 1))"),
    (when(n < 3, n, d), "inject_Z (if (n <? 3)%Z then n else d)"),
    (when(point[1, 1] < 0, 1, point[1, 1]), "if (Qlt_bool (entry (in_unit_1 m L) 1 1) 0) then 1 else "
                                            "entry (in_unit_1 m L) 1 1"),
    (total(columns, lambda j: j), "inject_Z (total_Z 1 n (fun j => j))"),
    (total(columns, lambda j: m * j), "inject_Z (total_Z 1 n (fun j => (m * j)%Z))"),
    (product(columns, lambda j: point[1, j]), "product 1 n (fun j => entry (in_unit_1 m L) 1 j)"),
    (greatest(columns, lambda j: j), "greatest_over 1 n (fun j => inject_Z j)"),
    (u.dot(g_c(point, "sweep"))[n], "item (row_of (listed 1 d (fun i => inject_Z (m ^ (i - 1)))) "
                                    "(run (sweep_layers d m) (in_unit_1 m L))) n"),
    (g_c.after(point, 3)[1, 1], "entry (after (g_c d n m) (Z.to_nat 3) (in_unit_1 m L)) 1 1"),
    (g_c.after(point, point[1, 1])[1, 1], "entry (after (g_c d n m) (Z.to_nat (Qfloor (entry (in_unit_1 m L) 1 1))) "
                                          "(in_unit_1 m L)) 1 1"),
    (g_c.layer(point, 2)[1, 1], "entry (layer_alone (g_c d n m) 2 (in_unit_1 m L)) 1 1"),
    (g_c.quantity("heads") + 1, "inject_Z (Z.of_nat (heads (g_c d n m)) + 1)"),
]  # fmt: skip

CONDITIONS = [
    (m < n, "(m < n)%Z"),
    (m == n, "(Z.of_nat m = n)%Z"),  # = takes its type from the left
    (m != n, "~ (Z.of_nat m = n)%Z"),
    (point[1, 1] == 0, "entry (in_unit_1 m L) 1 1 == 0"),
    (inside(point[1, 1], 0, m), "0 <= entry (in_unit_1 m L) 1 1 /\\ entry (in_unit_1 m L) 1 1 <= inject_Z m"),
    (every(columns, lambda j: j < n), "forall j : Z, (1 <= j <= n)%Z -> (j < n)%Z"),
    (some(columns, lambda j: (j < n) | (j == n)), "exists j : Z, (1 <= j <= n)%Z /\\ ((j < n)%Z \\/ (j = n)%Z)"),
    (~(m < n) & (n < 3), "~ (m < n)%Z /\\ (n < 3)%Z"),
    ((m < n) | (n < 3) & (d < 2), "(m < n)%Z \\/ (n < 3)%Z /\\ (d < 2)%Z"),
    (row(columns, lambda j: j) == u, "same_list (listed 1 n (fun j => inject_Z j)) "
                                     "(listed 1 d (fun i => inject_Z (m ^ (i - 1))))"),
    (g_c(point) == point, "same_matrix (run (g_c d n m) (in_unit_1 m L)) (in_unit_1 m L)"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "gallina"), NUMBERS)
def test_numbers(number, gallina) -> None:
    assert emitter().number(number.term).text == gallina


@pytest.mark.parametrize(("condition", "gallina"), CONDITIONS)
def test_conditions(condition, gallina) -> None:
    assert emitter().truth(condition.term).text == gallina


def test_a_bound_variable_hides_nothing() -> None:
    named = emitter(lets={point[1, 1].term: "j"})
    assert named.truth(every(columns, lambda j: point[1, 1] == j).term).text == (
        "forall j_1 : Z, (1 <= j_1 <= n)%Z -> j == inject_Z j_1"
    )
    for name in ("run", "fun", "distinct", "L", "d", "exists"):
        assert name in VOCABULARY
        assert emitter().fresh(name) == f"{name}_1"
    assert emitter().fresh("j'") == "j'"
    assert emitter().fresh("ä") == "x_1"


def test_nested_ranges_of_one_name_stay_apart() -> None:
    term = make(
        "sum", ("j",), integer(1), n.term, make("sum", ("j",), integer(1), make("var", ("j",)), make("var", ("j",)))
    )
    assert emitter().integer(term).text == "total_Z 1 n (fun j => (total_Z 1 j (fun j_1 => j_1))%Z)"


REFUSED = [
    (lambda: emitter().number(select(n, [1, 2]).term), "select"),
    (lambda: emitter().number(integral(1, lambda h: h[1, 1]).term), "integral"),
    (lambda: emitter().number(parameter("k").term), "parameter 'k'"),
    (lambda: emitter().number(variable("j").term), "variable 'j'"),
    (lambda: emitter().truth((NetworkOperand("f")(point) == point).term), "network 'f'"),
    (lambda: emitter().truth((g_c(point, "half") == point).term), "stage 'half'"),
    (lambda: emitter().truth((g_c(point, 1) == point).term), "numbered stages"),
    (lambda: emitter().number(g_c.quantity("parameters").term), "'parameters'"),
]  # fmt: skip


@pytest.mark.parametrize(("write", "why"), REFUSED)
def test_what_has_no_form_is_refused_with_the_reason(write, why) -> None:
    with pytest.raises(NotExported, match=why):
        write()


def test_a_network_behind_an_encoding_counts_the_encoding_as_a_layer() -> None:
    network = GallinaNetwork("N d", {"encoded": ""}, encoding="E d n")
    writer = Emitter({}, {"f": network}, "(in_unit_1 m L)")
    f = NetworkOperand("f")
    assert writer.matrix(f(point, "encoded").term).text == "encoded (E d n) (in_unit_1 m L)"
    assert writer.matrix(f.after(point, n).term).text == "after_encoding (E d n) (N d) n (in_unit_1 m L)"
    with pytest.raises(NotExported, match="single layers"):
        writer.matrix(f.layer(point, 1).term)


def test_stages_of_equal_items_are_counted_in_layers() -> None:
    writer = Emitter({}, {"f": GallinaNetwork("N d", layers_an_item="m + 1")}, "(in_unit_1 m L)")
    assert writer.matrix(NetworkOperand("f")(point, n - 1).term).text == (
        "after (N d) (Z.to_nat ((n - 1) * (m + 1))) (in_unit_1 m L)"
    )


def test_every_operator_of_the_exported_claims_has_a_form() -> None:
    claim, _ = find("category3")
    writer = Emitter(
        claim.definitions, {"g_c": CONTEXTUAL_MAP}, "(in_unit_1 m L)", named={name: name for name in claim.definitions}
    )
    for step in claim.steps:
        assert writer.truth(step.term).text
        assert writer.boolean(step.term)
