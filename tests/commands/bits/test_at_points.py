"""`bits` of any claim's network at its points: each format against a plain walk, what is refused, ids found again."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.claims.registry import find, labels
from exactua.commands.bits.at_points import claim_bits
from exactua.commands.bits.mapped import mapped
from exactua.commands.bits.record import AtInstance
from exactua.commands.bits.work import bits
from exactua.commands.group import main
from exactua.commands.limit.instances import LimitInstance, of_claim
from tests import own_files

CASES: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("lemma8", {"d": 1, "n": 2, "m": 4}, None),
    ("lemma9", {"d": 1, "n": 2, "m": 2}, None),
    ("theorem2", {"d": 1, "n": 2, "m": 2}, None),
    ("g3", {"d": 1, "n": 2, "m": 3}, "g"),
    ("kajitsuka2024:theorem1", {"d": 1, "n": 2, "scalars": 4, "tie_rule": "average"}, None),
    ("transformer_block", {"d": 1, "n": 2}, "feed_forward"),
    ("bilinear_projection", {"d": 2, "n": 2, "m": 2}, None),
    ("separable_convolution", {"d": 2, "n": 2, "m": 2}, None),
)
every_case = pytest.mark.parametrize(("label", "box", "network"), CASES, ids=[case[0] for case in CASES])
every_format = pytest.mark.parametrize("form", BY_NAME.values(), ids=BY_NAME)


@cache
def measured(number: int) -> tuple[AtInstance, LimitInstance]:
    label, box, network = CASES[number]
    claim = find(label)[0]
    (at,) = claim_bits(claim, [box], network).instances
    return at, of_claim(claim, box, network)


def walked(instance: LimitInstance) -> list[tuple[mpq, int, str]]:
    """Every entry of every state, in order, with its point and what is before it."""
    entries = []
    for k, X in enumerate(instance.points, 1):
        states = [X]
        for layer in instance.network.layers():
            states.append(layer.apply(states[-1]))
        for number, Z in enumerate(states, 1):
            where = f"before layer {number}" if number < len(states) else f"after layer {number - 1}"
            entries += [(entry, k, where) for row in Z for entry in row]
    return entries


@every_format
@pytest.mark.parametrize("number", range(len(CASES)), ids=[case[0] for case in CASES])
def test_each_format_is_that_of_a_plain_walk(number: int, form: FloatFormat) -> None:
    at, instance = measured(number)
    states = next(quantity for quantity in at.measured.quantities if quantity.name == "states")
    entries = walked(instance)
    lost = next((entry for entry in entries if form.rounded(entry[0]) != entry[0]), None)
    told = states.lost[form.name]
    assert (None if told is None else (told.value, told.point, told.place)) == lost
    ordered = sorted({value for value, _, _ in entries})
    pairs = [(a, b) for a, b in pairwise(ordered) if form.rounded(a) == form.rounded(b) not in ("inf", "-inf", "nan")]
    alike = states.alike[form.name]
    assert (None if alike is None else alike.exact) == (pairs[0] if pairs else None)
    holding = [each for each in BY_NAME.values() if all(each.rounded(value) == value for value in ordered)]
    fewest = min((each.bits for each in holding), default=0)
    assert states.least == tuple(each.name for each in holding if each.bits == fewest)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case[0] for case in CASES])
def test_the_first_weight_that_is_not_held_is_that_of_the_first_layer(number: int) -> None:
    at, instance = measured(number)
    weights = next(quantity for quantity in at.measured.quantities if quantity.name == "weights")
    entries = [
        (entry, kind, k)
        for k, layer in enumerate(instance.network.layers(), 1)
        for kind, several in layer.numbers().items()
        for entry in several
    ]
    for name, lost in weights.lost.items():
        first = next((entry for entry in entries if BY_NAME[name].rounded(entry[0]) != entry[0]), None)
        assert (None if lost is None else (lost.value, lost.place, lost.layer)) == first


@every_case
def test_the_text_names_number_point_and_layer(
    label: str, box: dict[str, Any], network: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {"m": "--delta"}
    options = [
        f"{words.get(k, '--' + k)}={'1/' if k == 'm' else ''}{v}" for k, v in box.items() if k in ("d", "n", "m")
    ]
    options += ["--entries", *([] if network is None else ["--network-name", network])]
    options += ["-p", "scalars=4"] if "scalars" in box else []
    assert main(["bits", label, *options]) == 0
    out = capsys.readouterr().out
    assert ", all numbers in unit 1" in out.replace("\n  ", " ")
    assert "the formats of the fewest bits that hold every number" in out
    quantities = measured([case[0] for case in CASES].index(label))[0].measured.quantities
    for lost in (lost for quantity in quantities for lost in quantity.lost.values() if lost is not None):
        assert lost.place in out
        assert lost.point is None or f"point {lost.point} [" in out


def test_entries_and_ids_agree_where_ids_are_the_entries() -> None:
    """With d = 1 an id is the entry: two evaluators, one answer."""
    for label in ("lemma8", "g2", "lemma10", "event_driven_sweep"):
        for n, m in ((2, 2), (2, 4), (3, 4)):
            by_ids = bits(label, [(1, n, m)]).instances[0].known["1"]
            (at,) = claim_bits(find(label)[0], [{"d": 1, "n": n, "m": m}]).instances
            by_entries = {quantity.name: quantity for quantity in at.measured.quantities}
            for ids, entries in (("ids before", "states before"), ("ids after", "states after"), ("scores", "scores")):
                known, quantity = by_ids[ids], by_entries[entries]
                assert (known.least, known.attained.needed) == (quantity.least, quantity.needed)


def test_claims_on_ids_are_known_by_their_network_and_points() -> None:
    box = (1, 2, 2)
    of = {"lemma8": 3, "event_driven_sweep": 3, "category2": 2, "lemma10": 1, "one_dimension": 1}
    of |= {"g2": None, "equivariance": None, "g3": None, "category3": None}
    for label, categories in of.items():
        on_ids = mapped(find(label)[0], box)
        assert on_ids is not None
        assert on_ids.categories == categories
    for label in ("lemma9", "theorem2", "definition_e1", "claim1", "lemma4"):
        assert mapped(find(label)[0], box) is None


def test_several_instances_name_the_first_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bits", "yun2020:theorem2", "--d", "1", "--n", "2", "--delta", "1/2..1/3", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["format"], data["label"], data["network"]) == ("exactua-bits/1", "yun2020:theorem2", "g")
    first, second = data["instances"]
    assert first["parameters"] == {"d": 1, "n": 2, "m": 2}
    assert first["where"] == "G+ up to permutation"
    states = next(quantity for quantity in first["quantities"] if quantity["name"] == "states")
    assert states["least"] == ["float16", "bfloat16"]
    assert states["lost"]["float8_e4m3fn"]["point"] == 1
    assert first["at"]["1"] == [[-4, -4]]
    assert second["quantities"][0]["lost"]["float64"]["why"] == "no binary fraction"
    assert main(["bits", "yun2020:theorem2", "--d", "1", "--n", "2", "--delta", "1/2..1/3"]) == 0
    out = capsys.readouterr().out
    assert "at the first instance with one" in out
    assert re.search(r"d = 1, n = 2, delta = 1/3 +weights +layer 2, activations +1/3 ", out)


# Claims of one's own


OF_ONE_ROW = """\
from exactua.authoring import *
lemma = claim("lemma", parameters=("n",))
@lemma.network("f")
def attend(values):
    return Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])
