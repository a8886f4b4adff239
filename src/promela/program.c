#include "promela/program.h"

#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/limits.h"
#include "jit/included.h"
#include "promela/print.h"
#include "promela/program_internal.h"
#include "promela/reduce.h"

#include <string.h>
#include <unistd.h>

/* ---- the transition system ---- */

static void program_initial(const struct ts *ts, ts_emit emit, void *context) {
    program_code_table(ts->self)->initial(emit, context);
}

static void program_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                         void *context) {
    program_code_table(ts->self)->next(state, size, actor, emit, context);
}

static void program_next_in_place(const struct ts *ts, const void *state, uint32_t size, unsigned actor,
                                  struct ts_sink *sink) {
    program_code_table(ts->self)->next_in_place(state, size, actor, sink);
}

static unsigned program_marks(const struct ts *ts, const void *state, uint32_t size) {
    return program_code_table(ts->self)->marks(state, size);
}

static unsigned program_actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)size;
    return *(const unsigned char *)state;
}

static const struct ts_fault *program_fault(const struct ts *ts, uint32_t fault) {
    const struct program *program = ts->self;
    return fault < program->faults.count ? &program->faults.items[fault] : NULL;
}

static const struct ts_action *program_action(const struct ts *ts, uint32_t action) {
    const struct program *program = ts->self;
    return action < program->action_count ? &program->actions[action] : NULL;
}

static void fill_ts(struct program *program) {
    program->ts = (struct ts){.self = program,
                              .max_state_size = program->layout->max_size,
                              .action_count = program->action_count,
                              .sequential = program->model->uses_code,
                              .foreign = program->model->uses_code,
                              .never_violating = true,
                              .initial = program_initial,
                              .next = program_next,
                              /* embedded C may have variables that need more alignment than a state has anywhere */
                              .next_in_place = program->model->uses_code ? NULL : program_next_in_place,
                              .marks = program_marks,
                              .actors = program_actors,
                              .describe = describe_step,
                              .variables = describe_variables,
                              .fault = program_fault,
                              .action = program_action};
}

/* ---- actions ---- */

/* Keeps a text as long as the program lives; NULL if it is empty. */
static const char *keep_text(struct program *program, struct text *text) {
    const char *copy = text->length ? arena_text(program->arena, text_chars(text)) : NULL;
    text_free(text);
    return copy;
}

static const char *move_text(struct program *program, const struct move *move) {
    struct text text = {0};
    switch (move->kind) {
    case MOVE_ELSE: text_add(&text, "else"); break;
    case MOVE_END: text_add(&text, "-end-"); break;
    case MOVE_D_STEP: text_add(&text, "d_step"); break;
    case MOVE_STATEMENT: print_statement(move->statement, &text); break;
    default:
        if (move->statement)
            print_statement(move->statement, &text);
        else
            text_add(&text, move->words);
        break;
    }
    return keep_text(program, &text);
}

static const char *proctype_title(struct program *program, const struct proctype *p) {
    switch (p->kind) {
    case PROCTYPE_PROCESS: return arena_printf(program->arena, "proctype %s", p->name);
    case PROCTYPE_NEVER: return arena_printf(program->arena, "claim %s", p->name);
    default: return p->name;
    }
}

static void fill_action(struct program *program, const struct automaton *automaton, const struct move *move,
                        const char *title) {
    enum proctype_kind kind = automaton->proctype->kind;
    struct ts_action *action = &program->actions[move->action];
    action->actor_kind = title;
    action->text = move_text(program, move);
    action->place = move->place;
    action->is_code = (kind == PROCTYPE_PROCESS || kind == PROCTYPE_INIT) && move->kind != MOVE_JUMP;
    const struct statement *s = move->kind == MOVE_STATEMENT ? move->statement : NULL;
    struct text channel = {0}, labels = {0};
    if (s && s->kind == STATEMENT_SEND) {
        action->event = TS_EVENT_SEND;
        print_reference(s->channel, &channel);
    } else if (s && s->kind == STATEMENT_RECEIVE) {
        action->event = TS_EVENT_RECEIVE;
        print_reference(s->receive->channel, &channel);
    }
    action->channel = keep_text(program, &channel);
    if (move->kind != MOVE_END) automaton_labels(automaton, move->target, &labels);
    action->reaches = keep_text(program, &labels);
}

