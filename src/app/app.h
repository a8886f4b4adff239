/* An OSEK application, OIL and C, as a transition system: what commands, reports and other engines use.
 *
 * A state is the kernel's block, the globals that anybody writes, and the calls under way of every context. A step goes
 * from one point to the next; between two points there is exactly one operation that others can notice (a service, an
 * access to memory that an interrupt could touch just then, a choice, the end of an ISR, an arrival from outside) and
 * whatever private computation follows it. Wherever a state is stored, everything that may arrive from outside does;
 * where there is one way on, it need not be stored (stretch.h).
 * Actors are the kernel's contexts by their numbers, followed by the counters.
 *
 * Memory is exact to the byte, and accesses wider than the target's word are made word by word, from low addresses to
 * high ones. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/exec/timeline.h"
#include "app/subject/options.h"
#include "osek/kernel.h"
#include "ts/product.h"
#include "ts/trace.h"
#include "ts/ts.h"

/* ---- Loading ---- */

struct app;
struct executor;
struct script;
struct watch;

/* NULL with errors in `diagnostics` if it cannot be loaded. What `options` points at need not outlive the call. */
struct app *app_load(const char *const *oil_paths, size_t oil_count, const char *const *sources, size_t source_count,
                     const struct app_options *options, struct diagnostics *diagnostics);
/* The same for a program that is there already (other engines, tests). It and `config` outlive the application; the
 * budgets, checks and properties of `options` count. `names` may be NULL. */
struct app *app_new(const struct c_program *program, const struct osek_config *config, const struct cfront_names *names,
                    const struct app_options *options, struct diagnostics *diagnostics);
void app_free(struct app *app); /* NULL is allowed */

const struct ts *app_ts(const struct app *app);
const struct c_program *app_program(const struct app *app);
const struct osek_config *app_kernel_config(const struct app *app);
/* As normalised OIL, with all that was included; NULL if it was not read from files. */
const char *app_configuration(const struct app *app);
const struct cfront_names *app_names(const struct app *app);           /* NULL if there are none */
const char *app_context_name(const struct app *app, uint32_t context); /* "t1", "ErrorHook", "callback of alarm a" */

/* What executes it, and what is watched, and with it the parts below: for the rooms under app/ that others call
 * themselves. */
const struct executor *app_executor(const struct app *app);
const struct watch *app_watch(const struct app *app);

bool app_looks_for(const struct app *app, enum app_check check); /* as the options said */

/* A step may take long, if a program computes much between two services: `goes_on` is asked meanwhile, perhaps by
 * several threads at once. Once it says no, no step leads anywhere any more, so a search ends soon: with what it has
 * found until then, but without having seen everything. NULL: go on. Not to be called while steps are made. */
void app_set_patience(struct app *app, bool (*goes_on)(void *context), void *context);
bool app_lost_patience(const struct app *app); /* since then */
/* What was found is told, by making steps again: those that were given up need not be. Until patience is set again. */
void app_keep_gaps(struct app *app);
bool app_met_long_steps(const struct app *app); /* likewise */

/* From now on inputs and choices have only these values, where they can have one of them; NULL: all that they can. */
void app_only_inputs(struct app *app, const int64_t *values, size_t count);
/* ... so many of their values each (two at least), where they have more, and no steps that last: what goes wrong then
 * does, and nothing else is known. 0: all. */
void app_try_few_inputs(struct app *app, uint32_t few);
/* Are there inputs of so many values that the search may not see the end of them? */
bool app_has_wide_inputs(const struct app *app);

/* ---- Properties ---- */

/* Those of the options, in order. An observer accepts the runs that violate its property. */
size_t app_property_count(const struct app *app);
const struct ts_observer *app_property_observer(const struct app *app, size_t property);
bool app_property_is_safety(const struct app *app, size_t property); /* violated only by finite runs */
const char *app_property_name(const struct app *app, size_t property);
const char *app_property_text(const struct app *app, size_t property);

/* ---- States and runs ---- */

