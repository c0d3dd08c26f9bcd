// Section 3: terms, which are evaluated as they stand, once they are checked.

typedef union {
    number number;
    bool truth;
    matrix matrix;
    long *order;
} value;

typedef struct scope { // a variable; or (without a name) that offsets are hidden: e of enclosures, o all
    json name;
    char kind;
    value value;
    struct scope *around;
} *scope;

// Operators, the kinds of their operands and of their values. Kinds: n number, b boolean, l list, m matrix; of
// variables also p permutation, o offsets of an integral, e of an enclosure. Operands, too: * as often as one likes; =
// number, list or matrix, both the same; v variable that is bound in the last operand, V one that is; H, O offsets
// likewise; P parameter, D definition, W network, S stage or number, Q quantity; M, N where offsets of enclosures, or
// all, are hidden.
// clang-format off
#define OPERATORS(X) \
    X(LITERAL, "\n", "", 'n') \
    X(PARAMETER, "param", "P", 'n') \
    X(DEFINITION, "def", "D", 'n') \
    X(NETWORK, "network", "WQ", 'n') \
    X(VARIABLE, "var", "V", 'n') \
    X(OFFSETS, "offsets", "O", 'm') \
    X(POINT, "point", "", 'm') \
    X(PI, "pi", "", 'n') \
    X(ACCUMULATOR, "accumulator", "", 'l') \
    X(NUMBERS, "numbers", "", 'l') \
    X(MINUS, "-", "nn", 'n') \
    X(NEGATIVE, "neg", "n", 'n') \
    X(OVER, "/", "nn", 'n') \
    X(POWER, "^", "nn", 'n') \
    X(FLOOR, "floor", "n", 'n') \
    X(EXP, "exp", "n", 'n') \
    X(LOG, "log", "n", 'n') \
    X(SQRT, "sqrt", "n", 'n') \
    X(LESS, "<", "nn", 'b') \
    X(LESS_OR_EQUAL, "<=", "nn", 'b') \
    X(GREATER, ">", "nn", 'b') \
    X(GREATER_OR_EQUAL, ">=", "nn", 'b') \
    X(EQUAL, "=", "==", 'b') \
    X(DIFFERENT, "!=", "==", 'b') \
    X(IN, "in", "nnn", 'b') \
    X(NOT_IN, "not in", "nnn", 'b') \
    X(NOT, "not", "b", 'b') \
    X(IMPLIES, "implies", "bb", 'b') \
    X(ITEM, "item", "ln", 'n') \
    X(ENTRY, "entry", "mnn", 'n') \
    X(DISTINCT, "distinct", "l", 'b') \
    X(DOT, "dot", "lm", 'l') \
    X(COLUMNS, "columns", "mnn", 'm') \
    X(PERMUTED, "permuted", "mp", 'm') \
    X(PLUS, "+", "nn*", 'n') \
    X(TIMES, "*", "nn*", 'n') \
    X(AND, "and", "bb*", 'b') \
    X(OR, "or", "bb*", 'b') \
    X(IF, "if", "bnn", 'n') \
    X(SELECT, "select", "nn*", 'n') \
    X(STAGE, "stage", "WSM", 'm') \
    X(AFTER, "after", "WnM", 'm') \
    X(LAYER, "layer", "WnM", 'm') \
    X(INTEGRAL, "integral", "Hnn", 'n') \
    X(LOWEST, "lowest", "HNn", 'n') \
    X(HIGHEST, "highest", "HNn", 'n') \
    X(ALL, "all", "vnnb", 'b') \
    X(ANY, "any", "vnnb", 'b') \
    X(PERMUTATIONS, "permutations", "vb", 'b') \
    X(SUM, "sum", "vnnn", 'n') \
    X(PRODUCT, "product", "vnnn", 'n') \
    X(MIN, "min", "vnnn", 'n') \
    X(MAX, "max", "vnnn", 'n') \
    X(LIST, "list", "vnnn", 'l')
// clang-format on
#define AS_NAME(name, word, operands, kind) name,
#define AS_ROW(name, word, operands, kind) {word, operands, kind},

