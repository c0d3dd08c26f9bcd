/* verifier.c: checks a certificate of exactua again; written from docs/certificate-format.md alone.

       cc -O2 -std=c11 -Wall -Wextra -o verifier verifier.c -lgmp
       ./verifier CERT [--full] [--limit N]

   It needs a C11 compiler and GMP, and shares no code with the programs that write certificates nor with the verifier
   in Python. Its sections are those of the page. Exit codes: 0 the certificate is confirmed, whatever its verdict; 1 it
   is not; 2 the file is unreadable, or wrong usage; 3 it holds something that this program can't interpret, so it is not
   re-checked. The first thing that is wrong ends the program, so nothing is cleared up on the way. */

#include <gmp.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIRMED, NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED };  // exit codes

enum {                          // the limits of section 8
    LARGEST_FILE = 64 << 20,    // bytes
    DEEPEST = 200,              // arrays and objects inside each other
    LARGEST_NUMBER = 1000000,   // bits of a numerator or denominator
    LARGEST_NETWORK = 5000000,  // weights of a network with its families and tables unrolled
    LARGEST_PERMUTED = 8,       // columns of which all permutations are tried
    LARGEST_TABLE = 1000000,    // entries of all columns of a domain, and of a point
    FOR_ALL = 5000000,          // elementary steps; and so many more for
    FOR_A_POINT = 100000,       // each point that is recomputed, and for
    FOR_A_LAYER = 10000         // each layer at such a point
};
static const long LARGEST_SIZE = 1L << 31;  // stands for all larger numbers of rows, columns, layers, items

static _Noreturn void refuse(int code, const char *format, ...) {
    static const char *const labels[] = {"confirmed", "not confirmed", "unreadable", "not re-checked"};
    char message[401];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    printf("%s: %s\n", labels[code], message);
    exit(code);
}

#define demand(holds, ...) ((holds) ? (void)0 : refuse(NOT_CONFIRMED, __VA_ARGS__))
#define recognise(known, ...) ((known) ? (void)0 : refuse(NOT_RECHECKED, __VA_ARGS__))

static long allowance = FOR_ALL;  // elementary steps that may still be taken

static void spend(long steps) {
    demand(steps <= allowance, "the certificate asks for more work than this verifier does");
    allowance -= steps;
}

// ---- Memory: three stacks, to which the system gives pages as they grow ----------------------------------------------

struct stack { char *memory; size_t used, size; };

static struct stack lasting, scenic, passing;  // for good; as long as a point is looked at; until it is cut back
static struct stack *current = &lasting;       // where `allocate` and GMP take memory

static void reserve(struct stack *stack, size_t size) {
    for (stack->size = size; !(stack->memory = malloc(stack->size)) && stack->size > 1 << 20;) stack->size /= 2;
}

static void *allocate(size_t count, size_t size) {
    demand(count <= (current->size - current->used) / size, "the certificate needs more memory than this verifier has");
    size_t start = current->used, end = start + (count * size + 7) / 8 * 8;
    current->used = end < current->size ? end : current->size;
    return current->memory + start;
}

static void *zeros(size_t count, size_t size) { void *made = allocate(count, size); return memset(made, 0, count * size); }
#define NEW(type, count) ((type *)zeros((count), sizeof(type)))

static struct stack *use(struct stack *stack) { struct stack *before = current; current = stack; return before; }
static void *limbs(size_t size) { return allocate(size, 1); }
static void *more_limbs(void *old, size_t size, size_t wanted) { return memcpy(limbs(wanted), old, size < wanted ? size : wanted); }
static void fewer_limbs(void *memory, size_t size) {
    if ((char *)memory + (size + 7) / 8 * 8 == current->memory + current->used) current->used -= (size + 7) / 8 * 8;
}

// ---- Section 1: the file, its layout and its numbers -----------------------------------------------------------------

typedef const struct json *json;
struct json {
    enum { NOTHING, YES, NO, WHOLE, STRING, ARRAY, OBJECT } kind;
    uint32_t start, length, count;  // where its text stands in the file; how many items
    json items;                     // of an object: keys and values in turn
};

static char *file;     // the text, with a 0 behind its end
static size_t at;      // where the parser is
static int depth = 1;  // in how many arrays and objects that is

#define TEXT(node) (int)(node)->length, file + (node)->start  // for %.*s

static _Noreturn void unreadable(void) {
    refuse(UNREADABLE, "the file is no certificate/1 in canonical form, or nested too deeply (byte %zu)", at);
}

