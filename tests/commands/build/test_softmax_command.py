"""`exactua build theorem2 --softmax`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.arithmetic.json_values import in_decimals
from exactua.arithmetic.rationals import decode_rational
from exactua.commands.build.softmax import value_told
from exactua.commands.build.true_transformer.outside import Witness
from exactua.commands.group import main
from exactua.networks.files import read_network
from exactua.networks.items import makes_reals
from tests.commands.build.test_command import BUMP, refused, run

BASE = ("theorem2", "--f", BUMP, "--delta", "1/2", "--softmax", "-o", "net.json")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")


def test_text_files_certificate_and_eval(capsys) -> None:
    code, out, err = run(capsys, *BASE)
    assert (code, err) == (0, "")
    lines = out.split("\n")
    for line in (
        "class        T^(2,1,4): 2 heads of size 1, hidden size 4; 116 parameters",
        "strips       of width eta = 2^-40 in the quantiser, 1/8 in the value map",
        "tolerance    1/1024  (default: d_2(g, T) is at most a hundredth of d_2(f, g); --tolerance E)",
        "on strips    |T - g| <= B = 404 (10^2.61) for every X in [0, 1]^(d x n) and every lambda > 0",
        "             and T(X) stays so as x_12 runs to -infinity: clipping makes -4 of all x_12 <= -2^-40",
        "             so d_2(f, T) over all of R^(d x n) is infinite, f being 0 there: the T of App. F is near f on [0, 1]^(d x n)",
        "HOLDS: 18 of 18 judged steps hold; this speaks of this instance only, of which every point was decided",
    ):
        assert line in lines
    assert any(line.startswith("  holds        relu_quantised") for line in lines)
    # T is in the file, with its weights
    file = read_network("net.json")
    assert makes_reals(file.network)
    assert file.theorem == "yun2020:theorem2"
    assert file.parameters == {"d": 1, "n": 2, "m": 2}
    assert main(["verify", "net.certificate.json"]) == 0
    assert "relu_values: holds" in capsys.readouterr().out
    assert main(["verify", "net.limit.json"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("confirmed: a limit of softmax (6 of 6 points recomputed)\n")
    assert "\n  within 1/1024 for all lambda >= 89\n" in told
    text = Path("net.limit.json").read_text()
    Path("net.limit.json").write_text(text.replace('"upper":89', '"upper":80'))
    assert main(["verify", "net.limit.json"]) == 1
    capsys.readouterr()
    assert main(["eval", "net.json", "--point", "1/4 3/4", "--point", "-2 1/4"]) == 0
    first, second, _ = capsys.readouterr().out.split("\n", 2)
    assert first.startswith("[1/4 3/4] -> about [0.1874")
    assert second == "[-2 1/4] -> [0 0]"


def test_the_default_tolerance_is_told_as_what_it_is(capsys) -> None:
    """Given strips may add more than a hundredth, and distances that are not known exactly are only bounded."""
    _, out, _ = run(capsys, *BASE, "--strips", "1/1000")
    told = "tolerance    1/1024  (default: d_2(g, T) off the strips is at most a hundredth of d_2(f, g); --tolerance E)"
    assert told in out.split("\n")
    bounded = ("--f", "1/(1 + x1 + x2), 1/(1 + x1 + x2)", *BASE[3:])
    _, out, _ = run(capsys, "theorem2", *bounded, "--parts", "2")
    assert "  (default: d_2(g, T) is at most a hundredth of the bound of d_2(f, g); --tolerance E)\n" in out


def test_printed_bounds_are_rounded_up(capsys) -> None:
    """What stands behind <= is no smaller than the exact number, and little greater."""
    given = (*BASE, "--tolerance", "1/300", "--strips", "1/3000", "-p", "3")
    _, out, _ = run(capsys, *given)
    report = json.loads(run(capsys, *given, "--format", "json")[1])["built"]["true_transformer"]
    measure = re.search(r"\(dn\) <= (\S+)", out)
    off, on = re.search(r"d_3\(g, T\)\^3 <= (\S+) off the strips \+ (\S+) on them", out).groups()
    pairs = [
        (measure[1], report["strips"]["measure"]),
        (off, report["g-bar to T"]["off"]),
        (on, report["g-bar to T"]["on"]),
    ]
    for printed, exact in pairs:
        number = decode_rational(exact, "number")
        assert number <= mpq(str(Fraction(printed))) <= number * (1 + mpq(1, 1000))


def test_an_interval_around_t_is_told_by_the_end_nearer_to_0() -> None:
    X = ((mpq(-1, 10**30), mpq(-1)),)
    for low, high, told in (
        (mpq(53286, 100), mpq(532861, 1000), "= 532.86..."),
        (mpq(1, 2), mpq(700), ">= 0.50000"),
        (mpq(-700), mpq(-1, 3), "<= -0.33333"),
    ):
        assert value_told(Witness(X, low, high, mpq(-4))) == told


def test_json_says_what_the_text_says(capsys) -> None:
    options = ("--tolerance", "1/50", "--strips", "1/1024", "-p", "1", "--format", "json")
    code, out, _ = run(capsys, "theorem2", "--f", "1, 1", *BASE[3:], *options)
    data = json.loads(out)
    assert code == data["exit_code"] == 0
    report = data["built"]["true_transformer"]
    assert in_decimals(json.loads(Path("net.json").read_text())["built"]) == data["built"]
    numbers = {name: mpq(report[name]) for name in ("tolerance", "eta", "lambda", "certified_from")}
    assert (numbers["tolerance"], numbers["eta"], report["power"]) == (mpq(1, 50), mpq(1, 1024), 1)
    assert numbers["certified_from"] <= numbers["lambda"]
    measure = 1 - (1 - 2 * numbers["eta"]) ** 2
    bound = mpq(report["strips"]["bound"])
    assert mpq(report["strips"]["measure"]) == measure
    upper = mpq(report["g-bar to T"]["upper"])
    assert upper == 2 * mpq(1, 50) + measure * 2 * bound
    f_to_g = mpq(data["built"]["distances"]["f to g"]["upper"])
    assert f_to_g + upper <= mpq(report["f to T"]["root_at_most"]) < (f_to_g + upper) * mpq(1001, 1000)
    outside = report["outside"]
    assert (outside["points"], outside["bound"]) == (3, 0)
    assert mpq(outside["witness"]["low"]) > 0
    assert outside["witness"]["clipped"] == -4


def test_an_epsilon_holds_for_t_too(capsys) -> None:
    options = ("theorem2", "--f", BUMP, "--epsilon", "1/5", "--softmax", "-o", "net.json", "--format", "json")
    code, out, _ = run(capsys, *options)
    report = json.loads(out)["built"]["true_transformer"]
    assert code == 0
    assert mpq(report["f to T"]["root_at_most"]) <= mpq(1, 5)


def test_what_is_refused(capsys) -> None:
    for options, says in (
        (("--tolerance", "0"), "tolerance: '0' is not valid; give a number > 0, such as 1/100"),
        (("--tolerance", "-1"), "tolerance: '-1' is not valid; give a number > 0, such as 1/100"),
        (
            ("--tolerance", "half"),
            "tolerance: 'half' is not an exact number; write an integer or a fraction such as 3/4",
        ),
        (("--strips", "0"), "strips: 0 is not valid; a strip has a width > 0, such as 1/1024"),
        (("--strips", "1/2"), "strips: 1/2 is not valid for delta = 1/2; give a width > 0 and < delta, such as 1/1024"),
        (("--plot", "net.svg"), "plot: --softmax draws nothing; leave out --plot, or build without --softmax"),
    ):
        assert refused(capsys, *BASE, *options) == says
    other = ("--f", BUMP, "--delta", "1/2", "-o", "net.json")
    assert refused(capsys, "theorem3", *other, "--softmax") == (
        "softmax: theorem3 has no true Transformer here; App. F is about Theorem 2: build theorem2"
    )
    assert refused(capsys, *BASE, "--certificate", "net.limit.json") == (
        "certificate: net.limit.json is where the certificate of lambda goes; give another path"
    )
    for option in ("tolerance", "strips"):
        assert refused(capsys, "theorem2", *other, f"--{option}", "1/9") == (
            f"{option}: --{option} is for the true Transformer; give --softmax too, or leave it out"
        )
    assert refused(capsys, "corollary1", "--data", "none.json", "-o", "net.json", "--softmax") == (
        "softmax: corollary1 takes a data set, --data pairs.json, and no --softmax; leave it out"
    )
    sentence = refused(
        capsys, "theorem2", "--f", BUMP, "--delta", "1/32", "--softmax", "-o", "net.json", "--budget", "1s"
    )
    assert sentence.startswith("budget: 1 s do not suffice ")
