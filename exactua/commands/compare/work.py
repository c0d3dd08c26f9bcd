"""Each kind of layer at given sequences: which definitions of a contextual mapping it meets, decided like claims."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.float_formats import FORMATS, FloatFormat, Rounded
from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import PrecisionReached
from exactua.commands.ask.catalogue import DEFINITION_2, E1, Property
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.question import Options, Question
from exactua.commands.ask.record import Answer
from exactua.commands.ask.work import answer
from exactua.commands.compare.candidates import CANDIDATES, Candidate, NotBuilt, Sequences
from exactua.console.point_files import read_points, require_shapes
from exactua.console.point_sets import PointSet, from_points
from exactua.deciding.interrupts import OutOfBudget, until
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.inspection import layer_count

MOST_SEQUENCES: Final = 200
"""Sequences that are compared: all pairs of them are looked at."""


@dataclass(frozen=True)
class Compared:
    """One kind of layer at the sequences."""

    name: str
    source: str
    network: Network | None
    """None: it was not built."""
    reason: str
    layers: int
    answers: Mapping[str, Answer]
    """By the key of a definition."""
    seen: Mapping[str, bool | None]
    """By the name of a format: whether ids that must differ under Definition 2 still do when they are rounded to it.

    None where that is undecided. The ids are exact until then: a format that fails here fails with any arithmetic.
    """


@dataclass(frozen=True)
class Definition:
    """A definition of a contextual mapping, and what is given for it beside u."""

    key: str
    name: str
    asked: Property
    options: Options


DEFINITIONS: Final = (
    Definition("definition2", "Definition 2 (Kajitsuka and Sato 2024)", DEFINITION_2, Options()),
    Definition("lemma8", "Lemma 8, up to permutation (Yun et al. 2020)", E1, Options(up_to_permutation=True)),
    Definition("definition_e1", "Definition E.1 (Yun et al. 2020)", E1, Options()),
)
"""What a contextual mapping is, by three definitions."""


def read_sequences(path: Path) -> PointSet:
    """The sequences of a file of points. Raises InputError for what is wrong with it, and for more than 200."""
    d = _rows(path)
    return sequences_of(read_points(path, d), str(path))


def sequences_of(points: Sequence[Matrix], where: str = "points") -> PointSet:
    """These matrices, each once. Raises InputError for none, unequal shapes, and more than 200 different ones."""
    if not points:
        raise InputError(f"{where}: there is no sequence in it")
    d = len(points[0])
    require_shapes(points, d, None, where)
    sequences = from_points(points, d, Network(d, []), where)
    if sequences.count > MOST_SEQUENCES:
        raise InputError(f"{where}: {sequences.count:,} different sequences; at most {MOST_SEQUENCES} are compared")
    return sequences


def _rows(path: Path) -> int:
    """How many rows the first matrix of a JSON file has; other files don't say it."""
    from exactua.arithmetic.json_values import parsed
    from exactua.console.point_files import MAX_BYTES
    from exactua.file_access import read_bytes

    if path.suffix.lower() != ".json":
        raise InputError(f"points: {path} is not a .json file; give a list of matrices, each a list of its rows")
    data: Any = parsed(read_bytes(path, "points", MAX_BYTES), str(path))
    if isinstance(data, dict):
        data = data.get("points")
    first = data[0] if isinstance(data, list) and data else None
    if not isinstance(first, list) or not first:
        raise InputError(f"{path}: there is no sequence in it; give a list of matrices, each a list of its rows")
    return len(first)


def compare(
    points: PointSet, candidates: Sequence[Candidate] = CANDIDATES, budget: float = DEFAULT_BUDGET, jobs: int = 1
) -> Iterator[Compared]:
    """Each candidate in turn, asked about all definitions; `budget` is in seconds, for each of them.

    Raises KeyboardInterrupt where a decision is interrupted.
    """
    sequences = Sequences(tuple(points.matrices()))
    for candidate in candidates:
        yield _compared(candidate, sequences, points, budget, jobs)


def _compared(candidate: Candidate, sequences: Sequences, points: PointSet, budget: float, jobs: int) -> Compared:
    try:
        with until(time.monotonic() + budget):
            network, ids = candidate.build(sequences)
    except NotBuilt as reason:
        return Compared(candidate.name, candidate.source, None, str(reason), 0, {}, {})
    except OutOfBudget:
        return Compared(candidate.name, candidate.source, None, "the budget ran out", 0, {}, {})
    answers = {}
    for definition in DEFINITIONS:
        options = definition.options if definition.asked is DEFINITION_2 else replace(definition.options, ids=ids)
        question = Question(network, points, options, None, time.monotonic() + budget)
        answered = answer(definition.asked, definition.asked.prepare(question), budget=budget, jobs=jobs)
        if "interrupted" in answered.decision.run:
            raise KeyboardInterrupt
        answers[definition.key] = answered
    question = Question(network, points, Options(), None, time.monotonic() + budget)
    seen = {form.name: _seen(question, form) for form in FORMATS}
    return Compared(candidate.name, candidate.source, network, "", layer_count(network.items), answers, seen)


def _seen(question: Question, form: FloatFormat) -> bool | None:
    """Whether all ids that must differ under Definition 2 do when they are rounded to a format."""
    try:
        values = question.values
        first: dict[tuple[Rounded, ...], tuple[frozenset[Any], Any]] = {}
        for X, value in zip(question.points.matrices(), values, strict=True):
            tokens = tuple(zip(*X, strict=True))
            for token, column in zip(tokens, zip(*value, strict=True), strict=True):
                rounded = tuple(form.rounded(entry) for entry in column)
                context = (frozenset(tokens), token)
                if first.setdefault(rounded, context) != context or any(isinstance(number, str) for number in rounded):
                    return False
    except (PrecisionReached, TooLong):
        return None
    return True
