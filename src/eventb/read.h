/* Between the readers of components: growing lists that end up in an arena. */
#ifndef EVENTB_READ_H
#define EVENTB_READ_H

#include "eventb/component.h"

#include <string.h>

typedef VEC(struct eb_name) eb_names;
typedef VEC(struct eb_labelled) eb_labels;
typedef VEC(struct eb_event) eb_events;
typedef VEC(const struct eb_component *) eb_component_list;

static inline struct eb_name_list eb_take_names(struct arena *arena, eb_names *names) {
    struct eb_name *items = arena_new_array(arena, struct eb_name, names->count);
    if (names->count) memcpy(items, names->items, names->count * sizeof *items);
    struct eb_name_list list = {items, (unsigned)names->count};
    vec_free(names);
    return list;
}

static inline struct eb_labelled_list eb_take_labels(struct arena *arena, eb_labels *labels) {
    struct eb_labelled *items = arena_new_array(arena, struct eb_labelled, labels->count);
    if (labels->count) memcpy(items, labels->items, labels->count * sizeof *items);
    struct eb_labelled_list list = {items, (unsigned)labels->count};
    vec_free(labels);
    return list;
}

static inline void eb_take_events(struct arena *arena, eb_events *events, struct eb_component *component) {
    struct eb_event *items = arena_new_array(arena, struct eb_event, events->count);
    if (events->count) memcpy(items, events->items, events->count * sizeof *items);
    component->events = items;
    component->event_count = (unsigned)events->count;
    vec_free(events);
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
