"""What certificate files say about papers: statuses, counterexamples, what does not count; and making the files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from exactua.arithmetic.floors import encode_number
from exactua.certificates.proofs import Proof, ProvedStep
from exactua.certificates.writing import certificate, file_name
from exactua.claims.dossier import ClaimDossier, PaperDossier, Status, StepDossier
from exactua.claims.registry import PAPERS, find
from exactua.claims.verdicts import Verdict
from exactua.commands.report import dossiers
from exactua.deciding.fingerprints import of_decided, of_problem
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evidence import manifests
from exactua.evidence.certificate_folders import from_certificates as ledger_of
from exactua.printing.errata import document
from exactua.proving.symbolic import certificates as symbolic_certificates
from exactua.proving.symbolic import decide_symbolically
from exactua.proving.symbolic.general import decide_for_all_D
from exactua.terms.encoding import sha256
from tests.claims.test_packages import kim, site  # noqa: F401
from tests.evidence.sample import install
from tests.own_files import write

GAPS = [{"d": 1, "n": n, "m": m} for n in (2, 3) for m in (2, 3)]
SCALED = [{"d": 1, "n": 2, "m": 2, "k": k, "values": "plain"} for k in (1, 2)]


def keep(folder: Path, label: str, box: dict, judged: str = "as written") -> Path:
    """The certificate of a claim, or a step, at an instance, in a folder."""
    claim, step = find(label)
    steps = (step,) if step else ()
    problem = claim.problem(box, steps, judged)
    folder.mkdir(exist_ok=True)
    path = folder / file_name(problem, steps, judged).replace(":", ".")
    path.write_text(certificate(decide(problem)))
    return path


def changed(path: Path, change: Callable[[dict], object], digest: bool = True) -> None:
    """Changes what a certificate says, and its digest with it."""
    data = json.loads(path.read_text())
    change(data["decided"])
    if digest:
        data["digest"] = sha256(data["decided"])
    path.write_text(json.dumps(data))


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch)
    monkeypatch.setattr("exactua.claims.registry.PAPERS", (*PAPERS, "sample"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The certificates of the sample, decided once."""
    with pytest.MonkeyPatch.context() as patched:
        install(patched)
        folder = tmp_path_factory.mktemp("decided")
        for label, boxes in (("sample:gaps", GAPS), ("sample:scaled", SCALED)):
            for box in boxes:
                keep(folder, label, box)
        yield {path.name: path.read_text() for path in folder.iterdir()}


@pytest.fixture
def here(texts: dict[str, str]) -> Path:
    folder = Path("here")
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def paper(folder: Path, name: str = "sample") -> PaperDossier:
    (dossier,) = dossiers.from_certificates([name], folder)
    return dossier


def claim(folder: Path, label: str = "sample:gaps") -> ClaimDossier:
    return next(dossier for dossier in paper(folder, label.partition(":")[0]).claims if dossier.claim.label == label)


def step(folder: Path, label: str) -> StepDossier:
    owner, name = find(label)
    return next(dossier for dossier in claim(folder, owner.label).steps if dossier.step.name == name)


def reasons(folder: Path, name: str = "sample") -> dict[tuple[str, str], str]:
    return {(entry.file, entry.label): entry.reason for entry in paper(folder, name).unused}


def test_every_step_has_its_status(here):
    assert {dossier.step.name: dossier.status.name for dossier in claim(here).steps} == {
        "increasing": "ENUMERATED",
        "no_id_twice": "ENUMERATED",
        "wide_gap": "REPAIRED",
        "wide_gap@repaired": "ENUMERATED",
        "enough_columns": "REFUTED",
        "says_nothing": "VACUOUS",
        "sums_apart": "ENUMERATED",
        "count": "REPAIRED",
        "count@repaired": "ENUMERATED",
        "pairwise_order": "REFUTED",
    }


