"""What a shell completes: labels, papers, certificates and files; fast, and without a decision."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import click
import pytest
from click.shell_completion import ShellComplete

from exactua.claims.registry import PAPERS, claims_of, find
from exactua.commands.group import COMPLETE, group, main
from exactua.console import completion
from tests.commands.test_help import CONTEXTS
from tests.test_rooms import HEAVY


def completed(*words: str) -> list[str]:
    """What may stand in place of the last word."""
    *before, incomplete = words
    items = ShellComplete(group, {}, "exactua", COMPLETE).get_completions(before, incomplete)
    return [item.value for item in items if item.type == "plain"]


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def kept(tmp_path: Path) -> None:
    """A certificate, a network, a file of claims, a manifest, and what is none of them."""
    (tmp_path / ".exactua").mkdir()
    (tmp_path / ".exactua" / "lemma8.json").write_text('{"decided":{"claim":"yun2020:lemma8"}}', encoding="utf-8")
    (tmp_path / ".exactua" / "points.json").write_text("[[1]]", encoding="utf-8")
    (tmp_path / "theirs.json").write_text('{"decided":{}}', encoding="utf-8")
    (tmp_path / "net.json").write_text('{"layers":[]}', encoding="utf-8")
    (tmp_path / "own.toml").write_text("", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert main(["new", "my_lemma.py"]) == 0


def test_labels_are_those_of_the_registry() -> None:
    papers = completion.papers()
    assert sorted(papers) == sorted(PAPERS)
    assert papers == list(PAPERS)
    for paper in ("yun2020", "so2020"):
        claims = claims_of(paper)
        assert sorted(completion.claims(paper)) == sorted(claim.label for claim in claims)
        named = {f"{claim.label}.{step.name}" for claim in claims for step in claim.steps}
        assert set(completion.steps(paper)) == named


def test_a_bare_label_is_of_the_paper_that_it_means() -> None:
    bare = [label for label in completed("check", "") if ":" not in label and label not in PAPERS]
    assert len(bare) > 100
    known = {label for paper in PAPERS for label in completion.claims(paper)}
    assert [label for label in bare if not any(f"{paper}:{label}" in known for paper in PAPERS)] == []
    assert completed("check", "lemma7.range") == ["lemma7.range_of_k", "lemma7.range_of_k@repaired"]
    assert find("lemma7.range_of_k")[0].label == "yun2020:lemma7"
    assert completed("check", "kajitsuka2024:lemma7.reas") == ["kajitsuka2024:lemma7.reason_of_the_bound"]
    assert completed("check", "lemma7.reas") == []


@pytest.mark.parametrize(
    ("words", "there"),
    [
        (("check", "lemma1"), ["lemma1", "lemma10"]),
        (("check", "lemma8.prop"), ["lemma8.property1", "lemma8.property2", "lemma8.property3", "lemma8.property4"]),
        (("show", "yun2020:lemma10.upper"), ["yun2020:lemma10.upper_bound"]),
        (("list", "yun"), ["yun2020"]),
        (("errata", "ha"), ["hahn2020"]),
        (("regress", "so"), ["so2020"]),
        (("report", "note", "--paper", "yun"), ["yun2020"]),
        (("show", "lemma8", "--format", "l"), ["latex"]),
        (("check", "lemma8", "--scope", "s"), ["symbolic"]),
        (("check", "lemma8", "--tie-rule", ""), ["average", "leftmost", "rightmost"]),
        (("ask", "net.json", "--property", "in"), ["injective"]),
        (("ask", "net.json", "--definition", ""), ["kajitsuka2024", "yun2020"]),
        (("limit", "lemma8", "--dtype", "bf"), ["bfloat16"]),
        (("limit", "lemma8", "--dtype", "bfloat16,float3"), ["bfloat16,float32"]),
        (("limit", "lemma8", "--backend", "numpy,"), ["numpy,auto", "numpy,jax", "numpy,strict", "numpy,torch"]),
        (("import", "a.npz", "--attention", ""), ["hardmax", "softmax"]),
        (("import", "a.npz", "--mask", ""), ["causal"]),
        (("regress", "--format", "sa"), ["sarif"]),
        (("regress", "--also", "ju"), ["junit="]),
        (("bits", "lemma8", "--categories", ""), ["1", "1..2", "1..3"]),
        (("build", "theorem"), ["theorem2", "theorem3"]),
        (("verify", "a.json", "--with", ""), ["all", "c", "proved", "python"]),
        (("che",), ["check"]),
        (("report", "no"), ["note"]),
        (("check", "nothing_like_this"), []),
        (("nonsense", "lem"), []),
        (("report", "nonsense", "lem"), []),
    ],
)
def test_what_may_stand_there(words: tuple[str, ...], there: list[str]) -> None:
    assert completed(*words) == there


def test_files_are_told_apart(kept: None) -> None:
    assert completed("verify", "") == [".exactua/lemma8.json", "folder/", "theirs.json"]
    assert completed("verify", ".exactua/") == [".exactua/lemma8.json"]
    assert completed("cite", "thei") == ["theirs.json"]
    assert completed("info", "") == completed("limit", "--network", "") == ["folder/", "net.json"]
    assert completed("prove", "--recheck", "th") == ["theirs.json"]
    assert completed("verify", "--claims", "") == ["folder/", "my_lemma.py"]
    assert "net.json" in completed("trace", "n")
    assert completed("regress", "o") == ["own.toml"]
    assert completed("check", "my") == ["my_lemma.py", "my_lemma.py::"]
    assert completed("verify", "nowhere/") == []


def test_a_file_of_claims_is_read_and_not_run(kept: None) -> None:
    assert completed("check", "my_lemma.py::") == ["my_lemma.py::lemma"]
    steps = ["adds_the_largest", "grows", "grows_where_positive"]
    assert completed("explain", "my_lemma.py::lemma.") == [f"my_lemma.py::lemma.{step}" for step in steps]
    Path("runs.py").write_text("raise SystemExit\nown = claim('own')\n", encoding="utf-8")
    assert completed("check", "runs.py::") == ["runs.py::own"]
    Path("wrong.py").write_text("def", encoding="utf-8")
    assert completed("check", "wrong.py::") == []


def test_every_argument_with_a_claim_a_paper_or_a_certificate_is_completed() -> None:
    taken = {"label", "labels", "step", "paper", "certificates", "manifests", "network", "what"}
    arguments = [
        (path, argument)
        for path, context in CONTEXTS.items()
        for argument in context.command.params
        if isinstance(argument, click.Argument) and argument.name in taken
    ]
    assert len(arguments) > 20
    assert [(path, argument.name) for path, argument in arguments if argument._custom_shell_complete is None] == []


OPEN = {
    "exactua signoff --by",
    "exactua import --prefix",
    "exactua ask --stage",
    "exactua eval --stage",
    "exactua trace --network",
    "exactua limit --network-name",
    "exactua bits --network-name",
    "exactua relax --drop",
}
"""Options whose values are names that a person, a claim or a file chooses: no closed list."""


def test_every_option_with_a_closed_list_completes_it() -> None:
    words = {"NAME", "NAMES", "RULE", "WHICH", "NAME=FILE"}
    options = {
        f"{path} {option.opts[-1]}": option
        for path, context in CONTEXTS.items()
        for option in context.command.params
        if isinstance(option, click.Option) and option.metavar in words
    }
    assert len(options) > 60
    assert set(options) >= OPEN
    incomplete = {name for name, option in options.items() if option._custom_shell_complete is None}
    assert incomplete == OPEN
    for name in set(options) - OPEN:
        assert completed(*name.split()[1:], ""), name


@pytest.mark.parametrize(
    ("words", "valid"),
    [
        (("audit", "--over", ""), lambda: importlib.import_module("exactua.commands.audit.work").OVER),
        (("export", "lemma8", "--solver", ""), lambda: importlib.import_module("exactua.proving.smt.solvers").SOLVERS),
        (
            ("attention", "--nearest-dtype", ""),
            lambda: importlib.import_module("exactua.commands.attention.work").NEAREST,
        ),
        (
            ("train", "rank1", "--labels", ""),
            lambda: get_args(importlib.import_module("exactua.commands.train.labelled_tokens").Rule),
        ),
    ],
)
def test_words_are_those_that_the_command_takes(words: tuple[str, ...], valid: Callable[[], Iterable[str]]) -> None:
    assert completed(*words) == sorted(valid())


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, COMPLETE: "bash_complete", **environment}
    code = "import sys; sys.argv = ['exactua']; from exactua.commands.group import main\n" + "\n".join(arguments)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=given, timeout=60)


def test_nothing_heavy_is_loaded_and_nothing_is_decided() -> None:
    told = "import atexit; atexit.register(lambda: print('loaded', *sys.modules))\nmain()"
    done = run(told, COMP_LINE="exactua check yun2020:lemma8.property1", COMP_WORDBREAKS=":")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr, lines[0]) == (0, "", "plain,lemma8.property1")
    loaded = set(lines[-1].split())
    assert "click" in loaded
    assert loaded & HEAVY == set()
    assert [name for name in loaded if name.startswith("exactua.deciding.running")] == []


@pytest.mark.parametrize("line", ["exactua check --budget never lem", "exactua nonsense lem", "exactua", 'exactua "'])
def test_a_line_that_is_wrong_gives_no_message(line: str) -> None:
    done = run("main()", COMP_LINE=line, COMP_WORDBREAKS=":")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash")
def test_bash_completes_behind_colons(kept: None, tmp_path: Path) -> None:
    program = tmp_path / "exactua"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m exactua "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = f"""
    eval "$({COMPLETE}=bash_source exactua)"
    compopt() {{ echo "compopt -o $2"; }}
    try() {{ COMP_LINE="$1"; COMP_POINT=${{#1}}; COMPREPLY=(); _exactua_completion exactua; echo "${{COMPREPLY[*]}}"; }}
    try "exactua check yun2020:lemma10.u"
    try "exactua check my_lemma.py::lemma.adds"
    try "exactua check lemma10.u"
    try "exactua verify fol"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=60, cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "lemma10.upper_bound", "lemma.adds_the_largest", "lemma10.upper_bound", "compopt -o nospace", "folder/",
    ], done.stderr  # fmt: skip


def at_hand(folder: Path) -> dict[str, str]:
    """An environment in which this exactua is on the PATH, and a shell finds no settings of anybody's."""
    program = folder / "bin" / "exactua"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m exactua "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    homes = {name: str(folder / "bin") for name in ("HOME", "ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return {**os.environ, **homes, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "TERM": "dumb"}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes(kept: None, tmp_path: Path) -> None:
    lines = {
        "exactua check yun2020:lemma10.u": ["yun2020:lemma10.upper_bound"],
        "exactua check my_lemma.py::lemma.adds": ["my_lemma.py::lemma.adds_the_largest"],
        "exactua verify fol": ["folder/"],
        "exactua errata nothing": [],
        "exactua chec": ["check"],
    }
    asked = "; ".join(f"echo '? {line}'; complete -C '{line}'" for line in lines)
    script = f"env {COMPLETE}=fish_source exactua | source; {asked}"
    done = subprocess.run(["fish", "-c", script], capture_output=True, text=True, timeout=180, cwd=tmp_path, env=at_hand(tmp_path))  # fmt: skip
    wanted = [answer for line, values in lines.items() for answer in (f"? {line}", *values)]
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == wanted, done.stderr


ZSHRC = f"""\
autoload -Uz compinit; compinit -u -D
eval "$({COMPLETE}=zsh_source exactua)"
written() {{ print -r -- "$BUFFER|" >> written; BUFFER= }}
zle -N written; bindkey '^T' written
zle-line-init() {{ : >> ready }}
zle -N zle-line-init
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_completes_as_one_types(kept: None, tmp_path: Path) -> None:
    """In a terminal: what stands on the line once the tab key was pressed, with the space behind it or none."""
    import pty

    environment = at_hand(tmp_path)
    (tmp_path / "bin" / ".zshrc").write_text(ZSHRC, encoding="utf-8")
    lines = {
        "exactua check yun2020:lemma10.u": "exactua check yun2020:lemma10.upper_bound ",
        "exactua check my_lemma.py::lemma.adds": "exactua check my_lemma.py::lemma.adds_the_largest ",
        "exactua verify fol": "exactua verify folder/",
        "exactua check my_l": "exactua check my_lemma.py",
        "exactua errata nothing": "exactua errata nothing",
        "exactua chec": "exactua check ",
    }
    terminal, inside = pty.openpty()
    shell = subprocess.Popen(["zsh", "-i"], stdin=inside, stdout=inside, stderr=inside, cwd=tmp_path, env=environment, start_new_session=True)  # fmt: skip
    os.close(inside)
    said = bytearray()
    drained = threading.Thread(target=drain, args=(terminal, said))
    drained.start()
    try:
        until((tmp_path / "ready").exists)
        os.write(terminal, "".join(f"{line}\t\x14" for line in lines).encode())
        written = tmp_path / "written"
        until(lambda: written.exists() and written.read_text(encoding="utf-8").count("\n") == len(lines))
    finally:
        shell.kill()
        shell.wait()
        drained.join()
        os.close(terminal)
    assert written.read_text(encoding="utf-8").splitlines() == [f"{line}|" for line in lines.values()], said


def drain(terminal: int, said: bytearray) -> None:
    """Reads what a shell writes to its terminal until it ends."""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 4096):
            said += piece


def until(holds: Callable[[], bool]) -> None:
    """Waits, three minutes at most."""
    end = time.monotonic() + 180
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    done = run("main()", **{COMPLETE: f"{shell}_source"})
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{COMPLETE}={shell}_complete" in done.stdout


def test_a_folder_that_cannot_be_read_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Any) -> Any:
        raise PermissionError

    monkeypatch.setattr(completion.os, "scandir", refused)
    assert completed("verify", "x") == []
