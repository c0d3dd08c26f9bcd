// Numbers: exact rationals, and such as vary within a point. They never change once they are made.

// Numbers: exact rationals, and such as vary within a point. They never change once they are made.
typedef struct number *number;

struct number {
    enum { RATIONAL, REAL, FORM, UNKNOWN, POLYNOMIAL, INTERVAL } kind;

    int variable; // of a form or a polynomial: the last one in it. A form is affine, in the entries of a column.
    mpq_t q;
    mp_limb_t top,
        bottom; // of a small rational: its numerator without the sign, and its denominator, which is 0 for all others
    long count; // of coefficients, from that of variable^0 on, in which there are only variables before this one
    number *parts; // these coefficients; or both ends of an interval; or, of a real, its constant and coefficients
    struct atom **atoms; // of a real, so many
};
static struct number unknown = {.kind = UNKNOWN};

static number fresh(int kind) {
    number made = limbs(kind == RATIONAL ? offsetof(struct number, count) : sizeof *made);
    made->kind = kind;
    return mpq_init(made->q), made;
}

// Most rationals are *small*: numerator and denominator are below 2^63. What sums and comparisons of two of them
// multiply is then below 2^126, and a sum of two such products below 2^127, so 128 bits are enough; what the result is
// then reduced to is small, or is left to GMP. A small number stands in its own memory, where GMP reads it, and is
// never written again.
_Static_assert(sizeof(mp_limb_t) == 8 && sizeof(long) == 8, "numbers of 64 bits");

static number small(mp_limb_t top, mp_limb_t bottom, int sign) { // in lowest terms
    number made = limbs(offsetof(struct number, count));
    made->top = top, made->bottom = bottom;
    *mpq_numref(made->q) = *(mpz_t)MPZ_ROINIT_N(&made->top, top ? sign : 0);
    return *mpq_denref(made->q) = *(mpz_t)MPZ_ROINIT_N(&made->bottom, 1), made;
}

static __int128 top_of(number a) {
    return mpq_sgn(a->q) < 0 ? -(__int128)a->top : a->top;
}

static number fraction(__int128 top, __int128 bottom) { // NULL where it is not small
    __int128 size = top < 0 ? -top : top;
    int sign = top < 0 ? -1 : 1;
    if (size > LONG_MAX || bottom > LONG_MAX) return NULL;
    if (bottom == 1) return small((mp_limb_t)size, 1, sign);
    mp_limb_t x = (mp_limb_t)bottom, y = (mp_limb_t)size % x;
    for (mp_limb_t rest; y; x = y, y = rest) rest = x % y; // the greatest divisor of both
    return small((mp_limb_t)size / x, (mp_limb_t)bottom / x, sign);
}

static bool is_rational(number a) {
    return a->kind == RATIONAL;
}

static bool is_whole(number a) {
    return is_rational(a) && !mpz_cmp_ui(mpq_denref(a->q), 1);
}

static int real_sign(number a);

static void require_rational(number a) { // what is asked of rational numbers alone is asked of no others
    recognise(a->kind == RATIONAL, "a number that is not rational where one has to be");
}

static bool is_zero(number a) {
    return is_rational(a) ? !mpq_sgn(a->q) : a->kind == REAL && !real_sign(a);
}

static bool is_real(number a) {
    return a->kind == REAL;
}

static bool varies(number a) {
    return a->kind == FORM || a->kind == UNKNOWN;
}

static int sign(number a) {
    if (a->kind == REAL) return real_sign(a);
    return require_rational(a), mpq_sgn(a->q);
}

static int compare(number a, number b) { // two rationals, as the next two do
    if (!a->bottom || !b->bottom) return require_rational(a), require_rational(b), mpq_cmp(a->q, b->q);
    __int128 x = top_of(a) * b->bottom, y = top_of(b) * a->bottom;
    return (x > y) - (x < y);
}

static number smaller(number a, number b) {
    return compare(b, a) < 0 ? b : a;
}

static number greater(number a, number b) {
    return compare(b, a) > 0 ? b : a;
}

static size_t bits(number a) {
    size_t n = mpz_sizeinbase(mpq_numref(a->q), 2), d = mpz_sizeinbase(mpq_denref(a->q), 2);
    return n > d ? n : d;
}

static number tidy(number made) {
    mpz_srcptr top = mpq_numref(made->q), bottom = mpq_denref(made->q);
    bool fits = mpz_sizeinbase(top, 2) <= 63 && mpz_sizeinbase(bottom, 2) <= 63;
    if (fits) return small(mpz_getlimbn(top, 0), mpz_getlimbn(bottom, 0), mpz_sgn(top));
    return demand(bits(made) <= LARGEST_NUMBER, "a number has too many bits"), made;
}

