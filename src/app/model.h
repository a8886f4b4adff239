/* An application, loaded: the program and the kernel's configuration, and what was found out about them. Nothing here
 * changes during a search but the table of faults (fault.c), the marks of reached code and the machines in reserve. */
#ifndef APP_MODEL_H
#define APP_MODEL_H

#include "app/app.h"

#include <pthread.h>
#include <stdatomic.h>

#define NO_OFFSET UINT32_MAX

/* What code does with an object; also per object: what those who may interrupt do with it. */
enum { TOUCH_READS = 1, TOUCH_WRITES = 2 };

/* From where something comes. */
struct source {
    uint32_t times; /* APP_UNBOUNDED, 0: never; otherwise `slot` counts what is left */
    uint32_t slot;
    bool idle_only;
};

/* Objects, by number. */
struct holders {
    const uint32_t *list;
    uint32_t count;
};

struct app_observer; /* observer.h */
struct atoms;

enum {
    SPARE_MACHINES = 16,
    MOST_VALUES = 1 << 16 /* of a choice or an input */
};

enum reached { REACHED_NEVER, REACHED, REACHED_FOR_EVER /* the way back of a loop that has no end */ };

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): by what belongs together; there is one */
struct app {
    struct ts ts;
    struct arena *arena;
    const struct c_program *program;
    struct c_program *owned_program; /* NULL: it belongs to somebody else */
    const struct osek_config *config;
    const struct cfront_names *names;
    uint32_t mode;
    bool enabled[APP_CHECK_COUNT];
    bool no_reduction;
    bool whole_objects; /* pointers are confined to objects, not to parts of them */
    uint32_t step_limit;
    bool (*goes_on)(void *context); /* asked in the middle of long steps; NULL: yes */
    void *goes_on_context;
    _Atomic bool stopped; /* it has said no */
    uint32_t context_count;
    const char *title;
    const char **context_names;

    /* Numbers: objects are the program's globals, then the locals of function 0, 1, ...; instructions likewise. */
    const struct c_object **objects;
    uint32_t object_count;
    uint32_t *first_local;       /* by function: the number of its first local */
    uint32_t *first_instruction; /* by function; one more entry than there are functions */
    uint32_t instruction_count;
    uint32_t *function_of; /* by instruction */

    /* The globals in the state. */
    uint32_t *image_offset; /* by global; NO_OFFSET: never written, its bytes are the initial ones */
    const unsigned char **constant_bytes;
    uint32_t image_size;
    unsigned char *initial_image;

    /* What may have no value (unset.h). */
    uint32_t *unset_at;   /* by object: its bits, in its function's block or in the image; NO_OFFSET: none.
                             NULL: nothing is in doubt */
    bool *unset_whole;    /* by object: one byte for all of it */
    uint32_t *unset_size; /* by function: its block */
    const unsigned char **unset_initial; /* by function: when it begins */

    /* Who may hold pointers to locals (lifetime.h). */
    struct holders *holders; /* by object */
    bool *is_mortal;         /* by function: somebody may hold a pointer to one of its locals */

    /* Who can come in between: per level, per object, TOUCH_... */
    uint32_t *levels; /* ascending, without doubles */
    uint32_t level_count;
    unsigned char *touched;    /* row i: by what is at levels[i] or above; one more row than levels: hooks alone */
    unsigned char *by_context; /* row c: what context c's code may do with each object */
    uint64_t *takes;           /* per context: the resources that its code may take */
    bool *contended;           /* per object: several contexts access it, and one writes; NULL: nobody asks */
    unsigned char *observed;   /* per object: a property reads it */
    unsigned char *watched;    /* per instruction: a property asks whether code stands there */
    bool *recurrent;           /* per context: where its code ends, states are stored (stretch.h) */

    uint32_t *regions;  /* per instruction: bit i: mutex i has it in its regions; NULL: there are none */
    bool *region_stops; /* per instruction: steps end there if somebody may come */
    const char **mutex_texts;

    struct source *isr_sources, *counter_sources;
    uint32_t slot_count;
    uint32_t *slot_times;

    uint32_t kernel_size;                                   /* rounded up to 4 */
    uint32_t globals_at, budgets_at, calls_at, contexts_at; /* in a state */
    uint32_t *stack_limits;                                 /* per context, bytes */
    uint32_t log_limit;
    uint32_t word;           /* bytes that the target reads or writes at once */
    uint32_t largest_record; /* that is copied as a whole */
    uint32_t max_state_size;

    struct app_observer *properties;
    size_t property_count;
    struct atoms *atoms;
    uint32_t call_atom_count;

    const struct ts_action *actions;
    uint32_t first_isr_action, first_counter_action, kernel_action;

    /* What changes. */
    struct faults *faults;
    _Atomic unsigned char *reached; /* per instruction: enum reached */
    _Atomic(struct machine *) spare[SPARE_MACHINES];
};

static inline uint32_t local_number(const struct app *app, const struct c_object *object) {
    return app->first_local[object->function->index] + object->index;
}

static inline uint32_t unset_room(const struct app *app, const struct c_function *function) {
    return app->unset_at ? app->unset_size[function->index] : 0;
}

static inline uint32_t frame_room(const struct c_function *function) { return (function->frame_size + 15u) & ~15u; }

/* Looks at the program: numbers, touch sets, the image, stacks. False with errors. */
bool analysis_run(struct app *app, struct diagnostics *diagnostics);

#endif
