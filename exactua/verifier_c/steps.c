// Section 6: steps.

enum { EACH, DIFFER, APART, ADDED, OWN };

enum { NO_EVIDENCE, SIGNS, WITNESS };

static const struct {
    const char *name, *relations, *kinds;
} FOLDS[] = {{"each", "", "b"},
             {"distinct", "", "nl"},
             {"apart", " >= > ", "nl"},
             {"sum", " <= = >= < > ", "n"},
             {"\n", "", "nl"}};

typedef struct place {
    int domain;
    number rank;
} place; // the position of a domain in `over`

typedef struct found {
    place place;
    matrix numbers;
} *found;

typedef struct step {
    json record, name, over, given, term, witness, measure, following, asserted; // the last two: of an own fold
    int fold, evidence;
    char relation[4], kind;
    const char *verdict;
    domain *domains; // the kind of the term
    struct scope row, *scope;
    matrix start; // of cells: their row; of an own fold
    number bound, points, applicable, failures, total;
    floor_number extremes[2]; // times 2^0, where no reals are spoken of; NULL: none
    mpz_t sum;                // of measured numbers; the total: of a fold
    bool speaks, rounds, real, measured, alone, known, whole,
        undecided;   // speaks: of reals; rounds: a network of it does; real: its numbers are; alone: a point does not
                     // stand for its orbit; whole: all were looked at
    bool *evaluated; // networks
    long looked, applied, failed;
    found found;
    place first, at[2]; // the least that failed; where the extremes are
} *step;

static mpz_t prime;
static struct json row_name = {.kind = STRING, .length = 5};

static json of(step one, const char *key) {
    return field(one->record, key);
}

static number times_power(number a, long e) { // a 2^e
    number two = fresh(RATIONAL);
    mpz_ui_pow_ui(mpq_numref(two->q), 2, (unsigned long)(e < 0 ? -e : e)), two = tidy(two);
    return e < 0 ? divided(a, two) : times(a, two);
}

// Text to be hashed, or compared with what is written: %s a string, %j a node, %n a number, %l a list, %m a matrix.
static struct {
    char *text;
    long length, room;
} written;

static void put(const char *format, ...) {
    va_list parts;
    va_start(parts, format);
    for (const char *p = format, *text; *p; p++) {
        char letter = *p == '%' ? *++p : 0;
        json node = letter == 'j' ? va_arg(parts, json) : NULL;
        matrix Z = letter == 'l' || letter == 'm' ? va_arg(parts, matrix) : NULL;
        text = node ? file + node->start : letter == 's' ? va_arg(parts, char *) : p;
        if (letter == 'n') text = text_of(va_arg(parts, number));
        for (long i = 0; Z && i < Z->rows; i++) {
            put(i ? "," : "[");
            for (long j = 0; j < Z->columns; j++) put(letter == 'l' ? "%n" : j ? ",%n" : "[%n", AT(Z, i, j));
            if (letter == 'm') put("]");
        }
        if (Z) text = Z->rows ? "]" : "[]";
        long length = node ? node->length : letter ? (long)strlen(text) : 1;
        bool larger = written.length + length > written.room;
        if (larger)
            written.room = 2 * (written.length + length), written.text = realloc(written.text, (size_t)written.room);
        demand(written.text, "there is no memory for a witness");
        memcpy(written.text + written.length, text, (size_t)length), written.length += length;
    }
    va_end(parts);
}

static void agree(step one, json node, const char *what) { // with what was put
    bool same = is_text(node, written.text, written.length);
    int shown = written.length < 200 ? (int)written.length : 200;
    demand(same, "the %s of step %.*s is not the one found, %.*s", what, TEXT(one->name), shown, written.text);
    written.length = 0;
}

static bool earlier(place a, place b) {
    return a.domain < b.domain || (a.domain == b.domain && compare(a.rank, b.rank) < 0);
}

static void enter(step one, place where, bool sample) {
    points p = &one->domains[where.domain]->points;
    spend(p->n);
    scene.point = new_matrix(p->d, p->kind == PAIRS ? 2 * p->n : p->n), change_scene();
    find_entries(p, where.rank, sample, scene.point->entries, &one->row.value.number);
}

