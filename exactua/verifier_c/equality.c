// Section 9: proofs that a real is 0. It is written as a quotient: a polynomial with rational coefficients over a
// product of powers of divisors, which are polynomials, too. A monomial is a product of powers of *bases*: of pi, log
// p, log |b| for a base b, and roots, with integer exponents; and of e^m, for a monomial m over divisors, and of p (an
// integer, e^m for m = log p), with rational exponents, those of p in [0, 1). What becomes the polynomial 0 is 0.

enum { LARGEST_PROOF = 4000, LARGEST_PRIME = 4096, LARGEST_FACTORED = 20000, LARGEST_REPEATED = 1000 };

enum { BASE_PI, LOG_OF_PRIME, LOG_OF_BASE, BASE_ROOT, POWER_OF_PRIME, POWER_OF_E, DIVISOR };

typedef struct monomial {
    long count;
    number coefficient;

    struct factor {
        long base;
        number exponent;
    } *factors; // by increasing base
} monomial;

typedef struct polynomial {
    long count;
    monomial *terms;
} polynomial;

typedef struct quotient_of {
    polynomial above;
    monomial under; // of divisors
} fractional;

static struct { // what is known in a proof

    struct base {
        int kind;
        number prime;          // of it, or of a number without small factors
        long of;               // base of a logarithm
        polynomial polynomial; // a divisor; of a root the radicand's numerator, of a power of e the exponent
        monomial under;        // of these two, what is below it
    } *bases;

    long count, atoms;

    struct shown {
        atom atom;
        fractional value;
    } *shown;

    jmp_buf beyond;
} proof;

static void require(bool feasible) { // a proof that takes too much is given up
    if (!feasible) longjmp(proof.beyond, 1);
}

static void take(long steps) {
    spent_on_reals += steps, require((allowance -= steps) >= 0);
}

// What operations of rational numbers come to; a proof in which it is too long is given up.
static number checked(void operation(mpq_ptr, mpq_srcptr, mpq_srcptr), number a, number b) {
    if (a->bottom && b->bottom) return exact(operation, a, b);
    number made = fresh(RATIONAL);
    return operation(made->q, a->q, b->q), require(bits(made) <= LARGEST_NUMBER), tidy(made);
}

static bool same_factors(monomial a, monomial b) {
    bool same = a.count == b.count;
    for (long k = 0; same && k < a.count; k++)
        same = a.factors[k].base == b.factors[k].base && !compare(a.factors[k].exponent, b.factors[k].exponent);
    return same;
}

static void add_monomial(polynomial *to, monomial one) {
    long k = 0;
    while (k < to->count && !same_factors(to->terms[k], one)) k++;
    if (k == to->count) {
        if (is_zero(one.coefficient)) return;
        to->terms = grown(to->terms, to->count, sizeof one), to->terms[to->count++] = one;
        return;
    }
    to->terms[k].coefficient = checked(mpq_add, to->terms[k].coefficient, one.coefficient);
    if (is_zero(to->terms[k].coefficient)) to->terms[k] = to->terms[--to->count];
}

static polynomial polynomial_of(monomial one) {
    polynomial made = {0, NULL};
    return add_monomial(&made, one), made;
}

static monomial unit(number coefficient) {
    return (monomial){0, coefficient, NULL};
}

static monomial base_power(long base, number exponent) {
    struct factor one = {base, exponent};
    return (monomial){1, whole(1), COPY(struct factor, &one, 1)};
}

static polynomial added(polynomial a, polynomial b) {
    polynomial made = {0, NULL};
    for (long k = 0; k < a.count; k++) add_monomial(&made, a.terms[k]);
    for (long k = 0; k < b.count; k++) add_monomial(&made, b.terms[k]);
    return made;
}

static polynomial multiple(polynomial a, number by) {
    polynomial made = {0, NULL};
    for (long k = 0; k < a.count; k++) {
        monomial one = a.terms[k];
        one.coefficient = checked(mpq_mul, one.coefficient, by), add_monomial(&made, one);
    }
    return made;
}

static bool equal_polynomials(polynomial a, polynomial b) {
    return !added(a, multiple(b, whole(-1))).count;
}

static long base_of(struct base wanted) {
    long k = 0;
    for (; k < proof.count; k++) {
        struct base known = proof.bases[k];
        if (known.kind != wanted.kind || known.of != wanted.of) continue;
        if (wanted.prime && compare(known.prime, wanted.prime)) continue;
        if (same_factors(known.under, wanted.under) && equal_polynomials(known.polynomial, wanted.polynomial)) break;
    }
    if (k == proof.count) proof.bases = grown(proof.bases, k, sizeof wanted), proof.bases[proof.count++] = wanted;
    return k;
}

