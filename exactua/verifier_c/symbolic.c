// Section 8: steps that are decided at all points at once.

static json order_of(step one) {
    return one->evidence ? field(of(one, "evidence"), "order") : of(one, "order");
}

static long columns_at_least(long a, long b) {
    return a > b ? a : b;
}

// Domains: a step is decided over those of the paper only, which are `complete`.
static bool is_of_paper(json spec) {
    static const char levels[] = "{\"count\":[\"param\",\"m\"],\"start\":0,\"step\":[\"/\",1,[\"param\",\"m\"]]}";
    static const char special[] = "[[\"neg\",[\"^\",[\"param\",\"m\"],[\"*\",[\"param\",\"n\"],[\"param\",\"d\"]]]]]";
    json kind = optional(spec, "kind");
    recognise(kind, "the domain %.*s", TEXT(spec));
    if (!is_word(kind, "orbits") || !optional(spec, "levels")) return false;
    keys(spec, "kind levels special ids repeats specials");
    return is_written(field(spec, "levels"), levels) && is_written(field(spec, "special"), special) &&
           is_written(field(spec, "ids"), ids_text);
}

static void read_paper_domain(domain made, json record) {
    keys(record, "name spec points decided evidence");
    json points = field(record, "points"), spec = made->spec = field(record, "spec");
    made->name = field(record, "name");
    demand(made->name->kind == STRING && spec->kind == OBJECT, "the name or the spec of a domain");
    demand(field(record, "decided")->kind == NOTHING && field(record, "evidence")->kind == NOTHING,
           "the points of %.*s were not decided one by one", TEXT(made->name));
    made->complete = is_of_paper(spec);
    if (is_word(optional(spec, "kind"), "orbits") && optional(spec, "levels")) {
        made->points.repeats = choice(field(spec, "repeats"), ALLOWED);
        made->points.specials = choice(field(spec, "specials"), NONE);
        demand(made->points.specials != FORBIDDEN, "specials of a domain");
    }
    demand(!family.general || !points->kind, "a domain of all instances has a number of points");
    made->decided = NULL, made->whole = true;
    if (!points->kind) return;
    static struct json none = {.kind = OBJECT};
    read_points(&made->points, spec, &none, false, true);
    made->decided = integer(points, 0);
    demand(!compare(made->decided, made->points.total), "the number of points of %.*s", TEXT(made->name));
}

// What families say of a step.
struct tally {
    bool applies, may_apply, fails, undecided;
};

static int read_truth(json t) { // of a term that is there; -1 where it may be an error, too
    doubtful = false;
    int truth = read_term(t, NULL).truth;
    return doubtful ? -1 : truth;
}

static void add_family(step one, struct tally *to,
                       bool there) { // whether it has two points, of pairs, or may have them
    int given = one->given->kind ? read_truth(one->given) : 1;
    if (one->given->kind && doubtful) to->undecided = true; // nothing is decided where a hypothesis may be an error
    bool few = one->fold != EACH && one->points && compare(one->points, whole(2)) < 0;
    if (few && given && compare(one->points, whole(1)) == 0) { // one point, at which nothing may be an error
        doubtful = false;
        read_term(one->term, NULL);
        to->undecided = to->undecided || doubtful;
    }
    if (!given || few) return;
    if (given > 0 && there)
        to->applies = true;
    else
        to->may_apply = true;
    if (one->fold != EACH || is_word(of(one, "verdict"), "vacuous")) return;
    int truth = read_truth(one->term);
    if (!truth && given > 0)
        to->fails = true;
    else if (truth <= 0)
        to->undecided = true;
}

// In scope "symbolic" there may be too few columns: m^d without a special entry, (m + 1)^d - m^d with one, each with an
// id of its own, as m >= 2.
static bool has_points(long different, long negative) {
    if (family.general) return true;
    number special = minus(power(plus(family.m, whole(1)), whole(size_of("d"))), family.D);
    return compare(family.D, whole(different)) >= 0 && compare(special, whole(negative)) >= 0;
}

static bool enough(step one, long different, long negative) { // points, where the hypothesis is true at all of them
    if (one->fold == EACH) return true;
    if (!one->given->kind) return family.general || compare(one->points, whole(2)) >= 0;
    return different && !negative && (family.general || compare(family.D, whole(different)) > 0);
}

