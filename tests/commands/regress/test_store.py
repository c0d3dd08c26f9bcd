"""What `regress` remembers: everything that an outcome depends on is in the fingerprint, and a bad file is not believed."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find
from exactua.claims.verdicts import Part, StepKind, Verdict
from exactua.commands.group import main
from exactua.commands.regress.command import STORE
from exactua.commands.regress.store import Store, opened
from exactua.deciding import fingerprints
from exactua.deciding.comparing import Expected
from exactua.grids.categories import category2
from exactua.networks import Network
from exactua.terms.encoding import sha256
from exactua.terms.language import integer, make
from tests.evidence.sample import install

CODE = "sha256:" + "c" * 64
ONE, TWO = "sha256:" + "1" * 64, "sha256:" + "2" * 64
MANIFEST = """\
[[check]]
claim = "sample:gaps.increasing"
d = 1
n = 2
delta = "1/2"
expect = "holds"

[[check]]
claim = "sample:scaled"
d = 1
n = 2
delta = "1/2"
expect = "holds"
"""


# The fingerprint of a problem.


def lemma8(**changes: object) -> Problem:
    return replace(find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}), **changes)


def with_step(**changes: object) -> Problem:
    problem = lemma8()
    return replace(problem, steps=(*problem.steps[:-1], replace(problem.steps[-1], **changes)))


FALSE = make("<", (), integer(1), integer(0))
OF_PROBLEMS = {
    "label": "yun2020:lemma80",
    "title": "Lemma 80",
    "source": "App. Z",
    "parameters": {"d": 1, "n": 2, "m": 3},
    "definitions": (*lemma8().definitions[:-1], ("t_r", integer(7))),
    "networks": {"g_c": Network(1, ())},
    "steps": lemma8().steps[1:],
    "judged": lemma8().judged[1:],
    "parts": (Part("for all", undecided="nobody asked"),),
}
OF_STEPS = {
    "name": "property5",
    "kind": StepKind.PROOF_LINE,
    "says": "something else",
    "over": (category2,),
    "term": FALSE,
    "given": FALSE,
    "fold": "sum",
    "bound": integer(3),
    "relation": ">",
}
DECIDE_NOTHING = {
    "shorthand", "reason", "flaw", "survives", "same_as", "meets", "of", "said", "address", "places", "degrees", "point", "others", "members",
}  # fmt: skip
"""Fields for people: how a term is abbreviated, why a step was repaired, what kind of fault it is and where it shows,
of what it is, whether the paper says it, where it stands, which numbers are shown in the paper's unit, by which letter a point is called,
and what stands in place of the claim's own, what the networks of a family are made of."""


@pytest.mark.parametrize("field", OF_PROBLEMS)
def test_a_change_of_a_problem_changes_its_fingerprint(field: str) -> None:
    assert fingerprints.of_problem(lemma8(**{field: OF_PROBLEMS[field]})) != fingerprints.of_problem(lemma8())


@pytest.mark.parametrize("field", OF_STEPS)
def test_a_change_of_a_step_changes_its_fingerprint(field: str) -> None:
    others = {"bound": {"relation": "<"}, "relation": {"bound": integer(2)}}.get(field, {})
    changed = with_step(**{field: OF_STEPS[field]}, **others)
    assert fingerprints.of_problem(changed) != fingerprints.of_problem(with_step(**others))


def test_every_field_is_tried_or_for_people_alone() -> None:
    for kind, tried in ((Problem, OF_PROBLEMS), (Step, OF_STEPS)):
        assert {field.name for field in fields(kind)} - DECIDE_NOTHING <= set(tried), "does it change what is decided?"


def test_a_weight_changes_the_fingerprint() -> None:
    from exactua.networks.serialisation import from_data, to_data

    network = lemma8().networks["g_c"]
    data = json.loads(json.dumps(to_data(network)).replace('"step": "1/2"', '"step": "1/4"', 1))
    changed = from_data(data, "network")
    assert changed != network
    assert fingerprints.of_problem(lemma8(networks={"g_c": changed})) != fingerprints.of_problem(lemma8())


EXPECTED = Expected(Verdict.HOLDS, {"a": Verdict.REFUTED}, {"a": "1 = 2"}, ONE)


