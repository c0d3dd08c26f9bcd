"""`exactua regress`: whatever changes is caught; `--update` rewrites pins and never an expected verdict."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.registry import find, labels
from exactua.claims.verdicts import Verdict
from exactua.commands.group import main
from exactua.commands.regress import unlisted
from exactua.commands.regress.command import STORE
from exactua.deciding import fingerprints
from exactua.evidence import manifests
from exactua.evidence.manifests import read
from exactua.grids.categories import category2
from exactua.terms.language import integer, make

PROOFS = Path(__file__).parents[3] / "proofs"
MANIFEST = """\
# a comment at the head

[[check]]
claim = "lemma8"  # with a comment
d = 1
n = 3
delta = "1/2"
expect = "holds"
steps = { property1 = "vacuous", property2 = "vacuous", property3 = "vacuous" }

# about claim 1
[[check]]
claim = "yun2020:claim1.equivariant"
d = 1
n = 2
delta = "1/2"
tie_rule = "leftmost"
expect = "refuted"
steps = { equivariant = "refuted" }

[[check]]
claim = "lemma7"
d = 1
n = 2
delta = "1/3"
repaired = true
expect = "holds"
steps = { range_of_k = "refuted", indicating = "refuted", each_layer_quantises = "refuted", map_to_the_grid = "refuted" }

[unlisted]
yun2020 = "three claims are enough for an example"
"""
INLINE = """\
check = [{ claim = "yun2020:claim1.equivariant", d = 1, n = 2, delta = "1/2", expect = "refuted" }]

[unlisted]
yun2020 = "one claim is enough for an example"
"""
ZEROS, ONES = "sha256:" + "0" * 64, "sha256:" + "1" * 64


@pytest.fixture(scope="module", autouse=True)
def code():
    """The code counts as one, whoever works on it while the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fingerprints, "of_code", lambda: ZEROS)
        yield


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def updated(tmp_path_factory):
    """The manifest and the store as `--update` leaves them."""
    folder = tmp_path_factory.mktemp("updated")
    (folder / "some.toml").write_text(MANIFEST)
    with chdir(folder):
        assert main(["regress", "--update", "some.toml"]) == 0
        assert main(["regress", "some.toml"]) == 0
    return (folder / "some.toml").read_text(), (folder / STORE).read_text()


@pytest.fixture
def manifest(tmp_path, updated):
    path = tmp_path / "some.toml"
    path.write_text(updated[0])
    (tmp_path / STORE).parent.mkdir(parents=True)
    (tmp_path / STORE).write_text(updated[1])
    return path


def regress(path: Path, capsys, *options: str) -> tuple[int, str]:
    code = main(["regress", str(path), "--jobs", "1", *options])
    return code, capsys.readouterr().out


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def squeezed(out: str) -> list[str]:
    """The lines with single spaces."""
    return [" ".join(line.split()) for line in out.splitlines()]


def test_what_is_unpinned_fails_until_it_is_updated(tmp_path, capsys):
    path = tmp_path / "some.toml"
    path.write_text(MANIFEST)
    code, out = regress(path, capsys)
    assert code == 1
    lines = squeezed(out)
    assert lines.count("- digest not pinned") == 3
    assert "- equivariant least counterexample not pinned" in lines
    assert "differs statement lemma8.property3: not pinned" in lines
    assert "3 checks: 0 as expected, 0 with other verdicts or counterexamples, 3 with other pins alone" in out
    assert path.read_text() == MANIFEST


def test_update_adds_lines_and_keeps_all_others_in_order(manifest):
    kept = iter(manifest.read_text().splitlines())
    assert all(line in kept for line in MANIFEST.splitlines() if line)
    rewritten = read(manifest)
    assert all(check.expected.digest for check in rewritten.checks)
    for check in rewritten.checks:
        refuted = {name for name, verdict in check.expected.steps.items() if verdict is Verdict.REFUTED}
        assert set(check.expected.witnesses) == refuted
    steps = sum(len(find(label)[0].steps) for label in ("lemma8", "claim1", "lemma7"))
    assert len(rewritten.statements) == steps


