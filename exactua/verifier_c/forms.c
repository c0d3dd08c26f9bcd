// Section 8: a family of points as affine forms, and what signs tell of them.

// A form is affine in the variables 1, 2, ... of a family: those of non-negative ids, of which with s the sum is N,
// then a and c_k, then entries of columns, of which nothing is known. In scope "general" a coefficient is a polynomial
// in t, the variable 0, and D = t + `least`.
static struct {
    bool general, several; // the last: whether the id after the least stands for each of several columns
    number D, m, N;        // m: NULL in scope "general"
    long n, bounded, known, columns, turn; // columns of a point; variables with the sum N, with a sign; different ids
    number *ids;                           // increasing
} family;

static bool is_form(number a) { // whether it depends on the point
    return !is_rational(a) && (a->kind == UNKNOWN || a->variable > 0);
}

static number at_D(number p) { // the value of a polynomial in the variable 0 at D
    if (is_rational(p)) return p;
    number made = whole(0);
    for (long k = p->count - 1; k >= 0; k--) made = plus(times(made, family.D), p->parts[k]);
    return made;
}

static bool positive(number c, bool strictly) { // a coefficient: > 0 or, not strictly, >= 0
    recognise(c->kind != REAL, "a real number as a coefficient");
    if (is_rational(c)) return sign(c) >= strictly;
    bool shown = sign(c->parts[0]) >= strictly;
    for (long k = 1; k < c->count; k++) shown = shown && sign(c->parts[k]) >= 0;
    return shown;
}

static number constant_of(number f) {
    while (is_form(f)) f = f->parts[0];
    return f;
}

static number slope(number *f, long variable) { // the coefficient of a variable, where no later one is left in f
    number made = whole(0);
    if (is_form(*f) && (*f)->variable == variable) made = (*f)->parts[1], *f = (*f)->parts[0];
    return made;
}

static bool shown_above(number f, number g, bool strictly) { // f - g > 0 or, not strictly, >= 0, at all points
    if (f->kind == UNKNOWN || g->kind == UNKNOWN) return false;
    long used = current->used;
    number constant = minus(constant_of(f), constant_of(g));
    bool holds = positive(constant, strictly);
    spend(1);
    while (holds && (is_form(f) || is_form(g))) {
        long last = last_variable(f, g);
        number change = minus(slope(&f, last), slope(&g, last));
        holds = last <= family.bounded ? positive(plus(constant, times(family.N, change)), strictly)
                : last <= family.known ? positive(change, false)
                                       : is_zero(change);
    }
    return current->used = used, holds;
}

// Whether the relation holds at all points of the family, 1; at none, 0; or -1, where signs do not show it.
static int shown_related(const char *relation, number a, number b) {
    if (a->kind == UNKNOWN || b->kind == UNKNOWN) return -1;
    if (is_rational(a) && is_rational(b)) return fits(relation, compare(a, b));
    if (*relation == '>') return shown_related(relation[1] ? "<=" : "<", b, a);
    bool or_equal = relation[1] == '=';
    if (*relation == '<') return shown_above(b, a, !or_equal) ? 1 : shown_above(a, b, or_equal) ? 0 : -1;
    bool equal = shown_above(a, b, false) && shown_above(b, a, false);
    bool apart = !equal && (shown_above(a, b, true) || shown_above(b, a, true));
    return equal || apart ? apart == (*relation == '!') : -1;
}

static bool integral(number f) { // whether all coefficients are integers, of polynomials, too
    if (f->kind == UNKNOWN || is_rational(f)) return f->kind != UNKNOWN && is_whole(f);
    for (long k = 0; k < f->count; k++)
        if (!integral(f->parts[k])) return false;
    return true;
}

static number form(long name) {
    return variable(POLYNOMIAL, (int)name);
}

// The points with so many different non-negative ids and so many different negative ones. Without `counts` there are
// two of these at most, the second of which stands for all but the least; with them it is said how many columns have
// each id, and all columns are listed. The least D, in scope "general", is `least`.
static void enter_family(long different, long negative, const long *counts, long least) {
    family.turn++, family.bounded = different, family.known = different + negative;
    family.several = !counts && negative == 2 && family.n - different > 2;
    if (family.general) family.D = plus(form(0), whole(least));
    family.N = minus(family.D, whole(different)), family.columns = counts ? family.n : different + negative;
    number m = family.general ? whole(2) : family.m;
    number *ids = NEW(number, different + negative);
    number last = plus(minus(family.D, m), times(times(m, power(family.D, whole(family.n))), whole(-1)));
    for (long k = 0; k < negative; k++) // from B - a down
        last = ids[negative - 1 - k] = minus(minus(last, form(different + 1 + k)), whole(k > 0));
    last = whole(-1);
    for (long j = 0; j < different; j++) last = ids[negative + j] = plus(plus(last, whole(1)), form(j + 1));
    family.ids = counts ? NEW(number, family.n) : ids;
    for (long k = 0, column = 0; counts && k < different + negative; k++)
        for (long i = 0; i < counts[k]; i++) family.ids[column++] = ids[k];
}
