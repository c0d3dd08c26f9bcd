/* verifier.c: checks a certificate of exactua again; written from docs/certificate-format.md alone.

       cc -O2 -std=c11 -Wall -Wextra -o verifier verifier.c -lgmp
       ./verifier CERT [--sample K [--seed HEX]] [--seconds N]

   It needs a C11 compiler that knows __int128, POSIX and GMP, and shares no code with the programs that write certificates nor with the
   verifier in Python. Its sections are those of the page. Exit codes: 0 the certificate is confirmed, whatever its
   verdict: everything in it was recomputed; 1 it is not; 2 the file is unreadable, or wrong usage; 3 points were only
   sampled, or it holds something that this program cannot interpret, so it is not re-checked. The first thing that is
   wrong ends the program: so all that is made is right, and nothing is freed.
   Blocks show in their indentation, as in Python; their braces close with their last line. */

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <gmp.h>
#include <limits.h>
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

enum { CONFIRMED, NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED };  // exit codes

enum {  // the limits of section 8: bytes, arrays and objects in each other, bits of a number, weights of a network,
        // columns that are permuted, entries of columns, slopes of a point of cells; and elementary steps, so many more for each point, each layer
    LARGEST_FILE = 64 << 20, DEEPEST = 200, LARGEST_NUMBER = 1000000, LARGEST_NETWORK = 5000000, LARGEST_PERMUTED = 8,
    LARGEST_TABLE = 1000000, LARGEST_FORMS = 100000, FOR_ALL = 5000000, FOR_A_POINT = 100000, FOR_A_LAYER = 10000,
        // points of each domain, where all would take too long; seconds; points above which a sample's worth is not shown
    DEFAULT_SAMPLE = 1000, DEFAULT_SECONDS = 600, LARGEST_SHOWN = 2000
};
static const long LARGEST_SIZE = 1L << 31;  // stands for all larger numbers of rows, columns, layers, items

static _Noreturn void refuse(int code, const char *format, ...) {
    static const char *const labels[] = {"confirmed", "not confirmed", "unreadable", "not re-checked"};
    char message[401]; va_list arguments; va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    printf("%s: %s\n", labels[code], message); exit(code); }
#define demand(holds, ...) ((holds) ? (void)0 : refuse(NOT_CONFIRMED, __VA_ARGS__))
#define recognise(known, ...) ((known) ? (void)0 : refuse(NOT_RECHECKED, __VA_ARGS__))

static long allowance = FOR_ALL;  // elementary steps that may still be taken
static void spend(long steps) {
    demand((allowance -= steps) >= 0, "the certificate asks for more work than this verifier does"); }

// ---- Memory: two stacks, to which the system gives pages as they grow. GMP takes its memory from them, too. ----------
struct stack { char *memory; long used, size; };
static struct stack lasting, passing, *current = &lasting;  // for good; as long as a point is looked at

static void reserve(struct stack *stack, long size) {
    for (stack->size = size; !(stack->memory = malloc((size_t)stack->size)) && stack->size > 1 << 20;) stack->size /= 2; }
static void *allocate(long count, long size) {  // zeros
    bool fits = count < 1L << 40 && count * size <= current->size - current->used - 8;  // a size is small
    recognise(fits, "the certificate needs more memory than there is");
    void *memory = memset(current->memory + current->used, 0, (size_t)(count * size));
    return current->used += (count * size + 7) / 8 * 8, memory; }
#define NEW(type, count) ((type *)allocate((count), sizeof(type)))
#define COPY(type, items, count) ((type *)memcpy(NEW(type, (count)), (items), (size_t)(count) * sizeof(type)))
static void *grown(void *items, long count, long size) {  // these items, with room for one more
    bool full = !(count & (count - 1));
    return !full ? items : count ? memcpy(allocate(2 * count, size), items, (size_t)(count * size)) : allocate(1, size); }
static struct stack *use(struct stack *stack) { struct stack *before = current; return current = stack, before; }
static void *limbs(size_t size) { return allocate((long)size, 1); }
static void *more_limbs(void *old, size_t size, size_t wanted) { return memcpy(limbs(wanted), old, size < wanted ? size : wanted); }
static void no_fewer_limbs(void *memory, size_t size) { (void)memory, (void)size; }

// ---- Section 1: the file, its layout and its numbers -----------------------------------------------------------------
typedef struct json *json;
struct json {
    enum { NOTHING, YES, NO, WHOLE, STRING, ARRAY, OBJECT } kind : 8;
    unsigned op : 8; char compared;  // of a term: its operator; and the kind of its operands, if it is a relation
    int start, length, count;        // where its text stands in the file; how many items
    union {
        json items;                  // of an object: keys and values in turn
        struct kept *kept;           // of an operator: what its term was found to be; or NULL
    };
};
static char *file;          // the text, with a 0 behind its end
static int at, depth = 1;   // where the parser is, and in how many arrays and objects that is
static struct json nothing = {.kind = NOTHING};

#define TEXT(node) (node)->length, file + (node)->start           // for %.*s
#define WORD(node) (node)->length - 2, file + (node)->start + 1  // a string without its quotes

static _Noreturn void unreadable(void) {
    refuse(UNREADABLE, "the file is no certificate/2 in canonical form, or nested too deeply (byte %d)", at); }
static void expect(const char *text) {
    if (strncmp(file + at, text, strlen(text))) unreadable();
    at += (int)strlen(text); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static long escaped(const char *text) {  // what \uXXXX stands for; or -1
    long made = 0;
    for (int k = 0; k < 6; k++) {
        if (k < 2 ? text[k] != "\\u"[k] : !is_digit(text[k]) && (text[k] < 'a' || text[k] > 'f')) return -1;
        if (k >= 2) made = made * 16 + (is_digit(text[k]) ? text[k] - '0' : text[k] - 'a' + 10); }
    return made; }
static long code_point(const char **text) {  // the next one of a string
    long c = escaped(*text), low = c >> 10 == 0xd800 >> 10 ? escaped(*text + 6) : 0;
    if (low >> 10 == 0xdc00 >> 10) return *text += 12, 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
    if (c >= 0) return *text += 6, c;
    if ((c = *(*text)++) != '\\') return c;
    const char *letter = strchr("b\bf\fn\nr\rt\t", c = *(*text)++);
    return letter ? letter[1] : c; }
static int compare_key(json key, const char *name, const char *end) {  // by code points
    const char *p = file + key->start + 1, *stop = p + key->length - 2;
    while (p < stop && name < end) {
        long x = code_point(&p), y = code_point(&name);
        if (x != y) return x < y ? -1 : 1; }
    return (p < stop) - (name < end); }
static void parse_string(void) {
    for (at++; file[at] != '"'; at++) {
        if (file[at] < 0x20 || file[at] > 0x7e) unreadable();
        if (file[at] != '\\') continue;
        long x = escaped(file + at);  // needed so: what is no plain character, and has no letter
        bool needed = (x < 32 || x > 126) && !(x > 7 && x < 14 && x != 11);
        if (x < 0 ? !strchr("\"\\bfnrt", file[++at]) || !file[at] : !needed) unreadable();
        at += x < 0 ? 0 : 5; }
    at++; }
static void parse_number(void) {
    int start = at; at += file[at] == '-';
    if (!is_digit(file[at]) || (file[at] == '0' && (at > start || is_digit(file[at + 1])))) unreadable();
    while (is_digit(file[at])) at++;
    if (at - start > 1000) unreadable(); }
static struct json parse_value(void);
static void parse_items(json made) {
    bool object = made->kind == OBJECT;
    long before = passing.used;  // where the items are put as long as there may be more of them
    json items = (json)(passing.memory + before), next = items;
    if (++depth > DEEPEST) unreadable();
    for (at++; file[at] != (object ? '}' : ']') || (object && (next - items) % 2); next++) {
        bool key = object && (next - items) % 2 == 0;
        if (next > items) expect(object && !key ? ":" : ",");
        use(&passing), allocate(1, sizeof *next), use(&lasting); *next = parse_value();
        if (key && next->kind != STRING) unreadable();
        if (key && next > items && compare_key(next - 2, file + next->start + 1, file + at - 1) >= 0) unreadable(); }
    at++, depth--;
    made->count = (int)(next - items), made->items = COPY(struct json, items, made->count);
    passing.used = before; }
static struct json parse_value(void) {
    struct json made = {.start = at}; char c = file[at];
    if (c == '{' || c == '[') made.kind = c == '{' ? OBJECT : ARRAY, parse_items(&made);
    else if (c == '"') made.kind = STRING, parse_string();
    else if (c == '-' || is_digit(c)) made.kind = WHOLE, parse_number();
    else made.kind = c == 't' ? YES : c == 'f' ? NO : NOTHING, expect(c == 't' ? "true" : c == 'f' ? "false" : "null");
    return made.length = at - made.start, made; }

// What is in an object, in an array, or written as a string.
static bool is_text(json node, const char *text, long length) {
    return node->length == length && !memcmp(file + node->start, text, (size_t)length); }
static bool is_written(json node, const char *text) { return is_text(node, text, (long)strlen(text)); }
static bool same_text(json a, json b) { return is_text(a, file + b->start, b->length); }
static bool is_word(json node, const char *word) {
    long length = (long)strlen(word);
    return node->kind == STRING && node->length == length + 2 && !memcmp(file + node->start + 1, word, (size_t)length); }
static json find(json object, const char *name, const char *end) {  // the value of this key, or NULL
    long low = 0, high = object->kind == OBJECT ? object->count / 2 : 0;
    while (low < high) {
        long middle = (low + high) / 2; int order = compare_key(&object->items[2 * middle], name, end);
        if (!order) return &object->items[2 * middle + 1];
        if (order < 0) low = middle + 1;
        else high = middle; }
    return NULL; }
static json optional(json object, const char *name) { return find(object, name, name + strlen(name)); }
static json field(json object, const char *name) {
    json found = optional(object, name);
    return demand(found, "something has no key %s", name), found; }
static json named(json object, json name) {
    const char *text = file + name->start;
    json found = name->kind == STRING ? find(object, text + 1, text + name->length - 1) : NULL;
    return demand(found, "%.*s is the name of nothing", TEXT(name)), found; }
static void keys(json object, const char *words) {  // exactly these; what stands behind a colon is for others
    int count = 0;
    for (const char *word = words; *word; word += strcspn(word, " "), word += *word == ' ', count++)
        demand(find(object, word, word + strcspn(word, ": ")), "something is no object with the keys %s", words);
    demand(object->kind == OBJECT && object->count == 2 * count, "an object with the keys %s has another", words); }
static json array(json node, long length) {  // of so many items; below 0: of any number
    return demand(node->kind == ARRAY && (length < 0 || node->count == length), "no array, or of a wrong length"), node; }

// SHA-256 (FIPS 180-4), of which the constants are fractional parts of roots of primes.
static uint32_t rotated(uint32_t x, int a, int b, int c) {  // in three ways, added bit by bit; below 0: shifted
    return (x >> a | x << (32 - a)) ^ (x >> b | x << (32 - b)) ^ (c < 0 ? x >> -c : x >> c | x << (32 - c)); }
static void sha256(const char *bytes, long length, char digest[65]) {  // in hexadecimal
    static uint32_t starts[64], constants[64];
    uint32_t state[8], w[64], s[8]; mpz_t prime, root; mpz_inits(prime, root, NULL);
    for (int k = 0; k < 64 && !constants[63]; k++) {
        mpz_nextprime(prime, prime);
        mpz_mul_2exp(root, prime, 64), mpz_sqrt(root, root), mpz_fdiv_r_2exp(root, root, 32);
        starts[k] = (uint32_t)mpz_get_ui(root);
        mpz_mul_2exp(root, prime, 96), mpz_root(root, root, 3), mpz_fdiv_r_2exp(root, root, 32);
        constants[k] = (uint32_t)mpz_get_ui(root); }
    memcpy(state, starts, sizeof state);
    for (long from = 0; from < length + 9; from += 64) {
        unsigned char block[64] = {0}; long rest = from < length ? length - from : 0;
        memcpy(block, bytes + (rest ? from : 0), rest < 64 ? (size_t)rest : 64);
        if (length >= from && rest < 64) block[rest] = 0x80;
        for (int k = 0; from + 64 >= length + 9 && k < 8; k++) block[63 - k] = (unsigned char)(8 * length >> 8 * k);
        memcpy(s, state, sizeof s);
        for (int t = 0; t < 64; t++) {
            const unsigned char *p = block + 4 * (t % 16);
            if (t < 16) w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
            else w[t] = w[t - 16] + w[t - 7] + rotated(w[t - 15], 7, 18, -3) + rotated(w[t - 2], 17, 19, -10);
            uint32_t one = s[7] + rotated(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[t] + w[t];
            uint32_t two = rotated(s[0], 2, 13, 22) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s); s[4] += one, s[0] = one + two; }
        for (int k = 0; k < 8; k++) state[k] += s[k]; }
    for (int k = 0; k < 8; k++) sprintf(digest + 8 * k, "%08x", (unsigned)state[k]); }
static void require_digest(const char *bytes, long length, json written, const char *what) {
    char text[72] = "sha256:"; sha256(bytes, length, text + 7);
    demand(is_word(written, text), "%s", what); }
static struct json read_certificate(const char *path, json digest) {  // what is decided, if that has this digest
    struct stat kind; int descriptor = open(path, O_RDONLY | O_NONBLOCK);  // reading a pipe or a device might never end
    if (descriptor >= 0 && !fstat(descriptor, &kind) && !S_ISREG(kind.st_mode)) refuse(UNREADABLE, "the file is not a regular file");
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "rb"); file = malloc(LARGEST_FILE + 16);
    size_t size = stream && file ? fread(file, 1, LARGEST_FILE + 1, stream) : 0;
    if (!stream || !file || ferror(stream)) refuse(UNREADABLE, "the file cannot be read");
    if (size == 0 || size > LARGEST_FILE) refuse(UNREADABLE, "the file is empty, or larger than 64 MiB");
    memcpy(file + size, "\0\"row\"", 7);  // a name that has no place in the file
    expect("{\"decided\":");
    struct json decided = parse_value(); expect(",\n\"digest\":"); *digest = parse_value();
    recognise(strncmp(file + at, ",\n\"exactua\":\"proof/2\"", 21), "a proof is for its kernel to check again");
    recognise(strncmp(file + at, ",\n\"exactua\":\"limit/2\"", 21), "a limit of softmax is for verifier.py");
    bool former = !strncmp(file + at, ",\n\"exactua\":\"certificate/1\"", 27) || !strncmp(file + at, ",\n\"exactua\":\"limit/1\"", 21) ||
        !strncmp(file + at, ",\n\"exactua\":\"proof/1\"", 21);
    if (former) refuse(UNREADABLE, "the file is of the former format: make it anew by the command that wrote it");
    expect(",\n\"exactua\":\"certificate/2\",\n\"run\":"); struct json run = parse_value();
    expect("}\n");
    if ((size_t)at != size || run.kind != OBJECT) unreadable();
    require_digest(file + decided.start, decided.length, digest, "the digest is not that of the hashed part");
    return decided; }

// Numbers: exact rationals, and such as vary within a point. They never change once they are made.
typedef struct number *number;
struct number {
    enum { RATIONAL, ROOTS, FORM, UNKNOWN, POLYNOMIAL, INTERVAL } kind;
    int variable;   // of a form or a polynomial: the last one in it. A form is affine, in the entries of a column.
    mpq_t q;
    mp_limb_t top, bottom;  // of a small rational: its numerator without the sign, and its denominator, which is 0 for all others
    long count;     // of coefficients, from that of variable^0 on, in which there are only variables before this one
    number *parts;  // these coefficients; or both ends of an interval; or, of a sum of roots, radicands and coefficients in turn
};
static struct number unknown = {.kind = UNKNOWN};
static number fresh(int kind) {
    number made = limbs(kind == RATIONAL ? offsetof(struct number, count) : sizeof *made);
    made->kind = kind;
    return mpq_init(made->q), made; }
// Most rationals are *small*: numerator and denominator are below 2^63. What sums and comparisons of two of them multiply is
// then below 2^126, and a sum of two such products below 2^127, so 128 bits are enough; what the result is then reduced to is
// small, or is left to GMP. A small number stands in its own memory, where GMP reads it, and is never written again.
_Static_assert(sizeof(mp_limb_t) == 8 && sizeof(long) == 8, "numbers of 64 bits");
static number small(mp_limb_t top, mp_limb_t bottom, int sign) {  // in lowest terms
    number made = limbs(offsetof(struct number, count));
    made->top = top, made->bottom = bottom;
    *mpq_numref(made->q) = *(mpz_t)MPZ_ROINIT_N(&made->top, top ? sign : 0);
    return *mpq_denref(made->q) = *(mpz_t)MPZ_ROINIT_N(&made->bottom, 1), made; }
static __int128 top_of(number a) { return mpq_sgn(a->q) < 0 ? -(__int128)a->top : a->top; }
static number fraction(__int128 top, __int128 bottom) {  // NULL where it is not small
    __int128 size = top < 0 ? -top : top; int sign = top < 0 ? -1 : 1;
    if (size > LONG_MAX || bottom > LONG_MAX) return NULL;
    if (bottom == 1) return small((mp_limb_t)size, 1, sign);
    mp_limb_t x = (mp_limb_t)bottom, y = (mp_limb_t)size % x;
    for (mp_limb_t rest; y; x = y, y = rest) rest = x % y;  // the greatest divisor of both
    return small((mp_limb_t)size / x, (mp_limb_t)bottom / x, sign); }