@lemma.states("nothing falls", over=levels("bits", 0, 1, 2))
def rises(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])
"""


AVERAGES = """\
from exactua.authoring import *
lemma = claim("lemma", parameters=(Parameter("d", "rows"), Parameter("n", "columns"), Parameter("m", "cubes", least=2)))
@lemma.network("f")
def attend(values):
    d, u = values["d"], [[1] * values["d"]]
    return Network(d, [AttentionLayer([AttentionHead(W_O=[[1]] * d, W_V=u, W_K=[[0] * d], W_Q=u)])])
@lemma.states("nothing falls", over=grid)
def rises(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])
"""


def test_own_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    own_files.write()
    assert main(["bits", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 0
    assert capsys.readouterr().out.startswith("my_lemma:lemma, d = 1, n = 2: network f, 1 layer, ")
    (tmp_path / "points.json").write_text('[[[1, "1/3"]]]')
    assert main(["bits", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--points", "points.json"]) == 0
    assert re.search(r"point 1 \[1 1/3\], before layer 1 +1/3 +no binary fraction", capsys.readouterr().out)


def test_d_of_an_own_claim_whose_network_fixes_it_need_not_be_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(OF_ONE_ROW)
    assert main(["bits", "my.py::lemma", "--n", "2"]) == 0
    assert capsys.readouterr().out.startswith("my:lemma, d = 1, n = 2: network f, 1 layer, 4 points (bits)")
    assert main(["bits", "my.py::lemma"]) == 2
    assert capsys.readouterr().err == "exactua: n: missing; give it as --n 2 or --n 2..4\n"


def test_ids_that_are_no_multiples_of_delta_are_looked_at_as_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(AVERAGES)
    assert main(["bits", "my.py::lemma", "--d", "1", "--n", "1"]) == 0
    assert capsys.readouterr().out.startswith("my:lemma: network f, categories 1..2, 1 instance")
    assert main(["bits", "my.py::lemma", "--d", "1", "--n", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("my:lemma, d = 1, n = 3, delta = 1/2: network f, 1 layer, 4 points (G up to permutation)")
    assert "no binary fraction" in out  # an average of three
    assert main(["bits", "my.py::lemma", "--d", "1", "--n", "3", "--search", "5"]) == 2
    assert "search: it is for ids of columns" in capsys.readouterr().err


def test_a_network_that_acts_on_ids_at_some_instances_alone_is_looked_at_as_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    relu = "FeedForwardLayer([[1] * d], [0], [[1]] * d, [0] * d, RELU)"
    layers = AVERAGES.replace("W_Q=u)])])", f"W_Q=u)]), *([{relu}] if values['n'] > 1 else [])])")
    (tmp_path / "my.py").write_text(layers)
    for n, says in (
        ("1", "my:lemma: network f, categories 1..2"),
        ("2", "my:lemma, d = 1, n = 2"),
        ("1..2", "my:lemma: network f, 2 instances"),
    ):
        assert main(["bits", "my.py::lemma", "--d", "1", "--n", n]) == 0
        assert capsys.readouterr().out.startswith(says)


# What is refused


@pytest.mark.parametrize("options", [(), ("--d", "x"), ("--plot", "a.pdf"), ("--categories", "9"), ("--sample", "3")])
@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("column_id", "label: yun2020:column_id has no network whose numbers a format could hold"),
        ("rank_one", "label: the network value_and_key of kajitsuka2024:rank_one has softmax, and its numbers are no"),
        ("transformer_block", "give --network-name feed_forward or relu"),
        ("lemma8.property1", "label: lemma8.property1 is a step; give its claim, yun2020:lemma8"),
    ],
)
def test_a_claim_that_is_not_taken_is_refused_at_once(
    label: str, says: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bits", label, *options]) == 2
    err = capsys.readouterr().err
    assert err.startswith("exactua: label: ")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lemma9", "--d", "1", "--n", "2", "--categories", "1"), "categories: it is for ids of columns"),
        (("lemma9", "--d", "1", "--n", "2", "--states", "9"), "states: it is for ids of columns"),
        (("lemma8", "--d", "1", "--n", "2", "--entries", "--plot", "a.svg"), "plot: it is for ids of columns"),
        (("lemma9", "--d", "1", "--n", "2", "--network-name", "h"), "network-name: yun2020:lemma9 has no network 'h'"),
        (("lemma8", "--d", "2", "--n", "4", "--delta", "1/8", "--entries"), "points: there are "),
        (("lemma8", "--d", "1", "--n", "2", "--points", "none.json"), "points: there is no file none.json"),
        (("theorem2", "--d", "1"), "n: missing; give it as --n 2 or --n 2..4"),
        (("lemma8", "--d", "1", "--n", "2", "-p", "k=3"), "k: yun2020:lemma8 has no such parameter; it has d, n, m"),
        (("lemma8", "--d", "1", "--n", "2", "--tie-rule", "leftmost"), "tie_rule: yun2020:lemma8 has no such parameter"),
        (("proposition1", "--d", "1", "--n", "1"), "says of no finite set of points what nothing does there"),
        (("lemma10", "--d", "1", "--n", "3", "--entries"), "points: yun2020:lemma10 speaks of no point at d = 1, n = 3, delta = 1/2, as category 1 is empty there"),
        (("category2", "--d", "1", "--n", "2", "--categories", "1"), "category2 has one set of points, categories 1..2"),
        (("--network", "a.json", "--points", "b.json", "--entries"), "entries: it is for the instances of a claim"),
        (("--network", "a.json", "--points", "b.json", "--network-name", "g"), "network-name: it is for the instances"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_a_sentence(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["bits", *arguments]) == 2
    err = capsys.readouterr().err.splitlines()
    errors = [line for line in err if not line.startswith("note: ")]
    assert len(errors) == 1
    assert errors[0].startswith("exactua: ")
    assert says in errors[0]


@pytest.mark.parametrize("label", list(labels()))
def test_every_claim_is_measured_or_refused_in_a_sentence(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    claim = find(label)[0]
    known = {parameter.name: parameter.least for parameter in claim.parameters if parameter.default is None}
    options = [f"--{name}={max(known[name], 1 + (name == 'n'))}" for name in ("d", "n") if name in known]
    code = main(["bits", label, *options])
    out, err = capsys.readouterr()
    assert code in (0, 2)
    if code == 0:
        assert "hold every number" in out
    else:
        assert [line for line in err.splitlines() if line.startswith("exactua: ")] == err.splitlines()[-1:]
