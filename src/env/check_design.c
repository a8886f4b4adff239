#include "env/check_design.h"

#include "env/compose_world.h"
#include "promela/driven.h"
#include "promela/walk.h"

#include <limits.h>
#include <string.h>

/* Loading happens in two steps. First the design is parsed, so that every function it lacks is reported where the model
 * names it. Then it is compiled, with these functions callable. A reference function `GetTurn(ret)` that stores its
 * value in its last parameter needs something to store it in; for such ones the design is compiled with a variable
 * added and, per function, an inline without that parameter. */
const char *const design_result_variable = "env_result_";
static const char *const reference_prefix = "env_ref_";

struct loading {
    const struct text *text;
    const char *path;
    const struct env_model *model;
    struct diagnostics *diagnostics;
    struct model *parsed;
    struct text wrapper; /* empty if none is needed */
    VEC(char *) callables;
};

/* ---- what the design defines ---- */

static const struct inline_definition *find_inline(const struct loading *loading, const char *name) {
    for (size_t i = 0; i < loading->parsed->inlines.count; i++)
        if (strcmp(loading->parsed->inlines.items[i].name, name) == 0) return &loading->parsed->inlines.items[i];
    return NULL;
}

/* One inline may be a trigger function and a configuration, or several of these. */
static bool is_callable(const struct loading *loading, const char *name) {
    for (size_t i = 0; i < loading->callables.count; i++)
        if (strcmp(loading->callables.items[i], name) == 0) return true;
    return false;
}

static void need_inline(struct loading *loading, struct place place, const char *what, const char *name, size_t count) {
    const struct inline_definition *definition = find_inline(loading, name);
    if (!definition)
        diag_error(loading->diagnostics, place, "the design %s has no inline `%s` for this %s", loading->path, name,
                   what);
    else if (definition->parameters.count != count)
        diag_error(loading->diagnostics, place,
                   "this %s has %zu argument%s, but the design's inline `%s` has %zu (%s:%u)", what, count,
                   count == 1 ? "" : "s", name, definition->parameters.count, definition->place.file,
                   definition->place.line);
    else if (!is_callable(loading, name))
        vec_push(&loading->callables, memory_copy_text(name));
}

static void need_triggers(struct loading *loading) {
    for (size_t i = 0; i < loading->model->triggers.count; i++) {
        const struct env_trigger *trigger = &loading->model->triggers.items[i];
        need_inline(loading, trigger->place, "trigger function", trigger->name, trigger->parameters.count);
        for (size_t p = 0; p < trigger->parameters.count; p++)
            if (trigger->lows.items[p] < INT_MIN || trigger->highs.items[p] > INT_MAX)
                diag_error(loading->diagnostics, trigger->place, "the range of `%s` does not fit the design's integers",
                           trigger->parameters.items[p].name);
    }
}

static void need_configurations(struct loading *loading) {
    for (size_t i = 0; i < loading->model->configurations.count; i++) {
        const struct env_configuration *configuration = &loading->model->configurations.items[i];
        need_inline(loading, configuration->place, "configuration", configuration->name,
                    configuration->arguments.count);
    }
}

static const struct ocl_function *function_of(const struct loading *loading, const struct env_reference *reference) {
    return &loading->model->schema.functions.items[reference->function];
}

/* `inline env_ref_F(p0) { F(p0, env_result_) }` */
static void wrap(struct loading *loading, const struct env_reference *reference) {
    const struct ocl_function *function = function_of(loading, reference);
    if (!loading->wrapper.length) text_printf(&loading->wrapper, "int %s;\n", design_result_variable);
    text_printf(&loading->wrapper, "inline %s%s(", reference_prefix, function->name);
    for (size_t i = 0; i < function->parameters.count; i++)
        text_printf(&loading->wrapper, "%senv_p%zu_", i ? ", " : "", i);
    text_printf(&loading->wrapper, ") { %s(", function->name);
    for (size_t i = 0; i < function->parameters.count; i++) text_printf(&loading->wrapper, "env_p%zu_, ", i);
    text_printf(&loading->wrapper, "%s) }\n", reference->into ? reference->into : design_result_variable);
    struct text name = {0};
    text_printf(&name, "%s%s", reference_prefix, function->name);
    vec_push(&loading->callables, text_take(&name));
}

