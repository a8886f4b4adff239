/* The subject of a check: a program and the kernel's configuration, what comes from outside, and what is looked for.
 *
 * Whatever examines an application, whichever way, begins here. Once built, nothing in it changes. */
#ifndef APP_SUBJECT_SUBJECT_H
#define APP_SUBJECT_SUBJECT_H

#include "app/subject/options.h"
#include "base/arena.h"
#include "osek/kernel.h"

/* From where something comes. */
struct source {
    uint32_t times; /* APP_UNBOUNDED, 0: never; otherwise `slot` counts what is left */
    uint32_t slot;
    bool idle_only;
    bool timely, open; /* counters: as in struct app_budget */
    bool led;          /* ... alarms of one that is either, or that is led, advance it */
    bool inert;        /* it cannot make anything else run (inert.h) */
    bool driven;       /* a counter that an interrupt routine advances ... */
    uint64_t drives;   /* ... of which this is a bit for each of the first 64 */
    uint64_t beats;    /* ... those of them that it advances each time: it comes as they tick */
};

/* Of a counter: may its alarms wait for their tasks, where time is kind? It has a time of its own, or another one's. */
static inline bool source_has_own_time(const struct source *source) { return source->timely || source->open; }
static inline bool source_may_wait(const struct source *source) { return source_has_own_time(source) || source->led; }

/* Of a routine: the counters that it advances, but not each time that it comes. */
static inline uint64_t source_beats_sometimes(const struct source *source) { return source->drives & ~source->beats; }

enum { MOST_VALUES = 1 << 16 /* of a choice or an input */ };

struct subject {
    struct arena *arena;
    const struct c_program *program;
    const struct osek_config *config;
    const struct cfront_names *names; /* NULL: there are none */
    const char *title;                /* NULL: none */
    const char *assumption;           /* about what the configuration leaves out; NULL: none */
    const char *network;              /* what messages do that come from there (messages.h); NULL: nothing */
    const char *nesting_doubt;        /* routines nest, and it is not known how; NULL: it is */
    const struct uncalled *uncalled; /* what does not run, though it may well somewhere (uncalled.h); NULL: not known */
    bool vendor_routines;            /* some interrupt routines are a vendor's: the configuration does not name them */
    const char *const *idle;         /* names of routines that need not run: what they do is done (routines.h) */
    size_t idle_count;
    uint32_t *driven_by; /* by counter: an interrupt routine for which its own ticks stand (clockwork.h); OSEK_NONE:
                            none. NULL: nobody has looked */
    uint32_t mode;
    bool mode_given;                       /* by an option: StartOS takes it, whatever main() says */
    uint32_t boot_mode;                    /* that main() starts in, if it does nothing else; OSEK_NONE: unknown */
    const struct c_function *skipped_main; /* which need not run (boot.h); NULL: none */
    uint32_t word;                         /* bytes that the target reads or writes at once */
    bool enabled[APP_CHECK_COUNT];
    uint64_t expected[OSEK_SERVICE_COUNT]; /* bit s: status s is meant (expect.h) */
    bool no_reduction;
    bool whole_objects; /* pointers are confined to objects, not to parts of them */
    bool fair_interrupts;
    uint32_t loop_bound; /* as the options say */
    uint32_t step_limit;
    uint32_t context_count;
    const char **context_names;

    /* Numbers: objects are the program's globals, then the locals of function 0, 1, ...; instructions likewise. */
    const struct c_object **objects;
    uint32_t object_count;
    uint32_t *first_local;       /* by function: the number of its first local */
    uint32_t *first_instruction; /* by function; one more entry than there are functions */
    uint32_t instruction_count;
    uint32_t *function_of; /* by instruction */

    /* How often what comes. */
    struct source *isr_sources, *counter_sources;
    uint32_t slot_count;
    uint32_t *slot_times;
};

/* `subject` has its arena, program, configuration, names and title; the rest is filled in. False if the kernel cannot
 * run it; what else is wrong is an error, too, but no reason to look no further. */
bool subject_build(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics);

const char *subject_context_name(const struct subject *subject, uint32_t context);
bool subject_is_hook(const struct subject *subject, uint32_t context);
/* A routine that need not run here (`idle`, `driven_by`) interrupts what runs all the same. */
bool subject_is_interruptible(const struct subject *subject, const void *kernel);
/* Does a routine advance some counter now and then? */
static inline bool subject_beats_sometimes(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->isr_count; i++)
        if (source_beats_sometimes(&subject->isr_sources[i])) return true;
    return false;
}

static inline uint32_t subject_local(const struct subject *subject, const struct c_object *local) {
    return subject->first_local[local->function->index] + local->index;
}

/* In the list of all objects: the program's globals, then each function's locals. */
static inline uint32_t subject_number(const struct subject *subject, const struct c_object *object) {
    return c_has_address(object) ? object->index : subject_local(subject, object);
}

static inline const struct c_function *subject_function_at(const struct subject *subject, uint32_t instruction) {
    return subject->program->functions[subject->function_of[instruction]];
}

#endif
