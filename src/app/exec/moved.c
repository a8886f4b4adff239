#include "app/exec/moved.h"

#include "app/analysis/movable.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <pthread.h>
#include <string.h>

enum { MANY_NOTES = 1 << 16 /* beyond them, parts of objects are not told apart */ };

struct moved {
    pthread_mutex_t lock;
    struct nodeset notes;
};

struct moved *moved_new(void) {
    struct moved *moved = memory_new(sizeof *moved);
    pthread_mutex_init(&moved->lock, NULL);
    return moved;
}

void moved_free(struct moved *moved) {
    if (!moved) return;
    pthread_mutex_destroy(&moved->lock);
    nodeset_free(&moved->notes);
    free(moved);
}

size_t moved_count(const struct moved *moved) { return moved->notes.nodes.count; }

struct moved_note moved_get(const struct moved *moved, size_t index) {
    struct moved_note note;
    uint32_t size;
    memcpy(&note, nodeset_get(&moved->notes, (uint32_t)index, &size), sizeof note);
    return note;
}

void moved_put(struct moved *moved, const struct moved_note *note) {
    uint32_t number;
    nodeset_add(&moved->notes, note, sizeof *note, hash_bytes(note, sizeof *note), &number);
}

/* Most notes were made before: a machine remembers some of its own. */
static void add(struct machine *machine, struct moved_note note, uint32_t whole) {
    struct moved *moved = machine->executor->moved;
    struct moved_note *recent = &machine->recent_notes[hash_bytes(&note, sizeof note) % MOVED_RECENT];
    if (memcmp(recent, &note, sizeof note) == 0) return;
    *recent = note;
    pthread_mutex_lock(&moved->lock);
    if (moved->notes.nodes.count >= MANY_NOTES) note.begin = 0, note.size = whole;
    moved_put(moved, &note);
    pthread_mutex_unlock(&moved->lock);
}

static uint32_t instruction_of(const struct machine *machine, const struct frame *frame) {
    return machine->subject->first_instruction[frame->function->index] + frame->next;
}

void moved_access(struct machine *machine, const struct cell *cell, const struct c_type *type, unsigned deed) {
    if (cell->is_volatile || cell->hardware || cell->constant || machine->probe) return;
    if (!machine->analysis->crowded[cell->number] || cell->object->is_input) return;
    struct moved_note note = {.at = instruction_of(machine, machine->frame),
                              .object = cell->number,
                              .begin = memory_offset(machine, cell),
                              .size = type->size,
                              .deed = deed};
    add(machine, note, cell->object->type->size);
}

/* Its callers' code may be moved, too, as far as it is not kept by what lies between. */
void moved_meeting(struct machine *machine, uint32_t stopped, const struct cell *cell, const struct c_type *type,
                   unsigned deed) {
    const struct context_run *run = &machine->contexts[stopped];
    unsigned char theirs =
        machine->analysis->by_context[(size_t)stopped * machine->subject->object_count + cell->number];
    if (!(theirs & (deed & TOUCH_WRITES ? TOUCH_READS | TOUCH_WRITES : TOUCH_WRITES)) || cell->object->is_input) return;
    struct moved_note note = {
        .object = cell->number, .begin = memory_offset(machine, cell), .size = type->size, .deed = deed};
    bool on = true, back = true;
    for (uint32_t i = run->frame_count; i-- > 0 && (on || back);) {
        note.at = instruction_of(machine, &run->frames[i]);
        bool is_top = i + 1 == run->frame_count;
        note.way = 1 + (is_top ? MOVABLE_ON : MOVABLE_ON_BEHIND);
        if (on) add(machine, note, cell->object->type->size);
        note.way = 1 + MOVABLE_BACK;
        if (back) add(machine, note, cell->object->type->size);
        on &= (machine->analysis->movable[note.at + !is_top] & MOVABLE_TO_RETURN) != 0;
        back &= (machine->analysis->movable[note.at] & MOVABLE_FROM_ENTRY) != 0;
    }
}
