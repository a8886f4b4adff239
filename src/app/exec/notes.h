/* What a run executes, noted for those who count it: machine->notes. And what its choices are to be, for those who
 * know: machine->script. */
#ifndef APP_EXEC_NOTES_H
#define APP_EXEC_NOTES_H

#include "app/exec/machine.h"
#include "base/vec.h"

/* What can be executed: an instruction, a branch that is taken, one that is not. */
enum note_kind { NOTE_EXECUTED, NOTE_TAKEN, NOTE_NOT_TAKEN, NOTE_KINDS };

static inline uint32_t note_of(uint32_t instruction, enum note_kind kind) { return instruction * NOTE_KINDS + kind; }

struct notes_call {
    uint32_t caller; /* context */
    struct osek_call call;
    int status; /* -1: it returns none, or not */
};

struct notes {
    VEC(uint32_t) list; /* note_of(), in order; one may be there several times */
    VEC(struct notes_call) calls;
    uint32_t chances; /* so many moments have passed at which a program on another machine could be interrupted just as
                         well: code began, a service was called, a value chosen, code ended */
};

static inline void notes_add(struct machine *machine, uint32_t instruction, enum note_kind kind) {
    if (machine->notes) vec_push(&machine->notes->list, note_of(instruction, kind));
}
static inline void notes_chance(struct machine *machine) {
    if (machine->notes) machine->notes->chances++;
}

/* The values of the next choices; beyond them, 0, or the least that there is. `taken` gets all of them. */
struct script {
    const int64_t *values;
    size_t count;
    VEC(int64_t) taken;
};

#endif
