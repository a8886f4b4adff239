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

/* What those want to know who look at conditions, or at whole ways through functions. */
enum notes_event_kind {
    NOTES_BEGUN,     /* the function of number `number` */
    NOTES_CONDITION, /* `condition` was looked at, and was `value` */
    NOTES_BRANCH,    /* at the instruction of number `number`, whose condition was `value` */
    NOTES_LEFT       /* the function, and all that it had called */
};
struct notes_event {
    enum notes_event_kind kind;
    uint16_t context, depth; /* whose call, and which of its calls: the first is 1 */
    bool value;
    uint32_t number;
    const struct c_expression *condition;
};

struct notes {
    VEC(uint32_t) list; /* note_of(), in order; one may be there several times */
    VEC(struct notes_call) calls;
    uint32_t chances; /* so many moments have passed at which a program on another machine could be interrupted just as
                         well: code began, a service was called, a value chosen, code ended */
    bool has_registers; /* of the hardware: one was touched */
    bool wants_events;
    VEC(struct notes_event) events;  /* in order */
    VEC(struct notes_event) pending; /* conditions of an instruction that has not had its effect yet */
};

void notes_free(struct notes *notes); /* what they own */

static inline void notes_add(struct machine *machine, uint32_t instruction, enum note_kind kind) {
    if (machine->notes) vec_push(&machine->notes->list, note_of(instruction, kind));
}
static inline void notes_chance(struct machine *machine) {
    if (machine->notes) machine->notes->chances++;
}

static inline void notes_register(struct machine *machine) {
    if (machine->notes) machine->notes->has_registers = true;
}

static inline bool notes_wants_events(const struct machine *machine) {
    return machine->notes && machine->notes->wants_events;
}
/* Of the function that is under way. */
void notes_begun(struct machine *machine);
void notes_branch(struct machine *machine, uint32_t instruction, bool value);
/* An instruction begins; a condition was looked at; the instruction had its effect. What was begun and not ended will
 * be begun again. */
void notes_instruction_begins(struct machine *machine);
void notes_condition(struct machine *machine, const struct c_expression *condition, bool value);
void notes_instruction_ends(struct machine *machine);
void notes_left(struct machine *machine, uint32_t context, uint32_t depth);

/* The values of choices, in order; beyond them, 0, or the least that there is. */
struct script_taken {
    VEC(int64_t) list;
};
struct script {
    const int64_t *values;
    size_t count;
    bool repeats;               /* beyond them, those from number `again` on come once more */
    size_t again;               /* below `count`, if so */
    size_t next;                /* at most `count` */
    struct script_taken *taken; /* gets all that are taken; NULL: nobody wants to know */
};
int64_t script_next(struct script *script);

#endif
