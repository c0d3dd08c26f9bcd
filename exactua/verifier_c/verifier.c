/* verifier.c: checks a certificate of exactua again; written from docs/certificate-format.md alone.

       cc -O2 -std=c11 -Wall -Wextra -o exactua-verifier-c verifier.c -lgmp
       ./exactua-verifier-c CERT [--sample K [--seed HEX]] [--every-point] [--seconds N]

   It needs a C11 compiler that knows __int128, POSIX and GMP, on a system where long has 64 bits. It shares no code
   with the programs that write certificates nor with the verifier in Python. Exit codes: 0 the certificate is
   confirmed, whatever its verdict: everything in it was recomputed; 1 it is not; 2 the file is unreadable, or wrong
   usage; 3 points were only sampled, or it holds something that this program cannot interpret, so it is not re-checked.
   The first thing that is wrong ends the program: so all that is made is right, and nothing is freed.

   It is one translation unit. Its parts, each of which needs only those before it, are included below in the order in
   which they are read best. */

#define _POSIX_C_SOURCE 200809L

#define EXACTUA_VERSION "unknown (source tree)" // of exactua; `exactua verifier --emit` writes its own here

#include <fcntl.h>
#include <gmp.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "memory.c"
#include "files.c"
#include "numbers.c"
#include "balls.c"
#include "reals.c"
#include "equality.c"
#include "real_weights.c"
#include "networks.c"
#include "forms.c"
#include "terms.c"
#include "orders.c"
#include "domains.c"
#include "floors.c"
#include "steps.c"
#include "limits.c"
#include "passing.c"
#include "readings.c"
#include "symbolic.c"
#include "evidence.c"

// Section 7: the verifier.

static number *ranks; // of the points of a domain that are recomputed, where these are not all
static long rank_count;

static void add_rank(number rank) {
    struct stack *before = use(&lasting);
    ranks = grown(ranks, rank_count, sizeof *ranks), ranks[rank_count++] = lasting_copy(rank);
    use(before);
}

static void add_place(step one, json place, domain wanted) { // of a witness or an extreme; it must be decided
    number rank = integer(&array(place, 2)->items[1], 0);
    int k = 0;
    while (k < one->over->count &&
           !(same_text(one->domains[k]->name, place->items) && is_decided(one->domains[k], rank)))
        k++;
    demand(k < one->over->count, "step %.*s names a place that was not decided", TEXT(one->name));
    if (one->domains[k] == wanted) add_rank(rank);
}

static const char *seed;

static void find_ranks(domain from, long k, number wanted, step steps, long count) {
    ranks = NULL, rank_count = 0;
    long parts = bounded(wanted, LONG_MAX);
    for (step one = steps; one < steps + count; one++) {
        if (one->evidence) continue;
        json at = one->witness->kind ? array(field(one->witness, "at"), -1) : NULL;
        for (int i = 0; at && i < at->count; i++) add_place(one, &at->items[i], from);
        if (one->measure->kind) add_place(one, field(one->measure, "min_at"), from);
        if (one->measure->kind) add_place(one, field(one->measure, "max_at"), from);
    }
    for (long i = 0; i < parts; i++) { // floor(N (2^256 i + h) / (2^256 s))
        char text[100], hex[65];
        use(&passing), passing.used = 0;
        snprintf(text, sizeof text, "%s:%ld:%ld", seed, k, i);
        sha256(text, (long)strlen(text), hex);
        number place = fresh(RATIONAL), start = fresh(RATIONAL);
        mpz_set_str(mpq_numref(place->q), hex, 16), mpz_mul_2exp(mpq_numref(start->q), mpq_numref(whole(i)->q), 256);
        place = rounded(times_power(times(plus(start, place), from->decided), -256), false);
        add_rank(decided_rank(from, quotient(place, wanted)));
    }
    use(&lasting), qsort(ranks, (size_t)rank_count, sizeof *ranks, by_number);
    long kept = 0;
    for (long i = 0; i < rank_count; i++)
        if (!kept || compare(ranks[kept - 1], ranks[i])) ranks[kept++] = ranks[i];
    rank_count = kept;
}

