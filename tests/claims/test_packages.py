"""Claims that installed packages ship: entry points of a real distribution on sys.path."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from exactua import check
from exactua.claims import user_files
from exactua.claims.registry import PAPERS, claims_of, find, find_beside, installed, is_paper, labels, title_of
from exactua.commands.group import main
from exactua.errors import InputError
from tests.own_files import HEAD, STEPS

SECOND = 'second = claim("second")\n@second.states("x", over=bits, survives=("lemma.rises",))\ndef gap(at):\n    return point[1, 1] > 0\n'


class Site:
    """A folder that packages are installed into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, project: str, entry: str, value: str, files: dict[str, str]) -> None:
        """A project with these modules and one entry point."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        about = self.folder / f"{project.replace('-', '_')}-1.5.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1.5\n")
        (about / "entry_points.txt").write_text(f"[exactua.claims]\n{entry} = {value}\n")
        importlib.invalidate_caches()
        user_files._declared.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield Site(folder)
    for name in set(sys.modules) - before:
        sys.modules.pop(name)
    user_files._declared.cache_clear()
    user_files._loaded.cache_clear()


def kim(site: Site) -> None:
    site.install("kim-claims", "kim2023", "kim_claims", {
        "kim_claims/__init__.py": 'TITLE = "Kim et al. 2023"\nCLAIMS = {"lemma": "page", "second": "page"}\n',
        "kim_claims/page.py": HEAD + STEPS + SECOND,
    })  # fmt: skip


def told(capsys, *arguments: str) -> str:
    assert main(arguments) == 2
    return capsys.readouterr().err.removeprefix("exactua: ").rstrip("\n")


def test_a_package_is_a_paper(site: Site, capsys) -> None:
    kim(site)
    assert is_paper("kim2023")
    assert title_of("kim2023") == "Kim et al. 2023"
    assert [claim.label for claim in claims_of("kim2023")] == ["kim2023:lemma", "kim2023:second"]
    assert find("kim2023:lemma.grows") == (claims_of("kim2023")[0], "grows")
    assert find("second")[0].label == "kim2023:second"
    assert find("lemma8")[0].label == "yun2020:lemma8"
    assert find_beside(find("kim2023:second")[0], "lemma.rises")[0].label == "kim2023:lemma"
    assert check("kim2023:lemma", d=1, n=2)["grows"].failures == 1
    assert main(["list"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows[1:]] == [*labels(), "kim2023:lemma", "kim2023:second"]
    assert main(["errata", "kim2023", "--d", "1", "--n", "2", "--jobs", "2"]) == 0
    out = capsys.readouterr().out
    assert "Errata of Kim et al. 2023: 2 faults and 0 notes, from 2 of 3 lines" in out
    assert "conclusion  survives: kim2023:lemma.rises (nothing falls) holds" in out
    assert 'replay      exactua explain kim2023:lemma.grows --d 1 --n 2 --at "0 0"' in out


def test_a_module_may_hold_the_claims_itself(site: Site) -> None:
    site.install("one", "single", "one_module", {"one_module.py": HEAD + STEPS})
    assert [claim.label for claim in claims_of("single")] == ["single:lemma"]
    assert title_of("single") == "single"
    assert find("single:lemma")[0].found_by == "single:lemma"


BROKEN = [
    ("raise RuntimeError('no\\nway')\n", "{folder}/broken.py:1: RuntimeError: no way"),
    ("import sys\nsys.exit()\n", "{folder}/broken.py:2: sys.exit is called; a file that exactua reads has to run to its end"),
    ("x = 1\n", "broken has no CLAIMS and holds no claim; write lemma = claim(...) in it"),
    ("CLAIMS = ['lemma']\n", "TypeError: CLAIMS is not a dict from names of claims to names of submodules"),
    (HEAD + "@lemma.states('x')\ndef gap(at):\n    return at.n > 0.1\n",
     '{folder}/broken.py:10: step gap: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own '
     'value'),
    (HEAD.replace('claim("lemma")', 'claim("other:lemma")'),
     "its claim 'lemma' has the label 'other:lemma'; write claim(\"bad:lemma\")"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_broken_package_is_one_sentence_and_breaks_no_other(site: Site, capsys, text: str, message: str) -> None:
    site.install("bad-claims", "bad", "broken", {"broken.py": text})
    kim(site)
    expected = message.format(folder="site")
    sentence = told(capsys, "check", "bad:lemma")
    who, _, why = sentence.partition(": ")
    assert who == "package bad-claims 1.5, entry point 'bad' of exactua.claims"
    assert why.removeprefix("TypeError: ") == expected.removeprefix("TypeError: ")
    assert find("second")[0].label == "kim2023:second"
    wrong, right = installed()
    assert str(wrong) == sentence
    assert isinstance(right, list)
    assert [claim.label for claim in right] == ["kim2023:lemma", "kim2023:second"]


def test_what_cannot_be_imported(site: Site, capsys) -> None:
    site.install("gone", "gone", "not_there_at_all", {})
    assert told(capsys, "check", "gone:x").endswith(": there is no module 'not_there_at_all'")


def test_no_package_takes_the_name_of_a_paper(site: Site, capsys) -> None:
    site.install("clash", "yun2020", "clashing", {"clashing.py": HEAD + STEPS})
    assert find("yun2020:lemma8")[0].written is None
    assert main(["list"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "not read: package clash 1.5, entry point 'yun2020' of exactua.claims: 'yun2020' is a paper that comes with "
        "exactua; take another name"
    )


def test_two_packages_with_one_name(site: Site, capsys) -> None:
    site.install("first", "same", "first_module", {"first_module.py": HEAD + STEPS})
    site.install("second", "same", "second_module", {"second_module.py": HEAD + STEPS})
    assert told(capsys, "check", "same:lemma") == (
        "package first 1.5 and second 1.5, entry point 'same' of exactua.claims: both have claims of this name; "
        "uninstall one of them"
    )


def test_unknown_names(site: Site) -> None:
    kim(site)
    for label, message in (
        (
            "kim2024:lemma",
            f"label: no paper 'kim2024' in 'kim2024:lemma'; known: {', '.join(PAPERS)}, kim2023",
        ),
        ("kim2023:lema", "label: kim2023 has no claim 'lema'; did you mean lemma? it has lemma, second"),
    ):
        with pytest.raises(InputError) as caught:
            find(label)
        assert str(caught.value) == message
    with pytest.raises(InputError, match=rf"known: {', '.join(PAPERS)}, kim2023, or a file PATH\.py"):
        claims_of("kim2024")


@pytest.mark.parametrize("arguments", ["['--help']", "['check', 'lemma8', '--d', '1', '--n', '2', '--no-certificate']"])
def test_packages_are_looked_for_only_where_a_label_says_so(arguments: str) -> None:
    program = (
        "from exactua.claims import user_files\nfrom exactua.commands.group import main\n"
        f"user_files.declared = None\nassert main({arguments}) == 0"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
