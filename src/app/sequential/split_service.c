#include "app/sequential/split.h"

#include "app/analysis/aligned.h"
#include "app/subject/service_text.h"

#include <string.h>

enum { MOST_EVENTS = 6 /* in a mask that is no constant */ };

/* The place that a service writes to. */
static expression output_place(struct writing *w, expression pointer) {
    const struct c_type *written = pointer->type->target;
    while (pointer->kind == C_CONVERT) pointer = pointer->left;
    if (pointer->kind == C_ADDRESS && pointer->left->type->kind == C_INTEGER &&
        pointer->left->type->size == written->size) {
        if (w->bindings.minds_alignment && !aligned_is(pointer->left, written->align))
            split_refuse(w, w->from->place, "a service that writes through a pointer that need not be aligned");
        split_check_writable(w, pointer->left);
        return split_place(w, pointer->left);
    }
    split_refuse(w, w->from->place, "a service that writes through a pointer whose target is not known");
    return NULL;
}

static void add_service(struct writing *w, expression *arguments) {
    const struct c_instruction *from = w->from;
    expression *outputs = arena_new_array(w->splitter->code->arena, expression, from->output_count + 1);
    for (uint32_t i = 0; i < from->output_count && !w->refused; i++)
        if (from->outputs[i]) outputs[i] = output_place(w, from->outputs[i]);
    expression kept = split_result_place(w, from->target);
    struct c_instruction *service = split_add(w, C_SERVICE);
    service->service = from->service;
    service->text = from->text;
    service->arguments = (const struct c_expression *const *)arguments;
    service->argument_count = from->argument_count;
    service->outputs = (const struct c_expression *const *)outputs;
    service->output_count = from->output_count;
    service->result_unused = from->result_unused;
    service->target = kept;
    split_pass_result(w, kept, from->target);
}

/* The events of whoever the mask is for, as far as that is known. */
static uint64_t events_of(const struct writing *w, expression *arguments) {
    const struct osek_config *config = w->splitter->code->subject->config;
    uint64_t all = 0;
    if (w->from->service == OSEK_SetEvent && arguments[0] && (uint64_t)arguments[0]->integer < config->task_count)
        return config->tasks[arguments[0]->integer].events;
    if (w->from->service != OSEK_SetEvent && w->origin->role == C_TASK) return config->tasks[w->origin->context].events;
    for (uint32_t i = 0; i < config->task_count; i++) all |= config->tasks[i].events;
    return all;
}

/* How many values an argument that is no constant is compared with; 0: it cannot be. `mask`: of what they are parts, if
 * they are masks. */
static uint64_t count_values(const struct writing *w, uint32_t index, expression *arguments, uint64_t *mask) {
    enum service_argument kind = service_argument(w->from->service, index);
    uint64_t count;
    *mask = 0;
    if (kind != SERVICE_EVENTS) return service_objects(w->splitter->code->subject, kind, &count) ? count : 0;
    *mask = events_of(w, arguments);
    return __builtin_popcountll(*mask) <= MOST_EVENTS ? (uint64_t)1 << __builtin_popcountll(*mask) : 0;
}

/* Number i of the parts of a mask. */
static uint64_t part_of(uint64_t mask, uint64_t i) {
    uint64_t part = 0;
    for (; mask; mask &= mask - 1, i >>= 1)
        if (i & 1) part |= mask & -mask;
    return part;
}

static expression equals(struct writing *w, expression left, int64_t value) {
    struct c_expression *same = split_new(w, C_BINARY, w->splitter->code->subject->program->int_type);
    same->op = C_EQUAL;
    same->left = left;
    same->right = split_number(w, left->type, value);
    return same;
}

/* if (argument == 0) Service(0); else if (argument == 1) Service(1); ... */
static void compare_argument(struct writing *w, uint32_t index, expression *arguments) {
    struct arena *arena = w->splitter->code->arena;
    const struct c_instruction *from = w->from;
    uint64_t mask, count = count_values(w, index, arguments, &mask);
    if (!count || from->arguments[index]->type->kind != C_INTEGER) {
        split_refuse(w, from->place,
                     arena_printf(arena, "%s with an argument that is no constant", osek_service_name(from->service)));
        return;
    }
    expression kept = split_temporary(w, from->arguments[index]->type);
    split_assign(w, kept, split_value(w, from->arguments[index]));
    uint32_t *ends = arena_new_array(arena, uint32_t, count);
    for (uint64_t i = 0; i < count && !w->refused; i++) {
        int64_t value = (int64_t)(mask ? part_of(mask, i) : i);
        uint32_t branch = split_here(w);
        split_add(w, C_BRANCH)->value = equals(w, split_load(w, kept), value);
        w->out.items[branch].then = split_here(w);
        expression *own = arena_new_array(arena, expression, from->argument_count + 1);
        memcpy(own, arguments, from->argument_count * sizeof *own);
        own[index] = split_number(w, w->splitter->code->subject->program->int_type, value);
        add_service(w, own);
        ends[i] = split_here(w);
        split_add(w, C_JUMP);
        w->out.items[branch].otherwise = split_here(w);
    }
    struct c_instruction *unknown = split_add(w, C_ASSERT);
    unknown->value = split_number(w, w->splitter->code->subject->program->int_type, 0);
    unknown->text =
        arena_printf(arena, "%s with an argument that is nobody's number or mask", osek_service_name(from->service));
    vec_last(&w->notes).callee = 1;
    for (uint64_t i = 0; i < count && !w->refused; i++) w->out.items[ends[i]].then = split_here(w);
}

void split_service(struct writing *w) {
    const struct c_instruction *from = w->from;
    struct arena *arena = w->splitter->code->arena;
    expression *arguments = arena_new_array(arena, expression, from->argument_count + 1);
    uint32_t unknown = UINT32_MAX, unknowns = 0;
    for (uint32_t i = 0; i < from->argument_count; i++) {
        int64_t value = 0;
        if (split_is_known(w, from->arguments[i], &value))
            arguments[i] = split_number(w, w->splitter->code->subject->program->int_type, value);
        else
            unknown = i, unknowns++;
    }
    if (unknowns > 1)
        split_refuse(
            w, from->place,
            arena_printf(arena, "%s with two arguments that are no constants", osek_service_name(from->service)));
    else if (unknowns)
        compare_argument(w, unknown, arguments);
    else
        add_service(w, arguments);
}
