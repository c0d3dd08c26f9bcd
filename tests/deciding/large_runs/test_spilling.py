"""Numbers that go to the disk: the answer in tiny memory is the one that brute force gives, or none at all."""

from __future__ import annotations

import errno
import itertools
import random
import signal
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua import verifier
from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Rational
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Position
from exactua.claims.verdicts import Verdict
from exactua.deciding import collected
from exactua.deciding import shards as deciding
from exactua.deciding.large_runs import sorted_records, spilling
from exactua.deciding.large_runs.sorted_records import NumbersLost, in_order, merged, segment_of
from exactua.deciding.large_runs.spilling import Gathered
from exactua.deciding.running import decide
from exactua.deciding.tally import Chunk
from exactua.grids.categories import category1, category2, u
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.encoding import canonical
from exactua.terms.tracing import Number, Row, Truth, point

Points = dict[Position, list[Rational]]

MEMORY = (1, 4000, 2**29)
"""Bytes: every chunk goes to the disk, and one record is merged at a time; some do; none does."""


@st.composite
def chunk_sets(draw: st.DrawFn) -> tuple[list[Chunk], Points]:
    """Chunks in any order: repetitions, several domains, huge integers, mixed denominators, points without a number."""
    values = draw(st.sampled_from([st.just(5), st.integers(-3, 3), st.integers(-9, 60)]))
    scales = draw(st.lists(st.sampled_from([1, -1, 2, 2**40, 2**62, 2**70, 2**200]), min_size=1, max_size=2))
    denominators = draw(st.lists(st.sampled_from([1, 2, 3, 6, 2**66]), min_size=1, max_size=2))
    bases = draw(st.sampled_from([[0], [0, 2**56 - 3], [0, 2**56], [2**63 - 2], [0, 2**130]]))
    chunks: list[Chunk] = []
    points: Points = {}
    for domain in draw(st.sampled_from([[0], [0, 1], [1, 70]])):
        rank = draw(st.sampled_from(bases))
        for _ in range(draw(st.integers(0, 4))):
            size, width = draw(st.integers(0, 4)), draw(st.integers(0, 3))
            denominator, scale = draw(st.sampled_from(denominators)), draw(st.sampled_from(scales))
            rows = [[scale * draw(values) for _ in range(width)] for _ in range(size)]
            ranks = []
            for row in rows:
                rank += draw(st.integers(1, 3))
                ranks.append(rank)
                points[domain, rank] = [mpq(value, denominator) for value in row]
            kind = object if draw(st.booleans()) or rank >= 2**63 else np.int64
            numerators = np.array(rows, dtype=object).reshape(size, width).T
            chunks.append(Chunk(domain, np.array(ranks, dtype=kind), Batch.of(numerators, denominator)))
    return draw(st.permutations(chunks)), points


def bound_of(numbers: list[Rational], bound: Rational, relation: str) -> bool:
    """Whether two of these numbers are too near to each other."""
    gaps = [abs(x - y) for x, y in itertools.combinations(numbers, 2)]
    return any(gap < bound if relation == ">=" else gap <= bound for gap in gaps)


def by_brute_force(points: Points, bound: Rational, relation: str) -> tuple[int, tuple[Position, Position]] | None:
    """How many points are too near to a point or themselves, and the least pair."""
    order = sorted(points)
    pairs = itertools.combinations(order, 2)
    pair = next(((a, b) for a, b in pairs if bound_of(points[a] + points[b], bound, relation)), None)
    if pair is None:
        return None
    guilty = [
        a
        for a in order
        if bound_of(points[a], bound, relation)
        or any(bound_of([x, y], bound, relation) for b in order if b != a for x in points[a] for y in points[b])
    ]
    return len(guilty), pair


def requires_repetition(chunks: list[Chunk], points: Points, most: int, folder: Path | None = None) -> None:
    """The repetition that is found is the true one."""
    with Gathered(chunks, most, folder) as gathered:
        repetition = gathered.repetition()
    due = by_brute_force(points, mpq(0), ">")
    assert (repetition is None) == (due is None)
    if repetition is not None and due is not None:
        both = points[due[1][0]] + points[due[1][1]]
        value = min(x for x in both if both.count(x) > 1)
        assert (repetition.failures, repetition.pair, repetition.value) == (*due, value)