static bool is_rational(number a) { return a->kind == RATIONAL; }
static bool is_whole(number a) { return is_rational(a) && !mpz_cmp_ui(mpq_denref(a->q), 1); }
static bool is_zero(number a) { return is_rational(a) && !mpq_sgn(a->q); }
static bool varies(number a) { return a->kind == FORM || a->kind == UNKNOWN; }
static int sign(number a) { return mpq_sgn(a->q); }
static int compare(number a, number b) {  // two rationals, as the next two do
    if (!a->bottom || !b->bottom) return mpq_cmp(a->q, b->q);
    __int128 x = top_of(a) * b->bottom, y = top_of(b) * a->bottom;
    return (x > y) - (x < y); }
static number smaller(number a, number b) { return compare(b, a) < 0 ? b : a; }
static number greater(number a, number b) { return compare(b, a) > 0 ? b : a; }
static size_t bits(number a) {
    size_t n = mpz_sizeinbase(mpq_numref(a->q), 2), d = mpz_sizeinbase(mpq_denref(a->q), 2);
    return n > d ? n : d; }
static number tidy(number made) {
    mpz_srcptr top = mpq_numref(made->q), bottom = mpq_denref(made->q);
    bool fits = mpz_sizeinbase(top, 2) <= 63 && mpz_sizeinbase(bottom, 2) <= 63;
    if (fits) return small(mpz_getlimbn(top, 0), mpz_getlimbn(bottom, 0), mpz_sgn(top));
    return demand(bits(made) <= LARGEST_NUMBER, "a number has too many bits"), made; }
static number whole(long value) { return small(value < 0 ? -(mp_limb_t)value : (mp_limb_t)value, 1, value < 0 ? -1 : 1); }
static long bounded(number a, long most) {  // an integer, or `most` where it is larger
    return mpz_cmp_si(mpq_numref(a->q), most) < 0 ? mpz_get_si(mpq_numref(a->q)) : most; }
static number lasting_copy(number a) {  // of a rational
    struct stack *before = use(&lasting);
    number made = a->bottom ? small(a->top, a->bottom, sign(a)) : fresh(RATIONAL);
    if (!a->bottom) mpq_set(made->q, a->q);
    return use(before), made; }
static char *text_of(number a) {  // in canonical JSON
    mpz_srcptr parts[] = {mpq_numref(a->q), mpq_denref(a->q)}; char *texts[2], *made;
    for (int k = 0; k < 2; k++) gmp_asprintf(&texts[k], mpz_sizeinbase(parts[k], 2) > 53 ? "%#Zx" : "%Zd", parts[k]);
    const char *quote = !is_whole(a) || strchr(texts[0], 'x') ? "\"" : "";
    gmp_asprintf(&made, "%s%s%s%s%s", quote, texts[0], is_whole(a) ? "" : "/", is_whole(a) ? "" : texts[1], quote);
    return made; }
static number rational(json node) {
    if (node->kind == WHOLE && node->length <= 15) return whole(strtol(file + node->start, NULL, 10));
    bool quoted = node->kind == STRING, fits = quoted ? node->length - 2 <= LARGEST_NUMBER / 4 : node->kind == WHOLE;
    number made = fresh(RATIONAL); char *text = NEW(char, fits ? node->length + 1 : 1);
    memcpy(text, file + node->start + quoted, fits ? (size_t)(node->length - 2 * quoted) : 0);
    fits = fits && !mpq_set_str(made->q, text, 0) && mpz_sgn(mpq_denref(made->q));
    if (fits) mpq_canonicalize(made->q), text = text_of(made = tidy(made));
    return demand(fits && is_written(node, text), "%.*s is no number in canonical form", TEXT(node)), made; }
static number integer(json node, long least) {
    number a = rational(node);
    bool fits = is_whole(a) && (least == LONG_MIN || mpz_cmp_si(mpq_numref(a->q), least) >= 0);  // LONG_MIN: any
    return demand(fits, "%.*s is no such integer", TEXT(node)), a; }
static long size(json node, long least) { return bounded(integer(node, least), LARGEST_SIZE); }

// Arithmetic.
static number exact(void operation(mpq_ptr, mpq_srcptr, mpq_srcptr), number a, number b) {  // of rationals
    if (a->bottom && b->bottom) {
        __int128 x = top_of(a), y = top_of(b), p = a->bottom, q = b->bottom;
        if (operation == mpq_sub) y = -y;
        number made = operation == mpq_mul ? fraction(x * y, p * q)
                    : operation == mpq_div ? fraction(y < 0 ? -x * q : x * q, y < 0 ? -y * p : y * p)
                    : p == q ? fraction(x + y, p) : fraction(x * q + y * p, p * q);
        if (made) return made; }
    number made = fresh(RATIONAL);
    return operation(made->q, a->q, b->q), tidy(made); }
static number plus(number a, number b), times(number a, number b);
static number new_parts(int kind, long count) {
    number made = fresh(kind); return made->parts = NEW(number, count), made->count = count, made; }
static number interval(number low, number high) {
    number made = new_parts(INTERVAL, 2); return made->parts[0] = low, made->parts[1] = high, made; }
static number end_of(number a, int side) {  // a rational is an interval without width
    recognise(!varies(a) && a->kind != ROOTS, "an enclosure over offsets of a number that varies within a cell");
    return is_rational(a) ? a : a->parts[side]; }
static number part(number a, int variable, long k) {  // the coefficient of variable^k, where no later variable is in a
    bool main = !is_rational(a) && a->variable == variable;
    return main && k < a->count ? a->parts[k] : !main && !k ? a : whole(0); }
static long length(number a, int variable) { return !is_rational(a) && a->variable == variable ? a->count : 1; }
static number shortened(number a) {  // without coefficients 0 at the end
    while (a->count > 1 && is_zero(a->parts[a->count - 1])) a->count--;
    return a->count > 1 ? a : *a->parts; }
static number variable(int kind, int name) {
    number made = new_parts(kind, 2); return made->variable = name, made->parts[0] = whole(0), made->parts[1] = whole(1), made; }
static int kind_of_both(number a, number b) {
    int kind = a->kind > b->kind ? a->kind : b->kind;
    recognise(kind <= UNKNOWN || (!varies(a) && !varies(b)), "offsets that meet a number that varies within a cell");
    recognise(kind <= ROOTS || (a->kind != ROOTS && b->kind != ROOTS), "a root that meets a number that varies within a point");
    return kind; }  // offsets of an integral and those of an enclosure never meet
static int last_variable(number a, number b) {
    return is_rational(a) ? b->variable : is_rational(b) ? a->variable : a->variable > b->variable ? a->variable : b->variable; }
// Sums of roots: rational multiples of roots of positive integers, of which no two have a square for their product. Roots
// of such integers are linearly independent over the rationals, so a sum without a term is 0, and no other one is.
static long terms_of(number a) { return is_rational(a) ? !is_zero(a) : a->count; }
static number radicand(number a, long k) { return is_rational(a) ? whole(1) : a->parts[2 * k]; }
static number coefficient(number a, long k) { return is_rational(a) ? a : a->parts[2 * k + 1]; }
static number root_of(number a) {  // of an integer > 0, if that is an integer; or NULL
    number made = fresh(RATIONAL);
    if (!mpz_perfect_square_p(mpq_numref(a->q))) return NULL;
    return mpz_sqrt(mpq_numref(made->q), mpq_numref(a->q)), made; }
static void add_term(number sum, number radicand, number coefficient) {
    long k = 0; number root = NULL; spend(sum->count);
    while (k < sum->count && !(root = root_of(exact(mpq_mul, sum->parts[2 * k], radicand)))) k++;
    if (root) coefficient = exact(mpq_add, sum->parts[2 * k + 1], exact(mpq_mul, coefficient, exact(mpq_div, root, sum->parts[2 * k])));
    if (!root) sum->parts[2 * k] = radicand, sum->count++;
    sum->parts[2 * k + 1] = coefficient;
    if (!is_zero(coefficient)) return;
    sum->count--, sum->parts[2 * k] = sum->parts[2 * sum->count], sum->parts[2 * k + 1] = sum->parts[2 * sum->count + 1]; }
static number new_roots(long terms) {  // 0, with room for so many
    number made = new_parts(ROOTS, 2 * terms); return made->count = 0, made; }
static number settled(number sum) {  // a rational number where no other root than that of 1 is in it
    number root = sum->count == 1 ? root_of(sum->parts[0]) : NULL;
    return !sum->count ? whole(0) : root ? exact(mpq_mul, root, sum->parts[1]) : sum; }
static number sum_of_roots(number a, number b) {
    number made = new_roots(terms_of(a) + terms_of(b));
    for (long k = 0; k < terms_of(a); k++) add_term(made, radicand(a, k), coefficient(a, k));
    for (long k = 0; k < terms_of(b); k++) add_term(made, radicand(b, k), coefficient(b, k));
    return settled(made); }
static number product_of_roots(number a, number b) {
    number made = new_roots(terms_of(a) * terms_of(b));
    for (long i = 0; i < terms_of(a); i++)
        for (long j = 0; j < terms_of(b); j++) {  // sqrt(g x) sqrt(g y) = g sqrt(x y)
            number g = fresh(RATIONAL), x = radicand(a, i), y = radicand(b, j);
            mpz_gcd(mpq_numref(g->q), mpq_numref(x->q), mpq_numref(y->q)), g = tidy(g);
            number rest = exact(mpq_mul, exact(mpq_div, x, g), exact(mpq_div, y, g));
            add_term(made, rest, exact(mpq_mul, g, exact(mpq_mul, coefficient(a, i), coefficient(b, j)))); }
    return settled(made); }
static number square_root(number a) {  // sqrt(p / q) = sqrt(p q) / q
    recognise(is_rational(a), "the root of a number that is not rational");
    number made = new_roots(1), p = fresh(RATIONAL), q = fresh(RATIONAL);
    demand(sign(a) >= 0, "the root of a number below 0");
    mpz_mul(mpq_numref(p->q), mpq_numref(a->q), mpq_denref(a->q)), mpz_set(mpq_numref(q->q), mpq_denref(a->q));
    if (sign(a)) add_term(made, tidy(p), exact(mpq_div, whole(1), tidy(q)));
    return settled(made); }
// The greatest integers k with k <= 2^p low and k <= 2^p high, where a sum of roots is between low and high.
static void enclose(number a, unsigned long p, mpz_t ends[2]) {
    mpz_t root, end; mpz_inits(root, end, NULL), mpz_set_si(ends[0], 0), mpz_set_si(ends[1], 0);
    recognise((allowance -= a->count * (1 + (long)p / 64)) >= 0, "roots ask for more work than this verifier does");
    for (long k = 0; k < a->count; k++) {
        mpq_ptr c = a->parts[2 * k + 1]->q;
        mpz_mul_2exp(root, mpq_numref(a->parts[2 * k]->q), 2 * p), mpz_sqrt(root, root);
        for (int side = 0; side < 2; side++) {  // of the root itself, then of what is above it
            mpz_mul(end, root, mpq_numref(c)), mpz_add_ui(root, root, 1);
            int high = side == (mpq_sgn(c) > 0);
            (high ? mpz_cdiv_q : mpz_fdiv_q)(end, end, mpq_denref(c)), mpz_add(ends[high], ends[high], end); } } }
static int sign_of_roots(number a) {  // it is not 0
    mpz_t ends[2]; unsigned long p = 64;
    for (mpz_inits(ends[0], ends[1], NULL); enclose(a, p, ends), mpz_sgn(ends[0]) <= 0 && mpz_sgn(ends[1]) >= 0;) p *= 2;
    return mpz_sgn(ends[0]) > 0 ? 1 : -1; }
static number plus(number a, number b) {
    int kind = kind_of_both(a, b), last;
    if (kind == RATIONAL) return exact(mpq_add, a, b);
    if (kind == ROOTS) return sum_of_roots(a, b);
    if (kind == UNKNOWN) return &unknown;
    if (kind == INTERVAL) return interval(plus(end_of(a, 0), end_of(b, 0)), plus(end_of(a, 1), end_of(b, 1)));
    long m = length(a, last = last_variable(a, b)), n = length(b, last);
    number made = new_parts(kind, m > n ? m : n);
    if (kind == POLYNOMIAL) spend(made->count);
    for (long k = 0; k < made->count; k++) made->parts[k] = plus(part(a, last, k), part(b, last, k));
    return made->variable = last, shortened(made); }
static number times(number a, number b) {
    int kind = kind_of_both(a, b), last;
    if (kind == RATIONAL) return exact(mpq_mul, a, b);
    if (kind == ROOTS) return product_of_roots(a, b);
    recognise(!varies(a) || !varies(b), "a product of two numbers that both vary within a cell");
    if (kind == UNKNOWN) return is_zero(a) || is_zero(b) ? whole(0) : &unknown;
    if (kind == INTERVAL) {
        number p = times(end_of(a, 0), end_of(b, 0)), q = times(end_of(a, 0), end_of(b, 1));
        number r = times(end_of(a, 1), end_of(b, 0)), s = times(end_of(a, 1), end_of(b, 1));
        return interval(smaller(smaller(p, q), smaller(r, s)), greater(greater(p, q), greater(r, s))); }
    long m = length(a, last = last_variable(a, b)), n = length(b, last);
    number made = new_parts(kind, m + n - 1);
    for (long k = 0; k < made->count; k++) made->parts[k] = whole(0);
    if (kind == POLYNOMIAL) spend(m + n);
    for (long i = 0; i < m; i++) {
        number x = part(a, last, i);
        if (is_zero(x)) continue;  // most coefficients of a high power are 0
        if (kind == POLYNOMIAL) spend(n);
        for (long j = 0; j < n; j++) made->parts[i + j] = plus(made->parts[i + j], times(x, part(b, last, j))); }
    return made->variable = last, shortened(made); }
static number minus(number a, number b) {
    return is_rational(a) && is_rational(b) ? exact(mpq_sub, a, b) : plus(a, times(b, whole(-1))); }
static number divided(number a, number b) {
    recognise(!varies(b), "a division by a number that varies within a cell");
    demand(b->kind != POLYNOMIAL && !is_zero(b), "a division by 0, or by a number that depends on offsets");
    if (is_rational(b)) return times(a, exact(mpq_div, whole(1), b));
    recognise(b->kind != ROOTS || b->count == 1, "a division by a sum of roots");
    if (b->kind == ROOTS) return times(a, divided(b, product_of_roots(b, b)));  // 1 / x = x / x^2
    demand(sign(b->parts[0]) > 0 || sign(b->parts[1]) < 0, "a division by an enclosure that has 0 in it");
    return times(a, interval(divided(whole(1), b->parts[1]), divided(whole(1), b->parts[0]))); }
static number power(number a, number e) {
    demand(is_whole(e) && sign(e) >= 0, "an exponent is not an integer >= 0");
    unsigned long exponent = (unsigned long)bounded(e, LARGEST_SIZE), even = mpz_even_p(mpq_numref(e->q)) != 0;
    if (exponent <= 1) return exponent ? a : whole(1);
    recognise(!varies(a), "a power of a number that varies within a cell");
    if (is_rational(a)) {
        number made = fresh(RATIONAL);
        if (bits(a) == 1) exponent = 2 - !even;  // of 0, 1 or -1
        demand(bits(a) - 1 <= LARGEST_NUMBER / exponent, "a power has too many bits");
        mpz_pow_ui(mpq_numref(made->q), mpq_numref(a->q), exponent);
        mpz_pow_ui(mpq_denref(made->q), mpq_denref(a->q), exponent);
        return tidy(made); }
    if (a->kind == INTERVAL) {  // if even, of the distance from 0, and of the end that is farther from it
        number low = a->parts[0], high = a->parts[1], down = minus(whole(0), low), up = minus(whole(0), high);
        if (!even) return interval(power(low, e), power(high, e));
        return interval(power(greater(greater(low, up), whole(0)), e), power(greater(down, high), e)); }
    number half = power(a, whole((long)exponent / 2)), square = times(half, half);
    return even ? square : times(square, a); }
static number rounded(number a, bool up) {
    recognise(!varies(a), "a rounding or a range of a number that varies within a cell");
    demand(a->kind <= ROOTS, "a rounding or a range of a number that depends on offsets");
    number made = fresh(RATIONAL); mpz_t ends[2]; unsigned long p = 64;
    if (a->kind == ROOTS) {  // it is no integer, so at last there is none in the enclosure
        for (mpz_inits(ends[0], ends[1], NULL);; p *= 2) {
            enclose(a, p, ends), mpz_fdiv_q_2exp(ends[0], ends[0], p), mpz_cdiv_q_2exp(ends[1], ends[1], p);
            mpz_sub_ui(ends[1], ends[1], 1);
            if (!mpz_cmp(ends[0], ends[1])) return mpz_set(mpq_numref(made->q), ends[0]), up ? exact(mpq_add, made, whole(1)) : made; } }
    if (is_whole(a)) return a;
    (up ? mpz_cdiv_q : mpz_fdiv_q)(mpq_numref(made->q), mpq_numref(a->q), mpq_denref(a->q));
    return tidy(made); }
static number quotient(number a, number b) { return rounded(divided(a, b), false); }