static void add_patterns(step one, struct tally *to, long *counts, long k, long different, long negative, long left) {
    long ids = different + negative;
    if (k == ids) {
        if (left) return;
        passing.used = 0, courses = NULL;
        enter_family(different, negative, counts, columns_at_least(2, different)), all_known = true;
        add_family(one, to, enough(one, different, negative));
        return;
    }
    for (counts[k] = 1; counts[k] <= left - (ids - k - 1); counts[k]++)
        add_patterns(one, to, counts, k + 1, different, negative, left - counts[k]);
}

static void add_domain(step one, struct tally *to, points p, bool patterns) {
    bool plain = p->specials != REQUIRED, special = p->specials != NONE;
    long n = family.n, least = p->repeats == FORBIDDEN ? n : plain && !special ? 1 : 0;
    recognise((p->repeats != FORBIDDEN && p->repeats != REQUIRED) || !special, "repeats and specials of a domain");
    for (long different = least; different <= n; different++)
        for (long negative = 0; negative <= n - different; negative++) {
            bool there = negative ? special && (patterns || negative <= 2)
                                  : plain && different && !(p->repeats == REQUIRED && different == n);
            if (!there || !has_points(different, negative)) continue;
            spend(n);
            long counts[7];
            if (patterns) {
                add_patterns(one, to, counts, 0, different, negative, n);
                continue;
            }
            passing.used = 0, courses = NULL;
            enter_family(different, negative, NULL, columns_at_least(2, different));
            all_known = family.columns == n && !family.several;
            add_family(one, to, enough(one, different, negative));
        }
}

static void decide_families(step one, bool vacuous) {
    struct tally found = {false, false, false, false};
    for (int round = 0; round < 2; round++) {
        bool patterns = round > 0;
        if (patterns && family.n > 6) break;
        found = (struct tally){false, false, false, false}, strayed = false;
        for (int k = 0; k < one->over->count; k++) add_domain(one, &found, &one->domains[k]->points, patterns);
        demand(!found.fails, "the step %.*s is false at points", TEXT(one->name));
        demand(vacuous ? !found.applies : found.applies || found.may_apply, "the step %.*s is %svacuous",
               TEXT(one->name), vacuous ? "not " : "");
        if (!found.undecided && !strayed && (vacuous ? !found.may_apply : found.applies)) return;
    }
    recognise(false, "the step %.*s, which signs do not decide", TEXT(one->name));
}

// Two points: the order that sorts their numbers.
typedef struct extent {
    number least, greatest;
} extent; // of coefficients of a number, over a block of variables

static void add_slope(extent *to, number x) {
    if (!to->least) *to = (extent){x, x};
    bool less = positive(minus(to->least, x), false), more = positive(minus(x, to->greatest), false);
    bool known = (less || positive(minus(x, to->least), false)) && (more || positive(minus(to->greatest, x), false));
    demand(known, "an order of which signs do not show a bound");
    if (less) to->least = x;
    if (more) to->greatest = x;
}

static void check_split(step one, number *numbers, long count, const long *block_of, long blocks, long up, long down) {
    extent *extents = NEW(extent, count * blocks);
    bool strictly = one->fold == DIFFER || one->relation[1] != '=';
    number least = one->fold == APART ? one->bound : whole(0), rest = minus(family.N, whole(1));
    for (long k = 0; k < count; k++) {
        spend(family.n + 1);
        number rest_of_it = numbers[k];
        for (long i = family.n; i >= 0; i--)
            add_slope(&extents[k * blocks + block_of[i]], slope(&rest_of_it, i + 1)); // of s it is 0
    }
    long used = current->used;
    for (long k = 0; k < count; k++)
        for (long l = 0; l < count; l++, current->used = used) {
            extent *f = &extents[k * blocks], *g = &extents[l * blocks];
            number rise = minus(f[up].least, g[down].greatest);
            number start = plus(minus(minus(constant_of(numbers[k]), constant_of(numbers[l])), least), rise);
            bool shows = positive(plus(start, times(rest, rise)), strictly);
            spend(blocks + 1);
            for (long b = 0; b < blocks && shows; b++) {
                number change = minus(f[b].least, g[b].greatest);
                if (b == up) change = minus(f[up].least, g[up].greatest);
                shows = positive(plus(start, times(rest, change)), strictly);
            }
            demand(shows, "the order of step %.*s does not show that two points differ", TEXT(one->name));
        }
}

