#include "search/cluster.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>

struct cluster *cluster_new(uint32_t number, const struct store_options *options) {
    struct store *store = store_new(options);
    if (!store) return NULL;
    struct cluster *cluster = memory_new(sizeof *cluster);
    cluster->number = number;
    cluster->store = store;
    return cluster;
}

void cluster_free(struct cluster *cluster) {
    if (!cluster) return;
    store_free(cluster->store);
    vec_free(&cluster->items);
    free(cluster);
}

size_t cluster_memory(const struct cluster *cluster) {
    return store_memory(cluster->store) + cluster->items.capacity * sizeof *cluster->items.items;
}

static void set_tail(unsigned char *state, uint32_t size, uint32_t tail) {
    memcpy(state + size - sizeof tail, &tail, sizeof tail);
}

static uint32_t flag_of(const void *state, uint32_t size) {
    uint32_t tail;
    memcpy(&tail, (const unsigned char *)state + size - sizeof tail, sizeof tail);
    return tail & CLUSTER_FLAG;
}

uint64_t cluster_hash(const void *state, uint32_t size, unsigned char *room) {
    memcpy(room, state, size);
    set_tail(room, size, flag_of(state, size));
    return store_hash(room, size);
}

enum { STATES_BETWEEN = 4096 };

static bool goes_on(const struct cluster_patience *patience, uint64_t done) {
    return done % STATES_BETWEEN != 0 || patience->goes_on(patience->context);
}

static bool write_content(const struct cluster *cluster, FILE *out, unsigned char *room,
                          const struct cluster_patience *patience, int *error) {
    bool written = true;
    errno = 0;
    for (size_t i = 0; written && i < cluster->items.count; i++) {
        if (!goes_on(patience, i)) return false;
        uint32_t size = store_read(cluster->store, cluster->items.items[i].handle, room);
        set_tail(room, size, flag_of(room, size));
        written = fwrite(&size, sizeof size, 1, out) == 1 && fwrite(room, size, 1, out) == 1;
    }
    written = written && fflush(out) == 0;
    if (!written) *error = errno ? errno : EIO;
    return written;
}

struct cluster_shadow cluster_shadow(const struct cluster *cluster, uint32_t index, FILE *file, uint32_t max_state_size,
                                     const struct cluster_patience *patience) {
    struct cluster_shadow shadow = {index, cluster->items.count, cluster->sum, NULL, errno ? errno : EIO, 0};
    if (!file || fseeko(file, 0, SEEK_END) != 0 || (shadow.begin = ftello(file)) < 0) return shadow;
    unsigned char *room = memory_new(max_state_size);
    shadow.error = 0;
    if (write_content(cluster, file, room, patience, &shadow.error)) shadow.content = file;
    free(room);
    return shadow;
}

/* Both have the same number of states, and no state twice: equal if the one has all of the other. */
static bool contains_all(const struct cluster *cluster, const struct cluster_shadow *shadow, unsigned char *room,
                         uint32_t max_state_size, const struct cluster_patience *patience) {
    FILE *content = shadow->content;
    if (fseeko(content, shadow->begin, SEEK_SET) != 0) return false;
    for (uint64_t i = 0; i < shadow->states; i++) {
        uint32_t size;
        if (!goes_on(patience, i)) return false;
        if (fread(&size, sizeof size, 1, content) != 1 || size > max_state_size || fread(room, size, 1, content) != 1)
            return false;
        set_tail(room, size, cluster->number | flag_of(room, size));
        if (!store_contains(cluster->store, room, size, store_hash(room, size))) return false;
    }
    return true;
}

bool cluster_repeats(const struct cluster *cluster, const struct cluster_shadow *shadow, uint32_t max_state_size,
                     const struct cluster_patience *patience) {
    if (!shadow->content || shadow->states != cluster->items.count || shadow->sum != cluster->sum) return false;
    unsigned char *room = memory_new(max_state_size);
    store_join(cluster->store, 0);
    bool same = contains_all(cluster, shadow, room, max_state_size, patience);
    store_leave(cluster->store, 0);
    free(room);
    return same;
}