static bool is_logic(json t) {
    return t->op == ALL || t->op == PERMUTATIONS || t->op == AND || t->op == IMPLIES;
}

static json falsity(json t, scope *s) { // where a false term is false: the part of it that is no logic, and its scope
    while (is_logic(t)) {
        json found = t->op == IMPLIES ? &t->items[2] : NULL;
        for (int k = 1; t->op == AND && k < t->count && !found; k++)
            if (!evaluate(&t->items[k], *s).truth) found = &t->items[k];
        for (loop one = found || t->op == AND ? NULL : begin(t, *s); one && !found && next(one);)
            if (!evaluate(one->body, &one->own).truth) found = one->body, *s = &one->own;
        demand(t = found, "a witness is none");
    }
    return t;
}

static void put_side(step one, json side, json t, scope s, char kind) {
    value v = evaluate(t, s);
    if (one->real && side && !side->kind)
        put("null");
    else if (one->real && kind == 'n')
        put_floor(floor_of(v.number));
    else if (one->real)
        put_floors_of(v.matrix, kind, side);
    else if (kind == 'n')
        put("%n", v.number);
    else
        put(kind == 'l' ? "%l" : "%m", v.matrix);
}

// The witness: the points at these places; and where `asserted` is false, or else how two numbers are related.
static void check_witness(step one, place *places, int count, json asserted, number left, number right) {
    scope s = one->scope;
    bool hidden;
    int names = 0;
    json bindings = field(one->witness, "bindings"), key = bindings->items;
    put("{\"at\":[");
    for (int k = 0; k < count; k++)
        put(k ? ",[%j,%n]" : "[%j,%n]", one->domains[places[k].domain]->name, places[k].rank);
    if (count) enter(one, places[0], true);
    json part = asserted ? falsity(asserted, &s) : NULL;
    put("],\"bindings\":{");
    for (; asserted && bindings->kind == OBJECT && names < bindings->count / 2; names++, key += 2) {
        scope found = find_variable(s, key, &hidden); // of two variables with one name the inner one
        demand(found, "a binding of the witness of %.*s", TEXT(one->name));
        put(names ? ",%j:" : "%j:", key);
        if (found->kind == 'n') put("%n", found->value.number);
        for (long i = 0; found->kind == 'p' && i < size_of("n"); i++)
            put(i ? ",%n" : "[%n", whole(found->value.order[i] + 1));
        if (found->kind == 'p') put("]");
    }
    for (scope v = s; asserted && v; v = v->around) names -= find_variable(s, v->name, &hidden) == v;
    demand(!names, "the witness of %.*s does not bind all variables", TEXT(one->name));
    bool plain = part && !is_relation(part), range = part && (part->op == IN || part->op == NOT_IN);
    put(!part ? "},\"left\":%n" : plain ? "},\"left\":null" : "},\"left\":", left);
    if (part && !plain) put_side(one, field(one->witness, "left"), &part->items[1], s, part->compared);
    put(",\"points\":[");
    for (int k = 0; k < count; k++) {
        if (k) put(","), enter(one, places[k], true);
        put("%m", scene.point);
    }
    const char *word = part ? operators[part->op].word : one->fold == DIFFER ? "!=" : one->relation;
    json right_side = part ? field(one->witness, "right") : NULL;
    bool unsaid = range && one->real && !right_side->kind;
    put(plain ? "],\"relation\":null,\"right\":null" : "],\"relation\":\"%s\",\"right\":", word);
    for (int k = 2; part && !plain && !unsaid && k <= 2 + range; k++)
        put(!range   ? ""
            : k == 2 ? "["
                     : ","),
            put_side(one, range ? part_of(right_side, k - 2, 2) : right_side, &part->items[k], s, part->compared);
    if (range) put(unsaid ? "null" : "]");
    put(part ? "}" : "%n}", right), agree(one, one->witness, "witness");
}

// What a point says.
static place lasting_place(place where) {
    return (place){where.domain, lasting_copy(where.rank)};
}