// u_1 v_1 + u_2 v_2 + ..., of numbers that are so far apart in memory.
static number inner_product(number *u, long u_step, number *v, long v_step, long length) {
    number sum = NULL;
    for (; length; length--, u += u_step, v += v_step) {
        bool nothing = is_rational(*u) && is_rational(*v) && (!sign(*u) || !sign(*v));
        if (!nothing) sum = sum ? plus(sum, times(*u, *v)) : times(*u, *v); }
    return sum ? sum : whole(0); }

// Comparisons. A form takes all values of an interval as the entries of the column run through theirs.
static struct { number low, high; bool closed; } *box;  // for each entry; NULL: infinite

static bool fits(const char *relation, int sign) {  // whether a number with this sign stands in the relation to 0
    return *relation == '!' ? sign != 0 : sign ? *relation == (sign < 0 ? '<' : '>') : strchr(relation, '=') != NULL; }
static int decided(const char *relation, number a, number b) {  // 1 or 0; -1 where some reals say this and others that
    int kind = kind_of_both(a, b);
    if (kind == RATIONAL) return fits(relation, compare(a, b));
    demand(kind <= UNKNOWN, "a comparison of a number that depends on offsets");
    number x = minus(a, b), ends[2] = {whole(0), whole(0)};  // the infimum and the supremum, NULL: infinite
    if (x->kind == ROOTS) return fits(relation, sign_of_roots(x));
    if (x->kind != FORM) return is_rational(x) ? fits(relation, sign(x)) : -1;
    bool attained = true, found[2] = {false, false};
    for (; x->kind == FORM; x = x->parts[0]) {
        number ranges[] = {box[x->variable].low, box[x->variable].high}, slope = x->parts[1];
        for (int side = 0; side < 2; side++) {
            number end = ranges[side == (sign(slope) > 0)];
            ends[side] = end && ends[side] ? plus(ends[side], times(slope, end)) : NULL; }
        attained = attained && box[x->variable].closed; }
    int low = ends[0] ? sign(plus(ends[0], x)) : -1, high = ends[1] ? sign(plus(ends[1], x)) : 1;
    bool possible[3] = {low < 0, low <= 0 && high >= 0 && (attained || (low && high)), high > 0};
    for (int k = 0; k < 3; k++) if (possible[k]) found[fits(relation, k - 1)] = true;
    return found[0] && found[1] ? -1 : found[1]; }
static bool holds(const char *relation, number a, number b) {
    int found = decided(relation, a, b);
    return demand(found >= 0, "the breakpoints are not fine enough to decide a comparison"), found; }
static int by_number(const void *a, const void *b) {  // the first in them
    number x = *(const number *)a, y = *(const number *)b;
    return holds("<", x, y) ? -1 : holds("<", y, x); }

// ---- Section 4: networks ---------------------------------------------------------------------------------------------
typedef struct matrix { long rows, columns; number entries[]; } *matrix;  // column by column; a list has one column
#define AT(Z, i, j) ((Z)->entries[(j) * (Z)->rows + (i)])                 // from 0

enum { AVERAGE, LEFTMOST, RIGHTMOST, TIE_RULES };
static const char *const TIE_RULE_NAMES[TIE_RULES] = {"average", "leftmost", "rightmost"};

// How a layer (of attention: a head) is written: its keys, those of weights with their shapes, in which d is known and
// any other letter stands for the number with which it is met first.
enum { ATTENTION, FEED_FORWARD, POSITIONAL_ENCODING, BILINEAR_PROJECTION, SEPARABLE_CONVOLUTION, NORMALISATION, KINDS };
static const struct { const char *name, *keys; } LAYERS[KINDS] = {
    {"attention", "b_Q:h W_V:hd W_K:hd W_Q:hd W_O:dh"},
    {"feed_forward", "b_1:r W_1:rd W_2:dr b_2:d activation"},
    {"positional encoding", "E:dn"},
    {"bilinear projection", "W_P:nn W_O:dd"},
    {"separable convolution", "W_C:dk W_O:dd centre"},
    {"layer normalisation", "gain:d bias:d epsilon"}};
enum { B_Q, W_V, W_K, W_Q, W_O, MOST_WEIGHTS, B_1 = 0, W_1, W_2, B_2, GAIN = 0, BIAS };  // places among these weights

// What is counted of layers: of the first six the sum, of the others the largest.
enum { WORK, PARAMETERS, OUTSIDE, ATTENTIONS, FEED_FORWARDS, OTHERS, HEADS, HEAD_SIZE, HIDDEN_SIZE, LARGEST, QUANTITIES };
static const char *const QUANTITY_NAMES[] = {"", "parameters", "activations outside Phi", "attention layers",
    "feed-forward layers", "other layers", "heads", "head size", "hidden size", "largest layer parameters"};

typedef struct piece { number stop, slope, intercept; bool closed; } *piece;  // of an activation; stop NULL: infinity
typedef struct layer {
    int kind, tie_rule; long centre, quantities[QUANTITIES]; piece pieces;
    json mask;  // of attention; NULL: none
    number epsilon;  // of a normalisation
    number low, high;  // of attention that is balanced (below): the least and the greatest threshold; NULL: it is not
    matrix (*weights)[MOST_WEIGHTS];  // of each head, or of the layer
} *layer;
typedef struct network {
    json items, stages; number quantities[QUANTITIES], layers;
    long d, count, *stage_ends; layer unrolled;  // how many layers are unrolled, how many of them so many items make
    bool in_place, real;                         // it has a layer for which the order of columns counts, or that makes reals
} *network;
typedef struct setting { json name; number value; struct setting *around; } *setting;  // of a variable of a family or table

static matrix new_matrix(long rows, long columns) {
    demand(columns == 0 || rows <= LONG_MAX / 16 / columns, "a matrix is too large");
    matrix made = limbs(sizeof *made + (size_t)(rows * columns) * sizeof(number));
    return made->rows = rows, made->columns = columns, made; }
static number weight(json node, setting around) {
    recognise(node->kind != ARRAY || !node->count || node->items->kind != STRING, "a weight that is a real");
    if (!around || node->kind != OBJECT) return rational(node);
    json constant = field(node, "constant"); number sum = rational(constant);
    for (json key = node->items; key < node->items + node->count; key += 2) {
        setting variable = around;
        while (variable && !same_text(variable->name, key)) variable = variable->around;
        demand(variable || key + 1 == constant, "a weight with the variable %.*s, which is not around it", TEXT(key));
        if (variable) sum = plus(sum, times(rational(key + 1), variable->value)); }
    return sum; }
static matrix read_weights(json node, const char *shape, long *sizes, setting around) {
    bool vector = shape[1] == ' ' || !shape[1];
    long one = 1, *rows = &sizes[shape[0] - 'a'], *columns = vector ? &one : &sizes[shape[1] - 'a'];
    *rows = array(node, *rows)->count;
    for (long i = 0; !vector && i < *rows; i++) *columns = array(&node->items[i], *columns)->count;
    if (*columns < 0) *columns = 0;
    matrix made = new_matrix(*rows, *columns);
    for (long i = 0; i < *rows; i++) {
        json row = vector ? &node->items[i] : node->items[i].items;
        for (long j = 0; j < *columns; j++) AT(made, i, j) = weight(&row[j], around); }
    return made; }
static void read_activation(json pieces, layer made) {
    number last = NULL;
    bool shared = true, flat = false;  // whether the piece before has its end; whether one has slope 0
    made->pieces = NEW(struct piece, array(pieces, -1)->count);
    for (int k = 0; k < pieces->count; k++) {
        json one = &pieces->items[k], from = field(one, "from"), to = field(one, "to");
        keys(one, "from from_closed to to_closed slope intercept");
        number start = from->kind ? rational(from) : NULL, stop = to->kind ? rational(to) : NULL;
        int opens = field(one, "from_closed")->kind, closes = field(one, "to_closed")->kind;
        demand((opens == YES || opens == NO) && (closes == YES || closes == NO), "an end is neither open nor closed");
        // The first starts at minus infinity, each other where the last one stops, and just one has the point.
        bool covers = (k ? last && start && !compare(start, last) : !start) && (opens == YES) != shared && (stop || closes == NO);
        int width = start && stop ? compare(stop, start) : 1;
        demand(covers && (width > 0 || (!width && opens == YES && closes == YES)), "an activation does not cover the line");
        last = stop, shared = closes == YES;
        made->pieces[k] = (struct piece){stop, rational(field(one, "slope")), rational(field(one, "intercept")), shared};
        flat = flat || is_zero(made->pieces[k].slope); }
    demand(pieces->count && !last, "an activation does not cover the line");
    made->quantities[OUTSIDE] = pieces->count > 3 || !flat; }
static void read_mask(json mask) {  // its name, or rows of booleans with a true in each column
    demand(mask->kind != NOTHING, "a mask that is null");
    recognise(mask->kind == ARRAY || is_word(mask, "causal") || is_word(mask, "strictly causal"), "a mask that is no known one");
    for (int k = 0; mask->kind == ARRAY && k < mask->count; k++) array(&mask->items[k], mask->count);
    demand(mask->kind != ARRAY || mask->count, "a mask without a row");
    for (int j = 0; mask->kind == ARRAY && j < mask->count; j++) {
        bool attends = false;
        for (int k = 0; k < mask->count; k++) {
            int entry = mask->items[k].items[j].kind;
            demand(entry == YES || entry == NO, "an entry of a mask is neither true nor false");
            attends = attends || entry == YES; }
        demand(attends, "a column of a mask that attends to nothing"); } }
static bool attends(json mask, long j, long k) {  // whether column j attends to column k
    if (!mask) return true;
    return mask->kind == ARRAY ? mask->items[k].items[j].kind == YES : is_word(mask, "causal") ? k <= j : k < j; }
static struct layer read_layer(json key, json body, long d, setting around) {
    struct layer made = {.kind = 0};
    struct json itself = {.kind = ARRAY, .count = 1, .items = body};
    long sizes[26], *q = made.quantities, *h = &sizes['h' - 'a'], pieces = 0;
    while (made.kind < KINDS && !is_word(key, LAYERS[made.kind].name)) made.kind++;
    recognise(made.kind < KINDS, "a layer of the kind %.*s", TEXT(key));
    bool attention = made.kind == ATTENTION, feed_forward = made.kind == FEED_FORWARD;
    made.mask = attention ? optional(body, "mask") : NULL;
    keys(body, made.mask ? "tie_rule heads mask" : attention ? "tie_rule heads" : LAYERS[made.kind].keys);
    if (made.mask) read_mask(made.mask);
    json heads = attention ? array(field(body, "heads"), -1) : &itself, rule = attention ? field(body, "tie_rule") : &nothing;
    demand(heads->count && (!attention || rule->kind == STRING), "attention without a head or a tie rule");
    while (attention && made.tie_rule < TIE_RULES && !is_word(rule, TIE_RULE_NAMES[made.tie_rule])) made.tie_rule++;
    recognise(made.tie_rule < TIE_RULES, "the tie rule %.*s", TEXT(rule));
    made.weights = allocate(heads->count, sizeof *made.weights);
    memset(sizes, -1, sizeof sizes), sizes['d' - 'a'] = d;
    if (feed_forward) read_activation(field(body, "activation"), &made), pieces = field(body, "activation")->count;
    for (int k = 0; k < heads->count; k++) {
        const char *word = LAYERS[made.kind].keys, *shape; keys(&heads->items[k], word);
        matrix *W = (*h = -1, made.weights[k]);
        for (; (shape = strchr(word, ':')); word = shape + strcspn(shape, " "), word += *word == ' ') {
            json weights = find(&heads->items[k], word, shape);
            *W = read_weights(weights, shape + 1, sizes, made.kind == POSITIONAL_ENCODING ? NULL : around);
            q[PARAMETERS] += (*W)->rows * (*W)->columns, W++; }
        if (attention) demand(*h > 0, "a head of size 0"), q[HEADS]++, q[HEAD_SIZE] = *h > q[HEAD_SIZE] ? *h : q[HEAD_SIZE]; }
    if (feed_forward) q[HIDDEN_SIZE] = sizes['r' - 'a'];
    if (made.kind == SEPARABLE_CONVOLUTION) made.centre = size(field(body, "centre"), 1);
    if (made.kind == NORMALISATION) made.epsilon = rational(field(body, "epsilon")), demand(sign(made.epsilon) >= 0, "an epsilon below 0");
    demand(!made.centre || made.centre <= sizes['k' - 'a'], "the centre of a convolution is not one of its columns");
    q[attention ? ATTENTIONS : feed_forward ? FEED_FORWARDS : OTHERS] = 1, q[LARGEST] = q[PARAMETERS];
    // Pieces of an activation after the third are work, too: each is read, and passed by each hidden node.
    long listed = made.mask && made.mask->kind == ARRAY ? made.mask->count : 0;  // of a mask: each entry is read, too
    q[WORK] = 1 + q[PARAMETERS] + listed * listed + (pieces > 3 ? (q[HIDDEN_SIZE] + 1) * (pieces - 3) : 0);
    return made; }
static void note_layer(network net, struct layer one, number repeats, bool every) {
    for (int k = 0; !every && !is_zero(repeats) && k < QUANTITIES; k++) {
        number *known = &net->quantities[k], value = whole(one.quantities[k]);
        *known = k < HEADS ? plus(*known, times(value, repeats)) : greater(*known, value);
        net->real = net->real || one.kind == NORMALISATION;
        net->in_place = net->in_place || one.tie_rule != AVERAGE || one.mask || (one.kind > FEED_FORWARD && one.kind != NORMALISATION); }
    if (every) net->unrolled = grown(net->unrolled, net->count, sizeof one), net->unrolled[net->count++] = one; }
// Goes through items that occur so often: notes all layers in order (`every`), or counts them and looks at one turn only
// of each family and of each row of a table. A group has one turn, and gives no variable a value.
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
        json rows = table ? array(field(body, "rows"), -1) : NULL, names = table ? array(field(body, "variables"), -1) : NULL;
        number start = family ? rational(field(body, "start")) : NULL, step = family ? rational(field(body, "step")) : NULL;
        number count = family ? integer(field(body, "count"), 0) : whole(table ? rows->count : 1);
        long width = family ? 1 : table ? names->count : 0;
        demand(!table || (width && rows->count), "a table without a variable or without a row");
        for (long k = 0; table && k < width * rows->count; k++) rational(&array(&rows->items[k / width], width)->items[k % width]);
        setting variables = NEW(struct setting, width);
        for (long k = 0; k < width; k++) {
            json name = family ? field(body, "variable") : &names->items[k];
            bool free = name->kind == STRING && name->length > 2 && !is_word(name, "constant");
            variables[k] = (struct setting){name, NULL, k ? &variables[k - 1] : around};
            for (setting other = variables[k].around; other; other = other->around) free = free && !same_text(other->name, name);
            demand(free, "a variable of a family or of a table is taken, or no word"); }
        number occur = every ? repeats : times(repeats, count), *work = &net->quantities[WORK];
        if (!every) *work = plus(*work, plus(repeats, times(occur, whole(width))));
        for (long turn = 0; turn < (every ? bounded(count, LARGEST_SIZE) : 1); turn++) {
            for (long k = 0; k < width; k++)
                variables[k].value = family ? plus(start, times(whole(turn), step)) : rational(&rows->items[turn].items[k]);
            walk(net, field(body, "items"), width ? &variables[width - 1] : around, occur, every); } } }
static void read_network(network net, json record) {
    keys(record, "d items stages");
    net->d = size(field(record, "d"), 1), net->items = array(field(record, "items"), -1), net->stages = field(record, "stages");
    demand(net->stages->kind == OBJECT, "the stages of a network");
    for (int k = 1; k < net->stages->count; k += 2)
        demand(size(&net->stages->items[k], 0) <= net->items->count, "a stage is no item");
    for (int k = 0; k < QUANTITIES; k++) net->quantities[k] = whole(0);
    walk(net, net->items, NULL, whole(1), false);
    net->layers = plus(plus(net->quantities[ATTENTIONS], net->quantities[FEED_FORWARDS]), net->quantities[OTHERS]); }

// What layers make of a matrix.
static matrix image(matrix W, matrix Z) {  // W Z
    matrix made = new_matrix(W->rows, Z->columns);
    for (long j = 0; j < Z->columns; j++)
        for (long i = 0; i < W->rows; i++) AT(made, i, j) = inner_product(&AT(W, i, 0), W->rows, &AT(Z, 0, j), 1, Z->rows);
    return made; }
static matrix sum(matrix Z, matrix change) {  // with a matrix, or with the one column that is added to all
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long j = 0; j < Z->columns; j++)
        for (long i = 0; i < Z->rows; i++) AT(made, i, j) = plus(AT(Z, i, j), AT(change, i, change->columns > 1 ? j : 0));
    return made; }
static struct { matrix W, Z, made; } last_image;  // as long as the scene is the same
static matrix same_image(matrix W, matrix Z) {  // heads often ask for the same one, in layer after layer
    if (last_image.W != W || last_image.Z != Z) last_image.made = image(W, Z), last_image.W = W, last_image.Z = Z;
    return last_image.made; }

