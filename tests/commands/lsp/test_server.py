"""`exactua lsp` as an editor sees it: a client of pygls talks to the server, which is a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from exactua.claims.registry import find
from exactua.commands.group import main

pytestmark = pytest.mark.processes

OWN = """from exactua.authoring import claim, levels, point
print("a file may print")
lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)


@lemma.states("no entry is below 0", over=bits)
def least(at):
    return point[1, 1] >= 0
"""
MARKDOWN = (
    "`so2020:position_encoding` and `yun2020:lemma99`, `background:red`, 𝔸 `mine:lemma.least`\n\nso2020:position_"
)
PYTHON = '# a lemma\nlabel = "mine:lemma.least"\nother = "mine:lemma.greatest"\n'


class Editor:
    """What an editor does, and the diagnostics that it is sent, in their order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.client = LanguageClient("editor", "1")
        self.said: list[types.PublishDiagnosticsParams] = []
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda said: self.said.append(said))

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, language: str) -> None:
        item = types.TextDocumentItem(self.uri(name), language, 1, (self.root / name).read_bytes().decode())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    async def hover(self, name: str, line: int, character: int) -> types.Hover | None:
        where = types.TextDocumentIdentifier(self.uri(name)), types.Position(line, character)
        return await asyncio.wait_for(self.client.text_document_hover_async(types.HoverParams(*where)), 60)

    async def diagnostics(self, name: str, enough: Any) -> list[types.Diagnostic]:
        """The last that were sent about a file, as soon as they are as many as `enough` wants."""
        for _ in range(600):
            sent = [said.diagnostics for said in self.said if said.uri == self.uri(name)]
            if sent and enough(sent[-1]):
                return list(sent[-1])
            await asyncio.sleep(0.05)
        raise AssertionError(f"not sent: {self.said}")


def span(at: types.Range | None) -> tuple[int, int, int, int] | None:
    return None if at is None else (at.start.line, at.start.character, at.end.line, at.end.character)


def kinds(diagnostics: Sequence[types.Diagnostic]) -> list[str]:
    return sorted(each.message.partition(":")[0] for each in diagnostics)


async def session(root: Path) -> dict[str, Any]:
    """Everything that is asked, in one session; the asserts are below."""
    editor, told = Editor(root), dict[str, Any]()
    client = editor.client
    await client.start_io(sys.executable, "-P", "-m", "exactua", "lsp", "--claims", "mine.py", cwd=root)
    asked = types.InitializeParams(types.ClientCapabilities(), root_uri=root.as_uri())
    told["capabilities"] = (await client.initialize_async(asked)).capabilities
    client.initialized(types.InitializedParams())
    editor.open("paper.tex", "latex")
    editor.open("notes.md", "markdown")
    editor.open("other.py", "python")
    editor.open("mine.py", "python")
    told["claim"] = await editor.hover("notes.md", 0, 5)
    told["behind a letter of two units"] = await editor.hover("notes.md", 0, MARKDOWN.index("mine:") + 1)
    told["nothing"] = await editor.hover("notes.md", 0, 28)
    told["string"] = await editor.hover("other.py", 1, 12)
    told["step in its file"] = await editor.hover("mine.py", 7, 5)
    told["claim in its file"] = await editor.hover("mine.py", 2, 0)
    told["mark"] = await editor.hover("paper.tex", 3, 25)
    place = types.TextDocumentIdentifier(editor.uri("notes.md")), types.Position(2, len("so2020:position_"))
    told["completion"] = await client.text_document_completion_async(types.CompletionParams(*place))
    told["notes"] = await editor.diagnostics("notes.md", bool)
    told["other"] = await editor.diagnostics("other.py", bool)
    told["paper"] = await editor.diagnostics("paper.tex", lambda sent: len(sent) == 3)
    text = (root / "paper.tex").read_text()
    changed = types.VersionedTextDocumentIdentifier(2, editor.uri("paper.tex"))
    whole = types.TextDocumentContentChangeWholeDocument("\n" + text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(changed, [whole]))
    told["changed"] = await editor.diagnostics("paper.tex", lambda sent: len(sent) == 1)
    (root / "paper.tex").write_text(mended := text.replace("verdict=refuted", "verdict=holds"))
    changed = types.VersionedTextDocumentIdentifier(3, editor.uri("paper.tex"))
    whole = types.TextDocumentContentChangeWholeDocument(mended)
    client.text_document_did_change(types.DidChangeTextDocumentParams(changed, [whole]))
    client.text_document_did_save(
        types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(editor.uri("paper.tex")))
    )
    told["saved"] = await editor.diagnostics(
        "paper.tex", lambda sent: kinds(sent) != kinds(told["paper"]) and len(sent) == 3
    )
    client.text_document_did_close(
        types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(editor.uri("notes.md")))
    )
    told["closed"] = await editor.diagnostics("notes.md", lambda sent: not sent)
    await asyncio.wait_for(client.shutdown_async(None), 20)
    client.exit(None)
    told["exit code"] = await asyncio.wait_for(client._server.wait(), 20)
    await client.stop()
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("a folder")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        (root / "mine.py").write_text(OWN)
        assert main(["check", "mine.py::lemma", "--d", "1", "--n", "2"]) == 0
        first = "sha256:" + "0" * 8
        mark = r"\exactuachecked[d1n2, verdict=%s, certificate=%s]{mine:lemma}" "\n"
        whole = find("mine.py::lemma")[0]
        own = rf"\exactuachecked[d1n2, verdict=holds, statement={whole.statement_hash(whole.steps[0])}]{{mine:lemma}}"
        text = "\\documentclass{article}\n" + mark % ("refuted", first) + own + "\n\\exactuachecked{yun2020:lemma99}\n"
        (root / "paper.tex").write_text(text.replace("99}", "99}é\\exactuachecked{mine:lemma.least}"))
        (root / "notes.md").write_text(MARKDOWN)
        (root / "other.py").write_text(PYTHON)
        return asyncio.run(session(root))


