#include "env/graph_attributes.h"

#include <string.h>

/* An attribute of an object, in the order of the walk. */
struct slot {
    unsigned class_index, object, member;
    int64_t low, high;
    int64_t *value;       /* in the world */
    unsigned char *known; /* likewise     */
    /* The same attribute of the object before, if the two are interchangeable, else NULL; and how many attributes of
     * the same two objects come before this one. */
    const int64_t *before;
    size_t earlier;
};

/* An invariant of one object. */
struct condition {
    const struct ocl_expression *expression;
    unsigned object;
    VEC(unsigned char) uses; /* by slot's kind: see member_number() */
};

struct graph_attributes {
    const struct graph_space *space;
    VEC(struct slot) slots;
    VEC(struct condition) conditions;
    unsigned *first_members; /* by class: numbers all members of all classes */
    unsigned member_count;
    int64_t **values;
    unsigned char **known;
    struct ocl_world world;
    bool started;
    uint64_t steps;
};

static void add_slots(struct graph_attributes *walk, unsigned class_index, unsigned object) {
    const struct ocl_class *class = graph_class(walk->space, class_index);
    size_t earlier = 0;
    for (unsigned m = 0; m < class->members.count; m++) {
        const struct ocl_member *member = &class->members.items[m];
        if (member->kind != OCL_ATTRIBUTE) continue;
        size_t at = object * class->members.count + m;
        struct slot slot = {class_index,
                            object,
                            m,
                            member->low,
                            member->high,
                            &walk->values[class_index][at],
                            &walk->known[class_index][at],
                            NULL,
                            earlier++};
        if (object > 0 && walk->space->interchangeable[class_index])
            slot.before = &walk->values[class_index][at - class->members.count];
        vec_push(&walk->slots, slot);
    }
}

struct use {
    const struct graph_attributes *walk;
    struct condition *condition;
};

static void note_use(void *context, unsigned class_index, unsigned member) {
    const struct use *use = context;
    if (member < graph_class(use->walk->space, class_index)->members.count)
        use->condition->uses.items[use->walk->first_members[class_index] + member] = 1;
}

static void add_conditions(struct graph_attributes *walk, unsigned class_index) {
    const struct env_class *class = &walk->space->model->classes.items[class_index];
    for (size_t i = 0; i < class->invariants.count; i++)
        for (unsigned object = 0; object < walk->space->sizes[class_index]; object++) {
            struct condition condition = {class->invariants.items[i], object, {0}};
            for (unsigned m = 0; m < walk->member_count; m++) vec_push(&condition.uses, 0);
            ocl_members_used(condition.expression, note_use, &(struct use){walk, &condition});
            vec_push(&walk->conditions, condition);
        }
}

struct graph_attributes *graph_attributes_new(const struct graph_space *space) {
    struct graph_attributes *walk = memory_new(sizeof *walk);
    walk->space = space;
    walk->values = memory_new((space->class_count + 1) * sizeof *walk->values);
    walk->known = memory_new((space->class_count + 1) * sizeof *walk->known);
    walk->first_members = memory_new((space->class_count + 1) * sizeof *walk->first_members);
    for (unsigned c = 0; c < space->class_count; c++) {
        size_t count = space->sizes[c] * graph_class(space, c)->members.count;
        walk->values[c] = memory_new((count + 1) * sizeof *walk->values[c]);
        walk->known[c] = memory_new(count + 1);
        walk->first_members[c] = walk->member_count;
        walk->member_count += (unsigned)graph_class(space, c)->members.count;
    }
    walk->world = (struct ocl_world){
        .schema = &space->model->schema, .sizes = space->sizes, .values = (const int64_t *const *)walk->values};
    for (unsigned c = 0; c < space->class_count; c++) {
        for (unsigned object = 0; object < space->sizes[c]; object++) add_slots(walk, c, object);
        add_conditions(walk, c);
    }
    return walk;
}

void graph_attributes_free(struct graph_attributes *walk) {
    if (!walk) return;
    for (unsigned c = 0; c < walk->space->class_count; c++) {
        free(walk->values[c]);
        free(walk->known[c]);
    }
    for (size_t i = 0; i < walk->conditions.count; i++) vec_free(&walk->conditions.items[i].uses);
    vec_free(&walk->conditions);
    vec_free(&walk->slots);
    free(walk->values);
    free(walk->known);
    free(walk->first_members);
    free(walk);
}

/* Where the values of the earlier attributes are those of the object before, this one's must not be lower. */
static int64_t first_value(const struct graph_attributes *walk, size_t at) {
    const struct slot *slot = &walk->slots.items[at];
    if (!slot->before) return slot->low;
    for (size_t i = at - slot->earlier; i < at; i++)
        if (*walk->slots.items[i].value != *walk->slots.items[i].before) return slot->low;
    return *slot->before;
}

static bool possible(const struct graph_attributes *walk, const struct slot *slot) {
    unsigned member = walk->first_members[slot->class_index] + slot->member;
    for (size_t i = 0; i < walk->conditions.count; i++) {
        const struct condition *condition = &walk->conditions.items[i];
        if (condition->uses.items[member] &&
            ocl_evaluate_partly(condition->expression, &walk->world, (const unsigned char *const *)walk->known,
                                condition->object, NULL) == 0)
            return false;
    }
    return true;
}

bool graph_attributes_next(struct graph_attributes *walk) {
    struct slot *slots = walk->slots.items;
    size_t count = walk->slots.count, at = count - 1;
    if (count == 0) return !walk->started && (walk->started = true);
    if (walk->started) {
        ++*slots[at].value;
    } else {
        at = 0;
        *slots[at].value = first_value(walk, at);
        walk->started = true;
    }
    for (;;) {
        if (*slots[at].value > slots[at].high) {
            *slots[at].known = 0;
            if (at == 0) return false;
            ++*slots[--at].value;
            continue;
        }
        *slots[at].known = 1;
        walk->steps++;
        if (graph_gives_up(walk->space)) return false;
        if (!possible(walk, &slots[at])) {
            ++*slots[at].value;
        } else if (++at == count) {
            return true;
        } else {
            *slots[at].value = first_value(walk, at);
        }
    }
}

void graph_attributes_restart(struct graph_attributes *walk) {
    for (size_t i = 0; i < walk->slots.count; i++) *walk->slots.items[i].known = 0;
    walk->started = false;
}

size_t graph_attributes_count(const struct graph_attributes *walk) { return walk->slots.count; }

void graph_attributes_get(const struct graph_attributes *walk, int64_t *values) {
    for (size_t i = 0; i < walk->slots.count; i++) values[i] = *walk->slots.items[i].value;
}

void graph_attributes_set(struct graph_attributes *walk, const int64_t *values) {
    for (size_t i = 0; i < walk->slots.count; i++) {
        *walk->slots.items[i].value = values[i];
        *walk->slots.items[i].known = 1;
    }
    walk->started = true;
}

uint64_t graph_attributes_steps(const struct graph_attributes *walk) { return walk->steps; }

const struct ocl_world *graph_attributes_world(const struct graph_attributes *walk) { return &walk->world; }
