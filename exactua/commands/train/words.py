"""A training run as text and as JSON data (docs/rank1.md): curves beside the theory's count, and the exact check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, encode_known, encode_rational
from exactua.claims.verdicts import Verdict
from exactua.commands.train.exact_check import CheckedToken, Separated
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.settings import Diverged, Settings
from exactua.commands.train.weights import ATTENTION, IDS
from exactua.commands.train.work import Checked, Theory
from exactua.papers.kajitsuka2024.labelled_sequences import shown_column
from exactua.papers.kajitsuka2024.separation import above
from exactua.plurals import counted
from exactua.printing.renderers.text import table
from exactua.printing.short_numbers import decimal

MOST_TOLD: Final = 10
"""Tokens that are listed one by one; the JSON data has all."""
LABEL_WIDTH: Final = 13
FORMAT: Final = "exactua-train/1"


def heading(given: TrainingSet, theory: Theory, settings: Settings, rounded: int) -> Iterator[str]:
    """The set, how much the token alone tells of the labels, Corollary 1 and its counts, and how it is trained."""
    data, total = given.data, given.total
    yield f"{given.name}: N = {data.N}, d = {data.d}, n = {data.n}, C = {len(given.classes)}"
    yield ""
    yield _line(
        "tokens", f"{total:,}; {len(data.vocabulary):,} different, {given.ambiguous:,} of them with several labels"
    )
    yield _line("token alone", f"{share(given.best_by_token, total)} at most: the best classifier without the sequence")
    yield _line("in context", f"{share(given.best_by_context, total)} at most: the best permutation equivariant one")
    yield from _theory(theory, data.n * data.N)
    yield _line(
        "training",
        f"{settings.dtype}, Adam, learning rate {settings.learning_rate}, batches of {settings.batch}, "
        f"hidden size {settings.hidden}, {settings.epochs:,} epochs, seed {settings.seed}",
    )
    if rounded:
        entries = "1 entry of X is" if rounded == 1 else f"{rounded:,} entries of X are"
        yield _line("note", f"{entries} not in {settings.dtype}: the float run takes what is nearest,")
        yield _line("", "the exact check what is given")


def _theory(theory: Theory, tokens: int) -> Iterator[str]:
    if theory.fails is not None:
        yield _line("Corollary 1", f"says nothing here: {theory.fails}")
        return
    yield _line(
        "Corollary 1",
        f"one layer memorises the set: {counted(tokens, 'token')} in {counted(theory.contexts, 'context')}",
    )
    yield _line("", f"{theory.printed:,} numbers in the paper, 4(s + d) + d(2nN + d) with s = 1")
    if theory.built is None:
        yield _line("", f"none built: {theory.not_built}")
    else:
        hidden = counted(theory.built.hidden, "hidden unit")
        yield _line("", f"{theory.built.built:,} numbers, {hidden}, in what `build corollary1` makes of it")


def _line(label: str, text: str) -> str:
    return f"{label.ljust(LABEL_WIDTH)}{text}"


def share(right: int, total: int) -> str:
    """A count with its percentage, rounded to two digits; 0.00 and 100.00 are none and all."""
    hundredths = (20_000 * right + total) // (2 * total)
    if 0 < right < total:
        hundredths = min(max(hundredths, 1), 9_999)
    return f"{right:,} of {total:,} ({hundredths // 100}.{hundredths % 100:02}%)"


def told_epochs(epochs: int) -> list[int]:
    """1, 2, 5, 10, 20, ... and the last one."""
    series = [lead * 10**power for power in range(len(str(epochs))) for lead in (1, 2, 5)]
    return [epoch for epoch in series if epoch < epochs] + [epochs]


def results(given: TrainingSet, settings: Settings, runs: Sequence[Checked | Diverged]) -> Iterator[str]:
    """Accuracies by epoch, the exact check and Definition 2, a table each; a sentence for each run that diverged."""
    checked = [run for run in runs if isinstance(run, Checked)]
    if checked:
        yield from _curves(given, settings, checked)
        yield ""
        yield from _checks(given, checked)
        yield ""
        yield from _separations(checked)
    for run in runs:
        if isinstance(run, Diverged):
            yield diverged(run)


def diverged(run: Diverged) -> str:
    """The sentence about a run that was ended."""
    return (
        f"{_layers(run.layers)}: diverged: in epoch {run.epoch:,} {run.what}, and the run was ended; it has no curve, "
        "no network and no check; a smaller --learning-rate may help"
    )


def _layers(count: int) -> str:
    return f"{count} layer{'' if count == 1 else 's'}"


def _curves(given: TrainingSet, settings: Settings, checked: Sequence[Checked]) -> Iterator[str]:
    told = told_epochs(settings.epochs)
    yield f"float run on {checked[0].trained.device}: percent of the training set that is right after epoch"
    rows = [("layers", "numbers", *map(str, told), "first all right", "seconds")]
    for run in checked:
        trained = run.trained
        percents = [_percent(trained.correct[epoch - 1], given.total) for epoch in told]
        first = "never" if trained.perfect_from is None else str(trained.perfect_from)
        numbers = f"{trained.weights.parameters:,}"
        rows.append((str(trained.layers), numbers, *percents, first, f"in {trained.seconds:.1f} s"))
    yield from table(rows, right=range(len(rows[0])))


def _percent(right: int, total: int) -> str:
    tenths = 1000 * right // total
    return f"{tenths // 10}.{tenths % 10}"


def _checks(given: TrainingSet, checked: Sequence[Checked]) -> Iterator[str]:
    yield "exact check: the weights as rationals; the class with the greatest score at each token, decided in balls"
    rows = [("layers", "right, float", "right, exact", "agree", "differ", "undecided", "least margin",
             "float scores within", "bits")]  # fmt: skip
    for run in checked:
        check, last = run.check, run.trained.correct[-1]
        least = check.least_margin
        rows.append(
            (
                str(run.trained.layers),
                f"{last:,}",
                f"{check.correct:,}",
                f"{check.agreeing:,}",
                f"{len(check.differing):,}",
                f"{len(check.undecided):,}",
                "-" if least is None else f">= {decimal(least.margin[0])}",
                "-" if check.error is None else rounded_up(check.error),
                f"{check.bits:,}",
            )
        )
    yield from table(rows, right=range(len(rows[0])))
    for run in checked:
        told = [*run.check.differing, *run.check.undecided]
        for token in told[:MOST_TOLD]:
            yield f"{_layers(run.trained.layers)}: {_token(given, token)}"
        if len(told) > MOST_TOLD:
            yield f"{_layers(run.trained.layers)}: and {len(told) - MOST_TOLD:,} more"


def _token(given: TrainingSet, token: CheckedToken) -> str:
    place = f"sequence {token.sequence}, position {token.position}"
    said = shown_column(given.classes[token.said])
    if token.exact is None:
        low, high = (decimal(bound) for bound in token.margin)
        return f"{place}: undecided: the two greatest scores differ by {low} to {high}; the float run says {said}"
    exact = shown_column(given.classes[token.exact])
    return f"{place}: exactly {exact}, by at least {decimal(token.margin[0])}; the float run says {said}"


def rounded_up(value: Rational) -> str:
    """A decimal of three digits that is greater; "0" of 0."""
    return decimal(above(value**2, 3)) if value else "0"


def _separations(checked: Sequence[Checked]) -> Iterator[str]:
    yield "contextual mapping on the training set (Definition 2): ids that must differ are at least so far apart"
    rows = [("layers", "after the first attention layer", "after the last block", "bits")]
    for run in checked:
        by_stage = {each.stage: each for each in run.separated}
        bits = max(each.bits for each in run.separated)
        rows.append((str(run.trained.layers), _apart(by_stage[ATTENTION]), _apart(by_stage[IDS]), f"{bits:,}"))
    yield from table(rows, right=(0, 3))


def _apart(separated: Separated) -> str:
    if separated.verdict is Verdict.HOLDS:
        return f"yes, >= {decimal(separated.at_least)}"
    if separated.verdict is Verdict.VACUOUS:
        return "vacuous: no two ids must differ"
    if separated.places is None:
        return "undecided: no bounds"
    where = " and ".join(f"sequence {sequence}, position {position}" for sequence, position in separated.places)
    if separated.verdict is Verdict.REFUTED:
        return f"no: the same id at {where}"
    most = "" if separated.at_most is None else f", at most {rounded_up(separated.at_most)} apart"
    return f"undecided: {where}{most}"


def document(
    given: TrainingSet,
    theory: Theory,
    settings: Settings,
    runs: Sequence[Checked | Diverged],
    files: dict[str, str],
    versions: dict[str, str],
    exit_code: int,
) -> dict[str, Any]:
    """All as JSON data; rationals are exact, floats are strings that read back to the same float."""
    data, built = given.data, theory.built
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "set": {
            "name": given.name,
            "N": data.N,
            "d": data.d,
            "n": data.n,
            "classes": [list(label) for label in given.classes],
            "tokens": given.total,
            "different": len(data.vocabulary),
            **{name: getattr(given, name) for name in ("ambiguous", "best_by_token", "best_by_context")},
        },
        "theory": {
            **{name: getattr(theory, name) for name in ("fails", "contexts", "printed")},
            "built": None if built is None else {"numbers": built.built, "hidden": built.hidden},
            "not_built": theory.not_built,
        },
        "settings": {
            **{name: getattr(settings, name) for name in ("dtype", "epochs", "batch", "hidden")},
            "learning_rate": str(settings.learning_rate),
            "seed": settings.seed,
        },
        "runs": [_diverged_data(run) if isinstance(run, Diverged) else _run_data(run) for run in runs],
        "files": files,
        "versions": versions,
    }


def _diverged_data(diverged: Diverged) -> dict[str, Any]:
    return {
        "layers": diverged.layers,
        "device": diverged.device,
        "diverged": {"epoch": diverged.epoch, "what": diverged.what},
    }


def _run_data(checked: Checked) -> dict[str, Any]:
    trained, check, least = checked.trained, checked.check, checked.check.least_margin
    return {
        "layers": trained.layers,
        "device": trained.device,
        "diverged": None,
        "numbers": trained.weights.parameters,
        "seconds": f"{trained.seconds:.1f}",
        "correct": list(trained.correct),
        "losses": [repr(loss) for loss in trained.losses],
        "check": {
            "agree": check.agreeing,
            "correct": check.correct,
            "bits": check.bits,
            "least_margin": None if least is None else _token_data(least),
            "float_scores_within": encode_known(check.error),
            "differing": [_token_data(token) for token in check.differing],
            "undecided": [_token_data(token) for token in check.undecided],
        },
        "contextual_mapping": {separated.stage: _separated_data(separated) for separated in checked.separated},
    }


def _token_data(token: CheckedToken) -> dict[str, Any]:
    return {
        "sequence": token.sequence,
        "position": token.position,
        "target": token.target,
        "float": token.said,
        "exact": token.exact,
        "margin": [encode_rational(bound) for bound in token.margin],
    }


def _separated_data(separated: Separated) -> dict[str, Any]:
    return {
        "verdict": separated.verdict.value,
        "at_least": encode_rational(separated.at_least),
        "at_most": encode_known(separated.at_most),
        "norms_below": encode_known(separated.norms_below),
        "places": None if separated.places is None else [list(place) for place in separated.places],
        "bits": separated.bits,
    }
