#include "cfront/ir/surely_seen.h"

#include "base/vec.h"
#include "cfront/ir/walk.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY, SEVERAL = -1 }; /* otherwise the function's number, from 1 on */

struct search {
    const struct c_program *program;
    int *writer;         /* by global: the function that writes it */
    bool *is_pointed_at; /* by global: its address is taken */
    int function;        /* that is gone through, from 1 on */
    const struct c_instruction *code;
    uint32_t count;
    const struct c_object **holders; /* by instruction: where the status lies before it; NULL: nobody came there */
    VEC(uint32_t) waiting;
    bool follows_copies;   /* what is computed from it holds it from then on; otherwise it stays where it is */
    bool is_seen, is_lost; /* on some way */
};

/* ---- variables ---- */

static void note_address(void *context, const struct c_expression *e) {
    struct search *search = context;
    const struct c_object *object = e->kind == C_ADDRESS ? c_object_of(e->left) : NULL;
    if (object && c_has_address(object)) search->is_pointed_at[object->index] = true;
}

static void note_writer(struct search *search, const struct c_instruction *instruction) {
    const struct c_object *object = c_object_of(instruction->target);
    if (!object || !c_has_address(object)) return;
    int *writer = &search->writer[object->index];
    *writer = *writer == NOBODY || *writer == search->function ? search->function : SEVERAL;
}

static void find_writers(struct search *search) {
    const struct c_program *program = search->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        search->function = (int)f + 1;
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            walk_instruction(&program->functions[f]->code[i], note_address, search);
            note_writer(search, &program->functions[f]->code[i]);
        }
    }
}

/* The variable that the place is, if only names lead to it, and nobody else writes it; or NULL. */
static const struct c_object *plain(const struct search *search, const struct c_expression *place) {
    if (!place || place->kind != C_OBJECT || place->is_volatile || place->object->is_volatile) return NULL;
    const struct c_object *object = place->object;
    if (object->type->kind == C_RECORD || object->type->kind == C_ARRAY) return NULL;
    if (!c_has_address(object)) return object->exposed ? NULL : object;
    bool is_shared = search->is_pointed_at[object->index] || object->is_pointed_at || object->is_input ||
                     search->writer[object->index] != search->function;
    return is_shared ? NULL : object;
}

/* ---- reads ---- */

/* Whatever way the value is worked out, the variable is read. */
static bool reads(const struct c_expression *e, const struct c_object *holder) {
    if (!e) return false;
    if (e->kind == C_OBJECT) return false;
    if (e->kind == C_LOAD && e->left->kind == C_OBJECT) return e->left->object == holder;
    bool is_open = e->kind == C_AND || e->kind == C_OR || e->kind == C_CONDITIONAL;
    return reads(e->left, holder) || (!is_open && (reads(e->right, holder) || reads(e->third, holder)));
}

/* `holder ? 1 : 2` */
static bool branches_on(const struct c_expression *e, const struct c_object *holder) {
    if (!e) return false;
    if (e->kind == C_CONDITIONAL && reads(e->left, holder)) return true;
    bool is_open = e->kind == C_AND || e->kind == C_OR || e->kind == C_CONDITIONAL;
    return branches_on(e->left, holder) ||
           (!is_open && (branches_on(e->right, holder) || branches_on(e->third, holder)));
}

static bool some_reads(const struct c_expression *const *list, uint32_t count, const struct c_object *holder) {
    for (uint32_t i = 0; i < count; i++)
        if (reads(list[i], holder)) return true;
    return false;
}

static bool decides(const struct c_instruction *instruction, const struct c_object *holder) {
    return reads(instruction->value, holder) || reads(instruction->other, holder) ||
           some_reads(instruction->arguments, instruction->argument_count, holder);
}

/* ---- ways ---- */

static void go(struct search *search, uint32_t at, const struct c_object *holder) {
    if (at >= search->count) {
        search->is_lost = true;
    } else if (!search->holders[at]) {
        search->holders[at] = holder;
        vec_push(&search->waiting, at);
    } else {
        search->is_lost |= search->holders[at] != holder; /* which of them is looked at is not gone into */
    }
}

static void go_on(struct search *search, uint32_t at, const struct c_object *holder) {
    struct c_next next = c_next(search->code, at);
    for (uint32_t i = 0; i < next.count; i++) go(search, next.list[i], holder);
}

