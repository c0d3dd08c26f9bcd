"""`exactua show`: what a claim says, with the hashes that certificates carry."""

from __future__ import annotations

import json

import pytest

from exactua.certificates.writing import decided_data
from exactua.claims.registry import find, labels
from exactua.commands.group import main
from exactua.proving.check import check
from exactua.terms.encoding import from_data


def shown(capsys, *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.exhaustive
@pytest.mark.parametrize("label", list(labels()))
def test_every_step_is_shown_once_with_its_hash_in_order(capsys, label):
    claim, _ = find(label)
    out = shown(capsys, label)
    places = []
    for step in claim.steps:
        line = f"  {step.name}  [{claim.statement_hash(step)[7:19]}]"
        assert out.count(line) == 1
        places.append((list(type(step.kind)).index(step.kind), out.index(line)))
    assert [at for _, at in sorted(places)] == sorted(at for _, at in places)


def test_it_tells_how_far_a_step_is_known(capsys):
    out = shown(capsys, "lemma10.lower_bound")
    assert "lower_bound  [" in out
    assert "]  enumerated, symbolic, all D, general\n" in out
    assert "]  enumerated\n" in shown(capsys, "claim1.equivariant")


def test_what_is_ours_is_not_said_to_be_the_papers(capsys):
    assert "\nstatement: what we claim\n" in shown(capsys, "kajitsuka2024:one_hardmax_layer")
    theorem1 = shown(capsys, "kajitsuka2024:theorem1")
    assert "\nstatement: what the paper claims\n" in theorem1
    said = "proof lines: what its proof asserts or uses on the way"
    assert f"\n{said}; where they are not said there, some are remarks of ours\n" in theorem1
    assert f"\n{said}\n" in shown(capsys, "yun2020:lemma10")


def test_it_tells_how_words_are_read(capsys):
    out = " ".join(shown(capsys, "kajitsuka2024:theorem1").split())
    assert "read here:" in out
    assert "with n >= 3, which the paper does not say" in out
    (reading,) = json.loads(shown(capsys, "kajitsuka2024:theorem1", "--format", "json"))["readings"]
    assert reading["how"].startswith("with n >= 3, which the paper does not say")


def test_it_has_the_theorems_with_their_quantifiers_and_where_to_read_them(capsys):
    out = " ".join(shown(capsys, "lemma9").split())
    assert (
        "for all parameters (proofs/rocq; exactua prove yun2020:lemma9): - NetworkTheorems.lemma_9_real_proved (" in out
    )
    assert " - Theorems.lemma_9_repaired_proved (" in out
    assert "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all values A with A_(L P) = A_L P:" in out
    assert "not decided: of every A_L" in out
    assert "by token_wise; for all parameters by lemma_9_real" in out
    assert "theorems about it" not in shown(capsys, "lemma9.layers")
    assert "RangeTheorems.transformer_blocks_range_proved (" in shown(capsys, "tightness")
    assert "theorems about it" not in shown(capsys, "g2")
    of_lemma_4 = " ".join(shown(capsys, "yun2020:lemma4").split())
    assert "RealTheorems.lemma_4_proved (RealStatements.v " in of_lemma_4
    assert "assumes of the standard library's real numbers ClassicalDedekindReals.sig_forall_dec," in of_lemma_4
    document = json.loads(shown(capsys, "lemma8", "--format", "json"))
    assert [theorem["name"] for theorem in document["theorems"]] == ["lemma_8"]
    assert {tuple(part["theorems"]) for part in document["parts"]} == {("lemma_8",)}


def test_the_hash_is_the_one_in_certificates(capsys):
    document = json.loads(shown(capsys, "lemma8", "--format", "json"))
    decided = decided_data(check("lemma8", d=1, n=2))
    assert {step["name"]: step["statement"] for step in document["steps"]} == {
        step["name"]: step["statement"] for step in decided["steps"]
    }
    assert [[definition["name"], definition["term"]] for definition in document["definitions"]] == decided[
        "definitions"
    ]


def test_operands_are_written_out(capsys):
    out = shown(capsys, "lemma8")
    assert "  u := [m^(i - 1) : i = 1..d]\n  q := u^T g_c(L)\n" in out
    assert "      for all j = 1..n: q_j in [t_l, t_r]\n" in out
    assert "t_l := delta D^(2 n) (D - 1)\n" in out
    assert "top := after_sweep_n\n" in shown(capsys, "lemma10")


def test_domains_are_said_as_the_paper_quantifies(capsys):
    out = shown(capsys, "lemma8")
    assert "for all L in category 1\n" in out
    assert "for any two L, L' in category 1, not permutations of each other\n" in out
    assert "for all L in category 3 and category 2\n" in out
    assert "decided once, without a point\n" in out
    assert "for every row and every real column X\n" in shown(capsys, "lemma7")


def test_one_step_is_shown_alone(capsys):
    out = shown(capsys, "lemma8.property3")
    assert "property3" in out
    assert "property4" not in out


def test_only_the_sizes_that_are_free_are_asked_for(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from exactua.authoring import RELU, FeedForwardLayer, Network, claim, levels, point\n"
        "lemma = claim('lemma')\n"
        "@lemma.network('f')\n"
        "def f(values):\n    return Network(2, [FeedForwardLayer([[1, 0]], [0], [[1], [1]], [0, 0], RELU)])\n"
        "@lemma.states('x', over=levels('bits', 0, 1, 2))\n"
        "def up(at):\n    return at.f(point)[1, 1] >= point[1, 1]\n"
    )
    assert main(["show", "own.py::lemma"]) == 0
    assert "networks: f (give --n to see them layer by layer)\n" in capsys.readouterr().out


def test_an_instance_gives_values_and_networks(capsys):
    out = shown(capsys, "lemma8", "--d", "1", "--n", "3", "--delta", "1/4")
    # D = 4, t_l = 4^6 * 3 / 4, t_r = 4^7 * 3 / 4, as the paper has them
    assert "t_l := delta D^(2 n) (D - 1) = 3072\n" in out
    assert "t_r := delta D^(2 n + 1) (D - 1) = 12288\n" in out
    assert "for l = 0, 1/4, ..., 3/4 (4 layers):" in out
    assert "4 layers" not in shown(capsys, "lemma8")


def test_a_repaired_step_says_why(capsys):
    assert "repaired: k is multiplied by delta" in shown(capsys, "lemma7.range_of_k@repaired")


def test_json_terms_can_be_read_back(capsys):
    claim, _ = find("lemma8")
    document = json.loads(shown(capsys, "lemma8", "--d", "2", "--n", "3", "--format", "json"))
    assert [from_data(entry["term"]) for entry in document["steps"]] == [step.term for step in claim.steps]
    assert document["instance"]["values"] == {"D": 4, "t_l": 12288, "t_r": 49152}
    assert set(document["instance"]["networks"]) == {"g_c"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lemma9x"], "label: no claim 'lemma9x'; did you mean"),
        (["lemma8.property9"], "step: yun2020:lemma8 has no step 'property9'"),
        (["lemma8", "--d", "1"], "n: missing; yun2020:lemma8 needs n"),
        (["lemma8", "--d", "1..2", "--n", "2"], "d: '1..2' writes 2 values; give one"),
        (["lemma8", "--d", "1", "--n", "2", "--delta", "1/2,1/3"], "delta: '1/2,1/3' writes 2 values; give one"),
        (["lemma8", "--d", "1", "--n", "1000000000000"], "the network's weights have more than 2,000,000 bits"),
        (["lemma8", "--format", "yaml"], "format: 'yaml' is not valid"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(capsys, arguments, message):
    assert main(["show", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


@pytest.mark.parametrize(
    "command", [("show", "blocks"), ("check", "blocks.rank"), ("check", "lemma8"), ("show", "so2020:blocks")]
)
def test_a_name_that_two_papers_have_is_told(capsys, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    main([*command, *(("--d", "1", "--n", "2") if command[0] == "check" else ())])
    told = "note: blocks is yun2020:blocks here; so2020:blocks has its name too\n"
    assert (told in capsys.readouterr().err) == (command == ("show", "blocks"))


def test_it_tells_what_a_claim_rests_on_and_where(capsys):
    out = shown(capsys, "theorem2")
    assert "rests on: lemma4, proposition5, lemma6 (App. C)\n" in out
    assert "assumes: the triangle inequality of d_p (Minkowski) (App. C)\n" in out
    assert "rests on: yun2020:lemma8 (Sec. 3.2, footnote 1)\n" in shown(capsys, "kajitsuka2024:definition2")
    assert "rests on" not in shown(capsys, "theorem2.distance")
    assert "rests on" not in shown(capsys, "lemma7")
    assert json.loads(shown(capsys, "theorem2", "--format", "json"))["rests_on"][2:4] == [
        {"on": "yun2020:lemma6", "where": "App. C", "assumed": False},
        {"on": "the triangle inequality of d_p (Minkowski)", "where": "App. C", "assumed": True},
    ]
