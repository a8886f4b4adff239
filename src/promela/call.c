/* Calling an inline from outside: a process is added to the state, moves alone until it ends, and is taken away.
 *
 * Invariant: the caller's frame is the last one of every pending state, at the offset where the original state ended.
 * Most calls are over after a few steps: nothing is remembered of these, and nothing allocated as long as their pending
 * states fit into a few kilobytes. A call that goes on remembers the states it was in, so that each is followed once,
 * however many ways lead there, and that a way which comes back to a state of its own is seen to have no end. */
#include "base/limits.h"
#include "base/word.h"
#include "promela/program_internal.h"
#include "promela/state.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <stdalign.h>
#include <string.h>

enum { INLINE_ROOM = 16 * 1024, FORGETFUL_STEPS = 512, ALIGNMENT = 16 };

/* What a call may remember, and how often it asks whether the run is over. */
enum { REMEMBERED = 64, STEPS_PER_LOOK = 4096 };
#define MOST_BYTES ((size_t)256 << 20)

/* A state is open while a way through it is followed, and done when all are. */
enum progress { NEW, OPEN, DONE };

struct visit {
    uint32_t state;
    bool leaving; /* all that follow it were followed */
};

struct memory_of_call {
    struct nodeset states, results; /* with the caller's frame, and without */
    VEC(unsigned char) progress;    /* by state */
    VEC(struct visit) waiting;
    uint64_t steps;
    bool endless; /* that was said */
};

static const char prefix[] = "call ";

struct call {
    const struct program *program;
    const struct frame_layout *frame;
    unsigned end;   /* the location where the inline ends */
    uint32_t start; /* of the caller's frame */
    ts_emit emit;
    void *context;
    unsigned char *result;  /* room for a state that goes out            */
    unsigned char *pending; /* a stack of slots: a size, then a state     */
    size_t slot_size, used, capacity;
    bool grown; /* the stack is on the heap */
    bool moved;
    struct memory_of_call *memory; /* NULL at first */
};

int program_callable(const struct program *program, const char *name) {
    const size_t length = sizeof prefix - 1;
    for (size_t i = 0; i < program->model->proctypes.count; i++) {
        const char *candidate = program->model->proctypes.items[i]->name;
        if (strncmp(candidate, prefix, length) == 0 && strcmp(candidate + length, name) == 0) return (int)i;
    }
    return -1;
}

static const struct proctype *proctype_of(const struct program *program, int callable) {
    if (callable < 0 || (size_t)callable >= program->model->proctypes.count) return NULL;
    const struct proctype *proctype = program->model->proctypes.items[callable];
    return begins_with(proctype->name, prefix) ? proctype : NULL;
}

size_t program_callable_parameters(const struct program *program, int callable) {
    const struct proctype *proctype = proctype_of(program, callable);
    return proctype ? proctype->argument_count : 0;
}

/* ---- pending states ---- */

static void grow(struct call *call) {
    size_t capacity = call->capacity * 2 > call->slot_size * 4 ? call->capacity * 2 : call->slot_size * 4;
    unsigned char *pending = memory_resize(call->grown ? call->pending : NULL, capacity);
    if (!call->grown && call->used) memcpy(pending, call->pending, call->used);
    call->pending = pending;
    call->capacity = capacity;
    call->grown = true;
}

static void push(struct call *call, const void *state, uint32_t size) {
    if (call->used + call->slot_size > call->capacity) grow(call);
    unsigned char *slot = call->pending + call->used;
    memcpy(slot, &size, sizeof size);
    memcpy(slot + ALIGNMENT, state, size);
    call->used += call->slot_size;
}

static uint32_t pop(struct call *call, unsigned char *state) {
    call->used -= call->slot_size;
    uint32_t size;
    memcpy(&size, call->pending + call->used, sizeof size);
    memcpy(state, call->pending + call->used + ALIGNMENT, size);
    return size;
}

/* ---- ends ---- */

