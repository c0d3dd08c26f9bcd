// Sections 6 and 7: steps with evidence, which decides them without their points.

static bool every_point; // whether all points are asked for, and no evidence is used

static bool by_evidence(step one) { // whether the step is decided without a look at its points
    return one->evidence && !every_point;
}

static bool has_evidence(json record) {
    static const char key[] = "evidence";
    json evidence = record->kind == OBJECT ? find(record, key, key + strlen(key)) : NULL;
    return evidence && evidence->kind;
}

// Reads a step with evidence, which may say no more than what the evidence shows.
static void read_evident_step(step one, json record, json definitions, domain domains, int count) {
    json bound, relation;
    read_statement(one, record, definitions, domains, count, &bound, &relation);
    json evidence = of(one, "evidence"), verdict = of(one, "verdict");
    recognise(evidence->kind == OBJECT, "the evidence of step %.*s", TEXT(one->name));
    json kind = optional(evidence, "kind");
    one->evidence = !kind ? NO_EVIDENCE : is_word(kind, "signs") ? SIGNS : is_word(kind, "witness") ? WITNESS : 0;
    recognise(one->evidence, "the evidence of step %.*s", TEXT(one->name));
    bool signs = one->evidence == SIGNS, orbits = false;
    keys(evidence, signs ? "kind order" : "kind");
    demand(one->over->count, "step %.*s has evidence, and no points", TEXT(one->name));
    number all = whole(0);
    for (int k = 0; k < one->over->count; k++) {
        points p = &one->domains[k]->points;
        demand(p->kind != CELLS && one->domains[k]->whole, "step %.*s has evidence, and is over cells or some points",
               TEXT(one->name));
        all = plus(all, one->domains[k]->decided), p = p->kind == PAIRS ? p->of : p;
        orbits = orbits || p->kind == ORBITS;
    }
    one->points = integer(of(one, "points"), 0), one->failures = whole(0);
    one->applicable = one->given->kind ? NULL : all;
    json applicable = of(one, "applicable"), failures = of(one, "failures");
    bool counted = !one->applicable ? !applicable->kind : is_written(applicable, text_of(all));
    counted = counted && (signs ? is_written(failures, "0") : !failures->kind) && !compare(one->points, all);
    demand(counted && !of(one, "measure")->kind && !of(one, "reason")->kind,
           "step %.*s says more than its evidence shows", TEXT(one->name));
    one->verdict = is_word(verdict, "holds")     ? "holds"
                   : is_word(verdict, "vacuous") ? "vacuous"
                   : is_word(verdict, "refuted") ? "refuted"
                                                 : NULL;
    demand(one->verdict && signs == (*one->verdict != 'r') && signs == !one->witness->kind,
           "the verdict or the witness of step %.*s and its evidence", TEXT(one->name));
    mpz_init2(one->sum, 256);
    in_place = false, available.point = true;
    if (one->given->kind) check(one->given, NULL, "b");
    read_fold(one, relation, bound);
    demand(one->fold <= APART && !one->speaks, "step %.*s has evidence of no fold or number that there is evidence for",
           TEXT(one->name));
    one->alone = orbits && in_place;
    demand(!one->alone || *one->verdict != 'h', "step %.*s holds, where a point does not stand for its orbit",
           TEXT(one->name));
    bool sorted = signs && one->fold != EACH && *one->verdict == 'h';
    demand(sorted || !signs || !order_of(one)->kind, "step %.*s has an order, and nothing to put in order",
           TEXT(one->name));
}

// The instance that signs are about, once a step is decided by them.
static void read_subject(step steps, long count, long network_count) {
    bool needed = false;
    for (step one = steps; one < steps + count; one++) needed = needed || (by_evidence(one) && one->evidence == SIGNS);
    if (!needed) return;
    number d = integer(field(parameters, "d"), 1), m = integer(field(parameters, "m"), 1);
    recognise(compare(m, whole(2)) >= 0, "a grid with one level");
    family.n = size_of("n"), family.m = m, family.D = power(m, d);
    allowance += FOR_SIGNS;
    for (long k = 0; k < network_count; k++) {
        network net = &networks[k];
        if (net->d == size_of("d") && !net->real)
            find_all_runs(net);
        else
            net->runs = NEW(struct runs, 1); // which are not known
    }
}

