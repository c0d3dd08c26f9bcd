// Section 11: limits. From which factor on a network with softmax stays near that with hardmax, by a bound that speaks
// of all factors at once; and that it does not at a smaller one, by enclosures at that factor.

enum { LARGEST_NUMBER_OF_POINTS = 20000 };

static const long LARGEST_WORK = 100000000000; // products of numbers, for all that a limit asks for
static const long UNITS[] = {256, 1024, 4096}, PRECISIONS[] = {128, 512, 2048, 8192, 32768, 65536}; // in turn

static struct limit {
    struct network network;
    matrix *points;
    long count, failing;                       // the number of the point that fails, from 0
    number tolerance, upper, factor, exceeded; // NULL where it is not said
    long work;                                 // that may still be done
} limit;

static void labour(number products) {
    limit.work -= bounded(products, LARGEST_WORK + 1);
    recognise(limit.work >= 0, "the limit asks for more work than this verifier does");
}

// States are made layer after layer, each in the other one of two stacks, while the one before is read in the first.
static struct stack aside;

static void turn_over(void) {
    struct stack *other = current == &passing ? &aside : &passing;
    change_scene(), use(other), other->used = 0;
}

static number copied(number a) {
    number made = fresh(RATIONAL);
    return mpq_set(made->q, a->q), tidy(made);
}

static matrix copied_matrix(matrix Z) { // of rationals and intervals
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long k = 0; k < Z->rows * Z->columns; k++) {
        number x = Z->entries[k];
        made->entries[k] = is_rational(x) ? copied(x) : interval(copied(x->parts[0]), copied(x->parts[1]));
    }
    return made;
}

static matrix exactly(layer one, matrix Z) { // what hardmax makes of it
    number width = whole(Z->columns);
    labour(times(width, plus(times(width, whole(1 + one->quantities[HEADS])), whole(one->quantities[WORK]))));
    return changes_nothing(one, Z) ? Z : apply(one, Z);
}

// Numbers that are rounded, in units of 2^-u.
static number rounded_to(number a, long u, bool up) {
    return times_power(rounded(times_power(a, u), up), -u);
}

static number absolute(number a) {
    return sign(a) < 0 ? minus(whole(0), a) : a;
}

static long bits_below(number a) { // some t with 2^-t <= a
    long t = (long)mpz_sizeinbase(mpq_denref(a->q), 2) - (long)mpz_sizeinbase(mpq_numref(a->q), 2) + 1;
    return t > 0 ? t : 0;
}

static number exponential(number x, long u, bool up) { // exp(x) for x <= 0, rounded up or down to so many units
    if (is_zero(x)) return whole(1);
    if (compare(x, whole(-u)) <= 0) return up ? times_power(whole(1), -u) : whole(0); // exp(-u) < 2^-u
    ball made = ball_exp(ball_of(x, u + 32), u + 32);
    number end = fresh(RATIONAL);
    mpz_set(mpq_numref(end->q), up ? made.high : made.low);
    return rounded_to(times_power(tidy(end), made.e), u, up);
}

// The bound. Columns that are equal in both networks are a class. The error of class c is at most that column of
// `errors` times exp(-gamma (lambda - lambda*)), for all lambda >= lambda*.
typedef struct passage {
    matrix state, errors; // of all columns, exact; of the classes
    long classes, *class_of, *first, *last,
        *size;    // of a column its class; of a class the ends and the number of its columns
    number gamma; // NULL: infinite
} passage;

static passage begun(matrix X) { // with no column, to which columns are added
    long n = X->columns;
    return (passage){X, NULL, 0, NEW(long, n), NEW(long, n), NEW(long, n), NEW(long, n), NULL};
}

static void add_column(passage *of, long j, long c) { // to a class, or to a new one
    if (c == of->classes) of->first[of->classes++] = j;
    of->class_of[j] = c, of->last[c] = j, of->size[c]++;
}

static bool same_column(matrix A, long j, long k) {
    long i = 0;
    while (i < A->rows && !compare(AT(A, i, j), AT(A, i, k))) i++;
    return i == A->rows;
}

