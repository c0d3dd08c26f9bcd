// Section 9: weights that are reals.

// A weight that is a real: + and * of two numbers or more, powers, and what makes reals.
static number real_weight(json node) {
    if (node->kind != ARRAY) return rational(node);
    json op = node->items, x = op + 1;
    int count = node->count - 1;
    demand(count >= 0 && op->kind == STRING, "a weight that is no number");
    bool sum = is_word(op, "+"), product = is_word(op, "*"), exponent = is_word(op, "^");
    if (is_word(op, "pi")) return demand(!count, "pi with an operand"), real_pi();
    if (exponent) {
        demand(count == 2 && x[1].kind == WHOLE, "an exponent in a weight is not an integer");
        number base = real_weight(x), e = rational(&x[1]);
        return sign(e) < 0 ? divided(whole(1), power(base, times(e, whole(-1)))) : power(base, e);
    }
    if (sum || product) {
        demand(count >= 2, "a sum or a product of fewer than two numbers");
        number made = real_weight(x);
        for (int k = 1; k < count; k++) made = (sum ? plus : times)(made, real_weight(&x[k]));
        return made;
    }
    bool known = is_word(op, "exp") || is_word(op, "log") || is_word(op, "sqrt");
    recognise(known, "the operator %.*s in a weight", TEXT(op));
    demand(count == 1, "a wrong number of operands: %.*s", TEXT(node));
    return (is_word(op, "exp") ? real_exp : is_word(op, "log") ? real_log : real_root)(real_weight(x));
}
