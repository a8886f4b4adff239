#include "app/analysis/touched.h"

#include "app/analysis/points.h"

#include <string.h>

struct search {
    const struct subject *subject;
    struct points *points;
    const bool *shared; /* by object: others may reach it */
    object_set places;  /* room for a set */
};

static void visit_value(struct search *search, unsigned char *row, const struct c_expression *e);

/* Indices and pointers on the way to the place are read. */
static void visit_path(struct search *search, unsigned char *row, const struct c_expression *place) {
    if (place->kind == C_DEREFERENCE) visit_value(search, row, place->left);
    if (place->kind == C_INDEX) visit_value(search, row, place->right);
    if (place->kind == C_MEMBER || place->kind == C_INDEX) visit_path(search, row, place->left);
}

static void visit_place(struct search *search, unsigned char *row, const struct c_expression *place, unsigned how) {
    visit_path(search, row, place);
    memset(search->places, 0, search->points->words * sizeof *search->places);
    points_of_place(search->points, place, search->places);
    size_t words = search->points->words;
    for (uint32_t i = 0; (i = object_set_next(search->places, words, i)) != UINT32_MAX; i++)
        row[i] |= (unsigned char)how;
}

static void visit_value(struct search *search, unsigned char *row, const struct c_expression *e) {
    if (!e) return;
    if (e->kind == C_LOAD) {
        visit_place(search, row, e->left, TOUCH_READS);
    } else if (e->kind == C_ADDRESS) {
        visit_path(search, row, e->left);
    } else {
        visit_value(search, row, e->left);
        visit_value(search, row, e->right);
        visit_value(search, row, e->third);
    }
}

/* What the pointer points at is read or written. */
static void visit_target(struct search *search, unsigned char *row, const struct c_expression *pointer, unsigned how) {
    if (!pointer || pointer->type->kind == C_FLOAT) return;
    struct c_expression place = {.kind = C_DEREFERENCE, .type = pointer->type->target, .left = pointer};
    visit_place(search, row, &place, how);
}

/* A variable that no source defines is read. */
static void visit_choice(struct search *search, unsigned char *row, const struct c_instruction *instruction) {
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        visit_place(search, row, instruction->arguments[i]->left, TOUCH_READS);
}

/* Formats and strings are read through pointers. */
static void visit_trace(struct search *search, unsigned char *row, const struct c_instruction *instruction) {
    visit_target(search, row, instruction->value, TOUCH_READS);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        visit_target(search, row, instruction->arguments[i], TOUCH_READS);
}

/* Whoever holds a pointer into a block that is freed holds another one then. */
static void visit_free(struct search *search, unsigned char *row, const struct c_instruction *instruction) {
    const struct points *points = search->points;
    memset(search->places, 0, points->words * sizeof *search->places);
    points_of_place(search->points, instruction->target, search->places);
    for (uint32_t i = 0; i < search->subject->object_count; i++)
        for (size_t word = 0; search->shared[i] && word < points->words; word++)
            if (points->targets[i][word] & search->places[word]) row[i] |= TOUCH_WRITES;
}

static void visit_instruction(struct search *search, unsigned char *row, const struct c_instruction *instruction) {
    if (instruction->kind == C_CLEAR) return;
    if (instruction->kind == C_FREE && instruction->target) visit_free(search, row, instruction);
    if (instruction->kind == C_TRACE) visit_trace(search, row, instruction);
    if (instruction->kind == C_CHOOSE) visit_choice(search, row, instruction);
    visit_value(search, row, instruction->value);
    visit_value(search, row, instruction->other);
    if (instruction->target) /* a bit-field's unit is read, too */
        visit_place(search, row, instruction->target, TOUCH_READS | TOUCH_WRITES);
    for (uint32_t i = 0; i < instruction->argument_count; i++) visit_value(search, row, instruction->arguments[i]);
    for (uint32_t i = 0; i < instruction->output_count; i++)
        visit_target(search, row, instruction->outputs[i], TOUCH_WRITES);
}

void touched_by(const struct subject *subject, struct points *points, const struct touched *touches,
                const struct c_instruction *instruction, unsigned char *row) {
    struct search search = {subject, points, touches->shared, memory_new(points->words * sizeof *search.places + 1)};
    visit_instruction(&search, row, instruction);
    free(search.places);
}

static void find_callees(const struct search *search, const struct c_function *function, bool *calls) {
    const struct c_program *program = search->subject->program;
    for (uint32_t i = 0; i < function->code_count; i++)
        for (uint32_t f = 0; function->code[i].kind == C_CALL && f < program->function_count; f++)
            if (points_may_call(&function->code[i], program->functions[f])) calls[f] = true;
}

void touched_visit_calls(bool *const *calls, uint32_t function_count, uint32_t function, bool *seen,
                         void (*visit)(void *context, uint32_t function), void *context) {
    if (seen[function]) return;
    seen[function] = true;
    visit(context, function);
    for (uint32_t i = 0; i < function_count; i++)
        if (calls[function][i]) touched_visit_calls(calls, function_count, i, seen, visit, context);
}

struct row {
    uint32_t object_count;
    unsigned char *const *by_function;
    unsigned char *sum;
};

static void add_function(void *context, uint32_t function) {
    struct row *row = context;
    for (uint32_t i = 0; i < row->object_count; i++) row->sum[i] |= row->by_function[function][i];
}

static void find_shared(const struct subject *subject, const struct points *points, bool *shared) {
    bool more = true;
    for (uint32_t i = 0; i < subject->program->global_count; i++) shared[i] = true;
    while (more) {
        more = false;
        for (uint32_t holder = 0; holder < subject->object_count; holder++) {
            if (!shared[holder]) continue;
            for (uint32_t i = 0; (i = object_set_next(points->targets[holder], points->words, i)) != UINT32_MAX; i++) {
                more |= !shared[i];
                shared[i] = true;
            }
        }
    }
}

struct touched touched_find(const struct subject *subject, struct points *points, struct arena *arena) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct search search = {.subject = subject, .points = points};
    search.places = arena_new_array(own, uint64_t, search.points->words);
    struct touched touches = {arena_alloc(arena, (size_t)subject->context_count * subject->object_count + 1),
                              arena_alloc(arena, subject->object_count + 1),
                              arena_new_array(arena, unsigned char *, program->function_count + 1),
                              arena_new_array(arena, bool *, program->function_count + 1),
                              arena_new_array(arena, bool, subject->object_count + 1)};
    find_shared(subject, search.points, touches.shared);
    search.shared = touches.shared;
    unsigned char **rows = touches.by_function;
    for (uint32_t f = 0; f < program->function_count; f++) {
        rows[f] = arena_alloc(arena, subject->object_count + 1);
        touches.calls[f] = arena_new_array(arena, bool, program->function_count);
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            visit_instruction(&search, rows[f], &program->functions[f]->code[i]);
        find_callees(&search, program->functions[f], touches.calls[f]);
    }
    for (uint32_t c = 0; c < subject->context_count; c++) {
        unsigned char *row = touches.by_context + (size_t)c * subject->object_count;
        if (!program->entries[c]) continue;
        bool *seen = arena_new_array(own, bool, program->function_count);
        touched_visit_calls(touches.calls, program->function_count, program->entries[c]->index, seen, add_function,
                            &(struct row){subject->object_count, rows, row});
        for (uint32_t i = 0; i < subject->object_count; i++) touches.by_anybody[i] |= row[i];
    }
    arena_free(own);
    return touches;
}