def test_a_claim_has_its_status_boxes_and_files(here):
    gaps, scaled = paper(here).claims
    assert (gaps.status, gaps.refuted_lines) == (Status.ENUMERATED, 3)
    assert [dict(box) for box in gaps.boxes] == sorted(GAPS, key=lambda box: (box["n"], box["m"]))
    assert gaps.box == "d = 1, n = 2..3, delta = 1/2..1/3 (4 instances)"
    assert [dict(file.box) for file in gaps.certificates] == [dict(box) for box in gaps.boxes]
    assert [dossier.status.name for dossier in scaled.steps] == ["REFUTED", "ENUMERATED"]
    assert (scaled.status, scaled.refuted_lines) == (Status.REFUTED, 0)
    assert claim(here, "sample:scaled").box == "d = 1, n = 2, delta = 1/2, k = 1..2, values = plain (2 instances)"


def test_files_are_as_they_say(here):
    for file in claim(here).certificates:
        data = json.loads(file.path.read_text())
        assert file.digest == data["digest"] == sha256(data["decided"])
        assert file.size == file.path.stat().st_size
        assert (file.claim, file.scope, file.stale) == ("sample:gaps", "enumerated", ())
        assert file.verdicts == {entry["name"]: entry["verdict"] for entry in data["decided"]["steps"]}
        assert file.judged == ("increasing", "no_id_twice")
        assert file.points == sum(domain["points"] for domain in data["decided"]["domains"])


def test_the_least_counterexample_and_the_ledger_are_those_of_errata(here):
    own = paper(here)
    assert own.ledger == ledger_of("sample", here)
    rows = {row.label: row for row in own.ledger.lines}
    least = {f"{dossier.claim.label}.{at.step.name}": at.least for dossier in own.claims for at in dossier.steps}
    assert {label: row.least for label, row in rows.items()} == {label: least[label] for label in rows}
    assert {label for label, counterexample in least.items() if counterexample is not None} <= set(rows)
    first = least["sample:gaps.wide_gap"]
    assert (first.problem.parameters, first.complete) == ({"d": 1, "n": 2, "m": 2}, True)


def test_nothing_is_known_without_certificates():
    Path("empty").mkdir()
    own = paper(Path("empty"))
    assert {at.status for dossier in own.claims for at in dossier.steps} == {Status.UNCHECKED}
    assert [dossier.box for dossier in own.claims] == ["", ""]
    assert (own.ledger.lines, own.ledger.files) == ((), 0)
    with pytest.raises(InputError, match="certificates: none can't be read"):
        paper(Path("none"))


def test_theorems_count_without_certificates():
    Path("empty").mkdir()
    lemma8, averaging = (claim(Path("empty"), f"yun2020:{name}") for name in ("lemma8", "averaging"))
    assert lemma8.status is Status.GENERAL
    assert all(dossier.theorem for dossier in lemma8.steps)
    assert lemma8.steps[0].scopes == ("all D", "general")  # without points `symbolic` is that instance alone
    assert lemma8.steps[6].scopes == ("symbolic", "all D", "general")
    assert averaging.status is Status.UNCHECKED


def test_named_steps_count_step_by_step():
    keep(Path("here"), "sample:gaps.increasing", GAPS[0])
    own = claim(Path("here"))
    assert {dossier.step.name for dossier in own.steps if dossier.status is not Status.UNCHECKED} == {"increasing"}
    assert (own.status, own.boxes, own.box) == (Status.UNCHECKED, (), "")
    keep(Path("here"), "sample:gaps.no_id_twice", GAPS[0])
    assert claim(Path("here")).status is Status.ENUMERATED
    assert claim(Path("here")).boxes == (GAPS[0],)


