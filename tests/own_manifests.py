"""A file of claims with a manifest of it, for tests of what CI makes of manifests."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.deciding import fingerprints

ZEROS = "sha256:" + "0" * 64
CLAIMS = """\
from exactua.authoring import Parameter, claim

heads = claim("heads", parameters=(Parameter("h", "number of heads"), Parameter("k", "head size")))


@heads.states("h k <= 16")
def small(at):
    return at.h * at.k <= 16


@heads.proof_line("h <= k")
def narrow(at):
    return at.h <= at.k
"""
UNPINNED = """\
# the sizes that we use

[[check]]
claim = "my_claims.py::heads"
parameters = { h = 4, k = 3 }
expect = "holds"
steps = { narrow = "refuted" }

[[check]]
claim = "my_claims.py::heads"
parameters = { h = 2, k = 3 }
expect = "holds"
"""
OTHER = "\n\nother = claim('other')\n\n\n@other.states('n >= 1')\ndef one(at):\n    return at.n >= 1\n"


def write(folder: Path) -> Path:
    """The claims and their manifest, sizes.toml, in a folder, with everything pinned."""
    (folder / "my_claims.py").write_text(CLAIMS)
    manifest = folder / "sizes.toml"
    manifest.write_text(UNPINNED)
    with chdir(folder):
        assert main(["regress", "--update", "--jobs", "1", "sizes.toml"]) == 0
    return manifest


def write_by_known_code(folder: Path) -> Path:
    """The same, as code of the fingerprint ZEROS would write it: somebody may change the code while tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fingerprints, "of_code", lambda: ZEROS)
        return write(folder)


def edit(path: Path, old: str, new: str) -> None:
    """Replaces what stands in the file first; it has to stand there."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
