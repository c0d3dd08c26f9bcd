"""Rounded layers in the commands: what works with them, and what says in one sentence that it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.networks import AttentionHead, Network, RoundedLayer, SoftmaxAttentionLayer
from exactua.networks.files import write_network
from tests.own_files import HEAD, STEPS, write

ROUNDED = HEAD.replace("[AttentionLayer(", "[RoundedLayer(AttentionLayer(").replace(
    "W_Q=u)])])", "W_Q=u)]), 'float16')])"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    write_network("net.json", Network(1, [RoundedLayer(SoftmaxAttentionLayer([head]), "bfloat16")]))
    Path("points.json").write_text(json.dumps([[[k, k + 1]] for k in range(7)]))
    write(STEPS, head=ROUNDED)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out + err


def test_a_claim_about_one_is_decided_and_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = told(capsys, "check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--certificate", "one.json")
    assert code == 1  # not everything rises
    assert "rounded layers in balls" in text
    assert told(capsys, "verify", "one.json", "--claims", "my_lemma.py")[0] == 0


def test_it_is_evaluated_and_asked_about(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = told(capsys, "eval", "net.json", "--points", "points.json")
    assert (code, text.splitlines()[-1]) == (0, "7 points, by the literal network")
    code, text = told(
        capsys, "ask", "net.json", "--points", "points.json", "--property", "injective", "--certificate", "a.json"
    )
    assert (code, told(capsys, "verify", "a.json")[0]) == (0, 0)


@pytest.mark.parametrize(("arguments", "says"), [
    (("check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--engine", "batches"), "engine: exact batches can't decide my_"),
    (("check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--scope", "symbolic"), "a rounded layer is not affine on any"),
    (("bits", "--network", "net.json", "--points", "points.json"), "network: it has a rounded layer, and bits are those of"),
    (("limit", "--network", "net.json", "--points", "points.json"), "network: it has a RoundedLayer; errors are followed thr"),
    (("export", "net.json", "--format", "npz", "-o", "net.npz"), "network: it has a rounded layer, which is not exported"),
])  # fmt: skip
def test_what_does_not_follow_it_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    code, text = told(capsys, *arguments)
    assert (code, says in text, text.count("\n")) == (2, True, 1), text
