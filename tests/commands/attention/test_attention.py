"""`exactua attention` and `exactua.attention`: exact outputs, errors of a given one, and what is said of them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from safetensors.numpy import save_file

from exactua import attention
from exactua.commands.group import main
from exactua.deciding.interrupts import OutOfBudget
from exactua.errors import InputError, Unanswered

Array = np.ndarray[Any, Any]


def made(shape: tuple[int, ...] = (2, 3, 16, 8), dtype: Any = np.float32, seed: int = 0) -> tuple[Array, Array, Array]:
    drawn = np.random.default_rng(seed)
    q, k, v = (drawn.standard_normal(shape).astype(dtype) for _ in range(3))
    return q, k, v


def by_numpy(q: Array, k: Array, v: Array) -> Array:
    scores = (q @ k.swapaxes(-1, -2)) / np.sqrt(q.dtype.type(q.shape[-1]))
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    output: Array = (weights / weights.sum(-1, keepdims=True)) @ v
    return output


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def saved(**arrays: Array) -> None:
    for name, array in arrays.items():
        np.save(f"{name}.npy", array)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["attention", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_nearest_doubles_are_those_of_long_doubles_where_they_are_good_enough() -> None:
    q, k, v = made(dtype=np.float64)
    measured = attention(q, k, v, nearest="float64")
    assert measured.nearest is not None
    assert (measured.nearest.undecided, measured.nearest.undefined) == (0, 0)
    longer = by_numpy(*(array.astype(np.longdouble) for array in (q, k, v)))
    assert np.abs(measured.nearest.array - longer).max() < 2e-16
    assert np.mean(measured.nearest.array == longer.astype(np.float64)) > 0.99


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_float_runs_are_expected_of_their_algorithm_and_not_of_a_better_one(dtype: str) -> None:
    q, k, v = made(dtype=dtype)
    output = by_numpy(q, k, v)
    measured = attention(q, k, v, output, algorithm=f"float32 format={dtype} accumulate={dtype}")
    assert measured.errors is not None
    assert measured.errors.form.name == dtype
    assert measured.expected is not None
    assert (measured.expected.beyond, measured.expected.undecided) == (0, 0)
    assert measured.exit_code == 0
    better = attention(q, k, v, output, algorithm="float64")
    assert better.expected is not None
    assert better.expected.beyond > 700
    assert better.exit_code == 1


def test_one_wrong_entry_is_found() -> None:
    q, k, v = made()
    output = by_numpy(q, k, v)
    output[1, 2, 3, 4] += np.float32(1e-3)
    measured = attention(q, k, v, output, algorithm="float32", atol="1e-5")
    assert measured.expected is not None
    assert measured.tolerance is not None
    assert measured.expected.closest is not None
    assert (measured.expected.beyond, measured.expected.closest.place) == (1, (1, 2, 3, 4))
    assert measured.tolerance.beyond == 1
    assert measured.tolerance.worst == measured.expected.closest
    assert "NOT EXPECTED: 1 entry beyond the bound" in repr(measured)


def test_a_causal_mask_and_a_bias_say_the_same() -> None:
    q, k, v = made((5, 4))
    bias = np.where(np.tri(5, dtype=bool), 0.0, -np.inf)
    masks: list[dict[str, Any]] = [{"causal": True}, {"mask": np.tri(5, dtype=bool)}, {"bias": bias}]
    arrays = [attention(q, k, v, nearest="float64", **mask).nearest for mask in masks]
    assert all(array is not None and np.array_equal(array.array, arrays[0].array) for array in arrays)  # type: ignore[union-attr]
    assert np.array_equal(arrays[0].array[0], v[0].astype(float))  # type: ignore[union-attr]


def test_a_query_that_sees_nothing_is_left_out_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    q, k, v = made((3, 2))
    mask = np.array([[True] * 3, [False] * 3, [True] * 3])
    saved(q=q, k=k, v=v, o=np.zeros((3, 2)), m=mask)
    code, told, _ = run(
        capsys, "q.npy", "k.npy", "v.npy", "--mask", "m.npy", "--output-file", "o.npy", "--nearest", "n.npy"
    )
    assert code == 0
    assert "; 1 query without a key left out" in " ".join(told.split())
    assert np.isnan(np.load("n.npy")).tolist() == [[False] * 2, [True] * 2, [False] * 2]


def test_more_digits_decide() -> None:
    q, k, v = made((4, 4), np.float64)
    near = attention(q, k, v, nearest="float64").nearest
    assert near is not None
    gap = attention(q, k, v, near.array, digits=40).errors
    assert gap is not None
    tolerance = gap.absolute.greatest[1] + Fraction(1, 10**45)
    assert attention(q, k, v, near.array, atol=tolerance, digits=5).exit_code == 3
    assert attention(q, k, v, near.array, atol=tolerance, digits=60).exit_code == 0


def test_three_kinds_of_files_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arrays = dict(zip("qkv", made((4, 3), ml_dtypes.bfloat16), strict=True))
    output = by_numpy(*(array.astype(np.float32) for array in arrays.values()))
    doubles = {name: array.astype(np.float32) for name, array in arrays.items()}
    saved(**doubles, o=output)
    np.savez("all.npz", **doubles, output=output)
    save_file({**arrays, "output": output}, "all.safetensors")
    told = [
        json.loads(run(capsys, *files, "--format", "json", "--algorithm", "float32")[1])
        for files in (("q.npy", "k.npy", "v.npy", "--output-file", "o.npy"), ("all.npz",), ("all.safetensors",))
    ]
    for document in told:
        del document["seconds"]
    assert told[0] == told[1] == told[2]
    assert told[0]["expected"]["beyond"] == 0


def test_small_formats_of_safetensors(capsys: pytest.CaptureFixture[str]) -> None:
    for dtype in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        arrays = dict(zip("qkv", made((4, 3), dtype), strict=True))
        save_file(arrays, "small.safetensors")
        saved(**{name: array.astype(np.float32) for name, array in arrays.items()})
        files = [
            run(capsys, *names, "--format", "json")[1]
            for names in (("small.safetensors",), ("q.npy", "k.npy", "v.npy"))
        ]
        assert [json.loads(file)["radius"] for file in files] == [json.loads(files[0])["radius"]] * 2
        every = np.arange(256, dtype=np.uint8).view(dtype)
        finite = every[np.isfinite(every.astype(np.float32))][:, None]
        save_file({"q": finite, "k": finite, "v": finite}, "every.safetensors")
        assert run(capsys, "every.safetensors", "--nearest", f"{np.dtype(dtype).name}.npy")[0] == 0


def test_what_is_not_finite_is_never_within_or_expected() -> None:
    q, k, v = made((3, 2), np.float64)
    output = np.full((3, 2), np.nan)
    told = repr(attention(q, k, v, output, atol=1, algorithm="float64"))
    assert "NOT WITHIN 1: 6 entries not finite; 0 entries within it" in told
    assert (
        "no error is compared with its bound: no entry is finite, and bounds cover only runs without overflow" in told
    )
    output = attention(q, k, v, nearest="float64").nearest.array  # type: ignore[union-attr]
    output[1, 1] = np.inf
    told = repr(attention(q, k, v, output, atol=1, algorithm="float64"))
    assert "NOT WITHIN 1: 1 entry not finite; 5 entries within it" in told
    assert "NOT ALL FINITE: 1 entry, which no bound covers; all other errors are within their bounds" in told
    assert "  WITHIN" not in told
    assert "  EXPECTED" not in told


def test_where_no_query_sees_a_key_nothing_is_compared() -> None:
    q, k, v = made((3, 2))
    told = repr(attention(q, k, v, v, mask=np.zeros((3, 3), dtype=bool), atol=1, algorithm="float64"))
    assert "nothing is compared with 1: no query sees a key" in told
    assert "no error is compared with its bound: no query sees a key" in told
    assert "WITHIN" not in told
    assert "EXPECTED" not in told


def test_exact_outputs_are_told_from_any_bound_and_their_ties_are_rounded_to_even() -> None:
    """The mean of equal keys' values, halfway between two float16: nothing is left open, at any number of digits."""
    q, k, v = np.ones((1, 1)), np.ones((2, 1)), np.array([[1.0, 1.0], [1 + 2.0**-10, 1 + 2.0**-9]])
    measured = attention(q, k, v, np.array([[1 + 2.0**-11, 1.0]]), atol=0, digits=1, nearest="float16")
    assert measured.nearest is not None
    assert measured.tolerance is not None
    assert (measured.tolerance.within, measured.tolerance.beyond, measured.tolerance.undecided) == (1, 1, 0)
    assert (measured.nearest.array.tolist(), measured.nearest.undecided) == ([[1.0, 1 + 2.0**-10]], 0)