def test_a_counterexample_is_pinned_with_its_point_and_both_values(manifest):
    lemma7 = read(manifest).checks[2].expected
    assert lemma7.witnesses["range_of_k"] == "all real columns:9 [1/3] | row = 1 | 1/9 = 1/3"


@pytest.mark.parametrize("options", [["--update"], ["--update", "--all"], ["--update", "--accept", "--all"]])
def test_a_second_update_changes_nothing(manifest, capsys, options):
    before = manifest.read_bytes()
    code, out = regress(manifest, capsys, *options)
    assert code == 0
    assert "nothing to rewrite" in out
    assert manifest.read_bytes() == before


def test_two_processes_say_the_same_in_the_same_order(manifest, capsys):
    edit(manifest, 'property1 = "vacuous", ', "")
    alone = regress(manifest, capsys, "--all")
    assert alone[0] == 1
    assert regress(manifest, capsys, "--all", "--jobs", "2") == alone


@pytest.mark.parametrize("options", [[], ["--update"]])
@pytest.mark.parametrize(
    ("old", "new", "expected", "answer"),
    [
        ('expect = "holds"', 'expect = "refuted"', "- verdict refuted", "+ verdict holds"),
        ('property1 = "vacuous", ', "", "- property1 holds", "+ property1 vacuous: 0 points"),
        ('range_of_k = "refuted"', 'range_of_k = "holds"', "- range_of_k holds", "+ range_of_k refuted: 19 points, false at 7"),
        ('{ range_of_k = "refuted"', '{ layers = "refuted", range_of_k = "refuted"', "- layers refuted", "+ layers holds: 1 point"),
        ("[1/3] | row = 1 | 1/9 = 1/3", "[2/3] | row = 1 | 1/9 = 1/3",
         "- range_of_k least counterexample all real columns:9 [2/3] | row = 1 | 1/9 = 1/3",
         "+ range_of_k least counterexample all real columns:9 [1/3] | row = 1 | 1/9 = 1/3"),
    ],
)  # fmt: skip
def test_another_verdict_or_witness_fails_even_while_updating(manifest, capsys, old, new, expected, answer, options):
    edit(manifest, old, new)
    before = manifest.read_text()
    code, out = regress(manifest, capsys, *options)
    assert code == 1
    lines = squeezed(out)
    assert lines[lines.index(expected) + 1] == answer
    assert "3 checks: 2 as expected, 1 with other verdicts or counterexamples, 0 with other pins alone" in out
    assert manifest.read_text() == before


def test_accept_expects_what_was_found(manifest, capsys):
    right = manifest.read_text()
    edit(manifest, 'expect = "holds"', 'expect = "refuted"')
    edit(manifest, '"vacuous", property2 = "vacuous"', '"refuted"')
    edit(manifest, "property3 =", 'layers = "refuted", property3 =')
    edit(manifest, "[1/3] | row = 1 | 1/9 = 1/3", "[2/3]")
    assert regress(manifest, capsys, "--update")[0] == 1
    code, out = regress(manifest, capsys, "--update", "--accept")
    assert code == 0
    assert out.count("accepted") == 2
    lines = squeezed(out)
    assert [line for line in lines if line.startswith("- ") and " least " not in line] == [
        "- verdict refuted", "- layers refuted", "- property1 refuted", "- property2 holds",
    ]  # fmt: skip
    steps = '{ property1 = "vacuous", property2 = "vacuous", property3 = "vacuous" }'
    other = '{ property1 = "vacuous", property3 = "vacuous", property2 = "vacuous" }'
    assert manifest.read_text() == right.replace(steps, other)
    assert regress(manifest, capsys)[0] == 0


