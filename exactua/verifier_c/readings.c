// Section 8: what terms are at all points of a family.

// Whether something that was read is, or may be, an error at a point, or is beyond what section 8 describes. Then
// nothing is decided at this family, whatever the truth of a term seems to be.
static bool doubtful;

static bool sure(bool known) {
    return doubtful = doubtful || !known, known;
}

enum { LARGEST_DEGREE = 1000, LARGEST_POWER_OF_M = 1000000 };

typedef struct amount {
    number x;
    long e;
} amount; // x m^e, where e is not 0 in scope "general" only

typedef struct reading {
    int truth; // 1 at all points, 0 at none, -1: neither is shown
    amount amount, *items;
    long count;
    bool by_column; // a list of which the items belong to different ids
    number *ids;    // of a state of the point, in the order of its columns
    bool doubtful;  // of what is kept
} reading;

typedef struct binding {
    json name;

    enum { NUMBER, COLUMN, FIRST_ROW, OTHER_ROW } kind;

    number value;
    long column;
    struct binding *around;
} *binding;

static struct {
    long turn;
    amount value;
    bool doubtful;
} *defined_at; // for each definition

static json *meanings; // their terms, in scope "general"

static bool all_known; // whether each column is a known one, and so a variable that counts them is a number

static reading read_term(json t, binding around);

static amount amount_of(json t, binding around) {
    return read_term(t, around).amount;
}

static bool is_unknown(amount a) {
    return a.x->kind == UNKNOWN;
}

static const amount anything = {&unknown, 0};

static bool is_number(amount a) { // that is known, and depends neither on the point nor on D
    return is_rational(a.x) && !a.e;
}

static bool varies_with_D(amount a) {
    return a.e || !is_rational(a.x);
}

static amount within(amount a) { // what degrees and powers of m bound
    bool short_enough = is_rational(a.x) || is_form(a.x) || a.x->count <= LARGEST_DEGREE;
    return sure(short_enough && labs(a.e) <= LARGEST_POWER_OF_M) ? a : anything;
}

static amount combined(number operation(number, number), amount a, amount b) { // a sum or a difference
    if (is_unknown(a) || is_unknown(b)) return anything;
    if (!sure(a.e == b.e || is_zero(a.x) || is_zero(b.x))) return anything;
    return (amount){operation(a.x, b.x), is_zero(a.x) ? b.e : a.e};
}

static amount product_of(amount a, amount b) {
    if (is_unknown(a) || is_unknown(b) || !sure(!is_form(a.x) || !is_form(b.x))) return anything;
    return within((amount){times(a.x, b.x), a.e + b.e});
}

static amount quotient_of(amount a, amount b) {
    if (!sure(is_rational(b.x) && !is_zero(b.x)) || is_unknown(a)) return anything;
    return within((amount){divided(a.x, b.x), a.e - b.e});
}

static amount power_of(amount a, amount e) {
    if (!sure(!is_unknown(a) && !is_form(a.x) && is_number(e) && is_whole(e.x) && sign(e.x) >= 0)) return anything;
    long most = LARGEST_DEGREE + 1, exponent = bounded(e.x, most);
    if (varies_with_D(a) && !sure(exponent < most)) return anything;
    return within((amount){power(a.x, e.x), a.e ? a.e * exponent : 0});
}

static int compared_amounts(const char *relation, amount a, amount b) {
    amount apart = combined(minus, a, b);
    return is_unknown(apart) ? -1 : shown_related(relation, apart.x, whole(0));
}

static int both(int p, int q) {
    return !p || !q ? 0 : p < 0 || q < 0 ? -1 : 1;
}

static int negated(int p) {
    return p < 0 ? -1 : !p;
}

static int read_relation(int op, amount u, amount v, amount w) {
    if (op != IN && op != NOT_IN) return compared_amounts(operators[op].word, u, v);
    int inside = both(compared_amounts("<=", v, u), compared_amounts("<=", u, w));
    return op == IN ? inside : negated(inside);
}

static int same_items(reading a, reading b) {
    int made = 1;
    if (!sure(a.by_column == b.by_column || all_known) || !sure(a.count == b.count)) return -1;
    for (long k = 0; k < a.count; k++) made = both(made, compared_amounts("=", a.items[k], b.items[k]));
    return made;
}

static int all_different(reading list) {
    int made = 1;
    if (!sure(!list.by_column || all_known)) return -1; // a column is there twice, or one item stands for several
    for (long j = 0; j < list.count; j++)
        for (long k = 0; k < j; k++) made = both(made, compared_amounts("!=", list.items[j], list.items[k]));
    return made;
}

static long place_at(amount k, long count) { // from 0, of an index that counts from 1; or -1
    bool there = is_number(k) && is_whole(k.x) && sign(k.x) > 0 && mpz_cmp_si(mpq_numref(k.x->q), count) <= 0;
    return sure(there) ? mpz_get_si(mpq_numref(k.x->q)) - 1 : -1;
}

