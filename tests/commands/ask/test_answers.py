"""An answer of `ask` has what a decision has: a certificate, a verifier, a citation, a page; and its certificate is read back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import exactua
from exactua import cite, verify
from exactua.arithmetic.reals import precision
from exactua.certificates.writing import laid_out
from exactua.claims.verdicts import Verdict
from exactua.commands.ask import question, work
from exactua.commands.ask.catalogue import chosen
from exactua.commands.ask.failing import Failing
from exactua.commands.ask.question import Question, up_to
from exactua.console.point_sets import from_points
from exactua.errors import InputError
from exactua.evidence import asserted_separations
from exactua.evidence.questions import (
    AskedNetwork,
    of_question,
    questions_in,
    read_question,
    title_of_question,
    verdict_of_question,
)
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.networks.files import write_network
from tests.commands.ask.test_work import PLAIN

DEFINITION_2: dict[str, Any] = {"property": "contextual-mapping", "definition": "kajitsuka2024"}
POINTS = [[["0", "1/4", "3/4"]], [["0", "1/2", "3/4"]]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_answer_is_certified_and_verified_as_its_decision() -> None:
    answer = exactua.ask(PLAIN, POINTS, **DEFINITION_2, certificate="answer.json")
    text = exactua.certificate(answer)
    assert text == exactua.certificate(answer.decision) == Path("answer.json").read_text()
    result = verify(answer)
    assert (result.found, result.verdict) == ("confirmed", "refuted")
    assert result.lines[1] == (
        "it calls itself a question of ask, about the network that stands in it: there is no claim to compare"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (5, "certificate: 5 is not a path; give one such as answer.json"),
        ("no/answer.json", "certificate: there is no folder no; give a path in one that exists"),
        ("net.json", "certificate: net.json is an input file; give another path"),
    ],
)
def test_what_no_certificate_can_be_written_to_is_said_before_anything_is_decided(
    given: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_network(Path("net.json"), PLAIN, {})
    monkeypatch.setattr(question, "evaluate", None)
    with pytest.raises(InputError) as error:
        exactua.ask("net.json", POINTS, property="injective", certificate=given)
    assert str(error.value) == said


def test_an_answer_is_cited_with_the_paper_of_its_definition() -> None:
    citation = cite(exactua.ask(PLAIN, POINTS, **DEFINITION_2))
    (cited,) = citation.certificates
    assert citation.paper == "kajitsuka2024"
    assert (cited.title, cited.verdict) == (
        "Certificate of contextual-mapping for a network at points",
        "refuted: condition2",
    )
    assert cited.file.path.parent == Path(".exactua")
    assert f"Digest:  {cited.file.digest}" in citation.bibtex
    assert "does not hold: condition2 fails at the counterexample" in cited.said.may
    assert cite(cited.file.path) == citation  # the file alone says the same


def test_an_answer_about_no_definition_of_a_paper_cites_none() -> None:
    citation = cite(exactua.ask(PLAIN, POINTS, property="injective"))
    assert (citation.paper, citation.reference) == ("", None)
    assert "no REFERENCE" not in citation.bibtex
    assert citation.certificates[0].verdict == "holds"


def test_nothing_inconclusive_is_cited() -> None:
    answer = exactua.ask(PLAIN, POINTS, property="injective", max_points=0)
    assert answer.verdict is Verdict.INCONCLUSIVE
    with pytest.raises(InputError, match=r"certificate: .* is inconclusive; there is nothing to cite"):
        cite(answer)


def test_an_answer_is_a_page_in_its_own_words() -> None:
    answer = exactua.ask(PLAIN, POINTS, **DEFINITION_2)
    page = answer._repr_markdown_().replace("\\", "")
    assert "**REFUTED**: contextual-mapping does not hold at these points" in page
    assert "| at | X = [0 1/4 3/4] (point 1) and X' = [0 1/2 3/4] (point 2) |" in page
    assert "| there | g(X)_3 = 3/2 and g(X')_3 = 3/2 |" in page
    assert "| separation | 0 between ids that must differ:" in page
    assert "<table" in answer._repr_html_()
    assert "begin{array}" in answer._repr_latex_()
    assert "  separation: 0 between ids that must differ" in repr(answer)


def test_the_prompt_tells_the_worst_points_and_the_separation_in_ten_lines() -> None:
    answer = exactua.ask(PLAIN, POINTS, **DEFINITION_2, separation="1/3", r=1)
    assert repr(answer).splitlines() == [
        "Answer to contextual-mapping: Kajitsuka and Sato 2024, Definition 2",
        "  REFUTED: 2 of 3 judged steps are refuted, 1 holds",
        "  refuted: condition1; least counterexample: X = [0 1/4 3/4] (point 1)",
        "    there: g(X)_2 = 1: 1 < 1 is false",
        "  refuted: condition2; least counterexample: X = [0 1/4 3/4] (point 1) and X' = [0 1/2 3/4] (point 2)",
        "    there: g(X)_1 = 1/3 and g(X')_1 = 5/12: 1/144 > 1/9 is false",
        "  holds: radius",
        "  separation: 0 between ids that must differ",
        "    for X = [0 1/4 3/4] (point 1) and X' = [0 1/2 3/4] (point 2): g(X)_3 = 3/2 and g(X')_3 = 3/2",
        "  greatest norm of an id: 3/2 (1.5)",
    ]


def test_of_wide_points_the_prompt_tells_which_they_are() -> None:
    points = [[[1] * 40], [[0] * 39 + [1]]]
    lines = repr(exactua.ask(PLAIN, points, property="injective")).splitlines()
    assert lines[4] == "    for X = point 1 and X' = point 2"
    assert lines[5].startswith("    there: g(X) = ")
    assert max(map(len, lines)) <= 120


def test_the_prompt_says_why_something_is_open() -> None:
    answer = exactua.ask(PLAIN, POINTS, property="injective", max_points=0)
    lines = repr(answer).splitlines()
    assert lines[2].startswith("  inconclusive: injective, because ")
    assert any(line.startswith("  separation (evaluated, not decided): ") for line in lines)


# ---- read back from certificates ----------------------------------------------------------------------------------


def asked(**options: Any) -> AskedNetwork:
    exactua.ask(PLAIN, POINTS, certificate="answer.json", **options)
    return read_question(Path("answer.json"))


UP_TO_ORDER = {"property": "contextual-mapping", "up_to_permutation": True}


def changed(decided: Any = None, run: Any = None) -> Path:
    """The certificate with another hashed part, whose digest is right, or another account of the run."""
    data = json.loads(Path("answer.json").read_text())
    (decided or (lambda _: None))(data["decided"])
    (run or (lambda _: None))(data["run"])
    Path("answer.json").write_text(laid_out(data["decided"], data["run"]))
    return Path("answer.json")


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"property": "injective"}, "0.263523138347; its square is 5/72"),
        ({"property": "separated"}, "0.25; its square is 1/16"),
        (DEFINITION_2, "0"),
        ({"property": "contextual-mapping"}, "0"),
    ],
    ids=["injective", "separated", "Definition 2", "Definition E.1"],
)
def test_the_separation_is_told_as_steps_say_it(options: dict[str, Any], shown: str) -> None:
    told = asked(**options).separation
    assert told is not None
    assert told.shown == shown


def test_of_many_points_the_separation_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "MOST_IN_PAIRS", 1)
    told = asked(property="injective").separation
    assert told is not None
    assert told.is_bound
    assert told.shown.startswith("at least 0.")


def test_a_property_without_a_separation_tells_none() -> None:
    network = asked(property="equivariant")
    assert network.separation is None
    assert (network.asked, network.points, network.named) == ("equivariant", "points", "")
    assert network.described == "network on R^(1 x n), 1 attention layer, at most 1 head of size 1"


@pytest.mark.parametrize(
    "told",
    [
        {"squared": "1/2"},
        {"squared": 0},
        {"squared": "-5/72"},
        {"squared": "nothing"},
        {},
        None,
        5,
    ],
)
def test_a_separation_that_no_step_says_is_not_told(told: Any) -> None:
    asked(property="injective")
    path = changed(run=lambda run: run["answer"].update(separation=told))
    assert read_question(path).separation is None


def test_the_separation_is_read_from_terms_and_not_from_words() -> None:
    asked(property="injective")

    def renamed(decided: Any) -> None:
        for step in decided["steps"]:
            step["says"] = step["name"]

    told = read_question(changed(renamed)).separation
    assert told is not None
    assert told.shown == "0.263523138347; its square is 5/72"


def test_words_alone_make_no_separation() -> None:
    """The words of the step stay, and what it asserts becomes less."""
    asked(property="injective")

    def weaker(decided: Any) -> None:
        step = next(step for step in decided["steps"] if step["name"] == "separation")
        assert step["term"][0] == ">="
        step["term"][2] = ["/", 1, 72]

    assert read_question(changed(weaker)).separation is None


SOFT = Network(1, [SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]], [0])])])


@pytest.mark.parametrize("network", [PLAIN, SOFT], ids=["hardmax", "softmax"])
@pytest.mark.parametrize("grid", [[0, 1], [0, "1/2", 3, 5]], ids=["in pairs", "in one direction"])
@pytest.mark.parametrize(
    "options",
    [{"property": "injective"}, {"property": "contextual-mapping", "definition": "kajitsuka2024"}, UP_TO_ORDER],
    ids=["injective", "Definition 2", "Definition E.1"],
)
def test_what_was_told_is_read_back(
    network: Network, grid: list[Any], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "MOST_IN_PAIRS", 8)
    answer = exactua.ask(network, grid=grid, n=2, certificate="answer.json", **options)
    told = read_question(Path("answer.json")).separation
    if answer.separation is not None and answer.separation.squared:
        assert told is not None
        assert (told.of, told.squared) == (answer.separation.of, answer.separation.squared)
        assert told.is_bound is answer.separation.below
    else:
        assert told is None or not told.squared


def test_what_nothing_says_to_be_attained_is_a_bound() -> None:
    """The account of the run can't make a bound an exact number."""
    asked(property="injective")

    def without(decided: Any) -> None:
        decided["steps"] = [step for step in decided["steps"] if step["name"] != "attained"]
        decided["judged"].remove("attained")
        names = {name for step in decided["steps"] for name in step["over"]}
        decided["domains"] = [domain for domain in decided["domains"] if domain["name"] in names]

    told = read_question(changed(without)).separation
    assert told is not None
    assert told.shown == "at least 0.263523138347; its square is 5/72"


