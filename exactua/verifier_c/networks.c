// Section 4: networks, and what layers make of a matrix.

typedef struct matrix {
    long rows, columns;
    number entries[];
} *matrix; // column by column; a list has one column

#define AT(Z, i, j) ((Z)->entries[(j) * (Z)->rows + (i)]) // from 0

enum { AVERAGE, LEFTMOST, RIGHTMOST, TIE_RULES };

static const char *const TIE_RULE_NAMES[TIE_RULES] = {"average", "leftmost", "rightmost"};

// How a layer (of attention: a head) is written: its keys, those of weights with their shapes, in which d is known and
// any other letter stands for the number with which it is met first.
enum {
    ATTENTION,
    FEED_FORWARD,
    POSITIONAL_ENCODING,
    BILINEAR_PROJECTION,
    SEPARABLE_CONVOLUTION,
    NORMALISATION,
    SOFTMAX,
    ROUNDED,
    KINDS
};

static const struct {
    const char *name, *keys;
} LAYERS[KINDS] = {{"attention", "b_Q:h W_V:vd W_K:hd W_Q:hd W_O:dv"},
                   {"feed_forward", "b_1:r W_1:rd W_2:dr b_2:d activation"},
                   {"positional encoding", "E:dn"},
                   {"bilinear projection", "W_P:nn W_O:dd"},
                   {"separable convolution", "W_C:dk W_O:dd centre"},
                   {"layer normalisation", "gain:d bias:d epsilon"},
                   {"softmax attention", "b_Q:h W_V:vd W_K:hd W_Q:hd W_O:dv"},
                   {"rounded layer", "format layer"}};

// Formats: bits, exponents of normal numbers, how many of the greatest significands of the last one are no numbers.
typedef const struct format {
    const char *name;
    long bits, least, greatest, taken;
    bool saturates;
} *format;

static const struct format FORMATS[] = {
    {"float64", 53, -1022, 1023, 0, false}, {"float32", 24, -126, 127, 0, false}, {"tf32", 11, -126, 127, 0, false},
    {"bfloat16", 8, -126, 127, 0, false},   {"float16", 11, -14, 15, 0, false},   {"float8_e4m3fn", 4, -6, 8, 1, false},
    {"float8_e5m2", 3, -14, 15, 0, false},  {"float4_e2m1fn", 2, 0, 2, 0, true},  {NULL, 0, 0, 0, 0, false}};

enum { B_Q, W_V, W_K, W_Q, W_O, MOST_WEIGHTS, B_1 = 0, W_1, W_2, B_2, GAIN = 0, BIAS }; // places among these weights

// What is counted of layers: of the first six the sum, of the others the largest.
enum {
    WORK,
    PARAMETERS,
    OUTSIDE,
    ATTENTIONS,
    FEED_FORWARDS,
    OTHERS,
    HEADS,
    HEAD_SIZE,
    HIDDEN_SIZE,
    LARGEST,
    QUANTITIES
};

static const char *const QUANTITY_NAMES[] = {"",
                                             "parameters",
                                             "activations outside Phi",
                                             "attention layers",
                                             "feed-forward layers",
                                             "other layers",
                                             "heads",
                                             "head size",
                                             "hidden size",
                                             "largest layer parameters"};

typedef struct piece {
    number stop, slope, intercept;
    bool closed;
} *piece; // of an activation; stop NULL: infinity

typedef struct layer {
    int kind, tie_rule;
    long centre, quantities[QUANTITIES];
    piece pieces;
    json mask;        // of attention; NULL: none
    bool real;        // whether it makes reals, or has weights that are
    number epsilon;   // of a normalisation
    number low, high; // of attention that is balanced (below): the least and the greatest threshold; NULL: it is not
    matrix (*weights)[MOST_WEIGHTS]; // of each head, or of the layer
    struct layer *exact;             // of a rounded layer: the one that is rounded, to this format
    format format;
} *layer;

