#include "app/exec/record.h"

#include "app/exec/path.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <string.h>

static bool is_told(const struct cell *cell) {
    return cell->context == OSEK_NONE && cell->object->name && cell->object->storage != C_STRING &&
           !cell->object->is_tally;
}

static bool is_in_block(const struct cell *cell) { return cell->object->taken != NULL; }

static uint32_t offset_in_object(const struct machine *machine, const struct cell *cell) {
    return (uint32_t)(cell->bytes - (machine->image + machine->analysis->image_offset[cell->number]));
}

static void print_name(const struct machine *machine, const struct cell *cell, uint32_t offset,
                       const struct c_type *type, struct text *out) {
    if (is_in_block(cell))
        block_path_print(&machine->recorder->blocks, cell->object, offset, type, cell->bits, out);
    else
        path_print(cell->object, offset, type, cell->bits, out);
}

void record_write_begin(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    struct recorder *recorder = machine->recorder;
    if (!recorder || !is_told(cell)) return;
    if (recorder->before_room < type->size) {
        recorder->before = memory_resize(recorder->before, type->size);
        recorder->before_room = type->size;
    }
    memcpy(recorder->before, cell->bytes, type->size);
}

/* What a choice is of: a local, a register, a function without a body. */
static const char *choice_name(const struct machine *machine, const struct cell *cell) {
    if (cell->object->name) return cell->object->name;
    const struct c_instruction *instruction = machine->instruction;
    return instruction && instruction->kind == C_CHOOSE && instruction->text ? instruction->text : "a choice";
}

static const char *value_text(const struct machine *machine, const struct cell *cell, const struct c_type *type,
                              const unsigned char *bytes) {
    struct text value = {0};
    path_print_value(type, cell->bits, bytes, &value);
    const char *text = arena_text(machine->recorder->timeline->arena, text_chars(&value));
    text_free(&value);
    return text;
}

/* Where the library does it, the place is that of the program's own call. */
static void add_value(struct machine *machine, enum timeline_kind kind, const struct cell *cell,
                      const struct c_type *type, const unsigned char *before) {
    struct text name = {0};
    const char *library = NULL;
    if (is_told(cell))
        print_name(machine, cell, offset_in_object(machine, cell), type, &name);
    else
        text_add(&name, choice_name(machine, cell));
    struct timeline_event *event =
        recorder_add(machine, kind, machine->current, text_chars(&name), value_text(machine, cell, type, cell->bytes));
    if (before) event->before = value_text(machine, cell, type, before);
    if (machine->run) event->place = machine_own_place(machine, &library);
    text_free(&name);
}

/* ---- what the library writes at one go ---- */

static bool is_of_library(const struct machine *machine) {
    return machine->run && machine->instruction && headers_hold(machine->instruction->place);
}

static bool goes_on(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    const struct sweep *sweep = &machine->recorder->sweep;
    const struct timeline *timeline = machine->recorder->timeline;
    if (!sweep->text || !is_of_library(machine) || !timeline->events.count) return false;
    const struct timeline_event *last = &vec_last(&timeline->events);
    uint32_t size = cell->object->type->kind == C_ARRAY ? cell->object->type->target->size : 0;
    uint32_t offset = offset_in_object(machine, cell);
    const char *library = NULL;
    return last->text == sweep->text && last->time == machine->recorder->time && sweep->object == cell->object &&
           sweep->type == type && !cell->bits && !(is_in_block(cell) && size && sweep->low / size != offset / size) &&
           place_is_same(last->place, machine_own_place(machine, &library));
}

/* "a[2]" and "a[7]" are "a[2..7]". */
static void print_range(const char *low, const char *high, struct text *out) {
    const char *bracket = strrchr(low, '[');
    size_t length = bracket ? (size_t)(bracket + 1 - low) : 0;
    text_add(out, low);
    if (!strcmp(low, high)) return;
    if (length && ends_with(low, "]") && !strncmp(low, high, length) && strrchr(high, '[') == high + length - 1) {
        out->length--;
        text_printf(out, "..%s", high + length);
    } else {
        text_printf(out, " .. %s", high);
    }
}

static const char *range_text(const struct machine *machine, const struct cell *cell, const struct sweep *sweep) {
    struct text low = {0}, high = {0}, range = {0};
    print_name(machine, cell, sweep->low, sweep->type, &low);
    print_name(machine, cell, sweep->high, sweep->type, &high);
    print_range(text_chars(&low), text_chars(&high), &range);
    const char *text = arena_text(machine->recorder->timeline->arena, text_chars(&range));
    text_free(&low);
    text_free(&high);
    text_free(&range);
    return text;
}