static void decide_by_signs(step one) {
    json related = find(one->record, "bound", "bound" + 5);
    bool vacuous = *one->verdict == 'v', ordered = one->fold != EACH && !vacuous;
    for (int k = 0; k < one->over->count; k++)
        recognise(is_of_paper(one->domains[k]->spec), "the domain of step %.*s", TEXT(one->name));
    recognise(!ordered || order_of(one)->kind, "the step %.*s, of which no order is given", TEXT(one->name));
    struct stack *before = use(&passing);
    passing.used = 0, at_once = true;
    decide_families(one, vacuous);
    if (ordered) check_order(one, related ? related : &nothing);
    at_once = false, use(before);
}

static void check_failure(step one) { // at its witness, where it has to fail as that says
    int wanted = one->fold == EACH ? 1 : 2;
    keys(one->witness, "at bindings left points relation right");
    json at = array(field(one->witness, "at"), wanted);
    place places[2];
    struct stack *around = use(&lasting);
    number layers = whole(0);
    for (long net = 0; net < records->count / 2; net++)
        if (one->evaluated[net]) layers = plus(layers, networks[net].layers);
    number more = times(whole(wanted), plus(whole(FOR_A_POINT), times(whole(FOR_A_LAYER), layers)));
    allowance = bounded(plus(whole(allowance), more), LONG_MAX / 4);
    one->looked = one->applied = one->failed = 0, one->found = NULL;
    for (int k = 0; k < wanted; k++) {
        json pair = array(&at->items[k], 2)->items;
        int d = 0;
        while (d < one->over->count && !same_text(one->domains[d]->name, pair)) d++;
        demand(d < one->over->count, "the witness of step %.*s is in a domain that is none of it", TEXT(one->name));
        places[k] = (place){d, integer(&pair[1], 0)};
        demand(is_decided(one->domains[d], places[k].rank), "the witness of step %.*s is at a rank that is none",
               TEXT(one->name));
        demand(!k || earlier(places[0], places[1]), "the points of the witness of step %.*s are not in order",
               TEXT(one->name));
    }
    use(&passing);
    for (int k = 0; k < wanted; k++) passing.used = 0, enter(one, places[k], false), look(one, places[k]);
    demand(one->applied == wanted, "the witness of step %.*s does not satisfy the hypothesis", TEXT(one->name));
    passing.used = 0, change_scene();
    if (one->fold != EACH) one->failed = settle_pairs(one);
    demand(one->failed, "the witness of step %.*s is none", TEXT(one->name));
    if (one->fold == EACH) check_witness(one, places, 1, one->term, NULL, NULL);
    use(around);
}

static void confirm(step one) {
    if (one->evidence == SIGNS)
        decide_by_signs(one);
    else
        check_failure(one);
}

static void settle_evident(step one) { // where its points were looked at
    if (one->evidence == WITNESS) {
        check_failure(one);
        return;
    }
    bool pairs = one->fold != EACH, many = one->applied >= (pairs ? 2 : 1), vacuous = *one->verdict == 'v';
    passing.used = 0, change_scene();
    if (one->found) qsort(one->found, (size_t)one->applied, sizeof *one->found, by_place);
    if (pairs) one->failed = settle_pairs(one);
    demand(!one->failed, "step %.*s fails at points", TEXT(one->name));
    demand(vacuous ? !many : many || !one->whole, "step %.*s does not have the verdict %s", TEXT(one->name),
           one->verdict);
}

static void show(json name) { // as it is, or in quotes where something else could be read into it
    bool plain = name->length > 2;
    for (int k = name->start + 1; k < name->start + name->length - 1; k++) {
        char c = file[k], lower = c | 32;
        plain = plain && (is_digit(c) || (lower >= 'a' && lower <= 'z') || strchr("_.:@+/-", c));
    }
    printf("%.*s", name->length - 2 * plain, file + name->start + plain);
}

static void show_evident_step(step one) {
    printf("  "), show(one->name), printf(": %s (points %s, by ", one->verdict, unquoted(one->points));
    if (one->evidence == WITNESS)
        printf("its witness");
    else if (every_point)
        printf("%ld points, without its evidence", one->looked);
    else
        printf("signs of affine forms");
    printf(") %.*s\n", WORD(of(one, "statement")));
}

static void show_evidence(step steps, long count) { // for the headline: how many steps were decided by what
    long signs = 0, witnesses = 0;
    for (step one = steps; one < steps + count; one++)
        if (by_evidence(one)) *(one->evidence == SIGNS ? &signs : &witnesses) += 1;
    if (signs) printf(", %ld %s over points by signs of affine forms", signs, signs == 1 ? "step" : "steps");
    if (witnesses) printf(", %ld by %s", witnesses, witnesses == 1 ? "its witness" : "their witnesses");
}
