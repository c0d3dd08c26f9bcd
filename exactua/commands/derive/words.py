"""A derivation in words: a bound, and the lines that lead to it, each with how it is known."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.own_data import OWN_DATA
from exactua.claims.registry import command_of
from exactua.claims.verdicts import Verdict
from exactua.commands.derive.work import Derived
from exactua.plurals import counted
from exactua.printing.renderers.text import table
from exactua.printing.text import instance
from exactua.terms.printing import text


def lines(derived: Derived) -> Iterator[str]:
    """The derivation, line by line."""
    claim, step, some = derived.claim, derived.step, derived.problems[0]
    names = some.shorthand
    yield f"{claim.label}.{step.name}: {text(step.term, names)}"
    if step.says:
        yield f"  says: {step.says}"
    for name, term in claim.definitions.items():
        yield f"  {name} := {text(term, names)}"
    if some.degrees is not None:
        yield "  terms count ids in units of delta"
    yield ""
    rows = [("  ", text(derived.links[0].low, names), "", "")]
    rows += [
        (f"  {link.relation}", text(link.high, names), link.step.name, _known(derived, link.step.name, link.shown))
        for link in derived.links
    ]
    yield from table(rows)
    yield ""
    if derived.links[0].step.name == step.name:
        yield "no other lines of the claim lead from one side to the other"
    where = f"at {counted(len(derived.problems), 'instance')}"
    if len(derived.problems) == 1:
        where = f"at {instance(some)}"
    yield f"decided {where}: {step.name} {_verdicts(derived, step.name)}"
    told = [known for known in derived.attained if known is not None and step.term.operator != "="]
    if any(told):
        first = next(problem for problem, known in zip(derived.problems, derived.attained, strict=True) if known)
        yield f"both sides are equal somewhere at {sum(told)} of {len(told)} instances, first at {instance(first)}"
    elif told:
        sharpen = f"; by how much, exactua sharpen {command_of(claim)}.{step.name} measures"
        sharpen = "" if claim.label.startswith(OWN_DATA) else sharpen
        yield f"both sides are equal nowhere at {counted(len(told), 'instance')}{sharpen}"
    yield from _best_versions(derived)
    if any(link.shown for link in derived.links):
        yield "sympy's identities are no verdicts; what is decided speaks of these instances only"
    else:
        yield "what is decided speaks of these instances only"


def _best_versions(derived: Derived) -> Iterator[str]:
    """The best version of the bound, for each n at which it is not attained everywhere as it is printed."""
    names = derived.problems[0].shorthand
    for best in derived.best:
        if not best.lines:
            continue
        where = "" if best.n == "" else f" at n = {best.n}"
        how = "a polynomial that fits all of them (a search, no proof)" if best.is_fit else "one number for all of them"
        yield ""
        yield f"best version{where}, by the extremes at {counted(best.instances, 'instance')}: {how}"
        yield from table([(f"    {line.relation:<2}", text(line.term, names), line.known) for line in best.lines])
    if printed := [str(best.n) for best in derived.best if not best.lines and len(derived.best) > 1]:
        yield ""
        yield f"best as printed at n = {', '.join(printed)}: both sides are equal somewhere at each of its instances"
    if any(best.lines for best in derived.best):
        yield ""


def _known(derived: Derived, name: str, shown: str) -> str:
    return "; ".join(part for part in (_verdicts(derived, name), f"sympy: {shown}" if shown else "") if part)


def _verdicts(derived: Derived, name: str) -> str:
    """The verdicts of a line: one word where all are the same."""
    verdicts = derived.verdicts[name]
    counts = [(verdict, verdicts.count(verdict)) for verdict in Verdict if verdict in verdicts]
    if len(counts) == 1:
        return str(counts[0][0])
    return ", ".join(f"{verdict} at {count}" for verdict, count in counts)
