// Section 8: what terms are at all points of a family.

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

static amount combined(number operation(number, number), amount a, amount b) { // a sum or a difference
    long e = is_zero(a.x) ? b.e : a.e;
    bool apart = is_unknown(a) || is_unknown(b) || (a.e != b.e && !is_zero(a.x) && !is_zero(b.x));
    return apart ? (amount){&unknown, 0} : (amount){operation(a.x, b.x), e};
}

static amount product_of(amount a, amount b) {
    bool apart = is_unknown(a) || is_unknown(b) || (is_form(a.x) && is_form(b.x));
    return apart ? (amount){&unknown, 0} : (amount){times(a.x, b.x), a.e + b.e};
}

static amount quotient_of(amount a, amount b) {
    demand(!is_zero(b.x), "a division by 0");
    if (is_unknown(a) || !is_rational(b.x)) return (amount){&unknown, 0};
    return (amount){divided(a.x, b.x), a.e - b.e};
}

static amount power_of(amount a, amount e) {
    if (is_unknown(a) || is_form(a.x) || !is_rational(e.x) || e.e) return (amount){&unknown, 0};
    number made = power(a.x, e.x);
    demand(a.e == 0 || bounded(e.x, LARGEST_SIZE) < LARGEST_SIZE, "a power has too many bits");
    return (amount){made, a.e * bounded(e.x, LARGEST_SIZE)};
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
    demand(a.count == b.count || a.by_column != b.by_column, "lists of different lengths are compared");
    if (a.by_column != b.by_column && !all_known) return -1;
    demand(a.count == b.count, "lists of different lengths are compared");
    for (long k = 0; k < a.count; k++) made = both(made, compared_amounts("=", a.items[k], b.items[k]));
    return made;
}

static int all_different(reading list) {
    int made = 1;
    bool repeated = list.by_column && !all_known; // a column is there twice, or one item stands for several
    for (long j = 0; j < list.count; j++)
        for (long k = 0; k < j; k++) made = both(made, compared_amounts("!=", list.items[j], list.items[k]));
    return repeated && made ? family.several ? -1 : 0 : made;
}

// An index, from 0: a place in a list by column, if that is asked for, or a number that counts from 1; or -1.
static long read_index(json t, binding around, long count, bool by_column) {
    binding found = around;
    while (t->op == VARIABLE && found && !same_text(found->name, &t->items[1])) found = found->around;
    bool column = t->op == VARIABLE && found->kind == COLUMN;
    if (column) return by_column ? found->column : -1;
    amount k = amount_of(t, around);
    if (is_unknown(k) || k.e || !is_rational(k.x)) return -1;
    long place = index_of(k.x, by_column ? family.n : count);
    if (!by_column || all_known) return place;
    if (place && family.n - 1 != place) return -1;
    place = place ? family.columns - 1 : 0; // of single columns, the first and the last one are known
    return family.several && place == 1 ? -1 : place;
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
        if (other->kind == OTHER_ROW) return (amount){&unknown, 0};
    long rows = family.general ? 2 : size_of("d");
    if (!by_row) {
        amount k = amount_of(row, around);
        if (is_unknown(k) || !is_rational(k.x) || k.e) return (amount){&unknown, 0};
        i = index_of(k.x, family.general ? LARGEST_SIZE : rows);
        if (family.general && i) return (amount){&unknown, 0};
    }
    if (column < 0 || state.ids[column]->kind == UNKNOWN) return (amount){&unknown, 0};
    number grown_by = minus(state.ids[column], family.ids[column]), entry = entry_variable(i, column, rows);
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
    number layers;
    bool word = t->op == STAGE && t->items[2].kind == STRING;
    amount k = word ? (amount){integer(named(net->stages, &t->items[2]), 0), 0} : amount_of(&t->items[2], around);
    if (t->op == STAGE) {
        recognise(is_rational(k.x) && !k.e, "a stage that depends on the point");
        layers = one->ends[index_of(plus(k.x, whole(1)), net->runs->items + 1)];
    } else {
        bool counts = k.x->kind != UNKNOWN && !k.e;
        layers = k.x;
        demand(!counts || !is_rational(layers) || is_whole(layers), "a number of layers that is no integer");
        recognise(counts && integral(layers), "a number of layers that may be no integer");
        int low = shown_related(">=", layers, whole(0));
        int high = shown_related("<=", layers, one->ends[net->runs->items]);
        demand(low && high, "a number of layers that the network does not have");
        recognise(low > 0 && high > 0, "a number of layers that the network may not have");
    }
    (void)Z;
    return made.ids = ids_after(one, layers), made;
}

