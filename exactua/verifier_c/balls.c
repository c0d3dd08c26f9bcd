// Enclosures of reals (section 9): all x with low 2^e <= x <= high 2^e, for integers low <= high. Ends are rounded
// outward, low ends down and high ends up, so that an enclosure of operands makes an enclosure of the result whatever
// the precision p is; the larger p is, the smaller is it: a few units of 2^-p of the larger end wider than it must be.
//
//     ball_of(x, p)           a rational number
//     ball_sum(a, b, p)  ball_product(a, b, p)  ball_inverse(a, p): 0 is not in a
//     ball_root(a, p)         roots of those numbers of a that are >= 0
//     ball_exp(a, p)  ball_log(a, p): all numbers of a are > 0
//     ball_pi(p)
//     ball_sign(a)            1 or -1 where all numbers of a have this sign, 0 where a has 0 in it
//     ball_top(a)             some k with |x| < 2^k for all x in a
//     ball_narrow(a, k)       whether a is at most 2^k wide
//     ball_away(a)            whether a is away from 0: its sign is known, and it is at most half as wide as its lesser
//     end
//
// An argument of exp is at most 2^(LARGEST_EXPONENT + 1). Functions give back the memory that they take beyond their
// result.

typedef struct ball {
    mpz_t low, high;
    long e;
} ball;

enum { LARGEST_EXPONENT = 40 };

static ball new_ball(void) {
    ball made = {.e = 0};
    return mpz_init(made.low), mpz_init(made.high), made;
}

static void move_limbs(mpz_ptr x) { // to where the memory that is free begins; that is before them
    size_t size = mpz_size(x) * sizeof(mp_limb_t);
    char *to = current->memory + current->used;
    if (size) x->_mp_d = memmove(to, x->_mp_d, size), x->_mp_alloc = (int)mpz_size(x);
    current->used += (long)size;
}

static ball settled_ball(long mark, ball made) { // keeps what was made since then, and nothing else of that time
    bool order = !mpz_size(made.low) || (mpz_size(made.high) && made.low->_mp_d < made.high->_mp_d);
    current->used = mark;
    move_limbs(order ? made.low : made.high), move_limbs(order ? made.high : made.low);
    recognise(labs(made.e) < 1L << (LARGEST_EXPONENT + 10), "reals of too many digits");
    return made;
}

static long length_of(mpz_srcptr x) { // bits of |x|, none of 0
    return mpz_sgn(x) ? (long)mpz_sizeinbase(x, 2) : 0;
}

static long width_of(ball a) {
    long low = length_of(a.low), high = length_of(a.high);
    return low > high ? low : high;
}

static long ball_top(ball a) {
    return width_of(a) + a.e;
}

static int ball_sign(ball a) {
    return mpz_sgn(a.low) > 0 ? 1 : mpz_sgn(a.high) < 0 ? -1 : 0;
}

static bool ball_narrow(ball a, long k) {
    mpz_t width;
    long mark = current->used;
    mpz_init(width), mpz_sub(width, a.high, a.low);
    long length = length_of(width);
    return current->used = mark, !length || length + a.e <= k;
}

static ball ball_cut(ball a, long p) { // to p bits
    long off = width_of(a) - p;
    if (off <= 0) return a;
    mpz_fdiv_q_2exp(a.low, a.low, (mp_bitcnt_t)off), mpz_cdiv_q_2exp(a.high, a.high, (mp_bitcnt_t)off), a.e += off;
    return a;
}

static ball ball_copy(ball a) {
    ball made = {.e = a.e};
    return mpz_init_set(made.low, a.low), mpz_init_set(made.high, a.high), made;
}

static ball ball_of(number x, long p) {
    long mark = current->used;
    ball made = new_ball();
    mpz_srcptr top = mpq_numref(x->q), bottom = mpq_denref(x->q);
    bool whole = !mpz_cmp_ui(bottom, 1);
    long shift = whole ? 0 : p + length_of(bottom) - length_of(top);
    if (shift < 0) shift = 0;
    mpz_mul_2exp(made.high, top, (mp_bitcnt_t)shift), mpz_fdiv_q(made.low, made.high, bottom);
    return mpz_cdiv_q(made.high, made.high, bottom), made.e = -shift, settled_ball(mark, ball_cut(made, p));
}