static void check_apart(step one, number *numbers, long count) { // the numbers of one point
    number *sorted = COPY(number, numbers, count);
    for (long k = 1; k < count; k++)
        for (long i = k; i > 0; i--) {
            int less = shown_related("<", sorted[i], sorted[i - 1]);
            demand(less >= 0, "the numbers of step %.*s, which signs do not sort", TEXT(one->name));
            if (!less) break;
            number before = sorted[i - 1];
            sorted[i - 1] = sorted[i], sorted[i] = before;
        }
    for (long k = 1; k < count; k++) {
        number bound = plus(sorted[k - 1], one->bound);
        bool shows = shown_above(sorted[k], bound, one->fold == DIFFER || one->relation[1] != '=');
        demand(shows, "the numbers of a point of step %.*s are not apart", TEXT(one->name));
    }
}

static long read_part(json part, long *of, long block, long *found) { // how many variables of this block it has
    demand(array(part, -1)->count, "a split without variables");
    for (int k = 0; k < part->count; k++) {
        long variable = size(&part->items[k], 0);
        demand(variable <= family.n && of[variable] == (block < 0 ? of[variable] : block), "a split of two blocks");
        if (block < 0) block = of[variable];
        of[variable] = *found;
    }
    return part->count;
}

static void check_order(step one, json bound) {
    json splits = array(order_of(one), (int)family.n);
    points p = &one->domains[0]->points;
    demand(one->over->count == 1 && p->repeats == FORBIDDEN, "the order of step %.*s is over other points",
           TEXT(one->name));
    long n = family.n, *block_of = NEW(long, n + 1), blocks = 1;
    passing.used = 0, courses = NULL;
    use(&lasting), block_of = NEW(long, n + 1), use(&passing);
    enter_family(n, 0, NULL, columns_at_least(2, n + 1)), all_known = true;
    doubtful = false;
    reading term = read_term(one->term, NULL);
    long count = one->kind == 'n' ? 1 : term.count;
    number *numbers = NEW(number, count);
    amount least = {whole(0), 0};
    if (one->fold == APART) least = read_term(bound, NULL).amount;
    recognise(!doubtful, "the numbers of step %.*s, which may be an error", TEXT(one->name));
    for (long k = 0; k < count; k++) {
        amount x = one->kind == 'n' ? term.amount : term.items[k];
        recognise(!is_unknown(x) && !is_unknown(least), "the numbers of step %.*s", TEXT(one->name));
        if (is_zero(x.x)) x.e = least.e;
        if (is_zero(least.x)) least.e = x.e;
        recognise(x.e == least.e, "the numbers of step %.*s", TEXT(one->name));
        numbers[k] = x.x;
        for (number f = x.x; is_form(f); f = f->parts[0])
            recognise(f->variable <= n, "the numbers of step %.*s, in which there are entries", TEXT(one->name));
    }
    one->bound = least.x;
    check_apart(one, numbers, count);
    for (int k = 0; k < splits->count; k++) {
        json parts = array(&splits->items[k], 2)->items;
        long first = size(array(&parts[0], -1)->count ? &parts[0].items[0] : &nothing, 0), used = current->used;
        demand(first <= n, "a split of variables that are none");
        long block = block_of[first], whole_block = 0, up = -1, down = -2;
        for (long i = 0; i <= n; i++) whole_block += block_of[i] == block;
        long taken = read_part(&parts[0], block_of, block, &up) + read_part(&parts[1], block_of, block, &down);
        demand(taken == whole_block, "the parts of a split are no block");
        for (long i = 0; i <= n; i++)
            block_of[i] = block_of[i] == up ? block : block_of[i] == down ? blocks : block_of[i];
        blocks++, check_split(one, numbers, count, block_of, blocks, block, blocks - 1), current->used = used;
    }
}

// Witnesses: points of a domain, at an instance.
static matrix read_point(json rows, points p) {
    long d = size_of("d"), n = size_of("n"), repeated = 0, specials = 0;
    number m = family.m, special = times(power(m, times(whole(n), whole(d))), whole(-1)), last = NULL;
    matrix made = new_matrix(array(rows, d)->count, n);
    for (long i = 0; i < d; i++) array(&rows->items[i], n);
    for (long j = 0; j < n; j++) {
        number id = whole(0), factor = whole(1);
        bool has = false;
        for (long i = 0; i < d; i++, factor = times(factor, m)) {
            number x = AT(made, i, j) = rational(&rows->items[i].items[j]), level = times(x, m);
            bool here = !compare(x, special), plain = is_whole(level) && sign(x) >= 0 && compare(level, m) < 0;
            demand(here || plain, "a witness is no point of its domain");
            has = has || here, id = plus(id, times(factor, x));
        }
        demand(!last || compare(last, id) <= 0, "the columns of a witness are not by increasing id");
        repeated += last && !compare(last, id), specials += has, last = id;
    }
    bool fits = p->repeats == FORBIDDEN ? !repeated : p->repeats == ALLOWED || repeated;
    fits = fits && (p->specials == NONE ? !specials : p->specials == ALLOWED || specials);
    return demand(fits, "a witness is no point of its domain"), made;
}

