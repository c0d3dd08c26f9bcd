"""What is fed: every reader of what somebody else may have written, with a generator of inputs for each.

A reader refuses an input by an error of exactua, one sentence, or by an exit code that is documented. Anything else
that it raises is a finding.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.fuzz import certificate_readers, file_readers, originals, store_readers
from tests.fuzz.telling import Input


@dataclass(frozen=True)
class Target:
    """A reader: `read` is watched, and says in a word what came of it; `judge` looks at that afterwards."""

    name: str
    share: int
    make: Callable[[random.Random], Input]
    read: Callable[[Path], str]
    judge: Callable[[bytes, str], str] | None = None
    computes: bool = False
    """Whether it evaluates what it read: then that it takes long is no finding."""


TARGETS: Final = (
    Target("verify", 43, certificate_readers.a_certificate, certificate_readers.verified, certificate_readers.judged),
    Target("certificates", 12, certificate_readers.a_certificate, certificate_readers.certificate_read),
    Target("ledger", 1, certificate_readers.a_paper_certificate, certificate_readers.ledger_read),
    Target("networks", 10, file_readers.a_document(originals.networks), file_readers.network_read),
    Target("commands", 2, file_readers.a_document(originals.networks), file_readers.network_asked, computes=True),
    Target("points", 9, file_readers.a_points_file, file_readers.points_read),
    Target("tensors", 5, file_readers.some_tensors, file_readers.tensors_read),
    Target("functions", 7, file_readers.a_function, file_readers.function_read),
    Target("manifests", 7, store_readers.a_manifest, store_readers.manifest_read),
    Target("runs", 2, store_readers.a_run_store, store_readers.run_store_read),
    Target("regress", 2, store_readers.a_regression_store, store_readers.regression_read),
    Target("papers", 2, file_readers.a_paper, file_readers.paper_read),
    Target("records", 1, store_readers.a_record, store_readers.record_read),
    Target("sign-offs", 1, store_readers.some_signoffs, store_readers.signoffs_read),
)
