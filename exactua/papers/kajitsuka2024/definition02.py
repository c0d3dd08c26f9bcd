"""Definition 2 (Kajitsuka & Sato 2024, Sec. 3.2): (r, delta)-contextual mappings.

    1. |q(X)_{:,k}| < r      2. |q(X)_{:,k} - q(X')_{:,l}| > delta  wherever V != V' or X_{:,k} != X'_{:,l}

X and X' may be the same sequence; V is the set of tokens of X. It asserts nothing: whether a map meets it is asked of
the map that numbers the pairs of a set V and a token. The sentences around it motivate the definition, or count layers
of another paper, and are no part of it. What they say is decided for every map q at once, at two sequences: a point has
their tokens in its first row and the values of q in its second one, both of {0, ..., m - 1}. The definition of Yun et
al. is that of yun2020:definition_e1; their construction is counted here (delta = 1/m there).
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.folds import folding
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.sequence_operands import (
    first,
    for_all_places,
    for_some_places,
    same_vocabulary,
    second,
)
from exactua.papers.pages import Lines, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Truth,
    every,
    implies,
    parameter,
    point,
    some,
    total,
    when,
)

maps = pairs_of(levels("sequences X above values of q, all of 0, ..., m - 1", 0, 1, parameter("m")))
TOKENS = Columns(1, 1, "i")
IDS = 2


def places(at: Operands, letter: str = "k") -> Columns:
    """All columns of [X X']."""
    return Columns(1, 2 * at.n, letter)


def all_pairs(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two places of X and X', in the same sequence or not."""
    return every(places(at), lambda k: every(places(at, "l"), lambda j: condition(k, j)))


def different_tokens(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two different tokens of X and X', in the same sequence or not."""
    return every(
        places(at), lambda k: every(places(at, "l"), lambda j: implies(point[1, k] != point[1, j], condition(k, j)))
    )


def different_vocabularies(at: Operands) -> Truth:
    """V != V'."""
    return ~same_vocabulary(at, TOKENS)


def different_contexts(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two tokens that differ, or that are one of X and one of X' where V != V'."""
    across = for_all_places(at, lambda k, j: condition(k, at.n + j))
    return different_tokens(at, condition) & implies(different_vocabularies(at), across)


def condition1(at: Operands, r: Number) -> Truth:
    """1.; values are not negative."""
    return every(places(at), lambda k: point[IDS, k] < r)


def condition2(at: Operands, delta: Number | int) -> Truth:
    """2., for any delta, negative ones too."""

    def apart(k: Number, j: Number) -> Truth:
        distance = point[IDS, k] - point[IDS, j]
        return (distance > delta) | (-distance > delta)

    return different_contexts(at, apart)


def is_map(at: Operands) -> Truth:
    """q is a map: X = X' has one value."""
    X, Y = first(at), second(at)
    return implies(every(at.columns, lambda k: X[1, k] == Y[1, k]), X == Y)


def token_wise(at: Operands) -> Truth:
    """q(X)_{:,k} is a function of X_{:,k}."""
    return all_pairs(at, lambda k, j: implies(point[1, k] == point[1, j], point[IDS, k] == point[IDS, j]))


def have_a_token_in_common(at: Operands) -> Truth:
    """X_{:,k} = X'_{:,l} for some k, l."""
    return for_some_places(at, lambda k, j: point[1, k] == point[1, at.n + j])


def same_tokens(at: Operands) -> Truth:
    """X = X', in every place."""
    return every(at.columns, lambda k: point[1, k] == point[1, at.n + k])


NUMBERING = (
    "the map that numbers the pairs of V and a token, of m = 1/delta tokens, for r = m 2^m and a separation of 1/2"
)

definition2 = Claim(
    "kajitsuka2024:definition2",
    title="Definition 2",
    source="Sec. 3.2",
    text="For input sequences X^(1), ..., X^(N) a map q is called an (r, delta)-contextual mapping if 1. any "
    "||q(X^(i))_{:,k}|| < r, 2. for any i, j, k, l such that V^(i) != V^(j) or X^(i)_{:,k} != X^(j)_{:,l}, "
    "||q(X^(i))_{:,k} - q(X^(j))_{:,l}|| > delta.",
    parameters=(
        Parameter("d", "rows of a point: tokens and values of q; rows of a token in the count of layers", ladder=(2,)),
        Parameter("n", "tokens of a sequence", ladder=(1, 2, 3)),
        Parameter(
            "m",
            "number of tokens, and of values of q; the 1/delta of Yun et al. in the count of layers, never that of "
            "(r, delta)",
            least=2,
            ladder=(2, 3),
        ),
    ),
    work=per_box(lambda n, m: m ** (4 * n)),  # All pairs of n tokens and n values
    point="X",
)
definition2.rests_on("transformer_block", where="Sec. 3.2")
definition2.rests_on("yun2020:lemma8", where="Sec. 3.2, footnote 1")
definition2.assumes("feed-forward networks memorise finitely many points (existing analysis)", where="Sec. 3.2")
definition2.requires("d = 2 (a row of tokens and a row of values)")(lambda at: at.d == 2)
definition2.network("g_c")(contextual_map)


def _number(at: Operands, k: Number, X: MatrixOperand) -> Number:
    """m times the sum of 2^t for each t in V, and the k-th token of X, as tokens are 0, ..., m - 1."""

    def bit(t: Number) -> Number:
        return when(some(at.columns, lambda j: X[1, j] == t), 2**t, 0)

    return at.m * total(Columns(0, at.m - 1, "t"), bit) + X[1, k]


def _values_left_out(at: Operands) -> Truth:
    """Each pair of sequences once: the values in its second row are 0, and are not looked at."""
    return every(places(at), lambda k: point[IDS, k] == 0)


@definition2.states(
    "condition 1, with r = m 2^m: for tokens 0, ..., m - 1 the number is m sum_{t in V} 2^t + X_{:,k}",
    over=(maps,),
    given=_values_left_out,
    meets=NUMBERING,
)
def bounded(at: Operands) -> Truth:
    def below(X: MatrixOperand) -> Truth:
        return every(at.columns, lambda k: _number(at, k, X) < at.m * 2**at.m)

    return below(first(at)) & below(second(at))


@definition2.states(
    "condition 2, where the delta of (r, delta) is 1/2, whatever m is",
    over=(maps,),
    given=_values_left_out,
    meets=NUMBERING,
)
def apart(at: Operands) -> Truth:
    X, Y = first(at), second(at)

    def far(x: Number, y: Number) -> Truth:
        return (2 * (x - y) > 1) | (2 * (y - x) > 1)

    def within(X: MatrixOperand) -> Truth:
        return for_all_places(at, lambda k, j: implies(X[1, k] != X[1, j], far(_number(at, k, X), _number(at, j, X))))

    def across(k: Number, j: Number) -> Truth:
        different = ~same_vocabulary(at, TOKENS) | (X[1, k] != Y[1, j])
        return implies(different, far(_number(at, k, X), _number(at, j, Y)))

    return within(X) & within(Y) & for_all_places(at, across)


@definition2.proof_line(
    "Sec. 3.2: the self-attention mechanism must be used to construct a contextual mapping: a map that treats each"
    " token alone is none, for any delta >= 0",
    over=(maps,),
    given=token_wise,
    flaw="silently assumed",
    survives=("kajitsuka2024:definition2.attention_needed@repaired",),
)
def attention_needed(at: Operands) -> Truth:
    return ~condition2(at, 0)


@definition2.repairs(
    "attention_needed",
    "... where two sequences with V != V' have a token in common",
    reason="if all sequences have the same V, as one sequence has, the identity is a contextual mapping",
    over=(maps,),
    given=lambda at: have_a_token_in_common(at) & different_vocabularies(at) & token_wise(at),
)
def attention_needed_repaired(at: Operands) -> Truth:
    return ~condition2(at, 0)


# q is a map that meets condition 2 for delta = 0: its values at different contexts are different
of_contextual_maps = Lines(definition2, over=(maps,), given=lambda at: is_map(at) & condition2(at, 0))


@of_contextual_maps.proof_line(
    "Sec. 3.2: a contextual mapping assigns a unique id to a pair of an input sequence and each of their tokens:"
    " equal ids belong to one sequence, and to one token of it",
    flaw="reading",
    survives=("kajitsuka2024:definition2.unique_id@repaired",),
)
def unique_id(at: Operands) -> Truth:
    one_token = all_pairs(at, lambda k, j: implies(point[IDS, k] == point[IDS, j], point[1, k] == point[1, j]))
    return one_token & (same_tokens(at) | for_all_places(at, lambda k, j: point[IDS, k] != point[IDS, at.n + j]))


@of_contextual_maps.repairs(
    "unique_id",
    "... to a pair of the set V of a sequence's tokens and each of them: equal ids belong to one V and one token",
    reason="V is a set: sequences with the same tokens in another order, or each another number of times, may have"
    " the same ids, and no permutation equivariant map gives (a, b) and (b, a) others",
)
def unique_id_repaired(at: Operands) -> Truth:
    return different_contexts(at, lambda k, j: point[IDS, k] != point[IDS, j])


def _occurrences(at: Operands, k: Number, X: MatrixOperand) -> Number:
    """How often the k-th token of X is in X."""
    return total(at.columns, lambda j: when(X[1, j] == X[1, k], 1, 0))


@of_contextual_maps.proof_line(
    "Sec. 3.2: with a contextual mapping a label sequence can be associated with a unique id for each input sequence,"
    " such as the number of times that the token is in X: equal ids, equal labels",
    flaw="reading",
    survives=("kajitsuka2024:definition2.unique_id@repaired",),
)
def labels(at: Operands) -> Truth:
    def same_label(k: Number, j: Number) -> Truth:
        same = _occurrences(at, k, first(at)) == _occurrences(at, j, second(at))
        return implies(point[IDS, k] == point[IDS, at.n + j], same)

    return for_all_places(at, same_label)


@of_contextual_maps.repairs(
    "labels",
    "... if labels are consistent, as Corollary 1 assumes: functions of V and of the token, such as the number of"
    " tokens in V that are greater",
    reason="(a, a, b) and (a, b, b) have the same V, so that their ids may be the same and their labels have to be:"
    " what is asked of Y in Corollary 1 excludes functions that count, permutation equivariant ones too",
)
def labels_repaired(at: Operands) -> Truth:
    def greater(k: Number, X: MatrixOperand) -> Number:
        """The number of tokens in V that are greater than the k-th one."""

        def is_new(j: Number) -> Truth:
            return every(Columns(1, j - 1, "before"), lambda before: X[1, before] != X[1, j])

        return total(at.columns, lambda j: when((X[1, j] > X[1, k]) & is_new(j), 1, 0))

    def same_label(k: Number, j: Number) -> Truth:
        return implies(point[IDS, k] == point[IDS, at.n + j], greater(k, first(at)) == greater(j, second(at)))

    return for_all_places(at, same_label)


def _some_to_be_apart(at: Operands) -> Truth:
    """There are two different tokens; where there are not, V = V'."""
    return some(places(at), lambda k: point[1, k] != point[1, 1])


@definition2.proof_line(
    "not said: if condition 2 is to be met anywhere, delta < 2 r; here values are not negative, so that delta < r",
    over=(maps,),
    given=lambda at: is_map(at) & _some_to_be_apart(at),
    said=False,
)
def below_diameter(at: Operands) -> Truth:
    def below(r: Number, delta: Number) -> Truth:
        return (delta < r) | ~condition1(at, r) | ~condition2(at, delta)

    return every(Columns(1, at.m, "r"), lambda r: every(Columns(0, at.m, "delta"), lambda delta: below(r, delta)))


@definition2.proof_line(
    "not said: delta >= 0: condition 2 is met by every map for delta = -1", over=(maps,), given=is_map, said=False
)
def negative_delta(at: Operands) -> Truth:
    return condition2(at, -1)


@definition2.proof_line(
    "not said: where all sequences have one and the same token, every map meets condition 2, for any delta",
    over=(maps,),
    given=lambda at: is_map(at) & ~_some_to_be_apart(at),
    said=False,
)
def one_context(at: Operands) -> Truth:
    return condition2(at, at.m)


@definition2.proof_line(
    "not said: anywhere else there are maps that meet it for no delta >= 0, such as one with a single value",
    over=(maps,),
    given=lambda at: _some_to_be_apart(at) & all_pairs(at, lambda k, j: point[IDS, k] == point[IDS, j]),
    said=False,
)
def single_value(at: Operands) -> Truth:
    return ~condition2(at, 0)


def _meets_e1(at: Operands) -> Truth:
    """Definition E.1 of Yun et al. as it is printed, with {X, X'} for its set of sequences."""

    def distinct(before: Number | int) -> Truth:
        return for_all_places(at, lambda k, j: implies(k != j, point[IDS, before + k] != point[IDS, before + j]))

    others = for_all_places(at, lambda k, j: point[IDS, k] != point[IDS, at.n + j])
    return distinct(0) & distinct(at.n) & implies(~same_tokens(at), others)


@definition2.proof_line(
    "Sec. 3.2, not said: Definition E.1 of Yun et al. (2019) is not condition 2 for delta = 0: some map meets one of"
    " them only, if and only if n >= 2",
    over=(maps,),
    given=is_map,
    fold=folding(
        start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: equivalent(a[1] >= 1, parameter("n") >= 2)
    ),
    said=False,
)
def as_yun(at: Operands) -> Number:
    return when(equivalent(_meets_e1(at), condition2(at, 0)), 0, 1)


def _has_duplicates(at: Operands, X: MatrixOperand) -> Truth:
    return for_some_places(at, lambda k, j: (k != j) & (X[1, k] == X[1, j]))


@definition2.proof_line(
    "Sec. 3.2, not said: it is for sequences without duplicates, no two of which have the same tokens: E.1 asks for n"
    " different values at each sequence, duplicates too, and for others at permuted ones",
    over=(maps,),
    given=lambda at: (
        is_map(at)
        & ~_has_duplicates(at, first(at))
        & ~_has_duplicates(at, second(at))
        & (same_tokens(at) | different_vocabularies(at))
    ),
    said=False,
)
def as_yun_without_duplicates(at: Operands) -> Truth:
    return equivalent(_meets_e1(at), condition2(at, 0))


@definition2.proof_line(
    "Sec. 3.2, not said: a contextual mapping by Definition E.1 is one by Definition 2, with delta = 0",
    over=(maps,),
    given=lambda at: is_map(at) & _meets_e1(at),
    said=False,
)
def implied_by_e1(at: Operands) -> Truth:
    return condition2(at, 0)


@definition2.proof_line(
    "Sec. 3.2: Yun et al. (2019) first constructed a contextual mapping by using |V|^d + 1 self-attention layers, |V|"
    " the number of tokens, as in Sec. 3.1",
    flaw="reading",
    survives=("kajitsuka2024:definition2.layers@repaired",),
)
def layers(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == (at.m**at.d) ** at.d + 1


@definition2.repairs(
    "layers",
    "(1/delta)^d + 1",
    reason="by Sec. 3.1 |V| counts tokens, delta^-d of them there, and footnote 1 has 1/delta where |V| is: an entry"
    " has 1/delta values, a token delta^-d ids; g_c has one layer for each of these, and one more",
)
def layers_repaired(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == at.m**at.d + 1


@definition2.proof_line(
    "Sec. 3.2, footnote 1: to be precise, there exists a contextual mapping composed of delta^-d self-attention layers"
    ", with the delta of Yun et al.",
    flaw="reading",
    survives=("kajitsuka2024:definition2.layers@repaired",),
    same_as="definition2.layers",
)
def layers_to_be_precise(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == at.m**at.d


@definition2.repairs(
    "layers_to_be_precise",
    "delta^-d + 1 layers",
    reason="the global shift after the selective ones is a layer too (Yun et al., App. E.3)",
)
def layers_to_be_precise_repaired(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == at.m**at.d + 1


definition2.part(
    "For input sequences X^(1), ..., X^(N) a map q is called an (r, delta)-contextual mapping if 1. any "
    "||q(X^(i))_{:,k}|| < r, 2. for any i, j, k, l such that V^(i) != V^(j) or X^(i)_{:,k} != X^(j)_{:,l}, "
    "||q(X^(i))_{:,k} - q(X^(j))_{:,l}|| > delta.",
    "bounded",
    "apart",
)