static void measure(step one, place where, number x) {
    mpz_t residue;
    mpz_init(residue);
    if (!one->measured) return;
    floor_number this = one->real ? floor_of(x) : (floor_number){x, 0};
    for (int k = 0; k < 2; k++) { // least, greatest
        floor_number *end = &one->extremes[k];
        int side = k ? -1 : 1, order = !end->k     ? -1
                                       : one->real ? side * compare_floors(this, *end)
                                                   : side * compare(x, end->k);
        if (order > 0 || (!order && !earlier(where, one->at[k]))) continue;
        *end = (floor_number){lasting_copy(this.k), this.e}, one->at[k] = lasting_place(where);
    }
    if (one->real) return;
    demand(mpz_invert(residue, mpq_denref(x->q), prime), "a number that is no residue modulo the prime");
    mpz_mul(residue, residue, mpq_numref(x->q)), mpz_mod(residue, residue, prime);
    mpz_add(one->sum, one->sum, residue), mpz_mod(one->sum, one->sum, prime);
} // in the memory that it has

static bool look_each(step one, place where, json t, scope s) { // measures the relation of numbers below `all`s
    bool truth = true;
    for (loop turns = t->op == ALL ? begin(t, s) : NULL; turns && next(turns);)
        truth = look_each(one, where, turns->body, &turns->own) && truth;
    if (t->op == ALL) return truth;
    number u = number_of(&t->items[1], s), v = number_of(&t->items[2], s),
           w = t->count > 3 ? number_of(&t->items[3], s) : NULL;
    measure(one, where, w ? u : minus(v, u));
    return related(t->op, u, v, w);
}

static number
orders(matrix Z) { // in how many different orders its columns can stand, of which equal ones are neighbours
    number count = whole(1);
    for (long j = 1, alike = 1; j < Z->columns; j++) {
        alike = same(columns(Z, NULL, j, 1), columns(Z, NULL, j - 1, 1)) ? alike + 1 : 1;
        count = divided(times(count, whole(j + 1)), whole(alike));
    }
    return count;
}

static void look(step one, place where) {
    one->looked++;
    if (one->undecided || (one->given->kind && !evaluate(one->given, one->scope).truth)) return;
    one->applied++;
    if (one->fold == EACH) {
        json leaf = one->term;
        while (leaf->op == ALL) leaf = &leaf->items[4];
        bool relation = one->measured && is_relation(leaf) && leaf->compared == 'n';
        bool truth = relation ? look_each(one, where, one->term, one->scope) : evaluate(one->term, one->scope).truth;
        if (!relation) measure(one, where, whole(truth));
        if (!truth && (!one->failed++ || earlier(where, one->first))) one->first = lasting_place(where);
        return;
    }
    value v = evaluate(one->term, one->scope);
    matrix numbers = one->kind == 'n' ? new_matrix(1, 1) : v.matrix;
    if (one->kind == 'n') numbers->entries[0] = v.number;
    for (long k = 0; k < numbers->rows; k++) measure(one, where, numbers->entries[k]);
    bool orbit = one->over->count && one->domains[where.domain]->points.kind == ORBITS;
    if (one->fold == ADDED)
        one->total = lasting_copy(plus(one->total, times(v.number, orbit ? orders(scene.point) : whole(1))));
    if (one->fold == ADDED) return;
    struct stack *before = use(&lasting);
    one->found = grown(one->found, one->applied - 1, sizeof *one->found);
    one->found[one->applied - 1] = (struct found){lasting_place(where), lasting_list(numbers)};
    use(before);
}

// What the points come to together: each returns how many failures there are, after it has checked the witness.
static int by_place(const void *a, const void *b) {
    return earlier(((found)a)->place, ((found)b)->place) ? -1 : earlier(((found)b)->place, ((found)a)->place);
}

typedef struct item {
    number number;
    long of;
} *item; // a number, and of which point

static bool near(step one, number a, number b) {
    return !fits(one->fold == APART ? one->relation : ">", compare(minus(b, a), one->bound));
}

