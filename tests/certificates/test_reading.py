"""From certificates back to problems.

Laws: what is decided of the problem that a certificate describes is that certificate, to the byte; of anything else
there is no problem but one sentence with the place; bytes that were altered are not read.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exactua.certificates.reading import Certificate, problem_of, read_certificate
from exactua.certificates.writing import certificate, decided_data, laid_out
from exactua.claims.problem import Problem, definitions_data
from exactua.claims.registry import find, labels
from exactua.commands.audit.certificate_changes import fields_of
from exactua.commands.audit.certificates import altered_files
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.evidence.boxes import ladder
from exactua.networks.serialisation import to_data as network_data
from exactua.terms.encoding import canonical, sha256
from tests.pocket_certificates import ASKED, decision

Change = Callable[[dict[str, Any]], Any]


def plain(name: str) -> dict[str, Any]:
    """The hashed part of a pocket certificate, read from its bytes."""
    return read_certificate(certificate(decision(name)).encode()).decided


def read(decided: dict[str, Any]) -> tuple[Problem | None, str]:
    """The problem that these data describe, or why there is none."""
    try:
        return problem_of(decided), ""
    except InputError as error:
        return None, str(error)


@pytest.mark.parametrize("label", list(labels()))
def test_a_claim_comes_back_from_its_certificate(label: str) -> None:
    claim, _ = find(label)
    text = certificate(decide(claim.problem(next(ladder(claim))), replayed=0))
    reread = read_certificate(text.encode())
    again = decided_data(decide(reread.problem, replayed=0))
    assert canonical(again) == canonical(reread.decided)
    assert (reread.digest, reread.problem.label) == (sha256(again), label)


@pytest.mark.parametrize("name", ASKED)
def test_whatever_the_format_knows_comes_back(name: str) -> None:
    first = decision(name)
    decided = read_certificate(certificate(first).encode()).decided
    problem = problem_of(decided)
    assert canonical(decided_data(decide(problem, replayed=0))) == canonical(decided)
    assert canonical(decided_data(decide(problem, engine="literal", replayed=0))) == canonical(decided)
    assert (problem.steps, problem.networks) == (first.problem.steps, first.problem.networks)


@pytest.mark.parametrize("name", ASKED)
def test_changed_data_is_a_problem_that_says_the_same_or_one_sentence(name: str) -> None:
    decided = plain(name)
    for field in random.Random(name).sample(list(fields_of(decided)), 250):
        changed = field.applied(decided)
        problem, message = read(changed)
        if problem is None:
            assert message
            assert "\n" not in message
            continue
        assert canonical(definitions_data(problem.definitions)) == canonical(changed["definitions"])
        specs = {domain["name"]: canonical(domain["spec"]) for domain in changed["domains"]}
        assert all(canonical(spec.data()) == specs[spec.name] for spec in problem.domains)
        stated = [problem.statement_hash(step) for step in problem.steps]
        if field.fitted:
            assert stated == [step["statement"] for step in changed["steps"]]
        if field.path[0] != "networks":
            assert canonical({key: network_data(network) for key, network in problem.networks.items()}) == canonical(
                changed["networks"]
            )


def set_to(*path: Any) -> Change:
    """Sets a value at a place: the last one given."""

    def change(decided: dict[str, Any]) -> None:
        inner: Any = decided
        for part in path[:-2]:
            inner = inner[part]
        inner[path[-2]] = path[-1]

    return change


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("folds", set_to("scope", "sampled"), 'scope: it is not one of enumerated, runs'),
        ("folds", lambda decided: decided.pop("values"), "decided: missing key values; the keys are claim, "),
        ("folds", set_to("more", 0), 'decided: unknown key "more"; the keys are claim, '),
        ("folds", set_to("title", 1), "title: a number is not a string"),
        ("folds", set_to("parameters", "n", "2"), "parameters.n: '2' is a string; write the number 2"),
        ("folds", set_to("parameters", "n", 0), "domains[0]: it needs a parameter n >= 1"),
        ("folds", lambda decided: decided["parameters"].pop("d"), "domains[0]: it needs a parameter d >= 1"),
        ("folds", set_to("parameters", "m", 2.0), "parameters.m: 2.0 is not an integer"),
        ("terms", set_to("definitions", 0, ["half"]), "definitions[0]: a definition is a name and a term"),
        ("terms", set_to("definitions", 1, 0, "half"), 'definitions[1]: "half" is defined twice'),
        ("terms", set_to("definitions", 0, 1, ["def", "one"]), 'definitions[0]: there is no definition before it "one"'),
        ("terms", set_to("definitions", 0, 1, ["point"]), "definitions[0]: a matrix is not a number"),
        ("terms", set_to("steps", 0, "term", ["=", ["param", "q"], 1]), 'steps[0].term: there is no integer parameter "q"'),
        ("terms", set_to("steps", 0, "term", ["=", ["point"], ["point"]]), "steps[0].term: it speaks of a point where"),
        ("terms", set_to("steps", 0, "term", ["<", ["var", "k"], 1]), 'steps[0].term: nothing binds the variable "k" of'),
        ("terms", set_to("steps", 0, "term", ["all", "", 1, 2, ["<", 1, 2]]), "steps[0].term: a variable has no name"),
        ("terms", set_to("steps", 0, "term", ["<", 1]), "steps[0].term: '<' takes (number, number), not (number)"),
        ("terms", set_to("steps", 0, "term", 5), "steps[0].term: a number where a truth should be"),
        ("terms", set_to("steps", 0, "given", 5), "steps[0].given: a number where a truth should be"),
        ("terms", set_to("steps", 0, "kind", "lemma"), 'steps[0].kind: "lemma" is not one of statement, proof line'),
        ("terms", set_to("steps", 0, "name", "relations"), "steps: two of them have the same name"),
        ("terms", set_to("steps", 0, "fold", "all"), 'steps[0].fold: "all" is not one of each, distinct, apart, sum'),
        ("terms", set_to("steps", 0, "bound", 5), "steps[0]: the bound or the relation does not fit"),
        ("terms", set_to("steps", 0, "over", ["here"]), 'steps[0].over: there is no domain "here", or it is named twice'),
        ("terms", set_to("steps", 14, "over", ["points"] * 2), 'steps[14].over: there is no domain "points", or it is'),
        ("terms", set_to("judged", ["nothing"]), 'judged: there is no step "nothing"'),
        ("terms", set_to("steps", 0, 5), "steps[0]: a number is not an object"),
        ("terms", set_to("steps", 6, "term", ["permutations", "P", ["<", ["var", "P"], 1]]),
         'steps[6].term: nothing binds the variable "P" of \'var\''),
        ("offsets", set_to("steps", 0, "term", ["<", ["integral", "h", 1, ["var", "h"]], 1]),
         'steps[0].term: nothing binds the variable "h" of \'var\''),
        ("offsets", set_to("steps", 1, "term", 1, 3, 1, "h"), 'steps[1].term: the offsets "h" have the name of a variable'),
        ("cells", set_to("steps", 3, "term", 2, 2, 1, "row"), 'steps[3].term: the offsets "row" have the name of'),
        ("offsets", lambda decided: decided["parameters"].pop("n"), "domains[0]: it needs a parameter n >= 1"),
        ("cells", lambda decided: decided["parameters"].pop("n"), "steps[3].term: it needs a parameter n >= 1"),
        ("folds", set_to("steps", 0, "term", ["numbers"]), "steps[0].term: 'numbers' stands outside of a fold"),
        ("networks", set_to("networks", "all", "d", 0), "networks.all"),
        ("networks", set_to("networks", "all", "stages", {}), 'steps[9].term: the network "all" has no stage "output"'),
        ("networks", set_to("networks", {}), 'steps[0].term: there is no network "all"'),
        ("cells", set_to("domains", 0, "spec", "columns", 2), "domains[0].spec.columns: a number is not 1"),
        ("cells", set_to("domains", 0, "spec", "columns", True), "domains[0].spec.columns: true is not 1"),
        ("cells", set_to("steps", 0, "fold", "sum"), "steps[0]: the bound or the relation does not fit"),
        ("grids", set_to("domains", 1, "name", "orbits"), 'domains[1]: a domain before it has the name "orbits" too'),
        ("grids", set_to("domains", 0, "spec", "kind", "cube"), 'domains[0].spec.kind: "cube" is not one of orbits'),
        ("grids", set_to("domains", 0, "spec", "repeats", "no"), 'domains[0].spec.repeats: "no" is not one of allowed'),
        ("grids", set_to("domains", 0, "spec", "specials", "no"), 'domains[0].spec.specials: "no" is not one of none'),
        ("grids", set_to("domains", 0, "spec", "ids", 1), "domains[0].spec.ids: a number is not a list of numbers"),
        ("grids", set_to("domains", 0, "spec", "levels", "count", ["<", 1, 2]), "domains[0].spec.levels.count: a truth"),
        ("grids", set_to("domains", 5, "spec", "columns", []), "domains[5].spec.columns: it is empty"),
        ("grids", set_to("domains", 10, "spec", "of", {"kind": "cells", "columns": 1}), "domains[10].spec.of: there are no"),
        ("folds", set_to("steps", 6, "fold", "next", []), "steps[6].fold: next: 0 numbers given, but start has 2"),
        ("folds", set_to("steps", 2, "relation", "<"), "steps[2]: the bound or the relation does not fit"),
        ("folds", set_to("steps", 2, "bound", ["entry", ["point"], 1, 1]), "steps[2].bound: it speaks of a point"),
        ("folds", lambda decided: decided["steps"][0].update(over=[], term=1), "steps: pocket:folds.distinct: it has a fold"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(name: str, change: Change, message: str) -> None:
    decided = plain(name)
    change(decided)
    with pytest.raises(InputError) as error:
        problem_of(decided)
    assert str(error.value).startswith(message)


def test_a_step_may_leave_out_bound_and_relation() -> None:
    decided = plain("terms")
    expected = problem_of(decided).steps
    for step in decided["steps"]:
        del step["bound"], step["relation"]
    assert problem_of(decided).steps == expected


@pytest.mark.parametrize(("operator", "content"), list(altered_files(laid_out(plain("offsets"), {}).encode())))
def test_altered_files_are_not_read(operator: str, content: bytes) -> None:
    if operator.startswith("run"):
        assert read_certificate(content).decided == plain("offsets")
    else:
        with pytest.raises(InputError):
            read_certificate(content)


def test_a_file_is_read_as_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(certificate(decision("offsets")))
    reread = read_certificate(path)
    assert reread == read_certificate(path.read_bytes())
    assert reread.run["engine"]["at a point"] == "kernel"
    assert isinstance(reread, Certificate)
    with pytest.raises(InputError, match="certificate: there is no file"):
        read_certificate(tmp_path / "another.json")
    with pytest.raises(InputError, match=r"certificate: .* is a directory"):
        read_certificate(tmp_path)


def test_floats_and_endless_nesting_are_refused() -> None:
    decided = plain("offsets")
    decided["steps"][0]["points"] = 1.0
    with pytest.raises(InputError, match=r"decided\.steps\[0\]\.points: 1\.0 is a float"):
        read_certificate(laid_out(decided, {}).encode())
    text = laid_out(plain("offsets"), {}).replace('"run":{}', f'"run":{"[" * 100_000}{"]" * 100_000}')
    with pytest.raises(InputError, match="nested too deeply"):
        read_certificate(text.encode())
    deep: Any = 1
    for _ in range(300):
        deep = ["neg", deep]
    decided = plain("offsets")
    decided["steps"][0]["term"] = ["<", deep, 1]
    with pytest.raises(InputError, match="nested more than 200 levels deep"):
        problem_of(decided)
