/* Who runs where, and by which rule. */
#ifndef TIMING_MAPPING_H
#define TIMING_MAPPING_H

#include "timing/build.h"

/* Gives every process its scheduler and the list of cores it may run on, or says why it cannot be. What is assumed
 * where the model is silent is added to `parts`. */
bool tm_resolve_mapping(struct am_model *model, struct tm_parts *parts, struct diagnostics *diagnostics);
/* Algorithm, priority, slice. */
bool tm_set_scheduling(struct tm_system *system, struct tm_task *task, struct tm_parts *parts,
                       struct diagnostics *diagnostics);
/* ---- for groups.c ---- */

/* By what a scheduler goes. */
struct tm_rule {
    enum tm_algorithm algorithm;
    bool by_rate, by_deadline;
    enum tm_server server;
};
/* False: the name is none that is known. */
bool tm_find_algorithm(const char *name, enum tm_algorithm *algorithm);
/* `slice`: what its time slices are, if anything says so. False with errors. */
bool tm_rule_of(struct tm_system *system, const struct am_scheduler *scheduler, const char *slice, struct tm_rule *rule,
                struct tm_parts *parts, struct diagnostics *diagnostics);
/* The time slice that the parameters say, or those of the scheduler; NULL: none. */
const char *tm_slice_text(const am_parameters *own, const struct am_scheduler *scheduler);
void tm_doubt_parameters(struct tm_system *system, const char *whose, const am_parameters *list, bool is_server);
void tm_assume(struct tm_parts *parts, const char *format, const char *a, const char *b);
/* The tightest upper limit on the response time; 0: none. */
struct rational tm_response_limit(const struct am_model *model, const struct am_process *process);

/* Priorities of rate and deadline monotonic tasks; the direction of all. */
void tm_rank_priorities(struct tm_system *system, const struct tm_options *options);

#endif
