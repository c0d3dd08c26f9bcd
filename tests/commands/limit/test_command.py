"""`exactua limit`: what it prints and writes, its exit codes, and a sentence for everything that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from exactua import verifier
from exactua.commands.group import group, main
from exactua.commands.limit.proved_and_measured import INSTANCES
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.networks.files import write_network

LEMMA8 = ("lemma8", "--d", "1", "--n", "2", "--backend", "numpy")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    write_network("net.json", Network(1, [AttentionLayer([head])]))
    Path("points.json").write_text("[[[0, 1]], [[1, 2]]]")
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, ["limit", *arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_a_claim_is_proved_and_measured(folder: Path) -> None:
    arguments = (
        "--lambda",
        "1e2:1e3",
        "--dtype",
        "float32,float64",
        "--plot",
        "limit.svg",
        "--certificate",
        "limit.json",
    )
    pytest.importorskip("matplotlib")
    code, text = run(*LEMMA8, *arguments)
    assert code == 0
    assert "lambda*      71: for all lambda >= 71" in text
    assert "closed form  94" in text
    assert text.endswith("picture limit.svg\ncertificate limit.json\n")
    verifier.verify(Path("limit.json").read_bytes())
    assert "measured: float32 (numpy)" in Path("limit.svg").read_text(encoding="utf-8")


def test_a_certificate_with_half_of_lambda_star_is_refused(folder: Path) -> None:
    from exactua.certificates.limits import limit_certificate, read_limit

    run(*LEMMA8, "--lambda", "100", "--certificate", "limit.json")
    limit = read_limit(Path("limit.json"))
    halved = limit_certificate(limit.network, limit.points, limit.tolerance, limit.upper / 2, None, None)
    with pytest.raises(Exception, match="lambda"):
        verifier.verify(halved.text().encode())


def test_a_network_file_at_points_of_a_file(folder: Path) -> None:
    code, text = run("--network", "net.json", "--points", "points.json", "--lambda", "10", "--backend", "numpy",
                     "--format", "json", "-o", "out.json")  # fmt: skip
    data = json.loads(Path("out.json").read_text())
    assert (code, text) == (0, "limit of net.json in out.json\n")
    assert (data["points"]["count"], data["closed_form"], data["survivals"]) == (2, None, [])
    assert data["bracket"]["lower_point"] == [[0, 1]]


def test_points_are_written_one_by_one_as_in_a_file(folder: Path) -> None:
    """The same words and digits, of a network file and of a claim; but for where the points are from."""
    points = json.loads(Path("points.json").read_text())
    written = [argument for (row,) in points for argument in ("--point", " ".join(map(str, row)))]
    asked = ("--lambda", "10", "--backend", "numpy")
    for what in (("--network", "net.json"), ("lemma8", "--d", "1", "--n", "2")):
        code, of_file = run(*what, "--points", "points.json", *asked)
        assert (code, of_file.replace("points.json", "points that are given")) == run(*what, *written, *asked)


def test_the_page_has_every_key_of_the_json(folder: Path) -> None:
    _, text = run(*LEMMA8, "--lambda", "10:100", "--dtype", "float16,float64", "--format", "json")
    page = (Path(__file__).parents[3] / "docs" / "limit.md").read_text(encoding="utf-8").split("\n## JSON\n")[1]
    data = json.loads(text)
    del data["parameters"]

    def keys(value):
        for key, inner in value.items() if isinstance(value, dict) else ():
            yield key
            yield from keys(inner) if key not in ("steps", "variables") else ()
        for inner in value if isinstance(value, list) else ():
            yield from keys(inner)

    assert [key for key in dict.fromkeys(keys(data)) if f"`{key}`" not in page] == []


def test_help_and_page_say_how_many_instances_the_table_has(capsys) -> None:
    assert main(["limit", "--help"]) == 0
    page = (Path(__file__).parents[3] / "docs" / "limit.md").read_text(encoding="utf-8")
    for text in (capsys.readouterr().out, page):
        assert f" {len(INSTANCES)} instances" in text


def test_nothing_certified_is_exit_code_3(folder: Path) -> None:
    arguments = ("claim1", "--d", "1", "--n", "2", "--tie-rule", "leftmost", "--lambda", "100", "--backend", "numpy")
    code, text = run(*arguments, "--format", "markdown")
    assert code == 3
    assert "none is certified" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "label: give a claim, such as lemma8, or else --network FILE; neither is given"),
        (("lemma8", "--network", "net.json"), "label: give a claim, such as lemma8, or else --network FILE; both are given"),
        (("net.json", "--point", "0 1"), "label: net.json is no claim; a network file is given as --network net.json"),
        (("--network", "net.json"), "points: missing; a network file needs --point MATRIX, --points FILE, or --grid LEVELS with --n"),
        (("--network", "net.json", "--grid", "0 1", "--point", "0 1"), "grid: --point is given too; give one of them"),
        (
            ("--network", "net.json", "--certify", "--dtype", "bfloat16"),
            "network: it is not for --certify; leave it out; --certify decides a claim: write one whose network is "
            'read_network("net.json").network (docs/howto-bfloat16.md)',
        ),
        (("--network", "net.json", "--grid", "0 1"), "n: missing; give the number of columns"),
        (("--network", "net.json", "--n", "2", "--point", "0 1"), "leave it out, or give n with --grid"),
        (("--network", "net.json", "--grid", "0 1 0", "--n", "2"), "grid: 0 is given twice"),
        (("--network", "net.json", "--grid", "0 1 2", "--n", "10"), "points: there are 59,049, and at most 20,000"),
        ((*LEMMA8, "--grid", "0 1"), "grid: it is for a network file, --network FILE; a claim has points of its own"),
        (("--network", "net.json", "--point", "0 1", "--points", "points.json"), "point: --points is given too; give the points one by one"),
        (("--network", "net.json", "--point", "0 1", "--point", "0 x"), "point: point 2: row 1, column 2: 'x'"),
        (("--network", "net.json", "--point", "0 1; 1 0"), "points: point 1 is 2 x 2; the network maps 1 x n to 1 x n, so it needs 1 row"),
        (("--network", "net.json", "--point", "0 1", "--denominator", "8"), "denominator: it is for an .npy file of --points"),
        (("lemma8", "--d", "1", "--n", "2", "--denominator", "8"), "denominator: it is for an .npy file of --points"),
        (("lemma8", "--d", "1", "--n", "2", "--binary"), "binary: it is for an .npy file of --points; give one, or leave it out"),
        (("--network", "net.json", "--points", "points.json", "--d", "1"), "d: net.json is a network of its own; leave it out"),
        (("--network", "no.json", "--points", "points.json"), "network: there is no file no.json"),
        ((*LEMMA8, "--lambda", "0"), "lambda: 0 is not > 0"),
        ((*LEMMA8, "--lambda=-1"), "lambda: -1 is not > 0"),
        ((*LEMMA8, "--lambda", "nan"), "lambda: 'nan' is not valid"),
        ((*LEMMA8, "--lambda", "1e999:1e1000"), "lambda: 1e+999 is more than float64 holds"),
        ((*LEMMA8, "--dtype", "float16"), "lambda: 100000 is more than float16 holds, whose greatest number is 65504"),
        ((*LEMMA8, "--dtype", "float8"), 'dtype: "float8" is not a format'),
        ((*LEMMA8, "--backend", "strict", "--dtype", "bfloat16"), "dtype: strict has no bfloat16; it has float32, float64; numpy with ml_dtypes has bfloat16"),
        ((*LEMMA8, "--dtype", "float8_e4m3fn"), "lambda: 1000 is more than float8_e4m3fn holds, whose greatest number is 448"),
        ((*LEMMA8, "--backend", "cupy"), 'backend: "cupy" is not valid'),
        ((*LEMMA8, "--device", "tpu"), 'device: "tpu" is not valid'),
        ((*LEMMA8, "--tolerance", "0"), "tolerance: 0 is not > 0"),
        ((*LEMMA8, "--tolerance", "small"), "tolerance: 'small' is not"),
        ((*LEMMA8, "--budget", "soon"), "budget: 'soon' is not a duration"),
        ((*LEMMA8, "--format", "xml"), "format: 'xml' is not valid"),
        (("--network", "net.json", "--points", "points.json", "--plot", "net.json"), "plot: net.json is the file of network too"),
        ((*LEMMA8, "--certificate", "out.json", "-o", "./out.json"), "certificate: out.json is the file of output too"),
        ((*LEMMA8, "--plot", "out.png", "-o", "out.png"), "plot: out.png is the file of output too; give another path"),
        ((*LEMMA8, "--plot", "limit.pdf"), "plot: limit.pdf ends in neither .png nor .svg"),
        (("lemma8", "--d", "1..2", "--n", "2"), "d: '1..2' writes 2 values; give one"),
        (("lemma10", "--d", "1", "--n", "3"), "points: yun2020:lemma10 speaks of no point at d = 1, n = 3, delta = 1/2"),
        ((*LEMMA8, "--dtype", ""), 'dtype: "" is not a format'),
        ((*LEMMA8, "--backend", ""), 'backend: "" is not valid'),
        (("lemma8.property1", "--d", "1", "--n", "2"), "label: lemma8.property1 is a step"),
        (("lemma8", "--table"), "label: --table has its own instances; leave out lemma8"),
        (("--table", "--lambda", "10"), "lambda: it is not for --table; leave it out"),
        (("--table", "--backend", "cupy"), 'backend: "cupy" is not valid'),
        (("lemma8", "--d", "1", "--n", "2", "--network-name", "g"), "network-name: yun2020:lemma8 has no network 'g'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(folder: Path, capsys, arguments: tuple[str, ...], says: str) -> None:
    assert main(["limit", *arguments]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert len(error.splitlines()) == 1


def test_a_missing_cuda_device_is_told(folder: Path) -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    _, text = run("lemma8", "--d", "1", "--n", "2", "--lambda", "100", "--backend", "torch", "--device", "cuda")
    assert "note: device cuda: PyTorch " in text
    assert "float64 numpy" in text


def test_the_table_is_one_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.commands.limit import proved_and_measured

    monkeypatch.setattr(proved_and_measured.table, "__defaults__", (proved_and_measured.INSTANCES[:2], None))
    code, text = run("--table", "--backend", "numpy", "-o", "table.md")
    assert (code, text) == (0, "2 instances in table.md\n")
    page = Path("table.md").read_text()
    assert page.startswith("<!-- Written by exactua limit. -->\n# Proved and measured\n")
    assert "`exactua limit --table --backend numpy -o table.md` writes this page" in page
    assert page.count("\n| lemma8 g\\_c | ") == 2


def test_a_grid_is_all_of_its_points(folder: Path) -> None:
    Path("grid.json").write_text('[[[0, 0]], [[0, "1/2"]], [["1/2", 0]], [["1/2", "1/2"]]]')
    net = ("--network", "net.json", "--backend", "numpy", "--lambda", "100", "--format", "json")
    by_grid, of_file = (
        json.loads(run(*net, *points)[1]) for points in (("--grid", "0 1/2", "--n", "2"), ("--points", "grid.json"))
    )
    assert by_grid["points"] == {**of_file["points"], "where": "the grid {0, 1/2}, 2 of them in a sequence"}
    assert {**by_grid, "points": None} == {**of_file, "points": None}


def test_a_sample_of_a_grid_reaches_its_ends(folder: Path) -> None:
    net = ("--network", "net.json", "--backend", "numpy", "--lambda", "100", "--grid", "0 1 2", "--n", "10")
    text = run(*net, "--sample", "3")[1]
    assert "3 of 59,049" in text
