#include "app/analysis/assigned.h"

#include "base/memory.h"
#include "cfront/ir/value_bits.h"
#include "cfront/ir/walk.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is followed ---- */

enum {
    LARGEST = 64,  /* bytes of a local; of a larger one it is only known whether all of it has a value */
    MOST = 1 << 24 /* bytes of all sets: locals are followed in groups, so many at a time */
};
#define NOWHERE UINT32_MAX

struct analysis {
    const struct c_function *function;
    uint32_t *at;                /* by local: its bits in a set; NOWHERE: not followed */
    uint32_t size;               /* of a set, bytes */
    const unsigned char *values; /* a set: all bits that may be read */
    unsigned char *sets;         /* by instruction: what may have no value when it begins */
    bool *reached;               /* by instruction */
    bool *doubtful, *exposed;    /* by local */
    bool with_padding;           /* somebody may read it */
};

static uint32_t room_of(const struct c_object *local) { return local->type->size <= LARGEST ? local->type->size : 1; }

/* A part of a local, or of what lies behind a pointer (`local` is NULL). */
struct part {
    const struct c_object *local;
    uint32_t offset, size;
    const struct c_field *bits;
    bool is_exact; /* otherwise it is somewhere in there */
};

static bool is_followed(const struct analysis *analysis, const struct c_object *object) {
    return object->storage == C_LOCAL && analysis->at[object->index] != NOWHERE;
}

static struct part part_of(const struct analysis *analysis, const struct c_expression *place) {
    struct part part = {0};
    switch (place->kind) {
    case C_OBJECT:
        if (is_followed(analysis, place->object)) part = (struct part){place->object, 0, place->type->size, NULL, true};
        return part;
    case C_MEMBER:
        part = part_of(analysis, place->left);
        if (!part.is_exact) return part;
        part.offset += place->field->offset, part.size = place->type->size;
        part.bits = place->field->bit_width ? place->field : NULL;
        return part;
    case C_INDEX:
        part = part_of(analysis, place->left);
        if (!part.is_exact) return part;
        part.is_exact = place->right->kind == C_CONSTANT && (uint64_t)place->right->integer < place->left->type->count;
        if (!part.is_exact) return part;
        part.offset += (uint32_t)place->right->integer * place->type->size, part.size = place->type->size;
        return part;
    default: return part;
    }
}

static bool is_whole(const struct part *part) { return part->is_exact && part->size == part->local->type->size; }

static bool may_lack_value(const struct analysis *analysis, const unsigned char *set, const struct part *part) {
    const unsigned char *at = set + analysis->at[part->local->index];
    if (part->local->type->size > LARGEST) return *at;
    return value_bits_any(at + part->offset, part->size, part->bits);
}

/* ---- what an instruction does with a set ---- */

static void give_value(const struct analysis *analysis, unsigned char *set, const struct part *part) {
    unsigned char *at = set + analysis->at[part->local->index];
    if (part->local->type->size <= LARGEST)
        value_bits_put(at + part->offset, part->size, part->bits, false);
    else if (is_whole(part))
        *at = 0;
}