static void fill_actions_of(struct program *program, const struct automaton *automaton) {
    const struct proctype *p = automaton->proctype;
    const char *title = proctype_title(program, p);
    for (size_t i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        for (size_t m = 0; m < location->moves.count; m++) {
            const struct move *move = &location->moves.items[m];
            if (program->moves_by_action[move->action]) continue;
            program->moves_by_action[move->action] = move;
            program->proctype_by_action[move->action] = p;
            fill_action(program, automaton, move, title);
        }
    }
    if (!p->provided) return;
    struct text words = {0};
    text_add(&words, "provided (");
    print_expression(p->provided, &words);
    text_add(&words, ")");
    program->proctype_by_action[automaton->permission] = p;
    program->actions[automaton->permission] =
        (struct ts_action){.actor_kind = title, .text = keep_text(program, &words), .place = p->provided->place};
}

static void fill_actions(struct program *program) {
    uint32_t count = program->action_count;
    program->actions = memory_new((count + 1) * sizeof *program->actions);
    program->moves_by_action = memory_new((count + 1) * sizeof *program->moves_by_action);
    program->proctype_by_action = memory_new((count + 1) * sizeof *program->proctype_by_action);
    for (uint32_t i = 0; i < count; i++) program->actions[i].text = program->actions[i].actor_kind = "";
    for (size_t i = 0; i < program->model->proctypes.count; i++) fill_actions_of(program, program->automata[i]);
}

/* ---- loading ---- */

static void build_automata(struct program *program, const struct program_options *options,
                           struct diagnostics *diagnostics) {
    const struct model *model = program->model;
    program->automata = memory_new((model->proctypes.count + 1) * sizeof *program->automata);
    for (size_t i = 0; i < model->proctypes.count; i++)
        program->automata[i] = process_automaton_new(model->proctypes.items[i], program->action_count,
                                                     &program->action_count, options->reverse_escapes, diagnostics);
}

static bool refuse_code(const struct model *model, const struct program_options *options,
                        struct diagnostics *diagnostics) {
    if (!model->uses_code || options->allow_code) return false;
    struct place place = {.file = model->path};
    if (model->c_declarations.count) place = model->c_declarations.items[0].place;
    diag_error(diagnostics, place, "the model contains embedded C code, which runs only with --allow-code");
    return true;
}

static uint32_t add_fault(struct program *program, const char *kind, const char *message) {
    vec_push(&program->faults, (struct ts_fault){.kind = kind, .message = message});
    return (uint32_t)program->faults.count - 1;
}

static bool compile(struct program *program, const struct program_options *options, struct diagnostics *diagnostics) {
    struct generate_input input = {.model = program->model,
                                   .layout = program->layout,
                                   .automata = program->automata,
                                   .properties = program->properties,
                                   .reduction = (const unsigned char *const *)program->reduction,
                                   .lose_messages = options->lose_messages,
                                   .interactions = program->interactions};
    program->code = generate_code(&input, program->arena, &program->faults);
    program->blocked_fault = add_fault(program, "blocked", "the call blocks before its end");
    program->endless_fault = add_fault(program, "endless", "the call need not end: it can come back to where it was");
    program->large_fault = add_fault(program, "limit", "the call has too many states to follow all its ways");
    program->creates_fault = add_fault(program, "creates", "the call creates a process");
    program->longest_call = 10000000;
    /* Embedded C has memory of its own: it must not find itself in other code half-way. */
    bool embedded = program->model->uses_code;
    enum jit_compiler compiler = embedded && options->compiler == JIT_AUTO ? JIT_CC : options->compiler;
    program->jit = jit_compile(program->code, "rtcheck_code", compiler, embedded, diagnostics);
    return program->jit != NULL;
}

/* A model whose inlines are called from outside needs no process of its own. */
static bool refuse_idle(const struct model *model, const struct program_options *options,
                        struct diagnostics *diagnostics) {
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (model->proctypes.items[i]->active) return false;
    if (options->parse.callable && options->parse.callable[0]) return false;
    diag_error(diagnostics, (struct place){model->path, 1, 1},
               "the model has no process to run: expected `init` or an `active` proctype");
    return true;
}