static number whole(long value) {
    return small(value < 0 ? -(mp_limb_t)value : (mp_limb_t)value, 1, value < 0 ? -1 : 1);
}

static long bounded(number a, long most) { // an integer, or `most` where it is larger
    return mpz_cmp_si(mpq_numref(a->q), most) < 0 ? mpz_get_si(mpq_numref(a->q)) : most;
}

static number lasting_copy(number a) { // of a rational
    struct stack *before = use(&lasting);
    number made = (require_rational(a), a->bottom ? small(a->top, a->bottom, sign(a)) : fresh(RATIONAL));
    if (!a->bottom) mpq_set(made->q, a->q);
    return use(before), made;
}

static char *text_of(number a) { // in canonical JSON
    require_rational(a);
    mpz_srcptr parts[] = {mpq_numref(a->q), mpq_denref(a->q)};
    char *texts[2], *made;
    for (int k = 0; k < 2; k++) gmp_asprintf(&texts[k], mpz_sizeinbase(parts[k], 2) > 53 ? "%#Zx" : "%Zd", parts[k]);
    const char *quote = !is_whole(a) || strchr(texts[0], 'x') ? "\"" : "";
    gmp_asprintf(&made, "%s%s%s%s%s", quote, texts[0], is_whole(a) ? "" : "/", is_whole(a) ? "" : texts[1], quote);
    return made;
}

static char *unquoted(number a) { // for people
    char *text = text_of(a);
    if (*text == '"') text++, text[strlen(text) - 1] = 0;
    return text;
}

static number rational(json node) {
    if (node->kind == WHOLE && node->length <= 15) return whole(strtol(file + node->start, NULL, 10));
    bool quoted = node->kind == STRING, fits = quoted ? node->length - 2 <= LARGEST_NUMBER / 4 : node->kind == WHOLE;
    number made = fresh(RATIONAL);
    char *text = NEW(char, fits ? node->length + 1 : 1);
    memcpy(text, file + node->start + quoted, fits ? (size_t)(node->length - 2 * quoted) : 0);
    fits = fits && !mpq_set_str(made->q, text, 0) && mpz_sgn(mpq_denref(made->q));
    if (fits) mpq_canonicalize(made->q), text = text_of(made = tidy(made));
    return demand(fits && is_written(node, text), "%.*s is no number in canonical form", TEXT(node)), made;
}

static number integer(json node, long least) {
    number a = rational(node);
    bool fits = is_whole(a) && (least == LONG_MIN || mpz_cmp_si(mpq_numref(a->q), least) >= 0); // LONG_MIN: any
    return demand(fits, "%.*s is no such integer", TEXT(node)), a;
}

static long size(json node, long least) {
    return bounded(integer(node, least), LARGEST_SIZE);
}

// Arithmetic.
static number exact(void operation(mpq_ptr, mpq_srcptr, mpq_srcptr), number a, number b) { // of rationals
    if (a->bottom && b->bottom) {
        __int128 x = top_of(a), y = top_of(b), p = a->bottom, q = b->bottom;
        if (operation == mpq_sub) y = -y;
        number made = operation == mpq_mul   ? fraction(x * y, p * q)
                      : operation == mpq_div ? fraction(y < 0 ? -x * q : x * q, y < 0 ? -y * p : y * p)
                      : p == q               ? fraction(x + y, p)
                                             : fraction(x * q + y * p, p * q);
        if (made) return made;
    }
    number made = fresh(RATIONAL);
    require_rational(a), require_rational(b);
    return operation(made->q, a->q, b->q), tidy(made);
}

static bool at_once; // whether the scope is one of section 8, where polynomials are affine in all variables but 0

static number plus(number a, number b), times(number a, number b);

static number new_parts(int kind, long count) {
    number made = fresh(kind);
    return made->parts = NEW(number, count), made->count = count, made;
}

static number interval(number low, number high) {
    number made = new_parts(INTERVAL, 2);
    return made->parts[0] = low, made->parts[1] = high, made;
}

static number end_of(number a, int side) { // a rational is an interval without width
    recognise(!varies(a) && a->kind != REAL, "an enclosure over offsets of a number that varies within a cell");
    return is_rational(a) ? a : a->parts[side];
}

static number part(number a, int variable, long k) { // the coefficient of variable^k, where no later variable is in a
    bool main = !is_rational(a) && a->variable == variable;
    return main && k < a->count ? a->parts[k] : !main && !k ? a : whole(0);
}

static long length(number a, int variable) {
    return !is_rational(a) && a->variable == variable ? a->count : 1;
}

