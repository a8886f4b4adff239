/* Elements of carrier sets, numbers and truth values; and every combination of them for the locals of a relation. */
#include "conform/internal.h"

#include <string.h>

const struct eb_type conform_boolean = {.kind = EB_TYPE_BOOLEAN};
const struct eb_type conform_integer = {.kind = EB_TYPE_INTEGER};
enum { MOST_ELEMENTS = 65536 };

struct collecting {
    struct conform *conform;
    const struct eb_type *type;
    VEC(struct element) elements;
};

static void collect_element(void *context, const struct eb_value *value) {
    struct collecting *collecting = context;
    struct conform *conform = collecting->conform;
    struct text name = {0};
    eb_value_print(conform->machine, collecting->type, value, &name);
    struct element element = {.value = *value, .name = arena_text(conform->arena, text_chars(&name))};
    text_free(&name);
    vec_push(&collecting->elements, element);
}

bool conform_collect(struct conform *conform, const struct eb_type *type, struct element_set *set) {
    struct collecting collecting = {.conform = conform, .type = type};
    bool few = eb_values_of_type(conform->machine, type, MOST_ELEMENTS, collect_element, &collecting);
    set->type = type;
    set->count = (unsigned)collecting.elements.count;
    set->elements = arena_new_array(conform->arena, struct element, set->count);
    if (set->count) memcpy(set->elements, collecting.elements.items, set->count * sizeof *set->elements);
    vec_free(&collecting.elements);
    return few;
}

struct element_set *conform_find_set(const struct conform *conform, const char *name) {
    for (unsigned i = 0; i < conform->development->set_count; i++)
        if (strcmp(conform->sets[i].name, name) == 0) return &conform->sets[i];
    return NULL;
}

const struct element_set *conform_set_of(const struct conform *conform, const struct eb_type *type) {
    if (type->kind != EB_TYPE_GIVEN) return NULL;
    return conform_find_set(conform, type->name);
}

bool conform_element(const struct element_set *set, const struct eb_value *value, unsigned *position) {
    for (unsigned i = 0; i < set->count; i++) {
        if (set->elements[i].value.code != value->code) continue;
        *position = i;
        return true;
    }
    return false;
}

bool conform_number(const struct conform *conform, const struct eb_type *type, const struct eb_value *value,
                    int64_t *number) {
    unsigned position;
    const struct element_set *set = conform_set_of(conform, type);
    if (!set) return eb_value_integer(type, value, number);
    if (!conform_element(set, value, &position)) return false;
    const struct element *element = &set->elements[position];
    if (element->range_count != 1 || element->ranges[0].low != element->ranges[0].high) return false;
    *number = element->ranges[0].low;
    return true;
}

/* ---- instances ---- */

struct enumerating {
    struct conform *conform;
    const struct map_locals *locals;
    struct element_set choices[MAP_LOCALS];
    unsigned chosen[MAP_LOCALS];
    unsigned of;
    void (*visit)(void *context, const struct instance *instance);
    void *context;
    size_t count;
};

static void local_choices(struct conform *conform, const struct map_local *local, struct element_set *set) {
    const struct element_set *carrier = local->set ? conform_find_set(conform, local->set) : NULL;
    if (carrier) {
        *set = *carrier;
        return;
    }
    if (local->set) { /* BOOL */
        conform_collect(conform, &conform_boolean, set);
    } else {
        set->type = &conform_integer;
        set->count = (unsigned)(local->high - local->low + 1);
        set->elements = arena_new_array(conform->arena, struct element, set->count);
        for (unsigned i = 0; i < set->count; i++) {
            const char *name = arena_printf(conform->arena, "%lld", (long long)local->low + i);
            const struct eb_value *value = eb_value_by_name(conform->machine, &conform_integer, name);
            if (value) set->elements[i].value = *value;
            set->elements[i].name = name;
        }
    }
}

static void emit_instance(struct enumerating *e) {
    struct conform *conform = e->conform;
    unsigned count = e->locals->count;
    const struct eb_value **values = arena_new_array(conform->arena, const struct eb_value *, count + 1);
    int64_t *numbers = arena_new_array(conform->arena, int64_t, count + 1);
    const char **names = arena_new_array(conform->arena, const char *, count + 1);
    for (unsigned i = 0; i < count; i++) {
        const struct element *element = &e->choices[i].elements[e->chosen[i]];
        struct eb_value *value = arena_new_object(conform->arena, struct eb_value);
        *value = element->value;
        values[i] = value;
        names[i] = element->name;
        if (!conform_number(conform, e->choices[i].type, value, &numbers[i])) numbers[i] = INT64_MIN;
    }
    struct instance instance = {e->of, values, numbers, names};
    e->visit(e->context, &instance);
}

static void enumerate(struct enumerating *e, unsigned local) {
    if (local == e->locals->count) {
        if (e->count++ < MOST_INSTANCES) emit_instance(e);
        return;
    }
    for (e->chosen[local] = 0; e->chosen[local] < e->choices[local].count; e->chosen[local]++) enumerate(e, local + 1);
}

void conform_instances(struct conform *conform, const struct map_locals *locals, unsigned of,
                       void (*visit)(void *context, const struct instance *instance), void *context) {
    struct enumerating e = {.conform = conform, .locals = locals, .of = of, .visit = visit, .context = context};
    for (unsigned i = 0; i < locals->count; i++) local_choices(conform, &locals->items[i], &e.choices[i]);
    enumerate(&e, 0);
}
