#include "app/analysis/movable.h"

#include "app/analysis/points.h"

#include <string.h>

/* A function without a body is one whose code nobody sees. Over instructions that mask interrupts compilers move
 * accesses. */
static bool is_barrier(const struct c_instruction *instruction) {
    return instruction->is_barrier || instruction->kind == C_INTERRUPT ||
           (instruction->kind == C_SERVICE && !osek_masks_processor(instruction->service)) ||
           (instruction->kind == C_CHOOSE && (instruction->is_result || instruction->siblings));
}

static bool may_follow_service(const struct c_instruction *instruction) {
    return instruction->kind == C_SERVICE || instruction->kind == C_INTERRUPT;
}

bool movable_is_at_service(const struct c_function *function, uint32_t instruction) {
    const struct c_instruction *here = &function->code[instruction];
    if (here->kind == C_SERVICE && here->target) return true;
    return instruction > 0 && may_follow_service(&function->code[instruction - 1]);
}

/* ---- the next instructions ---- */

static bool leads_to(const struct c_function *function, uint32_t from, uint32_t to) {
    struct c_next next = c_next(function->code, from);
    return (next.count > 0 && next.list[0] == to) || (next.count > 1 && next.list[1] == to);
}

/* ---- what is found out once ---- */

static unsigned char *marks_of(const struct analysis *analysis, const struct c_function *function) {
    return analysis->movable + analysis->subject->first_instruction[function->index];
}

/* May an access be moved over all of it? */
static bool lets_pass(const struct analysis *analysis, const struct c_instruction *instruction) {
    const struct c_program *program = analysis->subject->program;
    bool known = false;
    if (instruction->kind != C_CALL) return !is_barrier(instruction);
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (!points_may_call(instruction, program->functions[f])) continue;
        known = true;
        if (marks_of(analysis, program->functions[f])[0] & MOVABLE_TO_RETURN) return true;
    }
    return !known;
}

static bool is_end(const struct c_function *function, uint32_t i) { return function->code[i].kind == C_RETURN; }

static bool find_ways(const struct analysis *analysis, const struct c_function *function) {
    unsigned char *marks = marks_of(analysis, function);
    bool changed = false;
    for (uint32_t i = function->code_count; i-- > 0;) {
        struct c_next next = c_next(function->code, i);
        unsigned char before = marks[i];
        bool passes = lets_pass(analysis, &function->code[i]);
        if (i == 0) marks[i] |= MOVABLE_FROM_ENTRY;
        if (is_end(function, i)) marks[i] |= MOVABLE_TO_RETURN;
        for (unsigned n = 0; passes && n < next.count; n++) {
            unsigned char *other = &marks[next.list[n]], was = *other;
            marks[i] |= *other & (MOVABLE_TO_RETURN | MOVABLE_MATTERS);
            *other |= marks[i] & (MOVABLE_FROM_ENTRY | MOVABLE_MATTERS);
            changed |= *other != was;
        }
        changed |= marks[i] != before;
    }
    return changed;
}

static bool is_crowded(const struct analysis *analysis, const unsigned char *row) {
    const struct subject *subject = analysis->subject;
    for (uint32_t o = 0; o < subject->object_count; o++)
        if (row[o] && analysis->crowded[o] && !subject->objects[o]->is_volatile) return true;
    return false;
}

struct crowds {
    const struct analysis *analysis;
    const struct touched *touches;
    bool any;
};

static void look_into(void *context, uint32_t function) {
    struct crowds *crowds = context;
    crowds->any |= is_crowded(crowds->analysis, crowds->touches->by_function[function]);
}