static number shortened(number a) { // without coefficients 0 at the end
    while (a->count > 1 && is_zero(a->parts[a->count - 1])) a->count--;
    return a->count > 1 ? a : *a->parts;
}

static number variable(int kind, int name) {
    number made = new_parts(kind, 2);
    return made->variable = name, made->parts[0] = whole(0), made->parts[1] = whole(1), made;
}

static int kind_of_both(number a, number b) {
    int kind = a->kind > b->kind ? a->kind : b->kind;
    recognise(kind <= UNKNOWN || (!varies(a) && !varies(b)), "offsets that meet a number that varies within a cell");
    recognise(kind <= REAL || (a->kind != REAL && b->kind != REAL),
              "a real that meets a number that varies within a point");
    return kind;
} // offsets of an integral and those of an enclosure never meet

static int last_variable(number a, number b) {
    return is_rational(a)              ? b->variable
           : is_rational(b)            ? a->variable
           : a->variable > b->variable ? a->variable
                                       : b->variable;
}

// Reals (reals.c).
static number real_sum(number a, number b, number by), real_times(number a, number b), raised(number x, long e);
static number real_floor(number x, long e);
static long exponent_of_real(number e);

static number plus(number a, number b) {
    int kind = kind_of_both(a, b), last;
    if (kind == RATIONAL) return exact(mpq_add, a, b);
    if (kind == REAL) return real_sum(a, b, whole(1));
    if (kind == UNKNOWN) return &unknown;
    if (kind == INTERVAL) return interval(plus(end_of(a, 0), end_of(b, 0)), plus(end_of(a, 1), end_of(b, 1)));
    long m = length(a, last = last_variable(a, b)), n = length(b, last);
    number made = new_parts(kind, m > n ? m : n);
    bool counted = kind == POLYNOMIAL && !(at_once && last);
    if (counted) spend(made->count);
    for (long k = 0; k < made->count; k++) made->parts[k] = plus(part(a, last, k), part(b, last, k));
    return made->variable = last, shortened(made);
}

static number times(number a, number b) {
    int kind = kind_of_both(a, b), last;
    if (kind == RATIONAL) return exact(mpq_mul, a, b);
    if (kind == REAL) return real_times(a, b);
    recognise(!varies(a) || !varies(b), "a product of two numbers that both vary within a cell");
    if (kind == UNKNOWN) return is_zero(a) || is_zero(b) ? whole(0) : &unknown;
    if (kind == INTERVAL) {
        number p = times(end_of(a, 0), end_of(b, 0)), q = times(end_of(a, 0), end_of(b, 1));
        number r = times(end_of(a, 1), end_of(b, 0)), s = times(end_of(a, 1), end_of(b, 1));
        return interval(smaller(smaller(p, q), smaller(r, s)), greater(greater(p, q), greater(r, s)));
    }
    long m = length(a, last = last_variable(a, b)), n = length(b, last);
    number made = new_parts(kind, m + n - 1);
    bool counted = kind == POLYNOMIAL && !(at_once && last);
    for (long k = 0; k < made->count; k++) made->parts[k] = whole(0);
    if (counted) spend(m + n);
    for (long i = 0; i < m; i++) {
        number x = part(a, last, i);
        if (is_zero(x)) continue; // most coefficients of a high power are 0
        if (counted) spend(n);
        for (long j = 0; j < n; j++) made->parts[i + j] = plus(made->parts[i + j], times(x, part(b, last, j)));
    }
    return made->variable = last, shortened(made);
}

static number minus(number a, number b) {
    if (is_rational(a) && is_rational(b)) return exact(mpq_sub, a, b);
    return kind_of_both(a, b) == REAL ? real_sum(a, b, whole(-1)) : plus(a, times(b, whole(-1)));
}

static number divided(number a, number b) {
    recognise(!varies(b), "a division by a number that varies within a cell");
    demand(b->kind != POLYNOMIAL && !is_zero(b), "a division by 0, or by a number that depends on offsets");
    if (is_rational(b)) return times(a, exact(mpq_div, whole(1), b));
    if (b->kind == REAL) return times(a, raised(b, -1));
    demand(sign(b->parts[0]) > 0 || sign(b->parts[1]) < 0, "a division by an enclosure that has 0 in it");
    return times(a, interval(divided(whole(1), b->parts[1]), divided(whole(1), b->parts[0])));
}

