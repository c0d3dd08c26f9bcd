"""exactua evaluating networks at many points, as tasks: a network that Theorem 2 promises, and a user's network."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import written
from exactua.evidence.evaluating import evaluate
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.papers.yun2020.constructions import theorem2_network

Run = Callable[[], dict[str, Any]]
SAMPLED: Final = 20


def of_theorem2(box: Sequence[int], literal: bool) -> Run:
    """The network for f = x (1 - x) at the corners of all cubes, in batches, or literally at 20 of them.

    It has a layer for each of n C(delta^-d, n) keys. Seconds are for all points.
    """
    d, n, m = box
    construction = theorem2_network(
        {"d": d, "n": n, "m": m}, lambda L: tuple(tuple(x * (1 - x) for x in row) for row in L)
    )
    network = construction.network
    levels = [mpq(k, m) for k in range(m)]
    points = [tuple(entries[i * n : (i + 1) * n] for i in range(d)) for entries in product(levels, repeat=d * n)]
    sample = [len(points) * k // SAMPLED for k in range(SAMPLED)]
    layers = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward"))

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        if literal:
            values = [network(points[k]) for k in sample]
            taken = (time.perf_counter() - began) / len(sample) * len(points)
        else:
            outputs = evaluate(network, points, replayed=0).values
            taken = time.perf_counter() - began
            values = [outputs[k] for k in sample]
        return {
            "seconds": taken,
            "points": len(points),
            "layers": layers,
            "sampled": len(sample) if literal else None,
            "values": _shown(values),
        }

    return run


def of_a_user(file: str) -> Run:
    """The network of the file at all its points, in batches."""
    with open(file, encoding="utf-8") as opened:
        given = json.load(opened)
    network = Network(len(given["points"][0]), [_layer(layer) for layer in given["layers"]])
    points = [tuple(tuple(map(mpq, row)) for row in Z) for Z in given["points"]]

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        evaluation = evaluate(network, points, replayed=0)
        taken = time.perf_counter() - began
        return {"seconds": taken, "values": _shown(evaluation.values), "engine": evaluation.representation}

    return run


def _layer(layer: dict[str, Any]) -> AttentionLayer | FeedForwardLayer:
    if "heads" in layer:
        return AttentionLayer([AttentionHead(**head) for head in layer["heads"]])
    return FeedForwardLayer(**layer, activation=RELU)


def _shown(values: Sequence[Any]) -> list[list[list[str]]]:
    return [[[written(entry) for entry in row] for row in value] for value in values]
