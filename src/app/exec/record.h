/* What a step does, event by event, for those who want to know: while machine->recorder is set, everything that can be
 * told of it goes to a timeline. Otherwise these functions do nothing. */
#ifndef APP_EXEC_RECORD_H
#define APP_EXEC_RECORD_H

#include "app/exec/block_path.h"
#include "app/exec/memory.h"
#include "app/exec/passed.h"
#include "app/exec/timeline.h"

/* What a function of the library writes at one go: neighbours of one type, which are told at once. */
struct sweep {
    const char *text; /* of its event, which is the last one; NULL: there is none */
    const struct c_object *object;
    const struct c_type *type;
    uint32_t low, high;         /* offsets of the first and of the last */
    const char *before, *after; /* of that which was written first */
    bool was_one, is_one;       /* all of them had, or get, the same value */
};

struct recorder {
    struct timeline *timeline;
    uint32_t time;
    uint32_t *rows; /* per context: its index in the timeline's contexts */
    uint32_t kernel_size;
    unsigned char *kernel; /* the kernel's block as it was last told */
    unsigned char *before; /* of a write: the bytes before */
    uint32_t before_room;
    struct block_views blocks;
    struct sweep sweep;
    struct text reads; /* "x is 1, y is 2": what the step read of memory that others change; no event of its own */
    struct passed passed;
};

/* An empty one, with its title. */
struct timeline *timeline_new(const struct subject *subject);

struct recorder *recorder_new(const struct subject *subject, struct timeline *timeline);
void recorder_free(struct recorder *recorder); /* not the timeline */
/* The contexts and resources of the application, in a chart's order. */
void recorder_describe_contexts(struct recorder *recorder, const struct subject *subject);
/* From here on differences to this kernel's state are told. */
void recorder_start(struct recorder *recorder, const void *kernel);

void record_write_begin(struct machine *machine, const struct cell *cell, const struct c_type *type);
void record_write_end(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* To a register of the hardware, where it is gone. */
void record_register(struct machine *machine, const char *name, const struct c_type *type, const unsigned char *bytes);
void record_read(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* Of the input that was noted last. */
void record_giver(struct recorder *recorder, const char *name, const struct c_type *type);
void record_choice(struct machine *machine, const struct cell *cell, const struct c_type *type);
void record_input(struct machine *machine, const struct c_object *object, const unsigned char *bytes);
void record_mark(struct machine *machine, const char *mark);
void record_fault(struct machine *machine);
void record_instruction(struct machine *machine, uint32_t number); /* it is next; there is a recorder */
void record_race(struct machine *machine, uint32_t stopped);       /* with that context */
void record_service(struct machine *machine, const struct osek_call *call, const struct osek_result *result);
void record_interrupt(struct machine *machine, uint32_t isr);
void record_tick(struct machine *machine, uint32_t counter, uint32_t ticks);
void record_unawaited(struct machine *machine, uint32_t alarm); /* time waits for its task no more */
/* To be called before the last tick. */
void record_expiries(struct machine *machine, uint32_t counter);
/* For those who record: an event, at the place of the instruction under way. */
struct timeline_event *recorder_add(struct machine *machine, enum timeline_kind kind, uint32_t context,
                                    const char *text, const char *result);

/* The kernel's state changed: tells how. */
void record_kernel(struct machine *machine);
/* The state that every context is in, as events. */
void record_all_states(struct machine *machine);

#endif