// The numbers of these points in order; whether two of them are too near; the least difference, or number that is there
// twice.
static item ordered(step one, long *of, long points, long *count, bool *clash, number *least) {
    *count = 0, *clash = false, *least = NULL;
    for (long k = 0; k < points; k++) *count += one->found[of ? of[k] : k].numbers->rows;
    item items = NEW(struct item, *count), end = items;
    for (long k = 0; k < points; k++)
        for (long i = 0; i < one->found[of ? of[k] : k].numbers->rows; i++)
            *end++ = (struct item){one->found[of ? of[k] : k].numbers->entries[i], of ? of[k] : k};
    qsort(items, (size_t)*count, sizeof *items, by_number);
    for (item this = items; this + 1 < end; this ++) {
        number apart = minus(this[1].number, this->number);
        *clash = *clash || near(one, this->number, this[1].number);
        if (one->fold == APART && (!*least || compare(apart, *least) < 0)) *least = apart;
        if (one->fold == DIFFER && !*least && is_zero(apart)) *least = this->number;
    }
    return items;
}

static long settle_pairs(step one) {
    long count, failed = 0, pair[2] = {0, 0};
    bool clash, alone = false, *fails = NEW(bool, one->applied);
    number least;
    item items = ordered(one, NULL, one->applied, &count, &clash, &least);
    for (long k = 1; k < count; k++)
        if (near(one, items[k - 1].number, items[k].number)) fails[items[k - 1].of] = fails[items[k].of] = true;
    for (long k = 0; k < one->applied; k++)
        if (fails[k])
            ordered(one, &k, 1, &count, &clash, &least), alone = alone || clash, pair[0] = failed++ ? pair[0] : k;
    if (!failed || one->applied < 2) return 0;
    if (alone) pair[0] = 0; // a point with two such numbers of its own makes a pair with any other
    for (pair[1] = pair[0] + 1; ordered(one, pair, 2, &count, &clash, &least), !clash;) pair[1]++;
    place places[] = {one->found[pair[0]].place, one->found[pair[1]].place};
    return check_witness(one, places, 2, NULL, least, one->fold == DIFFER ? least : one->bound), failed;
}

static bool may_be(json t, json relation) { // whether a falsity of t can have this relation
    bool found = false;
    if (!is_logic(t)) return is_relation(t) ? is_word(relation, operators[t->op].word) : !relation->kind;
    for (int k = t->op == AND ? 1 : t->count - 1; k < t->count; k++) found = found || may_be(&t->items[k], relation);
    return found;
}

static long settle_whole(step one) { // a sum, or an own fold
    if (!one->whole && is_zero(one->failures)) return 0;
    if (!one->whole && one->fold == OWN) {
        keys(one->witness, "at bindings left points relation right");
        array(field(one->witness, "at"), 0), array(field(one->witness, "points"), 0);
        demand(field(one->witness, "bindings")->kind == OBJECT, "the bindings of a witness");
        return demand(may_be(one->asserted, field(one->witness, "relation")), "the relation of a witness"), 1;
    }
    if (!one->known || is_zero(one->applicable) || one->alone) return 0;
    number total = one->fold == OWN || one->whole ? one->total : rational(field(one->witness, "left"));
    if (one->fold == ADDED && fits(one->relation, compare(total, one->bound))) return 0;
    if (one->fold == ADDED) return check_witness(one, NULL, 0, NULL, total, one->bound), 1;
    scene.accumulator = one->start;
    for (long k = 0; k < one->applied; k++) {
        matrix made = new_matrix(one->start->rows, 1);
        scene.numbers = one->found[k].numbers;
        for (long i = 0; i < made->rows; i++) made->entries[i] = number_of(&one->following->items[i], NULL);
        scene.accumulator = lasting_list(made), passing.used = 0, change_scene();
    }
    if (evaluate(one->asserted, NULL).truth) return 0;
    return check_witness(one, NULL, 0, one->asserted, NULL, NULL), 1;
}