static bool has_ended(const struct call *call, const unsigned char *state) {
    const unsigned char *frame = state + call->start;
    return (call->frame->wide_location ? (unsigned)(frame[2] | frame[3] << 8) : frame[1]) == call->end;
}

/* The state without the caller's frame and what came after it. */
static void emit_result(struct call *call, const unsigned char *state, const struct ts_step *step) {
    memcpy(call->result, state, call->start);
    call->result[0] = (unsigned char)(state[0] - 1);
    if (call->memory && !step->fault &&
        !nodeset_add(&call->memory->results, call->result, call->start, hash_bytes(call->result, call->start), NULL))
        return;
    call->emit(call->context, call->result, call->start, step);
}

static void emit_failure(struct call *call, const unsigned char *state, uint32_t fault) {
    struct ts_step step = {.action = TS_NO_ACTION,
                           .reply = TS_NO_ACTION,
                           .actor = state[0] - 1u,
                           .partner = TS_NOBODY,
                           .holder = TS_NOBODY,
                           .fault = fault};
    emit_result(call, state, &step);
}

/* ---- long calls ---- */

/* Puts the state among those to be followed, unless that was done; a way that is back where it was can go on like this
 * for ever. */
static void follow(struct call *call, const unsigned char *state, uint32_t size) {
    struct memory_of_call *memory = call->memory;
    uint32_t number;
    if (nodeset_add(&memory->states, state, size, hash_bytes(state, size), &number)) vec_push(&memory->progress, NEW);
    if (memory->progress.items[number] == NEW) {
        vec_push(&memory->waiting, (struct visit){number, false});
    } else if (memory->progress.items[number] == OPEN && !memory->endless) {
        memory->endless = true;
        emit_failure(call, state, call->program->endless_fault);
    }
}

static void continue_call(void *context, const void *bytes, uint32_t size, const struct ts_step *step) {
    struct call *call = context;
    const unsigned char *state = bytes;
    call->moved = true;
    if (size > call->start + call->frame->size) {
        struct ts_step creating = *step;
        creating.fault = call->program->creates_fault;
        memcpy(call->result, state, call->start);
        call->result[0] = (unsigned char)(state[0] - 2);
        call->emit(call->context, call->result, call->start, &creating);
    } else if (step->fault || has_ended(call, state)) {
        emit_result(call, state, step);
    } else {
        push(call, state, size);
    }
}

static void move(struct call *call, const unsigned char *current, uint32_t size) {
    call->moved = false;
    program_code_table(call->program)->next(current, size, current[0] - 1u, continue_call, call);
    if (!call->moved) emit_failure(call, current, call->program->blocked_fault);
}

static void follow_pending(struct call *call, unsigned char *current) {
    while (call->used) {
        uint32_t size = pop(call, current);
        follow(call, current, size);
    }
}

static void open_state(struct memory_of_call *memory, uint32_t state) {
    memory->progress.items[state] = OPEN;
    vec_push(&memory->waiting, (struct visit){state, true});
}

/* Has it gone on for so long that what is left is given up? Once it has, it has for good. */
static bool is_too_long(const struct call *call) {
    struct memory_of_call *memory = call->memory;
    uint64_t most = call->program->longest_call;
    if (memory->steps % STEPS_PER_LOOK == 0 && limits_reached() != LIMITS_NONE) memory->steps = most;
    return memory->steps >= most || memory->states.bytes.count > MOST_BYTES;
}

/* Goes on from the state in `current`. As long as there is one way on, only some of the states are remembered: enough
 * to notice that it has gone round. What is left when it has taken too long is pending: nothing is dropped. */