static matrix made_by_ids(network net, int op, number k, matrix Z) {
    if (!net->runs || !net->runs->known || !net->runs->averages) return NULL;
    number *ids = NEW(number, Z->columns), *after = NULL, total = whole(0), layers = NULL;
    demand(Z->rows == size_of("d"), "a network acts on matrices with another number of rows");
    for (long j = 0; j < Z->columns; j++) {
        number factor = family.m;
        ids[j] = whole(0);
        for (long i = 0; i < Z->rows; i++, factor = times(factor, family.m))
            ids[j] = plus(ids[j], times(factor, AT(Z, i, j)));
    }
    if (op == STAGE) {
        long items = index_of(plus(k, whole(1)), net->runs->items + 1);
        for (run one = net->runs->list; one < net->runs->list + net->runs->count; one++)
            if (one->item < items) total = plus(total, at_D(one->count));
        layers = total;
    }
    total = whole(0);
    for (run one = net->runs->list; one < net->runs->list + net->runs->count; one++) {
        number before = total;
        total = plus(total, at_D(one->count));
        bool here = op == LAYER && is_whole(k) && compare(k, before) > 0 && compare(k, total) <= 0;
        if (here)
            after = applied_to_ids(one, plus(at_D(one->start), minus(minus(k, before), whole(1))), ids, Z->columns);
        if (here) layers = k;
    }
    if (op == AFTER && is_whole(k) && sign(k) >= 0 && compare(k, total) <= 0) layers = k;
    demand(layers, "a number of layers that the network does not have");
    if (op != LAYER) after = ids_at_point(net, layers, ids, Z->columns);
    matrix made = new_matrix(Z->rows, Z->columns);
    memcpy(made->entries, Z->entries, (size_t)(Z->rows * Z->columns) * sizeof(number));
    for (long j = 0; j < Z->columns; j++)
        AT(made, 0, j) = plus(AT(Z, 0, j), divided(minus(after[j], ids[j]), family.m));
    return made;
}

static void check_terms(step one, json bound) {
    available.point = one->over->count > 0;
    if (one->given->kind) check(one->given, NULL, "b");
    one->kind = check(one->term, NULL, FOLDS[one->fold].kinds);
    available.point = false;
    one->bound = one->fold == APART ? constant(bound, "n").number : whole(0);
}

static json instance_key(json parameters_of_witness, const char *name) {
    return field(parameters_of_witness, name);
}

static void count_layers(network net) { // of a profile, where D is
    number total = whole(0), *q = net->quantities, heads = whole(0), size = whole(0);
    bool sure = true;
    for (run one = net->runs->list; one < net->runs->list + net->runs->count; one++) {
        number count = at_D(one->count);
        total = plus(total, one->count);
        if (is_zero(count)) continue;
        sure = sure && positive(count, true), heads = greater(heads, whole(one->heads)), size = whole(1);
    }
    for (int k = 0; k < QUANTITIES; k++) q[k] = k == PARAMETERS || k == LARGEST ? NULL : sure ? whole(0) : &unknown;
    if (sure) q[HEADS] = heads, q[HEAD_SIZE] = size;
    q[ATTENTIONS] = total, net->layers = total;
}

