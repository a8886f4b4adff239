#include "app/sequential/split.h"

#include "app/exec/memory.h"
#include "app/subject/budget.h"

#include <string.h>

/* ---- objects ---- */

const struct c_object *sequential_root(expression place) {
    while (place && place->kind != C_OBJECT) place = place->left;
    return place ? place->object : NULL;
}

bool sequential_is_doubtful(const struct sequential_code *code, const struct c_object *object) {
    const struct analysis *analysis = code->analysis;
    if (!analysis->unset_at) return false;
    if (c_has_address(object)) return analysis->unset_at[object->index] != NO_OFFSET;
    if (object->index >= object->function->local_count) return false;
    return analysis->unset_at[subject_local(code->subject, object)] != NO_OFFSET;
}

bool sequential_is_known(const struct c_expression *value, int64_t *number) {
    const struct c_type *type = value->type;
    if (type->kind != C_INTEGER) return false;
    *number = value->integer;
    if (value->kind == C_CONSTANT) return true;
    if (value->kind != C_CONVERT || !sequential_is_known(value->left, number)) return false;
    *number = memory_reduce(type, (uint64_t)*number);
    return true;
}

bool split_touches(const struct c_object *object, const unsigned char *touched, unsigned how) {
    return touched && object && c_has_address(object) && (touched[object->index] & how);
}

bool sequential_touches(const unsigned char *touched, const struct c_instruction *instruction) {
    bool writes = instruction->kind == C_ASSIGN &&
                  split_touches(sequential_root(instruction->target), touched, TOUCH_READS | TOUCH_WRITES);
    bool reads = instruction->kind == C_ASSIGN && instruction->value->kind == C_LOAD &&
                 split_touches(sequential_root(instruction->value->left), touched, TOUCH_WRITES);
    return writes || reads;
}

/* ---- functions ---- */

static bool is_same(expression a, expression b) {
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->object == b->object && a->field == b->field && a->integer == b->integer &&
           is_same(a->left, b->left) && is_same(a->right, b->right);
}

static uint32_t find_function(const struct sequential_code *code, const struct c_function *origin,
                              const struct c_expression *const *addresses) {
    for (uint32_t i = 0; i < code->functions.count; i++) {
        const struct sequential_function *function = &code->functions.items[i];
        bool same = function->origin == origin;
        for (uint32_t p = 0; same && p < origin->parameter_count; p++)
            same = is_same(function->addresses[p], addresses[p]);
        if (same) return i;
    }
    return UINT32_MAX;
}

static void set_jumps(struct writing *w, const uint32_t *first) {
    for (size_t i = 0; i < w->out.count; i++) {
        struct c_instruction *instruction = &w->out.items[i];
        if (!w->notes.items[i].jumps) continue;
        instruction->then = first[instruction->then];
        if (instruction->kind == C_BRANCH) instruction->otherwise = first[instruction->otherwise];
    }
}

static void write_code(struct writing *w, uint32_t *first) {
    for (uint32_t i = 0; i < w->origin->code_count && !w->refused; i++) {
        first[i] = split_here(w);
        w->from_number = i;
        w->from = bindings_resolve(&w->bindings, &w->origin->code[i]);
        split_instruction(w);
        bool jumps = w->from->kind == C_BRANCH || w->from->kind == C_JUMP;
        if (jumps && !w->refused) vec_last(&w->notes).jumps = true;
    }
}

static uint32_t keep_function(struct writing *w, const struct c_expression *const *addresses) {
    struct sequential_code *code = w->splitter->code;
    struct c_instruction *list = arena_new_array(code->arena, struct c_instruction, w->out.count + 1);
    uint32_t *callees = arena_new_array(code->arena, uint32_t, w->out.count + 1);
    uint32_t *origins = arena_new_array(code->arena, uint32_t, w->out.count + 1);
    memcpy(list, w->out.items, w->out.count * sizeof *list);
    for (size_t i = 0; i < w->out.count; i++)
        callees[i] = w->notes.items[i].callee, origins[i] = w->notes.items[i].origin;
    vec_push(&code->functions,
             (struct sequential_function){w->origin, addresses, list, (uint32_t)w->out.count, origins, callees});
    return (uint32_t)code->functions.count - 1;
}

uint32_t split_function(struct splitter *splitter, const struct c_function *origin,
                        const struct c_expression *const *addresses) {
    struct sequential_code *code = splitter->code;
    uint32_t number = find_function(code, origin, addresses);
    if (number != UINT32_MAX) return number;
    for (size_t i = 0; i < splitter->building.count; i++) {
        if (splitter->building.items[i] != origin) continue;
        diag_error(splitter->diagnostics, origin->place,
                   "%s calls itself: recursion cannot be said in a sequential program", origin->name);
        return UINT32_MAX;
    }
    struct writing w = {.splitter = splitter,
                        .origin = origin,
                        .bindings = {.program = code->subject->program,
                                     .arena = code->arena,
                                     .whole_objects = code->subject->whole_objects,
                                     .minds_alignment = code->subject->enabled[APP_CHECK_ALIGNMENT]}};
    for (uint32_t p = 0; p < origin->parameter_count; p++)
        if (addresses[p]) vec_push(&w.bindings.list, (struct binding){origin->locals[p], addresses[p]});
    uint32_t *first = arena_new_array(code->arena, uint32_t, origin->code_count + 1);
    vec_push(&splitter->building, origin);
    write_code(&w, first);
    (void)vec_pop(&splitter->building);
    set_jumps(&w, first);
    number = w.refused ? UINT32_MAX : keep_function(&w, addresses);
    vec_free(&w.out);
    vec_free(&w.notes);
    vec_free(&w.bindings.list);
    return number;
}

/* ---- programs ---- */

bool sequential_code_build(struct sequential_code *code, const struct analysis *analysis,
                           struct diagnostics *diagnostics) {
    const struct subject *subject = analysis->subject;
    const struct c_program *program = subject->program;
    *code = (struct sequential_code){.arena = arena_new(), .subject = subject, .analysis = analysis};
    code->entries = arena_new_array(code->arena, uint32_t, subject->context_count + 1);
    code->uses_global = arena_new_array(code->arena, bool, program->global_count + 1);
    code->locals = arena_new_array(code->arena, struct sequential_locals, program->function_count + 1);
    struct splitter splitter = {.code = code,
                                .diagnostics = diagnostics,
                                .noticed = noticed_find(subject),
                                .shared = budgets_let_come(subject) ? analysis->touched : NULL};
    bool good = true;
    for (uint32_t c = 0; c < subject->context_count && good; c++) {
        const struct c_function *entry = program->entries[c];
        code->entries[c] = OSEK_NONE;
        if (!entry || entry == subject->skipped_main) continue;
        const struct c_expression *const *none =
            (const struct c_expression *const *)arena_new_array(code->arena, expression, entry->parameter_count + 1);
        code->entries[c] = split_function(&splitter, entry, none);
        good = code->entries[c] != UINT32_MAX;
    }
    vec_free(&splitter.building);
    return good;
}

void sequential_code_free(struct sequential_code *code) {
    for (uint32_t f = 0; code->locals && f < code->subject->program->function_count; f++)
        vec_free(&code->locals[f].added);
    vec_free(&code->functions);
    arena_free(code->arena);
    *code = (struct sequential_code){0};
}
