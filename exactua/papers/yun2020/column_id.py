"""The column id (Yun et al. 2020, App. E.3): u^T L_{:,j} with u = (1, delta^-1, ..., delta^(-d+1)).

    1. of a column in {0, delta, ..., 1 - delta}^d it is in [0 : delta : delta^(-d+1) - delta], one-to-one and onto
    2. of a column with an entry -delta^(-nd) it is <= -delta^(-nd) + delta^(-d+1) - 1 < 0

and the three categories that G+_delta is divided into. Ids are in units of delta, D = delta^-d; entries in unit 1.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3, extended_grid, grid
from exactua.papers.pages import let
from exactua.papers.yun2020.vocabulary import D, assume_throughout, column_ids, each_entry, equivalent
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, Number, Truth, every, floor, implies, point, product, some, total, when

column_id = Claim(
    "yun2020:column_id",
    title="Bijective column id mapping",
    source="App. E.3; App. E.1.2 for the size of G_delta without G~_delta",
    text="u^T L_(:,j) is a bijection from {0, delta, ..., 1 - delta}^d to [0 : delta : delta^(-d+1) - delta], and is "
    "at most -delta^(-nd) + delta^(-d+1) - 1 < 0 if an entry is -delta^(-nd). Categories 1, 2 and 3 divide G+_delta.",
)
assume_throughout(column_id)
column_id.define(D)

let(column_id, l=lambda at: column_ids(at, point))  # u^T L, shape (n,), in units of delta


each_counts_one = Number(integer(1))
"""What a count adds up over the matrices of a domain."""


def regular(at: Operands, j: Number) -> Truth:
    """L_{i,j} != -delta^(-nd) for all i."""
    return every(at.rows, lambda i: point[i, j] != -(at.m ** (at.n * at.d)))


def all_equal(at: Operands) -> Truth:
    """All columns are the same one, so that the matrices run through the columns once."""
    return every(Columns(2, at.n, "j"), lambda j: every(at.rows, lambda i: point[i, j] == point[i, 1]))


def on_level(at: Operands, i: Number, j: Number) -> Truth:
    """L_{i,j} in {0, delta, ..., 1 - delta}."""
    return (floor(at.m * point[i, j]) == at.m * point[i, j]) & (point[i, j] >= 0) & (point[i, j] < 1)


# Fact 1


@column_id.proof_line(
    "E.3: L_(i,j) != -delta^(-nd) for all i in [d], i.e., L_(:,j) in {0, delta, ..., 1 - delta}^d",
    over=(extended_grid,),
)
def regular_column(at: Operands) -> Truth:
    return every(at.columns, lambda j: equivalent(regular(at, j), every(at.rows, lambda i: on_level(at, i, j))))


@column_id.states("E.3: u^T L_(:,j) >= 0 if no entry of the column is -delta^(-nd)", over=(extended_grid,))
def at_least_zero(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(regular(at, j), at.l[j] >= 0))


@column_id.states("E.3: then u^T L_(:,j) <= delta^(-d+1) - delta", over=(extended_grid,))
def at_most_largest(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(regular(at, j), at.l[j] <= at.D - 1))


@column_id.states("E.3: and it is a multiple of delta", over=(extended_grid,))
def on_the_grid(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(regular(at, j), floor(at.l[j]) == at.l[j]))


@column_id.states(
    "E.3: L_(:,j) -> u^T L_(:,j) is one-to-one on {0, delta, ..., 1 - delta}^d",
    over=(grid,),
    given=all_equal,
    fold="distinct",
)
def one_to_one(at: Operands) -> Number:
    return at.l[1]


@column_id.states(
    "E.3: and onto: there are delta^-d columns, as many as there are ids",
    over=(grid,),
    fold="sum",
    bound=lambda at: at.D,
    relation="=",
)
def onto(at: Operands) -> Number:
    return when(all_equal(at), 1, 0)


# Fact 2


@column_id.states("E.3: u^T L_(:,j) <= -delta^(-nd) + delta^(-d+1) - 1 if an entry is -delta^(-nd)", over=(category3,))
def special_at_most(at: Operands) -> Truth:
    bound = at.m * (-(at.m ** (at.n * at.d)) + at.m ** (at.d - 1) - 1)
    return every(at.columns, lambda j: implies(~regular(at, j), at.l[j] <= bound))


@column_id.states("E.3: -delta^(-nd) + delta^(-d+1) - 1 < 0")
def special_negative(at: Operands) -> Truth:
    return -(at.m ** (at.n * at.d)) + at.m ** (at.d - 1) - 1 < 0


# The three categories


@column_id.proof_line("E.3: G~_delta in G_delta: all entries are in {0, delta, ..., 1 - delta}", over=(category1,))
def inside_grid(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: on_level(at, i, j))


@column_id.proof_line("E.3: Category 1: all columns are unique", over=(category1,))
def unique_columns(at: Operands) -> Truth:
    def differ(j: Number, k: Number) -> Truth:
        return some(at.rows, lambda i: point[i, j] != point[i, k])

    return every(at.columns, lambda j: every(Columns(j + 1, at.n, "k"), lambda k: differ(j, k)))


@column_id.proof_line("E.3: Category 2: all entries are between 0 and 1 - delta", over=(category2,))
def duplicates_regular(at: Operands) -> Truth:
    low, high = 0, at.m - 1
    return each_entry(at, lambda i, j: (low <= at.m * point[i, j]) & (at.m * point[i, j] <= high))


@column_id.proof_line("E.3: but there are duplicate columns", over=(category2,))
def duplicate_columns(at: Operands) -> Truth:
    def same(j: Number, k: Number) -> Truth:
        return every(at.rows, lambda i: point[i, j] == point[i, k])

    return some(at.columns, lambda j: some(Columns(j + 1, at.n, "k"), lambda k: same(j, k)))


@column_id.proof_line("E.3: Category 3: at least one entry equals -delta^(-nd)", over=(category3,))
def special_entry(at: Operands) -> Truth:
    return some(at.columns, lambda j: ~regular(at, j))


def code(at: Operands) -> Number:
    """A number that no two matrices of G+_delta share: the entries as digits in base 1/delta + 1."""
    base = at.m + 1

    def digit(i: Number, j: Number) -> Number:
        return when(point[i, j] < 0, at.m, at.m * point[i, j])

    return total(at.columns, lambda j: total(at.rows, lambda i: base ** (at.d * (j - 1) + i - 1) * digit(i, j)))


@column_id.states("E.3: the categories are disjoint", over=(category1, category2, category3), fold="distinct")
def disjoint(at: Operands) -> Number:
    return code(at)


@column_id.states(
    "E.3: and together they are G+_delta; E.4: |G+_delta| = (1/delta + 1)^(dn)",
    over=(category1, category2, category3),
    fold="sum",
    bound=lambda at: (at.m + 1) ** (at.d * at.n),
    relation="=",
)
def exhaustive(at: Operands) -> Number:
    return each_counts_one


@column_id.proof_line(
    "E.3: not said: G~_delta and G_delta without it have the delta^(-dn) matrices of G_delta",
    over=(category1, category2),
    fold="sum",
    bound=lambda at: at.D**at.n,
    relation="=",
    said=False,
)
def size_of_grid(at: Operands) -> Number:
    return each_counts_one


@column_id.proof_line(
    "E.3: not said: |G~_delta| = delta^-d (delta^-d - 1) ... (delta^-d - n + 1)",
    over=(category1,),
    fold="sum",
    bound=lambda at: product(Columns(0, at.n - 1, "k"), lambda k: at.D - k),
    relation="=",
    said=False,
)
def size_of_category1(at: Operands) -> Number:
    return each_counts_one


@column_id.proof_line(
    "E.1.2: |G_delta without G~_delta| = O(delta^d |G_delta|): with the constant n (n-1)/2",
    over=(category2,),
    fold="sum",
    bound=lambda at: at.n * (at.n - 1) / 2 * at.D ** (at.n - 1),
)
def negligible(at: Operands) -> Number:
    return each_counts_one


column_id.part(
    "u^T L_(:,j) is a bijection from {0, delta, ..., 1 - delta}^d to [0 : delta : delta^(-d+1) - delta],",
    "at_least_zero",
    "at_most_largest",
    "on_the_grid",
    "one_to_one",
    "onto",
)
column_id.part(
    "is at most -delta^(-nd) + delta^(-d+1) - 1 < 0 if an entry is -delta^(-nd).", "special_at_most", "special_negative"
)
column_id.part("Categories 1, 2 and 3 divide G+_delta.", "disjoint", "exhaustive")


# What may be relaxed

column_id.relaxes(
    "u = (1, delta^-1, ..., delta^(-d+1))",
    "u = (1, 1, ..., 1)",
    states={
        "one_to_one": lambda at: at.m * total(at.rows, lambda i: point[i, 1]),
        "at_most_largest": lambda at: every(
            at.columns, lambda j: implies(regular(at, j), at.m * total(at.rows, lambda i: point[i, j]) <= at.D - 1)
        ),
    },
    aliases=("u",),
)
for _step in ("one_to_one", "onto"):
    column_id.relaxes(
        f"no entry is -delta^(-nd) ({_step})", "L in G+_delta", kind="domain", over={_step: (extended_grid,)}
    )
