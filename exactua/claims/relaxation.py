"""Relaxations of a claim: one hypothesis, condition, domain, constant, strictness or tie rule less than it has.

A relaxation changes the data of a claim's problem and nothing else; what breaks then is for `exactua relax` to find.
Hypotheses, conditions of steps, domains of different columns and tie rules are relaxed automatically; constants and
strict ends are what a claim declares with `Claim.relaxes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from exactua.claims.problem import Problem, Step
from exactua.grids.categories import DomainSpec, category1, grid, pairs_of
from exactua.networks import Network, TieRule
from exactua.networks.retouching import with_tie_rule
from exactua.terms.language import Term

if TYPE_CHECKING:
    from exactua.claims.claim import Claim

Kind = Literal["hypothesis", "condition", "domain", "tie rule", "constant", "strictness"]

KINDS: Final[tuple[Kind, ...]] = ("hypothesis", "domain", "condition", "tie rule", "constant", "strictness")
"""The kinds in the order in which they are listed."""

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Relaxation:
    """One thing less: what is dropped, what stands in its place, and the data of the problem that it changes."""

    name: str
    """What is dropped, as `--drop` takes it: "delta^-1 >= 2"."""
    kind: Kind
    becomes: str
    """What stands in its place; for a hypothesis, where it is violated."""
    aliases: tuple[str, ...] = ()
    """Other names that `--drop` takes."""
    steps: tuple[str, ...] = ()
    """The steps that are asked about; none: all of the claim."""
    except_for: tuple[str, ...] = ()
    """Steps that only state what is changed, so that their failure says nothing."""
    without: tuple[str, ...] = ()
    """Hypotheses (their words) that an instance violates."""
    below: tuple[str, ...] = ()
    """Parameters that may be below what the claim insists on."""
    networks: Mapping[str, Callable[[Values], Network]] = field(default_factory=dict)
    """Builders in place of the claim's."""
    definitions: Mapping[str, Term] = field(default_factory=dict)
    changed: Mapping[str, Step] = field(default_factory=dict)
    """Steps in place of those of the same name."""
    tie_rule: TieRule | None = None
    numbered: Callable[[Values, int], Mapping[str, Network]] | None = None
    """Networks with the integer k for the constant, from which the least k that serves is found."""
    most: Callable[[Values], int] | None = None
    """The paper's value of that constant."""
    remark: str = ""
    """What has to be said beside what is found, such as why a step is left out."""
    implied_by: str = ""
    """A relaxation that drops more: where that breaks nothing, this one doesn't."""

    @property
    def violates(self) -> bool:
        """Whether the relaxation is tried at instances at which the claim is not stated."""
        return bool(self.without or self.below)

    def problem(self, claim: Claim, parameters: Mapping[str, int | str], steps: Sequence[str] = ()) -> Problem:
        """The claim, or these steps of it, at an instance with the relaxation in place.

        Raises InputError where parameters are invalid for another reason than what is dropped.
        """
        problem = claim.problem(parameters, tuple(steps), without=self.without, below=self.below)
        definitions = tuple((name, self.definitions.get(name, term)) for name, term in problem.definitions)
        changed = tuple(self.changed.get(step.name, step) for step in problem.steps)
        used = frozenset().union(*(step.networks() for step in changed)) if changed else frozenset()
        values = problem.parameters
        networks = {name: network for name, network in problem.networks.items() if name in used}
        networks |= {name: build(values) for name, build in self.networks.items() if name in used}
        missing = used - set(networks)
        networks |= {name: claim.networks[name](values) for name in missing}
        if self.tie_rule is not None:
            networks = {name: with_tie_rule(network, self.tie_rule) for name, network in networks.items()}
        return replace(problem, definitions=definitions, networks=networks, steps=changed)


def different_columns(claim: Claim, names: Sequence[str]) -> Iterator[Relaxation]:
    """For these steps over Category 1: different columns dropped, and no entry -delta^(-nd) dropped."""
    for name, aliases, becomes, wider in (
        ("all columns of L are different", ("different columns", "L in G~_delta"), "L in G_delta", grid),
        (
            "no entry is -delta^(-nd)",
            ("regular entries",),
            "L in G+_delta, all columns different",
            different_or_special,
        ),
    ):
        swapped = {(category1,): (wider,), (pairs_of(category1),): (pairs_of(wider),)}
        steps = {label: claim.step(label) for label in names}
        changed = {
            label: replace(step, over=swapped[step.over]) for label, step in steps.items() if step.over in swapped
        }
        if changed:
            yield Relaxation(name, "domain", becomes, aliases, steps=tuple(changed), changed=changed)


different_or_special: Final[DomainSpec] = replace(category1, name="G+, different columns", specials="allowed")
"""The matrices of G+_delta, up to permutation, whose columns are all different."""