// A layer of attention without a mask is *balanced* if each of its heads has size 1 and the same row u for W_V, W_K and W_Q,
// and the W_O of all heads sum to 0. With x = u Z, a head scores column i for column j by x_i (x_j + b_Q). So the greatest
// scores are where x_i is greatest, where it is least, or everywhere, as x_j is above, below or at the threshold -b_Q of the
// head. A column with x_j above the thresholds of all heads, or below all of them, is attended in the same way by all: under
// any tie rule each makes W_O times one and the same number, which sums to 0. If all columns are such, the layer changes
// nothing. Columns at a threshold, or between two, are left to the layer itself.
static bool alike(matrix a, matrix b) {
    bool same = a->rows == b->rows && a->columns == b->columns;
    for (long k = 0; same && k < a->rows * a->columns; k++) same = !compare(a->entries[k], b->entries[k]);
    return same; }
static void share_weights(layer one, layer before) {  // equal matrices become one: with those of the first head, of the layer before, too
    for (long k = 0; one->kind == ATTENTION && k < one->quantities[HEADS]; k++)
        for (matrix *W = one->weights[k]; W < one->weights[k] + MOST_WEIGHTS; W++)
            for (long i = 0; i < 2 * MOST_WEIGHTS; i++) {
                matrix other = (*(i < MOST_WEIGHTS ? before : one)->weights)[i % MOST_WEIGHTS];
                if (other && alike(other, *W)) { *W = other; break; } } }  // the first such one
static void find_thresholds(layer one) {
    matrix *first = *one->weights, u = first[W_V], total = first[W_O];
    bool balanced = one->kind == ATTENTION && !one->mask && u->rows == 1; number low = NULL, high = NULL;
    for (long k = 0; balanced && k < one->quantities[HEADS]; k++) {
        matrix *w = one->weights[k]; number threshold = times(*w[B_Q]->entries, whole(-1));
        balanced = w[W_V] == u && w[W_K] == u && w[W_Q] == u, total = k ? sum(total, w[W_O]) : total;
        low = k ? smaller(low, threshold) : threshold, high = k ? greater(high, threshold) : threshold; }
    for (long i = 0; balanced && i < total->rows; i++) balanced = is_zero(total->entries[i]);
    if (balanced) one->low = low, one->high = high; }
static bool changes_nothing(layer one, matrix Z) {
    bool still = one->low != NULL; matrix x = still ? same_image((*one->weights)[W_V], Z) : NULL;
    for (long j = 0; still && j < Z->columns; j++)
        still = is_rational(x->entries[j]) && (compare(x->entries[j], one->low) < 0 || compare(x->entries[j], one->high) > 0);
    return still; }
static void unroll(network net) {
    if (net->stage_ends) return;
    demand(bounded(net->quantities[WORK], LARGEST_NETWORK + 1) <= LARGEST_NETWORK, "a network has too many weights");
    struct stack *before = use(&lasting);
    net->stage_ends = NEW(long, net->items->count + 1);
    for (int k = 0; k < net->items->count; k++, net->stage_ends[k] = net->count)
        walk(net, &(struct json){.kind = ARRAY, .count = 1, .items = &net->items->items[k]}, NULL, whole(1), true);
    for (layer one = net->unrolled; one < net->unrolled + net->count; one++)
        share_weights(one, one > net->unrolled ? one - 1 : one), find_thresholds(one);
    use(before); }
static matrix attended(int tie_rule, json mask, matrix *head, matrix Z) {
    matrix values = same_image(head[W_V], Z), keys = same_image(head[W_K], Z), queries = sum(same_image(head[W_Q], Z), head[B_Q]);
    long h = values->rows, n = Z->columns; matrix made = new_matrix(h, n); number *scores = NEW(number, n);
    demand(!mask || mask->kind != ARRAY || mask->count == n, "a mask and its matrix do not fit");
    for (long j = 0; j < n; j++) {
        long best = -1, maxima = 0, *maximal = NEW(long, n);
        for (long i = 0; i < n; i++) {
            if (!attends(mask, j, i)) continue;
            // Of a head of size 1 all these have one factor in common, of which the sign alone orders them.
            bool one = h == 1 && is_rational(AT(queries, 0, j));
            scores[i] = one ? times(AT(keys, 0, i), whole(sign(AT(queries, 0, j)))) : inner_product(&AT(keys, 0, i), 1, &AT(queries, 0, j), 1, h);
            if (best < 0 || holds(">", scores[i], scores[best])) best = i; }
        for (long i = 0; i < n; i++)
            if (attends(mask, j, i) && holds("=", scores[i], scores[best])) maximal[maxima++] = i;
        for (long k = 0; k < h; k++) {
            if (!maxima) { AT(made, k, j) = whole(0); continue; }  // it attends to nothing
            number total = AT(values, k, maximal[tie_rule == RIGHTMOST ? maxima - 1 : 0]);
            for (long i = 1; tie_rule == AVERAGE && i < maxima; i++) total = plus(total, AT(values, k, maximal[i]));
            AT(made, k, j) = tie_rule == AVERAGE && maxima > 1 ? divided(total, whole(maxima)) : total; } }
    return image(head[W_O], made); }
static number activated(piece one, number x) {
    demand(x->kind <= UNKNOWN, "an activation of a number that depends on offsets");
    for (; x->kind != UNKNOWN; one++) {
        int within = one->stop ? decided(one->closed ? "<=" : "<", x, one->stop) : 1;
        if (within > 0) return plus(times(one->slope, x), one->intercept);
        if (within < 0) break; }
    return &unknown; }
static matrix normalised(matrix gain, matrix bias, number epsilon, matrix Z) {  // column by column
    matrix made = new_matrix(Z->rows, Z->columns); number d = whole(Z->rows);
    for (long j = 0; j < Z->columns; j++) {
        number mean = whole(0), square = whole(0);
        for (long i = 0; i < Z->rows; i++) mean = plus(mean, divided(AT(Z, i, j), d));
        for (long i = 0; i < Z->rows; i++) AT(made, i, j) = minus(AT(Z, i, j), mean);
        for (long i = 0; i < Z->rows; i++) square = plus(square, divided(times(AT(made, i, j), AT(made, i, j)), d));
        square = plus(square, epsilon); demand(!is_zero(square), "a column of variance 0 is normalised");
        number root = square_root(square);
        for (long i = 0; i < Z->rows; i++)
            AT(made, i, j) = plus(times(AT(gain, i, 0), divided(AT(made, i, j), root)), AT(bias, i, 0)); }
    return made; }
static matrix apply(layer one, matrix Z) {
    matrix *w = *one->weights, W = w[0], made = Z, inner = new_matrix(Z->rows, Z->columns);
    long d = Z->rows, n = Z->columns;
    for (long k = 0; one->kind == ATTENTION && k < one->quantities[HEADS]; k++)
        made = sum(made, attended(one->tie_rule, one->mask, one->weights[k], Z));
    if (one->kind == FEED_FORWARD) {
        inner = sum(image(w[W_1], Z), w[B_1]);
        for (long k = 0; k < inner->rows * n; k++) inner->entries[k] = activated(one->pieces, inner->entries[k]);
        made = sum(sum(Z, image(w[W_2], inner)), w[B_2]); }
    if (one->kind <= FEED_FORWARD) return made;
    if (one->kind == NORMALISATION) return normalised(w[GAIN], w[BIAS], one->epsilon, Z);
    demand(one->kind == SEPARABLE_CONVOLUTION || W->columns == n, "a layer for another number of columns");
    if (one->kind == POSITIONAL_ENCODING) return sum(Z, W);
    for (long k = 0; k < d * n; k++) {  // Z W_P, or Z * W_C
        number total = one->centre ? whole(0) : inner_product(&AT(Z, k % d, 0), d, &AT(W, 0, k / d), 1, n);
        for (long t = 1, j = k / d + one->centre; one->centre && t <= W->columns && t <= j; t++)
            if (j - t < n) total = plus(total, times(AT(W, k % d, t - 1), AT(Z, k % d, j - t)));
        inner->entries[k] = total; }
    return sum(Z, image(w[1], inner)); }

// ---- Section 3: terms, which are evaluated as they stand, once they are checked --------------------------------------
typedef union { number number; bool truth; matrix matrix; long *order; } value;
typedef struct scope {  // a variable; or (without a name) that offsets are hidden: e of enclosures, o all
    json name; char kind; value value; struct scope *around;
} *scope;

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
    X(ENTRY, "entry", "mnn", 'n') X(DISTINCT, "distinct", "l", 'b') X(DOT, "dot", "lm", 'l') X(COLUMNS, "columns", "mnn", 'm') \
    X(PERMUTED, "permuted", "mp", 'm') X(PLUS, "+", "nn*", 'n') X(TIMES, "*", "nn*", 'n') X(AND, "and", "bb*", 'b') \
    X(OR, "or", "bb*", 'b') X(IF, "if", "bnn", 'n') X(SELECT, "select", "nn*", 'n') \
    X(STAGE, "stage", "WSM", 'm') X(AFTER, "after", "WnM", 'm') X(LAYER, "layer", "WnM", 'm') \
    X(INTEGRAL, "integral", "Hnn", 'n') X(LOWEST, "lowest", "HNn", 'n') X(HIGHEST, "highest", "HNn", 'n') \
    X(ALL, "all", "vnnb", 'b') X(ANY, "any", "vnnb", 'b') X(PERMUTATIONS, "permutations", "vb", 'b') \
    X(SUM, "sum", "vnnn", 'n') X(PRODUCT, "product", "vnnn", 'n') X(MIN, "min", "vnnn", 'n') X(MAX, "max", "vnnn", 'n') \
    X(LIST, "list", "vnnn", 'l')
#define AS_NAME(name, word, operands, kind) name,
#define AS_ROW(name, word, operands, kind) {word, operands, kind},
enum { OPERATORS(AS_NAME) OPERATOR_COUNT };
static const struct { const char *word, *operands; char kind; } operators[] = {OPERATORS(AS_ROW)};
static json parameters, values, records;  // the last: of the networks
static number *definitions;               // for each of `values`; NULL as long as it is not defined
static network networks;
static struct { bool point, accumulator, numbers; } available;  // in the terms that are checked now
static bool in_place;                     // whether one of them names a network for which the order of columns counts
static struct {                           // where terms are evaluated
    matrix point, accumulator, numbers;
    struct states { network net; matrix *after; long count; struct states *next; } *states;
    long turn, layered;                   // how often that changed; steps that were taken for states of networks
} scene;
static void change_scene(void) { scene.states = NULL, last_image.Z = NULL, scene.turn++; }
// A *closed* term has no variable that is bound around it, so that it has one value in a scene. It is kept until the scene
// changes, or for good where it speaks of nothing in the scene. Work is counted as if it were not kept: `steps` is what the
// value took, without states of networks, which a scene makes only once, too.
struct kept { bool constant; long turn, steps; value value; };
static long place_of(json object, json name) { return (named(object, name) - object->items) / 2; }

// What is reached by terms: a flag for each definition, each network, each network that is evaluated.
static struct reach { bool *definitions, *networks, *evaluated; } reached;
static void note(bool *flags, json object, json name) {
    const char *text = file + name->start;
    json known = name->kind == STRING ? find(object, text + 1, text + name->length - 1) : NULL;
    if (known) flags[(known - object->items) / 2] = true; }
static void reach(json t, struct reach *into) {
    json name = t->kind == ARRAY && t->count > 1 ? &t->items[1] : NULL;
    bool evaluated = name && (is_word(t->items, "stage") || is_word(t->items, "after") || is_word(t->items, "layer"));
    if (name && is_word(t->items, "def")) note(into->definitions, values, name);
    if (evaluated) note(into->evaluated, records, name);
    if (evaluated || (name && is_word(t->items, "network"))) note(into->networks, records, name);
    for (int k = 0; (t->kind == ARRAY || t->kind == OBJECT) && k < t->count; k++) reach(&t->items[k], into); }
static void reach_back(json defined, struct reach *into) {  // also by way of definitions, which speak of earlier ones
    for (int k = defined->count - 1; k >= 0; k--) {
        json pair = array(&defined->items[k], 2)->items;
        if (into->definitions[place_of(values, pair)]) reach(pair + 1, into); } }
static struct reach nowhere(void) {
    return (struct reach){NEW(bool, values->count / 2), NEW(bool, records->count / 2), NEW(bool, records->count / 2)}; }
static void add_reach(struct reach *to, struct reach from) {
    for (int k = 0; k < values->count / 2; k++) to->definitions[k] |= from.definitions[k];
    for (int k = 0; k < records->count / 2; k++) to->networks[k] |= from.networks[k], to->evaluated[k] |= from.evaluated[k]; }
static void require_all(bool *flags, json object, const char *what) {
    for (int k = 0; k < object->count / 2; k++)
        demand(flags[k], "no step speaks of the %s %.*s", what, TEXT(&object->items[2 * k])); }

static long size_of(const char *parameter) { return size(field(parameters, parameter), 1); }
static number quantity(json name, json of) {
    int k = PARAMETERS; network net = &networks[place_of(records, name)];
    while (k < QUANTITIES && !is_word(of, QUANTITY_NAMES[k])) k++;
    return recognise(k < QUANTITIES, "the quantity %.*s of a network", TEXT(of)), net->quantities[k]; }
static scope find_variable(scope s, json name, bool *hidden) {
    bool all = *hidden = false;
    demand(name->kind == STRING && name->length > 2, "a variable is not a word");
    for (; s && !(s->name && same_text(s->name, name)); s = s->around)
        if (!s->name) *hidden = true, all = all || s->kind == 'o';
    *hidden = s && ((s->kind == 'e' && *hidden) || (s->kind == 'o' && all));
    return s; }
static value value_of(scope s, json name) { bool hidden; return find_variable(s, name, &hidden)->value; }
static struct uses { long outermost; bool scene; } uses;  // of the term: how many scopes its outermost variable is in; whether it speaks of a scene
static bool only_once;  // whether it is not evaluated again, so that nothing need be kept
static long frames(scope s) {
    long made = 0;
    for (; s; s = s->around) made++;
    return made; }
static char check(json t, scope s, const char *kinds) {  // its kind, which is to be one of these
    json op = t->kind == ARRAY && t->count ? t->items : NULL;
    long count = op ? t->count - 1 : 0, code = LITERAL;
    if (t->kind != ARRAY) integer(t, LONG_MIN);
    else demand(op && op->kind == STRING, "an operator is not a word");
    while (op && code < OPERATOR_COUNT && !is_word(op, operators[code].word)) code++;
    recognise(code < OPERATOR_COUNT, "the operator %.*s", TEXT(op));
    demand((code != POINT || available.point) && (code != NUMBERS || available.numbers) &&
           (code != ACCUMULATOR || available.accumulator), "a term has %.*s where there is none", TEXT(t));
    demand(code != PERMUTATIONS || size_of("n") <= LARGEST_PERMUTED, "there are too many permutations");
    char kind = operators[t->op = (unsigned char)code].kind; const char *letters = operators[code].operands;
    long least = (long)strcspn(letters, "*");
    demand(letters[least] ? count >= least : count == least, "a wrong number of operands: %.*s", TEXT(t));
    struct scope apart = {.kind = 'e', .around = s}, less = {.kind = 'o', .around = s}, own = {.around = s};
    struct uses others = uses;
    uses = (struct uses){LONG_MAX, code == POINT || code == NUMBERS || code == ACCUMULATOR};
    for (long k = 1; k <= count; k++) {
        json x = op + k; bool hidden = false;
        char letter = letters[(k < least ? k : least) - 1], wanted[] = {letter == 'M' ? 'm' : letter, 0};
        scope found = strchr("vHVOp", letter) ? find_variable(s, x, &hidden) : NULL;
        if (strchr("SN", letter)) wanted[0] = 'n';
        scope inside = letter == 'M' ? &apart : letter == 'N' ? &less : own.name && k == count ? &own : s;
        switch (letter) {
        case 'v': own.name = x, own.kind = code == PERMUTATIONS ? 'p' : 'n'; break;
        case 'H':
            demand(!found, "offsets without a name of their own");
            own = (struct scope){x, code == INTEGRAL ? 'o' : 'e', {NULL}, code == INTEGRAL ? &apart : &less};
            break;
        case 'V': case 'O': case 'p':
            demand(found && !hidden && (letter == 'V' || strchr(letter == 'O' ? "oe" : "p", found->kind)),
                   "%.*s is no such variable here", TEXT(x));
            if (letter == 'V') kind = found->kind;
            if (frames(found) < uses.outermost) uses.outermost = frames(found);
            break;
        case 'P': integer(named(parameters, x), LONG_MIN); break;
        case 'D': demand(definitions[place_of(values, x)], "%.*s is not defined yet", TEXT(x)); break;
        case 'W': in_place = networks[place_of(records, x)].in_place || in_place; break;
        case 'Q': quantity(op + 1, x); break;
        case '=': wanted[0] = k == 1 ? 0 : t->compared; t->compared = check(x, s, k == 1 ? "nlm" : wanted); break;
        default:
            if (letter == 'S' && x->kind == STRING) named(networks[place_of(records, op + 1)].stages, x);
            else check(x, inside, wanted); } }
    if (code >= LESS && code <= NOT_IN && !t->compared) t->compared = 'n';
    bool closed = uses.outermost > frames(s);
    if (op) op->kept = closed && !only_once ? COPY(struct kept, (&(struct kept){.constant = !uses.scene}), 1) : NULL;
    uses.outermost = others.outermost < uses.outermost ? others.outermost : uses.outermost, uses.scene = others.scene || uses.scene;
    return demand(strchr(kinds, kind), "a value of another kind should be here: %.*s", TEXT(t)), kind; }
