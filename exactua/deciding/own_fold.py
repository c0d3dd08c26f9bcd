"""An own fold on its way through the points of its step: in enumeration order, whatever order they are decided in."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.folds import OwnFold
from exactua.claims.problem import Problem, Step
from exactua.deciding.cells import CellDomain
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.shards import Shard, index_of
from exactua.deciding.tally import Chunk
from exactua.grids.domains import PointDomain
from exactua.terms.compiled import CompiledTerms
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import FOLDED, TermError
from exactua.terms.measures import Failure, failure_of

LARGEST_BITS: Final = 1_000_000
"""The longest numerator or denominator that an accumulator may get; certificates with longer ones are not confirmed."""

Numbers = Sequence[int | Rational]
Domains = Mapping[str, PointDomain | CellDomain]


class Folding:
    """The accumulator of a step's own fold, which takes up shards and lets those wait that come too early.

    `counts` are the numbers of points of the step's domains, in the order of `over`.
    """

    def __init__(self, problem: Problem, step: Step, counts: Sequence[int]) -> None:
        assert step.own is not None
        self.step, self.fold, self._counts = step, step.own, counts
        self._problem, self._evaluator = problem, fold_evaluator(problem)
        self._next = CompiledTerms(self.fold.next, self._evaluator)
        self.accumulator = tuple(self._evaluator(term) for term in self.fold.start)
        self.applied = 0
        """How many points have gone into the accumulator."""
        self.failure: Failure | None = None
        """Where the assertion is false in the end."""
        self._place, self._rank = 0, 0
        self._waiting: dict[tuple[int, int], tuple[int, Sequence[Chunk]]] = {}
        self._skip_empty()

    @property
    def complete(self) -> bool:
        """Whether every point of every domain has been taken up."""
        return self._place == len(self._counts)

    def add(self, shard: Shard, chunks: Sequence[Chunk]) -> None:
        """Takes up the numbers of a shard, and of those behind it that waited; in the end the assertion is looked at.

        Raises TermError, with the point, where a number can't be computed or gets longer than `LARGEST_BITS`.
        """
        self._waiting[index_of(self.step, shard.domain), shard.start] = shard.stop, chunks
        while not self.complete and (self._place, self._rank) in self._waiting:
            self._rank, ready = self._waiting.pop((self._place, self._rank))
            self.take(ready)
            self._skip_empty()
            if self.complete and self.applied:
                self.failure = self._end()

    def take(self, chunks: Iterable[Chunk]) -> None:
        """Lets the accumulator become the next one for each of these points."""
        for chunk in chunks:
            accumulator, following = self.accumulator, self._next
            k = 0
            try:
                for k, numbers in enumerate(_rows(chunk)):  # noqa: B007  (k is where an error is)
                    accumulator = following(accumulator, numbers)
                    if any(_bits(value) > LARGEST_BITS for value in accumulator):
                        raise TermError(f"a number of the accumulator has more than {LARGEST_BITS:,} bits")
            except TermError as error:
                where = f"{self.step.over[chunk.domain].name}, rank {int(chunk.ranks[k])}"
                raise TermError(f"the fold of {self.step.name} at {where}: {error}") from None
            self.accumulator = accumulator
            self.applied += len(chunk.ranks)

    def _skip_empty(self) -> None:
        while self._place < len(self._counts) and self._rank == self._counts[self._place]:
            self._place, self._rank = self._place + 1, 0

    def _end(self) -> Failure | None:
        try:
            return end_failure(self._problem, self.fold, self.accumulator)
        except TermError as error:
            raise TermError(f"the fold of {self.step.name} in the end: {error}") from None


def folding_of(problem: Problem, step: Step, domains: Domains) -> Folding:
    """The fold of a step before its first point."""
    return Folding(problem, step, [domains[spec.name].count for spec in step.over])


def fold_evaluator(problem: Problem, accumulator: Numbers | None = None) -> Evaluator:
    """An evaluator of the terms of own folds, which have no point; with this accumulator, if there is one."""
    bound = {} if accumulator is None else {FOLDED["accumulator"]: tuple(accumulator)}
    return Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None), bound)


def end_failure(problem: Problem, fold: OwnFold, accumulator: Numbers) -> Failure | None:
    """Where the assertion of a fold is false of the accumulator in the end; None if it is true."""
    evaluator = fold_evaluator(problem, accumulator)
    if evaluator(fold.holds):
        return None
    failure = failure_of(fold.holds, evaluator)
    bindings = {name: value for name, value in failure.bindings.items() if name not in FOLDED.values()}
    return Failure(bindings, failure.relation, failure.left, failure.right, failure.term)


def _rows(chunk: Chunk) -> Iterator[tuple[int | Rational, ...]]:
    """The numbers of one point after the other."""
    common = chunk.values.denominator
    columns = chunk.values.numerators.tolist()
    if common != 1:
        columns = [[mpq(value, common) for value in column] for column in columns]
    return zip(*columns, strict=True) if columns else itertools.repeat((), len(chunk.ranks))


def _bits(value: int | Rational) -> int:
    if isinstance(value, int):
        return value.bit_length()
    return max(int(value.numerator.bit_length()), int(value.denominator.bit_length()))