static passage separated(passage from,
                         matrix marks) { // columns of a class stay together where their marks are the same
    passage made = begun(from.state);
    long n = from.state->columns, d = from.state->rows;
    for (long j = 0, c = 0; j < n; j++, c = 0) {
        bool together = false;
        for (; c < made.classes; c += !together) {
            long k = made.first[c];
            together = from.class_of[j] == from.class_of[k] && marks && same_column(marks, j, k);
            if (together) break;
        }
        add_column(&made, j, c);
    }
    made.gamma = from.gamma, made.errors = new_matrix(d, made.classes);
    for (long c = 0; c < made.classes; c++)
        for (long i = 0; i < d; i++) AT(made.errors, i, c) = AT(from.errors, i, from.class_of[made.first[c]]);
    return made;
}

static passage set_out(matrix X) {
    passage made = begun(X);
    made.classes = 1, made.errors = new_matrix(X->rows, 1);
    for (long i = 0; i < X->rows; i++) made.errors->entries[i] = whole(0);
    return separated(made, X);
}

static passage moved(passage from) { // to the stack that is used now
    passage made = begun(copied_matrix(from.state));
    for (long j = 0; j < from.state->columns; j++) add_column(&made, j, from.class_of[j]);
    made.gamma = from.gamma ? copied(from.gamma) : NULL, made.errors = copied_matrix(from.errors);
    return made;
}

static matrix representatives(passage from) {
    matrix made = new_matrix(from.state->rows, from.classes);
    for (long c = 0; c < made->columns; c++)
        for (long i = 0; i < made->rows; i++) AT(made, i, c) = AT(from.state, i, from.first[c]);
    return made;
}

static matrix magnitudes(matrix A) {
    matrix made = new_matrix(A->rows, A->columns);
    for (long k = 0; k < A->rows * A->columns; k++) made->entries[k] = absolute(A->entries[k]);
    return made;
}

static void decays(passage *of, number rate) {
    of->gamma = of->gamma ? smaller(of->gamma, rate) : rate;
}

// A head: M = W_O W_V; keys, queries and M z of the classes; |W_K| e, |W_Q| e and |M| e; and for a column the scores of
// the classes to which it attends (NULL: it does not), those with the greatest score, and the weights of hardmax.
typedef struct view {
    matrix M, keys, queries, values, key_errors, query_errors, value_errors;
    number *scores, *weights;
    long *winners, count;
} *view;

static struct view viewed(matrix *head, matrix Z, matrix errors) {
    matrix M = image(head[W_O], head[W_V]);
    return (struct view){
        .M = M,
        .keys = image(head[W_K], Z),
        .queries = sum(image(head[W_Q], Z), head[B_Q]),
        .values = image(M, Z),
        .key_errors = image(magnitudes(head[W_K]), errors),
        .query_errors = image(magnitudes(head[W_Q]), errors),
        .value_errors = image(magnitudes(M), errors),
        .scores = NEW(number, Z->columns),
        .weights = NEW(number, Z->columns),
        .winners = NEW(long, Z->columns),
    };
}

static void attend(view head, layer one, passage from, long j) {
    number best = NULL, total = whole(0);
    long chosen = -1;
    head->count = 0;
    for (long c = 0; c < from.classes; c++) {
        bool seen = attends(one->mask, from.first[j], from.first[c]); // under a mask each column is a class
        long h = head->keys->rows;
        head->scores[c] = seen ? inner_product(&AT(head->keys, 0, c), 1, &AT(head->queries, 0, j), 1, h) : NULL;
        head->weights[c] = whole(0);
        if (seen && (!best || compare(best, head->scores[c]) < 0)) best = head->scores[c];
    }
    for (long c = 0; c < from.classes; c++)
        if (head->scores[c] && !compare(head->scores[c], best)) head->winners[head->count++] = c;
    for (long k = 0; k < head->count; k++) {
        long w = head->winners[k];
        total = plus(total, whole(from.size[w]));
        bool leads = chosen < 0 || (one->tie_rule == LEFTMOST && from.first[w] < from.first[chosen]) ||
                     (one->tie_rule == RIGHTMOST && from.last[w] > from.last[chosen]);
        if (leads) chosen = w;
    }
    for (long k = 0; k < head->count; k++) {
        long w = head->winners[k];
        number share = one->tie_rule == AVERAGE ? divided(whole(from.size[w]), total) : whole(w == chosen);
        head->weights[w] = share;
    }
}

static number bent(view head, long j, long c, long w) { // t_cw: by how much errors change the difference of two scores
    number total = whole(0);
    for (long i = 0; i < head->keys->rows; i++) {
        number query_error = AT(head->query_errors, i, j);
        number key_errors = plus(AT(head->key_errors, i, c), AT(head->key_errors, i, w));
        number apart = absolute(minus(AT(head->keys, i, c), AT(head->keys, i, w)));
        number most = plus(absolute(AT(head->queries, i, j)), query_error);
        total = plus(total, plus(times(apart, query_error), times(key_errors, most)));
    }
    return total;
}

