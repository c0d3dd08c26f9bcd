"""Coverage-guided: Atheris changes inputs towards lines of the readers that none has reached yet.

    python -m tests.fuzz.guided TARGET --seconds 60 [--corpus FOLDER]

Atheris is no dependency (pip install atheris). It instruments the readers' own modules. A finding is printed with its
bytes, and the exit code is not 0. The inputs begin from the valid ones of the target.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

READERS: Final = ("networks", "points", "certificates", "verify", "manifests", "functions", "regress")
"""Targets that are Python alone."""
SUFFIXES: Final = {"points": (".json", ".csv", ".npy"), "manifests": (".toml",), "functions": (".txt", ".json")}


def main(arguments: list[str] | None = None) -> None:
    """Feeds one target until the time is over, or something is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided")
    parser.add_argument("target", choices=READERS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path)
    given = parser.parse_args(arguments)
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed; pip install atheris")
    with atheris.instrument_imports(include=["exactua"]):
        import exactua.commands.regress.manifest_text
        import exactua.console.point_files  # noqa: F401
    from tests.fuzz import crowd, guarding
    from tests.fuzz.feeding import Feeder, input_of
    from tests.fuzz.targets import TARGETS

    target = next(candidate for candidate in TARGETS if candidate.name == given.target)
    corpus = given.corpus or Path(tempfile.mkdtemp(prefix="exactua-corpus-"))
    corpus.mkdir(exist_ok=True)
    crowd.prepare()
    for number in range(300):
        suffix, content = input_of(0, number, target)
        if len(content) < 30_000:
            (corpus / f"{number}{suffix}").write_bytes(content)
    guarding.install()
    feeder, suffixes = Feeder(), SUFFIXES.get(given.target, (".json",))

    def once(data: bytes) -> None:
        suffix = suffixes[data[0] % len(suffixes)] if data and len(suffixes) > 1 else suffixes[0]
        outcome = feeder(target, (suffix, data))
        if outcome.wrong:
            print(outcome.wrong, data[:2000], sep="\n", flush=True)
            raise AssertionError(outcome.mark)

    options: list[Any] = [f"-max_total_time={given.seconds}", "-max_len=30000", "-timeout=60", "-rss_limit_mb=4096"]
    options.append(f"-seed={random.Random(0).randrange(1, 2**31)}")
    atheris.Setup([sys.argv[0], *options, str(corpus)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
