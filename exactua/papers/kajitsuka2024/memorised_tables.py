"""A user's data set as tables that steps about the Transformer that memorises it look things up in."""

from __future__ import annotations

from functools import cached_property

from exactua.papers.kajitsuka2024.memorising import Memoriser
from exactua.terms.tracing import Columns, Number, Truth, every, least, number, point, rational, select, when


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
