"""Tallies in rows of a store: what comes back is what was written, and what nobody can have found is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.claims.decision import PRIME, Extreme
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.deciding.large_runs.stored_tallies import ENCODINGS, Damaged, Origin, Reading, Writing, decode, encode
from exactua.deciding.plan import plan
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.terms.encoding import canonical
from tests.stores import said


def test_every_field_of_a_tally_has_an_encoding() -> None:
    assert {field.name for field in fields(Tally)} == set(ENCODINGS)


# Arrays.

edges = [
    sign * 2**bits + unit for bits in (0, 7, 8, 55, 62, 63, 64, 71, 200) for sign in (1, -1) for unit in (-1, 0, 1)
]
integers = st.one_of(st.sampled_from(edges), st.integers(-(2**70), 2**70), st.integers(-5, 5))


def reading(numbers: bytes) -> Reading:
    return Reading(Origin(PROBLEM.steps[0], Shard("category 1", 0, 4), True, 0, False), numbers)


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3), max_size=5))
def test_arrays_of_64_bits(rows: list[list[int]]) -> None:
    array = np.array(rows, dtype=np.int64).reshape(len(rows), 3)
    writing = Writing()
    data = writing.array(array)
    restored = reading(b"".join(writing.parts)).array(data, 2)
    assert restored.dtype == np.int64
    assert restored.tolist() == array.tolist()


@given(st.lists(st.lists(integers, max_size=6), max_size=4))
def test_arrays_of_integers_of_any_size_one_behind_the_other(lists: list[list[int]]) -> None:
    writing = Writing()
    written = [writing.array(np.array(numbers, dtype=object)) for numbers in lists]
    reader = reading(b"".join(writing.parts))
    assert [reader.array(data, 1).tolist() for data in written] == lists


# Tallies that deciders find.


def problem_of(label: str, **box: int) -> Problem:
    claim, step = find(label)
    return claim.problem(box, (step,) if step else ())


PROBLEM = problem_of("lemma8", d=2, n=2, m=2)


def found_in(problem: Problem, shard: Shard, engine: str = "auto") -> dict[str, Tally]:
    return plan(problem, engine).decider()(shard)  # type: ignore[arg-type]


CASES = [
    ("lemma8", {"d": 2, "n": 3, "m": 2}),
    ("lemma10", {"d": 1, "n": 4, "m": 7}),
    ("lemma9", {"d": 1, "n": 3, "m": 2}),
    ("theorem2", {"d": 1, "n": 2, "m": 2}),
    ("lemma4", {"d": 1, "n": 2, "m": 2}),
    ("claim1", {"d": 1, "n": 2, "m": 2}),
    ("lemma7", {"d": 1, "n": 2, "m": 2}),
]


@pytest.mark.parametrize(("label", "box"), CASES)
@pytest.mark.parametrize("engine", ["auto", "literal"])
def test_what_deciders_find_comes_back(label: str, box: dict[str, int], engine: str) -> None:
    problem = problem_of(label, **box)
    planned = plan(problem, engine)  # type: ignore[arg-type]
    for name, domain in planned.domains.items():
        half = domain.count // 2
        for shard in (Shard(name, 0, half), Shard(name, half, domain.count)):
            if shard.start == shard.stop:
                continue
            tallies = planned.decider()(shard)
            again = decode(*encode(tallies), problem, shard)
            assert list(again) == list(tallies) or set(again) == set(tallies)
            for step in tallies:
                assert said(again[step]) == said(tallies[step])


SHARD = Shard("category 1", 1, 5)
FOUND = found_in(PROBLEM, SHARD)
EACH = next(name for name, tally in FOUND.items() if tally.minimum is not None and not tally.chunks)
GATHERED = next(name for name, tally in FOUND.items() if tally.chunks)
CHAINED = Shard("category 1", 0, 4, "spread")


def links(*ranges: tuple[int, int]) -> dict[str, Tally]:
    """What is found of points that are compared with neighbours."""
    return {GATHERED: Tally(links=[Link(a, b, mpq(a, 3), mpq(7**9_000 * b, 2), True) for a, b in ranges])}


@pytest.mark.parametrize("ranges", [[(0, 4)], [(0, 1), (1, 4)]])
def test_links_come_back(ranges: list[tuple[int, int]]) -> None:
    tallies = links(*ranges)
    tallies[GATHERED].links.append(Link(4, 5, None, None, False))
    shard = Shard("category 1", 0, 5, "spread")
    assert decode(*encode(tallies), PROBLEM, shard, chained={GATHERED}) == tallies


def test_cases_have_every_field() -> None:
    seen = {field.name for field in fields(Tally) if getattr(links((0, 4))[GATHERED], field.name)}
    for label, box in CASES:
        problem = problem_of(label, **box)
        planned = plan(problem)
        for name, domain in planned.domains.items():
            tallies = planned.decider()(Shard(name, 0, domain.count)).values() if domain.count else ()
            seen |= {field.name for tally in tallies for field in fields(tally) if getattr(tally, field.name)}
    # those of points at which reals are undecided: tests/deciding/test_reals.py
    assert seen | {"undecided", "unmeasured"} == set(ENCODINGS)


def test_integers_of_more_digits_than_python_prints() -> None:
    shard, huge = Shard("category 1", 0, 6), mpq(3**20_000, 7**9_000)
    tallies = found_in(PROBLEM, shard)
    step = next(name for name, tally in tallies.items() if tally.minimum is not None)
    tally = tallies[step]
    assert tally.maximum is not None
    tally.maximum = Extreme(huge, tally.maximum.at)
    distinct = next(tally for tally in tallies.values() if tally.chunks)
    chunk = distinct.chunks[0]
    distinct.chunks[0] = Chunk(
        chunk.domain, chunk.ranks, Batch.of(chunk.values.numerators.astype(object) * 7**9_000, 3)
    )
    again = decode(*encode(tallies), PROBLEM, shard)
    assert again[step].maximum == tally.maximum
    assert all(said(again[name]) == said(tallies[name]) for name in tallies)


def test_ranks_with_gaps_come_back() -> None:
    tallies = {**FOUND, GATHERED: Tally(4, 3, chunks=[Chunk(0, np.array([1, 2, 4]), Batch.of(np.array([[7, 8, 9]])))])}
    assert said(decode(*encode(tallies), PROBLEM, SHARD)[GATHERED]) == said(tallies[GATHERED])


def test_a_range_of_ranks_beyond_64_bits() -> None:
    start = 2**64 + 3
    shard = Shard("category 1", start, start + 2)
    ranks = np.array([start, start + 1], dtype=object)
    tallies = {step.name: Tally(2) for step in PROBLEM.steps if "category 1" in [spec.name for spec in step.over]}
    step = next(step for step in PROBLEM.steps if step.gathers)
    tallies[step.name] = Tally(2, 2, chunks=[Chunk(0, ranks, Batch.of(np.array([[1, 2**70]], dtype=object)))])
    again = decode(*encode(tallies), PROBLEM, shard)
    assert again[step.name].chunks[0].ranks.tolist() == [start, start + 1]
    assert again[step.name].chunks[0].values.numerators.tolist() == [[1, 2**70]]


# What is refused.


def changed(change: Callable[[dict[str, Any]], Any], numbers: bytes | None = None) -> dict[str, Tally]:
    """The row of FOUND, its data changed, read again."""
    text, content = encode(FOUND)
    data = json.loads(text)
    change(data)
    return decode(canonical(data), content if numbers is None else numbers, PROBLEM, SHARD)


def test_the_row_that_is_changed_below_is_fine() -> None:
    assert set(changed(lambda data: None)) == set(FOUND)


def put(step: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data[step].update(values)


def chunk(place: int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data[GATHERED]["chunks"][0][place] = value

    return change


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a step is missing": (lambda data: data.pop(EACH), "its steps are not those of the claim"),
    "another step": (lambda data: data.update(other={}), "its steps are not those of the claim"),
    "another field": (put(EACH, repeats=1), "a tally has no field 'repeats'"),
    "no object": (lambda data: data.update({EACH: []}), "tally: an array is not an object"),
    "a float": (put(EACH, points=4.5), "count: 4.5 is not an integer"),
    "a number in another writing": (put(EACH, points="0x4"), "not written canonically"),
    "too few points": (put(EACH, points=3), "it counts other points than those of its range"),
    "too many points": (put(EACH, points=5), "it counts other points than those of its range"),
    "too many applicable": (put(EACH, applicable=5), "more points satisfy the hypothesis than there are"),
    "a negative count": (put(EACH, applicable=-1), "-1 counts something"),
    "too many failures": (put(EACH, failures=5, first_failure=[0, 1]), "more points fail than satisfy the hypothesis"),
    "failures without a first": (put(EACH, failures=1), "failures and the first of them do not go together"),
    "a first failure alone": (put(EACH, first_failure=[0, 1]), "failures and the first of them do not go together"),
    "a failure before the range": (put(EACH, failures=1, first_failure=[0, 0]), "point 0 of domain 0 does not lie in"),
    "a failure behind the range": (put(EACH, failures=1, first_failure=[0, 5]), "point 5 of domain 0 does not lie in"),
    "a failure elsewhere": (put(EACH, failures=1, first_failure=[1, 2]), "point 2 of domain 1 does not lie in"),
    "a failure of three numbers": (put(EACH, failures=1, first_failure=[0, 2, 3]), "has 3 items, but should have 2"),
    "a failure of a fold": (put(GATHERED, failures=1, first_failure=[0, 2]), "where points are compared"),
    "one extreme": (lambda data: data[EACH].pop("maximum"), "it has one extreme without the other"),
    "extremes the wrong way": (put(EACH, maximum=[-(10**9), [0, 2]]), "the least number is greater than the greatest"),
    "an extreme behind the range": (put(EACH, maximum=[10**9, [0, 5]]), "point 5 of domain 0 does not lie in"),
    "an extreme in decimals": (put(EACH, maximum=["1.5", [0, 2]]), 'is not written canonically; write "3/2"'),
    "a fraction not in lowest terms": (put(EACH, maximum=["4/2", [0, 2]]), "is not a fraction in lowest terms"),
    "a residue from the prime on": (put(EACH, residue=hex(PRIME)), "a residue is not below the prime"),
    "measured without a point": (put(EACH, applicable=0), "numbers are there and no point"),
    "a residue alone": (
        lambda data: [data[EACH].pop(name) for name in ("minimum", "maximum")],
        "a residue is there without a number",
    ),
    "a sum": (put(EACH, total=1), "numbers are summed that are not to be"),
    "chunks of a step without": (
        lambda data: data[EACH].update(chunks=data[GATHERED]["chunks"]),
        "numbers are gathered that are not to be",
    ),
    "no chunks": (lambda data: data[GATHERED].pop("chunks"), "numbers of some points are missing"),
    "chunks twice": (
        lambda data: data[GATHERED].update(chunks=2 * data[GATHERED]["chunks"]),
        "numbers of some points are missing",
    ),
    "chunks of fewer points, twice": (
        lambda data: data[GATHERED].update(chunks=2 * [[0, ["range", [1, 3]], ["i8", [1, 2], 0], 1]]),
        "points are gathered twice",
    ),
    "a chunk elsewhere": (chunk(0, 1), "of domain 1 does not lie in"),
    "a denominator of 0": (chunk(3, 0), "the points of a chunk do not increase"),
    "ranks that repeat": (chunk(1, ["i1", [4], 0]), "does not lie in|do not increase"),
    "ranks in two rows": (chunk(1, ["i8", [2, 2], 0]), "is of type 'i8' and has 2 dimensions"),
    "a range of ranks that is too long": (chunk(1, ["range", [1, 10**12]]), "a chunk has more points than its range"),
    "a range of ranks before the shard": (chunk(1, ["range", [0, 4]]), "point 0 of domain 0 does not lie in"),
    "a range of ranks behind the shard": (chunk(1, ["range", [2, 6]]), "point 5 of domain 0 does not lie in"),
    "a range of fewer ranks": (chunk(1, ["range", [1, 4]]), "or their numbers are not as many"),
    "a range of three numbers": (chunk(1, ["range", [1, 4, 1]]), "has 3 items, but should have 2"),
    "a range backwards": (chunk(1, ["range", [5, 1]]), "or their numbers are not as many"),
    "floating point": (chunk(2, ["f8", [1, 4], 0]), "is of type 'f8'"),
    "numbers without a width": (chunk(2, ["i0", [1, 4], 0]), "is of type 'i0'"),
    "numbers that are too wide": (chunk(2, ["i99999999", [1, 4], 0]), "is of type 'i99999999'"),
    "an array that is too long": (chunk(2, ["i8", [1, 500], 0]), "ends behind the bytes of its row"),
    "an array that is endless": (chunk(2, ["i8", [2**39, 2**39], 0]), "ends behind the bytes of its row"),
    "an empty array of endless rows": (chunk(2, ["i8", [0, "0x" + "f" * 40], 0]), "is of type 'i8'"),
    "an array behind the end": (chunk(2, ["i8", [1, 4], 10**6]), "ends behind the bytes of its row"),
    "an array before the beginning": (chunk(2, ["i8", [1, 4], -8]), "-8 counts something"),
    "fewer numbers than points": (chunk(2, ["i8", [1, 3], 0]), "or their numbers are not as many"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_nobody_can_have_found_is_refused(what: str) -> None:
    change, reason = REFUSED[what]
    with pytest.raises(Damaged, match=reason):
        changed(change)


LINKS_REFUSED: dict[str, tuple[Any, str]] = {
    "a gap": (links((0, 1), (2, 4)), "the points compared are not those of its range"),
    "an end that is missing": (links((0, 3)), "the points compared are not those of its range"),
    "points behind the end": (links((0, 5)), "the points compared are not those of its range"),
    "no links": ({GATHERED: Tally()}, "the points compared are not those of its range"),
    "to and fro": (links((0, 3), (3, 2), (2, 4)), "the points compared are not those of its range"),
    "counts": ({GATHERED: replace(links((0, 4))[GATHERED], points=4)}, "points are counted that are only compared"),
    "another step": ({EACH: links((0, 4))[GATHERED]}, "its steps are not those of the claim"),
    "no step": ({}, "its steps are not those of the claim"),
    "lowest above highest": (
        {GATHERED: Tally(links=[Link(0, 4, mpq(2), mpq(1), True)])},
        "the least number is greater than the greatest",
    ),
}


@pytest.mark.parametrize("what", LINKS_REFUSED)
def test_links_that_nobody_can_have_found_are_refused(what: str) -> None:
    tallies, reason = LINKS_REFUSED[what]
    with pytest.raises(Damaged, match=reason):
        decode(*encode(tallies), PROBLEM, CHAINED, chained={GATHERED})


def test_links_are_refused_where_numbers_are_gathered() -> None:
    with pytest.raises(Damaged, match="its steps are not those of the claim"):
        decode(*encode(links((0, 4))), PROBLEM, CHAINED)
    both = {**FOUND, GATHERED: replace(FOUND[GATHERED], links=links((0, 4))[GATHERED].links)}
    with pytest.raises(Damaged, match="neighbours are compared that are not to be"):
        decode(*encode(both), PROBLEM, SHARD)


def test_numbers_of_a_step_are_gathered_or_compared_with_neighbours_as_the_run_says() -> None:
    with pytest.raises(Damaged, match="numbers are gathered that are not to be"):
        decode(*encode(FOUND), PROBLEM, SHARD, chained={GATHERED})
    without = {**FOUND, GATHERED: replace(FOUND[GATHERED], chunks=[])}
    assert decode(*encode(without), PROBLEM, SHARD, chained={GATHERED})[GATHERED].chunks == []
    with pytest.raises(Damaged, match="numbers of some points are missing"):
        decode(*encode(without), PROBLEM, SHARD)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a":1}', "[" * 100_000, '{"a":1,"a":1}', "\ud800"])
def test_what_is_no_json_of_tallies_is_refused(text: str) -> None:
    with pytest.raises(Damaged):
        decode(text, b"", PROBLEM, SHARD)


def test_a_sum_of_the_numbers_of_no_point_is_refused() -> None:
    problem = problem_of("theorem2", d=1, n=2, m=2)
    planned = plan(problem)
    step = next(step for step in problem.steps if step.fold == "sum" and step.over)
    name = step.over[0].name
    shard = Shard(name, 0, planned.domains[name].count)
    text, numbers = encode(planned.decider()(shard))
    data = json.loads(text)
    assert data[step.name]["total"] != 0
    decode(text, numbers, problem, shard)
    data[step.name]["applicable"] = 0
    with pytest.raises(Damaged, match="numbers are there and no point"):
        decode(canonical(data), numbers, problem, shard)


@given(st.randoms(use_true_random=False))
def test_whatever_is_damaged_is_read_or_refused_and_nothing_else_happens(chance: random.Random) -> None:
    text, numbers = encode(FOUND)
    letters = list(text)
    for _ in range(chance.randint(0, 3)):
        letters[chance.randrange(len(letters))] = chance.choice('0123456789-"[]{},:xif/ \x00')
    content = bytearray(numbers)
    for _ in range(chance.randint(0, 3)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    try:
        tallies = decode("".join(letters), bytes(content[: chance.randint(0, 2 * len(content))]), PROBLEM, SHARD)
    except Damaged:
        return
    for tally in tallies.values():
        assert tally.points == 4
        assert 0 <= tally.failures <= tally.applicable <= 4
