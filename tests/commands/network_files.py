"""Small network files for the tests of commands."""

from __future__ import annotations

from pathlib import Path

from exactua.networks import Network, PositionalEncoding
from exactua.networks.files import write_network
from exactua.papers.yun2020.constructions import approximator
from exactua.papers.yun2020.position_network import transformer_with_positions

THEOREM2 = {
    "theorem": "yun2020:theorem2",
    "parameters": {"d": 1, "n": 2, "m": 4, "p": 2},
    "f": "X_ij + j",
    "value_map": "printed",
    "distances": {
        "f to f-bar": {"lower": "1/3", "upper": "1/3", "power": 2},
        "f-bar to g": {"lower": "1/4", "upper": "1/2", "power": 2},
        "f to g": {"at most": 1},
    },
    "certificate": "sha256:0",
}
THEOREM3 = {"theorem": "yun2020:theorem3", "parameters": {"d": 1, "n": 2, "m": 2}}


def theorem2(folder: Path, built: dict | None = THEOREM2) -> str:
    """The network of Theorem 2 at d = 1, n = 2, delta = 1/4 for (A_L)_{i,j} = i + j."""
    network = approximator({"d": 1, "n": 2, "m": 4}, lambda i, j: i + j)
    write_network(folder / "net.json", network, built)
    return str(folder / "net.json")


def theorem3(folder: Path) -> str:
    """The network of Theorem 3 at d = 1, n = 2, delta = 1/2."""
    network = transformer_with_positions({"d": 1, "n": 2, "m": 2})
    write_network(folder / "positions.json", network, THEOREM3)
    return str(folder / "positions.json")


def encoding(folder: Path) -> str:
    """X + E for E = [0 1/2; 1 0], a file without "built"."""
    network = Network(2, [PositionalEncoding([[0, "1/2"], [1, 0]])], {"output": 1})
    write_network(folder / "encoding.json", network)
    return str(folder / "encoding.json")
