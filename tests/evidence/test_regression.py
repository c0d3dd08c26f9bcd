"""Whatever a manifest says: `--update` changes no expectation, and what it has written is found again."""

from __future__ import annotations

import io
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.group import main
from exactua.commands.regress.manifest_text import rewritten
from exactua.deciding import fingerprints
from exactua.deciding.comparing import Expected, Found, StepAt, differences
from exactua.evidence.manifests import Check, Manifest, parse, read
from exactua.evidence.regression import LONGEST, outcomes, pin, posed
from tests.evidence.sample import gaps, install

CHECKS = (("sample:gaps", {"d": 1, "n": 2, "delta": "1/2"}),
          ("sample:gaps.wide_gap", {"d": 1, "n": 2, "delta": "1/3"}),
          ("sample:scaled", {"d": 1, "n": 2, "delta": "1/2", "parameters": {"k": 2}}))  # fmt: skip
ZEROS = "sha256:" + "0" * 64
verdicts = st.sampled_from(list(Verdict))


@pytest.fixture(autouse=True)
def sample(monkeypatch, tmp_path):
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda: ZEROS)  # whoever works on it while the tests run


def quiet(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = main(["regress", "some.toml", "--jobs", "1", *arguments])
    return code, out.getvalue()


def toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{chr(34)}{key}{chr(34)} = {toml(inner)}' for key, inner in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


@st.composite
def manifests(draw) -> str:
    """The checks with any expectations, as one may find them: right, wrong, partly pinned, laid out in several ways."""
    parts = []
    for label, box in CHECKS:
        claim, step = find(label)
        names = [step] if step else [declared.name for declared in claim.steps]
        lines = [f'claim = "{label}"', *(f"{key} = {toml(value)}" for key, value in box.items())]
        lines.append(f'expect = "{draw(verdicts)}"  # by hand')
        if draw(st.booleans()):
            lines.append(f'digest = "{ZEROS}"')
        steps = draw(st.dictionaries(st.sampled_from(names), verdicts, max_size=4))
        witnesses = draw(
            st.dictionaries(st.sampled_from(names), st.sampled_from(["1 = 2", "grid:0 [0 1] | 1 < 1"]), max_size=2)
        )
        tables = []
        for key, mapping in (("steps", steps), ("witnesses", witnesses)):
            layout = draw(st.sampled_from(["inline", "table"]))
            entries = [f"{toml(name)} = {toml(value)}" for name, value in mapping.items()]
            if layout == "inline" and (entries or draw(st.booleans())):
                lines.append(f"{key} = {{{', '.join(entries)}}}")
            elif entries:
                tables += [f"[check.{key}]", *entries]
        parts += [
            "[[check]]",
            *draw(st.permutations(lines)),
            *tables,
            *draw(st.sampled_from([[], [""], ["", "# next"]])),
        ]
    return "\n".join(parts) + draw(st.sampled_from(["", "\n"]))


settled = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@settled
@given(manifests())
def test_update_changes_no_expectation_and_a_second_one_nothing(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        path = Path("some.toml")
        path.write_text(text)
        before = read(path)
        code, out = quiet("--update")
        after = read(path)
        for old, new in zip(before.checks, after.checks, strict=True):
            assert (new.expected.verdict, dict(new.expected.steps)) == (old.expected.verdict, dict(old.expected.steps))
            assert old.expected.witnesses.items() <= new.expected.witnesses.items()
            if new.expected != old.expected:
                assert new.expected.digest != old.expected.digest
        rewritten_text = path.read_text()
        again, said = quiet()
        assert again == code
        assert path.read_text() == rewritten_text
        differing = sum(line.startswith("  differs") for line in out.splitlines())
        assert (differing == 0) == (code == 0)
        assert said.count("\n  differs") == differing
        assert f"{3 - differing} of 3 checks decided before" in said or differing == 3


@settled
@given(manifests())
def test_accept_expects_what_is_found_and_then_all_is_clean(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        path = Path("some.toml")
        path.write_text(text)
        assert quiet("--update", "--accept")[0] == 0
        accepted = path.read_text()
        assert quiet("--all")[0] == 0
        code, out = quiet("--update", "--accept")
        assert code == 0
        assert "3 of 3 checks decided before" in out
        assert path.read_text() == accepted
        assert [line for line in text.splitlines() if line.startswith("#")] == [
            line for line in accepted.splitlines() if line.startswith("#")
        ]


# What is compared.

steps_at = st.builds(StepAt, verdicts, st.just(4), st.just(4), st.integers(0, 4))
names = st.sampled_from(["a", "b", "c@repaired"])


@st.composite
def founds(draw) -> Found:
    steps = {name: draw(steps_at) for name in ("a", "b", "c@repaired")}
    refuted = [name for name, step in steps.items() if step.verdict is Verdict.REFUTED]
    return Found(draw(verdicts), steps, {name: draw(st.sampled_from(["1 = 2", "1 = 3"])) for name in refuted},
                 draw(st.sampled_from([ZEROS, "sha256:" + "1" * 64])), True)  # fmt: skip


expectations = st.builds(
    Expected, verdicts, st.dictionaries(names, verdicts), st.dictionaries(names, st.sampled_from(["1 = 2", "1 = 3"])),
    st.sampled_from([None, ZEROS]),
)  # fmt: skip


@given(expectations, founds())
def test_what_is_accepted_does_not_differ(expected: Expected, decided: Found) -> None:
    accepted = decided.as_expected(expected)
    assert differences(accepted, decided) == ()
    assert decided.as_expected(accepted) == accepted
    assert all(name in expected.steps for name, verdict in accepted.steps.items() if verdict is Verdict.HOLDS)


@given(expectations, founds())
def test_pins_settle_what_differs_in_nothing_else(expected: Expected, decided: Found) -> None:
    different = differences(expected, decided)
    pinned = decided.pinned(expected)
    if all(difference.is_pin for difference in different):
        assert differences(pinned, decided) == ()
    else:
        assert differences(pinned, decided) != ()
    assert (pinned.verdict, pinned.steps) == (expected.verdict, expected.steps)


@given(expectations, founds())
def test_nothing_differs_only_where_everything_is_the_same(expected: Expected, decided: Found) -> None:
    same = (
        expected.verdict is decided.verdict
        and all(expected.of(name) is step.verdict for name, step in decided.steps.items())
        and expected.witnesses == decided.witnesses
        and expected.digest == decided.digest
    )
    assert (differences(expected, decided) == ()) == same


# How a counterexample is written.


def witness_of(name: str, **box: int):
    from exactua.deciding.running import decide

    decision = decide(gaps.problem({"d": 1, "n": 2, **box}, (name,)))
    return decision[name].step, decision[name].witness


@pytest.mark.parametrize(
    ("name", "m", "line"),
    [
        ("wide_gap", 3, "category 1:0 [0 1/3] | 1 >= 2"),
        ("sums_apart", 4, "category 1:2 [0 3/4] & category 1:3 [1/4 1/2] | 0 >= 1"),
        ("count", 2, "2 = 4"),
        ("pairwise_order", 3, "pairs of category 1:1 [0 1/3 0 2/3] | 1 >= 2"),
    ],
)
def test_a_counterexample_has_its_points_and_both_values(name: str, m: int, line: str) -> None:
    assert pin(*witness_of(name, m=m)) == line


def test_a_counterexample_that_is_a_word_is_pinned_as_its_word_and_as_a_matrix_it_is_still_the_same(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from exactua.authoring import claim, pairs_of, point, tokens, words\n"
        'ab = words("w", tokens("a b", start="<"), "1..3", where="b.*")\n'
        'lemma = claim("lemma", words=ab)\n'
        '@lemma.states("it ends with b", over=ab)\n'
        "def last(at):\n    return ab.has('b', at.n)\n"
        '@lemma.states("two words are equal", over=pairs_of(ab))\n'
        "def equal(at):\n    return point.columns(1, at.n) == point.columns(at.n + 1, 2 * at.n)\n"
    )
    words = {
        "last": 'w:0 "b a" | 0 = 1',
        "equal": 'pairs of w:1 "b a" "b b" | [0 0 1; 0 1 0; 1 0 0] = [0 0 0; 0 1 1; 1 0 0]',
    }
    older = {
        "last": "w:0 [0 0 1; 0 1 0; 1 0 0] | 0 = 1",
        "equal": "pairs of w:1 [0 0 1 0 0 0; 0 1 0 0 1 1; 1 0 0 1 0 0] | [0 0 1; 0 1 0; 1 0 0] = [0 0 0; 0 1 1; 1 0 0]",
    }
    for pinned, answer in (
        ({}, words),
        (words, words),
        (older, older),
        ({**older, "last": "w:1 [0]"}, {**older, **{"last": words["last"]}}),
    ):
        refuted = dict.fromkeys(words, Verdict.REFUTED)
        check = Check(f"{file}::lemma", f"{file}::lemma", {"n": 3}, Expected(Verdict.REFUTED, refuted, pinned))
        (outcome,) = outcomes(posed(Manifest(tmp_path / "my.toml", (check,), {})), [False])
        assert outcome.found is not None
        assert outcome.found.witnesses == answer


CHANGES = {
    "at": ((0, 1),), "points": (((5, 6),),), "bindings": {"j": 2}, "relation": ">", "left": 3, "right": (0, 1),
}  # fmt: skip


@pytest.mark.parametrize("field", CHANGES)
def test_a_counterexample_that_differs_in_anything_has_another_line(field: str) -> None:
    step, witness = witness_of("wide_gap", m=3)
    changed = replace(witness, **{field: CHANGES[field]})
    assert pin(step, changed) != pin(step, witness)


@given(st.integers(0, 10**400), st.integers(0, 10**400))
@example(10**300, 10**300 + 1)
@example(10**300, 10**301)
def test_a_long_line_ends_with_its_hash(number: int, other: int) -> None:
    step, witness = witness_of("wide_gap", m=3)
    first, second = (pin(step, replace(witness, left=value)) for value in (number, other))
    assert (first == second) == (number == other)
    assert len(first) <= LONGEST


# How a manifest is rewritten.


def expecting(digest: str | None = None, **others: object) -> Expected:
    return Expected(Verdict.HOLDS, digest=digest, **others)


def test_rewriting_keeps_comments_behind_values():
    text = (
        '[[check]]\nclaim = "a"\nexpect = \'holds\'  # so\ndigest = "old" # why\n\n# the pins\n[statements]\n'
        '"a.b" = "old"  # because\n'
    )
    assert rewritten(text, [expecting("new")], {"a.b": "n1", "a.c": "n2"}) == (
        '[[check]]\nclaim = "a"\nexpect = \'holds\'  # so\ndigest = "new" # why\n\n# the pins\n[statements]\n'
        '"a.b" = "n1"  # because\n"a.c" = "n2"\n'
    )


def test_a_digest_and_witnesses_are_added_to_their_own_check():
    text = '[[check]]\nexpect = "holds"\n\n# the second\n[[check]]\nexpect = "holds"\ndigest = "old"\n'
    assert rewritten(text, [expecting("new", witnesses={"b": "2 = 1", "a@repaired": "1 = 2"}), None], {}) == (
        '[[check]]\nexpect = "holds"\ndigest = "new"\n[check.witnesses]\nb = "2 = 1"\n"a@repaired" = "1 = 2"\n\n'
        '# the second\n[[check]]\nexpect = "holds"\ndigest = "old"\n'
    )


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ('steps = { a = "refuted", b = "holds" } # why }\n', 'steps = { b = "vacuous" } # why }\n'),
        ("", 'steps = { b = "vacuous" }\n'),
        ('[check.steps]\na = "refuted" # gone\nb = "holds" # why\n', '[check.steps]\nb = "vacuous" # why\n'),
        ('[check.steps]\n# only this\n\n', '[check.steps]\nb = "vacuous"\n# only this\n\n'),
    ],
)  # fmt: skip
def test_steps_are_rewritten_where_they_stand(steps: str, expected: str) -> None:
    text = f'[[check]]\nexpect = "holds"\ndigest = "d"\n{steps}'
    new = rewritten(text, [expecting("d", steps={"b": Verdict.VACUOUS})], {})
    assert new == (text.replace(steps, expected) if steps else text + expected)


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid value"):
        rewritten("[[check]]\nsteps = { b = }\n", [expecting("d", steps={"b": Verdict.VACUOUS})], {})


def test_line_ends_stay_as_they_are():
    text = '[[check]]\r\nexpect = "holds"\r\n\r\n[statements]\r\n"a.b" = "old"\r\n'
    assert rewritten(text, [expecting("new")], {"a.b": "old"}) == (
        '[[check]]\r\nexpect = "holds"\r\ndigest = "new"\r\n\r\n[statements]\r\n"a.b" = "old"\r\n'
    )


@settled
@given(manifests(), expectations, st.dictionaries(st.sampled_from(["a.b", "x.py::c.d"]), st.just(ZEROS)))
def test_a_rewritten_manifest_says_what_is_intended(text: str, expected: Expected, pins: dict[str, str]) -> None:
    before = parse(text, Path("some.toml"))
    wanted = [expected, None, None]
    new = parse(rewritten(text, wanted, pins), Path("some.toml"))
    first = replace(before.checks[0], expected=expected)
    if expected.digest is None:
        first = replace(first, expected=replace(expected, digest=None))
    assert new == replace(before, checks=(first, *before.checks[1:]), statements=pins)
    assert rewritten(text, [None, None, None], {}) == text
