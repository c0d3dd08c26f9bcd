"""`exactua regress`: what was decided before, decided again and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from exactua.workflows.manifests import Manifest
    from exactua.workflows.regression import Outcome


@click.command("regress", short_help="Decide again what manifests expect, and compare.")
@click.argument("manifests", nargs=-1, type=click.Path(path_type=Path))
@click.option("--update", is_flag=True, help="Rewrite digests and statement hashes in place; never a verdict.")
@click.option("--jobs", default=1, metavar="K", type=click.IntRange(1, 256), help="Processes.", show_default=True)
def command(manifests: tuple[Path, ...], update: bool, jobs: int) -> int:
    """Decide again what MANIFESTS (TOML files, or folders of them; proofs/ if none is given) expect, and compare.

    \b
    [[check]]                       one decision
    claim = "lemma8"                a label; it may name a step
    d = 2
    n = 3
    delta = "1/2"
    expect = "holds"                or "vacuous", "refuted", "inconclusive"
    steps = {property2 = "vacuous"} verdicts of steps other than "holds"
    digest = "sha256:..."           of what was decided; also: tie_rule, repaired

    \b
    [statements]                    every step of every claim named above
    "lemma8.property3" = "sha256:..."

    \b
    Exit codes: 0 all is as expected; 1 something differs; 2 an unreadable manifest.
    """
    from exactua.workflows.manifests import manifest_paths, read

    read_all = [read(path) for path in manifest_paths(manifests or (Path("proofs"),))]
    return max([_one(manifest, update, jobs) for manifest in read_all])


def _one(manifest: Manifest, update: bool, jobs: int) -> int:
    from exactua.workflows import manifests, regression

    wanted = regression.wanted_pins(manifest)
    click.echo(f"{manifest.path}")
    outcomes = regression.run(manifest, jobs, told=lambda outcome: click.echo("\n".join(_lines(outcome, update))))
    differing = regression.pin_differences(manifest)
    for difference in differing:
        click.echo(f"  {'updated' if update else 'differs':<8} {difference}")
    if not differing:
        click.echo(f"  {'ok':<8} {len(wanted)} statements are as they are pinned")
    bad = [outcome for outcome in outcomes if outcome.differences]
    summary = f"{len(outcomes)} checks, {len(outcomes) - len(bad)} as expected"
    if update:
        changed = manifests.update(manifest, regression.new_digests(outcomes), wanted)
        bad = [outcome for outcome in bad if not outcome.as_expected or not outcome.found.complete]
        summary += f", {len(bad)} with other verdicts; {'rewritten' if changed else 'nothing to rewrite'}"
        differing = []
    else:
        pins = f"{len(differing)} statements differ" if differing else "all statements as pinned"
        summary += f", {len(bad)} different; {pins}"
    click.echo(f"{manifest.path}: {summary}")
    return 1 if bad or differing else 0


def _lines(outcome: Outcome, update: bool) -> list[str]:
    if not outcome.differences:
        return [f"  {'ok':<8} {outcome.found.verdict:<12} {outcome.label}"]
    updated = update and outcome.as_expected and outcome.found.complete
    first = f"  {'updated' if updated else 'differs':<8} {outcome.found.verdict:<12} {outcome.label}"
    return [first, *(f"           {difference}" for difference in outcome.differences)]
