// Section 8: runs of layers that act on column ids, and the ids of a family on their way through them.

typedef struct head {
    number gain, threshold;
    long place; // among the heads of its layer
} *head;

struct run { // of layers with number start, ..., start + count - 1, in a top-level item of the network
    number start, count;
    long heads, item;
    head head;
};

typedef struct run *run;

struct runs {
    bool known, averages; // whether the network consists of runs, and ties are averaged
    long count, items;
    run list;
};

// The runs of a network at an instance.
static bool multiple_of_u(matrix w, number *factor) { // of u = (1, m, ..., m^(d-1))
    number expected = *factor = w->entries[0];
    for (long i = 1; i < w->rows * w->columns; i++) {
        expected = times(expected, family.m);
        if (compare(w->entries[i], expected)) return false;
    }
    return true;
}

static bool is_zero_matrix(matrix w) {
    for (long i = 0; i < w->rows * w->columns; i++)
        if (!is_zero(w->entries[i])) return false;
    return true;
}

static bool find_heads(layer one, run made) { // those that add something
    if (one->kind != ATTENTION || one->mask) return false;
    made->head = NEW(struct head, one->quantities[HEADS]), made->heads = 0;
    for (long k = 0; k < one->quantities[HEADS]; k++) {
        matrix *w = one->weights[k];
        number value, key, query;
        bool fits = w[W_V]->rows == 1 && w[W_K]->rows == 1;
        if (fits && (is_zero_matrix(w[W_O]) || is_zero_matrix(w[W_V]))) continue;
        fits = fits && multiple_of_u(w[W_V], &value) && multiple_of_u(w[W_K], &key) && multiple_of_u(w[W_Q], &query) &&
               sign(key) * sign(query) > 0;
        for (long i = 1; i < w[W_O]->rows; i++) fits = fits && is_zero(w[W_O]->entries[i]);
        if (!fits) return false;
        number gain = times(w[W_O]->entries[0], value);
        number threshold = times(divided(times(family.m, w[B_Q]->entries[0]), query), whole(-1));
        made->head[made->heads++] = (struct head){gain, threshold, k};
    }
    return true;
}

static bool goes_on(layer one, run first, layer other, run second) { // thresholds grow by 1, and nothing else changes
    bool same = first->heads == second->heads;
    for (long k = 0; same && k < first->heads; k++) {
        head a = &first->head[k], b = &second->head[k];
        same = a->place == b->place && !compare(b->threshold, plus(a->threshold, whole(1)));
        for (int w = W_V; same && w < MOST_WEIGHTS; w++)
            same = alike(one->weights[a->place][w], other->weights[b->place][w]);
    }
    return same;
}

static void add_run(struct runs *to, struct run one) {
    to->list = grown(to->list, to->count, sizeof one), to->list[to->count++] = one;
}

static bool find_runs(network net, json item, long place, struct runs *to) {
    json key = item->items, body = key + 1, items = is_word(key, "group") ? field(body, "items") : NULL;
    bool found = true;
    for (int k = 0; items && k < items->count; k++) found = found && find_runs(net, &items->items[k], place, to);
    if (items) return found;
    struct run made = {whole(0), whole(1), 0, place, NULL};
    bool family_of_layers = is_word(key, "family");
    json inner = family_of_layers ? field(body, "items") : NULL, layer_key = key;
    if (inner && inner->count != 1) return false;
    if (inner) layer_key = inner->items[0].items;
    if (!is_word(layer_key, LAYERS[ATTENTION].name)) return false;
    if (!inner) {
        struct layer one = read_layer(key, body, net->d, NULL);
        if (!find_heads(&one, &made)) return false;
        return add_run(to, made), true;
    }
    struct setting now = {field(body, "variable"), rational(field(body, "start")), NULL};
    made.count = integer(field(body, "count"), 0);
    struct layer before = {0};
    struct run run_before = made;
    // What a head adds is a product of two affine weights: where it is the same, or 0, in three turns, it is so in all.
    for (long turn = 0, turns = bounded(made.count, 3); turn < turns; turn++) {
        struct layer one = read_layer(layer_key, layer_key + 1, net->d, &now);
        struct run found_here = made;
        if (!find_heads(&one, &found_here)) return false;
        if (turn && !goes_on(&before, &run_before, &one, &found_here)) return false;
        if (!turn) made = found_here;
        before = one, run_before = found_here, now.value = plus(now.value, rational(field(body, "step")));
    }
    if (sign(made.count)) add_run(to, made);
    return true;
}