// a b^by, with exponents of primes in [0, 1); exponents are added.
static monomial joined(monomial a, monomial b, long by) {
    monomial made = {0, a.coefficient, NEW(struct factor, a.count + b.count)};
    for (long i = 0, j = 0; i < a.count || j < b.count;) {
        bool left = j == b.count || (i < a.count && a.factors[i].base <= b.factors[j].base);
        bool right = i == a.count || (j < b.count && b.factors[j].base <= a.factors[i].base);
        struct factor one = left ? a.factors[i++] : b.factors[j];
        if (right) {
            number more = checked(mpq_mul, b.factors[j++].exponent, whole(by));
            one.exponent = left ? checked(mpq_add, one.exponent, more) : more;
        }
        struct base *base = &proof.bases[one.base];
        number most = base->kind == POWER_OF_PRIME ? rounded(one.exponent, false) : whole(0);
        if (!is_zero(most)) {
            number size = sign(most) < 0 ? times(most, whole(-1)) : most;
            require(compare(size, whole(LARGEST_REPEATED)) <= 0);
            require(((long)bits(base->prime) - 1) * bounded(size, LARGEST_REPEATED) <= LARGEST_NUMBER);
            number factor = power(base->prime, size);
            made.coefficient = checked(mpq_mul, made.coefficient, sign(most) < 0 ? divided(whole(1), factor) : factor);
            one.exponent = checked(mpq_sub, one.exponent, most);
        }
        if (!is_zero(one.exponent)) made.factors[made.count++] = one;
    }
    return made;
}

static polynomial expanded(monomial under), together_of(polynomial *all, long count);

static void by_length(polynomial *all, long count) { // those of fewer monomials first
    for (long k = 1, i; k < count; k++) {
        polynomial one = all[k];
        for (i = k; i && all[i - 1].count > one.count; i--) all[i] = all[i - 1];
        all[i] = one;
    }
}

static polynomial multiplied(polynomial a, polynomial b) { // a root that occurs twice is its radicand

    struct group {
        monomial squares;
        polynomial part;
    } *groups = NULL;

    long count = 0;
    take(20 * a.count * b.count), require(a.count * b.count <= LARGEST_PROOF);
    for (long i = 0; i < a.count; i++)
        for (long j = 0; j < b.count; j++) {
            monomial all = joined(a.terms[i], b.terms[j], 1), rest = all, squares = unit(whole(1));
            all.coefficient = checked(mpq_mul, all.coefficient, b.terms[j].coefficient);
            rest = (monomial){0, all.coefficient, NEW(struct factor, all.count)};
            squares.factors = NEW(struct factor, all.count);
            for (long k = 0; k < all.count; k++) {
                struct factor one = all.factors[k];
                bool square = proof.bases[one.base].kind == BASE_ROOT && !compare(one.exponent, whole(2));
                monomial *to = square ? &squares : &rest;
                to->factors[to->count++] = one;
            }
            long k = 0;
            while (k < count && !same_factors(groups[k].squares, squares)) k++;
            if (k == count) {
                groups = grown(groups, count, sizeof *groups);
                groups[count++] = (struct group){squares, {0, NULL}};
            }
            add_monomial(&groups[k].part, rest);
        }
    polynomial total = {0, NULL};
    for (long k = 0; k < count; k++) {
        long squared = groups[k].squares.count;
        polynomial *radicands = NEW(polynomial, squared), part = groups[k].part;
        for (long i = 0; i < squared; i++) {
            struct base root = proof.bases[groups[k].squares.factors[i].base];
            radicands[i] = multiplied(root.polynomial, expanded(root.under));
        }
        by_length(radicands, squared);
        for (long i = 0; i < squared; i++) part = multiplied(part, radicands[i]);
        total = added(total, part);
    }
    return total;
}

static polynomial together_of(polynomial *all, long count) { // their product
    polynomial made = polynomial_of(unit(whole(1)));
    by_length(all, count);
    for (long k = 0; k < count; k++) made = multiplied(made, all[k]);
    return made;
}

static long degree_of(monomial under) { // of divisors
    long made = 0;
    for (long k = 0; k < under.count; k++) {
        require(compare(under.factors[k].exponent, whole(LARGEST_PROOF)) <= 0);
        made += bounded(under.factors[k].exponent, LARGEST_PROOF);
    }
    return made;
}

