"""A ledger of errata: as a document for people, with its data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.floors import encode_number
from exactua.arithmetic.messages import cut
from exactua.arithmetic.rationals import encode_rational
from exactua.certificates.writing import matrix_data
from exactua.claims.ledger import (
    UNSAID,
    Counterexample,
    Ledger,
    Places,
    Quote,
    Repair,
    Row,
    Spread,
    Survival,
    Survivor,
    section_and_sentence,
)
from exactua.claims.lettering import placed_points, with_positions
from exactua.claims.paper_units import unit_name
from exactua.claims.registry import is_found
from exactua.claims.verdicts import Objects, Verdict, word
from exactua.deciding.plan import describe_points
from exactua.plurals import counted, every_instance
from exactua.printing.documents import Block, Code, Document, Either, Fields, Heading, Paragraph, Table, Words
from exactua.printing.text import (
    box,
    in_line,
    instance,
    replay_command,
    short_matrix,
    short_rank,
    times_power_of_ten_or_digits,
    unit_of_sides,
    violated,
)
from exactua.terms.language import parameters_of

FORMAT: Final = "exactua-errata/1"
NOTES: Final = (
    "What is silently assumed, what fails with a constant that the paper does not name or in a reading of ours, what "
    "an object does not meet, and what says nothing anywhere. None of these is a fault of the paper."
)
LONGEST_LABEL: Final = 44
LONGEST_FORMULA: Final = 600
"""The characters of a formula that a row prints; `explain` and JSON have all of it."""
OTHERS: Final = {
    "holding": "holding at every instance",
    "partly_vacuous": "holding or vacuous",
    "not_decided": "not decided everywhere",
}


def document(ledger: Ledger, exit_code: int) -> Document:
    """A ledger: what it was computed from, the faults in a table and each in full, the notes likewise."""
    sentence = heading(ledger)
    blocks: list[Block] = [
        Either([Paragraph(sentence)], (Heading(f"Errata of {ledger.title}"), Paragraph(f"{sentence}."))),
        *(Paragraph(f"{words}.") for words in ledger.prefaces_of([*ledger.rows, *ledger.notes])),
        *_rows(ledger.rows, 1, "fault"),
        *((Heading("Notes"), Paragraph(notes_are(ledger))) if ledger.notes else ()),
        *_rows(ledger.notes, len(ledger.rows) + 1, "note"),
        *map(Paragraph, remarks(ledger)),
    ]
    return Document(blocks, _data(ledger, exit_code))


def notes_are(ledger: Ledger) -> str:
    """What notes are, in two sentences; of lines that are not said only where there is such a note."""
    unsaid = any(row.kind == UNSAID for row in ledger.notes for row in (row, *row.also))
    return f"What the text does not say, w{NOTES[1:]}" if unsaid else NOTES


def _rows(rows: Sequence[Row], first: int, what: str) -> Iterator[Block]:
    numbered = list(enumerate(rows, first))
    if rows:
        brief = [
            ("", "line", what, "refuted", "conclusion", "repair"),
            *(_brief(*numbered_row) for numbered_row in numbered),
        ]
        full = [
            ("", "line", "where", what, "refuted", "conclusion", "repair"),
            *(_full(*numbered_row) for numbered_row in numbered),
        ]
        yield Either([Table(brief, right=(0, 3))], [Table(full)])
    for place, row in numbered:
        yield Heading(f"{place}. {row.label}: {row.kind} ({row.section})", 2)
        yield Fields([*fields(row)])


def _brief(number: int, row: Row) -> Sequence[str]:
    more = f" +{len(row.also)}" if row.also else ""
    line = f"{cut(row.label.partition(':')[2], LONGEST_LABEL)}{more}"
    fault = row.kind.partition(" in the")[0]  # in full below
    return str(number), line, fault, *_found(row)


def _full(number: int, row: Row) -> Sequence[str]:
    alike = [line for line in row.also if line.is_fault == row.is_fault]
    noted = [line for line in row.also if line not in alike]
    beside = f" (no fault: {_names(noted)})" if noted else ""
    return str(number), f"{_names([row, *alike])}{beside}", row.section, row.kind, *_found(row)


def _names(rows: Sequence[Row]) -> str:
    return ", ".join(row.label.partition(":")[2] for row in rows)


def _found(row: Row) -> Sequence[str]:
    count = f"{row.spread.count(Verdict.REFUTED)} of {row.spread.total}"
    return count, row.survival.value, repaired(row.repair)


def heading(ledger: Ledger) -> str:
    """The ledger in a sentence: how many faults and notes, of how many lines, and where that comes from."""
    rows, own = ledger.lines, ledger.ours.get("lines", 0)
    refuted = sum(row.verdict is Verdict.REFUTED for row in rows)
    source = (
        f"{counted(ledger.instances, 'instance')}, {describe_points(ledger.points)}, decided in this run"
        if ledger.files is None
        else f"{counted(ledger.files, 'certificate')} about {counted(ledger.instances, 'instance')}"
    )
    unmet = sum(row.verdict is Verdict.REFUTED and row.step.meets is not None for row in rows)
    asked = f", {unmet} not met by an object" if unmet else ""
    counts = f"{refuted - unmet} refuted{asked}, {len(rows) - refuted} vacuous everywhere"
    unsaid = ledger.ours.get("unsaid", 0)
    told = [f"{counted(own, 'line')} in {counted(ledger.ours['claims'], 'claim')} of our own"] if own else []
    told += [f"at least {unsaid} {'others are' if own else 'lines are'} not said there"] if unsaid > 1 else []
    ours = f" ({', '.join(told)})" if told else ""
    faults = f"{counted(len(ledger.rows), 'fault')} and {counted(len(ledger.notes), 'note')}"
    return (
        f"Errata of {ledger.title}: {faults}, from {len(rows)} of {counted(ledger.steps, 'line')} ({counts}) in "
        f"{counted(ledger.claims, 'claim')}{ours}; {source}"
    )


def remarks(ledger: Ledger) -> Iterator[str]:
    """What a reader has to know beside the rows: lines that are undecided, repairs that fail, files not counted."""
    others = [f"{ledger.judgements[name]} {words}" for name, words in OTHERS.items() if ledger.judgements.get(name)]
    if others:
        yield f"Other lines: {', '.join(others)}."
    if any(row.verdict is Verdict.VACUOUS for row in ledger.notes):
        yield "A vacuous line is not wrong: at the instances evaluated, it says nothing."
    for row in ledger.lines:
        if row.repair is not None and row.repair.spread.count(Verdict.REFUTED):
            yield f"The repair of {row.label} is refuted itself."
        if row.survival is Survival.FALLS:
            yield f"The conclusion of {row.label} fails, too."
    for line in ledger.undecided:
        reason = f": {line.reason}" if line.reason else ""
        yield f"Inconclusive: {line.label} at {_of(line.spread, Verdict.INCONCLUSIVE)}{reason}."
    for unused in ledger.unused:
        about = f" ({unused.label})" if unused.label else ""
        yield f"Not counted: {unused.file}{about}: {unused.reason}."


def repaired(repair: Repair | None) -> str:
    """In a word: what the repaired step came to."""
    if repair is None or not repair.spread.total:
        return "-"
    for verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE, Verdict.HOLDS):
        if repair.spread.count(verdict):
            return word(verdict, repair.step.objects)
    return Verdict.VACUOUS.value


def fields(row: Row) -> Iterator[tuple[str, Words]]:
    """What there is to say of a row, each with its name; only the paper's own words are in quotation marks."""
    for quote in row.quotes:
        yield "quote", quoted(quote)
    yield "read as" if row.quotes else "says" if row.step.said else UNSAID, row.sentence
    for places in row.spread.places:
        yield word(places.verdict, row.step.objects), f"at {_of(row.spread, places.verdict)}"
    if row.least is not None:
        yield "least", counterexample(row.least)
        if is_found(row.least.problem):
            yield "replay", Code(replay(row.least))
    yield "conclusion", conclusion(row)
    if row.repair is not None:
        yield "because", row.repair.step.reason or ""
        yield "repair", section_and_sentence(row.repair.step.says)[1]
        yield "verified", verified(row.repair)
    for note in row.notes:
        yield "note", note
    for reader in row.read_by:
        yield "read by", reader.words
    for line in row.also:
        yield "also", appearance(line, row)
        if line.least is not None and is_found(line.least.problem):
            yield "replay", Code(replay(line.least))