def step_of(decided: Any, name: str) -> Any:
    return next(step for step in decided["steps"] if step["name"] == name)


def read_after(edit: Any, squared: Any = None) -> Any:
    """The separation that is told of the certificate with another hashed part, and perhaps another number told."""

    def told(run: Any) -> None:
        if squared is not None:
            run["answer"]["separation"]["squared"] = squared

    return read_question(changed(edit, told)).separation


def of_ten(decided: Any) -> None:
    """10^2 >= 100 is a square that is at least 100."""
    step_of(decided, "separation")["term"] = [">=", ["^", 10, 2], 100]


def under_a_hypothesis(decided: Any) -> None:
    """Of the pairs whose first entries are 0 and 1 alone."""
    step_of(decided, "separation")["given"] = ["=", ["entry", ["point"], 1, 1], 0]


def implied(decided: Any) -> None:
    step = step_of(decided, "separation")
    step["term"] = ["implies", ["<", ["entry", ["point"], 1, 1], 0], step["term"]]


def of_few(decided: Any) -> None:
    """Of the two points that are nearest, and not of all."""
    step_of(decided, "separation")["over"] = step_of(decided, "attained")["over"]


def of_points(decided: Any) -> None:
    """Distances of points, and not of images."""
    step = step_of(decided, "separation")
    text = json.dumps(step["term"])
    for half in (["columns", ["point"], 1, ["param", "n"]], SECOND_HALF):
        text = text.replace(json.dumps(["stage", "g", "output", half]), json.dumps(half))
    assert text != json.dumps(step["term"])
    step["term"] = json.loads(text)