static void find_all_runs(network net) {
    struct runs *made = net->runs = NEW(struct runs, 1);
    made->known = !net->real, made->averages = !net->in_place, made->items = net->items->count;
    for (long k = 0; k < net->items->count && made->known; k++)
        made->known = find_runs(net, &net->items->items[k], k, made);
}

// Profiles.
static number read_polynomial(json node) { // in the variable 0
    number made = new_parts(POLYNOMIAL, array(node, -1)->count + 1);
    for (int k = 0; k < node->count; k++) made->parts[k] = rational(&node->items[k]);
    demand(!node->count || !is_zero(made->parts[node->count - 1]), "a polynomial that ends with 0");
    return made->parts[node->count] = whole(0), made->variable = 0, shortened(made);
}

static void read_profile(network net, json record) {
    keys(record, "items stages");
    net->d = LARGEST_SIZE, net->items = array(field(record, "items"), -1), net->stages = field(record, "stages");
    demand(net->stages->kind == OBJECT, "the stages of a profile");
    for (int k = 1; k < net->stages->count; k += 2)
        demand(size(&net->stages->items[k], 0) <= net->items->count, "a stage is no item");
    struct runs *made = net->runs = NEW(struct runs, 1);
    made->known = made->averages = true, made->items = net->items->count;
    for (int k = 0; k < net->items->count; k++) {
        json item = &net->items->items[k];
        keys(item, "start count heads");
        json heads = array(field(item, "heads"), -1);
        struct run one = {read_polynomial(field(item, "start")), read_polynomial(field(item, "count")), heads->count, k,
                          NEW(struct head, heads->count)};
        for (int i = 0; i < heads->count; i++) {
            keys(&heads->items[i], "gain threshold");
            one.head[i].gain = read_polynomial(field(&heads->items[i], "gain"));
            one.head[i].threshold = read_polynomial(field(&heads->items[i], "threshold"));
        }
        family.D = plus(form(0), whole(2));
        demand(heads->count, "a run without a head");
        demand(integral(one.start) && integral(one.count) && positive(at_D(one.count), false),
               "the layers of a run are not numbered by integers, or fewer than 0");
        add_run(made, one);
    }
}

// The ids of a family after layer upon layer.
typedef struct stop {
    number layers, *ids;
} *stop; // the ids after so many layers, and until the next stop

typedef struct course {
    network net;
    long turn, count;
    stop stops;
    number *ends, reached; // layers up to the end of each item; NULL, or after how many layers ids are not known
    struct course *next;
} *course;

static struct course *courses;
static bool strayed; // of a step: whether signs do not tell what a layer of a network does that is asked for

static long extreme(number *ids, bool greatest) { // the place of the greatest or the least one, or -1
    const char *relation = greatest ? ">=" : "<=";
    long best = 0;
    for (long k = 1; k < family.columns; k++)
        if (shown_related(relation, ids[k], ids[best]) == 1) best = k;
    for (long k = 0; k < family.columns; k++)
        if (k != best && shown_related(relation, ids[best], ids[k]) != 1) return -1;
    return best;
}

static bool attended_to(number *ids, bool greatest, number *attended) { // by a head; it is not one of several
    long place = extreme(ids, greatest);
    if (place < 0 || (family.several && place == 1)) return false;
    return *attended = ids[place], true;
}

static void add_stop(course one, number layers, number *ids) {
    one->stops = grown(one->stops, one->count, sizeof *one->stops);
    one->stops[one->count++] = (struct stop){layers, ids};
}