@pytest.mark.parametrize(
    "other",
    [
        replace(EXPECTED, verdict=Verdict.VACUOUS),
        replace(EXPECTED, steps={"a": Verdict.VACUOUS}),
        replace(EXPECTED, steps={}),
        replace(EXPECTED, witnesses={"a": "1 = 3"}),
        replace(EXPECTED, witnesses={}),
        replace(EXPECTED, digest=TWO),
        replace(EXPECTED, digest=None),
    ],
)
def test_a_check_that_expects_something_else_has_another_fingerprint(other: Expected) -> None:
    assert fingerprints.of_check(ONE, EXPECTED, CODE) != fingerprints.of_check(ONE, other, CODE)
    assert fingerprints.of_check(ONE, EXPECTED, CODE) != fingerprints.of_check(TWO, EXPECTED, CODE)
    assert fingerprints.of_check(ONE, EXPECTED, CODE) != fingerprints.of_check(ONE, EXPECTED, ONE)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two modules in place of exactua."""
    (tmp_path / "inner").mkdir()
    for name in ("__init__.py", "inner/rule.py"):
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr("exactua.__file__", str(tmp_path / "__init__.py"))
    return tmp_path


def test_the_fingerprint_of_the_code_is_that_of_every_file_and_every_version(package, monkeypatch) -> None:
    def current() -> str:
        return fingerprints.of_code()

    seen = [current()]
    assert current() == seen[0]
    (package / "inner" / "rule.py").write_text("x = 2\n")
    seen.append(current())
    (package / "inner" / "rule.py").rename(package / "rule.py")
    seen.append(current())
    (package / "another.py").write_text("")
    seen.append(current())
    for what in ("sys.version", "numpy.__version__"):
        monkeypatch.setattr(what, "0")
        seen.append(current())
    monkeypatch.setattr("gmpy2.version", lambda: "0")
    seen.append(current())
    assert len(set(seen)) == len(seen)


# The file.


def saved(path: Path, **passed: str) -> Store:
    store = Store(path, CODE)
    assert store.save(passed) is None
    return store


def test_what_is_saved_is_found_again_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "passed.json"
    assert opened(path, CODE) == Store(path, CODE)
    store = saved(path, **{ONE: "2026-01-02"})
    assert opened(path, CODE).passed == {ONE: "2026-01-02"}
    assert store.save({TWO: "2026-01-03"}) is None
    assert opened(path, CODE).passed == {ONE: "2026-01-02", TWO: "2026-01-03"}


def test_what_another_code_decided_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "passed.json"
    saved(path, **{ONE: "2026-01-02"})
    other = opened(path, ONE)
    assert other.passed == {}
    assert "is not that of" in other.notice
    assert other.save({TWO: "2026-01-03"}) is None
    assert opened(path, ONE).passed == {TWO: "2026-01-03"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_other_byte_is_believed(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "passed.json"
    path.unlink(missing_ok=True)
    saved(path, **{ONE: "2026-01-02", TWO: "2026-01-03"})
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255).filter(lambda value: value != content[place]))
    path.write_bytes(content)
    store = opened(path, CODE)
    assert store.passed in ({}, {ONE: "2026-01-02", TWO: "2026-01-03"})  # a blank may stand for a line end
    if json.dumps(store.passed) != json.dumps({ONE: "2026-01-02", TWO: "2026-01-03"}):
        assert store.notice is not None


WHOLE = {"code": CODE, "format": "exactua-regress/1", "passed": {ONE: "2026-01-02"}}


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff\xfe", b"[]", b"null", b"1e999", b"[" * 100_000, b"1" * 5_000,
        {**WHOLE}, {**WHOLE, "digest": ONE}, {**WHOLE, "digest": sha256(WHOLE), "more": 1},
        *(
            {**changed, "digest": sha256(changed)}
            for changed in (
                {**WHOLE, "format": "exactua-regress/2"}, {**WHOLE, "format": []}, {**WHOLE, "code": None},
                {**WHOLE, "passed": [ONE]}, {**WHOLE, "passed": {ONE: 1}}, {**WHOLE, "passed": {ONE: "\x1b[31m"}},
                {**WHOLE, "passed": {"one": "2026-01-02"}},
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_store_is_ignored_with_a_notice(tmp_path: Path, data: bytes | dict) -> None:
    path = tmp_path / "passed.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    store = opened(path, CODE)
    assert store.passed == {}
    assert store.notice.startswith(f"note: {path} is ignored and written anew: ")
    assert store.save({TWO: "2026-01-03"}) is None
    assert opened(path, CODE) == Store(path, CODE, {TWO: "2026-01-03"})


def test_a_store_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "can't be written" in Store(tmp_path / "file" / "passed.json", CODE).save({})
    (tmp_path / "passed.json").mkdir()
    assert "is ignored" in opened(tmp_path / "passed.json", CODE).notice
    assert "can't be written" in Store(tmp_path / "passed.json", CODE).save({ONE: "2026-01-02"})


# A run with a store.


@pytest.fixture
def passed(monkeypatch, tmp_path, capsys) -> Path:
    """A manifest all of whose checks passed in the run before."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda: CODE)  # whoever works on it while the tests run
    path = tmp_path / "some.toml"
    path.write_text(MANIFEST)
    assert main(["regress", "some.toml", "--update", "--accept", "--jobs", "1"]) == 0
    capsys.readouterr()
    return path


