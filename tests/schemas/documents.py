"""A real document of every format that has a schema: what commands print and write, each decided when it is asked for."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactua.claims.registry import find
from exactua.commands.audit import score
from exactua.commands.group import main
from exactua.commands.limit import proved_and_measured
from exactua.commands.prove.words import document
from exactua.commands.prove.work import KernelMissing, recorded
from exactua.evidence import scopes
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Group,
    LayerNormalisation,
    Network,
    PositionalEncoding,
    RoundedLayer,
    SeparableConvolution,
    SoftmaxAttentionLayer,
    Table,
    TieRule,
    variable,
)
from exactua.networks.files import write_network
from tests.evidence.sample import install

GOLDEN = Path(__file__).parent / "golden"
LEMMA10 = ("lemma10.lower_bound", "--d", "1", "--n", "2")
SEQUENCES = "[[[1, 2]], [[1, 3]]]"
PAIRS = '{"pairs": [{"X": [[1, 1]], "Y": [[1, 2]]}, {"X": [[2, 1]], "Y": [[2, 2]]}]}'
MANIFEST = '[[check]]\nclaim = "lemma10.lower_bound"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "refuted"\n[unlisted]\nyun2020 = "one is enough"\n'
PAPER = "\\exactuachecked[d1n2m2, verdict=holds]{yun2020:lemma10}\n\\exactuachecked[d1n2m2]{yun2020:lemma99}\n\\input{gone}\n"
CHECK = ("check", *LEMMA10)
NETWORK = ("build", "theorem2", "--f", "x1*(1 - x1), x2*(1 - x2)", "--delta", "1/2", "-o", "net.json")
LIMIT = ("limit", "lemma8", "--d", "1", "--n", "2", "--lambda", "100", "--backend", "numpy", "--dtype", "float16")

TENSORS = dict.fromkeys(("q", "k", "v", "output"), np.array([[1, 0.5], [0.25, 2]], dtype=np.float32))
GIVEN = {
    "pairs.json": PAIRS,
    "sequences.json": SEQUENCES,
    "one.toml": MANIFEST,
    "points.json": "[[[0, 1]]]",
    "paper.tex": PAPER,
}

PRINTED: Mapping[str, list[tuple[str, ...]]] = {
    "exactua-check/1": [
        CHECK,
        ("check", "lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4"),
        ("check", "lemma8", "--d", "1", "--n", "2", "--scope", "symbolic"),
    ],
    "exactua-verify/1": [("verify", "certificate.json", ".")],
    "exactua-runs/1": [("runs", "list", "--store", "store.db")],
    "exactua-list/1": [("list", "so2020"), ("list", "yun2020")],
    "exactua-show/1": [
        ("show", "lemma10.lower_bound"),
        ("show", "lemma7", "--d", "1", "--n", "2"),
        ("show", "theorem2"),
    ],
    "exactua-tex-check/1": [("tex", "check", "paper.tex")],
    "exactua-migrate/1": [("migrate", ".")],
    "exactua-signoffs/1": [("signoff", "--list", "--file", "signoffs.toml")],
    "exactua-trace/1": [
        ("trace", "lemma8", "--d", "1", "--n", "2", "--point", "0 1/2"),
        ("trace", "net.json", "--point", "0 1/2"),
    ],
    "exactua-explain/1": [
        ("explain", "yun2020:lemma7.range_of_k", "--d", "1", "--n", "2", "--at", "1/2"),
        ("explain", *LEMMA10),
    ],
    "exactua-regress-run/1": [("regress", "one.toml"), ("regress", "one.toml", "--certificates", "kept", "--verify")],
    "exactua-logbook/1": [("report", "logbook", *LEMMA10)],
    "exactua-relax/1": [("relax", "lemma8", "--drop", "delta^{-1} >= 2")],
    "exactua-sharpen/1": [("sharpen", *LEMMA10, "--delta", "1/2..1/3")],
    "exactua-build/1": [NETWORK],
    "exactua-memorised/1": [("build", "corollary2", "--data", "pairs.json", "-o", "words.json")],
    "exactua-eval/1": [("eval", "net.json", "--point", "0 1/2")],
    "exactua-info/1": [("info", "net.json")],
    "exactua-ask/1": [
        ("ask", "net.json", "--grid", "1/8 5/8", "--n", "2", "--property", "injective", "--no-certificate")
    ],
    "exactua-prove/1": [("prove", "lemma10", "--kernel", "polynomial", "--n", "2", "--certificate", "general.json")],
    "exactua-attention/1": [
        ("attention", "tensors.npz", "--atol", "1e-3"),
        ("attention", "tensors.npz", "--algorithm", "float32"),
    ],
    "exactua-compare/1": [("compare", "sequences.json", "--no-certificate")],
    "exactua-limit/1": [LIMIT],
    "exactua-limit-rounded/1": [
        ("limit", "lemma8", "--d", "1", "--n", "2", "--lambda", "64", "--dtype", "bfloat16", "--certify")
    ],
    "exactua-bits/1": [
        ("bits", "lemma8", "--d", "1", "--n", "2"),
        ("bits", "--network", "net.json", "--points", "points.json"),
        ("bits", "kajitsuka2024:theorem1"),
    ],
    "exactua-cite/1": [("cite", *LEMMA10)],
    "exactua-audit/1": [("audit", "--only", "yun2020:lemma10@d=1,n=2,m=3#weight-doubled.01ceb639")],
}
"""The commands that print a document of each format, without `--format json`."""


FILES: Mapping[str, list[tuple[tuple[str, ...], str]]] = {
    "certificate/2": [
        (("check", "lemma8", "--d", "1", "--n", "2", "--certificate", "networks.json"), "networks.json"),
        ((*CHECK, "--certificate", "certificate.json"), "certificate.json"),
        (
            ("check", "lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4", "--certificate", "cells.json"),
            "cells.json",
        ),
        (
            ("check", "lemma8", "--d", "1", "--n", "2", "--scope", "symbolic", "--certificate", "symbolic.json"),
            "symbolic.json",
        ),
        (("prove", "lemma8", "--kernel", "polynomial", "--n", "2", "--certificate", "general.json"), "general.json"),
    ],
    "limit/2": [((*LIMIT, "--certificate", "limit.json"), "limit.json")],
    "network/1": [
        (NETWORK, "net.json"),
        (("build", "theorem3", "--f", "x11, x11*x22; x12, 1", "--delta", "1/2", "-o", "three.json"), "three.json"),
        (("build", "corollary2", "--data", "pairs.json", "-o", "words.json"), "words.json"),
    ],
}
"""The commands that write a file of each format, and where."""


def every_kind() -> Network:
    """A network on R^(1 x 2) with items of every kind, every tie rule and every form of a mask."""
    head = AttentionHead([["1/3"]], [[1]], [[1]], [[1]])
    here = variable("l")
    soft = SoftmaxAttentionLayer([head])
    hard: list[Any] = [AttentionLayer([head], rule) for rule in TieRule]
    masks: list[Any] = ["causal", "strictly causal", [[True, False], [True, True]]]
    moved = FeedForwardLayer([[2**60]], [here - "1/2"], [[1]], [0], RELU)
    layers = [
        *hard,
        *(AttentionLayer([head], mask=mask) for mask in masks),
        soft,
        *(SoftmaxAttentionLayer([head], mask=mask) for mask in masks),
        FeedForwardLayer([[1]], [0], [[-1]], [0], RELU),
        PositionalEncoding([[0, "1/7"]]),
        BilinearProjection([[1]], [[1, 0], [0, 1]]),
        SeparableConvolution([[1]], [[1, 2, 3]], centre=2),
        LayerNormalisation([1], [0], "1/100000"),
        *(RoundedLayer(layer, "bfloat16") for layer in (soft, PositionalEncoding([["1/3", 0]]))),
    ]
    around = [
        Family("l", start=0, step="1/2", count=2, items=[moved]),
        Table(("l",), [["1/3"], [5]], [moved]),
        Group("a name", [Group("inside", layers[:1])]),
    ]
    return Network(1, [*layers, *around], {"encoded": 3, "output": len(layers) + len(around)})


@cache
def documents(name: str) -> tuple[Any, ...]:
    """Documents of this format, all made by exactua."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return tuple(_documents(name))


