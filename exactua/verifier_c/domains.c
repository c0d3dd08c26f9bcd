// Section 5: domains.

enum { ORBITS, SEQUENCES, PRODUCTS, LISTS, CHOSEN, PAIRS, CELLS, POINT_KINDS };

enum { NONE, ALLOWED, FORBIDDEN, REQUIRED };

static const char *const POINT_KIND_NAMES[] = {"orbits", "sequences", "product", "list", "chosen", "pairs", "cells"};

typedef struct column {
    number id, *entries;
    bool plain;
} *column; // plain: not special; no id in a vocabulary

typedef struct vocabulary {
    long count, *plain_from;
    column columns;
} *vocabulary; // how many from this one on are plain

typedef struct points { // of a domain; those of a list are taken for the columns of a product with one place
    int kind, repeats, specials;
    long d, n, places;                                // how many columns are chosen
    number total, columns, plain, start, step, count; // how many points, columns, plain columns; the levels
    matrix special, ids, *breaks;                     // the last: of each row of cells
    vocabulary vocabularies; // one, of a product one for each place; NULL as long as the columns are not listed
    struct points *of;
    number from, to; // of cells in a box
    long place,
        *chosen; // of the last point that was made: its rank and 1 more, if that fits; the numbers of its columns
} *points;

typedef struct domain {
    json name, spec;
    struct points points;
    bool whole, complete,
        used; // whether all points are decided; whether all those are recomputed; whether a step is over it
    number decided, passed; // how many points; and in the ranges before this one
    long ranges, range;
    number (*ends)[2]; // of each range
} *domain;

static long compared; // how many entries of columns are compared here

static int by_entries(const void *a, const void *b) {
    number *x = ((column)a)->entries, *y = ((column)b)->entries;
    long k = 0;
    while (k < compared && !compare(x[k], y[k])) k++;
    return k < compared ? compare(x[k], y[k]) : 0;
}

static void sort(column columns, long count, int order(const void *, const void *)) {
    qsort(columns, (size_t)count, sizeof *columns, order);
    for (long k = 1; k < count; k++) demand(order(&columns[k - 1], &columns[k]), "a domain has something twice");
}

static number listed(json t) { // a number of a domain
    number made = constant(t, "n").number;
    return recognise(is_rational(made), "a real in the points of a domain"), made;
}

// Columns of d entries; or, with n > 0, matrices, each an array of d rows of n entries.
static struct vocabulary read_vocabulary(json columns, long d, long n) {
    struct vocabulary made = {.count = array(columns, -1)->count};
    long size = compared = n ? d * n : d;
    made.columns = NEW(struct column, made.count), made.plain_from = NEW(long, made.count + 1);
    for (long k = 0; k < made.count; k++) {
        json rows = array(&columns->items[k], d);
        for (long i = 0; n && i < d; i++) array(&rows->items[i], n);
        spend(size);
        number *entries = made.columns[k].entries = NEW(number, size);
        for (long i = 0; i < size; i++) entries[i] = listed(n ? &rows->items[i % d].items[i / d] : &rows->items[i]);
        made.plain_from[k] = made.count - k;
    }
    sort(COPY(struct column, made.columns, made.count), made.count, by_entries);
    return made;
}

static void read_levels(points p, json levels, json special, json ids, bool counted) {
    keys(levels, "start step count");
    p->start = listed(field(levels, "start")), p->step = listed(field(levels, "step"));
    p->count = listed(field(levels, "count"));
    demand(is_whole(p->count) && sign(p->count) >= 0, "the count of levels");
    p->special = new_matrix(array(special, -1)->count, 1);
    for (int k = 0; k < special->count; k++) p->special->entries[k] = listed(&special->items[k]);
    if (p->specials == NONE) p->special->rows = 0;
    bool once = (!is_zero(p->step) || bounded(p->count, 2) < 2) && different(p->special);
    for (long k = 0; k < p->special->rows; k++) {
        number place = divided(minus(p->special->entries[k], p->start), is_zero(p->step) ? whole(1) : p->step);
        once = once && !(is_whole(place) && sign(place) >= 0 && compare(place, p->count) < 0);
    }
    demand(once, "a level of a domain occurs twice");
    p->ids = constant(ids, "l").matrix;
    for (long k = 0; k < p->ids->rows; k++)
        recognise(is_rational(p->ids->entries[k]), "a real in the points of a domain");
    demand(p->ids->rows == p->d, "the ids of a domain are not one for each row");
    if (counted)
        p->columns = power(plus(p->count, whole(p->special->rows)), whole(p->d)),
        p->plain = power(p->count, whole(p->d));
}

