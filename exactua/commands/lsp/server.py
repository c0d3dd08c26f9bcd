"""The language server: hover, completion and diagnostics of labels, over standard input and output."""

from __future__ import annotations

import asyncio
import bisect
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from exactua import __version__
from exactua.commands.lsp.knowing import Knowledge, Settings
from exactua.commands.lsp.places import begun, language_of, place_at, places, written_in
from exactua.commands.lsp.words import KINDS, hover
from exactua.visible_text import visible

SOURCE: Final = "exactua"
ROOT: Final = re.compile(r"^[ \t]*%+[ \t]*!TEX[ \t]+root[ \t]*=[ \t]*(\S[^\n]*?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
"""The comment by which a part of a LaTeX document names the file that reads it in."""
SEVERITIES: Final = {
    "false": types.DiagnosticSeverity.Error,
    "stale": types.DiagnosticSeverity.Warning,
    "unverifiable": types.DiagnosticSeverity.Information,
}
"""Of a mark, by what `tex check` says of it."""


class Server(LanguageServer):
    """The server, with what is known of claims and of the papers that were opened or saved."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(SOURCE, __version__, types.TextDocumentSyncKind.Full)
        self.knowledge = Knowledge(settings)
        self.papers: dict[Path, Mapping[str, Any]] = {}
        """What `tex check` said last of each paper."""
        self.texts: dict[Path, str] = {}
        """Of each file that it read then, the text: a mark is shown as long as this is the text."""
        self.opened: dict[str, None] = {}
        """The texts that are open, as the editor calls them."""
        self.checking = asyncio.Lock()

    # ---- hover and completion ----------------------------------------------------------------------------------------

    async def hover_at(self, uri: str, position: types.Position) -> types.Hover | None:
        """What stands over a label; in a file of claims, over what writes a claim or a step."""
        document = self.workspace.get_text_document(uri)
        language = _language(document)
        place = place_at(document.source, language, offset_of(document, position))
        span = None if place is None else _range(document, place.start, place.end)
        label = self._written_at(document, position.line + 1) if place is None else place.label
        if label is None:
            return None
        meant = await self.knowledge.resolve(label)
        if meant is None:
            return None
        entry = (await self.knowledge.entries(meant[0])).get(meant[1])
        if entry is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, hover(meant[1], entry, self.knowledge.root))
        return types.Hover(content, span)

    def _written_at(self, document: TextDocument, line: int) -> str | None:
        """The claim or step that a user's own file of claims writes in a line."""
        path = _path(document.uri)
        if path is None or path.resolve() not in [file.resolve() for file in self.knowledge.own_files]:
            return None
        written = written_in(document.source, path.stem)
        return next((entry.label for entry in written if entry.first <= line <= entry.last), None)

    async def completed_at(self, uri: str, position: types.Position) -> types.CompletionList:
        """The labels of a paper behind its name and a colon."""
        document = self.workspace.get_text_document(uri)
        offset = offset_of(document, position)
        label = begun(document.source[:offset].rpartition("\n")[2])
        paper = None if label is None else (await self.knowledge.papers()).get(label[0])
        if label is None or paper is None:
            return types.CompletionList(is_incomplete=False, items=[])
        span = _range(document, offset - len(":".join(label)), offset)
        items = [
            types.CompletionItem(
                label=name,
                kind=types.CompletionItemKind.Reference
                if entry["kind"] != "claim"
                else types.CompletionItemKind.Module,
                detail=f"{KINDS.get(entry['kind'], entry['kind'])} of {entry['of']}: {entry['status']}",
                documentation=entry["says"],
                filter_text=name,
                sort_text=f"{number:06}",
                text_edit=types.TextEdit(span, name),
            )
            for number, (name, entry) in enumerate((await self.knowledge.entries(paper)).items())
            if name.startswith(":".join(label))
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    # ---- diagnostics -------------------------------------------------------------------------------------------------

    async def diagnose(self, uri: str) -> None:
        """Says which labels of a text there are not, and what is known of its marks as long as it is the same text."""
        document = self.workspace.get_text_document(uri)
        version, text = document.version, document.source
        diagnostics, missing = [], set[str]()
        language = _language(document)
        is_mark = language == "latex"
        for place in places(text, language):
            if place.is_marked and (why := await self.knowledge.missing(place.label, is_mark)):
                span = _range(document, place.start, place.end)
                missing.add(place.label)
                diagnostics.append(_diagnostic(span, types.DiagnosticSeverity.Error, why))
        path = _path(uri)
        if path is not None and self.texts.get(path.resolve()) == text:
            marks = [mark for said in self.papers.values() for mark in said["marks"] if _same(mark["file"], path)]
            marks = [mark for mark in marks if mark["state"] in SEVERITIES and mark["label"] not in missing]
            diagnostics += (self._of_mark(document, mark) for mark in _each_once(marks))
        if document.version == version:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def _of_mark(self, document: TextDocument, mark: Mapping[str, Any]) -> types.Diagnostic:
        starts = line_starts(document.source)
        ends = ((mark["line"], mark["column"]), (mark["end_line"], mark["end_column"]))
        span = _range(document, *(starts[line - 1] + column - 1 for line, column in ends))
        return _diagnostic(span, SEVERITIES[mark["state"]], f"{mark['state']}: {mark['why']}")

    async def check_paper(self, uri: str) -> None:
        """Runs `tex check` on the papers that a LaTeX file belongs to, and says what it finds in all their files."""
        path = _path(uri)
        document = self.workspace.get_text_document(uri)
        if path is None or not path.is_file() or _language(document) != "latex":
            return
        roots = [root for root, said in self.papers.items() if any(_same(name, path) for name in said["files"])]
        async with self.checking:
            for root in roots or [paper_of_part(path, document.source)]:
                said = self.papers[root] = await self.knowledge.checked(root)
                if "error" in said:
                    self.window_log_message(types.LogMessageParams(types.MessageType.Warning, str(said["error"])))
                for name in said["files"]:
                    with suppress(OSError):
                        self.texts[Path(name).resolve()] = Path(name).read_bytes().decode("utf-8", "replace")
        for other in list(self.opened):
            await self.diagnose(other)


def _language(document: TextDocument) -> str:
    return language_of(to_fs_path(document.uri) or document.uri, document.language_id or "")


def _path(uri: str) -> Path | None:
    path = to_fs_path(uri)
    return Path(path) if path else None


def paper_of_part(path: Path, text: str) -> Path:
    """The file that reads a part of a paper in, where the part says so; else the file itself."""
    said = ROOT.search(text)
    other = None if said is None else path.parent / said[1]
    return other if other is not None and other.is_file() else path


def _same(name: str, path: Path) -> bool:
    return Path(name).resolve() == path.resolve()


def _each_once(marks: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Marks of a file that two papers read in, each once."""
    return list({(mark["line"], mark["column"], mark["state"]): mark for mark in marks}.values())


def _diagnostic(span: types.Range, severity: types.DiagnosticSeverity, message: str) -> types.Diagnostic:
    return types.Diagnostic(span, visible(message), severity=severity, source=SOURCE)


def line_starts(text: str) -> list[int]:
    """Where the lines of a text begin, as the protocol counts them: a form feed ends none."""
    return [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]


def offset_of(document: TextDocument, position: types.Position) -> int:
    """The offset of a position, whose characters are counted in the units that editor and server agreed on."""
    text, starts = document.source, line_starts(document.source)
    if position.line >= len(starts):
        return len(text)
    start, end = starts[position.line], [*starts, len(text)][position.line + 1]
    line, units = text[start:end].rstrip("\r\n"), 0
    for number, letter in enumerate(line):
        if units >= position.character:
            return start + number
        units += document.position_codec.client_num_units(letter)
    return start + len(line)


def position_of(document: TextDocument, offset: int) -> types.Position:
    """The position of an offset."""
    starts = line_starts(document.source)
    line = bisect.bisect_right(starts, offset) - 1
    return types.Position(line, document.position_codec.client_num_units(document.source[starts[line] : offset]))


def _range(document: TextDocument, start: int, end: int) -> types.Range:
    return types.Range(position_of(document, start), position_of(document, end))


def server(settings: Settings) -> Server:
    """A server that answers nobody yet."""
    language_server = Server(settings)

    @language_server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        folders = params.workspace_folders or []
        uri = folders[0].uri if folders else params.root_uri
        path = to_fs_path(uri) if uri else None
        if path:
            language_server.knowledge.root = Path(path)

    @language_server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        return await language_server.hover_at(params.text_document.uri, params.position)

    @language_server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[":", "."]))
    async def completed(params: types.CompletionParams) -> types.CompletionList:
        return await language_server.completed_at(params.text_document.uri, params.position)

    @language_server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        language_server.opened[params.text_document.uri] = None
        await language_server.diagnose(params.text_document.uri)
        await language_server.check_paper(params.text_document.uri)

    @language_server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        await language_server.diagnose(params.text_document.uri)

    @language_server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        await language_server.diagnose(params.text_document.uri)
        await language_server.check_paper(params.text_document.uri)

    @language_server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        language_server.opened.pop(uri, None)
        language_server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    return language_server


def serve(settings: Settings) -> None:
    """Answers an editor on standard input and output until it ends the server; whatever is printed goes to stderr."""
    reading, writing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # for good: the other is the editor's, and is closed when the server ends
    server(settings).start_io(reading, writing)