typedef struct network {
    json items, stages;
    number quantities[QUANTITIES], layers;
    long d, count, *stage_ends;
    layer unrolled;      // how many layers are unrolled, how many of them so many items make
    bool in_place, real; // it has a layer for which the order of columns counts, or that makes reals
    bool rounds;         // it has a rounded layer
    struct runs *runs;   // of section 8; NULL where they are not asked for
} *network;

typedef struct setting {
    json name;
    number value;
    struct setting *around;
} *setting; // of a variable of a family or table

static long larger(long a, long b) {
    return a > b ? a : b;
}

static matrix new_matrix(long rows, long columns) {
    demand(columns == 0 || rows <= LONG_MAX / 16 / columns, "a matrix is too large");
    matrix made = limbs(sizeof *made + (size_t)(rows * columns) * sizeof(number));
    return made->rows = rows, made->columns = columns, made;
}

static number weight(json node, setting around) {
    if (node->kind == ARRAY) return real_weight(node);
    if (!around || node->kind != OBJECT) return rational(node);
    json constant = field(node, "constant");
    number sum = rational(constant);
    for (json key = node->items; key < node->items + node->count; key += 2) {
        setting variable = around;
        while (variable && !same_text(variable->name, key)) variable = variable->around;
        demand(variable || key + 1 == constant, "a weight with the variable %.*s, which is not around it", TEXT(key));
        if (variable) sum = plus(sum, times(rational(key + 1), variable->value));
    }
    return sum;
}

static matrix read_weights(json node, const char *shape, long *sizes, setting around) {
    bool vector = shape[1] == ' ' || !shape[1];
    long one = 1, *rows = &sizes[shape[0] - 'a'], *columns = vector ? &one : &sizes[shape[1] - 'a'];
    *rows = array(node, *rows)->count;
    for (long i = 0; !vector && i < *rows; i++) *columns = array(&node->items[i], *columns)->count;
    if (*columns < 0) *columns = 0;
    matrix made = new_matrix(*rows, *columns);
    for (long i = 0; i < *rows; i++) {
        json row = vector ? &node->items[i] : node->items[i].items;
        for (long j = 0; j < *columns; j++) AT(made, i, j) = weight(&row[j], around);
    }
    return made;
}

static bool has_lists(json node, const char *shape) { // whether an entry is an array, and so a real
    bool found = false, vector = shape[2] == ' ' || !shape[2];
    for (int i = 0; i < node->count; i++)
        for (int j = 0; j < (vector ? 1 : node->items[i].count); j++)
            found = found || (vector ? &node->items[i] : &node->items[i].items[j])->kind == ARRAY;
    return found;
}

static void read_activation(json pieces, layer made) {
    number last = NULL;
    bool shared = true, flat = false; // the piece before has its end; one is constant on more than a point
    made->pieces = NEW(struct piece, array(pieces, -1)->count);
    for (int k = 0; k < pieces->count; k++) {
        json one = &pieces->items[k], from = field(one, "from"), to = field(one, "to");
        keys(one, "from from_closed to to_closed slope intercept");
        number start = from->kind ? rational(from) : NULL, stop = to->kind ? rational(to) : NULL;
        int opens = field(one, "from_closed")->kind, closes = field(one, "to_closed")->kind;
        demand((opens == YES || opens == NO) && (closes == YES || closes == NO), "an end is neither open nor closed");
        // The first starts at minus infinity, each other where the last one stops, and just one has the point.
        bool covers =
            (k ? last && start && !compare(start, last) : !start) && (opens == YES) != shared && (stop || closes == NO);
        int width = start && stop ? compare(stop, start) : 1;
        demand(covers && (width > 0 || (!width && opens == YES && closes == YES)),
               "an activation does not cover the line");
        last = stop, shared = closes == YES;
        made->pieces[k] =
            (struct piece){stop, rational(field(one, "slope")), rational(field(one, "intercept")), shared};
        flat = flat || (width > 0 && is_zero(made->pieces[k].slope));
    }
    demand(pieces->count && !last, "an activation does not cover the line");
    made->quantities[OUTSIDE] = pieces->count > 3 || !flat;
}

