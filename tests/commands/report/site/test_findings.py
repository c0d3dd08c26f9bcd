"""What the first page tells: faults of the ledgers, statements first, each with its counterexample; then what is proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.dossier import Status
from exactua.claims.verdicts import StepKind
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.findings import MOST, findings
from exactua.commands.report.site.ledger_pages import ledger_page
from tests.commands.report.site.documents import Document
from tests.commands.report.site.sample import built, dossiers


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    (own,) = dossiers(tmp_path_factory.mktemp("own"))
    return own


def of(*papers):
    addresses = Addresses(papers)
    return findings(papers, {paper.paper: ledger_page(paper, addresses) for paper in papers}, addresses)


def with_rows(paper, *rows):
    return replace(paper, ledger=replace(paper.ledger, rows=rows))


def test_the_first_page_tells_a_fault_with_its_least_counterexample_and_a_link(paper):
    document = Document(built((paper,))["index.html"])
    assert "What was found in these papers" in document.words
    told = document.words.partition("What was found in these papers")[2].partition(" Papers ")[0]
    assert "everything <rises>" in told
    assert "refuted at 2 of 2 instances" in told
    assert "least counterexample: d = 1, n = 2: L = [0 0] (bits" in told
    assert "as repaired , where decided: holds" in told
    assert "own/Lemma.html#step-grows" in document.links
    assert document.wrong == []


def test_statements_come_before_lines_of_proofs(paper):
    line = paper.ledger.lines[0]
    statement = replace(line, step=replace(line.step, name="rises", kind=StepKind.STATEMENT, says="a statement"))
    told = of(with_rows(paper, line, statement))
    assert [fault.row.sentence for fault in told.faults] == ["a statement", "everything <rises>"]
    assert told.of == 2


def test_a_second_line_of_a_paper_waits_for_the_first_of_each(paper):
    line = paper.ledger.lines[0]
    other = replace(with_rows(paper, line), paper="other", title="Other")
    told = of(with_rows(paper, *[line] * (MOST + 3)), other)
    assert len(told.faults) == MOST
    assert [fault.paper for fault in told.faults].count("Other") == 1


def test_what_is_proved_for_all_parameters_stands_behind_the_faults(paper):
    theorem, *others = paper.claims
    proved = replace(paper, claims=(replace(theorem, status=Status.GENERAL), *others))
    told = of(proved)
    assert [entry.claim.claim.label for entry in told.proved] == [theorem.claim.label]
    words = Document(built((proved,))["index.html"]).words
    assert words.index("least counterexample") < words.index("proved for all parameters: a theorem")


def test_where_nothing_is_wrong_and_nothing_proved_the_page_says_nothing_of_it(paper):
    assert "What was found" not in built((with_rows(paper),))["index.html"]
