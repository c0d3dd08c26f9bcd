/* Lemma 8 of Yun et al. (2020) as a loop in C: column ids in units of delta, sorted columns depth first, prefixes shared.

   cc -O2 -DBITS=64 -o loop64 lemma8_loop.c        (or -DBITS=128: two words for each id)
   ./loop64 D N M [GAIN]                            GAIN: that of the selective shifts, delta^-d if not given

   Depth first: l_1 and l_n are fixed, then l_2, l_3, ...; a further column costs O(1), as the sweep has passed all
   smaller ids and only the maximum so far, the last id and two extremes are needed. An unusual state (a column that
   comes to lie on an id that is still to be passed, an extreme in the wrong place) goes to `slow`, which evaluates q of
   the whole orbit in 128 bits and compares every entry. Property 8.2 has a second loop: the orbits of Category 1 in the
   order (l_n - l_1 up, l_2 - l_1 down, l_3 - l_2 down, ..., l_n up), in which l~_n has to increase strictly.

   It prints JSON: orbits by category, orbits where Property 1, 3 or 4 fails and numbers that two orbits share
   (Property 2), seconds of both loops, peak memory. */

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef BITS
#define BITS 64
#endif
typedef __int128 wide;
#if BITS == 64
typedef int64_t id;
#else
typedef __int128 id;
#endif

enum { MOST_COLUMNS = 16 };

static int d, n;
static int64_t m, D;
static wide gain, G, t_l, t_r;
static id step, low_M, high_M, G_id;    /* gain; D^(n-1) (D-1) and D^n (D-1): t_l and t_r over G = D^(n+1); G */
static id *columns;                     /* all ids of columns, sorted; the first `negative` of them are below 0 */
static int64_t count, negative;
static uint64_t orbits[4], failed[5], slowly; /* by category; by property */

static int cmp(const void *a, const void *b) {
    id x = *(const id *)a, y = *(const id *)b;
    return (x > y) - (x < y);
}

static void make_columns(void) {
    wide special = -(wide)m;            /* -delta^(-nd) in units of delta */
    for (int k = 0; k < n; k++) special *= D;
    count = 1;
    for (int k = 0; k < d; k++) count *= m + 1;
    columns = malloc(sizeof(id) * (size_t)count);
    for (int64_t k = 0; k < count; k++) {
        wide sum = 0, weight = 1;
        for (int64_t rest = k, i = 0; i < d; i++, rest /= m + 1, weight *= m)
            sum += weight * (rest % (m + 1) == m ? special : rest % (m + 1));
        columns[k] = (id)sum;
    }
    qsort(columns, (size_t)count, sizeof(id), cmp);
    for (negative = 0; columns[negative] < 0;) negative++;
}

/* n q of an orbit with these ids, layer by layer where an id is met */
static void evaluate(wide *x, wide *q) {
    for (wide next = 0;;) {
        wide at = D, least = x[0], most = x[0], sum = 0;
        for (int j = 0; j < n; j++) {
            if (x[j] >= next && x[j] < at) at = x[j];
            if (x[j] < least) least = x[j];
            if (x[j] > most) most = x[j];
            sum += x[j];
        }
        if (at == D) { /* at id 0 all scores are 0, and the mean of all ids is attended to */
            for (int j = 0; j < n; j++) q[j] = n * x[j] + G * (x[j] > 0 ? n * most : x[j] < 0 ? n * least : sum);
            return;
        }
        for (int j = 0; j < n; j++)
            if (x[j] == at) x[j] += gain * (most - least);
        next = at + 1;
    }
}

/* every entry of q compared */
static void slow(const int64_t *chosen, int category) {
    wide x[MOST_COLUMNS], q[MOST_COLUMNS];
    for (int j = 0; j < n; j++) x[j] = columns[chosen[j]];
    slowly++;
    evaluate(x, q);
    int inside = 0, equal = 0;
    for (int j = 0; j < n; j++) {
        inside += q[j] >= n * t_l && q[j] <= n * t_r;
        for (int k = 0; k < j; k++) equal += q[j] == q[k];
    }
    if (category == 1) {
        failed[1] += equal > 0;
        failed[3] += inside < n;
    } else
        failed[4] += inside > 0;
}