def _documents(name: str) -> Iterator[Any]:
    if any({"net.json", "certificate.json", "store.db"} & set(arguments) for arguments in PRINTED.get(name, ())):
        for arguments in (NETWORK, (*CHECK, "--certificate", "certificate.json"), (*CHECK, "--store", "store.db")):
            _printed(arguments)
    for file, text in GIVEN.items():
        Path(file).write_text(text)
    np.savez("tensors.npz", **TENSORS)
    if name == "exactua-signoffs/1":
        words = ("--by", "N. N.", "--quote", "the words", "--file", "signoffs.toml")
        _printed(("signoff", "lemma10.lower_bound", *words))
    for arguments in PRINTED.get(name, ()):
        yield json.loads(_printed((*arguments, "--format", "json")))
    for arguments, file in FILES.get(name, ()):
        _printed(arguments)
        yield json.loads(Path(file).read_text())
    if name in ("exactua-prove/1", "proof/2"):  # as where no kernel is installed: it takes a minute
        proof = recorded(find("lemma10")[0], (), "statement", KernelMissing("no kernel is asked here"))
        yield json.loads(proof.text({})) if name == "proof/2" else document(proof, None, 3)
    if name == "network/1":
        write_network("kinds.json", every_kind())
        yield json.loads(Path("kinds.json").read_text())
        write_network("built.json", every_kind(), built={"parameters": {"d": 1, "n": 2, "m": 2}})
        yield json.loads(Path("built.json").read_text())
    if name == "exactua-audit-score/1":
        yield json.loads((Path(score.__file__).parent / "score.json").read_text())
    if name == "exactua-scopes/1":
        yield json.loads((Path(scopes.__file__).parent / "scopes.json").read_text())
    if name == "exactua-errata/1":
        with pytest.MonkeyPatch.context() as patch:
            install(patch)
            yield json.loads(_printed(("errata", "sample", "--d", "1", "--n", "2", "--jobs", "1", "--format", "json")))
    if name == "exactua-limit-table/1":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(proved_and_measured.table, "__defaults__", (proved_and_measured.INSTANCES[:1], None))
            yield json.loads(_printed(("limit", "--table", "--backend", "numpy", "--format", "json")))
    golden = GOLDEN / f"{name.replace('/', '-')}.json"
    if golden.exists():
        yield json.loads(golden.read_text())


def _printed(arguments: tuple[str, ...]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
        code = main([*arguments])
    assert code in (0, 1, 3), f"{arguments}: {errors.getvalue()}"
    return out.getvalue()