static void list_columns(points p) { // those that levels make, by their ids
    long count = bounded(p->columns, LARGEST_SIZE), plain = bounded(p->count, LARGEST_SIZE),
         levels = plain + p->special->rows;
    demand((count > p->n ? count : p->n) <= LARGEST_TABLE / p->d, "a domain has too many columns to list");
    spend(count * p->d);
    struct stack *before = use(&lasting);
    vocabulary made = p->vocabularies = NEW(struct vocabulary, 1);
    *made = (struct vocabulary){count, NEW(long, count + 1), NEW(struct column, count)};
    number *all = NEW(number, levels);
    for (long k = 0; k < levels; k++)
        all[k] = k < plain ? plus(p->start, times(whole(k), p->step)) : p->special->entries[k - plain];
    for (long k = 0; k < count; k++) {
        column one = &made->columns[k];
        one->entries = NEW(number, p->d), one->plain = true;
        for (long i = p->d - 1, rest = k; i >= 0; i--, rest /= levels)
            one->entries[i] = all[rest % levels], one->plain = one->plain && rest % levels < plain;
        one->id = inner_product(p->ids->entries, 1, one->entries, 1, p->d);
    }
    sort(made->columns, count, by_number);
    for (long k = count - 1; k >= 0; k--) made->plain_from[k] = made->plain_from[k + 1] + made->columns[k].plain;
    use(before);
}

static number binomial(number n, long k) {
    number made = fresh(RATIONAL);
    return mpz_bin_ui(mpq_numref(made->q), mpq_numref(n->q), (unsigned long)k), tidy(made);
}

// How many choices of k of these columns, of which some are plain, complete a point of orbits.
static number ways(points p, long k, number columns, number plain, bool repeated, bool special) {
    number made = NULL, c = columns;
    for (; c; c = c == columns && p->specials == REQUIRED && !special ? plain : NULL) {
        demand(k <= LARGEST_NUMBER / (long)bits(plus(c, whole(k))), "a number of points has too many bits");
        number weak = k ? binomial(plus(c, whole(k - 1)), k) : whole(1), strict = binomial(c, k);
        number all = p->repeats == FORBIDDEN               ? strict
                     : p->repeats == REQUIRED && !repeated ? minus(weak, strict)
                                                           : weak;
        made = made ? minus(made, all) : all;
    }
    return made;
}

static number ways_from(points p, long k, long c, bool repeated, bool special) {
    return ways(p, k, whole(p->vocabularies->count - c), whole(p->vocabularies->plain_from[c]), repeated, special);
}

// Of the orbits that agree with the chosen columns before column i, and of which that one is at least `low`, or one
// less where it may repeat the last: the one with this rank, column by column, by counting.
static void find_orbit(points p, number rank, long i, long low, bool again, bool repeated, bool special) {
    for (long k = p->n - i, *chosen = p->chosen + i; k > 0; k--, again = true, low = *chosen++ + 1) {
        if (again && p->repeats != FORBIDDEN) { // points that repeat the last column come first
            number ways = ways_from(p, k - 1, *chosen = low - 1, true, special);
            if (compare(rank, ways) < 0) {
                repeated = true;
                continue;
            }
            rank = minus(rank, ways);
        }
        number all = ways_from(p, k, low, repeated, special);
        for (long most = p->vocabularies->count - 1, middle = low; low < most; middle = (low + most) / 2) {
            bool enough = compare(minus(all, ways_from(p, k, middle + 1, repeated, special)), rank) > 0;
            if (enough)
                most = middle; // the least with which, or one before, enough go on
            else
                low = middle + 1;
        }
        rank = minus(rank, minus(all, ways_from(p, k, *chosen = low, repeated, special)));
        special = special || !p->vocabularies->columns[low].plain;
    }
}