static void pass_assignment(struct search *search, uint32_t at, const struct c_object *holder) {
    const struct c_instruction *instruction = &search->code[at];
    bool is_of_register = instruction->text && reads(instruction->value, holder);
    search->is_seen |= is_of_register || branches_on(instruction->value, holder);
    if (search->is_seen) return;
    bool carries = search->follows_copies && !instruction->is_given && reads(instruction->value, holder);
    if (carries) holder = plain(search, instruction->target);
    if (!holder || (!carries && c_object_of(instruction->target) == holder))
        search->is_lost = true;
    else
        go_on(search, at, holder);
}

/* Others run meanwhile. */
static bool lets_others_come(const struct c_instruction *instruction) {
    return instruction->kind == C_CALL || instruction->kind == C_SERVICE || instruction->kind == C_INTERRUPT;
}

static bool ends(const struct c_instruction *instruction) {
    bool ends_task = instruction->kind == C_SERVICE &&
                     (instruction->service == OSEK_TerminateTask || instruction->service == OSEK_ChainTask);
    return instruction->kind == C_RETURN || ends_task;
}

static void pass(struct search *search, uint32_t at) {
    const struct c_instruction *instruction = &search->code[at];
    const struct c_object *holder = search->holders[at];
    bool is_call = instruction->kind == C_CALL || instruction->kind == C_RETURN;
    if (instruction->kind == C_ASSIGN && !reads(instruction->target, holder))
        pass_assignment(search, at, holder);
    else if (reads(instruction->target, holder) || (!is_call && decides(instruction, holder)))
        search->is_seen = true;
    else if (instruction->kind == C_SERVICE && osek_ends_all(instruction->service))
        search->is_seen = true; /* nothing is owed any more */
    else if (ends(instruction) || (is_call && decides(instruction, holder)) ||
             c_object_of(instruction->target) == holder || (c_has_address(holder) && lets_others_come(instruction)))
        search->is_lost = true;
    else
        go_on(search, at, holder);
}

/* ---- services ---- */

static bool is_seen(struct search *search, uint32_t at, bool follows_copies) {
    const struct c_object *holder = plain(search, search->code[at].target);
    if (!holder) return false;
    search->follows_copies = follows_copies;
    memset((void *)search->holders, 0, search->count * sizeof *search->holders);
    vec_clear(&search->waiting);
    search->is_seen = search->is_lost = false;
    go_on(search, at, holder);
    while (search->waiting.count && !search->is_lost) pass(search, vec_pop(&search->waiting));
    return search->is_seen && !search->is_lost;
}

static bool may_be_seen(const struct c_instruction *instruction) {
    bool has_status = instruction->kind == C_SERVICE && osek_service_has_status(instruction->service);
    return has_status && instruction->target && instruction->regard != C_IGNORED && instruction->regard != C_DISCARDED;
}

/* The first that is not certain. */
static const struct c_instruction *mark(struct search *search, const struct c_function *function) {
    const struct c_instruction *first = NULL;
    search->code = function->code;
    search->count = function->code_count;
    search->holders = memory_new((function->code_count + 1) * sizeof *search->holders);
    for (uint32_t at = 0; at < function->code_count; at++) {
        struct c_instruction *instruction = (struct c_instruction *)&function->code[at];
        if (!may_be_seen(instruction)) continue;
        instruction->is_surely_seen = is_seen(search, at, true) || is_seen(search, at, false);
        if (!first && !instruction->is_surely_seen) first = instruction;
    }
    free((void *)search->holders);
    return first;
}

struct place surely_seen_mark(const struct c_program *program) {
    struct search search = {.program = program};
    const struct c_instruction *first = NULL;
    search.writer = memory_new((program->global_count + 1) * sizeof *search.writer);
    search.is_pointed_at = memory_new(program->global_count + 1);
    find_writers(&search);
    for (uint32_t f = 0; f < program->function_count; f++) {
        search.function = (int)f + 1;
        const struct c_instruction *own = mark(&search, program->functions[f]);
        if (!first) first = own;
    }
    free(search.writer);
    free(search.is_pointed_at);
    vec_free(&search.waiting);
    return first ? first->place : (struct place){0};
}