def test_it_offers_hover_completion_and_whole_texts(told):
    capabilities = told["capabilities"]
    assert capabilities.hover_provider
    assert list(capabilities.completion_provider.trigger_characters) == [":", "."]
    assert capabilities.text_document_sync.change == types.TextDocumentSyncKind.Full


def test_it_ends_when_the_editor_ends_it(told):
    assert told["exit code"] == 0


def test_hover_over_a_claim_of_a_paper(told):
    assert span(told["claim"].range) == (0, 1, 0, 25)
    assert told["claim"].contents.kind == types.MarkupKind.Markdown
    first, *others = told["claim"].contents.value.split("\n\n")
    assert first.startswith("**`so2020:position_encoding`**: claim of Position encoding (")
    assert others[-1] == "no certificate of it is here"


@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("behind a letter of two units", (0, MARKDOWN.index("mine:") + 1, 0, MARKDOWN.index("mine:") + 17)),
        ("string", (1, 9, 1, 25)),
        ("step in its file", None),
    ],
)
def test_hover_over_a_step_says_what_it_states_and_how_far_it_is_known(told, what, where):
    statement = told["claim in its file"].contents.value.partition("together: `")[2][:71]  # of one step: the same
    assert span(told[what].range) == where
    value = told[what].contents.value
    assert value.startswith(
        "**`mine:lemma.least`**: statement step of lemma (mine.py), mine.py\n\n> no entry is below 0\n\n"
    )
    assert "`L_(1, 1) >= 0`\n\n**checked**; certificates decide it at d = 1, n = 2\n\n" in value
    assert f"statement hash: `{statement}`" in value
    assert value.endswith("- certificate `.exactua/mine.lemma.d1n2.json`: holds at d = 1, n = 2; not verified")


def test_hover_elsewhere(told):
    assert told["nothing"] is None
    assert told["claim in its file"].contents.value.startswith("**`mine:lemma`**: claim of lemma (mine.py), mine.py\n")
    assert told["mark"] is None  # there is no such claim


def test_completion_behind_a_colon(told):
    items = told["completion"].items
    claim, _ = find("so2020:position_encoding")
    assert [item.label for item in items] == [claim.label, *(f"{claim.label}.{step.name}" for step in claim.steps)]
    assert {span(item.text_edit.range) for item in items} == {(2, 0, 2, 16)}
    assert items[1].detail.startswith("proof line of Position encoding (")


def test_labels_that_there_are_not(told):
    (notes,) = told["notes"]
    assert (span(notes.range), notes.severity) == ((0, 32, 0, 47), types.DiagnosticSeverity.Error)
    assert notes.message == "no claim 'yun2020:lemma99'; did you mean lemma9?"
    (other,) = told["other"]
    assert span(other.range) == (2, 9, 2, 28)
    assert other.message == "no claim or step 'mine:lemma.greatest' in the files of --claims"


def test_marks_as_tex_check_calls_them(told):
    shown = sorted(
        (each.range.start.line, each.range.start.character, each.severity, each.message.partition(":")[0])
        for each in told["paper"]
    )
    unknown = "no claim 'yun2020"
    error, information = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Information
    assert shown == [(1, 0, error, "false"), (3, 16, error, unknown), (3, 33, information, "unverifiable")]


def test_marks_are_shown_of_the_text_that_was_checked_and_again_when_it_is_saved(told):
    assert kinds(told["changed"]) == ["no claim 'yun2020"]
    assert kinds(told["saved"]) == ["no claim 'yun2020", "stale", "unverifiable"]
