"""Networks with layer normalisation in every command: it works, or one clear sentence and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.networks import AttentionHead, AttentionLayer, LayerNormalisation, Network
from exactua.networks.files import write_network

CLAIM = """\
from exactua.authoring import *
lemma = claim("normal")
points = levels("points", 0, 1, 2, order="orbits")
@lemma.network("f")
def normal(values):
    return Network(values["d"], [LayerNormalisation([2] * values["d"], [1] * values["d"], {epsilon!r})])
@lemma.states("no entry is above 5", over=points)
def low(at):
    return every(at.rows, lambda i: every(at.columns, lambda j: at.f(point)[i, j] <= 5))
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reading = AttentionHead([[1], [1]], [[1, 1]], [[1, 1]], [[1, 1]])
    write_network("normal.json", Network(2, [LayerNormalisation([1, 2], [0, 1], "1/10"), AttentionLayer([reading])]))
    write_network("bare.json", Network(2, [LayerNormalisation([1, 2], [0, 1])]))
    Path("points.json").write_text("[[[0, 1], [1, 0]], [[1, 1], [1, 0]]]")
    for name, epsilon in (("safe", "1/10"), ("unsafe", 0)):
        Path(f"{name}.py").write_text(CLAIM.replace("{epsilon!r}", repr(epsilon)))


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of a command, and what it prints."""
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out + err


BOX = ("--d", "2", "--n", "2")

WORKS = [
    (("check", "safe.py::normal", *BOX), "HOLDS: 1 of 1 judged step holds"),
    (("info", "normal.json"), "layer normalisations                     1"),
    (("eval", "normal.json", "--point", "0 1; 1 0"), "[0 1; 1 0] -> "),
    (("trace", "normal.json", "--point", "0 1; 1 0"), "network file, 2 layers"),
    (("export", "normal.json", "--format", "npz", "-o", "normal.npz"), "layers: 1 layer normalisation, 1 attention"),
    (("ask", "normal.json", "--points", "points.json", "--property", "equivariant"), "HOLDS: equivariant holds"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line"), WORKS, ids=[command[0] for command, _ in WORKS])
def test_it_works(command: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = told(capsys, *command)
    assert (code, line in text) == (0, True), text


def test_what_was_decided_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "check", "safe.py::normal", *BOX, "--certificate", "c.json")
    assert told(capsys, "verify", "c.json", "--claims", "safe.py")[0] == 0


NO_VALUE = "layer 1, layer normalisation: column 1 has variance 0 and epsilon is 0, so it has no value"
REFUSED = [
    (("check", "unsafe.py::normal", *BOX), f"step low: {NO_VALUE} (at [0 0; 0 0], points, rank 0)"),
    (("eval", "bare.json", "--points", "points.json"), f"exactua: point 2: {NO_VALUE}"),
    (("trace", "bare.json", "--point", "1 0; 1 1"), f"exactua: {NO_VALUE}"),
    (("ask", "bare.json", "--grid", "0 1", "--n", "2", "--property", "bounded", "--box", "-3 3; -3 3"),
     f"exactua: {NO_VALUE} (at [0 0; 0 0], sequences, rank 0)"),
    (("check", "safe.py::normal", *BOX, "--scope", "symbolic"),
     "exactua: scope: low speaks of f, and a layer normalisation divides by a square root, so there are no affine "
     "forms of it; leave out --scope symbolic"),
    (("export", "safe.py::normal.low", *BOX, "--format", "smtlib"),
     "exactua: export: a layer of the kind layer normalisation has no form in SMT-LIB here"),
    (("limit", "--network", "normal.json", "--points", "points.json", "--tolerance", "1/10"),
     "exactua: network: it has layer normalisation or irrational weights; the limit is that of a network with hardmax"),
    (("bits", "--network", "normal.json", "--points", "points.json"),
     "exactua: network: it has layer normalisation or a weight that is no rational number, whose values have no bit "
     "length; give a network with hardmax and rational weights"),
    (("check", "safe.py::normal", *BOX, "--engine", "kernel"),
     "step low: engine: exact batches can't decide safe:normal.low, a step over reals; use auto"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line"), REFUSED, ids=[" ".join((c[0], *c[-1:])) for c, _ in REFUSED])
def test_what_does_not_work_is_said(command: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = told(capsys, *command)
    assert code == 2, text
    assert text.splitlines()[-1].endswith(line.removeprefix("exactua: ")), text
    assert text.splitlines()[-1].startswith("exactua: ")
