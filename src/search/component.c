#include "search/component.h"

#include "base/memory.h"

#include <stdlib.h>

struct component *component_new(uint64_t identity, const struct store_options *options, uint32_t action_count) {
    struct store *store = store_new(options);
    if (!store) return NULL;
    struct component *component = memory_new(sizeof *component);
    component->identity = identity;
    component->store = store;
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