static polynomial expanded(monomial under) { // the product of powers of divisors
    long degree = degree_of(under), count = 0;
    require(degree <= LARGEST_PROOF);
    polynomial *all = NEW(polynomial, degree);
    for (long k = 0; k < under.count; k++)
        for (long i = bounded(under.factors[k].exponent, LARGEST_PROOF); i; i--)
            all[count++] = proof.bases[under.factors[k].base].polynomial;
    return together_of(all, count);
}

// A polynomial is a positive number times a monomial without roots times what is left.
static polynomial left_of(polynomial a, monomial *common) {
    require(a.count);
    number top = fresh(RATIONAL), bottom = fresh(RATIONAL);
    mpz_set_si(mpq_numref(bottom->q), 1);
    *common = (monomial){0, NULL, NEW(struct factor, proof.count)};
    for (long k = 0; k < a.count; k++) {
        mpz_gcd(mpq_numref(top->q), mpq_numref(top->q), mpq_numref(a.terms[k].coefficient->q));
        mpz_lcm(mpq_numref(bottom->q), mpq_numref(bottom->q), mpq_denref(a.terms[k].coefficient->q));
        require(bits(bottom) <= LARGEST_NUMBER);
    }
    common->coefficient = checked(mpq_div, tidy(top), tidy(bottom));
    for (long base = 0; base < proof.count; base++) {
        number least = NULL;
        for (long k = 0; k < a.count; k++) {
            number exponent = whole(0);
            for (long i = 0; i < a.terms[k].count; i++)
                if (a.terms[k].factors[i].base == base) exponent = a.terms[k].factors[i].exponent;
            least = least ? smaller(least, exponent) : exponent;
        }
        if (!is_zero(least) && proof.bases[base].kind != BASE_ROOT)
            common->factors[common->count++] = (struct factor){base, least};
    }
    polynomial rest = {0, NULL};
    for (long k = 0; k < a.count; k++) {
        monomial one = joined(a.terms[k], *common, -1);
        one.coefficient = checked(mpq_div, one.coefficient, common->coefficient), add_monomial(&rest, one);
    }
    return rest;
}

static long divisor_of(polynomial a, bool add, int *sign) { // the divisor that is a (sign 1) or -a; -1: a is 1 or -1
    for (*sign = 1; *sign >= -1; *sign -= 2) {
        polynomial side = multiple(a, whole(*sign));
        if (equal_polynomials(side, polynomial_of(unit(whole(1))))) return -1;
        for (long k = 0; k < proof.count; k++)
            if (proof.bases[k].kind == DIVISOR && equal_polynomials(proof.bases[k].polynomial, side)) return k;
    }
    *sign = 1;
    return add ? base_of((struct base){.kind = DIVISOR, .polynomial = a}) : -2;
}

static fractional cancelled(polynomial above, monomial under) { // without a divisor that is above, up to a monomial
    bool fits = false;
    for (long k = 0; k < under.count; k++)
        fits = fits || proof.bases[under.factors[k].base].polynomial.count == above.count;
    if (!above.count) return (fractional){above, unit(whole(1))};
    if (!fits) return (fractional){above, under};
    monomial common;
    int sign;
    long place = divisor_of(left_of(above, &common), false, &sign), k = 0;
    while (k < under.count && under.factors[k].base != place) k++;
    if (k == under.count) return (fractional){above, under};
    common.coefficient = checked(mpq_mul, common.coefficient, whole(sign));
    return (fractional){polynomial_of(common), joined(under, base_power(place, whole(1)), -1)};
}

// The product; a numerator that is a divisor of any of the quotients, up to a monomial, goes first.
static fractional times_of(fractional *all, long count) {
    monomial under = unit(whole(1));
    polynomial *aboves = NEW(polynomial, count);
    for (long k = 0; k < count; k++) under = joined(under, all[k].under, 1);
    for (long k = 0; k < count; k++) {
        fractional one = cancelled(all[k].above, under);
        if (one.above.count) under = one.under;
        aboves[k] = one.above;
    }
    return cancelled(together_of(aboves, count), under);
}

static fractional over_1(monomial one) {
    return (fractional){polynomial_of(one), unit(whole(1))};
}

static fractional inverse_of(fractional a) {
    monomial common;
    int sign;
    long place = divisor_of(left_of(a.above, &common), true, &sign);
    monomial one = joined(unit(checked(mpq_div, whole(sign), common.coefficient)), common, -1);
    monomial under = place < 0 ? unit(whole(1)) : base_power(place, whole(1));
    return cancelled(multiplied(expanded(a.under), polynomial_of(one)), under);
}

