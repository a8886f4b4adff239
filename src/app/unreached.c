/* Code that no step has executed, and code that some step never leaves. */
#include "app/analysis/input_flow.h"
#include "app/analysis/swayed.h"
#include "app/app.h"
#include "app/exec/fault.h"
#include "app/leap.h"
#include "app/parts.h"
#include "app/subject/budget.h"
#include "app/subject/uncalled.h"
#include "cfront/library/headers.h"

#include <string.h>

bool app_reached(const struct app *app, const struct c_function *function, uint32_t instruction) {
    return atomic_load_explicit(&app->executor.reached[app->subject.first_instruction[function->index] + instruction],
                                memory_order_relaxed);
}

/* Numbers of ours decide something. NULL: they do not. */
static const char *doubt_of_guesses(const struct app *app) {
    const struct c_program *program = app_program(app);
    struct place at = swayed_by_guesses(&app->subject);
    if (!at.file && program->guesses && app_property_count(app))
        return arena_printf(
            program->arena,
            "formulas may depend on numbers or texts that only a missing header has (-D NAME=VALUE says what "
            "one is), and of which one choice was tried: %s",
            program->guesses);
    if (!at.file) return NULL;
    const char *where = headers_hold(at) ? "what a function of the C library does"
                                         : arena_printf(program->arena, "%s:%u", at.file, at.line);
    return arena_printf(program->arena,
                        "%s depends on numbers or texts that only a missing header has (-D NAME=VALUE says what one "
                        "is), and of which one choice was tried: %s",
                        where, program->guesses);
}

static const char *doubt_of_picked(const struct app *app) {
    const struct c_object *picked = input_flow_source(&app->subject, FLOW_FROM_PICKED);
    if (!picked || !input_flow_deciding(&app->subject, FLOW_FROM_PICKED, app->subject.arena)) return NULL;
    return arena_printf(app_program(app)->arena,
                        "one choice of many was tried for constants of missing headers that decide something "
                        "(--any %s=LOW..HIGH tries others)",
                        picked->name);
}

const char *app_doubt(const struct app *app) {
    const char *of_uncalled = app->subject.uncalled ? app->subject.uncalled->doubt : NULL;
    const char *doubt = of_uncalled ? of_uncalled : app_program(app)->doubt;
    if (!doubt) doubt = app->subject.nesting_doubt;
    if (!doubt) doubt = doubt_of_guesses(app);
    return doubt ? doubt : doubt_of_picked(app);
}

const char *app_most_steps(const struct app *app, struct arena *arena) {
    return budgets_most_steps(&app->subject, arena);
}

const char *app_waker(const struct app *app) { return app->subject.uncalled ? app->subject.uncalled->waker : NULL; }

const char *app_network(const struct app *app) { return app->subject.network; }
const char *app_leap(const struct app *app, enum c_leap_kind kind) { return leap_anywhere(&app->executor, kind); }

const char *app_leap_of_check(const struct app *app, struct place place) {
    return leap_of_check(app_program(app), place);
}

/* Behind StartOS, in main() itself, there is something to do that nobody did. */
bool app_main_is_cut_off(const struct app *app) {
    for (uint32_t f = 0; f < app->subject.program->function_count; f++) {
        const struct c_function *function = app->subject.program->functions[f];
        bool started = false;
        for (uint32_t i = 0; function->role == C_MAIN && i < function->code_count; i++) {
            const struct c_instruction *instruction = &function->code[i];
            bool starts = instruction->kind == C_SERVICE && instruction->service == OSEK_StartOS;
            bool acts = (instruction->kind == C_SERVICE && !starts) || instruction->kind == C_CALL;
            if (started && acts && !app_reached(app, function, i)) return true;
            started |= starts;
        }
    }
    return false;
}

bool app_is_shut_down_by_hooks(const struct app *app) {
    unsigned char all = 0;
    for (uint32_t i = 0; i < app->subject.instruction_count; i++)
        all |= atomic_load_explicit(&app->executor.reached[i], memory_order_relaxed);
    return (all & REACHED_END_BY_HOOK) && !(all & REACHED_END_BY_OTHERS);
}

bool app_went_wrong(const struct app *app) { return faults_get(app->executor.faults, 1) != NULL; }

struct statement {
    const struct c_function *function;
    struct place place;
    bool whole;
};

static int compare_statements(const void *left, const void *right) {
    const struct statement *a = left, *b = right;
    int files = strcmp(a->place.file ? a->place.file : "", b->place.file ? b->place.file : "");
    if (files) return files;
    if (a->place.line != b->place.line) return a->place.line < b->place.line ? -1 : 1;
    if (a->place.column != b->place.column) return a->place.column < b->place.column ? -1 : 1;
    return a->whole == b->whole ? 0 : a->whole ? -1 : 1;
}

/* Some of the statement's code was executed. */
static bool statement_reached(const struct app *app, const struct c_function *function, struct place place) {
    for (uint32_t i = 0; i < function->code_count; i++)
        if (place_is_same(function->code[i].statement, place) && app_reached(app, function, i)) return true;
    return false;
}

static bool whole_unreached(const struct app *app, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++)
        if (app_reached(app, function, i)) return false;
    return true;
}

/* Nobody wrote it, or it does nothing: the return at a closing brace behind TerminateTask, above all. */
static bool says_little(const struct c_instruction *instruction) {
    return instruction->kind == C_JUMP || instruction->kind == C_CLEAR ||
           (instruction->kind == C_RETURN && !instruction->value);
}

void app_visit_unreached(const struct app *app, app_unreached_visit visit, void *context) {
    VEC(struct statement) statements = {0};
    for (uint32_t f = 0; f < app->subject.program->function_count; f++) {
        const struct c_function *function = app->subject.program->functions[f];
        if (!function->code_count || headers_hold(function->place)) continue; /* nobody here wrote our library */
        if (whole_unreached(app, function)) {
            vec_push(&statements, (struct statement){function, function->place, true});
            continue;
        }
        for (uint32_t i = 0; i < function->code_count; i++) {
            const struct c_instruction *instruction = &function->code[i];
            if (says_little(instruction) || !instruction->statement.line ||
                statement_reached(app, function, instruction->statement))
                continue;
            vec_push(&statements, (struct statement){function, instruction->statement, false});
        }
    }
    if (statements.count) qsort(statements.items, statements.count, sizeof *statements.items, compare_statements);
    for (size_t i = 0; i < statements.count; i++)
        if (!i || !place_is_same(statements.items[i].place, statements.items[i - 1].place))
            visit(context, statements.items[i].function, statements.items[i].place, statements.items[i].whole);
    vec_free(&statements);
}

void app_visit_endless(const struct app *app, app_unreached_visit visit, void *context) {
    for (uint32_t f = 0; f < app->subject.program->function_count; f++) {
        const struct c_function *function = app->subject.program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++)
            if (atomic_load_explicit(&app->executor.reached[app->subject.first_instruction[f] + i],
                                     memory_order_relaxed) &
                REACHED_FOR_EVER)
                visit(context, function, function->code[i].place, false);
    }
}