static void
next_orbit(points p) { // that which follows the chosen one: it has the longest beginning with which another goes on

    struct {
        bool repeated, special;
    } *before = allocate(p->n + 1, sizeof *before);

    long i = 0, *chosen = p->chosen;
    for (; i < p->n; i++) {
        before[i + 1].repeated = before[i].repeated || (i && chosen[i] == chosen[i - 1]);
        before[i + 1].special = before[i].special || !p->vocabularies->columns[chosen[i]].plain;
    }
    do i--;
    while (i && is_zero(ways_from(p, p->n - i, chosen[i] + 1, before[i].repeated, before[i].special)));
    find_orbit(p, whole(0), i, chosen[i] + 1, false, before[i].repeated, before[i].special);
}

// The entries of the point with this rank; of cells, forms in the entries, or those of a sample, and which row it is.
static void find_entries(points p, number rank, bool sample, number *entries, number *row) {
    if (p->kind == PAIRS) {
        points left = &p->of[0], right = &p->of[1];
        number first = quotient(rank, left->total);
        find_entries(left, first, sample, entries, row), right->vocabularies = left->vocabularies;
        find_entries(right, minus(rank, times(first, left->total)), sample, entries + p->d * p->n, row);
    } else if (p->kind == CELLS) {
        long i = 0, cell = bounded(rank, LONG_MAX), more = p->from ? -1 : 1;
        for (; cell >= 2 * p->breaks[i]->rows + more; i++) cell -= 2 * p->breaks[i]->rows + more;
        cell += p->from != NULL; // 0 is before the first breakpoint, 1 that, 2 between it and the second
        number *breaks = p->breaks[i]->entries, low = cell ? breaks[(cell - 1) / 2] : NULL;
        number high = cell < 2 * p->breaks[i]->rows ? breaks[cell / 2] : NULL;
        box = allocate(p->d, sizeof *box);
        for (long k = 0; k < p->d; k++) {
            box[k].low = k == i ? low : p->from, box[k].high = k == i ? high : p->to, box[k].closed = k != i && p->from;
            entries[k] = !sample ? variable(FORM, (int)k) : p->from ? p->from : whole(0);
        }
        number inside = !low ? minus(high, whole(1)) : !high ? plus(low, whole(1)) : divided(plus(low, high), whole(2));
        if (sample || cell % 2) entries[i] = inside;
        *row = whole(i + 1);
    } else {
        long *chosen, size = p->kind == LISTS ? p->d * p->n : p->d, place = bounded(rank, LONG_MAX - 1);
        struct stack *before = use(&lasting);
        p->chosen = chosen = p->chosen ? p->chosen : NEW(long, p->places);
        use(before);
        if (!p->vocabularies) list_columns(p);
        bool fits = place < LONG_MAX - 1;
        if (p->kind == ORBITS && fits && place && p->place == place)
            next_orbit(p);
        else if (p->kind == ORBITS && p->place != place + 1)
            find_orbit(p, rank, 0, 0, false, false, false);
        p->place = fits ? place + 1 : 0;
        for (long j = p->places - 1; j >= 0; j--) {
            vocabulary v = &p->vocabularies[p->kind == PRODUCTS ? j : 0];
            number count = whole(v->count), rest = quotient(rank, count);
            if (p->kind != ORBITS) chosen[j] = bounded(minus(rank, times(rest, count)), LONG_MAX), rank = rest;
            for (long i = 0; i < size; i++) entries[j * size + i] = v->columns[chosen[j]].entries[i];
        }
    }
}

