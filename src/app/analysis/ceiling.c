#include "app/analysis/ceiling.h"

#include "app/analysis/touched.h"
#include "base/text.h"
#include "oil/config.h"

#include <string.h>

/* ---- what the configuration says ---- */

static uint64_t listed_by(const struct analysis *analysis, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(analysis->subject->config, context, &index)) {
    case OSEK_TASK: return analysis->subject->config->tasks[index].resources;
    case OSEK_ISR: return analysis->subject->config->isrs[index].resources;
    default: return 0;
    }
}

static bool is_listed(const struct analysis *analysis, uint32_t context, uint32_t resource) {
    return analysis->subject->config->resources[resource].scheduler || listed_by(analysis, context) >> resource & 1;
}

static uint32_t level_of(const struct analysis *analysis, uint32_t context, const char **scale) {
    uint32_t index;
    switch (osek_context_kind(analysis->subject->config, context, &index)) {
    case OSEK_TASK: *scale = "priority"; return analysis->subject->config->tasks[index].priority;
    case OSEK_ISR: *scale = "level"; return analysis->subject->config->isrs[index].level;
    default: *scale = NULL; return 0;
    }
}

/* As the kernel takes it: names that are linked have one (8.8). */
static uint32_t ceiling_of(const struct osek_config *config, uint32_t resource) {
    uint32_t own = config->resources[resource].ceiling,
             root = config->resources[config->resources[resource].root].ceiling;
    if (config->resources[resource].scheduler) return config->highest_priority;
    return own > root ? own : root;
}

void ceiling_explain(const struct analysis *analysis, uint32_t context, uint32_t resource, struct text *out) {
    const char *name = analysis->subject->config->resources[resource].name, *scale;
    uint32_t level = level_of(analysis, context, &scale), ceiling = ceiling_of(analysis->subject->config, resource);
    struct text who = {0};
    text_add(&who, subject_context_name(analysis->subject, context));
    if (scale) text_printf(&who, " (%s %u)", scale, level);
    if (is_listed(analysis, context, resource))
        text_printf(out, "the ceiling of %s, %u, is too low for %s", name, ceiling, text_chars(&who));
    else if (!ceiling)
        text_printf(out, "the configuration does not list %s for %s, nor for anybody: it has no ceiling", name,
                    text_chars(&who));
    else if (level > ceiling)
        text_printf(out, "the configuration does not list %s for %s: its ceiling, %u, is too low", name,
                    text_chars(&who), ceiling);
    else
        text_printf(out, "the configuration does not list %s for %s: its ceiling, %u, is high enough by chance only",
                    name, text_chars(&who), ceiling);
    text_free(&who);
}

/* ---- what the code does ---- */

struct taking {
    struct analysis *analysis;
    uint32_t context;
    struct diagnostics *diagnostics;
};

static void warn(const struct taking *taking, const struct c_instruction *call, uint32_t resource) {
    const struct analysis *analysis = taking->analysis;
    const char *scale;
    bool too_low = level_of(analysis, taking->context, &scale) > ceiling_of(analysis->subject->config, resource);
    if (!scale || (is_listed(analysis, taking->context, resource) && !too_low)) return;
    struct text text = {0};
    ceiling_explain(analysis, taking->context, resource, &text);
    diag_warning(taking->diagnostics, call->place, "%s", text_chars(&text));
    text_free(&text);
}

/* The resources that the function itself takes. */
static void add_function(void *context, uint32_t function) {
    const struct taking *taking = context;
    const struct c_function *code = taking->analysis->subject->program->functions[function];
    uint64_t *takes = &taking->analysis->takes[taking->context];
    for (uint32_t i = 0; i < code->code_count; i++) {
        const struct c_instruction *call = &code->code[i];
        if (call->kind != C_SERVICE || call->service != OSEK_GetResource || !call->argument_count) continue;
        const struct c_expression *resource = c_constant(call->arguments[0]);
        if (!resource) *takes = UINT64_MAX;
        if (!resource || (uint64_t)resource->integer >= taking->analysis->subject->config->resource_count) continue;
        *takes |= (uint64_t)1 << resource->integer;
        if (taking->analysis->subject->enabled[APP_CHECK_CEILING]) warn(taking, call, (uint32_t)resource->integer);
    }
}

void ceiling_find(struct analysis *analysis, bool *const *calls, struct diagnostics *diagnostics) {
    analysis->takes = arena_new_array(analysis->arena, uint64_t, analysis->subject->context_count + 1);
    for (uint32_t c = 0; c < analysis->subject->context_count; c++) {
        if (!analysis->subject->program->entries[c]) continue;
        bool *seen = memory_new(analysis->subject->program->function_count + 1);
        touched_visit_calls(calls, analysis->subject->program->function_count,
                            analysis->subject->program->entries[c]->index, seen, add_function,
                            &(struct taking){analysis, c, diagnostics});
        free(seen);
    }
}

/* ---- what nobody takes ---- */

static bool find_resource(const struct osek_config *config, const char *name, uint32_t *number) {
    for (*number = 0; *number < config->resource_count; ++*number)
        if (strcmp(config->resources[*number].name, name) == 0) return true;
    return false;
}

static void note_idle_users(const struct analysis *analysis, const struct oil_resource *resource, uint32_t number,
                            struct diagnostics *diagnostics) {
    for (size_t i = 0; i < resource->task_count; i++) {
        const struct oil_common *task = &resource->tasks[i]->common;
        uint32_t context = osek_context(analysis->subject->config, OSEK_TASK, (uint32_t)task->index);
        if (!(analysis->takes[context] >> number & 1))
            diag_note(diagnostics, task->place, "TASK '%s' lists RESOURCE '%s', but does not take it", task->name,
                      resource->common.name);
    }
    for (size_t i = 0; i < resource->isr_count; i++) {
        const struct oil_common *isr = &resource->isrs[i]->common;
        uint32_t context = osek_context(analysis->subject->config, OSEK_ISR, (uint32_t)isr->index);
        if (!(analysis->takes[context] >> number & 1))
            diag_note(diagnostics, isr->place, "ISR '%s' lists RESOURCE '%s', but does not take it", isr->name,
                      resource->common.name);
    }
}

void ceiling_note_unused(const struct analysis *analysis, const struct oil_config *oil,
                         struct diagnostics *diagnostics) {
    for (size_t i = 0; i < oil->resource_count; i++) {
        const struct oil_resource *resource = &oil->resources[i];
        uint64_t taken = 0;
        uint32_t number;
        if (resource->property == RESOURCE_INTERNAL || resource->property == RESOURCE_SCHEDULER) continue;
        if (!find_resource(analysis->subject->config, resource->common.name, &number)) continue;
        for (uint32_t c = 0; c < analysis->subject->context_count; c++) taken |= analysis->takes[c];
        if (taken >> number & 1)
            note_idle_users(analysis, resource, number, diagnostics);
        else
            diag_note(diagnostics, resource->common.place, "no code takes RESOURCE '%s'", resource->common.name);
    }
}