static number spread(view head, long i, long c, long w) { // D_cw in row i
    number errors = plus(AT(head->value_errors, i, c), AT(head->value_errors, i, w));
    return plus(absolute(minus(AT(head->values, i, c), AT(head->values, i, w))), errors);
}

static const char *add_loser(view head, passage from, passage *to, long j, long c, long u) { // part 2
    number total = whole(0), best = head->scores[*head->winners], *most = NEW(number, to->errors->rows);
    bool counts = false;
    for (long i = 0; i < to->errors->rows; i++) {
        most[i] = whole(0);
        for (long k = 0; k < head->count; k++) most[i] = greater(most[i], spread(head, i, c, head->winners[k]));
        counts = counts || !is_zero(most[i]);
    }
    for (long k = 0; counts && k < head->count; k++) {
        long w = head->winners[k];
        number rate = minus(minus(best, head->scores[c]), bent(head, j, c, w));
        if (sign(rate) <= 0) return "errors may exceed the gap between two scores";
        decays(to, rate);
        number weight = exponential(times(whole(-1), times(limit.upper, rate)), u, true);
        total = plus(total, divided(whole(from.size[w]), weight));
    }
    number share = counts ? rounded_to(divided(whole(from.size[c]), total), u, true) : whole(0);
    for (long i = 0; i < to->errors->rows; i++) {
        number *sum = &AT(to->errors, i, j);
        *sum = plus(*sum, times(share, most[i]));
    }
    return NULL;
}

static const char *add_tie(view head, layer one, passage from, passage *to, long j) { // part 3
    number most_bent = whole(0);
    bool others = false;
    for (long k = 0; from.gamma && k < head->count; k++)
        for (long l = 0; l < k; l++) most_bent = greater(most_bent, bent(head, j, head->winners[k], head->winners[l]));
    for (long i = 0; i < to->errors->rows; i++) {
        number most = whole(0), *sum = &AT(to->errors, i, j);
        bool equal = true;
        for (long k = 0; k < head->count; k++) {
            equal = equal && !compare(AT(head->values, i, head->winners[k]), AT(head->values, i, *head->winners));
            for (long l = 0; from.gamma && l < k; l++)
                most = greater(most, spread(head, i, head->winners[k], head->winners[l]));
        }
        others = others || !equal;
        if (!equal) most = times(most, times(divided(limit.upper, whole(4)), most_bent));
        *sum = plus(*sum, most);
    }
    if (!others) return NULL;
    if (one->tie_rule != AVERAGE) return "the tie rule decides between different values";
    if (!from.gamma) return NULL;
    number rate = minus(from.gamma, divided(whole(1), limit.upper));
    if (sign(rate) <= 0) return "the bound does not decay as lambda grows";
    return decays(to, rate), NULL;
}

static void add_attended(view heads, long count, passage from, passage *to, long j) { // part 1
    long d = to->errors->rows;
    for (long c = 0; c < from.classes; c++) {
        bool counts = c == j;
        for (view head = heads; head < heads + count; head++) counts = counts || !is_zero(head->weights[c]);
        for (long k = 0; counts && k < d; k++) {
            number error = AT(from.errors, k, c);
            for (long i = 0; !is_zero(error) && i < d; i++) {
                number share = whole(c == j && i == k), *sum = &AT(to->errors, i, j);
                for (view head = heads; head < heads + count; head++)
                    share = plus(share, times(head->weights[c], AT(head->M, i, k)));
                *sum = plus(*sum, times(absolute(share), error));
            }
        }
    }
}

