"""`exactua export`: a step in a language of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.cli.instances import one_of, single_box
from exactua.cli.options import box_options, tell_namesakes
from exactua.errors import InputError


@click.command("export", short_help="A step as SMT-LIB, for z3 and cvc5.")
@click.argument("step")
@box_options
@click.option("--format", "language", default="smtlib", metavar="NAME", help="smtlib.", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to; else it is printed.")
@click.option("--solver", metavar="NAME", help="Ask z3 or cvc5 (pip install 'exactua[smt]') and print the answer.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=60, show_default=True, help="The solver's time."
)
def command(step: str, language: str, output: Path | None, solver: str | None, seconds: float, **box: Any) -> int:
    """Export STEP, such as lemma8.property4, at an instance, for tools that know nothing of exactua.

    The script says that there is a counterexample: points, networks and terms are written out, all layers unrolled.
    unsat: the step holds at this instance (or is vacuous there). sat: the model is a counterexample.

    \b
    Examples: exactua export lemma8.property4 --d 1 --n 2 -o property4.smt2
              exactua export global_shift.disjoint --d 1 --n 2 --delta 1/3 --solver z3

    \b
    Exit codes: 0 exported (with --solver: unsat); 1 sat, with the counterexample; 2 wrong usage;
    3 the solver doesn't know, or is not installed; 4 the literal networks don't confirm its
    counterexample.
    """
    from exactua.claims.registry import find
    from exactua.file_access import write_text
    from exactua.proving.smt.export import smt_script
    from exactua.proving.smt.refereeing import referee
    from exactua.proving.smt.solvers import SOLVERS, SolverMissing
    from exactua.reporting.text import matrix

    one_of(language, ("smtlib",), "format")
    if solver is not None:
        one_of(solver, tuple(SOLVERS), "solver")
    claim, name = find(step)
    tell_namesakes(step)
    if name is None:
        raise InputError(f"step: {step!r} is a claim; name one of its steps, such as {step}.{claim.steps[0].name}")
    problem = claim.problem(single_box(claim, **box), (name,))
    found = claim.step(name)
    script = smt_script(problem, found)
    if output is not None:
        write_text(output, script.text, "output")
        click.echo(f"{output}: {script.text.count(chr(10)):,} lines")
    elif solver is None:
        click.echo(script.text, nl=False)
    if solver is None:
        return 0
    try:
        answer = referee(problem, found, script, solver, seconds)
    except SolverMissing as missing:
        click.echo(str(missing), err=True)
        return 3
    click.echo(f"{claim.label}.{name}: {solver} {answer.version} says {answer.answer}")
    for domain, point in zip(answer.domains, answer.points, strict=True):
        click.echo(f"  {domain}: L = [{matrix(point)}]")
    return {"unsat": 0, "sat": 1}.get(answer.answer, 3)
