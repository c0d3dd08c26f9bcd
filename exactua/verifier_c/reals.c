// Section 9: reals. A real is a rational number plus rational multiples of atoms; one without atoms is a rational
// number. Its sign is told by enclosures of higher and higher precision, and that it is 0 by a proof (equality.c)
// alone.

enum {
    FIRST_BITS = 64,
    PROVING_BITS = 256,
    MOST_BITS = 1 << 18
}; // of enclosures: at first; when 0 is tried to be shown

enum {
    DEEPEST_REAL = 200,
    LARGEST_POWER = 1000,
    LARGEST_FACTOR = 1000000
}; // atoms in each other; powers of what
   // logarithms are of; exponents of factors

typedef struct atom *atom;

struct atom { // pi; exp, log or root of a number; a number that is a factor; or a product of powers of other atoms

    enum { PI_ATOM, EXP_ATOM, LOG_ATOM, ROOT_ATOM, SUM_ATOM, PRODUCT_ATOM } kind;

    number of;
    long count, *exponents; // of a product
    atom *factors;
    uint64_t mark; // the same for atoms that are made alike
    long depth, bits;
    ball ball; // that was made with so many bits
};

static bool shown_to_be_0(number x);

static long spent_on_reals; // which values that are kept do not cost again

static void spend_real(long steps) {
    spent_on_reals += steps;
    recognise((allowance -= steps) >= 0, "reals ask for more work than this verifier does");
}

static _Noreturn void undecided_real(void) {
    refuse(NOT_RECHECKED, "a comparison of reals that %d bits do not decide", MOST_BITS);
}