static value evaluate(json t, scope s);
static number number_of(json t, scope s) { return evaluate(t, s).number; }
static long index_of(number k, long count) {  // from 0, of the one that counts from 1
    demand(is_whole(k) && sign(k) > 0 && mpz_cmp_si(mpq_numref(k->q), count) <= 0, "an index is out of range");
    return mpz_get_si(mpq_numref(k->q)) - 1; }

typedef struct loop { json body; struct scope own; long turn, turns; number low; long *order, n; } *loop;
static loop begin(json t, scope s) {
    loop made = NEW(struct loop, 1);
    *made = (struct loop){.body = &t->items[t->count - 1], .own = {&t->items[1], 'n', {NULL}, s}, .turns = 1};
    if (t->op == PERMUTATIONS) {
        made->own.kind = 'p', made->n = size_of("n"), made->order = NEW(long, made->n);
        for (long k = 0; k < made->n; k++) made->order[k] = k, made->turns *= k + 1;
    } else {
        number low = number_of(&t->items[2], s), high = number_of(&t->items[3], s);
        demand(low->kind != ROOTS && high->kind != ROOTS, "an end of a range that is not rational");
        made->low = rounded(low, true); number turns = plus(minus(rounded(high, false), made->low), whole(1));
        made->turns = sign(turns) < 0 ? 0 : bounded(turns, LONG_MAX); }
    return spend(made->turns), made; }
static void swap(long *i, long *j) { long x = *i; *i = *j, *j = x; }
static bool next(loop one) {  // gives the variable its next value, or answers that there is none
    long *order = one->order, i = one->n - 1, j = one->n - 1;
    if (one->turn == one->turns) return false;
    if (order && one->turn) {  // the permutation that follows in lexicographic order
        while (order[i - 1] > order[i]) i--;
        while (order[j] < order[i - 1]) j--;
        for (swap(&order[i - 1], &order[j]), j = one->n - 1; i < j; i++, j--) swap(&order[i], &order[j]); }
    if (order) one->own.value.order = order;
    else one->own.value.number = plus(one->low, whole(one->turn));
    return ++one->turn; }
static value fold(json t, scope s) {
    loop one = begin(t, s); char kind = operators[t->op].kind;
    matrix list = new_matrix(t->op == LIST ? one->turns : 0, 1);
    value made = {.number = t->op == SUM ? whole(0) : t->op == PRODUCT ? whole(1) : NULL};
    if (kind == 'l') made.matrix = list;
    if (kind == 'b') made.truth = t->op != ANY;
    while ((t->op != PERMUTATIONS || made.truth) && next(one)) {
        value x = evaluate(one->body, &one->own);
        if (kind == 'l') list->entries[one->turn - 1] = x.number;
        else if (kind == 'b') made.truth = t->op == ANY ? made.truth || x.truth : made.truth && x.truth;
        else if (t->op == SUM || t->op == PRODUCT) made.number = (t->op == SUM ? plus : times)(made.number, x.number);
        else if (!made.number || holds(t->op == MIN ? "<" : ">", x.number, made.number)) made = x; }
    return demand(kind != 'n' || made.number, "the least or the greatest of nothing"), made; }
static bool different(matrix list) {
    number *sorted = COPY(number, list->entries, list->rows);
    qsort(sorted, (size_t)list->rows, sizeof *sorted, by_number);
    bool found = false;  // all neighbours are compared, so that it does not depend on the sorting
    for (long k = 1; k < list->rows; k++) found = holds("=", sorted[k - 1], sorted[k]) || found;
    return !found; }
static bool same(matrix a, matrix b) {
    demand(a->columns == b->columns && a->rows == b->rows, "things of different shapes are compared");
    for (long k = 0; k < a->rows * a->columns; k++) if (!holds("=", a->entries[k], b->entries[k])) return false;
    return true; }
static matrix applied(layer one, matrix Z) {
    spend(Z->columns * (Z->columns * (1 + one->quantities[HEADS]) + one->quantities[WORK]));
    return changes_nothing(one, Z) ? Z : apply(one, Z); }
static matrix after(network net, long count, matrix Z) {  // the first layers; all states on the way are kept
    struct states *known = scene.states;
    while (known && !(known->net == net && known->after[0] == Z)) known = known->next;
    if (!known) {
        known = scene.states = COPY(struct states, (&(struct states){net, NEW(matrix, net->count + 1), 0, scene.states}), 1);
        known->after[0] = Z; }
    long steps = allowance;
    for (; known->count < count; known->count++)
        known->after[known->count + 1] = applied(&net->unrolled[known->count], known->after[known->count]);
    scene.layered += steps - allowance;
    return known->after[count]; }
static matrix state(json t, scope s) {  // stage, after, layer
    network net = &networks[place_of(records, &t->items[1])];
    bool stage = t->op == STAGE, layer = t->op == LAYER, word = t->items[2].kind == STRING && stage;
    number k = word ? integer(named(net->stages, &t->items[2]), 0) : number_of(&t->items[2], s);
    long most = stage ? net->items->count : bounded(net->layers, LARGEST_SIZE);
    long place = layer ? index_of(k, most) : index_of(plus(k, whole(1)), most + 1);
    matrix Z = evaluate(&t->items[3], s).matrix;
    demand(Z->rows == net->d, "a network acts on matrices with another number of rows");
    unroll(net);
    return layer ? applied(&net->unrolled[place], Z) : after(net, stage ? net->stage_ends[place] : place, Z); }
static matrix columns(matrix Z, long *order, long first, long count) {
    matrix made = new_matrix(Z->rows, count);
    for (long k = 0; k < Z->rows * count; k++)
        made->entries[k] = AT(Z, k % Z->rows, order ? order[k / Z->rows] : first + k / Z->rows);
    return made; }
static matrix dot(matrix u, matrix Z) {
    matrix made = new_matrix(Z->columns, 1);
    demand(u->rows == Z->rows, "a list and a matrix that do not fit");
    for (long j = 0; j < Z->columns; j++) made->entries[j] = inner_product(u->entries, 1, &AT(Z, 0, j), 1, Z->rows);
    return made; }
static number integrated(number a, int first, int count, number side) {  // over [0, side], in these variables
    kind_of_both(a, &(struct number){.kind = POLYNOMIAL});
    demand(is_rational(side) && sign(side) >= 0, "an integral over a side below 0");
    for (int x = first + count - 1; x >= first; x--) {
        number total = whole(0), power_of_side = side;
        for (long k = 0; k < length(a, x); k++, power_of_side = times(power_of_side, side))  // x^k makes side^(k + 1) / (k + 1)
            total = plus(total, times(part(a, x, k), divided(power_of_side, whole(k + 1))));
        a = total; }
    return a; }
static number over_offsets(json t, scope s) {  // integral, lowest, highest
    long d = size_of("d"), n = size_of("n"), first = 0;
    demand(d <= LARGEST_TABLE / n, "offsets of too many entries"); spend(d * n);
    for (scope around = s; around; around = around->around) first += d * n;  // no variables around have such numbers
    number side = t->op == INTEGRAL ? NULL : end_of(number_of(&t->items[2], s), 1);
    demand(!side || sign(side) >= 0, "offsets that run over a side below 0");
    struct scope own = {&t->items[1], 'o', {.matrix = new_matrix(d, n)}, s};
    for (long k = 0; k < d * n; k++)
        own.value.matrix->entries[k] = side ? interval(whole(0), side) : variable(POLYNOMIAL, (int)(first + k));
    number body = number_of(&t->items[3], &own);
    return side ? end_of(body, t->op == HIGHEST) : integrated(body, (int)first, (int)(d * n), number_of(&t->items[2], s)); }
static bool is_relation(json t) { return t->op >= LESS && t->op <= NOT_IN; }
static bool related(int op, number u, number v, number w) {
    if (op == IN) return holds("<=", v, u) && holds("<=", u, w);
    return op == NOT_IN ? holds("<", u, v) || holds(">", u, w) : holds(operators[op].word, u, v); }
#define MADE(field, x) return (value){.field = (x)}
static value compute(json t, scope s) {
    json x = t->items; value a[4] = {{NULL}}, made = {.truth = t->op == AND};
    for (int k = 1; t->op >= MINUS && t->op <= COLUMNS && k < t->count; k++) a[k] = evaluate(&x[k], s);
    number u = a[1].number, v = a[2].number, w = a[3].number; matrix Z = a[1].matrix; long i, j;
    switch (t->op) {
    case LITERAL: MADE(number, integer(t, LONG_MIN));
    case PARAMETER: MADE(number, integer(named(parameters, &x[1]), LONG_MIN));
    case DEFINITION: MADE(number, definitions[place_of(values, &x[1])]);
    case NETWORK: MADE(number, quantity(&x[1], &x[2]));
    case VARIABLE: case OFFSETS: return value_of(s, &x[1]);
    case POINT: MADE(matrix, scene.point);
    case ACCUMULATOR: MADE(matrix, scene.accumulator);
    case NUMBERS: MADE(matrix, scene.numbers);
    case MINUS: MADE(number, minus(u, v)); case NEGATIVE: MADE(number, times(u, whole(-1)));
    case OVER: MADE(number, divided(u, v)); case POWER: MADE(number, power(u, v)); case FLOOR: MADE(number, rounded(u, false));
    case EQUAL: case DIFFERENT: case LESS: case LESS_OR_EQUAL: case GREATER: case GREATER_OR_EQUAL: case IN: case NOT_IN:
        MADE(truth, t->compared == 'n' ? related(t->op, u, v, w) : same(Z, a[2].matrix) == (t->op == EQUAL));
    case NOT: MADE(truth, !a[1].truth); case IMPLIES: MADE(truth, !a[1].truth || a[2].truth);
    case ITEM: MADE(number, Z->entries[index_of(v, Z->rows)]);
    case ENTRY: j = index_of(w, Z->columns), i = index_of(v, Z->rows); MADE(number, AT(Z, i, j));
    case DISTINCT: MADE(truth, different(Z)); case DOT: MADE(matrix, dot(Z, a[2].matrix));
    case COLUMNS: j = index_of(w, Z->columns), i = index_of(v, j + 1); MADE(matrix, columns(Z, NULL, i, j + 1 - i));
    case PERMUTED:
        Z = evaluate(&x[1], s).matrix;
        demand(Z->columns == size_of("n"), "a permutation and its matrix do not fit");
        MADE(matrix, columns(Z, value_of(s, &x[2]).order, 0, Z->columns));
    case PLUS: case TIMES:
        made = evaluate(&x[1], s);
        for (i = 2; i < t->count; i++) made.number = (t->op == PLUS ? plus : times)(made.number, number_of(&x[i], s));
        return made;
    case AND: case OR:
        for (i = 1; i < t->count; i++) if (evaluate(&x[i], s).truth == (t->op == OR)) made.truth = t->op == OR;
        return made;
    case IF: return evaluate(&x[evaluate(&x[1], s).truth ? 2 : 3], s);
    case SELECT: return evaluate(&x[2 + index_of(number_of(&x[1], s), t->count - 2)], s);
    case STAGE: case AFTER: case LAYER: MADE(matrix, state(t, s));
    case INTEGRAL: case LOWEST: case HIGHEST: MADE(number, over_offsets(t, s));
    default: return fold(t, s); } }
static matrix lasting_list(matrix Z) {
    struct stack *before = use(&lasting);
    matrix made = new_matrix(Z->rows, Z->columns);
    for (long k = 0; k < Z->rows * Z->columns; k++) made->entries[k] = lasting_copy(Z->entries[k]);
    return use(before), made; }
static bool outlive(value *made, char kind) {  // whether the value could be copied for good: rational numbers can
    bool list = kind == 'l' || kind == 'm', can = kind != 'n' || is_rational(made->number);
    for (long k = 0; list && k < made->matrix->rows * made->matrix->columns; k++) can = can && is_rational(made->matrix->entries[k]);
    if (can && kind == 'n') made->number = lasting_copy(made->number);
    if (can && list) made->matrix = lasting_list(made->matrix);
    return can; }
static value evaluate(json t, scope s) {
    struct kept *kept = t->kind == ARRAY ? t->items->kept : NULL;
    if (!kept) return compute(t, s);
    if (kept->turn && (kept->constant || kept->turn == scene.turn)) return spend(kept->steps), kept->value;
    long steps = allowance, layered = scene.layered; value made = compute(t, s);
    kept->constant = kept->constant && outlive(&made, operators[t->op].kind);
    kept->steps = steps - allowance - (kept->constant ? 0 : scene.layered - layered);
    return kept->turn = scene.turn, kept->value = made; }
static value constant(json t, const char *kind) {  // the value of a term without a point, or variables around it
    only_once = true, check(t, NULL, kind), only_once = false;
    return change_scene(), evaluate(t, NULL); }

// ---- Section 5: domains ----------------------------------------------------------------------------------------------
enum { ORBITS, SEQUENCES, PRODUCTS, LISTS, PAIRS, CELLS, POINT_KINDS };
enum { NONE, ALLOWED, FORBIDDEN, REQUIRED };
static const char *const POINT_KIND_NAMES[] = {"orbits", "sequences", "product", "list", "pairs", "cells"};

typedef struct column { number id, *entries; bool plain; } *column;  // plain: not special; no id in a vocabulary
typedef struct vocabulary { long count, *plain_from; column columns; } *vocabulary;  // how many from this one on are plain
typedef struct points {  // of a domain; those of a list are taken for the columns of a product with one place
    int kind, repeats, specials;
    long d, n, places;                                // how many columns are chosen
    number total, columns, plain, start, step, count;  // how many points, columns, plain columns; the levels
    matrix special, ids, *breaks;                     // the last: of each row of cells
    vocabulary vocabularies;  // one, of a product one for each place; NULL as long as the columns are not listed
    struct points *of;
    number from, to;          // of cells in a box
    long place, *chosen;      // of the last point that was made: its rank and 1 more, if that fits; the numbers of its columns
} *points;
typedef struct domain {
    json name, spec; struct points points;
    bool whole, complete, used;  // whether all points are decided; whether all those are recomputed; whether a step is over it
    number decided, passed;  // how many points; and in the ranges before this one
    long ranges, range;
    number (*ends)[2];       // of each range
} *domain;
static long compared;  // how many entries of columns are compared here
static int by_entries(const void *a, const void *b) {
    number *x = ((column)a)->entries, *y = ((column)b)->entries; long k = 0;
    while (k < compared && !compare(x[k], y[k])) k++;
    return k < compared ? compare(x[k], y[k]) : 0; }
static void sort(column columns, long count, int order(const void *, const void *)) {
    qsort(columns, (size_t)count, sizeof *columns, order);
    for (long k = 1; k < count; k++) demand(order(&columns[k - 1], &columns[k]), "a domain has something twice"); }
// Columns of d entries; or, with n > 0, matrices, each an array of d rows of n entries.
static struct vocabulary read_vocabulary(json columns, long d, long n) {
    struct vocabulary made = {.count = array(columns, -1)->count}; long size = compared = n ? d * n : d;
    made.columns = NEW(struct column, made.count), made.plain_from = NEW(long, made.count + 1);
    for (long k = 0; k < made.count; k++) {
        json rows = array(&columns->items[k], d);
        for (long i = 0; n && i < d; i++) array(&rows->items[i], n);
        spend(size);
        number *entries = made.columns[k].entries = NEW(number, size);
        for (long i = 0; i < size; i++) entries[i] = constant(n ? &rows->items[i % d].items[i / d] : &rows->items[i], "n").number;
        made.plain_from[k] = made.count - k; }
    sort(COPY(struct column, made.columns, made.count), made.count, by_entries);
    return made; }
static void read_levels(points p, json levels, json special, json ids, bool counted) {
    keys(levels, "start step count");
    p->start = constant(field(levels, "start"), "n").number, p->step = constant(field(levels, "step"), "n").number;
    p->count = constant(field(levels, "count"), "n").number;
    demand(is_whole(p->count) && sign(p->count) >= 0, "the count of levels");
    p->special = new_matrix(array(special, -1)->count, 1);
    for (int k = 0; k < special->count; k++) p->special->entries[k] = constant(&special->items[k], "n").number;
    if (p->specials == NONE) p->special->rows = 0;
    bool once = (!is_zero(p->step) || bounded(p->count, 2) < 2) && different(p->special);
    for (long k = 0; k < p->special->rows; k++) {
        number place = divided(minus(p->special->entries[k], p->start), is_zero(p->step) ? whole(1) : p->step);
        once = once && !(is_whole(place) && sign(place) >= 0 && compare(place, p->count) < 0); }
    demand(once, "a level of a domain occurs twice"); p->ids = constant(ids, "l").matrix;
    demand(p->ids->rows == p->d, "the ids of a domain are not one for each row");
    if (counted) p->columns = power(plus(p->count, whole(p->special->rows)), whole(p->d)), p->plain = power(p->count, whole(p->d)); }
static void list_columns(points p) {  // those that levels make, by their ids
    long count = bounded(p->columns, LARGEST_SIZE), plain = bounded(p->count, LARGEST_SIZE), levels = plain + p->special->rows;
    demand((count > p->n ? count : p->n) <= LARGEST_TABLE / p->d, "a domain has too many columns to list");
    spend(count * p->d); struct stack *before = use(&lasting);
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
        one->id = inner_product(p->ids->entries, 1, one->entries, 1, p->d); }
    sort(made->columns, count, by_number);
    for (long k = count - 1; k >= 0; k--) made->plain_from[k] = made->plain_from[k + 1] + made->columns[k].plain;
    use(before); }
