"""A Transformer built for a user's data set, as a claim: what Corollary 1 or 2 says of it, and how far ids are apart.

    F(X^(i)) = Y^(i), or F(X^(i) + E) = Y^(i), for all i in [N]
    ||id|| < r,   ||id - id'|| > delta  wherever Definition 2 asks for it, with decimals r and delta

The points are the given sequences, each once.

Beside them stand the separations delta that are printed, in logarithms: (8), (47) and (50).

    log of (8) = log( 2 (log n)^2 eps^2 r_min / (r_max^2 (|V|+1)^4 (2 log n + 3) pi d) )
                 - (|V|+1)^4 (2 log n + 3) pi d r_max^2 / (4 eps r_min)

For n = 1 all of them are 0 and have no logarithm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import Value
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands, Parameter
from exactua.claims.decision import Decision
from exactua.grids.categories import DomainSpec
from exactua.grids.finite import listed
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences, shown_column
from exactua.papers.kajitsuka2024.memorising import Memoriser
from exactua.papers.kajitsuka2024.separation import Separation, Token, above, below, difference, squared_norm
from exactua.papers.kajitsuka2024.sequence_operands import column, each_token, no_duplicates
from exactua.papers.kajitsuka2024.sequence_operands import squared_norm as squared_norm_of
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    least,
    log,
    number,
    pi,
    point,
    rational,
    select,
    some,
    total,
    when,
)

LONGEST: Final = 20
"""Characters of a fraction that is written out."""


@dataclass(frozen=True)
class Printed:
    """What the formulas speak of, as operands of steps: all > 0, n >= 2."""

    d: Number | int
    n: Number
    V: Number
    r_min: Number
    r_max: Number
    epsilon: Number

    @property
    def log_theorem2(self) -> Number:
        """The logarithm of (8)."""
        return log(2) + 2 * log(log(self.n)) + 2 * log(self.epsilon) + log(self.r_min) + self._common

    @property
    def log_corollary1(self) -> Number:
        """The logarithm of (47)."""
        return log(self.epsilon) + log(self.r_min) + log(log(self.n)) + self._common

    @property
    def _common(self) -> Number:
        """The logarithm of 1 / (r_max^2 (|V|+1)^4 (2 log n + 3) pi d) and of the exponential."""
        size, gap = (self.V + 1) ** 4, 2 * log(self.n) + 3
        denominator = 2 * log(self.r_max) + log(size) + log(gap) + log(pi) + log(self.d)
        return -denominator - size * gap * pi * self.d * self.r_max**2 / (4 * self.epsilon * self.r_min)


@dataclass(frozen=True)
class PrintedWithEncodings:
    """What (50) speaks of, as operands of steps: all > 0, n >= 2; r_max and epsilon are those of X, without E."""

    d: Number | int
    n: Number
    N: Number
    r_max: Number
    epsilon: Number

    @property
    def log_corollary2(self) -> Number:
        """The logarithm of (50)."""
        size, gap, reach = (self.n * self.N + 1) ** 4, 2 * log(self.n) + 3, (2 * self.n + 1) ** 2
        top = log(2) + 2 * log(log(self.n)) + 2 * log(self.epsilon)
        denominator = log(reach) + log(self.r_max) + log(size) + log(gap) + log(pi) + log(self.d)
        return top - denominator - reach * size * gap * pi * self.d * self.r_max / (4 * self.epsilon)


def decimal(value: Rational) -> str:
    """A decimal of few digits for people: 69/25 as it is, 397/10^1541 where it is long."""
    text = written(value)
    if len(text) <= LONGEST:
        return text
    places = 0
    while (value * mpq(10) ** places).denominator != 1:
        places += 1
    return f"{written(value * mpq(10) ** places)}/10^{places}"


def constants_of(vocabulary: Sequence[Token]) -> Separation:
    """Constants of Definition 1, decimals of three digits; r_min is 0 where a token is 0.

    epsilon is r_max where there is one token, as nothing is asked of it then.
    """
    norms = list(map(squared_norm, vocabulary))
    distances = [squared_norm(difference(x, y)) for x, y in combinations(vocabulary, 2)]
    r_max = above(max(norms), 3) if any(norms) else mpq(1)
    return Separation(
        below(min(norms), 3) if all(norms) else mpq(0), r_max, below(min(distances), 3) if distances else r_max
    )


def printed_logarithms(data: LabelledSequences, encoded: LabelledSequences, constants: Separation) -> dict[str, Value]:
    """Logarithms to base 10 of delta of (8), and of (47) or (50): exact reals, by equation number.

    `encoded` is what the attention is given, X or X + E, with its constants. (50) is there for X + E, (47) for X; they
    are left out where they are 0 (n = 1), and (8) and (47) where a token is 0.
    """
    if data.n == 1:
        return {}
    logarithms = {}
    if constants.r_min:
        numbers = map(rational, (constants.r_min, constants.r_max, constants.epsilon))
        formulas = Printed(data.d, number(data.n), number(len(encoded.vocabulary)), *numbers)
        logarithms["(8)"] = log10_of(formulas.log_theorem2)
        if encoded is data:
            logarithms["(47)"] = log10_of(formulas.log_corollary1)
    if encoded is not data:
        of_X = constants_of(data.vocabulary)
        numbers = map(rational, (of_X.r_max, of_X.epsilon))
        logarithms["(50)"] = log10_of(
            PrintedWithEncodings(data.d, number(data.n), number(data.N), *numbers).log_corollary2
        )
    return logarithms


def log10_of(logarithm: Number) -> Any:
    """A natural logarithm, as a term without parameters, made one to base 10."""
    return Evaluator({}, {}, Nothing())((logarithm / log(number(10))).term)


class Tables:
    """The data set, its vocabulary and its contexts as tables that steps look things up in."""

    def __init__(self, memoriser: Memoriser) -> None:
        self.one, self.data, self.encoded = memoriser, memoriser.data, memoriser.encoded
        d, n = self.data.d, self.data.n
        self.rows, self.columns = Columns(1, d, "i"), Columns(1, n, "k")
        self._given = [rational(entry) for X in self.data.sequences for row in X for entry in row]
        self._encoded = [rational(entry) for X in self.encoded.sequences for row in X for entry in row]
        self._labels = [number(entry) for Y in self.data.labels for row in Y for entry in row]
        self._vocabulary = [rational(entry) for token in self.encoded.vocabulary for entry in token]
        places = {context: c for c, (context, _, _) in enumerate(memoriser.intervals, 1)}
        occurrences = [(i, k, places[token, frozenset(tokens)]) for i, tokens in enumerate(self.encoded.tokens)
                       for k, token in enumerate(tokens)]  # fmt: skip
        self._contexts = [number(c) for _, _, c in occurrences]
        first = {c: (i + 1, k + 1) for i, k, c in reversed(occurrences)}
        numbers = range(1, len(places) + 1)
        self._first_sequences, self._first_places = ([number(first[c][side]) for c in numbers] for side in (0, 1))
        self._low, self._high = ([rational(end[side]) for end in memoriser.intervals] for side in (1, 2))

    @cached_property
    def number(self) -> Number:
        """The number i of the point X = X^(i) among the given sequences: the first, where it is given twice."""
        N = self.data.N

        def is_point(i: Number) -> Truth:
            def same(r: Number, k: Number) -> Truth:
                return point[r, k] == select(self._place(i, r, k), self._given)

            return every(self.rows, lambda r: every(self.columns, lambda k: same(r, k)))

        return least(Columns(1, N, "m"), lambda i: when(is_point(i), i, N + 1))

    def label(self, i: Number, k: Number) -> Number:
        """Entry (i, k) of the Y that belongs to the point X."""
        return select(self._place(self.number, i, k), self._labels)

    def token(self, a: Number, i: Number) -> Number:
        """Entry i of the token of number a in the vocabulary."""
        return select((a - 1) * self.data.d + i, self._vocabulary)

    def context(self, k: Number) -> Number:
        """The number of the context of token k of the point X: its place in the order of w^T id."""
        return select((self.number - 1) * self.data.n + k, self._contexts)

    def in_first(self, context: Number, k: Number, i: Number) -> Number:
        """Entry i of token k in the sequence in which the context occurs first, as the attention is given it."""
        return select(self._place(select(context, self._first_sequences), i, k), self._encoded)

    def place_in_first(self, context: Number) -> Number:
        """At which position, from 1, the context occurs first in that sequence."""
        return select(context, self._first_places)

    def interval(self, context: Number) -> tuple[Number, Number]:
        """The rational numbers between which w^T id of the context lies."""
        return select(context, self._low), select(context, self._high)

    def _place(self, i: Number, r: Number, c: Number) -> Number:
        d, n = self.data.d, self.data.n
        return (i - 1) * (d * n) + (r - 1) * n + c


Corollary = Literal["corollary1", "corollary2"]
COROLLARIES: Final[tuple[Corollary, ...]] = ("corollary1", "corollary2")
WeightsOf = Literal["small", "paper"]
WEIGHTS: Final[tuple[WeightsOf, ...]] = ("small", "paper")
SEQUENCES: Final = Parameter("N", "number of pairs of X and Y")
CLASSES: Final = Parameter("C", "number of output classes")


@dataclass(frozen=True)
class Memorised:
    """A Transformer that was built for a data set, and everything that was decided about it."""

    corollary: Corollary
    weights: WeightsOf
    memoriser: Memoriser
    constants: Separation
    """Of Definition 1 for what the attention is given, X or X + E; r_min = 0 where a token is 0."""
    logarithms: Mapping[str, Value]
    """Logarithms to base 10 of separations: "certified", "(8)", and "(47)" or "(50)" where they have one."""
    decision: Decision


def box(memoriser: Memoriser) -> dict[str, int | str]:
    """The parameters of the claim."""
    return {"d": memoriser.data.d, "n": memoriser.data.n, "N": memoriser.data.N, "C": memoriser.data.C}


def memorised_claim(corollary: Corollary, memoriser: Memoriser, constants: Separation) -> Claim:
    """What is decided about the Transformer: its shape, its ids, the labels it gives, its separation and (8)."""
    which = corollary.removeprefix("corollary")
    argument = "X" if corollary == "corollary1" else "X + E"
    claim = Claim(
        f"built:{corollary}",
        title=f"A Transformer that memorises a data set, by Corollary {which}",
        source=f"Kajitsuka and Sato 2024, Sec. 4.1, {'(17)' if which == '1' else '(18)'}; "
        f"App. {'A.3' if which == '1' else 'A.4'}",
        text=f"There is a Transformer with one attention layer and one head such that F({argument}^(i)) = Y^(i) for "
        "any i in [N].",
        parameters=(D_ROWS, N_COLUMNS, SEQUENCES, CLASSES),
    )
    claim.network("F")(lambda values: memoriser.network)
    given = listed("the given sequences", memoriser.data.distinct)
    _define(claim, memoriser, constants)
    _shape(claim, memoriser)
    tables = Tables(memoriser)
    _hypotheses(claim, given, argument, constants, tables)
    _ids(claim, given, memoriser, tables)
    _labels(claim, given, argument, tables)
    if memoriser.data.n > 1 and constants.r_min:
        _beside_theorem2(claim)
    return claim


def _define(claim: Claim, memoriser: Memoriser, constants: Separation) -> None:
    numbers = {
        "V": mpq(len(memoriser.encoded.vocabulary)),
        "r_min": constants.r_min,
        "r_max": constants.r_max,
        "epsilon": constants.epsilon,
        "delta": memoriser.separation,
        "r": memoriser.bound,
    }
    for name, value in numbers.items():

        def defined(at: Operands, value: Rational = value) -> Number:
            return rational(value)

        defined.__name__ = name
        claim.define(defined)


def _shape(claim: Claim, memoriser: Memoriser) -> None:
    F, counts = NetworkOperand("F"), memoriser.counts
    q, entries, encodings = counts.hidden, counts.entries, int(memoriser.encodings is not None)
    for name, says, quantity, wanted in (
        ("attention_layers", "one self-attention layer", "attention layers", 1),
        ("heads", "h = 1: a single head", "heads", 1),
        ("head_size", "s = 1: so W_O, W_V, W_K and W_Q have rank 1 at most", "head size", 1),
        ("feed_forward_layers", "one feed-forward layer", "feed-forward layers", 1),
        ("other_layers", f"{'X -> X + E and ' if encodings else ''}nothing else", "other layers", encodings),
        ("hidden_size", f"q = {q} hidden units", "hidden size", q),
        ("parameters", f"{entries} entries of weights and biases, zeros included", "parameters", entries),
    ):

        def counted(at: Operands, quantity: str = quantity, wanted: int = wanted) -> Truth:
            return F.quantity(quantity) == wanted

        claim.states(says, name=name)(counted)


def _encoded(at: Operands) -> MatrixOperand:
    """What the attention is given: X, or X + E."""
    return at.F(point, "encoded")


def _hypotheses(claim: Claim, given: DomainSpec, argument: str, constants: Separation, tables: Tables) -> None:
    """No duplicates, and the three conditions of Definition 1, for V as a table."""
    size = len(tables.encoded.vocabulary)
    tokens = Columns(1, size, "a")

    def listed_token(at: Operands, k: Number, a: Number) -> Truth:
        return every(at.rows, lambda i: _encoded(at)[i, k] == tables.token(a, i))

    def norms(condition: Callable[[Number], Truth]) -> Callable[[Operands], Truth]:
        return lambda at: every(tokens, lambda a: condition(squared_norm_of(at, lambda i: tables.token(a, i))))

    def far(at: Operands, a: Number, b: Number) -> Truth:
        return squared_norm_of(at, lambda i: tables.token(a, i) - tables.token(b, i)) > at.epsilon**2

    claim.states(f"no duplicate token in {argument}", name="no_duplicates", over=(given,))(
        lambda at: no_duplicates(at, _encoded(at))
    )
    claim.states(f"V is made of the tokens of {argument}: each is in the table", name="vocabulary", over=(given,))(
        lambda at: each_token(at, lambda k: some(tokens, lambda a: listed_token(at, k, a)))
    )
    claim.states(f"||v|| < r_max = {decimal(constants.r_max)} for v in V", name="norms_below")(
        lambda at: norms(lambda square: square < at.r_max**2)(at)
    )
    if constants.r_min:
        claim.states(f"||v|| > r_min = {decimal(constants.r_min)} for v in V", name="norms_above")(
            lambda at: norms(lambda square: square > at.r_min**2)(at)
        )
    claim.states(
        f"||v - v'|| > epsilon = {decimal(constants.epsilon)} for v, v' in V with v != v'", name="tokens_apart"
    )(lambda at: every(tokens, lambda a: every(Columns(a + 1, size, "b"), lambda b: far(at, a, b))))


def _ids(claim: Claim, given: DomainSpec, memoriser: Memoriser, tables: Tables) -> None:
    """Definition 2 with r and delta: the projections of the ids lie in intervals, one for each context."""
    w, count = memoriser.attention.w, len(memoriser.intervals)

    def bounded(at: Operands) -> Truth:
        return each_token(at, lambda k: squared_norm_of(at, column(at.F(point, "ids"), k)) < at.r**2)

    def same_token(at: Operands, context: Number, k: Number, place: Number) -> Truth:
        return every(at.rows, lambda i: _encoded(at)[i, k] == tables.in_first(context, place, i))

    def same_vocabulary(at: Operands, c: Number) -> Truth:
        some_of_first = each_token(at, lambda k: some(_places(at), lambda m: same_token(at, c, k, m)))
        all_of_first = every(_places(at), lambda m: some(Columns(1, at.n, "k"), lambda k: same_token(at, c, k, m)))
        return some_of_first & all_of_first

    def own_interval(at: Operands, k: Number) -> Truth:
        c = tables.context(k)
        low, high = tables.interval(c)
        along = total(at.rows, lambda i: select(i, [rational(entry) for entry in w]) * at.F(point, "ids")[i, k])
        same = same_token(at, c, k, tables.place_in_first(c)) & same_vocabulary(at, c)
        return same & (low < along) & (along < high)

    def far(at: Operands, c: Number) -> Truth:
        gap = tables.interval(c + 1)[0] - tables.interval(c)[1]
        return (gap > 0) & (gap**2 > at.delta**2 * total(at.rows, lambda i: select(i, [*map(rational, w)]) ** 2))

    claim.states(f"||id|| < r = {decimal(memoriser.bound)} (Definition 2, 1)", name="ids_bounded", over=(given,))(
        bounded
    )
    claim.states(
        f"w^T id is in the interval of its context, w = {shown_column(w)}; "
        f"{count} context{'' if count == 1 else 's'}, each a token with the vocabulary of its sequence",
        name="ids_in_intervals",
        over=(given,),
    )(lambda at: each_token(at, lambda k: own_interval(at, k)))
    claim.states(
        f"the intervals are more than ||w|| delta apart: so ||id - id'|| > delta = {decimal(memoriser.separation)} "
        "wherever Definition 2, 2 asks for it",
        name="ids_apart",
    )(lambda at: every(Columns(1, count - 1, "c"), lambda c: far(at, c)))


def _places(at: Operands) -> Columns:
    return Columns(1, at.n, "l")


def _labels(claim: Claim, given: DomainSpec, argument: str, tables: Tables) -> None:
    equation = "(17)" if argument == "X" else "(18)"
    claim.states(f"{equation}: F({argument}^(i)) = Y^(i) for any i in [N]", name="memorised", over=(given,))(
        lambda at: each_entry(at, lambda i, k: at.F(point)[i, k] == tables.label(i, k))
    )


def _beside_theorem2(claim: Claim) -> None:
    def larger(at: Operands) -> Truth:
        return Printed(at.d, at.n, at.V, at.r_min, at.r_max, at.epsilon).log_theorem2 < log(at.delta)

    claim.states("the delta of (8) is less than this delta: log (8) < log delta", name="beside_theorem2")(larger)
