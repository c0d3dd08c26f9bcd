"""What claims rest on, as declared: every label is found, there is no circle, and what is cited is there."""

from __future__ import annotations

import graphlib
import importlib
import re
from collections.abc import Iterator

import pytest

from exactua.claims.claim import Claim
from exactua.claims.dossier import edges_of
from exactua.claims.registry import PAPERS, claims_of, labels

EDGES = {claim.label: edges_of(claim) for paper in PAPERS for claim in claims_of(paper)}
ON = {label: {edge.on for edge in edges if not edge.assumed} for label, edges in EDGES.items()}

UNUSED = {
    ("yun2020:theorem2", "Lemma 9"): "through Proposition 5",
    ("yun2020:definition_e1", "Lemma 9"): "says what another claim is about",
    ("yun2020:lemma6", "Proposition 5"): "says which network Theorem 2 needs; nothing of it is used",
    ("yun2020:lemma6", "Lemma 7"): "its network is an example of what is approximated",
    (
        "yun2020:coarse_resolution",
        "Category 1",
    ): "its points: l~_n is the display, which Lemma 10 holds against the network",
    ("yun2020:g2", "Lemma 8"): "'the Category 1 in the proof of Lemma 8': it rests on that part alone",
    ("yun2020:event_driven_sweep", "Lemma 8"): "the network is that of Lemma 8, and nothing that Lemma 8 says is used",
    ("yun2020:sorted_order", "Lemma 8"): "says what an enumeration in this order may do for Property 2",
    (
        "yun2020:separable_convolution",
        "Lemma 8",
    ): "counts what its layers cost, and in whose sense a mapping is contextual",
    ("kajitsuka2024:definition1", "Theorem 2"): "says what Theorem 2 asks beside the definition",
    ("kajitsuka2024:definition1", "Lemma 1"): "says by which letter Lemma 1 calls a number of the definition",
    ("kajitsuka2024:definition2", "Corollary 1"): "says what Corollary 1 assumes of labels",
    ("kajitsuka2024:one_hardmax_layer", "Theorem 1"): "our own, beside Theorem 1: neither proof uses the other",
    ("kajitsuka2024:proof_overview", "Theorem 2"): "the sketch of its proof",
    ("kajitsuka2024:rank_one", "Theorem 2"): "Section 5: its proof led to (20); nothing of it is used",
    ("kajitsuka2024:proof_sketch", "Lemma 1"): "the sketch of its proof",
    ("kajitsuka2024:masks", "Lemma 7"): "through Lemma 1",
}
"""What a claim names and neither rests on nor carries, with the reason."""

TITLE = r"(Theorem|Proposition|Corollary|Lemma|Claim|Category)"


def cited(claim: Claim) -> Iterator[str]:
    """The printed names of other claims in the words of a claim and its steps, and in the docstring of its module."""
    paper, _, name = claim.label.partition(":")
    package = importlib.import_module(f"exactua.papers.{paper}")
    module = importlib.import_module(f"exactua.papers.{paper}.{package.CLAIMS[name]}")
    words = [claim.text, claim.source, module.__doc__ or ""]
    words += [f"{step.says} {step.reason or ''}" for step in claim.steps]
    for text in words:
        for kind, numbers in re.findall(rf"{TITLE}(?:s|ies)? (\d+(?:, \d+)*(?:,? and \d+)?)", text):
            yield from (f"{kind} {number}" for number in re.findall(r"\d+", numbers))


def test_every_label_is_that_of_a_claim():
    assert set(EDGES) == set(labels())
    assert {on for edges in ON.values() for on in edges} <= set(EDGES)
    assert sum(map(len, ON.values())) >= 100


def test_no_claim_rests_on_itself_in_any_number_of_steps():
    list(graphlib.TopologicalSorter(ON).static_order())


@pytest.mark.parametrize("label", list(EDGES))
def test_nothing_is_declared_twice_and_places_are_said(label):
    edges = EDGES[label]
    assert len({edge.on for edge in edges}) == len(edges)
    place = r"(App\. [A-H]|Sec\. \d|Remark \d|slides? '|')"
    assert all(re.match(place, edge.where) for edge in edges), edges


def unexplained(claim: Claim, on: dict[str, set[str]]) -> set[str]:
    """Names that are cited, and are neither an edge in either direction nor in the list above."""
    titles = {other.title: other.label for other in claims_of(claim.label.partition(":")[0])}
    names = {name for name in cited(claim) if titles.get(name, claim.label) != claim.label}
    return {
        name
        for name in names
        if titles[name] not in on[claim.label]
        and claim.label not in on[titles[name]]
        and (claim.label, name) not in UNUSED
    }