def run(capsys, *options: str) -> tuple[int, str, str]:
    code = main(["regress", "some.toml", "--jobs", "1", *options])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_damaged_store_is_not_believed(passed, capsys) -> None:
    data = json.loads(STORE.read_text())
    data["passed"] = dict.fromkeys(data["passed"], "2020-01-01")
    STORE.write_text(json.dumps(data))
    code, out, err = run(capsys)
    assert code == 0
    assert "decided before" not in out
    assert err == f"note: {STORE} is ignored and written anew: it is damaged, or another program's\n"
    assert "2 of 2 checks decided before" in run(capsys)[1]


def test_a_store_of_other_checks_decides_nothing(passed, capsys) -> None:
    store = opened(STORE, fingerprints.of_code())
    assert len(store.passed) == 2
    passed.write_text(passed.read_text().replace('expect = "holds"', 'expect = "vacuous"', 1))
    code, out, _ = run(capsys)
    assert code == 1
    assert "1 of 2 checks decided before" in out


CHANGES = {
    "statement": ("steps", lambda steps: [replace(steps[0], term=make("=", (), integer(1), integer(1))), *steps[1:]]),
    "domain": ("steps", lambda steps: [replace(step, over=(category2,)) for step in steps]),
    "words": ("steps", lambda steps: [replace(steps[0], says="k l_j is l_j"), *steps[1:]]),
    "title": ("title", lambda title: f"{title}b"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_claim_is_decided_again(passed, capsys, monkeypatch, change: str) -> None:
    claim = find("sample:scaled")[0]
    attribute, changed = CHANGES[change]
    monkeypatch.setattr(claim, attribute, changed(getattr(claim, attribute)))
    code, out, _ = run(capsys)
    assert "1 of 2 checks decided before" in out
    assert code == 1


def test_a_definition_that_no_step_reaches_changes_nothing(passed, capsys, monkeypatch) -> None:
    claim = find("sample:scaled")[0]
    monkeypatch.setattr(claim, "definitions", {**claim.definitions, "unused": integer(3)})
    code, out, _ = run(capsys)
    assert code == 0
    assert "2 of 2 checks decided before" in out


def test_what_does_not_pass_is_not_remembered(passed, capsys) -> None:
    before = STORE.read_text()
    passed.write_text(passed.read_text().replace('expect = "holds"', 'expect = "vacuous"', 1))
    for _ in range(2):
        assert run(capsys)[0] == 1
    assert STORE.read_text() == before


def test_a_claim_that_changes_while_it_is_decided_is_exit_2(passed, capsys, monkeypatch) -> None:
    from exactua.evidence import regression

    claim, decide = find("sample:scaled")[0], regression.decide

    def meddling(problem: Problem, **options: object) -> object:
        monkeypatch.setattr(claim, "title", "Lemma 3")
        return decide(problem, **options)

    before = STORE.read_text()
    monkeypatch.setattr(regression, "decide", meddling)
    assert main(["regress", "some.toml", "--all", "--jobs", "1", "--update", "--accept"]) == 2
    assert "sample:scaled: the claim was changed while it was decided" in capsys.readouterr().err
    assert STORE.read_text() == before


def test_code_that_changes_meanwhile_is_not_remembered(passed, capsys, monkeypatch) -> None:
    codes = iter([ONE, TWO])
    monkeypatch.setattr(fingerprints, "of_code", lambda: next(codes))
    before = STORE.read_text()
    code, _, err = run(capsys, "--all")
    assert code == 0
    assert "was changed during the run: none of this is remembered" in err
    assert STORE.read_text() == before


def test_an_incomplete_check_is_never_pinned_nor_remembered(passed, capsys, monkeypatch) -> None:
    from exactua.evidence import regression

    decide = regression.decide
    monkeypatch.setattr(regression, "decide", lambda *given, **options: decide(*given, **options, max_points=0))
    before = passed.read_text()
    code, out, _ = run(capsys, "--update", "--accept", "--all")
    assert code == 1
    assert "+ verdict inconclusive" in " ".join(out.split())
    assert "not every step was decided at every point, so that nothing of this is pinned" in out
    assert passed.read_text() == before
