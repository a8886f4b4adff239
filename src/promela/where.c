#include "promela/program_internal.h"
#include "promela/state.h"

/* Where the processes of a state are, as callers see it. */

static struct state state_of(const struct program *program, const void *bytes, uint32_t size) {
    return (struct state){program->layout, program->automata, bytes, size};
}

bool program_where(const struct program *program, const void *bytes, uint32_t size, unsigned actor, size_t *automaton,
                   unsigned *location) {
    struct state state = state_of(program, bytes, size);
    if (actor >= state_processes(&state)) return false;
    *automaton = state_proctype(&state, actor)->index;
    *location = state_location(&state, actor);
    return true;
}

void program_process_name(const struct program *program, const void *bytes, uint32_t size, unsigned actor,
                          struct text *out) {
    struct state state = state_of(program, bytes, size);
    if (actor < state_processes(&state)) state_process_name(program->model, state_proctype(&state, actor), actor, out);
}
