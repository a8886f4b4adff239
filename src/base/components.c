/* Tarjan 1972, without recursion. */
#include "base/components.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdbool.h>

typedef VEC(uint32_t) words;

struct finder {
    const uint32_t *first, *targets;
    uint32_t *number, *low; /* by node: when it was met, 0: not yet; and the earliest that is reached from it */
    uint32_t *next;         /* by node: its edge that comes next */
    bool *waiting;          /* by node: on the stack */
    uint32_t *component_of;
    uint32_t met, count;
    words path, stack;
};

static void meet(struct finder *finder, uint32_t node) {
    finder->number[node] = finder->low[node] = ++finder->met;
    finder->next[node] = finder->first[node];
    finder->waiting[node] = true;
    vec_push(&finder->path, node);
    vec_push(&finder->stack, node);
}

static void lower(uint32_t *low, uint32_t other) {
    if (other < *low) *low = other;
}

static void complete(struct finder *finder, uint32_t node) {
    for (uint32_t member = UINT32_MAX; member != node;) {
        member = vec_pop(&finder->stack);
        finder->waiting[member] = false;
        finder->component_of[member] = finder->count;
    }
    finder->count++;
}

static void explore(struct finder *finder, uint32_t root) {
    meet(finder, root);
    while (finder->path.count) {
        uint32_t node = vec_last(&finder->path);
        if (finder->next[node] < finder->first[node + 1]) {
            uint32_t target = finder->targets[finder->next[node]++];
            if (!finder->number[target])
                meet(finder, target);
            else if (finder->waiting[target])
                lower(&finder->low[node], finder->number[target]);
            continue;
        }
        finder->path.count--;
        if (finder->low[node] == finder->number[node]) complete(finder, node);
        if (finder->path.count) lower(&finder->low[vec_last(&finder->path)], finder->low[node]);
    }
}

uint32_t components_number(uint32_t count, const uint32_t *first, const uint32_t *targets, uint32_t *component_of) {
    struct finder finder = {.first = first, .targets = targets, .component_of = component_of};
    finder.number = memory_new(count * sizeof *finder.number);
    finder.low = memory_new(count * sizeof *finder.low);
    finder.next = memory_new(count * sizeof *finder.next);
    finder.waiting = memory_new(count * sizeof *finder.waiting);
    for (uint32_t i = 0; i < count; i++)
        if (!finder.number[i]) explore(&finder, i);
    free(finder.number);
    free(finder.low);
    free(finder.next);
    free(finder.waiting);
    vec_free(&finder.path);
    vec_free(&finder.stack);
    return finder.count;
}