static bool has_union(const struct c_type *type) {
    if (type->kind == C_ARRAY) return has_union(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (type->is_union || has_union(type->fields[i].type)) return true;
    return false;
}

/* Of what an initializer has given a value. Another member of a union has one of its own there. */
static void lose_padding(const struct analysis *analysis, unsigned char *set, const struct part *part,
                         const unsigned char *padding) {
    uint32_t at = analysis->at[part->local->index];
    if (part->local->type->size > LARGEST)
        set[at] |= analysis->with_padding || has_union(part->local->type);
    else
        for (uint32_t i = 0; i < part->size; i++)
            set[at + part->offset + i] |= padding[i] & analysis->values[at + part->offset + i];
}

static void change(const struct analysis *analysis, const struct c_instruction *instruction, unsigned char *set) {
    if (!instruction->target) return;
    struct part part = part_of(analysis, instruction->target);
    if (!part.local || !part.is_exact) return;
    if (instruction->kind == C_CLEAR && !instruction->gives_value) {
        uint32_t at = analysis->at[part.local->index];
        memcpy(set + at, analysis->values + at, room_of(part.local));
    } else {
        give_value(analysis, set, &part);
    }
    if (instruction->padding) lose_padding(analysis, set, &part, instruction->padding);
}

static bool flow_to(struct analysis *analysis, uint32_t to, const unsigned char *set) {
    unsigned char *known = analysis->sets + (size_t)to * analysis->size;
    bool news = !analysis->reached[to];
    analysis->reached[to] = true;
    for (uint32_t i = 0; i < analysis->size; i++) {
        news |= (set[i] & ~known[i]) != 0;
        known[i] |= set[i];
    }
    return news;
}

/* Until nothing is new. An instruction is on the stack once for each thing that is new to it. */
static void follow_control(struct analysis *analysis) {
    const struct c_function *function = analysis->function;
    uint32_t *stack = memory_new(((size_t)function->code_count * 2 + 2) * sizeof *stack), depth = 0;
    bool *waiting = memory_new(function->code_count + 1);
    unsigned char *set = memory_new(analysis->size + 1);
    flow_to(analysis, 0, analysis->values);
    stack[depth++] = 0;
    while (depth) {
        uint32_t at = stack[--depth];
        struct c_next next = c_next(function->code, at);
        waiting[at] = false;
        memcpy(set, analysis->sets + (size_t)at * analysis->size, analysis->size);
        change(analysis, &function->code[at], set);
        for (uint32_t i = 0; i < next.count; i++) {
            if (!flow_to(analysis, next.list[i], set) || waiting[next.list[i]]) continue;
            waiting[next.list[i]] = true;
            stack[depth++] = next.list[i];
        }
    }
    free(stack);
    free(waiting);
    free(set);
}

/* ---- what an instruction reads ---- */

static void visit_value(struct analysis *analysis, const unsigned char *set, const struct c_expression *e);

static void visit_path(struct analysis *analysis, const unsigned char *set, const struct c_expression *place) {
    if (place->kind == C_DEREFERENCE) visit_value(analysis, set, place->left);
    if (place->kind == C_INDEX) visit_value(analysis, set, place->right);
    if (place->kind == C_MEMBER || place->kind == C_INDEX) visit_path(analysis, set, place->left);
}

static void visit_address(struct analysis *analysis, const unsigned char *set, const struct c_expression *place) {
    const struct c_expression *root = place;
    visit_path(analysis, set, place);
    while (root->kind == C_MEMBER || root->kind == C_INDEX) root = root->left;
    if (root->kind != C_OBJECT || !is_followed(analysis, root->object)) return;
    struct part whole = part_of(analysis, root);
    analysis->exposed[root->object->index] = true;
    if (may_lack_value(analysis, set, &whole)) analysis->doubtful[root->object->index] = true;
}

static void visit_value(struct analysis *analysis, const unsigned char *set, const struct c_expression *e) {
    if (!e) return;
    if (e->kind == C_ADDRESS) {
        visit_address(analysis, set, e->left);
    } else if (e->kind == C_LOAD) {
        struct part part = part_of(analysis, e->left);
        visit_path(analysis, set, e->left);
        if (part.local && may_lack_value(analysis, set, &part)) analysis->doubtful[part.local->index] = true;
    } else {
        visit_value(analysis, set, e->left);
        visit_value(analysis, set, e->right);
        visit_value(analysis, set, e->third);
    }
}

/* &x where a service writes: nobody else gets the address. It may fail and write nothing, so x has no value for it. */
static void visit_output(struct analysis *analysis, const unsigned char *set, const struct c_expression *pointer) {
    while (pointer && pointer->kind == C_CONVERT) pointer = pointer->left;
    if (pointer && pointer->kind == C_ADDRESS && part_of(analysis, pointer->left).is_exact) return;
    visit_value(analysis, set, pointer);
}

static void visit_instruction(struct analysis *analysis, const struct c_instruction *instruction,
                              const unsigned char *set) {
    if (instruction->kind == C_CLEAR) return;
    visit_value(analysis, set, instruction->value);
    visit_value(analysis, set, instruction->other);
    if (instruction->target) visit_path(analysis, set, instruction->target);
    for (uint32_t i = 0; i < instruction->argument_count; i++) visit_value(analysis, set, instruction->arguments[i]);
    for (uint32_t i = 0; i < instruction->output_count; i++) visit_output(analysis, set, instruction->outputs[i]);
}

/* ---- a function ---- */

/* Those from `first` on that there is room for; returns the first one that has to wait. */
static uint32_t choose_followed(struct analysis *analysis, uint32_t first) {
    const struct c_function *function = analysis->function;
    analysis->size = 0;
    for (uint32_t i = 0; i < function->local_count; i++) analysis->at[i] = NOWHERE;
    for (uint32_t i = first; i < function->local_count; i++) {
        if (function->locals[i]->storage != C_LOCAL) continue;
        if (analysis->size && (uint64_t)(analysis->size + LARGEST) * function->code_count > MOST) return i;
        analysis->at[i] = analysis->size;
        analysis->size += room_of(function->locals[i]);
    }
    return function->local_count;
}

static unsigned char *values_of(const struct analysis *analysis) {
    unsigned char *values = memory_new(analysis->size + 1);
    for (uint32_t i = 0; i < analysis->function->local_count; i++) {
        const struct c_type *type = analysis->function->locals[i]->type;
        if (analysis->at[i] == NOWHERE) continue;
        if (type->size <= LARGEST && !analysis->with_padding)
            value_bits_add(type, values + analysis->at[i]);
        else if (type->size <= LARGEST)
            value_bits_put(values + analysis->at[i], type->size, NULL, true);
        else
            values[analysis->at[i]] = 1;
    }
    return values;
}

static void analyse(struct analysis *analysis) {
    const struct c_function *function = analysis->function;
    unsigned char *values = values_of(analysis);
    analysis->values = values;
    analysis->sets = memory_new((size_t)analysis->size * function->code_count + 1);
    analysis->reached = memory_new(function->code_count + 1);
    follow_control(analysis);
    for (uint32_t i = 0; i < function->code_count; i++)
        if (analysis->reached[i])
            visit_instruction(analysis, &function->code[i], analysis->sets + (size_t)i * analysis->size);
    free(values);
    free(analysis->sets);
    free(analysis->reached);
}

void assigned_find(const struct c_function *function, bool with_padding, bool *doubtful, bool *exposed) {
    struct analysis analysis = {
        .function = function, .doubtful = doubtful, .exposed = exposed, .with_padding = with_padding};
    analysis.at = memory_new((function->local_count + 1) * sizeof *analysis.at);
    for (uint32_t next = 0; function->code_count && next < function->local_count;) {
        next = choose_followed(&analysis, next);
        if (analysis.size) analyse(&analysis);
    }
    free(analysis.at);
}
