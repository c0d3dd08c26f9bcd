"""`exactua regress`: whatever changes is caught; `--update` rewrites hashes and never a verdict."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.cli import main
from exactua.grids.categories import category2
from exactua.terms.language import integer, make
from exactua.workflows.manifests import read, rewritten

PROOFS = Path(__file__).parents[2] / "proofs"
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
"""


@pytest.fixture
def manifest(tmp_path, capsys):
    path = tmp_path / "some.toml"
    path.write_text(MANIFEST)
    assert main(["regress", "--update", str(path)]) == 0
    assert main(["regress", str(path)]) == 0
    capsys.readouterr()
    return path


def regress(path: Path, capsys, *options: str) -> tuple[int, str]:
    code = main(["regress", str(path), *options])
    return code, capsys.readouterr().out


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_is_unpinned_fails_until_it_is_updated(tmp_path, capsys):
    path = tmp_path / "some.toml"
    path.write_text(MANIFEST)
    code, out = regress(path, capsys)
    assert code == 1
    assert "digest: expected not pinned, found sha256:" in out
    assert "differs  statement lemma8.property3: expected not pinned, found sha256:" in out
    assert path.read_text() == MANIFEST


def test_update_adds_lines_and_keeps_all_others_in_order(manifest):
    kept = iter(manifest.read_text().splitlines())
    assert all(line in kept for line in MANIFEST.splitlines() if line)
    found = read(manifest)
    assert [check.digest is not None for check in found.checks] == [True, True, True]
    steps = sum(len(find(label)[0].steps) for label in ("lemma8", "claim1", "lemma7"))
    assert len(found.statements) == steps


def test_a_second_update_changes_nothing(manifest, capsys):
    before = manifest.read_bytes()
    code, out = regress(manifest, capsys, "--update")
    assert code == 0
    assert "nothing to rewrite" in out
    assert manifest.read_bytes() == before


def test_two_processes_say_the_same_in_the_same_order(manifest, capsys):
    assert regress(manifest, capsys) == regress(manifest, capsys, "--jobs", "2")


@pytest.mark.parametrize("options", [[], ["--update"]])
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('expect = "holds"', 'expect = "refuted"', "verdict: expected refuted, found holds"),
        ('property1 = "vacuous", ', "", "step property1: expected holds, found vacuous"),
        ('range_of_k = "refuted"', 'range_of_k = "holds"', "step range_of_k: expected holds, found refuted"),
        ('{ range_of_k = "refuted"', '{ layers = "refuted", range_of_k = "refuted"', "step layers: expected refuted"),
    ],
)
def test_another_verdict_fails_even_while_updating(manifest, capsys, old, new, message, options):
    edit(manifest, old, new)
    before = manifest.read_text()
    code, out = regress(manifest, capsys, *options)
    assert code == 1
    assert message in out
    assert manifest.read_text() == before


def test_another_digest_fails_and_update_puts_it_right(manifest, capsys):
    right = manifest.read_text()
    digest = read(manifest).checks[1].digest
    edit(manifest, digest, "sha256:" + "0" * 64)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert f"digest: expected sha256:{'0' * 64}, found {digest}" in out
    assert out.count("differs") == 1
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_digest_of_another_box_fails(manifest, capsys):
    edit(manifest, 'd = 1\nn = 2\ndelta = "1/3"', 'd = 1\nn = 2\ndelta = "1/4"')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert out.count("digest: expected") == 1


def test_another_statement_hash_fails_and_update_puts_it_right(manifest, capsys):
    right = manifest.read_text()
    pin = read(manifest).statements["lemma8.property3"]
    edit(manifest, pin, "sha256:" + "1" * 64)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert f"statement lemma8.property3: expected sha256:{'1' * 64}, found {pin}" in out
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_missing_pin_fails_and_update_adds_it(manifest, capsys):
    right = read(manifest)
    pin = right.statements["claim1.attention_commutes"]
    edit(manifest, f'"claim1.attention_commutes" = "{pin}"\n', "")
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "statement claim1.attention_commutes: expected not pinned" in out
    assert regress(manifest, capsys, "--update")[0] == 0
    assert read(manifest) == right


def test_a_pin_of_no_step_fails_and_update_removes_it(manifest, capsys):
    right = manifest.read_text()
    edit(manifest, "[statements]\n", f'[statements]\n"lemma8.property9" = "sha256:{"0" * 64}"\n')
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "statement lemma8.property9: expected" in out
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == right


def test_a_pin_under_the_full_label_is_as_good(manifest, capsys):
    edit(manifest, '"lemma8.property3" =', '"yun2020:lemma8.property3" =')
    before = manifest.read_text()
    assert regress(manifest, capsys)[0] == 0
    assert regress(manifest, capsys, "--update")[0] == 0
    assert manifest.read_text() == before


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
    assert f"differs  statement lemma8.{STEP}: expected sha256:" in out
    assert "digest: expected" in out


