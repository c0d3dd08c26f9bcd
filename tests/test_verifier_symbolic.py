"""The verifier on honest symbolic certificates.

Laws: forms are at every point what the literal networks make of it; an order that is accepted does sort the points.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.commands import group as cli
from exactua.evidence.emitting import single_file
from tests.foreign import foreign_verifier, program, told
from tests.symbolic_certificates import (
    Decided,
    file,
    fitted,
    general,
    ids_of,
    network_of,
    order,
    points_of,
    profile,
    run_of,
    said,
    step_of,
    symbolic,
)  # fmt: skip
from tests.test_verifier_symbolic_pairs import over, pairs

BOXES = [(1, 2, 2), (1, 3, 2), (2, 2, 2), (2, 3, 2), (1, 4, 5), (3, 2, 2), (2, 3, 16), (3, 8, 3)]
FAMILIES = ("category 1", "category 2", "category 3")


# ---- honest certificates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_an_instance_is_confirmed(label: str, box: tuple[int, int, int]) -> None:
    decided = symbolic(label, *box)
    code, text = said(decided)
    assert code == 0, text
    d, n, m = box
    assert text.splitlines()[:2] == [
        f"confirmed: {decided['verdict']} (one symbolic run, made again)",
        f"says of itself: yun2020:{label} at d={d} n={n} m={m}",
    ]


@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
@pytest.mark.parametrize("n", range(2, 11))
def test_all_instances_with_this_n_are_confirmed(label: str, n: int) -> None:
    code, text = said(general(label, n))
    assert (code, *text.splitlines()[:2]) == (
        0,
        "confirmed: holds (one symbolic run, made again)",
        f"says of itself: yun2020:{label} for all D at n = {n}",
    )


def test_a_large_instance_takes_seconds() -> None:
    began = time.monotonic()
    assert said(symbolic("lemma8", 16, 32, 16))[0] == 0
    assert time.monotonic() - began < 20


def test_the_command_line_says_the_scope(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "certificate.json"
    for decided, scope in (
        (symbolic("lemma8", 1, 2, 2), "at d=1 n=2 m=2"),
        (general("lemma8", 2), "for all D at n = 2"),
    ):
        path.write_bytes(file(decided))
        assert cli.main(["verify", str(path)]) == 0
        said_of_it = capsys.readouterr().out.splitlines()
        assert said_of_it[0] == "confirmed: holds (one symbolic run, made again)"
        assert f"says of itself: yun2020:lemma8 {scope}" in said_of_it


def test_the_single_file_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "verifier.py").write_text(single_file())
    lie = symbolic("lemma8", 1, 3, 4)
    step_of(lie, "property3")["verdict"] = "vacuous"
    for decided in (symbolic("lemma8", 1, 3, 4), general("lemma10", 3), lie):
        (tmp_path / "certificate.json").write_bytes(file(decided))
        run = [sys.executable, "-I", "verifier.py", "certificate.json"]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
        code, text = said(decided)
        assert (done.returncode, done.stdout) == (code, (text if code == 0 else f"not confirmed: {text}") + "\n")


@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
def test_the_verifier_in_c_confirms_the_same_in_the_same_words(label: str) -> None:
    honest = [*(symbolic(label, *box) for box in BOXES), *(general(label, n) for n in range(2, 7))]
    for decided in honest:
        code, text = said(decided)
        assert told(program(), file(decided)) == (code, text + "\n")


def test_the_verifier_in_c_confirms_no_lie() -> None:
    """Another verdict, another order, a stronger statement, another network, and columns that one id stands for."""
    for make in (partial(symbolic, "lemma8", 1, 3, 4), partial(general, "lemma8", 3)):
        for step in make()["steps"]:
            for verdict in ("vacuous", "refuted", "proved"):
                lie = make()
                step_of(lie, step["name"]).update(verdict=verdict, order=None)
                assert foreign_verifier(file(fitted(lie))) == 1, (step["name"], verdict)
        lie = make()
        step_of(lie, "property2")["order"].reverse()
        assert foreign_verifier(file(lie)) == 1
        lie = make()
        step_of(lie, "property3")["term"][4][0] = "not in"
        assert foreign_verifier(file(fitted(lie))) == 1
    lie = general("lemma8", 3)
    lie["profiles"]["g_c"]["items"][1]["heads"][0]["gain"] = [1]
    assert foreign_verifier(file(lie)) != 0
    assert foreign_verifier(file(over("category 3", pairs(True), 2, 5, 2))) == 1


# ---- laws -------------------------------------------------------------------------------------------------------


def readings(ids: list[Any], D: int, n: int, m: int) -> Any:
    """The families that a point belongs to: their shapes, the ids they follow, and the values of t, h_j, a, c_k.

    Of more than two negative ids, any one stands for all but the least, where it does not matter which columns have it.
    """
    x, negative = sorted({i for i in ids if i >= 0}), sorted({i for i in ids if i < 0})
    gaps, top = [*x[:1], *(b - a - 1 for a, b in itertools.pairwise(x))], -m * D**n + D - m
    falls = [a - b - 1 for a, b in itertools.pairwise([top + 1, *reversed(negative)])]
    times = tuple(ids.count(i) for i in sorted(set(ids)))
    yield (len(x), len(negative), times), sorted(ids), [*gaps, *falls]
    for z in negative[1:]:
        yield (len(x), 2), [negative[0], z, *x], [*gaps, top - z, z - negative[0] - 1]
    if len(negative) < 2:
        yield (len(x), len(negative)), [*negative, *x], [*gaps, *falls]


def form_at(form: Any, values: list[Any], t: int) -> Any:
    """The value of a form, or of what does not depend on the point."""

    def number(x: Any) -> Any:
        return sum(c * t**k for k, c in enumerate(x.coefficients)) if isinstance(x, verifier.forms.Polynomial) else x

    if not isinstance(form, verifier.forms.Form):
        return number(form)
    constant, *slopes = map(number, form.coefficients)
    return constant + sum(a * b for a, b in zip(slopes, values, strict=True))


heads = st.lists(
    st.builds(
        lambda gain, level: {"gain": gain, "threshold": level},
        st.sampled_from([[1], [-1], [0, 1], [0, -1], [2], [0, 0, 1], [-1, 1]]),
        st.sampled_from([["-1/2"], ["1/2"], [], ["-3/2"], ["3/2"], [1], ["-1/2", 1], [0, 0, -1]]),
    ),
    min_size=1,
    max_size=3,
)
single = st.builds(lambda h: {"start": [], "count": [1], "heads": h}, heads)
windows = st.sampled_from([("-1/2", "1/2"), ("1/2", "3/2"), ("-3/2", "-1/2"), ("-1/2", "3/2")])
swept = st.builds(
    lambda start, count, gain, window: {
        "start": start,
        "count": count,
        "heads": [
            {"gain": gain, "threshold": [window[0]]},
            {"gain": [-c for c in gain], "threshold": [window[1]]},
        ],
    },
    st.sampled_from([[], [1], [-2]]),
    st.sampled_from([[0, 1], [0, 2], [-1, 1], []]),
    st.sampled_from([[0, 1], [1], [-1], [2, 1], [0, 0, 1]]),
    windows,
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(swept | single, min_size=1, max_size=3),
    st.sampled_from([(1, 2, 2), (1, 2, 3), (2, 2, 2), (1, 3, 3), (2, 3, 2), (1, 3, 4), (2, 4, 2)]),
    st.sampled_from(FAMILIES),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_forms_are_what_the_literal_networks_make(
    items: list[Decided], box: Any, name: str, general: bool, chance: random.Random
) -> None:
    """At all points, for all ids, after each layer that moves something and after each item."""
    d, n, m = box
    D = m**d
    record = {"items": items, "stages": {}}
    stacks, _ = verifier.stacks.profile(record)
    network = verifier.networks.Network(network_of(items, d, m), "net")
    context = verifier.terms.Context({"d": d, "n": n, "m": m}, {"net": network}, {}, [10**9])
    points = points_of(d, n, m, name)
    for point in chance.sample(points, min(len(points), 12)):
        ids = ids_of(point, m)
        for shape, followed, values in readings(ids, D, n, m):
            count, negative = shape[:2]
            least = verifier.forms.polynomial([max(2, count), 1]) if general else D
            if general and negative:  # for all D, ids begin below those of m = 2
                values[count] += (m - 2) * (D**n + 1)
            family = verifier.stacks.family(least, n, 2 if general else m, *shape)
            try:
                course = verifier.stacks.Course(family, stacks, lambda steps: None)
            except NotImplementedError:
                continue
            at = partial(form_at, values=values, t=D - max(2, count))
            scene = verifier.readings.Scene(context, point)
            for layers, forms in course.stops:
                state = dict(zip(ids, ids_of(network.after(scene, int(at(layers)), point), m), strict=True))
                assert [state[x] for x in followed] == list(map(at, forms)), (point, layers)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_signs_of_forms_are_those_at_all_points(coefficients: list[int], N: int, bounded: int, strictly: bool) -> None:
    """Signs show it exactly where it is so: the corners are points, and a variable without a bound may be large."""
    bounded = min(bounded, len(coefficients) - 1)
    form = verifier.forms.Form(coefficients, N, bounded)
    points = [v for v in itertools.product(range(N + 1), repeat=bounded) if sum(v) <= N]
    tails = list(itertools.product((0, 1, 100), repeat=len(coefficients) - 1 - bounded))
    values = [form_at(form, [*v, *tail], 0) for v in points for tail in tails]
    assert verifier.forms.shown_positive(form, strictly) == all(x > 0 if strictly else x >= 0 for x in values)
    assert not verifier.forms.shown_positive(verifier.forms.Form(coefficients, N, bounded, {"entry": 1}), strictly)


@given(st.lists(st.integers(-2, 3), min_size=2, max_size=4), st.booleans())
def test_signs_of_polynomials_are_those_at_all_t(coefficients: list[int], strictly: bool) -> None:
    polynomial = verifier.forms.polynomial(coefficients)
    values = [sum(c * t**k for k, c in enumerate(coefficients)) for t in range(50)]
    shown = verifier.forms.shown_positive(polynomial, strictly)
    assert not shown or all(x > 0 if strictly else x >= 0 for x in values)
    assert shown or min(coefficients) < 0 or values[0] == 0


def test_the_law_of_forms_is_asked_about_something() -> None:
    """Runs of the kinds drawn above are decided for most families, on columns of each sign."""
    stacks, _ = verifier.stacks.profile(profile(3))
    for count, negative in ((3, 0), (2, 0), (1, 0), (2, 1), (1, 1), (0, 1), (1, 2), (0, 2)):
        for D in (8, verifier.forms.polynomial([3, 1])):
            course = verifier.stacks.Course(
                verifier.stacks.family(D, 3, 2, count, negative), stacks, lambda steps: None
            )
            assert len(course.stops) == 3 + count


def course(items: list[Decided], n: int, count: int, negative: int) -> Any:
    stacks, _ = verifier.stacks.profile({"items": items, "stages": {}})
    return verifier.stacks.Course(verifier.stacks.family(16, n, 4, count, negative), stacks, lambda steps: None)


def test_no_head_attends_to_an_id_that_stands_for_several() -> None:
    """The first layer moves the least id to 0 and all other negative ones above it; the greatest of these is not known."""
    turned = [run_of((-1, "-1/2")), run_of((1, "-1/2"))]
    assert len(course(turned, 2, 0, 2).stops) == 3
    assert len(course(turned[:1], 3, 0, 2).stops) == 2
    with pytest.raises(NotImplementedError, match="one of several"):
        course(turned, 3, 0, 2)


def test_sweeps_are_over_multiples_of_a_level() -> None:
    """A layer that adds half of the greatest id leaves ids between those that a sweep selects."""
    sweep = profile(2)["items"][0]
    assert len(course([run_of((17, "-1/2")), sweep], 2, 2, 0).stops) == 3
    with pytest.raises(NotImplementedError, match="multiples"):
        course([run_of(("33/2", "-1/2")), sweep], 2, 2, 0)


def test_runs_are_read_off_networks() -> None:
    for d, n, m in ((1, 2, 2), (2, 3, 3)):
        network = symbolic("lemma8", d, n, m)["networks"]["g_c"]
        D = m**d
        (sweep,), (last,) = ([*verifier.stacks.stacks_of(item, d, m)] for item in network["items"])
        half = Fraction(1, 2)
        assert sweep == ([], [D], [([D], [-half]), ([-D], [half])])
        assert last == ([], [1], [([D ** (n + 1)], [0])])


@pytest.mark.parametrize(
    "splits",
    [
        [[[0, 1, 2], []], [[0, 1], [2]]],
        [[[], [0, 1, 2]], [[], [0, 1, 2]]],
        [[[0, 1, 2], [0, 1, 2]], [[0, 1, 2], [0, 1, 2]]],
        [[[1, 0], [0, 2]], [[0], [2]]],
        [[[1], [0, 2]]],
        [[[1], [0, 2]], [[0], [2]], [[0], [2]]],
        [[[1], [0, 2]], [[1], [0, 2]]],
        [[[1], [0, 2], []], [[0], [2]]],
        [[[1], [0]], [[0], [2]]],
        [[[1], [0, 2, 3]], [[0], [2]]],
        [1, 2],
        {},
    ],
    ids=str,
)
def test_what_is_no_order_is_refused(splits: Any) -> None:
    for decided in (symbolic("lemma10", 1, 2, 5), general("lemma10", 2)):
        assert step_of(decided, "one_to_one")["order"] == [[[1], [0, 2]], [[0], [2]]]
        step_of(decided, "one_to_one")["order"] = splits
        assert said(decided)[0] == 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_two_points_are_apart_exactly_where_all_pairs_are(data: st.DataObject) -> None:
    """One split, against all pairs of points that agree in the sums of the other blocks and differ in that over `up`."""
    n, total = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    place = data.draw(st.lists(st.integers(0, 3), min_size=n + 1, max_size=n + 1).filter(lambda x: {0, 1} <= {*x}))
    up, down, *others = ({i for i, k in enumerate(place) if k == block} for block in range(4))
    values = st.lists(st.integers(-4, 4), min_size=n + 1, max_size=n + 1)
    f, g = (verifier.forms.Form(data.draw(values), total, n) for _ in range(2))
    f, strictly = f + data.draw(st.integers(0, 12)), data.draw(st.booleans())
    points = [v for v in itertools.product(range(total + 1), repeat=n + 1) if sum(v) == total]
    blocks = [block for block in others if block]

    def sums(v: Any, *blocks: set[int]) -> list[int]:
        return [sum(v[i] for i in block) for block in blocks]

    pairs = [
        (v, w)
        for v, w in itertools.product(points, points)
        if sums(v, *blocks) == sums(w, *blocks) and sums(v, up) > sums(w, up)
    ]
    gaps = [form_at(f, v[:-1], 0) - form_at(g, w[:-1], 0) for v, w in pairs]
    shown = verifier.families.above(f, g, up, down, blocks, total - 1, strictly)
    assert shown == all(x > 0 if strictly else x >= 0 for x in gaps)


def splits(n: int) -> Any:
    """All orders for n + 1 variables: pairs of a part that grows and a part that shrinks, until all are alone."""

    def parts(blocks: tuple[frozenset[int], ...]) -> Any:
        if all(len(block) == 1 for block in blocks):
            yield []
            return
        for block in blocks:
            for size in range(1, len(block)):
                for up in map(frozenset, itertools.combinations(sorted(block), size)):
                    rest = tuple(b for b in blocks if b != block)
                    for more in parts((*rest, up, block - up)):
                        yield [[sorted(up), sorted(block - up)], *more]

    yield from parts((frozenset(range(n + 1)),))


def test_an_accepted_order_sorts_the_points() -> None:
    """All orders at n = 2 and n = 3: those that the verifier accepts are true of the numbers that enumeration finds."""
    for n, m in ((2, 4), (3, 4)):
        decided = symbolic("lemma10", 1, n, m)
        step = step_of(decided, "one_to_one")
        network = verifier.networks.Network(decided["networks"]["g_c"], "g_c")
        context = verifier.terms.Context({"d": 1, "n": n, "m": m}, {"g_c": network}, {}, [10**9])
        last_ids = {}
        for point in points_of(1, n, m, "category 1"):
            x = ids_of(point, m)
            swept = network.stage(verifier.readings.Scene(context, point), 1, point)
            last_ids[(x[0], *(b - a - 1 for a, b in itertools.pairwise(x)), m - 1 - x[-1])] = ids_of(swept, m)[-1]
        accepted = 0
        for candidate in splits(n):
            step["order"] = candidate
            code, text = said(decided)
            assert code in (0, 1), text
            by_order = sorted(last_ids, key=lambda v: [sum(v[i] for i in up) for up, _ in candidate])
            true = all(last_ids[a] < last_ids[b] for a, b in itertools.pairwise(by_order))
            assert code == 1 or true, candidate
            accepted += code == 0
        assert accepted
        step["order"] = order(n)
        assert said(decided)[0] == 0
