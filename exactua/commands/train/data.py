"""A training run as JSON data (documented in docs/rank1.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exactua.arithmetic.rationals import encode_rational
from exactua.commands.train.exact_check import CheckedToken
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.record import Checked, Separated, Theory
from exactua.commands.train.settings import Diverged, Settings

FORMAT: Final = "exactua-train/1"


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
            "ambiguous": given.ambiguous,
            "best_by_token": given.best_by_token,
            "best_by_context": given.best_by_context,
        },
        "theory": {
            "fails": theory.fails,
            "contexts": theory.contexts,
            "printed": theory.printed,
            "built": None if built is None else {"numbers": built.built, "hidden": built.hidden},
            "not_built": theory.not_built,
        },
        "settings": {
            "dtype": settings.dtype,
            "epochs": settings.epochs,
            "batch": settings.batch,
            "hidden": settings.hidden,
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
            "float_scores_within": None if check.error is None else encode_rational(check.error),
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
        "at_most": None if separated.at_most is None else encode_rational(separated.at_most),
        "norms_below": None if separated.norms_below is None else encode_rational(separated.norms_below),
        "places": None if separated.places is None else [list(place) for place in separated.places],
        "bits": separated.bits,
    }