def test_a_changed_definition_is_caught_in_every_step(manifest, capsys, monkeypatch):
    claim, _ = find("lemma8")
    changed = {**claim.definitions, "t_r": make("+", (), claim.definitions["t_r"], integer(1))}
    monkeypatch.setattr(claim, "definitions", changed)
    code, out = regress(manifest, capsys)
    assert code == 1
    assert len(re.findall(r"statement lemma8\.\w+: expected sha256", out)) == len(claim.steps)


def test_a_new_step_has_to_be_pinned(manifest, capsys, monkeypatch):
    claim, _ = find("claim1")
    monkeypatch.setattr(claim, "steps", [*claim.steps, replace(claim.steps[0], name="another")])
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "statement claim1.another: expected not pinned" in out


def test_a_changed_network_changes_the_digest(manifest, capsys, monkeypatch):
    claim, _ = find("lemma8")
    built = claim.networks["g_c"]
    monkeypatch.setitem(claim.networks, "g_c", lambda values: replace_last(built(values)))
    code, out = regress(manifest, capsys)
    assert code == 1
    assert "digest: expected" in out


def replace_last(network):
    from exactua.networks import Network

    return Network(network.d, (*network.items, network.items[-1]), network.stages)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[check]]", "[[check", "some.toml: not a TOML file"),
        ("[[check]]", "[[checks]]", "some.toml: unknown key 'checks'"),
        ("d = 1", "dim = 1", "check 1: unknown key 'dim'; known: claim, d, n"),
        ("d = 1", 'd = "1"', "check 1: d: '1' is not an integer"),
        ("d = 1", "d = true", "check 1: d: True is not an integer"),
        ("d = 1\n", "", "check 1: d is missing"),
        ("d = 1", "d = 0", "check 1: d: 0 is not valid; give an integer >= 1"),
        ('delta = "1/2"', "delta = 0.5", "check 1: delta: 0.5 is not a string"),
        ('delta = "1/2"', 'delta = "2/3"', "check 1: delta: 2/3 is not valid"),
        ('expect = "holds"', 'expect = "true"', "check 1: expect: 'true' is not a verdict; write one of holds"),
        ('claim = "lemma8"', 'claim = "lemma80"', "check 1: label: no claim 'lemma80'"),
        ('property1 = "vacuous"', "property1 = 1", "check 1: steps.property1: 1 is not a verdict"),
        ('property1 = "vacuous"', 'property9 = "vacuous"', "check 1: steps.property9: lemma8 decides no step"),
        ('digest = "sha256:', 'digest = "sha1:', "check 1: digest: 'sha1:"),
        ('"lemma8.heads" = "', '"lemma8.heads" = "x', 'statements."lemma8.heads": '),
        ("repaired = true", 'repaired = "yes"', "check 3: repaired: 'yes' is not true or false"),
        ('tie_rule = "leftmost"', 'tie_rule = "middle"', "check 2: tie_rule: 'middle' is not valid"),
    ],
)
def test_a_bad_manifest_is_exit_2_with_file_and_key(manifest, capsys, old, new, message):
    edit(manifest, old, new)
    assert main(["regress", str(manifest)]) == 2
    error = capsys.readouterr().err
    assert str(manifest) in error
    assert message in error
    assert error.count("\n") == 1


def test_a_manifest_that_is_not_there_is_exit_2(tmp_path, capsys):
    assert main(["regress", str(tmp_path / "none.toml")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert main(["regress", str(tmp_path)]) == 2
    assert "holds no .toml file" in capsys.readouterr().err
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    assert main(["regress", str(tmp_path)]) == 2
    assert "not UTF-8 text" in capsys.readouterr().err


def test_lines_that_can_not_be_rewritten_leave_the_file_alone(manifest, capsys):
    digest = read(manifest).checks[0].digest
    edit(manifest, f'digest = "{digest}"', f'digest = """sha256:{"0" * 64}"""')
    before = manifest.read_text()
    assert main(["regress", "--update", str(manifest)]) == 2
    assert "can't be updated in place" in capsys.readouterr().err
    assert manifest.read_text() == before


def test_rewriting_keeps_comments_behind_values():
    text = '[[check]]\nclaim = "a"\ndigest = "old" # why\n\n# the pins\n[statements]\n"a.b" = "old"  # because\n'
    assert rewritten(text, ["new"], {"a.b": "n1", "a.c": "n2"}) == (
        '[[check]]\nclaim = "a"\ndigest = "new" # why\n\n# the pins\n[statements]\n"a.b" = "n1"  # because\n'
        '"a.c" = "n2"\n'
    )


def test_a_digest_is_added_to_its_own_check():
    text = '[[check]]\nclaim = "a"\n\n# the second\n[[check]]\nclaim = "b"\ndigest = "old"\n'
    assert rewritten(text, ["new", None], {}) == (
        '[[check]]\nclaim = "a"\ndigest = "new"\n\n# the second\n[[check]]\nclaim = "b"\ndigest = "old"\n'
    )


def test_the_projects_manifests_pin_every_step_and_every_check():
    for path in sorted(PROOFS.glob("*.toml")):
        found = read(path)
        assert all(check.digest for check in found.checks)
        for check in found.checks:
            claim, _ = find(check.claim)
            short = claim.label.removeprefix("yun2020:")
            assert all(f"{short}.{step.name}" in found.statements for step in claim.steps)
