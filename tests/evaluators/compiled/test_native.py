"""The compiler of printed functions: its integers against Python's, its stretches, and where it is not wanted."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from random import Random

import pytest

from exactua.errors import InputError
from exactua.evaluators.compiled import native
from exactua.evaluators.compiled.expressions import LIMB, Expressions, Printed
from exactua.evaluators.compiled.native import PLAIN, Loops
from exactua.grids.orbits import Orbits
from tests.evaluators.compiled.reference import columns, counted, drawn

needs_llvmlite = pytest.mark.skipif(not native.available(), reason="llvmlite is not installed")

EDGES = sorted({sign * (2**e + k) for e in (0, 31, 61, 62, 63, 64, 124) for k in (-1, 0, 1) for sign in (1, -1)})

TWO_NUMBERS = """
def both(a, b, out):
    x = joined(a[0], a[1])
    y = joined(b[0], b[1])
    leave(out, 0, x + y)
    leave(out, 2, x - y)
    leave(out, 4, smaller(x, y))
    leave(out, 6, larger(x, y))
    leave(out, 8, choose(x < y, y, x))
    leave(out, 10, choose(x <= y, y, x))
    leave(out, 12, choose(x == y, y, x - y))
    leave(out, 14, wide(a[1]) * wide(b[0]))
    return 0
"""


def exact(x: int, y: int) -> list[int]:
    a, b = divmod(x, 2**LIMB), divmod(y, 2**LIMB)
    called = [max(x, y), max(x, y), y if x == y else x - y, a[1] * b[0]]
    return [x + y, x - y, min(x, y), max(x, y), *called]


@needs_llvmlite
def test_wide_integers_are_exact_at_the_edges_of_their_words() -> None:
    import numpy as np

    from exactua.evaluators.compiled.machine_code import compiled

    function = compiled(TWO_NUMBERS)
    for x, y in product(EDGES, repeat=2):
        out = np.full(16, -1, np.int64)
        function(*(np.array(divmod(z, 2**LIMB), np.int64) for z in (x, y)), out)
        products = [(int(out[k]) << LIMB) + int(out[k + 1]) for k in range(0, 16, 2)]
        assert products == exact(x, y)


def test_the_twins_in_plain_python_mean_the_same() -> None:
    function = native._plain(Printed("both", TWO_NUMBERS, (), 16, ()))
    for x, y in product(EDGES, repeat=2):
        out = [-1] * 16
        function(divmod(x, 2**LIMB), divmod(y, 2**LIMB), out)
        assert out[::2] == exact(x, y)


@pytest.mark.parametrize(
    "value", [0, 1, -1, 2**62, -(2**63), 2**63, 2**126 - 1, 2**126, -(2**126), 2**127 - 1, 1 - 2**127]
)
def test_literals_have_words_that_fit(value: int) -> None:
    text = Expressions.literal(value, 128)
    assert eval(text, dict(PLAIN)) == value
    words = [int(word) for word in "".join(c if c.isdigit() else " " for c in text).split()]
    assert all(word <= 2**63 for word in words)


@needs_llvmlite
def test_the_same_text_is_compiled_once() -> None:
    domain = Orbits(columns(4), 2, "forbidden", "none")
    first, second = (Loops(drawn(Random(5), domain, nodes=8), domain) for _ in range(2))
    assert first.points(0, 3) == second.points(0, 3)
    assert first._function("points")[1] is second._function("points")[1]


def test_counts_that_need_more_than_a_word_are_refused() -> None:
    domain = Orbits(columns(1000), 9, "allowed", "none")
    recorded = drawn(Random(1), Orbits(columns(4), 9, "allowed", "none"))
    with pytest.raises(InputError, match="fewer than 2\\^62"):
        Loops(recorded, domain, plain=True).points(0, 2**62)


def test_without_llvmlite_nothing_is_compiled_and_plain_loops_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "find_spec", lambda name: None)
    assert not native.available()
    domain = Orbits(columns(4), 3, "required", "none")
    recorded = drawn(Random(2), domain)
    assert Loops(recorded, domain, plain=True).points(0, domain.count) == counted(recorded, domain, 0, domain.count)


def test_llvmlite_is_imported_only_to_compile() -> None:
    code = "import sys; from exactua.evaluators.compiled import native; native.available(); sys.exit('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
