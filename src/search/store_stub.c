#include "search/nodeset.h"
#include "search/store.h"
#include <pthread.h>
#include <string.h>
struct store {
    pthread_mutex_t mutex;
    struct nodeset set;
    VEC(unsigned char) flags;
    size_t limit;
    enum store_kind kind;
};
struct store *store_new(const struct store_options *o) {
    struct store *s = memory_new(sizeof *s);
    pthread_mutex_init(&s->mutex, NULL);
    s->limit = o->memory_limit;
    s->kind = o->kind;
    return s;
}
void store_free(struct store *s) {
    nodeset_free(&s->set);
    vec_free(&s->flags);
    free(s);
}
uint64_t store_hash(const void *state, uint32_t size) {
    uint64_t h = size * UINT64_C(0x9e3779b97f4a7c15);
    const unsigned char *p = state;
    for (uint32_t i = 0; i < size; i += 4) {
        uint32_t w;
        memcpy(&w, p + i, 4);
        h = (h ^ w) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}
void store_prefetch(const struct store *s, uint64_t h) {
    (void)s;
    (void)h;
}
enum store_answer store_insert(struct store *s, unsigned t, const void *state, uint32_t size, uint64_t hash,
                               uint64_t *handle) {
    (void)t;
    pthread_mutex_lock(&s->mutex);
    if (s->limit && nodeset_memory(&s->set) > s->limit) {
        pthread_mutex_unlock(&s->mutex);
        return STORE_FULL;
    }
    uint32_t n;
    bool fresh = nodeset_add(&s->set, state, size, hash, &n);
    if (fresh) vec_push(&s->flags, 0);
    if (handle) *handle = n;
    pthread_mutex_unlock(&s->mutex);
    return fresh ? STORE_NEW : STORE_OLD;
}
void store_pause_point(struct store *s, unsigned t) {
    (void)s;
    (void)t;
}
void store_leave(struct store *s, unsigned t) {
    (void)s;
    (void)t;
}
void store_join(struct store *s, unsigned t) {
    (void)s;
    (void)t;
}
bool store_contains(const struct store *c, const void *state, uint32_t size, uint64_t hash) {
    struct store *s = (struct store *)c;
    pthread_mutex_lock(&s->mutex);
    bool r = nodeset_find(&s->set, state, size, hash, NULL);
    pthread_mutex_unlock(&s->mutex);
    return r;
}
uint32_t store_read(const struct store *c, uint64_t h, void *state) {
    struct store *s = (struct store *)c;
    pthread_mutex_lock(&s->mutex);
    uint32_t size;
    const void *b = nodeset_get(&s->set, (uint32_t)h, &size);
    memcpy(state, b, size);
    pthread_mutex_unlock(&s->mutex);
    return size;
}
unsigned store_flags(const struct store *s, uint64_t h) { return s->flags.items[h]; }
unsigned store_flags_or(struct store *s, uint64_t h, unsigned b) {
    unsigned f = s->flags.items[h];
    s->flags.items[h] |= b;
    return f;
}
unsigned store_flags_and(struct store *s, uint64_t h, unsigned b) {
    unsigned f = s->flags.items[h];
    s->flags.items[h] &= b;
    return f;
}
uint64_t store_count(const struct store *s) { return s->set.nodes.count; }
size_t store_memory(const struct store *s) { return nodeset_memory(&s->set); }
bool store_is_exact(const struct store *s) { return s->kind == STORE_EXACT || s->kind == STORE_TREE; }
double store_coverage(const struct store *s) {
    (void)s;
    return 1;
}
bool store_save(const struct store *s, FILE *o) {
    (void)s;
    (void)o;
    return false;
}
struct store *store_load(const struct store_options *o, FILE *i) {
    (void)o;
    (void)i;
    return NULL;
}