enum { OPERATORS(AS_NAME) OPERATOR_COUNT };

static const struct {
    const char *word, *operands;
    char kind;
} operators[] = {OPERATORS(AS_ROW)};

static json parameters, values, records; // the last: of the networks
static number *definitions;              // for each of `values`; NULL as long as it is not defined
static network networks;

static struct {
    bool point, accumulator, numbers;
} available; // in the terms that are checked now

static bool in_place; // whether one of them names a network for which the order of columns counts

static struct { // where terms are evaluated
    matrix point, accumulator, numbers;

    struct states {
        network net;
        matrix *after;
        long count;
        struct states *next;
    } *states;

    long turn, layered; // how often that changed; steps that were taken for states of networks
} scene;

static void change_scene(void) {
    scene.states = NULL, last_image.Z = NULL, scene.turn++;
}

// A *closed* term has no variable that is bound around it, so that it has one value in a scene. It is kept until the
// scene changes, or for good where it speaks of nothing in the scene. Work is counted once in a scene: `steps`
// is what the value took, without states of networks, which a scene makes only once, too, and without what reals took.
struct kept {
    bool constant;
    long turn, steps;
    value value;
    struct reading *reading; // section 8: what it was found to be at the family with this number
    long family;
};

static long place_of(json object, json name) {
    return (named(object, name) - object->items) / 2;
}

// What is reached by terms: a flag for each definition, each network, each network that is evaluated.
static struct reach {
    bool *definitions, *networks, *evaluated;
} reached;

static void note(bool *flags, json object, json name) {
    const char *text = file + name->start;
    json known = name->kind == STRING ? find(object, text + 1, text + name->length - 1) : NULL;
    if (known) flags[(known - object->items) / 2] = true;
}

static void reach(json t, struct reach *into) {
    json name = t->kind == ARRAY && t->count > 1 ? &t->items[1] : NULL;
    bool evaluated = name && (is_word(t->items, "stage") || is_word(t->items, "after") || is_word(t->items, "layer"));
    if (name && is_word(t->items, "def")) note(into->definitions, values, name);
    if (evaluated) note(into->evaluated, records, name);
    if (evaluated || (name && is_word(t->items, "network"))) note(into->networks, records, name);
    for (int k = 0; (t->kind == ARRAY || t->kind == OBJECT) && k < t->count; k++) reach(&t->items[k], into);
}

static void reach_back(json defined, struct reach *into) { // also by way of definitions, which speak of earlier ones
    for (int k = defined->count - 1; k >= 0; k--) {
        json pair = array(&defined->items[k], 2)->items;
        if (into->definitions[place_of(values, pair)]) reach(pair + 1, into);
    }
}

static struct reach nowhere(void) {
    return (struct reach){NEW(bool, values->count / 2), NEW(bool, records->count / 2), NEW(bool, records->count / 2)};
}

static void add_reach(struct reach *to, struct reach from) {
    for (int k = 0; k < values->count / 2; k++) to->definitions[k] |= from.definitions[k];
    for (int k = 0; k < records->count / 2; k++)
        to->networks[k] |= from.networks[k], to->evaluated[k] |= from.evaluated[k];
}

static bool *of_reals; // definitions that speak of reals

static bool speaks_of_reals(json t) { // whether exp, log, sqrt or pi is in it, or in a definition that it uses
    bool list = t->kind == ARRAY && t->count, found = false;
    static const char *const words[] = {"exp", "log", "sqrt", "pi"};
    for (int k = 0; list && k < 4; k++) found = found || is_word(t->items, words[k]);
    json known = list && t->count > 1 && is_word(t->items, "def") && t->items[1].kind == STRING
                     ? find(values, file + t->items[1].start + 1, file + t->items[1].start + t->items[1].length - 1)
                     : NULL;
    found = found || (known && of_reals[(known - values->items) / 2]);
    for (int k = 0; (t->kind == ARRAY || t->kind == OBJECT) && k < t->count && !found; k++)
        found = speaks_of_reals(&t->items[k]);
    return found;
}

