"""A token classification set: labelled sequences, their classes, and how much of the labels the token alone tells."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.papers.kajitsuka2024.labelled_sequences import Label, LabelledSequences


@dataclass(frozen=True)
class TrainingSet:
    """Labelled sequences with classes: a class is a column of labels that occurs in some Y, numbered from 0."""

    data: LabelledSequences
    name: str
    """What messages and reports call it: the file, or how it was generated."""

    @cached_property
    def classes(self) -> tuple[Label, ...]:
        """The columns of labels that occur, sorted: class c is the c-th of them, from 0."""
        return tuple(sorted({label for labels in self._labels for label in labels}))

    @cached_property
    def targets(self) -> tuple[tuple[int, ...], ...]:
        """Of each sequence the classes of its n tokens."""
        number = {label: c for c, label in enumerate(self.classes)}
        return tuple(tuple(number[label] for label in labels) for labels in self._labels)

    @property
    def total(self) -> int:
        """The number of tokens of all sequences, N n."""
        return self.data.N * self.data.n

    @cached_property
    def ambiguous(self) -> int:
        """How many different tokens occur with different labels."""
        pairs = zip(self.data.tokens, self.targets, strict=True)
        seen = {(token, target) for tokens, targets in pairs for token, target in zip(tokens, targets, strict=True)}
        return sum(times > 1 for times in Counter(token for token, _ in seen).values())

    @cached_property
    def best_by_token(self) -> int:
        """How many tokens the best classifier gets right that sees a token and nothing of its sequence."""
        return self._best(token for tokens in self.data.tokens for token in tokens)

    @cached_property
    def best_by_context(self) -> int:
        """How many tokens the best permutation equivariant classifier gets right.

        It sees a token and its sequence without order. A Transformer without positional encodings is one.
        """
        return self._best(
            (token, frozenset(Counter(tokens).items())) for tokens in self.data.tokens for token in tokens
        )

    def padded(self, width: int) -> tuple[Matrix, ...]:
        """The sequences as `width` x n matrices: rows of zeros below the d rows of X."""
        zeros = ((Rational(0),) * self.data.n,) * (width - self.data.d)
        return tuple(X + zeros for X in self.data.sequences)

    @property
    def _labels(self) -> tuple[tuple[Label, ...], ...]:
        return tuple(tuple(zip(*Y, strict=True)) for Y in self.data.labels)

    def _best(self, seen: Iterable[Hashable]) -> int:
        """How many tokens are right if each gets the class that is the most frequent one for what is seen of it."""
        counts: dict[Hashable, Counter[int]] = defaultdict(Counter)
        for feature, target in zip(seen, (target for targets in self.targets for target in targets), strict=True):
            counts[feature][target] += 1
        return sum(max(counter.values()) for counter in counts.values())