def test_a_nearest_number_that_is_not_known_is_said_so() -> None:
    """Two pairs of keys whose values cancel: 0 exactly, which no enclosure tells from a subnormal number."""
    k = np.array([[1.0], [1.0], [2.0], [2.0]])
    measured = attention(np.ones((1, 1)), k, np.array([[1e30], [-1e30], [3.0], [-3.0]]), nearest="float64")
    assert measured.nearest is not None
    assert (measured.nearest.undecided, measured.exit_code) == (1, 3)
    told = "INCONCLUSIVE: nearest float64 of 1 entry not known; the enclosure's lower end is rounded there"
    assert told in repr(measured)


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    eye = np.eye(2)
    saved(q=eye, k=eye, v=eye, o=np.array([[0.67, 0.33], [np.nan, 0.67]]))
    code, told, _ = run(
        capsys, "q.npy", "k.npy", "v.npy", "--output-file", "o.npy", "--atol", "1/1000", "--algorithm", "float16"
    )
    assert code == 1
    assert told == (Path(__file__).parent / "attention.txt").read_text()


WRONG = [
    (["q.npy", "k.npy"], "files: 2 are given; give three .npy files, Q, K and V, or one .npz or .safetensors file with q, k and v"),
    (["q.npy", "k.npy", "v.npy", "o.npy"], "files: 4 are given; give three .npy files, Q, K and V, or one .npz or .safetensors file with q, k and v; give the output to measure by --output-file"),
    (["q.npy", "k.npy", "v.npy", "--output", "o.npy"], "output: o.npy is not a name for a report; give the output to measure by --output-file"),
    (["q.npy", "k.npy", "no.npy"], "v: there is no file no.npy"),
    (["q.npy", "k.npy", "v.csv"], "v: v.csv is not an .npy file; give one that numpy.save wrote"),
    (["q.npy", "k.npy", "text.npy"], "v: text.npy is not an .npy file of numbers"),
    (["few.npz"], "files: few.npz has no tensor v; it has k, q; name them q, k and v"),
    (["q.npy", "k.npy", "v.npy", "--atol", "1"], "atol: it needs an output; give output-file, or leave it out"),
    (["q.npy", "k.npy", "v.npy", "--output-file", "q.npy", "--atol", "-1"], "atol: -1 is not valid; give a number >= 0"),
    (["q.npy", "k.npy", "v.npy", "--output-file", "q.npy", "--dtype", "fp8"], "dtype: 'fp8' is not valid; choose one of float16"),
    (["q.npy", "k.npy", "v.npy", "--nearest", "q.npy"], "nearest: q.npy"),
    (["q.npy", "k.npy", "v.npy", "--nearest", "n.txt"], "nearest: n.txt does not end in .npy; give a name that does"),
    (["q.npy", "k.npy", "v.npy", "--nearest", "n.npy", "--nearest-dtype", "bfloat16"], "nearest-dtype: 'bfloat16' is not valid; choose one of float64, float32, float16"),
    (["q.npy", "k.npy", "v.npy", "--nearest-dtype", "float16"], "nearest-dtype: it applies only with --nearest; give --nearest too, or leave it out"),
    (["q.npy", "k.npy", "v.npy", "--round-inputs"], "round-inputs: it needs an algorithm; give --algorithm, or leave it out"),
    (["q.npy", "k.npy", "v.npy", "--algorithm", "float16"], "q: entry [0, 0] is 0.1257302165031433, the first of 4, which is not a number of float16 (the nearest is 0.125732421875); give tensors of float16, or --round-inputs, or say inputs=NAME in algorithm"),
    (["q.npy", "k.npy", "v.npy", "--plot", "e.png"], "plot: it needs an output; give --output-file, or leave it out"),
    (["q.npy", "k.npy", "v.npy", "--plot", "e.pdf"], "plot: e.pdf ends in neither .png nor .svg; give a file that does"),
    (["q.npy", "k.npy", "v.npy", "--plot", "v.npy"], "plot: v.npy is the file of v too; give another path"),
    (["q.npy", "k.npy", "v.npy", "--nearest", "n.npy", "--output", "n.npy"], "nearest: n.npy is the file of output too; give another path"),
    (["q.npy", "k.npy", "v.npy", "--algorithm", "fp32"], "algorithm: 'fp32' is not valid; begin with one of float64"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_one_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    q, k, v = made((2, 2))
    saved(q=q, k=k, v=v)
    np.savez("few.npz", q=q, k=k)
    Path("text.npy").write_text("q")
    code, told, said = run(capsys, *arguments)
    assert (code, told) == (2, "")
    assert said.startswith(f"exactua: {message}")
    assert said.count("\n") == 1


def test_inputs_are_numbers_of_the_format_of_the_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    q, k, v = made((3, 2))
    halves = [array.astype(np.float16) for array in (q, k, v)]
    bias = np.zeros((3, 3))
    bias[2, 1] = 0.1
    with pytest.raises(
        InputError, match=r"^bias: entry \[2, 1\] is 0\.1, which is not a number of float16.*round_inputs, or say"
    ):
        attention(*halves, bias=bias, algorithm="float16")
    assert attention(*halves, bias=bias.astype(np.float16), algorithm="float16").exit_code == 0
    assert attention(q, k, v, bias=bias, algorithm="float16 inputs=float64").exit_code == 0
    measured = attention(q, k, v, bias=bias, algorithm="float16", round_inputs=True, nearest="float64")
    plain = attention(*halves, bias=bias.astype(np.float16), nearest="float64")
    assert measured.nearest is not None
    assert plain.nearest is not None
    assert np.array_equal(measured.nearest.array, plain.nearest.array)
    saved(q=q, k=k, v=halves[2])
    files = ("q.npy", "k.npy", "v.npy", "--algorithm", "float16", "--round-inputs")
    told = " ".join(run(capsys, *files)[1].split())
    assert "scale 1/sqrt(2); rounded to float16 first: 12 of 18 numbers changed" in told
    document = json.loads(run(capsys, *files, "--format", "json")[1])
    assert document["rounded_inputs"] == {"to": "float16", "numbers": 18, "changed": 12}
    large = np.full((3, 2), 70000.0)
    with pytest.raises(
        InputError, match=r"^v: entry \[0, 0\] is 70000\.0, beyond the greatest number of float16, 65504"
    ):
        attention(*halves[:2], large, algorithm="float16", round_inputs=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": 5}, 'algorithm: 5 is not valid; give a text such as "float32 order=pairwise"'),
        ({"round_inputs": 1}, "round_inputs: 1 is not valid; give True or False"),
        ({"every_entry": "yes"}, "every_entry: 'yes' is not valid; give True or False"),
        ({"dtype": []}, "dtype: [] is not valid; choose one of float16"),
        ({"nearest": "bfloat16"}, "nearest: 'bfloat16' is not valid; choose one of float64, float32, float16"),
    ],
)
def test_one_sentence_in_python(arguments: dict[str, Any], message: str) -> None:
    q, k, v = made((2, 2))
    with pytest.raises(InputError) as raised:
        attention(q, k, v, q, **arguments)
    assert str(raised.value).startswith(message)


def test_an_output_that_is_not_of_the_format_of_its_algorithm_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    q, k, v = (array.astype(ml_dtypes.bfloat16).astype(np.float32) for array in made())
    output = by_numpy(q, k, v)
    rounded = output.astype(ml_dtypes.bfloat16).astype(np.float32)
    saved(q=q, k=k, v=v, fine=output, rounded=rounded)
    several = int((output != rounded).sum())
    first = np.argwhere(output != rounded)[0].tolist()
    asked = ("q.npy", "k.npy", "v.npy", "--algorithm", "flash-bfloat16", "--output-file")
    code, _, err = run(capsys, *asked, "fine.npy")
    told = (
        f"note: this algorithm rounds its output to bfloat16, but {several:,} entries of the given output, the first at "
        f"{first} (batch, head, query, column), are not numbers of this format\n"
    )
    assert (code, err) == (0, told)
    code, _, err = run(capsys, *asked, "rounded.npy")
    assert (code, err) == (0, "")
    rounded[1, 2, 3, 4] = np.nextafter(rounded[1, 2, 3, 4], np.float32(9))
    rounded[0, 0, 0, 0] = np.nan
    measured = attention(q, k, v, rounded, algorithm="flash-bfloat16").expected
    assert measured is not None
    assert (measured.foreign, measured.first_foreign) == (1, (1, 2, 3, 4))


def test_ulps_are_those_of_the_output_whatever_its_bytes() -> None:
    q, k, v = made((2, 2))
    for dtype, name in ((">f4", "float32"), (ml_dtypes.bfloat16, "bfloat16"), (np.int8, "float64")):
        errors = attention(q, k, v, q.astype(dtype)).errors
        assert errors is not None
        assert errors.form.name == name


def test_ulps_of_an_output_in_safetensors(capsys: pytest.CaptureFixture[str]) -> None:
    arrays = dict(zip("qkv", made((4, 3)), strict=True))
    for dtype in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, np.float16):
        save_file({**arrays, "output": arrays["v"].astype(dtype)}, "all.safetensors")
        told = json.loads(run(capsys, "all.safetensors", "--format", "json")[1])
        assert told["errors"]["ulps_of"] == np.dtype(dtype).name
        np.save("o.npy", arrays["v"])
        told = json.loads(run(capsys, "all.safetensors", "--output-file", "o.npy", "--format", "json")[1])
        assert told["errors"]["ulps_of"] == "float32"


