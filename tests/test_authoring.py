"""One import for an author's file: what it offers is what there is, and its own example works."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import exactua.authoring as authoring
from exactua import check, networks
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.user_files import claim
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.grids import categories, finite
from exactua.terms import tracing
from tests.test_rooms import ROOMS, imported

SOURCE = Path(authoring.__file__)


def test_the_example_in_the_docstring_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = (authoring.__doc__ or "").split("\n\n", 1)[1]
    assert len([line for line in example.splitlines() if line]) <= 15
    Path("my_lemma.py").write_text(example)
    decision = check("my_lemma.py::lemma", d=2, n=2)
    assert decision.verdict == "holds"
    assert decision["not_below"].points == 16


def test_it_imports_from_no_room_above_claims() -> None:
    assert imported(SOURCE) <= set(ROOMS[: ROOMS.index("claims") + 1])
    assert imported(SOURCE) >= {"claims", "grids", "networks", "terms"}


def test_it_is_nothing_but_imports() -> None:
    statements = ast.parse(SOURCE.read_text()).body[1:]
    assert all(isinstance(statement, (ast.ImportFrom, ast.Assign)) for statement in statements)
    names = {
        alias.asname or alias.name
        for statement in statements
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert names == set(authoring.__all__)
    assert len(authoring.__all__) == len(names)


NOT_FOR_AUTHORS = {"NetworkOperand", "Traced", "number", "variable"}
"""What a step writes as at.f; a variable of a step is bound by every, total and the like."""


def test_no_word_of_a_step_is_missing() -> None:
    own = {name for name, value in vars(tracing).items() if getattr(value, "__module__", "") == tracing.__name__}
    words = {
        name for name in own if not name.startswith("_") and not isinstance(getattr(tracing, name), tracing.Traced)
    }
    assert words - NOT_FOR_AUTHORS - {"Result"} <= set(authoring.__all__)
    assert NOT_FOR_AUTHORS - {"variable"} <= words


def test_no_domain_is_missing() -> None:
    functions = {
        name
        for name, value in vars(finite).items()
        if inspect.isfunction(value) and value.__module__ == finite.__name__
    }
    assert {name for name in functions if not name.startswith("_")} <= set(authoring.__all__)
    specs = {name for name, value in vars(categories).items() if isinstance(value, categories.DomainSpec)}
    assert specs <= set(authoring.__all__)


def test_no_layer_and_no_activation_is_missing() -> None:
    layers = {name for name in networks.__all__ if hasattr(getattr(networks, name), "apply")}
    intervals = {
        name
        for name in networks.__all__
        if inspect.isfunction(getattr(networks, name))
        and "Interval" in str(getattr(networks, name).__annotations__.get("return"))
    }
    assert len(layers) >= 5
    assert len(intervals) >= 8
    assert (layers | intervals) - {"Layer"} <= set(authoring.__all__)


def test_what_a_claim_need_not_say() -> None:
    frame = inspect.currentframe()
    assert frame is not None
    lemma, line = claim("lemma_2"), frame.f_lineno
    assert (lemma.label, lemma.title, lemma.source, lemma.text) == (
        "test_authoring:lemma_2",
        "lemma_2",
        "test_authoring.py",
        "",
    )
    assert [parameter.name for parameter in lemma.parameters] == ["d", "n"]
    assert lemma.written is not None
    assert (lemma.written.file, lemma.written.line) == (Path(__file__).resolve(), line)
    whole = claim("kim2023:lemma2", title="Lemma 2", source="Sec. 3", text="words", parameters=("m",), work=lambda _: 1)
    assert (whole.label, whole.title, whole.source, whole.text) == ("kim2023:lemma2", "Lemma 2", "Sec. 3", "words")
    assert [parameter.name for parameter in whole.parameters] == ["m"]


@pytest.mark.parametrize("name", ["", "a b", "a.b", "a:b:c", ":lemma", "so2020:lemma", "a/b", "a:"])
def test_what_is_no_name_of_a_claim(name: str) -> None:
    with pytest.raises(ValueError, match=r"not a name|comes with exactua"):
        claim(name)


def test_a_claim_needs_no_file() -> None:
    names: dict[str, object] = {}
    exec(
        "from exactua.authoring import *\nlemma = claim('lemma')\n@lemma.states('n > 0')\ndef positive(at):\n    return at.n > 0\n",
        names,
    )
    lemma = names["lemma"]
    assert isinstance(lemma, Claim)
    assert (lemma.label, lemma.source) == ("notebook:lemma", "notebook")
    assert decide(lemma.problem({"d": 1, "n": 1})).verdict == "holds"


def test_own_layers_and_networks_by_composition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_lemma.py").write_text('''\
from exactua.authoring import *
lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)

def added(d, amount):
    """A layer of my own: Z + amount 1."""
    return Group("added", [FeedForwardLayer([[0] * d], [1], [[amount]] * d, [0] * d, RELU)])

@lemma.network("one")
def one(values):
    return Network(values["d"], [added(values["d"], 1)])

@lemma.network("three")
def three(values):
    return compose(one(values), Network(values["d"], [added(values["d"], "3/2"), added(values["d"], "1/2")], {"middle": 1}))

@lemma.states("f(L) = L + 3, on the way L + 1 and L + 5/2", over=bits)
def adds(at):
    return (at.three(point)[1, 1] == point[1, 1] + 3) & (at.three(point, "middle")[1, 1] == point[1, 1] + rational("5/2"))
''')
    assert check("my_lemma.py::lemma", d=2, n=2).verdict == "holds"


def test_a_number_is_read_exactly_or_refused() -> None:
    from fractions import Fraction

    from gmpy2 import mpq

    forms = [authoring.rational(value) for value in ("3/4", "0.75", 0.75, Fraction(3, 4), mpq(3, 4))]
    assert len({form.term for form in forms}) == 1
    assert (authoring.point[1, 1] + Fraction(3, 4)).term == (authoring.point[1, 1] + forms[0]).term
    assert authoring.rational(3).term.value == 3
    with pytest.raises(InputError, match=r"0\.7 is a float"):
        authoring.rational(0.7)
    assert find("lemma8")[0].written is None
