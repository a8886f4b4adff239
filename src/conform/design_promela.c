/* Invariant: a loaded design has every inline that the map names, with the right number of parameters, and no process
 * of its own. */
#include "conform/design_promela.h"

#include "promela/driven.h"
#include "promela/locate.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <stddef.h>
#include <string.h>

struct promela {
    struct design design;
    struct program *program;
    char *path;
    int *callables; /* by number of the need */
    VEC(struct program_location) locations;
};

static struct promela *of(const struct design *design) {
    return (struct promela *)((const char *)design - offsetof(struct promela, design));
}

/* ---- loading ---- */

static const struct inline_definition *find_inline(const struct model *model, const char *name) {
    for (size_t i = 0; i < model->inlines.count; i++)
        if (strcmp(model->inlines.items[i].name, name) == 0) return &model->inlines.items[i];
    return NULL;
}

static void check_need(const struct model *model, const char *path, const struct design_need *need,
                       struct diagnostics *diagnostics) {
    const struct inline_definition *definition = find_inline(model, need->name);
    if (!definition)
        diag_error(diagnostics, need->place, "the design %s has no inline `%s`", path, need->name);
    else if (definition->parameters.count != need->argument_count)
        diag_error(diagnostics, need->place,
                   "this call has %u argument%s, but the design's inline `%s` has %zu (%s:%u)", need->argument_count,
                   need->argument_count == 1 ? "" : "s", need->name, definition->parameters.count,
                   definition->place.file, definition->place.line);
}

/* First parsed, so that every inline it lacks is reported where the map names it. */
static bool check_design(const char *path, const struct parse_options *options, const struct design_need *needs,
                         size_t need_count, struct diagnostics *diagnostics) {
    struct parse_options parse = *options;
    parse.callable = NULL;
    unsigned errors = diagnostics->errors;
    struct model *model = promela_parse_file(path, &parse, diagnostics);
    if (!model) return false;
    for (size_t i = 0; i < need_count; i++) check_need(model, path, &needs[i], diagnostics);
    driven_check(model, "specification", diagnostics);
    model_free(model);
    return diagnostics->errors == errors;
}

static struct program *compile(const char *path, const struct program_options *given, const struct design_need *needs,
                               size_t need_count, struct diagnostics *diagnostics) {
    struct program_options options = *given;
    VEC(const char *) names = {0};
    for (size_t i = 0; i < need_count; i++) {
        bool known = false;
        for (size_t k = 0; k < i; k++) known = known || strcmp(needs[k].name, needs[i].name) == 0;
        if (!known) vec_push(&names, needs[i].name);
    }
    vec_push(&names, NULL);
    options.parse.callable = names.items;
    struct program *program = program_load(path, &options, diagnostics);
    vec_free(&names);
    if (!program) return NULL;
    driven_check_calls(program_model(program), diagnostics);
    if (!diagnostics->errors) return program;
    program_free(program);
    return NULL;
}

/* ---- calls ---- */

struct running {
    const struct ts *ts;
    unsigned run, call;
    bool last;
    struct nodeset *next; /* states before the next call: each once, however many ways lead there */
    design_result result;
    void *context;
};

static void keep_state(struct nodeset *states, const void *state, uint32_t size) {
    nodeset_add(states, state, size, hash_bytes(state, size), NULL);
}

static void arrive(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct running *running = context;
    if (step->fault) {
        const struct ts_fault *fault = running->ts->fault(running->ts, step->fault);
        struct design_fault told = {fault->kind, fault->message, fault->place, running->call};
        running->result(running->context, running->run, state, size, &told);
    } else if (running->last) {
        running->result(running->context, running->run, state, size, NULL);
    } else {
        keep_state(running->next, state, size);
    }
}

static void call_all(struct promela *promela, const struct design_invocation *call, const struct nodeset *now,
                     struct running *running) {
    int arguments[call->argument_count + 1];
    for (unsigned i = 0; i < call->argument_count; i++) arguments[i] = call->arguments[i];
    for (uint32_t i = 0; i < now->nodes.count; i++) {
        uint32_t size;
        const void *state = nodeset_get(now, i, &size);
        program_call(promela->program, promela->callables[call->call], arguments, call->argument_count, state, size,
                     arrive, running);
    }
}

