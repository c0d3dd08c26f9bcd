// Section 1: the file, its layout and its digest.

typedef struct json *json;

struct json {
    enum { NOTHING, YES, NO, WHOLE, STRING, ARRAY, OBJECT } kind : 8;

    unsigned op : 8;
    char compared;            // of a term: its operator; and the kind of its operands, if it is a relation
    int start, length, count; // where its text stands in the file; how many items

    union {
        json items;        // of an object: keys and values in turn; of the variable of permutations: what is left
        struct kept *kept; // of an operator: what its term was found to be; or NULL
    };
};

static char *file;        // the text, with a 0 behind its end
static int at, depth = 1; // where the parser is, and in how many arrays and objects that is
static struct json nothing = {.kind = NOTHING};

#define TEXT(node) (node)->length, file + (node)->start         // for %.*s
#define WORD(node) (node)->length - 2, file + (node)->start + 1 // a string without its quotes

static _Noreturn void unreadable(void) {
    refuse(UNREADABLE, "the file is no certificate/2 in canonical form, or nested too deeply (byte %d)", at);
}

static void expect(const char *text) {
    if (strncmp(file + at, text, strlen(text))) unreadable();
    at += (int)strlen(text);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static long escaped(const char *text) { // what \uXXXX stands for; or -1
    long made = 0;
    for (int k = 0; k < 6; k++) {
        if (k < 2 ? text[k] != "\\u"[k] : !is_digit(text[k]) && (text[k] < 'a' || text[k] > 'f')) return -1;
        if (k >= 2) made = made * 16 + (is_digit(text[k]) ? text[k] - '0' : text[k] - 'a' + 10);
    }
    return made;
}

static long code_point(const char **text) { // the next one of a string
    long c = escaped(*text), low = c >> 10 == 0xd800 >> 10 ? escaped(*text + 6) : 0;
    if (low >> 10 == 0xdc00 >> 10) return *text += 12, 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
    if (c >= 0) return *text += 6, c;
    if ((c = *(*text)++) != '\\') return c;
    const char *letter = strchr("b\bf\fn\nr\rt\t", c = *(*text)++);
    return letter ? letter[1] : c;
}

static int compare_key(json key, const char *name, const char *end) { // by code points
    const char *p = file + key->start + 1, *stop = p + key->length - 2;
    while (p < stop && name < end) {
        long x = code_point(&p), y = code_point(&name);
        if (x != y) return x < y ? -1 : 1;
    }
    return (p < stop) - (name < end);
}

static void parse_string(void) {
    for (at++; file[at] != '"'; at++) {
        if (file[at] < 0x20 || file[at] > 0x7e) unreadable();
        if (file[at] != '\\') continue;
        long x = escaped(file + at); // needed so: what is no plain character, and has no letter
        bool needed = (x < 32 || x > 126) && !(x > 7 && x < 14 && x != 11);
        if (x < 0 ? !strchr("\"\\bfnrt", file[++at]) || !file[at] : !needed) unreadable();
        at += x < 0 ? 0 : 5;
    }
    at++;
}

static void parse_number(void) {
    int start = at;
    at += file[at] == '-';
    if (!is_digit(file[at]) || (file[at] == '0' && (at > start || is_digit(file[at + 1])))) unreadable();
    while (is_digit(file[at])) at++;
    if (at - start > 1000) unreadable();
}
static struct json parse_value(void);

static void parse_items(json made) {
    bool object = made->kind == OBJECT;
    long before = passing.used; // where the items are put as long as there may be more of them
    json items = (json)(passing.memory + before), next = items;
    if (++depth > DEEPEST) unreadable();
    for (at++; file[at] != (object ? '}' : ']') || (object && (next - items) % 2); next++) {
        bool key = object && (next - items) % 2 == 0;
        if (next > items) expect(object && !key ? ":" : ",");
        use(&passing), allocate(1, sizeof *next), use(&lasting);
        *next = parse_value();
        if (key && next->kind != STRING) unreadable();
        if (key && next > items && compare_key(next - 2, file + next->start + 1, file + at - 1) >= 0) unreadable();
    }
    at++, depth--;
    made->count = (int)(next - items), made->items = COPY(struct json, items, made->count);
    passing.used = before;
}

static struct json parse_value(void) {
    struct json made = {.start = at};
    char c = file[at];
    if (c == '{' || c == '[')
        made.kind = c == '{' ? OBJECT : ARRAY, parse_items(&made);
    else if (c == '"')
        made.kind = STRING, parse_string();
    else if (c == '-' || is_digit(c))
        made.kind = WHOLE, parse_number();
    else
        made.kind = c == 't' ? YES : c == 'f' ? NO : NOTHING, expect(c == 't' ? "true" : c == 'f' ? "false" : "null");
    return made.length = at - made.start, made;
}

// What is in an object, in an array, or written as a string.
static bool is_text(json node, const char *text, long length) {
    return node->length == length && !memcmp(file + node->start, text, (size_t)length);
}

static bool is_written(json node, const char *text) {
    return is_text(node, text, (long)strlen(text));
}

static bool same_text(json a, json b) {
    return is_text(a, file + b->start, b->length);
}

static bool is_word(json node, const char *word) {
    long length = (long)strlen(word);
    return node->kind == STRING && node->length == length + 2 && !memcmp(file + node->start + 1, word, (size_t)length);
}

static json find(json object, const char *name, const char *end) { // the value of this key, or NULL
    long low = 0, high = object->kind == OBJECT ? object->count / 2 : 0;
    while (low < high) {
        long middle = (low + high) / 2;
        int order = compare_key(&object->items[2 * middle], name, end);
        if (!order) return &object->items[2 * middle + 1];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static json optional(json object, const char *name) {
    return find(object, name, name + strlen(name));
}

static json field(json object, const char *name) {
    json found = optional(object, name);
    return demand(found, "something has no key %s", name), found;
}

static json named(json object, json name) {
    const char *text = file + name->start;
    json found = name->kind == STRING ? find(object, text + 1, text + name->length - 1) : NULL;
    return demand(found, "%.*s is the name of nothing", TEXT(name)), found;
}

static void keys(json object, const char *words) { // exactly these; what stands behind a colon is for others
    int count = 0;
    for (const char *word = words; *word; word += strcspn(word, " "), word += *word == ' ', count++)
        demand(find(object, word, word + strcspn(word, ": ")), "something is no object with the keys %s", words);
    demand(object->kind == OBJECT && object->count == 2 * count, "an object with the keys %s has another", words);
}

static json array(json node, long length) { // of so many items; below 0: of any number
    return demand(node->kind == ARRAY && (length < 0 || node->count == length), "no array, or of a wrong length"), node;
}

// SHA-256 (FIPS 180-4), of which the constants are fractional parts of roots of primes.
static uint32_t rotated(uint32_t x, int a, int b, int c) { // in three ways, added bit by bit; below 0: shifted
    return (x >> a | x << (32 - a)) ^ (x >> b | x << (32 - b)) ^ (c < 0 ? x >> -c : x >> c | x << (32 - c));
}

static void sha256(const char *bytes, long length, char digest[65]) { // in hexadecimal
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
    for (long from = 0; from < length + 9; from += 64) {
        unsigned char block[64] = {0};
        long rest = from < length ? length - from : 0;
        memcpy(block, bytes + (rest ? from : 0), rest < 64 ? (size_t)rest : 64);
        if (length >= from && rest < 64) block[rest] = 0x80;
        for (int k = 0; from + 64 >= length + 9 && k < 8; k++) block[63 - k] = (unsigned char)(8 * length >> 8 * k);
        memcpy(s, state, sizeof s);
        for (int t = 0; t < 64; t++) {
            const unsigned char *p = block + 4 * (t % 16);
            if (t < 16)
                w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
            else
                w[t] = w[t - 16] + w[t - 7] + rotated(w[t - 15], 7, 18, -3) + rotated(w[t - 2], 17, 19, -10);
            uint32_t one = s[7] + rotated(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[t] + w[t];
            uint32_t two = rotated(s[0], 2, 13, 22) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += one, s[0] = one + two;
        }
        for (int k = 0; k < 8; k++) state[k] += s[k];
    }
    for (int k = 0; k < 8; k++) sprintf(digest + 8 * k, "%08x", (unsigned)state[k]);
}

static void require_digest(const char *bytes, long length, json written, const char *what) {
    char text[72] = "sha256:";
    sha256(bytes, length, text + 7);
    demand(is_word(written, text), "%s", what);
}

static bool of_limit; // whether the file says so

static struct json read_certificate(const char *path, json digest) { // what is decided, if that has this digest
    struct stat kind;
    int descriptor = open(path, O_RDONLY | O_NONBLOCK); // reading a pipe or a device might never end
    if (descriptor >= 0 && !fstat(descriptor, &kind) && !S_ISREG(kind.st_mode))
        refuse(UNREADABLE, "the file is not a regular file");
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    file = malloc(LARGEST_FILE + 16);
    size_t size = stream && file ? fread(file, 1, LARGEST_FILE + 1, stream) : 0;
    if (!stream || !file || ferror(stream)) refuse(UNREADABLE, "the file cannot be read");
    if (size == 0 || size > LARGEST_FILE) refuse(UNREADABLE, "the file is empty, or larger than 64 MiB");
    memcpy(file + size, "\0\"row\"\"d\"\"m\"", 13); // names that have no place in the file
    expect("{\"decided\":");
    struct json decided = parse_value();
    expect(",\n\"digest\":");
    *digest = parse_value();
    recognise(strncmp(file + at, ",\n\"exactua\":\"proof/2\"", 21), "a proof is for its kernel to check again");
    bool former = !strncmp(file + at, ",\n\"exactua\":\"certificate/1\"", 27) ||
                  !strncmp(file + at, ",\n\"exactua\":\"limit/1\"", 21) ||
                  !strncmp(file + at, ",\n\"exactua\":\"proof/1\"", 21);
    if (former) refuse(UNREADABLE, "the file is of the former format: make it anew by the command that wrote it");
    of_limit = !strncmp(file + at, ",\n\"exactua\":\"limit/2\"", 21);
    expect(of_limit ? ",\n\"exactua\":\"limit/2\",\n\"run\":" : ",\n\"exactua\":\"certificate/2\",\n\"run\":");
    struct json run = parse_value();
    expect("}\n");
    if ((size_t)at != size || run.kind != OBJECT) unreadable();
    require_digest(file + decided.start, decided.length, digest, "the digest is not that of the hashed part");
    return decided;
}