static void require_all(bool *flags, json object, const char *what) {
    for (int k = 0; k < object->count / 2; k++)
        demand(flags[k], "no step speaks of the %s %.*s", what, TEXT(&object->items[2 * k]));
}

static long size_of(const char *parameter) {
    return size(field(parameters, parameter), 1);
}

static number quantity(json name, json of) {
    int k = PARAMETERS;
    network net = &networks[place_of(records, name)];
    while (k < QUANTITIES && !is_word(of, QUANTITY_NAMES[k])) k++;
    return recognise(k < QUANTITIES && net->quantities[k], "the quantity %.*s of a network", TEXT(of)),
           net->quantities[k];
}

static scope find_variable(scope s, json name, bool *hidden) {
    bool all = *hidden = false;
    demand(name->kind == STRING && name->length > 2, "a variable is not a word");
    for (; s && !(s->name && same_text(s->name, name)); s = s->around)
        if (!s->name) *hidden = true, all = all || s->kind == 'o';
    *hidden = s && ((s->kind == 'e' && *hidden) || (s->kind == 'o' && all));
    return s;
}

static value value_of(scope s, json name) {
    bool hidden;
    return find_variable(s, name, &hidden)->value;
}

static struct uses {
    long outermost;
    bool scene;
} uses; // of the term: how many scopes its outermost variable is in; whether it speaks of a scene

static bool only_once; // whether it is not evaluated again, so that nothing need be kept

static long frames(scope s) {
    long made = 0;
    for (; s; s = s->around) made++;
    return made;
}

static struct json without_order(json t, json order);
static bool reads(json t, json name);
static json conclusion(json t, json order);

static char check(json t, scope s, const char *kinds) { // its kind, which is to be one of these
    json op = t->kind == ARRAY && t->count ? t->items : NULL;
    long count = op ? t->count - 1 : 0, code = LITERAL;
    if (t->kind != ARRAY)
        integer(t, LONG_MIN);
    else
        demand(op && op->kind == STRING, "an operator is not a word");
    while (op && code < OPERATOR_COUNT && !is_word(op, operators[code].word)) code++;
    recognise(code < OPERATOR_COUNT, "the operator %.*s", TEXT(op));
    demand((code != POINT || available.point) && (code != NUMBERS || available.numbers) &&
               (code != ACCUMULATOR || available.accumulator),
           "a term has %.*s where there is none", TEXT(t));
    demand(code != PERMUTATIONS || size_of("n") <= LARGEST_PERMUTED, "there are too many permutations");
    char kind = operators[t->op = (unsigned char)code].kind;
    const char *letters = operators[code].operands;
    long least = (long)strcspn(letters, "*");
    demand(letters[least] ? count >= least : count == least, "a wrong number of operands: %.*s", TEXT(t));
    struct scope apart = {.kind = 'e', .around = s}, less = {.kind = 'o', .around = s}, own = {.around = s};
    struct uses others = uses;
    uses = (struct uses){LONG_MAX, code == POINT || code == NUMBERS || code == ACCUMULATOR};
    for (long k = 1; k <= count; k++) {
        json x = op + k;
        bool hidden = false;
        char letter = letters[(k < least ? k : least) - 1], wanted[] = {letter == 'M' ? 'm' : letter, 0};
        scope found = strchr("vHVOp", letter) ? find_variable(s, x, &hidden) : NULL;
        if (strchr("SN", letter)) wanted[0] = 'n';
        scope inside = letter == 'M' ? &apart : letter == 'N' ? &less : own.name && k == count ? &own : s;
        switch (letter) {
        case 'v': own.name = x, own.kind = code == PERMUTATIONS ? 'p' : 'n'; break;
        case 'H':
            demand(!found, "offsets without a name of their own");
            own = (struct scope){x, code == INTEGRAL ? 'o' : 'e', {NULL}, code == INTEGRAL ? &apart : &less};
            break;
        case 'V':
        case 'O':
        case 'p':
            demand(found && !hidden && (letter == 'V' || strchr(letter == 'O' ? "oe" : "p", found->kind)),
                   "%.*s is no such variable here", TEXT(x));
            if (letter == 'V') kind = found->kind;
            if (frames(found) < uses.outermost) uses.outermost = frames(found);
            break;
        case 'P': integer(named(parameters, x), LONG_MIN); break;
        case 'D': demand(definitions[place_of(values, x)], "%.*s is not defined yet", TEXT(x)); break;
        case 'W': in_place = networks[place_of(records, x)].in_place || in_place; break;
        case 'Q': quantity(op + 1, x); break;
        case '=':
            wanted[0] = k == 1 ? 0 : t->compared;
            t->compared = check(x, s, k == 1 ? "nlm" : wanted);
            break;
        default:
            if (letter == 'S' && x->kind == STRING)
                named(networks[place_of(records, op + 1)].stages, x);
            else
                check(x, inside, wanted);
        }
    }
    if (code >= LESS && code <= NOT_IN && !t->compared) t->compared = 'n';
    if (code == PERMUTATIONS) {
        struct json left = without_order(op + 2, op + 1);
        check(op[1].items = COPY(struct json, &left, 1), &own, "b");
    }
    bool closed = uses.outermost > frames(s);
    if (op) op->kept = closed && !only_once ? COPY(struct kept, (&(struct kept){.constant = !uses.scene}), 1) : NULL;
    uses.outermost = others.outermost < uses.outermost ? others.outermost : uses.outermost,
    uses.scene = others.scene || uses.scene;
    return demand(strchr(kinds, kind), "a value of another kind should be here: %.*s", TEXT(t)), kind;
}