def requires_proximity(chunks: list[Chunk], points: Points, most: int, bound: Rational, relation: str) -> None:
    """The points that are too near are the true ones."""
    with Gathered(chunks, most) as gathered:
        proximity = gathered.too_near(bound, relation)
    due = by_brute_force(points, bound, relation)
    assert (proximity is None) == (due is None)
    if proximity is not None and due is not None:
        both = points[due[1][0]] + points[due[1][1]]
        distance = min(abs(x - y) for x, y in itertools.combinations(both, 2))
        assert (proximity.failures, proximity.pair, proximity.distance) == (*due, distance)


def requires_nearest(chunks: list[Chunk], points: Points, most: int) -> None:
    """The least distance, and where it is, are the true ones."""
    with Gathered(chunks, most) as gathered:
        nearest = gathered.nearest()
    placed = [(value, at) for at, values in points.items() for value in values]
    distances = {
        (abs(x - y), *sorted([a, b])) for (x, a), (y, b) in itertools.combinations(placed, 2) if len(points) > 1
    }
    if not distances:
        assert nearest is None
        return
    distance, first, second = min(distances)
    assert nearest == (distance, (first,) if first == second else (first, second))


@given(chunk_sets())
def test_repetitions_against_brute_force(drawn: tuple[list[Chunk], Points]) -> None:
    for most in MEMORY:
        requires_repetition(*drawn, most)


@given(
    chunk_sets(),
    st.builds(mpq, st.integers(-1, 40), st.integers(1, 3)) | st.sampled_from([mpq(2**62), mpq(2**64), mpq(2**300)]),
    st.sampled_from([">", ">="]),
)
def test_points_that_are_too_near_against_brute_force(
    drawn: tuple[list[Chunk], Points], bound: Rational, relation: str
) -> None:
    for most in MEMORY:
        requires_proximity(*drawn, most, bound, relation)


@given(chunk_sets())
def test_the_least_distance_against_brute_force(drawn: tuple[list[Chunk], Points]) -> None:
    for most in MEMORY:
        requires_nearest(*drawn, most)


records = st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 9)), max_size=30)


@given(st.lists(records, max_size=5), st.integers(1, 12))
def test_the_merged_stream_is_all_records_in_order(segments: list[list[tuple[int, int]]], most: int) -> None:
    spilled = [segment_of(tuple(np.array(sorted(single), dtype=np.int64).reshape(-1, 2).T)) for single in segments]
    slices = [list(zip(*(column.tolist() for column in part), strict=True)) for part in merged(spilled, most)]
    for before, after in itertools.pairwise(slices):
        assert after[0] == before[-1]
    stream = [*itertools.chain(*slices[:1]), *(record for part in slices[1:] for record in part[1:])]
    assert stream == sorted(record for segment in segments for record in segment)
    assert all(len(part) <= most + len(segments) + 1 for part in slices)


@given(st.integers(0, 3), st.integers(1, 60), st.randoms(use_true_random=False), st.sampled_from([2, 7, 20]))
def test_records_are_sorted_by_both_columns(spread: int, size: int, order: random.Random, window: int) -> None:
    first = [order.randint(0, spread) for _ in range(size)]
    second = [order.randint(0, 99) for _ in range(size)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_records, "WINDOW", window)
        columns = in_order((np.array(first), np.array(second)))
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == sorted(zip(first, second, strict=True))


# decisions

claim = Claim("yun2020:spilled", "Spilled", "none", "A claim of the tests.")
claim.network("g_c")(contextual_map)


@claim.states("all different", over=(category1,), fold="distinct")
def different(at: Operands) -> Row:
    return u.dot(at.g_c(point, "sweep"))


@claim.states("a number comes again", over=(category1, category2), fold="distinct")
def again(at: Operands) -> Number:
    return u.dot(point)[1]


@claim.states("far apart", over=(category1,), fold="apart", bound=lambda at: 2)
def far(at: Operands) -> Number:
    return u.dot(at.g_c(point, "sweep"))[at.n]


@claim.states("at every point", over=(category1, category2))
def everywhere(at: Operands) -> Truth:
    return u.dot(point)[1] >= 0


