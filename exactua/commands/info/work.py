"""`info`: what is in a network file, and how it compares with what the paper prints for the construction."""

from __future__ import annotations

from dataclasses import dataclass

from exactua.networks.files import NetworkFile
from exactua.networks.inspection import Inspection, inspect
from exactua.papers.yun2020.printed_counts import COUNTS, PrintedCount


@dataclass(frozen=True)
class NetworkInfo:
    """A network file, what its network is made of, and the paper's counts where the file says what it was built for."""

    file: NetworkFile
    inspection: Inspection
    counts: tuple[PrintedCount, ...]


def network_info(file: NetworkFile) -> NetworkInfo:
    """All that `info` says. Raises InputError for wrong parameters in "built"."""
    parameters = file.parameters
    counts = COUNTS.get(file.theorem or "")
    printed = tuple(counts(file.network, parameters)) if counts is not None and parameters else ()
    return NetworkInfo(file, inspect(file.network), printed)