static value evaluate(json t, scope s);

static number number_of(json t, scope s) {
    return evaluate(t, s).number;
}

static long index_of(number k, long count) { // from 0, of the one that counts from 1
    demand(is_whole(k) && sign(k) > 0 && mpz_cmp_si(mpq_numref(k->q), count) <= 0, "an index is out of range");
    return mpz_get_si(mpq_numref(k->q)) - 1;
}

typedef struct loop {
    json body;
    struct scope own;
    long turn, turns;
    number low;
    long *order, n;
} *loop;

static loop begin(json t, scope s) {
    loop made = NEW(struct loop, 1);
    *made = (struct loop){.body = &t->items[t->count - 1], .own = {&t->items[1], 'n', {NULL}, s}, .turns = 1};
    if (t->op == PERMUTATIONS) {
        made->own.kind = 'p', made->n = size_of("n"), made->order = NEW(long, made->n);
        for (long k = 0; k < made->n; k++) made->order[k] = k, made->turns *= k + 1;
    } else {
        number low = number_of(&t->items[2], s), high = number_of(&t->items[3], s);
        demand(!is_real(low) && !is_real(high), "an end of a range that is not rational");
        made->low = rounded(low, true);
        number turns = plus(minus(rounded(high, false), made->low), whole(1));
        made->turns = sign(turns) < 0 ? 0 : bounded(turns, LONG_MAX);
    }
    return spend(made->order ? 1 : made->turns), made; // most often nothing but the first order is looked at
}

static void swap(long *i, long *j) {
    long x = *i;
    *i = *j, *j = x;
}

static bool next(loop one) { // gives the variable its next value, or answers that there is none
    long *order = one->order, i = one->n - 1, j = one->n - 1;
    if (one->turn == one->turns) return false;
    if (order && one->turn == 1) spend(one->turns - 1);
    if (order && one->turn) { // the permutation that follows in lexicographic order
        while (order[i - 1] > order[i]) i--;
        while (order[j] < order[i - 1]) j--;
        for (swap(&order[i - 1], &order[j]), j = one->n - 1; i < j; i++, j--) swap(&order[i], &order[j]);
    }
    if (order)
        one->own.value.order = order;
    else
        one->own.value.number = plus(one->low, whole(one->turn));
    return ++one->turn;
}