static number binomial(number n, long k) {
    number made = fresh(RATIONAL);
    return mpz_bin_ui(mpq_numref(made->q), mpq_numref(n->q), (unsigned long)k), tidy(made); }
// How many choices of k of these columns, of which some are plain, complete a point of orbits.
static number ways(points p, long k, number columns, number plain, bool repeated, bool special) {
    number made = NULL, c = columns;
    for (; c; c = c == columns && p->specials == REQUIRED && !special ? plain : NULL) {
        demand(k <= LARGEST_NUMBER / (long)bits(plus(c, whole(k))), "a number of points has too many bits");
        number weak = k ? binomial(plus(c, whole(k - 1)), k) : whole(1), strict = binomial(c, k);
        number all = p->repeats == FORBIDDEN ? strict : p->repeats == REQUIRED && !repeated ? minus(weak, strict) : weak;
        made = made ? minus(made, all) : all; }
    return made; }
static number ways_from(points p, long k, long c, bool repeated, bool special) {
    return ways(p, k, whole(p->vocabularies->count - c), whole(p->vocabularies->plain_from[c]), repeated, special); }
// Of the orbits that agree with the chosen columns before column i, and of which that one is at least `low`, or one less
// where it may repeat the last: the one with this rank, column by column, by counting.
static void find_orbit(points p, number rank, long i, long low, bool again, bool repeated, bool special) {
    for (long k = p->n - i, *chosen = p->chosen + i; k > 0; k--, again = true, low = *chosen++ + 1) {
        if (again && p->repeats != FORBIDDEN) {  // points that repeat the last column come first
            number ways = ways_from(p, k - 1, *chosen = low - 1, true, special);
            if (compare(rank, ways) < 0) { repeated = true; continue; }
            rank = minus(rank, ways); }
        number all = ways_from(p, k, low, repeated, special);
        for (long most = p->vocabularies->count - 1, middle = low; low < most; middle = (low + most) / 2) {
            bool enough = compare(minus(all, ways_from(p, k, middle + 1, repeated, special)), rank) > 0;
            if (enough) most = middle;  // the least with which, or one before, enough go on
            else low = middle + 1; }
        rank = minus(rank, minus(all, ways_from(p, k, *chosen = low, repeated, special)));
        special = special || !p->vocabularies->columns[low].plain; } }
static void next_orbit(points p) {  // that which follows the chosen one: it has the longest beginning with which another goes on
    struct { bool repeated, special; } *before = allocate(p->n + 1, sizeof *before);
    long i = 0, *chosen = p->chosen;
    for (; i < p->n; i++) {
        before[i + 1].repeated = before[i].repeated || (i && chosen[i] == chosen[i - 1]);
        before[i + 1].special = before[i].special || !p->vocabularies->columns[chosen[i]].plain; }
    do i--;
    while (i && is_zero(ways_from(p, p->n - i, chosen[i] + 1, before[i].repeated, before[i].special)));
    find_orbit(p, whole(0), i, chosen[i] + 1, false, before[i].repeated, before[i].special); }
// The entries of the point with this rank; of cells, forms in the entries, or those of a sample, and which row it is.
static void find_entries(points p, number rank, bool sample, number *entries, number *row) {
    if (p->kind == PAIRS) {
        points left = &p->of[0], right = &p->of[1]; number first = quotient(rank, left->total);
        find_entries(left, first, sample, entries, row), right->vocabularies = left->vocabularies;
        find_entries(right, minus(rank, times(first, left->total)), sample, entries + p->d * p->n, row);
    } else if (p->kind == CELLS) {
        long i = 0, cell = bounded(rank, LONG_MAX), more = p->from ? -1 : 1;
        for (; cell >= 2 * p->breaks[i]->rows + more; i++) cell -= 2 * p->breaks[i]->rows + more;
        cell += p->from != NULL;  // 0 is before the first breakpoint, 1 that, 2 between it and the second
        number *breaks = p->breaks[i]->entries, low = cell ? breaks[(cell - 1) / 2] : NULL;
        number high = cell < 2 * p->breaks[i]->rows ? breaks[cell / 2] : NULL;
        box = allocate(p->d, sizeof *box);
        for (long k = 0; k < p->d; k++) {
            box[k].low = k == i ? low : p->from, box[k].high = k == i ? high : p->to, box[k].closed = k != i && p->from;
            entries[k] = !sample ? variable(FORM, (int)k) : p->from ? p->from : whole(0); }
        number inside = !low ? minus(high, whole(1)) : !high ? plus(low, whole(1)) : divided(plus(low, high), whole(2));
        if (sample || cell % 2) entries[i] = inside;
        *row = whole(i + 1);
    } else {
        long *chosen, size = p->kind == LISTS ? p->d * p->n : p->d, place = bounded(rank, LONG_MAX - 1);
        struct stack *before = use(&lasting); p->chosen = chosen = p->chosen ? p->chosen : NEW(long, p->places); use(before);
        if (!p->vocabularies) list_columns(p);
        bool fits = place < LONG_MAX - 1;
        if (p->kind == ORBITS && fits && place && p->place == place) next_orbit(p);
        else if (p->kind == ORBITS && p->place != place + 1) find_orbit(p, rank, 0, 0, false, false, false);
        p->place = fits ? place + 1 : 0;
        for (long j = p->places - 1; j >= 0; j--) {
            vocabulary v = &p->vocabularies[p->kind == PRODUCTS ? j : 0];
            number count = whole(v->count), rest = quotient(rank, count);
            if (p->kind != ORBITS) chosen[j] = bounded(minus(rank, times(rest, count)), LONG_MAX), rank = rest;
            for (long i = 0; i < size; i++) entries[j * size + i] = v->columns[chosen[j]].entries[i]; } } }
static void read_breakpoints(points p, json spec, json rows) {
    bool boxed = find(spec, "from", "from" + 4) || find(spec, "to", "to" + 2);
    keys(spec, boxed ? "kind columns from to" : "kind columns");
    number columns = constant(field(spec, "columns"), "n").number;
    recognise(is_whole(columns) && bounded(columns, 2) == 1, "cells of more than one column");
    if (boxed) p->from = constant(field(spec, "from"), "n").number, p->to = constant(field(spec, "to"), "n").number;
    demand(!boxed || compare(p->from, p->to) < 0, "the box of cells is empty");
    p->breaks = NEW(matrix, array(rows, p->d)->count);
    for (int i = 0; i < rows->count; i++) {
        matrix row = p->breaks[i] = new_matrix(array(&rows->items[i], -1)->count, 1);
        for (long k = 0; k < row->rows; k++) {
            row->entries[k] = rational(&rows->items[i].items[k]);
            demand(!k || compare(row->entries[k - 1], row->entries[k]) < 0, "the breakpoints of a row do not increase"); }
        bool spans = !boxed || (row->rows && !compare(row->entries[0], p->from) && !compare(row->entries[row->rows - 1], p->to));
        demand(row->rows && spans, "the breakpoints of a row do not reach from end to end");
        p->total = plus(p->total, whole(2 * row->rows + (boxed ? -1 : 1))); } }
static int choice(json node, int from) {
    static const char *const words[] = {"none", "allowed", "forbidden", "required"};
    while (from <= REQUIRED && !is_word(node, words[from])) from++;
    return demand(from <= REQUIRED, "repeats or specials of a domain"), from; }
// With their number, if that is to be known: it may be too large.
static void read_points(points p, json spec, json evidence, bool paired, bool counted) {
    json kind = find(spec, "kind", "kind" + 4);
    *p = (struct points){.repeats = ALLOWED, .specials = ALLOWED, .total = whole(0)};
    while (kind && p->kind < POINT_KINDS && !is_word(kind, POINT_KIND_NAMES[p->kind])) p->kind++;
    recognise(kind && p->kind < (paired ? PAIRS : POINT_KINDS), "the kind of a domain %.*s", TEXT(spec));
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
            if (counted) p->total = times(p->total, whole(p->vocabularies[j].count)); }
        p->columns = p->plain = whole(p->vocabularies->count), p->places = list ? 1 : p->n;
    } else {
        keys(spec, orbits ? "kind levels special ids repeats specials" : "kind levels special ids");
        if (orbits) p->specials = choice(field(spec, "specials"), NONE);
        demand(p->specials != FORBIDDEN, "specials of a domain");
        read_levels(p, field(spec, "levels"), field(spec, "special"), field(spec, "ids"), counted); }
    if (orbits) p->repeats = choice(field(spec, "repeats"), ALLOWED);
    if (orbits && counted) p->total = ways(p, p->n, p->columns, p->plain, false, false);
    if (p->kind == SEQUENCES && counted) p->total = power(p->columns, whole(p->n)); }
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
        made->decided = plus(made->decided, minus(stop, start)); }
    made->whole = points->kind && !compare(made->decided, total); }
static number decided_rank(domain from, number k) {  // of a decided point; asked for in increasing order
    number *ends = from->ends[from->range];
    for (number more; compare(k, more = plus(from->passed, minus(ends[1], ends[0]))) >= 0; ends = from->ends[++from->range])
        from->passed = lasting_copy(more);
    return plus(ends[0], minus(k, from->passed)); }
static bool is_decided(domain one, number rank) {
    long k = 0; spend(one->ranges);
    while (k < one->ranges && !(compare(one->ends[k][0], rank) <= 0 && compare(rank, one->ends[k][1]) < 0)) k++;
    return k < one->ranges; }

// ---- Section 6: steps ------------------------------------------------------------------------------------------------
enum { EACH, DIFFER, APART, ADDED, OWN };
static const struct { const char *name, *relations, *kinds; } FOLDS[] = {
    {"each", "", "b"}, {"distinct", "", "nl"}, {"apart", " >= > ", "nl"}, {"sum", " <= = >= < > ", "n"}, {"\n", "", "nl"}};

typedef struct place { int domain; number rank; } place;  // the position of a domain in `over`
typedef struct found { place place; matrix numbers; } *found;
typedef struct step {
    json record, name, over, given, term, witness, measure, following, asserted;  // the last two: of an own fold
    int fold; char relation[4], kind; const char *verdict; domain *domains;     // the kind of the term
    struct scope row, *scope; matrix start;                                     // of cells: their row; of an own fold
    number bound, points, applicable, failures, extremes[2], total; mpz_t sum;  // of measured numbers; the total: of a fold
    bool real, measured, alone, known, whole, undecided;  // real: it speaks of reals; alone: a point does not stand for its orbit; whole: all were looked at
    bool *evaluated;                     // networks
    long looked, applied, failed; found found;
    place first, at[2];                  // the least that failed; where the extremes are
} *step;
static mpz_t prime;
static struct json row_name = {.kind = STRING, .length = 5};
static json of(step one, const char *key) { return field(one->record, key); }

// Floors (section 9): K 2^E with 2^63 <= |K| < 2^64, E the smallest such exponent.
static number times_power(number a, long e) {  // a 2^e
    number two = fresh(RATIONAL); mpz_ui_pow_ui(mpq_numref(two->q), 2, (unsigned long)(e < 0 ? -e : e)), two = tidy(two);
    return e < 0 ? divided(a, two) : times(a, two); }
static number floor_of(number x, long *exponent) {  // K
    number k = whole(0); long e = 0;
    if (is_zero(x)) return *exponent = 0, k;
    for (; mpz_sizeinbase(mpq_numref((k = rounded(times_power(x, e), false))->q), 2) < 70; e += 64) spend(1);
    for (e = (long)mpz_sizeinbase(mpq_numref(k->q), 2) - 65 - e;; e++) {
        k = rounded(times_power(x, -e), false);
        if (mpz_sizeinbase(mpq_numref(k->q), 2) <= 64) return *exponent = e, k; } }
static bool floors;  // whether numbers are put as their floors

// Text to be hashed, or compared with what is written: %s a string, %j a node, %n a number, %f one that may be put as its floor, %l a list, %m a matrix.
static struct { char *text; long length, room; } written;
static void put(const char *format, ...) {
    va_list parts; va_start(parts, format);
    for (const char *p = format, *text; *p; p++) {
        char letter = *p == '%' ? *++p : 0; json node = letter == 'j' ? va_arg(parts, json) : NULL;
        matrix Z = letter == 'l' || letter == 'm' ? va_arg(parts, matrix) : NULL;
        text = node ? file + node->start : letter == 's' ? va_arg(parts, char *) : p;
        if (letter == 'n' || letter == 'f') {
            number x = va_arg(parts, number); long e; number k = letter == 'f' && floors ? floor_of(x, &e) : NULL;
            if (k) put("{\"exponent\":%n,\"floor\":%n", whole(e), k);
            text = k ? "}" : text_of(x); }
        for (long i = 0; Z && i < Z->rows; i++) {
            put(i ? "," : "[");
            for (long j = 0; j < Z->columns; j++) put(letter == 'l' ? "%f" : j ? ",%f" : "[%f", AT(Z, i, j));
            if (letter == 'm') put("]"); }
        if (Z) text = Z->rows ? "]" : "[]";
        long length = node ? node->length : letter ? (long)strlen(text) : 1;
        bool larger = written.length + length > written.room;
        if (larger) written.room = 2 * (written.length + length), written.text = realloc(written.text, (size_t)written.room);
        demand(written.text, "there is no memory for a witness");
        memcpy(written.text + written.length, text, (size_t)length), written.length += length; }
    va_end(parts); }
static void agree(step one, json node, const char *what) {  // with what was put
    bool same = is_text(node, written.text, written.length); int shown = written.length < 200 ? (int)written.length : 200;
    demand(same, "the %s of step %.*s is not the one found, %.*s", what, TEXT(one->name), shown, written.text);
    written.length = 0; }
static bool earlier(place a, place b) { return a.domain < b.domain || (a.domain == b.domain && compare(a.rank, b.rank) < 0); }
static void enter(step one, place where, bool sample) {
    points p = &one->domains[where.domain]->points; spend(p->n);
    scene.point = new_matrix(p->d, p->kind == PAIRS ? 2 * p->n : p->n), change_scene();
    find_entries(p, where.rank, sample, scene.point->entries, &one->row.value.number); }
static bool is_logic(json t) { return t->op == ALL || t->op == PERMUTATIONS || t->op == AND || t->op == IMPLIES; }
static json falsity(json t, scope *s) {  // where a false term is false: the part of it that is no logic, and its scope
    while (is_logic(t)) {
        json found = t->op == IMPLIES ? &t->items[2] : NULL;
        for (int k = 1; t->op == AND && k < t->count && !found; k++)
            if (!evaluate(&t->items[k], *s).truth) found = &t->items[k];
        for (loop one = found || t->op == AND ? NULL : begin(t, *s); one && !found && next(one);)
            if (!evaluate(one->body, &one->own).truth) found = one->body, *s = &one->own;
        demand(t = found, "a witness is none"); }
    return t; }
static void put_value(json t, scope s, char kind) {
    value v = evaluate(t, s);
    if (kind == 'n') put("%f", v.number);
    else put(kind == 'l' ? "%l" : "%m", v.matrix); }
static void put_side(step one, const char *side, json t, scope s, char kind) {  // of a witness, of reals as floors
    floors = one->real;
    if (one->real && !field(one->witness, side)->kind) put("null");  // a floor may have been undecided
    else put_value(t, s, kind);
    floors = false; }
// The witness: the points at these places; and where `asserted` is false, or else how two numbers are related.
static void check_witness(step one, place *places, int count, json asserted, number left, number right) {
    scope s = one->scope; bool hidden; int names = 0;
    json bindings = field(one->witness, "bindings"), key = bindings->items;
    put("{\"at\":[");
    for (int k = 0; k < count; k++) put(k ? ",[%j,%n]" : "[%j,%n]", one->domains[places[k].domain]->name, places[k].rank);
    if (count) enter(one, places[0], true);
    json part = asserted ? falsity(asserted, &s) : NULL;
    put("],\"bindings\":{");
    for (; asserted && bindings->kind == OBJECT && names < bindings->count / 2; names++, key += 2) {
        scope found = find_variable(s, key, &hidden);  // of two variables with one name the inner one
        demand(found, "a binding of the witness of %.*s", TEXT(one->name)); put(names ? ",%j:" : "%j:", key);
        if (found->kind == 'n') put("%n", found->value.number);
        for (long i = 0; found->kind == 'p' && i < size_of("n"); i++) put(i ? ",%n" : "[%n", whole(found->value.order[i] + 1));
        if (found->kind == 'p') put("]"); }
    for (scope v = s; asserted && v; v = v->around) names -= find_variable(s, v->name, &hidden) == v;
    demand(!names, "the witness of %.*s does not bind all variables", TEXT(one->name));
    bool plain = part && !is_relation(part), range = part && (part->op == IN || part->op == NOT_IN);
    put(!part ? "},\"left\":%n" : plain ? "},\"left\":null" : "},\"left\":", left);
    if (part && !plain) put_side(one, "left", &part->items[1], s, part->compared);
    put(",\"points\":[");
    for (int k = 0; k < count; k++) {
        if (k) put(","), enter(one, places[k], true);
        put("%m", scene.point); }
    const char *word = part ? operators[part->op].word : one->fold == DIFFER ? "!=" : one->relation;
    put(plain ? "],\"relation\":null,\"right\":null" : "],\"relation\":\"%s\",\"right\":%s", word, range ? "[" : "");
    if (part && !plain) put_side(one, "right", &part->items[2], s, part->compared);
    if (range) floors = one->real, put(",%f]", number_of(&part->items[3], s)), floors = false;
    put(part ? "}" : "%n}", right), agree(one, one->witness, "witness"); }