SECOND_HALF = ["columns", ["point"], ["+", ["param", "n"], 1], ["*", 2, ["param", "n"]]]


def not_judged(decided: Any) -> None:
    decided["judged"].remove("separation")


@pytest.mark.parametrize(
    ("edit", "squared"),
    [(of_ten, 100), (under_a_hypothesis, None), (implied, None), (of_few, None), (of_points, None), (not_judged, None)],
)
def test_a_step_that_ask_does_not_write_asserts_no_separation(edit: Any, squared: Any) -> None:
    assert asked(property="injective").separation is not None
    assert read_after(edit, squared) is None


@pytest.mark.parametrize("of", ["injective", "contextual-mapping"])
def test_neighbours_that_are_no_chain_assert_no_separation(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "MOST_REALS_IN_PAIRS", 3)
    options: dict[str, Any] = {"definition": "kajitsuka2024"} if of == "contextual-mapping" else {}
    exactua.ask(SOFT, grid=[0, "1/2"], n=2, property=of, certificate="answer.json", **options)
    told = read_question(Path("answer.json")).separation
    assert told is not None
    assert told.is_bound

    def without_the_second(decided: Any) -> None:
        (domain,) = (domain for domain in decided["domains"] if domain["name"] == "neighbours")
        del domain["spec"]["points"][1]

    assert read_after(without_the_second) is None