static const char *values_text(struct arena *arena, const char *first, const char *last, bool is_one) {
    return is_one ? first : arena_printf(arena, "%s ... %s", first, last);
}

static void go_on(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    struct recorder *recorder = machine->recorder;
    struct sweep *sweep = &recorder->sweep;
    struct timeline_event *event = &vec_last(&recorder->timeline->events);
    uint32_t offset = offset_in_object(machine, cell);
    const char *before = value_text(machine, cell, type, recorder->before);
    const char *after = value_text(machine, cell, type, cell->bytes);
    if (offset < sweep->low) sweep->low = offset;
    if (offset > sweep->high) sweep->high = offset;
    sweep->was_one = sweep->was_one && !strcmp(before, sweep->before);
    sweep->is_one = sweep->is_one && !strcmp(after, sweep->after);
    event->text = sweep->text = range_text(machine, cell, sweep);
    event->before = values_text(recorder->timeline->arena, sweep->before, before, sweep->was_one);
    event->result = values_text(recorder->timeline->arena, sweep->after, after, sweep->is_one);
}

static void begin_sweep(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    const struct timeline_event *event = &vec_last(&machine->recorder->timeline->events);
    uint32_t offset = offset_in_object(machine, cell);
    machine->recorder->sweep = (struct sweep){.text = is_of_library(machine) ? event->text : NULL,
                                              .object = cell->object,
                                              .type = type,
                                              .low = offset,
                                              .high = offset,
                                              .before = event->before,
                                              .after = event->result,
                                              .was_one = true,
                                              .is_one = true};
}

/* ---- the heap's own business ---- */

/* A block is taken or given back, and gets other bytes that mean nothing. */
static bool is_spoiled(const struct machine *machine, const struct cell *cell) {
    const struct context_run *run = machine->run;
    if (!is_in_block(cell) || !is_of_library(machine) || !run->frame_count) return false;
    return !strcmp(run->frames[run->frame_count - 1].function->name, C_HEAP_SPOILER);
}

/* How our heap keeps its books is nobody's business: which blocks are in use, and that it wipes them. */
static bool is_bookkeeping(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (begins_with(cell->object->name, C_HEAP_USE_PREFIX)) return true;
    if (!is_in_block(cell)) return false;
    if (!is_spoiled(machine, cell)) return !memcmp(machine->recorder->before, cell->bytes, type->size);
    block_views_forget(&machine->recorder->blocks, cell->object, offset_in_object(machine, cell));
    return true;
}

void record_write_end(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    struct recorder *recorder = machine->recorder;
    if (!recorder || !is_told(cell)) return;
    const struct c_instruction *instruction = machine->instruction;
    if (is_in_block(cell) && instruction && instruction->kind == C_ASSIGN)
        block_views_write(&recorder->blocks, cell->object, offset_in_object(machine, cell), instruction->target);
    if (is_bookkeeping(machine, cell, type)) return;
    if (goes_on(machine, cell, type)) {
        go_on(machine, cell, type);
        return;
    }
    add_value(machine, TIMELINE_ACCESS, cell, type, recorder->before);
    begin_sweep(machine, cell, type);
}

/* ---- what is read, and what is chosen ---- */

void record_read(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (!machine->recorder || !is_told(cell)) return;
    struct text *reads = &machine->recorder->reads;
    if (reads->length) text_add(reads, ", ");
    print_name(machine, cell, offset_in_object(machine, cell), type, reads);
    text_add(reads, " is ");
    path_print_value(type, cell->bits, cell->bytes, reads);
}

void record_choice(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (!machine->recorder) return;
    if (machine->instruction && machine->instruction->is_order)
        recorder_add(machine, TIMELINE_INPUT, machine->current, machine->instruction->text,
                     cell->bytes[0] ? "right to left" : "left to right");
    else
        add_value(machine, TIMELINE_INPUT, cell, type, NULL);
    const struct c_instruction *choice = machine->instruction;
    bool is_read = choice && choice->text && !strcmp(vec_last(&machine->recorder->timeline->events).text, choice->text);
    bool is_real = type->kind == C_FLOAT && choice && choice->siblings == 1;
    if (choice && (choice->is_result || is_read || is_real)) record_giver(machine->recorder, choice->text, type);
}
