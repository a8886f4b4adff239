#include "app/lifetime.h"

#include "app/points.h"

#include <string.h>

/* ---- who may hold a pointer ---- */

static bool holds_pointers(const struct c_type *type) {
    if (type->kind == C_POINTER) return true;
    if (type->kind == C_ARRAY) return holds_pointers(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (holds_pointers(type->fields[i].type)) return true;
    return false;
}

static void add_holders(struct app *app, const struct points *points, uint32_t number, struct holders *holders) {
    uint32_t *list = arena_new_array(app->arena, uint32_t, app->object_count + 1);
    for (uint32_t i = 0; i < app->object_count; i++)
        if (object_set_has(points->targets[i], number) && holds_pointers(app->objects[i]->type))
            list[holders->count++] = i;
    holders->list = list;
}

void lifetimes_find(struct app *app, const struct points *points) {
    app->holders = arena_new_array(app->arena, struct holders, app->object_count + 1);
    app->is_mortal = arena_new_array(app->arena, bool, app->program->function_count + 1);
    for (uint32_t i = app->program->global_count; i < app->object_count; i++) {
        const struct c_object *local = app->objects[i];
        if (!local->exposed) continue;
        add_holders(app, points, i, &app->holders[i]);
        app->is_mortal[local->function->index] |= app->holders[i].count != 0;
    }
}

/* ---- when it ends ---- */

struct death {
    const struct c_program *program;
    uint64_t begin, end; /* addresses; the end is one of them */
    uint64_t grave;
};

static void bury(const struct death *death, unsigned char *bytes) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, death->program->pointer_size);
    uint64_t address = c_pointer_address(death->program, bits);
    if (address >= death->begin && address <= death->end) memcpy(bytes, &death->grave, death->program->pointer_size);
}

static void look_through(const struct death *death, const struct c_type *type, unsigned char *bytes) {
    switch (type->kind) {
    case C_POINTER: bury(death, bytes); break;
    case C_ARRAY:
        for (uint32_t i = 0; holds_pointers(type->target) && i < type->count; i++)
            look_through(death, type->target, bytes + (size_t)i * type->target->size);
        break;
    case C_RECORD:
        for (uint32_t i = 0; i < type->count; i++)
            look_through(death, type->fields[i].type, bytes + type->fields[i].offset);
        break;
    default: break;
    }
}

static void look_through_frames(struct machine *machine, const struct death *death, const struct c_object *holder) {
    for (uint32_t c = 0; c < machine->app->context_count; c++) {
        const struct context_run *run = &machine->contexts[c];
        for (uint32_t i = 0; i < run->frame_count; i++)
            if (run->frames[i].function == holder->function)
                look_through(death, holder->type, run->stack + run->frames[i].base + holder->address);
    }
}

/* What instructions under way have read. */
static void look_through_logs(struct machine *machine, const struct death *death) {
    for (uint32_t c = 0; c < machine->app->context_count; c++) {
        struct context_run *run = &machine->contexts[c];
        for (uint32_t at = 0; run->frame_count && c != machine->current && at < run->log_length;) {
            struct log_entry entry;
            memcpy(&entry, run->log + at, sizeof entry);
            at += (uint32_t)sizeof entry;
            if (entry.size == death->program->pointer_size) bury(death, run->log + at);
            at += entry.size;
        }
    }
}

void lifetime_end(struct machine *machine, uint32_t context, const struct frame *frame, const struct c_object *local) {
    const struct app *app = machine->app;
    const struct holders *holders = &app->holders[local_number(app, local)];
    if (!holders->count) return;
    uint64_t begin = app->program->stack_begin + context * app->program->stack_size + frame->spot + local->spot;
    struct death death = {app->program, begin, begin + local->type->size, local->grave};
    bool shared = false;
    for (uint32_t i = 0; i < holders->count; i++) {
        uint32_t holder = holders->list[i];
        const struct c_object *object = app->objects[holder];
        if (holder >= app->program->global_count)
            look_through_frames(machine, &death, object);
        else if (app->image_offset[holder] != NO_OFFSET)
            look_through(&death, object->type, machine->image + app->image_offset[holder]), shared = true;
    }
    if (shared) look_through_logs(machine, &death);
}

void lifetimes_end(struct machine *machine, uint32_t context, uint32_t first, uint32_t count) {
    const struct frame *frames = machine->contexts[context].frames;
    for (uint32_t i = first; i < first + count; i++) {
        const struct c_function *function = frames[i].function;
        for (uint32_t l = 0; machine->app->is_mortal[function->index] && l < function->local_count; l++)
            if (function->locals[l]->exposed) lifetime_end(machine, context, &frames[i], function->locals[l]);
    }
}