static bool all_equal(number *ids) {
    for (long k = 1; k < family.columns; k++)
        if (shown_related("=", ids[k], ids[0]) != 1) return false;
    return !family.several;
}

static bool pass_layer(run one, number *ids, number *made) { // a run of one layer
    bool equal = all_equal(ids);
    for (long j = 0; j < family.columns; j++) {
        made[j] = ids[j];
        for (long k = 0; k < one->heads; k++) {
            if (is_zero(one->head[k].gain)) continue;
            number level = plus(at_D(one->start), at_D(one->head[k].threshold)), attended = ids[0];
            int above = equal ? 1 : shown_related(">", ids[j], level);
            if (!equal && (above < 0 || (!above && shown_related("<", ids[j], level) != 1))) return false;
            if (!equal && !attended_to(ids, above, &attended)) return false;
            made[j] = plus(made[j], times(at_D(one->head[k].gain), attended));
        }
    }
    return true;
}

static int by_threshold(const void *a, const void *b) {
    return compare(((head)a)->threshold, ((head)b)->threshold);
}

// Of a run whose gains sum to 0: layer l moves the columns with id l + `level` by `gain` times (greatest - least).
static bool find_level(run one, number *level, number *gain) { // the first is NULL where no layer moves anything
    number total = whole(0);
    *level = *gain = NULL;
    head heads = NEW(struct head, one->heads);
    long count = 0;
    for (long k = 0; k < one->heads; k++) {
        if (is_zero(one->head[k].gain)) continue;
        heads[count] = (struct head){at_D(one->head[k].gain), at_D(one->head[k].threshold), k};
        number threshold = heads[count++].threshold;
        if (!is_rational(threshold) || is_whole(threshold)) return false;
    }
    qsort(heads, (size_t)count, sizeof *heads, by_threshold);
    for (long k = 0; k < count; k++) {
        total = plus(total, heads[k].gain);
        if (is_zero(total)) continue;
        if (k + 1 == count) return false;
        number low = rounded(heads[k].threshold, false), high = rounded(heads[k + 1].threshold, false);
        number between = minus(high, low);
        if (is_zero(between)) continue;
        if (*level || compare(between, whole(1)) || !integral(total)) return false;
        *level = high, *gain = total;
    }
    return true;
}

static bool sweep(course one, run layers, number before, number *ids) { // a run of any other number of layers
    number level, gain, start = at_D(layers->start), end = plus(start, at_D(layers->count)), at = start;
    if (!find_level(layers, &level, &gain)) return false;
    for (long j = 0; level && j < family.columns; j++)
        if (!integral(ids[j])) return false;
    while (level) {
        number next = NULL;
        for (long j = 0; j < family.columns; j++) {
            number layer = minus(ids[j], level);
            int ahead = shown_related(">=", layer, at), within = shown_related("<", layer, end);
            if (!ahead || !within) continue;
            int sooner = next ? shown_related("<", layer, next) : 1;
            if (ahead < 0 || within < 0 || sooner < 0) return false;
            if (sooner) next = layer;
        }
        if (!next) return true;
        long greatest = extreme(ids, true), least = extreme(ids, false);
        bool single = greatest >= 0 && least >= 0 && !(family.several && (greatest == 1 || least == 1));
        if (!single) return false;
        number *made = COPY(number, ids, family.columns), change = times(gain, minus(ids[greatest], ids[least]));
        for (long j = 0; j < family.columns; j++) {
            int moved = shown_related("=", minus(ids[j], level), next);
            if (moved < 0 || (moved && family.several && j == 1)) return false;
            if (moved) made[j] = plus(made[j], change);
        }
        ids = made, at = plus(next, whole(1)), add_stop(one, plus(before, minus(at, start)), ids);
    }
    return true;
}