// Evaluates a step that is refuted at the points of its witness: in scope "general", at the instance that it names.
static void check_counterexample(step one, json bound, json defined) {
    json witness = one->witness, general = parameters, here = NULL, points = NULL, name = NULL;
    bool all = family.general;
    keys(witness, all ? "domain points parameters" : "domain points");
    points = array(field(witness, "points"), -1), name = field(witness, "domain");
    number *before = definitions;
    struct network *counted = NULL;
    if (all) {
        here = field(witness, "parameters"), keys(here, "d m");
        integer(instance_key(here, "d"), 1), integer(instance_key(here, "m"), 2);
        counted = COPY(struct network, networks, records->count / 2);
        json items = COPY(struct json, general->items, general->count);
        items[1] = *field(here, "d"), items[3] = *field(here, "m");
        parameters = COPY(struct json, general, 1), parameters->items = items;
        family.general = false, family.m = integer(&items[3], 2);
        family.D = power(family.m, integer(&items[1], 1)), family.turn++;
        definitions = NEW(number, values->count / 2);
        for (long k = 0; k < defined->count; k++) {
            json pair = defined->items[k].items;
            definitions[place_of(values, pair)] = constant(pair + 1, "n").number;
        }
        for (long k = 0; k < records->count / 2; k++) {
            count_layers(&networks[k]);
            networks[k].quantities[ATTENTIONS] = at_D(networks[k].quantities[ATTENTIONS]);
        }
    }
    domain found = NULL;
    for (int k = 0; k < one->over->count; k++)
        if (name->kind == STRING && same_text(one->domains[k]->name, name)) found = one->domains[k];
    bool pairs = one->fold != EACH;
    demand(one->over->count ? found != NULL : !name->kind, "the domain of the witness of step %.*s", TEXT(one->name));
    demand(points->count == (!found ? 0 : pairs ? 2 : 1), "the points of the witness of step %.*s", TEXT(one->name));
    check_terms(one, bound), one->applied = 0, one->found = NULL;
    bool fails = false;
    for (int k = 0; k < (found ? points->count : 1); k++) {
        scene.point = found ? read_point(&points->items[k], &found->points) : NULL, change_scene();
        if (k) demand(!same_text(&points->items[0], &points->items[1]), "a witness has one point twice");
        bool applies = !one->given->kind || evaluate(one->given, NULL).truth;
        demand(applies, "the witness of step %.*s is none", TEXT(one->name));
        value v = evaluate(one->term, NULL);
        if (!pairs) fails = !v.truth;
        if (!pairs) continue;
        matrix numbers = one->kind == 'n' ? new_matrix(1, 1) : v.matrix;
        if (one->kind == 'n') numbers->entries[0] = v.number;
        one->found = grown(one->found, one->applied, sizeof *one->found);
        one->found[one->applied++] = (struct found){(place){k, whole(k)}, lasting_list(numbers)};
    }
    long count;
    number least;
    if (pairs && found) ordered(one, NULL, 2, &count, &fails, &least);
    demand(fails, "the witness of step %.*s is none", TEXT(one->name));
    if (all) {
        parameters = general, definitions = before, family.general = true, family.m = NULL;
        family.D = plus(form(0), whole(2)), family.turn++;
        memcpy(networks, counted, (size_t)(records->count / 2) * sizeof *networks); // the counts at D outlive this step
    }
}