static void read_breakpoints(points p, json spec, json rows) {
    bool boxed = find(spec, "from", "from" + 4) || find(spec, "to", "to" + 2);
    keys(spec, boxed ? "kind columns from to" : "kind columns");
    number columns = listed(field(spec, "columns"));
    recognise(is_whole(columns) && bounded(columns, 2) == 1, "cells of more than one column");
    if (boxed) p->from = listed(field(spec, "from")), p->to = listed(field(spec, "to"));
    demand(!boxed || compare(p->from, p->to) < 0, "the box of cells is empty");
    p->breaks = NEW(matrix, array(rows, p->d)->count);
    for (int i = 0; i < rows->count; i++) {
        matrix row = p->breaks[i] = new_matrix(array(&rows->items[i], -1)->count, 1);
        for (long k = 0; k < row->rows; k++) {
            row->entries[k] = rational(&rows->items[i].items[k]);
            demand(!k || compare(row->entries[k - 1], row->entries[k]) < 0, "the breakpoints of a row do not increase");
        }
        bool spans =
            !boxed || (row->rows && !compare(row->entries[0], p->from) && !compare(row->entries[row->rows - 1], p->to));
        demand(row->rows && spans, "the breakpoints of a row do not reach from end to end");
        p->total = plus(p->total, whole(2 * row->rows + (boxed ? -1 : 1)));
    }
}

static int choice(json node, int from) {
    static const char *const words[] = {"none", "allowed", "forbidden", "required"};
    while (from <= REQUIRED && !is_word(node, words[from])) from++;
    return demand(from <= REQUIRED, "repeats or specials of a domain"), from;
}

static void read_points(points p, json spec, json evidence, bool paired, bool counted);

// One of several lists, whose number is a parameter; the others may be of points of other shapes.
static void read_chosen(points p, json spec, json evidence, bool paired, bool counted) {
    keys(spec, "kind parameter of");
    json lists = array(field(spec, "of"), -1);
    number which = integer(named(parameters, field(spec, "parameter")), 1);
    demand(bounded(which, LARGEST_SIZE) <= lists->count, "a domain is chosen that is not there");
    for (int k = 0; k < lists->count; k++) {
        json list = &lists->items[k], kind = field(list, "kind"), listed_points = field(list, "points");
        demand(is_word(kind, "list"), "what is chosen from is no list of points");
        keys(list, "kind points");
        if (k == bounded(which, LARGEST_SIZE) - 1) continue;
        json first = array(listed_points, -1)->count ? array(listed_points->items, -1) : NULL;
        long d = first ? first->count : 1, n = first && d ? array(first->items, -1)->count : 1;
        demand(d && n, "a point of a list is empty");
        read_vocabulary(listed_points, d, n);
    }
    read_points(p, &lists->items[bounded(which, LARGEST_SIZE) - 1], evidence, paired, counted);
}

