// What an order of the columns does not change. What goes through all columns and reads, in each of them, a permuted
// matrix in that column alone, reads the columns of the matrix itself, one after the other: a sum, an extreme, a
// quantifier of it are the same in every order. And where a premise has a value in every order, a conclusion that is
// true and speaks of no order is all that is asked. The variable of permutations keeps what is left of their term.
static bool binds(json t) {
    return t->kind == ARRAY && strchr("vH", *operators[t->op].operands) && *operators[t->op].operands;
}

static bool reads(json t, json name) { // whether it speaks of a variable that is bound around it
    if (t->kind != ARRAY) return false;
    if (t->op == VARIABLE || t->op == OFFSETS) return same_text(&t->items[1], name);
    bool found = t->op == PERMUTED && same_text(&t->items[2], name), hidden = binds(t) && same_text(&t->items[1], name);
    for (int k = 1; k < t->count - hidden && !found; k++) found = reads(&t->items[k], name);
    return found;
}

static bool over_columns(json t) {
    json x = t->items;
    bool over = t->op == ALL || t->op == ANY || (t->op >= SUM && t->op <= MAX);
    return over && x[2].kind == WHOLE && x[2].length == 1 && file[x[2].start] == '1' && x[3].kind == ARRAY &&
           x[3].op == PARAMETER && is_word(&x[3].items[1], "n");
}

static bool in_columns_alone(json t, json column, json order) {
    json x = t->items;
    if (!reads(t, column) && !reads(t, order)) return true;
    bool entry = t->op == ENTRY && x[1].op == PERMUTED && same_text(&x[1].items[2], order) && x[3].op == VARIABLE;
    if (entry && same_text(&x[3].items[1], column)) {
        json matrix = &x[1].items[1], row = &x[2];
        return !reads(matrix, column) && !reads(matrix, order) && !reads(row, column) && !reads(row, order);
    }
    bool alone = t->op != VARIABLE && t->op != OFFSETS && t->op != PERMUTED;
    alone = alone && !(binds(t) && (same_text(&x[1], column) || same_text(&x[1], order)));
    for (int k = 1; k < t->count && alone; k++) alone = in_columns_alone(&x[k], column, order);
    return alone;
}

static struct json as_it_is(json t, json order) { // with the matrices themselves in place of those in this order
    struct json made = *t;
    if (!reads(t, order)) return made;
    if (t->op == PERMUTED) return t->items[1];
    made.items = COPY(struct json, t->items, t->count);
    for (int k = 1; k < t->count; k++) made.items[k] = as_it_is(&t->items[k], order);
    return made;
}

static struct json without_order(json t, json order) {
    struct json made = *t;
    if (!reads(t, order) || (binds(t) && same_text(&t->items[1], order))) return made;
    bool left_out = over_columns(t) && in_columns_alone(&t->items[4], &t->items[1], order);
    made.items = COPY(struct json, t->items, t->count);
    for (int k = 1; k < t->count; k++) made.items[k] = (left_out ? as_it_is : without_order)(&t->items[k], order);
    return made;
}

static bool has_a_value(json t, json order) { // in every order, if in one
    if (t->kind != ARRAY) return true;
    bool ranged = t->op == ALL || t->op == ANY || t->op == SUM || t->op == COLUMNS || t->op == ENTRY;
    bool has = ranged || (t->op >= LESS && t->op <= IMPLIES) || t->op == PARAMETER;
    has = has || (t->op == DEFINITION && !of_reals[place_of(values, &t->items[1])]);
    has = has || t->op == VARIABLE || t->op == POINT || t->op == PERMUTED || t->op == MINUS || t->op == NEGATIVE;
    has = has || t->op == PLUS || t->op == TIMES || t->op == AND || t->op == OR;
    for (int k = 1; k < t->count && has; k++)
        has = has_a_value(&t->items[k], order) && !(ranged && (k == 2 || k == 3) && reads(&t->items[k], order));
    return has;
}

static json conclusion(json t, json order) { // that is all that is asked where it is true; or NULL
    bool implied = t->kind == ARRAY && t->op == IMPLIES && !reads(&t->items[2], order);
    return implied && has_a_value(&t->items[1], order) ? &t->items[2] : NULL;
}