static number power(number a, number e) {
    demand(is_whole(e) && sign(e) >= 0, "an exponent is not an integer >= 0");
    unsigned long exponent = (unsigned long)bounded(e, LARGEST_SIZE), even = mpz_even_p(mpq_numref(e->q)) != 0;
    if (exponent <= 1) return exponent ? a : whole(1);
    recognise(!varies(a), "a power of a number that varies within a cell");
    if (is_rational(a)) {
        number made = fresh(RATIONAL);
        if (bits(a) == 1) exponent = 2 - !even; // of 0, 1 or -1
        demand(bits(a) - 1 <= LARGEST_NUMBER / exponent, "a power has too many bits");
        mpz_pow_ui(mpq_numref(made->q), mpq_numref(a->q), exponent);
        mpz_pow_ui(mpq_denref(made->q), mpq_denref(a->q), exponent);
        return tidy(made);
    }
    if (a->kind == REAL) return raised(a, exponent_of_real(e));
    if (a->kind == INTERVAL) { // if even, of the distance from 0, and of the end that is farther from it
        number low = a->parts[0], high = a->parts[1], down = minus(whole(0), low), up = minus(whole(0), high);
        if (!even) return interval(power(low, e), power(high, e));
        return interval(power(greater(greater(low, up), whole(0)), e), power(greater(down, high), e));
    }
    number half = power(a, whole((long)exponent / 2)), square = times(half, half);
    return even ? square : times(square, a);
}

static number rounded(number a, bool up) {
    recognise(!varies(a), "a rounding or a range of a number that varies within a cell");
    demand(a->kind <= REAL, "a rounding or a range of a number that depends on offsets");
    demand(a->kind != REAL || !up, "an end of a range is a real");
    if (a->kind == REAL) return real_floor(a, 0);
    number made = fresh(RATIONAL);
    if (is_whole(a)) return a;
    (up ? mpz_cdiv_q : mpz_fdiv_q)(mpq_numref(made->q), mpq_numref(a->q), mpq_denref(a->q));
    return tidy(made);
}

static number quotient(number a, number b) {
    return rounded(divided(a, b), false);
}

// u_1 v_1 + u_2 v_2 + ..., of numbers that are so far apart in memory.
static number inner_product(number *u, long u_step, number *v, long v_step, long length) {
    number sum = NULL;
    for (; length; length--, u += u_step, v += v_step) {
        bool nothing = is_rational(*u) && is_rational(*v) && (!sign(*u) || !sign(*v));
        if (!nothing) sum = sum ? plus(sum, times(*u, *v)) : times(*u, *v);
    }
    return sum ? sum : whole(0);
}

// Comparisons. A form takes all values of an interval as the entries of the column run through theirs.
static struct {
    number low, high;
    bool closed;
} *box; // for each entry; NULL: infinite

static bool fits(const char *relation, int sign) { // whether a number with this sign stands in the relation to 0
    return *relation == '!' ? sign != 0 : sign ? *relation == (sign < 0 ? '<' : '>') : strchr(relation, '=') != NULL;
}

static int decided(const char *relation, number a, number b) { // 1 or 0; -1 where some reals say this and others that
    int kind = kind_of_both(a, b);
    if (kind == RATIONAL) return fits(relation, compare(a, b));
    demand(kind <= UNKNOWN, "a comparison of a number that depends on offsets");
    number x = minus(a, b), ends[2] = {whole(0), whole(0)}; // the infimum and the supremum, NULL: infinite
    if (x->kind == REAL) return fits(relation, real_sign(x));
    if (x->kind != FORM) return is_rational(x) ? fits(relation, sign(x)) : -1;
    bool attained = true, found[2] = {false, false};
    for (; x->kind == FORM; x = x->parts[0]) {
        number ranges[] = {box[x->variable].low, box[x->variable].high}, slope = x->parts[1];
        for (int side = 0; side < 2; side++) {
            number end = ranges[side == (sign(slope) > 0)];
            ends[side] = end && ends[side] ? plus(ends[side], times(slope, end)) : NULL;
        }
        attained = attained && box[x->variable].closed;
    }
    int low = ends[0] ? sign(plus(ends[0], x)) : -1, high = ends[1] ? sign(plus(ends[1], x)) : 1;
    bool possible[3] = {low < 0, low <= 0 && high >= 0 && (attained || (low && high)), high > 0};
    for (int k = 0; k < 3; k++)
        if (possible[k]) found[fits(relation, k - 1)] = true;
    return found[0] && found[1] ? -1 : found[1];
}

static bool holds(const char *relation, number a, number b) {
    int found = decided(relation, a, b);
    return demand(found >= 0, "the breakpoints are not fine enough to decide a comparison"), found;
}

static int by_number(const void *a, const void *b) { // the first in them
    number x = *(const number *)a, y = *(const number *)b;
    return holds("<", x, y) ? -1 : holds("<", y, x);
}
