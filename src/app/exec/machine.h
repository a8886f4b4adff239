/* The working form of a state: what the interpreter changes.
 *
 * A machine is filled from a state (state.h), runs one step (step.h) and is packed again. Its memory is the image of
 * all globals that are ever written, one after the other, and a stack for each context; addresses of the program are
 * translated by memory.h. Machines are taken from the application and given back; none outlives a call of the ts.
 *
 * A step may do one operation that others can notice: `permit` is there until it is done. Whoever needs it and finds it
 * gone leaves the step (machine_leave): the instruction under way has had no effect yet, and the state is the one
 * before it. What the instruction has read by then of memory that others may change is kept in the context's log, entry
 * by entry (which load it was, and its bytes), so that it goes on later with what it has seen, not with what is there
 * then. What is wider than the target's word, and structures, are read and written piece by piece (pieces.h), from low
 * addresses to high ones: whoever comes in between sees half of it, or has half of it seen. */
#ifndef APP_EXEC_MACHINE_H
#define APP_EXEC_MACHINE_H

#include "app/exec/executor.h"
#include "app/exec/fault.h"
#include "base/invariant.h"
#include "base/text.h"
#include "real/memo.h"

#include <setjmp.h>

enum { MAX_FRAMES = 255 };

struct frame {
    const struct c_function *function;
    uint32_t next;   /* its next instruction */
    uint32_t base;   /* in the context's stack */
    uint32_t beside; /* in what lies beside it (unset.h, origin.h) */
    uint32_t spot;   /* in the addresses of the context's stack */
};

struct log_entry {
    uint16_t load; /* the number of the load in its instruction */
    uint16_t size; /* bytes that follow */
};

/* A copy of an error that nobody has looked at yet (unseen.h). Without room between its members: states have it. */
struct unseen {
    uint32_t service; /* the instruction that got it */
    uint16_t error;   /* copies of one error have one number */
    uint8_t status, misuse;
    uint32_t first, count; /* bits of the context's stack */
};
enum { MOST_UNSEEN = 32 };

struct context_run {
    uint32_t frame_count; /* 0: its code is not under way; main()'s stay behind StartOS */
    bool stopped; /* something came when it was about to access what others access, and it has not gone on (race.h) */
    uint32_t log_length;
    uint32_t unseen_count;
    struct unseen unseen[MOST_UNSEEN];
    struct frame *frames;
    unsigned char *stack;  /* bytes beyond the last frame mean nothing */
    unsigned char *beside; /* what lies beside all frames, one after the other; NULL: nothing does */
    unsigned char *log;
};

enum leave {
    LEAVE_NOT,
    LEAVE_POINT, /* the step ends here; all is well */
    LEAVE_FAULT, /* ... and something went wrong: see `fault` */
    LEAVE_PRUNED /* the way is not considered (an assumption does not hold) */
};

/* Of a loop, by the instruction that leads back (rounds.h). */
struct machine_rounds {
    uint32_t way_back, count;
};

/* A counter that code did not advance, for this alarm's sake (machine_stops_clock). */
struct machine_stopped_clock {
    uint32_t counter, alarm;
};

/* What is noted of accesses that a compiler may move (moved.h). Without room between its members: notes are compared
 * byte by byte. */
struct moved_note {
    uint32_t at;     /* the instruction */
    uint32_t way;    /* of a meeting: from there, enum movable_way plus 1; 0: it is an access to plain memory */
    uint32_t object; /* its number */
    uint32_t begin;  /* the first of its bytes */
    uint32_t size;   /* how many they are */
    uint32_t deed;   /* TOUCH_...; of a meeting, what the others do there */
};
enum { MOVED_RECENT = 64 };

/* What the value under way is made of (unseen.h). */
struct carried {
    bool is_open;          /* reads belong to it */
    uint32_t errors;       /* a bit for each that it is computed from */
    uint32_t first, count; /* bits of the stack that are copied as they are */
};

struct recorder;
struct probe;        /* access.h */
struct symbolic;     /* symbolic.h */
struct notes;        /* notes.h */
struct script;       /* likewise */
struct script_taken; /* and this */

struct machine {
    const struct executor *executor;
    const struct subject *subject;   /* the executor's */
    const struct analysis *analysis; /* likewise */
    unsigned char *kernel;
    unsigned char *image;
    uint32_t *budgets;        /* of the sources that are bounded, what is left */
    unsigned char *untimed;   /* per task: it is under way since any moment (untimed.h) */
    unsigned char *paced;     /* per task: since when it is under way because of an alarm (paced.h) */
    unsigned char *unawaited; /* per alarm: time does not wait for its task (unawaited.h) */
    struct context_run *contexts;

