"""What a theorem may assume: nothing, or over the reals four assumptions, by their full names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.proving.rocq.record import accepted
from exactua.proving.rocq.sources import (
    CLOSED,
    OF_THE_REALS,
    OVER_R,
    assumed,
    is_allowed,
    read_sources,
    require_checked,
    sources_folder,
    theorems,
)
from exactua.proving.rocq.toolchain import NotProved

PRINTED = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop,
    (forall n : nat, {P n} + {~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}
"""
CHECKED = """
CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Axioms:{axioms}

* Constants/Inductives relying on type-in-type: {unsafe}

* Constants/Inductives relying on unsafe (co)fixpoints: <none>

* Inductives whose positivity is assumed: <none>
"""
some_of_them = st.sets(st.sampled_from(sorted(OF_THE_REALS)), min_size=1)


def axioms(names: set[str]) -> str:
    return "Axioms: " + ", ".join(sorted(names))


def test_names_are_read_from_what_the_kernel_prints() -> None:
    assert assumed(PRINTED) == "Axioms: ClassicalDedekindReals.sig_forall_dec, ClassicalDedekindReals.sig_not_dec"
    assert assumed(CLOSED + "\n") == CLOSED


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "Axioms:",
        "Section Variables:\nx : nat",
        "Axioms:\nf is assumed to be guarded.",
        "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\neq relies on definitional UIP.",
        "Type hierarchy is collapsed (logic is inconsistent)",
    ],
)
def test_whatever_else_it_prints_is_allowed_to_nothing(printed: str) -> None:
    said = assumed(printed)
    assert not any(is_allowed(of, said) for of in ("Exported", "Statements", *OVER_R))


@given(some_of_them)
def test_only_over_the_reals_may_some_of_them_be_assumed(names: set[str]) -> None:
    assert all(is_allowed(of, axioms(names)) for of in OVER_R)
    assert not is_allowed("Statements", axioms(names))
    assert not is_allowed("Exported", axioms(names))
    assert all(is_allowed(of, CLOSED) for of in ("Exported", "Statements", *OVER_R))


@given(
    some_of_them,
    st.sampled_from(["classic", "Eqdep.Eq_rect_eq.eq_rect_eq", "Classical_Prop.classic2", "sig_forall_dec"]),
)
def test_nothing_else_may(names: set[str], other: str) -> None:
    assert not any(is_allowed(of, axioms({*names, other})) for of in OVER_R)


@given(st.sets(st.sampled_from(sorted(OF_THE_REALS.values()))))
def test_coqchk_is_held_to_the_same(names: set[str]) -> None:
    told = CHECKED.format(axioms="".join(f"\n    {name}" for name in names) or " <none>", unsafe="<none>")
    require_checked(told, over_R=True)
    if names:
        with pytest.raises(NotProved, match="coqchk finds assumptions"):
            require_checked(told, over_R=False)
    else:
        require_checked(told, over_R=False)


@pytest.mark.parametrize(
    "told",
    [
        CHECKED.format(axioms="\n    Exactua.Classical_Prop.classic", unsafe="<none>"),
        CHECKED.format(axioms=" <none>", unsafe="\n    Exactua.A.b"),
        CHECKED.format(axioms=" <none>", unsafe="<none>").replace("* Axioms: <none>", ""),
        "",
    ],
)
def test_what_coqchk_may_not_say(told: str) -> None:
    with pytest.raises(NotProved, match="coqchk finds assumptions"):
        require_checked(told, over_R=True)


def test_the_record_has_no_theorem_that_assumes_more() -> None:
    sources = read_sources(sources_folder())
    built = accepted(sources)
    assert built.assumptions.keys() == set(theorems(sources))
    assert all(is_allowed(theorem.of, said) for theorem, said in built.assumptions.items())
    assert {theorem.of for theorem, said in built.assumptions.items() if said != CLOSED} == set(OVER_R)