// With their number, if that is to be known: it may be too large.
static void read_points(points p, json spec, json evidence, bool paired, bool counted) {
    json kind = find(spec, "kind", "kind" + 4);
    *p = (struct points){.repeats = ALLOWED, .specials = ALLOWED, .total = whole(0)};
    while (kind && p->kind < POINT_KINDS && !is_word(kind, POINT_KIND_NAMES[p->kind])) p->kind++;
    recognise(kind && p->kind < (paired ? PAIRS : POINT_KINDS), "the kind of a domain %.*s", TEXT(spec));
    if (p->kind == CHOSEN) {
        read_chosen(p, spec, evidence, paired, counted);
        return;
    }
    recognise(p->kind != CELLS || !speaks_of_reals(spec), "the reals of a domain of cells");
    keys(evidence, p->kind == CELLS ? "breakpoints" : "");
    bool orbits = p->kind == ORBITS, product = p->kind == PRODUCTS, list = p->kind == LISTS;
    p->d = size_of("d"), p->places = p->n = p->kind == CELLS ? 1 : size_of("n");
    if (p->kind == PAIRS) {
        keys(spec, "kind of"), p->of = NEW(struct points, 2);
        demand(field(spec, "of")->kind == OBJECT, "the points of pairs");
        read_points(p->of, field(spec, "of"), evidence, true, counted), p->of[1] = p->of[0];
        if (counted) p->total = power(p->of->total, whole(2));
    } else if (p->kind == CELLS) {
        demand(p->d <= LARGEST_FORMS / p->d, "a point of cells has too many slopes");
        read_breakpoints(p, spec, field(evidence, "breakpoints"));
    } else if (list || product || find(spec, "columns", "columns" + 7)) {
        keys(spec, list ? "kind points" : orbits ? "kind columns repeats" : "kind columns");
        json columns = array(field(spec, list ? "points" : "columns"), product ? p->n : -1);
        demand(list || product || p->n <= LARGEST_TABLE / p->d, "points of too many entries");
        p->vocabularies = NEW(struct vocabulary, product ? p->n : 1), p->total = whole(1);
        for (long j = 0; j < (product ? p->n : 1); j++) {
            p->vocabularies[j] = read_vocabulary(product ? &columns->items[j] : columns, p->d, list ? p->n : 0);
            demand(list || p->vocabularies[j].count, "a list of columns without a column");
            if (counted) p->total = times(p->total, whole(p->vocabularies[j].count));
        }
        p->columns = p->plain = whole(p->vocabularies->count), p->places = list ? 1 : p->n;
    } else {
        keys(spec, orbits ? "kind levels special ids repeats specials" : "kind levels special ids");
        if (orbits) p->specials = choice(field(spec, "specials"), NONE);
        demand(p->specials != FORBIDDEN, "specials of a domain");
        read_levels(p, field(spec, "levels"), field(spec, "special"), field(spec, "ids"), counted);
    }
    if (orbits) p->repeats = choice(field(spec, "repeats"), ALLOWED);
    if (orbits && counted) p->total = ways(p, p->n, p->columns, p->plain, false, false);
    if (p->kind == SEQUENCES && counted) p->total = power(p->columns, whole(p->n));
}

static void read_domain(domain made, json record) {
    keys(record, "name spec points decided evidence");
    json points = field(record, "points"), decided = array(field(record, "decided"), -1);
    made->name = field(record, "name"), made->spec = field(record, "spec");
    demand(made->name->kind == STRING && made->spec->kind == OBJECT, "the name or the spec of a domain");
    read_points(&made->points, made->spec, field(record, "evidence"), false, points->kind != NOTHING);
    number end = whole(-1), total = points->kind ? integer(points, 0) : whole(0);
    demand(!points->kind || !compare(total, made->points.total), "the number of points of %.*s", TEXT(made->name));
    made->ranges = decided->count, made->decided = made->passed = whole(0);
    made->ends = allocate(decided->count, sizeof *made->ends);
    for (int k = 0; k < decided->count; k++) {
        number start = integer(array(&decided->items[k], 2)->items, 0), stop = integer(&decided->items[k].items[1], 0);
        demand(compare(end, start) < 0 && compare(start, stop) < 0 && compare(stop, total) <= 0, "the decided ranges");
        made->ends[k][0] = start, made->ends[k][1] = end = stop;
        made->decided = plus(made->decided, minus(stop, start));
    }
    made->whole = points->kind && !compare(made->decided, total);
}

static number decided_rank(domain from, number k) { // of a decided point; asked for in increasing order
    number *ends = from->ends[from->range];
    for (number more; compare(k, more = plus(from->passed, minus(ends[1], ends[0]))) >= 0;
         ends = from->ends[++from->range])
        from->passed = lasting_copy(more);
    return plus(ends[0], minus(k, from->passed));
}

static bool is_decided(domain one, number rank) {
    long k = 0;
    spend(one->ranges);
    while (k < one->ranges && !(compare(one->ends[k][0], rank) <= 0 && compare(rank, one->ends[k][1]) < 0)) k++;
    return k < one->ranges;
}
