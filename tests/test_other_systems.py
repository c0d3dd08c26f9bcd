"""What can be tried on Linux of other systems: no fork, no Unix modules or signals, other encodings, other path names."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.evidence.emitting import emit

pytestmark = pytest.mark.processes

PACKAGE = Path(__file__).resolve().parent.parent / "exactua"

ELSEWHERE = """\
import multiprocessing, os, pathlib, signal, sys, types

ONLY_UNIX = ("resource", "fcntl", "pwd", "grp", "termios")
sys.modules.update(dict.fromkeys(ONLY_UNIX))  # to import one is an ImportError
sys.modules["_scproxy"] = types.SimpleNamespace(_get_proxy_settings=dict, _get_proxies=dict)  # Python's own, for macOS
for name in ("SIGALRM", "SIGPIPE", "SIGHUP", "SIGUSR1", "setitimer", "getitimer", "ITIMER_REAL", "pthread_sigmask", "alarm"):
    delattr(signal, name)
for name in ("fork", "geteuid", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "killpg", "getpgid", "sched_getaffinity"):
    delattr(os, name)
exists = pathlib.Path.exists
pathlib.Path.exists = lambda self: not str(self).startswith("/proc/") and exists(self)
sys.platform = sys.argv[1]
multiprocessing.get_all_start_methods = lambda: ["spawn"]

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn", force=True)
    begun, start = [], multiprocessing.Process.start
    spawned = multiprocessing.get_context("spawn").Process
    spawned.start = lambda self: (begun.append(self), start(self))[1]
    from exactua.commands.group import main

    commands = [line.split("|") for line in sys.stdin.read().splitlines()]
    codes = [main(command) for command in commands]
    print(codes, "processes" if begun else "no process", file=sys.stderr)
"""
COMMANDS = (
    "check|lemma8|--d|2|--n|3|--jobs|2|--certificate|there.json",
    "verify|there.json",
    "build|theorem2|--f|x1*(1 - x1), x2*(1 - x2)|--delta|1/2|-o|net.json",
    "eval|net.json|--point|1/3 3/4|--budget|60s",
    "check|lemma10|--d|1|--n|2|--store|store.db",
    "runs|list|--store|store.db",
)


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_what_unix_has_alone_is_not_needed(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are spawned, and decide the same to the byte."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere.py").write_text(ELSEWHERE)
    done = subprocess.run(
        [sys.executable, "elsewhere.py", system], input="\n".join(COMMANDS), capture_output=True, text=True, timeout=300
    )
    assert done.stderr.splitlines()[-1:] == [f"{[0] * len(COMMANDS)} processes"], done.stderr
    assert main(["check", "lemma8", "--d", "2", "--n", "3", "--jobs", "1", "--certificate", "here.json"]) == 0
    here, there = (Path(name).read_bytes().splitlines()[:2] for name in ("here.json", "there.json"))
    assert here == there


CLAIM = """\
from exactua.authoring import Parameter, claim

heads = claim("heads", parameters=(Parameter("h", "number of heads"),))


@heads.states("\\u03a3 h \\u2264 3, \\u00fcberall")
def small(at):
    return at.h <= 3
"""


@pytest.mark.parametrize(
    ("encoding", "says"),
    [("cp1252", "\\u03a3 h \\u2264 3, überall"), ("cp437", "Σ h ≤ 3, überall"), ("utf-8", "Σ h ≤ 3, überall")],
)
def test_what_an_encoding_has_not_is_printed_escaped(encoding: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLAIM, encoding="utf-8")
    arguments = ["check", "mine.py::heads", "-p", "h=4", "--certificate", "c.json"]
    done = subprocess.run(
        [sys.executable, "-m", "exactua", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        timeout=100,
    )
    assert done.returncode == 1, done.stderr
    assert says in done.stdout.decode(encoding)
    assert json.loads((tmp_path / "c.json").read_bytes())["decided"]["steps"][0]["says"] == "Σ h ≤ 3, überall"


def test_in_a_locale_without_letters_files_are_read_and_written_in_utf8(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLAIM, encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    environment.pop("PYTHONIOENCODING", None)
    program = (
        "import locale, sys; assert locale.getpreferredencoding(False).lower() not in ('utf-8', 'utf8');"
        "from exactua.commands.group import main; sys.argv[1:] = sys.stdin.read().split(); main()"
    )
    for arguments, code in (
        ("check mine.py::heads -p h=4 --certificate c.json", 1),
        ("verify c.json --claims mine.py", 0),
    ):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=environment,
            input=arguments.encode(),
            capture_output=True,
            timeout=100,
        )
        assert done.returncode == code, done.stderr
        assert b"Error" not in done.stderr


def calls(tree: ast.AST) -> Iterator[tuple[int, str, ast.Call]]:
    """The calls that open a file, with the name of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("open", "fdopen", "read_text", "write_text"):
                yield node.lineno, name, node


def without_encoding(source: str) -> list[int]:
    """The lines where text is read or written in whatever encoding the system has."""
    wrong = []
    for line, name, call in calls(ast.parse(source)):
        if any(keyword.arg == "encoding" for keyword in call.keywords):
            continue
        words = [
            part.value for part in ast.walk(call) if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        is_method = isinstance(call.func, ast.Attribute)
        if name in ("open", "fdopen") and (any("b" in word for word in words) or is_method):
            continue  # of os, of webbrowser, of bytes
        if name in ("read_text", "write_text") and not is_method:
            continue  # our own writer, in UTF-8
        wrong.append(line)
    return wrong


def test_text_files_have_an_encoding() -> None:
    assert without_encoding('open("f")\npath.read_text()\nopen("f", "rb")\nopen("f", encoding="utf-8")') == [1, 2]
    wrong = {
        path.relative_to(PACKAGE).as_posix(): lines
        for path in PACKAGE.rglob("*.py")
        if (lines := without_encoding(path.read_text(encoding="utf-8")))
    }
    assert set(wrong) == {"verifier/resources.py"}  # digits of /proc/self/statm


ONLY_UNIX = {"resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "posix", "syslog", "readline"}


def test_modules_of_unix_are_imported_inside_functions_alone() -> None:
    def imported(path: Path) -> set[str]:
        top = ast.parse(path.read_text(encoding="utf-8")).body
        names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
        return names | {node.module for node in top if isinstance(node, ast.ImportFrom) and node.module}

    assert {path.name for path in PACKAGE.rglob("*.py") if imported(path) & ONLY_UNIX} == set()


def test_no_file_of_the_package_has_a_name_that_windows_does_not_take() -> None:
    reserved = {"con", "prn", "aux", "nul", *(f"{name}{k}" for name in ("com", "lpt") for k in range(1, 10))}
    for path in PACKAGE.rglob("*"):
        assert path.stem.lower() not in reserved
        assert not set('<>:"\\|?*') & set(path.name)
        assert not path.name.endswith((".", " "))
    names = [path.relative_to(PACKAGE).as_posix().lower() for path in PACKAGE.rglob("*")]
    assert len(names) == len(set(names))


def test_the_verifier_is_written_in_ascii(tmp_path: Path) -> None:
    for name in ("verifier.py", "verifier.c"):
        emit(tmp_path / name)
        (tmp_path / name).read_bytes().decode("ascii")