    /* The step under way. */
    uint32_t current; /* context */
    uint32_t labels;  /* ts_step.labels: what it does that others have asked for */
    struct context_run *run;
    struct frame *frame;          /* its top */
    const unsigned char *touched; /* per object, what those that may come now do with it; NULL: nobody can come */
    bool arrivals;                /* somebody can come */
    bool wary;                    /* accesses to what is shared are looked at (race.h) */
    bool permit;
    bool has_come;                /* the step began with what comes from outside */
    uint64_t deeds, permit_deeds; /* what the step has done that lasts; when the permit was used */
    bool ahead;                   /* all that is wanted is in how many ways the operation with the permit can go */
    uint32_t ends;                /* how often code has ended in this step */
    bool ended_recurrent;         /* code has ended where states are stored (stretch.h) */
    bool ended_own;               /* code has ended that is no hook's */
    uint32_t shallowest;          /* so few calls were under way, of code that is no hook's, when one returned */
    uint64_t advanced;            /* a bit for each of the first 64 counters: code has advanced it in this step */
    struct real_memo reals;       /* what functions gave, in any step */
    VEC(struct machine_stopped_clock) stopped_clocks; /* ... or would have if time did not wait */
    bool taken;                                       /* the condition of the last branch was true */
    unsigned load_number;
    unsigned ordered_loads;   /* those before this one come first, as C says (6.5.13p4, 6.5.14p4, 6.5.15p4) */
    unsigned own_loads;       /* of the place that is read: those from this one on say where it is */
    uint64_t changing_loads;  /* a bit for each: what it reads others may change; of the first 64 */
    uint64_t choice, choices; /* which way to go at the operation with the permit, and how many there are */
    uint64_t instructions;    /* of this step */
    bool is_elsewhere;        /* something else than instructions led to the code that runs: an arrival, a start */
    unsigned unasked;         /* instructions since it was asked whether to go on (app_set_patience) */
    uint64_t back_edges;
    uint64_t next_snapshot;
    unsigned char *snapshot; /* a packed state, to be met again */
    uint32_t snapshot_size;
    const struct c_instruction *loop;   /* of the ways back since then the one that the fewest calls are around; NULL */
    uint32_t loop_calls, loop_target;   /* ... so many, those of hooks behind all others; where it leads to */
    uint64_t samples, snapshot_samples; /* inputs of which not all values are tried: so far, and then */
    jmp_buf way_out;
    const unsigned char *copied_unset;   /* beside the value that was computed last; NULL: it is a value (unset.h) */
    const unsigned char *copied_from;    /* where what was copied last lies; NULL: it was computed */
    const unsigned char *copied_origins; /* likewise, where its bytes came from; NULL: nowhere (origin.h) */
    const unsigned char *read_origins;   /* ... and those that were read last; NULL: as their type says */
    struct probe *probe;                 /* not NULL: accesses are listed, and nothing is changed (access.h) */
    struct symbolic *symbolic;           /* not NULL: inputs are not enumerated (symbolic.h) */
    VEC(struct machine_rounds) rounds;   /* in this step */
    struct notes *notes;                 /* not NULL: what is executed is noted there */
    struct script *script;               /* not NULL: choices are what it says */
    struct script_taken *chosen;         /* not NULL: gets what is chosen, and steps end where a script's would */
    uint32_t term; /* ... and what evaluate() gave last depends on them like this; 0: not at all */
    const struct c_instruction *instruction;                         /* being executed; NULL: none */
    uint32_t fault;                                                  /* of LEAVE_FAULT */
    uint32_t further_faults[OSEK_MOST_FURTHER], further_fault_count; /* ... and what else is wrong in the step */
    struct recorder *recorder;                                       /* NULL: nobody wants to know */
    struct text format, printed, string;                             /* room for what is printed */
    struct text words;                                               /* room for a complaint (machine_words) */
    unsigned char *packed, *packed_ahead;                            /* room for a state; for another one */
    uint32_t *requests_before;                                       /* room for a number for each task (paced.c) */
    uint64_t *events_before;                                         /* ... and for a set for each alarm */
    unsigned char *kernel_before;                                    /* room for a kernel's block */
    uint64_t *sets_ahead;                                            /* room for two sets (clock.c) */
    bool *may_come;                                                  /* room for a flag of each ISR, counter and task */
    unsigned char *record, *record_origins;                          /* room for a record that was read word by word */
    unsigned char number[16];                                        /* ... and for a number */
    unsigned char number_origins[16];
    unsigned char *origins, *settled;   /* room for what belongs to a record (origin.c) */
    const struct c_expression *reading; /* the place of the load under way; NULL: none */
    struct carried carried;
    struct unseen lost;               /* an error that nobody looked at; `count` 0: there is none */
    number *numbers;                  /* room for the values of a choice (choice.h): those of the last one */
    const struct look *numbers_look;  /* ... at which the program looks so */
    number numbers_low, numbers_high; /* ... and which lie there */
    uint32_t numbers_count;
    struct moved_note recent_notes[MOVED_RECENT];
    struct c_object hardware; /* what lies at an address that is not the program's (address.h) */
    char hardware_name[24];
    unsigned char *hardware_bytes; /* where it goes */
};