static course course_of(network net) { // of the family that is looked at
    course made = courses;
    while (made && !(made->net == net && made->turn == family.turn)) made = made->next;
    if (made) return strayed |= made->reached != NULL, made;
    made = courses = COPY(struct course, (&(struct course){.net = net, .turn = family.turn, .next = courses}), 1);
    struct runs *runs = net->runs;
    made->ends = NEW(number, runs->items + 1);
    number layers = whole(0);
    add_stop(made, layers, family.ids);
    long k = 0;
    for (long item = 0; item < runs->items; item++) {
        for (; k < runs->count && runs->list[k].item == item; k++) {
            run one = &runs->list[k];
            number count = at_D(one->count), *ids = made->stops[made->count - 1].ids;
            number *after = NEW(number, family.columns);
            long stops = made->count;
            bool single = is_rational(count) && !compare(count, whole(1));
            bool passed = made->reached || (is_rational(count) && is_zero(count));
            passed = passed || (single ? pass_layer(one, ids, after) : sweep(made, one, layers, ids));
            if (!passed) made->reached = layers, made->count = stops;
            layers = plus(layers, count);
            if (single && !made->reached) add_stop(made, layers, after);
        }
        made->ends[item + 1] = layers;
    }
    made->ends[0] = whole(0);
    return strayed |= made->reached != NULL, made;
}

// The ids after so many layers, where that number may depend on the point; what may differ is unknown.
static number *ids_after(course one, number layers) {
    number *made = NULL;
    bool lost = one->reached && shown_related("<=", layers, one->reached) != 1;
    for (long k = 0; k < one->count; k++) {
        bool before = shown_related("<", layers, one->stops[k].layers) == 1;
        bool behind = k + 1 < one->count && shown_related(">=", layers, one->stops[k + 1].layers) == 1;
        if (before || behind) continue;
        number *ids = one->stops[k].ids;
        if (!made) made = COPY(number, ids, family.columns);
        for (long j = 0; j < family.columns; j++)
            if (made[j]->kind == UNKNOWN || shown_related("=", made[j], ids[j]) != 1) made[j] = &unknown;
    }
    for (long j = 0; lost && j < family.columns; j++) made[j] = &unknown;
    return made;
}

// At one point, ids are numbers: a layer is applied as it is written, and the layers between, that do nothing, are not.
static number *applied_to_ids(run one, number l, number *ids, long n) {
    number *made = COPY(number, ids, n), least = ids[0], greatest = ids[0], mean = whole(0);
    for (long j = 0; j < n; j++)
        least = smaller(least, ids[j]), greatest = greater(greatest, ids[j]), mean = plus(mean, ids[j]);
    mean = divided(mean, whole(n));
    for (long j = 0; j < n; j++)
        for (long k = 0; k < one->heads; k++) {
            int side = compare(ids[j], plus(l, at_D(one->head[k].threshold)));
            made[j] = plus(made[j], times(at_D(one->head[k].gain), side > 0 ? greatest : side < 0 ? least : mean));
        }
    return made;
}

static number next_layer(run one, number l, number *ids, long n) { // the first from l on that may move an id, or NULL
    number low = NULL, high = NULL, total = whole(0), first = NULL;
    for (long k = 0; k < one->heads; k++) {
        number threshold = at_D(one->head[k].threshold);
        total = plus(total, at_D(one->head[k].gain));
        low = low ? smaller(low, threshold) : threshold, high = high ? greater(high, threshold) : threshold;
    }
    if (!is_zero(total)) return l;
    for (long j = 0; j < n && low; j++) { // id j may be moved by layers from id - high to id - low
        number begins = rounded(minus(ids[j], high), true);
        if (compare(minus(ids[j], low), l) < 0) continue;
        begins = greater(begins, l), first = first ? smaller(first, begins) : begins;
    }
    return first;
}

static number *ids_at_point(network net, number layers, number *ids, long n) { // after so many layers
    for (run one = net->runs->list; one < net->runs->list + net->runs->count; one++) {
        number start = at_D(one->start), count = smaller(at_D(one->count), layers), end = plus(start, count), l = start;
        while (l = next_layer(one, l, ids, n), l && compare(l, end) < 0)
            spend(n * one->heads + 1), ids = applied_to_ids(one, l, ids, n), l = plus(l, whole(1));
        layers = minus(layers, count);
    }
    return ids;
}