static void read_mask(json mask) { // its name, or rows of booleans with a true in each column
    recognise(mask->kind == ARRAY || is_word(mask, "causal") || is_word(mask, "strictly causal"),
              "a mask that is no known one");
    for (int k = 0; mask->kind == ARRAY && k < mask->count; k++) array(&mask->items[k], mask->count);
    demand(mask->kind != ARRAY || mask->count, "a mask without a row");
    for (int j = 0; mask->kind == ARRAY && j < mask->count; j++) {
        bool attends = false;
        for (int k = 0; k < mask->count; k++) {
            int entry = mask->items[k].items[j].kind;
            demand(entry == YES || entry == NO, "an entry of a mask is neither true nor false");
            attends = attends || entry == YES;
        }
        demand(attends, "a column of a mask that attends to nothing");
    }
}

static bool attends(json mask, long j, long k) { // whether column j attends to column k
    if (!mask) return true;
    return mask->kind == ARRAY ? mask->items[k].items[j].kind == YES : is_word(mask, "causal") ? k <= j : k < j;
}

static struct layer read_layer(json key, json body, long d, setting around);

static struct layer read_rounded(json body, long d, setting around) { // whatever it makes is rational
    keys(body, "format layer");
    json exact = field(body, "layer"), name = field(body, "format");
    demand(exact->kind == OBJECT && exact->count == 2 && name->kind == STRING,
           "a rounded layer without one or a format");
    format known = FORMATS;
    while (known->name && !is_word(name, known->name)) known++;
    recognise(known->name, "the format %.*s", TEXT(name));
    demand(!is_word(exact->items, LAYERS[ROUNDED].name), "a rounded layer is rounded again");
    struct layer made = read_layer(exact->items, exact->items + 1, d, around);
    made.exact = COPY(struct layer, &made, 1), made.kind = ROUNDED, made.real = false, made.format = known;
    return made;
}