static bool in_every_order(json t, scope s) { // as it is written it is evaluated in the first one alone
    loop one = begin(t, s);
    json order = &t->items[1], left = order->items, asked = conclusion(left, order);
    bool holds = next(one) && evaluate(one->body, &one->own).truth;
    if (holds && (!reads(left, order) || (asked && evaluate(asked, &one->own).truth))) return true;
    while (holds && next(one)) holds = evaluate(left, &one->own).truth;
    return holds;
}

static value fold(json t, scope s) {
    loop one = begin(t, s);
    char kind = operators[t->op].kind;
    matrix list = new_matrix(t->op == LIST ? one->turns : 0, 1);
    value made = {.number = t->op == SUM ? whole(0) : t->op == PRODUCT ? whole(1) : NULL};
    if (kind == 'l') made.matrix = list;
    if (kind == 'b') made.truth = t->op != ANY;
    while (next(one)) {
        value x = evaluate(one->body, &one->own);
        if (kind == 'l')
            list->entries[one->turn - 1] = x.number;
        else if (kind == 'b')
            made.truth = t->op == ANY ? made.truth || x.truth : made.truth && x.truth;
        else if (t->op == SUM || t->op == PRODUCT)
            made.number = (t->op == SUM ? plus : times)(made.number, x.number);
        else if (!made.number || holds(t->op == MIN ? "<" : ">", x.number, made.number))
            made = x;
    }
    return demand(kind != 'n' || made.number, "the least or the greatest of nothing"), made;
}

static bool different(matrix list) {
    number *sorted = COPY(number, list->entries, list->rows);
    qsort(sorted, (size_t)list->rows, sizeof *sorted, by_number);
    bool found = false; // all neighbours are compared, so that it does not depend on the sorting
    for (long k = 1; k < list->rows; k++) found = holds("=", sorted[k - 1], sorted[k]) || found;
    return !found;
}

static bool same(matrix a, matrix b) {
    demand(a->columns == b->columns && a->rows == b->rows, "things of different shapes are compared");
    for (long k = 0; k < a->rows * a->columns; k++)
        if (!holds("=", a->entries[k], b->entries[k])) return false;
    return true;
}

static matrix applied(layer one, matrix Z) {
    spend(Z->columns * (Z->columns * (1 + one->quantities[HEADS]) + one->quantities[WORK]));
    return changes_nothing(one, Z) ? Z : apply(one, Z);
}

static matrix after(network net, long count, matrix Z) { // the first layers; all states on the way are kept
    struct states *known = scene.states;
    while (known && !(known->net == net && known->after[0] == Z)) known = known->next;
    if (!known) {
        known = scene.states =
            COPY(struct states, (&(struct states){net, NEW(matrix, net->count + 1), 0, scene.states}), 1);
        known->after[0] = Z;
    }
    long steps = allowance;
    for (; known->count < count; known->count++)
        known->after[known->count + 1] = applied(&net->unrolled[known->count], known->after[known->count]);
    scene.layered += steps - allowance;
    return known->after[count];
}

static matrix made_by_ids(network net, int op, number k, matrix Z); // section 8: NULL where it is not known so

static matrix state(json t, scope s) { // stage, after, layer
    network net = &networks[place_of(records, &t->items[1])];
    bool stage = t->op == STAGE, layer = t->op == LAYER, word = t->items[2].kind == STRING && stage;
    number k = word ? integer(named(net->stages, &t->items[2]), 0) : number_of(&t->items[2], s);
    matrix Z = evaluate(&t->items[3], s).matrix, known = made_by_ids(net, t->op, k, Z);
    if (known) return known;
    long most = stage ? net->items->count : bounded(net->layers, LARGEST_SIZE);
    long place = layer ? index_of(k, most) : index_of(plus(k, whole(1)), most + 1);
    demand(Z->rows == net->d, "a network acts on matrices with another number of rows");
    unroll(net);
    return layer ? applied(&net->unrolled[place], Z) : after(net, stage ? net->stage_ends[place] : place, Z);
}

static matrix columns(matrix Z, long *order, long first, long count) {
    matrix made = new_matrix(Z->rows, count);
    for (long k = 0; k < Z->rows * count; k++)
        made->entries[k] = AT(Z, k % Z->rows, order ? order[k / Z->rows] : first + k / Z->rows);
    return made;
}