static const char *attention_bound(layer one, passage from, passage *to, long u) {
    long d = from.errors->rows, count = one->quantities[HEADS], classes = from.classes;
    view heads = NEW(struct view, count);
    matrix Z = representatives(from);
    const char *why = NULL;
    for (long k = 0; k < count; k++) {
        matrix *w = one->weights[k];
        number all = whole(classes), size = whole(d + larger(w[W_V]->rows, w[W_K]->rows));
        labour(times(times(all, plus(all, whole(d))), size));
        heads[k] = viewed(one->weights[k], Z, from.errors);
    }
    for (long j = 0; !why && j < classes; j++)
        for (view head = heads; !why && head < heads + count; head++) {
            attend(head, one, from, j);
            labour(times(times(whole(classes), whole(head->count)), whole(d + head->keys->rows)));
            for (long c = 0; !why && c < classes; c++)
                if (head->scores[c] && compare(head->scores[c], head->scores[*head->winners]))
                    why = add_loser(head, from, to, j, c, u);
            if (!why && head->count > 1) why = add_tie(head, one, from, to, j);
            if (!why && head + 1 == heads + count) add_attended(heads, count, from, to, j);
        }
    return why;
}

static bool reaches(piece pieces, long k, number low, number high) { // whether a piece has numbers from low to high
    piece one = &pieces[k];
    int start = k ? compare(one[-1].stop, high) : -1, stop = one->stop ? compare(low, one->stop) : -1;
    return (start < 0 || (!start && !one[-1].closed)) && (stop < 0 || (!stop && one->closed));
}

static number on_line(piece one, number x) {
    return plus(times(one->slope, x), one->intercept);
}

static const char *feed_forward_bound(layer one, passage from, passage *to) {
    matrix *w = *one->weights, Z = representatives(from), errors = image(magnitudes(w[W_1]), from.errors);
    matrix inner = sum(image(w[W_1], Z), w[B_1]), sizes = magnitudes(w[W_2]);
    long d = Z->rows, r = inner->rows, count = 1;
    while (one->pieces[count - 1].stop) count++;
    number *slopes = NEW(number, r), *changes = NEW(number, r);
    for (long c = 0; c < from.classes; c++) {
        labour(times(times(whole(d), whole(d)), whole(r)));
        for (long i = 0; i < r; i++) {
            number t = AT(inner, i, c), error = AT(errors, i, c), low = minus(t, error), high = plus(t, error);
            number slope = NULL, change = whole(0);
            bool before = false;
            for (long k = 0; k < count; k++)
                if (reaches(one->pieces, k, t, t)) slope = one->pieces[k].slope;
            for (long k = 0; k < count; k++) {
                bool here = reaches(one->pieces, k, low, high);
                if (here) change = greater(change, absolute(minus(one->pieces[k].slope, slope)));
                if (here && before && !is_zero(error)) {
                    number end = one->pieces[k - 1].stop;
                    if (compare(on_line(&one->pieces[k - 1], end), on_line(&one->pieces[k], end)))
                        return "an activation jumps where its argument may be";
                }
                before = here;
            }
            slopes[i] = slope, changes[i] = times(change, error);
        }
        for (long i = 0; i < d; i++) {
            number *sum = &AT(to->errors, i, c);
            for (long k = 0; k < d; k++) {
                number share = whole(i == k), error = AT(from.errors, k, c);
                for (long l = 0; !is_zero(error) && l < r; l++)
                    share = plus(share, times(AT(w[W_2], i, l), times(slopes[l], AT(w[W_1], l, k))));
                *sum = plus(*sum, times(absolute(share), error));
            }
            *sum = plus(*sum, inner_product(&AT(sizes, i, 0), d, changes, 1, r));
        }
    }
    return NULL;
}

static const char *proceed(passage *way, layer one, long u) { // through a layer; why there is no bound, or NULL
    turn_over();
    passage from = moved(*way);
    matrix next = exactly(one, from.state), errors;
    const char *why = NULL;
    if (one->mask) from = separated(from, NULL);
    if (one->kind == POSITIONAL_ENCODING) from = separated(from, **one->weights);
    *way = from, errors = way->errors = new_matrix(from.errors->rows, from.classes), way->state = next;
    for (long k = 0; k < errors->rows * errors->columns; k++) errors->entries[k] = whole(0);
    if (one->kind == ATTENTION) why = attention_bound(one, from, way, u);
    if (one->kind == FEED_FORWARD && from.gamma) why = feed_forward_bound(one, from, way);
    if (one->kind == POSITIONAL_ENCODING) way->errors = from.errors;
    for (long k = 0; k < errors->rows * errors->columns; k++)
        way->errors->entries[k] = rounded_to(way->errors->entries[k], u, true);
    return why;
}

