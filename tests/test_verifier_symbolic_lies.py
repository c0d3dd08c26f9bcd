"""The verifier on symbolic certificates that lie, with correct hashes; on witnesses, and on terms at all points.

Laws: one changed field is not confirmed; another network, another profile or another bound only if enumeration agrees.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from tests.symbolic_certificates import (
    Decided,
    copied,
    fitted,
    general,
    ids_of,
    network_of,
    points_of,
    put,
    said,
    step_of,
    symbolic,
)  # fmt: skip

# ---- lies -------------------------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Any:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path, value


def others(value: Any) -> list[Any]:
    if value is None:
        return [0, []]
    if isinstance(value, int):
        return [value + 1, None]
    if value.lstrip("-").replace("/", "").isdigit():
        return [verifier.records.encode(Fraction(value) + 1), verifier.records.encode(Fraction(value) * 3)]
    return [value + "x", None]


WORDS = ("claim", "title", "source", "says", "words")


@pytest.mark.parametrize(
    "make", [lambda: symbolic("lemma8", 1, 2, 3), lambda: general("lemma8", 2)], ids=["one", "all"]
)
def test_every_changed_field_is_refused(make: Any) -> None:
    """Of the evidence; statements, profiles and networks have tests of their own. Hashes are made to fit."""
    honest = make()
    assert said(fitted(honest))[0] == 0
    for path, value in list(leaves(honest)):
        if path[0] in (*WORDS, "networks", "profiles", "verdict") or path[-1] in ("says", "statement", "words"):
            continue
        if {"term", "ids", "definitions"} & set(path):
            continue
        for other in others(value):
            lie = put(honest, path, other)
            if path[-1] == "kind" and other in ("proof line", "repaired"):
                continue
            with contextlib.suppress(TypeError, KeyError):
                lie = fitted(lie)
            assert said(lie)[0] != 0, (path, other)
    for name in ("steps", "domains", "judged"):
        for k in range(len(honest[name])):
            lie = copied(honest)
            del lie[name][k]
            assert name != "domains" or said(lie)[0] == 1
    for name in ("property1", "layers"):
        lie = copied(honest)
        del step_of(lie, name)["order"]
        assert said(lie)[0] == 1


@pytest.mark.parametrize(
    "make", [lambda: symbolic("lemma8", 1, 2, 3), lambda: general("lemma8", 2)], ids=["one", "all"]
)
def test_every_other_verdict_is_refused(make: Any) -> None:
    honest = make()
    for step in honest["steps"]:
        for verdict in ("vacuous", "refuted", "inconclusive", "proved"):
            lie = copied(honest)
            changed = step_of(lie, step["name"])
            changed["verdict"], changed["order"] = verdict, None
            if verdict == "inconclusive" and (step["over"] or "for_all" in honest):
                assert said(fitted(lie))[0] == 0  # it claims nothing
            else:
                assert said(fitted(lie))[0] == 1, (step["name"], verdict)
    for verdict in ("vacuous", "refuted", "inconclusive"):
        assert said(honest | {"verdict": verdict})[0] == 1


def test_relabelled_scopes_are_refused() -> None:
    single, every = symbolic("lemma8", 1, 3, 4), general("lemma8", 3)
    for scope in ("enumerated", "runs"):
        assert said(single | {"scope": scope})[0] == said(every | {"scope": scope})[0] == 1
    assert said(single | {"scope": "general"})[0] == said(every | {"scope": "symbolic"})[0] == 1
    assert said(single | {"scope": "sampled"})[0] == 3


SHARPER = {  # the bound of the paper, and by how much it is moved until it is false
    "lower_bound": lambda term: ["<=", ["+", term[1], 2], term[2]],
    "upper_bound": lambda term: ["<=", ["+", term[1], 1], term[2]],
    "closed_form": lambda term: ["=", ["+", term[1], 1], term[2]],
    "telescopes": lambda term: ["=", term[1], ["+", term[2], 1]],
    "coarsest_bounded": lambda term: ["<", term[1], term[2]],
    "above_lower_bound": lambda term: [">", term[1], term[2]],
    "bound_expanded": lambda term: ["=", ["+", term[1], 1], term[2]],
}


@pytest.mark.parametrize(
    "make", [lambda: symbolic("lemma10", 1, 2, 8), lambda: general("lemma10", 2)], ids=["one", "all"]
)
@pytest.mark.parametrize("name", SHARPER)
def test_sharper_statements_that_are_false_are_refused(make: Any, name: str) -> None:
    lie = make()
    step = step_of(lie, name)
    step["term"] = SHARPER[name](step["term"])
    code, text = said(fitted(lie))
    assert code == 1, text


def valued(decided: Decided) -> Decided:
    """The same with the values that its definitions have."""
    context = verifier.terms.Context(decided["parameters"], {}, {}, [10**6])
    for name, term in decided["definitions"]:
        context.definitions[name] = context.constant(term)
    return decided | {"values": {name: verifier.records.encode(x) for name, x in context.definitions.items()}}


@pytest.mark.parametrize("n", [2, 3])
def test_other_bounds_are_confirmed_only_if_enumeration_does(n: int) -> None:
    """Every integer in the definitions of t_l and t_r by one more or less; some of the intervals are true as well."""
    all_codes, definitions = [], symbolic("lemma8", 1, n, 4)["definitions"]
    places = [(k, path, value) for k in (1, 2) for path, value in leaves(definitions[k][1]) if isinstance(value, int)]
    for (k, path, value), by in itertools.product(places, (1, -1)):
        changed = put(definitions, (k, 1, *path), value + by)
        every, *ones = general("lemma8", n), *(symbolic("lemma8", 1, n, m) for m in (2, 3, 4))
        ones = [valued(decided | {"definitions": changed}) for decided in ones]
        codes = [said(fitted(decided))[0] for decided in (every | {"definitions": changed}, *ones)]
        true = [holds_everywhere(decided) for decided in ones]
        assert all(true) or codes[0] != 0
        assert all(holds or code != 0 for code, holds in zip(codes[1:], true, strict=True))
        all_codes.append(codes)
    assert {0, 1} <= {code for codes in all_codes for code in codes}
    assert sum(codes[0] != 0 for codes in all_codes) >= 5


def changed_networks(*box: int) -> Any:
    """The network of Lemma 8 with one number changed."""
    honest = symbolic("lemma8", *box)
    for path, value in list(leaves(honest["networks"])):
        if path[-1] in ("variable", "tie_rule") or "d" in path[2:3] or "stages" in path:
            continue
        yield ("networks", *path), verifier.records.encode(Fraction(value) + 1)
        yield ("networks", *path), verifier.records.encode(Fraction(value) - Fraction(1, 8))


@pytest.mark.parametrize(("path", "other"), list(changed_networks(1, 3, 4)), ids=str)
def test_another_network_is_confirmed_only_if_enumeration_does(path: Any, other: Any) -> None:
    lie = fitted(put(symbolic("lemma8", 1, 3, 4), path, other))
    code, text = said(lie)
    assert code != 0 or holds_everywhere(lie), text


def test_another_network_with_two_rows_is_confirmed_only_if_enumeration_does() -> None:
    """All weights are multiples of u, or of the first unit vector."""
    honest = symbolic("lemma8", 2, 2, 2)
    for path, other in changed_networks(2, 2, 2):
        lie = fitted(put(honest, path, other))
        code, text = said(lie)
        assert code != 0 or holds_everywhere(lie), (path, other, text)


def holds_everywhere(decided: Decided) -> bool:
    """Whether the literal networks find that Lemma 8 holds at every point of the instance, and has D + 1 layers."""
    d, n, m = (decided["parameters"][name] for name in "dnm")
    network = verifier.networks.Network(decided["networks"]["g_c"], "g_c")
    context = verifier.terms.Context({"d": d, "n": n, "m": m}, {"g_c": network}, {}, [10**9])
    low, high = (decided["values"][name] for name in ("t_l", "t_r"))

    def q(point: Any) -> list[Any]:
        return ids_of(network.stage(verifier.readings.Scene(context, point), network.stages["output"], point), m)

    distinct = [x for point in points_of(d, n, m, "category 1") for x in q(point)]
    rest = [x for name in ("category 2", "category 3") for point in points_of(d, n, m, name) for x in q(point)]
    inside, outside = all(low <= x <= high for x in distinct), not any(low <= x <= high for x in rest)
    return inside and outside and len(set(distinct)) == len(distinct) and network.layers == m**d + 1


def test_an_equivalent_network_is_confirmed() -> None:
    """Twice the keys, half the queries, groups, and a head that adds nothing."""
    decided = symbolic("lemma8", 1, 3, 4)
    first, last = decided["networks"]["g_c"]["items"]
    (layer,) = first["family"]["items"]
    for head in layer["attention"]["heads"]:
        head["W_K"], head["W_Q"] = [[2]], [[3]]
        head["b_Q"][0] = {key: verifier.records.encode(Fraction(x) * 3) for key, x in head["b_Q"][0].items()}
    (head,) = last["attention"]["heads"]
    last["attention"]["heads"].append({**head, "W_O": [[0]], "b_Q": [5]})
    decided["networks"]["g_c"]["items"][1] = {"group": {"name": "last", "items": [last]}}
    code, text = said(decided)
    assert code == 0, text


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
def test_other_tie_rules_are_refused(rule: str) -> None:
    decided = symbolic("lemma8", 1, 3, 4)
    decided["networks"]["g_c"]["items"][1]["attention"]["tie_rule"] = rule
    code, text = said(decided)
    assert code == 1
    assert "does not stand for its orbit" in text


def test_other_profiles_are_confirmed_only_if_enumeration_does() -> None:
    """Every number of the profile of Lemma 8 changed; what is confirmed for all D holds at the instances tried."""
    honest, confirmed = general("lemma8", 2), 0
    for path, value in list(leaves(honest["profiles"])):
        if "stages" in path:
            continue
        for other in others(value):
            lie = put(honest, ("profiles", *path), other)
            if said(lie)[0] == 0:
                confirmed += 1
                for m in (2, 3):
                    forged = symbolic("lemma8", 1, 2, m)
                    forged["networks"]["g_c"] = network_of(lie["profiles"]["g_c"]["items"], 1, m)
                    assert holds_everywhere(forged), (path, other)
    assert confirmed < 6


def test_domains_are_those_of_the_format() -> None:
    for make, code in ((symbolic, 3), (general, 3)):
        honest = make("lemma8", 1, 3, 4) if make is symbolic else make("lemma8", 3)  # type: ignore[operator]
        for change in ({"special": [-1]}, {"levels": {"start": 1, "step": 1, "count": 4}}, {"repeats": "allowed"}):
            lie = copied(honest)
            lie["domains"][0]["spec"] |= change
            if "levels" not in change and "special" not in change and make is symbolic:
                lie["domains"][0]["points"] = 20
                for name in ("property1", "property2", "property3"):
                    step_of(lie, name)["points"] = 20
            status, text = said(fitted(lie))
            assert status in (1, code), text
    assert said(fitted(put(symbolic("lemma8", 1, 3, 4), ("domains", 0, "spec", "special"), [-1])))[0] == 3


# ---- witnesses --------------------------------------------------------------------------------------------------


def refuted(make: Any, points: list[Any], **more: Any) -> tuple[Decided, Decided]:
    """t_l <= l~_n, which is false, as a refuted step of Lemma 10."""
    decided = make
    step = step_of(decided, "lower_bound")
    step["term"] = ["<=", ["^", ["def", "D"], 9], step["term"][2]]
    step |= {"verdict": "refuted", "witness": {"domain": "category 1", "points": points, **more}}
    return fitted(decided), step


def test_witnesses_are_evaluated() -> None:
    decided, step = refuted(symbolic("lemma10", 1, 3, 4), [[[0, "1/4", "3/4"]]])
    assert said(decided)[0] == 0
    for points in (
        [],
        [[[0, "1/4", "3/4"]]] * 2,
        [[["1/4", 0, "3/4"]]],  # not by increasing id
        [[[0, 0, "3/4"]]],  # not of category 1
        [[[0, "1/4", 1]]],
        [[[0, "1/4", "5/8"]]],
        [[[-64, "1/4", "3/4"]]],
        [[[0, "1/4"]]],
        [[[0, "1/4", "3/4"], [0, 0, 0]]],
    ):
        step["witness"]["points"] = points
        assert said(decided)[0] == 1, points
    step["witness"] = {"domain": "category 2", "points": [[[0, 0, "3/4"]]]}
    assert said(decided)[0] == 1
    true = symbolic("lemma10", 1, 3, 4)
    step_of(true, "lower_bound").update(
        verdict="refuted", witness={"domain": "category 1", "points": [[[0, "1/4", "3/4"]]]}
    )
    assert said(fitted(true)) == (1, "the witness of step 'lower_bound' is none")


def test_witnesses_of_all_instances_name_one() -> None:
    box = {"d": 1, "m": 4}
    decided, step = refuted(general("lemma10", 3), [[[0, "1/4", "3/4"]]], parameters=box)
    assert said(decided)[0] == 0
    for other in ({"d": 1, "m": 5}, {"d": 2, "m": 4}, {"d": 1}, {"d": 0, "m": 4}, {"d": 1, "m": 1}):
        step["witness"]["parameters"] = other
        assert said(decided)[0] == 1, other


def test_witnesses_of_static_steps() -> None:
    decided = general("lemma8", 3)
    step = step_of(decided, "layers")
    step["term"] = ["=", ["network", "g_c", "attention layers"], 5]
    step |= {"verdict": "refuted", "witness": {"domain": None, "points": [], "parameters": {"d": 1, "m": 3}}}
    assert said(fitted(decided))[0] == 0
    step["witness"]["parameters"]["m"] = 4
    assert said(fitted(decided))[0] == 1


def test_witnesses_of_pairs() -> None:
    decided = symbolic("lemma10", 1, 3, 8)
    step = step_of(decided, "one_to_one")
    step["term"] = (
        ["item", ["dot", step["term"][2][1][1], ["point"]], 1] if False else ["-", step["term"], step["term"]]
    )
    first, other = [[0, "1/8", "3/8"]], [[0, "1/4", "3/8"]]
    step |= {"order": None, "verdict": "refuted", "witness": {"domain": "category 1", "points": [first, other]}}
    assert said(fitted(decided))[0] == 0
    for points in ([first], [first, first], [first, other, first]):
        step["witness"]["points"] = points
        assert said(fitted(decided))[0] == 1
    step["term"] = symbolic("lemma10", 1, 3, 8)["steps"][2]["term"]
    step["witness"]["points"] = [first, other]
    assert said(fitted(decided))[0] == 1


def test_a_witness_of_a_large_instance_is_evaluated_by_its_ids() -> None:
    points = [[[0, "1/16", "1/8"], *([[0, 0, 0]] * 15)]]
    began = time.monotonic()
    decided, _ = refuted(symbolic("lemma10", 16, 3, 16), points)
    assert said(decided)[0] == 0
    assert time.monotonic() - began < 10


# ---- what is not re-checked -------------------------------------------------------------------------------------


Z = ["stage", "g_c", "output", ["point"]]
U = ["list", "i", 1, ["param", "d"], ["^", ["param", "m"], ["-", ["var", "i"], 1]]]
P1 = ["item", ["dot", U, ["point"]], 1]
Q1, QN = ["item", ["dot", U, Z], 1], ["item", ["dot", U, Z], ["param", "n"]]


ENTRY, AFTER = ["entry", ["point"], ["var", "i"], 1], ["entry", Z, ["var", "i"], 1]


@pytest.mark.parametrize(
    "term",
    [
        [">=", ["item", Z, 1], 0],
        ["=", Z, ["dot", U, Z]],
        ["=", ["dot", U, Z], Z],
        ["distinct", Z],
        [">=", ["*", Q1, Q1], 0],
        [">=", ["item", ["dot", ["list", "i", 1, ["param", "d"], 1], ["columns", Z, 1, 2]], 1], 0],
        [">=", ["item", ["dot", U, ["layer", "g_c", 1, ["point"]]], 1], 0],
        [">=", ["item", ["dot", U, ["stage", "g_c", 1, Z]], 1], 0],
        ["permutations", "p", [">=", Q1, 0]],
        [">=", ["floor", Q1], 0],
        ["or", ["<=", P1, 0], [">", P1, 0]],
    ],
    ids=str,
)
def test_what_is_not_known_or_not_decided_is_not_rechecked(term: Any) -> None:
    for decided in (symbolic("lemma8", 1, 3, 4), general("lemma8", 3)):
        step_of(decided, "property3")["term"] = term
        assert said(fitted(decided))[0] == 3


@pytest.mark.parametrize(
    ("term", "code"),
    [
        (["all", "j", 1, ["param", "n"], ["<=", Q1, ["item", ["dot", U, Z], ["var", "j"]]]], 0),
        (["=", ["min", "j", 1, ["param", "n"], ["item", ["dot", U, Z], ["var", "j"]]], Q1], 0),
        (["=", ["max", "j", 1, ["param", "n"], ["item", ["dot", U, Z], ["var", "j"]]], QN], 0),
        (["<", ["*", 3, Q1], ["sum", "j", 1, ["param", "n"], ["item", ["dot", U, Z], ["var", "j"]]]], 0),
        ([">", ["*", 3, Q1], ["sum", "j", 1, ["param", "n"], ["item", ["dot", U, Z], ["var", "j"]]]], 1),
        (["!=", Q1, QN], 0),
        (["not", ["=", Q1, QN]], 0),
        (["any", "j", 1, ["param", "n"], [">", ["item", ["dot", U, Z], ["var", "j"]], Q1]], 0),
        (["all", "j", 2, 1, ["<", Q1, 0]], 0),
        (["if", ["<", Q1, 0], 1, ["-", 0, 1]], 1),
        (["=", ["if", ["<", Q1, 0], 1, 2], 2], 0),
        (["implies", ["<", Q1, 0], ["<", QN, 0]], 0),
        (["or", ["<", Q1, 0], ["<", 0, QN]], 0),
        (["distinct", ["list", "j", 1, 2, ["item", ["dot", U, Z], ["var", "j"]]]], 0),
        (["distinct", ["list", "j", 1, 2, Q1]], 1),
        (["<", ["item", ["dot", U, ["after", "g_c", 0, ["point"]]], 1], Q1], 0),
        (["=", ["item", ["dot", U, ["after", "g_c", ["+", ["def", "D"], 1], ["point"]]], 1], Q1], 0),
        (["<", ["/", Q1, 7], Q1], 0),
        (["=", ["item", ["dot", U, ["after", "g_c", 1, ["point"]]], 1], P1], 1),
        (["<=", P1, ["item", ["dot", U, ["after", "g_c", 1, ["point"]]], 1]], 3),
        (["=", ["item", ["dot", U, ["after", "g_c", 1, ["point"]]], 2], ["item", ["dot", U, ["point"]], 2]], 0),
        (["<=", 0, ["item", ["dot", ["list", "i", 1, ["param", "d"], 1], ["point"]], 1]], 3),
        (["=", ["entry", Z, 1, 1], ["+", ["entry", ["point"], 1, 1], ["-", Q1, P1]]], 0),
        (["<", ["entry", ["point"], 1, 1], ["entry", Z, 1, 1]], 0),
        (["<", ["entry", Z, 1, 1], ["entry", ["point"], 1, 1]], 1),
        (["=", ["stage", "g_c", 0, ["point"]], ["point"]], 0),
        (["!=", Z, ["point"]], 0),
        (["=", Z, ["point"]], 1),
        (["=", ["dot", U, Z], ["list", "j", 1, 3, ["item", ["dot", U, Z], ["var", "j"]]]], 0),
        (["=", ["dot", U, Z], ["list", "j", 1, 2, Q1]], 1),
        (["<", ["item", ["dot", U, ["after", "g_c", ["*", ["param", "m"], P1], ["point"]]], 1], Q1], 0),
        (["<", ["neg", Q1], Q1], 0),
        (["<", Q1, ["item", ["dot", U, Z], 4]], 1),
        (["<", Q1, ["item", ["dot", U, ["after", "g_c", ["+", ["def", "D"], 2], ["point"]]], 1]], 1),
        (["<", Q1, ["item", ["dot", U, ["stage", "g_c", 3, ["point"]]], 1]], 1),
        (["+", Q1, Q1], 1),
        (["and", ["<", 0, Q1]], 1),
        (["<", Q1, ["min", "j", 2, 1, 1]], 1),
    ],
    ids=str,
)
def test_terms_are_what_they_are_at_all_points(term: Any, code: int) -> None:
    for decided in (symbolic("lemma8", 1, 3, 4), general("lemma8", 3)):
        step_of(decided, "property3")["term"] = term
        status, text = said(fitted(decided))
        assert status == code, text


def test_static_steps_have_no_columns() -> None:
    """A range of as many numbers as a point has columns is no range of columns."""
    for decided in (symbolic("lemma8", 1, 3, 4), general("lemma8", 3)):
        step = step_of(decided, "layers")
        step["term"] = ["all", "j", 1, ["param", "n"], ["<", ["var", "j"], 3]]
        assert said(fitted(decided))[0] == 1
        step["term"] = ["all", "j", 1, ["param", "n"], ["<", ["var", "j"], 4]]
        assert said(fitted(decided))[0] == 0
        step["term"] = ["<", 0, Q1]
        assert said(fitted(decided))[0] == 1


def q(j: Any) -> Any:
    """The id of column j at the end."""
    return ["item", ["dot", U, Z], j]


LESS = ["<=", q(["var", "j"]), q(["var", "i"])]
REPEATED = {  # over categories 2 and 3, where columns are equal or have negative ids
    "the least id is the first": (["all", "j", 1, 3, ["<=", P1, ["item", ["dot", U, ["point"]], ["var", "j"]]]], 0),
    "neighbours are in order": (["all", "j", 1, 2, ["<=", q(["var", "j"]), q(["+", ["var", "j"], 1])]], 0),
    "neighbours are different": (["all", "j", 1, 2, ["<", q(["var", "j"]), q(["+", ["var", "j"], 1])]], 1),
    "ids are different": (["distinct", ["dot", U, ["point"]]], 1),
    "the sum is not 0": (["!=", ["sum", "j", 1, 3, q(["var", "j"])], 0], 1),
    "the minimum is the first": (["=", ["min", "j", 1, 3, q(["var", "j"])], Q1], 0),
    "all pairs": (["all", "i", 1, 3, ["all", "j", 1, 3, ["or", ["<", ["var", "i"], ["var", "j"]], LESS]]], 0),
}


@pytest.mark.parametrize("name", REPEATED)
def test_terms_on_equal_and_negative_columns(name: str) -> None:
    term, expected = REPEATED[name]
    for decided in (symbolic("lemma8", 2, 3, 2), general("lemma8", 3)):
        step_of(decided, "property4")["term"] = term
        code, text = said(fitted(decided))
        assert code == expected, text


def test_columns_of_more_than_six_are_not_told_apart() -> None:
    """Only the first and the last one are known where some are equal; pairs of ids that one stands for are not known."""
    p = [["item", ["dot", U, ["point"]], ["var", k]] for k in "ij"]
    first = [["=", x, P1] for x in p] + [[">=", x, 0] for x in p]
    second = [">=", ["item", ["dot", U, ["point"]], 2], ["item", ["dot", U, ["point"]], 7]]
    pairs = ["all", "i", 1, 7, ["all", "j", 1, 7, ["or", ["=", *p], *first]]]
    for term, over in ((second, ["category 2"]), (pairs, ["category 3", "category 2"])):
        for decided in (symbolic("lemma8", 2, 7, 4), general("lemma8", 7)):
            points = {domain["name"]: domain["points"] for domain in decided["domains"]}
            counts = [verifier.records.integer(points[name]) for name in over if points[name] is not None]
            step = step_of(decided, "property4")
            step |= {"term": term, "over": over, "points": verifier.records.encode(sum(counts)) if counts else None}
            code, text = said(fitted(decided))
            assert code == 3, text


def at_stage(stage: Any) -> Any:
    return [
        "dot",
        U,
        ["point"] if stage is None else stage if isinstance(stage, list) else ["stage", "g_c", stage, ["point"]],
    ]


columns = st.sampled_from([1, ["param", "n"], ["var", "j"], 2, ["var", "i"]])
states = st.sampled_from([None, "sweep", "output", ["after", "g_c", 1, ["point"]]])
items = st.builds(lambda stage, k: ["*", ["param", "m"], ["item", at_stage(stage), k]], states, columns)
numbers = st.recursive(
    items | st.sampled_from([0, 1, -1, ["def", "D"], ["def", "t_l"], ["def", "t_r"]]),
    lambda inner: (
        st.builds(lambda op, a, b: [op, a, b], st.sampled_from(["+", "-"]), inner, inner)
        | st.builds(lambda a: ["*", ["def", "D"], a], inner)
        | st.builds(lambda op, a: [op, "j", 1, ["param", "n"], a], st.sampled_from(["min", "max", "sum"]), inner)
        | st.builds(lambda a: ["if", ["<", a, 0], 0, a], inner)
    ),
    max_leaves=3,
)
relations = st.sampled_from(["<", "<=", "=", "!=", ">", ">="])
comparisons = st.builds(lambda op, a, b: [op, a, b], relations, numbers, numbers) | st.sampled_from(
    [
        ["distinct", at_stage("output")],
        ["=", ["stage", "g_c", "sweep", ["point"]], ["point"]],
        ["<", ["var", "i"], ["var", "j"]],
    ]
)
truths = st.recursive(
    comparisons,
    lambda inner: (
        st.builds(lambda op, a, b: [op, a, b], st.sampled_from(["and", "or", "implies"]), inner, inner)
        | st.builds(lambda a: ["not", a], inner)
        | st.builds(lambda op, a: [op, "j", 1, ["param", "n"], a], st.sampled_from(["all", "any"]), inner)
    ),
    max_leaves=3,
)


@settings(max_examples=40, deadline=None)
@given(
    truths,
    st.none() | truths,
    st.sampled_from([(1, 2, 3), (1, 3, 4), (2, 2, 2), (2, 3, 2)]),
    st.sampled_from([("category 1",), ("category 2",), ("category 3",), ("category 3", "category 2")]),
)
def test_what_is_confirmed_or_called_false_is_so_at_the_points(term: Any, hypothesis: Any, box: Any, over: Any) -> None:
    """A step as it stands, said to hold and said to be vacuous, against every point by the literal networks."""
    term, hypothesis = (x if x is None else ["all", "i", 1, 2, ["any", "j", 1, 2, x]] for x in (term, hypothesis))
    decided = symbolic("lemma8", *box)
    step = step_of(decided, "property3")
    counts = {domain["name"]: domain["points"] for domain in decided["domains"]}
    step |= {"term": term, "given": hypothesis, "over": list(over), "points": sum(counts[name] for name in over)}
    codes = {}
    for verdict in ("holds", "vacuous"):
        step["verdict"] = verdict
        codes[verdict] = said(fitted(decided))[0]
    context = verifier.terms.Context(dict(zip("dnm", box, strict=True)), {}, {}, [10**9])
    context.networks["g_c"] = verifier.networks.Network(decided["networks"]["g_c"], "g_c")
    context.definitions.update(decided["values"])
    reads = [None if x is None else context.read(x, {"": "point"}, "boolean") for x in (hypothesis, term)]
    scenes = [verifier.readings.Scene(context, point) for name in over for point in points_of(*box, name)]
    applicable = [scene for scene in scenes if reads[0] is None or reads[0](scene, {})]
    true = all(reads[1](scene, {}) for scene in applicable)
    assert codes["holds"] != 0 or (applicable and true)
    assert codes["vacuous"] != 0 or not applicable
    for verdict in ("holds", "vacuous"):
        every = general("lemma8", box[1])
        step_of(every, "property3").update(term=term, given=hypothesis, over=list(over), verdict=verdict)
        assert said(fitted(every))[0] != 0 or (true if verdict == "holds" else not applicable)


def test_a_hypothesis_may_leave_no_point() -> None:
    for decided in (symbolic("lemma8", 1, 3, 4), general("lemma8", 3)):
        step = step_of(decided, "property3")
        step["given"] = ["<", Q1, 0]
        assert said(fitted(decided))[0] == 1
        step["verdict"] = "vacuous"
        assert said(fitted(decided))[0] == 0
        step["given"] = [">", Q1, 0]
        assert said(fitted(decided))[0] == 1
        step["verdict"] = "holds"
        assert said(fitted(decided))[0] == 0


def test_a_hypothesis_that_is_not_decided_makes_nothing_vacuous() -> None:
    """l_1 = 1 at some points, of which none is a corner."""
    decided = symbolic("lemma8", 1, 2, 8)
    step = step_of(decided, "property3")
    step["given"] = ["=", ["*", ["param", "m"], P1], 1]
    for verdict in ("vacuous", "holds"):
        step["verdict"] = verdict
        assert said(fitted(decided))[0] == 3
    decided = general("lemma8", 2)  # here it is one, with D = 3
    step_of(decided, "property3")["given"] = step["given"]
    for verdict in ("vacuous", "holds"):
        step_of(decided, "property3")["verdict"] = verdict
        assert said(fitted(decided))[0] == 3


@pytest.mark.parametrize(
    ("term", "codes"),
    [
        (["all", "i", 1, ["param", "d"], ["<=", ENTRY, AFTER]], (0, 0)),
        (["all", "i", 1, ["param", "d"], ["<", ENTRY, AFTER]], (1, 3)),
        (["all", "i", 1, ["param", "d"], ["=", ENTRY, AFTER]], (1, 1)),
        (["any", "i", 1, ["param", "d"], ["<", ENTRY, AFTER]], (0, 0)),
        (["any", "i", 1, ["param", "d"], ["=", ENTRY, AFTER]], (0, 3)),
        (["any", "i", 1, ["param", "d"], [">", ENTRY, AFTER]], (1, 1)),
        (["all", "i", 1, ["param", "d"], ["=", ["var", "i"], 1]], (1, 3)),
        (["all", "i", 1, ["param", "d"], [">=", ["item", ["dot", U, Z], ["var", "i"]], 0]], (0, 3)),
    ],
    ids=str,
)
def test_rows(term: Any, codes: tuple[int, int]) -> None:
    """Of all rows, the first grows by what the id grows by, and the others, if there are some, stay as they are."""
    for decided, code in zip((symbolic("lemma8", 2, 3, 3), general("lemma8", 3)), codes, strict=True):
        step_of(decided, "property3")["term"] = term
        status, text = said(fitted(decided))
        assert status == code, text


def test_numbers_of_one_point_have_to_differ() -> None:
    for decided in (symbolic("lemma10", 1, 3, 8), general("lemma10", 3)):
        step = step_of(decided, "one_to_one")
        step["term"] = ["list", "i", 1, 2, step["term"]]
        assert said(fitted(decided))[0] == 1


def test_a_factor_m_has_to_cancel_for_all_D() -> None:
    decided = general("lemma8", 3)
    step = step_of(decided, "property3")
    for term, code in (
        (["<", 0, Q1], 0),
        (["<", 0, ["*", ["param", "m"], Q1]], 0),
        (["<", 1, ["*", ["param", "m"], Q1]], 0),
        (["<", 1, Q1], 3),
        (["<", ["/", ["param", "m"], ["param", "m"]], ["*", ["param", "m"], Q1]], 0),
        (["<", ["param", "d"], ["*", ["param", "m"], Q1]], 3),
    ):
        step["term"] = term
        assert said(fitted(decided))[0] == code, term


def test_points_may_be_shown_to_be_far_apart() -> None:
    """The greatest ids of different points differ by at least D - 1 at n = 2, and not by at least D."""
    for decided in (symbolic("lemma10", 1, 2, 5), general("lemma10", 2)):
        step = step_of(decided, "one_to_one")
        step |= {"fold": "apart", "bound": 1, "relation": ">="}
        assert said(fitted(decided))[0] == 0
        for relation, bound, code in (
            (">", 1, 1),
            (">", 0, 0),
            (">=", ["def", "D"], 1),
            ("<", 1, 1),
            (None, 1, 1),
            (">=", None, 1),
        ):
            step |= {"bound": bound, "relation": relation}
            assert said(fitted(decided))[0] == code, (relation, bound)
        step |= {"order": None, "bound": 1, "relation": ">="}
        assert said(fitted(decided))[0] == 3


def test_numbers_that_ids_do_not_tell_are_not_shown_to_be_apart() -> None:
    """An entry grows by what the id grows by, but from where it is not known."""
    after = ["after", "g_c", ["if", ["<", P1, ["/", 1, 2]], 1, 2], ["point"]]
    for decided in (symbolic("lemma10", 2, 2, 3), general("lemma10", 2)):
        step = step_of(decided, "one_to_one")
        for term in (["entry", Z, 1, 2], ["item", ["dot", U, after], 2]):
            step["term"] = term
            assert said(fitted(decided))[0] == 3


def test_a_bound_has_no_point() -> None:
    for decided in (symbolic("lemma10", 1, 2, 5), general("lemma10", 2)):
        step_of(decided, "one_to_one").update(fold="apart", bound=["-", P1, P1], relation=">")
        assert said(fitted(decided))[0] == 1


def test_static_witnesses_satisfy_the_hypothesis() -> None:
    decided = general("lemma8", 3)
    box = {"domain": None, "points": [], "parameters": {"d": 1, "m": 3}}
    term, given = ["<", ["def", "D"], 3], ["<", 2, ["def", "D"]]
    step_of(decided, "layers").update(term=term, given=given, verdict="refuted", witness=box)
    assert said(fitted(decided))[0] == 0
    step_of(decided, "layers")["given"] = ["<", 3, ["def", "D"]]
    assert said(fitted(decided))[0] == 1