def quoted(quote: Quote) -> str:
    """The paper's words in quotation marks, and where they stand."""
    return f'"{quote.text}" ({quote.place})'


def appearance(row: Row, of: Row) -> str:
    """A line that shows the fault of a row once more, in a sentence: its own kind and quotes, what is false and where,
    and what is true instead."""
    kind = "" if row.kind == of.kind else f"{row.kind}: "
    quotes = "".join(f"{quoted(quote)}; " for quote in row.quotes if quote not in of.quotes)
    where = f"; {word(row.verdict, row.step.objects)} at {_of(row.spread, row.verdict)}"
    shown = "" if row.least is None else f"; {counterexample(row.least)}"
    repair = "" if row.repair is None else f"; repaired: {section_and_sentence(row.repair.step.says)[1]}"
    return f"{row.label}: {kind}{quotes}{'read as: ' if row.quotes else ''}{row.sentence}{where}{shown}{repair}"


def _of(spread: Spread, verdict: Verdict) -> str:
    """How many instances, of how many, and which: "12 of 47 instances (n = 2 only)"."""
    places = next(place for place in spread.places if place.verdict is verdict)
    where = f" ({places.where})" if places.where and len(places.boxes) < spread.total else ""
    if len(places.boxes) == spread.total:
        return f"{every_instance(spread.total)}{spread.within}"
    return f"{len(places.boxes):,} of {spread.total:,} instances{where}"


