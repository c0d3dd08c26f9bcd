"""A token classification set: labelled sequences, their classes, and how much of the labels the token alone tells.

Sets are generated, too, the same for the same seed on every machine. There are 32 tokens: different vectors other than
0 with entries k/4, k = -4, ..., 4. A sequence has n different tokens, its vocabulary set is that of no other sequence,
and its order is shuffled. Labels are 1, ..., 4.

"cues": 4 tokens are cues, 12 are names, 16 are plain words. A sequence has one cue, floor(n/2) names and plain words.
Cues and plain words have label 1; a name has one of 2, 3, 4, drawn for each pair of a name and a cue: as in named
entity recognition, the same name is a person here and a place there, and the sequence tells which.

"random": n of the 32 tokens, and for every place a label drawn from 1, ..., 4: nothing but memory helps.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import comb
from random import Random
from typing import Final, Literal, get_args

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.train.settings import require_integer
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.labelled_sequences import Label, LabelledSequences, Labels

Rule = Literal["cues", "random"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
CUES: Final = 4
NAMES: Final = 12
TOKENS: Final = 32
CLASSES: Final = 4
MOST_TOKENS: Final = 16
"""The longest sequence."""
MOST_SEQUENCES: Final = 10_000
MOST_ROWS: Final = 256
Drawn = list[tuple[int, int]]
"""Numbers of tokens, from 0, each with its label."""


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


def generated(rule: Rule = "cues", *, sequences: int = 128, n: int = 6, d: int = 16, seed: int = 1) -> TrainingSet:
    """N = `sequences` labelled sequences of shape d x n; every entry of a token's column of Y is its label.

    Raises InputError for another rule, d and n outside 2, ..., 256 and 2, ..., 16, a seed below 0, and more sequences
    than half of the vocabulary sets there are, or than 10,000.
    """
    if rule not in RULES:
        raise InputError(f"labels: {brief(rule)} is not valid; choose one of {', '.join(RULES)}")
    require_integer(n, "n", 2, MOST_TOKENS)
    require_integer(d, "d", 2, MOST_ROWS)
    require_integer(seed, "seed", 0, 2**63 - 1)
    require_integer(sequences, "sequences", 1, min(MOST_SEQUENCES, _possible(rule, n) // 2))
    source = Random(seed)
    vectors = _vectors(source, d)
    table = {(name, cue): source.randrange(2, CLASSES + 1) for name in range(NAMES) for cue in range(CUES)}
    pairs = list[tuple[Matrix, Labels]]()
    seen = set[frozenset[int]]()
    while len(pairs) < sequences:
        drawn = _with_cue(source, n, table) if rule == "cues" else _at_random(source, n)
        vocabulary = frozenset(token for token, _ in drawn)
        if vocabulary in seen:
            continue
        seen.add(vocabulary)
        source.shuffle(drawn)
        X = tuple(tuple(vectors[token][i] for token, _ in drawn) for i in range(d))
        pairs.append((X, (tuple(label for _, label in drawn),) * d))
    return TrainingSet(LabelledSequences.of(pairs), f"generated: labels by {rule}, seed {seed}")


def _possible(rule: Rule, n: int) -> int:
    """How many vocabulary sets of sequences there are."""
    if rule == "random":
        return comb(TOKENS, n)
    return CUES * comb(NAMES, n // 2) * comb(TOKENS - CUES - NAMES, n - 1 - n // 2)


def _vectors(source: Random, d: int) -> list[tuple[mpq, ...]]:
    vectors: dict[tuple[mpq, ...], None] = {}
    while len(vectors) < TOKENS:
        vector = tuple(mpq(source.randrange(-4, 5), 4) for _ in range(d))
        if any(vector):
            vectors[vector] = None
    return list(vectors)


def _with_cue(source: Random, n: int, table: dict[tuple[int, int], int]) -> Drawn:
    cue = source.randrange(CUES)
    names = source.sample(range(NAMES), n // 2)
    plain = source.sample(range(CUES + NAMES, TOKENS), n - 1 - n // 2)
    return [(cue, 1), *((CUES + name, table[name, cue]) for name in names), *((word, 1) for word in plain)]


def _at_random(source: Random, n: int) -> Drawn:
    return [(token, source.randrange(1, CLASSES + 1)) for token in source.sample(range(TOKENS), n)]
