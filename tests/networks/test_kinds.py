"""A kind of layers is one file: few others name it, and nobody asks of a layer which kind it is."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from exactua.networks.layer import KINDS

PACKAGE = Path(__file__).parent.parent.parent / "exactua"
MOST_FILES = 8
NAMES_ALL = {"networks/__init__.py", "authoring.py"}
TWINS = ("softmax/floats/layer_programs.py", "softmax/exchange/", "proving/smt/layers.py", "verifier/", "verifier_c/")
"""Where a kind may have a twin, each of them one file."""
BUILDERS = {
    "networks/retouching.py",  # softmax for hardmax
    "softmax/exchange/pytorch_layers.py",  # layers of PyTorch
    "commands/build/true_transformer/relus.py",  # ReLUs for other activations
    "commands/compare/candidates.py",  # layers that are compared
    "commands/new/command.py",  # a first claim of somebody's own
    "commands/train/weights.py",  # trained weights
}
"""Files that make networks, as papers do: they name the kinds that they are made of, and a new kind touches none."""


def sources() -> dict[str, str]:
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.c")]
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text() for path in files}
    return {name: text for name, text in texts.items() if not name.startswith("papers/")}


SOURCES = sources()


def naming(kind: str) -> set[str]:
    """The files that name a kind: its class, or in a verifier its key."""
    key = re.compile(rf"[\"']{kind}[\"']")
    verifiers = {name for name, text in SOURCES.items() if name.startswith("verifier") and key.search(text)}
    return verifiers | {name for name, words in words_by_file().items() if KINDS[kind].__name__ in words}


def words_of(text: str) -> set[str]:
    """The names in some code, and the words that stand alone as texts, as in `__all__`; those of docstrings are none."""
    words = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.alias):
            words.add(node.name)
        elif isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
    return words


@cache
def words_by_file() -> dict[str, set[str]]:
    return {name: words_of(text) for name, text in SOURCES.items() if not name.startswith("verifier")}


def own(kind: str) -> str:
    return f"networks/{KINDS[kind].__module__.rpartition('.')[2]}.py"


@pytest.mark.sources
@pytest.mark.parametrize("kind", KINDS)
def test_few_files_name_a_kind(kind: str) -> None:
    named = naming(kind) - BUILDERS | {own(kind)}
    assert len(named) <= MOST_FILES, sorted(named)
    assert named >= NAMES_ALL
    others = named - NAMES_ALL - {own(kind)}
    for twin in TWINS:
        naming_files = {name for name in others if name.startswith(twin)}
        assert len(naming_files) <= 1, sorted(naming_files)
        others -= naming_files
    assert others == set()
    verifiers = {name.partition("/")[0] for name in named if name.startswith("verifier")}
    assert "verifier" in verifiers
    assert "verifier_c" in verifiers or KINDS[kind].name == "softmax attention"


def kinds_told_apart(text: str) -> list[str]:
    """The kinds whose layers some code tells from others by their class."""
    names = {kind.__name__ for kind in KINDS.values()} | {"HeadLayer"}
    kinds = []
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
        ):
            kinds += [name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name) and name.id in names]
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name) and node.cls.id in names:
            kinds.append(node.cls.id)
    return kinds


@pytest.mark.sources
def test_nobody_asks_which_kind_a_layer_is() -> None:
    asked = {name: kinds_told_apart(text) for name, text in SOURCES.items() if name.endswith(".py")}
    assert {name: kinds for name, kinds in asked.items() if kinds} == {}


@pytest.mark.parametrize(
    "text",
    ["isinstance(layer, AttentionLayer)", "any(isinstance(one, (Family, FeedForwardLayer)) for one in items)",
     "issubclass(type(layer), HeadLayer)", "match layer:\n    case PositionalEncoding():\n        pass"],
)  # fmt: skip
def test_the_question_is_seen(text: str) -> None:
    assert kinds_told_apart(text) != []


def test_every_kind_is_known_by_its_key() -> None:
    assert list(KINDS) == [kind.kind for kind in KINDS.values()]
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS) == 8