@pytest.mark.parametrize("label", [label for label in EDGES if label.startswith(("yun2020:", "kajitsuka2024:"))])
def test_a_claim_that_is_cited_is_rested_on_or_rests_on_it_or_there_is_a_reason(label):
    claim = next(candidate for candidate in claims_of(label.partition(":")[0]) if candidate.label == label)
    assert unexplained(claim, ON) == set()


def test_the_list_of_reasons_has_nothing_idle():
    for label, name in UNUSED:
        paper = label.partition(":")[0]
        claim = next(candidate for candidate in claims_of(paper) if candidate.label == label)
        other = next(candidate for candidate in claims_of(paper) if candidate.title == name)
        assert name in set(cited(claim)), (label, name)
        assert other.label not in ON[label], (label, name)
        assert label not in ON[other.label], (label, name)


@pytest.mark.parametrize(
    ("label", "without", "name"),
    [
        ("yun2020:theorem2", "yun2020:lemma4", "Lemma 4"),
        ("yun2020:proposition5", "yun2020:lemma7", "Lemma 7"),
        ("yun2020:category2", "yun2020:lemma10", "Lemma 10"),
        ("yun2020:tightness", "yun2020:lemma8", "Lemma 8"),
        ("kajitsuka2024:lemma6", "kajitsuka2024:lemma5", "Lemma 5"),
    ],
)
def test_an_edge_that_is_missing_is_seen(label, without, name):
    claim = next(candidate for candidate in claims_of(label.partition(":")[0]) if candidate.label == label)
    assert name in unexplained(claim, {**ON, label: ON[label] - {without}})


CORE = {
    "theorem2": "lemma4 proposition5 lemma6",
    "proposition5": "blocks lemma7 lemma8 lemma9 column_id",
    "lemma4": "",
    "lemma6": "",
    "lemma7": "",
    "lemma8": "selective_shift column_id category1 lemma10 global_shift category2 category3",
    "lemma9": "lemma8 equivariance lemma7 global_shift",
    "lemma10": "category1 column_id coarse_resolution",
    "global_shift": "category1 selective_shift lemma10",
    "category1": "first_shifts selective_shift column_id equivariance",
    "category2": "selective_shift column_id equivariance category1 lemma10",
    "category3": "selective_shift column_id equivariance",
    "equivariance": "claim1",
    "claim1": "",
    "theorem3": "g1 g2 g3 lemma4 lemma6 theorem2 proposition5",
}
CORE_OF_ONE_LAYER = {
    "theorem1": "hardmax_attention",
    "theorem2": "lemma3 lemma1",
    "lemma1": "lemma7",
    "lemma3": "lemma2",
    "lemma4": "",
    "lemma5": "lemma4",
    "lemma6": "lemma4 lemma5",
    "lemma7": "lemma4 lemma6",
    "corollary1": "theorem2",
    "corollary2": "theorem2 corollary1",
    "proposition1": "theorem2 corollary1",
}


@pytest.mark.parametrize(("paper", "core"), [("yun2020", CORE), ("kajitsuka2024", CORE_OF_ONE_LAYER)])
def test_the_proofs_of_the_theorems_are_as_the_papers_write_them(paper, core):
    assert {name: ON[f"{paper}:{name}"] for name in core} == {
        name: {f"{paper}:{short}" for short in named.split()} for name, named in core.items()
    }


def below(label: str, known: set[str]) -> set[str]:
    for on in ON[label] - known:
        known.add(on)
        below(on, known)
    return known


def test_theorem_2_rests_on_all_that_its_proof_has():
    needed = (
        "blocks claim1 lemma4 equivariance proposition5 lemma7 lemma8 selective_shift column_id first_shifts category1 "
        "global_shift category2 category3 lemma10 coarse_resolution lemma9 lemma6"
    )
    assert below("yun2020:theorem2", set()) == {f"yun2020:{name}" for name in needed.split()}


def test_theorem_3_rests_on_theorem_2_and_its_own_appendix():
    claims_below = below("yun2020:theorem3", set())
    assert claims_below - below("yun2020:theorem2", set()) == {
        f"yun2020:{name}" for name in ("theorem2", "g1", "g2", "g3")
    }


def test_theorem_2_of_one_layer_rests_on_all_seven_lemmas():
    claims_below = below("kajitsuka2024:theorem2", set())
    assert claims_below == {f"kajitsuka2024:lemma{k}" for k in range(1, 8)}


def test_what_is_taken_from_elsewhere_is_said():
    assumed = {label: [edge.on for edge in edges if edge.assumed] for label, edges in EDGES.items()}
    assert "uniformly continuous" in assumed["yun2020:lemma4"][0]
    assert any("sigma_H" in fact for fact in assumed["yun2020:lemma6"])
    assert assumed["kajitsuka2024:lemma2"] == ["Lemma 13 of Park et al. (2021)"]
    assert any("Zhang et al. 2016" in fact for fact in assumed["kajitsuka2024:corollary1"])
    assert assumed["yun2020:lemma8"] == []