static matrix dot(matrix u, matrix Z) {
    matrix made = new_matrix(Z->columns, 1);
    demand(u->rows == Z->rows, "a list and a matrix that do not fit");
    for (long j = 0; j < Z->columns; j++) made->entries[j] = inner_product(u->entries, 1, &AT(Z, 0, j), 1, Z->rows);
    return made;
}

static number integrated(number a, int first, int count, number side) { // over [0, side], in these variables
    kind_of_both(a, &(struct number){.kind = POLYNOMIAL});
    recognise(is_rational(side), "an integral over a side that is a real");
    demand(sign(side) >= 0, "an integral over a side below 0");
    for (int x = first + count - 1; x >= first; x--) {
        number total = whole(0), power_of_side = side;
        for (long k = 0; k < length(a, x);
             k++, power_of_side = times(power_of_side, side)) // x^k makes side^(k + 1) / (k + 1)
            total = plus(total, times(part(a, x, k), divided(power_of_side, whole(k + 1))));
        a = total;
    }
    return a;
}

static number over_offsets(json t, scope s) { // integral, lowest, highest
    long d = size_of("d"), n = size_of("n"), first = 0;
    demand(d <= LARGEST_TABLE / n, "offsets of too many entries");
    spend(d * n);
    for (scope around = s; around; around = around->around) first += d * n; // no variables around have such numbers
    number side = t->op == INTEGRAL ? NULL : end_of(number_of(&t->items[2], s), 1);
    demand(!side || sign(side) >= 0, "offsets that run over a side below 0");
    struct scope own = {&t->items[1], 'o', {.matrix = new_matrix(d, n)}, s};
    for (long k = 0; k < d * n; k++)
        own.value.matrix->entries[k] = side ? interval(whole(0), side) : variable(POLYNOMIAL, (int)(first + k));
    number body = number_of(&t->items[3], &own);
    return side ? end_of(body, t->op == HIGHEST)
                : integrated(body, (int)first, (int)(d * n), number_of(&t->items[2], s));
}

static bool is_relation(json t) {
    return t->op >= LESS && t->op <= NOT_IN;
}

static bool related(int op, number u, number v, number w) {
    if (op == IN) return holds("<=", v, u) && holds("<=", u, w);
    return op == NOT_IN ? holds("<", u, v) || holds(">", u, w) : holds(operators[op].word, u, v);
}

#define MADE(field, x)                                                                                                 \
    return (value) {                                                                                                   \
        .field = (x)                                                                                                   \
    }

static void suits_real(number x) {
    recognise(x->kind <= REAL, "a real function of a number that varies within a point");
}