def test_a_repair_that_says_nothing_where_the_line_fails_is_none():
    keep(Path("here"), "sample:gaps.wide_gap", GAPS[0])
    assert step(Path("here"), "sample:gaps.wide_gap").status is Status.REFUTED
    keep(Path("here"), "sample:gaps.wide_gap", GAPS[1], "repaired")
    assert step(Path("here"), "sample:gaps.wide_gap").status is Status.REFUTED
    keep(Path("here"), "sample:gaps.wide_gap", GAPS[0], "repaired")
    repaired = step(Path("here"), "sample:gaps.wide_gap")
    assert (repaired.status, repaired.repair) == (Status.REPAIRED, "wide_gap@repaired")


def test_another_statement_is_stale(here):
    path = here / "sample.gaps.d1n2m2.json"

    def other(decided: dict) -> None:
        next(entry for entry in decided["steps"] if entry["name"] == "increasing")["statement"] = "sha256:" + "0" * 64

    changed(path, other)
    own = claim(here)
    assert step(here, "sample:gaps.increasing").status is Status.ENUMERATED  # at three instances
    assert (len(own.boxes), own.status) == (3, Status.ENUMERATED)
    assert own.certificates[0].stale == ("increasing",)
    assert list(reasons(here)) == [("sample.gaps.d1n2m2.json", "sample:gaps.increasing")]
    for other_path in here.glob("sample.gaps.*.json"):
        if other_path != path:
            other_path.unlink()
    assert step(here, "sample:gaps.increasing").status is Status.STALE
    assert claim(here).status is Status.STALE
    assert step(here, "sample:gaps.wide_gap@repaired").status is Status.ENUMERATED


def test_another_network_is_stale():
    path = keep(Path("here"), "yun2020:averaging", {"d": 1, "n": 2, "m": 2})
    assert claim(Path("here"), "yun2020:averaging").status is Status.ENUMERATED
    changed(path, lambda decided: decided["networks"]["average"]["items"].pop())
    own = claim(Path("here"), "yun2020:averaging")
    assert (own.status, own.boxes) == (Status.STALE, ())
    assert set(own.certificates[0].stale) == {dossier.step.name for dossier in own.steps}
    assert reasons(Path("here"), "yun2020")[path.name, "yun2020:averaging"] == "its network average is not the claim's"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda decided: decided.pop("steps"), "it is not a certificate"),
        (lambda decided: decided.update(steps=3), "it is not a certificate"),
        (lambda decided: decided.update(scope="everything"), "it is not a certificate"),
        (lambda decided: decided.update(verdict="refuted"), "its verdict does not follow from its steps"),
        (lambda decided: decided["parameters"].update(n=1.5), "n: 1.5 is not an integer"),
        (lambda decided: decided["parameters"].update(m=1), "m: 1 is not valid"),
        (lambda decided: decided["parameters"].pop("d"), "d: missing"),
        (lambda decided: decided["domains"][0].update(decided=[]), "increasing: holds without every point decided"),
        (lambda decided: decided["steps"][0].update(over=["nowhere"]), "it is not a certificate"),
        (lambda decided: decided["steps"][0].update(points="many"), "points: 'many' is not an integer"),
    ],
    ids=["steps", "no-list", "scope", "verdict", "float", "m", "d", "incomplete", "over", "points"],
)  # fmt: skip
def test_what_is_no_certificate_is_listed_and_counts_nowhere(here, change, reason):
    path = here / "sample.gaps.d1n2m2.json"
    changed(path, change)
    (((file, label), why),) = reasons(here).items()
    assert (file, label) == (path.name, "sample:gaps")
    assert why.startswith(reason)
    assert len(claim(here).boxes) == len(claim(here).certificates) == 3


def test_an_instance_that_is_open_is_not_among_those_decided(here):
    def open_at_the_first(decided: dict) -> None:
        decided["steps"][0].update(verdict="inconclusive", reason="not every point was decided")
        decided["verdict"] = "inconclusive"

    changed(here / "sample.gaps.d1n2m2.json", open_at_the_first)
    own = claim(here)
    assert (own.status, own.steps[0].status, len(own.boxes)) == (Status.INCONCLUSIVE, Status.INCONCLUSIVE, 3)