/* The kernel's block of a state, for osek_task_state() and the like. */
const void *app_kernel_state(const struct app *app, const void *state);

/* What a trace of app_ts() did, event by event; a trace of a product with a property's observer is one, too (the
 * observer's 4 bytes at the end of its states do not matter), and so is one of runs whose inputs are said
 * (exec/steered.h): these are `inputs`, which is NULL otherwise. Release with timeline_free(). */
struct timeline *app_timeline(const struct app *app, const struct ts_trace *trace, const struct script *inputs);

/* ---- What was never done ---- */

/* Which instructions some step executed, over all calls of next() so far, from all threads. After a complete search
 * the others are unreachable. */
bool app_reached(const struct app *app, const struct c_function *function, uint32_t instruction);
void app_forget_reached(struct app *app); /* by searches before; but for loops that have no end */
/* The statements with code none of which was executed, in order of file and place; `function` is whose. For a function
 * of which nothing was executed, one call with its own place and `whole`. */
typedef void (*app_unreached_visit)(void *context, const struct c_function *function, struct place place, bool whole);
void app_visit_unreached(const struct app *app, app_unreached_visit visit, void *context);
/* main() has services or calls behind StartOS that never run: StartOS does not return. */
bool app_main_is_cut_off(const struct app *app);
/* What makes runs many: half a sentence; NULL: nothing that is known (budget.h). */
const char *app_most_steps(const struct app *app, struct arena *arena);
/* Why nothing holds for certain: a function does not run here, though it may well somewhere (uncalled.h), or what
 * missing headers have is not known; NULL: there is no reason. */
const char *app_doubt(const struct app *app);
/* ... that a function of these may end what lasts for ever, in words; NULL: none is known. */
const char *app_waker(const struct app *app);
/* ... what some of its code may do otherwise, as only a missing header says what it does: half a sentence; NULL: none
 * does. What a run rests on, its timeline says. */
const char *app_leap(const struct app *app, enum c_leap_kind kind);
/* Is it followed which tasks are under way because of which alarm (exec/paced.h)? A sequential program forgets that: it
 * has more runs. */
bool app_keeps_times(const struct app *app);
/* That a task, interrupt routine or callback, or one that `runs`, has no code, so that nobody knows what it does, in
 * words; NULL: all have. */
const char *app_without_code(const struct app *app, bool runs);
/* What messages do that come from a network, in words; NULL: nothing. */
const char *app_network(const struct app *app);
/* ... so that what is said to be wrong there may be right. */
const char *app_leap_of_check(const struct app *app, struct place place);
/* Some step was a ShutdownOS of a hook, and none one of a task or interrupt routine. */
bool app_is_shut_down_by_hooks(const struct app *app);
bool app_went_wrong(const struct app *app); /* some step did, whether anybody minds or not */
/* May what is computed there come from an input? */
bool app_may_be_input(const struct app *app, struct place place);
/* ... from what this function or variable gives, or does that decide whether it is computed? */
bool app_may_be_led_by(const struct app *app, const char *name, struct place place);
bool app_may_be_constant(const struct app *app, struct place place); /* ... from a constant of a missing header? */
/* ... which may be another name for a task, an event ...? */
bool app_may_be_name(const struct app *app, struct place place);
bool app_may_be_nothing(const struct app *app, struct place place); /* ... or for nothing? */
bool app_services_get_names(const struct app *app);                 /* ... does any service get one? */
bool app_may_be_picked(const struct app *app, struct place place);  /* ... of which one choice was tried? */
bool app_constants_decide(const struct app *app); /* conditions, services or numbers may depend on such constants */
bool app_numbers_decide(const struct app *app);   /* ... or on numbers of our own that stand for some */
/* A number for each constant of a missing header, as --any takes it ("MODE=5..5"), one that the program tells from
 * those of other turns. Returns how many turns there are, up to `most`. */
typedef void (*app_constant_visit)(void *context, const char *any);
uint32_t app_try_constants(const struct app *app, uint32_t turn, uint32_t most, struct arena *arena,
                           app_constant_visit visit, void *context);
