"""action.yml: its steps are run as GitHub runs them, in bash, with the inputs in the environment alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import own_manifests
from tests.own_manifests import edit

ROOT = Path(__file__).parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass
class Job:
    """The contexts that expressions of the action may name."""

    inputs: Mapping[str, str]
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    failed: bool = False

    def value(self, name: str) -> str:
        """What a name stands for. Raises KeyError for one that the action has not declared."""
        if name == "github.action_path":
            return str(ROOT)
        if match := re.fullmatch(r"inputs\.([a-z-]+)", name):
            return self.inputs[match[1]]
        if match := re.fullmatch(r"steps\.([a-z-]+)\.outputs\.([a-z-]+)", name):
            return self.outputs.get(match[1], {}).get(match[2], "")
        raise KeyError(name)

    def substituted(self, text: str) -> str:
        """The text with every expression in it evaluated."""
        return EXPRESSION.sub(lambda match: self.value(match[1]), text)

    def runs(self, condition: str | None) -> bool:
        """Whether a step is run: comparisons with a word, joined by &&; always() lets a failure before not count."""
        parts = (condition or "").split(" && ") if condition else []
        wanted = not self.failed or "always()" in parts
        for part in parts:
            if part != "always()":
                name, sign, word = re.fullmatch(r"(\S+) (==|!=) '([a-z]*)'", part).groups()
                wanted &= (self.value(name) == word) == (sign == "==")
        return wanted


@dataclass
class Ran:
    """What the steps of a job did."""

    code: int
    log: str
    summary: str
    outputs: dict[str, str]
    used: list[str]
    """The actions of others that would have been used."""


def run(folder: Path, *, skip: tuple[str, ...] = (), **given: str) -> Ran:
    """Runs the steps in a folder that stands for the checkout."""
    inputs = {name: declared.get("default", "") for name, declared in ACTION["inputs"].items()}
    given = {name.replace("_", "-"): value for name, value in given.items()}
    assert set(given) <= set(inputs)
    job, log, used, code = Job(inputs | given), "", [], 0
    summary = folder / "summary.md"
    summary.touch()
    for number, step in enumerate(STEPS):
        if not job.runs(step.get("if")):
            continue
        if "uses" in step:
            used.append(step["uses"])
            assert all(job.substituted(value) for value in step["with"].values())
            continue
        outputs = folder / f"outputs{number}"
        outputs.touch()
        script = folder / f"step{number}.sh"
        script.write_text(step["run"])
        environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT) if job.inputs["source"] == "none" else "",
            "GITHUB_WORKSPACE": str(folder),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_OUTPUT": str(outputs),
            **{name: job.substituted(str(value)) for name, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        )  # fmt: skip
        log += done.stdout
        if done.returncode:
            job.failed, code = True, done.returncode
        pairs = (line.partition("=") for line in outputs.read_text().splitlines())
        job.outputs[step.get("id", "")] = {name: value for name, _, value in pairs}
    told = {name: job.substituted(output["value"]) for name, output in ACTION["outputs"].items()}
    return Ran(code, log, summary.read_text(), told, used)


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write_by_known_code(folder)
    shutil.rmtree(folder / ".exactua")
    return folder


@pytest.fixture
def checkout(manifest_folder, tmp_path):
    shutil.copytree(manifest_folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "exactua"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m exactua "$@"\n')
    command.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
        yield tmp_path


def scripts() -> Iterator[str]:
    yield from (step["run"] for step in STEPS if "run" in step)


def test_no_input_is_part_of_a_script() -> None:
    assert len(list(scripts())) == 2
    assert all("${{" not in script for script in scripts())
    assert all(step["shell"] == "bash" for step in STEPS if "run" in step)


def test_every_input_is_used_and_every_expression_is_known() -> None:
    used = set(re.findall(r"inputs\.([a-z-]+)", (ROOT / "action.yml").read_text()))
    assert used == set(ACTION["inputs"])
    job = Job(dict.fromkeys(ACTION["inputs"], ""))
    for expression in EXPRESSION.findall((ROOT / "action.yml").read_text()):
        job.value(expression)
    for unknown in ("inputs.none", "github.token", "secrets.x", "env.HOME", "inputs.format || 'x'"):
        with pytest.raises(KeyError):
            job.value(unknown)


def test_a_manifest_that_passes(checkout) -> None:
    ran = run(checkout, manifests="sizes.toml", source="none", sarif="run.sarif", certificates="kept")
    assert (ran.code, ran.outputs) == (0, {"exit-code": "0"})
    assert "::error" not in ran.log
    assert "::notice title=exactua regress::2 checks: 2 as expected" in ran.log
    assert ran.summary.startswith("### exactua regress: 2 checks as expected\n")
    assert [action.partition("@")[0] for action in ran.used] == [
        "actions/setup-python",
        "github/codeql-action/upload-sarif",
    ]
    assert (checkout / "run.sarif").stat().st_size > 0
    assert len(list((checkout / "kept").iterdir())) == 2


def test_a_manifest_that_fails(checkout) -> None:
    edit(checkout / "sizes.toml", 'expect = "holds"', 'expect = "refuted"')
    ran = run(checkout, manifests="sizes.toml", source="none", python_version="none", arguments="--all\n--jobs\n1\n")
    assert (ran.code, ran.outputs, ran.used) == (1, {"exit-code": "1"}, [])
    assert (
        "\n::error file=sizes.toml,line=3,title=my_claims.py%3A%3Aheads h = 4%2C k = 3%3A holds%2C where refuted is expected::"
        in ran.log
    )
    assert "+  verdict  holds" in ran.summary


def test_a_manifest_that_is_not_there(checkout) -> None:
    (checkout / "run.sarif").write_text("of an earlier run")
    ran = run(checkout, manifests="none.toml", source="none", sarif="run.sarif", python_version="none")
    assert (ran.code, ran.outputs, ran.used) == (2, {"exit-code": "2"}, [])
    assert "exactua: manifests: none.toml does not exist" in ran.log


EVIL = "$(touch pwned) `touch pwned`; touch pwned \"' & touch pwned #"


@pytest.mark.parametrize("name", ["manifests", "format", "arguments", "certificates", "sarif"])
def test_no_input_is_run(checkout, name) -> None:
    evil = EVIL if name != "certificates" else EVIL.replace("/", "")
    ran = run(checkout, **{"manifests": "sizes.toml", "source": "none", "python_version": "none", name: evil})
    assert ran.code == (0 if name in ("certificates", "sarif") else 2)
    assert not list(checkout.glob("**/pwned"))


def test_files_with_spaces_and_several_lines(checkout) -> None:
    shutil.copy(checkout / "sizes.toml", checkout / "my sizes.toml")
    ran = run(checkout, manifests="my sizes.toml\n\nsizes.toml", source="none", format="text")
    assert ran.code == 0
    assert "my sizes.toml\n" in ran.log
    assert "4 checks: 4 as expected" in ran.log
    assert ran.summary == ""


@pytest.mark.installs
def test_it_installs_itself_and_what_it_installs_runs(checkout, monkeypatch) -> None:
    """The step of pip, into an environment of its own; this needs a network."""
    subprocess.run([sys.executable, "-m", "venv", checkout / "env"], check=True)
    monkeypatch.setattr(sys, "executable", str(checkout / "env" / "bin" / "python"))
    shutil.rmtree(checkout / "bin")
    ran = run(checkout, manifests="sizes.toml")
    assert ran.code == 0, ran.log
    assert "2 checks: 2 as expected" in ran.log
