"""What is printed about a step that fails, or says nothing: the first point, both values, and how to see it again."""

from __future__ import annotations

from dataclasses import replace

from gmpy2 import mpq

from exactua.commands.build.own_function import read_target
from exactua.commands.build.words import built_data, step_lines
from exactua.commands.build.work import build
from exactua.deciding.running import decide
from exactua.networks import FeedForwardLayer, Network, Phi, at_least, below
from exactua.papers.yun2020.built import Built, built_claim


def built(text: str, n: int, m: int, theorem: str = "theorem2") -> Built:
    return build(theorem, read_target(text, 1, n), 2, m=m)


def again(building: Built, network: Network) -> Built:
    construction = replace(building.construction, network=network)
    claim = built_claim(building.instance, construction, building.distances)
    return replace(building, construction=construction, decision=decide(claim.problem(building.instance.box)))


def lines(building: Built) -> list[str]:
    return [" ".join(line.split()) for line in step_lines(building, "net.json")]


def test_what_holds_is_one_line_a_step() -> None:
    building = built("x1, x2", 2, 2)
    assert len(lines(building)) == len(building.decision.results) + 1
    assert lines(building)[-1].startswith("HOLDS: 12 of 12 judged steps hold")


def test_what_says_nothing_says_why() -> None:
    shown = lines(built("x1, x2, x3", 3, 2))
    place = next(k for k, line in enumerate(shown) if line.startswith("vacuous values"))
    assert shown[place + 1] == "there is no such L here: nothing was asserted"


def test_a_point_inside_a_cube_is_shown_where_the_corner_is_right() -> None:
    """A layer before everything moves points by delta/2: corners stay in their cubes."""
    building = built("x1, 2*x2", 2, 2, "theorem3")
    zero = Phi.of((below(0), 0, 0), (at_least(0), 0, 0))
    moving = FeedForwardLayer(((0,),), (0,), ((0,),), (mpq(1, 4),), zero)
    items = (moving, *building.construction.network.items)
    stages = {name: after + 1 for name, after in building.construction.network.stages.items()}
    shown = lines(again(building, Network(1, items, stages)))
    place = next(k for k, line in enumerate(shown) if line.startswith("refuted values"))
    assert shown[place + 1 : place + 4] == [
        "least counterexample: L = [0 0]",
        "there: g(X) = [3/4 3/2] and f-bar(X) = [1/4 1/2] for X = [1/3 1/3]",
        'replay: exactua eval net.json --point "1/3 1/3"',
    ]


def test_what_ran_out_of_time_says_so() -> None:
    building = built("x1, x2", 2, 2)
    claim = built_claim(building.instance, building.construction, building.distances)
    short = replace(building, decision=decide(claim.problem(building.instance.box), max_points=1))
    assert any("more than the 1 of --max-points" in line for line in lines(short))


def test_the_data_has_no_floats() -> None:
    data = built_data(built("x1/3, x2/3", 2, 2))
    assert data["distances"]["f to f-bar"] == {"power": 2, "lower": "1/216", "upper": "1/216"}
    assert data["parameters"] == {"d": 1, "n": 2, "m": 2, "p": 2}