static void shift_end(mpz_ptr end, long by, bool up) { // end 2^by, rounded up or down
    if (by >= 0)
        mpz_mul_2exp(end, end, (mp_bitcnt_t)by);
    else
        (up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(end, end, (mp_bitcnt_t)-by);
}

static ball aligned(ball a, long e) { // with this exponent
    a = ball_copy(a);
    return shift_end(a.low, a.e - e, false), shift_end(a.high, a.e - e, true), a.e = e, a;
}

static ball ball_sum(ball a, ball b, long p) { // 2^-p of the larger end is cut off, so short sums are exact
    long mark = current->used, top = ball_top(a) > ball_top(b) ? ball_top(a) : ball_top(b);
    if (!width_of(a) || !width_of(b)) return settled_ball(mark, ball_cut(ball_copy(width_of(a) ? a : b), p));
    long least = a.e < b.e ? a.e : b.e, e = least > top - p - 4 ? least : top - p - 4;
    a = aligned(a, e), b = aligned(b, e);
    mpz_add(a.low, a.low, b.low), mpz_add(a.high, a.high, b.high);
    return settled_ball(mark, ball_cut(a, p));
}

static ball ball_product(ball a, ball b, long p) { // least and greatest of the products of ends
    long mark = current->used;
    ball made = new_ball();
    mpz_t x;
    mpz_init(x), made.e = a.e + b.e;
    for (int k = 0; k < 4; k++) {
        mpz_mul(x, k & 1 ? a.high : a.low, k & 2 ? b.high : b.low);
        if (!k || mpz_cmp(x, made.low) < 0) mpz_set(made.low, x);
        if (!k || mpz_cmp(x, made.high) > 0) mpz_set(made.high, x);
    }
    return settled_ball(mark, ball_cut(made, p));
}

static ball ball_inverse(ball a, long p) { // from 1 / high to 1 / low, for both signs
    long mark = current->used, shift = p + width_of(a);
    ball made = new_ball();
    mpz_t power;
    mpz_init(power), mpz_setbit(power, (mp_bitcnt_t)shift), made.e = -shift - a.e;
    mpz_fdiv_q(made.low, power, a.high), mpz_cdiv_q(made.high, power, a.low);
    return settled_ball(mark, ball_cut(made, p));
}

static ball ball_root(ball a, long p) { // roots of integers are rounded down; one that leaves a rest is less by < 1
    long mark = current->used, shift = 2 * p > width_of(a) ? 2 * p - width_of(a) : 0;
    ball made = ball_copy(a);
    mpz_t rest;
    mpz_init(rest), shift += (a.e - shift) % 2 != 0;
    if (mpz_sgn(made.low) < 0) mpz_set_si(made.low, 0);
    if (mpz_sgn(made.high) < 0) mpz_set_si(made.high, 0);
    mpz_mul_2exp(made.low, made.low, (mp_bitcnt_t)shift), mpz_sqrt(made.low, made.low);
    mpz_mul_2exp(made.high, made.high, (mp_bitcnt_t)shift), mpz_sqrtrem(made.high, rest, made.high);
    if (mpz_sgn(rest)) mpz_add_ui(made.high, made.high, 1);
    return made.e = (a.e - shift) / 2, settled_ball(mark, ball_cut(made, p));
}

// The sum over k = first, ..., last - 1 of the products of a / (j 2^t) over j = first, ..., k is T / (Q 2^(t count)),
// where Q is the product of all j, and P = a^count.
static void split(mpz_srcptr a, long t, long first, long last, mpz_ptr P, mpz_ptr Q, mpz_ptr T) {
    mpz_t others[3];
    long middle = (first + last) / 2;
    if (last - first == 1) {
        mpz_set(P, a), mpz_set_si(Q, first), mpz_set(T, a);
        return;
    }
    for (int k = 0; k < 3; k++) mpz_init(others[k]);
    split(a, t, first, middle, P, Q, T), split(a, t, middle, last, others[0], others[1], others[2]);
    mpz_mul(T, T, others[1]), mpz_mul_2exp(T, T, (mp_bitcnt_t)(t * (last - middle)));
    mpz_mul(others[2], others[2], P), mpz_add(T, T, others[2]);
    mpz_mul(P, P, others[0]), mpz_mul(Q, Q, others[1]);
}

// exp(x) for x = a 2^-t, |x| <= 1, a not 0. Of the terms after x^N / N! each is at most half of the one before, so they
// add up to at most 2 |x|^(N+1) / (N+1)! in absolute value. That is at most 2^-w where |x|^(N+1) / (N+1)! <= 2^(-w-1):
// |x| < 2^-s and k >= 2^(length of k - 1), so it is if the sum of s + length of k - 1 over k = 1, ..., N + 1 is >= w
// + 1.
static ball exp_series(mpz_srcptr a, long t, long w) {
    long mark = current->used, s = t - length_of(a), enough = 0, N = -1;
    mpz_t P, Q, T;
    mpz_inits(P, Q, T, NULL);
    for (long k = 1; enough < w + 1; k++, N++) enough += s + 63 - __builtin_clzl((unsigned long)k);
    ball made = new_ball();
    if (N > 0) split(a, t, 1, N + 1, P, Q, T), shift_end(T, w - t * N, false), mpz_fdiv_q(made.low, T, Q);
    mpz_set_si(P, 0), mpz_setbit(P, (mp_bitcnt_t)w), mpz_add(made.low, made.low, P);
    mpz_add_ui(made.high, made.low, 2); // the sum up to N is less than 1 above what is rounded down, the rest at most 1
    mpz_sub_ui(made.low, made.low, 1);
    return made.e = -w, settled_ball(mark, made);
}

static ball dyadic(mpz_srcptr x, long e) {
    ball made = {.e = e};
    return mpz_init_set(made.low, x), mpz_init_set(made.high, x), made;
}

static ball ball_scaled(ball a, long by) { // a times a small integer
    mpz_t factor;
    long mark = current->used;
    mpz_init_set_si(factor, by);
    ball made = dyadic(factor, 0);
    return settled_ball(mark, ball_product(a, made, LONG_MAX / 4));
}

static ball ball_log_2(long p);

// exp(x) is 2^k exp(x - k log 2), and exp of that is the product of exps of its pieces, of 8, 16, 32, ... bits. Of an
// enclosure it is exp of the low end times [1, 1 + 2 u], where it is u <= 1 wide, as 1 <= exp(v) <= 1 + 2 v for 0 <= v
// <= 1.
static ball ball_exp(ball a, long p) {
    long mark = current->used, size = ball_top(a) > 0 ? ball_top(a) : 0, w = p + 16, k = 0;
    recognise(size <= LARGEST_EXPONENT + 1, "an exponential of too large a number");
    if (!ball_narrow(a, 0)) {
        ball made = ball_exp(dyadic(a.low, a.e), p), high = ball_exp(dyadic(a.high, a.e), p);
        long e = made.e < high.e ? made.e : high.e;
        recognise(labs(made.e - high.e) <= LARGEST_NUMBER, "reals of too many digits");
        made = aligned(made, e), high = aligned(high, e), mpz_set(made.high, high.high);
        return settled_ball(mark, ball_cut(made, p));
    }
    mpz_t rest, piece, width;
    mpz_inits(rest, piece, width, NULL);
    if (size) {
        ball fine = ball_log_2(w + size),
             ratio = ball_product(dyadic(a.low, a.e), ball_inverse(fine, size + 8), size + 8);
        mpz_set(piece, ratio.low), shift_end(piece, ratio.e + 1, false), mpz_add_ui(piece, piece, 1);
        mpz_fdiv_q_2exp(piece, piece, 1), k = mpz_get_si(piece);
        a = ball_sum(a, ball_scaled(fine, -k), w + size);
    }
    a = aligned(a, -w), mpz_set(rest, a.low), mpz_sub(width, a.high, a.low);
    mpz_set_si(piece, 0), mpz_setbit(piece, (mp_bitcnt_t)w), mpz_mul_2exp(width, width, 1);
    ball made = dyadic(piece, -w);
    mpz_add(made.high, made.high, width);
    for (long t = 8; mpz_sgn(rest); t *= 2) {
        if (t > w) t = w;
        mpz_tdiv_q_2exp(piece, rest, (mp_bitcnt_t)(w - t)), mpz_tdiv_r_2exp(rest, rest, (mp_bitcnt_t)(w - t));
        if (mpz_sgn(piece)) made = ball_product(made, exp_series(piece, t, w), w);
    }
    return made.e += k, settled_ball(mark, ball_cut(made, p));
}

// log f for f = m / 2^n in [1/2, 1). For any l, log f = l + log t with t = f exp(-l), and 1 - 1/t <= log t <= t - 1.
// This is about (t - 1)^2 wide, so that its middle added to l makes an l of twice as many bits.
static ball log_fraction(mpz_srcptr m, long w) {
    long mark = current->used, n = length_of(m);
    mpz_t unit, minus_unit;
    mpz_init_set_si(unit, 1), mpz_init_set_si(minus_unit, -1);
    ball f = dyadic(m, -n), plus_1 = dyadic(unit, 0), minus_1 = dyadic(minus_unit, 0), l = dyadic(minus_unit, -1);
    for (long q = 32, again = current->used;; l = settled_ball(again, l)) {
        ball t = ball_product(f, ball_exp(ball_scaled(l, -1), q + 8), q + 8);
        ball low = ball_sum(plus_1, ball_scaled(ball_inverse(t, q + 8), -1), q + 8), high = ball_sum(t, minus_1, q + 8);
        long e = low.e < high.e ? low.e : high.e;
        low = aligned(low, e), high = aligned(high, e), mpz_set(low.high, high.high);
        bool fine = ball_narrow(low, 4 - q);
        if (fine && q == w) return settled_ball(mark, ball_sum(l, low, w + 8));
        if (fine) q = 2 * q < w ? 2 * q : w;
        mpz_add(low.low, low.low, low.high), mpz_set(low.high, low.low), low.e--;
        l = ball_sum(l, low, q + 8), mpz_set(l.high, l.low);
    }
}

static void keep_limbs(mpz_ptr x, void **memory) { // beside the stacks, of which that in use may be given back
    size_t size = mpz_size(x) * sizeof(mp_limb_t);
    recognise((*memory = realloc(*memory, size + 1)), "the certificate needs more memory than there is");
    x->_mp_d = memcpy(*memory, x->_mp_d, size);
}

static ball ball_log_2(long p) {
    static struct {
        ball known;
        long bits;
        void *memory[2];
    } kept;

    if (kept.bits < p) {
        mpz_t unit;
        long mark = current->used, q = p < 256 ? 256 : p;
        mpz_init_set_si(unit, 1);
        kept.known = ball_scaled(log_fraction(unit, q), -1), kept.bits = q;
        keep_limbs(kept.known.low, &kept.memory[0]), keep_limbs(kept.known.high, &kept.memory[1]);
        current->used = mark;
    }
    return ball_cut(ball_copy(kept.known), p);
}

static ball ball_log(ball a, long p) { // log low + [0, (high - low) / low], where low = f 2^k
    long mark = current->used, w = p + 16 < 32 ? 32 : p + 16, k = length_of(a.low) + a.e,
         size = 64 - __builtin_clzl((unsigned long)labs(k) | 1);
    ball wide = aligned(a, a.e);
    mpz_sub(wide.high, wide.high, wide.low), mpz_set_si(wide.low, 0);
    wide = ball_product(wide, ball_inverse(dyadic(a.low, a.e), 32), 32);
    ball made = ball_sum(log_fraction(a.low, w), ball_scaled(ball_log_2(w + size), k), w);
    return settled_ball(mark, ball_cut(ball_sum(made, wide, w), p));
}

// arctan(1/m) is the sum of (-1)^k m^(-2k-1) / (2k+1), whose terms become less and less: after the last one that is not
// less than 2^-w the rest is less than 2^-w. A power that is rounded down at each step is less than 2 units too small,
// and so what it makes of a term, once more rounded down, less than 3.
static void add_arctangent(unsigned long m, long by, long w, ball *total) {
    mpz_t power, term;
    long k = 0;
    mpz_inits(power, term, NULL), mpz_setbit(power, (mp_bitcnt_t)w), mpz_fdiv_q_ui(power, power, m);
    for (; mpz_sgn(power); k++, mpz_fdiv_q_ui(power, power, m * m)) {
        mpz_fdiv_q_ui(term, power, 2 * (unsigned long)k + 1), mpz_mul_si(term, term, k % 2 ? -by : by);
        mpz_add(total->low, total->low, term), mpz_add(total->high, total->high, term);
    }
    mpz_set_si(term, 3 * k + 3), mpz_mul_si(term, term, labs(by));
    mpz_sub(total->low, total->low, term), mpz_add(total->high, total->high, term);
}

static ball ball_pi(long p) { // 16 arctan(1/5) - 4 arctan(1/239)
    long mark = current->used, w = p + 32;
    ball made = new_ball();
    add_arctangent(5, 16, w, &made), add_arctangent(239, -4, w, &made);
    return made.e = -w, settled_ball(mark, ball_cut(made, p));
}

static bool ball_away(ball a) {
    long mark = current->used;
    mpz_t width;
    mpz_init(width), mpz_sub(width, a.high, a.low), mpz_mul_2exp(width, width, 1);
    bool away = ball_sign(a) && mpz_cmpabs(width, ball_sign(a) > 0 ? a.low : a.high) <= 0;
    return current->used = mark, away;
}