@pytest.mark.parametrize("how", [{}, {"engine": "kernel"}, {"engine": "literal"}, {"jobs": 2}])
def test_decisions_are_the_same_to_the_byte(how: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    problem = claim.problem({"d": 1, "n": 2, "m": 5})
    before = decide(problem)
    assert [result.verdict.value for result in before.results] == ["holds", "refuted", "refuted", "holds"]
    monkeypatch.setattr(spilling, "MOST_BYTES", 1)
    monkeypatch.setattr(collected, "MOST_COMPARED", 3)
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", 5)
    assert canonical(decided_data(decide(problem, **how))) == canonical(decided_data(before))


def test_a_full_disk_leaves_all_points_open_in_a_certificate_that_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = claim.problem({"d": 1, "n": 2, "m": 5})
    monkeypatch.setattr(spilling, "MOST_BYTES", 1)
    disk_of(0, monkeypatch)
    decision = decide(problem, engine="kernel")
    for result in decision.results:
        assert (result.verdict, result.failures, result.witness) == (Verdict.INCONCLUSIVE, 0, None)
        assert "No space left on device; make room there" in (result.reason or "")
        assert not result.complete
    assert verifier.verify(certificate(decision).encode()).verdict == "inconclusive"


# what a wrong merge does is seen


def of_points(values: list[list[int]], sizes: list[int], denominators: list[int] | None = None) -> tuple[Any, Points]:
    """One chunk for each size, with these values point by point."""
    chunks, points, start = [], {}, 0
    for k, size in enumerate(sizes):
        rows = values[start : start + size]
        over = 1 if denominators is None else denominators[k]
        points |= {(0, start + i): [mpq(value, over) for value in row] for i, row in enumerate(rows)}
        chunks.append(Chunk(0, np.arange(start, start + size), Batch.of(np.array(rows, dtype=object).T, over)))
        start += size
    return chunks, points


SAMPLES = [
    of_points([[5], [7], [5]], [1, 1, 1]),
    of_points([[k] for k in (3, 9, 4, 8, 9, 1, 6, 2, 4)], [3, 3, 3]),
    of_points([[5]] * 8, [4, 4]),
    of_points([[1], [1], [2]], [1, 1, 1], [2, 1, 2]),
    of_points([[-(2**70)], [-1], [2**70], [3], [-1]], [2, 3]),
    of_points([[-(2**70)], [1], [-(2**70)], [3]], [3, 1]),
    of_points([[k * 17 % 101] for k in [*range(89), 5]], [45, 45]),
]


def all_samples(folder: Path) -> None:
    for (chunks, points), most in itertools.product(SAMPLES, (1, 600, 3500, 2**29)):
        requires_repetition(chunks, points, most, folder)


def no_seam(records: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(column[:0] for column in records)


def without_factor(integers: Any, factor: int, width: int) -> Any:
    return honest_times(integers, 1, width)


honest_times = spilling._times

MUTANTS: list[tuple[object, str, Callable[..., Any]]] = [
    (sorted_records, "seam_of", no_seam),
    (sorted_records, "_order_second", lambda first, second: second[::-1].sort()),
    (sorted_records, "_count_up_to", lambda records, bound: len(records[0])),
    (spilling, "_times", without_factor),
    (spilling, "_keys", lambda domain, ranks, bits: ranks * 0),
]


@pytest.mark.parametrize(("module", "name", "mutant"), MUTANTS, ids=[name for _, name, _ in MUTANTS])
def test_mutants_of_the_merge_are_caught(
    module: object, name: str, mutant: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_samples(tmp_path)
    monkeypatch.setattr(module, name, mutant)
    with pytest.raises((AssertionError, IndexError)):
        all_samples(tmp_path)


def test_a_point_too_near_to_itself_beyond_a_neighbour_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = of_points([[100, 200], [0, 10], [5, 300]], [1, 1, 1])
    requires_proximity(*drawn, 1, mpq(11), ">=")
    monkeypatch.setattr(spilling, "_alone", lambda compared, largest: None)
    with pytest.raises(AssertionError):
        requires_proximity(*drawn, 1, mpq(11), ">=")


# memory


def many(kind: str, count: int, size: int = 2000) -> Iterator[Chunk]:
    for start in range(0, count, size):
        ranks: Any = np.arange(start, start + size)
        values: Any = ranks * 2654435761 * 40503 % (2**61 - 1)
        if kind == "equal":
            values = ranks * 0
        if kind == "wide":
            values = values.astype(object) * 2**40
        rows = np.stack([values, values + 1]) if kind == "several" else values[None, :]
        yield Chunk(0, ranks, Batch.of(rows, 1 + start // size % 5 if kind == "denominators" else 1))


@pytest.mark.parametrize(
    ("kind", "count"),
    [("different", 300_000), ("equal", 300_000), ("several", 150_000), ("denominators", 60_000), ("wide", 60_000)],
)
def test_memory_stays_within_its_bound(kind: str, count: int, tmp_path: Path) -> None:
    bound = 2**21 if kind in ("denominators", "wide") else 2**22
    tracemalloc.start()
    try:
        with Gathered(most_bytes=bound, folder=tmp_path) as gathered:
            for chunk in many(kind, count):
                gathered.add([chunk])
            assert gathered.spilled > count // 2
            repetition = gathered.repetition()
            peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < bound * 5 // 4
    if kind == "equal":
        assert repetition is not None
        assert (repetition.failures, repetition.pair, repetition.value) == (count, ((0, 0), (0, 1)), 0)
    elif kind != "denominators":
        assert repetition is None


# the disk


class Full:
    """A file on a disk that takes so many bytes and no more."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, content: memoryview) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written: int = self.file.write(content[: self.room])
        self.room -= written
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def disk_of(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tempfile.TemporaryFile
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **options: Full(honest(**options), room))


@pytest.mark.parametrize("room", [0, 1, 100, 500])
def test_a_full_disk_is_told_and_gives_no_answer(room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk_of(room, monkeypatch)
    gathered = Gathered(most_bytes=1, folder=tmp_path)
    for chunk in SAMPLES[1][0] * 5:
        gathered.add([chunk])
    for answer in (gathered.repetition, gathered.nearest, lambda: gathered.too_near(mpq(1), ">")):
        with pytest.raises(NumbersLost) as told:
            answer()
        assert str(told.value) == (
            f"the numbers to be compared do not fit into memory, and not on the disk at {tmp_path}: No space left on "
            "device; make room there, or set TMPDIR to a folder that has more"
        )
    assert gathered.spilled == 0


def test_a_disk_that_fills_up_while_failures_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = Gathered(many("equal", 20_000), 100_000, tmp_path)
    gathered.repetition()
    disk_of(100, monkeypatch)
    with pytest.raises(NumbersLost, match="No space left"):
        gathered.repetition()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NumbersLost, match="No such file or directory"):
        Gathered(SAMPLES[0][0], 1, tmp_path / "none").repetition()


@pytest.mark.parametrize("change", ["flip", "cut"])
def test_what_a_disk_changed_is_not_believed(change: str, tmp_path: Path) -> None:
    gathered = Gathered(SAMPLES[1][0], 1, tmp_path)
    assert gathered.repetition() is not None
    file = gathered._scratch._file
    assert file is not None
    if change == "cut":
        file.truncate(70)
    else:
        file.seek(17)
        file.write(b"\x7f")
    with pytest.raises(NumbersLost, match="what was written"):
        gathered.repetition()


def test_no_file_is_left(tmp_path: Path) -> None:
    with Gathered(SAMPLES[1][0], 1, tmp_path) as gathered:
        assert gathered.spilled == 9
        assert gathered.repetition() is not None
        held = gathered._scratch._file
    assert held is not None
    assert held.closed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file without a name needs its process to close it")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_file_is_left_by_a_process_that_is_stopped(how: signal.Signals, tmp_path: Path) -> None:
    program = (
        "import sys, time\nimport numpy as np\nfrom pathlib import Path\n"
        "from exactua.deciding.large_runs.spilling import Chunk, Gathered\nfrom exactua.arithmetic.batches import Batch\n"
        "chunk = Chunk(0, np.arange(9), Batch.of(np.arange(9)[None, :]))\n"
        "gathered = Gathered([chunk], 1, Path(sys.argv[1]))\nprint(gathered.spilled, flush=True)\ntime.sleep(60)\n"
    )
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"9\n"
        process.send_signal(how)
        process.wait(20)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_no_number_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks, _ = of_points([[k] for k in (3, 9, 4, 8, 7, 1)], [2, 2, 2])
    honest = spilling.NumberSegment.written

    def interrupted(segment: Any, scratch: Any) -> Any:
        honest(segment, scratch)
        raise KeyboardInterrupt

    gathered = Gathered(chunks[:1], 1, tmp_path)
    monkeypatch.setattr(spilling.NumberSegment, "written", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gathered.add(chunks[1:2])
    monkeypatch.undo()
    gathered.add(chunks[2:])
    assert gathered.repetition() is None
    gathered.add([Chunk(0, np.array([6]), Batch.of(np.array([[8]])))])
    repetition = gathered.repetition()
    assert repetition is not None
    assert (repetition.failures, repetition.pair) == (2, ((0, 3), (0, 6)))


def test_large_files_go_where_tmpdir_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert sorted_records.scratch_folder() == tmp_path
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.delenv("TMPDIR")
    lasting = Path("/var/tmp")
    assert not lasting.is_dir() or sorted_records.scratch_folder() == lasting