/* The state after the sweep has passed l_1, ..., l_j. */
typedef struct {
    id last, lowest, shifted, top; /* l_j; the least id of all columns that stays; the least and the greatest moved id */
    int category, usual;           /* 1, or 2 once two ids were equal, or 3; whether nothing unusual was met */
} state;

/* The sweep at the next column, which has id l; `l_n` is there until it is moved itself. */
static inline state passed(state s, id l, id l_n) {
    if (l < 0) { /* never moved */
        s.last = l;
        return s;
    }
    if (l == s.last) { /* moved together with the column before */
        if (s.category == 1) s.category = 2;
        return s;
    }
    id most = s.top > l_n ? s.top : l_n, least = s.category == 3 ? s.lowest : l;
    id moved = l + step * (most - least);
    if (moved <= s.top || moved < D) s.usual = 0;
    if (s.shifted < 0) s.shifted = moved;
    s.top = moved;
    s.last = l;
    return s;
}

static inline void leaf(state s, const int64_t *chosen) {
    int category = s.category;
    orbits[category]++;
    int fine = s.usual;
    if (category == 1) /* ids moved are increasing, so they are distinct; q = x + G top with 0 < x < G */
        fine &= s.top < G_id && s.top >= low_M && s.top < high_M;
    else if (category == 2) /* all q below t_l */
        fine &= s.top < G_id && s.top < low_M;
    else /* columns below 0 have q < 0; the others, if there are any, q > t_r */
        fine &= s.shifted < 0 || s.top > high_M;
    if (!fine) slow(chosen, category);
}

static void deeper(state s, int j, int64_t *chosen) {
    id l_n = columns[chosen[n - 1]];
    if (j == n - 1) {
        leaf(passed(s, l_n, l_n), chosen);
        return;
    }
    if (j == n - 2) { /* the innermost loop by itself: no calls */
        for (int64_t k = chosen[j - 1]; k <= chosen[n - 1]; k++) {
            chosen[j] = k;
            leaf(passed(passed(s, columns[k], l_n), l_n, l_n), chosen);
        }
        return;
    }
    for (int64_t k = chosen[j - 1]; k <= chosen[n - 1]; k++) {
        chosen[j] = k;
        deeper(passed(s, columns[k], l_n), j + 1, chosen);
    }
}

static void all_orbits(void) {
    int64_t chosen[MOST_COLUMNS];
    for (int64_t first = 0; first < count; first++)
        for (int64_t last = first; last < count; last++) {
            id l_1 = columns[first];
            state s = {l_1 - 1, l_1, -1, -1, first < negative ? 3 : 1, 1};
            chosen[0] = first;
            chosen[n - 1] = last;
            deeper(passed(s, l_1, columns[last]), 1, chosen);
        }
}

/* Property 8.2: l~_n of neighbours in this order; q's of one orbit lie in [G l~_n, G l~_n + G). */
static id previous;
static uint64_t chained, unsettled;

static void chain_leaf(const int64_t *gaps, int64_t W) {
    for (int64_t l_n = W; l_n < D; l_n++) {
        id x = l_n - W, top = l_n, least = 0;
        int fine = 1;
        for (int j = 0; j < n; j++) {
            id moved = x + step * (top - x);
            fine &= moved > top && moved >= D;
            if (j == 0) least = moved;
            top = moved;
            x += gaps[j];
        }
        unsettled += !(fine && least >= 0 && top < G_id && top > previous);
        previous = top;
        chained++;
    }
}

static void chain(int64_t *gaps, int j, int64_t left, int64_t W) {
    if (j == n - 2) {
        gaps[j] = left;
        gaps[n - 1] = 0;
        chain_leaf(gaps, W);
        return;
    }
    for (int64_t gap = left - (n - 2 - j); gap >= 1; gap--) {
        gaps[j] = gap;
        chain(gaps, j + 1, left - gap, W);
    }
}

/* Where the order does not settle it: every number of every orbit of Category 1, sorted; how many of them two share. */
typedef struct {
    wide q;
    uint64_t orbit;
} numbered;

