"""Files as other programs are told of them: from the root of the checkout on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

WORKSPACE: Final = "GITHUB_WORKSPACE"
"""The variable with the folder of the checkout, in a workflow of GitHub; elsewhere it is the current folder."""


def address(path: Path) -> str:
    """The path from the root of the checkout on, with / between its parts; the whole path of a file elsewhere."""
    root = Path(os.environ.get(WORKSPACE) or ".").resolve()
    whole = path.resolve()
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()