def test_a_wrong_digest_is_seen(here):
    changed(here / "sample.gaps.d1n2m2.json", lambda decided: decided.update(title="Lemma 99"), digest=False)
    (here / "empty.json").write_text("")
    (here / "folder.json").mkdir()
    assert reasons(here) == {
        ("sample.gaps.d1n2m2.json", ""): "its digest does not match its content",
        ("empty.json", ""): "it is not a certificate",
        ("folder.json", ""): "not a file",
    }
    assert len(claim(here).boxes) == 3


def test_another_reading_than_the_claims_own_is_no_evidence():
    box = {"d": 1, "n": 2, "m": 2, "tie_rule": "leftmost"}
    path = keep(Path("here"), "yun2020:claim1", box)
    own = claim(Path("here"), "yun2020:claim1")
    assert (own.status, own.boxes) == (Status.GENERAL, ())  # a theorem decides it, no instance does
    assert [dossier.spread.total for dossier in own.steps if dossier.step.name == "equivariant"] == [0]
    assert [(file.verdict, dict(file.box)) for file in own.certificates] == [("inconclusive", box)]
    assert reasons(Path("here"), "yun2020")[path.name, "yun2020:claim1"] == (
        "tie_rule = leftmost is not the claim's own: average"
    )
    keep(Path("here"), "yun2020:claim1", box | {"tie_rule": "average"})
    own = claim(Path("here"), "yun2020:claim1")
    assert [dossier.spread.total for dossier in own.steps if dossier.step.name == "equivariant"] == [1]
    keep(Path("here"), "yun2020:selective_shift", box)  # the text is about any tie rule: all are on its ladder
    assert len(claim(Path("here"), "yun2020:selective_shift").boxes) == 1


@pytest.mark.parametrize("name", ["category2", "coarse_resolution"])
def test_symbolic_certificates_count_with_their_scope(name):
    folder = Path("here")
    folder.mkdir()
    result = decide_symbolically(find(f"yun2020:{name}")[0].problem({"d": 2, "n": 3, "m": 2}))
    (folder / "one.json").write_text(symbolic_certificates.certificate(result, {}))
    own = claim(folder, f"yun2020:{name}")
    (file,) = own.certificates
    assert (file.scope, dict(file.box)) == ("symbolic", {"d": 2, "n": 3, "m": 2})
    assert file.verdicts == {judged.step.name: judged.verdict for judged in result.steps}
    assert len(set(file.verdicts.values())) > 1
    for dossier in own.steps:
        verdict = result[dossier.step.name].verdict
        open_there = verdict is Verdict.INCONCLUSIVE
        assert [place.verdict for place in dossier.spread.places] == ([] if open_there else [verdict])
        assert "symbolic" in dossier.scopes or open_there or not dossier.step.over


def test_certificates_for_all_D_are_at_no_instance():
    folder = Path("here")
    folder.mkdir()
    result = decide_for_all_D(find("yun2020:lemma10")[0], 6, ("lower_bound",))
    (folder / "one.json").write_text(symbolic_certificates.certificate(result, {}))
    own = claim(folder, "yun2020:lemma10")
    (file,) = own.certificates
    assert (file.scope, dict(file.box), file.judged) == ("all D", {"n": 6}, ("lower_bound",))
    assert (own.boxes, own.steps[0].spread.total) == ((), 0)
    changed(folder / "one.json", lambda decided: decided["parameters"].update(d=1, m=2))
    assert dict(claim(folder, "yun2020:lemma10").certificates[0].box) == {"n": 6}