static struct layer read_layer(json key, json body, long d, setting around) {
    struct layer made = {.kind = 0};
    struct json itself = {.kind = ARRAY, .count = 1, .items = body};
    long sizes[26], *q = made.quantities, *h = &sizes['h' - 'a'], *v = &sizes['v' - 'a'], pieces = 0;
    while (made.kind < KINDS && !is_word(key, LAYERS[made.kind].name)) made.kind++;
    recognise(made.kind < KINDS, "a layer of the kind %.*s", TEXT(key));
    if (made.kind == ROUNDED) return read_rounded(body, d, around);
    bool softmax = made.kind == SOFTMAX, attention = made.kind == ATTENTION || softmax,
         feed_forward = made.kind == FEED_FORWARD;
    made.mask = attention ? optional(body, "mask") : NULL;
    keys(body, softmax     ? "heads mask"
               : made.mask ? "tie_rule heads mask"
               : attention ? "tie_rule heads"
                           : LAYERS[made.kind].keys);
    demand(!made.mask || softmax || made.mask->kind != NOTHING, "a mask that is null");
    if (made.mask && made.mask->kind == NOTHING) made.mask = NULL;
    if (made.mask) read_mask(made.mask);
    made.real = softmax || made.kind == NORMALISATION;
    json heads = attention ? array(field(body, "heads"), -1) : &itself,
         rule = attention && !softmax ? field(body, "tie_rule") : &nothing;
    demand(heads->count && (rule == &nothing || rule->kind == STRING), "attention without a head or a tie rule");
    while (rule != &nothing && made.tie_rule < TIE_RULES && !is_word(rule, TIE_RULE_NAMES[made.tie_rule]))
        made.tie_rule++;
    recognise(made.tie_rule < TIE_RULES, "the tie rule %.*s", TEXT(rule));
    made.weights = allocate(heads->count, sizeof *made.weights);
    memset(sizes, -1, sizeof sizes), sizes['d' - 'a'] = d;
    if (feed_forward) read_activation(field(body, "activation"), &made), pieces = field(body, "activation")->count;
    for (int k = 0; k < heads->count; k++) {
        const char *word = LAYERS[made.kind].keys, *shape;
        keys(&heads->items[k], word);
        matrix *W = (*h = *v = -1, made.weights[k]);
        for (; (shape = strchr(word, ':')); word = shape + strcspn(shape, " "), word += *word == ' ') {
            json weights = find(&heads->items[k], word, shape);
            *W = read_weights(weights, shape + 1, sizes, made.kind == POSITIONAL_ENCODING ? NULL : around);
            q[PARAMETERS] += (*W)->rows * (*W)->columns, made.real = made.real || has_lists(weights, shape), W++;
        }
        if (attention)
            demand(*h > 0 && *v > 0, "a head of size 0"), q[HEADS]++,
                q[HEAD_SIZE] = larger(q[HEAD_SIZE], larger(*h, *v));
    }
    if (feed_forward) q[HIDDEN_SIZE] = sizes['r' - 'a'];
    if (made.kind == SEPARABLE_CONVOLUTION) made.centre = size(field(body, "centre"), 1);
    if (made.kind == NORMALISATION)
        made.epsilon = rational(field(body, "epsilon")), demand(sign(made.epsilon) >= 0, "an epsilon below 0");
    demand(!made.centre || made.centre <= sizes['k' - 'a'], "the centre of a convolution is not one of its columns");
    q[attention ? ATTENTIONS : feed_forward ? FEED_FORWARDS : OTHERS] = 1, q[LARGEST] = q[PARAMETERS];
    // Pieces of an activation after the third are work, too: each is read, and passed by each hidden node.
    long listed = made.mask && made.mask->kind == ARRAY ? made.mask->count : 0; // of a mask: each entry is read, too
    q[WORK] = 1 + q[PARAMETERS] + listed * listed + (pieces > 3 ? (q[HIDDEN_SIZE] + 1) * (pieces - 3) : 0);
    return made;
}

static void note_layer(network net, struct layer one, number repeats, bool every) {
    int kind = one.exact ? one.exact->kind : one.kind;
    for (int k = 0; !every && !is_zero(repeats) && k < QUANTITIES; k++) {
        number *known = &net->quantities[k], value = whole(one.quantities[k]);
        *known = k < HEADS ? plus(*known, times(value, repeats)) : greater(*known, value);
        net->real = net->real || one.real, net->rounds = net->rounds || one.kind == ROUNDED;
        net->in_place =
            net->in_place || one.tie_rule != AVERAGE || one.mask || (kind > FEED_FORWARD && kind < NORMALISATION);
    }
    if (every) net->unrolled = grown(net->unrolled, net->count, sizeof one), net->unrolled[net->count++] = one;
}