// An index, from 0: a place in a list by column, if that is asked for, or a number that counts from 1; or -1.
static long read_index(json t, binding around, long count, bool by_column) {
    binding found = around;
    while (t->op == VARIABLE && found && !same_text(found->name, &t->items[1])) found = found->around;
    bool column = t->op == VARIABLE && found->kind == COLUMN;
    if (column) return sure(by_column) ? found->column : -1;
    long place = place_at(amount_of(t, around), by_column ? family.n : count);
    if (place < 0 || !by_column || all_known) return place;
    bool ends = place == 0 || place == family.n - 1; // of single columns, the first and the last one are known
    place = place ? family.columns - 1 : 0;
    return sure(ends && !(family.several && place == 1)) ? place : -1;
}

// The entries of a column: 1, or any other one, of row `i`, from 0.
static number entry_variable(long i, long column, long rows) {
    return form(family.known + 1 + column * rows + i);
}

static amount read_entry(json t, binding around) {
    reading state = read_term(&t->items[1], around);
    json row = &t->items[2];
    binding found = around;
    while (row->op == VARIABLE && found && !same_text(found->name, &row->items[1])) found = found->around;
    bool by_row = row->op == VARIABLE && found->kind >= FIRST_ROW;
    long column = read_index(&t->items[3], around, family.n, true), i = by_row ? found->kind == OTHER_ROW : -1;
    for (binding other = by_row && i ? found->around : NULL; other; other = other->around)
        if (other->kind == OTHER_ROW) return anything;
    long rows = family.general ? 2 : size_of("d");
    if (!by_row)
        i = place_at(amount_of(row, around), family.general ? 1 : rows); // for all D there may be one row alone
    if (i < 0 || column < 0 || state.ids[column]->kind == UNKNOWN) return anything;
    number grown_by = minus(state.ids[column], family.ids[column]);
    long first = 0; // columns with one id are one column
    while (family.ids[first] != family.ids[column]) first++;
    column = first;
    number entry = entry_variable(i, column, rows);
    if (family.general) return (amount){i ? entry : plus(entry, grown_by), -1};
    if (i) return (amount){entry, 0};
    number rest = divided(state.ids[column], family.m), factor = whole(1);
    for (i = 1; i < rows; i++) {
        spend(rows), factor = times(factor, family.m);
        rest = minus(rest, times(factor, entry_variable(i, column, rows)));
    }
    return (amount){rest, 0};
}

static bool is_number_of(json t, const char *parameter) {
    return t->op == PARAMETER && is_word(&t->items[1], parameter);
}

static const char ids_text[] =
    "[\"list\",\"i\",1,[\"param\",\"d\"],[\"^\",[\"param\",\"m\"],[\"-\",[\"var\",\"i\"],1]]]";

static reading read_dot(json t, binding around) {
    reading state = read_term(&t->items[2], around), made = {.count = family.columns, .by_column = true};
    recognise(is_written(&t->items[1], ids_text), "a product of columns with other numbers than those of their ids");
    made.items = NEW(amount, family.columns);
    for (long j = 0; j < family.columns; j++) {
        number id = state.ids[j];
        bool divide = !family.general && id->kind != UNKNOWN;
        made.items[j] = (amount){divide ? divided(id, family.m) : id, family.general ? -1 : 0};
        if (id->kind == UNKNOWN) made.items[j].e = 0;
    }
    return made;
}

static reading read_state(json t, binding around) {
    network net = &networks[place_of(records, &t->items[1])];
    reading Z = read_term(&t->items[3], around), made = {.count = 0};
    recognise(net->runs->known, "the network %.*s", TEXT(&t->items[1]));
    recognise(t->items[3].op == POINT, "a state of a network of anything but the point");
    course one = course_of(net);
    bool word = t->op == STAGE && t->items[2].kind == STRING;
    amount k = word ? (amount){integer(named(net->stages, &t->items[2]), 0), 0} : amount_of(&t->items[2], around);
    number layers = k.x, all = one->ends[net->runs->items];
    if (t->op == STAGE) {
        long items = is_unknown(k) ? -1 : place_at(combined(plus, k, (amount){whole(1), 0}), net->runs->items + 1);
        layers = sure(items >= 0) ? one->ends[items] : NULL;
    } else {
        bool counts = !is_unknown(k) && !k.e && integral(layers);
        bool there = counts && shown_related(">=", layers, whole(0)) == 1 && shown_related("<=", layers, all) == 1;
        if (!sure(there)) layers = NULL;
    }
    if (layers) return made.ids = ids_after(one, layers), made;
    made.ids = NEW(number, family.columns);
    for (long j = 0; j < family.columns; j++) made.ids[j] = &unknown;
    return (void)Z, made;
}