def test_another_profile_for_all_D_is_stale():
    folder = Path("here")
    folder.mkdir()
    path = folder / "one.json"
    path.write_text(symbolic_certificates.certificate(decide_for_all_D(find("yun2020:lemma8")[0], 3), {}))
    assert not claim(folder, "yun2020:lemma8").certificates[0].stale
    changed(path, lambda decided: decided["profiles"]["g_c"]["items"].pop())
    own = claim(folder, "yun2020:lemma8")
    assert len(own.certificates[0].stale) == 10
    assert reasons(folder, "yun2020")[path.name, "yun2020:lemma8"] == "its profile of g_c is not the claim's"
    changed(path, lambda decided: decided["parameters"].update(n=10**9))
    assert claim(folder, "yun2020:lemma8").certificates == ()
    assert "are not made to be compared" in reasons(folder, "yun2020")[path.name, "yun2020:lemma8"]


def proof(label: str, verdict: Verdict) -> str:
    claim, name = find(label)
    proved = ProvedStep(claim.step(name or ""), verdict, theorem="Gaps.theorem", proposition="P", assumptions="none")
    return Proof(claim, [proved], [proved.step.name], {"name": "rocq"}).text({})


def test_the_certificate_of_a_theorem_makes_a_step_general(here):
    (here / "proof.json").write_text(proof("sample:gaps.increasing", Verdict.HOLDS))
    own = step(here, "sample:gaps.increasing")
    assert (own.status, own.scopes, own.theorem) == (Status.GENERAL, ("general",), "Gaps.theorem")
    assert claim(here).status is Status.ENUMERATED  # its other statement step is
    file = next(candidate for candidate in claim(here).certificates if candidate.scope == "general")
    assert (dict(file.box), file.points, file.stale) == ({}, 0, ())


def test_a_theorem_and_a_counterexample_contradict_each_other(here):
    (here / "proof.json").write_text(proof("sample:gaps.wide_gap", Verdict.HOLDS))
    with pytest.raises(
        EvaluatorsDisagree, match=r"sample:gaps\.wide_gap is refuted, and proved by Gaps\.theorem \(proof\.json\)"
    ):
        paper(here)


def test_a_refuted_theorem_refutes_without_a_counterexample(here):
    (here / "proof.json").write_text(proof("sample:gaps.increasing", Verdict.REFUTED))
    own = step(here, "sample:gaps.increasing")
    assert (own.status, own.least, own.spread.count(Verdict.REFUTED)) == (Status.REFUTED, None, 0)


def test_a_proof_that_is_open_says_nothing(here):
    (here / "proof.json").write_text(proof("sample:gaps.increasing", Verdict.INCONCLUSIVE))
    assert step(here, "sample:gaps.increasing").status is Status.ENUMERATED


def test_two_certificates_that_contradict_each_other_are_no_status(here):
    lie = here / "lie.json"
    lie.write_text((here / "sample.gaps.d1n2m2.json").read_text())

    def holds(decided: dict) -> None:
        line = next(entry for entry in decided["steps"] if entry["name"] == "wide_gap")
        line.update(verdict="holds", failures=0, witness=None)

    changed(lie, holds)
    with pytest.raises(
        EvaluatorsDisagree, match=r"sample:gaps\.wide_gap is holds by lie\.json and refuted by sample\.gaps"
    ):
        paper(here)


def test_sides_that_are_reals_are_exact_and_floors_in_data():
    keep(Path("here"), "background:convex_combination", {"d": 1, "n": 1, "s": 1})
    keep(Path("here"), "background:convex_combination", {"d": 1, "n": 2, "s": 1})
    least = step(Path("here"), "background:convex_combination.selecting").least
    fresh = decide(least.problem)["selecting"].witness
    assert (least.witness.left, least.witness.right) == (fresh.left, fresh.right)
    assert step(Path("here"), "background:convex_combination.convex").status is Status.REPAIRED
    rows = json.loads(json.dumps(document(ledger_of("background", Path("here")), 0).data))["notes"]
    assert encode_number(fresh.left) in [row["counterexample"]["left"] for row in rows]