static void read_symbolic_step(step one, json record, json defined, domain domains, int count) {
    json bound, relation;
    read_statement(one, record, defined, domains, count, &bound, &relation);
    recognise(!of(one, "evidence")->kind, "the evidence of step %.*s", TEXT(one->name));
    recognise(!one->speaks, "the reals of step %.*s, which is over all points at once", TEXT(one->name));
    json verdict = of(one, "verdict"), reason = of(one, "reason"), order = order_of(one);
    static const char *const names[] = {"holds", "vacuous", "refuted", "inconclusive"};
    bool fixed = one->over->count || family.general, decided = true;
    for (int k = 0; k < 4; k++) one->verdict = is_word(verdict, names[k]) ? names[k] : one->verdict;
    demand(one->verdict, "the verdict of step %.*s", TEXT(one->name));
    demand(fixed, "a static step of one instance");
    for (int k = 0; k < 3; k++)
        demand(!of(one, k == 0   ? "applicable"
                        : k == 1 ? "failures"
                                 : "measure")
                    ->kind,
               "the step %.*s counts points, which were not gone through", TEXT(one->name));
    bool holds = one->verdict == names[0], vacuous = one->verdict == names[1], refuted = one->verdict == names[2];
    decided = holds || vacuous || refuted;
    json points = of(one, "points");
    number all = whole(0);
    for (int k = 0; k < one->over->count; k++) {
        number here = one->domains[k]->decided;
        recognise(!decided || one->domains[k]->complete, "the domain of step %.*s", TEXT(one->name));
        demand(here || family.general || !decided, "a domain of step %.*s has no number of points", TEXT(one->name));
        all = all && here ? plus(all, here) : NULL;
    }
    if (family.general) all = NULL;
    one->points = points->kind ? integer(points, 0) : NULL;
    demand(!all == !one->points && (!all || !compare(all, one->points)), "the points of step %.*s", TEXT(one->name));
    demand(!reason->kind || (reason->kind == STRING && !decided), "step %.*s has a reason where there is none",
           TEXT(one->name));
    demand(refuted == (one->witness->kind != NOTHING), "the witness of step %.*s", TEXT(one->name));
    one->failures = whole(0), in_place = false, available.point = one->over->count > 0;
    for (int k = 0; k < one->over->count; k++)
        if (is_word(field(one->domains[k]->spec, "kind"), "cells")) bind_row(one);
    if (one->given->kind) check(one->given, one->scope, "b");
    read_fold(one, relation, bound);
    if (bound->kind && family.general) check(bound, NULL, "n");
    bool pairs = one->fold == DIFFER || one->fold == APART;
    demand(!decided || one->fold < ADDED, "the fold of step %.*s is not decided at once", TEXT(one->name));
    bool ordered = pairs && holds && one->over->count;
    demand(ordered == (order->kind != NOTHING), "the order of step %.*s", TEXT(one->name));
    demand(!holds || !in_place, "a network of step %.*s, for which one point does not stand for its orbit",
           TEXT(one->name));
    struct stack *before = use(&passing);
    passing.used = 0;
    if (refuted) check_counterexample(one, bound, defined);
    if ((holds || vacuous) && one->over->count) decide_families(one, vacuous);
    if (ordered) strayed = false, check_order(one, bound);
    recognise(!ordered || !strayed, "the step %.*s, of layers that signs do not decide", TEXT(one->name));
    if ((holds || vacuous) && !one->over->count) {
        family.bounded = family.known = family.columns = 0, family.several = false, all_known = true, family.turn++;
        family.D = plus(form(0), whole(2)), courses = NULL;
        int given = one->given->kind ? read_truth(one->given) : 1;
        int truth = pairs || !given ? 1 : read_truth(one->term);
        demand(!(vacuous && given > 0 && !pairs) && !(holds && (!given || pairs || (given > 0 && !truth))),
               "the step %.*s does not have the verdict %s", TEXT(one->name), one->verdict);
        recognise(vacuous ? !given || pairs : given > 0 && truth > 0, "the step %.*s, which signs do not decide",
                  TEXT(one->name));
    }
    use(before);
}

// The scope: an instance, or all of them, with names for d and m, which have no values there.
static void read_instance(long network_count) {
    number d = integer(field(parameters, "d"), 1), m = integer(field(parameters, "m"), 1);
    recognise(compare(m, whole(2)) >= 0, "a grid with one level");
    family.n = size_of("n"), family.m = m, family.D = power(m, d);
    for (long k = 0; k < network_count; k++) {
        demand(networks[k].d == size_of("d"), "a network acts on matrices with another number of rows");
        find_all_runs(&networks[k]);
    }
}

static int by_name(const void *a, const void *b) {
    json x = *(const json *)a, y = *(const json *)b;
    return compare_key(x, file + y->start + 1, file + y->start + y->length - 1);
}

static void read_all_instances(json decided, json defined) {
    static struct json all, names[6], known;
    keys(parameters, "n"), family.n = size_of("n"), family.D = plus(form(0), whole(2));
    demand(is_word(field(decided, "for_all"), "D"), "what a certificate is for all of");
    keys(values, "");
    for (int k = 0; k < 2; k++)
        names[2 * k] = (struct json){.kind = STRING, .start = at + 6 + 3 * k, .length = 3},
                  names[2 * k + 1] = parameters->items[1];
    names[4] = parameters->items[0], names[5] = parameters->items[1];
    all = (struct json){.kind = OBJECT, .count = 6, .items = names}, parameters = &all;
    json *sorted = NEW(json, defined->count);
    for (int k = 0; k < defined->count; k++) {
        sorted[k] = array(&defined->items[k], 2)->items;
        demand(sorted[k]->kind == STRING, "the name of a definition is not a word");
    }
    qsort(sorted, (size_t)defined->count, sizeof *sorted, by_name);
    known = (struct json){.kind = OBJECT, .count = 2 * defined->count, .items = NEW(struct json, 2 * defined->count)};
    meanings = NEW(json, defined->count), defined_at = allocate(defined->count, sizeof *defined_at);
    for (int k = 0; k < defined->count; k++) {
        demand(!k || by_name(&sorted[k - 1], &sorted[k]), "a name is defined twice");
        known.items[2 * k] = known.items[2 * k + 1] = *sorted[k], meanings[k] = sorted[k] + 1;
    }
    values = &known;
}
