#include "app/state.h"

#include <string.h>

/* A record of a context begins with these. */
struct record_head {
    uint16_t context;
    uint8_t frames, stopped;
    uint32_t log_length;
};
_Static_assert(MAX_FRAMES <= UINT8_MAX, "the number of frames must fit");

static uint32_t padded(uint32_t size) { return (size + 3u) & ~3u; }

static const struct c_function *function_at(const struct app *app, uint32_t instruction) {
    return app->program->functions[app->function_of[instruction]];
}

/* ---- packing ---- */

struct writer {
    unsigned char *at;
};

static void put(struct writer *writer, const void *bytes, uint32_t size) {
    memcpy(writer->at, bytes, size);
    writer->at += size;
}

static void pad(struct writer *writer, uint32_t size) {
    for (; size % 4; size++) *writer->at++ = 0;
}

static uint32_t put_unset(struct writer *writer, const struct app *app, const struct context_run *run) {
    const struct frame *last = &run->frames[run->frame_count - 1];
    uint32_t size = last->unset + unset_room(app, last->function);
    put(writer, run->unset, size);
    return size;
}

static void put_context(struct writer *writer, const struct app *app, const struct context_run *run, uint32_t context) {
    struct record_head head = {(uint16_t)context, (uint8_t)run->frame_count, run->stopped, run->log_length};
    uint32_t stack = 0;
    put(writer, &head, sizeof head);
    for (uint32_t i = 0; i < run->frame_count; i++) {
        uint32_t number = app->first_instruction[run->frames[i].function->index] + run->frames[i].next;
        put(writer, &number, sizeof number);
    }
    put(writer, run->log, run->log_length);
    pad(writer, run->log_length);
    for (uint32_t i = 0; i < run->frame_count; i++) {
        put(writer, run->stack + run->frames[i].base, run->frames[i].function->frame_size);
        stack += run->frames[i].function->frame_size;
    }
    if (run->unset) stack += put_unset(writer, app, run);
    pad(writer, stack);
}

uint32_t state_pack(struct machine *machine) {
    const struct app *app = machine->app;
    struct writer writer = {machine->packed};
    put(&writer, machine->kernel, app->kernel_size);
    put(&writer, machine->image, padded(app->image_size));
    put(&writer, machine->budgets, app->slot_count * 4);
    if (app->call_atom_count) put(&writer, &machine->calls, 4);
    uint32_t records = 0;
    for (uint32_t i = 0; i < app->context_count; i++) records += machine->contexts[i].frame_count != 0;
    put(&writer, &records, sizeof records);
    for (uint32_t i = 0; i < app->context_count; i++)
        if (machine->contexts[i].frame_count) put_context(&writer, app, &machine->contexts[i], i);
    return (uint32_t)(writer.at - machine->packed);
}

void state_layout(struct app *app) {
    app->kernel_size = padded(osek_state_size(app->config));
    app->globals_at = app->kernel_size;
    app->budgets_at = app->globals_at + padded(app->image_size);
    app->calls_at = app->budgets_at + app->slot_count * 4;
    app->contexts_at = app->calls_at + (app->call_atom_count ? 4 : 0);
    app->max_state_size = app->contexts_at + 4;
    for (uint32_t i = 0; i < app->context_count; i++)
        app->max_state_size += (uint32_t)sizeof(struct record_head) + MAX_FRAMES * 4 + padded(app->log_limit) +
                               padded(app->stack_limits[i]) * (app->unset_at ? 2 : 1);
}

/* ---- unpacking ---- */

static const unsigned char *get_context(struct machine *machine, const unsigned char *at) {
    const struct app *app = machine->app;
    struct record_head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    struct context_run *run = &machine->contexts[head.context];
    run->frame_count = head.frames;
    run->stopped = head.stopped;
    run->log_length = head.log_length;
    const unsigned char *log = at + head.frames * 4u, *stack = log + padded(head.log_length);
    memcpy(run->log, log, head.log_length);
    uint32_t base = 0, packed = 0, unset = 0, spot = 0;
    for (uint32_t i = 0; i < head.frames; i++, at += 4) {
        uint32_t number;
        memcpy(&number, at, sizeof number);
        const struct c_function *function = function_at(app, number);
        run->frames[i] = (struct frame){function, number - app->first_instruction[function->index], base, unset, spot};
        memcpy(run->stack + base, stack + packed, function->frame_size);
        base += frame_room(function);
        packed += function->frame_size;
        unset += unset_room(app, function);
        spot += function->span;
    }
    if (unset) memcpy(run->unset, stack + packed, unset);
    return stack + padded(packed + unset);
}

/* Whose code is under way in a state, the records say; nothing else of a machine outlives a step. */
void state_unpack(struct machine *machine, const void *state) {
    const struct app *app = machine->app;
    const unsigned char *bytes = state;
    memcpy(machine->kernel, bytes, app->kernel_size);
    memcpy(machine->image, bytes + app->globals_at, padded(app->image_size));
    memcpy(machine->budgets, bytes + app->budgets_at, app->slot_count * 4);
    machine->calls = 0;
    for (uint32_t i = 0; i < app->context_count; i++) {
        machine->contexts[i].frame_count = 0;
        machine->contexts[i].log_length = 0;
        machine->contexts[i].stopped = false;
    }
    uint32_t records;
    memcpy(&records, bytes + app->contexts_at, sizeof records);
    const unsigned char *at = bytes + app->contexts_at + 4;
    while (records--) at = get_context(machine, at);
}

/* ---- looking into ---- */

bool state_calls(const struct app *app, const void *state, uint32_t context, struct state_calls *calls) {
    const unsigned char *at = (const unsigned char *)state + app->contexts_at;
    uint32_t records;
    memcpy(&records, at, sizeof records);
    at += sizeof records;
    while (records--) {
        struct record_head head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        *calls =
            (struct state_calls){at, head.frames, head.log_length, at + head.frames * 4u + padded(head.log_length)};
        if (head.context == context) return true;
        uint32_t stack = 0;
        for (uint32_t i = 0; i < head.frames; i++) {
            const struct c_function *function = function_at(app, state_call(calls, i));
            stack += function->frame_size + unset_room(app, function);
        }
        at = calls->stack + padded(stack);
    }
    return false;
}

uint32_t state_call(const struct state_calls *calls, uint32_t index) {
    uint32_t number;
    memcpy(&number, calls->instructions + 4u * index, sizeof number);
    return number;
}

const unsigned char *state_global(const struct app *app, const void *state, uint32_t index) {
    if (app->image_offset[index] == NO_OFFSET) return app->constant_bytes[index];
    return (const unsigned char *)state + app->globals_at + app->image_offset[index];
}