static void promela_run(struct design *design, const void *state, uint32_t size, const struct design_run *runs,
                        unsigned count, design_result result, void *context) {
    struct promela *promela = of(design);
    struct nodeset now = {0}, next = {0};
    struct running running = {.ts = program_ts(promela->program), .next = &next, .result = result, .context = context};
    for (running.run = 0; running.run < count; running.run++) {
        const struct design_run *run = &runs[running.run];
        if (run->count == 0) result(context, running.run, state, size, NULL);
        nodeset_clear(&now);
        keep_state(&now, state, size);
        for (running.call = 0; running.call < run->count; running.call++) {
            running.last = running.call + 1 == run->count;
            nodeset_clear(&next);
            call_all(promela, &run->calls[running.call], &now, &running);
            struct nodeset swap = now;
            now = next;
            next = swap;
        }
    }
    nodeset_free(&now);
    nodeset_free(&next);
}

static bool promela_start(struct design *design, design_result result, void *context) {
    struct promela *promela = of(design);
    unsigned char *state = memory_new(design->max_state_size);
    uint32_t size;
    program_start(promela->program, state, &size);
    result(context, 0, state, size, NULL);
    free(state);
    return true;
}

/* ---- variables ---- */

static enum design_find promela_find(struct design *design, const char *pattern, unsigned *handle,
                                     unsigned *index_count) {
    struct promela *promela = of(design);
    struct program_location location;
    enum locate_result found = program_locate(promela->program, pattern, &location);
    if (found == LOCATE_UNKNOWN) return DESIGN_UNKNOWN;
    if (found == LOCATE_SHAPE) return DESIGN_SHAPE;
    *handle = (unsigned)promela->locations.count;
    *index_count = location.index_count;
    vec_push(&promela->locations, location);
    return DESIGN_FOUND;
}

static enum design_read promela_read(const struct design *design, unsigned handle, const int64_t *indices,
                                     const void *state, uint32_t size, int64_t *value) {
    int number;
    (void)size;
    if (!program_location_read(&of(design)->locations.items[handle], indices, state, &number)) return DESIGN_NOTHING;
    *value = number;
    return DESIGN_READ;
}

static void promela_variables(const struct design *design, const void *state, uint32_t size,
                              void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct ts *ts = program_ts(of(design)->program);
    ts->variables(ts, state, size, visit, context);
}

static void promela_optimise(struct design *design) { program_optimise(of(design)->program); }

static void promela_release(struct design *design) {
    struct promela *promela = of(design);
    program_free(promela->program);
    free(promela->callables);
    free(promela->path);
    vec_free(&promela->locations);
    free(promela);
}

struct design *design_promela_load(const char *path, const struct program_options *options,
                                   const struct design_need *needs, size_t need_count,
                                   struct diagnostics *diagnostics) {
    if (!check_design(path, &options->parse, needs, need_count, diagnostics)) return NULL;
    struct program *program = compile(path, options, needs, need_count, diagnostics);
    if (!program) return NULL;
    struct promela *promela = memory_new(sizeof *promela);
    promela->program = program;
    promela->path = memory_copy_text(path);
    promela->callables = memory_new((need_count + 1) * sizeof *promela->callables);
    for (size_t i = 0; i < need_count; i++) promela->callables[i] = program_callable(program, needs[i].name);
    promela->design = (struct design){.path = promela->path,
                                      .max_state_size = program_ts(program)->max_state_size,
                                      .sequential = program_ts(program)->sequential,
                                      .foreign = program_ts(program)->foreign,
                                      .start = promela_start,
                                      .run = promela_run,
                                      .find = promela_find,
                                      .read = promela_read,
                                      .variables = promela_variables,
                                      .optimise = promela_optimise,
                                      .release = promela_release};
    return &promela->design;
}
