"""Options of `check` that a run keeps in its store, and the command that resumes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from exactua.deciding.large_runs.kept_runs import KeptRun

WITH_VALUE: Final = {
    "jobs": "--jobs",
    "budget": "--budget",
    "max_points": "--max-points",
    "max_memory": "--max-memory",
    "replay": "--replay",
    "certificate_path": "--certificate",
}
"""Names of parameters with their options. A store may be anybody's: none that would let it reach another machine."""
JUDGED: Final = "repaired"
FLAGS: Final = {"strict": "--strict", "no_certificate": "--no-certificate"}


def kept(options: Mapping[str, Any]) -> dict[str, str | int | bool | None]:
    """What a run keeps of the options of `check`."""
    chosen = {name: options[name] for name in (*WITH_VALUE, *FLAGS, JUDGED) if options.get(name) not in (None, False)}
    return {name: str(value) if isinstance(value, Path) else value for name, value in chosen.items()}


def arguments(run: KeptRun, label: str, judged: str, store: Path, changed: Mapping[str, Any]) -> list[str]:
    """The arguments with which `check` resumes a run; those `changed` stand in place of those it was begun with."""
    from exactua.printing.text import box_arguments

    options = {**run.options, **{name: value for name, value in changed.items() if value is not None}}
    words = [label]
    for pair in box_arguments(run.parameters):
        words += pair
    words += ["--repaired"] if judged == "repaired" else []
    words += [] if run.scope == "enumerated" else [f"--scope={run.scope}"]
    words += [] if run.engine == "auto" else [f"--engine={run.engine}"]
    return [*words, *_written(options), f"--store={store}"]


def _written(options: Mapping[str, Any]) -> Iterator[str]:
    for name, option in WITH_VALUE.items():
        if options.get(name) is not None:
            yield f"{option}={options[name]}"
    for name, option in FLAGS.items():
        if options.get(name) is True:
            yield option
