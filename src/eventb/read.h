/* Between the readers of components: growing lists that end up in an arena. */
#ifndef EVENTB_READ_H
#define EVENTB_READ_H

#include "eventb/component.h"

#include <string.h>

typedef VEC(struct eb_name) eb_names;
typedef VEC(struct eb_labelled) eb_labels;
typedef VEC(struct eb_event) eb_events;
typedef VEC(const struct eb_component *) eb_component_list;

typedef VEC(struct eb_synchronisation) eb_synchronisations;
typedef VEC(struct eb_inclusion) eb_inclusions;
typedef VEC(struct eb_record) eb_records;

static inline void *eb_take_items(struct arena *arena, const void *items, size_t count, size_t size) {
    void *copy = arena_alloc(arena, count * size);
    if (count) memcpy(copy, items, count * size);
    return copy;
}

/* The items of a growing list in the arena; the list is empty afterwards. The number goes to `number`. */
#define EB_TAKE(arena, list, to, number)                                                                               \
    do {                                                                                                               \
        (to) = eb_take_items((arena), (list)->items, (list)->count, sizeof *(list)->items);                            \
        (number) = (unsigned)(list)->count;                                                                            \
        vec_free(list);                                                                                                \
    } while (0)

static inline struct eb_name_list eb_take_names(struct arena *arena, eb_names *names) {
    struct eb_name_list list;
    EB_TAKE(arena, names, list.items, list.count);
    return list;
}

static inline struct eb_labelled_list eb_take_labels(struct arena *arena, eb_labels *labels) {
    struct eb_labelled_list list;
    EB_TAKE(arena, labels, list.items, list.count);
    return list;
}

static inline void eb_take_events(struct arena *arena, eb_events *events, struct eb_component *component) {
    EB_TAKE(arena, events, component->events, component->event_count);
}

/* All return false with errors. Of several machines or contexts, the one that is meant comes last. `theories` may be
 * NULL. */
bool eb_read_rodin(struct arena *arena, const char *path, const char *bytes, size_t size, struct eb_theories *theories,
                   eb_component_list *list, struct diagnostics *diagnostics);
bool eb_read_text(struct arena *arena, const char *path, const char *bytes, size_t size, struct eb_theories *theories,
                  eb_component_list *list, struct diagnostics *diagnostics);
/* What ProB and its plug-in for Rodin write: package(load_event_b_project(Machines, Contexts, ...)). */
bool eb_read_package(struct arena *arena, const char *path, const char *bytes, size_t size, eb_component_list *list,
                     struct diagnostics *diagnostics);

#endif