static void add_to_group(fractional *groups, long *count, fractional one) { // that over the same divisors
    long k = 0;
    while (k < *count && !same_factors(groups[k].under, one.under)) k++;
    if (k == *count) groups[(*count)++] = (fractional){{0, NULL}, one.under};
    groups[k].above = added(groups[k].above, one.above);
    if (!groups[k].above.count) groups[k] = groups[--*count];
}

// The sum: first of quotients over the same divisors, from the most divisors down, as what cancels comes to fewer of
// them; then over the divisors of all.
static fractional sum_of(fractional *all, long all_count) {
    fractional *groups = NEW(fractional, all_count + 1);
    monomial common = unit(whole(1));
    long count = 0, most = 0;
    for (long k = 0; k < all_count; k++) add_to_group(groups, &count, all[k]);
    for (long k = 0; k < count; k++)
        if (degree_of(groups[k].under) > most) most = degree_of(groups[k].under);
    for (; most; most--)
        for (long k = 0; k < count; k++) {
            if (degree_of(groups[k].under) != most) continue;
            fractional one = cancelled(groups[k].above, groups[k].under);
            if (degree_of(one.under) == most) continue;
            groups[k--] = groups[--count], add_to_group(groups, &count, one);
        }
    for (long k = 0; k < count; k++) { // the least product of divisors that all are over
        monomial more = joined(groups[k].under, common, -1), missing = {0, whole(1), NEW(struct factor, more.count)};
        for (long i = 0; i < more.count; i++)
            if (sign(more.factors[i].exponent) > 0) missing.factors[missing.count++] = more.factors[i];
        common = joined(common, missing, 1);
    }
    polynomial total = {0, NULL};
    for (long k = 0; k < count; k++)
        total = added(total, multiplied(groups[k].above, expanded(joined(common, groups[k].under, -1))));
    return cancelled(total, common);
}

static fractional exp_of(fractional x) {
    monomial made = unit(whole(1));
    for (long k = 0; k < x.above.count; k++) {
        monomial one = x.above.terms[k];
        number exponent = one.coefficient;
        bool prime = one.count == 1 && proof.bases[one.factors->base].kind == LOG_OF_PRIME &&
                     !compare(one.factors->exponent, whole(1)) && !x.under.count;
        struct base base = {.kind = prime ? POWER_OF_PRIME : POWER_OF_E, .under = x.under};
        if (prime) base.prime = proof.bases[one.factors->base].prime;
        one.coefficient = whole(1);
        if (!prime) base.polynomial = polynomial_of(one);
        made = joined(made, base_power(base_of(base), exponent), 1);
    }
    return over_1(made);
}

static monomial log_of_prime(number p) {
    return base_power(base_of((struct base){.kind = LOG_OF_PRIME, .prime = p}), whole(1));
}

static fractional scaled(fractional a, number by) {
    return (fractional){multiple(a.above, by), a.under};
}

typedef struct several {
    fractional *list;
    long count;
} several;

static void add_quotient(several *to, fractional one) {
    to->list = grown(to->list, to->count, sizeof one), to->list[to->count++] = one;
}

static fractional logarithm_of(monomial x) { // of a positive number and powers of primes and of e
    several parts = {NULL, 0};
    take(1000), require(bits(x.coefficient) <= LARGEST_FACTORED);
    for (int side = 0; side < 2; side++) {
        number rest = fresh(RATIONAL);
        long by = side ? -1 : 1;
        mpz_set(mpq_numref(rest->q), side ? mpq_denref(x.coefficient->q) : mpq_numref(x.coefficient->q));
        for (unsigned long p = 2; p < LARGEST_PRIME; p++) {
            long times_in = 0;
            for (; mpz_divisible_ui_p(mpq_numref(rest->q), p); times_in++)
                mpz_divexact_ui(mpq_numref(rest->q), mpq_numref(rest->q), p);
            if (times_in) add_quotient(&parts, scaled(over_1(log_of_prime(whole((long)p))), whole(by * times_in)));
        }
        for (; mpz_cmp_ui(mpq_numref(rest->q), 1) > 0 && mpz_perfect_square_p(mpq_numref(rest->q)); by *= 2)
            mpz_sqrt(mpq_numref(rest->q), mpq_numref(rest->q));
        if (mpz_cmp_ui(mpq_numref(rest->q), 1) > 0)
            add_quotient(&parts, scaled(over_1(log_of_prime(tidy(rest))), whole(by)));
    }
    for (long k = 0; k < x.count; k++) {
        struct base base = proof.bases[x.factors[k].base];
        if (base.kind == POWER_OF_PRIME)
            add_quotient(&parts, scaled(over_1(log_of_prime(base.prime)), x.factors[k].exponent));
        if (base.kind == POWER_OF_E)
            add_quotient(&parts, scaled((fractional){base.polynomial, base.under}, x.factors[k].exponent));
    }
    return sum_of(parts.list, parts.count);
}

