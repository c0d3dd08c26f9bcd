"""The one writer: regular files alone, whole or not at all, and never over what is not exactua's own."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import stat
from pathlib import Path

import pytest

from exactua import output_files
from exactua.commands.group import main
from exactua.errors import InputError
from exactua.output_files import ANY, NEW, Kind

NOTES = Kind("note of ours", "# ours\n")
TEXT = "# ours\nand more\n"
NODES = ("FIFO", "link to a FIFO", "link to a file", "link to nothing", "folder", "socket")


def put(path: Path, node: str) -> None:
    """Something at the path that is no regular file."""
    other = path.with_name("other")
    if node == "FIFO":
        os.mkfifo(path)
    elif node == "folder":
        path.mkdir()
    elif node == "socket":
        os.mknod(path, stat.S_IFSOCK | 0o600)
    else:
        if node == "link to a FIFO":
            os.mkfifo(other)
        elif node == "link to a file":
            other.write_text(TEXT)
        path.symlink_to(other)


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that lies in a folder, beside exactua's own: what it is, and what it holds."""
    return {
        path.name: (path.lstat().st_mode, path.read_bytes() if stat.S_ISREG(path.lstat().st_mode) else b"")
        for path in folder.iterdir()
        if path.name != ".exactua"
    }


@pytest.mark.parametrize("node", NODES)
def test_only_regular_files_are_written(tmp_path: Path, node: str) -> None:
    path = tmp_path / "out"
    put(path, node)
    before = seen(tmp_path)
    words = r"output: .*out is (a directory|a symbolic link|not a regular file)"
    with pytest.raises(InputError, match=words):
        output_files.require_writable(path, "output", ANY)
    with pytest.raises(InputError, match=words):
        output_files.write_text(path, TEXT, "output", ANY)
    assert seen(tmp_path) == before