// What a point says.
static place lasting_place(place where) { return (place){where.domain, lasting_copy(where.rank)}; }
static void measure(step one, place where, number x) {
    mpz_t residue; mpz_init(residue); long e;
    if (!one->measured) return;
    if (one->real) x = floor_of(x, &e), x = times_power(x, e);
    for (int k = 0; k < 2; k++) {  // least, greatest
        int order = !one->extremes[k] ? -1 : k ? compare(one->extremes[1], x) : compare(x, one->extremes[0]);
        if (order > 0 || (!order && !earlier(where, one->at[k]))) continue;
        one->extremes[k] = lasting_copy(x), one->at[k] = lasting_place(where); }
    if (one->real) return;
    demand(mpz_invert(residue, mpq_denref(x->q), prime), "a number that is no residue modulo the prime");
    mpz_mul(residue, residue, mpq_numref(x->q)), mpz_mod(residue, residue, prime);
    mpz_add(one->sum, one->sum, residue), mpz_mod(one->sum, one->sum, prime); }  // in the memory that it has
static bool look_each(step one, place where, json t, scope s) {  // measures the relation of numbers below `all`s
    bool truth = true;
    for (loop turns = t->op == ALL ? begin(t, s) : NULL; turns && next(turns);)
        truth = look_each(one, where, turns->body, &turns->own) && truth;
    if (t->op == ALL) return truth;
    number u = number_of(&t->items[1], s), v = number_of(&t->items[2], s), w = t->count > 3 ? number_of(&t->items[3], s) : NULL;
    measure(one, where, w ? u : minus(v, u));
    return related(t->op, u, v, w); }
static number orders(matrix Z) {  // in how many different orders its columns can stand, of which equal ones are neighbours
    number count = whole(1);
    for (long j = 1, alike = 1; j < Z->columns; j++) {
        alike = same(columns(Z, NULL, j, 1), columns(Z, NULL, j - 1, 1)) ? alike + 1 : 1;
        count = divided(times(count, whole(j + 1)), whole(alike)); }
    return count; }
static void look(step one, place where) {
    one->looked++;
    if (one->undecided || (one->given->kind && !evaluate(one->given, one->scope).truth)) return;
    one->applied++;
    if (one->fold == EACH) {
        json leaf = one->term;
        while (leaf->op == ALL) leaf = &leaf->items[4];
        bool relation = one->measured && is_relation(leaf) && leaf->compared == 'n';
        bool truth = relation ? look_each(one, where, one->term, one->scope) : evaluate(one->term, one->scope).truth;
        if (!relation) measure(one, where, whole(truth));
        if (!truth && (!one->failed++ || earlier(where, one->first))) one->first = lasting_place(where);
        return; }
    value v = evaluate(one->term, one->scope);
    matrix numbers = one->kind == 'n' ? new_matrix(1, 1) : v.matrix;
    if (one->kind == 'n') numbers->entries[0] = v.number;
    for (long k = 0; k < numbers->rows; k++) measure(one, where, numbers->entries[k]);
    bool orbit = one->over->count && one->domains[where.domain]->points.kind == ORBITS;
    if (one->fold == ADDED) one->total = lasting_copy(plus(one->total, times(v.number, orbit ? orders(scene.point) : whole(1))));
    if (one->fold == ADDED) return;
    struct stack *before = use(&lasting);
    one->found = grown(one->found, one->applied - 1, sizeof *one->found);
    one->found[one->applied - 1] = (struct found){lasting_place(where), lasting_list(numbers)};
    use(before); }

// What the points come to together: each returns how many failures there are, after it has checked the witness.
static int by_place(const void *a, const void *b) {
    return earlier(((found)a)->place, ((found)b)->place) ? -1 : earlier(((found)b)->place, ((found)a)->place); }
typedef struct item { number number; long of; } *item;  // a number, and of which point
static bool near(step one, number a, number b) {
    return !fits(one->fold == APART ? one->relation : ">", compare(minus(b, a), one->bound)); }
// The numbers of these points in order; whether two of them are too near; the least difference, or number that is there twice.
static item ordered(step one, long *of, long points, long *count, bool *clash, number *least) {
    *count = 0, *clash = false, *least = NULL;
    for (long k = 0; k < points; k++) *count += one->found[of ? of[k] : k].numbers->rows;
    item items = NEW(struct item, *count), end = items;
    for (long k = 0; k < points; k++)
        for (long i = 0; i < one->found[of ? of[k] : k].numbers->rows; i++)
            *end++ = (struct item){one->found[of ? of[k] : k].numbers->entries[i], of ? of[k] : k};
    qsort(items, (size_t)*count, sizeof *items, by_number);
    for (item this = items; this + 1 < end; this++) {
        number apart = minus(this[1].number, this->number);
        *clash = *clash || near(one, this->number, this[1].number);
        if (one->fold == APART && (!*least || compare(apart, *least) < 0)) *least = apart;
        if (one->fold == DIFFER && !*least && is_zero(apart)) *least = this->number; }
    return items; }
static long settle_pairs(step one) {
    long count, failed = 0, pair[2] = {0, 0};
    bool clash, alone = false, *fails = NEW(bool, one->applied); number least;
    item items = ordered(one, NULL, one->applied, &count, &clash, &least);
    for (long k = 1; k < count; k++)
        if (near(one, items[k - 1].number, items[k].number)) fails[items[k - 1].of] = fails[items[k].of] = true;
    for (long k = 0; k < one->applied; k++)
        if (fails[k]) ordered(one, &k, 1, &count, &clash, &least), alone = alone || clash, pair[0] = failed++ ? pair[0] : k;
    if (!failed || one->applied < 2) return 0;
    if (alone) pair[0] = 0;  // a point with two such numbers of its own makes a pair with any other
    for (pair[1] = pair[0] + 1; ordered(one, pair, 2, &count, &clash, &least), !clash;) pair[1]++;
    place places[] = {one->found[pair[0]].place, one->found[pair[1]].place};
    return check_witness(one, places, 2, NULL, least, one->fold == DIFFER ? least : one->bound), failed; }
static bool may_be(json t, json relation) {  // whether a falsity of t can have this relation
    bool found = false;
    if (!is_logic(t)) return is_relation(t) ? is_word(relation, operators[t->op].word) : !relation->kind;
    for (int k = t->op == AND ? 1 : t->count - 1; k < t->count; k++) found = found || may_be(&t->items[k], relation);
    return found; }
static long settle_whole(step one) {  // a sum, or an own fold
    if (!one->whole && is_zero(one->failures)) return 0;
    if (!one->whole && one->fold == OWN) {
        keys(one->witness, "at bindings left points relation right");
        array(field(one->witness, "at"), 0), array(field(one->witness, "points"), 0);
        demand(field(one->witness, "bindings")->kind == OBJECT, "the bindings of a witness");
        return demand(may_be(one->asserted, field(one->witness, "relation")), "the relation of a witness"), 1; }
    if (!one->known || is_zero(one->applicable) || one->alone) return 0;
    number total = one->fold == OWN || one->whole ? one->total : rational(field(one->witness, "left"));
    if (one->fold == ADDED && fits(one->relation, compare(total, one->bound))) return 0;
    if (one->fold == ADDED) return check_witness(one, NULL, 0, NULL, total, one->bound), 1;
    scene.accumulator = one->start;
    for (long k = 0; k < one->applied; k++) {
        matrix made = new_matrix(one->start->rows, 1);
        scene.numbers = one->found[k].numbers;
        for (long i = 0; i < made->rows; i++) made->entries[i] = number_of(&one->following->items[i], NULL);
        scene.accumulator = lasting_list(made), passing.used = 0, change_scene(); }
    if (evaluate(one->asserted, NULL).truth) return 0;
    return check_witness(one, NULL, 0, one->asserted, NULL, NULL), 1; }
static void settle(step one) {  // compares what the points said with what the step reports
    passing.used = 0, change_scene();
    if (one->found) qsort(one->found, (size_t)one->applied, sizeof *one->found, by_place);
    if (one->fold != EACH) one->failed = one->fold >= ADDED ? settle_whole(one) : settle_pairs(one);
    else if (one->failed) check_witness(one, &one->first, one->over->count > 0, one->term, NULL, NULL);
    number missed = minus(one->applicable, whole(one->applied)), others = minus(one->failures, whole(one->failed));
    number most = one->fold == EACH ? missed : one->fold >= ADDED || one->whole ? whole(0) : one->failures;
    bool possible = sign(missed) >= 0 && compare(missed, minus(one->points, whole(one->looked))) <= 0;
    possible = possible && sign(others) >= 0 && compare(others, most) <= 0;
    demand(possible, "step %.*s: found %ld applicable, %ld failing points", TEXT(one->name), one->applied, one->failed);
    demand(is_zero(one->failures) == !one->witness->kind, "the witness of step %.*s", TEXT(one->name));
    if (one->extremes[0] && !one->whole && !one->real) mpz_mod(one->sum, mpq_numref(integer(field(one->measure, "sum"), LONG_MIN)->q), prime);
    for (int k = 1; k >= 0 && one->extremes[0]; k--)
        floors = one->real, put(k ? "{\"max\":%f,\"max_at\":[%j,%n]," : "\"min\":%f,\"min_at\":[%j,%n],\"sum\":", one->extremes[k],
            one->domains[one->at[k].domain]->name, one->at[k].rank), floors = false;
    number residue = fresh(RATIONAL); mpz_set(mpq_numref(residue->q), one->sum);
    put(!one->extremes[0] ? "null" : one->real ? "null}" : "%n}", residue), agree(one, one->measure, "measure"); }
static void read_fold(step one, json relation, json bound) {
    json fold = of(one, "fold"); bool own = fold->kind == OBJECT, mixed = false;
    for (int k = 0; k < one->over->count; k++) mixed = mixed || one->domains[k]->points.kind != CELLS;
    while (one->fold < OWN && !is_word(fold, FOLDS[one->fold].name)) one->fold++;
    recognise(one->fold < OWN || own, "the fold of step %.*s", TEXT(one->name));
    recognise(!one->scope || (one->fold == EACH && !mixed), "a fold of step %.*s over cells", TEXT(one->name));
    char word[8] = "";
    if (relation->kind == STRING && relation->length <= 4)
        sprintf(word, " %.*s ", WORD(relation)), sprintf(one->relation, "%.*s", WORD(relation));
    bool related = *FOLDS[one->fold].relations;
    demand((related ? *word && strstr(FOLDS[one->fold].relations, word) : !relation->kind) && !bound->kind == !related,
           "the bound or the relation of step %.*s", TEXT(one->name));
    one->kind = check(one->term, one->scope, FOLDS[one->fold].kinds); available.point = false;
    one->bound = related ? constant(bound, "n").number : whole(0), one->total = whole(0);
    demand(one->fold < ADDED || one->known || is_zero(one->failures), "step %.*s fails by a part of its points", TEXT(one->name));
    if (!own) return;
    keys(fold, "start next holds");
    json start = array(field(fold, "start"), -1);
    one->following = array(field(fold, "next"), start->count), one->asserted = field(fold, "holds");
    demand(start->count, "the fold of step %.*s has no numbers", TEXT(one->name));
    one->start = new_matrix(start->count, 1);
    for (int k = 0; k < start->count; k++) one->start->entries[k] = constant(&start->items[k], "n").number;
    available.accumulator = available.numbers = true;
    for (int k = 0; k < start->count; k++) check(&one->following->items[k], NULL, "n");
    available.numbers = false, check(one->asserted, NULL, "b"), available.accumulator = false; }
// Reads a step; its statement, its counts and its verdict must agree with each other.
#define STEP "name kind says over given fold term statement verdict reason points applicable failures witness measure evidence"
static void read_step(step one, json record, json definitions, domain domains, int count) {
    json bound = find(record, "bound", "bound" + 5), relation = find(record, "relation", "relation" + 8);
    keys(record, bound || relation ? STEP " bound relation" : STEP);
    if (!bound) bound = relation = &nothing;
    one->record = record, one->name = of(one, "name"), one->over = array(of(one, "over"), -1);
    one->given = of(one, "given"), one->term = of(one, "term");
    one->witness = of(one, "witness"), one->measure = of(one, "measure");
    demand(one->name->kind == STRING && of(one, "says")->kind == STRING, "the name of a step");
    json kind = of(one, "kind"), verdict = of(one, "verdict"), reason = of(one, "reason");
    demand(is_word(kind, "statement") || is_word(kind, "proof line") || is_word(kind, "repaired"), "the kind of a step");
    number all = one->over->count ? whole(0) : whole(1); bool cells = false, orbits = false;
    one->domains = NEW(domain, one->over->count), one->known = true;
    recognise(!of(one, "evidence")->kind, "the evidence of step %.*s", TEXT(one->name));
    struct reach used = nowhere(); bool first = true;
    reach(one->given, &used), reach(one->term, &used), reach(bound, &used), reach(of(one, "fold"), &used);
    one->evaluated = COPY(bool, used.evaluated, records->count / 2);
    for (int k = 0; k < one->over->count; k++) {
        domain found = domains;
        while (found < domains + count && !same_text(found->name, &one->over->items[k])) found++;
        demand(found < domains + count, "step %.*s is over a domain that is none", TEXT(one->name));
        for (int i = 0; i < k; i++) demand(one->domains[i] != found, "step %.*s is twice over one domain", TEXT(one->name));
        spend(count + k); found->used = true, reach(found->spec, &used);
        one->domains[k] = found, all = plus(all, found->decided), one->known = one->known && found->whole;
        points p = found->points.kind == PAIRS ? found->points.of : &found->points;
        cells = cells || p->kind == CELLS, orbits = orbits || p->kind == ORBITS; }
    reach_back(definitions, &used), add_reach(&reached, used), spend(definitions->count);
    put(bound->kind ? "{\"bound\":%j,\"definitions\":[" : "{\"definitions\":[", bound);
    for (int k = 0; k < definitions->count; k++)
        if (used.definitions[place_of(values, definitions->items[k].items)])
            put(first ? "%j" : ",%j", &definitions->items[k]), first = false;
    put("],\"domains\":[");
    for (int k = 0; k < one->over->count; k++) put(k ? ",[%j,%j]" : "[%j,%j]", one->domains[k]->name, one->domains[k]->spec);
    put("],\"fold\":%j,\"given\":%j", of(one, "fold"), one->given);
    if (bound->kind) put(",\"relation\":%j", relation);
    put(",\"term\":%j}", one->term);
    require_digest(written.text, written.length, of(one, "statement"), "the statement hash of a step");
    written.length = 0;
    one->points = integer(of(one, "points"), 0);
    one->applicable = integer(of(one, "applicable"), 0), one->failures = integer(of(one, "failures"), 0);
    row_name.start = at + 1, one->row = (struct scope){.name = &row_name, .kind = 'n'}, one->scope = cells ? &one->row : NULL;
    mpz_init2(one->sum, 256);
    for (long k = 0; k < records->count / 2; k++) one->real = one->real || (used.networks[k] && networks[k].real);
    one->measured = one->over->count && !cells && !(one->real && !one->measure->kind);
    in_place = false, available.point = one->over->count > 0;
    if (one->given->kind) check(one->given, one->scope, "b");
    read_fold(one, relation, bound);
    recognise(!one->real || (one->fold == EACH && !cells), "the fold or the domain of step %.*s, of reals", TEXT(one->name));
    one->alone = orbits && in_place;
    bool pairs = one->fold == DIFFER || one->fold == APART, fails = sign(one->failures);
    bool many = compare(one->applicable, whole(pairs ? 2 : 1)) >= 0;
    static const char undecided[] = "undecided at ";
    one->undecided = (one->real || !one->over->count) && reason->kind == STRING && reason->length > (int)sizeof undecided && !memcmp(file + reason->start + 1, undecided, sizeof undecided - 1);
    bool possible = compare(one->failures, one->applicable) <= 0 && compare(one->applicable, one->points) <= 0;
    possible = possible && !compare(one->points, all) && (many || !fails) && !(one->alone && fails && one->fold >= ADDED);
    possible = possible && (one->undecided ? is_zero(one->applicable) : one->given->kind || !compare(one->applicable, all));
    demand(possible, "the counts of step %.*s cannot be so", TEXT(one->name));
    one->verdict = fails ? "refuted" : !one->known || one->undecided ? "inconclusive" : !many ? "vacuous" : one->alone ? "inconclusive" : "holds";
    demand(is_word(verdict, one->verdict), "the counts of step %.*s make its verdict %s", TEXT(one->name), one->verdict);
    bool explained = !reason->kind || (reason->kind == STRING && is_word(verdict, "inconclusive"));
    demand(explained, "step %.*s has a reason where there is none", TEXT(one->name)); }

// ---- Section 7: the verifier -----------------------------------------------------------------------------------------
static number *ranks;  // of the points of a domain that are recomputed, where these are not all
static long rank_count;
static void add_rank(number rank) {
    struct stack *before = use(&lasting);
    ranks = grown(ranks, rank_count, sizeof *ranks), ranks[rank_count++] = lasting_copy(rank);
    use(before); }
