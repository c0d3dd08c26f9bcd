"""Manifests are rewritten in place: what says something else now changes, and nothing beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.verdicts import Verdict
from exactua.commands.regress.manifest_text import rewritten, updated
from exactua.deciding.comparing import Expected
from exactua.errors import InputError
from exactua.evidence.manifests import parse, read, read_text

PROOFS = Path(__file__).parents[3] / "proofs"
ZEROS, ONES = "sha256:" + "0" * 64, "sha256:" + "1" * 64
CHECK = '[[check]]\nclaim = "lemma8"\nexpect = "holds"\n'

ours = pytest.mark.parametrize("path", sorted(PROOFS.glob("*.toml")), ids=lambda path: path.name)


@ours
def test_what_our_manifests_say_already_changes_nothing(path: Path) -> None:
    manifest = read(path)
    text = read_text(path)
    assert rewritten(text, [check.expected for check in manifest.checks], manifest.statements) == text


@ours
def test_one_digest_and_one_pin_are_two_lines(path: Path) -> None:
    manifest, text = read(path), read_text(path)
    pinned = next(iter(manifest.statements))
    expected = [None] * (len(manifest.checks) - 1) + [replace(manifest.checks[-1].expected, digest=ZEROS)]
    new = updated(manifest, expected, {**manifest.statements, pinned: ONES})
    assert new is not None
    assert [line for old, line in zip(text.split("\n"), new.split("\n"), strict=True) if line != old] == [
        f'digest = "{ZEROS}"',
        f'"{pinned}" = "{ONES}"',
    ]


HOLDS = Expected(Verdict.HOLDS, digest=ONES)


@pytest.mark.parametrize(
    ("before", "expected", "after"),
    [
        (f"digest = '''\n{ZEROS}'''  # so\n", HOLDS, f'digest = "{ONES}"  # so\n'),
        ("\tsteps.a = 'vacuous' # why\nsteps.b = 'refuted'\n", replace(HOLDS, steps={"b": Verdict.REFUTED}),
         f'digest = "{ONES}"\nsteps = {{ b = "refuted" }}\n'),
        ("# above\n[check.witnesses]\n# below\n", replace(HOLDS, witnesses={"a": ""}),
         f'digest = "{ONES}"\n# above\n[check.witnesses]\na = ""\n# below\n'),
        ("", replace(HOLDS, witnesses={"a@repaired": '"\\'}),
         f'digest = "{ONES}"\n[check.witnesses]\n"a@repaired" = "\\"\\\\"\n'),
        ("", replace(HOLDS, witnesses={"a": 'w:0 "b a" | 0 = 1'}),
         f"digest = \"{ONES}\"\n[check.witnesses]\na = 'w:0 \"b a\" | 0 = 1'\n"),
    ],
    ids=["long string", "dotted", "comments", "new table", "words"],
)  # fmt: skip
@pytest.mark.parametrize(
    "behind", ["", "\n# the next one\n" + CHECK, "\n[statements]\n\n# a check at the end\n" + CHECK]
)
def test_layouts_that_a_manifest_may_have(before: str, expected: Expected, after: str, behind: str) -> None:
    wanted = [expected, *[None] * (behind.count("[[check]]"))]
    assert rewritten(f"# first\n{CHECK}{before}{behind}", wanted, {}) == f"# first\n{CHECK}{after}{behind}"


def test_a_check_behind_the_pins_stays_there() -> None:
    text = f'{CHECK}\n[statements]\n"lemma8.a" = "{ZEROS}"\n\n[[check]]\nclaim = "lemma10"\nexpect = "holds"\n'
    new = rewritten(text, [None, HOLDS], {"lemma8.a": ZEROS, "lemma10.b": ZEROS})
    assert new == text.replace("\n\n[[", f'\n"lemma10.b" = "{ZEROS}"\n\n[[') + f'digest = "{ONES}"\n'


@pytest.mark.parametrize("text", ['check = [{ claim = "lemma8", expect = "holds" }]\n', f"{CHECK}[unlisted]\n[check.steps]\na = 'holds'\n"])  # fmt: skip
def test_what_is_written_in_other_ways_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"can't be updated in place; write each check under a \[\[check\]\], with"):
        updated(parse(text, path), [replace(HOLDS, steps={"b": Verdict.REFUTED})], {})


RANGED = f"""# first
[[check]]  # short ones
claim = "lemma8"
d = 1
n = "2..3"  # both
parameters = {{ k = "5,7" }}
expect = "holds"
steps.heads = "vacuous"

# of the next
{CHECK}"""


def test_a_check_with_ranges_is_written_out_where_something_is_pinned() -> None:
    expected = [replace(HOLDS, digest=f"sha256:{k}{'0' * 63}", steps={"heads": Verdict.VACUOUS}) for k in range(3)]
    new = rewritten(RANGED, [*expected, None, None], {})
    manifest = parse(new, Path("some.toml"))
    assert [check.parameters for check in manifest.checks] == [
        {"d": 1, "n": n, "k": k} for n in (2, 3) for k in (5, 7)
    ] + [{}]
    assert [check.expected.digest for check in manifest.checks] == [wanted.digest for wanted in expected] + [None, None]
    assert all(check.expected.steps == {"heads": Verdict.VACUOUS} for check in manifest.checks[:4])
    assert [check.number for check in manifest.checks] == [1, 2, 3, 4, 5]
    assert new.startswith("# first\n[[check]]  # short ones\n")
    assert new.count("n = 2  # both\n") == 2
    assert new.endswith(f"\n\n# of the next\n{CHECK}")
    assert rewritten(new, [None] * 5, {}) == new


def test_a_check_with_ranges_stays_where_nothing_is_pinned() -> None:
    assert rewritten(RANGED, [None] * 5, {}) == RANGED
    with pytest.raises(ValueError, match="fewer checks"):
        rewritten(RANGED, [None] * 6, {})
    with pytest.raises(ValueError, match="more checks"):
        rewritten(RANGED, [None] * 3, {})
