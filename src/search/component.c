#include "search/component.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct component *component_new(uint64_t identity, uint64_t inside, const struct store_options *options,
                                uint32_t action_count) {
    struct store *store = store_new(options);
    if (!store) return NULL;
    struct component *component = memory_new(sizeof *component);
    component->identity = identity;
    component->inside = inside;
    component->store = store;
    component->packed = options->kind == STORE_TREE;
    component->first_level = COMPONENT_NO_LEVEL;
    component->taken = memory_new(action_count + 1);
    return component;
}

void component_free(struct component *component) {
    if (!component) return;
    store_free(component->store);
    vec_free(&component->items);
    vec_free(&component->begins);
    free(component->taken);
    free(component);
}

size_t component_memory(const struct component *component) {
    return store_memory(component->store) + component->items.capacity * sizeof *component->items.items;
}

enum { PACKED_AT_ONCE = 256, WORTH_PACKING = 4 << 20 };

bool component_can_be_packed(const struct component *component) {
    return !component->packed && component_memory(component) >= WORTH_PACKING;
}

/* The items from here on, as many as go at once, into the other store; their new handles. */
static bool move_some(const struct component *component, struct store *to, uint64_t from, size_t count, uint32_t room,
                      unsigned char *bytes, uint64_t *handles) {
    struct store_item items[PACKED_AT_ONCE];
    for (size_t i = 0; i < count; i++) {
        unsigned char *state = bytes + i * room;
        uint32_t size = store_read(component->store, component->items.items[from + i], state);
        items[i] = (struct store_item){.state = state, .size = size};
    }
    store_insert_batch(to, 0, items, count);
    for (size_t i = 0; i < count; i++) {
        if (items[i].answer == STORE_FULL) return false;
        handles[from + i] = items[i].handle;
    }
    return true;
}

bool component_pack(struct component *component, const struct store_options *options) {
    struct store_options tree = *options;
    tree.kind = STORE_TREE;
    struct store *store = store_new(&tree);
    if (!store) return false;
    uint64_t count = component->items.count;
    uint64_t *handles = memory_resize(NULL, (count + 1) * sizeof *handles);
    unsigned char *bytes = memory_resize(NULL, (size_t)PACKED_AT_ONCE * tree.max_state_size);
    bool good = true;
    for (uint64_t from = 0; good && from < count; from += PACKED_AT_ONCE) {
        size_t some = count - from < PACKED_AT_ONCE ? (size_t)(count - from) : PACKED_AT_ONCE;
        good = move_some(component, store, from, some, tree.max_state_size, bytes, handles);
    }
    store_leave(store, 0);
    free(bytes);
    if (good && store_memory(store) < store_memory(component->store)) {
        memcpy(component->items.items, handles, count * sizeof *handles);
        struct store *old = component->store;
        component->store = store;
        store = old;
    }
    component->packed = component->packed || good;
    store_free(store);
    free(handles);
    return good;
}

bool component_same_entries(const struct component *a, const struct component *b, uint32_t max_state_size) {
    if (!a->entries || a->entries != b->entries || a->entry_sum != b->entry_sum) return false;
    unsigned char *state = memory_resize(NULL, max_state_size);
    bool same = true;
    store_join(b->store, 0);
    for (uint64_t i = 0; i < a->entries && same; i++) {
        uint32_t size = store_read(a->store, a->items.items[i], state);
        same = store_contains(b->store, state, size, store_hash(state, size));
    }
    store_leave(b->store, 0);
    free(state);
    return same;
}

void component_begin_level(struct component *component, uint32_t level) {
    if (component->first_level == COMPONENT_NO_LEVEL) component->first_level = level;
    vec_push(&component->begins, (uint64_t)component->items.count);
}

uint32_t component_last_level(const struct component *component) {
    if (component->first_level == COMPONENT_NO_LEVEL) return COMPONENT_NO_LEVEL;
    return component->first_level + (uint32_t)component->begins.count - 1;
}

uint64_t component_level(const struct component *component, uint32_t level, uint64_t *from) {
    *from = 0;
    if (component->first_level == COMPONENT_NO_LEVEL || level < component->first_level) return 0;
    size_t index = level - component->first_level;
    if (index >= component->begins.count) return 0;
    *from = component->begins.items[index];
    return index + 1 < component->begins.count ? component->begins.items[index + 1] : component->items.count;
}
