#include "promela/program_internal.h"
#include "promela/state.h"

#include <string.h>

/* Calling an inline from outside: a process is added to the state, moves alone until it ends, and is taken away. */

struct call {
    const struct program *program;
    unsigned pid;
    uint32_t frame_size;
    ts_emit emit;
    void *context;
    VEC(unsigned char *) pending; /* states still to be expanded; each is preceded by its size */
    bool moved;
};

static const struct proctype *find_callable(const struct program *program, const char *name) {
    char wanted[256];
    snprintf(wanted, sizeof wanted, "call %s", name);
    for (size_t i = 0; i < program->model->proctypes.count; i++)
        if (strcmp(program->model->proctypes.items[i]->name, wanted) == 0) return program->model->proctypes.items[i];
    return NULL;
}

static void push(struct call *call, const void *state, uint32_t size) {
    unsigned char *copy = memory_new(size + sizeof size);
    memcpy(copy, &size, sizeof size);
    memcpy(copy + sizeof size, state, size);
    vec_push(&call->pending, copy);
}

/* The state without the caller's frame, which is the last one. */
static void emit_result(struct call *call, const void *state, uint32_t size, const struct ts_step *step) {
    unsigned char *copy = memory_new(size);
    memcpy(copy, state, size);
    copy[0]--;
    call->emit(call->context, copy, size - call->frame_size, step);
    free(copy);
}

static bool has_ended(const struct call *call, const void *bytes, uint32_t size) {
    struct state state = {call->program->layout, call->program->automata, bytes, size};
    const struct automaton *automaton = call->program->automata[state_proctype(&state, call->pid)->index];
    return state_location(&state, call->pid) == automaton->end;
}

static void continue_call(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct call *call = context;
    call->moved = true;
    if (step->fault || has_ended(call, state, size))
        emit_result(call, state, size, step);
    else
        push(call, state, size);
}

bool program_call(const struct program *program, const char *name, const int *arguments, size_t count,
                  const void *state, uint32_t size, ts_emit emit, void *context) {
    const struct proctype *proctype = find_callable(program, name);
    if (!proctype || proctype->parameters.count != count) return false;
    struct call call = {.program = program,
                        .pid = ((const unsigned char *)state)[0],
                        .frame_size = program->layout->frames[proctype->index].size,
                        .emit = emit,
                        .context = context};
    unsigned char *start = memory_new(program->layout->max_size + call.frame_size);
    memcpy(start, state, size);
    const struct model_code *code = program_code_table(program);
    bool room = code->spawn(proctype->index, start, &size, arguments);
    if (room) push(&call, start, size);
    free(start);
    while (call.pending.count) {
        unsigned char *block = vec_pop(&call.pending);
        uint32_t length;
        memcpy(&length, block, sizeof length);
        call.moved = false;
        code->next(block + sizeof length, length, call.pid, continue_call, &call);
        struct ts_step blocked = {.action = TS_NO_ACTION,
                                  .reply = TS_NO_ACTION,
                                  .actor = (uint16_t)call.pid,
                                  .partner = TS_NOBODY,
                                  .holder = TS_NOBODY,
                                  .fault = program->blocked_fault};
        if (!call.moved) emit_result(&call, block + sizeof length, length, &blocked);
        free(block);
    }
    vec_free(&call.pending);
    return room;
}
