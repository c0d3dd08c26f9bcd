"""`report html`: what is collected, and how a site is put in place of an earlier one, or of nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.ledger import Counterexample
from exactua.commands.report.dossiers import certificates_for, from_certificates
from exactua.commands.report.site import material
from exactua.commands.report.site import pages as site
from exactua.commands.report.site.counterexamples import counterexample_view
from exactua.commands.report.site.material import _traces
from exactua.console.deadlines import Deadline
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.theorem01 import theorem1
from tests.commands.report.site.documents import Document, broken_links
from tests.commands.report.site.sample import dossiers

COMMAND = "exactua report html -o site"


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    return dossiers(tmp_path_factory.mktemp("own"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_everything_that_the_marker_lists_is_written(papers, tmp_path):
    written = site.write(papers, tmp_path / "site", COMMAND)
    files = contents(tmp_path / "site")
    marker = json.loads(files.pop(site.MARKER))
    assert marker == {"format": site.FORMAT, "files": sorted(files)}
    assert written.pages == sum(path.endswith(".html") for path in files) == 7
    assert written.others == len(files) - 7
    assert written.size == sum(map(len, files.values()))
    assert written.largest_size == max(len(text) for path, text in files.items() if path.endswith(".html"))
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_links_lead_to_files_and_certificates_are_as_they_were(papers, tmp_path):
    site.write(papers, tmp_path / "site", COMMAND)
    files = contents(tmp_path / "site")
    texts = {path: text.decode() for path, text in files.items()}
    assert broken_links(texts) == []
    originals = {
        file.path.read_bytes() for paper in papers for dossier in paper.claims for file in dossier.certificates
    }
    assert {text for path, text in files.items() if path.startswith("certificates/")} == originals


def test_the_same_is_written_twice(papers, tmp_path):
    for name in ("one", "other"):
        site.write(papers, tmp_path / name, COMMAND)
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


def test_a_counterexample_has_its_trace(papers, tmp_path):
    assert site.write(papers, tmp_path / "site", COMMAND).traces == 1
    words = Document((tmp_path / "site/own/Lemma.html").read_text()).words
    assert "Layer by layer L = [0 0], in bits </p><b>bold</b> (rank 0), through f (1 layer); entries of Z" in words
    assert "layer where Z_11 Z_12 moved stage 0 start 0 0" in words
    assert (
        "At this point the step is false: at j = 1, f(L)_(1, j) > L_(1, j) is false: 0 on the left, 0 on the right"
        in words
    )


def test_a_trace_that_takes_long_is_left_out(papers, tmp_path, monkeypatch):
    monkeypatch.setattr(material, "MOST_WORK", 1)
    assert site.write(papers, tmp_path / "site", COMMAND).traces == 0
    words = Document((tmp_path / "site/own/Lemma.html").read_text()).words
    assert "network f: 1 layer, too many to be listed here; the command below shows what they come to" in words


def test_traces_end_with_their_time(papers, tmp_path, monkeypatch):
    monkeypatch.setattr(material, "LONGEST", -1)
    assert site.write(papers, tmp_path / "site", COMMAND).traces == 0
    assert "left out, because traces took -1 s already" in (tmp_path / "site/own/Lemma.html").read_text()


def test_an_earlier_site_is_replaced_whole(papers, tmp_path):
    output = tmp_path / "site"
    site.write(papers, output, COMMAND)
    (output / "old.html").write_text("old")
    listed = json.loads((output / site.MARKER).read_text())
    listed["files"].append("old.html")
    (output / site.MARKER).write_text(json.dumps(listed))
    site.require_output(output, tmp_path / "certificates")
    site.write(papers, output, COMMAND)
    assert not (output / "old.html").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, OSError("no space left"), ValueError])
@pytest.mark.parametrize("earlier", [True, False], ids=["earlier", "none"])
@pytest.mark.parametrize("moment", ["pages", "put"])
def test_an_interrupted_build_leaves_all_as_it_was(papers, tmp_path, monkeypatch, raised, earlier, moment):
    output = tmp_path / "site"
    if earlier:
        site.write(papers, output, COMMAND)
    before = contents(tmp_path)
    real = site.pages

    def some(*arguments):
        yield next(iter(real(*arguments)))
        raise raised

    if moment == "pages":
        monkeypatch.setattr(site, "pages", some)
    else:
        rename = Path.rename

        def fail(path, target):
            if path.suffix == ".new":
                raise raised
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises((KeyboardInterrupt, InputError, ValueError)):
        site.write(papers, output, COMMAND)
    assert contents(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"] * earlier


def files_of_a_site(folder: Path) -> None:
    folder.mkdir()
    (folder / "index.html").write_text("")
    (folder / site.MARKER).write_text(json.dumps({"format": site.FORMAT, "files": ["index.html"]}))


def nothing(folder: Path) -> None:
    pass


def empty(folder: Path) -> None:
    folder.mkdir()


@pytest.mark.parametrize("make", [nothing, empty, files_of_a_site])
def test_folders_that_are_written(tmp_path, make):
    make(tmp_path / "site")
    site.require_output(tmp_path / "site", tmp_path / "certificates")


def a_file(folder: Path) -> None:
    folder.write_text("")


def somebodys(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.tex").write_text("")


def with_a_repository(folder: Path) -> None:
    files_of_a_site(folder)
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text("")


def with_a_link(folder: Path) -> None:
    files_of_a_site(folder)
    (folder / "link").symlink_to(folder.parent)


def with_a_spoilt_marker(folder: Path) -> None:
    files_of_a_site(folder)
    (folder / site.MARKER).write_text("[" * 100_000)


def with_another_marker(folder: Path) -> None:
    files_of_a_site(folder)
    (folder / site.MARKER).write_text('{"files": 3}')


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (a_file, "is not a directory; give the path of a folder"),
        (somebodys, "holds files and is no earlier site; give an empty folder or a new one"),
        (with_a_repository, "holds .git/HEAD, which no site wrote there; move it away or give another folder"),
        (with_a_link, "holds link, which no site wrote there; move it away or give another folder"),
        (with_a_spoilt_marker, "holds index.html, which no site wrote there; move it away or give another folder"),
        (with_another_marker, "holds index.html, which no site wrote there; move it away or give another folder"),
    ],
)
def test_folders_that_hold_something_else_stay(tmp_path, make, told):
    make(tmp_path / "site")
    with pytest.raises(InputError, match=re.escape(f"output: {tmp_path / 'site'} {told}")):
        site.require_output(tmp_path / "site", tmp_path / "certificates")


def test_the_certificates_are_never_replaced(tmp_path):
    with pytest.raises(InputError, match="holds the certificates, and would be replaced; give another folder"):
        site.require_output(tmp_path, tmp_path / "certificates")


def test_the_parent_has_to_be_there(tmp_path):
    with pytest.raises(InputError, match=r"output: there is no folder .*missing; give a path in one that exists"):
        site.require_output(tmp_path / "missing/site", tmp_path / "certificates")


def test_a_paper_with_three_certificates(tmp_path):
    """Real claims: typeset formulas, a theorem for all parameters, repairs, pairs of points."""
    manifest = tmp_path / "three.toml"
    check = '[[check]]\nclaim = "{}"\nd = 1\nn = 2\ndelta = "{}"\nexpect = "holds"\n'
    manifest.write_text(
        "".join(check.format(*pair) for pair in (("lemma7", "1/2"), ("lemma8", "1/2"), ("global_shift", "1/3")))
    )
    (paper,) = from_certificates(certificates_for([manifest], tmp_path / "kept", 1).papers, tmp_path / "kept")
    kept = {"lemma7", "lemma8", "global_shift", "theorem2", "proposition5", "lemma9"}  # a whole paper takes longer
    claims = tuple(dossier for dossier in paper.claims if dossier.claim.label.removeprefix("yun2020:") in kept)
    papers = (replace(paper, claims=claims, ledger=replace(paper.ledger, rows=paper.ledger.rows[-2:])),)
    written = site.write(papers, tmp_path / "site", COMMAND)
    texts = {path: text.decode() for path, text in contents(tmp_path / "site").items()}
    documents = {path: Document(text) for path, text in texts.items() if path.endswith(".html")}
    assert {path: document.wrong for path, document in documents.items() if document.wrong} == {}
    assert broken_links(texts) == []
    assert written.largest_size < 1_000_000
    sources = {path for path in documents if path.startswith("rocq/")}
    assert len(documents) - len(sources) == 2 + 1 + len(kept)
    assert {"rocq/Distance.html", "rocq/Networks.html", "rocq/NetworkStatements.html"} <= sources
    assert not any("Proof." in texts[path] for path in sources)
    line = next(line for line in texts["rocq/Networks.html"].splitlines() if "Definition in_Phi" in line)
    number = re.match(r'<a id="L(\d+)"', line)
    assert number is not None
    assert f'<a href="../rocq/Networks.html#L{number[1]}"><code>in_Phi</code>' in texts["yun2020/theorem2.html"]
    assert documents["yun2020/lemma7.html"].count("math") > 100
    shift = documents["yun2020/global_shift.html"].words
    assert 'exactua explain yun2020:global_shift.disjoint --d 1 --n 2 --delta 1/3 --at "0 1/3" --at "1/3 2/3"' in shift
    assert "theorem StepsFeedForward.yun2020_lemma7_quantises_proved (Rocq)" in documents["yun2020/lemma7.html"].words
    drawn = {
        (own["data-from"], own["data-to"]) for _, own in documents["yun2020/index.html"].tags if "data-from" in own
    }
    ways = (("theorem2", "proposition5"), ("proposition5", "lemma9"), ("lemma9", "lemma7"), ("lemma9", "lemma8"))
    assert drawn > {(f"node-{a}", f"node-{b}") for a, b in ways}


def test_of_a_pair_both_points_are_traced() -> None:
    problem = theorem1.problem({"d": 1, "n": 3, "scalars": 4, "tie_rule": "average"}, ("overlooks_others",))
    result = decide(problem)["overlooks_others"]
    assert result.witness is not None
    least = Counterexample(problem, result.step, result.witness, complete=True)
    view = counterexample_view(least, list(_traces(theorem1, least, Deadline.of(60))))
    assert [point.where for point in view.points] == ["", "pairs of sequences of v, 2 v, ..., rank 199"]
    assert [table.caption.partition(",")[0] for table in view.traces] == ["X = [1 1 4]", "X' = [1 2 4]"]
