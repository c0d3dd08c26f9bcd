// Section 9: floors of numbers, and how they are written.

// K 2^E with 2^63 <= |K| < 2^64, E the smallest such exponent; 0 is K = E = 0.
typedef struct floor_number {
    number k;
    long e;
} floor_number;

static floor_number floor_of(number x) {
    floor_number made = {whole(0), 0};
    if (is_zero(x)) return made;
    long top = real_top(x) - 64;
    for (made.e = top - 3; made.e < top + 4; made.e++) {
        made.k = real_floor(x, made.e);
        size_t length = mpz_sizeinbase(mpq_numref(made.k->q), 2);
        if (length == 64) return made;
    }
    refuse(NOT_CONFIRMED, "a number without a floor");
}

static int compare_floors(floor_number a, floor_number b) {
    int side = sign(a.k);
    if (side != sign(b.k)) return side < sign(b.k) ? -1 : 1;
    return a.e == b.e ? compare(a.k, b.k) : (a.e < b.e ? -side : side);
}

static void put(const char *format, ...);

static void put_floor(floor_number one) {
    put("{\"exponent\":%n,\"floor\":%n}", whole(one.e), one.k);
}

// A side of a witness: of reals it is put as floors, and as null where that is what is written, in arrays, too: a floor
// may have been undecided.
static json part_of(json written_side, long k, long count) { // of an array that is so long; or NULL
    bool alike = written_side && written_side->kind == ARRAY && written_side->count == count;
    return alike ? &written_side->items[k] : NULL;
}

static void put_floor_of(number x, json written_side) {
    if (written_side && !written_side->kind)
        put("null");
    else
        put_floor(floor_of(x));
}

static void put_floors_of(matrix Z, char kind, json side) { // of a list; of a matrix, by rows
    for (long i = 0; i < Z->rows; i++) {
        json row = part_of(side, i, Z->rows);
        put(i ? "," : "[");
        if (kind == 'm' && row && !row->kind)
            put("null");
        else if (kind == 'm') {
            for (long j = 0; j < Z->columns; j++)
                put(j ? "," : "["), put_floor_of(AT(Z, i, j), part_of(row, j, Z->columns));
            put("]");
        } else
            put_floor_of(Z->entries[i], row);
    }
    put(Z->rows ? "]" : "[]");
}
