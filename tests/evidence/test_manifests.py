"""The line that is given for a check, a pin or a line of [unlisted] is the one where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.evidence.manifests import lines_of, parse

HASH = "sha256:" + "0" * 64
PROOFS = Path(__file__).parents[2] / "proofs"
between = st.sampled_from(
    ["", "\n", "# [[check]]\n", "# a string: \"\"\"\n", "#'''\n\n"]
)  # fmt: skip
reasons = st.sampled_from(['"why"', '"""\n[[check]]\n"lemma8.heads" = 1\n"""', "'''\n[statements]\n'''", "'\"\"\"'", '"\\"\\"\\""'])  # fmt: skip


@st.composite
def texts(draw) -> str:
    parts = [draw(between)]
    for number in range(draw(st.integers(0, 4))):
        header = draw(st.sampled_from(["[[check]]", "  [[ check ]]  # first", '[["check"]]']))
        parts += [f'{header}\nclaim = "c{number}"\nexpect = "holds"\n', draw(between)]
        if draw(st.booleans()):
            parts += [f"[check.witnesses]\nstep = {draw(reasons)}\n", draw(between)]
    if draw(st.booleans()):
        parts += [f'[unlisted]\n"{key}" = {draw(reasons)}\n{draw(between)}' for key in ["c7"]]
    if draw(st.booleans()):
        parts += ["[statements]\n", draw(between), f'"c0.a" = "{HASH}"\n', draw(between), f"'c0.b' = '{HASH}' # so\n"]
    return "".join(parts).replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@given(texts())
def test_each_is_found_at_its_line(text: str) -> None:
    manifest = parse(text, Path("some.toml"))
    located, lines = lines_of(text, manifest), text.replace("\r\n", "\n").split("\n")
    for number, check in zip(located.checks, manifest.checks, strict=True):
        assert "check" in lines[number - 1]
        assert lines[number - 1].lstrip().startswith("[[")
        assert lines[number] == f'claim = "{check.claim}"'
    assert list(located.checks) == sorted(set(located.checks))
    for key, line in [*located.statements.items(), *located.unlisted.items()]:
        assert lines[line - 1].lstrip()[1:].startswith(key)
    assert lines[located.pins - 1].startswith("[statements]") or not manifest.statements


@pytest.mark.parametrize("path", sorted(PROOFS.glob("*.toml")), ids=lambda path: path.name)
def test_the_lines_of_our_own_manifests(path: Path) -> None:
    text = path.read_text()
    manifest, lines = parse(text, path), text.split("\n")
    located = lines_of(text, manifest)
    assert [lines[number].removeprefix("claim = ") for number in located.checks] == [
        f'"{check.claim}"' for check in manifest.checks
    ]
    assert all(lines[number - 1].startswith(f'"{key}"') for key, number in located.statements.items())


def test_what_is_written_without_tables_of_its_own_is_at_line_1() -> None:
    text = '# x\ncheck = [{ claim = "a", expect = "holds" }]\n'
    assert lines_of(text, parse(text, Path("some.toml"))).checks == (1,)