static void need_reference(struct loading *loading, const struct env_reference *reference) {
    const struct ocl_function *function = function_of(loading, reference);
    const struct inline_definition *definition = find_inline(loading, function->name);
    size_t count = function->parameters.count;
    if (reference->pieces.count) return;
    if (definition && definition->parameters.count == count + 1)
        wrap(loading, reference);
    else if (!definition || reference->into)
        need_inline(loading, reference->place, "reference function", function->name, count);
    else
        diag_error(loading->diagnostics, reference->place,
                   "the design's inline `%s` needs one parameter more, for its value (%s:%u)", function->name,
                   definition->place.file, definition->place.line);
}

/* ---- compiling ---- */

static struct program *compile(struct loading *loading, const struct program_options *given) {
    struct program_options options = *given;
    struct text whole = {0};
    vec_push(&loading->callables, NULL);
    options.parse.callable = (const char *const *)loading->callables.items;
    text_add_n(&whole, text_chars(loading->text), loading->text->length);
    if (loading->wrapper.length) text_printf(&whole, "\n%s", text_chars(&loading->wrapper));
    struct program *program =
        program_load_text(text_chars(&whole), whole.length, loading->path, &options, loading->diagnostics);
    text_free(&whole);
    return program;
}

/* ---- finding what was compiled ---- */

static bool find_value(struct loading *loading, struct env_design *design, const struct env_reference *reference,
                       struct design_reference *found) {
    struct text name = {0};
    for (size_t i = 0; i < reference->pieces.count; i++)
        if (!reference->pieces.items[i].index) text_add(&name, reference->pieces.items[i].text);
    if (!reference->pieces.count) text_add(&name, reference->into ? reference->into : design_result_variable);
    enum locate_result result = program_locate(design->program, text_chars(&name), &found->location);
    if (result == LOCATE_UNKNOWN)
        diag_error(loading->diagnostics, reference->place, "the design %s has no variable `%s`", loading->path,
                   text_chars(&name));
    else if (result == LOCATE_SHAPE)
        diag_error(loading->diagnostics, reference->place,
                   "`%s` does not fit its declaration in the design %s: an index or a field is missing, superfluous or "
                   "out of range",
                   text_chars(&name), loading->path);
    text_free(&name);
    return result == LOCATE_FOUND;
}

static void find_reference(struct loading *loading, struct env_design *design, const struct env_reference *reference) {
    struct design_reference *found = &design->references[reference->function];
    const char *name = function_of(loading, reference)->name;
    found->declared = reference;
    found->callable = -1;
    if (!find_value(loading, design, reference, found) || reference->pieces.count) return;
    struct text wrapped = {0};
    text_printf(&wrapped, "%s%s", reference_prefix, name);
    found->callable = program_callable(design->program, text_chars(&wrapped));
    if (found->callable < 0) found->callable = program_callable(design->program, name);
    text_free(&wrapped);
}

/* ---- asking changes nothing ---- */

struct asking {
    struct loading *loading;
    const struct env_reference *reference;
    const char *result; /* the variable that the value goes into */
};

static void forbid_change(void *context, const struct reference *reference, enum walk_use use) {
    struct asking *asking = context;
    bool is_result = !reference->field && strcmp(reference->variable->name, asking->result) == 0;
    if (use != WALK_WRITE || reference->variable->owner || is_result) return;
    diag_error(asking->loading->diagnostics, asking->reference->place,
               "the reference function `%s` changes `%s` of the design (%s:%u), but it is there to ask",
               function_of(asking->loading, asking->reference)->name, reference->variable->name, reference->place.file,
               reference->place.line);
}

static void forbid_statement(void *context, const struct statement *s) {
    struct asking *asking = context;
    bool takes = s->kind == STATEMENT_RECEIVE && !s->receive->peek;
    if (s->kind != STATEMENT_SEND && s->kind != STATEMENT_C_CODE && !takes) return;
    diag_error(asking->loading->diagnostics, asking->reference->place,
               "the reference function `%s` may change the design (%s:%u), but it is there to ask",
               function_of(asking->loading, asking->reference)->name, s->place.file, s->place.line);
}

/* A check asks on a copy of the state, an exported model on the state itself: there must be no difference. */
static void need_no_effects(struct loading *loading, const struct env_design *design,
                            const struct env_reference *reference) {
    int callable = design->references[reference->function].callable;
    struct asking asking = {loading, reference, reference->into ? reference->into : design_result_variable};
    if (callable < 0) return;
    const struct sequence *body = program_model(design->program)->proctypes.items[callable]->body;
    walk_statements(body, forbid_statement, &asking);
    for (size_t i = 0; i < body->statements.count; i++)
        walk_statement_references(body->statements.items[i], forbid_change, &asking);
}