// Goes through items that occur so often: notes all layers in order (`every`), or counts them and looks at one turn
// only of each family and of each row of a table. A group has one turn, and gives no variable a value.
static void walk(network net, json items, setting around, number repeats, bool every) {
    for (int i = 0; i < array(items, -1)->count; i++) {
        json item = &items->items[i], key = item->items, body = key + 1;
        demand(item->kind == OBJECT && item->count == 2, "an item of a network is not of one kind");
        bool group = is_word(key, "group"), family = is_word(key, "family"), table = is_word(key, "table");
        bool layer = !group && !family && !table;
        if (layer) note_layer(net, read_layer(key, body, net->d, around), repeats, every);
        if (layer) continue;
        keys(body, group ? "name items" : family ? "variable start step count items" : "variables rows items");
        demand(!group || field(body, "name")->kind == STRING, "the name of a group is no word");
        json rows = table ? array(field(body, "rows"), -1) : NULL,
             names = table ? array(field(body, "variables"), -1) : NULL;
        number start = family ? rational(field(body, "start")) : NULL,
               step = family ? rational(field(body, "step")) : NULL;
        number count = family ? integer(field(body, "count"), 0) : whole(table ? rows->count : 1);
        long width = family ? 1 : table ? names->count : 0;
        demand(!table || (width && rows->count), "a table without a variable or without a row");
        for (long k = 0; table && k < width * rows->count; k++)
            rational(&array(&rows->items[k / width], width)->items[k % width]);
        setting variables = NEW(struct setting, width);
        for (long k = 0; k < width; k++) {
            json name = family ? field(body, "variable") : &names->items[k];
            bool free = name->kind == STRING && name->length > 2 && !is_word(name, "constant");
            variables[k] = (struct setting){name, NULL, k ? &variables[k - 1] : around};
            for (setting other = variables[k].around; other; other = other->around)
                free = free && !same_text(other->name, name);
            demand(free, "a variable of a family or of a table is taken, or no word");
        }
        number occur = every ? repeats : times(repeats, count), *work = &net->quantities[WORK];
        if (!every) *work = plus(*work, plus(repeats, times(occur, whole(width))));
        for (long turn = 0; turn < (every ? bounded(count, LARGEST_SIZE) : 1); turn++) {
            for (long k = 0; k < width; k++)
                variables[k].value =
                    family ? plus(start, times(whole(turn), step)) : rational(&rows->items[turn].items[k]);
            walk(net, field(body, "items"), width ? &variables[width - 1] : around, occur, every);
        }
    }
}

static void read_network(network net, json record) {
    keys(record, "d items stages");
    net->d = size(field(record, "d"), 1), net->items = array(field(record, "items"), -1),
    net->stages = field(record, "stages");
    demand(net->stages->kind == OBJECT, "the stages of a network");
    for (int k = 1; k < net->stages->count; k += 2)
        demand(size(&net->stages->items[k], 0) <= net->items->count, "a stage is no item");
    for (int k = 0; k < QUANTITIES; k++) net->quantities[k] = whole(0);
    walk(net, net->items, NULL, whole(1), false);
    net->layers = plus(plus(net->quantities[ATTENTIONS], net->quantities[FEED_FORWARDS]), net->quantities[OTHERS]);
}

// What layers make of a matrix.
static matrix image(matrix W, matrix Z) { // W Z
    matrix made = new_matrix(W->rows, Z->columns);
    for (long j = 0; j < Z->columns; j++)
        for (long i = 0; i < W->rows; i++)
            AT(made, i, j) = inner_product(&AT(W, i, 0), W->rows, &AT(Z, 0, j), 1, Z->rows);
    return made;
}

static matrix sum(matrix Z, matrix change) { // with a matrix, or with the one column that is added to all
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long j = 0; j < Z->columns; j++)
        for (long i = 0; i < Z->rows; i++)
            AT(made, i, j) = plus(AT(Z, i, j), AT(change, i, change->columns > 1 ? j : 0));
    return made;
}

static struct {
    matrix W, Z, made;
} last_image; // as long as the scene is the same

static matrix same_image(matrix W, matrix Z) { // heads often ask for the same one, in layer after layer
    if (last_image.W != W || last_image.Z != Z) last_image.made = image(W, Z), last_image.W = W, last_image.Z = Z;
    return last_image.made;
}

// A layer of attention without a mask is *balanced* if each of its heads has size 1 and the same row u for W_V, W_K and
// W_Q, and the W_O of all heads sum to 0. With x = u Z, a head scores column i for column j by x_i (x_j + b_Q). So the
// greatest scores are where x_i is greatest, where it is least, or everywhere, as x_j is above, below or at the
// threshold -b_Q of the head. A column with x_j above the thresholds of all heads, or below all of them, is attended in
// the same way by all: under any tie rule each makes W_O times one and the same number, which sums to 0. If all columns
// are such, the layer changes nothing. Columns at a threshold, or between two, are left to the layer itself.
static bool alike(matrix a, matrix b) {
    bool same = a->rows == b->rows && a->columns == b->columns;
    for (long k = 0; same && k < a->rows * a->columns; k++)
        same = !is_real(a->entries[k]) && !is_real(b->entries[k]) && !compare(a->entries[k], b->entries[k]);
    return same;
}

