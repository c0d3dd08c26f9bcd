"""The line that is given for a check, a pin or a line of [unlisted] is the one where it stands."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.errors import InputError
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


RANGED = f'''[[check]]
claim = "lemma8"
d = "1..2"
n = "2,4"
delta = "1/2..1/3"
parameters = {{ k = "5..6", rule = "average" }}
expect = "holds"
steps = {{ heads = "refuted" }}

[[check]]
claim = "lemma10"
expect = "holds"
digest = "{HASH}"
'''


def test_a_check_with_ranges_is_one_for_each_instance_in_order() -> None:
    manifest = parse(RANGED, Path("some.toml"))
    *instances, other = manifest.checks
    boxes = itertools.product((1, 2), (2, 4), (2, 3), (5, 6))
    assert [check.parameters for check in instances] == [
        {"d": d, "n": n, "m": m, "k": k, "rule": "average"} for d, n, m, k in boxes
    ]
    assert all(check.expected == instances[0].expected for check in instances)
    assert [check.number for check in manifest.checks] == [1] * 16 + [2]
    assert (other.claim, other.parameters) == ("lemma10", {})
    assert lines_of(RANGED, manifest).checks == (1,) * 16 + (10,)


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_range_has_both_ends(low: int, more: int) -> None:
    text = f'[[check]]\nclaim = "lemma8"\nn = "{low}..{low + more}"\nexpect = "holds"\n'
    checks = parse(text, Path("some.toml")).checks
    assert [check.parameters["n"] for check in checks] == [*range(low, low + more + 1)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('n = "3..1"', "some.toml: check 1: n: '3..1' is not a range; write 1..3, with at most 10000 values"),
        ('n = "1..3..5"', "some.toml: check 1: n: '1..3..5' is not an integer or a range; write 3, 1..3 or 1,3"),
        ('n = "three"', "check 1: n: 'three' is not an integer, or a range such as \"1..3\""),
        ('n = "3"', "check 1: n: '3' is not an integer, or a range such as \"1..3\""),
        ('delta = "1/3..1/2"', "check 1: delta: '1/3..1/2' is not a range; write it from wide to narrow"),
        ('n = "1..200"\nd = "1..200"', "check 1: more than 10,000 instances; split the ranges"),
        (f'n = "1..2"\ndigest = "{HASH}"', "check 1: digest: a check with a range has one for each instance; leave it"),
        ('n = "1..2"\nwitnesses = { a = "x" }', "check 1: witnesses: a check with a range has one for each instance"),
    ],
)
def test_what_is_no_range_is_one_sentence(line: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        parse(f'[[check]]\nclaim = "lemma8"\nexpect = "holds"\n{line}\n', Path("some.toml"))
    assert words in str(error.value)