static void find_all(struct loading *loading, struct env_design *design) {
    const struct env_model *model = loading->model;
    design->triggers = memory_new((model->triggers.count + 1) * sizeof *design->triggers);
    design->configurations = memory_new((model->configurations.count + 1) * sizeof *design->configurations);
    design->references = memory_new((model->schema.functions.count + 1) * sizeof *design->references);
    for (size_t i = 0; i < model->triggers.count; i++)
        design->triggers[i] = program_callable(design->program, model->triggers.items[i].name);
    for (size_t i = 0; i < model->configurations.count; i++)
        design->configurations[i] = program_callable(design->program, model->configurations.items[i].name);
    for (size_t i = 0; i < model->references.count; i++) {
        find_reference(loading, design, &model->references.items[i]);
        need_no_effects(loading, design, &model->references.items[i]);
    }
}

static struct env_design *load(struct loading *loading, const struct program_options *options) {
    need_triggers(loading);
    need_configurations(loading);
    for (size_t i = 0; i < loading->model->references.count; i++)
        need_reference(loading, &loading->model->references.items[i]);
    driven_check(loading->parsed, "environment", loading->diagnostics);
    if (loading->diagnostics->errors) return NULL;
    struct program *program = compile(loading, options);
    if (!program) return NULL;
    struct env_design *design = memory_new(sizeof *design);
    design->model = loading->model;
    design->program = program;
    design->sequential = program_ts(program)->sequential;
    design->lock = memory_new(sizeof *design->lock);
    pthread_mutex_init(design->lock, NULL);
    find_all(loading, design);
    driven_check_calls(program_model(program), loading->diagnostics);
    if (!loading->diagnostics->errors) return design;
    env_design_free(design);
    return NULL;
}

struct env_design *env_design_load(const struct text *text, const char *path, const struct env_model *model,
                                   const struct program_options *options, struct diagnostics *diagnostics) {
    struct loading loading = {.text = text, .path = path, .model = model, .diagnostics = diagnostics};
    struct parse_options parse = options->parse;
    parse.callable = NULL;
    loading.parsed = promela_parse_text(text_chars(text), text->length, path, &parse, diagnostics);
    if (!loading.parsed) return NULL;
    struct env_design *design = load(&loading, options);
    for (size_t i = 0; i < loading.callables.count; i++) free(loading.callables.items[i]);
    vec_free(&loading.callables);
    text_free(&loading.wrapper);
    model_free(loading.parsed);
    return design;
}

void env_design_optimise(struct env_design *design) { program_optimise(design->program); }

bool env_design_included(const struct env_design *design, uint64_t *number) {
    return program_included(design->program, number);
}

void env_design_free(struct env_design *design) {
    if (!design) return;
    program_free(design->program);
    pthread_mutex_destroy(design->lock);
    free(design->lock);
    free(design->triggers);
    free(design->configurations);
    free(design->references);
    free(design);
}

/* ---- calling and asking ---- */

void design_call(const struct env_design *design, int callable, const int64_t *arguments, size_t count,
                 const void *state, uint32_t size, ts_emit emit, void *context) {
    int numbers[count + 1];
    for (size_t i = 0; i < count; i++) numbers[i] = (int)arguments[i];
    if (design->sequential) pthread_mutex_lock(design->lock);
    program_call(design->program, callable, numbers, count, state, size, emit, context);
    if (design->sequential) pthread_mutex_unlock(design->lock);
}

static const struct ts_fault out_of_range = {.kind = "reference",
                                             .message = "a reference function reads outside an array"};
static const struct ts_fault undefined = {.kind = "reference",
                                          .message = "the place that a reference function reads is not defined"};
static const struct ts_fault ambiguous = {.kind = "reference", .message = "a reference function has several values"};
static const struct ts_fault too_wide = {.kind = "reference",
                                         .message = "an argument does not fit the design's integers"};
static const struct ts_fault unanswered = {.kind = "reference", .message = "a reference function has no value"};

struct answer {
    struct design_view *view;
    const struct program_location *location;
    bool any;
    int value;
};

static void hear(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct answer *answer = context;
    struct design_view *view = answer->view;
    const struct ts *ts = program_ts(view->design->program);
    int value = 0;
    (void)size;
    if (view->fault) return;
    if (step->fault) {
        view->fault = ts->fault(ts, step->fault);
        return;
    }
    program_location_read(answer->location, NULL, state, &value);
    if (answer->any && value != answer->value) view->fault = &ambiguous;
    answer->any = true;
    answer->value = value;
}