def test_a_survivor_of_another_paper_is_read_too():
    keep(Path("here"), "so2020:contextual_mapping", {"d": 1, "n": 2, "m": 3})
    keep(Path("here"), "yun2020:lemma8", {"d": 1, "n": 2, "m": 3})
    (row,) = paper(Path("here"), "so2020").ledger.rows
    assert row.label == "so2020:contextual_mapping.outside_window"
    (survivor,) = row.conclusion
    assert (survivor.label, survivor.spread.total) == ("yun2020:lemma8.property4", 1)


def test_claims_of_a_file_are_a_paper():
    write()
    write(path="other/my_lemma.py")
    for label, folder in (("my_lemma.py::lemma", "here"), ("other/my_lemma.py::lemma", "there")):
        keep(Path(folder), label, {"d": 1, "n": 2})
    user_paper = paper(Path("here"), "my_lemma.py")
    (lemma,) = user_paper.claims
    assert (user_paper.title, lemma.claim.label, lemma.status) == ("my_lemma.py", "my_lemma:lemma", Status.REFUTED)
    assert [dossier.status for dossier in lemma.steps] == [Status.ENUMERATED, Status.REFUTED]
    own, other = dossiers.from_certificates(["my_lemma.py", "other/my_lemma.py"], Path("here"))
    assert own.claims[0].claim is not other.claims[0].claim
    assert own.claims[0].status is other.claims[0].status


def test_claims_of_a_package_are_a_paper(site):  # noqa: F811
    kim(site)
    keep(Path("here"), "kim2023:lemma", {"d": 1, "n": 2})
    own = paper(Path("here"), "kim2023")
    assert own.title == "Kim et al. 2023"
    assert {dossier.claim.label: dossier.status for dossier in own.claims} == {
        "kim2023:lemma": Status.REFUTED,
        "kim2023:second": Status.UNCHECKED,
    }
    Path("kim.toml").write_text('[[check]]\nclaim = "kim2023:second"\nd = 1\nn = 2\nexpect = "refuted"\n')
    decided = dossiers.certificates_for([Path("kim.toml")], Path("here"), 1)
    assert (decided.papers, decided.decided, decided.unexpected) == (("kim2023",), 1, ("kim2023:second d = 1, n = 2",))


MANIFEST = """
[[check]]
claim = "sample:gaps"
d = 1
n = 2
delta = "1/2"
expect = "{expect}"
steps = {{ no_id_twice = "vacuous", wide_gap = "refuted", enough_columns = "{columns}", says_nothing = "vacuous", sums_apart = "vacuous", count = "refuted" }}

[[check]]
claim = "yun2020:lemma10.lower_bound"
d = 1
n = 2
delta = "1/2"
expect = "holds"
"""  # fmt: skip


def manifest(expect: str = "holds", columns: str = "holds") -> Path:
    path = Path("expected.toml")
    path.write_text(MANIFEST.format(expect=expect, columns=columns))
    return path


def prepare(folder: str = "kept") -> dossiers.Prepared:
    return dossiers.certificates_for([Path("expected.toml")], Path(folder), jobs=1)


def test_only_what_is_missing_is_decided():
    manifest()
    told: list[tuple[int, int]] = []
    first = dossiers.certificates_for([Path()], Path("kept"), 1, lambda done, of: told.append((done, of)))
    assert (first.papers, first.checks, first.decided) == (("yun2020", "sample"), 2, 2)
    assert told == [(1, 2), (2, 2)]
    assert sorted(path.name for path in Path("kept").iterdir()) == [
        "lemma10.lower_bound.d1n2m2.json",
        "sample.gaps.d1n2m2.json",
    ]
    before = {path: path.stat().st_mtime_ns for path in Path("kept").iterdir()}
    assert prepare().decided == 0
    assert {path: path.stat().st_mtime_ns for path in Path("kept").iterdir()} == before
    assert step(Path("kept"), "yun2020:lemma10.lower_bound").status is Status.GENERAL
    Path("kept/sample.gaps.d1n2m2.json").unlink()
    assert prepare().decided == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda decided: decided["steps"][0].update(statement="sha256:" + "0" * 64),
        lambda decided: decided["steps"][0].update(says="something else"),
        lambda decided: decided["parameters"].update(m=3),
        lambda decided: decided["domains"][0].update(decided=[]),
        lambda decided: decided.pop("steps"),
        lambda decided: decided.update(judged=[]),
        lambda decided: decided["steps"][0].pop("verdict"),
        lambda decided: decided["steps"][0].update(verdict="true"),
    ],
    ids=["statement", "words", "instance", "incomplete", "steps", "judged", "no verdict", "verdict"],
)  # fmt: skip
def test_a_file_of_another_problem_is_decided_again(here, change):
    manifest()
    prepare("here")
    path = here / "sample.gaps.d1n2m2.json"
    right = path.read_text()
    changed(path, change)
    assert prepare("here").decided == 1
    assert json.loads(path.read_text())["decided"] == json.loads(right)["decided"]


