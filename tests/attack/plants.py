"""Small mistakes, as one makes them, planted in the verifiers: each is a text of the source and what stands in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Plant:
    """A mistake: in which file, what stands there, what is put there; and the changes of forgeries that meet it."""

    name: str
    file: str
    text: str
    instead: str
    changes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


RESULTS: Final = ("counts", "verdicts", "witnesses", "extremes")
FACTORS: Final = ("networks", "domains", "extremes", "witnesses", "verdicts")
ASKED: Final = ("networks", "domains", "terms", "parameters", "definitions", "judged")

PYTHON: Final = (
    Plant("a relation is weak where it is strict", "operators.py", '"<": operator.lt,', '"<": operator.le,', ASKED),
    Plant("a range lacks its last number", "terms.py", "1 - math.ceil(-high(scene, bound))", "-math.ceil(-high(scene, bound))", ASKED),
    Plant("the number of points is not compared", "decided_domains.py", 'demand(agree, f"domain {self.name!r} has another number of points")', "pass", ("counts",)),
    Plant("the values of definitions are not compared", "statements.py", 'demand(canonical(decided["values"].get(name)) == written, f"the values of the definitions: {shown(name)}")', "pass", ("definitions", "parameters")),
    Plant("inconclusive comes before refuted", "steps.py", '("refuted", "inconclusive", "holds") if v in step_verdicts', '("inconclusive", "refuted", "holds") if v in step_verdicts', ("verdicts", "counts", "judged")),
    Plant("every verdict stands for itself", "steps.py", 'demand(decided["verdict"] == verdict, f"the judged steps make the verdict {verdict!r}")', 'verdict = decided["verdict"]', ("verdicts", "judged")),
    Plant("parts that are not decided count as decided", "steps.py", 'if (left := undecided(decided)) and', 'if (left := 0 * undecided(decided)) and', ("verdicts", "parts")),
    Plant("an example that holds decides a part", "steps.py", "count + (why is not None)", "count + (not steps)", ("parts",)),
    Plant("numbers beyond an interval are in it", "operators.py", "lambda x, low, high: low <= x <= high", "lambda x, low, high: low <= x or x <= high", ASKED),
    Plant("witnesses are not compared", "steps.py", '(("witness", witness), ("measure", measure))', '(("measure", measure),)', ("witnesses",)),
    Plant("measures are not compared", "steps.py", '(("witness", witness), ("measure", measure))', '(("witness", witness),)', ("extremes",)),
    Plant("more points may fail than do", "steps.py", "possible and 0 <= others <= self.fold.failures_possible(missed, whole)", "possible and 0 <= others", ("counts",)),
    Plant("statement hashes are not compared", "statements.py", 'sha256(canonical(statement)) == record["statement"]', 'isinstance(record["statement"], str)', (*ASKED, "words")),
    Plant("what no step reaches may be there", "statements.py", "demand(name in used[what],", "demand(name is not None,", ("networks", "domains", "definitions", "judged")),
    Plant("leftmost ties are taken for symmetric", "statements.py", '("leftmost", "rightmost", "masked", "by places")', '("rightmost", "masked", "by places")', ("networks", "terms", "verdicts"), ("orbits", "vocabulary")),
    Plant("a domain decided in part is complete", "steps.py", "if self.undecided or part:", "if self.undecided:", ("counts",)),
    Plant("the residues of sums forget denominators", "steps.py", "x.numerator * pow(x.denominator, -1, PRIME)", "x.numerator", (*ASKED, "extremes")),
    Plant("a greatest number is the last one of several", "steps.py", "self.high = min(self.high or (most, place), (most, place))", "self.high = max(self.high or (most, place), (most, place), key=lambda one: (-one[0], one[1]))", ("extremes",)),
    Plant("numbers at the bound are apart", "folds.py", "return not RELATIONS[self.relation](b - a, self.bound)", "return b - a < self.bound", (*RESULTS, *ASKED), ("distinct", "apart")),
    Plant("a point with a number twice is paired with the first that fails", "folds.py", "a = 0 if any(map(clash, failed)) else min(failed)", "a = min(failed)", (*ASKED, "witnesses"), ("distinct", "apart")),
    Plant("a sum counts orbits once", "folds.py", "(orders(scene.point or ()) if orbit else 1)", "1", (*ASKED, "verdicts"), ("sum",)),
    Plant("no more than two failures are counted", "folds.py", "self.failed += [] if holds else [place]", "self.failed += [] if holds or len(self.failed) > 1 else [place]", ("counts",)),
    Plant("a tie goes to the other side", "attention.py", '"leftmost": slice(1), "rightmost": slice(-1, None)', '"leftmost": slice(-1, None), "rightmost": slice(1)', ("networks",)),
    Plant("a causal mask lets a column see the next one", "attention.py", '"causal": lambda j, n: j + 1', '"causal": lambda j, n: min(n, j + 2)', ("networks",)),
    Plant("ends of cells are not looked at", "decided_domains.py", "0 if low == 0 and attained else 1", "1 if low == 0 else 0 if low == 0 and attained else 1", ("terms",), ("cells",)),
    Plant("the points of symbolic domains are not counted", "symbolic.py", """demand(agree, f"domain {record['name']!r} has another number of points")""", "pass", ("counts",), ("symbolic",)),
    Plant("less than the tolerance may be exceeded", "limits.py", 'demand(self.exceeded >= self.tolerance, "what is exceeded is less than the tolerance")', "pass", ("extremes", "witnesses", "verdicts"), ("limit",)),
    Plant("a layer may not change what is at its lower end", "paths.py", "and self.lows[k] <= x", "and self.lows[k] < x", ("networks",)),
    Plant("columns at the upper end stay", "paths.py", "if low <= x <= high", "if low <= x < high", ("networks",)),
    Plant("what heads add need not be 0 together", "paths.py", "alike and cancel(head.M for head in heads)", "alike and cancel([[[0]]] for head in heads)", ("networks",)),
    Plant("heads that are passed over have any keys", "paths.py", "and head.W_K == W_K for", "and head.W_K is not None for", ("networks",)),
    Plant("what is added above all pieces is not looked at", "paths.py", "for outer, other in ((0, -1), (-1, 0)):", "for outer, other in ((0, -1),):", ("networks",)),
    Plant("the ends of a sweep may decrease", "paths.py", "group[-1].w == after.w and group[-1].low <= after.low and group[-1].high <= after.high", "group[-1].w == after.w", ("networks",)),
    Plant("a mean is a sum, in integers", "integers.py", "divisor = common * len(maximal)", "divisor = common", ("networks",)),
    Plant("what is not whole is rounded", "integers.py", "raise Coarse(divisor // math.gcd(divisor, rests))", "pass", ("networks",)),
    Plant("a query of 0 is taken for one above", "integers.py", "((score > 0) - (score < 0),)", "((score >= 0) - (score < 0),)", ("networks",)),
    Plant("no piece has its end, in integers", "integers.py", "math.floor(end * unit * r) if closed else", "math.floor(end * unit * r) - 1 if closed else", ("networks",)),
    Plant("the last known state is that after fewer layers, too", "paths.py", "k = bisect_right(self.after, count) - 1", "k = len(self.after) - 1", ("networks",)),
    Plant("a path is that of any matrix", "paths.py", "            self.paths[columns] = Passage(self, columns)", "            self.paths[columns] = next(iter(self.paths.values()), Passage(self, columns))", ("networks",)),
    Plant("a beginning has one point more", "domains.py", "while not self.begun[-1].start <= rank < self.begun[-1].stop:", "while not self.begun[-1].start <= rank <= self.begun[-1].stop:", ("counts",)),
    Plant("the last column may be any one", "domains.py", 'or (self.specials == "required" and not special)', "", ("counts",), ("orbits",)),
    Plant("fractions are added without their denominators", "operators.py", "tidy(whole if common == 1 else divide(whole, common))", "tidy(whole)", ("networks",), ("runs",)),
    Plant("what signs say is not looked at", "points.py", 'applicable = (everywhere if record["fold"] == "each" else apart)(record, subject, specs)', 'applicable = (specs, self.verdict == "holds")[1]', ("evidence", "verdicts"), ("evident",)),
    Plant("a witness by evidence may be one point twice", "points.py", 'demand(place not in places, f"{where} is one point twice")', "pass", ("witnesses",), ("evident",)),
    Plant("a witness by evidence need not satisfy the hypothesis", "points.py", 'demand(self.given is None or bool(self.given(scene, bound)), f"{where} does not satisfy the hypothesis")', "pass", ("witnesses", "evidence", "verdicts"), ("evident",)),
    Plant("a witness by evidence is not compared", "points.py", 'demand(agree, f"{where} is not what is found there, {canonical(witness)[:200]}")', "pass", ("witnesses", "verdicts", "evidence"), ("evident",)),
    Plant("evidence is for points that were decided in part", "points.py", "complete = all(domain.decided == domain.total for domain in self.over)", "complete = True", ("counts",), ("evident",)),
    Plant("a step with evidence may have counts of its own", "points.py", 'demand(canonical(said) == canonical(shown), f"the counts of {self.where} are not those of its evidence")', "pass", ("counts", "extremes", "evidence"), ("evident",)),
    Plant("ties of a rounding go up", "layers.py", "if k % 2 and sign(", "if k < 0 and sign(", ("networks",), ("reals",)),
    Plant("subnormal numbers are 0", "layers.py", "tidy(Fraction(2) ** (least - bits))", "tidy(Fraction(2) ** least)", ("networks",), ("reals",)),
)  # fmt: skip

C: Final = (
    Plant("the verdict of a step at all points is not shown", "verifier.c", "if ((holds || vacuous) && one->over->count) decide_families(one, vacuous);", "", (*ASKED, "verdicts", "networks"), ("symbolic", "general")),
    Plant("what is undecided at a family holds", "verifier.c", "if (!found.undecided && !strayed && (vacuous ? !found.may_apply : found.applies)) return;", "if (vacuous ? !found.may_apply : found.applies) return;", (*ASKED, "verdicts"), ("symbolic", "general")),
    Plant("a vacuous step may apply at a family", "verifier.c", "demand(vacuous ? !found.applies : found.applies || found.may_apply,", "demand(vacuous || found.applies || found.may_apply,", ("verdicts", *ASKED), ("symbolic", "general")),
    Plant("an order need not show anything", "verifier.c", 'demand(shows, "the order of step %.*s does not show that two points differ", TEXT(one->name));', "", (*ASKED, "evidence", "verdicts"), ("symbolic", "general")),
    Plant("points decided at once are not counted", "verifier.c", 'demand(!compare(made->decided, made->points.total), "the number of points of %.*s", TEXT(made->name));', "", ("counts", "domains", "parameters"), ("symbolic",)),
    Plant("thresholds of a family need not grow by 1", "verifier.c", "same = a->place == b->place && !compare(b->threshold, plus(a->threshold, whole(1)));", "same = a->place == b->place;", ("networks",), ("symbolic",)),
    Plant("scores of a run may have either sign", "verifier.c", "sign(key) * sign(query) > 0;", "sign(key) * sign(query) != 0;", ("networks",), ("symbolic",)),
    Plant("gains of a run need not cancel", "verifier.c", "if (k + 1 == count) return false;", "if (k + 1 == count) continue;", ("networks",), ("symbolic", "general")),
    Plant("families without special columns alone", "verifier.c", "special = p->specials != NONE;", "special = false;", ("domains", *ASKED, "verdicts"), ("symbolic", "general")),
    Plant("a stage of a run lacks its last item", "verifier.c", "layers = sure(items >= 0) ? one->ends[items] : NULL;", "layers = sure(items >= 0) ? one->ends[items - (items > 0)] : NULL;", ASKED, ("symbolic", "general")),
    Plant("witnesses are not compared", "verifier.c", 'put(part ? "}" : "%n}", right), agree(one, one->witness, "witness"); }', 'put(part ? "}" : "%n}", right), written.length = 0; }', ("witnesses",)),
    Plant("measures are not compared", "verifier.c", 'put(!one->extremes[0].k ? "null" : one->real ? "null}" : "%n}", residue), agree(one, one->measure, "measure"); }', "written.length = 0; }", ("extremes",)),
    Plant("a point with a number twice is paired with the first that fails", "verifier.c", "if (alone) pair[0] = 0;", "", (*ASKED, "witnesses"), ("distinct", "apart")),
    Plant("a sum counts orbits once", "verifier.c", "times(v.number, orbit ? orders(scene.point) : whole(1))", "v.number", (*ASKED, "verdicts"), ("sum",)),
    Plant("inconclusive comes before refuted", "verifier.c", 'one->verdict = fails ? "refuted" : !known ? "inconclusive" :', 'one->verdict = !known ? "inconclusive" : fails ? "refuted" :', ("counts", "verdicts")),
    Plant("one point stands for its orbit", "verifier.c", 'one->alone ? "inconclusive" : "holds";', '"holds";', ("networks", "terms", "verdicts"), ("orbits", "vocabulary")),
    Plant("equal numbers are different", "verifier.c", 'fits(one->fold == APART ? one->relation : ">", compare', 'fits(one->fold == APART ? one->relation : ">=", compare', (*ASKED, "verdicts"), ("distinct",)),
    Plant("sums are not reduced", "verifier.c", "mpz_add(one->sum, one->sum, residue), mpz_mod(one->sum, one->sum, prime);", "mpz_add(one->sum, one->sum, residue);", (*ASKED, "extremes")),
    Plant("more points may fail than do", "verifier.c", "possible = possible && sign(others) >= 0 && compare(others, most) <= 0;", "possible = possible && sign(others) >= 0;", ("counts",)),
    Plant("the number of points is not compared", "verifier.c", "demand(!points->kind || !compare(total, made->points.total),", "demand(!points->kind || sign(total) >= 0,", ("counts",), ("cells", "part", "sum")),
    Plant("statement hashes are not compared", "verifier.c", 'require_digest(written.text, written.length, of(one, "statement"), "the statement hash of a step");', "", (*ASKED, "words")),
    Plant("the overall verdict is not compared", "verifier.c", 'demand(is_word(verdict, made), "the judged steps make the verdict %s", made);', "", ("verdicts", "judged")),
    Plant("a range has one number more", "verifier.c", "made->low), whole(1));\n        made->turns", "made->low), whole(2));\n        made->turns", ASKED),
    Plant("a causal mask lets a column see the next one", "verifier.c", 'is_word(mask, "causal") ? k <= j : k < j', 'is_word(mask, "causal") ? k <= j + 1 : k < j', ("networks",)),
    Plant("networks that no step reaches may be there", "verifier.c", ', require_all(reached.networks, records, "network");', ";", ("networks", "judged")),
    Plant("numbers of 64 bits go round", "verifier.c", "if (size > LONG_MAX || bottom > LONG_MAX) return NULL;", "if (bottom > LONG_MAX) return NULL;", ("parameters", "terms"), ("balanced",)),
    Plant("fractions stay as they are", "verifier.c", "for (mp_limb_t rest; y; x = y, y = rest) rest = x % y;", "x = 1;", ASKED),
    Plant("fractions with one denominator are added by their numerators alone", "verifier.c", ": p == q ? fraction(x + y, p)", ": x == y ? fraction(x + y, p)", ASKED),
    Plant("denominators are not compared", "verifier.c", "top_of(a) * b->bottom, y", "top_of(a), y", ASKED),
    Plant("a term is kept when the scene changes", "verifier.c", "kept->constant || kept->turn == scene.turn", "kept->turn", ASKED),
    Plant("a term that speaks of a scene is kept for good", "verifier.c", "{.constant = !uses.scene}", "{.constant = true}", ASKED),
    Plant("a term is kept while a variable around it goes on", "verifier.c", "uses.outermost > frames(s)", "uses.outermost >= frames(s)", ASKED),
    Plant("what one operand uses is forgotten with the next", "verifier.c", "uses.outermost = others.outermost < uses.outermost ? others.outermost : uses.outermost, ", "", ASKED),
    Plant("accumulators are no scene of their own", "verifier.c", "passing.used = 0, change_scene(); }", "passing.used = 0; }", ASKED, ("own",)),
    Plant("the next orbit may repeat the column before", "verifier.c", "chosen[i] + 1, false, before[i].repeated", "chosen[i] + 1, true, before[i].repeated", ("domains", *RESULTS)),
    Plant("the next orbit forgets what the columns before have", "verifier.c", "before[i].repeated, before[i].special); }", "false, false); }", ("domains", *RESULTS)),
    Plant("the image of another point is taken", "verifier.c", "scene.states = NULL, last_image.Z = NULL,", "scene.states = NULL,", ASKED, ("balanced",)),
    Plant("matrices of one shape are made one", "verifier.c", "k++) same = !is_real(a->entries[k]) && !is_real(b->entries[k]) && !compare(a->entries[k], b->entries[k]);", "k++) same = true;", ASKED),
    Plant("a layer is balanced whatever it adds", "verifier.c", "balanced = is_rational(total->entries[i]) && is_zero(total->entries[i]);", "balanced = true;", ("networks",), ("balanced",)),
    Plant("heads are balanced whatever they read", "verifier.c", "balanced = w[W_V] == u && w[W_K] == u && w[W_Q] == u, total", "total", ("networks",), ("balanced",)),
    Plant("a column above one threshold is above all", "verifier.c", "k ? greater(high, threshold) : threshold", "threshold", ("networks",), ("balanced",)),
    Plant("a column at a threshold is passed over", "verifier.c", "compare(x->entries[j], one->low) < 0", "compare(x->entries[j], one->low) <= 0", ("networks",), ("balanced",)),
    Plant("one head scores by keys alone", "verifier.c", "times(AT(keys, 0, i), whole(sign(AT(queries, 0, j))))", "AT(keys, 0, i)", ("networks",), ("balanced",)),
    Plant("an exponential has half of its terms", "verifier.c", "enough < w + 1; k++, N++", "enough < w / 2; k++, N++", ASKED, ("reals",)),
    Plant("a low end is rounded up", "verifier.c", "shift_end(one.low, one.e - e, false)", "shift_end(one.low, one.e - e, true)", ASKED, ("reals",)),
    Plant("what overlaps is equal", "verifier.c", "if (p == PROVING_BITS && shown_to_be_0(x)) return 0;", "if (p == PROVING_BITS) return 0;", ("terms",), ("reals",)),
    Plant("the square of a root has the other sign", "verifier.c", "radicands[i] = multiplied(root.polynomial, expanded(root.under));", "radicands[i] = multiple(multiplied(root.polynomial, expanded(root.under)), whole(-1));", ASKED, ("reals",)),
    Plant("primes below the line count as those above", "verifier.c", "long by = side ? -1 : 1;", "long by = 1;", ASKED, ("reals",)),
    Plant("softmax counts what a mask hides", "verifier.c", "powers[i] = NULL; if (!attends(one->mask, j, i)) continue;", "powers[i] = NULL;", ("networks",), ("reals",)),
    Plant("less than the tolerance may be exceeded", "verifier.c", 'demand(compare(limit.exceeded, limit.tolerance) >= 0, "what is exceeded is less than the tolerance");', "", ("extremes", "witnesses", "verdicts"), ("limit",)),
    Plant("a failure is not shown", "verifier.c", "bool shown = !lower->kind || fails", "bool shown = true || fails", FACTORS, ("limit",)),
    Plant("a failure by the tolerance is one by more", "verifier.c", "limit.factor, limit.exceeded);", "limit.factor, limit.tolerance);", FACTORS, ("limit",)),
    Plant("points that fail are counted from 0", "verifier.c", 'limit.failing = bounded(integer(field(lower, "point"), 1), LONG_MAX) - 1;', 'limit.failing = bounded(integer(field(lower, "point"), 1), LONG_MAX);', FACTORS, ("limit",)),
    Plant("softmax fails without its factor", "verifier.c", "number score = times(factor, inner_product", "number score = times(whole(1), inner_product", FACTORS, ("limit",)),
    Plant("a share is a power", "verifier.c", "return interval(divided(least, all), divided(most, fewest));", "return interval(least, most);", FACTORS, ("limit",)),
    Plant("the bound is not compared with the tolerance", "verifier.c", "near = compare(way.errors->entries[l], limit.tolerance) <= 0;", "near = true;", FACTORS, ("limit",)),
    Plant("an exponential is a number of units less", "verifier.c", "return rounded_to(times_power(tidy(end), made.e), u, up);", "return rounded_to(times_power(tidy(end), made.e - 1), u, up);", FACTORS, ("limit",)),
    Plant("what signs say is not looked at", "verifier.c", "at_once = true; decide_families(one, vacuous);", "at_once = true;", ("evidence", "verdicts"), ("evident",)),
    Plant("the order of a step with evidence is not looked at", "verifier.c", "if (ordered) check_order(one, related ? related : &nothing);", "", ("evidence", "verdicts"), ("evident",)),
    Plant("two points of a witness by evidence may be in any order", "verifier.c", "demand(!k || earlier(places[0], places[1]),", "demand(true,", ("witnesses",), ("evident",)),
    Plant("a witness by evidence need not be one", "verifier.c", 'demand(one->failed, "the witness of step %.*s is none", TEXT(one->name)); if (one->fold == EACH) check_witness', "if (one->fold == EACH && one->failed) check_witness", ("witnesses", "verdicts", "evidence"), ("evident",)),
    Plant("a witness by evidence need not satisfy the hypothesis", "verifier.c", "demand(one->applied == wanted,", "one->failed += one->applied < wanted; demand(true,", ("witnesses", "evidence", "verdicts"), ("evident",)),
    Plant("evidence is for points that were decided in part", "verifier.c", "p->kind != CELLS && one->domains[k]->whole,", "p->kind != CELLS,", ("counts",), ("evident",)),
    Plant("a step with evidence may have counts of its own", "verifier.c", 'demand(counted && !of(one, "measure")->kind && !of(one, "reason")->kind,', "demand(true,", ("counts", "extremes", "evidence"), ("evident",)),
    Plant("ties of a rounding go up", "verifier.c", "if (mpz_odd_p(mpq_numref(k->q)) && !sign(", "if (!k && !sign(", ("networks",), ("reals",)),
    Plant("subnormal numbers are 0", "verifier.c", "times_unit(whole(1), form->least - form->bits);", "times_unit(whole(1), form->least);", ("networks",), ("reals",)),
    Plant("every rounded layer stands for its orbit", "verifier.c", "one.tie_rule != AVERAGE || one.mask ||", "(!one.exact && one.tie_rule != AVERAGE) || one.mask ||", ("networks", "verdicts"), ("reals",)),
)  # fmt: skip
