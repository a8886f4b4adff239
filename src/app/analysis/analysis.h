/* What is found out about a program before it runs: who touches what, where values may be missing, how deep stacks get,
 * where states must be stored. Once it is there, nothing in it changes. */
#ifndef APP_ANALYSIS_ANALYSIS_H
#define APP_ANALYSIS_ANALYSIS_H

#include "app/analysis/ahead.h"
#include "app/analysis/touched.h"

#define NO_OFFSET UINT32_MAX

/* Objects, by number. */
struct holders {
    const uint32_t *list;
    uint32_t count;
};

struct analysis {
    const struct subject *subject;
    struct arena *arena; /* the subject's */

    /* The globals in a state. */
    uint32_t *image_offset; /* by global; NO_OFFSET: never written, its bytes are the initial ones */
    const unsigned char **constant_bytes;
    uint32_t image_size;
    unsigned char *initial_image;

    /* What may have no value (shadow.h). */
    uint32_t *unset_at;    /* by object: its bits, in its function's block or in the image; NO_OFFSET: none.
                              NULL: nothing is in doubt */
    bool *unset_whole;     /* by object: one byte for all of it */
    uint32_t *origins_at;  /* by object: where its bytes came from (origins.h), likewise; NO_OFFSET: it is as declared.
                              NULL: all are */
    uint32_t *beside_size; /* by function: its block, for both; NULL: there is nothing beside anything */
    const unsigned char **beside_initial; /* by function: when it begins */

    /* Who may hold pointers to locals and to the heap (holders.h). */
    struct holders *holders; /* by object */
    bool *is_mortal;         /* by function: somebody may hold a pointer to one of its locals */
    bool *holds_addresses;   /* by object: of anything */
    bool *is_declared;       /* ... and its type says where (origins.h) */

    struct place unsequenced; /* where operands may meddle with each other (unsequenced.h); no file: nowhere */
    struct place order; /* where the order of operands may matter that C leaves open (order.h), and not all of them are
                           tried; no file: nowhere */
    struct cfront_extent *turnable; /* where it may, and two can be tried */
    uint32_t turnable_count;

    const char *unwritten; /* names of what is volatile, and nobody writes (unwritten.h); NULL: there is none */

    /* Who can come in between: per level, per object, TOUCH_... */
    uint32_t *levels; /* ascending, without doubles */
    uint32_t level_count;
    unsigned char *touched;    /* row i: by what is at levels[i] or above; one more row than levels: hooks alone */
    unsigned char *by_context; /* row c: what context c's code may do with each object */
    uint64_t *takes;           /* per context: the resources that its code may take */
    bool *crowded;             /* per object: several contexts access it, and one writes */
    bool *contended;           /* likewise; NULL: nobody asks for races */
    unsigned char *movable;    /* per instruction: how far accesses may be moved (movable.h) */
    bool *recurrent;           /* per context: it can be started again, perhaps by what it does (recurrent.h) */
    bool restarts;             /* some task can, by what tasks do */
    bool *untimed;             /* per context: it keeps no time (background.h); NULL: that does not matter */
    bool *paced;               /* per task: it ends if it has the time (paced.h); NULL: that does not matter */
    bool *kept_out;            /* ... per task: others may keep it from running for any time */
    bool **surely_starts;      /* ... [task][task]: each time that it runs (surely_starts.h) */
    bool times_meet;           /* another time, or who keeps none, leads to the task of an alarm that waits for it */
    bool has_circles;          /* tasks start each other, or themselves, again and again */
    bool *recurring;           /* ... per task: it may start itself again and again, from the start on */
    uint32_t *time_base;       /* ... per counter: one that keeps the same time, the same for all of them */

    /* What may go on for any time (lasting.h), where there are alarms. */
    bool *lasting; /* per instruction: it is reached behind such */
    bool *goes_on; /* per function: it, or what it calls, is such */
    bool *tarries; /* ... but for what waits for events */
    bool *clings;  /* ... and holds a resource, or interrupts off, meanwhile */

    const struct ahead *ahead; /* what code may still do (ahead.h); NULL: nobody asks */

    bool *led;      /* per instruction: constants of missing headers decide something (input_flow.h); NULL: nowhere */
    bool *numbered; /* ... or numbers of our own that stand for such */

    uint32_t *stack_limits; /* per context, bytes */
    uint32_t log_limit;
    uint32_t largest_record; /* that is copied as a whole */
};

/* `analysis` has its subject and arena; the rest is filled in. What is wrong is an error in `diagnostics`. */
void analysis_run(struct analysis *analysis, struct diagnostics *diagnostics);

/* Pointers and numbers may lie in the same bytes of it (origins.h). */
static inline bool is_mixed(const struct analysis *analysis, uint32_t object) {
    return analysis->origins_at && analysis->origins_at[object] != NO_OFFSET;
}

static inline uint32_t beside_room(const struct analysis *analysis, const struct c_function *function) {
    return analysis->beside_size ? analysis->beside_size[function->index] : 0;
}

static inline uint32_t frame_room(const struct c_function *function) { return (function->frame_size + 15u) & ~15u; }

#endif