static void
share_weights(layer one,
              layer before) { // equal matrices become one: with those of the first head, of the layer before, too
    for (long k = 0; one->kind == ATTENTION && k < one->quantities[HEADS]; k++)
        for (matrix *W = one->weights[k]; W < one->weights[k] + MOST_WEIGHTS; W++)
            for (long i = 0; i < 2 * MOST_WEIGHTS; i++) {
                matrix other = (*(i < MOST_WEIGHTS ? before : one)->weights)[i % MOST_WEIGHTS];
                if (other && alike(other, *W)) {
                    *W = other;
                    break;
                }
            }
} // the first such one

static void find_thresholds(layer one) {
    matrix *first = *one->weights, u = first[W_V], total = first[W_O];
    bool balanced = one->kind == ATTENTION && !one->mask && u->rows == 1;
    number low = NULL, high = NULL;
    for (long k = 0; balanced && k < one->quantities[HEADS]; k++) {
        matrix *w = one->weights[k];
        if (is_real(*w[B_Q]->entries)) return;
        number threshold = times(*w[B_Q]->entries, whole(-1));
        balanced = w[W_V] == u && w[W_K] == u && w[W_Q] == u, total = k ? sum(total, w[W_O]) : total;
        low = k ? smaller(low, threshold) : threshold, high = k ? greater(high, threshold) : threshold;
    }
    for (long i = 0; balanced && i < total->rows; i++)
        balanced = is_rational(total->entries[i]) && is_zero(total->entries[i]);
    if (balanced) one->low = low, one->high = high;
}

static bool changes_nothing(layer one, matrix Z) {
    bool still = one->low != NULL;
    matrix x = still ? same_image((*one->weights)[W_V], Z) : NULL;
    for (long j = 0; still && j < Z->columns; j++)
        still = is_rational(x->entries[j]) &&
                (compare(x->entries[j], one->low) < 0 || compare(x->entries[j], one->high) > 0);
    return still;
}

static void unroll(network net) {
    if (net->stage_ends) return;
    demand(bounded(net->quantities[WORK], LARGEST_NETWORK + 1) <= LARGEST_NETWORK, "a network has too many weights");
    struct stack *before = use(&lasting);
    net->stage_ends = NEW(long, net->items->count + 1);
    for (int k = 0; k < net->items->count; k++, net->stage_ends[k] = net->count)
        walk(net, &(struct json){.kind = ARRAY, .count = 1, .items = &net->items->items[k]}, NULL, whole(1), true);
    for (layer one = net->unrolled; one < net->unrolled + net->count; one++)
        share_weights(one, one > net->unrolled ? one - 1 : one), find_thresholds(one);
    use(before);
}