/* Inputs of which some values were tried and not all, as half a sentence, with what looks at them; NULL: none. */
const char *app_sampled(const struct app *app, struct arena *arena);
/* Loops on which runs were given up, because they went round more often than --loop-bound; likewise. */
const char *app_cut_off(const struct app *app, struct arena *arena);
bool app_is_cut_off(const struct app *app); /* there are such loops */
/* Another bound for the searches from now on, which begin anew to say which loops go round more often. */
void app_set_loop_bound(struct app *app, uint32_t bound);
uint32_t app_loop_bound(const struct app *app);
uint32_t app_most_rounds(const struct app *app); /* how often a loop has gone round, within the bound */
void app_forget_samples(struct app *app);        /* what was tried before does not count */
/* From now on searches try enough values of inputs to know of each condition when it is true, also where nothing
 * depends on that. Not to be called while steps are made. */
void app_look_at_conditions(struct app *app);
/* Are there values that come from outside: choices, inputs, registers? */
bool app_has_inputs(const struct app *app);
/* What the answer takes for granted, where the configuration says nothing: half a sentence, or NULL. */
const char *app_assumption(const struct app *app);
/* What is so where time is kind: half a sentence. */
const char *app_in_time(const struct app *app);
/* Has some run lost an error at which other runs look? */
bool app_neglects(const struct app *app);
/* What has to be assumed because of what steps have met; NULL: nothing. If others have looked (another engine), it
 * is what steps may have met. */
void app_let_others_look(struct app *app);
const char *app_met(const struct app *app, struct arena *arena);
/* ... what has to be assumed for `holds`, because compilers may move accesses to what is not volatile; likewise. */
const char *app_moved(const struct app *app, struct arena *arena);
/* May alarms expire before their tasks are ready for them, and has nobody said whether they do? Then there are two
 * answers: with time that is kind (app_set_timely), and without. Not to be called while steps are made. */
bool app_is_open_about_time(const struct app *app);
void app_set_timely(struct app *app, bool timely);
/* ... with code that takes no time, and with all forgiven that goes wrong by its nature if it does (exec/late.h). */
void app_set_instant(struct app *app, bool instant);
void app_set_forgiving(struct app *app, bool forgives);
/* A run goes on up to an assumption that does not hold, and is seen to end there: otherwise, from the last operation on
 * that others notice, there is none. */
void app_show_ends(struct app *app);
/* Is there a clock whose alarms may wait for their tasks? */
bool app_may_wait(const struct app *app);
/* Would time go on if code took none, and is there one time only, so that nothing comes just before something else? */
bool app_may_be_instant(const struct app *app);
bool app_is_timely(const struct app *app); /* ... or some counter is said to be */
/* Is it a run with time that is kind, too? `inputs` as for app_timeline(). */
bool app_is_timely_run(struct app *app, const struct ts_trace *trace, const struct script *inputs);
/* Where alarms wait for their tasks, it matters who started whom: they do not wait for tasks that somebody activates at
 * any moment, but for tasks that their tasks activate, and for routines that advance counters only sometimes; and a
 * counter is said to be timely. */
bool app_minds_starters(const struct app *app);
bool app_minds_moments(const struct app *app);
/* Alarms that may be in vain (exec/unawaited.h) are said to be timely: where time goes on without them is found by the
 * explicit search. */
bool app_may_go_on_without(const struct app *app);
/* Tasks may start themselves again, by way of each other. */
bool app_has_restarts(const struct app *app);
/* In formulas, steps are owed that come from outside: those of counters, and of interrupts that are said to be fair. */
bool app_owes_steps(const struct app *app);
/* Loops that some run enters and never leaves, without a service and whatever comes: only interrupts, and what they
 * start above it, get the processor there. (Where nothing can come this is a fault, too.) */
void app_visit_endless(const struct app *app, app_unreached_visit visit, void *context);

#endif