// Time: an estimate for all points after two seconds, then after twice as many, and so on.
static struct {
    double began, next, seconds;
    number total;
    long done;
    char estimate[60];
} watch;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool too_long(void) {
    static const struct {
        double size;
        const char *name;
    } units[] = {{365 * 86400.0, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"}, {1, "seconds"}};

    double passed = (watch.done++, now() - watch.began);
    int k = 0;
    if (watch.seconds <= 0 || passed < watch.next) return false;
    double all = passed / (double)watch.done * mpq_get_d(watch.total->q);
    if (watch.next = 2 * passed, all <= watch.seconds) return false;
    while (k < 4 && all < units[k].size) k++;
    if (all >= 1e9 * units[0].size)
        snprintf(watch.estimate, sizeof watch.estimate, "1000000000 years or more");
    else
        snprintf(watch.estimate, sizeof watch.estimate, "about %ld %s", (long)(all / units[k].size), units[k].name);
    return true;
}

static bool is_looked_at(domain one, step steps, long count) { // whether a step without evidence is over it
    bool found = false;
    for (step s = steps; s < steps + count; s++)
        for (int k = 0; k < s->over->count; k++) found = found || (s->domains[k] == one && !by_evidence(s));
    return found;
}

static bool recompute(domain one, bool sampled, step steps, long count,
                      number *looked) { // whether there was time for it
    number all = *looked = sampled ? whole(rank_count) : one->decided, layers = whole(0);
    for (long net = 0; net < records->count / 2; net++) {
        bool evaluated = false;
        for (step s = steps; s < steps + count; s++)
            for (int k = 0; k < s->over->count && !by_evidence(s); k++)
                evaluated = evaluated || (s->domains[k] == one && s->evaluated[net]);
        if (evaluated) layers = plus(layers, networks[net].layers);
    }
    number more = times(all, plus(whole(FOR_A_POINT), times(whole(FOR_A_LAYER), layers)));
    allowance = bounded(plus(whole(allowance), more), LONG_MAX / 4);
    one->complete = !compare(all, one->decided);
    for (long i = 0, entered; use(&passing), passing.used = 0, compare(whole(i), all) < 0; i++) {
        number rank = (entered = 0, sampled ? ranks[i] : decided_rank(one, whole(i)));
        for (step s = steps; s < steps + count; s++)
            for (int k = 0; k < s->over->count; k++) {
                if (s->domains[k] != one || by_evidence(s)) continue;
                if (!entered++ || s->scope) enter(s, (place){k, rank}, false);
                look(s, (place){k, rank});
            }
        if (!sampled && !*watch.estimate && too_long()) return use(&lasting), false;
    }
    return use(&lasting), true;
}

static void show_worth(domain one, number wanted) { // what a sample tells
    long looked = bounded(wanted, LONG_MAX), few = looked < LARGEST_SHOWN ? looked : LARGEST_SHOWN;
    mpz_t most, missed;
    mpz_inits(most, missed, NULL), mpz_ui_pow_ui(most, 100, (unsigned long)few),
        mpz_ui_pow_ui(missed, 99, (unsigned long)few);
    mpz_sub(missed, most, missed), mpz_mul_ui(missed, missed, 100), mpz_fdiv_q(missed, missed, most);
    printf("  "), show(one->name);
    printf(": %ld of %s points; a share p of false points is found with probability", looked, unquoted(one->decided));
    gmp_printf(" >= 1 - (1 - p)^%ld (p = 1/100: %Zd%%); it finds errors, not forgers\n", looked, missed);
}

static void show_claim(json claim) {
    static const char first[] = "dnm";
    int shown = 0;
    printf("says of itself: ");
    if (claim->kind == STRING)
        show(claim);
    else
        printf("a network");
    if (family.general) {
        printf(" for all D at n = %ld\n  left open: a profile is what a network does to column ids, for every D = m^d; "
               "that the claim's network does this at every d and m is not in the certificate\n",
               family.n);
        return;
    }
    for (int turn = 0; turn < 4; turn++) // these parameters, then all others by their names
        for (json key = parameters->items; key < parameters->items + parameters->count; key += 2) {
            const char *found = key->length == 3 ? strchr(first, file[key->start + 1]) : NULL;
            if (found ? found != &first[turn] : turn < 3) continue;
            printf(shown++ ? " " : " at "), show(key), printf("=");
            if (key[1].kind == STRING)
                show(key + 1);
            else
                printf("%.*s", TEXT(key + 1));
        }
    printf("\n");
}

static void show_step_at_once(step one) {
    number points = one->over->count ? one->points : NULL;
    printf("  "), show(one->name), printf(": %s", one->verdict);
    if (points && sign(points)) {
        size_t bits_of_it = bits(points);
        if (bits_of_it > 64)
            printf(" (all more than 2^%ld points at once)", (long)bits_of_it - 1);
        else
            printf(" (all %s points at once)", text_of(points));
    }
    printf(" %.*s\n", WORD(of(one, "statement")));
}

static void show_step(step one) {
    const char *together = one->whole || one->fold < ADDED ? NULL : one->fold == OWN ? "fold" : "sum";
    printf("  "), show(one->name);
    printf(": %s (points %.*s, applicable %.*s, failures %.*s", one->verdict, TEXT(of(one, "points")),
           TEXT(of(one, "applicable")), TEXT(of(one, "failures")));
    if (together) printf("; the %s was not re-checked, only sampled", together);
    printf(") %.*s\n", WORD(of(one, "statement")));
}

static long
count_undecided(json parts,
                json judged) { // parts of a statement, where none is refuted; each step of them is judged, and in one
    long count = 0;
    bool *taken = NEW(bool, judged->count);
    for (json one = parts->items; one < parts->items + parts->count; one++) {
        keys(one, "steps undecided words");
        json steps = array(field(one, "steps"), -1), why = field(one, "undecided"), words = field(one, "words");
        for (int k = 0, i = 0; k < steps->count; k++, i = 0) {
            json name = &steps->items[k];
            spend(judged->count);
            demand(name->kind == STRING, "a step of a part of the statement is not a word");
            while (i < judged->count && !same_text(name, &judged->items[i])) i++;
            demand(i < judged->count, "a part of the statement has a step that is not judged");
            demand(!taken[i], "two parts of the statement have one step"), taken[i] = true;
        }
        bool fits = why->kind == NOTHING ? steps->count > 0 : why->kind == STRING && why->length > 2;
        demand(fits && words->kind == STRING && words->length > 2,
               "a part of the statement has steps, or a reason why it has none");
        count += why->kind == STRING;
    }
    return count;
}

static const char *const verdicts[] = {"refuted", "inconclusive", "holds",
                                       "vacuous"}; // what of several is theirs together

static long together(json names, step steps, long step_count) {
    long least = 3;
    for (int k = 0, i = 0; k < names->count; k++, i = 0) {
        while (i < step_count && !same_text(steps[i].name, &names->items[k])) i++;
        demand(i < step_count, "a judged step is none");
        spend(step_count);
        for (long v = 0; v < least; v++) least = strcmp(steps[i].verdict, verdicts[v]) ? least : v;
    }
    return least;
}

static void show_sample(bool sampled) {
    if (sampled) printf("seed: %s\n", seed);
    if (*watch.estimate)
        printf("estimate: %s for all %s points, more than --seconds %g: %d points of each domain instead\n",
               watch.estimate, unquoted(watch.total), watch.seconds, DEFAULT_SAMPLE);
}

static bool verify(json decided,
                   number sample) { // of all points, or so many of each domain; whether that was confirmed
    static const char word[] = "scope";
    json said = find(decided, word, word + strlen(word));
    at_once = said && (is_word(said, "symbolic") || is_word(said, "general"));
    family.general = said && is_word(said, "general");
    keys(decided, family.general ? "parameters definitions values profiles for_all domains steps parts judged verdict "
                                   "prime claim title source scope"
                                 : "parameters definitions values networks domains steps parts judged verdict prime "
                                   "claim title source scope");
    json defined = array(field(decided, "definitions"), -1), judged = array(field(decided, "judged"), -1);
    json domain_records = array(field(decided, "domains"), -1), step_records = array(field(decided, "steps"), -1);
    json claim = field(decided, "claim"), scope = field(decided, "scope"), verdict = field(decided, "verdict");
    bool words =
        claim->kind == STRING && field(decided, "title")->kind == STRING && field(decided, "source")->kind == STRING;
    demand(words && scope->kind == STRING, "claim, title, source and scope are words");
    demand(!is_word(scope, "limit"), "the scope is none of this format");
    recognise(at_once || is_word(scope, "enumerated") || is_word(scope, "runs"), "the scope %.*s", TEXT(scope));
    mpz_init_set_str(prime, "1fffffffffffffff", 16);
    demand(is_word(field(decided, "prime"), "0x1fffffffffffffff"), "the prime is another one");
    parameters = field(decided, "parameters"), values = field(decided, "values");
    records = field(decided, family.general ? "profiles" : "networks");
    demand(parameters->kind == OBJECT && values->kind == OBJECT && records->kind == OBJECT,
           "parameters, values or networks");
    for (json key = parameters->items; key < parameters->items + parameters->count; key += 2) {
        const char *text = file + key[1].start + 1;
        bool word = key[1].kind == STRING && strncmp(text, "0x", 2) && strncmp(text, "-0x", 3);
        if (!word || is_word(key, "d") || is_word(key, "n") || is_word(key, "m")) integer(key + 1, LONG_MIN);
    }
    if (family.general) read_all_instances(decided, defined);
    long network_count = records->count / 2, domain_count = domain_records->count, step_count = step_records->count;
    of_reals = NEW(bool, values->count / 2), networks = NEW(struct network, network_count),
    definitions = NEW(number, values->count / 2);
    for (long k = 0; k < network_count; k++) {
        if (family.general)
            read_profile(&networks[k], &records->items[2 * k + 1]), count_layers(&networks[k]);
        else
            read_network(&networks[k], &records->items[2 * k + 1]);
    }
    if (at_once && !family.general) read_instance(network_count);
    for (int k = 0; k < defined->count; k++) {
        json pair = array(&defined->items[k], 2)->items;
        long place = place_of(values, pair);
        demand(!definitions[place], "the name %.*s is defined twice", TEXT(pair));
        definitions[place] = constant_of_step(pair + 1), of_reals[place] = speaks_of_reals(pair + 1);
        if (family.general) continue;
        if (of_reals[place])
            put_floor(floor_of(definitions[place]));
        else
            put("%n", definitions[place]);
        json value = &values->items[2 * place + 1];
        demand(is_text(value, written.text, written.length), "the value of %.*s", TEXT(pair)), written.length = 0;
    }
    demand(defined->count == values->count / 2, "there are values without a definition");
    reached = nowhere();
    domain domains = NEW(struct domain, domain_count);
    step steps = NEW(struct step, step_count);
    for (long k = 0; k < domain_count; k++) {
        spend(k), (at_once ? read_paper_domain : read_domain)(&domains[k], &domain_records->items[k]);
        for (long i = 0; i < k; i++) demand(!same_text(domains[i].name, domains[k].name), "two domains have one name");
    }
    for (long k = 0; k < step_count; k++) {
        bool points = at_once && (family.general || array(field(&step_records->items[k], "over"), -1)->count);
        bool evident = !at_once && has_evidence(&step_records->items[k]);
        spend(k), (points    ? read_symbolic_step
                   : evident ? read_evident_step
                             : read_step)(&steps[k], &step_records->items[k], defined, domains, (int)domain_count);
        for (long i = 0; i < k; i++) demand(!same_text(steps[i].name, steps[k].name), "two steps have one name");
    }
    reach_back(defined, &reached);
    require_all(reached.definitions, values, "definition"), require_all(reached.networks, records, "network");
    for (long k = 0; k < domain_count; k++)
        demand(domains[k].used, "no step speaks of the domain %.*s", TEXT(domains[k].name));
    json parts = array(field(decided, "parts"), -1);
    long least = together(judged, steps, step_count), undecided = count_undecided(parts, judged), counts[4] = {0};
    for (json one = parts->items; one < parts->items + parts->count; one++) {
        long verdict = together(field(one, "steps"), steps, step_count);
        if (!verdict || field(one, "undecided")->kind == NOTHING) counts[verdict]++;
    }
    const char *left = least == 2 && undecided < parts->count ? "holds in part" : "inconclusive";
    const char *made = undecided && least >= 2 ? left : verdicts[least];
    demand(is_word(verdict, made), "the judged steps make the verdict %s", made);
    number recomputed = whole(0), looked;
    bool complete = true;
    watch.total = whole(0), watch.done = 0;
    number all = whole(0);
    read_subject(steps, step_count, network_count);
    for (step one = steps; one < steps + step_count; one++)
        if (by_evidence(one)) confirm(one);
    for (long k = 0; k < domain_count && !at_once; k++) {
        bool needed = is_looked_at(&domains[k], steps, step_count);
        if (needed) watch.total = plus(watch.total, domains[k].decided);
        all = plus(all, domains[k].decided);
    }
    for (long k = 0; k < domain_count && !at_once; k++) {
        domains[k].complete = !is_looked_at(&domains[k], steps, step_count);
        if (domains[k].complete) continue;
        bool sampled = sample && compare(sample, domains[k].decided) < 0;
        spend(step_count);
        if (sampled) find_ranks(&domains[k], k, sample, steps, step_count);
        if (!recompute(&domains[k], sampled, steps, step_count, &looked)) return false;
        recomputed = plus(recomputed, looked), complete = complete && domains[k].complete;
    }
    for (step one = steps; one < steps + step_count; one++) {
        if ((at_once && (family.general || one->over->count)) || by_evidence(one)) continue;
        use(&passing), passing.used = 0, change_scene(), one->whole = true;
        for (int k = 0; k < one->over->count; k++) one->whole = one->whole && one->domains[k]->complete;
        if (!one->over->count) look(one, (place){0, whole(0)});
        (one->evidence ? settle_evident : settle)(one), use(&lasting);
    }
    alarm(0); // what is found is told in full
    if (at_once)
        printf("confirmed: %s (one symbolic run, made again)\n", made);
    else
        printf("%s: %s (%s of ", complete ? "confirmed" : "sampled, not confirmed", made, unquoted(recomputed)),
            printf("%s points recomputed", unquoted(all)), show_evidence(steps, step_count), printf(")\n");
    show_sample(!complete);
    show_claim(claim);
    for (long k = 0; k < domain_count && !at_once; k++)
        if (!domains[k].complete) show_worth(&domains[k], sample);
    for (step one = steps; one < steps + step_count; one++)
        (at_once ? show_step_at_once : one->evidence ? show_evident_step : show_step)(one);
    if (parts->count) printf("  %ld of %d parts of the statement are decided", counts[0] + counts[2], parts->count);
    if (counts[3]) printf(", %ld vacuous", counts[3]);
    if (parts->count) printf("\n");
    return complete;
}

static void show_number(json number) {
    bool quoted = number->kind == STRING;
    printf("%.*s", number->length - 2 * quoted, file + number->start + quoted);
}

static bool verify_limit(json decided, number sample) { // whether all points were recomputed
    demand(is_word(field(decided, "scope"), "limit"), "the scope is none of this format");
    read_limit(decided);
    json upper = field(decided, "upper"), lower = field(decided, "lower");
    number all = whole(upper->kind ? limit.count : 0);
    number ends[][2] = {{whole(0), all}};
    struct domain points = {.name = field(decided, "points") - 1, .decided = all, .passed = whole(0), .ends = ends};
    bool sampled = sample && compare(sample, all) < 0;
    if (sampled) find_ranks(&points, 0, sample, NULL, 0);
    long looked = sampled ? rank_count : bounded(all, LONG_MAX);
    watch.total = all, watch.done = 0;
    if (!aside.memory) reserve(&aside, passing.size);
    for (long k = 0; k < looked; k++, use(&lasting)) {
        require_near(sampled ? bounded(ranks[k], LONG_MAX) : k);
        if (!sampled && !*watch.estimate && too_long()) return use(&lasting), false;
    }
    bool shown = !lower->kind || fails(limit.points[limit.failing], limit.factor, limit.exceeded);
    demand(shown, "point %ld is not shown to fail at the factor below lambda*", limit.failing + 1);
    use(&lasting), alarm(0); // what is found is told in full
    printf("%s: a limit of softmax (%ld of %s points recomputed)\n", sampled ? "sampled, not confirmed" : "confirmed",
           looked, unquoted(all));
    show_sample(sampled);
    parameters = field(decided, "parameters"), show_claim(field(decided, "claim"));
    if (sampled) show_worth(&points, sample);
    if (upper->kind)
        printf("  within "), show_number(field(decided, "tolerance")), printf(" for all lambda >= "),
            show_number(upper), printf("\n");
    if (lower->kind)
        printf("  at lambda = "), show_number(field(lower, "factor")), printf(" point %ld is", limit.failing + 1),
            printf(" off by more than "), show_number(field(lower, "exceeds")), printf("\n");
    return !sampled;
}

static _Noreturn void usage(int code) {
    exit((fprintf(code ? stderr : stdout,
                  "usage: verifier CERT [--sample K [--seed HEX]] [--every-point] [--seconds N]\n"),
          code));
}

static _Noreturn void tell_version(void) {
    exit((printf("exactua verifier (c) %s\n", EXACTUA_VERSION), CONFIRMED));
}

static void late(int number) {
    static const char text[] = "not re-checked: it takes more time than it may\n";
    if (number && write(STDOUT_FILENO, text, sizeof text - 1) < 0) _exit(NOT_RECHECKED);
    _exit(NOT_RECHECKED);
}

static const char *fresh_seed(void) {
    static char made[33];
    unsigned char bytes[16];
    FILE *random = fopen("/dev/urandom", "rb");
    if (!random || fread(bytes, 1, sizeof bytes, random) < sizeof bytes)
        refuse(NOT_RECHECKED, "there is no randomness for a seed");
    for (size_t k = 0; k < sizeof bytes; k++) sprintf(made + 2 * k, "%02x", bytes[k]);
    return made;
}

static const char *option(const char *name, int count, char **arguments, int *k) { // what is given for it, or NULL
    const char *text = arguments[*k];
    size_t length = strlen(name);
    if (strncmp(text, name, length) || (text[length] && text[length] != '=')) return NULL;
    return text[length] ? text + length + 1 : ++*k < count ? arguments[*k] : "";
}

int main(int count, char **arguments) {
    const char *path = NULL, *sample = NULL, *seconds = "600", *text;
    char *end;
    reserve(&lasting, 1L << 31), reserve(&passing, 1L << 31);
    mp_set_memory_functions(limbs, more_limbs, no_fewer_limbs);
    number wanted = fresh(RATIONAL);
    mpz_set_si(mpq_numref(wanted->q), DEFAULT_SAMPLE);
    for (int k = 1; k < count; k++) {
        if (!strcmp(arguments[k], "--help") || !strcmp(arguments[k], "-h")) usage(CONFIRMED);
        if (!strcmp(arguments[k], "--version")) tell_version();
        if ((text = option("--sample", count, arguments, &k)))
            sample = text;
        else if ((text = option("--seed", count, arguments, &k)))
            seed = text;
        else if ((text = option("--seconds", count, arguments, &k)))
            seconds = text;
        else if (!strcmp(arguments[k], "--every-point"))
            every_point = true;
        else if (path || *arguments[k] == '-')
            usage(UNREADABLE);
        else
            path = arguments[k];
    }
    watch.seconds = strtod(seconds, &end);
    bool fits = path && *seconds && !*end && watch.seconds >= 0 && watch.seconds < 1e9;
    fits = fits && (!seed || (strlen(seed) == 32 && strspn(seed, "0123456789abcdef") == 32));
    fits = fits && (!sample || (!mpq_set_str(wanted->q, sample, 10) && is_whole(wanted) && sign(wanted) > 0));
    if (!fits) usage(UNREADABLE);
    signal(SIGALRM, late), alarm((unsigned)watch.seconds + (watch.seconds > (unsigned)watch.seconds));
    if (!seed) seed = fresh_seed();
    struct json digest, certificate = read_certificate(path, &digest);
    watch.began = now(), watch.next = 2;
    bool (*checks)(json, number) = of_limit ? verify_limit : verify;
    bool complete = checks(&certificate, sample ? wanted : NULL);
    if (!complete && *watch.estimate) allowance = FOR_ALL, complete = checks(&certificate, wanted);
    return complete ? CONFIRMED : NOT_RECHECKED;
}