static fractional log_of(fractional x) { // of |x|
    monomial common;
    int sign;
    long place = divisor_of(left_of(x.above, &common), true, &sign);
    monomial all = joined(common, x.under, -1);
    if (place >= 0) all = joined(all, base_power(place, whole(1)), 1);
    several parts = {NULL, 0};
    add_quotient(&parts, logarithm_of(common));
    for (long k = 0; k < all.count; k++) {
        int kind = proof.bases[all.factors[k].base].kind;
        if (kind == POWER_OF_PRIME || kind == POWER_OF_E) continue;
        long base = base_of((struct base){.kind = LOG_OF_BASE, .of = all.factors[k].base});
        add_quotient(&parts, scaled(over_1(base_power(base, whole(1))), all.factors[k].exponent));
    }
    return sum_of(parts.list, parts.count);
}

static fractional root_of(fractional x) { // r = Q sqrt(P / Q), so sqrt(P / Q) = r / Q and r^2 = P Q
    monomial common;
    polynomial rest = left_of(x.above, &common), Q = expanded(x.under);
    monomial generators = {0, whole(1), NEW(struct factor, common.count)};
    for (long k = 0; k < common.count; k++)
        if (proof.bases[common.factors[k].base].kind < POWER_OF_PRIME)
            generators.factors[generators.count++] = common.factors[k];
    fractional root = exp_of(scaled(logarithm_of(common), exact(mpq_div, whole(1), whole(2))));
    polynomial P = multiplied(polynomial_of(generators), rest);
    if (equal_polynomials(P, Q)) return root;
    long place = base_of((struct base){.kind = BASE_ROOT, .polynomial = P, .under = x.under});
    fractional both[] = {root, {polynomial_of(base_power(place, whole(1))), x.under}};
    return times_of(both, 2);
}

static fractional value_shown(number x), atom_shown(atom a);

static fractional product_shown(atom a) {
    several parts = {NULL, 0};
    for (long k = 0; k < a->count; k++) {
        require(labs(a->exponents[k]) <= LARGEST_REPEATED);
        fractional factor = atom_shown(a->factors[k]);
        if (a->exponents[k] < 0) factor = inverse_of(factor);
        for (long i = labs(a->exponents[k]); i; i--) add_quotient(&parts, factor);
    }
    return times_of(parts.list, parts.count);
}

static fractional atom_shown(atom a) {
    for (long k = 0; k < proof.atoms; k++)
        if (same_atom(proof.shown[k].atom, a)) return proof.shown[k].value;
    fractional made = a->kind == PRODUCT_ATOM ? product_shown(a)
                      : a->kind == PI_ATOM    ? over_1(base_power(base_of((struct base){.kind = BASE_PI}), whole(1)))
                                              : value_shown(a->of);
    if (a->kind == EXP_ATOM) made = exp_of(made);
    if (a->kind == LOG_ATOM) made = log_of(made);
    if (a->kind == ROOT_ATOM) made = root_of(made);
    proof.shown = grown(proof.shown, proof.atoms, sizeof *proof.shown);
    return proof.shown[proof.atoms++] = (struct shown){a, made}, made;
}

static fractional value_shown(number x) {
    several parts = {NULL, 0};
    add_quotient(&parts, over_1(unit(is_rational(x) ? x : x->parts[0])));
    for (long k = 0; !is_rational(x) && k < x->count; k++)
        add_quotient(&parts, scaled(atom_shown(x->atoms[k]), x->parts[1 + k]));
    return is_rational(x) ? *parts.list : sum_of(parts.list, parts.count);
}

static bool shown_to_be_0(number x) {
    static long mark; // neither is to be lost in a jump
    static bool zero;
    mark = current->used, zero = false, proof.count = proof.atoms = 0, proof.bases = NULL, proof.shown = NULL;
    if (!setjmp(proof.beyond)) zero = !value_shown(x).above.count;
    return current->used = mark, zero;
}