def test_what_is_not_as_expected_is_said_and_kept():
    manifest(columns="vacuous")
    first = prepare()
    (label,) = first.unexpected
    assert label.startswith("sample:gaps")
    assert first.differences == ("enough_columns is holds, not vacuous",)
    assert Path("kept/sample.gaps.d1n2m2.json").is_file()
    manifest(expect="refuted")
    again = prepare()
    assert again == dossiers.Prepared(("yun2020", "sample"), 2, 0, first.unexpected)  # decided before: said again
    assert again.differences == ("its verdict is holds, not refuted",)
    manifest()
    assert (prepare().unexpected, prepare().differences) == ((), ())


def test_a_manifest_that_is_none_is_one_sentence():
    with pytest.raises(InputError, match="manifests: none does not exist"):
        dossiers.certificates_for([Path("none")], Path("kept"), 1)


@pytest.mark.parametrize(
    ("label", "box", "judged"),
    [
        ("sample:gaps", GAPS[1], "as written"),
        ("sample:gaps.wide_gap", GAPS[1], "repaired"),
        ("yun2020:lemma8", {"d": 1, "n": 2, "m": 2}, "as written"),
        ("yun2020:lemma7.range_of_k", {"d": 1, "n": 2, "m": 3}, "as written"),
        ("background:temperature", {"d": 1, "n": 2, "k": 2}, "as written"),
    ],
)
def test_the_fingerprint_of_a_problem_is_in_its_certificate(label, box, judged):
    path = keep(Path("here"), label, box, judged)
    owner, name = find(label)
    problem = owner.problem(box, (name,) if name else (), judged)
    decided = json.loads(path.read_text())["decided"]
    assert of_decided(decided) == of_problem(problem)
    assert of_decided(decided | {"title": "Lemma 99"}) != of_problem(problem)


def test_the_manifests_of_the_papers_are_beside_the_package_or_inside(monkeypatch, tmp_path):
    ours = manifests.of_papers()
    assert [ours / f"{paper}.toml" for paper in PAPERS] == [manifests.of_paper(paper) for paper in PAPERS]
    assert {path.stem for path in manifests.manifest_paths([ours])} == set(PAPERS)
    (tmp_path / "site" / "exactua" / "proofs").mkdir(parents=True)
    (tmp_path / "site" / "proofs").mkdir()
    monkeypatch.setattr("exactua.__file__", str(tmp_path / "site" / "exactua" / "__init__.py"))
    monkeypatch.chdir(tmp_path / "site")
    assert manifests.of_papers() == Path("exactua/proofs")  # a folder beside an installed package is another's
    with pytest.raises(
        InputError, match=r"manifests: exactua.proofs holds no \.toml file; give a folder with manifests"
    ):
        manifests.manifest_paths([manifests.of_papers()])
    (tmp_path / "site" / "exactua" / "proofs").rmdir()
    assert manifests.of_papers() == Path("proofs")
    with pytest.raises(InputError, match=r"manifests: the paper so2020 has no manifest proofs.so2020\.toml; write one"):
        manifests.of_paper("so2020")