static void settle(step one) { // compares what the points said with what the step reports
    passing.used = 0, change_scene();
    if (one->found) qsort(one->found, (size_t)one->applied, sizeof *one->found, by_place);
    if (one->fold != EACH)
        one->failed = one->fold >= ADDED ? settle_whole(one) : settle_pairs(one);
    else if (one->failed)
        check_witness(one, &one->first, one->over->count > 0, one->term, NULL, NULL);
    number missed = minus(one->applicable, whole(one->applied)), others = minus(one->failures, whole(one->failed));
    number most = one->fold == EACH ? missed : one->fold >= ADDED || one->whole ? whole(0) : one->failures;
    bool possible = sign(missed) >= 0 && compare(missed, minus(one->points, whole(one->looked))) <= 0;
    possible = possible && sign(others) >= 0 && compare(others, most) <= 0;
    demand(possible, "step %.*s: found %ld applicable, %ld failing points", TEXT(one->name), one->applied, one->failed);
    demand(is_zero(one->failures) == !one->witness->kind, "the witness of step %.*s", TEXT(one->name));
    if (one->extremes[0].k && !one->whole && !one->real)
        mpz_mod(one->sum, mpq_numref(integer(field(one->measure, "sum"), LONG_MIN)->q), prime);
    for (int k = 1; k >= 0 && one->extremes[0].k; k--) {
        put(k ? "{\"max\":" : "\"min\":");
        if (one->real)
            put_floor(one->extremes[k]);
        else
            put("%n", one->extremes[k].k);
        put(k ? ",\"max_at\":[%j,%n]," : ",\"min_at\":[%j,%n],\"sum\":", one->domains[one->at[k].domain]->name,
            one->at[k].rank);
    }
    number residue = fresh(RATIONAL);
    mpz_set(mpq_numref(residue->q), one->sum);
    put(!one->extremes[0].k ? "null" : one->real ? "null}" : "%n}", residue), agree(one, one->measure, "measure");
}

static number constant_of_step(json t) { // for all instances together it has no value
    if (!family.general) return constant(t, "n").number;
    return check(t, NULL, "n"), whole(0);
}

static void read_fold(step one, json relation, json bound) {
    json fold = of(one, "fold");
    bool own = fold->kind == OBJECT, mixed = false;
    for (int k = 0; k < one->over->count; k++) mixed = mixed || one->domains[k]->points.kind != CELLS;
    while (one->fold < OWN && !is_word(fold, FOLDS[one->fold].name)) one->fold++;
    recognise(one->fold < OWN || own, "the fold of step %.*s", TEXT(one->name));
    recognise(at_once || !one->scope || (one->fold == EACH && !mixed), "a fold of step %.*s over cells",
              TEXT(one->name));
    char word[8] = "";
    if (relation->kind == STRING && relation->length <= 4)
        sprintf(word, " %.*s ", WORD(relation)), sprintf(one->relation, "%.*s", WORD(relation));
    bool related = *FOLDS[one->fold].relations;
    demand((related ? *word && strstr(FOLDS[one->fold].relations, word) : !relation->kind) && !bound->kind == !related,
           "the bound or the relation of step %.*s", TEXT(one->name));
    one->kind = check(one->term, one->scope, FOLDS[one->fold].kinds);
    available.point = false;
    one->bound = related ? constant_of_step(bound) : whole(0), one->total = whole(0);
    demand(one->fold < ADDED || one->known || is_zero(one->failures), "step %.*s fails by a part of its points",
           TEXT(one->name));
    if (!own) return;
    keys(fold, "start next holds");
    json start = array(field(fold, "start"), -1);
    one->following = array(field(fold, "next"), start->count), one->asserted = field(fold, "holds");
    demand(start->count, "the fold of step %.*s has no numbers", TEXT(one->name));
    one->start = new_matrix(start->count, 1);
    for (int k = 0; k < start->count; k++) one->start->entries[k] = constant_of_step(&start->items[k]);
    available.accumulator = available.numbers = true;
    for (int k = 0; k < start->count; k++) check(&one->following->items[k], NULL, "n");
    available.numbers = false, check(one->asserted, NULL, "b"), available.accumulator = false;
}