static bool build(struct program *program, const struct program_options *options, struct diagnostics *diagnostics) {
    if (refuse_code(program->model, options, diagnostics)) return false;
    if (refuse_idle(program->model, options, diagnostics)) return false;
    build_automata(program, options, diagnostics);
    if (diagnostics->errors) return false;
    if (options->interactions) {
        program->interactions = interactions_new(program->model, program->automata, program->action_count,
                                                 options->interactions, diagnostics);
        if (!program->interactions) return false;
    }
    program->runs_code = program->model->uses_code;
    if (program->runs_code) limits_enter_code(); /* code can run as soon as it is loaded */
    program->embedded = embedded_new(program->model, program->arena, diagnostics);
    if (!program->embedded) return false;
    program->layout = layout_new(program->model, program->automata, program->embedded, diagnostics);
    if (diagnostics->errors || !claims_build(program, diagnostics)) return false;
    program->reduction = reduce_locations(program->model, program->layout, program->automata, options->lose_messages,
                                          program->interactions);
    fill_actions(program);
    fill_ts(program);
    drawings_build(program);
    return compile(program, options, diagnostics);
}

static struct program *load(struct model *model, const struct program_options *options,
                            struct diagnostics *diagnostics) {
    if (!model) return NULL;
    struct program *program = memory_new(sizeof *program);
    program->arena = arena_new();
    program->model = model;
    if (build(program, options, diagnostics)) return program;
    program_free(program);
    return NULL;
}

struct program *program_load(const char *path, const struct program_options *options, struct diagnostics *diagnostics) {
    return load(promela_parse_file(path, &options->parse, diagnostics), options, diagnostics);
}

struct program *program_load_text(const char *text, size_t length, const char *path,
                                  const struct program_options *options, struct diagnostics *diagnostics) {
    return load(promela_parse_text(text, length, path, &options->parse, diagnostics), options, diagnostics);
}

void program_free(struct program *program) {
    if (!program) return;
    if (program->jit) jit_free(program->jit);
    if (program->runs_code) limits_leave_code();
    claims_free(program);
    size_t count = program->model->proctypes.count;
    for (size_t i = 0; program->automata && i < count; i++) process_automaton_free(program->automata[i]);
    for (size_t i = 0; program->reduction && i < count; i++) free(program->reduction[i]);
    free(program->automata);
    free(program->reduction);
    interactions_free(program->interactions);
    layout_free(program->layout);
    embedded_free(program->embedded);
    free(program->actions);
    free(program->moves_by_action);
    free(program->proctype_by_action);
    vec_free(&program->faults);
    free(program->code);
    model_free(program->model);
    arena_free(program->arena);
    free(program);
}

/* ---- questions ---- */

const struct model *program_model(const struct program *program) { return program->model; }

const struct ts *program_ts(const struct program *program) { return &program->ts; }
const struct interactions *program_interactions(const struct program *program) { return program->interactions; }
void program_optimise(struct program *program) { jit_optimise(program->jit); }
const char *program_code(const struct program *program) { return program->code; }

bool program_included(const struct program *program, uint64_t *number) {
    *number = 0;
    if (!program->model->uses_code || included_fingerprint(program->code, number)) return true;
    const double now[] = {clock_seconds(), (double)getpid()};
    *number = fingerprint_bytes(FINGERPRINT_START, now, sizeof now);
    return false;
}

static bool some_process_location(const struct program *program, bool accept) {
    for (size_t i = 0; i < program->model->proctypes.count; i++) {
        const struct automaton *a = program->automata[i];
        if (a->proctype->kind != PROCTYPE_PROCESS && a->proctype->kind != PROCTYPE_INIT) continue;
        for (size_t k = 0; k < a->locations.count; k++)
            if (accept ? a->locations.items[k].is_accept : a->locations.items[k].is_progress) return true;
    }
    return false;
}

bool program_has_accept_labels(const struct program *program) { return some_process_location(program, true); }
bool program_has_progress_labels(const struct program *program) { return some_process_location(program, false); }