static amount defined(json name) {
    long place = place_of(values, name);
    if (!family.general) return (amount){definitions[place], 0};
    if (defined_at[place].turn != family.turn) {
        bool before = doubtful;
        doubtful = false;
        amount made = amount_of(meanings[place], NULL);
        defined_at[place].value = made, defined_at[place].turn = family.turn;
        defined_at[place].doubtful = doubtful, doubtful = before;
    }
    return sure(!defined_at[place].doubtful), defined_at[place].value;
}

static amount read_quantity(json t) {
    number made = quantity(&t->items[1], &t->items[2]);
    if (!family.general) return (amount){made, 0};
    bool layers = is_word(&t->items[2], QUANTITY_NAMES[ATTENTIONS]);
    return (amount){made->kind == UNKNOWN || !layers ? made : at_D(made), 0};
}

typedef struct best { // numbers of which no other is shown to be at most (or at least) as great as all
    amount *items;
    long count;
} best;

static void add_to_best(best *of, amount x, const char *relation) {
    long kept = 0;
    for (long k = 0; k < of->count; k++)
        if (compared_amounts(relation, of->items[k], x) == 1) return;
    for (long k = 0; k < of->count; k++)
        if (compared_amounts(relation, x, of->items[k]) != 1) of->items[kept++] = of->items[k];
    of->items[kept] = x, of->count = kept + 1;
}

// all, any, list, sum, product, min, max.
static reading read_loop(json t, binding around) {
    bool quantifier = t->op == ALL || t->op == ANY;
    struct binding own = {&t->items[1], NUMBER, NULL, 0, around};
    json body = &t->items[4];
    reading made = {.truth = t->op == ALL, .amount = {t->op == PRODUCT ? whole(1) : t->op == SUM ? whole(0) : NULL, 0}};
    amount low = amount_of(&t->items[2], around);
    bool from_one = is_number(low) && !compare(low.x, whole(1));
    if (family.general && quantifier && from_one && is_number_of(&t->items[3], "d")) {
        int first = (own.kind = FIRST_ROW, read_term(body, &own).truth);
        int other = (own.kind = OTHER_ROW, read_term(body, &own).truth);
        if (t->op == ANY) first = negated(first), other = negated(other);
        made.truth = !first ? 0 : first == 1 && other == 1 ? 1 : -1;
        if (t->op == ANY) made.truth = negated(made.truth);
        return made;
    }
    amount high = amount_of(&t->items[3], around);
    bool numbers = is_number(low) && is_number(high);
    bool columns = numbers && family.columns && !all_known && !compare(rounded(low.x, true), whole(1)) &&
                   !compare(rounded(high.x, false), whole(family.n));
    if (columns && (quantifier || t->op == LIST)) {
        bool pairs = false; // of columns, where one id stands for several, are not known
        for (binding other = around; family.several && other; other = other->around)
            pairs = pairs || other->kind == COLUMN;
        own.kind = COLUMN, made.by_column = true, made.items = NEW(amount, family.columns);
        for (own.column = 0; own.column < family.columns; own.column++) {
            reading x = read_term(body, &own);
            made.items[made.count++] = pairs ? (amount){&unknown, 0} : x.amount;
            if (pairs) x.truth = -1;
            if (quantifier)
                made.truth =
                    t->op == ALL ? both(made.truth, x.truth) : negated(both(negated(made.truth), negated(x.truth)));
        }
        return made;
    }
    if (!sure(numbers)) return made.truth = -1, made.amount = anything, made;
    number start = rounded(low.x, true), turns = plus(minus(rounded(high.x, false), start), whole(1));
    long count = sign(turns) < 0 ? 0 : bounded(turns, LONG_MAX);
    spend(count);
    best extremes = {NEW(amount, t->op == MIN || t->op == MAX ? count : 0), 0};
    if (t->op == LIST) made.items = NEW(amount, count);
    for (long k = 0; k < count; k++) {
        own.value = plus(start, whole(k));
        reading x = read_term(body, &own);
        amount *kept = &made.amount;
        if (t->op == LIST)
            made.items[made.count++] = x.amount;
        else if (quantifier)
            made.truth =
                t->op == ALL ? both(made.truth, x.truth) : negated(both(negated(made.truth), negated(x.truth)));
        else if (t->op == SUM || t->op == PRODUCT)
            *kept = t->op == SUM ? combined(plus, *kept, x.amount) : product_of(*kept, x.amount);
        else
            add_to_best(&extremes, x.amount, t->op == MIN ? "<=" : ">=");
    }
    if (t->op == MIN || t->op == MAX) made.amount = sure(count > 0) && extremes.count == 1 ? *extremes.items : anything;
    return made;
}