def test_a_chain_that_lacks_the_order_of_some_columns_says_nothing_of_all_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sequences are (0, 0) and (0, 1/2): nothing is said of the second id of the second one."""
    monkeypatch.setattr(question, "MOST_REALS_IN_PAIRS", 3)
    exactua.ask(SOFT, grid=[0, "1/2"], n=2, **DEFINITION_2, certificate="answer.json")

    def begun(decided: Any) -> None:
        (domain,) = (domain for domain in decided["domains"] if domain["name"] == "neighbours")
        del domain["spec"]["points"][1:]
        assert domain["spec"]["points"] == [[[0, 0, 0, ["/", 1, 2]]]]

    assert read_after(begun) is None


def test_a_chain_says_nothing_of_all_ids_of_a_network_that_is_not_equivariant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "MOST_REALS_IN_PAIRS", 3)
    exactua.ask(SOFT, grid=[0, "1/2"], n=2, **DEFINITION_2, certificate="answer.json")
    monkeypatch.setattr(asserted_separations, "not_equivariant", lambda network: "an item")
    assert read_question(Path("answer.json")).separation is None


@pytest.mark.parametrize(
    "altered",
    [
        lambda term: json.loads(json.dumps(term).replace('["stage", "g", "output", ["point"]]', '["point"]')),
        lambda term: ["*", 2, term],
    ],
    ids=["of points", "doubled"],
)
def test_other_numbers_that_are_apart_assert_no_separation(altered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "MOST_IN_PAIRS", 1)
    assert asked(property="injective").separation is not None

    def both(decided: Any) -> None:
        for name in ("separation", "injective"):
            step = step_of(decided, name)
            assert altered(step["term"]) != step["term"]
            step["term"] = altered(step["term"])

    assert read_after(both) is None


def test_what_is_attained_outside_the_points_makes_no_exact_number() -> None:
    """`attained` is of two points of the domain: of others, nothing says that the bound is the distance of two."""
    asked(property="injective")

    def elsewhere(decided: Any) -> None:
        for domain in decided["domains"]:
            if domain["name"] == "pairs of the nearest":
                domain["spec"]["of"]["points"] = [[[7, 8, 9]], [[7, 8, 10]]]
        step_of(decided, "attained")["given"] = [
            "and",
            ["=", ["entry", ["point"], 1, 3], 9],
            ["=", ["entry", ["point"], 1, ["+", 3, ["param", "n"]]], 10],
        ]

    told = read_after(elsewhere)
    assert told is not None
    assert told.is_bound


def test_no_separation_of_0_where_what_is_refuted_is_something_else() -> None:
    exactua.ask(PLAIN, [[[0]], [[1]]], **DEFINITION_2, r="1/2", certificate="answer.json")
    assert {step["name"]: step["verdict"] for step in json.loads(Path("answer.json").read_text())["decided"]["steps"]}[
        "condition1"
    ] == "refuted"

    def without(decided: Any) -> None:
        for name in ("separation", "attained"):
            decided["steps"].remove(step_of(decided, name))
            decided["judged"].remove(name)
        names = {name for step in decided["steps"] for name in step["over"]}
        decided["domains"] = [domain for domain in decided["domains"] if domain["name"] in names]

    assert read_after(without, 0) is None


@pytest.mark.parametrize("word", ["<script>\n", "x" * 301, 7, None])
def test_names_of_files_are_words_or_left_out(word: Any) -> None:
    asked(property="injective")
    network = read_question(changed(run=lambda run: run.update(network=word, points=word, stage=word)))
    assert (network.network, network.points, network.stage) == ("", "", "")


def test_a_verdict_that_is_not_that_of_the_steps_is_refused() -> None:
    asked(**DEFINITION_2)
    with pytest.raises(InputError, match="its verdict does not follow from its steps"):
        read_question(changed(lambda decided: decided.update(verdict="holds")))


def test_a_certificate_of_a_claim_is_no_question() -> None:
    Path("claim.json").write_text(exactua.certificate(exactua.check("lemma10", d=1, n=2)))
    with pytest.raises(InputError, match=r"certificate: claim\.json is about no question of ask"):
        read_question(Path("claim.json"))


def test_of_a_folder_questions_are_read_and_what_is_wrong_is_told() -> None:
    assert questions_in(Path("nowhere")) == ([], [])
    asked(**DEFINITION_2)
    changed(lambda decided: decided.update(verdict="holds"))
    exactua.ask(PLAIN, POINTS, property="injective", certificate="another.json")
    Path("claim.json").write_text(exactua.certificate(exactua.check("lemma10", d=1, n=2)))
    Path("other.json").write_text("{}")
    read, refused = questions_in(Path())
    assert [network.asked for network in read] == ["injective"]
    assert refused == [("answer.json", "its verdict does not follow from its steps")]


@pytest.mark.parametrize(
    ("options", "may"),
    [
        ({"property": "injective"}, "injective holds, decided in exact arithmetic at every one."),
        (DEFINITION_2, "does not hold: condition2 fails at the counterexample, in exact arithmetic."),
        (
            {**DEFINITION_2, "r": "1/1000"},
            "does not hold: condition1 and condition2 fail, each at its counterexample, in exact arithmetic.",
        ),
        ({"property": "injective", "max_points": 0}, "nothing of injective as a whole: injective, "),
    ],
    ids=["holds", "refuted", "two refuted", "inconclusive"],
)
def test_what_may_be_claimed_says_what_was_decided(options: dict[str, Any], may: str) -> None:
    said = of_question(asked(**options))
    assert may in said.may
    assert "nothing is said of other points or other lengths" in said.may_not.lower()


def test_nothing_asserted_is_not_called_true() -> None:
    exactua.ask(PLAIN, [[[1]]], property="injective", certificate="answer.json")
    said = of_question(read_question(Path("answer.json")))
    assert "asserts nothing (vacuous)" in said.may


# ---- what is not known --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("definition", ["yun2020", "kajitsuka2024", None])
def test_a_distance_that_precision_does_not_tell_from_its_bound_is_at_least_that(definition: Any) -> None:
    """With 64 bits, the difference of two reals and its floor of 64 bits can't be compared."""
    network = Network(1, [SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[2]], [[1]], [0])])])
    points = [[[2, -1]]] if definition else [[[2, -1]], [[2, 1]]]
    options: Any = (
        {"property": "contextual-mapping", "definition": definition} if definition else {"property": "injective"}
    )
    with precision(64):
        answer = exactua.ask(network, points, different_columns=definition == "yun2020", **options)
    assert answer.separation is None or answer.separation.below


