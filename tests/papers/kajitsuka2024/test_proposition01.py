"""Proposition 1: what App. A.5 says, line by line; what fails and where first; every line can say no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.certificates.writing import certificate
from exactua.claims.decision import Decision
from exactua.claims.folds import folding
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.ledgers import quotes_of
from exactua.networks import (
    RELU,
    AttentionHead,
    FeedForwardLayer,
    Network,
    PositionalEncoding,
    SoftmaxAttentionLayer,
)
from exactua.papers.kajitsuka2024 import one_attention_layer
from exactua.papers.kajitsuka2024.one_attention_layer import Node, unit, without_skip
from exactua.papers.kajitsuka2024.proposition01 import printed, proposition1, second_layer, tent
from exactua.papers.kajitsuka2024.proposition01_second_step import approximated
from exactua.papers.kajitsuka2024.proposition01_statement import (
    all_different,
    entries_of,
    f,
    grid_attention,
    volume_of_strips,
)
from exactua.papers.yun2020.vocabulary import each_entry, equivalent
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, Truth, every, highest, lowest, number, point, total, when
from tests.papers.evaluators import changed, decided_by_both, refuted_alone

at = proposition1.at()

ALWAYS = {
    "one_cell",
    "quantises_unit_interval",
    "penalises",
    "identifies",
    "quantises_the_cube",
    "less_than_r_max",
    "more_than_epsilon_apart",
    "moves_little",
    "layer_stays_below",
    "stays_above",
    "local",
    "memorises_as_printed",
    "memorises_ids",
    "at_least_zero",
    "of_the_transformer",
}
IDS = ("memorises_ids", "bumps_token_wise")
FOR_D_1 = {"greater_than_r_min", "moves_less"}
FOR_SEVERAL_TOKENS = {
    "token_wise",
    "norm_of_layer",
    "column_alone",
    "bumps_token_wise",
    "vanishes_outside",
    "cell_area",
}


def problem(d: int = 1, n: int = 2, D: int = 2, *steps: str, k: int = 2, R: int = 8) -> Problem:
    return proposition1.problem({"d": d, "n": n, "D": D, "k": k, "R": R}, steps)


def values(d: int = 1, n: int = 2, D: int = 2, k: int = 2) -> dict[str, Any]:
    return {"d": d, "n": n, "D": D, "k": k}


def refuted(whole: Problem) -> set[str]:
    return refuted_in(decide(whole))


def refuted_in(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


@pytest.mark.parametrize(
    ("box", "others"),
    [
        ((1, 1, 2), FOR_D_1),
        ((1, 2, 2), FOR_D_1 | FOR_SEVERAL_TOKENS | {"shape", "bound_suffices"}),
        ((2, 1, 2), {"shape", "bound_suffices", "memorises", "at_most_one"}),
    ],
)
def test_every_line(box: tuple[int, int, int], others: set[str]) -> None:
    decision = decide(problem(*box))
    verdicts = {result.step.name: result.verdict for result in decision.results}
    assert {name for name, verdict in verdicts.items() if verdict is Verdict.REFUTED} == ALWAYS | others
    assert all(verdict in (Verdict.HOLDS, Verdict.REFUTED) for verdict in verdicts.values())


def test_with_three_levels_tokens_of_different_sequences_agree() -> None:
    # D = 2 has two tokens, so L and L' of G~_D share no entry for d = 1
    steps = (
        "memorises",
        "memorises_with_tents",
        "at_most_one",
        "contextual",
        "reproduces",
        "vanishes_outside@repaired",
    )
    assert refuted(problem(1, 2, 3, *steps)) == {"memorises", "at_most_one"}


def test_every_verdict_is_confirmed() -> None:
    decision = decide(problem(1, 2, 2))
    assert verifier.verify(certificate(decision).encode()).verdict == decision.verdict


def test_without_room_for_different_tokens_nothing_is_memorised() -> None:
    steps = ("reproduces", "memorises", "memorises@repaired", "contextual", "approximates", "zero_outside")
    decision = decide(problem(1, 3, 2, *steps))
    vacuous = {result.step.name for result in decision.results if result.verdict is Verdict.VACUOUS}
    assert vacuous == {"reproduces", "memorises", "memorises@repaired", "contextual"}
    assert decision["zero_outside"].verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("step", "box", "point_at", "left", "right"),
    [
        ("one_cell", (1, 1, 2), [[mpq(1, 2)]], 2, 1),
        ("penalises", (1, 1, 2), [[mpq(-5, 4)]], -9, -1),
        ("identifies", (1, 1, 2), [[0]], 0, 1),
        ("token_wise", (1, 2, 2), [[mpq(1, 4), mpq(1, 4), mpq(1, 4), mpq(5, 4)]], mpq(1, 2), mpq(-1, 2)),
        ("quantises_the_cube", (1, 1, 2), [[0]], mpq(-1, 2), mpq(1, 2)),
        ("greater_than_r_min", (1, 1, 2), [[mpq(1, 2)]], mpq(1, 4), mpq(1, 4)),
        ("less_than_r_max", (2, 1, 2), [[1], [1]], 2, 2),
        ("moves_little", (1, 1, 2), [[-1]], mpq(1, 64), mpq(1, 64)),
        ("moves_little", (2, 1, 2), [[0], [0]], 0, 0),
        ("moves_less", (1, 2, 2), [[mpq(-1, 4), mpq(-1, 4)]], mpq(1, 16), mpq(1, 16)),
        ("layer_stays_below", (1, 2, 2), [[mpq(1, 4), mpq(9, 8)]], mpq(7, 16), mpq(1, 8)),
        ("stays_above", (1, 1, 2), [[0]], mpq(-7, 16), mpq(3, 8)),
        ("local", (1, 1, 2), [[mpq(5, 8)]], 1, 0),
        ("memorises_as_printed", (1, 1, 2), [[1]], 2, 1),
        ("memorises", (1, 2, 3), [[mpq(1, 3), mpq(2, 3)]], mpq(25, 36), mpq(1, 6)),
        ("bumps_token_wise", (1, 2, 2), [[mpq(1, 2), mpq(1, 2), mpq(1, 2), mpq(3, 2)]], mpq(9, 16), mpq(3, 16)),
        ("at_most_one", (1, 2, 3), [[mpq(1, 3), 1]], mpq(5, 4), 1),
        ("at_least_zero", (1, 1, 2), [[mpq(1, 2)]], mpq(-1, 4), 0),
    ],
)
def test_least_counterexamples(
    step: str, box: tuple[int, int, int], point_at: list[list[Any]], left: Any, right: Any
) -> None:
    witness = decide(problem(*box, step))[step].witness
    assert witness is not None
    assert [[list(row) for row in matrix] for matrix in witness.points] == [point_at]
    assert (witness.left, witness.right) == (left, right)


@pytest.mark.parametrize(
    ("step", "left", "right"),
    [
        ("shape", 2, 1),
        ("norm_of_layer", 0, 1),
        ("bound_suffices", mpq(1, 4), mpq(1, 8)),
        ("cell_area", mpq(1, 4), mpq(1, 2)),
    ],
)
def test_counterexamples_without_a_point(step: str, left: Any, right: Any) -> None:
    witness = decide(problem(1, 2, 2, step))[step].witness
    assert witness is not None
    assert (witness.left, witness.right) == (left, right)


@pytest.mark.parametrize(("k", "R"), [(2, 1000), (5, 1000), (5, 10**9)])
def test_neither_narrow_strips_nor_narrow_bumps_keep_outside_matrices_at_zero(k: int, R: int) -> None:
    whole = problem(1, 2, 2, "vanishes_outside", "vanishes_outside@repaired", k=k, R=R)
    assert refuted(whole) == {"vanishes_outside"}


def test_of_the_layer_a_token_inside_is_not_pushed_down_by_one_outside() -> None:
    def far(n: int) -> Verdict:
        whole = problem(1, n, 2, "layer_stays_below")
        steps = tuple(
            replace(step, given=proposition1.step("layer_stays_below@repaired").given) for step in whole.steps
        )
        return decide(replace(whole, steps=steps))["layer_stays_below"].verdict

    assert (far(1), far(2)) == (Verdict.HOLDS, Verdict.REFUTED)  # beyond the strips, too, and not for one token


def test_with_one_entry_most_of_it_is_true() -> None:
    names = FOR_SEVERAL_TOKENS | {"shape", "bound_suffices"}
    assert refuted(problem(1, 1, 2, *sorted(names))) == set()


# every line can say no

WITHOUT_HYPOTHESIS = [
    "reproduces", "zero_outside", "one_cell@repaired", "stacked_steps", "stacked_on_strips",
    "quantises_unit_interval@repaired", "projects_the_rest", "penalises@repaired",
    "quantises_the_cube@repaired", "non_positive", "stays_below", "layer_stays_below@repaired",
    "stays_above@repaired", "zero_below", "memorises@repaired", "labels_zero_below", "vanishes_outside@repaired",
    "of_the_transformer@repaired",
]  # fmt: skip


@pytest.mark.parametrize("step", WITHOUT_HYPOTHESIS)
def test_a_dropped_hypothesis_is_noticed(step: str) -> None:
    assert refuted_alone(changed(problem(1, 2, 2), step, given=None), step)


def test_the_bump_functions_need_a_scale() -> None:
    no_scale = changed(problem(1, 1, 3, R=3), "zero_below", given=(point[1, 1] < 1 / (4 * at.D)).term)
    assert refuted_alone(no_scale, "zero_below")


def layer(d: int, *nodes: Node) -> Network:
    return Network(d, (without_skip(d, nodes),), {"output": 1})


def wide_step(v: dict[str, Any]) -> Network:
    return one_attention_layer.one_step({**v, "k": 1})


def extra_node(v: dict[str, Any]) -> Network:
    return layer(v["d"], Node(0, mpq(1), mpq(0), unit(0, v["d"])))


def strong(v: dict[str, Any]) -> Network:
    """F_S whose W_O is eight times as great."""
    (attention,) = grid_attention(v).items
    assert isinstance(attention, SoftmaxAttentionLayer)
    (head,) = attention.heads
    greater = AttentionHead([[8 * x for x in row] for row in head.W_O], head.W_V, head.W_K, head.W_Q)
    return Network(v["d"], (SoftmaxAttentionLayer([greater]),), {"output": 1})


def still(v: dict[str, Any]) -> Network:
    """Z -> Z."""
    zeros = [[0] * v["d"]]
    head = AttentionHead([[0]] * v["d"], zeros, zeros, zeros)
    return Network(v["d"], (SoftmaxAttentionLayer([head]),), {"output": 1})


STAGES = {"quantised": 1, "attended": 2, "output": 3}


def with_parts(v: dict[str, Any], **parts: Any) -> Network:
    first, second, third = one_attention_layer.one_attention_layer(v).items
    chosen = (parts.get("first", first), parts.get("second", second), parts.get("third", third))
    return Network(v["d"], chosen, STAGES)


def mildly_punishing(v: dict[str, Any]) -> Network:
    """g with the penalties of (60), not n/gain times as great."""
    nodes: list[Node] = []
    for i, weight in enumerate(one_attention_layer.weights(v)):
        column = tuple(weight * entry for entry in unit(0, v["d"]))
        nodes += one_attention_layer.stacked(v, i, 0, column)
        nodes += one_attention_layer.penalties(v, i, one_attention_layer.REPAIRED, unit(0, v["d"]))
    return with_parts(v, first=without_skip(v["d"], nodes))


def two_heads(v: dict[str, Any]) -> Network:
    second = one_attention_layer.attention_layer(v)
    return with_parts(v, second=SoftmaxAttentionLayer(second.heads * 2))


def all_labels_zero(v: dict[str, Any]) -> Network:
    return with_parts(v, third=without_skip(v["d"], ()))


def longer(v: dict[str, Any]) -> Network:
    base = one_attention_layer.one_attention_layer(v)
    return Network(v["d"], (*base.items, without_skip(v["d"], ())), {**STAGES, "output": 4})


def numbered(v: dict[str, Any]) -> Network:
    base = one_attention_layer.one_attention_layer(v)
    numbers = tuple(tuple(range(v["n"])) for _ in range(v["d"]))
    return Network(v["d"], (PositionalEncoding(numbers), *base.items), {"quantised": 2, "attended": 3, "output": 4})


def twice_the_labels(v: dict[str, Any]) -> Network:
    labelling = one_attention_layer.labelling_layer(v)
    greater = FeedForwardLayer(
        labelling.W_1, labelling.b_1, [[2 * x for x in row] for row in labelling.W_2], labelling.b_2, RELU
    )
    return Network(v["d"], (greater,), {"output": 1})


def twice_punished(v: dict[str, Any]) -> Network:
    """F_1 with penalties that are twice as great."""
    d = v["d"]
    quantising = [node for i in range(d) for node in one_attention_layer.stacked(v, i, 0, unit(i, d))]
    column = (mpq(2),) * d
    punishing = [n for i in range(d) for n in one_attention_layer.penalties(v, i, one_attention_layer.REPAIRED, column)]
    return layer(d, *quantising, *punishing)


def not_lowered(v: dict[str, Any]) -> Network:
    return lowered_by(0, v)


def twice_lowered(v: dict[str, Any]) -> Network:
    return lowered_by(2, v)


def lowered_by(amount: int, v: dict[str, Any]) -> Network:
    """In place of Z -> Z - 1, d n layers Z -> Z - amount."""
    first = one_attention_layer.lowered(v).items[0]
    assert isinstance(first, FeedForwardLayer)
    lower = FeedForwardLayer(first.W_1, first.b_1, first.W_2, [-amount] * v["d"], RELU)
    return Network(v["d"], (lower,) * (v["d"] * v["n"]), {"output": 1})


Mutant = Callable[[dict[str, Any]], Network]


@pytest.mark.parametrize(
    ("name", "mutant", "expected"),
    [
        ("g", longer, ["layers"]),
        ("g", two_heads, ["single_head"]),
        ("g", numbered, ["shape@repaired"]),
        ("g", all_labels_zero, ["reproduces", "memorises@repaired"]),
        ("g", mildly_punishing, ["zero_outside", "layer_stays_below@repaired", "vanishes_outside@repaired"]),
        ("labels", twice_the_labels, ["labels_bounded"]),
        ("nothing", extra_node, ["skip_connection", "skip_nodes"]),
        ("one_step", wide_step, ["step", "displayed_layers"]),
        ("one_step", one_attention_layer.nothing, ["step_nodes"]),
        ("stacked_steps", one_attention_layer.less_last_step, ["stacked_nodes", "displayed_layers"]),
        ("stacked_steps", one_attention_layer.nothing, ["stacked_steps", "stacked_on_strips"]),
        ("less_last_step", one_attention_layer.stacked_steps, ["displayed_layers", "projects_the_rest"]),
        ("less_last_step_from_zero", one_attention_layer.less_last_step, ["quantises_unit_interval@repaired"]),
        ("less_last_step_from_zero", one_attention_layer.stacked_steps, ["projects_the_rest"]),
        ("printed_penalty", one_attention_layer.repaired_penalty, ["displayed_layers"]),
        ("repaired_penalty", one_attention_layer.printed_penalty, ["penalises@repaired", "entries_bounded"]),
        ("quantised", one_attention_layer.stacked_steps, ["approximated_entries"]),
        ("punished", one_attention_layer.repaired_penalty, ["approximated_entries"]),
        ("first_layer", one_attention_layer.stacked_steps, ["token_wise@repaired", "non_positive_token"]),
        ("first_layer", twice_punished, ["norm_of_layer_bounded"]),
        ("first_layer", one_attention_layer.nothing, ["norm_of_layer@repaired", "non_positive_layer"]),
        ("lowered", not_lowered, ["norm_attained", "non_positive"]),
        ("attention", strong, ["moves_little@repaired", "moves_less@repaired", "stays_below", "stays_above@repaired"]),
    ],
)
def test_broken_networks(name: str, mutant: Mutant, expected: list[str]) -> None:
    whole = problem(1, 2, 2).with_networks({name: mutant(values())})
    failing = refuted(replace(whole, steps=tuple(step for step in whole.steps if step.name in expected), judged=()))
    assert failing == set(expected)


def test_without_attention_contexts_have_the_same_ids() -> None:
    whole = problem(1, 2, 3, "contextual").with_networks({"attention": still(values(D=3))})
    assert refuted_alone(whole, "contextual")


def test_greater_penalties_give_greater_norms() -> None:
    assert refuted_alone(problem(1, 2, 2).with_networks({"lowered": twice_lowered(values())}), "norm_bounded")


def with_definition(whole: Problem, name: str, value: int) -> Problem:
    return replace(
        whole,
        definitions=tuple(
            (defined, integer(value) if defined == name else term) for defined, term in whole.definitions
        ),
    )


@pytest.mark.parametrize("step", ["zero_on_boundary", "uniform_continuity"])
def test_a_smaller_modulus_is_too_small(step: str) -> None:
    assert refuted_alone(with_definition(problem(1, 2, 2), "K", 1), step)


def test_closed_cells_leave_the_bounds_by_a_quarter() -> None:
    over_one = changed(problem(1, 1, 2), "step_function_bounded", bound=integer(2))
    assert refuted_alone(over_one, "step_function_bounded")


@pytest.mark.parametrize(
    ("step", "box", "wrong"),
    [
        ("memorises_with_tents", (1, 2, 2), at.n >= 2),
        ("memorises_with_tents", (1, 2, 3), at.D >= 4),
    ],
)
def test_where_a_line_fails_is_said_exactly(step: str, box: tuple[int, int, int], wrong: Truth) -> None:
    fold = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: equivalent(a[1] >= 1, wrong))
    assert refuted_alone(changed(problem(*box), step, fold=fold), step)


def test_one_low_token_lifts_the_others_to_the_bound() -> None:
    assert refuted_alone(changed(problem(1, 2, 2), "low_outputs_stay_below", given=None), "low_outputs_stay_below")
    whole = problem(1, 2, 2, "low_outputs_stay_below").with_networks({"attention": still(values())})
    assert refuted_alone(whole, "low_outputs_stay_below")


def test_areas_of_d_entries_are_not_negligible() -> None:
    duplicates = when(all_different(at, entries_of(point)), 0, 1 / at.D**at.d)
    assert refuted_alone(changed(problem(1, 2, 2), "negligible", duplicates), "negligible")


@pytest.mark.parametrize("step", ["distance", "approximates"])
def test_no_distance_is_too_small(step: str) -> None:
    assert refuted_alone(with_definition(with_definition(problem(1, 2, 2), "K", 0), "pairs", 0), step)


def _within_one(i: Any, j: Any) -> Any:
    return highest(1 / at.D, lambda h: f(at, lambda r, c: point[r, c] - h[r, c], i, j)) < 1


def _all_positive(i: Any, j: Any) -> Any:
    return lowest(1 / at.D, lambda h: f(at, lambda r, c: point[r, c] - h[r, c], i, j)) > 0


def _pushed(less: int) -> Any:
    others = Columns(2, at.n, "j")

    def moved(h: Any) -> Any:
        others_of = total(others, lambda j: h[1, j])
        return h[1, 1] + at.gain * (others_of + 1 - at.n / at.gain + less) / (1 + others_of)

    return highest(1, moved) <= at.gain


@pytest.mark.parametrize(
    ("step", "term"),
    [
        ("strips_vanish", volume_of_strips(at, at.delta) <= (at.entries - 1) * (2 + at.D) * at.delta),
        ("strips_vanish", volume_of_strips(at, at.delta / 8) <= at.delta / 8),
        ("normalised", each_entry(at, _within_one)),
        ("normalised", each_entry(at, _all_positive)),
        ("identifies@repaired", proposition1.step("identifies")),
        ("consistent_labels", each_entry(at, lambda i, j: f(at, entries_of(point), i, j) == point[i, j])),
        ("greater_than_r_min@repaired", proposition1.step("greater_than_r_min")),
        ("less_than_r_max@repaired", proposition1.step("less_than_r_max")),
        ("more_than_epsilon_apart@repaired", proposition1.step("more_than_epsilon_apart")),
        (
            "bound_suffices@repaired",
            every(Columns(1, at.entries, "p"), lambda p: 1 - p + p / (2 * at.D) < 1 / (4 * at.D)),
        ),
        ("pushed_below", _pushed(1)),
        ("grid_above", each_entry(at, lambda i, j: point[i, j] > 1 / at.D)),
        ("peak_is_one", (printed(number(1)) == 1) & (tent(number(1)) == 1)),
        ("local@repaired", proposition1.step("local")),
        ("at_most_one", each_entry(at, lambda i, j: second_layer(at, tent, entries_of(point), i, j) < mpq(9, 16))),
        ("cell_area@repaired", proposition1.step("cell_area")),
        ("thirds", every(Columns(0, at.D - 1, "a"), lambda a: 3 * a / at.D < 1)),
        ("quantises_the_cube@repaired", each_entry(at, lambda i, j: approximated(at, point)[i, j] == point[i, j])),
    ],
)
def test_lines_made_stronger(step: str, term: Any) -> None:
    stronger = term.term
    assert refuted_alone(changed(problem(1, 2, 2), step, replace(proposition1.step(step), term=stronger)), step)


@pytest.mark.parametrize("step", ["few_duplicates", "negligible", "distance_to_step_function"])
def test_for_two_tokens_duplicates_are_as_many_as_can_be(step: str) -> None:
    assert refuted_alone(changed(problem(1, 2, 2), step, relation="<"), step)


@pytest.mark.parametrize(
    ("step", "bound"), [("grid_size", 5), ("distinct_size", 3), ("norm_attained", 2), ("norm_of_layer@repaired", 5)]
)
def test_counts_are_exact(step: str, bound: int) -> None:
    assert refuted_alone(changed(problem(1, 2, 2), step, bound=integer(bound)), step)


def test_the_integral_over_the_cells_is_taken() -> None:
    # f = z^2: (1/4 - z^2)^2 over [0, 1/2] and (1 - z^2)^2 over [1/2, 1] make 1/60 + 53/480 = 61/480
    whole = problem(1, 1, 2, "approximates")
    for hundredths, relation, expected in ((0, "=", False), (0, "<", True), (1, "<", False)):
        bound = (number(61) / 480 + number(hundredths) / 100).term
        assert refuted_alone(changed(whole, "approximates", bound=bound, relation=relation), "approximates") is expected


def test_both_evaluators_agree_where_tokens_have_two_entries() -> None:
    decision = decided_by_both(problem(2, 1, 2, "reproduces", "moves_less", "stays_below", "stays_above@repaired"))
    assert refuted_in(decision) == set()
    decision = decided_by_both(problem(2, 2, 2, "reproduces", "column_alone"))
    assert refuted_in(decision) == {"column_alone"}


def test_each_fault_of_its_own_has_a_row_and_a_quote_of_its_own() -> None:
    assert proposition1.step("bound_suffices").flaw == "imprecise"
    assert proposition1.step("layer_stays_below").flaw == "reading"  # (65) of F_1-bar holds, as (64) and (66) are read
    quotes = quotes_of("kajitsuka2024")
    said = {name: [quote.text for quote in quotes[f"kajitsuka2024:proposition1.{name}"]] for name in IDS}
    assert any("This can be accomplished by usual bump-functions." in text for text in said["memorises_ids"])
    assert [text for text in said["bumps_token_wise"] if "add up these functions to implement" in text]
    assert not set(said["memorises_ids"]) & set(said["bumps_token_wise"])