static matrix attended(int tie_rule, json mask, matrix *head, matrix Z) {
    matrix values = same_image(head[W_V], Z), keys = same_image(head[W_K], Z),
           queries = sum(same_image(head[W_Q], Z), head[B_Q]);
    long h = keys->rows, n = Z->columns;
    matrix made = new_matrix(values->rows, n);
    number *scores = NEW(number, n);
    demand(!mask || mask->kind != ARRAY || mask->count == n, "a mask and its matrix do not fit");
    for (long j = 0; j < n; j++) {
        long best = -1, maxima = 0, *maximal = NEW(long, n);
        for (long i = 0; i < n; i++) {
            if (!attends(mask, j, i)) continue;
            // Where keys have size 1, all these have one factor in common, of which the sign alone orders them.
            bool one = h == 1 && is_rational(AT(queries, 0, j));
            scores[i] = one ? times(AT(keys, 0, i), whole(sign(AT(queries, 0, j))))
                            : inner_product(&AT(keys, 0, i), 1, &AT(queries, 0, j), 1, h);
            if (best < 0 || holds(">", scores[i], scores[best])) best = i;
        }
        for (long i = 0; i < n; i++)
            if (attends(mask, j, i) && holds("=", scores[i], scores[best])) maximal[maxima++] = i;
        for (long k = 0; k < values->rows; k++) {
            if (!maxima) {
                AT(made, k, j) = whole(0);
                continue;
            } // it attends to nothing
            number total = AT(values, k, maximal[tie_rule == RIGHTMOST ? maxima - 1 : 0]);
            for (long i = 1; tie_rule == AVERAGE && i < maxima; i++) total = plus(total, AT(values, k, maximal[i]));
            AT(made, k, j) = tie_rule == AVERAGE && maxima > 1 ? divided(total, whole(maxima)) : total;
        }
    }
    return image(head[W_O], made);
}

// Softmax of the scores less the first one of them, which changes nothing, so that one exponential is 1.
static matrix soft_attention(layer one, matrix Z) {
    matrix made = Z;
    long n = Z->columns;
    demand(!one->mask || one->mask->kind != ARRAY || one->mask->count == n, "a mask and its matrix do not fit");
    for (long k = 0; k < one->quantities[HEADS]; k++) {
        matrix *head = one->weights[k], values = same_image(head[W_V], Z), keys = same_image(head[W_K], Z);
        matrix queries = sum(same_image(head[W_Q], Z), head[B_Q]), attended = new_matrix(values->rows, n);
        number *powers = NEW(number, n);
        for (long j = 0; j < n; j++) {
            number first = NULL, total = NULL;
            for (long i = 0; i < n; i++) {
                powers[i] = NULL;
                if (!attends(one->mask, j, i)) continue;
                number score = inner_product(&AT(keys, 0, i), 1, &AT(queries, 0, j), 1, keys->rows);
                if (!first) first = score;
                powers[i] = real_exp(minus(score, first)), total = total ? plus(total, powers[i]) : powers[i];
            }
            for (long row = 0; row < values->rows; row++) {
                number part = whole(0);
                for (long i = 0; i < n; i++)
                    if (powers[i]) part = plus(part, times(powers[i], AT(values, row, i)));
                AT(attended, row, j) = total ? divided(part, total) : part; // it may attend to nothing
            }
        }
        made = sum(made, image(head[W_O], attended));
    }
    return made;
}

static number activated(piece one, number x) {
    demand(x->kind <= UNKNOWN, "an activation of a number that depends on offsets");
    for (; x->kind != UNKNOWN; one++) {
        int within = one->stop ? decided(one->closed ? "<=" : "<", x, one->stop) : 1;
        if (within > 0) return plus(times(one->slope, x), one->intercept);
        if (within < 0) break;
    }
    return &unknown;
}

static matrix normalised(matrix gain, matrix bias, number epsilon, matrix Z) { // column by column
    matrix made = new_matrix(Z->rows, Z->columns);
    number d = whole(Z->rows);
    for (long j = 0; j < Z->columns; j++) {
        number mean = whole(0), square = whole(0);
        for (long i = 0; i < Z->rows; i++) mean = plus(mean, divided(AT(Z, i, j), d));
        for (long i = 0; i < Z->rows; i++) AT(made, i, j) = minus(AT(Z, i, j), mean);
        for (long i = 0; i < Z->rows; i++) square = plus(square, divided(times(AT(made, i, j), AT(made, i, j)), d));
        square = plus(square, epsilon);
        demand(!is_zero(square), "a column of variance 0 is normalised");
        number root = real_root(square);
        for (long i = 0; i < Z->rows; i++)
            AT(made, i, j) = plus(times(AT(gain, i, 0), divided(AT(made, i, j), root)), AT(bias, i, 0));
    }
    return made;
}