static void add_place(step one, json place, domain wanted) {  // of a witness or an extreme; it must be decided
    number rank = integer(&array(place, 2)->items[1], 0); int k = 0;
    while (k < one->over->count && !(same_text(one->domains[k]->name, place->items) && is_decided(one->domains[k], rank))) k++;
    demand(k < one->over->count, "step %.*s names a place that was not decided", TEXT(one->name));
    if (one->domains[k] == wanted) add_rank(rank); }
static const char *seed;
static void find_ranks(domain from, long k, number wanted, step steps, long count) {
    ranks = NULL, rank_count = 0; long parts = bounded(wanted, LONG_MAX);
    for (step one = steps; one < steps + count; one++) {
        json at = one->witness->kind ? array(field(one->witness, "at"), -1) : NULL;
        for (int i = 0; at && i < at->count; i++) add_place(one, &at->items[i], from);
        if (one->measure->kind) add_place(one, field(one->measure, "min_at"), from);
        if (one->measure->kind) add_place(one, field(one->measure, "max_at"), from); }
    for (long i = 0; i < parts; i++) {  // floor(N (2^256 i + h) / (2^256 s))
        char text[100], hex[65]; use(&passing), passing.used = 0;
        snprintf(text, sizeof text, "%s:%ld:%ld", seed, k, i);
        sha256(text, (long)strlen(text), hex); number place = fresh(RATIONAL), start = fresh(RATIONAL);
        mpz_set_str(mpq_numref(place->q), hex, 16), mpz_mul_2exp(mpq_numref(start->q), mpq_numref(whole(i)->q), 256);
        place = rounded(times_power(times(plus(start, place), from->decided), -256), false);
        add_rank(decided_rank(from, quotient(place, wanted))); }
    use(&lasting), qsort(ranks, (size_t)rank_count, sizeof *ranks, by_number); long kept = 0;
    for (long i = 0; i < rank_count; i++) if (!kept || compare(ranks[kept - 1], ranks[i])) ranks[kept++] = ranks[i];
    rank_count = kept; }

// Time: an estimate for all points after two seconds, then after twice as many, and so on.
static struct { double began, next, seconds; number total; long done; char estimate[60]; } watch;
static double now(void) {
    struct timespec time; clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9; }
static bool too_long(void) {
    static const struct { double size; const char *name; } units[] = {
        {365 * 86400.0, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"}, {1, "seconds"}};
    double passed = (watch.done++, now() - watch.began); int k = 0;
    if (watch.seconds <= 0 || passed < watch.next) return false;
    double all = passed / (double)watch.done * mpq_get_d(watch.total->q);
    if (watch.next = 2 * passed, all <= watch.seconds) return false;
    while (k < 4 && all < units[k].size) k++;
    if (all >= 1e9 * units[0].size) snprintf(watch.estimate, sizeof watch.estimate, "1000000000 years or more");
    else snprintf(watch.estimate, sizeof watch.estimate, "about %ld %s", (long)(all / units[k].size), units[k].name);
    return true; }
static bool recompute(domain one, bool sampled, step steps, long count, number *looked) {  // whether there was time for it
    number all = *looked = sampled ? whole(rank_count) : one->decided, layers = whole(0);
    for (long net = 0; net < records->count / 2; net++) {
        bool evaluated = false;
        for (step s = steps; s < steps + count; s++)
            for (int k = 0; k < s->over->count; k++) evaluated = evaluated || (s->domains[k] == one && s->evaluated[net]);
        if (evaluated) layers = plus(layers, networks[net].layers); }
    number more = times(all, plus(whole(FOR_A_POINT), times(whole(FOR_A_LAYER), layers)));
    allowance = bounded(plus(whole(allowance), more), LONG_MAX / 4);
    one->complete = !compare(all, one->decided);
    for (long i = 0, entered; use(&passing), passing.used = 0, compare(whole(i), all) < 0; i++) {
        number rank = (entered = 0, sampled ? ranks[i] : decided_rank(one, whole(i)));
        for (step s = steps; s < steps + count; s++)
            for (int k = 0; k < s->over->count; k++) {
                if (s->domains[k] != one) continue;
                if (!entered++ || s->scope) enter(s, (place){k, rank}, false);
                look(s, (place){k, rank}); }
        if (!sampled && too_long()) return use(&lasting), false; }
    return use(&lasting), true; }
static void show(json name) {  // as it is, or in quotes where something else could be read into it
    bool plain = name->length > 2;
    for (int k = name->start + 1; k < name->start + name->length - 1; k++) {
        char c = file[k], lower = c | 32;
        plain = plain && (is_digit(c) || (lower >= 'a' && lower <= 'z') || strchr("_.:@+/-", c)); }
    printf("%.*s", name->length - 2 * plain, file + name->start + plain); }
static void show_worth(domain one, number wanted) {  // what a sample tells
    long looked = bounded(wanted, LONG_MAX), few = looked < LARGEST_SHOWN ? looked : LARGEST_SHOWN; mpz_t most, missed;
    mpz_inits(most, missed, NULL), mpz_ui_pow_ui(most, 100, (unsigned long)few), mpz_ui_pow_ui(missed, 99, (unsigned long)few);
    mpz_sub(missed, most, missed), mpz_mul_ui(missed, missed, 100), mpz_fdiv_q(missed, missed, most);
    printf("  "), show(one->name);
    printf(": %ld of %s points; a share p of false points is found with probability", looked, text_of(one->decided));
    gmp_printf(" >= 1 - (1 - p)^%ld (p = 1/100: %Zd%%); it finds errors, not forgers\n", looked, missed); }
static void show_claim(json claim) {
    static const char first[] = "dnm"; int shown = 0;
    printf("says of itself: "), show(claim);
    for (int turn = 0; turn < 4; turn++)  // these parameters, then all others by their names
        for (json key = parameters->items; key < parameters->items + parameters->count; key += 2) {
            const char *found = key->length == 3 ? strchr(first, file[key->start + 1]) : NULL;
            if (found ? found != &first[turn] : turn < 3) continue;
            printf(shown++ ? " " : " at "), show(key), printf("=");
            if (key[1].kind == STRING) show(key + 1);
            else printf("%.*s", TEXT(key + 1)); }
    printf("\n"); }
static void show_step(step one) {
    const char *together = one->whole || one->fold < ADDED ? NULL : one->fold == OWN ? "fold" : "sum";
    printf("  "), show(one->name);
    printf(": %s (points %.*s, applicable %.*s, failures %.*s", one->verdict, TEXT(of(one, "points")),
           TEXT(of(one, "applicable")), TEXT(of(one, "failures")));
    if (together) printf("; the %s was not re-checked, only sampled", together);
    printf(") %.*s\n", WORD(of(one, "statement"))); }
static long count_undecided(json parts, json judged) {  // parts of a statement, where none is refuted; each step of them is judged, and in one
    long count = 0; bool *taken = NEW(bool, judged->count);
    for (json one = parts->items; one < parts->items + parts->count; one++) {
        keys(one, "steps undecided words");
        json steps = array(field(one, "steps"), -1), why = field(one, "undecided"), words = field(one, "words");
        for (int k = 0, i = 0; k < steps->count; k++, i = 0) {
            json name = &steps->items[k]; spend(judged->count);
            demand(name->kind == STRING, "a step of a part of the statement is not a word");
            while (i < judged->count && !same_text(name, &judged->items[i])) i++;
            demand(i < judged->count, "a part of the statement has a step that is not judged");
            demand(!taken[i], "two parts of the statement have one step"), taken[i] = true; }
        bool fits = why->kind == NOTHING ? steps->count > 0 : why->kind == STRING && why->length > 2;
        demand(fits && words->kind == STRING && words->length > 2, "a part of the statement has steps, or a reason why it has none");
        count += why->kind == STRING; }
    return count; }
static const char *const verdicts[] = {"refuted", "inconclusive", "holds", "vacuous"};  // what of several is theirs together
static long together(json names, step steps, long step_count) {
    long least = 3;
    for (int k = 0, i = 0; k < names->count; k++, i = 0) {
        while (i < step_count && !same_text(steps[i].name, &names->items[k])) i++;
        demand(i < step_count, "a judged step is none"); spend(step_count);
        for (long v = 0; v < least; v++) least = strcmp(steps[i].verdict, verdicts[v]) ? least : v; }
    return least; }
static bool verify(json decided, number sample) {  // of all points, or so many of each domain; whether that was confirmed
    static const char word[] = "scope";
    json said = find(decided, word, word + strlen(word));
    if (said && (is_word(said, "symbolic") || is_word(said, "general"))) {  // section 8; no step of section 6 has an order
        json all = array(field(decided, "steps"), -1);
        for (json one = all->items; one < all->items + all->count; one++) field(one, "order");
        recognise(false, "the scope %.*s", TEXT(said)); }
    keys(decided, "parameters definitions values networks domains steps parts judged verdict prime claim title source scope");
    json defined = array(field(decided, "definitions"), -1), judged = array(field(decided, "judged"), -1);
    json domain_records = array(field(decided, "domains"), -1), step_records = array(field(decided, "steps"), -1);
    json claim = field(decided, "claim"), scope = field(decided, "scope"), verdict = field(decided, "verdict");
    bool words = claim->kind == STRING && field(decided, "title")->kind == STRING && field(decided, "source")->kind == STRING;
    demand(words && scope->kind == STRING, "claim, title, source and scope are words");
    demand(!is_word(scope, "limit"), "the scope is none of this format");
    recognise(is_word(scope, "enumerated") || is_word(scope, "runs"), "the scope %.*s", TEXT(scope));
    mpz_init_set_str(prime, "1fffffffffffffff", 16);
    demand(is_word(field(decided, "prime"), "0x1fffffffffffffff"), "the prime is another one");
    parameters = field(decided, "parameters"), values = field(decided, "values"), records = field(decided, "networks");
    demand(parameters->kind == OBJECT && values->kind == OBJECT && records->kind == OBJECT, "parameters, values or networks");
    for (json key = parameters->items; key < parameters->items + parameters->count; key += 2) {
        const char *text = file + key[1].start + 1;
        bool word = key[1].kind == STRING && strncmp(text, "0x", 2) && strncmp(text, "-0x", 3);
        if (!word || is_word(key, "d") || is_word(key, "n") || is_word(key, "m")) integer(key + 1, LONG_MIN); }
    long network_count = records->count / 2, domain_count = domain_records->count, step_count = step_records->count;
    networks = NEW(struct network, network_count), definitions = NEW(number, values->count / 2);
    for (long k = 0; k < network_count; k++) read_network(&networks[k], &records->items[2 * k + 1]);
    for (int k = 0; k < defined->count; k++) {
        json pair = array(&defined->items[k], 2)->items; long place = place_of(values, pair);
        demand(!definitions[place], "the name %.*s is defined twice", TEXT(pair));
        definitions[place] = constant(pair + 1, "n").number;
        demand(is_written(&values->items[2 * place + 1], text_of(definitions[place])), "the value of %.*s", TEXT(pair)); }
    demand(defined->count == values->count / 2, "there are values without a definition");
    reached = nowhere(); domain domains = NEW(struct domain, domain_count);
    step steps = NEW(struct step, step_count);
    for (long k = 0; k < domain_count; k++) {
        spend(k), read_domain(&domains[k], &domain_records->items[k]);
        for (long i = 0; i < k; i++) demand(!same_text(domains[i].name, domains[k].name), "two domains have one name"); }
    for (long k = 0; k < step_count; k++) {
        spend(k), read_step(&steps[k], &step_records->items[k], defined, domains, (int)domain_count);
        for (long i = 0; i < k; i++) demand(!same_text(steps[i].name, steps[k].name), "two steps have one name"); }
    reach_back(defined, &reached);
    require_all(reached.definitions, values, "definition"), require_all(reached.networks, records, "network");
    for (long k = 0; k < domain_count; k++) demand(domains[k].used, "no step speaks of the domain %.*s", TEXT(domains[k].name));
    json parts = array(field(decided, "parts"), -1);
    long least = together(judged, steps, step_count), undecided = count_undecided(parts, judged), counts[4] = {0};
    for (json one = parts->items; one < parts->items + parts->count; one++) {
        long verdict = together(field(one, "steps"), steps, step_count);
        if (!verdict || field(one, "undecided")->kind == NOTHING) counts[verdict]++; }
    const char *left = least == 2 && undecided < parts->count ? "holds in part" : "inconclusive";
    const char *made = undecided && least >= 2 ? left : verdicts[least];
    demand(is_word(verdict, made), "the judged steps make the verdict %s", made);
    number recomputed = whole(0), looked; bool complete = true; watch.total = whole(0), watch.done = 0;
    for (long k = 0; k < domain_count; k++) watch.total = plus(watch.total, domains[k].decided);
    for (long k = 0; k < domain_count; k++) {
        bool sampled = sample && compare(sample, domains[k].decided) < 0; spend(step_count);
        if (sampled) find_ranks(&domains[k], k, sample, steps, step_count);
        if (!recompute(&domains[k], sampled, steps, step_count, &looked)) return false;
        recomputed = plus(recomputed, looked), complete = complete && domains[k].complete; }
    for (step one = steps; one < steps + step_count; one++) {
        use(&passing), passing.used = 0, change_scene(), one->whole = true;
        for (int k = 0; k < one->over->count; k++) one->whole = one->whole && one->domains[k]->complete;
        if (!one->over->count) look(one, (place){0, whole(0)});
        settle(one), use(&lasting); }
    alarm(0);  // what is found is told in full
    gmp_printf("%s: %s (%Zd of %s points recomputed)\n", complete ? "confirmed" : "sampled, not confirmed", made,
               mpq_numref(recomputed->q), text_of(watch.total));
    if (!complete) printf("seed: %s\n", seed);
    if (*watch.estimate)
        printf("estimate: %s for all %s points, more than --seconds %g: %d points of each domain instead\n", watch.estimate,
               text_of(watch.total), watch.seconds, DEFAULT_SAMPLE);
    show_claim(claim);
    for (long k = 0; k < domain_count; k++) if (!domains[k].complete) show_worth(&domains[k], sample);
    for (long k = 0; k < step_count; k++) show_step(&steps[k]);
    if (parts->count) printf("  %ld of %d parts of the statement are decided", counts[0] + counts[2], parts->count);
    if (counts[3]) printf(", %ld vacuous", counts[3]);
    if (parts->count) printf("\n");
    return complete; }
static _Noreturn void usage(int code) {
    exit((fprintf(code ? stderr : stdout, "usage: verifier CERT [--sample K [--seed HEX]] [--seconds N]\n"), code)); }
static void late(int number) {
    static const char text[] = "not re-checked: it takes more time than it may\n";
    if (number && write(STDOUT_FILENO, text, sizeof text - 1) < 0) _exit(NOT_RECHECKED);
    _exit(NOT_RECHECKED); }
static const char *fresh_seed(void) {
    static char made[33]; unsigned char bytes[16]; FILE *random = fopen("/dev/urandom", "rb");
    if (!random || fread(bytes, 1, sizeof bytes, random) < sizeof bytes) refuse(NOT_RECHECKED, "there is no randomness for a seed");
    for (size_t k = 0; k < sizeof bytes; k++) sprintf(made + 2 * k, "%02x", bytes[k]);
    return made; }
static const char *option(const char *name, int count, char **arguments, int *k) {  // what is given for it, or NULL
    const char *text = arguments[*k]; size_t length = strlen(name);
    if (strncmp(text, name, length) || (text[length] && text[length] != '=')) return NULL;
    return text[length] ? text + length + 1 : ++*k < count ? arguments[*k] : ""; }
int main(int count, char **arguments) {
    const char *path = NULL, *sample = NULL, *seconds = "600", *text; char *end;
    reserve(&lasting, 1L << 31), reserve(&passing, 1L << 31);
    mp_set_memory_functions(limbs, more_limbs, no_fewer_limbs); number wanted = fresh(RATIONAL);
    mpz_set_si(mpq_numref(wanted->q), DEFAULT_SAMPLE);
    for (int k = 1; k < count; k++) {
        if (!strcmp(arguments[k], "--help") || !strcmp(arguments[k], "-h")) usage(CONFIRMED);
        if ((text = option("--sample", count, arguments, &k))) sample = text;
        else if ((text = option("--seed", count, arguments, &k))) seed = text;
        else if ((text = option("--seconds", count, arguments, &k))) seconds = text;
        else if (path || *arguments[k] == '-') usage(UNREADABLE);
        else path = arguments[k]; }
    watch.seconds = strtod(seconds, &end);
    bool fits = path && *seconds && !*end && watch.seconds >= 0 && watch.seconds < 1e9;
    fits = fits && (!seed || (strlen(seed) == 32 && strspn(seed, "0123456789abcdef") == 32));
    fits = fits && (!sample || (!mpq_set_str(wanted->q, sample, 10) && is_whole(wanted) && sign(wanted) > 0));
    if (!fits) usage(UNREADABLE);
    signal(SIGALRM, late), alarm((unsigned)watch.seconds + (watch.seconds > (unsigned)watch.seconds));
    if (!seed) seed = fresh_seed();
    struct json digest, certificate = read_certificate(path, &digest);
    watch.began = now(), watch.next = 2;
    bool complete = verify(&certificate, sample ? wanted : NULL);
    if (!complete && *watch.estimate) allowance = FOR_ALL, complete = verify(&certificate, wanted);
    return complete ? CONFIRMED : NOT_RECHECKED; }
