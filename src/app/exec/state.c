#include "app/exec/state.h"

#include "app/exec/clock.h"
#include "app/exec/paced.h"
#include "app/exec/symbolic.h"
#include "app/exec/unawaited.h"
#include "app/exec/untimed.h"

#include "base/invariant.h"

#include <string.h>

/* A record of a context begins with these. */
struct record_head {
    uint16_t context;
    uint8_t frames;
    uint8_t is_stopped : 1, unseen : 7;
    uint32_t log_length;
};
_Static_assert(MOST_UNSEEN < 1 << 7, "the number of errors must fit");
_Static_assert(MAX_FRAMES <= UINT8_MAX, "the number of frames must fit");

static uint32_t padded(uint32_t size) { return (size + 3u) & ~3u; }

/* ---- packing ---- */

struct writer {
    unsigned char *at;
    struct symbolic *symbolic; /* NULL: there are no terms */
};

static void put(struct writer *writer, const void *bytes, uint32_t size) {
    memcpy(writer->at, bytes, size);
    writer->at += size;
}

/* Of the program's memory, with its terms. */
static void put_memory(struct writer *writer, const unsigned char *bytes, uint32_t size) {
    if (writer->symbolic) symbolic_copy(writer->symbolic, writer->at, bytes, size);
    put(writer, bytes, size);
}

static void pad(struct writer *writer, uint32_t size) {
    for (; size % 4; size++) *writer->at++ = 0;
}

static uint32_t put_beside(struct writer *writer, const struct executor *executor, const struct context_run *run) {
    const struct frame *last = &run->frames[run->frame_count - 1];
    uint32_t size = last->beside + beside_room(executor->analysis, last->function);
    put(writer, run->beside, size);
    return size;
}

static void put_context(struct writer *writer, const struct executor *executor, const struct context_run *run,
                        uint32_t context) {
    struct record_head head = {(uint16_t)context, (uint8_t)run->frame_count, run->stopped, run->unseen_count & 127u,
                               run->log_length};
    uint32_t stack = 0;
    put(writer, &head, sizeof head);
    for (uint32_t i = 0; i < run->frame_count; i++) {
        uint32_t number = executor->subject->first_instruction[run->frames[i].function->index] + run->frames[i].next;
        put(writer, &number, sizeof number);
    }
    put_memory(writer, run->log, run->log_length);
    pad(writer, run->log_length);
    for (uint32_t i = 0; i < run->frame_count; i++) {
        put_memory(writer, run->stack + run->frames[i].base, run->frames[i].function->frame_size);
        stack += run->frames[i].function->frame_size;
    }
    if (run->beside) stack += put_beside(writer, executor, run);
    pad(writer, stack);
    put(writer, run->unseen, run->unseen_count * (uint32_t)sizeof *run->unseen);
}

static uint32_t write_state(struct machine *machine) {
    const struct executor *executor = machine->executor;
    struct writer writer = {machine->packed, machine->symbolic};
    machine_drop_terms(machine, machine->packed, executor->max_state_size); /* those of the last time */
    clock_forget(machine);
    put(&writer, machine->kernel, executor->kernel_size);
    put_memory(&writer, machine->image, padded(executor->analysis->image_size));
    put(&writer, machine->budgets, executor->subject->slot_count * 4);
    put(&writer, machine->untimed, untimed_size(executor));
    put(&writer, machine->paced, paced_size(executor));
    put(&writer, machine->unawaited, executor->contexts_at - executor->unawaited_at);
    uint32_t records = 0;
    for (uint32_t i = 0; i < executor->subject->context_count; i++) records += machine->contexts[i].frame_count != 0;
    put(&writer, &records, sizeof records);
    for (uint32_t i = 0; i < executor->subject->context_count; i++)
        if (machine->contexts[i].frame_count) put_context(&writer, executor, &machine->contexts[i], i);
    return (uint32_t)(writer.at - machine->packed);
}

/* Does a machine that is filled from the state pack the same again? */
static bool comes_back(const struct executor *executor, const unsigned char *state, uint32_t size) {
    struct machine *machine = machine_take(executor);
    state_unpack(machine, state);
    bool same = write_state(machine) == size && memcmp(machine->packed, state, size) == 0;
    machine_give(machine);
    return same;
}

uint32_t state_pack(struct machine *machine) {
    uint32_t size = write_state(machine);
    invariant(size <= machine->executor->max_state_size && size % 4 == 0);
    invariant_dear(comes_back(machine->executor, machine->packed, size));
    return size;
}

void state_layout(struct executor *executor) {
    executor->kernel_size = padded(osek_state_size(executor->subject->config));
    executor->globals_at = executor->kernel_size;
    executor->budgets_at = executor->globals_at + padded(executor->analysis->image_size);
    executor->untimed_at = executor->budgets_at + executor->subject->slot_count * 4;
    executor->paced_at = executor->untimed_at + untimed_size(executor);
    executor->unawaited_at = executor->paced_at + paced_size(executor);
    executor->contexts_at = executor->unawaited_at + unawaited_size(executor);
    executor->max_state_size = executor->contexts_at + 4;
    for (uint32_t i = 0; i < executor->subject->context_count; i++)
        executor->max_state_size +=
            (uint32_t)sizeof(struct record_head) + MAX_FRAMES * 4 + padded(executor->analysis->log_limit) +
            padded(executor->analysis->stack_limits[i]) * (executor->analysis->beside_size ? 3 : 1) +
            MOST_UNSEEN * (uint32_t)sizeof(struct unseen);
}

