#include "app/analysis/lasting.h"

#include "app/analysis/ends.h"
#include "app/analysis/touched.h"

#include <string.h>

struct lasting {
    struct analysis *analysis;
    const struct c_program *program;
    bool *const *calls;
    struct arena *arena;
    bool *circles; /* by function: it calls itself, perhaps by way of others */
};

/* ---- functions ---- */

static void see(void *context, uint32_t function) { (void)context, (void)function; }

static bool calls_itself(const struct lasting *lasting, uint32_t function) {
    uint32_t count = lasting->program->function_count;
    bool *seen = arena_new_array(lasting->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (lasting->calls[function][i]) touched_visit_calls(lasting->calls, count, i, seen, see, NULL);
    return seen[function];
}

static bool goes_round(const struct rounds *rounds) {
    for (uint32_t i = 0; i < rounds->function->code_count; i++)
        if (ends_goes_round(rounds, i)) return true;
    return false;
}

/* What calls it goes on, too. */
static void add_callers(const struct lasting *lasting, bool *goes_on) {
    uint32_t count = lasting->program->function_count;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < count; k++)
                if (!goes_on[i] && goes_on[k] && lasting->calls[i][k]) more = goes_on[i] = true;
    }
}

/* By function: it, or what it calls, may go on for any time. */
static bool *find_functions(const struct lasting *lasting, const struct rounds *rounds) {
    uint32_t count = lasting->program->function_count;
    bool *goes_on = arena_new_array(lasting->analysis->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) goes_on[i] = goes_round(&rounds[i]) || lasting->circles[i];
    add_callers(lasting, goes_on);
    return goes_on;
}

static struct rounds *find_rounds(const struct lasting *lasting, bool rests) {
    struct rounds *rounds = arena_new_array(lasting->arena, struct rounds, lasting->program->function_count + 1);
    for (uint32_t i = 0; i < lasting->program->function_count; i++)
        rounds[i] = ends_find(lasting->program->functions[i], rests, lasting->arena);
    return rounds;
}

/* ---- what comes behind ---- */

/* Does it call something that goes on? Through a pointer it may be any that the function calls so. */
static bool calls_one(const struct lasting *lasting, const struct c_function *function, uint32_t at,
                      const bool *goes_on) {
    const struct c_instruction *code = &function->code[at];
    if (code->kind != C_CALL) return false;
    if (code->callee) return goes_on[code->callee->index];
    for (uint32_t i = 0; i < lasting->program->function_count; i++)
        if (lasting->calls[function->index][i] && goes_on[i] && lasting->program->functions[i]->is_taken) return true;
    return false;
}

static void mark_behind(const struct lasting *lasting, const struct rounds *rounds) {
    const struct c_function *function = rounds->function;
    bool *marks = lasting->analysis->lasting + lasting->analysis->subject->first_instruction[function->index];
    bool is_circle = lasting->circles[function->index];
    for (uint32_t i = 0; i < function->code_count; i++) marks[i] = is_circle || ends_goes_round(rounds, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < function->code_count; i++) {
            struct c_next next = c_next(function->code, i);
            bool is_behind = marks[i] || calls_one(lasting, function, i, lasting->analysis->goes_on);
            for (uint32_t k = 0; is_behind && k < next.count; k++)
                if (!marks[next.list[k]]) more = marks[next.list[k]] = true;
        }
    }
}

/* ---- with the door locked ---- */

static enum osek_service release_of(const struct c_instruction *code) {
    if (code->kind != C_SERVICE) return OSEK_SERVICE_COUNT;
    switch (code->service) {
    case OSEK_GetResource: return OSEK_ReleaseResource;
    case OSEK_DisableAllInterrupts: return OSEK_EnableAllInterrupts;
    case OSEK_SuspendAllInterrupts: return OSEK_ResumeAllInterrupts;
    case OSEK_SuspendOSInterrupts: return OSEK_ResumeOSInterrupts;
    default: return OSEK_SERVICE_COUNT;
    }
}

static bool is_release(const struct c_instruction *taken, const struct c_instruction *code) {
    if (code->kind != C_SERVICE || code->service != release_of(taken)) return false;
    if (!code->argument_count) return true;
    const struct c_expression *one = c_constant(taken->arguments[0]), *other = c_constant(code->arguments[0]);
    return one && other && one->integer == other->integer;
}

/* Does it go on for any time, or end, before what was taken there is given back? */
static bool keeps(const struct lasting *lasting, struct rounds *rounds, uint32_t taken) {
    const struct c_function *function = rounds->function;
    uint32_t count = function->code_count;
    bool *out = rounds->out, *held = arena_new_array(lasting->arena, bool, count + 1), found = false;
    rounds->out = arena_new_array(lasting->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) rounds->out[i] = is_release(&function->code[taken], &function->code[i]);
    ends_leads(rounds, taken, count); /* nowhere: all that lies on the way was seen */
    memcpy(held, rounds->seen, count);
    for (uint32_t i = 0; i < count; i++) rounds->out[i] |= out[i];
    for (uint32_t i = 0; i < count && !found; i++)
        found = held[i] && (function->code[i].kind == C_RETURN || ends_goes_round(rounds, i) ||
                            calls_one(lasting, function, i, lasting->analysis->tarries));
    rounds->out = out;
    return found;
}

static bool clings(const struct lasting *lasting, struct rounds *rounds) {
    for (uint32_t i = 0; i < rounds->function->code_count; i++)
        if (release_of(&rounds->function->code[i]) != OSEK_SERVICE_COUNT && keeps(lasting, rounds, i)) return true;
    return false;
}

void lasting_find(struct analysis *analysis, bool *const *calls) {
    const struct c_program *program = analysis->subject->program;
    if (!analysis->subject->config->alarm_count) return;
    struct lasting lasting = {analysis, program, calls, arena_new(), NULL};
    lasting.circles = arena_new_array(lasting.arena, bool, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) lasting.circles[i] = calls_itself(&lasting, i);
    struct rounds *rounds = find_rounds(&lasting, false), *resting = find_rounds(&lasting, true);
    analysis->lasting = arena_new_array(analysis->arena, bool, analysis->subject->instruction_count + 1);
    analysis->goes_on = find_functions(&lasting, rounds);
    analysis->tarries = find_functions(&lasting, resting);
    analysis->clings = arena_new_array(analysis->arena, bool, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (analysis->goes_on[i]) mark_behind(&lasting, &rounds[i]);
        analysis->clings[i] = clings(&lasting, &resting[i]);
    }
    add_callers(&lasting, analysis->clings);
    arena_free(lasting.arena);
}