static void expect(const char *text) {
    if (strncmp(file + at, text, strlen(text))) unreadable();
    at += strlen(text);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static uint32_t escaped(const char *text) {  // what \uXXXX stands for; or UINT32_MAX
    uint32_t made = 0;
    for (int k = 0; k < 6; k++) {
        if (k < 2 ? text[k] != "\\u"[k] : !is_digit(text[k]) && (text[k] < 'a' || text[k] > 'f')) return UINT32_MAX;
        if (k >= 2) made = made * 16 + (uint32_t)(is_digit(text[k]) ? text[k] - '0' : text[k] - 'a' + 10);
    }
    return made;
}

static uint32_t code_point(const char **text) {  // the next one of a string
    uint32_t c = escaped(*text), low = c >> 10 == 0xd800 >> 10 ? escaped(*text + 6) : 0;
    if (low >> 10 == 0xdc00 >> 10) return *text += 12, 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
    if (c != UINT32_MAX) return *text += 6, c;
    if ((c = (unsigned char)*(*text)++) != '\\') return c;
    const char *letter = strchr("b\bf\fn\nr\rt\t", c = (unsigned char)*(*text)++);
    return letter ? (unsigned char)letter[1] : c;
}

static int compare_texts(const char *a, const char *a_end, const char *b, const char *b_end) {  // by code points
    while (a < a_end && b < b_end) {
        uint32_t x = code_point(&a), y = code_point(&b);
        if (x != y) return x < y ? -1 : 1;
    }
    return (a < a_end) - (b < b_end);
}

static bool is_text(json node, const char *text, size_t length) { return node->length == length && !memcmp(file + node->start, text, length); }
static bool same_text(json a, json b) { return is_text(a, file + b->start, b->length); }
static bool is_word(json node, const char *word) {
    return node->kind == STRING && node->length == strlen(word) + 2 && !strncmp(file + node->start + 1, word, strlen(word));
}

static void parse_string(void) {
    for (at++; file[at] != '"'; at++) {
        if (file[at] < 0x20 || file[at] > 0x7e) unreadable();
        if (file[at] != '\\') continue;
        uint32_t x = escaped(file + at);  // of those that stand so: no characters, and none that a letter stands for
        if (x == UINT32_MAX ? !strchr("\"\\bfnrt", file[++at]) || !file[at]
                            : (x >= 0x20 && x < 0x7f) || (x >= 8 && x <= 13 && x != 11)) unreadable();
        at += x == UINT32_MAX ? 0 : 5;
    }
    at++;
}

static void parse_number(void) {
    size_t start = at;
    at += file[at] == '-';
    if (!is_digit(file[at]) || (file[at] == '0' && (at > start || is_digit(file[at + 1])))) unreadable();
    while (is_digit(file[at])) at++;
    if (at - start > 1000) unreadable();
}

static int find_order(json key, const char *name, const char *end) {
    return compare_texts(file + key->start + 1, file + key->start + key->length - 1, name, end);
}

static struct json parse_value(void);

static void parse_items(struct json *made) {
    bool object = made->kind == OBJECT;
    size_t before = passing.used;  // where the items are put as long as there may be more of them
    struct json *items = (struct json *)(passing.memory + before), *next = items;
    if (++depth > DEEPEST) unreadable();
    for (at++; file[at] != (object ? '}' : ']') || (object && (next - items) % 2); next++) {
        bool key = object && (next - items) % 2 == 0;
        if (next > items) expect(object && !key ? ":" : ",");
        use(&passing), allocate(1, sizeof *next), use(&lasting);
        *next = parse_value();
        if (key && (next->kind != STRING || (next > items && find_order(next - 2, file + next->start + 1, file + at - 1) >= 0)))
            unreadable();
    }
    at++, depth--;
    made->count = (uint32_t)(next - items);
    made->items = memcpy(allocate(made->count, sizeof *items), items, made->count * sizeof *items);
    passing.used = before;
}

static struct json parse_value(void) {
    struct json made = {.start = (uint32_t)at};
    char c = file[at];
    if (c == '{' || c == '[') made.kind = c == '{' ? OBJECT : ARRAY, parse_items(&made);
    else if (c == '"') made.kind = STRING, parse_string();
    else if (c == '-' || is_digit(c)) made.kind = WHOLE, parse_number();
    else made.kind = c == 't' ? YES : c == 'f' ? NO : NOTHING, expect(c == 't' ? "true" : c == 'f' ? "false" : "null");
    made.length = (uint32_t)(at - made.start);
    return made;
}

// What is in an object or in an array.

static json find(json object, const char *name, const char *end) {  // the value of this key, or NULL
    long low = 0, high = object->kind == OBJECT ? object->count / 2 : 0;
    while (low < high) {
        long middle = (low + high) / 2;
        int order = find_order(&object->items[2 * middle], name, end);
        if (!order) return &object->items[2 * middle + 1];
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

static json named(json object, json name) {
    const char *text = file + name->start;
    json found = name->kind == STRING ? find(object, text + 1, text + name->length - 1) : NULL;
    demand(found, "%.*s is the name of nothing", TEXT(name));
    return found;
}

// An object with exactly these keys, each with the kind of its value: s string, a array, o object, x any.
static void fields(json object, const char *keys, ...) {
    uint32_t count = 0;
    va_list found;
    va_start(found, keys);
    for (const char *end, *key = keys; *key; key = end + 2 + (end[2] == ' '), count++) {
        end = key + strcspn(key, ":");
        json value = *va_arg(found, json *) = find(object, key, end);
        int kind = end[1] == 's' ? STRING : end[1] == 'a' ? ARRAY : OBJECT;
        demand(value && (end[1] == 'x' || (int)value->kind == kind), "something is no object with the keys %s", keys);
    }
    va_end(found);
    demand(object->kind == OBJECT && object->count == 2 * count, "an object with the keys %s has another", keys);
}

static json field(json object, const char *name) {
    json found = find(object, name, name + strlen(name));
    return demand(found, "something has no key %s", name), found;
}

static json array(json node, long length) {  // of so many items; below 0: of any number
    demand(node->kind == ARRAY && (length < 0 || node->count == length), "no array, or one of the wrong length");
    return node;
}

// SHA-256 (FIPS 180-4), of which the constants are fractional parts of roots of primes.

static uint32_t rotated(uint32_t x, int a, int b, int c) {  // in three ways, added bit by bit; below 0: shifted
    return (x >> a | x << (32 - a)) ^ (x >> b | x << (32 - b)) ^ (c < 0 ? x >> -c : x >> c | x << (32 - c));
}

static void sha256(const char *bytes, size_t length, char digest[65]) {  // in hexadecimal
    static uint32_t starts[64], constants[64];
    uint32_t state[8], w[64], s[8];
    mpz_t prime, root;
    mpz_inits(prime, root, NULL);
    for (int k = 0; k < 64 && !constants[63]; k++) {
        mpz_nextprime(prime, prime);
        mpz_mul_2exp(root, prime, 64), mpz_sqrt(root, root), mpz_fdiv_r_2exp(root, root, 32);
        starts[k] = (uint32_t)mpz_get_ui(root);
        mpz_mul_2exp(root, prime, 96), mpz_root(root, root, 3), mpz_fdiv_r_2exp(root, root, 32);
        constants[k] = (uint32_t)mpz_get_ui(root);
    }
    memcpy(state, starts, sizeof state);
    for (size_t block = 0, blocks = (length + 72) / 64; block < blocks; block++) {
        unsigned char b[64] = {0};
        size_t from = 64 * block, rest = from < length ? length - from : 0;
        memcpy(b, bytes + (rest ? from : 0), rest < 64 ? rest : 64);
        if (from + rest == length && rest < 64 && from <= length) b[rest] = 0x80;
        for (int k = 0; block + 1 == blocks && k < 8; k++) b[63 - k] = (unsigned char)(8 * (uint64_t)length >> 8 * k);
        memcpy(s, state, sizeof s);
        for (int t = 0; t < 64; t++) {
            const unsigned char *p = b + 4 * (t % 16);
            if (t < 16) w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
            else w[t] = w[t - 16] + w[t - 7] + rotated(w[t - 15], 7, 18, -3) + rotated(w[t - 2], 17, 19, -10);
            uint32_t one = s[7] + rotated(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[t] + w[t];
            uint32_t two = rotated(s[0], 2, 13, 22) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += one, s[0] = one + two;
        }
        for (int k = 0; k < 8; k++) state[k] += s[k];
    }
    for (int k = 0; k < 8; k++) sprintf(digest + 8 * k, "%08x", (unsigned)state[k]);
}

static void require_digest(const char *bytes, size_t length, json written, const char *what) {
    char text[72] = "sha256:";
    sha256(bytes, length, text + 7);
    demand(is_word(written, text), "%s", what);
}

static struct json read_certificate(const char *path, struct json *digest) {  // what is decided, if that has this digest
    FILE *stream = fopen(path, "rb");
    file = malloc(LARGEST_FILE + 16);
    size_t size = stream && file ? fread(file, 1, LARGEST_FILE + 1, stream) : 0;
    if (!stream || !file || ferror(stream)) refuse(UNREADABLE, "the file cannot be read");
    if (size == 0 || size > LARGEST_FILE) refuse(UNREADABLE, "the file is empty, or larger than 64 MiB");
    strcpy(file + size + 1, "\"row\""), file[size] = 0;
    fclose(stream);
    expect("{\"decided\":");
    struct json decided = parse_value();
    expect(",\n\"digest\":");
    *digest = parse_value();
    expect(",\n\"exactua\":\"certificate/1\",\n\"run\":");
    struct json run = parse_value();
    expect("}\n");
    if (at != size || run.kind != OBJECT) unreadable();
    require_digest(file + decided.start, decided.length, digest, "the digest is not that of the hashed part");
    return decided;
}

// Numbers: exact rationals, and such as vary within a point. They never change once they are made.

typedef const struct number *number;

struct monomial { const uint32_t *factors; number coefficient; };  // how many factors there are, then these variables

struct number {
    enum { RATIONAL, FORM, UNKNOWN, POLYNOMIAL, INTERVAL } kind;  // a form is affine, in the entries of a column
    uint32_t count;                                               // how many monomials
    mpq_t q;
    const struct monomial *monomials;  // of a form or a polynomial, in order; not all are constant, and none is 0
    number low, high;                  // of an interval
};

static const struct number unknown = {.kind = UNKNOWN};

static struct number *fresh(int kind) {
    struct number *made = limbs(kind == RATIONAL ? offsetof(struct number, monomials) : sizeof *made);
    made->kind = kind, made->count = 0;
    mpq_init(made->q);
    return made;
}

static bool is_rational(number a) { return a->kind == RATIONAL; }
static bool is_whole(number a) { return is_rational(a) && !mpz_cmp_ui(mpq_denref(a->q), 1); }
static bool is_zero(number a) { return is_rational(a) && !mpq_sgn(a->q); }
static bool varies(number a) { return a->kind == FORM || a->kind == UNKNOWN; }
static int sign(number a) { return mpq_sgn(a->q); }
static int compare(number a, number b) { return mpq_cmp(a->q, b->q); }  // two rationals, as the next two do
static number smaller(number a, number b) { return compare(b, a) < 0 ? b : a; }
static number greater(number a, number b) { return compare(b, a) > 0 ? b : a; }
static size_t bits(number a) {
    size_t n = mpz_sizeinbase(mpq_numref(a->q), 2), d = mpz_sizeinbase(mpq_denref(a->q), 2);
    return n > d ? n : d;
}
static number tidy(number made) { return demand(bits(made) <= LARGEST_NUMBER, "a number has too many bits"), made; }

static number whole_of(const mpz_t value) {
    struct number *made = fresh(RATIONAL);
    mpz_set(mpq_numref(made->q), value);
    return tidy(made);
}

static number whole(long value) {
    static number known[64];  // -16, ..., 47
    bool small = value >= -16 && value < 48;
    if (small && known[value + 16]) return known[value + 16];
    struct stack *before = use(small ? &lasting : current);
    struct number *made = fresh(RATIONAL);
    mpz_set_si(mpq_numref(made->q), value);
    use(before);
    return small ? known[value + 16] = made : made;
}

static long bounded(number a, long most) {  // an integer, or `most` where it is larger
    return mpz_cmp_si(mpq_numref(a->q), most) < 0 ? mpz_get_si(mpq_numref(a->q)) : most;
}

static char *integer_text(const mpz_t value) {
    bool large = mpz_sizeinbase(value, 2) > 53;
    char *digits = mpz_get_str(NULL, large ? 16 : 10, value), *made = limbs(strlen(digits) + 3);
    sprintf(made, "%s%s%s", *digits == '-' ? "-" : "", large ? "0x" : "", digits + (*digits == '-'));
    return made;
}

static char *text_of(number a) {  // in canonical JSON
    char *p = integer_text(mpq_numref(a->q)), *q = is_whole(a) ? "" : integer_text(mpq_denref(a->q));
    char *made = limbs(strlen(p) + strlen(q) + 4), *quote = *q || strchr(p, 'x') ? "\"" : "";
    sprintf(made, "%s%s%s%s%s", quote, p, *q ? "/" : "", q, quote);
    return made;
}

static number rational(json node) {
    if (node->kind == WHOLE && node->length <= 15) return whole(strtol(file + node->start, NULL, 10));
    bool quoted = node->kind == STRING, fits = quoted ? node->length <= LARGEST_NUMBER / 4 : node->kind == WHOLE;
    struct number *made = fresh(RATIONAL);
    char *text = limbs(fits ? node->length + 1 : 1);
    sprintf(text, "%.*s", fits ? (int)node->length - 2 * quoted : 0, file + node->start + quoted);
    fits = fits && !mpq_set_str(made->q, text, 0) && mpz_sgn(mpq_denref(made->q));
    if (fits) mpq_canonicalize(made->q), text = text_of(tidy(made));
    demand(fits && is_text(node, text, strlen(text)), "%.*s is no number in canonical form", TEXT(node));
    return made;
}

static number integer(json node, long least) {
    number made = rational(node);
    demand(is_whole(made) && mpz_cmp_si(mpq_numref(made->q), least) >= 0, "%.*s is no integer, or too small", TEXT(node));
    return made;
}

// Arithmetic. Where a and b are rational, one of GMP's functions does it.

typedef void on_integers(mpz_ptr, mpz_srcptr, mpz_srcptr), on_rationals(mpq_ptr, mpq_srcptr, mpq_srcptr);

static number exact(on_integers z, on_rationals q, number a, number b) {
    struct number *made = fresh(RATIONAL);
    if (is_whole(a) && is_whole(b)) z(mpq_numref(made->q), mpq_numref(a->q), mpq_numref(b->q));
    else q(made->q, a->q, b->q);
    return tidy(made);
}

static number plus(number a, number b);
static number times(number a, number b);

static number interval(number low, number high) {
    struct number *made = fresh(INTERVAL);
    made->low = low, made->high = high;
    return made;
}

static number end_of(number a, int side) {  // a rational is an interval without width
    recognise(!varies(a), "an enclosure over offsets of a number that varies within a cell");
    demand(a->kind != POLYNOMIAL, "an enclosure of a polynomial");
    return is_rational(a) ? a : side ? a->high : a->low;
}

static int compare_monomials(const void *left, const void *right) {  // by their factors
    const uint32_t *a = ((const struct monomial *)left)->factors, *b = ((const struct monomial *)right)->factors;
    for (uint32_t k = 0; k <= *a && k <= *b; k++)
        if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
    return 0;
}

static number polynomial(int kind, struct monomial *monomials, size_t count) {  // the sum of these
    struct number *made = fresh(kind);
    qsort(monomials, count, sizeof *monomials, compare_monomials);
    for (size_t k = 0; k < count; k++) {
        struct monomial one = monomials[k];
        for (; k + 1 < count && !compare_monomials(&one, &monomials[k + 1]); k++)
            one.coefficient = plus(one.coefficient, monomials[k + 1].coefficient);
        if (!is_zero(one.coefficient)) monomials[made->count++] = one;
    }
    made->monomials = monomials;
    return !made->count ? whole(0) : made->count == 1 && !*monomials->factors ? monomials->coefficient : made;
}

static number variable(int kind, uint32_t name) {
    struct monomial *made = NEW(struct monomial, 1);
    uint32_t *factors = NEW(uint32_t, 2);
    factors[0] = 1, factors[1] = name;
    *made = (struct monomial){factors, whole(1)};
    return polynomial(kind, made, 1);
}

static struct number as_polynomial(number a) {  // a rational is one monomial without factors
    static const uint32_t none[1];
    if (!is_rational(a)) return *a;
    struct monomial *one = NEW(struct monomial, 1);
    *one = (struct monomial){none, a};
    return (struct number){.count = 1, .monomials = one};
}

static int kind_of_both(number a, number b) {
    int kind = a->kind > b->kind ? a->kind : b->kind;
    recognise(kind <= UNKNOWN || (!varies(a) && !varies(b)), "offsets that meet a number that varies within a cell");
    demand(kind != INTERVAL || (a->kind != POLYNOMIAL && b->kind != POLYNOMIAL), "offsets of two kinds meet");
    return kind;
}

static number plus(number a, number b) {
    int kind = kind_of_both(a, b);
    if (kind == RATIONAL) return exact(mpz_add, mpq_add, a, b);
    if (kind == UNKNOWN) return &unknown;
    if (kind == INTERVAL) return interval(plus(end_of(a, 0), end_of(b, 0)), plus(end_of(a, 1), end_of(b, 1)));
    struct number x = as_polynomial(a), y = as_polynomial(b);
    struct monomial *sum = NEW(struct monomial, x.count + y.count);
    memcpy(sum, x.monomials, x.count * sizeof *sum);
    memcpy(sum + x.count, y.monomials, y.count * sizeof *sum);
    if (kind == POLYNOMIAL) spend(x.count + y.count);
    return polynomial(kind, sum, x.count + y.count);
}

static number times(number a, number b) {
    int kind = kind_of_both(a, b);
    if (kind == RATIONAL) return exact(mpz_mul, mpq_mul, a, b);
    recognise(!varies(a) || !varies(b), "a product of two numbers that both vary within a cell");
    if (kind == UNKNOWN) return is_zero(a) || is_zero(b) ? whole(0) : &unknown;
    if (kind == INTERVAL) {
        number p = times(end_of(a, 0), end_of(b, 0)), q = times(end_of(a, 0), end_of(b, 1));
        number r = times(end_of(a, 1), end_of(b, 0)), s = times(end_of(a, 1), end_of(b, 1));
        return interval(smaller(smaller(p, q), smaller(r, s)), greater(greater(p, q), greater(r, s)));
    }
    struct number x = as_polynomial(a), y = as_polynomial(b);
    struct monomial *made = NEW(struct monomial, (size_t)x.count * y.count);
    for (size_t k = 0; k < (size_t)x.count * y.count; k++) {
        const uint32_t *u = x.monomials[k / y.count].factors, *v = y.monomials[k % y.count].factors;
        uint32_t p = 1, r = 1, length = *u + *v, *factors = NEW(uint32_t, length + 1);
        if (kind == POLYNOMIAL) spend(length + 1);
        for (uint32_t i = 1; i <= length; i++) factors[i] = r > *v || (p <= *u && u[p] < v[r]) ? u[p++] : v[r++];
        *factors = length;
        made[k] = (struct monomial){factors, times(x.monomials[k / y.count].coefficient, y.monomials[k % y.count].coefficient)};
    }
    return polynomial(kind, made, (size_t)x.count * y.count);
}

static number minus(number a, number b) {
    return is_rational(a) && is_rational(b) ? exact(mpz_sub, mpq_sub, a, b) : plus(a, times(b, whole(-1)));
}

static number divided(number a, number b) {
    recognise(!varies(b), "a division by a number that varies within a cell");
    demand(b->kind != POLYNOMIAL && !is_zero(b), "a division by 0, or by a number that depends on offsets");
    if (is_rational(b)) {
        struct number *inverse = fresh(RATIONAL);
        return mpq_inv(inverse->q, b->q), times(a, inverse);
    }
    demand(sign(b->low) > 0 || sign(b->high) < 0, "a division by an enclosure that has 0 in it");
    return times(a, interval(divided(whole(1), b->high), divided(whole(1), b->low)));
}

static number power(number a, number e) {
    demand(is_whole(e) && sign(e) >= 0, "an exponent is not an integer >= 0");
    unsigned long exponent = (unsigned long)bounded(e, LARGEST_SIZE), even = mpz_even_p(mpq_numref(e->q)) != 0;
    if (exponent == 0) return whole(1);
    if (exponent == 1) return a;
    recognise(!varies(a), "a power of a number that varies within a cell");
    if (is_rational(a)) {
        struct number *made = fresh(RATIONAL);
        if (bits(a) == 1) exponent = 2 - !even;  // of 0, 1 or -1
        demand(exponent == 1 || bits(a) - 1 <= LARGEST_NUMBER / exponent, "a power has too many bits");
        mpz_pow_ui(mpq_numref(made->q), mpq_numref(a->q), exponent);
        mpz_pow_ui(mpq_denref(made->q), mpq_denref(a->q), exponent);
        return tidy(made);
    }
    if (a->kind == INTERVAL && !even) return interval(power(a->low, e), power(a->high, e));
    if (a->kind == INTERVAL) {  // powers of the distance from 0, and of the end that is farther from it
        number down = minus(whole(0), a->low), up = minus(whole(0), a->high);
        return interval(power(greater(greater(a->low, up), whole(0)), e), power(greater(down, a->high), e));
    }
    if (exponent == 1) return a;
    number half = power(a, whole((long)exponent / 2)), square = times(half, half);
    return even ? square : times(square, a);
}

static number rounded(number a, bool up) {
    recognise(!varies(a), "a rounding or a range of a number that varies within a cell");
    demand(is_rational(a), "a rounding or a range of a number that depends on offsets");
    mpz_t made;
    mpz_init(made);
    (up ? mpz_cdiv_q : mpz_fdiv_q)(made, mpq_numref(a->q), mpq_denref(a->q));
    return whole_of(made);
}

// u_1 v_1 + u_2 v_2 + ..., of numbers that are so far apart in memory. Most of their denominators are the same.
static number inner_product(const number *u, size_t u_step, const number *v, size_t v_step, size_t length) {
    struct number *sum = fresh(RATIONAL);
    number others = NULL;  // the sum of products that are not rational
    mpq_t product;
    mpq_init(product);
    for (; length; length--, u += u_step, v += v_step) {
        number a = *u, b = *v;
        if (!is_rational(a) || !is_rational(b)) {
            others = others ? plus(others, times(a, b)) : times(a, b);
        } else if (sign(a) && sign(b)) {
            mpz_mul(mpq_numref(product), mpq_numref(a->q), mpq_numref(b->q));
            mpz_mul(mpq_denref(product), mpq_denref(a->q), mpq_denref(b->q));
            if (!mpz_cmp(mpq_denref(product), mpq_denref(sum->q)))
                mpz_add(mpq_numref(sum->q), mpq_numref(sum->q), mpq_numref(product));
            else if (!sign(sum)) mpq_swap(sum->q, product);
            else mpq_canonicalize(product), mpq_canonicalize(sum->q), mpq_add(sum->q, sum->q, product);
        }
    }
    mpq_canonicalize(sum->q);
    return others ? plus(tidy(sum), others) : tidy(sum);
}

static number copied(number a, struct stack *stack) {  // a rational, in that stack
    struct stack *before = use(stack);
    struct number *made = fresh(RATIONAL);
    mpq_set(made->q, a->q);
    use(before);
    return made;
}

// Comparisons. A form takes all values of an interval as the entries of the column run through theirs.

static struct { number low, high; bool closed; } *box;  // for each entry; NULL: infinite

static bool fits(const char *relation, int sign) {  // whether a number with this sign stands in the relation to 0
    return *relation == '!' ? sign != 0 : sign ? *relation == (sign < 0 ? '<' : '>') : strchr(relation, '=') != NULL;
}

static int decided(const char *relation, number a, number b) {  // 1 or 0; -1 where some reals say this and others that
    int kind = kind_of_both(a, b);
    if (kind == RATIONAL) return fits(relation, compare(a, b));
    demand(kind <= UNKNOWN, "a comparison of a number that depends on offsets");
    number x = minus(a, b), ends[2] = {whole(0), whole(0)};  // the infimum and the supremum, NULL: infinite
    if (x->kind != FORM) return is_rational(x) ? fits(relation, sign(x)) : -1;
    bool attained = true, found[2] = {false, false};
    for (const struct monomial *one = x->monomials; one < x->monomials + x->count; one++)
        for (int side = 0; side < 2; side++) {
            uint32_t k = *one->factors ? one->factors[1] : 0;
            number entry = (sign(one->coefficient) > 0) == side ? box[k].high : box[k].low;
            if (!*one->factors) entry = whole(1);
            ends[side] = entry && ends[side] ? plus(ends[side], times(one->coefficient, entry)) : NULL;
            attained = attained && (!*one->factors || box[k].closed);
        }
    int low = ends[0] ? sign(ends[0]) : -1, high = ends[1] ? sign(ends[1]) : 1;
    bool possible[3] = {low < 0, low <= 0 && high >= 0 && (attained || (low && high)), high > 0};
    for (int k = 0; k < 3; k++)
        if (possible[k]) found[fits(relation, k - 1)] = true;
    return found[0] && found[1] ? -1 : found[1];
}

static bool holds(const char *relation, number a, number b) {
    int found = decided(relation, a, b);
    demand(found >= 0, "the breakpoints are not fine enough to decide a comparison");
    return found;
}

// ---- Section 4: networks ---------------------------------------------------------------------------------------------

typedef const struct matrix *matrix;  // a list is a matrix with one column
struct matrix { size_t rows, columns; number entries[]; };  // column by column

struct piece { number stop, slope, intercept; bool closed; };  // of an activation, up to `stop` (NULL: infinity)

enum { AVERAGE, LEFTMOST, RIGHTMOST, TIE_RULES };
enum { ATTENTION, FEED_FORWARD, POSITIONAL_ENCODING, BILINEAR_PROJECTION, SEPARABLE_CONVOLUTION, KINDS };
static const char *const TIE_RULE_NAMES[TIE_RULES] = {"average", "leftmost", "rightmost"};

// How a layer (of attention: a head) is written: its keys; and the shapes of the weights that have the first keys, in
// which d is known and any other letter stands for the number with which it is met first.
static const struct { const char *name, *keys, *shapes; } LAYERS[KINDS] = {
    {"attention", "b_Q:x W_V:x W_K:x W_Q:x W_O:x", "h hd hd hd dh"},
    {"feed_forward", "b_1:x W_1:x W_2:x b_2:x activation:a", "r rd dr d"},
    {"positional encoding", "E:x", "dn"},
    {"bilinear projection", "W_P:a W_O:x", "nn dd"},
    {"separable convolution", "W_C:x W_O:x centre:x", "dk dd"},
};
enum { B_Q, W_V, W_K, W_Q, W_O, MOST_WEIGHTS, B_1 = 0, W_1, W_2, B_2 };  // places among these weights

// What is counted of layers: of the first six the sum, of the others the largest.
enum { WORK, PARAMETERS, OUTSIDE_PHI, ATTENTIONS, FEED_FORWARDS, OTHERS, HEADS, HEAD_SIZE, HIDDEN_SIZE, LARGEST, QUANTITIES };
static const char *const QUANTITY_NAMES[QUANTITIES] = {
    "", "parameters", "activations outside Phi", "attention layers", "feed-forward layers", "other layers",
    "heads", "head size", "hidden size", "largest layer parameters"};

struct layer {
    int kind, tie_rule;
    long centre, quantities[QUANTITIES];
    matrix (*weights)[MOST_WEIGHTS];  // of each head, or of the layer
    struct piece *pieces;
};

struct network {
    json items, stages;
    size_t d, count, room, *stage_ends;  // how many layers are unrolled, and how many of them so many items make
    struct layer *unrolled;
    number quantities[QUANTITIES], layers;
    bool in_place;  // it has a layer for which the order of columns counts
};

struct setting { json name; number value; const struct setting *around; };  // of a variable of a family or table

static struct matrix *new_matrix(size_t rows, size_t columns) {
    demand(columns == 0 || rows <= SIZE_MAX / 16 / columns, "a matrix is too large");
    struct matrix *made = limbs(sizeof *made + rows * columns * sizeof(number));
    made->rows = rows, made->columns = columns;
    return made;
}

static number weight(json node, const struct setting *around) {
    if (!around || node->kind != OBJECT) return rational(node);
    json constant = find(node, "constant", "constant" + 8);
    number sum = (demand(constant, "a weight without a constant"), rational(constant));
    for (json key = node->items; key < node->items + node->count; key += 2) {
        const struct setting *variable = around;
        while (variable && !same_text(variable->name, key)) variable = variable->around;
        demand(variable || key + 1 == constant, "a weight with the variable %.*s, which is not around it", TEXT(key));
        if (variable) sum = plus(sum, times(rational(key + 1), variable->value));
    }
    return sum;
}

static matrix read_weights(json node, const char *shape, long *sizes, const struct setting *around) {
    bool vector = shape[1] == ' ' || !shape[1];
    long one = 1, *rows = &sizes[shape[0] - 'a'], *columns = vector ? &one : &sizes[shape[1] - 'a'];
    *rows = array(node, *rows)->count;
    if (*columns < 0) *columns = *rows ? array(node->items, -1)->count : 0;
    struct matrix *made = new_matrix((size_t)*rows, (size_t)*columns);
    for (long i = 0; i < *rows; i++) {
        json row = vector ? &node->items[i] : array(&node->items[i], *columns)->items;
        for (long j = 0; j < *columns; j++) made->entries[j * *rows + i] = weight(&row[j], around);
    }
    return made;
}

static void read_all_weights(json *part, struct layer *layer, matrix *made, long *sizes, const struct setting *around) {
    for (const char *shape = LAYERS[layer->kind].shapes; *shape; shape += strcspn(shape, " "), shape += *shape == ' ') {
        *made = read_weights(*part++, shape, sizes, layer->kind == POSITIONAL_ENCODING ? NULL : around);
        layer->quantities[PARAMETERS] += (long)((*made)->rows * (*made)->columns);
        made++;
    }
}

static void read_activation(json pieces, struct layer *layer) {
    number last = NULL;
    bool shared = true, flat = false;  // whether the piece before has its end; whether one has slope 0
    layer->pieces = NEW(struct piece, pieces->count);
    for (uint32_t k = 0; k < pieces->count; k++) {
        json start, opening, stop, closing, slope, intercept;
        fields(&pieces->items[k], "from:x from_closed:x to:x to_closed:x slope:x intercept:x",
               &start, &opening, &stop, &closing, &slope, &intercept);
        number from = start->kind == NOTHING ? NULL : rational(start), to = stop->kind == NOTHING ? NULL : rational(stop);
        bool opens = opening->kind == YES, closes = closing->kind == YES;
        demand((opens || opening->kind == NO) && (closes || closing->kind == NO), "an end is neither open nor closed");
        // The first starts at minus infinity, each other where the last one stops, and just one has the point.
        bool covers = (k ? last && from && !compare(from, last) : !from) && opens != shared && (to || !closes);
        int width = from && to ? compare(to, from) : 1;
        demand(covers && (width > 0 || (!width && opens && closes)), "an activation does not cover the line");
        layer->pieces[k] = (struct piece){last = to, rational(slope), rational(intercept), shared = closes};
        flat = flat || is_zero(layer->pieces[k].slope);
    }
    demand(pieces->count && !last, "an activation does not cover the line");
    layer->quantities[OUTSIDE_PHI] = pieces->count > 3 || !flat;
}

static struct layer read_layer(json key, json body, size_t d, const struct setting *around) {
    struct layer layer = {.kind = 0};
    long sizes[26], *q = layer.quantities, *h = &sizes['h' - 'a'], pieces = 0;
    json part[MOST_WEIGHTS], rule, heads = NULL;
    while (layer.kind < KINDS && !is_word(key, LAYERS[layer.kind].name)) layer.kind++;
    recognise(layer.kind < KINDS, "a layer of the kind %.*s", TEXT(key));
    if (layer.kind == ATTENTION) fields(body, "tie_rule:s heads:a", &rule, &heads);
    memset(sizes, -1, sizeof sizes);
    sizes['d' - 'a'] = (long)d;
    layer.weights = allocate(heads ? heads->count : 1, sizeof *layer.weights);
    while (heads && layer.tie_rule < TIE_RULES && !is_word(rule, TIE_RULE_NAMES[layer.tie_rule])) layer.tie_rule++;
    recognise(layer.tie_rule < TIE_RULES, "the tie rule %.*s", TEXT(rule));
    for (uint32_t k = 0; k < (heads ? heads->count : 1); k++) {
        fields(heads ? &heads->items[k] : body, LAYERS[layer.kind].keys, &part[0], &part[1], &part[2], &part[3], &part[4]);
        if (layer.kind == FEED_FORWARD) read_activation(part[4], &layer), pieces = part[4]->count;
        if (layer.kind == BILINEAR_PROJECTION) sizes['n' - 'a'] = part[0]->count;
        *h = -1;
        read_all_weights(part, &layer, layer.weights[k], sizes, around);
        demand(!heads || *h > 0, "a head of size 0");
        if (heads && *h > q[HEAD_SIZE]) q[HEAD_SIZE] = *h;
    }
    if (heads) demand(q[HEADS] = heads->count, "attention without a head");
    if (layer.kind == FEED_FORWARD) q[HIDDEN_SIZE] = sizes['r' - 'a'];
    if (layer.kind == SEPARABLE_CONVOLUTION) {
        layer.centre = bounded(integer(part[2], 1), LARGEST_SIZE);
        demand(layer.centre <= sizes['k' - 'a'], "the centre of a convolution is not one of its columns");
    }
    q[layer.kind == ATTENTION ? ATTENTIONS : layer.kind == FEED_FORWARD ? FEED_FORWARDS : OTHERS] = 1;
    q[LARGEST] = q[PARAMETERS];
    // Pieces of an activation after the third are work, too: each is read, and passed by each hidden node.
    q[WORK] = q[PARAMETERS] + (pieces > 3 ? (q[HIDDEN_SIZE] + 1) * (pieces - 3) : 0);
    return layer;
}

static void note_layer(struct network *net, struct layer layer, number repeats, bool every) {
    for (int k = 0; !every && !is_zero(repeats) && k < QUANTITIES; k++) {
        number *known = &net->quantities[k], value = whole(layer.quantities[k] + (k == WORK));
        *known = k < HEADS ? plus(*known, times(value, repeats)) : greater(*known, value);
        net->in_place = net->in_place || layer.tie_rule != AVERAGE || layer.kind > FEED_FORWARD;
    }
    if (every && net->count == net->room) {
        struct layer *more = NEW(struct layer, net->room = 2 * net->room + 4);
        if (net->count) memcpy(more, net->unrolled, net->count * sizeof layer);
        net->unrolled = more;
    }
    if (every) net->unrolled[net->count++] = layer;
}

static void walk(struct network *net, json items, const struct setting *around, number repeats, bool every);

// The turns of a family or of a table: all, or one that stands for so many as there are.
static void walk_turns(struct network *net, bool family, json body, const struct setting *around, number repeats, bool every) {
    json names, start, step, number_of_turns, rows = NULL, items;
    if (family) fields(body, "variable:s start:x step:x count:x items:x", &names, &start, &step, &number_of_turns, &items);
    else fields(body, "variables:a rows:a items:x", &names, &rows, &items);
    number first = family ? rational(start) : NULL, stride = family ? rational(step) : NULL;
    number count = family ? integer(number_of_turns, 0) : whole(rows->count);
    size_t width = family ? 1 : names->count;
    demand(width && (family || rows->count), "a table without a variable or without a row");
    struct setting *variables = NEW(struct setting, width);
    for (uint32_t i = 0; rows && i < rows->count; i++)
        for (size_t k = 0; k < width; k++) rational(&array(&rows->items[i], (long)width)->items[k]);
    for (size_t k = 0; k < width; k++) {
        variables[k] = (struct setting){family ? names : &names->items[k], NULL, k ? &variables[k - 1] : around};
        bool free = variables[k].name->kind == STRING && !is_word(variables[k].name, "constant");
        for (const struct setting *other = variables[k].around; other; other = other->around)
            free = free && !same_text(other->name, variables[k].name);
        demand(free, "a variable of a family or of a table is taken, or no word");
    }
    if (!every) repeats = times(repeats, count);
    if (!every) net->quantities[WORK] = plus(net->quantities[WORK], times(repeats, whole((long)width)));
    for (long turn = 0; turn < (every ? bounded(count, LARGEST_SIZE) : 1); turn++) {
        for (size_t k = 0; k < width; k++)
            variables[k].value = family ? plus(first, times(whole(turn), stride)) : rational(&rows->items[turn].items[k]);
        walk(net, items, &variables[width - 1], repeats, every);
    }
}

// Goes through items that occur so often: notes all layers in order (`every`), or counts them and looks at one turn only.
static void walk(struct network *net, json items, const struct setting *around, number repeats, bool every) {
    for (uint32_t i = 0; i < array(items, -1)->count; i++) {
        json key = items->items[i].items, body = key + 1, name, inside;
        demand(items->items[i].kind == OBJECT && items->items[i].count == 2, "an item of a network is not of one kind");
        bool group = is_word(key, "group"), family = is_word(key, "family"), turns = family || is_word(key, "table");
        if ((group || turns) && !every) net->quantities[WORK] = plus(net->quantities[WORK], repeats);
        if (group) fields(body, "name:s items:x", &name, &inside), walk(net, inside, around, repeats, every);
        else if (turns) walk_turns(net, family, body, around, repeats, every);
        else note_layer(net, read_layer(key, body, net->d, around), repeats, every);
    }
}

static void read_network(struct network *net, json record) {
    json d;
    *net = (struct network){.count = 0};
    fields(record, "d:x items:a stages:o", &d, &net->items, &net->stages);
    net->d = (size_t)bounded(integer(d, 1), LARGEST_SIZE);
    for (uint32_t k = 1; k < net->stages->count; k += 2)
        demand(bounded(integer(&net->stages->items[k], 0), LARGEST_SIZE) <= net->items->count, "a stage is no item");
    for (int k = 0; k < QUANTITIES; k++) net->quantities[k] = whole(0);
    walk(net, net->items, NULL, whole(1), false);
    net->layers = plus(plus(net->quantities[ATTENTIONS], net->quantities[FEED_FORWARDS]), net->quantities[OTHERS]);
}

static void unroll(struct network *net) {
    if (net->stage_ends) return;
    demand(bounded(net->quantities[WORK], LARGEST_NETWORK + 1) <= LARGEST_NETWORK, "a network has too many weights");
    struct stack *before = use(&lasting);
    net->stage_ends = NEW(size_t, net->items->count + 1);
    for (uint32_t k = 0; k < net->items->count; k++) {
        struct json one = {.kind = ARRAY, .count = 1, .items = &net->items->items[k]};
        walk(net, &one, NULL, whole(1), true);
        net->stage_ends[k + 1] = net->count;
    }
    use(before);
}

// What layers make of a matrix.

static struct matrix *image(matrix W, matrix Z) {  // W Z
    struct matrix *made = new_matrix(W->rows, Z->columns);
    for (size_t j = 0; j < Z->columns; j++)
        for (size_t i = 0; i < W->rows; i++)
            made->entries[j * W->rows + i] = inner_product(&W->entries[i], W->rows, &Z->entries[j * Z->rows], 1, Z->rows);
    return made;
}

static void add(struct matrix *Z, matrix change) {  // a matrix, or the one column that is added to all
    size_t size = change->rows * change->columns;
    for (size_t k = 0; k < Z->rows * Z->columns; k++) Z->entries[k] = plus(Z->entries[k], change->entries[k % size]);
}

static matrix attended(int tie_rule, matrix *head, matrix Z) {
    matrix values = image(head[W_V], Z), keys = image(head[W_K], Z);
    struct matrix *queries = image(head[W_Q], Z), *made = new_matrix(values->rows, Z->columns);
    size_t h = values->rows, n = Z->columns;
    number *scores = NEW(number, n);
    add(queries, head[B_Q]);
    for (size_t j = 0; j < n; j++) {
        size_t best = 0, first = n, last = 0;
        long maxima = 0;
        for (size_t i = 0; i < n; i++) {
            scores[i] = inner_product(&keys->entries[i * h], 1, &queries->entries[j * h], 1, h);
            if (i && holds(">", scores[i], scores[best])) best = i;
        }
        for (size_t i = 0; i < n; i++)
            if (i == best || holds("=", scores[i], scores[best])) first = first < n ? first : i, last = i, maxima++;
        for (size_t k = 0; k < h; k++) {
            number sum = values->entries[(tie_rule == RIGHTMOST ? last : first) * h + k];
            for (size_t i = first + 1; tie_rule == AVERAGE && i <= last; i++)
                if (holds("=", scores[i], scores[best])) sum = plus(sum, values->entries[i * h + k]);
            made->entries[j * h + k] = tie_rule == AVERAGE && maxima > 1 ? divided(sum, whole(maxima)) : sum;
        }
    }
    return image(head[W_O], made);
}

static number activated(const struct piece *piece, number x) {
    demand(x->kind <= UNKNOWN, "an activation of a number that depends on offsets");
    for (; x->kind != UNKNOWN; piece++) {
        int within = piece->stop ? decided(piece->closed ? "<=" : "<", x, piece->stop) : 1;
        if (within > 0) return plus(times(piece->slope, x), piece->intercept);
        if (within < 0) break;
    }
    return &unknown;
}

static number convolved(matrix W_C, long centre, matrix Z, size_t i, long j) {  // an entry of Z * W_C
    number sum = whole(0);
    for (long t = 1; t <= (long)W_C->columns && t <= j + centre; t++)
        if (j + centre - t < (long)Z->columns)
            sum = plus(sum, times(W_C->entries[(size_t)(t - 1) * W_C->rows + i], Z->entries[(size_t)(j + centre - t) * Z->rows + i]));
    return sum;
}

static struct matrix *apply(const struct layer *layer, matrix Z) {
    struct matrix *made = new_matrix(Z->rows, Z->columns), *inner = new_matrix(Z->rows, Z->columns);
    matrix *w = *layer->weights, W = w[0];
    size_t size = Z->rows * Z->columns, d = Z->rows;
    memcpy(made->entries, Z->entries, size * sizeof(number));
    demand(layer->kind != POSITIONAL_ENCODING || W->columns == Z->columns, "an encoding of another number of columns");
    demand(layer->kind != BILINEAR_PROJECTION || W->columns == Z->columns, "a projection of another number of columns");
    switch (layer->kind) {
    case ATTENTION:
        for (long k = 0; k < layer->quantities[HEADS]; k++) add(made, attended(layer->tie_rule, layer->weights[k], Z));
        break;
    case FEED_FORWARD:
        add(inner = image(w[W_1], Z), w[B_1]);
        for (size_t k = 0; k < inner->rows * inner->columns; k++)
            inner->entries[k] = activated(layer->pieces, inner->entries[k]);
        add(made, image(w[W_2], inner)), add(made, w[B_2]);
        break;
    case POSITIONAL_ENCODING: add(made, W); break;
    case BILINEAR_PROJECTION:
        inner = image(w[1], Z);
        for (size_t k = 0; k < size; k++)
            made->entries[k] = plus(made->entries[k], inner_product(&inner->entries[k % d], d, &W->entries[k / d * W->rows], 1, W->rows));
        break;
    default:
        for (size_t k = 0; k < size; k++) inner->entries[k] = convolved(W, layer->centre, Z, k % d, (long)(k / d));
        add(made, image(w[1], inner));
    }
    return made;
}

// ---- Section 3: terms ------------------------------------------------------------------------------------------------

typedef union { number number; bool truth; matrix matrix; size_t *order; } value;

// Operators, the kinds of their operands and of their values. Kinds: n number, b boolean, l list, m matrix; of variables
// also p permutation, o offsets of an integral, e of an enclosure. Operands, too: * as often as one likes; = number, list
// or matrix, both the same; v variable that is bound in the last operand, V one that is; H, O offsets likewise; P
// parameter, D definition, W network, S stage or number, Q quantity; M, N where offsets of enclosures, or all, are hidden.
#define OPERATORS(X) \
    X(LITERAL, "\n", "", 'n') X(PARAMETER, "param", "P", 'n') X(DEFINITION, "def", "D", 'n') X(NETWORK, "network", "WQ", 'n') \
    X(VARIABLE, "var", "V", 'n') X(OFFSETS, "offsets", "O", 'm') X(POINT, "point", "", 'm') \
    X(ACCUMULATOR, "accumulator", "", 'l') X(NUMBERS, "numbers", "", 'l') \
    X(MINUS, "-", "nn", 'n') X(NEGATIVE, "neg", "n", 'n') X(OVER, "/", "nn", 'n') X(POWER, "^", "nn", 'n') \
    X(FLOOR, "floor", "n", 'n') X(LESS, "<", "nn", 'b') X(LESS_OR_EQUAL, "<=", "nn", 'b') X(GREATER, ">", "nn", 'b') \
    X(GREATER_OR_EQUAL, ">=", "nn", 'b') X(EQUAL, "=", "==", 'b') X(DIFFERENT, "!=", "==", 'b') X(IN, "in", "nnn", 'b') \
    X(NOT_IN, "not in", "nnn", 'b') X(NOT, "not", "b", 'b') X(IMPLIES, "implies", "bb", 'b') X(ITEM, "item", "ln", 'n') \
    X(ENTRY, "entry", "mnn", 'n') X(DISTINCT, "distinct", "l", 'b') X(DOT, "dot", "lm", 'l') \
    X(PERMUTED, "permuted", "mp", 'm') X(COLUMNS, "columns", "mnn", 'm') \
    X(PLUS, "+", "nn*", 'n') X(TIMES, "*", "nn*", 'n') X(AND, "and", "bb*", 'b') X(OR, "or", "bb*", 'b') \
    X(IF, "if", "bnn", 'n') X(SELECT, "select", "nn*", 'n') \
    X(STAGE, "stage", "WSM", 'm') X(AFTER, "after", "WnM", 'm') X(LAYER, "layer", "WnM", 'm') \
    X(INTEGRAL, "integral", "Hnn", 'n') X(LOWEST, "lowest", "HNn", 'n') X(HIGHEST, "highest", "HNn", 'n') \
    X(ALL, "all", "vnnb", 'b') X(ANY, "any", "vnnb", 'b') X(PERMUTATIONS, "permutations", "vb", 'b') \
    X(SUM, "sum", "vnnn", 'n') X(PRODUCT, "product", "vnnn", 'n') X(MIN, "min", "vnnn", 'n') X(MAX, "max", "vnnn", 'n') \
    X(LIST, "list", "vnnn", 'l')
#define AS_NAME(name, word, operands, kind) name,
#define AS_ROW(name, word, operands, kind) {word, operands, kind},
enum { OPERATORS(AS_NAME) OPERATOR_COUNT };
static const struct { const char *word, *operands; char kind; } operators[] = {OPERATORS(AS_ROW)};

typedef const struct term *term;
struct term {
    int op;
    char kind;
    size_t slot, count;  // where the value of the variable stands that it binds or is; how many operands are terms
    json name;           // of the variable that it binds
    number known;
    struct network *net;
    term x[];
};

struct scope {  // a variable; or (no name) that offsets around are hidden: e those of enclosures, o all
    json name;
    char kind;
    size_t slot;
    const struct scope *around;
};

static json parameters, values, records;  // the last: of the networks
static number *definitions;               // for each of `values`; NULL as long as it is not defined
static struct network *networks;
static struct { bool point, accumulator, numbers; } available;  // in the terms that are read now
static bool in_place;                     // whether one of them names a network for which the order of columns counts

static struct {  // where terms are evaluated
    matrix point, accumulator, numbers;
    value variables[3 * DEEPEST];
    struct states { const struct network *net; matrix *after; size_t count; struct states *next; } *states;
} scene;

static size_t place_of(json object, json name) { return (size_t)(named(object, name) - object->items) / 2; }
static long size_of(const char *parameter) {
    json found = find(parameters, parameter, parameter + strlen(parameter));
    return demand(found, "there is no parameter %s", parameter), bounded(integer(found, 1), LARGEST_SIZE);
}

static number quantity(const struct network *net, json name) {
    int k = PARAMETERS;
    while (k < QUANTITIES && !is_word(name, QUANTITY_NAMES[k])) k++;
    recognise(k < QUANTITIES, "the quantity %.*s of a network", TEXT(name));
    return net->quantities[k];
}

static struct scope within(const struct scope *around, json name, char kind) {
    return (struct scope){name, kind, around ? around->slot + 1 : 0, around};
}

static const struct scope *find_variable(const struct scope *scope, json name, bool *hidden) {
    bool all = *hidden = false;
    demand(name->kind == STRING && name->length > 2, "a variable is not a word");
    for (; scope && !(scope->name && same_text(scope->name, name)); scope = scope->around)
        if (!scope->name) *hidden = true, all = all || scope->kind == 'o';
    *hidden = scope && ((scope->kind == 'e' && *hidden) || (scope->kind == 'o' && all));
    return scope;
}

static term read_term(json node, const struct scope *scope, const char *kinds) {  // a value of one of these kinds
    json op = node->kind == ARRAY && node->count ? node->items : NULL;
    size_t count = op ? node->count - 1 : 0;
    struct term *made = (struct term *)NEW(char, sizeof *made + count * sizeof *made->x);
    if (node->kind != ARRAY) made->known = integer(node, LONG_MIN);
    else demand(op && op->kind == STRING, "an operator is not a word");
    while (op && made->op < OPERATOR_COUNT && !is_word(op, operators[made->op].word)) made->op++;
    recognise(made->op < OPERATOR_COUNT, "the operator %.*s", TEXT(op));
    demand((made->op != POINT || available.point) && (made->op != NUMBERS || available.numbers) &&
           (made->op != ACCUMULATOR || available.accumulator), "a term has %.*s where there is none", TEXT(node));
    demand(made->op != PERMUTATIONS || size_of("n") <= LARGEST_PERMUTED, "there are too many permutations");
    made->kind = operators[made->op].kind;
    const char *letters = operators[made->op].operands;
    size_t least = strcspn(letters, "*");
    demand(letters[least] ? count >= least : count == least, "a wrong number of operands: %.*s", TEXT(node));

    struct scope apart = within(scope, NULL, 'e'), less = within(scope, NULL, 'o'), own = apart;
    for (size_t k = 0; k < count; k++) {
        json x = op + 1 + k;
        char letter = letters[k < least ? k : least - 1], kind[] = {letter == 'M' ? 'm' : strchr("SN", letter) ? 'n' : letter, 0};
        bool hidden = false;
        const struct scope *found = strchr("vHVOp", letter) ? find_variable(scope, x, &hidden) : NULL;
        const struct scope *inside = letter == 'M' ? &apart : letter == 'N' ? &less : made->name && k + 1 == count ? &own : scope;
        switch (letter) {
        case 'v': case 'H':
            demand(letter == 'v' || !found, "offsets without a name of their own");
            if (letter == 'v') own = within(scope, x, made->op == PERMUTATIONS ? 'p' : 'n');
            else own = within(made->op == INTEGRAL ? &apart : &less, x, made->op == INTEGRAL ? 'o' : 'e');
            made->name = x, made->slot = own.slot;
            break;
        case 'V': case 'O': case 'p':
            demand(found && !hidden && (letter == 'V' || strchr(letter == 'O' ? "oe" : "p", found->kind)),
                   "%.*s is no such variable here", TEXT(x));
            made->slot = found->slot, made->kind = letter == 'V' ? found->kind : made->kind;
            break;
        case 'P': made->known = integer(named(parameters, x), LONG_MIN); break;
        case 'D': demand(made->known = definitions[place_of(values, x)], "%.*s is not defined yet", TEXT(x)); break;
        case 'W': made->net = &networks[place_of(records, x)], in_place = in_place || made->net->in_place; break;
        case 'Q': made->known = quantity(made->net, x); break;
        default:
            if (letter == 'S' && x->kind == STRING) x = named(made->net->stages, x);
            if (letter == '=' && k) kind[0] = made->x[0]->kind;
            made->x[made->count++] = read_term(x, inside, letter == '=' && !k ? "nlm" : kind);
        }
    }
    demand(strchr(kinds, made->kind), "a value of another kind should be here: %.*s", TEXT(node));
    return made;
}

static value evaluate(term t);
static number number_of(term t) { return evaluate(t).number; }

static size_t index_of(number k, size_t count) {  // from 0, of the one that counts from 1
    demand(is_whole(k) && sign(k) > 0 && mpz_cmp_ui(mpq_numref(k->q), count) <= 0, "an index is out of range");
    return mpz_get_ui(mpq_numref(k->q)) - 1;
}

struct loop { term term, body; long turn, turns; number low; size_t *order, n, used; };

static struct loop begin(term t) {
    struct loop loop = {.term = t, .body = t->x[t->count - 1], .turns = 1};
    if (t->op == PERMUTATIONS) {
        loop.order = NEW(size_t, loop.n = (size_t)size_of("n"));
        for (size_t k = 0; k < loop.n; k++) loop.order[k] = k, loop.turns *= (long)k + 1;
    } else {
        loop.low = rounded(number_of(t->x[0]), true);
        number turns = plus(minus(rounded(number_of(t->x[1]), false), loop.low), whole(1));
        loop.turns = sign(turns) < 0 ? 0 : bounded(turns, LONG_MAX);
    }
    spend(loop.turns);
    loop.used = passing.used;
    return loop;
}

static void swap(size_t *order, size_t i, size_t j) { size_t x = order[i]; order[i] = order[j], order[j] = x; }

static bool next(struct loop *loop) {  // gives the variable its next value, or answers that there is none
    size_t *order = loop->order, i = loop->n - 1, j = loop->n - 1;
    if (loop->turn == loop->turns) return false;
    if (order && loop->turn) {  // the permutation that follows in lexicographic order
        while (order[i - 1] > order[i]) i--;
        while (order[j] < order[i - 1]) j--;
        for (swap(order, i - 1, j), j = loop->n - 1; i < j; i++, j--) swap(order, i, j);
    }
    if (order) scene.variables[loop->term->slot].order = order;
    else scene.variables[loop->term->slot].number = plus(loop->low, whole(loop->turn));
    loop->turn++;
    return true;
}

static void tidy_up(const struct loop *loop, number *kept) {  // cuts off what turns left behind, when that is much
    if (passing.used - loop->used < 1 << 24 || (kept && !is_rational(*kept))) return;
    if (kept) *kept = copied(*kept, &scenic);
    passing.used = loop->used;
}

static value fold(term t) {
    struct loop loop = begin(t);
    value made = {.number = t->op == SUM ? whole(0) : t->op == PRODUCT ? whole(1) : NULL};
    if (t->kind == 'b')
        for (made.truth = t->op != ANY; next(&loop) && (made.truth || t->op != PERMUTATIONS); tidy_up(&loop, NULL))
            if (evaluate(loop.body).truth == (t->op == ANY)) made.truth = t->op == ANY;
    if (t->op == LIST) {
        struct matrix *list = new_matrix((size_t)loop.turns, 1);
        for (size_t k = 0; next(&loop); k++) list->entries[k] = number_of(loop.body);
        made.matrix = list;
    }
    for (; t->kind == 'n' && next(&loop); tidy_up(&loop, &made.number)) {
        number x = number_of(loop.body);
        if (t->op == SUM || t->op == PRODUCT) made.number = (t->op == SUM ? plus : times)(made.number, x);
        else if (!made.number || holds(t->op == MIN ? "<" : ">", x, made.number)) made.number = x;
    }
    demand(t->kind != 'n' || made.number, "the least or the greatest of nothing");
    return made;
}

static int compare_any(const void *a, const void *b) {
    number x = *(const number *)a, y = *(const number *)b;
    return holds("<", x, y) ? -1 : holds("<", y, x);
}

static bool different(const number *items, size_t count) {
    number *sorted = memcpy(NEW(number, count), items, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_any);
    for (size_t k = 1; k < count; k++)
        if (holds("=", sorted[k - 1], sorted[k])) return false;
    return true;
}

static bool same(matrix a, matrix b) {
    demand(a->columns == b->columns && a->rows == b->rows, "things of different shapes are compared");
    for (size_t k = 0; k < a->rows * a->columns; k++)
        if (!holds("=", a->entries[k], b->entries[k])) return false;
    return true;
}

static matrix kept(matrix Z, struct stack *stack) {  // in that stack; what is not rational has been put there already
    struct stack *before = use(stack);
    struct matrix *made = new_matrix(Z->rows, Z->columns);
    for (size_t k = 0; k < Z->rows * Z->columns; k++)
        made->entries[k] = is_rational(Z->entries[k]) ? copied(Z->entries[k], stack) : Z->entries[k];
    use(before);
    return made;
}

static matrix applied(const struct layer *layer, matrix Z) {
    spend((long)Z->columns * ((long)Z->columns * (1 + layer->quantities[HEADS]) + layer->quantities[WORK]));
    return apply(layer, Z);
}

// What the first `count` layers make of Z. All states on the way are kept as long as the point is looked at.
static matrix after(struct network *net, size_t count, matrix Z) {
    struct states *known = scene.states;
    bool stays = (char *)Z >= scenic.memory && (char *)Z < scenic.memory + scenic.size, rational = true;
    while (known && !(known->net == net && known->after[0] == Z)) known = known->next;
    if (!count) return Z;
    for (size_t k = 0; k < Z->rows * Z->columns; k++) rational = rational && is_rational(Z->entries[k]);
    struct stack *before = use(&scenic);
    if (!known) {
        known = NEW(struct states, 1);
        *known = (struct states){net, NEW(matrix, net->count + 1), 0, scene.states};
        known->after[0] = stays ? Z : kept(Z, &scenic);
        scene.states = known;
    }
    for (; known->count < count; known->count++) {
        size_t used = passing.used;
        if (rational) use(&passing);
        matrix made = applied(&net->unrolled[known->count], known->after[known->count]);
        known->after[known->count + 1] = rational ? kept(made, &scenic) : made;
        if (rational) passing.used = used;
    }
    use(before);
    return known->after[count];
}

static matrix state(term t) {  // stage, after, layer
    struct network *net = t->net;
    number k = number_of(t->x[0]);
    size_t most = t->op == STAGE ? net->items->count + 1 : (size_t)bounded(net->layers, LARGEST_SIZE) + (t->op == AFTER);
    size_t place = index_of(t->op == LAYER ? k : plus(k, whole(1)), most);
    matrix Z = evaluate(t->x[1]).matrix;
    demand(Z->rows == net->d, "a network acts on matrices with another number of rows");
    unroll(net);
    return t->op == LAYER ? applied(&net->unrolled[place], Z) : after(net, t->op == STAGE ? net->stage_ends[place] : place, Z);
}

static matrix columns(matrix Z, const size_t *order, size_t first, size_t count) {
    struct matrix *made = new_matrix(Z->rows, count);
    for (size_t k = 0; k < Z->rows * count; k++)
        made->entries[k] = Z->entries[(order ? order[k / Z->rows] : first + k / Z->rows) * Z->rows + k % Z->rows];
    return made;
}

static matrix dot(matrix u, matrix Z) {
    struct matrix *made = new_matrix(Z->columns, 1);
    demand(u->rows == Z->rows, "a list and a matrix that do not fit");
    for (size_t k = 0; k < Z->columns; k++) made->entries[k] = inner_product(u->entries, 1, &Z->entries[k * Z->rows], 1, Z->rows);
    return made;
}

static number integrated(number a, uint32_t first, uint32_t count, number side) {  // over [0, side], in these variables
    kind_of_both(a, &(struct number){.kind = POLYNOMIAL});
    demand(is_rational(side) && sign(side) >= 0, "an integral over a side below 0");
    struct number p = as_polynomial(a);
    struct monomial *made = NEW(struct monomial, p.count);
    for (uint32_t k = 0; k < p.count; k++) {
        const uint32_t *factors = p.monomials[k].factors;
        uint32_t *others = NEW(uint32_t, *factors + 1);
        made[k] = (struct monomial){others, times(p.monomials[k].coefficient, power(side, whole(count)))};
        for (uint32_t i = 1, e = 1; i <= *factors; i++) {  // x^e makes side^(e + 1) / (e + 1), of which `side` is there
            e = i > 1 && factors[i] == factors[i - 1] ? e + 1 : 1;
            if (factors[i] < first || factors[i] - first >= count) others[++*others] = factors[i];
            else made[k].coefficient = times(made[k].coefficient, divided(times(side, whole(e)), whole(e + 1)));
        }
    }
    return polynomial(POLYNOMIAL, made, p.count);
}

static number over_offsets(term t) {  // integral, lowest, highest
    long d = size_of("d"), n = size_of("n");
    demand(d <= LARGEST_TABLE / n, "offsets of too many entries");
    spend(d * n);
    number side = t->op == INTEGRAL ? NULL : end_of(number_of(t->x[0]), 1);
    demand(!side || sign(side) >= 0, "offsets that run over a side below 0");
    uint32_t first = (uint32_t)(t->slot * (size_t)(d * n));
    struct stack *before = use(&scenic);
    struct matrix *h = new_matrix((size_t)d, (size_t)n);
    number entry = side ? interval(whole(0), copied(side, &scenic)) : NULL;
    for (long k = 0; k < d * n; k++) h->entries[k] = side ? entry : variable(POLYNOMIAL, first + (uint32_t)k);
    use(before);
    scene.variables[t->slot].matrix = h;
    number body = number_of(t->x[1]);
    return side ? end_of(body, t->op == HIGHEST) : integrated(body, first, (uint32_t)(d * n), number_of(t->x[0]));
}

static bool is_relation(term t) { return t->op >= LESS && t->op <= NOT_IN; }
static bool related(int op, number u, number v, number w) {
    if (op == IN) return holds("<=", v, u) && holds("<=", u, w);
    return op == NOT_IN ? holds("<", u, v) || holds(">", u, w) : holds(operators[op].word, u, v);
}

#define MADE(field, x) return (value){.field = (x)}

static value evaluate(term t) {
    term const *x = t->x;
    value a[3] = {{.number = t->known}}, made = {.truth = t->op == AND};
    if (t->op >= MINUS && t->op <= COLUMNS)
        for (size_t k = 0; k < t->count; k++) a[k] = evaluate(x[k]);
    number u = a[0].number, v = a[1].number, w = a[2].number;
    matrix Z = a[0].matrix;
    size_t i, j;
    switch (t->op) {
    case LITERAL: case PARAMETER: case DEFINITION: case NETWORK: return a[0];
    case VARIABLE: case OFFSETS: return scene.variables[t->slot];
    case POINT: MADE(matrix, scene.point);
    case ACCUMULATOR: MADE(matrix, scene.accumulator);
    case NUMBERS: MADE(matrix, scene.numbers);
    case MINUS: MADE(number, minus(u, v));
    case NEGATIVE: MADE(number, times(u, whole(-1)));
    case OVER: MADE(number, divided(u, v));
    case POWER: MADE(number, power(u, v));
    case FLOOR: MADE(number, rounded(u, false));
    case EQUAL: case DIFFERENT: if (x[0]->kind != 'n') MADE(truth, same(Z, a[1].matrix) == (t->op == EQUAL));  // fall through
    case LESS: case LESS_OR_EQUAL: case GREATER: case GREATER_OR_EQUAL: case IN: case NOT_IN: MADE(truth, related(t->op, u, v, w));
    case NOT: MADE(truth, !a[0].truth);
    case IMPLIES: MADE(truth, !a[0].truth || a[1].truth);
    case ITEM: MADE(number, Z->entries[index_of(v, Z->rows)]);
    case ENTRY: j = index_of(w, Z->columns), i = index_of(v, Z->rows); MADE(number, Z->entries[j * Z->rows + i]);
    case DISTINCT: MADE(truth, different(Z->entries, Z->rows));
    case DOT: MADE(matrix, dot(Z, a[1].matrix));
    case PERMUTED:
        demand((long)Z->columns == size_of("n"), "a permutation and its matrix do not fit");
        MADE(matrix, columns(Z, scene.variables[t->slot].order, 0, Z->columns));
    case COLUMNS: j = index_of(w, Z->columns), i = index_of(v, j + 1); MADE(matrix, columns(Z, NULL, i, j + 1 - i));
    case PLUS: case TIMES:
        made = evaluate(x[0]);
        for (i = 1; i < t->count; i++) made.number = (t->op == PLUS ? plus : times)(made.number, number_of(x[i]));
        return made;
    case AND: case OR:
        for (i = 0; i < t->count; i++)
            if (evaluate(x[i]).truth == (t->op == OR)) made.truth = t->op == OR;
        return made;
    case IF: return evaluate(x[evaluate(x[0]).truth ? 1 : 2]);
    case SELECT: return evaluate(x[1 + index_of(number_of(x[0]), t->count - 1)]);
    case STAGE: case AFTER: case LAYER: MADE(matrix, state(t));
    case INTEGRAL: case LOWEST: case HIGHEST: MADE(number, over_offsets(t));
    default: return fold(t);
    }
}

static value constant(json node, const char *kinds) {  // the value of a term without a point, or variables around it
    term made = read_term(node, NULL, kinds);
    struct stack *before = use(&passing);
    scene.states = NULL;
    value v = evaluate(made);
    use(before);
    if (made->kind == 'n') v.number = copied(v.number, &lasting);
    else v.matrix = kept(v.matrix, &lasting);
    passing.used = scenic.used = 0;
    return v;
}

// ---- Section 5: domains ----------------------------------------------------------------------------------------------

enum { ORBITS, SEQUENCES, PRODUCTS, LISTS, PAIRS, CELLS, POINT_KINDS };
enum { NONE, ALLOWED, FORBIDDEN, REQUIRED };
static const char *const POINT_KIND_NAMES[] = {"orbits", "sequences", "product", "list", "pairs", "cells"};

struct column { const number *entries; number id; bool plain; };  // plain: not special; the id is NULL in a vocabulary
struct vocabulary { size_t count, *plain_from; struct column *columns; };  // how many from this one on are plain

// The points of a domain. Those of a list are taken for the columns of a product with one place.
struct points {
    int kind, repeats, specials;
    long d, n, places;                // how many columns are chosen
    number total, columns, plain;     // how many points, columns, plain columns
    number start, step, count;        // of levels
    matrix special, ids, *breaks;     // the last: of each row of cells
    struct vocabulary *vocabularies;  // one, of a product one for each place; NULL as long as the columns are not listed
    struct points *of;
    number from, to;                  // of cells in a box
};

static int compare_ids(const void *a, const void *b) { return compare(((const struct column *)a)->id, ((const struct column *)b)->id); }

static long compared;  // how many entries of columns are compared here
static int compare_entries(const void *a, const void *b) {
    const number *x = ((const struct column *)a)->entries, *y = ((const struct column *)b)->entries;
    long k = 0;
    while (k < compared && !compare(x[k], y[k])) k++;
    return k < compared ? compare(x[k], y[k]) : 0;
}

static void sort(struct column *columns, size_t count, int order(const void *, const void *)) {
    qsort(columns, count, sizeof *columns, order);
    for (size_t k = 1; k < count; k++) demand(order(&columns[k - 1], &columns[k]), "a domain has something twice");
}

// Columns of d entries; or, with n > 0, matrices, each an array of d rows of n entries.
static struct vocabulary read_vocabulary(json columns, long d, long n) {
    struct vocabulary made = {.count = array(columns, -1)->count};
    long size = compared = n ? d * n : d;
    made.columns = NEW(struct column, made.count), made.plain_from = NEW(size_t, made.count + 1);
    for (size_t k = 0; k < made.count; k++) {
        json rows = array(&columns->items[k], d);
        for (long i = 0; n && i < d; i++) array(&rows->items[i], n);
        spend(size);
        number *entries = NEW(number, size);
        for (long i = 0; i < size; i++) entries[i] = constant(n ? &rows->items[i % d].items[i / d] : &rows->items[i], "n").number;
        made.columns[k] = (struct column){entries, NULL, true};
        made.plain_from[k] = made.count - k;
    }
    sort(memcpy(NEW(struct column, made.count), made.columns, made.count * sizeof *made.columns), made.count, compare_entries);
    return made;
}

static void read_levels(struct points *p, json levels, json special, json ids) {
    json start, step, count;
    fields(levels, "start:x step:x count:x", &start, &step, &count);
    p->start = constant(start, "n").number, p->step = constant(step, "n").number, p->count = constant(count, "n").number;
    demand(is_whole(p->count) && sign(p->count) >= 0, "the count of levels");
    struct matrix *made = new_matrix(array(special, -1)->count, 1);
    for (uint32_t k = 0; k < special->count; k++) made->entries[k] = constant(&special->items[k], "n").number;
    if (p->specials == NONE) made->rows = 0;
    bool once = (!is_zero(p->step) || bounded(p->count, 2) < 2) && different(made->entries, made->rows);
    for (size_t k = 0; k < made->rows; k++) {
        number place = divided(minus(made->entries[k], p->start), is_zero(p->step) ? whole(1) : p->step);
        once = once && !(is_whole(place) && sign(place) >= 0 && compare(place, p->count) < 0);
    }
    demand(once, "a level of a domain occurs twice");
    p->special = made, p->ids = constant(ids, "l").matrix;
    demand((long)p->ids->rows == p->d, "the ids of a domain are not one for each row");
    p->columns = power(plus(p->count, whole((long)made->rows)), whole(p->d)), p->plain = power(p->count, whole(p->d));
}

static void list_columns(struct points *p) {  // those that levels make, by their ids
    long count = bounded(p->columns, LARGEST_SIZE), plain = bounded(p->count, LARGEST_SIZE);
    long levels = plain + (long)p->special->rows;
    if (p->vocabularies) return;
    demand((count > p->n ? count : p->n) <= LARGEST_TABLE / p->d, "a domain has too many columns to list");
    spend(count * p->d);
    struct stack *before = use(&lasting);
    struct vocabulary *made = p->vocabularies = NEW(struct vocabulary, 1);
    *made = (struct vocabulary){(size_t)count, NEW(size_t, count + 1), NEW(struct column, count)};
    number *values = NEW(number, levels);
    for (long k = 0; k < levels; k++) values[k] = k < plain ? plus(p->start, times(whole(k), p->step)) : p->special->entries[k - plain];
    for (long k = 0; k < count; k++) {
        number *entries = NEW(number, p->d);
        made->columns[k].plain = true;
        for (long i = p->d - 1, rest = k; i >= 0; i--, rest /= levels) {
            entries[i] = values[rest % levels];
            made->columns[k].plain = made->columns[k].plain && rest % levels < plain;
        }
        made->columns[k].entries = entries;
        made->columns[k].id = inner_product(p->ids->entries, 1, entries, 1, (size_t)p->d);
    }
    sort(made->columns, made->count, compare_ids);
    for (long k = count - 1; k >= 0; k--) made->plain_from[k] = made->plain_from[k + 1] + made->columns[k].plain;
    use(before);
}

static number binomial(number n, long k) {
    demand(k <= LARGEST_NUMBER / (long)bits(plus(n, whole(k))), "a number of points has too many bits");
    struct number *made = fresh(RATIONAL);
    mpz_bin_ui(mpq_numref(made->q), mpq_numref(n->q), (unsigned long)k);
    return tidy(made);
}

// How many choices of k of these columns, of which some are plain, complete a point of orbits.
static number ways(const struct points *p, long k, number columns, number plain, bool repeated, bool special) {
    number made = whole(0);
    for (int without = 0; without <= (p->specials == REQUIRED && !special); without++) {
        number c = without ? plain : columns, weak = k ? binomial(plus(c, whole(k - 1)), k) : whole(1), strict = binomial(c, k);
        if (p->repeats == FORBIDDEN) weak = strict;
        if (p->repeats == REQUIRED && !repeated) weak = minus(weak, strict);
        made = without ? minus(made, weak) : weak;
    }
    return made;
}

static number ways_from(const struct points *p, long k, size_t c, bool repeated, bool special) {
    const struct vocabulary *v = p->vocabularies;
    return ways(p, k, whole((long)(v->count - c)), whole((long)v->plain_from[c]), repeated, special);
}

static void find_orbit(const struct points *p, number rank, size_t *chosen) {  // column by column, by counting
    const struct vocabulary *v = p->vocabularies;
    bool repeated = false, special = false;
    size_t low = 0;
    for (long k = p->n; k > 0; k--, low = *chosen++ + 1) {
        if (k < p->n && p->repeats != FORBIDDEN) {  // points that repeat the last column come first
            number again = ways_from(p, k - 1, *chosen = low - 1, true, special);
            if (compare(rank, again) < 0) { repeated = true; continue; }
            rank = minus(rank, again);
        }
        number all = ways_from(p, k, low, repeated, special);
        size_t most = v->count - 1;
        while (low < most) {  // before the next column there are few enough points, and with it enough
            size_t middle = (low + most) / 2;
            if (compare(minus(all, ways_from(p, k, middle + 1, repeated, special)), rank) > 0) most = middle;
            else low = middle + 1;
        }
        rank = minus(rank, minus(all, ways_from(p, k, *chosen = low, repeated, special)));
        special = special || !v->columns[low].plain;
    }
}

static long last_digit(number *rank, number base) {
    number quotient = rounded(divided(*rank, base), false), digit = minus(*rank, times(quotient, base));
    return *rank = quotient, bounded(digit, LONG_MAX);
}

// The entries of the point with this rank; of cells, forms in the entries, or those of a sample, and which row it is.
static void find_entries(struct points *p, number rank, bool sample, number *entries, number *row) {
    long size = p->kind == LISTS ? p->d * p->n : p->d, i = 0, inner = p->from ? -1 : 1, cell = p->kind == CELLS ? bounded(rank, LONG_MAX) : 0;
    if (p->kind == PAIRS) {
        number quotient = rounded(divided(rank, p->of->total), false);
        find_entries(p->of, quotient, sample, entries, row);
        find_entries(p->of, minus(rank, times(quotient, p->of->total)), sample, entries + p->d * p->n, row);
    } else if (p->kind < PAIRS) {
        if (!p->vocabularies) list_columns(p);
        size_t *chosen = NEW(size_t, p->places);
        if (p->kind == ORBITS) find_orbit(p, rank, chosen);
        for (long j = p->places - 1; j >= 0; j--) {
            const struct vocabulary *v = &p->vocabularies[p->kind == PRODUCTS ? j : 0];
            if (p->kind != ORBITS) chosen[j] = (size_t)last_digit(&rank, whole((long)v->count));
            memcpy(&entries[j * size], v->columns[chosen[j]].entries, (size_t)size * sizeof(number));
        }
    } else {
        while (cell >= 2 * (long)p->breaks[i]->rows + inner) cell -= 2 * (long)p->breaks[i++]->rows + inner;
        cell += p->from != NULL;  // 0 is before the first breakpoint, 1 that, 2 between it and the second
        const number *breaks = p->breaks[i]->entries;
        number low = cell ? breaks[(cell - 1) / 2] : NULL, high = cell < 2 * (long)p->breaks[i]->rows ? breaks[cell / 2] : NULL;
        box = allocate((size_t)p->d, sizeof *box);
        for (long k = 0; k < p->d; k++) {
            box[k].low = k == i ? low : p->from, box[k].high = k == i ? high : p->to, box[k].closed = k != i && p->from;
            entries[k] = !sample ? variable(FORM, (uint32_t)k) : p->from ? p->from : whole(0);
        }
        if (sample || cell % 2) entries[i] = !low ? minus(high, whole(1)) : !high ? plus(low, whole(1)) : divided(plus(low, high), whole(2));
        *row = whole(i + 1);
    }
}

static void read_breakpoints(struct points *p, json columns, json rows) {
    number count = constant(columns, "n").number;
    recognise(is_whole(count) && bounded(count, 2) == 1, "cells of more than one column");
    demand(!p->from || compare(p->from, p->to) < 0, "the box of cells is empty");
    p->breaks = NEW(matrix, array(rows, p->d)->count);
    p->total = whole(0);
    for (uint32_t i = 0; i < rows->count; i++) {
        size_t k = array(&rows->items[i], -1)->count;
        struct matrix *row = new_matrix(k, 1);
        while (k--) {
            row->entries[k] = rational(&rows->items[i].items[k]);
            demand(k + 1 == row->rows || compare(row->entries[k], row->entries[k + 1]) < 0, "the breakpoints of a row do not increase");
        }
        demand(row->rows && (!p->from || (!compare(row->entries[0], p->from) && !compare(row->entries[row->rows - 1], p->to))),
               "the breakpoints of a row do not reach from end to end");
        p->breaks[i] = row;
        p->total = plus(p->total, whole(2 * (long)row->rows + (p->from ? -1 : 1)));
    }
}

static int choice(json node, int from) {
    static const char *const words[] = {"none", "allowed", "forbidden", "required"};
    while (from <= REQUIRED && !is_word(node, words[from])) from++;
    return demand(from <= REQUIRED, "repeats or specials of a domain"), from;
}

static void read_points(struct points *p, json spec, json evidence, bool paired) {
    json kind = find(spec, "kind", "kind" + 4), columns, of, levels, special, ids, repeats, specials, from, to, rows;
    *p = (struct points){.repeats = ALLOWED, .specials = ALLOWED};
    while (kind && p->kind < POINT_KINDS && !is_word(kind, POINT_KIND_NAMES[p->kind])) p->kind++;
    demand(kind && kind->kind == STRING, "a domain without a kind: %.*s", TEXT(spec));
    recognise(p->kind < (paired ? PAIRS : POINT_KINDS), "a domain of an unknown kind: %.*s", TEXT(spec));
    if (p->kind != CELLS) fields(evidence, "");
    else fields(evidence, "breakpoints:x", &rows);
    bool listed = find(spec, "columns", "columns" + 7), boxed = find(spec, "from", "from" + 4) || find(spec, "to", "to" + 2);
    p->d = size_of("d"), p->places = p->n = p->kind == CELLS ? 1 : size_of("n");
    if (p->kind == PAIRS) {
        fields(spec, "kind:s of:o", &kind, &of);
        read_points(p->of = NEW(struct points, 1), of, evidence, true);
        p->total = power(p->of->total, whole(2));
    } else if (p->kind == CELLS) {
        fields(spec, boxed ? "kind:s columns:x from:x to:x" : "kind:s columns:x", &kind, &columns, &from, &to);
        if (boxed) p->from = constant(from, "n").number, p->to = constant(to, "n").number;
        read_breakpoints(p, columns, rows);
    } else if (p->kind >= PRODUCTS || listed) {
        bool product = p->kind == PRODUCTS, points = p->kind == LISTS;
        fields(spec, points ? "kind:s points:a" : p->kind == ORBITS ? "kind:s columns:a repeats:s" : "kind:s columns:a", &kind, &columns, &repeats);
        if (points) p->places = 1;
        demand(p->n <= LARGEST_TABLE / p->d, "points of too many entries");
        p->vocabularies = NEW(struct vocabulary, product ? array(columns, p->n)->count : 1);
        p->total = whole(1);
        for (long j = 0; j < (product ? p->n : 1); j++) {
            p->vocabularies[j] = read_vocabulary(product ? &columns->items[j] : columns, p->d, points ? p->n : 0);
            demand(points || p->vocabularies[j].count, "a list of columns without a column");
            p->total = times(p->total, whole((long)p->vocabularies[j].count));
        }
        p->columns = p->plain = whole((long)p->vocabularies->count);
    } else {
        fields(spec, p->kind == ORBITS ? "kind:s levels:o special:x ids:x repeats:s specials:s" : "kind:s levels:o special:x ids:x",
               &kind, &levels, &special, &ids, &repeats, &specials);
        if (p->kind == ORBITS) p->specials = choice(specials, NONE);
        demand(p->specials != FORBIDDEN, "specials of a domain");
        read_levels(p, levels, special, ids);
    }
    if (p->kind == ORBITS) p->repeats = choice(repeats, ALLOWED);
    if (p->kind == ORBITS) p->total = ways(p, p->n, p->columns, p->plain, false, false);
    if (p->kind == SEQUENCES) p->total = power(p->columns, whole(p->n));
}

struct domain {
    json name, spec;
    struct points points;
    bool orbits, whole;         // whether a point stands for an orbit; whether all are decided
    number decided;             // how many points
    uint32_t ranges;
    number *start, *stop, *before;  // of each range, and how many decided points there are before it
};

static void read_domain(struct domain *domain, json record) {
    json points, decided, evidence;
    *domain = (struct domain){.orbits = false};
    fields(record, "name:s spec:o points:x decided:a evidence:x", &domain->name, &domain->spec, &points, &decided, &evidence);
    read_points(&domain->points, domain->spec, evidence, false);
    domain->orbits = domain->points.kind == ORBITS || (domain->points.kind == PAIRS && domain->points.of->kind == ORBITS);
    number end = whole(-1), total = points->kind == NOTHING ? whole(0) : integer(points, 0);
    demand(points->kind == NOTHING || !compare(total, domain->points.total), "the number of points of %.*s", TEXT(domain->name));
    domain->ranges = decided->count, domain->decided = whole(0);
    domain->start = NEW(number, decided->count), domain->stop = NEW(number, decided->count), domain->before = NEW(number, decided->count);
    for (uint32_t k = 0; k < decided->count; k++) {
        number start = integer(array(&decided->items[k], 2)->items, 0), stop = integer(&decided->items[k].items[1], 0);
        demand(compare(end, start) < 0 && compare(start, stop) < 0 && compare(stop, total) <= 0, "the decided ranges");
        domain->start[k] = start, domain->stop[k] = end = stop, domain->before[k] = domain->decided;
        domain->decided = plus(domain->decided, minus(stop, start));
    }
    domain->whole = points->kind != NOTHING && !compare(domain->decided, total);
}

static uint32_t range_of(const number *starts, uint32_t count, number place) {  // the last that starts there or before
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (compare(starts[middle], place) <= 0) low = middle;
        else high = middle;
    }
    return low;
}

static number decided_rank(const struct domain *domain, number k) {  // of a decided point by its number among them
    uint32_t range = range_of(domain->before, domain->ranges, k);
    return plus(domain->start[range], minus(k, domain->before[range]));
}

static bool is_decided(const struct domain *domain, number rank) {
    uint32_t range = range_of(domain->start, domain->ranges, rank);
    return domain->ranges && compare(domain->start[range], rank) <= 0 && compare(rank, domain->stop[range]) < 0;
}

// ---- Section 6: steps ------------------------------------------------------------------------------------------------

enum { EACH, DIFFER, APART, ADDED, OWN, FOLDS = OWN };
static const char *const FOLD_NAMES[FOLDS] = {"each", "distinct", "apart", "sum"};
static const char *const FOLD_RELATIONS[FOLDS] = {"", "", " >= > ", " <= = >= < > "};

struct place { uint32_t domain; number rank; };  // the position of a domain in `over`
struct found { struct place place; matrix numbers; };

struct step {
    json record, name, fold_data, witness, measure;
    int fold;
    char relation[4];
    const char *verdict;
    mpz_t sum;
    uint32_t domains;
    struct domain **over;
    struct scope row;                    // of cells
    term given, term, asserted, *next;   // the last two and `start`: of an own fold
    matrix start;
    number bound, points, applicable, failures;
    bool measured, alone, known, whole;  // alone: a point does not stand for its orbit; whole: all were looked at
    long looked, applied, failed;
    struct place first;                  // the least that failed
    number low, high, total;        // of the measured numbers; the total: of the fold
    struct place low_at, high_at;
    struct found *found;
    size_t room;
};

static mpz_t prime;
static struct json row_name = {.kind = STRING, .length = 5};  // its text stands behind the file
static struct { char *text; size_t length, room; } written;  // what is hashed, or compared with what a certificate says

static void put(const char *text, size_t length) {
    if (written.length + length > written.room)
        demand(written.text = realloc(written.text, written.room = 2 * (written.length + length)), "there is no memory");
    memcpy(written.text + written.length, text, length);
    written.length += length;
}

static void put_text(const char *text) { put(text, strlen(text)); }
static void put_node(json node) { put(file + node->start, node->length); }
static void put_number(number a) { size_t used = current->used; put_text(text_of(a)); current->used = used; }

static void put_list(const number *items, size_t step, size_t count) {
    for (size_t k = 0; k < count; k++) put_text(k ? "," : "["), put_number(items[k * step]);
    put_text(count ? "]" : "[]");
}

static void put_rows(matrix Z) {
    put_text("[");
    for (size_t i = 0; i < Z->rows; i++) put_text(i ? "," : ""), put_list(&Z->entries[i], Z->rows, Z->columns);
    put_text("]");
}

static void put_value(term t) {
    value v = evaluate(t);
    if (t->kind == 'n') put_number(v.number);
    else if (t->kind == 'l') put_list(v.matrix->entries, 1, v.matrix->rows);
    else put_rows(v.matrix);
}

static void put_place(const struct step *step, struct place place) {
    put_text("["), put_node(step->over[place.domain]->name), put_text(","), put_number(place.rank), put_text("]");
}

static void agree(const struct step *step, json node, const char *what) {  // with what was put
    int shown = (int)(written.length < 200 ? written.length : 200);
    demand(node && is_text(node, written.text, written.length), "the %s of step %.*s is not the one found, %.*s", what, TEXT(step->name), shown, written.text);
    written.length = 0;
}

static bool earlier(struct place a, struct place b) { return a.domain < b.domain || (a.domain == b.domain && compare(a.rank, b.rank) < 0); }

static void enter(struct step *step, const struct place *place, bool sample) {  // the point at this place, if there is one
    number row = NULL;
    scenic.used = 0, scene.states = NULL;
    if (!place) return;
    struct stack *before = use(&scenic);
    struct points *p = &step->over[place->domain]->points;
    struct matrix *made = new_matrix((size_t)p->d, (size_t)(p->kind == PAIRS ? 2 * p->n : p->n));
    find_entries(p, place->rank, sample, made->entries, &row);
    scene.point = made;
    if (row) scene.variables[step->row.slot].number = row;
    use(before);
}

// Where a false term is false: the part of it that is no logic; and the terms that bind variables on the way.
static term falsity(term t, term *bound, uint32_t *count) {
    for (term found = t; found; t = found) {
        found = t->op == IMPLIES ? t->x[1] : NULL;
        for (size_t k = 0; t->op == AND && k < t->count && !found; k++)
            if (!evaluate(t->x[k]).truth) found = t->x[k];
        if (t->op == ALL || t->op == PERMUTATIONS)
            for (struct loop loop = (bound[(*count)++] = t, begin(t)); !found && next(&loop);)
                if (!evaluate(loop.body).truth) found = loop.body;
        if (!found) break;
    }
    return t;
}

// The witness of a step: the points at these places; and where `asserted` is false, or else a relation of two numbers.
static void check_witness(struct step *step, const struct place *places, uint32_t count, term asserted, number left, number right) {
    json at, bindings, left_side, points, relation, right_side;
    fields(step->witness, "at:a bindings:o left:x points:a relation:x right:x", &at, &bindings, &left_side, &points, &relation, &right_side);
    put_text("[");
    for (uint32_t k = 0; k < count; k++) put_text(k ? "," : ""), put_place(step, places[k]);
    put_text("]"), agree(step, at, "witness"), put_text("[");
    for (uint32_t k = 0; k < count; k++) put_text(k ? "," : ""), enter(step, &places[k], true), put_rows(scene.point);
    put_text("]"), agree(step, points, "witness");
    if (!count) enter(step, NULL, false);
    term bound[DEEPEST + 1], part = asserted;
    struct term row = {.op = VARIABLE, .name = step->row.name, .slot = step->row.slot};
    uint32_t all = 0, different_names = 0;
    if (row.name) bound[all++] = &row;
    if (asserted) part = falsity(asserted, bound, &all);
    for (uint32_t k = 0, i; k < all; k++) {  // of two variables with one name the inner one counts
        for (i = k + 1; i < all && !same_text(bound[k]->name, bound[i]->name);) i++;
        if (i < all) continue;
        size_t *order = bound[k]->op == PERMUTATIONS ? scene.variables[bound[k]->slot].order : NULL;
        if (!order) put_number(scene.variables[bound[k]->slot].number);
        for (long j = 0; order && j < size_of("n"); j++) put_text(j ? "," : "["), put_number(whole((long)order[j] + 1));
        if (order) put_text("]");
        agree(step, named(bindings, bound[k]->name), "witness");
        different_names++;
    }
    demand(bindings->count == 2 * different_names, "the bindings of a witness");

    bool compares = !asserted || is_relation(part);
    const char *word = asserted ? operators[part->op].word : step->fold == DIFFER ? "!=" : step->relation;
    if (compares) put_text("\""), put_text(word), put_text("\"");
    else put_text("null");
    agree(step, relation, "witness");
    if (!asserted) put_number(left), agree(step, left_side, "witness"), put_number(right);
    else if (compares) {
        put_value(part->x[0]), agree(step, left_side, "witness");
        if (part->op == IN || part->op == NOT_IN) put_text("["), put_value(part->x[1]), put_text(","), put_value(part->x[2]), put_text("]");
        else put_value(part->x[1]);
    } else put_text("null"), agree(step, left_side, "witness"), put_text("null");
    agree(step, right_side, "witness");
}

// What a point says.

static struct place lasting_place(struct place place) { return (struct place){place.domain, copied(place.rank, &lasting)}; }

static void measure(struct step *step, struct place place, number x) {
    int low = step->low ? compare(x, step->low) : -1, high = step->high ? compare(x, step->high) : 1;
    mpz_t residue;
    if (!step->measured) return;
    if (low < 0 || (!low && earlier(place, step->low_at))) step->low = copied(x, &lasting), step->low_at = lasting_place(place);
    if (high > 0 || (!high && earlier(place, step->high_at))) step->high = copied(x, &lasting), step->high_at = lasting_place(place);
    mpz_init(residue);
    demand(mpz_invert(residue, mpq_denref(x->q), prime), "a number that is no residue modulo the prime");
    mpz_mul(residue, residue, mpq_numref(x->q)), mpz_mod(residue, residue, prime);
    mpz_add(step->sum, step->sum, residue), mpz_mod(step->sum, step->sum, prime);  // in the memory that it has
}

static bool look_each(struct step *step, struct place place, term t) {  // measures the relation of numbers below `all`s
    bool truth = true;
    if (t->op == ALL) {
        for (struct loop loop = begin(t); next(&loop); tidy_up(&loop, NULL)) truth = look_each(step, place, loop.body) && truth;
        return truth;
    }
    number u = number_of(t->x[0]), v = number_of(t->x[1]), w = t->count > 2 ? number_of(t->x[2]) : NULL;
    measure(step, place, w ? u : minus(v, u));
    return related(t->op, u, v, w);
}

static number orders(matrix Z) {  // in how many different orders its columns can stand, of which equal ones are neighbours
    number made = whole(1);
    for (size_t j = 0, alike = 1; j < Z->columns; j++) {
        alike = j && same(columns(Z, NULL, j, 1), columns(Z, NULL, j - 1, 1)) ? alike + 1 : 1;
        made = divided(times(made, whole((long)j + 1)), whole((long)alike));
    }
    return made;
}

static void look(struct step *step, struct place place) {
    step->looked++;
    if (step->given && !evaluate(step->given).truth) return;
    step->applied++;
    if (step->fold == EACH) {
        term leaf = step->term;
        while (leaf->op == ALL) leaf = leaf->x[2];
        bool relation = step->measured && is_relation(leaf) && leaf->x[0]->kind == 'n';
        bool truth = relation ? look_each(step, place, step->term) : evaluate(step->term).truth;
        if (!relation) measure(step, place, whole(truth));
        if (!truth && (!step->failed++ || earlier(place, step->first))) step->first = lasting_place(place);
        return;
    }
    value v = evaluate(step->term);
    struct matrix *one = new_matrix(1, 1);
    one->entries[0] = v.number;
    if (step->term->kind == 'n') v.matrix = one;
    for (size_t k = 0; k < v.matrix->rows; k++) measure(step, place, v.matrix->entries[k]);
    if (step->fold == ADDED) {
        number times_counted = step->domains && step->over[place.domain]->points.kind == ORBITS ? orders(scene.point) : whole(1);
        step->total = copied(plus(step->total, times(v.matrix->entries[0], times_counted)), &lasting);
        return;
    }
    if ((size_t)step->applied > step->room) {
        struct stack *before = use(&lasting);
        struct found *more = NEW(struct found, step->room = 2 * step->room + 16);
        if (step->found) memcpy(more, step->found, (size_t)(step->applied - 1) * sizeof *more);
        step->found = more;
        use(before);
    }
    step->found[step->applied - 1] = (struct found){lasting_place(place), kept(v.matrix, &lasting)};
}

// What the points come to together: how many failures there are, after the witness is checked.

static int compare_places(const void *a, const void *b) {
    struct place x = ((const struct found *)a)->place, y = ((const struct found *)b)->place;
    return earlier(x, y) ? -1 : earlier(y, x);
}

struct item { number number; long of; };  // a number, and of which point
static int compare_items(const void *a, const void *b) { return compare(((const struct item *)a)->number, ((const struct item *)b)->number); }

static bool near(const struct step *step, number a, number b) { return !fits(*step->relation ? step->relation : ">", compare(minus(b, a), step->bound)); }

// The numbers of these points in order; whether two of them are too near, and the least difference, or number that is there twice.
static struct item *ordered(const struct step *step, const long *of, long points, size_t *count, bool *clash, number *least) {
    *count = 0;
    for (long k = 0; k < points; k++) *count += step->found[of ? of[k] : k].numbers->rows;
    struct item *items = NEW(struct item, *count), *end = items;
    for (long k = 0; k < points; k++)
        for (size_t i = 0; i < step->found[of ? of[k] : k].numbers->rows; i++)
            *end++ = (struct item){step->found[of ? of[k] : k].numbers->entries[i], of ? of[k] : k};
    qsort(items, *count, sizeof *items, compare_items);
    *clash = false, *least = NULL;
    for (struct item *one = items; one + 1 < end; one++) {
        number apart = minus(one[1].number, one->number);
        *clash = *clash || near(step, one->number, one[1].number);
        if (step->fold == APART && (!*least || compare(apart, *least) < 0)) *least = apart;
        if (step->fold == DIFFER && !*least && is_zero(apart)) *least = one->number;
    }
    return items;
}

static long settle_pairs(struct step *step) {
    size_t count;
    bool clash, alone = false;
    number least;
    long failed = 0, pair[2] = {LONG_MAX, 0};
    qsort(step->found, (size_t)step->applied, sizeof *step->found, compare_places);
    struct item *items = ordered(step, NULL, step->applied, &count, &clash, &least);
    bool *fails = NEW(bool, step->applied);
    for (size_t k = 1; k < count; k++)
        if (near(step, items[k - 1].number, items[k].number)) fails[items[k - 1].of] = fails[items[k].of] = true;
    for (long k = 0; k < step->applied; k++) {
        if (fails[k]) failed++, ordered(step, &k, 1, &count, &clash, &least), alone = alone || clash;
        if (fails[k] && k < pair[0]) pair[0] = k;
    }
    if (!failed || step->applied < 2) return 0;
    if (alone) pair[0] = 0;  // a point with two such numbers of its own makes a pair with any other
    pair[1] = pair[0];
    do pair[1]++, ordered(step, pair, 2, &count, &clash, &least);
    while (!clash);
    check_witness(step, (struct place[]){step->found[pair[0]].place, step->found[pair[1]].place}, 2, NULL, copied(least, &lasting),
                  step->fold == DIFFER ? copied(least, &lasting) : step->bound);
    return failed;
}

static long settle_sum(struct step *step) {
    if (!step->whole && is_zero(step->failures)) return 0;
    if (!step->whole) demand(step->witness->kind == OBJECT, "the witness of a sum");
    number total = step->whole ? step->total : rational(field(step->witness, "left"));
    if (fits(step->relation, compare(total, step->bound)) || step->alone || !step->known || is_zero(step->applicable)) return 0;
    return check_witness(step, NULL, 0, NULL, total, step->bound), 1;
}

static bool may_be(term t, json relation) {  // whether a falsity of t can have this relation
    bool found = false;
    for (size_t k = t->op == AND ? 0 : t->count - 1; k < t->count && (t->op == AND || t->op == ALL || t->op == PERMUTATIONS || t->op == IMPLIES); k++)
        found = found || may_be(t->x[k], relation);
    if (t->op == AND || t->op == ALL || t->op == PERMUTATIONS || t->op == IMPLIES) return found;
    return is_relation(t) ? is_word(relation, operators[t->op].word) : relation->kind == NOTHING;
}

static long settle_own(struct step *step) {
    json at, bindings, left, points, relation, right;
    if (!step->whole) {
        if (is_zero(step->failures)) return 0;
        fields(step->witness, "at:a bindings:o left:x points:a relation:x right:x", &at, &bindings, &left, &points, &relation, &right);
        return demand(!at->count && !points->count && may_be(step->asserted, relation), "the witness of an own fold"), 1;
    }
    if (!step->known || !step->applied || step->alone) return 0;
    qsort(step->found, (size_t)step->applied, sizeof *step->found, compare_places);
    scene.accumulator = step->start;
    for (long k = 0; k < step->applied; k++) {
        passing.used = 0, enter(step, NULL, false);
        struct matrix *made = new_matrix(step->start->rows, 1);
        scene.numbers = step->found[k].numbers;
        for (size_t i = 0; i < made->rows; i++) made->entries[i] = number_of(step->next[i]);
        scene.accumulator = kept(made, &lasting);
    }
    enter(step, NULL, false);
    if (evaluate(step->asserted).truth) return 0;
    return check_witness(step, NULL, 0, step->asserted, NULL, NULL), 1;
}

static void settle(struct step *step) {  // compares what the points said with what the step reports
    scene.accumulator = NULL;
    if (step->fold == EACH && step->failed) check_witness(step, &step->first, step->domains ? 1 : 0, step->term, NULL, NULL);
    else if (step->fold != EACH)
        step->failed = step->fold == ADDED ? settle_sum(step) : step->fold == OWN ? settle_own(step) : settle_pairs(step);
    number missed = minus(step->applicable, whole(step->applied)), others = minus(step->failures, whole(step->failed));
    number most = step->fold == EACH ? missed : step->fold >= ADDED || step->whole ? whole(0) : step->failures;
    bool possible = sign(missed) >= 0 && compare(missed, minus(step->points, whole(step->looked))) <= 0;
    possible = possible && sign(others) >= 0 && compare(others, most) <= 0;
    demand(possible, "the counts of step %.*s: found %ld applicable, %ld failing points", TEXT(step->name), step->applied, step->failed);
    if (is_zero(step->failures)) put_text("null"), agree(step, step->witness, "witness");
    demand(is_zero(step->failures) || step->witness->kind == OBJECT, "step %.*s fails without a witness", TEXT(step->name));
    if (!step->low) {
        put_text("null"), agree(step, step->measure, "measure");
        return;
    }
    put_text("{\"max\":"), put_number(step->high), put_text(",\"max_at\":"), put_place(step, step->high_at);
    put_text(",\"min\":"), put_number(step->low), put_text(",\"min_at\":"), put_place(step, step->low_at), put_text(",\"sum\":");
    if (!step->whole) {
        demand(step->measure->kind == OBJECT, "the measure of step %.*s", TEXT(step->name));
        mpz_mod(step->sum, mpq_numref(integer(field(step->measure, "sum"), LONG_MIN)->q), prime);
    }
    put_number(whole_of(step->sum)), put_text("}");
    agree(step, step->measure, "measure");
}

static void read_fold(struct step *step, const struct scope *scope, json relation, json bound, json statement_term) {
    json start = NULL, following = NULL, asserted = NULL;
    bool own = step->fold_data->kind == OBJECT, cells = scope != NULL, only_cells = true, mentioned = in_place;
    for (uint32_t k = 0; k < step->domains; k++) only_cells = only_cells && step->over[k]->points.kind == CELLS;
    while (!own && step->fold < FOLDS && !is_word(step->fold_data, FOLD_NAMES[step->fold])) step->fold++;
    recognise(own || step->fold < FOLDS, "the fold of step %.*s", TEXT(step->name));
    recognise(!cells || (!own && step->fold == EACH && only_cells), "a fold of step %.*s over cells", TEXT(step->name));
    if (own) step->fold = OWN;
    char word[8] = "";
    if (relation->kind == STRING && relation->length <= 4) sprintf(word, " %.*s ", (int)relation->length - 2, file + relation->start + 1);
    bool related = step->fold == APART || step->fold == ADDED;
    demand(related ? *word && strstr(FOLD_RELATIONS[step->fold], word) : relation->kind == NOTHING, "the relation of step %.*s", TEXT(step->name));
    demand((bound->kind == NOTHING) == (relation->kind == NOTHING), "the bound of step %.*s", TEXT(step->name));
    if (related) sprintf(step->relation, "%.*s", (int)relation->length - 2, file + relation->start + 1);
    if (own) fields(step->fold_data, "start:a next:a holds:x", &start, &following, &asserted);
    demand(!own || (start->count && start->count == following->count), "the fold of step %.*s", TEXT(step->name));
    step->term = read_term(statement_term, scope, step->fold == EACH ? "b" : step->fold == ADDED ? "n" : "nl");
    available.point = false;
    step->bound = bound->kind == NOTHING ? whole(0) : constant(bound, "n").number;
    step->total = whole(0);
    demand(step->fold < ADDED || step->known || is_zero(step->failures), "step %.*s fails by a part of its points", TEXT(step->name));
    (void)mentioned;
    if (!own) return;
    struct matrix *made = new_matrix(start->count, 1);
    step->next = NEW(term, start->count);
    for (uint32_t k = 0; k < start->count; k++) made->entries[k] = constant(&start->items[k], "n").number;
    step->start = made;
    available.accumulator = available.numbers = true;
    for (uint32_t k = 0; k < start->count; k++) step->next[k] = read_term(&following->items[k], NULL, "n");
    available.numbers = false;
    step->asserted = read_term(asserted, NULL, "b");
    available.accumulator = false;
}

// Reads a step; its statement, its counts and its verdict must agree with each other.
static void read_step(struct step *step, json record, json all_definitions, struct domain *domains, uint32_t domain_count) {
    json kind, says, over, given, body, statement, verdict, reason, points, applicable, failures, bound, relation;
    static const struct json nothing = {.kind = NOTHING};
    *step = (struct step){.record = record, .known = true, .measured = true, .bound = NULL};
    bool bounded_fold = find(record, "bound", "bound" + 5) || find(record, "relation", "relation" + 8);
    bound = relation = &nothing;
    fields(record, bounded_fold ? "name:s kind:s says:s over:a given:x fold:x term:x statement:x verdict:x reason:x points:x applicable:x failures:x witness:x measure:x bound:x relation:x"
                                : "name:s kind:s says:s over:a given:x fold:x term:x statement:x verdict:x reason:x points:x applicable:x failures:x witness:x measure:x",
           &step->name, &kind, &says, &over, &given, &step->fold_data, &body, &statement, &verdict, &reason, &points, &applicable, &failures,
           &step->witness, &step->measure, &bound, &relation);
    demand(is_word(kind, "statement") || is_word(kind, "proof line") || is_word(kind, "repaired"), "the kind of step %.*s", TEXT(step->name));
    number all = over->count ? whole(0) : whole(1);
    bool cells = false, orbits = false;
    step->over = NEW(struct domain *, step->domains = over->count);
    put_text(bound->kind == NOTHING ? "{\"definitions\":" : "{\"bound\":");
    if (bound->kind != NOTHING) put_node(bound), put_text(",\"definitions\":");
    put_node(all_definitions), put_text(",\"domains\":[");
    for (uint32_t k = 0; k < over->count; k++) {
        uint32_t place = 0;
        while (place < domain_count && !(over->items[k].kind == STRING && same_text(domains[place].name, &over->items[k]))) place++;
        demand(place < domain_count, "step %.*s is over a domain that is none", TEXT(step->name));
        for (uint32_t i = 0; i < k; i++) demand(step->over[i] != &domains[place], "step %.*s is twice over one domain", TEXT(step->name));
        spend(domain_count + over->count);
        step->over[k] = &domains[place];
        put_text(k ? ",[" : "["), put_node(domains[place].name), put_text(","), put_node(domains[place].spec), put_text("]");
        all = plus(all, domains[place].decided);
        step->known = step->known && domains[place].whole;
        cells = cells || domains[place].points.kind == CELLS, orbits = orbits || domains[place].orbits;
    }
    put_text("],\"fold\":"), put_node(step->fold_data), put_text(",\"given\":"), put_node(given);
    if (bound->kind != NOTHING) put_text(",\"relation\":"), put_node(relation);
    put_text(",\"term\":"), put_node(body), put_text("}");
    require_digest(written.text, written.length, statement, "the statement hash of a step");
    written.length = 0;
    step->points = integer(points, 0), step->applicable = integer(applicable, 0), step->failures = integer(failures, 0);

    row_name.start = (uint32_t)at + 1;
    step->row = (struct scope){.name = cells ? &row_name : NULL, .kind = 'n'};
    step->measured = over->count && !cells;
    mpz_init2(step->sum, 256);
    in_place = false, available.point = over->count > 0;
    step->given = given->kind == NOTHING ? NULL : read_term(given, cells ? &step->row : NULL, "b");
    read_fold(step, cells ? &step->row : NULL, relation, bound, body);
    step->alone = orbits && in_place;

    number enough = whole(step->fold == DIFFER || step->fold == APART ? 2 : 1);
    bool many = compare(step->applicable, enough) >= 0, fails = sign(step->failures) > 0;
    bool possible = compare(step->failures, step->applicable) <= 0 && compare(step->applicable, step->points) <= 0;
    possible = possible && !compare(step->points, all) && (many || !fails) && (step->given || !compare(step->applicable, all));
    demand(possible && !(step->alone && fails && step->fold >= ADDED), "points, applicable and failures of %.*s cannot be so", TEXT(step->name));
    step->verdict = fails ? "refuted" : !step->known ? "inconclusive" : !many ? "vacuous" : step->alone ? "inconclusive" : "holds";
    demand(is_word(verdict, step->verdict), "the counts of step %.*s make its verdict %s", TEXT(step->name), step->verdict);
    demand(reason->kind == NOTHING || (reason->kind == STRING && !strcmp(step->verdict, "inconclusive")), "step %.*s has a reason", TEXT(step->name));
}

// ---- Section 7: the verifier -----------------------------------------------------------------------------------------

static uint32_t position(const struct step *step, json name, json rank) {  // of a decided place in the domains of a step
    uint32_t k = 0;
    number exact_rank = integer(rank, 0);
    while (k < step->domains && !(same_text(step->over[k]->name, name) && is_decided(step->over[k], exact_rank))) k++;
    demand(k < step->domains, "step %.*s names a place that was not decided", TEXT(step->name));
    return k;
}

struct ranks { number *items; size_t count, room; };

static void add_rank(struct ranks *ranks, number rank) {
    struct stack *before = use(&lasting);
    if (ranks->count == ranks->room) {
        number *more = NEW(number, ranks->room = 2 * ranks->room + 16);
        if (ranks->count) memcpy(more, ranks->items, ranks->count * sizeof *more);
        ranks->items = more;
    }
    use(before);
    ranks->items[ranks->count++] = copied(rank, &lasting);
}

static int compare_ranks(const void *a, const void *b) { return compare(*(const number *)a, *(const number *)b); }

static void name_places(const struct step *step, const struct domain *domain, struct ranks *ranks) {  // of witness and extremes
    json at = step->witness->kind == NOTHING ? NULL : (json)find(step->witness, "at", "at" + 2);
    demand(step->witness->kind == NOTHING || (at && at->kind == ARRAY), "the witness of step %.*s", TEXT(step->name));
    for (uint32_t k = 0; at && k < at->count; k++) {
        json place = array(&at->items[k], 2)->items;
        if (step->over[position(step, &place[0], &place[1])] == domain) add_rank(ranks, integer(&place[1], 0));
    }
    for (int k = 0; step->measure->kind != NOTHING && k < 2; k++) {
        json extreme = k ? find(step->measure, "max_at", "max_at" + 6) : find(step->measure, "min_at", "min_at" + 6);
        demand(extreme, "the measure of step %.*s", TEXT(step->name));
        json place = array(extreme, 2)->items;
        if (step->over[position(step, &place[0], &place[1])] == domain) add_rank(ranks, integer(&place[1], 0));
    }
}

static void sample(const struct domain *domain, uint32_t k, json digest, number wanted, struct ranks *ranks) {
    char text[160], hex[65];
    mpz_t hash;
    mpz_init(hash);
    for (number i = whole(0); compare(i, wanted) < 0; i = copied(plus(i, whole(1)), &lasting)) {
        size_t used = passing.used;
        number low = rounded(divided(times(domain->decided, i), wanted), false);
        number high = rounded(divided(times(domain->decided, plus(i, whole(1))), wanted), false);
        gmp_snprintf(text, sizeof text, "%.*s:%u:%Zd", (int)digest->length - 2, file + digest->start + 1, k, mpq_numref(i->q));
        sha256(text, strlen(text), hex);
        mpz_set_str(hash, hex, 16);
        mpz_mod(hash, hash, mpq_numref(minus(high, low)->q));
        add_rank(ranks, decided_rank(domain, plus(low, whole_of(hash))));
        passing.used = used;
    }
}

static void check(json decided, json digest, bool full, number limit) {
    json parts[9], claim, title, source, scope;
    fields(decided, "parameters:o definitions:a values:o networks:o domains:a steps:a judged:a verdict:x prime:x claim:s title:s source:s scope:s",
           &parameters, &parts[0], &values, &records, &parts[1], &parts[2], &parts[3], &parts[4], &parts[5], &claim, &title, &source, &scope);
    recognise(is_word(scope, "enumerated"), "the scope %.*s", TEXT(scope));
    mpz_init_set_str(prime, "1fffffffffffffff", 16);
    demand(!mpz_cmp(mpq_numref(integer(parts[5], 0)->q), prime), "the prime is another one");
    for (json name = parameters->items, x; name < parameters->items + parameters->count; name += 2) {
        const char *text = file + (x = name + 1)->start + 1;
        bool size = is_word(name, "d") || is_word(name, "n") || is_word(name, "m");
        if (size || x->kind != STRING || !strncmp(text, "0x", 2) || !strncmp(text, "-0x", 3)) integer(x, LONG_MIN);
    }
    networks = NEW(struct network, records->count / 2);
    for (uint32_t k = 0; k < records->count / 2; k++) read_network(&networks[k], &records->items[2 * k + 1]);
    definitions = NEW(number, values->count / 2);
    for (uint32_t k = 0; k < parts[0]->count; k++) {
        json pair = array(&parts[0]->items[k], 2)->items;
        size_t place = place_of(values, &pair[0]);
        demand(!definitions[place], "the name %.*s is defined twice", TEXT(&pair[0]));
        definitions[place] = constant(&pair[1], "n").number;
        char *text = text_of(definitions[place]);
        demand(is_text(&values->items[2 * place + 1], text, strlen(text)), "the value of %.*s is %s", TEXT(&pair[0]), text);
    }
    demand(parts[0]->count == values->count / 2, "there are values without a definition");

    uint32_t domain_count = parts[1]->count, step_count = parts[2]->count;
    struct domain *domains = NEW(struct domain, domain_count);
    struct step *steps = NEW(struct step, step_count);
    for (uint32_t k = 0; k < domain_count; k++) {
        read_domain(&domains[k], &parts[1]->items[k]);
        spend(k);
        for (uint32_t i = 0; i < k; i++) demand(!same_text(domains[i].name, domains[k].name), "two domains have one name");
    }
    for (uint32_t k = 0; k < step_count; k++) {
        read_step(&steps[k], &parts[2]->items[k], parts[0], domains, domain_count);
        spend(k);
        for (uint32_t i = 0; i < k; i++) demand(!same_text(steps[i].name, steps[k].name), "two steps have one name");
    }
    static const char *const order[] = {"refuted", "inconclusive", "holds", "vacuous"};
    int verdict = 3;
    for (uint32_t k = 0; k < parts[3]->count; k++) {
        uint32_t i = 0;
        while (i < step_count && !same_text(steps[i].name, &parts[3]->items[k])) i++;
        demand(i < step_count, "a judged step is none");
        spend(step_count);
        for (int v = 0; v < verdict; v++) if (!strcmp(steps[i].verdict, order[v])) verdict = v;
    }
    demand(is_word(parts[4], order[verdict]), "the judged steps make the verdict %s", order[verdict]);

    number layers = whole(0), points = whole(0), recomputed = whole(0);
    for (uint32_t k = 0; k < records->count / 2; k++) layers = plus(layers, networks[k].layers);
    layers = greater(layers, whole(1));
    for (uint32_t k = 0; k < domain_count; k++) points = plus(points, domains[k].decided);
    bool sampled = !full && compare(times(points, layers), limit) > 0;
    bool *complete = NEW(bool, domain_count);
    for (uint32_t k = 0; k < domain_count; k++) {
        struct domain *domain = &domains[k];
        struct ranks ranks = {NULL, 0, 0};
        spend(step_count);
        for (uint32_t i = 0; sampled && i < step_count; i++)
            name_places(&steps[i], domain, &ranks);
        if (sampled) {
            number wanted = rounded(divided(rounded(divided(times(limit, domain->decided), points), false), layers), false);
            sample(domain, k, digest, smaller(domain->decided, greater(whole(16), wanted)), &ranks);
            qsort(ranks.items, ranks.count, sizeof *ranks.items, compare_ranks);
            size_t distinct = 0;
            for (size_t i = 0; i < ranks.count; i++)
                if (!distinct || compare(ranks.items[distinct - 1], ranks.items[i])) ranks.items[distinct++] = ranks.items[i];
            ranks.count = distinct;
        }
        number count = sampled ? whole((long)ranks.count) : domain->decided;
        complete[k] = !compare(count, domain->decided);
        recomputed = plus(recomputed, count);
        number more = times(count, plus(whole(FOR_A_POINT), times(whole(FOR_A_LAYER), layers)));
        allowance = bounded(plus(whole(allowance), more), LONG_MAX / 4);
        for (long i = 0; compare(whole(i), count) < 0; i++) {
            bool entered = false;
            passing.used = 0;
            use(&passing);
            number rank = sampled ? ranks.items[i] : decided_rank(domain, whole(i));
            for (uint32_t s = 0; s < step_count; s++)
                for (uint32_t place = 0; place < steps[s].domains; place++) {
                    struct place here = {place, rank};
                    if (steps[s].over[place] != domain) continue;
                    if (!entered) enter(&steps[s], &here, false);
                    entered = true;
                    look(&steps[s], here);
                }
            use(&lasting);
        }
    }
    for (uint32_t s = 0; s < step_count; s++) {
        use(&passing);
        steps[s].whole = true;
        scenic.used = passing.used = 0;
        for (uint32_t place = 0; place < steps[s].domains; place++) steps[s].whole = steps[s].whole && complete[steps[s].over[place] - domains];
        if (!steps[s].domains) enter(&steps[s], NULL, false), look(&steps[s], (struct place){0, whole(0)});
        settle(&steps[s]);
        use(&lasting);
    }

    char *all = text_of(points);
    size_t quote = *all == '"';
    printf("confirmed: %.*s at", (int)claim->length - 2, file + claim->start + 1);
    for (int turn = 0; turn < 4; turn++)
        for (uint32_t k = 0; k < parameters->count; k += 2) {
            json key = &parameters->items[k], x = key + 1;
            char name[8] = "";
            sprintf(name, "%.*s", key->length < 6 ? (int)key->length - 2 : 3, key->length < 6 ? file + key->start + 1 : "???");
            const char *found = strstr("dnm", name);
            bool string = x->kind == STRING;
            if ((found ? found - "dnm" : 3) == turn)
                printf(" %.*s=%.*s", (int)key->length - 2, file + key->start + 1, (int)x->length - 2 * string, file + x->start + string);
        }
    char *share = all;
    gmp_printf(": %s (%Zd of %.*s points recomputed)\n", order[verdict], mpq_numref(recomputed->q), (int)(strlen(share) - 2 * quote), share + quote);
    if (compare(recomputed, points) < 0)
        gmp_printf("sampled: %Zd of %.*s points recomputed, the rest not\n", mpq_numref(recomputed->q), (int)(strlen(share) - 2 * quote), share + quote);
    for (uint32_t s = 0; s < step_count; s++) {
        const struct step *step = &steps[s];
        printf("  %.*s: %s (", (int)step->name->length - 2, file + step->name->start + 1, step->verdict);
        static const char *const counts[] = {"points", "applicable", "failures"};
        for (int k = 0; k < 3; k++) {
            json x = find(step->record, counts[k], counts[k] + strlen(counts[k]));
            bool string = x->kind == STRING;
            printf("%s%s %.*s", k ? ", " : "", counts[k], (int)x->length - 2 * string, file + x->start + string);
        }
        if (!step->whole && step->fold >= ADDED) printf("; the %s was not re-checked, only sampled", step->fold == OWN ? "fold" : "sum");
        printf(")\n");
    }
}

static _Noreturn void usage(int code) {
    fprintf(code ? stderr : stdout, "usage: verifier CERT [--full] [--limit N]\n");
    exit(code);
}

int main(int count, char **arguments) {
    const char *path = NULL;
    bool full = false;
    reserve(&lasting, (size_t)1 << 31), reserve(&scenic, (size_t)1 << 30), reserve(&passing, (size_t)1 << 31);
    mp_set_memory_functions(limbs, more_limbs, fewer_limbs);
    number limit = whole(100000);
    for (int k = 1; k < count; k++) {
        const char *text = arguments[k];
        if (!strcmp(text, "--help") || !strcmp(text, "-h")) usage(0);
        if (!strcmp(text, "--full")) { full = true; continue; }
        if (!strcmp(text, "--limit") || !strncmp(text, "--limit=", 8)) {
            mpz_t value;
            text = text[7] ? text + 8 : ++k < count ? arguments[k] : "";
            if (mpz_init_set_str(value, text, 10)) usage(UNREADABLE);
            limit = mpz_sgn(value) < 0 ? whole(0) : whole_of(value);
            continue;
        }
        if (path || *text == '-') usage(UNREADABLE);
        path = text;
    }
    if (!path) usage(UNREADABLE);
    struct json digest, certificate = read_certificate(path, &digest);
    check(&certificate, &digest, full, limit);
    return CONFIRMED;
}
