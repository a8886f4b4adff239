#include "app/analysis/ends.h"

#include "app/analysis/counts.h"

#include <string.h>

enum { LONGEST = 2000 /* instructions: it takes the square of that */ };

bool ends_leads(const struct rounds *rounds, uint32_t from, uint32_t to) {
    const struct c_instruction *code = rounds->function->code;
    uint32_t count = 0;
    memset(rounds->seen, 0, rounds->function->code_count);
    rounds->waiting[count++] = from;
    while (count) {
        struct c_next next = c_next(code, rounds->waiting[--count]);
        for (uint32_t i = 0; i < next.count; i++) {
            uint32_t at = next.list[i];
            if (rounds->out[at] || rounds->seen[at]) continue;
            if (at == to) return true;
            rounds->seen[at] = true;
            rounds->waiting[count++] = at;
        }
    }
    return false;
}

bool ends_is_of_one_round(const struct rounds *rounds, uint32_t one, uint32_t other) {
    return !rounds->out[other] && ends_leads(rounds, one, other) && ends_leads(rounds, other, one);
}

bool ends_passes_by(const struct rounds *rounds, uint32_t at, uint32_t other) {
    bool was_out = rounds->out[other];
    rounds->out[other] = true;
    bool passes = !ends_leads(rounds, at, at);
    rounds->out[other] = was_out;
    return passes;
}

/* ---- loops that wait ---- */

static bool is_wait(const struct c_instruction *code) {
    return code->kind == C_SERVICE && code->service == OSEK_WaitEvent;
}

static bool mask_of(const struct c_instruction *code, enum osek_service service, uint64_t *mask) {
    if (code->kind != C_SERVICE || code->service != service || !code->argument_count) return false;
    const struct c_expression *argument = c_constant(code->arguments[0]);
    *mask = argument ? (uint64_t)argument->integer : 0;
    return argument != NULL;
}

/* What is waited for is cleared before it comes round again. */
static bool waits_each_time(const struct rounds *rounds, uint32_t at) {
    const struct c_function *function = rounds->function;
    uint64_t awaited, cleared;
    if (!mask_of(&function->code[at], OSEK_WaitEvent, &awaited)) return false;
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (!mask_of(&function->code[i], OSEK_ClearEvent, &cleared) || (awaited & ~cleared) || rounds->out[i]) continue;
        if (ends_passes_by(rounds, at, i)) return true;
    }
    return false;
}

/* ---- all of them ---- */

static bool take_one_out(struct rounds *rounds) {
    for (uint32_t i = 0; i < rounds->function->code_count; i++) {
        if (rounds->out[i] || !ends_leads(rounds, i, i)) continue;
        if (!waits_each_time(rounds, i) && !counts_to_an_end(rounds, i)) continue;
        rounds->out[i] = true;
        return true;
    }
    return false;
}

static bool has_back_edge(const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        struct c_next next = c_next(function->code, i);
        for (uint32_t k = 0; k < next.count; k++)
            if (next.list[k] <= i) return true;
    }
    return false;
}

bool ends_goes_round(const struct rounds *rounds, uint32_t at) {
    if (rounds->kind != ROUNDS_SOME) return rounds->kind == ROUNDS_TOO_MANY;
    return !rounds->out[at] && ends_leads(rounds, at, at);
}

struct rounds ends_find(const struct c_function *function, bool rests, struct arena *arena) {
    uint32_t count = function->code_count;
    struct rounds rounds = {.function = function,
                            .kind = !has_back_edge(function) ? ROUNDS_NONE
                                    : count > LONGEST        ? ROUNDS_TOO_MANY
                                                             : ROUNDS_SOME,
                            .out = arena_new_array(arena, bool, count + 1),
                            .seen = arena_new_array(arena, bool, count + 1),
                            .waiting = arena_new_array(arena, uint32_t, count + 2)};
    for (uint32_t i = 0; rests && i < count; i++) rounds.out[i] = is_wait(&function->code[i]);
    while (rounds.kind == ROUNDS_SOME && take_one_out(&rounds)) {
    }
    return rounds;
}