// Reads a step; its statement, its counts and its verdict must agree with each other.
static void bind_row(step one) { // of a step over cells: the number of the row that a column stands in
    row_name.start = at + 1, one->row = (struct scope){.name = &row_name, .kind = 'n'}, one->scope = &one->row;
}

#define STEP                                                                                                           \
    "name kind says over given fold term statement verdict reason points applicable failures witness measure evidence"

static bool picks(json t) { // whether it is an integer or another one, as a condition is true or false
    return t->kind == ARRAY && t->count == 4 && is_word(t->items, "if") && t->items[2].kind == WHOLE &&
           t->items[3].kind == WHOLE;
}

static bool chooses(json t) { // whether its numbers are integers that conditions choose
    json values = t->kind == ARRAY && t->count == 5 && is_word(t->items, "list") ? &t->items[4] : NULL;
    if (!values || values->kind != ARRAY || values->count < 2 || !is_word(values->items, "select")) return picks(t);
    bool all = true;
    for (int k = 2; k < values->count; k++) all = all && picks(&values->items[k]);
    return all;
}

static void read_statement(step one, json record, json definitions, domain domains, int count, json *said_bound,
                           json *said_relation) { // what a step says, over what, and its hash
    json bound = find(record, "bound", "bound" + 5), relation = find(record, "relation", "relation" + 8);
    bool related = bound || relation;
    keys(record, at_once   ? (related ? STEP " order bound relation" : STEP " order")
                 : related ? STEP " bound relation"
                           : STEP);
    if (!related) bound = relation = &nothing;
    *said_bound = bound, *said_relation = relation;
    one->record = record, one->name = of(one, "name"), one->over = array(of(one, "over"), -1);
    one->given = of(one, "given"), one->term = of(one, "term");
    one->witness = of(one, "witness"), one->measure = of(one, "measure");
    demand(one->name->kind == STRING && of(one, "says")->kind == STRING, "the name of a step");
    json kind = of(one, "kind");
    demand(is_word(kind, "statement") || is_word(kind, "proof line") || is_word(kind, "repaired"),
           "the kind of a step");
    one->domains = NEW(domain, one->over->count), one->known = true;
    struct reach used = nowhere();
    bool first = true;
    reach(one->given, &used), reach(one->term, &used), reach(bound, &used), reach(of(one, "fold"), &used);
    one->evaluated = COPY(bool, used.evaluated, records->count / 2);
    bool *own = COPY(bool, used.networks, records->count / 2); // in the terms themselves
    for (int k = 0; k < one->over->count; k++) {
        domain found = domains;
        while (found < domains + count && !same_text(found->name, &one->over->items[k])) found++;
        demand(found < domains + count, "step %.*s is over a domain that is none", TEXT(one->name));
        for (int i = 0; i < k; i++)
            demand(one->domains[i] != found, "step %.*s is twice over one domain", TEXT(one->name));
        spend(count + k);
        found->used = true, reach(found->spec, &used);
        one->domains[k] = found;
    }
    reach_back(definitions, &used), add_reach(&reached, used), spend(definitions->count);
    put(bound->kind ? "{\"bound\":%j,\"definitions\":[" : "{\"definitions\":[", bound);
    for (int k = 0; k < definitions->count; k++)
        if (used.definitions[place_of(values, definitions->items[k].items)])
            put(first ? "%j" : ",%j", &definitions->items[k]), first = false;
    put("],\"domains\":[");
    for (int k = 0; k < one->over->count; k++)
        put(k ? ",[%j,%j]" : "[%j,%j]", one->domains[k]->name, one->domains[k]->spec);
    put("],\"fold\":%j,\"given\":%j", of(one, "fold"), one->given);
    if (bound->kind) put(",\"relation\":%j", relation);
    put(",\"term\":%j}", one->term);
    require_digest(written.text, written.length, of(one, "statement"), "the statement hash of a step");
    written.length = 0;
    one->real = speaks_of_reals(one->given) || speaks_of_reals(one->term) || speaks_of_reals(bound) ||
                speaks_of_reals(of(one, "fold"));
    for (long k = 0; k < records->count / 2; k++) one->real = one->real || (own[k] && networks[k].real);
    for (long k = 0; k < records->count / 2; k++) one->rounds = one->rounds || (own[k] && networks[k].rounds);
    one->speaks = one->real;
    if (!is_word(of(one, "fold"), "each") && !speaks_of_reals(bound) && !speaks_of_reals(of(one, "fold")))
        one->real = one->real && !chooses(one->term);
}