static void follow_way(struct call *call, unsigned char *current, uint32_t size) {
    struct memory_of_call *memory = call->memory;
    for (unsigned length = 1;; length++) {
        memory->steps++;
        move(call, current, size);
        if (call->used != call->slot_size) break;
        size = pop(call, current);
        uint64_t hash = hash_bytes(current, size);
        uint32_t number;
        if (is_too_long(call) || nodeset_find(&memory->states, current, size, hash, &number)) {
            push(call, current, size);
            break;
        }
        if (length % REMEMBERED) continue;
        nodeset_add(&memory->states, current, size, hash, &number);
        vec_push(&memory->progress, NEW);
        open_state(memory, number);
    }
    follow_pending(call, current);
}

/* Depth first, so that the open states are those of the way that is followed. */
static void run_with_memory(struct call *call, unsigned char *current) {
    struct memory_of_call memory = {0};
    call->memory = &memory;
    follow_pending(call, current);
    while (memory.waiting.count) {
        struct visit visit = vec_pop(&memory.waiting);
        if (visit.leaving) memory.progress.items[visit.state] = DONE;
        if (memory.progress.items[visit.state] != NEW) continue;
        uint32_t size;
        const void *state = nodeset_get(&memory.states, visit.state, &size);
        memcpy(current, state, size);
        if (is_too_long(call)) {
            emit_failure(call, current, call->program->large_fault);
            break;
        }
        open_state(&memory, visit.state);
        follow_way(call, current, size);
    }
    nodeset_free(&memory.states);
    nodeset_free(&memory.results);
    vec_free(&memory.progress);
    vec_free(&memory.waiting);
    call->memory = NULL;
}

static void run_to_the_ends(struct call *call, unsigned char *current) {
    for (unsigned steps = 0; call->used; steps++) {
        if (steps == FORGETFUL_STEPS) {
            run_with_memory(call, current);
            return;
        }
        uint32_t size = pop(call, current);
        move(call, current, size);
    }
}

/* `current` has room for two states and the stack's beginning. */
static bool call_in(struct call *call, const struct proctype *proctype, const int *arguments, const void *state,
                    uint32_t size, unsigned char *current) {
    memcpy(current, state, size);
    const struct model_code *code = program_code_table(call->program);
    if (!code->spawn(proctype->index, current, &size, arguments)) return false;
    if (has_ended(call, current)) {
        struct ts_step none = {TS_NO_ACTION, TS_NO_ACTION, current[0] - 1u, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
        emit_result(call, current, &none);
        return true;
    }
    push(call, current, size);
    run_to_the_ends(call, current);
    if (call->grown) free(call->pending);
    return true;
}

bool program_call(const struct program *program, int callable, const int *arguments, size_t count, const void *state,
                  uint32_t size, ts_emit emit, void *context) {
    const struct proctype *proctype = proctype_of(program, callable);
    if (!proctype || proctype->argument_count != count) return false;
    size_t state_room = (program->layout->max_size + ALIGNMENT - 1u) / ALIGNMENT * ALIGNMENT;
    struct call call = {.program = program,
                        .frame = &program->layout->frames[proctype->index],
                        .end = program->automata[proctype->index]->end,
                        .start = size,
                        .emit = emit,
                        .context = context,
                        .slot_size = ALIGNMENT + state_room};
    if (2 * state_room + call.slot_size <= INLINE_ROOM) {
        alignas(ALIGNMENT) unsigned char room[INLINE_ROOM];
        call.result = room + state_room;
        call.pending = room + 2 * state_room;
        call.capacity = INLINE_ROOM - 2 * state_room;
        return call_in(&call, proctype, arguments, state, size, room);
    }
    unsigned char *room = memory_new(2 * state_room);
    call.result = room + state_room;
    bool done = call_in(&call, proctype, arguments, state, size, room);
    free(room);
    return done;
}

/* ---- the beginning ---- */

struct start {
    void *state;
    uint32_t *size;
};

static void keep_start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)step;
    struct start *start = context;
    memcpy(start->state, state, size);
    *start->size = size;
}

void program_start(const struct program *program, void *state, uint32_t *size) {
    struct start start = {state, size};
    program_code_table(program)->initial(keep_start, &start);
}
