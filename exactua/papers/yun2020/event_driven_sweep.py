"""Only ids that are present can move: our own claim, on the sweeps of Yun et al. 2020, App. E.3 and G.2.

    the layer of id l    leaves every column as it is whose id is not l where the layer is reached, and
                         adds delta^-d (max_k u^T Z_(:,k) - min_k u^T Z_(:,k)) to the first entry of the others

for every layer and every state on the way, at every point of Categories 1, 2 and 3, and in App. G.2. So an evaluation
may go from event to event: the next layer is that of the least id, among those present, that the sweep has not passed.
The paper says it of one layer. Every layer is evaluated here as it stands, at the state that those before it have made;
`layer_by_layer` compares that with the state that the evaluation has, so that no step takes for granted what an
event-driven one does. Ids are in units of delta, entries of Z in unit 1; D = delta^-d.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any, Final

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3, grid_sequences, u
from exactua.papers.pages import Lines, per_box
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.position_network import s, sigma
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, equivalent
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    floor,
    greatest,
    implies,
    least,
    point,
    total,
    when,
)

CATEGORIES: Final = (category1, category2, category3)
WITH_POSITIONS: Final = (grid_sequences,)

event_driven_sweep = Claim(
    "yun2020:event_driven_sweep",
    title="Only ids that are present can move",
    source="our own, on App. E.3 and G.2",
    text="In the sweeps of Lemma 8 and of App. G.2, at every state on the way, the state after a layer is what "
    "this layer alone makes of the state before it. The layer delta^-d Psi(.; l - delta/2, l + delta/2) leaves "
    "every column as it is whose id is not l, and adds delta^-d (max_k u^T Z_(:,k) - min_k u^T Z_(:,k)) to the "
    "first entry of every column whose id is l. No layer changes another row than the first. A layer whose id no "
    "column has changes nothing. At most n layers of the sweep of Lemma 8 change anything, and at most n + 1 of "
    "that of App. G.2.",
    # Points times layers times columns
    work=per_box(lambda d, n, m: (comb((m + 1) ** d + n - 1, n) + n * m ** (d * n)) * m**d * n),
    point="X",
)
event_driven_sweep.rests_on("selective_shift", "column_id", where="App. E.3")
event_driven_sweep.network("g_c")(contextual_map)
event_driven_sweep.network("g_c_with_positions")(position_network.contextual_map)
event_driven_sweep.network("shifts_with_positions")(position_network.selective_shifts)
assume_throughout(event_driven_sweep)
assume_two_cubes(event_driven_sweep)
event_driven_sweep.define(D)
event_driven_sweep.define(sigma)


@dataclass(frozen=True)
class Layer:
    """One layer of a sweep: its id, in units of delta, the states around it, and what it alone makes of the first."""

    own_id: Number
    before: MatrixOperand
    after: MatrixOperand
    made: MatrixOperand

    def ids(self, at: Operands) -> Row:
        """u^T Z before the layer, shape (n,), in units of delta."""
        return u.dot(self.before).times(at.columns, at.m)

    def changes(self) -> Number:
        """1 if the layer changes anything, else 0."""
        return when(self.made == self.before, 0, 1)


Says = Callable[[Operands, Layer], Truth]
"""A condition on a layer."""


def lemma_8(at: Operands, k: Number) -> Layer:
    """Layer number k of the sweep of E.3."""
    before = at.g_c.after(point, k - 1)
    return Layer(k - 1, before, at.g_c.after(point, k), at.g_c.layer(before, k))


def throughout_lemma_8(at: Operands, says: Says) -> Truth:
    """The condition for every layer of the sweep of E.3."""
    return every(Columns(1, at.D, "k"), lambda k: says(at, lemma_8(at, k)))


def g2(at: Operands, i: Number, k: Number) -> Layer:
    """Layer number k of the i-th delta^-d layers of the sweep of G.2, which has the encoding before it."""
    number = (i - 1) * at.D + k
    before = at.g_c_with_positions.after(point, number)
    after, layer = at.g_c_with_positions.after(point, number + 1), at.shifts_with_positions.layer(before, number)
    return Layer(s(at, i) + k - 1, before, after, layer)


def throughout_g2(at: Operands, says: Says) -> Truth:
    """The condition for every layer of the sweep of G.2."""
    return every(Columns(1, at.n, "i"), lambda i: every(Columns(1, at.D, "k"), lambda k: says(at, g2(at, i, k))))


# What is said of a layer


def composes(at: Operands, layer: Layer) -> Truth:
    """The state after it is what it makes of the state before it; and so are the ids, which may be all it has."""
    return (layer.after == layer.made) & (u.dot(layer.after) == u.dot(layer.made))


def reads_integers(at: Operands, layer: Layer) -> Truth:
    """All ids before it are multiples of delta."""
    return every(at.columns, lambda j: floor(layer.ids(at)[j]) == layer.ids(at)[j])


def has_its_id_between(at: Operands, layer: Layer) -> Truth:
    """No id is a threshold; just the id l lies above one and below the other."""

    def sides(j: Number) -> Number:
        doubled = 2 * (layer.ids(at)[j] - layer.own_id)
        return (doubled + 1) * (doubled - 1)

    own = every(at.columns, lambda j: equivalent(sides(j) < 0, layer.ids(at)[j] == layer.own_id))
    return own & every(at.columns, lambda j: sides(j) != 0)


def leaves_others(at: Operands, layer: Layer) -> Truth:
    """Columns with another id stay."""

    def stays(j: Number) -> Truth:
        return every(at.rows, lambda i: layer.made[i, j] == layer.before[i, j])

    return every(at.columns, lambda j: implies(layer.ids(at)[j] != layer.own_id, stays(j)))


def shifts_its_own(at: Operands, layer: Layer) -> Truth:
    """Columns with its id gain delta^-d (max - min) in their first entry."""
    ids = layer.ids(at)
    gain = at.D * (greatest(at.columns, lambda k: ids[k]) - least(at.columns, lambda k: ids[k]))
    return every(
        at.columns,
        lambda j: implies(ids[j] == layer.own_id, at.m * layer.made[1, j] == at.m * layer.before[1, j] + gain),
    )


def leaves_other_rows(at: Operands, layer: Layer) -> Truth:
    """All rows but the first stay."""
    return every(Columns(2, at.d, "i"), lambda i: every(at.columns, lambda j: layer.made[i, j] == layer.before[i, j]))


def may_be_passed_over(at: Operands, layer: Layer) -> Truth:
    """It changes nothing where no column has its id."""
    absent = every(at.columns, lambda j: layer.ids(at)[j] != layer.own_id)
    return implies(absent, layer.after == layer.before)


def _said_of_each_layer(lines: Lines, section: str, prefix: str, throughout: Callable[[Operands, Says], Truth]) -> None:
    """What is said of every layer of a sweep, in the order of the two sections."""

    def says(declared: Callable[..., Any], name: str, words: str, condition: Says, **given: Any) -> None:
        declared(f"{section}: {words}", name=f"{prefix}{name}", **given)(lambda at: throughout(at, condition))

    says(
        lines.states,
        "layer_by_layer",
        "the state after a layer is what this layer alone makes of the state before it, ids included",
        composes,
    )
    says(
        lines.proof_line,
        "multiples_of_delta",
        "before every layer of the sweep all ids are multiples of delta",
        reads_integers,
    )
    says(
        lines.proof_line,
        "between_thresholds",
        "so none is a threshold l -+ delta/2, and just the id l is between the two",
        has_its_id_between,
    )
    says(
        lines.states,
        "others_stay",
        "the layer of id l leaves every column as it is whose current id is not l",
        leaves_others,
    )
    says(
        lines.states,
        "own_gains",
        "the layer of id l adds delta^-d (max_k u^T Z_(:,k) - min_k u^T Z_(:,k)) to the first entry of every column "
        "whose current id is l",
        shifts_its_own,
    )
    says(
        lines.states,
        "other_rows_stay",
        "no layer changes another row than the first",
        leaves_other_rows,
        given=lambda at: at.d >= 2,
    )
    says(lines.states, "passed_over", "a layer whose id no column has may be passed over", may_be_passed_over)


# The sweep of Lemma 8

in_categories = Lines(event_driven_sweep, over=CATEGORIES)
_said_of_each_layer(in_categories, "E.3", "", throughout_lemma_8)


@in_categories.states("E.3: at most n layers of the sweep change anything")
def events(at: Operands) -> Truth:
    return total(Columns(1, at.D, "k"), lambda k: lemma_8(at, k).changes()) <= at.n


# The sweep of App. G.2

with_positions = Lines(event_driven_sweep, over=WITH_POSITIONS)
_said_of_each_layer(with_positions, "G.2", "g2_", throughout_g2)


@with_positions.states("G.2: at most n + 1 layers of the sweep change anything: a column may be shifted twice")
def g2_events(at: Operands) -> Truth:
    def in_block(i: Number) -> Number:
        return total(Columns(1, at.D, "k"), lambda k: g2(at, i, k).changes())

    return total(Columns(1, at.n, "i"), in_block) <= at.n + 1


event_driven_sweep.part(
    "the state after a layer is what this layer alone makes of the state before it.",
    "layer_by_layer",
    "g2_layer_by_layer",
)
event_driven_sweep.part(
    "The layer delta^-d Psi(.; l - delta/2, l + delta/2) leaves every column as it is whose id is not l,",
    "others_stay",
    "g2_others_stay",
)
event_driven_sweep.part(
    "adds delta^-d (max_k u^T Z_(:,k) - min_k u^T Z_(:,k)) to the first entry of every column whose id is l.",
    "own_gains",
    "g2_own_gains",
)
event_driven_sweep.part("No layer changes another row than the first.", "other_rows_stay", "g2_other_rows_stay")
event_driven_sweep.part("A layer whose id no column has changes nothing.", "passed_over", "g2_passed_over")
event_driven_sweep.part("At most n layers of the sweep of Lemma 8 change anything,", "events")
event_driven_sweep.part("at most n + 1 of that of App. G.2.", "g2_events")


# What may be relaxed

relax_sweep(event_driven_sweep, "gain", "wide", "low", "high", "both", "fewer", "one head")