static int cmp_numbered(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    if (x->q != y->q) return (x->q > y->q) - (x->q < y->q);
    return (x->orbit > y->orbit) - (x->orbit < y->orbit);
}

static uint64_t shared_numbers(void) {
    numbered *all = malloc(sizeof(numbered) * (size_t)n * orbits[1]);
    if (all == NULL) exit(4);
    int64_t chosen[MOST_COLUMNS];
    uint64_t orbit = 0, shared = 0;
    for (int j = 0; j < n; j++) chosen[j] = j;
    for (int j = 0; j >= 0; orbit++) { /* increasing ids, in lexicographic order */
        wide x[MOST_COLUMNS], q[MOST_COLUMNS];
        for (int k = 0; k < n; k++) x[k] = chosen[k];
        evaluate(x, q);
        for (int k = 0; k < n; k++) all[orbit * (uint64_t)n + (uint64_t)k] = (numbered){q[k], orbit};
        for (j = n - 1; j >= 0 && chosen[j] == D - n + j;) j--;
        if (j >= 0) chosen[j]++;
        for (int k = j + 1; j >= 0 && k < n; k++) chosen[k] = chosen[k - 1] + 1;
    }
    size_t most = (size_t)n * orbit;
    qsort(all, most, sizeof(numbered), cmp_numbered);
    for (size_t k = 0; k < most;) {
        size_t end = k;
        while (end < most && all[end].q == all[k].q) end++;
        shared += all[end - 1].orbit != all[k].orbit;
        k = end;
    }
    free(all);
    return shared;
}

/* The largest resident size in MB; getrusage would tell that of the parent from before the exec. */
static double peak(void) {
    char line[256];
    double found = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        long kilobytes;
        if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1) found = (double)kilobytes / 1024;
    }
    if (status != NULL) fclose(status);
    return found;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    d = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    if (d < 1 || n < 2 || n > MOST_COLUMNS || m < 2) return 2;
    double bits = 0; /* of D, rounded up */
    D = 1;
    for (int k = 0; k < d; k++) D *= m;
    while ((double)((int64_t)1 << (int)bits) < (double)D) bits++;
    if ((2 * n + 1) * bits + 2 > BITS - 1 || (3 * n + 2) * bits + 8 > 126) {
        fprintf(stderr, "%d bits are too few\n", BITS);
        return 3;
    }
    gain = argc > 4 ? atoll(argv[4]) : D;
    step = (id)gain;
    wide power = 1;
    for (int k = 0; k < n - 1; k++) power *= D;
    low_M = (id)(power * (D - 1));
    high_M = (id)(power * D * (D - 1));
    G = power * D * D;
    G_id = (id)G;
    t_l = G * (wide)low_M;
    t_r = G * (wide)high_M;
    make_columns();
    int passes = 0; /* as many as take a twentieth of a second, each from the beginning */
    double began = seconds(), enumerated, ordered;
    do {
        memset(orbits, 0, sizeof orbits), memset(failed, 0, sizeof failed), slowly = 0;
        all_orbits(), passes++;
    } while (seconds() - began < 0.05);
    enumerated = (seconds() - began) / passes;
    passes = 0, began = seconds();
    do {
        int64_t gaps[MOST_COLUMNS];
        previous = -1, chained = 0, unsettled = 0;
        for (int64_t W = n - 1; W < D; W++) chain(gaps, 0, W, W);
        if (unsettled) failed[2] = shared_numbers();
        passes++;
    } while (seconds() - began < 0.05);
    ordered = (seconds() - began) / passes;
    printf("{\"orbits\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "], \"in_order\": %" PRIu64, orbits[1], orbits[2],
           orbits[3], chained);
    printf(", \"failed\": {\"property1\": %" PRIu64 ", \"property2\": %" PRIu64 ", \"property3\": %" PRIu64
           ", \"property4\": %" PRIu64 "}",
           failed[1], failed[2], failed[3], failed[4]);
    printf(", \"slowly\": %" PRIu64 ", \"seconds\": %.9f, \"seconds_in_order\": %.9f, \"peak_mb\": %.3f}\n", slowly,
           enumerated, ordered, peak());
    free(columns);
    return 0;
}