static long binade(number x) { // e with 2^e <= x < 2^(e+1), of x > 0; of a real near a power of two, of either side
    if (is_rational(x)) {
        long e = length_of(mpq_numref(x->q)) - length_of(mpq_denref(x->q));
        return compare(x, times_unit(whole(1), e)) < 0 ? e - 1 : e;
    }
    for (long p = 2 * FIRST_BITS;; p *= 2) {
        ball near = real_at(x, p);
        if (ball_sign(near) > 0 && ball_narrow(near, ball_top(near) - 60)) return ball_top(near) - 1;
        if (p >= MOST_BITS) undecided_real();
    }
}

static number nearest(format form, number x) { // of two that are nearest the even one
    recognise(is_rational(x) || is_real(x), "the rounding of a number that depends on offsets");
    number tiny = times_unit(whole(1), form->least - form->bits); // half of the least number, which is odd
    if (sign(minus(x, tiny)) <= 0 && sign(plus(x, tiny)) >= 0) return whole(0);
    if (sign(x) < 0) return times(nearest(form, times(x, whole(-1))), whole(-1));
    long e = larger(binade(x), form->least) - form->bits + 1;
    number k = real_floor(plus(x, times_unit(whole(1), e - 1)), e);
    if (mpz_odd_p(mpq_numref(k->q)) && !sign(minus(x, times_unit(minus(plus(k, k), whole(1)), e - 1))))
        k = minus(k, whole(1));
    number made = times_unit(k, e), most = minus(power(whole(2), whole(form->bits)), whole(1 + form->taken));
    most = times_unit(most, form->greatest - form->bits + 1);
    demand(form->saturates || compare(made, most) <= 0, "a number too large for its format");
    return smaller(made, most);
}

static matrix apply(layer one, matrix Z) {
    if (one->kind == ROUNDED) {
        matrix exact = apply(one->exact, Z), near = new_matrix(exact->rows, exact->columns);
        for (long k = 0; k < exact->rows * exact->columns; k++)
            near->entries[k] = nearest(one->format, exact->entries[k]);
        return near;
    }
    matrix *w = *one->weights, W = w[0], made = Z, inner = new_matrix(Z->rows, Z->columns);
    long d = Z->rows, n = Z->columns;
    for (long k = 0; one->kind == ATTENTION && k < one->quantities[HEADS]; k++)
        made = sum(made, attended(one->tie_rule, one->mask, one->weights[k], Z));
    if (one->kind == FEED_FORWARD) {
        inner = sum(image(w[W_1], Z), w[B_1]);
        for (long k = 0; k < inner->rows * n; k++) inner->entries[k] = activated(one->pieces, inner->entries[k]);
        made = sum(sum(Z, image(w[W_2], inner)), w[B_2]);
    }
    if (one->kind == SOFTMAX) return soft_attention(one, Z);
    if (one->kind <= FEED_FORWARD) return made;
    if (one->kind == NORMALISATION) return normalised(w[GAIN], w[BIAS], one->epsilon, Z);
    demand(one->kind == SEPARABLE_CONVOLUTION || W->columns == n, "a layer for another number of columns");
    if (one->kind == POSITIONAL_ENCODING) return sum(Z, W);
    for (long k = 0; k < d * n; k++) { // Z W_P, or Z * W_C
        number total = one->centre ? whole(0) : inner_product(&AT(Z, k % d, 0), d, &AT(W, 0, k / d), 1, n);
        for (long t = 1, j = k / d + one->centre; one->centre && t <= W->columns && t <= j; t++)
            if (j - t < n) total = plus(total, times(AT(W, k % d, t - 1), AT(Z, k % d, j - t)));
        inner->entries[k] = total;
    }
    return sum(Z, image(w[1], inner));
}