static int64_t ask_by_call(struct design_view *view, const struct design_reference *reference,
                           const int64_t *arguments) {
    const struct ocl_function *function = &view->design->model->schema.functions.items[reference->declared->function];
    struct answer answer = {.view = view, .location = &reference->location};
    for (size_t i = 0; i < function->parameters.count; i++)
        if (arguments[i] < INT_MIN || arguments[i] > INT_MAX) view->fault = &too_wide;
    if (view->fault) return 0;
    design_call(view->design, reference->callable, arguments, function->parameters.count, view->state, view->size, hear,
                &answer);
    if (!answer.any && !view->fault) view->fault = &unanswered;
    return answer.value;
}

static int64_t ask_by_reading(struct design_view *view, const struct design_reference *reference,
                              const int64_t *arguments) {
    int64_t indices[LOCATION_INDICES];
    unsigned count = 0;
    int value = 0;
    static const unsigned none[1]; /* the indices look at no object */
    struct ocl_world nothing = {.schema = &view->design->model->schema, .sizes = none};
    for (size_t i = 0; i < reference->declared->pieces.count; i++) {
        const struct ocl_expression *index = reference->declared->pieces.items[i].index;
        struct ocl_value number;
        const char *error;
        if (!index) continue;
        if (!ocl_evaluate(index, &nothing, 0, arguments, &number, &error)) {
            view->fault = &undefined;
            return 0;
        }
        indices[count++] = number.number;
    }
    if (!program_location_read(&reference->location, indices, view->state, &value)) view->fault = &out_of_range;
    return value;
}

int64_t design_reference(void *context, unsigned function, const int64_t *arguments) {
    struct design_view *view = context;
    const struct design_reference *reference = &view->design->references[function];
    if (view->fault) return 0;
    int64_t value =
        reference->callable < 0 ? ask_by_reading(view, reference, arguments) : ask_by_call(view, reference, arguments);
    if (view->heard && !view->fault) view->heard(view->context, function, arguments, value);
    return value;
}

/* ---- telling the design about a graph ---- */

struct telling {
    const struct env_world *world;
    const struct env_configuration *configuration;
    unsigned number;
    int64_t *chosen; /* by iterator: an object */
    bool (*visit)(void *context, unsigned configuration, const int64_t *arguments);
    void *context;
    struct text *error;
};

static bool evaluate(struct telling *telling, const struct ocl_expression *expression, struct ocl_value *value) {
    const char *error;
    if (ocl_evaluate(expression, &telling->world->world, 0, telling->chosen, value, &error)) return true;
    struct place place = ocl_place_of(expression);
    text_printf(telling->error, "%s:%u:%u: the configuration %s cannot be evaluated: %s", place.file, place.line,
                place.column, telling->configuration->name, error);
    return false;
}

static bool tell(struct telling *telling) {
    size_t count = telling->configuration->arguments.count;
    int64_t arguments[count + 1];
    for (size_t i = 0; i < count; i++) {
        struct ocl_value value;
        if (!evaluate(telling, telling->configuration->arguments.items[i], &value)) return false;
        arguments[i] = value.number;
        if (arguments[i] >= INT_MIN && arguments[i] <= INT_MAX) continue;
        struct place place = ocl_place_of(telling->configuration->arguments.items[i]);
        text_printf(telling->error, "%s:%u:%u: the argument %lld of %s does not fit the design's integers", place.file,
                    place.line, place.column, (long long)arguments[i], telling->configuration->name);
        return false;
    }
    return telling->visit(telling->context, telling->number, arguments);
}

static bool choose(struct telling *telling, size_t iterator) {
    if (iterator == telling->configuration->iterators.count) return tell(telling);
    struct ocl_value source;
    if (!evaluate(telling, telling->configuration->iterators.items[iterator].source, &source)) return false;
    for (uint64_t set = source.set; set; set &= set - 1) {
        telling->chosen[iterator] = __builtin_ctzll(set);
        if (!choose(telling, iterator + 1)) return false;
    }
    return true;
}

bool design_configuration(const struct env_model *model, const struct env_graph *graph,
                          bool (*visit)(void *context, unsigned configuration, const int64_t *arguments), void *context,
                          unsigned char *choices, struct text *error) {
    struct env_world world;
    void *room = memory_new(env_world_room(model, graph));
    env_world_place(model, graph, room, &world);
    world.world.choices = choices;
    bool ok = true;
    for (unsigned i = 0; i < model->configurations.count && ok; i++) {
        const struct env_configuration *configuration = &model->configurations.items[i];
        int64_t chosen[configuration->iterators.count + 1];
        struct telling telling = {&world, configuration, i, chosen, visit, context, error};
        ok = choose(&telling, 0);
    }
    free(room);
    return ok;
}
