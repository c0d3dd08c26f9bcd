"""The theorems in words: each is about a claim that is there, with steps that are there, and is accepted."""

from __future__ import annotations

import pytest

from exactua.claims.registry import find
from exactua.proving.rocq.kernel import RocqRecord
from exactua.proving.rocq.written import WRITTEN


@pytest.mark.parametrize("one", WRITTEN, ids=lambda one: one.name)
def test_each_is_accepted_and_its_instances_are_steps(one) -> None:
    claim, _ = find(one.claim)
    assert {claim.step(name).name for name in one.instances} == set(one.instances)
    found = {theorem.theorem: theorem for theorem in RocqRecord().written(claim)}
    theorem = found[f"Theorems.{one.name}_proved"]
    assert theorem.says == one.says
    first, last = theorem.lines
    lines = RocqRecord().sources["Statements.v"].splitlines()
    assert lines[first - 1].startswith(f"Definition {one.name} : Prop :=")
    assert lines[last - 1].endswith(".")


def test_lemma_8_speaks_of_every_order() -> None:
    (theorem,) = RocqRecord().written(find("lemma8")[0])
    assert "in every order of their columns" in theorem.says
    lines = RocqRecord().sources["Statements.v"].splitlines()[theorem.lines[0] - 1 : theorem.lines[1]]
    assert not any("in_order" in line or "category" in line for line in lines)
    assert {"property1", "property2", "property3", "property4"} <= set(theorem.instances)


def test_a_claim_without_such_theorems_has_none() -> None:
    assert list(RocqRecord().written(find("theorem2")[0])) == []
