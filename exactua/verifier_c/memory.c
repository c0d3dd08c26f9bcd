// Limits, refusals, and memory: two stacks, to which the system gives pages as they grow.

enum { CONFIRMED, NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED }; // exit codes

enum { // the limits of section 8: bytes, arrays and objects in each other, bits of a number, weights of a network,
       // columns that are permuted, entries of columns, slopes of a point of cells; and elementary steps, so many more
       // for each point, each layer, all steps that signs decide
    LARGEST_FILE = 64 << 20,
    DEEPEST = 200,
    LARGEST_NUMBER = 1000000,
    LARGEST_NETWORK = 5000000,
    LARGEST_PERMUTED = 8,
    LARGEST_TABLE = 1000000,
    LARGEST_FORMS = 100000,
    FOR_ALL = 5000000,
    FOR_A_POINT = 100000,
    FOR_A_LAYER = 10000,
    FOR_SIGNS = 20000000,
    // points of each domain, where all would take too long; seconds; points above which a sample's worth is not shown
    DEFAULT_SAMPLE = 1000,
    DEFAULT_SECONDS = 600,
    LARGEST_SHOWN = 2000
};

static const long LARGEST_SIZE = 1L << 31; // stands for all larger numbers of rows, columns, layers, items

static _Noreturn void refuse(int code, const char *format, ...) {
    static const char *const labels[] = {"confirmed", "not confirmed", "unreadable", "not re-checked"};
    char message[401];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    printf("%s: %s\n", labels[code], message);
    exit(code);
}

#define demand(holds, ...) ((holds) ? (void)0 : refuse(NOT_CONFIRMED, __VA_ARGS__))
#define recognise(known, ...) ((known) ? (void)0 : refuse(NOT_RECHECKED, __VA_ARGS__))

static long allowance = FOR_ALL; // elementary steps that may still be taken

static void spend(long steps) {
    demand((allowance -= steps) >= 0, "the certificate asks for more work than this verifier does");
}

// The stacks. GMP takes its memory from them, too.
struct stack {
    char *memory;
    long used, size;
};
static struct stack lasting, passing, *current = &lasting; // for good; as long as a point is looked at

static void reserve(struct stack *stack, long size) {
    for (stack->size = size; !(stack->memory = malloc((size_t)stack->size)) && stack->size > 1 << 20;) stack->size /= 2;
}

static void *allocate(long count, long size) {                                         // zeros
    bool fits = count < 1L << 40 && count * size <= current->size - current->used - 8; // a size is small
    recognise(fits, "the certificate needs more memory than there is");
    void *memory = memset(current->memory + current->used, 0, (size_t)(count * size));
    return current->used += (count * size + 7) / 8 * 8, memory;
}

#define NEW(type, count) ((type *)allocate((count), sizeof(type)))
#define COPY(type, items, count) ((type *)memcpy(NEW(type, (count)), (items), (size_t)(count) * sizeof(type)))

static void *grown(void *items, long count, long size) { // these items, with room for one more
    bool full = !(count & (count - 1));
    return !full ? items : count ? memcpy(allocate(2 * count, size), items, (size_t)(count * size)) : allocate(1, size);
}

static struct stack *use(struct stack *stack) {
    struct stack *before = current;
    return current = stack, before;
}

static void *limbs(size_t size) {
    return allocate((long)size, 1);
}

static void *more_limbs(void *old, size_t size, size_t wanted) {
    return memcpy(limbs(wanted), old, size < wanted ? size : wanted);
}

static void no_fewer_limbs(void *memory, size_t size) {
    (void)memory, (void)size;
}