def test_a_step_that_holds_at_a_point_that_was_said_to_fail_stays_undecided() -> None:
    network = up_to(PLAIN, None)
    asking = Question(network, from_points([((k,),) for k in range(3)], 1, network, "points"))
    (asked,) = chosen(["injective"], asking.options)
    prepared = replace(asked.prepare(asking), failing={"injective": Failing(((0, 1),))}, found=())
    answer = work.answer(asked, prepared, max_points=4)
    assert answer.decision["injective"].verdict is Verdict.INCONCLUSIVE
    assert not answer.alone


# ---- how long it takes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("each", "long"), [(0.001, False), (0.1, True)])
def test_how_long_images_take_is_told_by_many_where_few_are_slow(
    each: float, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch takes a second before its first point: 16 points say little of 1,000."""
    now = [0.0]

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return now[0]

    def evaluate(network: Any, points: Any, **_: Any) -> Any:
        now[0] += 1 + each * len(points)
        return type("Evaluation", (), {"values": tuple(points)})

    monkeypatch.setattr(question, "time", Clock)
    monkeypatch.setattr(question, "evaluate", evaluate)
    points = from_points([((k,),) for k in range(1000)], 1, PLAIN, "points")
    asking = Question(PLAIN, points, deadline=20.0)
    if long:
        with pytest.raises(question.TooLong, match="1,000 points are too many for the budget: to evaluate them takes"):
            _ = asking.values
    else:
        assert len(asking.values) == 1000


def test_progress_tells_of_images_and_then_of_points() -> None:
    told: list[tuple[int, int]] = []
    points = [[[k]] for k in range(100)]
    exactua.ask(PLAIN, points, property="injective", progress=lambda done, total: told.append((done, total)))
    assert told[0] == (100, 100)  # images
    assert len(told) > 1
    assert all(done <= total for done, total in told)


# ---- the words are those of the question ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "named", "refuted"),
    [
        ({"property": "injective", "separation": 100}, "injective with separation >= 100", "apart"),
        ({"property": "bounded", "box": [(0, 1)]}, "bounded with entries in [0, 1]", "box"),
        ({"property": "separated", "r_min": "1/3"}, "separated with r-min = 1/3", "condition1"),
        ({"property": "separated", "r": "1/2"}, "separated with r = 1/2", "condition2"),
        ({"property": "separated", "separation": 2}, "separated with separation > 2", "condition3"),
        ({"property": "contextual-mapping", "separation": 9}, "contextual-mapping", "condition2"),
        ({**DEFINITION_2, "r": 1}, "contextual-mapping", "condition2"),
    ],
)
def test_where_constants_alone_fail_the_property_with_them_is_what_does_not_hold(
    options: dict[str, Any], named: str, refuted: str
) -> None:
    """Of the last two, whose property itself fails, no constant is named: it holds with none."""
    answer = exactua.ask(PLAIN, POINTS, certificate="answer.json", **options)
    assert answer.decision[refuted].verdict is Verdict.REFUTED
    assert f"**REFUTED**: {named} does not hold at these points" in answer._repr_markdown_().replace("\\", "")
    network = read_question(Path("answer.json"))
    source = f" ({told})" if (told := "; ".join(filter(None, [network.problem.source, network.direction]))) else ""
    plain, _, constants = named.partition(" ")
    shown = f"{plain}{source}{f' {constants}' if constants else ''}"
    in_certificate = f"{network.places} in the certificate"
    where = f"network in the certificate, at the {network.places} there" if network.described else in_certificate
    assert of_question(network).may.startswith(f"Of the {where}, {shown} does not hold: ")


def test_a_contextual_mapping_with_constants_that_fail_is_one_without_them() -> None:
    points = [[["0", "1/4"]], [["1/4", "1/2"]]]
    said = {}
    for options in ({"r": 9}, {"separation": 2}, {"r": 1, "separation": 2}, {"r": 9, "separation": 2}):
        exactua.ask(PLAIN, points, **DEFINITION_2, **options, certificate="answer.json")
        said[tuple(options.values())] = of_question(read_question(Path("answer.json"))).may
    definition = "contextual-mapping (Kajitsuka and Sato 2024, Definition 2)"
    assert f"{definition} with separation > 2 does not hold: condition2 fails at the counterexample, in" in said[2,]
    assert f"{definition} with separation > 2 does not hold: condition2 fails at the counterexample, in" in said[9, 2]
    both = "with r = 1 and separation > 2 does not hold: condition1 and condition2 fail, each at its counterexample, in"
    assert f"{definition} {both}" in said[1, 2]
    assert f"{definition} with r = 9 holds, decided" in said[9,]


def test_what_may_be_claimed_has_what_was_asked() -> None:
    """Different columns, u, and of how many points each step speaks: of no pair here, so a step of pairs says nothing."""
    options = {"up_to_permutation": True, "different_columns": True, "ids": [7]}
    permuted = [[["0", "1"]], [["1", "0"]], [["1", "1"]]]
    answer = exactua.ask(PLAIN, permuted, property="contextual-mapping", **options, certificate="answer.json")
    assert answer.title.endswith("u = (7); of points whose columns are all different")
    network = read_question(Path("answer.json"))
    said = of_question(network).may
    assert "; q(L) = u^T g(L), u = (7)) holds, decided in exact arithmetic at every one." in said
    assert "By condition2 and separation nothing was asserted (vacuous)." in said
    assert (
        "The steps: condition1: 1. for any L, all columns different, the n entries of q(L) are all distinct "
        "[3 points, 2 under the hypothesis]; condition2: 2. for any L, L', all columns different, such that"
    ) in said
    assert "are distinct [9 pairs, 0 under the hypothesis]" in said
    assert verdict_of_question(network) == "holds; vacuous: condition2 and separation"
    (cited,) = cite(Path("answer.json")).certificates
    assert "note         = {Holds; vacuous: condition2 and separation. " in cite(Path("answer.json")).bibtex
    assert cited.verdict == verdict_of_question(network)


@pytest.mark.parametrize(
    ("options", "false", "holds"),
    [
        ({"property": "bounded", "box": [("-1/5", "1/5")]}, ["box"], []),
        ({"property": "injective", "separation": 100}, ["apart"], ["injective", "separation", "attained"]),
        (
            {**DEFINITION_2, "r": 1, "separation": 100},
            ["condition1", "condition2"],
            ["radius"],
        ),
        ({"property": "equals", "table": [[[0, 0, 0]]] * 2}, ["equals"], []),
    ],
)
def test_what_is_false_is_claimed_to_be_false_alone(
    options: dict[str, Any], false: list[str], holds: list[str]
) -> None:
    """Every step stands behind what it came to, and under 'may be claimed' none that is refuted stands as it is."""
    network = asked(**options)
    assert [name for name, step in network.steps.items() if step.verdict is Verdict.REFUTED] == false
    before, head, after = of_question(network).may.partition("What is false: ")
    assert head
    assert all(f"{name}: " in after and f"{name}: " not in before for name in false)
    assert all(f" {name}: " in before and f"{name}: " not in after for name in holds)
    assert ("What holds: " in before) == (holds != [])
    assert "The steps" not in before


def test_of_points_alone_nothing_is_said_of_networks() -> None:
    said = of_question(asked(property="separated"))
    assert said.may_not == "Nothing is said of other points, nor of any network."


def test_a_box_is_in_the_title_of_its_certificate() -> None:
    network = asked(property="bounded", box=[(-2, 2)])
    assert title_of_question(network) == "Certificate of bounded with entries in [-2, 2] for a network at points"
    assert "bounded with entries in [-2, 2] holds, decided in exact arithmetic" in of_question(network).may


def test_reals_are_decided_by_balls_too() -> None:
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]], b_Q=[0])
    exactua.ask(Network(1, [SoftmaxAttentionLayer([head])]), POINTS, property="injective", certificate="answer.json")
    said = of_question(read_question(Path("answer.json"))).may
    assert "injective holds, decided in exact arithmetic and rigorous balls at every one." in said


def test_where_no_two_ids_must_differ_definition_2_asserts_nothing() -> None:
    answer = exactua.ask(PLAIN, [[[0, 0]]], **DEFINITION_2)
    assert answer.verdict is Verdict.VACUOUS
    assert answer.decision["radius"].verdict is Verdict.HOLDS  # found, and not what was asked
    assert answer.notes == ("all is one token of one point: no two ids must differ",)
    assert exactua.ask(PLAIN, [[[0, 0]]], **DEFINITION_2, r=1).verdict is Verdict.HOLDS  # condition 1 is about it