static value compute(json t, scope s) {
    json x = t->items;
    value a[4] = {{NULL}}, made = {.truth = t->op == AND};
    for (int k = 1; t->op >= MINUS && t->op <= COLUMNS && k < t->count; k++) a[k] = evaluate(&x[k], s);
    number u = a[1].number, v = a[2].number, w = a[3].number;
    matrix Z = a[1].matrix;
    long i, j;
    switch (t->op) {
    case LITERAL: MADE(number, integer(t, LONG_MIN));
    case PARAMETER: MADE(number, integer(named(parameters, &x[1]), LONG_MIN));
    case DEFINITION: MADE(number, definitions[place_of(values, &x[1])]);
    case NETWORK: MADE(number, quantity(&x[1], &x[2]));
    case VARIABLE:
    case OFFSETS: return value_of(s, &x[1]);
    case POINT: MADE(matrix, scene.point);
    case ACCUMULATOR: MADE(matrix, scene.accumulator);
    case NUMBERS: MADE(matrix, scene.numbers);
    case MINUS: MADE(number, minus(u, v));
    case NEGATIVE: MADE(number, times(u, whole(-1)));
    case OVER: MADE(number, divided(u, v));
    case POWER: MADE(number, power(u, v));
    case FLOOR: MADE(number, rounded(u, false));
    case EXP: MADE(number, (suits_real(u), real_exp(u)));
    case LOG: MADE(number, (suits_real(u), real_log(u)));
    case SQRT: MADE(number, (suits_real(u), real_root(u)));
    case PI: MADE(number, real_pi());
    case EQUAL:
    case DIFFERENT:
    case LESS:
    case LESS_OR_EQUAL:
    case GREATER:
    case GREATER_OR_EQUAL:
    case IN:
    case NOT_IN: MADE(truth, t->compared == 'n' ? related(t->op, u, v, w) : same(Z, a[2].matrix) == (t->op == EQUAL));
    case NOT: MADE(truth, !a[1].truth);
    case IMPLIES: MADE(truth, !a[1].truth || a[2].truth);
    case ITEM: MADE(number, Z->entries[index_of(v, Z->rows)]);
    case ENTRY: j = index_of(w, Z->columns), i = index_of(v, Z->rows); MADE(number, AT(Z, i, j));
    case DISTINCT: MADE(truth, different(Z));
    case DOT: MADE(matrix, dot(Z, a[2].matrix));
    case COLUMNS: j = index_of(w, Z->columns), i = index_of(v, j + 1); MADE(matrix, columns(Z, NULL, i, j + 1 - i));
    case PERMUTED:
        Z = evaluate(&x[1], s).matrix;
        demand(Z->columns == size_of("n"), "a permutation and its matrix do not fit");
        MADE(matrix, columns(Z, value_of(s, &x[2]).order, 0, Z->columns));
    case PLUS:
    case TIMES:
        made = evaluate(&x[1], s);
        for (i = 2; i < t->count; i++) made.number = (t->op == PLUS ? plus : times)(made.number, number_of(&x[i], s));
        return made;
    case AND:
    case OR:
        for (i = 1; i < t->count; i++)
            if (evaluate(&x[i], s).truth == (t->op == OR)) made.truth = t->op == OR;
        return made;
    case IF: return evaluate(&x[evaluate(&x[1], s).truth ? 2 : 3], s);
    case SELECT: return evaluate(&x[2 + index_of(number_of(&x[1], s), t->count - 2)], s);
    case STAGE:
    case AFTER:
    case LAYER: MADE(matrix, state(t, s));
    case INTEGRAL:
    case LOWEST:
    case HIGHEST: MADE(number, over_offsets(t, s));
    case PERMUTATIONS: MADE(truth, in_every_order(t, s));
    default: return fold(t, s);
    }
}

static matrix lasting_list(matrix Z) {
    struct stack *before = use(&lasting);
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long k = 0; k < Z->rows * Z->columns; k++) made->entries[k] = lasting_copy(Z->entries[k]);
    return use(before), made;
}

static bool outlive(value *made, char kind) { // whether the value could be copied for good: rational numbers can
    bool list = kind == 'l' || kind == 'm', can = kind != 'n' || is_rational(made->number);
    for (long k = 0; list && k < made->matrix->rows * made->matrix->columns; k++)
        can = can && is_rational(made->matrix->entries[k]);
    if (can && kind == 'n') made->number = lasting_copy(made->number);
    if (can && list) made->matrix = lasting_list(made->matrix);
    return can;
}

static value evaluate(json t, scope s) {
    struct kept *kept = t->kind == ARRAY ? t->items->kept : NULL;
    if (!kept) return compute(t, s);
    if (kept->turn && (kept->constant || kept->turn == scene.turn)) {
        if (kept->turn != scene.turn) spend(kept->steps), kept->turn = scene.turn;
        return kept->value;
    }
    long steps = allowance, layered = scene.layered, reals = spent_on_reals;
    value made = compute(t, s);
    kept->constant = kept->constant && outlive(&made, operators[t->op].kind);
    kept->steps = steps - allowance - (spent_on_reals - reals) - (kept->constant ? 0 : scene.layered - layered);
    return kept->turn = scene.turn, kept->value = made;
}

static value constant(json t, const char *kind) { // the value of a term without a point, or variables around it
    only_once = true, check(t, NULL, kind), only_once = false;
    return change_scene(), evaluate(t, NULL);
}