/* ---- unpacking ---- */

static const unsigned char *get_context(struct machine *machine, const unsigned char *at) {
    const struct executor *executor = machine->executor;
    struct record_head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    struct context_run *run = &machine->contexts[head.context];
    run->frame_count = head.frames;
    run->stopped = head.is_stopped;
    run->unseen_count = head.unseen;
    run->log_length = head.log_length;
    const unsigned char *log = at + head.frames * 4u, *stack = log + padded(head.log_length);
    memcpy(run->log, log, head.log_length);
    machine_copy_terms(machine, run->log, log, head.log_length);
    uint32_t base = 0, packed = 0, beside = 0, spot = 0;
    for (uint32_t i = 0; i < head.frames; i++, at += 4) {
        uint32_t number;
        memcpy(&number, at, sizeof number);
        const struct c_function *function = subject_function_at(executor->subject, number);
        run->frames[i] = (struct frame){function, number - executor->subject->first_instruction[function->index], base,
                                        beside, spot};
        memcpy(run->stack + base, stack + packed, function->frame_size);
        machine_copy_terms(machine, run->stack + base, stack + packed, function->frame_size);
        base += frame_room(function);
        packed += function->frame_size;
        beside += beside_room(executor->analysis, function);
        spot += function->span;
    }
    if (beside) memcpy(run->beside, stack + packed, beside);
    stack += padded(packed + beside);
    memcpy(run->unseen, stack, run->unseen_count * sizeof *run->unseen);
    return stack + run->unseen_count * sizeof *run->unseen;
}

/* Whose code is under way in a state, the records say; nothing else of a machine outlives a step. */
void state_unpack(struct machine *machine, const void *state) {
    const struct executor *executor = machine->executor;
    const unsigned char *bytes = state;
    memcpy(machine->kernel, bytes, executor->kernel_size);
    memcpy(machine->image, bytes + executor->globals_at, padded(executor->analysis->image_size));
    machine_copy_terms(machine, machine->image, bytes + executor->globals_at, padded(executor->analysis->image_size));
    memcpy(machine->budgets, bytes + executor->budgets_at, executor->subject->slot_count * 4);
    memcpy(machine->untimed, bytes + executor->untimed_at, untimed_size(executor));
    memcpy(machine->paced, bytes + executor->paced_at, paced_size(executor));
    memcpy(machine->unawaited, bytes + executor->unawaited_at, executor->contexts_at - executor->unawaited_at);
    for (uint32_t i = 0; i < executor->subject->context_count; i++) {
        machine->contexts[i].frame_count = 0;
        machine->contexts[i].log_length = 0;
        machine->contexts[i].unseen_count = 0;
        machine->contexts[i].stopped = false;
    }
    uint32_t records;
    memcpy(&records, bytes + executor->contexts_at, sizeof records);
    const unsigned char *at = bytes + executor->contexts_at + 4;
    while (records--) at = get_context(machine, at);
}

/* ---- looking into ---- */

/* The calls of the context, or, if it has none, where the last context's end. */
static const unsigned char *find_calls(const struct executor *executor, const void *state, uint32_t context,
                                       struct state_calls *calls) {
    const unsigned char *at = (const unsigned char *)state + executor->contexts_at;
    uint32_t records;
    memcpy(&records, at, sizeof records);
    at += sizeof records;
    while (records--) {
        struct record_head head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        *calls =
            (struct state_calls){at, head.frames, head.log_length, at + head.frames * 4u + padded(head.log_length)};
        if (head.context == context) return NULL;
        uint32_t stack = 0;
        for (uint32_t i = 0; i < head.frames; i++) {
            const struct c_function *function = subject_function_at(executor->subject, state_call(calls, i));
            stack += function->frame_size + beside_room(executor->analysis, function);
        }
        at = calls->stack + padded(stack) + head.unseen * sizeof(struct unseen);
    }
    return at;
}

bool state_calls(const struct executor *executor, const void *state, uint32_t context, struct state_calls *calls) {
    return find_calls(executor, state, context, calls) == NULL;
}

uint32_t state_size(const struct executor *executor, const void *state) {
    struct state_calls calls;
    return (uint32_t)(find_calls(executor, state, OSEK_NONE, &calls) - (const unsigned char *)state);
}

uint32_t state_call(const struct state_calls *calls, uint32_t index) {
    uint32_t number;
    memcpy(&number, calls->instructions + 4u * index, sizeof number);
    return number;
}

const unsigned char *state_global(const struct executor *executor, const void *state, uint32_t index) {
    if (executor->analysis->image_offset[index] == NO_OFFSET) return executor->analysis->constant_bytes[index];
    return (const unsigned char *)state + executor->globals_at + executor->analysis->image_offset[index];
}

uint32_t state_budget(const struct executor *executor, const void *state, uint32_t slot) {
    uint32_t left;
    memcpy(&left, (const unsigned char *)state + executor->budgets_at + slot * sizeof left, sizeof left);
    return left;
}