def counterexample(least: Counterexample, longest: int | None = LONGEST_FORMULA) -> str:
    """The least counterexample in one sentence: instance, point with its place, both values of what is false.

    A formula of more characters than `longest` loses its middle; None prints it as it is.
    """
    step, witness = least.step, least.witness
    points = []
    for name, point, at in placed_points(least.problem, step, witness):
        encoded = with_positions(least.problem, point)
        with_encoding = "" if encoded is None else f", {name} + E = [{short_matrix(encoded)}]"
        place = "" if at is None else f" ({step.over[at[0]].name}, rank {short_rank(at[1])})"
        points.append(f"{name} = {in_line(step.over, point, short_matrix)}{with_encoding}{place}")
    shown = " and ".join(points)
    among = "" if least.complete else ", the least of the points that were decided"
    told = "".join(f", {words}" for words in told_words(least))
    where = f"{parameters(least)}{': ' + shown if shown else ''}{told}{among}"
    return f"{where}: {_elided(violated(least.problem, step, witness), longest)}"


def told_words(least: Counterexample) -> list[str]:
    """What its claim tells beside the point: "a = (25/4, 0)", "r = 13/2"."""
    return [f"{name} = {_told(value)}" if name else str(value) for name, value in least.told]


def _told(value: Any) -> str:
    if not isinstance(value, tuple):
        return times_power_of_ten_or_digits(value)
    if value and isinstance(value[0], tuple):
        return f"[{short_matrix(value)}]"
    return f"({', '.join(map(times_power_of_ten_or_digits, value))})"


def parameters(least: Counterexample) -> str:
    """The instance of a counterexample; of a step of numbers alone the parameters that it speaks of."""
    problem, step = least.problem, least.step
    names = parameters_of(bool(step.over), step.terms, problem.definitions)
    if names is None:
        return instance(problem)
    return box({name: value for name, value in problem.parameters.items() if name in names}) or instance(problem)


def _elided(text: str, longest: int | None) -> str:
    """The text without the middle of a long formula in front of its " is false"."""
    formula, mark, values = text.rpartition(" is false")
    if longest is None or len(formula) <= longest:
        return text
    kept = longest // 2
    return f"{formula[:kept]} ... {formula[-kept:]}{mark}{values}"


def replay(least: Counterexample) -> str:
    """The command that shows the counterexample again, with all its values."""
    return replay_command(least.problem, least.step, least.witness)


def conclusion(row: Row) -> str:
    """Whether what the line serves holds nevertheless, by which steps, over how many of the same instances."""
    if not row.conclusion and not row.step.said:
        return "none of the text: it does not say the line"
    if not row.conclusion:
        return "the claim names no other line that supports it"
    if row.is_own_conclusion:
        return f"{row.survival}: the line is its own conclusion"
    return f"{row.survival}: {'; '.join(_survivor(survivor, row) for survivor in row.conclusion)}"


def _survivor(survivor: Survivor, row: Row) -> str:
    name = _carrier(survivor, row) if row.named else survivor.says
    if not survivor.spread.total:
        return f"{name} was not decided at these instances"
    where = ""
    if (
        row.verdict is Verdict.REFUTED
        and survivor.where_refuted.total < survivor.spread.total
        and survivor.where_refuted.total
    ):
        counts = f"{_counts(survivor.where_refuted)}{_missing(survivor.missing_where_refuted)}"
        where = f" (where the line is {word(row.verdict, row.step.objects)}: {counts})"
    return f"{name} {_counts(survivor.spread)}{_missing(survivor.missing)}{where}"


def _missing(count: int) -> str:
    return f" that were decided, not decided at {count}" if count else ""


def _carrier(survivor: Survivor, row: Row) -> str:
    """The label, with its words unless they are those of the row's own repair, which the row has anyway."""
    own = row.repair is not None and survivor.label == f"{row.claim}.{row.repair.step.name}"
    return survivor.label if own else f"{survivor.label} ({section_and_sentence(survivor.says)[1]})"


