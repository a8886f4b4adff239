#include "conform/known.h"

#include "search/hash.h"

#include <string.h>

void known_init(struct known *known) {
    pthread_mutex_init(&known->lock, NULL);
    pthread_cond_init(&known->expanded, NULL);
    known->arena = arena_new();
    known->states.item_size = sizeof(struct spec_state);
}

void known_free(struct known *known) {
    shelf_free(&known->states);
    free(known->table);
    arena_free(known->arena);
    pthread_cond_destroy(&known->expanded);
    pthread_mutex_destroy(&known->lock);
}

/* ---- expectations: a byte each, if they fit; otherwise the kind's byte and the value's ---- */

enum { WIDE_EXPECTATION = 1 + sizeof(int64_t) };
enum { CODE_NON_ZERO = 1, CODE_NUMBER = 2, CODE_ELEMENT = 130, CODES = 256 };

/* -1: it does not fit. */
static int code_of(struct expectation expected) {
    if (expected.kind == EXPECT_ANYTHING) return 0;
    if (expected.kind == EXPECT_NON_ZERO) return CODE_NON_ZERO;
    int first = expected.kind == EXPECT_NUMBER ? CODE_NUMBER : CODE_ELEMENT;
    int end = expected.kind == EXPECT_NUMBER ? CODE_ELEMENT : CODES;
    return expected.value >= 0 && expected.value < end - first ? first + (int)expected.value : -1;
}

static struct expectation meaning_of(unsigned char code) {
    if (code >= CODE_ELEMENT) return (struct expectation){code - CODE_ELEMENT, EXPECT_ELEMENT};
    if (code >= CODE_NUMBER) return (struct expectation){code - CODE_NUMBER, EXPECT_NUMBER};
    return (struct expectation){code, code == CODE_NON_ZERO ? EXPECT_NON_ZERO : EXPECT_ANYTHING};
}

static bool all_fit(const struct known *known, const struct expectation *expected) {
    for (size_t i = 0; i < known->instance_count; i++)
        if (code_of(expected[i]) < 0) return false;
    return true;
}

struct expectation known_expectation(const struct spec_state *state, size_t instance) {
    const unsigned char *row = state->bytes + state->size;
    if (!state->wide) return meaning_of(row[instance]);
    struct expectation expected;
    row += instance * WIDE_EXPECTATION;
    expected.kind = row[0];
    memcpy(&expected.value, row + 1, sizeof expected.value);
    return expected;
}

/* ---- states ---- */

static size_t place_of(const struct known *known, const void *bytes, uint32_t size, uint32_t hash) {
    size_t mask = known->table_size - 1, place = hash & mask;
    for (; known->table[place]; place = (place + 1) & mask) {
        const struct spec_state *state = known_state(known, known->table[place] - 1);
        if (state->hash == hash && state->size == size && (!size || memcmp(state->bytes, bytes, size) == 0)) break;
    }
    return place;
}

static void grow_table(struct known *known) {
    uint32_t count = known_count(known);
    free(known->table);
    known->table_size = known->table_size ? known->table_size * 2 : 64;
    known->table = memory_new(known->table_size * sizeof *known->table);
    for (uint32_t i = 0; i < count; i++) {
        size_t place = known_state(known, i)->hash & (known->table_size - 1);
        while (known->table[place]) place = (place + 1) & (known->table_size - 1);
        known->table[place] = i + 1;
    }
}

bool known_find(struct known *known, const void *bytes, uint32_t size, uint32_t *number) {
    uint32_t hash = (uint32_t)hash_bytes(bytes, size);
    pthread_mutex_lock(&known->lock);
    uint32_t found = known->table_size ? known->table[place_of(known, bytes, size, hash)] : 0;
    pthread_mutex_unlock(&known->lock);
    *number = found - 1;
    return found != 0;
}

static void write_state(struct known *known, struct spec_state *state, const void *bytes,
                        const struct expectation *expected) {
    size_t row = known->instance_count * (state->wide ? WIDE_EXPECTATION : 1);
    unsigned char *copy = arena_alloc(known->arena, state->size + row + 1);
    if (state->size) memcpy(copy, bytes, state->size);
    for (size_t i = 0; i < known->instance_count; i++) {
        unsigned char *at = copy + state->size + i * (state->wide ? WIDE_EXPECTATION : 1);
        *at = state->wide ? expected[i].kind : (unsigned char)code_of(expected[i]);
        if (state->wide) memcpy(at + 1, &expected[i].value, sizeof expected[i].value);
    }
    state->bytes = copy;
}