static void require_near(long number) { // that this point stays within the tolerance from lambda* on
    const char *why = NULL;
    for (size_t k = 0; k < sizeof UNITS / sizeof *UNITS; k++) {
        long u = UNITS[k] + bits_below(limit.tolerance);
        turn_over(), why = NULL;
        passage way = set_out(limit.points[number]);
        for (long l = 0; !why && l < limit.network.count; l++) why = proceed(&way, &limit.network.unrolled[l], u);
        bool near = !why;
        for (long l = 0; near && l < way.errors->rows * way.errors->columns; l++)
            near = compare(way.errors->entries[l], limit.tolerance) <= 0;
        if (near) return;
    }
    refuse(NOT_CONFIRMED, "point %ld is not shown to stay within the tolerance from lambda* on: %s", number + 1,
           why ? why : "the bound of the error is above the tolerance");
}

// Enclosures of the states at one factor, by intervals with ends that are multiples of 2^-u.
static number enclosed(number a, long u) {
    number low = rounded_to(end_of(a, 0), u, false), high = rounded_to(end_of(a, 1), u, true);
    return compare(low, high) ? interval(low, high) : low;
}

static matrix enclosed_matrix(matrix Z, long u) {
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long k = 0; k < Z->rows * Z->columns; k++) made->entries[k] = enclosed(Z->entries[k], u);
    return made;
}

static number share_of(number *low, number *high, long count, long c) { // of exp(x_c) in the sum of all of them
    number least = low[c], most = high[c], fewest = most, all = least;
    for (long k = 0; k < count; k++) {
        if (k == c) continue;
        all = plus(all, high[k]), fewest = plus(fewest, low[k]);
    }
    return interval(divided(least, all), divided(most, fewest));
}

static matrix softened_head(matrix *head, json mask, matrix Z, number factor, long u) {
    matrix values = image(head[W_V], Z), keys = image(head[W_K], Z), queries = sum(image(head[W_Q], Z), head[B_Q]);
    long n = Z->columns;
    matrix made = new_matrix(values->rows, n);
    for (long j = 0; j < n; j++) {
        long count = 0, best = 0, *seen = NEW(long, n);
        number *scores = NEW(number, n), *low = NEW(number, n), *high = NEW(number, n);
        for (long k = 0; k < n; k++) {
            if (!attends(mask, j, k)) continue;
            number score = times(factor, inner_product(&AT(keys, 0, k), 1, &AT(queries, 0, j), 1, keys->rows));
            scores[count] = score, seen[count] = k;
            if (compare(end_of(scores[best], 1), end_of(score, 1)) < 0) best = count;
            count++;
        }
        for (long k = 0; k < count; k++) {
            low[k] = exponential(minus(end_of(scores[k], 0), end_of(scores[best], 1)), u, false);
            high[k] = exponential(minus(end_of(scores[k], 1), end_of(scores[best], 1)), u, true);
        }
        for (long i = 0; i < values->rows; i++) AT(made, i, j) = count ? AT(values, i, seen[best]) : whole(0);
        for (long k = 0; k < count; k++) { // what is equal in all columns stays as it is, whatever their weights are
            if (k == best) continue;
            number share = enclosed(share_of(low, high, count, k), u);
            for (long i = 0; i < values->rows; i++) {
                number off = minus(AT(values, i, seen[k]), AT(values, i, seen[best]));
                AT(made, i, j) = plus(AT(made, i, j), times(share, off));
            }
        }
    }
    return image(head[W_O], made);
}

static number activated_all(piece pieces, number x) { // all values of the activation from end to end
    number low = end_of(x, 0), high = end_of(x, 1), least = NULL, most = NULL;
    for (long k = 0; !k || pieces[k - 1].stop; k++) {
        if (!reaches(pieces, k, low, high)) continue;
        number start = k ? greater(pieces[k - 1].stop, low) : low;
        number stop = pieces[k].stop ? smaller(pieces[k].stop, high) : high;
        number ends[] = {on_line(&pieces[k], start), on_line(&pieces[k], stop)};
        number under = smaller(ends[0], ends[1]), over = greater(ends[0], ends[1]);
        least = least ? smaller(least, under) : under, most = most ? greater(most, over) : over;
    }
    return compare(least, most) ? interval(least, most) : least;
}

