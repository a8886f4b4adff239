#include "app/unended.h"

#include "app/analysis/points.h"
#include "app/parts.h"

#include <stdlib.h>

struct looking {
    const struct app *app;
    const struct c_function *function;
    bool *inside; /* by instruction of the function: of the loop */
};

static unsigned reached(const struct looking *looking, uint32_t index) {
    uint32_t number = looking->app->subject.first_instruction[looking->function->index] + index;
    return atomic_load(&looking->app->executor.reached[number]);
}

/* All from which the way back is reached without coming by the loop's head. */
static void find_inside(struct looking *looking, uint32_t back, uint32_t head) {
    const struct c_function *function = looking->function;
    for (uint32_t i = 0; i < function->code_count; i++) looking->inside[i] = i == back || i == head;
    for (bool more = head != back; more;) {
        more = false;
        for (uint32_t i = 0; i < function->code_count; i++) {
            struct c_next next = c_next(function->code, i);
            for (uint32_t k = 0; k < next.count && !looking->inside[i]; k++)
                if (next.list[k] != head && looking->inside[next.list[k]]) more = looking->inside[i] = true;
        }
    }
}

static bool was_left_at(const struct looking *looking, uint32_t i) {
    const struct c_instruction *code = &looking->function->code[i];
    unsigned how = reached(looking, i);
    if (code->kind == C_RETURN) return how != 0;
    if (code->kind != C_BRANCH) return false;
    return (how & REACHED_THEN && !looking->inside[code->then]) ||
           (how & REACHED_OTHERWISE && !looking->inside[code->otherwise]);
}

static bool can_be_left_at(const struct looking *looking, uint32_t i) {
    const struct c_instruction *code = &looking->function->code[i];
    bool branches = code->kind == C_BRANCH && !c_constant(code->value) &&
                    !(looking->inside[code->then] && looking->inside[code->otherwise]);
    return code->kind == C_RETURN || branches;
}

/* ---- loops that wait ---- */

static bool gives_way(const struct c_instruction *code) {
    return code->kind == C_SERVICE && (code->service == OSEK_WaitEvent || code->service == OSEK_TerminateTask ||
                                       code->service == OSEK_ChainTask || code->service == OSEK_ShutdownOS);
}

static bool function_gives_way(const struct c_program *program, const struct c_function *function, bool *seen);

static bool call_gives_way(const struct c_program *program, const struct c_instruction *code, bool *seen) {
    if (gives_way(code)) return true;
    for (uint32_t f = 0; code->kind == C_CALL && f < program->function_count; f++) {
        const struct c_function *callee = program->functions[f];
        bool is_called = code->callee ? code->callee == callee : points_may_call(code, callee);
        if (is_called && function_gives_way(program, callee, seen)) return true;
    }
    return false;
}

static bool function_gives_way(const struct c_program *program, const struct c_function *function, bool *seen) {
    if (seen[function->index]) return false;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++)
        if (call_gives_way(program, &function->code[i], seen)) return true;
    return false;
}

static bool loop_gives_way(const struct looking *looking) {
    const struct c_program *program = looking->app->subject.program;
    bool *seen = memory_new(program->function_count + 1), gives = false;
    for (uint32_t i = 0; i < looking->function->code_count && !gives; i++)
        gives = looking->inside[i] && reached(looking, i) && call_gives_way(program, &looking->function->code[i], seen);
    free(seen);
    return gives;
}

/* ---- loops ---- */

static bool something_may_come(const struct app *app) {
    return app->subject.config->isr_count || app->subject.config->counter_count;
}

static bool is_unended(struct looking *looking, uint32_t back) {
    const struct c_instruction *code = &looking->function->code[back];
    bool left = false, can_be_left = false;
    uint32_t head = code->kind == C_BRANCH && code->then > back ? code->otherwise : code->then;
    find_inside(looking, back, head);
    for (uint32_t i = 0; i < looking->function->code_count; i++) {
        left |= looking->inside[i] && was_left_at(looking, i);
        can_be_left |= looking->inside[i] && can_be_left_at(looking, i);
    }
    return !left && (can_be_left || !something_may_come(looking->app)) && !loop_gives_way(looking);
}

static struct place look_at(struct looking *looking) {
    for (uint32_t i = 0; i < looking->function->code_count; i++) {
        const struct c_instruction *code = &looking->function->code[i];
        if (code->is_back_edge && reached(looking, i) && is_unended(looking, i)) return code->place;
    }
    return (struct place){0};
}

struct place unended_loop(const struct app *app) {
    const struct c_program *program = app->subject.program;
    struct place place = {0};
    for (uint32_t f = 0; f < program->function_count && !place.line; f++) {
        struct looking looking = {.app = app, .function = program->functions[f]};
        looking.inside = memory_new(looking.function->code_count + 1);
        place = look_at(&looking);
        free(looking.inside);
    }
    return place;
}