uint32_t known_add(struct known *known, const void *bytes, uint32_t size, const struct expectation *expected,
                   uint32_t undefined) {
    uint32_t hash = (uint32_t)hash_bytes(bytes, size);
    bool wide = !all_fit(known, expected);
    pthread_mutex_lock(&known->lock);
    if (known_count(known) * (uint64_t)3 + 3 > known->table_size * 2) grow_table(known);
    size_t place = place_of(known, bytes, size, hash);
    if (!known->table[place]) {
        struct spec_state *state = shelf_add(&known->states);
        state->size = size;
        state->hash = hash;
        state->undefined = undefined;
        state->wide = wide;
        write_state(known, state, bytes, expected);
        known->table[place] = known_count(known);
    }
    uint32_t number = known->table[place] - 1;
    pthread_mutex_unlock(&known->lock);
    return number;
}

/* ---- edges: numbers of 7 bits a byte; targets by their distance ---- */

typedef VEC(unsigned char) byte_list;

static void put(byte_list *out, uint32_t number) {
    for (; number >= 0x80; number >>= 7) vec_push(out, (unsigned char)(number | 0x80));
    vec_push(out, (unsigned char)number);
}

static uint32_t get(const unsigned char **at) {
    uint32_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        number |= (uint32_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return number;
    }
}

/* Small numbers for small distances, forwards and backwards. */
static uint32_t distance(uint32_t from, uint32_t to) { return to >= from ? (to - from) << 1 : (from - to) << 1 | 1; }
static uint32_t over(uint32_t from, uint32_t far) { return far & 1 ? from - (far >> 1) : from + (far >> 1); }

static void pack_edge(byte_list *out, uint32_t number, const struct edge *edge) {
    bool good = edge->fault == EDGE_IS_GOOD;
    put(out, edge->event << 1 | !good);
    put(out, distance(number, edge->target));
    put(out, good ? edge->run : edge->fault);
}

bool known_next_edge(struct edge_reader *reader, struct edge *edge) {
    if (!reader->left) return false;
    reader->left--;
    uint32_t event = get(&reader->at);
    uint32_t target = over(reader->number, get(&reader->at)), last = get(&reader->at);
    *edge = (struct edge){
        .event = event >> 1, .target = target, .run = event & 1 ? 0 : last, .fault = event & 1 ? last : EDGE_IS_GOOD};
    return true;
}

struct edge_reader known_edges(const struct known *known, uint32_t number) {
    const struct spec_state *state = known_state(known, number);
    return (struct edge_reader){state->edges, state->edge_count, number};
}

struct edge known_edge(const struct known *known, uint32_t number, uint32_t edge) {
    struct edge_reader reader = known_edges(known, number);
    struct edge found = {0};
    for (uint32_t i = 0; i <= edge && known_next_edge(&reader, &found); i++)
        ;
    return found;
}

/* ---- expanding ---- */

bool known_claim(struct known *known, uint32_t number) {
    struct spec_state *state = known_state(known, number);
    if (atomic_load_explicit(&state->phase, memory_order_acquire) == KNOWN_EXPANDED) return false;
    pthread_mutex_lock(&known->lock);
    while (atomic_load(&state->phase) == KNOWN_BEING_EXPANDED) pthread_cond_wait(&known->expanded, &known->lock);
    bool mine = atomic_load(&state->phase) == KNOWN_FRESH;
    if (mine) atomic_store(&state->phase, KNOWN_BEING_EXPANDED);
    pthread_mutex_unlock(&known->lock);
    return mine;
}

void known_set_edges(struct known *known, uint32_t number, const edge_list *edges) {
    struct spec_state *state = known_state(known, number);
    byte_list packed = {0};
    for (size_t i = 0; i < edges->count; i++) pack_edge(&packed, number, &edges->items[i]);
    pthread_mutex_lock(&known->lock);
    unsigned char *copy = arena_alloc(known->arena, packed.count + 1);
    if (packed.count) memcpy(copy, packed.items, packed.count);
    state->edges = copy;
    state->edge_count = (uint32_t)edges->count;
    atomic_store_explicit(&state->phase, KNOWN_EXPANDED, memory_order_release);
    pthread_cond_broadcast(&known->expanded);
    pthread_mutex_unlock(&known->lock);
    vec_free(&packed);
}