def test_a_verdict_that_differs_is_kept_by_update_and_the_way_to_expect_it_is_told(tmp_path, capsys):
    manifest = tmp_path / "own.toml"
    entry = '[[check]]\nclaim = "lemma8"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "refuted"\n'
    manifest.write_text(f'{entry}\n[unlisted]\nyun2020 = "one claim is enough for an example"\n')
    steps = 'to expect these of the steps, write: steps = {property2 = "vacuous"}\n'
    accept = "a verdict or counterexample differs: --update --accept expects what was found from now on"
    code, out = regress(manifest, capsys)
    assert code == 1
    assert steps in out
    assert accept not in out
    code, out = regress(manifest, capsys, "--update")
    assert (code, out.splitlines()[-1]) == (1, accept)
    code, out = regress(manifest, capsys, "--update", "--accept")
    assert (code, accept in out) == (0, False)
    pinned = manifest.read_text()
    manifest.write_text("\n".join(line for line in pinned.split("\n") if not line.startswith("steps")))
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "write: steps" not in out  # a digest is pinned: that a step differs is what is to be seen


def test_accept_alone_is_exit_2(manifest, capsys):
    assert main(["regress", str(manifest), "--accept"]) == 2
    assert "accept: it says what --update may rewrite" in capsys.readouterr().err


def test_a_check_whose_verdicts_differ_keeps_its_digest(manifest, capsys):
    edit(manifest, 'expect = "holds"', 'expect = "vacuous"')
    edit(manifest, read(manifest).checks[0].expected.digest, ZEROS)
    edit(manifest, read(manifest).checks[1].expected.digest, ONES)
    assert regress(manifest, capsys, "--update")[0] == 1
    digests = [check.expected.digest for check in read(manifest).checks]
    assert digests[0] == ZEROS
    assert digests[1] != ONES


def test_another_digest_fails_and_update_puts_it_right(manifest, capsys):
    right = manifest.read_text()
    digest = read(manifest).checks[1].expected.digest
    edit(manifest, digest, ZEROS)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert f"- digest {ZEROS}" in squeezed(out)
    assert f"+ digest {digest}" in squeezed(out)
    assert out.count("differs") == 1
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_missing_witness_fails_and_update_adds_it(manifest, capsys):
    right = read(manifest)
    edit(manifest, 'range_of_k = "all real columns:9 [1/3] | row = 1 | 1/9 = 1/3"\n', "")
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "- range_of_k least counterexample not pinned" in squeezed(out)
    assert "1 with other pins alone" in out
    assert regress(manifest, capsys, "--update")[0] == 0
    assert read(manifest) == right


def test_a_witness_of_a_step_that_holds_fails_and_only_accept_removes_it(manifest, capsys):
    right = manifest.read_text()
    before, header, witnesses = right.rpartition("[check.witnesses]\n")
    manifest.write_text(f'{before}{header}layers = "1 = 2"\n{witnesses}')
    assert regress(manifest, capsys, "--update")[0] == 1
    code, out = regress(manifest, capsys, "--update", "--accept")
    assert code == 0
    assert "- layers least counterexample 1 = 2" in squeezed(out)
    assert manifest.read_text() == right


def test_a_digest_of_another_box_fails(manifest, capsys):
    edit(manifest, 'd = 1\nn = 2\ndelta = "1/3"', 'd = 1\nn = 2\ndelta = "1/4"')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert sum(line.startswith("+ digest") for line in squeezed(out)) == 1


def test_another_statement_hash_fails_and_update_puts_it_right(manifest, capsys):
    right = manifest.read_text()
    pin = read(manifest).statements["lemma8.property3"]
    edit(manifest, pin, ONES)
    code, out = regress(manifest, capsys)
    assert code == 1
    lines = squeezed(out)
    at = lines.index("differs statement lemma8.property3")
    assert lines[at + 1 : at + 3] == [f"- {ONES}", f"+ {pin}"]
    assert "1 statement not as pinned" in out
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_missing_pin_fails_and_update_adds_it(manifest, capsys):
    right = read(manifest)
    pin = right.statements["claim1.attention_commutes"]
    edit(manifest, f'"claim1.attention_commutes" = "{pin}"\n', "")
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "differs statement claim1.attention_commutes: not pinned" in squeezed(out)
    assert regress(manifest, capsys, "--update")[0] == 0
    assert read(manifest) == right


def test_a_pin_of_no_step_fails_and_update_removes_it(manifest, capsys):
    right = manifest.read_text()
    edit(manifest, "[statements]\n", f'[statements]\n"lemma8.property9" = "{ZEROS}"\n')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "+ no step of that label" in out.replace("  ", " ")
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_pin_under_the_full_label_is_as_good(manifest, capsys):
    edit(manifest, '"lemma8.property3" =', '"yun2020:lemma8.property3" =')
    before = manifest.read_text()
    assert regress(manifest, capsys)[0] == 0
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == before


