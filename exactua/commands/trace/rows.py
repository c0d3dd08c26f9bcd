"""How the rows and columns of a state are called, and which rows stand first: those that the claim's steps speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from exactua.claims.lettering import word_of
from exactua.deciding.trace import Trace
from exactua.errors import ExactuaError
from exactua.grids.words import Words
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import REDUCTIONS, Term

MOST_READ: Final = 20_000
"""Parts of steps that are looked at; rows that are spoken of behind them stand with the others."""
_RANGES: Final = ("all", "any", "list", *REDUCTIONS)
_STATES: Final = ("stage", "after", "layer")


def row_order(trace: Trace) -> list[int]:
    """The rows of a state, from 1: those of this network's states that steps read an entry of, then the others."""
    first = rows_spoken_of(trace)
    return sorted(range(1, len(trace.point) + 1), key=lambda i: i not in first)


def rows_spoken_of(trace: Trace) -> frozenset[int]:
    """The rows of states of the network of which the claim's steps read an entry at this instance, from 1."""
    problem = trace.problem
    evaluator, rows = Evaluator(problem.parameters, problem.values, Nothing()), set[int]()

    def parts(term: Term, bound: Mapping[str, int]) -> Iterator[tuple[Term, Mapping[str, int]]]:
        yield term, bound
        if term.operator not in _RANGES:
            for argument in term.arguments:
                yield from parts(argument, bound)
            return
        with suppress(ExactuaError):  # a range that hangs on the point
            for value in evaluator.bounds(term, bound):
                yield from parts(term.arguments[2], {**bound, term.names[0]: value})

    read = 0
    for step in problem.steps:
        for term, bound in parts(step.term, {}):
            read += 1
            if read > MOST_READ:
                return frozenset(rows)
            if term.operator == "entry" and _is_state(term.arguments[0], trace.network):
                with suppress(ExactuaError):  # an index that hangs on the point
                    rows.add(int(evaluator(term.arguments[1], bound)))
    return frozenset(rows)


def row_names(trace: Trace) -> list[str]:
    """What the rows are called: Z_1, Z_2, ...; of a word with the tokens and answers that they stand for."""
    words, names = _words(trace), dict[int, str]()
    for name in () if words is None else words.named_rows:
        names[words.row(name)] = name  # type: ignore[union-attr]
    return [f"Z_{i} {names[i]}" if i in names else f"Z_{i}" for i in range(1, len(trace.point) + 1)]


def column_names(trace: Trace) -> list[str]:
    """What the columns are called: token 1, token 2, ...; of a word with the tokens that stand there."""
    words, word = _words(trace), word_of(trace.problem.domains, trace.point)
    if words is None or word is None:
        return [f"token {j}" for j in range(1, len(trace.point[0]) + 1)]
    return [f"{j} {token}" for j, token in enumerate(words.spelled_out(word), 1)]


def _words(trace: Trace) -> Words | None:
    """The domain of words that the point lies in."""
    inside = {place.domain for place in trace.places}
    return next((spec for spec in trace.problem.domains if spec.name in inside and isinstance(spec, Words)), None)


def _is_state(matrix: Term, network: str) -> bool:
    return any(part.operator in _STATES and part.names[0] == network for part in matrix.walk())
