"""What a network takes at a matrix is counted before it is evaluated, and refused where that is too much."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch, beside
from exactua.authoring import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Network,
    SeparableConvolution,
    SoftmaxAttentionLayer,
)
from exactua.errors import InputError
from exactua.evaluators import dense
from exactua.evidence.evaluating import evaluate, require_time
from exactua.networks import PositionalEncoding
from exactua.networks.costs import Cost, Memory, in_bytes, memory, require_memory
from exactua.networks.layer import Layer

HEAD = AttentionHead([[1], [1]], [[1, 1]], [[1, 1]], [[1, 0]])
LAYERS: dict[str, tuple[Layer, int]] = {
    "attention": (AttentionLayer([HEAD, HEAD]), 300),
    "softmax": (SoftmaxAttentionLayer([HEAD]), 40),
    "feed-forward": (FeedForwardLayer([[1, 2]] * 40, [1] * 40, [[1] * 40] * 2, [0, 0], RELU), 2000),
    "bilinear": (BilinearProjection([[1, 0], [0, 1]], [[1] * 200] * 200), 200),
    "convolution": (SeparableConvolution([[1, 0], [0, 1]], [[1, 2, 3]] * 2), 20_000),
    "encoding": (PositionalEncoding([[1] * 20_000] * 2), 20_000),
}


@pytest.mark.parametrize("name", LAYERS)
def test_the_memory_is_what_it_takes(name: str) -> None:
    layer, n = LAYERS[name]
    point = tuple(tuple(mpq(k * (i + 2) % 97, 7) for k in range(n)) for i in range(2))
    estimated = layer.cost(n).memory
    if name == "softmax":
        layer.apply(((mpq(0), mpq(1)),) * 2)  # which imports what it needs
    tracemalloc.start()
    try:
        layer.apply(point)
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken < 8 * estimated, (taken, estimated)
    assert estimated < 50 * max(taken, 10_000), (taken, estimated)


def test_families_are_counted_as_if_they_were_unrolled() -> None:
    layer = AttentionLayer([HEAD])
    cost = layer.cost(10)
    assert cost == Cost(10 * 10 * 3 + 80, 10 * 13)
    many = Network(2, [Family("l", 0, 1, 10**30, [layer]), layer]).cost(10)
    assert many == Cost((10**30 + 1) * cost.multiplications, cost.numbers)


def test_too_much_is_refused_and_the_bound_is_raised() -> None:
    net = Network(2, [AttentionLayer([HEAD])])
    with pytest.raises(InputError, match=r"memory: the network at 400,000 columns would take about 21 TiB, more than "
                       r"the 2 GiB of --max-memory: raise it, or give shorter points"):  # fmt: skip
        require_memory(net.cost(400_000), 400_000)
    point = ((mpq(0),) * 20, (mpq(1),) * 20)
    with memory(1000):
        with pytest.raises(InputError, match="at 20 columns would take about"):
            evaluate(net, [point])
        with memory(10**6):
            assert evaluate(net, [point]).values
    assert Memory.most == 2 * 2**30
    with pytest.raises(InputError, match="max-memory: 0 is not valid"), memory(0):
        pass


def test_too_long_is_refused() -> None:
    net = Network(2, [Family("l", 0, 1, 10**6, [AttentionLayer([HEAD])])])
    with pytest.raises(InputError, match=r"budget: 1 point of 1,000 columns would take at least about 3 days, with "
                       r"3,008,000,000,000 exact multiplications a point, more than the budget of 60 s"):  # fmt: skip
        require_time(net, [((mpq(0),) * 1000,) * 2], None, 10, 60)
    require_time(net, [((mpq(0),),) * 2], None, 10, 60)


def test_batches_are_cut_where_their_scores_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    net = Network(2, [AttentionLayer([HEAD, HEAD])])
    points = [tuple(tuple(mpq(k * j % 7, i + 1) for j in range(1, 4)) for i in range(2)) for k in range(40)]
    whole = evaluate(net, points, replayed=0).values
    seen: list[int] = []
    attention = dense._Attended.__init__

    def noted(self: object, *given: object) -> None:
        seen.append(given[2][0].numerators.shape[1])  # type: ignore[index]
        attention(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(dense._Attended, "__init__", noted)
    monkeypatch.setattr(dense, "SCORES_AT_ONCE", 9 * 8)
    assert evaluate(net, points, replayed=40).values == whole
    assert max(seen) == 8


def test_batches_beside_each_other() -> None:
    joined = beside([Batch.of(np.array([[1, 2]]), 2), Batch.of(np.array([[2**70]], dtype=object), 3)])
    assert [joined[0].value(k) for k in range(3)] == [mpq(1, 2), mpq(1), mpq(2**70, 3)]


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 bytes"), (2048, "2 KiB"), (9999, "9,999 bytes"), (2 * 2**30, "2 GiB"), (10**30, "867,361,737,988 EiB")],
)
def test_bytes_for_people(count: int, shown: str) -> None:
    assert in_bytes(count) == shown