def _counts(spread: Spread, objects: Objects = ()) -> str:
    if len(spread.places) == 1:
        return f"{_verb(spread.places[0].verdict, objects)} at {every_instance(spread.total)}"
    return ", ".join(f"{_verb(place.verdict, objects)} at {len(place.boxes):,}" for place in spread.places)


def _verb(verdict: Verdict, objects: Objects = ()) -> str:
    said = word(verdict, objects)
    return said if said == Verdict.HOLDS else f"is {said}"


def verified(repair: Repair) -> str:
    """Over which range the repair was decided, with the counts of its verdicts, and where it fails if it does."""
    if not repair.spread.total:
        return "not decided"
    text = f"{_counts(repair.spread, repair.step.objects)}{repair.spread.within}"
    if repair.least is not None:
        text += f"; least counterexample: {counterexample(repair.least)}"
    return text


def _data(ledger: Ledger, exit_code: int) -> dict[str, Any]:
    """The ledger for programs (docs/json-output.md)."""
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "paper": ledger.paper,
        "title": ledger.title,
        "claims": ledger.claims,
        "lines": ledger.steps,
        "instances": ledger.instances,
        "ours": dict(ledger.ours),
        "points": encode_rational(ledger.points),
        "certificates": ledger.files,
        "prefaces": ledger.prefaces_of([*ledger.rows, *ledger.notes]),
        "judgements": dict(ledger.judgements),
        "rows": [_row_data(row) for row in ledger.rows],
        "notes": [_row_data(row) for row in ledger.notes],
        "undecided": [
            {"line": entry.label, "spread": _spread_data(entry.spread), "reason": entry.reason}
            for entry in ledger.undecided
        ],
        "unused": [{"file": entry.file, "line": entry.label, "reason": entry.reason} for entry in ledger.unused],
    }


def _row_data(row: Row) -> dict[str, Any]:
    repair = row.repair
    return {
        "line": row.label,
        "title": row.title,
        "source": row.source,
        "section": row.section,
        "quotes": [{"text": quote.text, "section": quote.section, "page": quote.page} for quote in row.quotes],
        "says": row.sentence,
        "read_by": [reader.data() for reader in row.read_by],
        "step_kind": row.step.kind.value,
        "fault": row.kind,
        "verdict": row.verdict.value,
        "spread": _spread_data(row.spread),
        "counterexample": None if row.least is None else _counterexample_data(row.least),
        "survival": row.survival.value,
        "conclusion": [
            {
                "line": survivor.label,
                "says": survivor.says,
                "spread": _spread_data(survivor.spread),
                "where_the_line_fails": _spread_data(survivor.where_refuted),
                "missing": survivor.missing,
            }
            for survivor in row.conclusion
        ],
        "repair": None
        if repair is None
        else {
            "line": f"{row.claim}.{repair.step.name}",
            "says": repair.step.says,
            "reason": repair.step.reason,
            "spread": _spread_data(repair.spread),
            "counterexample": None if repair.least is None else _counterexample_data(repair.least),
        },
        "notes": list(row.notes),
        "also": [_row_data(line) for line in row.also],
    }


def _spread_data(spread: Spread) -> dict[str, Any]:
    return {"range": spread.range, "total": spread.total, "verdicts": [_places_data(place) for place in spread.places]}


def _places_data(places: Places) -> dict[str, Any]:
    boxes: Sequence[dict[str, Any]] = [dict(box) for box in places.boxes]
    return {"verdict": places.verdict.value, "count": len(boxes), "where": places.where, "instances": boxes}


def _counterexample_data(least: Counterexample) -> dict[str, Any]:
    witness = least.witness
    return {
        "parameters": dict(least.problem.parameters),
        "at": [[least.step.over[domain].name, encode_rational(rank)] for domain, rank in witness.at],
        "points": [matrix_data(point) for point in witness.points],
        "bindings": {
            name: list(value) if isinstance(value, tuple) else value for name, value in witness.bindings.items()
        },
        "relation": witness.relation,
        "left": _side(witness.left),
        "right": _side(witness.right),
        "unit": unit_name(unit_of_sides(least.problem, least.step, witness)),
        "complete": least.complete,
        "told": told_words(least),
        "says": counterexample(least, None),
        "replay": replay(least),
    }


def _side(value: Any) -> Any:
    if value is None:
        return None
    return [_side(entry) for entry in value] if isinstance(value, tuple) else encode_number(value)