struct machine *machine_take(const struct executor *executor);
void machine_give(struct machine *machine);
void machine_free(struct machine *machine);

/* Ends the step. */
__attribute__((noreturn)) void machine_leave(struct machine *machine, enum leave why);
/* Something went wrong. The kind is a check's name or one of those in executor.h. */
__attribute__((noreturn, format(printf, 3, 4))) void machine_fault(struct machine *machine, const char *kind,
                                                                   const char *format, ...);
/* ... as somebody has judged. */
__attribute__((noreturn)) void machine_complain(struct machine *machine, struct complaint complaint, const char *words);
/* Something else is wrong in the step that ends with a fault. */
void machine_add_fault(struct machine *machine, struct complaint complaint, const char *words);

/* Where the program's own code stands: of what our library does, where it was called, and as what. */
struct place machine_own_place(const struct machine *machine, const char **library);

/* Its code has begun, or is about to, and has not ended. When ShutdownOS is called, the kernel forgets who was under
 * way; they are until ShutdownHook is over, but for main() in StartOS, which never comes back. */
bool machine_is_under_way(const struct machine *machine, uint32_t context);

/* The number of the instruction that is being executed: of the frame's function, or of the one that it has called and
 * whose result is being stored. */
uint32_t machine_instruction_number(const struct machine *machine);
uint32_t machine_number_of(const struct machine *machine, const struct c_instruction *instruction);

/* Room for words that machine_fault() is to say, empty. It never returns: what its arguments own would be lost. */
struct text *machine_words(struct machine *machine);

/* What was done with the permit: an entry of the log, a piece of a store, an instruction. A step that ends without any
 * would be made again and again. */
static inline void machine_note_deed(struct machine *machine) { machine->deeds++; }

/* The next operation is one that others can notice. */
static inline void machine_use_permit(struct machine *machine) {
    if (!machine->permit) {
        invariant(machine->permit_deeds != machine->deeds);
        machine_leave(machine, LEAVE_POINT);
    }
    machine->permit = false;
    machine->permit_deeds = machine->deeds;
}

/* ... and can go in so many ways. */
static inline void machine_set_choices(struct machine *machine, uint64_t choices) {
    machine->choices = choices;
    if (machine->ahead) machine_leave(machine, LEAVE_POINT);
}

static inline bool machine_has_budget(const struct machine *machine, const struct source *source) {
    return source->times == APP_UNBOUNDED || (source->times && machine->budgets[source->slot]);
}

/* The code that runs does not stand where it stood when the step began. */
static inline bool machine_has_moved(const struct machine *machine) {
    return machine->instructions || machine->is_elsewhere;
}

/* Who can come from outside now? To be called whenever the kernel's state has changed. */
void machine_look_around(struct machine *machine);
/* May the ISR come, may the counter tick, by what the kernel and the budget say? `spent`, if not NULL, is set if only a
 * spent budget forbids it. */
bool machine_isr_may_come(const struct machine *machine, uint32_t isr, bool *spent);
/* ... now, or when the code that runs lets it: it is not masked any more, is to wait until nothing runs, or a task is
 * ready. */
bool machine_isr_is_due(const struct machine *machine, uint32_t isr);
/* Nothing runs, and nothing but this counter can make anything run: nobody can notice where it stands. */
bool machine_is_counter_alone(const struct machine *machine, uint32_t counter);
/* Time is kind where a counter is said to be `timely`: an alarm expires again only when the task that it starts has
 * ended, with those that it surely activates each time, and the event that it sets was taken, unless nothing runs, so
 * that waiting would not help; it does not wait for a task that somebody else started at any moment. */
bool machine_counter_may_tick(const struct machine *machine, uint32_t counter, bool *spent);
bool machine_counter_is_due(const struct machine *machine, uint32_t counter); /* likewise */
/* Where time is kind, a routine that advances the counter only sometimes comes when it likes, but what it does to the
 * counter then waits: it does nothing. */
bool machine_stops_clock(struct machine *machine, uint32_t caller, uint64_t counter); /* ... and notes it */
/* An alarm that would expire, or could, by a step of this actor if time did not wait for the alarm's task; OSEK_NONE:
 * there is none. */
uint32_t machine_alarm_kept_back(const struct machine *machine, uint32_t actor);
/* Without a scheduler: may the task take the place of the one that runs? */
bool machine_task_may_run(const struct machine *machine, uint32_t task);
/* Would something come, but for what runs? */
bool machine_keeps_out(const struct machine *machine);
/* From outside: other code, now or when an alarm expires. A counter that ticks and has no alarm set starts nobody. */
bool machine_somebody_may_come(const struct machine *machine, bool *spent);

#endif
