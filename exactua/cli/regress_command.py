"""`exactua regress`: what was decided before, decided again and compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from exactua.cli.output import cores
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.workflows.manifests import Manifest
    from exactua.workflows.regression import Outcome, Posed
    from exactua.workflows.regression_store import Store

STORE: Final = Path(".exactua/regress/passed.json")
INTERRUPTED: Final = 3


@click.command("regress", short_help="Decide again what manifests expect, and compare.")
@click.argument("manifests", nargs=-1, type=click.Path(path_type=Path))
@click.option("--update", is_flag=True, help="Rewrite digests and statement hashes in place; never a verdict.")
@click.option("--accept", is_flag=True, help="With --update: expect the verdicts and counterexamples that were found.")
@click.option("--all", "decide_all", is_flag=True, help="Decide also what has not changed since it passed.")
@click.option("--jobs", metavar="K", type=click.IntRange(1, 256), help="Processes.  [default: one a core]")
def command(manifests: tuple[Path, ...], update: bool, accept: bool, decide_all: bool, jobs: int | None) -> int:
    """Decide again what MANIFESTS (TOML files, or folders of them; proofs/ if none is given) expect, and compare.

    \b
    [[check]]                       one decision
    claim = "lemma8"                a label; it may name a step, or be "my_claims.py::lemma"
    d = 2                           the parameters that the claim has, others such as
    n = 3                           parameters = {k = 8}
    delta = "1/2"
    expect = "holds"                or "vacuous", "refuted", "inconclusive"
    steps = {property2 = "vacuous"} verdicts of steps other than "holds"
    digest = "sha256:..."           of what was decided; also: tie_rule, repaired
    [check.witnesses]               the least counterexample of each refuted step
    property4 = "category 3:0 [0 0] | 1 in [2, 3]"

    \b
    [unlisted]                      claims without a check, of papers and files that other
                                    checks name, or that lie in a folder which is given
    "lemma10" = "why"

    \b
    [statements]                    every step of every claim named above
    "lemma8.property3" = "sha256:..."

    \b
    Exit codes: 0 all is as expected; 1 something differs; 2 an unreadable manifest; 3 interrupted;
    4 the evaluators disagree.
    """
    from exactua.reporting import regressions
    from exactua.workflows import fingerprints, manifest_text, regression, unlisted
    from exactua.workflows.manifests import manifest_paths, read
    from exactua.workflows.regression_store import opened

    if accept and not update:
        raise InputError("accept: it says what --update may rewrite; give --update --accept, or neither")
    given = manifests or (Path("proofs"),)
    read_all = [read(path) for path in manifest_paths(given)]
    if not any(manifest.checks for manifest in read_all):
        raise InputError(f"manifests: {', '.join(str(one.path) for one in read_all)}: no [[check]]; write one at least")
    listing = unlisted.listing(read_all, [path for path in given if path.is_dir()])
    posed = [regression.posed(manifest) for manifest in read_all]
    store = opened(STORE, fingerprints.of_code())
    known = {} if decide_all else store.passed
    if store.notice is not None and not decide_all:
        click.echo(store.notice, err=True)
    outcomes: list[Outcome] = []
    try:
        differing = _decide(read_all, posed, store.code, known, jobs or cores(), update, accept, outcomes)
    except KeyboardInterrupt:
        _remember(store, outcomes, update=False, accept=False)
        total = sum(map(len, posed))
        click.echo(f"exactua: interrupted after {len(outcomes)} of {total} checks; no manifest was changed", err=True)
        return INTERRUPTED
    for one in listing.left_out:
        click.echo(regressions.left_out(one.key, one.reason, len(one.claims)))
    for label in listing.missing:
        click.echo(regressions.unlisted(label))
    new = _new_texts(read_all, outcomes, accept) if update else {}
    for path, text in new.items():
        manifest_text.write(path, text)
    _remember(store, outcomes, update, accept)
    bad = [one for one in outcomes if one.differences and not (update and one.rewriting(accept))]
    click.echo(regressions.summary([one.differences for one in outcomes], differing, len(listing.missing)))
    if update:
        click.echo(f"rewritten: {', '.join(map(str, new))}" if new else "nothing to rewrite")
    if unchanged := sum(one.found is None for one in outcomes):
        click.echo(regressions.known(unchanged, len(outcomes)))
    return 1 if bad or (differing and not update) or not listing.complete else 0


def _decide(
    manifests: Sequence[Manifest],
    posed: Sequence[Sequence[Posed]],
    code: str,
    known: dict[str, str],
    jobs: int,
    update: bool,
    accept: bool,
    outcomes: list[Outcome],
) -> int:
    """Decides what is not known and prints it, manifest by manifest; the number of statements not as pinned."""
    from exactua.reporting import regressions
    from exactua.reporting.counts import counted
    from exactua.workflows import regression, statement_pins

    checks = [check for own in posed for check in own]
    since = [known.get(check.fingerprint(check.check.expected, code)) for check in checks]
    stream = regression.outcomes(checks, [day is not None for day in since], jobs)
    differing = 0
    for manifest, own in zip(manifests, posed, strict=True):
        click.echo(f"{manifest.path}")
        first = len(outcomes)
        for outcome in islice(stream, len(own)):
            outcomes.append(outcome)
            if outcome.found is not None:
                word = _word(outcome, update, accept)
                for line in regressions.check(word, outcome.posed.label, outcome.found, outcome.differences):
                    click.echo(line)
        days = [day for day in since[first : len(outcomes)] if day is not None]
        if days:
            click.echo(regressions.line("unchanged", f"since {min(days)}: {counted(len(days), 'check')}"))
        pins = statement_pins.differences(manifest)
        for pin in pins:
            for line in regressions.pin("updated" if update else "differs", pin.label, pin.pinned, pin.found):
                click.echo(line)
        if not pins:
            number = counted(len(manifest.statements), "statement")
            click.echo(regressions.line("ok", f"{number} as pinned"))
        differing += len(pins)
    next(stream, None)  # the processes end
    return differing


def _new_texts(manifests: Sequence[Manifest], outcomes: Sequence[Outcome], accept: bool) -> dict[Path, str]:
    """What every manifest's file is to say that has to be rewritten."""
    from exactua.workflows import manifest_text, statement_pins

    remaining, texts = iter(outcomes), {}
    for manifest in manifests:
        wanted = [outcome.rewriting(accept) for outcome in islice(remaining, len(manifest.checks))]
        new = manifest_text.updated(manifest, wanted, statement_pins.wanted(manifest))
        if new is not None:
            texts[manifest.path] = new
    return texts


def _word(outcome: Outcome, update: bool, accept: bool) -> str:
    if not outcome.differences:
        return "ok"
    if not update or outcome.rewriting(accept) is None:
        return "differs"
    return "updated" if outcome.only_pins else "accepted"


def _remember(store: Store, outcomes: Sequence[Outcome], update: bool, accept: bool) -> None:
    """Notes in the store the checks whose entries now say what was found."""
    from datetime import UTC, datetime

    from exactua.workflows import fingerprints

    day = datetime.now(UTC).date().isoformat()
    found = [one.passed(one.rewriting(accept) if update else None, store.code) for one in outcomes]
    if fingerprints.of_code() != store.code:
        click.echo("note: the code of exactua was changed during the run: none of this is remembered", err=True)
    elif unwritten := store.save({fingerprint: day for fingerprint in found if fingerprint is not None}):
        click.echo(unwritten, err=True)