static matrix softened(layer one, matrix Z, number factor, long u) {
    matrix *w = *one->weights, made = Z;
    number width = whole(Z->columns);
    labour(times(times(width, plus(width, whole(one->quantities[WORK]))), whole(u / 64)));
    if (one->kind == POSITIONAL_ENCODING) made = sum(Z, *w);
    for (long k = 0; one->kind == ATTENTION && k < one->quantities[HEADS]; k++)
        made = sum(made, softened_head(one->weights[k], one->mask, Z, factor, u));
    if (one->kind == FEED_FORWARD) {
        matrix inner = sum(image(w[W_1], Z), w[B_1]);
        for (long k = 0; k < inner->rows * inner->columns; k++)
            inner->entries[k] = activated_all(one->pieces, inner->entries[k]);
        made = sum(sum(Z, image(w[W_2], inner)), w[B_2]);
    }
    return enclosed_matrix(made, u);
}

static bool fails(matrix X, number factor, number most) { // whether it is shown that an entry is off by more than that
    layer layers = limit.network.unrolled;
    long count = limit.network.count, first = 0;
    turn_over();
    matrix Z = X;
    for (long k = 0; k < count; k++) turn_over(), Z = exactly(&layers[k], copied_matrix(Z));
    struct stack *before = use(&lasting);
    matrix value = copied_matrix(Z);
    use(before);
    while (first < count && layers[first].kind != ATTENTION) first++;
    for (size_t p = 0; first < count && p < sizeof PRECISIONS / sizeof *PRECISIONS; p++) {
        long u = PRECISIONS[p] + bits_below(most);
        Z = X;
        for (long k = 0; k < count; k++) {
            turn_over(), Z = copied_matrix(Z);
            if (k == first) Z = enclosed_matrix(Z, u);
            Z = k < first ? exactly(&layers[k], Z) : softened(&layers[k], Z, factor, u);
        }
        for (long k = 0; k < Z->rows * Z->columns; k++) {
            number below = minus(value->entries[k], end_of(Z->entries[k], 1));
            number above = minus(end_of(Z->entries[k], 0), value->entries[k]);
            if (compare(greater(below, above), most) > 0) return true;
        }
    }
    return false;
}

static number above_zero(json node) {
    number a = rational(node);
    return demand(sign(a) > 0, "a factor or the tolerance is not above 0"), a;
}

static matrix read_matrix(json rows, long d) {
    long width = array(array(rows, d)->items, -1)->count;
    demand(width > 0, "a point is not a matrix with a column");
    matrix made = new_matrix(d, width);
    for (long i = 0; i < d; i++)
        for (long j = 0; j < width; j++) AT(made, i, j) = rational(&array(&rows->items[i], width)->items[j]);
    return made;
}

static void read_limit(json decided) {
    keys(decided, "claim parameters network points tolerance upper lower scope");
    json claim = field(decided, "claim"), given = field(decided, "parameters"), lower = field(decided, "lower");
    json points = array(field(decided, "points"), -1), upper = field(decided, "upper");
    network net = &limit.network;
    demand(claim->kind == NOTHING || claim->kind == STRING, "the label of the claim is not a word");
    demand(given->kind == OBJECT, "the parameters of a limit");
    for (json key = given->items; key < given->items + given->count; key += 2)
        demand(key[1].kind == STRING || key[1].kind == WHOLE, "a parameter is no number and no word");
    read_network(net, field(decided, "network")), unroll(net);
    bool known = !net->real;
    for (layer one = net->unrolled; one < net->unrolled + net->count; one++)
        known = known && one->kind <= POSITIONAL_ENCODING;
    recognise(known, "the limit of a network with softmax, reals or other layers");
    demand(points->count && points->count <= LARGEST_NUMBER_OF_POINTS, "there is no point, or there are too many");
    limit.points = NEW(matrix, points->count), limit.count = points->count, limit.work = LARGEST_WORK;
    for (int k = 0; k < points->count; k++) limit.points[k] = read_matrix(&points->items[k], net->d);
    limit.tolerance = above_zero(field(decided, "tolerance"));
    if (upper->kind) limit.upper = above_zero(upper);
    demand(limit.upper || lower->kind, "nothing is claimed");
    if (!lower->kind) return;
    keys(lower, "factor point exceeds");
    limit.failing = bounded(integer(field(lower, "point"), 1), LONG_MAX) - 1;
    limit.exceeded = rational(field(lower, "exceeds")), limit.factor = above_zero(field(lower, "factor"));
    demand(limit.failing < limit.count, "the point that fails is none of the points");
    demand(compare(limit.exceeded, limit.tolerance) >= 0, "what is exceeded is less than the tolerance");
    demand(!limit.upper || compare(limit.factor, limit.upper) < 0, "a factor fails that is not below lambda*");
}