static bool is_literal(json t, long k) {
    return t->kind == WHOLE && !compare(integer(t, LONG_MIN), whole(k));
}

// Whether all that is asked of a sum of numbers 1 and 0 is that one of them is 1, and one is said to be.
static bool one_is_found(step one, json bound) {
    bool asked = one->fold == ADDED && !strcmp(one->relation, ">=") && is_literal(bound, 1) && picks(one->term);
    json x = one->term->items, max = one->measure->kind == OBJECT ? find(one->measure, "max", "max" + 3) : NULL;
    return asked && max && is_literal(max, 1) &&
           ((is_literal(&x[2], 1) && is_literal(&x[3], 0)) || (is_literal(&x[2], 0) && is_literal(&x[3], 1)));
}

static void read_step(step one, json record, json definitions, domain domains, int count) {
    json bound, relation;
    read_statement(one, record, definitions, domains, count, &bound, &relation);
    recognise(!of(one, "evidence")->kind, "the evidence of step %.*s", TEXT(one->name));
    json verdict = of(one, "verdict"), reason = of(one, "reason");
    number all = one->over->count ? whole(0) : whole(1);
    bool cells = false, orbits = false;
    for (int k = 0; k < one->over->count; k++) {
        domain found = one->domains[k];
        all = plus(all, found->decided), one->known = one->known && found->whole;
        points p = found->points.kind == PAIRS ? found->points.of : &found->points;
        cells = cells || p->kind == CELLS, orbits = orbits || p->kind == ORBITS;
    }
    demand(!at_once || !of(one, "order")->kind, "a static step has an order");
    one->points = integer(of(one, "points"), 0);
    one->applicable = integer(of(one, "applicable"), 0), one->failures = integer(of(one, "failures"), 0);
    if (cells) bind_row(one);
    mpz_init2(one->sum, 256);
    one->measured = one->over->count && !cells && !(one->real && !one->measure->kind);
    in_place = false, available.point = one->over->count > 0;
    if (one->given->kind) check(one->given, one->scope, "b");
    read_fold(one, relation, bound);
    recognise(!one->real || (one->fold == EACH && !cells), "the fold or the domain of step %.*s, of reals",
              TEXT(one->name));
    one->alone = orbits && in_place;
    bool pairs = one->fold == DIFFER || one->fold == APART, fails = sign(one->failures);
    bool many = compare(one->applicable, whole(pairs ? 2 : 1)) >= 0;
    static const char undecided[] = "undecided at ";
    one->undecided = (one->speaks || one->rounds || !one->over->count) && reason->kind == STRING &&
                     reason->length > (int)sizeof undecided &&
                     !memcmp(file + reason->start + 1, undecided, sizeof undecided - 1);
    bool possible = compare(one->failures, one->applicable) <= 0 && compare(one->applicable, one->points) <= 0;
    possible =
        possible && !compare(one->points, all) && (many || !fails) && !(one->alone && fails && one->fold >= ADDED);
    possible =
        possible && (one->undecided ? is_zero(one->applicable) : one->given->kind || !compare(one->applicable, all));
    demand(possible, "the counts of step %.*s cannot be so", TEXT(one->name));
    bool known = (one->known || one_is_found(one, bound)) && !one->undecided;
    one->verdict = fails        ? "refuted"
                   : !known     ? "inconclusive"
                   : !many      ? "vacuous"
                   : one->alone ? "inconclusive"
                                : "holds";
    demand(is_word(verdict, one->verdict), "the counts of step %.*s make its verdict %s", TEXT(one->name),
           one->verdict);
    bool explained = !reason->kind || (reason->kind == STRING && is_word(verdict, "inconclusive"));
    demand(explained, "step %.*s has a reason where there is none", TEXT(one->name));
}