static bool calls_crowded(const struct analysis *analysis, const struct touched *touches,
                          const struct c_instruction *call) {
    const struct c_program *program = analysis->subject->program;
    struct crowds crowds = {analysis, touches, false};
    bool *seen = memory_new(program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (points_may_call(call, program->functions[f]))
            touched_visit_calls(touches->calls, program->function_count, f, seen, look_into, &crowds);
    free(seen);
    return crowds.any;
}

/* Callers may access something, too. */
static void mark_accesses(const struct analysis *analysis, struct points *points, const struct touched *touches,
                          const struct c_function *function, unsigned char *row) {
    unsigned char *marks = marks_of(analysis, function);
    for (uint32_t i = 0; i < function->code_count; i++) {
        memset(row, 0, analysis->subject->object_count);
        touched_by(analysis->subject, points, touches, &function->code[i], row);
        bool leaves = function->role == C_ORDINARY && (i == 0 || is_end(function, i));
        bool calls = function->code[i].kind == C_CALL && calls_crowded(analysis, touches, &function->code[i]);
        if (leaves || calls || is_crowded(analysis, row)) marks[i] |= MOVABLE_MATTERS;
    }
}

void movable_find(struct analysis *analysis, struct points *points, const struct touched *touches) {
    const struct c_program *program = analysis->subject->program;
    analysis->movable = arena_alloc(analysis->arena, analysis->subject->instruction_count + 1);
    bool any = false;
    for (uint32_t o = 0; o < analysis->subject->object_count; o++)
        any |= analysis->crowded[o] && !analysis->subject->objects[o]->is_volatile;
    if (!any) return;
    unsigned char *row = memory_new(analysis->subject->object_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        mark_accesses(analysis, points, touches, program->functions[f], row);
    free(row);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t f = 0; f < program->function_count; f++) changed |= find_ways(analysis, program->functions[f]);
    }
}

/* ---- ways ---- */

struct walk {
    const struct analysis *analysis;
    bool *seen;
    uint32_t *open, open_count;
};

static void add(struct walk *walk, const struct c_function *function, uint32_t i) {
    uint32_t number = walk->analysis->subject->first_instruction[function->index] + i;
    if (walk->seen[number]) return;
    walk->seen[number] = true;
    walk->open[walk->open_count++] = number;
}

/* What is called is gone through from its beginning, or from its ends. */
static void add_called(struct walk *walk, const struct c_instruction *call, bool back) {
    const struct c_program *program = walk->analysis->subject->program;
    for (uint32_t f = 0; call->kind == C_CALL && f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!points_may_call(call, function)) continue;
        for (uint32_t i = 0; i < function->code_count; i++)
            if (back ? is_end(function, i) : i == 0) add(walk, function, i);
    }
}

static void go_on(struct walk *walk, const struct c_function *function, uint32_t i, bool behind) {
    struct c_next next = c_next(function->code, i);
    if (!behind) add_called(walk, &function->code[i], false);
    if (!behind && !lets_pass(walk->analysis, &function->code[i])) return;
    for (unsigned n = 0; n < next.count; n++) add(walk, function, next.list[n]);
}

/* A barrier's own accesses are made before it, but for its result. */
static void go_back(struct walk *walk, const struct c_function *function, uint32_t i) {
    for (uint32_t before = 0; before < function->code_count; before++) {
        if (!leads_to(function, before, i)) continue;
        const struct c_instruction *instruction = &function->code[before];
        add_called(walk, instruction, true);
        if (lets_pass(walk->analysis, instruction) || (is_barrier(instruction) && instruction->target))
            add(walk, function, before);
    }
}

void movable_visit(const struct analysis *analysis, uint32_t instruction, enum movable_way way, bool *seen,
                   void (*visit)(void *context, uint32_t instruction), void *context) {
    const struct subject *subject = analysis->subject;
    struct walk walk = {analysis, seen, memory_new((subject->instruction_count + 1) * sizeof(uint32_t)), 0};
    const struct c_function *function = subject_function_at(subject, instruction);
    uint32_t first = instruction;
    add(&walk, function, instruction - subject->first_instruction[function->index]);
    while (walk.open_count) {
        uint32_t number = walk.open[--walk.open_count];
        function = subject_function_at(subject, number);
        uint32_t i = number - subject->first_instruction[function->index];
        visit(context, number);
        bool is_first = number == first;
        if (way == MOVABLE_BACK && (is_first || !is_barrier(&function->code[i]))) go_back(&walk, function, i);
        if (way != MOVABLE_BACK) go_on(&walk, function, i, way == MOVABLE_ON_BEHIND && is_first);
    }
    free(walk.open);
}