// What atoms are made of.
static uint64_t mixed(uint64_t a, uint64_t b) {
    a = (a ^ b * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    return a ^ a >> 29;
}

static uint64_t mark_of_whole(mpz_srcptr x) {
    uint64_t made = (uint64_t)mpz_sgn(x) + 2;
    for (size_t k = 0; k < mpz_size(x); k++) made = mixed(made, mpz_getlimbn(x, (mp_size_t)k));
    return made;
}

static uint64_t mark_of(number x) { // the order of its terms does not matter
    number constant = is_rational(x) ? x : x->parts[0];
    uint64_t made = mixed(mark_of_whole(mpq_numref(constant->q)), mark_of_whole(mpq_denref(constant->q)));
    for (long k = 0; !is_rational(x) && k < x->count; k++) made += mixed(mark_of(x->parts[1 + k]), x->atoms[k]->mark);
    return made;
}

static bool same_real(number x, number y);

static bool same_atom(atom a, atom b) { // whether both are made in the same way
    if (a == b) return true;
    if (a->mark != b->mark || a->kind != b->kind || a->count != b->count) return false;
    spend_real(1);
    if (a->of) return same_real(a->of, b->of);
    for (long k = 0, i = 0; k < a->count; k++, i = 0) {
        while (i < b->count && !(a->exponents[k] == b->exponents[i] && same_atom(a->factors[k], b->factors[i]))) i++;
        if (i == b->count) return false;
    }
    return true;
}

static long place_of_atom(atom *atoms, long count, atom wanted) { // or the count
    long k = 0;
    while (k < count && !same_atom(atoms[k], wanted)) k++;
    return k;
}

static bool same_real(number x, number y) {
    if (is_rational(x) || is_rational(y)) return is_rational(x) && is_rational(y) && !compare(x, y);
    bool same = x->count == y->count && !compare(x->parts[0], y->parts[0]);
    for (long k = 0; same && k < x->count; k++) {
        long place = place_of_atom(y->atoms, y->count, x->atoms[k]);
        same = place < y->count && !compare(x->parts[1 + k], y->parts[1 + place]);
    }
    return same;
}

static atom new_atom(int kind, number of) {
    atom made = NEW(struct atom, 1);
    made->kind = kind, made->of = of, made->depth = 1, made->mark = mixed((uint64_t)kind, of ? mark_of(of) : 0);
    for (long k = 0; of && !is_rational(of) && k < of->count; k++)
        if (of->atoms[k]->depth >= made->depth) made->depth = of->atoms[k]->depth + 1;
    return recognise(made->depth <= DEEPEST_REAL, "reals that are made in too many steps"), made;
}

static number new_real(number constant, long room) {
    number made = new_parts(REAL, room + 1);
    made->atoms = NEW(atom, room), made->parts[0] = constant, made->count = 0;
    return spend_real(1 + room), made;
}

static number settled(number x) {
    return x->count ? x : x->parts[0];
}

static number multiple_of(atom a, number coefficient) {
    number made = new_real(whole(0), 1);
    return made->atoms[0] = a, made->parts[1] = coefficient, made->count = 1, made;
}

static void add_terms(number to, number x, number by) {
    for (long k = 0; !is_rational(x) && k < x->count; k++) {
        number coefficient = exact(mpq_mul, x->parts[1 + k], by);
        long place = place_of_atom(to->atoms, to->count, x->atoms[k]);
        spend_real(1 + to->count / 16);
        if (place < to->count) coefficient = exact(mpq_add, to->parts[1 + place], coefficient);
        to->atoms[place] = x->atoms[k], to->parts[1 + place] = coefficient;
        if (place == to->count) to->count++;
        if (is_zero(coefficient))
            to->count--, to->atoms[place] = to->atoms[to->count], to->parts[1 + place] = to->parts[1 + to->count];
    }
}

static number real_sum(number a, number b, number by) { // a + by b
    number x = is_rational(a) ? a : a->parts[0], y = exact(mpq_mul, is_rational(b) ? b : b->parts[0], by);
    number made = new_real(exact(mpq_add, x, y), (is_rational(a) ? 0 : a->count) + (is_rational(b) ? 0 : b->count));
    return add_terms(made, a, whole(1)), add_terms(made, b, by), settled(made);
}

// Products: a rational number times powers of atoms.
typedef struct powers {
    number coefficient;
    long count, *exponents;
    atom *atoms;
} powers;

static powers factors_of(number x, long room) { // with room for so many more
    bool alone = !is_rational(x) && x->count == 1 && is_zero(x->parts[0]);
    bool product = alone && x->atoms[0]->kind == PRODUCT_ATOM;
    long count = is_rational(x) ? 0 : product ? x->atoms[0]->count : 1;
    powers made = {is_rational(x) ? x
                   : alone        ? x->parts[1]
                                  : whole(1),
                   count, NEW(long, count + room), NEW(atom, count + room)};
    for (long k = 0; k < count; k++) {
        made.exponents[k] = product ? x->atoms[0]->exponents[k] : 1;
        made.atoms[k] = product ? x->atoms[0]->factors[k] : alone ? x->atoms[0] : new_atom(SUM_ATOM, x);
    }
    return made;
}

static void raise_atom(powers *to, atom a, long by) {
    long place = place_of_atom(to->atoms, to->count, a);
    to->atoms[place] = a, to->exponents[place] = place < to->count ? to->exponents[place] + by : by;
    to->count += place == to->count;
    recognise(labs(to->exponents[place]) <= LARGEST_FACTOR, "a power of a real with too large an exponent");
    if (to->exponents[place]) return;
    to->count--, to->atoms[place] = to->atoms[to->count], to->exponents[place] = to->exponents[to->count];
}

static powers without(powers all, long place) {
    powers made = {all.coefficient, 0, NEW(long, all.count + 1), NEW(atom, all.count + 1)};
    for (long k = 0; k < all.count; k++)
        if (k != place) made.atoms[made.count] = all.atoms[k], made.exponents[made.count++] = all.exponents[k];
    return made;
}

static number real_exp(number x), raised(number x, long e);

static number real_product(powers all) { // with one exponential at most, and with roots without a power
    long exponentials = 0, place;
    bool powered = false;
    for (long k = 0; k < all.count; k++)
        if (all.atoms[k]->kind == EXP_ATOM) exponentials++, powered = powered || all.exponents[k] != 1;
    if (exponentials > 1 || powered) {
        number together = whole(0);
        powers rest = {all.coefficient, 0, NEW(long, all.count), NEW(atom, all.count)};
        for (long k = 0; k < all.count; k++)
            if (all.atoms[k]->kind == EXP_ATOM)
                together = plus(together, times(all.atoms[k]->of, whole(all.exponents[k])));
            else
                rest.atoms[rest.count] = all.atoms[k], rest.exponents[rest.count++] = all.exponents[k];
        return times(real_exp(together), real_product(rest));
    }
    for (place = 0; place < all.count && !(all.atoms[place]->kind == ROOT_ATOM && all.exponents[place] != 1);) place++;
    if (place < all.count) {
        long odd = all.exponents[place] & 1, half = (all.exponents[place] - odd) / 2;
        powers rest = without(all, place);
        if (odd) raise_atom(&rest, all.atoms[place], 1);
        return times(real_product(rest), raised(all.atoms[place]->of, half));
    }
    if (!all.count) return all.coefficient;
    if (is_zero(all.coefficient)) return whole(0);
    if (all.count == 1 && *all.exponents == 1) return multiple_of(*all.atoms, all.coefficient);
    atom made = new_atom(PRODUCT_ATOM, NULL);
    made->count = all.count, made->exponents = all.exponents, made->factors = all.atoms;
    for (long k = 0; k < all.count; k++) {
        made->mark += mixed(all.atoms[k]->mark, (uint64_t)all.exponents[k]);
        if (all.atoms[k]->depth >= made->depth) made->depth = all.atoms[k]->depth + 1;
    }
    recognise(made->depth <= DEEPEST_REAL, "reals that are made in too many steps");
    return multiple_of(made, all.coefficient);
}

static number real_times(number a, number b) {
    if (is_rational(b)) return real_times(b, a);
    if (is_rational(a)) return real_sum(whole(0), b, a);
    powers y = factors_of(b, 0), all = factors_of(a, y.count);
    all.coefficient = exact(mpq_mul, all.coefficient, y.coefficient);
    for (long k = 0; k < y.count; k++) raise_atom(&all, y.atoms[k], y.exponents[k]);
    return real_product(all);
}

static long exponent_of_real(number e) { // >= 0
    recognise(compare(e, whole(LARGEST_FACTOR)) <= 0, "a power of a real with too large an exponent");
    return bounded(e, LARGEST_FACTOR);
}

static number raised(number x, long e) { // with e < 0 only where x is not 0
    if (!e) return whole(1);
    if (e == 1) return x;
    powers all = factors_of(x, 0);
    number size = power(all.coefficient, whole(labs(e)));
    all.coefficient = e < 0 ? divided(whole(1), size) : size;
    for (long k = 0; k < all.count; k++) {
        recognise(labs(e) <= LARGEST_FACTOR / labs(all.exponents[k]), "a power of a real with too large an exponent");
        all.exponents[k] *= e;
    }
    return real_product(all);
}

// Enclosures. They stand in the memory of their atoms, which is never given back as long as there are these.
static ball atom_at(atom a, long p);

static long cost_of_bits(long p) { // of a few products of so many bits
    mpz_t root;
    long mark = current->used;
    mpz_init_set_si(root, p), mpz_sqrt(root, root);
    long made = 1 + (p * mpz_get_si(root) >> 15);
    return current->used = mark, made;
}

static long bits_of(long x) {
    return x ? 64 - __builtin_clzl((unsigned long)labs(x)) : 0;
}

static ball real_at(number x, long p) { // terms with as many bits as matter beside the largest one
    if (is_rational(x)) return ball_of(x, p);
    long q = p + 8 + bits_of(x->count), top = LONG_MIN, mark;
    spend_real(cost_of_bits(p));
    for (long turn = 0; turn < 2; turn++) // the enclosures of atoms stay
        for (long k = 0; k < x->count; k++) {
            long size = ball_top(atom_at(x->atoms[k], 32)) + ball_top(ball_of(x->parts[1 + k], 2));
            long enough = turn ? q - top + size : 0;
            if (size > top) top = size;
            if (turn) atom_at(x->atoms[k], enough > 32 ? enough : 32);
        }
    mark = current->used;
    ball made = ball_of(x->parts[0], q);
    for (long k = 0; k < x->count; k++) {
        ball term = ball_product(atom_at(x->atoms[k], 32), ball_of(x->parts[1 + k], q), q);
        made = ball_sum(made, term, q + 8);
    }
    return settled_ball(mark, ball_cut(made, p + 8));
}

static ball away_from_0(number x, atom a, long p) { // an enclosure of one of both, which is not 0
    for (ball made;; p *= 2) {
        if (ball_away(made = x ? real_at(x, p) : atom_at(a, p))) return made;
        if (p >= MOST_BITS) undecided_real();
    }
}

static ball ball_power(ball a, long e, long p) {
    ball made = a;
    for (long bit = bits_of(e) - 2; bit >= 0; bit--) {
        made = ball_product(made, made, p);
        if (e >> bit & 1) made = ball_product(made, a, p);
    }
    return made;
}

static void require_small_exponent(number x) { // of a rational number: below 2^40, whatever its sign
    mpz_srcptr top = mpq_numref(x->q);
    mpz_t most;
    mpz_init(most), mpz_mul_2exp(most, mpq_denref(x->q), LARGEST_EXPONENT);
    recognise(mpz_cmpabs(top, most) < 0, "an exponential of too large a number");
}

static ball atom_made(atom a, long p) {
    ball made;
    long q = p + 8, size;
    switch (a->kind) {
    case PI_ATOM: return ball_pi(p);
    case SUM_ATOM: return real_at(a->of, p);
    case ROOT_ATOM: return ball_root(real_at(a->of, q), q);
    case LOG_ATOM: return ball_log(is_rational(a->of) ? ball_of(a->of, q + 8) : away_from_0(a->of, NULL, q), p);
    case EXP_ATOM:
        if (is_rational(a->of)) require_small_exponent(a->of);
        size = ball_top(real_at(a->of, 32));
        recognise(is_rational(a->of) || size <= LARGEST_EXPONENT, "an exponential of too large a number");
        for (q += size > 0 ? size : 0; !ball_narrow(made = real_at(a->of, q), -1); q *= 2)
            if (q >= MOST_BITS) undecided_real();
        return ball_exp(made, p);
    case PRODUCT_ATOM: break;
    }
    for (long k = 0; k < a->count; k++) {
        long e = a->exponents[k];
        ball base = e > 0 ? atom_at(a->factors[k], q + bits_of(e)) : away_from_0(NULL, a->factors[k], q + bits_of(e));
        if (e < 0) base = ball_inverse(base, q + bits_of(e));
        base = ball_power(base, labs(e), q + bits_of(e)), made = k ? ball_product(made, base, q) : base;
    }
    return made;
}

static ball atom_at(atom a, long p) { // what was made before may be smaller
    if (p <= a->bits) return a->ball;
    bool good = (char *)a >= lasting.memory && (char *)a < lasting.memory + lasting.size;
    struct stack *before = use(good ? &lasting : &passing);
    spend_real(cost_of_bits(p) * (a->kind >= SUM_ATOM ? 1 : 20));
    a->ball = atom_made(a, p), a->bits = p, use(before);
    return a->ball;
}

static int real_sign(number x) {
    for (long p = FIRST_BITS; p <= MOST_BITS; p *= 2) {
        ball one = real_at(x, p);
        if (ball_sign(one) || !width_of(one)) return ball_sign(one);
        if (p == PROVING_BITS && shown_to_be_0(x)) return 0;
    }
    undecided_real();
}

static number rational_floor(number x, long e) { // the greatest integer k with k 2^e <= x
    number made = fresh(RATIONAL);
    mpz_t unit;
    recognise(labs(e) <= 2 * LARGEST_NUMBER, "a number is too large or too small to be rounded");
    mpz_init(unit), mpz_mul_2exp(mpq_numref(made->q), mpq_numref(x->q), (mp_bitcnt_t)(e < 0 ? -e : 0));
    mpz_mul_2exp(unit, mpq_denref(x->q), (mp_bitcnt_t)(e > 0 ? e : 0));
    mpz_fdiv_q(mpq_numref(made->q), mpq_numref(made->q), unit);
    recognise(mpz_sizeinbase(mpq_numref(made->q), 2) <= LARGEST_NUMBER, "a number is too large to be rounded");
    return tidy(made);
}

static number times_unit(number k, long e) { // k 2^e
    recognise(labs(e) <= LARGEST_NUMBER, "a real is too large or too small to be rounded");
    number unit = power(whole(2), whole(labs(e)));
    return e < 0 ? divided(k, unit) : times(k, unit);
}

static number real_floor(number x, long e) { // the same of a real
    number tried = NULL;
    if (is_rational(x)) return rational_floor(x, e);
    for (long p = 2 * FIRST_BITS; p <= MOST_BITS; p *= 2) {
        ball one = ball_copy(real_at(x, p));
        number low = fresh(RATIONAL), high = fresh(RATIONAL);
        recognise(ball_top(one) - e <= LARGEST_NUMBER, "a real is too large to be rounded");
        shift_end(one.low, one.e - e, false), shift_end(one.high, one.e - e, false);
        mpz_set(mpq_numref(low->q), one.low), mpz_set(mpq_numref(high->q), one.high);
        low = tidy(low), high = tidy(high);
        if (!compare(low, high)) return low;
        if (p < PROVING_BITS || compare(plus(low, whole(1)), high) || (tried && !compare(tried, high))) continue;
        number off = minus(x, times_unit(high, e));
        if (is_rational(off) ? is_zero(off) : shown_to_be_0(off)) return high;
        tried = high;
    }
    undecided_real();
}

static long real_top(number x) { // of a number that is not 0: 2^top is above it, by little
    return ball_top(is_rational(x) ? ball_of(x, FIRST_BITS) : away_from_0(x, NULL, FIRST_BITS));
}

// What the operators make. e^(k log y) is y^k for an integer k.
static number real_exp(number x) {
    if (is_rational(x)) return is_zero(x) ? whole(1) : multiple_of(new_atom(EXP_ATOM, x), whole(1));
    number rest = new_real(x->parts[0], x->count), made = whole(1);
    for (long k = 0; k < x->count; k++) {
        number by = x->parts[1 + k];
        bool power = x->atoms[k]->kind == LOG_ATOM && is_whole(by);
        power = power && mpz_cmpabs_ui(mpq_numref(by->q), LARGEST_POWER) < 0;
        if (power)
            made = times(made, raised(x->atoms[k]->of, bounded(by, LARGEST_POWER)));
        else
            rest->atoms[rest->count] = x->atoms[k], rest->parts[1 + rest->count++] = by;
    }
    if (rest->count == x->count) return multiple_of(new_atom(EXP_ATOM, x), whole(1));
    return times(real_exp(settled(rest)), made);
}

static number real_root(number x);

static number real_log(number x) { // log(y e^z) is log y + z, and likewise for roots
    demand(sign(x) > 0, "the logarithm of a number that is not above 0");
    powers all = factors_of(x, 0);
    for (long k = 0; k < all.count; k++) {
        atom one = all.atoms[k];
        if (one->kind != EXP_ATOM && one->kind != ROOT_ATOM) continue;
        number more = one->kind == EXP_ATOM ? one->of : divided(real_log(one->of), whole(2));
        return plus(real_log(real_product(without(all, k))), more);
    }
    if (is_rational(x) && !compare(x, whole(1))) return whole(0);
    return multiple_of(new_atom(LOG_ATOM, x), whole(1));
}

static number real_root(number x) { // of a product it is the product of the roots, and sqrt(y^2) is |y|
    int side = sign(x);
    demand(side >= 0, "the root of a number below 0");
    if (!side) return whole(0);
    if (is_rational(x)) {
        mpz_srcptr top = mpq_numref(x->q), bottom = mpq_denref(x->q);
        spend_real(cost_of_bits((long)bits(x)));
        if (!mpz_perfect_square_p(top) || !mpz_perfect_square_p(bottom))
            return multiple_of(new_atom(ROOT_ATOM, x), whole(1));
        number made = fresh(RATIONAL);
        mpz_sqrt(mpq_numref(made->q), top), mpz_sqrt(mpq_denref(made->q), bottom);
        return tidy(made);
    }
    powers all = factors_of(x, 0);
    number alone = multiple_of(new_atom(ROOT_ATOM, x), whole(1));
    if (all.count == 1 && *all.exponents == 1 && !compare(all.coefficient, whole(1))) return alone;
    number made = whole(1);
    for (long k = 0; k < all.count; k++) {
        atom one = all.atoms[k];
        number part = one->kind == SUM_ATOM ? one->of : multiple_of(one, whole(1));
        if (sign(part) > 0)
            made = times(made, raised(real_root(part), all.exponents[k]));
        else if (all.exponents[k] % 2)
            return alone;
        else
            made = times(made, raised(times(part, whole(-1)), all.exponents[k] / 2));
    }
    return times(made, real_root(all.coefficient));
}

static number real_pi(void) {
    return multiple_of(new_atom(PI_ATOM, NULL), whole(1));
}