static amount defined(json name) {
    long place = place_of(values, name);
    if (!family.general) return (amount){definitions[place], 0};
    if (defined_at[place].turn != family.turn) {
        amount made = amount_of(meanings[place], NULL);
        defined_at[place].value = made, defined_at[place].turn = family.turn;
    }
    return defined_at[place].value;
}

static amount read_quantity(json t) {
    network net = &networks[place_of(records, &t->items[1])];
    number made = quantity(&t->items[1], &t->items[2]);
    if (!family.general) return (amount){made, 0};
    bool layers = is_word(&t->items[2], QUANTITY_NAMES[ATTENTIONS]);
    (void)net;
    return (amount){made->kind == UNKNOWN || !layers ? made : at_D(made), 0};
}

// all, any, list, sum, product, min, max.
static reading read_loop(json t, binding around) {
    bool quantifier = t->op == ALL || t->op == ANY;
    struct binding own = {&t->items[1], NUMBER, NULL, 0, around};
    json body = &t->items[4];
    reading made = {.truth = t->op == ALL, .amount = {t->op == PRODUCT ? whole(1) : t->op == SUM ? whole(0) : NULL, 0}};
    amount low = amount_of(&t->items[2], around);
    bool from_one = is_rational(low.x) && !low.e && !compare(low.x, whole(1));
    if (family.general && quantifier && from_one && is_number_of(&t->items[3], "d")) {
        int first = (own.kind = FIRST_ROW, read_term(body, &own).truth);
        int other = (own.kind = OTHER_ROW, read_term(body, &own).truth);
        if (t->op == ANY) first = negated(first), other = negated(other);
        made.truth = !first ? 0 : first == 1 && other == 1 ? 1 : -1;
        if (t->op == ANY) made.truth = negated(made.truth);
        return made;
    }
    amount high = amount_of(&t->items[3], around);
    bool numbers = is_rational(low.x) && !low.e && is_rational(high.x) && !high.e;
    bool columns = numbers && family.columns && !all_known && from_one && !compare(high.x, whole(family.n));
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
    recognise(numbers, "a range of which the ends depend on the point or on D");
    number start = rounded(low.x, true), turns = plus(minus(rounded(high.x, false), start), whole(1));
    long count = sign(turns) < 0 ? 0 : bounded(turns, LONG_MAX);
    spend(count);
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
        else if (!kept->x)
            *kept = x.amount;
        else {
            int before = compared_amounts(t->op == MIN ? "<=" : ">=", *kept, x.amount);
            *kept = before < 0 ? (amount){&unknown, 0} : before ? *kept : x.amount;
        }
    }
    return demand(t->op < MIN || t->op == LIST || made.amount.x, "the least or the greatest of nothing"), made;
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
        made.amount = power_of(u, v);
        if (family.general && is_number_of(&x[1], "m") && is_number_of(&x[2], "d")) made.amount = (amount){family.D, 0};
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
        made.amount = k < 0 ? (amount){&unknown, 0} : list.items[k];
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
        made.amount = test < 0 ? (amount){&unknown, 0} : amount_of(&x[test ? 2 : 3], around);
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
        reading made = read_anew(t, NULL);
        kept->reading = COPY(reading, &made, 1), kept->family = family.turn;
    }
    return *kept->reading;
}