def test_memory_that_does_not_suffice(capsys: pytest.CaptureFixture[str]) -> None:
    q, k, v = made((2000, 8))
    saved(q=q[:1], k=k, v=v)
    files = ("q.npy", "k.npy", "v.npy")
    code, told, said = run(capsys, *files, "--max-memory", "1MiB")
    assert (code, told) == (2, "")
    assert said.startswith("exactua: memory: a head of 2,000 keys would take about ")
    assert said.endswith(" of --max-memory: raise it, or give fewer keys or digits\n")
    assert run(capsys, *files, "--max-memory", "50MiB")[0] == 0
    assert run(capsys, *files, "--max-memory", "50MiB", "--digits", "1000")[0] == 0
    saved(v=v * 2.0 ** np.linspace(-900, 900, len(v))[:, None])
    assert run(capsys, *files, "--max-memory", "12MiB")[0] == 2


def test_a_budget_that_does_not_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.softmax.attention.tensors.SCORES", 1)
    q, k, v = made((400, 64))
    with pytest.raises(
        Unanswered, match=r"^budget: 0\.001 s do not suffice: 160,000 scores take about .*; raise budget, "
    ):
        attention(q, k, v, algorithm="float32", budget=0.001)


def test_a_budget_that_is_over_before_anything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def waiting(*_: Any) -> None:
        raise OutOfBudget

    monkeypatch.setattr("exactua.commands.attention.work.enclosed", waiting)
    with pytest.raises(
        Unanswered, match=r"^budget: 5 s do not suffice: 64 scores take about .* or more; raise budget, "
    ):
        attention(*made((8, 2)), budget=5)


@pytest.mark.verifiers
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_no_run_of_numpy_errs_by_more_than_its_bound(dtype: str) -> None:
    """130,000 entries, ordinary and adversarial: products by BLAS, whose order nobody knows."""
    count = 0
    for seed, size in enumerate([1.0, 1.0, 8.0, 30.0, 1e-3, 1e-20]):
        q, k, v = (array * np.dtype(dtype).type(size) for array in made((1, 4, 64, 64), dtype, seed))
        if seed == 1:
            k = k[:, :, :1] + 0 * k
        measured = attention(q, k, v, by_numpy(q, k, v), algorithm=dtype)
        assert measured.expected is not None
        assert (measured.expected.beyond, measured.expected.undecided) == (0, 0)
        count += measured.expected.within
    assert count == 6 * 4 * 64 * 64