# What changes is decided again, although all the rest is not.

STEP = "property4"
CHANGES = {
    "term": {"term": make("<", (), integer(0), integer(1))},
    "hypothesis": {"given": make("<", (), integer(0), integer(1))},
    "domain": {"over": (category2,)},
    "fold": {"term": find("lemma8")[0].step("property2").term, "fold": "distinct"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_step_is_caught(manifest, capsys, monkeypatch, change):
    claim, _ = find("lemma8")
    steps = [replace(step, **CHANGES[change]) if step.name == STEP else step for step in claim.steps]
    monkeypatch.setattr(claim, "steps", steps)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert f"differs statement lemma8.{STEP}" in squeezed(out)
    assert sum(line.startswith("+ digest") for line in squeezed(out)) == 1
    assert "2 of 3 checks decided before" in out


def test_a_changed_definition_is_caught_in_every_step_that_reaches_it(manifest, capsys, monkeypatch):
    claim, _ = find("lemma8")
    changed = {**claim.definitions, "t_r": make("+", (), claim.definitions["t_r"], integer(1))}
    monkeypatch.setattr(claim, "definitions", changed)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert re.findall(r"differs +statement lemma8\.(\w+)", out) == ["t_l_below_t_r", "property3", "property4"]


def test_a_new_step_has_to_be_pinned(manifest, capsys, monkeypatch):
    claim, _ = find("claim1")
    monkeypatch.setattr(claim, "steps", [*claim.steps, replace(claim.steps[0], name="another")])
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "differs statement claim1.another: not pinned" in squeezed(out)


def test_a_changed_network_changes_the_digest(manifest, capsys, monkeypatch):
    claim, _ = find("lemma8")
    built = claim.networks["g_c"]
    monkeypatch.setitem(claim.networks, "g_c", lambda values: replace_last(built(values)))
    code, out = regress(manifest, capsys)
    assert code == 1
    assert sum(line.startswith("+ digest") for line in squeezed(out)) == 1
    assert "2 of 3 checks decided before" in out


def replace_last(network):
    from exactua.networks import Network

    return Network(network.d, (*network.items, network.items[-1]), network.stages)


def test_what_has_not_changed_is_not_decided_again_unless_all_is(manifest, capsys, monkeypatch):
    def never(*_, **__):
        raise AssertionError("decided")

    code, out = regress(manifest, capsys)
    assert code == 0
    assert "3 of 3 checks decided before with the same code, statements and networks (--all decides" in out
    assert re.search(r"unchanged  since \d{4}-\d\d-\d\d: 3 checks", out)
    monkeypatch.setattr("exactua.evidence.regression.decide", never)
    assert regress(manifest, capsys) == (code, out)
    assert regress(manifest, capsys, "--all")[0] == 70  # it is decided


def test_other_code_decides_everything_again(manifest, capsys, monkeypatch):
    monkeypatch.setattr(fingerprints, "of_code", lambda: ONES)
    assert main(["regress", str(manifest)]) == 0
    captured = capsys.readouterr()
    assert "decided before" not in captured.out
    assert captured.out.count("\n  ok ") == 4
    assert "the code, or Python, gmpy2 or numpy, is not that of .exactua/regress/passed.json" in captured.err


# Claims that no manifest lists.


def test_a_claim_that_no_manifest_lists_fails_the_run(manifest, capsys):
    edit(manifest, 'yun2020 = "three claims are enough for an example"\n', "")
    for options in ([], ["--update"], ["--update", "--accept"]):
        code, out = regress(manifest, capsys, *options)
        assert code == 1
        missing = [label for label in labels() if label.startswith("yun2020:")]
        missing = [label for label in missing if label.partition(":")[2] not in ("lemma8", "claim1", "lemma7")]
        assert [line.split()[1].rstrip(":") for line in out.splitlines() if line.startswith("  unlisted")] == missing
        assert f"{len(missing)} claims unlisted" in out


def test_claims_are_left_out_one_by_one_or_paper_by_paper(manifest, capsys):
    _, out = regress(manifest, capsys)
    others = sum(label.startswith("yun2020:") for label in labels()) - 3
    assert f"  left out   yun2020 ({others} claims): three claims are enough for an example" in out.splitlines()
    edit(manifest, "yun2020 = ", '"lemma10" = ')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "  left out   lemma10: three claims" in out
    assert f"{others - 1} claims unlisted" in out


def test_a_second_manifest_may_list_the_rest(manifest, tmp_path, capsys):
    edit(manifest, 'yun2020 = "three', '"so2020:blocks" = "three')
    (tmp_path / "rest.toml").write_text('[unlisted]\nyun2020 = "in the other file"\n')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "[unlisted] so2020:blocks: it leaves out nothing that has to be listed; remove the line" in out
    edit(manifest, '"so2020:blocks" = "three claims are enough for an example"\n', "")
    assert regress(manifest, capsys)[0] == 1
    assert regress(tmp_path, capsys)[0] == 0


def test_a_line_that_leaves_out_what_is_listed_fails(manifest, capsys):
    edit(manifest, "yun2020 = ", 'lemma8 = "listed after all"\nyun2020 = ')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "differs    [unlisted] lemma8: it leaves out nothing that has to be listed; remove the line" in out


# A user's own file.

OWN = """\
from exactua.authoring import Parameter, claim

lemma = claim("lemma", parameters=(Parameter("k", "a number"),))

@lemma.states("k < 3")
def small(at):
    return at.k < 3

@lemma.proof_line("k is 1")
def one(at):
    return at.k == 1

other = claim("other", parameters=("d", "n"))

@other.states("d <= n")
def flat(at):
    return at.d <= at.n
"""
OF_OWN = """\
[[check]]
claim = "my_claims.py::lemma"
parameters = { k = 2 }
expect = "holds"
steps = { one = "refuted" }

[[check]]
claim = "my_claims.py::other"
d = 1
n = 2
expect = "holds"
"""


@pytest.fixture
def own(tmp_path, capsys):
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "my_claims.py").write_text(OWN)
    path = folder / "own.toml"
    path.write_text(OF_OWN)
    assert main(["regress", "--update", str(path)]) == 0
    assert regress(path, capsys)[0] == 0
    return path


def test_a_file_is_found_from_the_manifests_folder(own, capsys, monkeypatch):
    reread = read(own)
    assert list(reread.statements) == [f"my_claims.py::{step}" for step in ("lemma.small", "lemma.one", "other.flat")]
    assert reread.checks[0].expected.witnesses == {"one": "2 = 1"}
    monkeypatch.chdir(own.parent)
    assert regress(Path("own.toml"), capsys)[0] == 0


def test_a_changed_file_is_decided_again_where_it_says_something_else(own, capsys):
    edit(own.parent / "my_claims.py", "at.k < 3", "at.k < 2")
    code, out = regress(own, capsys)
    assert code == 1
    lines = squeezed(out)
    assert lines[lines.index("- small holds") + 1 :][:2] == [
        "+ small refuted: 1 point, false at 1", "+ small least counterexample 2 < 2",
    ]  # fmt: skip
    assert "1 of 2 checks decided before" in out


def test_a_claim_of_the_file_that_no_check_lists_fails(own, capsys):
    with (own.parent / "my_claims.py").open("a") as file:
        file.write(OWN[OWN.index("other = ") :].replace("other", "third"))
    code, out = regress(own, capsys)
    assert code == 1
    assert "  unlisted   claims/my_claims.py::third: no check lists it" in out
    for key in ('"my_claims.py::third"', '"my_claims.py"'):
        with own.open("a") as file:
            file.write(f'\n[unlisted]\n{key} = "a draft"\n')
        code, out = regress(own, capsys)
        assert code == 0
        assert "left out" in out
        own.write_text(own.read_text().rpartition("\n[unlisted]")[0])


def test_a_file_of_a_folder_has_to_be_listed_even_where_no_check_names_it(own, capsys):
    (own.parent / "new_claims.py").write_text(OWN[: OWN.index("\nother = ")])
    (own.parent / "helpers.py").write_text("from exactua.authoring import claim\n")
    (own.parent / "plot.py").write_text("raise SystemExit('no file of claims')\n")
    assert regress(own, capsys)[0] == 0  # of a manifest alone, the files that it names are under test
    code, out = regress(own.parent, capsys)
    assert code == 1
    assert [line for line in out.splitlines() if "unlisted" in line][:-1] == [
        "  unlisted   claims/new_claims.py::lemma: no check lists it; write one, or say why not under [unlisted]"
    ]
    own.write_text(own.read_text() + '\n[unlisted]\n"new_claims.py" = "a draft"\n')
    assert regress(own.parent, capsys)[0] == 0
    (own.parent / "new_claims.py").write_text("from exactua.authoring import claim\nclaim(")
    assert main(["regress", str(own.parent)]) == 2
    assert "new_claims.py" in capsys.readouterr().err


def test_the_projects_folder_is_about_all_papers_that_come_with_it():
    yun2020 = read(PROOFS / "yun2020.toml")
    assert unlisted.listing([yun2020]).missing == ()
    others = tuple(label for label in labels() if not label.startswith("yun2020:"))
    assert unlisted.listing([yun2020], [PROOFS]).missing == others
    assert others


def test_a_package_that_ships_claims_has_to_be_listed_too(tmp_path, capsys, monkeypatch):
    site = tmp_path / "site"
    (site / "lee-1.0.dist-info").mkdir(parents=True)
    (site / "lee-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lee\nVersion: 1.0\n")
    (site / "lee-1.0.dist-info" / "entry_points.txt").write_text("[exactua.claims]\nlee2024 = lee_claims\n")
    (site / "lee_claims.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(site))
    path = tmp_path / "lee.toml"
    path.write_text(OF_OWN[: OF_OWN.index("\n[[check]]")].replace("my_claims.py::lemma", "lee2024:lemma"))
    assert regress(path, capsys, "--update")[0] == 1
    code, out = regress(path, capsys)
    assert code == 1
    assert "  unlisted   lee2024:other: no check lists it" in out
    assert list(read(path).statements) == ["lee2024:lemma.small", "lee2024:lemma.one"]
    path.write_text(path.read_text() + '\n[unlisted]\nlee2024 = "one of them is enough"\n')
    assert regress(path, capsys)[0] == 0


def test_a_parameter_is_asked_for_where_the_claim_has_it(own, capsys):
    edit(own, "d = 1\n", "")
    assert main(["regress", str(own)]) == 2
    error = capsys.readouterr().err
    assert "own.toml: check 2: d: missing" in error
    edit(own, "n = 2\n", 'd = 1\nn = 2\ndelta = "1/2"\n')
    assert main(["regress", str(own)]) == 2
    assert "check 2: delta: my_claims:other has no such parameter" in capsys.readouterr().err


# What can't be read.


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[check]]", "[[check", "some.toml: not a TOML file"),
        ("[[check]]", "[[checks]]", "some.toml: unknown key 'checks'"),
        ("d = 1", "dim = 1", "check 1: unknown key 'dim'; known: claim, d, n"),
        ("d = 1", 'd = "1"', "check 1: d: '1' is not an integer"),
        ("d = 1", "d = true", "check 1: d: True is not an integer"),
        ("d = 1\n", "", "check 1: d: missing"),
        ("d = 1", "d = 0", "check 1: d: 0 is not valid; give an integer >= 1"),
        ('delta = "1/2"\n', "", "check 1: delta is missing; lemma8 needs it"),
        ('delta = "1/2"', "delta = 0.5", "check 1: delta: 0.5 is not a string"),
        ('delta = "1/2"', 'delta = "2/3"', "check 1: delta: 2/3 is not valid"),
        ('expect = "holds"\n', "", "check 1: expect is missing"),
        ('expect = "holds"', 'expect = "true"', "check 1: expect: 'true' is not a verdict; write one of holds"),
        ('claim = "lemma8"', 'claim = "lemma80"', "check 1: label: no claim 'lemma80'"),
        ('claim = "lemma8"', 'claim = "none.py::lemma8"', "check 1: label: there is no file"),
        ('property1 = "vacuous"', "property1 = 1", "check 1: steps.property1: 1 is not a verdict"),
        ('property1 = "vacuous"', 'property9 = "vacuous"', "check 1: steps.property9: lemma8 decides no step"),
        ("[check.witnesses]\n", '[check.witnesses]\nnone = "1"\n', "check 2: witnesses.none: yun2020:claim1.equivariant decides"),
        ("[check.witnesses]\n", "[check.witnesses]\nnone = 1\n", "check 2: witnesses.none: 1 is not a string"),
        ('digest = "sha256:', 'digest = "sha1:', "check 1: digest: 'sha1:"),
        ('"lemma8.heads" = "', '"lemma8.heads" = "x', 'statements."lemma8.heads": '),
        ("repaired = true", 'repaired = "yes"', "check 3: repaired: 'yes' is not true or false"),
        ('tie_rule = "leftmost"', 'tie_rule = "middle"', "check 2: tie_rule: 'middle' is not valid"),
        ("three claims are enough for an example", "", "unlisted.\"yun2020\": '' is not a reason; say why"),
        ("yun2020 =", "yun2021 =", "unlisted.\"yun2021\": label: no claim 'yun2021'"),
        ("yun2020 =", '"lemma10.lower_bound" =', "names a step; a claim is listed, or left out, with all its steps"),
        ("[unlisted]\nyun2020", "[check.unlisted]\nyun2020", "check 3: unknown key 'unlisted'"),
    ],
)  # fmt: skip
def test_a_bad_manifest_is_exit_2_with_file_and_key(manifest, capsys, old, new, message):
    edit(manifest, old, new)
    assert main(["regress", str(manifest)]) == 2
    error = capsys.readouterr().err
    assert "some.toml" in error
    assert message in error
    assert error.count("\n") == 1


def test_a_run_without_any_check_is_exit_2(tmp_path, capsys):
    (tmp_path / "none.toml").write_text("")
    for given in ("none.toml", "."):
        assert main(["regress", given]) == 2
        assert "manifests: none.toml: no [[check]]; write one at least" in capsys.readouterr().err


def test_a_path_without_a_check_is_exit_2_beside_one_with_some(manifest, tmp_path, capsys):
    (tmp_path / "none.toml").write_text("[statements]\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "other.toml").write_text("")
    for given in ("none.toml", "folder/"):
        assert main(["regress", "some.toml", given]) == 2
        assert re.fullmatch(
            r"exactua: manifests: (none|folder.other)\.toml: no \[\[check\]\]; write one at least\n",
            capsys.readouterr().err,
        )
    assert main(["regress", "."]) == 0  # the folder has one


@pytest.fixture
def papers(tmp_path, updated, monkeypatch):
    """A folder of manifests in the place of that of the papers that come with exactua."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "yun2020.toml").write_text(updated[0])
    (folder / "so2020.toml").write_text('[unlisted]\nso2020 = "not here"\n')
    for module in (manifests, unlisted):
        monkeypatch.setattr(module, "proofs_folder", lambda: folder)
    monkeypatch.setattr(unlisted, "PAPERS", ("yun2020", "so2020"))
    return folder


def test_without_a_path_all_papers_are_meant(papers, tmp_path, capsys):
    assert main(["regress", "--all", "--jobs", "1"]) == 0
    out, error = capsys.readouterr()
    assert [line for line in out.splitlines() if line.endswith(".toml")] == [
        "papers/so2020.toml",
        "papers/yun2020.toml",
    ]
    assert "3 checks: 3 as expected" in out
    assert "left out   so2020 (6 claims): not here" in out
    assert error == ""
    (papers / "so2020.toml").write_text("")
    assert main(["regress"]) == 1
    assert "unlisted   so2020:blocks: no check lists it" in capsys.readouterr().out
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "own.toml").write_text("")
    assert main(["regress"]) == 1
    assert capsys.readouterr().err == (
        "note: no manifest is named, so exactua uses those in papers; give proofs/ for those of this folder\n"
    )


def test_a_paper_stands_for_its_manifest(papers, tmp_path, capsys):
    assert main(["regress", "yun2020", "--all", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("papers/yun2020.toml\n")
    for given, sentence in {
        "so2020": "papers/so2020.toml: no [[check]]; write one at least",
        "background": "the paper background has no manifest papers/background.toml; write one",
        "yun2021": "yun2021 does not exist; give a folder with manifests, a manifest, or a paper: yun2020, so2020, ",
        "./yun2020": "yun2020 does not exist; give a folder with manifests, a manifest, or a paper: yun2020, so2020, ",
    }.items():
        assert main(["regress", given]) == 2
        assert capsys.readouterr().err.startswith(f"exactua: manifests: {sentence}")


def test_a_manifest_that_is_not_there_is_exit_2(tmp_path, capsys):
    assert main(["regress", str(tmp_path / "none.toml")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert main(["regress", str(tmp_path)]) == 2
    assert (
        "holds no .toml file; give a folder with manifests, or a manifest, which begins with [[check]] (exactua regress"
        in (capsys.readouterr().err)
    )
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    assert main(["regress", str(tmp_path)]) == 2
    assert "not UTF-8 text" in capsys.readouterr().err


def test_lines_that_can_not_be_rewritten_leave_all_files_alone(manifest, tmp_path, capsys):
    digest = read(manifest).checks[0].expected.digest
    other = tmp_path / "other.toml"
    other.write_text(manifest.read_text().replace(digest, ONES))
    manifest.write_text(INLINE)
    before = manifest.read_text(), other.read_text()
    assert main(["regress", "--update", str(other), str(manifest)]) == 2
    assert "can't be updated in place" in capsys.readouterr().err
    assert (manifest.read_text(), other.read_text()) == before


def test_a_manifest_that_changes_meanwhile_is_left_alone(manifest, capsys, monkeypatch):
    from exactua.evidence import regression

    edit(manifest, read(manifest).checks[0].expected.digest, ZEROS)
    decide = regression.decide

    def meddling(*arguments, **options):
        edit(manifest, "# about claim 1", "# about Claim 1")
        edit(manifest, "n = 3", "n = 4")
        return decide(*arguments, **options)

    monkeypatch.setattr(regression, "decide", meddling)
    assert main(["regress", str(manifest), "--update", "--jobs", "1"]) == 2
    assert "the file was changed while its checks were decided; run the command again" in capsys.readouterr().err
    assert ZEROS in manifest.read_text()


@pytest.mark.processes
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_says_so_and_writes_no_manifest(manifest, tmp_path, jobs):
    path = tmp_path / "long.toml"
    head, check, rest = MANIFEST.partition("[[check]]")
    long = check + rest[: rest.index("# about")].replace("d = 1\nn = 3", "d = 3\nn = 4").replace("1/2", "1/4")
    path.write_text(head + check + rest.replace("\n[unlisted]", long.replace("steps", "#") + "\n[unlisted]"))
    before = path.read_text()
    command = [
        sys.executable,
        "-c",
        "from exactua.commands.group import main; main()",
        "regress",
        "--update",
        "--jobs",
        jobs,
        str(path),
    ]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(PROOFS.parent)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        lines = [process.stdout.readline() for _ in range(4)]
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert "lemma8" in "".join(lines)
    assert process.returncode == 3
    assert re.search(r"(?m)^exactua: interrupted after [1-3] of 4 checks; no manifest was changed$", error)
    assert "Traceback" not in error
    assert path.read_text() == before


def test_the_projects_manifests_pin_every_step_every_check_and_every_refutation():
    listed = set()
    for path in sorted(PROOFS.glob("*.toml")):
        pinned = read(path)
        for check in pinned.checks:
            claim, _ = find(check.claim)
            listed.add(claim.label)
            short = claim.label.removeprefix("yun2020:")
            assert all(f"{short}.{step.name}" in pinned.statements for step in claim.steps)
            assert check.expected.digest
            refuted = {name for name, verdict in check.expected.steps.items() if verdict is Verdict.REFUTED}
            assert set(check.expected.witnesses) == refuted, check
    assert listed == set(labels())