@pytest.mark.parametrize("content", [None, b"", b"# ours\n", TEXT.encode() * 1000])
def test_what_is_missing_empty_or_ones_own_is_written(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "out"
    if content is not None:
        path.write_bytes(content)
        path.chmod(0o640)
    output_files.require_writable(path, "output", NOTES)
    output_files.write_text(path, TEXT, "output", NOTES)
    assert path.read_text() == TEXT
    assert os.listdir(tmp_path) == ["out"]
    assert content is None or stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("content", [b"x", b" # ours\n", b"# our", b"\x00", b"# theirs\n# ours\n"])
def test_nothing_else_is_written_over(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "out"
    path.write_bytes(content)
    words = f"output: {re.escape(str(path))} is not a {{}} and is not overwritten; give another path"
    with pytest.raises(InputError, match=words.format("note of ours")):
        output_files.require_writable(path, "output", NOTES)
    for kind in (NOTES, NEW):
        with pytest.raises(InputError, match=words.format(kind.name)):
            output_files.write_text(path, TEXT, "output", kind)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["out"]


def test_what_appears_while_it_is_computed_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "out"
    output_files.require_writable(path, "output", NOTES)
    os.mkfifo(path)
    with pytest.raises(InputError, match="is not a regular file"):
        output_files.write_text(path, TEXT, "output", NOTES)
    assert stat.S_ISFIFO(path.lstat().st_mode)
    assert os.listdir(tmp_path) == ["out"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    path.write_text(TEXT)

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(InputError, match=r"output: .* can't be written \(No space left on device\)"):
        output_files.write_text(path, TEXT + "new", "output", NOTES)
    assert path.read_text() == TEXT
    assert os.listdir(tmp_path) == ["out"]


def test_a_file_that_its_own_kind_does_not_know_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="what was written is not a note of ours"):
        output_files.write_text(tmp_path / "out", "theirs", "output", NOTES)


@pytest.mark.parametrize(
    ("path", "built"),
    [
        ("out", True),
        (".exactua/out", True),
        (".exactua/a/b/out", True),
        ("none/out", False),
        ("none/.exactua/out", False),
    ],
)
def test_one_rule_for_missing_folders(tmp_path: Path, path: str, built: bool) -> None:
    with contextlib.nullcontext() if built else pytest.raises(InputError, match=r"there is no folder .*none"):
        output_files.require_writable(tmp_path / path, "output", NOTES)
    with contextlib.nullcontext() if built else pytest.raises(InputError, match=r"there is no folder .*none"):
        output_files.write_text(tmp_path / path, TEXT, "output", NOTES)
    assert (tmp_path / path).exists() == built
    assert built or not os.listdir(tmp_path)


def test_all_folders_in_exactuas_own_are_made(tmp_path: Path) -> None:
    for name in ("a/out", "b/c/out"):  # whether it is there itself, or not
        output_files.require_writable(tmp_path / ".exactua" / name, "output", NOTES)
        output_files.write_text(tmp_path / ".exactua" / name, TEXT, "output", NOTES)
    output_files.make_folder(tmp_path / ".exactua" / "d" / "e", "certificates")
    assert (tmp_path / ".exactua" / "d" / "e").is_dir()


@pytest.mark.parametrize(("folder", "built"), [("new", True), (".exactua/new", True), ("none/new", False)])
def test_a_folder_that_is_named_for_several_files_is_made(tmp_path: Path, folder: str, built: bool) -> None:
    for attempt in (output_files.require_folder, output_files.make_folder):
        with contextlib.nullcontext() if built else pytest.raises(InputError, match=r"there is no folder .*none"):
            attempt(tmp_path / folder, "certificates")
    assert (tmp_path / folder).is_dir() == built


CHECK = ("check", "lemma8", "--d", "1", "--n", "2")
WRITING = {
    "check": (*CHECK, "--certificate"),
    "check in affine forms": (*CHECK, "--scope", "symbolic", "--certificate"),
    "check with a store": (*CHECK, "--no-certificate", "--store"),
    "cite": ("cite", "lemma8", "-o"),
    "errata": ("errata", "--certificates", ".exactua", "--output"),
    "export": ("export", "lemma8.property1", "--d", "1", "--n", "2", "-o"),
    "verifier": ("verifier", "--emit"),
    "eval": ("eval", "net.json", "--point", "0 0", "--output"),
    "eval as CSV": ("eval", "net.json", "--point", "0 0", "--format", "csv", "--output"),
    "ask": ("ask", "net.json", "--grid", "0 1", "--n", "2", "--property", "injective", "--certificate"),
    "limit": ("limit", "lemma8", "--d", "1", "--n", "2", "--lambda", "10", "--certificate"),
    "trace": ("trace", "lemma8", "--d", "1", "--n", "2", "--point", "0 1/2", "--plot"),
    "build": ("build", "theorem2", "--f", "x1, x2", "--delta", "1/2", "--certificate", "own.json", "-o"),
    "bits": ("bits", "lemma8", "--d", "1", "--n", "2", "-o"),
    "npz": ("export", "net.json", "--format", "npz", "-o"),
    "regress": ("regress", "own.toml", "--format", "junit", "--output"),
    "sarif": ("regress", "own.toml", "--also"),
    "sharpen": ("sharpen", "lemma10", "--d", "1", "--n", "2", "--output"),
}
"""Commands that write one file, whose path stands last."""
NAMES = {"verifier": "out.py", "trace": "out.svg", "sarif": "out"}
MANIFEST = '[[check]]\nclaim = "lemma8.property1"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "holds"\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from tests.commands import network_files

    monkeypatch.chdir(tmp_path)
    os.rename(network_files.theorem2(tmp_path), "net.json")
    Path("own.toml").write_text(MANIFEST)
    assert told(*CHECK)[0] in (0, 1)
    return tmp_path


def words(command: str, path: str) -> list[str]:
    return [*WRITING[command], f"sarif={path}" if command == "sarif" else path]


def told(*given: str) -> tuple[int, str, str]:
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(given))
        out.flush()
    return code, out.buffer.getvalue().decode("utf-8", "backslashreplace"), err.getvalue()


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("node", ["FIFO", "link to a file", "a file of somebody"])
def test_no_command_replaces_what_is_not_its_own(here: Path, command: str, node: str) -> None:
    path = here / NAMES.get(command, "out")
    if node == "a file of somebody":
        path.write_text("my notes\n")
    else:
        put(path, node)
    before = seen(here)
    code, out, err = told(*words(command, path.name))
    assert (code, out) == (2, "")
    assert err.startswith("exactua: ")
    assert path.name in err
    assert err.count("\n") == 1
    assert seen(here) == before


@pytest.mark.parametrize("command", WRITING)
def test_every_command_writes_over_its_own_file_and_into_no_missing_folder(here: Path, command: str) -> None:
    name = NAMES.get(command, "out")
    first = told(*words(command, name))
    assert first[0] in (0, 1, 3), first
    content = Path(name).read_bytes()
    assert content
    again = told(*words(command, name))
    assert again[0] == first[0], again
    code, out, err = told(*words(command, f"none/{name}"))
    assert (code, out) == (2, "")
    assert "there is no folder none; give a path in one that exists" in err
    assert not Path("none").exists()


@pytest.mark.parametrize("command", [name for name in WRITING if name != "check with a store"])
def test_a_minus_is_standard_output_which_then_holds_the_file_alone(here: Path, command: str) -> None:
    name = NAMES.get(command, "out")
    code, printed, _ = told(*words(command, name))
    written = Path(name).read_bytes().decode("utf-8", "backslashreplace")
    status, out, err = told(*words(command, "-"))
    assert status == code
    assert not Path("-").exists()
    assert len(out.splitlines()) == len(written.splitlines())
    assert out[:100] == written[:100]
    assert not printed or err


def test_standard_output_takes_one_file(here: Path) -> None:
    code, out, err = told("build", "theorem2", "--f", "x1, x2", "--delta", "1/2", "-o", "-", "--certificate", "-")
    assert (code, out) == (2, "")
    assert "standard output takes one file" in err
    for given in (
        ("build", "theorem2", "--f", "x1, x2", "--delta", "1/2", "-o", "-"),
        ("check", "lemma8", "--d", "1", "--n", "2..3", "--certificate", "-"),
        (*CHECK, "--store", "-"),
        ("report", "html", "own.toml", "-o", "-"),
    ):
        code, out, err = told(*given)
        assert (code, out) == (2, ""), given
        assert "standard output" in err


def test_the_summary_of_a_job_is_added_to_a_regular_file_alone(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo("pipe")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "pipe")
    code, _, err = told("regress", "own.toml", "--format", "github")
    assert code == 1
    assert "note: GITHUB_STEP_SUMMARY: pipe can't be written" in err


WRITERS = {"write_bytes", "write_text", "replace", "rename", "mkstemp", "NamedTemporaryFile", "savefig", "open"}
OTHERS = {
    "output_files.py": "the writer",
    "proving": "sources and compiled files in folders of their own, for Rocq",
    "commands/report/site/pages.py": "a folder that is written beside the old one, and takes its place whole",
    "commands/audit/foreign.py": "the compiled verifier, in a folder of its own",
}


def direct_writes(source: str) -> set[str]:
    """The calls in a module that write a file in another way than by `output_files`."""
    writes = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        modes = [*node.args[:2], *(keyword.value for keyword in node.keywords if keyword.arg == "mode")]
        mode = any(
            isinstance(argument, ast.Constant) and str(argument.value)[:1] in "wax" and argument.value
            for argument in modes
        )
        if called in ("open", "os.fdopen", "io.open") or called.endswith(".open"):
            writes |= {called} if mode else set()
        elif called.endswith((".write_bytes", ".write_text", ".savez", ".touch")) or called in (
            "os.replace",
            "os.rename",
            "tempfile.mkstemp",
            "tempfile.NamedTemporaryFile",
            "torch.save",
        ):
            writes.add(called)
    return writes


@pytest.mark.sources
def test_nothing_else_writes_files() -> None:
    package = Path(output_files.__file__).parent
    writers = {}
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        if not any(name.startswith(other) for other in OTHERS) and (calls := direct_writes(path.read_text())):
            writers[name] = calls
    assert writers == {
        "commands/group.py": {"open"},  # os.devnull, to be printed into
        "evidence/compiled_verifiers.py": {
            "os.replace",
            "tempfile.NamedTemporaryFile",
            "whole.write_text",
        },  # a cache: programs in a folder of the user's own
        "evaluators/compiled/machine_code.py": {
            "open",
            "os.replace",
        },  # a cache, by descriptors of a folder that it trusts
        "softmax/exchange/files.py": {"np.savez"},  # into memory
        "softmax/exchange/torch_module.py": {"torch.save"},  # into memory
    }
    assert direct_writes('Path("a").write_text("b")\nopen("a", "w")\nos.replace(a, b)') == {
        "Path('a').write_text",
        "open",
        "os.replace",
    }
