"""Corollary 1 for a set: its hypotheses, the paper's count, and the count of what is built."""

from __future__ import annotations

from exactua.commands.build.corollary import build_memoriser
from exactua.commands.train.labelled_tokens import generated
from exactua.commands.train.work import theory_of
from tests.commands.train.small import labelled, tiny


def test_counts_are_those_of_what_is_built():
    data = tiny().data
    theory = theory_of(data)
    assert (theory.fails, theory.contexts, theory.not_built) == (None, 6, None)
    assert theory.printed == 4 * (1 + 1) + 1 * (2 * 3 * 2 + 1)
    assert theory.built == build_memoriser("corollary1", data).memoriser.counts


def test_hypotheses_that_fail_are_told():
    twice = theory_of(labelled(([[1, 1]], [[1, 2]])))
    assert "pair 1: the tokens at positions 1 and 2" in twice.fails
    assert twice.built is None
    unclear = theory_of(labelled(([[1, 2]], [[1, 2]]), ([[2, 1]], [[1, 1]])))
    assert "the token 2 is labelled 2 in pair 1 (position 2) and 1 in pair 2" in unclear.fails


def test_a_large_set_is_counted_and_not_built():
    theory = theory_of(generated(sequences=200).data)
    assert theory.fails is None
    assert theory.printed == 4 * 17 + 16 * (2 * 6 * 200 + 16)
    assert theory.built is None
    assert theory.not_built.startswith("1,200 contexts with 6 scores each; at most ")