static reading read_anew(json t, binding around) {
    json x = t->items;
    reading a[4] = {{0}}, made = {.truth = -1, .amount = {NULL, 0}};
    bool plain = t->op >= MINUS && t->op <= DISTINCT && t->op != ITEM && t->op != ENTRY && t->op != FLOOR;
    spend(1);
    for (int k = 1; plain && k < t->count; k++) a[k] = read_term(&x[k], around);
    amount u = a[1].amount, v = a[2].amount;
    switch (t->op) {
    case LITERAL: made.amount.x = integer(t, LONG_MIN); break;
    case PARAMETER:
        made.amount.x = integer(named(parameters, &x[1]), LONG_MIN);
        if (family.general && is_word(&x[1], "m")) made.amount = (amount){whole(1), 1};
        if (family.general && is_word(&x[1], "d")) made.amount.x = &unknown;
        break;
    case DEFINITION: made.amount = defined(&x[1]); break;
    case NETWORK: made.amount = read_quantity(t); break;
    case VARIABLE:
        while (!same_text(around->name, &x[1])) around = around->around;
        made.amount.x = around->kind == NUMBER ? around->value : &unknown;
        break;
    case POINT: made.ids = family.ids; break;
    case MINUS: made.amount = combined(minus, u, v); break;
    case NEGATIVE: made.amount = product_of(u, (amount){whole(-1), 0}); break;
    case OVER: made.amount = quotient_of(u, v); break;
    case POWER:
        if (family.general && is_number_of(&x[1], "m") && is_number_of(&x[2], "d"))
            made.amount = (amount){family.D, 0};
        else
            made.amount = power_of(u, v);
        break;
    case EQUAL:
    case DIFFERENT:
    case LESS:
    case LESS_OR_EQUAL:
    case GREATER:
    case GREATER_OR_EQUAL:
    case IN:
    case NOT_IN:
        if (t->compared == 'n') {
            made.truth = read_relation(t->op, u, v, a[3].amount);
            break;
        }
        if (t->compared == 'l') made.truth = same_items(a[1], a[2]);
        for (long j = made.truth = t->compared == 'l' ? made.truth : 1, k = 0; t->compared == 'm' && k < family.columns;
             k++)
            made.truth = (int)(j = both((int)j, shown_related("=", a[1].ids[k], a[2].ids[k])));
        if (t->op == DIFFERENT) made.truth = negated(made.truth);
        break;
    case NOT: made.truth = negated(a[1].truth); break;
    case IMPLIES: made.truth = negated(both(a[1].truth, negated(a[2].truth))); break;
    case ITEM: {
        reading list = read_term(&x[1], around);
        long k = read_index(&x[2], around, list.count, list.by_column);
        made.amount = k < 0 ? anything : list.items[k];
        break;
    }
    case ENTRY: made.amount = read_entry(t, around); break;
    case DISTINCT: made.truth = all_different(a[1]); break;
    case DOT: made = read_dot(t, around); break;
    case PLUS:
    case TIMES:
        made.amount = amount_of(&x[1], around);
        for (int k = 2; k < t->count; k++) {
            amount next = amount_of(&x[k], around);
            made.amount = t->op == PLUS ? combined(plus, made.amount, next) : product_of(made.amount, next);
        }
        break;
    case AND:
    case OR:
        made.truth = 1;
        for (int k = 1; k < t->count; k++) {
            int truth = read_term(&x[k], around).truth;
            made.truth = both(made.truth, t->op == AND ? truth : negated(truth));
        }
        if (t->op == OR) made.truth = negated(made.truth);
        break;
    case IF: {
        int test = read_term(&x[1], around).truth;
        made.amount = amount_of(&x[test ? 2 : 3], around);
        if (test < 0 && compared_amounts("=", made.amount, amount_of(&x[3], around)) != 1) made.amount = anything;
        break;
    }
    case STAGE:
    case AFTER: made = read_state(t, around); break;
    case ALL:
    case ANY:
    case SUM:
    case PRODUCT:
    case MIN:
    case MAX:
    case LIST: made = read_loop(t, around); break;
    default: recognise(false, "the operator %.*s in a symbolic run", TEXT(t->kind == ARRAY ? x : t));
    }
    return made;
}

static reading read_term(json t, binding around) { // what has no variable that is bound around it is kept for a family
    struct kept *kept = t->kind == ARRAY ? t->items->kept : NULL;
    if (!kept) return read_anew(t, around);
    if (!kept->reading || kept->family != family.turn) {
        bool before = doubtful;
        doubtful = false;
        reading made = read_anew(t, NULL);
        made.doubtful = doubtful, doubtful = before;
        kept->reading = COPY(reading, &made, 1), kept->family = family.turn;
    }
    return sure(!kept->reading->doubtful), *kept->reading;
}
