/* From a model to its parts. */
#ifndef TIMING_BUILD_H
#define TIMING_BUILD_H

#include "timing/formula.h"
#include "timing/system.h"

struct tm_options {
    const char *const *settings; /* --set */
    size_t setting_count;
    const struct tm_formula *formulas; /* --ltl */
    const char *show;                  /* the task whose worst case is to be shown; NULL: none */
    size_t formula_count;
    struct rational step;   /* 0: the largest that is exact */
    struct rational oldest; /* how far ages are counted; 0: as is good */
    bool times_given;
    enum tm_times times;
    bool dense;        /* search also in dense time; `step` is for that alone */
    bool closed;       /* see struct tm_system: for parts with stimuli that have windows */
    int64_t grain;     /* see there; 0: 1 */
    bool queues_tasks; /* see struct tm_system */
    bool has_access;   /* each access to a label takes so long */
    struct rational access_least, access_most;
    bool low_is_urgent;           /* priorities: the smaller number first */
    const struct tm_guide *guide; /* timing/guided.h; NULL: none. The model is one part under it */
    unsigned backlog;             /* instances that may exist of a task without a limit */
};

struct tm_parts {
    struct arena *arena;
    VEC(struct tm_system *) list;
    VEC(struct tm_system *) watched; /* with observers (timing/watch.h) */
    VEC(struct tm_system *) dense;
    VEC(const char *) never; /* tasks that nothing activates */
    VEC(const char *) assumptions;
};

/* The parts that cannot influence each other. NULL with errors. `model` is changed by the settings, and must outlive
 * the parts. */
struct tm_parts *tm_build(struct am_model *model, const struct tm_options *options, struct diagnostics *diagnostics);
void tm_parts_free(struct tm_parts *parts);
/* The part of that number in dense time; NULL if the step does not fit it. `step` 0: `pieces` steps in what all times
 * of its stimuli are multiples of. */
struct tm_system *tm_build_dense(struct am_model *model, const struct tm_options *options, struct tm_parts *parts,
                                 unsigned part, struct rational step, unsigned pieces);

/* The part of that number once more, with other options; NULL: it cannot be. */
struct tm_system *tm_build_again(struct am_model *model, const struct tm_options *options, struct tm_parts *parts,
                                 unsigned part);

/* The parts that a formula is about, together, without ages; NULL: there are none, or, with errors, they are too
 * large. */
struct tm_system *tm_build_formula(struct am_model *model, const struct tm_options *options,
                                   const struct tm_formula *formula, struct tm_parts *parts,
                                   struct diagnostics *diagnostics);

/* ---- for build.c ---- */

/* "4ms..5ms", or one time; false: it is neither. */
bool tm_parse_times(const char *text, struct rational *least, struct rational *most);
/* Applies NAME=VALUE to the model. */
bool tm_apply_setting(struct am_model *model, const char *text, struct diagnostics *diagnostics);
/* The task's items as instructions; times in seconds are handed to `collect`, and scaled later. */
struct tm_compiler {
    struct tm_system *system;
    struct tm_task *task;
    const struct am_core *core;
    const struct tm_options *options;
    const struct am_runnable *runnable; /* whose items are compiled; NULL: the task's own */
    struct diagnostics *diagnostics;
    VEC(struct rational) least, most; /* of TM_RUN: by index in op->value */
    unsigned depth;
    bool failed;
};
bool tm_compile(struct tm_compiler *compiler);
/* Offsets and widths of all fields. */
void tm_lay_out(struct tm_system *system);

#endif
